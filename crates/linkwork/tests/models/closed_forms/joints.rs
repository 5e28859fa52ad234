//! Joints whose motion under a constant load can be written down: uniformly accelerated along or about their axis, or
//! tied to another joint.

use super::rotations::dot;
use crate::motion::{G, assert_close, run_tight};
use std::f64::consts::PI;

/// A body of 2 kg and moments (0.3, 0.4, 0.5) with its centre of mass at a point, and gravity along a vector.
fn one_body(at: [f64; 3], gravity: [f64; 3]) -> String {
    format!(
        "gravity = {gravity:?}\n[[bodies]]\nname = \"body\"\nmass = 2.0\ninertia = [0.3, 0.4, 0.5]\nposition = {at:?}\n"
    )
}

#[test]
fn prismatic_slides_down_an_incline_with_g_sine() {
    let slope = 0.4_f64;
    let (s, c) = slope.sin_cos();
    let axis = [c, -s, 0.0];
    let joint = format!(
        "[[joints]]\nname = \"slide\"\ntype = \"prismatic\"\nbodies = [\"ground\", \"body\"]\npoint = [0.0, 0.0, 0.0]\naxis = {axis:?}\n"
    );
    let motion = run_tight(&(one_body([0.0; 3], [0.0, -G, 0.0]) + &joint), 2.0, 0.1);
    motion.assert_follows("slide.q", |t| 0.5 * G * s * t * t, 1e-10);
    motion.assert_follows("body.vx", |t| G * s * c * t, 1e-10);
    for force in motion.vectors("slide.f") {
        assert_close(dot(force, [s, c, 0.0]), 2.0 * G * c, 1e-10, "normal force");
        assert_close(dot(force, axis), 0.0, 1e-10, "no friction");
    }
}

#[test]
fn planar_prismatic_does_the_same() {
    let (s, c) = 0.4_f64.sin_cos();
    let text = format!(
        r#"
        space = "planar"
        gravity = [0.0, -{G}]
        [[bodies]]
        name = "body"
        mass = 2.0
        inertia = 0.5
        position = [0.0, 0.0]
        [[joints]]
        name = "slide"
        type = "prismatic"
        bodies = ["ground", "body"]
        point = [0.0, 0.0]
        axis = [{c}, -{s}]
        "#
    );
    let motion = run_tight(&text, 2.0, 0.1);
    motion.assert_follows("slide.q", |t| 0.5 * G * s * t * t, 1e-10);
    motion.assert_follows("slide.fx", |_| 2.0 * G * c * s, 1e-10);
    motion.assert_follows("slide.fy", |_| 2.0 * G * c * c, 1e-10);
}

#[test]
fn screw_turns_its_weight_into_rotation() {
    let pitch = 0.05;
    let joint = format!(
        "[[joints]]\nname = \"nut\"\ntype = \"screw\"\nbodies = [\"ground\", \"body\"]\npoint = [0.0, 0.0, 0.0]\naxis = [0.0, 0.0, 1.0]\npitch = {pitch}\n"
    );
    let motion = run_tight(&(one_body([0.0; 3], [0.0, 0.0, -G]) + &joint), 6.0, 0.1);
    // (J + m p²) q̈ = −m g p
    let acceleration = -2.0 * G * pitch / (0.5 + 2.0 * pitch * pitch);
    motion.assert_follows("nut.q", |t| 0.5 * acceleration * t * t, 1e-9);
    motion.assert_follows("body.z", |t| 0.5 * pitch * acceleration * t * t, 1e-9);
    motion.assert_follows("nut.fz", |_| 2.0 * (G + pitch * acceleration), 1e-9);
    motion.assert_follows("nut.tz", |_| 0.5 * acceleration, 1e-9);
    assert!(motion.last("nut.q") < -5.0 * 2.0 * PI, "some turns: {}", motion.last("nut.q"));
}

#[test]
fn cylindrical_falls_and_turns_independently() {
    let axis = [0.6, 0.0, 0.8];
    let text = format!(
        r#"
        gravity = [0.0, 0.0, -{G}]
        [[bodies]]
        name = "body"
        mass = 2.0
        inertia = [0.4, 0.4, 0.4]
        position = [0.0, 0.0, 0.0]
        [[joints]]
        name = "rod"
        type = "cylindrical"
        bodies = ["ground", "body"]
        point = [0.0, 0.0, 0.0]
        axis = {axis:?}
        [[forces]]
        type = "torque"
        body = "body"
        value = [0.6, 0.0, 0.8]
        "#
    );
    let motion = run_tight(&text, 3.0, 0.1);
    let (fall, turn) = (-G * axis[2], 1.0 / 0.4);
    motion.assert_follows("body.x", |t| 0.5 * fall * axis[0] * t * t, 1e-9);
    motion.assert_follows("body.z", |t| 0.5 * fall * axis[2] * t * t, 1e-9);
    motion.assert_follows("body.wx", |t| turn * axis[0] * t, 1e-9);
    motion.assert_follows("body.wz", |t| turn * axis[2] * t, 1e-9);
    for (force, torque) in motion.vectors("rod.f").into_iter().zip(motion.vectors("rod.t")) {
        assert_close(dot(force, axis), 0.0, 1e-9, "free along the axis");
        assert_close(dot(torque, axis), 0.0, 1e-9, "free about the axis");
        assert_close(dot(force, force), (2.0 * G * 0.6).powi(2), 1e-8, "carries the rest of the weight");
    }
}

/// Two wheels on parallel axles a metre apart, or a wheel and a slider; a torque of 3 on the first.
fn coupled(second: &str, coupling: &str, ratio: f64) -> String {
    format!(
        r#"
        [[bodies]]
        name = "first"
        mass = 1.0
        inertia = [0.1, 0.1, 0.2]
        position = [0.0, 0.0, 0.0]
        [[bodies]]
        name = "second"
        mass = 4.0
        inertia = [0.3, 0.3, 0.5]
        position = [1.0, 0.0, 0.0]
        [[joints]]
        name = "A"
        type = "revolute"
        bodies = ["ground", "first"]
        point = [0.0, 0.0, 0.0]
        axis = [0.0, 0.0, 1.0]
        [[joints]]
        name = "B"
        bodies = ["ground", "second"]
        point = [1.0, 0.0, 0.0]
        {second}
        [[joints]]
        name = "mesh"
        type = "{coupling}"
        joints = ["A", "B"]
        ratio = {ratio}
        [[forces]]
        type = "torque"
        body = "first"
        value = [0.0, 0.0, 3.0]
        "#
    )
}

#[test]
fn gear_pair_turns_in_its_ratio_with_the_inertia_of_both() {
    for ratio in [-2.0, 0.4] {
        let text = coupled("type = \"revolute\"\naxis = [0.0, 0.0, 1.0]", "gear", ratio);
        let motion = run_tight(&text, 4.0, 0.1);
        let acceleration = 3.0 / (0.2 + ratio * ratio * 0.5);
        motion.assert_follows("A.q", |t| 0.5 * acceleration * t * t, 1e-9);
        motion.assert_follows("B.q", |t| 0.5 * ratio * acceleration * t * t, 1e-9);
        motion.assert_follows("second.wz", |t| ratio * acceleration * t, 1e-9);
        // What turns the second wheel comes through the teeth.
        motion.assert_follows("mesh.tz", |_| 0.5 * ratio * acceleration, 1e-9);
        motion.assert_follows("B.tz", |_| 0.0, 1e-9);
    }
}

#[test]
fn rack_moves_with_its_pinion() {
    let ratio = 0.25;
    let text = coupled("type = \"prismatic\"\naxis = [0.0, 1.0, 0.0]", "rack_pinion", ratio);
    let motion = run_tight(&text, 4.0, 0.1);
    let acceleration = 3.0 / (0.2 + ratio * ratio * 4.0);
    motion.assert_follows("A.q", |t| 0.5 * acceleration * t * t, 1e-9);
    motion.assert_follows("B.q", |t| 0.5 * ratio * acceleration * t * t, 1e-9);
    motion.assert_follows("second.y", |t| 0.5 * ratio * acceleration * t * t, 1e-9);
    motion.assert_follows("mesh.fy", |_| 4.0 * ratio * acceleration, 1e-9);
}

#[test]
fn universal_joint_keeps_hookes_relation() {
    let bend = 0.7_f64;
    let (s, c) = bend.sin_cos();
    let (out, cross_pin) = ([c, s, 0.0], [s, -c, 0.0]);
    let text = format!(
        r#"
        [[bodies]]
        name = "in"
        mass = 1.0
        inertia = [0.1, 0.2, 0.2]
        position = [-1.0, 0.0, 0.0]
        [[bodies]]
        name = "out"
        mass = 1.0
        inertia = [0.2, 0.2, 0.2]
        position = [{c}, {s}, 0.0]
        [[joints]]
        name = "A"
        type = "revolute"
        bodies = ["ground", "in"]
        point = [-1.0, 0.0, 0.0]
        axis = [1.0, 0.0, 0.0]
        motion = "2*t + 0.5*t^2"
        [[joints]]
        name = "cross"
        type = "universal"
        bodies = ["in", "out"]
        point = [0.0, 0.0, 0.0]
        axis = [0.0, 0.0, 1.0]
        axis2 = {cross_pin:?}
        [[joints]]
        name = "B"
        type = "revolute"
        bodies = ["ground", "out"]
        point = [{c}, {s}, 0.0]
        axis = {out:?}
        "#
    );
    let motion = run_tight(&text, 3.0, 0.05);
    let input = |t: f64| 2.0 * t + 0.5 * t * t;
    // tan(out) = cos β tan(in), on the branch of the input.
    let output = |t: f64| {
        let a = input(t);
        let b = (c * a.sin()).atan2(a.cos());
        b + 2.0 * PI * ((a - b) / (2.0 * PI)).round()
    };
    motion.assert_follows("B.q", output, 1e-11);
    motion.assert_follows("B.qd", |t| (2.0 + t) * c / (1.0 - (s * input(t).sin()).powi(2)), 1e-10);
    assert_eq!(motion.summary.redundant, 3, "two bearings in line through the cross hold three things twice");
}
