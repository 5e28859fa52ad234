//! Spheres and capsules with one another: the nearest points of their middles or axes, with a radius around each.

use super::solid::{Capsule, Sphere};
use super::touch::{Touch, clamped, value};
use crate::spatial::{Pose, Real, Vec3};

/// Axes whose angle has a smaller squared sine count as parallel.
const PARALLEL: f64 = 1e-18;

pub(super) fn spheres<S: Real>(first: &Sphere, a: &Pose<S>, second: &Sphere, b: &Pose<S>) -> Touch<S> {
    let centers = [a.point(Vec3::constant(first.center)), b.point(Vec3::constant(second.center))];
    balls(centers, [first.radius, second.radius])
}

pub(super) fn capsule_sphere<S: Real>(first: &Capsule, a: &Pose<S>, second: &Sphere, b: &Pose<S>) -> Touch<S> {
    let center = b.point(Vec3::constant(second.center));
    let [start, along] = axis(first, a);
    let part = clamped((center - start).dot(along) / along.dot(along) - 0.5, 0.5) + 0.5;
    balls([start + along * part, center], [first.radius, second.radius])
}

/// The nearest points of two segments [Ericson, Real-Time Collision Detection, 5.1.9]; of parallel ones, those in the
/// middle of the stretch that they share.
pub(super) fn capsules<S: Real>(first: &Capsule, a: &Pose<S>, second: &Capsule, b: &Pose<S>) -> Touch<S> {
    let ([p, d], [q, e]) = (axis(first, a), axis(second, b));
    let unit = |x: S| clamped(x - 0.5, 0.5) + 0.5;
    let r = p - q;
    let (dd, ee, de, dr, er) = (d.dot(d), e.dot(e), d.dot(e), d.dot(r), e.dot(r));
    let square = dd * ee - de * de;
    let s = match value(square) > PARALLEL * value(dd * ee) {
        true => unit((de * er - dr * ee) / square),
        // Ends of the second axis, by their place along the first.
        false => (unit(-dr / dd) + unit((de - dr) / dd)) * 0.5,
    };
    let t = (de * s + er) / ee;
    let inside = unit(t);
    // Where the second point is an end, the first one is the nearest to it.
    let s = if value(inside) == value(t) { s } else { unit((de * inside - dr) / dd) };
    balls([p + d * s, q + e * inside], [first.radius, second.radius])
}

/// Where its axis begins, and from there to its end.
pub(super) fn axis<S: Real>(capsule: &Capsule, pose: &Pose<S>) -> [Vec3<S>; 2] {
    let [from, to] = [capsule.from, capsule.to].map(|point| pose.point(Vec3::constant(point)));
    [from, to - from]
}

/// Balls about two points; where these coincide, any direction is as good.
pub(super) fn balls<S: Real>([a, b]: [Vec3<S>; 2], [first, second]: [f64; 2]) -> Touch<S> {
    let between = b - a;
    if value(between.dot(between)) == 0.0 {
        let normal = Vec3::constant(Vec3([1.0, 0.0, 0.0]));
        return Touch::new(a + normal * S::from(first), normal, S::from(-(first + second)));
    }
    let distance = between.norm();
    let normal = between * (S::from(1.0) / distance);
    Touch::new(a + normal * S::from(first), normal, distance - (first + second))
}
