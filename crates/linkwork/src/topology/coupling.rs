//! Which joints are coupled: two are when they share a moving body. This is the block pattern of E = G M⁻¹ Gᵀ.
//!
//! Time and memory are proportional to the number of coupled pairs. A body with n joints couples n(n − 1)/2 pairs, so
//! the pattern of a huge star is huge; orders and costs are found without it.

use super::graph::Graph;

/// For each joint the joints coupled to it, ascending, itself excluded. Symmetric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Coupling {
    starts: Vec<usize>,
    joints: Vec<u32>,
}

impl Coupling {
    /// The pattern of a graph, gears included.
    pub(super) fn of(graph: &Graph) -> Coupling {
        let n = graph.n_edges();
        let mut starts = vec![0; n + 1];
        let mut neighbors = Neighbors::new(n);
        for j in 0..n {
            starts[j + 1] = starts[j];
            neighbors.visit(graph, j, |_| starts[j + 1] += 1);
        }

        // The relation is symmetric: writing j into the lists of its neighbors, j ascending, leaves all lists sorted.
        let mut next = starts.clone();
        let mut joints = vec![0; starts[n]];
        let mut neighbors = Neighbors::new(n);
        for j in 0..n {
            neighbors.visit(graph, j, |other| {
                joints[next[other]] = j as u32;
                next[other] += 1;
            });
        }
        Coupling { starts, joints }
    }

    /// Number of joints.
    #[cfg(test)]
    pub(super) fn n_joints(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of coupled pairs.
    #[cfg(test)]
    pub(super) fn n_pairs(&self) -> usize {
        self.joints.len() / 2
    }

    /// The joints coupled to joint j, ascending.
    pub(super) fn of_joint(&self, j: usize) -> &[u32] {
        &self.joints[self.starts[j]..self.starts[j + 1]]
    }
}

/// Visits the joints coupled to a joint without storing the pattern. Each joint can be asked for once.
pub(super) struct Neighbors {
    /// The last joint that met this one.
    met_by: Vec<u32>,
}

impl Neighbors {
    pub(super) fn new(n_joints: usize) -> Neighbors {
        Neighbors { met_by: vec![u32::MAX; n_joints] }
    }

    /// Calls `found` for each joint coupled to j, once, in no particular order.
    pub(super) fn visit(&mut self, graph: &Graph, j: usize, mut found: impl FnMut(usize)) {
        self.met_by[j] = j as u32;
        for other in graph.edges()[j].moving().flat_map(|b| graph.edges_at(b)) {
            if self.met_by[other] != j as u32 {
                self.met_by[other] = j as u32;
                found(other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::BodyId;
    use crate::topology::graph::Edge;
    use crate::topology::graph::tests::{body, chain, graph, net, star, tie};
    use proptest::prelude::*;

    #[test]
    fn a_chain_couples_neighbors() {
        let coupling = Coupling::of(&chain(4));
        assert_eq!(coupling.of_joint(0), [1]);
        assert_eq!(coupling.of_joint(2), [1, 3]);
        assert_eq!(coupling.n_pairs(), 3);
    }

    #[test]
    fn the_ground_couples_nothing() {
        let coupling = Coupling::of(&graph(3, &[(-1, 0), (-1, 1), (2, -1)]));
        assert_eq!(coupling.n_pairs(), 0);
        assert_eq!(coupling.n_joints(), 3);
    }

    #[test]
    fn a_star_couples_all() {
        let coupling = Coupling::of(&star(40));
        assert_eq!(coupling.n_pairs(), 40 * 39 / 2);
        assert_eq!(coupling.of_joint(0), (1..40).collect::<Vec<u32>>());
    }

    #[test]
    fn joints_that_share_two_bodies_are_coupled_once() {
        let coupling = Coupling::of(&graph(2, &[(0, 1), (1, 0), (0, 1)]));
        assert_eq!(coupling.of_joint(1), [0, 2]);
        assert_eq!(coupling.n_pairs(), 3);
    }

    #[test]
    fn a_gear_couples_the_joints_of_all_its_bodies() {
        let gear = Edge::gear([BodyId::GROUND, body(0), BodyId::GROUND, body(1)], 1);
        let coupling = Coupling::of(&Graph::new(3, &[tie(-1, 0), tie(-1, 1), gear, tie(1, 2)]));
        assert_eq!(coupling.of_joint(2), [0, 1, 3]);
        assert_eq!(coupling.of_joint(0), [2]);
    }

    #[test]
    fn a_net_couples_six_pairs_at_an_inner_body() {
        // Pairs at bodies of degree d: d(d − 1)/2. Four corners have 2 joints, two of them one more to the ground.
        let k = 7;
        let inner = (k - 2) * (k - 2) * 6;
        let border = 4 * (k - 2) * 3;
        assert_eq!(Coupling::of(&net(k)).n_pairs(), inner + border + 2 * 3 + 2);
    }

    proptest! {
        #[test]
        fn the_pattern_is_that_of_the_definition(pairs in prop::collection::vec((-1_i32..9, -1_i32..9), 0..30)) {
            let g = graph(9, &pairs);
            let coupling = Coupling::of(&g);
            for j in 0..pairs.len() {
                let shares = |l: &u32| {
                    let other = &g.edges()[*l as usize];
                    *l as usize != j && g.edges()[j].moving().any(|b| other.moving().any(|c| b == c))
                };
                let expected: Vec<u32> = (0..pairs.len() as u32).filter(shares).collect();
                prop_assert_eq!(coupling.of_joint(j), expected);
            }
        }
    }
}
