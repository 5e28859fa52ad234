//! Companions of the motion: values behind coordinates and velocities that are integrated with them, by the same
//! formula and without further evaluations. These are the states of the model's own differential equations, and last
//! the work of loads and drivers, less what springs among these have stored.

use super::Multibody;
use crate::error::StepError;
use crate::formulation::Now;
use crate::observation::Observation;
use crate::state::State;
use crate::system::Constrained;
use crate::workspace::HeldBack;

impl Multibody<'_> {
    /// Adds companions to the initial state of a run: the model's states, and work where it is to be watched.
    pub(crate) fn add_companions(&mut self, state: &mut State, watches_work: bool) {
        let states: Vec<f64> = self.model.signals.states.iter().map(|equation| equation.initial).collect();
        self.expect_companions(watches_work);
        state.add_companions(&states);
        if watches_work {
            state.add_companions(&[0.0]);
            // From here on work is counted. Where something is not finite, the first row or step says so.
            let mut seen = Observation::default();
            if self.observe(state.time, &state.values, &mut seen).is_ok() {
                state.values[self.work_index()] = -seen.work;
            }
        }
    }

    /// Memory for states that have companions.
    pub(crate) fn expect_companions(&mut self, watches_work: bool) {
        self.workspace.state_rates = vec![0.0; self.model.signals.states.len()];
        self.watches_work = watches_work;
        if watches_work {
            let zeros = vec![0.0; self.collective.n_own_parts()];
            (self.workspace.power, self.workspace.stored) = (zeros.clone(), zeros);
        }
    }

    pub(super) fn n_companions(&self) -> usize {
        self.state_rates.len() + usize::from(self.watches_work)
    }

    fn work_index(&self) -> usize {
        self.rates.len() + self.state_rates.len()
    }

    /// A state's values at a time, as formulations read them.
    pub(super) fn now<'a>(&self, time: f64, values: &'a [f64]) -> Now<'a> {
        let (values, companions) = values.split_at(self.rates.len());
        Now { time, values, soft: &[], states: companions.get(..self.state_rates.len()).unwrap_or_default() }
    }

    /// Rates of the companions, at the values last evaluated.
    pub(super) fn write_companion_rates(&mut self, time: f64, rates: &mut [f64]) -> Result<(), StepError> {
        let (of_states, of_work) = rates.split_at_mut(self.state_rates.len());
        of_states.copy_from_slice(&self.workspace.state_rates);
        if let [rate] = of_work {
            *rate = self.collective.sum(&self.workspace.power);
        }
        match rates.iter().position(|rate| !rate.is_finite()) {
            None => Ok(()),
            Some(index) => Err(StepError::NotFinite { time, index: self.collective.n_values() + index }),
        }
    }

    /// Names a companion, for messages.
    pub(super) fn describe_companion(&self, index: usize) -> String {
        match self.model.signals.states.get(index) {
            Some(equation) => format!("the rate of state '{}'", equation.name),
            None => "the power of loads and drivers".into(),
        }
    }

    /// Takes impulses of constraints out of the values last evaluated, where these are momenta, and out of their rates;
    /// the work that drivers did by them is then done.
    pub(crate) fn forget_impulses(&mut self, values: &mut [f64], rates: &mut [f64]) {
        let (n, work) = (self.rates.len(), self.work_index());
        self.formulation.forget_impulses(&mut values[..n], &mut rates[..n]);
        if self.watches_work {
            let HeldBack { work: held_back, power } = std::mem::take(&mut self.workspace.held_back);
            values[work] -= held_back;
            rates[work] -= power;
        }
    }

    /// Velocities were corrected by the multipliers at hand, with the opposite sign. Where values are momenta, impulses
    /// were taken out of them that drivers had done work by.
    pub(super) fn settle_work(&self, values: &mut [f64]) {
        if self.has_impulses && self.watches_work && values.len() > self.work_index() {
            let rows = self.workspace.multipliers.iter().zip(&self.workspace.equations.velocity);
            values[self.work_index()] -= rows.map(|(impulse, velocity)| impulse * velocity).sum::<f64>();
        }
    }

    /// The work done until the values last observed (J): what springs have stored is in the potential energy.
    pub(super) fn calc_work(&mut self, values: &[f64]) -> f64 {
        if !self.watches_work {
            return 0.0;
        }
        let stored = self.collective.sum(&self.workspace.stored);
        values[self.work_index()] + stored - self.workspace.held_back.work
    }
}
