//! The kernel that averages over a micro window: smooth, compact, and blind to slow motion.
//!
//! On −1 ≤ s ≤ 1 it is K(s) = (1 − s²)³ (a − b s²), with three derivatives' worth of zeros at the ends, so that an
//! oscillation of P periods in the window is left with about 0.04 of itself at P = 3, 0.012 at P = 4, 0.005 at P = 5. a
//! and b give Σ K = 1 and Σ K s² = 0 over the micro steps themselves; odd moments vanish by symmetry. What changes like
//! a polynomial of degree three in the window keeps its value in the middle, where the macro state is.

/// Weights of the micro steps n = 0, 1, …, N − 1 on either side of the middle, which counts once on each side: with
/// half its weight. The step at the end has none.
pub(super) fn write_weights(weights: &mut [f64]) {
    let n = weights.len() as f64;
    let place = |k: usize| (k as f64 / n).powi(2);
    let bell = |k: usize| (1.0 - place(k)).powi(3) * if k == 0 { 0.5 } else { 1.0 };
    // Moments 0, 2 and 4 of the bell, on one side.
    let moment = |power: i32| (0..weights.len()).map(|k| bell(k) * place(k).powi(power)).sum::<f64>();
    let [m0, m2, m4] = [moment(0), moment(1), moment(2)];
    // a m0 − b m2 = 1/2 and a m2 − b m4 = 0; a single step has m2 = 0 and is its own mean.
    let (a, b) = if m2 > 0.0 { (0.5 * m4 / (m0 * m4 - m2 * m2), 0.5 * m2 / (m0 * m4 - m2 * m2)) } else { (1.0, 0.0) };
    for (k, weight) in weights.iter_mut().enumerate() {
        *weight = bell(k) * (a - b * place(k));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The average of a function of s.
    fn mean(n: usize, f: impl Fn(f64) -> f64) -> f64 {
        let mut weights = vec![0.0; n];
        write_weights(&mut weights);
        let at = |k: usize| k as f64 / n as f64;
        (0..n).map(|k| weights[k] * (f(at(k)) + f(-at(k)))).sum()
    }

    #[test]
    fn polynomials_of_degree_three_keep_their_middle() {
        for n in [4, 16, 333] {
            let found = mean(n, |s| 0.7 - 2.0 * s + 5.0 * s * s - 3.0 * s * s * s);
            assert!((found - 0.7).abs() < 1e-14, "{n}: {found}");
        }
    }

    #[test]
    fn oscillations_are_left_out() {
        // The bounds are those of the text above, which a finer search over P found.
        for (periods, bound) in [(3.0, 0.042), (4.0, 0.0125), (5.0, 0.0055), (8.0, 0.001)] {
            for more in 0..40 {
                let turns = std::f64::consts::PI * periods * (1.0 + 0.025 * f64::from(more));
                let left = mean(256, |s| (turns * s).cos());
                assert!(left.abs() < bound, "{periods}: {left}");
            }
        }
    }
}
