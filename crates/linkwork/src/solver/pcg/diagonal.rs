//! Preconditioners from diagonal blocks of E alone: entry by entry (`jacobi`, as in [Duan and Anderson]) or joint by
//! joint (`block-jacobi`).
//!
//! Blocks may be singular: an equation that depends on those before it in its block is left out, as by `elimination`.

use super::iteration::Precondition;
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::singular::is_independent_pivot;
use crate::solver::{Elimination, Solver};

/// Which entries of the diagonal blocks are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) enum Entries {
    /// Those on the diagonal of E.
    Single,
    /// All equations of a joint together.
    Blocks,
}

/// The factored blocks of one system.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Diagonal {
    entries: Entries,
    /// Where the block of each joint starts, row by row: below the diagonal L, on it one over D, zero where a row is
    /// left out.
    starts: Vec<usize>,
    factors: Vec<f64>,
    /// Rows left out, ascending.
    left_out: Vec<usize>,
    /// Measures for the pivots of a block.
    measures: Vec<f64>,
}

impl Diagonal {
    /// Memory for systems of this pattern.
    pub(in crate::solver) fn new(pattern: &Pattern, entries: Entries) -> Diagonal {
        let rows = |block: usize| pattern.n_rows_of(block);
        let mut starts = vec![0];
        starts.extend((0..pattern.n_blocks()).scan(0, |end, block| {
            *end += rows(block).pow(2);
            Some(*end)
        }));
        let most = (0..pattern.n_blocks()).map(rows).max().unwrap_or(0);
        Diagonal {
            entries,
            factors: vec![0.0; starts[pattern.n_blocks()]],
            starts,
            left_out: Vec::with_capacity(pattern.n_rows()),
            measures: vec![0.0; most],
        }
    }

    /// Takes the blocks of this system.
    pub(in crate::solver) fn update(&mut self, system: &ReducedSystem) {
        self.left_out.clear();
        for block in 0..system.pattern.n_blocks() {
            let (rows, start) = (system.pattern.rows(block), self.starts[block]);
            let e = &mut self.factors[start..self.starts[block + 1]];
            system.write_diagonal_block(block, e);
            let m = rows.len();
            if self.entries == Entries::Single {
                (0..m * m).filter(|k| k % (m + 1) != 0).for_each(|k| e[k] = 0.0);
            }
            (0..m).for_each(|k| self.measures[k] = system.measure(rows.start + k, e[k * m + k]));
            for k in 0..m {
                if !eliminate(e, m, k, self.measures[k]) {
                    self.left_out.push(rows.start + k);
                }
            }
        }
    }
}

/// One column of L D Lᵀ in the lower half of a block. False where row k depends on those before: it is left out, with
/// zeros.
pub(in crate::solver) fn eliminate(e: &mut [f64], m: usize, k: usize, measure: f64) -> bool {
    let pivot = e[k * m + k];
    let independent = is_independent_pivot(pivot, measure);
    let inverse = if independent { 1.0 / pivot } else { 0.0 };
    for i in k + 1..m {
        let l = e[i * m + k] * inverse;
        for j in k + 1..=i {
            e[i * m + j] -= l * e[j * m + k];
        }
    }
    (k + 1..m).for_each(|i| e[i * m + k] *= inverse);
    e[k * m + k] = inverse;
    independent
}

/// Divides by a block that was eliminated; what was left out becomes zero.
pub(in crate::solver) fn substitute(e: &[f64], m: usize, x: &mut [f64]) {
    match m {
        0 => {}
        1 => substitute_in::<1>(e, x),
        2 => substitute_in::<2>(e, x),
        3 => substitute_in::<3>(e, x),
        4 => substitute_in::<4>(e, x),
        5 => substitute_in::<5>(e, x),
        _ => substitute_in::<6>(e, x),
    }
}

/// The same for a size that is known, so that loops unroll.
#[inline(always)]
fn substitute_in<const M: usize>(e: &[f64], x: &mut [f64]) {
    let (e, x) = (&e.as_chunks::<M>().0[..M], &mut x[..M]);
    for i in 1..M {
        x[i] -= (0..i).map(|k| e[i][k] * x[k]).sum::<f64>();
    }
    (0..M).for_each(|i| x[i] *= e[i][i]);
    for i in (0..M).rev() {
        x[i] -= (i + 1..M).map(|k| e[k][i] * x[k]).sum::<f64>();
    }
}

impl Precondition for Diagonal {
    const NEAR: bool = false;

    fn apply(&mut self, system: &ReducedSystem, rows: &mut [f64], _team: &Team) {
        for block in 0..system.pattern.n_blocks() {
            let (m, x) = (system.pattern.n_rows_of(block), &mut rows[system.pattern.rows(block)]);
            substitute(&self.factors[self.starts[block]..], m, x);
        }
    }

    fn left_out(&self, _n_rows: usize) -> Option<&[usize]> {
        Some(&self.left_out)
    }
}

impl Precondition for Elimination {
    const NEAR: bool = true;

    fn apply(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        self.solve_in_place(system, rows, team);
    }

    fn left_out(&self, n_rows: usize) -> Option<&[usize]> {
        let report = self.rank_report();
        // The dependent equation may also be one inside a body in pieces: then any may be concerned.
        (report.rank + report.dependent.len() == n_rows).then_some(&report.dependent[..])
    }
}
