//! Threads as processes: each thread is a process with memory of its own, and they meet at a table in the middle.
//! Everything that processes do can be tried this way in one process.
//!
//! There are two sets of places at the table, used in turn: a process that lays something down for the next meeting
//! cannot disturb those who still read what lies there from the last, and nobody is two meetings ahead.

use super::{Exchange, Link};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A process that is a thread.
pub struct ThreadProcess {
    seat: Arc<Seat>,
}

/// Left when the last line of its process is dropped.
struct Seat {
    process: usize,
    table: Arc<Table>,
}

struct Table {
    inner: Mutex<Laid>,
    changed: Condvar,
    n_processes: usize,
}

/// The texts on the table, and who has come.
struct Laid {
    /// By set and process.
    places: [Vec<Place>; 2],
    /// By process: meetings so far.
    meetings: Vec<usize>,
    n_arrived: usize,
    n_met: usize,
    /// Whether a process has left, so that the next meeting never comes.
    is_left: bool,
    is_broken: bool,
}

#[derive(Clone, Default)]
struct Place {
    numbers: Vec<f64>,
    text: Vec<u8>,
    /// For whom which of the numbers are.
    letters: Vec<(usize, Range<usize>)>,
}

impl ThreadProcess {
    /// As many processes that know one another.
    pub fn team(n_processes: usize) -> Vec<ThreadProcess> {
        let places = vec![Place::default(); n_processes];
        let laid = Laid {
            places: [places.clone(), places],
            meetings: vec![0; n_processes],
            n_arrived: 0,
            n_met: 0,
            is_left: false,
            is_broken: false,
        };
        let table = Arc::new(Table { inner: Mutex::new(laid), changed: Condvar::new(), n_processes });
        (0..n_processes)
            .map(|process| ThreadProcess { seat: Arc::new(Seat { process, table: table.clone() }) })
            .collect()
    }

    /// Lays something down, waits for all others, and looks at what lies there; not when a process is lost.
    fn meet(&self, lay: impl FnOnce(&mut [Place]), look: impl FnOnce(&[Place])) {
        let table = &self.seat.table;
        let mut laid = table.lock();
        if laid.is_broken {
            return;
        }
        let set = laid.meetings[self.seat.process] % 2;
        laid.meetings[self.seat.process] += 1;
        lay(&mut laid.places[set]);
        laid.n_arrived += 1;
        if laid.n_arrived == table.n_processes {
            laid.n_arrived = 0;
            laid.n_met += 1;
            table.changed.notify_all();
        } else {
            let before = laid.n_met;
            while laid.n_met == before && !laid.is_left {
                laid = table.changed.wait(laid).unwrap_or_else(PoisonError::into_inner);
            }
            if laid.n_met == before {
                laid.is_broken = true;
                return;
            }
        }
        look(&laid.places[set]);
    }
}

impl Table {
    fn lock(&self) -> MutexGuard<'_, Laid> {
        // The text of a thread that panicked is whole: it is written under the lock by plain copies.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.table.lock().is_left = true;
        self.table.changed.notify_all();
    }
}

fn lay_numbers(place: &mut Place, numbers: &[f64]) {
    place.numbers.clear();
    place.numbers.extend_from_slice(numbers);
}

impl Exchange for ThreadProcess {
    fn process(&self) -> usize {
        self.seat.process
    }

    fn n_processes(&self) -> usize {
        self.seat.table.n_processes
    }

    fn trade(&mut self, outgoing: &[f64], incoming: &mut [f64], links: &[Link]) {
        let process = self.process();
        let lay = |place: &mut Place| {
            lay_numbers(place, outgoing);
            place.letters.clear();
            place.letters.extend(links.iter().map(|link| (link.process, link.out.clone())));
        };
        self.meet(
            |places| lay(&mut places[process]),
            |places| {
                for link in links {
                    let from = &places[link.process];
                    if let Some((_, letter)) = from.letters.iter().find(|(to, _)| *to == process) {
                        incoming[link.into.clone()].copy_from_slice(&from.numbers[letter.clone()]);
                    }
                }
            },
        );
    }

    fn least(&mut self, mine: f64) -> f64 {
        let (process, mut least) = (self.process(), mine);
        self.meet(
            |places| lay_numbers(&mut places[process], &[mine]),
            |places| least = places.iter().flat_map(|place| &place.numbers).fold(mine, |least, x| least.min(*x)),
        );
        least
    }

    fn share(&mut self, values: &mut [f64], stretches: &[Range<usize>]) {
        let process = self.process();
        let mine = stretches[process].clone();
        let look = |values: &mut [f64], places: &[Place]| {
            for (stretch, place) in stretches.iter().zip(places) {
                values[stretch.clone()].copy_from_slice(&place.numbers);
            }
        };
        let values = std::cell::RefCell::new(values);
        self.meet(
            |places| lay_numbers(&mut places[process], &values.borrow()[mine]),
            |places| look(&mut values.borrow_mut(), places),
        );
    }

    fn collect(&mut self, mine: &[f64], all: &mut [f64], stretches: &[Range<usize>]) {
        let process = self.process();
        self.meet(
            |places| lay_numbers(&mut places[process], mine),
            |places| {
                if process == 0 {
                    for (stretch, place) in stretches.iter().zip(places) {
                        all[stretch.clone()].copy_from_slice(&place.numbers);
                    }
                }
            },
        );
    }

    fn spread(&mut self, from: usize, text: &mut Vec<u8>) {
        let is_mine = self.process() == from;
        let given = if is_mine { text.clone() } else { Vec::new() };
        self.meet(
            |places| {
                if is_mine {
                    places[from].text = given;
                }
            },
            |places| text.clone_from(&places[from].text),
        );
    }

    fn hand_out(&mut self, make: &mut dyn FnMut(usize) -> Vec<u8>) -> Vec<u8> {
        let process = self.process();
        // Made before the meeting, so that nobody waits for the lock meanwhile.
        let made: Vec<Vec<u8>> =
            if process == 0 { (1..self.n_processes()).chain([0]).map(make).collect() } else { Vec::new() };
        let mut text = Vec::new();
        self.meet(
            |places| {
                if process == 0 {
                    places.rotate_left(1);
                    places.iter_mut().zip(made).for_each(|(place, made)| place.text = made);
                    places.rotate_right(1);
                }
            },
            |places| text.clone_from(&places[process].text),
        );
        text
    }

    fn is_broken(&self) -> bool {
        self.seat.table.lock().is_broken
    }

    fn another(&self) -> Box<dyn Exchange> {
        Box::new(ThreadProcess { seat: self.seat.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::stretches;
    use super::*;

    /// Runs on every process; returns what each returned.
    fn on_processes<T: Send>(n: usize, run: impl Fn(ThreadProcess) -> T + Sync) -> Vec<T> {
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                ThreadProcess::team(n).into_iter().map(|process| scope.spawn(|| run(process))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no process panics")).collect()
        })
    }

    #[test]
    fn what_one_rank_writes_all_ranks_read() {
        let seen = on_processes(3, |mut process| {
            let of_process = stretches([2, 0, 3]);
            let mut sums = Vec::new();
            for round in 0..100 {
                let mut values = [0.0; 5];
                values[of_process[process.process()].clone()].fill((10 * round + process.process()) as f64);
                process.share(&mut values, &of_process);
                sums.push(values);
            }
            sums
        });
        for (round, values) in seen[0].iter().enumerate() {
            let (a, c) = (10.0 * round as f64, (10 * round + 2) as f64);
            assert_eq!(*values, [a, a, c, c, c]);
        }
        assert!(seen.iter().all(|process| *process == seen[0]));
    }

    /// Three in a row: the one in the middle hears two, the others one.
    #[test]
    fn neighbours_trade() {
        let heard = on_processes(3, |mut process| {
            let me = process.process();
            let others: Vec<usize> = (0..3_usize).filter(|other| other.abs_diff(me) == 1).collect();
            let links: Vec<Link> = others
                .iter()
                .enumerate()
                .map(|(k, &process)| Link { process, out: 2 * k..2 * k + 2, into: 2 * k..2 * k + 2 })
                .collect();
            let outgoing: Vec<f64> = others.iter().flat_map(|&to| [me as f64, 10.0 * to as f64]).collect();
            let mut incoming = vec![f64::NAN; outgoing.len()];
            process.trade(&outgoing, &mut incoming, &links);
            (incoming, process.least(5.0 - me as f64))
        });
        assert_eq!(heard[0].0, [1.0, 0.0]);
        assert_eq!(heard[1].0, [0.0, 10.0, 2.0, 10.0]);
        assert_eq!(heard[2].0, [1.0, 20.0]);
        assert!(heard.iter().all(|(_, least)| *least == 3.0));
    }

    #[test]
    fn rank_0_collects_and_hands_out() {
        let seen = on_processes(4, |mut process| {
            let mine = vec![process.process() as f64; process.process() + 1];
            let (mut all, of_process) = (vec![0.0; 10], stretches(1..=4));
            process.collect(&mine, &mut all, &of_process);
            let mut text = process.another().hand_out(&mut |r| format!("for {r}").into_bytes());
            let own = String::from_utf8(text.clone()).unwrap();
            process.spread(2, &mut text);
            (all, own, String::from_utf8(text).unwrap())
        });
        assert_eq!(seen[0].0, [0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0]);
        assert_eq!(seen[1].0, [0.0; 10], "only process 0 collects");
        for (r, (_, own, spread)) in seen.iter().enumerate() {
            assert_eq!((own.as_str(), spread.as_str()), (format!("for {r}").as_str(), "for 2"));
        }
    }

    #[test]
    fn a_lost_rank_is_remembered_and_nobody_waits_for_it() {
        let broken = on_processes(3, |mut process| {
            let (mut values, of_process) = ([0.0; 3], stretches([1; 3]));
            process.share(&mut values, &of_process);
            if process.process() == 1 {
                return true;
            }
            process.share(&mut values, &of_process);
            process.share(&mut values, &of_process);
            process.is_broken()
        });
        assert_eq!(broken, [true; 3]);
    }
}
