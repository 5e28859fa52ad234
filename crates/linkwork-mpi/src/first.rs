//! Process 0: it plans, deals, computes its share like the others, and writes the results.

use std::sync::Arc;
use std::time::Instant;

use linkwork::exchange::Exchange;
use linkwork::methods::FormulationKind;
use linkwork::plan::{Assignment, Owners};
use linkwork::simulation::Whole;
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation};
use linkwork_cli::{Failure, Finished, Interrupt, RunOptions, Watched};

use crate::account;
use crate::desk::Desk;
use crate::ending::{self, Crew, Over};
use crate::memory::Probe;
use crate::world::World;

/// Simulates on all processes.
///
/// # Errors
/// A wrong model or command, a simulation that could not go on, an interrupt; the results are then kept.
pub fn run(options: &RunOptions, mut world: World) -> Result<(), Failure> {
    let start = Instant::now();
    let crew = Crew::muster(&mut world);
    let prepared = prepare(options);
    let prepared = prepared.and_then(|(model, plan, checkpoint)| {
        let dealt = plan.assign(&model, &mut world).map_err(Failure::before_run)?;
        Ok((model, plan, checkpoint, dealt))
    });
    let (model, plan, checkpoint, (assignment, owners)) = prepared.inspect_err(|_| Assignment::call_off(&mut world))?;
    let run = Run { options, model: &model, checkpoint, start };
    run.go(plan, (assignment, owners), crew, world)
}

/// The model, its plan, and the checkpoint from which to go on.
fn prepare(options: &RunOptions) -> Result<(Arc<Model>, Plan, Option<Checkpoint>), Failure> {
    let model = Arc::new(options.load()?);
    let mut settings = options.settings(&model)?;
    // Only its parts can be computed on different processes.
    settings.formulation = settings.formulation.or(FormulationKind::Recursive).into();
    // Processes of one machine share its cores already.
    if settings.threads == 0 {
        settings.threads = 1;
    }
    let plan = Plan::choose(&model, &settings).map_err(Failure::before_run_of(&model))?;
    Ok((model, plan, options.read_checkpoint()?))
}

struct Run<'a> {
    options: &'a RunOptions,
    model: &'a Arc<Model>,
    checkpoint: Option<Checkpoint>,
    start: Instant,
}

impl Run<'_> {
    fn go(
        &self,
        plan: Plan,
        (assignment, owners): (Assignment, Owners),
        crew: Crew,
        mut world: World,
    ) -> Result<(), Failure> {
        let whole = Whole::new(self.model, &plan, owners, world.n_processes());
        let (chosen, settings) = (plan.to_string(), plan.settings.clone());
        // It tells of the whole mechanism, most of which other processes have now.
        drop(plan);
        let mut simulation =
            Simulation::on_rank(assignment, Some(whole), world.another()).map_err(Failure::before_run)?;
        if self.options.is_restart() {
            let outcome = simulation.go_on_from(self.checkpoint.as_ref());
            outcome.map_err(|trouble| self.options.name_checkpoint(trouble))?;
        }
        let opened = self.options.open_folder(self.model, &settings, self.checkpoint.as_ref());
        world.spread(0, &mut if opened.is_ok() { b"go".to_vec() } else { Vec::new() });
        let (folder, rows_kept) = opened?;

        let (over, prepared) = (Over::default(), self.start.elapsed());
        let desk = Desk::new(folder, simulation.summary());
        let interrupt = ending::listen(crew, Some(desk.clone()), over.clone());
        let (outcome, memory) = self.watch(&mut simulation, desk.clone(), &interrupt, &settings);
        let accounts = account::collect(&mut world, memory, simulation.traffic());

        if simulation.was_interrupted() {
            // It may have been another process that was asked to end.
            interrupt.ask();
        }
        let mut summary = simulation.summary();
        summary.rows_kept = rows_kept;
        summary.wall_seconds += prepared.as_secs_f64();
        (summary.memory_per_rank, summary.traffic_per_rank) = (Some(accounts.memory), Some(accounts.traffic));
        let Some(folder) = desk.clear() else { return Err(Failure::Stopped("the run was ended".into())) };
        let finished = Finished { model: self.model, chosen: &chosen, simulation: &simulation, summary, outcome };
        let concluded = finished.conclude(self.options, &interrupt, folder);
        over.tell();
        concluded
    }

    /// Runs, and tells how it ended and how much memory it took (bytes).
    fn watch(
        &self,
        simulation: &mut Simulation,
        mut desk: Desk,
        interrupt: &Interrupt,
        settings: &Settings,
    ) -> (Result<(), linkwork::SimulationError>, u64) {
        let begin = simulation.state().time;
        let mut watched = Watched::new(&mut desk, interrupt.clone(), settings.end);
        watched.set_start(begin);
        if self.options.shows_progress() {
            watched.show_bar();
        }
        let mut probe = Probe::new(Some(&mut watched), interrupt.clone());
        let outcome = simulation.run(&mut probe);
        (outcome, probe.most())
    }
}
