//! Which 3×3 matrices are inertias of a rigid body: symmetric, principal moments positive, none larger than the sum
//! of the other two (equality: a lamina or a thin rod), or all of them zero (a point mass).

use crate::spatial::{Mat3, Vec3};

/// Moments below this part of the largest count as zero: a thin rod about its own axis.
const ZERO: f64 = 1e-9;
/// Replaces a zero moment, as part of the largest: far below what the motion could feel, far above round-off.
const REPLACEMENT: f64 = 1e-8;
/// Room for rounding in the triangle inequality, as part of the largest moment.
const TRIANGLE: f64 = 1e-6;

/// An inertia as it can be used.
pub(super) struct Usable {
    pub matrix: Mat3,
    /// A zero moment was replaced by this (kg·m²).
    pub replaced: Option<f64>,
}

/// Checks a symmetric matrix, or says what is wrong with it.
pub(super) fn check(matrix: Mat3) -> Result<Usable, String> {
    let (moments, axes) = principal(matrix);
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| moments[*a].total_cmp(&moments[*b]));
    let [small, middle, large] = order.map(|k| moments[k]);
    if matrix == Mat3([[0.0; 3]; 3]) {
        return Ok(Usable { matrix, replaced: None });
    }
    if large <= 0.0 || middle <= ZERO * large {
        return Err("two principal moments are zero and one is not, which no body has; \
                    a point mass has none, or those of a small sphere, 2/5 m r²"
            .into());
    }
    if small < -ZERO * large {
        return Err(format!("a principal moment is negative ({small}); all three must be positive"));
    }
    if large > small + middle + TRIANGLE * large {
        return Err(format!(
            "the principal moments {small}, {middle} and {large} break the triangle inequality: \
             none may exceed the sum of the other two"
        ));
    }
    if small > ZERO * large {
        return Ok(Usable { matrix, replaced: None });
    }
    // Add what is missing about the rod's own axis only: I + (ε − I_small) e eᵀ.
    let (e, more) = (axes.column(order[0]), REPLACEMENT * large - small);
    let mut matrix = matrix;
    for i in 0..3 {
        for j in 0..3 {
            matrix.0[i][j] += more * e[i] * e[j];
        }
    }
    Ok(Usable { matrix, replaced: Some(REPLACEMENT * large) })
}

/// Eigenvalues and eigenvectors (columns) of a symmetric matrix, by Jacobi's rotations.
pub(super) fn principal(matrix: Mat3) -> (Vec3, Mat3) {
    let mut a = matrix;
    let mut axes = Mat3::IDENTITY;
    let size = matrix.0.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
    // Convergence is quadratic; a handful of sweeps is the rule and 30 a bound that is never met.
    for _ in 0..30 {
        let rest = a.0[0][1].abs() + a.0[0][2].abs() + a.0[1][2].abs();
        if rest <= f64::EPSILON * 1e-3 * size {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a.0[p][q] != 0.0 {
                let turn = rotation(&a, p, q);
                a = turn.transposed() * a * turn;
                axes = axes * turn;
            }
        }
    }
    (Vec3([a.0[0][0], a.0[1][1], a.0[2][2]]), axes)
}

/// The rotation in the plane (p, q) that makes the entry there zero.
fn rotation(a: &Mat3, p: usize, q: usize) -> Mat3 {
    let theta = (a.0[q][q] - a.0[p][p]) / (2.0 * a.0[p][q]);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let mut turn = Mat3::IDENTITY;
    turn.0[p][p] = c;
    turn.0[q][q] = c;
    turn.0[p][q] = t * c;
    turn.0[q][p] = -t * c;
    turn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Quat;

    fn turned(moments: Vec3, rotation: Vec3) -> Mat3 {
        let r = Quat::from_rotation_vector(rotation).matrix();
        let mut d = Mat3([[0.0; 3]; 3]);
        (0..3).for_each(|k| d.0[k][k] = moments[k]);
        r * d * r.transposed()
    }

    #[test]
    fn principal_moments_come_back_from_a_turned_matrix() {
        for moments in [[1.0, 2.0, 2.5], [1.0, 1.0, 1.0], [0.0, 3.0, 3.0], [1e-6, 1e3, 1e3]].map(Vec3) {
            for turn in [[0.0; 3], [0.3, -0.2, 0.9], [2.0, 1.0, -0.5]].map(Vec3) {
                let matrix = turned(moments, turn);
                let (mut found, axes) = principal(matrix);
                let image = |k: usize| matrix * axes.column(k);
                for k in 0..3 {
                    for i in 0..3 {
                        let expected = found[k] * axes.column(k)[i];
                        // Round-off of a few operations on the largest moment.
                        assert!((image(k)[i] - expected).abs() < 1e-14 * moments[2]);
                    }
                }
                found.0.sort_by(f64::total_cmp);
                (0..3).for_each(|k| assert!((found[k] - moments[k]).abs() < 1e-14 * moments[2], "{found:?}"));
            }
        }
    }

    #[test]
    fn laminas_and_rods_are_legal_and_impossible_bodies_are_not() {
        assert!(check(turned(Vec3([1.0, 2.0, 3.0]), Vec3([0.1, 0.2, 0.3]))).is_ok_and(|u| u.replaced.is_none()));
        let rod = check(turned(Vec3([0.0, 2.0, 2.0]), Vec3([0.1, 0.2, 0.3]))).ok().unwrap();
        assert_eq!(
            rod.replaced,
            Some(
                principal(turned(Vec3([0.0, 2.0, 2.0]), Vec3([0.1, 0.2, 0.3]))).0.into_iter().fold(0.0, f64::max)
                    * 1e-8
            )
        );
        let (moments, _) = principal(rod.matrix);
        assert!(moments.iter().all(|m| *m > 1.9e-8));
        assert!(check(turned(Vec3([1.0, 2.0, 3.1]), Vec3([0.1, 0.2, 0.3]))).is_err_and(|m| m.contains("triangle")));
        assert!(check(turned(Vec3([-1.0, 2.0, 2.0]), Vec3([0.1, 0.2, 0.3]))).is_err_and(|m| m.contains("negative")));
        let needle = turned(Vec3([0.0, 0.0, 1.0]), Vec3([0.1, 0.2, 0.3]));
        assert!(check(needle).is_err_and(|m| m.contains("small sphere")));
        assert!(check(turned(Vec3::ZERO, Vec3::ZERO)).is_ok_and(|u| u.matrix.0 == [[0.0; 3]; 3]));
    }
}
