//! Dimensions: what a number at a key measures, so that units can be judged and plain numbers understood.
//!
//! A [`Dimension`] is declared beside its key, by powers of the quantities for which a model may choose units. Force
//! has a power of its own, since a model may count in kN and mm; where dimensions are compared, it is mass · length /
//! time². Angles count as a quantity where nothing else is measured, and as pure numbers beside others: a torsional
//! stiffness may be given in N·m/rad or in N·m, but no angle in m.

use std::fmt;

/// A physical dimension with its name for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dimension {
    /// With an article: `a length`.
    pub name: &'static str,
    /// A value with a unit: `12 mm`.
    pub example: &'static str,
    /// Powers of length, mass, time, force and angle.
    pub powers: [i8; 5],
}

macro_rules! dimensions {
    ($($word:ident $powers:expr, $name:literal, $example:literal;)*) => {
        impl Dimension {
            $(#[doc = $name]
            pub(crate) const $word: Dimension = Dimension { name: $name, example: $example, powers: $powers };)*

            /// Every dimension that a key may have.
            #[cfg(test)]
            pub(crate) const ALL: &'static [Dimension] = &[$(Dimension::$word),*];
        }
    };
}

dimensions! {
    LENGTH [1, 0, 0, 0, 0], "a length", "12 mm";
    MASS [0, 1, 0, 0, 0], "a mass", "2 kg";
    TIME [0, 0, 1, 0, 0], "a time", "20 ms";
    ANGLE [0, 0, 0, 0, 1], "an angle", "30 deg";
    VELOCITY [1, 0, -1, 0, 0], "a velocity", "2 m/s";
    ANGULAR_VELOCITY [0, 0, -1, 0, 1], "an angular velocity", "3 rad/s";
    ACCELERATION [1, 0, -2, 0, 0], "an acceleration", "9.81 m/s^2";
    INERTIA [2, 1, 0, 0, 0], "a moment of inertia", "0.02 kg*m^2";
    DENSITY [-3, 1, 0, 0, 0], "a density", "7850 kg/m^3";
    FORCE [0, 0, 0, 1, 0], "a force", "2 kN";
    TORQUE [1, 0, 0, 1, 0], "a torque", "3 N*m";
    STIFFNESS [-1, 0, 0, 1, 0], "a stiffness", "2 kN/mm";
    TORSIONAL_STIFFNESS [1, 0, 0, 1, -1], "a torsional stiffness", "10 N*m/rad";
    DAMPING [-1, 0, 1, 1, 0], "a damping", "50 N*s/m";
    TORSIONAL_DAMPING [1, 0, 1, 1, -1], "a torsional damping", "0.1 N*m*s/rad";
    DRAG [-2, 0, 2, 1, 0], "a drag coefficient", "0.5 N*s^2/m^2";
    PITCH [1, 0, 0, 0, -1], "a travel by angle", "5 mm/rad";
}

impl Dimension {
    /// Powers of the base quantities.
    pub(super) fn exponents(&self) -> Exponents {
        let [length, mass, time, force, angle] = self.powers.map(f64::from);
        Exponents([length + force, mass + force, time - 2.0 * force, angle])
    }

    /// `a length such as 12 mm`
    pub(super) fn describe(&self) -> String {
        format!("{} such as {}", self.name, self.example)
    }
}

/// Powers of length, mass, time and angle; roots make fractions of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exponents(pub [f64; 4]);

impl Exponents {
    pub(super) const NONE: Exponents = Exponents([0.0; 4]);
    pub(super) const TIME: Exponents = Exponents([0.0, 0.0, 1.0, 0.0]);
    pub(super) const ANGLE: Exponents = Exponents([0.0, 0.0, 0.0, 1.0]);

    pub(super) fn plus(self, other: Exponents, times: f64) -> Exponents {
        Exponents(std::array::from_fn(|k| self.0[k] + times * other.0[k]))
    }

    pub(super) fn times(self, factor: f64) -> Exponents {
        Exponents(self.0.map(|power| power * factor))
    }

    pub(super) fn without_time(self) -> Exponents {
        let [length, mass, _, angle] = self.0;
        Exponents([length, mass, 0.0, angle])
    }

    pub(super) fn without_angle(self) -> Exponents {
        let [length, mass, time, _] = self.0;
        Exponents([length, mass, time, 0.0])
    }

    /// Whether nothing is measured. Powers are sums of simple fractions, in which round-off is far smaller.
    pub(super) fn is_none(self) -> bool {
        self.0.iter().all(|power| power.abs() < 1e-9)
    }

    /// Whether values of the two can be added: angles are compared only where nothing else is measured.
    pub(super) fn fit(self, other: Exponents) -> bool {
        let [mut a, mut b] = [self, other];
        let is_mechanical = |e: Exponents| e.0[0].abs() + e.0[1].abs() > 1e-9;
        if is_mechanical(a) && is_mechanical(b) {
            (a.0[3], b.0[3]) = (0.0, 0.0);
        }
        a.plus(b, -1.0).is_none()
    }
}

/// In SI units, such as `kg/m^3`.
impl fmt::Display for Exponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = |(unit, power): (&str, f64)| match power {
            1.0 => unit.to_string(),
            _ => format!("{unit}^{power}"),
        };
        let units = || ["m", "kg", "s", "rad"].into_iter().zip(self.0);
        let above: Vec<String> = units().filter(|(_, p)| *p > 0.0).map(power).collect();
        let below: Vec<String> = units().filter(|(_, p)| *p < 0.0).map(|(unit, p)| power((unit, -p))).collect();
        let above = if above.is_empty() { "1".into() } else { above.join("*") };
        let slash = if below.is_empty() { "" } else { "/" };
        write!(f, "{above}{slash}{}", below.join("/"))
    }
}

/// The quantity that a key measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Nothing: a ratio, a direction, a quaternion, a tolerance.
    Pure,
    /// This.
    One(Dimension),
    /// Something of the joint's coordinate, an angle or a length by its type.
    Coordinate(Along),
    /// The first half of a list along axes, the other half about them; in the plane two and one.
    Split {
        /// Along axes.
        along: Dimension,
        /// About axes.
        about: Dimension,
    },
    /// Not known, because the type of the table is not: any dimension will do.
    Any,
}

/// Quantities along the coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    /// The coordinate itself.
    Value,
    /// Its rate.
    Rate,
    /// A load along it.
    Load,
    /// A load by coordinate.
    Stiffness,
    /// A load by rate.
    Damping,
}

impl Along {
    /// With a coordinate of this dimension, an angle or a length.
    pub(super) fn dimension(self, coordinate: Dimension) -> Dimension {
        let [angular, linear] = match self {
            Along::Value => [Dimension::ANGLE, Dimension::LENGTH],
            Along::Rate => [Dimension::ANGULAR_VELOCITY, Dimension::VELOCITY],
            Along::Load => [Dimension::TORQUE, Dimension::FORCE],
            Along::Stiffness => [Dimension::TORSIONAL_STIFFNESS, Dimension::STIFFNESS],
            Along::Damping => [Dimension::TORSIONAL_DAMPING, Dimension::DAMPING],
        };
        if coordinate == Dimension::ANGLE { angular } else { linear }
    }
}

impl Measure {
    /// The measure of an element of a list of this length.
    pub(super) fn element(self, index: usize, length: usize) -> Measure {
        match self {
            Measure::Split { along, about } => Measure::One(if index >= length.div_ceil(2) { about } else { along }),
            Measure::Pure | Measure::One(_) | Measure::Coordinate(_) | Measure::Any => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_are_compared_by_what_they_measure() {
        let fit = |a: Dimension, b: Dimension| a.exponents().fit(b.exponents());
        // An angle beside other quantities is a pure number.
        let alike = [[Dimension::TORQUE, Dimension::TORSIONAL_STIFFNESS], [Dimension::LENGTH, Dimension::PITCH]];
        for a in Dimension::ALL {
            for b in Dimension::ALL {
                let same = a == b || alike.iter().any(|pair| pair.contains(a) && pair.contains(b));
                assert_eq!(fit(*a, *b), same, "{a:?} {b:?}");
            }
        }
        assert_eq!(Dimension::DENSITY.exponents().to_string(), "kg/m^3");
        assert_eq!(Dimension::FORCE.exponents().to_string(), "m*kg/s^2");
        assert_eq!(Exponents::NONE.plus(Exponents::TIME, -1.0).to_string(), "1/s");
    }

    #[test]
    fn lists_of_a_bushing_are_split_by_axes() {
        let split = Measure::Split { along: Dimension::STIFFNESS, about: Dimension::TORSIONAL_STIFFNESS };
        let is_about = |k: usize, n: usize| split.element(k, n) == Measure::One(Dimension::TORSIONAL_STIFFNESS);
        let about = |n: usize| (0..n).filter(|k| is_about(*k, n)).collect::<Vec<_>>();
        assert_eq!(about(6), [3, 4, 5]);
        assert_eq!(about(3), [2]);
    }
}
