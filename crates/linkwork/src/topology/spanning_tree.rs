//! The spanning tree of a mechanism: which joint leads from each body towards the ground, and which joints are left
//! over and close loops. One breadth-first walk, in time proportional to the number of joints.
//!
//! The result must be the same for the same model, whatever the machine: bodies are taken first come, first served,
//! their joints by ascending id. It should be shallow, since recursions along the tree are as long as it is deep;
//! breadth first gives the least depth for the given bases.
//!
//! An *island* is a set of bodies held together by joints. The ground joins all that it touches into one; an island
//! without it floats, and its lowest body is its base. Gears do not join islands.

use super::graph::Graph;
use crate::ids::{BodyId, JointId};
use std::collections::VecDeque;

/// Parents of all moving bodies, chords and islands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpanningTree {
    /// The body one joint nearer to the ground; `None` for the base of a floating island.
    pub parent_body: Vec<Option<BodyId>>,
    /// The joint to the parent; `None` for the base of a floating island.
    pub parent_joint: Vec<Option<JointId>>,
    /// Number of joints up to the ground, or to the base of a floating island.
    pub depth: Vec<usize>,
    /// Island of each body: 0, 1, … in the order in which the walk finds them; the grounded one first, if any.
    pub island: Vec<usize>,
    /// All moving bodies, each after its parent.
    pub outward: Vec<BodyId>,
    /// Joints that are not in the tree, ascending; each closes one independent loop. No gears.
    pub chords: Vec<JointId>,
    /// Number of islands; the ground alone is none.
    pub n_islands: usize,
    /// Number of islands without the ground.
    pub n_floating: usize,
}

impl SpanningTree {
    /// Walks the graph from the ground, then from the lowest body of each floating island.
    pub(crate) fn of(graph: &Graph) -> SpanningTree {
        let n = graph.n_bodies();
        let mut tree = SpanningTree {
            parent_body: vec![None; n],
            parent_joint: vec![None; n],
            depth: vec![0; n],
            island: vec![usize::MAX; n],
            outward: Vec::with_capacity(n),
            chords: Vec::new(),
            n_islands: 0,
            n_floating: 0,
        };

        tree.walk_from(BodyId::GROUND, graph);
        tree.n_islands += usize::from(!tree.outward.is_empty());
        for b in 0..n {
            if tree.island[b] == usize::MAX {
                tree.island[b] = tree.n_islands;
                tree.outward.push(BodyId::new(b));
                tree.walk_from(BodyId::new(b), graph);
                tree.n_islands += 1;
                tree.n_floating += 1;
            }
        }
        tree.chords = tree.find_chords(graph);
        tree
    }

    /// Number of independent loops.
    pub(crate) fn loops(&self) -> usize {
        self.chords.len()
    }

    fn walk_from(&mut self, base: BodyId, graph: &Graph) {
        let mut queue = VecDeque::from([(base, 0)]);
        while let Some((body, depth)) = queue.pop_front() {
            for (joint, other) in graph.joints_at(body) {
                let Some(i) = other.index().filter(|&i| self.island[i] == usize::MAX) else { continue };
                self.island[i] = self.n_islands;
                self.parent_body[i] = Some(body);
                self.parent_joint[i] = Some(joint);
                self.depth[i] = depth + 1;
                self.outward.push(other);
                queue.push_back((other, depth + 1));
            }
        }
    }

    fn find_chords(&self, graph: &Graph) -> Vec<JointId> {
        let mut in_tree = vec![false; graph.n_edges()];
        self.parent_joint.iter().flatten().for_each(|j| in_tree[j.index()] = true);
        let left_over = |&j: &usize| !in_tree[j] && graph.edges()[j].ends().is_some();
        (0..graph.n_edges()).filter(left_over).map(JointId::new).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::graph::Edge;
    use crate::topology::graph::tests::{body, chain, graph, net, star, tie};
    use proptest::prelude::*;

    fn chords(tree: &SpanningTree) -> Vec<usize> {
        tree.chords.iter().map(|j| j.index()).collect()
    }

    #[test]
    fn a_chain_is_its_own_tree() {
        let tree = SpanningTree::of(&chain(5));
        assert_eq!(tree.depth, [1, 2, 3, 4, 5]);
        assert_eq!(tree.parent_body[0], Some(BodyId::GROUND));
        assert_eq!(tree.parent_body[4], Some(body(3)));
        assert_eq!(tree.parent_joint[4], Some(JointId::new(4)));
        assert_eq!((tree.loops(), tree.n_islands, tree.n_floating), (0, 1, 0));
    }

    #[test]
    fn a_four_bar_is_cut_opposite_the_ground() {
        // Ground – 0 – 1 – 2 – ground: breadth first reaches 0 and 2, then 1 from 0, and leaves joint 2.
        let tree = SpanningTree::of(&graph(3, &[(-1, 0), (0, 1), (1, 2), (2, -1)]));
        assert_eq!(tree.depth, [1, 2, 1]);
        assert_eq!(chords(&tree), [2]);
        assert_eq!(tree.outward, [body(0), body(2), body(1)]);
    }

    #[test]
    fn a_floating_ring_hangs_on_its_lowest_body() {
        let tree = SpanningTree::of(&graph(4, &[(3, 2), (2, 1), (1, 3), (0, -1)]));
        assert_eq!((tree.n_islands, tree.n_floating, tree.loops()), (2, 1, 1));
        assert_eq!(tree.island, [0, 1, 1, 1]);
        assert_eq!((tree.parent_body[1], tree.parent_joint[1], tree.depth[1]), (None, None, 0));
        assert_eq!((tree.parent_body[2], tree.parent_body[3]), (Some(body(1)), Some(body(1))));
        assert_eq!(chords(&tree), [0]);
    }

    #[test]
    fn several_joints_between_the_same_bodies_are_loops() {
        let tree = SpanningTree::of(&graph(2, &[(-1, 0), (1, 0), (0, 1), (1, 0)]));
        assert_eq!(tree.parent_joint[1], Some(JointId::new(1)));
        assert_eq!(chords(&tree), [2, 3]);
    }

    #[test]
    fn joints_of_the_ground_with_itself_are_loops_and_no_island() {
        let tree = SpanningTree::of(&graph(0, &[(-1, -1)]));
        assert_eq!((tree.loops(), tree.n_islands, tree.n_floating), (1, 0, 0));
    }

    #[test]
    fn free_bodies_are_islands_each() {
        let tree = SpanningTree::of(&graph(3, &[]));
        assert_eq!((tree.n_islands, tree.n_floating, tree.loops()), (3, 3, 0));
        assert_eq!(tree.outward, [body(0), body(1), body(2)]);
    }

    #[test]
    fn gears_close_no_loop_and_join_no_islands() {
        let gear = Edge::gear([body(0), body(1), body(2), body(3)], 1);
        let tree = SpanningTree::of(&Graph::new(4, &[tie(0, 1), tie(2, 3), gear]));
        assert_eq!((tree.n_islands, tree.n_floating, tree.loops()), (2, 2, 0));
    }

    #[test]
    fn stars_and_nets_have_their_known_loops() {
        assert_eq!(SpanningTree::of(&star(9)).loops(), 0);
        // A net of k × k bodies has (k − 1)² meshes, and one loop through the two ground joints.
        assert_eq!(SpanningTree::of(&net(6)).loops(), 26);
    }

    proptest! {
        /// Euler's relation, and the defining properties of the tree, on random multigraphs.
        #[test]
        fn trees_span(n in 1_usize..12, pairs in prop::collection::vec((-1_i32..12, -1_i32..12), 0..25)) {
            let inside: Vec<_> = pairs.into_iter().filter(|p| p.0 < n as i32 && p.1 < n as i32).collect();
            let g = graph(n, &inside);
            let tree = SpanningTree::of(&g);
            prop_assert_eq!(tree.loops(), inside.len() + tree.n_floating - n);
            prop_assert_eq!(tree.outward.len(), n);
            let place = |b: BodyId| tree.outward.iter().position(|&o| o == b);
            for i in 0..n {
                let (Some(parent), Some(joint)) = (tree.parent_body[i], tree.parent_joint[i]) else { continue };
                prop_assert!(g.joints_at(body(i as i32)).any(|found| found == (joint, parent)));
                let above = parent.index().map_or(0, |p| tree.depth[p]);
                prop_assert_eq!(tree.depth[i], above + 1);
                prop_assert!(parent.is_ground() || place(parent) < place(body(i as i32)));
            }
            for (a, b) in inside.iter().filter(|p| p.0 >= 0 && p.1 >= 0) {
                prop_assert_eq!(tree.island[*a as usize], tree.island[*b as usize]);
            }
        }
    }
}
