//! A mechanism with its locked directions held: what is simulated in place of the model where something is locked.

use super::Lock;
use crate::ids::JointId;
use crate::model::Model;
use std::sync::Arc;

/// Joint names in a sentence before it says how many more there are.
const MOST_NAMES: usize = 8;

/// The model with the joints that hold what is locked, after its own ones.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// The model that moves.
    pub model: Arc<Model>,
    /// Independent equations in the initial configuration, those of the further joints among them.
    pub rank: usize,
    locks: Vec<Lock>,
}

impl Held {
    /// The model with what holds these locks; the rank is not known yet.
    pub(crate) fn new(model: &Model, locks: Vec<Lock>) -> Held {
        let mut held = model.clone();
        held.joints.extend(locks.iter().flat_map(|lock| lock.holds.iter().cloned()));
        Held { model: Arc::new(held), rank: 0, locks }
    }

    /// Number of joints that are not the model's own.
    pub(crate) fn n_holds(&self) -> usize {
        self.locks.iter().map(|lock| lock.holds.len()).sum()
    }

    /// A sentence for each part that is locked.
    pub(crate) fn sentences(&self) -> Vec<String> {
        self.locks.iter().map(|lock| self.describe(lock)).collect()
    }

    fn describe(&self, lock: &Lock) -> String {
        let name = |joint: &JointId| format!("'{}'", self.model.joints[joint.index()].name);
        let shown: Vec<String> = lock.joints.iter().take(MOST_NAMES).map(name).collect();
        let more = match lock.joints.len() - shown.len() {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let directions = if lock.n_locked == 1 { "direction is" } else { "directions are" };
        format!(
            "joints {}{more} are taut: {} {directions} locked that their equations leave free to first order; the bodies between them \
             are held there, and what holds them is in no reaction",
            shown.join(", "),
            lock.n_locked
        )
    }
}
