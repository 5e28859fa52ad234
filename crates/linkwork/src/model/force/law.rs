//! The law of a spring, damper and actuator in one coordinate x, which may be a length or an angle.

use super::{Characteristic, Expression, Surroundings};
use crate::spatial::Real;

/// Load −k (x − x₀) − c ẋ + actuator, positive in the direction of x, or one of another characteristic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law<'a, S> {
    stiffness: f64,
    damping: f64,
    free: f64,
    actuator: S,
    characteristic: Option<&'a Characteristic>,
}

impl<'a, S: Real> Law<'a, S> {
    /// Spring k and damper c, without load where x is `free`.
    pub(super) fn new(stiffness: f64, damping: f64, free: f64) -> Self {
        Law { stiffness, damping, free, actuator: S::from(0.0), characteristic: None }
    }

    /// With another characteristic.
    pub(super) fn with(self, characteristic: Option<&'a Characteristic>) -> Self {
        Law { characteristic, ..self }
    }

    /// With an actuator's load.
    pub(super) fn with_actuator(self, load: Option<&Expression>, now: &impl Surroundings<S>) -> Self {
        Law { actuator: load.map_or(S::from(0.0), |load| now.value(load)), ..self }
    }

    /// The load.
    pub(super) fn load(&self, x: S, rate: S) -> S {
        match self.characteristic {
            None => self.actuator - (x - self.free) * self.stiffness - rate * self.damping,
            Some(other) => other.load([self.stiffness, self.damping], [x - self.free, rate], self.actuator),
        }
    }

    /// ½ k (x − x₀)², or the integral of the characteristic.
    pub(super) fn potential(&self, x: S) -> S {
        match self.characteristic {
            None => (x - self.free) * (0.5 * self.stiffness) * (x - self.free),
            Some(other) => other.potential(self.stiffness, x - self.free),
        }
    }
}
