//! Forces against their potentials, against Newton's third law and against the sense of time, at random poses.

mod all;

use super::*;
use crate::model::Marker;
use crate::spatial::{Mat3, Pose, Quat};
use proptest::prelude::*;

fn bodies() -> [BodyId; 2] {
    [BodyId::new(0), BodyId::new(1)]
}

type Poses = [Pose; 2];

/// Two bodies and a joint about the z axis of the first.
struct World<S> {
    time: S,
    poses: [Pose<S>; 2],
}

impl<S: Real> Surroundings<S> for World<S> {
    fn time(&self) -> S {
        self.time
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose<S> {
        self.poses[body.index().expect("asked for moving bodies only")]
    }

    fn turning(&self, _: JointId) -> Turning<S> {
        angle_about_z(&self.poses)
    }

    fn coordinate(&self, _: JointId, _: usize) -> JointMeasure<S> {
        let Turning { angle: value, rate, axis, first, second, .. } = angle_about_z(&self.poses);
        let wrenches = [-axis, axis].map(|torque| Wrench { force: Vec3::zero(), torque });
        JointMeasure { value, rate, bodies: [first, second], wrenches }
    }

    fn planar_angle(&self, body: BodyId) -> S {
        let R = self.pose(body).R;
        R.column(0)[1].atan2(R.column(0)[0])
    }

    fn reaction(&self, _: JointId) -> Wrench<S> {
        let [force, torque] = [[2.0, -3.0, 0.0], [0.0, 0.0, 0.7]].map(|v| Vec3::constant(Vec3(v)));
        Wrench { force, torque }
    }

    fn signal(&self, slot: usize) -> S {
        unreachable!("no force here has an expression of the state, found slot {slot}")
    }
}

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3)
}

/// Rotation vectors of up to 3.5 rad: every orientation occurs.
fn pose() -> impl Strategy<Value = Pose> {
    (vector(1.0), vector(2.0), vector(1.0), vector(1.0)).prop_map(|(r, turn, v, w)| Pose {
        r,
        R: Quat::from_rotation_vector(turn).matrix(),
        v,
        w,
    })
}

/// The angle about z of the first body to the x axis of the second, and its rate where the two z axes agree.
fn angle_about_z<S: Real>([a, b]: &[Pose<S>; 2]) -> Turning<S> {
    let (x1, y1, z1, x2) = (a.R.column(0), a.R.column(1), a.R.column(2), b.R.column(0));
    let angle = x2.dot(y1).atan2(x2.dot(x1));
    let (axis_in_first, [first, second]) = (Vec3([0.0, 0.0, 1.0]), bodies());
    Turning { angle, rate: z1.dot(b.w - a.w), axis: z1, axis_in_first, first, second }
}

fn calc_wrenches<S: Real>(force: &Force, world: &World<S>) -> [Wrench<S>; 2] {
    let mut sums = [Wrench { force: Vec3::zero(), torque: Vec3::zero() }; 2];
    force.add_wrenches(world, &mut |body: BodyId, wrench: Wrench<S>| {
        sums[body.index().expect("added to moving bodies only")] += wrench;
    });
    sums
}

fn wrenches(force: &Force, time: f64, poses: &Poses) -> [Wrench; 2] {
    calc_wrenches(force, &World { time, poses: *poses })
}

fn potential(force: &Force, poses: &Poses) -> f64 {
    force.potential(&World { time: 0.0, poses: *poses })
}

/// The poses with one body moved by ε along (k < 3) or about a world axis.
fn moved(poses: &Poses, body: usize, k: usize, epsilon: f64) -> Poses {
    let mut poses = *poses;
    let mut axis = Vec3::ZERO;
    axis[k % 3] = 1.0;
    let pose = &mut poses[body];
    if k < 3 {
        pose.r += epsilon * axis;
    } else {
        pose.R = Quat::about(axis, epsilon).matrix() * pose.R;
    }
    poses
}

/// Wrenches against central differences of the potential. With ε = 1e-5 these are wrong by ε² times a third derivative
/// and by round-off of the potential divided by ε: 1e-8 of the loads here, which are of the size of 100.
fn assert_gradient(force: &Force, poses: &Poses) {
    let still = poses.map(|pose| Pose { v: Vec3::ZERO, w: Vec3::ZERO, ..pose });
    let sums = wrenches(force, 0.0, &still);
    for body in 0..2 {
        for k in 0..6 {
            let load = if k < 3 { sums[body].force[k] } else { sums[body].torque[k - 3] };
            let at = |epsilon: f64| potential(force, &moved(&still, body, k, epsilon));
            let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((load + slope).abs() < 1e-6, "body {body}, freedom {k}: {load} against {}", -slope);
        }
    }
}

/// Forces between bodies have no resultant: neither force nor torque about the origin.
fn assert_balance(force: &Force, poses: &Poses) {
    let [a, b] = wrenches(force, 0.7, poses);
    let about_origin = |w: Wrench, pose: Pose| w.torque + pose.r.cross(w.force);
    // Loads up to some hundreds, sums of a few terms.
    assert!((a.force + b.force).norm() < 1e-11);
    assert!((about_origin(a, poses[0]) + about_origin(b, poses[1])).norm() < 1e-11);
}

fn power(force: &Force, poses: &Poses) -> f64 {
    force.power(&World { time: 0.0, poses: *poses })
}

fn at(body: usize, point: Vec3) -> Attachment {
    Attachment { body: bodies()[body], point }
}

fn spring(stiffness: f64, damping: f64, force: Option<Expression>) -> Force {
    let (first, second) = (at(0, Vec3([0.1, 0.2, -0.3])), at(1, Vec3([-0.4, 0.1, 0.2])));
    Force::Spring(Spring {
        name: "spring".into(),
        first,
        second,
        stiffness,
        damping,
        length: 0.4,
        force,
        characteristic: None,
    })
}

fn torsion(stiffness: f64, damping: f64, torque: Option<Expression>) -> Force {
    let name = "torsion".into();
    Force::Torsion(Torsion { name, joint: JointId::new(0), stiffness, damping, angle: 0.3, torque })
}

fn bushing(stiffness: [f64; 6], damping: [f64; 6]) -> Force {
    Force::Bushing(make_bushing(stiffness, damping))
}

fn make_bushing(stiffness: [f64; 6], damping: [f64; 6]) -> Bushing {
    let marker = |body: usize, point, turn| Marker {
        body: bodies()[body],
        point,
        axes: Quat::from_rotation_vector(turn).matrix(),
    };
    let first = marker(0, Vec3([0.1, -0.2, 0.3]), Vec3([0.3, 0.8, -0.2]));
    let second = marker(1, Vec3([0.3, 0.1, 0.0]), Vec3([-0.5, 0.1, 0.9]));
    Bushing { name: "bushing".into(), first, second, stiffness, damping }
}

const SIX: [f64; 6] = [10.0, 20.0, 30.0, 4.0, 5.0, 7.0];

fn plane_spring(damping: f64, unilateral: bool) -> Force {
    Force::PlaneSpring(PlaneSpring {
        name: "floor".into(),
        at: at(1, Vec3([0.2, -0.1, 0.3])),
        plane_point: Vec3([0.1, 0.2, 0.0]),
        plane_normal: Vec3([0.48, 0.6, 0.64]),
        stiffness: 50.0,
        damping,
        unilateral,
    })
}

/// The second body turned from the first about their common z axis only.
fn hinged(poses: Poses, angle: f64) -> Poses {
    let [a, b] = poses;
    [a, Pose { R: a.R * Quat::about(Vec3([0.0, 0.0, 1.0]), angle).matrix(), ..b }]
}

/// Angle between the frames of `bushing`.
fn bushing_turn(poses: &Poses) -> f64 {
    let Bushing { first, second, .. } = make_bushing(SIX, SIX);
    let R = |i: usize, marker: &Marker| poses[i].R * marker.axes;
    Quat::from_matrix(&(R(0, &first).transposed() * R(1, &second))).rotation_vector().norm()
}

proptest! {
    #[test]
    fn spring_is_the_gradient_of_its_potential(a in pose(), b in pose()) {
        // The third derivative of the potential grows like 1/l², so the points are kept apart.
        let gap = b.point(Vec3([-0.4, 0.1, 0.2])) - a.point(Vec3([0.1, 0.2, -0.3]));
        prop_assume!(gap.norm() > 0.2);
        assert_gradient(&spring(80.0, 3.0, None), &[a, b]);
    }

    #[test]
    fn torsion_is_the_gradient_of_its_potential(a in pose(), b in pose(), angle in -3.0..3.0) {
        assert_gradient(&torsion(12.0, 3.0, None), &hinged([a, b], angle));
    }

    #[test]
    fn bushing_is_the_gradient_of_its_potential(a in pose(), b in pose()) {
        // At a half turn the potential has a kink.
        prop_assume!(bushing_turn(&[a, b]) < 3.1);
        assert_gradient(&bushing(SIX, SIX), &[a, b]);
    }

    #[test]
    fn bushing_is_the_gradient_near_its_rest(r in vector(1e-2), turn in vector(0.2)) {
        // Frames nearly equal: the series of c is used, and the passage to its closed form.
        let Bushing { first, second, .. } = make_bushing(SIX, SIX);
        let R = first.axes * Quat::from_rotation_vector(turn).matrix() * second.axes.transposed();
        let rest = first.point - R * second.point;
        assert_gradient(&bushing(SIX, SIX), &[Pose::GROUND, Pose { r: rest + r, R, ..Pose::GROUND }]);
    }

    #[test]
    fn plane_spring_is_the_gradient_of_its_potential(a in pose(), b in pose()) {
        assert_gradient(&plane_spring(2.0, false), &[a, b]);
        let height = Vec3([0.48, 0.6, 0.64]).dot(b.point(Vec3([0.2, -0.1, 0.3])) - Vec3([0.1, 0.2, 0.0]));
        // The force has a kink where the point meets the plane.
        prop_assume!(height.abs() > 1e-3);
        assert_gradient(&plane_spring(2.0, true), &[a, b]);
    }

    #[test]
    fn internal_forces_are_in_balance(a in pose(), b in pose(), angle in -3.0..3.0) {
        let push = || Some(Expression::constant(17.0));
        assert_balance(&spring(80.0, 3.0, push()), &[a, b]);
        assert_balance(&bushing(SIX, SIX), &[a, b]);
        assert_balance(&torsion(12.0, 3.0, push()), &hinged([a, b], angle));
    }

    #[test]
    fn dampers_take_energy_away(a in pose(), b in pose(), angle in -3.0..3.0) {
        let poses = [a, b];
        // Up to the round-off of a power of some tens, where nothing moves along the damper.
        for damper in [spring(0.0, 3.0, None), bushing([0.0; 6], SIX)] {
            prop_assert!(power(&damper, &poses) < 1e-12);
        }
        let rate = angle_about_z(&hinged(poses, angle)).rate;
        let taken = power(&torsion(0.0, 3.0, None), &hinged(poses, angle));
        prop_assert!((taken + 3.0 * rate * rate).abs() < 1e-13 * (1.0 + taken.abs()));
        let (stiff, damped) = (plane_spring(0.0, false), plane_spring(2.0, false));
        prop_assert!(power(&damped, &poses) < power(&stiff, &poses) + 1e-12);
    }

    #[test]
    fn bodies_that_move_as_one_feel_no_damper(a in pose(), b in pose()) {
        let b = Pose { w: a.w, v: a.velocity_at(b.r), ..b };
        for damper in [spring(0.0, 3.0, None), bushing([0.0; 6], SIX)] {
            let [first, second] = wrenches(&damper, 0.0, &[a, b]);
            for wrench in [first, second] {
                // Velocities of the size of 5 cancel, damping up to 30.
                prop_assert!(wrench.force.norm() < 1e-12 && wrench.torque.norm() < 1e-12, "{wrench:?}");
            }
        }
    }

    #[test]
    fn a_unilateral_plane_never_pulls(a in pose(), b in pose()) {
        // A damper so strong that it decides the sign.
        let [_, wrench] = wrenches(&plane_spring(500.0, true), 0.0, &[a, b]);
        prop_assert!(wrench.force.dot(Vec3([0.48, 0.6, 0.64])) >= 0.0);
    }
}

#[test]
fn a_spring_of_no_length_has_no_force() {
    let (first, second) = (at(0, Vec3::ZERO), at(1, Vec3::ZERO));
    let spring = Force::Spring(Spring {
        name: "s".into(),
        first,
        second,
        stiffness: 9.0,
        damping: 1.0,
        length: 1.0,
        force: None,
        characteristic: None,
    });
    let poses = [Pose::GROUND, Pose { v: Vec3([1.0, 0.0, 0.0]), ..Pose::GROUND }];
    assert_eq!(wrenches(&spring, 0.0, &poses), [Wrench::default(); 2]);
    assert_eq!(potential(&spring, &poses), 4.5);
}

#[test]
fn the_ground_is_never_asked_nor_loaded() {
    let (first, second) = (Attachment { body: BodyId::GROUND, point: Vec3::ZERO }, at(1, Vec3::ZERO));
    let push = Some(Expression::parse("2*t").unwrap());
    let spring = Force::Spring(Spring {
        name: "s".into(),
        first,
        second,
        stiffness: 10.0,
        damping: 0.5,
        length: 1.0,
        force: push,
        characteristic: None,
    });
    let poses = [Pose::GROUND, Pose { r: Vec3([0.0, 3.0, 0.0]), v: Vec3([5.0, 4.0, 0.0]), ..Pose::GROUND }];
    // −10·(3 − 1) − 0.5·4 + 2·6, along y.
    assert_eq!(wrenches(&spring, 6.0, &poses)[1].force, Vec3([0.0, -10.0, 0.0]));
}

#[test]
fn applied_loads_follow_time_and_frame() {
    let value = ["3*t", "0", "-1"].map(|text| Expression::parse(text).unwrap());
    let quarter = Quat::about(Vec3([0.0, 0.0, 1.0]), std::f64::consts::FRAC_PI_2).matrix();
    let poses = [Pose::GROUND, Pose { r: Vec3([5.0, 5.0, 5.0]), R: quarter, ..Pose::GROUND }];
    let near = |a: Vec3, b: Vec3| assert!((a - b).norm() < 1e-14, "{a:?} {b:?}");
    for (frame, expected) in [(Frame::World, Vec3([6.0, 0.0, -1.0])), (Frame::Body, Vec3([0.0, 6.0, -1.0]))] {
        let force = Force::AppliedForce(AppliedForce {
            name: "f".into(),
            at: at(1, Vec3([0.0, 2.0, 0.0])),
            value: value.clone(),
            frame,
        });
        let [_, wrench] = wrenches(&force, 2.0, &poses);
        near(wrench.force, expected);
        // The point (0, 2, 0) of the body is at (−2, 0, 0) from its centre in the world.
        near(wrench.torque, Vec3([-2.0, 0.0, 0.0]).cross(expected));
        let torque =
            Force::AppliedTorque(AppliedTorque { name: "t".into(), body: bodies()[1], value: value.clone(), frame });
        let [_, wrench] = wrenches(&torque, 2.0, &poses);
        near(wrench.torque, expected);
        near(wrench.force, Vec3::ZERO);
        assert_eq!(potential(&force, &poses) + potential(&torque, &poses), 0.0);
    }
}

/// A joint between the ground and a body that has turned more than once.
struct Turned;

impl Surroundings<f64> for Turned {
    fn time(&self) -> f64 {
        3.0
    }

    fn pose_of_moving(&self, _: BodyId) -> Pose {
        Pose::GROUND
    }

    fn turning(&self, _: JointId) -> Turning {
        let axis = Vec3([0.0, 0.0, 1.0]);
        Turning { angle: 8.3, rate: 4.0, axis, axis_in_first: axis, first: BodyId::GROUND, second: bodies()[0] }
    }

    fn coordinate(&self, _: JointId, _: usize) -> JointMeasure {
        unreachable!("a torsion spring asks for the angle")
    }

    fn planar_angle(&self, _: BodyId) -> f64 {
        0.0
    }

    fn reaction(&self, _: JointId) -> Wrench {
        unreachable!("a torsion spring asks for the angle")
    }

    fn signal(&self, _: usize) -> f64 {
        unreachable!("the torque depends on time only")
    }
}

#[test]
fn torsion_counts_full_turns() {
    let motor = torsion(2.0, 0.5, Some(Expression::parse("t").unwrap()));
    let mut got = Vec::new();
    motor.add_wrenches(&Turned, &mut |body: BodyId, wrench: Wrench| got.push((body, wrench)));
    // −2·(8.3 − 0.3) − 0.5·4 + 3; the ground gets none.
    assert_eq!(got, [(bodies()[0], Wrench { force: Vec3::ZERO, torque: Vec3([0.0, 0.0, -15.0]) })]);
    assert_eq!(motor.potential(&Turned), 64.0);
}

#[test]
fn a_bushing_at_small_angles_is_six_springs() {
    let marker = |body: BodyId| Marker { body, point: Vec3::ZERO, axes: Mat3::IDENTITY };
    let (first, second) = (marker(BodyId::GROUND), marker(bodies()[1]));
    let bushing = Force::Bushing(Bushing { name: "b".into(), first, second, stiffness: SIX, damping: [0.0; 6] });
    let small = Vec3([1e-6, 2e-6, -3e-6]);
    let R = Quat::from_rotation_vector(small).matrix();
    let poses = [Pose::GROUND, Pose { r: small, R, ..Pose::GROUND }];
    let [_, wrench] = wrenches(&bushing, 0.0, &poses);
    for k in 0..3 {
        assert!((wrench.force[k] + SIX[k] * small[k]).abs() < 1e-18);
        // The next term is ½ θ × Kθ, of the size 1e-11.
        assert!((wrench.torque[k] + SIX[k + 3] * small[k]).abs() < 3e-11);
    }
}
