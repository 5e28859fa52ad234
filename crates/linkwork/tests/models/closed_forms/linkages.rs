//! Driven planar linkages: positions and rates by trigonometry, the driving torque by virtual power.

use crate::motion::{G, assert_close, from_gallery, run, run_tight, tight};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Crank, coupler, rocker, base.
const BARS: [f64; 4] = [0.4, 1.3, 0.9, 1.2];

/// Angles of coupler and rocker of the open four-bar at a crank angle, by Freudenstein's equation
/// d/a cos θ₄ − d/c cos θ₂ + (a² − b² + c² + d²)/(2ac) = cos(θ₂ − θ₄).
fn four_bar(crank: f64) -> [f64; 2] {
    let [a, b, c, d] = BARS;
    let (k1, k2, k3) = (d / a, d / c, (a * a - b * b + c * c + d * d) / (2.0 * a * c));
    let (sin, cos) = crank.sin_cos();
    // A tan²(θ₄/2) + B tan(θ₄/2) + C = 0
    let (qa, qb, qc) = (cos - k1 - k2 * cos + k3, -2.0 * sin, k1 - (k2 + 1.0) * cos + k3);
    let rocker = 2.0 * ((-qb - (qb * qb - 4.0 * qa * qc).sqrt()) / (2.0 * qa)).atan();
    let coupler = (c * rocker.sin() - a * sin).atan2(d + c * rocker.cos() - a * cos);
    [coupler, rocker]
}

fn driven_four_bar() -> String {
    let [a, b, c, d] = BARS;
    let [coupler, rocker] = four_bar(0.0);
    let mid = |angle: f64, length: f64, x: f64| [x + 0.5 * length * angle.cos(), 0.5 * length * angle.sin()];
    let bar = |name: &str, angle: f64, length: f64, x: f64| {
        let (at, inertia) = (mid(angle, length, x), length * length * length / 12.0);
        format!(
            "[[bodies]]\nname = \"{name}\"\nmass = {length}\ninertia = {inertia}\nposition = {at:?}\nangle = {angle}\n"
        )
    };
    let pin = |name: &str, bodies: [&str; 2], at: [f64; 2], more: &str| {
        format!("[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = {bodies:?}\npoint = {at:?}\n{more}\n")
    };
    let tip = [d + c * rocker.cos(), c * rocker.sin()];
    [
        format!("space = \"planar\"\ngravity = [0.0, -{G}]\n"),
        bar("crank", 0.0, a, 0.0),
        bar("coupler", coupler, b, a),
        bar("rocker", rocker, c, d),
        pin("A", ["ground", "crank"], [0.0, 0.0], "motion = \"3*t\""),
        pin("B", ["crank", "coupler"], [a, 0.0], ""),
        pin("C", ["coupler", "rocker"], tip, ""),
        pin("D", ["ground", "rocker"], [d, 0.0], ""),
    ]
    .concat()
}

#[test]
fn driven_four_bar_follows_freudenstein() {
    let [a, b, c, _] = BARS;
    // Three turns of the crank; velocities in the text are zero, so assembly has to find them.
    let motion = run_tight(&driven_four_bar(), TAU, 0.02);
    motion.assert_follows("A.q", |t| 3.0 * t, 1e-11);
    motion.assert_follows("rocker.angle", |t| four_bar(3.0 * t)[1], 1e-11);
    motion.assert_follows("coupler.angle", |t| four_bar(3.0 * t)[0], 1e-11);
    let rates = |t: f64| {
        let (crank, [coupler, rocker]) = (3.0 * t, four_bar(3.0 * t));
        let swing = (rocker - coupler).sin();
        [3.0 * a / b * (crank - rocker).sin() / swing, 3.0 * a / c * (crank - coupler).sin() / swing]
    };
    motion.assert_follows("coupler.w", |t| rates(t)[0], 1e-10);
    motion.assert_follows("rocker.w", |t| rates(t)[1], 1e-10);

    // Virtual power: what the motor gives is what the bodies take up and gravity asks for.
    let torque = motion.column("A.tz");
    for k in 0..torque.len() {
        let mut power = 0.0;
        for (name, length) in [("crank", a), ("coupler", b), ("rocker", c)] {
            let at = |channel: &str| motion.column(&format!("{name}.{channel}"))[k];
            power += length * (at("ax") * at("vx") + (at("ay") + G) * at("vy"));
            power += length.powi(3) / 12.0 * at("alpha") * at("w");
        }
        assert_close(torque[k], power / 3.0, 1e-9, "torque of the motor");
    }
}

/// Position, velocity and acceleration of a point or angle.
type Jet = [f64; 3];

struct SliderCrank {
    rod: Jet,
    slider: Jet,
    rod_x: Jet,
    rod_y: Jet,
}

const CRANK: f64 = 0.3;
const ROD: f64 = 0.5;

/// x = r cos φ + l cos ψ with l sin ψ = −r sin φ, differentiated twice at constant φ̇.
fn slider_crank(phi: f64, rate: f64) -> SliderCrank {
    let (r, l) = (CRANK, ROD);
    let (s, c) = phi.sin_cos();
    let psi = -(r * s / l).asin();
    let (sp, cp) = psi.sin_cos();
    let d = -r * c * rate / (l * cp);
    let dd = (r * s * rate * rate + l * sp * d * d) / (l * cp);
    let along = |share: f64| {
        [
            r * c + share * l * cp,
            -r * s * rate - share * l * sp * d,
            -r * c * rate * rate - share * l * (cp * d * d + sp * dd),
        ]
    };
    let up = [
        r * s + 0.5 * l * sp,
        r * c * rate + 0.5 * l * cp * d,
        -r * s * rate * rate + 0.5 * l * (cp * dd - sp * d * d),
    ];
    SliderCrank { rod: [psi, d, dd], slider: along(1.0), rod_x: along(0.5), rod_y: up }
}

#[test]
fn slider_crank_follows_its_closed_form_and_needs_the_torque_of_virtual_power() {
    let motion = run(&from_gallery("slider-crank"), &tight(1.5, 0.005));
    let at = |t: f64| slider_crank(FRAC_PI_2 + TAU * t, TAU);
    motion.assert_follows("slider.x", |t| at(t).slider[0], 1e-11);
    motion.assert_follows("slider.vx", |t| at(t).slider[1], 1e-10);
    motion.assert_follows("slider.ax", |t| at(t).slider[2], 1e-9);
    motion.assert_follows("rod.angle", |t| at(t).rod[0], 1e-11);
    motion.assert_follows("rod.alpha", |t| at(t).rod[2], 1e-9);
    motion.assert_follows("guide.q", |t| at(t).slider[0] - 0.4, 1e-11);

    let (crank_mass, rod_mass, slider_mass, rod_inertia) = (1.0, 1.5, 2.0, 0.03125);
    let torque = |t: f64| {
        let m = at(t);
        let lift = crank_mass * G * 0.5 * CRANK * TAU * (FRAC_PI_2 + TAU * t).cos();
        let rod =
            rod_mass * (m.rod_x[1] * m.rod_x[2] + m.rod_y[1] * (m.rod_y[2] + G)) + rod_inertia * m.rod[1] * m.rod[2];
        (lift + rod + slider_mass * m.slider[1] * m.slider[2]) / TAU
    };
    motion.assert_follows("crank.tz", torque, 1e-9);
    // The rod pulls the slider along the guide; the guide itself holds it only across.
    motion.assert_follows("wristpin.fx", |t| slider_mass * at(t).slider[2], 1e-9);
    motion.assert_follows("guide.fx", |_| 0.0, 1e-9);
}
