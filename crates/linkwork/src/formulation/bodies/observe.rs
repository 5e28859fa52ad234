//! Stage 8: energies, reactions and joint coordinates in the terms users see.

use super::{Blocks, Bodies, Mechanism};
use crate::formulation::Moment;
use crate::model::Model;
use crate::recorder::Observation;
use crate::spatial::{Wrench, add, cross, dot, scale, sub};

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Energy, joint coordinates, and the reactions of joints with all their equations in the reduced system. The motion of the
    /// bodies is the formulation's.
    pub fn observe(&self, model: &Model, now: &Moment, blocks: &impl Blocks, seen: &mut Observation) {
        seen.time = now.time;
        seen.resize(model);
        for ((body, pose), energies) in model.bodies.iter().zip(&self.poses).zip(&mut seen.energies) {
            let pose = B::pose_in_space(pose);
            let spin = pose.R.mul_transposed(pose.w);
            let kinetic = 0.5 * (body.mass * dot(pose.v, pose.v) + dot(spin, body.inertia.mul(spin)));
            *energies = [kinetic, -(body.mass * dot(model.gravity, pose.r))];
        }
        self.observe_springs(model, now.windings, &mut seen.stored);
        seen.sum_energies();
        for j in 0..model.n_joints() {
            if let Some(block) = blocks.find_block(j).filter(|&block| !blocks.is_driver(block)) {
                seen.reactions[j] = self.reaction(model, j, block, blocks, now);
            }
            let q = B::measure(self.ends(model, j, now.time, now.windings));
            seen.coordinates[j] = q.map_or([0.0; 2], |q| [q.value, q.rate]);
        }
    }

    /// Force and torque of the joint on its second body, about the joint point there: −G₂ᵀλ moved to the point. On the
    /// ground it is what balances the loads on the moving bodies.
    fn reaction(&self, model: &Model, joint: usize, block: usize, blocks: &impl Blocks, now: &Moment) -> Wrench {
        let pattern = &now.equations.system.pattern;
        let ground = self.n_bodies();
        let second = self.ends[joint][1];
        let mut about_origin = Wrench::default();
        for i in pattern.incidences(block) {
            let body = blocks.body(i.handle);
            if second != ground && body != second {
                continue;
            }
            let mut load = [0.0; W];
            for (k, row) in pattern.rows(block).enumerate() {
                for c in 0..W {
                    load[c] -= now.equations.system.g(i, k, c) * now.multipliers[row];
                }
            }
            let w = B::wrench(&load);
            let r = B::pose_in_space(&self.poses[body]).r;
            let sign = if second == ground { -1.0 } else { 1.0 };
            about_origin.force = add(about_origin.force, scale(sign, w.force));
            about_origin.torque = add(about_origin.torque, scale(sign, add(w.torque, cross(r, w.force))));
        }
        let point = B::second_point(self.ends(model, joint, now.time, now.windings));
        let torque = sub(about_origin.torque, cross(point, about_origin.force));
        Wrench { force: about_origin.force, torque }
    }
}
