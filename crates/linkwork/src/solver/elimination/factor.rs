//! The numeric factorization: column by column, E is assembled, eliminated, and its effect subtracted from later columns.

use super::kernels::*;
use super::layout::{Layout, Neighbor, Product, Term};
use crate::reduced::inverse_mass::{mul_planar, mul_planar_weights, mul_spatial, mul_spatial_weights};
use crate::reduced::{InverseMass, ReducedSystem};
use pulp::{Simd, WithSimd};

/// One factorization, to be run with the instructions the machine has.
pub(super) struct Factor<'a> {
    pub layout: &'a Layout,
    pub system: &'a ReducedSystem,
    /// Zeros; then the factor.
    pub blocks: &'a mut [f64],
    /// By row in elimination order: 1/D, zero for a dependent row.
    pub pivots: &'a mut [f64],
    /// By row in elimination order: zeros; then how much round-off the pivot may hold.
    pub errors: &'a mut [f64],
    /// L⁻¹E of one column, before division by D.
    pub scratch: &'a mut [f64],
    /// Gets the dependent rows, in the model's numbering.
    pub dependent: &'a mut Vec<usize>,
}

impl WithSimd for Factor<'_> {
    /// What was found in all diagonal blocks; dependent rows are listed instead.
    type Output = Found;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Found {
        if S::IS_SCALAR { self.run::<false>() } else { self.run::<true>() }
    }
}

impl Factor<'_> {
    #[inline(always)]
    fn run<const FMA: bool>(self) -> Found {
        let jacobian = &self.system.jacobian[..];
        match &self.system.inverse_mass {
            InverseMass::Spatial(bodies) => {
                let weigh = |node: usize, g: &[f64; 6]| mul_spatial(&bodies[node], g);
                self.eliminate::<FMA, _>(&Bodies { jacobian, weigh })
            }
            InverseMass::Planar(bodies) => {
                let weigh = |node: usize, g: &[f64; 3]| mul_planar(&bodies[node], g);
                self.eliminate::<FMA, _>(&Bodies { jacobian, weigh })
            }
            InverseMass::SpatialWeights(bodies) => {
                let weigh = |node: usize, g: &[f64; 6]| mul_spatial_weights(&bodies[node], g);
                self.eliminate::<FMA, _>(&Bodies { jacobian, weigh })
            }
            InverseMass::PlanarWeights(bodies) => {
                let weigh = |node: usize, g: &[f64; 3]| mul_planar_weights(&bodies[node], g);
                self.eliminate::<FMA, _>(&Bodies { jacobian, weigh })
            }
            InverseMass::Handles(starts, values) => {
                let system = self.system;
                self.eliminate::<FMA, _>(&Handles { system, starts, values })
            }
        }
    }

    /// Block LDLᵀ, right-looking.
    #[inline(always)]
    fn eliminate<const FMA: bool, A: Assemble>(self, assemble: &A) -> Found {
        let Factor { layout, blocks, pivots, errors, scratch, dependent, .. } = self;
        let mut all = Found { weakening: 1.0, ..Found::default() };
        let (mut terms, mut products) = (&layout.terms[..], &layout.products[..]);
        for (k, column) in layout.columns().iter().enumerate() {
            let neighbors = &layout.neighbors[layout.neighbors_of(k)];
            let place = layout.entries_of(k);
            let (head, later) = blocks.split_at_mut(place.end);
            let entries = &mut head[place.start..];
            let mine = terms.split_off(..column.terms as usize).unwrap_or_default();
            let first_row = column.first_row as usize;
            let work = Work { neighbors, first_row, entries, scratch, pivots, errors };
            let found = by_size!(column.rows, isolate::[FMA, A](assemble, mine, &mut products, work));
            all.doubtful |= found.doubtful;
            all.weakening = if found.weakening > all.weakening { found.weakening } else { all.weakening };
            if found.dependent != 0 {
                let rows = column.original_row as usize..(column.original_row + column.rows) as usize;
                dependent.extend(rows.enumerate().filter(|(i, _)| found.dependent >> i & 1 == 1).map(|(_, row)| row));
            }

            // E_ab −= (L_ak D) L_bkᵀ for all pairs of neighbors; the target lies in the column of the earlier one.
            let mut targets = layout.updates[column.updates as usize..].iter();
            for (i, a) in neighbors.iter().enumerate() {
                for b in &neighbors[i..] {
                    let Some(&target) = targets.next() else { unreachable!("the layout lists a target for each pair") };
                    let out = &mut later[target as usize - place.end..];
                    let (unscaled, scaled) = (&scratch[a.offset as usize..], &entries[b.offset as usize..]);
                    by_sizes!(
                        a.rows,
                        b.rows,
                        subtract_product::[FMA](column.rows as usize, unscaled, scaled, out)
                    );
                }
            }
        }
        all
    }
}

/// One column and the arrays it works on.
struct Work<'a> {
    neighbors: &'a [Neighbor],
    first_row: usize,
    /// The column's blocks.
    entries: &'a mut [f64],
    scratch: &'a mut [f64],
    /// Of all rows.
    pivots: &'a mut [f64],
    /// Of all rows.
    errors: &'a mut [f64],
}

/// Assembles a column of E, factors its diagonal block and divides the others by it.
#[inline(always)]
fn isolate<const FMA: bool, A: Assemble, const M: usize>(
    assemble: &A,
    terms: &[Term],
    products: &mut &[Product],
    work: Work<'_>,
) -> Found {
    let Work { neighbors, first_row, entries, scratch, pivots, errors } = work;
    let (settled, coupled) = errors.split_at_mut(first_row + M);
    let errors: &mut [f64; M] = (&mut settled[first_row..]).try_into().expect("M rows of the column");
    let pivots: &mut [f64; M] = (&mut pivots[first_row..first_row + M]).try_into().expect("M rows of the column");

    // What earlier columns subtracted is in place already; the diagonal of E itself is the measure of its pivots.
    let mut diagonal = [[0.0; M]; M];
    for term in terms {
        let mine = products.split_off(..term.products as usize).unwrap_or_default();
        assemble.add::<FMA, M>(term, mine, entries, &mut diagonal);
    }
    let block = rows_mut::<M, M>(entries);
    for i in 0..M {
        pivots[i] = diagonal[i][i];
        errors[i] += diagonal[i][i];
        for j in 0..M {
            diagonal[i][j] += block[i][j];
        }
    }
    let found = factor_diagonal::<FMA, M>(&mut diagonal, pivots, errors);
    *block = diagonal;
    for n in neighbors {
        let (e, x) = (&mut entries[n.offset as usize..], &mut scratch[n.offset as usize..]);
        by_size!(n.rows, solve_block::[FMA, M](&diagonal, pivots, e, x));
        let theirs = &mut coupled[n.first_row as usize - first_row - M..];
        by_size!(n.rows, spread_errors::[FMA, M](e, errors, theirs));
    }
    found
}

/// How G M⁻¹ Gᵀ is formed: depends on what a node is.
trait Assemble {
    /// Adds the products of one term to the column's blocks, those of the joint with itself to `diagonal`.
    fn add<const FMA: bool, const M: usize>(
        &self,
        term: &Term,
        products: &[Product],
        entries: &mut [f64],
        diagonal: &mut [[f64; M]; M],
    );
}

/// Nodes that are bodies: Y = G M⁻¹ once, then Y G_bᵀ.
struct Bodies<'a, const W: usize, F: Fn(usize, &[f64; W]) -> [f64; W]> {
    jacobian: &'a [f64],
    /// g M⁻¹ for a row g at a node.
    weigh: F,
}

impl<const W: usize, F: Fn(usize, &[f64; W]) -> [f64; W]> Assemble for Bodies<'_, W, F> {
    #[inline(always)]
    fn add<const FMA: bool, const M: usize>(
        &self,
        term: &Term,
        products: &[Product],
        entries: &mut [f64],
        diagonal: &mut [[f64; M]; M],
    ) {
        let g = rows::<M, W>(&self.jacobian[term.g as usize..]);
        let y: [[f64; W]; M] = std::array::from_fn(|i| (self.weigh)(term.node as usize, &g[i]));
        for p in products {
            let other = &self.jacobian[p.g as usize..];
            if p.offset == 0 {
                add_product::<FMA, W, M, M>(&y, other, diagonal.as_flattened_mut());
            } else {
                by_size!(p.rows, add_product::[FMA, W, M](&y, other, &mut entries[p.offset as usize..]));
            }
        }
    }
}

/// Nodes that are subsystems: the response between two handles is a block of the node's matrix.
struct Handles<'a> {
    system: &'a ReducedSystem,
    starts: &'a [usize],
    values: &'a [f64],
}

impl Assemble for Handles<'_> {
    fn add<const FMA: bool, const M: usize>(
        &self,
        term: &Term,
        products: &[Product],
        entries: &mut [f64],
        diagonal: &mut [[f64; M]; M],
    ) {
        let (pattern, w) = (&self.system.pattern, self.system.pattern.width());
        let (node, first) = (term.node as usize, term.handle as usize * w);
        let order = pattern.handles(node).len() * w;
        let response = &self.values[self.starts[node]..];
        for p in products {
            let (second, l) = (p.handle as usize * w, p.rows as usize);
            let (ga, gb) = (&self.system.jacobian[term.g as usize..], &self.system.jacobian[p.g as usize..]);
            let out = match p.offset {
                0 => diagonal.as_flattened_mut(),
                offset => &mut entries[offset as usize..],
            };
            for i in 0..M {
                for q in 0..w {
                    // One entry of Y = G_a R_ab.
                    let y: f64 = (0..w).map(|k| ga[i * w + k] * response[(first + k) * order + second + q]).sum();
                    for j in 0..l {
                        out[i * l + j] += y * gb[j * w + q];
                    }
                }
            }
        }
    }
}
