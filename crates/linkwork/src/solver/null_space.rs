//! Multipliers without effect on the motion, where equations are redundant: an orthonormal basis of them, row by row.

/// Makes the last row of n numbers orthogonal to those before it, and of unit length.
pub(super) fn orthonormalize_last(basis: &mut [f64], n: usize) {
    let (before, z) = basis.split_at_mut(basis.len() - n);
    // Twice is enough [Parlett]: the second pass removes what cancellation left in the first.
    for _ in 0..2 {
        subtract_components(before, z);
    }
    let length = dot(z, z).sqrt();
    z.iter_mut().for_each(|z| *z /= length);
}

/// Subtracts from x what it has of each row of the basis.
pub(super) fn subtract_components(basis: &[f64], x: &mut [f64]) {
    for z in basis.chunks_exact(x.len()) {
        let along = dot(z, x);
        x.iter_mut().zip(z).for_each(|(x, z)| *x -= along * z);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
