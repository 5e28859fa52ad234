//! Bodies that are light beside others, or have no mass at all: accelerations by every formulation and solver against
//! joint coordinates or closed forms, energy over long motions, and what is said where no acceleration is definite.

mod linkage;
mod massless;

use crate::motion::{parse, run};
use linkwork::{Model, Settings};

/// Every solver, with the formulations that leave it something to solve.
const METHODS: [(&str, &str); 11] = [
    ("cartesian", "elimination"),
    ("cartesian", "cyclic"),
    ("cartesian", "dense"),
    ("cartesian", "qr"),
    ("cartesian", "pcg"),
    ("cartesian", "relaxation"),
    ("natural", "elimination"),
    ("natural", "dense"),
    ("natural", "qr"),
    ("natural", "pcg"),
    ("recursive", "auto"),
];

fn at_start(formulation: &str, solver: &str) -> Settings {
    let mut settings = Settings { end: 0.0, rtol: 1e-12, atol: 1e-13, ..Settings::default() };
    settings.formulation = formulation.parse().unwrap();
    settings.solver = solver.parse().unwrap();
    settings
}

/// Accelerations of all bodies at the start, by channel; and the rank.
fn accelerations(model: &Model, formulation: &str, solver: &str) -> (Vec<(String, f64)>, usize) {
    let seen = run(model, &at_start(formulation, solver));
    assert!(seen.summary.warnings.iter().all(|w| !w.contains("accura")), "{:?}", seen.summary.warnings);
    let is_acceleration = |c: &&String| [".ax", ".ay", ".az", ".alpha"].iter().any(|part| c.contains(part));
    let names: Vec<String> = seen.memory.channels.iter().filter(is_acceleration).cloned().collect();
    let rank = seen.summary.rank;
    (names.into_iter().map(|name| (name.clone(), seen.column(&name)[0])).collect(), rank)
}

/// Largest difference, relative to the largest value.
fn difference(a: &[(String, f64)], b: &[(String, f64)]) -> f64 {
    assert_eq!(a.len(), b.len());
    let largest = a.iter().fold(0.0, |m: f64, x| m.max(x.1.abs()));
    let apart =
        a.iter().zip(b).fold(0.0, |m: f64, (x, y)| if y.1.is_nan() { f64::INFINITY } else { m.max((x.1 - y.1).abs()) });
    apart / largest
}

/// All methods against one.
fn assert_all_agree(model: &Model, right: &[(String, f64)], rank: usize, what: &str) {
    let mut wrong = Vec::new();
    for (formulation, solver) in METHODS {
        let (found, found_rank) = accelerations(model, formulation, solver);
        let off = difference(right, &found);
        let line = format!("{what}: {formulation}, {solver}: off by {off:.1e}, rank {found_rank} of {rank}");
        println!("{line}");
        if off >= 1e-9 || found_rank != rank {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A robot arm of five links on the ground, with joints about different axes; of each link, its mass and its moments.
fn arm(links: &[[f64; 2]], seed: usize) -> String {
    let mut text = String::from("space = \"spatial\"\ngravity = [0.0, 0.0, -9.81]\n");
    let axes = ["[0.0, 0.0, 1.0]", "[0.0, 1.0, 0.0]", "[0.6, 0.8, 0.0]", "[1.0, 0.0, 0.0]", "[0.0, 0.6, 0.8]"];
    let mut tip = [0.0, 0.0, 0.0];
    for (k, [mass, moment]) in links.iter().enumerate() {
        let wave = |c: f64| 0.3 * (1.0 + c * (k + 3 * seed) as f64).sin();
        let step = [0.3 + wave(1.3), wave(0.7), 0.2 + wave(2.1)];
        let center: Vec<f64> = (0..3).map(|c| tip[c] + 0.5 * step[c]).collect();
        let inboard = if k == 0 { "ground".into() } else { format!("link{}", k - 1) };
        text += &format!("[[bodies]]\nname = \"link{k}\"\nmass = {mass:e}\n");
        text += &format!("inertia = [{moment:e}, {:e}, {:e}]\nposition = {center:?}\n", 1.1 * moment, 1.2 * moment);
        text +=
            &format!("[[joints]]\nname = \"joint{k}\"\ntype = \"revolute\"\nbodies = [\"{inboard}\", \"link{k}\"]\n");
        text += &format!("point = {tip:?}\naxis = {}\nqd = {}\n", axes[(k + seed) % 5], 0.4 * (k as f64 + 1.0).cos());
        (0..3).for_each(|c| tip[c] += step[c]);
    }
    text
}

const USUAL: [f64; 2] = [2.0, 0.05];

#[test]
fn links_of_a_robot_arm_that_are_light_beside_the_others() {
    let cases: [(&str, [f64; 2]); 5] = [
        ("as heavy", [2.0, 0.05]),
        ("small inertia", [1e-3, 1e-13]),
        ("light", [1e-8, 1e-10]),
        ("very light", [1e-11, 1e-15]),
        ("next to nothing", [1e-12, 1e-18]),
    ];
    for (what, light) in cases {
        for place in [0, 1, 3] {
            let mut links = [USUAL; 5];
            links[place] = light;
            let model = parse(&arm(&links, 0));
            let (right, rank) = accelerations(&model, "recursive", "auto");
            assert_all_agree(&model, &right, rank, &format!("{what} at {place}"));
        }
    }
}

#[test]
fn arms_with_several_light_links() {
    // More of them with the environment variable `LINKWORK_LIGHT_SEEDS`.
    let n_seeds = std::env::var("LINKWORK_LIGHT_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    pass_arms(0..n_seeds);
}

/// Masses of 10⁻¹², 10⁻⁴, 10⁻⁹ and 10⁻¹ of the last link's: what the first one carries was taken for the weight of the
/// second, and its ballast was so light that round-off in the loads turned it at 4·10⁻⁸ rad/s².
#[test]
fn loads_of_heavy_links_pass_through_light_ones_beyond_others_of_moderate_mass() {
    pass_arms([1, 24, 27, 37]);
}

fn pass_arms(seeds: impl IntoIterator<Item = usize>) {
    for seed in seeds {
        let mut links = [USUAL; 5];
        for (k, link) in links.iter_mut().enumerate().take(4) {
            // From as heavy to 10⁻¹² of it, several in a row among them.
            let ratio = 10f64.powi(-(((5 * k + 7 * seed) % 13) as i32));
            *link = [USUAL[0] * ratio, USUAL[1] * ratio];
        }
        let model = parse(&arm(&links, seed));
        let (right, rank) = accelerations(&model, "recursive", "auto");
        assert_all_agree(&model, &right, rank, &format!("seed {seed}"));
    }
}

/// Two uniform rods of a meter in the plane.
fn double_pendulum(inner: f64, outer: f64) -> String {
    format!(
        r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [[bodies]]
        name = "inner"
        mass = {inner:e}
        inertia = {:e}
        position = [0.5, 0.0]
        [[bodies]]
        name = "outer"
        mass = {outer:e}
        inertia = {:e}
        position = [1.5, 0.0]
        [[joints]]
        name = "shoulder"
        type = "revolute"
        bodies = ["ground", "inner"]
        point = [0.0, 0.0]
        [[joints]]
        name = "elbow"
        type = "revolute"
        bodies = ["inner", "outer"]
        point = [1.0, 0.0]
        "#,
        inner / 12.0,
        outer / 12.0
    )
}

#[test]
fn double_pendulums_of_very_different_masses_keep_their_energy() {
    for [inner, outer] in [[1.0, 1e-9], [1e-9, 1.0], [1.0, 1e-12], [1e-12, 1.0]] {
        for formulation in ["auto", "recursive", "natural"] {
            let mut settings = Settings { end: 20.0, output_step: 0.1, ..Settings::default() };
            settings.formulation = formulation.parse().unwrap();
            let seen = run(&parse(&double_pendulum(inner, outer)), &settings);
            println!("{inner:e} {outer:e} {formulation}: {:.1e}", seen.summary.energy_drift);
            assert!(seen.summary.energy_drift <= 1e-6, "{inner:e}, {outer:e}: {:.1e}", seen.summary.energy_drift);
        }
    }
}
