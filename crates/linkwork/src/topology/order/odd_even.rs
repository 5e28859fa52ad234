//! `odd-even`: joints by *levels*. A level holds joints of which no two share a body, so that all of them are
//! eliminated at the same time; what is left is a mechanism with about half the joints, and is treated likewise, down
//! to a limit [Mráz, Valášek, The logarithmic complexity procedure, eqs. (5) and (6)].
//!
//! On a chain a level is every second joint: eq. (6) puts the multipliers of joint i, expressed by those of its two
//! neighbors, into the equations of these. The general form is the same thing seen from the bodies. Eliminating joint k
//! couples all that was coupled to it, as if it *welded* its bodies into one: so the bodies of a level's joints are
//! welded, and the graph that remains is again one of bodies and joints, with exactly the coupling of the reduced
//! system ([`cliques`](super::cliques), eq. (1)).
//!
//! A level *must* be independent and takes at most half of the joints, so that a chain of N has ⌈log₂(N/L)⌉ levels down
//! to L. It *should* cause little fill: joints with few neighbors are taken first, and none with more than the joint in
//! the middle has. Where joints meet in such numbers that a level would take few of them, levels end, and the rest is
//! left to elimination in sequence.

use super::{balance, minimum_degree};
use crate::ids::BodyId;
use crate::topology::graph::{Edge, Graph};

/// As many neighbors, those of a chain's inner joints, are few: joints with no more come in the order in which they are
/// listed.
const FEW_NEIGHBORS: usize = 2;
/// Levels end where one would take less than this part of the joints: they would be many, with little to do at the same
/// time.
const LEAST_SHARE: usize = 10;

/// An order of elimination by levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Levels {
    /// The joints, level by level; then those that are eliminated in sequence.
    pub order: Vec<usize>,
    /// Where each level ends in the order.
    pub ends: Vec<usize>,
}

impl Levels {
    /// Number of levels.
    pub(crate) fn n(&self) -> usize {
        self.ends.len()
    }

    /// How many joints are left when all levels are gone.
    pub(crate) fn n_left(&self) -> usize {
        self.order.len() - self.ends.last().copied().unwrap_or(0)
    }
}

/// Levels until at most `limit` joints are left. The joints are those of `order`, which also says who comes first among
/// equals: in a chain listed from end to end, or from both ends, every second joint is found whatever the numbers of
/// joints. All other joints of the graph are gone before.
pub(crate) fn odd_even(graph: &Graph, order: &[usize], limit: usize) -> Levels {
    let mut is_left = vec![false; graph.n_edges()];
    order.iter().for_each(|&joint| is_left[joint] = true);
    let mut rest = Rest { graph: weld(graph, order, &is_left), joints: order.to_vec() };
    let mut levels = Levels { order: Vec::with_capacity(order.len()), ends: Vec::new() };
    while rest.joints.len() > limit.max(1) {
        let chosen = rest.choose_level();
        if chosen.len() * LEAST_SHARE < rest.joints.len() {
            break;
        }
        levels.order.extend(chosen.iter().map(|&k| rest.joints[k]));
        levels.ends.push(levels.order.len());
        rest = rest.without(&chosen);
    }
    let last = balance(&rest.graph, minimum_degree(&rest.graph));
    levels.order.extend(last.into_iter().map(|k| rest.joints[k]));
    levels
}

/// The remainder of a mechanism: joint k of its graph is `joints[k]`.
struct Rest {
    graph: Graph,
    joints: Vec<usize>,
}

impl Rest {
    /// Joints of which no two share a body, those with few neighbors first; at most half of all.
    fn choose_level(&self) -> Vec<usize> {
        // As if no two bodies shared more than one joint: never too few.
        let n_neighbors = |k: usize| {
            let others = self.graph.edges()[k].moving().map(|body| self.graph.edges_at(body).len() - 1);
            others.sum::<usize>().max(FEW_NEIGHBORS)
        };
        let mut by_neighbors: Vec<(usize, usize)> = (0..self.joints.len()).map(|k| (n_neighbors(k), k)).collect();
        by_neighbors.sort_unstable();
        // Half of the joints are not chosen anyway; those with the most neighbors are not even looked at.
        let middle = by_neighbors.get(by_neighbors.len() / 2).map_or(0, |(n, _)| *n);
        by_neighbors.retain(|(n, _)| *n <= middle);

        let mut is_taken = vec![false; self.graph.n_bodies()];
        let mut chosen = Vec::new();
        for (_, k) in by_neighbors {
            let edge = &self.graph.edges()[k];
            if 2 * (chosen.len() + 1) <= self.joints.len() && !edge.moving().any(|body| is_taken[body]) {
                edge.moving().for_each(|body| is_taken[body] = true);
                chosen.push(k);
            }
        }
        // As they were listed: neighbors in a chain stay neighbors in memory.
        chosen.sort_unstable();
        chosen
    }

    fn without(&self, chosen: &[usize]) -> Rest {
        let mut is_left = vec![true; self.joints.len()];
        chosen.iter().for_each(|&k| is_left[k] = false);
        let left: Vec<usize> = (0..self.joints.len()).filter(|&k| is_left[k]).collect();
        let graph = weld(&self.graph, &left, &is_left);
        Rest { graph, joints: left.into_iter().map(|k| self.joints[k]).collect() }
    }
}

/// The mechanism of the joints that are left, in this order, once the bodies of all others are welded.
fn weld(graph: &Graph, left: &[usize], is_left: &[bool]) -> Graph {
    let mut welded: Vec<u32> = (0..graph.n_bodies() as u32).collect();
    for gone in (0..graph.n_edges()).filter(|&j| !is_left[j]) {
        let mut bodies = graph.edges()[gone].moving();
        let Some(first) = bodies.next() else { continue };
        for other in bodies {
            let [a, b] = [first, other].map(|body| find_root(&mut welded, body as u32));
            welded[a.max(b) as usize] = a.min(b);
        }
    }

    // Welded bodies are numbered anew, so that graphs shrink with their joints.
    let mut number = vec![u32::MAX; graph.n_bodies()];
    let mut n_bodies = 0;
    let mut edges = Vec::with_capacity(left.len());
    for &joint in left {
        let edge = &graph.edges()[joint];
        let mut bodies = [BodyId::GROUND; 4];
        for (slot, body) in bodies.iter_mut().zip(edge.moving()) {
            let root = find_root(&mut welded, body as u32) as usize;
            if number[root] == u32::MAX {
                number[root] = n_bodies;
                n_bodies += 1;
            }
            *slot = BodyId::new(number[root] as usize);
        }
        edges.push(Edge::gear(bodies, edge.size()));
    }
    Graph::new(n_bodies as usize, &edges)
}

/// The body that stands for all it is welded to; ways to it are halved.
fn find_root(welded: &mut [u32], mut body: u32) -> u32 {
    while welded[body as usize] != body {
        let above = welded[body as usize];
        welded[body as usize] = welded[above as usize];
        body = above;
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::cost::Cost;
    use crate::topology::fill::tests::{eliminate_by_hand, graphs_with_orders};
    use crate::topology::graph::tests::{chain, graph, net, star};
    use crate::topology::order::natural;
    use proptest::prelude::*;

    fn levels_of(graph: &Graph, limit: usize) -> Levels {
        odd_even(graph, &minimum_degree(graph), limit)
    }

    /// ⌈log₂(N/L)⌉ without rounding.
    fn expected(n: usize, limit: usize) -> usize {
        (0..).find(|&k| n <= limit << k).unwrap()
    }

    #[test]
    fn every_second_joint_of_a_chain_is_a_level() {
        let levels = levels_of(&chain(9), 1);
        assert_eq!(levels.order, [0, 2, 4, 6, 1, 5, 3, 7, 8]);
        assert_eq!((levels.ends, levels.order.len()), (vec![4, 6, 7, 8], 9));
    }

    #[test]
    fn a_chain_has_as_many_levels_as_its_length_can_be_halved() {
        for n in (1..70).chain([100, 1000, 4096, 4097]) {
            let chain = chain(n);
            let ways = [natural(&chain), balance(&chain, natural(&chain))];
            for (limit, order) in
                [1, 2, 3, 7, 64, 1000].into_iter().flat_map(|limit| ways.iter().map(move |o| (limit, o)))
            {
                let levels = odd_even(&chain, order, limit);
                assert_eq!(levels.n(), expected(n, limit), "{n} joints, limit {limit}");
                assert_eq!(levels.n_left(), n.div_ceil(1 << levels.n()));
            }
        }
    }

    /// And with them grows the depth of the elimination tree: log₂ N and what one joint adds.
    #[test]
    fn a_hundred_thousand_joints_with_any_numbers() {
        let n = 100_000;
        let mix = |i: usize| (i * 7919 + 13) % n;
        let mut pairs = vec![(0, 0); n];
        (0..n).for_each(|i| pairs[mix(i)] = if i == 0 { (-1, 0) } else { (i as i32 - 1, i as i32) });
        let mixed = graph(n, &pairs);
        let levels = levels_of(&mixed, 1);
        assert_eq!((levels.n(), Cost::of(&mixed, levels.order).depth), (17, 18));
    }

    /// With twice as many equations around each joint a factor takes 19/7 times the operations for large blocks, and
    /// for joints of three equations (7² + 8² + 9²)/(4² + 5² + 6²).
    #[test]
    fn operations_of_a_chain() {
        let g = chain(4096);
        let [pure, limited, sequence] =
            [levels_of(&g, 1).order, levels_of(&g, 256).order, natural(&g)].map(|order| Cost::of(&g, order));
        let ratio = |cost: Cost| cost.scalars.factor_flops as f64 / sequence.scalars.factor_flops as f64;
        assert!((ratio(pure) - 194.0 / 77.0).abs() < 0.01, "{}", ratio(pure));
        assert!(ratio(limited) < ratio(pure));
        assert_eq!((pure.depth, limited.depth), (13, 4 + 129));
    }

    #[test]
    fn a_star_is_left_to_sequence_and_its_pieces_are_not() {
        let levels = levels_of(&star(40), 1);
        assert_eq!((levels.n(), levels.n_left()), (0, 40));
        // A binary tree of bodies.
        let pairs: Vec<_> = (0..1023).map(|i| (if i == 0 { -1 } else { (i - 1) / 2 }, i)).collect();
        let tree = graph(1023, &pairs);
        let levels = levels_of(&tree, 8);
        assert!(levels.n_left() <= 8 && levels.n() <= 20, "{} levels, {} left", levels.n(), levels.n_left());
    }

    #[test]
    fn a_net_has_few_levels_and_moderate_fill() {
        let g = net(20);
        let levels = levels_of(&g, 100);
        let [ours, greedy] = [levels.order.clone(), minimum_degree(&g)].map(|order| Cost::of(&g, order));
        assert!((1..=15).contains(&levels.n()), "{}", levels.n());
        assert!(ours.flops() < 3 * greedy.flops(), "{} against {}", ours.flops(), greedy.flops());
    }

    #[test]
    fn what_is_gone_before_is_no_part_of_a_level() {
        let g = chain(12);
        // Blocks of three joints between separators 3, 7, 11: these are a chain.
        let levels = odd_even(&g, &[3, 7, 11], 1);
        assert_eq!((levels.order, levels.ends), (vec![3, 7, 11], vec![1, 2]));
        assert_eq!(odd_even(&chain(3), &[], 1), Levels { order: vec![], ends: vec![] });
    }

    proptest! {
        /// No two joints of a level are coupled when their turn comes, by elimination done by hand.
        #[test]
        fn joints_of_a_level_do_not_wait_for_one_another((g, order) in graphs_with_orders(), limit in 1_usize..10) {
            let levels = odd_even(&g, &order, limit);
            let mut sorted = levels.order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, natural(&g));
            let columns = eliminate_by_hand(&g, &levels.order);
            let mut start = 0;
            for &end in &levels.ends {
                let level = &levels.order[start..end];
                prop_assert!((start..end).all(|k| columns[k].iter().all(|later| !level.contains(later))));
                prop_assert!(end > start);
                start = end;
            }
        }
    }
}
