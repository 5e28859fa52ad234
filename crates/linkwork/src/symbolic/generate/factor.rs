//! E = AᵀA of sparse columns, and its factor L D Lᵀ in a given order: what is zero is never there, what is constant is folded.
//!
//! A column of A is an equation, a row a velocity of the mechanism divided by the root of its mass. Without roots the factor takes n divisions; R of the QR
//! of A is D^½ Lᵀ. Forming E squares the condition number: relative errors are those of round-off times cond(A)², where orthogonal
//! transformations of A would have cond(A) in R and cond(A)² in λ.

use super::measure::Measure;
use super::motion::Inertia;
use crate::model::{Model, Space};
use crate::symbolic::graph::{Graph, Term};
use std::collections::BTreeMap;

/// A sparse vector.
pub type Sparse<'g> = BTreeMap<usize, Term<'g>>;

/// M = L Lᵀ of all bodies, known numbers.
pub struct Masses {
    inertias: Vec<Inertia>,
    space: Space,
}

impl Masses {
    /// Of the model.
    pub fn of(model: &Model) -> Masses {
        Masses { inertias: model.bodies.iter().map(Inertia::of).collect(), space: model.space }
    }

    /// Of a body.
    pub fn inertia(&self, body: usize) -> &Inertia {
        &self.inertias[body]
    }

    /// Row k of L⁻¹: velocities with their factors.
    pub fn inverse_root(&self, k: usize) -> Vec<(usize, f64)> {
        let (body, c) = (k / 6, k % 6);
        let (linear, angular) = self.inertias[body].inverse_root();
        match (c, self.space) {
            (0..3, _) => vec![(k, linear)],
            // In the plane the others are not there.
            (_, Space::Planar) => vec![(k, 1.0 / self.inertias[body].about_z().sqrt())],
            _ => (0..=c - 3).map(|j| (6 * body + 3 + j, angular[c - 3][j])).filter(|(_, x)| *x != 0.0).collect(),
        }
    }

    /// A column of A = L⁻¹Gᵀ.
    pub fn column<'g>(&self, g: &'g Graph, measure: &Measure<'g>) -> Sparse<'g> {
        let gradient: Sparse = measure.gradient.iter().copied().collect();
        let mut column = Sparse::new();
        let bodies: std::collections::BTreeSet<usize> = gradient.keys().map(|k| k / 6).collect();
        for k in bodies.into_iter().flat_map(|body| 6 * body..6 * body + 6) {
            let zero = g.number(0.0);
            let entry = self.inverse_root(k).iter().fold(zero, |sum, (c, x)| match gradient.get(c) {
                Some(of_gradient) => sum + *x * *of_gradient,
                None => sum,
            });
            if !entry.is_zero() {
                column.insert(k, entry);
            }
        }
        column
    }

    /// L⁻ᵀ y
    pub fn mul_inverse_root_transposed<'g>(&self, g: &'g Graph, y: &[Term<'g>]) -> Vec<Term<'g>> {
        let mut x = vec![g.number(0.0); y.len()];
        for (k, y) in y.iter().enumerate().filter(|(_, y)| !y.is_zero()) {
            for (c, factor) in self.inverse_root(k) {
                x[c] = x[c] + factor * *y;
            }
        }
        x
    }
}

/// a · b; zero where they have nothing in common.
pub fn dot<'g>(g: &'g Graph, a: &Sparse<'g>, b: &Sparse<'g>) -> Term<'g> {
    let common = a.iter().filter_map(|(k, x)| b.get(k).map(|y| *x * *y));
    common.fold(g.number(0.0), |sum, x| sum + x)
}

/// L D Lᵀ of AᵀA for some columns in their order.
pub struct Factor<'g> {
    /// D.
    pub pivots: Vec<Term<'g>>,
    /// D⁻¹.
    pub inverses: Vec<Term<'g>>,
    /// Rows of D Lᵀ to the right of the diagonal, by position in the order.
    pub rows: Vec<Vec<(usize, Term<'g>)>>,
    /// Rows of Lᵀ to the right of the diagonal.
    pub unit_rows: Vec<Vec<(usize, Term<'g>)>>,
}

impl<'g> Factor<'g> {
    /// Of these columns.
    pub fn of(g: &'g Graph, columns: &[&Sparse<'g>]) -> Factor<'g> {
        let n = columns.len();
        let mut by_place: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (k, column) in columns.iter().enumerate() {
            column.keys().for_each(|place| by_place.entry(*place).or_default().push(k));
        }
        let mut left: Vec<Sparse> = Vec::with_capacity(n);
        for (k, column) in columns.iter().enumerate() {
            let near: std::collections::BTreeSet<usize> =
                column.keys().flat_map(|place| by_place[place].iter().copied().filter(|l| *l >= k)).collect();
            let entries = near.into_iter().map(|l| (l, dot(g, column, columns[l]))).filter(|(_, x)| !x.is_zero());
            left.push(entries.collect());
        }
        let mut factor = Factor { pivots: vec![], inverses: vec![], rows: vec![], unit_rows: vec![] };
        for k in 0..n {
            let mut row = std::mem::take(&mut left[k]);
            let pivot = row.remove(&k).unwrap_or(g.number(0.0));
            let inverse = pivot.inverse();
            let row: Vec<(usize, Term)> = row.into_iter().collect();
            let unit: Vec<(usize, Term)> = row.iter().map(|(l, x)| (*l, *x * inverse)).collect();
            for (i, (l, x)) in unit.iter().enumerate() {
                for (j, y) in &row[i..] {
                    let entry = left[*l].entry(*j).or_insert(g.number(0.0));
                    *entry = *entry - *x * *y;
                }
            }
            factor.pivots.push(pivot);
            factor.inverses.push(inverse);
            factor.rows.push(row);
            factor.unit_rows.push(unit);
        }
        factor
    }

    /// E⁻¹ b, in the order of the columns.
    pub fn solve(&self, b: &[Term<'g>]) -> Vec<Term<'g>> {
        let mut x = b.to_vec();
        for k in 0..x.len() {
            for (l, entry) in &self.unit_rows[k] {
                x[*l] = x[*l] - *entry * x[k];
            }
        }
        for k in (0..x.len()).rev() {
            let scaled = x[k] * self.inverses[k];
            x[k] = self.unit_rows[k].iter().fold(scaled, |sum, (l, entry)| sum - *entry * x[*l]);
        }
        x
    }
}
