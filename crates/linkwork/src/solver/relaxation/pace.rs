//! The laws of the artificial time: how far a step goes along the damped residual z = D⁻¹(b − E μ) and how much of the
//! last step is repeated, from bounds of the spectrum of D⁻¹E; and what the iteration itself shows of its lower end.
//!
//! Every law is a step d ← β d + α z, μ ← μ + d:
//!
//! * Euler, D μ′ + A μ = b with steps of one length [Valášek and Mráz, eq. (19)], β = 0: modes λ shrink by 1 − α λ.
//! * Chebyshev, steps of changing length that are best for all modes between two bounds: after k of them by 1/T_k, T_k
//!   = cosh k η.
//! * Momentum, artificial masses besides the damping [Polyak, heavy ball]: by √β each.
//!
//! The upper bound is safe. The lower one is learned: a mode below it shrinks more slowly than the law promises, and by
//! how much says where it lies [Hageman and Young, Applied iterative methods, chapter 5]. A lower bound that is too
//! high costs iterations until that is seen; it never makes anything grow.

/// The lower bound over the upper one that is assumed as long as nothing is known.
const FIRST_BOTTOM: f64 = 0.05;
/// ln of the reduction after which a law is held to its promise: about a tenth.
const JUDGED: f64 = 3.0;
/// ln of how far behind its promise it may be then: what sums of several modes and their start explain.
const BEHIND: f64 = 1.2;
/// The bound falls no further at once: what is seen first is a mixture of modes.
const STEEPEST: f64 = 0.125;
/// Steps of one length after which their rate is looked at first.
const FIRST_LOOK: u64 = 4;
/// The rate is that of the slowest mode when twice as many steps have not brought 1 − rate below this part of what it
/// was: where many modes are at work it halves.
const STEADY: f64 = 0.7;

/// How the artificial time is integrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law {
    /// Steps of one length, the inverse of the upper bound: no mode changes its sign.
    Euler,
    /// Steps of one length between the bounds.
    Richardson,
    /// Steps of changing length.
    Chebyshev,
    /// Steps that go on.
    Momentum,
}

/// Bounds for the eigenvalues of D⁻¹E that are not zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spectrum {
    /// Not exceeded.
    pub(super) top: f64,
    /// As far as iterations have shown; zero before any.
    pub(super) bottom: f64,
}

/// Where a law stands in one solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    law: Law,
    pub(super) spectrum: Spectrum,
    /// Steps since the bounds have changed.
    k: u64,
    /// ‖r‖ in the metric of D⁻¹ where these steps began, or were last judged; for steps of one length, the slowest mode
    /// as seen then.
    mark: f64,
    marked: u64,
    /// The last ‖r‖.
    size: f64,
    /// By how much it shrinks in a step.
    rate: f64,
    /// α of this law; for Chebyshev what its recurrence carries.
    carried: f64,
    /// Whether the steps keep what the bounds promise.
    is_settled: bool,
}

impl Pace {
    /// From a first residual.
    pub(super) fn new(law: Law, mut spectrum: Spectrum, size: f64) -> Pace {
        let accelerated = matches!(law, Law::Chebyshev | Law::Momentum);
        // Earlier knowledge holds until the opposite is seen.
        let is_settled = spectrum.bottom > 0.0;
        if accelerated && !is_settled {
            spectrum.bottom = FIRST_BOTTOM * spectrum.top;
        }
        spectrum.bottom = spectrum.bottom.min(0.5 * spectrum.top);
        let (mark, marked) = if accelerated { (size, 0) } else { (f64::INFINITY, FIRST_LOOK / 2) };
        Pace { law, spectrum, k: 0, mark, marked, size, rate: 0.0, carried: 0.0, is_settled }
    }

    /// α and β of the next step.
    pub(super) fn choose(&mut self) -> (f64, f64) {
        let Spectrum { top, bottom } = self.spectrum;
        match self.law {
            Law::Euler => (1.0 / top, 0.0),
            Law::Richardson => (2.0 / (top + bottom), 0.0),
            Law::Chebyshev => {
                let (center, radius) = (0.5 * (top + bottom), 0.5 * (top - bottom));
                let before = self.carried;
                self.carried = if self.k == 0 { radius / center } else { 1.0 / (2.0 * center / radius - before) };
                let first = (1.0 / center, 0.0);
                if self.k == 0 { first } else { (2.0 * self.carried / radius, self.carried * before) }
            }
            Law::Momentum => {
                let (alpha, beta) = heavy_ball(top, bottom);
                (alpha, if self.k == 0 { 0.0 } else { beta })
            }
        }
    }

    /// Takes ‖r‖ after a step, and learns from it.
    pub(super) fn see(&mut self, size: f64) {
        self.k += 1;
        let rate = size / self.size;
        self.size = size;
        match self.law {
            Law::Euler => self.see_rate(rate, 1.0 / self.spectrum.top),
            Law::Richardson => self.see_rate(rate, 2.0 / (self.spectrum.top + self.spectrum.bottom)),
            Law::Chebyshev => self.judge_chebyshev(),
            Law::Momentum => self.judge_momentum(),
        }
    }

    /// Steps of one length: the rate climbs to that of the slowest mode.
    fn see_rate(&mut self, rate: f64, alpha: f64) {
        self.rate = rate;
        let slowest = (1.0 - rate) / alpha;
        if self.k == 2 * self.marked {
            self.is_settled = slowest > STEADY * self.mark;
            (self.mark, self.marked) = (slowest, self.k);
        }
        if self.is_settled && slowest > 0.0 {
            let known = if self.spectrum.bottom > 0.0 { self.spectrum.bottom } else { f64::MAX };
            self.spectrum.bottom = slowest.min(known);
        }
    }

    /// ‖r‖ shrinks by 1/cosh k η at least, unless there are modes below the bound: then by cosh k θ / cosh k η, λ =
    /// center − radius cosh θ.
    fn judge_chebyshev(&mut self) {
        let Spectrum { top, bottom } = self.spectrum;
        let (center, radius, k) = (0.5 * (top + bottom), 0.5 * (top - bottom), self.k as f64);
        let eta = (center / radius).acosh();
        self.rate = (-eta).exp();
        if k * eta < JUDGED {
            return;
        }
        let behind = (self.size / self.mark).ln() + k * eta;
        self.is_settled = behind <= std::f64::consts::LN_2 + BEHIND;
        if !self.is_settled {
            self.lower(center - radius * (behind / k).min(eta).cosh());
        }
    }

    /// ‖r‖ shrinks by √β a step in the end; with a mode below the bound by the larger root of z² − (1 + β − α λ) z + β
    /// = 0.
    fn judge_momentum(&mut self) {
        let Spectrum { top, bottom } = self.spectrum;
        let (alpha, beta) = heavy_ball(top, bottom);
        let n = (self.k - self.marked) as f64;
        let promised = -0.5 * beta.ln();
        self.rate = (-promised).exp();
        if n * promised < JUDGED {
            return;
        }
        // A double root: the number of the step multiplies its power.
        let growth = ((self.k + 1) as f64 / (self.marked + 1) as f64).ln();
        let behind = (self.size / self.mark).ln() + n * promised - growth;
        self.is_settled = behind <= BEHIND;
        if self.is_settled {
            (self.mark, self.marked) = (self.size, self.k);
        } else {
            // Not by `clamp`, which panics where the bounds are no numbers.
            let rate = (self.size / self.mark).powf(1.0 / n).max(beta.sqrt()).min(1.0);
            self.lower((1.0 + beta - rate - beta / rate) / alpha);
        }
    }

    /// Begins anew with a lower bound.
    fn lower(&mut self, found: f64) {
        let bottom = self.spectrum.bottom;
        self.spectrum.bottom = found.max(STEEPEST * bottom).min(0.9 * bottom);
        (self.k, self.mark, self.marked) = (0, self.size, 0);
    }

    /// The present knowledge of the spectrum.
    pub(super) fn learned(&self) -> Spectrum {
        Spectrum { bottom: if self.is_settled { self.spectrum.bottom } else { 0.0 }, ..self.spectrum }
    }

    /// A bound on ‖e‖² in the metric of E: rᵀE⁻¹r ≤ rᵀD⁻¹r / λ. Infinite as long as λ is not known.
    pub(super) fn calc_error(&self) -> f64 {
        let bottom = self.learned().bottom;
        if bottom > 0.0 { self.size * self.size / bottom } else { f64::INFINITY }
    }

    /// Whether the residual is still a number.
    pub(super) fn is_finite(&self) -> bool {
        self.size.is_finite()
    }

    /// Steps to come until ‖r‖ is this small, at the present rate.
    pub(super) fn predict(&self, goal: f64) -> f64 {
        let remaining = (goal / self.size).ln() / self.rate.ln();
        if remaining.is_finite() { remaining.max(0.0) } else { f64::INFINITY }
    }
}

/// The best α and β for all modes between two bounds.
fn heavy_ball(top: f64, bottom: f64) -> (f64, f64) {
    let (a, b) = (bottom.sqrt(), top.sqrt());
    (4.0 / (a + b).powi(2), ((b - a) / (b + a)).powi(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eigenvalues 2 − 2 cos(i π/(n + 1)) with equal parts in the residual, D = 1: how many steps a law takes to a
    /// bound of the error, that bound and the error itself, squared.
    fn run(law: Law, n: usize, bottom: f64, tolerance: f64) -> (u64, f64, f64) {
        let angle = |i: usize| std::f64::consts::PI * (i + 1) as f64 / (n + 1) as f64;
        let lambda: Vec<f64> = (0..n).map(|i| 2.0 - 2.0 * angle(i).cos()).collect();
        let (mut r, mut d) = (vec![1.0; n], vec![0.0; n]);
        let size = |r: &[f64]| r.iter().map(|r| r * r).sum::<f64>().sqrt();
        let mut pace = Pace::new(law, Spectrum { top: 4.0, bottom }, size(&r));
        let mut steps = 0;
        while pace.calc_error() > tolerance * tolerance && steps < 100_000 {
            let (alpha, beta) = pace.choose();
            for i in 0..n {
                d[i] = beta * d[i] + alpha * r[i];
                r[i] -= lambda[i] * d[i];
            }
            pace.see(size(&r));
            steps += 1;
        }
        let error: f64 = r.iter().zip(&lambda).map(|(r, l)| r * r / l).sum();
        (steps, pace.calc_error(), error)
    }

    /// κ = 1053 at n = 50, 25 at n = 7: plain steps follow κ, the other laws its root. What is claimed of the error
    /// holds within a factor of four.
    #[test]
    fn errors_are_bounded_and_laws_take_what_they_should() {
        for (law, most) in [(Law::Richardson, 9000), (Law::Chebyshev, 600), (Law::Momentum, 1000)] {
            let (steps, bound, error) = run(law, 50, 0.0, 1e-5);
            assert!(steps < most, "{law:?}: {steps}");
            assert!(error < 4.0 * bound && error < 1e-9, "{law:?}: {error:e} where {bound:e} is claimed");
        }
    }

    /// Where a trial state is no longer finite, neither are bounds or residuals; the step is then tried again.
    #[test]
    fn momentum_takes_what_is_no_number() {
        for law in [Law::Euler, Law::Richardson, Law::Chebyshev, Law::Momentum] {
            for (top, size) in [(f64::NAN, 1.0), (4.0, f64::NAN), (f64::INFINITY, 1.0), (0.0, 0.0), (-1.0, 1.0)] {
                let mut pace = Pace::new(law, Spectrum { top, bottom: 0.0 }, size);
                for _ in 0..100 {
                    pace.choose();
                    pace.see(f64::NAN);
                }
                assert!(
                    pace.calc_error().is_nan() || pace.calc_error() > 1.0,
                    "{law:?}: nothing is claimed of the error"
                );
            }
        }
    }

    /// With the true bound nothing has to be learned: ½ √κ ln(2/ε) steps.
    #[test]
    fn a_known_bound_is_kept() {
        let lowest = 2.0 - 2.0 * (std::f64::consts::PI / 51.0).cos();
        let (known, ..) = run(Law::Chebyshev, 50, lowest, 1e-5);
        let (learned, ..) = run(Law::Chebyshev, 50, 0.0, 1e-5);
        // Error in the metric of E: √(50/λ) at first.
        let expected = 0.5 * (4.0 / lowest).sqrt() * (2.0 * (50.0 / lowest).sqrt() / 1e-5).ln();
        assert!((known as f64) < 1.1 * expected, "{known} against {expected}");
        assert!(known <= learned && learned < 3 * known, "{known} known, {learned} learned");
    }
}
