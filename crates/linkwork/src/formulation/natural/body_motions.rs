//! Vectors and momenta as motions of bodies. Velocities follow from momenta by a solve, so those of the last
//! evaluation, or where it was frozen, are taken.

use super::{Axes, Natural};
use crate::formulation::bodies::{CarriedPair, Mechanism};
use crate::formulation::body_motions::BodyMotions;
use crate::formulation::{Formulation, Level, Now, stages};
use crate::model::Model;
use crate::parallel::Team;
use crate::spatial::Wrench;
use crate::workspace::Workspace;

/// Poses and velocities where an implicit step begins; empty before the first.
#[derive(Debug)]
pub(super) struct Frozen<P> {
    poses: Vec<P>,
    velocities: Vec<f64>,
}

impl<P> Frozen<P> {
    pub(super) fn none() -> Self {
        Frozen { poses: Vec::new(), velocities: Vec::new() }
    }
}

impl<B: Axes<W>, const W: usize> Natural<B, W> {
    /// An evaluation up to the velocities, with what they make of rates.
    pub(super) fn solve_velocities(&mut self, model: &Model, now: Now, workspace: &mut Workspace, rates: &mut [f64]) {
        // 1 kinematics, 3 assemble: (1).
        self.update_constraints(model, now, workspace);

        // 4 solve: G 𝓜⁻¹ Gᵀ μ = G 𝓜⁻¹ π − ν + α f.
        workspace.solve(now.time);
        if !model.ballast.is_empty() {
            workspace.refine();
        }

        // 5 rates, first half.
        workspace.respond();
        self.write_rates(now.values, workspace.effect(), rates, &workspace.team);
    }

    fn write_poses_with(&self, velocities: &[f64], values: &[f64], angles: &[f64], poses: &mut [f64], team: &Team) {
        let turns = &angles[self.first_turn(angles)..];
        team.for_ranges(&self.mechanism.chunks, (poses, B::POSE), |bodies, poses| {
            for (body, numbers) in bodies.zip(poses.chunks_exact_mut(B::POSE)) {
                let mut pose = B::at_rest(&values[body * B::COUNT..][..B::COUNT]);
                B::count_on(&mut pose, &turns[body * B::TURNS..][..B::TURNS]);
                if let Some(w) = velocities[body * W..].first_chunk() {
                    B::set_velocity(&mut pose, w);
                }
                B::write_pose(&pose, numbers);
            }
        });
    }
}

impl<B: Axes<W>, const W: usize> BodyMotions for Natural<B, W> {
    fn write_poses(&mut self, values: &[f64], unwrapped_angles: &[f64], poses: &mut [f64], team: &Team) {
        self.write_poses_with(&self.velocities, values, unwrapped_angles, poses, team);
    }

    fn freeze(&mut self, model: &Model, now: Now, workspace: &mut Workspace) {
        if model.ballast.is_empty() {
            // Taken out while it is written; put back below.
            let mut rates = std::mem::take(&mut workspace.rates);
            self.solve_velocities(model, now, workspace, &mut rates);
            workspace.rates = rates;
        } else {
            // Friction that does not settle is an error of the evaluations that come with it, not of velocities.
            let _ = stages::evaluate_in_place(self, model, now, workspace);
        }
        let Natural { frozen, mechanism, velocities, .. } = self;
        frozen.poses.clone_from(&mechanism.poses);
        frozen.velocities.clone_from(velocities);
    }

    fn write_bent_poses(&mut self, values: &[f64], unwrapped_angles: &[f64], poses: &mut [f64], team: &Team) {
        self.write_poses_with(&self.frozen.velocities, values, unwrapped_angles, poses, team);
    }

    /// 𝓜⁻¹π
    fn spread(&mut self, momenta: &[f64], motions: &mut [f64]) {
        let (Mechanism { bodies: constants, .. }, poses) = (&self.mechanism, &self.frozen.poses);
        let bodies = motions.as_chunks_mut::<W>().0.iter_mut().zip(momenta.chunks_exact(W));
        for (body, (motion, momentum)) in bodies.enumerate() {
            *motion = constants.accelerate(body, &poses[body], momentum);
        }
    }

    /// Momenta hold impulses beside what bodies have; who changes them knows both.
    fn gather(&mut self, _: &[f64], _: &mut [f64]) {}

    fn write_coordinate_rates(&self, values: &[f64], motions: &[f64], _: &[f64], rates: &mut [f64]) {
        let bodies = values.chunks_exact(B::COUNT).zip(motions.as_chunks::<W>().0);
        for ((s, w), rates) in bodies.zip(rates.chunks_exact_mut(B::COUNT)) {
            B::write_rates(s, w, 0.0, rates);
        }
    }

    fn pressing_reactions(&self) -> &[Wrench] {
        self.mechanism.pressing_reactions()
    }

    fn carry(&mut self, pairs: &[CarriedPair]) {
        self.mechanism.signals().take_pairs(pairs);
    }

    /// Velocities satisfy the constraints by themselves.
    fn displace_bodies(&mut self, level: Level, values: &mut [f64], motions: &[f64]) {
        if level == Level::Position {
            let split = self.split();
            let bodies = values[..split].chunks_exact_mut(B::COUNT).zip(motions.as_chunks::<W>().0);
            bodies.for_each(|(s, d)| <B as Axes<W>>::displace(s, d));
        }
    }
}
