//! `gear`: the coordinates of two joints stay in a fixed ratio. One equation over up to four bodies.

/// Φ = q₂ − ratio · q₁ − offset and its τ, from value and bias (second derivative at zero accelerations) of both coordinates; G is the second joint's gradient minus ratio times the first's.
#[inline]
pub fn couple(q1: (f64, f64), q2: (f64, f64), ratio: f64, offset: f64) -> (f64, f64) {
    let ((value1, bias1), (value2, bias2)) = (q1, q2);
    (value2 - ratio * value1 - offset, ratio * bias1 - bias2)
}
