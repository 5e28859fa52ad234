//! Sums over equations or handles, part by part and then over the parts in their order: the same bits whoever has the
//! parts. And, where parts are on several processes, accelerations of handles at their borders.

use crate::exchange::{Alone, Exchange, Halo, stretches};
use crate::reduced::Pattern;
use std::ops::Range;

/// Sums that are taken at once, at most.
const MOST_SUMS: usize = 3;

/// The contribution of a part to sums.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PartShare {
    /// Rows of its equations, block by block; each block belongs to one part.
    pub rows: Vec<Range<usize>>,
    /// Its handles.
    pub handles: Range<usize>,
}

/// The parts of a process, and its line to the others.
pub(crate) struct Parts {
    line: Box<dyn Exchange>,
    width: usize,
    own: Vec<PartShare>,
    /// Number of parts before these, on other processes.
    first: usize,
    /// By number of sums: stretches of the processes.
    of_processes: [Vec<Range<usize>>; MOST_SUMS],
    sums: Vec<f64>,
    halo: Halo,
    /// Equations of all processes.
    n_rows: usize,
}

/// The terms of a sum: products of two numbers each.
#[derive(Clone, Copy)]
pub(super) enum Terms<'a> {
    /// By row.
    Rows(&'a [f64], &'a [f64]),
    /// By velocity of a handle.
    Handles(&'a [f64], &'a [f64]),
}

impl Parts {
    /// Everything in one part.
    pub(crate) fn one(pattern: &Pattern) -> Parts {
        Parts::new(Vec::new(), pattern, Halo::none(), Box::new(Alone))
    }

    /// These of this process, with what it sees of handles of others. All processes call this.
    pub(crate) fn new(mut own: Vec<PartShare>, pattern: &Pattern, halo: Halo, mut line: Box<dyn Exchange>) -> Parts {
        let (process, n_processes) = (line.process(), line.n_processes());
        if n_processes == 1 && own.len() < 2 {
            // All at once, which is faster and needs no order.
            own = vec![PartShare {
                rows: std::iter::once(0..pattern.n_rows()).collect(),
                handles: 0..pattern.n_handles(),
            }];
        }
        let n_own_rows = own.iter().flat_map(|part| &part.rows).map(Range::len).sum::<usize>();
        let mut counts = vec![0.0; 2 * n_processes];
        (counts[2 * process], counts[2 * process + 1]) = (own.len() as f64, n_own_rows as f64);
        line.share(&mut counts, &stretches(vec![2; n_processes]));
        let n_parts = |times: usize| stretches(counts.chunks_exact(2).map(|count| times * count[0] as usize));
        let of_processes = [n_parts(1), n_parts(2), n_parts(3)];
        Parts {
            first: of_processes[0][process].start,
            sums: vec![0.0; MOST_SUMS * of_processes[0].last().map_or(0, |last| last.end)],
            of_processes,
            n_rows: counts.chunks_exact(2).map(|count| count[1] as usize).sum(),
            width: pattern.width(),
            line,
            own,
            halo,
        }
    }

    /// Equations of all processes.
    pub(super) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Puts what handles of other processes do beside what those here do.
    pub(super) fn complete(&mut self, accelerations: &mut [f64]) {
        self.halo.refresh(&mut *self.line, accelerations);
    }

    /// Σ a b of each of these.
    pub(super) fn sum<const K: usize>(&mut self, of: [Terms; K]) -> [f64; K] {
        for (k, part) in self.own.iter().enumerate() {
            for (n, terms) in of.iter().enumerate() {
                self.sums[K * (self.first + k) + n] = part.sum(*terms, self.width);
            }
        }
        self.add_up()
    }

    /// Sums of counts of each process, exact in any order.
    pub(super) fn count<const K: usize>(&mut self, here: [f64; K]) -> [f64; K] {
        for k in 0..self.own.len() {
            let counts = if k == 0 { here } else { [0.0; K] };
            self.sums[K * (self.first + k)..][..K].copy_from_slice(&counts);
        }
        self.add_up()
    }

    /// Over the parts of all processes, in their order.
    fn add_up<const K: usize>(&mut self) -> [f64; K] {
        let all = &mut self.sums[..self.of_processes[K - 1].last().map_or(0, |last| last.end)];
        self.line.pool(all, &self.of_processes[K - 1]);
        let (parts, _) = all.as_chunks::<K>();
        let mut sums = parts.first().copied().unwrap_or([0.0; K]);
        for part in parts.iter().skip(1) {
            (0..K).for_each(|k| sums[k] += part[k]);
        }
        sums
    }
}

impl PartShare {
    fn sum(&self, terms: Terms, width: usize) -> f64 {
        match terms {
            Terms::Rows(a, b) => match &self.rows[..] {
                [rows] => dot(&a[rows.clone()], &b[rows.clone()]),
                all => all.iter().fold(0.0, |sum, rows| sum + dot(&a[rows.clone()], &b[rows.clone()])),
            },
            Terms::Handles(a, b) => {
                let numbers = self.handles.start * width..self.handles.end * width;
                dot(&a[numbers.clone()], &b[numbers])
            }
        }
    }
}

/// Σ a b in eight sums side by side: one alone would wait for each of its additions.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let ((a, rest_a), (b, rest_b)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    let rest: f64 = rest_a.iter().zip(rest_b).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::ThreadProcess;

    /// Numbers whose sum depends on its order.
    fn numbers(n: usize) -> Vec<f64> {
        (0..n).map(|k| (1.0 + k as f64).sin() * 10f64.powi((k * 7 % 23) as i32 - 11)).collect()
    }

    fn pattern(n_nodes: usize) -> Pattern {
        let blocks: Vec<_> = (1..n_nodes).map(|k| (5, vec![k - 1, k])).collect();
        Pattern::new(6, &vec![1; n_nodes], &blocks)
    }

    fn part(k: usize, n_nodes: usize) -> PartShare {
        let rows = if k + 1 < n_nodes { std::iter::once(5 * k..5 * k + 5).collect() } else { Vec::new() };
        PartShare { rows, handles: k..k + 1 }
    }

    #[test]
    fn sums_have_the_same_bits_whoever_has_the_parts() {
        let (pattern, a, b) = (pattern(6), numbers(36), numbers(40));
        let run = |own: Range<usize>, line: Box<dyn Exchange>| {
            let shares = own.map(|k| part(k, 6)).collect();
            let mut parts = Parts::new(shares, &pattern, Halo::none(), line);
            let [rows] = parts.sum([Terms::Rows(&a[..25], &b[..25])]);
            let both = parts.sum([Terms::Handles(&a, &b[..36]), Terms::Rows(&b[..25], &b[..25])]);
            assert_eq!(parts.n_rows(), 25);
            ([rows, both[0], both[1]].map(f64::to_bits), parts.count([2.0, 0.0]))
        };
        let (whole, one) = run(0..6, Box::new(Alone));
        assert_eq!(one, [2.0, 0.0]);
        std::thread::scope(|scope| {
            let processes = ThreadProcess::team(3).into_iter().zip([0..1, 1..4, 4..6]);
            let threads: Vec<_> = processes.map(|(line, own)| scope.spawn(|| run(own, Box::new(line)))).collect();
            for thread in threads {
                assert_eq!(thread.join().expect("no process panics"), (whole, [6.0, 0.0]));
            }
        });
    }
}
