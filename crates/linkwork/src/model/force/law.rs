//! The law of a linear spring, damper and actuator in one coordinate x, which may be a length or an angle.

use super::{Expression, Surroundings};
use crate::spatial::Real;

/// Load −k (x − x₀) − c ẋ + actuator, positive in the direction of x.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law<S> {
    stiffness: f64,
    damping: f64,
    free: f64,
    actuator: S,
}

impl<S: Real> Law<S> {
    /// Spring k and damper c, without load where x is `free`.
    pub(super) fn new(stiffness: f64, damping: f64, free: f64) -> Self {
        Law { stiffness, damping, free, actuator: S::from(0.0) }
    }

    /// With an actuator's load.
    pub(super) fn with_actuator(self, load: Option<&Expression>, now: &impl Surroundings<S>) -> Self {
        Law { actuator: load.map_or(S::from(0.0), |load| now.value(load)), ..self }
    }

    /// The load.
    pub(super) fn load(&self, x: S, rate: S) -> S {
        self.actuator - (x - self.free) * self.stiffness - rate * self.damping
    }

    /// ½ k (x − x₀)²
    pub(super) fn potential(&self, x: S) -> S {
        (x - self.free) * (0.5 * self.stiffness) * (x - self.free)
    }
}
