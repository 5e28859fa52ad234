//! The part of a summary that tells of two scales of time.

use super::Simulation;
use crate::stats::ScalesSummary;

impl Simulation {
    /// Micro steps beside macro steps, where the formulation has both.
    pub(super) fn summarize_scales(&self) -> Option<ScalesSummary> {
        let (tuning, done) = (self.plan.tuning?, self.system.formulation.facts().micro?);
        let step = self.state.time / self.steps.max(1) as f64;
        Some(ScalesSummary {
            stiffness: tuning.stiffness(),
            joint_damping: tuning.damper(),
            micro_step: tuning.step,
            micro_window: tuning.window(),
            micro_steps: done.steps,
            micro_windows: done.windows,
            step_ratio: step / tuning.step,
            unbalanced: done.unbalanced,
        })
    }
}
