//! The numeric factorization of one part: some columns of E are assembled, then eliminated, and their effect subtracted from
//! later columns; then the next ones, while all that they share is still in the cache.

use super::assemble::assemble;
use super::domain::Domain;
use super::kernels::*;
use super::layout::{COLUMNS_AT_ONCE, FRESH, Layout, Neighbor};
use super::substitute::{Substitute, Way};
use crate::lanes::{Lanes, Processor, Work};
use crate::reduced::ReducedSystem;
use std::ops::Range;

/// Work done along with a factorization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Also {
    Nothing,
    Forward,
}

impl Domain {
    /// Assembles and factors the part's columns; with [`Also::Forward`], x = L⁻¹ x as well, while the factor is at hand.
    pub(super) fn factor(&mut self, processor: Processor, system: &ReducedSystem, also: Also) {
        let n = self.layout.columns().len();
        for first in (0..n).step_by(COLUMNS_AT_ONCE) {
            let columns = first..n.min(first + COLUMNS_AT_ONCE);
            assemble(processor, system, self, columns.clone());
            if self.is_damped {
                self.damp(columns.clone());
            }
            processor.run(Eliminate { domain: self, columns: columns.clone() });
            if also == Also::Forward {
                processor.run(Substitute { domain: self, way: Way::Forward, columns });
            }
        }
    }
}

/// Block LDLᵀ of some columns, right-looking, to be run with the instructions the processor has.
pub(super) struct Eliminate<'a> {
    pub domain: &'a mut Domain,
    pub columns: Range<usize>,
}

impl Work for Eliminate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Domain { layout, blocks, pivots, probe, scratch, dependent, found: all, is_damped, .. } = self.domain;
        let layout: &Layout = layout;
        for k in self.columns {
            let column = &layout.columns()[k];
            let neighbors = &layout.neighbors[layout.neighbors_of(k)];
            let place = layout.entries_of(k);
            let (head, later) = blocks.split_at_mut(place.end);
            let entries = &mut head[place.start..];
            let first_row = column.first_row as usize;
            if *is_damped {
                // Pivots are known to be more than round-off.
                probe[first_row..][..column.rows as usize].fill(0.0);
            }
            let work = Column { neighbors, first_row, entries, scratch, pivots, probe };
            let found = by_size!(column.rows, isolate::[V](lanes, work));
            all.doubt = if found.doubt > all.doubt { found.doubt } else { all.doubt };
            all.weakening = if found.weakening > all.weakening { found.weakening } else { all.weakening };
            if found.dependent != 0 {
                let rows = column.first_row..column.first_row + column.rows;
                dependent.extend(rows.enumerate().filter(|(i, _)| found.dependent >> i & 1 == 1).map(|(_, row)| row));
            }

            // E_ab −= (L_ak D) L_bkᵀ for all pairs of neighbors; the target lies in the column of the earlier one.
            let mut targets = layout.updates[column.updates as usize..].iter();
            for (i, a) in neighbors.iter().enumerate() {
                for b in &neighbors[i..] {
                    let Some(&target) = targets.next() else { unreachable!("the layout lists a target for each pair") };
                    let (start, fresh) = ((target & !FRESH) as usize, target & FRESH != 0);
                    let out = &mut later[start - place.end..];
                    let factors = (&scratch[a.offset as usize..], &entries[b.offset as usize..]);
                    let m = column.rows as usize;
                    by_sizes!(a.rows, b.rows, subtract_product::[V](lanes, m, factors, fresh, out));
                }
            }
        }
    }
}

/// One column and the arrays it works on.
struct Column<'a> {
    neighbors: &'a [Neighbor],
    first_row: usize,
    /// The column's blocks.
    entries: &'a mut [f64],
    scratch: &'a mut [f64],
    /// Values of all rows.
    pivots: &'a mut [f64],
    /// Values of all rows; cleared once it has served, for the next factorization.
    probe: &'a mut [f64],
}

/// Factors the diagonal block of a column and divides the others by it.
#[inline(always)]
fn isolate<V: Lanes, const M: usize>(lanes: V, column: Column<'_>) -> Found {
    let Column { neighbors, first_row, entries, scratch, pivots, probe } = column;
    let (settled, coupled) = probe.split_at_mut(first_row + M);
    let own: &mut [f64; M] = (&mut settled[first_row..]).try_into().expect("M rows of the column");
    let mut probe = std::mem::replace(own, [0.0; M]);
    let pivots: &mut [f64; M] = (&mut pivots[first_row..first_row + M]).try_into().expect("M rows of the column");
    let mut diagonal = *rows::<M, M>(entries);
    let found = factor_diagonal::<V, M>(lanes, &mut diagonal, pivots, &mut probe);
    *rows_mut::<M, M>(entries) = diagonal;
    for n in neighbors {
        let (e, x) = (&mut entries[n.offset as usize..], &mut scratch[n.offset as usize..]);
        let theirs = &mut coupled[n.first_row as usize - first_row - M..];
        by_size!(n.rows, solve_block::[V, M](lanes, (&diagonal, pivots, &probe), e, x, theirs));
    }
    found
}
