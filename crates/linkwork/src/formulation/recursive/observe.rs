//! Stage 8: the motion of the bodies, and what the joints of the forest transmit.

use super::part::Part;
use super::poses::Poses;
use super::tree::{opposite, sum};
use super::{Recursive, Tree};
use crate::formulation::Moment;
use crate::formulation::bodies::{Blocks, Mechanism};
use crate::lanes::Portable;
use crate::model::Model;
use crate::observation::Observation;
use crate::spatial::{Quat, Wrench};

impl<B: Tree<W>, const W: usize> Recursive<B, W> {
    /// Where the bodies are and how they move; orientations are counted on from joint to joint.
    pub(super) fn observe_bodies(&mut self, model: &Model, now: &Moment, seen: &mut Observation) {
        seen.bodies.resize(model.n_bodies(), Default::default());
        self.update_accelerations(now);
        for part in &mut self.parts {
            let q = &now.values[part.q.clone()];
            for (k, link) in part.links.iter().enumerate() {
                let parent = match link.hangs_on_ground() {
                    true => Quat::IDENTITY,
                    false => seen.bodies[part.links[link.parent as usize].body as usize].orientation,
                };
                let body = &mut seen.bodies[link.body as usize];
                let orientation = B::turn(
                    part.joints.get(link.joint as usize),
                    (&part.lane_groups[k / 4], k % 4),
                    &parent,
                    &q[link.coordinates()],
                );
                B::write_position(&part.poses.at(k), &orientation, body);
                let Wrench { force: linear, torque: angular } = B::wrench(&part.along[k]);
                body.acceleration = crate::spatial::Motion { linear, angular };
            }
        }
    }

    /// Accelerations of all bodies.
    pub(super) fn update_accelerations(&mut self, now: &Moment) {
        let u_rates = &now.rates[self.initial.n_coordinates..];
        self.parts.iter_mut().for_each(|part| part.update_accelerations(&u_rates[part.u.clone()]));
    }

    /// Loads demanded by every body beyond its own, Gᵀλ among them. Needs
    /// [`update_accelerations`](Self::update_accelerations).
    pub(super) fn fill_demands(&mut self, model: &Model, now: &Moment) {
        let Recursive { mechanism, parts, .. } = self;
        parts.iter_mut().for_each(|part| part.fill_demands(model, &mechanism.loads));
        self.add_constraint_loads(now);
    }

    /// Reactions of the joints that carry bodies, drivers included: inward, what a body needs beyond its loads comes
    /// through its joint.
    pub(super) fn write_carrier_reactions(&mut self, model: &Model, now: &Moment, reactions: &mut [Wrench]) {
        for part in &mut self.parts {
            part.write_carrier_reactions(model, now, &self.mechanism, reactions);
        }
    }

    /// Gᵀλ on the bodies. Drivers of carrying joints are left out: their loads are part of what the joint transmits.
    fn add_constraint_loads(&mut self, now: &Moment) {
        let system = &now.equations.system;
        for block in (0..system.pattern.n_blocks()).filter(|&block| !self.loop_constraints.is_driver(block)) {
            let own = self.boundary_exchange.handles.clone();
            for i in system.pattern.incidences(block).iter().filter(|i| own.contains(&i.handle)) {
                let part = &mut self.parts[self.part_of_handle[i.handle - own.start] as usize];
                let wrench = &mut part.along[part.responses.handles[i.handle - part.handles.start] as usize];
                for (n, row) in system.pattern.rows(block).enumerate() {
                    for (c, w) in wrench.iter_mut().enumerate() {
                        *w += system.g(i, n, c) * now.multipliers[row];
                    }
                }
            }
        }
    }
}

impl<B: Tree<W>, const W: usize> Part<B, W> {
    /// M a − f of each body alone, in the place of a.
    fn fill_demands(&mut self, model: &Model, loads: &[f64]) {
        let loads = loads.as_chunks::<W>().0;
        for (n, weights) in self.weights.iter().enumerate() {
            let bodies = 4 * n..self.links.len().min(4 * n + 4);
            let own = B::own(Portable, weights, (&self.poses, n));
            for (lane, k) in bodies.enumerate() {
                let mut inertia = B::NO_INERTIA;
                B::add_own(Portable, &mut inertia, &own, lane);
                let demand = match model.only_weight_acts() {
                    true => B::own_wrench(&own, lane, model.gravity),
                    false => opposite(&loads[self.links[k].body as usize]),
                };
                self.along[k] = sum(&demand, &B::apply(Portable, &inertia, &self.along[k]));
            }
        }
    }

    /// Inward: what each joint transmits.
    fn write_carrier_reactions(
        &mut self,
        model: &Model,
        now: &Moment,
        mechanism: &Mechanism<B, W>,
        reactions: &mut [Wrench],
    ) {
        for k in (0..self.links.len()).rev() {
            let link = &self.links[k];
            let wrench = self.along[k];
            if !link.hangs_on_ground() {
                let transmitted = B::transmit(&wrench, &self.arms[k]);
                let parent = &mut self.along[link.parent as usize];
                parent.iter_mut().zip(transmitted).for_each(|(sum, x)| *sum += x);
            }
            let Some(joint) = self.carriers[k] else { continue };
            let Wrench { force, torque } = B::wrench(&wrench);
            let ends = mechanism.ends(model, joint.index(), now.time, now.unwrapped_angles);
            let arm = (B::pose_in_space(&mechanism.poses[link.body as usize]).r) - B::second_point(ends);
            let is_second = model.joints[joint.index()].second.body.index() == Some(link.body as usize);
            let sign = if is_second { 1.0 } else { -1.0 };
            let torque = torque + arm.cross(force);
            reactions[joint.index()] = Wrench { force: sign * force, torque: sign * torque };
        }
    }
}
