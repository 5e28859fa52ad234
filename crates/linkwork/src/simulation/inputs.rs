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
        self.set_input_at(which, value)
    }

    /// The same by the number of the input, in the order of the model.
    ///
    /// # Errors
    /// As [`set_input`](Simulation::set_input).
    pub fn set_input_at(&mut self, which: usize, value: f64) -> Result<(), SimulationError> {
        let refuse = |reason| Err(SimulationError::DoesNotApply { method: "input", reason });
        if !value.is_finite() {
            return refuse(format!("its value is {value}, and must be finite"));
        }
        let Some(place) = self.find_input(which) else { return refuse(format!("there is no input of number {which}")) };
        if self.state.values[place] != value {
            self.state.values[place] = value;
            self.integrator.keep_rates(&mut self.state.memories.integrator, 0);
        }
        Ok(())
    }

    /// Values of the inputs, in the order of the model.
    pub fn inputs(&self) -> &[f64] {
        match self.find_input(0) {
            Some(first) => &self.state.values[first..first + self.model.signals.n_inputs],
            None => &[],
        }
    }

    /// Where an input is among the values of the state: companions are states, inputs, and the work.
    fn find_input(&self, which: usize) -> Option<usize> {
        let first = self.state.values.len() - self.state.n_companions + self.model.signals.n_states();
        (which < self.model.signals.n_inputs).then_some(first + which)
    }
}
