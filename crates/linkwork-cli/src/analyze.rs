//! `linkwork analyze`: what the mechanism is, and how it would be simulated.

use std::path::PathBuf;

use clap::Args;
use linkwork::methods::{Choice, FormulationKind};
use linkwork::{Plan, Settings};
use linkwork_lab::analysis;
use linkwork_lab::scale::{Network, Scale};

use crate::analyze_text;
use crate::failure::Failure;
use crate::options::{MethodOptions, positive};
use crate::printing::{print, print_json};
use crate::source::{self, Parameters};

/// Options of `linkwork analyze`.
#[derive(Args, Debug)]
pub struct AnalyzeOptions {
    /// Model file (.toml or .json), the name of a built-in model, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    parameters: Parameters,
    /// Orders of elimination too, with what they cost
    #[arg(short, long)]
    verbose: bool,
    /// Print the analysis as one JSON object on standard output
    #[arg(long)]
    json: bool,
    /// Print nothing but errors; the exit code tells whether the model is sound
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    methods: MethodOptions,
    /// What an evaluation would take on 1, 2, 4 … 4096 processors, from costs measured now; takes a second or so
    #[arg(long)]
    scale: bool,
    /// For --scale: how long a message takes between two processors (s), instead of what threads take here
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true, requires = "scale")]
    latency: Option<f64>,
    /// For --scale: bytes a second between two processors, instead of what threads take here
    #[arg(long, value_name = "X", value_parser = positive, allow_hyphen_values = true, requires = "scale")]
    bandwidth: Option<f64>,
}

/// Analyzes and prints.
///
/// # Errors
/// A wrong model or command.
pub fn analyze(options: &AnalyzeOptions) -> Result<(), Failure> {
    let model = source::load(&options.model, &options.parameters)?;
    let settings = options.methods.settings(&model)?;
    let plan = Plan::choose(&model, &settings).map_err(Failure::before_run_of(&model))?;
    let mut analysis = analysis::analyze(&model, &plan);
    // Joint coordinates leave few equations over, if any; orders are told of those that all joints have, unless such
    // coordinates were asked for.
    if settings.formulation == Choice::Auto && plan.chosen().formulation == FormulationKind::Recursive {
        let all = Settings { formulation: FormulationKind::Cartesian.into(), ..settings.clone() };
        analysis.take_orders(&model, &Plan::choose(&model, &all).map_err(Failure::before_run_of(&model))?);
    }
    if options.scale {
        let network = Network { latency: options.latency, bandwidth: options.bandwidth };
        analysis.scale = Some(Scale::find(&model, &settings, network).map_err(Failure::before_run)?);
    }
    if options.json {
        print_json(&analysis)
    } else if options.quiet {
        Ok(())
    } else {
        print(&analyze_text::describe(&analysis, &plan, options.verbose))
    }
}
