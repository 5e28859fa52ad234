//! The graph of a mechanism: bodies are its vertices, joints its edges. Built from a model or from plain lists, in
//! time and memory proportional to the number of joints.
//!
//! Two readings of the same mechanism live here. For *loops* and *trees* an edge ties two bodies, the ground being one
//! of them. For *coupling* an edge is the set of moving bodies its equations touch: the ground does not couple
//! anything, and a gear touches the bodies of both its joints, up to four. A gear is an edge of the second kind only:
//! it transmits motion between joints which are there already, so it closes no loop.

use crate::ids::{BodyId, JointId};
use crate::model::{Joint, Model};

/// A joint as the graph sees it: the bodies it touches and the number of its equations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The tied bodies of a joint; `None` for a gear.
    ends: Option<[BodyId; 2]>,
    /// The moving bodies, ascending, each once; the first `n_moving` count.
    moving: [u32; 4],
    n_moving: u8,
    size: u32,
}

impl Edge {
    /// A joint between two bodies with this many equations.
    pub fn joint(first: BodyId, second: BodyId, size: usize) -> Edge {
        Edge { ends: Some([first, second]), ..Edge::gear([first, second, first, second], size) }
    }

    /// A coupling of two joints: it touches the bodies of both and closes no loop.
    pub fn gear(bodies: [BodyId; 4], size: usize) -> Edge {
        let mut moving = bodies.map(|b| b.index().map_or(u32::MAX, |i| i as u32));
        moving.sort_unstable();
        let mut n_moving = 0;
        for i in 0..4 {
            let repeated = n_moving > 0 && moving[n_moving - 1] == moving[i];
            if moving[i] != u32::MAX && !repeated {
                moving[n_moving] = moving[i];
                n_moving += 1;
            }
        }
        Edge { ends: None, moving, n_moving: n_moving as u8, size: size as u32 }
    }

    /// The two bodies of a joint; `None` for a gear.
    pub fn ends(&self) -> Option<[BodyId; 2]> {
        self.ends
    }

    /// The moving bodies it touches, ascending, each once.
    pub fn moving(&self) -> impl Iterator<Item = usize> + '_ {
        self.moving[..self.n_moving as usize].iter().map(|&b| b as usize)
    }

    /// Number of its equations.
    pub fn size(&self) -> usize {
        self.size as usize
    }
}

/// Bodies and joints of a mechanism, with the joints of each body at hand.
#[derive(Clone, Debug)]
pub struct Graph {
    n_bodies: usize,
    edges: Vec<Edge>,
    /// Edges of body b: `incident[starts[b]..starts[b + 1]]`, ascending. The ground comes last.
    starts: Vec<usize>,
    incident: Vec<u32>,
}

impl Graph {
    /// The graph of a model: edge j is joint j.
    pub fn of_model(model: &Model) -> Graph {
        let edges: Vec<Edge> = model.joints.iter().map(|joint| edge_of(joint, model)).collect();
        Graph::of_edges(model.n_bodies(), edges)
    }

    /// The graph with moving bodies 0 … n_bodies − 1 and these edges.
    ///
    /// # Panics
    /// If an edge names a body that does not exist.
    pub fn new(n_bodies: usize, edges: &[Edge]) -> Graph {
        Graph::of_edges(n_bodies, edges.to_vec())
    }

    fn of_edges(n_bodies: usize, edges: Vec<Edge>) -> Graph {
        // Counting sort by body: edges are visited in order, so each body's list comes out ascending.
        let mut starts = vec![0; n_bodies + 2];
        for edge in &edges {
            touched(edge, n_bodies).for_each(|b| starts[b + 1] += 1);
        }
        for b in 0..=n_bodies {
            starts[b + 1] += starts[b];
        }
        let mut next = starts.clone();
        let mut incident = vec![0; starts[n_bodies + 1]];
        for (j, edge) in edges.iter().enumerate() {
            for b in touched(edge, n_bodies) {
                incident[next[b]] = j as u32;
                next[b] += 1;
            }
        }
        Graph { n_bodies, edges, starts, incident }
    }

    /// Number of moving bodies.
    pub fn n_bodies(&self) -> usize {
        self.n_bodies
    }

    /// Number of edges: joints and gears.
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// All edges; edge j is joint j of the model.
    pub(crate) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges at a moving body, gears included, ascending.
    pub(crate) fn edges_at(&self, body: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.incident[self.starts[body]..self.starts[body + 1]].iter().map(|&j| j as usize)
    }

    /// The joints at a body or at the ground, each with the body at its other end; no gears. Ascending.
    pub(crate) fn joints_at(&self, body: BodyId) -> impl Iterator<Item = (JointId, BodyId)> + '_ {
        self.edges_at(body.index().unwrap_or(self.n_bodies)).filter_map(move |j| {
            let [first, second] = self.edges[j].ends?;
            Some((JointId::new(j), if first == body { second } else { first }))
        })
    }

    /// Largest number of edges at one moving body, and the first body that has it; `None` without bodies.
    ///
    /// Gears count, for they couple like any other joint: the joints at a body are pairwise coupled, so this is the
    /// size of the largest dense block that no order can avoid.
    pub(crate) fn find_busiest_body(&self) -> Option<(BodyId, usize)> {
        let counts = (0..self.n_bodies).map(|b| (b, self.edges_at(b).len()));
        counts.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(b, n)| (BodyId::new(b), n))
    }
}

fn edge_of(joint: &Joint, model: &Model) -> Edge {
    let size = joint.n_equations(model.space);
    match joint.kind.coupled() {
        Some((joints, _)) => {
            let [a, b] = joints.map(|j| &model.joints[j.index()]);
            Edge::gear([a.first.body, a.second.body, b.first.body, b.second.body], size)
        }
        None => Edge::joint(joint.first.body, joint.second.body, size),
    }
}

/// The bodies in whose lists an edge appears; the ground has the number after the last moving body.
fn touched(edge: &Edge, ground: usize) -> impl Iterator<Item = usize> + '_ {
    let grounded = edge.ends.is_some_and(|ends| ends.contains(&BodyId::GROUND));
    edge.moving().chain(grounded.then_some(ground))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A joint of three equations between bodies by number; −1 is the ground.
    pub(crate) fn tie(first: i32, second: i32) -> Edge {
        Edge::joint(body(first), body(second), 3)
    }

    /// A body by number; −1 is the ground.
    pub(crate) fn body(number: i32) -> BodyId {
        usize::try_from(number).map_or(BodyId::GROUND, BodyId::new)
    }

    /// A graph of joints of three equations each.
    pub(crate) fn graph(n_bodies: usize, pairs: &[(i32, i32)]) -> Graph {
        Graph::new(n_bodies, &pairs.iter().map(|&(a, b)| tie(a, b)).collect::<Vec<_>>())
    }

    /// Ground – 0 – 1 – … – (n − 1).
    pub(crate) fn chain(n: usize) -> Graph {
        graph(n, &(0..n as i32).map(|i| (i - 1, i)).collect::<Vec<_>>())
    }

    /// Body 0 with `arms` arms, one body each; nothing is tied to the ground.
    pub(crate) fn star(arms: usize) -> Graph {
        graph(arms + 1, &(1..=arms as i32).map(|i| (0, i)).collect::<Vec<_>>())
    }

    /// Bodies in a square, neighbors joined, two corners tied to the ground.
    pub(crate) fn net(size: usize) -> Graph {
        let k = size as i32;
        let mut pairs = vec![(-1, 0), (-1, k - 1)];
        for row in 0..k {
            for column in 0..k {
                let here = row * k + column;
                pairs.extend((column + 1 < k).then_some((here, here + 1)));
                pairs.extend((row + 1 < k).then_some((here, here + k)));
            }
        }
        graph(size * size, &pairs)
    }

    #[test]
    fn a_gear_touches_each_moving_body_once() {
        let gear = Edge::gear([BodyId::GROUND, body(4), body(2), body(4)], 1);
        assert_eq!(gear.moving().collect::<Vec<_>>(), [2, 4]);
        assert_eq!((gear.ends(), gear.size()), (None, 1));
        let four = Edge::gear([body(3), body(1), body(0), body(2)], 1);
        assert_eq!(four.moving().collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    #[test]
    fn a_joint_of_the_ground_with_itself_touches_nothing() {
        let edge = Edge::joint(BodyId::GROUND, BodyId::GROUND, 6);
        assert_eq!(edge.moving().count(), 0);
        let graph = Graph::new(1, &[edge, tie(-1, 0)]);
        assert_eq!(graph.edges_at(0).collect::<Vec<_>>(), [1]);
        assert_eq!(graph.joints_at(BodyId::GROUND).count(), 2);
    }

    #[test]
    fn joints_of_a_body_are_ascending_and_name_the_other_end() {
        let g = graph(3, &[(1, 0), (-1, 1), (1, 2), (1, 0)]);
        let at: Vec<_> = g.joints_at(body(1)).map(|(j, b)| (j.index(), b)).collect();
        assert_eq!(at, [(0, body(0)), (1, BodyId::GROUND), (2, body(2)), (3, body(0))]);
        let at_ground: Vec<_> = g.joints_at(BodyId::GROUND).map(|(j, b)| (j.index(), b)).collect();
        assert_eq!(at_ground, [(1, body(1))]);
    }

    #[test]
    fn gears_are_listed_at_bodies_but_tie_nothing() {
        let gear = Edge::gear([BodyId::GROUND, body(0), BodyId::GROUND, body(1)], 1);
        let g = Graph::new(2, &[tie(-1, 0), tie(-1, 1), gear]);
        assert_eq!(g.edges_at(0).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(g.joints_at(body(0)).count(), 1);
        assert_eq!(g.n_edges(), 3);
    }

    #[test]
    fn the_busiest_body_is_the_first_of_equals() {
        assert_eq!(star(7).find_busiest_body(), Some((body(0), 7)));
        assert_eq!(chain(4).find_busiest_body(), Some((body(0), 2)));
        assert_eq!(graph(2, &[]).find_busiest_body(), Some((body(0), 0)));
        assert_eq!(graph(0, &[]).find_busiest_body(), None);
        // The ground is not a moving body, however many joints it carries.
        assert_eq!(graph(3, &[(-1, 0), (-1, 1), (-1, 2), (1, 2)]).find_busiest_body(), Some((body(1), 2)));
    }
}
