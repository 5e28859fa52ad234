//! The memory of `partitioning`: which coordinates follow the others, and how well they were chosen.

use crate::formulation::Coordinates;
use crate::state::MethodMemory;

/// A choice of dependent coordinates and its account. Zeros: nothing is chosen yet.
#[derive(Debug, Default)]
pub(super) struct Partition {
    /// By handle: bit k is set where its coordinate k is dependent.
    pub(super) dependent: Vec<u8>,
    /// The weakest pivot of the stabilization reduced matrix with this choice, when it was made or at its best since.
    pub(super) weakest: f64,
    /// The largest weakest pivot of all choices so far.
    pub(super) clearest: f64,
    /// Whether it was made at all.
    pub(super) is_chosen: bool,
    /// Whether changes of dependent coordinates alone reach the constraints.
    pub(super) sufficient: bool,
    /// If not: after how many steps another choice is tried, and how many of them are left.
    pub(super) wait: u64,
    /// See `wait`.
    pub(super) rest: u64,
    /// How often the choice was made anew.
    pub(super) repartitions: u64,
}

impl Partition {
    /// Nothing chosen for so many handles.
    pub(super) fn new(n_handles: usize) -> Partition {
        Partition { dependent: vec![0; n_handles], ..Partition::default() }
    }

    /// Takes over another one of the same mechanism without allocating.
    pub(super) fn copy_from(&mut self, other: &Partition) {
        let mut dependent = std::mem::take(&mut self.dependent);
        dependent.copy_from_slice(&other.dependent);
        *self = Partition { dependent, ..*other };
    }

    /// Takes what a state remembers. Its list has a flag for each coordinate, 1 for dependent ones, and zeros for
    /// velocities.
    pub(super) fn read(&mut self, coordinates: Coordinates, memory: &MethodMemory) {
        let mut dependent = std::mem::take(&mut self.dependent);
        dependent.fill(0);
        *self = match (&memory.numbers[..], &memory.counts[..]) {
            (&[weakest, clearest], &[chosen, sufficient, wait, rest, repartitions]) => {
                let (is_chosen, sufficient) = (chosen != 0, sufficient != 0);
                Partition { dependent, weakest, clearest, is_chosen, sufficient, wait, rest, repartitions }
            }
            // The memory of another method: nothing is chosen yet.
            _ => Partition { dependent, ..Partition::default() },
        };
        let flags = memory.per_value.iter().flat_map(|flags| flags.chunks_exact(coordinates.count()));
        for (bits, flags) in self.dependent.iter_mut().zip(flags) {
            *bits = flags.iter().rev().fold(0, |bits, flag| bits << 1 | u8::from(*flag != 0.0));
        }
    }

    /// Has a state with so many values remember it.
    pub(super) fn write(&self, coordinates: Coordinates, n_values: usize, memory: &mut MethodMemory) {
        let &Partition { weakest, clearest, is_chosen, sufficient, wait, rest, repartitions, .. } = self;
        memory.numbers.clear();
        memory.numbers.extend([weakest, clearest]);
        memory.counts.clear();
        memory.counts.extend([u64::from(is_chosen), u64::from(sufficient), wait, rest, repartitions]);
        memory.per_value.resize_with(1, Vec::new);
        memory.per_value[0].resize(n_values, 0.0);
        let flags = memory.per_value[0].chunks_exact_mut(coordinates.count());
        for (bits, flags) in self.dependent.iter().zip(flags) {
            flags.iter_mut().enumerate().for_each(|(k, flag)| *flag = f64::from(bits >> k & 1));
        }
    }
}
