//! Stage 8: energies, reactions, joint coordinates and what force elements measure, in the terms users see.

use super::{Blocks, Bodies, Ends, Mechanism, PlanarBodies, SpatialBodies};
use crate::formulation::Moment;
use crate::ids::{BodyId, JointId};
use crate::model::force::Turning;
use crate::model::{Model, Space};
use crate::recorder::Observation;
use crate::spatial::{Wrench, add, cross, dot, scale, sub};

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Energy, loads of drivers, and the reactions of joints with all their equations in the reduced system. The
    /// motion of the bodies is the formulation's.
    pub fn observe(&self, model: &Model, now: &Moment, blocks: &impl Blocks, seen: &mut Observation) {
        seen.time = now.time;
        seen.resize(model);
        for ((body, pose), energies) in model.bodies.iter().zip(&self.poses).zip(&mut seen.energies) {
            let pose = B::pose_in_space(pose);
            let spin = pose.R.mul_transposed(pose.w);
            let kinetic = 0.5 * (body.mass * dot(pose.v, pose.v) + dot(spin, body.inertia.mul(spin)));
            *energies = [kinetic, -(body.mass * dot(model.gravity, pose.r))];
        }
        self.observe_springs(model, now.unwrapped_angles, &mut seen.stored);
        seen.sum_energies();
        let n_angles = seen.unwrapped_angles.len();
        seen.unwrapped_angles.copy_from_slice(&now.unwrapped_angles[..n_angles]);
        for (j, joint) in model.joints.iter().enumerate() {
            let Some(block) = blocks.find_block(j) else { continue };
            if !blocks.is_driver(block) {
                seen.reactions[j] = self.reaction(model, j, block, blocks, now);
            }
            if joint.motion.is_some() {
                // The driver is the last equation, and the load along its coordinate −λ.
                seen.drives[j] = -now.multipliers[now.equations.system.pattern.rows(block).end - 1];
            }
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
        let point = B::second_point(self.ends(model, joint, now.time, now.unwrapped_angles));
        let torque = sub(about_origin.torque, cross(point, about_origin.force));
        Wrench { force: about_origin.force, torque }
    }
}

/// Coordinates of joints and what force elements measure, from the time, the unwrapped angles and the motion of the
/// bodies that were observed: the same for all formulations, and for the whole of a model whose bodies several
/// processes observe.
pub fn observe_measures(model: &Model, seen: &mut Observation) {
    match model.space {
        Space::Planar => measure::<PlanarBodies, 3>(model, seen),
        Space::Spatial => measure::<SpatialBodies, 6>(model, seen),
    }
}

fn measure<B: Bodies<W>, const W: usize>(model: &Model, seen: &mut Observation) {
    let Observation { time, bodies, unwrapped_angles, coordinates, measures, .. } = seen;
    let pose = |body: BodyId| body.index().map_or(B::GROUND, |index| B::pose_of(&bodies[index]));
    let acceleration = |body: BodyId| {
        let of_body = body.index().map(|index| &bodies[index].acceleration);
        of_body.map_or([0.0; W], |a| B::load(a.linear, a.angular))
    };
    let (first_angles, second_angles) = unwrapped_angles.split_at(model.n_joints());
    coordinates.clear();
    if coordinates.capacity() == 0 {
        coordinates.reserve_exact(model.joints.iter().map(|joint| joint.coordinates().len()).sum());
    }
    for (j, joint) in model.joints.iter().enumerate() {
        if joint.coordinates().is_empty() {
            continue;
        }
        let [first, second] = [joint.first.body, joint.second.body];
        let ends =
            Ends { joint, first: &pose(first), second: &pose(second), time: *time, unwrapped_angle: first_angles[j] };
        let found = B::measures(ends, second_angles.get(j).copied().unwrap_or(0.0));
        let (a, b) = (acceleration(first), acceleration(second));
        coordinates.extend(found.into_iter().flatten().map(|q| {
            let growth: f64 = (0..W).map(|c| q.first[c] * a[c] + q.second[c] * b[c]).sum();
            [q.value, q.rate, q.bias + growth]
        }));
    }
    let turning = |id: JointId| {
        let joint = &model.joints[id.index()];
        let [first, second] = [joint.first.body, joint.second.body];
        let ends = Ends {
            joint,
            first: &pose(first),
            second: &pose(second),
            time: *time,
            unwrapped_angle: unwrapped_angles[id.index()],
        };
        let (angle, rate, axis) = B::turning(ends);
        Turning { angle, rate, axis, first, second }
    };
    measures.clear();
    for force in &model.forces {
        let pose = |body: BodyId| B::pose_in_space(&pose(body));
        force.measure((model.space, *time), pose, turning, |numbers| measures.extend_from_slice(numbers));
    }
}
