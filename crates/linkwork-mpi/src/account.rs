//! Memory and messages that each process needed for its share, reported to process 0 at the end of the run.

use linkwork::exchange::{Exchange, Traffic, stretches};

/// By process; on process 0 only.
#[derive(Debug, Default)]
pub struct Accounts {
    /// The most memory while stepping (bytes).
    pub memory: Vec<u64>,
    /// Traffic received from other processes.
    pub traffic: Vec<Traffic>,
}

/// All processes call this.
pub fn collect(line: &mut dyn Exchange, memory: u64, traffic: Traffic) -> Accounts {
    const WIDTH: usize = 1 + Traffic::WIDTH;
    let (n_processes, mut mine) = (line.n_processes(), [memory as f64; WIDTH]);
    mine[1..].copy_from_slice(&traffic.to_numbers());
    if line.process() > 0 {
        line.collect(&mine, &mut [], &[]);
        return Accounts::default();
    }
    let mut all = vec![0.0; WIDTH * n_processes];
    line.collect(&mine, &mut all, &stretches(vec![WIDTH; n_processes]));
    let mut accounts = Accounts::default();
    for [memory, traffic @ ..] in all.as_chunks::<WIDTH>().0 {
        accounts.memory.push(*memory as u64);
        accounts.traffic.push(Traffic::of_numbers(*traffic));
    }
    accounts
}
