//! Units: their words, and what plain numbers of a model mean.
//!
//! A unit is a fraction of SI units, so that `12 mm` is 12/1000, to the same bits as 0.012. Compound units are products
//! of powers: `kN/mm`, `kg/m^3`, `N*s/m`.

use super::dimension::{Dimension, Exponents, Measure};
use super::suggest;
use std::f64::consts::PI;

/// A unit: `above / below` in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    pub exponents: Exponents,
    above: f64,
    below: f64,
}

/// Words, powers of length, mass, time and angle, and the size as a fraction.
const UNITS: &[(&[&str], [i8; 4], f64, f64)] = &[
    (&["m"], [1, 0, 0, 0], 1.0, 1.0),
    (&["mm"], [1, 0, 0, 0], 1.0, 1e3),
    (&["cm"], [1, 0, 0, 0], 1.0, 1e2),
    (&["dm"], [1, 0, 0, 0], 1.0, 1e1),
    (&["km"], [1, 0, 0, 0], 1e3, 1.0),
    (&["um", "µm", "μm"], [1, 0, 0, 0], 1.0, 1e6),
    (&["nm"], [1, 0, 0, 0], 1.0, 1e9),
    (&["in", "inch"], [1, 0, 0, 0], 254.0, 1e4),
    (&["ft"], [1, 0, 0, 0], 3048.0, 1e4),
    (&["kg"], [0, 1, 0, 0], 1.0, 1.0),
    (&["g"], [0, 1, 0, 0], 1.0, 1e3),
    (&["mg"], [0, 1, 0, 0], 1.0, 1e6),
    (&["tonne"], [0, 1, 0, 0], 1e3, 1.0),
    (&["lb"], [0, 1, 0, 0], 45_359_237.0, 1e8),
    (&["s"], [0, 0, 1, 0], 1.0, 1.0),
    (&["ms"], [0, 0, 1, 0], 1.0, 1e3),
    (&["us", "µs", "μs"], [0, 0, 1, 0], 1.0, 1e6),
    (&["min"], [0, 0, 1, 0], 60.0, 1.0),
    (&["h"], [0, 0, 1, 0], 3600.0, 1.0),
    (&["rad"], [0, 0, 0, 1], 1.0, 1.0),
    (&["mrad"], [0, 0, 0, 1], 1.0, 1e3),
    (&["deg", "°"], [0, 0, 0, 1], PI, 180.0),
    (&["rev"], [0, 0, 0, 1], 2.0 * PI, 1.0),
    (&["Hz"], [0, 0, -1, 0], 1.0, 1.0),
    (&["kHz"], [0, 0, -1, 0], 1e3, 1.0),
    (&["rpm"], [0, 0, -1, 1], PI, 30.0),
    (&["N"], [1, 1, -2, 0], 1.0, 1.0),
    (&["mN"], [1, 1, -2, 0], 1.0, 1e3),
    (&["kN"], [1, 1, -2, 0], 1e3, 1.0),
    (&["MN"], [1, 1, -2, 0], 1e6, 1.0),
    (&["lbf"], [1, 1, -2, 0], 44_482_216_152_605.0, 1e13),
    (&["Nm"], [2, 1, -2, 0], 1.0, 1.0),
    (&["Nmm"], [2, 1, -2, 0], 1.0, 1e3),
    (&["kNm"], [2, 1, -2, 0], 1e3, 1.0),
    (&["J"], [2, 1, -2, 0], 1.0, 1.0),
    (&["kJ"], [2, 1, -2, 0], 1e3, 1.0),
    (&["W"], [2, 1, -3, 0], 1.0, 1.0),
    (&["kW"], [2, 1, -3, 0], 1e3, 1.0),
    (&["Pa"], [-1, 1, -2, 0], 1.0, 1.0),
    (&["kPa"], [-1, 1, -2, 0], 1e3, 1.0),
    (&["bar"], [-1, 1, -2, 0], 1e5, 1.0),
    (&["MPa"], [-1, 1, -2, 0], 1e6, 1.0),
    (&["GPa"], [-1, 1, -2, 0], 1e9, 1.0),
];

/// Words for messages and the manual.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    UNITS.iter().flat_map(|(words, ..)| words.iter().copied())
}

impl Unit {
    pub(super) const ONE: Unit = Unit { exponents: Exponents::NONE, above: 1.0, below: 1.0 };

    /// A single unit by its word.
    pub(super) fn find(word: &str) -> Option<Unit> {
        let (_, powers, above, below) = UNITS.iter().find(|(words, ..)| words.contains(&word))?;
        Some(Unit { exponents: Exponents(powers.map(f64::from)), above: *above, below: *below })
    }

    /// The dimension of a unit as results write it, such as `N·m` or `rad/s`; `None` where there is none.
    pub(super) fn dimension_of(written: &str) -> Option<Exponents> {
        let add = |all: Exponents, word: &str, power: f64| Some(all.plus(Unit::find(word)?.exponents, power));
        let (above, below) = written.split_once('/').unwrap_or((written, ""));
        let product = above.split('·').try_fold(Exponents::NONE, |all, word| add(all, word, 1.0))?;
        below.split('/').filter(|word| !word.is_empty()).try_fold(product, |all, word| add(all, word, -1.0))
    }

    /// Multiplied by a power of another.
    pub(super) fn times(self, other: Unit, power: i8) -> Unit {
        let size = i32::from(power.unsigned_abs());
        let [mut up, mut down] = [other.above.powi(size), other.below.powi(size)];
        if power < 0 {
            (up, down) = (down, up);
        }
        Unit {
            exponents: self.exponents.plus(other.exponents, f64::from(power)),
            above: self.above * up,
            below: self.below * down,
        }
    }

    /// So many of it, in SI units.
    pub(super) fn to_si(self, value: f64) -> f64 {
        value * self.above / self.below
    }

    /// The same as an expression.
    pub(super) fn applied_to(self, text: &str) -> String {
        format!("(({text})*{:?}/{:?})", self.above, self.below)
    }

    /// Whether it is the SI unit.
    pub(super) fn is_si(self) -> bool {
        self.above == self.below
    }
}

/// The word of a unit that is spelled nearly so.
pub(super) fn find_near(word: &str) -> Option<&'static str> {
    suggest::nearest(word, words())
}

/// `unknown unit `mn`; did you mean `mm`?`
pub(super) fn unknown(word: &str) -> String {
    let shown: String = word.chars().take(40).collect();
    match find_near(word) {
        Some(near) => format!("unknown unit `{shown}`; did you mean `{near}`?"),
        None => {
            format!("unknown unit `{shown}`; units are mm, m, kg, s, N, kN, deg, rad, rpm and others of the manual")
        }
    }
}

/// The quantities for which a model may choose units, in the order of the powers of a [`Dimension`].
pub(crate) const CHOSEN: [Dimension; 5] =
    [Dimension::LENGTH, Dimension::MASS, Dimension::TIME, Dimension::FORCE, Dimension::ANGLE];

/// The units of plain numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    /// By the quantities of [`CHOSEN`].
    pub chosen: [Unit; 5],
}

impl Default for Units {
    fn default() -> Self {
        let si = |dimension: Dimension| Unit { exponents: dimension.exponents(), ..Unit::ONE };
        Units { chosen: CHOSEN.map(si) }
    }
}

impl Units {
    /// The unit of plain numbers of this dimension.
    pub(super) fn of(&self, dimension: Dimension) -> Unit {
        let powers = self.chosen.iter().zip(dimension.powers);
        powers.fold(Unit::ONE, |unit, (chosen, power)| unit.times(*chosen, power))
    }

    /// The unit of plain numbers at a key.
    pub(super) fn at(&self, measure: Measure) -> Unit {
        match measure {
            Measure::One(dimension) if !self.is_si() => self.of(dimension),
            Measure::One(_) | Measure::Pure | Measure::Any => Unit::ONE,
            Measure::Coordinate(_) | Measure::Split { .. } => Unit::ONE,
        }
    }

    /// The unit of plain numbers with these powers, where it does not matter whether forces are counted by themselves.
    pub(super) fn of_exponents(&self, exponents: Exponents) -> Option<Unit> {
        let [length, mass, time, force, angle] = self.chosen;
        let [l, m, t, a] = exponents.0;
        let whole = exponents.0.iter().all(|power| power.fract() == 0.0 && power.abs() < 20.0);
        let newton = Unit::ONE.times(length, 1).times(mass, 1).times(time, -2);
        if !whole || m != 0.0 && newton.to_si(1.0) != force.to_si(1.0) && t != 0.0 {
            return None;
        }
        let bases = [(length, l), (mass, m), (time, t), (angle, a)];
        Some(bases.into_iter().fold(Unit::ONE, |unit, (base, power)| unit.times(base, power as i8)))
    }

    /// Whether angles are counted in radians.
    pub(super) fn has_radians(&self) -> bool {
        self.chosen[4].is_si()
    }

    /// Whether all are SI units.
    pub(super) fn is_si(&self) -> bool {
        self.chosen.iter().all(|unit| unit.is_si())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_fractions_that_keep_the_bits_of_decimals() {
        for (word, value, expected) in
            [("mm", 12.0, 0.012), ("ms", 7.0, 0.007), ("kN", 2.5, 2500.0), ("in", 1.0, 0.0254)]
        {
            assert_eq!(Unit::find(word).unwrap().to_si(value), expected, "{word}");
        }
        let per_cube = Unit::find("g").unwrap().times(Unit::find("cm").unwrap(), -3);
        assert_eq!(per_cube.to_si(7.85), 7850.0);
        assert!(per_cube.exponents.fit(Dimension::DENSITY.exponents()));
        assert!(Unit::find("furlong").is_none() && unknown("mmm").contains("did you mean `mm`"));
    }

    #[test]
    fn plain_numbers_follow_the_chosen_units() {
        let mut units = Units::default();
        units.chosen[0] = Unit::find("mm").unwrap();
        units.chosen[3] = Unit::find("kN").unwrap();
        assert_eq!(units.of(Dimension::STIFFNESS).to_si(2.0), 2e6);
        assert_eq!(units.of(Dimension::INERTIA).to_si(5.0), 5e-6);
        assert_eq!(units.of(Dimension::ACCELERATION).to_si(9810.0), 9.81);
        assert_eq!(units.of_exponents(Dimension::LENGTH.exponents()).unwrap().to_si(3.0), 0.003);
        // kN is not kg·mm/s²: which of them is meant cannot be told.
        assert!(units.of_exponents(Dimension::FORCE.exponents()).is_none());
    }
}
