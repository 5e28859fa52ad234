//! The numbers of one evaluation: G by incidence, M⁻¹ by node, and the three products with which everything else is
//! done without forming E.

use super::{InverseMass, Pattern};

/// G and M⁻¹ of one evaluation, on a fixed pattern.
#[derive(Clone, Debug)]
pub struct ReducedSystem {
    /// Who touches whom.
    pub pattern: Pattern,
    /// Blocks of G, each equations × width row by row, in order of incidences.
    pub jacobian: Vec<f64>,
    /// M⁻¹ by node.
    pub inverse_mass: InverseMass,
}

impl ReducedSystem {
    /// A system of zeros on this pattern.
    pub fn new(pattern: Pattern, inverse_mass: InverseMass) -> ReducedSystem {
        let jacobian = vec![0.0; pattern.n_entries()];
        ReducedSystem { pattern, jacobian, inverse_mass }
    }

    /// Gᵀ λ: the load of all multipliers on every handle.
    pub fn gather_loads(&self, multipliers: &[f64], loads: &mut [f64]) {
        loads.fill(0.0);
        match self.pattern.width() {
            3 => self.gather::<3>(multipliers, loads),
            _ => self.gather::<6>(multipliers, loads),
        }
    }

    /// M⁻¹ w: how every handle accelerates under these loads.
    pub fn accelerate(&self, loads: &[f64], accelerations: &mut [f64]) {
        self.inverse_mass.mul(&self.pattern, loads, accelerations);
    }

    /// G a: what every equation sees of the handles' accelerations (or velocities).
    pub fn project(&self, accelerations: &[f64], rows: &mut [f64]) {
        match self.pattern.width() {
            3 => self.project_width::<3>(accelerations, rows),
            _ => self.project_width::<6>(accelerations, rows),
        }
    }

    #[inline]
    fn gather<const W: usize>(&self, multipliers: &[f64], loads: &mut [f64]) {
        let loads = loads.as_chunks_mut::<W>().0;
        self.pattern.visit(|rows, handle, place| {
            let load = &mut loads[handle];
            for (g, l) in self.jacobian[place].as_chunks::<W>().0.iter().zip(&multipliers[rows]) {
                for c in 0..W {
                    load[c] += g[c] * l;
                }
            }
        });
    }

    #[inline]
    fn project_width<const W: usize>(&self, accelerations: &[f64], rows: &mut [f64]) {
        rows.fill(0.0);
        let accelerations = accelerations.as_chunks::<W>().0;
        self.pattern.visit(|range, handle, place| {
            let a = &accelerations[handle];
            for (g, out) in self.jacobian[place].as_chunks::<W>().0.iter().zip(&mut rows[range]) {
                *out += dot(g, a);
            }
        });
    }

    /// The rows of G as full rows of unit length (zero rows stay zero), for questions of rank; small systems only.
    pub fn unit_rows(&self) -> Vec<Vec<f64>> {
        let (p, w) = (&self.pattern, self.pattern.width());
        let mut rows = vec![vec![0.0; p.n_handles() * w]; p.n_rows()];
        for block in 0..p.n_blocks() {
            for (k, row) in p.rows(block).enumerate() {
                for i in p.incidences(block) {
                    rows[row][i.handle * w..(i.handle + 1) * w].copy_from_slice(&self.jacobian[i.start + k * w..][..w]);
                }
                let length = rows[row].iter().map(|x| x * x).sum::<f64>().sqrt();
                if length > 0.0 {
                    rows[row].iter_mut().for_each(|x| *x /= length);
                }
            }
        }
        rows
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
                self.respond(node, order, a, scratch);
                for b in self.pattern.at_node(node) {
                    self.add_pair(a, b, order, scratch, n, out);
                }
            }
        }
    }

    /// Y = G_a M⁻¹ over all handles of the node.
    fn respond(&self, node: usize, order: usize, a: &super::Incidence, scratch: &mut FullScratch) {
        let w = self.pattern.width();
        let first = (a.handle - self.pattern.handles(node).start) * w;
        for r in 0..self.pattern.n_rows_of(a.block) {
            let g = &self.jacobian[a.start + r * w..][..w];
            for c in 0..order {
                let column = (0..w).map(|k| g[k] * scratch.response[(first + k) * order + c]);
                scratch.y[r * order + c] = column.sum();
            }
        }
    }

    fn add_pair(
        &self,
        a: &super::Incidence,
        b: &super::Incidence,
        order: usize,
        s: &FullScratch,
        n: usize,
        out: &mut [f64],
    ) {
        let w = self.pattern.width();
        let first = (b.handle - self.pattern.handles(b.node).start) * w;
        for (i, row) in self.pattern.rows(a.block).enumerate() {
            for (j, column) in self.pattern.rows(b.block).enumerate() {
                let g = &self.jacobian[b.start + j * w..][..w];
                let y = &s.y[i * order + first..][..w];
                out[row * n + column] += g.iter().zip(y).map(|(g, y)| g * y).sum::<f64>();
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

/// Σ a b in two halves, so that neither waits for the other.
#[inline(always)]
fn dot<const W: usize>(a: &[f64; W], b: &[f64; W]) -> f64 {
    let (mut even, mut odd) = (0.0, 0.0);
    for c in (0..W).step_by(2) {
        even += a[c] * b[c];
        if c + 1 < W {
            odd += a[c + 1] * b[c + 1];
        }
    }
    even + odd
}
