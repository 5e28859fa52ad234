//! The choice of dependent coordinates: as many as there are independent constraint equations, with pᵀp = 1 in space,
//! and such that Ψ_u is well conditioned [Negrut, eq. (11)], from the constraint Jacobian at a position.
//!
//! Sparse Gaussian elimination of Ψ, handle by handle. A handle's *front* is all rows that still contain it; pivots are
//! taken in the handle's own columns, the largest first, as long as one is not small against what its row holds
//! elsewhere. Columns with a pivot are dependent. The others are independent; their entries are of no further interest
//! and are dropped, so that rows without a pivot move on, as a *group*, to the handles they share. A row that vanishes
//! depends on others: redundant constraints. Along a tree every joint finds its pivots in the outer body, and nothing
//! fills in. Small systems can have full pivoting instead.

use super::front::{Front, Meaning};
use super::order;
use crate::formulation::Coordinates;
use crate::reduced::{Pattern, ReducedSystem, n_axes};
use std::ops::Range;

const NONE: u32 = u32::MAX;

/// Up to so many entries of G, zeros included, the whole of it may be searched for pivots: some milliseconds.
const MOST_FOR_FULL_PIVOTING: usize = 20_000;

/// Where pivots are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// In the columns of one handle after the other. A pivot is no smaller than `threshold` times its row's largest
    /// entry at other handles. With `positions_first` columns of positions are searched first, as long as pivots there
    /// are not that small against the row's entries for rotations either: positions then follow rotations rather than
    /// the reverse.
    ByHandle { threshold: f64, positions_first: bool },
    /// Everywhere, the largest first; for small systems.
    Everywhere,
}

/// Rows without a pivot, at the handles that they still touch.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The next group with the same first handle.
    next: u32,
    /// Its handles: where they start in [`Choice::members`], and how many.
    members: u32,
    n_members: u32,
    n_rows: u32,
    /// Where its rows start in [`Choice::entries`].
    start: usize,
}

/// The symbolic part of the choice, and its memory.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    coordinates: Coordinates,
    width: usize,
    /// Handles in the order of elimination.
    order: Vec<u32>,
    /// Handle → place in that order.
    position: Vec<u32>,
    /// By handle: the blocks that no earlier handle shares start here in `blocks`; and the end.
    block_starts: Vec<u32>,
    blocks: Vec<u32>,
    /// By handle: its first group.
    heads: Vec<u32>,
    groups: Vec<Group>,
    members: Vec<u32>,
    entries: Vec<f64>,
    front: Front,
    /// The handles of the present front after its own one.
    others: Vec<u32>,
    /// By handle: its place in the present front, the own one first.
    slots: Vec<u32>,
    /// Whether memory may not grow any more.
    bounded: bool,
}

impl Choice {
    /// For a system of this pattern.
    pub(super) fn analyze(pattern: &Pattern, coordinates: Coordinates) -> Choice {
        let n = pattern.n_handles();
        let order = order::find(pattern);
        let mut position = vec![0; n];
        order.iter().enumerate().for_each(|(k, &h)| position[h as usize] = k as u32);

        let first = |b: usize| pattern.incidences(b).iter().map(|i| i.handle).min_by_key(|&h| position[h]);
        let mut blocks: Vec<(usize, u32)> =
            (0..pattern.n_blocks()).filter_map(|b| Some((first(b)?, b as u32))).collect();
        blocks.sort_unstable();
        let mut block_starts = vec![0; n + 1];
        blocks.iter().for_each(|(h, _)| block_starts[h + 1] += 1);
        (0..n).for_each(|h| block_starts[h + 1] += block_starts[h]);
        Choice {
            coordinates,
            width: pattern.width(),
            order,
            position,
            block_starts,
            blocks: blocks.into_iter().map(|(_, b)| b).collect(),
            heads: vec![NONE; n],
            groups: Vec::new(),
            members: Vec::new(),
            entries: Vec::new(),
            front: Front::default(),
            // Many handles may meet at one.
            others: Vec::with_capacity(n),
            slots: vec![NONE; n],
            bounded: false,
        }
    }

    /// From now on memory does not grow. What was needed so far is doubled: at another position other rows move on.
    pub(super) fn bound_memory(&mut self) {
        double(&mut self.groups);
        double(&mut self.members);
        double(&mut self.entries);
        double(&mut self.front.rows);
        double(&mut self.front.elsewhere);
        self.bounded = true;
    }

    /// Chooses at these values, whose Jacobian the system holds. Returns false, and no choice, where memory is not
    /// enough.
    pub(super) fn choose(&mut self, system: &ReducedSystem, values: &[f64], rule: Rule, dependent: &mut [u8]) -> bool {
        match rule {
            Rule::ByHandle { threshold, positions_first } => {
                self.choose_by_handle(system, values, (threshold, positions_first), dependent)
            }
            Rule::Everywhere => self.choose_everywhere(system, values, dependent),
        }
    }

    fn choose_by_handle(
        &mut self,
        system: &ReducedSystem,
        values: &[f64],
        rule: (f64, bool),
        dependent: &mut [u8],
    ) -> bool {
        self.heads.fill(NONE);
        self.groups.clear();
        self.members.clear();
        self.entries.clear();
        (0..self.order.len()).all(|k| {
            let handle = self.order[k] as usize;
            let gathered = self.gather(system, handle);
            if gathered {
                dependent[handle] = self.eliminate(&Meaning::of(self.coordinates, handle, values), rule);
            }
            self.slots[handle] = NONE;
            self.others.iter().for_each(|&h| self.slots[h as usize] = NONE);
            gathered && self.keep_rest()
        })
    }

    /// Full pivoting: all rows are one front, all columns its own.
    fn choose_everywhere(&mut self, system: &ReducedSystem, values: &[f64], dependent: &mut [u8]) -> bool {
        let (w, n, pattern) = (self.width, self.order.len(), &system.pattern);
        let (n_rows, stride) = (pattern.n_rows(), n * w);
        if n_rows * stride > MOST_FOR_FULL_PIVOTING || !self.front.clear(n_rows, stride, stride, self.bounded) {
            return false;
        }
        (0..n).for_each(|h| self.slots[h] = h as u32);
        for block in 0..pattern.n_blocks() {
            self.copy_block(system, block, pattern.rows(block).start);
        }
        self.slots.fill(NONE);

        let meaning = |h: usize| Meaning::of(self.coordinates, h, values);
        for h in 0..n {
            self.front.use_coordinates(h * w, &meaning(h));
            dependent[h] = meaning(h).normalized;
        }
        self.front.measure();
        while let Some(pivot) = self.front.find_pivot(stride, 0.0) {
            let (h, column) = (pivot.1 / w, pivot.1 % w);
            dependent[h] |= 1 << meaning(h).columns[column];
            self.front.subtract(pivot);
        }
        true
    }

    fn blocks_of(&self, handle: usize) -> Range<usize> {
        self.block_starts[handle] as usize..self.block_starts[handle + 1] as usize
    }

    /// Fills the front of a handle with its blocks and its groups.
    fn gather(&mut self, system: &ReducedSystem, handle: usize) -> bool {
        self.others.clear();
        self.slots[handle] = 0;
        let mut n_rows = 0;
        for k in self.blocks_of(handle) {
            let block = self.blocks[k] as usize;
            n_rows += system.pattern.n_rows_of(block);
            system.pattern.incidences(block).iter().for_each(|i| self.give_slot(i.handle));
        }
        let mut next = self.heads[handle];
        while let Some(&group) = self.groups.get(next as usize) {
            n_rows += group.n_rows as usize;
            group.members().for_each(|m| self.give_slot(self.members[m] as usize));
            next = group.next;
        }
        let stride = (self.others.len() + 1) * self.width;
        if !self.front.clear(n_rows, stride, self.width, self.bounded) {
            return false;
        }
        let mut row = 0;
        for k in self.blocks_of(handle) {
            row = self.copy_block(system, self.blocks[k] as usize, row);
        }
        let mut next = self.heads[handle];
        while let Some(&group) = self.groups.get(next as usize) {
            row = self.copy_group(group, row);
            next = group.next;
        }
        true
    }

    fn give_slot(&mut self, handle: usize) {
        if self.slots[handle] == NONE {
            self.others.push(handle as u32);
            self.slots[handle] = self.others.len() as u32;
        }
    }

    /// Copies a block of G, rows scaled to a largest entry of one; returns the row after it.
    fn copy_block(&mut self, system: &ReducedSystem, block: usize, first: usize) -> usize {
        let (w, n) = (self.width, system.pattern.n_rows_of(block));
        for k in 0..n {
            let start = (first + k) * self.front.stride;
            let mut largest: f64 = 0.0;
            for i in system.pattern.incidences(block) {
                let to = start + self.slots[i.handle] as usize * w;
                for c in 0..w {
                    let g = system.g(i, k, c);
                    self.front.rows[to + c] = g;
                    largest = largest.max(g.abs());
                }
            }
            if largest > 0.0 {
                self.front.rows[start..start + self.front.stride].iter_mut().for_each(|x| *x /= largest);
            }
        }
        first + n
    }

    /// Copies the rows of a group; returns the row after them.
    fn copy_group(&mut self, group: Group, first: usize) -> usize {
        let (w, n) = (self.width, group.n_members as usize);
        for k in 0..group.n_rows as usize {
            for (m, member) in group.members().enumerate() {
                let slot = self.slots[self.members[member] as usize] as usize;
                let (to, from) = ((first + k) * self.front.stride + slot * w, group.start + (k * n + m) * w);
                self.front.rows[to..to + w].copy_from_slice(&self.entries[from..from + w]);
            }
        }
        first + group.n_rows as usize
    }

    /// Takes pivots in the handle's own columns; returns the bits of the coordinates that got one.
    fn eliminate(&mut self, meaning: &Meaning, (threshold, positions_first): (f64, bool)) -> u8 {
        let (w, front) = (self.width, &mut self.front);
        front.use_coordinates(0, meaning);
        front.measure();
        let mut bits = meaning.normalized;
        for _ in 0..w.min(front.n_rows) {
            let of_position = positions_first.then(|| front.find_pivot(n_axes(w), threshold)).flatten();
            let Some(pivot) = of_position.or_else(|| front.find_pivot(w, threshold)) else { break };
            bits |= 1 << meaning.columns[pivot.1];
            front.subtract(pivot);
        }
        bits
    }

    /// Rows without a pivot move on to the first of the other handles; those that vanish are dropped.
    fn keep_rest(&mut self) -> bool {
        let (front, w) = (&self.front, self.width);
        let n_rows = (0..front.n_rows).filter(|&row| front.remains(row)).count();
        let Some(&first) = self.others.iter().min_by_key(|&&h| self.position[h as usize]) else { return true };
        if n_rows == 0 {
            return true;
        }
        let fits = self.entries.len() + n_rows * (front.stride - w) <= self.entries.capacity()
            && self.members.len() + self.others.len() <= self.members.capacity()
            && self.groups.len() < self.groups.capacity();
        if self.bounded && !fits {
            return false;
        }
        self.groups.push(Group {
            next: self.heads[first as usize],
            members: self.members.len() as u32,
            n_members: self.others.len() as u32,
            n_rows: n_rows as u32,
            start: self.entries.len(),
        });
        self.heads[first as usize] = self.groups.len() as u32 - 1;
        self.members.extend_from_slice(&self.others);
        for row in (0..front.n_rows).filter(|&row| front.remains(row)) {
            self.entries.extend_from_slice(&front.rows[row * front.stride..][w..front.stride]);
        }
        true
    }
}

impl Group {
    fn members(&self) -> Range<usize> {
        self.members as usize..(self.members + self.n_members) as usize
    }
}

/// Reserves twice what was used, and a little where nothing was.
fn double<T>(memory: &mut Vec<T>) {
    let want = 2 * memory.capacity() + 64;
    memory.reserve_exact(want - memory.len());
}
