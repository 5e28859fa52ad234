//! The same elimination from a better root: of the many orders with one filled pattern, the one whose elimination tree
//! splits its work best. A chain is then eliminated from both ends towards its middle instead of from end to end.
//!
//! A filled pattern is a chordal graph, the union of *maximal cliques* that form a tree: cliques that share a joint are
//! connected through cliques which have it too. Leaves of this tree can be eliminated one after the other, whichever
//! clique is taken as the root, and never bring fill beyond the pattern [Blair, Peyton 1993, An introduction to chordal
//! graphs and clique trees]. All such orders have the same numbers of entries in their columns, in another sequence:
//! block counts and scalar operations do not change at all. (Where the first order filled more than its own pattern
//! needs, the new one may fill less.) What changes is how much can be done at the same time.
//!
//! The clique of joint k is k with its column. It is maximal unless some child's column is k and k's column; then k
//! belongs to that child's clique. The new root is the *centroid* by work: no part of the tree that hangs on it has
//! more than half of all work. Only the cliques on the way from the old root C₀ to the new one Cₙ change their
//! direction: a joint of theirs is now eliminated in the last of them that it belongs to. Joint v belongs to Cᵢ exactly
//! when its row has an entry in the last column of Cᵢ, so when one of its bodies has its first joint below that column
//! ([`elimination_tree`](crate::topology::elimination_tree), fact 3). Neither cliques nor columns need to be listed.

use crate::topology::columns::{Column, count_columns, visit_starts};
use crate::topology::elimination_tree::EliminationTree;
use crate::topology::graph::Graph;

/// The order with its elimination tree turned so that its centroid by work is the root, every subtree contiguous.
pub(crate) fn balance(graph: &Graph, order: Vec<usize>) -> Vec<usize> {
    let first = EliminationTree::of(graph, order);
    let tree = EliminationTree::of(graph, first.postorder());
    let columns = count_columns(graph, &tree);
    let tops = find_tops(&tree, &columns);
    let on_way = find_ways(graph, &tree, &columns, &tops);

    // How far along the way each joint on it goes: to the last clique it belongs to.
    let mut turn = on_way.at.clone();
    visit_starts(graph, &tree, |v, starts| {
        if let Some(own) = on_way.at[v] {
            let reached = starts.iter().filter_map(|&s| on_way.below[s]).max();
            turn[v] = Some(reached.map_or(own, |r| r.max(own)));
        }
    });
    // Joints that are not on a way come first, as before; then the ways, clique by clique (the sort is stable).
    let mut positions: Vec<usize> = (0..tree.n()).collect();
    positions.sort_by_key(|&v| turn[v].map_or(0, |t| t + 1));
    let turned = positions.into_iter().map(|v| tree.order[v]).collect();
    EliminationTree::of(graph, turned).postorder()
}

/// For each position the last one of its maximal clique.
fn find_tops(tree: &EliminationTree, columns: &[Column]) -> Vec<usize> {
    let mut tops: Vec<usize> = (0..tree.n()).collect();
    let mut is_taken = vec![false; tree.n()];
    for c in 0..tree.n() {
        if let Some(k) = tree.parent[c].filter(|&k| !is_taken[k] && columns[c].joints == columns[k].joints + 1) {
            is_taken[k] = true;
            tops[c] = k;
        }
    }
    // Every position points one up or to itself: from the roots down each finds the end of its line.
    for k in (0..tree.n()).rev() {
        tops[k] = tops[tops[k]];
    }
    tops
}

/// The cliques between old and new roots, numbered from the old one.
struct Ways {
    /// The number of a joint's clique, where that is on a way.
    at: Vec<Option<usize>>,
    /// The last clique on the way in whose subtree a position lies.
    below: Vec<Option<usize>>,
}

fn find_ways(graph: &Graph, tree: &EliminationTree, columns: &[Column], tops: &[usize]) -> Ways {
    // Work and heaviest child of each clique, at its top.
    let n = tree.n();
    let mut work = vec![0.0; n];
    for (k, column) in columns.iter().enumerate() {
        work[k] += column.factor_flops(graph.edges()[tree.order[k]].size() as u64) as f64;
        if let Some(p) = tree.parent[k] {
            work[p] += work[k];
        }
    }
    let mut heaviest: Vec<Option<usize>> = vec![None; n];
    for top in (0..n).filter(|&k| tops[k] == k) {
        if let Some(above) = tree.parent[top].map(|p| tops[p])
            && heaviest[above].is_none_or(|other| work[top] > work[other])
        {
            heaviest[above] = Some(top);
        }
    }

    let mut ways = Ways { at: vec![None; n], below: vec![None; n] };
    let mut number = vec![None; n];
    for root in (0..n).filter(|&k| tree.parent[k].is_none()) {
        number[root] = Some(0);
        let mut top = root;
        let mut depth = 0;
        while let Some(next) = heaviest[top].filter(|&next| 2.0 * work[next] > work[root]) {
            depth += 1;
            number[next] = Some(depth);
            top = next;
        }
    }
    for k in (0..n).rev() {
        ways.at[k] = number[tops[k]];
        ways.below[k] = number[k].or(tree.parent[k].and_then(|p| ways.below[p]));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::cost::Cost;
    use crate::topology::fill::tests::graphs_with_orders;
    use crate::topology::graph::tests::{chain, graph, net, star};
    use crate::topology::order::{minimum_degree, natural};
    use proptest::prelude::*;

    #[test]
    fn a_chain_is_eliminated_from_both_ends() {
        assert_eq!(balance(&chain(6), natural(&chain(6))), [5, 4, 0, 1, 2, 3]);
        let cost = Cost::of(&chain(1001), balance(&chain(1001), natural(&chain(1001))));
        // 501 is the least there is; the last joint costs less than the others, so the halves of work are not those of
        // length.
        assert_eq!((cost.depth, cost.blocks.fill), (502, 0));
    }

    #[test]
    fn two_chains_are_balanced_each_for_itself() {
        let pairs: Vec<_> = (0..100).map(|i| if i == 50 { (-1, 50) } else { (i - 1, i) }).collect();
        let g = graph(100, &pairs);
        assert_eq!(Cost::of(&g, balance(&g, natural(&g))).depth, 26);
    }

    #[test]
    fn a_clique_stays_as_it_is() {
        assert_eq!(balance(&star(7), natural(&star(7))), natural(&star(7)));
    }

    #[test]
    fn a_ladder_is_halved() {
        // A long net of two rows: its natural order runs from end to end.
        let n = 200;
        let rows = (0..n - 1).flat_map(|i| [(2 * i, 2 * i + 2), (2 * i + 1, 2 * i + 3), (2 * i, 2 * i + 1)]);
        let g = graph(2 * n as usize, &rows.collect::<Vec<_>>());
        let [before, after] = [natural(&g), balance(&g, natural(&g))].map(|order| Cost::of(&g, order));
        assert!(after.blocks.fill <= before.blocks.fill);
        assert!(after.depth * 100 < before.depth * 53, "{} against {}", after.depth, before.depth);
    }

    #[test]
    fn a_long_chain_takes_no_time() {
        let g = chain(200_000);
        assert_eq!(Cost::of(&g, balance(&g, natural(&g))).depth, 100_001);
    }

    #[test]
    fn counts_of_a_net_do_not_change() {
        let g = net(12);
        let order = minimum_degree(&g);
        let [before, after] = [order.clone(), balance(&g, order)].map(|order| Cost::of(&g, order));
        assert_eq!((before.blocks, before.flops()), (after.blocks, after.flops()));
    }

    proptest! {
        #[test]
        fn counts_are_the_same_and_subtrees_contiguous((g, order) in graphs_with_orders()) {
            let balanced = balance(&g, order.clone());
            let [before, after] = [&order, &balanced].map(|order| Cost::of(&g, order.clone()));
            // An order of no meaning may fill more than its own pattern needs; then the new one fills less. Once the
            // fill is the same, so is everything.
            prop_assert!(after.blocks.inversions <= before.blocks.inversions);
            prop_assert!(after.flops() <= before.flops());
            if after.blocks.fill == before.blocks.fill {
                prop_assert_eq!(after.blocks, before.blocks);
                prop_assert_eq!(after.flops(), before.flops());
            }
            let tree = EliminationTree::of(&g, balanced.clone());
            prop_assert_eq!(tree.postorder(), balanced.clone());
            let mut sorted = balanced;
            sorted.sort_unstable();
            prop_assert_eq!(sorted, natural(&g));
        }

        #[test]
        fn fill_of_minimum_degree_is_kept((g, _) in graphs_with_orders()) {
            let order = minimum_degree(&g);
            let [before, after] = [order.clone(), balance(&g, order)].map(|order| Cost::of(&g, order));
            prop_assert_eq!(before.blocks, after.blocks);
        }
    }
}
