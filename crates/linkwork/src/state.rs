//! The state: what evolves, and nothing that can be computed from it. With the account of the run, a
//! [`Checkpoint`](crate::Checkpoint) has little else.

use crate::hash::Hash;
use serde::{Deserialize, Serialize};

/// Time, coordinates, velocities, and what methods remember from step to step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// In s.
    pub time: f64,
    /// Coordinates, then velocities (or momenta), as the formulation lays them out.
    pub values: Vec<f64>,
    /// How many of `values` are coordinates.
    pub n_coordinates: usize,
    /// The joint angles at this state, counted through full turns, as many as [`Model::n_angles`](crate::Model): the
    /// angle nearest to them is meant later.
    pub unwrapped_angles: Vec<f64>,
    /// What the integrator remembers.
    pub history: History,
    /// What the stabilization remembers.
    #[serde(default)]
    pub partition: Partition,
    /// What an iterative solver starts from.
    #[serde(default)]
    pub multipliers: EarlierMultipliers,
}

impl State {
    /// Whether its numbers are finite, and as many as those of another state; memories may be those of other methods,
    /// or empty.
    pub(crate) fn is_like(&self, other: &State) -> bool {
        let History { rates, n_rates, .. } = &self.history;
        let (here, there) = (&self.partition.dependent, &other.partition.dependent);
        self.is_finite()
            && self.values.len() == other.values.len()
            && self.n_coordinates == other.n_coordinates
            && self.unwrapped_angles.len() == other.unwrapped_angles.len()
            && *n_rates <= rates.len()
            && rates.iter().all(|rates| rates.len() == self.values.len())
            && (here.is_empty() || there.is_empty() || here.len() == there.len())
    }
}

/// An integrator's memory: rates at earlier points and what its step control needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The step it would take next (s); zero before the first step.
    pub step: f64,
    /// Error of the last accepted step relative to the tolerance; zero before the first step.
    pub error: f64,
    /// Rates at earlier points, newest first; the integrator says how many it keeps.
    pub rates: Vec<Vec<f64>>,
    /// How many of `rates` are filled.
    pub n_rates: usize,
    /// Whether the last trial from this state was rejected; step control then grows more carefully.
    pub rejected: bool,
    /// How many trials in a row ended in a singular position and were tried again with another step.
    pub avoided: u32,
}

/// A stabilization's memory: which coordinates follow the others, and how well they were chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Partition {
    /// By handle: bit k is set where its coordinate k is dependent. Empty before the first choice.
    pub dependent: Vec<u8>,
    /// The weakest pivot of the stabilization reduced matrix with this choice, when it was made or at its best since.
    pub weakest: f64,
    /// The largest weakest pivot of all choices so far.
    pub clearest: f64,
    /// Whether changes of dependent coordinates alone reach the constraints.
    pub sufficient: bool,
    /// If not: after how many steps another choice is tried, and how many of them are left.
    pub wait: u32,
    /// See `wait`.
    pub rest: u32,
    /// How often the choice was made anew.
    pub repartitions: u64,
}

/// Multipliers of the last evaluations with their times, newest first. Empty where no solver starts from them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EarlierMultipliers {
    /// As many as are kept; the filled ones first.
    times: Vec<f64>,
    multipliers: Vec<Vec<f64>>,
    n_filled: usize,
}

impl EarlierMultipliers {
    /// Memory for some evaluations.
    pub fn new(n_kept: usize, n_rows: usize) -> EarlierMultipliers {
        EarlierMultipliers { times: vec![0.0; n_kept], multipliers: vec![vec![0.0; n_rows]; n_kept], n_filled: 0 }
    }

    /// The times, newest first.
    pub fn times(&self) -> &[f64] {
        &self.times[..self.n_filled]
    }

    /// The multipliers of such a time.
    pub fn at(&self, k: usize) -> &[f64] {
        &self.multipliers[k]
    }

    /// Whether any are kept.
    pub fn has_room(&self) -> bool {
        !self.times.is_empty()
    }

    /// Takes the multipliers of an evaluation: in the place of others at the same time, or of the oldest. Without any that are finite, it
    /// forgets those it has.
    pub fn record(&mut self, time: f64, multipliers: Option<&[f64]>) {
        if !self.has_room() {
            return;
        }
        let Some(multipliers) = multipliers else {
            self.n_filled = 0;
            return;
        };
        let same = self.times().iter().position(|t| *t == time);
        let place = same.unwrap_or(self.n_filled.min(self.times.len() - 1));
        self.n_filled = self.n_filled.max(place + 1);
        self.times[..=place].rotate_right(1);
        self.multipliers[..=place].rotate_right(1);
        self.times[0] = time;
        self.multipliers[0].copy_from_slice(multipliers);
    }

    /// Takes over another memory of the same size without allocating.
    pub fn copy_from(&mut self, other: &EarlierMultipliers) {
        self.n_filled = other.n_filled;
        self.times.copy_from_slice(&other.times);
        self.multipliers.iter_mut().zip(&other.multipliers).for_each(|(to, from)| to.copy_from_slice(from));
    }

    /// The same for some of the equations or for more of them: of each kept one, what `pick` makes of its multipliers.
    pub(crate) fn map(&self, pick: impl FnMut(&Vec<f64>) -> Vec<f64>) -> EarlierMultipliers {
        EarlierMultipliers { multipliers: self.multipliers.iter().map(pick).collect(), ..self.clone() }
    }

    /// As much room, and nothing in it.
    pub(crate) fn emptied(&self) -> EarlierMultipliers {
        EarlierMultipliers { n_filled: 0, ..self.clone() }
    }

    /// Whether another memory has room for as many, and this one is filled no further than it has room.
    pub(crate) fn fits(&self, other: &EarlierMultipliers) -> bool {
        let lengths = |of: &EarlierMultipliers| of.multipliers.iter().map(Vec::len).collect::<Vec<_>>();
        self.times.len() == other.times.len() && lengths(self) == lengths(other) && self.n_filled <= self.times.len()
    }
}

impl Partition {
    /// Takes over another memory of the same mechanism without allocating.
    pub fn copy_from(&mut self, other: &Partition) {
        let mut dependent = std::mem::take(&mut self.dependent);
        dependent.clear();
        dependent.extend_from_slice(&other.dependent);
        *self = Partition { dependent, ..*other };
    }
}

impl State {
    /// A state with these coordinates and velocities, and no memory.
    pub fn new(time: f64, coordinates: &[f64], velocities: &[f64]) -> State {
        let mut values = coordinates.to_vec();
        values.extend_from_slice(velocities);
        State {
            time,
            values,
            n_coordinates: coordinates.len(),
            unwrapped_angles: Vec::new(),
            history: History::default(),
            partition: Partition::default(),
            multipliers: EarlierMultipliers::default(),
        }
    }

    /// The coordinates.
    pub fn coordinates(&self) -> &[f64] {
        &self.values[..self.n_coordinates]
    }

    /// The velocities.
    pub fn velocities(&self) -> &[f64] {
        &self.values[self.n_coordinates..]
    }

    /// Whether all numbers are finite: from others no run goes on.
    pub fn is_finite(&self) -> bool {
        let History { step, error, rates, .. } = &self.history;
        let single = [self.time, *step, *error, self.partition.weakest, self.partition.clearest];
        let EarlierMultipliers { times, multipliers, .. } = &self.multipliers;
        let lists = [&self.values, &self.unwrapped_angles, times].into_iter().chain(rates).chain(multipliers).flatten();
        single.iter().chain(lists).all(|x| x.is_finite())
    }

    /// A hash of the bits of time, coordinates and velocities (FNV-1a, 64 bit): equal only for equal bits.
    pub fn hash(&self) -> u64 {
        Hash::of_numbers(std::iter::once(&self.time).chain(&self.values)).value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_sees_every_bit() {
        let a = State::new(0.0, &[1.0, 2.0], &[3.0]);
        let mut b = a.clone();
        assert_eq!(a.hash(), b.hash());
        b.values[2] = f64::from_bits(3.0_f64.to_bits() + 1);
        assert_ne!(a.hash(), b.hash());
    }
}
