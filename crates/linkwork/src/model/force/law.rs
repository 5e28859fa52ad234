//! The law of a linear spring, damper and actuator in one coordinate x, which may be a length or an angle.

use super::Expression;

/// Load −k (x − x₀) − c ẋ + actuator, positive in the direction of x.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    stiffness: f64,
    damping: f64,
    free: f64,
    actuator: f64,
}

impl Law {
    /// Spring k and damper c, without load where x is `free`.
    pub(super) fn new(stiffness: f64, damping: f64, free: f64) -> Law {
        Law { stiffness, damping, free, actuator: 0.0 }
    }

    /// With an actuator's load at this time.
    pub(super) fn with_actuator(self, load: Option<&Expression>, time: f64) -> Law {
        Law { actuator: load.map_or(0.0, |load| load.value(time)), ..self }
    }

    /// The load.
    pub(super) fn load(&self, x: f64, rate: f64) -> f64 {
        self.actuator - self.stiffness * (x - self.free) - self.damping * rate
    }

    /// ½ k (x − x₀)²
    pub(super) fn potential(&self, x: f64) -> f64 {
        0.5 * self.stiffness * (x - self.free) * (x - self.free)
    }
}
