//! Friction of joints by a coefficient and their own reactions, against equations in minimal coordinates in which it is
//! solved for in closed form or by itself; creep, order of the integrator, jamming, and what does not know it.

use crate::expressions::EXACT;
use crate::machines::Equations;
use crate::motion::{G, assert_close, parse, run, tight};
use linkwork::recorder::Memory;
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, SimulationError};

/// The law of friction for a unit of load, at a rate over `speed`.
pub fn law(x: f64) -> f64 {
    if x.abs() < 1.0 { 0.5 * x * (3.0 - x * x) } else { x.signum() }
}

/// Runs a model in every formulation, and compares columns at the end.
fn check(model: &Model, end: f64, expected: &[(&str, f64)]) {
    for formulation in EXACT {
        let motion = run(model, &Settings { formulation: formulation.parse().unwrap(), ..tight(end, end) });
        assert_eq!(motion.summary.formulation, formulation);
        for &(column, value) in expected {
            assert_close(motion.last(column), value, 1e-8 * value.abs().max(1.0), &format!("{formulation}: {column}"));
        }
        let balance = motion.summary.energy_balance;
        assert!(balance < 1e-8, "{formulation}: energy balance {balance:.1e}");
    }
}

const MASS: f64 = 2.0;
const ARM: f64 = 0.5;
const MOMENT: f64 = 0.1;
const PIN: f64 = 0.3 * 0.2;

/// A rod on a pin with coefficient 0.3 and radius 0.2, which starts level.
fn pendulum() -> Model {
    parse(
        r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [[bodies]]
        name = "rod"
        mass = 2.0
        inertia = 0.1
        position = [0.5, 0.0]
        [[joints]]
        name = "pin"
        type = "revolute"
        bodies = ["ground", "rod"]
        point = [0.0, 0.0]
        friction = { coefficient = 0.3, radius = 0.2, speed = 0.05 }
        "#,
    )
}

/// Acceleration of the rod at an angle below the horizontal and a rate, and the force in its pin.
///
/// The force is m (A − B N, C) across and along the rod, with A and C from weight and motion and B from friction, so
/// its size N is the positive root of a quadratic equation.
fn swing(angle: f64, rate: f64) -> [f64; 2] {
    let about_pin = MOMENT + MASS * ARM * ARM;
    let (sine, cosine) = angle.sin_cos();
    // Across the rod, against weight: what of it the free swing leaves.
    let a = -G * cosine * (1.0 - MASS * ARM * ARM / about_pin);
    let b = ARM * PIN * law(rate / 0.05) / about_pin;
    let c = ARM * rate * rate + G * sine;
    let square = 1.0 - (MASS * b).powi(2);
    let linear = MASS * MASS * a * b;
    let force = (-linear + (linear * linear + square * MASS * MASS * (a * a + c * c)).sqrt()) / square;
    [(MASS * G * ARM * cosine - PIN * law(rate / 0.05) * force) / about_pin, force]
}

#[test]
fn a_pendulum_is_slowed_by_its_pin() {
    let rate = |_: f64, [angle, rate]: [f64; 2]| [rate, swing(angle, rate)[0]];
    let switches = |_: f64, [_, rate]: [f64; 2]| [rate - 0.05, rate + 0.05];
    let [angle, speed] = Equations { rate, switches, step: 5e-5 }.integrate([0.0, 0.0], [0.0, 2.0]);
    let [acceleration, force] = swing(angle, speed);
    let torque = PIN * law(speed / 0.05) * force;
    let expected = [("pin.q", -angle), ("pin.qd", -speed), ("pin.qdd", -acceleration), ("pin.friction", torque)];
    check(&pendulum(), 2.0, &expected);
}

/// A rotor whose axis is tilted and whose centre of mass is off both the axis and the middle of its two bearings.
#[test]
fn moments_press_the_two_bearings_of_a_pin() {
    let tilt: f64 = 0.4;
    let (offset, length) = (0.3, 0.25);
    let text = format!(
        r#"
        gravity = [{}, 0.0, {}]
        [[bodies]]
        name = "rotor"
        mass = 2.0
        inertia = [0.05, 0.08, 0.1]
        position = [0.5, 0.0, {offset}]
        [[joints]]
        name = "pin"
        type = "revolute"
        bodies = ["ground", "rotor"]
        point = [0.0, 0.0, 0.0]
        axis = [0.0, 0.0, 1.0]
        qd = 4.0
        friction = {{ coefficient = 0.1, static_coefficient = 0.12, radius = 0.05, length = {length}, speed = 0.1 }}
        "#,
        G * tilt.sin(),
        -G * tilt.cos()
    );
    let about_pin = MOMENT + MASS * ARM * ARM;
    let law = |rate: f64| {
        let x: f64 = rate / 0.1;
        let beyond = 0.1 + 0.02 * (-(x.abs() - 1.0).powi(2)).exp();
        if x.abs() < 1.0 { 0.12 * 0.5 * x * (3.0 - x * x) } else { beyond * x.signum() }
    };
    // Radial, tangential and axial components.
    let normal_load = |force: [f64; 3]| {
        let [radial, tangential, axial] = force;
        let moment = [(ARM * axial - offset * radial) / length, -offset * tangential / length, 0.0];
        let size = |sign: f64| (0..3).map(|k| (0.5 * force[k] + sign * moment[k]).powi(2)).sum::<f64>().sqrt();
        size(1.0) + size(-1.0)
    };
    let rate = |_: f64, [angle, rate]: [f64; 2]| {
        let pull = G * tilt.sin();
        let mut acceleration = 0.0;
        for _ in 0..100 {
            let radial = MASS * (-ARM * rate * rate - pull * angle.cos());
            let tangential = MASS * (ARM * acceleration + pull * angle.sin());
            let friction = 0.05 * law(rate) * normal_load([radial, tangential, MASS * G * tilt.cos()]);
            acceleration = (-MASS * pull * ARM * angle.sin() - friction) / about_pin;
        }
        [rate, acceleration]
    };
    let switches = |_: f64, [_, rate]: [f64; 2]| [rate - 0.1, rate + 0.1];
    let [angle, speed] = Equations { rate, switches, step: 2e-4 }.integrate([0.0, 4.0], [0.0, 1.0]);
    check(&parse(&text), 1.0, &[("pin.q", angle), ("pin.qd", speed)]);
}

/// A block of 3 kg on a slope of 0.5 rad, in axes along and across it.
fn block(friction: &str, more: &str) -> Model {
    parse(&format!(
        r#"
        space = "planar"
        gravity = [{}, {}]
        [[bodies]]
        name = "block"
        mass = 3.0
        inertia = 0.2
        [[joints]]
        name = "slope"
        type = "prismatic"
        bodies = ["ground", "block"]
        axis = [1.0, 0.0]
        friction = {{ {friction} }}
        {more}
        "#,
        G * 0.5_f64.sin(),
        -G * 0.5_f64.cos()
    ))
}

#[test]
fn a_block_slides_down_a_slope_and_a_force_presses_it() {
    let more = "[[forces]]\ntype = \"force\"\nbody = \"block\"\nvalue = [0.0, \"-20*slope.q\"]";
    let model = block("coefficient = 0.3, viscous = 0.5, speed = 0.01", more);
    let rate = |_: f64, [q, v]: [f64; 2]| {
        let normal = 3.0 * G * 0.5_f64.cos() + 20.0 * q;
        [v, G * 0.5_f64.sin() - (0.3 * normal * law(v / 0.01) + 0.5 * v) / 3.0]
    };
    let switches = |_: f64, [_, v]: [f64; 2]| [v - 0.01];
    let [q, v] = Equations { rate, switches, step: 1e-5 }.integrate([0.0, 0.0], [0.0, 1.0]);
    check(&model, 1.0, &[("slope.q", q), ("slope.qd", v)]);
}

/// A pull above the rail tilts the block between its pads, which press more than its weight does.
#[test]
fn moments_press_the_two_pads_of_a_guide() {
    let more = "[[forces]]\ntype = \"force\"\nbody = \"block\"\npoint = [0.0, 0.4]\nvalue = [30.0, 0.0]";
    let model = block("coefficient = 0.2, length = 0.3, speed = 0.01", more);
    let normal: f64 = 2.0 * 30.0 * 0.4 / 0.3;
    assert!(normal > 3.0 * G * 0.5_f64.cos());
    let rate = |_: f64, [_, v]: [f64; 2]| [v, G * 0.5_f64.sin() + (30.0 - 0.2 * normal * law(v / 0.01)) / 3.0];
    let switches = |_: f64, [_, v]: [f64; 2]| [v - 0.01];
    let [q, v] = Equations { rate, switches, step: 1e-5 }.integrate([0.0, 0.0], [0.0, 0.5]);
    check(&model, 0.5, &[("slope.q", q), ("slope.qd", v)]);
}

/// tan 0.5 = 0.546 is below the coefficient: it creeps at the rate at which friction is the weight along the slope.
#[test]
fn a_block_below_the_angle_of_friction_creeps_slower_than_speed() {
    let model = block("coefficient = 0.6, speed = 1e-3", "");
    let mut creep = 0.5;
    for _ in 0..100 {
        creep = 2.0 / 3.0 * 0.5_f64.tan() / 0.6 + creep * creep * creep / 3.0;
    }
    for formulation in EXACT {
        let settings = Settings { formulation: formulation.parse().unwrap(), ..tight(0.1, 0.1) };
        let motion = run(&model, &settings);
        assert_close(motion.last("slope.qd"), 1e-3 * creep, 1e-12, formulation);
        assert!(motion.last("slope.qd") < 1e-3);
    }
    // One that is just above it breaks loose.
    let sliding = run(&block("coefficient = 0.54, speed = 1e-3", ""), &tight(0.1, 0.1));
    assert!(sliding.last("slope.qd") > 1e-3);
}

const PIN_FRICTION: &str = "friction = { coefficient = 0.2, radius = 0.02, speed = 0.1 }";

/// A crank, a rod and a slider with friction in all joints.
fn slider_crank(drive: &str, coefficient: f64) -> Model {
    parse(&format!(
        r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [[bodies]]
        name = "crank"
        mass = 1.0
        inertia = 0.01
        position = [0.1, 0.0]
        [[bodies]]
        name = "rod"
        mass = 1.5
        inertia = 0.03
        position = [0.45, 0.0]
        [[bodies]]
        name = "slider"
        mass = 2.0
        inertia = 0.02
        position = [0.7, 0.0]
        [[joints]]
        name = "A"
        type = "revolute"
        bodies = ["ground", "crank"]
        point = [0.0, 0.0]
        {drive}
        [[joints]]
        name = "B"
        type = "revolute"
        bodies = ["crank", "rod"]
        point = [0.2, 0.0]
        {PIN_FRICTION}
        [[joints]]
        name = "C"
        type = "revolute"
        bodies = ["rod", "slider"]
        point = [0.7, 0.0]
        {PIN_FRICTION}
        [[joints]]
        name = "guide"
        type = "prismatic"
        bodies = ["ground", "slider"]
        point = [0.7, 0.0]
        axis = [1.0, 0.0]
        friction = {{ coefficient = {coefficient}, length = 0.2, speed = 0.01 }}
        "#
    ))
}

#[test]
fn formulations_and_solvers_agree_on_a_slider_crank_with_friction_in_all_joints() {
    let model = slider_crank(&format!("qd = 20.0\n{PIN_FRICTION}"), 0.3);
    let columns = ["A.q", "guide.qd", "A.friction", "C.friction", "guide.friction", "energy.work"];
    let of = |settings: Settings| {
        let motion = run(&model, &settings);
        columns.map(|column| motion.last(column))
    };
    let right = of(tight(0.3, 0.3));
    assert!(right[5] < -0.1, "friction takes energy: {right:?}");
    for formulation in EXACT {
        for solver in ["elimination", "qr", "dense", "cyclic", "pcg", "relaxation"] {
            let settings = Settings {
                formulation: formulation.parse().unwrap(),
                solver: solver.parse().unwrap(),
                ..tight(0.3, 0.3)
            };
            for ((found, right), column) in of(settings).into_iter().zip(right).zip(columns) {
                assert_close(found, right, 1e-8 * right.abs().max(1.0), &format!("{formulation}, {solver}: {column}"));
            }
        }
    }
}

/// The right side is a function of the state alone, so errors fall with the fourth or fifth power of the number of
/// steps.
#[test]
fn the_order_of_dopri5_survives_friction_by_reaction() {
    let model = pendulum();
    // Before the rod turns back, so that there is no kink on its way but at the start.
    let of = |rtol: f64| {
        let motion = run(&model, &Settings { rtol, atol: rtol, ..tight(0.5, 0.5) });
        (motion.last("pin.q"), motion.summary.steps as f64)
    };
    let (right, _) = of(1e-13);
    let (coarse, few) = of(1e-6);
    let (fine, many) = of(1e-9);
    let order = ((coarse - right) / (fine - right)).abs().ln() / (many / few).ln();
    assert!(order > 4.0, "order {order:.2}, from {few} to {many} steps");
}

/// Sin φ = 0.4 sin θ of the rod: the guide jams where coefficient · tan φ = 1, which is at θ = 0.6948 for 3.8.
#[test]
fn jamming_is_reported_with_joint_and_time() {
    let coefficient: f64 = 3.8;
    let tilt = (1.0 / coefficient).atan().sin();
    let jams_at = (tilt / 0.4).asin() / 2.0;
    let text = "motion = \"2*t\"";
    for formulation in EXACT {
        let model = slider_crank(text, coefficient);
        let settings = Settings { formulation: formulation.parse().unwrap(), end: 1.0, ..Settings::default() };
        let plan = Plan::choose(&model, &settings).unwrap();
        let error = Simulation::new(model.clone(), plan).unwrap().run(&mut Memory::default()).unwrap_err();
        let SimulationError::Jams { time, joint } = &error else { panic!("{formulation}: {error}") };
        assert_eq!(joint, "guide");
        // Pins press a little more than the guide alone.
        assert!(*time < jams_at + 1e-6 && *time > 0.9 * jams_at, "{formulation}: {time} {jams_at}");
        let message = error.in_model(&model);
        assert!(message.contains("joint 'guide' jams") && message.starts_with("test.toml:"), "{message}");
    }
}

#[test]
fn a_run_that_goes_on_from_a_checkpoint_has_the_same_bits() {
    let model = slider_crank("qd = 20.0", 0.3);
    for formulation in EXACT {
        let settings = Settings { formulation: formulation.parse().unwrap(), end: 0.2, ..Settings::default() };
        let plan = Plan::choose(&model, &settings).unwrap();
        let mut whole = Simulation::new(model.clone(), plan.clone()).unwrap();
        for _ in 0..5 {
            whole.step(0.2).unwrap();
        }
        let checkpoint = Checkpoint::parse(whole.checkpoint().to_text().as_bytes()).unwrap();
        let mut second = Simulation::restore(model.clone(), plan, &checkpoint).unwrap();
        for simulation in [&mut whole, &mut second] {
            (0..5).for_each(|_| simulation.step(0.2).unwrap());
        }
        let bits = |simulation: &Simulation| simulation.state().values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&whole), bits(&second), "{formulation}");
    }
}

#[test]
fn methods_without_reactions_refuse_it() {
    let model = pendulum();
    let multiscale = Settings { formulation: "multiscale".parse().unwrap(), ..Settings::default() };
    let error = Plan::choose(&model, &multiscale).unwrap_err().to_string();
    assert!(error.contains("friction by a `coefficient`") && error.contains("use `cartesian`"), "{error}");
    let specialized =
        Settings { specialize: "on".parse().unwrap(), formulation: "cartesian".parse().unwrap(), ..tight(1.0, 1.0) };
    let plan = Plan::choose(&model, &specialized).unwrap();
    let error = linkwork::symbolic::Specialized::of(&model, &plan).unwrap_err();
    assert!(error.contains("load along a joint's coordinate (friction)"), "{error}");
}
