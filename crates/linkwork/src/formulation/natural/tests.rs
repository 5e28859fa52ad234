//! The equations as the paper has them, with all coordinates, inner constraints and their multipliers, against those
//! without.

use super::axes::Axes;
use super::{Decay, Natural};
use crate::formulation::bodies::{Ends, PlanarBodies, SpatialBodies};
use crate::model::joint::rows::Rows;
use crate::model::{Body, Model};
use crate::multibody::Multibody;
use crate::solver::Dense;
use crate::spatial::Vec3;
use crate::system::System;

const ALPHA: f64 = 7.0;

/// Two bodies out of their joints' reach: violations are fed back too.
const SPATIAL: &str = r#"
gravity = [0.3, -9.81, 1.0]
[[bodies]]
name = "a"
mass = 2.0
inertia = [0.3, 0.4, 0.5]
position = [0.5, 0.1, -0.2]
orientation = [0.8, 0.2, -0.4, 0.4]
[[bodies]]
name = "b"
mass = 1.5
inertia = [0.2, 0.25, 0.15]
position = [1.4, 0.3, 0.1]
orientation = [0.1, 0.7, 0.5, -0.5]
[[joints]]
name = "pivot"
type = "spherical"
bodies = ["ground", "a"]
first = { point = [0.02, 0.01, 0.0] }
second = { point = [-0.4, 0.2, 0.1] }
[[joints]]
name = "hinge"
type = "revolute"
bodies = ["a", "b"]
first = { point = [0.4, 0.1, 0.2], axis = [0.6, 0.0, 0.8] }
second = { point = [-0.5, 0.1, 0.3], axis = [0.0, 1.0, 0.0] }
[[joints]]
name = "guide"
type = "point_line"
bodies = ["ground", "b"]
first = { point = [1.0, 0.0, 0.0], axis = [0.0, 0.6, 0.8] }
second = { point = [0.1, 0.2, 0.3] }
"#;

const PLANAR: &str = r#"
space = "planar"
gravity = [0.3, -9.81]
[[bodies]]
name = "a"
mass = 2.0
inertia = 0.3
position = [0.5, 0.1]
angle = 0.4
[[bodies]]
name = "b"
mass = 1.5
inertia = 0.2
position = [1.4, 0.3]
angle = -1.1
[[joints]]
name = "pivot"
type = "revolute"
bodies = ["ground", "a"]
first = { point = [0.02, 0.01] }
second = { point = [-0.4, 0.2] }
[[joints]]
name = "guide"
type = "point_line"
bodies = ["a", "b"]
first = { point = [0.4, 0.1], axis = [0.6, 0.8] }
second = { point = [-0.5, 0.1] }
"#;

/// Quantities of a body in the paper's equations: its inner constraints, its constant diagonal mass, and Tᵀ.
trait Full<const W: usize>: Axes<W> {
    fn inner(s: &[f64]) -> Vec<f64>;
    fn mass(body: &Body) -> Vec<f64>;
    /// Tᵀp: force and torque of what acts on the coordinates.
    fn collect(s: &[f64], p: &[f64]) -> Vec<f64>;
}

impl Full<6> for SpatialBodies {
    fn inner(s: &[f64]) -> Vec<f64> {
        let axis = |k: usize| &s[3 + 3 * k..6 + 3 * k];
        let pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        let product = |(i, j): (usize, usize)| axis(i).iter().zip(axis(j)).map(|(a, b)| a * b).sum::<f64>();
        pairs.map(|pair| 0.5 * (product(pair) - f64::from(u8::from(pair.0 == pair.1)))).to_vec()
    }

    fn mass(body: &Body) -> Vec<f64> {
        let [x, y, z] = [0, 1, 2].map(|k| body.inertia.0[k][k]);
        let moments = [body.mass, 0.5 * (y + z - x), 0.5 * (z + x - y), 0.5 * (x + y - z)];
        moments.into_iter().flat_map(|m| [m; 3]).collect()
    }

    fn collect(s: &[f64], p: &[f64]) -> Vec<f64> {
        let v = |x: &[f64], k: usize| Vec3([x[3 * k], x[3 * k + 1], x[3 * k + 2]]);
        let torques = [1, 2, 3].map(|k| v(s, k).cross(v(p, k)));
        let torque = Vec3([0, 1, 2].map(|c| torques.iter().map(|t| t[c]).sum::<f64>()));
        [v(p, 0).0, torque.0].concat()
    }
}

impl Full<3> for PlanarBodies {
    fn inner(s: &[f64]) -> Vec<f64> {
        vec![0.5 * (s[2] * s[2] + s[3] * s[3] - 1.0)]
    }

    fn mass(body: &Body) -> Vec<f64> {
        let moment = body.inertia.0[2][2];
        vec![body.mass, body.mass, moment, moment]
    }

    fn collect(s: &[f64], p: &[f64]) -> Vec<f64> {
        vec![p[0], p[1], s[2] * p[3] - s[3] * p[2]]
    }
}

/// f(s): inner constraints of all bodies, then joints.
fn constraints<B: Full<W>, const W: usize>(model: &Model, s: &[f64]) -> Vec<f64> {
    let mut f: Vec<f64> = s.chunks(B::COUNT).flat_map(B::inner).collect();
    for joint in &model.joints {
        let pose = |body: crate::BodyId| body.index().map_or(B::GROUND, |i| B::at_rest(&s[i * B::COUNT..]));
        let (first, second) = (pose(joint.first.body), pose(joint.second.body));
        let mut rows = Rows::default();
        B::write_joint(Ends { joint, first: &first, second: &second, time: 0.0, unwrapped_angle: 0.0 }, &mut rows);
        f.extend_from_slice(&rows.residual[..rows.n]);
    }
    f
}

/// J(s) by rows: these constraints are quadratic, so central differences are exact for any step.
fn jacobian<B: Full<W>, const W: usize>(model: &Model, s: &[f64]) -> Vec<Vec<f64>> {
    let column = |k: usize| {
        let [behind, ahead] = [-0.5, 0.5].map(|h| {
            let mut s = s.to_vec();
            s[k] += h;
            constraints::<B, W>(model, &s)
        });
        ahead.iter().zip(&behind).map(|(a, b)| a - b).collect::<Vec<f64>>()
    };
    let columns: Vec<Vec<f64>> = (0..s.len()).map(column).collect();
    (0..columns[0].len()).map(|row| columns.iter().map(|c| c[row]).collect()).collect()
}

/// A x = b by elimination with pivots.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs())).expect("k < n");
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            let row = a[k].clone();
            a[i].iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}

/// ṡ and ṗ* by eqs. (13) and (12), inner constraints among the others.
fn calc_as_published<B: Full<W>, const W: usize>(model: &Model, s: &[f64], p: &[f64]) -> [Vec<f64>; 2] {
    let (n, f, j) = (s.len(), constraints::<B, W>(model, s), jacobian::<B, W>(model, s));
    let mass: Vec<f64> = model.bodies.iter().flat_map(B::mass).collect();
    let mut matrix = vec![vec![0.0; n + f.len()]; n + f.len()];
    for k in 0..n {
        matrix[k][k] = mass[k];
        for row in 0..f.len() {
            matrix[k][n + row] = j[row][k];
            matrix[n + row][k] = j[row][k];
        }
    }
    let right: Vec<f64> = p.iter().copied().chain(f.iter().map(|f| -ALPHA * f)).collect();
    let solution = solve(matrix, right);
    let (s_rate, multipliers) = solution.split_at(n);
    // J is linear in s, so J̇ = J(s + ṡ) − J(s) with nothing left out.
    let moved: Vec<f64> = s.iter().zip(s_rate).map(|(s, rate)| s + rate).collect();
    let j_moved = jacobian::<B, W>(model, &moved);
    let mut p_rate: Vec<f64> = (0..n)
        .map(|k| multipliers.iter().enumerate().map(|(row, m)| (j_moved[row][k] - j[row][k]) * m).sum())
        .collect();
    for (body, rate) in model.bodies.iter().zip(p_rate.chunks_mut(B::COUNT)) {
        let weight = B::load(body.mass * model.gravity, Vec3::ZERO);
        let n_axes = if W == 3 { 2 } else { 3 };
        (0..n_axes).for_each(|k| rate[k] += weight[k]);
    }
    [s_rate.to_vec(), p_rate]
}

fn check_as_published<B: Full<W>, const W: usize>(text: &str) {
    let model = Model::parse(text, "test.toml").unwrap_or_else(|faults| panic!("{faults}"));
    let decay = Decay { violations: ALPHA, impulses: 0.0 };
    let formulation: Box<dyn crate::formulation::Formulation> = Box::new(Natural::<B, W>::new(&model, decay));
    let start = formulation.initial_state(&model);
    let s = start.coordinates();
    // Momenta of all coordinates, any: their inner part must not matter for the motion but through itself.
    let p: Vec<f64> = (0..s.len()).map(|k| (1.0 + 2.3 * k as f64).sin()).collect();
    let collect = |s: &[f64], p: &[f64]| -> Vec<f64> {
        s.chunks(B::COUNT).zip(p.chunks(B::COUNT)).flat_map(|(s, p)| B::collect(s, p)).collect()
    };
    let [s_rate, p_rate] = calc_as_published::<B, W>(&model, s, &p);
    // π̇ = Tᵀṗ* + Ṫᵀp*; T is linear in s.
    let parts = [collect(s, &p_rate), collect(&s_rate, &p)];
    let n_axes = if W == 3 { 2 } else { 3 };
    let sum = |k: usize| parts[0][k] + if k % W < n_axes { 0.0 } else { parts[1][k] };
    let expected: Vec<f64> = s_rate.iter().copied().chain((0..parts[0].len()).map(sum)).collect();

    let mut workspace = Multibody::new(&model, formulation, |_, e| Box::new(Dense::analyze(&e.system.pattern)));
    let values = [s.to_vec(), collect(s, &p)].concat();
    let mut rates = vec![0.0; values.len()];
    workspace.unwrapped_angles.copy_from_slice(&start.unwrapped_angles);
    workspace.evaluate(0.0, &values, &mut rates).unwrap_or_else(|error| panic!("{error:?}"));
    let size = expected.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
    for (k, (rate, expected)) in rates.iter().zip(&expected).enumerate() {
        // Some hundred roundings, amplified by pivots of about 0.01.
        assert!((rate - expected).abs() < 1e-11 * size, "{k}: {rate} instead of {expected}");
    }
}

#[test]
fn without_inner_constraints_the_motion_is_that_of_the_paper() {
    check_as_published::<PlanarBodies, 3>(PLANAR);
    check_as_published::<SpatialBodies, 6>(SPATIAL);
}

/// Axes that were integrated badly come back, without turning.
#[test]
fn inner_violations_decay() {
    let mut s = [0.1, 0.2, 0.3, 1.1, 0.05, 0.0, 0.02, 0.9, -0.03, 0.0, 0.04, 1.05];
    let mut rates = [0.0; 12];
    let (alpha, step) = (10.0, 1e-3);
    for _ in 0..2000 {
        <SpatialBodies as Axes<6>>::write_rates(&s, &[0.0; 6], alpha, &mut rates);
        s.iter_mut().zip(&rates).for_each(|(s, rate)| *s += step * rate);
    }
    let left = <SpatialBodies as Full<6>>::inner(&s).iter().fold(0.0, |m: f64, f| m.max(f.abs()));
    // From 0.1 for 20 time constants: e⁻²⁰ of it, and what Euler's method adds to the rate.
    assert!(left < 1e-9, "{left:e}");
    assert_eq!(s[..3], [0.1, 0.2, 0.3]);
}
