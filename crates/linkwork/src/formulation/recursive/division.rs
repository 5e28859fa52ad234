//! Which further joints to cut, so that a forest falls into a given number of parts of about equal work.
//!
//! A part is a tree, so the parts *must* be what cutting joints that carry leaves: connected, and together all bodies.
//! They *should* be equal in work, the largest as small as can be, and the joints that are cut *should* have few
//! equations and touch bodies which equations touch anyway. Joints that close loops are equations already and stay so.
//! The ground does not couple: cutting a joint to it would divide nothing.
//!
//! For a given limit of work, bodies are gathered from the leaves inward; where a body with what it carries exceeds
//! the limit, the heaviest of what it carries is cut off, which for constant weights leaves the fewest parts [Kundu
//! and Misra]. The least limit that leaves no more parts than asked for is found by bisection. Here a cut also makes
//! bodies inward of it dearer, as far as the response of its handle is carried. Parts that are missing then come from
//! the largest, one by one. Everything is counted in whole numbers, ties go to the first body: the same model and
//! number give the same parts.

#[cfg(test)]
mod tests;

use super::forest::{Branch, Children, Forest, freedoms};
use super::loop_constraints::LoopConstraints;
use crate::model::Model;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Work of a body, of each of its freedoms, and of responses along it; only their ratios count. In a spatial chain of
/// 10 000 bodies a body took 60 ns, and 18 ns more where the response of a handle runs along it.
const BODY: u64 = 60;
const FREEDOM: u64 = 15;
const RESPONSE: u64 = 22;

/// Freedoms along which responses are counted; then they have faded. In the gallery's chain, whose bodies are short
/// for their inertia, they are carried along about a thousand bodies of one freedom; along slender rods sixty would
/// do.
const REACH: u32 = 1000;

/// A part may become smaller by a fourth for a cut with fewer equations.
const fn least_for_a_better_cut(weight: u64) -> u64 {
    weight - weight / 4
}

const NONE: u32 = u32::MAX;

impl Forest {
    /// The forest with further cuts: as many trees as asked for, or as there are bodies. A forest with more trees stays
    /// as it is.
    pub(crate) fn divide(&self, model: &Model, n_parts: usize) -> Forest {
        if n_parts <= self.n_trees || self.branches.is_empty() {
            return self.clone();
        }
        let mut division = Division::new(self, model);
        division.cut_evenly(n_parts);
        division.cut_largest(n_parts);
        let cuts = division.is_cut;
        let mut carriers = vec![None; self.branches.len()];
        for branch in self.branches.iter().zip(&cuts).filter(|(_, cut)| !**cut).map(|(branch, _)| branch) {
            carriers[branch.body] = branch.joint.map(|joint| (joint, self.parent_body(branch)));
        }
        Forest::from_carriers(model, &carriers)
    }

    /// Work of each tree, in the units of the division.
    pub(crate) fn works(&self, model: &Model) -> Vec<u64> {
        let division = Division::new(self, model);
        let mut works = vec![0; self.n_trees];
        for (k, branch) in self.branches.iter().enumerate() {
            works[branch.tree] += division.plain[k] + response(division.leads[k]);
        }
        works
    }

    /// Freedoms of all bodies against those that carry them.
    pub(crate) fn count_freedoms(&self, model: &Model) -> usize {
        count_freedoms(self, model).into_iter().map(|count| count as usize).sum()
    }

    /// By tree: bodies, and those of them along which responses are computed.
    pub(crate) fn sizes(&self, model: &Model) -> Vec<[usize; 2]> {
        let reach = find_reach(self, &LoopConstraints::of(model, self), &count_freedoms(self, model));
        let mut sizes = vec![[0; 2]; self.n_trees];
        for (branch, reach) in self.branches.iter().zip(reach) {
            sizes[branch.tree][0] += 1;
            sizes[branch.tree][1] += usize::from(reach > 0);
        }
        sizes
    }
}

/// By position: freedoms of the joint that carries it.
fn count_freedoms(forest: &Forest, model: &Model) -> Vec<u32> {
    let width = model.freedoms_per_body();
    let kind = |branch: &Branch| branch.joint.map(|joint| &model.joints[joint.index()].kind);
    let count = |branch| kind(branch).and_then(|kind| freedoms(kind, model.space)).unwrap_or(width) as u32;
    forest.branches.iter().map(count).collect()
}

/// By position: along how many freedoms, from its own inward, responses are still carried. Handles begin with all of
/// [`REACH`].
fn find_reach(forest: &Forest, loop_constraints: &LoopConstraints, freedoms: &[u32]) -> Vec<u32> {
    let start = |branch: &Branch| if loop_constraints.is_handle(branch.body) { REACH } else { 0 };
    let mut reach: Vec<u32> = forest.branches.iter().map(start).collect();
    for k in (0..reach.len()).rev() {
        if let Some(parent) = forest.branches[k].parent {
            reach[parent] = reach[parent].max(reach[k].saturating_sub(freedoms[k]));
        }
    }
    reach
}

/// Work of responses at a body that they reach like this.
const fn response(reach: u32) -> u64 {
    if reach > 0 { RESPONSE } else { 0 }
}

/// A forest while it is divided; everything by position in it.
struct Division<'a> {
    branches: &'a [Branch],
    n_trees: usize,
    /// Positions of those it carries.
    children: Children,
    freedoms: Vec<u32>,
    /// Work without responses.
    plain: Vec<u64>,
    /// How far the responses of handles reach that are there without cuts.
    leads: Vec<u32>,
    /// The price of cutting its joint: equations, then handles.
    price: Vec<u32>,
    /// Additional work if it were the base of a part: free, and a handle.
    base: Vec<u64>,
    is_cut: Vec<bool>,
    /// The same with the present cuts.
    reach: Vec<u32>,
    /// Its work and that of everything outward that is not cut off.
    weight: Vec<u64>,
    /// The heaviest of those it carries and that are not cut off; [`NONE`] without.
    heaviest: Vec<u32>,
}

impl<'a> Division<'a> {
    fn new(forest: &'a Forest, model: &Model) -> Division<'a> {
        let (n, branches) = (forest.branches.len(), &forest.branches[..]);
        let (loop_constraints, freedoms) = (LoopConstraints::of(model, forest), count_freedoms(forest, model));
        let width = model.freedoms_per_body();
        let is_handle = |k: usize| loop_constraints.is_handle(branches[k].body);
        let (mut plain, mut price, mut base) = (vec![0; n], vec![0; n], vec![0; n]);
        for (k, branch) in branches.iter().enumerate() {
            let free = freedoms[k] as usize;
            plain[k] = BODY + FREEDOM * free as u64;
            if let Some(parent) = branch.parent {
                let handles = [k, parent].into_iter().filter(|&end| !is_handle(end)).count();
                price[k] = (4 * (width - free) + handles) as u32;
                base[k] = FREEDOM * (width - free) as u64 + RESPONSE;
            }
        }
        let leads = find_reach(forest, &loop_constraints, &freedoms);
        Division {
            branches,
            n_trees: forest.n_trees,
            children: Children::of(n, |k| branches[k].parent),
            freedoms,
            plain,
            reach: leads.clone(),
            leads,
            price,
            base,
            is_cut: vec![false; n],
            weight: vec![0; n],
            heaviest: vec![NONE; n],
        }
    }

    /// The least limit that leaves no more parts than these.
    fn cut_evenly(&mut self, n_parts: usize) {
        self.cut_above(u64::MAX);
        let bases = (0..self.branches.len()).filter(|&k| self.branches[k].parent.is_none());
        let mut high = bases.map(|k| self.weight[k]).max().unwrap_or(0);
        let all: u64 = self.plain.iter().sum();
        // No limit below lets a part be made of any body.
        let dearest = (0..self.plain.len()).map(|k| self.plain[k] + self.base[k] + RESPONSE).max().unwrap_or(0);
        let mut low = dearest.max(all / n_parts as u64).min(high);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.cut_above(middle) <= n_parts {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        self.cut_above(high);
    }

    /// Cuts so that no part is above a limit; returns their number.
    fn cut_above(&mut self, limit: u64) -> usize {
        self.is_cut.fill(false);
        self.reach.copy_from_slice(&self.leads);
        let mut n_parts = self.n_trees;
        let mut by_weight = Vec::new();
        for k in (0..self.branches.len()).rev() {
            self.gather(k);
            if self.weight[k] + self.base[k] <= limit {
                continue;
            }
            by_weight.clear();
            by_weight.extend(self.carried(k).filter(|&child| !self.is_cut[child]));
            by_weight.sort_by_key(|&child| (Reverse(self.weight[child]), child));
            // A cut further out leaves something here, so each may have to be cut a second time.
            for &child in by_weight.iter().chain(&by_weight) {
                if self.weight[k] + self.base[k] <= limit {
                    break;
                }
                if !self.is_cut[child] {
                    let place = self.find_better_cut(child);
                    self.cut(place, k);
                    n_parts += 1;
                }
            }
        }
        n_parts
    }

    fn carried(&self, k: usize) -> impl Iterator<Item = usize> + '_ {
        self.children.at(k).iter().map(|&child| child as usize)
    }

    /// Weight of a body, those it carries being done.
    fn gather(&mut self, k: usize) {
        let (mut weight, mut heaviest) = (self.plain[k], (0, NONE));
        let mut reach = self.reach[k];
        for child in self.carried(k) {
            reach = reach.max(if self.is_cut[child] { REACH } else { self.reach_inward(child) });
            if !self.is_cut[child] {
                weight += self.weight[child];
                heaviest = heaviest.max((self.weight[child], child as u32));
            }
        }
        self.weight[k] = weight + response(reach);
        self.heaviest[k] = if heaviest.0 > 0 { heaviest.1 } else { NONE };
        self.reach[k] = reach;
    }

    /// How far responses at a body reach from its parent on.
    fn reach_inward(&self, k: usize) -> u32 {
        self.reach[k].saturating_sub(self.freedoms[k])
    }

    /// The cheapest joint to cut instead of this one, outward from it while hardly anything stays behind.
    fn find_better_cut(&self, from: usize) -> usize {
        let least = least_for_a_better_cut(self.weight[from]);
        let (mut best, mut place) = (from, self.heaviest[from]);
        while place != NONE && !self.is_cut[place as usize] && self.weight[place as usize] >= least {
            if self.price[place as usize] < self.price[best] {
                best = place as usize;
            }
            place = self.heaviest[place as usize];
        }
        best
    }

    /// Cuts off what hangs on the joint at a place; weights are right again up to a body inward of it.
    fn cut(&mut self, place: usize, last: usize) {
        self.is_cut[place] = true;
        let (mut inward, mut added, mut reach) = (self.branches[place].parent, 0, REACH);
        while let Some(k) = inward {
            reach = reach.max(self.reach[k]);
            added += response(reach) - response(self.reach[k]);
            self.reach[k] = reach;
            reach = self.reach_inward(k);
            self.weight[k] = self.weight[k] + added - self.weight[place];
            if k == last {
                break;
            }
            inward = self.branches[k].parent;
        }
    }

    /// Divides the largest part in two until there are as many as these, or all are single bodies.
    fn cut_largest(&mut self, n_parts: usize) {
        let is_base = |k: usize, cuts: &[bool]| cuts[k] || self.branches[k].parent.is_none();
        let bases: Vec<usize> = (0..self.branches.len()).filter(|&k| is_base(k, &self.is_cut)).collect();
        let mut n = bases.len();
        let mut heap: BinaryHeap<(u64, Reverse<usize>)> =
            bases.into_iter().map(|k| (self.weight[k], Reverse(k))).collect();
        while n < n_parts {
            let Some((_, Reverse(base))) = heap.pop() else { return };
            if let Some(place) = self.find_middle(base) {
                self.cut(place, base);
                heap.extend([base, place].map(|k| (self.weight[k], Reverse(k))));
                n += 1;
            }
        }
    }

    /// Where a part falls into two of about equal weight, on the cheapest of equal joints; `None` for a single body.
    fn find_middle(&self, base: usize) -> Option<usize> {
        let mut best = None;
        let mut stack = vec![base];
        while let Some(k) = stack.pop() {
            for child in self.carried(k).filter(|&child| !self.is_cut[child]) {
                let [outer, inner] = [self.weight[child] + self.base[child], self.weight[base] - self.weight[child]];
                let candidate = (outer.max(inner), self.price[child], child);
                best = Some(best.map_or(candidate, |best: (u64, u32, usize)| best.min(candidate)));
                stack.push(child);
            }
        }
        best.map(|(_, _, place)| place)
    }
}
