//! Stiffness seen in mid-run: explicit steps that nothing but stability holds short. `auto` then goes on with implicit
//! ones; where it may not, the run is told to crawl.

use super::Simulation;
use crate::compliance::{Fastest, find_fastest_at};
use crate::error::SimulationError;
use crate::formulation::bodies::Instant;
use crate::system::Constrained;

/// Steps from look to look.
const LOOKS: u64 = 1000;
/// Steps of an explicit method that follows a motion are shorter than this over the fastest rate in it; stability lets
/// them be up to three times as long.
const FOLLOWING: f64 = 1.0;
/// Fewer steps to the end than this are no crawl.
const MANY_LEFT: f64 = 20_000.0;

impl Simulation {
    /// After a step that began at this time. Every thousand steps it looks how stiff the model is here; the decision
    /// follows from the state and the step alone.
    ///
    /// # Errors
    /// When the other methods cannot be made.
    pub(super) fn watch_stiffness(&mut self, before: f64) -> Result<(), SimulationError> {
        let step = self.state.time - before;
        let left = (self.plan.settings.end - self.state.time) / step;
        let is_due = self.steps.is_multiple_of(LOOKS) && self.post.is_none() && !self.plan.is_implicit();
        if !is_due || left < MANY_LEFT || self.model.n_stores() == 0 {
            return Ok(());
        }
        let Simulation { state, system, spare_observation: seen, .. } = self;
        system.observe(state.time, &state.values, seen)?;
        let now = Instant { time: state.time, unwrapped_angles: &state.unwrapped_angles };
        let Some(Fastest { element, rate }) = find_fastest_at(&system.model, now, &seen.bodies) else { return Ok(()) };
        if step * rate < FOLLOWING {
            return Ok(());
        }
        let name = system.model.element_name(element);
        let held = format!("'{name}' is so stiff that explicit steps are held to {step:.0e} s");
        if let Some(plan) = self.plan.find_implicit() {
            return self.switch(plan, &held);
        }
        let warning = format!("{held}; `--integrator rosenbrock --formulation cartesian` takes longer ones");
        if !self.notes.iter().any(|note| note.starts_with(&format!("'{name}' is so stiff"))) {
            self.notes.push(warning);
        }
        Ok(())
    }
}
