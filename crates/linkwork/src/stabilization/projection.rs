//! `projection`: after each step, positions and then velocities are moved onto the constraints, the shortest way in the
//! mass metric: Δq = −M⁻¹Gᵀ E⁻¹ Φ, Δv = −M⁻¹Gᵀ E⁻¹ (G v − ν). The matrix is that of the accelerations.

use super::Stabilization;
use crate::error::Trouble;
use crate::workspace::{Level, Workspace};

/// Residuals relative to the mechanism's size that count as none: a hundred times what round-off leaves.
const TOLERANCE: f64 = 1e-13;
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

    /// Returns whether a factor of E at (nearly) these values was made.
    fn stabilize_positions(&self, workspace: &mut Workspace, time: f64, values: &mut [f64]) -> Result<bool, Trouble> {
        let mut residual = workspace.update_constraints(time, values);
        let mut factored = false;
        for _ in 0..MOST_ITERATIONS {
            if residual <= TOLERANCE * self.length_scale {
                return Ok(factored);
            }
            // One factor serves all iterations: the values move by the drift of a step only.
            if !factored {
                workspace.factor();
                factored = true;
            }
            workspace.correct_positions(values, [self.length_scale, 1.0]);
            let next = workspace.update_constraints(time, values);
            let slow = next > 0.5 * residual;
            residual = next;
            if slow {
                break;
            }
        }
        if residual <= ACCEPTABLE * self.length_scale {
            return Ok(factored);
        }
        let (joint, residual) = workspace.worst_joint(Level::Position);
        Err(Trouble::NotStabilized { time, joint, residual })
    }

    fn stabilize_velocities(
        &self,
        workspace: &mut Workspace,
        time: f64,
        values: &mut [f64],
        mut factored: bool,
    ) -> Result<(), Trouble> {
        let speed = |values: &[f64], w: &Workspace| {
            w.formulation.handle_velocities(values).iter().fold(self.length_scale, |m, v| v.abs().max(m))
        };
        let mut residual = workspace.calc_velocity_residual(values);
        for _ in 0..MOST_ITERATIONS {
            if residual <= TOLERANCE * speed(values, workspace) {
                return Ok(());
            }
            if !factored {
                workspace.factor();
                factored = true;
            }
            workspace.correct_velocities(values);
            let next = workspace.calc_velocity_residual(values);
            let slow = next > 0.5 * residual;
            residual = next;
            if slow {
                break;
            }
        }
        if residual <= ACCEPTABLE * speed(values, workspace) {
            return Ok(());
        }
        let (joint, residual) = workspace.worst_joint(Level::Velocity);
        Err(Trouble::NotStabilized { time, joint, residual })
    }
}

impl Stabilization for Projection {
    fn name(&self) -> &'static str {
        "projection"
    }

    fn projects(&self) -> bool {
        true
    }

    fn stabilize(&mut self, workspace: &mut Workspace, time: f64, values: &mut [f64]) -> Result<(), Trouble> {
        let factored = self.stabilize_positions(workspace, time, values)?;
        self.stabilize_velocities(workspace, time, values, factored)
    }
}
