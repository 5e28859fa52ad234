//! The simulation: one time step, and the loop that repeats it.
//!
//! [`Simulation::step`] is *the* step. Its stages recur by number and name in the documents and in
//! `formulation::stages`: 1 kinematics, 2 forces, 3 assemble, 4 solve, 5 rates: together one
//! *evaluation*, which the integrator asks for as often as its method needs; 6 advance, 7 stabilize, 8 observe.

mod boundaries;
mod events;
mod forecast;
mod inputs;
mod processes;
mod recovery;
mod scales;
mod stiffness;
mod stop;
mod summary;

pub use processes::Whole;

use crate::checkpoint::Checkpoint;
use crate::error::SimulationError;
use crate::hash::Hash;
use crate::integrator::{Integrator, Trial, Verdict};
use crate::model::Model;
use crate::multibody::{Counters, Multibody};
use crate::observation::Observation;
use crate::plan::Plan;
use crate::recorder::{OutputTimes, Sink};
use crate::singular::Clearance;
use crate::stabilization::{Assembly, Stabilization};
use crate::state::{MethodMemory, State};
use crate::stats::{Audit, Tally};
use crate::symbolic::{ByProgram, Executor, Specialized};
use crate::system::{Change, Constrained, Direction, System};
use boundaries::Boundaries;
use events::Events;
use processes::{LastRow, Post};
use recovery::{Pardon, Told, equip};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A model in motion: one state, and the memory to move it. It owns what it needs, and can be sent to another thread;
/// it is not `Sync`, since what links processes is not.
pub struct Simulation {
    model: Arc<Model>,
    plan: Arc<Plan>,
    state: State,
    trial: Trial,
    system: Multibody<'static>,
    integrator: Box<dyn Integrator>,
    stabilization: Box<dyn Stabilization>,
    boundaries: Boundaries,
    /// Where loads switch that depend on the state.
    events: Option<Events>,
    /// Whether the last step only took the state across a boundary: rows up to here have its values.
    is_at_boundary: bool,
    /// Memory of the stabilization while it brings a row onto the constraints: rows leave no trace in the state.
    spare: MethodMemory,
    observation: Observation,
    /// The observation made between rows.
    spare_observation: Observation,
    audit: Audit,
    steps: u64,
    rejected: u64,
    step_time: Duration,
    started: Instant,
    last_row: LastRow,
    /// The checkpoint's last row, until there is another one.
    earlier_row: String,
    /// The time of the checkpoint, and how long the run had taken until then (s).
    restored: Option<(f64, f64)>,
    notes: Vec<String>,
    /// Where a joint stayed open, and the run went on.
    pardoned: Option<Pardon>,
    /// Where the run may go back to.
    told: Option<Told>,
    ended: Option<SimulationError>,
    /// The time reached, where a row before the state's time could not be recorded: that of the row before, or of the
    /// step before.
    stuck_at: Option<f64>,
    interrupted: bool,
    /// Whether the model's condition to stop holds.
    has_stopped: bool,
    /// Where this is one of several processes.
    post: Option<Post>,
}

/// Fails to compile where it could not be sent.
const _: fn() = || {
    fn is_send<T: Send>() {}
    is_send::<Simulation>();
};

impl Simulation {
    /// Takes memory and the assembled initial state of the plan. Nothing allocates after the first step. Model and plan
    /// are moved in, or shared as `Arc`s.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the plan is one of another model, its settings were changed to what
    /// cannot be, or a method cannot treat the model.
    pub fn new(model: impl Into<Arc<Model>>, plan: impl Into<Arc<Plan>>) -> Result<Simulation, SimulationError> {
        let (model, plan) = (model.into(), plan.into());
        plan.settings.check()?;
        plan.check_model(&model)?;
        let system = plan.make_workspace(plan.share_moving(&model))?;
        Simulation::with_system(model, plan, system)
    }

    fn with_system(
        model: Arc<Model>,
        plan: Arc<Plan>,
        mut system: Multibody<'static>,
    ) -> Result<Simulation, SimulationError> {
        let started = Instant::now();
        let mut state = plan.initial.clone();
        let mut integrator = plan.make_integrator();
        state.memories.solver.copy_from(&system.guesses.memory);
        let mut stabilization = plan.make_stabilization(&system)?;
        equip(&mut system, &*stabilization);
        system.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
        system.rank = plan.moving_rank();
        system.add_companions(&mut state, plan.changes_energy);
        integrator.start(&mut state);
        stabilization.start(&mut system, &mut state);
        Ok(Simulation {
            trial: Trial { time: 0.0, values: state.values.clone() },
            integrator,
            stabilization,
            boundaries: Boundaries::new(&plan),
            // Implicit methods have a guard of their own against running into contacts.
            events: Events::of(&plan, &state, &mut system),
            system,
            is_at_boundary: false,
            spare: state.memories.stabilization.clone(),
            state,
            observation: Observation::default(),
            spare_observation: Observation::default(),
            audit: Audit::default(),
            steps: 0,
            rejected: 0,
            step_time: Duration::ZERO,
            started,
            last_row: LastRow::Earlier,
            earlier_row: String::new(),
            restored: None,
            notes: Vec::new(),
            pardoned: None,
            told: None,
            ended: None,
            stuck_at: None,
            interrupted: false,
            has_stopped: false,
            post: None,
            model,
            plan,
        })
    }

    /// Has a program made for the model evaluate it from now on, where the program can be trusted.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when it was made for another model or plan, or the stabilization is
    /// `baumgarte`.
    pub fn specialize(&mut self, program: Specialized, machine: Box<dyn Executor>) -> Result<(), SimulationError> {
        let formulation = self.plan.make_formulation(&self.system.model)?;
        self.system.formulation =
            Box::new(ByProgram::new(formulation, program, machine, &self.system.model, &self.system)?);
        if self.restored.is_some() {
            // A step that begins with a stabilization looks at the evaluation by the program.
            let counters = self.system.counters;
            self.evaluate_in_place()?;
            self.system.counters = counters;
        }
        Ok(())
    }

    /// One time step, no further than `limit`. At an instant where a driver or a load switches it is one from right
    /// before to right after it.
    ///
    /// # Errors
    /// Numerical trouble that a shorter step did not cure, or a limit that is not after the present time; the state
    /// is that of the last good step. A driver that jumps.
    pub fn step(&mut self, limit: f64) -> Result<(), SimulationError> {
        let before = self.state.time;
        if limit.is_nan() || limit <= before {
            let reason = format!("its limit, {limit} s, is not after the present time, {before} s");
            return Err(SimulationError::DoesNotApply { method: "step", reason });
        }
        let Some(limit) = self.find_limit(limit) else { return self.cross_boundary() };
        match self.events.take() {
            None => self.advance(limit),
            Some(mut events) => {
                let outcome = self.advance_to_event(limit, &mut events);
                self.events = Some(events);
                outcome
            }
        }
    }

    /// One time step inside of which nothing is known to switch.
    fn advance(&mut self, limit: f64) -> Result<(), SimulationError> {
        let begin = Instant::now();

        // A step depends on the state it starts from, not on what earlier ones or rows of results left behind.
        let Simulation { state, trial, system, integrator, stabilization, .. } = self;
        system.solver.forget();
        system.guesses.memory.copy_from(&state.memories.solver);
        loop {
            system.clearance = Clearance::default();
            // 6 advance: evaluates the rates (stages 1–5) as often as the method needs.
            let outcome = integrator.attempt(system, state, limit, trial).and_then(|()| {
                // 7 stabilize: positions, then velocities.
                let memory = &mut state.memories.stabilization;
                stabilization.stabilize(system, trial.time, &mut trial.values, memory)?;
                system.check_curves(trial.time, &trial.values, trial.time - state.time, &state.unwrapped_angles)?;
                integrator.judge(system, state, trial)
            });
            match outcome {
                Ok(Verdict::Accepted) => break,
                // An error at a point further on may be cured by a shorter step.
                Err(error) if !error.is_curable() || !integrator.shorten(state) => return Err(system.name(error)),
                Ok(Verdict::Rejected) | Err(_) => self.rejected += 1,
            }
        }
        self.accept(begin)
    }

    /// The trial becomes the state; joint angles are counted on.
    fn accept(&mut self, begin: Instant) -> Result<(), SimulationError> {
        let elapsed = self.trial.time - self.state.time;
        std::mem::swap(&mut self.state.values, &mut self.trial.values);
        self.state.time = self.trial.time;
        self.forget_impulses()?;
        let Simulation { state, system, .. } = self;
        system.follow_angles(&state.values, elapsed, &mut state.unwrapped_angles);
        system.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
        state.memories.solver.copy_from(&system.guesses.memory);
        system.rank = system.evaluated_rank;
        self.audit.see_rank(state.time, system.rank);
        self.is_at_boundary = false;
        self.steps += 1;
        self.step_time += begin.elapsed();
        Ok(())
    }

    /// Momenta start a step without impulses of constraints, so that errors do not grow with these, where the
    /// integrator remembers the rates at this state, just evaluated, and no others: impulses in earlier ones could not
    /// be taken out. Near singular positions errors grow most; there it is worth an evaluation, or earlier rates.
    fn forget_impulses(&mut self) -> Result<(), SimulationError> {
        let Simulation { state: State { time, values, memories, .. }, system, integrator, .. } = self;
        if !system.has_impulses {
            return Ok(());
        }
        let matters = system.is_nearly_singular();
        match integrator.keep_rates(&mut memories.integrator, if matters { 1 } else { usize::MAX }) {
            [] if matters => {
                self.evaluate_in_place()?;
                self.system.forget_impulses(&mut self.state.values, &mut self.trial.values);
            }
            [rates] => {
                system.forget_impulses(values, rates);
                if matters {
                    system.reduce_error(*time, values, rates);
                }
            }
            // Rates at earlier points have impulses that cannot be taken out any more.
            [] | [_, _, ..] => {}
        }
        Ok(())
    }

    /// Steps to the plan's end time, and hands a row to the sink at every output time: 0, output_step, …, end. A
    /// simulation that is past its start, because it was restored or a sink had ended its run, goes on with the rows
    /// after the present time.
    ///
    /// # Errors
    /// The error that stopped the run before its end; all rows up to then are with the sink.
    pub fn run(&mut self, sink: &mut dyn Sink) -> Result<(), SimulationError> {
        (self.interrupted, self.stuck_at, self.has_stopped) = (false, None, false);
        self.told = Some(Told::of(&self.state));
        let times = OutputTimes::new(self.plan.settings.end, self.plan.settings.output_step);
        let mut outcome = self.begin_run(&times, sink);
        let mut next = times.count_until(self.state.time);
        while outcome.is_ok() && !self.interrupted && !self.has_stopped && next < times.len() {
            let limit = if self.integrator.has_dense_output() { times.end() } else { times.time(next) };
            let before = self.state.time;
            let beginning = self.beginning();
            let stepped = self.step(limit).and_then(|()| self.stop_where_asked(beginning));
            let stepped = stepped.or_else(|error| self.recover(error));
            outcome = stepped.and_then(|()| self.follow_up(before, &times, sink));
            next = times.count_until(self.state.time);
        }
        self.gather();
        self.ended = outcome.clone().err();
        outcome
    }

    /// The columns, and the row of the initial state.
    fn begin_run(&mut self, times: &OutputTimes, sink: &mut dyn Sink) -> Result<(), SimulationError> {
        self.begin(sink)?;
        if self.state.time > 0.0 {
            return Ok(());
        }
        if times.len() == 1 {
            // Nothing but the initial state is asked for: its evaluation is the one that is counted.
            self.evaluate_in_place()?;
        }
        self.record(0.0, sink)?;
        self.has_stopped = self.observation.wants_stop;
        Ok(())
    }

    /// After a step that began at this time: its rows, a checkpoint where one is due, and whether the run goes on.
    fn follow_up(&mut self, before: f64, times: &OutputTimes, sink: &mut dyn Sink) -> Result<(), SimulationError> {
        let mut reached = before;
        for k in times.count_until(before)..times.count_until(self.state.time) {
            self.stuck_at = Some(reached);
            self.record(times.time(k), sink)?;
            reached = times.time(k);
        }
        if self.has_stopped && reached < self.state.time {
            self.record(self.state.time, sink)?;
        }
        self.stuck_at = None;
        if let Some(told) = self.told.as_mut().filter(|_| reached > before) {
            told.keep(&self.state);
        }
        self.watch_stiffness(before)?;
        self.keep_checkpoint(sink)?;
        let goes_on = sink.progress(self.state.time, self.steps);
        self.interrupted = !self.system.collective.all(goes_on);
        Ok(())
    }

    /// Stages 1–5 at the present state, rates into the trial's memory.
    fn evaluate_in_place(&mut self) -> Result<(), SimulationError> {
        let outcome = self.system.evaluate(self.state.time, &self.state.values, &mut self.trial.values);
        outcome.map_err(|error| self.system.name(error))
    }

    /// Stage 8 at a time no later than the state's, inside the last step.
    fn record(&mut self, time: f64, sink: &mut dyn Sink) -> Result<(), SimulationError> {
        if time == self.state.time || self.is_at_boundary {
            self.system.observe(time, &self.state.values, &mut self.observation)?;
        } else {
            // Joint angles are counted back from the end of the step. Interpolated values leave the constraints a
            // little; what users see is on them.
            let Simulation { state, trial, system, .. } = self;
            self.integrator.interpolate(time, &mut trial.values);
            // Taken out while they are counted back; put back below.
            let mut angles = std::mem::take(&mut system.unwrapped_angles);
            system.follow_angles(&trial.values, time - state.time, &mut angles);
            system.unwrapped_angles = angles;
            self.integrator.interpolate_soft(time, &mut system.carried);
            self.spare.copy_from(&state.memories.stabilization);
            let outcome = self.stabilization.stabilize(system, time, &mut trial.values, &mut self.spare);
            if let Err(error) = outcome {
                let error = system.name(error);
                self.pardon(error)?;
            }
            let Simulation { state, trial, system, .. } = self;
            let outcome = system.observe(time, &trial.values, &mut self.observation);
            system.carried.clear();
            outcome?;
            system.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
        }
        self.report(sink)
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Goes on from another state of the same model and plan. What was counted stays; a whole run goes on by
    /// [`restore`](Simulation::restore).
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the state is one of another model or formulation; nothing has changed
    /// then.
    pub fn set_state(&mut self, state: &State) -> Result<(), SimulationError> {
        if !state.is_like(&self.state) {
            let reason = "its numbers are not those of a state of this model and plan".into();
            return Err(SimulationError::DoesNotApply { method: "state", reason });
        }
        self.state.take_over(state);
        self.system.solver.forget();
        self.system.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
        self.forget_switches();
        Ok(())
    }

    /// Everything that the run depends on from here on. Taking it changes nothing.
    pub fn checkpoint(&self) -> Checkpoint {
        let mut checkpoint = Checkpoint::new(self.whole_model(), &self.plan, self.whole_state());
        checkpoint.rank = self.system.rank;
        checkpoint.solver = self.system.solver.memory();
        checkpoint.tally = self.tally();
        checkpoint.audit = self.audit.clone();
        checkpoint.last_row = self.hash_last_row().map_or_else(|| self.earlier_row.clone(), Hash::text);
        checkpoint
    }

    /// A simulation that goes on from a checkpoint with the bits of the one that made it; the end may be another.
    ///
    /// # Errors
    /// [`SimulationError::BadCheckpoint`] when it is of another model or other settings, or not before the end.
    pub fn restore(
        model: impl Into<Arc<Model>>,
        plan: impl Into<Arc<Plan>>,
        checkpoint: &Checkpoint,
    ) -> Result<Simulation, SimulationError> {
        let (model, plan) = (model.into(), plan.into());
        checkpoint.check_fit(&model, &plan)?;
        let mut simulation = Simulation::new(model, plan)?;
        checkpoint.check_shape(&simulation.state, &simulation.system.solver.memory())?;
        simulation.take_up(checkpoint)?;
        Ok(simulation)
    }

    /// Goes on with everything that a checkpoint holds.
    fn take_up(&mut self, checkpoint: &Checkpoint) -> Result<(), SimulationError> {
        self.set_state(&checkpoint.state)?;
        // A step that begins with a stabilization looks at the factor of the state it starts from.
        self.evaluate_in_place()?;

        let Tally { steps, rejected, evaluations, evaluation_seconds, step_seconds, wall_seconds } = checkpoint.tally;
        let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        self.system.rank = checkpoint.rank;
        self.system.solver.set_memory(&checkpoint.solver);
        self.system.counters = Counters { evaluations, time: duration(evaluation_seconds) };
        (self.steps, self.rejected, self.step_time) = (steps, rejected, duration(step_seconds));
        self.audit = checkpoint.audit.clone();
        self.earlier_row.clone_from(&checkpoint.last_row);
        self.restored = Some((checkpoint.state.time, wall_seconds));
        self.notes.extend(checkpoint.note());
        Ok(())
    }

    /// The present state as users see it: motion, reactions, energies.
    ///
    /// # Errors
    /// When an acceleration is not finite.
    pub fn observe(&mut self) -> Result<&Observation, SimulationError> {
        // The observation of the last row is about to be replaced.
        self.last_row = self.hash_last_row().map_or(LastRow::Earlier, LastRow::Hashed);
        self.system.observe(self.state.time, &self.state.values, &mut self.observation)?;
        Ok(&self.observation)
    }

    /// One evaluation of the rates at the present state: stages 1–5.
    ///
    /// # Errors
    /// When an acceleration is not finite, or there is not one rate for each of the state's values.
    pub fn evaluate(&mut self, rates: &mut [f64]) -> Result<(), SimulationError> {
        let outcome = self.system.evaluate(self.state.time, &self.state.values, rates);
        outcome.map_err(|error| self.system.name(error))
    }

    /// The derivative of the accelerations at the present state along a direction; see [`Multibody::linearize`].
    ///
    /// # Errors
    /// Where it does not apply, and errors of the evaluation.
    pub fn linearize(&mut self, direction: &Direction) -> Result<Change, SimulationError> {
        self.system.linearize(self.state.time, &self.state.values, direction)
    }

    /// The system and its workspace, as the last evaluation left them.
    pub fn workspace(&self) -> &Multibody<'static> {
        &self.system
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The plan.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The corrections made by assembling the model.
    pub fn assembly(&self) -> &Assembly {
        &self.plan.assembly
    }

    /// Whether the sink asked to stop.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted
    }
}
