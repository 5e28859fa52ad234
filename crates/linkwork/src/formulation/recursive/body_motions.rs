//! Joint coordinates as motions of bodies: outward, s u of every freedom is added to the parent's motion; inward, what
//! a body moves beyond its parent is divided among the freedoms of its joint.

use super::part::Part;
use super::poses::Poses;
use super::tree::{Tree, add_to, dot};
use super::{Recursive, for_parts};
use crate::formulation::bodies::CarriedPair;
use crate::formulation::body_motions::BodyMotions;
use crate::formulation::{Level, Now, stages};
use crate::lanes::Portable;
use crate::model::Model;
use crate::parallel::Team;
use crate::spatial::Wrench;
use crate::workspace::Workspace;

/// How motions of bodies and joints hang together where an implicit step begins, by part; empty before the first.
pub(super) struct Frozen<B: Tree<W>, const W: usize> {
    /// s, by velocity.
    axes: Vec<[f64; W]>,
    /// By velocity: vectors that give 1 with their own s, and 0 with the others of the same joint.
    duals: Vec<[f64; W]>,
    arms: Vec<B::Arm>,
    poses: Vec<B::Pose>,
}

impl<B: Tree<W>, const W: usize> Frozen<B, W> {
    pub(super) fn none() -> Self {
        Frozen { axes: Vec::new(), duals: Vec::new(), arms: Vec::new(), poses: Vec::new() }
    }

    /// Takes the results of the last sweep inward.
    fn take(&mut self, part: &Part<B, W>) {
        self.arms.clone_from(&part.arms);
        self.axes.clear();
        self.axes.extend(part.freedoms.iter().map(|freedom| freedom.axis));
        self.duals.clone_from(&self.axes);
        for link in &part.links {
            let of_link = link.freedoms();
            write_duals(&self.axes[of_link.clone()], &mut self.duals[of_link]);
        }
        self.poses.clear();
        self.poses.extend((0..part.links.len()).map(|k| part.poses.at(k)));
    }

    /// Motions of bodies, W by the model's bodies.
    fn spread(&self, part: &Part<B, W>, u: &[f64], motions: &mut [[f64; W]]) {
        for (k, link) in part.links.iter().enumerate() {
            let mut motion = self.carried(part, k, motions);
            for n in link.freedoms() {
                add_to(Portable, &mut motion, u[n], &self.axes[n]);
            }
            motions[link.body as usize] = motion;
        }
    }

    fn gather(&self, part: &Part<B, W>, motions: &[[f64; W]], u: &mut [f64]) {
        for (k, link) in part.links.iter().enumerate() {
            let mut beyond = motions[link.body as usize];
            add_to(Portable, &mut beyond, -1.0, &self.carried(part, k, motions));
            for n in link.freedoms() {
                u[n] = dot(Portable, &self.duals[n], &beyond);
            }
        }
    }

    /// The parent's motion at a body.
    fn carried(&self, part: &Part<B, W>, k: usize, motions: &[[f64; W]]) -> [f64; W] {
        let link = &part.links[k];
        if link.hangs_on_ground() {
            return [0.0; W];
        }
        B::carry(&motions[part.links[link.parent as usize].body as usize], &self.arms[k])
    }

    fn write_rates(&self, part: &Part<B, W>, q: &[f64], u: &[f64], rates: &mut [f64]) {
        for link in &part.links {
            let (of_q, of_u) = (link.coordinates(), link.freedoms());
            let parent = if link.hangs_on_ground() { B::GROUND } else { self.poses[link.parent as usize] };
            match part.joints.get(link.joint as usize) {
                Some(joint) => B::write_rates(joint, &parent, &q[of_q.clone()], &u[of_u], &mut rates[of_q]),
                None => rates[of_q].copy_from_slice(&u[of_u]),
            }
        }
    }
}

/// Duals of the axes of one joint, at most six: the columns of S (SᵀS)⁻¹, by elimination without exchange, since SᵀS is
/// positive definite.
fn write_duals<const W: usize>(axes: &[[f64; W]], duals: &mut [[f64; W]]) {
    let n = axes.len();
    let mut products = [[0.0; 6]; 6];
    for i in 0..n {
        for j in 0..n {
            products[i][j] = dot(Portable, &axes[i], &axes[j]);
        }
    }
    for i in 0..n {
        let pivot = 1.0 / products[i][i];
        products[i].iter_mut().for_each(|x| *x *= pivot);
        duals[i].iter_mut().for_each(|x| *x *= pivot);
        let (row, dual) = (products[i], duals[i]);
        for j in (0..n).filter(|&j| j != i) {
            let factor = products[j][i];
            products[j].iter_mut().zip(row).for_each(|(x, of_row)| *x -= factor * of_row);
            duals[j].iter_mut().zip(dual).for_each(|(x, of_dual)| *x -= factor * of_dual);
        }
    }
}

impl<B: Tree<W>, const W: usize> BodyMotions for Recursive<B, W> {
    fn write_poses(&mut self, values: &[f64], _: &[f64], poses: &mut [f64], team: &Team) {
        let (q, u) = values.split_at(self.initial.n_coordinates);
        let is_small = self.mechanism.n_bodies() < super::LEAST_BODIES;
        for_parts(is_small, team, self.parts.iter_mut(), |part| part.place(&q[part.q.clone()], &u[part.u.clone()]));
        for part in &self.parts {
            for (k, link) in part.links.iter().enumerate() {
                B::write_pose(&part.poses.at(k), &mut poses[link.body as usize * B::POSE..][..B::POSE]);
            }
        }
    }

    fn freeze(&mut self, model: &Model, now: Now, workspace: &mut Workspace) {
        stages::update_constraints(self, model, now, workspace);
        let Recursive { parts, frozen, .. } = self;
        frozen.resize_with(parts.len(), Frozen::none);
        frozen.iter_mut().zip(parts).for_each(|(frozen, part)| frozen.take(part));
    }

    fn spread(&mut self, velocities: &[f64], motions: &mut [f64]) {
        for (part, frozen) in self.parts.iter().zip(&self.frozen) {
            frozen.spread(part, &velocities[part.u.clone()], motions.as_chunks_mut().0);
        }
    }

    fn gather(&mut self, motions: &[f64], velocities: &mut [f64]) {
        for (part, frozen) in self.parts.iter().zip(&self.frozen) {
            frozen.gather(part, motions.as_chunks().0, &mut velocities[part.u.clone()]);
        }
    }

    fn write_coordinate_rates(&self, values: &[f64], _: &[f64], velocities: &[f64], rates: &mut [f64]) {
        for (part, frozen) in self.parts.iter().zip(&self.frozen) {
            let of_q = part.q.clone();
            frozen.write_rates(part, &values[of_q.clone()], &velocities[part.u.clone()], &mut rates[of_q]);
        }
    }

    fn pressing_reactions(&self) -> &[Wrench] {
        self.mechanism.pressing_reactions()
    }

    fn carry(&mut self, pairs: &[CarriedPair]) {
        self.mechanism.signals().take_pairs(pairs);
    }

    fn displace_bodies(&mut self, level: Level, values: &mut [f64], motions: &[f64]) {
        let Recursive { parts, frozen, initial, .. } = self;
        let (q, u) = values.split_at_mut(initial.n_coordinates);
        for (part, frozen) in parts.iter_mut().zip(frozen) {
            // Taken out while it is written; put back below.
            let mut changes = std::mem::take(&mut part.changes);
            frozen.gather(part, motions.as_chunks().0, &mut changes);
            part.changes = changes;
            match level {
                Level::Position => part.displace(&mut q[part.q.clone()]),
                Level::Velocity => {
                    u[part.u.clone()].iter_mut().zip(&part.changes).for_each(|(u, change)| *u += change);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duals_take_a_motion_apart() {
        let axes = [[1.0, 0.5, 0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.3, 0.0, -1.0, 0.0, 1.0, 0.0]];
        let mut duals = axes;
        write_duals(&axes, &mut duals);
        for (i, dual) in duals.iter().enumerate() {
            for (j, axis) in axes.iter().enumerate() {
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((dot(Portable, dual, axis) - expected).abs() < 1e-14);
            }
        }
    }
}
