//! How many entries the columns of the factor have, and how many pairs of joints are coupled: counted from the graph
//! and the elimination tree without listing one of them, in nearly linear time, however dense a body makes its joints.
//!
//! Row i of the factor has entries along the ways up the tree from the first joint of each of its bodies to i (see
//! [`elimination_tree`](super::elimination_tree), fact 3). In a postorder let s₁ < s₂ < … be those first joints and
//! a(s, s') the lowest common ancestor of two. Then the union of the ways, without i, is what a sum over subtrees makes
//! of
//!
//! ```text
//!     + 1 at s₁, s₂, …     − 1 at a(s₁, s₂), a(s₂, s₃), …     − 1 at i                                     (1)
//! ```
//!
//! so that Σ (1) over the subtree of k, taken over all rows, is the number of entries in column k [Gilbert, Ng, Peyton
//! 1994, An efficient algorithm to compute row and column counts for sparse Cholesky factorization; here with bodies in
//! the place of the leaves of row subtrees]. With mᵢ or mᵢ² in the place of 1 the sum is that of the equations or their
//! squares.
//!
//! Two joints with s ≥ 1 bodies in common are counted once by Σ (−1)^(|B| + 1) over the non-empty sets B of common
//! bodies: s − s(s − 1)/2 + … = 1. So the coupled pairs follow from the number of joints at every body, pair of bodies,
//! and so on.

use super::elimination_tree::EliminationTree;
use super::graph::Graph;

/// The joints around a joint that remain when it is eliminated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Column {
    /// r
    pub joints: u64,
    /// w = Σ mᵢ
    pub equations: u64,
    /// Σ mᵢ²
    pub squares: u64,
}

impl Column {
    /// Operations to eliminate a joint of m equations with this around it: Σ h², h = w + 1 … w + m.
    pub(super) fn factor_flops(&self, m: u64) -> u64 {
        (self.equations + 1..=self.equations + m).map(|h| h * h).sum()
    }
}

/// The columns of the factor; the order must be a postorder.
pub(super) fn count_columns(graph: &Graph, tree: &EliminationTree) -> Vec<Column> {
    let size = |position: usize| graph.edges()[tree.order[position]].size() as i64;
    let mut sums = vec![[0_i64; 3]; tree.n()];
    let mut add = |at: usize, sign: i64, m: i64| {
        let [joints, equations, squares] = &mut sums[at];
        *joints += sign;
        *equations += sign * m;
        *squares += sign * m * m;
    };

    // (1) without the common ancestors, which are found all at once.
    let (mut meetings, mut rows) = (Vec::new(), Vec::new());
    visit_starts(graph, tree, |i, starts| {
        let m = size(i);
        starts.iter().for_each(|&s| add(s, 1, m));
        meetings.extend(starts.windows(2).map(|s| [s[0], s[1]]));
        rows.extend(starts.windows(2).map(|_| m));
        if !starts.is_empty() {
            add(i, -1, m);
        }
    });
    for (meeting, m) in tree.common_ancestors(&meetings).into_iter().zip(rows) {
        // Both ways lead to i, so there is one.
        meeting.into_iter().for_each(|a| add(a, -1, m));
    }

    for k in 0..tree.n() {
        if let Some(p) = tree.parent[k] {
            for c in 0..3 {
                sums[p][c] += sums[k][c];
            }
        }
    }
    let column = |s: &[i64; 3]| Column { joints: s[0] as u64, equations: s[1] as u64, squares: s[2] as u64 };
    sums.iter().map(column).collect()
}

/// Calls `visit(i, starts)` for each row: the first position of each body of i, ascending, each once, i excluded.
pub(super) fn visit_starts(graph: &Graph, tree: &EliminationTree, mut visit: impl FnMut(usize, &[usize])) {
    let mut first_at = vec![usize::MAX; graph.n_bodies()];
    for (i, &joint) in tree.order.iter().enumerate() {
        let (mut starts, mut n) = ([0; 4], 0);
        for body in graph.edges()[joint].moving() {
            first_at[body] = first_at[body].min(i);
            if first_at[body] < i && !starts[..n].contains(&first_at[body]) {
                starts[n] = first_at[body];
                n += 1;
            }
        }
        starts[..n].sort_unstable();
        visit(i, &starts[..n]);
    }
}

/// Coupled pairs of joints, and the entries of their blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs {
    pub blocks: u64,
    /// Σ mᵢ mₗ
    pub scalars: u64,
}

/// Counts the coupled pairs of a graph.
pub(super) fn count_pairs(graph: &Graph) -> Pairs {
    let mut odd = Group::default();
    let mut even = Group::default();
    for body in 0..graph.n_bodies() {
        odd.count(graph.edges_at(body).map(|j| graph.edges()[j].size() as u64));
    }

    // Sets of two bodies and more, sorted so that equal ones lie together.
    let mut sets: Vec<([u32; 4], u64)> = Vec::new();
    for edge in graph.edges() {
        let bodies: Vec<u32> = edge.moving().map(|b| b as u32).collect();
        for choice in 1_u32..1 << bodies.len() {
            if choice.count_ones() > 1 {
                let mut set = [u32::MAX; 4];
                let chosen = bodies.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
                set.iter_mut().zip(chosen).for_each(|(place, (_, &body))| *place = body);
                sets.push((set, edge.size() as u64));
            }
        }
    }
    sets.sort_unstable();
    for equal in sets.chunk_by(|a, b| a.0 == b.0) {
        let n_bodies = equal[0].0.iter().filter(|&&b| b != u32::MAX).count();
        let group = if n_bodies % 2 == 1 { &mut odd } else { &mut even };
        group.count(equal.iter().map(|&(_, m)| m));
    }
    Pairs { blocks: odd.pairs.blocks - even.pairs.blocks, scalars: odd.pairs.scalars - even.pairs.scalars }
}

/// Pairs inside sets of joints, summed.
#[derive(Default)]
struct Group {
    pairs: Pairs,
}

impl Group {
    fn count(&mut self, sizes: impl Iterator<Item = u64>) {
        let (mut n, mut sum, mut squares) = (0_u64, 0_u64, 0_u64);
        for m in sizes {
            n += 1;
            sum += m;
            squares += m * m;
        }
        self.pairs.blocks += n * n.saturating_sub(1) / 2;
        self.pairs.scalars += (sum * sum - squares) / 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::coupling::Coupling;
    use crate::topology::fill::tests::graphs_with_orders;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn columns_are_those_that_a_visit_finds((g, order) in graphs_with_orders()) {
            let tree = EliminationTree::of(&g, EliminationTree::of(&g, order).postorder());
            let mut visited = vec![Column::default(); tree.n()];
            tree.visit_entries(&g, |i, k| {
                let m = g.edges()[tree.order[i]].size() as u64;
                let column = &mut visited[k];
                *column = Column {
                    joints: column.joints + 1,
                    equations: column.equations + m,
                    squares: column.squares + m * m,
                };
            });
            prop_assert_eq!(count_columns(&g, &tree), visited);
        }

        #[test]
        fn pairs_are_those_that_are_listed((g, _) in graphs_with_orders()) {
            let coupling = Coupling::of(&g);
            let size = |j: usize| g.edges()[j].size() as u64;
            let around = |j: usize| coupling.of_joint(j).iter().map(|&l| size(l as usize)).sum::<u64>();
            let scalars = (0..g.n_edges()).map(|j| size(j) * around(j)).sum::<u64>() / 2;
            prop_assert_eq!(count_pairs(&g), Pairs { blocks: coupling.n_pairs() as u64, scalars });
        }
    }
}
