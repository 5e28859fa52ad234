//! The `linkwork` program as a library: one file a command, and here the list of them. What `run` is made of is public, for programs that run
//! models in another way.
//!
//! Exit codes: 0 done, 1 the simulation could not go on or a comparison failed, 2 the input or the command is wrong, 130 interrupted.

mod analyze;
mod bench;
mod bench_specialize;
mod bench_table;
mod codegen;
mod compare;
mod compare_table;
mod failure;
mod interrupt;
mod model;
mod near;
mod options;
mod printing;
mod progress;
mod restart;
mod run;
mod source;
mod specialize;
mod summary;
mod words;

pub use failure::Failure;
pub use interrupt::Interrupt;
pub use progress::Watched;
pub use run::{Finished, RunOptions};

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    /// Degrees of freedom, redundancy, loops, elimination orders and the chosen plan, without simulating
    Analyze(analyze::AnalyzeOptions),
    /// Simulate a model by every method that applies, side by side; writes no files
    Compare(compare::CompareOptions),
    /// The built-in gallery and the generators, printed as model files
    #[command(subcommand)]
    Model(model::ModelCommand),
    /// The equations of motion of a model as straight-line C or Rust, for use elsewhere; writes a folder
    Codegen(codegen::CodegenOptions),
    /// What can be measured of the program itself; without a subject, the list of subjects
    Bench(bench::BenchOptions),
}

/// What the program does with its command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
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
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.exit_code()
        }
    }
}
