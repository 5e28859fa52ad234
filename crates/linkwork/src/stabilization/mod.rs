//! Stabilization: brings a state back to the constraints after a step, or keeps it from leaving them.

mod approach;
mod assembly;
mod baumgarte;
pub(crate) mod partitioning;
mod projection;

pub(crate) use assembly::{
    ASSEMBLED, Assembly, ROUND_OFF, assemble, assemble_positions, assemble_velocities, calc_misfit,
};
pub(crate) use baumgarte::{Baumgarte, Unstabilized};
pub(crate) use partitioning::Partitioning;
pub(crate) use projection::Projection;

use crate::error::StepError;
use crate::methods::StabilizationKind;
use crate::state::{MethodMemory, State};
use crate::system::Constrained;

/// A way to keep positions and velocities on the constraints.
pub trait Stabilization: Send {
    /// The method that this is.
    fn kind(&self) -> StabilizationKind;

    /// Gets ready for a run from this state; called once, before the first step.
    fn start(&mut self, _system: &mut dyn Constrained, _state: &mut State) {}

    /// Moves values onto the constraints; called once per step, before the integrator judges it. What the method
    /// remembers from step to step is in `memory`.
    ///
    /// # Errors
    /// [`StepError::NotStabilized`] when they cannot be reached.
    fn stabilize(
        &mut self,
        system: &mut dyn Constrained,
        time: f64,
        values: &mut [f64],
        memory: &mut MethodMemory,
    ) -> Result<(), StepError>;

    /// How often a choice of coordinates was made anew, by its memory; other methods than `partitioning` make none.
    fn count_repartitions(&self, _memory: &MethodMemory) -> u64 {
        0
    }

    /// Whether what violates the constraints is taken out after each step: errors in that direction then do not count.
    fn projects(&self) -> bool {
        false
    }

    /// Rate of a feedback in the accelerations (1/s); zero for methods that work after the step.
    fn feedback_rate(&self) -> f64 {
        0.0
    }
}
