//! `projection`: after each step, positions and then velocities are moved onto the constraints, the shortest way in the
//! mass metric: Δq = −M⁻¹Gᵀ E⁻¹ Φ, Δv = −M⁻¹Gᵀ E⁻¹ (G v − ν). The matrix is that of the accelerations.

use super::Stabilization;
use crate::error::Hitch;
use crate::workspace::{Level, Workspace};

/// Residuals that count as none, relative to the mechanism's size or speed: some roundings. Near singular positions every
/// digit counts, since there a residual r leaves an error r/σ with σ → 0. Where round-off is larger, far from the origin, the
/// iteration ends when it no longer improves.
const TOLERANCE: f64 = 1e-15;
/// Residuals that may remain when the iteration no longer improves: an equation that depends on the others to first
/// order, and is left out, is then satisfied to second order only.
const ACCEPTABLE: f64 = 1e-9;
/// From a step's drift (10⁻⁶ or less) two iterations reach round-off; more are needed near singular positions only.
const MOST_ITERATIONS: usize = 10;

/// Projection in the mass metric.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    length_scale: f64,
}

impl Projection {
    /// For a mechanism of this size (m).
    pub fn new(length_scale: f64) -> Projection {
        Projection { length_scale }
    }

    /// Brings one level onto the constraints. One factor of E serves all iterations of both levels: the values move by the
    /// drift of a step only.
    fn bring_back(
        &self,
        workspace: &mut Workspace,
        time: f64,
        values: &mut [f64],
        level: Level,
        factored: &mut bool,
    ) -> Result<(), Hitch> {
        let size = self.calc_size(workspace, values, level);
        let mut residual = workspace.calc_residual(time, values, level);
        for _ in 0..MOST_ITERATIONS {
            if residual <= TOLERANCE * size {
                return Ok(());
            }
            if !*factored {
                workspace.factor();
                *factored = true;
            }
            match level {
                Level::Position => workspace.correct_positions(values, [self.length_scale, 1.0]),
                Level::Velocity => workspace.correct_velocities(values),
            }
            let next = workspace.calc_residual(time, values, level);
            let slow = next > 0.5 * residual;
            residual = next;
            if slow {
                break;
            }
        }
        if residual <= ACCEPTABLE * size {
            return Ok(());
        }
        let (joint, residual) = workspace.worst_joint(level);
        Err(Hitch::NotStabilized { time, joint, residual })
    }

    /// What residuals are compared with: the mechanism's size, or its speed (rotations by their effect at that size).
    fn calc_size(&self, workspace: &Workspace, values: &[f64], level: Level) -> f64 {
        let velocities = match level {
            Level::Position => return self.length_scale,
            Level::Velocity => workspace.formulation.handle_velocities(values),
        };
        let fastest = velocities.iter().fold(0.0, |m: f64, v| v.abs().max(m));
        self.length_scale.max(self.length_scale.min(1.0) * fastest)
    }
}

impl Stabilization for Projection {
    fn name(&self) -> &'static str {
        "projection"
    }

    fn projects(&self) -> bool {
        true
    }

    fn stabilize(&mut self, workspace: &mut Workspace, time: f64, values: &mut [f64]) -> Result<(), Hitch> {
        let mut factored = false;
        self.bring_back(workspace, time, values, Level::Position, &mut factored)?;
        self.bring_back(workspace, time, values, Level::Velocity, &mut factored)
    }
}
