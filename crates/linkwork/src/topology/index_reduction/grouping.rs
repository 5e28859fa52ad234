//! Which joints share a piece: those that meet again elsewhere.
//!
//! Think the divided bodies away. What is left falls into groups of joints that are coupled without them, and the
//! elimination tree of these groups says which joints meet early and which late. The pieces of a body follow that tree
//! from its leaves: as soon as enough *open ties* (joints without a piece, pieces without a weld) meet, they become a
//! piece with one open tie of its own. Each column of the elimination then sees only few ties of the body besides those
//! it needs anyway. In nearly linear time.
//!
//! Ties that meet at the same place, as all arms of a star do, are gathered in turn. Each new piece is either put
//! behind the others (the tree of pieces is as low as can be, but half of the pieces hold nothing but welds), or takes
//! further ties at once until it has become a *chain* of some length (few pieces without joints, but a higher tree).
//! Which costs less depends on the size of joints and welds.

use super::{Splitting, Tie, Tree};
use crate::ids::BodyId;
use crate::topology::elimination_tree::EliminationTree;
use crate::topology::graph::{Edge, Graph};
use crate::topology::order::{balance, minimum_degree};
use std::collections::VecDeque;

/// How the pieces of one body are made.
#[derive(Clone, Copy, Debug)]
pub(in crate::topology) struct Shape {
    /// Most ties of a piece, three at least.
    pub limit: usize,
    /// Pieces in a row before other ties are taken; 1 keeps the tree low.
    pub chain: usize,
}

/// The given bodies, ascending, divided so that no piece has more ties than allowed.
///
/// # Panics
/// With a limit below three: two ties a piece are a chain without room for joints.
pub(in crate::topology) fn divide(graph: &Graph, bodies: &[usize], shape: Shape) -> (Vec<Tree>, Splitting) {
    assert!(shape.limit >= 3, "pieces need three ties");
    let rest = without(graph, bodies);
    let tree = EliminationTree::of(&rest, balance(&rest, minimum_degree(&rest)));
    let mut position = vec![0; tree.n()];
    tree.order.iter().enumerate().for_each(|(k, &joint)| position[joint] = k);

    // The joints of each body as the elimination takes them, and where neighbors in this list meet.
    let lists: Vec<Vec<usize>> = bodies.iter().map(|&b| sorted_by(graph.edges_at(b), &position)).collect();
    let pairs: Vec<[usize; 2]> =
        lists.iter().flat_map(|list| list.windows(2)).map(|pair| [position[pair[0]], position[pair[1]]]).collect();
    let mut meetings = tree.common_ancestors(&pairs).into_iter();
    let trees = bodies.iter().zip(&lists).map(|(&body, joints)| {
        let meetings: Vec<Option<usize>> = meetings.by_ref().take(joints.len().saturating_sub(1)).collect();
        Gathering::new(joints, shape).gather(body, &meetings)
    });
    let trees: Vec<Tree> = trees.filter(|tree| tree.pieces.len() > 1).collect();
    let splitting = Splitting::of_trees(graph, &trees);
    (trees, splitting)
}

/// The graph in which these bodies couple nothing.
fn without(graph: &Graph, bodies: &[usize]) -> Graph {
    let mut is_left_out = vec![false; graph.n_bodies()];
    bodies.iter().for_each(|&b| is_left_out[b] = true);
    let edge = |edge: &Edge| {
        let mut kept = [BodyId::GROUND; 4];
        let moving = edge.moving().filter(|&b| !is_left_out[b]);
        kept.iter_mut().zip(moving).for_each(|(place, b)| *place = BodyId::new(b));
        Edge::gear(kept, edge.size())
    };
    Graph::new(graph.n_bodies(), &graph.edges().iter().map(edge).collect::<Vec<_>>())
}

fn sorted_by(joints: impl Iterator<Item = usize>, position: &[usize]) -> Vec<usize> {
    let mut list: Vec<usize> = joints.collect();
    list.sort_unstable_by_key(|&j| position[j]);
    list
}

/// The pieces of one body in the making.
struct Gathering {
    shape: Shape,
    /// Open ties, by group; a group has the number of its first joint in the list.
    open: Vec<VecDeque<Tie>>,
    /// Joint in the list → one in the same group before it; the first stands for itself.
    before: Vec<usize>,
    n_open: usize,
    /// Piece 0 is made last.
    pieces: Vec<Vec<Tie>>,
}

impl Gathering {
    fn new(joints: &[usize], shape: Shape) -> Gathering {
        Gathering {
            shape,
            open: joints.iter().map(|&j| VecDeque::from([Tie::Joint(j)])).collect(),
            before: (0..joints.len()).collect(),
            n_open: joints.len(),
            pieces: vec![Vec::new()],
        }
    }

    /// Joins neighbors in the list in the order in which they meet, those that never meet last.
    fn gather(mut self, body: usize, meetings: &[Option<usize>]) -> Tree {
        let mut links: Vec<(usize, usize)> =
            meetings.iter().enumerate().map(|(i, meeting)| (meeting.unwrap_or(usize::MAX), i)).collect();
        links.sort_unstable();
        for together in links.chunk_by(|a, b| a.0 == b.0) {
            let mut joined: Vec<usize> = together.iter().map(|&(_, i)| self.join(i)).collect();
            joined.dedup();
            joined.into_iter().for_each(|group| self.close(group));
        }
        let rest: Vec<Tie> = self.open.iter_mut().flat_map(std::mem::take).collect();
        self.add_piece(0, rest);
        Tree { body, pieces: self.pieces }
    }

    /// Makes one group of those of joints i and i + 1 in the list; gives its number.
    fn join(&mut self, i: usize) -> usize {
        let (first, second) = (self.find_group(i), self.find_group(i + 1));
        let mut more = std::mem::take(&mut self.open[second]);
        self.open[first].append(&mut more);
        self.before[second] = first;
        first
    }

    fn find_group(&mut self, mut i: usize) -> usize {
        while self.before[i] != i {
            self.before[i] = self.before[self.before[i]];
            i = self.before[i];
        }
        i
    }

    /// Turns open ties of a group into pieces while there are enough, unless all that are left fit into the last one.
    fn close(&mut self, group: usize) {
        let Shape { limit, chain } = self.shape;
        let mut length = 0;
        while self.open[group].len() >= limit - 1 && self.n_open > limit {
            let n = (limit - 1).min(self.n_open - limit + 1);
            let ties: Vec<Tie> = self.open[group].drain(..n).collect();
            let piece = self.pieces.len();
            self.pieces.push(Vec::new());
            self.add_piece(piece, ties);
            self.n_open -= n - 1;
            length = (length + 1) % chain;
            match length {
                0 => self.open[group].push_back(Tie::Weld(piece)),
                _ => self.open[group].push_front(Tie::Weld(piece)),
            }
        }
    }

    fn add_piece(&mut self, piece: usize, ties: Vec<Tie>) {
        for tie in &ties {
            if let Tie::Weld(other) = *tie {
                self.pieces[other].push(Tie::Weld(piece));
            }
        }
        self.pieces[piece].extend(ties);
    }
}
