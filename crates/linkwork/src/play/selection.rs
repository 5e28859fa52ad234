//! Independent rows of a matrix: which to keep, and the shortest solution of those kept.
//!
//! Rows are taken one after the other and made orthogonal to those before (modified Gram–Schmidt, twice):
//!
//! ```text
//!     a_i = Σ_j l_ij q_j,    q_j orthonormal,    l_ii = what is left of a_i without the rows before.      (1)
//! ```
//!
//! The shortest x with a_i·x = b_i for all kept rows is x = Σ y_j q_j with L y = b.                            (2)

/// Rows that are kept, and those that are not.
pub(super) struct Selection {
    /// Kept rows, in the order in which they were taken.
    pub kept: Vec<usize>,
    /// Rows that are left out, with what is left of them.
    pub rest: Vec<(usize, f64)>,
    directions: Vec<Vec<f64>>,
    /// l, by kept row.
    lower: Vec<Vec<f64>>,
}

impl Selection {
    /// All of `first` in their order, then of `others` the row of which most is left, again and again; rows of which no
    /// more than `least` is left are left out.
    pub(super) fn choose(rows: &[Vec<f64>], first: &[usize], others: &[usize], least: f64) -> Selection {
        let mut made = Selection::of(rows, first);
        let mut waiting: Vec<(usize, Vec<f64>)> = others.iter().map(|&i| (i, made.reduce(&rows[i]))).collect();
        while let Some(best) = find_longest(&waiting).filter(|&k| norm(&waiting[k].1) > least) {
            let (row, _) = waiting.swap_remove(best);
            made.take(row, &rows[row]);
            if let Some(q) = made.directions.last() {
                waiting.iter_mut().for_each(|(_, left)| subtract(left, q));
            }
        }
        made.rest = waiting.iter().map(|(row, left)| (*row, norm(left))).collect();
        made.rest.sort_by_key(|(row, _)| *row);
        made
    }

    /// These rows in this order.
    pub(super) fn of(rows: &[Vec<f64>], kept: &[usize]) -> Selection {
        let mut made = Selection { kept: Vec::new(), rest: Vec::new(), directions: Vec::new(), lower: Vec::new() };
        kept.iter().for_each(|&row| made.take(row, &rows[row]));
        made
    }

    /// Keeps a row, whatever is left of it.
    pub(super) fn take(&mut self, row: usize, values: &[f64]) {
        let left = self.reduce(values);
        let length = norm(&left);
        let mut coefficients: Vec<f64> = self.directions.iter().map(|q| dot(q, values)).collect();
        coefficients.push(length);
        self.kept.push(row);
        self.lower.push(coefficients);
        self.directions.push(left.iter().map(|x| if length > 0.0 { x / length } else { 0.0 }).collect());
    }

    /// The rest of a vector without its parts along the kept rows.
    pub(super) fn reduce(&self, values: &[f64]) -> Vec<f64> {
        let mut left = values.to_vec();
        // Twice is enough for round-off.
        for _ in 0..2 {
            self.directions.iter().for_each(|q| subtract(&mut left, q));
        }
        left
    }

    /// The least that was left of a kept row; one without rows.
    pub(super) fn weakest(&self) -> f64 {
        self.lower.iter().filter_map(|l| l.last()).fold(1.0, |m, l| l.min(m))
    }

    /// Kept rows, each with what was left of it without those before.
    pub(super) fn remainders(&self) -> impl Iterator<Item = (usize, f64)> {
        self.kept.iter().copied().zip(self.lower.iter().filter_map(|l| l.last().copied()))
    }

    /// The kept rows of which this one is a combination, Σ x_i a_i, apart from parts below `least` of the largest: with
    /// c_j along the directions, Lᵀ x = c.
    pub(super) fn find_support(&self, values: &[f64], least: f64) -> Vec<usize> {
        let mut x: Vec<f64> = self.directions.iter().map(|q| dot(q, values)).collect();
        for i in (0..x.len()).rev() {
            let l = &self.lower[i];
            x[i] = if l[i] > 0.0 { x[i] / l[i] } else { 0.0 };
            let factor = x[i];
            x[..i].iter_mut().zip(l).for_each(|(x, l)| *x -= factor * l);
        }
        let largest = x.iter().fold(0.0, |m: f64, x| x.abs().max(m));
        (0..x.len()).filter(|&i| x[i].abs() > least * largest).map(|i| self.kept[i]).collect()
    }

    /// The shortest x with a·x = b for the kept rows (2); `b` has all rows.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; self.directions.first().map_or(0, Vec::len)];
        let mut y: Vec<f64> = Vec::with_capacity(self.kept.len());
        for ((row, l), q) in self.kept.iter().zip(&self.lower).zip(&self.directions) {
            let (pivot, known) = (l[y.len()], dot(&l[..y.len()], &y));
            let next = if pivot > 0.0 { (b[*row] - known) / pivot } else { 0.0 };
            x.iter_mut().zip(q).for_each(|(x, q)| *x += next * q);
            y.push(next);
        }
        x
    }
}

fn find_longest(waiting: &[(usize, Vec<f64>)]) -> Option<usize> {
    let lengths = waiting.iter().map(|(_, left)| norm(left)).enumerate();
    lengths.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(k, _)| k)
}

fn subtract(left: &mut [f64], q: &[f64]) {
    let along = dot(left, q);
    left.iter_mut().zip(q).for_each(|(x, q)| *x -= along * q);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependent_rows_are_left_out_and_the_others_are_solved() {
        let rows = vec![
            vec![1.0, 0.0, 0.0],
            vec![0.6, 0.8, 0.0],
            // Depends on the two before up to 10⁻⁶.
            vec![0.0, 1.0, 1e-6],
            vec![0.0, 0.6, 0.8],
        ];
        let chosen = Selection::choose(&rows[..3], &[0], &[1, 2], 1e-3);
        assert_eq!(chosen.kept, [0, 2], "most is left of the third row");
        assert_eq!(chosen.rest.len(), 1);
        assert!(chosen.rest[0].0 == 1 && chosen.rest[0].1 < 1e-5);

        let all = Selection::choose(&rows, &[0], &[1, 3], 1e-3);
        let b = [1.0, 2.0, 0.0, 3.0];
        let x = all.solve(&b);
        for row in [0, 1, 3] {
            assert!((dot(&rows[row], &x) - b[row]).abs() < 1e-14);
        }
        assert!((all.weakest() - 0.64).abs() < 1e-14);
        assert!(norm(&all.reduce(&[0.3, -2.0, 5.0])) < 1e-14, "nothing is left of any vector");
    }
}
