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
    /// The joint angles at this state, counted through full turns: the angle nearest to them is meant later.
    pub windings: Vec<f64>,
    /// What the integrator remembers.
    pub history: History,
    /// What the stabilization remembers.
    #[serde(default)]
    pub partition: Partition,
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
            windings: Vec::new(),
            history: History::default(),
            partition: Partition::default(),
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
        let lists = [&self.values, &self.windings].into_iter().chain(rates).flatten();
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
