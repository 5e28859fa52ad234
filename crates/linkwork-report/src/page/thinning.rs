//! Rows thinned while they come, in bounded memory whatever the length of the run. Of a film every k-th row is kept
//! ([`Thinned`]), of curves the least and the largest value of every k rows ([`Extremes`]), so that no peak is lost;
//! k doubles whenever there are too many. The first and the last row are always kept.

/// Some of the rows that were offered.
#[derive(Clone, Debug)]
pub struct Thinned<T> {
    width: usize,
    most: usize,
    every: u64,
    offered: u64,
    n_kept: usize,
    /// Kept rows one after another, each of `width` values.
    kept: Vec<T>,
    /// The row that was offered last, kept or not.
    last: Vec<T>,
}

impl<T: Copy> Thinned<T> {
    /// For rows of so many values, of which at most about `most` are kept.
    pub fn new(width: usize, most: usize) -> Thinned<T> {
        let last = Vec::with_capacity(width);
        Thinned { width, most: most.max(2), every: 1, offered: 0, n_kept: 0, kept: Vec::new(), last }
    }

    /// Offers a row; `fill` appends its values.
    pub fn offer(&mut self, fill: impl FnOnce(&mut Vec<T>)) {
        self.last.clear();
        fill(&mut self.last);
        debug_assert_eq!(self.last.len(), self.width);
        if self.offered.is_multiple_of(self.every) {
            // One place is for the last row.
            if self.n_kept >= self.most - 1 {
                self.halve();
            }
            if self.offered.is_multiple_of(self.every) {
                self.kept.extend_from_slice(&self.last);
                self.n_kept += 1;
            }
        }
        self.offered += 1;
    }

    fn halve(&mut self) {
        self.n_kept = self.n_kept.div_ceil(2);
        for row in 1..self.n_kept {
            self.kept.copy_within(2 * row * self.width..(2 * row + 1) * self.width, row * self.width);
        }
        self.kept.truncate(self.n_kept * self.width);
        self.every *= 2;
    }

    /// How many rows were offered for each one kept.
    pub fn every(&self) -> u64 {
        self.every
    }

    /// How many rows were offered.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// The kept rows, the last one included.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> + Clone {
        let is_kept = self.offered == 0 || (self.offered - 1).is_multiple_of(self.every);
        let n = self.n_kept;
        let row = move |k: usize| match k < n {
            true => &self.kept[k * self.width..(k + 1) * self.width],
            false => &self.last[..],
        };
        (0..n + usize::from(!is_kept)).map(row)
    }
}

/// The least and the largest value of some rows, and where among them each came first.
#[derive(Clone, Copy, Debug)]
struct Span<T> {
    low: T,
    high: T,
    low_at: u32,
    high_at: u32,
}

impl<T: PartialOrd + Copy> Span<T> {
    /// Takes in the span of rows that begin `after` rows later. Where nothing is comparable, as with NaN, the later
    /// value counts.
    fn join(&mut self, other: Span<T>, after: u32) {
        if other.low < self.low || self.low.partial_cmp(&self.low).is_none() {
            (self.low, self.low_at) = (other.low, after + other.low_at);
        }
        if other.high > self.high || self.high.partial_cmp(&self.high).is_none() {
            (self.high, self.high_at) = (other.high, after + other.high_at);
        }
    }

    /// Both values in the order in which they came, each with its row.
    fn points(&self) -> [(T, u32); 2] {
        let (low, high) = ((self.low, self.low_at), (self.high, self.high_at));
        if self.low_at <= self.high_at { [low, high] } else { [high, low] }
    }
}

/// Columns as pairs of extremes, one for every `every` rows. A pair of two rows is the rows themselves: nothing is
/// lost.
#[derive(Clone, Debug)]
pub struct Extremes<T> {
    width: usize,
    most: usize,
    every: u32,
    offered: u64,
    /// One span a column, pair after pair.
    spans: Vec<Span<T>>,
    first: Vec<T>,
    last: Vec<T>,
}

impl<T: PartialOrd + Copy> Extremes<T> {
    /// For rows of so many values; about `most` points are kept of each column.
    pub fn new(width: usize, most: usize) -> Extremes<T> {
        let [first, last] = [const { Vec::new() }; 2];
        Extremes { width, most: (most / 2).max(1), every: 2, offered: 0, spans: Vec::new(), first, last }
    }

    /// Offers a row; `fill` appends its values.
    pub fn offer(&mut self, fill: impl FnOnce(&mut Vec<T>)) {
        self.last.clear();
        fill(&mut self.last);
        debug_assert_eq!(self.last.len(), self.width);
        if self.offered == 0 {
            self.first.clone_from(&self.last);
        }
        let mut at = (self.offered % u64::from(self.every)) as u32;
        if at == 0 && self.n_pairs() == self.most {
            at = self.halve();
        }
        let one = |&x: &T| Span { low: x, high: x, low_at: 0, high_at: 0 };
        if at == 0 {
            self.spans.extend(self.last.iter().map(one));
        } else {
            let begin = self.spans.len() - self.width;
            self.spans[begin..].iter_mut().zip(&self.last).for_each(|(span, x)| span.join(one(x), at));
        }
        self.offered += 1;
    }

    /// Makes one pair of two, and tells how many rows the last pair has after that, if it is not complete.
    fn halve(&mut self) -> u32 {
        let (n, width, every) = (self.n_pairs(), self.width, self.every);
        for pair in 0..n.div_ceil(2) {
            for k in 0..width {
                let mut span = self.spans[2 * pair * width + k];
                if 2 * pair + 1 < n {
                    span.join(self.spans[(2 * pair + 1) * width + k], every);
                }
                self.spans[pair * width + k] = span;
            }
        }
        self.spans.truncate(n.div_ceil(2) * width);
        self.every = every.saturating_mul(2);
        (self.offered % u64::from(self.every)) as u32
    }

    /// How many pairs a column has.
    pub fn n_pairs(&self) -> usize {
        self.offered.div_ceil(u64::from(self.every)) as usize
    }

    /// Whether every row is there.
    pub fn is_whole(&self) -> bool {
        self.every == 2
    }

    /// How many rows were offered for each pair.
    pub fn every(&self) -> u32 {
        self.every
    }

    /// How many rows were offered.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// The points of a column: its rows where nothing is lost, else pairs of extremes. Rows count from the pair's
    /// first one.
    pub fn points(&self, column: usize) -> impl Iterator<Item = (T, u32)> + '_ {
        let n = if self.is_whole() { self.offered as usize } else { 2 * self.n_pairs() };
        let spans = self.spans.iter().skip(column).step_by(self.width.max(1));
        spans.flat_map(Span::points).take(n)
    }

    /// The first and the last row.
    pub fn ends(&self) -> [&[T]; 2] {
        [&self.first, &self.last]
    }
}

#[cfg(test)]
mod tests {
    use super::{Extremes, Thinned};

    /// The page showed −2876 N where the trajectory had −3602 N: peaks between the rows that were kept were lost.
    #[test]
    fn peaks_between_kept_rows_are_not_lost() {
        let value = |k: u64, c: u64| f64::from(((k * 7919 + 31 * c) * 104_729 % 1_000_003) as u32) - 5e5;
        for (most, rows) in [(2, 1000), (7, 1000), (100, 4097), (100, 4096), (5000, 1000)] {
            let mut kept = Extremes::new(3, most);
            for k in 0..rows {
                kept.offer(|row| row.extend([k as f64, value(k, 1), value(k, 2)]));
            }
            assert!(kept.n_pairs() <= (most / 2).max(1), "{most}: {}", kept.n_pairs());
            assert_eq!((kept.is_whole(), kept.offered()), (rows <= most as u64, rows));
            let every = u64::from(kept.every());
            for c in 0..3 {
                let all: Vec<f64> = (0..rows).map(|k| if c == 0 { k as f64 } else { value(k, c) }).collect();
                // Each pair has both extremes of its rows, in their places.
                let points: Vec<(f64, u32)> = kept.points(c as usize).collect();
                for (pair, some) in points.chunks(2).zip(all.chunks(every as usize)) {
                    let range = |f: fn(f64, f64) -> f64| some.iter().copied().reduce(f).unwrap();
                    let found: Vec<f64> = pair.iter().map(|(x, _)| *x).collect();
                    assert!(found.contains(&range(f64::min)) && found.contains(&range(f64::max)), "{most} {c}");
                    assert!(kept.is_whole() || pair.iter().all(|(x, at)| some[*at as usize] == *x));
                    assert!(pair.is_sorted_by_key(|(_, at)| *at));
                }
                if kept.is_whole() {
                    assert!(points.iter().map(|(x, _)| x).eq(&all));
                }
            }
            assert_eq!(kept.ends().map(|row| row[0]), [0.0, (rows - 1) as f64]);
        }
    }

    /// Nothing is less or larger than NaN; later values must not be lost for it.
    #[test]
    fn a_value_that_is_no_number_hides_no_others() {
        let mut kept = Extremes::new(1, 2);
        [f64::NAN, 3.0, f64::NAN, 1.0, 2.0].iter().for_each(|x| kept.offer(|row| row.push(*x)));
        assert_eq!(kept.points(0).map(|(x, _)| x).collect::<Vec<f64>>(), [3.0, 1.0]);
    }

    #[test]
    fn first_and_last_rows_stay_and_the_number_is_bounded() {
        for most in [2, 3, 7, 100] {
            let mut thinned = Thinned::new(2, most);
            assert_eq!(thinned.rows().len(), 0);
            for k in 0..1000u32 {
                thinned.offer(|row| row.extend([k, 10 * k]));
                let rows: Vec<&[u32]> = thinned.rows().collect();
                assert!(rows.len() <= most, "{most} {k}: {}", rows.len());
                assert_eq!((rows[0][0], rows[rows.len() - 1][0]), (0, k));
                assert!(rows.iter().all(|row| row[1] == 10 * row[0]));
                // Evenly: all but the last are multiples of the same number.
                assert!(
                    rows[..rows.len() - 1]
                        .iter()
                        .enumerate()
                        .all(|(i, row)| u64::from(row[0]) == i as u64 * thinned.every())
                );
            }
            assert!(most < 4 || thinned.rows().len() > most / 3);
            assert_eq!(thinned.offered(), 1000);
        }
    }

    /// A mechanism without joints has no reactions: rows of no values are rows nevertheless.
    #[test]
    fn rows_may_be_empty() {
        let mut thinned: Thinned<f32> = Thinned::new(0, 10);
        (0..100).for_each(|_| thinned.offer(|_| {}));
        assert!((2..=10).contains(&thinned.rows().len()));
    }

    #[test]
    fn nothing_is_lost_where_there_is_room() {
        let mut thinned = Thinned::new(1, 11);
        (0..10).for_each(|k| thinned.offer(|row| row.push(k)));
        assert_eq!((thinned.every(), thinned.rows().len()), (1, 10));
    }
}
