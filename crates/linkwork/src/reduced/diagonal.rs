//! The diagonal blocks of E = G M⁻¹Gᵀ: what each joint's equations are by themselves, from G and M⁻¹ and without the
//! rest of E.

use super::{Pattern, ReducedSystem};
use crate::parallel::Team;
use crate::singular::is_independent_pivot;
use std::ops::Range;

impl ReducedSystem {
    /// Writes a block on the diagonal of E, row by row: Σ G_a Λ_ab G_bᵀ over the handles a, b that the joint touches at
    /// the same node.
    pub(crate) fn write_diagonal_block(&self, block: usize, e: &mut [f64]) {
        let incidences = self.pattern.incidences(block);
        e.fill(0.0);
        for a in incidences {
            incidences.iter().filter(|b| b.node == a.node).for_each(|b| self.add_coupling(a, b, e));
        }
    }
}

/// D⁻¹, the inverses of the diagonal blocks of E: by joint, what mass its equations have to move.
#[derive(Clone, Debug)]
pub(crate) struct InverseDiagonal {
    /// Where the block of each joint starts, row by row, and the end.
    starts: Vec<usize>,
    inverses: Vec<f64>,
}

impl InverseDiagonal {
    /// Memory for systems of this pattern.
    pub(crate) fn new(pattern: &Pattern) -> InverseDiagonal {
        let mut starts = vec![0];
        starts.extend((0..pattern.n_blocks()).scan(0, |end, block| {
            *end += pattern.n_rows_of(block).pow(2);
            Some(*end)
        }));
        InverseDiagonal { inverses: vec![0.0; starts[pattern.n_blocks()]], starts }
    }

    /// Takes the blocks of this system.
    pub(crate) fn update(&mut self, system: &ReducedSystem) {
        for block in 0..system.pattern.n_blocks() {
            let inverse = &mut self.inverses[self.starts[block]..self.starts[block + 1]];
            system.write_diagonal_block(block, inverse);
            invert(inverse, system.pattern.n_rows_of(block));
        }
    }

    /// The inverse of a joint's block, row by row.
    #[inline]
    pub(crate) fn block(&self, block: usize) -> &[f64] {
        &self.inverses[self.starts[block]..self.starts[block + 1]]
    }

    /// D⁻¹ x.
    pub(crate) fn mul(&self, pattern: &Pattern, x: &[f64], out: &mut [f64], team: &Team) {
        let mut rest = out;
        let task = |blocks: &Range<usize>| {
            (blocks.clone(), rest.split_off_mut(..pattern.rows_of(blocks).len()).unwrap_or_default())
        };
        team.for_each_task(pattern.block_chunks().iter().map(task), |(blocks, mut out)| {
            for block in blocks {
                let x = &x[pattern.rows(block)];
                let out = out.split_off_mut(..x.len()).unwrap_or_default();
                for (y, row) in out.iter_mut().zip(self.block(block).chunks_exact(x.len())) {
                    *y = row.iter().zip(x).map(|(d, x)| d * x).sum();
                }
            }
        });
    }
}

/// From the lower half of a symmetric block to its whole inverse, by Gauss and Jordan; an equation that depends on
/// those before it is left out, with zeros.
fn invert(e: &mut [f64], m: usize) {
    for k in 0..m {
        for l in 0..k {
            e[l * m + k] = e[k * m + l];
        }
    }
    let mut first = [0.0; 6];
    (0..m.min(6)).for_each(|k| first[k] = e[k * m + k]);
    for k in 0..m {
        let pivot = e[k * m + k];
        if !is_independent_pivot(pivot, first[k]) {
            (0..m).for_each(|i| (e[i * m + k], e[k * m + i]) = (0.0, 0.0));
            continue;
        }
        let inverse = 1.0 / pivot;
        (0..m).filter(|&j| j != k).for_each(|j| e[k * m + j] *= inverse);
        for i in (0..m).filter(|&i| i != k) {
            let factor = e[i * m + k];
            (0..m).filter(|&j| j != k).for_each(|j| e[i * m + j] -= factor * e[k * m + j]);
            e[i * m + k] = -factor * inverse;
        }
        e[k * m + k] = inverse;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_inverted() {
        // Lower half only; its upper half is written.
        let mut e = [4.0, 0.0, 0.0, 1.0, 3.0, 0.0, 0.5, -1.0, 2.0];
        let full = [4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 2.0];
        invert(&mut e, 3);
        for i in 0..3 {
            for j in 0..3 {
                let product: f64 = (0..3).map(|k| full[i * 3 + k] * e[k * 3 + j]).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-15, "{i} {j}: {product}");
            }
        }
    }

    #[test]
    fn an_equation_that_depends_on_others_is_left_out() {
        // The second row is twice the first.
        let mut e = [1.0, 0.0, 0.0, 2.0, 4.0, 0.0, 0.5, 1.0, 2.0];
        invert(&mut e, 3);
        let mut alone = [1.0, 0.0, 0.5, 2.0];
        invert(&mut alone, 2);
        assert_eq!([e[0], e[2], e[6], e[8]], alone);
        assert_eq!([e[1], e[3], e[4], e[5], e[7]], [0.0; 5]);
    }
}
