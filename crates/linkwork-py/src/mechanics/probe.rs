//! A simulation that is set to given states and looked at.

use linkwork::{Simulation, SimulationError, State};

/// States that something is computed for, one behind the other.
pub(super) struct Requests<'a> {
    pub time: &'a [f64],
    pub q: &'a [f64],
    pub v: &'a [f64],
    pub inputs: &'a [f64],
    /// Numbers of coordinates, velocities and inputs of each.
    pub widths: [usize; 3],
    pub threads: usize,
}

impl Requests<'_> {
    pub(super) fn len(&self) -> usize {
        self.time.len()
    }

    /// Sets a probe to one of the states.
    pub(super) fn set(&self, k: usize, probe: &mut Probe) -> Result<(), SimulationError> {
        let [n_q, n_v, n_inputs] = self.widths;
        probe.state.time = self.time[k];
        let (q, rest) = probe.state.values.split_at_mut(n_q);
        q.copy_from_slice(&self.q[k * n_q..][..n_q]);
        rest[..n_v].copy_from_slice(&self.v[k * n_v..][..n_v]);
        probe.apply()?;
        let (model, inputs) = (probe.simulation.model().clone(), &self.inputs[k * n_inputs..][..n_inputs]);
        for ((name, _), value) in model.signals.inputs().zip(inputs) {
            probe.simulation.set_input(name, *value)?;
        }
        probe.state.values.clone_from(&probe.simulation.state().values);
        Ok(())
    }
}

/// A simulation whose state others choose.
pub(super) struct Probe {
    pub(super) simulation: Simulation,
    /// The state that it is set to.
    pub(super) state: State,
    rates: Vec<f64>,
}

impl Probe {
    pub(super) fn new(simulation: Simulation) -> Probe {
        let state = simulation.state().clone();
        Probe { simulation, rates: vec![0.0; state.values.len()], state }
    }

    /// Takes the state over.
    pub(super) fn apply(&mut self) -> Result<(), SimulationError> {
        self.simulation.set_state(&self.state)
    }

    /// Rates of all values.
    pub(super) fn evaluate(&mut self) -> Result<&[f64], SimulationError> {
        self.simulation.evaluate(&mut self.rates)?;
        Ok(&self.rates)
    }

    /// Number of constraint equations.
    pub(super) fn n_equations(&self) -> usize {
        self.simulation.workspace().velocity_residual.len()
    }

    /// Whose a value is: `joint 'A'`.
    pub(super) fn owner(&self, index: usize) -> String {
        let system = self.simulation.workspace();
        let text = system.formulation.describe(&system.model, index);
        // "the acceleration of joint 'A'"
        text.split_once(" of ").map_or(text.clone(), |(_, owner)| owner.to_string())
    }
}
