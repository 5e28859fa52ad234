//! Chains of equal bodies hung from the ground, planar or in space.
//!
//! The body is that of Duan & Anderson's 16-body chain: 1 kg, inertia identity, from joint to joint (0, −2, 0) and from
//! joint to centre of mass (0, −1, 0) in its own axes. Relative angles θ_i and rates θ̇_i are given; positions and
//! velocities follow by forward kinematics, so the model is assembled to round-off.

use super::parts::{body, check_size, finish, model, moving, planar_body, revolute, rod_shape, simulation};
use crate::Space;
use crate::model::ModelFile;
use crate::spatial::{Quat, Vec3};

/// From a body's inboard joint to its centre of mass; the outboard joint is twice as far.
const TO_CENTER: Vec3 = Vec3([0.0, -1.0, 0.0]);

/// A chain of `n` bodies: the first joint at the origin, joint axes alternating z and x (planar: all z), relative
/// angles 0.3 sin(1 + 0.7 i) and rates 0.2 cos(0.3 i) for i = 0, 1, …, gravity (0, −9.81, 0).
///
/// # Errors
/// When `n` is zero or too large.
pub fn chain(n: usize, space: Space) -> Result<ModelFile, String> {
    check_size("the number of bodies of the chain", n, 1, Some(n))?;
    let angle = |i: usize| 0.3 * (1.0 + 0.7 * i as f64).sin();
    let rate = |i: usize| 0.2 * (0.3 * i as f64).cos();
    Ok(hang("chain", space, (0..n).map(|i| (angle(i), rate(i)))))
}

/// Duan & Anderson's 16-body chain: at rest, relative angles 0.1745 (joints 1–12) and −0.1745 (joints 13–16). The paper
/// omits axes and gravity; here they are those of [`chain`].
pub fn chain16(space: Space) -> ModelFile {
    let name = match space {
        Space::Planar => "chain16",
        Space::Spatial => "chain16-spatial",
    };
    let mut model = hang(name, space, (0..16).map(|i| (if i < 12 { 0.1745 } else { -0.1745 }, 0.0)));
    model.simulation = simulation(5.0, 0.01);
    model
}

/// Where the outboard end of the chain built so far is, and how it moves.
struct Tip {
    point: Vec3,
    velocity: Vec3,
    angle: f64,
    orientation: Quat,
    angular_velocity: Vec3,
}

fn hang(name: &str, space: Space, coordinates: impl Iterator<Item = (f64, f64)>) -> ModelFile {
    let mut chain = model(name, space, Vec3([0.0, -9.81, 0.0]));
    let mut tip = Tip {
        point: Vec3::ZERO,
        velocity: Vec3::ZERO,
        angle: 0.0,
        orientation: Quat::IDENTITY,
        angular_velocity: Vec3::ZERO,
    };
    let mut inboard = String::from("ground");

    for (i, (angle, rate)) in coordinates.enumerate() {
        let outboard = format!("body{}", i + 1);
        let axis =
            if space == Space::Planar || i.is_multiple_of(2) { Vec3([0.0, 0.0, 1.0]) } else { Vec3([1.0, 0.0, 0.0]) };
        let axis_W = tip.orientation.matrix() * axis;
        chain.joints.push(revolute(format!("joint{}", i + 1), space, [&inboard, &outboard], tip.point, axis_W));

        turn(&mut tip, axis, axis_W, (angle, rate));
        let to_center_W = tip.orientation.matrix() * TO_CENTER;
        advance(&mut tip, to_center_W);
        let mut link = match space {
            Space::Planar => planar_body(outboard.clone(), 1.0, 1.0, tip.point, tip.angle),
            Space::Spatial => body(outboard.clone(), 1.0, Vec3([1.0; 3]), tip.point, tip.orientation),
        };
        link.shapes = vec![rod_shape(-TO_CENTER, TO_CENTER, 0.05)];
        chain.bodies.push(moving(link, space, tip.velocity, tip.angular_velocity));

        advance(&mut tip, to_center_W);
        inboard = outboard;
    }
    finish(chain)
}

/// Passes a revolute joint: the outboard body is turned about the joint's axis, which is the same in both bodies.
fn turn(tip: &mut Tip, axis: Vec3, axis_W: Vec3, (angle, rate): (f64, f64)) {
    tip.angle += angle;
    tip.orientation = (tip.orientation * Quat::about(axis, angle)).normalized();
    tip.angular_velocity += rate * axis_W;
}

/// Moves to another point of the same body.
fn advance(tip: &mut Tip, step_W: Vec3) {
    tip.point += step_W;
    tip.velocity += tip.angular_velocity.cross(step_W);
}

/// A pendulum of `n` uniform rods of 1 m and 1 kg in the plane, hinged to the ground at the origin and to one another,
/// released straight and horizontal along x; gravity (0, −9.81).
///
/// # Errors
/// When `n` is zero or too large.
pub fn pendulums(n: usize) -> Result<ModelFile, String> {
    check_size("the number of pendulums", n, 1, Some(n))?;
    let mut chain = model("pendulums", Space::Planar, Vec3([0.0, -9.81, 0.0]));
    for i in 0..n {
        let inboard = if i == 0 { "ground".into() } else { format!("body{i}") };
        let outboard = format!("body{}", i + 1);
        let hinge = Vec3([i as f64, 0.0, 0.0]);
        chain.joints.push(revolute(
            format!("joint{}", i + 1),
            Space::Planar,
            [&inboard, &outboard],
            hinge,
            Vec3([0.0, 0.0, 1.0]),
        ));
        let mut rod = planar_body(outboard, 1.0, 1.0 / 12.0, hinge + Vec3([0.5, 0.0, 0.0]), 0.0);
        rod.shapes = vec![rod_shape(Vec3([-0.5, 0.0, 0.0]), Vec3([0.5, 0.0, 0.0]), 0.02)];
        chain.bodies.push(rod);
    }
    Ok(finish(chain))
}
