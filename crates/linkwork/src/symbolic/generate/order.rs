//! In which order equations are eliminated: several are tried, and the one that takes fewest operations is kept.

use super::factor::{Sparse, Unknown};
use std::collections::{BTreeMap, BTreeSet};

/// By unknown: which others it is coupled with.
pub type Neighbors = Vec<BTreeSet<usize>>;

/// Which unknowns are coupled, by their positions: those of equations that share a place, and hubs with equations at their places.
pub fn couple(columns: &[Sparse], unknowns: &[Unknown]) -> Neighbors {
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
pub enum Ties {
    /// The first one.
    First,
    /// The last one.
    Last,
}

/// The unknown with fewest neighbors left goes next; its neighbors become neighbors of one another. Those that must wait come after all others.
pub fn fewest_neighbors(mut left: Neighbors, waits: &dyn Fn(usize) -> bool, ties: Ties) -> Vec<usize> {
    let n = left.len();
    let mut waiting: BTreeSet<(bool, usize, usize)> = BTreeSet::new();
    let rank = |k: usize| match ties {
        Ties::First => k,
        Ties::Last => n - 1 - k,
    };
    for k in 0..n {
        waiting.insert((waits(k), left[k].len(), rank(k)));
    }
    let mut order = Vec::with_capacity(n);
    while let Some((_, _, ranked)) = waiting.pop_first() {
        // The ranks of ranks are the numbers.
        let k = rank(ranked);
        let near = std::mem::take(&mut left[k]);
        for &l in &near {
            waiting.remove(&(waits(l), left[l].len(), rank(l)));
            left[l].remove(&k);
            left[l].extend(near.iter().copied().filter(|m| *m != l));
            waiting.insert((waits(l), left[l].len(), rank(l)));
        }
        order.push(k);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::Graph;

    #[test]
    fn chains_are_eliminated_from_their_ends() {
        let g = Graph::new();
        let column = |places: &[usize]| -> Sparse { places.iter().map(|place| (*place, g.input(*place))).collect() };
        let columns = [column(&[0]), column(&[0, 1]), column(&[1, 2]), column(&[2])];
        let neighbors = couple(&columns, &[0, 1, 2, 3].map(Unknown::Row));
        assert_eq!(neighbors[1], BTreeSet::from([0, 2]));
        assert_eq!(fewest_neighbors(neighbors.clone(), &|_| false, Ties::First), [0, 1, 2, 3]);
        assert_eq!(fewest_neighbors(neighbors.clone(), &|_| false, Ties::Last), [3, 2, 1, 0]);
        assert_eq!(fewest_neighbors(neighbors, &|k| k == 0, Ties::First), [3, 2, 1, 0]);
        // A hub is between those that it would couple.
        let neighbors = couple(&columns, &[Unknown::Row(0), Unknown::Row(1), Unknown::Hub(0)]);
        assert_eq!(neighbors, [BTreeSet::from([2]), BTreeSet::from([2]), BTreeSet::from([0, 1])]);
    }
}
