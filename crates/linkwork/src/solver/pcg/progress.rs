//! How far the conjugate gradients are: the squared error of the iterate in the metric of the masses, as estimated, and
//! what follows.
//!
//! rᵀP⁻¹r is computed anyway. For a factor P of E near by it is that error, or up to four times more or less. For other
//! P it is too small by the smallest eigenvalue θ of P⁻¹E at most. The iteration is a Lanczos process, its steps α and
//! quotients β are the matrix RᵀR whose smallest eigenvalue approaches θ from above; ‖R⁻¹‖ is followed column by column
//! with one vector x for which ‖R⁻ᵀx‖ is nearly largest, of which two numbers are needed [Meurant and Tichý,
//! Approximating the extreme Ritz values and upper bounds for the A-norm of the error in CG, 2019].

use crate::singular::DEPENDENT_PIVOT;

/// With the decisions below few solutions with a factor come near it.
const MOST_ITERATIONS: u64 = 20;
/// Directions in which E is less than this part of a factor P, or more than its inverse, show that the mechanism has
/// changed too much: P is then no measure of errors, and a rank counted with it is not one of the present position.
const CHANGED: f64 = 0.25;
/// The last correction x + P⁻¹r reduces the error about as the iteration before it did; this is how much less is
/// expected of it, squared.
const CAUTION: f64 = 100.0;

/// When a solution is good enough, and when to give it up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Error in the metric of the masses, relative to the solution.
    pub(super) tolerance: f64,
    /// Iterations that cost as much as a new factor.
    pub(super) price: f64,
}

/// The account of one solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// rᵀP⁻¹r.
    error: f64,
    /// Error of the first iterate.
    first: f64,
    /// Error over that of the iterate before.
    pub(super) beta: f64,
    /// dᵀP d.
    measure: f64,
    iterations: i32,
    limits: Limits,
    /// Where P is not a factor of E near by.
    ritz: Option<Ritz>,
}

impl Progress {
    pub(super) fn new(error: f64, limits: Limits, near: bool) -> Progress {
        let ritz = (!near).then(Ritz::default);
        Progress { error, first: error, beta: 0.0, measure: 0.0, iterations: 0, limits, ritz }
    }

    /// How often P may be used. Without round-off as many iterations as equations would do.
    pub(super) fn most_iterations(&self, n_rows: usize) -> u64 {
        if self.ritz.is_none() { MOST_ITERATIONS } else { MOST_ITERATIONS + 2 * n_rows as u64 }
    }

    /// How far to go along a direction with this dᵀE d. `None` where E is too far from P along it, or where nothing
    /// moves.
    pub(super) fn choose_step(&mut self, curvature: f64) -> Option<f64> {
        // r is orthogonal to the last direction, so dᵀP d = rᵀz + β² dᵀP d of that one. What is not a number is too
        // far, too.
        self.measure = self.error + self.beta * self.beta * self.measure;
        let quotient = curvature / self.measure;
        let bounds = if self.ritz.is_none() { CHANGED..=1.0 / CHANGED } else { DEPENDENT_PIVOT..=f64::MAX };
        let step = self.error / curvature;
        let beta = self.beta;
        self.ritz.iter_mut().for_each(|ritz| ritz.see(step, beta));
        bounds.contains(&quotient).then_some(step)
    }

    /// Takes rᵀP⁻¹r after a step.
    pub(super) fn see(&mut self, error: f64) {
        self.beta = error / self.error;
        self.error = error;
        self.iterations += 1;
    }

    /// The squared error of an iterate of this squared size that may remain of rᵀP⁻¹r.
    fn goal(&self, energy: f64) -> f64 {
        self.limits.tolerance.powi(2) * energy * self.ritz.map_or(1.0, |ritz| ritz.smallest().min(1.0))
    }

    /// Whether the error of a guess is small enough.
    pub(super) fn is_reached(&self, energy: f64) -> bool {
        // Before the first step nothing is known of a P that is not near.
        self.error == 0.0 || self.ritz.is_none() && self.error <= self.goal(energy)
    }

    /// Whether the error is small enough, or will be with the last correction. Not with equations left out: theirs is
    /// not in the estimate.
    pub(super) fn is_done(&self, energy: f64, regular: bool) -> bool {
        let further = if regular && self.ritz.is_none() { (CAUTION * self.beta).min(1.0) } else { 1.0 };
        self.error * further <= self.goal(energy)
    }

    /// Whether what is still to be done costs more than a new factor and one substitution with it. What is no factor is
    /// not compared with one: it was asked for.
    pub(super) fn is_hopeless(&self, energy: f64) -> bool {
        if self.ritz.is_some() {
            return !self.error.is_finite();
        }
        let rate = (self.error / self.first).ln() / f64::from(self.iterations);
        let remaining = (self.goal(energy) / self.error).ln() / rate;
        // Not smaller, rather than larger: an error that grows or is not a number is hopeless.
        !(rate < 0.0 && remaining < self.limits.price + 1.0)
    }
}

/// The smallest eigenvalue of P⁻¹E, as far as the iteration has seen it.
#[derive(Clone, Copy, Debug, Default)]
struct Ritz {
    /// ‖R⁻ᵀx‖².
    size: f64,
    /// The last entry of R⁻ᵀx.
    last: f64,
    /// α of the step before.
    step: f64,
}

impl Ritz {
    /// Another column of R: 1/√α on the diagonal, √(β/α′) above it, α′ being the step before.
    fn see(&mut self, step: f64, beta: f64) {
        if self.size == 0.0 {
            *self = Ritz { size: step, last: step.sqrt(), step };
            return;
        }
        let (above, inverse) = ((beta / self.step).sqrt(), step.sqrt());
        // x becomes (s x, t): the largest value of a quadratic form in s and t.
        let carried = above * inverse * self.last;
        let (p, q, r) = (self.size + carried * carried, -carried * inverse, inverse * inverse);
        let size = 0.5 * (p + r + (p - r).hypot(2.0 * q));
        // Use the expression, of the two, that does not cancel.
        let (s, t) = if p > r { (size - r, q) } else { (q, size - p) };
        let length = s.hypot(t);
        let (s, t) = if length > 0.0 { (s / length, t / length) } else { (0.0, 1.0) };
        *self = Ritz { size, last: (t - above * s * self.last) * inverse, step };
    }

    fn smallest(&self) -> f64 {
        1.0 / self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conjugate gradients on a diagonal matrix with eigenvalues 1/30, 2/30, …, 1 from equal parts.
    #[test]
    fn the_smallest_eigenvalue_is_approached_from_above() {
        let eigenvalues: Vec<f64> = (1..=30).map(|k| f64::from(k) / 30.0).collect();
        let mut r = vec![1.0; 30];
        let mut d = r.clone();
        let square = |r: &[f64]| r.iter().map(|r| r * r).sum::<f64>();
        let (mut ritz, mut beta, mut error) = (Ritz::default(), 0.0, square(&r));
        let mut seen = Vec::new();
        for _ in 0..20 {
            let curvature: f64 = d.iter().zip(&eigenvalues).map(|(d, e)| d * d * e).sum();
            let step = error / curvature;
            ritz.see(step, beta);
            seen.push(ritz.smallest());
            r.iter_mut().zip(d.iter().zip(&eigenvalues)).for_each(|(r, (d, e))| *r -= step * d * e);
            let next = square(&r);
            (beta, error) = (next / error, next);
            d.iter_mut().zip(&r).for_each(|(d, r)| *d = r + beta * *d);
        }
        assert!(seen.is_sorted_by(|a, b| a >= b), "{seen:?}");
        let (last, smallest) = (seen[19], 1.0 / 30.0);
        // One vector followed step by step stays a little below the largest: 0.0433 where the matrix itself has 0.0333.
        assert!(last >= smallest * (1.0 - 1e-9) && last < 1.5 * smallest, "{last} against {smallest}");
    }
}
