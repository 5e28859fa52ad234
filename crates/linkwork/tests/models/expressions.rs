//! Loads that depend on the state, against the same mechanisms in minimal coordinates, integrated here: in every
//! formulation, in the plane and in space. And what can be read: columns, markers, curves, force elements.

use crate::motion::{G, Keeping, Motion, assert_close, parse, run, tight};
use linkwork::model::Inputs;
use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, Space, gallery};

/// Formulations that integrate to the tolerance; `multiscale` has elastic joints.
pub const EXACT: [&str; 3] = ["cartesian", "recursive", "natural"];

/// One step of RK4.
pub fn rk4_step<const N: usize>(rate: impl Fn(f64, [f64; N]) -> [f64; N], t: f64, y: [f64; N], h: f64) -> [f64; N] {
    let moved = |k: [f64; N], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
    let a = rate(t, y);
    let b = rate(t + 0.5 * h, moved(a, 0.5 * h));
    let c = rate(t + 0.5 * h, moved(b, 0.5 * h));
    let d = rate(t + h, moved(c, h));
    std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i]))
}

/// RK4 with so many steps that its error is round-off.
pub fn integrate<const N: usize>(rate: impl Fn(f64, [f64; N]) -> [f64; N], start: [f64; N], end: f64) -> [f64; N] {
    let n = 20_000;
    let h = end / f64::from(n);
    (0..n).fold(start, |y, step| rk4_step(&rate, f64::from(step) * h, y, h))
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

/// A block of 2 kg on a slide along x, with more text; `keys` go into its joint.
fn slider(keys: &str, more: &str) -> String {
    format!(
        r#"
        space = "planar"
        [[bodies]]
        name = "block"
        mass = 2.0
        inertia = 0.1
        position = [1.5, 0.0]
        velocity = [0.4, 0.0]
        [[joints]]
        name = "slide"
        type = "prismatic"
        bodies = ["ground", "block"]
        point = [1.5, 0.0]
        axis = [1.0, 0.0]
        {keys}
        {more}
        "#
    )
}

/// The cubic law as an expression, and as a curve with so many points that it is the same to 1e-9.
#[test]
fn a_spring_with_a_cubic_law_moves_as_its_equation_says() {
    let law = |x: f64| 100.0 * x + 4000.0 * x.powi(3);
    let [x, v] = integrate(|_, [x, v]: [f64; 2]| [v, -law(x) / 2.0], [0.1, 0.4], 2.0);
    let points: Vec<String> =
        (-400..=400).map(|k| f64::from(k) / 1000.0).map(|x| format!("[{x}, {}]", law(x))).collect();
    let of_curve = format!(
        "stiffness = \"hardening\"\n[[curves]]\nname = \"hardening\"\ninterpolation = \"cubic\"\npoints = [{}]",
        points.join(", ")
    );
    let spring = |law: &str| {
        let more = format!(
            r#"
            [[forces]]
            type = "spring"
            name = "spring"
            bodies = ["ground", "block"]
            first = [0.0, 0.0]
            second = [0.0, 0.0]
            length = 1.4
            {law}
            "#
        );
        parse(&slider("", &more))
    };
    let of_expression = spring("stiffness = 100\nforce = \"-4000*(spring.length - 1.4)^3\"");
    let of_curve = spring(&of_curve);
    for formulation in EXACT {
        let motion = run_by(&of_expression, formulation, 2.0);
        assert_close(motion.last("slide.q"), x - 0.1, 1e-8, formulation);
        assert_close(motion.last("slide.qd"), v, 1e-8, formulation);
        assert_close(motion.last("spring.force"), -law(x), 1e-5, formulation);
        // The curve stores energy: a natural spline has errors near its ends only, where the block never is.
        let motion = run_by(&of_curve, formulation, 2.0);
        assert_close(motion.last("slide.q"), x - 0.1, 1e-7, formulation);
        assert_close(motion.summary.energy_drift, 0.0, 1e-9, formulation);
    }
}

/// Angles of coupler and rocker of a four-bar, by the crank's, with their first derivatives.
fn close_loop(theta: f64) -> ([f64; 2], [f64; 2]) {
    let [a, b, c, d] = BARS;
    let (x, y) = (d - a * theta.cos(), -a * theta.sin());
    let (r, gamma) = (x.hypot(y), y.atan2(x));
    // The rocker is above the line from the crank's tip to its pivot.
    let beta = gamma + ((r * r + b * b - c * c) / (2.0 * r * b)).acos();
    let tip = [a * theta.cos() + b * beta.cos(), a * theta.sin() + b * beta.sin()];
    let phi = tip[1].atan2(tip[0] - d);
    // a θ̇ (−sin θ, cos θ) + b β̇ (−sin β, cos β) = c φ̇ (−sin φ, cos φ)
    let beta_rate = -a * (theta - phi).sin() / (b * (beta - phi).sin());
    let phi_rate = a * (theta - beta).sin() / (c * (phi - beta).sin());
    ([beta, phi], [beta_rate, phi_rate])
}

const BARS: [f64; 4] = [0.1, 0.35, 0.3, 0.4];

/// Uniform rods of 1 kg with moments l²/12: the inertia that the crank feels, and the potential of the weights.
fn effective(theta: f64) -> [f64; 2] {
    let [a, b, c, _] = BARS;
    let ([beta, phi], [beta_rate, phi_rate]) = close_loop(theta);
    let middle =
        [-a * theta.sin() - 0.5 * b * beta.sin() * beta_rate, a * theta.cos() + 0.5 * b * beta.cos() * beta_rate];
    let coupler = middle[0].powi(2) + middle[1].powi(2) + b * b / 12.0 * beta_rate.powi(2);
    let inertia = a * a / 3.0 + coupler + c * c / 3.0 * phi_rate.powi(2);
    let heights = 0.5 * a * theta.sin() + (a * theta.sin() + 0.5 * b * beta.sin()) + 0.5 * c * phi.sin();
    [inertia, G * heights]
}

/// Angular acceleration of the crank under a torque: ½ (I θ̇²)˙ = (torque − V′) θ̇.
pub fn crank_acceleration(theta: f64, speed: f64, torque: f64) -> f64 {
    // Sixth order: errors of 1e-13 with this h.
    let h = 2e-3;
    let slope = |k: usize| {
        let side = |m: f64| effective(theta + m * h)[k] - effective(theta - m * h)[k];
        (45.0 * side(1.0) - 9.0 * side(2.0) + side(3.0)) / (60.0 * h)
    };
    (torque - 0.5 * slope(0) * speed * speed - slope(1)) / effective(theta)[0]
}

/// A motor with a torque-speed curve turns the crank of a four-bar.
#[test]
fn a_motor_drives_a_four_bar_as_its_equation_says() {
    let [a, b, c, d] = BARS;
    let torque = |speed: f64| if speed < 5.0 { 2.0 - 0.1 * speed } else { (1.5 - 0.3 * (speed - 5.0)).max(0.0) };
    let rate = |_: f64, [theta, speed]: [f64; 2]| [speed, crank_acceleration(theta, speed, torque(speed))];
    let [theta, speed] = integrate(rate, [0.5, 1.0], 0.6);
    let ([beta, phi], [beta_rate, phi_rate]) = close_loop(0.5);
    let ends = [[0.0, 0.0], [a * 0.5f64.cos(), a * 0.5f64.sin()], [d + c * phi.cos(), c * phi.sin()], [d, 0.0]];
    let rod = |name: &str, from: [f64; 2], angle: f64, length: f64, velocity: [f64; 2], w: f64| {
        let at = [from[0] + 0.5 * length * angle.cos(), from[1] + 0.5 * length * angle.sin()];
        format!(
            "[[bodies]]\nname = \"{name}\"\nmass = 1\ninertia = {}\nposition = {at:?}\nangle = {angle}\n\
             velocity = {velocity:?}\nangular_velocity = {w}\n",
            length * length / 12.0
        )
    };
    let arm = |angle: f64, length: f64, w: f64| [-length * w * angle.sin(), length * w * angle.cos()];
    let (tip, half) = (arm(0.5, a, 1.0), arm(beta, 0.5 * b, beta_rate));
    let mut text = String::from("space = \"planar\"\ngravity = [0, -9.81]\n");
    text += &rod("crank", ends[0], 0.5, a, arm(0.5, 0.5 * a, 1.0), 1.0);
    text += &rod("coupler", ends[1], beta, b, [tip[0] + half[0], tip[1] + half[1]], beta_rate);
    text += &rod("rocker", ends[3], phi, c, arm(phi, 0.5 * c, phi_rate), phi_rate);
    for (k, pair) in
        [["ground", "crank"], ["crank", "coupler"], ["coupler", "rocker"], ["rocker", "ground"]].iter().enumerate()
    {
        text +=
            &format!("[[joints]]\nname = \"J{k}\"\ntype = \"revolute\"\nbodies = {pair:?}\npoint = {:?}\n", ends[k]);
    }
    text += r#"
        [[forces]]
        type = "torsion"
        name = "motor"
        joint = "J0"
        torque = "torque_curve(motor.rate)"
        [[curves]]
        name = "torque_curve"
        points = [[0, 2], [5, 1.5], [10, 0]]
        "#;
    let model = parse(&text);
    for formulation in EXACT {
        let motion = run_by(&model, formulation, 0.6);
        assert_close(motion.last("J0.q"), theta - 0.5, 1e-8, formulation);
        assert_close(motion.last("J0.qd"), speed, 1e-8, formulation);
    }
}

/// Free flight, stop, flight back: ½ m v² is stored and given back, and the stop has pushed only.
#[test]
fn stops_push_back_and_store_energy() {
    let limits = "limits = { lower = -0.3, upper = 0.2, stiffness = 800 }";
    let text = slider(limits, "[[outputs]]\nname = \"load\"\nvalue = \"slide.stop\"");
    let rate = |_: f64, [x, v]: [f64; 2]| {
        let push = if x > 0.2 {
            -800.0 * (x - 0.2)
        } else if x < -0.3 {
            800.0 * (-0.3 - x)
        } else {
            0.0
        };
        [v, push / 2.0]
    };
    // Contact lasts π/20 s: flights of 0.5 s and 1.25 s lie between.
    let contact = std::f64::consts::PI / 20.0;
    let turned = 0.2 - 0.4 * (0.7 - 0.5 - contact);
    let [x, _] = integrate(rate, [0.0, 0.4], 0.7);
    assert_close(x, turned, 1e-6, "the comparison itself");
    for formulation in EXACT {
        let motion = run(&parse(&text), &Settings { formulation: formulation.parse().unwrap(), ..tight(2.5, 0.01) });
        let (q, stop) = (motion.column("slide.q"), motion.column("slide.stop"));
        assert_close(q[70], turned, 1e-8, formulation);
        assert!(q.iter().zip(&stop).all(|(q, stop)| match *q {
            q if q > 0.2 => *stop < 0.0,
            q if q < -0.3 => *stop > 0.0,
            _ => *stop == 0.0,
        }));
        assert_eq!(stop, motion.column("load"));
        assert!(stop.iter().any(|stop| *stop > 1.0) && stop.iter().any(|stop| *stop < -1.0));
        assert_close(motion.summary.energy_drift, 0.0, 1e-9, formulation);
    }
}

/// Below the limit of sticking a block creeps slower than `speed`; above it slides off with what sliding leaves.
#[test]
fn friction_holds_what_is_below_its_limit() {
    let friction = "friction = { coulomb = 2, static = 3, viscous = 0.5, speed = 1e-2 }";
    let pushed = |load: &str| {
        let more = format!("[[forces]]\ntype = \"force\"\nbody = \"block\"\nvalue = [{load}, 0]");
        parse(&slider(friction, &more).replace("velocity = [0.4, 0.0]", ""))
    };
    for formulation in EXACT {
        let settings = |end: f64| Settings { formulation: formulation.parse().unwrap(), ..tight(end, 0.1 * end) };
        let held = run(&pushed("2.9"), &settings(3.0));
        let creep = held.last("slide.qd");
        assert!(creep > 0.0 && creep < 1e-2, "{formulation}: {creep}");
        assert_close(held.last("slide.friction"), -2.9, 1e-9, formulation);
        let sliding = run(&pushed("4"), &settings(5.0));
        let law = |_: f64, [_, v]: [f64; 2]| {
            let x = v / 1e-2;
            let load = if x < 1.0 { 1.5 * x * (3.0 - x * x) } else { 2.0 + (-(x - 1.0f64).powi(2)).exp() };
            [v, (4.0 - load - 0.5 * v) / 2.0]
        };
        let [x, v] = integrate(law, [0.0, 0.0], 5.0);
        assert_close(sliding.last("slide.qd"), v, 1e-8, formulation);
        assert_close(sliding.last("slide.q"), x, 1e-8, formulation);
    }
}

/// A cable pulls only, a strut pushes only; a damper without spring acts by its rate.
#[test]
fn elements_act_in_the_directions_they_are_given() {
    let spring = |acts: &str, law: &str| {
        let more = format!(
            "[[forces]]\ntype = \"spring\"\nname = \"s\"\nbodies = [\"ground\", \"block\"]\nfirst = [0, 0]\n\
             second = [0, 0]\nacts = \"{acts}\"\n{law}"
        );
        let motion = run(&parse(&slider("", &more)), &tight(0.0, 1.0));
        motion.last("s.force")
    };
    for (acts, law, force) in [
        ("both", "stiffness = 10\nlength = 1.4", -1.0),
        ("pull", "stiffness = 10\nlength = 1.4", -1.0),
        ("push", "stiffness = 10\nlength = 1.4", 0.0),
        ("pull", "stiffness = 10\nlength = 1.6", 0.0),
        ("push", "stiffness = 10\nlength = 1.6\ndamping = 1", 0.6),
        ("push", "stiffness = 10\nlength = 1.6\ndamping = 10", 0.0),
        ("pull", "damping = 2", -0.8),
        ("push", "damping = 2", 0.0),
        ("pull", "force = \"5\"", 0.0),
        ("pull", "force = \"-5 + 0*slide.q\"", -5.0),
    ] {
        assert_close(spring(acts, law), force, 1e-12, &format!("{acts} {law}"));
    }
}

/// A chain of 150 bodies with a controller at every joint: enough forces to be shared by threads.
fn controlled_chain() -> Model {
    let mut text = gallery::chain(150, Space::Planar).unwrap().to_toml();
    let names: Vec<String> = parse(&text).joints.iter().map(|joint| joint.name.clone()).collect();
    for (k, joint) in names.iter().enumerate() {
        let before = &names[k.saturating_sub(1)];
        text += &format!(
            "[[forces]]\ntype = \"actuator\"\njoint = \"{joint}\"\n\
             load = \"-2*('{joint}'.q - 0.5*'{before}'.q) - clamp('{joint}'.qd, -0.1, 0.1)\"\n"
        );
    }
    parse(&text)
}

#[test]
fn threads_change_no_bit() {
    let model = controlled_chain();
    for formulation in EXACT {
        let [one, three] = [1, 3].map(|threads| {
            let formulation = formulation.parse().unwrap();
            run(&model, &Settings { formulation, threads, end: 0.02, output_step: 0.01, ..Settings::default() })
        });
        assert_eq!(one.summary.state_hash, three.summary.state_hash, "{formulation}");
        assert_eq!(one.memory.rows, three.memory.rows, "{formulation}");
    }
}

#[test]
fn a_run_goes_on_from_a_checkpoint_with_the_same_bits() {
    let model = parse(&pendulum("planar", PD));
    for formulation in EXACT {
        let settings = Settings { formulation: formulation.parse().unwrap(), ..tight(0.3, 0.1) };
        let plan = Plan::choose(&model, &settings).unwrap();
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        let mut sink = Keeping { wanted: true, ..Keeping::default() };
        simulation.run(&mut sink).unwrap();
        let checkpoint = &sink.checkpoints[sink.checkpoints.len() / 2];
        let mut later = Simulation::restore(model.clone(), plan, checkpoint).unwrap();
        let mut rows = Memory::default();
        later.run(&mut rows).unwrap();
        assert_eq!(later.summary().state_hash, simulation.summary().state_hash, "{formulation}");
        assert_eq!(rows.rows.last(), sink.rows.rows.last(), "{formulation}");
    }
}

/// Elastic joints move as rigid ones do, up to their elasticity.
#[test]
fn multiscale_takes_loads_of_the_state() {
    let model = parse(&pendulum("planar", PD));
    let [exact, elastic] = ["cartesian", "multiscale"].map(|formulation| run_by(&model, formulation, 0.0));
    for column in ["left hip.qdd", "motor.load", "rod.ax"] {
        let expected = exact.last(column);
        assert_close(elastic.last(column), expected, 1e-5 * (1.0 + expected.abs()), column);
    }
}

/// Two coordinates of one joint, an angle and a travel, each with a load of its own.
#[test]
fn both_coordinates_of_a_joint_may_be_driven() {
    let text = r#"
        [[bodies]]
        name = "sleeve"
        mass = 2.0
        inertia = [0.3, 0.3, 0.4]
        [[joints]]
        name = "rod"
        type = "cylindrical"
        bodies = ["ground", "sleeve"]
        point = [0, 0, 0]
        axis = [0, 0, 1]
        [[forces]]
        name = "turn"
        type = "actuator"
        joint = "rod"
        coordinate = "angle"
        load = "0.8 - rod.angled + rod.travel"
        [[forces]]
        name = "push"
        type = "actuator"
        joint = "rod"
        coordinate = "travel"
        load = "-10*rod.travel + rod.angle"
        "#;
    let rate = |_: f64, [q, w, z, v]: [f64; 4]| [w, (0.8 - w + z) / 0.4, v, (-10.0 * z + q) / 2.0];
    let [q, _, z, _] = integrate(rate, [0.0; 4], 2.0);
    for formulation in EXACT {
        let motion = run_by(&parse(text), formulation, 2.0);
        assert_close(motion.last("rod.angle"), q, 1e-8, formulation);
        assert_close(motion.last("rod.travel"), z, 1e-8, formulation);
    }
}

/// Steps end where a part that depends on time alone switches, and no integrator smears the jump.
#[test]
fn switches_in_time_are_met_exactly() {
    let load = "[[forces]]\ntype = \"force\"\nbody = \"block\"\nvalue = [\"if(t < 0.37, 1, -3)*(1 + slide.qd)\", 0]";
    let model = parse(&slider("", load));
    // v + 1 grows by exp(t/2), then falls by exp(−3t/2).
    let speed = 1.4 * (0.185f64 - 1.5 * 0.63).exp() - 1.0;
    for formulation in EXACT {
        let step = Settings { integrator: "rk4".parse().unwrap(), step: 1e-2, ..tight(1.0, 1.0) };
        let motion = run(&model, &Settings { formulation: formulation.parse().unwrap(), ..step });
        assert_close(motion.last("slide.qd"), speed, 1e-9, formulation);
    }
}

const CAM: &str = r#"
    [[curves]]
    name = "cam"
    points = [[0, 0], [0.3, 0.02], [0.7, 0.05], [1, 0]]
    interpolation = "cubic"
    outside = "repeat"
    "#;

/// A driver follows a curve, with its derivatives; steps end where pieces of it meet.
#[test]
fn a_driver_may_follow_a_curve() {
    let model = parse(&slider("motion = \"cam(t)\"", CAM).replace("velocity = [0.4, 0.0]", ""));
    for formulation in EXACT {
        let motion = run(&model, &Settings { formulation: formulation.parse().unwrap(), ..tight(2.0, 1e-3) });
        let [q, qd, qdd] = ["slide.q", "slide.qd", "slide.qdd"].map(|column| motion.column(column));
        let open = motion.column("residual.position");
        for (row, expected) in [(0, 0.0), (300, 0.02), (700, 0.05), (1000, 0.0), (1300, 0.02)] {
            // `natural` keeps joints closed by feedback, up to what the row tells.
            assert_close(q[row], expected, 1e-12 + 2.0 * open[row], formulation);
        }
        for k in 1..2000 {
            // Central differences of a cubic err by h² q‴/6; a knot has a jump of q‴ at most.
            assert_close((q[k + 1] - q[k - 1]) / 2e-3, qd[k], 1e-5, formulation);
            assert_close((qd[k + 1] - qd[k - 1]) / 2e-3, qdd[k], 5e-3, formulation);
        }
        // The load that keeps it on the curve.
        assert_close(motion.column("slide.drive")[500], 2.0 * qdd[500], 1e-9, formulation);
    }
    let jumping = parse(&slider("motion = \"cam(t)\"", &CAM.replace("cubic", "linear")));
    let error = Plan::choose(&jumping, &Settings::default()).unwrap_err().to_string();
    assert!(error.contains("slide") && error.contains("0.3"), "{error}");
}

/// A load along a curve with kinks in time: its integral is exact, since steps end at the kinks.
#[test]
fn kinks_of_curves_in_time_are_met_exactly() {
    let load = r#"
        [[forces]]
        type = "force"
        body = "block"
        value = ["push(t)", 0]
        [[curves]]
        name = "push"
        points = [[0, 0], [0.37, 4], [0.61, -2]]
        "#;
    let model = parse(&slider("", load));
    let impulse = 0.5 * 0.37 * 4.0 + 0.24 * 1.0 - 2.0 * 0.39;
    for formulation in EXACT {
        let step = Settings { integrator: "rk4".parse().unwrap(), step: 1e-2, ..tight(1.0, 1.0) };
        let motion = run(&model, &Settings { formulation: formulation.parse().unwrap(), ..step });
        assert_close(motion.last("slide.qd"), 0.4 + impulse / 2.0, 1e-12, formulation);
    }
}

/// A motor whose torque falls with its speed, as a table of points or of a file.
fn with_curve(points: &str) -> String {
    let motor = r#"
        [[forces]]
        type = "actuator"
        name = "motor"
        joint = "left hip"
        load = "torque('left hip'.qd)"
        [[curves]]
        name = "torque"
        interpolation = "monotone"
    "#;
    pendulum("planar", &format!("{motor}{points}"))
}

#[test]
fn curves_come_from_files_beside_the_model() {
    let files = |path: &str| match path {
        "motor.csv" => Ok(b"speed,current,torque\n-5,0,30\n0,1,25\n8,2,3\n".to_vec()),
        "bad.csv" => Ok(b"speed,torque\n0,25\n8,much\n".to_vec()),
        other => Err(format!("there is no {other}")),
    };
    let load = |points: &str| {
        let inputs = Inputs { files: Some(&files), ..Inputs::default() };
        Model::load(&with_curve(points), "models/motor.toml", &inputs).map(|loaded| loaded.model)
    };
    let written = load("points = [[-5, 30], [0, 25], [8, 3]]").unwrap_or_else(|faults| panic!("{faults}"));
    let read =
        load("file = \"motor.csv\"\ncolumns = [\"speed\", \"torque\"]").unwrap_or_else(|faults| panic!("{faults}"));
    let [a, b] = [&written, &read].map(|model| run_by(model, "cartesian", 0.5).summary.state_hash);
    assert_eq!(a, b);
    for (points, words) in [
        ("file = \"bad.csv\"", "line 3, column 'torque' has \"much\""),
        ("file = \"none.csv\"", "there is no none.csv"),
        ("file = \"motor.csv\"", "say which two by `columns`"),
        ("file = \"bad.csv\"\npoints = [[0, 1], [1, 2]]", "not both"),
    ] {
        let faults = load(points).err().unwrap_or_else(|| panic!("{points} is wrong")).to_string();
        assert!(faults.contains(words) && faults.contains("curves[0].file"), "{faults}");
    }
}
