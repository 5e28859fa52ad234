//! First guesses for iterative solvers: multipliers at a time, from those of earlier evaluations [Duan and Anderson:
//! zero-, first- and second-order hold].

pub(crate) use crate::methods::Start;
use crate::state::MethodMemory;

/// Guesses that would multiply what is uncertain in earlier multipliers by more than this are not made: those of lower
/// order are.
const MOST_AMPLIFIED: f64 = 100.0;

/// Guesses for a solver, and the multipliers they are made from; none for solvers that make no use of them.
#[derive(Debug, Default)]
pub struct Guesses {
    /// λ of the last evaluations for the integrator, newest first: lists by row, numbers their times, the count how
    /// many of both are filled.
    pub(crate) memory: MethodMemory,
}

impl Guesses {
    /// For so many equations.
    pub fn new(start: Start, n_rows: usize) -> Guesses {
        let n = start.n_points();
        let per_row = vec![vec![0.0; n_rows]; n];
        Guesses { memory: MethodMemory { counts: vec![0], numbers: vec![0.0; n], per_row, ..MethodMemory::default() } }
    }

    /// Whether any are made.
    pub(crate) fn has_room(&self) -> bool {
        !self.memory.numbers.is_empty()
    }

    /// Times of the multipliers, newest first.
    fn times(&self) -> &[f64] {
        let MethodMemory { counts, numbers, .. } = &self.memory;
        // A memory made by hand may count more than there are.
        &numbers[..counts.first().map_or(0, |n| numbers.len().min(*n as usize))]
    }

    /// Takes the multipliers of an evaluation: in the place of others at the same time, or of the oldest. Without any
    /// that are finite, it forgets those it has.
    pub fn record(&mut self, time: f64, multipliers: Option<&[f64]>) {
        let Some(multipliers) = multipliers else { return self.memory.clear() };
        let (filled, same) = (self.times().len(), self.times().iter().position(|t| *t == time));
        let MethodMemory { counts, numbers, per_row, .. } = &mut self.memory;
        let place = same.unwrap_or(filled.min(numbers.len() - 1));
        counts[0] = filled.max(place + 1) as u64;
        numbers[..=place].rotate_right(1);
        per_row[..=place].rotate_right(1);
        numbers[0] = time;
        per_row[0].copy_from_slice(multipliers);
    }

    /// Writes a guess for this time, where guesses are made: the polynomial through as many points as are kept.
    pub fn write(&self, time: f64, out: &mut [f64]) {
        if self.memory.counts.is_empty() {
            return;
        }
        out.fill(0.0);
        let mut times = self.times();
        while times.len() > 1 && amplification(times, time) > MOST_AMPLIFIED {
            times = &times[..times.len() - 1];
        }
        for (k, multipliers) in self.memory.per_row[..times.len()].iter().enumerate() {
            let weight = weight(times, k, time);
            out.iter_mut().zip(multipliers).for_each(|(out, x)| *out += weight * x);
        }
    }
}

impl Start {
    /// How many earlier evaluations it needs.
    pub(crate) fn n_points(self) -> usize {
        match self {
            Start::Zero => 0,
            Start::Hold => 1,
            Start::Linear => 2,
            Start::Quadratic => 3,
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

    fn guess(start: Start, points: &[(f64, f64)], time: f64) -> f64 {
        let (mut guesses, mut out) = (Guesses::new(start, 1), [f64::NAN]);
        if guesses.has_room() {
            points.iter().for_each(|(time, x)| guesses.record(*time, Some(&[*x])));
        }
        guesses.write(time, &mut out);
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
