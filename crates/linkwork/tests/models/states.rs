//! States beside the mechanism, conditions that stop a run, and instants at which loads switch: against closed forms
//! and equations in minimal coordinates, with every integrator.

use crate::expressions::integrate;
use crate::motion::{G, Motion, assert_close, parse, run, tight};
use linkwork::recorder::Memory;
use linkwork::{Checkpoint, Settings, Simulation};
use linkwork::{Model, Plan};

/// A rod under a controller with an integral part and a lag.
const CONTROLLED: &str = r#"
    space = "planar"
    gravity = [0, -9.81]
    [[bodies]]
    name = "rod"
    mass = 2.0
    inertia = 0.2
    position = [0.5, 0.0]
    [[joints]]
    name = "hip"
    type = "revolute"
    bodies = ["ground", "rod"]
    point = [0, 0]
    [[states]]
    name = "integral"
    initial = 0.1
    rate = "error"
    [[states]]
    name = "lag"
    rate = "(error - lag)/0.05"
    [[signals]]
    name = "error"
    value = "0.5*sin(2*t) - hip.q"
    [[forces]]
    type = "actuator"
    name = "motor"
    joint = "hip"
    load = "60*lag + 40*integral - 4*hip.qd"
"#;

fn with_method(formulation: &str, integrator: &str, settings: Settings) -> Settings {
    let (formulation, integrator) = (formulation.parse().unwrap(), integrator.parse().unwrap());
    Settings { formulation, integrator, step: 1e-4, ..settings }
}

#[test]
fn states_of_a_controller_follow_its_equations() {
    let rate = |t: f64, [q, qd, integral, lag]: [f64; 4]| {
        let error = 0.5 * (2.0 * t).sin() - q;
        let torque = 60.0 * lag + 40.0 * integral - 4.0 * qd;
        [qd, (torque - 2.0 * G * 0.5 * q.cos()) / 0.7, error, (error - lag) / 0.05]
    };
    let [q, qd, integral, lag] = integrate(rate, [0.0, 0.0, 0.1, 0.0], 1.0);
    let model = parse(CONTROLLED);
    for (formulation, integrator) in [
        ("cartesian", "dopri5"),
        ("recursive", "dopri5"),
        ("natural", "dopri5"),
        ("cartesian", "adams"),
        ("recursive", "rk4"),
    ] {
        let motion = run(&model, &with_method(formulation, integrator, tight(1.0, 0.25)));
        let what = format!("{formulation} {integrator}");
        for (name, expected) in [("hip.q", q), ("hip.qd", qd), ("integral", integral), ("lag", lag)] {
            assert_close(motion.last(name), expected, 1e-8, &format!("{what}: {name}"));
        }
        assert_close(motion.last("error"), 0.5 * 2f64.sin() - q, 1e-8, &what);
        assert!(motion.summary.energy_balance < 1e-8, "{what}: {:.1e}", motion.summary.energy_balance);
    }
}

#[test]
fn restarted_runs_go_on_with_their_states() {
    let model = parse(CONTROLLED);
    let plan = Plan::choose(&model, &with_method("cartesian", "dopri5", tight(1.0, 0.25))).unwrap();
    let mut whole = Simulation::new(model.clone(), plan.clone()).unwrap();
    while whole.state().time < 0.4 {
        whole.step(1.0).unwrap();
    }
    let checkpoint = Checkpoint::parse(whole.checkpoint().to_text().as_bytes()).unwrap();
    let mut later = Simulation::restore(model, plan, &checkpoint).unwrap();
    let hashes = [&mut whole, &mut later].map(|simulation| {
        simulation.run(&mut Memory::default()).unwrap();
        simulation.state().hash()
    });
    assert_eq!(hashes[0], hashes[1]);
}

/// A ball that falls from a metre onto an elastic floor.
fn ball(damping: f64, stop: &str) -> Model {
    parse(&format!(
        r#"
        space = "planar"
        gravity = [0, -9.81]
        [[bodies]]
        name = "ball"
        mass = 1.0
        inertia = 0.1
        position = [0, 1]
        velocity = [0.3, 0]
        [[forces]]
        type = "plane_spring"
        name = "floor"
        body = "ball"
        plane = {{ normal = [0, 1] }}
        stiffness = 1000.0
        damping = {damping}
        [simulation]
        {stop}
        "#
    ))
}

#[test]
fn a_run_stops_where_its_condition_begins_to_hold() {
    let expected = (2.0 * 0.75 / G).sqrt();
    for integrator in ["dopri5", "rk4", "adams"] {
        let settings = with_method("auto", integrator, Settings { step: 1e-3, ..tight(3.0, 0.07) });
        let motion = run(&ball(0.0, "stop = \"ball.y < 0.25\""), &settings);
        assert_close(motion.summary.time, expected, 1e-11, integrator);
        assert_close(motion.last("time"), expected, 1e-11, integrator);
        assert_close(motion.last("ball.y"), 0.25, 1e-11, integrator);
        assert!(motion.summary.completed, "{integrator}");
        assert_eq!(motion.summary.stopped.as_deref(), Some("ball.y < 0.25"));
        // 0, 0.07, …, 0.35 and the end.
        assert_eq!(motion.times().len(), 7, "{integrator}");
    }
    let at_once = run(&ball(0.0, "stop = \"ball.y < 2\""), &tight(3.0, 0.1));
    assert_eq!((at_once.times().len(), at_once.summary.time), (1, 0.0));
    // Reactions and loads may be asked for as well: the floor carries 300 N at a depth of 0.3 m.
    let loaded = run(&ball(0.0, "stop = \"floor.force >= 100\""), &tight(3.0, 0.1));
    assert_close(loaded.last("ball.y"), -0.1, 1e-11, "depth");
}

/// Height of the ball on an undamped floor at time t: falls and half waves, one after the other.
fn bounce(t: f64) -> f64 {
    let (omega, fall) = (1000f64.sqrt(), (2.0 / G).sqrt());
    let sag = G / 1000.0;
    // Under the floor: y = −sag + amplitude·cos(…), entered at speed v.
    let (v, amplitude) = (G * fall, (sag * sag + (G * fall / omega).powi(2)).sqrt());
    // From entry to exit the phase goes from −φ to φ about the lowest point, cos φ = −sag/amplitude.
    let phase = (-sag / amplitude).acos();
    let contact = 2.0 * phase / omega;
    let mut rest = t;
    if rest < fall {
        return 1.0 - 0.5 * G * rest * rest;
    }
    rest -= fall;
    loop {
        if rest < contact {
            return -sag - amplitude * (omega * rest - phase).cos();
        }
        rest -= contact;
        if rest < 2.0 * fall {
            return v * rest - 0.5 * G * rest * rest;
        }
        rest -= 2.0 * fall;
    }
}

fn error_after_bounces(settings: &Settings) -> (f64, Motion) {
    let motion = run(&ball(0.0, ""), settings);
    let error = motion.times().into_iter().zip(motion.column("ball.y")).map(|(t, y)| (y - bounce(t)).abs());
    (error.fold(0.0, f64::max), motion)
}

#[test]
fn methods_keep_their_order_where_a_spring_takes_hold_and_lets_go() {
    // Four bounces.
    let fixed = |step: f64| {
        let settings = Settings { integrator: "rk4".parse().unwrap(), step, ..tight(4.0, 0.02) };
        error_after_bounces(&settings).0
    };
    let (coarse, fine) = (fixed(0.002), fixed(0.001));
    assert!(coarse / fine > 12.0, "{coarse:.1e} {fine:.1e}");
    let by_tolerance = |rtol: f64| {
        let settings = Settings { rtol, atol: 0.1 * rtol, ..tight(4.0, 0.02) };
        let (error, motion) = error_after_bounces(&settings);
        (error, motion.summary.evaluations as f64)
    };
    let (loose, tight) = (by_tolerance(1e-6), by_tolerance(1e-11));
    // Fifth order: the error falls with the fifth power of the evaluations; a kink in a step would allow the second.
    let order = (loose.0 / tight.0).ln() / (tight.1 / loose.1).ln();
    assert!(order > 4.5, "order {order:.2}: {loose:?} {tight:?}");
}

/// A slider of 2 kg that is pushed for 1.7 ms, by a load that depends on where a cart is; nothing else happens in 2 s.
fn pushed(interpolation: &str, argument: &str, speed: f64) -> Model {
    // So many points of zero that the swings of a spline die away.
    let level = |from: f64| (0..20).map(|k| format!("[{:.2}, 0], ", from + 0.01 * f64::from(k))).collect::<String>();
    parse(&format!(
        r#"
        space = "planar"
        [[bodies]]
        name = "slider"
        mass = 2.0
        inertia = 1.0
        position = [0.0, 0.0]
        [[bodies]]
        name = "cart"
        mass = 1.0
        inertia = 1.0
        position = [{start:?}, 1.0]
        velocity = [{speed:?}, 0.0]
        [[joints]]
        name = "rail"
        type = "prismatic"
        bodies = ["ground", "slider"]
        axis = [1, 0]
        [[joints]]
        name = "way"
        type = "prismatic"
        bodies = ["ground", "cart"]
        point = [0, 1]
        axis = [1, 0]
        [[curves]]
        name = "push"
        points = [[0, 0], {before}[12.01, 600], {after}[30, 0]]
        interpolation = "{interpolation}"
        [[forces]]
        type = "force"
        name = "load"
        body = "slider"
        value = ["push({argument})", 0]
        "#,
        start = if speed < 0.0 { 24.0 } else { 0.0 },
        before = level(11.81),
        after = level(12.02),
    ))
}

/// A curve that is flat for long, so that steps grow, and then has a short bump: steps do not jump over it, whether its
/// argument is a position or follows from time alone.
#[test]
fn a_short_bump_of_a_curve_is_not_jumped_over() {
    for interpolation in ["linear", "monotone", "cubic"] {
        for (argument, speed) in [("cart.x", 12.0), ("cart.x", -12.0), ("12*t", 12.0)] {
            let model = pushed(interpolation, argument, speed);
            for integrator in ["dopri5", "rk4", "adams", "rosenbrock"] {
                let what = format!("{interpolation}, {argument}, {speed} m/s, {integrator}");
                let settings = Settings { step: 0.01, ..with_method("cartesian", integrator, Settings::default()) };
                let motion = run(&model, &Settings { end: 2.0, output_step: 2.0, ..settings });
                // Half of the rectangle about the bump, whether its sides are straight or cubics.
                let impulse = 0.5 * 600.0 * 0.02 / 12.0;
                // A spline swings beside the bump, where steps that do not judge errors of the load are coarse.
                let tolerance = match (interpolation, integrator) {
                    ("cubic", "dopri5") => 1e-2,
                    ("cubic", _) => 0.2,
                    _ => 1e-4,
                };
                assert_close(motion.last("slider.vx"), impulse / 2.0, tolerance * impulse, &what);
            }
        }
    }
}
