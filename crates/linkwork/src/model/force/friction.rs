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
//!
//! Friction by a coefficient has the same law for a unit of load, times r N: the normal load N of the joint's surfaces
//! follows from its reaction, force F and moment M about the joint's point. Two surfaces at the distance ±½ length
//! along the axis a carry F and M between them:
//!
//! ```text
//! N = |½ F + m| + |½ F − m|,   m = a × M / length
//! ```
//!
//! With travel, F is the part across the axis, and r = 1. Without a length M counts for nothing, and N = |F|.

use super::along::{Along, add_load, row};
use super::{Drawing, Ends, ForceType, JointMeasure, Loads, Measured, Parameter, Row, Surroundings};
use crate::ids::JointId;
use crate::model::{Joint, Space};
use crate::spatial::{Real, Vec3, Wrench};

/// Friction on the coordinate of a joint.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Friction {
    /// Name of the joint.
    pub name: String,
    /// The joint.
    pub joint: JointId,
    /// Load of sliding (N or N·m), or its coefficient.
    pub coulomb: f64,
    /// Largest load that is held, not below that of sliding (N or N·m), or its coefficient.
    pub sticking: f64,
    /// Load by rate (N·s/m or N·m·s/rad).
    pub viscous: f64,
    /// Rates below are creep (m/s or rad/s).
    pub speed: f64,
    /// Surfaces that the joint's reaction presses together, where loads are given by coefficients.
    pub surfaces: Option<Surfaces>,
}

/// Surfaces of a joint that its reaction presses together.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Surfaces {
    /// Radius of the pin, where the coordinate is an angle (m).
    pub radius: Option<f64>,
    /// Distance along the axis between the two surfaces that carry moments across it (m); `None` where none counts.
    pub length: Option<f64>,
}

impl Surfaces {
    /// How hard they are pressed together (N).
    pub(crate) fn normal_load<S: Real>(&self, coordinate: &JointMeasure<S>, reaction: &Wrench<S>) -> S {
        let [_, Wrench { force: along, torque: about }] = coordinate.wrenches;
        let (axis, force) = match self.radius {
            Some(_) => (about, reaction.force),
            None => (along, reaction.force - along * along.dot(reaction.force)),
        };
        let moment = match self.length {
            Some(length) => (1.0 / length) * axis.cross(reaction.torque),
            None => Vec3::zero(),
        };
        let half = 0.5 * force;
        (half + moment).norm() + (half - moment).norm()
    }
}

impl Friction {
    /// The load along the coordinate.
    fn load<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        let coordinate = now.coordinate(self.joint, 0);
        let limit = match self.surfaces {
            Some(surfaces) => {
                let normal = surfaces.normal_load(&coordinate, &now.reaction(self.joint));
                normal * surfaces.radius.unwrap_or(1.0)
            }
            None => S::from(1.0),
        };
        let rate = now.stretch_rate(0, coordinate.rate);
        -(self.limited(rate) * limit + rate * self.viscous)
    }

    /// The part of the load at a rate that has a limit.
    fn limited<S: Real>(&self, rate: S) -> S {
        let (one, three) = (S::from(1.0), S::from(3.0));
        let signed = rate / self.speed;
        let creep = signed * (three - signed * signed) * (0.5 * self.sticking);
        let beyond = signed.abs() - 1.0;
        let sliding = (-(beyond * beyond)).exp() * (self.sticking - self.coulomb) + self.coulomb;
        let against = S::from(0.0).select_below(rate, sliding, -sliding);
        signed.abs().select_below(one, creep, against)
    }
}

impl ForceType for Friction {
    const WORD: &'static str = "friction";

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Joint(&mut self.joint));
        visit(Parameter::Numbers(&[self.coulomb, self.sticking, self.viscous, self.speed]));
        if let Some(Surfaces { radius, length }) = self.surfaces {
            visit(Parameter::Numbers(&[radius.unwrap_or(0.0), length.unwrap_or(0.0)]));
        }
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
        add_load(&now.coordinate(self.joint, 0), self.load(now), loads);
    }

    fn potential<S: Real>(&self, _: &impl Surroundings<S>) -> S {
        S::from(0.0)
    }

    fn n_rows(&self, _: Space) -> usize {
        1
    }

    fn rows<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        tell(row(&now.coordinate(self.joint, 0), self.load(now)));
    }

    fn measure<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        tell(&[self.load(now)]);
    }
}
