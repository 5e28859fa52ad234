//! Bodies without mass or inertia: where accelerations are definite they are those of the mechanism, elsewhere the body
//! is named.

use super::{METHODS, USUAL, accelerations, arm, assert_all_agree};
use crate::motion::{parse, run, tight};
use linkwork::{Plan, Settings};

#[test]
fn links_without_mass_or_without_inertia() {
    // Massless links move as ones of 10⁻¹⁸ do, to round-off.
    for light in [[0.0, 0.0], [0.0, 0.05], [2.0, 0.0]] {
        for place in [0, 1, 3] {
            let mut links = [USUAL; 5];
            links[place] = light;
            let model = parse(&arm(&links, 0));
            links[place] = light.map(|x| x.max(1e-18));
            let (right, rank) = accelerations(&parse(&arm(&links, 0)), "recursive", "auto");
            assert_all_agree(&model, &right, rank, &format!("{light:?} at {place}"));
        }
    }
}

#[test]
fn frames_of_a_robot_without_mass_are_fixed_to_links_that_have_some() {
    let with_frames = |mass: &str, moment: &str| {
        let mut text = arm(&[USUAL; 3], 1);
        for (name, to, at) in [("tool", "link2", "[0.9, 0.3, 0.8]"), ("camera", "tool", "[1.0, 0.3, 0.8]")] {
            text +=
                &format!("[[bodies]]\nname = \"{name}\"\nmass = {mass}\ninertia = [{moment}, {moment}, {moment}]\n");
            text += &format!("position = {at}\n[[joints]]\nname = \"to {name}\"\ntype = \"fixed\"\n");
            text += &format!("bodies = [\"{to}\", \"{name}\"]\n");
        }
        parse(&text)
    };
    let (right, rank) = accelerations(&with_frames("1e-18", "1e-20"), "recursive", "auto");
    assert_all_agree(&with_frames("0.0", "0.0"), &right, rank, "frames");
    assert_all_agree(&with_frames("0", "0"), &right, rank, "integers");
}

/// A shaft along x, a cross, and a shaft that is bent away from it by β in the x-y plane; flywheels of 0.3 and 0.2
/// kg·m².
fn cardan(cross: &str) -> String {
    let (s, c) = BEND.sin_cos();
    format!(
        r#"
        space = "spatial"
        [[bodies]]
        name = "first"
        mass = 1.0
        inertia = [0.3, 0.2, 0.2]
        position = [-1.0, 0.0, 0.0]
        [[bodies]]
        name = "cross"
        {cross}
        position = [0.0, 0.0, 0.0]
        [[bodies]]
        name = "second"
        mass = 1.0
        inertia = [0.2, 0.15, 0.15]
        position = [{c}, {s}, 0.0]
        orientation = [{}, 0.0, 0.0, {}]
        [[joints]]
        name = "in"
        type = "revolute"
        bodies = ["ground", "first"]
        point = [-1.0, 0.0, 0.0]
        axis = [1.0, 0.0, 0.0]
        qd = 5.0
        [[joints]]
        name = "fork1"
        type = "revolute"
        bodies = ["first", "cross"]
        point = [0.0, 0.0, 0.0]
        axis = [0.0, 0.0, 1.0]
        [[joints]]
        name = "fork2"
        type = "revolute"
        bodies = ["cross", "second"]
        point = [0.0, 0.0, 0.0]
        axis = [{}, {c}, 0.0]
        [[joints]]
        name = "out"
        type = "cylindrical"
        bodies = ["ground", "second"]
        point = [{c}, {s}, 0.0]
        axis = [{c}, {s}, 0.0]
        [[forces]]
        type = "torque"
        body = "first"
        value = [1.5, 0.0, 0.0]
        "#,
        (0.5 * BEND).cos(),
        (0.5 * BEND).sin(),
        -s,
    )
}

const BEND: f64 = 0.5;

#[test]
fn a_massless_cross_between_two_shafts() {
    let model = parse(&cardan("mass = 0.0\ninertia = [0.0, 0.0, 0.0]"));
    // tan θ₂ = tan θ₁ · cos β or / cos β, by where the first fork stands: here it is across the plane of the shafts, so
    // that θ₂ = atan(tan θ₁ cos β) has the rate ω₁ cos β/(1 − sin²β sin²θ₁) … of unit speed ratio cos β at first.
    let c = BEND.cos();
    let ratio = |q: f64| c / (1.0 - (1.0 - c * c) * q.sin().powi(2));
    let ratio_rate = |q: f64| c * (1.0 - c * c) * (2.0 * q).sin() / (1.0 - (1.0 - c * c) * q.sin().powi(2)).powi(2);
    for (formulation, solver) in METHODS {
        let mut settings = tight(1.0, 0.05);
        settings.formulation = formulation.parse().unwrap();
        settings.solver = solver.parse().unwrap();
        if formulation == "cartesian" && solver == "relaxation" {
            settings.end = 0.1;
        }
        let seen = run(&model, &settings);
        let (q1, w1, a1) = (seen.column("in.q"), seen.column("in.qd"), seen.column("first.alphax"));
        let spin = seen.vectors("second.w");
        let kinetic = seen.column("energy.kinetic");
        for k in 0..q1.len() {
            let n = ratio(q1[k]);
            let w2 = spin[k].iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!((w2 - n * w1[k]).abs() < 1e-8, "{formulation}, {solver}: {w2} {}", n * w1[k]);
            // (J₁ + J₂ n²) q̈ + J₂ n n′ q̇² = torque.
            let right = (1.5 - 0.2 * n * ratio_rate(q1[k]) * w1[k].powi(2)) / (0.3 + 0.2 * n * n);
            assert!((a1[k] - right).abs() < 1e-7 * right.abs().max(1.0), "{formulation}, {solver}: {} {right}", a1[k]);
            let energy = 0.5 * (0.3 * w1[k] * w1[k] + 0.2 * w2 * w2);
            assert!((kinetic[k] - energy).abs() < 1e-9 * energy, "{formulation}, {solver}: {} {energy}", kinetic[k]);
        }
    }
}

#[test]
fn a_massless_slider_with_a_pendulum() {
    let text = r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [[bodies]]
        name = "slider"
        mass = 0.0
        inertia = 0.0
        [[bodies]]
        name = "rod"
        mass = 2.0
        inertia = 0.3
        position = [0.4, -0.3]
        [[joints]]
        name = "rail"
        type = "prismatic"
        bodies = ["ground", "slider"]
        point = [0.0, 0.0]
        axis = [1.0, 0.0]
        [[joints]]
        name = "pin"
        type = "revolute"
        bodies = ["slider", "rod"]
        point = [0.0, 0.0]
        [[forces]]
        type = "spring"
        bodies = ["ground", "slider"]
        first = [0.0, 0.0]
        second = [0.0, 0.0]
        stiffness = 30.0
        length = 0.0
    "#;
    let model = parse(text);
    let start = f64::atan2(0.4, 0.3);
    for (formulation, solver) in METHODS {
        let mut settings = tight(1.0, 0.1);
        settings.formulation = formulation.parse().unwrap();
        settings.solver = solver.parse().unwrap();
        let seen = run(&model, &settings);
        let (x, q, w) = (seen.column("slider.x"), seen.column("pin.q"), seen.column("rod.w"));
        let (a, alpha, pull) = (seen.column("slider.ax"), seen.column("rod.alpha"), seen.column("pin.fx"));
        for k in 0..x.len() {
            // Only the spring pulls the rod sideways: m (ẍ + L (sin θ)¨) = −k x, and about its center J θ̈ = moment of
            // the pin.
            let theta = start + q[k];
            let (s, c) = theta.sin_cos();
            let sideways = a[k] + 0.5 * (alpha[k] * c - w[k] * w[k] * s);
            assert!((2.0 * sideways + 30.0 * x[k]).abs() < 1e-8, "{formulation}, {solver}: {sideways} {}", x[k]);
            assert!((pull[k] + 30.0 * x[k]).abs() < 1e-8, "{formulation}, {solver}: {} {}", pull[k], x[k]);
            let upward = 0.5 * (alpha[k] * s + w[k] * w[k] * c) + 9.81;
            let moment = 0.5 * (30.0 * x[k] * c - 2.0 * upward * s);
            assert!((0.3 * alpha[k] - moment).abs() < 1e-7, "{formulation}, {solver}: {} {moment}", 0.3 * alpha[k]);
        }
        assert!(seen.summary.energy_drift < 1e-8, "{formulation}, {solver}: {:.1e}", seen.summary.energy_drift);
    }
}

fn refusal(text: &str) -> String {
    match Plan::choose(&parse(text), &Settings::default()) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(trouble) => trouble.to_string(),
    }
}

#[test]
fn bodies_whose_motion_no_mass_resists_are_named() {
    let heavy = "space = \"planar\"\n[[bodies]]\nname = \"block\"\nmass = 1.0\ninertia = 1.0\n";
    let ghost = "[[bodies]]\nname = \"ghost\"\nmass = 0.0\ninertia = 0.0\nposition = [1.0, 0.0]\n";
    let joint = |kind: &str, first: &str| {
        format!(
            "[[joints]]\nname = \"j\"\ntype = \"{kind}\"\nbodies = [\"{first}\", \"ghost\"]\n\
         point = [0.5, 0.0]\naxis = [1.0, 0.0]\n"
        )
    };
    let free = refusal(&format!("{heavy}{ghost}"));
    assert!(free.contains("'ghost' has zero mass") && free.contains("can move"), "{free}");
    let alone = refusal(&format!("space = \"planar\"\n{ghost}"));
    assert!(alone.contains("'ghost'"), "{alone}");
    let turning = refusal(&format!("{heavy}{ghost}{}", joint("revolute", "block").replace("axis = [1.0, 0.0]\n", "")));
    assert!(turning.contains("'ghost'") && turning.contains("not definite"), "{turning}");
    let sliding = refusal(&format!("{heavy}{ghost}{}", joint("prismatic", "block")));
    assert!(sliding.contains("'ghost' has zero mass"), "{sliding}");
    // A point mass on an axis through it may turn as it likes.
    let point = ghost.replace("mass = 0.0", "mass = 1.0").replace("[1.0, 0.0]", "[0.5, 0.0]");
    let spinning = refusal(&format!("{heavy}{point}{}", joint("revolute", "block").replace("axis = [1.0, 0.0]\n", "")));
    assert!(spinning.contains("'ghost' has zero inertia") && spinning.contains("can turn"), "{spinning}");
    // Welded to something that has mass it is fine.
    let fixed = format!("{heavy}{ghost}{}", joint("fixed", "block").replace("axis = [1.0, 0.0]\n", ""));
    assert!(Plan::choose(&parse(&fixed), &Settings::default()).is_ok());
}
