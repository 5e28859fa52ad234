//! The order in which handles are eliminated from the constraint Jacobian: minimum degree, with the ground as the last
//! one.
//!
//! Rows that contain a handle are merged when it is eliminated; those without a pivot then touch all other handles of
//! the merged ones, which are a *clique*. At first every block of equations is one. A handle of few neighbors goes
//! first, so that rows stay short. The ground counts as a neighbor: trees are then eliminated from their leaves toward
//! it, and every joint finds its pivots in the outer body.

use crate::reduced::Pattern;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The remainder of the elimination.
struct Cliques {
    /// Handles of each clique; empty when it was merged into another one.
    members: Vec<Vec<u32>>,
    /// Cliques of each handle, those that were merged included.
    of_handle: Vec<Vec<u32>>,
    /// Σ (|C| − 1) over the cliques of each handle: an upper bound of its neighbors.
    degree: Vec<usize>,
    /// Whether the handle was gathered already, or is gone.
    marked: Vec<bool>,
}

/// Every handle once; ties go to the lowest number.
pub(super) fn find(pattern: &Pattern) -> Vec<u32> {
    let n = pattern.n_handles();
    let mut cliques = Cliques::of(pattern);
    let mut queue: BinaryHeap<Reverse<(usize, u32)>> = (0..n).map(|h| Reverse((cliques.degree[h], h as u32))).collect();
    let (mut order, mut gone) = (Vec::with_capacity(n), vec![false; n]);
    while let Some(Reverse((degree, handle))) = queue.pop() {
        let h = handle as usize;
        // An entry with another degree is out of date; a newer one exists.
        if gone[h] || degree != cliques.degree[h] {
            continue;
        }
        gone[h] = true;
        order.push(handle);
        for neighbor in cliques.eliminate(h) {
            if (neighbor as usize) < n {
                queue.push(Reverse((cliques.degree[neighbor as usize], neighbor)));
            }
        }
    }
    order
}

impl Cliques {
    /// One clique for each block; blocks of one or no handle touch the ground, which is the handle after the last.
    fn of(pattern: &Pattern) -> Cliques {
        let n = pattern.n_handles();
        let mut cliques = Cliques {
            members: Vec::with_capacity(pattern.n_blocks() + n),
            of_handle: vec![Vec::new(); n + 1],
            degree: vec![0; n + 1],
            marked: vec![false; n + 1],
        };
        for block in 0..pattern.n_blocks() {
            let mut members: Vec<u32> = pattern.incidences(block).iter().map(|i| i.handle as u32).collect();
            if members.len() == 1 {
                members.push(n as u32);
            }
            cliques.add(members);
        }
        cliques
    }

    fn add(&mut self, members: Vec<u32>) {
        let clique = self.members.len() as u32;
        for &m in &members {
            self.degree[m as usize] += members.len() - 1;
            self.of_handle[m as usize].push(clique);
        }
        self.members.push(members);
    }

    /// Merges the cliques of a handle into one without it; returns its members.
    fn eliminate(&mut self, handle: usize) -> Vec<u32> {
        let mut merged = Vec::new();
        self.marked[handle] = true;
        for clique in std::mem::take(&mut self.of_handle[handle]) {
            let members = std::mem::take(&mut self.members[clique as usize]);
            for &m in &members {
                self.degree[m as usize] -= members.len() - 1;
                if !self.marked[m as usize] {
                    self.marked[m as usize] = true;
                    merged.push(m);
                }
            }
        }
        merged.iter().for_each(|&m| self.marked[m as usize] = false);
        // A single handle left over has no neighbor by this clique.
        if merged.len() > 1 {
            self.add(merged.clone());
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_eliminated_toward_the_ground() {
        // Body 2 on the ground, 0 and 3 on it, 1 on 3.
        let pattern = Pattern::new(6, &[1; 4], &[(5, vec![2]), (5, vec![2, 0]), (5, vec![3, 2]), (5, vec![1, 3])]);
        assert_eq!(find(&pattern), [0, 1, 3, 2]);
    }

    #[test]
    fn every_handle_is_named_once() {
        // A ring on the ground, a gear over four bodies, and a free body.
        let blocks =
            [(2, vec![0]), (2, vec![0, 1]), (2, vec![1, 2]), (2, vec![2]), (1, vec![0, 1, 2, 3]), (2, vec![3])];
        let mut order = find(&Pattern::new(3, &[1; 5], &blocks));
        assert_eq!(order[0], 4);
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3, 4]);
    }
}
