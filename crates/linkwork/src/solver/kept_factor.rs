//! Shared by iterative solvers: a factor of E that is kept for a while, and the account of what was done with and
//! without it.
//!
//! A factor of the very system tells its rank and solves directly; one of an earlier system is still good for
//! approximating it.

use super::{Elimination, IterationStats, RankReport, Solver};
use crate::parallel::Team;
use crate::reduced::ReducedSystem;
use crate::state::MethodMemory;

/// The factor and the account.
#[derive(Clone, Debug)]
pub(super) struct KeptFactor {
    pub factor: Elimination,
    /// Whether it belongs to the system last given to [`Solver::factor`].
    pub is_fresh: bool,
    /// The largest rank met so far: positions with less are singular.
    highest_rank: usize,
    pub stats: IterationStats,
}

impl KeptFactor {
    /// None is made yet.
    pub(super) fn new(factor: Elimination) -> KeptFactor {
        KeptFactor { factor, is_fresh: false, highest_rank: 0, stats: IterationStats::default() }
    }

    /// Makes it anew, of this system.
    pub(super) fn refresh(&mut self, system: &ReducedSystem, team: &Team) {
        self.factor.factor(system, team);
        self.is_fresh = true;
        self.highest_rank = self.highest_rank.max(self.report().rank);
        self.stats.refreshes += 1;
    }

    /// Whether a factor of another position may mislead: that of the last one was singular or nearly so.
    pub(super) fn is_guarded(&self) -> bool {
        self.report().is_guarded(self.highest_rank)
    }

    /// The report of the last factor, which near singular positions is that of the last system.
    pub(super) fn report(&self) -> &RankReport {
        self.factor.rank_report()
    }

    /// Books a solution by so many iterations.
    pub(super) fn book(&mut self, iterations: u64) {
        self.stats.solves += 1;
        self.stats.iterations += iterations;
        self.stats.most_iterations = self.stats.most_iterations.max(iterations);
    }

    /// See [`Solver::minimize_norm`]. Where equations are redundant, the factor is to be that of this very system.
    pub(super) fn minimize_norm(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        if !self.is_fresh && self.report().rank < rows.len() {
            self.refresh(system, team);
        }
        self.factor.minimize_norm(system, rows, team);
    }

    /// See [`Solver::memory`].
    pub(super) fn memory(&self) -> MethodMemory {
        let IterationStats { solves, iterations, most_iterations, refreshes } = self.stats;
        let counts = vec![self.highest_rank as u64, solves, iterations, most_iterations, refreshes];
        MethodMemory { counts, ..MethodMemory::default() }
    }

    /// See [`Solver::set_memory`].
    pub(super) fn set_memory(&mut self, memory: &MethodMemory) {
        if let [highest_rank, solves, iterations, most_iterations, refreshes] = memory.counts[..] {
            self.highest_rank = highest_rank as usize;
            self.stats = IterationStats { solves, iterations, most_iterations, refreshes };
        }
    }
}

/// A solver that iterates as long as that is good, and solves directly where it is not.
pub(super) trait Iterative {
    fn kept(&self) -> &KeptFactor;

    /// Solves for b from a guess, which may be nothing. Where a factor is needed, how many iterations were given up.
    fn iterate(&mut self, system: &ReducedSystem, b: &[f64], guess: &[f64], team: &Team) -> Result<(), u64>;

    /// The solution found by the iteration.
    fn solution(&self) -> &[f64];

    /// Solves with a factor of this very system, after some iterations that were given up.
    fn solve_directly(&mut self, system: &ReducedSystem, rows: &mut [f64], given_up: u64, team: &Team);

    /// From b to λ in place, or from a right side, `rows` being a guess.
    fn solve(&mut self, system: &ReducedSystem, right_side: Option<&[f64]>, rows: &mut [f64], team: &Team) {
        let outcome = match right_side {
            _ if self.kept().is_fresh => Err(0),
            None => self.iterate(system, rows, &[], team),
            Some(b) => self.iterate(system, b, rows, team),
        };
        match (outcome, right_side) {
            (Ok(()), _) => return rows.copy_from_slice(self.solution()),
            (Err(_), Some(b)) => rows.copy_from_slice(b),
            (Err(_), None) => {}
        }
        self.solve_directly(system, rows, outcome.err().unwrap_or(0), team);
    }
}
