//! Forward and backward substitution with the block factor.

use super::kernels::*;
use super::layout::{Layout, Neighbor};
use pulp::{Simd, WithSimd};

/// x = L⁻¹ x, in elimination order.
pub(super) struct Forward<'a> {
    pub layout: &'a Layout,
    pub blocks: &'a [f64],
    pub x: &'a mut [f64],
}

/// x = L⁻ᵀ x, in elimination order.
pub(super) struct Backward<'a> {
    pub layout: &'a Layout,
    pub blocks: &'a [f64],
    pub x: &'a mut [f64],
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        if S::IS_SCALAR { self.run::<false>() } else { self.run::<true>() }
    }
}

impl Forward<'_> {
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        for (k, column) in self.layout.columns().iter().enumerate() {
            let neighbors = &self.layout.neighbors[self.layout.neighbors_of(k)];
            let entries = &self.blocks[column.start as usize..];
            by_size!(column.rows, forward_column::[FMA](column.first_row as usize, neighbors, entries, self.x));
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

impl WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        if S::IS_SCALAR { self.run::<false>() } else { self.run::<true>() }
    }
}

impl Backward<'_> {
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        for (k, column) in self.layout.columns().iter().enumerate().rev() {
            let neighbors = &self.layout.neighbors[self.layout.neighbors_of(k)];
            let entries = &self.blocks[column.start as usize..];
            by_size!(column.rows, backward_column::[FMA](column.first_row as usize, neighbors, entries, self.x));
        }
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
