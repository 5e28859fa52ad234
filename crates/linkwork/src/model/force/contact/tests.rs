//! Gaps and normals of every pair against nearest points that are found by projecting from one solid to the other and
//! back, at random poses.

use super::touch::Touch;
use super::*;
use crate::spatial::{Mat3, Pose, Quat, Vec3};
use proptest::prelude::*;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3)
}

fn pose() -> impl Strategy<Value = Pose> {
    (vector(1.2), vector(2.0)).prop_map(|(r, turn)| Pose {
        r,
        R: Quat::from_rotation_vector(turn).matrix(),
        v: Vec3::ZERO,
        w: Vec3::ZERO,
    })
}

const SPHERE: Solid = Solid::Sphere(Sphere { center: Vec3([0.1, -0.2, 0.05]), radius: 0.4 });
const CAPSULE: Solid =
    Solid::Capsule(Capsule { from: Vec3([-0.4, 0.1, 0.0]), to: Vec3([0.5, 0.0, 0.2]), radius: 0.15 });
const PLANE: Solid = Solid::Plane(Plane { point: Vec3([0.1, 0.2, -0.3]), normal: Vec3([0.0, 0.6, 0.8]) });

fn block() -> Solid {
    let axes = Quat::about(Vec3([0.0, 0.6, 0.8]), 0.7).matrix();
    Solid::Block(Block { center: Vec3([0.05, 0.1, -0.1]), axes, half: Vec3([0.5, 0.3, 0.2]) })
}

fn cylinder() -> Solid {
    Solid::Cylinder(Cylinder { center: Vec3([0.1, 0.0, 0.1]), axis: Vec3([0.6, 0.0, 0.8]), half: 0.4, radius: 0.25 })
}

/// The nearest point of a solid without its radius, in body axes.
fn project(solid: &Solid, point: Vec3) -> Vec3 {
    match solid {
        Solid::Plane(Plane { point: origin, normal }) => point - normal.dot(point - *origin).max(0.0) * *normal,
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
        Solid::Capsule(Capsule { from, to, .. }) => {
            let along = *to - *from;
            *from + (along.dot(point - *from) / along.dot(along)).clamp(0.0, 1.0) * along
        }
        Solid::Sphere(Sphere { center, .. }) => *center,
        Solid::Surface(_) => unreachable!("the solid it stands for is projected"),
    }
}

fn radius(solid: &Solid) -> f64 {
    match solid {
        Solid::Capsule(Capsule { radius, .. }) | Solid::Sphere(Sphere { radius, .. }) => *radius,
        Solid::Plane(_) | Solid::Block(_) | Solid::Cylinder(_) | Solid::Surface(_) => 0.0,
    }
}

/// Nearest points of two solids without their radii, by projections in turn. Where surfaces are nearly parallel, these
/// are short steps along them, so that longer ones are tried as long as they lead nearer.
fn nearest(solids: [&Solid; 2], poses: &[Pose; 2]) -> [Vec3; 2] {
    let onto = |k: usize, point: Vec3| {
        let pose: &Pose = &poses[k];
        pose.point(project(solids[k], pose.R.tr_mul(point - pose.r)))
    };
    let (mut a, mut b) = (onto(0, poses[1].r), onto(1, poses[0].r));
    let mut stretch = 1.0;
    for _ in 0..20_000 {
        let (from, to) = (onto(0, b), onto(1, a));
        let next = onto(1, from);
        let change = (from - a).norm() + (next - b).norm();
        let far = onto(1, onto(0, next + stretch * (next - b)));
        let under = onto(0, far);
        let is_nearer = (far - under).norm() < (next - from).norm();
        stretch = if is_nearer { 2.0 * stretch } else { 1.0 };
        (a, b) = if is_nearer { (under, far) } else { (from, next) };
        if change < 1e-15 && (to - b).norm() < 1e-13 {
            break;
        }
    }
    [a, b]
}

fn touches(solids: [&Solid; 2], poses: &[Pose; 2]) -> Vec<Touch<f64>> {
    let mut all = Vec::new();
    let paired = Solid::paired(solids);
    let ordered = Ordered::find(paired.each_ref()).expect("a known pair");
    ordered.touches([&poses[0], &poses[1]], &mut |touch| all.push(touch));
    assert_eq!(all.len(), ordered.pair.n_points());
    all
}

/// Where the solids without radii are apart, the least gap is the distance of nearest points less both radii, and the
/// direction is along the line between them. Projections converge slowly where surfaces are nearly parallel, hence
/// 1e-7.
fn assert_nearest(first: &Solid, second: &Solid, poses: &[Pose; 2]) {
    let [a, b] = nearest([first, second], poses);
    let distance = (b - a).norm();
    if distance < 0.02 {
        return;
    }
    for (solids, poses, sign) in [([first, second], *poses, 1.0), ([second, first], [poses[1], poses[0]], -1.0)] {
        let all = touches(solids, &poses);
        // Slots without a point have a gap that is not more than the distance.
        let loaded = all.into_iter().filter(|touch| touch.share > 0.0);
        let least = loaded.reduce(|least, one| if one.gap < least.gap { one } else { least });
        let Touch { gap, direction, .. } = least.expect("one at least");
        let expected = distance - radius(first) - radius(second);
        // Only the ends of a capsule are looked at from far away.
        let has_ends = matches!((first, second), (Solid::Block(_), Solid::Capsule(_)));
        if has_ends && expected > MARGIN * radius(second) {
            return;
        }
        assert!((gap - expected).abs() < 1e-7, "{} {}: {gap} {expected}", first.word(), second.word());
        let normal = sign / distance * (b - a);
        assert!((direction - normal).norm() < 1e-4, "{} {}: {direction:?} {normal:?}", first.word(), second.word());
    }
}

proptest! {
    #[test]
    fn gaps_are_distances_of_nearest_points(a in pose(), b in pose()) {
        let poses = [a, b];
        assert_nearest(&SPHERE, &SPHERE, &poses);
        assert_nearest(&CAPSULE, &SPHERE, &poses);
        assert_nearest(&CAPSULE, &CAPSULE, &poses);
        assert_nearest(&block(), &SPHERE, &poses);
        assert_nearest(&cylinder(), &SPHERE, &poses);
        assert_nearest(&block(), &CAPSULE, &poses);
        assert_nearest(&cylinder(), &CAPSULE, &poses);
        for solid in [SPHERE, CAPSULE, block(), cylinder()] {
            assert_nearest(&PLANE, &solid, &poses);
        }
    }

    /// Inside of a solid, the nearest way out is as long as that of the nearest of many points on its surface.
    #[test]
    fn a_sphere_inside_leaves_through_the_nearest_face(p in vector(0.5)) {
        let still = Pose::GROUND;
        let at = Pose { r: p, ..still };
        let ball = Solid::Sphere(Sphere { center: Vec3::ZERO, radius: 0.1 });
        for solid in [block(), cylinder()] {
            let is_inside = (project(&solid, p) - p).norm() < 1e-12;
            let touch = touches([&solid, &ball], &[still, at])[0];
            prop_assert_eq!(touch.gap < -0.1, is_inside);
            let out = p - (touch.gap + 0.1) * touch.direction;
            prop_assert!((project(&solid, out) - out).norm() < 1e-12, "on the surface");
            let beyond = out + 1e-6 * touch.direction;
            prop_assert!((project(&solid, beyond) - beyond).norm() > 0.9e-6, "and not deeper");
            // No direction is shorter.
            for k in 0..50 {
                let angle = f64::from(k);
                let way = Vec3([angle.cos() * angle.sin(), angle.sin() * angle.sin(), (1.7 * angle).cos()]);
                let short = p + 0.999 * (touch.gap + 0.1).abs() / way.norm() * way;
                prop_assert!(!is_inside || (project(&solid, short) - short).norm() < 1e-12, "{k}");
            }
        }
    }

    /// Boxes overlap where projections meet; then points with a load lie inside of both, and shares add up.
    #[test]
    fn boxes_touch_where_they_overlap(a in pose(), b in pose()) {
        let (poses, block) = ([a, b], block());
        let all = touches([&block, &block], &poses);
        let apart = { let [p, q] = nearest([&block, &block], &poses); (q - p).norm() };
        let least = all.iter().filter(|touch| touch.share > 0.0).map(|touch| touch.gap).fold(f64::INFINITY, f64::min);
        let separation = if least.is_finite() { least } else { all[16].gap };
        // Slow convergence of the projections is not judged.
        prop_assert!(apart < 1e-6 || separation > 0.0, "{apart} {separation}");
        prop_assert!(apart > 1e-3 || separation < 2e-3, "{apart} {separation}");
        let shares: f64 = all.iter().map(|touch| touch.share).sum();
        prop_assert!((shares - 4.0).abs() < 1e-12 || (shares - 1.0).abs() < 1e-12 || shares == 0.0);
        for touch in all.iter().filter(|touch| touch.share > 0.0 && touch.gap < 0.0 && shares > 2.0) {
            let outside = |pose: &Pose| {
                let local = pose.R.tr_mul(touch.point - pose.r);
                (project(&block, local) - local).norm()
            };
            prop_assert!(outside(&a) < 1e-12 || outside(&b) < 1e-12);
        }
    }
}

/// Twenty thousand projections in turn did not come to the corner of a box that is nearly level.
#[test]
fn a_nearly_level_box_is_as_far_from_a_plane_as_its_lowest_corner() {
    let normal = Vec3([0.0, 0.6, 0.8]);
    let level = Quat::about(Vec3([1.0, 0.0, 0.0]), -(0.6_f64).asin()).matrix();
    for tilt in [1e-2, 1e-3, 1e-4, 1e-5] {
        let R = level * Quat::about(Vec3([0.6, 0.8, 0.0]), tilt).matrix();
        let pose = Pose { r: 0.5 * normal, R, v: Vec3::ZERO, w: Vec3::ZERO };
        let upright = Block { center: Vec3::ZERO, axes: Mat3::IDENTITY, half: Vec3([0.5, 0.3, 0.2]) };
        assert_nearest(&PLANE, &Solid::Block(upright), &[Pose::GROUND, pose]);
    }
}

/// A box on another that is shifted and turned about the vertical: the load is that of the polygon they share.
#[test]
fn stacked_boxes_have_their_load_in_the_middle_of_what_they_share() {
    let block = Solid::Block(Block { center: Vec3::ZERO, axes: Mat3::IDENTITY, half: Vec3([0.5, 0.5, 0.1]) });
    let place = |r: Vec3, angle: f64| Pose {
        r,
        R: Quat::about(Vec3([0.0, 0.0, 1.0]), angle).matrix(),
        v: Vec3::ZERO,
        w: Vec3::ZERO,
    };
    for (r, angle, middle) in [
        ([0.0, 0.0], 0.0, [0.0, 0.0]),
        ([0.3, 0.2], 0.0, [0.15, 0.1]),
        ([0.0, 0.0], 0.7, [0.0, 0.0]),
        ([1e-9, -1e-9], 0.0, [0.0, 0.0]),
    ] {
        let poses = [place(Vec3::ZERO, 0.0), place(Vec3([r[0], r[1], 0.19]), angle)];
        let all = touches([&block, &block], &poses);
        let sum = all.iter().fold(Vec3::ZERO, |sum, touch| sum + touch.share / 4.0 * touch.point);
        assert!((sum[0] - middle[0]).abs() < 1e-8 && (sum[1] - middle[1]).abs() < 1e-8, "{r:?} {angle}: {sum:?}");
        for touch in all.iter().filter(|touch| touch.share > 0.0) {
            assert!((touch.gap + 0.01).abs() < 1e-15 && (touch.direction - Vec3([0.0, 0.0, 1.0])).norm() < 1e-15);
        }
    }
}

/// In the plane the stretch that two rectangles share has two ends.
#[test]
fn rectangles_touch_at_both_ends_of_what_they_share() {
    let block =
        |x: f64, y: f64| Solid::Block(Block { center: Vec3::ZERO, axes: Mat3::IDENTITY, half: Vec3([x, y, 0.0]) });
    let [wide, narrow] = [block(1.0, 0.1), block(0.1, 0.5)];
    let at = |x: f64| Pose { r: Vec3([x, 0.59, 0.0]), ..Pose::GROUND };
    let ends = |x: f64| {
        let mut places: Vec<[f64; 2]> =
            touches([&wide, &narrow], &[Pose::GROUND, at(x)]).iter().map(|touch| [touch.point[0], touch.gap]).collect();
        places.sort_by(|a, b| a[0].total_cmp(&b[0]));
        places
    };
    for (x, expected) in [(0.0, [-0.1, 0.1]), (0.95, [0.85, 1.0]), (-1.05, [-1.0, -0.95])] {
        for (found, expected) in ends(x).iter().zip(expected) {
            assert!((found[0] - expected).abs() < 1e-12 && (found[1] + 0.01).abs() < 1e-12, "{x}: {found:?}");
        }
    }
}

#[test]
fn far_pairs_are_not_looked_at() {
    let law = ContactLaw { stiffness: 1e4, exponent: 1.5, loss: Loss::Nothing, friction: None, rolling: 0.0 };
    let contact = |solids: [&Solid; 2]| Contact {
        name: "c".into(),
        bodies: [BodyId::new(0), BodyId::new(1)],
        solids: solids.map(Solid::clone),
        law,
        is_planar: false,
        has_columns: true,
    };
    let at = |z: f64| [Pose::GROUND, Pose { r: Vec3([0.0, 0.0, z]), ..Pose::GROUND }];
    let floor = Solid::Plane(Plane { point: Vec3::ZERO, normal: Vec3([0.0, 0.0, 1.0]) });
    let ball = Solid::Sphere(Sphere { center: Vec3::ZERO, radius: 0.5 });
    for (solids, near, far) in [([&floor, &ball], 0.52, 0.56), ([&ball, &ball], 1.05, 1.2)] {
        assert!(!contact(solids).pair().is_far(&at(near)) && contact(solids).pair().is_far(&at(far)));
    }
    assert!(contact([&ball, &floor]).pair().is_far(&[at(0.6)[1], Pose::GROUND]));
    assert!(!contact([&floor, &ball]).pair().is_far(&at(-7.0)), "behind a plane everything is inside");
}

#[test]
fn shapes_of_planar_models_are_sections() {
    use crate::model::Geometry;
    let cylinder = |to: Vec3| Geometry::Cylinder { from: -1.0 * to, to, radius: 0.2 };
    let word = |geometry: &Geometry| Solid::in_plane(geometry, false).map(|solid| solid.word());
    assert_eq!(word(&cylinder(Vec3([0.0, 0.0, 1.0]))), Ok("sphere"));
    assert_eq!(word(&cylinder(Vec3([1.0, 1.0, 0.0]))), Ok("box"));
    assert!(word(&cylinder(Vec3([1.0, 0.0, 1.0]))).is_err());
    let flat = Geometry::Box { center: Vec3::ZERO, orientation: Quat::IDENTITY, size: Vec3([1.0, 2.0, 0.0]) };
    let Ok(Solid::Block(block)) = Solid::in_plane(&flat, false) else { panic!("a rectangle") };
    assert!(block.is_flat() && block.half == Vec3([0.5, 1.0, 0.0]));
    assert!(Solid::in_space(&flat, false).is_err());
    let tilted = Geometry::Box {
        center: Vec3::ZERO,
        orientation: Quat::about(Vec3([1.0, 0.0, 0.0]), 0.3),
        size: Vec3([1.0; 3]),
    };
    assert!(word(&tilted).is_err());
}
