//! `projection`: after each step, positions and then velocities are moved onto the constraints, the shortest way in the
//! mass metric: Δq = −M⁻¹Gᵀ E⁻¹ Φ, Δv = −M⁻¹Gᵀ E⁻¹ (G v − ν). The matrix is that of the accelerations. Where velocities
//! satisfy the constraints by themselves, positions alone.

use super::Stabilization;
use super::approach::Approach;
use crate::error::StepError;
use crate::methods::StabilizationKind;
use crate::state::MethodMemory;
use crate::system::Constrained;
use crate::workspace::Level;

/// Projection in the mass metric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection {
    length_scale: f64,
    levels: &'static [Level],
    /// Whether it waits for a singular position near by.
    waits: bool,
}

impl Projection {
    /// For a mechanism of this size (m).
    pub(crate) fn new(length_scale: f64) -> Projection {
        Projection { length_scale, levels: &[Level::Position, Level::Velocity], waits: false }
    }

    /// The same for positions alone.
    pub(crate) fn of_positions(length_scale: f64) -> Projection {
        Projection { levels: &[Level::Position], ..Projection::new(length_scale) }
    }

    /// The same near singular positions alone, where every digit counts: there a violation r turns the directions in
    /// which a mechanism can move by r/σ² with σ → 0.
    pub(crate) fn near_singular(length_scale: f64) -> Projection {
        Projection { waits: true, ..Projection::of_positions(length_scale) }
    }
}

impl Stabilization for Projection {
    fn kind(&self) -> StabilizationKind {
        // Waiting for singular positions, it completes the feedback of `natural`.
        if self.waits { StabilizationKind::Baumgarte } else { StabilizationKind::Projection }
    }

    fn projects(&self) -> bool {
        self.levels.contains(&Level::Velocity)
    }

    /// One factor of E serves all iterations of both levels: the values move by the drift of a step only.
    fn stabilize(
        &mut self,
        system: &mut dyn Constrained,
        time: f64,
        values: &mut [f64],
        _: &mut MethodMemory,
    ) -> Result<(), StepError> {
        if self.waits && !system.is_nearly_singular() {
            return Ok(());
        }
        system.normalize(values);
        let limit = [self.length_scale, 1.0];
        let mut factored = false;
        for &level in self.levels {
            Approach::run((time, level), self.length_scale, system, values, |now, system, values| {
                if now.is_slow() {
                    return false;
                }
                if !factored {
                    system.factor();
                    factored = true;
                }
                match level {
                    Level::Position => system.correct_positions(values, limit),
                    Level::Velocity => system.correct_velocities(values),
                }
                true
            })?;
        }
        Ok(())
    }
}
