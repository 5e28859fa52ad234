//! The simulation: one time step, and the loop that repeats it.
//!
//! [`Simulation::step`] is *the* step. Its stages recur by number and name in the documents and in [`Workspace`]:
//! 1 kinematics, 2 forces, 3 assemble, 4 solve, 5 rates: together one *evaluation*, which the integrator asks for as often as its
//! method needs; 6 advance, 7 stabilize, 8 observe.

use crate::error::{Hitch, Trouble};
use crate::integrator::{Integrator, Rates, Trial, Verdict};
use crate::model::Model;
use crate::plan::Plan;
use crate::recorder::{Observation, Sink, channels, write_row};
use crate::stabilization::{Assembly, Stabilization};
use crate::state::State;
use crate::stats::{Audit, Summary};
use crate::workspace::Workspace;
use std::time::{Duration, Instant};

/// Trouble that persists down to steps of this size, relative to the time (at least a millisecond), is none of the step's: twenty
/// quarterings below a step of a second, and still above the resolution of time.
const HOPELESS: f64 = 1e-12;

/// A model in motion: one state, and the memory to move it.
pub struct Simulation<'m> {
    model: &'m Model,
    plan: &'m Plan,
    state: State,
    trial: Trial,
    workspace: Workspace<'m>,
    integrator: Box<dyn Integrator>,
    stabilization: Box<dyn Stabilization>,
    observation: Observation,
    row: Vec<f64>,
    audit: Audit,
    steps: u64,
    rejected: u64,
    step_time: Duration,
    started: Instant,
    ended: Option<Trouble>,
    interrupted: bool,
}

impl<'m> Simulation<'m> {
    /// Takes memory and the assembled initial state of the plan. Nothing allocates after the first step.
    ///
    /// # Errors
    /// [`Trouble::DoesNotApply`] when a method of the plan cannot treat the model.
    pub fn new(model: &'m Model, plan: &'m Plan) -> Result<Simulation<'m>, Trouble> {
        let started = Instant::now();
        let mut state = plan.initial.clone();
        let mut integrator = plan.make_integrator();
        integrator.start(&mut state);
        let stabilization = plan.make_stabilization(model);
        let mut workspace = plan.make_workspace(model)?;
        workspace.feedback = stabilization.feedback_rate();
        workspace.projects = stabilization.projects();
        workspace.windings.copy_from_slice(&state.windings);
        workspace.rank = plan.rank;
        Ok(Simulation {
            model,
            plan,
            trial: Trial { time: 0.0, values: state.values.clone() },
            state,
            workspace,
            integrator,
            stabilization,
            observation: Observation::default(),
            row: Vec::with_capacity(channels(model).len()),
            audit: Audit::default(),
            steps: 0,
            rejected: 0,
            step_time: Duration::ZERO,
            started,
            ended: None,
            interrupted: false,
        })
    }

    /// One time step, no further than `limit`.
    ///
    /// # Errors
    /// Numerical trouble that a shorter step did not cure; the state is that of the last good step.
    pub fn step(&mut self, limit: f64) -> Result<(), Trouble> {
        let begin = Instant::now();
        let before = self.state.time;
        // A step depends on the state it starts from, not on what earlier ones or rows of results left behind.
        self.workspace.solver.forget();
        while self.attempt(limit).map_err(|hitch| self.workspace.name(hitch))? == Verdict::Rejected {
            self.rejected += 1;
        }

        // The trial becomes the state; joint angles are counted on.
        std::mem::swap(&mut self.state.values, &mut self.trial.values);
        self.state.time = self.trial.time;
        self.workspace.formulation.update_kinematics(self.model, &self.state.values, &self.workspace.team);
        self.workspace.formulation.update_windings(self.model, self.state.time - before, &mut self.state.windings);
        self.workspace.windings.copy_from_slice(&self.state.windings);
        self.workspace.rank = self.workspace.solver.rank_report().rank;
        self.audit.see_rank(self.state.time, self.workspace.rank);
        self.steps += 1;
        self.step_time += begin.elapsed();
        Ok(())
    }

    /// Stages 6 and 7: propose a step, bring it onto the constraints, judge it.
    fn attempt(&mut self, limit: f64) -> Result<Verdict, Hitch> {
        let Simulation { state, trial, workspace, integrator, stabilization, .. } = self;

        // 6 advance: evaluates the rates (stages 1–5) as often as the method needs.
        let outcome = integrator
            .attempt(workspace, state, limit, trial)
            // 7 stabilize: positions, then velocities.
            .and_then(|()| stabilization.stabilize(workspace, trial.time, &mut trial.values))
            .and_then(|()| integrator.judge(workspace, state, trial));

        // Trouble at a point further on may be cured by a shorter step.
        match outcome {
            Err(hitch) if !matches!(hitch, Hitch::StepTooSmall { .. }) && integrator.shorten(state) => {
                match state.history.step > HOPELESS * (1e-3 + state.time.abs()) {
                    true => Ok(Verdict::Rejected),
                    false => Err(hitch),
                }
            }
            other => other,
        }
    }

    /// Steps to the plan's end time, and hands a row to the sink at every output time: 0, output_step, …, end.
    ///
    /// # Errors
    /// What stopped the run before its end; all rows up to then are with the sink.
    pub fn run(&mut self, sink: &mut dyn Sink) -> Result<(), Trouble> {
        let outcome = self.run_to_end(sink);
        self.ended = outcome.clone().err();
        outcome
    }

    fn run_to_end(&mut self, sink: &mut dyn Sink) -> Result<(), Trouble> {
        let grid = OutputGrid::new(self.plan.settings.end, self.plan.settings.output_step);
        sink.begin(&channels(self.model))?;
        if grid.len() == 1 {
            // Nothing but the initial state is asked for: its evaluation is the one that is counted.
            self.evaluate_in_place()?;
        }
        self.record(0.0, sink)?;
        let mut next = 1;
        while next < grid.len() {
            let limit = if self.integrator.has_dense_output() { grid.end } else { grid.time(next) };
            self.step(limit)?;
            while next < grid.len() && grid.time(next) <= self.state.time {
                self.record(grid.time(next), sink)?;
                next += 1;
            }
            if !sink.progress(self.state.time, self.steps) {
                self.interrupted = true;
                break;
            }
        }
        Ok(())
    }

    /// Stages 1–5 at the present state, rates into the trial's memory.
    fn evaluate_in_place(&mut self) -> Result<(), Trouble> {
        let outcome = self.workspace.evaluate(self.state.time, &self.state.values, &mut self.trial.values);
        outcome.map_err(|hitch| self.workspace.name(hitch))
    }

    /// Stage 8 at a time no later than the state's, inside the last step.
    fn record(&mut self, time: f64, sink: &mut dyn Sink) -> Result<(), Trouble> {
        if time == self.state.time {
            self.workspace.observe(time, &self.state.values, &mut self.observation)?;
        } else {
            // Joint angles are counted back from the end of the step. Interpolated values leave the constraints a little;
            // what users see is on them.
            let Simulation { state, trial, workspace, .. } = self;
            self.integrator.interpolate(time, &mut trial.values);
            workspace.formulation.update_kinematics(self.model, &trial.values, &workspace.team);
            workspace.formulation.update_windings(self.model, time - state.time, &mut workspace.windings);
            let outcome = self.stabilization.stabilize(workspace, time, &mut trial.values);
            outcome.map_err(|hitch| workspace.name(hitch))?;
            workspace.observe(time, &trial.values, &mut self.observation)?;
            workspace.windings.copy_from_slice(&state.windings);
        }
        self.audit.see(&self.observation);
        write_row(self.model, &self.observation, &mut self.row);
        sink.record(&self.row)
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Goes on from another state of the same model and plan: a checkpoint.
    pub fn set_state(&mut self, state: &State) {
        self.state.clone_from(state);
        self.workspace.solver.forget();
        self.workspace.windings.copy_from_slice(&state.windings);
    }

    /// What users see of the present state: motion, reactions, energies.
    ///
    /// # Errors
    /// When an acceleration is not finite.
    pub fn observe(&mut self) -> Result<&Observation, Trouble> {
        self.workspace.observe(self.state.time, &self.state.values, &mut self.observation)?;
        Ok(&self.observation)
    }

    /// One evaluation of the rates at the present state: stages 1–5.
    ///
    /// # Errors
    /// When an acceleration is not finite.
    pub fn evaluate(&mut self, rates: &mut [f64]) -> Result<(), Trouble> {
        let outcome = self.workspace.evaluate(self.state.time, &self.state.values, rates);
        outcome.map_err(|hitch| self.workspace.name(hitch))
    }

    /// The workspace, as the last evaluation left it.
    pub fn workspace(&self) -> &Workspace<'m> {
        &self.workspace
    }

    /// What assembling the model changed.
    pub fn assembly(&self) -> &Assembly {
        &self.plan.assembly
    }

    /// Whether the sink asked to stop.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted
    }

    /// The summary so far: valid after success, trouble or interrupt.
    pub fn summary(&self) -> Summary {
        let counters = self.workspace.counters;
        let per_evaluation = counters.time.as_secs_f64() / counters.evaluations.max(1) as f64;
        let mut summary = self.plan.summary(self.model);
        summary.time = self.state.time;
        summary.steps = self.steps;
        summary.rejected = self.rejected;
        summary.evaluations = counters.evaluations;
        summary.wall_seconds = self.started.elapsed().as_secs_f64();
        summary.seconds_per_evaluation = per_evaluation;
        summary.step_seconds = self.step_time.as_secs_f64();
        summary.max_residual = self.audit.max_residual;
        summary.energy_drift = self.audit.energy_drift();
        summary.warnings.extend(self.audit.rank_warning(summary.rank));
        summary.state_hash = format!("{:016x}", self.state.hash());
        if let Some(done) = self.workspace.solver.iterations() {
            summary.solver_solves = Some(done.solves);
            summary.solver_iterations = Some(done.iterations);
            summary.solver_refreshes = Some(done.refreshes);
        }
        summary.completed = self.ended.is_none() && !self.interrupted;
        summary.error = self.ended.as_ref().map(ToString::to_string);
        summary
    }
}

/// The output times 0, step, 2 step, …, end.
struct OutputGrid {
    end: f64,
    step: f64,
    /// Output times before the end.
    n_before: usize,
}

impl OutputGrid {
    fn new(end: f64, step: f64) -> OutputGrid {
        // A last multiple that misses the end by round-off only is the end.
        let n_before = if end > 0.0 { (end / step * (1.0 - 1e-12) - 1e-9).ceil().max(1.0) as usize } else { 0 };
        OutputGrid { end, step, n_before }
    }

    fn len(&self) -> usize {
        self.n_before + 1
    }

    fn time(&self, k: usize) -> f64 {
        if k >= self.n_before { self.end } else { k as f64 * self.step }
    }
}

#[cfg(test)]
mod tests {
    use super::OutputGrid;

    #[test]
    fn output_times_hit_the_end_exactly_once() {
        for (end, step, n) in [(1.0, 0.1, 11), (0.3, 0.1, 4), (1.0, 0.3, 5), (0.05, 0.1, 2), (0.0, 0.1, 1)] {
            let grid = OutputGrid::new(end, step);
            let times: Vec<f64> = (0..grid.len()).map(|k| grid.time(k)).collect();
            assert_eq!(times.len(), n, "{end} {step}: {times:?}");
            assert_eq!(*times.last().unwrap(), end);
            assert!(times.windows(2).all(|w| w[0] < w[1]));
        }
    }
}
