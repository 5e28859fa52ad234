//! The workspace: everything computed from a state. One evaluation of the rates is stages 1–5, in the order of the text.
//!
//! It can be thrown away and rebuilt at any time; all memory is taken when it is made, none in a step.

mod impulses;
mod specialized;
mod together;

pub(crate) use specialized::NO_FEEDBACK;
pub use specialized::Specialization;

use crate::error::{SimulationError, StepError};
use crate::exchange::{Collective, Exchange};
use crate::formulation::bodies::observe_measures;
use crate::formulation::{Effect, Equations, Formulation, Moment, Unsolved};
use crate::ids::JointId;
use crate::integrator::Rates;
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::Team;
use crate::reduced::n_axes;
use crate::singular::has_dropped;
use crate::solver::{Solver, Start};
use crate::state::EarlierMultipliers;
use std::ops::Range;
use std::time::{Duration, Instant};

/// How often and how long the rates were evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Evaluations on behalf of the integrator.
    pub evaluations: u64,
    /// Time inside them.
    pub time: Duration,
}

/// A formulation and a solver at work on a model.
pub struct Workspace<'m> {
    /// What is simulated.
    pub model: &'m Model,
    /// Stages 1, 2, 3 and 5.
    pub formulation: Box<dyn Formulation>,
    /// Stage 4.
    pub solver: Box<dyn Solver>,
    /// Stage 3: G, M⁻¹, Φ, ν, τ.
    pub equations: Equations,
    /// Stage 4: λ, by row; a first guess or the right-hand side before that.
    pub multipliers: Vec<f64>,
    /// How λ is guessed; `None` for solvers that make no use of it.
    start: Option<Start>,
    /// From what: λ of the last evaluations for the integrator.
    pub earlier: EarlierMultipliers,
    /// Joint angles near the present ones.
    pub unwrapped_angles: Vec<f64>,
    /// Rate α of Baumgarte's feedback; zero without.
    pub feedback: f64,
    /// Whether velocities are projected after each step, and errors of theirs with them.
    pub projects: bool,
    /// Number of independent equations at the last accepted state.
    pub rank: usize,
    /// The threads that share the work.
    pub team: Team,
    /// Number of independent equations at the last evaluation.
    pub evaluated_rank: usize,
    /// Cost so far.
    pub counters: Counters,
    /// G v − ν, by row.
    velocity_residual: Vec<f64>,
    /// Gᵀλ, by handle.
    loads: Vec<f64>,
    /// M⁻¹Gᵀλ, by handle.
    responses: Vec<f64>,
    /// Values with velocities on the constraints, near singular positions.
    settled: Vec<f64>,
    /// Rates of an observed state.
    rates: Vec<f64>,
    /// Decisions that all processes take together.
    pub collective: Collective,
    /// The rank that has the joint last found to be violated most.
    namer: usize,
    /// A program that evaluates in the place of the stages.
    specialization: Option<Specialization>,
}

impl<'m> Workspace<'m> {
    /// Memory for this model with these methods.
    pub fn new(
        model: &'m Model,
        formulation: Box<dyn Formulation>,
        make_solver: impl FnOnce(&Equations) -> Box<dyn Solver>,
    ) -> Self {
        let equations = formulation.equations(model);
        let pattern = &equations.system.pattern;
        let (n_rows, n_handles) = (pattern.n_rows(), pattern.n_handles() * pattern.width());
        let (state, parts) = (formulation.initial_state(model), formulation.parts());
        Workspace {
            model,
            formulation,
            solver: make_solver(&equations),
            equations,
            multipliers: vec![0.0; n_rows],
            start: None,
            earlier: EarlierMultipliers::default(),
            unwrapped_angles: state.unwrapped_angles,
            feedback: 0.0,
            projects: false,
            rank: 0,
            team: Team::alone(),
            evaluated_rank: 0,
            counters: Counters::default(),
            velocity_residual: vec![0.0; n_rows],
            loads: vec![0.0; n_handles],
            responses: vec![0.0; n_handles],
            settled: vec![0.0; state.values.len()],
            rates: vec![0.0; state.values.len()],
            collective: Collective::alone([state.n_coordinates, state.values.len()], parts),
            namer: 0,
            specialization: None,
        }
    }

    /// Has decisions taken together with other processes.
    pub fn join(&mut self, line: Box<dyn Exchange>) {
        let n_coordinates = self.formulation.initial_state(self.model).n_coordinates;
        self.collective = Collective::new(line, [n_coordinates, self.rates.len()], self.formulation.parts());
    }

    /// Has the solver start from guesses.
    pub fn start_from(&mut self, start: Start) {
        self.start = Some(start);
        self.earlier = EarlierMultipliers::new(start.n_points(), self.multipliers.len());
    }

    /// Stages 1 to 5.
    fn run_stages(&mut self, time: f64, values: &[f64], rates: &mut [f64]) -> Result<(), StepError> {
        // 1 to 3.
        self.leave_program();
        self.prepare(time, values);

        // 4 solve: E λ = b.
        self.add_feedback(values);
        if self.formulation.finds_multipliers() {
            self.find_multipliers(time, values)?;
            self.write_rates(time, values, rates);
            return Ok(());
        }
        if let Some(start) = self.start {
            start.guess(&self.earlier, time, &mut self.multipliers);
        }
        let Equations { system, right_side, .. } = &self.equations;
        self.solver.factor_and_solve(system, right_side, &mut self.multipliers, &self.team);
        self.evaluated_rank = self.solver.rank_report().rank + self.equations.n_satisfied;
        if self.projects && self.is_nearly_singular() {
            let settled = self.settle_velocities(time, values);
            self.add_feedback(&settled);
            self.multipliers.copy_from_slice(&self.equations.right_side);
            self.solver.solve_in_place(&self.equations.system, &mut self.multipliers, &self.team);
            self.write_rates(time, &settled, rates);
            self.settled = settled;
        } else {
            self.write_rates(time, values, rates);
        }
        // What is left of noise in impulses grows like 1/σ near a singular position; it has no effect on the motion but by its size.
        if self.formulation.has_impulses() && self.is_nearly_singular() {
            self.reduce_error(rates);
        }
        Ok(())
    }

    /// Stage 4 where the formulation has its own.
    fn find_multipliers(&mut self, time: f64, values: &[f64]) -> Result<(), StepError> {
        self.update_velocity_residual(values);
        self.evaluated_rank = self.rank;
        let now = Unsolved {
            time,
            values,
            unwrapped_angles: &self.unwrapped_angles,
            equations: &self.equations,
            rate: &self.velocity_residual,
            feedback: self.feedback,
        };
        self.formulation.find_multipliers(self.model, &now, &mut self.multipliers, &self.team)
    }

    /// Stages 1 to 3: kinematics, forces, Φ, G, ν, τ, M⁻¹ and b = G M⁻¹ f − τ.
    fn prepare(&mut self, time: f64, values: &[f64]) {
        self.formulation.prepare(self.model, (time, values, &self.unwrapped_angles), &mut self.equations, &self.team);
    }

    /// 5 rates: a = M⁻¹ (f − Gᵀ λ).
    fn write_rates(&mut self, time: f64, values: &[f64], rates: &mut [f64]) {
        self.respond();
        let effect = effect_of(&*self.formulation, &self.loads, &self.responses);
        self.formulation.write_rates(values, effect, rates, &self.team);
        let now = (time, &self.unwrapped_angles[..]);
        self.formulation.add_force_rates(self.model, now, &self.multipliers, rates, &self.team);
    }

    /// Whether the last evaluation shows a singular position near by; where a program can be trusted, there is none.
    pub fn is_nearly_singular(&self) -> bool {
        !self.is_behind() && self.solver.rank_report().is_nearly_singular()
    }

    /// Near a singular position σ → 0 accelerations amplify what violates G v = ν by 1/σ. Inside a step values violate it a
    /// little; there the rates are those of the nearest velocities that do not. Prepares them; the factor stays valid.
    fn settle_velocities(&mut self, time: f64, values: &[f64]) -> Vec<f64> {
        let mut settled = std::mem::take(&mut self.settled);
        settled.copy_from_slice(values);
        self.update_velocity_residual(&settled);
        self.correct_velocities(&mut settled);
        self.prepare(time, &settled);
        settled
    }

    /// Baumgarte's feedback where asked for: b += 2α (G v − ν) + α² Φ.
    fn add_feedback(&mut self, values: &[f64]) {
        let alpha = self.feedback;
        if alpha > 0.0 {
            self.update_velocity_residual(values);
            let Equations { residual, right_side, .. } = &mut self.equations;
            for (b, (position, velocity)) in right_side.iter_mut().zip(residual.iter().zip(&self.velocity_residual)) {
                *b += 2.0 * alpha * velocity + alpha * alpha * position;
            }
        }
    }

    /// M⁻¹Gᵀλ, or Gᵀλ where the formulation asks for that.
    fn respond(&mut self) {
        let system = &self.equations.system;
        match self.formulation.effect() {
            Effect::Motion => system.respond(&self.multipliers, &mut self.loads, &mut self.responses, &self.team),
            Effect::Load => system.gather_loads(&self.multipliers, &mut self.loads, &self.team),
        }
    }

    fn update_velocity_residual(&mut self, values: &[f64]) {
        let velocities = self.formulation.handle_velocities(values);
        let Equations { system, velocity: nu, .. } = &self.equations;
        system.project_minus(velocities, nu, &mut self.velocity_residual, &self.team);
    }

    /// Stages 1 and 3 only: the constraints at these values. Returns the largest |Φ|.
    pub fn update_constraints(&mut self, time: f64, values: &[f64]) -> f64 {
        self.formulation.update_kinematics(self.model, values, &self.team);
        self.formulation.assemble(self.model, time, &self.unwrapped_angles, &mut self.equations, &self.team);
        self.collective.most(largest(&self.equations.residual))
    }

    /// Factors E of the last constraints.
    pub fn factor(&mut self) {
        self.solver.factor(&self.equations.system, &self.team);
    }

    /// Moves the coordinates by −M⁻¹Gᵀ E⁻¹ Φ, the shortest way in the mass metric to satisfy the linearized
    /// constraints; no body further than `limit`, in metres and in radians.
    pub fn correct_positions(&mut self, values: &mut [f64], limit: [f64; 2]) {
        self.calc_correction(Level::Position, limit);
        let effect = effect_of(&*self.formulation, &self.loads, &self.responses);
        self.formulation.displace(values, effect);
    }

    /// How the handles should move, −M⁻¹Gᵀ E⁻¹ Φ, none further than `limit`, or change their velocities, −M⁻¹Gᵀ E⁻¹ (G v − ν);
    /// where the formulation asks for loads, the loads that do this.
    pub fn calc_correction(&mut self, level: Level, limit: [f64; 2]) -> &[f64] {
        self.multipliers.copy_from_slice(match level {
            Level::Position => &self.equations.residual,
            Level::Velocity => &self.velocity_residual,
        });
        self.solver.solve_in_place(&self.equations.system, &mut self.multipliers, &self.team);
        self.respond();
        let excess = if level == Level::Position { self.calc_excess(limit) } else { 0.0 };
        let factor = if excess > 1.0 { 1.0 / excess } else { 1.0 };
        self.scale_effect(-factor)
    }

    /// Multiplies what the formulation will be given.
    fn scale_effect(&mut self, factor: f64) -> &[f64] {
        let effect = match self.formulation.effect() {
            Effect::Motion => &mut self.responses,
            Effect::Load => &mut self.loads,
        };
        effect.iter_mut().for_each(|x| *x *= factor);
        effect
    }

    /// The largest response over the limit for its kind, metres or radians.
    fn calc_excess(&mut self, [length, angle]: [f64; 2]) -> f64 {
        if self.formulation.effect() == Effect::Load {
            self.equations.system.accelerate(&self.loads, &mut self.responses);
        }
        let (width, own) = (self.equations.system.pattern.width(), &self.equations.own_handles);
        let own = &self.responses[own.start * width..own.end * width];
        let handles = own.chunks_exact(width).map(|response| response.split_at(n_axes(width)));
        let excess = |(moves, turns): (&[f64], &[f64])| f64::max(largest(moves) / length, largest(turns) / angle);
        self.collective.most(handles.map(excess).fold(0.0, f64::max))
    }

    /// Changes the velocities by −M⁻¹Gᵀ E⁻¹ (G v − ν), the residual being that last computed.
    pub fn correct_velocities(&mut self, values: &mut [f64]) {
        self.calc_correction(Level::Velocity, [f64::INFINITY; 2]);
        let effect = effect_of(&*self.formulation, &self.loads, &self.responses);
        self.formulation.push(values, effect);
    }

    /// The largest violation at these values: positions make the constraints anew, velocities take the last ones.
    pub fn calc_residual(&mut self, time: f64, values: &[f64], level: Level) -> f64 {
        match level {
            Level::Position => self.update_constraints(time, values),
            Level::Velocity => self.calc_velocity_residual(values),
        }
    }

    /// The largest |G v − ν| at the last constraints.
    pub fn calc_velocity_residual(&mut self, values: &[f64]) -> f64 {
        self.update_velocity_residual(values);
        self.collective.most(largest(&self.velocity_residual))
    }

    /// The largest velocity of a handle, of a point or an angle.
    pub fn calc_largest_velocity(&mut self, values: &[f64]) -> f64 {
        let velocities = self.formulation.handle_velocities(values);
        let fastest = velocities.iter().fold(0.0, |m: f64, v| v.abs().max(m));
        self.collective.most(fastest)
    }

    /// The joint whose equation is violated most, and by how much, on position or velocity level. Of several processes
    /// the first that has it will name it.
    pub fn worst_joint(&mut self, level: Level) -> (JointId, f64) {
        let residuals = match level {
            Level::Position => &self.equations.residual,
            Level::Velocity => &self.velocity_residual,
        };
        let worst = (0..residuals.len()).max_by(|&a, &b| residuals[a].abs().total_cmp(&residuals[b].abs()));
        let (joint, here) =
            worst.map_or((JointId::new(0), 0.0), |row| (self.equations.joint_of_row(row), residuals[row].abs()));
        // What is not a number is more than any.
        let here = if here.is_nan() { f64::INFINITY } else { here };
        let residual = self.collective.most(here);
        let rank = if here == residual { self.collective.process() as f64 } else { f64::INFINITY };
        self.namer = self.collective.least(rank) as usize;
        (joint, residual)
    }

    fn check_length(&self, given: usize) -> Result<(), StepError> {
        let expected = self.rates.len();
        if given == expected { Ok(()) } else { Err(StepError::WrongLength { expected, given }) }
    }

    /// Stages 1–5 at a state, then stage 8: what users see of it. Not counted as an evaluation.
    ///
    /// # Errors
    /// When an acceleration is not finite, or the values are not as many as a state's.
    pub fn observe(&mut self, time: f64, values: &[f64], seen: &mut Observation) -> Result<(), SimulationError> {
        self.check_length(values.len()).map_err(|error| self.name(error))?;
        let mut rates = std::mem::take(&mut self.rates);
        let outcome = self.run_stages(time, values, &mut rates);
        self.solve_accelerations(time);
        self.solver.minimize_norm(&self.equations.system, &mut self.multipliers, &self.team);
        let now = Moment {
            time,
            values,
            rates: &rates,
            unwrapped_angles: &self.unwrapped_angles,
            multipliers: &self.multipliers,
            equations: &self.equations,
        };
        self.formulation.observe(self.model, &now, seen);
        if self.collective.n_processes() == 1 {
            observe_measures(self.model, seen);
        }
        seen.residual_position = self.collective.most(largest(&self.equations.residual));
        let checked = outcome.and_then(|()| self.check_finite(time, &rates));
        seen.residual_velocity = self.calc_seen_velocity_residual(values, &mut rates);
        self.rates = rates;
        checked.map_err(|error| self.name(error))
    }
}

/// What the formulation is given of these two.
fn effect_of<'a>(formulation: &dyn Formulation, loads: &'a [f64], responses: &'a [f64]) -> &'a [f64] {
    match formulation.effect() {
        Effect::Motion => responses,
        Effect::Load => loads,
    }
}

/// Which derivative of the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Φ.
    Position,
    /// G v − ν.
    Velocity,
}

impl Rates for Workspace<'_> {
    fn evaluate(&mut self, time: f64, values: &[f64], rates: &mut [f64]) -> Result<(), StepError> {
        let start = Instant::now();
        self.check_length(values.len())?;
        self.check_length(rates.len())?;
        if !self.run_program(time, values, rates) {
            self.run_stages(time, values, rates)?;
            self.remember(time);
        }
        self.counters.time += start.elapsed();
        self.counters.evaluations += 1;
        self.check_finite(time, rates)
    }

    fn mean(&mut self, _n: usize, sum: &dyn Fn(&[Range<usize>]) -> f64) -> f64 {
        self.collective.mean(sum)
    }

    /// Velocities: Δv − M⁻¹Gᵀ E⁻¹ G Δv, with the factor of the last evaluation.
    fn reduce_error(&mut self, error: &mut [f64]) {
        if !self.projects && !self.formulation.has_impulses() {
            return;
        }
        self.catch_up();
        let system = &self.equations.system;
        system.project(self.formulation.handle_velocities(error), &mut self.multipliers, &self.team);
        self.solver.solve_in_place(system, &mut self.multipliers, &self.team);
        self.respond();
        self.scale_effect(-1.0);
        let effect = effect_of(&*self.formulation, &self.loads, &self.responses);
        self.formulation.push(error, effect);
    }

    fn is_singular(&self) -> bool {
        has_dropped(self.evaluated_rank, self.rank)
    }
}

/// The largest absolute value; infinite when one is not a number.
fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| if x.is_nan() { f64::INFINITY } else { x.abs().max(m) })
}
