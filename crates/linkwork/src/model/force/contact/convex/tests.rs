//! Convex solids against nearest points that are found by projection, and against boxes.

use super::super::pair::Ordered;
use super::super::solid::{Block, Cylinder, Solid};
use super::super::touch::Touch;
use super::*;
use crate::spatial::Quat;
use proptest::prelude::*;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3)
}

fn pose() -> impl Strategy<Value = Pose> {
    (vector(0.9), vector(2.0)).prop_map(|(r, turn)| at(r, turn))
}

fn at(r: Vec3, turn: Vec3) -> Pose {
    Pose { r, R: Quat::from_rotation_vector(turn).matrix(), v: Vec3::ZERO, w: Vec3::ZERO }
}

const BLOCK: Block = Block { center: Vec3([0.05, 0.1, -0.1]), axes: Mat3::IDENTITY, half: Vec3([0.5, 0.3, 0.2]) };
const CYLINDER: Cylinder =
    Cylinder { center: Vec3([0.1, 0.0, 0.1]), axis: Vec3([0.6, 0.0, 0.8]), half: 0.4, radius: 0.25 };

fn all_touches(solids: [&Solid; 2], poses: &[Pose; 2]) -> Vec<Touch<f64>> {
    let mut all = Vec::new();
    let paired = Solid::paired(solids);
    let ordered = Ordered::find(paired.each_ref()).expect("a known pair");
    ordered.touches([&poses[0], &poses[1]], &mut |touch| all.push(touch));
    all
}

fn least_gap(all: &[Touch<f64>]) -> f64 {
    let loaded = all.iter().filter(|touch| touch.share > 0.0).map(|touch| touch.gap).fold(f64::INFINITY, f64::min);
    if loaded.is_finite() { loaded } else { all[all.len() - 1].gap }
}

fn project(solid: &Solid, point: Vec3) -> Vec3 {
    match solid {
        Solid::Block(Block { center, axes, half }) => {
            let p = axes.tr_mul(point - *center);
            *center + *axes * Vec3([0, 1, 2].map(|k| p[k].clamp(-half[k], half[k])))
        }
        Solid::Cylinder(Cylinder { center, axis, half, radius }) => {
            let height = axis.dot(point - *center);
            let away = point - *center - height * *axis;
            let shrunk = if away.norm() > *radius { radius / away.norm() * away } else { away };
            *center + height.clamp(-half, *half) * *axis + shrunk
        }
        Solid::Plane(_) | Solid::Capsule(_) | Solid::Sphere(_) | Solid::Surface(_) => unreachable!("not asked for"),
    }
}

/// How far solids are apart, by projections in turn; slow, and from above, where they touch.
fn distance(solids: [&Solid; 2], poses: &[Pose; 2]) -> f64 {
    let onto = |k: usize, point: Vec3| poses[k].point(project(solids[k], poses[k].R.tr_mul(point - poses[k].r)));
    let mut point = poses[1].r;
    let mut apart = f64::INFINITY;
    for _ in 0..3000 {
        let first = onto(0, point);
        point = onto(1, first);
        apart = (point - first).norm();
    }
    apart
}

fn axis_between(solids: [&Solid; 2], poses: &[Pose; 2]) -> Frozen {
    let paired = Solid::paired(solids);
    let shape = |k: usize| match &paired[k] {
        Solid::Surface(surface) => surface_at(surface, &poses[k]),
        Solid::Cylinder(cylinder) => cylinder_at(cylinder, &poses[k]),
        Solid::Plane(_) | Solid::Block(_) | Solid::Capsule(_) | Solid::Sphere(_) => unreachable!("not asked for"),
    };
    axis::find([&shape(0), &shape(1)]).nearest
}

/// A corner of the box is 11 mm in front of a rim, and along every face, edge and side they overlap by 60 mm or more.
#[test]
fn a_corner_in_front_of_a_rim_does_not_touch() {
    let pose = |r: [f64; 3], rows: [[f64; 3]; 3]| Pose { r: Vec3(r), R: Mat3(rows), v: Vec3::ZERO, w: Vec3::ZERO };
    let poses = [
        pose(
            [0.7974476650321923, 0.6656278326655906, 0.3073340833546272],
            [
                [-0.2292082389542036, -0.7695834851571293, -0.5959906396655231],
                [0.9505294329635268, -0.04508144923892898, -0.30734583127895876],
                [0.20966015421521808, -0.6369528415102053, 0.7418447933540588],
            ],
        ),
        pose(
            [0.5451540784602513, -0.29832048339373746, 0.4985174789102191],
            [
                [0.49095780111067355, -0.8385977239615561, 0.2360387571884539],
                [0.32890008902518314, 0.42930945572332135, 0.8411409648006523],
                [-0.8067125689908388, -0.33533155024996253, 0.4865876924452137],
            ],
        ),
    ];
    let (block, cylinder) = (Solid::Block(BLOCK), Solid::Cylinder(CYLINDER));
    for (solids, poses) in [([&block, &cylinder], poses), ([&cylinder, &block], [poses[1], poses[0]])] {
        let apart = distance(solids, &poses);
        let axis = axis_between(solids, &poses);
        let separation = axis.normal.dot(axis.points[1] - axis.points[0]);
        assert!(apart > 0.011 && (separation - apart).abs() < 1e-9, "{apart} {separation}");
        assert!(all_touches(solids, &poses).iter().all(|touch| touch.gap > 0.011));
    }
}

proptest! {
    /// Overlaps of convex solids are found, and no others; gaps of those apart are not more than their distance.
    #[test]
    fn convex_solids_touch_where_they_overlap(a in pose(), b in pose()) {
        let poses = [a, b];
        let (block, cylinder) = (Solid::Block(BLOCK), Solid::Cylinder(CYLINDER));
        for solids in [[&block, &cylinder], [&cylinder, &block], [&cylinder, &cylinder]] {
            let apart = distance(solids, &poses);
            let axis = axis_between(solids, &poses);
            let separation = axis.normal.dot(axis.points[1] - axis.points[0]);
            prop_assert!(separation <= apart + 1e-9, "{separation} {apart}");
            // Solids that are apart have an axis between them, up to the preference for faces.
            prop_assert!(apart < 0.01 || separation > -2e-3, "{separation} {apart}");
            prop_assert!(apart < 0.01 || all_touches(solids, &poses).iter().all(|t| t.share == 0.0 || t.gap > 0.0));
            prop_assert!((axis.normal.norm() - 1.0).abs() < 1e-12);
        }
    }

    /// A box that is given as a mesh touches a box as boxes touch.
    #[test]
    fn a_box_as_a_mesh_touches_as_a_box(a in pose(), b in pose()) {
        let poses = [a, b];
        let block = Solid::Block(BLOCK);
        let surface = Solid::Surface(Surface::of_block(&BLOCK).into());
        let boxes = all_touches([&block, &block], &poses);
        let meshes = all_touches([&surface, &surface], &poses);
        // Where faces or edges of both overlap nearly alike, either normal will do. The last point of boxes has theirs.
        let Some(loaded) = meshes.iter().find(|touch| touch.share > 0.0 && touch.gap < 0.0) else { return Ok(()) };
        if loaded.direction.dot(boxes[boxes.len() - 1].direction) < 1.0 - 1e-12 {
            return Ok(());
        }
        let normal = loaded.direction;
        let sum = |all: &[Touch<f64>]| {
            let loaded = all.iter().filter(|touch| touch.gap < 0.0);
            loaded.fold((0.0, Vec3::ZERO), |(load, moment), touch| {
                let n = touch.share * -touch.gap;
                // Along the normal, points may lie anywhere between the surfaces.
                let across = touch.point - normal.dot(touch.point) * normal;
                (load + n, moment + n * across)
            })
        };
        let ((load, moment), (other_load, other_moment)) = (sum(&boxes), sum(&meshes));
        prop_assert!((load - other_load).abs() < 1e-9, "{load} {other_load}");
        prop_assert!((moment - other_moment).norm() < 1e-9);
        prop_assert!((least_gap(&boxes).min(0.0) - least_gap(&meshes).min(0.0)).abs() < 1e-9);
    }
}

/// Rest depths by points: both ends of a stretch, or four corners by area.
#[test]
fn points_on_faces_have_their_shares() {
    let still = Pose::GROUND;
    let block = Solid::Block(Block { center: Vec3::ZERO, axes: Mat3::IDENTITY, half: Vec3([1.0, 1.0, 0.5]) });
    let cylinder = |axis: Vec3| Solid::Cylinder(Cylinder { center: Vec3::ZERO, axis, half: 0.3, radius: 0.2 });
    for (axis, height) in [([0.0, 0.0, 1.0], 0.3), ([1.0, 0.0, 0.0], 0.2), ([0.6, 0.8, 0.0], 0.2)] {
        let pose = at(Vec3([0.1, 0.2, 0.5 + height - 0.01]), Vec3::ZERO);
        let all = all_touches([&block, &cylinder(Vec3(axis))], &[still, pose]);
        let loaded: Vec<_> = all.iter().filter(|touch| touch.share > 0.0 && touch.gap < 0.0).collect();
        assert_eq!(loaded.len(), 2, "{axis:?}");
        for touch in loaded {
            assert!((touch.gap + 0.01).abs() < 1e-14 && touch.share == 1.0, "{axis:?}");
            assert!((touch.direction - Vec3([0.0, 0.0, 1.0])).norm() < 1e-14);
        }
    }
}
