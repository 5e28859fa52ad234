//! The numbers of one evaluation: G by incidence, M⁻¹ by node.

use super::{Form, Incidence, InverseMass, Pattern, n_axes};

/// Equations of a block at most.
const MOST_ROWS: usize = 6;

/// G and M⁻¹ of one evaluation, on a fixed pattern.
#[derive(Clone, Debug)]
pub struct ReducedSystem {
    /// Who touches whom.
    pub pattern: Pattern,
    /// Blocks of G in order of incidences, each transposed: velocities × equations, row by row, as far as its `Form`
    /// says.
    pub jacobian: Vec<f64>,
    /// M⁻¹ by node.
    pub inverse_mass: InverseMass,
    /// By row: what diagonal entries of E are compared with, their value if all bodies of a node were free. An equation
    /// that the node satisfies by itself leaves round-off of this size there. Empty where nodes are bodies: entries are
    /// compared with themselves.
    pub measure: Vec<f64>,
}

impl ReducedSystem {
    /// A system of zeros on this pattern.
    pub fn new(pattern: Pattern, inverse_mass: InverseMass) -> ReducedSystem {
        let jacobian = vec![0.0; pattern.n_entries()];
        ReducedSystem { pattern, jacobian, inverse_mass, measure: Vec::new() }
    }

    /// The measure for the diagonal entry of a row.
    #[inline]
    pub fn measure(&self, row: usize, entry: f64) -> f64 {
        self.measure.get(row).map_or(entry, |measure| measure.max(entry))
    }

    /// Entry of G: equation k of the block, velocity c of the handle.
    #[inline]
    pub fn g(&self, i: &Incidence, k: usize, c: usize) -> f64 {
        let (n_rows, n_axes) = (self.pattern.n_rows_of(i.block), n_axes(self.pattern.width()));
        match i.form {
            Form::Full => self.jacobian[i.start + c * n_rows + k],
            form if c < n_axes => f64::from(u8::from(k == c)) * form.sign(),
            _ => self.jacobian[i.start + (c - n_axes) * n_rows + k],
        }
    }

    /// Adds G_a Λ G_bᵀ, equations of a by equations of b and row by row: what block b contributes to the equations of
    /// block a through the node that both touch.
    pub fn add_coupling(&self, a: &Incidence, b: &Incidence, out: &mut [f64]) {
        match self.pattern.width() {
            3 => self.add_coupling_of::<3>(a, b, out),
            _ => self.add_coupling_of::<6>(a, b, out),
        }
    }

    fn add_coupling_of<const W: usize>(&self, a: &Incidence, b: &Incidence, out: &mut [f64]) {
        let mut response = [0.0; 36];
        self.inverse_mass.write_pair(&self.pattern, a.node, [a.handle, b.handle], &mut response[..W * W]);
        let (g_a, g_b) = (self.read::<W>(a), self.read::<W>(b));
        // Λ G_bᵀ; most of Λ is zero where nodes are bodies.
        let mut weighed = [[0.0; MOST_ROWS]; W];
        for (weighed, response) in weighed.iter_mut().zip(response.chunks_exact(W)) {
            for (factor, g) in response.iter().zip(&g_b).filter(|(factor, _)| **factor != 0.0) {
                (0..MOST_ROWS).for_each(|l| weighed[l] += factor * g[l]);
            }
        }
        let (rows, columns) = (self.pattern.n_rows_of(a.block), self.pattern.n_rows_of(b.block));
        for k in 0..rows {
            let mut sum = [0.0; MOST_ROWS];
            for (g, weighed) in g_a.iter().zip(&weighed) {
                (0..MOST_ROWS).for_each(|l| sum[l] += g[k] * weighed[l]);
            }
            out[k * columns..][..columns].iter_mut().zip(sum).for_each(|(out, sum)| *out += sum);
        }
    }

    /// A block of G, a row for each velocity, zeros behind its equations.
    fn read<const W: usize>(&self, i: &Incidence) -> [[f64; MOST_ROWS]; W] {
        let (m, known) = (self.pattern.n_rows_of(i.block), W - i.form.n_stored(W));
        let mut g = [[0.0; MOST_ROWS]; W];
        (0..known.min(m)).for_each(|c| g[c][c] = i.form.sign());
        for (c, row) in g[known..].iter_mut().enumerate() {
            row[..m].copy_from_slice(&self.jacobian[i.start + c * m..][..m]);
        }
        g
    }

    /// The rows of G as full rows of unit length (zero rows stay zero), for questions of rank; small systems only.
    pub fn unit_rows(&self) -> Vec<Vec<f64>> {
        self.scaled_rows(1.0)
    }

    /// The same with displacements in units of `size`, so that a mechanism's size makes no difference.
    pub(crate) fn scaled_rows(&self, size: f64) -> Vec<Vec<f64>> {
        let (p, w, lengths) = (&self.pattern, self.pattern.width(), self.row_lengths(size));
        let mut rows = vec![vec![0.0; p.n_handles() * w]; p.n_rows()];
        let unit = |c: usize| if c < n_axes(w) { size } else { 1.0 };
        for block in 0..p.n_blocks() {
            for (k, row) in p.rows(block).enumerate() {
                for i in p.incidences(block) {
                    (0..w).for_each(|c| rows[row][i.handle * w + c] = unit(c) * self.g(i, k, c) / lengths[row]);
                }
            }
        }
        rows
    }

    /// By row of G: its length, displacements being in units of `size`; one for zero rows.
    pub(crate) fn row_lengths(&self, size: f64) -> Vec<f64> {
        let (p, w) = (&self.pattern, self.pattern.width());
        let unit = |c: usize| if c < n_axes(w) { size } else { 1.0 };
        let mut lengths = vec![1.0; p.n_rows()];
        for block in 0..p.n_blocks() {
            for (k, row) in p.rows(block).enumerate() {
                let entries = p.incidences(block).iter().flat_map(|i| (0..w).map(move |c| (i, c)));
                let squares = entries.map(|(i, c)| (unit(c) * self.g(i, k, c)).powi(2));
                let length = squares.sum::<f64>().sqrt();
                if length > 0.0 {
                    lengths[row] = length;
                }
            }
        }
        lengths
    }

    /// E as a full matrix, row by row: for `dense` and for tests.
    pub fn write_full(&self, out: &mut [f64], scratch: &mut FullScratch) {
        let n = self.pattern.n_rows();
        scratch.resize(self);
        out.fill(0.0);
        for node in 0..self.pattern.n_nodes() {
            let order = self.pattern.handles(node).len() * self.pattern.width();
            self.inverse_mass.write_full(&self.pattern, node, &mut scratch.response);
            for a in self.pattern.at_node(node) {
                self.weigh_rows(node, order, a, scratch);
                for b in self.pattern.at_node(node) {
                    self.add_pair(a, b, order, scratch, n, out);
                }
            }
        }
    }

    /// Y = G_a M⁻¹ over all handles of the node.
    fn weigh_rows(&self, node: usize, order: usize, a: &Incidence, scratch: &mut FullScratch) {
        let w = self.pattern.width();
        let first = (a.handle - self.pattern.handles(node).start) * w;
        for r in 0..self.pattern.n_rows_of(a.block) {
            for c in 0..order {
                let column = (0..w).map(|k| self.g(a, r, k) * scratch.response[(first + k) * order + c]);
                scratch.y[r * order + c] = column.sum();
            }
        }
    }

    fn add_pair(&self, a: &Incidence, b: &Incidence, order: usize, s: &FullScratch, n: usize, out: &mut [f64]) {
        let w = self.pattern.width();
        let first = (b.handle - self.pattern.handles(b.node).start) * w;
        for (i, row) in self.pattern.rows(a.block).enumerate() {
            for (j, column) in self.pattern.rows(b.block).enumerate() {
                let y = &s.y[i * order + first..][..w];
                out[row * n + column] += (0..w).map(|k| self.g(b, j, k) * y[k]).sum::<f64>();
            }
        }
    }
}

/// Memory for [`ReducedSystem::write_full`]; grows at the first use only.
#[derive(Clone, Debug, Default)]
pub struct FullScratch {
    response: Vec<f64>,
    y: Vec<f64>,
}

impl FullScratch {
    fn resize(&mut self, system: &ReducedSystem) {
        let p = &system.pattern;
        let order = (0..p.n_nodes()).map(|n| p.handles(n).len() * p.width()).max().unwrap_or(0).max(6);
        let rows = (0..p.n_blocks()).map(|b| p.n_rows_of(b)).max().unwrap_or(0);
        self.response.resize(order * order, 0.0);
        self.y.resize(rows * order, 0.0);
    }
}
