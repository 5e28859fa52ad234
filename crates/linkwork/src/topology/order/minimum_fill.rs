//! `minimum-fill`: greedily a joint whose elimination brings the least fill, counted in entries of the matrix.
//!
//! The *deficiency* of joint v is the fill that eliminating it would bring: Σ mₐ m_b over its neighbors a, b that are
//! not coupled yet. It is kept up to date pair by pair, from the empty graph on. When a and b become coupled,
//!
//! ```text
//!     def(c) −= mₐ m_b                      c near both                                                (1)
//!     def(a) += m_b Σ m_c                   c near a, not near b; likewise for b                        (2)
//! ```
//!
//! and when k goes,
//!
//! ```text
//!     def(a) −= m_k Σ m_c                   a near k; c near a, not near k                              (3)
//! ```
//!
//! Often a little better than minimum degree on nets and loops; but it lists all coupled pairs and takes about as many
//! operations as the elimination has block products, so it is for mechanisms of moderate size.

use crate::topology::coupling::Coupling;
use crate::topology::elimination_tree::EliminationTree;
use crate::topology::graph::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Minimum fill, ties by lowest degree and joint; then put so that each joint follows closely those it waits for.
pub(crate) fn minimum_fill(graph: &Graph) -> Vec<usize> {
    EliminationTree::of(graph, Deficiencies::of(graph).eliminate_all()).postorder()
}

/// The joints that are left, and what eliminating each would fill.
struct Deficiencies {
    size: Vec<u64>,
    /// The neighbors of each joint, ascending.
    near: Vec<Vec<u32>>,
    deficiency: Vec<u64>,
    /// Joints whose deficiency or degree has changed since they were last queued.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
}

impl Deficiencies {
    fn of(graph: &Graph) -> Deficiencies {
        let n = graph.n_edges();
        let mut all = Deficiencies {
            size: graph.edges().iter().map(|e| e.size() as u64).collect(),
            near: vec![Vec::new(); n],
            deficiency: vec![0; n],
            changed: Vec::new(),
            is_changed: vec![false; n],
        };
        let coupling = Coupling::of(graph);
        for a in 0..n {
            coupling.of_joint(a).iter().filter(|&&b| (b as usize) < a).for_each(|&b| all.couple(a, b as usize));
        }
        (0..n).for_each(|a| all.mark(a));
        all
    }

    fn eliminate_all(mut self) -> Vec<usize> {
        let mut queue = BinaryHeap::new();
        let mut order = Vec::with_capacity(self.near.len());
        let mut gone = vec![false; self.near.len()];
        while order.len() < self.near.len() {
            for v in std::mem::take(&mut self.changed) {
                self.is_changed[v as usize] = false;
                queue.push(Reverse(self.rank(v as usize)));
            }
            let Some(Reverse(rank)) = queue.pop() else { break };
            let k = rank.2 as usize;
            // An entry is out of date when its joint is gone or has another rank; then a newer entry exists.
            if !gone[k] && self.rank(k) == rank {
                gone[k] = true;
                order.push(k);
                self.eliminate(k);
            }
        }
        order
    }

    fn rank(&self, v: usize) -> (u64, usize, u32) {
        (self.deficiency[v], self.near[v].len(), v as u32)
    }

    fn mark(&mut self, v: usize) {
        if !std::mem::replace(&mut self.is_changed[v], true) {
            self.changed.push(v as u32);
        }
    }

    /// Takes out joint k, then couples what was around it; the other way round comes to the same.
    fn eliminate(&mut self, k: usize) {
        let around = std::mem::take(&mut self.near[k]);
        for &a in &around {
            let a = a as usize;
            if let Ok(at) = self.near[a].binary_search(&(k as u32)) {
                self.near[a].remove(at);
            }
            // (3)
            let apart = self.sum_apart(a, &around);
            self.deficiency[a] -= self.size[k] * apart;
            self.mark(a);
        }
        for (i, &a) in around.iter().enumerate() {
            for &b in &around[i + 1..] {
                if self.near[a as usize].binary_search(&b).is_err() {
                    self.couple(a as usize, b as usize);
                }
            }
        }
    }

    /// Σ m over the neighbors of a that are not in the list, which is ascending.
    fn sum_apart(&self, a: usize, list: &[u32]) -> u64 {
        let mut rest = list;
        let mut sum = 0;
        for &c in &self.near[a] {
            while rest.first().is_some_and(|&l| l < c) {
                rest = &rest[1..];
            }
            if rest.first() != Some(&c) {
                sum += self.size[c as usize];
            }
        }
        sum
    }

    /// (1), (2) for two joints that are not coupled yet.
    fn couple(&mut self, a: usize, b: usize) {
        let (near_a, near_b) = (std::mem::take(&mut self.near[a]), std::mem::take(&mut self.near[b]));
        let product = self.size[a] * self.size[b];
        let (mut i, mut l) = (0, 0);
        while i < near_a.len() || l < near_b.len() {
            let (c, d) = (near_a.get(i).copied().unwrap_or(u32::MAX), near_b.get(l).copied().unwrap_or(u32::MAX));
            if c == d {
                self.deficiency[c as usize] -= product;
                self.mark(c as usize);
            } else if c < d {
                self.deficiency[a] += self.size[b] * self.size[c as usize];
            } else {
                self.deficiency[b] += self.size[a] * self.size[d as usize];
            }
            i += usize::from(c <= d);
            l += usize::from(d <= c);
        }
        self.near[a] = near_a;
        self.near[b] = near_b;
        for (from, to) in [(a, b), (b, a)] {
            if let Err(at) = self.near[from].binary_search(&(to as u32)) {
                self.near[from].insert(at, to as u32);
            }
            self.mark(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::cost::Cost;
    use crate::topology::fill::tests::graphs_with_orders;
    use crate::topology::graph::tests::{chain, graph, net};
    use crate::topology::order::{minimum_degree, natural};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn trees_and_rings_have_the_least_fill() {
        let fill = |g: &Graph| Cost::of(g, minimum_fill(g)).blocks.fill;
        assert_eq!(fill(&chain(50)), 0);
        assert_eq!(fill(&graph(20, &(0..20).map(|i| (i, (i + 1) % 20)).collect::<Vec<_>>())), 17);
    }

    #[test]
    fn a_net_fills_less_than_by_minimum_degree() {
        let g = net(20);
        let [fill, degree] = [minimum_fill(&g), minimum_degree(&g)].map(|order| Cost::of(&g, order));
        assert!(fill.scalars.factor_nonzeros < degree.scalars.factor_nonzeros);
    }

    proptest! {
        /// Each joint comes once, and brings the least fill of all that were left.
        #[test]
        fn each_choice_is_greedy((g, _) in graphs_with_orders()) {
            let coupling = Coupling::of(&g);
            let size = |j: usize| g.edges()[j].size();
            let mut near: Vec<BTreeSet<usize>> =
                (0..g.n_edges()).map(|j| coupling.of_joint(j).iter().map(|&l| l as usize).collect()).collect();
            let fill = |near: &[BTreeSet<usize>], k: usize| -> usize {
                let apart = |a: usize| near[k].iter().filter(move |&&b| b > a && !near[a].contains(&b));
                near[k].iter().map(|&a| apart(a).map(|&b| size(a) * size(b)).sum::<usize>()).sum()
            };
            let mut left: BTreeSet<usize> = natural(&g).into_iter().collect();
            for k in Deficiencies::of(&g).eliminate_all() {
                prop_assert!(left.contains(&k));
                prop_assert_eq!(Some(fill(&near, k)), left.iter().map(|&j| fill(&near, j)).min());
                left.remove(&k);
                let around = std::mem::take(&mut near[k]);
                for &a in &around {
                    near[a].extend(around.iter().filter(|&&b| b != a));
                    near[a].remove(&k);
                }
            }
            prop_assert!(left.is_empty());
        }
    }
}
