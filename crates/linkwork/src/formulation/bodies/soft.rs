//! Force elements as rows: coordinates, rates, loads and their derivatives where bodies are now, for methods that treat
//! stiff elements as joints with compliance.

use super::{Bodies, Mechanism};
use crate::model::Model;
use crate::model::force::{ElementId, PairId, Row};
use crate::parallel::Team;
use std::ops::Range;

/// A time, and angles near the present ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instant<'a> {
    /// In s.
    pub time: f64,
    /// The state's unwrapped angles.
    pub unwrapped_angles: &'a [f64],
}

/// First row of each force element, and their number at the end.
pub(crate) fn first_rows(model: &Model) -> Vec<usize> {
    let mut starts = vec![0];
    for force in &model.forces {
        starts.push(starts[starts.len() - 1] + force.n_rows(model.space));
    }
    starts
}

/// A pair of a contact group that is carried beside the motion, and where its rows are, and its gaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarriedPair {
    /// Which.
    pub(crate) pair: PairId,
    /// The first of its rows, of those of all elements.
    pub(crate) first_row: usize,
    /// How many.
    pub(crate) n_rows: usize,
    /// The first of its gaps, of those of all carried pairs.
    pub(crate) first_gap: usize,
}

impl CarriedPair {
    /// The one of this pair, among ascending ones.
    pub(crate) fn find(all: &[CarriedPair], pair: PairId) -> Option<&CarriedPair> {
        all.binary_search_by_key(&pair, |carried| carried.pair).ok().map(|k| &all[k])
    }

    /// Its rows.
    pub(crate) fn rows(&self) -> Range<usize> {
        self.first_row..self.first_row + self.n_rows
    }

    /// Its part of numbers by row.
    pub(crate) fn pick<'a>(&self, by_row: &'a [f64]) -> &'a [f64] {
        &by_row[self.rows()]
    }
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Takes poses of all bodies, as numbers, and runs the model's expressions there.
    pub(crate) fn place(&mut self, model: &Model, now: Instant, poses: &[f64], team: &Team) {
        self.place_bodies(poses, team);
        self.update_near_pairs(model);
        self.run_signals(model, now);
    }

    /// Takes poses of all bodies, as numbers.
    pub(crate) fn place_bodies(&mut self, numbers: &[f64], team: &Team) {
        let Mechanism { chunks, poses, .. } = self;
        team.for_ranges(chunks, (poses, 1), |bodies, poses| {
            for (body, pose) in bodies.zip(poses) {
                *pose = B::read_pose(&numbers[body * B::POSE..][..B::POSE]);
            }
        });
    }

    /// Runs the model's expressions where bodies are.
    pub(crate) fn run_signals(&mut self, model: &Model, now: Instant) {
        if !model.signals.program.is_empty() {
            self.update_signals(model, now.time, now.unwrapped_angles);
        }
    }

    /// Tells the rows of an element.
    pub(crate) fn rows(&self, model: &Model, now: Instant, element: ElementId, tell: impl FnMut(Row)) {
        model.element(element).rows(model.space, &self.seen(model, now.time, now.unwrapped_angles), tell);
    }

    /// Tells the rates of the rows of an element.
    pub(crate) fn rates(&self, model: &Model, now: Instant, element: ElementId, tell: impl FnMut(f64)) {
        model.element(element).rates(model.space, &self.seen(model, now.time, now.unwrapped_angles), tell);
    }

    /// Tells the rows of an element, with the derivatives of their loads by s and ṡ.
    /// [`update_slopes`](Self::update_slopes) was here.
    pub(crate) fn tangents(
        &self,
        model: &Model,
        now: Instant,
        element: ElementId,
        mut tell: impl FnMut(Row, [f64; 2]),
    ) {
        let seen = self.seen(model, now.time, now.unwrapped_angles);
        let [by_value, by_rate, _] = self.own_slopes(element);
        model.element(element).tangents(model.space, &seen, |row, [k, d]| tell(row, [k + by_value, d + by_rate]));
    }

    /// Tells the distances that are left before an element acts, with these coordinates of its rows.
    pub(crate) fn gaps(
        &self,
        model: &Model,
        now: Instant,
        element: ElementId,
        soft: &[f64],
        tell: &mut dyn FnMut(f64),
    ) {
        model.element(element).gaps(&self.seen(model, now.time, now.unwrapped_angles).with(soft), tell);
    }
}
