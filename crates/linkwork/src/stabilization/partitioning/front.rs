//! A front: rows of the constraint Jacobian as a full matrix, in some columns of which pivots are taken.

use super::weights::{rotation_matrix, unit};
use crate::formulation::Coordinates;
use crate::singular::least_independent_length;

/// Rows of the Jacobian, scaled to a largest entry of one: columns of handles in which pivots are looked for, then of
/// others.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    /// Row by row.
    pub rows: Vec<f64>,
    pub n_rows: usize,
    pub stride: usize,
    /// How many columns are searched for pivots.
    pub own: usize,
    /// By row: the largest entry in the other columns; negative once the row has a pivot.
    pub elsewhere: Vec<f64>,
}

impl Front {
    /// Zeros of this size. Returns false where memory is not enough and may not grow.
    pub(super) fn clear(&mut self, n_rows: usize, stride: usize, own: usize, bounded: bool) -> bool {
        if bounded && (n_rows * stride > self.rows.capacity() || n_rows > self.elsewhere.capacity()) {
            return false;
        }
        (self.n_rows, self.stride, self.own) = (n_rows, stride, own);
        self.rows.clear();
        self.rows.resize(n_rows * stride, 0.0);
        true
    }

    /// Turns the columns that start at `place`, of a handle's rotation, into those of coordinates. In space these are
    /// three Euler parameters, in angles (twice their change): Φ_p = 2 ρ E [Negrut, eq. (15)], the largest one
    /// eliminated by pᵀΔp = 0.
    pub(super) fn use_coordinates(&mut self, place: usize, meaning: &Meaning) {
        let Meaning { turn: Some(turn), .. } = meaning else { return };
        for row in self.rows.chunks_exact_mut(self.stride) {
            let row = &mut row[place + 3..place + 6];
            let rho = [row[0], row[1], row[2]];
            (0..3).for_each(|j| row[j] = (0..3).map(|i| rho[i] * turn[j][i]).sum());
        }
    }

    /// Finds for each row the largest entry elsewhere; before the first pivot.
    pub(super) fn measure(&mut self) {
        self.elsewhere.clear();
        let rows = self.rows.chunks_exact(self.stride).take(self.n_rows);
        self.elsewhere.extend(rows.map(|row| largest(&row[self.own..])));
    }

    /// The largest entry in the first `n` columns that is not small against what its row has in later ones: the own
    /// ones from there, and those elsewhere.
    pub(super) fn find_pivot(&self, n: usize, threshold: f64) -> Option<(usize, usize)> {
        let (mut best, mut place) = (least_independent_length(), None);
        for (i, row) in self.rows.chunks_exact(self.stride).enumerate().filter(|(i, _)| self.elsewhere[*i] >= 0.0) {
            let least = threshold * self.elsewhere[i].max(largest(&row[n..self.own]));
            for (c, x) in row[..n].iter().enumerate() {
                if x.abs() > best && x.abs() >= least {
                    (best, place) = (x.abs(), Some((i, c)));
                }
            }
        }
        place
    }

    /// Subtracts the pivot's row from those without a pivot, so that the pivot's column vanishes there.
    pub(super) fn subtract(&mut self, (pivot, column): (usize, usize)) {
        self.elsewhere[pivot] = -1.0;
        let stride = self.stride;
        for i in 0..self.n_rows {
            if self.elsewhere[i] < 0.0 {
                continue;
            }
            let (low, high) = self.rows.split_at_mut(i.max(pivot) * stride);
            let (low, high) = (&mut low[i.min(pivot) * stride..][..stride], &mut high[..stride]);
            let (row, by) = if i < pivot { (low, &*high) } else { (high, &*low) };
            let factor = row[column] / by[column];
            if factor == 0.0 {
                continue;
            }
            row.iter_mut().zip(by).for_each(|(x, y)| *x -= factor * y);
            row[column] = 0.0;
            self.elsewhere[i] = largest(&row[self.own..]);
        }
    }

    /// Whether the row has no pivot, and entries elsewhere.
    pub(super) fn remains(&self, row: usize) -> bool {
        self.elsewhere[row] > least_independent_length()
    }
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| x.abs().max(m))
}

/// The meaning of a handle's columns at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meaning {
    /// The coordinate of each column.
    pub columns: [u8; 6],
    /// The bit of the Euler parameter that follows from the others by pᵀp = 1.
    pub normalized: u8,
    /// By column of an Euler parameter: what it takes of the columns of the rotation.
    turn: Option<[[f64; 3]; 3]>,
}

impl Meaning {
    /// For a handle at these values.
    pub(super) fn of(coordinates: Coordinates, handle: usize, values: &[f64]) -> Meaning {
        match coordinates {
            Coordinates::Planar => Meaning { columns: [0, 1, 2, 0, 0, 0], normalized: 0, turn: None },
            Coordinates::Spatial => Meaning::of_euler_parameters(&unit(&values.as_chunks::<7>().0[handle])),
        }
    }

    fn of_euler_parameters(p: &[f64; 4]) -> Meaning {
        let mut largest = 0;
        (1..4).for_each(|k| largest = if p[k].abs() > p[largest].abs() { k } else { largest });
        let E = rotation_matrix(p);
        let (mut columns, mut turn) = ([0, 1, 2, 0, 0, 0], [[0.0; 3]; 3]);
        for (j, k) in (0..4).filter(|&k| k != largest).enumerate() {
            columns[3 + j] = 3 + k as u8;
            turn[j] = std::array::from_fn(|i| E[i][k] - E[i][largest] * p[k] / p[largest]);
        }
        Meaning { columns, normalized: 1 << (3 + largest), turn: Some(turn) }
    }
}
