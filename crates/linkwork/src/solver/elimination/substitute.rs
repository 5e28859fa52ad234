//! Forward and backward substitution with the block factor of one part.

use super::domain::Domain;
use super::kernels::*;
use super::layout::Neighbor;
use crate::lanes::{Lanes, Processor, Work};
use std::ops::Range;

/// One substitution in elimination order, to be run with the instructions the processor has.
pub(super) struct Substitute<'a> {
    pub domain: &'a mut Domain,
    pub way: Way,
    /// Those of the part that are substituted.
    pub columns: Range<usize>,
}

/// Which factor is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// x = L⁻¹ x, first joint first.
    Forward,
    /// x = L⁻ᵀ x, last joint first.
    Backward,
}

impl Domain {
    /// x = L⁻¹ x.
    pub(super) fn forward(&mut self, processor: Processor) {
        let columns = 0..self.layout.columns().len();
        processor.run(Substitute { domain: self, way: Way::Forward, columns });
    }

    /// x = L⁻ᵀ x, rows beyond the part being those of `last`.
    pub(super) fn backward(&mut self, processor: Processor, last: Option<&Domain>) {
        if let Some(last) = last {
            let n = self.layout.n_rows;
            for (&row, x) in self.layout.beyond.iter().zip(&mut self.x[n..]) {
                *x = last.x[row as usize];
            }
        }
        let columns = 0..self.layout.columns().len();
        processor.run(Substitute { domain: self, way: Way::Backward, columns });
    }
}

impl Work for Substitute<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Domain { layout, blocks, x, .. } = self.domain;
        let Range { start, end } = self.columns;
        for k in 0..end - start {
            let k = if self.way == Way::Forward { start + k } else { end - 1 - k };
            let column = layout.columns()[k];
            let neighbors = &layout.neighbors[layout.neighbors_of(k)];
            let (first_row, entries) = (column.first_row as usize, &blocks[column.start as usize..]);
            match self.way {
                Way::Forward => by_size!(column.rows, forward_column::[V](lanes, first_row, neighbors, entries, x)),
                Way::Backward => by_size!(column.rows, backward_column::[V](lanes, first_row, neighbors, entries, x)),
            }
        }
    }
}

/// y_k = L_kk⁻¹ x_k, then x_l −= L_lk y_k.
#[inline(always)]
fn forward_column<V: Lanes, const M: usize>(
    lanes: V,
    first_row: usize,
    neighbors: &[Neighbor],
    entries: &[f64],
    x: &mut [f64],
) {
    let (head, tail) = x.split_at_mut(first_row + M);
    let mine: &mut [f64; M] = (&mut head[first_row..]).try_into().expect("M rows of the column");
    forward::<V, M>(lanes, rows::<M, M>(entries), mine);
    for n in neighbors {
        let theirs = &mut tail[n.first_row as usize - first_row - M..];
        by_size!(n.rows, subtract_transposed::[V, M](lanes, &entries[n.offset as usize..], mine, theirs));
    }
}

/// x_k = L_kk⁻ᵀ (x_k − Σ L_lkᵀ x_l)
#[inline(always)]
fn backward_column<V: Lanes, const M: usize>(
    lanes: V,
    first_row: usize,
    neighbors: &[Neighbor],
    entries: &[f64],
    x: &mut [f64],
) {
    let (head, tail) = x.split_at_mut(first_row + M);
    let mine: &mut [f64; M] = (&mut head[first_row..]).try_into().expect("M rows of the column");
    for n in neighbors {
        let theirs = &tail[n.first_row as usize - first_row - M..];
        by_size!(n.rows, subtract_plain::[V, M](lanes, &entries[n.offset as usize..], theirs, mine));
    }
    backward::<V, M>(lanes, rows::<M, M>(entries), mine);
}
