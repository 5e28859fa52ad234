//! Friction that follows reactions: loads that depend on the multipliers which an evaluation finds with them.
//!
//! With normal loads N of joints, friction is linear in N, λ is affine in it, and the joints' reactions give new normal
//! loads: a map N ↦ g(N), whose fixed point is the motion with friction. It is found from N = 0 on, pass by pass, with
//! the factor at hand. A start from earlier loads would save passes, but rates would depend on more than the state.
//! Where g does not contract, there is no definite motion: the more a joint resists the harder it is pressed, and it
//! jams.

use super::{Blocks, Bodies, Mechanism};
use crate::error::StepError;
use crate::formulation::Moment;
use crate::ids::JointId;
use crate::model::force::{Friction, Surfaces, Surroundings};
use crate::model::{Force, Model};
use crate::spatial::Wrench;

/// Passes at most: a map that contracts by a tenth a pass has eight digits then.
const MOST_PASSES: usize = 200;
/// Changes that do not shrink any more are round-off below this part of the limits: what is left where the condition
/// of the reduced system takes a third of all digits.
const ROUND_OFF: f64 = 1e-10;
/// Changes that shrink less than to this part count as not shrinking.
const SHRINKS: f64 = 0.9;

/// Joints with such friction, and what is known of their reactions; empty where there are none.
#[derive(Clone, Debug, Default)]
pub(super) struct Pressed {
    joints: Vec<PressedJoint>,
    /// By joint of the model: reactions from which stage 2 takes friction.
    reactions: Vec<Wrench>,
    /// By joint of the model: those of the last solution.
    found: Vec<Wrench>,
    n_passes: usize,
    /// The largest change of a limit of friction in the last pass (N).
    change: f64,
}

/// A joint whose friction follows its reaction.
#[derive(Clone, Copy, Debug)]
struct PressedJoint {
    joint: JointId,
    surfaces: Surfaces,
    coefficient: f64,
}

impl PressedJoint {
    fn of(force: &Force) -> Option<PressedJoint> {
        let Force::Friction(Friction { joint, sticking, surfaces, .. }) = force else { return None };
        surfaces.map(|surfaces| PressedJoint { joint: *joint, surfaces, coefficient: *sticking })
    }
}

impl Pressed {
    pub(super) fn new(model: &Model) -> Pressed {
        let joints: Vec<PressedJoint> = model.forces.iter().filter_map(PressedJoint::of).collect();
        let reactions = vec![Wrench::default(); if joints.is_empty() { 0 } else { model.n_joints() }];
        Pressed { joints, found: reactions.clone(), reactions, ..Pressed::default() }
    }

    /// As far as it is known.
    pub(super) fn reaction(&self, joint: JointId) -> Wrench {
        self.reactions[joint.index()]
    }
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Before the first evaluation at a state: without such friction.
    pub(crate) fn begin_friction(&mut self) {
        self.pressed.reactions.fill(Wrench::default());
        (self.pressed.n_passes, self.pressed.change) = (0, f64::INFINITY);
    }

    /// By joint: reactions that friction follows in the last evaluation; none where none does.
    pub(crate) fn pressing_reactions(&self) -> &[Wrench] {
        &self.pressed.reactions
    }

    /// Has friction follow these.
    pub(crate) fn press(&mut self, reactions: &[Wrench]) {
        self.pressed.reactions.copy_from_slice(reactions);
    }

    /// Lends the memory of reactions by joint; [`advance_friction`](Self::advance_friction) reads what is put back.
    pub(crate) fn take_reactions(&mut self) -> Vec<Wrench> {
        std::mem::take(&mut self.pressed.found)
    }

    /// Takes reactions back, with those of joints that have all their equations in the reduced system; `now` is what
    /// an evaluation found. Tells whether another one is needed, since the friction in it was not that of its own
    /// reactions to this relative tolerance.
    ///
    /// # Errors
    /// Where normal loads do not settle.
    pub(crate) fn advance_friction(
        &mut self,
        model: &Model,
        now: &Moment,
        blocks: &impl Blocks,
        (mut found, tolerance): (Vec<Wrench>, f64),
    ) -> Result<bool, StepError> {
        for PressedJoint { joint, .. } in &self.pressed.joints {
            let block = blocks.find_block(joint.index()).filter(|block| !blocks.is_driver(*block));
            if let Some(block) = block {
                found[joint.index()] = self.reaction(model, joint.index(), block, blocks, now);
            }
        }
        let (worst, largest) = self.compare(model, now, &found);
        let Pressed { reactions, n_passes, change: before, .. } = &mut self.pressed;
        let stagnates = *n_passes > 1 && worst.change > SHRINKS * *before && worst.change <= ROUND_OFF * largest;
        // Motions that are no numbers from the start on are told as such.
        let is_lost = *n_passes == 0 && !worst.change.is_finite();
        let is_settled = worst.change <= tolerance * largest || stagnates || is_lost;
        (*n_passes, *before) = (*n_passes + 1, worst.change);
        if !is_settled {
            reactions.copy_from_slice(&found);
        }
        let has_failed = !is_settled && (*n_passes > MOST_PASSES || !worst.change.is_finite());
        self.pressed.found = found;
        match has_failed {
            true => Err(StepError::Jams { time: now.time, joint: worst.joint }),
            false => Ok(!is_settled),
        }
    }

    /// The largest change of a limit of friction from the reactions in use to those found, and the largest limit.
    fn compare(&self, model: &Model, now: &Moment, found: &[Wrench]) -> (Change, f64) {
        let seen = self.seen(model, now.time, now.unwrapped_angles);
        let mut worst = Change { joint: JointId::new(0), change: 0.0 };
        let mut largest: f64 = 0.0;
        for PressedJoint { joint, surfaces, coefficient } in &self.pressed.joints {
            let coordinate = seen.coordinate(*joint, 0);
            let limit = |reaction: &Wrench| coefficient * surfaces.normal_load(&coordinate, reaction);
            let [before, after] =
                [&self.pressed.reactions[..], found].map(|reactions| limit(&reactions[joint.index()]));
            let change = (after - before).abs();
            if change > worst.change || change.is_nan() {
                worst = Change { joint: *joint, change };
            }
            largest = largest.max(after);
        }
        (worst, largest)
    }
}

/// By how much the limit of friction in a joint changes.
struct Change {
    joint: JointId,
    change: f64,
}
