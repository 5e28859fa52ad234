//! Where everything lies: made once from the pattern and the order, walked through at every factorization.
//!
//! Blocks are stored column by column in elimination order: the diagonal block of joint k, then its coupled blocks
//! E_kl with the joints l eliminated later (m_k × m_l, row by row). So one elimination reads and writes
//! mostly neighbouring memory, and a chain is walked from end to end.

use crate::reduced::{Incidence, Pattern};
use crate::topology::FilledPattern;
use std::ops::Range;

/// The elimination of one joint.
#[derive(Clone, Debug)]
pub struct Column {
    /// Number of equations.
    pub rows: u32,
    /// First of its rows in elimination order.
    pub first_row: usize,
    /// First of its rows in the model's order.
    pub original_row: usize,
    /// Start of the diagonal block.
    pub diagonal: usize,
    /// Start of the off-diagonal blocks.
    pub off_diagonal: usize,
    /// Its entries in [`Layout::neighbours`].
    pub neighbours: Range<usize>,
    /// Its entries in [`Layout::updates`].
    pub updates: Range<usize>,
}

/// A joint still coupled when the column's joint is eliminated.
#[derive(Clone, Debug)]
pub struct Neighbour {
    /// Number of its equations.
    pub rows: u32,
    /// First of its rows in elimination order.
    pub first_row: usize,
    /// Start of the block E_kl, from the column's `off_diagonal`.
    pub offset: usize,
}

/// A product G_a M⁻¹ G_bᵀ that adds to a block of E.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Equations of a (the earlier joint) and of b.
    pub rows: u32,
    /// Equations of b.
    pub columns: u32,
    /// Start of Y_a in the node's scratch.
    pub y: usize,
    /// Start of G_a.
    pub y_source: usize,
    /// Start of G_b.
    pub g: usize,
    /// The handles of a and b, counted within the node.
    pub handles: [usize; 2],
    /// Start of the block it adds to.
    pub target: usize,
}

/// The schedule of a factorization.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// In elimination order.
    pub columns: Vec<Column>,
    /// By column.
    pub neighbours: Vec<Neighbour>,
    /// By column and pair (a ≤ b) of its neighbours: start of the block E_ab.
    pub updates: Vec<usize>,
    /// By node.
    pub pairs: Vec<Pair>,
    /// Number of pairs at each node.
    pub pairs_at_node: Vec<usize>,
    /// Entries of all blocks.
    pub n_entries: usize,
    /// Entries of the largest set of off-diagonal blocks of one column.
    pub largest_column: usize,
    /// Entries of the largest set of blocks of G at one node.
    pub largest_node: usize,
}

impl Layout {
    /// From the pattern of the system and the filled pattern of the order.
    pub fn new(pattern: &Pattern, filled: &FilledPattern) -> Layout {
        let mut layout = Layout::default();
        layout.place_columns(pattern, filled);
        layout.list_updates(filled);
        layout.list_pairs(pattern, filled);
        layout
    }

    fn place_columns(&mut self, pattern: &Pattern, filled: &FilledPattern) {
        let size = |position: usize| pattern.n_rows_of(filled.order[position]);
        let mut first_rows = Vec::with_capacity(filled.order.len());
        let mut row = 0;
        for position in 0..filled.order.len() {
            first_rows.push(row);
            row += size(position);
        }
        let mut end = 0;
        for (position, &block) in filled.order.iter().enumerate() {
            let m = size(position);
            let (diagonal, off_diagonal) = (end, end + m * m);
            let first = self.neighbours.len();
            let mut offset = 0;
            for &later in filled.column(position) {
                let later = later as usize;
                self.neighbours.push(Neighbour { rows: size(later) as u32, first_row: first_rows[later], offset });
                offset += m * size(later);
            }
            self.largest_column = self.largest_column.max(offset);
            end = off_diagonal + offset;
            self.columns.push(Column {
                rows: m as u32,
                first_row: first_rows[position],
                original_row: pattern.rows(block).start,
                diagonal,
                off_diagonal,
                neighbours: first..self.neighbours.len(),
                updates: 0..0,
            });
        }
        self.n_entries = end;
    }

    fn list_updates(&mut self, filled: &FilledPattern) {
        for position in 0..self.columns.len() {
            let start = self.updates.len();
            let later = filled.column(position);
            for (i, &a) in later.iter().enumerate() {
                for &b in &later[i..] {
                    self.updates.push(self.find_block(filled, a as usize, b as usize));
                }
            }
            self.columns[position].updates = start..self.updates.len();
        }
    }

    /// Start of block (a, b) with a eliminated no later than b.
    fn find_block(&self, filled: &FilledPattern, a: usize, b: usize) -> usize {
        let column = &self.columns[a];
        if a == b {
            return column.diagonal;
        }
        // The filled pattern is closed under elimination, so the block exists.
        let index = filled.column(a).partition_point(|&l| (l as usize) < b);
        debug_assert_eq!(filled.column(a)[index] as usize, b);
        column.off_diagonal + self.neighbours[column.neighbours.start + index].offset
    }

    fn list_pairs(&mut self, pattern: &Pattern, filled: &FilledPattern) {
        let w = pattern.width();
        for node in 0..pattern.n_nodes() {
            let first = self.pairs.len();
            let touched: Vec<&Incidence> = pattern.at_node(node).collect();
            let mut starts = Vec::with_capacity(touched.len());
            let mut used = 0;
            for i in &touched {
                starts.push(used);
                used += pattern.n_rows_of(i.block) * w;
            }
            self.largest_node = self.largest_node.max(used);
            for (ia, a) in touched.iter().enumerate() {
                for b in &touched {
                    let (pa, pb) = (filled.position[a.block], filled.position[b.block]);
                    // Within one block both orders count, between blocks the upper one.
                    if pa > pb {
                        continue;
                    }
                    let handle = |i: &Incidence| i.handle - pattern.handles(node).start;
                    self.pairs.push(Pair {
                        rows: pattern.n_rows_of(a.block) as u32,
                        columns: pattern.n_rows_of(b.block) as u32,
                        y: starts[ia],
                        y_source: a.start,
                        g: b.start,
                        handles: [handle(a), handle(b)],
                        target: self.find_block(filled, pa, pb),
                    });
                }
            }
            self.pairs_at_node.push(self.pairs.len() - first);
        }
    }
}
