//! Whether the methods that `auto` chooses are the fastest there are, measured on the machine at hand (`linkwork bench
//! auto`).
//!
//! Every model is run by `auto` and by each formulation with direct solvers, to the same tolerances on one thread. A
//! time is that of the whole run after the plan: making the simulation, with a program for the model if that is wanted,
//! and all steps, without rows; only time on a processor counts, where the system tells it. Ways take turns, and the
//! least of each counts, so that other work on the machine disturbs all of them alike. A way counts where its motion is
//! about as accurate as that of `auto`, by the end of a run to much tighter tolerances.

mod models;

use crate::processor_time::Stopwatch;
use linkwork::methods::{Choice, FormulationKind, SolverKind, Specialize, StabilizationKind};
use linkwork::spatial::BodyMotion;
use linkwork::{Model, Plan, Settings, Simulation};
use models::Trial;
use serde::Serialize;
use std::fmt;
use std::time::{Duration, Instant};

/// The time of `auto` relative to the best is to be this at most for [`SHARE_WITHIN`] of the models,
const USUAL_RATIO: f64 = 1.2;
const SHARE_WITHIN: f64 = 0.9;
/// and this at most for all.
const WORST_RATIO: f64 = 2.0;

/// Every model is measured about so long, each way so many times at least.
const PATIENCE: Duration = Duration::from_millis(600);
const LEAST_RUNS: usize = 5;
/// Ways that take so many times as long as the fastest one are not measured again.
const HOPELESS: f64 = 3.0;
/// Ways with full matrices are not tried for more equations: they cannot win.
const MOST_EQUATIONS_FOR_DENSE: usize = 60;

/// A way is as accurate as `auto` if its error is this many times as large at most: a fifth of the steps less would
/// make errors of `dopri5` three times as large. Or if it is below so many times the relative tolerance.
const ALIKE: f64 = 3.0;
const NEGLIGIBLE: f64 = 10.0;
/// Tolerances of the motion to which all are compared, relative to those of all others: the first of these with which a
/// run ends in so many steps. Where they are below round-off in a singular position, steps become very small: in rows of
/// four-bars that lie down with 10⁻³, in nets that begin flat with 10⁻².
const TIGHTER: [f64; 2] = [1e-2, 1e-1];
const MOST_STEPS: u64 = 10_000;

/// From a model and its plan to a simulation, with a program made for the model where that pays.
pub type Prepare<'a> = &'a dyn Fn(&Model, Plan) -> Result<Simulation, String>;

/// The choices of `auto`, judged.
#[derive(Clone, Debug, Serialize)]
pub struct Automatic {
    /// By model.
    pub models: Vec<Judged>,
    /// The part of the models in which `auto` takes 1.2 times the time of the best way at most.
    pub share_within: f64,
    /// The largest ratio of its time to that of the best way.
    pub worst: f64,
    /// Whether that is enough.
    pub met: bool,
}

/// One model.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// Its name.
    pub model: String,
    /// Number of bodies.
    pub bodies: usize,
    /// The choice of `auto`.
    pub automatic: Way,
    /// Time of `auto` relative to the best that counts.
    pub ratio: f64,
    /// All other ways that could be run.
    pub others: Vec<Way>,
}

/// A model run by some methods.
#[derive(Clone, Debug, Serialize)]
pub struct Way {
    /// Formulation, solver and stabilization.
    pub methods: String,
    /// Time of a run (s).
    pub seconds: f64,
    /// Largest difference from the accurate motion at the end, of positions and velocities relative to the largest.
    pub error: f64,
    /// Whether it is as accurate as `auto`.
    pub counts: bool,
}

/// A way with what it takes to run it again.
struct Runner {
    plan: Plan,
    way: Way,
}

impl Automatic {
    /// The models that are measured, by name.
    ///
    /// # Errors
    /// When a model cannot be built.
    pub fn list_models() -> Result<Vec<String>, String> {
        Ok(models::list()?.into_iter().map(|trial| trial.name).collect())
    }

    /// Measures, and judges; only models with these letters in their names. Tells each as soon as it is judged.
    ///
    /// # Errors
    /// When a model cannot be simulated by `auto`.
    pub fn measure(prepare: Prepare, only: &str, tell: &mut dyn FnMut(&Judged)) -> Result<Automatic, String> {
        let mut models = Vec::new();
        for trial in models::list()?.into_iter().filter(|trial| trial.name.contains(only)) {
            let judged = Judged::of(&trial, prepare).map_err(|reason| format!("{}: {reason}", trial.name))?;
            tell(&judged);
            models.push(judged);
        }
        Ok(Automatic::conclude(models))
    }

    /// What stands above the lines of models.
    pub fn heading() -> String {
        let [model, bodies, automatic, time, error] = ["model", "bodies", "auto", "ms", "error"];
        let (best, ratio) = ("best as accurate", "ratio");
        format!(
            "milliseconds of a run on one thread; error: relative to a motion with tighter tolerances\n\n\
             {model:<26} {bodies:>6} {automatic:<34} {time:>8} {error:>7} {best:<34} {time:>8} {error:>7} {ratio:>6}"
        )
    }

    fn conclude(models: Vec<Judged>) -> Automatic {
        let within = models.iter().filter(|judged| judged.ratio <= USUAL_RATIO).count();
        let share_within = within as f64 / models.len().max(1) as f64;
        let worst = models.iter().fold(1.0, |worst: f64, judged| worst.max(judged.ratio));
        Automatic { models, share_within, worst, met: share_within >= SHARE_WITHIN && worst <= WORST_RATIO }
    }
}

impl Judged {
    fn of(trial: &Trial, prepare: Prepare) -> Result<Judged, String> {
        let Trial { name, model, end } = trial;
        let usual = Settings { end: *end, threads: 1, specialize: Choice::Auto, ..Settings::default() };
        let reference = find_reference(model, &usual)?;
        let automatic = Plan::choose(model, &usual).map_err(|trouble| trouble.to_string())?;
        let mut runners = vec![Runner::first(model, automatic, prepare, &reference)?];
        for settings in list_ways(model, &usual) {
            let Ok(plan) = Plan::choose(model, &settings) else { continue };
            if runners.iter().all(|runner| runner.plan.chosen() != plan.chosen()) {
                // A way that ends in trouble is none.
                runners.extend(Runner::first(model, plan, prepare, &reference));
            }
        }
        count_alike(&mut runners, NEGLIGIBLE * usual.rtol);
        run_in_turns(model, &mut runners, prepare)?;
        let best = runners.iter().filter(|r| r.way.counts).map(|r| r.way.seconds).fold(f64::INFINITY, f64::min);
        let mut ways = runners.into_iter().map(|runner| runner.way);
        // There is one way at least, that of `auto`.
        let Some(automatic) = ways.next() else { return Err("no way could be run".into()) };
        let ratio = automatic.seconds / best;
        Ok(Judged { model: name.clone(), bodies: model.n_bodies(), ratio, automatic, others: ways.collect() })
    }
}

/// Where and how fast bodies are at the end of an accurate motion.
fn find_reference(model: &Model, usual: &Settings) -> Result<Vec<BodyMotion>, String> {
    let run = |tighter: f64, formulation: FormulationKind| {
        let settings = Settings {
            rtol: tighter * usual.rtol,
            atol: tighter * usual.atol,
            formulation: formulation.into(),
            stabilization: StabilizationKind::Projection.into(),
            specialize: Specialize::Off.into(),
            ..usual.clone()
        };
        let plan = Plan::choose(model, &settings).map_err(|trouble| trouble.to_string())?;
        let mut simulation = Simulation::new(model.clone(), plan).map_err(|trouble| trouble.to_string())?;
        run_to_end(&mut simulation)?;
        look(&mut simulation)
    };
    let mut outcome = Err(String::new());
    for tighter in TIGHTER {
        let either = |_| run(tighter, FormulationKind::Cartesian).or_else(|_| run(tighter, FormulationKind::Recursive));
        outcome = outcome.or_else(either);
    }
    outcome
}

/// The explicit choices of methods with which the choice of `auto` is compared.
fn list_ways(model: &Model, usual: &Settings) -> Vec<Settings> {
    let mut ways = Vec::new();
    for formulation in [FormulationKind::Cartesian, FormulationKind::Recursive, FormulationKind::Natural] {
        let with =
            |solver: SolverKind| Settings { formulation: formulation.into(), solver: solver.into(), ..usual.clone() };
        ways.push(with(SolverKind::Elimination));
        // With joint coordinates it is the usual one, if there is any.
        if formulation != FormulationKind::Recursive {
            let stabilization = StabilizationKind::Projection.into();
            ways.push(Settings { stabilization, ..with(SolverKind::Elimination) });
        }
        if model.n_equations() <= MOST_EQUATIONS_FOR_DENSE {
            ways.push(with(SolverKind::Dense));
        }
    }
    ways
}

impl Runner {
    /// The first run, by which it is seen how accurate it is.
    fn first(model: &Model, plan: Plan, prepare: Prepare, reference: &[BodyMotion]) -> Result<Runner, String> {
        let chosen = plan.chosen();
        let methods = format!("{} {} {}", chosen.formulation, chosen.solver, chosen.stabilization);
        let (seconds, end) = run_timed(model, &plan, prepare)?;
        let error = calc_error(&end, reference);
        Ok(Runner { plan, way: Way { methods, seconds, error, counts: true } })
    }
}

/// Ways that are as accurate as the first one, or accurate enough.
fn count_alike(runners: &mut [Runner], negligible: f64) {
    let most = runners.first().map_or(0.0, |automatic| (ALIKE * automatic.way.error).max(negligible));
    runners.iter_mut().for_each(|runner| runner.way.counts = runner.way.error <= most);
}

fn run_in_turns(model: &Model, runners: &mut [Runner], prepare: Prepare) -> Result<(), String> {
    let (begin, mut runs) = (Instant::now(), 1);
    while runs < LEAST_RUNS || begin.elapsed() < PATIENCE {
        let fastest = runners.iter().fold(f64::INFINITY, |least, runner| least.min(runner.way.seconds));
        for (number, Runner { plan, way }) in runners.iter_mut().enumerate() {
            if number == 0 || (way.counts && way.seconds < HOPELESS * fastest) {
                way.seconds = way.seconds.min(run_timed(model, plan, prepare)?.0);
            }
        }
        runs += 1;
    }
    Ok(())
}

/// Time of a run (s), and how bodies move at its end.
fn run_timed(model: &Model, plan: &Plan, prepare: Prepare) -> Result<(f64, Vec<BodyMotion>), String> {
    let plan = plan.clone();
    let watch = Stopwatch::start();
    let mut simulation = prepare(model, plan)?;
    run_to_end(&mut simulation)?;
    let seconds = watch.read();
    Ok((seconds, look(&mut simulation)?))
}

/// All steps, if they are not too many.
fn run_to_end(simulation: &mut Simulation) -> Result<(), String> {
    let end = simulation.plan().settings.end;
    for _ in 0..MOST_STEPS {
        if simulation.state().time >= end {
            return Ok(());
        }
        simulation.step(end).map_err(|trouble| trouble.to_string())?;
    }
    Err(format!("no end after {MOST_STEPS} steps"))
}

/// How the bodies move.
fn look(simulation: &mut Simulation) -> Result<Vec<BodyMotion>, String> {
    Ok(simulation.observe().map_err(|trouble| trouble.to_string())?.bodies.clone())
}

/// Largest differences of positions, velocities and angular velocities, each relative to the largest of all bodies.
fn calc_error(a: &[BodyMotion], b: &[BodyMotion]) -> f64 {
    let values = |m: &BodyMotion| [m.position, m.velocity.linear, m.velocity.angular];
    let mut largest = [f64::MIN_POSITIVE; 3];
    let mut differences = [0.0_f64; 3];
    for (a, b) in a.iter().zip(b) {
        for (k, (a, b)) in values(a).into_iter().zip(values(b)).enumerate() {
            largest[k] = largest[k].max(b.norm());
            // Written such that what is no number counts as infinite.
            let difference = (a - b).norm();
            differences[k] = if difference >= 0.0 { differences[k].max(difference) } else { f64::INFINITY };
        }
    }
    differences.iter().zip(largest).fold(0.0, |most, (difference, scale)| most.max(difference / scale))
}

impl fmt::Display for Automatic {
    /// The verdict on all models.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (percent, n) = (100.0 * self.share_within, self.models.len());
        write!(f, "Within {USUAL_RATIO} of the best: {percent:.0} % of {n} models (aim 90 %); ")?;
        write!(f, "farthest: {:.2} (aim {WORST_RATIO}).", self.worst)
    }
}

impl fmt::Display for Judged {
    /// A line below the heading.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Judged { model, bodies, automatic, ratio, others } = self;
        let counting = others.iter().filter(|way| way.counts).chain([automatic]);
        let best = counting.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).unwrap_or(automatic);
        write!(f, "{model:<26} {bodies:>6} {automatic} {best} {ratio:>6.2}")?;
        write!(f, "{}", if *ratio > USUAL_RATIO { " *" } else { "" })
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<34} {:>8.2} {:>7.0e}", self.methods, 1e3 * self.seconds, self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepare(model: &Model, plan: Plan) -> Result<Simulation, String> {
        Simulation::new(model.clone(), plan).map_err(|trouble| trouble.to_string())
    }

    fn way(seconds: f64, error: f64) -> Way {
        Way { methods: "recursive elimination none".into(), seconds, error, counts: true }
    }

    #[test]
    fn a_tree_is_judged_against_every_formulation() {
        let mut told = Vec::new();
        let found = Automatic::measure(&prepare, "arm with a slide", &mut |judged| told.push(judged.to_string()));
        let found = found.unwrap();
        let [judged] = &found.models[..] else { panic!("{found:?}") };
        assert_eq!(told, [judged.to_string()]);
        assert!(told[0].starts_with("arm with a slide"), "{told:?}");
        assert_eq!(judged.bodies, 7);
        assert!(judged.automatic.methods.starts_with("recursive"), "{judged:?}");
        assert!(judged.others.iter().any(|way| way.methods.starts_with("natural")), "{judged:?}");
        assert!(judged.others.iter().all(|way| way.error < 1e-4), "{judged:?}");
        assert!(Automatic::list_models().unwrap().contains(&judged.model));
    }

    #[test]
    fn nine_in_ten_must_be_near_and_none_far() {
        let judged = |ratio| Judged {
            model: "m".into(),
            bodies: 1,
            automatic: way(ratio, 1e-8),
            ratio,
            others: vec![way(1.0, 1e-8)],
        };
        let conclude = |ratios: &[f64]| Automatic::conclude(ratios.iter().map(|&ratio| judged(ratio)).collect());
        assert!(conclude(&[1.0; 9]).met);
        let mut ratios = vec![1.1; 9];
        ratios.push(1.9);
        assert!(conclude(&ratios).met);
        ratios.push(1.3);
        assert!(!conclude(&ratios).met);
        assert!(!conclude(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.1]).met);
        let told = conclude(&ratios).to_string();
        assert!(told.contains("Within 1.2 of the best: 82 % of 11 models"), "{told}");
    }

    #[test]
    fn errors_are_relative_to_the_fastest_and_farthest_body() {
        let mut a = BodyMotion::default();
        a.position.0[0] = 2.0;
        let mut b = a;
        b.position.0[0] = 2.5;
        assert_eq!(calc_error(&[b], &[a]), 0.25);
        b.position.0[0] = f64::NAN;
        assert_eq!(calc_error(&[b], &[a]), f64::INFINITY);
    }
}
