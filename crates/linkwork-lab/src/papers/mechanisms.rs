//! The mechanisms of published tables with their sequences of elimination, as `fixtures/elimination.json` has them.

use linkwork::ids::BodyId;
use linkwork::topology::{Edge, Graph};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Mechanisms, sequences and printed rows.
pub const MECHANISMS: &str = include_str!("../../fixtures/elimination.json");

/// A mechanism with sequences of elimination.
#[derive(Deserialize)]
pub struct Mechanism {
    pub name: String,
    /// Most joints at one body.
    #[cfg(test)]
    pub index: usize,
    /// Label, type, and two bodies; body 0 is the ground.
    joints: Vec<(usize, String, String, String)>,
    pub sequences: Vec<Sequence>,
}

/// A sequence and what is known of it.
#[derive(Deserialize)]
pub struct Sequence {
    pub id: String,
    /// Labels of joints.
    pub order: Vec<usize>,
    /// As printed, by heading.
    pub printed: BTreeMap<String, u64>,
    /// Block counts by the rule of the program, and counts with true block sizes, both found independently.
    #[cfg(test)]
    pub expected: BTreeMap<String, u64>,
    #[cfg(test)]
    pub scalar: BTreeMap<String, u64>,
    /// Headings under which the printed row cannot be reached.
    #[serde(default)]
    pub not_matching: Vec<String>,
}

/// Reads the mechanisms.
///
/// # Errors
/// A sentence, when the text is not a list of them.
pub fn read(text: &str) -> Result<Vec<Mechanism>, String> {
    serde_json::from_str(text).map_err(|e| format!("the mechanisms of the tables cannot be read: {e}"))
}

impl Mechanism {
    /// Bodies numbered as they appear, edges in the order of the joints.
    ///
    /// # Errors
    /// When a type of joint is unknown.
    pub fn graph(&self) -> Result<Graph, String> {
        let mut numbers: BTreeMap<&str, BodyId> = BTreeMap::from([("0", BodyId::GROUND)]);
        let mut edges = Vec::with_capacity(self.joints.len());
        for (_, kind, first, second) in &self.joints {
            let ends = [first, second].map(|name| {
                let next = BodyId::new(numbers.len() - 1);
                *numbers.entry(name).or_insert(next)
            });
            let size = n_equations(kind).ok_or_else(|| format!("{}: there is no joint '{kind}'", self.name))?;
            edges.push(Edge::joint(ends[0], ends[1], size));
        }
        Ok(Graph::new(numbers.len() - 1, &edges))
    }

    /// The positions of the joints which the sequence names by their labels.
    ///
    /// # Errors
    /// When the sequence names a joint that is not there, or not every joint once.
    pub fn order(&self, sequence: &Sequence) -> Result<Vec<usize>, String> {
        let place = |label: &usize| self.joints.iter().position(|joint| joint.0 == *label);
        let places: Option<Vec<usize>> = sequence.order.iter().map(place).collect();
        let wrong = |what: &str| format!("{}, {}: {what}", self.name, sequence.id);
        let places = places.ok_or_else(|| wrong("a joint of the sequence does not exist"))?;
        let mut sorted = places.clone();
        sorted.sort_unstable();
        if sorted.into_iter().ne(0..self.joints.len()) {
            return Err(wrong("the sequence does not name every joint once"));
        }
        Ok(places)
    }

    /// Whether this is the other one with bodies divided.
    pub fn divides(&self, whole: &Mechanism) -> bool {
        let rest = self.name.strip_prefix(&whole.name);
        rest.is_some_and(|rest| rest == "_index_reduced" || rest.starts_with("_split"))
    }
}

/// Equations of a joint in space, by the word of the tables.
fn n_equations(kind: &str) -> Option<usize> {
    match kind {
        "distance" => Some(1),
        "spherical" => Some(3),
        "revolute" | "translational" => Some(5),
        "fixed" => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkwork::topology::{
        Cost, Objective, OrderRequest, Request, SplitRequest, Topology, choose_elimination, order,
    };

    /// All mechanisms with their graphs.
    fn mechanisms() -> Vec<(Mechanism, Graph)> {
        let all = read(MECHANISMS).unwrap();
        assert_eq!(all.len(), 20);
        all.into_iter().map(|mechanism| (mechanism.graph().unwrap(), mechanism)).map(|(g, m)| (m, g)).collect()
    }

    fn by_heading(cost: &Cost) -> [BTreeMap<String, u64>; 2] {
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
    fn counts_are_those_found_independently() {
        let mut n_sequences = 0;
        for (mechanism, graph) in mechanisms() {
            for sequence in &mechanism.sequences {
                let [blocks, scalars] = by_heading(&Cost::of(&graph, mechanism.order(sequence).unwrap()));
                assert_eq!(blocks, sequence.expected, "{} {}", mechanism.name, sequence.id);
                assert_eq!(scalars, sequence.scalar, "{} {}", mechanism.name, sequence.id);
                n_sequences += 1;
            }
        }
        assert_eq!(n_sequences, 22);
    }

    #[test]
    fn the_topology_index_is_that_of_the_tables() {
        for (mechanism, graph) in mechanisms() {
            assert_eq!(Topology::of_graph(&graph).topology_index, mechanism.index, "{}", mechanism.name);
        }
    }

    /// The first sequence of each mechanism is the best one known, proven optimal for most.
    #[test]
    fn orders_are_as_good_as_the_best_known() {
        let request = Request { split: SplitRequest::Never, ..Request::automatic(Objective::BlockProducts, 6) };
        for (mechanism, graph) in mechanisms() {
            let best = mechanism.sequences[0].expected["M"];
            let by_degree = Cost::of(&graph, order::minimum_degree(&graph));
            for cost in [by_degree, choose_elimination(&graph, &request).cost] {
                let found = cost.blocks.multiplications;
                assert!(found <= best, "{}: {found} against {best}", mechanism.name);
            }
        }
    }

    #[test]
    fn no_published_order_takes_fewer_operations_to_factor() {
        for (mechanism, graph) in mechanisms() {
            for split in [SplitRequest::Never, SplitRequest::Auto] {
                let request = Request { split, ..Request::automatic(Objective::Flops, 6) };
                let found = choose_elimination(&graph, &request).cost.scalars.factor_flops;
                for sequence in &mechanism.sequences {
                    let published = sequence.scalar["chol_flops"];
                    assert!(found <= published, "{} {}: {found} against {published}", mechanism.name, sequence.id);
                }
            }
        }
    }

    #[test]
    fn a_published_order_can_be_asked_for() {
        for (mechanism, graph) in mechanisms() {
            for sequence in &mechanism.sequences {
                let order = OrderRequest::Given(mechanism.order(sequence).unwrap());
                let chosen = choose_elimination(&graph, &Request { order, ..Request::automatic(Objective::Flops, 6) });
                assert!(chosen.splitting.is_none());
                assert_eq!(by_heading(&chosen.cost)[0], sequence.expected, "{} {}", mechanism.name, sequence.id);
            }
        }
    }
}
