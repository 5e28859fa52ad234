//! The approach to the constraints that `projection` and `partitioning` share: correct, look at the residual, correct
//! again.

use crate::error::StepError;
use crate::singular::{VIOLATION_NEARBY, has_dropped};
use crate::system::Constrained;
use crate::workspace::Level;

/// Residuals that count as none, relative to the mechanism's size or speed: some roundings. Near singular positions
/// every digit counts, since there a residual r leaves an error r/σ with σ → 0. Where round-off is larger, far from the
/// origin, the iteration ends when it no longer improves.
const TOLERANCE: f64 = 1e-15;
/// Residuals that may remain when the iteration no longer improves: an equation that depends on the others to first
/// order, and is left out, is then satisfied to second order only.
const ACCEPTABLE: f64 = 1e-9;
/// Where joints have play, residuals of this many times as much.
const ACCEPTABLE_PLAY: f64 = 10.0;
/// From a step's drift (10⁻⁶ or less) two iterations reach round-off; more are needed near singular positions only.
const MOST_ITERATIONS: usize = 10;

/// The values that are brought onto the constraints, and how far they have come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    /// Positions or velocities.
    pub level: Level,
    /// The largest violation, relative to the mechanism's size or speed.
    pub residual: f64,
    /// Which part of the residual the last correction left; zero before the first.
    pub left: f64,
}

impl Approach {
    /// Whether corrections hardly help any more.
    pub(super) fn is_slow(&self) -> bool {
        self.left > 0.5
    }

    /// Repeats `correct` until the residual counts as none, or `correct` gives up by returning false.
    ///
    /// # Errors
    /// [`StepError::NotStabilized`] when what remains is not acceptable.
    pub(super) fn run(
        (time, level): (f64, Level),
        length_scale: f64,
        system: &mut dyn Constrained,
        values: &mut [f64],
        mut correct: impl FnMut(&Approach, &mut dyn Constrained, &mut [f64]) -> bool,
    ) -> Result<(), StepError> {
        let size = calc_size(length_scale, system, values, level);
        let residual = calc_residual(system, (time, level), values) / size;
        let mut now = Approach { level, residual, left: 0.0 };
        for _ in 0..MOST_ITERATIONS {
            if now.residual <= TOLERANCE {
                return Ok(());
            }
            if !correct(&now, system, values) {
                break;
            }
            let next = calc_residual(system, (time, level), values) / size;
            now = Approach { residual: next, left: next / now.residual, ..now };
        }
        if now.residual <= find_acceptable(system) {
            return Ok(());
        }
        let (joint, residual) = system.worst_joint(level);
        Err(StepError::NotStabilized { time, joint, residual })
    }
}

/// Residuals that may remain here.
fn find_acceptable(system: &dyn Constrained) -> f64 {
    let report = system.solver.rank_report();
    let is_near = report.is_nearly_singular() || has_dropped(report.rank + system.equations.n_satisfied, system.rank);
    let least = if is_near { VIOLATION_NEARBY } else { ACCEPTABLE };
    least.max(ACCEPTABLE_PLAY * system.equations.play).max(system.pardoned)
}

/// The largest violation at these values: positions make the constraints anew, velocities take the last ones.
fn calc_residual(system: &mut dyn Constrained, (time, level): (f64, Level), values: &[f64]) -> f64 {
    match level {
        Level::Position => system.update_constraints(time, values),
        Level::Velocity => system.calc_velocity_residual(values),
    }
}

/// The measure of residuals: the mechanism's size, or its speed (rotations by their effect at that size).
fn calc_size(length_scale: f64, system: &mut dyn Constrained, values: &[f64], level: Level) -> f64 {
    let fastest = match level {
        Level::Position => return length_scale,
        Level::Velocity => system.calc_largest_velocity(values),
    };
    length_scale.max(length_scale.min(1.0) * fastest)
}
