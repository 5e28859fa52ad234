//! Contacts by the implicit integrator: impacts, friction that holds for seconds in a few dozen steps, stacks that
//! stand, momentum of free bodies; at steps of the slow motion.

use crate::motion::{Motion, assert_close, parse, run};
use linkwork::{Model, Settings};

fn settings(integrator: &str, end: f64, tolerance: f64) -> Settings {
    let mut settings = Settings { end, output_step: 0.01, rtol: tolerance, atol: tolerance, ..Settings::default() };
    settings.set("integrator", integrator).unwrap();
    settings
}

/// A ball that falls by 0.1 m on a floor of this stiffness, and leaves it with 0.6 of its speed.
fn ball(stiffness: f64) -> Model {
    parse(&format!(
        r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [ground]
        shapes = [{{ kind = "plane", normal = [0.0, 1.0] }}]
        [[bodies]]
        name = "ball"
        mass = 1.0
        inertia = 0.004
        position = [0.0, 0.2]
        shapes = [{{ kind = "sphere", radius = 0.1 }}]
        [[contacts]]
        name = "floor"
        between = ["ground", "ball"]
        stiffness = {stiffness}
        restitution = 0.6
        "#
    ))
}

/// The highest place of the ball between two instants.
fn highest(motion: &Motion, from: f64, to: f64) -> f64 {
    let rows = motion.times().into_iter().zip(motion.column("ball.y"));
    rows.filter(|(t, _)| (from..to).contains(t)).map(|(_, y)| y).fold(0.0, f64::max)
}

/// The height above the floor that it comes back to: it dips in by δ with ⅖ k δ^2.5 = g (h + δ), and gets 0.36 of that
/// work back.
fn rebound(height: f64, stiffness: f64) -> f64 {
    let mut depth: f64 = 0.0;
    for _ in 0..100 {
        depth = (2.5 * 9.81 * (height + depth) / stiffness).powf(0.4);
    }
    0.36 * (height + depth) - depth
}

#[test]
fn a_ball_bounces_six_times_and_comes_to_rest() {
    for stiffness in [1e7, 1e8] {
        let motion = run(&ball(stiffness), &settings("rosenbrock", 1.0, 1e-6));
        assert!(motion.summary.steps + motion.summary.rejected < 400, "{} steps", motion.summary.steps);
        let mut start = (2.0_f64 * 0.1 / 9.81).sqrt();
        let mut height = 0.1;
        for bounce in 1..4 {
            height = rebound(height, stiffness);
            let flight = 2.0 * (2.0 * height / 9.81).sqrt();
            let end = start + flight;
            // Impacts take some milliseconds, so that the flight is later; between rows its top is missed by up to
            // 1.2e-4.
            start += 0.3 * flight;
            assert_close(
                highest(&motion, start, end),
                0.1 + height,
                2e-4,
                &format!("bounce {bounce} at {stiffness:e}"),
            );
            start = end;
        }
        assert!(motion.last("ball.vy").abs() < 2e-3, "at rest: {}", motion.last("ball.vy"));
    }
}

#[test]
fn a_ball_rebounds_as_by_the_explicit_integrator() {
    let end = 0.25;
    let exact = run(&ball(1e7), &settings("dopri5", end, 1e-11));
    let found = run(&ball(1e7), &settings("rosenbrock", end, 1e-7));
    for column in ["ball.y", "ball.vy"] {
        assert_close(found.last(column), exact.last(column), 2e-4, column);
    }
}

/// On a slope of 20°, whose friction would hold 26.6°: the box creeps by x·speed with ½ x (3 − x²) = tan 20°/0.5.
#[test]
fn a_box_creeps_on_a_slope_in_a_few_dozen_steps() {
    for (speed, most_steps) in [(1e-3, 60), (1e-4, 200)] {
        let angle = 20_f64.to_radians();
        let model = parse(&format!(
            r#"
            space = "planar"
            gravity = [{}, {}]
            [ground]
            shapes = [{{ kind = "plane", normal = [0.0, 1.0] }}]
            [[bodies]]
            name = "box"
            mass = 1.0
            inertia = 0.01
            position = [0.0, 0.05]
            shapes = [{{ kind = "box", size = [0.2, 0.1] }}]
            [[contacts]]
            name = "floor"
            between = ["ground", "box"]
            stiffness = 1e7
            damping = 2000.0
            friction = {{ static = 0.5, dynamic = 0.5, speed = {speed} }}
            "#,
            9.81 * angle.sin(),
            -9.81 * angle.cos()
        ));
        let motion = run(&model, &settings("rosenbrock", 5.0, 1e-5));
        let steps = motion.summary.steps + motion.summary.rejected;
        assert!(steps < most_steps, "{steps} steps");
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let x: f64 = 0.5 * (low + high);
            if 0.5 * x * (3.0 - x * x) < angle.tan() / 0.5 { low = x } else { high = x }
        }
        assert_close(motion.last("box.vx"), low * speed, 1e-3 * speed, "creep");
    }
}

/// Boxes of 0.1 m dropped on one another from 2 mm.
fn stack(n: usize, stiffness: f64) -> Model {
    let mut text = String::from(
        "space = \"planar\"\ngravity = [0.0, -9.81]\n[ground]\nshapes = [{ kind = \"plane\", normal = [0.0, 1.0] }]\n",
    );
    for k in 0..n {
        let y = 0.05 + 0.1 * k as f64 + 0.002 * (k + 1) as f64;
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\nmass = 1.0\ninertia = 0.0017\nposition = [0.0, {y}]\n\
             shapes = [{{ kind = \"box\", size = [0.1, 0.1] }}]\n"
        );
    }
    text += &format!(
        "[[contacts]]\nname = \"c\"\nbetween = \"all\"\nstiffness = {stiffness}\ndamping = 1000.0\n\
         friction = {{ static = 0.5, dynamic = 0.5, speed = 1e-3 }}\n"
    );
    parse(&text)
}

#[test]
fn five_boxes_stand_on_one_another() {
    for stiffness in [1e6, 1e7] {
        let model = stack(5, stiffness);
        let motion = run(&model, &settings("rosenbrock", 2.0, 1e-5));
        let steps = motion.summary.steps + motion.summary.rejected;
        assert!(steps < 500, "{steps} steps at {stiffness:e}");
        for k in 0..5 {
            // Each sinks in by (W/2k)^(2/3) on its two points, W being the weight above.
            let sunk: f64 = (0..=k).map(|j| (9.81 * (5 - j) as f64 / (2.0 * stiffness)).powf(2.0 / 3.0)).sum();
            assert_close(motion.last(&format!("b{k}.y")), 0.05 + 0.1 * k as f64 - sunk, 2e-6, "height");
            assert_close(motion.last(&format!("b{k}.x")), 0.0, 1e-4, "place");
            assert_close(motion.last(&format!("b{k}.angle")), 0.0, 1e-4, "angle");
        }
    }
}

/// Two balls collide off centre in free space: momentum and angular momentum stay.
/// Steps end in front of contacts instead of inside, where a stiff one would throw them back.
#[test]
fn stiffer_boxes_stand_too() {
    let motion = run(&stack(5, 1e8), &settings("rosenbrock", 2.0, 1e-5));
    let steps = motion.summary.steps + motion.summary.rejected;
    assert!(steps < 650, "{steps} steps");
    for k in 0..5 {
        let sunk: f64 = (0..=k).map(|j| (9.81 * (5 - j) as f64 / 2e8).powf(2.0 / 3.0)).sum();
        assert_close(motion.last(&format!("b{k}.y")), 0.05 + 0.1 * k as f64 - sunk, 2e-6, "height");
    }
}

#[test]
fn free_bodies_that_collide_keep_their_momentum() {
    let model = parse(
        r#"
        [[bodies]]
        name = "a"
        mass = 1.0
        inertia = [0.004, 0.004, 0.004]
        position = [-0.3, 0.03, 0.0]
        velocity = [2.0, 0.0, 0.1]
        shapes = [{ kind = "sphere", radius = 0.1 }]
        [[bodies]]
        name = "b"
        mass = 2.0
        inertia = [0.008, 0.008, 0.008]
        position = [0.1, 0.0, 0.02]
        angular_velocity = [0.0, 3.0, 1.0]
        shapes = [{ kind = "sphere", radius = 0.1 }]
        [[contacts]]
        name = "c"
        between = ["a", "b"]
        stiffness = 1e7
        restitution = 0.8
        friction = { dynamic = 0.3 }
        "#,
    );
    let motion = run(&model, &settings("rosenbrock", 0.4, 1e-6));
    let (first, last) = (0, motion.times().len() - 1);
    let [va, vb] = ["a.v", "b.v"].map(|name| motion.vectors(name));
    assert!((va[last][0] - va[first][0]).abs() > 0.5, "they collide");
    let momentum = |row: usize| [0, 1, 2].map(|k| va[row][k] + 2.0 * vb[row][k]);
    for k in 0..3 {
        assert_close(momentum(last)[k], momentum(first)[k], 1e-10, "momentum");
    }
}

#[test]
fn auto_takes_implicit_steps_where_bodies_may_touch() {
    let motion = run(&ball(1e7), &Settings { end: 0.2, output_step: 0.1, ..Settings::default() });
    assert_eq!(motion.summary.integrator, "rosenbrock");
    let exact = run(&ball(1e7), &Settings { end: 0.01, output_step: 0.01, rtol: 1e-9, ..Settings::default() });
    assert_eq!(exact.summary.integrator, "dopri5");
}
