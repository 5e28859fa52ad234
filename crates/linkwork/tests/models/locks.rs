//! Mechanisms that start in a position where their equations allow more than their joints do: stretched chains stay as
//! they are, and what hangs on them moves as if they were rigid. Each is compared with a model that has no such
//! position.

use crate::motion::{Motion, from_gallery, parse, run, tight};
use linkwork::{Model, Plan, Settings, Space, gallery};

/// Chains of bars of length 1 from the origin along x, in the plane, pinned at both ends, under gravity across.
fn taut_bars(n: usize, gravity: &str, joint: &str) -> String {
    let space = if joint == "spherical" { "spatial" } else { "planar" };
    let inertia = if space == "spatial" { "[0.01, 0.08, 0.08]" } else { "0.08" };
    let at = |x: f64| if space == "spatial" { format!("[{x}, 0.0, 0.0]") } else { format!("[{x}, 0.0]") };
    let mut text = format!("name = \"taut\"\nspace = \"{space}\"\ngravity = {gravity}\n");
    for k in 0..n {
        let center = at(k as f64 + 0.5);
        text += &format!("[[bodies]]\nname = \"bar{k}\"\nmass = 1.0\ninertia = {inertia}\nposition = {center}\n");
    }
    for k in 0..=n {
        let first = if k == 0 { "ground".into() } else { format!("bar{}", k - 1) };
        let second = if k == n { "ground".into() } else { format!("bar{k}") };
        let place = at(k as f64);
        text += &format!(
            "[[joints]]\nname = \"j{k}\"\ntype = \"{joint}\"\nbodies = [\"{first}\", \"{second}\"]\npoint = {place}\n"
        );
    }
    text
}

/// The largest change of a channel from its first value.
fn drift(motion: &Motion, channel: &str) -> f64 {
    let values = motion.column(channel);
    values.iter().map(|x| (x - values[0]).abs()).fold(0.0, f64::max)
}

/// The largest difference of two channels of two motions.
fn apart(a: &Motion, channel_a: &str, b: &Motion, channel_b: &str) -> f64 {
    let (a, b) = (a.column(channel_a), b.column(channel_b));
    assert_eq!(a.len(), b.len());
    a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn worst_residual(motion: &Motion) -> f64 {
    motion.column("residual.position").into_iter().fold(0.0, f64::max)
}

fn n_further_joints(model: &Model) -> usize {
    let plan = Plan::choose(model, &Settings::default()).unwrap_or_else(|trouble| panic!("{}: {trouble}", model.name));
    plan.moving(model).n_joints() - model.n_joints()
}

#[test]
fn taut_bars_stay() {
    for n in 2..=4 {
        for formulation in ["cartesian", "recursive"] {
            let settings = Settings { formulation: formulation.parse().unwrap(), ..tight(1.0, 0.1) };
            let plane = run(&parse(&taut_bars(n, "[0.0, -9.81]", "revolute")), &settings);
            let space = run(&parse(&taut_bars(n, "[0.0, 0.0, -9.81]", "spherical")), &settings);
            for k in 0..n {
                // What is held does not move but by round-off.
                for channel in ["x", "y", "angle"] {
                    assert!(drift(&plane, &format!("bar{k}.{channel}")) < 1e-13, "{n} bars, {formulation}");
                }
                for channel in ["x", "y", "z"] {
                    assert!(drift(&space, &format!("bar{k}.{channel}")) < 1e-13, "{n} bars, {formulation}");
                }
            }
            assert!(space.summary.warnings.iter().any(|w| w.contains("'j0'") && w.contains("taut")));
        }
    }
}

const PENDULUM: &str = "[[bodies]]\nname = \"rod\"\nmass = 2.0\ninertia = 0.3\nposition = [2.1, 0.0]\n";

#[test]
fn a_pendulum_on_taut_bars_swings_as_on_the_ground() {
    let hung = |on: &str| {
        format!("[[joints]]\nname = \"hinge\"\ntype = \"revolute\"\nbodies = [\"{on}\", \"rod\"]\npoint = [1.5, 0.0]\n")
    };
    let mut parts = taut_bars(3, "[0.0, -9.81]", "revolute");
    // Bodies may come after joints in the file.
    parts += &(PENDULUM.to_string() + &hung("bar1"));
    let alone = format!("space = \"planar\"\ngravity = [0.0, -9.81]\n{PENDULUM}{}", hung("ground"));
    let reference = run(&parse(&alone), &tight(2.0, 0.05));
    for (formulation, solver) in [
        ("cartesian", "elimination"),
        ("cartesian", "qr"),
        ("cartesian", "dense"),
        ("cartesian", "pcg"),
        ("recursive", "auto"),
    ] {
        let settings =
            Settings { formulation: formulation.parse().unwrap(), solver: solver.parse().unwrap(), ..tight(2.0, 0.05) };
        let motion = run(&parse(&parts), &settings);
        for channel in ["rod.x", "rod.y", "rod.angle", "rod.w"] {
            let off = apart(&motion, channel, &reference, channel);
            // Both are integrated to some 10⁻¹¹.
            assert!(off < 1e-9, "{formulation} {solver}: {channel} is off by {off:.1e}");
        }
        assert!(worst_residual(&motion) < 1e-12);
    }
}

/// One column of a net, seen along x: y and z of the net are x and y here.
fn curtain(k: usize) -> Model {
    let mut text = String::from("space = \"planar\"\ngravity = [0.0, -9.81]\n");
    for j in 0..k {
        let (before, at) = match j {
            0 => ("ground".into(), 0.0),
            _ => (format!("row{}", j - 1), j as f64 - 0.5),
        };
        text += &format!(
            "[[bodies]]\nname = \"row{j}\"\nmass = 1.0\ninertia = 0.1\nposition = [{j}.0, 0.0]\n\
             [[joints]]\nname = \"j{j}\"\ntype = \"revolute\"\nbodies = [\"{before}\", \"row{j}\"]\npoint = [{at}, 0.0]\n"
        );
    }
    parse(&text)
}

#[test]
fn a_flat_net_swings_as_a_curtain() {
    let settings = Settings { end: 1.0, output_step: 0.05, rtol: 1e-8, atol: 1e-10, ..Settings::default() };
    let methods = [
        ("cartesian", "auto", "auto"),
        ("recursive", "elimination", "auto"),
        ("cartesian", "elimination", "projection"),
    ];
    for k in [3, 4] {
        let reference = run(&curtain(k), &Settings { rtol: 1e-11, atol: 1e-12, ..settings.clone() });
        let net = gallery::net(k).unwrap().build().unwrap();
        for (formulation, solver, stabilization) in methods {
            let motion = run(
                &net,
                &Settings {
                    formulation: formulation.parse().unwrap(),
                    solver: solver.parse().unwrap(),
                    stabilization: stabilization.parse().unwrap(),
                    ..settings.clone()
                },
            );
            for j in 0..k {
                for i in 0..k {
                    let (body, row) = (format!("body_{i}_{j}"), format!("row{j}"));
                    let off = apart(&motion, &format!("{body}.y"), &reference, &format!("{row}.x"))
                        .max(apart(&motion, &format!("{body}.z"), &reference, &format!("{row}.y")))
                        .max(drift(&motion, &format!("{body}.x")));
                    // Some hundred steps with errors of 10⁻⁸, which a chain of pendulums multiplies.
                    assert!(off < 1e-6, "net {k}, {formulation} {solver}: {body} is off by {off:.1e}");
                }
            }
            assert!(worst_residual(&motion) < 1e-12);
        }
    }
}

/// The chain is stretched on a body that swings: nothing touches the ground but this.
#[test]
fn bars_that_are_taut_on_a_moving_body_move_with_it() {
    let bodies = "space = \"planar\"\ngravity = [0.0, -9.81]\n\
        [[bodies]]\nname = \"frame\"\nmass = 3.0\ninertia = 0.5\nposition = [1.0, -0.3]\n\
        [[bodies]]\nname = \"left\"\nmass = 1.0\ninertia = 0.08\nposition = [0.75, 0.2]\n\
        [[bodies]]\nname = \"right\"\nmass = 2.0\ninertia = 0.08\nposition = [1.25, 0.2]\n\
        [[joints]]\nname = \"pivot\"\ntype = \"revolute\"\nbodies = [\"ground\", \"frame\"]\npoint = [0.0, 0.0]\n";
    let joint = |name: &str, kind: &str, [a, b]: [&str; 2], x: f64| {
        format!("[[joints]]\nname = \"{name}\"\ntype = \"{kind}\"\nbodies = [\"{a}\", \"{b}\"]\npoint = [{x}, 0.2]\n")
    };
    let taut = bodies.to_string()
        + &joint("a", "revolute", ["frame", "left"], 0.5)
        + &joint("b", "revolute", ["left", "right"], 1.0)
        + &joint("c", "revolute", ["right", "frame"], 1.5);
    let rigid = bodies.to_string()
        + &joint("a", "fixed", ["frame", "left"], 0.5)
        + &joint("c", "fixed", ["right", "frame"], 1.5);
    let (taut, rigid) = (parse(&taut), parse(&rigid));
    assert_eq!(n_further_joints(&taut), 2);
    let [taut, rigid] = [taut, rigid].map(|model| run(&model, &tight(2.0, 0.05)));
    for channel in ["frame.angle", "left.x", "left.y", "right.y", "right.angle"] {
        let off = apart(&taut, channel, &rigid, channel);
        assert!(off < 1e-9, "{channel} is off by {off:.1e}");
    }
    assert!(worst_residual(&taut) < 1e-12);
}

#[test]
fn velocities_that_are_locked_are_taken_out_and_reported() {
    let text = taut_bars(2, "[0.0, 0.0]", "revolute")
        .replacen("position = [0.5, 0.0]", "position = [0.5, 0.0]\nvelocity = [0.0, 0.5]\nangular_velocity = 1.0", 1)
        .replacen("position = [1.5, 0.0]", "position = [1.5, 0.0]\nvelocity = [0.0, 0.5]\nangular_velocity = -1.0", 1);
    let model = parse(&text);
    let plan = Plan::choose(&model, &Settings::default()).unwrap();
    assert_eq!(plan.assembly.velocity.len(), 2);
    assert!(plan.initial.velocities().iter().all(|v| v.abs() < 1e-14), "{:?}", plan.initial.velocities());
}

#[test]
fn what_can_move_is_not_held() {
    let mut models: Vec<Model> = gallery::list().iter().map(|entry| from_gallery(entry.name)).collect();
    models.push(gallery::four_bars(6, Space::Spatial).unwrap().build().unwrap());
    // A parallelogram laid flat: from here it may go on as one, or as one with crossed sides.
    let bar = |name: &str, x: f64| {
        format!("[[bodies]]\nname = \"{name}\"\nmass = 1.0\ninertia = 0.1\nposition = [{x}, 0.0]\n")
    };
    let joint = |name: &str, [a, b]: [&str; 2], x: f64| {
        format!("[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = [\"{a}\", \"{b}\"]\npoint = [{x}, 0.0]\n")
    };
    let flat = "name = \"flat parallelogram\"\nspace = \"planar\"\n".to_string()
        + &(bar("crank", 0.5) + &bar("coupler", 2.0) + &bar("rocker", 2.5))
        + &(joint("A", ["ground", "crank"], 0.0) + &joint("B", ["crank", "coupler"], 1.0))
        + &(joint("C", ["coupler", "rocker"], 3.0) + &joint("D", ["rocker", "ground"], 2.0));
    let flat = parse(&flat);
    assert!(Plan::choose(&flat, &Settings::default()).unwrap().rank < flat.n_equations());
    models.push(flat);
    for model in &models {
        assert_eq!(n_further_joints(model), 0, "{}", model.name);
    }
}

#[test]
fn a_chain_that_is_held_by_the_model_needs_nothing() {
    let text = taut_bars(2, "[0.0, -9.81]", "revolute")
        + "[[joints]]\nname = \"guide\"\ntype = \"point_line\"\nbodies = [\"ground\", \"bar0\"]\npoint = [1.0, 0.0]\naxis = [1.0, 0.0]\n";
    assert_eq!(n_further_joints(&parse(&text)), 0);
}
