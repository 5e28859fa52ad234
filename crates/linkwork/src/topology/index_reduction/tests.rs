//! Divisions and the choice among them: what they must keep, and what they cost.

use super::*;
use crate::topology::choice::{Objective, OrderRequest, Request, SplitRequest, choose_elimination};
use crate::topology::cost::Cost;
use crate::topology::fill::tests::graphs_with_orders;
use crate::topology::graph::tests::{body, chain, net, star, tie};
use crate::topology::order;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Contracting the welds must give back the graph, joint by joint, and the pieces of a body must hang together.
fn assert_divides(graph: &Graph, splitting: &Splitting, expanded: &Graph) {
    assert_eq!(expanded.n_edges(), graph.n_edges() + splitting.welds.len());
    let contract = |end: BodyId| end.index().map_or(end, |piece| BodyId::new(splitting.body_of[piece]));
    for (j, edge) in graph.edges().iter().enumerate() {
        let divided = &expanded.edges()[j];
        assert_eq!(divided.ends().map(|ends| ends.map(contract)), edge.ends());
        let bodies: BTreeSet<usize> = divided.moving().map(|piece| splitting.body_of[piece]).collect();
        assert_eq!(bodies.into_iter().collect::<Vec<_>>(), edge.moving().collect::<Vec<_>>());
        assert_eq!(divided.size(), edge.size());
        for b in edge.moving() {
            assert!(splitting.find_piece(j, b).is_some_and(|piece| divided.moving().any(|p| p == piece)));
        }
    }
    // Each weld takes the last weld off its first piece: then the pieces of every body are a tree.
    let mut n_pieces = vec![0; graph.n_bodies()];
    splitting.body_of.iter().for_each(|&b| n_pieces[b] += 1);
    assert_eq!(n_pieces, splitting.n_pieces);
    let mut hangs_on: Vec<usize> = (0..splitting.n_all_pieces()).collect();
    for &[piece, above] in &splitting.welds {
        assert_eq!(splitting.body_of[piece], splitting.body_of[above]);
        assert!(piece >= graph.n_bodies(), "a body's own piece is the root");
        assert_eq!(std::mem::replace(&mut hangs_on[piece], above), piece, "one way to the root");
    }
    for piece in 0..splitting.n_all_pieces() {
        let root = (0..=splitting.n_all_pieces()).fold(piece, |p, _| hangs_on[p]);
        assert_eq!(root, splitting.body_of[piece]);
    }
}

/// Three ties a piece, the lowest tree.
const LOW: Shape = Shape { limit: 3, chain: 1 };

fn largest_index(graph: &Graph) -> usize {
    graph.find_busiest_body().map_or(0, |(_, n)| n)
}

fn flops_per_arm(arms: usize, split: SplitRequest) -> f64 {
    let request = Request { split, ..Request::automatic(Objective::Flops, 6) };
    choose_elimination(&star(arms), &request).cost.flops() as f64 / arms as f64
}

#[test]
fn a_whole_mechanism_is_its_own_expansion() {
    let g = net(4);
    let none = Splitting::none(&g);
    assert!(none.is_none());
    assert_divides(&g, &none, &none.expand(&g, 6));
    assert_eq!(none.find_piece(0, 9), None);
}

#[test]
fn a_star_becomes_a_low_tree() {
    let (_, splitting) = divide(&star(100), &[0], LOW);
    let expanded = splitting.expand(&star(100), 6);
    assert_divides(&star(100), &splitting, &expanded);
    assert_eq!((splitting.n_pieces[0], splitting.welds.len()), (98, 97));
    assert_eq!(largest_index(&expanded), 3);
    let cost = Cost::of(&expanded, order::balance(&expanded, order::minimum_degree(&expanded)));
    assert_eq!((cost.blocks.multiplications, cost.blocks.fill), (980, 0));
    // Twice the height of a binary tree with fifty leaves, since a piece takes two of its ties one after the other.
    assert!(cost.depth <= 16, "{}", cost.depth);
}

#[test]
fn joints_that_meet_elsewhere_share_a_piece() {
    // A platform on six legs of two bodies, the feet of neighbors tied in pairs.
    let mut edges: Vec<Edge> = (1..=6).map(|leg| tie(0, leg)).collect();
    edges.extend([(1, 4), (2, 5), (3, 6)].map(|(a, b)| tie(a, b)));
    let g = Graph::new(7, &edges);
    let (_, splitting) = divide(&g, &[0], LOW);
    let piece = |joint: usize| splitting.find_piece(joint, 0);
    assert_eq!((piece(0), piece(1), piece(2)), (piece(3), piece(4), piece(5)));
    assert_eq!(BTreeSet::from([piece(0), piece(1), piece(2)]).len(), 3);
}

#[test]
fn gears_hold_pieces_too() {
    let mut edges: Vec<Edge> = (1..=5).map(|i| tie(0, i)).collect();
    edges.extend((1..5).map(|i| Edge::gear([body(0), body(i), body(0), body(i + 1)], 1)));
    let g = Graph::new(6, &edges);
    let (_, splitting) = divide(&g, &[0], LOW);
    let expanded = splitting.expand(&g, 6);
    assert_divides(&g, &splitting, &expanded);
    assert_eq!(largest_index(&expanded), 3);
    assert_eq!(splitting.n_pieces[0], 7);
}

#[test]
fn the_cost_of_a_star_follows_its_arms() {
    // The saving at the two ends of the tree is noticed in small stars; every further arm costs the same.
    let with: Vec<f64> = [16, 100, 1000, 10_000].map(|n| flops_per_arm(n, SplitRequest::Auto)).into();
    assert!(with.iter().all(|per_arm| (0.7..1.01).contains(&(per_arm / with[3]))), "{with:?}");
    let further = [(1e3 * with[2] - 100.0 * with[1]) / 900.0, (1e4 * with[3] - 1e3 * with[2]) / 9000.0];
    assert!((further[0] / further[1] - 1.0).abs() < 0.01, "{further:?}");
    // Without, a dense matrix: with ten times the arms, nearly a hundred times the operations for each.
    let without: Vec<f64> = [16, 160, 1600].map(|n| flops_per_arm(n, SplitRequest::Never)).into();
    assert!(without.windows(2).all(|pair| pair[1] > 60.0 * pair[0]), "{without:?}");
}

#[test]
fn a_star_of_ten_thousand_arms_is_divided_at_once() {
    let start = Instant::now();
    let chosen = choose_elimination(&star(10_000), &Request::automatic(Objective::BlockProducts, 6));
    // Not a benchmark: a fraction of a second alone, while the dense pattern alone would take gigabytes.
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(chosen.cost.blocks.multiplications, 10 * 9998);
    assert!(chosen.filled.rows.len() < 40_000);
}

#[test]
fn small_joints_do_not_pay_for_welds() {
    // Six distances are six rows; a weld alone has as many.
    let edges: Vec<Edge> = (1..=6).map(|i| Edge::joint(body(0), body(i), 1)).collect();
    let g = Graph::new(7, &edges);
    assert!(choose_elimination(&g, &Request::automatic(Objective::Flops, 6)).splitting.is_none());
    let asked = Request { split: SplitRequest::Always, ..Request::automatic(Objective::Flops, 6) };
    let chosen = choose_elimination(&g, &asked);
    assert_divides(&g, &chosen.splitting, &chosen.graph);
    assert!(largest_index(&chosen.graph) <= 4);
}

#[test]
fn many_small_joints_share_larger_pieces() {
    let edges: Vec<Edge> = (1..=300).map(|i| Edge::joint(body(0), body(i), 1)).collect();
    let g = Graph::new(301, &edges);
    let chosen = choose_elimination(&g, &Request::automatic(Objective::Flops, 6));
    assert!(!chosen.splitting.is_none());
    assert!(largest_index(&chosen.graph) > 4, "{:?}", chosen.candidates);
}

#[test]
fn a_chain_is_left_alone_also_when_asked_to_divide() {
    let request = Request { split: SplitRequest::Always, ..Request::automatic(Objective::Flops, 6) };
    let chosen = choose_elimination(&chain(20), &request);
    assert!(chosen.splitting.is_none());
    assert_eq!(chosen.cost.depth, 11);
    assert_eq!(chosen.cost, chosen.candidates[chosen.chosen].cost);
}

#[test]
fn a_given_order_goes_leaf_first_through_the_welds() {
    let order = OrderRequest::Given((0..12).rev().collect());
    let request = Request { order, split: SplitRequest::Always, ..Request::automatic(Objective::Flops, 6) };
    let chosen = choose_elimination(&star(12), &request);
    assert!(!chosen.splitting.is_none());
    assert_eq!(chosen.cost.blocks.fill, 0);
}

proptest! {
    // A case chooses several times, with a search each.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn divisions_keep_the_mechanism((g, _) in graphs_with_orders(), limit in 3_usize..6, chain in 1_usize..4) {
        let bodies: Vec<usize> = (0..g.n_bodies()).filter(|&b| g.edges_at(b).len() > limit).collect();
        let (mut trees, splitting) = divide(&g, &bodies, Shape { limit, chain });
        let expanded = splitting.expand(&g, 6);
        assert_divides(&g, &splitting, &expanded);
        prop_assert!(largest_index(&expanded) <= limit);
        // Also after changes without any sense.
        improve(&g, &mut trees, limit, 50, |s| u64::MAX - s.welds.iter().flatten().sum::<usize>() as u64);
        let changed = Splitting::of_trees(&g, &trees);
        let expanded = changed.expand(&g, 6);
        assert_divides(&g, &changed, &expanded);
        prop_assert!(largest_index(&expanded) <= limit);
    }

    #[test]
    fn the_choice_is_a_division_no_dearer_than_none((g, _) in graphs_with_orders(), products in any::<bool>()) {
        let objective = if products { Objective::BlockProducts } else { Objective::Flops };
        let automatic = Request::automatic(objective, 6);
        let chosen = choose_elimination(&g, &automatic);
        let whole = choose_elimination(&g, &Request { split: SplitRequest::Never, ..automatic.clone() });
        assert_divides(&g, &chosen.splitting, &chosen.graph);
        let price = |cost: &Cost| if products { cost.blocks.multiplications } else { cost.flops() };
        prop_assert!(price(&chosen.cost) <= price(&whole.cost));
        prop_assert!(whole.splitting.is_none());
        prop_assert_eq!(chosen.cost, Cost::of(&chosen.graph, chosen.filled.order.clone()));
        let tree = crate::topology::EliminationTree::of(&chosen.graph, chosen.filled.order.clone());
        prop_assert_eq!(tree.postorder(), chosen.filled.order.clone());
        let again = choose_elimination(&g, &automatic);
        prop_assert_eq!(again.filled, chosen.filled);
    }
}
