//! Where everything lies: made once from the pattern and the order, walked through at every factorization.
//!
//! Blocks are stored column by column in elimination order: the diagonal block of joint k, then its coupled blocks
//! E_kl with the joints l eliminated later (m_k × m_l, row by row). All products that add to a column stand together
//! too, so assembling and eliminating it touch neighbouring memory, and a chain is walked from end to end. Indices are
//! 32 bits wide: on long chains the walk is bound by memory, and half of what it reads would otherwise be indices.

use crate::reduced::{Incidence, Pattern};
use crate::topology::FilledPattern;
use std::ops::Range;

/// The elimination of one joint.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Number of equations.
    pub rows: u32,
    /// First of its rows in elimination order.
    pub first_row: u32,
    /// First of its rows in the model's order.
    pub original_row: u32,
    /// Start of the diagonal block; the others follow it.
    pub start: u32,
    /// First of its entries in [`Layout::neighbors`]; they end where the next column's begin.
    pub neighbors: u32,
    /// First of its entries in [`Layout::updates`].
    pub updates: u32,
    /// Number of its terms.
    pub terms: u32,
}

/// A joint still coupled when the column's joint is eliminated.
#[derive(Clone, Copy, Debug)]
pub struct Neighbor {
    /// Number of its equations.
    pub rows: u32,
    /// First of its rows in elimination order.
    pub first_row: u32,
    /// Start of the block E_kl, from the column's start.
    pub offset: u32,
}

/// One incidence of the column's joint: Y = G M⁻¹ for its handle, from which products follow.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Start of its block of G.
    pub g: u32,
    /// The node.
    pub node: u32,
    /// The handle, counted within the node.
    pub handle: u16,
    /// Number of products.
    pub products: u16,
}

/// A product Y G_bᵀ that adds to a block of the column.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// Start of G_b.
    pub g: u32,
    /// Start of the block it adds to, from the column's start: zero for the diagonal.
    pub offset: u32,
    /// Equations of b.
    pub rows: u16,
    /// The handle of b, counted within the node.
    pub handle: u16,
}

/// The schedule of a factorization.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// In elimination order, and one past the end.
    columns: Vec<Column>,
    /// By column.
    pub neighbors: Vec<Neighbor>,
    /// By column and pair (a ≤ b) of its neighbors: start of the block E_ab.
    pub updates: Vec<u32>,
    /// By column.
    pub terms: Vec<Term>,
    /// By term; products for the diagonal first.
    pub products: Vec<Product>,
    /// Entries of all blocks.
    pub n_entries: usize,
    /// Entries of the largest column.
    pub largest_column: usize,
}

impl Layout {
    /// From the pattern of the system and the filled pattern of the order.
    pub fn new(pattern: &Pattern, filled: &FilledPattern) -> Layout {
        let mut layout = Layout::default();
        layout.place_columns(pattern, filled);
        for position in 0..filled.n() {
            layout.list_updates(filled, position);
            layout.list_terms(pattern, filled, position);
        }
        let (neighbors, updates) = (layout.neighbors.len() as u32, layout.updates.len() as u32);
        let (rows, start) = (pattern.n_rows() as u32, layout.n_entries as u32);
        let past = Column { rows: 0, first_row: rows, original_row: rows, start, neighbors, updates, terms: 0 };
        layout.columns.push(past);
        layout
    }

    /// In elimination order.
    #[inline(always)]
    pub fn columns(&self) -> &[Column] {
        &self.columns[..self.columns.len() - 1]
    }

    /// The entries of column k in [`Layout::neighbors`].
    #[inline(always)]
    pub fn neighbors_of(&self, k: usize) -> Range<usize> {
        self.columns[k].neighbors as usize..self.columns[k + 1].neighbors as usize
    }

    /// The entries of column k: its diagonal block and the coupled ones.
    #[inline(always)]
    pub fn entries_of(&self, k: usize) -> Range<usize> {
        self.columns[k].start as usize..self.columns[k + 1].start as usize
    }

    fn place_columns(&mut self, pattern: &Pattern, filled: &FilledPattern) {
        let size = |position: usize| pattern.n_rows_of(filled.order[position]);
        let mut first_rows = vec![0; filled.n() + 1];
        for position in 0..filled.n() {
            first_rows[position + 1] = first_rows[position] + size(position);
        }
        let mut start = 0;
        for (position, &block) in filled.order.iter().enumerate() {
            let m = size(position);
            let first = self.neighbors.len() as u32;
            let mut offset = m * m;
            for &later in filled.column(position) {
                let later = later as usize;
                let (rows, first_row) = (size(later) as u32, first_rows[later] as u32);
                self.neighbors.push(Neighbor { rows, first_row, offset: offset as u32 });
                offset += m * size(later);
            }
            self.largest_column = self.largest_column.max(offset);
            self.columns.push(Column {
                rows: m as u32,
                first_row: first_rows[position] as u32,
                original_row: pattern.rows(block).start as u32,
                start: start as u32,
                neighbors: first,
                updates: 0,
                terms: 0,
            });
            start += offset;
        }
        // 32 bits address 32 GB of blocks; the memory is asked for right after this.
        assert!(start <= u32::MAX as usize, "the factor needs more than 32 GB");
        self.n_entries = start;
    }

    fn list_updates(&mut self, filled: &FilledPattern, position: usize) {
        self.columns[position].updates = self.updates.len() as u32;
        let later = filled.column(position);
        for (i, &a) in later.iter().enumerate() {
            for &b in &later[i..] {
                let target = self.columns[a as usize].start + self.find_offset(filled, a as usize, b as usize);
                self.updates.push(target);
            }
        }
    }

    /// Start of block (a, b), a eliminated no later than b, from the start of column a.
    fn find_offset(&self, filled: &FilledPattern, a: usize, b: usize) -> u32 {
        if a == b {
            return 0;
        }
        // The filled pattern is closed under elimination, so the block exists.
        let index = filled.column(a).partition_point(|&l| (l as usize) < b);
        debug_assert_eq!(filled.column(a)[index] as usize, b);
        self.neighbors[self.columns[a].neighbors as usize + index].offset
    }

    fn list_terms(&mut self, pattern: &Pattern, filled: &FilledPattern, position: usize) {
        let block = filled.order[position];
        for a in pattern.incidences(block) {
            let handle = |i: &Incidence| (i.handle - pattern.handles(a.node).start) as u16;
            let first = self.products.len();
            // The joint itself first, then those eliminated later; earlier ones have the product in their own column.
            for b in pattern.at_node(a.node).filter(|b| filled.position[b.block] >= position) {
                self.products.push(Product {
                    g: b.start as u32,
                    offset: self.find_offset(filled, position, filled.position[b.block]),
                    rows: pattern.n_rows_of(b.block) as u16,
                    handle: handle(b),
                });
            }
            self.products[first..].sort_by_key(|p| p.offset);
            let products = (self.products.len() - first) as u16;
            self.terms.push(Term { g: a.start as u32, node: a.node as u32, handle: handle(a), products });
            self.columns[position].terms += 1;
        }
    }
}
