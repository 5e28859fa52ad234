//! The instant at which the model's own condition ends a run, such as `slider.x > 0.5`.

use super::Simulation;
use super::events::PRECISION;
use crate::error::SimulationError;
use crate::state::State;
use crate::system::Constrained;

/// Where a step begins that the model's condition may cut short.
pub(super) struct Beginning {
    state: State,
    rank: usize,
}

impl Simulation {
    /// The present state, where the model has a condition.
    pub(super) fn beginning(&self) -> Option<Beginning> {
        self.model.signals.outputs.stop.as_ref()?;
        Some(Beginning { state: self.state.clone(), rank: self.system.rank })
    }

    /// Ends the step that began there right where the model's condition begins to hold.
    pub(super) fn stop_where_asked(&mut self, beginning: Option<Beginning>) -> Result<(), SimulationError> {
        let Some(Beginning { state: before, rank }) = beginning else { return Ok(()) };
        if !self.wants_stop()? {
            return Ok(());
        }
        // It does not hold at the beginning, and does at the end.
        let (steps, mut start, mut end) = (self.steps, before.time, self.state.time);
        let precision = PRECISION * (end - start).max(end.abs());
        while end - start > precision {
            let middle = 0.5 * (start + end);
            if middle <= start || middle >= end {
                break;
            }
            self.set_state(&before)?;
            self.system.rank = rank;
            self.advance(middle)?;
            let reached = self.state.time;
            if self.wants_stop()? {
                end = reached
            } else {
                start = reached
            }
            if reached < middle {
                break;
            }
        }
        if self.state.time != end {
            self.set_state(&before)?;
            self.system.rank = rank;
            self.advance(end)?;
        }
        (self.steps, self.has_stopped) = (steps, self.wants_stop()?);
        Ok(())
    }

    /// Whether the condition holds at the present state.
    fn wants_stop(&mut self) -> Result<bool, SimulationError> {
        let Simulation { state, system, spare_observation, .. } = self;
        system.observe(state.time, &state.values, spare_observation)?;
        Ok(spare_observation.wants_stop)
    }
}
