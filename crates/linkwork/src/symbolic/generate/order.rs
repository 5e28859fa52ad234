//! In which order equations are eliminated: several are tried, and the one that takes fewest operations is kept.

use std::collections::BTreeSet;

/// Which equations are coupled, by number.
pub type Neighbors = Vec<BTreeSet<usize>>;

/// The coupling of sparse columns: those that have a row in common.
pub fn couple<'a>(columns: impl Iterator<Item = Box<dyn Iterator<Item = usize> + 'a>>) -> Neighbors {
    let mut by_row: std::collections::BTreeMap<usize, Vec<usize>> = std::collections::BTreeMap::new();
    let mut n = 0;
    for (k, rows) in columns.enumerate() {
        rows.for_each(|row| by_row.entry(row).or_default().push(k));
        n = k + 1;
    }
    let mut neighbors = vec![BTreeSet::new(); n];
    for group in by_row.values() {
        for &k in group {
            neighbors[k].extend(group.iter().copied().filter(|l| *l != k));
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

/// The equation with fewest neighbors left goes next; its neighbors become neighbors of one another.
pub fn fewest_neighbors(mut left: Neighbors, ties: Ties) -> Vec<usize> {
    let n = left.len();
    let mut waiting: BTreeSet<(usize, usize)> = BTreeSet::new();
    let rank = |k: usize| match ties {
        Ties::First => k,
        Ties::Last => n - 1 - k,
    };
    for k in 0..n {
        waiting.insert((left[k].len(), rank(k)));
    }
    let mut order = Vec::with_capacity(n);
    while let Some((_, ranked)) = waiting.pop_first() {
        // The ranks of ranks are the numbers.
        let k = rank(ranked);
        let near = std::mem::take(&mut left[k]);
        for &l in &near {
            waiting.remove(&(left[l].len(), rank(l)));
            left[l].remove(&k);
            left[l].extend(near.iter().copied().filter(|m| *m != l));
            waiting.insert((left[l].len(), rank(l)));
        }
        order.push(k);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_eliminated_from_their_ends() {
        let rows: [&[usize]; 4] = [&[0], &[0, 1], &[1, 2], &[2]];
        let neighbors =
            couple(rows.iter().map(|rows| Box::new(rows.iter().copied()) as Box<dyn Iterator<Item = usize>>));
        assert_eq!(neighbors[1], BTreeSet::from([0, 2]));
        assert_eq!(fewest_neighbors(neighbors.clone(), Ties::First), [0, 1, 2, 3]);
        assert_eq!(fewest_neighbors(neighbors, Ties::Last), [3, 2, 1, 0]);
    }
}
