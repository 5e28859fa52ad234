//! Divides bodies into two parts of similar size with few equations between them.
//!
//! Bodies are sorted by how near they are to some body far out rather than to another (breadth-first distances), and
//! swept from one end to the other; the best place to cut is where
//!
//! ```text
//!     (equations of the joints between the parts) / (bodies of one part · bodies of the other)          (1)
//! ```
//!
//! is least, neither part being smaller than a quarter. Four sortings are tried: by distance from a far body s, by
//! which of s and the body t farthest from it is nearer, and likewise for s and t with a third body u far from both.
//! (In a square net s and t are opposite corners, and u is a third one: s against t cuts along a diagonal, s against u
//! straight through the middle, half as many joints.) The best cut is then improved by moving single bodies at its
//! border, also for a while against (1) [Fiduccia, Mattheyses 1982, A linear-time heuristic for improving network
//! partitions].

use crate::topology::graph::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Beyond this share of its bodies' joints a cut does not separate, it takes apart: the part is better left whole.
const LARGEST_CUT: f64 = 0.3;
/// Moves in a row without a better cut after which the improvement ends. Steps of a border are a few bodies long.
const MOST_FRUITLESS_MOVES: usize = 64;
/// Passes of improvement; the third rarely finds anything.
const MOST_PASSES: usize = 3;

/// Divides parts of one graph, with memory for all of it. Joints that were cut are no joints of later parts.
pub(super) struct Bisection<'g> {
    graph: &'g Graph,
    /// Body → part 0 or 1 of the division at work; `OUTSIDE` if it takes no part in it.
    side: Vec<u8>,
    is_cut: Vec<bool>,
    /// Distances from the bodies s, t, u and one on the way to u.
    distance: [Vec<u32>; 4],
    /// Joint → how many of its bodies the sweep has passed.
    n_passed: Vec<u8>,
    queue: Vec<u32>,
    cut: Vec<usize>,
    /// Bodies that have changed sides in this pass of improvement.
    is_moved: Vec<bool>,
}

/// The gain of moving a body, and the body; of equal gains the lowest body comes first.
type Move = (i64, Reverse<u32>);

const OUTSIDE: u8 = 2;
const FAR: u32 = u32::MAX;

impl<'g> Bisection<'g> {
    pub(super) fn new(graph: &'g Graph) -> Bisection<'g> {
        Bisection {
            graph,
            side: vec![OUTSIDE; graph.n_bodies()],
            is_cut: vec![false; graph.n_edges()],
            distance: std::array::from_fn(|_| vec![FAR; graph.n_bodies()]),
            n_passed: vec![0; graph.n_edges()],
            queue: Vec::new(),
            cut: Vec::new(),
            is_moved: vec![false; graph.n_bodies()],
        }
    }

    /// Sorts a part so that its first n bodies are one side and the others the other; gives n, or `None` where no
    /// cut is worth it. A part that is not connected is divided without cutting a joint.
    pub(super) fn divide(&mut self, part: &mut [u32]) -> Option<usize> {
        part.sort_unstable();
        part.iter().for_each(|&b| self.side[b as usize] = 0);
        let divided = self.find_sides(part);
        self.cut.clear();
        let n_first = divided.then(|| {
            self.collect_cut(part);
            part.sort_by_key(|&b| (self.side[b as usize], b));
            part.partition_point(|&b| self.side[b as usize] == 0)
        });
        part.iter().for_each(|&b| self.side[b as usize] = OUTSIDE);
        n_first
    }

    /// The joints of the last division's cut.
    pub(super) fn cut_joints(&self) -> impl Iterator<Item = usize> + '_ {
        self.cut.iter().copied()
    }

    /// The joints inside the part at a body that tie it to other bodies.
    fn ties(&self, body: u32) -> impl Iterator<Item = usize> + '_ {
        self.graph.edges_at(body as usize).filter(|&j| !self.is_cut[j] && self.graph.edges()[j].moving().count() > 1)
    }

    fn find_sides(&mut self, part: &[u32]) -> bool {
        self.find_far_bodies(part);
        if part.iter().any(|&b| self.distance[0][b as usize] == FAR) {
            // The bodies that can be reached from s are one side.
            part.iter().for_each(|&b| self.side[b as usize] = u8::from(self.distance[0][b as usize] == FAR));
            return true;
        }
        let Some((mut best, mut sorted)) = self.sweep_all(part) else { return false };
        sorted[..best.n_first].iter().for_each(|&b| self.side[b as usize] = 0);
        sorted[best.n_first..].iter().for_each(|&b| self.side[b as usize] = 1);
        sorted.sort_unstable();
        for _ in 0..MOST_PASSES {
            let better = self.improve(&sorted, best);
            if better.score(part.len()) >= best.score(part.len()) {
                break;
            }
            best = better;
        }
        let whole: u64 = part.iter().flat_map(|&b| self.ties(b)).map(|j| self.graph.edges()[j].size() as u64).sum();
        (best.equations as f64) < LARGEST_CUT * 0.5 * whole as f64
    }

    /// Fills the distances from s, t and u.
    fn find_far_bodies(&mut self, part: &[u32]) {
        // Twice from one end to the farthest leads far out.
        let mut s = part[0];
        for _ in 0..2 {
            s = self.measure(0, s, part);
        }
        let t = self.measure(0, s, part);
        self.measure(1, t, part);
        // The bodies far from both all lie on the line between them in a net; take the end, farthest from the first
        // found.
        let off = |d: &[Vec<u32>; 4], b: u32| d[0][b as usize].min(d[1][b as usize]);
        let w = last_of_most(part, |b| off(&self.distance, b));
        self.measure(3, w, part);
        let u = last_of_most(part, |b| (off(&self.distance, b), self.distance[3][b as usize]));
        self.measure(2, u, part);
    }

    /// Breadth-first distances from a body; gives one that is farthest.
    fn measure(&mut self, slot: usize, from: u32, part: &[u32]) -> u32 {
        let mut distance = std::mem::take(&mut self.distance[slot]);
        let mut queue = std::mem::take(&mut self.queue);
        part.iter().for_each(|&b| distance[b as usize] = FAR);
        queue.clear();
        queue.push(from);
        distance[from as usize] = 0;
        let mut next = 0;
        while let Some(&body) = queue.get(next) {
            next += 1;
            for joint in self.ties(body) {
                for other in self.graph.edges()[joint].moving() {
                    if self.side[other] != OUTSIDE && distance[other] == FAR {
                        distance[other] = distance[body as usize] + 1;
                        queue.push(other as u32);
                    }
                }
            }
        }
        let last = queue.last().copied().unwrap_or(from);
        self.distance[slot] = distance;
        self.queue = queue;
        last
    }

    /// The best cut of all sortings, and its sorting.
    fn sweep_all(&mut self, part: &[u32]) -> Option<(Cut, Vec<u32>)> {
        let mut best: Option<(Cut, Vec<u32>)> = None;
        for [near, far] in [[0, usize::MAX], [0, 1], [0, 2], [1, 2]] {
            let d = |slot: usize, b: u32| self.distance.get(slot).map_or(0, |d| i64::from(d[b as usize]));
            let mut sorted = part.to_vec();
            sorted.sort_by_cached_key(|&b| (d(near, b) - d(far, b), d(near, b), b));
            let Some(cut) = self.sweep(&sorted) else { continue };
            if best.as_ref().is_none_or(|(other, _)| cut.score(part.len()) < other.score(part.len())) {
                best = Some((cut, sorted));
            }
        }
        best
    }

    /// The best place to cut a sorting; `None` for parts too small to be divided.
    fn sweep(&mut self, sorted: &[u32]) -> Option<Cut> {
        let n = sorted.len();
        let mut n_passed = std::mem::take(&mut self.n_passed);
        let mut equations = 0;
        let mut best: Option<Cut> = None;
        for (i, &body) in sorted.iter().enumerate() {
            for joint in self.ties(body) {
                let edge = &self.graph.edges()[joint];
                n_passed[joint] += 1;
                if n_passed[joint] == 1 {
                    equations += edge.size() as u64;
                }
                if usize::from(n_passed[joint]) == edge.moving().count() {
                    equations -= edge.size() as u64;
                    n_passed[joint] = 0;
                }
            }
            let cut = Cut { n_first: i + 1, equations };
            if cut.is_fair(n) && best.is_none_or(|other| cut.score(n) < other.score(n)) {
                best = Some(cut);
            }
        }
        self.n_passed = n_passed;
        best
    }

    /// One pass: bodies at the border change sides, each once, best first; then back to the best cut met.
    fn improve(&mut self, part: &[u32], start: Cut) -> Cut {
        let n = part.len();
        let at_border = |b: &&u32| self.ties(**b).any(|j| self.is_between(j));
        let mut heap: BinaryHeap<Move> = part.iter().filter(at_border).map(|&b| self.calc_move(b)).collect();
        let mut moved: Vec<u32> = Vec::new();
        let (mut now, mut best, mut n_kept) = (start, start, 0);
        while let Some((gain, Reverse(body))) = heap.pop() {
            let next = now.after(self.side[body as usize], gain);
            // An entry is out of date when its body has moved or has another gain; then a newer one exists.
            if self.is_moved[body as usize] || self.calc_move(body).0 != gain || !next.is_fair(n) {
                continue;
            }
            self.side[body as usize] ^= 1;
            self.is_moved[body as usize] = true;
            moved.push(body);
            now = next;
            if now.score(n) < best.score(n) {
                (best, n_kept) = (now, moved.len());
            }
            if moved.len() - n_kept > MOST_FRUITLESS_MOVES {
                break;
            }
            let around = self.ties(body).flat_map(|joint| self.graph.edges()[joint].moving());
            heap.extend(around.filter(|&b| !self.is_moved[b]).map(|b| self.calc_move(b as u32)));
        }
        moved.iter().for_each(|&body| self.is_moved[body as usize] = false);
        moved[n_kept..].iter().for_each(|&body| self.side[body as usize] ^= 1);
        best
    }

    /// By how many equations the cut shrinks when a body changes sides.
    fn calc_move(&self, body: u32) -> Move {
        let side = self.side[body as usize];
        let gain = |joint: usize| {
            let edge = &self.graph.edges()[joint];
            let others = || edge.moving().filter(|&b| b != body as usize);
            let n_with = others().filter(|&b| self.side[b] == side).count();
            match n_with {
                0 => edge.size() as i64,
                n if n == others().count() => -(edge.size() as i64),
                _ => 0,
            }
        };
        (self.ties(body).map(gain).sum(), Reverse(body))
    }

    /// Whether a joint has bodies on each side.
    fn is_between(&self, joint: usize) -> bool {
        [0, 1].iter().all(|&side| self.graph.edges()[joint].moving().any(|b| self.side[b] == side))
    }

    fn collect_cut(&mut self, part: &[u32]) {
        let mut cut = std::mem::take(&mut self.cut);
        for &body in part.iter().filter(|&&b| self.side[b as usize] == 0) {
            cut.extend(self.ties(body).filter(|&j| self.is_between(j)));
        }
        cut.sort_unstable();
        cut.dedup();
        cut.iter().for_each(|&j| self.is_cut[j] = true);
        self.cut = cut;
    }
}

/// A division: bodies on the first side, equations of the joints between.
#[derive(Clone, Copy, Debug)]
struct Cut {
    n_first: usize,
    equations: u64,
}

impl Cut {
    /// After a body of this side has gone to the other.
    fn after(self, side: u8, gain: i64) -> Cut {
        let n_first = if side == 0 { self.n_first - 1 } else { self.n_first + 1 };
        Cut { n_first, equations: self.equations.saturating_add_signed(-gain) }
    }

    /// (1)
    fn score(&self, n: usize) -> f64 {
        self.equations as f64 / (self.n_first as f64 * (n - self.n_first) as f64)
    }

    /// Neither side is empty or smaller than a quarter.
    fn is_fair(&self, n: usize) -> bool {
        self.n_first < n && self.n_first > 0 && 4 * self.n_first.min(n - self.n_first) >= n - n % 4
    }
}

/// The body for which a value is greatest; of equals the last.
fn last_of_most<V: Ord>(part: &[u32], value: impl Fn(u32) -> V) -> u32 {
    // A part is not empty.
    part.iter().copied().max_by_key(|&b| value(b)).unwrap_or(0)
}
