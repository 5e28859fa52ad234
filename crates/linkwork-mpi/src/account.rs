//! What each rank needed for its share: memory and messages, told to rank 0 when the run is over.

use linkwork::exchange::{Exchange, Traffic, stretches};

/// By rank; on rank 0 only.
#[derive(Debug, Default)]
pub struct Accounts {
    /// The most memory while stepping (bytes).
    pub memory: Vec<u64>,
    /// What came from other ranks.
    pub traffic: Vec<Traffic>,
}

/// All ranks call this.
pub fn collect(line: &mut dyn Exchange, memory: u64, traffic: Traffic) -> Accounts {
    const WIDTH: usize = 1 + Traffic::WIDTH;
    let (n_ranks, mut mine) = (line.n_ranks(), [memory as f64; WIDTH]);
    mine[1..].copy_from_slice(&traffic.to_numbers());
    if line.rank() > 0 {
        line.collect(&mine, &mut [], &[]);
        return Accounts::default();
    }
    let mut all = vec![0.0; WIDTH * n_ranks];
    line.collect(&mine, &mut all, &stretches(vec![WIDTH; n_ranks]));
    let mut accounts = Accounts::default();
    for [memory, traffic @ ..] in all.as_chunks::<WIDTH>().0 {
        accounts.memory.push(*memory as u64);
        accounts.traffic.push(Traffic::of_numbers(*traffic));
    }
    accounts
}
