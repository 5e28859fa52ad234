//! E = AᵀA of sparse columns, and its factor L D Lᵀ in a given order: what is zero is never there, what is constant is
//! folded.
//!
//! A column of A is an equation, a row a velocity of the mechanism divided by the root of its mass. Without roots the
//! factor takes n divisions; R of the QR of A is D^½ Lᵀ. Forming E squares the condition number: relative errors are
//! those of round-off times cond(A)², where orthogonal transformations of A would have cond(A) in R and cond(A)² in λ.

use super::motion::Inertia;
use crate::model::{Model, Space};
use crate::symbolic::graph::{Graph, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A sparse vector.
pub(super) type Sparse<'g> = BTreeMap<usize, Term<'g>>;

/// M = L Lᵀ of all bodies, known numbers.
pub(super) struct Masses {
    inertias: Vec<Inertia>,
    space: Space,
}

impl Masses {
    /// The masses of the model.
    pub(super) fn of(model: &Model) -> Masses {
        Masses { inertias: model.bodies.iter().map(Inertia::of).collect(), space: model.space }
    }

    /// The inertia of a body.
    pub(super) fn inertia(&self, body: usize) -> &Inertia {
        &self.inertias[body]
    }

    /// Row k of L⁻¹: velocities with their factors.
    pub(super) fn inverse_root(&self, k: usize) -> Vec<(usize, f64)> {
        let (body, c) = (k / 6, k % 6);
        let (linear, angular) = self.inertias[body].inverse_root();
        match (c, self.space) {
            (0..3, _) => vec![(k, linear)],
            // In the plane the others are not there.
            (_, Space::Planar) => vec![(k, 1.0 / self.inertias[body].about_z().sqrt())],
            _ => (0..=c - 3).map(|j| (6 * body + 3 + j, angular[c - 3][j])).filter(|(_, x)| *x != 0.0).collect(),
        }
    }

    /// A column of A = L⁻¹Gᵀ from a gradient, with ṙ in any axes: their mass is the same in all.
    pub(super) fn column<'g>(&self, g: &'g Graph, gradient: &[(usize, Term<'g>)]) -> Sparse<'g> {
        let gradient: Sparse = gradient.iter().copied().collect();
        let mut column = Sparse::new();
        let bodies: BTreeSet<usize> = gradient.keys().map(|k| k / 6).collect();
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
    pub(super) fn mul_inverse_root_transposed<'g>(&self, g: &'g Graph, y: &[Term<'g>]) -> Vec<Term<'g>> {
        let mut x = vec![g.number(0.0); y.len()];
        for (k, y) in y.iter().enumerate().filter(|(_, y)| !y.is_zero()) {
            for (c, factor) in self.inverse_root(k) {
                x[c] += factor * *y;
            }
        }
        x
    }
}

/// a · b; zero where they have nothing in common.
pub(super) fn dot<'g>(g: &'g Graph, a: &Sparse<'g>, b: &Sparse<'g>) -> Term<'g> {
    let common = a.iter().filter_map(|(k, x)| b.get(k).map(|y| *x * *y));
    common.fold(g.number(0.0), |sum, x| sum + x)
}

/// An unknown of the system: the multiplier of an equation, or what the multipliers do to a velocity of a hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// λ of this row.
    Row(usize),
    /// z of this place.
    Hub(usize),
}

/// The upper half of the symmetric system in these unknowns, by their positions.
///
/// A body with many joints couples all of them. With what they do to it as unknowns z = A_s λ of their own, E λ = b is
///
/// ```text
/// A_oᵀA_o λ + A_sᵀ z = b,   A_s λ − z = 0                                                          (1)
/// ```
///
/// in which joints of such a hub s are coupled by its velocities only, the other places o by their products as before.
pub(super) fn assemble<'g>(g: &'g Graph, columns: &[Sparse<'g>], unknowns: &[Unknown]) -> Vec<Sparse<'g>> {
    let hubs: BTreeSet<usize> = list_hubs(unknowns).collect();
    // Who has a place: positions, ascending.
    let mut by_place: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (k, unknown) in unknowns.iter().enumerate() {
        match unknown {
            Unknown::Row(row) => columns[*row].keys().for_each(|place| by_place.entry(*place).or_default().push(k)),
            Unknown::Hub(place) => by_place.entry(*place).or_default().push(k),
        }
    }
    let apart = |row: usize| -> Sparse {
        columns[row].iter().filter(|(p, _)| !hubs.contains(p)).map(|(p, x)| (*p, *x)).collect()
    };
    let others: Vec<Sparse> = (0..columns.len()).map(apart).collect();
    let entry = |a: Unknown, b: Unknown| match (a, b) {
        (Unknown::Row(a), Unknown::Row(b)) => dot(g, &others[a], &others[b]),
        (Unknown::Row(row), Unknown::Hub(place)) | (Unknown::Hub(place), Unknown::Row(row)) => {
            columns[row].get(&place).copied().unwrap_or(g.number(0.0))
        }
        (Unknown::Hub(a), Unknown::Hub(b)) => g.number(if a == b { -1.0 } else { 0.0 }),
    };
    let upper = |(k, unknown): (usize, &Unknown)| {
        let places: Vec<usize> = match unknown {
            Unknown::Row(row) => columns[*row].keys().copied().collect(),
            Unknown::Hub(place) => vec![*place],
        };
        let near: BTreeSet<usize> =
            places.iter().flat_map(|p| by_place[p].iter().copied()).filter(|l| *l >= k).collect();
        let entries = near.into_iter().map(|l| (l, entry(*unknown, unknowns[l])));
        entries.filter(|(_, x)| !x.is_zero()).collect()
    };
    unknowns.iter().enumerate().map(upper).collect()
}

/// Places of hubs among unknowns.
pub(super) fn list_hubs(unknowns: &[Unknown]) -> impl Iterator<Item = usize> {
    unknowns.iter().filter_map(|unknown| match unknown {
        Unknown::Hub(place) => Some(*place),
        Unknown::Row(_) => None,
    })
}

/// L D Lᵀ of a symmetric matrix in its order.
pub(super) struct Factor<'g> {
    /// D.
    pub pivots: Vec<Term<'g>>,
    /// Rows of Lᵀ to the right of the diagonal.
    pub rows: Vec<Vec<(usize, Term<'g>)>>,
    inverses: Vec<Term<'g>>,
}

impl<'g> Factor<'g> {
    /// From the upper half.
    pub(super) fn of(g: &'g Graph, mut left: Vec<Sparse<'g>>) -> Factor<'g> {
        let mut factor = Factor { pivots: vec![], inverses: vec![], rows: vec![] };
        for k in 0..left.len() {
            let mut row = std::mem::take(&mut left[k]);
            let pivot = row.remove(&k).unwrap_or(g.number(0.0));
            let inverse = pivot.inverse();
            let row: Vec<(usize, Term)> = row.into_iter().collect();
            let unit: Vec<(usize, Term)> = row.iter().map(|(l, x)| (*l, *x * inverse)).collect();
            for (i, (l, x)) in unit.iter().enumerate() {
                for (j, y) in &row[i..] {
                    let entry = left[*l].entry(*j).or_insert(g.number(0.0));
                    *entry -= *x * *y;
                }
            }
            factor.pivots.push(pivot);
            factor.inverses.push(inverse);
            factor.rows.push(unit);
        }
        factor
    }

    /// The solution for a right-hand side, both in the order of the matrix.
    pub(super) fn solve(&self, b: &[Term<'g>]) -> Vec<Term<'g>> {
        let mut x = b.to_vec();
        for k in 0..x.len() {
            for (l, entry) in &self.rows[k] {
                x[*l] = x[*l] - *entry * x[k];
            }
        }
        for k in (0..x.len()).rev() {
            let scaled = x[k] * self.inverses[k];
            x[k] = self.rows[k].iter().fold(scaled, |sum, (l, entry)| sum - *entry * x[*l]);
        }
        x
    }
}
