//! `elimination`: block LDLᵀ of E along a given order of joints [Negrut, section 4].
//!
//! Eliminating joint k isolates its multipliers and subtracts their effect from the joints still coupled to it. The
//! work is known beforehand: [`Layout`] lists once, in elimination order, where every block lies and which blocks
//! each elimination updates; the numeric pass is a walk over flat arrays with kernels of fixed size 1 … 6.
//!
//! Cost: O(joints) along a tree in leaf-to-root order; with loops, what the fill of the order asks. Dependent equations
//! (redundant constraints) show as vanishing diagonal entries; they get the multiplier zero and are reported. For
//! reactions of least norm, what has no effect on the motion is subtracted afterwards.

mod factor;
mod kernels;
mod layout;
mod refinement;
mod substitute;

pub use layout::Layout;

use super::{RankReport, Solver};
use crate::reduced::{Pattern, ReducedSystem};
use crate::topology::FilledPattern;
use factor::Factor;
use pulp::Arch;
use refinement::{REFINEMENTS, Refinement};
use substitute::{Substitute, Way};

/// Up to this many dependent equations reactions of least norm are found: the work grows with the square of the number.
pub const MOST_DEPENDENT: usize = 64;

/// The factor and its memory.
#[derive(Clone, Debug)]
pub struct Elimination {
    layout: Layout,
    /// The instructions this machine has.
    arch: Arch,
    /// Diagonal and upper off-diagonal blocks, in elimination order: first E, then the factor.
    blocks: Vec<f64>,
    /// By row in elimination order: 1/D, zero for a dependent row.
    pivots: Vec<f64>,
    /// By row in elimination order: how much round-off the pivot may hold.
    errors: Vec<f64>,
    /// One block column of L⁻¹E, before division by D.
    scratch: Vec<f64>,
    /// Right-hand side in elimination order.
    x: Vec<f64>,
    /// Row by row: an orthonormal basis of the multipliers without effect; filled when asked for.
    null: Vec<f64>,
    refinement: Refinement,
    report: RankReport,
}

impl Elimination {
    /// Symbolic work, once per pattern and order.
    pub fn analyze(pattern: &Pattern, filled: &FilledPattern) -> Elimination {
        let layout = Layout::new(pattern, filled);
        Elimination {
            arch: Arch::new(),
            blocks: vec![0.0; layout.n_entries],
            pivots: vec![0.0; pattern.n_rows()],
            errors: vec![0.0; pattern.n_rows()],
            scratch: vec![0.0; layout.largest_column],
            x: vec![0.0; pattern.n_rows()],
            null: Vec::new(),
            refinement: Refinement::new(pattern),
            report: RankReport { dependent: Vec::with_capacity(pattern.n_rows()), ..RankReport::default() },
            layout,
        }
    }

    /// λ = L⁻ᵀ D⁻¹ L⁻¹ b, dependent rows left out.
    fn substitute(&mut self, rows: &mut [f64]) {
        for column in self.layout.columns() {
            let (to, from, m) = (column.first_row as usize, column.original_row as usize, column.rows as usize);
            self.x[to..to + m].copy_from_slice(&rows[from..from + m]);
        }
        let Elimination { layout, blocks, x, .. } = self;
        self.arch.dispatch(Substitute { layout, blocks, x, way: Way::Forward });
        self.x.iter_mut().zip(&self.pivots).for_each(|(x, inverse)| *x *= inverse);
        self.substitute_backward();
        self.write_rows(rows);
    }

    /// λ += E⁻¹ (b − E λ), some times.
    fn refine(&mut self, system: &ReducedSystem, multipliers: &mut [f64]) {
        let mut refinement = std::mem::take(&mut self.refinement);
        for _ in 0..REFINEMENTS {
            refinement.update_residual(system, multipliers);
            self.substitute(&mut refinement.residual);
            multipliers.iter_mut().zip(&refinement.residual).for_each(|(x, change)| *x += change);
        }
        self.refinement = refinement;
    }

    /// x = L⁻ᵀ x
    fn substitute_backward(&mut self) {
        let Elimination { layout, blocks, x, .. } = self;
        self.arch.dispatch(Substitute { layout, blocks, x, way: Way::Backward });
    }

    /// Copies x to the model's numbering of rows.
    fn write_rows(&self, rows: &mut [f64]) {
        for column in self.layout.columns() {
            let (from, to, m) = (column.first_row as usize, column.original_row as usize, column.rows as usize);
            rows[to..to + m].copy_from_slice(&self.x[from..from + m]);
        }
    }

    /// An orthonormal basis of the multipliers without effect: L⁻ᵀ e for the unit vector e of each dependent row.
    fn update_null_space(&mut self, system: &ReducedSystem) {
        let n = self.x.len();
        self.null.clear();
        for k in 0..self.report.dependent.len() {
            let row = self.report.dependent[k];
            let of_row = |c: &&layout::Column| (c.original_row..c.original_row + c.rows).contains(&(row as u32));
            let Some(column) = self.layout.columns().iter().find(of_row) else {
                unreachable!("dependent rows come from columns")
            };
            let position = column.first_row as usize + row - column.original_row as usize;
            self.x.fill(0.0);
            self.x[position] = 1.0;
            self.substitute_backward();
            let mut z = std::mem::take(&mut self.null);
            z.resize((k + 1) * n, 0.0);
            self.write_rows(&mut z[k * n..]);
            if self.refinement.needed {
                // E z = 0 is what z should satisfy.
                self.refinement.right_side.fill(0.0);
                self.refine(system, &mut z[k * n..]);
            }
            orthonormalize_last(&mut z, n);
            self.null = z;
        }
    }
}

/// Makes the last row of n numbers orthogonal to those before it, and of unit length.
fn orthonormalize_last(basis: &mut [f64], n: usize) {
    let (before, z) = basis.split_at_mut(basis.len() - n);
    // Twice is enough [Parlett]: the second pass removes what cancellation left in the first.
    for _ in 0..2 {
        for other in before.chunks_exact(n) {
            let along = dot(z, other);
            z.iter_mut().zip(other).for_each(|(z, o)| *z -= along * o);
        }
    }
    let length = dot(z, z).sqrt();
    z.iter_mut().for_each(|z| *z /= length);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

impl Solver for Elimination {
    fn name(&self) -> &'static str {
        "elimination"
    }

    fn factor(&mut self, system: &ReducedSystem) {
        let Elimination { layout, blocks, pivots, errors, scratch, report, .. } = self;
        let RankReport { dependent, .. } = report;
        blocks.fill(0.0);
        errors.fill(0.0);
        dependent.clear();
        let work = Factor { layout, system, blocks, pivots, errors, scratch, dependent };
        let found = self.arch.dispatch(work);
        self.refinement.needed = found.doubtful;
        report.weakest = 1.0 / found.weakening;
        dependent.sort_unstable();
        report.rank = pivots.len() - report.dependent.len();
        report.minimum_norm = report.dependent.len() <= MOST_DEPENDENT;
    }

    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64]) {
        if !self.refinement.needed {
            return self.substitute(rows);
        }
        self.refinement.right_side.copy_from_slice(rows);
        self.substitute(rows);
        self.refine(system, rows);
    }

    fn minimize_norm(&mut self, system: &ReducedSystem, rows: &mut [f64]) {
        if self.report.dependent.is_empty() || !self.report.minimum_norm {
            return;
        }
        self.update_null_space(system);
        for z in self.null.chunks_exact(rows.len()) {
            let along = dot(z, rows);
            rows.iter_mut().zip(z).for_each(|(x, z)| *x -= along * z);
        }
    }

    fn rank_report(&self) -> &RankReport {
        &self.report
    }
}
