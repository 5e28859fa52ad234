//! A four-bar linkage of uniform rods with any masses, against the equation of its one degree of freedom, which divides
//! by no single mass.

use super::{METHODS, accelerations};
use crate::motion::parse;

/// Ends of crank, coupler and rocker.
const POINTS: [[f64; 2]; 4] = [[0.0, 0.0], [0.1, 0.4], [1.2, 0.9], [1.3, -0.1]];
/// Of the crank (rad/s).
const RATE: f64 = -2.0;

type Vector = [f64; 2];

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}

/// z × r.
fn across(r: Vector) -> Vector {
    [-r[1], r[0]]
}

/// a x + b y = c.
fn solve(a: Vector, b: Vector, c: Vector) -> [f64; 2] {
    let determinant = a[0] * b[1] - a[1] * b[0];
    [(c[0] * b[1] - c[1] * b[0]) / determinant, (a[0] * c[1] - a[1] * c[0]) / determinant]
}

/// Angular velocities of the three rods for that of the crank, their accelerations as well for its acceleration zero.
fn rods() -> ([f64; 3], [f64; 3]) {
    let [r1, r2, r3] = [0, 1, 2].map(|k| minus(POINTS[k + 1], POINTS[k]));
    // ω₁ z×r₁ + ω₂ z×r₂ + ω₃ z×r₃ = 0, and the same of accelerations with −ω² r.
    let first = across(r1);
    let [w2, w3] = solve(across(r2), across(r3), [-first[0], -first[1]]);
    let rates = [1.0, w2, w3];
    let bent = [0, 1].map(|c| RATE * RATE * (r1[c] + w2 * w2 * r2[c] + w3 * w3 * r3[c]));
    let [a2, a3] = solve(across(r2), across(r3), bent);
    (rates, [0.0, a2, a3])
}

/// Accelerations (x, y, angle) of the three rods.
fn expected(masses: [f64; 3]) -> Vec<f64> {
    let (rates, bias) = rods();
    // The start of each rod moves with those before it; centers are half-way.
    let along = |k: usize| minus(POINTS[k + 1], POINTS[k]);
    let center = |k: usize, w: &[f64; 3], bent: f64| {
        let mut sum = [0.0; 2];
        for n in 0..=k {
            let half = if n == k { 0.5 } else { 1.0 };
            let (turned, r) = (across(along(n)), along(n));
            (0..2).for_each(|c| sum[c] += half * (w[n] * turned[c] - bent * (RATE * rates[n]).powi(2) * r[c]));
        }
        sum
    };
    let (mut mass, mut load) = (0.0, 0.0);
    for k in 0..3 {
        let (j, gamma) = (center(k, &rates, 0.0), center(k, &bias, 1.0));
        let moment = masses[k] * along(k).iter().map(|x| x * x).sum::<f64>() / 12.0;
        mass += masses[k] * (j[0] * j[0] + j[1] * j[1]) + moment * rates[k] * rates[k];
        load += masses[k] * (-9.81 * j[1] - j[0] * gamma[0] - j[1] * gamma[1]) - moment * rates[k] * bias[k];
    }
    let crank = load / mass;
    let of_rod = |k: usize| {
        let (j, gamma) = (center(k, &rates, 0.0), center(k, &bias, 1.0));
        [crank * j[0] + gamma[0], crank * j[1] + gamma[1], crank * rates[k] + bias[k]]
    };
    (0..3).flat_map(of_rod).collect()
}

fn linkage(masses: [f64; 3], space: &str) -> String {
    let is_planar = space == "planar";
    let place = |p: Vector| if is_planar { format!("{p:?}") } else { format!("[{}, {}, 0.0]", p[0], p[1]) };
    let mut text = format!("space = \"{space}\"\ngravity = {}\n", place([0.0, -9.81]));
    let names = ["ground", "crank", "coupler", "rocker", "ground"];
    let (rates, _) = rods();
    for k in 0..3 {
        let (a, b) = (POINTS[k], POINTS[k + 1]);
        let moment = masses[k] * minus(b, a).iter().map(|x| x * x).sum::<f64>() / 12.0;
        let inertia = if is_planar { format!("{moment:e}") } else { format!("[{moment:e}, {moment:e}, {moment:e}]") };
        let center = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
        let mut velocity = [0.0; 2];
        for n in 0..=k {
            let half = if n == k { 0.5 } else { 1.0 };
            let turned = across(minus(POINTS[n + 1], POINTS[n]));
            (0..2).for_each(|c| velocity[c] += half * RATE * rates[n] * turned[c]);
        }
        let w = RATE * rates[k];
        let spin = if is_planar { format!("{w}") } else { format!("[0.0, 0.0, {w}]") };
        text += &format!("[[bodies]]\nname = \"{}\"\nmass = {:e}\ninertia = {inertia}\n", names[k + 1], masses[k]);
        text += &format!("position = {}\nvelocity = {}\nangular_velocity = {spin}\n", place(center), place(velocity));
    }
    for k in 0..4 {
        text += &format!(
            "[[joints]]\nname = \"{k}\"\ntype = \"revolute\"\nbodies = [\"{}\", \"{}\"]\n",
            names[k],
            names[k + 1]
        );
        text += &format!("point = {}\n", place(POINTS[k]));
        text += if is_planar { "" } else { "axis = [0.0, 0.0, 1.0]\n" };
    }
    text
}

#[test]
fn a_four_bar_linkage_with_light_and_massless_rods() {
    let cases = [
        [1.0, 2.0, 3.0],
        [1.0, 1e-4, 3.0],
        [1.0, 1e-6, 3.0],
        [1.0, 1e-9, 3.0],
        [1.0, 1e-12, 3.0],
        [1e-12, 1e-12, 3.0],
        [1e-12, 2.0, 1e-10],
        [1.0, 1e-6, 1e-12],
        [1.0, 0.0, 3.0],
        [0.0, 0.0, 3.0],
        [0.0, 2.0, 0.0],
    ];
    for masses in cases {
        let right = expected(masses);
        for (space, rank) in [("planar", 8), ("spatial", 17)] {
            let model = parse(&linkage(masses, space));
            for (formulation, solver) in METHODS {
                let (found, found_rank) = accelerations(&model, formulation, solver);
                let in_plane: Vec<f64> = found
                    .iter()
                    .filter(|(name, _)| [".ax", ".ay", ".alpha", ".alphaz"].iter().any(|end| name.ends_with(end)))
                    .map(|(_, value)| *value)
                    .collect();
                assert_eq!(in_plane.len(), 9);
                let largest = right.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                let off = right.iter().zip(&in_plane).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs())) / largest;
                println!("{masses:?}, {space}, {formulation}, {solver}: {off:.1e}, rank {found_rank}");
                assert!(off < 1e-9, "{masses:?}, {space}, {formulation}, {solver}: off by {off:.1e}");
                assert_eq!(found_rank, rank, "{masses:?}, {space}, {formulation}, {solver}");
            }
        }
    }
}
