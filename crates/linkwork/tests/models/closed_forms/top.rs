//! The heavy symmetric top. With A about the tip and C about its axis, a steady precession Ω at the angle θ from the
//! vertical satisfies A cos θ Ω² − C ω₃ Ω + m g l = 0: a slow and a fast root. Otherwise the energy, the vertical
//! momentum and the momentum about its axis are constant.

use super::rotations::{Vector, cross, dot, matrix, spin};
use crate::motion::{G, assert_close, from_gallery, run, run_tight, spread, tight};

const MASS: f64 = 0.5;
const ARM: f64 = 0.2;
/// About the centre of mass: across, across, along.
const INERTIA: Vector = [0.004, 0.004, 0.006];
/// ω₃ (rad/s).
const SPIN: f64 = 80.0;
/// From the vertical.
const TILT: f64 = 0.6;

/// Slow and fast.
fn steady_rates() -> [f64; 2] {
    let about_tip = INERTIA[0] + MASS * ARM * ARM;
    let (a, b, c) = (about_tip * TILT.cos(), INERTIA[2] * SPIN, MASS * G * ARM);
    let root = (b * b - 4.0 * a * c).sqrt();
    [(b - root) / (2.0 * a), (b + root) / (2.0 * a)]
}

fn steady_top(rate: f64) -> String {
    let (s, c) = TILT.sin_cos();
    let axis = [s, 0.0, c];
    let own = SPIN - rate * c;
    let w = [own * s, 0.0, rate + own * c];
    let r = axis.map(|x| ARM * x);
    let v = cross(w, r);
    // The body's z axis tilted towards x: a turn about y.
    let orientation = [(0.5 * TILT).cos(), 0.0, (0.5 * TILT).sin(), 0.0];
    format!(
        r#"
        gravity = [0.0, 0.0, -{G}]
        [[bodies]]
        name = "top"
        mass = {MASS}
        inertia = {INERTIA:?}
        position = {r:?}
        orientation = {orientation:?}
        velocity = {v:?}
        angular_velocity = {w:?}
        [[joints]]
        name = "tip"
        type = "spherical"
        bodies = ["ground", "top"]
        point = [0.0, 0.0, 0.0]
        "#
    )
}

#[test]
fn steady_precession_stays_steady_at_both_roots() {
    for rate in steady_rates() {
        let motion = run_tight(&steady_top(rate), 2.0, 0.01);
        // 1e-8 of the arm: a factor of a hundred above what the tolerance leaves after 25 turns of its own.
        let (height, radius) = (ARM * TILT.cos(), ARM * TILT.sin());
        motion.assert_follows("top.z", |_| height, 1e-8 * ARM);
        motion.assert_follows("top.x", |t| radius * (rate * t).cos(), 1e-8 * ARM);
        motion.assert_follows("top.y", |t| radius * (rate * t).sin(), 1e-8 * ARM);
        // The tip carries the weight and turns the centre of mass round its circle.
        motion.assert_follows("tip.fz", |_| MASS * G, 1e-6);
        motion.assert_follows("tip.fx", |t| -MASS * rate * rate * radius * (rate * t).cos(), 1e-6);
    }
}

#[test]
fn nodding_top_keeps_its_three_constants() {
    let motion = run(&from_gallery("heavy-top"), &tight(2.0, 0.002));
    let (mass, inertia) = (15.0, [0.234375, 0.46875, 0.234375]);
    let quaternions = motion.columns(["top.qw", "top.qx", "top.qy", "top.qz"]);
    let (r, v, w) = (motion.vectors("top."), motion.vectors("top.v"), motion.vectors("top.w"));
    let mut constants = [Vec::new(), Vec::new()];
    for k in 0..r.len() {
        let rotation = matrix(quaternions[k]);
        let own = spin(&rotation, inertia, w[k]);
        let orbit = cross(r[k], v[k]);
        constants[0].push(own[2] + mass * orbit[2]);
        constants[1].push(dot(own, rotation[1]));
    }
    // Of 69 and 70 kg m²/s.
    assert!(spread(constants[0].iter().copied()) < 1e-8, "vertical momentum");
    assert!(spread(constants[1].iter().copied()) < 1e-8, "momentum about its axis");
    assert_close(constants[1][0], 0.46875 * 150.0, 1e-12, "it starts with C times 150 rad/s");
    assert_close(motion.summary.energy_drift, 0.0, 1e-10, "energy");
    assert!(spread(motion.column("top.z")) > 0.01, "it nods");
}
