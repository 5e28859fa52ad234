//! Where two solids touch, or are nearest to each other: the common language of all pairs.
//!
//! A pair has a fixed number of points. Each has a gap s, negative where the solids overlap, and a direction g such
//! that ṡ = g·(v₂ − v₁), with the velocities of both bodies at the point. Where a gap is a distance between surfaces, g
//! is the unit normal from the first solid to the second.

use crate::spatial::{Real, Vec3};

/// A point of contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch<S> {
    /// s (m).
    pub(super) gap: S,
    /// g.
    pub(super) direction: Vec3<S>,
    /// Where the load acts, halfway between the surfaces.
    pub(super) point: Vec3<S>,
    /// The part of the law's load that this point has.
    pub(super) share: S,
}

impl<S: Real> Touch<S> {
    /// From a point on the surface of the first solid, along its unit normal.
    pub(super) fn new(on_first: Vec3<S>, normal: Vec3<S>, gap: S) -> Touch<S> {
        Touch { gap, direction: normal, point: on_first + normal * (gap * 0.5), share: S::from(1.0) }
    }

    /// With first and second solid exchanged.
    pub(super) fn exchanged(self) -> Touch<S> {
        Touch { direction: -self.direction, ..self }
    }
}

/// Its value; that of a term of a graph, which no contact is written for, counts as zero.
pub(super) fn value<S: Real>(x: S) -> f64 {
    x.primal().unwrap_or(0.0)
}

/// The numbers of a vector.
pub(super) fn values<S: Real>(v: Vec3<S>) -> Vec3 {
    v.map(value)
}

/// x, but not beyond ±limit.
pub(super) fn clamped<S: Real>(x: S, limit: f64) -> S {
    x.max(S::from(-limit)).min(S::from(limit))
}

/// Two perpendicular unit vectors in the plane across a unit vector n: e₁ and e₂ turned as e₃ is turned into n on the
/// shortest way, or −e₃ where n is nearer to it.
pub(super) fn across<S: Real>(n: Vec3<S>) -> [Vec3<S>; 2] {
    let sign = if value(n[2]) < -0.5 { -1.0 } else { 1.0 };
    let ([x, y, z], one) = (n.0, S::from(1.0));
    let z = z * sign;
    let below = one / (one + z);
    let both = -(x * y * below);
    [Vec3([one - x * x * below, both, -(x * sign)]), Vec3([both, one - y * y * below, -(y * sign)])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tangents_are_unit_vectors_across(x in -1.0..1.0, y in -1.0..1.0, z in -1.0..1.0) {
            let Some(n) = Vec3([x, y, z]).unit() else { return Ok(()) };
            let [a, b] = across(n);
            for product in [a.dot(n), b.dot(n), a.dot(b), a.dot(a) - 1.0, b.dot(b) - 1.0] {
                prop_assert!(product.abs() < 1e-14, "{n:?} {product}");
            }
        }
    }
}
