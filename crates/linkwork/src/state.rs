//! The state: what evolves, and nothing that can be computed from it. With the account of the run, a
//! [`Checkpoint`](crate::Checkpoint) has little else.

use crate::hash::Hash;
use serde::{Deserialize, Serialize};

/// Counts beyond this are no counts; and doubles, which other tools may use for them, hold all below.
pub(crate) const LARGEST_COUNT: u64 = 1 << 53;

/// Time, coordinates, velocities, and what methods remember from step to step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// In s.
    pub time: f64,
    /// Coordinates, then velocities (or momenta), as the formulation lays them out; then companions, which are
    /// integrated beside the motion: the work done so far.
    pub values: Vec<f64>,
    /// How many of `values` are coordinates.
    pub n_coordinates: usize,
    /// How many of `values`, the last ones, are companions.
    pub n_companions: usize,
    /// The joint angles at this state, counted through full turns, as many as [`Model::n_angles`](crate::Model): the
    /// angle nearest to them is meant later.
    pub unwrapped_angles: Vec<f64>,
    /// Memories of the methods that move it.
    pub memories: Memories,
}

/// The memories that a state lends to methods, each to its owner.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memories {
    /// The integrator's: rates at earlier points, and what its step control needs.
    pub integrator: MethodMemory,
    /// The stabilization's: which coordinates follow the others.
    pub stabilization: MethodMemory,
    /// The solver's: what it starts from.
    pub solver: MethodMemory,
}

/// Memory of one method from step to step. Only its owner knows what the numbers mean. Lists are sorted by their
/// extent, so that everyone else can check, keep and copy a memory, and divide it among processes. A memory of
/// zeros remembers nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MethodMemory {
    /// Counts, and switches as 0 or 1; the same on all processes.
    pub counts: Vec<u64>,
    /// Numbers of the whole mechanism; the same on all processes.
    pub numbers: Vec<f64>,
    /// Lists with a number for each of the state's values.
    pub per_value: Vec<Vec<f64>>,
    /// Lists with a number for each equation of the reduced system.
    pub per_row: Vec<Vec<f64>>,
}

impl MethodMemory {
    /// Takes over another memory; without allocating where that has the same shape.
    pub(crate) fn copy_from(&mut self, other: &MethodMemory) {
        self.counts.clone_from(&other.counts);
        self.numbers.clone_from(&other.numbers);
        self.per_value.clone_from(&other.per_value);
        self.per_row.clone_from(&other.per_row);
    }

    /// Forgets everything; the shape stays.
    pub(crate) fn clear(&mut self) {
        self.counts.fill(0);
        self.numbers.fill(0.0);
        self.per_value.iter_mut().chain(&mut self.per_row).for_each(|list| list.fill(0.0));
    }

    /// Whether it has as many lists as another memory, and each is as long.
    pub(crate) fn has_shape_of(&self, other: &MethodMemory) -> bool {
        let are_alike = |a: &[Vec<f64>], b: &[Vec<f64>]| a.iter().map(Vec::len).eq(b.iter().map(Vec::len));
        self.counts.len() == other.counts.len()
            && self.numbers.len() == other.numbers.len()
            && are_alike(&self.per_value, &other.per_value)
            && are_alike(&self.per_row, &other.per_row)
    }

    /// Whether all numbers are finite, and counts are such.
    pub(crate) fn is_sound(&self) -> bool {
        let lists = self.per_value.iter().chain(&self.per_row).flatten();
        self.numbers.iter().chain(lists).all(|x| x.is_finite()) && self.counts.iter().all(|n| *n < LARGEST_COUNT)
    }
}

impl Memories {
    fn all(&self) -> [&MethodMemory; 3] {
        [&self.integrator, &self.stabilization, &self.solver]
    }

    fn all_mut(&mut self) -> [&mut MethodMemory; 3] {
        [&mut self.integrator, &mut self.stabilization, &mut self.solver]
    }

    pub(crate) fn have_shape_of(&self, other: &Memories) -> bool {
        self.all().into_iter().zip(other.all()).all(|(a, b)| a.has_shape_of(b))
    }

    /// Takes over those of other memories that have the same shape; the others are of other methods, and it forgets
    /// its own in their place.
    fn take_over(&mut self, others: &Memories) {
        for (own, other) in self.all_mut().into_iter().zip(others.all()) {
            if other.has_shape_of(own) { own.copy_from(other) } else { own.clear() }
        }
    }

    /// The same for some of the values or for more of them: of each list, what `pick` makes of it.
    pub(crate) fn map_values(&mut self, mut pick: impl FnMut(&[f64]) -> Vec<f64>) {
        self.all_mut().into_iter().flat_map(|memory| &mut memory.per_value).for_each(|list| *list = pick(list));
    }

    /// The same for some of the equations or for more of them.
    pub(crate) fn map_rows(&mut self, mut pick: impl FnMut(&[f64]) -> Vec<f64>) {
        self.all_mut().into_iter().flat_map(|memory| &mut memory.per_row).for_each(|list| *list = pick(list));
    }
}

impl State {
    /// A state with these coordinates and velocities, and no memory.
    pub fn new(time: f64, coordinates: &[f64], velocities: &[f64]) -> State {
        State {
            time,
            values: [coordinates, velocities].concat(),
            n_coordinates: coordinates.len(),
            n_companions: 0,
            unwrapped_angles: Vec::new(),
            memories: Memories::default(),
        }
    }

    /// The coordinates.
    pub fn coordinates(&self) -> &[f64] {
        &self.values[..self.n_coordinates]
    }

    /// The velocities.
    pub fn velocities(&self) -> &[f64] {
        &self.values[self.n_coordinates..self.n_motion()]
    }

    /// How many of the values are coordinates and velocities.
    pub(crate) fn n_motion(&self) -> usize {
        self.values.len().saturating_sub(self.n_companions)
    }

    /// Adds companions with these first values.
    pub(crate) fn add_companions(&mut self, values: &[f64]) {
        self.values.extend(values);
        self.n_companions += values.len();
    }

    /// Whether all numbers are finite: from others no run goes on.
    pub fn is_finite(&self) -> bool {
        let numbers = [&self.values, &self.unwrapped_angles].into_iter().flatten();
        std::iter::once(&self.time).chain(numbers).all(|x| x.is_finite())
            && self.memories.all().into_iter().all(MethodMemory::is_sound)
    }

    /// Whether its numbers are finite, and its values as many as those of another state.
    pub(crate) fn is_like(&self, other: &State) -> bool {
        self.is_finite()
            && self.values.len() == other.values.len()
            && self.n_coordinates == other.n_coordinates
            && self.n_companions == other.n_companions
            && self.unwrapped_angles.len() == other.unwrapped_angles.len()
    }

    /// Takes over another state that is like this one, with memories of the same methods.
    pub(crate) fn take_over(&mut self, other: &State) {
        self.time = other.time;
        self.values.clone_from(&other.values);
        self.unwrapped_angles.clone_from(&other.unwrapped_angles);
        self.memories.take_over(&other.memories);
    }

    /// A hash of the bits of time and all values (FNV-1a, 64 bit): equal only for equal bits.
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

    fn remembering(n_values: usize, number: f64) -> State {
        let values = vec![1.0; n_values];
        let memory = MethodMemory { counts: vec![1], numbers: vec![number], per_value: vec![values], per_row: vec![] };
        let mut state = State::new(0.0, &vec![0.0; n_values], &[]);
        state.memories.integrator = memory;
        state
    }

    #[test]
    fn memories_of_other_methods_are_not_taken_over() {
        let mut state = remembering(2, 3.0);
        state.take_over(&remembering(2, 4.0));
        assert_eq!(state, remembering(2, 4.0));
        let mut other = remembering(2, 5.0);
        other.memories.integrator.per_row.push(vec![1.0]);
        state.take_over(&other);
        let cleared =
            MethodMemory { counts: vec![0], numbers: vec![0.0], per_value: vec![vec![0.0; 2]], per_row: vec![] };
        assert_eq!(state.memories.integrator, cleared);
    }

    #[test]
    fn memories_are_checked_whatever_they_hold() {
        assert!(remembering(2, 1.0).is_finite());
        assert!(!remembering(2, f64::NAN).is_finite());
        let mut state = remembering(2, 1.0);
        state.memories.integrator.counts[0] = u64::MAX;
        assert!(!state.is_finite());
        assert!(!remembering(2, 1.0).memories.have_shape_of(&remembering(3, 1.0).memories));
    }
}
