//! Points on curves: beads on wires against equations of motion in one coordinate, a cam, a rail in space, the end of
//! an open curve, and what is said of curves that are none.

use crate::motion::{G, assert_close, largest_difference, parse, run, run_tight, spread, tight};
use linkwork::recorder::Memory;
use linkwork::symbolic::{Interpreter, Specialized};
use linkwork::system::System;
use linkwork::{Model, Plan, Settings, Simulation, SimulationError};
use std::f64::consts::TAU;

fn list(points: impl IntoIterator<Item = Vec<f64>>) -> String {
    let points: Vec<String> = points.into_iter().map(|point| format!("{point:?}")).collect();
    format!("[{}]", points.join(", "))
}

/// A bead of 2 kg on a wire of the ground, in the plane.
fn bead(curve: &str, at: [f64; 2]) -> String {
    format!(
        r#"
        name = "bead"
        space = "planar"
        gravity = [0.0, -{G}]
        [[bodies]]
        name = "bead"
        mass = 2.0
        inertia = 0.1
        position = {at:?}
        [[joints]]
        name = "wire"
        type = "point_curve"
        bodies = ["ground", "bead"]
        point = [0.0, 0.0]
        point2 = {at:?}
        curve = {curve}
        "#
    )
}

/// Values at the output times of y¨ = acceleration(y, ẏ) from rest, by many small steps of Runge and Kutta.
fn integrate(start: f64, [end, output_step]: [f64; 2], acceleration: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    const STEPS: usize = 2000;
    let (h, mut y, mut v, mut values) = (output_step / STEPS as f64, start, 0.0, vec![start]);
    for _ in 0..(end / output_step).round() as usize {
        for _ in 0..STEPS {
            let (k1, l1) = (v, acceleration(y, v));
            let (k2, l2) = (v + 0.5 * h * l1, acceleration(y + 0.5 * h * k1, v + 0.5 * h * l1));
            let (k3, l3) = (v + 0.5 * h * l2, acceleration(y + 0.5 * h * k2, v + 0.5 * h * l2));
            let (k4, l4) = (v + h * l3, acceleration(y + h * k3, v + h * l3));
            y += h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4);
            v += h / 6.0 * (l1 + 2.0 * (l2 + l3) + l4);
        }
        values.push(y);
    }
    values
}

/// R θ¨ = −g cos θ; q is the length from where the bead starts.
#[test]
fn a_bead_on_a_circle_is_a_pendulum() {
    let motion = run_tight(&bead("{ radius = 0.5 }", [0.5, 0.0]), 3.0, 0.1);
    let angles = integrate(0.0, [3.0, 0.1], |angle, _| -G / 0.5 * angle.cos());
    for ((q, x), angle) in motion.column("wire.q").iter().zip(motion.column("bead.x")).zip(&angles) {
        assert_close(*q, 0.5 * angle, 1e-8, "wire.q");
        assert_close(x, 0.5 * angle.cos(), 1e-8, "bead.x");
    }
    assert!(spread(motion.column("energy.total")) < 1e-9);
}

/// y = x²/2: (1 + x²) x¨ + x ẋ² + g x = 0. A spline through points 0.02 m apart is as near as that.
#[test]
fn a_bead_on_a_parabola_follows_its_equation() {
    let points = list((-100..=100).map(|k| f64::from(k) * 0.02).map(|x| vec![x, 0.5 * x * x]));
    let text = bead(&format!("{{ points = {points} }}"), [1.0, 0.5]);
    let motion = run_tight(&text, 3.0, 0.1);
    let expected = integrate(1.0, [3.0, 0.1], |x, v| -(x * v * v + G * x) / (1.0 + x * x));
    let off = largest_difference(&motion.column("bead.x"), &expected);
    assert!(off < 2e-6, "{off:e}");
    // The rate of q is the speed along the wire.
    for [qd, vx, vy] in motion.columns(["wire.qd", "bead.vx", "bead.vy"]) {
        assert_close(qd.abs(), vx.hypot(vy), 1e-9, "speed");
    }
}

const METHODS: [(&str, &str); 6] = [
    ("cartesian", "elimination"),
    ("cartesian", "qr"),
    ("cartesian", "pcg"),
    ("recursive", "elimination"),
    ("recursive", "dense"),
    ("natural", "elimination"),
];

fn by(methods: (&str, &str), end: f64) -> Settings {
    Settings { formulation: methods.0.parse().unwrap(), solver: methods.1.parse().unwrap(), ..tight(end, 0.1) }
}

/// A pendulum whose tip is on a wire round it, so that loops and rotations matter.
fn slotted() -> String {
    let points = list((0..8).map(|k| f64::from(k) * TAU / 8.0).map(|a| vec![0.7 * a.cos(), 0.5 * a.sin()]));
    format!(
        r#"
        name = "slotted"
        space = "planar"
        gravity = [0.0, -{G}]
        [[bodies]]
        name = "plate"
        mass = 3.0
        inertia = 0.4
        position = [0.1, 0.2]
        angle = 0.3
        angular_velocity = 2.0
        [[bodies]]
        name = "rod"
        mass = 1.0
        inertia = 0.05
        position = [0.8, 0.2]
        [[joints]]
        name = "pin"
        type = "revolute"
        bodies = ["ground", "plate"]
        point = [0.0, 0.0]
        [[joints]]
        name = "slot"
        type = "point_curve"
        bodies = ["plate", "rod"]
        first = {{ point = [0.0, 0.0] }}
        second = {{ point = [-0.1, 0.0] }}
        curve = {{ points = {points}, closed = true }}
        "#
    )
}

#[test]
fn all_formulations_find_the_same_motion() {
    let model = parse(&slotted());
    let expected = run(&model, &by(METHODS[0], 2.0));
    assert!(spread(expected.column("energy.total")) < 1e-7, "{}", spread(expected.column("energy.total")));
    for methods in METHODS {
        let found = run(&model, &by(methods, 2.0));
        for channel in ["rod.x", "rod.y", "plate.angle", "slot.q", "slot.fx"] {
            let off = largest_difference(&found.column(channel), &expected.column(channel));
            assert!(off < 1e-6, "{methods:?} {channel}: {off:e}");
        }
    }
}

#[test]
fn threads_change_no_bit_and_runs_go_on_from_checkpoints() {
    let model = parse(&slotted());
    let hash = |threads: usize| run(&model, &Settings { threads, ..tight(1.0, 0.1) }).summary.state_hash;
    assert_eq!(hash(1), hash(2));
    let plan = Plan::choose(&model, &tight(1.0, 0.1)).unwrap();
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    simulation.step(1.0).unwrap();
    let mut other = Simulation::restore(model, plan, &simulation.checkpoint()).unwrap();
    for _ in 0..20 {
        simulation.step(10.0).unwrap();
        other.step(10.0).unwrap();
    }
    assert_eq!(simulation.state(), other.state());
}

/// The follower on an eccentric circle of 64 points: y = e cos φ + √(r² − e² sin² φ).
#[test]
fn a_cam_lifts_its_follower() {
    let (r, e) = (0.3, 0.1);
    let points = list((0..64).map(|k| f64::from(k) * TAU / 64.0).map(|a| vec![r * a.cos(), e + r * a.sin()]));
    let text = format!(
        r#"
        name = "cam"
        space = "planar"
        gravity = [0.0, -{G}]
        [[bodies]]
        name = "cam"
        mass = 1.0
        inertia = 0.05
        [[bodies]]
        name = "follower"
        mass = 0.5
        inertia = 0.01
        position = [0.0, {}]
        [[joints]]
        name = "shaft"
        type = "revolute"
        bodies = ["ground", "cam"]
        point = [0.0, 0.0]
        motion = "4*t"
        [[joints]]
        name = "guide"
        type = "prismatic"
        bodies = ["ground", "follower"]
        axis = [0.0, 1.0]
        [[joints]]
        name = "contact"
        type = "point_curve"
        bodies = ["cam", "follower"]
        first = {{ point = [0.0, 0.0] }}
        second = {{ point = [0.0, -0.2] }}
        curve = {{ points = {points}, closed = true }}
        "#,
        e + r + 0.2
    );
    let motion = run_tight(&text, TAU, 0.1);
    let lift = |t: f64| e * (4.0 * t).cos() + (r * r - (e * (4.0 * t).sin()).powi(2)).sqrt();
    motion.assert_follows("follower.y", |t| 0.2 + lift(t), 1e-6);
    // Four turns of the cam; the point goes round the other way.
    assert_close(motion.last("contact.q"), -4.0 * TAU * r, 1e-4, "length along the cam");
}

/// Along a helix of radius r that falls by p a radian, q¨ = g p/√(r² + p²).
#[test]
fn a_bead_falls_along_a_rail_in_space() {
    let (r, p) = (0.4, 0.1);
    let at = |a: f64| vec![r * a.cos(), r * a.sin(), -p * a];
    let points = list((-40..=400).map(|k| at(f64::from(k) * 0.05)));
    let text = format!(
        r#"
        name = "rail"
        gravity = [0.0, 0.0, -{G}]
        [[bodies]]
        name = "bead"
        mass = 2.0
        inertia = [0.1, 0.2, 0.3]
        position = [{r}, 0.0, 0.0]
        [[joints]]
        name = "rail"
        type = "point_curve"
        bodies = ["ground", "bead"]
        point = [0.0, 0.0, 0.0]
        point2 = [{r}, 0.0, 0.0]
        curve = {{ points = {points} }}
        "#
    );
    let model = parse(&text);
    for methods in METHODS {
        let motion = run(&model, &by(methods, 1.0));
        motion.assert_follows("rail.q", |t| 0.5 * G * p / r.hypot(p) * t * t, 1e-5);
        // Of what falling turns into motion; at each point of the rail the rates have a kink.
        let (drift, fallen) = (spread(motion.column("energy.total")), 2.0 * G * -motion.last("bead.z"));
        assert!(drift < 1e-8 * fallen, "{methods:?} {drift:e} of {fallen}");
        assert!(motion.column("residual.position").iter().all(|x| *x < 1e-9), "{methods:?}");
    }
}

/// Ten seconds at the usual tolerances.
#[test]
fn energy_is_kept_for_long() {
    let motion = run(&parse(&slotted()), &Settings { end: 10.0, output_step: 0.1, ..Settings::default() });
    assert!(motion.summary.energy_drift < 1e-5, "{:e}", motion.summary.energy_drift);
}

/// Down a slope of 30°: 1 m takes √(2/(g sin 30°)).
#[test]
fn the_end_of_an_open_curve_ends_the_run() {
    let slope = |x: f64| vec![x * 0.75f64.sqrt(), -0.5 * x];
    let curve = format!("{{ points = {} }}", list([-0.5, 0.0, 0.6, 1.0].map(slope)));
    let model = parse(&bead(&curve, [0.0, 0.0]));
    let plan = Plan::choose(&model, &tight(3.0, 0.1)).unwrap();
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    let mut memory = Memory::default();
    let trouble = simulation.run(&mut memory).unwrap_err();
    let SimulationError::LeavesCurve { time, ref joint } = trouble else { panic!("{trouble}") };
    assert_eq!(joint, "wire");
    assert_close(time, (2.0 / (0.5 * G)).sqrt(), 1e-6, "time");
    assert!(trouble.in_model(&model).contains("leaves the curve"), "{trouble}");
    assert_eq!(memory.rows.len(), 7, "rows up to the end are kept");
}

/// A bead off its wire is brought onto it.
#[test]
fn assembly_moves_points_onto_their_curves() {
    let text = bead("{ radius = 0.5 }", [0.5, 0.0]).replace("position = [0.5, 0.0]", "position = [0.4995, 0.0]");
    let text = text.replace(
        "point = [0.0, 0.0]\n        point2 = [0.5, 0.0]",
        "first = { point = [0.0, 0.0] }\n        second = { point = [0.0, 0.0] }",
    );
    let motion = run_tight(&text, 0.0, 0.1);
    assert_close(motion.last("bead.x"), 0.5, 1e-9, "bead.x");
}

/// Rates of a specialized program for a circle; splines are refused.
#[test]
fn programs_are_written_for_circles() {
    let model = parse(
        &bead("{ radius = 0.5 }", [0.3, 0.4]).replace("mass = 2.0", "mass = 2.0\n        velocity = [0.8, -0.6]"),
    );
    let settings = by(("cartesian", "qr"), 1.0);
    let plan = Plan::choose(&model, &settings).unwrap();
    let specialized = Specialized::of(&model, &plan).unwrap();
    let inputs = [&[0.0], &plan.initial.values[..], &plan.initial.unwrapped_angles].concat();
    let mut outputs = vec![0.0; specialized.evaluation.outputs.len()];
    Interpreter::new(&specialized.evaluation).unwrap().run(&inputs, &mut outputs);
    let mut rates = vec![0.0; plan.initial.values.len()];
    plan.make_workspace(&model).unwrap().evaluate(0.0, &plan.initial.values, &mut rates).unwrap();
    assert!(largest_difference(&rates, &outputs[..rates.len()]) < 1e-12, "{rates:?} {outputs:?}");

    let model = parse(&slotted());
    let why = Specialized::of(&model, &Plan::choose(&model, &settings).unwrap()).unwrap_err();
    assert!(why.contains("'slot' follows a spline"), "{why}");
}

#[test]
fn curves_that_are_none_are_refused() {
    let cases = [
        ("{ radius = 0.0 }", "must be positive, not 0"),
        ("{ radius = 0.5, closed = true }", "a circle is closed anyway"),
        ("{ radius = 0.5, points = [[0, 0], [1, 0], [1, 1]] }", "keep one of the two"),
        ("{ }", "needs a `radius`"),
        ("{ points = [[0, 0], [1, 0]] }", "needs 3 points or more, found 2"),
        ("{ points = [[0, 0], [1, 0, 0], [1, 1]] }", "point 2 of the curve needs 2 numbers, found 3"),
        ("{ points = [[0, 0], [1, 0], [1, 0]] }", "points 2 and 3 of the curve coincide"),
        ("{ points = [[0, 0], [1, 0], [1, 1], [0, 0]], closed = true }", "is its first one again"),
        ("{ points = [[0, 0], [1, nan], [1, 1]] }", "finite"),
    ];
    for (curve, said) in cases {
        let faults = Model::parse(&bead(curve, [0.5, 0.0]), "test.toml").unwrap_err();
        assert_eq!(faults.0.len(), 1, "{curve}: {faults}");
        assert!(faults.to_string().contains(said), "{curve}: {faults}");
    }
}
