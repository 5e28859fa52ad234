//! The `linkwork` program as a library: one file a command, and here the list of them. What `run` is made of is public,
//! for programs that run models in another way.
//!
//! Exit codes: 0 done, 1 the simulation could not go on or a comparison failed, 2 the input or the command is wrong,
//! 130 interrupted.

mod analyze;
mod analyze_text;
mod bench;
mod bench_page;
mod bench_specialize;
mod bench_table;
mod codegen;
mod columns;
mod compare;
mod compare_page;
mod compare_table;
mod completions;
mod export;
mod failure;
mod help;
mod http;
mod interrupt;
mod model;
mod near;
mod options;
mod plot;
mod printing;
mod progress;
mod report;
mod restart;
mod run;
mod schema;
mod serve;
mod sheet;
mod source;
mod specialize;
mod summary;
mod view;
mod words;

pub use failure::Failure;
pub use interrupt::Interrupt;
pub use progress::Watched;
pub use run::{Finished, RunOptions};

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Simulates mechanisms of rigid bodies and joints, closed loops and redundant constraints included.
#[derive(Parser)]
#[command(
    name = "linkwork",
    version,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 done; \
    1 the simulation could not go on (what was computed is kept), or methods or tables do not agree; 2 the input or the command is wrong; \
    130 interrupted (what was computed is kept)."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Simulate a model; writes a results folder and prints a summary
    Run(run::RunOptions),
    /// Degrees of freedom, loops, redundant constraints, and how a model would be simulated; nothing is
    Analyze(analyze::AnalyzeOptions),
    /// Simulate a model by every method that applies, side by side
    Compare(compare::CompareOptions),
    /// The built-in gallery and the generators, printed as model files
    #[command(subcommand)]
    Model(model::ModelCommand),
    /// Show results in the browser, or a simulation while it runs
    View(view::ViewOptions),
    /// Write a page with the motion and plots of one run, or of several on top of one another
    Report(report::ReportOptions),
    /// Draw columns of results over time, as SVG or PNG
    Plot(plot::PlotOptions),
    /// Results for other programs: NumPy, and animated scenes for Blender
    Export(export::ExportOptions),
    /// The equations of motion of a model as straight-line C or Rust, for use elsewhere; writes a folder
    Codegen(codegen::CodegenOptions),
    /// What can be measured of the program itself; without a subject, the list of subjects
    Bench(bench::BenchOptions),
    /// The JSON Schema of model files, for editors
    Schema,
    /// What a shell needs to complete commands and options
    Completions(completions::CompletionsOptions),
}

/// Runs the program with its command line.
pub fn main() -> ExitCode {
    let parsed =
        help::arrange(Cli::command()).try_get_matches().and_then(|mut found| Cli::from_arg_matches_mut(&mut found));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(usage) => {
            // Nothing sensible is left to do when even this cannot be printed, as into a closed pipe.
            let _ = usage.print();
            return ExitCode::from(if usage.use_stderr() { 2 } else { 0 });
        }
    };
    let outcome = match cli.command {
        Command::Run(options) => run::run(&options),
        Command::Analyze(options) => analyze::analyze(&options),
        Command::Compare(options) => compare::compare(&options),
        Command::Codegen(options) => codegen::codegen(&options),
        Command::Bench(options) => bench::bench(&options),
        Command::Model(command) => model::model(&command),
        Command::View(options) => view::view(&options),
        Command::Report(options) => report::report(&options),
        Command::Plot(options) => plot::plot(&options),
        Command::Export(options) => export::export(&options),
        Command::Schema => schema::schema(),
        Command::Completions(options) => completions::completions(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.exit_code()
        }
    }
}
