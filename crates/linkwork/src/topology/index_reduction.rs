//! Bodies divided into pieces.

use super::graph::Graph;

/// Bodies divided into pieces. Pieces `0..n_bodies` are what is left of the bodies themselves; further pieces follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splitting {
    /// Piece → body.
    pub body_of: Vec<usize>,
    /// Body → number of its pieces, each with that fraction of its mass.
    pub n_pieces: Vec<u32>,
    /// For each joint, in the order of its moving bodies, the piece it is attached to.
    pub attached: Vec<Vec<usize>>,
    /// Pairs of pieces of the same body.
    pub welds: Vec<[usize; 2]>,
}

impl Splitting {
    /// Every body in one piece.
    pub fn none(graph: &Graph) -> Splitting {
        Splitting {
            body_of: (0..graph.n_bodies()).collect(),
            n_pieces: vec![1; graph.n_bodies()],
            attached: graph.edges().iter().map(|e| e.moving().collect()).collect(),
            welds: Vec::new(),
        }
    }
}
