//! QR of A along an order of elimination of the joints, at a cost that follows the fill of that order: linear for
//! chains and trees.
//!
//! A has a column for each equation and rows for each node. The *front* of a joint gathers all rows in which the joint
//! still occurs: those of nodes where it is the first of their joints, and what earlier fronts left over. Reflections
//! clear the joint's columns; the rows that hold their diagonals are rows of R, the others go on, at most as many as
//! they have columns, to the front of the next joint among them. A column of which next to nothing is left belongs to a
//! dependent equation: it gets no row of R, and its multiplier is zero.

use super::roots::Roots;
use crate::reduced::{Pattern, ReducedSystem};
use crate::singular::{MOST_DEPENDENT, RankReport, is_independent_pivot};
use crate::solver::null_space::{orthonormalize_last, subtract_components};
use std::ops::Range;

/// The factor and its memory.
pub(super) struct Fronts {
    /// In order of elimination.
    fronts: Vec<Front>,
    /// Rows of the model that are columns of the fronts, a front's own first.
    columns: Vec<u32>,
    /// Nodes by the front that takes their rows.
    nodes: Vec<u32>,
    /// Fronts that leave rows to each front.
    children: Vec<u32>,
    /// R by front, as many rows as it has own columns at most; and the own column of each row's diagonal.
    factor: Vec<f64>,
    diagonals: Vec<u32>,
    /// The remainder of each front.
    rest: Vec<f64>,
    /// The front at hand, row by row.
    front: Vec<f64>,
    /// One combination of its rows.
    sum: Vec<f64>,
    /// Row of the model → column of the front at hand.
    place: Vec<u32>,
    /// By row of the model: the square of what of its column is in rows of R already.
    settled: Vec<f64>,
    roots: Roots,
    /// Row by row: an orthonormal basis of the multipliers without effect; filled when asked for.
    null: Vec<f64>,
    report: RankReport,
}

/// The front of one joint.
#[derive(Clone, Debug, Default)]
struct Front {
    /// Its columns in [`Fronts::columns`], of which the first `own` are the joint's.
    columns: Range<usize>,
    own: usize,
    nodes: Range<usize>,
    children: Range<usize>,
    /// Where its rows of R start, how many there are, and where their diagonals are listed.
    factor: usize,
    n_pivots: usize,
    diagonals: usize,
    /// Where its rows left over start, and how many there are.
    rest: usize,
    n_rest: usize,
}

impl Front {
    fn later(&self) -> usize {
        self.columns.len() - self.own
    }
}

impl Fronts {
    pub(super) fn analyze(pattern: &Pattern, order: &[usize]) -> Fronts {
        let order: Vec<usize> = order.iter().copied().filter(|&block| block < pattern.n_blocks()).collect();
        let mut all = Fronts {
            fronts: Vec::with_capacity(order.len()),
            columns: Vec::new(),
            nodes: Vec::new(),
            children: Vec::new(),
            factor: Vec::new(),
            diagonals: Vec::new(),
            rest: Vec::new(),
            front: Vec::new(),
            sum: Vec::new(),
            place: vec![0; pattern.n_rows()],
            settled: vec![0.0; pattern.n_rows()],
            roots: Roots::new(pattern),
            null: Vec::new(),
            report: RankReport { dependent: Vec::with_capacity(pattern.n_rows()), ..RankReport::default() },
        };
        all.list_fronts(pattern, &order);
        all.reserve(pattern);
        all
    }

    /// Which rows and columns meet in each front.
    fn list_fronts(&mut self, pattern: &Pattern, order: &[usize]) {
        let mut position = vec![0; pattern.n_blocks()];
        order.iter().enumerate().for_each(|(k, &block)| position[block] = k);
        let mut nodes_of = vec![Vec::new(); order.len()];
        for node in 0..pattern.n_nodes() {
            let first = pattern.at_node(node).map(|i| position[i.block]).min();
            first.into_iter().for_each(|k| nodes_of[k].push(node as u32));
        }
        let mut children_of: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        let mut later_of: Vec<Vec<usize>> = Vec::with_capacity(order.len());
        for k in 0..order.len() {
            let mut later: Vec<usize> =
                children_of[k].iter().flat_map(|&child| &later_of[child as usize]).copied().collect();
            let at_node = |&node: &u32| pattern.at_node(node as usize).map(|i| position[i.block]);
            later.extend(nodes_of[k].iter().flat_map(at_node));
            later.retain(|&l| l > k);
            later.sort_unstable();
            later.dedup();
            later.first().into_iter().for_each(|&parent| children_of[parent].push(k as u32));
            let (columns, nodes, children) = (self.columns.len(), self.nodes.len(), self.children.len());
            for l in std::iter::once(k).chain(later.iter().copied()) {
                self.columns.extend(pattern.rows(order[l]).map(|row| row as u32));
            }
            self.nodes.extend(&nodes_of[k]);
            self.children.extend(&children_of[k]);
            self.fronts.push(Front {
                columns: columns..self.columns.len(),
                own: pattern.n_rows_of(order[k]),
                nodes: nodes..self.nodes.len(),
                children: children..self.children.len(),
                ..Front::default()
            });
            later_of.push(later);
        }
    }

    /// Memory for all that is computed, so that nothing is allocated later.
    fn reserve(&mut self, pattern: &Pattern) {
        let (mut factor, mut diagonals, mut rest, mut largest, mut widest) = (0, 0, 0, 0, 0);
        for k in 0..self.fronts.len() {
            let front = &self.fronts[k];
            let order = |&node: &u32| pattern.handles(node as usize).len() * pattern.width();
            let of_nodes: usize = self.nodes[front.nodes.clone()].iter().map(order).sum();
            let children = &self.children[front.children.clone()];
            let left: usize = children.iter().map(|&child| self.fronts[child as usize].n_rest).sum();
            let (rows, n, later) = (of_nodes + left, front.columns.len(), front.later());
            let front = &mut self.fronts[k];
            (front.factor, front.diagonals, front.rest) = (factor, diagonals, rest);
            front.n_rest = rows.min(later);
            factor += front.own * n;
            diagonals += front.own;
            rest += front.n_rest * later;
            largest = largest.max(rows * n);
            widest = widest.max(n);
        }
        self.factor = vec![0.0; factor];
        self.diagonals = vec![0; diagonals];
        self.rest = vec![0.0; rest];
        self.front = vec![0.0; largest];
        self.sum = vec![0.0; widest];
    }

    pub(super) fn factor(&mut self, system: &ReducedSystem) {
        self.settled.fill(0.0);
        self.report.dependent.clear();
        self.report.weakest = 1.0;
        for k in 0..self.fronts.len() {
            let n_rows = self.gather(system, k);
            self.clear_columns(system, k, n_rows);
        }
        self.report.dependent.sort_unstable();
        let n_dependent = self.report.dependent.len();
        self.report.rank = self.settled.len() - n_dependent;
        self.report.minimum_norm = n_dependent <= MOST_DEPENDENT;
    }

    /// Writes the rows of a front; returns how many there are.
    fn gather(&mut self, system: &ReducedSystem, k: usize) -> usize {
        let front = &self.fronts[k];
        let (pattern, n) = (&system.pattern, front.columns.len());
        for (c, &row) in self.columns[front.columns.clone()].iter().enumerate() {
            self.place[row as usize] = c as u32;
        }
        let mut n_rows = 0;
        for &child in &self.children[front.children.clone()] {
            let child = &self.fronts[child as usize];
            let columns = &self.columns[child.columns.clone()][child.own..];
            for row in self.rest[child.rest..][..child.n_rest * child.later()].chunks_exact(child.later().max(1)) {
                let target = &mut self.front[n_rows * n..][..n];
                target.fill(0.0);
                columns.iter().zip(row).for_each(|(&c, &x)| target[self.place[c as usize] as usize] = x);
                n_rows += 1;
            }
        }
        for &node in &self.nodes[front.nodes.clone()] {
            let order = self.roots.update(system, node as usize);
            let target = &mut self.front[n_rows * n..][..order * n];
            target.fill(0.0);
            for i in pattern.at_node(node as usize) {
                for (e, row) in pattern.rows(i.block).enumerate() {
                    let column = self.place[row] as usize;
                    self.roots.for_each_entry(system, i, e, |c, entry| target[c * n + column] += entry);
                }
            }
            n_rows += order;
        }
        n_rows
    }

    /// Rows of R for the front's own columns; what is left over is kept for the next front.
    fn clear_columns(&mut self, system: &ReducedSystem, k: usize, n_rows: usize) {
        let front = &mut self.fronts[k];
        let (n, own) = (front.columns.len(), front.own);
        let columns = &self.columns[front.columns.clone()];
        let a = &mut self.front[..n_rows * n];
        let mut pivot = 0;
        for c in 0..own {
            let square = |rows: Range<usize>| rows.map(|r| a[r * n + c] * a[r * n + c]).sum::<f64>();
            let (left, gone, row) = (square(pivot..n_rows), square(0..pivot), columns[c] as usize);
            let share = left / system.measure(row, self.settled[row] + gone + left);
            if is_independent_pivot(share, 1.0) {
                self.report.weakest = self.report.weakest.min(share);
                reflect(a, n, pivot, c, left.sqrt(), &mut self.sum);
                self.diagonals[front.diagonals + pivot] = c as u32;
                pivot += 1;
            } else {
                self.report.dependent.push(row);
            }
        }
        front.n_pivots = pivot;
        self.factor[front.factor..][..pivot * n].copy_from_slice(&a[..pivot * n]);
        for row in a[..pivot * n].chunks_exact(n) {
            columns[own..].iter().zip(&row[own..]).for_each(|(&c, x)| self.settled[c as usize] += x * x);
        }
        let end = shorten(a, n, pivot, own, &mut self.sum);
        front.n_rest = end - pivot;
        let rest = self.rest[front.rest..].chunks_exact_mut((n - own).max(1));
        a[pivot * n..end * n].chunks_exact(n).zip(rest).for_each(|(row, rest)| rest.copy_from_slice(&row[own..]));
    }

    /// λ with RᵀR λ = b; zero for dependent equations.
    pub(super) fn solve_in_place(&mut self, rows: &mut [f64]) {
        for front in &self.fronts {
            let columns = &self.columns[front.columns.clone()];
            for (i, r) in
                self.factor[front.factor..][..front.n_pivots * columns.len()].chunks_exact(columns.len()).enumerate()
            {
                let d = self.diagonals[front.diagonals + i] as usize;
                let y = rows[columns[d] as usize] / r[d];
                columns[d + 1..].iter().zip(&r[d + 1..]).for_each(|(&c, r)| rows[c as usize] -= r * y);
                rows[columns[d] as usize] = y;
            }
        }
        self.report.dependent.iter().for_each(|&row| rows[row] = 0.0);
        self.substitute_backward(rows);
    }

    /// x = R⁻¹ x, dependent equations being given.
    fn substitute_backward(&self, x: &mut [f64]) {
        for front in self.fronts.iter().rev() {
            let columns = &self.columns[front.columns.clone()];
            let n = columns.len();
            for i in (0..front.n_pivots).rev() {
                let (r, d) = (&self.factor[front.factor + i * n..][..n], self.diagonals[front.diagonals + i] as usize);
                let known: f64 = columns[d + 1..].iter().zip(&r[d + 1..]).map(|(&c, r)| r * x[c as usize]).sum();
                x[columns[d] as usize] = (x[columns[d] as usize] - known) / r[d];
            }
        }
    }

    /// Subtracts what has no effect: R z = 0 has a solution for each dependent equation.
    pub(super) fn minimize_norm(&mut self, rows: &mut [f64]) {
        let n = rows.len();
        if self.report.rank == n || !self.report.minimum_norm {
            return;
        }
        let mut null = std::mem::take(&mut self.null);
        null.clear();
        for &row in &self.report.dependent {
            let start = null.len();
            null.resize(start + n, 0.0);
            null[start + row] = 1.0;
            self.substitute_backward(&mut null[start..]);
            orthonormalize_last(&mut null, n);
        }
        subtract_components(&null, rows);
        self.null = null;
    }

    pub(super) fn report(&self) -> &RankReport {
        &self.report
    }
}

/// Reflects the rows from `pivot` on so that of column c, as long as `length` there, only the first entry is left.
fn reflect(a: &mut [f64], n: usize, pivot: usize, c: usize, length: f64, sum: &mut [f64]) {
    let rows = &mut a[pivot * n..];
    let (sum, head) = (&mut sum[..n - c], rows[c]);
    let target = if head > 0.0 { -length } else { length };
    // v = column − target e₁, vᵀv = 2 target (target − head).
    let scale = 1.0 / (target * (target - head));
    rows[c] = head - target;
    sum.fill(0.0);
    for row in rows.chunks_exact(n) {
        let v = row[c];
        sum.iter_mut().zip(&row[c..]).for_each(|(sum, x)| *sum += v * x);
    }
    for row in rows.chunks_exact_mut(n) {
        let factor = scale * row[c];
        row[c + 1..].iter_mut().zip(&sum[1..]).for_each(|(x, sum)| *x -= factor * sum);
        row[c] = 0.0;
    }
    rows[c] = target;
}

/// Reflects the rows from `first` on until there are at most as many as columns from `own` on; returns the end of those
/// that count.
fn shorten(a: &mut [f64], n: usize, first: usize, own: usize, sum: &mut [f64]) -> usize {
    let n_rows = a.len() / n;
    if n_rows - first <= n - own {
        return n_rows;
    }
    let mut pivot = first;
    for c in own..n {
        let square: f64 = (pivot..n_rows).map(|r| a[r * n + c] * a[r * n + c]).sum();
        if square > 0.0 {
            reflect(a, n, pivot, c, square.sqrt(), sum);
            pivot += 1;
        }
    }
    pivot
}
