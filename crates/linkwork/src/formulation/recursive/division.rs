//! Which further joints to cut, so that a forest falls into a given number of parts of about equal work.
//!
//! A part is a tree, so the parts *must* be what cutting joints that carry leaves: connected, and together all bodies. They
//! *should* be equal in work, the largest as small as can be, and the joints that are cut *should* have few equations and touch bodies which
//! equations touch anyway. Joints that close loops are equations already and stay so. The ground does not couple: cutting a joint
//! to it would divide nothing.
//!
//! For a given limit of work, bodies are gathered from the leaves inward; where a body with what it carries exceeds the limit, the heaviest
//! of what it carries is cut off, which for constant weights leaves the fewest parts [Kundu and Misra]. The least limit that
//! leaves no more parts than asked for is found by bisection. Here a cut also makes bodies inward of it dearer, since the response of
//! its handle is computed along them. Parts that are missing then come from the largest, one by one.
//! Everything is counted in whole numbers, ties go to the first body: the same model and number give the same parts.

use super::forest::{Branch, Forest, freedoms};
use super::leftover::Leftover;
use crate::model::Model;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Work of a body, of each of its freedoms, and of responses along it; only their ratios count. In a spatial chain of 1000 bodies responses took
/// 0.9 times as long as the recursion in a part that hangs from the ground, 1.3 times between two cuts, in the plane 0.8 times.
const BODY: u64 = 60;
const FREEDOM: u64 = 15;
const RESPONSE: u64 = 75;

/// A part may become smaller by a fourth for a cut with fewer equations.
const fn least_for_a_better_cut(weight: u64) -> u64 {
    weight - weight / 4
}

const NONE: u32 = u32::MAX;

impl Forest {
    /// The forest with further cuts: as many trees as asked for, or as there are bodies. A forest with more trees stays as it is.
    pub fn divide(&self, model: &Model, n_parts: usize) -> Forest {
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
    pub fn works(&self, model: &Model) -> Vec<u64> {
        let division = Division::new(self, model);
        let mut works = vec![0; self.n_trees];
        for (k, branch) in self.branches.iter().enumerate() {
            works[branch.tree] += division.plain[k] + if division.leads[k] { RESPONSE } else { 0 };
        }
        works
    }

    /// By tree: bodies, and those of them along which responses are computed.
    pub fn sizes(&self, model: &Model) -> Vec<[usize; 2]> {
        let leads = find_paths(self, &Leftover::of(model, self));
        let mut sizes = vec![[0; 2]; self.n_trees];
        for (branch, leads) in self.branches.iter().zip(leads) {
            sizes[branch.tree][0] += 1;
            sizes[branch.tree][1] += usize::from(leads);
        }
        sizes
    }
}

/// By position: whether it is a handle or leads to one.
fn find_paths(forest: &Forest, leftover: &Leftover) -> Vec<bool> {
    let mut leads: Vec<bool> = forest.branches.iter().map(|branch| leftover.is_handle(branch.body)).collect();
    for k in (0..leads.len()).rev() {
        if let Some(parent) = forest.branches[k].parent.filter(|_| leads[k]) {
            leads[parent] = true;
        }
    }
    leads
}

/// A forest while it is divided; everything by position in it.
struct Division<'a> {
    branches: &'a [Branch],
    n_trees: usize,
    /// Positions of those it carries: a stretch of `children`.
    carried: Vec<Range<u32>>,
    children: Vec<u32>,
    /// Work without responses.
    plain: Vec<u64>,
    /// Whether the responses of handles that are there without cuts run along it.
    leads: Vec<bool>,
    /// What a cut of its joint adds: equations, then handles.
    price: Vec<u32>,
    /// What its work would be more if it were the base of a part: free, and a handle.
    base: Vec<u64>,
    is_cut: Vec<bool>,
    /// Whether responses run along it with the present cuts.
    responds: Vec<bool>,
    /// Its work and that of everything outward that is not cut off.
    weight: Vec<u64>,
    /// The heaviest of those it carries and that are not cut off; [`NONE`] without.
    heaviest: Vec<u32>,
}

impl<'a> Division<'a> {
    fn new(forest: &'a Forest, model: &Model) -> Division<'a> {
        let (n, branches) = (forest.branches.len(), &forest.branches[..]);
        let leftover = Leftover::of(model, forest);
        let width = model.freedoms_per_body();
        let is_handle = |k: usize| leftover.is_handle(branches[k].body);
        let (mut plain, mut price, mut base) = (vec![0; n], vec![0; n], vec![0; n]);
        for (k, branch) in branches.iter().enumerate() {
            let kind = branch.joint.map(|joint| &model.joints[joint.index()].kind);
            let free = kind.and_then(|kind| freedoms(kind, model.space)).unwrap_or(width);
            plain[k] = BODY + FREEDOM * free as u64;
            if let Some(parent) = branch.parent {
                let handles = [k, parent].into_iter().filter(|&end| !is_handle(end)).count();
                price[k] = (4 * (width - free) + handles) as u32;
                base[k] = FREEDOM * (width - free) as u64 + RESPONSE;
            }
        }
        let leads = find_paths(forest, &leftover);
        let (carried, children) = list_children(branches);
        Division {
            branches,
            n_trees: forest.n_trees,
            carried,
            children,
            plain,
            responds: leads.clone(),
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
        self.responds.copy_from_slice(&self.leads);
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
        let stretch = &self.carried[k];
        self.children[stretch.start as usize..stretch.end as usize].iter().map(|&child| child as usize)
    }

    /// Weight of a body, those it carries being done.
    fn gather(&mut self, k: usize) {
        let (mut weight, mut heaviest) = (self.plain[k], (0, NONE));
        let mut responds = self.responds[k];
        for child in self.carried(k) {
            responds |= self.responds[child] || self.is_cut[child];
            if !self.is_cut[child] {
                weight += self.weight[child];
                heaviest = heaviest.max((self.weight[child], child as u32));
            }
        }
        self.weight[k] = weight + if responds { RESPONSE } else { 0 };
        self.heaviest[k] = if heaviest.0 > 0 { heaviest.1 } else { NONE };
        self.responds[k] = responds;
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
        let (mut inward, mut added) = (self.branches[place].parent, 0);
        while let Some(k) = inward {
            if !self.responds[k] {
                self.responds[k] = true;
                added += RESPONSE;
            }
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

/// By position: which positions it carries.
fn list_children(branches: &[Branch]) -> (Vec<Range<u32>>, Vec<u32>) {
    let mut carried = vec![0..0; branches.len()];
    branches.iter().filter_map(|branch| branch.parent).for_each(|parent| carried[parent].end += 1);
    let mut first = 0;
    for stretch in &mut carried {
        (stretch.start, first) = (first, first + stretch.end);
        stretch.end = stretch.start;
    }
    let mut children = vec![0; first as usize];
    for (k, branch) in branches.iter().enumerate() {
        if let Some(parent) = branch.parent {
            children[carried[parent].end as usize] = k as u32;
            carried[parent].end += 1;
        }
    }
    (carried, children)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery;
    use crate::ids::JointId;
    use crate::model::Space;
    use proptest::prelude::*;

    const JOINTS: [(&str, &str); 4] = [
        ("revolute", "axis = [0, 0, 1]"),
        ("fixed", ""),
        ("spherical", ""),
        ("universal", "axis = [0, 0, 1]\naxis2 = [1, 0, 0]"),
    ];

    /// Body k hangs on `parents[k]`, −1 being the ground, by joint k of a type by number.
    fn tree(parents: &[i32], kinds: &[usize]) -> Model {
        let mut text = String::from("space = \"spatial\"\n");
        for k in 0..parents.len() {
            text += &format!("[[bodies]]\nname = \"b{k}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n");
        }
        for (k, (parent, kind)) in parents.iter().zip(kinds).enumerate() {
            let (kind, axes) = JOINTS[*kind];
            let first = if *parent < 0 { "ground".into() } else { format!("b{parent}") };
            text += &format!(
                "[[joints]]\nname = \"j{k}\"\ntype = \"{kind}\"\nbodies = [\"{first}\", \"b{k}\"]\npoint = [0, 0, 0]\n{axes}\n"
            );
        }
        Model::parse(&text, "tree.toml").unwrap_or_else(|faults| panic!("{faults}"))
    }

    fn chain(n: usize) -> Model {
        gallery::chain(n, Space::Spatial).unwrap().build().unwrap()
    }

    fn find_cuts(forest: &Forest) -> Vec<usize> {
        (0..forest.carries.len()).filter(|&j| !forest.carries[j]).collect()
    }

    /// Every body once, parents before children in the same tree, joints that carry among those that did, and as many parts as
    /// asked for.
    fn check(model: &Model, n_parts: usize) -> Forest {
        let whole = Forest::grow(model, &[]);
        let forest = whole.divide(model, n_parts);
        assert_eq!(forest.n_trees, n_parts.clamp(whole.n_trees, model.n_bodies()));
        let mut seen = vec![false; model.n_bodies()];
        for (k, branch) in forest.branches.iter().enumerate() {
            assert!(!std::mem::replace(&mut seen[branch.body], true));
            match branch.parent {
                Some(parent) => assert!(parent < k && forest.branches[parent].tree == branch.tree),
                None => assert!(k == 0 || forest.branches[k - 1].tree + 1 == branch.tree),
            }
            assert!(branch.joint.is_none_or(|joint| whole.carries[joint.index()] && forest.carries[joint.index()]));
        }
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!(forest, whole.divide(model, n_parts), "the same again");
        forest
    }

    /// The largest part against the mean.
    fn imbalance(forest: &Forest, model: &Model) -> f64 {
        let works = forest.works(model);
        *works.iter().max().unwrap() as f64 * works.len() as f64 / works.iter().sum::<u64>() as f64
    }

    #[test]
    fn a_chain_falls_into_equal_stretches() {
        let model = chain(1000);
        for n_parts in [2, 3, 5, 8, 64] {
            let forest = check(&model, n_parts);
            assert!(forest.branches.windows(2).all(|w| w[0].body + 1 == w[1].body), "stretches lie side by side");
            // A body more or less is all that rounding can do.
            let body = (1000.0 / n_parts as f64).recip();
            assert!(imbalance(&forest, &model) < 1.0 + 2.0 * body, "{n_parts}: {}", imbalance(&forest, &model));
        }
        check(&model, 999);
        check(&model, 5000);
    }

    /// Responses run along every body but those of the last part, which therefore has more of them.
    #[test]
    fn the_end_of_a_chain_has_more_bodies() {
        let model = chain(1000);
        let sizes = check(&model, 2).sizes(&model);
        let [[first, along_first], [last, along_last]] = [sizes[0], sizes[1]];
        assert_eq!((along_first, along_last), (first, 1));
        let expected = (BODY + FREEDOM) as f64 / (BODY + FREEDOM + RESPONSE) as f64;
        assert!((first as f64 / last as f64 - expected).abs() < 0.01, "{first} and {last}");
    }

    /// Two fixed joints of three are passed over, as is a revolute one where a spherical one is near.
    #[test]
    fn joints_with_few_equations_are_cut() {
        let parents: Vec<i32> = (-1..59).collect();
        for (often, rare) in [(1, 0), (0, 2), (1, 2)] {
            let kinds: Vec<usize> = (0..60).map(|k| if k % 3 == 1 { rare } else { often }).collect();
            let model = tree(&parents, &kinds);
            let cuts = find_cuts(&check(&model, 4));
            assert!(cuts.iter().all(|j| j % 3 == 1), "cut at {cuts:?}");
        }
    }

    #[test]
    fn bodies_that_are_handles_anyway_are_preferred() {
        let text = gallery::chain(40, Space::Spatial).unwrap().to_toml();
        let driven = text.replacen("name = \"joint16\"\n", "name = \"joint16\"\nmotion = \"0.1*t\"\n", 1);
        assert_ne!(text, driven);
        let model = Model::parse(&driven, "chain.toml").unwrap_or_else(|faults| panic!("{faults}"));
        // Nearest to equal parts would be joint 14 by number: responses to the driver run along what is inward of it.
        assert_eq!(find_cuts(&check(&model, 2)), [15]);
    }

    #[test]
    fn islands_share_the_parts() {
        // Chains of 60 and of 20 bodies.
        let mut parents: Vec<i32> = (-1..59).collect();
        parents.extend([-1].into_iter().chain(60..79));
        let model = tree(&parents, &[0; 80]);
        let sizes = check(&model, 4).sizes(&model);
        assert_eq!(sizes.iter().filter(|size| **size == [20, 0]).count(), 1, "the small one stays whole: {sizes:?}");
        assert_eq!(check(&model, 1).n_trees, 2);
    }

    /// A ring of bodies between two joints to the ground is cut once without being asked: two parts.
    #[test]
    fn loops_are_cut_where_they_are_cut_anyway() {
        let ring = gallery::find("four-bar").unwrap();
        let model = Model::parse(&ring, "ring.toml").unwrap();
        let whole = Forest::grow(&model, &[]);
        assert_eq!(whole.n_trees, 2);
        assert_eq!(check(&model, 2), whole);
        let three = check(&model, 3);
        assert_eq!(find_cuts(&three).len(), find_cuts(&whole).len() + 1);
        assert!(find_cuts(&whole).iter().all(|j| !three.carries[*j]), "what closed a loop still does");
    }

    #[test]
    fn cuts_by_name_count_as_parts() {
        let model = chain(30);
        let cut = Forest::grow(&model, &[JointId::new(4)]);
        let forest = cut.divide(&model, 3);
        assert_eq!(forest.n_trees, 3);
        assert!(!forest.carries[4]);
    }

    #[test]
    fn a_hub_with_many_arms_is_divided_quickly() {
        let model = gallery::star(2000).unwrap().build().unwrap();
        check(&model, 16);
        check(&model, 1999);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Where a body that carries two others exceeds the limit, the heavier one, which is cut off, has nearly half of it: so the largest
        /// part is within a factor of two of the mean, and a body.
        #[test]
        fn random_trees_are_balanced(
            draws in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..4), 40..160),
            n_parts in 2_usize..9,
        ) {
            let mut places = vec![-1];
            let mut parents = Vec::new();
            for (k, (draw, _)) in draws.iter().enumerate() {
                parents.push(places.swap_remove(draw.index(places.len())));
                places.extend([k as i32; 2]);
            }
            let kinds: Vec<usize> = draws.iter().map(|(_, kind)| *kind).collect();
            let model = tree(&parents, &kinds);
            let forest = check(&model, n_parts);
            let mean = forest.works(&model).iter().sum::<u64>() as f64 / n_parts as f64;
            let body = (BODY + 6 * FREEDOM + RESPONSE) as f64;
            prop_assert!(imbalance(&forest, &model) < 2.0 + body / mean, "{}", imbalance(&forest, &model));
        }
    }
}
