//! Implicit integrators on loads that are expressions of the motion, and on friction that follows reactions: steps of
//! the slow motion whatever the gain, and the motion of explicit integrators.

use crate::motion::{Motion, assert_close, from_gallery, parse, run, tight};
use crate::rosenbrock::{apart, places, settings};
use linkwork::methods::{SolverKind, Word};
use linkwork::{Model, Plan, Settings};

fn count(motion: &Motion) -> u64 {
    motion.summary.steps + motion.summary.rejected
}

/// A slow path with its rate.
const PATH: [&str; 2] = ["0.3*sin(2*t)", "0.6*cos(2*t)"];

/// An arm on a pin, driven by a controller of this gain along a path, and a rod that swings at its end.
fn servo(gain: f64, [path, pace]: [&str; 2]) -> Model {
    parse(&format!(
        r#"
        gravity = [0.0, -9.81, 0.0]
        [[bodies]]
        name = "arm"
        mass = 2.0
        inertia = [0.01, 0.2, 0.2]
        position = [0.5, 0.0, 0.0]
        velocity = [0.0, 0.3, 0.0]
        angular_velocity = [0.0, 0.0, 0.6]
        [[bodies]]
        name = "rod"
        mass = 1.0
        inertia = [0.01, 0.083, 0.083]
        position = [1.5, 0.0, 0.0]
        velocity = [0.0, 0.6, 0.0]
        [[joints]]
        name = "hip"
        type = "revolute"
        bodies = ["ground", "arm"]
        point = [0.0, 0.0, 0.0]
        axis = [0.0, 0.0, 1.0]
        [[joints]]
        name = "knee"
        type = "revolute"
        bodies = ["arm", "rod"]
        point = [1.0, 0.0, 0.0]
        axis = [0.0, 0.0, 1.0]
        [[signals]]
        name = "error"
        value = "{path} - hip.q"
        [[forces]]
        name = "motor"
        type = "actuator"
        joint = "hip"
        load = "{gain}*error + {}*({pace} - hip.qd)"
        "#,
        1e-2 * gain
    ))
}

#[test]
fn a_stiff_controller_of_a_joint_follows_its_path() {
    let exact = places(&run(&servo(1e4, PATH), &settings("dopri5", 1.0, 1e-10)), "rod");
    for (tolerance, limit) in [(1e-4, 2e-3), (1e-6, 3e-5)] {
        let found = run(&servo(1e4, PATH), &settings("rosenbrock", 1.0, tolerance));
        let error = apart(&places(&found, "rod"), &exact);
        assert!(error < limit, "{tolerance:e}: off by {error:e}");
    }
    let motion = run(&servo(1e8, PATH), &settings("rosenbrock", 1.0, 1e-6));
    motion.assert_follows("hip.q", |t| 0.3 * (2.0 * t).sin(), 1e-5);
}

#[test]
fn a_stiff_controller_of_a_joint_takes_steps_of_the_slow_motion() {
    let count = |gain: f64, path: [&str; 2]| count(&run(&servo(gain, path), &settings("rosenbrock", 1.0, 1e-5)));
    let holding = [1e4, 1e6, 1e8].map(|gain| count(gain, ["0", "0"]));
    assert!(holding.iter().all(|&n| n < 150), "{holding:?}");
    // A target that moves costs steps, but far fewer than in proportion to the frequency, √gain.
    let moving = [1e4, 1e6, 1e8].map(|gain| count(gain, PATH));
    assert!(moving[1] < 250 && moving[2] < 600, "{moving:?}");
}

/// Two rotors on a stiff shaft; a torque on the first one holds the angle of the second.
fn shaft(gain: f64) -> Model {
    parse(&format!(
        r#"
        space = "planar"
        [[bodies]]
        name = "motor"
        mass = 1.0
        inertia = 1.0
        position = [0.0, 0.0]
        [[bodies]]
        name = "load"
        mass = 1.0
        inertia = 2.0
        position = [0.0, 0.0]
        [[joints]]
        name = "A"
        type = "revolute"
        bodies = ["ground", "motor"]
        point = [0.0, 0.0]
        [[joints]]
        name = "B"
        type = "revolute"
        bodies = ["ground", "load"]
        point = [0.0, 0.0]
        [[forces]]
        name = "shaft"
        type = "bushing"
        bodies = ["motor", "load"]
        point = [0.0, 0.0]
        stiffness = [0, 0, 1e8]
        damping = [0, 0, 1e3]
        [[forces]]
        name = "drive"
        type = "torque"
        body = "motor"
        value = "{gain}*(0.1*(1 - cos(2*t)) - B.q) - {}*B.qd"
        "#,
        2.0 * f64::sqrt(3.0 * gain)
    ))
}

#[test]
fn a_controller_across_a_stiff_shaft_takes_steps_of_the_slow_motion() {
    for gain in [1e2, 1e4, 1e6] {
        let motion = run(&shaft(gain), &settings("rosenbrock", 2.0, 1e-5));
        assert!(count(&motion) < 200, "gain {gain:e}: {} steps", count(&motion));
    }
    let exact = run(&shaft(1e4), &settings("dopri5", 0.5, 1e-9));
    let found = run(&shaft(1e4), &settings("rosenbrock", 0.5, 1e-6));
    assert!(apart(&found.column("B.q"), &exact.column("B.q")) < 1e-6);
}

/// A mass on a spring that is an element, or forces that read where the mass is.
fn hung(by_forces: bool) -> Model {
    let spring = if by_forces {
        r#"
        [[forces]]
        name = "hold"
        type = "force"
        body = "ball"
        value = ["-1e6*(ball.x - 1) - 1e3*ball.vx", "-1e6*ball.y - 1e3*ball.vy", 0]
        "#
    } else {
        r#"
        [[forces]]
        name = "hold"
        type = "bushing"
        bodies = ["ground", "ball"]
        point = [1.0, 0.0, 0.0]
        stiffness = [1e6, 1e6, 0, 0, 0, 0]
        damping = [1e3, 1e3, 0, 0, 0, 0]
        "#
    };
    parse(&format!(
        r#"
        gravity = [0.0, -9.81, -1.0]
        [[bodies]]
        name = "ball"
        mass = 1.0
        inertia = [0.1, 0.1, 0.1]
        position = [1.0, 0.0, 0.0]
        [[bodies]]
        name = "bob"
        mass = 0.5
        inertia = [0.01, 0.01, 0.01]
        position = [1.4, 0.0, 0.0]
        [[joints]]
        name = "J"
        type = "spherical"
        bodies = ["ball", "bob"]
        point = [1.0, 0.0, 0.0]
        {spring}
        "#
    ))
}

#[test]
fn forces_by_expressions_are_as_implicit_as_springs() {
    let [element, given] = [false, true].map(|by_forces| run(&hung(by_forces), &settings("rosenbrock", 1.0, 1e-5)));
    assert!(apart(&places(&element, "bob"), &places(&given, "bob")) < 2e-4);
    let counts = [count(&element), count(&given)];
    assert!(counts[1] < 2 * counts[0] && counts[1] < 300, "{counts:?}");
}

#[test]
fn coupled_loads_are_the_same_in_all_coordinates_and_for_all_solvers() {
    for model in [servo(1e5, PATH), shaft(1e4), hung(true)] {
        let body = &model.bodies[1].name;
        let with = |key: &str, word: &str| {
            let mut settings = settings("rosenbrock", 0.5, 1e-6);
            settings.set(key, word).unwrap();
            places(&run(&model, &settings), body)
        };
        let reference = with("solver", SolverKind::Elimination.word());
        for formulation in ["recursive", "natural"] {
            let error = apart(&with("formulation", formulation), &reference);
            assert!(error < 2e-5, "{formulation}: {error:e}");
        }
        for &solver in SolverKind::ALL {
            let error = apart(&with("solver", solver.word()), &reference);
            assert!(error < 1e-6, "{}: {error:e}", solver.word());
        }
    }
}

#[test]
fn stiff_controllers_are_followed_implicitly_by_themselves() {
    let plan = Plan::choose(&servo(1e8, PATH), &Settings { end: 10.0, ..Settings::default() }).unwrap();
    assert!(plan.to_string().contains("'motor' is so stiff"), "{plan}");
}

/// A block on a slope that friction holds, by a coefficient: it creeps at the rate at which friction is its weight
/// along the slope.
fn creeping(speed: f64) -> Model {
    let angle: f64 = 0.25;
    parse(&format!(
        r#"
        space = "planar"
        gravity = [{}, {}]
        [[bodies]]
        name = "block"
        mass = 3.0
        inertia = 0.1
        position = [0.0, 0.0]
        [[joints]]
        name = "slope"
        type = "prismatic"
        bodies = ["ground", "block"]
        point = [0.0, 0.0]
        axis = [1.0, 0.0]
        friction = {{ coefficient = 0.5, speed = {speed} }}
        "#,
        9.81 * angle.sin(),
        -9.81 * angle.cos()
    ))
}

#[test]
fn friction_by_a_coefficient_does_not_limit_steps() {
    let wanted = 0.25_f64.tan() / 0.5;
    // ½ x (3 − x²) = wanted, below x = 1.
    let mut x: f64 = 0.3;
    (0..50).for_each(|_| x -= (0.5 * x * (3.0 - x * x) - wanted) / (1.5 * (1.0 - x * x)));
    for speed in [1e-3, 1e-5] {
        let motion = run(&creeping(speed), &settings("rosenbrock", 5.0, 1e-6));
        assert!(count(&motion) < 100, "speed {speed:e}: {} steps", count(&motion));
        assert_close(motion.last("slope.qd"), x * speed, 1e-3 * speed, "creep");
    }
    let explicit = run(&creeping(1e-3), &settings("dopri5", 0.2, 1e-8));
    let implicit = run(&creeping(1e-3), &settings("rosenbrock", 0.2, 1e-8));
    assert!(apart(&explicit.column("slope.q"), &implicit.column("slope.q")) < 1e-7);
}

/// The governor of the gallery on the spring and damper of the benchmark from which it is taken, unloaded where it
/// begins. In joint coordinates turning at a constant rate is straight.
#[test]
fn a_governor_on_a_stiff_spring_takes_a_tenth_of_the_evaluations() {
    let mut model = from_gallery("flyball-governor");
    for force in &mut model.forces {
        if let linkwork::model::Force::Spring(spring) = force {
            (spring.stiffness, spring.damping, spring.length) = (8e5, 4e4, 1.0 - 0.1339745962155614);
        }
    }
    let by = |integrator: &str| {
        let mut settings = Settings { rtol: 1e-6, atol: 1e-7, ..tight(5.0, 0.1) };
        settings.set("integrator", integrator).unwrap();
        settings.set("formulation", "recursive").unwrap();
        run(&model, &settings)
    };
    let [explicit, implicit] = ["dopri5", "rosenbrock"].map(by);
    let [most, few] = [&explicit, &implicit].map(|motion| motion.summary.evaluations);
    println!("governor: {most} and {few} evaluations");
    assert!(10 * few < most, "{few} evaluations beside {most}");
    let error = apart(&places(&explicit, "slider"), &places(&implicit, "slider"));
    assert!(error < 1e-5, "off by {error:e}");
}
