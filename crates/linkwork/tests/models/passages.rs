//! Mechanisms that pass singular positions whose geometry is nearly, but not quite, that of a branch: they go straight
//! on, as the exact mechanism does, keep their energy, and reactions show no peak there.

use crate::motion::{G, Motion, parse, run};
use linkwork::spatial::Vec3;
use linkwork::{Model, Settings, Space, gallery};

/// Multiples of it, without their integer parts, are spread evenly and repeat nothing.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;

/// A row of parallelograms whose joints are all displaced by up to `size`, in the plane.
fn disturbed(n: usize, size: f64, seed: usize) -> Model {
    let mut model = gallery::four_bars(n, Space::Planar).expect("a size that exists").build().expect("a sound model");
    let mut drawn = 1000 * seed;
    let mut draw = || {
        drawn += 1;
        size * (2.0 * (drawn as f64 * GOLDEN_RATIO).fract() - 1.0)
    };
    for joint in &mut model.joints {
        joint.first.point += Vec3([draw(), draw(), 0.0]);
        joint.second.point += Vec3([draw(), draw(), 0.0]);
    }
    model
}

/// The largest force in any joint (N).
fn find_peak(motion: &Motion) -> f64 {
    let is_force = |channel: &str| channel.ends_with(".fx") || channel.ends_with(".fy");
    let forces: Vec<usize> =
        (0..motion.memory.channels.len()).filter(|&k| is_force(&motion.memory.channels[k])).collect();
    assert!(!forces.is_empty());
    let of_row = |row: &Vec<f64>| forces.iter().map(|&k| row[k].abs()).fold(0.0, f64::max);
    motion.memory.rows.iter().map(of_row).fold(0.0, f64::max)
}

/// Uprights lie down and pass the horizontal, where a parallelogram might fold, some fourteen times in ten seconds.
/// Displacements of 10⁻¹² bend the way there by a radius of a micrometre, which no step should look for.
fn pass_horizontals(n: usize, size: f64, seeds: std::ops::Range<usize>) {
    let settings = Settings { end: 10.0, ..Settings::default() };
    let peak = find_peak(&run(&disturbed(n, 0.0, 0), &settings));
    for seed in seeds {
        let motion = run(&disturbed(n, size, seed), &settings);
        let drift = motion.summary.energy_drift;
        assert!(drift < 1e-6, "{n} parallelograms, {seed}: energy drifts by {drift:e}");
        let found = find_peak(&motion);
        // Rows are taken 0.01 s apart and forces are largest at single instants, some percent of them between rows.
        assert!(found < 1.1 * peak, "{n} parallelograms, {seed}: {found} N, {peak} N where nothing is displaced");
    }
}

#[test]
fn disturbed_parallelograms_pass_the_horizontal() {
    pass_horizontals(2, 1e-12, 0..6);
    pass_horizontals(5, 1e-12, 0..2);
}

/// The same many times; takes a minute.
#[test]
fn many_disturbed_parallelograms_pass_the_horizontal() {
    if std::env::var_os("LINKWORK_LONG_TESTS").is_some() {
        for n in [2, 3, 5, 10] {
            pass_horizontals(n, 1e-12, 0..25);
            pass_horizontals(n, 1e-14, 0..10);
        }
    }
}

/// A crank at constant speed, with a coupler and a second crank that make a parallelogram.
fn driven_parallelogram() -> Model {
    let body = |name: &str, mass: f64, inertia: f64, [x, y]: [f64; 2]| {
        format!("[[bodies]]\nname = \"{name}\"\nmass = {mass}\ninertia = {inertia}\nposition = [{x}, {y}]\n")
    };
    let pin = |name: &str, bodies: [&str; 2], [x, y]: [f64; 2]| {
        format!("[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = {bodies:?}\npoint = [{x}, {y}]\n")
    };
    let text = [
        "space = \"planar\"\ngravity = [0.0, -9.81]\n".to_string(),
        body("left", 1.0, 0.02, [0.0, 0.25]),
        body("coupler", 2.0, 0.2, [0.5, 0.5]),
        body("right", 1.0, 0.02, [1.0, 0.25]),
        pin("A", ["ground", "left"], [0.0, 0.0]) + "motion = \"-2*pi*t\"\n",
        pin("B", ["left", "coupler"], [0.0, 0.5]),
        pin("C", ["coupler", "right"], [1.0, 0.5]),
        pin("D", ["right", "ground"], [1.0, 0.0]),
    ];
    parse(&text.concat())
}

/// It lies flat four times in two seconds, where nothing tells a parallelogram from its crossed branch. With cranks at
/// the angle π/2 − φ, φ = 2πt, the coupler moves on a circle without turning, half of what it needs comes from each
/// pin, and the second crank is in balance only if the force along the coupler grows like tan φ: without bound, and
/// truly so. Rows 0.007 s apart come nearer to that than rows 0.01 s apart.
#[test]
fn a_driven_parallelogram_passes_its_dead_points() {
    let model = driven_parallelogram();
    for (formulation, solver) in [
        ("auto", "auto"),
        ("cartesian", "dense"),
        ("cartesian", "qr"),
        ("cartesian", "pcg"),
        ("recursive", "auto"),
        ("recursive", "qr"),
        ("natural", "auto"),
    ] {
        for output_step in [0.01, 0.007] {
            let mut settings = Settings { end: 10.0, output_step, ..Settings::default() };
            settings.formulation = formulation.parse().unwrap();
            settings.solver = solver.parse().unwrap();
            let motion = run(&model, &settings);
            let place = format!("{formulation}, {solver}, rows each {output_step} s");
            let warnings = &motion.summary.warnings;
            assert!(
                warnings.iter().all(|w| w.contains("initial velocities")) || formulation == "natural",
                "{warnings:?}"
            );
            // Momenta do not tell velocities in a dead point, and work is found from these.
            let most = if formulation == "natural" { 2e-4 } else { 1e-6 };
            let balance = motion.summary.energy_balance;
            assert!(balance < most, "{place}: energy is off by {balance:e}");
            for [time, x, y, drive] in motion.columns(["time", "C.fx", "C.fy", "A.drive"]) {
                let rate = std::f64::consts::TAU;
                let (s, c) = (rate * time).sin_cos();
                if c.abs() < 1e-9 {
                    continue;
                }
                let across = G - 0.5 * rate * rate * c;
                let along = s / c * (across + 0.5 * G);
                // Errors by 10⁻⁸, of accelerations up to 20 m/s² and of the angle, which the tangent amplifies by 1/c.
                let room = 5e-7 + 1e-8 * along.abs() / c.abs();
                let found = [x.abs() - along.abs(), y.abs() - across.abs(), drive.abs() - (1.5 * G * s).abs()];
                assert!(found.iter().all(|off| off.abs() < room), "{place}, {time} s: {found:?}, {along} N along");
            }
        }
    }
}

/// A rod on so many equal revolute joints at its end.
fn hinged(n: usize, space: Space) -> Model {
    let (text, inertia, axis) = match space {
        Space::Planar => ("planar", "0.1", ""),
        Space::Spatial => ("spatial", "[0.1, 0.1, 0.1]", "axis = [0.0, 0.0, 1.0]\n"),
    };
    let vector = |x: f64, y: f64| match space {
        Space::Planar => format!("[{x:?}, {y:?}]"),
        Space::Spatial => format!("[{x:?}, {y:?}, 0.0]"),
    };
    let hinge = |k: usize| {
        format!(
            "[[joints]]\nname = \"hinge{k}\"\ntype = \"revolute\"\nbodies = [\"ground\", \"rod\"]\n\
             point = {}\n{axis}",
            vector(0.0, 0.0)
        )
    };
    let head = format!(
        "name = \"hinges\"\nspace = \"{text}\"\ngravity = {}\n[[bodies]]\nname = \"rod\"\nmass = 1.0\n\
         inertia = {inertia}\nposition = {}\n",
        vector(0.0, -9.81),
        vector(0.5, 0.0)
    );
    parse(&(0..n).fold(head, |text, k| text + &hinge(k)))
}

/// Only two, or five, of these equations are independent; round-off in the others must not decide how many.
#[test]
fn a_thousand_equal_joints_move_like_one_and_carry_its_load_together() {
    for space in [Space::Planar, Space::Spatial] {
        let settings = Settings { end: 1.0, ..Settings::default() };
        let one = run(&hinged(1, space), &settings);
        for n in [100, 300, 1000] {
            let all = run(&hinged(n, space), &settings);
            let place = format!("{n} joints, {space:?}");
            assert_eq!((all.summary.dof, all.summary.redundant), (1, (n - 1) * one.summary.equations), "{place}");
            assert!(!all.summary.warnings.iter().any(|w| w.contains("changed along the motion")), "{place}");
            assert!(all.summary.rejected <= 2, "{place}: {} steps were rejected", all.summary.rejected);
            assert!(all.summary.energy_balance < 1e-7, "{place}: {:e}", all.summary.energy_balance);
            for channel in ["rod.x", "rod.y"] {
                let apart = (all.last(channel) - one.last(channel)).abs();
                // Both keep to tolerances of 10⁻⁸ a step, in other coordinates.
                assert!(apart < 1e-6, "{place}, {channel}: {apart:e}");
            }
            // How they share it is not definite; of all ways the one of least norm is the same part for each.
            let whole = one.last("hinge0.fy");
            for k in 0..n {
                let part = n as f64 * all.last(&format!("hinge{k}.fy"));
                assert!((part - whole).abs() < 1e-5 * whole.abs(), "{place}, joint {k}: {part} N of {whole} N");
            }
        }
    }
}

/// Two rods, the second on so many joints at the end of the first, in space.
fn linked(n: usize) -> Model {
    let body = |name: &str, x: f64| {
        format!("[[bodies]]\nname = \"{name}\"\nmass = 1.0\ninertia = [0.1, 0.1, 0.1]\nposition = [{x}, 0.0, 0.0]\n")
    };
    let pin = |name: &str, bodies: [&str; 2], x: f64| {
        format!(
            "[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = {bodies:?}\npoint = [{x}, 0.0, 0.0]\n\
             axis = [0.0, 0.0, 1.0]\n"
        )
    };
    let head = "space = \"spatial\"\ngravity = [0.0, -9.81, 0.0]\n".to_string();
    let begin = head + &body("rod", 0.5) + &body("end", 1.5) + &pin("root", ["ground", "rod"], 0.0);
    parse(&(0..n).fold(begin, |text, k| text + &pin(&format!("hinge{k}"), ["rod", "end"], 1.0)))
}

/// A bundle between two bodies that both move, which no division of a body makes small.
#[test]
fn bundles_are_condensed_in_every_formulation_and_for_every_solver() {
    let settings = Settings { end: 0.5, ..Settings::default() };
    let one = run(&linked(1), &settings);
    let model = linked(60);
    for (formulation, solver) in [
        ("cartesian", "elimination"),
        ("cartesian", "cyclic"),
        ("cartesian", "dense"),
        ("cartesian", "qr"),
        ("cartesian", "pcg"),
        ("recursive", "elimination"),
        ("recursive", "qr"),
        ("natural", "elimination"),
    ] {
        let mut settings = settings.clone();
        settings.formulation = formulation.parse().unwrap();
        settings.solver = solver.parse().unwrap();
        let all = run(&model, &settings);
        let place = format!("{formulation}, {solver}");
        assert_eq!((all.summary.dof, all.summary.redundant), (2, 295), "{place}");
        assert!(!all.summary.warnings.iter().any(|w| w.contains("changed along the motion")), "{place}");
        assert!(all.summary.energy_balance < 1e-6, "{place}: {:e}", all.summary.energy_balance);
        for channel in ["end.x", "end.y", "end.wz"] {
            let apart = (all.last(channel) - one.last(channel)).abs();
            assert!(apart < 1e-5, "{place}, {channel}: {apart:e}");
        }
        let (part, whole) = (60.0 * all.last("hinge7.fy"), one.last("hinge0.fy"));
        // In joint coordinates one of the joints carries the body, and balances what the others leave over.
        assert!(formulation == "recursive" || (part - whole).abs() < 1e-4 * whole.abs(), "{place}: {part} of {whole}");
    }
}

/// A thousand equal revolute joints took half a minute for a second of motion, most of it for equations that say the
/// same.
#[test]
fn a_thousand_joints_between_two_moving_bodies_cost_little_more_than_their_equations() {
    let settings = Settings { end: 1.0, ..Settings::default() };
    let (one, all) = (run(&linked(1), &settings), run(&linked(1000), &settings));
    assert_eq!((all.summary.dof, all.summary.redundant), (2, 4995));
    assert!(all.summary.energy_balance < 1e-6, "{:e}", all.summary.energy_balance);
    let apart = (all.last("end.y") - one.last("end.y")).abs();
    assert!(apart < 1e-5, "{apart:e}");
}

/// The rows of a flat net on its taut first row swing together, as a chain of rods does whose first turns about its
/// centre; nothing but round-off tells its bodies apart. Near the flat position equations of which 10⁻⁷ is left do not
/// matter, and must not stop it.
#[test]
fn a_flat_net_swings_like_a_chain_of_its_rows() {
    const K: usize = 7;
    let net = gallery::net(K).expect("a size that exists").build().expect("a sound model");
    let settings = Settings { end: 1.0, ..Settings::default() };
    let motion = run(&net, &settings);
    let warnings = &motion.summary.warnings;
    assert!(warnings.iter().any(|w| w.contains("nearly dependent equations damped")), "{warnings:?}");
    assert!(!warnings.iter().any(|w| w.contains("the energy changed")), "{warnings:?}");
    assert!(motion.summary.energy_balance < 1e-6, "{:e}", motion.summary.energy_balance);

    let row = |k: usize| {
        let before = if k == 0 { "ground".to_string() } else { format!("row{}", k - 1) };
        let pin = if k == 0 { 0.0 } else { k as f64 - 0.5 };
        format!(
            "[[bodies]]\nname = \"row{k}\"\nmass = 1.0\ninertia = 0.1\nposition = [{k}.0, 0.0]\n\
             [[joints]]\nname = \"pin{k}\"\ntype = \"revolute\"\nbodies = [\"{before}\", \"row{k}\"]\n\
             point = [{pin:?}, 0.0]\n"
        )
    };
    let head = "name = \"rows\"\nspace = \"planar\"\ngravity = [0.0, -9.81]\n".to_string();
    let rows = run(&parse(&(0..K).fold(head, |text, k| text + &row(k))), &settings);
    for k in 0..K {
        for (of_net, of_row) in [("y", "x"), ("z", "y")] {
            let expected = rows.last(&format!("row{k}.{of_row}"));
            for body in [0, K / 2, K - 1] {
                let found = motion.last(&format!("body_{body}_{k}.{of_net}"));
                assert!((found - expected).abs() < 1e-5, "body {body} of row {k}: {found}, {expected} in a chain");
            }
        }
    }
}

/// Small nets keep their energy with the methods that are chosen first, no equation damped, although the rank changes
/// in most of their steps.
#[test]
fn small_flat_nets_keep_their_energy_for_ten_seconds() {
    for k in [4, 5] {
        let net = gallery::net(k).expect("a size that exists").build().expect("a sound model");
        let motion = run(&net, &Settings { end: 10.0, ..Settings::default() });
        let (balance, warnings) = (motion.summary.energy_balance, &motion.summary.warnings);
        assert!(balance < 1e-6, "net of {k}: energy is off by {balance:e}");
        assert!(!warnings.iter().any(|w| w.contains("equations damped")), "net of {k}: {warnings:?}");
    }
}

/// Nets that stopped within ten seconds run to their end. Where they leave their symmetry, energy is lost at once or
/// kept, and a loss is told; takes minutes.
#[test]
fn flat_nets_run_for_ten_seconds() {
    if std::env::var_os("LINKWORK_LONG_TESTS").is_none() {
        return;
    }
    for k in 4..=8 {
        let net = gallery::net(k).expect("a size that exists").build().expect("a sound model");
        let motion = run(&net, &Settings { end: 10.0, ..Settings::default() });
        let (balance, warnings) = (motion.summary.energy_balance, &motion.summary.warnings);
        let is_told = warnings.iter().any(|w| w.contains("the energy changed"));
        assert!(balance < 3e-6 || is_told, "net of {k}: energy is off by {balance:e}");
        assert!(motion.summary.max_residual < 1e-10, "net of {k}: {:e}", motion.summary.max_residual);
    }
}
