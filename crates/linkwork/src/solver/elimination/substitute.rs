//! Forward and backward substitution with the block factor.

use super::kernels::*;
use super::layout::{Layout, Neighbor};
use pulp::{Simd, WithSimd};

/// One substitution in elimination order, to be run with the instructions the machine has.
pub(super) struct Substitute<'a> {
    pub layout: &'a Layout,
    pub blocks: &'a [f64],
    pub x: &'a mut [f64],
    pub way: Way,
}

/// Which factor is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// x = L⁻¹ x, first joint first.
    Forward,
    /// x = L⁻ᵀ x, last joint first.
    Backward,
}

impl WithSimd for Substitute<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        if S::IS_SCALAR { self.run::<false>() } else { self.run::<true>() }
    }
}

impl Substitute<'_> {
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Substitute { layout, blocks, x, way } = self;
        let n = layout.columns().len();
        for k in 0..n {
            let k = if way == Way::Forward { k } else { n - 1 - k };
            let column = layout.columns()[k];
            let neighbors = &layout.neighbors[layout.neighbors_of(k)];
            let (first_row, entries) = (column.first_row as usize, &blocks[column.start as usize..]);
            match way {
                Way::Forward => by_size!(column.rows, forward_column::[FMA](first_row, neighbors, entries, x)),
                Way::Backward => by_size!(column.rows, backward_column::[FMA](first_row, neighbors, entries, x)),
            }
        }
    }
}

/// y_k = L_kk⁻¹ x_k, then x_l −= L_lk y_k.
#[inline(always)]
fn forward_column<const FMA: bool, const M: usize>(
    first_row: usize,
    neighbors: &[Neighbor],
    entries: &[f64],
    x: &mut [f64],
) {
    let (head, tail) = x.split_at_mut(first_row + M);
    let mine: &mut [f64; M] = (&mut head[first_row..]).try_into().expect("M rows of the column");
    forward::<FMA, M>(rows::<M, M>(entries), mine);
    for n in neighbors {
        let theirs = &mut tail[n.first_row as usize - first_row - M..];
        by_size!(n.rows, subtract_transposed::[FMA, M](&entries[n.offset as usize..], mine, theirs));
    }
}

/// x_k = L_kk⁻ᵀ (x_k − Σ L_lkᵀ x_l)
#[inline(always)]
fn backward_column<const FMA: bool, const M: usize>(
    first_row: usize,
    neighbors: &[Neighbor],
    entries: &[f64],
    x: &mut [f64],
) {
    let (head, tail) = x.split_at_mut(first_row + M);
    let mine: &mut [f64; M] = (&mut head[first_row..]).try_into().expect("M rows of the column");
    for n in neighbors {
        let theirs = &tail[n.first_row as usize - first_row - M..];
        by_size!(n.rows, subtract_plain::[FMA, M](&entries[n.offset as usize..], theirs, mine));
    }
    backward::<FMA, M>(rows::<M, M>(entries), mine);
}
