//! Topology index reduction: bodies with many joints are divided into pieces joined by welds.
//!
//! The joints of a body are pairwise coupled: n of them make a dense block that no order avoids, and cost n³. Divided
//! into a tree of *pieces*, joined by *welds* (fixed joints), the body couples only few joints at a time, and costs n
//! [Negrut, "topology index reduction"]. All pieces move with the body's coordinates; they exist in the reduced system
//! alone. The pieces share mass and inertia, so that the sum of all is the body; those that carry many joints have much
//! of it.
//!
//! * [`Splitting`]: which bodies are divided, which joint holds which piece, and the welds;
//! * `grouping`: which joints go together;
//! * `search`: small changes of a division that lower its cost.

mod grouping;
mod search;

pub(super) use grouping::{Shape, divide};
pub(super) use search::improve;

use super::graph::{Edge, Graph};
use crate::ids::BodyId;

/// Bodies divided into pieces. Pieces 0 … n_bodies − 1 are the bodies themselves, what is left of them; further pieces
/// follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splitting {
    /// Piece → body.
    pub body_of: Vec<usize>,
    /// Body → number of its pieces.
    pub n_pieces: Vec<u32>,
    /// For each joint, in the order of [`Edge::moving`], so by ascending body, the piece it is attached to.
    pub attached: Vec<Vec<usize>>,
    /// Pairs of pieces of the same body, in an order that goes from leaves to the body's own piece: the first of a pair
    /// is the end of a branch once all earlier welds are gone.
    pub welds: Vec<[usize; 2]>,
}

impl Splitting {
    /// Every body whole.
    pub(crate) fn none(graph: &Graph) -> Splitting {
        Splitting {
            body_of: (0..graph.n_bodies()).collect(),
            n_pieces: vec![1; graph.n_bodies()],
            attached: graph.edges().iter().map(|edge| edge.moving().collect()).collect(),
            welds: Vec::new(),
        }
    }

    /// Whether every body is whole.
    pub fn is_none(&self) -> bool {
        self.welds.is_empty()
    }

    /// Number of pieces, those of whole bodies included.
    pub(crate) fn n_all_pieces(&self) -> usize {
        self.body_of.len()
    }

    /// The piece of a body that a joint holds; `None` if the joint does not touch the body.
    pub(crate) fn find_piece(&self, joint: usize, body: usize) -> Option<usize> {
        self.attached[joint].iter().copied().find(|&piece| self.body_of[piece] == body)
    }

    /// The bodies that are divided, ascending, with the number of their pieces.
    pub fn divided_bodies(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.n_pieces.iter().copied().enumerate().filter(|&(_, n)| n > 1)
    }

    /// Body → number of its joints.
    pub(crate) fn count_joints(&self) -> Vec<u32> {
        let mut n_joints = vec![0; self.n_pieces.len()];
        self.attached.iter().flatten().for_each(|&piece| n_joints[self.body_of[piece]] += 1);
        n_joints
    }

    /// Piece → its share of the body's mass and inertia, as large as the number of joints on it and on the branches
    /// that hang on it.
    ///
    /// Elimination finds the inertia of all that hangs on a piece as a difference of two inverses: with a mass M of the
    /// branches and μ of the piece, 1/μ − … = 1/(μ + M), right to M/μ times round-off. With these shares M/μ is about
    /// the same for all pieces. With equal ones it would be largest at the root, by the number of pieces. The ground is
    /// heavy: a joint with it counts as much as all others of the body.
    pub(crate) fn calc_shares(&self) -> Vec<f64> {
        let n_joints = self.count_joints();
        let mut carried = vec![0_u32; self.n_all_pieces()];
        for pieces in &self.attached {
            let at_ground = pieces.len() == 1;
            pieces.iter().for_each(|&p| carried[p] += if at_ground { n_joints[self.body_of[p]] } else { 1 });
        }
        for &[branch, above] in &self.welds {
            carried[above] += carried[branch];
        }
        let mut all = vec![0.0; self.n_pieces.len()];
        let carried: Vec<f64> = carried.into_iter().map(|n| f64::from(n.max(1))).collect();
        carried.iter().zip(&self.body_of).for_each(|(n, &body)| all[body] += n);
        carried.iter().zip(&self.body_of).map(|(n, &body)| n / all[body]).collect()
    }

    /// The graph of the pieces: the joints, in their order, then the welds with this many equations.
    pub(crate) fn expand(&self, graph: &Graph, weld_size: usize) -> Graph {
        let joint = |(j, edge): (usize, &Edge)| {
            let piece = |body: BodyId| match body.index().and_then(|b| self.find_piece(j, b)) {
                Some(piece) => BodyId::new(piece),
                None => BodyId::GROUND,
            };
            match edge.ends() {
                Some([first, second]) => Edge::joint(piece(first), piece(second), edge.size()),
                None => {
                    let mut bodies = [BodyId::GROUND; 4];
                    bodies.iter_mut().zip(&self.attached[j]).for_each(|(place, &p)| *place = BodyId::new(p));
                    Edge::gear(bodies, edge.size())
                }
            }
        };
        let weld = |&[a, b]: &[usize; 2]| Edge::joint(BodyId::new(a), BodyId::new(b), weld_size);
        let joints = graph.edges().iter().enumerate().map(joint);
        let edges: Vec<Edge> = joints.chain(self.welds.iter().map(weld)).collect();
        Graph::new(self.n_all_pieces(), &edges)
    }

    /// The splitting of some bodies into trees of pieces.
    pub(super) fn of_trees(graph: &Graph, trees: &[Tree]) -> Splitting {
        let mut splitting = Splitting::none(graph);
        trees.iter().for_each(|tree| splitting.divide(graph, tree));
        splitting
    }

    fn divide(&mut self, graph: &Graph, tree: &Tree) {
        let line = tree.list_outwards();
        let mut names = vec![tree.body; tree.pieces.len()];
        for &(piece, _) in line[1..].iter().rev() {
            names[piece] = self.body_of.len();
            self.body_of.push(tree.body);
        }
        self.n_pieces[tree.body] = tree.pieces.len() as u32;
        self.welds.extend(line[1..].iter().rev().map(|&(piece, above)| [names[piece], names[above]]));
        for (piece, ties) in tree.pieces.iter().enumerate() {
            for tie in ties {
                if let Tie::Joint(joint) = *tie {
                    let slot = graph.edges()[joint].moving().position(|b| b == tree.body);
                    // A tree is made of joints at its body.
                    slot.into_iter().for_each(|slot| self.attached[joint][slot] = names[piece]);
                }
            }
        }
    }
}

/// The joint or piece that holds a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// This joint of the model.
    Joint(usize),
    /// A weld to this piece of the same body.
    Weld(usize),
}

/// A body as a tree of pieces. Piece 0 is what is left of the body itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    body: usize,
    pieces: Vec<Vec<Tie>>,
}

impl Tree {
    /// Every piece with the one it hangs on, from the root outwards; the root hangs on itself.
    fn list_outwards(&self) -> Vec<(usize, usize)> {
        let mut line = vec![(0, 0)];
        let mut next = 0;
        while let Some(&(piece, above)) = line.get(next) {
            next += 1;
            for tie in &self.pieces[piece] {
                if let Tie::Weld(other) = *tie
                    && (other != above || piece == above)
                {
                    line.push((other, piece));
                }
            }
        }
        line
    }
}

#[cfg(test)]
mod tests;
