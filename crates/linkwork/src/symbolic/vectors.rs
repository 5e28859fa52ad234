//! Vectors and matrices of expressions, with the handful of operations mechanics needs.

use super::graph::{Graph, Term};
use crate::spatial::{Mat3, Vec3};

/// A vector in space.
pub(crate) type Vector<'g> = [Term<'g>; 3];
/// A 3×3 matrix, row by row.
pub(crate) type Matrix<'g> = [Vector<'g>; 3];

/// Components below this part of the largest are round-off of zeros: a file's axis turned into a body's own axes, say.
const ROUND_OFF: f64 = 4.0 * f64::EPSILON;

/// A known vector, without the round-off of its zeros.
pub(crate) fn known(g: &Graph, v: Vec3) -> Vector<'_> {
    clean(v).0.map(|x| g.number(x))
}

/// The vector without round-off where zeros, and for unit vectors ones, are meant.
pub(crate) fn clean(v: Vec3) -> Vec3 {
    let largest = v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    v.map(|x| match x.abs() {
        size if size <= ROUND_OFF * largest => 0.0,
        size if (size - 1.0).abs() <= ROUND_OFF => 1f64.copysign(x),
        _ => x,
    })
}

/// A known matrix.
pub(crate) fn known_matrix<'g>(g: &'g Graph, m: &Mat3) -> Matrix<'g> {
    m.0.map(|row| row.map(|x| g.number(x)))
}

/// a + b
pub(crate) fn add<'g, const N: usize>(a: [Term<'g>; N], b: [Term<'g>; N]) -> [Term<'g>; N] {
    std::array::from_fn(|k| a[k] + b[k])
}

/// a − b
pub(crate) fn sub<'g, const N: usize>(a: [Term<'g>; N], b: [Term<'g>; N]) -> [Term<'g>; N] {
    std::array::from_fn(|k| a[k] - b[k])
}

/// k a
pub(crate) fn scale<'g, const N: usize>(k: Term<'g>, a: [Term<'g>; N]) -> [Term<'g>; N] {
    a.map(|x| k * x)
}

/// −a
pub(crate) fn negate<'g, const N: usize>(a: [Term<'g>; N]) -> [Term<'g>; N] {
    a.map(|x| -x)
}

/// a · b
pub(crate) fn dot<'g>(a: &[Term<'g>], b: &[Term<'g>]) -> Term<'g> {
    let sum = a.iter().zip(b).map(|(x, y)| *x * *y).reduce(|sum, x| sum + x);
    // Vectors of mechanics have two or three components.
    sum.unwrap_or_else(|| unreachable!("a product of vectors without components"))
}

/// a × b
pub(crate) fn cross<'g>(a: Vector<'g>, b: Vector<'g>) -> Vector<'g> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A v
pub(crate) fn mul<'g>(m: &Matrix<'g>, v: Vector<'g>) -> Vector<'g> {
    m.map(|row| dot(&row, &v))
}

/// Aᵀ v
pub(crate) fn mul_transposed<'g>(m: &Matrix<'g>, v: Vector<'g>) -> Vector<'g> {
    std::array::from_fn(|k| dot(&column(m, k), &v))
}

/// Column k.
pub(crate) fn column<'g>(m: &Matrix<'g>, k: usize) -> Vector<'g> {
    [m[0][k], m[1][k], m[2][k]]
}
