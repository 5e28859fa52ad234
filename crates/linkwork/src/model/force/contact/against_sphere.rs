//! Spheres with boxes and cylinders: the exact distance of a point from the solid, inside of it too.

use super::solid::{Block, Cylinder, Sphere};
use super::touch::{Touch, clamped, value, values};
use crate::spatial::{Pose, Real, Vec3};

/// The nearest point of the box; from inside, that on the nearest face.
pub(super) fn block<S: Real>(block: &Block, a: &Pose<S>, sphere: &Sphere, b: &Pose<S>) -> Touch<S> {
    let (placed, center) = (block.at(a), b.point(Vec3::constant(sphere.center)));
    let n = if block.is_flat() { 2 } else { 3 };
    let from_middle = center - placed.center;
    let place: [S; 3] = [0, 1, 2].map(|k| placed.axes[k].dot(from_middle));
    let beyond = Vec3([0, 1, 2].map(|k| match k < n {
        true => place[k] - clamped(place[k], block.half[k]),
        false => S::from(0.0),
    }));
    let squared = beyond.dot(beyond);
    if value(squared) > 0.0 {
        let distance = squared.sqrt();
        let outward = (0..n).fold(Vec3::zero(), |sum, k| sum + placed.axes[k] * beyond[k]);
        return from_point(center, outward * (S::from(1.0) / distance), distance, sphere);
    }
    let depth = |k: &usize| block.half[*k] - value(place[*k]).abs();
    let face = (0..n).fold(0, |best, k| if depth(&k) < depth(&best) { k } else { best });
    let sign = if value(place[face]) < 0.0 { -1.0 } else { 1.0 };
    from_point(center, placed.axes[face] * S::from(sign), place[face] * sign - block.half[face], sphere)
}

/// The nearest point of the cylinder, which is a rectangle in the coordinates along and away from its axis.
pub(super) fn cylinder<S: Real>(cylinder: &Cylinder, a: &Pose<S>, sphere: &Sphere, b: &Pose<S>) -> Touch<S> {
    let center = b.point(Vec3::constant(sphere.center));
    let axis = a.R * Vec3::constant(cylinder.axis);
    let from_middle = center - a.point(Vec3::constant(cylinder.center));
    let height = axis.dot(from_middle);
    let away = from_middle - axis * height;
    let squared = away.dot(away);
    let (distance, outward) = match value(squared) > 0.0 {
        true => (squared.sqrt(), away * (S::from(1.0) / squared.sqrt())),
        false => (S::from(0.0), Vec3::constant(values(axis).perpendicular())),
    };
    let upward = if value(height) < 0.0 { -axis } else { axis };
    let (above, beside) = (height.abs() - cylinder.half, distance - cylinder.radius);
    match (value(above) > 0.0, value(beside) > 0.0) {
        (true, true) => {
            let distance = above.hypot(beside);
            let normal = (upward * above + outward * beside) * (S::from(1.0) / distance);
            from_point(center, normal, distance, sphere)
        }
        (true, false) => from_point(center, upward, above, sphere),
        (false, true) => from_point(center, outward, beside, sphere),
        (false, false) if value(above) > value(beside) => from_point(center, upward, above, sphere),
        (false, false) => from_point(center, outward, beside, sphere),
    }
}

/// A sphere whose middle is at a distance from the surface.
fn from_point<S: Real>(center: Vec3<S>, normal: Vec3<S>, distance: S, sphere: &Sphere) -> Touch<S> {
    Touch::new(center - normal * distance, normal, distance - sphere.radius)
}
