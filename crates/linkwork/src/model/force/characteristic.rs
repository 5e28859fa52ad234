//! Laws other than k x and c ẋ: curves of elongation and rate, and elements that only push or only pull.

use super::Parameter;
use crate::model::signals::Curve;
use crate::spatial::Real;

/// In which directions an element acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(in crate::model) enum Acts {
    /// In both.
    #[default]
    Both,
    /// It only pushes its ends apart.
    Push,
    /// It only pulls them together.
    Pull,
}

impl Acts {
    /// The words for `acts`.
    pub(in crate::model) const WORDS: &'static [&'static str] = &["both", "push", "pull"];

    fn word(self) -> &'static str {
        match self {
            Acts::Both => "both",
            Acts::Push => "push",
            Acts::Pull => "pull",
        }
    }
}

/// A law that is not linear, or acts in one direction only. Then spring and damper act only while the element is
/// shorter (push) or longer (pull) than its free length, and the whole of it never pulls or pushes.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Characteristic {
    /// In place of k: the load that opposes an elongation.
    pub(super) spring: Option<Curve>,
    /// In place of c: the load that opposes a rate.
    pub(super) damper: Option<Curve>,
    pub(super) acts: Acts,
}

impl Characteristic {
    /// Whether it is no other law than k x and c ẋ.
    pub(super) fn is_linear(&self) -> bool {
        self.spring.is_none() && self.damper.is_none() && self.acts == Acts::Both
    }

    /// The load of spring, damper and actuator, where the element is linear with these coefficients but for its curves.
    pub(super) fn load<S: Real>(&self, [k, c]: [f64; 2], [elongation, rate]: [S; 2], actuator: S) -> S {
        let zero = S::from(0.0);
        let passive = self.where_it_acts(k, elongation, self.both_ways([k, c], [elongation, rate]));
        let load = actuator + passive;
        match self.acts {
            Acts::Both => load,
            Acts::Push => load.max(zero),
            Acts::Pull => load.min(zero),
        }
    }

    /// Tells functions at the sign of which the load without actuator switches.
    pub(super) fn switches(&self, [k, c]: [f64; 2], [elongation, rate]: [f64; 2], tell: &mut dyn FnMut(f64)) {
        if self.n_switches() > 0 {
            tell(elongation);
            tell(self.both_ways([k, c], [elongation, rate]));
        }
    }

    /// How many distances [`gaps`](Characteristic::gaps) tells.
    pub(super) fn n_gaps(&self) -> usize {
        if self.acts == Acts::Both { 0 } else { 1 }
    }

    /// Tells the distance that is left before the element begins to act.
    pub(super) fn gaps(&self, elongation: f64, tell: &mut dyn FnMut(f64)) {
        match self.acts {
            Acts::Both => {}
            Acts::Push => tell(elongation),
            Acts::Pull => tell(-elongation),
        }
    }

    /// How many functions these are.
    pub(super) fn n_switches(&self) -> usize {
        if self.acts == Acts::Both { 0 } else { 2 }
    }

    /// The load of spring and damper, wherever they act.
    fn both_ways<S: Real>(&self, [k, c]: [f64; 2], [elongation, rate]: [S; 2]) -> S {
        let spring = self.spring.as_ref().map_or(elongation * k, |curve| curve.value(elongation));
        let damper = self.damper.as_ref().map_or(rate * c, |curve| curve.value(rate));
        -(spring + damper)
    }

    /// The energy stored at this elongation.
    pub(super) fn potential<S: Real>(&self, k: f64, elongation: S) -> S {
        let linear = elongation * (0.5 * k) * elongation;
        let stored = self.spring.as_ref().map_or(linear, |curve| curve.integral(elongation));
        self.where_it_acts(k, elongation, stored)
    }

    /// Zero on the side where a spring is slack; a damper alone has no such side.
    fn where_it_acts<S: Real>(&self, k: f64, elongation: S, value: S) -> S {
        let (zero, has_spring) = (S::from(0.0), k != 0.0 || self.spring.is_some());
        match self.acts {
            Acts::Push if has_spring => elongation.select_below(zero, value, zero),
            Acts::Pull if has_spring => zero.select_below(elongation, value, zero),
            Acts::Both | Acts::Push | Acts::Pull => value,
        }
    }

    pub(super) fn parameters(&self, visit: &mut dyn FnMut(Parameter)) {
        for curve in [&self.spring, &self.damper] {
            visit(Parameter::Numbers(&curve.as_ref().map(Curve::numbers).unwrap_or_default()));
        }
        visit(Parameter::Word(self.acts.word()));
    }
}
