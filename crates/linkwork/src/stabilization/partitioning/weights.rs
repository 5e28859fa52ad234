//! The weights of coordinates as masses of handles, and corrections restricted to dependent coordinates.
//!
//! A body's correction is weighed by Δqᵀ W Δq with W = 1 on dependent and [`HEAVY`] on independent coordinates
//! [Negrut, eq. (13)]. With x = Δr and the small rotation z, 2 Δp = Eᵀz, this is xᵀ W_r x + ¼ zᵀ E W_p Eᵀ z, eq. (18):
//! M is replaced by W_r and the inertia by ¼ E W_p Eᵀ. Here z and the 3 × 4 matrix E(p) are in world axes; the paper's
//! G(p) is the same in body axes.

use crate::formulation::Coordinates;
use crate::reduced::InverseMass;

/// How much more a change of an independent coordinate weighs than that of a dependent one [Negrut, section 2.1].
pub(crate) const HEAVY: f64 = 1e5;

/// Memory for the inverse weights of this many handles.
pub(super) fn allocate(coordinates: Coordinates, n_handles: usize) -> InverseMass {
    match coordinates {
        Coordinates::Planar => InverseMass::PlanarWeights(vec![[0.0; 3]; n_handles]),
        Coordinates::Spatial => InverseMass::SpatialWeights(vec![[0.0; 9]; n_handles]),
    }
}

/// Brings the inverse weights to these dependent coordinates and this position.
pub(super) fn update(inverse: &mut InverseMass, dependent: &[u8], values: &[f64]) {
    match inverse {
        InverseMass::PlanarWeights(bodies) => {
            for (weights, &bits) in bodies.iter_mut().zip(dependent) {
                *weights = std::array::from_fn(|k| inverse_weight(bits, k));
            }
        }
        InverseMass::SpatialWeights(bodies) => {
            let coordinates = values.as_chunks::<7>().0;
            for ((weights, &bits), q) in bodies.iter_mut().zip(dependent).zip(coordinates) {
                let [xx, yy, zz, xy, xz, yz] = invert_rotation_weights(bits, &unit(q));
                let r: [f64; 3] = std::array::from_fn(|k| inverse_weight(bits, k));
                *weights = [r[0], r[1], r[2], xx, yy, zz, xy, xz, yz];
            }
        }
        _ => unreachable!("made by `allocate` above"),
    }
}

#[inline]
fn inverse_weight(bits: u8, coordinate: usize) -> f64 {
    if bits >> coordinate & 1 == 1 { 1.0 } else { 1.0 / HEAVY }
}

/// The Euler parameters of a body, of unit length.
#[inline]
pub(super) fn unit(q: &[f64; 7]) -> [f64; 4] {
    let length = (q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]).sqrt();
    [q[3] / length, q[4] / length, q[5] / length, q[6] / length]
}

/// E(p): the small rotation z = 2 E Δp in world axes; E Eᵀ = 1 and E p = 0 for p of unit length.
#[inline]
pub(super) fn rotation_matrix([e0, e1, e2, e3]: &[f64; 4]) -> [[f64; 4]; 3] {
    [[-e1, *e0, -e3, *e2], [-e2, *e3, *e0, -e1], [-e3, -e2, *e1, *e0]]
}

/// (¼ E W_p Eᵀ)⁻¹ as xx, yy, zz, xy, xz, yz. E and pᵀ together are an orthogonal matrix; so with D = W_p⁻¹ the inverse
/// of the block of E in it is E D Eᵀ − (E D p)(E D p)ᵀ / (pᵀ D p).
fn invert_rotation_weights(bits: u8, p: &[f64; 4]) -> [f64; 6] {
    let E = rotation_matrix(p);
    let d: [f64; 4] = std::array::from_fn(|k| inverse_weight(bits, 3 + k));
    let along: f64 = (0..4).map(|k| d[k] * p[k] * p[k]).sum();
    let across: [f64; 3] = std::array::from_fn(|i| (0..4).map(|k| E[i][k] * d[k] * p[k]).sum());
    let entry = |i: usize, j: usize| {
        let product: f64 = (0..4).map(|k| E[i][k] * d[k] * E[j][k]).sum();
        4.0 * (product - across[i] * across[j] / along)
    };
    [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)]
}

/// Takes out of the handles' displacements (or changes of velocity) what would change independent coordinates.
pub(super) fn restrict(coordinates: Coordinates, dependent: &[u8], values: &[f64], displacements: &mut [f64]) {
    match coordinates {
        Coordinates::Planar => {
            for (d, &bits) in displacements.as_chunks_mut::<3>().0.iter_mut().zip(dependent) {
                keep(bits, d);
            }
        }
        Coordinates::Spatial => {
            let bodies = values.as_chunks::<7>().0.iter().zip(dependent);
            for (d, (q, &bits)) in displacements.as_chunks_mut::<6>().0.iter_mut().zip(bodies) {
                let E = rotation_matrix(&unit(q));
                let [linear, angular] = d.as_chunks_mut::<3>().0 else { unreachable!("six numbers") };
                keep(bits, linear);
                // 2 Δp = Eᵀz, then z = 2 E Δp of what is kept; normalizing p takes out the rest.
                let mut turn: [f64; 4] = std::array::from_fn(|k| (0..3).map(|i| E[i][k] * angular[i]).sum());
                keep(bits >> 3, &mut turn);
                *angular = std::array::from_fn(|i| (0..4).map(|k| E[i][k] * turn[k]).sum());
            }
        }
    }
}

#[inline]
fn keep<const N: usize>(bits: u8, x: &mut [f64; N]) {
    for (k, x) in x.iter_mut().enumerate() {
        if bits >> k & 1 == 0 {
            *x = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::{Quat, Vec3};

    /// ¼ E W_p Eᵀ times its inverse is one, to the round-off of weights that differ by 10⁵.
    #[test]
    fn rotation_weights_are_inverted() {
        for v in [[0.1, 0.2, -0.3], [3.0, 0.1, 0.0], [0.0, -1.1, 2.2], [1.0, 0.0, 0.0]].map(Vec3) {
            let p = Quat::from_rotation_vector(v).0;
            let E = rotation_matrix(&p);
            for bits in (0..128).step_by(8) {
                let w: [f64; 4] = std::array::from_fn(|k| 1.0 / inverse_weight(bits, 3 + k));
                let weights = |i: usize, j: usize| (0..4).map(|k| 0.25 * E[i][k] * w[k] * E[j][k]).sum::<f64>();
                let [xx, yy, zz, xy, xz, yz] = invert_rotation_weights(bits, &p);
                let inverse = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
                for i in 0..3 {
                    for j in 0..3 {
                        let product: f64 = (0..3).map(|k| weights(i, k) * inverse[k][j]).sum();
                        let one = if i == j { 1.0 } else { 0.0 };
                        assert!((product - one).abs() < 1e-9, "{v:?} {bits:b}: {product}");
                    }
                }
            }
        }
    }

    /// z = 2 E Δp is the rotation of which Quat::rate gives Δp.
    #[test]
    fn rotation_matrix_undoes_the_rate_of_euler_parameters() {
        let (q, z) = (Quat::from_rotation_vector(Vec3([0.4, -0.7, 1.9])), Vec3([0.3, -0.2, 0.5]));
        let (E, rate) = (rotation_matrix(&q.0), q.rate(z));
        for i in 0..3 {
            let back: f64 = (0..4).map(|k| 2.0 * E[i][k] * rate[k]).sum();
            assert!((back - z[i]).abs() < 1e-15);
        }
    }

    #[test]
    fn restricting_keeps_dependent_coordinates_only() {
        let values = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        let mut d = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        // y, the first Euler parameter (by its length) and the third: a rotation about y.
        restrict(Coordinates::Spatial, &[0b0101010], &values, &mut d);
        assert_eq!(d, [0.0, 2.0, 0.0, 0.0, 5.0, 0.0]);
        let mut d = [1.0, 2.0, 3.0];
        restrict(Coordinates::Planar, &[0b101], &[], &mut d);
        assert_eq!(d, [1.0, 0.0, 3.0]);
    }
}
