//! `pcg`: conjugate gradients on E λ = b without forming E, preconditioned by a factor of E at an earlier time
//! [Negrut, section 5] or by its diagonal [Duan and Anderson].
//!
//! The product E d goes body by body: constraint loads, accelerations, their projection on the joints. The
//! preconditioner P is an [`Elimination`] of E where the mechanism was some evaluations ago; the iteration repairs what
//! has changed since. How long a factor is kept is a matter of work, counted and not timed, so the same run always
//! decides alike:
//!
//! * A factor is *worn* when a solution takes more iterations than the average since it was made, its own cost
//!   included: keeping it would raise the average. The next call of `factor` makes a new one.
//! * A solution that is predicted to cost more than a new factor, or that meets a direction in which E is no longer
//!   what P says, is given up: the factor is made anew at once, and solves directly.
//! * Near a singular position, and wherever fewer equations are independent than before, every evaluation gets its own
//!   factor: what others decide by [`RankReport`] is then that of the position itself. So it is in the first evaluation
//!   of a step, which therefore depends on nothing but the state it starts from.
//!
//! With [`Preconditioner::Jacobi`] and [`Preconditioner::BlockJacobi`] P is the diagonal of the present E, and the
//! iteration goes on as long as it takes. A factor is then made once a step, for its rank and weakest pivot; it solves
//! where these show a singular position, where coordinates are chosen by its pivots, and where an iteration has failed.
//!
//! Dependent equations: P leaves them out, so the iteration works on the others, and the residual of those left out is
//! looked at in the end (off the constraints, inside a step, they may well contradict the others). Equations that P
//! holds for dependent and that are so no longer show there. The residual of the others is updated, not computed anew:
//! over so few iterations the two differ by round-off only.

pub(super) mod diagonal;
pub(super) mod iteration;
mod price;
pub(super) mod product;
mod progress;
#[cfg(test)]
mod tests;

use super::gathered::Gathering;
use super::kept_factor::{Iterative, KeptFactor};
use super::parts::Parts;
use super::{Elimination, IterationStats, RankReport, Solver};
pub(crate) use crate::methods::Preconditioner;
use crate::methods::SolverKind;
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::state::MethodMemory;
use diagonal::{Diagonal, Entries};
use iteration::{Iteration, Outcome};
pub(crate) use price::calc_price;
use progress::Limits;

/// The iteration, its preconditioner and the account of both.
pub(crate) struct Pcg {
    /// A factor of E at an earlier time, and the account of all.
    kept: KeptFactor,
    /// The diagonal of E itself, where that is the preconditioner.
    diagonal: Option<Diagonal>,
    iteration: Iteration,
    limits: Limits,
    wear: Wear,
    /// Whether equations that a kept factor left out were violated in this step: the next positions will not differ.
    contradicted: bool,
    /// By which sums are taken.
    parts: Parts,
    /// On ranks that have only some of the equations: where the factor of all comes from.
    gathering: Option<Gathering>,
}

/// The account of one factor, in iterations.
#[derive(Clone, Copy, Debug)]
struct Wear {
    /// The cost of making it and using it.
    spent: f64,
    /// Solutions with it.
    solves: f64,
    /// Whether another one is due.
    over: bool,
}

impl Pcg {
    /// Memory for a system of this pattern, preconditioned by this kind of factor; `tolerance` is the largest error of
    /// a solution in the metric of the masses, relative to the solution: that of the accelerations M⁻¹Gᵀλ. `price` is
    /// what [`calc_price`] says.
    pub(crate) fn analyze(pattern: &Pattern, factor: Elimination, price: f64, tolerance: f64) -> Pcg {
        Pcg {
            kept: KeptFactor::new(factor),
            diagonal: None,
            iteration: Iteration::new(pattern),
            limits: Limits { tolerance, price },
            wear: Wear { spent: 0.0, solves: 0.0, over: true },
            contradicted: false,
            parts: Parts::one(pattern),
            gathering: None,
        }
    }

    /// The same with sums by part.
    pub(crate) fn in_parts(self, parts: Parts) -> Pcg {
        Pcg { parts, ..self }
    }

    /// The same on one of several processes, for the equations that it has and by a diagonal of theirs; the factor is
    /// that of all equations.
    pub(crate) fn with_factor_of_all(self, gathering: Gathering) -> Pcg {
        Pcg { gathering: Some(gathering), ..self }
    }

    /// The same with another preconditioner.
    pub(crate) fn preconditioned_by(self, preconditioner: Preconditioner, pattern: &Pattern) -> Pcg {
        let diagonal = match preconditioner {
            Preconditioner::Factor => None,
            Preconditioner::Jacobi => Some(Diagonal::new(pattern, Entries::Single)),
            Preconditioner::BlockJacobi => Some(Diagonal::new(pattern, Entries::Blocks)),
        };
        Pcg { diagonal, ..self }
    }

    /// Makes the factor anew, of this system.
    fn refresh(&mut self, system: &ReducedSystem, team: &Team) {
        match &mut self.gathering {
            Some(gathering) => self.kept.refresh(gathering.gather(system, None), team),
            None => self.kept.refresh(system, team),
        }
        self.wear = Wear { spent: self.limits.price, solves: 0.0, over: false };
    }

    /// Whether a factor of another position may mislead: that of the last one was singular or nearly so, or
    /// contradicted.
    fn is_guarded(&self) -> bool {
        self.contradicted || self.kept.is_guarded()
    }

    /// Books a solution by iterations with the present factor, after some with an earlier one that were given up.
    fn book(&mut self, iterations: u64, given_up: u64) {
        self.kept.book(iterations + given_up);
        self.wear.spent += iterations as f64;
        self.wear.solves += 1.0;
        // Iterations with a diagonal say nothing about the factor.
        self.wear.over |= self.diagonal.is_none() && iterations as f64 > self.wear.spent / self.wear.solves;
    }
}

impl Iterative for Pcg {
    fn kept(&self) -> &KeptFactor {
        &self.kept
    }

    fn iterate(&mut self, system: &ReducedSystem, b: &[f64], guess: &[f64], team: &Team) -> Result<(), u64> {
        let outcome = match &mut self.diagonal {
            Some(diagonal) => self.iteration.run(diagonal, system, self.limits, (b, guess), (&mut self.parts, team)),
            None => {
                let factor = &mut self.kept.factor;
                self.iteration.run(factor, system, self.limits, (b, guess), (&mut self.parts, team))
            }
        };
        match outcome {
            Outcome::Solved(iterations) => {
                self.book(iterations, 0);
                return Ok(());
            }
            // A diagonal that has failed once will do so again in this step.
            Outcome::GivenUp(_) => self.contradicted |= self.diagonal.is_some(),
            Outcome::Contradicted(_) => self.contradicted = true,
        }
        let (Outcome::Solved(given_up) | Outcome::GivenUp(given_up) | Outcome::Contradicted(given_up)) = outcome;
        Err(given_up)
    }

    fn solution(&self) -> &[f64] {
        self.iteration.solution()
    }

    fn solve_directly(&mut self, system: &ReducedSystem, rows: &mut [f64], given_up: u64, team: &Team) {
        if !self.kept.is_fresh {
            self.refresh(system, team);
        }
        let factor = &mut self.kept.factor;
        match &mut self.gathering {
            Some(all) => all.for_all_rows(system, rows, |whole, rows| factor.solve_in_place(whole, rows, team)),
            None => factor.solve_in_place(system, rows, team),
        }
        self.book(1, given_up);
    }
}

impl Solver for Pcg {
    fn kind(&self) -> SolverKind {
        SolverKind::Pcg
    }

    /// Keeps the factor at hand, or makes a new one.
    fn factor(&mut self, system: &ReducedSystem, team: &Team) {
        self.kept.is_fresh = false;
        // Pivots of the very system are looked at where they weigh coordinates.
        let weighted = self.diagonal.is_some() && system.inverse_mass.is_weighted();
        if self.wear.over || self.is_guarded() || weighted {
            self.refresh(system, team);
        }
        let guarded = self.is_guarded();
        if let Some(diagonal) = self.diagonal.as_mut().filter(|_| !guarded && !weighted) {
            self.kept.is_fresh = false;
            diagonal.update(system);
        }
    }

    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        self.solve(system, None, rows, team);
    }

    fn factor_and_solve(&mut self, system: &ReducedSystem, right_side: &[f64], rows: &mut [f64], team: &Team) {
        self.factor(system, team);
        self.solve(system, Some(right_side), rows, team);
    }

    fn minimize_norm(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        let Some(gathering) = &mut self.gathering else { return self.kept.minimize_norm(system, rows, team) };
        let kept = &mut self.kept;
        gathering.for_all_rows(system, rows, |whole, rows| kept.minimize_norm(whole, rows, team));
    }

    fn forget(&mut self) {
        self.wear.over = true;
        self.contradicted = false;
    }

    fn memory(&self) -> MethodMemory {
        self.kept.memory()
    }

    fn set_memory(&mut self, memory: &MethodMemory) {
        self.forget();
        self.kept.set_memory(memory);
    }

    /// The report of the last factor, which near singular positions is that of the last system.
    fn rank_report(&self) -> &RankReport {
        self.kept.report()
    }

    fn iterations(&self) -> Option<IterationStats> {
        Some(self.kept.stats)
    }
}
