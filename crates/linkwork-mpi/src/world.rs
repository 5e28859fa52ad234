//! All ranks that MPI knows, as the engine sees them. Numbers are gathered, never summed by MPI, whose order of sums is its own.
//!
//! A rank that is lost is not noticed here: MPI ends the whole program then, see `ending`.

use std::ops::Range;

use linkwork::exchange::Exchange;
use mpi::Count;
use mpi::datatype::PartitionMut;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

/// Texts are sent in pieces, because MPI counts in 31 bits (bytes).
const PIECE: usize = 1 << 26;

/// This rank's line to all others; all memory that it needs from stage to stage is kept.
#[derive(Clone, Debug)]
pub struct World {
    rank: usize,
    n_ranks: usize,
    mine: Vec<f64>,
    counts: Vec<Count>,
    starts: Vec<Count>,
}

impl World {
    /// MPI must have been initialized, and must not be finalized before the last use.
    pub fn new() -> World {
        let world = SimpleCommunicator::world();
        World {
            rank: world.rank() as usize,
            n_ranks: world.size() as usize,
            mine: Vec::new(),
            counts: Vec::new(),
            starts: Vec::new(),
        }
    }

    fn set_stretches(&mut self, stretches: &[Range<usize>]) {
        self.counts.clear();
        self.counts.extend(stretches.iter().map(|stretch| stretch.len() as Count));
        self.starts.clear();
        self.starts.extend(stretches.iter().map(|stretch| stretch.start as Count));
    }
}

impl Exchange for World {
    fn rank(&self) -> usize {
        self.rank
    }

    fn n_ranks(&self) -> usize {
        self.n_ranks
    }

    fn share(&mut self, values: &mut [f64], stretches: &[Range<usize>]) {
        if self.n_ranks == 1 || values.is_empty() {
            return;
        }
        self.set_stretches(stretches);
        self.mine.clear();
        self.mine.extend_from_slice(&values[stretches[self.rank].clone()]);
        let mut all = PartitionMut::new(values, &self.counts[..], &self.starts[..]);
        SimpleCommunicator::world().all_gather_varcount_into(&self.mine[..], &mut all);
    }

    fn collect(&mut self, mine: &[f64], all: &mut [f64], stretches: &[Range<usize>]) {
        let world = SimpleCommunicator::world();
        let first = world.process_at_rank(0);
        if self.rank > 0 {
            first.gather_varcount_into(mine);
            return;
        }
        self.set_stretches(stretches);
        let mut all = PartitionMut::new(all, &self.counts[..], &self.starts[..]);
        first.gather_varcount_into_root(mine, &mut all);
    }

    fn spread(&mut self, from: usize, text: &mut Vec<u8>) {
        let world = SimpleCommunicator::world();
        let root = world.process_at_rank(from as Count);
        let mut length = text.len() as u64;
        root.broadcast_into(&mut length);
        text.resize(length as usize, 0);
        text.chunks_mut(PIECE).for_each(|piece| root.broadcast_into(piece));
    }

    fn hand_out(&mut self, make: &mut dyn FnMut(usize) -> Vec<u8>) -> Vec<u8> {
        let world = SimpleCommunicator::world();
        if self.rank > 0 {
            let first = world.process_at_rank(0);
            let (length, _) = first.receive::<u64>();
            let mut text = vec![0; length as usize];
            text.chunks_mut(PIECE).for_each(|piece| {
                first.receive_into(piece);
            });
            return text;
        }
        for rank in 1..self.n_ranks {
            let (to, text) = (world.process_at_rank(rank as Count), make(rank));
            to.send(&(text.len() as u64));
            text.chunks(PIECE).for_each(|piece| to.send(piece));
        }
        make(0)
    }

    fn is_broken(&self) -> bool {
        false
    }

    fn another(&self) -> Box<dyn Exchange> {
        Box::new(self.clone())
    }
}
