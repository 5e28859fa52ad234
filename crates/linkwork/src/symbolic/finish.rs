//! The numeric end of the QR \[Vlasenko and Kasper, eqs. (15) to (17)\]: λ from R as a program yields it, whatever its
//! rank turns out to be.
//!
//! Rows whose diagonal is nearly zero have no part in a triangle. They are moved, with the columns in which they have
//! something left, to the block R₂₂ of
//!
//! ```text
//! P_r R P_c = | R₁₁  R₁₂ |                                                                             (16)
//!             |  0   R₂₂ |
//! ```
//!
//! which also has what is left of columns that were dependent when the program was written. A QR with column pivoting
//! of this small block gives the columns that are independent now; with them R₁ is triangular again (17), and λ = Π₁
//! R₁⁻¹ R₁⁻ᵀ Π₁ᵀ b (15).

use super::interpret::Interpreter;
use super::specialized::Procedure;
use crate::singular::ZERO_DIAGONAL;

/// Accelerations where the rank is not what it was when programs were written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finished {
    /// In the order of the procedure `free`.
    pub accelerations: Vec<f64>,
    /// By equation; not unique where some depend on others.
    pub multipliers: Vec<f64>,
    /// How many equations are independent.
    pub rank: usize,
}

/// From time, state and angles by the procedures of a model, none of which takes the rank for known: a = M⁻¹f − M⁻¹Gᵀλ
/// with λ from R. Near singular positions velocities should satisfy the constraints: what violates them is amplified.
///
/// # Errors
/// When a procedure is missing.
pub(crate) fn finish(procedures: &[Procedure], layout: &Layout, inputs: &[f64]) -> Result<Finished, String> {
    let run = |name: &str, inputs: &[f64]| {
        let found = procedures.iter().find(|procedure| procedure.name == name);
        let program = &found.ok_or_else(|| format!("there is no procedure `{name}`"))?.program;
        let mut outputs = vec![0.0; program.outputs.len()];
        Interpreter::new(program)?.run(inputs, &mut outputs);
        Ok::<_, String>(outputs)
    };
    let [columns, triangle] = layout.procedures();
    let R = run(triangle, &run(columns, inputs)?)?;
    let mut accelerations = run("free", inputs)?;
    let b = accelerations.split_off(accelerations.len() - layout.order.len());
    let (multipliers, rank) = layout.solve(&R, &b, ZERO_DIAGONAL);
    let response = run("response", &[run("jacobian", inputs)?, multipliers.clone()].concat())?;
    accelerations.iter_mut().zip(response).for_each(|(a, pull)| *a -= pull);
    Ok(Finished { accelerations, multipliers, rank })
}

/// A number of R.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Row of R; rows from the number of kept columns on have no diagonal.
    pub row: usize,
    /// Position of the column in the order.
    pub column: usize,
    /// The number, where it is known beforehand.
    pub known: Option<f64>,
}

/// The place of each number in R.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Equations by position: kept ones, then those that followed from them.
    pub order: Vec<usize>,
    /// How many are kept.
    pub n_kept: usize,
    /// Rows of kept columns, and those left over.
    pub n_rows: usize,
    /// Entries that are not zero. Those that are not known are the outputs of the program, in this order.
    pub entries: Vec<Entry>,
}

impl Layout {
    /// Names of the procedures for A and R.
    pub(crate) fn procedures(&self) -> [&'static str; 2] {
        match self.order.len() == self.n_kept {
            true => ["columns", "triangle"],
            false => ["whole_columns", "whole_triangle"],
        }
    }

    /// Names of the outputs, given the names of equations.
    pub fn names(&self, equations: &[String]) -> Vec<String> {
        let open = self.entries.iter().filter(|entry| entry.known.is_none());
        let of_row = |row: usize| match row < self.n_kept {
            true => format!("row {}", row + 1),
            false => format!("left over, row {}", row + 1 - self.n_kept),
        };
        open.map(|e| format!("R: {}, column of {}", of_row(e.row), equations[self.order[e.column]])).collect()
    }

    /// λ by equation with Eλ = b, and how many equations are independent; `tolerance` is that of diagonals, relative to
    /// the largest number of their column.
    pub(crate) fn solve(&self, outputs: &[f64], b: &[f64], tolerance: f64) -> (Vec<f64>, usize) {
        let R = self.fill(outputs);
        let sizes: Vec<f64> =
            (0..self.order.len()).map(|c| R.iter().map(|row| row[c] * row[c]).sum::<f64>().sqrt()).collect();
        let (upper, lower, inner, outer) = self.separate(&R, &sizes, tolerance);
        // R₂₂ by its own QR, eq. (17).
        let block: Vec<Vec<f64>> = lower.iter().map(|&r| outer.iter().map(|&c| R[r][c]).collect()).collect();
        let of_outer: Vec<f64> = outer.iter().map(|&c| sizes[c]).collect();
        let (U, pivots) = pivoted_triangle(block, &of_outer, tolerance);
        let columns: Vec<usize> = inner.iter().copied().chain(pivots.iter().map(|&p| outer[p])).collect();
        let mut triangle: Vec<Vec<f64>> = upper.iter().map(|&r| columns.iter().map(|&c| R[r][c]).collect()).collect();
        for row in U {
            let zeros = std::iter::repeat_n(0.0, inner.len());
            triangle.push(zeros.chain(pivots.iter().map(|&p| row[p])).collect());
        }
        let mut multipliers = vec![0.0; self.order.len()];
        let right: Vec<f64> = columns.iter().map(|&c| b[self.order[c]]).collect();
        for (c, x) in columns.iter().zip(solve_triangles(&triangle, right)) {
            multipliers[self.order[*c]] = x;
        }
        (multipliers, columns.len())
    }

    fn fill(&self, outputs: &[f64]) -> Vec<Vec<f64>> {
        let mut R = vec![vec![0.0; self.order.len()]; self.n_rows];
        let mut outputs = outputs.iter();
        for entry in &self.entries {
            R[entry.row][entry.column] = entry.known.or_else(|| outputs.next().copied()).unwrap_or(f64::NAN);
        }
        R
    }

    /// Rows and columns of R₁₁, then of R₂₂: (upper rows, lower rows, inner columns, outer columns), eq. (16).
    fn separate(
        &self,
        R: &[Vec<f64>],
        sizes: &[f64],
        tolerance: f64,
    ) -> (Vec<usize>, Vec<usize>, Vec<usize>, Vec<usize>) {
        let is_small = |k: usize| R[k][k].abs() <= tolerance * sizes[k];
        let mut is_lower: Vec<bool> = (0..self.n_rows).map(|k| k >= self.n_kept || is_small(k)).collect();
        // A lower row has nothing to the left of its diagonal, so one pass from above is enough.
        for row in 0..self.n_rows {
            if is_lower[row] {
                for c in (0..self.n_kept).filter(|&c| R[row][c].abs() > tolerance * sizes[c]) {
                    is_lower[c] = true;
                }
            }
        }
        let rows = |lower: bool| (0..self.n_rows).filter(|&k| is_lower[k] == lower).collect::<Vec<_>>();
        let inner: Vec<usize> = (0..self.n_kept).filter(|&k| !is_lower[k]).collect();
        let outer = (0..self.order.len()).filter(|k| *k >= self.n_kept || is_lower[*k]).collect();
        (rows(false), rows(true), inner, outer)
    }
}

/// Rows of U₁ and the columns of its diagonal, by modified Gram–Schmidt with column pivoting.
fn pivoted_triangle(mut block: Vec<Vec<f64>>, sizes: &[f64], tolerance: f64) -> (Vec<Vec<f64>>, Vec<usize>) {
    let n = sizes.len();
    let (mut U, mut pivots): (Vec<Vec<f64>>, Vec<usize>) = (Vec::new(), Vec::new());
    let norm = |block: &[Vec<f64>], c: usize| block.iter().map(|row| row[c] * row[c]).sum::<f64>().sqrt();
    loop {
        let left = (0..n).filter(|c| !pivots.contains(c)).map(|c| (norm(&block, c), c));
        let best = left.filter(|(x, c)| *x > tolerance * sizes[*c]).max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((length, pivot)) = best else { return (U, pivots) };
        let direction: Vec<f64> = block.iter().map(|row| row[pivot] / length).collect();
        let along = |c: usize| block.iter().zip(&direction).map(|(row, d)| row[c] * d).sum::<f64>();
        let row: Vec<f64> = (0..n).map(|c| if pivots.contains(&c) { 0.0 } else { along(c) }).collect();
        for (of_block, d) in block.iter_mut().zip(&direction) {
            of_block.iter_mut().zip(&row).for_each(|(x, along)| *x -= along * d);
        }
        U.push(row);
        pivots.push(pivot);
    }
}

/// R⁻¹ R⁻ᵀ x
fn solve_triangles(R: &[Vec<f64>], mut x: Vec<f64>) -> Vec<f64> {
    let n = x.len();
    for k in 0..n {
        x[k] = (x[k] - (0..k).map(|l| R[l][k] * x[l]).sum::<f64>()) / R[k][k];
    }
    for k in (0..n).rev() {
        x[k] = (x[k] - (k + 1..n).map(|l| R[k][l] * x[l]).sum::<f64>()) / R[k][k];
    }
    x
}
