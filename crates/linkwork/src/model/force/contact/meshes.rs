//! Surfaces that are not convex with each other, facet by facet. Two facets that look at each other touch along the
//! normal of that one on which they overlap less; what one of them covers of the other, seen along it, carries a load in
//! proportion to its area. Convex edges that cross touch on their common perpendicular.
//!
//! A whole face that lies on another has the load of four points, as a box on a box, however finely it is meshed.

use super::MARGIN;
use super::convex::{Frozen, clip_facets, numbers};
use super::slots::{Meeting, Slots};
use super::surface::{Edge, Facet, Feature, MOST_CORNERS, Surface};
use super::touch::Touch;
use crate::spatial::{Pose, Real, Vec3};

/// Points of contact: six faces of four corners.
pub(super) const POINTS: usize = 24;
/// Features that are farther apart than this part of the smaller size are not looked at.
const NEAR: f64 = 0.02;
/// Facets that look at each other have a larger cosine between the normals, one of them turned over.
const FACING: f64 = 1e-3;
/// Slots of neighbouring facets begin so far from each other.
const STRIDE: usize = 4;
/// Edges with a smaller squared sine of their angle are parallel.
const PARALLEL: f64 = 1e-6;
/// In the plane a polygon is a slice, with each corner twice.
const SLICED: f64 = 0.5;

pub(super) fn touches<S: Real>(surfaces: [&Surface; 2], poses: [&Pose<S>; 2], tell: &mut dyn FnMut(Touch<S>)) {
    let frames = poses.map(numbers);
    let size = surfaces[0].bound.radius.min(surfaces[1].bound.radius);
    let reach = NEAR * size;
    let centers = [0, 1].map(|k| frames[k].point(surfaces[k].bound.center));
    let normal = (centers[1] - centers[0]).unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
    let apart = Frozen { normal, owner: 0, points: [centers[0], centers[0] + reach * normal], share: 0.0 };
    let mut slots: Slots<S, POINTS> = Slots::new(apart.lift(&frames, poses), Meeting::Sum, size);
    let factor = if surfaces[0].is_flat() { SLICED } else { 1.0 };
    // Features of the second one that are near the first, each with those of the first near to it.
    let relative = |point: Vec3| frames[0].R.tr_mul(frames[1].point(point) - frames[0].r);
    let around = |points: &[Vec3]| {
        let (mut least, mut most) = (Vec3([f64::INFINITY; 3]), Vec3([f64::NEG_INFINITY; 3]));
        for point in points {
            let point = relative(*point);
            least = Vec3([0, 1, 2].map(|k| least[k].min(point[k])));
            most = Vec3([0, 1, 2].map(|k| most[k].max(point[k])));
        }
        [least - Vec3([reach; 3]), most + Vec3([reach; 3])]
    };
    let [least, most] = box_in(surfaces, &frames, reach);
    let couple = Couple { surfaces, frames };
    surfaces[1].find_near(least, most, &mut |feature| match feature {
        Feature::Facet(second) => {
            let [least, most] = around(&surfaces[1].facets[second].corners);
            surfaces[0].find_near(least, most, &mut |other| {
                let Feature::Facet(first) = other else { return };
                couple.of_facets([first, second], &mut |frozen, label| {
                    if frozen.gap() < reach {
                        let share = factor * frozen.share;
                        let touch = Frozen { share, ..*frozen }.lift(&frames, poses);
                        slots.add(touch, label + STRIDE * (first + second));
                    }
                });
            });
        }
        Feature::Edge(second) => {
            let edge = &surfaces[1].edges[second];
            let [least, most] = around(&[edge.from, edge.to]);
            surfaces[0].find_near(least, most, &mut |other| {
                let Feature::Edge(first) = other else { return };
                if let Some(frozen) = couple.of_edges(&surfaces[0].edges[first], edge) {
                    slots.add(frozen.lift(&frames, poses), first + second);
                }
            });
        }
        Feature::Corner(_) => {}
    });
    slots.tell(tell);
}

/// A box around the first surface in the axes of the second one.
fn box_in(surfaces: [&Surface; 2], frames: &[Pose; 2], reach: f64) -> [Vec3; 2] {
    let [least, most] = surfaces[0].extent();
    let (center, half) = (0.5 * (least + most), 0.5 * (most - least));
    let middle = frames[1].R.tr_mul(frames[0].point(center) - frames[1].r);
    let axes = [0, 1, 2].map(|k| frames[1].R.tr_mul(frames[0].R.column(k)));
    let around = Vec3([0, 1, 2].map(|k| (0..3).map(|axis| half[axis] * axes[axis][k].abs()).sum::<f64>() + reach));
    [middle - around, middle + around]
}

/// Two surfaces in the world.
struct Couple<'a> {
    surfaces: [&'a Surface; 2],
    frames: [Pose; 2],
}

impl Couple<'_> {
    fn of_facets(&self, numbers: [usize; 2], tell: &mut dyn FnMut(&Frozen, usize)) {
        let facets: [&Facet; 2] = [0, 1].map(|k| &self.surfaces[k].facets[numbers[k]]);
        let normals = [0, 1].map(|k| self.frames[k].R * facets[k].normal);
        if normals[0].dot(normals[1]) > -FACING {
            return;
        }
        let mut places = [[Vec3::ZERO; MOST_CORNERS]; 2];
        let mut counts = [0; 2];
        for k in 0..2 {
            let corners = &facets[k].corners;
            counts[k] = corners.len().min(MOST_CORNERS);
            for i in 0..counts[k] {
                places[k][i] = self.frames[k].point(corners[i * corners.len() / counts[k]]);
            }
        }
        let loops = [&places[0][..counts[0]], &places[1][..counts[1]]];
        // The face on which the other one lies less deep.
        let depth = |of: usize| {
            let mut least = f64::INFINITY;
            clip_facets(facets, loops, normals, of, &mut |frozen, _| least = least.min(frozen.gap()));
            least
        };
        let depths = [depth(0), depth(1)];
        let of = usize::from(depths[1] > depths[0] && depths[1].is_finite() || depths[0].is_infinite());
        let limit = facets[0].limit.min(facets[1].limit);
        if depths[of].is_finite() && depths[of] > -limit {
            clip_facets(facets, loops, normals, of, &mut |frozen, label| tell(&frozen, label));
        }
    }

    /// Where convex edges cross, the second one inside of the first.
    fn of_edges(&self, first: &Edge, second: &Edge) -> Option<Frozen> {
        let place = |k: usize, edge: &Edge| [edge.from, edge.to].map(|end| self.frames[k].point(end));
        let ([p, p_end], [q, q_end]) = (place(0, first), place(1, second));
        let (d, e, r) = (p_end - p, q_end - q, p - q);
        let (dd, ee, de, dr, er) = (d.dot(d), e.dot(e), d.dot(e), d.dot(r), e.dot(r));
        let square = 1.0 - de * de / (dd * ee);
        if square < PARALLEL {
            return None;
        }
        let whole = square * dd * ee;
        let [s, t] = [(de * er - dr * ee) / whole, (dd * er - dr * de) / whole];
        if !(0.0..=1.0).contains(&s) || !(0.0..=1.0).contains(&t) {
            return None;
        }
        let normals = |k: usize, edge: &Edge| edge.normals.map(|normal| self.frames[k].R * normal);
        let ([a, b], [c, f]) = (normals(0, first), normals(1, second));
        let across = d.cross(e).unit()?;
        let normal = if across.dot(a + b) < 0.0 { -across } else { across };
        // It must lie between the normals of both faces of either edge, strictly.
        let within = |normal: Vec3, x: Vec3, y: Vec3| {
            let axis = x.cross(y);
            x.cross(normal).dot(axis) > PARALLEL.sqrt() * axis.norm()
                && normal.cross(y).dot(axis) > PARALLEL.sqrt() * axis.norm()
        };
        if !within(normal, a, b) || !within(-normal, c, f) {
            return None;
        }
        let frozen = Frozen { normal, owner: 0, points: [p + s * d, q + t * e], share: 1.0 };
        let limit = self.surfaces[0].bound.radius.min(self.surfaces[1].bound.radius) * MARGIN;
        (frozen.gap() > -limit).then_some(frozen)
    }
}

impl Frozen {
    fn gap(&self) -> f64 {
        self.normal.dot(self.points[1] - self.points[0])
    }
}
