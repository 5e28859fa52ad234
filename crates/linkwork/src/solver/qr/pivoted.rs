//! QR with column pivoting of A as a full matrix [Vlasenko & Kasper, eqs. (10)–(15)].
//!
//! Where equations are redundant the paper takes any bounded solution, eq. (15); here the remaining rows of R are
//! rotated once more, which gives the multipliers of least norm: Rᵀ = Z T, λ = Z T⁻ᵀ T⁻¹ Zᵀ b. O(equations² ·
//! freedoms).

use super::roots::Roots;
use crate::reduced::{Pattern, ReducedSystem};
use crate::singular::{RankReport, least_independent_length};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::{householder, qr, triangular_solve};
use faer::{Conj, Mat, MatMut, Par};

/// The factor and its memory.
pub(super) struct Pivoted {
    /// A with columns of unit length; then R above the diagonal.
    a: Mat<f64>,
    /// Lengths of the columns of A before that.
    lengths: Vec<f64>,
    coefficients: Mat<f64>,
    /// Column k of A Π is column `order[k]` of A.
    order: Vec<usize>,
    order_inverse: Vec<usize>,
    /// Rᵀ of the independent equations; then T and the reflections that make Z.
    rotated: Mat<f64>,
    rotated_coefficients: Mat<f64>,
    roots: Roots,
    x: Vec<f64>,
    memory: MemBuffer,
    report: RankReport,
}

impl Pivoted {
    /// Memory for a system of this pattern.
    pub(super) fn analyze(pattern: &Pattern) -> Pivoted {
        let (n, m) = (pattern.n_handles() * pattern.width(), pattern.n_rows());
        let rank = n.min(m);
        let block = qr::no_pivoting::factor::recommended_block_size::<f64>(n, m);
        let rotated_block = qr::no_pivoting::factor::recommended_block_size::<f64>(m, rank);
        let need =
            qr::col_pivoting::factor::qr_in_place_scratch::<usize, f64>(n, m, block, Par::Seq, Default::default())
                .or(qr::no_pivoting::factor::qr_in_place_scratch::<f64>(
                    m,
                    rank,
                    rotated_block,
                    Par::Seq,
                    Default::default(),
                ))
                .or(householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<f64>(
                    m,
                    rotated_block,
                    1,
                ));
        Pivoted {
            a: Mat::zeros(n, m),
            lengths: vec![0.0; m],
            coefficients: Mat::zeros(block, rank),
            order: vec![0; m],
            order_inverse: vec![0; m],
            rotated: Mat::zeros(m, rank),
            rotated_coefficients: Mat::zeros(rotated_block, rank),
            roots: Roots::new(pattern),
            x: vec![0.0; m],
            memory: MemBuffer::new(need),
            report: RankReport { dependent: Vec::with_capacity(m), ..RankReport::default() },
        }
    }

    /// A, column by column of unit length: Cᵀ Gᵀ with M⁻¹ = C Cᵀ, which has the same AᵀA as L⁻¹Gᵀ.
    fn fill(&mut self, system: &ReducedSystem) {
        let pattern = &system.pattern;
        self.a.fill(0.0);
        for node in 0..pattern.n_nodes() {
            let first = pattern.handles(node).start * pattern.width();
            self.roots.update(system, node);
            for i in pattern.at_node(node) {
                for (k, row) in pattern.rows(i.block).enumerate() {
                    let column = &mut self.a.col_as_slice_mut(row)[first..];
                    self.roots.for_each_entry(system, i, k, |c, entry| column[c] += entry);
                }
            }
        }
        for j in 0..self.a.ncols() {
            // Slices, because loops over entries by their indices take twice as long where they are inlined.
            let column = self.a.col_as_slice_mut(j);
            let square = column.iter().map(|x| x * x).sum::<f64>();
            let length = system.measure(j, square).sqrt();
            let length = if length > 0.0 { length } else { 1.0 };
            column.iter_mut().for_each(|x| *x /= length);
            self.lengths[j] = length;
        }
    }

    /// Rᵀ of the independent rows with the columns' lengths put back, and its QR.
    fn rotate(&mut self) {
        let rank = self.report.rank;
        for k in 0..rank {
            let column = self.rotated.col_as_slice_mut(k);
            column[..k].fill(0.0);
            for (j, x) in column.iter_mut().enumerate().skip(k) {
                *x = self.a[(k, j)] * self.lengths[self.order[j]];
            }
        }
        qr::no_pivoting::factor::qr_in_place(
            self.rotated.as_mut().get_mut(.., ..rank),
            self.rotated_coefficients.as_mut().get_mut(.., ..rank),
            Par::Seq,
            MemStack::new(&mut self.memory),
            Default::default(),
        );
    }

    /// λ = Π D⁻¹ R⁻¹ R⁻ᵀ D⁻¹ Πᵀ b, eq. (13), D the columns' lengths.
    fn solve_regular(&mut self, rows: &mut [f64]) {
        let m = self.a.ncols();
        for k in 0..m {
            self.x[k] = rows[self.order[k]] / self.lengths[self.order[k]];
        }
        let r = self.a.as_ref().get(..m, ..m);
        let mut x = MatMut::from_column_major_slice_mut(&mut self.x, m, 1);
        triangular_solve::solve_lower_triangular_in_place(r.transpose(), x.as_mut(), Par::Seq);
        triangular_solve::solve_upper_triangular_in_place(r, x.as_mut(), Par::Seq);
        for k in 0..m {
            rows[self.order[k]] = self.x[k] / self.lengths[self.order[k]];
        }
    }

    /// λ = Π Z T⁻ᵀ T⁻¹ Zᵀ Πᵀ b: of all solutions the one of least norm.
    fn solve_singular(&mut self, rows: &mut [f64]) {
        let (m, rank) = (self.a.ncols(), self.report.rank);
        for k in 0..m {
            self.x[k] = rows[self.order[k]];
        }
        let basis = self.rotated.as_ref().get(.., ..rank);
        let factor = self.rotated_coefficients.as_ref().get(.., ..rank);
        let t = basis.get(..rank, ..);
        let stack = MemStack::new(&mut self.memory);
        let mut x = MatMut::from_column_major_slice_mut(&mut self.x, m, 1);
        householder::apply_block_householder_sequence_transpose_on_the_left_in_place_with_conj(
            basis,
            factor,
            Conj::No,
            x.as_mut(),
            Par::Seq,
            stack,
        );
        triangular_solve::solve_upper_triangular_in_place(t, x.as_mut().get_mut(..rank, ..), Par::Seq);
        triangular_solve::solve_lower_triangular_in_place(t.transpose(), x.as_mut().get_mut(..rank, ..), Par::Seq);
        x.as_mut().get_mut(rank.., ..).fill(0.0);
        householder::apply_block_householder_sequence_on_the_left_in_place_with_conj(
            basis,
            factor,
            Conj::No,
            x.as_mut(),
            Par::Seq,
            stack,
        );
        for k in 0..m {
            rows[self.order[k]] = self.x[k];
        }
    }

    pub(super) fn factor(&mut self, system: &ReducedSystem) {
        self.fill(system);
        let (n, m) = (self.a.nrows(), self.a.ncols());
        qr::col_pivoting::factor::qr_in_place(
            self.a.as_mut(),
            self.coefficients.as_mut(),
            &mut self.order,
            &mut self.order_inverse,
            Par::Seq,
            MemStack::new(&mut self.memory),
            Default::default(),
        );
        let tolerance = least_independent_length();
        self.report.rank = (0..n.min(m)).take_while(|&k| self.a[(k, k)].abs() > tolerance).count();
        let last = self.report.rank.checked_sub(1).map_or(1.0, |k| self.a[(k, k)]);
        self.report.weakest = last * last;
        self.report.minimum_norm = true;
        self.report.dependent.clear();
        if self.report.rank < m {
            self.report.dependent.extend_from_slice(&self.order[self.report.rank..]);
            self.report.dependent.sort_unstable();
            self.rotate();
        }
    }

    pub(super) fn solve_in_place(&mut self, rows: &mut [f64]) {
        match self.report.rank == self.a.ncols() {
            true => self.solve_regular(rows),
            false => self.solve_singular(rows),
        }
    }

    pub(super) fn report(&self) -> &RankReport {
        &self.report
    }
}
