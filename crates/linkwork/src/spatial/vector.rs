//! Three-component vectors as arrays, with the handful of operations mechanics needs.

/// A vector in space.
pub type Vec3 = [f64; 3];

/// a + b
#[inline(always)]
pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// a − b
#[inline(always)]
pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// k a
#[inline(always)]
pub fn scale(k: f64, a: Vec3) -> Vec3 {
    [k * a[0], k * a[1], k * a[2]]
}

/// a · b
#[inline(always)]
pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b
#[inline(always)]
pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// |a|
#[inline(always)]
pub fn norm(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

/// a / |a|; `None` when a is zero or not finite.
pub fn unit(a: Vec3) -> Option<Vec3> {
    // Scaled first, so that very small and very large vectors keep their direction.
    let largest = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let scaled = scale(1.0 / largest, a);
    let scaled =
        if scaled.iter().all(|x| x.is_finite()) { scaled } else { [a[0] / largest, a[1] / largest, a[2] / largest] };
    Some(scale(1.0 / norm(scaled), scaled))
}

/// Some unit vector perpendicular to the unit vector a: the world axis least aligned with a, made perpendicular.
pub fn perpendicular_to(a: Vec3) -> Vec3 {
    let mut least = 0;
    for k in 1..3 {
        if a[k].abs() < a[least].abs() {
            least = k;
        }
    }
    let mut e = [0.0; 3];
    e[least] = 1.0;
    let p = sub(e, scale(dot(e, a), a));
    scale(1.0 / norm(p), p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_keeps_direction_at_extreme_lengths() {
        for size in [1e-300, 1e-310, 1.0, 1e300] {
            let u = unit([3.0 * size, 0.0, 4.0 * size]).unwrap();
            assert!((u[0] - 0.6).abs() < 1e-12 && (u[2] - 0.8).abs() < 1e-12, "{size}: {u:?}");
        }
        assert_eq!(unit([0.0; 3]), None);
        assert_eq!(unit([f64::NAN, 0.0, 0.0]), None);
    }

    #[test]
    fn perpendicular_is_perpendicular_and_unit() {
        for a in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.0, -0.8], [0.48, 0.6, 0.64]] {
            let p = perpendicular_to(a);
            assert!(dot(p, a).abs() < 1e-15 && (norm(p) - 1.0).abs() < 1e-15);
        }
    }
}
