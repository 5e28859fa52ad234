//! One run of a comparison: a model by one method, into memory; repeated for its times, or with tighter tolerances.

use super::{Go, Methods};
use linkwork::error::SimulationError;
use linkwork::methods::{FormulationKind, IntegratorKind};
use linkwork::model::Model;
use linkwork::plan::Plan;
use linkwork::recorder::Memory;
use linkwork::settings::Settings;
use linkwork::simulation::Simulation;
use linkwork::stats::Summary;
use std::time::{Duration, Instant};

/// Runs are repeated up to this often, and no longer than this: enough to see past the other work of a busy computer.
const MOST_RUNS: usize = 10;
const TIME_TO_REPEAT: Duration = Duration::from_millis(300);

/// A finished run.
pub(super) struct Run {
    /// With the words that the plan settled.
    pub methods: Methods,
    pub integrator: IntegratorKind,
    pub memory: Memory,
    pub summary: Summary,
}

impl Run {
    /// Plans and runs; where that is quick, again, for times that say something.
    pub fn measured(model: &Model, settings: &Settings, go: &mut Go) -> Result<Run, SimulationError> {
        let start = Instant::now();
        let mut run = Run::new(model, settings, go)?;
        for _ in 1..MOST_RUNS {
            if !run.summary.completed || start.elapsed() > TIME_TO_REPEAT {
                break;
            }
            run.take_shorter_times(&Run::new(model, settings, go)?.summary);
        }
        Ok(run)
    }

    /// Plans and runs once.
    fn new(model: &Model, settings: &Settings, go: &mut Go) -> Result<Run, SimulationError> {
        let plan = Plan::choose(model, settings)?;
        let methods = Methods::of(&plan);
        let mut simulation = Simulation::new(model.clone(), plan)?;
        let mut memory = Memory::default();
        let outcome = go(&methods, &mut simulation, &mut memory);
        if let Err(trouble @ SimulationError::DoesNotApply { .. }) = outcome {
            return Err(trouble);
        }
        // SimulationError that ended the run is in the summary.
        let summary = simulation.summary();
        let integrator = simulation.plan().chosen().integrator;
        Ok(Run { methods, integrator, memory, summary })
    }

    /// The rows of a run with tolerances ten times tighter and half the fixed step, elastic joints four times as stiff;
    /// none if it cannot start.
    pub fn repeat_tighter(model: &Model, settings: &Settings, go: &mut Go) -> Vec<Vec<f64>> {
        let (rtol, atol, step) = (settings.rtol / 10.0, settings.atol / 10.0, settings.step / 2.0);
        let mut tighter = Settings { rtol, atol, step, ..settings.clone() };
        if settings.formulation == FormulationKind::Multiscale {
            let tuning = Plan::choose(model, settings).ok().and_then(|plan| plan.tuning);
            tighter.stiffness = tuning.map_or(0.0, |tuning| 4.0 * tuning.stiffness());
        }
        Run::new(model, &tighter, go).map(|run| run.memory.rows).unwrap_or_default()
    }

    /// From an equal run: what else the computer does only ever adds to times.
    fn take_shorter_times(&mut self, again: &Summary) {
        if again.completed {
            let own = &mut self.summary;
            own.seconds_per_evaluation = own.seconds_per_evaluation.min(again.seconds_per_evaluation);
            own.step_seconds = own.step_seconds.min(again.step_seconds);
        }
    }
}
