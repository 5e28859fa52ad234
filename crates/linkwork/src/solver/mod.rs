//! Solvers of the reduced system E λ = b.
//!
//! `analyze` the pattern once (each solver's constructor), `factor` per evaluation, `solve_in_place` per right-hand
//! side. E may be singular: redundant constraints are the rule in CAD models. Every solver then finds multipliers that
//! give the one right motion, and says which equations it left out or that reactions are not unique.

pub(crate) mod bundled;
pub(crate) mod cyclic;
pub(crate) mod dense;
pub(crate) mod elimination;
pub(crate) mod gathered;
mod kept_factor;
pub(crate) mod null_space;
pub(crate) mod parts;
pub(crate) mod pcg;
pub(crate) mod qr;
pub(crate) mod relaxation;
pub(crate) mod start;
pub(crate) mod sweeps;

pub use crate::singular::RankReport;
pub(crate) use bundled::{Bundled, find_bundles};
pub(crate) use cyclic::Cyclic;
pub(crate) use dense::Dense;
pub(crate) use elimination::{Damped, Elimination};
pub(crate) use gathered::{Gathered, Gathering, Place};
pub(crate) use parts::{PartShare, Parts};
pub(crate) use pcg::Pcg;
pub(crate) use qr::Qr;
pub(crate) use relaxation::Relaxation;
pub(crate) use start::{Guesses, Start};
pub(crate) use sweeps::Sweeps;

use crate::methods::SolverKind;
use crate::parallel::Team;
use crate::reduced::ReducedSystem;
use crate::state::MethodMemory;

#[cfg(test)]
pub(in crate::solver) mod tests;

/// A method for E λ = b, E symmetric positive semi-definite, b in its range.
pub trait Solver: Send {
    /// The method that this is.
    fn kind(&self) -> SolverKind;

    /// Numeric work for these values of G and M⁻¹.
    fn factor(&mut self, system: &ReducedSystem, team: &Team);

    /// b in, λ out, for the system last factored.
    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team);

    /// Both at once, from `right_side` to `rows`; may be cheaper. `rows` hold a first guess, of which iterative solvers
    /// make use.
    fn factor_and_solve(&mut self, system: &ReducedSystem, right_side: &[f64], rows: &mut [f64], team: &Team) {
        self.factor(system, team);
        rows.copy_from_slice(right_side);
        self.solve_in_place(system, rows, team);
    }

    /// Among all multipliers that give the same motion, replaces these by the ones of least norm, as far as
    /// [`RankReport::minimum_norm`] says that they are not already or cannot be.
    fn minimize_norm(&mut self, _system: &ReducedSystem, _rows: &mut [f64], _team: &Team) {}

    /// From here on the solver does not use what it kept of earlier systems: a step begins, and is to depend on its
    /// state only.
    fn forget(&mut self) {}

    /// Numbers that the solver keeps although it was told to forget; a checkpoint needs them. Nothing else of it may
    /// have an effect on later steps.
    fn memory(&self) -> MethodMemory {
        MethodMemory::default()
    }

    /// Takes over what [`memory`](Solver::memory) gave, and forgets the rest.
    fn set_memory(&mut self, _memory: &MethodMemory) {}

    /// The result of the last factorization.
    fn rank_report(&self) -> &RankReport;

    /// How much an iterative solver has iterated so far; `None` for direct ones.
    fn iterations(&self) -> Option<IterationStats> {
        None
    }
}

/// Work done so far by an iterative solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IterationStats {
    /// Systems solved.
    pub solves: u64,
    /// Iterations of all of them; a direct solution with a factor of the same system counts as one.
    pub iterations: u64,
    /// Iterations of the one that took most.
    pub most_iterations: u64,
    /// Factors made for preconditioning.
    pub refreshes: u64,
}
