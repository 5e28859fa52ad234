//! `cyclic`: odd–even elimination of blocks down to a limit, then Cholesky [Mráz, Valášek, The logarithmic complexity
//! procedure].
//!
//! Eqs. (5) and (6) of the paper express every second block of multipliers by its neighbors and put that into their
//! equations; half of the blocks remain. That is block elimination in another order, so the numbers are computed by
//! [`Elimination`], block by block, with its kernels, its treatment of dependent equations and its refinement; what is
//! particular is which joints go at the same time, and that is settled once, in
//! [`topology::cyclic`](crate::topology::cyclic).
//!
//! Cost: 19/7 times the operations of elimination in sequence for joints inside a chain, since each has two neighbors
//! instead of one, at a depth of ⌈log₂(N/L)⌉ levels and L joints; in blocks, that for inner blocks only.

use super::{Damped, Elimination, RankReport, Solver};
use crate::methods::SolverKind;
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::topology::{FilledPattern, Schedule, Splitting};

/// An elimination by levels or blocks.
#[derive(Clone, Debug)]
pub(crate) struct Cyclic {
    elimination: Elimination,
}

impl Cyclic {
    /// Symbolic work, once per pattern, for an order and parts of [`topology::cyclic`](crate::topology::cyclic).
    pub(crate) fn analyze(
        pattern: &Pattern,
        splitting: &Splitting,
        filled: &FilledPattern,
        schedule: &Schedule,
        damped: Option<Damped>,
    ) -> Cyclic {
        let elimination = Elimination::analyze_parts(pattern, splitting, filled, schedule);
        Cyclic { elimination: elimination.damped(damped) }
    }
}

impl Solver for Cyclic {
    fn kind(&self) -> SolverKind {
        SolverKind::Cyclic
    }

    fn factor(&mut self, system: &ReducedSystem, team: &Team) {
        self.elimination.factor(system, team);
    }

    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        self.elimination.solve_in_place(system, rows, team);
    }

    fn factor_and_solve(&mut self, system: &ReducedSystem, right_side: &[f64], rows: &mut [f64], team: &Team) {
        self.elimination.factor_and_solve(system, right_side, rows, team);
    }

    fn minimize_norm(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        self.elimination.minimize_norm(system, rows, team);
    }

    fn rank_report(&self) -> &RankReport {
        self.elimination.rank_report()
    }
}
