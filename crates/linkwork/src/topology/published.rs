//! The mechanisms, orders and counts of published tables, and what the automatic choice makes of them; see
//! `fixtures/README.md`.

use super::choice::{Objective, OrderRequest, Request, SplitRequest, choose_elimination};
use super::cost::Cost;
use super::graph::tests::body;
use super::graph::{Edge, Graph};
use super::order;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Mechanisms, orders and counts of the paper's tables; see `fixtures/README.md`.
const TABLES: &str = include_str!("../../../../fixtures/elimination.json");

#[derive(Deserialize)]
struct Mechanism {
    name: String,
    index: usize,
    joints: Vec<(usize, String, String, String)>,
    sequences: Vec<Sequence>,
}

#[derive(Deserialize)]
struct Sequence {
    id: String,
    order: Vec<usize>,
    expected: BTreeMap<String, u64>,
    scalar: BTreeMap<String, u64>,
}

impl Mechanism {
    fn graph<'a>(&'a self) -> Graph {
        let mut numbers: BTreeMap<&'a str, i32> = BTreeMap::from([("0", -1)]);
        let mut number = |name: &'a str| {
            let next = numbers.len() as i32 - 1;
            body(*numbers.entry(name).or_insert(next))
        };
        let sizes =
            BTreeMap::from([("spherical", 3), ("revolute", 5), ("distance", 1), ("translational", 5), ("fixed", 6)]);
        let edge = |joint: &'a (usize, String, String, String)| {
            Edge::joint(number(&joint.2), number(&joint.3), sizes[joint.1.as_str()])
        };
        let edges: Vec<Edge> = self.joints.iter().map(edge).collect();
        Graph::new(numbers.len() - 1, &edges)
    }

    fn order(&self, sequence: &Sequence) -> Vec<usize> {
        let place = |label: &usize| self.joints.iter().position(|j| j.0 == *label).expect("the label is listed");
        sequence.order.iter().map(place).collect()
    }
}

fn mechanisms() -> Vec<Mechanism> {
    let all: Vec<Mechanism> = serde_json::from_str(TABLES).expect("the fixture is valid");
    assert_eq!(all.len(), 20);
    all
}

fn as_printed(cost: &Cost) -> [BTreeMap<String, u64>; 2] {
    let (b, s) = (&cost.blocks, &cost.scalars);
    let blocks =
        [("A", b.additions), ("M", b.multiplications), ("I", b.inversions), ("F", b.fill), ("NNZ", b.nonzeros)];
    let scalars = [
        ("rows", s.rows),
        ("nnz_lower", s.nonzeros),
        ("lnz", s.factor_nonzeros),
        ("chol_flops", s.factor_flops),
        ("block_mults", s.block_multiplications),
    ];
    [blocks, scalars].map(|list| list.into_iter().map(|(key, count)| (key.to_string(), count)).collect())
}

#[test]
fn the_papers_tables_come_out_to_the_digit() {
    let mut n_sequences = 0;
    for mechanism in mechanisms() {
        let graph = mechanism.graph();
        for sequence in &mechanism.sequences {
            let cost = Cost::of(&graph, mechanism.order(sequence));
            let [blocks, scalars] = as_printed(&cost);
            assert_eq!(blocks, sequence.expected, "{} {}", mechanism.name, sequence.id);
            assert_eq!(scalars, sequence.scalar, "{} {}", mechanism.name, sequence.id);
            n_sequences += 1;
        }
    }
    assert_eq!(n_sequences, 22);
}

#[test]
fn the_topology_index_is_that_of_the_tables() {
    for mechanism in mechanisms() {
        let busiest = mechanism.graph().find_busiest_body().map(|(_, n)| n);
        assert_eq!(busiest, Some(mechanism.index), "{}", mechanism.name);
    }
}

fn request(objective: Objective, split: SplitRequest) -> Request {
    Request { split, ..Request::automatic(objective, 6) }
}

fn chosen_cost(graph: &Graph, objective: Objective, split: SplitRequest) -> Cost {
    choose_elimination(graph, &request(objective, split)).cost
}

/// The first order of each mechanism is the best one known, proven optimal for most.
#[test]
fn orders_are_as_good_as_the_best_known() {
    for mechanism in mechanisms() {
        let graph = mechanism.graph();
        let best = mechanism.sequences[0].expected["M"];
        let found = Cost::of(&graph, order::minimum_degree(&graph)).blocks.multiplications;
        assert!(found <= best, "{}: {found} against {best} by minimum degree", mechanism.name);
        let found = chosen_cost(&graph, Objective::BlockProducts, SplitRequest::Never).blocks.multiplications;
        assert!(found <= best, "{}: {found} against {best}", mechanism.name);
    }
}

#[test]
fn no_published_order_takes_fewer_operations() {
    for mechanism in mechanisms() {
        let graph = mechanism.graph();
        for split in [SplitRequest::Never, SplitRequest::Auto] {
            let found = chosen_cost(&graph, Objective::Flops, split).scalars.factor_flops;
            for sequence in &mechanism.sequences {
                let published = sequence.scalar["chol_flops"];
                assert!(found <= published, "{} {}: {found} against {published}", mechanism.name, sequence.id);
            }
        }
    }
}

#[test]
fn the_chassis_is_divided_as_well_as_any_published_way() {
    let all = mechanisms();
    let find = |name: &str| all.iter().find(|m| m.name == name).expect("the fixture has it");
    let hmmwv = find("hmmwv").graph();
    let divided = chosen_cost(&hmmwv, Objective::BlockProducts, SplitRequest::Auto);
    assert!(divided.blocks.multiplications <= 233, "{:?}", divided.blocks);
    // In operations too, the best published division of each kind is met.
    let flops = chosen_cost(&hmmwv, Objective::Flops, SplitRequest::Auto).flops();
    for mechanism in all.iter().filter(|m| m.name.starts_with("hmmwv_split")) {
        let counts = &mechanism.sequences[0].scalar;
        let published = counts["chol_flops"] + 4 * counts["lnz"] - 2 * counts["rows"];
        assert!(flops <= published, "{}: {flops} against {published}", mechanism.name);
    }
}

#[test]
fn stars_cost_ten_products_an_arm() {
    for mechanism in mechanisms().iter().filter(|m| m.name.starts_with("star") && !m.name.contains('_')) {
        let n = mechanism.index as u64;
        let cost = chosen_cost(&mechanism.graph(), Objective::BlockProducts, SplitRequest::Auto);
        assert_eq!(cost.blocks.multiplications, 10 * (n - 2), "{}", mechanism.name);
        let reduced = mechanisms().into_iter().find(|m| m.name == format!("{}_index_reduced", mechanism.name));
        let row = &reduced.expect("each star has its reduction").sequences[0].expected;
        assert_eq!(as_printed(&cost)[0], *row, "{}", mechanism.name);
    }
}

#[test]
fn a_published_order_can_be_asked_for() {
    for mechanism in mechanisms() {
        for sequence in &mechanism.sequences {
            let order = OrderRequest::Given(mechanism.order(sequence));
            let request = Request { order, ..Request::automatic(Objective::Flops, 6) };
            let chosen = choose_elimination(&mechanism.graph(), &request);
            assert!(chosen.splitting.is_none());
            assert_eq!(as_printed(&chosen.cost)[0], sequence.expected, "{} {}", mechanism.name, sequence.id);
        }
    }
}
