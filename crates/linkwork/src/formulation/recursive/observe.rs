//! Stage 8: the motion of the bodies, and what the joints of the forest transmit.

use super::tree::{opposite, sum};
use super::{GROUND, Recursive, Tree};
use crate::formulation::Moment;
use crate::formulation::bodies::Blocks;
use crate::lanes::Portable;
use crate::model::Model;
use crate::recorder::Observation;
use crate::spatial::{Quat, Wrench, add, cross, scale, sub};

impl<B: Tree<W>, const W: usize> Recursive<B, W> {
    /// Where the bodies are and how they move; orientations are counted on from joint to joint.
    pub(super) fn observe_bodies(&self, model: &Model, now: &Moment, seen: &mut Observation) {
        seen.bodies.resize(model.n_bodies(), Default::default());
        for ((link, joint), a) in self.links.iter().zip(&self.joints).zip(&self.motions) {
            let parent = match link.parent {
                GROUND => Quat::IDENTITY,
                parent => seen.bodies[self.links[parent as usize].body as usize].orientation,
            };
            let body = link.body as usize;
            let orientation = B::turn(joint, &parent, &now.values[link.coordinates()]);
            B::write_position(&self.mechanism.poses[body], &orientation, &mut seen.bodies[body]);
            let Wrench { force: linear, torque: angular } = B::wrench(a);
            seen.bodies[body].acceleration = crate::spatial::Motion { linear, angular };
        }
    }

    /// Reactions of the joints that carry bodies, drivers included: inward, what a body needs beyond its loads comes through its joint.
    pub(super) fn observe_carriers(&mut self, model: &Model, now: &Moment, seen: &mut Observation) {
        self.fill_demands(model, now);
        for k in (0..self.links.len()).rev() {
            let link = &self.links[k];
            let wrench = self.wrenches[k];
            if link.parent != GROUND {
                let transmitted = B::transmit(&wrench, &self.arms[k]);
                let parent = &mut self.wrenches[link.parent as usize];
                parent.iter_mut().zip(transmitted).for_each(|(sum, x)| *sum += x);
            }
            let Some(joint) = self.carriers[k] else { continue };
            let Wrench { force, torque } = B::wrench(&wrench);
            let body = link.body as usize;
            let ends = self.mechanism.ends(model, joint.index(), now.time, now.windings);
            let arm = sub(B::pose_in_space(&self.mechanism.poses[body]).r, B::second_point(ends));
            let is_second = model.joints[joint.index()].second.body.index() == Some(body);
            let sign = if is_second { 1.0 } else { -1.0 };
            let torque = add(torque, cross(arm, force));
            seen.reactions[joint.index()] = Wrench { force: scale(sign, force), torque: scale(sign, torque) };
        }
    }

    /// M a − f + Gᵀλ of each body alone. Drivers of carrying joints are left out: their loads are part of what the joint transmits.
    fn fill_demands(&mut self, model: &Model, now: &Moment) {
        let Recursive { mechanism, links, joints, wrenches, motions, leftover, responses, .. } = self;
        let bodies = links.iter().zip(joints.iter()).zip(wrenches.iter_mut().zip(motions.iter()));
        for ((link, joint), (wrench, a)) in bodies {
            let (body, pose) = (link.body as usize, &mechanism.poses[link.body as usize]);
            let inertia = B::inertia(Portable, joint, pose);
            let demand = match model.forces.is_empty() {
                true => B::own_wrench(Portable, &inertia, joint, pose, model.gravity),
                false => opposite(&mechanism.loads.as_chunks::<W>().0[body]),
            };
            *wrench = sum(&demand, &B::apply(Portable, &inertia, a));
        }
        let system = &now.equations.system;
        for block in (0..system.pattern.n_blocks()).filter(|&block| !leftover.is_driver(block)) {
            for i in system.pattern.incidences(block) {
                let wrench = &mut wrenches[responses.handles[i.handle] as usize];
                for (n, row) in system.pattern.rows(block).enumerate() {
                    for (c, w) in wrench.iter_mut().enumerate() {
                        *w += system.g(i, n, c) * now.multipliers[row];
                    }
                }
            }
        }
    }
}
