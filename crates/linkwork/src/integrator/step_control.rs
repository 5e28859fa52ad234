//! Step sizes: even steps that end exactly where they must, and steps chosen from an estimate of the error.
//!
//! Errors are measured as the root mean square of err / (atol + rtol·max(|y₀|, |y₁|)); one is as much as the
//! tolerances allow. The next step follows from this error and the one before by the PI rule of Gustafsson, with the
//! constants of DOPRI5 [Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, II.4 and IV.2].

use super::System;
use crate::error::StepError;
use std::ops::Range;

/// Weight of the previous error in the PI rule.
const BETA: f64 = 0.04;
/// Exponent of the present error: 1/5 for an error of fifth order, less what the PI rule takes back.
const ALPHA: f64 = 0.2 - 0.75 * BETA;
/// Steps aim below the tolerance by this factor, so that few are rejected.
const SAFETY: f64 = 0.9;
/// A step is never divided by more than five at once.
const LEAST_FACTOR: f64 = 0.2;
/// Growth from step to step.
const LARGEST_FACTOR: f64 = 10.0;
/// Growth after a rejection, which says that the estimate cannot be trusted far.
const LARGEST_FACTOR_AFTER_REJECTION: f64 = 5.0;
/// Errors below this count as this in the PI rule: a nearly exact step says nothing of the next.
const LEAST_PREVIOUS_ERROR: f64 = 1e-4;
/// A step is stretched by so much when it then ends at the limit.
const STRETCH: f64 = 1.01;

/// The step of a fixed-step method: the interval up to `limit` divided evenly, no longer than `step` (but for
/// round-off, which must not cost a step). Returns the step and the time where it ends, `limit` itself at last.
///
/// # Errors
/// When the step is below the resolution of time, or no positive number.
pub(super) fn even_step(time: f64, limit: f64, step: f64) -> Result<(f64, f64), StepError> {
    let remaining = limit - time;
    let n_steps = (remaining / step * (1.0 - 1e-9)).ceil();
    if step > 0.0 && n_steps <= 1.0 {
        return Ok((remaining, limit));
    }
    let h = remaining / n_steps;
    // Written so that NaN fails too.
    if step > 0.0 && time + h > time { Ok((h, time + h)) } else { Err(StepError::StepTooSmall { time, step }) }
}

/// The step of an adaptive method that proposes `proposal`, and the time where it ends: stretched a little when it
/// then reaches `limit`, and halved when one step and a sliver would be left.
///
/// # Errors
/// When the proposal is below the resolution of time. A limit that is near does not count.
pub(super) fn fitted_step(time: f64, limit: f64, proposal: f64) -> Result<(f64, f64), StepError> {
    let remaining = limit - time;
    if proposal.is_nan() || proposal < smallest_step(time) {
        return Err(StepError::StepTooSmall { time, step: proposal });
    }
    if remaining <= STRETCH * proposal {
        return Ok((remaining, limit));
    }
    let h = if remaining < 2.0 * proposal { 0.5 * remaining } else { proposal };
    Ok((h, time + h))
}

/// Below this, a step is lost in the round-off of time.
pub(super) fn smallest_step(time: f64) -> f64 {
    (16.0 * f64::EPSILON * time.abs()).max(1e-300)
}

/// Relative and absolute tolerance of an adaptive method.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    pub(super) rtol: f64,
    pub(super) atol: f64,
}

impl Tolerance {
    /// 1 / (atol + rtol·size). The smallest number is added so that a component that is and stays zero counts as exact
    /// even when atol is zero.
    #[inline(always)]
    pub(super) fn weight(&self, size: f64) -> f64 {
        1.0 / (self.atol + self.rtol * size + f64::MIN_POSITIVE)
    }
}

/// The root mean square of `term(i)` over all components, n of which are here; zero for none.
#[inline(always)]
pub(super) fn root_mean_square(system: &mut dyn System, n: usize, term: impl Fn(usize) -> f64) -> f64 {
    let sum_of_squares = |stretches: &[Range<usize>]| {
        let mut sum = 0.0;
        for stretch in stretches {
            for i in stretch.clone() {
                let x = term(i);
                sum += x * x;
            }
        }
        sum
    };
    system.mean(n, &sum_of_squares).sqrt()
}

/// The step after one of `h` that was accepted with `error`, the one before having had `previous_error`.
pub(super) fn step_after_acceptance(h: f64, error: f64, previous_error: f64, rejected_before: bool) -> f64 {
    let largest = if rejected_before { LARGEST_FACTOR_AFTER_REJECTION } else { LARGEST_FACTOR };
    let factor = SAFETY * error.powf(-ALPHA) * previous_error.max(LEAST_PREVIOUS_ERROR).powf(BETA);
    h * factor.clamp(LEAST_FACTOR, largest)
}

/// The step to try instead of one of `h` that was rejected with `error`, which may be no number at all.
pub(super) fn step_after_rejection(h: f64, error: f64) -> f64 {
    // `max` passes over NaN.
    h * (SAFETY * error.powf(-ALPHA)).max(LEAST_FACTOR)
}

/// A first step from the sizes of values, rates and second derivative, the last by one explicit Euler step
/// [Hairer, Nørsett & Wanner I, II.4, "starting step size"]. `values` and `probe` are scratch.
pub(super) fn initial_step(
    system: &mut dyn System,
    (time, limit): (f64, f64),
    (y0, k1): (&[f64], &[f64]),
    tolerance: Tolerance,
    (values, probe): (&mut [f64], &mut [f64]),
) -> f64 {
    let n = y0.len();
    let weight = |i: usize| tolerance.weight(y0[i].abs());
    let size = root_mean_square(system, n, |i| y0[i] * weight(i));
    let speed = root_mean_square(system, n, |i| k1[i] * weight(i));
    let h0 = if size <= 1e-5 || speed <= 1e-5 { 1e-6 } else { 0.01 * size / speed };
    let h0 = h0.min(limit - time);
    for i in 0..n {
        values[i] = y0[i] + h0 * k1[i];
    }
    // A guess that leads where no rates exist is no fault of the motion: the first attempt starts from it, and
    // shortens.
    if system.evaluate(time + h0, values, probe).is_err() {
        return h0;
    }
    let curvature = root_mean_square(system, n, |i| (probe[i] - k1[i]) * weight(i)) / h0;
    let fastest = speed.max(curvature);
    let h1 = if fastest <= 1e-15 { (1e-3 * h0).max(1e-6) } else { (0.01 / fastest).powf(0.2) };
    h1.min(100.0 * h0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_steps_divide_the_interval_and_forgive_round_off() {
        assert_eq!(even_step(0.0, 1.0, 0.3), Ok((0.25, 0.25)));
        assert_eq!(even_step(0.0, 1.0, 1.0 - 1e-12), Ok((1.0, 1.0)));
        assert_eq!(even_step(2.0, 2.5, 10.0), Ok((0.5, 2.5)));
        assert_eq!(even_step(1.0, 1.0 + f64::EPSILON, 0.1), Ok((f64::EPSILON, 1.0 + f64::EPSILON)));
    }

    #[test]
    fn steps_below_the_resolution_of_time_are_refused() {
        for step in [0.0, -1.0, f64::NAN, 1e-18] {
            assert!(matches!(even_step(1.0, 2.0, step), Err(StepError::StepTooSmall { .. })), "{step}");
            assert!(matches!(fitted_step(1.0, 2.0, step), Err(StepError::StepTooSmall { .. })), "{step}");
        }
    }

    #[test]
    fn a_sliver_before_the_limit_is_never_left() {
        assert_eq!(fitted_step(0.0, 1.0, 0.995), Ok((1.0, 1.0)));
        assert_eq!(fitted_step(0.0, 1.0, 0.9), Ok((0.5, 0.5)));
        assert_eq!(fitted_step(0.0, 1.0, 0.4), Ok((0.4, 0.4)));
        assert_eq!(fitted_step(0.0, 1.0, 7.0), Ok((1.0, 1.0)));
    }

    #[test]
    fn factors_stay_in_their_bounds() {
        assert_eq!(step_after_acceptance(1.0, 0.0, 0.0, false), 10.0);
        assert_eq!(step_after_acceptance(1.0, 0.0, 0.0, true), 5.0);
        assert_eq!(step_after_rejection(1.0, 1e30), 0.2);
        assert_eq!(step_after_rejection(1.0, f64::NAN), 0.2);
        assert_eq!(step_after_rejection(1.0, f64::INFINITY), 0.2);
        assert!(step_after_rejection(1.0, 1.0 + 1e-15) < 1.0);
    }
}
