//! Inputs: named numbers of the model that are set from outside while a simulation runs, by a controller, say.
//!
//! They are values of the state that change only here, so that checkpoints, saved states and hashes have them.

use super::Simulation;
use crate::error::SimulationError;

impl Simulation {
    /// Sets an input from the present time on. Nothing of before is remembered where the value is another one, since
    /// no formula may see both sides of a jump.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the model has no input of this name, or the value is not finite.
    pub fn set_input(&mut self, name: &str, value: f64) -> Result<(), SimulationError> {
        let Some(which) = self.model.signals.inputs().position(|(known, _)| known == name) else {
            let known: Vec<&str> = self.model.signals.inputs().map(|(known, _)| known).collect();
            let known =
                if known.is_empty() { "it has none".to_string() } else { format!("it has {}", known.join(", ")) };
            let reason = format!("the model has no input '{name}'; {known}");
            return Err(SimulationError::DoesNotApply { method: "input", reason });
        };
        if !value.is_finite() {
            let reason = format!("the value of '{name}' is {value}, and must be finite");
            return Err(SimulationError::DoesNotApply { method: "input", reason });
        }
        let place = self.first_input() + which;
        if self.state.values[place] != value {
            self.state.values[place] = value;
            self.integrator.keep_rates(&mut self.state.memories.integrator, 0);
            self.forget_switches();
        }
        Ok(())
    }

    /// Values of the inputs, in the order of the model.
    pub fn inputs(&self) -> &[f64] {
        &self.state.values[self.first_input()..][..self.model.signals.n_inputs]
    }

    /// Where inputs begin among the values of the state: companions are states, inputs, and the work.
    fn first_input(&self) -> usize {
        self.state.values.len() - self.state.n_companions + self.model.signals.n_states()
    }
}
