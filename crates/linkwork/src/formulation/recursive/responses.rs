//! How the handles of a tree accelerate: without loads on them, and by each load, from the articulated inertias
//! [Kreutz-Delgado; Wensing].
//!
//! A joint passes motions on by T = Π (1 − s D⁻¹ Uᵀ) X, and its freedoms add s D⁻¹ (ε + load) to them. *Marks* are
//! handles and the bodies where paths to handles fork; the *segment* of a mark m are the bodies from m inward to the
//! next mark a, without a. Seen from a,
//!
//! ```text
//! a_m = Ψ a_a + β,   Λ_m = Ψ Λ_a Ψᵀ + Σ,   Λ_mk = Ψ Λ_ak   for all marks k met before m                        (1)
//! ```
//!
//! Ψ, β and Σ are gathered along the segment, inward: with Φ = 1 at m, for each body and each of its freedoms, the last
//! first,
//!
//! ```text
//! β += Φ c,   then y = Φ s,   Σ += y D⁻¹ yᵀ,   β += y D⁻¹ ε,   Φ ← Φ − y D⁻¹ Uᵀ,   and at last Φ ← Φ X          (2)
//! ```
//!
//! so that nothing is kept of a body but y: a load F at m pushes the freedom with y·F.
//!
//! Along joints that give way Φ fades, and is carried on only while it matters. Its row i is the wrench that arrives
//! where a unit of load i acts at m. A wrench φ that arrives at a body adds, there and further inward, no more than φ
//! I⁻¹ φᵀ to Λ, I being the body's articulated inertia: that much would come of it if the body hung on nothing, and
//! what holds a tree only makes it answer less. The body alone, with its m and J, weighs no more than I. So for an
//! entry of row i, a force or a torque,
//!
//! ```text
//! force² / m ≤ δ Σᵢᵢ,   torque² tr J⁻¹ ≤ δ Σᵢᵢ                                                                 (3)
//! ```
//!
//! prove for any masses, joints and units that without it entries of Λ are wrong by less than √δ of √(Λᵢᵢ Λⱼⱼ), and
//! free accelerations by less than √(δ Λᵢᵢ aᵀ I a), a being that of the body. From there on it is zero, and where all
//! of Φ is, the segment ends. Where nothing gives way, along welded bodies or across the plane in which a chain
//! moves, (3) does not hold and nothing is left out.

#[cfg(test)]
mod tests;

use super::part::Part;
use super::tree::{GROUND, Link, Tree, dot};
use crate::lanes::{Lanes, Processor, Row, Work};
use crate::reduced::Pattern;
use std::ops::Range;

const NONE: u32 = u32::MAX;

/// A square matrix of the width of a motion.
type Square<const W: usize> = [[f64; W]; W];

/// A handle or a fork of paths to handles.
#[derive(Clone, Debug)]
struct Mark<const W: usize> {
    /// Its segment: a stretch of `path`, and of the freedoms of its bodies in that order.
    bodies: Range<u32>,
    /// How far into it the last Φ was carried.
    reached: u32,
    first_yield: u32,
    /// The next mark inward, counted within the node; [`NONE`] for the first ones.
    inward: u32,
    /// The handle, counted within the node; [`NONE`] for forks.
    handle: u32,
    /// Ψ, column by column, Σ, and β, which becomes the acceleration without loads.
    passed: Square<W>,
    added: Square<W>,
    free: [f64; W],
    /// F: what the loads on all handles from here outward amount to.
    load: [f64; W],
}

/// Paths to handles and the memory for what is computed along them.
pub(super) struct Responses<const W: usize> {
    /// Positions of the bodies of each segment, inward.
    path: Vec<u32>,
    /// By handle: its position.
    pub handles: Vec<u32>,
    /// Marks of each node, outward; first of each, and the end.
    marks: Vec<Mark<W>>,
    mark_starts: Vec<usize>,
    /// y, in the order of (2).
    yields: Vec<[f64; W]>,
    /// Λ_mk of one node for k ≤ m, row by row of a triangle.
    pairs: Vec<Square<W>>,
    /// Positions of the bodies between the ground and handles, outward.
    pub outward: Vec<u32>,
}

impl<const W: usize> Responses<W> {
    /// Paths in a part; `is_handle` by position, in whose order handles are numbered.
    pub(super) fn new(links: &[Link], trees: &[usize], is_handle: &[bool]) -> Responses<W> {
        let n = links.len();
        // Inward: who leads to a handle, and by how many ways.
        let mut ways = vec![0_u32; n];
        for k in (0..n).rev() {
            let leads = ways[k] > 0 || is_handle[k];
            if leads && links[k].parent != GROUND {
                ways[links[k].parent as usize] += 1;
            }
        }
        let is_mark: Vec<bool> = (0..n).map(|k| is_handle[k] || ways[k] > 1).collect();
        let mut made = Responses {
            path: Vec::new(),
            handles: (0..n).filter(|&k| is_handle[k]).map(|k| k as u32).collect(),
            marks: Vec::new(),
            mark_starts: vec![0],
            yields: Vec::new(),
            pairs: Vec::new(),
            outward: (0..n).filter(|&k| is_handle[k] || ways[k] > 0).map(|k| k as u32).collect(),
        };
        made.list_marks(links, trees, (&is_mark, is_handle));
        made
    }

    /// Number of trees with handles.
    pub(super) fn n_nodes(&self) -> usize {
        self.mark_starts.len() - 1
    }

    fn list_marks(&mut self, links: &[Link], trees: &[usize], (is_mark, is_handle): (&[bool], &[bool])) {
        // By position: number of the mark within its node.
        let mut numbers = vec![NONE; links.len()];
        let (mut tree, mut n_handles, mut n_yields, mut most) = (usize::MAX, 0, 0, 0);
        for k in (0..links.len()).filter(|&k| is_mark[k]) {
            if trees[k] != tree {
                if tree != usize::MAX {
                    self.mark_starts.push(self.marks.len());
                }
                (tree, n_handles) = (trees[k], 0);
            }
            let first = self.path.len() as u32;
            let (mut body, mut inward) = (k as u32, NONE);
            let first_yield = n_yields;
            while body != GROUND {
                if body != k as u32 && is_mark[body as usize] {
                    inward = numbers[body as usize];
                    break;
                }
                self.path.push(body);
                n_yields += links[body as usize].n_u;
                body = links[body as usize].parent;
            }
            let handle = if is_handle[k] { n_handles } else { NONE };
            n_handles += u32::from(is_handle[k]);
            let of_node = self.marks.len() - self.mark_starts[self.mark_starts.len() - 1];
            numbers[k] = of_node as u32;
            most = most.max(of_node + 1);
            let (nil, bodies) = ([[0.0; W]; W], first..self.path.len() as u32);
            let (free, load) = ([0.0; W], [0.0; W]);
            let (reached, passed, added) = (first, nil, nil);
            self.marks.push(Mark { bodies, reached, first_yield, inward, handle, passed, added, free, load });
        }
        if tree != usize::MAX {
            self.mark_starts.push(self.marks.len());
        }
        self.yields = vec![[0.0; W]; n_yields as usize];
        self.pairs = vec![[[0.0; W]; W]; most * (most + 1) / 2];
    }

    /// F of each mark for these loads on the handles: inward.
    fn gather_loads(&mut self, loads: &[f64], factor: f64) {
        let (mut loads, marks) = (loads.as_chunks::<W>().0.iter(), &mut self.marks);
        for node in self.mark_starts.windows(2) {
            let marks = &mut marks[node[0]..node[1]];
            for mark in marks.iter_mut() {
                mark.load = [0.0; W];
                if mark.handle != NONE {
                    // A load for each handle, in their order.
                    mark.load = loads.next().map_or([0.0; W], |load| load.map(|x| factor * x));
                }
            }
            for m in (0..marks.len()).rev() {
                let (inner, outer) = marks.split_at_mut(m);
                if let Some(inward) = inner.get_mut(outer[0].inward as usize) {
                    for (sum, column) in inward.load.iter_mut().zip(&outer[0].passed) {
                        *sum += column.iter().zip(&outer[0].load).map(|(c, f)| c * f).sum::<f64>();
                    }
                }
            }
        }
    }
}

/// (2) for all segments of a part.
struct Gather<'a, B: Tree<W>, const W: usize> {
    part: &'a mut Part<B, W>,
    /// δ of (3).
    faded: f64,
}

/// Freedoms whose part of Σ waits to be added, Φ and Σ being too much for the registers of a machine at once; then it
/// is also asked whether Φ has faded.
const WAITING: usize = 16;

/// δ of (3): 2⁻⁸⁰ of a response, where round-off is 2⁻⁵³ of it. The rest is room for accelerations: what is left out
/// of a free one stays below round-off where bodies inward accelerate 10⁸ times as much.
const FADED: f64 = 1.0 / ((1_u128 << 80) as f64 * (1_u128 << 80) as f64);

impl<B: Tree<W>, const W: usize> Work for Gather<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Part { links, weights, freedoms, biases, arms, pushes, responses, .. } = self.part;
        let Responses { path, marks, yields, .. } = responses;
        let mut inverses = [0.0; WAITING];
        for mark in marks {
            let (mut along, mut added, mut free) = (unit(lanes), [Row::zero(lanes); W], Row::zero(lanes));
            let mut next = mark.first_yield as usize;
            let (mut waiting, mut reached) = (next, mark.bodies.end);
            for n in mark.bodies.clone() {
                let k = path[n as usize] as usize;
                let link = &links[k];
                if next + W - waiting > WAITING {
                    add_yields(lanes, &mut added, &yields[waiting..next], &inverses);
                    waiting = next;
                    if fade(lanes, &mut along, self.faded, (&added, B::ease(&weights[k / 4], k % 4))) {
                        reached = n;
                        break;
                    }
                }
                free = combine(lanes, free, &along, &biases[k]);
                for freedom in freedoms[link.freedoms()].iter().rev() {
                    let row = combine(lanes, Row::zero(lanes), &along, &freedom.axis);
                    row.store(lanes, &mut yields[next]);
                    inverses[next - waiting] = freedom.inverse;
                    next += 1;
                    free = free.plus::<W>(lanes, freedom.rate, row);
                    for n in 0..W {
                        along[n] = along[n].minus::<W>(lanes, freedom.gain[n], row);
                    }
                }
                B::transmit_columns(lanes, &mut along, &arms[k]);
            }
            add_yields(lanes, &mut added, &yields[waiting..next], &inverses);
            for n in 0..W {
                along[n].store(lanes, &mut mark.passed[n]);
                added[n].store(lanes, &mut mark.added[n]);
            }
            free.store(lanes, &mut mark.free);
            // Freedoms that the last loads pushed and the next ones do not reach.
            for n in reached..mark.reached {
                pushes[links[path[n as usize] as usize].freedoms()].fill(0.0);
            }
            mark.reached = reached;
        }
    }
}

/// Sets entries of Φ to zero for which (3) holds, with Σ and with 1/m and tr J⁻¹ of the body at which they arrive.
/// Whether all are zero now.
#[inline(always)]
fn fade<V: Lanes, const W: usize>(
    lanes: V,
    along: &mut [Row<V>; W],
    faded: f64,
    (added, ease): (&[Row<V>; W], [f64; 2]),
) -> bool {
    let (mut limits, mut is_all) = ([0.0; W], true);
    for i in 0..W {
        let mut row = [0.0; W];
        added[i].store(lanes, &mut row);
        limits[i] = faded * row[i];
    }
    for n in 0..W {
        // Forces come first: three, or two in the plane.
        let ease = ease[usize::from(n >= W - W / 2)];
        let mut column = [0.0; W];
        along[n].store(lanes, &mut column);
        for i in 0..W {
            column[i] = if ease * column[i] * column[i] <= limits[i] { 0.0 } else { column[i] };
            is_all &= column[i] == 0.0;
        }
        along[n] = Row::load(lanes, &column);
    }
    is_all
}

/// Σ += y D⁻¹ yᵀ
#[inline(always)]
fn add_yields<V: Lanes, const W: usize>(lanes: V, sums: &mut [Row<V>; W], yields: &[[f64; W]], inverses: &[f64]) {
    let mut added = *sums;
    for (y, inverse) in yields.iter().zip(inverses) {
        let row = Row::load(lanes, y).times::<W>(lanes, *inverse);
        for n in 0..W {
            added[n] = added[n].plus::<W>(lanes, y[n], row);
        }
    }
    *sums = added;
}

/// y·F for all freedoms along the segments.
struct Push<'a, B: Tree<W>, const W: usize>(&'a mut Part<B, W>);

impl<B: Tree<W>, const W: usize> Work for Push<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Part { links, pushes, responses, .. } = self.0;
        for mark in &responses.marks {
            let mut yields = responses.yields[mark.first_yield as usize..].iter();
            for &body in &responses.path[mark.bodies.start as usize..mark.reached as usize] {
                for (push, y) in pushes[links[body as usize].freedoms()].iter_mut().rev().zip(&mut yields) {
                    *push = dot(lanes, y, &mark.load);
                }
            }
        }
    }
}

/// The columns of the unit matrix.
#[inline(always)]
fn unit<V: Lanes, const W: usize>(lanes: V) -> [Row<V>; W] {
    let mut unit = [Row::zero(lanes); W];
    for n in 0..W {
        let mut column = [0.0; W];
        column[n] = 1.0;
        unit[n] = Row::load(lanes, &column);
    }
    unit
}

/// start + Σ xₙ columnₙ, in two sums side by side.
#[inline(always)]
fn combine<V: Lanes, const W: usize>(lanes: V, start: Row<V>, columns: &[Row<V>; W], x: &[f64; W]) -> Row<V> {
    let mut sums = [start, Row::zero(lanes)];
    for n in 0..W {
        sums[n % 2] = sums[n % 2].plus::<W>(lanes, x[n], columns[n]);
    }
    sums[0].plus::<W>(lanes, 1.0, sums[1])
}

impl<B: Tree<W>, const W: usize> Part<B, W> {
    /// Accelerations of the handles without constraints, and Λ of each node, which `values` begins with.
    pub(super) fn respond(&mut self, pattern: &Pattern, free: &mut [f64], values: &mut [f64]) {
        if self.handles.is_empty() {
            return;
        }
        Processor::detect().run(Gather { part: self, faded: FADED });
        let (first, responses) = (self.nodes.start, &mut self.responses);
        let (mut free, mut values) = (free.as_chunks_mut::<W>().0.iter_mut(), values);
        for node in 0..responses.n_nodes() {
            let marks = responses.mark_starts[node]..responses.mark_starts[node + 1];
            let all = &mut responses.marks[marks.clone()];
            free_marks(all);
            // One for each handle, in their order.
            let handles = all.iter().filter(|mark| mark.handle != NONE);
            handles.zip(&mut free).for_each(|(mark, free)| *free = mark.free);
            responses.pair(marks.clone());
            let order = pattern.handles(first + node).len() * W;
            let of_node = values.split_off_mut(..order * order).expect("memory for all nodes");
            responses.write(marks, of_node, order);
        }
    }

    /// ε of loads on the handles, times `factor`. Where no path runs it stays zero.
    pub(super) fn sweep_loads(&mut self, loads: &[f64], factor: f64) {
        self.responses.gather_loads(loads, factor);
        Processor::detect().run(Push(self));
    }

    /// Accelerations or velocities of the handles, as the last sweep left them.
    pub(super) fn read_handles(&self, out: &mut [f64]) {
        for (out, &k) in out.as_chunks_mut::<W>().0.iter_mut().zip(&self.responses.handles) {
            *out = self.along[k as usize];
        }
    }
}

impl<const W: usize> Responses<W> {
    /// (1), for all marks of a node.
    #[inline(always)]
    fn pair(&mut self, marks: Range<usize>) {
        let Responses { marks: all, pairs, .. } = self;
        for (m, mark) in all[marks].iter().enumerate() {
            let row = m * (m + 1) / 2;
            pairs[row + m] = mark.added;
            if mark.inward == NONE {
                continue;
            }
            let a = mark.inward as usize;
            for k in 0..m {
                // Λ_ak, of which one triangle is kept.
                let product = match k <= a {
                    true => multiply(&mark.passed, &pairs[a * (a + 1) / 2 + k]),
                    false => multiply(&mark.passed, &transposed(&pairs[k * (k + 1) / 2 + a])),
                };
                pairs[row + k] = product;
            }
            // Ψ Λ_a Ψᵀ, of which Λ_ma = Ψ Λ_a is known.
            let own = multiply(&mark.passed, &transposed(&pairs[row + a]));
            for (sum, row) in pairs[row + m].iter_mut().zip(own) {
                sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
        }
    }

    /// The blocks between handles, to both sides of the diagonal.
    #[inline(always)]
    fn write(&self, marks: Range<usize>, out: &mut [f64], order: usize) {
        let marks = &self.marks[marks];
        for (m, mark) in marks.iter().enumerate().filter(|(_, mark)| mark.handle != NONE) {
            for (k, other) in marks[..=m].iter().enumerate().filter(|(_, other)| other.handle != NONE) {
                let block = &self.pairs[m * (m + 1) / 2 + k];
                let (i, j) = (mark.handle as usize * W, other.handle as usize * W);
                for r in 0..W {
                    for c in 0..W {
                        out[(i + r) * order + j + c] = block[r][c];
                        out[(j + c) * order + i + r] = block[r][c];
                    }
                }
            }
        }
    }
}

/// (1), accelerations without loads, of all marks of a node: outward.
fn free_marks<const W: usize>(marks: &mut [Mark<W>]) {
    for m in 0..marks.len() {
        let (inner, outer) = marks.split_at_mut(m);
        if let Some(inward) = inner.get(outer[0].inward as usize) {
            for (column, x) in outer[0].passed.iter().zip(inward.free) {
                outer[0].free.iter_mut().zip(column).for_each(|(a, c)| *a += c * x);
            }
        }
    }
}

#[inline(always)]
fn transposed<const W: usize>(m: &Square<W>) -> Square<W> {
    let mut t = [[0.0; W]; W];
    for i in 0..W {
        for j in 0..W {
            t[j][i] = m[i][j];
        }
    }
    t
}

/// Ψ Λ, the first given by its columns.
#[inline(always)]
fn multiply<const W: usize>(columns: &Square<W>, b: &Square<W>) -> Square<W> {
    let mut product = [[0.0; W]; W];
    for k in 0..W {
        for i in 0..W {
            for j in 0..W {
                product[i][j] += columns[k][i] * b[k][j];
            }
        }
    }
    product
}
