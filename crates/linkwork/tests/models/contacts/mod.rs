//! Contacts: impacts against the equation of one body, conservation of momentum, friction that holds and lets slip,
//! boxes that stand, the balance of energy.

mod gallery;
mod many;
mod meshes;
mod tables;

use crate::expressions::EXACT;
use crate::motion::{G, Motion, assert_close, largest_difference, parse, run, tight};
use linkwork::Settings;

/// A ball of 1 kg and 0.1 m above the ground, with more in its contact.
fn ball(height: f64, velocity: [f64; 3], law: &str) -> String {
    format!(
        r#"
        name = "ball"
        gravity = [0.0, 0.0, -9.81]
        [ground]
        shapes = [{{ kind = "plane", normal = [0.0, 0.0, 1.0] }}]
        [[bodies]]
        name = "ball"
        mass = 1.0
        inertia = [4e-3, 4e-3, 4e-3]
        position = [0.0, 0.0, {height}]
        velocity = {velocity:?}
        shapes = [{{ kind = "sphere", radius = 0.1 }}]
        [[contacts]]
        name = "floor"
        between = ["ground", "ball"]
        {law}
        "#
    )
}

fn with(end: f64, tolerance: f64) -> Settings {
    Settings { rtol: tolerance, atol: 1e-2 * tolerance, integrator: "dopri5".parse().unwrap(), ..tight(end, end) }
}

/// RK4 with short steps of ż = v, v̇ = N(0.1 − z, −v) − g.
fn fall(height: f64, end: f64, load: impl Fn(f64, f64) -> f64) -> [f64; 2] {
    let rate = |[z, v]: [f64; 2]| {
        let depth = 0.1 - z;
        [v, -G + if depth > 0.0 { load(depth, -v) } else { 0.0 }]
    };
    let n = (end / 1e-6).round();
    let h = end / n;
    let add = |y: [f64; 2], k: [f64; 2], h: f64| [y[0] + h * k[0], y[1] + h * k[1]];
    (0..n as usize).fold([height, 0.0], |y, _| {
        let a = rate(y);
        let b = rate(add(y, a, 0.5 * h));
        let c = rate(add(y, b, 0.5 * h));
        let d = rate(add(y, c, h));
        [0, 1].map(|k| y[k] + h / 6.0 * (a[k] + 2.0 * (b[k] + c[k]) + d[k]))
    })
}

/// After two impacts, by each law of loss.
#[test]
fn a_ball_rebounds_as_the_equation_of_its_height_says() {
    let step = |x: f64| if x < 1.0 { x * x * (3.0 - 2.0 * x) } else { 1.0 };
    let restitution = |p: f64, rate: f64| 1e5 * p.powf(1.5) * (0.82 + 0.18 * (rate / 0.1).tanh());
    let damping = |p: f64, rate: f64| (1e5 * p.powf(1.5) + 20.0 * step(p / 1e-3) * rate).max(0.0);
    let elastic = |p: f64, _: f64| 2e4 * p.powf(1.1);
    for (law, [z, v]) in [
        ("stiffness = 1e5\nrestitution = 0.8\nrestitution_speed = 0.1", fall(0.2, 0.45, restitution)),
        ("stiffness = 1e5\ndamping = 20\ndamping_depth = 1e-3", fall(0.2, 0.45, damping)),
        ("stiffness = 2e4\nexponent = 1.1", fall(0.2, 0.45, elastic)),
    ] {
        let model = parse(&ball(0.2, [0.0; 3], law));
        for formulation in EXACT {
            let motion = run(&model, &Settings { formulation: formulation.parse().unwrap(), ..with(0.45, 1e-11) });
            assert_close(motion.last("ball.z"), z, 1e-8, &format!("{law}, {formulation}"));
            assert_close(motion.last("ball.vz"), v, 1e-7, &format!("{law}, {formulation}"));
            let balance = motion.summary.energy_balance;
            assert!(balance < 1e-8, "{law}, {formulation}: {balance:.1e}");
        }
    }
}

/// Without weight a ball leaves with ε times its speed, whatever that is, if it is large beside 1 mm/s.
#[test]
fn restitution_does_not_depend_on_the_speed() {
    for speed in [0.1, 1.0, 10.0] {
        let law = "stiffness = 1e7\nrestitution = 0.7\nrestitution_speed = 1e-3";
        let text = ball(0.11, [0.0, 0.0, -speed], law).replace("gravity", "# gravity");
        let motion = run(&parse(&text), &with(0.1 / speed.min(1.0), 1e-9));
        assert_close(motion.last("ball.vz") / speed, 0.7, 1e-3, &format!("{speed} m/s"));
    }
}

/// Two free balls that hit each other off their middles, with friction: neither momentum nor angular momentum changes.
#[test]
fn free_bodies_that_collide_keep_their_momentum() {
    let body = |name: &str, x: f64, y: f64, v: [f64; 3], w: [f64; 3], shape: &str| {
        format!(
            "[[bodies]]\nname = \"{name}\"\nmass = 2.0\ninertia = [0.01, 0.012, 0.015]\nposition = [{x}, {y}, 0.0]\n\
             velocity = {v:?}\nangular_velocity = {w:?}\nshapes = [{shape}]\n"
        )
    };
    let sphere = "{ kind = \"sphere\", radius = 0.1 }";
    let block = "{ kind = \"box\", size = [0.2, 0.16, 0.18] }";
    for shapes in [[sphere, sphere], [block, sphere], [block, block]] {
        let text = body("a", 0.0, 0.0, [1.0, 0.0, 0.1], [0.0, 3.0, 1.0], shapes[0])
            + &body("b", 0.3, 0.07, [-0.5, 0.2, 0.0], [1.0, 0.0, -4.0], shapes[1])
            + "[[contacts]]\nbetween = [\"a\", \"b\"]\nstiffness = 1e5\nrestitution = 0.7\n\
               friction = { static = 0.4, dynamic = 0.3, speed = 0.01 }\n";
        let motion = run(&parse(&text), &Settings { output_step: 0.05, ..with(0.5, 1e-10) });
        let momenta = momenta(&motion);
        for later in &momenta {
            for k in 0..6 {
                assert_close(later[k], momenta[0][k], 1e-10, &format!("{shapes:?}: component {k}"));
            }
        }
        let kinetic = motion.column("energy.kinetic");
        assert!(kinetic[10] < 0.99 * kinetic[0], "{shapes:?}: they did not touch");
        let balance = motion.summary.energy_balance;
        assert!(balance < 1e-8, "{shapes:?}: {balance:.1e}");
    }
}

/// Sums over both bodies: momentum, and angular momentum about the origin.
fn momenta(motion: &Motion) -> Vec<[f64; 6]> {
    let all = ["a", "b"].map(|body| {
        let names = ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];
        motion.columns(names.map(|name| format!("{body}.{name}")).each_ref().map(String::as_str))
    });
    let (inertia, mass) = ([0.01, 0.012, 0.015], 2.0);
    let cross =
        |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
    (0..all[0].len())
        .map(|row| {
            let mut sum = [0.0; 6];
            for rows in &all {
                let [x, y, z, a, b, c, d, vx, vy, vz, wx, wy, wz] = rows[row];
                let rotation = [
                    [a * a + b * b - c * c - d * d, 2.0 * (b * c - a * d), 2.0 * (b * d + a * c)],
                    [2.0 * (b * c + a * d), a * a - b * b + c * c - d * d, 2.0 * (c * d - a * b)],
                    [2.0 * (b * d - a * c), 2.0 * (c * d + a * b), a * a - b * b - c * c + d * d],
                ];
                let w = [wx, wy, wz];
                let local: [f64; 3] =
                    [0, 1, 2].map(|i| inertia[i] * (0..3).map(|k| rotation[k][i] * w[k]).sum::<f64>());
                let orbital = cross([x, y, z], [vx, vy, vz]);
                for k in 0..3 {
                    sum[k] += mass * [vx, vy, vz][k];
                    sum[3 + k] += mass * orbital[k] + (0..3).map(|i| rotation[k][i] * local[i]).sum::<f64>();
                }
            }
            sum
        })
        .collect()
}

/// A box on a slope of 20°, planar, on its static depth.
fn on_slope(friction: &str) -> String {
    let (s, c) = 20_f64.to_radians().sin_cos();
    let depth = (G * c / 2.0 / 1e5_f64).powf(1.0 / 1.5);
    let height = 0.05 - depth;
    format!(
        r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [ground]
        shapes = [{{ kind = "plane", normal = [{}, {c}] }}]
        [[bodies]]
        name = "box"
        mass = 1.0
        inertia = 2e-3
        position = [{}, {}]
        angle = {}
        shapes = [{{ kind = "box", size = [0.2, 0.1] }}]
        [[contacts]]
        name = "slope"
        between = ["ground", "box"]
        stiffness = 1e5
        damping = 100
        friction = {friction}
        "#,
        -s,
        -s * height,
        c * height,
        20_f64.to_radians(),
    )
}

/// Along the slope, upwards.
fn speed(motion: &Motion) -> f64 {
    let (s, c) = 20_f64.to_radians().sin_cos();
    c * motion.last("box.vx") + s * motion.last("box.vy")
}

/// ½ x (3 − x²) static = tan 20° has a creep of x times the speed of the law.
#[test]
fn a_box_on_a_slope_creeps_as_its_friction_says() {
    let motion = run(&parse(&on_slope("{ dynamic = 0.5, speed = 1e-3 }")), &with(0.3, 1e-9));
    let wanted = 20_f64.to_radians().tan() / 0.5;
    let mut x = 0.5;
    for _ in 0..50 {
        x -= (0.5 * x * (3.0 - x * x) - wanted) / (1.5 * (1.0 - x * x));
    }
    assert_close(speed(&motion), -1e-3 * x, 1e-9, "creep");
    let c = 20_f64.to_radians().cos();
    assert_close(motion.last("slope.fy"), G, 1e-6, "the ground carries the weight");
    assert!(motion.last("slope.depth") > 0.0 && motion.last("slope.y").abs() < 0.02 * c);
}

#[test]
fn a_box_on_a_slope_slides_as_its_friction_says() {
    let motion = run(&parse(&on_slope("{ static = 0.25, dynamic = 0.2, speed = 1e-3 }")), &with(0.3, 1e-9));
    let (s, c) = 20_f64.to_radians().sin_cos();
    // The first millimetre a second takes a little longer, by the larger coefficient.
    assert_close(speed(&motion), -0.3 * G * (s - 0.2 * c), 2e-3, "speed of sliding");
    assert!(motion.summary.energy_balance < 1e-8, "{:.1e}", motion.summary.energy_balance);
}

/// The torque against rolling is load times arm: a ball that rolls slows down by ρ g / (r + 2/5 r).
#[test]
fn a_ball_that_rolls_slows_down() {
    let depth = (G / 1e6_f64).powf(1.0 / 1.5);
    let law = "stiffness = 1e6\ndamping = 100\nfriction = { dynamic = 0.5, speed = 1e-3 }\nrolling = 2e-3";
    let text = ball(0.1 - depth, [1.0, 0.0, 0.0], law).replace(
        "shapes = [{ kind = \"sphere\"",
        "angular_velocity = [0.0, 10.0, 0.0]\n        shapes = [{ kind = \"sphere\"",
    );
    let motion = run(&parse(&text), &with(0.5, 1e-8));
    assert_close(motion.last("ball.vx"), 1.0 - 0.5 * G * 2e-3 / (1.4 * 0.1), 1e-3, "speed");
}

/// A box on another, shifted along both edges: what both cover carries it, although no two corners do.
#[test]
fn a_box_stands_on_a_corner_of_another() {
    let text = r#"
        gravity = [0.0, 0.0, -9.81]
        [ground]
        shapes = [{ kind = "box", size = [0.2, 0.2, 0.2] }]
        [[bodies]]
        name = "box"
        mass = 1.0
        inertia = [7e-3, 7e-3, 7e-3]
        position = [0.06, 0.05, 0.2]
        shapes = [{ kind = "box", size = [0.2, 0.2, 0.2] }]
        [[contacts]]
        name = "stack"
        between = ["ground", "box"]
        stiffness = 1e5
        damping = 100
        friction = { dynamic = 0.5, speed = 1e-2 }
    "#;
    let motion = run(&parse(text), &with(0.5, 1e-7));
    assert_close(motion.last("stack.fz"), G, 1e-3, "weight");
    assert_close(motion.last("box.qw"), 1.0, 1e-5, "upright");
    // The load acts under the middle of the box.
    assert_close(motion.last("stack.x"), 0.06, 1e-3, "place");
    assert_close(motion.last("stack.y"), 0.05, 1e-3, "place");
    assert!(motion.last("box.wx").abs() < 1e-3 && motion.last("box.vx").abs() < 1e-3);
}

/// With its middle beyond the edge of what carries it, a box tips.
#[test]
fn a_box_tips_over_an_edge() {
    let text = r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [ground]
        shapes = [{ kind = "box", size = [0.2, 0.2] }]
        [[bodies]]
        name = "box"
        mass = 1.0
        inertia = 7e-3
        position = [{x}, 0.2]
        shapes = [{ kind = "box", size = [0.2, 0.2] }]
        [[contacts]]
        between = ["box", "ground"]
        stiffness = 1e5
        damping = 100
        friction = { dynamic = 0.5, speed = 1e-2 }
    "#;
    let angle = |x: f64| run(&parse(&text.replace("{x}", &x.to_string())), &with(0.4, 1e-7)).last("box.angle");
    assert!(angle(0.09).abs() < 0.03 && angle(0.11) < -0.1, "{} {}", angle(0.09), angle(0.11));
}

/// Impacts do not disturb columns of earlier rows: positions at equal times agree for other output steps.
#[test]
fn rows_do_not_change_the_motion() {
    let model = parse(&ball(0.2, [0.2, 0.0, 0.0], "stiffness = 1e5\nrestitution = 0.5\nfriction = { dynamic = 0.3 }"));
    let column = |step: f64| run(&model, &Settings { output_step: step, ..with(0.4, 1e-9) }).column("ball.z");
    let (coarse, fine) = (column(0.1), column(0.05));
    let every_second: Vec<f64> = fine.iter().step_by(2).copied().collect();
    assert!(largest_difference(&coarse, &every_second) < 1e-7);
}
