//! Small changes of a division that lower its cost: two pieces become one, a piece becomes two, a tie moves across a
//! weld, or two ties change places across it. The first change that helps is kept, until none does or the trials run
//! out.
//!
//! For small mechanisms, where a piece more or less matters and a trial costs microseconds.

use super::{Splitting, Tie, Tree};
use crate::topology::graph::Graph;

/// Improves trees of pieces with at most `limit` ties a piece, by a cost that is to be lowered, in at most `trials`
/// trials.
pub(in crate::topology) fn improve(
    graph: &Graph,
    trees: &mut [Tree],
    limit: usize,
    mut trials: usize,
    cost: impl Fn(&Splitting) -> u64,
) {
    let mut best = cost(&Splitting::of_trees(graph, trees));
    let mut improved = true;
    while improved {
        improved = false;
        for t in 0..trees.len() {
            let mut at = 0;
            // The changes of a tree are those of the tree as it is now; after a success the next ones are tried.
            while let Some(change) = trees[t].changes(limit).get(at).copied() {
                at += 1;
                if trials == 0 {
                    return;
                }
                trials -= 1;
                let before = trees[t].clone();
                trees[t].apply(change);
                let reached = cost(&Splitting::of_trees(graph, trees));
                if reached < best {
                    best = reached;
                    improved = true;
                } else {
                    trees[t] = before;
                }
            }
        }
    }
}

/// A change of a tree. Ties are counted within their piece.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Two pieces that are welded become one.
    Join([usize; 2]),
    /// Two ties of a piece get a piece of their own.
    Part(usize, [usize; 2]),
    /// A tie goes from the first piece to the second.
    Move([usize; 2], usize),
    /// A tie of the first piece and one of the second change places.
    Exchange([usize; 2], [usize; 2]),
}

impl Tree {
    fn changes(&self, limit: usize) -> Vec<Change> {
        let mut changes = Vec::new();
        for (p, ties) in self.pieces.iter().enumerate() {
            for &tie in ties {
                if let Tie::Weld(q) = tie {
                    self.list_changes_across([p, q], limit, &mut changes);
                }
            }
            let parts = (0..ties.len()).flat_map(|x| (x + 1..ties.len()).map(move |y| Change::Part(p, [x, y])));
            changes.extend(parts.filter(|_| ties.len() > 3));
        }
        changes
    }

    fn list_changes_across(&self, [p, q]: [usize; 2], limit: usize, changes: &mut Vec<Change>) {
        let (n_p, n_q) = (self.pieces[p].len(), self.pieces[q].len());
        if p < q && n_p + n_q - 2 <= limit {
            changes.push(Change::Join([p, q]));
        }
        for x in (0..n_p).filter(|&x| self.pieces[p][x] != Tie::Weld(q)) {
            if n_p > 3 && n_q < limit {
                changes.push(Change::Move([p, q], x));
            }
            for y in (0..n_q).filter(|&y| p < q && self.pieces[q][y] != Tie::Weld(p)) {
                changes.push(Change::Exchange([p, q], [x, y]));
            }
        }
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Join([p, q]) => self.join(p, q),
            Change::Part(p, [x, y]) => {
                let new = self.pieces.len();
                // The later one first, so that the earlier keeps its place.
                let ties = [self.pieces[p].remove(y), self.pieces[p].remove(x)];
                self.pieces[p].push(Tie::Weld(new));
                self.pieces.push(vec![Tie::Weld(p)]);
                ties.into_iter().for_each(|tie| self.attach(tie, p, new));
            }
            Change::Move([p, q], x) => {
                let tie = self.pieces[p].remove(x);
                self.attach(tie, p, q);
            }
            Change::Exchange([p, q], [x, y]) => {
                let (from_p, from_q) = (self.pieces[p].remove(x), self.pieces[q].remove(y));
                self.attach(from_p, p, q);
                self.attach(from_q, q, p);
            }
        }
    }

    /// Gives piece q a tie that was taken off piece p; a weld is told at its other end.
    fn attach(&mut self, tie: Tie, p: usize, q: usize) {
        if let Tie::Weld(other) = tie {
            self.rename(other, p, q);
        }
        self.pieces[q].push(tie);
    }

    /// Piece q goes into piece p; the last piece takes its number.
    fn join(&mut self, p: usize, q: usize) {
        let ties = std::mem::take(&mut self.pieces[q]);
        self.pieces[p].retain(|&tie| tie != Tie::Weld(q));
        ties.into_iter().filter(|&tie| tie != Tie::Weld(p)).for_each(|tie| self.attach(tie, q, p));
        let last = self.pieces.len() - 1;
        for other in 0..=last {
            self.rename(other, last, q);
        }
        self.pieces.swap_remove(q);
    }

    /// Welds of a piece to `old` lead to `new` from now on.
    fn rename(&mut self, piece: usize, old: usize, new: usize) {
        let welds = self.pieces[piece].iter_mut().filter(|tie| **tie == Tie::Weld(old));
        welds.for_each(|tie| *tie = Tie::Weld(new));
    }
}
