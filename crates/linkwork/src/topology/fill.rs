//! The filled pattern: for each joint, in the order of elimination, the later ones coupled to it when its turn comes.
//! Made once for a mechanism, in time proportional to its size; the numeric elimination runs over it at every step.

use super::elimination_tree::EliminationTree;
use super::graph::Graph;

/// Columns of the factor's lower half, without the diagonal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledPattern {
    /// Position → joint.
    pub order: Vec<usize>,
    /// Joint → position.
    pub position: Vec<usize>,
    /// Column k is `rows[starts[k]..starts[k + 1]]`.
    pub starts: Vec<usize>,
    /// Later positions coupled to the column's, ascending.
    pub rows: Vec<u32>,
    /// Position → its first row; `None` where a column is empty.
    pub parent: Vec<Option<usize>>,
}

impl FilledPattern {
    /// The pattern of eliminating the edges of a graph in this order, which names each of them once.
    ///
    /// # Panics
    /// If the order names an edge that does not exist.
    pub fn analyze(graph: &Graph, order: Vec<usize>) -> FilledPattern {
        let tree = EliminationTree::of(graph, order);
        let n = tree.n();
        let mut starts = vec![0; n + 1];
        tree.visit_entries(graph, |_, k| starts[k + 1] += 1);
        for k in 0..n {
            starts[k + 1] += starts[k];
        }

        // Entries come by ascending row, so each column fills up in order.
        let mut next = starts.clone();
        let mut rows = vec![0; starts[n]];
        tree.visit_entries(graph, |i, k| {
            rows[next[k]] = i as u32;
            next[k] += 1;
        });

        let mut position = vec![0; n];
        tree.order.iter().enumerate().for_each(|(k, &joint)| position[joint] = k);
        FilledPattern { order: tree.order, position, starts, rows, parent: tree.parent }
    }

    /// Number of joints.
    pub fn n(&self) -> usize {
        self.order.len()
    }

    /// The later positions coupled to position k, ascending.
    #[inline]
    pub fn column(&self, k: usize) -> &[u32] {
        &self.rows[self.starts[k]..self.starts[k + 1]]
    }

    /// Where entry (i, k), i > k, stands in `rows`; `None` where the factor has a zero block.
    pub fn find(&self, i: usize, k: usize) -> Option<usize> {
        let row = u32::try_from(i).ok()?;
        self.column(k).binary_search(&row).ok().map(|at| self.starts[k] + at)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::topology::coupling::Coupling;
    use crate::topology::graph::tests::{body, chain, graph, star, tie};
    use crate::topology::graph::{Edge, Graph};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Elimination as one would do it by hand: take a joint out, couple all it was coupled to.
    pub(crate) fn eliminate_by_hand(graph: &Graph, order: &[usize]) -> Vec<BTreeSet<usize>> {
        let coupling = Coupling::of(graph);
        let near = |j| coupling.of_joint(j).iter().map(|&l| l as usize).collect();
        let mut coupled: Vec<BTreeSet<usize>> = (0..graph.n_edges()).map(near).collect();
        let mut columns = Vec::new();
        for &joint in order {
            let column = std::mem::take(&mut coupled[joint]);
            for &i in &column {
                coupled[i].extend(column.iter().filter(|&&l| l != i));
                coupled[i].remove(&joint);
            }
            columns.push(column);
        }
        columns
    }

    /// Random joints and gears on up to nine bodies, and a random order of them.
    pub(crate) fn graphs_with_orders() -> impl Strategy<Value = (Graph, Vec<usize>)> {
        let ends = prop::collection::vec((-1_i32..9, -1_i32..9, 0..9_i32, 0..9_i32, 0..8_u32), 0..28);
        ends.prop_flat_map(|list| {
            let edge = |&(a, b, c, d, kind): &(i32, i32, i32, i32, u32)| match kind {
                0 => Edge::gear([a, b, c, d].map(body), 1),
                size => Edge::joint(body(a), body(b), size as usize),
            };
            let order: Vec<usize> = (0..list.len()).collect();
            (Just(Graph::new(9, &list.iter().map(edge).collect::<Vec<_>>())), Just(order).prop_shuffle())
        })
    }

    #[test]
    fn a_chain_in_order_has_no_fill() {
        let pattern = FilledPattern::analyze(&chain(4), vec![0, 1, 2, 3]);
        assert_eq!(pattern.rows, [1, 2, 3]);
        assert_eq!(pattern.column(3), [0_u32; 0]);
        assert_eq!(pattern.find(2, 1), Some(1));
        assert_eq!(pattern.find(3, 1), None);
    }

    #[test]
    fn taking_the_middle_first_couples_its_neighbors() {
        let pattern = FilledPattern::analyze(&chain(3), vec![1, 0, 2]);
        assert_eq!(pattern.column(0), [1, 2]);
        assert_eq!(pattern.column(1), [2]);
        assert_eq!(pattern.position, [1, 0, 2]);
    }

    #[test]
    fn a_ring_fills_along_the_way() {
        let ring = graph(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
        let pattern = FilledPattern::analyze(&ring, vec![0, 1, 2, 3, 4]);
        let columns: Vec<&[u32]> = (0..5).map(|k| pattern.column(k)).collect();
        assert_eq!(columns, [&[1_u32, 4][..], &[2, 4], &[3, 4], &[4], &[]]);
    }

    #[test]
    fn a_gear_between_two_pendulums_couples_them() {
        let gear = Edge::gear([body(-1), body(0), body(-1), body(1)], 1);
        let g = Graph::new(2, &[tie(-1, 0), tie(-1, 1), gear]);
        let pattern = FilledPattern::analyze(&g, vec![2, 0, 1]);
        assert_eq!(pattern.column(0), [1, 2]);
        assert_eq!(pattern.column(1), [2], "eliminating the gear couples the two pivots");
    }

    #[test]
    fn a_star_is_full() {
        let pattern = FilledPattern::analyze(&star(5), vec![4, 2, 0, 1, 3]);
        assert_eq!(pattern.rows.len(), 10);
    }

    proptest! {
        #[test]
        fn patterns_are_those_found_by_hand((g, order) in graphs_with_orders()) {
            let pattern = FilledPattern::analyze(&g, order.clone());
            for (k, column) in eliminate_by_hand(&g, &order).iter().enumerate() {
                let mut expected: Vec<u32> = column.iter().map(|&j| pattern.position[j] as u32).collect();
                expected.sort_unstable();
                prop_assert_eq!(pattern.column(k), &expected[..]);
                prop_assert_eq!(pattern.parent[k], expected.first().map(|&p| p as usize));
                prop_assert_eq!(pattern.order[pattern.position[k]], k);
            }
        }
    }
}
