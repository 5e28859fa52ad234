//! Convex solids in the world, as the search for their contact asks of them.

use super::super::surface::{MOST_CORNERS, Surface};
use crate::spatial::{Pose, Vec3};

/// A convex solid at a pose.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Shape<'a> {
    /// Bounded by facets.
    Facets {
        /// In body axes.
        surface: &'a Surface,
        pose: Pose,
    },
    /// A cylinder.
    Round(Round),
}

/// A cylinder in the world.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Round {
    pub(in super::super) center: Vec3,
    pub(in super::super) axis: Vec3,
    pub(in super::super) half: f64,
    pub(in super::super) radius: f64,
}

/// An edge in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ridge {
    pub(super) ends: [Vec3; 2],
    pub(super) normals: [Vec3; 2],
}

/// A polygon, a stretch or a point, in the order of its corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) corners: [Vec3; MOST_CORNERS],
    pub(super) n: usize,
}

impl Loop {
    pub(super) fn of(points: &[Vec3]) -> Loop {
        let mut corners = [Vec3::ZERO; MOST_CORNERS];
        // Where corners are too many, some all around are kept.
        let n = points.len().min(MOST_CORNERS);
        (0..n).for_each(|k| corners[k] = points[k * points.len() / n]);
        Loop { corners, n }
    }

    pub(super) fn points(&self) -> &[Vec3] {
        &self.corners[..self.n]
    }
}

/// Corners of a polygon in the place of the end of a cylinder.
const END: usize = 8;
/// A direction of descent along the end of a cylinder needs so large a sine of its tilt.
const UPRIGHT: f64 = 1e-12;

impl Round {
    /// Radius of the largest sphere inside of it.
    pub(super) fn inner(&self) -> f64 {
        self.half.min(self.radius)
    }

    /// Its farthest point along a direction; on a line or circle of them, in its middle or anywhere.
    fn support(&self, n: Vec3) -> Vec3 {
        let rise = self.axis.dot(n);
        let out = n - rise * self.axis;
        let side = if out.norm() > UPRIGHT * n.norm() { self.radius / out.norm() * out } else { Vec3::ZERO };
        let height = if rise.abs() <= UPRIGHT * n.norm() { 0.0 } else { self.half * rise.signum() };
        self.center + height * self.axis + side
    }

    /// The stretch along a direction: of its side, or across the end that looks there, where it descends most.
    pub(super) fn stretch(&self, n: Vec3) -> [Vec3; 2] {
        let rise = self.axis.dot(n);
        let out = (n - rise * self.axis).unit().filter(|_| (1.0 - rise * rise).sqrt() > UPRIGHT);
        let side = self.radius * out.unwrap_or(self.axis.perpendicular());
        if rise.abs() > std::f64::consts::FRAC_1_SQRT_2 {
            let end = self.center + self.half * rise.signum() * self.axis;
            return [end + side, end - side];
        }
        let middle = self.center + side;
        [middle - self.half * self.axis, middle + self.half * self.axis]
    }

    /// A polygon in the place of the end that looks along a direction, counterclockwise seen from there.
    pub(super) fn end(&self, n: Vec3) -> Loop {
        let up = self.axis.dot(n).signum() * self.axis;
        let x = self.axis.perpendicular();
        let y = up.cross(x);
        let point = |k: usize| {
            let (sin, cos) = (std::f64::consts::TAU * k as f64 / END as f64).sin_cos();
            self.center + self.half * up + self.radius * cos * x + self.radius * sin * y
        };
        let points: [Vec3; END] = std::array::from_fn(point);
        Loop::of(&points)
    }
}

impl Shape<'_> {
    pub(super) fn center(&self) -> Vec3 {
        match self {
            Shape::Facets { surface, pose } => pose.point(surface.bound.center),
            Shape::Round(round) => round.center,
        }
    }

    /// Radius of a sphere about its middle.
    pub(super) fn reach(&self) -> f64 {
        match self {
            Shape::Facets { surface, .. } => surface.bound.radius,
            Shape::Round(round) => round.half.hypot(round.radius),
        }
    }

    /// A point that is farthest along a direction.
    pub(super) fn support(&self, n: Vec3) -> Vec3 {
        match self {
            Shape::Facets { surface, pose } => {
                let local = pose.R.tr_mul(n);
                let mut best = (f64::NEG_INFINITY, Vec3::ZERO);
                surface.tips(&mut |at| {
                    let height = local.dot(at);
                    if height > best.0 {
                        best = (height, at);
                    }
                });
                pose.point(best.1)
            }
            Shape::Round(round) => round.support(n),
        }
    }

    /// Tells outward normals of flat faces, with n·x on them and the face's number.
    pub(super) fn faces(&self, tell: &mut dyn FnMut(Vec3, f64, usize)) {
        match self {
            Shape::Facets { surface, pose } => {
                for (k, facet) in surface.facets.iter().enumerate() {
                    let normal = pose.R * facet.normal;
                    tell(normal, facet.offset + normal.dot(pose.r), k);
                }
            }
            Shape::Round(round) => {
                for (k, sign) in [1.0, -1.0].into_iter().enumerate() {
                    let normal = sign * round.axis;
                    tell(normal, normal.dot(round.center) + round.half, k);
                }
            }
        }
    }

    /// Tells edges that come as near to a point as this.
    pub(super) fn ridges(&self, near: Vec3, reach: f64, tell: &mut dyn FnMut(Ridge)) {
        let Shape::Facets { surface, pose } = self else { return };
        let local = pose.R.tr_mul(near - pose.r);
        for edge in &surface.edges {
            let along = edge.to - edge.from;
            let part = ((local - edge.from).dot(along) / along.dot(along)).clamp(0.0, 1.0);
            if (edge.from + part * along - local).norm() <= reach {
                tell(Ridge {
                    ends: [edge.from, edge.to].map(|end| pose.point(end)),
                    normals: edge.normals.map(|normal| pose.R * normal),
                });
            }
        }
    }

    /// The face with a number.
    pub(super) fn face(&self, number: usize) -> Loop {
        match self {
            Shape::Facets { surface, pose } => {
                let corners = &surface.facets[number].corners;
                let mut face = Loop::of(corners);
                (0..face.n).for_each(|k| face.corners[k] = pose.point(face.corners[k]));
                face
            }
            Shape::Round(round) => round.end(if number == 0 { round.axis } else { -round.axis }),
        }
    }

    /// The side that looks along a direction: the face whose normal is nearest to it, or a stretch of a cylinder.
    pub(super) fn facing(&self, n: Vec3) -> Loop {
        match self {
            Shape::Facets { surface, pose } => {
                let local = pose.R.tr_mul(n);
                let rise = |k: usize| surface.facets[k].normal.dot(local);
                let n_facets = surface.facets.len();
                self.face((0..n_facets).fold(0, |best, k| if rise(k) > rise(best) { k } else { best }))
            }
            Shape::Round(round) => Loop::of(&round.stretch(n)),
        }
    }
}
