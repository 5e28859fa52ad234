//! First guesses for iterative solvers: multipliers at a time, from those of earlier evaluations [Duan and Anderson:
//! zero-, first- and second-order hold].

pub(crate) use crate::methods::Start;
use crate::state::EarlierMultipliers;

/// Guesses that would multiply what is uncertain in earlier multipliers by more than this are not made: those of lower
/// order are.
const MOST_AMPLIFIED: f64 = 100.0;

/// Guesses for a solver, and the multipliers they are made from; none for solvers that make no use of them.
#[derive(Debug, Default)]
pub struct Guesses {
    start: Option<Start>,
    /// λ of the last evaluations for the integrator.
    pub earlier: EarlierMultipliers,
}

impl Guesses {
    /// For so many equations.
    pub fn new(start: Start, n_rows: usize) -> Guesses {
        Guesses { start: Some(start), earlier: EarlierMultipliers::new(start.n_points(), n_rows) }
    }

    /// Writes a guess for this time, where guesses are made.
    pub fn write(&self, time: f64, multipliers: &mut [f64]) {
        if let Some(start) = self.start {
            start.guess(&self.earlier, time, multipliers);
        }
    }
}

impl Start {
    /// How many earlier evaluations it needs.
    pub fn n_points(self) -> usize {
        match self {
            Start::Zero => 0,
            Start::Hold => 1,
            Start::Linear => 2,
            Start::Quadratic => 3,
        }
    }

    /// Writes a guess for this time.
    pub fn guess(self, earlier: &EarlierMultipliers, time: f64, out: &mut [f64]) {
        out.fill(0.0);
        let mut n = self.n_points().min(earlier.times().len());
        while n > 1 && amplification(&earlier.times()[..n], time) > MOST_AMPLIFIED {
            n -= 1;
        }
        let times = &earlier.times()[..n];
        for k in 0..n {
            let weight = weight(times, k, time);
            out.iter_mut().zip(earlier.at(k)).for_each(|(out, x)| *out += weight * x);
        }
    }
}

/// By how much the value at time k is multiplied in that of the polynomial at another time [Lagrange].
fn weight(times: &[f64], k: usize, time: f64) -> f64 {
    let others = times.iter().enumerate().filter(|(j, _)| *j != k);
    others.map(|(_, t)| (time - t) / (times[k] - t)).product()
}

fn amplification(times: &[f64], time: f64) -> f64 {
    (0..times.len()).map(|k| weight(times, k, time).abs()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn earlier(points: &[(f64, f64)]) -> EarlierMultipliers {
        let mut earlier = EarlierMultipliers::new(3, 1);
        points.iter().for_each(|(time, x)| earlier.record(*time, Some(&[*x])));
        earlier
    }

    fn guess(start: Start, points: &[(f64, f64)], time: f64) -> f64 {
        let mut out = [f64::NAN];
        start.guess(&earlier(points), time, &mut out);
        out[0]
    }

    #[test]
    fn polynomials_are_continued() {
        let points = [0.0, 1.0, 1.5].map(|t: f64| (t, 2.0 - 3.0 * t + t * t));
        // The values are 2, 0 and −¼: the line through the last two falls by ¼ in every half second.
        let expected = [(Start::Zero, 0.0), (Start::Hold, -0.25), (Start::Linear, -0.5), (Start::Quadratic, 0.0)];
        for (start, expected) in expected {
            let found = guess(start, &points, 2.0);
            assert!((found - expected).abs() < 1e-12, "{start:?}: {found}");
        }
    }

    #[test]
    fn few_points_lower_the_order() {
        assert_eq!(guess(Start::Quadratic, &[], 1.0), 0.0);
        assert_eq!(guess(Start::Quadratic, &[(0.0, 4.0)], 1.0), 4.0);
        assert_eq!(guess(Start::Quadratic, &[(0.0, 4.0), (1.0, 6.0)], 2.0), 8.0);
    }

    /// Stages at equal times, and steps tried again from an earlier time.
    #[test]
    fn times_may_repeat_and_go_back() {
        let points = [(0.0, 0.0), (1.0, 1.0), (1.0, 1.5), (2.0, 4.0), (1.0, 1.0)];
        assert!((guess(Start::Quadratic, &points, 3.0) - 9.0).abs() < 1e-12);
        assert_eq!(guess(Start::Quadratic, &points, 2.0), 4.0);
    }

    #[test]
    fn points_too_close_to_each_other_are_not_extrapolated() {
        let points = [(0.0, 1.0), (1.0, 2.0), (1.0 + 1e-9, 2.1)];
        assert_eq!(guess(Start::Quadratic, &points, 1.5), 2.1);
    }
}
