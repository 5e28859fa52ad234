//! Solids on a plane: the points of each that can be the lowest.

use super::solid::{Block, Capsule, Cylinder, Plane, Sphere};
use super::touch::{Touch, value, values};
use crate::spatial::{Pose, Real, Vec3};

/// An upright cylinder has no direction of descent; any other squared sine of its tilt gives one.
const UPRIGHT: f64 = 1e-24;

/// A plane in the world.
struct Placed<S> {
    point: Vec3<S>,
    normal: Vec3<S>,
}

impl<S: Real> Placed<S> {
    fn new(plane: &Plane, pose: &Pose<S>) -> Self {
        Placed { point: pose.point(Vec3::constant(plane.point)), normal: pose.R * Vec3::constant(plane.normal) }
    }

    /// A point of the other solid above it.
    fn touch(&self, point: Vec3<S>) -> Touch<S> {
        let gap = self.normal.dot(point - self.point);
        Touch::new(point - self.normal * gap, self.normal, gap)
    }
}

pub(super) fn sphere<S: Real>(plane: &Plane, a: &Pose<S>, sphere: &Sphere, b: &Pose<S>) -> Touch<S> {
    let plane = Placed::new(plane, a);
    plane.touch(b.point(Vec3::constant(sphere.center)) - plane.normal * S::from(sphere.radius))
}

/// Both ends.
pub(super) fn capsule<S: Real>(plane: &Plane, a: &Pose<S>, capsule: &Capsule, b: &Pose<S>) -> [Touch<S>; 2] {
    let plane = Placed::new(plane, a);
    let down = plane.normal * S::from(capsule.radius);
    [capsule.from, capsule.to].map(|end| plane.touch(b.point(Vec3::constant(end)) - down))
}

/// All corners: eight, or four of a rectangle in the plane.
pub(super) fn block<S: Real>(plane: &Plane, a: &Pose<S>, block: &Block, b: &Pose<S>, tell: &mut dyn FnMut(Touch<S>)) {
    let (plane, placed) = (Placed::new(plane, a), block.at(b));
    let n = if block.is_flat() { 4 } else { 8 };
    for k in 0..n {
        let signs = [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { 1.0 } else { -1.0 });
        tell(plane.touch(placed.corner(signs)));
    }
}

/// The lowest and the highest point of each rim. Their heights n·(C ± r d) do not change with the direction of descent
/// d to first order, so that they follow the motion as points of the cylinder do; and together they depend smoothly on
/// the tilt where the cylinder stands upright.
pub(super) fn cylinder<S: Real>(plane: &Plane, a: &Pose<S>, cylinder: &Cylinder, b: &Pose<S>) -> [Touch<S>; 4] {
    let plane = Placed::new(plane, a);
    let axis = b.R * Vec3::constant(cylinder.axis);
    let steepest = axis * axis.dot(plane.normal) - plane.normal;
    let squared = steepest.dot(steepest);
    let descent = match value(squared) > UPRIGHT {
        true => steepest * (S::from(1.0) / squared.sqrt()),
        false => Vec3::constant(values(axis).perpendicular()),
    };
    let (center, half) = (b.point(Vec3::constant(cylinder.center)), axis * S::from(cylinder.half));
    let out = descent * S::from(cylinder.radius);
    [center - half + out, center - half - out, center + half + out, center + half - out].map(|rim| plane.touch(rim))
}
