//! Convex surfaces and cylinders with each other: the axis along which they overlap least is the normal ([`axis`]), and
//! what both have on it, seen along it, carries the load ([`patch`]).
//!
//! All of this is found in numbers. A point of contact is then fixed on both bodies, and the normal in the axes of the
//! one whose face, edge or side it belongs to, so that gaps have derivatives ([`Frozen`]): those of the distance itself
//! where the overlap is least, since there it does not change with the normal to first order.

mod axis;
mod closest;
mod patch;
mod shape;

pub(super) use patch::{Frozen, clip_facets};
pub(super) use shape::{Round, Shape};

use super::solid::Cylinder;
use super::surface::{MOST_CORNERS, Surface};
use super::touch::{Touch, value, values};
use crate::spatial::{Mat3, Pose, Real, Vec3};
use patch::Patches;

/// Points of contact of a surface and a cylinder: corners of what a face and the cylinder's end have in common.
pub(super) const WITH_CYLINDER: usize = MOST_CORNERS;
/// Points of contact of two cylinders: both ends of a stretch, and where they cross.
pub(super) const OF_CYLINDERS: usize = 4;

/// Points of contact of two surfaces: corners of what two faces have in common. There is a slot for each corner of one
/// of them and for both ends of what each side of the other cuts off, as far as there may be so many.
pub(super) fn n_of_surfaces(surfaces: [&Surface; 2]) -> usize {
    let most = |surface: &Surface| surface.facets.iter().map(|facet| facet.corners.len()).max().unwrap_or(0);
    let [a, b] = surfaces.map(most);
    (a + 2 * b).max(b + 2 * a).clamp(1, MOST_CORNERS)
}

/// Tells the points of contact of two convex solids, as many as there are places for.
pub(super) fn touches<S: Real>(shapes: [&Shape; 2], poses: [&Pose<S>; 2], n: usize, tell: &mut dyn FnMut(Touch<S>)) {
    let axis = axis::find(shapes);
    let mut patches = Patches::new(n);
    patch::find(shapes, &axis, &mut patches);
    let frames = poses.map(numbers);
    let lift = |frozen: &Frozen| frozen.lift(&frames, poses);
    let apart = lift(&Frozen { share: 0.0, ..axis.nearest });
    (0..n).for_each(|k| tell(patches.get(k).map_or(apart, lift)));
}

/// A surface at a pose.
pub(super) fn surface_at<'a, S: Real>(surface: &'a Surface, pose: &Pose<S>) -> Shape<'a> {
    Shape::Facets { surface, pose: numbers(pose) }
}

/// A cylinder at a pose.
pub(super) fn cylinder_at<'a, S: Real>(cylinder: &Cylinder, pose: &Pose<S>) -> Shape<'a> {
    let pose = numbers(pose);
    Shape::Round(Round {
        center: pose.point(cylinder.center),
        axis: pose.R * cylinder.axis,
        half: cylinder.half,
        radius: cylinder.radius,
    })
}

/// A pose in numbers; velocities do not matter here.
pub(super) fn numbers<S: Real>(pose: &Pose<S>) -> Pose {
    let [x, y, z] = [0, 1, 2].map(|k| values(pose.R.column(k)));
    Pose { r: values(pose.r), R: Mat3::from_columns(x, y, z), v: Vec3::ZERO, w: Vec3::ZERO }
}

impl Frozen {
    /// The touch where the bodies are, with both points and the normal fixed on them.
    pub(super) fn lift<S: Real>(&self, frames: &[Pose; 2], poses: [&Pose<S>; 2]) -> Touch<S> {
        let place = |k: usize| {
            let local = frames[k].R.tr_mul(self.points[k] - frames[k].r);
            poses[k].point(Vec3::constant(local))
        };
        let local = frames[self.owner].R.tr_mul(self.normal);
        let normal = poses[self.owner].R * Vec3::constant(local);
        let [first, second] = [place(0), place(1)];
        let gap = normal.dot(second - first);
        debug_assert!(value(gap).is_finite());
        Touch { share: S::from(self.share), ..Touch::new(first, normal, gap) }
    }
}

#[cfg(test)]
mod tests;
