//! `multiscale`: joints as stiff springs and dampers, looked at through two scales of time [Valášek and Mráz, section
//! 3]. No linear system is solved: every body needs its neighbours only.
//!
//! The macro level has the coordinates, forces and equations of a formulation for single bodies, which the plan lends.
//! Only its multipliers are found another way: a micro system, whose joints are elastic (`micro`), starts at the macro
//! state and runs for a short window; λ is the average of its joint loads over the window (`kernel`), and the average
//! of its motion, which has the mean deflections, is where the next window starts. The first window oscillates about
//! the deflections that carry the loads, the second one, the paper's *double* micro integration, hardly does; long
//! chains take more. [`Tuning`] says how stiff and how long.
//!
//! With `direct` there is one scale: λ are the loads of springs and dampers at the state itself, and the integrator
//! follows all their oscillations.

mod kernel;
mod micro;
mod tuning;

pub(crate) use tuning::Tuning;

use super::stages::{self, Stages};
use super::{Angles, Equations, Facts, Formulation, Level, MicroStats, Now, Variables};
use crate::error::StepError;
use crate::methods::FormulationKind;
pub(crate) use crate::methods::Scales;
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::Team;
use crate::reduced::InverseDiagonal;
use crate::state::State;
use crate::workspace::Workspace;
use micro::{Around, Micro};

/// Windows of one length; where they do not settle by then, longer ones are taken.
const MOST_WINDOWS: usize = 8;
/// Where even the last windows go on changing, by round-off say, their loads are taken if they leave no more than this
/// unbalanced.
const ACCEPTABLE: f64 = 1e-4;
/// How often other windows are tried before an evaluation is given up.
const MOST_RETRIES: usize = 4;

/// The formulation with the memory of both levels.
pub(crate) struct Multiscale {
    /// The macro level.
    bodies: Box<dyn Stages>,
    micro: Micro,
    tuning: Tuning,
    scales: Scales,
    /// D⁻¹: of the present state, or, with `direct`, of the initial one.
    masses: InverseDiagonal,
    /// Where the next window starts.
    start: Vec<f64>,
    /// Φ̈₀, by row.
    acceleration: Vec<f64>,
    balance: Balance,
    stats: MicroStats,
}

impl Multiscale {
    /// Two formulations of the same coordinates, one for each level, and the initial state.
    pub(crate) fn new(
        model: &Model,
        bodies: [Box<dyn Stages>; 2],
        (tuning, scales): (Tuning, Scales),
        initial: &State,
    ) -> Multiscale {
        let mut method = Multiscale::untuned(model, bodies, initial).0;
        // Memory for the longest windows there may be.
        method.micro.prepare(tuning.n_steps << MOST_RETRIES.div_ceil(2));
        Multiscale { tuning, scales, ..method }
    }

    /// After stages 1 to 3 at the initial state, with the equations there.
    fn untuned(model: &Model, bodies: [Box<dyn Stages>; 2], initial: &State) -> (Multiscale, Equations) {
        let [mut bodies, micro] = bodies;
        let mut equations = bodies.equations(model);
        let team = Team::alone();
        bodies.update_kinematics(model, &initial.values, &team);
        bodies.update_forces(model, initial.time, &initial.unwrapped_angles, &team);
        bodies.assemble(model, initial.time, &initial.unwrapped_angles, &mut equations, &team);
        let mut masses = InverseDiagonal::new(&equations.system.pattern);
        masses.update(&equations.system);
        let method = Multiscale {
            bodies,
            micro: Micro::new(model, micro),
            tuning: Tuning::default(),
            scales: Scales::Averaged,
            masses,
            start: initial.values.clone(),
            acceleration: vec![0.0; equations.residual.len()],
            balance: Balance::new(&equations),
            stats: MicroStats::default(),
        };
        (method, equations)
    }

    /// λ of springs and dampers at the state itself.
    fn load_directly(&mut self, now: &Unsolved, multipliers: &mut [f64], team: &Team) {
        let Tuning { frequency, damping, .. } = self.tuning;
        let rows = now.equations.residual.iter().zip(now.rate);
        for (pull, (place, rate)) in self.acceleration.iter_mut().zip(rows) {
            *pull = frequency * (frequency * place + damping * rate);
        }
        self.masses.mul(&now.equations.system.pattern, &self.acceleration, multipliers, team);
    }

    /// λ averaged over windows, with more of them, then others, until they settle: where the mechanism moves faster
    /// than at first they are to be shorter, where joints are softer together they are to have more steps. Both make
    /// joints stiffer, which is not done where a stiffness was asked for.
    fn average(
        &mut self,
        model: &Model,
        now: &Unsolved,
        multipliers: &mut [f64],
        team: &Team,
    ) -> Result<(), StepError> {
        self.masses.update(&now.equations.system);
        let rows = now.equations.residual.iter().zip(now.rate);
        for (wanted, (place, rate)) in self.acceleration.iter_mut().zip(rows) {
            *wanted = -now.feedback * (2.0 * rate + now.feedback * place);
        }
        let mut tuning = self.tuning;
        let mut left = 0.0;
        let most = if tuning.is_given { 0 } else { MOST_RETRIES };
        for retry in 0..=most {
            let small = tuning.settled();
            let (settled, unbalanced) = self.run_windows(model, now, &tuning, (MOST_WINDOWS, small), team);
            left = unbalanced;
            if settled || !left.is_finite() || (retry == most && left <= ACCEPTABLE) {
                multipliers.copy_from_slice(&self.micro.mean);
                self.stats.unbalanced = self.stats.unbalanced.max(left);
                return Ok(());
            }
            tuning = if retry % 2 == 0 { tuning.shortened() } else { tuning.lengthened() };
        }
        Err(StepError::NotBalanced { time: now.time, unbalanced: left })
    }

    /// Windows one after the other, so many at most: whether one changes little, and what part of the loads is left
    /// unbalanced.
    fn run_windows(
        &mut self,
        model: &Model,
        now: &Unsolved,
        tuning: &Tuning,
        (most, small): (usize, f64),
        team: &Team,
    ) -> (bool, f64) {
        let Multiscale { micro, masses, start, acceleration, balance, stats, .. } = self;
        micro.prepare(tuning.n_steps);
        start.copy_from_slice(now.values);
        let violation = [&now.equations.residual, now.rate, acceleration];
        let Unsolved { time, values, unwrapped_angles, .. } = *now;
        let around = Around { model, time, values, unwrapped_angles, violation, masses };
        let mut seen = Unbalanced::default();
        for window in 1..=most {
            micro.average(&around, tuning, start, team);
            seen = balance.weigh(now.equations, masses, (&micro.mean, tuning.floor), team);
            (stats.windows, stats.steps) = (stats.windows + 1, micro.n_steps);
            if !seen.left.is_finite() || (window > 1 && seen.change <= small) {
                return (true, seen.left);
            }
        }
        (false, seen.left)
    }
}

/// Compares what joint loads do with what they have to do: r = E λ − b, by products alone.
struct Balance {
    loads: Vec<f64>,
    responses: Vec<f64>,
    r: Vec<f64>,
    earlier: Vec<f64>,
    weighed: Vec<f64>,
}

/// √(rᵀD⁻¹r) over √(bᵀD⁻¹b), and the same of what r changed by since the window before.
#[derive(Clone, Copy, Debug, Default)]
struct Unbalanced {
    left: f64,
    change: f64,
}

impl Balance {
    fn new(equations: &Equations) -> Balance {
        let pattern = &equations.system.pattern;
        let (n_rows, n) = (pattern.n_rows(), pattern.n_handles() * pattern.width());
        let [r, earlier, weighed] = [(); 3].map(|()| vec![0.0; n_rows]);
        Balance { loads: vec![0.0; n], responses: vec![0.0; n], r, earlier, weighed }
    }

    fn weigh(
        &mut self,
        equations: &Equations,
        masses: &InverseDiagonal,
        (load, floor): (&[f64], f64),
        team: &Team,
    ) -> Unbalanced {
        let Equations { system, right_side, .. } = equations;
        let Balance { loads, responses, r, earlier, weighed } = self;
        std::mem::swap(r, earlier);
        system.respond(load, loads, responses, team);
        system.project_minus(responses, right_side, r, team);
        let mut square = |x: &[f64]| {
            masses.mul(&system.pattern, x, weighed, team);
            x.iter().zip(&*weighed).map(|(x, y)| x * y).sum::<f64>()
        };
        let (whole, left) = (square(right_side) + floor, square(r));
        earlier.iter_mut().zip(&*r).for_each(|(before, now)| *before = now - *before);
        let change = square(earlier);
        let part = |x: f64| if x > 0.0 || x.is_nan() { (x / whole).sqrt() } else { 0.0 };
        Unbalanced { left: part(left), change: part(change) }
    }
}

/// Results of stages 1 to 3 when λ is to be found.
#[derive(Clone, Copy, Debug)]
struct Unsolved<'a> {
    time: f64,
    values: &'a [f64],
    unwrapped_angles: &'a [f64],
    /// G, Φ, and b with feedback.
    equations: &'a Equations,
    /// G v − ν, by row.
    rate: &'a [f64],
    /// Rate α of Baumgarte's feedback; zero without.
    feedback: f64,
}

impl Variables for Multiscale {
    fn facts(&self) -> Facts {
        Facts { kind: FormulationKind::Multiscale, micro: Some(self.stats), ..self.bodies.facts() }
    }

    fn initial_state(&self, model: &Model) -> State {
        self.bodies.initial_state(model)
    }

    fn equations(&self, model: &Model) -> Equations {
        self.bodies.equations(model)
    }

    fn handle_velocities<'a>(&'a mut self, values: &'a [f64]) -> &'a [f64] {
        self.bodies.handle_velocities(values)
    }

    fn displace(&mut self, level: Level, values: &mut [f64], effect: &[f64]) {
        self.bodies.displace(level, values, effect);
    }

    fn describe(&self, model: &Model, index: usize) -> String {
        self.bodies.describe(model, index)
    }
}

impl Formulation for Multiscale {
    fn evaluate(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        rates: &mut [f64],
    ) -> Result<(), StepError> {
        // 1 to 3.
        self.bodies.signals().take_states(now.states);
        self.micro.bodies().signals().take_states(now.states);
        if workspace.looks_for_switches {
            stages::write_switches(&mut *self.bodies, model, now, workspace);
            return Ok(());
        }
        stages::prepare(&mut *self.bodies, model, now, workspace);

        // 4: λ without solving E λ = b.
        workspace.update_velocity_residual(self.bodies.handle_velocities(now.values));
        workspace.evaluated_rank = workspace.rank;
        let Workspace { equations, multipliers, unwrapped_angles, velocity_residual, feedback, team, .. } = workspace;
        let Now { time, values, .. } = now;
        let unsolved =
            Unsolved { time, values, unwrapped_angles, equations, rate: velocity_residual, feedback: *feedback };
        self.stats.evaluations += 1;
        match self.scales {
            Scales::Averaged => self.average(model, &unsolved, multipliers, team)?,
            Scales::Direct => self.load_directly(&unsolved, multipliers, team),
        }

        // 5 rates.
        stages::write_rates(&mut *self.bodies, now, workspace, rates);
        stages::write_companions(&mut *self.bodies, model, workspace);
        Ok(())
    }

    fn update_constraints(&mut self, model: &Model, now: Now, workspace: &mut Workspace) {
        stages::update_constraints(&mut *self.bodies, model, now, workspace);
    }

    fn normalize(&self, _values: &mut [f64]) {
        // Displacements do that.
    }

    fn forget_impulses(&mut self, _values: &mut [f64], _rates: &mut [f64]) {
        // Velocities have none in them.
    }

    fn follow_angles(&mut self, model: &Model, values: &[f64], angles: Angles, team: &Team) {
        self.bodies.update_kinematics(model, values, team);
        self.bodies.update_unwrapped_angles(model, values, angles);
    }

    fn observe(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        seen: &mut Observation,
    ) -> Result<(), StepError> {
        let outcome = stages::evaluate_in_place(self, model, now, workspace);
        stages::observe(&mut *self.bodies, model, now, workspace, seen);
        outcome
    }
}
