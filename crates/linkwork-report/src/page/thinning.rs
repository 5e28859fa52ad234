//! Rows thinned while they come: every k-th is kept, and k doubles whenever there are too many. The first and the last row are
//! always kept, and memory is bounded whatever the length of the run.

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

#[cfg(test)]
mod tests {
    use super::Thinned;

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
