//! The conjugate gradients, with a bound on the error in the metric of the masses.
//!
//! With r = b − E x and e = λ − x, eᵀE e is the squared error of the accelerations M⁻¹Gᵀx in that metric; how it is
//! estimated is in [`progress`](super::progress). The residual alone would weigh metres against radians, and light
//! bodies against heavy ones.

use super::product::Product;
use super::progress::{Limits, Progress};
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::singular::DEPENDENT_ROOM;
use crate::solver::parts::{Parts, Terms, dot};

/// An approximation P of E that can be solved with.
pub(in crate::solver) trait Precondition {
    /// Whether P is E of a position near by, so that rᵀP⁻¹r is the error of x itself. Other P serve as long as it
    /// takes.
    const NEAR: bool;

    /// r in, P⁻¹r out.
    fn apply(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team);

    /// Rows which P leaves out because they depend on others; `None` where any may be concerned.
    fn left_out(&self, n_rows: usize) -> Option<&[usize]>;
}

/// The outcome, with the number of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// [`Iteration::solution`] is.
    Solved(u64),
    /// A new factor costs less, or is needed.
    GivenUp(u64),
    /// Equations that P leaves out are not satisfied.
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

    /// λ, where the last run has solved it.
    pub(super) fn solution(&self) -> &[f64] {
        &self.solution
    }

    /// Solves E λ = b, from a first guess or from zero.
    pub(super) fn run<P: Precondition>(
        &mut self,
        p: &mut P,
        system: &ReducedSystem,
        limits: Limits,
        (b, guess): (&[f64], &[f64]),
        (parts, team): (&mut Parts, &Team),
    ) -> Outcome {
        // Decisions here and below rest on values that all processes have, so all take the same.
        let left_out = p.left_out(b.len()).map_or(1, <[usize]>::len);
        let [n_asked, n_guessed, n_left_out] =
            parts.count([count_not_zero(b), count_not_zero(guess), left_out].map(|n| n as f64));
        let (guessed, regular) = (n_guessed > 0.0 && n_asked > 0.0, n_left_out == 0.0);
        self.begin(system, (b, guess), guessed, (parts, team));
        if n_asked == 0.0 {
            return Outcome::Solved(0);
        }
        let [error, energy] = self.precondition(p, system, b, (parts, team));
        let mut progress = Progress::new(error, limits, P::NEAR);
        // A guess that is good enough still costs a product and a substitution: one iteration.
        let mut done = guessed && progress.is_reached(energy);
        let most = progress.most_iterations(parts.n_rows());
        let mut k = 1;
        while !done {
            if !self.advance(system, &mut progress, (parts, team)) {
                return Outcome::GivenUp(k);
            }
            let [error, energy] = self.precondition(p, system, b, (parts, team));
            progress.see(error);
            done = progress.is_done(energy, regular);
            if !done && (k == most || progress.is_hopeless(energy)) {
                return Outcome::GivenUp(k);
            }
            k += u64::from(!done);
        }
        if P::NEAR {
            // P⁻¹r is known, and a better solution with it.
            add(&mut self.solution, 1.0, &self.correction);
        }
        if regular || self.satisfies(p.left_out(b.len()), system, limits, b, (parts, team)) {
            Outcome::Solved(k)
        } else {
            Outcome::Contradicted(k)
        }
    }

    /// The first iterate and what it leaves.
    fn begin(
        &mut self,
        system: &ReducedSystem,
        (b, guess): (&[f64], &[f64]),
        guessed: bool,
        (parts, team): (&mut Parts, &Team),
    ) {
        self.direction.fill(0.0);
        self.residual.copy_from_slice(b);
        if guessed {
            self.solution.copy_from_slice(guess);
            self.product.multiply_in_parts(system, &self.solution, &mut self.image, (parts, team));
            add(&mut self.residual, -1.0, &self.image);
        } else {
            self.solution.fill(0.0);
        }
    }

    /// z = P⁻¹ r; returns rᵀz, and xᵀE x = xᵀ(b − r): the size of the iterate in the metric of the masses, squared.
    fn precondition(
        &mut self,
        p: &mut impl Precondition,
        system: &ReducedSystem,
        b: &[f64],
        (parts, team): (&mut Parts, &Team),
    ) -> [f64; 2] {
        self.correction.copy_from_slice(&self.residual);
        p.apply(system, &mut self.correction, team);
        let Iteration { solution, residual, correction, .. } = self;
        let [error, all, left] =
            parts.sum([Terms::Rows(residual, correction), Terms::Rows(solution, b), Terms::Rows(solution, residual)]);
        [error, all - left]
    }

    /// One step along d = z + β d. False where E is too far from P along it.
    fn advance(&mut self, system: &ReducedSystem, progress: &mut Progress, (parts, team): (&mut Parts, &Team)) -> bool {
        let Iteration { product, solution, residual, correction, direction, image } = self;
        direction.iter_mut().zip(&*correction).for_each(|(d, z)| *d = z + progress.beta * *d);
        let curvature = product.multiply_in_parts(system, direction, image, (parts, team));
        let Some(step) = progress.choose_step(curvature) else { return false };
        add(solution, step, direction);
        add(residual, -step, image);
        true
    }

    /// Whether the solution satisfies the equations that P holds for dependent on the others.
    fn satisfies(
        &mut self,
        left_out: Option<&[usize]>,
        system: &ReducedSystem,
        limits: Limits,
        b: &[f64],
        (parts, team): (&mut Parts, &Team),
    ) -> bool {
        self.product.accelerate_in_parts(system, &self.solution, (parts, team));
        let here = match left_out {
            Some(rows) => rows.iter().all(|&row| self.satisfies_row(row, system, limits, b[row])),
            None => (0..b.len()).all(|row| self.satisfies_row(row, system, limits, b[row])),
        };
        parts.count([f64::from(u8::from(!here))]) == [0.0]
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

fn count_not_zero(x: &[f64]) -> usize {
    x.iter().filter(|x| **x != 0.0).count()
}

/// x += c y
pub(in crate::solver) fn add(x: &mut [f64], c: f64, y: &[f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += c * y);
}
