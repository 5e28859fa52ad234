//! All processes that MPI knows, as the engine sees them. Numbers go from neighbour to neighbour or are gathered, never
//! summed by MPI, whose order of sums is its own; the least of some numbers is the same in any order.
//!
//! A process that is lost is not noticed here: MPI ends the whole program then, see `ending`.

use std::ops::Range;

use linkwork::exchange::{Exchange, Link};
use mpi::Count;
use mpi::collective::SystemOperation;
use mpi::datatype::PartitionMut;
use mpi::request::{WaitGuard, scope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

/// Texts are sent in pieces, because MPI counts in 31 bits (bytes).
const PIECE: usize = 1 << 26;

/// This process's line to all others; all memory that it needs from stage to stage is kept.
#[derive(Clone, Debug)]
pub struct World {
    process: usize,
    n_processes: usize,
    mine: Vec<f64>,
    counts: Vec<Count>,
    starts: Vec<Count>,
}

impl World {
    /// MPI must have been initialized, and must not be finalized before the last use.
    pub fn new() -> World {
        let world = SimpleCommunicator::world();
        World {
            process: world.rank() as usize,
            n_processes: world.size() as usize,
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
    fn process(&self) -> usize {
        self.process
    }

    fn n_processes(&self) -> usize {
        self.n_processes
    }

    fn trade(&mut self, outgoing: &[f64], incoming: &mut [f64], links: &[Link]) {
        exchange(&SimpleCommunicator::world(), outgoing, (incoming, 0), links);
    }

    fn least(&mut self, mine: f64) -> f64 {
        let mut least = mine;
        if self.n_processes > 1 {
            SimpleCommunicator::world().all_reduce_into(&mine, &mut least, SystemOperation::min());
        }
        least
    }

    fn share(&mut self, values: &mut [f64], stretches: &[Range<usize>]) {
        if self.n_processes == 1 || values.is_empty() {
            return;
        }
        self.set_stretches(stretches);
        self.mine.clear();
        self.mine.extend_from_slice(&values[stretches[self.process].clone()]);
        let mut all = PartitionMut::new(values, &self.counts[..], &self.starts[..]);
        SimpleCommunicator::world().all_gather_varcount_into(&self.mine[..], &mut all);
    }

    fn collect(&mut self, mine: &[f64], all: &mut [f64], stretches: &[Range<usize>]) {
        let world = SimpleCommunicator::world();
        let first = world.process_at_rank(0);
        if self.process > 0 {
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
        if self.process > 0 {
            let first = world.process_at_rank(0);
            let (length, _) = first.receive::<u64>();
            let mut text = vec![0; length as usize];
            text.chunks_mut(PIECE).for_each(|piece| {
                first.receive_into(piece);
            });
            return text;
        }
        for process in 1..self.n_processes {
            let (to, text) = (world.process_at_rank(process as Count), make(process));
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

/// Starts to receive from and to send to the first of these, then the others; all are under way when the innermost call
/// returns, and none returns before its own have arrived. A call a neighbour, since there is no memory to take for
/// lists of them in a step.
fn exchange(world: &SimpleCommunicator, outgoing: &[f64], (incoming, start): (&mut [f64], usize), links: &[Link]) {
    let Some((link, others)) = links.split_first() else { return };
    let other = world.process_at_rank(link.process as Count);
    let (mine, rest) = incoming.split_at_mut(link.into.end - start);
    let mine = &mut mine[link.into.start - start..];
    scope(|scope| {
        let _received = (!mine.is_empty()).then(|| WaitGuard::from(other.immediate_receive_into(scope, mine)));
        let out = &outgoing[link.out.clone()];
        let _sent = (!out.is_empty()).then(|| WaitGuard::from(other.immediate_send(scope, out)));
        exchange(world, outgoing, (rest, link.into.end), others);
    });
}
