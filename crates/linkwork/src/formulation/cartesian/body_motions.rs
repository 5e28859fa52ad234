//! Bodies have coordinates of their own: motions are velocities.

use super::Cartesian;
use crate::formulation::bodies::{CarriedPair, Moved};
use crate::formulation::body_motions::BodyMotions;
use crate::formulation::{Level, Now, Variables};
use crate::model::Model;
use crate::parallel::Team;
use crate::spatial::Wrench;
use crate::workspace::Workspace;

impl<B: Moved<W>, const W: usize> BodyMotions for Cartesian<B, W> {
    fn write_poses(&mut self, values: &[f64], _: &[f64], poses: &mut [f64], team: &Team) {
        let (q, v) = values.split_at(self.n_bodies() * B::COORDINATES);
        team.for_ranges(&self.mechanism.chunks, (poses, B::POSE), |bodies, poses| {
            for (body, numbers) in bodies.zip(poses.chunks_exact_mut(B::POSE)) {
                let pose = B::pose(&q[body * B::COORDINATES..][..B::COORDINATES], &v[body * W..][..W]);
                B::write_pose(&pose, numbers);
            }
        });
    }

    fn freeze(&mut self, _: &Model, _: Now, _: &mut Workspace) {}

    fn spread(&mut self, velocities: &[f64], motions: &mut [f64]) {
        motions.copy_from_slice(velocities);
    }

    fn gather(&mut self, motions: &[f64], velocities: &mut [f64]) {
        velocities.copy_from_slice(motions);
    }

    fn write_coordinate_rates(&self, values: &[f64], motions: &[f64], _: &[f64], rates: &mut [f64]) {
        let bodies = values.chunks_exact(B::COORDINATES).zip(motions.chunks_exact(W));
        for ((q, w), rates) in bodies.zip(rates.chunks_exact_mut(B::COORDINATES)) {
            B::write_coordinate_rates(q, w, rates);
        }
    }

    fn pressing_reactions(&self) -> &[Wrench] {
        self.mechanism.pressing_reactions()
    }

    fn carry(&mut self, pairs: &[CarriedPair]) {
        self.mechanism.signals().take_pairs(pairs);
    }

    fn displace_bodies(&mut self, level: Level, values: &mut [f64], motions: &[f64]) {
        self.displace(level, values, motions);
    }
}
