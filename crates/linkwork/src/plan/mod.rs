//! The plan: which methods apply to a model, which are chosen, and why. The only room that names all implementations.
//!
//! Planning looks at the topology, assembles the initial state, counts independent equations there, and settles
//! formulation, solver, integrator and stabilization. Thresholds of `auto` live here and nowhere else.

mod advice;
mod ballast;
mod bundles;
mod cost;
mod damping;
mod elimination;
mod initial;
mod locked;
mod make;
mod multiscale;
mod processes;
mod specialization;
mod stacked;
mod stiff;
mod sturdier;
mod switching;
mod wanted;
mod words;

pub use crate::formulation::recursive::{Owners, Shares};
pub use make::make_relaxation;
pub use processes::Assignment;
pub(crate) use switching::Switching;
pub use words::ChosenMethods;

use crate::error::SimulationError;
use crate::formulation::multiscale::Tuning;
use crate::formulation::recursive::Arrangement;
use crate::hash::Hash;
use crate::locks::Held;
use crate::methods::{Choice, FormulationKind, IntegratorKind, SolverKind, Specialize, StabilizationKind, Word};
use crate::model::Model;
use crate::parallel::MOST_TASKS;
use crate::play::{Play, TooMuch, Watch};
use crate::settings::Settings;
use crate::singular::MOST_DEPENDENT;
use crate::solver::Damped;
use crate::stabilization::Assembly;
use crate::state::State;
use crate::stats::Summary;
use crate::topology::{
    Chosen, Edge, Graph, Group, Objective, OrderRequest, Reduction, Request, Schedule, SplitRequest, Topology,
};
use advice::FormulationAdvice;
use elimination::Division;
use std::fmt;
use std::sync::Arc;
use sturdier::LeftOpen;

/// `dense` keeps full matrices, and `qr` those of joints that are coupled; beyond this many equations they would need
/// gigabytes.
const MOST_EQUATIONS_FOR_FULL_MATRICES: usize = 6000;

/// Joints coupled at once, up to which coordinates are chosen. The memory for it grows about with the fourth power: in
/// nets of bodies it was 0.4 GB at 30 × 30 and 1.3 GB at 40 × 40, which are below this, and more than 6 GB at 60 × 60,
/// where it is 107.
const MOST_COUPLED_FOR_PARTITIONING: usize = 64;

/// Bodies on average that a part of `recursive` must have to be made. Each cut adds responses and equations, and below
/// 800 bodies threads have too little to share: two parts on two threads had 0.63, 0.72, 0.78, 0.81 and 0.83 times the
/// speed of the whole on one in chains of 64, 128, 256, 500 and 700 bodies. From 800 on both threads work, by least
/// times of two series on cores that other programs used too, the better of each size: 1.5 at 800, 1.6 at 900, 1.3 at
/// 1000, 1.3 at 1200, 1.4 at 1500, 1.1 at 2000 and 3000, 1.5 at 4000. One series alone had 1.06 at 800 and 1.04 at
/// 1000.
const SMALLEST_PART: usize = 400;

/// More threads than this are not made, whatever is asked for.
const MOST_THREADS: usize = 256;

/// The methods of a run, settled before the first step.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The choices as asked for, with `auto` replaced by the methods of [`chosen`](Plan::chosen).
    pub settings: Settings,
    /// The methods that will run.
    chosen: ChosenMethods,
    /// Why each choice was made, a sentence each.
    pub reasons: Vec<String>,
    /// How far the formulation is settled, and why.
    formulation_advice: FormulationAdvice,
    /// The mechanism's graph.
    pub topology: Topology,
    /// In which order joints are eliminated, and which bodies are divided for it.
    pub elimination: Chosen,
    /// Independent equations in the initial configuration.
    pub rank: usize,
    /// Degrees of freedom there.
    pub dof: usize,
    /// Where equations are redundant there.
    pub redundant_groups: Vec<Group>,
    /// The assembled state at time zero.
    pub initial: State,
    /// The corrections made by assembling.
    pub assembly: Assembly,
    /// Threads that work together.
    pub threads: usize,
    /// A length typical of the whole mechanism (m).
    length_scale: f64,
    /// How fast the motion is where it starts (1/s), for `natural`.
    pace: f64,
    schedule: Schedule,
    /// For `recursive`: the forest of joints and where it starts.
    arrangement: Option<Arrangement>,
    /// For `multiscale`: how stiff joints are, and how long they are looked at.
    pub tuning: Option<Tuning>,
    /// [`Model::hash`] of the model it was made for.
    model_hash: Hash,
    /// The model that moves where bodies are too light or joints have play.
    replaced: Option<Arc<Model>>,
    /// The same where it starts with locked directions.
    held: Option<Arc<Held>>,
    /// The mechanism meant, where joints of the model have play.
    play: Option<Arc<Play>>,
    /// By how much they miss one another, relative to the mechanism's size.
    misfit: f64,
    /// Where the mechanism stands still, but would move with a little more play.
    nearly_movable: Option<TooMuch>,
    /// Whether loads or drivers may change the energy of the whole model.
    pub(crate) changes_energy: bool,
    /// Where equations that nearly depend on others are damped.
    damped: Option<Damped>,
    /// Equations that bundles of joints take out of what is solved.
    n_bundled: usize,
    /// Methods that may be replaced in mid-run.
    left_open: LeftOpen,
    /// Why the integrator is an implicit one, where the plan takes one by itself.
    stiffness: Option<String>,
    /// Drivers and loads at whose switches steps end.
    pub(crate) switching: Vec<Switching>,
}

impl Plan {
    /// Settles what the settings leave to `auto`, and checks what they ask for.
    ///
    /// # Errors
    /// When a number makes no sense ([`Settings::check`]), a method does not apply, a driver jumps, or the model
    /// cannot be assembled.
    pub fn choose(model: &Model, settings: &Settings) -> Result<Plan, SimulationError> {
        let chosen = ChosenMethods::usual(settings)?;
        let switching = switching::find_switching(model);
        switching::check_drivers(&switching, settings.end)?;
        let topology = Topology::analyze(model);
        // Without joints, until it is known which equations there are.
        let request = Request::automatic(Objective::Flops, model.freedoms_per_body());
        let (elimination, schedule) =
            elimination::arrange_elimination(&Graph::new(0, &[]), &request, Division::of(settings));
        let mut plan = Plan {
            settings: settings.clone(),
            chosen,
            reasons: Vec::new(),
            formulation_advice: FormulationAdvice::Asked,
            topology,
            rank: 0,
            dof: 0,
            redundant_groups: Vec::new(),
            initial: State::new(0.0, &[], &[]),
            assembly: Assembly::default(),
            elimination,
            schedule,
            pace: 1.0,
            arrangement: None,
            tuning: None,
            model_hash: model.hash(),
            replaced: None,
            held: None,
            play: None,
            misfit: 0.0,
            nearly_movable: None,
            changes_energy: model.may_change_energy(),
            damped: None,
            n_bundled: 0,
            left_open: LeftOpen::of(settings),
            stiffness: None,
            switching,
            threads: 1,
            length_scale: model.length_scale(),
        };
        let light = plan.find_light_bodies(model)?;
        let ballasted = ballast::add(model, &light);
        let assembled = ballasted.as_ref().unwrap_or(model);
        plan.foresee_stiffness(assembled);
        plan.foresee_formulation(assembled)?;
        if plan.chosen.formulation != FormulationKind::Recursive || !plan.take_placed(assembled)? {
            plan.take_assembled(assembled)?;
        }
        let kept = ballast::add(model, &plan.keep_ballast(model, light));
        plan.replaced = match &plan.play {
            Some(play) => Some(Arc::new(play.leave_out_of(kept.as_ref().unwrap_or(model)))),
            None => kept.map(Arc::new),
        };
        plan.dof = model.n_bodies() * model.freedoms_per_body() - plan.rank;
        let replacement = plan.replacement().cloned();
        plan.choose_methods(replacement.as_deref().unwrap_or(model))?;
        plan.choose_threads();
        Ok(plan)
    }

    /// Whether it was made for this model.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when it was made for another one.
    pub(crate) fn check_model(&self, model: &Model) -> Result<(), SimulationError> {
        if self.model_hash == model.hash() {
            return Ok(());
        }
        let reason = format!("it was made for another model than '{}', or for one that has changed since", model.name);
        Err(SimulationError::DoesNotApply { method: "plan", reason })
    }

    /// The methods that will run.
    pub fn chosen(&self) -> ChosenMethods {
        self.chosen
    }

    /// For `recursive`: what each of so many parts would have to do. `None` for other formulations.
    pub fn share(&self, model: &Model, n_parts: usize) -> Option<Shares> {
        let model = self.moving(model);
        self.arrangement.as_ref().map(|whole| whole.divide(model, n_parts).share(model))
    }

    /// For `recursive`: the plan with further cuts and another solver, without assembling the model again.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when a method cannot treat that.
    pub fn redivide(&self, model: &Model, n_parts: usize, solver: SolverKind) -> Result<Plan, SimulationError> {
        let model = self.moving(model);
        let mut plan = Plan { reasons: Vec::new(), ..self.clone() };
        (plan.settings.parts, plan.settings.smallest_part) = (n_parts, 1);
        plan.settings.solver = solver.into();
        plan.settings.stabilization = Choice::Auto;
        plan.chosen = ChosenMethods::usual(&plan.settings)?;
        if let Some(whole) = &self.arrangement {
            plan.take_arrangement(model, whole.divide(model, n_parts))?;
        }
        plan.choose_methods(model)?;
        plan.choose_threads();
        Ok(plan)
    }

    /// For `recursive`: where it starts and how what it leaves over is eliminated.
    fn take_arrangement(&mut self, model: &Model, arrangement: Arrangement) -> Result<(), SimulationError> {
        arrangement.check_memory(model)?;
        self.initial = arrangement.initial_state(model);
        let mut request = words::elimination_request(model, self.n_holds(), &self.settings)?;
        // A tree of bodies has no mass that could be divided among pieces.
        request.split = SplitRequest::Never;
        if let OrderRequest::Given(joints) = &request.order {
            request.order = OrderRequest::Given(arrangement.restrict_order(joints));
        }
        let graph = arrangement.graph();
        // Parts are those of the mechanism; the elimination of what is left has its own.
        (self.elimination, self.schedule) =
            elimination::arrange_elimination(&graph, &request, Division::of_left_over(&self.settings));
        self.arrangement = Some(arrangement);
        Ok(())
    }

    fn choose_methods(&mut self, model: &Model) -> Result<(), SimulationError> {
        if self.chosen.formulation == FormulationKind::Multiscale {
            return self.choose_multiscale(model);
        }
        let (n, widest) = self.count_coupled(self.n_blocks(model));
        let (formulation, reason) = (self.chosen.formulation, self.formulation_advice.reason());
        self.settle(|s| &mut s.formulation, |c| &mut c.formulation, (formulation, &reason));
        let (solver, reason) = self.advise_solver(n);
        self.settle(|s| &mut s.solver, |c| &mut c.solver, (solver, &reason));
        self.tell_of_bundles(model);
        let (integrator, reason) = self.advise_integrator();
        self.settle(|s| &mut s.integrator, |c| &mut c.integrator, (integrator, &reason));
        let stabilization = self.advise_stabilization(model, n, widest);
        self.settle(|s| &mut s.stabilization, |c| &mut c.stabilization, stabilization);
        if self.chosen.formulation == FormulationKind::Natural && self.chosen.stabilization != StabilizationKind::None {
            let alpha = self.calc_decay().violations;
            self.reasons[3] += &format!(" (rate {alpha:.3}/s)");
        }
        if let Some(arrangement) = &self.arrangement {
            self.reasons.push(arrangement.explain_parts(self.settings.parts, smallest_part(&self.settings)));
        }
        self.check_methods(n, widest)
    }

    /// Equations of so many blocks, and how many joints are coupled at once in their elimination.
    fn count_coupled(&self, n_blocks: usize) -> (usize, usize) {
        let Chosen { graph, filled, .. } = &self.elimination;
        let widest = (0..filled.n()).map(|k| filled.column(k).len()).max().unwrap_or(0);
        (graph.edges()[..n_blocks].iter().map(Edge::size).sum(), widest)
    }

    /// Takes a method as asked for, or else as advised, and says why.
    fn settle<T: Word>(
        &mut self,
        setting: impl Fn(&mut Settings) -> &mut Choice<T>,
        chosen: impl Fn(&mut ChosenMethods) -> &mut T,
        (advised, reason): (T, &str),
    ) {
        let asked = setting(&mut self.settings);
        let reason = if *asked == Choice::Auto { reason } else { "as asked" };
        let method = asked.or(advised);
        *asked = method.into();
        *chosen(&mut self.chosen) = method;
        self.reasons.push(format!("{}: {reason}", method.word()));
    }

    /// Whether the methods can treat so many equations, of which so many joints are coupled at once.
    fn check_methods(&self, n: usize, widest: usize) -> Result<(), SimulationError> {
        let (settings, chosen) = (&self.settings, &self.chosen);
        if chosen.formulation == FormulationKind::Natural && chosen.stabilization == StabilizationKind::Partitioning {
            let reason = "`natural` has no velocities that could be dependent; use `baumgarte`, `projection` or `none`";
            return Err(SimulationError::DoesNotApply { method: "partitioning", reason: reason.into() });
        }
        if chosen.stabilization == StabilizationKind::Partitioning
            && self.arrangement.is_none()
            && widest > MOST_COUPLED_FOR_PARTITIONING
        {
            let reason = format!(
                "so many loops are interwoven ({widest} joints coupled at once, limit {MOST_COUPLED_FOR_PARTITIONING}) that \
                 choosing coordinates would need too much memory; use `projection`"
            );
            return Err(SimulationError::DoesNotApply { method: "partitioning", reason });
        }
        self.check_implicit()?;
        if settings.specialize == Specialize::On {
            let refuse = |reason| SimulationError::DoesNotApply { method: "specialize", reason };
            self.check_specializable().map_err(refuse)?;
        }
        let is_adams = matches!(chosen.integrator, IntegratorKind::Adams | IntegratorKind::AdamsBashforth);
        if is_adams && !(1..=5).contains(&settings.adams_order) {
            let reason = format!("order {} was asked for; it has orders 1 to 5", settings.adams_order);
            return Err(SimulationError::DoesNotApply { method: "adams", reason });
        }
        let coupled = match chosen.solver {
            SolverKind::Dense => n,
            SolverKind::Qr => n.min(6 * self.n_most_coupled(widest)),
            SolverKind::Elimination | SolverKind::Cyclic | SolverKind::Pcg => 0,
            SolverKind::Relaxation | SolverKind::None => 0,
        };
        if coupled > MOST_EQUATIONS_FOR_FULL_MATRICES {
            let reason = format!(
                "it keeps full matrices, too large for {coupled} coupled equations (limit {MOST_EQUATIONS_FOR_FULL_MATRICES}); use `elimination`"
            );
            return Err(SimulationError::DoesNotApply { method: chosen.solver.word(), reason });
        }
        Ok(())
    }

    /// Joints coupled at once where bodies are not divided.
    fn n_most_coupled(&self, widest: usize) -> usize {
        let at_one_body = self.elimination.splitting.count_joints().into_iter().max().unwrap_or(0);
        widest.max(at_one_body as usize)
    }

    /// Blocks of the reduced system: all joints, or those that joint coordinates leave over. Welds come after them.
    fn n_blocks(&self, model: &Model) -> usize {
        self.arrangement.as_ref().map_or(model.n_joints(), |_| self.elimination.graph.n_edges())
    }

    /// Parts that are computed at the same time: trees of joints, or those of the elimination.
    pub(crate) fn n_parts(&self) -> usize {
        self.arrangement.as_ref().map_or(self.schedule.n_parts(), Arrangement::n_parts)
    }

    /// For `recursive`: parts to be made, no more than asked for, such that they are not too small on average. It
    /// follows from model and settings alone, since parts decide about bits.
    fn parts_to_make(&self, model: &Model) -> usize {
        self.settings.parts.min(model.n_bodies() / smallest_part(&self.settings))
    }

    /// Where joints have play: the equations left out, to be watched.
    pub(crate) fn watch(&self) -> Option<&Watch> {
        self.play.as_ref().map(|play| &play.watch)
    }

    /// With `cyclic`: its levels, and down to what.
    pub fn reduction(&self) -> Option<Reduction> {
        self.schedule.reduction.filter(|_| self.chosen.solver == SolverKind::Cyclic)
    }

    /// As many threads as asked for; else those of the machine, as far as the model has work for them.
    fn choose_threads(&mut self) {
        let asked = self.settings.threads;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let is_divided = self.schedule.n_parts() > 1 || (self.settings.parts > 1 && self.n_parts() > 1);
        self.threads = match asked {
            0 if is_divided => cores.min(MOST_TASKS),
            0 => 1,
            n => n.min(MOST_THREADS),
        };
    }

    /// Notes for the user before the first step, apart from where equations are redundant.
    pub fn notes(&self, model: &Model) -> Vec<String> {
        let mut notes = model.warnings.clone();
        notes.extend(self.assembly.sentences(model));
        notes.extend(self.play.iter().map(|play| play.describe()));
        notes.extend(self.nearly_movable.iter().map(|too_much| too_much.warn(model)));
        notes.extend(self.held.iter().flat_map(|held| held.sentences()));
        match &self.arrangement {
            Some(arrangement) if self.settings.parts > arrangement.n_parts() => {
                let asked = self.settings.parts;
                let why = arrangement.explain_parts(asked, smallest_part(&self.settings));
                notes.push(format!("{asked} parts were asked for; {why}"));
            }
            None if !self.settings.cuts.is_empty() => {
                notes.push(
                    "joints are cut by `recursive` only; other formulations have equations for all of them".into(),
                );
            }
            _ => {}
        }
        notes.extend(self.warn_of_light_bodies(model));
        notes.extend(words::warn_of_relaxation(&self.settings));
        let redundant = model.n_equations().saturating_sub(self.rank);
        if redundant > 0 {
            let left_out = match self.chosen.solver {
                SolverKind::Elimination | SolverKind::Cyclic | SolverKind::Pcg | SolverKind::Relaxation => true,
                SolverKind::Qr | SolverKind::Dense | SolverKind::None => false,
            };
            let choice = match self.arrangement {
                _ if self.tuning.is_some() => "those of elastic joints are given",
                _ if self.damped.is_some() => "damped equations share the load, about evenly where joints are alike",
                _ if left_out && redundant > MOST_DEPENDENT + self.n_bundled => {
                    "equations that were left out have none"
                }
                None => "those of least norm are given",
                Some(_) => "those of joints that joint coordinates leave over have least norm, the others balance them",
            };
            notes.push(match model.has_friction_by_reaction() {
                false => format!("the reactions of redundant joints are not unique ({choice}); the motion is"),
                true => format!(
                    "the reactions of redundant joints are not unique ({choice}), and friction by a `coefficient` \
                     follows them, so that the motion is not definite either; remove redundant equations, or use \
                     friction by `coulomb`"
                ),
            });
        }
        notes
    }

    /// A summary with everything that is known before the first step.
    pub fn summary(&self, model: &Model) -> Summary {
        let redundant = model.n_equations().saturating_sub(self.rank);
        let groups = self.redundant_groups.iter().map(|g| format!("{} in this configuration", g.describe(model)));
        let warnings = groups.chain(self.notes(model)).collect();
        Summary {
            model: model.name.clone(),
            bodies: model.n_bodies(),
            joints: model.n_joints(),
            equations: model.n_equations(),
            rank: self.rank,
            dof: self.dof,
            redundant,
            formulation: self.chosen.formulation.to_string(),
            solver: self.chosen.solver.to_string(),
            integrator: self.chosen.integrator.to_string(),
            stabilization: self.chosen.stabilization.to_string(),
            threads: self.threads,
            parts: self.n_parts(),
            levels: self.reduction().map(|reduction| reduction.levels),
            reactions_unique: redundant == 0,
            warnings,
            ..Summary::default()
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (c, parts) = (&self.chosen, self.n_parts().to_string());
        let chosen = [
            (FormulationKind::SETTING, c.formulation.word()),
            (SolverKind::SETTING, c.solver.word()),
            (IntegratorKind::SETTING, c.integrator.word()),
            (StabilizationKind::SETTING, c.stabilization.word()),
            // With a reason where there is a choice.
            ("parts", &parts),
        ];
        for ((what, word), reason) in chosen.iter().zip(&self.reasons) {
            let why = reason.split_once(": ").map_or("", |(_, why)| why);
            writeln!(f, "{what:<14} {word:<13} {why}")?;
        }
        Ok(())
    }
}

/// Bodies that a part must have on average.
fn smallest_part(settings: &Settings) -> usize {
    match settings.smallest_part {
        0 => SMALLEST_PART,
        n => n,
    }
}

/// Whether a solver keeps full matrices, so that its time and memory follow powers of the number of equations.
pub fn keeps_full_matrices(solver: SolverKind) -> bool {
    solver == SolverKind::Dense
}
