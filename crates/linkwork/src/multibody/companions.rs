//! Companions of the motion: values behind coordinates and velocities that are integrated with them, by the same
//! formula and without further evaluations. One is the work of loads and drivers.

use super::Multibody;
use crate::error::StepError;
use crate::state::State;
use crate::workspace::HeldBack;

impl Multibody<'_> {
    /// Has the work of loads and drivers be integrated beside the motion from this state on.
    pub(crate) fn watch_work(&mut self, state: &mut State) {
        self.power = vec![0.0; self.collective.n_own_parts()];
        self.n_companions = 1;
        state.add_companions(&[0.0]);
    }

    /// Coordinates and velocities of a state's values.
    pub(super) fn motion_of<'a>(&self, values: &'a [f64]) -> &'a [f64] {
        &values[..self.rates.len()]
    }

    /// Rates of the companions, at the values last evaluated.
    pub(super) fn write_companion_rates(&mut self, time: f64, rates: &mut [f64]) -> Result<(), StepError> {
        let [rate] = rates else { return Ok(()) };
        *rate = self.collective.sum(&self.workspace.power);
        match rate.is_finite() {
            true => Ok(()),
            false => Err(StepError::NotFinite { time, index: self.collective.n_values() }),
        }
    }

    /// Takes impulses of constraints out of the values last evaluated, where these are momenta, and out of their rates;
    /// the work that drivers did by them is then done.
    pub(crate) fn forget_impulses(&mut self, values: &mut [f64], rates: &mut [f64]) {
        let n = self.rates.len();
        self.formulation.forget_impulses(&mut values[..n], &mut rates[..n]);
        if let (Some(work), Some(power)) = (values.get_mut(n), rates.get_mut(n)) {
            let HeldBack { work: held_back, power: of_impulses } = std::mem::take(&mut self.workspace.held_back);
            *work -= held_back;
            *power -= of_impulses;
        }
    }

    /// Velocities were corrected by the multipliers at hand, with the opposite sign. Where values are momenta, impulses
    /// were taken out of them that drivers had done work by.
    pub(super) fn settle_work(&self, values: &mut [f64]) {
        if self.has_impulses && self.n_companions > 0 {
            let rows = self.workspace.multipliers.iter().zip(&self.workspace.equations.velocity);
            values[self.rates.len()] -= rows.map(|(impulse, velocity)| impulse * velocity).sum::<f64>();
        }
    }

    /// The work done until the values last evaluated (J), without what springs gave back.
    pub(super) fn work_of(&self, values: &[f64]) -> f64 {
        values.get(self.rates.len()).map_or(0.0, |work| work - self.workspace.held_back.work)
    }
}
