//! R of the QR of sparse A by Givens rotations on expressions. Rows are merged two at a time, in one of several orders,
//! so that on chains the work stays linear; what is known of them is done beforehand.
//!
//! A row is √w times its entries. Where the leading entry of one of two rows is known, and not zero, that row is
//! divided by it, and the other row (v; x, y…) is rotated into it, (w; 1, u…), without a square root \[Gentleman
//! 1973\]:
//!
//! ```text
//! w′ = w + v x²,   y′ = y − x u,   u′ = u + (v x/w′) y′,   v′ = v w/w′                                  (1)
//! ```
//!
//! Elsewhere, since any of them may be zero at some position, by a reflection of several rows, or by c = x/r, s = y/r
//! and r = √(x² + y²); by nothing where r is zero. All of these are orthogonal, so R is as accurate as A lets it be,
//! and what is left of dependent columns is zero to round-off, not to its root.

use super::factor::Sparse;
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::vectors::dot;
use std::collections::{BTreeMap, BTreeSet};

/// A row of R, or one left over: entries by column position.
pub(super) type Row<'g> = Sparse<'g>;

/// A row under way: √weight times its entries.
#[derive(Clone, Debug)]
struct Weighted<'g> {
    weight: Term<'g>,
    entries: Row<'g>,
}

/// Which rows are merged first. Neither is always better.
#[derive(Clone, Copy, Debug)]
pub(super) enum Merging {
    /// Those that take fewest operations.
    Cheapest,
    /// Those that leave the shortest rows.
    Shortest,
    /// Into rows whose leading entry is known, those that leave the shortest rows.
    Known,
    /// All rows whose leading entry is not known at once, by a reflection.
    Reflected,
}

/// R of some columns, and what is left of the rows in columns after them.
#[derive(Debug)]
pub(super) struct Triangle<'g> {
    /// By column: its row, diagonal first. Columns after the triangularized ones may have entries.
    pub rows: Vec<Row<'g>>,
    /// Rows without a diagonal: R₂₂ of \[Vlasenko and Kasper, eq. (16)\], before its own QR.
    pub rest: Vec<Row<'g>>,
}

impl<'g> Triangle<'g> {
    /// The triangular factor of columns in their order; the first `n` become triangular.
    pub(super) fn of(g: &'g Graph, columns: &[&Sparse<'g>], n: usize, merging: Merging) -> Triangle<'g> {
        let mut by_place: BTreeMap<usize, Row> = BTreeMap::new();
        for (k, column) in columns.iter().enumerate() {
            for (place, entry) in *column {
                by_place.entry(*place).or_default().insert(k, *entry);
            }
        }
        // Rows that start with each column.
        let mut waiting: Vec<Vec<Weighted>> = vec![Vec::new(); n];
        let mut triangle = Triangle { rows: Vec::with_capacity(n), rest: Vec::new() };
        for entries in by_place.into_values() {
            put(Weighted { weight: g.number(1.0), entries }, &mut waiting, &mut triangle.rest);
        }
        for k in 0..n {
            let mut active = std::mem::take(&mut waiting[k]);
            if let Merging::Reflected = merging {
                let (mut open, known): (Vec<_>, Vec<_>) = active.into_iter().partition(|row| !has_known(row));
                active = known;
                if open.len() > 2 {
                    let mut reflected = reflect(g, open.into_iter().map(scaled).collect(), k).into_iter();
                    open = reflected.next().into_iter().collect();
                    reflected.for_each(|row| put(row, &mut waiting, &mut triangle.rest));
                }
                active.extend(open);
            }
            while active.len() > 1 {
                let (i, j) = find_next(&active, merging);
                let (b, a) = (active.swap_remove(j.max(i)), active.swap_remove(j.min(i)));
                let (merged, left) = merge(g, a, b, k);
                active.push(merged);
                put(left, &mut waiting, &mut triangle.rest);
            }
            let row = active.pop().map(scaled);
            triangle.rows.push(row.unwrap_or_else(|| Row::from([(k, g.number(0.0))])));
        }
        triangle
    }
}

/// To the rows that start with the same column.
fn put<'g>(row: Weighted<'g>, waiting: &mut [Vec<Weighted<'g>>], rest: &mut Vec<Row<'g>>) {
    match row.entries.keys().next() {
        Some(&first) if first < waiting.len() => waiting[first].push(row),
        Some(_) => rest.push(scaled(row)),
        None => {}
    }
}

/// The row itself.
fn scaled(row: Weighted) -> Row {
    let root = row.weight.sqrt();
    row.entries.into_iter().map(|(k, x)| (k, root * x)).collect()
}

/// The two rows that are merged next.
fn find_next(rows: &[Weighted], merging: Merging) -> (usize, usize) {
    let pairs = (0..rows.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    let next = pairs.min_by_key(|&(i, j)| {
        let (flops, length) = estimate(&rows[i].entries, &rows[j].entries);
        match merging {
            Merging::Cheapest => (0, flops, length),
            Merging::Shortest => (0, length, flops),
            Merging::Known | Merging::Reflected => {
                (usize::from(!has_known(&rows[i]) && !has_known(&rows[j])), length, flops)
            }
        }
    });
    next.unwrap_or_else(|| unreachable!("a pair is asked for where there are two rows"))
}

fn is_known(row: &Row) -> bool {
    row.values().all(|x| x.as_number().is_some())
}

fn has_known(row: &Weighted) -> bool {
    row.entries.values().next().is_some_and(|x| x.as_number().is_some_and(|x| x != 0.0))
}

/// Operations of a rotation, about, and entries of the rows that come out.
fn estimate(a: &Row, b: &Row) -> (usize, usize) {
    if is_known(a) && is_known(b) {
        return (0, 0);
    }
    let common = a.keys().filter(|k| b.contains_key(k)).count();
    let single = a.len() + b.len() - 2 * common;
    (4 * common + 2 * single, common + single)
}

/// Rotates two rows that start with column k: the first then has all of it, the second nothing.
fn merge<'g>(g: &'g Graph, a: Weighted<'g>, b: Weighted<'g>, k: usize) -> (Weighted<'g>, Weighted<'g>) {
    // When two leading entries are known, eliminating with a row of which all is known costs nothing.
    let price = |row: &Weighted| match row.entries.get(&k).and_then(|x| x.as_number()) {
        Some(x) if x != 0.0 && is_known(&row.entries) => 0,
        Some(1.0) => 1,
        Some(x) if x != 0.0 => 1 + row.entries.len(),
        _ => usize::MAX,
    };
    match (price(&a), price(&b)) {
        (usize::MAX, usize::MAX) => rotate(g, scaled(a), scaled(b), k),
        (of_a, of_b) if of_a <= of_b => rotate_into(g, lead(a, k), b, k),
        _ => rotate_into(g, lead(b, k), a, k),
    }
}

/// Divides a row by its leading entry, a number that is not zero.
fn lead<'g>(row: Weighted<'g>, k: usize) -> Weighted<'g> {
    let Some(x) = row.entries.get(&k).and_then(|x| x.as_number()).filter(|x| *x != 1.0) else { return row };
    let entries = row.entries.iter().map(|(l, y)| (*l, if *l == k { y.number(1.0) } else { *y * (1.0 / x) })).collect();
    Weighted { weight: row.weight * (x * x), entries }
}

fn columns_of(a: &Row, b: &Row, k: usize) -> BTreeSet<usize> {
    a.keys().chain(b.keys()).copied().filter(|l| *l != k).collect()
}

fn insert<'g>(row: &mut Row<'g>, l: usize, value: Term<'g>) {
    if !value.is_zero() {
        row.insert(l, value);
    }
}

/// Reflects rows such that only the first has something in column k \[Householder\]: with v = x + (±r, 0, …), the sign
/// being that of its first entry, y − v (2 v·y/v·v), in which v is divided by its first entry.
fn reflect<'g>(g: &'g Graph, mut rows: Vec<Row<'g>>, k: usize) -> Vec<Weighted<'g>> {
    let (zero, one) = (g.number(0.0), g.number(1.0));
    // Rows that reach least far come first, whose entries are fewest then.
    rows.sort_by_key(|row| row.len());
    let entry = |row: &Row<'g>, l: usize| row.get(&l).copied().unwrap_or(zero);
    let x: Vec<Term> = rows.iter().map(|row| entry(row, k)).collect();
    let r = dot(&x, &x).sqrt();
    let alpha = x[0].below(zero, -r, r);
    let first = x[0] + alpha;
    let (inverse, tau) = (zero.below(r, one / first, zero), zero.below(r, first / alpha, zero));
    let v: Vec<Term> = x[1..].iter().map(|x| *x * inverse).collect();
    let mut reflected: Vec<Row> = vec![Row::new(); rows.len()];
    reflected[0].insert(k, -alpha);
    for l in rows.iter().flat_map(|row| row.keys().copied()).filter(|l| *l != k).collect::<BTreeSet<_>>() {
        let y: Vec<Term> = rows.iter().map(|row| entry(row, l)).collect();
        let t = tau * (y[0] + dot(&v, &y[1..]));
        insert(&mut reflected[0], l, y[0] - t);
        for ((row, v), y) in reflected[1..].iter_mut().zip(&v).zip(&y[1..]) {
            insert(row, l, *y - t * *v);
        }
    }
    reflected.into_iter().map(|entries| Weighted { weight: one, entries }).collect()
}

/// By c and s.
fn rotate<'g>(g: &'g Graph, a: Row<'g>, b: Row<'g>, k: usize) -> (Weighted<'g>, Weighted<'g>) {
    let (zero, one) = (g.number(0.0), g.number(1.0));
    let entry = |row: &Row<'g>, l: usize| row.get(&l).copied().unwrap_or(zero);
    let (x, y) = (entry(&a, k), entry(&b, k));
    let r = (x * x + y * y).sqrt();
    let (c, s) = (zero.below(r, x / r, one), zero.below(r, y / r, zero));
    let (mut merged, mut left) = (Row::from([(k, r)]), Row::new());
    for l in columns_of(&a, &b, k) {
        let (x, y) = (entry(&a, l), entry(&b, l));
        insert(&mut merged, l, c * x + s * y);
        insert(&mut left, l, c * y - s * x);
    }
    (Weighted { weight: one, entries: merged }, Weighted { weight: one, entries: left })
}

/// By (1), into a row whose leading entry is one.
fn rotate_into<'g>(g: &'g Graph, into: Weighted<'g>, from: Weighted<'g>, k: usize) -> (Weighted<'g>, Weighted<'g>) {
    let zero = g.number(0.0);
    let entry = |row: &Weighted<'g>, l: usize| row.entries.get(&l).copied().unwrap_or(zero);
    let (x, w, v) = (entry(&from, k), into.weight, from.weight);
    let vx = v * x;
    let sum = w + vx * x;
    let (c, s) = (w / sum, vx / sum);
    let (mut merged, mut left) = (Row::from([(k, g.number(1.0))]), Row::new());
    for l in columns_of(&into.entries, &from.entries, k) {
        let (u, y) = (entry(&into, l), entry(&from, l));
        let rest = y - x * u;
        // Where the second row has nothing, u′ = u − (v x/w′) x u = (w/w′) u.
        insert(&mut merged, l, if y.is_zero() { c * u } else { u + s * rest });
        insert(&mut left, l, rest);
    }
    (Weighted { weight: sum, entries: merged }, Weighted { weight: v * c, entries: left })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RᵀR = AᵀA, with dependent columns last: what is left over is zero.
    #[test]
    fn the_product_is_that_of_the_columns() {
        let g = Graph::new();
        let numbers = [0.3, -1.2, 0.8, 2.0, 0.4, -0.7];
        let x: Vec<Term> = (0..6).map(|k| g.input(k)).collect();
        let a = Sparse::from([(0, x[0]), (1, x[1]), (2, g.number(0.5))]);
        let b = Sparse::from([(1, x[2]), (2, x[3]), (4, g.number(-1.0))]);
        let c: Sparse = [0, 1, 2, 4]
            .map(|p| (p, [&a, &b].iter().filter_map(|v| v.get(&p)).fold(g.number(0.0), |sum, v| sum + *v)))
            .into();
        let columns = [&a, &b, &c];
        for merging in [Merging::Cheapest, Merging::Shortest, Merging::Known, Merging::Reflected] {
            check(&g, &columns, &numbers, merging);
        }
    }

    fn check<'g>(g: &'g Graph, columns: &[&Sparse<'g>], numbers: &[f64], merging: Merging) {
        let Triangle { rows, rest } = Triangle::of(g, columns, 2, merging);
        let terms: Vec<Term> = rows.iter().chain(&rest).flat_map(|row| row.values().copied()).collect();
        let mut values = g.evaluate(numbers, &terms).unwrap().into_iter();
        let mut full = vec![[0.0; 3]; rows.len() + rest.len()];
        for (row, full) in rows.iter().chain(&rest).zip(&mut full) {
            row.keys().for_each(|l| full[*l] = values.next().unwrap());
        }
        let of_columns: Vec<Term> =
            (0..9).map(|k| super::super::factor::dot(g, columns[k / 3], columns[k % 3])).collect();
        for (k, expected) in g.evaluate(numbers, &of_columns).unwrap().into_iter().enumerate() {
            let found: f64 = full.iter().map(|row| row[k / 3] * row[k % 3]).sum();
            assert!((found - expected).abs() < 1e-14, "{k}: {found} {expected}");
        }
        assert!(full[2..].iter().all(|row| row.iter().all(|x| x.abs() < 1e-15)), "{full:?}");
    }
}
