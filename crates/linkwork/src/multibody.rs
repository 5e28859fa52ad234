//! A model as a [`System`]: its formulation with the memory of an evaluation, what stabilizations ask of its
//! constraints, and what users see of it.

mod companions;
mod compliant;
mod curves;
mod linearize;
mod together;

use crate::error::{SimulationError, StepError};
use crate::exchange::{Collective, Exchange};
use crate::formulation::bodies::observe_measures;
use crate::formulation::{Angles, Formulation, Now};
use crate::ids::JointId;
use crate::model::Model;
use crate::observation::{Missed, Observation};
use crate::reduced::n_axes;
use crate::singular::{has_dropped, is_accurate};
use crate::solver::{Guesses, Solver, Start};
use crate::system::{Compliant, Constrained, System};
use crate::workspace::{Effect, Equations, Imbalance, Level, Switches, Workspace};
pub(crate) use compliant::Elements;
use curves::OpenCurves;
use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How exactly friction that follows reactions is found, where no plan says so.
const FRICTION_TOLERANCE: f64 = 1e-12;

/// How often and how long the rates were evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Evaluations on behalf of the integrator.
    pub evaluations: u64,
    /// Time inside them.
    pub time: Duration,
}

/// A model that is borrowed while a plan is made, or shared with its other owners by a simulation.
#[derive(Clone, Debug)]
pub enum ModelRef<'m> {
    /// Someone else's.
    Borrowed(&'m Model),
    /// With other owners.
    Shared(Arc<Model>),
}

impl Deref for ModelRef<'_> {
    type Target = Model;

    fn deref(&self) -> &Model {
        match self {
            ModelRef::Borrowed(model) => model,
            ModelRef::Shared(model) => model,
        }
    }
}

impl<'m> From<&'m Model> for ModelRef<'m> {
    fn from(model: &'m Model) -> ModelRef<'m> {
        ModelRef::Borrowed(model)
    }
}

impl From<Arc<Model>> for ModelRef<'static> {
    fn from(model: Arc<Model>) -> ModelRef<'static> {
        ModelRef::Shared(model)
    }
}

/// A formulation and a solver at work on a model. What they computed last is read and written as that of its
/// [`Workspace`].
pub struct Multibody<'m> {
    /// The model that is simulated.
    pub model: ModelRef<'m>,
    /// Stages 1 to 5.
    pub formulation: Box<dyn Formulation>,
    workspace: Workspace,
    /// How many of the values are coordinates.
    n_coordinates: usize,
    /// Whether values hold momenta with impulses of constraints in them.
    pub(crate) has_impulses: bool,
    /// Cost so far.
    pub counters: Counters,
    /// Decisions that all processes take together.
    pub collective: Collective,
    /// The process that has the joint last found to be violated most.
    namer: usize,
    curves: OpenCurves,
    /// Whether the work of loads and drivers is the last of a state's values.
    watches_work: bool,
    /// Force elements as joints with compliance, for implicit methods.
    pub(crate) elements: Option<Elements>,
    /// Coordinates of force elements at the values about to be observed, where they are carried beside the motion.
    pub(crate) carried: Vec<f64>,
}

impl Deref for Multibody<'_> {
    type Target = Workspace;

    fn deref(&self) -> &Workspace {
        &self.workspace
    }
}

impl DerefMut for Multibody<'_> {
    fn deref_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }
}

impl<'m> Multibody<'m> {
    /// Memory for this model with these methods.
    pub fn new(
        model: impl Into<ModelRef<'m>>,
        formulation: Box<dyn Formulation>,
        make_solver: impl FnOnce(&Model, &Equations) -> Box<dyn Solver>,
    ) -> Self {
        let model = model.into();
        let equations = formulation.equations(&model);
        let (state, facts) = (formulation.initial_state(&model), formulation.facts());
        let solver = make_solver(&model, &equations);
        let mut workspace = Workspace::new(equations, solver, state.unwrapped_angles, state.values.len());
        workspace.friction_tolerance = model.has_friction_by_reaction().then_some(FRICTION_TOLERANCE);
        Multibody {
            curves: OpenCurves::of(&model, workspace.unwrapped_angles.len()),
            model,
            formulation,
            collective: Collective::alone([state.n_coordinates, state.values.len()], facts.parts),
            workspace,
            n_coordinates: state.n_coordinates,
            has_impulses: facts.has_impulses,
            counters: Counters::default(),
            namer: 0,
            watches_work: false,
            elements: None,
            carried: Vec::new(),
        }
    }

    /// Has decisions taken together with other processes.
    pub fn join(&mut self, line: Box<dyn Exchange>) {
        self.collective = Collective::new(line, [self.n_coordinates, self.rates.len()], self.formulation.facts().parts);
        self.share_curves();
        self.workspace.sees_all = self.collective.n_processes() == 1;
    }

    /// Has the solver start from guesses.
    pub(crate) fn start_from(&mut self, start: Start) {
        self.guesses = Guesses::new(start, self.multipliers.len());
    }

    fn update_velocity_residual(&mut self, values: &[f64]) {
        let values = &values[..self.workspace.rates.len()];
        self.workspace.update_velocity_residual(self.formulation.handle_velocities(values));
    }

    /// The largest response over the limit for its kind, metres or radians.
    fn calc_excess(&mut self, [length, angle]: [f64; 2]) -> f64 {
        let Workspace { equations, loads, responses, .. } = &mut self.workspace;
        if equations.effect == Effect::Load {
            equations.system.accelerate(loads, responses);
        }
        let (width, own) = (equations.system.pattern.width(), &equations.own_handles);
        let own = &responses[own.start * width..own.end * width];
        let handles = own.chunks_exact(width).map(|response| response.split_at(n_axes(width)));
        let excess = |(moves, turns): (&[f64], &[f64])| f64::max(largest(moves) / length, largest(turns) / angle);
        self.collective.most(handles.map(excess).fold(0.0, f64::max))
    }

    /// The joint whose equations the accelerations last observed miss; nothing is told next to singular positions,
    /// where they are not definite.
    fn find_missed(&self) -> Option<Missed> {
        let Imbalance { size, row } = self.imbalance;
        let is_singular = self.is_nearly_singular() || has_dropped(self.evaluated_rank, self.rank);
        let is_told = !is_accurate(size) && !is_singular;
        is_told.then(|| Missed { joint: self.equations.joint_of_row(row), size })
    }

    /// Takes out of an error of positions what stabilization takes out of positions: moves the values by the error, and
    /// these back to the constraints with the factor at hand. Errors of velocities stay.
    fn reduce_position_error(&mut self, now: Now, error: &mut [f64]) {
        // Taken out while it is an argument; put back below.
        let mut moved = std::mem::take(&mut self.workspace.settled);
        let errors = &mut error[..self.n_coordinates];
        moved.copy_from_slice(now.values);
        moved.iter_mut().zip(&*errors).for_each(|(x, error)| *x += error);
        self.update_constraints(now.time, &moved);
        self.correct_positions(&mut moved, [f64::INFINITY; 2]);
        errors.iter_mut().zip(moved.iter().zip(now.values)).for_each(|(error, (x, value))| *error = x - value);
        self.workspace.settled = moved;
        self.update_constraints(now.time, now.values);
    }

    /// Rates, with laws of force elements at these coordinates; none are those of the values.
    fn evaluate_at(&mut self, time: f64, values: &[f64], soft: &[f64], rates: &mut [f64]) -> Result<(), StepError> {
        let start = Instant::now();
        self.check_length(values.len())?;
        self.check_length(rates.len())?;
        let now = Now { soft, ..self.now(time, values) };
        let (rates, of_companions) = rates.split_at_mut(self.rates.len());
        self.formulation.evaluate(&self.model, now, &mut self.workspace, rates)?;
        self.remember(time);
        self.counters.time += start.elapsed();
        self.counters.evaluations += 1;
        together::check_finite(&mut self.collective, time, rates, &self.workspace.team)?;
        self.write_companion_rates(time, of_companions)
    }

    /// Functions at the sign of which loads switch, and then arguments of curves, at these values. The rates are room
    /// for formulations that know velocities by their rates only.
    pub(crate) fn read_switches(
        &mut self,
        time: f64,
        values: &[f64],
        rates: &mut [f64],
    ) -> Result<&Switches, StepError> {
        self.check_length(values.len())?;
        self.check_length(rates.len())?;
        let now = self.now(time, values);
        let rates = &mut rates[..self.workspace.rates.len()];
        self.workspace.looks_for_switches = true;
        let outcome = self.formulation.evaluate(&self.model, now, &mut self.workspace, rates);
        self.workspace.looks_for_switches = false;
        outcome.map(|()| &self.workspace.switches)
    }

    fn check_length(&self, given: usize) -> Result<(), StepError> {
        let expected = self.rates.len() + self.n_companions();
        if given == expected { Ok(()) } else { Err(StepError::WrongLength { expected, given }) }
    }
}

impl System for Multibody<'_> {
    fn evaluate(&mut self, time: f64, values: &[f64], rates: &mut [f64]) -> Result<(), StepError> {
        self.evaluate_at(time, values, &[], rates)
    }

    fn compliant(&mut self) -> Option<&mut dyn Compliant> {
        if self.elements.is_some() { Some(self) } else { None }
    }

    /// Over coordinates, velocities and the model's own states.
    fn mean(&mut self, _n: usize, sum: &dyn Fn(&[Range<usize>]) -> f64) -> f64 {
        let n = self.rates.len();
        let states = n..n + self.state_rates.len();
        self.collective.mean(sum, states)
    }

    /// Velocities: Δv − M⁻¹Gᵀ E⁻¹ G Δv, with the factor of the last evaluation; near singular positions also positions.
    fn reduce_error(&mut self, time: f64, values: &[f64], error: &mut [f64]) {
        let Multibody { model, formulation, workspace, has_impulses, .. } = self;
        if !workspace.projects && !*has_impulses {
            return;
        }
        let n = workspace.rates.len();
        let (values, error) = (&values[..n], &mut error[..n]);
        if workspace.is_behind {
            workspace.is_behind = false;
            formulation.update_constraints(model, Now { time, values, states: &[], soft: &[] }, workspace);
            workspace.factor();
        }
        let reduction = workspace.calc_reduction(formulation.handle_velocities(error));
        formulation.displace(Level::Velocity, error, reduction);
        if self.projects && self.clearance.is_near() {
            self.reduce_position_error(Now { time, values, states: &[], soft: &[] }, error);
        }
    }

    fn n_watching(&self) -> usize {
        usize::from(self.watches_work)
    }

    fn is_driven(&self) -> bool {
        self.model.joints.iter().any(|joint| joint.motion.is_some())
    }

    fn is_singular(&self) -> bool {
        has_dropped(self.evaluated_rank, self.rank) || !self.is_behind && self.clearance.is_arrival()
    }

    fn is_passing(&self) -> bool {
        self.clearance.is_passage()
    }
}

impl Constrained for Multibody<'_> {
    fn model(&self) -> &Model {
        &self.model
    }

    fn update_constraints(&mut self, time: f64, values: &[f64]) -> f64 {
        let now = self.now(time, values);
        self.formulation.update_constraints(&self.model, now, &mut self.workspace);
        self.collective.most(largest(&self.workspace.equations.residual))
    }

    fn calc_velocity_residual(&mut self, values: &[f64]) -> f64 {
        self.update_velocity_residual(values);
        self.collective.most(largest(&self.workspace.velocity_residual))
    }

    fn calc_largest_velocity(&mut self, values: &[f64]) -> f64 {
        let velocities = self.formulation.handle_velocities(&values[..self.workspace.rates.len()]);
        let fastest = velocities.iter().fold(0.0, |m: f64, v| v.abs().max(m));
        self.collective.most(fastest)
    }

    fn worst_joint(&mut self, level: Level) -> (JointId, f64) {
        let residuals = match level {
            Level::Position => &self.workspace.equations.residual,
            Level::Velocity => &self.workspace.velocity_residual,
        };
        let worst = (0..residuals.len()).max_by(|&a, &b| residuals[a].abs().total_cmp(&residuals[b].abs()));
        let (joint, here) =
            worst.map_or((JointId::new(0), 0.0), |row| (self.equations.joint_of_row(row), residuals[row].abs()));
        // A value that is not a number is more than any.
        let here = if here.is_nan() { f64::INFINITY } else { here };
        let residual = self.collective.most(here);
        let process = if here == residual { self.collective.process() as f64 } else { f64::INFINITY };
        self.namer = self.collective.least(process) as usize;
        (joint, residual)
    }

    fn calc_correction(&mut self, level: Level, limit: [f64; 2]) -> &[f64] {
        if level == Level::Velocity {
            return self.workspace.calc_velocity_correction();
        }
        let Workspace { equations, solver, multipliers, team, .. } = &mut self.workspace;
        multipliers.copy_from_slice(&equations.residual);
        solver.solve_in_place(&equations.system, multipliers, team);
        self.workspace.respond();
        let excess = self.calc_excess(limit);
        self.workspace.scale_effect(if excess > 1.0 { -1.0 / excess } else { -1.0 })
    }

    fn correct_positions(&mut self, values: &mut [f64], limit: [f64; 2]) {
        self.calc_correction(Level::Position, limit);
        let n = self.workspace.rates.len();
        self.formulation.displace(Level::Position, &mut values[..n], self.workspace.effect());
    }

    fn correct_velocities(&mut self, values: &mut [f64]) {
        let n = self.workspace.rates.len();
        self.formulation.displace(Level::Velocity, &mut values[..n], self.workspace.calc_velocity_correction());
        self.settle_work(values);
    }

    fn follow_angles(&mut self, values: &[f64], elapsed: f64, unwrapped: &mut [f64]) {
        let Multibody { model, formulation, workspace, .. } = self;
        let values = &values[..workspace.rates.len()];
        formulation.follow_angles(model, values, Angles { elapsed, unwrapped }, &workspace.team);
    }

    fn observe(&mut self, time: f64, values: &[f64], seen: &mut Observation) -> Result<(), SimulationError> {
        self.check_length(values.len()).map_err(|error| self.name(error))?;
        // Taken out while it is an argument; put back below.
        let carried = std::mem::take(&mut self.carried);
        let now = Now { soft: &carried, ..self.now(time, values) };
        seen.states.clear();
        seen.states.extend_from_slice(now.states);
        seen.soft.clone_from(&carried);
        let outcome = self.formulation.observe(&self.model, now, &mut self.workspace, seen);
        self.carried = carried;
        seen.work = self.calc_work(values);
        seen.missed = self.find_missed();
        seen.is_singular = self.is_nearly_singular() || has_dropped(self.evaluated_rank, self.rank);
        let Multibody { workspace, collective, .. } = self;
        seen.residual_position = collective.most(largest(&workspace.equations.residual));
        seen.residual_velocity = collective.most(largest(&workspace.velocity_residual));
        if collective.n_processes() == 1 {
            observe_measures(&self.model, seen);
        }
        let checked =
            outcome.and_then(|()| together::check_finite(collective, time, &workspace.rates, &workspace.team));
        checked.map_err(|error| self.name(error))
    }

    fn displace(&mut self, level: Level, values: &mut [f64], effect: &[f64]) {
        let n = self.workspace.rates.len();
        self.formulation.displace(level, &mut values[..n], effect);
    }

    fn normalize(&self, values: &mut [f64]) {
        let n = self.workspace.rates.len();
        self.formulation.normalize(&mut values[..n]);
    }
}

/// The largest absolute value; infinite when one is not a number.
fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| if x.is_nan() { f64::INFINITY } else { x.abs().max(m) })
}
