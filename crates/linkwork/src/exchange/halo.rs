//! A halo: values of neighbours that a process reads, at places of their own among its values, and values of its own
//! that they read.

use super::{Exchange, Link, stretches};

/// Which of some values go where, and which come from where; all memory is taken when it is made.
#[derive(Clone, Debug)]
pub(crate) struct Halo {
    width: usize,
    links: Vec<Link>,
    /// Items that go out, and that come in, neighbour after neighbour.
    shown: Vec<u32>,
    seen: Vec<u32>,
    outgoing: Vec<f64>,
    incoming: Vec<f64>,
}

impl Halo {
    /// Nobody sees anything.
    pub(crate) fn none() -> Halo {
        let (shown, seen, outgoing, incoming) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Halo { width: 1, links: Vec::new(), shown, seen, outgoing, incoming }
    }

    /// For items of so many numbers: by neighbour its process, what of mine it reads, and what of its own I read, in
    /// the order that it has them.
    pub(crate) fn new(width: usize, neighbors: impl IntoIterator<Item = (usize, Vec<u32>, Vec<u32>)>) -> Halo {
        let neighbors: Vec<_> = neighbors.into_iter().collect();
        let out = stretches(neighbors.iter().map(|(_, shown, _)| width * shown.len()));
        let into = stretches(neighbors.iter().map(|(_, _, seen)| width * seen.len()));
        let mut halo = Halo { width, ..Halo::none() };
        for ((process, shown, seen), (out, into)) in neighbors.into_iter().zip(out.into_iter().zip(into)) {
            halo.links.push(Link { process, out, into });
            halo.shown.extend(shown);
            halo.seen.extend(seen);
        }
        halo.outgoing = vec![0.0; width * halo.shown.len()];
        halo.incoming = vec![0.0; width * halo.seen.len()];
        halo
    }

    /// Shows neighbours what they read of these values, and puts theirs in their places. All processes call this.
    pub(crate) fn refresh(&mut self, line: &mut dyn Exchange, values: &mut [f64]) {
        let place = |item: u32| self.width * item as usize..self.width * (item as usize + 1);
        for (numbers, &item) in self.outgoing.chunks_exact_mut(self.width).zip(&self.shown) {
            numbers.copy_from_slice(&values[place(item)]);
        }
        line.trade(&self.outgoing, &mut self.incoming, &self.links);
        for (numbers, &item) in self.incoming.chunks_exact(self.width).zip(&self.seen) {
            values[place(item)].copy_from_slice(numbers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ThreadProcess;
    use super::*;

    /// A ring of five: each has its own item in the middle of three, and reads those of both neighbours beside it.
    #[test]
    fn everyone_sees_both_neighbours() {
        std::thread::scope(|scope| {
            for mut line in ThreadProcess::team(5) {
                scope.spawn(move || {
                    let me = line.process();
                    let (before, after) = ((me + 4) % 5, (me + 1) % 5);
                    let mut halo = Halo::new(2, [(before, vec![1], vec![0]), (after, vec![1], vec![2])]);
                    for round in 0..20 {
                        let item = |process: usize| [process as f64, round as f64];
                        let mut values = [[f64::NAN; 2], item(me), [f64::NAN; 2]].concat();
                        halo.refresh(&mut line, &mut values);
                        assert_eq!(values, [item(before), item(me), item(after)].concat());
                    }
                });
            }
        });
    }
}
