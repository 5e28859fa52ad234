//! Who touches whom: blocks of equations, nodes, handles and their incidences. Made once per plan.

use crate::parallel::divide_evenly;
use std::ops::Range;

/// The part of a block of G for a handle's translation. Most joints hold two points together: their first equations see
/// the translation itself, one axis each, and the others none. Those numbers are known and not stored, which is half of
/// G.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any numbers, stored.
    Full,
    /// The unit matrix, then zeros.
    Plus,
    /// Its opposite.
    Minus,
}

impl Form {
    /// One for the unit matrix, minus one for its opposite.
    #[inline(always)]
    pub(crate) fn sign(self) -> f64 {
        if self == Form::Minus { -1.0 } else { 1.0 }
    }

    /// Velocities of a handle of this width for which G is stored: all, or those of rotation.
    #[inline(always)]
    pub(crate) fn n_stored(self, width: usize) -> usize {
        if self == Form::Full { width } else { width - n_axes(width) }
    }
}

/// Axes along which a handle moves; it turns with the rest of its velocities.
#[inline(always)]
pub(crate) const fn n_axes(width: usize) -> usize {
    if width == 3 { 2 } else { 3 }
}

/// A block of equations touching a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incidence {
    /// The block (joint) whose equations these are.
    pub block: usize,
    /// The handle it touches; for bodies the same number as the node.
    pub handle: usize,
    /// The node that owns the handle.
    pub node: usize,
    /// Where this incidence's part of G starts.
    pub start: usize,
    /// The part of it that is stored.
    pub form: Form,
}

/// An incidence as a handle sees it: what Gᵀλ reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    /// Where its part of G starts.
    pub start: u32,
    /// First row of the block.
    pub row: u32,
    /// Number of its rows.
    pub rows: u16,
    /// The part of G that is stored.
    pub form: Form,
}

/// Incidences and rows that make a task worth handing to another thread: some microseconds of the cheapest stage.
const LEAST_TASK: usize = 800;

/// The sparsity of a reduced system.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Width of a handle: 6 in space, 3 in the plane.
    width: usize,
    /// First row of each block, and the end.
    row_starts: Vec<usize>,
    /// First incidence of each block, and the end.
    incidence_starts: Vec<usize>,
    /// By block.
    incidences: Vec<Incidence>,
    /// The handle and form of each incidence, and where G of each block starts: all that G a reads.
    touched: Vec<(u32, Form)>,
    entry_starts: Vec<usize>,
    /// First entry in `ties` of each handle, and the end.
    tie_starts: Vec<usize>,
    /// Incidences by handle, in order of blocks.
    ties: Vec<Tie>,
    /// Ranges of blocks and of handles with about equal work.
    block_chunks: Vec<Range<usize>>,
    handle_chunks: Vec<Range<usize>>,
    /// First handle of each node, and the end.
    handle_starts: Vec<usize>,
    /// First entry in `of_node` of each node, and the end.
    node_starts: Vec<usize>,
    /// Incidences by node, in order of blocks.
    of_node: Vec<usize>,
}

impl Pattern {
    /// `handles[n]` is the number of handles of node n; `blocks` lists for each block its number of equations and
    /// the handles it touches, each once.
    ///
    /// ```
    /// use linkwork::reduced::Pattern;
    /// // Two bodies; a joint of 5 equations to the ground, and one between the two.
    /// let pattern = Pattern::new(6, &[1, 1], &[(5, vec![0]), (5, vec![0, 1])]);
    /// assert_eq!(pattern.n_rows(), 10);
    /// assert_eq!(pattern.n_blocks(), 2);
    /// ```
    pub fn new(width: usize, handles: &[usize], blocks: &[(usize, Vec<usize>)]) -> Pattern {
        let full = |touched: &Vec<usize>| touched.iter().map(|&handle| (handle, Form::Full)).collect();
        let blocks: Vec<_> = blocks.iter().map(|(rows, touched)| (*rows, full(touched))).collect();
        Pattern::with_forms(width, handles, &blocks)
    }

    /// As [`new`](Pattern::new), for blocks whose part of G is known in advance.
    pub(crate) fn with_forms(width: usize, handles: &[usize], blocks: &[(usize, Vec<(usize, Form)>)]) -> Pattern {
        let handle_starts = running_sum(handles.iter().copied());
        let node_of_handle: Vec<usize> =
            handles.iter().enumerate().flat_map(|(node, &count)| std::iter::repeat_n(node, count)).collect();
        let row_starts = running_sum(blocks.iter().map(|(rows, _)| *rows));
        let incidence_starts = running_sum(blocks.iter().map(|(_, touched)| touched.len()));
        let mut incidences = Vec::with_capacity(incidence_starts[blocks.len()]);
        let mut start = 0;
        for (block, (rows, touched)) in blocks.iter().enumerate() {
            for &(handle, form) in touched {
                incidences.push(Incidence { block, handle, node: node_of_handle[handle], start, form });
                start += rows * form.n_stored(width);
            }
        }
        let mut counts = vec![0; handles.len()];
        incidences.iter().for_each(|i| counts[i.node] += 1);
        let node_starts = running_sum(counts.iter().copied());
        let mut next = node_starts.clone();
        let mut of_node = vec![0; incidences.len()];
        for (k, i) in incidences.iter().enumerate() {
            of_node[next[i.node]] = k;
            next[i.node] += 1;
        }
        let touched = incidences.iter().map(|i| (i.handle as u32, i.form)).collect();
        let n_stored = |touched: &[(usize, Form)]| touched.iter().map(|(_, form)| form.n_stored(width)).sum::<usize>();
        let entry_starts = running_sum(blocks.iter().map(|(rows, touched)| rows * n_stored(touched)));
        let (tie_starts, ties) = list_ties(node_of_handle.len(), &incidences, &row_starts);
        let block_chunks = divide_evenly(blocks.len(), |b| blocks[b].0 * blocks[b].1.len(), LEAST_TASK);
        let handle_chunks =
            divide_evenly(node_of_handle.len(), |h| 1 + 3 * (tie_starts[h + 1] - tie_starts[h]), LEAST_TASK);
        Pattern {
            width,
            row_starts,
            incidence_starts,
            incidences,
            touched,
            entry_starts,
            tie_starts,
            ties,
            block_chunks,
            handle_chunks,
            handle_starts,
            node_starts,
            of_node,
        }
    }

    /// Width of a handle: 6 in space, 3 in the plane.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of blocks (joints).
    pub fn n_blocks(&self) -> usize {
        self.row_starts.len() - 1
    }

    /// Number of equations.
    pub fn n_rows(&self) -> usize {
        self.row_starts[self.n_blocks()]
    }

    /// Number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.handle_starts.len() - 1
    }

    /// Number of handles of all nodes.
    pub fn n_handles(&self) -> usize {
        self.handle_starts[self.n_nodes()]
    }

    /// Number of entries of all blocks of G.
    pub(crate) fn n_entries(&self) -> usize {
        self.entry_starts[self.n_blocks()]
    }

    /// The rows of a range of blocks.
    pub fn rows_of(&self, blocks: &Range<usize>) -> Range<usize> {
        self.row_starts[blocks.start]..self.row_starts[blocks.end]
    }

    /// The rows of a block.
    #[inline]
    pub fn rows(&self, block: usize) -> Range<usize> {
        self.row_starts[block]..self.row_starts[block + 1]
    }

    /// Number of equations of a block.
    #[inline]
    pub(crate) fn n_rows_of(&self, block: usize) -> usize {
        self.row_starts[block + 1] - self.row_starts[block]
    }

    /// The block to which a row belongs.
    pub fn block_of_row(&self, row: usize) -> usize {
        self.row_starts.partition_point(|&start| start <= row) - 1
    }

    /// The incidences of a block.
    #[inline]
    pub fn incidences(&self, block: usize) -> &[Incidence] {
        &self.incidences[self.incidence_starts[block]..self.incidence_starts[block + 1]]
    }

    /// The handles of a block, and where its part of G starts: one block of G follows the other.
    #[inline(always)]
    pub(super) fn touched(&self, block: usize) -> (&[(u32, Form)], usize) {
        let range = self.incidence_starts[block]..self.incidence_starts[block + 1];
        (&self.touched[range], self.entry_starts[block])
    }

    /// Whether what a block makes of translations is known and not stored.
    #[inline(always)]
    pub(crate) fn sees_translation_itself(&self, block: usize) -> bool {
        self.touched(block).0.first().is_some_and(|(_, form)| *form != Form::Full)
    }

    /// The entries of G of a range of blocks.
    pub(crate) fn entries_of(&self, blocks: &Range<usize>) -> Range<usize> {
        self.entry_starts[blocks.start]..self.entry_starts[blocks.end]
    }

    /// The incidences at a handle, in order of blocks.
    #[inline(always)]
    pub(super) fn at_handle(&self, handle: usize) -> &[Tie] {
        &self.ties[self.tie_starts[handle]..self.tie_starts[handle + 1]]
    }

    /// Ranges of blocks with about equal work.
    pub(crate) fn block_chunks(&self) -> &[Range<usize>] {
        &self.block_chunks
    }

    /// Ranges of handles with about equal work; for bodies ranges of bodies.
    pub(crate) fn handle_chunks(&self) -> &[Range<usize>] {
        &self.handle_chunks
    }

    /// How many blocks touch one node, where they are most.
    pub(crate) fn n_most_blocks_at_a_node(&self) -> usize {
        let count = |node: usize| {
            // In order of blocks, so that one which touches the node twice does so in succession.
            let mut last = None;
            self.at_node(node).filter(|i| last.replace(i.block) != Some(i.block)).count()
        };
        (0..self.n_nodes()).map(count).max().unwrap_or(0)
    }

    /// The incidences at a node, in order of blocks.
    pub fn at_node(&self, node: usize) -> impl Iterator<Item = &Incidence> {
        self.of_node[self.node_starts[node]..self.node_starts[node + 1]].iter().map(|&k| &self.incidences[k])
    }

    /// The handles of a node.
    pub(crate) fn handles(&self, node: usize) -> Range<usize> {
        self.handle_starts[node]..self.handle_starts[node + 1]
    }

    /// For each block, the other blocks that share a node with it, ascending: the off-diagonal sparsity of E.
    pub(crate) fn couplings(&self) -> Vec<Vec<usize>> {
        let mut of_block = vec![Vec::new(); self.n_blocks()];
        for node in 0..self.n_nodes() {
            for a in self.at_node(node) {
                of_block[a.block].extend(self.at_node(node).map(|b| b.block).filter(|&b| b != a.block));
            }
        }
        for list in &mut of_block {
            list.sort_unstable();
            list.dedup();
        }
        of_block
    }
}

/// The incidences of each handle.
fn list_ties(n_handles: usize, incidences: &[Incidence], row_starts: &[usize]) -> (Vec<usize>, Vec<Tie>) {
    let mut counts = vec![0; n_handles];
    incidences.iter().for_each(|i| counts[i.handle] += 1);
    let starts = running_sum(counts.iter().copied());
    let mut next = starts.clone();
    let mut ties = vec![Tie { start: 0, row: 0, rows: 0, form: Form::Full }; incidences.len()];
    for i in incidences {
        let (row, end) = (row_starts[i.block], row_starts[i.block + 1]);
        ties[next[i.handle]] = Tie { start: i.start as u32, row: row as u32, rows: (end - row) as u16, form: i.form };
        next[i.handle] += 1;
    }
    (starts, ties)
}

/// 0, c₀, c₀ + c₁, …
fn running_sum(counts: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut sum = 0;
    let mut starts = vec![0];
    starts.extend(counts.map(|c| {
        sum += c;
        sum
    }));
    starts
}
