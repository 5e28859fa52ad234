//! `dense`: E formed as a full matrix and factored by Cholesky; by its eigenvalues where it is singular or
//! nearly so.
//!
//! The plain method, O(equations³), against which the others are tested. Rows and columns are first scaled to a unit
//! diagonal, so that units (rotations beside translations) do not decide what counts as singular.

use super::{RankReport, Solver};
use crate::methods::SolverKind;
use crate::parallel::Team;
use crate::reduced::{FullScratch, Pattern, ReducedSystem};
use crate::singular::{is_independent_pivot, is_suspicious};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::{cholesky::llt, evd, triangular_solve};
use faer::{Mat, MatMut, Par};

/// The full matrix and its factor.
pub(crate) struct Dense {
    full: Vec<f64>,
    scratch: FullScratch,
    /// Cholesky factor, or the matrix that has none.
    factor: Mat<f64>,
    /// Unit eigenvectors of the scaled matrix; used when it is singular or nearly so.
    vectors: Mat<f64>,
    values: Vec<f64>,
    /// 1/√diagonal.
    scale: Vec<f64>,
    /// An orthonormal basis of the multipliers that have no effect: the first `n_null` columns.
    null: Mat<f64>,
    memory: MemBuffer,
    /// Whether the eigenvectors are used.
    decomposed: bool,
    report: RankReport,
}

impl Dense {
    /// Memory for a system of this pattern.
    pub(crate) fn analyze(pattern: &Pattern) -> Dense {
        let n = pattern.n_rows();
        // A model without joints has no equations; the question for eigenvectors is then not understood.
        let at_least_one = n.max(1);
        let need = llt::factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default()).or(
            evd::self_adjoint_evd_scratch::<f64>(
                at_least_one,
                evd::ComputeEigenvectors::Yes,
                Par::Seq,
                Default::default(),
            ),
        );
        Dense {
            full: vec![0.0; n * n],
            scratch: FullScratch::default(),
            factor: Mat::zeros(n, n),
            vectors: Mat::zeros(n, n),
            values: vec![0.0; n],
            scale: vec![0.0; n],
            null: Mat::zeros(n, n),
            memory: MemBuffer::new(need),
            decomposed: false,
            report: RankReport::default(),
        }
    }

    fn n(&self) -> usize {
        self.values.len()
    }

    fn fill_scaled(&mut self, system: &ReducedSystem) {
        let n = self.n();
        for i in 0..n {
            let d = system.measure(i, self.full[i * n + i]);
            // An equation without coefficients has zeros whatever its scale, and a multiplier without effect.
            self.scale[i] = if d > 0.0 { 1.0 / d.sqrt() } else { 1.0 };
        }
        for j in 0..n {
            for i in 0..n {
                self.factor[(i, j)] = self.full[i * n + j] * self.scale[i] * self.scale[j];
            }
        }
    }

    /// Eigenvectors, and from those with vanishing eigenvalue the multipliers without effect.
    fn decompose(&mut self, system: &ReducedSystem) {
        let n = self.n();
        self.fill_scaled(system);
        let values = faer::diag::DiagMut::from_slice_mut(&mut self.values);
        let stack = MemStack::new(&mut self.memory);
        let done = evd::self_adjoint_evd(
            self.factor.as_ref(),
            values,
            Some(self.vectors.as_mut()),
            Par::Seq,
            stack,
            Default::default(),
        );
        if done.is_err() {
            // Not finite: the solution will show it, and the evaluation reports it.
            self.values.fill(f64::NAN);
        }
        self.report.rank = self.values.iter().filter(|&&v| is_independent_pivot(v, 1.0)).count();
        for k in 0..n - self.report.rank {
            for i in 0..n {
                self.null[(i, k)] = self.scale[i] * self.vectors[(i, k)];
            }
            orthonormalize(&mut self.null, k);
        }
    }

    fn solve_by_eigenvectors(&mut self, rows: &mut [f64]) {
        let n = self.n();
        let n_null = n - self.report.rank;
        for i in 0..n {
            rows[i] *= self.scale[i];
        }
        let x = &mut self.full[..n];
        x.fill(0.0);
        // Eigenvalues ascend, so the vanishing ones come first.
        for k in n_null..n {
            let along: f64 = (0..n).map(|i| self.vectors[(i, k)] * rows[i]).sum::<f64>() / self.values[k];
            for i in 0..n {
                x[i] += along * self.vectors[(i, k)];
            }
        }
        for i in 0..n {
            rows[i] = x[i] * self.scale[i];
        }
        for k in 0..n_null {
            let along: f64 = (0..n).map(|i| self.null[(i, k)] * rows[i]).sum();
            for i in 0..n {
                rows[i] -= along * self.null[(i, k)];
            }
        }
    }
}

/// Makes column k orthogonal to the columns before it, and of length one.
fn orthonormalize(m: &mut Mat<f64>, k: usize) {
    let n = m.nrows();
    for before in 0..k {
        let along: f64 = (0..n).map(|i| m[(i, before)] * m[(i, k)]).sum();
        for i in 0..n {
            m[(i, k)] -= along * m[(i, before)];
        }
    }
    let length = (0..n).map(|i| m[(i, k)] * m[(i, k)]).sum::<f64>().sqrt();
    for i in 0..n {
        m[(i, k)] /= length;
    }
}

impl Solver for Dense {
    fn kind(&self) -> SolverKind {
        SolverKind::Dense
    }

    fn factor(&mut self, system: &ReducedSystem, _team: &Team) {
        let n = self.n();
        system.write_full(&mut self.full, &mut self.scratch);
        self.fill_scaled(system);
        let stack = MemStack::new(&mut self.memory);
        let done = llt::factor::cholesky_in_place(
            self.factor.as_mut(),
            Default::default(),
            Par::Seq,
            stack,
            Default::default(),
        );
        self.report.rank = n;
        self.report.minimum_norm = true;
        let smallest = (0..n).map(|i| self.factor[(i, i)] * self.factor[(i, i)]).fold(f64::INFINITY, f64::min);
        self.decomposed = done.is_err() || is_suspicious(smallest);
        self.report.weakest = smallest.min(1.0);
        if self.decomposed {
            self.decompose(system);
            let independent = self.values.iter().filter(|&&v| is_independent_pivot(v, 1.0));
            self.report.weakest = independent.fold(1.0, |m: f64, v| m.min(*v));
        }
    }

    fn solve_in_place(&mut self, _system: &ReducedSystem, rows: &mut [f64], _team: &Team) {
        let n = self.n();
        if self.decomposed {
            return self.solve_by_eigenvectors(rows);
        }
        for i in 0..n {
            rows[i] *= self.scale[i];
        }
        let lower = self.factor.as_ref();
        let mut x = MatMut::from_column_major_slice_mut(rows, n, 1);
        triangular_solve::solve_lower_triangular_in_place(lower, x.as_mut(), Par::Seq);
        triangular_solve::solve_upper_triangular_in_place(lower.transpose(), x.as_mut(), Par::Seq);
        for i in 0..n {
            rows[i] *= self.scale[i];
        }
    }

    fn rank_report(&self) -> &RankReport {
        &self.report
    }
}
