//! Formulations whose accelerations can be differentiated.

use super::Now;
use crate::model::Model;
use crate::reduced::Pattern;
use crate::system::Direction;

/// Results of the evaluation that is differentiated.
pub struct Evaluated<'a> {
    /// In s.
    pub time: f64,
    /// The model's own states.
    pub states: &'a [f64],
    /// The state's unwrapped angles.
    pub unwrapped_angles: &'a [f64],
    /// Accelerations of all bodies.
    pub accelerations: &'a [f64],
    /// Multipliers of all equations.
    pub multipliers: &'a [f64],
    /// Rows of the joints.
    pub pattern: &'a Pattern,
}

/// Derivatives along a direction, accelerations and multipliers held.
#[derive(Default)]
pub struct Differential {
    /// Change of f − M a − Gᵀ λ.
    pub loads: Vec<f64>,
    /// Change of τ − G a.
    pub rows: Vec<f64>,
    /// Change of the rates of the model's own states.
    pub state_rates: Vec<f64>,
}

/// A formulation whose handles are the bodies, so that derivatives of their equations are those of its own.
pub trait Differentiable {
    /// Writes the derivatives at these values.
    fn write_differential(
        &self,
        model: &Model,
        now: Now,
        at: &Evaluated,
        direction: &Direction,
        out: &mut Differential,
    );
}
