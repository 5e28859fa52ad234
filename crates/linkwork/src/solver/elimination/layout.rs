//! Where everything lies in one part of the elimination: made once from the pattern and the order, walked through at every
//! factorization.
//!
//! A part is a contiguous range of the elimination order that waits for no other part. Its blocks are stored column by
//! column: the diagonal block of joint k, then its coupled blocks E_kl with the joints l eliminated later (m_k × m_l, row by
//! row). What the part subtracts from joints beyond it is gathered behind its own blocks, and added there later, part by
//! part: so parts share nothing, and sums do not depend on who is first. All products that add to a column stand together too,
//! so assembling and eliminating it touch neighbouring memory, and a chain is walked from end to end. Indices are 32 bits wide:
//! on long chains the walk is bound by memory, and half of what it reads would otherwise be indices.

use crate::reduced::{Form, Pattern};
use crate::topology::{FilledPattern, Splitting};
use std::collections::HashMap;
use std::ops::Range;

/// The elimination of one joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// Number of equations.
    pub rows: u32,
    /// First of its rows in the part.
    pub first_row: u32,
    /// First of its rows in the model; [`WELD`] for a joint between pieces of a body.
    pub original_row: u32,
    /// Start of the diagonal block; the others follow it.
    pub start: u32,
    /// First of its entries in [`Layout::neighbors`]; they end where the next column's begin.
    pub neighbors: u32,
    /// First of its entries in [`Layout::updates`].
    pub updates: u32,
    /// First of its entries in [`Layout::terms`]; they end where the next column's begin.
    pub terms: u32,
    /// Whether nothing is subtracted from the diagonal block before its turn: it holds no number then.
    pub fresh: bool,
}

/// So many columns are assembled, then eliminated, before the next: what they share stays in the second cache. Fewer would do on short
/// chains; on long ones memory is fetched ahead only within a stretch of ascending addresses, and 16 took half as long again.
pub(super) const COLUMNS_AT_ONCE: usize = 128;

/// The row of the model for equations that it does not have.
pub(super) const WELD: u32 = u32::MAX;

/// A joint still coupled when the column's joint is eliminated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbor {
    /// Number of its equations.
    pub rows: u32,
    /// First of its rows: in the part, or among the rows beyond it that stand behind.
    pub first_row: u32,
    /// Start of the block E_kl, from the column's start.
    pub offset: u32,
}

/// One incidence of the column's joint: Y = G M⁻¹ for its handle, from which products follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// Start of its block of G, or which [`constant`](PLUS) it is.
    pub g: u32,
    /// The node.
    pub node: u32,
    /// Which of [`Layout::lightness`] is that of the piece of the node; zero for whole nodes.
    pub piece: u32,
    /// First of its entries in [`Layout::products`].
    pub products: u32,
    /// Number of products.
    pub n_products: u32,
    /// The handle, counted within the node.
    pub handle: u16,
    /// The part of G that is stored.
    pub form: Form,
}

/// A product Y G_bᵀ that adds to a block of the column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Product {
    /// Start of G_b, or which [`constant`](PLUS) it is.
    pub g: u32,
    /// Start of the block it adds to, from the column's start: zero for the diagonal.
    pub offset: u32,
    /// Equations of b.
    pub rows: u8,
    /// Whether the block holds no number yet.
    pub fresh: bool,
    /// The handle of b, counted within the node.
    pub handle: u16,
    /// The part of G_b that is stored.
    pub form: Form,
}

/// G of a weld on its first piece is the unit matrix. Starts of real blocks stay below.
pub(super) const PLUS: u32 = u32::MAX;
/// On its second piece, its opposite.
pub(super) const MINUS: u32 = u32::MAX - 1;
/// Set in [`Layout::updates`] where the target holds no number yet.
pub(super) const FRESH: u32 = 1 << 31;

/// A block that a part adds to one of the last part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// Where it starts in the part.
    pub from: u32,
    /// Where it goes in the last part.
    pub to: u32,
    /// Its entries.
    pub entries: u32,
    /// Whether the target holds no number yet.
    pub fresh: bool,
}

/// The schedule of one part.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// In elimination order, and one past the end.
    columns: Vec<Column>,
    /// By column.
    pub neighbors: Vec<Neighbor>,
    /// By column and pair (a ≤ b) of its neighbors: start of the block E_ab, and [`FRESH`].
    pub updates: Vec<u32>,
    /// By column.
    pub terms: Vec<Term>,
    /// By term; products for the diagonal first.
    pub products: Vec<Product>,
    /// By how much lighter than its body a piece is: first 1 for whole ones, then by term.
    pub lightness: Vec<f64>,
    /// Entries of all blocks, those beyond the part included.
    pub n_entries: usize,
    /// Entries of the largest column.
    pub largest_column: usize,
    /// Number of its own rows.
    pub n_rows: usize,
    /// Rows beyond the part, in the last part's numbering, in the order in which they stand behind the part's own.
    pub beyond: Vec<u32>,
    /// Blocks beyond the part.
    pub shares: Vec<Share>,
}

impl Layout {
    /// In elimination order.
    #[inline(always)]
    pub(super) fn columns(&self) -> &[Column] {
        &self.columns[..self.columns.len() - 1]
    }

    /// The entries of column k in [`Layout::neighbors`].
    #[inline(always)]
    pub(super) fn neighbors_of(&self, k: usize) -> Range<usize> {
        self.columns[k].neighbors as usize..self.columns[k + 1].neighbors as usize
    }

    /// The terms of column k.
    #[inline(always)]
    pub(super) fn terms_of(&self, k: usize) -> &[Term] {
        &self.terms[self.columns[k].terms as usize..self.columns[k + 1].terms as usize]
    }

    /// The products of a term.
    #[inline(always)]
    pub(super) fn products_of(&self, term: &Term) -> &[Product] {
        &self.products[term.products as usize..][..term.n_products as usize]
    }

    /// The entries of column k: its diagonal block and the coupled ones.
    #[inline(always)]
    pub(super) fn entries_of(&self, k: usize) -> Range<usize> {
        self.columns[k].start as usize..self.columns[k + 1].start as usize
    }
}

/// Material of layouts: joints first, then the welds between pieces of bodies.
pub(super) struct Source<'a> {
    pattern: &'a Pattern,
    splitting: &'a Splitting,
    filled: &'a FilledPattern,
    /// By piece: its part of the body.
    shares: Vec<f64>,
    /// By piece: the block, start of G and handle of each incidence there, in order of blocks.
    at_piece: Vec<Vec<Tie>>,
    /// By block: piece, start of G, handle.
    of_block: Vec<Vec<(usize, Tie)>>,
    /// First row of each position within its part.
    first_rows: Vec<u32>,
}

/// A block touching a piece.
#[derive(Clone, Copy, Debug)]
struct Tie {
    block: usize,
    g: u32,
    handle: u16,
    form: Form,
}

impl<'a> Source<'a> {
    /// `parts` are ranges of the order; the last holds what waits for the others.
    pub(super) fn new(
        pattern: &'a Pattern,
        splitting: &'a Splitting,
        filled: &'a FilledPattern,
        parts: &[Range<usize>],
    ) -> Source<'a> {
        let n = pattern.n_blocks();
        let mut of_block = vec![Vec::new(); n + splitting.welds.len()];
        for block in 0..n {
            for i in pattern.incidences(block) {
                let on_node = |&&piece: &&usize| splitting.body_of[piece] == i.node;
                let Some(&piece) = splitting.attached[block].iter().find(on_node) else {
                    unreachable!("a joint is attached to a piece of each of its bodies")
                };
                let handle = (i.handle - pattern.handles(i.node).start) as u16;
                of_block[block].push((piece, Tie { block, g: i.start as u32, handle, form: i.form }));
            }
        }
        for (k, pieces) in splitting.welds.iter().enumerate() {
            let block = n + k;
            for (&piece, (g, form)) in pieces.iter().zip([(PLUS, Form::Plus), (MINUS, Form::Minus)]) {
                of_block[block].push((piece, Tie { block, g, handle: 0, form }));
            }
        }
        let mut at_piece = vec![Vec::new(); splitting.body_of.len()];
        of_block.iter().flatten().for_each(|&(piece, tie)| at_piece[piece].push(tie));
        let (shares, first_rows) = (splitting.calc_shares(), vec![0; filled.n()]);
        let mut source = Source { pattern, splitting, filled, shares, at_piece, of_block, first_rows };
        for part in parts {
            let mut row = 0;
            for position in part.clone() {
                source.first_rows[position] = row;
                row += source.size(position) as u32;
            }
        }
        source
    }

    /// Number of equations at a position.
    fn size(&self, position: usize) -> usize {
        self.size_of_block(self.filled.order[position])
    }

    fn size_of_block(&self, block: usize) -> usize {
        if block < self.pattern.n_blocks() { self.pattern.n_rows_of(block) } else { self.pattern.width() }
    }

    fn original_row(&self, block: usize) -> u32 {
        if block < self.pattern.n_blocks() { self.pattern.rows(block).start as u32 } else { WELD }
    }
}

/// Lays out one part after the other; the last one learns what the others add to it.
pub(super) fn lay_out(source: &Source, parts: &[Range<usize>]) -> Vec<Layout> {
    let Some((last, others)) = parts.split_last() else { return Vec::new() };
    let mut top = Builder::new(source, last.clone());
    top.place_columns();
    let mut layouts = Vec::new();
    for part in others {
        let mut builder = Builder::new(source, part.clone());
        builder.place_columns();
        builder.list_work();
        for ((a, b), from) in builder.list_beyond() {
            let start = top.find_start(a, b);
            let entries = (source.size(a) * source.size(b)) as u32;
            let fresh = top.mark(start);
            builder.layout.shares.push(Share { from, to: start, entries, fresh });
        }
        layouts.push(builder.layout);
    }
    top.list_work();
    layouts.push(top.layout);
    layouts
}

/// A layout being made.
struct Builder<'a> {
    source: &'a Source<'a>,
    part: Range<usize>,
    layout: Layout,
    /// By entry that starts a block of the part: whether it holds a number already.
    written: Vec<bool>,
    /// Position beyond the part → its first row behind the part's own.
    rows_beyond: HashMap<usize, u32>,
    /// Pair of positions beyond the part → where its block starts, in the order in which they are met.
    beyond: HashMap<(usize, usize), u32>,
    met: Vec<(usize, usize)>,
}

impl<'a> Builder<'a> {
    fn new(source: &'a Source<'a>, part: Range<usize>) -> Builder<'a> {
        Builder {
            source,
            part,
            layout: Layout { lightness: vec![1.0], ..Layout::default() },
            written: Vec::new(),
            rows_beyond: HashMap::new(),
            beyond: HashMap::new(),
            met: Vec::new(),
        }
    }

    fn place_columns(&mut self) {
        let source = self.source;
        self.layout.n_rows = self.part.clone().map(|p| source.size(p)).sum();
        let mut start = 0;
        for position in self.part.clone() {
            let m = source.size(position);
            let neighbors = self.layout.neighbors.len() as u32;
            let mut offset = m * m;
            for &later in source.filled.column(position) {
                let later = later as usize;
                let (rows, first_row) = (source.size(later) as u32, self.find_row(later));
                self.layout.neighbors.push(Neighbor { rows, first_row, offset: offset as u32 });
                offset += m * rows as usize;
            }
            self.layout.largest_column = self.layout.largest_column.max(offset);
            self.layout.columns.push(Column {
                rows: m as u32,
                first_row: source.first_rows[position],
                original_row: source.original_row(source.filled.order[position]),
                start: start as u32,
                neighbors,
                updates: 0,
                terms: 0,
                fresh: false,
            });
            start += offset;
        }
        self.layout.n_entries = start;
        self.written = vec![false; start];
        let (rows, neighbors) = (self.layout.n_rows as u32, self.layout.neighbors.len() as u32);
        let past =
            Column { rows: 0, first_row: rows, original_row: WELD, start: start as u32, neighbors, ..Column::EMPTY };
        self.layout.columns.push(past);
    }

    /// First row of a position: in the part, or behind its rows.
    fn find_row(&mut self, position: usize) -> u32 {
        if self.part.contains(&position) {
            return self.source.first_rows[position];
        }
        if let Some(&row) = self.rows_beyond.get(&position) {
            return row;
        }
        let row = (self.layout.n_rows + self.layout.beyond.len()) as u32;
        let first = self.source.first_rows[position];
        self.layout.beyond.extend(first..first + self.source.size(position) as u32);
        self.rows_beyond.insert(position, row);
        row
    }

    fn list_work(&mut self) {
        // In the order in which the numbers are written: some columns are assembled, then eliminated.
        for first in self.part.clone().step_by(COLUMNS_AT_ONCE) {
            let some = first..self.part.end.min(first + COLUMNS_AT_ONCE);
            some.clone().for_each(|position| self.list_terms(position));
            some.for_each(|position| self.list_updates(position));
        }
        let n = self.layout.columns.len() - 1;
        self.layout.columns[n].terms = self.layout.terms.len() as u32;
        // One bit of 32 is taken: 16 GB of blocks can be addressed, and the memory is asked for right after this.
        assert!(self.layout.n_entries < FRESH as usize, "a part of the factor needs more than 16 GB");
    }

    fn list_terms(&mut self, position: usize) {
        let source = self.source;
        let block = source.filled.order[position];
        let start = self.column(position).start;
        self.column_mut(position).fresh = self.mark(start);
        let first_of_column = self.layout.products.len();
        self.column_mut(position).terms = self.layout.terms.len() as u32;
        for &(piece, tie) in &source.of_block[block] {
            let first = self.layout.products.len();
            // The joint itself first, then those eliminated later; earlier ones have the product in their own column.
            for other in source.at_piece[piece].iter().filter(|o| source.filled.position[o.block] >= position) {
                let offset = self.find_start(position, source.filled.position[other.block]) - start;
                let rows = source.size_of_block(other.block) as u8;
                let Tie { g, handle, form, .. } = *other;
                self.layout.products.push(Product { g, offset, rows, fresh: false, handle, form });
            }
            self.layout.products[first..].sort_by_key(|p| p.offset);
            for k in first..self.layout.products.len() {
                let offset = self.layout.products[k].offset;
                // The diagonal is assembled apart from what was subtracted before: it is the measure of its pivots.
                let of_diagonal = first == first_of_column && k == first;
                self.layout.products[k].fresh = if offset == 0 { of_diagonal } else { self.mark(start + offset) };
            }
            let node = source.splitting.body_of[piece];
            let (products, n_products) = (first as u32, (self.layout.products.len() - first) as u32);
            let Tie { g, handle, form, .. } = tie;
            let mut whose = 0;
            if source.splitting.n_pieces[node] > 1 {
                whose = self.layout.lightness.len() as u32;
                self.layout.lightness.push(1.0 / source.shares[piece]);
            }
            self.layout.terms.push(Term { g, node: node as u32, piece: whose, products, n_products, handle, form });
        }
    }

    fn list_updates(&mut self, position: usize) {
        self.column_mut(position).updates = self.layout.updates.len() as u32;
        let filled = self.source.filled;
        let later = filled.column(position);
        for (i, &a) in later.iter().enumerate() {
            for &b in &later[i..] {
                let start = self.find_start(a as usize, b as usize);
                let fresh = if self.mark(start) { FRESH } else { 0 };
                self.layout.updates.push(start | fresh);
            }
        }
    }

    /// Notes that a block is written; returns whether this is the first time.
    fn mark(&mut self, start: u32) -> bool {
        !std::mem::replace(&mut self.written[start as usize], true)
    }

    /// Start of block (a, b), a eliminated no later than b.
    fn find_start(&mut self, a: usize, b: usize) -> u32 {
        if !self.part.contains(&a) {
            return self.find_beyond(a, b);
        }
        let start = self.column(a).start;
        if a == b {
            return start;
        }
        // The filled pattern is closed under elimination, so the block exists.
        let column = self.source.filled.column(a);
        let index = column.partition_point(|&l| (l as usize) < b);
        debug_assert_eq!(column[index] as usize, b);
        start + self.layout.neighbors[self.column(a).neighbors as usize + index].offset
    }

    fn find_beyond(&mut self, a: usize, b: usize) -> u32 {
        if let Some(&start) = self.beyond.get(&(a, b)) {
            return start;
        }
        let start = self.layout.n_entries;
        self.layout.n_entries += self.source.size(a) * self.source.size(b);
        self.written.resize(self.layout.n_entries, false);
        self.beyond.insert((a, b), start as u32);
        self.met.push((a, b));
        start as u32
    }

    /// The blocks beyond the part and where they start, in the order in which they were met.
    fn list_beyond(&self) -> Vec<((usize, usize), u32)> {
        self.met.iter().map(|pair| (*pair, self.beyond[pair])).collect()
    }

    fn column(&self, position: usize) -> &Column {
        &self.layout.columns[position - self.part.start]
    }

    fn column_mut(&mut self, position: usize) -> &mut Column {
        &mut self.layout.columns[position - self.part.start]
    }
}

impl Column {
    const EMPTY: Column = Column {
        rows: 0,
        first_row: 0,
        original_row: WELD,
        start: 0,
        neighbors: 0,
        updates: 0,
        terms: 0,
        fresh: false,
    };
}
