//! Stage 8: energies, reactions, joint coordinates and what force elements measure, in the terms users see.

use super::{Blocks, Bodies, Ends, Mechanism, PlanarBodies, SpatialBodies, outputs, signals};
use crate::formulation::Moment;
use crate::ids::{BodyId, JointId};
use crate::model::force::{JointMeasure, Place, Surroundings, Turning};
use crate::model::signals::Moving;
use crate::model::{Ballast, Model, Space};
use crate::observation::Observation;
use crate::spatial::{BodyMotion, Mat3, Pose, Wrench};
use std::marker::PhantomData;

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Energy, loads of drivers, and the reactions of joints with all their equations in the reduced system. The
    /// motion of the bodies is the formulation's.
    pub(crate) fn observe(&self, model: &Model, now: &Moment, blocks: &impl Blocks, seen: &mut Observation) {
        seen.time = now.time;
        seen.resize(model);
        let calc_energies = |mass: f64, inertia: Mat3, pose: &B::Pose| {
            let pose = B::pose_in_space(pose);
            let spin = pose.R.tr_mul(pose.w);
            let kinetic = 0.5 * (mass * pose.v.dot(pose.v) + spin.dot(inertia * spin));
            [kinetic, -(mass * model.gravity.dot(pose.r))]
        };
        for ((body, pose), energies) in model.bodies.iter().zip(&self.poses).zip(&mut seen.energies) {
            *energies = calc_energies(body.mass, body.inertia, pose);
        }
        for Ballast { body, own_mass, own_inertia, .. } in &model.ballast {
            seen.energies[*body] = calc_energies(*own_mass, *own_inertia, &self.poses[*body]);
        }
        self.observe_springs(model, now, &mut seen.stored);
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
    pub(super) fn reaction(
        &self,
        model: &Model,
        joint: usize,
        block: usize,
        blocks: &impl Blocks,
        now: &Moment,
    ) -> Wrench {
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
            about_origin.force += sign * w.force;
            about_origin.torque += sign * (w.torque + r.cross(w.force));
        }
        let point = B::second_point(self.ends(model, joint, now.time, now.unwrapped_angles));
        let torque = about_origin.torque - point.cross(about_origin.force);
        Wrench { force: about_origin.force, torque }
    }
}

/// Coordinates of joints and what force elements measure, from the time, the unwrapped angles and the motion of the
/// bodies that were observed: the same for all formulations, and for the whole of a model whose bodies several
/// processes observe.
pub(crate) fn observe_measures(model: &Model, seen: &mut Observation) {
    match model.space {
        Space::Planar => measure::<PlanarBodies, 3>(model, seen),
        Space::Spatial => measure::<SpatialBodies, 6>(model, seen),
    }
}

fn measure<B: Bodies<W>, const W: usize>(model: &Model, seen: &mut Observation) {
    let Observation {
        time, bodies, unwrapped_angles, coordinates, measures, registers, states, soft, reactions, ..
    } = seen;
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
    measures.clear();
    let program = &model.signals.program;
    let mut results = std::mem::take(registers);
    if results.is_empty() {
        results = program.make_registers();
    }
    let now = Observed::<B, W> {
        model,
        time: *time,
        bodies,
        unwrapped_angles,
        reactions,
        registers: &[],
        soft: &[],
        carried: soft,
        width: PhantomData,
    };
    program.run(*time, states, &mut results, &Moving::new(model, &now));
    let now = Observed { registers: &results, carried: &[], ..now };
    let mut first_row = 0;
    for force in &model.forces {
        let n_rows = force.n_rows(model.space);
        let now = Observed { soft: soft.get(first_row..first_row + n_rows).unwrap_or_default(), ..now };
        first_row += n_rows;
        force.measure(model.space, &now, |numbers: &[f64]| measures.extend_from_slice(numbers));
    }
    *registers = results;
    outputs::observe::<B, W>(model, seen);
}

/// The motion of bodies that were observed, as forces read it.
struct Observed<'a, B, const W: usize> {
    model: &'a Model,
    time: f64,
    bodies: &'a [BodyMotion],
    unwrapped_angles: &'a [f64],
    reactions: &'a [Wrench],
    /// Registers of the model's program after its run at this state.
    registers: &'a [f64],
    /// Coordinates of the rows of the force that looks, where they are carried beside the motion.
    soft: &'a [f64],
    /// Those of all forces, for the model's expressions.
    carried: &'a [f64],
    width: PhantomData<B>,
}

impl<B: Bodies<W>, const W: usize> Observed<'_, B, W> {
    fn find_pose(&self, body: BodyId) -> B::Pose {
        body.index().map_or(B::GROUND, |index| B::pose_of(&self.bodies[index]))
    }

    /// Something of a joint and the poses of its bodies.
    fn of_joint<T>(&self, id: JointId, f: impl FnOnce(Ends<'_, B::Pose>) -> T) -> T {
        let joint = &self.model.joints[id.index()];
        f(Ends {
            joint,
            first: &self.find_pose(joint.first.body),
            second: &self.find_pose(joint.second.body),
            time: self.time,
            unwrapped_angle: self.unwrapped_angles[id.index()],
        })
    }
}

impl<B: Bodies<W>, const W: usize> Surroundings<f64> for Observed<'_, B, W> {
    fn time(&self) -> f64 {
        self.time
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose {
        B::pose_in_space(&self.find_pose(body))
    }

    fn turning(&self, id: JointId) -> Turning {
        self.of_joint(id, super::turning::<B, W>)
    }

    fn coordinate(&self, id: JointId, which: usize) -> JointMeasure {
        let second_angle = self.unwrapped_angles.get(self.model.n_joints() + id.index()).copied().unwrap_or(0.0);
        let measure = self.of_joint(id, |ends| signals::coordinate::<B, W>(ends, second_angle, which));
        let carried = signals::find_carried(self.model, self.carried, Place { joint: id, which });
        JointMeasure { value: carried.unwrap_or(measure.value), ..measure }
    }

    fn planar_angle(&self, body: BodyId) -> f64 {
        B::planar_angle(&self.find_pose(body))
    }

    fn reaction(&self, joint: JointId) -> Wrench {
        self.reactions[joint.index()]
    }

    fn signal(&self, slot: usize) -> f64 {
        self.model.signals.program.result(slot, self.registers)
    }

    fn stretch(&self, row: usize, of_motion: f64) -> f64 {
        self.soft.get(row).copied().filter(|s| !s.is_nan()).unwrap_or(of_motion)
    }
}
