//! Applied forces as expressions: the code of [`model::force`](crate::model::force) records itself, in the plane as in
//! space.

use super::joints::Mechanism;
use super::motion;
use crate::ids::{BodyId, JointId};
use crate::model::force::{JointMeasure, Loads as Sink, Surroundings, Turning};
use crate::spatial::{Mat3, Pose, Vec3, Wrench};
use crate::symbolic::graph::Term;
use crate::symbolic::vectors::{Vector, add, clean};

/// Loads on bodies about their centers of mass.
pub(super) struct Loads<'g> {
    /// By body, world axes.
    force: Vec<Vec3<Term<'g>>>,
    /// By body, world axes and body axes; both count.
    torques: Vec<[Vec3<Term<'g>>; 2]>,
    /// The power of forces that may change the energy, where there are any.
    pub(super) power: Option<Term<'g>>,
}

impl<'g> Loads<'g> {
    /// The loads of all forces; bodies need no accelerations yet. Unwrapped angles follow the state in the inputs.
    pub(super) fn of(mechanism: &Mechanism<'_, 'g>, unwrapped_angles: &dyn Fn(usize) -> Term<'g>) -> Loads<'g> {
        let (n, zero) = (mechanism.bodies.len(), Vec3::zero());
        let mut loads = Loads { force: vec![zero; n], torques: vec![[zero; 2]; n], power: None };
        let now = Seen { mechanism, unwrapped_angles };
        for force in mechanism.model.forces.iter().map(|force| force.with_vectors(clean)) {
            force.add_wrenches(&now, &mut loads);
            if force.may_change_energy() {
                let power = force.power(&now);
                loads.power = Some(loads.power.map_or(power, |others| others + power));
            }
        }
        loads
    }

    /// Force in world axes, torque in body axes.
    pub(super) fn on(&self, pose: &motion::Pose<'g>, body: usize) -> [Vector<'g>; 2] {
        let [in_world, in_body] = self.torques[body];
        [self.force[body].0, add(in_body.0, pose.see(in_world.0))]
    }
}

impl<'g> Sink<Term<'g>> for Loads<'g> {
    fn add(&mut self, body: BodyId, wrench: Wrench<Term<'g>>) {
        let Some(index) = body.index() else { return };
        self.force[index] += wrench.force;
        self.torques[index][0] += wrench.torque;
    }

    fn add_torque(&mut self, body: BodyId, _torque: Vec3<Term<'g>>, torque_B: Vec3<Term<'g>>) {
        let Some(index) = body.index() else { return };
        self.torques[index][1] += torque_B;
    }
}

/// Bodies in motion, as forces read them.
struct Seen<'a, 'm, 'g> {
    mechanism: &'a Mechanism<'m, 'g>,
    unwrapped_angles: &'a dyn Fn(usize) -> Term<'g>,
}

impl<'g> Surroundings<Term<'g>> for Seen<'_, '_, 'g> {
    fn time(&self) -> Term<'g> {
        self.mechanism.time
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose<Term<'g>> {
        let motion::Pose { r, R, v, w, .. } = self.mechanism.body(body).pose;
        Pose { r: Vec3(r), R: Mat3(R), v: Vec3(v), w: Vec3(w) }
    }

    fn turning(&self, id: JointId) -> Turning<Term<'g>> {
        let joint = &self.mechanism.model.joints[id.index()];
        let [angle, rate] = self.mechanism.ends(joint).turning((self.unwrapped_angles)(id.index()));
        let first = joint.first.body;
        let axis_in_first = clean(joint.first.axes.column(2));
        let axis = self.pose(first).R * Vec3::constant(axis_in_first);
        Turning { angle, rate, axis, axis_in_first, first, second: joint.second.body }
    }

    fn coordinate(&self, _: JointId, _: usize) -> JointMeasure<Term<'g>> {
        unreachable!("models with actuators or loads that depend on the motion are refused")
    }

    fn planar_angle(&self, _: BodyId) -> Term<'g> {
        unreachable!("only expressions of the state read angles of bodies, and these are refused")
    }

    fn reaction(&self, _: JointId) -> Wrench<Term<'g>> {
        unreachable!("friction of joints is refused")
    }

    fn signal(&self, _: usize) -> Term<'g> {
        unreachable!("expressions of the state are refused")
    }
}
