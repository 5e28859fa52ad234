//! `rosenbrock`, `rosenbrock3`: linearly implicit methods for stiff force elements.
//!
//! A stiff element is a joint with compliance: its coordinates s are integrated beside the motion, its law is evaluated
//! at these, and its rows join the constraint equations with S⁻¹, S = hγ D + (hγ)² K, on their diagonal (see
//! [`Compliant`](crate::system::Compliant)). One factorization serves all stages of a step. After the step, hard and
//! soft rows are projected together, and s is again that of the motion. Derivatives are approximate, which W-methods
//! allow without losing order.
//!
//! With hγ = η, stage i for y = (q, v, s) and companions w, from q̇ = H v, ṡ = G_s v:
//!
//! ```text
//! Y = y + Σ aᵢⱼ uⱼ                                                  laws at the stage's s, all else as always
//! x = q̇ + Σ Cᵢⱼ u_q,ⱼ/h,   y = ṡ + Σ Cᵢⱼ u_s,ⱼ/h,   b = η (v̇ + Σ Cᵢⱼ u_v,ⱼ/h),   u_w = η (ẇ + Σ Cᵢⱼ u_w,ⱼ/h)
//! ```
//!
//! and u_q, u_v, u_s from x, y, b by the linear system.

mod tableau;

use super::step_control::{Tolerance, fitted_step, smallest_step};
use super::{Integrator, System, Trial, Verdict, keep_newest, make_room, shape_memory};
use crate::error::StepError;
use crate::methods::IntegratorKind;
use crate::state::{MethodMemory, State};
use crate::system::{Landing, Stage};
use tableau::Tableau;

/// Where elements are stiff, errors are some ten times what the estimate says, which falls faster with the step than
/// they do; steps keep to this part of the tolerance.
const SHARE: f64 = 0.1;
/// Errors of a motion below this part of the tolerance are round-off: drivers prescribe it, and nothing limits the
/// steps.
const PRESCRIBED: f64 = 1e-6;
/// Part of the work done that a step of such a motion may be wrong by. Elsewhere work does not count: where elements
/// are stiff, their power changes much faster than the motion.
const WATCHING: f64 = 1e-4;
/// The first step, as a part of the way to its limit.
const FIRST_STEP: f64 = 1e-4;
/// Steps aim below the tolerance by this factor.
const SAFETY: f64 = 0.9;
/// Growth and shrinking from step to step.
const LARGEST_FACTOR: f64 = 5.0;
const LEAST_FACTOR: f64 = 0.2;
/// The least factor after a rejection, and the one where an error is no number.
const LEAST_AFTER_REJECTION: f64 = 0.1;
/// Exponents of the present and of the last error, over the order: a PI rule.
const PRESENT: f64 = 0.7;
const LAST: f64 = 0.4;
/// Errors below this count as this in the PI rule.
const LEAST_ERROR: f64 = 1e-4;
/// An error that persists down to steps of this size, relative to the time (at least a millisecond), is not cured by
/// shorter ones.
const HOPELESS: f64 = 1e-12;
/// The step is divided by four after an evaluation that failed.
const SHORTENING: f64 = 0.25;

/// A linearly implicit method with step control and dense output.
#[derive(Clone, Debug)]
pub(crate) struct Rosenbrock {
    kind: IntegratorKind,
    tableau: Tableau,
    tolerance: Tolerance,
    /// u of each stage: of the state's values, then of s.
    u: Vec<Increment>,
    /// The stage's values, rates, s and ṡ.
    values: Vec<f64>,
    rates: Vec<f64>,
    soft: Vec<f64>,
    soft_rates: Vec<f64>,
    /// x, b, y of the stage: sums with C.
    sums: Increment,
    /// Estimated errors of the values.
    error: Vec<f64>,
    /// The pending attempt: start, step, end.
    span: Span,
    /// s at the start and at the end of the step.
    soft_ends: [Vec<f64>; 2],
    /// Rates at the end of the step.
    end_rates: Vec<f64>,
    /// Where the step has run into contacts.
    landing: Landing,
    dense: Dense,
}

#[derive(Clone, Debug, Default)]
struct Increment {
    values: Vec<f64>,
    soft: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: f64,
    step: f64,
    end: f64,
}

/// The last accepted step: values and rates at both ends, s at both ends.
#[derive(Clone, Debug, Default)]
struct Dense {
    span: Span,
    values: [Vec<f64>; 2],
    rates: [Vec<f64>; 2],
    soft: [Vec<f64>; 2],
}

/// View of the integrator's memory in a state.
struct History<'a> {
    /// The step it would take next (s); zero before the first step.
    step: &'a mut f64,
    /// Error of the last accepted step relative to the tolerance; zero before the first step.
    error: &'a mut f64,
    /// Whether the rates at the state are known: 0 or 1.
    n_rates: &'a mut u64,
    /// Whether the last trial from this state was rejected: 0 or 1.
    rejected: &'a mut u64,
    /// The rates at the state.
    rates: &'a mut Vec<f64>,
}

impl<'a> History<'a> {
    /// Interprets a memory that has the shape made by `resize`.
    fn of(memory: &'a mut MethodMemory) -> History<'a> {
        let MethodMemory { counts, numbers, per_value, .. } = memory;
        let ([step, error], [n_rates, rejected], [rates]) = (&mut numbers[..], &mut counts[..], &mut per_value[..])
        else {
            unreachable!("every attempt begins with `resize`")
        };
        History { step, error, n_rates, rejected, rates }
    }
}

impl Rosenbrock {
    /// Order 4, nine stages.
    pub(crate) fn order_4(rtol: f64, atol: f64) -> Rosenbrock {
        Rosenbrock::new(IntegratorKind::Rosenbrock, Tableau::order_4(), rtol, atol)
    }

    /// Order 3, four stages: for coarse tolerances.
    pub(crate) fn order_3(rtol: f64, atol: f64) -> Rosenbrock {
        Rosenbrock::new(IntegratorKind::Rosenbrock3, Tableau::order_3(), rtol, atol)
    }

    fn new(kind: IntegratorKind, tableau: Tableau, rtol: f64, atol: f64) -> Rosenbrock {
        Rosenbrock {
            kind,
            u: vec![Increment::default(); tableau.n_stages()],
            tableau,
            tolerance: Tolerance { rtol: SHARE * rtol, atol: SHARE * atol },
            values: Vec::new(),
            rates: Vec::new(),
            soft: Vec::new(),
            soft_rates: Vec::new(),
            sums: Increment::default(),
            error: Vec::new(),
            span: Span::default(),
            soft_ends: Default::default(),
            end_rates: Vec::new(),
            landing: Landing::default(),
            dense: Dense::default(),
        }
    }

    /// Scratch for the state's values, and the state's memory for ours.
    fn resize(&mut self, state: &mut State) {
        let n = state.values.len();
        let Rosenbrock { u, sums, values, rates, error, end_rates, dense, .. } = self;
        u.iter_mut().chain([sums]).for_each(|increment| make_room(&mut increment.values, n));
        [values, rates, error, end_rates].into_iter().for_each(|list| make_room(list, n));
        dense.values.iter_mut().chain(&mut dense.rates).for_each(|list| make_room(list, n));
        shape_memory(&mut state.memories.integrator, [2, 2, 1], n);
    }

    /// Scratch for the rows of this step, whose s and ṡ are known.
    fn resize_rows(&mut self) {
        let Rosenbrock { u, sums, soft, soft_ends: [at_start, at_end], .. } = self;
        u.iter_mut().chain([sums]).for_each(|increment| increment.soft.resize(at_start.len(), 0.0));
        [soft, at_end].into_iter().for_each(|list| list.resize(at_start.len(), 0.0));
    }

    /// Stages of the step from the state, whose rates are known; the system is linearized there.
    fn run_stages(&mut self, system: &mut dyn System, state: &State, rates: &[f64]) -> Result<(), StepError> {
        let Span { start, step: h, .. } = self.span;
        for i in 0..self.tableau.n_stages() {
            self.begin_stage(i, &state.values);
            let time = start + self.tableau.times[i] * h;
            if i == 0 {
                // ṡ is there since the linearization.
                self.rates.copy_from_slice(rates);
            } else {
                self.evaluate(system, time)?;
            }
            if let Some(compliant) = system.compliant().filter(|_| i > 0) {
                let landing = compliant.write_soft_rates(time, &self.values, &self.soft, &mut self.soft_rates);
                self.landing = self.landing.and(landing);
            }
            self.add_sums(i, h);
            self.solve_stage(system, state, i);
        }
        Ok(())
    }

    /// Rates at the stage's values, with laws at its s.
    fn evaluate(&mut self, system: &mut dyn System, time: f64) -> Result<(), StepError> {
        match system.compliant() {
            Some(compliant) => compliant.evaluate_with(time, &self.values, &self.soft, &mut self.rates),
            None => system.evaluate(time, &self.values, &mut self.rates),
        }
    }

    /// uᵢ from the sums.
    fn solve_stage(&mut self, system: &mut dyn System, state: &State, i: usize) {
        let (eta, lag) = (self.span.step * self.tableau.gamma, self.span.step * self.tableau.lags[i]);
        let Increment { values: u, soft: u_s } = &mut self.u[i];
        u.iter_mut().zip(&self.sums.values).for_each(|(u, sum)| *u = eta * sum);
        let Some(compliant) = system.compliant() else { return };
        let n_motion = state.values.len() - state.n_companions;
        let (x, b) = self.sums.values[..n_motion].split_at(state.n_coordinates);
        let (u_q, u_v) = u[..n_motion].split_at_mut(state.n_coordinates);
        compliant.solve_stage(Stage { eta, lag, x, b, y: &self.sums.soft, u_q, u_v, u_s });
    }

    /// Y = y + Σ aᵢⱼ uⱼ.
    fn begin_stage(&mut self, i: usize, start: &[f64]) {
        let Rosenbrock { u, tableau, values, soft, soft_ends, .. } = self;
        values.copy_from_slice(start);
        soft.copy_from_slice(&soft_ends[0]);
        add_weighted(&tableau.a[i], u, values, soft);
    }

    /// f + Σ Cᵢⱼ uⱼ/h.
    fn add_sums(&mut self, i: usize, h: f64) {
        let Rosenbrock { u, tableau, sums, rates, soft_rates, .. } = self;
        sums.values.fill(0.0);
        sums.soft.fill(0.0);
        add_weighted(&tableau.c[i], u, &mut sums.values, &mut sums.soft);
        let finish = |sums: &mut [f64], rates: &[f64]| {
            sums.iter_mut().zip(rates).for_each(|(sum, rate)| *sum = rate + *sum / h);
        };
        finish(&mut sums.values, rates);
        finish(&mut sums.soft, soft_rates);
    }

    /// y₁, s₁ and the error estimate.
    fn finish(&mut self, state: &State, trial: &mut Trial) {
        let Rosenbrock { u, tableau, soft, soft_ends, error, .. } = self;
        trial.values.copy_from_slice(&state.values);
        let [at_start, at_end] = soft_ends;
        at_end.copy_from_slice(at_start);
        add_weighted(&tableau.m, u, &mut trial.values, at_end);
        error.fill(0.0);
        // Errors of s follow from those of q.
        soft.fill(0.0);
        add_weighted(&tableau.e, u, error, soft);
    }

    /// The estimated error relative to the tolerance: half from coordinates, half from velocities, which count as what
    /// they change of coordinates in a step. Values that only watch, such as work, count of prescribed motions.
    fn calc_error(&self, state: &State, trial: &Trial, system: &dyn System) -> f64 {
        let n_watching = system.n_watching();
        let n_q = state.n_coordinates;
        let n_motion = state.values.len() - state.n_companions;
        let size = |i: usize| state.values[i].abs().max(trial.values[i].abs());
        let scale = |i: usize| self.tolerance.atol + self.tolerance.rtol * size(i) + f64::MIN_POSITIVE;
        let mean = |n: usize, sum: f64| if n == 0 { 0.0 } else { sum / n as f64 };
        let squares = |range: std::ops::Range<usize>| range.map(|i| (self.error[i] / scale(i)).powi(2)).sum::<f64>();
        let of_q = mean(n_q, squares(0..n_q));
        let mean_scale = mean(n_q, (0..n_q).map(scale).sum());
        let of_v: f64 = (n_q..n_motion).map(|i| (self.span.step * self.error[i] / mean_scale).powi(2)).sum();
        let of_states = (n_motion..state.values.len() - n_watching).map(|i| self.error[i] / scale(i));
        let of_states = of_states.fold(0.0, |most: f64, error| most.max(error.abs()));
        let of_motion = (0.5 * of_q + 0.5 * mean(n_motion - n_q, of_v)).sqrt().max(of_states);
        if of_motion > PRESCRIBED || !system.is_driven() {
            return of_motion;
        }
        let rates = &state.memories.integrator.per_value[0];
        let of_watching = (state.values.len() - n_watching..state.values.len()).map(|i| {
            let most = size(i).max((self.span.step * rates[i]).abs());
            self.error[i].abs() / (self.tolerance.atol + WATCHING * most + f64::MIN_POSITIVE)
        });
        of_watching.fold(of_motion, f64::max)
    }

    /// Remembers a step with this error, and proposes the next one.
    fn accept(&mut self, state: &mut State, trial: &Trial, error: f64) {
        // Taken out while the rest of the state is read; put back below.
        let mut rates = std::mem::take(&mut state.memories.integrator.per_value[0]);
        self.update_dense(state, trial, &rates);
        rates.copy_from_slice(&self.end_rates);
        let (h, power) = (self.span.step, 1.0 / self.tableau.order);
        let history = History::of(&mut state.memories.integrator);
        *history.rates = rates;
        let last = if *history.error == 0.0 { 1.0 } else { *history.error };
        let (error, last) = (error.max(LEAST_ERROR), last.max(LEAST_ERROR));
        let largest = if *history.rejected == 1 { 1.0 } else { LARGEST_FACTOR };
        let factor = SAFETY * error.powf(-PRESENT * power) * last.powf(LAST * power);
        let next = h * factor.clamp(LEAST_FACTOR, largest);
        // A step cut short by its limit says little of the one it was cut from.
        *history.step = if h < *history.step { next.max(*history.step) } else { next };
        (*history.error, *history.rejected) = (error, 0);
    }

    fn update_dense(&mut self, state: &State, trial: &Trial, rates: &[f64]) {
        let Dense { span, values, rates: all_rates, soft } = &mut self.dense;
        *span = self.span;
        values[0].copy_from_slice(&state.values);
        values[1].copy_from_slice(&trial.values);
        all_rates[0].copy_from_slice(rates);
        all_rates[1].copy_from_slice(&self.end_rates);
        for (to, from) in soft.iter_mut().zip(&self.soft_ends) {
            to.clone_from(from);
        }
    }
}

/// values += Σ wⱼ uⱼ, and the same for s.
fn add_weighted(weights: &[f64], u: &[Increment], values: &mut [f64], soft: &mut [f64]) {
    for (weight, u) in weights.iter().zip(u).filter(|(weight, _)| **weight != 0.0) {
        values.iter_mut().zip(&u.values).for_each(|(value, u)| *value += weight * u);
        soft.iter_mut().zip(&u.soft).for_each(|(value, u)| *value += weight * u);
    }
}

impl Integrator for Rosenbrock {
    fn kind(&self) -> IntegratorKind {
        self.kind
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
        self.resize(state);
        trial.values.resize(state.values.len(), 0.0);
        self.span.step = f64::INFINITY;

        let History { step: proposal, n_rates, rates, .. } = History::of(&mut state.memories.integrator);
        if *n_rates == 0 {
            system.evaluate(state.time, &state.values, rates)?;
            *n_rates = 1;
        }
        if *proposal == 0.0 {
            *proposal = FIRST_STEP * (limit - state.time);
        }
        let (step, end) = fitted_step(state.time, limit, *proposal)?;
        self.span = Span { start: state.time, step, end };
        (trial.time, self.landing) = (end, Landing::default());
        if let Some(compliant) = system.compliant() {
            let soft = [&mut self.soft_ends[0], &mut self.soft_rates];
            compliant.linearize(state.time, &state.values, step * self.tableau.gamma, soft)?;
        }
        self.resize_rows();
        // Taken out while stages are run from the state; put back below.
        let rates = std::mem::take(&mut state.memories.integrator.per_value[0]);
        let outcome = self.run_stages(system, state, &rates);
        state.memories.integrator.per_value[0] = rates;
        outcome?;
        self.finish(state, trial);
        if let Some(index) = trial.values.iter().position(|x| !x.is_finite()) {
            return Err(StepError::NotFinite { time: end, index });
        }
        match system.compliant() {
            Some(compliant) => compliant.settle(end, &mut trial.values, &self.soft_ends[1]),
            None => Ok(()),
        }
    }

    fn judge(&mut self, system: &mut dyn System, state: &mut State, trial: &Trial) -> Result<Verdict, StepError> {
        if let Some(compliant) = system.compliant() {
            let landing = compliant.calc_landing(trial.time, &trial.values, &self.soft_ends[1]);
            self.landing = self.landing.and(landing);
            compliant.measure_error(trial.time, &trial.values, &mut self.error);
        }
        let error = self.calc_error(state, trial, system);
        // An error that is not a number is no acceptance.
        let Landing { deep, first } = self.landing;
        if deep == 1.0 && error <= 1.0 {
            system.evaluate(trial.time, &trial.values, &mut self.end_rates)?;
            self.accept(state, trial, error);
            if let Some(compliant) = system.compliant() {
                compliant.drop_slow(&mut self.dense.soft[1]);
            }
            return Ok(Verdict::Accepted);
        }
        let power = -1.0 / self.tableau.order;
        // `max` passes over NaN. An error that comes from a contact is cured by a step that ends where it begins.
        let by_error = (SAFETY * error.powf(power)).max(LEAST_AFTER_REJECTION);
        let factor = match (deep < 1.0, first < 1.0) {
            (true, _) => deep,
            (false, true) => by_error.max(first),
            (false, false) => by_error,
        };
        let History { step, rejected, .. } = History::of(&mut state.memories.integrator);
        (*step, *rejected) = (factor * self.span.step, 1);
        match *step < smallest_step(state.time) {
            true => Err(StepError::StepTooSmall { time: state.time, step: *step }),
            false => Ok(Verdict::Rejected),
        }
    }

    fn shorten(&mut self, state: &mut State) -> bool {
        let History { step, rejected, .. } = History::of(&mut state.memories.integrator);
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

    /// Cubic, from values and rates at both ends.
    fn interpolate(&self, time: f64, values: &mut [f64]) {
        let Dense { span: Span { start, step, end }, values: [y0, y1], rates: [f0, f1], .. } = &self.dense;
        let t = (time - start) / (end - start);
        let (t2, t3) = (t * t, t * t * t);
        let weights = [2.0 * t3 - 3.0 * t2 + 1.0, t3 - 2.0 * t2 + t, 3.0 * t2 - 2.0 * t3, t3 - t2];
        for (i, value) in values.iter_mut().enumerate() {
            let numbers = [y0[i], step * f0[i], y1[i], step * f1[i]];
            *value = weights.iter().zip(numbers).map(|(weight, number)| weight * number).sum();
        }
    }

    /// Linear between those at both ends; no numbers where steps follow them.
    fn interpolate_soft(&self, time: f64, soft: &mut Vec<f64>) {
        let Dense { span: Span { start, end, .. }, soft: [s0, s1], .. } = &self.dense;
        let t = (time - start) / (end - start);
        soft.clear();
        soft.extend(s0.iter().zip(s1).map(|(a, b)| a + t * (b - a)));
    }
}
