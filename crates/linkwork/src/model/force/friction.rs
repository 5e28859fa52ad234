//! Friction in a joint: a load against the rate of its coordinate, with a limit for sticking and one for sliding.
//!
//! With x = |v|/speed the load is, against the motion,
//!
//! ```text
//! x < 1   static · ½ x (3 − x²)                                      rises to its maximum at x = 1
//! x ≥ 1   coulomb + (static − coulomb) exp(−(x − 1)²)                falls to that of sliding
//! ```
//!
//! and viscous · v besides. Both halves have the value static and no slope at x = 1. So a load below static is held
//! by a creep slower than `speed`, and a larger one is not.

use super::along::{Along, add_load, row};
use super::{Drawing, Ends, ForceType, JointMeasure, Loads, Measured, Parameter, Row, Surroundings};
use crate::ids::JointId;
use crate::model::{Joint, Space};
use crate::spatial::Real;

/// Friction on the coordinate of a joint.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Friction {
    /// Of the joint.
    pub name: String,
    /// The joint.
    pub joint: JointId,
    /// Load of sliding (N or N·m).
    pub coulomb: f64,
    /// Largest load that is held, not below that of sliding (N or N·m).
    pub sticking: f64,
    /// Load by rate (N·s/m or N·m·s/rad).
    pub viscous: f64,
    /// Rates below are creep (m/s or rad/s).
    pub speed: f64,
}

impl Friction {
    fn load<S: Real>(&self, now: &impl Surroundings<S>, coordinate: &JointMeasure<S>) -> S {
        let rate = now.stretch_rate(0, coordinate.rate);
        let (one, three) = (S::from(1.0), S::from(3.0));
        let signed = rate / self.speed;
        let creep = signed * (three - signed * signed) * (0.5 * self.sticking);
        let beyond = signed.abs() - 1.0;
        let sliding = (-(beyond * beyond)).exp() * (self.sticking - self.coulomb) + self.coulomb;
        let against = S::from(0.0).select_below(rate, sliding, -sliding);
        -(signed.abs().select_below(one, creep, against) + rate * self.viscous)
    }
}

impl ForceType for Friction {
    const WORD: &'static str = "friction";

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Joint(&mut self.joint));
        visit(Parameter::Numbers(&[self.coulomb, self.sticking, self.viscous, self.speed]));
    }

    fn ends(&self, joints: &[Joint]) -> Ends {
        Along(self.joint).ends(joints)
    }

    fn joint(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn may_change_energy(&self) -> bool {
        true
    }

    fn drawing(&self) -> Drawing {
        Along::DRAWING
    }

    fn quantities(_: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[Measured::new("friction", "load of friction", "")];
        ALL
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let coordinate = now.coordinate(self.joint, 0);
        add_load(&coordinate, self.load(now, &coordinate), loads);
    }

    fn potential<S: Real>(&self, _: &impl Surroundings<S>) -> S {
        S::from(0.0)
    }

    fn n_rows(&self, _: Space) -> usize {
        1
    }

    fn rows<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        let coordinate = now.coordinate(self.joint, 0);
        tell(row(&coordinate, self.load(now, &coordinate)));
    }

    fn measure<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        tell(&[self.load(now, &now.coordinate(self.joint, 0))]);
    }
}
