//! What an order of elimination costs, counted before any number is computed: in blocks, as the literature counts, and
//! in scalars with the true number of equations of each joint. In time proportional to the filled pattern, without
//! storing it.
//!
//! When joint k is eliminated, r(k) joints coupled to it remain. In blocks [Negrut, tables I–III]:
//!
//! ```text
//!     M = Σ r(r + 1)/2 + 2r     multiplications: update of the rest, forward and backward substitution
//!     I = Σ 1 + r               inversions and solves
//!     F = I − NNZ               fill
//!     A = M − F                 additions: the first write into a fill block needs none
//!     NNZ                       joints and coupled pairs
//! ```
//!
//! In scalars, with m(k) equations in joint k and w(k) in the joints that remain around it, column c = 0 … m − 1 of the
//! block column has h = m − c + w entries: the factor has Σ h of them and takes Σ h² operations (Cholesky).

use super::coupling::Neighbors;
use super::elimination_tree::EliminationTree;
use super::graph::Graph;
use serde::Serialize;

/// Counts of an order of elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// In blocks.
    pub blocks: BlockCounts,
    /// In numbers.
    pub scalars: ScalarCounts,
    /// Height of the elimination tree: joints that must be eliminated one after the other.
    pub depth: usize,
}

/// Block operations, as in the papers' tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BlockCounts {
    /// A
    pub additions: u64,
    /// M
    pub multiplications: u64,
    /// I: blocks of the factor
    pub inversions: u64,
    /// F
    pub fill: u64,
    /// NNZ: blocks of the upper half of E
    pub nonzeros: u64,
}

/// Counts with true block sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScalarCounts {
    /// Rows of E: equations.
    pub rows: u64,
    /// Entries of the lower half of E, diagonal included.
    pub nonzeros: u64,
    /// Entries of the factor.
    pub factor_nonzeros: u64,
    /// Operations of a Cholesky factorization.
    pub factor_flops: u64,
    /// Multiplications when blocks are dense: update of the rest, solves with the diagonal block, substitutions.
    pub block_multiplications: u64,
}

impl Cost {
    /// Counts what eliminating the edges of a graph in this order costs.
    ///
    /// # Panics
    /// If the order names an edge that does not exist.
    pub fn of(graph: &Graph, order: Vec<usize>) -> Cost {
        let tree = EliminationTree::of(graph, order);
        let size = |position: usize| graph.edges()[tree.order[position]].size() as u64;
        let mut columns = vec![Column::default(); tree.n()];
        tree.visit_entries(graph, |i, k| columns[k].add(size(i)));

        let (mut blocks, mut scalars) = count_nonzeros(graph);
        for (k, column) in columns.iter().enumerate() {
            blocks.count(column);
            scalars.count(size(k), column);
        }
        blocks.fill = blocks.inversions - blocks.nonzeros;
        blocks.additions = blocks.multiplications - blocks.fill;
        Cost { blocks, scalars, depth: tree.height() }
    }
}

/// What remains around a joint when it is eliminated.
#[derive(Clone, Copy, Default)]
struct Column {
    /// r
    joints: u64,
    /// w = Σ mᵢ
    equations: u64,
    /// Σ mᵢ²
    squares: u64,
}

impl Column {
    fn add(&mut self, size: u64) {
        self.joints += 1;
        self.equations += size;
        self.squares += size * size;
    }
}

impl BlockCounts {
    fn count(&mut self, column: &Column) {
        let r = column.joints;
        self.multiplications += r * (r + 1) / 2 + 2 * r;
        self.inversions += 1 + r;
    }
}

impl ScalarCounts {
    fn count(&mut self, m: u64, column: &Column) {
        let w = column.equations;
        for h in w + 1..=w + m {
            self.factor_nonzeros += h;
            self.factor_flops += h * h;
        }
        // Σ over i ≤ l of mᵢ mₗ is half of w² + Σ mᵢ².
        let update = m * (w * w + column.squares) / 2;
        self.block_multiplications += update + m * m * w + 2 * m * w + m * m;
    }
}

/// The counts that do not depend on the order: rows and entries of E.
fn count_nonzeros(graph: &Graph) -> (BlockCounts, ScalarCounts) {
    let (mut blocks, mut scalars) = (BlockCounts::default(), ScalarCounts::default());
    let mut neighbors = Neighbors::new(graph.n_edges());
    for (j, edge) in graph.edges().iter().enumerate() {
        let m = edge.size() as u64;
        blocks.nonzeros += 1;
        scalars.rows += m;
        scalars.nonzeros += m * (m + 1) / 2;
        neighbors.visit(graph, j, |other| {
            if other < j {
                blocks.nonzeros += 1;
                scalars.nonzeros += m * graph.edges()[other].size() as u64;
            }
        });
    }
    (blocks, scalars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::fill::FilledPattern;
    use crate::topology::fill::tests::{eliminate_by_hand, graphs_with_orders};
    use crate::topology::graph::Edge;
    use crate::topology::graph::tests::{body, chain, graph, star};
    use crate::topology::order;
    use proptest::prelude::*;
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
            let sizes = BTreeMap::from([
                ("spherical", 3),
                ("revolute", 5),
                ("distance", 1),
                ("translational", 5),
                ("fixed", 6),
            ]);
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

    /// The first order of each mechanism is the best one known, proven optimal for most.
    #[test]
    fn minimum_degree_is_as_good_as_the_best_orders_known() {
        for mechanism in mechanisms() {
            let graph = mechanism.graph();
            let cost = Cost::of(&graph, order::minimum_degree(&graph));
            let (found, best) = (cost.blocks.multiplications, mechanism.sequences[0].expected["M"]);
            assert!(found <= best, "{}: {found} against {best}", mechanism.name);
        }
    }

    #[test]
    fn a_chain_costs_the_same_for_every_joint() {
        let cost = Cost::of(&chain(1000), (0..1000).collect());
        assert_eq!(cost.blocks.multiplications, 3 * 999);
        assert_eq!((cost.blocks.fill, cost.depth), (0, 1000));
        assert_eq!(cost.scalars.rows, 3000);
    }

    #[test]
    fn a_star_costs_what_a_dense_matrix_does() {
        // Three equations a joint: a dense Cholesky factor of n = 36 rows takes Σ h² = n(n + 1)(2n + 1)/6.
        let cost = Cost::of(&star(12), (0..12).collect());
        assert_eq!(cost.scalars.factor_nonzeros, 36 * 37 / 2);
        assert_eq!(cost.scalars.factor_flops, 36 * 37 * 73 / 6);
        assert_eq!(cost.depth, 12);
    }

    #[test]
    fn nothing_costs_nothing() {
        let cost = Cost::of(&graph(3, &[]), Vec::new());
        assert_eq!((cost.blocks, cost.scalars, cost.depth), (BlockCounts::default(), ScalarCounts::default(), 0));
    }

    proptest! {
        #[test]
        fn counts_follow_from_the_columns_found_by_hand((g, order) in graphs_with_orders()) {
            let cost = Cost::of(&g, order.clone());
            let columns = eliminate_by_hand(&g, &order);
            let blocks: usize = columns.iter().map(|c| c.len() + 1).sum();
            prop_assert_eq!(cost.blocks.inversions, blocks as u64);
            let size = |j: usize| g.edges()[j].size() as u64;
            let mut flops = 0;
            let mut products = 0;
            for (&k, column) in order.iter().zip(&columns) {
                let w: u64 = column.iter().map(|&j| size(j)).sum();
                flops += (1..=size(k)).map(|c| (w + c) * (w + c)).sum::<u64>();
                for &i in column {
                    products += column.iter().filter(|&&l| l <= i).map(|&l| size(k) * size(i) * size(l)).sum::<u64>();
                    products += size(k) * size(k) * size(i) + 2 * size(k) * size(i);
                }
                products += size(k) * size(k);
            }
            prop_assert_eq!(cost.scalars.factor_flops, flops);
            prop_assert_eq!(cost.scalars.block_multiplications, products);
        }

        #[test]
        fn the_pattern_has_as_many_blocks_as_were_counted((g, order) in graphs_with_orders()) {
            let pattern = FilledPattern::analyze(&g, order.clone());
            let cost = Cost::of(&g, order);
            prop_assert_eq!(cost.blocks.inversions, (pattern.rows.len() + pattern.n()) as u64);
            let mut depth = vec![1; pattern.n()];
            for k in 0..pattern.n() {
                if let Some(p) = pattern.parent[k] {
                    depth[p] = depth[p].max(depth[k] + 1);
                }
            }
            prop_assert_eq!(cost.depth, depth.into_iter().max().unwrap_or(0));
        }
    }
}
