//! `linkwork bench specialize`: evaluations by programs made for a model against those by every other method, in turns;
//! and what it takes to make the programs, for chains of growing length.

use std::fmt;
use std::time::Duration;

use linkwork::methods::{FormulationKind, SolverKind, StabilizationKind};
use linkwork::{Model, Plan, Settings, Simulation, SimulationError, Space, gallery};
use linkwork_jit::Made;
use linkwork_lab::crossover::time_evaluations;
use serde::Serialize;

/// Those of the paper, and those of other papers with closed loops.
const MODELS: [&str; 5] = ["manipulator", "four-bar", "slider-crank", "andrews", "hmmwv"];
/// Bodies of the chains.
const CHAINS: [usize; 7] = [10, 20, 50, 100, 200, 500, 1000];
/// Every model is measured about so long.
const PATIENCE: Duration = Duration::from_millis(400);
/// Formulations and solvers that programs are compared with.
const WAYS: [(FormulationKind, SolverKind); 6] = [
    (FormulationKind::Cartesian, SolverKind::Dense),
    (FormulationKind::Cartesian, SolverKind::Elimination),
    (FormulationKind::Cartesian, SolverKind::Qr),
    (FormulationKind::Recursive, SolverKind::Elimination),
    (FormulationKind::Recursive, SolverKind::Dense),
    (FormulationKind::Natural, SolverKind::Elimination),
];

/// The measurements.
#[derive(Clone, Debug, Serialize)]
pub struct Gains {
    models: Vec<Gain>,
    chains: Vec<Making>,
}

/// Times of an evaluation of a model (s).
#[derive(Clone, Debug, Serialize)]
struct Gain {
    model: String,
    specialized: f64,
    dense: f64,
    /// The least of all others.
    unspecialized: f64,
    /// By which.
    best: String,
    #[serde(flatten)]
    making: Making,
}

/// The cost of making a program.
#[derive(Clone, Debug, Serialize)]
struct Making {
    bodies: usize,
    operations: usize,
    /// Bytes of machine code.
    bytes: usize,
    generate_seconds: f64,
    compile_seconds: f64,
    /// Why there is no program.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl Gains {
    /// Measures.
    ///
    /// # Errors
    /// When a model cannot be simulated.
    pub fn measure() -> Result<Gains, String> {
        let models = MODELS.iter().map(|name| Gain::of(name)).collect::<Result<_, _>>()?;
        let chains = CHAINS.iter().map(|bodies| Making::of_chain(*bodies)).collect::<Result<_, _>>()?;
        Ok(Gains { models, chains })
    }
}

/// Equations at one instant, without what only a motion needs.
fn settings(formulation: FormulationKind, solver: SolverKind) -> Settings {
    let stabilization = StabilizationKind::None.into();
    Settings {
        formulation: formulation.into(),
        solver: solver.into(),
        stabilization,
        end: 0.0,
        threads: 1,
        ..Settings::default()
    }
}

impl Gain {
    fn of(name: &str) -> Result<Gain, String> {
        let text = gallery::find(name).ok_or_else(|| format!("there is no model '{name}'"))?;
        let model = Model::parse(&text, &format!("{name}.toml")).map_err(|faults| faults.to_string())?;
        let explain = |trouble: SimulationError| format!("{name}: {trouble}");
        let mut plans = Vec::new();
        for (formulation, solver) in WAYS {
            plans.push(Plan::choose(&model, &settings(formulation, solver)).map_err(explain)?);
        }
        let made = Made::of(&model, &plans[0])?;
        let making = Making::of(&model, &made);
        let mut simulations = Vec::new();
        for plan in &plans {
            simulations.push(Simulation::new(model.clone(), plan.clone()).map_err(explain)?);
        }
        let mut specialized = Simulation::new(model.clone(), plans[0].clone()).map_err(explain)?;
        made.set_to_work(&mut specialized).map_err(explain)?;
        simulations.push(specialized);
        let mut seconds = time_evaluations(&mut simulations, PATIENCE).map_err(explain)?;
        if simulations.last().is_some_and(|last| last.summary().unspecialized_evaluations != Some(0)) {
            return Err(format!("{name}: its program cannot be trusted where the model starts"));
        }
        // One more than there are ways.
        let specialized = seconds.pop().unwrap_or(f64::NAN);
        let (way, unspecialized) = find_least(&seconds);
        Ok(Gain {
            model: name.into(),
            specialized,
            dense: seconds[0],
            unspecialized,
            best: format!("{} {}", WAYS[way].0, WAYS[way].1),
            making,
        })
    }
}

/// The smallest of these, and which it is.
fn find_least(seconds: &[f64]) -> (usize, f64) {
    seconds.iter().copied().enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, f64::INFINITY))
}

impl Making {
    fn of(model: &Model, made: &Made) -> Making {
        Making {
            bodies: model.n_bodies(),
            operations: made.n_operations(),
            bytes: made.n_bytes(),
            generate_seconds: made.generate_seconds,
            compile_seconds: made.compile_seconds,
            refused: None,
        }
    }

    fn of_chain(bodies: usize) -> Result<Making, String> {
        let model = gallery::chain(bodies, Space::Spatial)?.build().map_err(|faults| faults.to_string())?;
        let plan = Plan::choose(&model, &settings(FormulationKind::Cartesian, SolverKind::Elimination))
            .map_err(|trouble| trouble.to_string())?;
        Ok(match Made::of(&model, &plan) {
            Ok(made) => Making::of(&model, &made),
            Err(reason) => Making {
                bodies,
                operations: 0,
                bytes: 0,
                generate_seconds: 0.0,
                compile_seconds: 0.0,
                refused: Some(reason),
            },
        })
    }
}

impl fmt::Display for Gains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "microseconds per evaluation on one thread; times to make a program in milliseconds\n")?;
        let [model, specialized, best] = ["model", "specialized", "best other"];
        let [dense, by, operations, generate, compile] = ["dense", "faster by", "operations", "generate", "compile"];
        write!(f, "{model:<14} {specialized:>11} {best:>10} {by:>9} {:<23} {dense:>8} {by:>9}", "")?;
        writeln!(f, " {operations:>10} {generate:>8} {compile:>8}")?;
        for gain in &self.models {
            let Gain { model, best, making, .. } = gain;
            let [specialized, unspecialized, dense] =
                [gain.specialized, gain.unspecialized, gain.dense].map(|s| 1e6 * s);
            let [by, by_dense] = [unspecialized, dense].map(|time| time / specialized);
            write!(
                f,
                "{model:<14} {specialized:>11.3} {unspecialized:>10.2} {by:>9.2} {best:<23} {dense:>8.1} {by_dense:>9.1}"
            )?;
            let [generate, compile] = [making.generate_seconds, making.compile_seconds].map(|s| 1e3 * s);
            writeln!(f, " {:>10} {generate:>8.1} {compile:>8.1}", making.operations)?;
        }
        writeln!(f, "\nchains in space\n{:>6} {operations:>10} {:>9} {generate:>9} {compile:>9}", "bodies", "bytes")?;
        for Making { bodies, operations, bytes, generate_seconds, compile_seconds, refused } in &self.chains {
            let [generate, compile] = [generate_seconds, compile_seconds].map(|s| 1e3 * s);
            match refused {
                Some(reason) => writeln!(f, "{bodies:>6} {reason}")?,
                None => writeln!(f, "{bodies:>6} {operations:>10} {bytes:>9} {generate:>9.1} {compile:>9.1}")?,
            }
        }
        Ok(())
    }
}
