//! Loads that depend on the state, against the same mechanisms in minimal coordinates, integrated here: in every
//! formulation, in the plane and in space. And what can be read: columns, markers, curves, force elements.

use crate::motion::{G, Motion, assert_close, parse, run, tight};
use linkwork::{Model, Settings};

/// Formulations that integrate to the tolerance; `multiscale` has elastic joints.
const EXACT: [&str; 3] = ["cartesian", "recursive", "natural"];

/// RK4 with so many steps that its error is round-off.
fn integrate<const N: usize>(rate: impl Fn(f64, [f64; N]) -> [f64; N], start: [f64; N], end: f64) -> [f64; N] {
    let n = 20_000;
    let h = end / f64::from(n);
    let moved = |y: [f64; N], k: [f64; N], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
    let mut y = start;
    for step in 0..n {
        let t = f64::from(step) * h;
        let a = rate(t, y);
        let b = rate(t + 0.5 * h, moved(y, a, 0.5 * h));
        let c = rate(t + 0.5 * h, moved(y, b, 0.5 * h));
        let d = rate(t + h, moved(y, c, h));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i]));
    }
    y
}

fn run_by(model: &Model, formulation: &str, end: f64) -> Motion {
    run(model, &Settings { formulation: formulation.parse().unwrap(), ..tight(end, end) })
}

/// A rod of 2 kg and 1 m on a pivot at the origin, hanging to the right, with more text.
fn pendulum(space: &str, more: &str) -> String {
    let (gravity, inertia, at, zero, axis) = match space {
        "planar" => ("[0, -9.81]", "0.2", "[0.5, 0]", "[0, 0]", ""),
        _ => ("[0, -9.81, 0]", "[0.1, 0.2, 0.2]", "[0.5, 0, 0]", "[0, 0, 0]", "axis = [0, 0, 1]"),
    };
    format!(
        r#"
        space = "{space}"
        gravity = {gravity}
        [[bodies]]
        name = "rod"
        mass = 2.0
        inertia = {inertia}
        position = {at}
        [[joints]]
        name = "left hip"
        type = "revolute"
        bodies = ["ground", "rod"]
        point = {zero}
        {axis}
        {more}
        "#
    )
}

const PD: &str = r#"
    [[forces]]
    type = "actuator"
    name = "motor"
    joint = "left hip"
    load = "30*error - damping"
    [[signals]]
    name = "damping"
    value = "gain*'left hip'.qd"
    [[signals]]
    name = "error"
    value = "0.5*sin(2*t) - 'left hip'.q"
    [[signals]]
    name = "gain"
    value = "4 + 0*t"
    [[outputs]]
    name = "power"
    value = "motor.load*'left hip'.qd"
    [[outputs]]
    name = "force"
    value = "hypot('left hip'.fx, 'left hip'.fy) + 0*rod.ax"
    "#;

#[test]
fn a_controlled_pendulum_moves_as_its_equation_says() {
    let rate = |t: f64, [q, qd]: [f64; 2]| {
        let torque = 30.0 * (0.5 * (2.0 * t).sin() - q) - 4.0 * qd;
        [qd, (torque - 2.0 * G * 0.5 * q.cos()) / (0.2 + 2.0 * 0.25)]
    };
    let [q, qd] = integrate(rate, [0.0, 0.0], 2.0);
    for space in ["planar", "spatial"] {
        let model = parse(&pendulum(space, PD));
        for formulation in EXACT {
            let motion = run_by(&model, formulation, 2.0);
            let what = format!("{space} {formulation}");
            assert_close(motion.last("left hip.q"), q, 1e-8, &what);
            assert_close(motion.last("left hip.qd"), qd, 1e-8, &what);
            let load = 30.0 * (0.5 * 4f64.sin() - q) - 4.0 * qd;
            assert_close(motion.last("motor.load"), load, 1e-6, &what);
            assert_close(motion.last("power"), load * qd, 1e-6, &what);
            let reaction = motion.last("left hip.fx").hypot(motion.last("left hip.fy"));
            assert_close(motion.last("force"), reaction, 1e-12 * reaction, &what);
        }
    }
}
