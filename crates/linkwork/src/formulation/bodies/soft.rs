//! Force elements as rows: coordinates, rates, loads and their derivatives where bodies are now, for methods that treat
//! stiff elements as joints with compliance.

use super::{Bodies, Mechanism};
use crate::model::Model;
use crate::model::force::Row;
use crate::parallel::Team;

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

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Takes poses of all bodies, as numbers, and runs the model's expressions there.
    pub(crate) fn place(&mut self, model: &Model, now: Instant, poses: &[f64], team: &Team) {
        self.place_bodies(poses, team);
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

    /// Tells the rows of a force element.
    pub(crate) fn rows(&self, model: &Model, now: Instant, force: usize, tell: impl FnMut(Row)) {
        model.forces[force].rows(model.space, &self.seen(model, now.time, now.unwrapped_angles), tell);
    }

    /// Tells the rates of the rows of a force element.
    pub(crate) fn rates(&self, model: &Model, now: Instant, force: usize, tell: impl FnMut(f64)) {
        model.forces[force].rates(model.space, &self.seen(model, now.time, now.unwrapped_angles), tell);
    }

    /// Tells the rows of a force element, with the derivatives of their loads by s and ṡ.
    /// [`update_slopes`](Self::update_slopes) was here.
    pub(crate) fn tangents(&self, model: &Model, now: Instant, force: usize, mut tell: impl FnMut(Row, [f64; 2])) {
        let seen = self.seen(model, now.time, now.unwrapped_angles);
        let [by_value, by_rate, _] = self.slopes.own(force);
        model.forces[force].tangents(model.space, &seen, |row, [k, d]| tell(row, [k + by_value, d + by_rate]));
    }

    /// Tells the distances that are left before a force element acts, with these coordinates of its rows.
    pub(crate) fn gaps(&self, model: &Model, now: Instant, force: usize, soft: &[f64], tell: &mut dyn FnMut(f64)) {
        model.forces[force].gaps(&self.seen(model, now.time, now.unwrapped_angles).with(soft), tell);
    }
}
