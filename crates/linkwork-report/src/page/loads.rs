//! What springs, motors and given loads do, as the page draws it: force and moment at the point where each acts.

use std::ops::Range;

use linkwork::model::force::Turning;
use linkwork::model::{Attachment, Force, Marker};
use linkwork::spatial::{Pose, Vec3, Wrench, cross, sub};
use linkwork::{BodyId, JointId, Model};

use super::selection::joint_columns;

/// The points between which a force acts, twice the same where it has one; `None` for torsion springs whose angle is no column.
pub fn ends_of(model: &Model, force: &Force) -> Option<[Attachment; 2]> {
    let of_marker = |marker: &Marker| Attachment { body: marker.body, point: marker.point };
    match force {
        Force::Spring { first, second, .. } => Some([*first, *second]),
        Force::Bushing { first, second, .. } => Some([of_marker(first), of_marker(second)]),
        Force::Force { at, .. } | Force::PlaneSpring { at, .. } => Some([*at; 2]),
        Force::Torque { body, .. } => Some([Attachment { body: *body, point: [0.0; 3] }; 2]),
        Force::Torsion { joint, .. } => {
            let joint = &model.joints[joint.index()];
            joint.coordinate().is_some().then(|| [of_marker(&joint.first), of_marker(&joint.second)])
        }
    }
}

/// Where a force's arrow is drawn: at the second point where there are two and it moves.
pub fn acts_at(model: &Model, force: &Force) -> Option<Attachment> {
    let [first, second] = ends_of(model, force)?;
    Some(if second.body.is_ground() { first } else { second })
}

/// The columns of angle and rate of the joints of torsion springs among these forces, ascending.
pub fn angle_columns(model: &Model, forces: &[usize]) -> Vec<Range<usize>> {
    let joints = hinges(model, forces);
    let of = joint_columns(model).enumerate().filter(|(j, _)| joints.binary_search(j).is_ok());
    of.map(|(_, columns)| columns.start + 6..columns.end).collect()
}

/// Joints of torsion springs, ascending.
fn hinges(model: &Model, forces: &[usize]) -> Vec<usize> {
    let joint = |&k: &usize| match &model.forces[k] {
        Force::Torsion { joint, .. } => Some(joint.index()),
        _ => None,
    };
    let mut joints: Vec<usize> = forces.iter().filter_map(joint).collect();
    joints.sort_unstable();
    joints.dedup();
    joints
}

/// The forces that are drawn, with what their arrows are made from.
pub struct Loads {
    list: Vec<(Force, Attachment)>,
    /// Joints of torsion springs with the frame on the first body, whose z is the axis, and the second body.
    hinges: Vec<(usize, Marker, BodyId)>,
}

impl Loads {
    /// Of these forces of the model.
    pub fn new(model: &Model, forces: &[usize]) -> Loads {
        let one = |&k: &usize| Some((model.forces[k].clone(), acts_at(model, &model.forces[k])?));
        let hinge = |j: usize| (j, model.joints[j].first, model.joints[j].second.body);
        Loads {
            list: forces.iter().filter_map(one).collect(),
            hinges: hinges(model, forces).into_iter().map(hinge).collect(),
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Hands over each force and its moment about its point, world axes; `angles` are those of [`angle_columns`].
    pub fn calc(&self, time: f64, angles: &[f64], pose: impl Fn(BodyId) -> Pose, mut put: impl FnMut([Vec3; 2])) {
        let turning = |joint: JointId| self.turning(joint.index(), angles, &pose);
        for (force, at) in &self.list {
            let mut load = Wrench { force: [0.0; 3], torque: [0.0; 3] };
            force.add_wrenches(time, &pose, turning, |body, wrench| {
                if body == at.body {
                    load = wrench;
                }
            });
            let arm = sub(pose(at.body).point(at.point), pose(at.body).r);
            let is_free = matches!(force, Force::Torque { .. } | Force::Torsion { .. } | Force::Bushing { .. });
            // Others act at their point alone: about it, they have no moment.
            let moment = if is_free { sub(load.torque, cross(arm, load.force)) } else { [0.0; 3] };
            put([load.force, moment]);
        }
    }

    fn turning(&self, joint: usize, angles: &[f64], pose: impl Fn(BodyId) -> Pose) -> Turning {
        let found = self.hinges.binary_search_by_key(&joint, |(j, ..)| *j).ok();
        let angle = found.and_then(|k| angles.get(2 * k..2 * k + 2)).unwrap_or(&[0.0, 0.0]);
        let (axis, first, second) = match found.map(|k| &self.hinges[k]) {
            Some((_, first, second)) => {
                let frame = if first.body.is_ground() { Pose::GROUND } else { pose(first.body) };
                (frame.R.mul(first.axes.column(2)), first.body, *second)
            }
            None => ([0.0; 3], BodyId::GROUND, BodyId::GROUND),
        };
        Turning { angle: angle[0], rate: angle[1], axis, first, second }
    }
}
