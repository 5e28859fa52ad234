//! Which elements are carried in a step, and whether a step has run into others.

use super::SoftElements;
use crate::compliance::At;
use crate::formulation::bodies::{Bodies, CarriedPair};
use crate::model::force::ElementId;
use crate::parallel::Team;
use crate::system::Landing;
use std::ops::Range;

/// How deep, in parts of the mechanism's size, a step may run into an element that did not act where it began.
const LANDING_DEPTH: f64 = 1e-5;
/// The same for contacts: a part of the energy with which bodies meet. A step that does not see what it runs into errs
/// by that much; what it sees is judged as any other error.
const LANDING_ENERGY: f64 = 3e-3;
/// A step that runs into one is not shortened to less than this part.
const LEAST_LANDING: f64 = 0.02;
/// Elements that do not act are carried where they might within so many times η, a quarter of the step or more, or
/// nearer than so many depths.
const FORESIGHT: f64 = 8.0;
const NEARBY: f64 = 100.0;

impl<B: Bodies<W>, const W: usize> SoftElements<B, W> {
    /// Whether an element with these gaps is to be carried: one of them is closed, or may be soon.
    fn is_imminent(&self, at: At, element: ElementId, gaps: &[f64]) -> bool {
        let nearby = NEARBY * LANDING_DEPTH * self.length_scale;
        let nearest = gaps.iter().copied().fold(f64::INFINITY, f64::min);
        let mut fastest = 0.0_f64;
        if nearest > nearby {
            self.mechanism.rates(at.model, at.now, element, |rate| fastest = fastest.max(rate.abs()));
        }
        nearest < nearby + FORESIGHT * self.eta * fastest
    }

    /// Which force elements with gaps are carried from here.
    pub(super) fn choose_carried(&mut self, at: At) {
        self.gaps.clear();
        for k in 0..self.with_gaps.len() {
            let (force, first) = (self.with_gaps[k], self.gaps.len());
            let id = ElementId::Force(force);
            self.mechanism.gaps(at.model, at.now, id, &[], &mut |gap| self.gaps.push(gap));
            let is_imminent = self.is_imminent(at, id, &self.gaps[first..]);
            self.is_arranged &= self.carried[force] == is_imminent;
            self.carried[force] = is_imminent;
        }
    }

    /// Which pairs of contact groups are carried from here: some of those that are near.
    pub(super) fn choose_pairs(&mut self, at: At) {
        std::mem::swap(&mut self.pairs, &mut self.pairs_before);
        self.pairs.clear();
        self.pair_gaps.clear();
        let mut first_row = self.division.n_rows_of_forces();
        for k in 0..self.mechanism.near_pairs().len() {
            let (pair, first_gap) = (self.mechanism.near_pairs()[k], self.pair_gaps.len());
            let id = ElementId::Pair(pair);
            self.mechanism.gaps(at.model, at.now, id, &[], &mut |gap| self.pair_gaps.push(gap));
            if self.is_imminent(at, id, &self.pair_gaps[first_gap..]) {
                let n_rows = at.model.pair(pair).n_rows();
                self.pairs.push(CarriedPair { pair, first_row, n_rows, first_gap });
                first_row += n_rows;
            } else {
                self.pair_gaps.truncate(first_gap);
            }
        }
        self.start_poses.clear();
        self.start_poses.extend_from_slice(at.poses);
        self.is_arranged &= self.pairs == self.pairs_before;
    }

    /// The same as [`calc_landing`](crate::compliance::Compliance::calc_landing) for force elements.
    pub(super) fn calc_landing_of_forces(&self, at: At, soft: &[f64]) -> Landing {
        let (mut landing, mut k) = (Landing::default(), 0);
        for &force in &self.with_gaps {
            let (id, rows) = (ElementId::Force(force), self.division.rows(force));
            self.mechanism.gaps(at.model, at.now, id, &soft[rows.clone()], &mut |gap| {
                landing = landing.and(self.land(at, (id, rows.clone()), [self.gaps[k], gap]));
                k += 1;
            });
        }
        landing
    }

    /// The same as [`calc_landing`](crate::compliance::Compliance::calc_landing) for pairs of contact groups.
    pub(super) fn calc_landing_of_pairs(&mut self, at: At, soft: &[f64], team: &Team) -> Landing {
        let (mut landing, depth) = (Landing::default(), self.least_depth());
        self.met.clear();
        for &pair in self.mechanism.near_pairs() {
            let id = ElementId::Pair(pair);
            let Some(carried) = CarriedPair::find(&self.pairs, pair) else {
                let mut is_met = false;
                self.mechanism.gaps(at.model, at.now, id, &[], &mut |gap| is_met |= gap < -depth);
                self.met.extend(is_met.then_some(pair));
                continue;
            };
            let mut before = self.pair_gaps[carried.first_gap..].iter();
            self.mechanism.gaps(at.model, at.now, id, carried.pick(soft), &mut |gap| {
                let before = before.next().copied().unwrap_or(0.0);
                landing = landing.and(self.land(at, (id, carried.rows()), [before, gap]));
            });
        }
        if !self.met.is_empty() {
            let part = self.calc_landing_on_met(at, depth, team);
            landing = landing.and(Landing { deep: part, first: part });
        }
        landing
    }

    /// How deep a step may run into anything (m).
    fn least_depth(&self) -> f64 {
        LANDING_DEPTH * self.length_scale
    }

    /// The landing of an element with these rows, a gap of which was the first of these and is now the second.
    fn land(&self, at: At, (id, rows): (ElementId, Range<usize>), gaps: [f64; 2]) -> Landing {
        let first = calc_part(gaps, self.least_depth());
        let deep = if first < 1.0 { calc_part(gaps, self.calc_depth(at, id, rows)) } else { 1.0 };
        Landing { deep, first }
    }

    /// How deep a step may run into an element with these rows (m): contacts may take a small part of the energy with
    /// which their bodies meet.
    fn calc_depth(&self, at: At, id: ElementId, rows: Range<usize>) -> f64 {
        let (element, least) = (at.model.element(id), self.least_depth());
        let Some(pair) = element.solid_pair() else { return least };
        let closing = self.rows[rows].iter().step_by(pair.rows_together()).min_by(|a, b| a.rate.total_cmp(&b.rate));
        let Some(row) = closing.filter(|row| row.rate < 0.0) else { return least };
        let ends = row.bodies.iter().zip(&row.g).filter_map(|(body, g)| Some(self.mechanism.square((*body)?, g)));
        least.max(pair.depth_of(LANDING_ENERGY, -row.rate, ends.sum()))
    }

    /// The part of the step that ends where pairs meet that were not carried.
    fn calc_landing_on_met(&mut self, at: At, depth: f64, team: &Team) -> f64 {
        let SoftElements { mechanism, met, start_poses, met_gaps, .. } = self;
        met_gaps.clear();
        for &pair in &*met {
            mechanism.gaps(at.model, at.now, ElementId::Pair(pair), &[], &mut |gap| met_gaps.push(gap));
        }
        // Nobody looks at bodies here after this: whoever does places them.
        mechanism.place_bodies(start_poses, team);
        let (mut least, mut gaps) = (1.0, met_gaps.iter());
        for &pair in &*met {
            mechanism.gaps(at.model, at.now, ElementId::Pair(pair), &[], &mut |before| {
                let gap = gaps.next().copied().unwrap_or(before);
                least = f64::min(least, calc_part([before, gap], depth));
            });
        }
        least
    }
}

/// The part of a step that ends where a gap, which was the first of these and is now the second, is closed by half of
/// this depth; one where it is not closed deeper than that.
fn calc_part([before, gap]: [f64; 2], depth: f64) -> f64 {
    let has_landed = before > 0.0 && gap < -depth;
    if has_landed { ((before + 0.5 * depth) / (before - gap)).max(LEAST_LANDING) } else { 1.0 }
}
