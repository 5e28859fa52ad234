//! The elimination tree: which joint waits for which when joints are eliminated in a given order, and where the
//! factor has entries. From the graph alone, in time proportional to the number of joints, for the tree, and to the
//! number of entries, for a visit of them.
//!
//! Positions count joints in elimination order. The factor L of E has an entry (i, k), i > k, when joints i and k are
//! coupled once all before k are gone. The *parent* of k is the first such i. Facts used below:
//!
//! 1. i is an ancestor of k exactly when positions up to i connect them [Liu 1990, The role of elimination trees in
//!    sparse factorization, §3].
//! 2. The joints of one body are pairwise coupled. By (1) they are a chain of ancestors, so for the tree it is enough
//!    that each of them meets the one before it at that body: the pairs need not be listed.
//! 3. Row i of L has an entry in column k exactly when k is on the way up from some m < i coupled to i [Liu, §3].
//!    By (2) the first joint of each body of i lies below all others, so one walk a body finds the row.

use super::graph::Graph;

/// The order of elimination and the parent of each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EliminationTree {
    /// Position → joint.
    pub order: Vec<usize>,
    /// Position → the first later position it is coupled to when it is eliminated; `None` at a root.
    pub parent: Vec<Option<usize>>,
}

impl EliminationTree {
    /// The tree of an order, which names every edge of the graph once.
    ///
    /// # Panics
    /// If the order names an edge that does not exist.
    pub(crate) fn of(graph: &Graph, order: Vec<usize>) -> EliminationTree {
        debug_assert_eq!(order.len(), graph.n_edges());
        let mut parent = vec![None; order.len()];
        // The highest known ancestor of each position: shortcuts, for the trees can be as deep as a chain is long.
        let mut above: Vec<Option<usize>> = vec![None; order.len()];
        let mut last_at: Vec<Option<usize>> = vec![None; graph.n_bodies()];
        for (i, &joint) in order.iter().enumerate() {
            for body in graph.edges()[joint].moving() {
                let mut below = last_at[body].replace(i);
                while let Some(k) = below.filter(|&k| k != i) {
                    below = above[k].replace(i);
                    if below.is_none() {
                        parent[k] = Some(i);
                    }
                }
            }
        }
        EliminationTree { order, parent }
    }

    /// Number of positions.
    pub(crate) fn n(&self) -> usize {
        self.order.len()
    }

    /// Number of positions on the longest way from a leaf to a root: the steps that must follow one another, however
    /// many threads there are.
    pub(crate) fn height(&self) -> usize {
        let mut height = vec![1; self.n()];
        for k in 0..self.n() {
            if let Some(p) = self.parent[k] {
                height[p] = height[p].max(height[k] + 1);
            }
        }
        height.into_iter().max().unwrap_or(0)
    }

    /// Calls `entry(i, k)` for each entry of the factor below the diagonal, rows i ascending.
    pub(crate) fn visit_entries(&self, graph: &Graph, mut entry: impl FnMut(usize, usize)) {
        let mut met_by = vec![usize::MAX; self.n()];
        let mut first_at = vec![usize::MAX; graph.n_bodies()];
        for (i, &joint) in self.order.iter().enumerate() {
            met_by[i] = i;
            for body in graph.edges()[joint].moving() {
                first_at[body] = first_at[body].min(i);
                let mut next = Some(first_at[body]);
                while let Some(k) = next.filter(|&k| met_by[k] != i) {
                    met_by[k] = i;
                    entry(i, k);
                    next = self.parent[k];
                }
            }
        }
    }

    /// The size of each subtree, its root included.
    pub(crate) fn subtree_sizes(&self) -> Vec<usize> {
        let mut sizes = vec![1; self.n()];
        for k in 0..self.n() {
            if let Some(p) = self.parent[k] {
                sizes[p] += sizes[k];
            }
        }
        sizes
    }

    /// For each pair of positions their lowest common ancestor (a position is its own), `None` in different trees.
    /// The order must be a postorder. In nearly linear time, whatever the pairs.
    ///
    /// In a postorder, once all up to v > u are visited, the lowest ancestor of u that is not behind them is the one
    /// common with v: subtrees are contiguous, so what reaches from u to v or beyond contains both [Tarjan 1979].
    pub(super) fn common_ancestors(&self, pairs: &[[usize; 2]]) -> Vec<Option<usize>> {
        let mut by_later: Vec<usize> = (0..pairs.len()).collect();
        by_later.sort_by_key(|&pair| pairs[pair][0].max(pairs[pair][1]));
        let mut lowest: Vec<usize> = (0..self.n()).collect();
        let mut ancestors = vec![None; pairs.len()];
        let mut visited = 0;
        for pair in by_later {
            let [u, v] = pairs[pair];
            for k in visited..u.max(v) {
                lowest[k] = self.parent[k].unwrap_or(k);
            }
            visited = u.max(v);
            let mut top = u.min(v);
            while lowest[top] != top {
                lowest[top] = lowest[lowest[top]];
                top = lowest[top];
            }
            ancestors[pair] = (top >= visited).then_some(top);
        }
        ancestors
    }

    /// The same elimination in an order where every subtree is contiguous, its root last, and brothers keep their
    /// order: same fill, better locality, for the results of a joint are used soon after they are made.
    pub(crate) fn postorder(&self) -> Vec<usize> {
        let n = self.n();
        let size = self.subtree_sizes();

        // From the roots down: a subtree takes the last free places of its parent's range, its root the very last.
        let mut free_end = vec![0; n];
        let mut free_end_of_roots = n;
        let mut postorder = vec![0; n];
        for k in (0..n).rev() {
            let end = match self.parent[k] {
                Some(p) => &mut free_end[p],
                None => &mut free_end_of_roots,
            };
            let place = *end - 1;
            *end -= size[k];
            postorder[place] = self.order[k];
            free_end[k] = place;
        }
        postorder
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::graph::tests::{chain, graph, net, star};

    fn natural(graph: &Graph) -> EliminationTree {
        EliminationTree::of(graph, (0..graph.n_edges()).collect())
    }

    #[test]
    fn a_chain_from_its_end_is_a_path() {
        let tree = natural(&chain(4));
        assert_eq!(tree.parent, [Some(1), Some(2), Some(3), None]);
        assert_eq!(tree.height(), 4);
    }

    #[test]
    fn a_chain_from_both_ends_meets_in_the_middle() {
        let tree = EliminationTree::of(&chain(5), vec![0, 4, 1, 3, 2]);
        assert_eq!(tree.parent, [Some(2), Some(3), Some(4), Some(4), None]);
        assert_eq!(tree.height(), 3);
        assert_eq!(tree.postorder(), [0, 1, 4, 3, 2]);
    }

    #[test]
    fn what_the_ground_alone_ties_stays_apart() {
        let tree = natural(&graph(2, &[(-1, 0), (-1, 1), (-1, 0)]));
        assert_eq!(tree.parent, [Some(2), None, None]);
        assert_eq!(tree.height(), 2);
        assert_eq!(tree.postorder(), [1, 0, 2]);
    }

    #[test]
    fn a_star_is_a_path_with_every_entry() {
        let (g, mut entries) = (star(6), Vec::new());
        let tree = natural(&g);
        assert_eq!(tree.height(), 6);
        tree.visit_entries(&g, |i, k| entries.push((i, k)));
        assert_eq!(entries.len(), 15);
    }

    #[test]
    fn an_empty_graph_has_an_empty_tree() {
        let tree = natural(&graph(2, &[]));
        assert_eq!((tree.height(), tree.postorder().len()), (0, 0));
    }

    #[test]
    fn postorder_keeps_subtrees_together_and_the_height() {
        let g = net(5);
        let tree = natural(&g);
        let ordered = EliminationTree::of(&g, tree.postorder());
        assert_eq!(ordered.height(), tree.height());
        let size = ordered.subtree_sizes();
        for (k, &size) in size.iter().enumerate() {
            // In a postorder the subtree of k is k − size + 1 … k, so its first child ends right before it.
            assert!(size == 1 || ordered.parent[k - 1] == Some(k));
        }
    }

    #[test]
    fn common_ancestors_are_those_found_by_climbing() {
        let g = net(4);
        let tree = EliminationTree::of(&g, natural(&g).postorder());
        let climb = |from: usize| std::iter::successors(Some(from), |&k| tree.parent[k]);
        let pairs: Vec<[usize; 2]> = (0..tree.n()).flat_map(|u| (0..tree.n()).map(move |v| [u, v])).collect();
        for (&[u, v], found) in pairs.iter().zip(tree.common_ancestors(&pairs)) {
            assert_eq!(found, climb(u).find(|&k| climb(v).any(|l| l == k)), "{u} and {v}");
        }
        let apart = natural(&graph(2, &[(-1, 0), (-1, 1)]));
        assert_eq!(apart.common_ancestors(&[[0, 1], [1, 1]]), [None, Some(1)]);
    }
}
