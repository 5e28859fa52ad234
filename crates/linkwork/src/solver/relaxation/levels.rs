//! Which joints a hierarchy takes at which level, and where everything of it lies: from the pattern alone, once.
//!
//! A level is a set of joints of which no two share a body. Taking them out couples what remains through them: the
//! coarse level, on which the next set is chosen. Along a chain every second joint goes [Mráz and Valášek, odd–even],
//! so that there are about log₂ n levels, and every joint keeps two neighbors. Bodies with many joints and nets of
//! bodies fill up instead; such a hierarchy is not made.

use crate::parallel::divide;
use crate::reduced::{Incidence, Pattern};
use std::ops::Range;

/// Couplings per joint, over all levels, beyond which levels no longer are neighbors' work. A chain has two, a tree of
/// four branches at every body less than six.
const MOST_COUPLINGS: usize = 8;
/// Limit of neighbors: among the joints that remain, those with more than this many times the fewest wait for a later
/// level.
const DEGREE_ROOM: usize = 2;
/// Products of blocks that make a task worth handing to another thread.
const LEAST_TASK: usize = 300;

/// A joint at its place in the hierarchy, with everything that concerns it.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// Its block in the pattern.
    pub(super) block: usize,
    /// Its rows in the pattern.
    pub(super) rows: Range<usize>,
    /// Its first row in the order of places.
    pub(super) first: usize,
    /// Where its numbers start: S of the joint itself, S of all couplings to later joints, then W = S_lk S_kk⁻¹ of
    /// these.
    pub(super) start: usize,
    /// Later joints that are coupled to it.
    pub(super) couplings: Vec<Coupling>,
    /// Earlier joints that are coupled to it, ascending: what its right side takes over from them.
    pub(super) earlier: Vec<Earlier>,
    /// Contributions of E to its numbers.
    pub(super) sources: Vec<Source>,
    /// Contributions of earlier levels.
    pub(super) updates: Vec<Update>,
}

impl Place {
    /// Its number of equations.
    #[inline]
    pub(super) fn n_rows(&self) -> usize {
        self.rows.len()
    }
}

/// A later joint l of a joint k: S_lk and W_lk, counted from the start of k.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coupling {
    pub(super) place: usize,
    pub(super) n_rows: usize,
    pub(super) first: usize,
    pub(super) s: usize,
    pub(super) w: usize,
}

/// An earlier joint f of a joint k: where W_kf lies, and the rows of f.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earlier {
    pub(super) n_rows: usize,
    pub(super) first: usize,
    pub(super) w: usize,
}

/// G_a Λ G_bᵀ, to be added at `target`, counted from the start of the joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) a: Incidence,
    pub(super) b: Incidence,
    pub(super) target: usize,
}

/// S_lk −= W_lf S_kfᵀ for a joint f of an earlier level; target as above, W and S by where they lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Update {
    pub(super) target: usize,
    pub(super) n_rows: usize,
    pub(super) n_inner: usize,
    pub(super) w: usize,
    pub(super) s: usize,
}

/// The hierarchy's shape.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    /// Level by level.
    pub(super) places: Vec<Place>,
    /// Ranges of places of each level, with about equal work.
    pub(super) tasks: Vec<Vec<Range<usize>>>,
    /// Length of the memory for all blocks.
    pub(super) n_entries: usize,
}

impl Levels {
    /// `None` where levels would fill up.
    pub(super) fn analyze(pattern: &Pattern) -> Option<Levels> {
        let (order, ends, later) = choose_levels(pattern)?;
        let mut place_of = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &block)| place_of[block] = place);
        let mut places: Vec<Place> = Vec::with_capacity(order.len());
        let (mut first, mut start) = (0, 0);
        for &block in &order {
            let rows = pattern.rows(block);
            let mut coupled: Vec<usize> = later[block].iter().map(|&l| place_of[l]).collect();
            coupled.sort_unstable();
            let mut place = Place { block, first, start, ..Place::default() };
            start += place.lay_out(rows.len(), &coupled, |p| pattern.n_rows_of(order[p]));
            first += rows.len();
            place.rows = rows;
            places.push(place);
        }
        link(&mut places);
        places.iter_mut().for_each(|place| place.list_sources(pattern, &place_of));
        let weight = |place: &Place| 1 + place.updates.len() + place.sources.len();
        let level_starts = std::iter::once(0).chain(ends.iter().copied());
        let tasks = level_starts.zip(&ends).map(|(from, &to)| {
            let ranges = divide(to - from, |k| weight(&places[from + k]), LEAST_TASK);
            ranges.into_iter().map(|range| range.start + from..range.end + from).collect()
        });
        Some(Levels { tasks: tasks.collect(), places, n_entries: start })
    }
}

impl Place {
    /// Says where blocks lie; returns their length.
    fn lay_out(&mut self, m: usize, coupled: &[usize], n_rows_of: impl Fn(usize) -> usize) -> usize {
        let all: usize = coupled.iter().map(|&place| n_rows_of(place)).sum();
        let mut s = m * m;
        for &place in coupled {
            let n_rows = n_rows_of(place);
            self.couplings.push(Coupling { place, n_rows, first: 0, s, w: s + all * m });
            s += n_rows * m;
        }
        m * m + 2 * all * m
    }

    /// Pairs of incidences at the same node, of this joint with itself and with later ones.
    fn list_sources(&mut self, pattern: &Pattern, place_of: &[usize]) {
        for b in pattern.incidences(self.block) {
            for a in pattern.at_node(b.node) {
                let coupling = self.couplings.iter().find(|c| c.place == place_of[a.block]);
                let target = if a.block == self.block { Some(0) } else { coupling.map(|c| c.s) };
                self.sources.extend(target.map(|target| Source { a: *a, b: *b, target }));
            }
        }
    }
}

/// Tells every joint of the earlier ones: what it takes from them.
fn link(places: &mut [Place]) {
    let firsts: Vec<usize> = places.iter().map(|place| place.first).collect();
    for f in 0..places.len() {
        places[f].couplings.iter_mut().for_each(|coupling| coupling.first = firsts[coupling.place]);
        let (start, inner, first) = (places[f].start, places[f].n_rows(), places[f].first);
        let coupled = places[f].couplings.clone();
        for (i, k) in coupled.iter().enumerate() {
            places[k.place].earlier.push(Earlier { n_rows: inner, first, w: start + k.w });
            for l in &coupled[i..] {
                let place = &mut places[k.place];
                let target = if l.place == k.place { Some(0) } else { place.find_coupling(l.place) };
                let target = target.expect("taking out a joint couples all its neighbors");
                place.updates.push(Update { target, n_rows: l.n_rows, n_inner: inner, w: start + l.w, s: start + k.s });
            }
        }
    }
}

impl Place {
    fn find_coupling(&self, place: usize) -> Option<usize> {
        self.couplings.iter().find(|coupling| coupling.place == place).map(|coupling| coupling.s)
    }
}

/// Joints in the order of their levels, where each level ends, and for each joint those of later levels that are
/// coupled to it when it is taken out. `None` where there are too many of these.
#[allow(clippy::type_complexity)]
fn choose_levels(pattern: &Pattern) -> Option<(Vec<usize>, Vec<usize>, Vec<Vec<usize>>)> {
    let n = pattern.n_blocks();
    let mut graph = pattern.couplings();
    // Blocks without equations are coupled to nothing.
    let is_empty = |block: usize| pattern.n_rows_of(block) == 0;
    graph.iter_mut().for_each(|list| list.retain(|&other| !is_empty(other)));
    (0..n).filter(|&block| is_empty(block)).for_each(|block| graph[block].clear());
    let mut later = vec![Vec::new(); n];
    let mut rest: Vec<usize> = (0..n).collect();
    let (mut order, mut ends, mut n_couplings) = (Vec::with_capacity(n), Vec::new(), 0);
    while !rest.is_empty() {
        let fewest = rest.iter().map(|&j| graph[j].len()).min().unwrap_or(0);
        let mut is_blocked = vec![false; n];
        let mut taken = Vec::new();
        for &joint in &rest {
            if !is_blocked[joint] && graph[joint].len() <= DEGREE_ROOM * fewest.max(1) {
                graph[joint].iter().for_each(|&other| is_blocked[other] = true);
                taken.push(joint);
            }
        }
        for &joint in &taken {
            let coupled = std::mem::take(&mut graph[joint]);
            n_couplings += coupled.len();
            if n_couplings > MOST_COUPLINGS * n {
                return None;
            }
            couple(&mut graph, joint, &coupled);
            later[joint] = coupled;
        }
        let mut is_taken = vec![false; n];
        taken.iter().for_each(|&joint| is_taken[joint] = true);
        rest.retain(|&joint| !is_taken[joint]);
        order.extend(taken);
        ends.push(order.len());
    }
    Some((order, ends, later))
}

/// Takes a joint out of the graph: its neighbors become neighbors of one another.
fn couple(graph: &mut [Vec<usize>], joint: usize, coupled: &[usize]) {
    for &a in coupled {
        graph[a].retain(|&other| other != joint);
        for &b in coupled.iter().filter(|&&b| b != a) {
            if let Err(at) = graph[a].binary_search(&b) {
                graph[a].insert(at, b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(n: usize) -> Pattern {
        let blocks: Vec<_> = (0..n).map(|k| (2, if k == 0 { vec![0] } else { vec![k - 1, k] })).collect();
        Pattern::new(3, &vec![1; n], &blocks)
    }

    #[test]
    fn along_a_chain_every_second_joint_goes() {
        let levels = Levels::analyze(&chain(1000)).unwrap();
        assert_eq!(levels.tasks.len(), 10, "log₂ 1000 levels");
        let first: Vec<usize> = levels.places[..4].iter().map(|place| place.block).collect();
        assert_eq!(first, [0, 2, 4, 6]);
        assert!(levels.places.iter().all(|place| place.couplings.len() <= 2 && place.updates.len() <= 3 * 10));
    }

    /// All joints of a star share its hub: each would be a level of its own.
    #[test]
    fn stars_have_no_levels() {
        let star = |n: usize| {
            let blocks: Vec<_> = (1..=n).map(|k| (3, vec![0, k])).collect();
            Pattern::new(6, &vec![1; n + 1], &blocks)
        };
        assert!(Levels::analyze(&star(100)).is_none());
        assert_eq!(Levels::analyze(&star(4)).unwrap().tasks.len(), 4);
    }
}
