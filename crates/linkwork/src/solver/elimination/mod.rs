//! `elimination`: block LDLᵀ of E along a given order of joints [Negrut, section 4].
//!
//! Eliminating joint k isolates its multipliers and subtracts their effect from the joints still coupled to it. The
//! work is known beforehand: [`Layout`] lists once, in elimination order, where every block lies and which blocks
//! each elimination updates; the numeric pass is a walk over flat arrays with kernels of fixed size 1 … 6.
//!
//! Cost: O(joints) along a tree in leaf-to-root order; with loops, what the fill of the order asks. Dependent equations
//! (redundant constraints) show as vanishing diagonal entries; they get the multiplier zero and are reported. For
//! reactions of least norm, what has no effect on the motion is subtracted afterwards.

mod kernels;
mod layout;

pub use layout::Layout;

use super::{RankReport, Solver};
use crate::reduced::{InverseMass, Pattern, ReducedSystem};
use crate::topology::FilledPattern;
use kernels::{by_size, by_sizes};
use layout::Pair;

/// Up to this many dependent equations reactions of least norm are found: the work grows with the square of the number.
pub const MOST_DEPENDENT: usize = 64;

/// The factor and its memory.
#[derive(Clone, Debug)]
pub struct Elimination {
    layout: Layout,
    /// Diagonal and upper off-diagonal blocks, in elimination order: first E, then the factor.
    blocks: Vec<f64>,
    /// By row in elimination order: the diagonal of E before elimination, then 1/D (zero for a dependent row).
    pivots: Vec<f64>,
    /// One block column of L⁻¹E, before division by D.
    column: Vec<f64>,
    /// Right-hand side in elimination order.
    x: Vec<f64>,
    /// Y = G M⁻¹ of the incidences at one node.
    y: Vec<f64>,
    /// Row by row: an orthonormal basis of the multipliers without effect; filled when asked for.
    null: Vec<f64>,
    report: RankReport,
}

impl Elimination {
    /// Symbolic work, once per pattern and order.
    pub fn analyze(pattern: &Pattern, filled: &FilledPattern) -> Elimination {
        let layout = Layout::new(pattern, filled);
        Elimination {
            blocks: vec![0.0; layout.n_entries],
            pivots: vec![0.0; pattern.n_rows()],
            column: vec![0.0; layout.largest_column],
            x: vec![0.0; pattern.n_rows()],
            y: vec![0.0; layout.largest_node],
            null: Vec::new(),
            report: RankReport { dependent: Vec::with_capacity(pattern.n_rows()), ..RankReport::default() },
            layout,
        }
    }

    /// E, block by block, at its place in elimination order.
    fn assemble(&mut self, system: &ReducedSystem) {
        self.blocks.fill(0.0);
        match &system.inverse_mass {
            InverseMass::Spatial(bodies) => {
                self.assemble_bodies::<6>(system, |node, row| kernels::weigh_spatial(&bodies[node], row))
            }
            InverseMass::Planar(bodies) => {
                self.assemble_bodies::<3>(system, |node, row| kernels::weigh_planar(&bodies[node], row))
            }
            InverseMass::Handles(starts, values) => self.assemble_handles(system, starts, values),
        }
    }

    /// Nodes that are bodies: Y = G M⁻¹ once per incidence, then E_kl += Y_k G_lᵀ for each pair at the body.
    fn assemble_bodies<const W: usize>(
        &mut self,
        system: &ReducedSystem,
        weigh: impl Fn(usize, &[f64; W]) -> [f64; W],
    ) {
        let pattern = &system.pattern;
        let mut pairs = self.layout.pairs.iter();
        for node in 0..pattern.n_nodes() {
            let mut used = 0;
            for i in pattern.at_node(node) {
                let n = pattern.n_rows_of(i.block) * W;
                let g = system.jacobian[i.start..i.start + n].as_chunks::<W>().0;
                let y = self.y[used..used + n].as_chunks_mut::<W>().0;
                for (y, g) in y.iter_mut().zip(g) {
                    *y = weigh(node, g);
                }
                used += n;
            }
            for pair in pairs.by_ref().take(self.layout.pairs_at_node[node]) {
                let (m, l) = (pair.rows as usize, pair.columns as usize);
                let y = self.y[pair.y..pair.y + m * W].as_chunks::<W>().0;
                let g = system.jacobian[pair.g..pair.g + l * W].as_chunks::<W>().0;
                let out = &mut self.blocks[pair.target..pair.target + m * l];
                by_sizes!(m, l, kernels::add_product::<W>(y, g, out));
            }
        }
    }

    /// Nodes that are subsystems: the response between two handles is a block of the node's matrix.
    fn assemble_handles(&mut self, system: &ReducedSystem, starts: &[usize], values: &[f64]) {
        let (pattern, w) = (&system.pattern, system.pattern.width());
        let mut pairs = self.layout.pairs.iter();
        for node in 0..pattern.n_nodes() {
            let order = pattern.handles(node).len() * w;
            let response = &values[starts[node]..starts[node] + order * order];
            for pair in pairs.by_ref().take(self.layout.pairs_at_node[node]) {
                add_response(pair, w, order, response, &system.jacobian, &mut self.blocks);
            }
        }
    }

    /// Block LDLᵀ, right-looking, in place.
    fn eliminate(&mut self) {
        let Layout { columns, neighbours, updates, .. } = &self.layout;
        self.report.dependent.clear();
        for (k, column) in columns.iter().enumerate() {
            let m = column.rows as usize;
            let (head, tail) = self.blocks.split_at_mut(column.off_diagonal);
            let diagonal = &mut head[column.diagonal..column.diagonal + m * m];
            let pivots = &mut self.pivots[column.first_row..column.first_row + m];
            let dependent = by_size!(m, kernels::factor_diagonal(diagonal, pivots));
            if dependent != 0 {
                self.report
                    .dependent
                    .extend((0..m).filter(|i| dependent >> i & 1 == 1).map(|i| column.original_row + i));
            }
            let mine = &neighbours[column.neighbours.clone()];
            for n in mine {
                let l = n.rows as usize;
                let upper = &mut tail[n.offset..n.offset + m * l];
                let unscaled = &mut self.column[n.offset..n.offset + m * l];
                by_sizes!(m, l, kernels::solve_block(diagonal, pivots, upper, unscaled));
            }
            let mut targets = updates[column.updates.clone()].iter();
            for (a, first) in mine.iter().enumerate() {
                for second in &mine[a..] {
                    // E_ab −= (L_ak D) L_bkᵀ; the target lies in the column of the earlier neighbour.
                    let (la, lb) = (first.rows as usize, second.rows as usize);
                    let Some(&target) = targets.next() else {
                        unreachable!("one target per pair, by construction of the layout")
                    };
                    let base = column.off_diagonal;
                    let unscaled = &self.column[first.offset..first.offset + m * la];
                    let (source, out) = tail.split_at_mut(target - base);
                    let scaled = &source[second.offset..second.offset + m * lb];
                    by_sizes!(la, lb, kernels::subtract_product(m, unscaled, scaled, &mut out[..la * lb]));
                }
            }
            debug_assert!(targets.next().is_none(), "column {k}");
        }
        self.report.dependent.sort_unstable();
        self.report.rank = self.pivots.len() - self.report.dependent.len();
        self.report.minimum_norm = self.report.dependent.len() <= MOST_DEPENDENT;
    }

    /// x = L⁻ᵀ x: x_k = L_kk⁻ᵀ (x_k − Σ L_lkᵀ x_l), last joint first.
    fn substitute_backward(&mut self) {
        let Layout { columns, neighbours, .. } = &self.layout;
        let x = &mut self.x;
        for column in columns.iter().rev() {
            let m = column.rows as usize;
            let (head, tail) = x.split_at_mut(column.first_row + m);
            let mine = &mut head[column.first_row..];
            for n in &neighbours[column.neighbours.clone()] {
                let l = n.rows as usize;
                let block = &self.blocks[column.off_diagonal + n.offset..][..m * l];
                let theirs = &tail[n.first_row - column.first_row - m..][..l];
                by_sizes!(m, l, kernels::subtract_plain(block, theirs, mine));
            }
            let diagonal = &self.blocks[column.diagonal..column.diagonal + m * m];
            by_size!(m, kernels::backward(diagonal, mine));
        }
    }

    /// An orthonormal basis of the multipliers without effect: L⁻ᵀ e for the unit vector e of each dependent row.
    fn update_null_space(&mut self) {
        let n = self.x.len();
        let dependent = std::mem::take(&mut self.report.dependent);
        self.null.clear();
        for (k, &row) in dependent.iter().enumerate() {
            self.x.fill(0.0);
            let column =
                self.layout.columns.iter().find(|c| (c.original_row..c.original_row + c.rows as usize).contains(&row));
            let Some(column) = column else { unreachable!("dependent rows come from columns") };
            self.x[column.first_row + row - column.original_row] = 1.0;
            self.substitute_backward();
            self.null.resize((k + 1) * n, 0.0);
            let (before, z) = self.null.split_at_mut(k * n);
            for c in &self.layout.columns {
                let m = c.rows as usize;
                z[c.original_row..c.original_row + m].copy_from_slice(&self.x[c.first_row..c.first_row + m]);
            }
            // Twice is enough [Parlett]: one pass of Gram–Schmidt leaves what cancellation spoilt.
            for _ in 0..2 {
                for other in before.chunks_exact(n) {
                    let along = dot(z, other);
                    z.iter_mut().zip(other).for_each(|(z, o)| *z -= along * o);
                }
            }
            let length = dot(z, z).sqrt();
            z.iter_mut().for_each(|z| *z /= length);
        }
        self.report.dependent = dependent;
    }
}

/// G_a R_ab G_bᵀ between two handles of one subsystem, added at its place; both ways round when the pair lies in one block.
fn add_response(pair: &Pair, w: usize, order: usize, response: &[f64], jacobian: &[f64], blocks: &mut [f64]) {
    let (m, l) = (pair.rows as usize, pair.columns as usize);
    let (ga, gb) = (&jacobian[pair.y_source..], &jacobian[pair.g..]);
    for i in 0..m {
        for j in 0..l {
            let mut sum = 0.0;
            for p in 0..w {
                for q in 0..w {
                    let r = response[(pair.handles[0] * w + p) * order + pair.handles[1] * w + q];
                    sum += ga[i * w + p] * r * gb[j * w + q];
                }
            }
            blocks[pair.target + i * l + j] += sum;
        }
    }
}

impl Solver for Elimination {
    fn name(&self) -> &'static str {
        "elimination"
    }

    fn factor(&mut self, system: &ReducedSystem) {
        self.assemble(system);
        for column in &self.layout.columns {
            let m = column.rows as usize;
            for i in 0..m {
                self.pivots[column.first_row + i] = self.blocks[column.diagonal + i * (m + 1)];
            }
        }
        self.eliminate();
    }

    fn solve_in_place(&mut self, _system: &ReducedSystem, rows: &mut [f64]) {
        let Layout { columns, neighbours, .. } = &self.layout;
        let x = &mut self.x;
        for column in columns {
            let m = column.rows as usize;
            x[column.first_row..column.first_row + m]
                .copy_from_slice(&rows[column.original_row..column.original_row + m]);
        }

        // Forward: y_k = L_kk⁻¹ x_k, then x_l −= L_lk y_k.
        for column in columns {
            let m = column.rows as usize;
            let diagonal = &self.blocks[column.diagonal..column.diagonal + m * m];
            let (head, tail) = x.split_at_mut(column.first_row + m);
            let mine = &mut head[column.first_row..];
            by_size!(m, kernels::forward(diagonal, mine));
            for n in &neighbours[column.neighbours.clone()] {
                let l = n.rows as usize;
                let block = &self.blocks[column.off_diagonal + n.offset..][..m * l];
                let theirs = &mut tail[n.first_row - column.first_row - m..][..l];
                by_sizes!(m, l, kernels::subtract_transposed(block, mine, theirs));
            }
        }

        // Backward: x = L⁻ᵀ D⁻¹ y.
        x.iter_mut().zip(&self.pivots).for_each(|(x, inverse)| *x *= inverse);
        self.substitute_backward();
        for column in &self.layout.columns {
            let m = column.rows as usize;
            rows[column.original_row..column.original_row + m].copy_from_slice(&self.x[column.first_row..][..m]);
        }
    }

    fn minimize_norm(&mut self, rows: &mut [f64]) {
        let (n, n_null) = (rows.len(), self.report.dependent.len());
        if n_null == 0 || !self.report.minimum_norm {
            return;
        }
        self.update_null_space();
        for k in 0..n_null {
            let z = &self.null[k * n..(k + 1) * n];
            let along = dot(z, rows);
            rows.iter_mut().zip(z).for_each(|(x, z)| *x -= along * z);
        }
    }

    fn rank_report(&self) -> &RankReport {
        &self.report
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
