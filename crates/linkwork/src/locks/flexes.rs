//! Motions that a part's equations allow to first order, and which of them they forbid to second order.
//!
//! A *flex* is a velocity v with G v = 0, a *stress* a set of loads ω of the joints with ωᵀG = 0. Along a motion
//! G a = τ(v), with τ quadratic in v; so every motion that begins with v has
//!
//! ```text
//!     Q_ω(v) = ωᵀτ(v) = 0                 for all stresses ω.                                           (1)
//! ```
//!
//! Where some Q_ω has one sign on all flexes, (1) is linear: v lies where the matrix of Q_ω vanishes, and all other
//! directions are locked. A straight chain between two fixed points is the example: its tension is ω, and Q_ω(v) is how
//! fast it would get longer. Where every Q_ω is zero or takes both signs, equations are redundant or motions branch,
//! and nothing is locked by this rule.

use super::part::Part;
use crate::singular::NO_SINGULAR_VALUE;
use faer::{Mat, Side};

/// A matrix taken apart: A = Σ σ u vᵀ.
pub(super) struct Decomposed {
    /// As far as they are not zero.
    pub sigma: Vec<f64>,
    /// All u and all v, also those without σ.
    pub left: Vec<Vec<f64>>,
    pub right: Vec<Vec<f64>>,
}

impl Decomposed {
    /// `None` if the iteration for it fails.
    pub(super) fn of(matrix: &Mat<f64>) -> Option<Decomposed> {
        let svd = matrix.svd().ok()?;
        let columns = |m: faer::MatRef<f64>| -> Vec<Vec<f64>> {
            (0..m.ncols()).map(|c| (0..m.nrows()).map(|r| m[(r, c)]).collect()).collect()
        };
        let sigma = svd.S().column_vector();
        let sigma: Vec<f64> = (0..sigma.nrows()).map(|k| sigma[k]).collect();
        let largest = sigma.first().copied().unwrap_or(0.0);
        let sigma = sigma.into_iter().take_while(|s| *s > NO_SINGULAR_VALUE * largest).collect();
        Some(Decomposed { sigma, left: columns(svd.U()), right: columns(svd.V()) })
    }

    /// The kernel of A.
    pub(super) fn kernel(&self) -> &[Vec<f64>] {
        &self.right[self.sigma.len()..]
    }

    /// The kernel of Aᵀ.
    fn cokernel(&self) -> &[Vec<f64>] {
        &self.left[self.sigma.len()..]
    }

    /// The shortest x with A x = b, as far as that is possible.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let factors: Vec<f64> = self.sigma.iter().zip(&self.left).map(|(s, u)| dot(u, b) / s).collect();
        combine(&self.right, &factors)
    }
}

/// Motions that the equations of a part forbid to second order only.
pub(super) struct Locked {
    /// Number of locked directions.
    pub n: usize,
    /// An orthonormal basis of the motions that remain.
    pub allowed: Vec<Vec<f64>>,
}

/// Looks for locked directions where the part is; `None` where there are none.
pub(super) fn find_locked(part: &mut Part) -> Option<Locked> {
    let g = Decomposed::of(&part.calc_jacobian())?;
    let flexes = g.kernel();
    if flexes.is_empty() || g.cokernel().is_empty() {
        return None;
    }
    let forms = calc_forms(part, g.cokernel(), flexes);
    let form = find_largest(&forms, flexes.len())?;
    let eigen = form.self_adjoint_eigen(Side::Lower).ok()?;
    let values = eigen.S().column_vector();
    // The trace is positive: a form of one sign is one without negative values.
    if values[0] < -NO_SINGULAR_VALUE {
        return None;
    }
    let free = (0..flexes.len()).take_while(|&k| values[k] <= NO_SINGULAR_VALUE).count();
    let vectors = eigen.U();
    let allowed =
        (0..free).map(|c| combine(flexes, &(0..flexes.len()).map(|r| vectors[(r, c)]).collect::<Vec<f64>>())).collect();
    (free < flexes.len()).then_some(Locked { n: flexes.len() - free, allowed })
}

/// The matrix of Q_ω on the flexes, for each stress, from Q_ω(u + v) = Q_ω(u) + 2 Q_ω(u, v) + Q_ω(v).
fn calc_forms(part: &mut Part, stresses: &[Vec<f64>], flexes: &[Vec<f64>]) -> Vec<Mat<f64>> {
    let n = flexes.len();
    let mut forms = vec![Mat::zeros(n, n); stresses.len()];
    let own: Vec<Vec<f64>> = flexes.iter().map(|v| part.calc_bias(v)).collect();
    for i in 0..n {
        for j in 0..=i {
            let sum: Vec<f64> = flexes[i].iter().zip(&flexes[j]).map(|(u, v)| u + v).collect();
            let both = part.calc_bias(&sum);
            for (form, stress) in forms.iter_mut().zip(stresses) {
                let q = 0.5 * (dot(stress, &both) - dot(stress, &own[i]) - dot(stress, &own[j]));
                (form[(i, j)], form[(j, i)]) = (q, q);
            }
        }
    }
    forms
}

/// Among all combinations of the forms, the one with the largest trace for its size: if there is only one form it is
/// that one, and if one of several has one sign it is a good guess. Of unit size; `None` where all forms vanish or have
/// no trace.
fn find_largest(forms: &[Mat<f64>], n: usize) -> Option<Mat<f64>> {
    let inner =
        |a: &Mat<f64>, b: &Mat<f64>| (0..n).flat_map(|i| (0..n).map(move |j| a[(i, j)] * b[(i, j)])).sum::<f64>();
    let size = |a: &Mat<f64>| inner(a, a).sqrt();
    // The part of the unit matrix that lies in the span of the forms, by orthonormal forms.
    let mut basis: Vec<Mat<f64>> = Vec::new();
    let mut sum = Mat::zeros(n, n);
    for form in forms.iter().filter(|form| size(form) > NO_SINGULAR_VALUE) {
        let mut rest = form * faer::Scale(1.0 / size(form));
        for other in &basis {
            rest -= other * faer::Scale(inner(&rest, other));
        }
        if size(&rest) > NO_SINGULAR_VALUE {
            let unit = &rest * faer::Scale(1.0 / size(&rest));
            let trace: f64 = (0..n).map(|k| unit[(k, k)]).sum();
            sum += &unit * faer::Scale(trace);
            basis.push(unit);
        }
    }
    (size(&sum) > NO_SINGULAR_VALUE).then(|| &sum * faer::Scale(1.0 / size(&sum)))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Σ factor · vector.
pub(super) fn combine(vectors: &[Vec<f64>], factors: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; vectors.first().map_or(0, Vec::len)];
    for (vector, factor) in vectors.iter().zip(factors) {
        sum.iter_mut().zip(vector).for_each(|(s, v)| *s += factor * v);
    }
    sum
}
