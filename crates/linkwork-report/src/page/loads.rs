//! Loads of springs, motors and given forces, as the page draws them: force and moment at the point where each acts.

use std::ops::Range;

use linkwork::ids::JointId;
use linkwork::model::force::{JointMeasure, Surroundings, Turning};
use linkwork::model::joint::Quantity;
use linkwork::model::{Attachment, Force, Marker, Space};
use linkwork::spatial::{Pose, Vec3, Wrench};
use linkwork::{BodyId, Model};

use super::selection::{chosen, force_columns};

/// Where a force's arrow is drawn: at the second point where there are two and it moves.
pub fn acts_at(model: &Model, force: &Force) -> Attachment {
    let [first, second] = force.ends(&model.joints).both();
    if second.body.is_ground() { first } else { second }
}

/// Data behind the arrow of a force, besides poses.
enum Reading {
    /// Nothing.
    Poses,
    /// The angle and rate of a joint, with the frame on its first body, whose z is the axis, and its second body.
    Hinge(Marker, BodyId),
    /// Its load along a coordinate of a joint, of which this is the axis.
    Along(Axis),
    /// Its load along the line between its ends.
    Line([Attachment; 2]),
    /// Columns do not tell its load.
    Untold,
}

/// The axis of a joint's coordinate.
struct Axis {
    /// The body that carries it.
    body: BodyId,
    /// In its axes; to the sense in which a load acts where the arrow is.
    direction: Vec3,
    turns: bool,
}

impl Reading {
    fn of(model: &Model, force: &Force) -> Reading {
        match force {
            Force::Torsion(torsion) if force.follows_motion() => Axis::reading(model, force, torsion.joint, 0),
            Force::Torsion(torsion) => {
                let joint = &model.joints[torsion.joint.index()];
                Reading::Hinge(joint.first, joint.second.body)
            }
            Force::Actuator(actuator) => Axis::reading(model, force, actuator.joint, actuator.which),
            Force::Limits(limits) => Axis::reading(model, force, limits.joint, 0),
            Force::Friction(friction) => Axis::reading(model, force, friction.joint, 0),
            Force::Spring(_) if force.follows_motion() => Reading::Line(force.ends(&model.joints).both()),
            Force::Spring(_) => Reading::Poses,
            Force::AppliedForce(_) | Force::AppliedTorque(_) if force.follows_motion() => Reading::Untold,
            Force::AppliedForce(_) | Force::AppliedTorque(_) => Reading::Poses,
            Force::Bushing(_) | Force::PlaneSpring(_) | Force::Drag(_) | Force::Contact(_) => Reading::Poses,
        }
    }

    /// Which of the force's columns it needs.
    fn columns(&self, of_force: Range<usize>) -> Range<usize> {
        match self {
            Reading::Poses | Reading::Untold => of_force.start..of_force.start,
            Reading::Hinge(..) => of_force.start..of_force.start + 2,
            // The load is the last one of all types.
            Reading::Along(_) | Reading::Line(_) => of_force.end - 1..of_force.end,
        }
    }
}

impl Axis {
    fn reading(model: &Model, force: &Force, joint: JointId, which: usize) -> Reading {
        let joint = &model.joints[joint.index()];
        let sense = if acts_at(model, force).body == joint.second.body { 1.0 } else { -1.0 };
        let axis = |column: usize, turns: bool| {
            let direction = sense * joint.first.axes.column(column);
            Reading::Along(Axis { body: joint.first.body, direction, turns })
        };
        match joint.kind.quantities().get(which) {
            Some(Quantity::Angle) => axis(2, true),
            // In the plane travel is along x of the frame.
            Some(Quantity::Travel) => axis(if model.space == Space::Planar { 0 } else { 2 }, false),
            Some(Quantity::Length | Quantity::Arc | Quantity::FirstCrossAngle | Quantity::SecondCrossAngle) | None => {
                Reading::Untold
            }
        }
    }
}

/// Columns from which arrows of these forces are made, ascending.
pub fn load_columns(model: &Model, forces: &[usize]) -> Vec<Range<usize>> {
    let all = model.forces.iter().zip(force_columns(model));
    let needed = chosen(all, forces).map(|(force, columns)| Reading::of(model, force).columns(columns));
    needed.filter(|columns| !columns.is_empty()).collect()
}

/// The forces that are drawn, with what their arrows are made from.
pub struct Loads {
    drawn: Vec<Drawn>,
    /// Planes of contacts without columns follow the forces; no load is known of them.
    n_planes: usize,
}

struct Drawn {
    force: Force,
    at: Attachment,
    reading: Reading,
}

impl Loads {
    /// Loads of these forces of the model.
    pub fn new(model: &Model, forces: &[usize]) -> Loads {
        let drawn = |&k: &usize| {
            let force = model.forces[k].clone();
            Drawn { at: acts_at(model, &force), reading: Reading::of(model, &force), force }
        };
        Loads { drawn: forces.iter().map(drawn).collect(), n_planes: model.touched_planes().len() }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.drawn.len() + self.n_planes
    }

    /// Hands over each force and its moment about its point, world axes; `told` are those of [`load_columns`].
    pub fn calc(&self, time: f64, told: &[f64], pose: impl Fn(BodyId) -> Pose, mut put: impl FnMut([Vec3; 2])) {
        let mut told = told.iter().copied();
        let mut next = || told.next().unwrap_or(0.0);
        let of = |body: BodyId| if body.is_ground() { Pose::GROUND } else { pose(body) };
        for Drawn { force, at, reading } in &self.drawn {
            put(match reading {
                Reading::Untold => [Vec3::ZERO; 2],
                Reading::Along(Axis { body, direction, turns }) => {
                    let load = next() * (of(*body).R * *direction);
                    if *turns { [Vec3::ZERO, load] } else { [load, Vec3::ZERO] }
                }
                Reading::Line(ends) => {
                    let [first, second] = ends.map(|end| of(end.body).point(end.point));
                    // A positive load pushes the ends apart.
                    let away = if at.body == ends[1].body { second - first } else { first - second };
                    [next() * away.unit().unwrap_or(Vec3::ZERO), Vec3::ZERO]
                }
                Reading::Poses => calc_load(force, at, &Shown { time, pose: &pose, turning: NO_TURNING }),
                Reading::Hinge(first, second) => {
                    let (angle, rate, axis_in_first) = (next(), next(), first.axes.column(2));
                    let axis = of(first.body).R * axis_in_first;
                    let turning = Turning { angle, rate, axis, axis_in_first, first: first.body, second: *second };
                    calc_load(force, at, &Shown { time, pose: &pose, turning })
                }
            });
        }
        (0..self.n_planes).for_each(|_| put([Vec3::ZERO; 2]));
    }
}

/// The load on the body where the arrow is: force, and moment about its point.
fn calc_load<P: Fn(BodyId) -> Pose>(force: &Force, at: &Attachment, now: &Shown<'_, P>) -> [Vec3; 2] {
    let mut load = Wrench { force: Vec3::ZERO, torque: Vec3::ZERO };
    force.add_wrenches(now, &mut |body: BodyId, wrench: Wrench| {
        if body == at.body {
            load = wrench;
        }
    });
    let pose = (now.pose)(at.body);
    let arm = pose.point(at.point) - pose.r;
    // Others act at their point alone: about it, they have no moment.
    let has_moment = force.drawing().has_moment;
    [load.force, if has_moment { load.torque - arm.cross(load.force) } else { Vec3::ZERO }]
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
