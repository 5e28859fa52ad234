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
    /// In SI units, computed with quantities of the state: the dimension is not followed.
    State,
}

/// A kind with these powers; without any, a plain number.
pub(super) fn measured(exponents: Exponents) -> Kind {
    if exponents.is_none() { Kind::Plain } else { Kind::Measured(exponents) }
}

/// Whether values can be added; with a power of time that is not followed, whatever it is.
pub(super) fn fit(a: Exponents, b: Exponents, timed: bool) -> bool {
    if timed { a.without_time().fit(b.without_time()) } else { a.fit(b) }
}

impl Kind {
    pub(super) fn exponents(self) -> Option<Exponents> {
        match self {
            Kind::Measured(exponents) | Kind::Timed(exponents) => Some(exponents),
            Kind::Plain | Kind::Clock | Kind::Varying | Kind::State => None,
        }
    }

    /// The kind of a product with a power of another value.
    pub(super) fn times(self, other: Kind, power: f64) -> Kind {
        match (self, other) {
            (Kind::State, _) | (_, Kind::State) => Kind::State,
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
