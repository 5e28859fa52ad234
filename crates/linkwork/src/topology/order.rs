//! Orders of elimination: minimum degree, and the order of the file.
//!
//! **Problem.** Eliminating a joint couples all joints it was coupled to; find an order that couples few. The best is
//! out of reach in general (it is NP-hard), so take greedily a joint whose elimination touches the fewest others.
//!
//! The result *must* name every joint once, be the same on every machine, and bring no fill at all where that is
//! possible joint by joint: trees are eliminated leaf first at a cost proportional to their size. It *should* come
//! close to the best known order on nets, and take chains of a million joints and bodies of thousands without
//! noticing: neither the coupled pairs nor the fill is ever listed.
//!
//! **Cliques.** At any moment of the elimination the coupled pairs are those inside some *clique*: at first a body
//! with its joints, later what is left around welded bodies. Eliminating joint k welds its cliques into one
//!
//! ```text
//!     R = (C₁ ∪ C₂ ∪ …) \ {k},     C₁, C₂, … all cliques of k                                          (1)
//! ```
//!
//! and a joint never belongs to more cliques than it has bodies: two, or four for a gear. (This is the quotient graph
//! of [Amestoy, Davis, Duff 1996, An approximate minimum degree ordering algorithm], with bodies as first elements.)
//! The degree of joint i in R is
//!
//! ```text
//!     d(i) = |R| − 1 + Σ |C \ R|,          C ≠ R the other cliques of i,                               (2)
//! ```
//!
//! exact with one other clique, so for all joints but gears, and an upper bound otherwise. All |C \ R| together take
//! one pass over R.
//!
//! **Simplifications**, all exact: a clique inside R is dropped (a); R is dropped if another clique contains it (b);
//! a joint left with R alone follows k at once, since its neighbors are coupled already (c). For the same reason a
//! joint with a single clique goes before all others, whatever its degree (d): it cannot cause fill.

use super::elimination_tree::EliminationTree;
use super::graph::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The joints as the file lists them.
pub fn natural(graph: &Graph) -> Vec<usize> {
    (0..graph.n_edges()).collect()
}

/// Minimum degree, then put so that each joint follows closely those it waits for.
pub fn minimum_degree(graph: &Graph) -> Vec<usize> {
    EliminationTree::of(graph, calc_greedy(graph)).postorder()
}

/// Minimum degree, ties by lowest joint.
fn calc_greedy(graph: &Graph) -> Vec<usize> {
    let mut cliques = Cliques::of(graph);
    let mut queue = Queue::default();
    (0..graph.n_edges()).for_each(|j| queue.push(cliques.rank[j], j));
    let mut order = Vec::with_capacity(graph.n_edges());
    while order.len() < graph.n_edges() {
        let Some((rank, joint)) = queue.pop() else { break };
        // An entry is out of date when its joint is gone or has another rank; then a newer entry exists.
        if cliques.rank[joint] == rank {
            cliques.eliminate(joint, &mut order, &mut queue);
        }
    }
    order
}

/// What is taken first: joints of a single clique (the flag says "several"), then those of low degree.
type Rank = (bool, u32);

/// The joints by rank, then by number. Joints of a single clique are few at a time: a heap of their own stays small,
/// and with it the price of the many that enter and leave.
#[derive(Default)]
struct Queue {
    /// Degree and joint, for joints of a single clique and of several.
    heaps: [BinaryHeap<Reverse<(u32, u32)>>; 2],
}

impl Queue {
    fn push(&mut self, (several, degree): Rank, joint: usize) {
        self.heaps[usize::from(several)].push(Reverse((degree, joint as u32)));
    }

    fn pop(&mut self) -> Option<(Rank, usize)> {
        let [single, several] = &mut self.heaps;
        let (flag, heap) = if single.is_empty() { (true, several) } else { (false, single) };
        heap.pop().map(|Reverse((degree, joint))| ((flag, degree), joint as usize))
    }
}

/// The rank of a joint that is gone. No joint has so many neighbors, since joints are counted in 32 bits.
const GONE: Rank = (true, u32::MAX);

/// The cliques that are left, and for each joint those it belongs to.
struct Cliques {
    /// The joints of each clique, in no order; of no meaning once no joint belongs to it.
    members: Vec<Vec<u32>>,
    /// The cliques of each joint.
    of_joint: Vec<Few>,
    rank: Vec<Rank>,
    /// |C \ R| for the cliques that R meets, valid during the elimination of the joint in `counted_for`.
    outside: Vec<u32>,
    counted_for: Vec<u32>,
    /// The elimination in which a joint was last gathered into R.
    gathered_for: Vec<u32>,
}

impl Cliques {
    fn of(graph: &Graph) -> Cliques {
        let members: Vec<Vec<u32>> =
            (0..graph.n_bodies()).map(|b| graph.edges_at(b).map(|j| j as u32).collect()).collect();

        let of_joint = graph.edges().iter().map(|e| Few::from(e.moving())).collect();
        let mut cliques = Cliques {
            of_joint,
            rank: vec![GONE; graph.n_edges()],
            outside: vec![0; members.len()],
            counted_for: vec![u32::MAX; members.len()],
            gathered_for: vec![u32::MAX; graph.n_edges()],
            members,
        };
        (0..graph.n_edges()).for_each(|j| cliques.drop_contained(j));
        (0..graph.n_edges()).for_each(|j| cliques.rank[j] = cliques.calc_first_rank(j));
        cliques
    }

    /// (a) for the two bodies of a joint: the smaller clique goes if the other contains it.
    fn drop_contained(&mut self, j: usize) {
        let Some([small, large]) = self.find_pair(j) else { return };
        if self.count_common(small, large) == self.members[small].len() {
            for i in std::mem::take(&mut self.members[small]) {
                self.of_joint[i as usize].retain(|c| c != small);
            }
        }
    }

    /// As (2), before the first elimination.
    fn calc_first_rank(&self, j: usize) -> Rank {
        let few = &self.of_joint[j];
        let sum: usize = few.iter().map(|c| self.members[c].len() - 1).sum();
        let twice = self.find_pair(j).map_or(0, |[small, large]| self.count_common(small, large) - 1);
        (few.iter().count() > 1, (sum - twice) as u32)
    }

    /// The cliques of a joint that has two, the smaller first.
    fn find_pair(&self, j: usize) -> Option<[usize; 2]> {
        let mut few = self.of_joint[j].iter();
        let mut pair = [few.next()?, few.next()?];
        pair.sort_by_key(|&c| (self.members[c].len(), c));
        few.next().is_none().then_some(pair)
    }

    fn count_common(&self, small: usize, large: usize) -> usize {
        let in_large = |i: &&u32| self.of_joint[**i as usize].iter().any(|c| c == large);
        self.members[small].iter().filter(in_large).count()
    }

    /// Takes out joint k and what follows it by (c), and ranks anew the joints that were coupled to it.
    fn eliminate(&mut self, k: usize, order: &mut Vec<usize>, queue: &mut Queue) {
        order.push(k);
        self.rank[k] = GONE;
        let Some(welded) = self.of_joint[k].iter().next() else { return };
        let mut R = self.weld(k, welded);
        self.count_outside(k, welded, &R);

        // (a), then (c).
        let mut followers = Vec::new();
        R.retain(|&i| {
            let outside = &self.outside;
            self.of_joint[i as usize].retain(|c| c == welded || outside[c] > 0);
            let follows = self.of_joint[i as usize].iter().count() == 1;
            if follows {
                followers.push(i as usize);
            }
            !follows
        });
        followers.sort_unstable();
        followers.iter().for_each(|&i| self.rank[i] = GONE);
        order.append(&mut followers);

        // (b). Without R the ranks below are the same but for the flag.
        let covered = self.is_covered(welded, &R);
        if covered {
            R.iter().for_each(|&i| self.of_joint[i as usize].retain(|c| c != welded));
        }

        for &i in &R {
            let rank = self.calc_rank(i as usize, welded, R.len());
            if self.rank[i as usize] != rank {
                self.rank[i as usize] = rank;
                queue.push(rank, i as usize);
            }
        }
        self.members[welded] = if covered { Vec::new() } else { R };
    }

    /// (1): gathers R and puts the welded clique in the place of those of k.
    fn weld(&mut self, k: usize, welded: usize) -> Vec<u32> {
        let old = self.of_joint[k];
        let mut R = Vec::new();
        self.gathered_for[k] = k as u32;
        for c in old.iter() {
            for i in std::mem::take(&mut self.members[c]) {
                if self.gathered_for[i as usize] != k as u32 {
                    self.gathered_for[i as usize] = k as u32;
                    R.push(i);
                }
            }
        }
        for &i in &R {
            let few = &mut self.of_joint[i as usize];
            few.retain(|c| !old.iter().any(|gone| gone == c));
            few.push(welded);
        }
        R
    }

    /// |C \ R| for all cliques that R meets: start from |C| and take one off for each common joint.
    fn count_outside(&mut self, k: usize, welded: usize, R: &[u32]) {
        for &i in R {
            for c in self.of_joint[i as usize].iter().filter(|&c| c != welded) {
                if self.counted_for[c] != k as u32 {
                    self.counted_for[c] = k as u32;
                    self.outside[c] = self.members[c].len() as u32;
                }
                self.outside[c] -= 1;
            }
        }
    }

    /// Whether another clique contains R. It would be a clique of each joint in R, so of the first.
    fn is_covered(&self, welded: usize, R: &[u32]) -> bool {
        let Some(&first) = R.first() else { return false };
        let common = |c: usize| self.members[c].len() - self.outside[c] as usize;
        self.of_joint[first as usize].iter().any(|c| c != welded && common(c) == R.len())
    }

    /// (2)
    fn calc_rank(&self, i: usize, welded: usize, size: usize) -> Rank {
        let few = &self.of_joint[i];
        let outside: u32 = few.iter().filter(|&c| c != welded).map(|c| self.outside[c]).sum();
        (few.iter().count() > 1, size as u32 - 1 + outside)
    }
}

/// Up to four cliques: as many as a gear has bodies.
#[derive(Clone, Copy, Default)]
struct Few {
    cliques: [u32; 4],
    n: u8,
}

impl Few {
    fn from(cliques: impl Iterator<Item = usize>) -> Few {
        let mut few = Few::default();
        cliques.for_each(|c| few.push(c));
        few
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.cliques[..self.n as usize].iter().map(|&c| c as usize)
    }

    fn push(&mut self, clique: usize) {
        self.cliques[self.n as usize] = clique as u32;
        self.n += 1;
    }

    fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let before = *self;
        *self = Few::from(before.iter().filter(|&c| keep(c)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::cost::Cost;
    use crate::topology::coupling::Coupling;
    use crate::topology::fill::tests::{eliminate_by_hand, graphs_with_orders};
    use crate::topology::graph::Edge;
    use crate::topology::graph::tests::{body, chain, graph, net, star};
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

        /// What minimum degree promises: every joint it takes has, of those left, the least degree, or brings no fill.
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
