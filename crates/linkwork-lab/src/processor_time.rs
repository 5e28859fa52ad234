//! Time that a thread had a processor, so that other work on the machine does not count.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// A measurement that has begun.
pub(crate) struct Stopwatch {
    begin: Instant,
    /// Time of the thread on processors until then (ns), where the system tells.
    used: Option<u64>,
}

impl Stopwatch {
    /// Begins to measure the calling thread.
    pub(crate) fn start() -> Stopwatch {
        let used = read_used();
        Stopwatch { begin: Instant::now(), used }
    }

    /// Time since then (s): that on processors on Linux, elapsed time elsewhere.
    pub(crate) fn read(&self) -> f64 {
        let elapsed = self.begin.elapsed().as_secs_f64();
        match (self.used, read_used()) {
            (Some(before), Some(now)) => 1e-9 * now.saturating_sub(before) as f64,
            (None, _) | (_, None) => elapsed,
        }
    }
}

/// Linux counts the time when a thread stops running, so it is stopped for a moment.
fn read_used() -> Option<u64> {
    thread::sleep(Duration::from_micros(1));
    fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_no_work() {
        let watch = Stopwatch::start();
        let begin = Instant::now();
        let mut sum = 0_u64;
        while begin.elapsed() < Duration::from_millis(20) {
            sum = sum.wrapping_add(std::hint::black_box(1));
        }
        assert!(sum > 0);
        let worked = watch.read();
        assert!(worked > 0.0 && worked <= begin.elapsed().as_secs_f64(), "{worked}");
        if watch.used.is_some() {
            thread::sleep(Duration::from_millis(50));
            assert!(watch.read() - worked < 0.04);
        }
    }
}
