//! Integrators: they advance a state, given something that evaluates rates. They know no bodies.
//!
//! A step is *attempt, stabilize, judge*: the integrator proposes values at a later time, the stabilization moves
//! them onto the constraints, and the integrator accepts or refuses what came out. So the rates that a method keeps for
//! its next step are always those of a state that satisfies the constraints.

mod adams;
mod dopri5;
mod dormand_prince;
mod rk4;
mod rosenbrock;
mod step_control;

#[cfg(test)]
mod tests;

pub(crate) use adams::{Adams, Corrector};
pub(crate) use dopri5::Dopri5;
pub(crate) use rk4::RungeKutta4;
pub(crate) use rosenbrock::Rosenbrock;

use crate::error::StepError;
use crate::methods::IntegratorKind;
use crate::state::{MethodMemory, State};
use crate::system::System;

/// Proposed values at a later time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trial {
    /// The later time.
    pub time: f64,
    /// Laid out as [`State::values`].
    pub values: Vec<f64>,
}

/// An integrator's verdict on a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It becomes the new state.
    Accepted,
    /// It is thrown away; the next attempt takes a smaller step.
    Rejected,
}

/// A method that advances a state in time.
pub(crate) trait Integrator: Send {
    /// The method that this is.
    fn kind(&self) -> IntegratorKind;

    /// Sizes scratch memory and the state's memory of it, and forgets what was remembered. Allocation happens here
    /// only, and in the first attempt from a restored checkpoint, which goes on as if never interrupted when not
    /// started anew.
    fn start(&mut self, state: &mut State);

    /// Proposes a trial no later than `limit` (> `state.time`); reaches `limit` exactly when the step allows.
    ///
    /// # Errors
    /// Errors of evaluating the rates.
    fn attempt(
        &mut self,
        system: &mut dyn System,
        state: &mut State,
        limit: f64,
        trial: &mut Trial,
    ) -> Result<(), StepError>;

    /// Judges the stabilized trial; on acceptance updates what is remembered, not yet time and values.
    ///
    /// # Errors
    /// Errors of evaluating the rates, or a step that became too small to go on.
    fn judge(&mut self, system: &mut dyn System, state: &mut State, trial: &Trial) -> Result<Verdict, StepError>;

    /// After an attempt that failed with an error: shortens the next step and returns true, or returns false when the
    /// method cannot (a fixed step), or the error is none of the step's.
    fn shorten(&mut self, state: &mut State) -> bool;

    /// Keeps the newest `n` at most of the rates that it remembers, and lends them to be changed together with the
    /// state's values; the first are those at the state.
    fn keep_rates<'a>(&self, memory: &'a mut MethodMemory, n: usize) -> &'a mut [Vec<f64>];

    /// Whether [`interpolate`](Integrator::interpolate) works: steps then need not end at output times.
    fn has_dense_output(&self) -> bool;

    /// Writes the values at a time inside the last accepted step.
    fn interpolate(&self, time: f64, values: &mut [f64]);

    /// Writes the coordinates of force elements at a time inside the last accepted step, where the method carries them
    /// beside the motion; none where it does not.
    fn interpolate_soft(&self, _time: f64, soft: &mut Vec<f64>) {
        soft.clear();
    }
}

/// Has room for so many numbers; what fits is left as it is. New ones are zeros that take no memory before they are
/// used.
fn make_room(numbers: &mut Vec<f64>, n: usize) {
    if numbers.len() != n {
        *numbers = vec![0.0; n];
    }
}

/// Gives a memory room for so many counts, numbers and lists of n rates; what fits is left as it is.
fn shape_memory(memory: &mut MethodMemory, [counts, numbers, lists]: [usize; 3], n: usize) {
    memory.counts.resize(counts, 0);
    memory.numbers.resize(numbers, 0.0);
    memory.per_value.resize_with(lists, Vec::new);
    memory.per_value.iter_mut().for_each(|rates| make_room(rates, n));
}

/// See [`Integrator::keep_rates`], where the first count is that of the rates.
fn keep_newest(memory: &mut MethodMemory, n: usize) -> &mut [Vec<f64>] {
    let [n_rates, ..] = &mut memory.counts[..] else { return &mut [] };
    // A memory made by hand may count more than there are.
    let n = n.min(memory.per_value.len()).min(*n_rates as usize);
    *n_rates = n as u64;
    &mut memory.per_value[..n]
}
