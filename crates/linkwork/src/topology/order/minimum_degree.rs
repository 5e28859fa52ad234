//! `minimum-degree`: greedily a joint whose elimination touches the fewest others [Amestoy, Davis, Duff 1996, An
//! approximate minimum degree ordering algorithm, with bodies as the first elements].
//!
//! Brings no fill at all where that is possible joint by joint: trees are eliminated leaf first at a cost proportional
//! to their size. Comes close to the best known orders on small mechanisms, and takes chains of a million joints and
//! bodies of thousands without noticing: neither the coupled pairs nor the fill is ever listed (see
//! [`cliques`](super::cliques)).

use super::cliques::eliminate_greedily;
use crate::topology::elimination_tree::EliminationTree;
use crate::topology::graph::Graph;

/// Minimum degree, then put so that each joint follows closely those it waits for.
pub fn minimum_degree(graph: &Graph) -> Vec<usize> {
    EliminationTree::of(graph, calc_greedy(graph)).postorder()
}

/// Minimum degree, ties by lowest joint.
fn calc_greedy(graph: &Graph) -> Vec<usize> {
    eliminate_greedily(graph, |_| 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::cost::Cost;
    use crate::topology::coupling::Coupling;
    use crate::topology::fill::tests::{eliminate_by_hand, graphs_with_orders};
    use crate::topology::graph::Edge;
    use crate::topology::graph::tests::{body, chain, graph, net, star};
    use crate::topology::order::natural;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::time::{Duration, Instant};

    fn fill(graph: &Graph) -> u64 {
        Cost::of(graph, minimum_degree(graph)).blocks.fill
    }

    /// Not a benchmark: the limit leaves room for a busy machine, but none for work that grows with the square.
    fn order_in_time(graph: &Graph) -> Vec<usize> {
        let start = Instant::now();
        let order = minimum_degree(graph);
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        order
    }

    #[test]
    fn a_chain_is_walked_from_end_to_end() {
        assert_eq!(minimum_degree(&chain(6)), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_million_joints_in_a_chain() {
        let order = order_in_time(&chain(1_000_000));
        assert!(order.iter().enumerate().all(|(k, &j)| k == j));
    }

    #[test]
    fn a_net_of_ten_thousand_bodies() {
        let g = net(100);
        let order = order_in_time(&g);
        let cost = Cost::of(&g, order).blocks;
        // The file's order is a band of about 200 joints: 3.9 million blocks.
        let natural = Cost::of(&g, natural(&g)).blocks;
        assert!(cost.inversions * 4 < natural.inversions, "{} against {}", cost.inversions, natural.inversions);
        assert!(cost.multiplications * 10 < natural.multiplications);
    }

    #[test]
    fn a_star_of_two_thousand_arms_and_one_of_a_million() {
        assert_eq!(order_in_time(&star(2000)), (0..2000).collect::<Vec<_>>());
        assert_eq!(order_in_time(&star(1_000_000)).len(), 1_000_000);
    }

    #[test]
    fn leaves_go_before_links_of_lower_degree() {
        // Two hubs with four leaves each, far apart on a chain: the links of the chain have degree 2, the leaves 4.
        let hubs = [(0, 1), (0, 2), (0, 3), (0, 4), (9, 5), (9, 6), (9, 7), (9, 8)];
        let links = [(0, 10), (10, 11), (11, 12), (12, 9)];
        let g = graph(13, &[&hubs[..], &links[..]].concat());
        assert_eq!(fill(&g), 0);
    }

    #[test]
    fn chains_at_a_hub_are_walked_one_after_the_other() {
        // Three arms of three links at body 0, listed arm by arm from the hub outwards.
        let arms = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6), (0, 7), (7, 8), (8, 9)];
        assert_eq!(minimum_degree(&graph(10, &arms)), [8, 7, 5, 4, 2, 1, 0, 3, 6]);
    }

    #[test]
    fn a_ring_costs_one_fill_a_joint() {
        // A cycle of n vertices needs n − 3 fills, whatever the order.
        let n = 20;
        let ring = graph(n, &(0..n as i32).map(|i| (i, (i + 1) % n as i32)).collect::<Vec<_>>());
        assert_eq!(fill(&ring), n as u64 - 3);
        // Through the ground the ring is a chain for the coupling.
        let grounded: Vec<_> = (0..=n as i32).map(|i| (i - 1, if i == n as i32 { -1 } else { i })).collect();
        assert_eq!(fill(&graph(n, &grounded)), 0);
    }

    #[test]
    fn doubled_joints_bring_no_fill() {
        let doubled: Vec<_> = (0..9).flat_map(|i| [(i - 1, i), (i - 1, i)]).collect();
        assert_eq!(fill(&graph(9, &doubled)), 0);
    }

    #[test]
    fn doubled_leaves_go_before_links_of_lower_degree() {
        let leaves = (1..=3).flat_map(|i| [(0, i), (0, i), (9, i + 3), (9, i + 3)]);
        let links = [(0, 7), (7, 8), (8, 10), (10, 9)];
        assert_eq!(fill(&graph(11, &leaves.chain(links).collect::<Vec<_>>())), 0);
    }

    #[test]
    fn gears_and_joints_without_moving_bodies_are_ordered_too() {
        let mut edges = vec![Edge::joint(body(-1), body(-1), 6)];
        edges.extend((0..5).map(|i| Edge::joint(body(-1), body(i), 5)));
        edges.extend((0..4).map(|i| Edge::gear([body(-1), body(i), body(-1), body(i + 1)], 1)));
        let g = Graph::new(5, &edges);
        let mut order = minimum_degree(&g);
        assert_eq!(Cost::of(&g, order.clone()).blocks.fill, 0, "a train of gears is a chain");
        order.sort_unstable();
        assert_eq!(order, natural(&g));
    }

    proptest! {
        #[test]
        fn every_joint_comes_once((g, _) in graphs_with_orders()) {
            let mut order = minimum_degree(&g);
            order.sort_unstable();
            prop_assert_eq!(order, natural(&g));
        }

        #[test]
        fn trees_have_no_fill(parents in prop::collection::vec(0_usize..1000, 1..60), shuffle in 0_usize..1000) {
            // Body i hangs on some body before it, or on the ground; the list of joints is turned to mix the ids.
            let mut pairs: Vec<(i32, i32)> =
                parents.iter().enumerate().map(|(i, p)| ((p % (i + 1)) as i32 - 1, i as i32)).collect();
            pairs.rotate_left(shuffle % parents.len());
            prop_assert_eq!(fill(&graph(parents.len(), &pairs)), 0);
        }

        /// The promise of minimum degree: every joint it takes has, of those left, the least degree, or brings no fill.
        #[test]
        fn each_choice_is_greedy(pairs in prop::collection::vec((-1_i32..9, -1_i32..9), 0..28)) {
            let g = graph(9, &pairs);
            let coupling = Coupling::of(&g);
            let mut coupled: BTreeMap<usize, BTreeSet<usize>> =
                (0..pairs.len()).map(|j| (j, coupling.of_joint(j).iter().map(|&l| l as usize).collect())).collect();
            for joint in calc_greedy(&g) {
                let least = coupled.values().map(BTreeSet::len).min();
                let near = coupled.remove(&joint).expect("each joint comes once");
                let mut fills = false;
                for &i in &near {
                    let around = coupled.get_mut(&i).expect("what is gone is coupled to nothing");
                    around.remove(&joint);
                    for &l in near.iter().filter(|&&l| l != i) {
                        fills |= around.insert(l);
                    }
                }
                prop_assert!(!fills || Some(near.len()) == least, "joint {} has degree {}", joint, near.len());
            }
        }

        /// The postorder changes the order, not the fill.
        #[test]
        fn postorder_keeps_the_fill((g, _) in graphs_with_orders()) {
            let entries = |order: &[usize]| eliminate_by_hand(&g, order).iter().map(|c| c.len()).sum::<usize>();
            prop_assert_eq!(entries(&calc_greedy(&g)), entries(&minimum_degree(&g)));
        }
    }
}
