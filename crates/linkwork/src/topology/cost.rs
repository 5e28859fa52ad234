//! The cost of an order of elimination, counted before any number is computed: in blocks, as the literature counts, and
//! in scalars with the true number of equations of each joint. In nearly linear time: the filled pattern is neither
//! stored nor visited, so the price of a clique of a million joints is known at once.
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
//! block column has h = m − c + w entries: the factor has Σ h of them and takes Σ h² operations (Cholesky). Counts too
//! large for 64 bits stay at the largest number.

use super::columns::{Column, count_columns, count_pairs};
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
        // An equivalent order with contiguous subtrees has the same columns and can be counted without visiting them.
        let given = EliminationTree::of(graph, order);
        let tree = EliminationTree::of(graph, given.postorder());
        let (mut blocks, mut scalars) = count_nonzeros(graph);
        for (column, &joint) in count_columns(graph, &tree).iter().zip(&tree.order) {
            blocks.count(column);
            scalars.count(graph.edges()[joint].size() as u64, column);
        }
        blocks.fill = blocks.inversions - blocks.nonzeros;
        blocks.additions = blocks.multiplications - blocks.fill;
        Cost { blocks, scalars, depth: tree.height() }
    }

    /// Scalar operations of one factorization and one solution: what orders are compared by.
    pub fn flops(&self) -> u64 {
        self.scalars.factor_flops.saturating_add(self.scalars.solve_flops())
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
    /// Operations of a solution with the factor: each entry is multiplied and added once forward and once backward,
    /// those of the diagonal divide.
    pub(crate) fn solve_flops(&self) -> u64 {
        self.factor_nonzeros.saturating_mul(4) - 2 * self.rows
    }

    fn count(&mut self, m: u64, column: &Column) {
        let w = column.equations;
        self.factor_nonzeros += m * w + m * (m + 1) / 2;
        self.factor_flops = self.factor_flops.saturating_add(column.factor_flops(m));
        // Σ over i ≤ l of mᵢ mₗ is half of w² + Σ mᵢ².
        let update = m * (w * w + column.squares) / 2;
        self.block_multiplications = self.block_multiplications.saturating_add(update + m * m * w + 2 * m * w + m * m);
    }
}

/// The counts that do not depend on the order: rows and entries of E.
fn count_nonzeros(graph: &Graph) -> (BlockCounts, ScalarCounts) {
    let pairs = count_pairs(graph);
    let sizes = || graph.edges().iter().map(|edge| edge.size() as u64);
    let blocks = BlockCounts { nonzeros: graph.n_edges() as u64 + pairs.blocks, ..BlockCounts::default() };
    let scalars = ScalarCounts {
        rows: sizes().sum(),
        nonzeros: pairs.scalars + sizes().map(|m| m * (m + 1) / 2).sum::<u64>(),
        ..ScalarCounts::default()
    };
    (blocks, scalars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::fill::FilledPattern;
    use crate::topology::fill::tests::{eliminate_by_hand, graphs_with_orders};
    use crate::topology::graph::tests::{chain, graph, star};
    use crate::topology::order;
    use proptest::prelude::*;

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
    fn a_clique_of_a_million_is_counted_at_once() {
        let n = 3_000_000_u128;
        let cost = Cost::of(&star(1_000_000), order::natural(&star(1_000_000)));
        assert_eq!(u128::from(cost.scalars.factor_flops), n * (n + 1) * (2 * n + 1) / 6);
        assert_eq!(cost.blocks.nonzeros, 1_000_000 * 1_000_001 / 2);
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
