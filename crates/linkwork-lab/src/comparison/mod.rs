//! One model by every method that applies, side by side: how far their motions are apart, and what each costs.
//!
//! The methods are those of the plan's lists, so a new one joins when it is registered there. Each runs in memory and
//! is reduced to an [`Entry`] at once; only the reference motion is kept. What may differ, and why, is in
//! [`yardstick`].

pub mod difference;
mod run;
pub mod yardstick;

pub use difference::{Apart, Columns};
pub use yardstick::{Fault, Room, Yardstick};

use linkwork::error::SimulationError;
use linkwork::methods::{Choice, FormulationKind, IntegratorKind, SolverKind, StabilizationKind, Word};
use linkwork::model::Model;
use linkwork::plan::{ChosenMethods, Plan};
use linkwork::recorder::Memory;
use linkwork::settings::Settings;
use linkwork::simulation::Simulation;
use linkwork::stats::Summary;
use run::Run;
use serde::Serialize;
use std::fmt;

/// Up to this many equations `qr` is the reference: an evaluation then takes it milliseconds at most.
const MOST_EQUATIONS_FOR_QR: usize = 150;

/// Ways of simulating that can be exchanged for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Methods {
    /// Coordinates and equations.
    pub formulation: FormulationKind,
    /// Solver of the reduced system.
    pub solver: SolverKind,
    /// How joints are kept closed; a method that does not apply may keep `auto`.
    pub stabilization: Choice<StabilizationKind>,
}

impl fmt::Display for Methods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {} + {}", self.formulation, self.solver, self.stabilization)
    }
}

impl Methods {
    fn of(plan: &Plan) -> Methods {
        let ChosenMethods { formulation, solver, stabilization, integrator: _ } = plan.chosen();
        Methods { formulation, solver, stabilization: stabilization.into() }
    }

    fn settings(&self, others: &Settings) -> Settings {
        let Methods { formulation, solver, stabilization } = *self;
        Settings { formulation: formulation.into(), solver: solver.into(), stabilization, ..others.clone() }
    }
}

/// Methods to which a comparison is confined; `None` takes all.
#[derive(Clone, Debug, Default)]
pub struct Only {
    /// A formulation.
    pub formulation: Option<FormulationKind>,
    /// A solver.
    pub solver: Option<SolverKind>,
    /// A stabilization.
    pub stabilization: Option<StabilizationKind>,
}

/// Every formulation with every solver, stabilized as the settings ask; then every other stabilization, with the plan's
/// solver and the formulation that is asked for; where none is, with `cartesian`, to which all of them apply.
pub fn list_methods(asked: &Settings, plan: &Plan, only: &Only) -> Vec<Methods> {
    let mut methods = Vec::new();
    for formulation in select(only.formulation) {
        let solvers = match formulation {
            // It has no solver to choose.
            FormulationKind::Multiscale => only.solver.is_none().then_some(SolverKind::None).into_iter().collect(),
            FormulationKind::Cartesian | FormulationKind::Recursive | FormulationKind::Natural => select(only.solver),
        };
        let stabilization = asked.stabilization;
        methods.extend(solvers.into_iter().map(|solver| Methods { formulation, solver, stabilization }));
    }
    let chosen = Methods::of(plan);
    if only.stabilization.is_none() {
        let formulation = asked.formulation.or(FormulationKind::Cartesian);
        let stabilized = |&kind| Methods { formulation, stabilization: StabilizationKind::into(kind), ..chosen };
        let others = StabilizationKind::ALL.iter().map(stabilized);
        methods.extend(others.filter(|other| *other != chosen));
    }
    methods
}

fn select<T: Word>(only: Option<T>) -> Vec<T> {
    only.map_or_else(|| T::ALL.to_vec(), |method| vec![method])
}

/// The outcome of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The others are compared with it.
    Reference,
    /// Its motion is that of the reference.
    Agrees,
    /// Its motion is not.
    Differs,
    /// It could not go on.
    Stopped,
    /// It was not run: it cannot treat this model, or not in the time there is.
    LeftOut,
}

/// A method and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The words.
    #[serde(flatten)]
    pub methods: Methods,
    /// In a word.
    pub verdict: Verdict,
    /// In a sentence, where a word is not enough.
    pub why: Option<String>,
    /// The measurements; `None` where nothing ran.
    #[serde(flatten)]
    pub measured: Option<Measured>,
}

impl Entry {
    /// Whether its motion is not the one it should be, or ends too early; this can happen to the reference too.
    pub fn has_failed(&self) -> bool {
        match self.verdict {
            Verdict::Reference => self.why.is_some(),
            Verdict::Differs | Verdict::Stopped => true,
            Verdict::Agrees | Verdict::LeftOut => false,
        }
    }
}

/// Measurements of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Whether the end was reached.
    pub completed: bool,
    /// Simulated time reached (s).
    pub time: f64,
    /// Largest difference of positions from the reference (m, rad).
    pub position: f64,
    /// Difference of velocities (m/s, rad/s).
    pub velocity: f64,
    /// Difference of reactions (N, N m); `None` where they are not unique.
    pub reaction: Option<f64>,
    /// Difference of positions as long as the reference itself is settled; `None` if it always is.
    pub early_position: Option<f64>,
    /// Difference of velocities.
    pub early_velocity: Option<f64>,
    /// The last time that is judged of it: [`Comparison::judged_until`], or earlier where it has no three digits
    /// itself.
    pub judged_until: f64,
    /// Change of the motion itself when it was repeated with tighter tolerances; `None` where the reference's change
    /// says it.
    pub own_change: Option<Apart>,
    /// Difference allowed at the last time that is judged; `None` where [`Comparison::allowed`] holds.
    pub allowed: Option<Apart>,
    /// The same at the time in [`Comparison::settled_until`].
    pub allowed_early: Option<Apart>,
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// Evaluations of the rates.
    pub evaluations: u64,
    /// Time inside evaluations, divided by their number; the shortest of several runs.
    pub seconds_per_evaluation: f64,
    /// The same, relative to the fastest method.
    pub relative_time: f64,
    /// The whole loop without set-up and output (s); the shortest of several runs.
    pub step_seconds: f64,
    /// Largest relative change of total energy.
    pub energy_drift: f64,
    /// Largest relative difference between the change of total energy and the work done.
    pub energy_balance: f64,
    /// Largest position residual.
    pub max_residual: f64,
}

/// Runs a simulation into memory, watched by the caller: it may show progress, end the run early, and leave a method
/// out by [`SimulationError::DoesNotApply`].
pub type Go<'a> = dyn FnMut(&Methods, &mut Simulation, &mut Memory) -> Result<(), SimulationError> + 'a;

/// Methods side by side.
#[derive(Serialize)]
pub struct Comparison {
    /// The model's name.
    pub model: String,
    /// Moving bodies.
    pub bodies: usize,
    /// Joints, gears included.
    pub joints: usize,
    /// Constraint equations.
    pub equations: usize,
    /// Those that follow from others, in the initial configuration.
    pub redundant: usize,
    /// Degrees of freedom there.
    pub dof: usize,
    /// The method in time, the same for all.
    pub integrator: IntegratorKind,
    /// End time (s).
    pub end: f64,
    /// The methods with which the others are compared.
    pub reference: Methods,
    /// Why this one.
    pub reference_reason: String,
    /// Whether reactions can be compared.
    pub reactions_unique: bool,
    /// In how many of the rows that are judged reactions are not compared: the reference is in a singular position
    /// there, or nearly so.
    pub indefinite_rows: usize,
    /// Difference allowed where the reference is settled.
    pub tolerance: Apart,
    /// Difference allowed at the last time that is judged, for methods with formulation and stabilization of the
    /// reference.
    pub allowed: Apart,
    /// Difference allowed at the time in `settled_until`.
    pub allowed_early: Option<Apart>,
    /// Change of the reference when it was repeated with tighter tolerances.
    pub reference_change: Apart,
    /// The last time that is judged.
    pub judged_until: f64,
    /// The time up to which the reference's own change is within the tolerance; `None` if it always is.
    pub settled_until: Option<f64>,
    /// The methods.
    pub methods: Vec<Entry>,
    /// Whether all methods that apply agree.
    pub agree: bool,
    #[serde(skip)]
    yardstick: Yardstick,
}

impl Comparison {
    /// Runs the reference, and its repetition with tighter tolerances.
    ///
    /// # Errors
    /// When no reference can start.
    pub fn start(model: &Model, asked: &Settings, go: &mut Go) -> Result<Comparison, SimulationError> {
        let (run, reason) = find_reference(model, asked, go)?;
        // A repetition that cannot go on ends the judging there, which is what can be said.
        let repeated = Run::repeat_tighter(model, &run.methods.settings(asked), go);

        let Run { methods, integrator, memory, summary } = run;
        let mut yardstick = Yardstick::new(memory, &repeated, summary.steps, asked);
        if !summary.reactions_unique {
            yardstick = yardstick.without_reactions();
        }
        let mut comparison = Comparison {
            model: summary.model.clone(),
            bodies: summary.bodies,
            joints: summary.joints,
            equations: summary.equations,
            redundant: summary.redundant,
            dof: summary.dof,
            integrator,
            end: asked.end,
            reference: methods,
            reference_reason: reason,
            reactions_unique: summary.reactions_unique,
            indefinite_rows: yardstick.count_indefinite(),
            tolerance: yardstick.tolerance,
            allowed: yardstick.allowed(),
            allowed_early: yardstick.allowed_early(),
            reference_change: yardstick.own,
            judged_until: yardstick.judged_until(),
            settled_until: yardstick.settled_until(),
            methods: Vec::new(),
            agree: true,
            yardstick,
        };
        let measured = Some(comparison.measure(&summary, &[], None));
        comparison.take(Entry { methods, verdict: Verdict::Reference, why: summary.error, measured });
        Ok(comparison)
    }

    /// Runs a method and takes it into the comparison; one that is there already is not run again.
    pub fn add(&mut self, model: &Model, asked: &Settings, methods: &Methods, go: &mut Go) {
        let settings = methods.settings(asked);
        let entry = match Plan::choose(model, &settings) {
            Err(trouble) => refuse(*methods, &trouble),
            Ok(plan) if self.methods.iter().any(|e| e.methods == Methods::of(&plan)) => return,
            Ok(plan) => match Run::measured(model, &plan.settings, go) {
                Err(trouble) => refuse(Methods::of(&plan), &trouble),
                Ok(run) => {
                    let room = self.find_room(&run, || Run::repeat_tighter(model, &plan.settings, go));
                    self.judge(run, room)
                }
            },
        };
        self.take(entry);
    }

    /// Takes a method into the comparison that is not to be run.
    pub fn leave_out(&mut self, methods: &Methods, reason: String) {
        self.take(Entry { methods: *methods, verdict: Verdict::LeftOut, why: Some(reason), measured: None });
    }

    /// Difference allowed to a motion whose errors are not those of the reference: solvers change round-off alone, but
    /// other coordinates and another stabilization let the same steps err by different amounts.
    fn find_room(&self, run: &Run, repeat: impl FnOnce() -> Vec<Vec<f64>>) -> Option<Room> {
        let Methods { formulation, stabilization, .. } = &self.reference;
        let alike = run.methods.formulation == *formulation && run.methods.stabilization == *stabilization;
        (!alike).then(|| self.yardstick.room_for(&run.memory.rows, &repeat()))
    }

    fn judge(&self, run: Run, room: Option<Room>) -> Entry {
        let measured = Some(self.measure(&run.summary, &run.memory.rows, room.as_ref()));
        let fault = self.yardstick.find_fault(&run.memory.rows, room.as_ref());
        let (verdict, why) = match (fault, run.summary.error) {
            (Some(fault), _) => (Verdict::Differs, Some(fault.to_string())),
            (None, Some(error)) => (Verdict::Stopped, Some(error)),
            (None, None) => (Verdict::Agrees, None),
        };
        Entry { methods: run.methods, verdict, why, measured }
    }

    fn measure(&self, summary: &Summary, rows: &[Vec<f64>], room: Option<&Room>) -> Measured {
        let off = self.yardstick.difference(rows);
        let early = self.yardstick.early_difference(rows);
        Measured {
            completed: summary.completed,
            time: summary.time,
            position: off.position,
            velocity: off.velocity,
            reaction: self.reactions_unique.then_some(off.reaction),
            early_position: early.map(|off| off.position),
            early_velocity: early.map(|off| off.velocity),
            judged_until: room.map_or(self.judged_until, |room| self.yardstick.judged_until_in(room)),
            own_change: room.map(|room| room.own),
            allowed: room.map(|room| room.allowed()),
            allowed_early: room.and_then(|room| self.yardstick.allowed_early_in(room)),
            steps: summary.steps,
            rejected: summary.rejected,
            evaluations: summary.evaluations,
            seconds_per_evaluation: summary.seconds_per_evaluation,
            relative_time: 1.0,
            step_seconds: summary.step_seconds,
            energy_drift: summary.energy_drift,
            energy_balance: summary.energy_balance,
            max_residual: summary.max_residual,
        }
    }

    /// Keeps what is said of all methods in step with them.
    fn take(&mut self, entry: Entry) {
        self.agree &= !entry.has_failed();
        self.methods.push(entry);
        let runs = || self.methods.iter().filter_map(|e| e.measured.as_ref());
        let fastest = runs().map(|m| m.seconds_per_evaluation).fold(f64::INFINITY, f64::min);
        for measured in self.methods.iter_mut().filter_map(|e| e.measured.as_mut()) {
            // A clock too coarse for a tiny run gives zero.
            measured.relative_time = if fastest > 0.0 { measured.seconds_per_evaluation / fastest } else { 1.0 };
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { what, time, off, allowed } = self;
        write!(f, "at t = {time:.6} s a {what} differs by {off:.1e}, where {allowed:.1e} may be")
    }
}

/// The entry of a method that did not run.
fn refuse(methods: Methods, trouble: &SimulationError) -> Entry {
    let (verdict, why) = match trouble {
        SimulationError::DoesNotApply { reason, .. } => (Verdict::LeftOut, reason.clone()),
        other => (Verdict::Stopped, other.to_string()),
    };
    Entry { methods, verdict, why: Some(why), measured: None }
}

/// The reference's run, and why it is this one: the first that reaches the end, or else the last that started.
fn find_reference(model: &Model, asked: &Settings, go: &mut Go) -> Result<(Run, String), SimulationError> {
    let n = model.n_equations();
    let formulation = FormulationKind::Cartesian.into();
    let plain = |solver: SolverKind| Settings { formulation, solver: solver.into(), ..asked.clone() };
    let (mut candidates, mut reason) = (vec![plain(SolverKind::Elimination), asked.clone()], String::new());
    if n <= MOST_EQUATIONS_FOR_QR {
        candidates.insert(0, plain(SolverKind::Qr));
        reason += "it never forms the reduced matrix, so it keeps the most digits";
    } else {
        reason += &format!("{n} equations are too many for `qr` to be quick (limit {MOST_EQUATIONS_FOR_QR})");
    }
    let mut found = Err(SimulationError::DoesNotApply { method: "compare", reason: "no method applies".into() });
    for settings in candidates {
        let run = Run::measured(model, &settings, go);
        let trouble = match &run {
            Ok(Run { summary: Summary { error: None, .. }, .. }) => return run.map(|run| (run, reason)),
            Ok(run) => run.summary.error.clone().unwrap_or_default(),
            Err(trouble) => trouble.to_string(),
        };
        if run.is_ok() || found.is_err() {
            found = run.map(|run| (run, reason));
        }
        reason = format!("with '{}' it could not be: {trouble}", settings.solver);
    }
    found
}
