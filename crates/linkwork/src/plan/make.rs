//! From a plan to what it names: workspace, solver, integrator and stabilization, with their memory. The only file that
//! names all implementations, but for what assembles a model.

use super::bundles::condense;
use super::elimination::{Division, arrange_elimination, make_elimination};
use super::stacked::Stacked;
use super::{ChosenMethods, Plan, stiff, words};
use crate::compliance::{Compliance, MakeSolver, SoftElements};
use crate::error::SimulationError;
use crate::exchange::{Alone, Exchange, Halo};
use crate::formulation::Formulation;
use crate::formulation::bodies::{PlanarBodies, SpatialBodies};
use crate::formulation::cartesian::Cartesian;
use crate::formulation::multiscale::Multiscale;
use crate::formulation::natural::{Decay, Natural};
use crate::formulation::stages::Stages;
use crate::ids::BodyId;
use crate::integrator::{Adams, Corrector, Dopri5, Integrator, Rosenbrock, RungeKutta4};
use crate::methods::{FormulationKind, IntegratorKind, SolverKind, StabilizationKind, Variant, Word};
use crate::model::{Model, Space};
use crate::multibody::{Elements, ModelRef, Multibody};
use crate::parallel::Team;
use crate::reduced::Pattern;
use crate::settings::Settings;
use crate::solver::pcg::Preconditioner;
use crate::solver::relaxation::Stop;
use crate::solver::{Cyclic, Dense, Gathered, Gathering, PartShare, Parts, Pcg, Qr, Relaxation, Solver, Sweeps, pcg};
use crate::spatial::BodyMotion;
use crate::stabilization::{Baumgarte, Partitioning, Projection, Stabilization, Unstabilized};
use crate::state::State;
use crate::topology::{Chosen, Edge, Graph, Objective, OrderRequest, Request, SplitRequest};

/// The part of a step's tolerance that iterative solvers may use: over a step, accelerations change velocities by about
/// the size of these at most, so errors of the former relative to themselves become errors of the latter.
const SOLVER_SHARE: f64 = 0.1;
/// Round-off lets direct solvers do no better.
const FINEST_SOLVER_TOLERANCE: f64 = 1e-13;
/// However coarse the steps, motions by different solvers are to agree; another digit costs less than an iteration.
const COARSEST_SOLVER_TOLERANCE: f64 = 1e-8;
/// Fixed steps have no tolerance to go by; this is that of `dopri5` with its defaults.
const FIXED_STEP_SOLVER_TOLERANCE: f64 = 1e-11;
/// Rate of Baumgarte's feedback in accelerations (1/s), where none is asked for.
const BAUMGARTE_RATE: f64 = 20.0;
/// The most that `natural` draws back in a fixed step, in parts of a violation: every integrator is stable with it.
const MOST_DRAWN_BACK: f64 = 0.1;

impl Plan {
    /// The formulation and solver, with memory for what moves: the model is that of [`moving`](Plan::moving).
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the solver cannot treat the model, or it is not what moves.
    pub fn make_workspace<'m>(&self, model: impl Into<ModelRef<'m>>) -> Result<Multibody<'m>, SimulationError> {
        let model = model.into();
        match self.replacement() {
            Some(moving) if moving.hash() != model.hash() => {
                let reason = "what moves is not the model itself; ask for the workspace of `Plan::moving`".into();
                return Err(SimulationError::DoesNotApply { method: "plan", reason });
            }
            Some(_) => {}
            None => self.check_model(&model)?,
        }
        let formulation = self.make_formulation(&model)?;
        Ok(self.fill_workspace(model, formulation, Box::new(Alone)))
    }

    pub(super) fn fill_workspace<'m>(
        &self,
        model: impl Into<ModelRef<'m>>,
        formulation: Box<dyn Formulation>,
        line: Box<dyn Exchange>,
    ) -> Multibody<'m> {
        let mut workspace = Multibody::new(model, formulation, |model, equations| {
            let pattern = &equations.system.pattern;
            let place = self.arrangement.as_ref().and_then(|arrangement| arrangement.place(pattern.width()));
            match place {
                None => self.make_solver(model, pattern),
                Some((place, halo)) if self.solves_by_neighbors() => {
                    let parts = Parts::new(self.part_shares(model, pattern), pattern, halo, line.another());
                    let pcg = self.make_pcg([pattern, &place.pattern], parts);
                    Box::new(pcg.with_factor_of_all(Gathering::new(place, line)))
                }
                Some((place, _)) => {
                    // Parts of the whole are not known here, and make no difference to a solver that has all of it.
                    let solver = self.make_solver_in(&place.pattern, Parts::one(&place.pattern));
                    Box::new(Gathered::new(solver, Gathering::new(place, line)))
                }
            }
        });
        if matches!(self.chosen.solver, SolverKind::Pcg | SolverKind::Relaxation) {
            workspace.start_from(words::start(&self.settings));
        }
        workspace.elements = self.make_compliance(&workspace.model).map(Elements::new);
        workspace.friction_tolerance = workspace.friction_tolerance.map(|_| self.calc_friction_tolerance());
        workspace.equations.play = self.misfit;
        workspace.team = Team::new(self.threads);
        workspace
    }

    /// Whether ranks solve together, each for its own equations: only what needs no factor of all does.
    pub(super) fn solves_by_neighbors(&self) -> bool {
        self.chosen.solver == SolverKind::Pcg && words::preconditioner(&self.settings) != Preconditioner::Factor
    }

    fn part_shares(&self, model: &Model, pattern: &Pattern) -> Vec<PartShare> {
        self.arrangement.as_ref().map_or_else(Vec::new, |arrangement| arrangement.part_shares(model, pattern))
    }

    fn make_solver(&self, model: &Model, pattern: &Pattern) -> Box<dyn Solver> {
        let parts = match self.solves_by_neighbors() {
            true => Parts::new(self.part_shares(model, pattern), pattern, Halo::none(), Box::new(Alone)),
            false => Parts::one(pattern),
        };
        self.make_solver_in(pattern, parts)
    }

    /// Force elements as joints with compliance, where the integrator treats them so.
    fn make_compliance(&self, model: &Model) -> Option<Box<dyn Compliance>> {
        match self.chosen.integrator {
            IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => {}
            IntegratorKind::Dopri5 | IntegratorKind::Rk4 | IntegratorKind::Adams | IntegratorKind::AdamsBashforth => {
                return None;
            }
        }
        let stacked = self.stack();
        let make: MakeSolver = Box::new(move |pattern| stacked.make(pattern));
        Some(match model.space {
            Space::Planar => Box::new(SoftElements::<PlanarBodies, 3>::new(model, make)),
            Space::Spatial => Box::new(SoftElements::<SpatialBodies, 6>::new(model, make)),
        })
    }

    /// From what solvers of other patterns than those of the plan's joints are made.
    fn stack(&self) -> Stacked {
        let (settings, tolerance) = (self.settings.clone(), self.calc_solver_tolerance());
        Stacked { solver: self.chosen.solver, settings, tolerance, damped: self.damped }
    }

    /// The solver of a system, with sums by these parts where it takes sums.
    fn make_solver_in(&self, pattern: &Pattern, parts: Parts) -> Box<dyn Solver> {
        let condensed = match self.chosen.formulation {
            // Joints that are no equations are not solved, and processes solve their own ones.
            FormulationKind::Multiscale => None,
            _ if self.solves_by_neighbors() => None,
            FormulationKind::Cartesian | FormulationKind::Natural | FormulationKind::Recursive => {
                condense(pattern, &self.elimination.graph, self.length_scale, |rest| self.stack().make(rest))
            }
        };
        condensed.unwrap_or_else(|| self.make_solver_of_all(pattern, parts))
    }

    /// The same where all equations are solved one by one.
    fn make_solver_of_all(&self, pattern: &Pattern, parts: Parts) -> Box<dyn Solver> {
        match self.chosen.solver {
            SolverKind::None => {
                let spread = self.tuning.map_or(1.0, |tuning| tuning.spread());
                Box::new(Sweeps::new(pattern, self.moving_rank(), spread))
            }
            SolverKind::Dense => Box::new(Dense::analyze(pattern)),
            SolverKind::Qr => Box::new(Qr::analyze(pattern, &self.elimination.filled.order)),
            SolverKind::Cyclic => {
                let Chosen { splitting, filled, .. } = &self.elimination;
                Box::new(Cyclic::analyze(pattern, splitting, filled, &self.schedule, self.damped))
            }
            SolverKind::Pcg => Box::new(self.make_pcg([pattern, pattern], parts)),
            SolverKind::Relaxation => {
                let factor = make_elimination(pattern, &self.elimination, &self.schedule);
                let stop = Stop::Error(self.calc_solver_tolerance());
                Box::new(Relaxation::analyze(pattern, factor, words::relaxation(&self.settings), stop))
            }
            SolverKind::Elimination => {
                let elimination = make_elimination(pattern, &self.elimination, &self.schedule);
                Box::new(elimination.damped(self.damped))
            }
        }
    }

    /// For equations here, with a factor of the whole.
    fn make_pcg(&self, [here, whole]: [&Pattern; 2], parts: Parts) -> Pcg {
        let price = pcg::calc_price(whole, &self.elimination.filled);
        let factor = make_elimination(whole, &self.elimination, &self.schedule);
        let pcg = Pcg::analyze(here, factor, price, self.calc_solver_tolerance());
        pcg.preconditioned_by(words::preconditioner(&self.settings), here).in_parts(parts)
    }

    /// The plan with other settings of how the reduced system is solved, without assembling the model again: solver,
    /// order, parts and limit of `cyclic`, threads.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when a method cannot treat the model, or the formulation is another one.
    pub fn rearrange(&self, model: &Model, settings: &Settings) -> Result<Plan, SimulationError> {
        let chosen = ChosenMethods::usual(settings)?;
        if self.arrangement.is_some() || chosen.formulation != self.chosen.formulation {
            let reason = "only plans of `cartesian` can be arranged anew".into();
            return Err(SimulationError::DoesNotApply { method: "plan", reason });
        }
        let (moving, mut plan) = (self.moving(model), Plan { reasons: Vec::new(), ..self.clone() });
        let request = words::elimination_request(moving, self.n_holds(), settings)?;
        plan.settings = settings.clone();
        plan.chosen = chosen;
        (plan.elimination, plan.schedule) =
            arrange_elimination(&Graph::of_model(moving), &request, Division::of(settings));
        plan.choose_methods(moving)?;
        plan.choose_threads();
        Ok(plan)
    }

    /// The formulation, with memory for the model.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the plan lacks what the formulation needs.
    pub(crate) fn make_formulation(&self, model: &Model) -> Result<Box<dyn Formulation>, SimulationError> {
        let kind = self.chosen.formulation;
        match (kind, &self.arrangement, self.tuning) {
            (FormulationKind::Cartesian, ..) => Ok(make_cartesian(model)),
            (FormulationKind::Natural, ..) => Ok(make_natural(model, self.calc_decay())),
            (FormulationKind::Recursive, Some(arrangement), _) => Ok(arrangement.make(model)),
            (FormulationKind::Multiscale, _, Some(tuning)) => {
                let bodies = [make_bodies(model), make_bodies(model)];
                let with = (tuning, words::scales(&self.settings));
                Ok(Box::new(Multiscale::new(model, bodies, with, &self.initial)))
            }
            (FormulationKind::Recursive | FormulationKind::Multiscale, ..) => {
                let reason = "the plan was not made for it".into();
                Err(SimulationError::DoesNotApply { method: kind.word(), reason })
            }
        }
    }

    /// For `natural`: at which rates violations and impulses vanish, for a motion of this plan's pace. Faster would
    /// cost smaller steps. Impulses do so without stabilization too, since it does not change the motion.
    pub(super) fn calc_decay(&self) -> Decay {
        let most = match self.chosen.integrator {
            IntegratorKind::Dopri5 => f64::INFINITY,
            // Each step projects, and begins without impulses; what decays by itself would hold steps short.
            IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => 0.0,
            IntegratorKind::Rk4 | IntegratorKind::Adams | IntegratorKind::AdamsBashforth => {
                MOST_DRAWN_BACK / self.settings.step
            }
        };
        let automatic = self.pace.min(most);
        let is_stabilized = self.chosen.stabilization != StabilizationKind::None;
        let violations = if is_stabilized { self.settings.baumgarte_rate.unwrap_or(automatic) } else { 0.0 };
        Decay { violations, impulses: automatic }
    }

    /// How exactly iterative solvers find accelerations: errors in them must not show in those of a step.
    fn calc_solver_tolerance(&self) -> f64 {
        let Settings { rtol, atol, .. } = self.settings;
        match self.chosen.integrator {
            IntegratorKind::Dopri5 | IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => {
                (SOLVER_SHARE * rtol.min(atol)).clamp(FINEST_SOLVER_TOLERANCE, COARSEST_SOLVER_TOLERANCE)
            }
            IntegratorKind::Rk4 | IntegratorKind::Adams | IntegratorKind::AdamsBashforth => FIXED_STEP_SOLVER_TOLERANCE,
        }
    }

    /// How exactly friction that follows reactions is found: better than a step can tell, but no better than
    /// reactions themselves are.
    fn calc_friction_tolerance(&self) -> f64 {
        let of_reactions = self.calc_solver_tolerance();
        match self.chosen.solver {
            SolverKind::Pcg | SolverKind::Relaxation => 10.0 * of_reactions,
            SolverKind::Dense | SolverKind::Qr | SolverKind::Elimination | SolverKind::Cyclic | SolverKind::None => {
                (0.1 * of_reactions).max(FINEST_SOLVER_TOLERANCE)
            }
        }
    }

    /// The integrator.
    pub(crate) fn make_integrator(&self) -> Box<dyn Integrator> {
        let s = &self.settings;
        match self.chosen.integrator {
            IntegratorKind::Rk4 => Box::new(RungeKutta4::new(s.step)),
            IntegratorKind::Adams => Box::new(Adams::new(s.step, s.adams_order, Corrector::Moulton)),
            IntegratorKind::AdamsBashforth => Box::new(Adams::new(s.step, s.adams_order, Corrector::None)),
            IntegratorKind::Dopri5 => Box::new(Dopri5::new(s.rtol, s.atol)),
            IntegratorKind::Rosenbrock => {
                let [rtol, atol] = stiff::tolerances(s);
                Box::new(Rosenbrock::order_4(rtol, atol))
            }
            IntegratorKind::Rosenbrock3 => {
                let [rtol, atol] = stiff::tolerances(s);
                Box::new(Rosenbrock::order_3(rtol, atol))
            }
        }
    }

    /// The stabilization, with memory for what the workspace treats.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when it cannot treat the formulation.
    pub fn make_stabilization(&self, workspace: &Multibody) -> Result<Box<dyn Stabilization>, SimulationError> {
        let length_scale = self.length_scale;
        let is_natural = self.chosen.formulation == FormulationKind::Natural;
        Ok(match self.chosen.stabilization {
            StabilizationKind::None => Box::new(Unstabilized),
            // It draws positions back by itself, which is not enough near singular ones.
            StabilizationKind::Baumgarte if is_natural => Box::new(Projection::near_singular(length_scale)),
            StabilizationKind::Projection if is_natural => Box::new(Projection::of_positions(length_scale)),
            StabilizationKind::Baumgarte => {
                Box::new(Baumgarte { rate: self.settings.baumgarte_rate.unwrap_or(BAUMGARTE_RATE) })
            }
            StabilizationKind::Partitioning => {
                let Some(coordinates) = workspace.formulation.facts().coordinates else {
                    let reason = format!("`{}` has no coordinates of its own for each body", self.chosen.formulation);
                    return Err(SimulationError::DoesNotApply { method: "partitioning", reason });
                };
                let pattern = &workspace.equations.system.pattern;
                Box::new(Partitioning::new(length_scale, coordinates, pattern))
            }
            StabilizationKind::Projection => Box::new(Projection::new(length_scale)),
        })
    }
}

/// A solver by relaxation for a chain or tree of blocks, that stops at a residual relative to the right side.
pub fn make_relaxation(pattern: &Pattern, variant: Variant, residual: f64) -> Box<dyn Solver> {
    let edges: Vec<Edge> = (0..pattern.n_blocks())
        .map(|block| {
            let mut bodies = pattern.incidences(block).iter().map(|incidence| BodyId::new(incidence.node));
            let mut next = || bodies.next().unwrap_or(BodyId::GROUND);
            Edge::joint(next(), next(), pattern.n_rows_of(block))
        })
        .collect();
    // From the fixed end of a chain pivots stay near one; from its free end a long chain would be taken for one near a
    // singular position.
    let order = OrderRequest::Given((0..pattern.n_blocks()).collect());
    let automatic = Request::automatic(Objective::Flops, pattern.width());
    let request = Request { order, split: SplitRequest::Never, ..automatic };
    let settings =
        Settings { solver: SolverKind::Relaxation.into(), relaxation: variant.into(), ..Settings::default() };
    let graph = Graph::new(pattern.n_nodes(), &edges);
    let (chosen, schedule) = arrange_elimination(&graph, &request, Division::of(&settings));
    let factor = make_elimination(pattern, &chosen, &schedule);
    Box::new(Relaxation::analyze(pattern, factor, words::relaxation(&settings), Stop::Residual(residual)))
}

pub(super) fn make_cartesian(model: &Model) -> Box<dyn Formulation> {
    match model.space {
        Space::Planar => Box::new(Cartesian::<PlanarBodies, 3>::new(model)),
        Space::Spatial => Box::new(Cartesian::<SpatialBodies, 6>::new(model)),
    }
}

/// The same where its single stages are needed.
pub(super) fn make_bodies(model: &Model) -> Box<dyn Stages> {
    match model.space {
        Space::Planar => Box::new(Cartesian::<PlanarBodies, 3>::new(model)),
        Space::Spatial => Box::new(Cartesian::<SpatialBodies, 6>::new(model)),
    }
}

fn make_natural(model: &Model, decay: Decay) -> Box<dyn Formulation> {
    match model.space {
        Space::Planar => Box::new(Natural::<PlanarBodies, 3>::new(model, decay)),
        Space::Spatial => Box::new(Natural::<SpatialBodies, 6>::new(model, decay)),
    }
}

/// For `natural`: the state of bodies that move like this, whose joints have these angles.
pub(super) fn calc_natural_state(model: &Model, motions: &[BodyMotion], unwrapped_angles: &[f64]) -> State {
    match model.space {
        Space::Planar => Natural::<PlanarBodies, 3>::state_of(model, motions, unwrapped_angles),
        Space::Spatial => Natural::<SpatialBodies, 6>::state_of(model, motions, unwrapped_angles),
    }
}
