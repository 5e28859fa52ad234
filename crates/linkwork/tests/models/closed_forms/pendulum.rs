//! The physical pendulum at any amplitude. With θ from the hanging position, n² = m g l / (J + m l²):
//! sin(θ/2) = k sn(K + n t | k²), θ̇ = 2 k n cn(K + n t | k²) for a release from rest at θ₀, k = sin(θ₀/2); and
//! θ = 2 am(n t / κ | κ²), κ = 2 n / θ̇₀ < 1, for one that goes over the top.

use super::elliptic::{amplitude, jacobi, quarter_period};
use super::rotations::dot;
use crate::motion::{G, Motion, assert_close, parse, run, run_tight, tight};

const MASS: f64 = 2.0;
/// About the centre of mass.
const INERTIA: f64 = 0.1;
/// From the pivot to the centre of mass.
const LENGTH: f64 = 0.7;

fn frequency() -> f64 {
    (MASS * G * LENGTH / (INERTIA + MASS * LENGTH * LENGTH)).sqrt()
}

/// θ and θ̇ after a release from rest.
fn swinging(start: f64, t: f64) -> [f64; 2] {
    let (k, n) = ((0.5 * start).sin(), frequency());
    let [sn, cn, _] = jacobi(quarter_period(k * k) + n * t, k * k);
    [2.0 * (k * sn).asin(), 2.0 * k * n * cn]
}

fn planar(start: f64, rate: f64) -> String {
    let (s, c) = start.sin_cos();
    let (x, y, vx, vy) = (LENGTH * s, -LENGTH * c, rate * LENGTH * c, rate * LENGTH * s);
    format!(
        r#"
        space = "planar"
        gravity = [0.0, -{G}]
        [[bodies]]
        name = "rod"
        mass = {MASS}
        inertia = {INERTIA}
        position = [{x}, {y}]
        angle = {start}
        velocity = [{vx}, {vy}]
        angular_velocity = {rate}
        [[joints]]
        name = "pivot"
        type = "revolute"
        bodies = ["ground", "rod"]
        point = [0.0, 0.0]
        "#
    )
}

/// About the axis (0.6, 0, 0.8): the plane of motion holds y and a = (0.8, 0, −0.6), a × y = axis.
const AXIS: [f64; 3] = [0.6, 0.0, 0.8];
const ACROSS: [f64; 3] = [0.8, 0.0, -0.6];

fn spatial(start: f64) -> String {
    let (s, c) = start.sin_cos();
    let [x, y, z] = [LENGTH * s * ACROSS[0], -LENGTH * c, LENGTH * s * ACROSS[2]];
    // Equal moments, so that the body's own axes need not follow the oblique plane.
    format!(
        r#"
        gravity = [0.0, -{G}, 0.0]
        [[bodies]]
        name = "rod"
        mass = {MASS}
        inertia = [{INERTIA}, {INERTIA}, {INERTIA}]
        position = [{x}, {y}, {z}]
        [[joints]]
        name = "pivot"
        type = "revolute"
        bodies = ["ground", "rod"]
        point = [0.0, 0.0, 0.0]
        axis = [0.6, 0.0, 0.8]
        "#
    )
}

/// The pivot pulls with m (l θ̇² + g cos θ) towards itself and holds m (l θ̈ + g sin θ) across.
fn assert_reactions(motion: &Motion, across: [f64; 3], expected: impl Fn(f64) -> [f64; 2]) {
    for (t, force) in motion.times().into_iter().zip(motion.vectors("pivot.f")) {
        let [theta, rate] = expected(t);
        let (s, c) = theta.sin_cos();
        let inward = [-s * across[0], c, -s * across[2]];
        let forward = [c * across[0], s, c * across[2]];
        let acceleration = -frequency().powi(2) * s;
        // Forces of up to 100 N.
        let pull = MASS * (LENGTH * rate * rate + G * c);
        assert_close(dot(force, inward), pull, 1e-7, &format!("pull at t = {t}"));
        let hold = MASS * (LENGTH * acceleration + G * s);
        assert_close(dot(force, forward), hold, 1e-7, &format!("hold at t = {t}"));
    }
}

#[test]
fn planar_pendulum_swings_as_elliptic_functions_say() {
    for start in [0.1, 2.0, 3.1] {
        // A pendulum that is released near the upright position amplifies errors, and a joint's angle of some radians
        // has a wider tolerance than positions of its body.
        let tighter = linkwork::Settings { rtol: 1e-13, ..tight(5.0, 0.05) };
        let motion = run(&parse(&planar(start, 0.0)), &tighter);
        motion.assert_follows("pivot.q", |t| swinging(start, t)[0] - start, 1e-9);
        motion.assert_follows("rod.angle", |t| swinging(start, t)[0], 1e-9);
        motion.assert_follows("pivot.qd", |t| swinging(start, t)[1], 1e-9);
        assert_reactions(&motion, [1.0, 0.0, 0.0], |t| swinging(start, t));
    }
}

#[test]
fn spatial_pendulum_about_an_oblique_axis_does_the_same() {
    let start = 2.5;
    let motion = run_tight(&spatial(start), 5.0, 0.05);
    motion.assert_follows("pivot.q", |t| swinging(start, t)[0] - start, 1e-9);
    motion.assert_follows("rod.x", |t| LENGTH * swinging(start, t)[0].sin() * ACROSS[0], 1e-9);
    for (t, w) in motion.times().into_iter().zip(motion.vectors("rod.w")) {
        assert_close(dot(w, AXIS), swinging(start, t)[1], 1e-9, "rate");
    }
    assert_reactions(&motion, ACROSS, |t| swinging(start, t));
    // A symmetric body swinging in its plane needs no torque from the hinge.
    assert!(motion.vectors("pivot.t").iter().flatten().all(|t| t.abs() < 1e-9));
}

#[test]
fn pendulum_comes_back_after_the_period() {
    let start = 2.0_f64;
    let period = 4.0 * quarter_period((0.5 * start).sin().powi(2)) / frequency();
    let motion = run_tight(&planar(start, 0.0), period, period / 2.0);
    let angles = motion.column("rod.angle");
    assert_close(angles[1], -start, 1e-10, "half a period");
    assert_close(angles[2], start, 1e-10, "a period");
    assert_close(motion.last("pivot.qd"), 0.0, 1e-9, "rate after a period");
}

#[test]
fn pendulum_goes_over_the_top_and_counts_turns() {
    let rate = 12.0;
    let kappa = 2.0 * frequency() / rate;
    let expected = |t: f64| 2.0 * amplitude(frequency() * t / kappa, kappa * kappa);
    let motion = run_tight(&planar(0.0, rate), 5.0, 0.05);
    motion.assert_follows("pivot.q", expected, 1e-9);
    motion.assert_follows("rod.angle", expected, 1e-9);
    assert!(motion.last("pivot.q") > 40.0, "some seven turns");
}
