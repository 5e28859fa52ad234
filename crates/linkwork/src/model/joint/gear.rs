//! `gear`: the coordinates of two joints stay in a fixed ratio. One equation over up to four bodies.

/// How far the coupling is from being met, and its derivatives, from the coordinates (value, rate, bias) of both joints:
/// Φ = q₂ − ratio · q₁ − offset. Returns Φ and τ; G is the second joint's gradient minus ratio times the first's.
#[inline]
pub fn couple(q1: (f64, f64), q2: (f64, f64), ratio: f64, offset: f64) -> (f64, f64) {
    let ((value1, bias1), (value2, bias2)) = (q1, q2);
    (value2 - ratio * value1 - offset, ratio * bias1 - bias2)
}
