//! Kinds of values in a formula: what they measure, and how products and sums go on with it.

use crate::model::file::dimension::Exponents;

/// The quantity that a value measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::model::file) enum Kind {
    /// A plain number.
    Plain,
    /// `t`, in seconds.
    Clock,
    /// Computed from plain numbers and `t`.
    Varying,
    /// In SI units.
    Measured(Exponents),
    /// In SI units, computed from quantities and `t`: which power of time it has is not followed.
    Timed(Exponents),
    /// In SI units, computed with quantities of the state; its dimension is not known.
    State,
    /// A quantity of the state, or computed from such alone. In SI units, so that plain numbers may stand beside it.
    Motion(Exponents),
    /// In SI units, computed from quantities of the state and others with units.
    Judged(Exponents),
}

/// A kind with these powers; without any, a plain number.
pub(super) fn measured(exponents: Exponents) -> Kind {
    if exponents.is_none() { Kind::Plain } else { Kind::Measured(exponents) }
}

/// Whether values can be added; with a power of time that is not followed, whatever it is.
pub(super) fn fit(a: Exponents, b: Exponents, timed: bool) -> bool {
    if timed { a.without_time().fit(b.without_time()) } else { a.fit(b) }
}

/// Whether values of the state can be added, where an angle counts as a number.
pub(super) fn fit_motion(a: Exponents, b: Exponents) -> bool {
    a.without_angle().plus(b.without_angle(), -1.0).is_none()
}

impl Kind {
    /// Whether it is computed with quantities of the state.
    pub(super) fn is_state(self) -> bool {
        match self {
            Kind::State | Kind::Motion(_) | Kind::Judged(_) => true,
            Kind::Plain | Kind::Clock | Kind::Varying | Kind::Measured(_) | Kind::Timed(_) => false,
        }
    }

    /// The dimension, where its power of time is known too, and whether a unit says so.
    pub(super) fn known(self) -> Option<(Exponents, bool)> {
        match self {
            Kind::Motion(exponents) => Some((exponents, false)),
            Kind::Judged(exponents) | Kind::Measured(exponents) => Some((exponents, true)),
            Kind::Plain | Kind::Clock | Kind::Varying | Kind::Timed(_) | Kind::State => None,
        }
    }

    /// A value of the state with these powers.
    pub(super) fn of_state(exponents: Exponents, has_unit: bool) -> Kind {
        match (exponents.is_none(), has_unit) {
            (true, _) => Kind::State,
            (false, true) => Kind::Judged(exponents),
            (false, false) => Kind::Motion(exponents),
        }
    }

    pub(super) fn exponents(self) -> Option<Exponents> {
        match self {
            Kind::Measured(exponents) | Kind::Timed(exponents) => Some(exponents),
            Kind::Plain | Kind::Clock | Kind::Varying => None,
            Kind::State | Kind::Motion(_) | Kind::Judged(_) => None,
        }
    }

    /// The kind of a product with a power of another value.
    pub(super) fn times(self, other: Kind, power: f64) -> Kind {
        if self.is_state() || other.is_state() {
            // A plain number may stand for a quantity with any unit.
            let (Some((a, first)), Some((b, second))) = (self.known(), other.known()) else { return Kind::State };
            return Kind::of_state(a.plus(b, power), first || second);
        }
        match (self, other) {
            (Kind::State | Kind::Motion(_) | Kind::Judged(_), _) => Kind::State,
            (_, Kind::State | Kind::Motion(_) | Kind::Judged(_)) => Kind::State,
            (Kind::Measured(a), Kind::Measured(b)) => measured(a.plus(b, power)),
            (Kind::Timed(a), Kind::Measured(b) | Kind::Timed(b)) | (Kind::Measured(a), Kind::Timed(b)) => {
                Kind::Timed(a.plus(b, power))
            }
            (Kind::Timed(a), Kind::Plain | Kind::Clock | Kind::Varying) => Kind::Timed(a),
            (Kind::Plain | Kind::Clock | Kind::Varying, Kind::Timed(b)) => Kind::Timed(b.times(power)),
            (Kind::Measured(a), Kind::Clock | Kind::Varying) => Kind::Timed(a),
            (Kind::Clock | Kind::Varying, Kind::Measured(b)) => Kind::Timed(b.times(power)),
            (Kind::Measured(a), Kind::Plain) => Kind::Measured(a),
            (Kind::Plain, Kind::Measured(b)) => Kind::Measured(b.times(power)),
            (Kind::Plain, Kind::Plain) => Kind::Plain,
            (Kind::Plain | Kind::Clock | Kind::Varying, Kind::Plain | Kind::Clock | Kind::Varying) => Kind::Varying,
        }
    }
}
