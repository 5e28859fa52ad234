//! Columns of E = G M⁻¹ Gᵀ, from the blocks of G and what a node makes of them.

use super::domain::Domain;
use super::kernels::*;
use super::layout::{Layout, MINUS, PLUS, Product, Term};
use crate::lanes::{Lanes, Processor, Row, Work};
use crate::reduced::inverse_mass::spread;
use crate::reduced::{Form, InverseMass, ReducedSystem, n_axes};
use std::ops::Range;

/// Assembles some columns of a part; what earlier columns subtracted from them is there already.
pub(super) fn assemble(processor: Processor, system: &ReducedSystem, domain: &mut Domain, columns: Range<usize>) {
    let jacobian = &system.jacobian[..];
    match &system.inverse_mass {
        InverseMass::Spatial(m) => {
            let weigh = InSpace(|node: usize| spread(&m[node]));
            processor.run(Assemble { domain, columns, nodes: Bodies { jacobian, weigh } })
        }
        InverseMass::SpatialWeights(m) => {
            let weigh = InSpace(|node: usize| m[node]);
            processor.run(Assemble { domain, columns, nodes: Bodies { jacobian, weigh } })
        }
        InverseMass::Planar(m) => {
            let weigh = InPlane(|node: usize| [m[node][0], m[node][0], m[node][1]]);
            processor.run(Assemble { domain, columns, nodes: Bodies { jacobian, weigh } })
        }
        InverseMass::PlanarWeights(m) => {
            let weigh = InPlane(|node: usize| m[node]);
            processor.run(Assemble { domain, columns, nodes: Bodies { jacobian, weigh } })
        }
        InverseMass::Handles(starts, values) => {
            processor.run(Assemble { domain, columns, nodes: Handles { system, starts, values } })
        }
    }
}

/// Some columns, to be assembled with the instructions the processor has.
struct Assemble<'a, N: Nodes> {
    domain: &'a mut Domain,
    columns: Range<usize>,
    nodes: N,
}

impl<N: Nodes> Work for Assemble<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Domain { layout, blocks, pivots, probe, .. } = self.domain;
        let layout: &Layout = layout;
        let mut scratch = [0.0; 2 * 36];
        // In the order of memory, which is fetched ahead that way, also where a chain is eliminated against its numbering.
        let Range { start, end } = self.columns;
        let g_of = |k: usize| layout.terms_of(k).first().map_or(0, |term| term.g);
        let descending = start < end && g_of(start) > g_of(end - 1);
        for k in self.columns {
            let k = if descending { end - 1 - (k - start) } else { k };
            let column = &layout.columns()[k];
            let first_row = column.first_row as usize;
            let target = Target {
                entries: &mut blocks[column.start as usize..],
                pivots: &mut pivots[first_row..],
                probe: &mut probe[first_row..],
                signs: calc_signs(k),
                fresh: column.fresh,
            };
            self.nodes.assemble_column(lanes, layout, k, target, &mut scratch);
        }
    }
}

/// Memory for Y and for the diagonal block, 6 × 6 at most each.
type Scratch = [f64; 2 * 36];

/// Where a column goes.
struct Target<'a> {
    entries: &'a mut [f64],
    pivots: &'a mut [f64],
    probe: &'a mut [f64],
    /// A bit for each row: the sign of its probe.
    signs: u32,
    fresh: bool,
}

/// Signs for the probe of column k, as good as random and always the same.
#[inline(always)]
fn calc_signs(k: usize) -> u32 {
    (k as u32 + 1).wrapping_mul(0x9E37_79B9) >> 16
}

impl Target<'_> {
    /// Adds the diagonal block. The diagonal of E itself, of bodies as a whole, is the measure of its pivots: pieces are light, and
    /// make it larger than what is left when they are put together again.
    #[inline(always)]
    fn store_diagonal<const M: usize>(self, diagonal: &[[f64; M]; M], beyond: &[f64; M]) {
        let entries = std::array::from_fn(|i| diagonal[i][i]);
        self.store::<M>(diagonal, std::array::from_fn(|i| entries[i] - beyond[i]), entries);
    }

    /// The same with a measure of the pivots, and entries by which round-off goes.
    #[inline(always)]
    fn store<const M: usize>(self, diagonal: &[[f64; M]; M], measures: [f64; M], entries: [f64; M]) {
        let block = rows_mut::<M, M>(self.entries);
        rows_mut::<1, M>(self.pivots)[0] = measures;
        let probe = &mut rows_mut::<1, M>(self.probe)[0];
        for i in 0..M {
            probe[i] += calc_probe(entries[i], self.signs >> i & 1 == 1);
        }
        if self.fresh {
            *block = *diagonal;
        } else {
            block.as_flattened_mut().iter_mut().zip(diagonal.as_flattened()).for_each(|(sum, x)| *sum += x);
        }
    }
}

/// How G M⁻¹ Gᵀ is formed: depends on what a node is.
trait Nodes {
    /// Adds all products to column k.
    fn assemble_column<V: Lanes>(&self, lanes: V, layout: &Layout, k: usize, target: Target, scratch: &mut Scratch);
}

/// Nodes that are bodies: Y = G M⁻¹ once, then Y G_bᵀ.
struct Bodies<'a, const W: usize, F: Weigh<W>> {
    jacobian: &'a [f64],
    weigh: F,
}

/// G of a weld on its two pieces for rotations, transposed; for translations it is known.
const UNIT_6: [[f64; 18]; 2] = unit_rotations::<6, 18>();
const UNIT_3: [[f64; 3]; 2] = unit_rotations::<3, 3>();

const fn unit_rotations<const W: usize, const N: usize>() -> [[f64; N]; 2] {
    let mut both = [[0.0; N]; 2];
    let mut k = n_axes(W);
    while k < W {
        let place = (k - n_axes(W)) * W + k;
        both[0][place] = 1.0;
        both[1][place] = -1.0;
        k += 1;
    }
    both
}

impl<const W: usize, F: Weigh<W>> Bodies<'_, W, F> {
    #[inline(always)]
    fn g(&self, start: u32) -> &[f64] {
        let unit = |k: usize| if W == 3 { &UNIT_3[k][..] } else { &UNIT_6[k][..] };
        match start {
            PLUS => unit(0),
            MINUS => unit(1),
            _ => &self.jacobian[start as usize..],
        }
    }
}

impl<const W: usize, F: Weigh<W>> Nodes for Bodies<'_, W, F> {
    #[inline(always)]
    fn assemble_column<V: Lanes>(&self, lanes: V, layout: &Layout, k: usize, target: Target, scratch: &mut Scratch) {
        let rows = layout.columns()[k].rows;
        // In the plane no joint has more than three equations.
        if W == 3 {
            by_small_size!(rows, assemble_rows::[V, F, W](lanes, self, layout, k, target, scratch));
        } else {
            by_size!(rows, assemble_rows::[V, F, W](lanes, self, layout, k, target, scratch));
        }
    }
}

/// One column of M equations.
#[inline(always)]
fn assemble_rows<V: Lanes, F: Weigh<W>, const W: usize, const M: usize>(
    lanes: V,
    nodes: &Bodies<'_, W, F>,
    layout: &Layout,
    k: usize,
    target: Target,
    scratch: &mut Scratch,
) {
    // Memory that need not be cleared: what is read of Y is written before, and the first product writes the diagonal.
    let (y, diagonal) = scratch.split_at_mut(36);
    let y = rows_mut::<W, M>(y);
    if layout.terms_of(k).is_empty() {
        diagonal.fill(0.0);
    }
    // Additions of the pieces of bodies to the diagonal, beyond the bodies as a whole.
    let mut beyond = [0.0; M];
    for term in layout.terms_of(k) {
        let piece = (term.node as usize, layout.lightness[term.piece as usize]);
        weigh::<V, F, W, M>(lanes, nodes.weigh, piece, (term.form, nodes.g(term.g)), y);
        let mine = (term.form, &*y);
        for p in layout.products_of(term) {
            let other = (p.form, nodes.g(p.g));
            if p.offset == 0 {
                add_product::<V, W, M, M>(lanes, mine, other, p.fresh, diagonal);
                if term.piece > 0 {
                    add_beyond::<W, M>(piece.1, mine, other.1, &mut beyond);
                }
                continue;
            }
            let out = &mut target.entries[p.offset as usize..];
            if W == 3 {
                by_small_size!(p.rows, add_product::[V, W, M](lanes, mine, other, p.fresh, out));
            } else {
                by_size!(p.rows, add_product::[V, W, M](lanes, mine, other, p.fresh, out));
            }
        }
    }
    target.store_diagonal(rows::<M, M>(diagonal), &beyond);
}

/// The diagonal of Y Gᵀ, less that of the body as a whole.
fn add_beyond<const W: usize, const M: usize>(
    lightness: f64,
    (form, y): (Form, &Weighed<W, M>),
    g: &[f64],
    beyond: &mut [f64; M],
) {
    let (stored, first) = (g.as_chunks::<M>().0, W - form.n_stored(W));
    for i in 0..M {
        let turning: f64 = (first..W).map(|c| y[c][i] * stored[c - first][i]).sum();
        let moving = if i < first { form.sign() * y[i][i] } else { 0.0 };
        beyond[i] += (1.0 - 1.0 / lightness) * (turning + moving);
    }
}

/// M⁻¹ of bodies in the plane, or weights in its place: three numbers by node, for x, y and the angle.
#[derive(Clone, Copy)]
struct InPlane<F>(F);

impl<F: Fn(usize) -> [f64; 3] + Copy> Weigh<3> for InPlane<F> {
    #[inline(always)]
    fn translation(self, node: usize) -> [f64; 3] {
        self.0(node)
    }

    #[inline(always)]
    fn rotate<V: Lanes, const M: usize>(self, _: V, node: usize, by: f64, g: &[[f64; M]], y: &mut [[f64; M]]) {
        let factor = by * self.0(node)[2];
        for i in 0..M {
            y[0][i] = factor * g[0][i];
        }
    }
}

/// M⁻¹ of bodies in space, or weights in its place: by node three numbers for x, y and z, and a symmetric matrix for rotations.
#[derive(Clone, Copy)]
struct InSpace<F>(F);

impl<F: Fn(usize) -> [f64; 9] + Copy> Weigh<6> for InSpace<F> {
    #[inline(always)]
    fn translation(self, node: usize) -> [f64; 3] {
        let [x, y, z, ..] = self.0(node);
        [x, y, z]
    }

    #[inline(always)]
    fn rotate<V: Lanes, const M: usize>(self, lanes: V, node: usize, by: f64, g: &[[f64; M]], y: &mut [[f64; M]]) {
        let [_, _, _, xx, yy, zz, xy, xz, yz] = self.0(node);
        let (g3, g4, g5) = (Row::load(lanes, &g[0]), Row::load(lanes, &g[1]), Row::load(lanes, &g[2]));
        for (y, [a, b, c]) in y.iter_mut().zip([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) {
            let turn = g3.times::<M>(lanes, by * a).plus::<M>(lanes, by * b, g4).plus::<M>(lanes, by * c, g5);
            turn.store(lanes, y);
        }
    }
}

/// Nodes that are subsystems: the response between two handles is a block of the node's matrix.
struct Handles<'a> {
    system: &'a ReducedSystem,
    starts: &'a [usize],
    values: &'a [f64],
}

impl Nodes for Handles<'_> {
    fn assemble_column<V: Lanes>(&self, _lanes: V, layout: &Layout, k: usize, target: Target, _scratch: &mut Scratch) {
        let m = layout.columns()[k].rows as usize;
        let mut diagonal = [0.0; 36];
        for term in layout.terms_of(k) {
            for p in layout.products_of(term) {
                let out = match p.offset {
                    0 => &mut diagonal[..],
                    offset => &mut target.entries[offset as usize..],
                };
                if p.fresh {
                    out[..m * p.rows as usize].fill(0.0);
                }
                self.add(m, term, p, out);
            }
        }
        let row = layout.columns()[k].original_row as usize;
        by_size!(m, store_flat::[](self.system, row, &diagonal, target));
    }
}

/// Hands over a diagonal block whose size was not known when it was made, with what its pivots are compared with.
fn store_flat<const M: usize>(system: &ReducedSystem, row: usize, diagonal: &[f64; 36], target: Target) {
    let diagonal = rows::<M, M>(diagonal);
    let measures = std::array::from_fn(|i| system.measure(row + i, diagonal[i][i]));
    target.store::<M>(diagonal, measures, measures);
}

impl Handles<'_> {
    /// out += G_a R_ab G_bᵀ
    fn add(&self, m: usize, term: &Term, p: &Product, out: &mut [f64]) {
        let (pattern, w) = (&self.system.pattern, self.system.pattern.width());
        let (node, first) = (term.node as usize, term.handle as usize * w);
        let order = pattern.handles(node).len() * w;
        debug_assert!(term.form == Form::Full && p.form == Form::Full, "G of subsystems is stored whole");
        let response = &self.values[self.starts[node] + first * order + p.handle as usize * w..];
        let (ga, gb) = (&self.system.jacobian[term.g as usize..], &self.system.jacobian[p.g as usize..]);
        let (mine, other) = ((ga, response, order), (gb, p.rows as usize));
        if w == 3 {
            by_small_size!(m, add_responses::[PLANAR](mine, other, out));
        } else {
            by_size!(m, add_responses::[SPATIAL](mine, other, out));
        }
    }
}

const PLANAR: usize = 3;
const SPATIAL: usize = 6;

/// out += G_a R_ab G_bᵀ for M equations of a and some of b, R by rows of a matrix of this order.
fn add_responses<const W: usize, const M: usize>(
    (ga, response, order): (&[f64], &[f64], usize),
    (gb, n_rows): (&[f64], usize),
    out: &mut [f64],
) {
    let mut y: Weighed<W, M> = [[0.0; M]; W];
    for (g, row) in rows::<W, M>(ga).iter().zip(response.chunks(order)) {
        for q in 0..W {
            for i in 0..M {
                y[q][i] += g[i] * row[q];
            }
        }
    }
    for (y, g) in y.iter().zip(gb.chunks_exact(n_rows)) {
        for (y, out) in y.iter().zip(out.chunks_exact_mut(n_rows)) {
            out.iter_mut().zip(g).for_each(|(out, g)| *out += y * g);
        }
    }
}
