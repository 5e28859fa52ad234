//! `baumgarte`: violations are fed back into the accelerations, Φ̈ + 2α Φ̇ + α² Φ = 0, so that they decay like e^(−αt);
//! and `none`, for comparison.

use super::Stabilization;
use crate::error::StepError;
use crate::methods::StabilizationKind;
use crate::state::MethodMemory;
use crate::system::Constrained;

/// Feedback with rate α.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Baumgarte {
    /// α (1/s).
    pub rate: f64,
}

impl Stabilization for Baumgarte {
    fn kind(&self) -> StabilizationKind {
        StabilizationKind::Baumgarte
    }

    fn stabilize(
        &mut self,
        _: &mut dyn Constrained,
        _: f64,
        _: &mut [f64],
        _: &mut MethodMemory,
    ) -> Result<(), StepError> {
        Ok(())
    }

    fn feedback_rate(&self) -> f64 {
        self.rate
    }
}

/// No stabilization: the constraints drift.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unstabilized;

impl Stabilization for Unstabilized {
    fn kind(&self) -> StabilizationKind {
        StabilizationKind::None
    }

    fn stabilize(
        &mut self,
        _: &mut dyn Constrained,
        _: f64,
        _: &mut [f64],
        _: &mut MethodMemory,
    ) -> Result<(), StepError> {
        Ok(())
    }
}
