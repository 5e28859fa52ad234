//! `linkwork analyze`: what the mechanism is, and how it would be simulated.

use std::path::PathBuf;

use clap::Args;
use linkwork::Plan;
use linkwork::analysis;

use crate::failure::Failure;
use crate::options::MethodOptions;
use crate::printing::{print, print_json};
use crate::source;

/// Options of `linkwork analyze`.
#[derive(Args, Debug)]
pub struct AnalyzeOptions {
    /// Model file (.toml or .json), the name of a built-in model, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    methods: MethodOptions,
    /// Print the analysis as one JSON object on standard output
    #[arg(long)]
    json: bool,
    /// Print nothing but errors; the exit code tells whether the model is sound
    #[arg(long)]
    quiet: bool,
}

/// Analyzes and prints.
///
/// # Errors
/// A wrong model or command.
pub fn analyze(options: &AnalyzeOptions) -> Result<(), Failure> {
    let model = source::load(&options.model)?;
    let plan = Plan::choose(&model, &options.methods.settings(&model)?).map_err(Failure::before_run)?;
    let analysis = analysis::analyze(&model, &plan);
    // What is to be said of the model stands in the analysis; this is about the command.
    if options.json {
        print_json(&analysis)
    } else if options.quiet {
        Ok(())
    } else {
        print(&format!("{}\n", analysis.to_string().trim_end()))
    }
}
