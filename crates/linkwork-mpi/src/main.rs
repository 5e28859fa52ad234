//! The `linkwork-mpi` program: `linkwork run` on all processes that `mpirun` starts.
//!
//! Process 0 reads the model, plans, hands every process its share, and writes the results; the others compute only.
//! Exit codes are those of `linkwork`.

mod account;
mod desk;
mod ending;
mod first;
mod memory;
mod other;
mod world;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use linkwork::LargePages;
use linkwork::exchange::Exchange;
use linkwork_cli::{Failure, RunOptions};
use mpi::environment::Threading;
use world::World;

#[global_allocator]
static MEMORY: LargePages = LargePages;

/// Simulates mechanisms on several processes and machines: mpirun -n 4 linkwork-mpi run MODEL --parts 4
#[derive(Parser)]
#[command(name = "linkwork-mpi", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Simulate a model by `recursive`, its parts dealt to the processes; options are those of `linkwork run`
    Run(RunOptions),
}

fn main() -> ExitCode {
    // Threads of a process share its work, but only this one talks to other processes.
    let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        Failure::Stopped("MPI could not be started".into()).print();
        return ExitCode::from(1);
    };
    let world = World::new();
    let is_first = world.process() == 0;
    let outcome = match Cli::try_parse() {
        Err(usage) => {
            if is_first {
                // Nothing sensible is left to do when even this cannot be printed.
                let _ = usage.print();
            }
            drop(universe);
            return ExitCode::from(if usage.use_stderr() { 2 } else { 0 });
        }
        Ok(Cli { command: Command::Run(options) }) if is_first => first::run(&options, world),
        Ok(Cli { command: Command::Run(options) }) => other::run(&options, world),
    };
    let code = match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.exit_code()
        }
    };
    // All processes leave together.
    drop(universe);
    code
}
