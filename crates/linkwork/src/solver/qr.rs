//! `qr`: rank-revealing QR with column pivoting of A = L⁻¹Gᵀ, where M = LLᵀ and so E = AᵀA [Vlasenko & Kasper, eqs. (10)–(15)].
//!
//! E is never formed, so a nearly dependent equation shows at the square root of what elimination can see. Where
//! equations are redundant the paper takes any bounded solution, eq. (15); here the remaining rows of R are rotated once more,
//! which gives the multipliers of least norm: Rᵀ = Z T, λ = Z T⁻ᵀ T⁻¹ Zᵀ b. Dense, O(equations² · freedoms).

use super::{DEPENDENT_PIVOT, RankReport, Solver};
use crate::parallel::Team;
use crate::reduced::{Incidence, InverseMass, Pattern, ReducedSystem};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::{householder, qr, triangular_solve};
use faer::{Conj, Mat, MatMut, Par};

/// The factor and its memory.
pub struct Qr {
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
    /// M⁻¹ of one node and its Cholesky factor.
    response: Vec<f64>,
    /// Memory for the factor of M⁻¹ of a tree.
    rest: Vec<f64>,
    x: Vec<f64>,
    memory: MemBuffer,
    report: RankReport,
}

impl Qr {
    /// Memory for a system of this pattern.
    pub fn analyze(pattern: &Pattern) -> Qr {
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
        let widest = (0..pattern.n_nodes()).map(|k| pattern.handles(k).len()).max().unwrap_or(1) * pattern.width();
        Qr {
            a: Mat::zeros(n, m),
            lengths: vec![0.0; m],
            coefficients: Mat::zeros(block, rank),
            order: vec![0; m],
            order_inverse: vec![0; m],
            rotated: Mat::zeros(m, rank),
            rotated_coefficients: Mat::zeros(rotated_block, rank),
            response: vec![0.0; widest * widest],
            rest: vec![0.0; widest * (widest + 1)],
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
            let order = pattern.handles(node).len() * pattern.width();
            system.inverse_mass.write_full(pattern, node, &mut self.response);
            match system.inverse_mass {
                InverseMass::Handles(..) => factor_semidefinite(&mut self.response, order, &mut self.rest),
                _ => factor_definite(&mut self.response, order),
            }
            for i in pattern.at_node(node) {
                self.fill_incidence(system, i, order);
            }
        }
        for j in 0..self.a.ncols() {
            let square = (0..self.a.nrows()).map(|i| self.a[(i, j)] * self.a[(i, j)]).sum::<f64>();
            let length = system.measure(j, square).sqrt();
            self.lengths[j] = if length > 0.0 { length } else { 1.0 };
            for i in 0..self.a.nrows() {
                self.a[(i, j)] /= self.lengths[j];
            }
        }
    }

    fn fill_incidence(&mut self, system: &ReducedSystem, i: &Incidence, order: usize) {
        let (pattern, w) = (&system.pattern, system.pattern.width());
        let first_handle = pattern.handles(i.node).start;
        let inside = (i.handle - first_handle) * w;
        for (k, row) in pattern.rows(i.block).enumerate() {
            for c in 0..order {
                let sum: f64 = (0..w).map(|p| self.response[(inside + p) * order + c] * system.g(i, k, p)).sum();
                self.a[(first_handle * w + c, row)] += sum;
            }
        }
    }

    /// Rᵀ of the independent rows with the columns' lengths put back, and its QR.
    fn rotate(&mut self) {
        let (m, rank) = (self.a.ncols(), self.report.rank);
        for k in 0..rank {
            for j in 0..m {
                let r = if j >= k { self.a[(k, j)] } else { 0.0 };
                self.rotated[(j, k)] = r * self.lengths[self.order[j]];
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
}

/// Cholesky factor C of a symmetric positive definite matrix, in place, row by row; zero above the diagonal.
fn factor_definite(a: &mut [f64], n: usize) {
    for j in 0..n {
        let d = a[j * n + j] - (0..j).map(|k| a[j * n + k] * a[j * n + k]).sum::<f64>();
        let root = if d > 0.0 { d.sqrt() } else { 0.0 };
        for i in j + 1..n {
            let sum = a[i * n + j] - (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum::<f64>();
            a[i * n + j] = if root > 0.0 { sum / root } else { 0.0 };
            a[j * n + i] = 0.0;
        }
        a[j * n + j] = root;
    }
}

/// What is left of a diagonal entry below this part of it is round-off.
const NO_FREEDOM: f64 = 1e-15;

/// Some C with C Cᵀ = A for a positive semi-definite matrix, in place: handles of a tree have fewer freedoms than components.
/// Column by column, always by the row of which most is left, so that nothing is divided by round-off.
fn factor_semidefinite(a: &mut [f64], n: usize, memory: &mut [f64]) {
    let (rest, first) = memory.split_at_mut(n * n);
    rest.copy_from_slice(&a[..n * n]);
    first.iter_mut().zip(rest.iter().step_by(n + 1)).for_each(|(first, entry)| *first = *entry);
    a[..n * n].fill(0.0);
    for k in 0..n {
        let left = |i: usize| if first[i] > 0.0 { rest[i * n + i] / first[i] } else { 0.0 };
        let Some(p) = (0..n).max_by(|&i, &j| left(i).total_cmp(&left(j))) else { return };
        if left(p) <= NO_FREEDOM {
            return;
        }
        let root = rest[p * n + p].sqrt();
        for i in 0..n {
            a[i * n + k] = rest[i * n + p] / root;
        }
        for i in 0..n {
            for j in 0..n {
                rest[i * n + j] -= a[i * n + k] * a[j * n + k];
            }
        }
    }
}

impl Solver for Qr {
    fn name(&self) -> &'static str {
        "qr"
    }

    fn factor(&mut self, system: &ReducedSystem, _team: &Team) {
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
        let tolerance = DEPENDENT_PIVOT.sqrt();
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

    fn solve_in_place(&mut self, _system: &ReducedSystem, rows: &mut [f64], _team: &Team) {
        match self.report.rank == self.a.ncols() {
            true => self.solve_regular(rows),
            false => self.solve_singular(rows),
        }
    }

    fn rank_report(&self) -> &RankReport {
        &self.report
    }
}
