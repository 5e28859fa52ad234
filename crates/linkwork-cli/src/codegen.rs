//! `linkwork codegen`: the equations of motion of a model as source text, with a test of its own, for use elsewhere.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use linkwork::methods::{Choice, FormulationKind};
use linkwork::symbolic::emit::{self, Emission, File, Sample};
use linkwork::symbolic::{Procedure, Specialized};
use linkwork::{Model, Plan, Settings, Simulation, SimulationError};
use linkwork_report::write_files;

use crate::failure::Failure;
use crate::printing::print;
use crate::run::usual_directory;
use crate::source::{self, Parameters};
use crate::summary::counted;

/// Steps after which states are taken to test the code at; the first is the initial state.
const SAMPLES: [usize; 3] = [0, 3, 5];
/// Multiples of it, without their integer parts, are spread evenly and repeat nothing.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;

/// Options of `linkwork codegen`.
#[derive(Args, Debug)]
pub struct CodegenOptions {
    /// Model file (.toml or .json), the name of a built-in model, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    parameters: Parameters,
    /// Language of the code
    #[arg(long, value_enum, default_value = "c")]
    language: Language,
    // Not by a comment of documentation, which would take the brackets for a tag.
    #[arg(short, long, value_name = "DIR", help = "Folder for the code [default: results/<name of the model>]")]
    output: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,
}

/// The words of `--language`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    /// C99, which needs math.h alone
    C,
    /// One Rust module without dependencies
    Rust,
}

/// Writes the code.
///
/// # Errors
/// A wrong model or command, a model for which there is no program, or a folder that cannot be written to.
pub fn codegen(options: &CodegenOptions) -> Result<(), Failure> {
    let model = source::load(&options.model, &options.parameters)?;
    let refuse = |reason: String| Failure::Wrong(format!("no code for '{}': {reason}", model.name));
    // Programs have coordinates of their own, and leave everything else to whoever calls them.
    let settings = Settings {
        formulation: FormulationKind::Cartesian.into(),
        stabilization: Choice::Auto,
        solver: Choice::Auto,
        ..Settings::of_model(&model)
    };
    let plan = Plan::choose(&model, &settings).map_err(Failure::before_run_of(&model))?;
    plan.check_specializable().map_err(refuse)?;
    let made = Specialized::of(&model, &plan).map_err(refuse)?;
    let emission = describe(&model, &plan, &made).map_err(|trouble| refuse(trouble.to_string()))?;
    let files = match options.language {
        Language::C => emit::c::write(&emission),
        Language::Rust => emit::rust::write(&emission),
    };
    let files = files.map_err(refuse)?;
    let directory = options.output.clone().unwrap_or_else(|| usual_directory(&model));
    let named: Vec<(&str, &str)> = files.iter().map(|File { name, text }| (&name[..], &text[..])).collect();
    write_files(&directory, &named)?;
    if options.quiet {
        return Ok(());
    }
    let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
    let operations = counted(made.evaluation.operations.len(), "operation", "operations");
    print(&format!(
        "{}: an evaluation takes {operations}\nWritten to {}: {}\n{}",
        model.name,
        directory.display(),
        names.join(", "),
        left_out(&model)
    ))
}

/// Says what of the model is not in the code: it has the equations of motion alone.
fn left_out(model: &Model) -> String {
    let mut parts = Vec::new();
    if !model.signals.output_names().is_empty() {
        parts.push(format!("the columns {}", model.signals.output_names().join(", ")));
    }
    if !model.signals.stop_condition().is_empty() {
        parts.push(format!("the condition that ends a run, `{}`", model.signals.stop_condition()));
    }
    if parts.is_empty() { String::new() } else { format!("Not in the code: {}\n", parts.join("; ")) }
}

/// Everything that is to be written.
fn describe(model: &Model, plan: &Plan, made: &Specialized) -> Result<Emission, SimulationError> {
    let states = sample(model, plan)?;
    let (mut procedures, layout) = made.procedures(plan.moving(model));
    // Whoever calls the evaluation has to judge it.
    let pivots = made.n_rates + made.n_rows..;
    for (name, least) in procedures[0].outputs[pivots].iter_mut().zip(&made.least_pivots) {
        *name += &format!(" (trust the rest where it is at least {least:.3e})");
    }
    let state = procedures[0].inputs.clone();
    let bodies = model.bodies.iter().map(|body| format!("body {}", body.name));
    let joints = model.joints.iter().map(|joint| format!("joint {}: {}", joint.name, joint.kind.word()));
    let refer = |procedure: Procedure| {
        let known = if procedure.inputs.starts_with(&state) { &states[..] } else { &[] };
        Sample { references: refer(procedure.program.n_inputs, known), procedure }
    };
    Ok(Emission {
        model: model.name.clone(),
        contents: bodies.chain(joints).collect(),
        procedures: procedures.into_iter().map(refer).collect(),
        layout: Some(layout),
    })
}

/// Inputs of the evaluation at some states of the motion.
fn sample(model: &Model, plan: &Plan) -> Result<Vec<Vec<f64>>, SimulationError> {
    let mut simulation = Simulation::new(model.clone(), plan.clone())?;
    let mut states = Vec::new();
    let mut n_steps = 0;
    for wanted in SAMPLES {
        while n_steps < wanted {
            simulation.step(f64::MAX)?;
            n_steps += 1;
        }
        let state = simulation.state();
        states.push([&[state.time], state.coordinates(), state.velocities(), &state.unwrapped_angles[..]].concat());
    }
    Ok(states)
}

/// Inputs of a procedure that takes so many numbers: these states, if any, and then numbers without a pattern.
fn refer(n: usize, states: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let inputs = |k: usize| {
        let known = states.get(k).map_or(&[][..], |state| state);
        let others = (known.len()..n).map(|i| ((i + k * n + 1) as f64 * GOLDEN_RATIO).fract() - 0.5);
        known.iter().copied().chain(others).collect()
    };
    (0..SAMPLES.len()).map(inputs).collect()
}
