//! One part of the elimination with its memory: nothing of it is shared with other parts, so parts are worked on at the same
//! time.

use super::kernels::Found;
use super::layout::{Layout, WELD};
use std::ops::Range;

/// A part: its schedule, its share of the factor and of the right-hand side.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    pub(super) layout: Layout,
    /// Diagonal and upper off-diagonal blocks, in elimination order: first E, then the factor. Behind them what is to be
    /// added beyond the part.
    pub(super) blocks: Vec<f64>,
    /// By row: 1/D, zero for a dependent row.
    pub(super) pivots: Vec<f64>,
    /// By row, those beyond the part behind: what tells the round-off in pivots. Zero between factorizations.
    pub(super) probe: Vec<f64>,
    /// One block column of L⁻¹E, before division by D.
    pub(super) scratch: Vec<f64>,
    /// Right-hand side and solution by row, those beyond the part behind.
    pub(super) x: Vec<f64>,
    /// Rows that depend on others, in the part's numbering.
    pub(super) dependent: Vec<u32>,
    /// Findings in all diagonal blocks; dependent rows are listed instead.
    pub(super) found: Found,
    /// Whether nearly dependent equations are damped.
    pub(super) is_damped: bool,
}

impl Domain {
    pub(super) fn new(layout: Layout) -> Domain {
        let n_all = layout.n_rows + layout.beyond.len();
        Domain {
            blocks: vec![0.0; layout.n_entries],
            pivots: vec![0.0; layout.n_rows],
            probe: vec![0.0; n_all],
            scratch: vec![0.0; layout.largest_column],
            x: vec![0.0; n_all],
            dependent: Vec::with_capacity(layout.n_rows),
            found: Found::default(),
            is_damped: false,
            layout,
        }
    }

    /// Forgets what the last factorization found. Blocks need not be cleared: the layout knows which numbers are the first.
    pub(super) fn clear(&mut self) {
        self.dependent.clear();
        self.found = Found { weakening: 1.0, ..Found::default() };
    }

    /// Takes what another part adds to blocks and probe of this one.
    pub(super) fn take_factor(&mut self, other: &mut Domain) {
        for s in &other.layout.shares {
            let from = &other.blocks[s.from as usize..][..s.entries as usize];
            let to = &mut self.blocks[s.to as usize..][..s.entries as usize];
            if s.fresh {
                to.copy_from_slice(from);
            } else {
                to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
            }
        }
        for (&row, probe) in other.layout.beyond.iter().zip(&mut other.probe[other.layout.n_rows..]) {
            self.probe[row as usize] += std::mem::take(probe);
        }
    }

    /// Reads the right-hand side, in the model's numbering. Rows beyond the part start from zero.
    pub(super) fn read_rows(&mut self, rows: &[f64]) {
        for column in self.layout.columns() {
            let (to, m) = (column.first_row as usize, column.rows as usize);
            match column.original_row {
                WELD => self.x[to..to + m].fill(0.0),
                from => self.x[to..to + m].copy_from_slice(&rows[from as usize..from as usize + m]),
            }
        }
        self.x[self.layout.n_rows..].fill(0.0);
    }

    /// Takes what another part subtracted from rows of this one.
    pub(super) fn take_rows(&mut self, other: &Domain) {
        for (&row, x) in other.layout.beyond.iter().zip(&other.x[other.layout.n_rows..]) {
            self.x[row as usize] += x;
        }
    }

    /// x = D⁻¹ x.
    pub(super) fn scale(&mut self) {
        self.x.iter_mut().zip(&self.pivots).for_each(|(x, inverse)| *x *= inverse);
    }

    /// Writes the solution in the model's numbering, to rows of which the first is `first`.
    pub(super) fn write_rows(&self, rows: &mut [f64], first: usize) {
        for column in self.layout.columns().iter().filter(|c| c.original_row != WELD) {
            let (from, to, m) = (column.first_row as usize, column.original_row as usize - first, column.rows as usize);
            rows[to..to + m].copy_from_slice(&self.x[from..from + m]);
        }
    }

    /// From the first of its rows in the model to the last; other parts may have rows in between.
    pub(super) fn span(&self) -> Range<usize> {
        let of_model = self.layout.columns().iter().filter(|c| c.original_row != WELD);
        let rows = of_model.map(|c| (c.original_row as usize, (c.original_row + c.rows) as usize));
        rows.fold(None, |span: Option<Range<usize>>, (start, end)| {
            Some(span.map_or(start..end, |s| s.start.min(start)..s.end.max(end)))
        })
        .unwrap_or_default()
    }

    /// The row of the model for a row of the part; `None` for rows of welds.
    pub(super) fn find_original(&self, row: u32) -> Option<usize> {
        let columns = self.layout.columns();
        let column = &columns[columns.partition_point(|c| c.first_row <= row) - 1];
        (column.original_row != WELD).then(|| (column.original_row + row - column.first_row) as usize)
    }
}
