//! The schedule: which joints are eliminated at the same time. Made once from the elimination tree.
//!
//! Subtrees of the elimination tree do not wait for one another; their common ancestors wait for all of them. The
//! schedule *must* (a) be the same elimination: every joint after those it waits for, hence the same fill; (b) depend
//! on the mechanism and the number of parts asked for only. It *should* make parts of equal work and leave little to
//! the ancestors, which one thread eliminates at the end.
//!
//! From the roots down, the heaviest subtree is opened: its root, and what follows it up to the next fork, joins the
//! ancestors, and its branches become subtrees of their own. Of all stages of this, that one is kept which would end
//! first:
//!
//! ```text
//!     time = max(heaviest subtree, Σ subtrees / P) + ancestors                                                  (1)
//! ```
//!
//! A chain eliminated from both ends is one fork with two branches: half the time with two threads, at no extra work.

use super::elimination_tree::EliminationTree;
use super::fill::FilledPattern;
use super::graph::Graph;
use crate::parallel::divide;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// P in (1), where nothing is asked for.
pub(crate) const USUAL_PARTS: usize = 4;
/// Operations below which a part is not worth a thread of its own: some twenty microseconds.
pub(super) const LEAST_PART: u64 = 150_000;
/// Operations that a joint costs beside its arithmetic: reading and assembling.
const PER_JOINT: u64 = 400;
/// Further subtrees are not opened: enough to fill the parts.
const MOST_SUBTREES: usize = 256;

/// Ranges of an elimination order that are worked on at the same time; the last one waits for all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// They follow one another and cover the order.
    pub parts: Vec<Range<usize>>,
    /// For `cyclic`: how many levels it has, and down to what.
    pub reduction: Option<Reduction>,
}

/// The work of `cyclic` on a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reduction {
    /// Its block.
    pub form: Form,
    /// L: with as many joints or fewer they are eliminated in sequence.
    pub limit: usize,
    /// Rounds of eliminations that do not wait for one another.
    pub levels: usize,
    /// Joints that are left after these, and are eliminated in sequence.
    pub left: usize,
}

/// The block of `cyclic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// The whole mechanism: it is below the limit, or cannot be divided.
    Sequence,
    /// One joint.
    Fine,
    /// The part of a thread.
    Coarse,
}

impl Reduction {
    /// A sentence for the user.
    pub fn describe(&self, n_parts: usize) -> String {
        let Reduction { limit, levels, left, .. } = *self;
        let levels = if levels == 1 { "1 level".to_string() } else { format!("{levels} levels") };
        match self.form {
            Form::Sequence => {
                format!("{left} joints in sequence, too few to be divided or too closely coupled (limit {limit})")
            }
            Form::Fine => format!("{levels} of independent joints, then {left} in sequence (limit {limit})"),
            Form::Coarse => format!("{n_parts} blocks at the same time, {levels}, then {left} joints in sequence"),
        }
    }
}

impl Schedule {
    /// One part.
    pub(crate) fn serial(filled: &FilledPattern) -> Schedule {
        Schedule { parts: Vec::from([Range { start: 0, end: filled.n() }]), reduction: None }
    }

    /// Arranges an elimination order for `n_parts` threads: the same elimination, ancestors of all parts last.
    pub fn arrange(graph: &Graph, order: Vec<usize>, n_parts: usize) -> (FilledPattern, Schedule) {
        Schedule::arrange_parts(graph, order, n_parts, LEAST_PART)
    }

    /// As [`arrange`](Schedule::arrange), with parts of at least so many operations.
    pub(crate) fn arrange_parts(
        graph: &Graph,
        order: Vec<usize>,
        n_parts: usize,
        least: u64,
    ) -> (FilledPattern, Schedule) {
        let order = EliminationTree::of(graph, order).postorder();
        let filled = FilledPattern::analyze(graph, order);
        let forest = Forest::of(graph, &filled);
        let subtrees = forest.choose_subtrees(n_parts as u64);
        if subtrees.len() < 2 {
            let schedule = Schedule::serial(&filled);
            return (filled, schedule);
        }
        let weights = |k: usize| forest.below[subtrees[k]] as usize;
        let bins = divide(subtrees.len(), weights, least as usize);
        if bins.len() < 2 {
            let schedule = Schedule::serial(&filled);
            return (filled, schedule);
        }

        let mut in_part = vec![false; filled.n()];
        let (mut order, mut parts) = (Vec::with_capacity(filled.n()), Vec::new());
        for bin in bins {
            let start = order.len();
            for &root in &subtrees[bin] {
                for position in forest.subtree(root) {
                    in_part[position] = true;
                    order.push(filled.order[position]);
                }
            }
            parts.push(start..order.len());
        }
        let in_parts = order.len();
        order.extend((0..filled.n()).filter(|&p| !in_part[p]).map(|p| filled.order[p]));
        parts.push(in_parts..order.len());
        (FilledPattern::analyze(graph, order), Schedule { parts, reduction: None })
    }

    /// The last `n_last` joints of an order in sequence, all others before them in parts of at least so many
    /// operations.
    pub(super) fn arrange_around(
        graph: &Graph,
        order: Vec<usize>,
        n_last: usize,
        least: u64,
    ) -> (FilledPattern, Schedule) {
        let n_first = order.len() - n_last;
        let EliminationTree { mut order, mut parent } = EliminationTree::of(graph, order);
        let last = order.split_off(n_first);
        parent.truncate(n_first);
        parent.iter_mut().for_each(|p| *p = p.filter(|&p| p < n_first));
        let mut order = EliminationTree { order, parent }.postorder();
        order.extend(last);
        let filled = FilledPattern::analyze(graph, order);
        let forest = Forest::of(graph, &filled);
        let is_root = |&k: &usize| filled.parent[k].is_none_or(|p| p >= n_first);
        let roots: Vec<usize> = (0..n_first).filter(is_root).collect();
        let bins = divide(roots.len(), |k| forest.below[roots[k]] as usize, least as usize);
        let mut parts: Vec<Range<usize>> = Vec::new();
        for bin in bins.into_iter().filter(|bin| !bin.is_empty()) {
            parts.push(parts.last().map_or(0, |part| part.end)..roots[bin.end - 1] + 1);
        }
        if parts.len() < 2 {
            let schedule = Schedule::serial(&filled);
            return (filled, schedule);
        }
        parts.push(n_first..filled.n());
        (filled, Schedule { parts, reduction: None })
    }

    /// As (1), with parts as they are: each on one of `n_threads` threads, the heaviest first.
    pub(super) fn calc_time(&self, graph: &Graph, filled: &FilledPattern, n_threads: usize) -> u64 {
        let forest = Forest::of(graph, filled);
        let work = |part: &Range<usize>| forest.own[part.clone()].iter().sum::<u64>();
        let Some((last, others)) = self.parts.split_last() else { return 0 };
        spread(others.iter().map(work).collect(), n_threads) + work(last)
    }

    /// Parts that can be worked on at the same time.
    pub(crate) fn n_parts(&self) -> usize {
        self.parts.len().saturating_sub(1).max(1)
    }
}

/// When the last of these tasks ends, if each of `n_threads` threads takes the heaviest that is left.
pub(super) fn spread(mut tasks: Vec<u64>, n_threads: usize) -> u64 {
    tasks.sort_unstable_by(|a, b| b.cmp(a));
    let mut threads: BinaryHeap<Reverse<u64>> = (0..n_threads.max(1)).map(|_| Reverse(0)).collect();
    for task in tasks {
        if let Some(mut first) = threads.peek_mut() {
            first.0 += task;
        }
    }
    threads.into_iter().map(|Reverse(end)| end).max().unwrap_or(0)
}

/// Operations of a joint of m equations with w around it.
pub(super) fn calc_work(m: u64, w: u64) -> u64 {
    PER_JOINT + m * (m + w) * (m + w)
}

/// The elimination tree with the work in it; positions are in postorder.
struct Forest {
    parent: Vec<Option<usize>>,
    /// Operations of a position.
    own: Vec<u64>,
    /// Operations of a position and all below it.
    below: Vec<u64>,
    /// Positions of a subtree.
    size: Vec<usize>,
    children: Vec<Vec<usize>>,
}

impl Forest {
    fn of(graph: &Graph, filled: &FilledPattern) -> Forest {
        let n = filled.n();
        let equations = |position: usize| graph.edges()[filled.order[position]].size() as u64;
        let own: Vec<u64> = (0..n)
            .map(|k| {
                let (m, w) = (equations(k), filled.column(k).iter().map(|&l| equations(l as usize)).sum::<u64>());
                calc_work(m, w)
            })
            .collect();
        let (mut below, mut size, mut children) = (own.clone(), vec![1; n], vec![Vec::new(); n]);
        for k in 0..n {
            if let Some(p) = filled.parent[k] {
                below[p] += below[k];
                size[p] += size[k];
                children[p].push(k);
            }
        }
        Forest { parent: filled.parent.clone(), own, below, size, children }
    }

    fn total(&self) -> u64 {
        self.own.iter().sum()
    }

    fn subtree(&self, root: usize) -> Range<usize> {
        root + 1 - self.size[root]..root + 1
    }

    /// Roots of disjoint subtrees, ascending, that by (1) end first.
    fn choose_subtrees(&self, n_parts: u64) -> Vec<usize> {
        let roots: Vec<usize> = (0..self.parent.len()).filter(|&k| self.parent[k].is_none()).collect();
        let mut heap: BinaryHeap<(u64, usize)> = roots.iter().map(|&r| (self.below[r], r)).collect();
        let (total, mut ancestors) = (self.total(), 0);
        let mut best = (self.calc_time(&heap, total, ancestors, n_parts), roots);
        while heap.len() < MOST_SUBTREES.max(best.1.len()) {
            let Some((_, root)) = heap.pop() else { break };
            let Some((path, fork)) = self.find_fork(root) else { break };
            ancestors += path;
            if 2 * ancestors > total {
                break;
            }
            heap.extend(self.children[fork].iter().map(|&child| (self.below[child], child)));
            let time = self.calc_time(&heap, total, ancestors, n_parts);
            if time < best.0 {
                best = (time, heap.iter().map(|&(_, root)| root).collect());
            }
        }
        best.1.sort_unstable();
        best.1
    }

    /// (1)
    fn calc_time(&self, heap: &BinaryHeap<(u64, usize)>, total: u64, ancestors: u64, n_parts: u64) -> u64 {
        let heaviest = heap.peek().map_or(0, |&(work, _)| work);
        heaviest.max((total - ancestors) / n_parts.max(1)) + ancestors
    }

    /// The first position with several branches at or below the root, and the work on the way to it, its own included.
    fn find_fork(&self, root: usize) -> Option<(u64, usize)> {
        let (mut k, mut path) = (root, 0);
        loop {
            path += self.own[k];
            match self.children[k][..] {
                [] => return None,
                [only] => k = only,
                _ => return Some((path, k)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::cost::Cost;
    use crate::topology::fill::tests::graphs_with_orders;
    use crate::topology::graph::tests::{chain, net};
    use crate::topology::order;
    use proptest::prelude::*;

    fn both_ends(n: usize) -> Vec<usize> {
        let half = n / 2;
        (0..half).chain((half + 1..n).rev()).chain([half]).collect()
    }

    #[test]
    fn a_chain_from_both_ends_has_two_equal_parts() {
        let g = chain(1001);
        let (filled, schedule) = Schedule::arrange(&g, both_ends(1001), USUAL_PARTS);
        assert_eq!(schedule.parts, [0..500, 500..1000, 1000..1001]);
        assert_eq!(filled.rows.len(), 1000, "no fill");
    }

    #[test]
    fn a_chain_from_end_to_end_and_a_short_one_stay_serial() {
        let n = 1000;
        assert_eq!(Schedule::arrange(&chain(n), (0..n).collect(), 4).1.n_parts(), 1);
        assert_eq!(Schedule::arrange(&chain(20), both_ends(20), 4).1.n_parts(), 1);
    }

    #[test]
    fn a_net_is_divided_into_parts_of_similar_work() {
        let g = net(30);
        let order = order::minimum_degree(&g);
        let before = Cost::of(&g, order.clone());
        let (filled, schedule) = Schedule::arrange(&g, order, USUAL_PARTS);
        assert!(schedule.n_parts() >= 2, "{schedule:?}");
        assert_eq!(Cost::of(&g, filled.order.clone()).blocks, before.blocks);
    }

    proptest! {
        /// Property (a), and that parts are coupled to themselves and to the last part only.
        #[test]
        fn parts_wait_for_the_last_one_only((g, order) in graphs_with_orders(), n_parts in 1_usize..9) {
            let before = Cost::of(&g, order.clone());
            let (filled, schedule) = Schedule::arrange_parts(&g, order, n_parts, 1);
            prop_assert_eq!(Cost::of(&g, filled.order.clone()).blocks, before.blocks);
            let last = schedule.parts.last().cloned().unwrap_or(0..0);
            prop_assert_eq!(last.end, filled.n());
            for part in &schedule.parts {
                for k in part.clone() {
                    prop_assert!(filled.column(k).iter().all(|&l| part.contains(&(l as usize)) || last.contains(&(l as usize))));
                }
            }
        }
    }
}
