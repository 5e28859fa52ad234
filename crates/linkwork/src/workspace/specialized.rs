//! Evaluations by a program made for the model, in the place of stages 1 to 5. Near singular positions the program does not trust what it computed,
//! and the stages are run after all; so are they for everything that is not an evaluation for the integrator: what users see, and stabilization.

use super::Workspace;
use crate::error::SimulationError;
use crate::symbolic::{Executor, Specialized};

/// Why programs do not go with `baumgarte`.
pub(crate) const NO_FEEDBACK: &str =
    "programs do not draw back violations; take another stabilization than `baumgarte`";

/// A program at work.
pub struct Specialization {
    program: Specialized,
    machine: Box<dyn Executor>,
    /// [t, values, unwrapped angles] of the last evaluation.
    inputs: Vec<f64>,
    /// [rates, multipliers, pivots, violations] of the last evaluation.
    outputs: Vec<f64>,
    /// Whether the last evaluation is the program's: then system and factor in the workspace are those of an earlier one.
    is_ahead: bool,
    /// Evaluations that it left to the stages.
    pub n_left: u64,
}

impl Specialization {
    /// Operations an evaluation.
    pub fn n_operations(&self) -> usize {
        self.program.evaluation.operations.len()
    }
}

impl Workspace<'_> {
    /// Has a program evaluate the rates from now on, where it can be trusted.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when it is not a program for this workspace, or constraints pull by feedback,
    /// which programs do not know.
    pub fn specialize(&mut self, program: Specialized, machine: Box<dyn Executor>) -> Result<(), SimulationError> {
        let n_inputs = 1 + self.rates.len() + self.unwrapped_angles.len();
        let refuse = |reason: &str| Err(SimulationError::DoesNotApply { method: "specialize", reason: reason.into() });
        if program.n_rates != self.rates.len() || program.evaluation.n_inputs != n_inputs {
            return refuse("the program was made for another model or other coordinates");
        }
        if self.feedback > 0.0 {
            return refuse(NO_FEEDBACK);
        }
        let outputs = vec![0.0; program.evaluation.outputs.len()];
        self.specialization =
            Some(Specialization { program, machine, inputs: vec![0.0; n_inputs], outputs, is_ahead: false, n_left: 0 });
        Ok(())
    }

    /// The program at work, if there is one.
    pub fn specialization(&self) -> Option<&Specialization> {
        self.specialization.as_ref()
    }

    /// Evaluates by the program; false where there is none or it cannot be trusted.
    pub(super) fn run_program(&mut self, time: f64, values: &[f64], rates: &mut [f64]) -> bool {
        let Some(at_work) = &mut self.specialization else { return false };
        let (first, unwrapped_angles) = at_work.inputs.split_at_mut(1 + values.len());
        first[0] = time;
        first[1..].copy_from_slice(values);
        unwrapped_angles.copy_from_slice(&self.unwrapped_angles);
        at_work.machine.run(&at_work.inputs, &mut at_work.outputs);
        at_work.is_ahead = at_work.program.is_trusted(&at_work.outputs);
        if at_work.is_ahead {
            rates.copy_from_slice(&at_work.outputs[..rates.len()]);
            // Equations that are kept are independent here, and the others follow from them.
            self.evaluated_rank = at_work.program.kept.len();
        } else {
            at_work.n_left += 1;
        }
        at_work.is_ahead
    }

    /// Whether system and factor are those of an earlier evaluation than the last one.
    pub(super) fn is_behind(&self) -> bool {
        self.specialization.as_ref().is_some_and(|at_work| at_work.is_ahead)
    }

    /// System and factor are about to be those of another state.
    pub(super) fn leave_program(&mut self) {
        if let Some(at_work) = &mut self.specialization {
            at_work.is_ahead = false;
        }
    }

    /// Makes system and factor those of the last evaluation.
    pub(super) fn catch_up(&mut self) {
        if !self.is_behind() {
            return;
        }
        self.leave_program();
        // Taken out while it is read; put back below.
        let Some(at_work) = self.specialization.take() else { return };
        let n_values = self.rates.len();
        self.prepare(at_work.inputs[0], &at_work.inputs[1..1 + n_values]);
        self.factor();
        self.specialization = Some(at_work);
    }
}
