//! Random force elements of all types, and what they do to the bodies computed apart from the formulation.

use super::random::Random;
use linkwork::ids::{BodyId, JointId};
use linkwork::model::force::{
    AppliedForce, AppliedTorque, Bushing, Drag, JointMeasure, PlaneSpring, Spring, Surroundings, Torsion, Turning,
};
use linkwork::model::{Attachment, Expression, Force, Frame, Joint, JointKind, Marker, Model, Space};
use linkwork::spatial::{Mat3, Pose, Quat, Vec3, Wrench};

/// Whether forces may take or give energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Energy {
    /// Springs only.
    Kept,
    /// Dampers, motors and applied loads too.
    Changed,
}

/// Adds one force of each type, between any bodies.
pub fn add_forces(model: &mut Model, random: &mut Random, energy: Energy) {
    let planar = model.space == Space::Planar;
    let changed = energy == Energy::Changed;
    let flat = |mut v: Vec3| {
        v[2] = if planar { 0.0 } else { v[2] };
        v
    };
    let n = model.n_bodies();
    let at = |random: &mut Random, body| Attachment { body, point: flat(random.vector(0.7)) };
    let a = BodyId::new(random.below(n));
    let b = if random.one_in(2) { BodyId::GROUND } else { BodyId::new(random.below(n)) };
    let damping = if changed { 1.5 } else { 0.0 };
    let first = Attachment { body: b, point: flat(random.arm(0.4, 0.8)) };
    model.forces.push(Force::Spring(Spring {
        name: "spring".into(),
        first,
        second: at(random, a),
        stiffness: random.between(1.0, 20.0),
        damping,
        length: random.between(0.2, 1.0),
        force: changed.then(|| expression("3*cos(t) + 1")),
        characteristic: None,
    }));
    let axes = |random: &mut Random| match planar {
        true => Quat::about(Vec3([0.0, 0.0, 1.0]), random.within(1.0)).matrix(),
        false => random.orientation().matrix(),
    };
    let [first, second] = [b, a].map(|body| Marker { body, point: at(random, body).point, axes: axes(random) });
    let six = |random: &mut Random, size: f64| [0; 6].map(|_| random.between(0.0, size));
    let (stiffness, damping_by_axis) = (six(random, 20.0), six(random, damping));
    model.forces.push(Force::Bushing(Bushing {
        name: "bushing".into(),
        first,
        second,
        stiffness,
        damping: damping_by_axis,
    }));
    model.forces.push(Force::PlaneSpring(PlaneSpring {
        name: "floor".into(),
        at: at(random, a),
        plane_point: flat(random.vector(0.5)),
        plane_normal: axes(random).column(0),
        stiffness: 15.0,
        damping,
        unilateral: false,
    }));
    add_torsion(model, random, energy);
    if changed {
        add_loads(model, a, at(random, a));
    }
}

fn add_torsion(model: &mut Model, random: &mut Random, energy: Energy) {
    let turns = |j: &Joint| matches!(j.kind, JointKind::Revolute(_) | JointKind::Cylindrical(_) | JointKind::Screw(_));
    let changed = energy == Energy::Changed;
    if let Some(j) = model.joints.iter().position(turns) {
        model.forces.push(Force::Torsion(Torsion {
            name: "torsion".into(),
            joint: JointId::new(j),
            stiffness: random.between(1.0, 10.0),
            damping: if changed { 0.5 } else { 0.0 },
            angle: random.within(1.0),
            torque: changed.then(|| expression("2*sin(t + 1)")),
        }));
    }
}

fn add_loads(model: &mut Model, body: BodyId, at: Attachment) {
    model.forces.push(Force::Drag(Drag { name: "drag".into(), at, coefficient: 0.6 }));
    let zero = || expression("0");
    let (side, turn) = match model.space {
        Space::Planar => ([expression("2*cos(t)"), expression("1 + t"), zero()], [zero(), zero(), expression("1.5")]),
        Space::Spatial => {
            ([expression("2"), expression("t - 1"), expression("3")], [expression("1"), expression("t"), zero()])
        }
    };
    model.forces.push(Force::AppliedForce(AppliedForce { name: "push".into(), at, value: side, frame: Frame::Body }));
    model.forces.push(Force::AppliedTorque(AppliedTorque {
        name: "twist".into(),
        body,
        value: turn,
        frame: Frame::World,
    }));
}

fn expression(text: &str) -> Expression {
    Expression::parse(text).expect("written above")
}

/// Where the bodies of a state are, and how they move.
pub fn poses(model: &Model, values: &[f64]) -> Vec<Pose> {
    let n = model.n_bodies();
    let one = |k: usize| match model.space {
        Space::Planar => {
            let (q, v) = (&values[3 * k..], &values[3 * n + 3 * k..]);
            let R = Quat::about(Vec3([0.0, 0.0, 1.0]), q[2]).matrix();
            Pose { r: Vec3([q[0], q[1], 0.0]), R, v: Vec3([v[0], v[1], 0.0]), w: Vec3([0.0, 0.0, v[2]]) }
        }
        Space::Spatial => {
            let (q, v) = (&values[7 * k..], &values[7 * n + 6 * k..]);
            let R = Quat([q[3], q[4], q[5], q[6]]).matrix();
            Pose { r: Vec3([q[0], q[1], q[2]]), R, v: Vec3([v[0], v[1], v[2]]), w: Vec3([v[3], v[4], v[5]]) }
        }
    };
    (0..n).map(one).collect()
}

/// The pose of a body, the ground included.
pub fn pose_of(poses: &[Pose], body: BodyId) -> Pose {
    body.index().map_or(Pose::GROUND, |k| poses[k])
}

/// J in world axes.
pub fn inertia(model: &Model, poses: &[Pose], k: usize) -> Mat3 {
    poses[k].R * model.bodies[k].inertia * poses[k].R.transposed()
}

/// Weights and force elements on every body, about its centre of mass.
pub fn applied(model: &Model, time: f64, poses: &[Pose]) -> Vec<Wrench> {
    let mut loads: Vec<Wrench> =
        model.bodies.iter().map(|b| Wrench { force: b.mass * model.gravity, torque: Vec3::ZERO }).collect();
    for force in &model.forces {
        let mut put = |body: BodyId, w: Wrench| {
            let load = &mut loads[body.index().expect("moving bodies only")];
            *load = Wrench { force: load.force + w.force, torque: load.torque + w.torque };
        };
        force.add_wrenches(&Seen { model, time, poses }, &mut put);
    }
    loads
}

/// Bodies in motion, as forces read them.
struct Seen<'a> {
    model: &'a Model,
    time: f64,
    poses: &'a [Pose],
}

impl Surroundings<f64> for Seen<'_> {
    fn time(&self) -> f64 {
        self.time
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose {
        pose_of(self.poses, body)
    }

    fn turning(&self, joint: JointId) -> Turning {
        turning(self.model, joint, self.poses)
    }

    fn coordinate(&self, joint: JointId, _: usize) -> JointMeasure {
        unreachable!("no actuator acts on joint {joint:?} of these mechanisms")
    }

    fn planar_angle(&self, body: BodyId) -> f64 {
        unreachable!("no expression of these mechanisms reads the angle of body {body:?}")
    }

    fn reaction(&self, joint: JointId) -> Wrench {
        unreachable!("no friction in joint {joint:?} of these mechanisms follows its reaction")
    }

    fn signal(&self, slot: usize) -> f64 {
        unreachable!("no expression of these mechanisms reads the motion, found slot {slot}")
    }
}

/// M v̇ of every body as force and torque: m a, and J α + ω × J ω.
pub fn inertial(model: &Model, poses: &[Pose], accelerations: &[(Vec3, Vec3)]) -> Vec<Wrench> {
    let one = |(k, (a, alpha)): (usize, &(Vec3, Vec3))| {
        let J = inertia(model, poses, k);
        let gyroscopic = poses[k].w.cross(J * poses[k].w);
        Wrench { force: model.bodies[k].mass * *a, torque: J * *alpha + gyroscopic }
    };
    accelerations.iter().enumerate().map(one).collect()
}

/// The angle of a joint whose axes agree, in (−π, π): joints are made within ±3 rad.
fn turning(model: &Model, joint: JointId, poses: &[Pose]) -> Turning {
    let j = &model.joints[joint.index()];
    let (p1, p2) = (pose_of(poses, j.first.body), pose_of(poses, j.second.body));
    let (F1, F2) = (p1.R * j.first.axes, p2.R * j.second.axes);
    let n2 = F2.column(0);
    let axis = F1.column(2);
    let angle = F1.column(1).dot(n2).atan2(F1.column(0).dot(n2));
    let (rate, axis_in_first) = (axis.dot(p2.w - p1.w), j.first.axes.column(2));
    Turning { angle, rate, axis, axis_in_first, first: j.first.body, second: j.second.body }
}
