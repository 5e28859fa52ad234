//! In which order equations are eliminated: several are tried, and the one that takes fewest operations is kept.

use super::factor::{Sparse, Unknown};
use std::collections::{BTreeMap, BTreeSet};

/// By unknown: which others it is coupled with.
pub(super) type Neighbors = Vec<BTreeSet<usize>>;

/// Which unknowns are coupled, by their positions: those of equations that share a place, and hubs with equations at
/// their places.
pub(super) fn couple(columns: &[Sparse], unknowns: &[Unknown]) -> Neighbors {
    let mut by_place: BTreeMap<usize, (Option<usize>, Vec<usize>)> = BTreeMap::new();
    for (k, unknown) in unknowns.iter().enumerate() {
        match unknown {
            Unknown::Row(row) => columns[*row].keys().for_each(|p| by_place.entry(*p).or_default().1.push(k)),
            Unknown::Hub(place) => by_place.entry(*place).or_default().0 = Some(k),
        }
    }
    let mut neighbors = vec![BTreeSet::new(); unknowns.len()];
    for (hub, rows) in by_place.values() {
        for &k in rows {
            match hub {
                Some(hub) => {
                    neighbors[k].insert(*hub);
                    neighbors[*hub].insert(k);
                }
                None => neighbors[k].extend(rows.iter().copied().filter(|l| *l != k)),
            }
        }
    }
    neighbors
}

/// Ties between equations that have equally few neighbors.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ties {
    /// The first one.
    First,
    /// The last one.
    Last,
    /// One at random, the same for the same seed.
    Shuffled(u64),
}

impl Ties {
    /// Places in a queue, by number.
    fn ranks(self, n: usize) -> Vec<usize> {
        let mut ranks: Vec<usize> = (0..n).collect();
        match self {
            Ties::First => {}
            Ties::Last => ranks.reverse(),
            Ties::Shuffled(seed) => {
                // A linear congruential generator is random enough [Knuth, MMIX].
                let mut state = seed;
                for k in (1..n).rev() {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    ranks.swap(k, (state >> 33) as usize % (k + 1));
                }
            }
        }
        ranks
    }
}

/// The unknown with fewest neighbors left goes next; its neighbors become neighbors of one another. Those that must
/// wait come after all others.
pub(super) fn fewest_neighbors(mut left: Neighbors, waits: &dyn Fn(usize) -> bool, ties: Ties) -> Vec<usize> {
    let n = left.len();
    let ranks = ties.ranks(n);
    let mut by_rank = vec![0; n];
    ranks.iter().enumerate().for_each(|(k, &rank)| by_rank[rank] = k);
    let mut waiting: BTreeSet<(bool, usize, usize)> = (0..n).map(|k| (waits(k), left[k].len(), ranks[k])).collect();
    let mut order = Vec::with_capacity(n);
    while let Some((_, _, rank)) = waiting.pop_first() {
        let k = by_rank[rank];
        let near = std::mem::take(&mut left[k]);
        for &l in &near {
            waiting.remove(&(waits(l), left[l].len(), ranks[l]));
            left[l].remove(&k);
            left[l].extend(near.iter().copied().filter(|m| *m != l));
            waiting.insert((waits(l), left[l].len(), ranks[l]));
        }
        order.push(k);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::graph::Graph;

    #[test]
    fn chains_are_eliminated_from_their_ends() {
        let g = Graph::new();
        let column = |places: &[usize]| -> Sparse { places.iter().map(|place| (*place, g.input(*place))).collect() };
        let columns = [column(&[0]), column(&[0, 1]), column(&[1, 2]), column(&[2])];
        let neighbors = couple(&columns, &[0, 1, 2, 3].map(Unknown::Row));
        assert_eq!(neighbors[1], BTreeSet::from([0, 2]));
        assert_eq!(fewest_neighbors(neighbors.clone(), &|_| false, Ties::First), [0, 1, 2, 3]);
        assert_eq!(fewest_neighbors(neighbors.clone(), &|_| false, Ties::Last), [3, 2, 1, 0]);
        assert_eq!(fewest_neighbors(neighbors.clone(), &|k| k == 0, Ties::First), [3, 2, 1, 0]);
        let mut shuffled = fewest_neighbors(neighbors.clone(), &|_| false, Ties::Shuffled(3));
        shuffled.sort_unstable();
        assert_eq!(shuffled, [0, 1, 2, 3]);
        // A hub is between those that it would couple.
        let neighbors = couple(&columns, &[Unknown::Row(0), Unknown::Row(1), Unknown::Hub(0)]);
        assert_eq!(neighbors, [BTreeSet::from([2]), BTreeSet::from([2]), BTreeSet::from([0, 1])]);
    }
}
