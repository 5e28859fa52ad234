//! The summary of a run so far.

use super::Simulation;
use crate::stats::{Summary, Tally};

impl Simulation {
    pub(super) fn tally(&self) -> Tally {
        let counters = self.system.counters;
        Tally {
            steps: self.steps,
            rejected: self.rejected,
            evaluations: counters.evaluations,
            evaluation_seconds: counters.time.as_secs_f64(),
            step_seconds: self.step_time.as_secs_f64(),
            wall_seconds: self.started.elapsed().as_secs_f64() + self.restored.map_or(0.0, |(_, seconds)| seconds),
        }
    }

    /// The summary so far: valid after success, trouble or interrupt.
    pub fn summary(&self) -> Summary {
        let tally = self.tally();
        let mut summary = self.summary_before();
        // The methods that did the work say so themselves.
        let facts = self.system.formulation.facts();
        summary.formulation = facts.kind.to_string();
        summary.solver = self.system.solver.kind().to_string();
        summary.integrator = self.integrator.kind().to_string();
        summary.stabilization = self.stabilization.kind().to_string();
        summary.time = self.stuck_at.unwrap_or(self.state.time);
        summary.stopped = self.has_stopped.then(|| self.model.signals.stop_condition().to_string());
        summary.restarted_at = self.restored.map(|(time, _)| time);
        summary.steps = tally.steps;
        summary.rejected = tally.rejected;
        summary.repartitions = self.stabilization.count_repartitions(&self.state.memories.stabilization);
        summary.evaluations = tally.evaluations;
        summary.wall_seconds = tally.wall_seconds;
        summary.seconds_per_evaluation = tally.evaluation_seconds / tally.evaluations.max(1) as f64;
        summary.step_seconds = tally.step_seconds;
        summary.max_residual = self.audit.max_residual;
        let least_energy = self.whole_model().least_energy();
        summary.energy_drift = self.audit.energy_drift(least_energy);
        summary.energy_balance = self.audit.energy_balance(least_energy);
        summary.warnings.extend(self.audit.rank_warning(self.plan.moving_rank()));
        summary.warnings.extend(self.audit.missed_warning(self.whole_model()));
        let is_news = |relative: f64| self.watch().is_some_and(|watch| watch.is_news(relative));
        summary.warnings.extend(self.audit.opened_warning(self.whole_model(), is_news));
        summary.warnings.extend(facts.ballast_warning());
        summary.warnings.extend_from_slice(&self.notes);
        summary.warnings.extend(self.undecided_warning());
        summary.warnings.extend(self.audit.balance_warning(least_energy));
        summary.warnings.extend(self.warn_of_pardon());
        summary.warnings.extend(self.audit.jump_warning(least_energy).filter(|_| self.plan.is_damped()));
        summary.state_hash = format!("{:016x}", self.whole_state().hash());
        if let Some(done) = self.system.solver.iterations() {
            summary.solver_solves = Some(done.solves);
            summary.solver_iterations = Some(done.iterations);
            summary.solver_refreshes = Some(done.refreshes);
        }
        summary.scales = self.summarize_scales();
        if let Some(program) = facts.program {
            summary.specialized = true;
            summary.operations = Some(program.n_operations);
            summary.unspecialized_evaluations = Some(program.n_left);
        }
        summary.completed = self.ended.is_none() && !self.interrupted;
        summary.error = self.ended.as_ref().map(ToString::to_string);
        summary
    }
}
