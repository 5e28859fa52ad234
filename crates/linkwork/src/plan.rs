//! The plan: which methods apply to a model, which are chosen, and why. The only file that names all implementations.
//!
//! Planning looks at the topology, assembles the initial state, counts independent equations there, and settles
//! formulation, solver, integrator and stabilization. Thresholds of `auto` live here and nowhere else.

mod ranks;

pub use ranks::Assignment;

use crate::error::Trouble;
use crate::formulation::Formulation;
use crate::formulation::bodies::{PlanarBodies, SpatialBodies};
use crate::formulation::cartesian::Cartesian;
use crate::formulation::recursive::Arrangement;
pub use crate::formulation::recursive::{Owners, Shares};
use crate::ids::JointId;
use crate::integrator::{Adams, Corrector, Dopri5, Integrator, RungeKutta4};
use crate::model::{Model, Space};
use crate::parallel::{MOST_TASKS, Team};
use crate::recorder::Observation;
use crate::reduced::Pattern;
use crate::settings::Settings;
use crate::solver::pcg::{self, Preconditioner};
use crate::solver::{Dense, Elimination, Pcg, Qr, Solver, Start, elimination};
use crate::stabilization::{Assembly, Baumgarte, Partitioning, Projection, Stabilization, Unstabilized, assemble};
use crate::state::State;
use crate::stats::Summary;
use crate::topology::{
    Chosen, Edge, Graph, Group, Objective, OrderRequest, Redundancy, Request, Schedule, SplitRequest, Topology,
    choose_elimination, redundancy, schedule,
};
use crate::workspace::Workspace;
use std::fmt;

/// Words for [`Settings::formulation`].
pub const FORMULATIONS: &[&str] = &["auto", "cartesian", "recursive"];
/// Words for [`Settings::solver`].
pub const SOLVERS: &[&str] = &["auto", "elimination", "pcg", "qr", "dense"];
/// Words for [`Settings::preconditioner`].
pub const PRECONDITIONERS: &[&str] = &["auto", "factor", "block-jacobi", "jacobi"];
/// Words for [`Settings::start`].
pub const STARTS: &[&str] = &["auto", "zero", "hold", "linear", "quadratic"];
/// Words for [`Settings::integrator`].
pub const INTEGRATORS: &[&str] = &["auto", "dopri5", "rk4", "adams", "adams-bashforth"];
/// Words for [`Settings::stabilization`].
pub const STABILIZATIONS: &[&str] = &["auto", "partitioning", "projection", "baumgarte", "none"];
/// Words for [`Settings::order`], besides lists of joints.
pub const ORDERS: &[&str] = &["auto", "minimum-degree", "minimum-fill", "nested-dissection", "file"];
/// Words for [`Settings::split_bodies`].
pub const SPLITS: &[&str] = &["auto", "always", "never"];

/// `dense` and `qr` keep full matrices; beyond this many equations they would need gigabytes.
const MOST_EQUATIONS_FOR_FULL_MATRICES: usize = 6000;

/// Joints coupled at once, up to which coordinates are chosen. The memory for it grows about with the fourth power: in nets of bodies it
/// was 0.4 GB at 30 × 30 and 1.3 GB at 40 × 40, which are below this, and more than 6 GB at 60 × 60, where it is 107.
const MOST_COUPLED_FOR_PARTITIONING: usize = 64;

/// More threads than this are not made, whatever is asked for.
const MOST_THREADS: usize = 256;
/// The part of a step's tolerance that iterative solvers may use: over a step, accelerations change velocities by about the size
/// of these at most, so errors of the former relative to themselves become errors of the latter.
const SOLVER_SHARE: f64 = 0.1;
/// Round-off lets direct solvers do no better.
const FINEST_SOLVER_TOLERANCE: f64 = 1e-13;
/// However coarse the steps, motions by different solvers are to agree; another digit costs less than an iteration.
const COARSEST_SOLVER_TOLERANCE: f64 = 1e-8;
/// Fixed steps have no tolerance to go by; this is that of `dopri5` with its defaults.
const FIXED_STEP_SOLVER_TOLERANCE: f64 = 1e-11;

/// What will be done, settled before the first step.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The choices as asked for, with `auto` replaced.
    pub settings: Settings,
    /// Why each choice was made, a sentence each.
    pub reasons: Vec<String>,
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
    /// What assembling changed.
    pub assembly: Assembly,
    /// Threads that work together.
    pub threads: usize,
    /// A length typical of the whole mechanism (m).
    length_scale: f64,
    schedule: Schedule,
    /// For `recursive`: the forest of joints and where it starts.
    arrangement: Option<Arrangement>,
}

impl Plan {
    /// Settles what the settings leave to `auto`, and checks what they ask for.
    ///
    /// # Errors
    /// When a word is unknown, a method does not apply, or the model cannot be assembled.
    pub fn choose(model: &Model, settings: &Settings) -> Result<Plan, Trouble> {
        check_word("formulation", &settings.formulation, FORMULATIONS)?;
        check_word("solver", &settings.solver, SOLVERS)?;
        check_word("preconditioner", &settings.preconditioner, PRECONDITIONERS)?;
        check_word("start", &settings.start, STARTS)?;
        check_word("integrator", &settings.integrator, INTEGRATORS)?;
        check_word("stabilization", &settings.stabilization, STABILIZATIONS)?;
        let topology = Topology::analyze(model);
        let (elimination, schedule) =
            arrange_elimination(&topology.graph, &elimination_request(model, settings)?, settings.parts);

        let mut workspace = Workspace::new(model, make_formulation(model), |equations| {
            Box::new(make_elimination(&equations.system.pattern, &elimination, &schedule))
        });
        let mut initial = workspace.formulation.initial_state(model);
        let assembly = assemble(&mut workspace, &mut initial)?;
        let (rank, redundant_groups) = find_rank(&mut workspace, &initial);

        let mut plan = Plan {
            settings: settings.clone(),
            reasons: Vec::new(),
            topology,
            rank,
            dof: model.n_bodies() * model.freedoms_per_body() - rank,
            redundant_groups,
            initial,
            assembly,
            elimination,
            schedule,
            arrangement: None,
            threads: 1,
            length_scale: model.length_scale(),
        };
        if settings.formulation == "recursive" {
            plan.take_joint_coordinates(model, &mut workspace)?;
        }
        plan.choose_methods(model)?;
        plan.choose_threads();
        Ok(plan)
    }

    /// For `recursive`: what each of so many parts would have to do. `None` for other formulations.
    pub fn share(&self, model: &Model, n_parts: usize) -> Option<Shares> {
        self.arrangement.as_ref().map(|whole| whole.divide(model, n_parts).share(model))
    }

    /// For `recursive`: the plan with further cuts and another solver, without assembling the model again.
    ///
    /// # Errors
    /// [`Trouble::DoesNotApply`] when a method cannot treat that.
    pub fn redivide(&self, model: &Model, n_parts: usize, solver: &str) -> Result<Plan, Trouble> {
        let mut plan = Plan { reasons: Vec::new(), ..self.clone() };
        plan.settings.parts = n_parts;
        plan.settings.solver = solver.into();
        plan.settings.stabilization = "auto".into();
        if let Some(whole) = &self.arrangement {
            plan.take_arrangement(model, whole.divide(model, n_parts))?;
        }
        plan.choose_methods(model)?;
        plan.choose_threads();
        Ok(plan)
    }

    /// For `recursive`: forest, initial state and elimination in joint coordinates. What was found of the mechanism stays.
    fn take_joint_coordinates(&mut self, model: &Model, workspace: &mut Workspace) -> Result<(), Trouble> {
        let mut seen = Observation::default();
        match workspace.observe(self.initial.time, &self.initial.values, &mut seen) {
            // Only positions and velocities are asked for.
            Ok(()) | Err(Trouble::NotFinite { .. }) => {}
            Err(other) => return Err(other),
        }
        let cuts = self.settings.find_cuts(model)?;
        let whole = Arrangement::new(model, &cuts, seen.bodies, self.initial.windings.clone());
        self.take_arrangement(model, whole.divide(model, self.settings.parts))
    }

    fn take_arrangement(&mut self, model: &Model, arrangement: Arrangement) -> Result<(), Trouble> {
        arrangement.check_memory(model)?;
        self.initial = arrangement.make(model).initial_state(model);
        let mut request = elimination_request(model, &self.settings)?;
        // A tree of bodies has no mass that could be divided among pieces.
        request.split = SplitRequest::Never;
        if let OrderRequest::Given(joints) = &request.order {
            request.order = OrderRequest::Given(arrangement.restrict_order(joints));
        }
        let graph = arrangement.graph();
        // Parts are those of the mechanism; the elimination of what is left has its own.
        (self.elimination, self.schedule) = arrange_elimination(&graph, &request, 0);
        self.arrangement = Some(arrangement);
        Ok(())
    }

    fn choose_methods(&mut self, model: &Model) -> Result<(), Trouble> {
        let n: usize = self.elimination.graph.edges()[..self.n_blocks(model)].iter().map(Edge::size).sum();
        let settings = &mut self.settings;
        let mut choose = |word: &mut String, choice: &str, reason: String| {
            if word == "auto" {
                *word = choice.into();
                self.reasons.push(format!("{choice}: {reason}"));
            } else {
                self.reasons.push(format!("{word}: as asked"));
            }
        };
        choose(
            &mut settings.formulation,
            "cartesian",
            "constraint equations for every joint, at a cost that follows their number".into(),
        );
        let blocks = &self.elimination.cost.blocks;
        let reason = format!(
            "cost follows the joints ({} block products for {} joints, {} blocks of fill)",
            blocks.multiplications,
            model.n_joints(),
            blocks.fill
        );
        choose(&mut settings.solver, "elimination", reason);
        choose(&mut settings.integrator, "dopri5", "adapts its step to the tolerances".into());
        let widest =
            (0..self.elimination.filled.n()).map(|k| self.elimination.filled.column(k).len()).max().unwrap_or(0);
        let (choice, reason) = match &self.arrangement {
            Some(_) if n == 0 => ("none", "joint coordinates satisfy all joints by themselves"),
            Some(_) => ("projection", "keeps the joints that joint coordinates leave over closed to round-off"),
            None if widest <= MOST_COUPLED_FOR_PARTITIONING => {
                ("partitioning", "keeps joints closed to round-off, independent coordinates as integrated")
            }
            None => ("projection", "keeps joints closed to round-off, without choosing coordinates in so dense a net"),
        };
        choose(&mut settings.stabilization, choice, reason.into());
        if let Some(arrangement) = &self.arrangement {
            self.reasons.push(arrangement.explain_parts(settings.parts));
        }
        if settings.stabilization == "partitioning"
            && self.arrangement.is_none()
            && widest > MOST_COUPLED_FOR_PARTITIONING
        {
            let reason = format!(
                "so many loops are interwoven ({widest} joints coupled at once, limit {MOST_COUPLED_FOR_PARTITIONING}) that \
                 choosing coordinates would need too much memory; use `projection`"
            );
            return Err(Trouble::DoesNotApply { method: "partitioning", reason });
        }
        if settings.integrator.starts_with("adams") && !(1..=5).contains(&settings.adams_order) {
            let reason = format!("order {} was asked for; it has orders 1 to 5", settings.adams_order);
            return Err(Trouble::DoesNotApply { method: "adams", reason });
        }
        if keeps_full_matrices(&settings.solver) && n > MOST_EQUATIONS_FOR_FULL_MATRICES {
            let method = if settings.solver == "qr" { "qr" } else { "dense" };
            let reason = format!(
                "it keeps full matrices, too large for {n} equations (limit {MOST_EQUATIONS_FOR_FULL_MATRICES}); use `elimination`"
            );
            return Err(Trouble::DoesNotApply { method, reason });
        }
        Ok(())
    }

    /// Blocks of the reduced system: all joints, or those that joint coordinates leave over. Welds come after them.
    fn n_blocks(&self, model: &Model) -> usize {
        self.arrangement.as_ref().map_or(model.n_joints(), |_| self.elimination.graph.n_edges())
    }

    /// Parts that are computed at the same time: trees of joints, or those of the elimination.
    pub fn n_parts(&self) -> usize {
        self.arrangement.as_ref().map_or(self.schedule.n_parts(), Arrangement::n_parts)
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

    /// The formulation and solver, with memory for the model.
    ///
    /// # Errors
    /// [`Trouble::DoesNotApply`] when the solver cannot treat the model.
    pub fn make_workspace<'m>(&self, model: &'m Model) -> Result<Workspace<'m>, Trouble> {
        let formulation = self.arrangement.as_ref().map_or_else(|| make_formulation(model), |a| a.make(model));
        Ok(self.fill_workspace(model, formulation))
    }

    fn fill_workspace<'m>(&self, model: &'m Model, formulation: Box<dyn Formulation>) -> Workspace<'m> {
        let mut workspace = Workspace::new(model, formulation, |equations| -> Box<dyn Solver> {
            let pattern = &equations.system.pattern;
            match self.settings.solver.as_str() {
                "dense" => Box::new(Dense::analyze(pattern)),
                "qr" => Box::new(Qr::analyze(pattern)),
                "pcg" => {
                    let price = pcg::calc_price(pattern, &self.elimination.filled);
                    let factor = make_elimination(pattern, &self.elimination, &self.schedule);
                    let pcg = Pcg::analyze(pattern, factor, price, self.calc_solver_tolerance());
                    Box::new(pcg.preconditioned_by(self.preconditioner(), pattern))
                }
                _ => Box::new(make_elimination(pattern, &self.elimination, &self.schedule)),
            }
        });
        if self.settings.solver == "pcg" {
            workspace.start_from(self.start());
        }
        workspace.team = Team::new(self.threads);
        workspace
    }

    /// For `pcg`: with a factor iterations do not grow with the number of equations.
    fn preconditioner(&self) -> Preconditioner {
        match self.settings.preconditioner.as_str() {
            "jacobi" => Preconditioner::Jacobi,
            "block-jacobi" => Preconditioner::BlockJacobi,
            _ => Preconditioner::Factor,
        }
    }

    /// For `pcg`: a straight line takes as few iterations as a parabola, or fewer, since stages of a step are no points of one
    /// smooth motion; and they grow less with the number of cuts.
    fn start(&self) -> Start {
        match self.settings.start.as_str() {
            "zero" => Start::Zero,
            "hold" => Start::Hold,
            "quadratic" => Start::Quadratic,
            _ => Start::Linear,
        }
    }

    /// How exactly iterative solvers find accelerations: errors in them must not show in those of a step.
    fn calc_solver_tolerance(&self) -> f64 {
        let Settings { rtol, atol, .. } = self.settings;
        match self.settings.integrator.as_str() {
            "dopri5" => (SOLVER_SHARE * rtol.min(atol)).clamp(FINEST_SOLVER_TOLERANCE, COARSEST_SOLVER_TOLERANCE),
            _ => FIXED_STEP_SOLVER_TOLERANCE,
        }
    }

    /// The integrator.
    pub fn make_integrator(&self) -> Box<dyn Integrator> {
        let s = &self.settings;
        match s.integrator.as_str() {
            "rk4" => Box::new(RungeKutta4::new(s.step)),
            "adams" => Box::new(Adams::new(s.step, s.adams_order, Corrector::Moulton)),
            "adams-bashforth" => Box::new(Adams::new(s.step, s.adams_order, Corrector::None)),
            _ => Box::new(Dopri5::new(s.rtol, s.atol)),
        }
    }

    /// The stabilization, with memory for what the workspace treats.
    ///
    /// # Errors
    /// [`Trouble::DoesNotApply`] when it cannot treat the formulation.
    pub fn make_stabilization(&self, workspace: &Workspace) -> Result<Box<dyn Stabilization>, Trouble> {
        let length_scale = self.length_scale;
        Ok(match self.settings.stabilization.as_str() {
            "none" => Box::new(Unstabilized),
            "baumgarte" => Box::new(Baumgarte { rate: self.settings.baumgarte_rate }),
            "partitioning" => {
                let Some(coordinates) = workspace.formulation.coordinates() else {
                    let reason = format!("`{}` has no coordinates of its own for each body", self.settings.formulation);
                    return Err(Trouble::DoesNotApply { method: "partitioning", reason });
                };
                let pattern = &workspace.equations.system.pattern;
                Box::new(Partitioning::new(length_scale, coordinates, pattern))
            }
            _ => Box::new(Projection::new(length_scale)),
        })
    }

    /// What the user should know before the first step, apart from where equations are redundant.
    pub fn notes(&self, model: &Model) -> Vec<String> {
        let mut notes = model.warnings.clone();
        notes.extend(self.assembly.sentences(model));
        match &self.arrangement {
            Some(arrangement) if self.settings.parts > arrangement.n_parts() => {
                let asked = self.settings.parts;
                notes.push(format!("{asked} parts were asked for; {}", arrangement.explain_parts(asked)));
            }
            None if !self.settings.cuts.is_empty() => {
                notes.push("joints are cut by `recursive` only; `cartesian` has equations for all of them".into());
            }
            _ => {}
        }
        let redundant = model.n_equations() - self.rank;
        if redundant > 0 {
            let left_out = matches!(self.settings.solver.as_str(), "elimination" | "pcg");
            let choice = match self.arrangement {
                _ if left_out && redundant > elimination::MOST_DEPENDENT => "equations that were left out have none",
                None => "those of least norm are given",
                Some(_) => "those of joints that joint coordinates leave over have least norm, the others balance them",
            };
            notes.push(format!("the reactions of redundant joints are not unique ({choice}); the motion is"));
        }
        notes
    }

    /// A summary with everything that is known before the first step.
    pub fn summary(&self, model: &Model) -> Summary {
        let redundant = model.n_equations() - self.rank;
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
            formulation: self.settings.formulation.clone(),
            solver: self.settings.solver.clone(),
            integrator: self.settings.integrator.clone(),
            stabilization: self.settings.stabilization.clone(),
            threads: self.threads,
            parts: self.n_parts(),
            reactions_unique: redundant == 0,
            warnings,
            ..Summary::default()
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (s, parts) = (&self.settings, self.n_parts().to_string());
        let chosen = [
            ("formulation", &s.formulation),
            ("solver", &s.solver),
            ("integrator", &s.integrator),
            ("stabilization", &s.stabilization),
            // With a reason where there is a choice.
            ("parts", &parts),
        ];
        for ((what, word), reason) in chosen.iter().zip(&self.reasons) {
            let why = reason.split_once(": ").map_or("", |(_, why)| why);
            writeln!(f, "{what:<14} {word:<12} {why}")?;
        }
        Ok(())
    }
}

fn check_word(what: &'static str, word: &str, words: &[&str]) -> Result<(), Trouble> {
    if words.contains(&word) {
        return Ok(());
    }
    let reason = format!("there is no {what} '{word}' in this version; available: {}", words.join(", "));
    Err(Trouble::DoesNotApply { method: what, reason })
}

/// What the settings ask of the elimination.
fn elimination_request(model: &Model, settings: &Settings) -> Result<Request, Trouble> {
    check_word("split", &settings.split_bodies, SPLITS)?;
    let names: Vec<&str> = model.joints.iter().map(|joint| joint.name.as_str()).collect();
    let order = OrderRequest::parse(&settings.order, &names).map_err(|faults| {
        let hint = match settings.order.trim().parse::<usize>() {
            Ok(_) => "; for the order of the adams integrators use --adams-order".to_string(),
            Err(_) => format!("; write {}, or all joints, separated by commas", ORDERS.join(", ")),
        };
        Trouble::DoesNotApply { method: "order", reason: faults + &hint }
    })?;
    let split = match settings.split_bodies.as_str() {
        "always" => SplitRequest::Always,
        "never" => SplitRequest::Never,
        _ => SplitRequest::Auto,
    };
    Ok(Request { order, split, ..Request::automatic(Objective::Flops, model.freedoms_per_body()) })
}

/// Order and parts of an elimination.
fn arrange_elimination(graph: &Graph, request: &Request, n_parts: usize) -> (Chosen, Schedule) {
    let mut elimination = choose_elimination(graph, request);
    let parts = if n_parts == 0 { schedule::USUAL_PARTS } else { n_parts };
    let order = std::mem::take(&mut elimination.filled.order);
    let (filled, schedule) = Schedule::arrange(&elimination.graph, order, parts);
    elimination.filled = filled;
    (elimination, schedule)
}

fn make_elimination(pattern: &Pattern, chosen: &Chosen, schedule: &Schedule) -> Elimination {
    Elimination::analyze_parts(pattern, &chosen.splitting, &chosen.filled, schedule)
}

/// Whether a solver keeps full matrices, so that its time and memory follow powers of the number of equations.
pub fn keeps_full_matrices(solver: &str) -> bool {
    solver == "dense" || solver == "qr"
}

fn make_formulation(model: &Model) -> Box<dyn Formulation> {
    match model.space {
        Space::Planar => Box::new(Cartesian::<PlanarBodies, 3>::new(model)),
        Space::Spatial => Box::new(Cartesian::<SpatialBodies, 6>::new(model)),
    }
}

/// Rank and redundant groups at a state: exactly for models of moderate size, by elimination for large ones.
fn find_rank(workspace: &mut Workspace, state: &State) -> (usize, Vec<Group>) {
    workspace.update_constraints(state.time, &state.values);
    let system = &workspace.equations.system;
    if system.pattern.n_rows() <= redundancy::MAX_ROWS {
        let joints: Vec<JointId> =
            (0..system.pattern.n_rows()).map(|row| workspace.equations.joint_of_row(row)).collect();
        if let Some(Redundancy { rank, groups }) = Redundancy::find(&system.unit_rows(), &joints) {
            return (rank, groups);
        }
    }
    workspace.factor();
    (workspace.solver.rank_report().rank, Vec::new())
}
