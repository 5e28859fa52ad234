//! `relaxation`: E μ = b as the steady state of artificial dynamics D μ′ + E μ = b [Valášek and Mráz, section 4],
//! started from earlier multipliers. A step in the artificial time needs neighbors only; how many steps there are is
//! set by D and by the law:
//!
//! | variant | D | law | steps follow |
//! |---|---|---|---|
//! | `euler` | one number, as in the paper | steps of one length | κ |
//! | `block` | the blocks of E, one a joint | steps of one length | κ, less |
//! | `chebyshev` | the same | steps of changing length | √κ |
//! | `momentum` | the same | with artificial masses | √κ |
//! | `hierarchical` | E of an earlier evaluation of the same step, level by level | conjugate steps | what has changed since |
//!
//! κ, the condition number of D⁻¹E, grows with the square of the length of a chain. Bounds of the spectrum need no
//! eigenvalues: the top follows from the pattern (with blocks) or from sums of rows, the bottom from how the iteration
//! goes (`pace`).
//!
//! A step of the motion begins with a factor of `elimination`, for rank and weakest pivot, which decides what others
//! need to know; it solves that evaluation, where coordinates are weighed, near singular positions, and where an
//! iteration has failed. Dependent equations: the part of the multipliers without effect stays what it was at the
//! start; levels leave their rows to that factor, and what it leaves out is looked at in the end.

mod dynamics;
mod hierarchy;
mod levels;
mod pace;
#[cfg(test)]
mod tests;

use super::kept_factor::{Iterative, KeptFactor};
use super::pcg::diagonal::{Diagonal, Entries};
use super::{Elimination, IterationStats, RankReport, Solver};
use crate::methods::SolverKind;
pub(crate) use crate::methods::Variant;
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::singular::DEPENDENT_ROOM;
use crate::state::MethodMemory;
pub(crate) use dynamics::Stop;
use dynamics::{Damping, Dynamics, Outcome};
use hierarchy::Hierarchy;
use pace::{Law, Spectrum};

/// Steps in the artificial time, beyond which a solution is given up. A chain of ten bodies takes `euler` some ten
/// thousand.
pub(crate) const MOST_STEPS: u64 = 50_000;
/// A solution that takes more steps with a hierarchy asks for a new one: making it costs about as much.
const WORN: u64 = 5;
/// By how much a hierarchy of the very system reduces errors: round-off, and room for what its pivots amplify.
const EXACT_RATE: f64 = 1e-8;
impl Variant {
    fn law(self) -> Law {
        match self {
            Variant::Euler => Law::Euler,
            // Near E the law is that of conjugate steps, which needs none of this.
            Variant::Block | Variant::Hierarchical => Law::Richardson,
            Variant::Chebyshev => Law::Chebyshev,
            Variant::Momentum => Law::Momentum,
        }
    }
}

/// The dynamics, their damping and the account of both.
#[derive(Clone, Debug)]
pub(crate) struct Relaxation {
    variant: Variant,
    stop: Stop,
    /// Steps of a solution at most.
    most: u64,
    dynamics: Dynamics,
    /// For ranks and singular positions, with the account of all.
    kept: KeptFactor,
    /// Whether a new one is due.
    is_due: bool,
    /// Whether an iteration has failed in this step: the next positions will not differ.
    has_failed: bool,
    diagonal: Diagonal,
    /// The spectrum of D⁻¹E.
    spectrum: Spectrum,
    /// D of `euler`.
    damping: f64,
    /// `None` where levels would fill up: the factor takes their place.
    hierarchy: Option<Hierarchy>,
    age: Age,
    /// Whether it has found all equations independent; where not, the factor takes its place too.
    is_whole: bool,
    /// By how much a step with the hierarchy reduces the error; one where that is not known.
    rate: f64,
}

/// The age of the system that the hierarchy belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Age {
    /// None that is still good.
    None,
    /// The one last given.
    Exact,
    /// An earlier one of the same step.
    Near,
}

impl Relaxation {
    /// Memory for a system of this pattern; `factor` for ranks and singular positions.
    pub(crate) fn analyze(pattern: &Pattern, factor: Elimination, variant: Variant, stop: Stop) -> Relaxation {
        let hierarchy = (variant == Variant::Hierarchical).then(|| Hierarchy::analyze(pattern)).flatten();
        Relaxation {
            variant,
            stop,
            most: MOST_STEPS,
            dynamics: Dynamics::new(pattern),
            kept: KeptFactor::new(factor),
            is_due: true,
            has_failed: false,
            diagonal: Diagonal::new(pattern, Entries::Blocks),
            // λ of D⁻¹E is at most this, D being the diagonal blocks: at a node with k joints |Σ aⱼ|² ≤ k Σ |aⱼ|² for
            // what each of them does alone, and these make up D.
            spectrum: Spectrum { top: pattern.n_most_blocks_at_a_node().max(1) as f64, bottom: 0.0 },
            damping: 1.0,
            hierarchy,
            age: Age::None,
            is_whole: false,
            rate: 1.0,
        }
    }

    /// The same, giving up a solution after so many steps.
    #[cfg(test)]
    pub(crate) fn with_most_steps(self, most: u64) -> Relaxation {
        Relaxation { most, ..self }
    }

    fn refresh(&mut self, system: &ReducedSystem, team: &Team) {
        self.kept.refresh(system, team);
        self.is_due = false;
    }

    /// Whether a factor of another position may mislead.
    fn is_guarded(&self) -> bool {
        self.has_failed || self.kept.is_guarded()
    }

    /// Makes D of a system that is not solved directly.
    fn prepare(&mut self, system: &ReducedSystem, team: &Team) {
        match self.variant {
            Variant::Euler => {
                self.damping = largest_row_sum(system);
                self.spectrum.top = 1.0;
            }
            Variant::Block | Variant::Chebyshev | Variant::Momentum => self.diagonal.update(system),
            Variant::Hierarchical => self.prepare_levels(system, team),
        }
    }

    fn prepare_levels(&mut self, system: &ReducedSystem, team: &Team) {
        let Some(hierarchy) = &mut self.hierarchy else { return };
        match self.age {
            Age::None => {
                hierarchy.update(system, team);
                self.is_whole = hierarchy.is_whole();
                self.kept.stats.refreshes += 1;
                (self.age, self.rate) = (Age::Exact, EXACT_RATE);
            }
            Age::Exact => (self.age, self.rate) = (Age::Near, 1.0),
            Age::Near => {}
        }
    }

    fn relax_near(&mut self, system: &ReducedSystem, start: (&[f64], &[f64]), team: &Team) -> Outcome {
        let (law, n_rows) = ((&mut self.rate, self.stop), system.pattern.n_rows());
        if let Some(hierarchy) = self.hierarchy.as_mut().filter(|_| self.is_whole) {
            let outcome = self.dynamics.run_near(Damping::Levels(hierarchy), system, law, start, team);
            if matches!(outcome, Outcome::Solved(steps) if steps > WORN) {
                self.age = Age::None;
            }
            return outcome;
        }
        let outcome = self.dynamics.run_near(Damping::Factor(&mut self.kept.factor), system, law, start, team);
        let (Outcome::Solved(steps) | Outcome::GivenUp(steps)) = outcome;
        self.is_due |= steps > WORN;
        let report = self.kept.report();
        let (Stop::Error(tolerance) | Stop::Residual(tolerance)) = self.stop;
        let part = DEPENDENT_ROOM * tolerance;
        let is_satisfied = match report.rank + report.dependent.len() == n_rows {
            true => self.dynamics.satisfies(report.dependent.iter().copied(), start.0, part),
            // An equation inside a body in pieces depends on others: any may be concerned.
            false => self.dynamics.satisfies(0..n_rows, start.0, part),
        };
        if is_satisfied { outcome } else { Outcome::GivenUp(steps) }
    }
}

/// The largest sum of absolute values in a row of E, which no eigenvalue exceeds [Gershgorin].
fn largest_row_sum(system: &ReducedSystem) -> f64 {
    let pattern = &system.pattern;
    let of_block = |block: usize| {
        let mut sums = [0.0; 6];
        for a in pattern.incidences(block) {
            for b in pattern.at_node(a.node).filter(|b| pattern.n_rows_of(b.block) > 0) {
                let mut coupling = [0.0; 36];
                system.add_coupling(a, b, &mut coupling);
                for (sum, row) in sums.iter_mut().zip(coupling.chunks_exact(pattern.n_rows_of(b.block))) {
                    *sum += row.iter().map(|x| x.abs()).sum::<f64>();
                }
            }
        }
        sums.into_iter().fold(0.0, f64::max)
    };
    let largest = (0..pattern.n_blocks()).map(of_block).fold(0.0, f64::max);
    if largest > 0.0 { largest } else { 1.0 }
}

impl Iterative for Relaxation {
    fn kept(&self) -> &KeptFactor {
        &self.kept
    }

    fn iterate(&mut self, system: &ReducedSystem, b: &[f64], guess: &[f64], team: &Team) -> Result<(), u64> {
        let start = (b, guess);
        let outcome = match self.variant {
            Variant::Hierarchical => self.relax_near(system, start, team),
            _ => {
                let damping = match self.variant {
                    Variant::Euler => Damping::Scalar(self.damping),
                    _ => Damping::Blocks(&mut self.diagonal),
                };
                let law = (self.variant.law(), &mut self.spectrum, self.stop, self.most);
                self.dynamics.run(damping, system, law, start, team)
            }
        };
        match outcome {
            Outcome::Solved(steps) => {
                self.kept.book(steps);
                Ok(())
            }
            Outcome::GivenUp(steps) => {
                // A failure with a hierarchy of the very system, or without one, will repeat itself in this step.
                self.has_failed |= self.age != Age::Near;
                self.age = Age::None;
                Err(steps)
            }
        }
    }

    fn solution(&self) -> &[f64] {
        self.dynamics.solution()
    }

    fn solve_directly(&mut self, system: &ReducedSystem, rows: &mut [f64], given_up: u64, team: &Team) {
        if !self.kept.is_fresh {
            self.refresh(system, team);
        }
        self.kept.factor.solve_in_place(system, rows, team);
        self.kept.book(1 + given_up);
    }
}

impl Solver for Relaxation {
    fn kind(&self) -> SolverKind {
        SolverKind::Relaxation
    }

    fn factor(&mut self, system: &ReducedSystem, team: &Team) {
        self.kept.is_fresh = false;
        // Where M⁻¹ are weights by which coordinates are chosen, pivots of the very system are looked at.
        let is_weighted = system.inverse_mass.is_weighted();
        if self.is_due || is_weighted || self.is_guarded() {
            self.refresh(system, team);
            self.is_due |= is_weighted;
        } else {
            self.prepare(system, team);
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
        self.kept.minimize_norm(system, rows, team);
    }

    fn forget(&mut self) {
        self.is_due = true;
        self.has_failed = false;
        self.age = Age::None;
        self.rate = 1.0;
        self.spectrum.bottom = 0.0;
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
