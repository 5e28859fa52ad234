//! One motion, many ways to it: solvers, integrators and stabilizations, the plane and space, TOML and JSON must agree,
//! on positions, velocities and, where they are unique, reactions.

use crate::motion::{Motion, from_gallery, largest_difference, parse, run, tight};
use linkwork::model::file;
use linkwork::{Model, Settings, gallery};

/// Largest differences of two motions over the channels that the filter lets pass.
fn difference(a: &Motion, b: &Motion, wanted: impl Fn(&str) -> bool) -> f64 {
    assert_eq!(a.memory.channels, b.memory.channels);
    let names = a.memory.channels.iter().filter(|c| wanted(c));
    names.map(|c| largest_difference(&a.column(c), &b.column(c))).fold(0.0, f64::max)
}

/// Whether the channel is a reaction.
fn is_reaction(channel: &str) -> bool {
    let loads = [".fx", ".fy", ".fz", ".tx", ".ty", ".tz", ".force", ".torque", ".drive"];
    loads.iter().any(|end| channel.ends_with(end))
}

fn is_motion(channel: &str) -> bool {
    !is_reaction(channel) && !channel.starts_with("residual")
}

fn with(solver: &str, end: f64) -> Settings {
    Settings { solver: solver.parse().unwrap(), ..tight(end, end / 20.0) }
}

#[test]
fn solvers_agree_on_motion_and_reactions() {
    for name in ["double-pendulum", "double-pendulum-spherical", "flyball-governor", "slider-crank", "hmmwv"] {
        let model = from_gallery(name);
        let [a, b, c, d, e] =
            ["dense", "elimination", "qr", "pcg", "relaxation"].map(|solver| run(&model, &with(solver, 0.5)));
        assert_eq!(a.summary.redundant, 0, "{name}");
        // Reactions of up to 10⁴ N (the vehicle), relative errors of 1e-10 by the condition of E.
        let largest = b.memory.channels.iter().filter(|c| is_reaction(c)).flat_map(|c| b.column(c));
        let scale = largest.fold(1.0, |m: f64, x| x.abs().max(m));
        for other in [&a, &c, &d, &e] {
            let off = difference(&b, other, is_motion);
            assert!(off < 1e-8, "{name}: motions differ by {off:.1e}");
            let off = difference(&b, other, is_reaction) / scale;
            assert!(off < 1e-9, "{name}: reactions differ by {off:.1e} of {scale:.0} N");
        }
    }
}

#[test]
fn thousands_of_joints_on_one_body_are_independent_and_move_as_joint_coordinates_say() {
    // The hub is a tree of pieces here, far lighter than the arms, at a lever of fifty meters.
    let model = gallery::star(3000).and_then(|file| file.build().map_err(|faults| faults.to_string())).unwrap();
    let at_start = |formulation: &str| {
        let asked = Settings {
            formulation: formulation.parse().unwrap(),
            solver: "auto".parse().unwrap(),
            ..with("auto", 0.0)
        };
        run(&model, &asked)
    };
    let [whole, pieces] = ["recursive", "cartesian"].map(at_start);
    assert_eq!((pieces.summary.rank, pieces.summary.redundant), (15_005, 0));
    let accelerations = |c: &str| c.contains(".a");
    let names = whole.memory.channels.iter().filter(|c| accelerations(c));
    let scale = names.flat_map(|c| whole.column(c)).fold(0.0, |m: f64, x| m.max(x.abs()));
    let off = difference(&whole, &pieces, accelerations) / scale;
    assert!(off < 1e-9, "accelerations differ by {off:.1e} of {scale:.0}");
}

#[test]
fn the_order_of_elimination_and_pieces_of_bodies_change_nothing() {
    let model = from_gallery("hmmwv");
    let names: Vec<&str> = model.joints.iter().rev().map(|joint| joint.name.as_str()).collect();
    let names = names.join(",");
    let first = run(&model, &with("elimination", 0.2));
    for order in ["minimum-degree", "minimum-fill", "nested-dissection", "file", &names] {
        for split in ["always", "never"] {
            let asked =
                Settings { order: order.into(), split_bodies: split.parse().unwrap(), ..with("elimination", 0.2) };
            let other = run(&model, &asked);
            assert_eq!(first.summary.rank, other.summary.rank, "{order}, {split}");
            // Tolerances as between solvers: another order of sums, amplified by the condition of E; reactions up to
            // 10⁴ N.
            let off = difference(&first, &other, is_motion);
            assert!(off < 1e-8, "{order}, {split}: motions differ by {off:.1e}");
            let off = difference(&first, &other, is_reaction);
            assert!(off < 1e-5, "{order}, {split}: reactions differ by {off:.1e} N");
        }
    }
}

#[test]
fn solvers_agree_on_the_motion_of_redundant_mechanisms() {
    for (name, end) in [("four-bar", 0.5), ("bricard", 0.5), ("manipulator", 0.1)] {
        let model = from_gallery(name);
        let [a, b, c, d, e] =
            ["dense", "elimination", "qr", "pcg", "relaxation"].map(|solver| run(&model, &with(solver, end)));
        assert!(a.summary.redundant > 0, "{name}");
        for other in [&a, &c, &d, &e] {
            let off = difference(&b, other, is_motion);
            assert!(off < 1e-8, "{name}: motions differ by {off:.1e}");
        }
        // All give the reactions of least norm.
        for other in [&c, &d, &e] {
            let off = difference(&a, other, is_reaction);
            assert!(off < 1e-6, "{name}: reactions of least norm differ by {off:.1e}");
        }
    }
}

/// The gallery's four-bar, written for the plane.
const PLANAR_FOUR_BAR: &str = r#"
    space = "planar"
    gravity = [0.0, -9.81]
    [[bodies]]
    name = "crank"
    mass = 0.4
    inertia = 0.005333333333333333
    position = [0.0, 0.2]
    velocity = [1.8, 0.0]
    angular_velocity = -9.0
    [[bodies]]
    name = "coupler"
    mass = 1.3
    inertia = 0.18308333333333335
    position = [0.6, 0.65]
    angle = 0.39479111969976155
    velocity = [3.6, 0.0]
    [[bodies]]
    name = "rocker"
    mass = 0.9
    inertia = 0.060750000000000005
    position = [1.2, 0.45]
    velocity = [1.8, 0.0]
    angular_velocity = -4.0
    [[joints]]
    name = "A"
    type = "revolute"
    bodies = ["ground", "crank"]
    point = [0.0, 0.0]
    [[joints]]
    name = "B"
    type = "revolute"
    bodies = ["crank", "coupler"]
    point = [0.0, 0.4]
    [[joints]]
    name = "C"
    type = "revolute"
    bodies = ["coupler", "rocker"]
    point = [1.2, 0.9]
    [[joints]]
    name = "D"
    type = "revolute"
    bodies = ["ground", "rocker"]
    point = [1.2, 0.0]
"#;

#[test]
fn plane_and_space_agree() {
    let plane = run(&parse(PLANAR_FOUR_BAR), &tight(2.0, 0.05));
    let space = run(&from_gallery("four-bar"), &tight(2.0, 0.05));
    assert_eq!((plane.summary.redundant, space.summary.redundant), (0, 3));
    assert_eq!((plane.summary.dof, space.summary.dof), (1, 1));
    let compare = |a: &str, b: &str, tolerance: f64| {
        let off = largest_difference(&plane.column(a), &space.column(b));
        assert!(off < tolerance, "{a}: differ by {off:.1e}");
    };
    for body in ["crank", "coupler", "rocker"] {
        for channel in ["x", "y", "vx", "vy"] {
            compare(&format!("{body}.{channel}"), &format!("{body}.{channel}"), 1e-9);
        }
        compare(&format!("{body}.w"), &format!("{body}.wz"), 1e-9);
        compare(&format!("{body}.ax"), &format!("{body}.ax"), 1e-7);
        compare(&format!("{body}.alpha"), &format!("{body}.alphaz"), 1e-7);
    }
    // The redundant equations act out of the plane only: reactions in the plane are unique.
    for joint in ["A", "B", "C", "D"] {
        for channel in ["fx", "fy", "q", "qd"] {
            compare(&format!("{joint}.{channel}"), &format!("{joint}.{channel}"), 1e-7);
        }
        let across = space.column(&format!("{joint}.fz"));
        assert!(across.iter().all(|f| f.abs() < 1e-8), "{joint} pushes out of the plane");
    }
}

#[test]
fn integrators_agree() {
    let model = parse(PLANAR_FOUR_BAR);
    let adaptive = run(&model, &tight(1.0, 0.1));
    for (integrator, step, tolerance) in [("rk4", 2e-4, 1e-8), ("adams", 2e-4, 1e-8)] {
        let settings = Settings { integrator: integrator.parse().unwrap(), step, adams_order: 4, ..tight(1.0, 0.1) };
        let off = difference(&adaptive, &run(&model, &settings), |c| c.ends_with(".x") || c.ends_with(".angle"));
        assert!(off < tolerance, "{integrator}: {off:.1e}");
    }
}

#[test]
fn stabilizations_agree_while_the_drift_is_small() {
    let model = parse(PLANAR_FOUR_BAR);
    let projected = run(&model, &tight(1.0, 0.1));
    for stabilization in ["baumgarte", "none"] {
        let settings = Settings { stabilization: stabilization.parse().unwrap(), ..tight(1.0, 0.1) };
        let other = run(&model, &settings);
        let off = difference(&projected, &other, |c| c.ends_with(".x") || c.ends_with(".angle"));
        assert!(off < 1e-9, "{stabilization}: {off:.1e}");
        // Without projection the drift is that of the integration, not of round-off.
        assert!(other.summary.max_residual < 1e-9, "{stabilization}: {:.1e}", other.summary.max_residual);
    }
}

#[test]
fn toml_and_json_give_the_same_bits() {
    for name in ["four-bar", "andrews", "hmmwv", "net"] {
        let toml = gallery::find(name).unwrap();
        let written = file::read(&toml, "model.toml").unwrap();
        let (again, json) = (written.to_toml(), written.to_json());
        let texts = [(&toml, "model.toml"), (&again, "model.toml"), (&json, "model.json")];
        let hashes = texts.map(|(text, name)| {
            let model = Model::parse(text, name).unwrap_or_else(|faults| panic!("{faults}"));
            run(&model, &Settings { end: 1e-4, output_step: 1e-4, ..Settings::default() }).summary.state_hash
        });
        assert_eq!(hashes[0], hashes[1], "{name}");
        assert_eq!(hashes[0], hashes[2], "{name}");
    }
}
