//! Traffic: how much a process hears from others, counted on the line itself, so that it is the same account whatever
//! carries the numbers.

use super::{Exchange, Link};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a number.
const NUMBER: u64 = 8;

/// Traffic that a process has received so far, without the rows and checkpoints that process 0 collects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Processes that told it something directly.
    pub neighbors: u64,
    /// Messages from these.
    pub messages: u64,
    /// Bytes in them.
    pub message_bytes: u64,
    /// Sums by part, and least values of all processes.
    pub reductions: u64,
    /// Bytes that came from other processes for them.
    pub reduction_bytes: u64,
    /// Times that something of all processes went to all of them.
    pub gathers: u64,
    /// Bytes that came from other processes with that.
    pub gather_bytes: u64,
}

impl Traffic {
    /// How many numbers tell it.
    pub const WIDTH: usize = 7;

    /// As numbers, for the way to process 0; counts are exact far beyond any run.
    pub fn to_numbers(self) -> [f64; Traffic::WIDTH] {
        let Traffic { neighbors, messages, message_bytes, reductions, reduction_bytes, gathers, gather_bytes } = self;
        [neighbors, messages, message_bytes, reductions, reduction_bytes, gathers, gather_bytes].map(|n| n as f64)
    }

    /// From such numbers.
    pub fn of_numbers(numbers: [f64; Traffic::WIDTH]) -> Traffic {
        let [neighbors, messages, message_bytes, reductions, reduction_bytes, gathers, gather_bytes] =
            numbers.map(|n| n as u64);
        Traffic { neighbors, messages, message_bytes, reductions, reduction_bytes, gathers, gather_bytes }
    }
}

/// Where the lines of one process count; the order of its fields is that of [`Traffic`].
#[derive(Clone, Debug, Default)]
pub(crate) struct TrafficCounter(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// A bit for each process; there are never more than that.
    neighbors: AtomicU64,
    messages: [AtomicU64; 2],
    reductions: [AtomicU64; 2],
    gathers: [AtomicU64; 2],
}

impl TrafficCounter {
    /// The counts so far.
    pub(crate) fn read(&self) -> Traffic {
        let get = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let Counts { neighbors, messages, reductions, gathers } = &*self.0;
        Traffic {
            neighbors: u64::from(get(neighbors).count_ones()),
            messages: get(&messages[0]),
            message_bytes: get(&messages[1]),
            reductions: get(&reductions[0]),
            reduction_bytes: get(&reductions[1]),
            gathers: get(&gathers[0]),
            gather_bytes: get(&gathers[1]),
        }
    }
}

fn count(what: &[AtomicU64; 2], n_numbers: usize) {
    what[0].fetch_add(1, Ordering::Relaxed);
    what[1].fetch_add(NUMBER * n_numbers as u64, Ordering::Relaxed);
}

/// A line that counts what comes over another one.
pub(crate) struct Counted {
    line: Box<dyn Exchange>,
    counter: TrafficCounter,
}

impl Counted {
    /// Counts there.
    pub(crate) fn new(line: Box<dyn Exchange>, counter: TrafficCounter) -> Counted {
        Counted { line, counter }
    }

    fn n_foreign(&self, values: &[f64], stretches: &[Range<usize>]) -> usize {
        values.len() - stretches[self.line.process()].len()
    }
}

impl Exchange for Counted {
    fn process(&self) -> usize {
        self.line.process()
    }

    fn n_processes(&self) -> usize {
        self.line.n_processes()
    }

    fn trade(&mut self, outgoing: &[f64], incoming: &mut [f64], links: &[Link]) {
        let counts = &self.counter.0;
        for link in links.iter().filter(|link| !link.into.is_empty()) {
            counts.neighbors.fetch_or(1 << (link.process % 64), Ordering::Relaxed);
            count(&counts.messages, link.into.len());
        }
        self.line.trade(outgoing, incoming, links);
    }

    fn least(&mut self, mine: f64) -> f64 {
        if self.n_processes() > 1 {
            count(&self.counter.0.reductions, 1);
        }
        self.line.least(mine)
    }

    fn share(&mut self, values: &mut [f64], stretches: &[Range<usize>]) {
        let n = self.n_foreign(values, stretches);
        if n > 0 {
            count(&self.counter.0.gathers, n);
        }
        self.line.share(values, stretches);
    }

    fn pool(&mut self, values: &mut [f64], stretches: &[Range<usize>]) {
        let n = self.n_foreign(values, stretches);
        if n > 0 {
            count(&self.counter.0.reductions, n);
        }
        self.line.pool(values, stretches);
    }

    fn collect(&mut self, mine: &[f64], all: &mut [f64], stretches: &[Range<usize>]) {
        self.line.collect(mine, all, stretches);
    }

    fn spread(&mut self, from: usize, text: &mut Vec<u8>) {
        self.line.spread(from, text);
    }

    fn hand_out(&mut self, make: &mut dyn FnMut(usize) -> Vec<u8>) -> Vec<u8> {
        self.line.hand_out(make)
    }

    fn is_broken(&self) -> bool {
        self.line.is_broken()
    }

    fn another(&self) -> Box<dyn Exchange> {
        Box::new(Counted { line: self.line.another(), counter: self.counter.clone() })
    }
}
