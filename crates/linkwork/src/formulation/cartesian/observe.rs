//! Stage 8: positions, reactions and energies in the terms users see.

use super::{Bodies, Cartesian};
use crate::formulation::Moment;
use crate::model::Model;
use crate::recorder::Observation;
use crate::spatial::{Wrench, add, cross, dot, scale, sub};

impl<B: Bodies<W>, const W: usize> Cartesian<B, W> {
    /// Motion of all bodies and their energy.
    pub(super) fn observe_bodies(&self, model: &Model, now: &Moment, seen: &mut Observation) {
        let n = self.n_bodies();
        let accelerations = &now.rates[n * B::COORDINATES..];
        seen.time = now.time;
        seen.bodies.resize(n, Default::default());
        seen.kinetic = 0.0;
        seen.potential = 0.0;
        for (i, body) in model.bodies.iter().enumerate() {
            let q = &now.values[i * B::COORDINATES..(i + 1) * B::COORDINATES];
            B::write_motion(q, &self.poses[i], &accelerations[i * W..(i + 1) * W], &mut seen.bodies[i]);
            let pose = B::pose_in_space(&self.poses[i]);
            let spin = pose.R.mul_transposed(pose.w);
            seen.kinetic += 0.5 * (body.mass * dot(pose.v, pose.v) + dot(spin, body.inertia.mul(spin)));
            seen.potential -= body.mass * dot(model.gravity, pose.r);
        }
        seen.potential += self.elastic_energy(model, now.windings);
    }

    /// Reactions and joint coordinates.
    pub(super) fn observe_joints(&self, model: &Model, now: &Moment, seen: &mut Observation) {
        seen.reactions.resize(model.n_joints(), Wrench::default());
        seen.coordinates.resize(model.n_joints(), [0.0; 2]);
        for j in 0..model.n_joints() {
            seen.reactions[j] = self.reaction(model, j, now);
            let q = B::measure(self.ends(model, j, now.time, now.windings));
            seen.coordinates[j] = q.map_or([0.0; 2], |q| [q.value, q.rate]);
        }
    }

    /// Force and torque of the joint on its second body, about the joint point there: −G₂ᵀλ moved to the point. On the
    /// ground it is what balances the loads on the moving bodies.
    fn reaction(&self, model: &Model, joint: usize, now: &Moment) -> Wrench {
        let pattern = &now.equations.system.pattern;
        let ground = self.n_bodies();
        let second = self.ends[joint][1];
        let mut about_origin = Wrench::default();
        for i in pattern.incidences(joint) {
            if second != ground && i.handle != second {
                continue;
            }
            let mut load = [0.0; W];
            for (k, row) in pattern.rows(joint).enumerate() {
                for c in 0..W {
                    load[c] -= now.equations.system.g(i, k, c) * now.multipliers[row];
                }
            }
            let w = B::wrench(&load);
            let r = B::pose_in_space(&self.poses[i.handle]).r;
            let sign = if second == ground { -1.0 } else { 1.0 };
            about_origin.force = add(about_origin.force, scale(sign, w.force));
            about_origin.torque = add(about_origin.torque, scale(sign, add(w.torque, cross(r, w.force))));
        }
        let point = B::second_point(self.ends(model, joint, now.time, now.windings));
        let torque = sub(about_origin.torque, cross(point, about_origin.force));
        Wrench { force: about_origin.force, torque }
    }
}
