//! Λ: how the handles of a tree accelerate under loads on them, from the articulated inertias [Kreutz-Delgado; Wensing].
//!
//! A joint passes motions on by T = Π (1 − s D⁻¹ Uᵀ) X, and adds what its own freedoms yield:
//!
//! ```text
//! Λ_b = T Λ_parent Tᵀ + Σ s D⁻¹ sᵀ                                                                             (1)
//! Λ_mk = Ψ_m Λ_ak,   Ψ_m = T … T from a to m                                                                   (2)
//! ```
//!
//! (1) runs outward along the paths to handles only. *Marks* are handles and the bodies where such paths fork; a in (2) is the next
//! mark inward from m, and k any mark met before m, so that every pair is one product of small matrices.

use super::tree::{Freedom, Tree, dot};
use super::{GROUND, Link};
use crate::lanes::{Lanes, Work};
use crate::reduced::{InverseMass, Pattern};

const NONE: u32 = u32::MAX;

/// A square matrix of the width of a motion.
pub(super) type Square<const W: usize> = [[f64; W]; W];

/// A handle or a fork of paths to handles.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Place on the path.
    place: u32,
    /// The next mark inward, counted within the tree; [`NONE`] for the first of a tree.
    inward: u32,
    /// The handle, counted within its node; [`NONE`] for forks.
    handle: u32,
}

/// Paths to handles and the memory for what is computed along them.
pub(super) struct Responses<const W: usize> {
    /// Positions of the bodies between the ground and handles, outward.
    pub path: Vec<u32>,
    /// By handle: its position.
    pub handles: Vec<u32>,
    /// By place on the path: place of the parent.
    inward: Vec<u32>,
    /// By place: whether Ψ of bodies further out begins here.
    is_mark: Vec<bool>,
    /// By place: whether there is a mark further in, so that Ψ is needed.
    has_mark: Vec<bool>,
    /// Marks of each node, outward; first of each, and the end.
    marks: Vec<Mark>,
    mark_starts: Vec<usize>,
    /// Λ_b by place.
    own: Vec<Square<W>>,
    /// Ψ from the next mark inward, by place.
    reach: Vec<Square<W>>,
    /// Λ_mk of one node for k ≤ m, row by row of a triangle.
    pairs: Vec<Square<W>>,
}

impl<const W: usize> Responses<W> {
    /// Paths in a forest; `is_handle` by position, in whose order handles are numbered.
    pub fn new(links: &[Link], trees: &[usize], is_handle: &[bool]) -> Responses<W> {
        let n = links.len();
        // Inward: who leads to a handle, and by how many ways.
        let mut ways = vec![0_u32; n];
        for k in (0..n).rev() {
            let leads = ways[k] > 0 || is_handle[k];
            if leads && links[k].parent != GROUND {
                ways[links[k].parent as usize] += 1;
            }
        }
        let leads = |k: usize| ways[k] > 0 || is_handle[k];
        let path: Vec<u32> = (0..n).filter(|&k| leads(k)).map(|k| k as u32).collect();
        let mut place = vec![NONE; n];
        path.iter().enumerate().for_each(|(p, &k)| place[k as usize] = p as u32);
        let inward = path.iter().map(|&k| match links[k as usize].parent {
            GROUND => NONE,
            parent => place[parent as usize],
        });
        let handles = (0..n).filter(|&k| is_handle[k]).map(|k| k as u32).collect();
        let is_mark = path.iter().map(|&k| is_handle[k as usize] || ways[k as usize] > 1).collect();
        let mut made = Responses {
            inward: inward.collect(),
            handles,
            is_mark,
            has_mark: vec![false; path.len()],
            marks: Vec::new(),
            mark_starts: vec![0],
            own: vec![[[0.0; W]; W]; path.len()],
            reach: Vec::new(),
            pairs: Vec::new(),
            path,
        };
        made.list_marks(trees, is_handle);
        made
    }

    fn list_marks(&mut self, trees: &[usize], is_handle: &[bool]) {
        // By place: the nearest mark at or inward of it, counted within the tree.
        let mut nearest = vec![NONE; self.path.len()];
        let (mut tree, mut in_tree, mut handle, mut most) = (usize::MAX, 0, 0, 0);
        for place in 0..self.path.len() {
            let k = self.path[place] as usize;
            if trees[k] != tree {
                if tree != usize::MAX {
                    self.mark_starts.push(self.marks.len());
                }
                (tree, in_tree, handle) = (trees[k], 0, 0);
            }
            let inward = if self.inward[place] == NONE { NONE } else { nearest[self.inward[place] as usize] };
            self.has_mark[place] = inward != NONE;
            nearest[place] = inward;
            if self.is_mark[place] {
                let mut mark = Mark { place: place as u32, inward, handle: NONE };
                if is_handle[k] {
                    mark.handle = handle;
                    handle += 1;
                }
                self.marks.push(mark);
                nearest[place] = in_tree;
                in_tree += 1;
                most = most.max(in_tree as usize);
            }
        }
        self.mark_starts.push(self.marks.len());
        self.pairs = vec![[[0.0; W]; W]; most * (most + 1) / 2];
        if most > 1 {
            self.reach = vec![[[0.0; W]; W]; self.path.len()];
        }
    }
}

/// Everything that Λ follows from, and where it goes.
pub(super) struct Respond<'a, B: Tree<W>, const W: usize> {
    pub responses: &'a mut Responses<W>,
    pub links: &'a [Link],
    pub freedoms: &'a [Freedom<W>],
    pub arms: &'a [B::Arm],
    pub pattern: &'a Pattern,
    pub inverse_mass: &'a mut InverseMass,
}

impl<B: Tree<W>, const W: usize> Work for Respond<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Respond { responses, links, freedoms, arms, pattern, inverse_mass } = self;
        for place in 0..responses.path.len() {
            let k = responses.path[place] as usize;
            let (freedoms, arm) = (&freedoms[links[k].freedoms()], &arms[k]);
            responses.pass_own::<B, V>(lanes, place, freedoms, arm);
            if responses.has_mark[place] {
                responses.pass_reach::<B, V>(lanes, place, freedoms, arm);
            }
        }
        let InverseMass::Handles(starts, values) = inverse_mass else {
            unreachable!("made for handles by `equations`")
        };
        for node in 0..pattern.n_nodes() {
            let marks = responses.mark_starts[node]..responses.mark_starts[node + 1];
            responses.pair(marks.clone());
            let order = pattern.handles(node).len() * W;
            responses.write(marks, &mut values[starts[node]..][..order * order], order);
        }
    }
}

impl<const W: usize> Responses<W> {
    /// (1)
    #[inline(always)]
    fn pass_own<B: Tree<W>, V: Lanes>(&mut self, lanes: V, place: usize, freedoms: &[Freedom<W>], arm: &B::Arm) {
        let mut own = match self.inward[place] {
            NONE => [[0.0; W]; W],
            parent => {
                // X Λ Xᵀ: each row, then each column.
                let half = self.own[parent as usize].map(|row| B::carry(&row, arm));
                transposed(&half).map(|row| B::carry(&row, arm))
            }
        };
        for freedom in freedoms {
            // (1 − s Uᵀ/D) Λ (1 − U sᵀ/D) + s sᵀ/D, with y = Λ U.
            let y: [f64; W] = own.map(|row| dot(lanes, &row, &freedom.reach));
            let k = freedom.inverse;
            let square = k * (1.0 + k * dot(lanes, &y, &freedom.reach));
            for i in 0..W {
                let (s, t) = (square * freedom.axis[i] - k * y[i], k * freedom.axis[i]);
                for j in 0..W {
                    own[i][j] += s * freedom.axis[j] - t * y[j];
                }
            }
        }
        self.own[place] = own;
    }

    /// Ψ of this body: T times that of its parent, or T itself behind a mark.
    #[inline(always)]
    fn pass_reach<B: Tree<W>, V: Lanes>(&mut self, lanes: V, place: usize, freedoms: &[Freedom<W>], arm: &B::Arm) {
        let parent = self.inward[place] as usize;
        // Column by column: Ψᵀ is what is kept.
        let mut reach = if self.is_mark[parent] { unit() } else { self.reach[parent] };
        for column in &mut reach {
            *column = B::carry(column, arm);
            for freedom in freedoms {
                let along = -freedom.inverse * dot(lanes, &freedom.reach, column);
                for (c, s) in column.iter_mut().zip(&freedom.axis) {
                    *c += along * s;
                }
            }
        }
        self.reach[place] = reach;
    }

    /// (2), for all marks of a node.
    #[inline(always)]
    fn pair(&mut self, marks: std::ops::Range<usize>) {
        let Responses { marks: all, pairs, own, reach, .. } = self;
        for (m, mark) in all[marks].iter().enumerate() {
            let (row, place) = (m * (m + 1) / 2, mark.place as usize);
            pairs[row + m] = own[place];
            if mark.inward == NONE {
                continue;
            }
            let a = mark.inward as usize;
            let reach = &reach[place];
            for k in 0..m {
                // Λ_ak, of which one triangle is kept.
                let product = match k <= a {
                    true => multiply(reach, &pairs[a * (a + 1) / 2 + k]),
                    false => multiply(reach, &transposed(&pairs[k * (k + 1) / 2 + a])),
                };
                pairs[row + k] = product;
            }
        }
    }

    /// The blocks between handles, to both sides of the diagonal.
    #[inline(always)]
    fn write(&self, marks: std::ops::Range<usize>, out: &mut [f64], order: usize) {
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

fn unit<const W: usize>() -> Square<W> {
    let mut unit = [[0.0; W]; W];
    for (k, row) in unit.iter_mut().enumerate() {
        row[k] = 1.0;
    }
    unit
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
