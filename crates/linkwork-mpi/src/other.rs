//! All processes but the first: they take their share, compute, and say nothing.

use linkwork::exchange::Exchange;
use linkwork::plan::Assignment;
use linkwork::{Simulation, SimulationError};
use linkwork_cli::{Failure, Interrupt, RunOptions};

use crate::account;
use crate::ending::{self, Crew, Over};
use crate::memory::Probe;
use crate::world::World;

/// Computes what process 0 hands out.
///
/// # Errors
/// A share that cannot be understood. What ends the run otherwise, process 0 tells.
pub fn run(options: &RunOptions, mut world: World) -> Result<(), Failure> {
    let crew = Crew::muster(&mut world);
    let over = Over::default();
    let interrupt = ending::listen(crew, None, over.clone());
    let Some(assignment) = Assignment::receive(&mut world).map_err(Failure::before_run)? else {
        over.tell();
        return Ok(());
    };
    // An error that ends all processes is reported by the first.
    let _ended: Result<(), SimulationError> = take_part(options, assignment, interrupt, world);
    over.tell();
    Ok(())
}

fn take_part(
    options: &RunOptions,
    assignment: Assignment,
    interrupt: Interrupt,
    mut world: World,
) -> Result<(), SimulationError> {
    let mut simulation = Simulation::on_rank(assignment, None, world.another())?;
    if options.is_restart() {
        simulation.go_on_from(None)?;
    }
    let mut word = Vec::new();
    world.spread(0, &mut word);
    if word.is_empty() {
        return Ok(());
    }
    let mut probe = Probe::new(None, interrupt);
    let outcome = simulation.run(&mut probe);
    account::collect(&mut world, probe.most(), simulation.traffic());
    outcome
}
