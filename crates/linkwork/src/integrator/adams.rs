//! `adams`: the explicit multi-step formulas of Adams and Bashforth, and with the corrector of Moulton.
//!
//! One evaluation a step for any order, two with the corrector (predict, evaluate, correct, evaluate), from rates kept
//! at equally spaced earlier points. A formula over k points has order k; the corrector adds the predicted point and
//! one order. The first k − 1 steps are taken by the fifth-order formula of Dormand and Prince: a fixed number of steps
//! with local errors of h⁶ does not spoil even the sixth order [Hairer, Nørsett & Wanner I, III.1 and III.2].

use super::dormand_prince::{Span, Stages, combine};
use super::step_control::even_step;
use super::{Integrator, System, Trial, Verdict, keep_newest, make_room, shape_memory};
use crate::error::StepError;
use crate::methods::IntegratorKind;
use crate::state::{MethodMemory, State};

/// Adams–Bashforth over 1 to 5 points: weights of the rates, newest first.
const BASHFORTH: [[f64; 5]; 5] = [
    [1.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 2.0, -1.0 / 2.0, 0.0, 0.0, 0.0],
    [23.0 / 12.0, -16.0 / 12.0, 5.0 / 12.0, 0.0, 0.0],
    [55.0 / 24.0, -59.0 / 24.0, 37.0 / 24.0, -9.0 / 24.0, 0.0],
    [1901.0 / 720.0, -2774.0 / 720.0, 2616.0 / 720.0, -1274.0 / 720.0, 251.0 / 720.0],
];

/// Adams–Moulton over 1 to 5 points and the predicted one, whose weight comes first.
const MOULTON: [[f64; 6]; 5] = [
    [1.0 / 2.0, 1.0 / 2.0, 0.0, 0.0, 0.0, 0.0],
    [5.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0, 0.0, 0.0, 0.0],
    [9.0 / 24.0, 19.0 / 24.0, -5.0 / 24.0, 1.0 / 24.0, 0.0, 0.0],
    [251.0 / 720.0, 646.0 / 720.0, -264.0 / 720.0, 106.0 / 720.0, -19.0 / 720.0, 0.0],
    [475.0 / 1440.0, 1427.0 / 1440.0, -798.0 / 1440.0, 482.0 / 1440.0, -173.0 / 1440.0, 27.0 / 1440.0],
];

/// Relative difference of steps up to which earlier points count as equally spaced: what round-off of times explains.
const EQUAL_STEPS: f64 = 1e-9;

/// Whether the prediction is corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Corrector {
    /// Adams–Bashforth alone: one evaluation a step.
    None,
    /// One pass of Adams–Moulton: two evaluations a step, one order more.
    Moulton,
}

/// Adams's method with a fixed step.
#[derive(Clone, Debug)]
pub(crate) struct Adams {
    /// Largest step (s).
    step: f64,
    /// Points of the predictor.
    order: usize,
    corrector: Corrector,
    starter: Stages,
    /// System at the predicted values, then at the trial.
    rates: Vec<f64>,
    /// The step of the pending attempt.
    pending: f64,
}

/// View of the integrator's memory in a state: the step size and earlier rates.
struct History<'a> {
    /// The last step (s).
    step: &'a mut f64,
    /// How many of the rates are filled.
    n_rates: &'a mut u64,
    /// Rates at equally spaced points, newest first.
    rates: &'a mut [Vec<f64>],
}

impl<'a> History<'a> {
    /// Interprets a memory that has the shape made by `resize`.
    fn of(memory: &'a mut MethodMemory) -> History<'a> {
        let MethodMemory { counts, numbers, per_value, .. } = memory;
        History { step: &mut numbers[0], n_rates: &mut counts[0], rates: per_value }
    }
}

impl Adams {
    /// With steps no longer than `step` (s), positive, and a predictor over `order` points, 1 to 5; the first attempt
    /// refuses other orders.
    pub(crate) fn new(step: f64, order: usize, corrector: Corrector) -> Adams {
        Adams { step, order, corrector, starter: Stages::default(), rates: Vec::new(), pending: 0.0 }
    }

    /// Refuses an order without a formula.
    fn check_order(&self) -> Result<(), StepError> {
        if (1..=BASHFORTH.len()).contains(&self.order) {
            return Ok(());
        }
        Err(StepError::NoFormula { order: self.order })
    }

    fn resize(&mut self, state: &mut State) {
        let n = state.values.len();
        self.starter.resize(n);
        make_room(&mut self.rates, n);
        // An order that will be refused must not ask for memory first.
        shape_memory(&mut state.memories.integrator, [1, 1, self.order.min(BASHFORTH.len())], n);
    }

    /// Values at the end of the span by the multi-step formula, from a full history.
    fn predict_and_correct(
        &mut self,
        system: &mut dyn System,
        span: Span,
        state: &State,
        y1: &mut [f64],
    ) -> Result<(), StepError> {
        let (y0, past, h) = (&state.values[..], &state.memories.integrator.per_value[..], span.step);
        let predictor = &BASHFORTH[self.order - 1];
        let corrector = &MOULTON[self.order - 1];
        match self.corrector {
            Corrector::None => combine_past(y1, y0, h, predictor, past),
            Corrector::Moulton => {
                combine_past(y1, y0, h, predictor, past);
                system.evaluate(span.end, y1, &mut self.rates)?;
                combine_past(y1, y0, h, &corrector[1..], past);
                for (y1, rate) in y1.iter_mut().zip(&self.rates) {
                    *y1 += h * corrector[0] * rate;
                }
            }
        }
        Ok(())
    }
}

/// out = y + h Σ cⱼ kⱼ over as many points as are kept.
fn combine_past(out: &mut [f64], y: &[f64], h: f64, c: &[f64], past: &[Vec<f64>]) {
    match past {
        [a] => combine(out, y, h, [c[0]], [a]),
        [a, b] => combine(out, y, h, [c[0], c[1]], [a, b]),
        [a, b, d] => combine(out, y, h, [c[0], c[1], c[2]], [a, b, d]),
        [a, b, d, e] => combine(out, y, h, [c[0], c[1], c[2], c[3]], [a, b, d, e]),
        [a, b, d, e, f] => combine(out, y, h, [c[0], c[1], c[2], c[3], c[4]], [a, b, d, e, f]),
        _ => unreachable!("an attempt goes on with 1 to 5 points only, and resize keeps as many"),
    }
}

impl Integrator for Adams {
    fn kind(&self) -> IntegratorKind {
        match self.corrector {
            Corrector::None => IntegratorKind::AdamsBashforth,
            Corrector::Moulton => IntegratorKind::Adams,
        }
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
        self.check_order()?;
        // Nothing changes here but for a state restored from a checkpoint, which had no start.
        self.resize(state);
        trial.values.resize(state.values.len(), 0.0);

        let (step, end) = even_step(state.time, limit, self.step)?;
        let span = Span { start: state.time, step, end };
        let History { step: last_step, n_rates, rates } = History::of(&mut state.memories.integrator);
        if *n_rates == 0 {
            system.evaluate(state.time, &state.values, &mut rates[0])?;
            *n_rates = 1;
        }
        // Late in a long run the round-off of time itself is felt in the step.
        let slack = EQUAL_STEPS * step + 4.0 * f64::EPSILON * end.abs();
        if (step - *last_step).abs() > slack {
            *n_rates = 1;
        }
        self.pending = step;
        trial.time = end;
        if *n_rates < self.order as u64 {
            let known = (&state.values[..], &rates[0][..]);
            return self.starter.advance(system, span, known, &mut trial.values);
        }
        self.predict_and_correct(system, span, state, &mut trial.values)
    }

    fn judge(&mut self, system: &mut dyn System, state: &mut State, trial: &Trial) -> Result<Verdict, StepError> {
        system.evaluate(trial.time, &trial.values, &mut self.rates)?;
        let History { step, n_rates, rates } = History::of(&mut state.memories.integrator);
        // The oldest rates leave, the new ones come first; buffers only change places.
        rates.rotate_right(1);
        std::mem::swap(&mut rates[0], &mut self.rates);
        *n_rates = (*n_rates + 1).min(self.order as u64);
        *step = self.pending;
        Ok(Verdict::Accepted)
    }

    fn shorten(&mut self, _state: &mut State) -> bool {
        false
    }

    fn keep_rates<'a>(&self, memory: &'a mut MethodMemory, n: usize) -> &'a mut [Vec<f64>] {
        keep_newest(memory, n)
    }

    fn has_dense_output(&self) -> bool {
        false
    }

    /// There is nothing between steps: no number is written, so that a mistaken use shows.
    fn interpolate(&self, _time: f64, values: &mut [f64]) {
        values.fill(f64::NAN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formulas over k points integrate polynomials of degree k − 1 (with the predicted point: k) exactly.
    #[test]
    fn weights_integrate_polynomials_exactly() {
        for points in 1..=5_usize {
            for degree in 0..=points as i32 {
                let exact = 1.0 / f64::from(degree + 1);
                let at = |j: usize| (-(j as f64)).powi(degree);
                let explicit: f64 = (0..points).map(|j| BASHFORTH[points - 1][j] * at(j)).sum();
                let corrected: f64 =
                    MOULTON[points - 1][0] + (0..points).map(|j| MOULTON[points - 1][j + 1] * at(j)).sum::<f64>();
                // Terms reach 2774/720·4⁴: a few hundred roundings of 1e-16 relative size.
                assert_eq!((explicit - exact).abs() < 1e-12, degree < points as i32, "{points} {degree}");
                assert!((corrected - exact).abs() < 1e-12, "{points} {degree}");
            }
        }
    }

    #[test]
    fn orders_without_a_formula_are_refused() {
        struct Still;
        impl System for Still {
            fn evaluate(&mut self, _time: f64, _values: &[f64], rates: &mut [f64]) -> Result<(), StepError> {
                rates.fill(0.0);
                Ok(())
            }
        }
        for order in [0, 6, usize::MAX] {
            let (mut method, mut state) = (Adams::new(0.1, order, Corrector::None), State::new(0.0, &[1.0], &[]));
            method.start(&mut state);
            let outcome = method.attempt(&mut Still, &mut state, 1.0, &mut Trial::default());
            assert!(matches!(outcome, Err(StepError::NoFormula { .. })), "{order}");
        }
    }
}
