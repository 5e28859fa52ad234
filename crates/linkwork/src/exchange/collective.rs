//! Collective: decisions that depend on the values of all processes, taken by each of them alike. And means over all
//! values, which are sums over parts, then over the parts in their order, also where one process has them all.

use super::{Alone, Exchange, stretches};
use std::ops::Range;

/// A process's place among the others, as far as values are concerned.
pub struct Collective {
    line: Box<dyn Exchange>,
    /// By process: its coordinates, and its velocities, among those of the whole.
    coordinates: Vec<Range<usize>>,
    velocities: Vec<Range<usize>>,
    /// By own part: its coordinates and velocities here.
    parts: Vec<[Range<usize>; 2]>,
    /// By process: its parts among all.
    of_parts: Vec<Range<usize>>,
    /// By part.
    sums: Vec<f64>,
}

impl Collective {
    /// For values of which so many are coordinates, in these parts; none is one part of them all.
    pub fn new(
        mut line: Box<dyn Exchange>,
        [n_coordinates, n_values]: [usize; 2],
        mut parts: Vec<[Range<usize>; 2]>,
    ) -> Collective {
        if parts.is_empty() {
            parts.push([0..n_coordinates, n_coordinates..n_values]);
        }
        let (process, n_processes) = (line.process(), line.n_processes());
        let mut counts = vec![0.0; 3 * n_processes];
        let own = [n_coordinates, n_values - n_coordinates, parts.len()].map(|n| n as f64);
        counts[3 * process..][..3].copy_from_slice(&own);
        line.share(&mut counts, &stretches(vec![3; n_processes]));
        let all = |which: usize| stretches(counts.chunks_exact(3).map(|count| count[which] as usize));
        let of_parts = all(2);
        Collective {
            line,
            coordinates: all(0),
            velocities: all(1),
            parts,
            sums: vec![0.0; of_parts.last().map_or(0, |last| last.end)],
            of_parts,
        }
    }

    /// The only process, with values in these parts.
    pub fn alone(n: [usize; 2], parts: Vec<[Range<usize>; 2]>) -> Collective {
        Collective::new(Box::new(Alone), n, parts)
    }

    /// Which process this is.
    pub fn process(&self) -> usize {
        self.line.process()
    }

    /// How many there are.
    pub fn n_processes(&self) -> usize {
        self.line.n_processes()
    }

    /// The line to the others.
    pub fn line(&mut self) -> &mut dyn Exchange {
        &mut *self.line
    }

    /// Whether a process was lost.
    pub(crate) fn is_broken(&self) -> bool {
        self.line.is_broken()
    }

    /// The mean of what `sum` adds up over stretches of the values here, over the values of all processes. Those in
    /// `common` are the same on every process.
    pub(crate) fn mean(&mut self, sum: &dyn Fn(&[Range<usize>]) -> f64, common: Range<usize>) -> f64 {
        let own = self.of_parts[self.process()].clone();
        for (total, part) in self.sums[own].iter_mut().zip(&self.parts) {
            *total = sum(part);
        }
        self.line.pool(&mut self.sums, &self.of_parts);
        let n_values = self.n_values() + common.len();
        let of_common = if common.is_empty() { 0.0 } else { sum(&[common]) };
        (self.sums.iter().fold(0.0, |total, sum| total + sum) + of_common) / n_values.max(1) as f64
    }

    /// The sum of what there is by part, here and on other processes, over the parts in their order.
    pub fn sum(&mut self, by_own_part: &[f64]) -> f64 {
        let own = self.of_parts[self.process()].clone();
        self.sums[own].copy_from_slice(by_own_part);
        self.line.pool(&mut self.sums, &self.of_parts);
        self.sums.iter().fold(0.0, |total, sum| total + sum)
    }

    /// How many parts this process has.
    pub(crate) fn n_own_parts(&self) -> usize {
        self.parts.len()
    }

    /// Coordinates and velocities of all processes.
    pub fn n_values(&self) -> usize {
        self.n_coordinates() + self.velocities.last().map_or(0, |last| last.end)
    }

    /// The least of what the processes have.
    pub(crate) fn least(&mut self, mine: f64) -> f64 {
        self.line.least(mine)
    }

    /// The largest of what the processes have.
    pub fn most(&mut self, mine: f64) -> f64 {
        -self.least(-mine)
    }

    /// Whether it is so on all processes.
    pub fn all(&mut self, here: bool) -> bool {
        self.least(if here { 1.0 } else { 0.0 }) > 0.5
    }

    /// The text of process 0.
    pub(crate) fn first_says(&mut self, here: bool) -> bool {
        self.least(if here || self.process() > 0 { 1.0 } else { 0.0 }) > 0.5
    }

    fn n_coordinates(&self) -> usize {
        self.coordinates.last().map_or(0, |last| last.end)
    }

    /// By process, coordinates and velocities of the whole: where its values lie.
    pub(crate) fn stretches_of(&self, process: usize) -> [Range<usize>; 2] {
        let (split, velocities) = (self.n_coordinates(), &self.velocities[process]);
        [self.coordinates[process].clone(), split + velocities.start..split + velocities.end]
    }

    /// The number in the whole of a value here.
    pub(crate) fn number_in_whole(&self, index: usize) -> usize {
        let [coordinates, velocities] = self.stretches_of(self.process());
        let n = coordinates.len();
        if index < n { coordinates.start + index } else { velocities.start + index - n }
    }

    /// The process that has a value of the whole, and its number there.
    pub fn find(&self, number: usize) -> (usize, usize) {
        for process in 0..self.n_processes() {
            let [coordinates, velocities] = self.stretches_of(process);
            if coordinates.contains(&number) {
                return (process, number - coordinates.start);
            }
            if velocities.contains(&number) {
                return (process, coordinates.len() + number - velocities.start);
            }
        }
        (0, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ThreadProcess;
    use super::*;

    /// Values of three parts: coordinates, then velocities, part after part.
    const VALUES: [f64; 9] = [0.1, 1e9, -3.3, 0.7, 1e-9, 5.5, -1e9, 0.3, 0.9];
    const PARTS: [[Range<usize>; 2]; 3] = [[0..1, 4..6], [1..2, 6..7], [2..4, 7..9]];

    fn sum_over(values: &[f64], stretches: &[Range<usize>]) -> f64 {
        stretches.iter().flat_map(|stretch| &values[stretch.clone()]).fold(0.0, |sum, x| sum + x)
    }

    #[test]
    fn processes_have_the_mean_of_the_whole() {
        let whole = Collective::alone([4, 9], PARTS.to_vec()).mean(&|stretches| sum_over(&VALUES, stretches), 0..0);
        let means = std::thread::scope(|scope| {
            let run = |line: ThreadProcess| {
                let (values, n, parts) = match line.process() {
                    0 => ([&VALUES[0..2], &VALUES[4..7]].concat(), 2, vec![[0..1, 2..4], [1..2, 4..5]]),
                    _ => ([&VALUES[2..4], &VALUES[7..9]].concat(), 2, vec![[0..2, 2..4]]),
                };
                let mut collective = Collective::new(Box::new(line), [n, values.len()], parts);
                let numbers: Vec<usize> = (0..values.len()).map(|k| collective.number_in_whole(k)).collect();
                assert!(numbers.iter().zip(&values).all(|(&k, x)| VALUES[k] == *x));
                assert!(numbers.iter().enumerate().all(|(k, &n)| collective.find(n) == (collective.process(), k)));
                assert!(
                    !collective.all(line_is_first(&collective)) && collective.first_says(line_is_first(&collective))
                );
                collective.mean(&|stretches| sum_over(&values, stretches), 0..0).to_bits()
            };
            let threads: Vec<_> =
                ThreadProcess::team(2).into_iter().map(|line| scope.spawn(move || run(line))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no process panics")).collect::<Vec<_>>()
        });
        assert_eq!(means, [whole.to_bits(); 2]);
    }

    fn line_is_first(collective: &Collective) -> bool {
        collective.process() == 0
    }
}
