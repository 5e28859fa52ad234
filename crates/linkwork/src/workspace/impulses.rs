//! Where values are momenta with impulses of constraints in them: what is seen of them, for multipliers and rates of an evaluation are no
//! loads and accelerations there, nor momenta velocities.

use super::{Workspace, effect_of};
use crate::formulation::Equations;

impl Workspace<'_> {
    /// The largest |G v − ν| of the velocities that are seen; the rates are of no use afterwards.
    pub(super) fn calc_seen_velocity_residual(&mut self, values: &[f64], rates: &mut [f64]) -> f64 {
        if !self.formulation.has_impulses() {
            return self.calc_velocity_residual(values);
        }
        let mut settled = std::mem::take(&mut self.settled);
        settled.copy_from_slice(values);
        self.formulation.forget_impulses(&mut settled, rates);
        let residual = self.calc_velocity_residual(&settled);
        self.settled = settled;
        residual
    }

    /// Loads and accelerations at the velocities of the last evaluation, where its multipliers and rates are others.
    pub(super) fn solve_accelerations(&mut self, time: f64) {
        let now = (time, &self.unwrapped_angles[..]);
        if self.formulation.assemble_accelerations(&self.model, now, &mut self.equations, &self.team) {
            let Equations { system, right_side, .. } = &self.equations;
            self.solver.factor_and_solve(system, right_side, &mut self.multipliers, &self.team);
            self.respond();
            let effect = effect_of(&*self.formulation, &self.loads, &self.responses);
            self.formulation.take_accelerations(effect);
        }
    }
}
