//! `dopri5`: the method of Dormand and Prince, fifth order with an error estimate of fourth, and steps chosen by it.
//!
//! Six evaluations a step: the rates at the end of a step are those at the start of the next and are kept in
//! its memory. They also give the error, and values between steps by a polynomial of fourth order, so that steps
//! need not end at output times [Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, II.4–II.6].

use super::dormand_prince::{Span, Stages};
use super::step_control::{
    Tolerance, fitted_step, initial_step, root_mean_square, smallest_step, step_after_acceptance, step_after_rejection,
};
use super::{Integrator, System, Trial, Verdict, keep_newest, make_room, shape_memory};
use crate::error::StepError;
use crate::methods::IntegratorKind;
use crate::state::{MethodMemory, State};

/// Weights of k₁, k₃, k₄, k₅, k₆, k₇ in the difference between the results of fifth and of fourth order.
const ERROR: [f64; 6] =
    [71.0 / 57600.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];

/// Weights of the same rates in the last coefficient of the dense output.
const DENSE: [f64; 6] = [
    -12715105075.0 / 11282082432.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
];

/// An error that persists down to steps of this size, relative to the time (at least a millisecond), is none of the
/// step's: twenty quarterings below a step of a second, and still above the resolution of time.
const HOPELESS: f64 = 1e-12;
/// After a failed evaluation the step is divided by four: far enough to leave the place, not so far as to crawl.
const SHORTENING: f64 = 0.25;

/// Values that only watch the motion may have ten times the error of others, so that they seldom decide about steps.
const WATCHING: f64 = 0.1;

/// Dormand–Prince 5(4) with step control and dense output.
#[derive(Clone, Debug)]
pub(crate) struct Dopri5 {
    tolerance: Tolerance,
    stages: Stages,
    /// System at the trial.
    k7: Vec<f64>,
    /// The error estimate.
    error: Vec<f64>,
    /// The pending attempt.
    span: Span,
    dense: Dense,
}

/// A trial that meets a singular position is tried again with steps of these lengths, each relative to the one before:
/// such positions are points, a step is much longer, and another length moves its stages away from them. What stages
/// next to one differ by does not become less with the step, and a step that only shrinks would end there. After these
/// the mechanism has changed for good, or the error is that of the step.
const AVOIDING: [f64; 3] = [0.7, 1.6, 0.8];

/// The last accepted step as a polynomial: with θ from 0 to 1 and ϑ = 1 − θ,
/// y = c₀ + θ (c₁ + ϑ (c₂ + θ (c₃ + ϑ c₄))).
#[derive(Clone, Debug, Default)]
struct Dense {
    start: f64,
    end: f64,
    c: [Vec<f64>; 5],
}

/// View of the integrator's memory in a state: step control and the rates at the present state.
struct History<'a> {
    /// The step it would take next (s); zero before the first step.
    step: &'a mut f64,
    /// Error of the last accepted step relative to the tolerance; zero before the first step.
    error: &'a mut f64,
    /// Whether the rates at the state are known: 0 or 1.
    n_rates: &'a mut u64,
    /// Whether the last trial from this state was rejected, 0 or 1; step control then grows more carefully.
    rejected: &'a mut u64,
    /// How many trials in a row ended in a singular position and were tried again with another step.
    avoided: &'a mut u64,
    /// k₁, the rates at the state.
    rates: &'a mut Vec<f64>,
}

impl<'a> History<'a> {
    /// Interprets a memory that has the shape made by `resize`.
    fn of(memory: &'a mut MethodMemory) -> History<'a> {
        let MethodMemory { counts, numbers, per_value, .. } = memory;
        let ([step, error], [n_rates, rejected, avoided], [rates]) =
            (&mut numbers[..], &mut counts[..], &mut per_value[..])
        else {
            unreachable!("every attempt begins with `resize`")
        };
        History { step, error, n_rates, rejected, avoided, rates }
    }

    /// Has another length tried than `h`; false when all have been.
    fn avoid(&mut self, h: f64) -> bool {
        let Some(factor) = AVOIDING.get(*self.avoided as usize) else { return false };
        *self.step = factor * h;
        *self.avoided += 1;
        true
    }
}

impl Dopri5 {
    /// With these tolerances for the error of one step: relative, and absolute.
    pub(crate) fn new(rtol: f64, atol: f64) -> Dopri5 {
        Dopri5 {
            tolerance: Tolerance { rtol, atol },
            stages: Stages::default(),
            k7: Vec::new(),
            error: Vec::new(),
            span: Span::default(),
            dense: Dense::default(),
        }
    }

    /// Scratch for the state's values, and its memory for ours.
    fn resize(&mut self, state: &mut State) {
        let n = state.values.len();
        self.stages.resize(n);
        make_room(&mut self.k7, n);
        make_room(&mut self.error, n);
        self.dense.c.iter_mut().for_each(|c| make_room(c, n));
        shape_memory(&mut state.memories.integrator, [3, 2, 1], n);
    }

    /// System at the state and a step to try, where the history does not hold them yet.
    fn prepare(&mut self, system: &mut dyn System, state: &mut State, limit: f64) -> Result<(), StepError> {
        let History { step, n_rates, rates, .. } = History::of(&mut state.memories.integrator);
        if *n_rates == 0 {
            system.evaluate(state.time, &state.values, rates)?;
            *n_rates = 1;
        }
        if *step == 0.0 {
            let known = (&state.values[..], &rates[..]);
            let scratch = (&mut self.stages.values[..], &mut self.stages.k[0][..]);
            *step = initial_step(system, (state.time, limit), known, self.tolerance, scratch);
        }
        Ok(())
    }

    /// The estimated error of the step from y₀ to y₁, relative to the tolerance. Only where it would be too large, what
    /// stabilization removes is taken out of it.
    fn calc_error(&mut self, system: &mut dyn System, y0: &[f64], trial: &Trial, k1: &[f64]) -> f64 {
        let (n, y1) = (y0.len(), &trial.values[..]);
        let (h, tolerance) = (self.span.step, self.tolerance);
        // Taken out while the stages are read; put back below.
        let mut error = std::mem::take(&mut self.error);
        let k = self.weighted_rates(k1, n);
        error.iter_mut().enumerate().for_each(|(i, e)| *e = h * weighted(ERROR, k, i));
        let size = |system: &mut dyn System, error: &[f64]| {
            let (error, y1) = (&error[..n], &y1[..n]);
            root_mean_square(system, n, |i| error[i] * tolerance.weight(y0[i].abs().max(y1[i].abs())))
        };
        let mut relative = size(system, &error);
        if relative > 1.0 {
            system.reduce_error(trial.time, y1, &mut error);
            relative = size(system, &error);
        }
        // By now nothing is left of a motion that drivers prescribe, and steps would be as long as they may.
        for i in n - system.n_watching()..n {
            let size =
                [y0[i], y1[i], h * k1[i], h * self.k7[i]].into_iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            relative = relative.max(WATCHING * error[i].abs() * tolerance.weight(size));
        }
        self.error = error;
        relative
    }

    /// The polynomial of the step from y₀ to y₁.
    fn update_dense(&mut self, y0: &[f64], y1: &[f64], k1: &[f64]) {
        let n = y0.len();
        // Taken out while the stages are read; put back below.
        let mut c = std::mem::take(&mut self.dense.c);
        let [c0, c1, c2, c3, c4] = c.each_mut().map(|c| &mut c[..n]);
        let (y1, k, h) = (&y1[..n], self.weighted_rates(k1, n), self.span.step);
        for i in 0..n {
            let change = y1[i] - y0[i];
            let bend = h * k[0][i] - change;
            c0[i] = y0[i];
            c1[i] = change;
            c2[i] = bend;
            c3[i] = change - h * k[5][i] - bend;
            c4[i] = h * weighted(DENSE, k, i);
        }
        self.dense = Dense { start: self.span.start, end: self.span.end, c };
    }

    /// k₁, k₃, k₄, k₅, k₆, k₇: those with weights, each of length n.
    fn weighted_rates<'a>(&'a self, k1: &'a [f64], n: usize) -> [&'a [f64]; 6] {
        let [_, k3, k4, k5, k6] = &self.stages.k;
        [&k1[..n], &k3[..n], &k4[..n], &k5[..n], &k6[..n], &self.k7[..n]]
    }
}

/// Σ cⱼ kⱼ, component i.
#[inline(always)]
fn weighted(c: [f64; 6], k: [&[f64]; 6], i: usize) -> f64 {
    c[0] * k[0][i] + c[1] * k[1][i] + c[2] * k[2][i] + c[3] * k[3][i] + c[4] * k[4][i] + c[5] * k[5][i]
}

/// The step to propose after one of `h` was accepted with `error`, and the error to remember with it. A step cut
/// short by its limit says little: the proposal it was cut from stands, unless the error says that it would fail.
fn calc_proposal(history: &History, h: f64, error: f64) -> (f64, f64) {
    let next = step_after_acceptance(h, error, *history.error, *history.rejected != 0);
    // The error grows like h⁵; beyond a factor of ten, round-off may be all that the estimate of a short step shows.
    let stands = next < *history.step && error * (*history.step / h).min(10.0).powi(5) <= 1.0;
    if h < *history.step && stands { (*history.step, *history.error) } else { (next, error) }
}

impl Integrator for Dopri5 {
    fn kind(&self) -> IntegratorKind {
        IntegratorKind::Dopri5
    }

    fn start(&mut self, state: &mut State) {
        state.memories.integrator = MethodMemory::default();
        self.resize(state);
    }

    fn attempt(
        &mut self,
        system: &mut dyn System,
        state: &mut State,
        limit: f64,
        trial: &mut Trial,
    ) -> Result<(), StepError> {
        // Nothing changes here but for a state restored from a checkpoint, which had no start.
        self.resize(state);
        trial.values.resize(state.values.len(), 0.0);
        // Until the step is known, `shorten` must not see the one of an earlier attempt.
        self.span.step = f64::INFINITY;

        self.prepare(system, state, limit)?;
        let History { step: proposal, rates, .. } = History::of(&mut state.memories.integrator);
        let (step, end) = fitted_step(state.time, limit, *proposal)?;
        self.span = Span { start: state.time, step, end };
        trial.time = end;
        let known = (&state.values[..], &rates[..]);
        self.stages.advance(system, self.span, known, &mut trial.values)
    }

    fn judge(&mut self, system: &mut dyn System, state: &mut State, trial: &Trial) -> Result<Verdict, StepError> {
        system.evaluate(trial.time, &trial.values, &mut self.k7)?;
        let (h, mut history) = (self.span.step, History::of(&mut state.memories.integrator));
        let error = self.calc_error(system, &state.values, trial, history.rates);

        // A position in which equations become dependent is stepped over, not into: there nothing holds the trial.
        let meets = system.is_singular() || error > 1.0 && system.is_passing();
        if meets && history.avoid(h) {
            return Ok(Verdict::Rejected);
        }

        // An error that is not a number is no acceptance.
        if error.is_nan() || error > 1.0 {
            *history.step = step_after_rejection(h, error);
            *history.rejected = 1;
            if *history.step < smallest_step(state.time) {
                return Err(StepError::StepTooSmall { time: state.time, step: *history.step });
            }
            return Ok(Verdict::Rejected);
        }

        self.update_dense(&state.values, &trial.values, history.rates);
        (*history.step, *history.error) = calc_proposal(&history, h, error);
        (*history.rejected, *history.avoided) = (0, 0);
        std::mem::swap(history.rates, &mut self.k7);
        Ok(Verdict::Accepted)
    }

    fn shorten(&mut self, state: &mut State) -> bool {
        let History { step, rejected, .. } = History::of(&mut state.memories.integrator);
        // A step cut short by its limit is shortened from where it was cut.
        *step = SHORTENING * step.min(self.span.step);
        *rejected = 1;
        *step > HOPELESS * (1e-3 + state.time.abs())
    }

    fn keep_rates<'a>(&self, memory: &'a mut MethodMemory, n: usize) -> &'a mut [Vec<f64>] {
        keep_newest(memory, n)
    }

    fn has_dense_output(&self) -> bool {
        true
    }

    fn interpolate(&self, time: f64, values: &mut [f64]) {
        let Dense { start, end, c } = &self.dense;
        let n = values.len();
        let [c0, c1, c2, c3, c4] = c.each_ref().map(|c| &c[..n]);
        let theta = (time - start) / (end - start);
        let rest = 1.0 - theta;
        for i in 0..n {
            values[i] = c0[i] + theta * (c1[i] + rest * (c2[i] + theta * (c3[i] + rest * c4[i])));
        }
    }
}
