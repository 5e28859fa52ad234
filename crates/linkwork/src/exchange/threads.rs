//! Threads as ranks: each thread is a rank with memory of its own, and they meet at a table in the middle. Everything that ranks do
//! can be tried this way in one process.
//!
//! There are two sets of places at the table, used in turn: a rank that lays something down for the next meeting cannot disturb those who
//! still read what lies there from the last, and nobody is two meetings ahead.

use super::{Exchange, Link};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A rank that is a thread.
pub struct ThreadRank {
    seat: Arc<Seat>,
}

/// Left when the last line of its rank is dropped.
struct Seat {
    rank: usize,
    table: Arc<Table>,
}

struct Table {
    inner: Mutex<Laid>,
    changed: Condvar,
    n_ranks: usize,
}

/// What lies on the table, and who has come.
struct Laid {
    /// By set and rank.
    places: [Vec<Place>; 2],
    /// By rank: meetings so far.
    meetings: Vec<usize>,
    n_arrived: usize,
    n_met: usize,
    /// Whether a rank has left, so that the next meeting never comes.
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

impl ThreadRank {
    /// As many ranks that know one another.
    pub fn team(n_ranks: usize) -> Vec<ThreadRank> {
        let places = vec![Place::default(); n_ranks];
        let laid = Laid {
            places: [places.clone(), places],
            meetings: vec![0; n_ranks],
            n_arrived: 0,
            n_met: 0,
            is_left: false,
            is_broken: false,
        };
        let table = Arc::new(Table { inner: Mutex::new(laid), changed: Condvar::new(), n_ranks });
        (0..n_ranks).map(|rank| ThreadRank { seat: Arc::new(Seat { rank, table: table.clone() }) }).collect()
    }

    /// Lays something down, waits for all others, and looks at what lies there; not when a rank is lost.
    fn meet(&self, lay: impl FnOnce(&mut [Place]), look: impl FnOnce(&[Place])) {
        let table = &self.seat.table;
        let mut laid = table.lock();
        if laid.is_broken {
            return;
        }
        let set = laid.meetings[self.seat.rank] % 2;
        laid.meetings[self.seat.rank] += 1;
        lay(&mut laid.places[set]);
        laid.n_arrived += 1;
        if laid.n_arrived == table.n_ranks {
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
        // What a thread that panicked left there is whole: it is written under the lock by plain copies.
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

impl Exchange for ThreadRank {
    fn rank(&self) -> usize {
        self.seat.rank
    }

    fn n_ranks(&self) -> usize {
        self.seat.table.n_ranks
    }

    fn trade(&mut self, outgoing: &[f64], incoming: &mut [f64], links: &[Link]) {
        let rank = self.rank();
        let lay = |place: &mut Place| {
            lay_numbers(place, outgoing);
            place.letters.clear();
            place.letters.extend(links.iter().map(|link| (link.rank, link.out.clone())));
        };
        self.meet(
            |places| lay(&mut places[rank]),
            |places| {
                for link in links {
                    let from = &places[link.rank];
                    if let Some((_, letter)) = from.letters.iter().find(|(to, _)| *to == rank) {
                        incoming[link.into.clone()].copy_from_slice(&from.numbers[letter.clone()]);
                    }
                }
            },
        );
    }

    fn least(&mut self, mine: f64) -> f64 {
        let (rank, mut least) = (self.rank(), mine);
        self.meet(
            |places| lay_numbers(&mut places[rank], &[mine]),
            |places| least = places.iter().flat_map(|place| &place.numbers).fold(mine, |least, x| least.min(*x)),
        );
        least
    }

    fn share(&mut self, values: &mut [f64], stretches: &[Range<usize>]) {
        let rank = self.rank();
        let mine = stretches[rank].clone();
        let look = |values: &mut [f64], places: &[Place]| {
            for (stretch, place) in stretches.iter().zip(places) {
                values[stretch.clone()].copy_from_slice(&place.numbers);
            }
        };
        let values = std::cell::RefCell::new(values);
        self.meet(
            |places| lay_numbers(&mut places[rank], &values.borrow()[mine]),
            |places| look(&mut values.borrow_mut(), places),
        );
    }

    fn collect(&mut self, mine: &[f64], all: &mut [f64], stretches: &[Range<usize>]) {
        let rank = self.rank();
        self.meet(
            |places| lay_numbers(&mut places[rank], mine),
            |places| {
                if rank == 0 {
                    for (stretch, place) in stretches.iter().zip(places) {
                        all[stretch.clone()].copy_from_slice(&place.numbers);
                    }
                }
            },
        );
    }

    fn spread(&mut self, from: usize, text: &mut Vec<u8>) {
        let is_mine = self.rank() == from;
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
        let rank = self.rank();
        // Made before the meeting, so that nobody waits for the lock meanwhile.
        let made: Vec<Vec<u8>> =
            if rank == 0 { (1..self.n_ranks()).chain([0]).map(make).collect() } else { Vec::new() };
        let mut text = Vec::new();
        self.meet(
            |places| {
                if rank == 0 {
                    places.rotate_left(1);
                    places.iter_mut().zip(made).for_each(|(place, made)| place.text = made);
                    places.rotate_right(1);
                }
            },
            |places| text.clone_from(&places[rank].text),
        );
        text
    }

    fn is_broken(&self) -> bool {
        self.seat.table.lock().is_broken
    }

    fn another(&self) -> Box<dyn Exchange> {
        Box::new(ThreadRank { seat: self.seat.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::stretches;
    use super::*;

    /// Runs on every rank; returns what each returned.
    fn on_ranks<T: Send>(n: usize, run: impl Fn(ThreadRank) -> T + Sync) -> Vec<T> {
        std::thread::scope(|scope| {
            let threads: Vec<_> = ThreadRank::team(n).into_iter().map(|rank| scope.spawn(|| run(rank))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no rank panics")).collect()
        })
    }

    #[test]
    fn what_one_rank_writes_all_ranks_read() {
        let seen = on_ranks(3, |mut rank| {
            let of_rank = stretches([2, 0, 3]);
            let mut sums = Vec::new();
            for round in 0..100 {
                let mut values = [0.0; 5];
                values[of_rank[rank.rank()].clone()].fill((10 * round + rank.rank()) as f64);
                rank.share(&mut values, &of_rank);
                sums.push(values);
            }
            sums
        });
        for (round, values) in seen[0].iter().enumerate() {
            let (a, c) = (10.0 * round as f64, (10 * round + 2) as f64);
            assert_eq!(*values, [a, a, c, c, c]);
        }
        assert!(seen.iter().all(|rank| *rank == seen[0]));
    }

    /// Three in a row: the one in the middle hears two, the others one.
    #[test]
    fn neighbours_trade() {
        let heard = on_ranks(3, |mut rank| {
            let me = rank.rank();
            let others: Vec<usize> = (0..3_usize).filter(|other| other.abs_diff(me) == 1).collect();
            let links: Vec<Link> = others
                .iter()
                .enumerate()
                .map(|(k, &rank)| Link { rank, out: 2 * k..2 * k + 2, into: 2 * k..2 * k + 2 })
                .collect();
            let outgoing: Vec<f64> = others.iter().flat_map(|&to| [me as f64, 10.0 * to as f64]).collect();
            let mut incoming = vec![f64::NAN; outgoing.len()];
            rank.trade(&outgoing, &mut incoming, &links);
            (incoming, rank.least(5.0 - me as f64))
        });
        assert_eq!(heard[0].0, [1.0, 0.0]);
        assert_eq!(heard[1].0, [0.0, 10.0, 2.0, 10.0]);
        assert_eq!(heard[2].0, [1.0, 20.0]);
        assert!(heard.iter().all(|(_, least)| *least == 3.0));
    }

    #[test]
    fn rank_0_collects_and_hands_out() {
        let seen = on_ranks(4, |mut rank| {
            let mine = vec![rank.rank() as f64; rank.rank() + 1];
            let (mut all, of_rank) = (vec![0.0; 10], stretches(1..=4));
            rank.collect(&mine, &mut all, &of_rank);
            let mut text = rank.another().hand_out(&mut |r| format!("for {r}").into_bytes());
            let own = String::from_utf8(text.clone()).unwrap();
            rank.spread(2, &mut text);
            (all, own, String::from_utf8(text).unwrap())
        });
        assert_eq!(seen[0].0, [0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0]);
        assert_eq!(seen[1].0, [0.0; 10], "only rank 0 collects");
        for (r, (_, own, spread)) in seen.iter().enumerate() {
            assert_eq!((own.as_str(), spread.as_str()), (format!("for {r}").as_str(), "for 2"));
        }
    }

    #[test]
    fn a_lost_rank_is_remembered_and_nobody_waits_for_it() {
        let broken = on_ranks(3, |mut rank| {
            let (mut values, of_rank) = ([0.0; 3], stretches([1; 3]));
            rank.share(&mut values, &of_rank);
            if rank.rank() == 1 {
                return true;
            }
            rank.share(&mut values, &of_rank);
            rank.share(&mut values, &of_rank);
            rank.is_broken()
        });
        assert_eq!(broken, [true; 3]);
    }
}
