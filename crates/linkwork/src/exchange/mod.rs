//! Exchange: how processes that share one simulation tell one another what they computed.
//!
//! Every process runs the same steps on its own share of the model, and all of them call the same functions in the same
//! order. Numbers are passed on as they are, never added up on the way: sums are taken by each process, in the same
//! order on all of them, so that the bits depend neither on the number of processes nor on who is faster. Nothing here
//! fails in the middle of a stage: a process that is lost is remembered, and asked for when the evaluation is done.
//!
//! Values that concern two processes go from one to the other ([`Exchange::trade`]); what concerns all is one number a
//! part, or the least of all ([`Exchange::pool`], [`Exchange::least`]). [`Exchange::share`] gives all processes
//! everything, which grows with their number.

mod collective;
mod halo;
mod threads;
mod traffic;

pub(crate) use collective::Collective;
pub(crate) use halo::Halo;
pub use threads::ThreadProcess;
pub use traffic::Traffic;
pub(crate) use traffic::{Counted, TrafficCounter};

use std::ops::Range;

/// One process's line to the others.
pub trait Exchange: Send {
    /// Which one this is, from zero. Process 0 talks to the user.
    fn process(&self) -> usize;

    /// How many there are.
    fn n_processes(&self) -> usize;

    /// Tells some other processes something directly, and hears as much from them. Processes without links call this
    /// too.
    fn trade(&mut self, outgoing: &[f64], incoming: &mut [f64], links: &[Link]);

    /// The least of what the processes have; none has what is not a number.
    fn least(&mut self, mine: f64) -> f64;

    /// Every process has written its own stretch of `values`, that of process r being `stretches[r]`; afterwards all
    /// have all of them.
    fn share(&mut self, values: &mut [f64], stretches: &[Range<usize>]);

    /// The same for a few numbers a part, which every process adds up in the order of the parts.
    fn pool(&mut self, values: &mut [f64], stretches: &[Range<usize>]) {
        self.share(values, stretches);
    }

    /// Process 0 gets what each process has, into its stretch of `all`; the others may give none.
    fn collect(&mut self, mine: &[f64], all: &mut [f64], stretches: &[Range<usize>]);

    /// All processes get the text that one of them has.
    fn spread(&mut self, from: usize, text: &mut Vec<u8>);

    /// Every process gets a text of its own from process 0, which makes them one after the other, its own last.
    fn hand_out(&mut self, make: &mut dyn FnMut(usize) -> Vec<u8>) -> Vec<u8>;

    /// Whether a process was lost; what was exchanged since is worth nothing.
    fn is_broken(&self) -> bool;

    /// The same line for another user of it on the same process.
    fn another(&self) -> Box<dyn Exchange>;
}

/// A direct link between two processes: stretches of numbers that go there, and that come from
/// there. Both have such a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The other one.
    pub process: usize,
    /// Numbers that go there.
    pub out: Range<usize>,
    /// Places of the numbers that come from there.
    pub into: Range<usize>,
}

/// The only process: there is nothing to exchange.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Exchange for Alone {
    fn process(&self) -> usize {
        0
    }

    fn n_processes(&self) -> usize {
        1
    }

    fn trade(&mut self, _: &[f64], _: &mut [f64], _: &[Link]) {}

    fn least(&mut self, mine: f64) -> f64 {
        mine
    }

    fn share(&mut self, _: &mut [f64], _: &[Range<usize>]) {}

    fn collect(&mut self, mine: &[f64], all: &mut [f64], stretches: &[Range<usize>]) {
        all[stretches[0].clone()].copy_from_slice(mine);
    }

    fn spread(&mut self, _: usize, _: &mut Vec<u8>) {}

    fn hand_out(&mut self, make: &mut dyn FnMut(usize) -> Vec<u8>) -> Vec<u8> {
        make(0)
    }

    fn is_broken(&self) -> bool {
        false
    }

    fn another(&self) -> Box<dyn Exchange> {
        Box::new(Alone)
    }
}

/// Stretches of these lengths, one after the other.
pub fn stretches(lengths: impl IntoIterator<Item = usize>) -> Vec<Range<usize>> {
    let mut end = 0;
    let stretch = |length: usize| {
        let start = end;
        end += length;
        start..end
    };
    lengths.into_iter().map(stretch).collect()
}
