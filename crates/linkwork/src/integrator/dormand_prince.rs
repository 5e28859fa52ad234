//! The formula of Dormand and Prince: six stages that advance a state by one step with fifth order.
//!
//! `dopri5` adds a seventh stage for its error and its dense output; `adams` starts with the six alone. The
//! coefficients are those of [Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, table II.5.2].

use super::{System, make_room};
use crate::error::StepError;

const A2: [f64; 1] = [1.0 / 5.0];
const A3: [f64; 2] = [3.0 / 40.0, 9.0 / 40.0];
const A4: [f64; 3] = [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0];
const A5: [f64; 4] = [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0];
const A6: [f64; 5] = [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0];
/// Weights of the result; k₂ has none.
const B: [f64; 5] = [35.0 / 384.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0];
/// Times of stages 2 to 5, in steps; stage 6 is at the end.
const C: [f64; 4] = [1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0];

/// A step: where it starts, its length, where it ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub(super) start: f64,
    pub(super) step: f64,
    /// Start and step without round-off: exactly the limit when the step reaches it.
    pub(super) end: f64,
}

/// Scratch of the stages; all that lasts beyond a step is kept elsewhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Stages {
    /// k₂ … k₆
    pub(super) k: [Vec<f64>; 5],
    /// Values at which a stage is evaluated.
    pub(super) values: Vec<f64>,
}

impl Stages {
    /// Makes room for n values.
    pub(super) fn resize(&mut self, n: usize) {
        self.k.iter_mut().for_each(|k| make_room(k, n));
        make_room(&mut self.values, n);
    }

    /// Advances y₀ with rates k₁ over the span into `y1`: five evaluations.
    ///
    /// # Errors
    /// Errors of evaluating the rates.
    pub(super) fn advance(
        &mut self,
        system: &mut dyn System,
        span: Span,
        (y0, k1): (&[f64], &[f64]),
        y1: &mut [f64],
    ) -> Result<(), StepError> {
        let Span { start, step: h, end } = span;
        let [k2, k3, k4, k5, k6] = &mut self.k;
        let values = &mut self.values;

        combine(values, y0, h, A2, [k1]);
        system.evaluate(start + C[0] * h, values, k2)?;
        combine(values, y0, h, A3, [k1, k2]);
        system.evaluate(start + C[1] * h, values, k3)?;
        combine(values, y0, h, A4, [k1, k2, k3]);
        system.evaluate(start + C[2] * h, values, k4)?;
        combine(values, y0, h, A5, [k1, k2, k3, k4]);
        system.evaluate(start + C[3] * h, values, k5)?;
        combine(values, y0, h, A6, [k1, k2, k3, k4, k5]);
        system.evaluate(end, values, k6)?;
        combine(y1, y0, h, B, [k1, k3, k4, k5, k6]);
        Ok(())
    }
}

/// out = y + h Σ cⱼ kⱼ, in one pass.
#[inline]
pub(super) fn combine<const N: usize>(out: &mut [f64], y: &[f64], h: f64, c: [f64; N], k: [&[f64]; N]) {
    let n = out.len();
    // Equal lengths, seen by the compiler: the loop below then runs without checks.
    let y = &y[..n];
    let k = k.map(|k| &k[..n]);
    for i in 0..n {
        let mut sum = c[0] * k[0][i];
        for j in 1..N {
            sum += c[j] * k[j][i];
        }
        out[i] = y[i] + h * sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_of_coefficients_sums_to_its_time() {
        let rows: [&[f64]; 6] = [&A2, &A3, &A4, &A5, &A6, &B];
        let times = [C[0], C[1], C[2], C[3], 1.0, 1.0];
        for (row, time) in rows.iter().zip(times) {
            // Entries reach 12 and have relative errors of one rounding.
            assert!((row.iter().sum::<f64>() - time).abs() < 1e-14);
        }
    }
}
