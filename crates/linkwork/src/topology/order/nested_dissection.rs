//! `nested-dissection`: halves the mechanism by few joints, eliminates the halves first and these joints last, and does
//! the same with the halves [George 1973, Nested dissection of a regular finite element mesh].
//!
//! Joints are coupled through bodies, so a set of joints separates the others exactly when it contains all joints
//! between two sets of bodies: the bodies are halved ([`bisection`](super::bisection)), and the joints between the
//! halves are the separator. Parts that are small, or too dense to be halved, are left whole. The order itself is one
//! pass of minimum degree over the whole mechanism that takes joints inside parts first and separators later, those of
//! the first division last: degrees are exact up to the borders of a part, and what brings no fill still goes at once.
//!
//! On nets of n bodies fill grows with n log n, and the elimination tree is as wide as the mechanism allows. About
//! log₂(n/50) passes over the mechanism.

use super::bisection::Bisection;
use super::cliques::eliminate_greedily;
use crate::topology::elimination_tree::EliminationTree;
use crate::topology::graph::Graph;

/// Bodies below which a part is left to minimum degree. On square nets of spherical joints 30 to 100 differ by less
/// than two in a hundred operations.
const SMALL: usize = 50;

/// Nested dissection, then put so that each joint follows closely those it waits for.
pub(crate) fn nested_dissection(graph: &Graph) -> Vec<usize> {
    let level = find_levels(graph);
    let deepest = level.iter().copied().flatten().max().unwrap_or(0);
    let class = |j: usize| level[j].map_or(0, |l| deepest + 1 - l);
    EliminationTree::of(graph, eliminate_greedily(graph, class)).postorder()
}

/// For each joint in a separator the number of divisions before it; `None` inside the last parts.
fn find_levels(graph: &Graph) -> Vec<Option<u32>> {
    let mut level: Vec<Option<u32>> = vec![None; graph.n_edges()];
    let mut bodies: Vec<u32> = (0..graph.n_bodies() as u32).collect();
    let mut bisection = Bisection::new(graph);
    let mut parts = vec![(0, bodies.len(), 0)];
    while let Some((start, end, depth)) = parts.pop() {
        let part = &mut bodies[start..end];
        if part.len() <= SMALL {
            continue;
        }
        let Some(n_first) = bisection.divide(part) else { continue };
        for cut in bisection.cut_joints() {
            level[cut] = Some(depth);
        }
        let middle = start + n_first;
        parts.extend([(start, middle, depth + 1), (middle, end, depth + 1)]);
    }
    level
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::cost::Cost;
    use crate::topology::fill::tests::graphs_with_orders;
    use crate::topology::graph::tests::{chain, graph, net, star};
    use crate::topology::order::{minimum_degree, natural};
    use proptest::prelude::*;
    use std::time::{Duration, Instant};

    fn flops(g: &Graph, method: fn(&Graph) -> Vec<usize>) -> u64 {
        Cost::of(g, method(g)).flops()
    }

    #[test]
    fn a_large_net_costs_no_more_than_by_minimum_degree() {
        let g = net(100);
        let [dissected, greedy] = [nested_dissection(&g), minimum_degree(&g)].map(|order| Cost::of(&g, order));
        assert!(dissected.flops() <= greedy.flops(), "{} against {}", dissected.flops(), greedy.flops());
        // The separators of a square hang on one another: about 100 (1 + 1/2 + 1/2 + 1/4 + …) joints and small parts.
        assert!(dissected.depth < 450, "{}", dissected.depth);
    }

    /// Fill grows like n log n and operations like n^(3/2) [George, theorem 1]: with four times the bodies, the entries
    /// of a body may grow by a constant, log 4, and its operations twofold.
    #[test]
    fn cost_grows_as_the_theory_says() {
        let costs: Vec<[f64; 2]> = [20, 40, 80, 160]
            .map(|k| {
                let g = net(k);
                let cost = Cost::of(&g, nested_dissection(&g));
                let n = (k * k) as f64;
                [cost.scalars.factor_nonzeros as f64 / n, cost.scalars.factor_flops as f64 / n]
            })
            .into();
        let growth: Vec<f64> = costs.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        assert!(growth[2] < 1.25 * growth[1], "entries per body {costs:?}");
        assert!(costs.windows(2).all(|pair| pair[1][1] < 2.2 * pair[0][1]), "operations per body {costs:?}");
    }

    #[test]
    fn a_hundred_thousand_joints_take_seconds_at_most() {
        let g = net(224);
        assert!(g.n_edges() > 99_000);
        let start = Instant::now();
        let order = nested_dissection(&g);
        // Not a benchmark: about a second alone on a machine, with room for a busy one.
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        assert!(Cost::of(&g, order).flops() <= flops(&g, minimum_degree));
    }

    #[test]
    fn chains_and_trees_have_no_fill() {
        let g = chain(10_000);
        let cost = Cost::of(&g, nested_dissection(&g));
        assert_eq!(cost.blocks.fill, 0);
        let pairs: Vec<_> = (1..4000).map(|i| ((i - 1) / 3, i)).collect();
        assert_eq!(Cost::of(&graph(4000, &pairs), nested_dissection(&graph(4000, &pairs))).blocks.fill, 0);
    }

    #[test]
    fn a_star_is_left_to_minimum_degree() {
        assert_eq!(flops(&star(3000), nested_dissection), flops(&star(3000), minimum_degree));
    }

    #[test]
    fn a_cube_costs_no_more_than_by_minimum_degree() {
        let n = 9;
        let at = |x: i32, y: i32, z: i32| x + n * (y + n * z);
        let cells = (0..n * n * n).map(|i| (i % n, i / n % n, i / n / n));
        let pairs = cells.flat_map(|(x, y, z)| {
            let next = [(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)];
            next.into_iter().filter(|p| p.0 < n && p.1 < n && p.2 < n).map(move |p| (at(x, y, z), at(p.0, p.1, p.2)))
        });
        let g = graph((n * n * n) as usize, &pairs.collect::<Vec<_>>());
        assert!(flops(&g, nested_dissection) <= flops(&g, minimum_degree));
    }

    #[test]
    fn numbering_does_not_matter_much() {
        // The same net with bodies and joints in an order without any sense.
        let k = 40;
        let n = k * k;
        let mix = |i: usize| ((i * 1237 + 11) % n) as i32;
        let bodies = (0..n).map(|i| (i % k, i / k));
        let pairs = bodies.flat_map(|(x, y)| {
            let next = [(x + 1, y), (x, y + 1)];
            next.into_iter().filter(|p| p.0 < k && p.1 < k).map(move |p| (mix(x + k * y), mix(p.0 + k * p.1)))
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_by_key(|&(a, b)| (a * 7919 + b * 104_729) % 99_991);
        let mixed = graph(n, &pairs);
        let [ours, regular] = [&mixed, &net(k)].map(|g| flops(g, nested_dissection));
        assert!(ours as f64 <= 1.15 * regular as f64, "{ours} against {regular}");
    }

    proptest! {
        #[test]
        fn every_joint_comes_once((g, _) in graphs_with_orders()) {
            let mut order = nested_dissection(&g);
            order.sort_unstable();
            prop_assert_eq!(order, natural(&g));
        }
    }
}
