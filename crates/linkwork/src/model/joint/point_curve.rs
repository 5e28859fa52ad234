//! `point_curve`: a point of the second body stays on a curve of the first: cams, rails, slots. Two equations in space,
//! one in the plane.

use super::curve::{Curve, Spline, dot};
use super::rows::Measure;
use super::{Asked, Facts, Frames, JointType, Keys, PlanarVocabulary, Quantity, SpatialVocabulary, Vocabulary};
use crate::model::build::joints::Reading;
use crate::model::file::CurveEntry;
use crate::model::file::keys::{Sort, key};
use crate::spatial::Vec3;

/// A point of the second body stays on a curve of the first.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PointCurve {
    /// In the frame of the first marker.
    pub curve: Curve,
}

/// Neighboring points nearer to one another than this part of the distance of the two farthest are the same.
const SAME_POINT: f64 = 1e-9;
/// Fewer make no curve.
const FEWEST_POINTS: usize = 3;

impl JointType for PointCurve {
    const FACTS: Facts = Facts {
        word: "point_curve",
        other_names: &["cam", "rail", "slot", "curve"],
        equations: 2,
        planar: Ok(1),
        holds_direction: true,
        coordinates: &["q"],
        quantities: &[Quantity::Arc],
        frames: Frames::Curve,
        keys: Keys { must: &["point", "point2", "curve"], may: &["axis", "normal", "limits", "friction"] },
        planar_keys: Some(Keys { must: &["point", "point2", "curve"], may: &["axis", "limits", "friction"] }),
        own_keys: &[key("curve", Sort::Curve, "A circle or a spline, in the frame of the first body.")],
        ..Facts::PLAIN
    };

    fn read(reading: &mut Reading) -> Option<Self> {
        let entry = reading.entry;
        let Some(curve) = &entry.curve else {
            reading.missing("curve", "{ radius = 0.2 } or { points = [[..], [..], ..], closed = true }");
            return None;
        };
        Some(PointCurve { curve: read_curve(curve, reading)? })
    }

    /// No distance from the curve along either normal at the foot of the point.
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        write(&self.curve, ends, 2, rows);
    }

    /// No distance across the curve.
    fn planar<E: PlanarVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        write(&self.curve, ends, 1, rows);
    }

    fn curve(&self) -> Option<&Curve> {
        Some(&self.curve)
    }

    fn offset(&self, seen: Vec3) -> Option<f64> {
        Some(self.curve.find_length(&seen.0))
    }

    fn parameters(&self) -> Vec<f64> {
        self.curve.parameters()
    }
}

/// n·(p − c) = 0 for the first normals at the foot. With n held still, the second derivative of n·p is that of
/// [`curve`](super::curve) (2).
#[inline(always)]
fn write<E: Vocabulary>(curve: &Curve, ends: &E, n_normals: usize, rows: &mut E::Rows) {
    let [p, v] = ends.relative();
    let foot = curve.foot(&p, ends.remembered() + ends.joint().offset);
    let bend = foot.speed(&v) * foot.speed(&v) / foot.stretch(&p);
    for n in &foot.normals[..n_normals] {
        let target = [dot(n, &foot.point), 0.0.into(), dot(n, &foot.curvature) * bend];
        E::follow(&ends.along(ends.in_first(n)), target, rows);
    }
}

/// The length along the curve from where the file places the point.
pub(super) fn measure<const W: usize, E>(curve: &Curve, ends: &E) -> Measure<W, E::Number>
where
    E: Vocabulary<Measure = Measure<W, <E as Vocabulary>::Number>>,
{
    let ([p, v], offset) = (ends.relative(), ends.joint().offset);
    let foot = curve.foot(&p, ends.remembered() + offset);
    let stretch = foot.stretch(&p);
    let along = ends.along(ends.in_first(&foot.tangent.map(|x| x / stretch)));
    let bias = along.bias + along.rate * dot(&foot.curvature, &foot.across(&v)) * 2.0 / stretch;
    Measure { value: foot.length - offset, bias, ..along }
}

fn read_curve(entry: &CurveEntry, reading: &mut Reading) -> Option<Curve> {
    match (entry.radius, &entry.points) {
        (Some(radius), None) => {
            if entry.closed.is_some() {
                reading.fault("curve", "a circle is closed anyway; remove `closed`");
            }
            if radius > 0.0 && radius.is_finite() {
                return Some(Curve::Circle { radius });
            }
            reading.fault("curve", format!("the radius of a circle must be positive, not {radius}"));
        }
        (None, Some(points)) => {
            let (points, closed) = (read_points(points, reading)?, entry.closed.unwrap_or(false));
            if check_points(&points, closed, reading) {
                return Some(Curve::Spline(Spline::through(&points, closed).into()));
            }
        }
        (Some(_), Some(_)) => reading.fault("curve", "has a `radius` and `points`; keep one of the two"),
        (None, None) => reading.fault("curve", "needs a `radius`, for a circle, or `points`, for a spline"),
    }
    None
}

/// Points with three coordinates, in the plane with z = 0.
fn read_points(points: &[Vec<f64>], reading: &mut Reading) -> Option<Vec<[f64; 3]>> {
    let n_axes = if reading.is_planar() { 2 } else { 3 };
    let mut read = Vec::new();
    for (k, point) in points.iter().enumerate() {
        let place = k + 1;
        if point.len() != n_axes {
            let message = format!("point {place} of the curve needs {n_axes} numbers, found {}", point.len());
            reading.fault("curve", message);
        } else if point.iter().any(|x| !x.is_finite()) {
            reading.fault("curve", format!("point {place} of the curve has a coordinate that is not finite"));
        }
        read.push([0, 1, 2].map(|k| point.get(k).copied().unwrap_or(0.0)));
    }
    let are_fine = points.iter().all(|point| point.len() == n_axes && point.iter().all(|x| x.is_finite()));
    are_fine.then_some(read)
}

/// Enough points, and no two neighbors at the same place.
fn check_points(points: &[[f64; 3]], closed: bool, reading: &mut Reading) -> bool {
    if points.len() < FEWEST_POINTS {
        let remedy = "a straight line is a `point_line`";
        let message = format!("a curve needs {FEWEST_POINTS} points or more, found {}; {remedy}", points.len());
        reading.fault("curve", message);
        return false;
    }
    let distance = |a: &[f64; 3], b: &[f64; 3]| (Vec3(*a) - Vec3(*b)).norm();
    let size = points.iter().fold(0.0, |most: f64, point| most.max(distance(point, &points[0])));
    let is_same = |a: usize, b: usize| distance(&points[a], &points[b]) <= SAME_POINT * size;
    if let Some(k) = (1..points.len()).find(|&k| is_same(k - 1, k)) {
        reading.fault("curve", format!("points {k} and {} of the curve coincide; remove one of them", k + 1));
        return false;
    }
    if closed && is_same(0, points.len() - 1) {
        reading.fault("curve", "the last point of the closed curve is its first one again; remove it");
        return false;
    }
    true
}
