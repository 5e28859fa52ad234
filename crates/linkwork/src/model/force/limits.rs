//! Stops of a joint: a spring and damper at each end of its coordinate's range, which only push back.

use super::along::{Along, add_load, row};
use super::{Drawing, Ends, ForceType, JointMeasure, Loads, Measured, Parameter, Row, Surroundings};
use crate::ids::JointId;
use crate::model::{Joint, Space};
use crate::spatial::Real;

/// Stops of a joint with one coordinate. Beyond a limit by d it is pushed back with k d + c ḋ, never pulled further.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Limits {
    /// Name of the joint.
    pub name: String,
    /// The joint.
    pub joint: JointId,
    /// Least value of the coordinate that is free (m or rad).
    pub lower: Option<f64>,
    /// Largest value of the coordinate that is free (m or rad).
    pub upper: Option<f64>,
    /// k (N/m or N·m/rad).
    pub stiffness: f64,
    /// c (N·s/m or N·m·s/rad).
    pub damping: f64,
}

impl Limits {
    /// Both stops: the depth of the coordinate behind each, its rate, and the sense in which the stop pushes.
    fn depths<S: Real>(&self, value: S, rate: S) -> [Option<(S, S, f64)>; 2] {
        let lower = self.lower.map(|lower| (S::from(lower) - value, -rate, 1.0));
        [lower, self.upper.map(|upper| (value - upper, rate, -1.0))]
    }

    fn load<S: Real>(&self, now: &impl Surroundings<S>, JointMeasure { value, rate, .. }: &JointMeasure<S>) -> S {
        let zero = S::from(0.0);
        let (value, rate) = (now.stretch(0, *value), now.stretch_rate(0, *rate));
        let push = |(depth, rate, sense): (S, S, f64)| {
            let load = (depth * self.stiffness + rate * self.damping).max(zero);
            zero.select_below(depth, load * sense, zero)
        };
        self.depths(value, rate).into_iter().flatten().map(push).fold(zero, |sum, load| sum + load)
    }
}

impl ForceType for Limits {
    const WORD: &'static str = "limits";

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Joint(&mut self.joint));
        let [lower, upper] = [self.lower.unwrap_or(f64::NEG_INFINITY), self.upper.unwrap_or(f64::INFINITY)];
        visit(Parameter::Numbers(&[lower, upper, self.stiffness, self.damping]));
    }

    fn ends(&self, joints: &[Joint]) -> Ends {
        Along(self.joint).ends(joints)
    }

    fn joint(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn may_change_energy(&self) -> bool {
        self.damping != 0.0
    }

    fn drawing(&self) -> Drawing {
        Along::DRAWING
    }

    fn quantities(_: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[Measured::new("stop", "load of a stop", "")];
        ALL
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let coordinate = now.coordinate(self.joint, 0);
        add_load(&coordinate, self.load(now, &coordinate), loads);
    }

    /// ½ k d²
    fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        let JointMeasure { value, rate, .. } = now.coordinate(self.joint, 0);
        let zero = S::from(0.0);
        let stored = |(depth, ..): (S, S, f64)| zero.select_below(depth, depth * depth * (0.5 * self.stiffness), zero);
        self.depths(value, rate).into_iter().flatten().map(stored).fold(zero, |sum, stored| sum + stored)
    }

    fn n_switches(&self) -> usize {
        2 * [self.lower, self.upper].into_iter().flatten().count()
    }

    fn switches(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        let JointMeasure { value, rate, .. } = now.coordinate(self.joint, 0);
        for (depth, rate, _) in self.depths(value, rate).into_iter().flatten() {
            let load = depth * self.stiffness + rate * self.damping;
            tell(depth);
            tell(if depth > 0.0 { load } else { 1.0 });
        }
    }

    fn n_rows(&self, _: Space) -> usize {
        1
    }

    fn rows<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        let coordinate = now.coordinate(self.joint, 0);
        tell(row(&coordinate, self.load(now, &coordinate)));
    }

    fn n_gaps(&self) -> usize {
        [self.lower, self.upper].into_iter().flatten().count()
    }

    fn gaps(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        let value = now.stretch(0, now.coordinate(self.joint, 0).value);
        self.depths(value, 0.0).into_iter().flatten().for_each(|(depth, ..)| tell(-depth));
    }

    fn measure<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        tell(&[self.load(now, &now.coordinate(self.joint, 0))]);
    }
}
