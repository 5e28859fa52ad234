//! Friction that follows reactions, in `natural`: its evaluations find impulses, so reactions are looked for in
//! between, as rows of results do it. Velocities do not depend on them; only the rates of momenta do.

use super::{Axes, Natural};
use crate::error::StepError;
use crate::formulation::bodies::AllJoints;
use crate::formulation::{Moment, Now};
use crate::model::Model;
use crate::workspace::Workspace;

/// An evaluation without such friction, while accelerations are in its place; empty where there is none.
#[derive(Debug, Default)]
pub(super) struct WithoutFriction<P> {
    poses: Vec<P>,
    loads: Vec<f64>,
    multipliers: Vec<f64>,
}

impl<P: Copy> WithoutFriction<P> {
    pub(super) fn of(model: &Model, poses: &[P], loads: &[f64], n_rows: usize) -> Self {
        match model.has_friction_by_reaction() {
            true => WithoutFriction { poses: poses.to_vec(), loads: loads.to_vec(), multipliers: vec![0.0; n_rows] },
            false => WithoutFriction { poses: Vec::new(), loads: Vec::new(), multipliers: Vec::new() },
        }
    }
}

impl<B: Axes<W>, const W: usize> Natural<B, W> {
    /// After an evaluation without such friction: finds it, and adds what it makes of momenta.
    pub(super) fn add_friction_rates(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        rates: &mut [f64],
    ) -> Result<(), StepError> {
        let Some(tolerance) = workspace.friction_tolerance else { return Ok(()) };
        self.without_friction.poses.copy_from_slice(&self.mechanism.poses);
        self.without_friction.loads.copy_from_slice(&self.mechanism.loads);
        self.without_friction.multipliers.copy_from_slice(&workspace.multipliers);
        let outcome = self.settle_friction(model, now, workspace, tolerance);
        self.mechanism.poses.copy_from_slice(&self.without_friction.poses);
        workspace.multipliers.copy_from_slice(&self.without_friction.multipliers);

        self.update_loads(model, now.time, &workspace.unwrapped_angles, &workspace.team);
        let changes = self.mechanism.loads.iter().zip(&self.without_friction.loads);
        let split = self.split();
        rates[split..].iter_mut().zip(changes).for_each(|(rate, (with, without))| *rate += with - without);
        self.write_power(workspace);
        outcome
    }

    /// Accelerations, until reactions are those with their own friction.
    fn settle_friction(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        tolerance: f64,
    ) -> Result<(), StepError> {
        self.solve_accelerations(model, now.time, workspace);
        loop {
            workspace.minimize_norm();
            let reactions = self.mechanism.take_reactions();
            let moment = Moment::of(now, workspace);
            if !self.mechanism.advance_friction(model, &moment, &AllJoints, (reactions, tolerance))? {
                return Ok(());
            }
            self.solve_accelerations_again(model, now.time, workspace);
        }
    }
}
