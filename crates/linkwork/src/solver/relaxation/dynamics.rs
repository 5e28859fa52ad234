//! The artificial dynamics D μ′ + A μ = b [Valášek and Mráz, eqs. (19) and (20)], A being the reduced matrix E: from a
//! first guess until the error, not only the residual, is small.
//!
//! E is never formed for it: a step needs the loads of all multipliers on the bodies, the accelerations these cause,
//! and what the joints see of them, each from neighbors alone. Sums over all joints are taken for the estimate of the
//! error.

use super::hierarchy::Hierarchy;
use super::pace::{Law, Pace, Spectrum};
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::solver::parts::dot;
use crate::solver::pcg::diagonal::Diagonal;
use crate::solver::pcg::iteration::{Precondition, add};
use crate::solver::pcg::product::Product;
use crate::solver::{Elimination, Solver};

/// How often a residual is looked at whether its end can be reached.
const LOOK_AHEAD: u64 = 64;
/// With D near E more steps than this are not made, and not if so many more are to come: a new D costs less.
const MOST_NEAR: u64 = 20;
const MOST_MORE: f64 = 8.0;
/// By how much less is expected of the last correction than those before have shown.
const CAUTION: f64 = 10.0;

/// When a solution is good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stop {
    /// Error of the accelerations M⁻¹Gᵀμ in the metric of the masses, relative to them: as estimated.
    Error(f64),
    /// Residual b − E μ relative to b: what the published counts go by.
    Residual(f64),
}

/// Damping: what D⁻¹ is.
pub(super) enum Damping<'a> {
    /// One number for all rows.
    Scalar(f64),
    /// Diagonal blocks of E, one a joint.
    Blocks(&'a mut Diagonal),
    /// E of a position near by, level by level.
    Levels(&'a mut Hierarchy),
    /// The same where levels would fill up.
    Factor(&'a mut Elimination),
}

impl Damping<'_> {
    fn apply(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        match self {
            Damping::Scalar(d) => rows.iter_mut().for_each(|x| *x /= *d),
            Damping::Blocks(diagonal) => diagonal.apply(system, rows, team),
            Damping::Levels(hierarchy) => hierarchy.apply(rows, team),
            Damping::Factor(factor) => factor.solve_in_place(system, rows, team),
        }
    }
}

/// The outcome, with the number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// [`Dynamics::solution`] is.
    Solved(u64),
    /// It would take too many steps, or D is too far from E.
    GivenUp(u64),
}

/// Its memory.
#[derive(Clone, Debug)]
pub(super) struct Dynamics {
    product: Product,
    /// μ
    solution: Vec<f64>,
    /// r = b − E μ
    residual: Vec<f64>,
    /// z = D⁻¹ r
    correction: Vec<f64>,
    /// d, the last step
    step: Vec<f64>,
    /// E d
    image: Vec<f64>,
}

impl Dynamics {
    pub(super) fn new(pattern: &Pattern) -> Dynamics {
        let rows = vec![0.0; pattern.n_rows()];
        Dynamics {
            product: Product::new(pattern),
            solution: rows.clone(),
            residual: rows.clone(),
            correction: rows.clone(),
            step: rows.clone(),
            image: rows,
        }
    }

    /// λ, where the last run has solved it.
    pub(super) fn solution(&self) -> &[f64] {
        &self.solution
    }

    /// Solves E λ = b by this law from a guess, or from zero where there is none. The spectrum takes what was learned
    /// of it.
    pub(super) fn run(
        &mut self,
        mut damping: Damping,
        system: &ReducedSystem,
        (law, spectrum, stop, most): (Law, &mut Spectrum, Stop, u64),
        (b, guess): (&[f64], &[f64]),
        team: &Team,
    ) -> Outcome {
        self.begin(system, (b, guess), team);
        let mut pace = Pace::new(law, *spectrum, self.damp(&mut damping, system, team).sqrt());
        let length = dot(b, b).sqrt();
        let mut k = 0;
        let outcome = loop {
            if self.is_done(&pace, stop, b, length) {
                break Outcome::Solved(k);
            }
            if k == most || (k > 0 && k % LOOK_AHEAD == 0 && self.is_hopeless(&pace, stop, b, (most - k) as f64)) {
                break Outcome::GivenUp(k);
            }
            let (alpha, beta) = pace.choose();
            self.advance(system, alpha, beta, team);
            pace.see(self.damp(&mut damping, system, team).sqrt());
            k += 1;
        };
        *spectrum = pace.learned();
        outcome
    }

    /// The same with D near E: as many steps as there are directions in which it is not, each of the best length and
    /// conjugate to those before. `rate` is by how much a step reduces the error, as far as was seen.
    pub(super) fn run_near(
        &mut self,
        mut damping: Damping,
        system: &ReducedSystem,
        (rate, stop): (&mut f64, Stop),
        (b, guess): (&[f64], &[f64]),
        team: &Team,
    ) -> Outcome {
        self.begin(system, (b, guess), team);
        let length = dot(b, b).sqrt();
        let (mut error, mut beta) = (self.damp(&mut damping, system, team), 0.0);
        let first = error;
        for k in 1..=MOST_NEAR {
            // z is the error of μ itself, but for its last digits: what it would leave is judged.
            let credit = (CAUTION * *rate).min(1.0);
            let is_done = match stop {
                Stop::Error(tolerance) => error * credit.powi(2) <= tolerance.powi(2) * self.calc_energy(b),
                Stop::Residual(part) => dot(&self.residual, &self.residual).sqrt() <= part * length,
            };
            if error == 0.0 || is_done {
                add(&mut self.solution, if credit < 1.0 { 1.0 } else { 0.0 }, &self.correction);
                return Outcome::Solved(k);
            }
            if k > 1 && self.is_slow(stop, b, (error / first).powf(0.5 / (k - 1) as f64), error) {
                return Outcome::GivenUp(k);
            }
            if !self.advance_conjugate(system, error, beta, team) {
                return Outcome::GivenUp(k);
            }
            let next = self.damp(&mut damping, system, team);
            beta = next / error;
            *rate = if *rate < 1.0 { beta.sqrt().max(*rate) } else { beta.sqrt() };
            error = next;
        }
        Outcome::GivenUp(MOST_NEAR)
    }

    /// Whether a D of the very system would be made in less than what remains, at this mean rate.
    fn is_slow(&self, stop: Stop, b: &[f64], rate: f64, error: f64) -> bool {
        let Stop::Error(tolerance) = stop else { return !error.is_finite() };
        let remaining = (tolerance * (self.calc_energy(b) / error).sqrt()).ln() / rate.ln();
        // Not less, rather than more: an error that grows or is not a number is hopeless.
        !(rate < 1.0 && remaining < MOST_MORE)
    }

    /// Whether these rows are satisfied as well, to a part of the largest of all: equations that D leaves out because
    /// others imply them.
    pub(super) fn satisfies(&self, mut rows: impl Iterator<Item = usize>, b: &[f64], part: f64) -> bool {
        let largest = b.iter().fold(0.0, |m: f64, b| m.max(b.abs()));
        rows.all(|row| self.residual[row].abs() <= part * largest)
    }

    /// The first iterate and what it leaves.
    fn begin(&mut self, system: &ReducedSystem, (b, guess): (&[f64], &[f64]), team: &Team) {
        self.step.fill(0.0);
        self.residual.copy_from_slice(b);
        self.solution.fill(0.0);
        if guess.iter().any(|x| *x != 0.0) && b.iter().any(|b| *b != 0.0) {
            self.solution.copy_from_slice(guess);
            self.product.multiply(system, &self.solution, &mut self.image, team);
            add(&mut self.residual, -1.0, &self.image);
        }
    }

    /// z = D⁻¹ r; returns rᵀz. Round-off in a D that is not definite to the last digit may leave it below zero.
    fn damp(&mut self, damping: &mut Damping, system: &ReducedSystem, team: &Team) -> f64 {
        self.correction.copy_from_slice(&self.residual);
        damping.apply(system, &mut self.correction, team);
        dot(&self.residual, &self.correction).max(0.0)
    }

    /// d = β d + α z, μ += d.
    fn advance(&mut self, system: &ReducedSystem, alpha: f64, beta: f64, team: &Team) {
        let Dynamics { product, solution, residual, correction, step, image } = self;
        step.iter_mut().zip(&*correction).for_each(|(d, z)| *d = beta * *d + alpha * z);
        product.multiply(system, step, image, team);
        add(solution, 1.0, step);
        add(residual, -1.0, image);
    }

    /// d = z + β d, and as far along it as reduces the error most. False where nothing moves.
    fn advance_conjugate(&mut self, system: &ReducedSystem, error: f64, beta: f64, team: &Team) -> bool {
        let Dynamics { product, solution, residual, correction, step, image } = self;
        step.iter_mut().zip(&*correction).for_each(|(d, z)| *d = beta * *d + z);
        let length = error / product.multiply(system, step, image, team);
        add(solution, length, step);
        add(residual, -length, image);
        length.is_finite() && length > 0.0
    }

    /// μᵀE μ = μᵀ(b − r): the size of the iterate in the metric of the masses, squared.
    fn calc_energy(&self, b: &[f64]) -> f64 {
        (dot(&self.solution, b) - dot(&self.solution, &self.residual)).max(0.0)
    }

    fn is_done(&self, pace: &Pace, stop: Stop, b: &[f64], length: f64) -> bool {
        match stop {
            _ if self.residual.iter().all(|r| *r == 0.0) => true,
            Stop::Error(tolerance) => pace.calc_error() <= tolerance * tolerance * self.calc_energy(b),
            Stop::Residual(part) => dot(&self.residual, &self.residual).sqrt() <= part * length,
        }
    }

    /// Whether what is still to be done takes more steps than there may be.
    fn is_hopeless(&self, pace: &Pace, stop: Stop, b: &[f64], most: f64) -> bool {
        let goal = match stop {
            // Without knowledge of the spectrum there is no prediction.
            Stop::Error(_) if pace.learned().bottom <= 0.0 => return !pace.is_finite(),
            Stop::Error(tolerance) => tolerance * (self.calc_energy(b) * pace.spectrum.bottom).sqrt(),
            Stop::Residual(_) => return !pace.is_finite(),
        };
        pace.predict(goal) >= most
    }
}
