//! The workspace: memory of one evaluation that formulations, solvers and stabilizations share, and the solver of the
//! reduced system.
//!
//! It can be thrown away and rebuilt at any time; all memory is taken when it is made, none in a step. Memory that one
//! formulation alone needs is its own.

use crate::ids::JointId;
use crate::parallel::Team;
use crate::reduced::ReducedSystem;
use crate::singular::Clearance;
use crate::solver::{Guesses, Solver};
use std::ops::Range;

/// Which derivative of the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Φ.
    Position,
    /// G v − ν.
    Velocity,
}

/// In which form a formulation wants to know what constraint loads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// M⁻¹Gᵀλ: how each handle moves, where its motion is that of its own coordinates.
    Motion,
    /// Gᵀλ: the load on each handle, where a handle's motion is that of many coordinates, and theirs of many handles.
    Load,
}

/// The constraint equations of one evaluation (stage 3).
#[derive(Clone, Debug)]
pub struct Equations {
    /// G and M⁻¹.
    pub system: ReducedSystem,
    /// The joint of each block.
    pub joints: Vec<JointId>,
    /// How many further equations, independent ones, the coordinates satisfy by themselves.
    pub n_satisfied: usize,
    /// Handles whose motion is computed here; that of the others is known from other processes.
    pub own_handles: Range<usize>,
    /// The form in which the formulation takes the effect of multipliers.
    pub effect: Effect,
    /// By how much joints miss one another, relative to the mechanism's size; zero where they do not.
    pub play: f64,
    /// Φ by row.
    pub residual: Vec<f64>,
    /// ν by row, in G v = ν.
    pub velocity: Vec<f64>,
    /// b = G M⁻¹ f − τ by row, in E λ = b, and Baumgarte's feedback before it is solved; valid when forces are those of
    /// the same values.
    pub right_side: Vec<f64>,
}

impl Equations {
    /// Zeros for this system.
    pub fn new(system: ReducedSystem, joints: Vec<JointId>, effect: Effect) -> Equations {
        let n = system.pattern.n_rows();
        let rows = vec![0.0; n];
        let (residual, velocity, own_handles) = (rows.clone(), rows.clone(), 0..system.pattern.n_handles());
        Equations {
            system,
            joints,
            n_satisfied: 0,
            own_handles,
            effect,
            play: 0.0,
            residual,
            velocity,
            right_side: rows,
        }
    }

    /// The joint to which a row belongs.
    pub(crate) fn joint_of_row(&self, row: usize) -> JointId {
        self.joints[self.system.pattern.block_of_row(row)]
    }
}

/// Work of drivers that was not counted yet, because impulses of constraints are in the momenta.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeldBack {
    /// μν, summed over drivers (J).
    pub work: f64,
    /// The power of drivers as long as these impulses are in the momenta (W).
    pub power: f64,
}

/// How far accelerations miss the constraint equations, G a = τ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Imbalance {
    /// Relative to the accelerations.
    pub size: f64,
    /// The row that is missed most.
    pub row: usize,
}

/// Steps of refinement: the second takes what redundant equations leave of the first.
const REFINEMENTS: usize = 2;

/// Functions at the sign of which loads switch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Switches {
    /// Always as many; behind them the arguments of curves.
    pub functions: Vec<f64>,
    /// Those of pairs of contact groups that are near each other, by labels in ascending order. Others are positive.
    pub of_pairs: Vec<([u32; 4], f64)>,
}

/// Memory of one evaluation.
pub struct Workspace {
    /// Stage 3: G, M⁻¹, Φ, ν, τ, written by the formulation, read by everyone after it.
    pub equations: Equations,
    /// Stage 4.
    pub solver: Box<dyn Solver>,
    /// First guesses of λ, for solvers that make use of them.
    pub guesses: Guesses,
    /// Stage 4: λ, by row; a first guess or the right-hand side before that.
    pub multipliers: Vec<f64>,
    /// Joint angles near the present ones, written before a step or a row, read by stages 2 and 3.
    pub unwrapped_angles: Vec<f64>,
    /// Rate α of Baumgarte's feedback; zero without.
    pub feedback: f64,
    /// How exactly friction that follows reactions is found, relative to them; `None` where there is none.
    pub friction_tolerance: Option<f64>,
    /// Whether velocities are projected after each step, and errors of theirs with them.
    pub projects: bool,
    /// Number of independent equations at the last accepted state.
    pub rank: usize,
    /// Number of independent equations at the last evaluation.
    pub evaluated_rank: usize,
    /// Violations that stabilization may leave although there is no singular position near by, relative to the
    /// mechanism's size; zero until a run could not go on without.
    pub(crate) pardoned: f64,
    /// How near to singular positions evaluations were since the attempt at a step began.
    pub(crate) clearance: Clearance,
    /// Whether the last evaluation was a program's: then equations and factor are those of an earlier one.
    pub is_behind: bool,
    /// The threads that share the work.
    pub team: Team,
    /// G v − ν, by row, of the velocities last asked about.
    pub velocity_residual: Vec<f64>,
    /// E λ − b, by row, of the last `refine`.
    residual: Vec<f64>,
    /// Gᵀλ, by handle, of the last `respond`.
    pub loads: Vec<f64>,
    /// M⁻¹Gᵀλ, by handle, of the last `respond`, where the formulation takes it.
    pub responses: Vec<f64>,
    /// Values other than those evaluated: with velocities on the constraints.
    pub settled: Vec<f64>,
    /// Rates of an observed state.
    pub rates: Vec<f64>,
    /// Whether all bodies and equations are here, and none on other processes.
    pub sees_all: bool,
    /// How far the accelerations last observed missed the equations, before anything was done about it.
    pub imbalance: Imbalance,
    /// Power that drivers and loads give to the mechanism (W), by own part of it; empty where none is asked for.
    pub power: Vec<f64>,
    /// Energy that loads with power have stored at the state last observed (J), by own part; empty where none is asked
    /// for.
    pub stored: Vec<f64>,
    /// Whether evaluations only write switching functions, as far as they know velocities without rates.
    pub looks_for_switches: bool,
    /// Functions at the sign of which loads switch, at the last evaluation that wrote them.
    pub(crate) switches: Switches,
    /// Rates of the model's own states at the last evaluation.
    pub state_rates: Vec<f64>,
    /// Work of drivers that momenta with impulses of constraints hold back (J), and its part of the power (W).
    pub held_back: HeldBack,
}

impl Workspace {
    /// Memory for these equations and so many values.
    pub fn new(
        equations: Equations,
        solver: Box<dyn Solver>,
        unwrapped_angles: Vec<f64>,
        n_values: usize,
    ) -> Workspace {
        let pattern = &equations.system.pattern;
        let (n_rows, n_handles) = (pattern.n_rows(), pattern.n_handles() * pattern.width());
        Workspace {
            equations,
            solver,
            guesses: Guesses::default(),
            multipliers: vec![0.0; n_rows],
            unwrapped_angles,
            feedback: 0.0,
            friction_tolerance: None,
            projects: false,
            rank: 0,
            evaluated_rank: 0,
            pardoned: 0.0,
            clearance: Clearance::default(),
            is_behind: false,
            team: Team::alone(),
            velocity_residual: vec![0.0; n_rows],
            residual: vec![0.0; n_rows],
            loads: vec![0.0; n_handles],
            responses: vec![0.0; n_handles],
            settled: vec![0.0; n_values],
            rates: vec![0.0; n_values],
            sees_all: true,
            imbalance: Imbalance::default(),
            power: Vec::new(),
            stored: Vec::new(),
            looks_for_switches: false,
            switches: Switches::default(),
            state_rates: Vec::new(),
            held_back: HeldBack::default(),
        }
    }

    /// Stage 4: E λ = b, from a guess where the solver makes use of one.
    pub(crate) fn solve(&mut self, time: f64) {
        self.guesses.write(time, &mut self.multipliers);
        let Equations { system, right_side, .. } = &self.equations;
        self.solver.factor_and_solve(system, right_side, &mut self.multipliers, &self.team);
        let report = self.solver.rank_report();
        self.evaluated_rank = report.rank + self.equations.n_satisfied;
        self.clearance.see(report);
    }

    /// E λ = b once more, with the factor at hand.
    pub(crate) fn solve_again(&mut self) {
        self.multipliers.copy_from_slice(&self.equations.right_side);
        self.solver.solve_in_place(&self.equations.system, &mut self.multipliers, &self.team);
    }

    /// λ −= E⁻¹ (E λ − b), with the factor at hand: the residual is found body by body, where what cancels in E does so
    /// first.
    pub(crate) fn refine(&mut self) {
        let Workspace { equations, solver, multipliers, loads, responses, residual, team, .. } = self;
        for _ in 0..REFINEMENTS {
            equations.system.respond(multipliers, loads, responses, team);
            equations.system.project_minus(responses, &equations.right_side, residual, team);
            solver.solve_in_place(&equations.system, residual, team);
            multipliers.iter_mut().zip(&*residual).for_each(|(x, error)| *x -= error);
        }
    }

    /// How far the accelerations of the last evaluation miss the equations, |E λ − b|, relative to the largest of b and
    /// M⁻¹Gᵀλ, and the row that they miss most. Zero where λ was iterated, which has a tolerance of its own, and on one
    /// of several processes, which has not all loads.
    pub(crate) fn update_imbalance(&mut self) {
        let Workspace { equations, solver, multipliers, loads, responses, residual, team, imbalance, sees_all, .. } =
            self;
        *imbalance = Imbalance::default();
        if solver.iterations().is_some() || !*sees_all {
            return;
        }
        equations.system.respond(multipliers, loads, responses, team);
        equations.system.project_minus(responses, &equations.right_side, residual, team);
        let largest = |x: &[f64]| x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let scale = largest(&equations.right_side).max(largest(responses));
        let by_size = |a: &(usize, &f64), b: &(usize, &f64)| a.1.abs().total_cmp(&b.1.abs());
        if let Some((row, worst)) = residual.iter().enumerate().max_by(by_size).filter(|_| scale > 0.0) {
            *imbalance = Imbalance { size: worst.abs() / scale, row };
        }
    }

    /// Factors E of the last constraints.
    pub fn factor(&mut self) {
        self.solver.factor(&self.equations.system, &self.team);
    }

    /// Whether the last evaluation shows a singular position near by; where a program can be trusted, there is none.
    pub(crate) fn is_nearly_singular(&self) -> bool {
        !self.is_behind && self.solver.rank_report().is_nearly_singular()
    }

    /// The effect of λ in the form that the formulation takes: M⁻¹Gᵀλ, or Gᵀλ.
    pub(crate) fn respond(&mut self) -> &[f64] {
        let Equations { system, effect, .. } = &self.equations;
        match effect {
            Effect::Motion => system.respond(&self.multipliers, &mut self.loads, &mut self.responses, &self.team),
            Effect::Load => system.gather_loads(&self.multipliers, &mut self.loads, &self.team),
        }
        self.effect()
    }

    /// The last effect.
    pub(crate) fn effect(&self) -> &[f64] {
        match self.equations.effect {
            Effect::Motion => &self.responses,
            Effect::Load => &self.loads,
        }
    }

    /// Multiplies the last effect.
    pub(crate) fn scale_effect(&mut self, factor: f64) -> &[f64] {
        let effect = match self.equations.effect {
            Effect::Motion => &mut self.responses,
            Effect::Load => &mut self.loads,
        };
        effect.iter_mut().for_each(|x| *x *= factor);
        effect
    }

    /// G v − ν for these velocities of the handles.
    pub(crate) fn update_velocity_residual(&mut self, velocities: &[f64]) {
        let Equations { system, velocity: nu, .. } = &self.equations;
        system.project_minus(velocities, nu, &mut self.velocity_residual, &self.team);
    }

    /// Baumgarte's feedback: b += 2α (G v − ν) + α² Φ, after the residual of velocities.
    pub(crate) fn add_feedback(&mut self) {
        let (alpha, Equations { residual, right_side, .. }) = (self.feedback, &mut self.equations);
        for (b, (position, velocity)) in right_side.iter_mut().zip(residual.iter().zip(&self.velocity_residual)) {
            *b += 2.0 * alpha * velocity + alpha * alpha * position;
        }
    }

    /// How the handles should change their velocities, −M⁻¹Gᵀ E⁻¹ (G v − ν), with the factor at hand.
    pub(crate) fn calc_velocity_correction(&mut self) -> &[f64] {
        self.multipliers.copy_from_slice(&self.velocity_residual);
        self.solver.solve_in_place(&self.equations.system, &mut self.multipliers, &self.team);
        self.respond();
        self.scale_effect(-1.0)
    }

    /// The part of these velocities of the handles that constraints take out, −M⁻¹Gᵀ E⁻¹ G v, with the factor at hand.
    pub(crate) fn calc_reduction(&mut self, velocities: &[f64]) -> &[f64] {
        self.equations.system.project(velocities, &mut self.multipliers, &self.team);
        self.solver.solve_in_place(&self.equations.system, &mut self.multipliers, &self.team);
        self.respond();
        self.scale_effect(-1.0)
    }

    /// Among all multipliers that give the same motion, takes those of least norm.
    pub(crate) fn minimize_norm(&mut self) {
        self.solver.minimize_norm(&self.equations.system, &mut self.multipliers, &self.team);
    }
}
