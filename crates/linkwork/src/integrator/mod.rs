//! Integrators: they advance a state, given something that evaluates rates. They know no bodies.
//!
//! A step is *attempt, stabilize, judge*: the integrator proposes values at a later time, the stabilization moves
//! them onto the constraints, and the integrator accepts or refuses what came out. So the rates that a method keeps for
//! its next step are always those of a state that satisfies the constraints.

mod adams;
mod dopri5;
mod dormand_prince;
mod rk4;
mod step_control;

#[cfg(test)]
mod tests;

pub use adams::{Adams, Corrector};
pub use dopri5::Dopri5;
pub use rk4::RungeKutta4;

use crate::error::StepError;
use crate::methods::IntegratorKind;
use crate::state::State;
use crate::system::System;

/// Proposed values at a later time.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The later time.
    pub time: f64,
    /// Laid out as [`State::values`].
    pub values: Vec<f64>,
}

/// What an integrator says of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It becomes the new state.
    Accepted,
    /// It is thrown away; the next attempt takes a smaller step.
    Rejected,
}

/// A method that advances a state in time.
pub trait Integrator: Send {
    /// The method that this is.
    fn kind(&self) -> IntegratorKind;

    /// Sizes scratch memory and history for this state and forgets what was remembered. Allocation happens here only,
    /// and in the first attempt from a restored checkpoint, which goes on as if never interrupted when not started anew.
    fn start(&mut self, state: &mut State);

    /// Proposes a trial no later than `limit` (> `state.time`); reaches `limit` exactly when the step allows.
    ///
    /// # Errors
    /// What the evaluation of the rates reported.
    fn attempt(
        &mut self,
        system: &mut dyn System,
        state: &mut State,
        limit: f64,
        trial: &mut Trial,
    ) -> Result<(), StepError>;

    /// Judges the stabilized trial; on acceptance updates `state.history`, not yet time and values.
    ///
    /// # Errors
    /// What the evaluation of the rates reported, or a step that became too small to go on.
    fn judge(&mut self, system: &mut dyn System, state: &mut State, trial: &Trial) -> Result<Verdict, StepError>;

    /// After an attempt that failed with an error: shortens the next step and returns true, or returns false when the
    /// method cannot (a fixed step, or one at the resolution of time).
    fn shorten(&mut self, state: &mut State) -> bool;

    /// Whether [`interpolate`](Integrator::interpolate) works: steps then need not end at output times.
    fn has_dense_output(&self) -> bool;

    /// Writes the values at a time inside the last accepted step.
    fn interpolate(&self, time: f64, values: &mut [f64]);
}

/// Has room for so many numbers; what fits is left as it is. New ones are zeros that take no memory before they are used.
fn make_room(numbers: &mut Vec<f64>, n: usize) {
    if numbers.len() != n {
        *numbers = vec![0.0; n];
    }
}
