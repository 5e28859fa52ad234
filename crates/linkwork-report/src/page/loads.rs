//! What springs, motors and given loads do, as the page draws it: force and moment at the point where each acts.

use std::ops::Range;

use linkwork::model::force::Turning;
use linkwork::model::{Attachment, Force, Marker};
use linkwork::spatial::{Pose, Vec3, Wrench};
use linkwork::{BodyId, Model};

use super::selection::{chosen, force_columns};

/// The points between which a force acts, twice the same where it has one.
pub fn ends_of(model: &Model, force: &Force) -> [Attachment; 2] {
    let of_marker = |marker: &Marker| Attachment { body: marker.body, point: marker.point };
    match force {
        Force::Spring { first, second, .. } => [*first, *second],
        Force::Bushing { first, second, .. } => [of_marker(first), of_marker(second)],
        Force::Force { at, .. } | Force::PlaneSpring { at, .. } => [*at; 2],
        Force::Torque { body, .. } => [Attachment { body: *body, point: Vec3::ZERO }; 2],
        Force::Torsion { joint, .. } => {
            let joint = &model.joints[joint.index()];
            [of_marker(&joint.first), of_marker(&joint.second)]
        }
    }
}

/// Where a force's arrow is drawn: at the second point where there are two and it moves.
pub fn acts_at(model: &Model, force: &Force) -> Attachment {
    let [first, second] = ends_of(model, force);
    if second.body.is_ground() { first } else { second }
}

/// The columns of angle and rate of the torsion springs among these forces, ascending.
pub fn angle_columns(model: &Model, forces: &[usize]) -> Vec<Range<usize>> {
    let all = model.forces.iter().zip(force_columns(model));
    let torsion = chosen(all, forces).filter(|(force, _)| matches!(force, Force::Torsion { .. }));
    torsion.map(|(_, columns)| columns.start..columns.start + 2).collect()
}

/// The forces that are drawn, with what their arrows are made from.
pub struct Loads(Vec<Drawn>);

struct Drawn {
    force: Force,
    at: Attachment,
    /// For a torsion spring: the frame on the joint's first body, whose z is the axis, and the second body.
    hinge: Option<(Marker, BodyId)>,
}

impl Loads {
    /// Of these forces of the model.
    pub fn new(model: &Model, forces: &[usize]) -> Loads {
        let drawn = |&k: &usize| {
            let force = model.forces[k].clone();
            let hinge = match &force {
                Force::Torsion { joint, .. } => {
                    let joint = &model.joints[joint.index()];
                    Some((joint.first, joint.second.body))
                }
                Force::Spring { .. }
                | Force::Force { .. }
                | Force::Torque { .. }
                | Force::Bushing { .. }
                | Force::PlaneSpring { .. } => None,
            };
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
                let (angle, axis) = (angles.next()?, frame.R * first.axes.column(2));
                Some(Turning { angle: angle[0], rate: angle[1], axis, first: first.body, second: *second })
            });
            let turning = turning.unwrap_or(NO_TURNING);
            let mut load = Wrench { force: Vec3::ZERO, torque: Vec3::ZERO };
            force.add_wrenches(
                time,
                &pose,
                |_| turning,
                |body, wrench| {
                    if body == at.body {
                        load = wrench;
                    }
                },
            );
            let arm = pose(at.body).point(at.point) - pose(at.body).r;
            let is_free = matches!(force, Force::Torque { .. } | Force::Torsion { .. } | Force::Bushing { .. });
            // Others act at their point alone: about it, they have no moment.
            let moment = if is_free { load.torque - arm.cross(load.force) } else { Vec3::ZERO };
            put([load.force, moment]);
        }
    }
}

/// For forces that ask for no joint.
const NO_TURNING: Turning =
    Turning { angle: 0.0, rate: 0.0, axis: Vec3::ZERO, first: BodyId::GROUND, second: BodyId::GROUND };
