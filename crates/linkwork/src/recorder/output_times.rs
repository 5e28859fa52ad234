//! The times at which a run records rows: 0, step, 2 step, …, end.

/// The output times of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputTimes {
    end: f64,
    step: f64,
    /// Output times before the end.
    n_before: usize,
}

impl OutputTimes {
    /// Multiples of `step` (s), positive, before `end` (s), and the end itself.
    pub fn new(end: f64, step: f64) -> OutputTimes {
        // A last multiple that misses the end by round-off only is the end.
        let n_before = if end > 0.0 { (end / step * (1.0 - 1e-12) - 1e-9).ceil().max(1.0) as usize } else { 0 };
        OutputTimes { end, step, n_before }
    }

    /// How many there are; at least one.
    #[allow(clippy::len_without_is_empty)] // There is always the end.
    pub fn len(&self) -> usize {
        self.n_before + 1
    }

    /// The last one.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// The k-th, from zero.
    pub fn time(&self, k: usize) -> f64 {
        if k >= self.n_before { self.end } else { k as f64 * self.step }
    }

    /// How many are not later than `time`: the first one after it has this number.
    pub fn count_until(&self, time: f64) -> usize {
        // The quotient may be off by a rounding; what is exact is the comparison with the times themselves.
        let near = ((time / self.step).floor() as usize).min(self.len()).saturating_sub(2);
        let from = if near > 0 && self.time(near) > time { 0 } else { near };
        (from..self.len()).find(|&k| self.time(k) > time).unwrap_or(self.len())
    }

    /// Whether this is one of them, to the bit.
    pub fn contains(&self, time: f64) -> bool {
        self.count_until(time).checked_sub(1).is_some_and(|k| self.time(k) == time)
    }
}

#[cfg(test)]
mod tests {
    use super::OutputTimes;

    #[test]
    fn output_times_hit_the_end_exactly_once() {
        for (end, step, n) in [(1.0, 0.1, 11), (0.3, 0.1, 4), (1.0, 0.3, 5), (0.05, 0.1, 2), (0.0, 0.1, 1)] {
            let grid = OutputTimes::new(end, step);
            let times: Vec<f64> = (0..grid.len()).map(|k| grid.time(k)).collect();
            assert_eq!(times.len(), n, "{end} {step}: {times:?}");
            assert_eq!(*times.last().unwrap(), end);
            assert!(times.windows(2).all(|w| w[0] < w[1]));
        }
    }

    #[test]
    fn times_are_counted_to_the_bit() {
        for (end, step) in [(1.0, 0.1), (0.25, 0.1), (3.0, 1.0 / 3.0), (1e5, 0.01), (0.0, 0.1)] {
            let grid = OutputTimes::new(end, step);
            let near_both_ends = (0..grid.len()).filter(|k| *k < 1000 || k + 1000 > grid.len());
            for k in near_both_ends {
                let time = grid.time(k);
                assert_eq!(grid.count_until(time), k + 1, "{end} {step} {k}");
                assert_eq!(grid.count_until(time.next_down()), k, "{end} {step} {k}");
                assert!(grid.contains(time) && !grid.contains(time.next_up()) && !grid.contains(time.next_down()));
            }
            assert_eq!(grid.count_until(end + 1.0), grid.len());
            assert!(!grid.contains(-1.0) && !grid.contains(f64::NAN) && !grid.contains(1e300));
        }
    }
}
