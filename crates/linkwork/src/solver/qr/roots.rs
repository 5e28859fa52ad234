//! M⁻¹ = C Cᵀ by node, and so the entries of A = CᵀGᵀ, which has the same AᵀA as L⁻¹Gᵀ with M = LLᵀ.

use crate::reduced::{Incidence, InverseMass, Pattern, ReducedSystem};
use crate::singular::is_without_freedom;

/// C of one node at a time, with its memory.
pub(super) struct Roots {
    /// M⁻¹ of the node, then C, row by row.
    c: Vec<f64>,
    order: usize,
    /// Memory for the root of M⁻¹ of a tree.
    rest: Vec<f64>,
}

impl Roots {
    pub(super) fn new(pattern: &Pattern) -> Roots {
        let widest = (0..pattern.n_nodes()).map(|k| pattern.handles(k).len()).max().unwrap_or(1) * pattern.width();
        Roots { c: vec![0.0; widest * widest], order: 0, rest: vec![0.0; widest * (widest + 1)] }
    }

    /// C of a node; returns its order, the rows of A that the node has.
    pub(super) fn update(&mut self, system: &ReducedSystem, node: usize) -> usize {
        let pattern = &system.pattern;
        self.order = pattern.handles(node).len() * pattern.width();
        system.inverse_mass.write_full(pattern, node, &mut self.c);
        match system.inverse_mass {
            InverseMass::Handles(..) => factor_semidefinite(&mut self.c, self.order, &mut self.rest),
            _ => factor_definite(&mut self.c, self.order),
        }
        self.order
    }

    /// Tells what equation k of a block at the node has in each row c of A.
    pub(super) fn for_each_entry(
        &self,
        system: &ReducedSystem,
        i: &Incidence,
        k: usize,
        mut take: impl FnMut(usize, f64),
    ) {
        let w = system.pattern.width();
        let inside = (i.handle - system.pattern.handles(i.node).start) * w;
        let c_rows = &self.c[inside * self.order..][..w * self.order];
        // Read once: an entry of G is looked up by the form of its block.
        let mut g = [0.0; 6];
        g.iter_mut().take(w).enumerate().for_each(|(p, g)| *g = system.g(i, k, p));
        for c in 0..self.order {
            take(c, g.iter().zip(c_rows[c..].iter().step_by(self.order)).map(|(g, root)| root * g).sum());
        }
    }
}

/// Cholesky factor C of a symmetric positive definite matrix, in place, row by row; zero above the diagonal.
fn factor_definite(a: &mut [f64], n: usize) {
    for j in 0..n {
        let d = a[j * n + j] - (0..j).map(|k| a[j * n + k] * a[j * n + k]).sum::<f64>();
        let root = if d > 0.0 { d.sqrt() } else { 0.0 };
        for i in j + 1..n {
            let sum = a[i * n + j] - (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum::<f64>();
            a[i * n + j] = if root > 0.0 { sum / root } else { 0.0 };
            a[j * n + i] = 0.0;
        }
        a[j * n + j] = root;
    }
}

/// Some C with C Cᵀ = A for a positive semi-definite matrix, in place: handles of a tree have fewer freedoms than
/// components. Column by column, always by the row of which most is left, so that nothing is divided by round-off.
fn factor_semidefinite(a: &mut [f64], n: usize, memory: &mut [f64]) {
    let (rest, first) = memory.split_at_mut(n * n);
    rest.copy_from_slice(&a[..n * n]);
    first.iter_mut().zip(rest.iter().step_by(n + 1)).for_each(|(first, entry)| *first = *entry);
    a[..n * n].fill(0.0);
    for k in 0..n {
        let left = |i: usize| if first[i] > 0.0 { rest[i * n + i] / first[i] } else { 0.0 };
        let Some(p) = (0..n).max_by(|&i, &j| left(i).total_cmp(&left(j))) else { return };
        if is_without_freedom(left(p)) {
            return;
        }
        let root = rest[p * n + p].sqrt();
        for i in 0..n {
            a[i * n + k] = rest[i * n + p] / root;
        }
        for i in 0..n {
            for j in 0..n {
                rest[i * n + j] -= a[i * n + k] * a[j * n + k];
            }
        }
    }
}
