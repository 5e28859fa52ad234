//! What springs, motors and given loads do, as the page draws it: force and moment at the point where each acts.

use std::ops::Range;

use linkwork::ids::JointId;
use linkwork::model::force::{JointMeasure, Surroundings, Turning};
use linkwork::model::{Attachment, Force, Marker};
use linkwork::spatial::{Pose, Vec3, Wrench};
use linkwork::{BodyId, Model};

use super::selection::{chosen, force_columns};

/// Where a force's arrow is drawn: at the second point where there are two and it moves.
pub fn acts_at(model: &Model, force: &Force) -> Attachment {
    let [first, second] = force.ends(&model.joints).both();
    if second.body.is_ground() { first } else { second }
}

/// The columns of angle and rate of those among these forces that act on a joint's angle, ascending.
pub fn angle_columns(model: &Model, forces: &[usize]) -> Vec<Range<usize>> {
    let all = model.forces.iter().zip(force_columns(model));
    let turning = chosen(all, forces).filter(|(force, _)| matches!(force, Force::Torsion(_)));
    turning.map(|(_, columns)| columns.start..columns.start + 2).collect()
}

/// The forces that are drawn, with what their arrows are made from.
pub struct Loads(Vec<Drawn>);

struct Drawn {
    force: Force,
    at: Attachment,
    /// For one on a joint's angle: the frame on the joint's first body, whose z is the axis, and the second body.
    hinge: Option<(Marker, BodyId)>,
}

impl Loads {
    /// Of these forces of the model.
    pub fn new(model: &Model, forces: &[usize]) -> Loads {
        let drawn = |&k: &usize| {
            let force = model.forces[k].clone();
            let torsion = Some(&force).filter(|force| matches!(force, Force::Torsion(_)));
            let joint = torsion.and_then(|force| force.joint()).map(|joint| &model.joints[joint.index()]);
            let hinge = joint.map(|joint| (joint.first, joint.second.body));
            Drawn { at: acts_at(model, &force), force, hinge }
        };
        Loads(forces.iter().map(drawn).collect())
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Hands over each force and its moment about its point, world axes; `angles` are those of [`angle_columns`].
    pub fn calc(&self, time: f64, angles: &[f64], pose: impl Fn(BodyId) -> Pose, mut put: impl FnMut([Vec3; 2])) {
        let mut angles = angles.chunks_exact(2);
        for Drawn { force, at, hinge } in &self.0 {
            let turning = hinge.as_ref().and_then(|(first, second)| {
                let frame = if first.body.is_ground() { Pose::GROUND } else { pose(first.body) };
                let (angle, axis_in_first) = (angles.next()?, first.axes.column(2));
                let axis = frame.R * axis_in_first;
                Some(Turning {
                    angle: angle[0],
                    rate: angle[1],
                    axis,
                    axis_in_first,
                    first: first.body,
                    second: *second,
                })
            });
            if force.follows_motion() {
                // Rows tell no value of its expressions.
                put([Vec3::ZERO; 2]);
                continue;
            }
            let turning = turning.unwrap_or(NO_TURNING);
            let mut load = Wrench { force: Vec3::ZERO, torque: Vec3::ZERO };
            force.add_wrenches(&Shown { time, pose: &pose, turning }, &mut |body: BodyId, wrench: Wrench| {
                if body == at.body {
                    load = wrench;
                }
            });
            let arm = pose(at.body).point(at.point) - pose(at.body).r;
            // Others act at their point alone: about it, they have no moment.
            let has_moment = force.drawing().has_moment;
            put([load.force, if has_moment { load.torque - arm.cross(load.force) } else { Vec3::ZERO }]);
        }
    }
}

/// Poses of bodies at a time, and the angle of the one joint that a force asks for.
struct Shown<'a, P> {
    time: f64,
    pose: &'a P,
    turning: Turning,
}

impl<P: Fn(BodyId) -> Pose> Surroundings<f64> for Shown<'_, P> {
    fn time(&self) -> f64 {
        self.time
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose {
        (self.pose)(body)
    }

    fn turning(&self, _: JointId) -> Turning {
        self.turning
    }

    fn coordinate(&self, _: JointId, _: usize) -> JointMeasure {
        unreachable!("forces that follow the motion by expressions are not drawn")
    }

    fn planar_angle(&self, _: BodyId) -> f64 {
        unreachable!("only expressions of the state ask for it")
    }

    fn reaction(&self, _: JointId) -> Wrench {
        unreachable!("friction of joints is not drawn")
    }

    fn signal(&self, _: usize) -> f64 {
        unreachable!("forces that follow the motion by expressions are not drawn")
    }
}

/// For forces that ask for no joint.
const NO_TURNING: Turning = Turning {
    angle: 0.0,
    rate: 0.0,
    axis: Vec3::ZERO,
    axis_in_first: Vec3::ZERO,
    first: BodyId::GROUND,
    second: BodyId::GROUND,
};
