//! `rk4`: the classical Runge–Kutta method of fourth order with a fixed step, four evaluations each.

use super::dormand_prince::combine;
use super::step_control::even_step;
use super::{Integrator, System, Trial, Verdict, make_room};
use crate::error::StepError;
use crate::methods::IntegratorKind;
use crate::state::{MethodMemory, State};

/// Runge–Kutta of fourth order. It remembers nothing from step to step.
#[derive(Clone, Debug)]
pub(crate) struct RungeKutta4 {
    /// Largest step (s).
    step: f64,
    /// k₁ … k₄
    k: [Vec<f64>; 4],
    /// Values at which a stage is evaluated.
    values: Vec<f64>,
}

impl RungeKutta4 {
    /// With steps no longer than `step` (s), positive; each interval between limits is divided evenly.
    pub(crate) fn new(step: f64) -> RungeKutta4 {
        RungeKutta4 { step, k: Default::default(), values: Vec::new() }
    }

    fn resize(&mut self, n: usize) {
        self.k.iter_mut().for_each(|k| make_room(k, n));
        make_room(&mut self.values, n);
    }
}

impl Integrator for RungeKutta4 {
    fn kind(&self) -> IntegratorKind {
        IntegratorKind::Rk4
    }

    fn start(&mut self, state: &mut State) {
        self.resize(state.values.len());
        state.memories.integrator = MethodMemory::default();
    }

    fn attempt(
        &mut self,
        system: &mut dyn System,
        state: &mut State,
        limit: f64,
        trial: &mut Trial,
    ) -> Result<(), StepError> {
        let y0 = &state.values;
        // Nothing changes here but for a state restored from a checkpoint, which had no start.
        self.resize(y0.len());
        trial.values.resize(y0.len(), 0.0);

        let (h, end) = even_step(state.time, limit, self.step)?;
        let middle = state.time + 0.5 * h;
        let [k1, k2, k3, k4] = &mut self.k;
        let values = &mut self.values;

        system.evaluate(state.time, y0, k1)?;
        combine(values, y0, h, [0.5], [k1]);
        system.evaluate(middle, values, k2)?;
        combine(values, y0, h, [0.5], [k2]);
        system.evaluate(middle, values, k3)?;
        combine(values, y0, h, [1.0], [k3]);
        system.evaluate(end, values, k4)?;
        combine(&mut trial.values, y0, h, [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0], [k1, k2, k3, k4]);
        trial.time = end;
        Ok(())
    }

    fn judge(&mut self, _system: &mut dyn System, _state: &mut State, _trial: &Trial) -> Result<Verdict, StepError> {
        Ok(Verdict::Accepted)
    }

    fn shorten(&mut self, _state: &mut State) -> bool {
        false
    }

    fn keep_rates<'a>(&self, _memory: &'a mut MethodMemory, _n: usize) -> &'a mut [Vec<f64>] {
        &mut []
    }

    fn has_dense_output(&self) -> bool {
        false
    }

    /// There is nothing between steps: no number is written, so that a mistaken use shows.
    fn interpolate(&self, _time: f64, values: &mut [f64]) {
        values.fill(f64::NAN);
    }
}
