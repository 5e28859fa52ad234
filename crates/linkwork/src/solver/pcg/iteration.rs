//! The conjugate gradients, with a bound on the error in the metric of the masses.
//!
//! With r = b − E x and e = λ − x, eᵀE e is the squared error of the accelerations M⁻¹Gᵀx in that metric, and rᵀP⁻¹r is an
//! estimate of it, exact for P = E, which the iteration computes anyway. The residual alone would weigh metres against radians,
//! and light bodies against heavy ones.

use super::product::Product;
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::solver::{RankReport, Solver};

/// With the decisions below few solutions come near it.
const MOST_ITERATIONS: u64 = 20;
/// Directions in which E is less than this part of P, or more than its inverse, show that the mechanism has changed too much:
/// P is then no measure of errors, and a rank counted with it is not one of the present position.
const CHANGED: f64 = 0.25;
/// The last correction x + P⁻¹r reduces the error about as the iteration before it did; this is how much less is expected of it,
/// squared.
const CAUTION: f64 = 100.0;
/// Dependent equations may be violated by so much more than the tolerance, relative to the accelerations in them: their
/// multiples of other equations' errors may be large.
const DEPENDENT_ROOM: f64 = 100.0;

/// When a solution is good enough, and when to give it up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Error in the metric of the masses, relative to the solution.
    pub(super) tolerance: f64,
    /// Iterations that cost as much as a new factor.
    pub(super) price: f64,
}

/// What became of it, with the number of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The rows are the solution.
    Solved(u64),
    /// The rows are as they were: a new factor costs less, or is needed.
    GivenUp(u64),
    /// The rows are as they were: equations that P leaves out are not satisfied.
    Contradicted(u64),
}

/// Its memory.
#[derive(Clone, Debug)]
pub(super) struct Iteration {
    product: Product,
    /// x
    solution: Vec<f64>,
    /// r = b − E x
    residual: Vec<f64>,
    /// z = P⁻¹ r
    correction: Vec<f64>,
    /// d
    direction: Vec<f64>,
    /// E d
    image: Vec<f64>,
}

impl Iteration {
    pub(super) fn new(pattern: &Pattern) -> Iteration {
        let rows = vec![0.0; pattern.n_rows()];
        Iteration {
            product: Product::new(pattern),
            solution: rows.clone(),
            residual: rows.clone(),
            correction: rows.clone(),
            direction: rows.clone(),
            image: rows,
        }
    }

    /// b in; λ out where it is solved.
    pub(super) fn run(
        &mut self,
        factor: &mut impl Solver,
        system: &ReducedSystem,
        limits: Limits,
        rows: &mut [f64],
        team: &Team,
    ) -> Outcome {
        if rows.iter().all(|b| *b == 0.0) {
            return Outcome::Solved(0);
        }
        self.solution.fill(0.0);
        self.residual.copy_from_slice(rows);
        self.direction.fill(0.0);
        let regular = factor.rank_report().rank == rows.len();
        let mut progress = Progress::new(self.precondition(factor, system, team), limits);
        for k in 1..=MOST_ITERATIONS {
            if !self.advance(system, &mut progress, team) {
                return Outcome::GivenUp(k);
            }
            progress.see(self.precondition(factor, system, team));
            if progress.is_done(regular) {
                // P⁻¹r is known, and a better solution with it.
                add(&mut self.solution, 1.0, &self.correction);
                if !regular && !self.satisfies(factor.rank_report(), system, limits, rows, team) {
                    return Outcome::Contradicted(k);
                }
                rows.copy_from_slice(&self.solution);
                return Outcome::Solved(k);
            }
            if progress.is_hopeless() {
                return Outcome::GivenUp(k);
            }
        }
        Outcome::GivenUp(MOST_ITERATIONS)
    }

    /// z = P⁻¹ r; returns rᵀz.
    fn precondition(&mut self, factor: &mut impl Solver, system: &ReducedSystem, team: &Team) -> f64 {
        self.correction.copy_from_slice(&self.residual);
        factor.solve_in_place(system, &mut self.correction, team);
        dot(&self.residual, &self.correction)
    }

    /// One step along d = z + β d. False where E is too far from P along it.
    fn advance(&mut self, system: &ReducedSystem, progress: &mut Progress, team: &Team) -> bool {
        let Iteration { product, solution, residual, correction, direction, image } = self;
        direction.iter_mut().zip(&*correction).for_each(|(d, z)| *d = z + progress.beta * *d);
        let curvature = product.multiply(system, direction, image, team);

        // r is orthogonal to the last direction, so dᵀP d = rᵀz + β² dᵀP d of that one. What is not a number is too far, too.
        progress.measure = progress.error + progress.beta * progress.beta * progress.measure;
        let quotient = curvature / progress.measure;
        if !(CHANGED..=1.0 / CHANGED).contains(&quotient) {
            return false;
        }
        let step = progress.error / curvature;
        add(solution, step, direction);
        add(residual, -step, image);
        true
    }

    /// Whether the solution satisfies the equations that P holds for dependent on the others.
    fn satisfies(
        &mut self,
        report: &RankReport,
        system: &ReducedSystem,
        limits: Limits,
        b: &[f64],
        team: &Team,
    ) -> bool {
        self.product.accelerate(system, &self.solution, team);
        // What depends may be an equation inside a body in pieces: then any may be concerned.
        if report.rank + report.dependent.len() == b.len() {
            report.dependent.iter().all(|&row| self.satisfies_row(row, system, limits, b[row]))
        } else {
            (0..b.len()).all(|row| self.satisfies_row(row, system, limits, b[row]))
        }
    }

    fn satisfies_row(&self, row: usize, system: &ReducedSystem, limits: Limits, b: f64) -> bool {
        let (pattern, width) = (&system.pattern, system.pattern.width());
        let room = (DEPENDENT_ROOM * limits.tolerance).powi(2);
        let block = pattern.block_of_row(row);
        let place = row - pattern.rows(block).start;
        let (mut seen, mut size) = (0.0, b * b);
        for incidence in pattern.incidences(block) {
            let a = &self.product.accelerations[incidence.handle * width..][..width];
            let g = (0..width).map(|c| system.g(incidence, place, c));
            seen += g.clone().zip(a).map(|(g, a)| g * a).sum::<f64>();
            size += g.map(|g| g * g).sum::<f64>() * dot(a, a);
        }
        (b - seen).powi(2) <= room * size
    }
}

/// The squared error of the iterate in the metric of the masses, as estimated, and what follows from it.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// rᵀP⁻¹r.
    error: f64,
    /// Of the first iterate, zero.
    first: f64,
    /// Error over that of the iterate before.
    beta: f64,
    /// dᵀP d.
    measure: f64,
    iterations: i32,
    limits: Limits,
}

impl Progress {
    fn new(error: f64, limits: Limits) -> Progress {
        Progress { error, first: error, beta: 0.0, measure: 0.0, iterations: 0, limits }
    }

    fn see(&mut self, error: f64) {
        self.beta = error / self.error;
        self.error = error;
        self.iterations += 1;
    }

    /// What may remain.
    fn goal(&self) -> f64 {
        self.limits.tolerance.powi(2) * self.first
    }

    /// Whether the error is small enough, or will be with the last correction. Not with equations left out: theirs is not
    /// in the estimate.
    fn is_done(&self, regular: bool) -> bool {
        let further = if regular { (CAUTION * self.beta).min(1.0) } else { 1.0 };
        self.error * further <= self.goal()
    }

    /// Whether what is still to be done costs more than a new factor and one substitution with it.
    fn is_hopeless(&self) -> bool {
        let rate = (self.error / self.first).ln() / f64::from(self.iterations);
        let remaining = (self.goal() / self.error).ln() / rate;
        // Not smaller, rather than larger: an error that grows or is not a number is hopeless.
        !(rate < 0.0 && remaining < self.limits.price + 1.0)
    }
}

/// x += c y
fn add(x: &mut [f64], c: f64, y: &[f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += c * y);
}

/// Σ a b in eight sums side by side: one alone would wait for each of its additions.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let ((a, rest_a), (b, rest_b)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    let rest: f64 = rest_a.iter().zip(rest_b).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f64>() + rest
}
