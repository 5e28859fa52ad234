//! Stage 8 of `natural`: accelerations and reactions, which its evaluations do without.

use super::{Axes, Natural};
use crate::formulation::bodies::{AllJoints, Mechanism};
use crate::formulation::{Equations, Moment};
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::Team;
use crate::workspace::Workspace;

impl<B: Axes<W>, const W: usize> Natural<B, W> {
    /// Loads and accelerations at the velocities of the last evaluation.
    pub(super) fn solve_accelerations(&mut self, model: &Model, time: f64, workspace: &mut Workspace) {
        self.mechanism.begin_removal();
        let Workspace { equations, unwrapped_angles, team, .. } = workspace;
        self.assemble_accelerations(model, (time, unwrapped_angles), equations, team);
        let Workspace { equations: Equations { system, right_side, .. }, solver, multipliers, team, .. } = workspace;
        solver.factor_and_solve(system, right_side, multipliers, team);
        self.take_accelerations(workspace.respond());
        self.remove_ballast(model, time, workspace);
    }

    /// The same for other loads at the same positions, with the factor at hand.
    pub(super) fn solve_accelerations_again(&mut self, model: &Model, time: f64, workspace: &mut Workspace) {
        self.mechanism.begin_removal();
        let Workspace { equations, unwrapped_angles, team, .. } = workspace;
        self.assemble_accelerations(model, (time, unwrapped_angles), equations, team);
        workspace.solve_again();
        self.take_accelerations(workspace.respond());
        self.remove_ballast(model, time, workspace);
    }

    fn remove_ballast(&mut self, model: &Model, time: f64, workspace: &mut Workspace) {
        while !model.ballast.is_empty() && self.needs_accelerations_again(model) {
            let Workspace { equations, unwrapped_angles, team, .. } = workspace;
            self.assemble_accelerations(model, (time, unwrapped_angles), equations, team);
            workspace.solve_again();
            workspace.refine();
            self.take_accelerations(workspace.respond());
        }
    }

    fn needs_accelerations_again(&mut self, model: &Model) -> bool {
        let accelerations = self.accelerations.as_chunks::<W>().0;
        self.mechanism.advance_removal(model, |body| accelerations[body])
    }

    /// Stage 3 for loads and accelerations: b = G M⁻¹ f − τ at the velocities of the last stage 5.
    fn assemble_accelerations(
        &mut self,
        model: &Model,
        (time, unwrapped_angles): (f64, &[f64]),
        equations: &mut Equations,
        team: &Team,
    ) {
        let n = self.n_bodies();
        self.mechanism.poses[..n].iter_mut().for_each(|pose| *pose = B::square(pose));
        self.count_on(unwrapped_angles);
        self.mechanism.update_loads(model, time, unwrapped_angles, team);
        let Mechanism { bodies: constants, poses, loads, .. } = &self.mechanism;
        let bodies = self.free.as_chunks_mut::<W>().0.iter_mut().zip(loads.as_chunks::<W>().0);
        for (body, (free, load)) in bodies.enumerate() {
            *free = constants.accelerate(body, &poses[body], load);
        }
        self.assemble_all(model, (time, unwrapped_angles), equations, team);
    }

    /// Accelerations, given Gᵀλ.
    fn take_accelerations(&mut self, loads: &[f64]) {
        let Mechanism { bodies: constants, poses, .. } = &self.mechanism;
        for (body, (a, free)) in
            self.accelerations.as_chunks_mut::<W>().0.iter_mut().zip(self.free.as_chunks::<W>().0).enumerate()
        {
            let constraint = constants.accelerate(body, &poses[body], &loads[body * W..][..W]);
            *a = std::array::from_fn(|c| free[c] - constraint[c]);
        }
    }

    /// Stage 8.
    pub(super) fn write_observation(&mut self, model: &Model, now: &Moment, seen: &mut Observation) {
        seen.bodies.resize(self.n_bodies(), Default::default());
        let turns = now.unwrapped_angles[self.first_turn(now.unwrapped_angles)..].chunks_exact(B::TURNS);
        let bodies = seen.bodies.iter_mut().zip(self.accelerations.as_chunks::<W>().0);
        for ((pose, turns), (motion, acceleration)) in self.mechanism.poses.iter().zip(turns).zip(bodies) {
            B::observe(pose, turns, acceleration, motion);
        }
        self.mechanism.observe(model, now, &AllJoints, seen);
    }
}
