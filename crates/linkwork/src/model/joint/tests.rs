//! The rows of every type against differences of Φ along motions without accelerations, with drivers; and in dual numbers.

use super::planar::Ends as PlanarEnds;
use super::rows::Rows;
use super::spatial::Ends as SpatialEnds;
use super::*;
use crate::ids::BodyId;
use crate::spatial::{Dual, Mat3, PlanarPose, Pose, Quat, Vec2, Vec3};

/// Differences of fourth order with this step err by about 1e-11 from truncation, and by round-off: 1e-16/h and 1e-16/h².
const STEP: f64 = 1e-3;
const FIRST: f64 = 1e-9;
const SECOND: f64 = 1e-7;

fn all_kinds() -> Vec<JointKind> {
    let kinds: Vec<JointKind> = vec![
        Fixed.into(),
        Revolute.into(),
        Prismatic.into(),
        Cylindrical.into(),
        Universal.into(),
        Spherical.into(),
        PlanePlane.into(),
        PointLine.into(),
        PointPlane.into(),
        Distance { length: 0.4 }.into(),
        Parallel.into(),
        Perpendicular.into(),
        Screw { pitch: 0.3 }.into(),
    ];
    let covered = |facts: &&&Facts| facts.couples() || kinds.iter().any(|kind| kind.word() == facts.word);
    assert_eq!(JointKind::FACTS.iter().filter(covered).count(), JointKind::FACTS.len(), "a type has no test");
    kinds
}

/// Numbers between −1 and 1, the same every time.
fn any(seed: usize, k: usize) -> f64 {
    (12.9898 * seed as f64 + 78.233 * k as f64 + 0.5).sin()
}

fn vector(seed: usize, k: usize) -> Vec3 {
    Vec3([any(seed, k), any(seed, k + 1), any(seed, k + 2)])
}

fn joint(kind: &JointKind, seed: usize, space: Space) -> Joint {
    let marker = |body: usize, k: usize| {
        let (point, turn) = (vector(seed, k), vector(seed, k + 3));
        let (point, turn) = match space {
            Space::Planar => (Vec3([point[0], point[1], 0.0]), Vec3([0.0, 0.0, turn[2]])),
            Space::Spatial => (point, turn),
        };
        Marker { body: BodyId::new(body), point, axes: Quat::from_rotation_vector(turn).matrix() }
    };
    let driven = kind.facts().keys.contain("motion");
    Joint {
        name: kind.word().to_string(),
        kind: kind.clone(),
        first: marker(0, 10),
        second: marker(1, 20),
        motion: driven.then(|| Expression::parse("0.3 + 0.5*t - 0.4*t^2").unwrap()),
        offset: any(seed, 30),
        initial: None,
        left_out: 0,
    }
}

/// A body that moves and turns evenly.
fn pose(seed: usize, body: usize, t: f64) -> Pose {
    let k = 100 * (body + 1);
    let (v, w) = (vector(seed, k), vector(seed, k + 3));
    let R = Quat::from_rotation_vector(w * t).matrix() * Quat::from_rotation_vector(vector(seed, k + 6)).matrix();
    Pose { r: vector(seed, k + 9) + v * t, R, v, w }
}

fn planar_pose(seed: usize, body: usize, t: f64) -> PlanarPose {
    let k = 100 * (body + 1);
    let (v, w) = (Vec2([any(seed, k), any(seed, k + 1)]), any(seed, k + 2));
    let (angle, r) = (any(seed, k + 3) + w * t, Vec2([any(seed, k + 4), any(seed, k + 5)]) + v * t);
    PlanarPose { r, turn: Vec2([angle.cos(), angle.sin()]), angle, v, w }
}

/// Velocities of both bodies as rows see them.
struct Seen<const W: usize> {
    rows: Rows<W>,
    velocities: [[f64; W]; 2],
}

fn in_space(joint: &Joint, seed: usize, t: f64) -> Seen<6> {
    let [a, b] = [0, 1].map(|body| pose(seed, body, t));
    let mut rows = Rows::default();
    SpatialEnds::new(joint, &a, &b, 0.0).write(joint.motion.as_ref().map(|motion| motion.jet(t)), &mut rows);
    Seen { rows, velocities: [a, b].map(|p| [p.v[0], p.v[1], p.v[2], p.w[0], p.w[1], p.w[2]]) }
}

fn in_plane(joint: &Joint, seed: usize, t: f64) -> Seen<3> {
    let [a, b] = [0, 1].map(|body| planar_pose(seed, body, t));
    let mut rows = Rows::default();
    PlanarEnds::new(joint, &a, &b).write(joint.motion.as_ref().map(|motion| motion.jet(t)), &mut rows);
    Seen { rows, velocities: [a, b].map(|p| [p.v[0], p.v[1], p.w]) }
}

/// Φ̇ = G v − ν, and at zero accelerations Φ̈ = −τ.
fn check<const W: usize>(joint: &Joint, space: Space, see: impl Fn(f64) -> Seen<W>) {
    let Seen { rows, velocities } = see(0.0);
    assert_eq!(rows.n, joint.n_equations(space), "{}", joint.name);
    let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|k| see(k * STEP).rows.residual);
    for row in 0..rows.n {
        let rate = (8.0 * (c[row] - b[row]) - (d[row] - a[row])) / (12.0 * STEP);
        let second = (16.0 * (b[row] + c[row]) - a[row] - d[row] - 30.0 * rows.residual[row]) / (12.0 * STEP * STEP);
        let of = |k: usize| rows.first[k][row] * velocities[0][k] + rows.second[k][row] * velocities[1][k];
        let found = (0..W).map(of).sum::<f64>() - rows.velocity[row];
        assert!((found - rate).abs() < FIRST, "{} row {row}: rate {found} {rate}", joint.name);
        let found = -rows.acceleration[row];
        assert!((found - second).abs() < SECOND, "{} row {row}: second derivative {found} {second}", joint.name);
    }
}

#[test]
fn rows_are_the_derivatives_of_their_residuals() {
    for kind in all_kinds() {
        for seed in 0..10 {
            let of = joint(&kind, seed, Space::Spatial);
            check(&of, Space::Spatial, |t| in_space(&of, seed, t));
            if kind.facts().planar.is_ok() {
                let of = joint(&kind, seed, Space::Planar);
                check(&of, Space::Planar, |t| in_plane(&of, seed, t));
            }
        }
    }
}

/// A pose with its rates in time.
fn moving(pose: &Pose) -> Pose<Dual<1>> {
    let with = |x: Vec3, rate: Vec3| Vec3([0, 1, 2].map(|k| Dual { value: x[k], rates: [rate[k]] }));
    let axis = |k: usize| with(pose.R.column(k), pose.w.cross(pose.R.column(k)));
    let R = Mat3::from_columns(axis(0), axis(1), axis(2));
    Pose { r: with(pose.r, pose.v), R, v: Vec3::constant(pose.v), w: Vec3::constant(pose.w) }
}

/// Values are the same bits, and the derivatives of Φ and G along the motion those of differences.
#[test]
fn dual_numbers_differentiate_rows() {
    for kind in all_kinds() {
        for seed in 0..10 {
            let mut of = joint(&kind, seed, Space::Spatial);
            of.motion = None;
            let poses = [0, 1].map(|body| moving(&pose(seed, body, 0.0)));
            let mut rows: Rows<6, Dual<1>> = Rows::default();
            SpatialEnds::new(&of, &poses[0], &poses[1], 0.0.into()).write(None, &mut rows);
            let [a, b, now, c, d] = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|k| in_space(&of, seed, k * STEP).rows);
            let rate = |of: &dyn Fn(&Rows<6>) -> f64| (8.0 * (of(&c) - of(&b)) - (of(&d) - of(&a))) / (12.0 * STEP);
            for row in 0..now.n {
                let check = |found: Dual<1>, of: &dyn Fn(&Rows<6>) -> f64| {
                    assert_eq!(found.value, of(&now), "{} row {row}", kind.word());
                    assert!((found.rates[0] - rate(of)).abs() < FIRST, "{} row {row}: {found:?}", kind.word());
                };
                check(rows.residual[row], &|rows| rows.residual[row]);
                for k in 0..6 {
                    check(rows.first[k][row], &|rows| rows.first[k][row]);
                    check(rows.second[k][row], &|rows| rows.second[k][row]);
                }
            }
        }
    }
}
