//! The rows of every type against differences of Φ along motions without accelerations, with drivers; and in dual
//! numbers.

use super::curve::{Curve, Foot, Spline};
use super::planar::Ends as PlanarEnds;
use super::rows::Rows;
use super::spatial::Ends as SpatialEnds;
use super::*;
use crate::ids::BodyId;
use crate::spatial::{Dual, Mat3, PlanarPose, Pose, Quat, Vec2, Vec3};

/// Differences of fourth order with this step err by about 1e-11 from truncation, and by round-off: 1e-16/h and
/// 1e-16/h².
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
        PointCurve { curve: Curve::Circle { radius: 0.7 } }.into(),
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
    let (first, second) = (marker(0, 10), marker(1, 20));
    Joint {
        name: kind.word().to_string(),
        kind: kind.clone(),
        between: Joint::between(&first, &second),
        first,
        second,
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
    PlanarEnds::new(joint, &a, &b, 0.0).write(joint.motion.as_ref().map(|motion| motion.jet(t)), &mut rows);
    Seen { rows, velocities: [a, b].map(|p| [p.v[0], p.v[1], p.w]) }
}

fn check<const W: usize>(joint: &Joint, space: Space, see: impl Fn(f64) -> Seen<W>) {
    assert_eq!(see(0.0).rows.n, joint.n_equations(space), "{}", joint.name);
    check_rows(joint, see, true);
}

/// Φ̇ = G v − ν, and at zero accelerations Φ̈ = −τ.
fn check_rows<const W: usize>(joint: &Joint, see: impl Fn(f64) -> Seen<W>, to_second: bool) {
    let Seen { rows, velocities } = see(0.0);
    let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|k| see(k * STEP).rows.residual);
    for row in 0..rows.n {
        let rate = (8.0 * (c[row] - b[row]) - (d[row] - a[row])) / (12.0 * STEP);
        let second = (16.0 * (b[row] + c[row]) - a[row] - d[row] - 30.0 * rows.residual[row]) / (12.0 * STEP * STEP);
        let of = |k: usize| rows.first[k][row] * velocities[0][k] + rows.second[k][row] * velocities[1][k];
        let found = (0..W).map(of).sum::<f64>() - rows.velocity[row];
        assert!((found - rate).abs() < FIRST, "{} row {row}: rate {found} {rate}", joint.name);
        let found = -rows.acceleration[row];
        let is_near = !to_second || (found - second).abs() < SECOND;
        assert!(is_near, "{} row {row}: second derivative {found} {second}", joint.name);
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

fn spline(space: Space, closed: bool) -> Curve {
    let height = |k: usize| if space == Space::Planar { 0.0 } else { 0.4 * (k as f64).sin() };
    let point = |k: usize| [0.9 * (0.8 * k as f64).cos(), 0.7 * (0.8 * k as f64).sin(), height(k)];
    Curve::Spline(Spline::through(&(0..7).map(point).collect::<Vec<_>>(), closed).into())
}

/// The foot of a place on the curve that is no point of its list, where the third derivative jumps.
fn foot(joint: &Joint, seed: usize) -> Foot<f64> {
    let Some(curve) = joint.kind.curve() else { unreachable!("these joints have curves") };
    let at = curve.sketch()[8 * (seed % 6) + 3];
    curve.foot(&at, curve.find_length(&at))
}

/// The second body with its point at a foot, moving along the curve, and across it at some speed.
fn place_on(joint: &Joint, first: &Pose, seed: usize, across: f64) -> Pose {
    let (foot, at) = (foot(joint, seed), pose(seed, 1, 0.0));
    let (frame, arm) = (first.R * joint.first.axes, at.R * joint.second.point);
    let p = first.R * joint.first.point + frame * Vec3(foot.point);
    let seen = frame * (Vec3(foot.tangent) * 0.8 + Vec3(foot.normals[0]) * across);
    Pose { r: first.r + p - arm, v: first.v + first.w.cross(p) + seen - at.w.cross(arm), ..at }
}

/// Rows and the coordinate, as a row of its own, some time later.
fn see_on(joint: &Joint, poses: [Pose; 2], length: f64, t: f64) -> Seen<6> {
    let [a, b] = poses.map(|p| {
        let R = Quat::from_rotation_vector(p.w * t).matrix() * p.R;
        Pose { r: p.r + p.v * t, R, ..p }
    });
    let (ends, mut rows) = (SpatialEnds::new(joint, &a, &b, length), Rows::default());
    ends.write(None, &mut rows);
    rows.push(&ends.coordinates(0.0)[0].unwrap(), [0.0; 3]);
    Seen { rows, velocities: [a, b].map(|p| [p.v[0], p.v[1], p.v[2], p.w[0], p.w[1], p.w[2]]) }
}

/// Splines have exact rows on the curve: G for all motions, τ for those along it.
#[test]
fn rows_of_splines_are_derivatives_on_the_curve() {
    for (seed, closed) in (0..12).flat_map(|seed| [(seed, false), (seed, true)]) {
        let kind = PointCurve { curve: spline(Space::Spatial, closed) }.into();
        let of = Joint { offset: 0.0, ..joint(&kind, seed, Space::Spatial) };
        let (first, length) = (pose(seed, 0, 0.0), foot(&of, seed).length);
        let poses = |across: f64| [first, place_on(&of, &first, seed, across)];
        assert!(see_on(&of, poses(0.0), length, 0.0).rows.residual[..2].iter().all(|x| x.abs() < 1e-12));
        check_rows(&of, |t| see_on(&of, poses(0.0), length, t), true);
        check_rows(&of, |t| see_on(&of, poses(0.5), length, t), false);
    }
}

/// In the plane distances from a curve have exact rows near it, too.
#[test]
fn rows_of_planar_splines_are_derivatives_near_the_curve() {
    for seed in 0..12 {
        let kind = PointCurve { curve: spline(Space::Planar, true) }.into();
        let of = Joint { offset: 0.0, ..joint(&kind, seed, Space::Planar) };
        let (first, foot) = (planar_pose(seed, 0, 0.0), foot(&of, seed));
        let ends = |t: f64, by: Vec2| {
            let [a, mut b] = [0, 1].map(|body| planar_pose(seed, body, t));
            b.r += by;
            [a, b]
        };
        let [a, b] = ends(0.0, Vec2([0.0; 2]));
        let seen = PlanarEnds::new(&of, &a, &b, 0.0).relative()[0];
        let wanted = Vec3(foot.point) + Vec3(foot.normals[0]) * 0.05;
        let by = first.rotate((of.first.axes * (wanted - Vec3(seen))).in_plane());
        check_rows(
            &of,
            |t| {
                let ([a, b], mut rows) = (ends(t, by), Rows::default());
                PlanarEnds::new(&of, &a, &b, foot.length).write(None, &mut rows);
                Seen { rows, velocities: [a, b].map(|p| [p.v[0], p.v[1], p.w]) }
            },
            true,
        );
    }
}
