//! Locks: directions in which a mechanism cannot move although its equations, linearized where it starts, allow it.
//!
//! **Problem.** In a chain of bodies that is straight between two fixed points, any joint may move aside to first
//! order, and none may in truth. There the equations lose rank: accelerations are those of a mechanism that has more
//! freedom than the real one, and no step that follows them leads back onto the constraints.
//!
//! **Method.** Where equations are redundant in the initial position, closed chains of joints, and groups of redundant
//! ones, are examined by themselves: `flexes` says which motions remain if the locked ones are taken away, `hold` which
//! ordinary joint leaves each body these motions and no others. The joints so found hold at least as long as the chain
//! is taut; that it stays so wherever the allowed motions lead is tried by moving the part some way and looking again.
//! Only then are the joints added to what is simulated, after those of the model, and the mechanism is a regular one.
//!
//! Loads of the joints found here have no finite counterpart in the model: a straight chain under a load across it
//! would need infinite tension. They are not part of any reaction that users see.

mod cycles;
mod flexes;
mod held;
mod hold;
pub(crate) mod part;

pub(crate) use held::Held;

use crate::formulation::stages::Stages;
use crate::ids::{BodyId, JointId};
use crate::model::{Joint, Model};
use crate::spatial::BodyMotion;
use crate::topology::Group;
use flexes::{Decomposed, combine, find_locked};
use part::{Make, Part, spread_numbers};

/// A part with more equations takes too long: matrices are full, and motions are taken in pairs.
const MOST_EQUATIONS: usize = 300;
/// How far a part is moved to see whether it stays locked, in radians or sizes of the part; and how often.
const EXCURSION: f64 = 0.3;
const N_EXCURSIONS: usize = 3;
/// From such an excursion the equations are satisfied again within some iterations, to this.
const MOST_ITERATIONS: usize = 20;
const SATISFIED: f64 = 1e-12;
/// A part of the mechanism that is locked in some directions.
#[derive(Clone, Debug)]
pub(crate) struct Lock {
    /// The joints whose equations lock it, ascending.
    pub joints: Vec<JointId>,
    /// Directions that the equations allow to first order only.
    pub n_locked: usize,
    /// Joints that hold its bodies instead.
    pub holds: Vec<Joint>,
}

/// Finds what is locked where the bodies are. `groups` are the joints with redundant equations, or empty where that is
/// not known; `make` makes a formulation in which every body has its own coordinates and every joint its equations.
pub(crate) fn find(
    model: &Model,
    motions: &[BodyMotion],
    groups: &[Group],
    make: &dyn Fn(&Model) -> Box<dyn Stages>,
) -> Vec<Lock> {
    let groups: Vec<Vec<usize>> =
        groups.iter().map(|group| group.joints.iter().map(|joint| joint.index()).collect()).collect();
    let all: Vec<usize> = if groups.is_empty() { (0..model.n_joints()).collect() } else { groups.concat() };
    let mut candidates = cycles::find(model, &all, MOST_EQUATIONS);
    candidates.extend(groups);
    let mut locks: Vec<Lock> = Vec::new();
    for joints in candidates {
        let is_known = |joint: &usize| locks.iter().any(|lock| lock.joints.contains(&JointId::new(*joint)));
        if !joints.iter().all(is_known) {
            locks.extend(examine(model, motions, &joints, make));
        }
    }
    locks
}

/// Whether these joints by themselves lock something, and how to hold it.
fn examine(model: &Model, motions: &[BodyMotion], joints: &[usize], make: Make) -> Option<Lock> {
    let of = || joints.iter().map(|&joint| &model.joints[joint]);
    let n_equations: usize = of().map(|joint| joint.n_equations(model.space)).sum();
    // The effect of a driver, or a gear, on a stretched chain is not a matter of its position alone.
    if n_equations > MOST_EQUATIONS || of().any(|joint| joint.motion.is_some() || joint.kind.coupled().is_some()) {
        return None;
    }
    let mut part = Part::new(model, motions, joints, make);
    let locked = find_locked(&mut part)?;
    let mut holds = hold::find_joints(&part, &locked.allowed);
    let mut held = part.with(&holds, make);
    if count_freedoms(&mut held)? != locked.allowed.len() || !stays_locked(&mut part, &mut held, locked.n) {
        return None;
    }
    let in_whole = |body: BodyId| body.index().map_or(BodyId::GROUND, |index| BodyId::new(part.bodies[index]));
    for joint in &mut holds {
        joint.first.body = in_whole(joint.first.body);
        joint.second.body = in_whole(joint.second.body);
    }
    Some(Lock { joints: joints.iter().map(|&joint| JointId::new(joint)).collect(), n_locked: locked.n, holds })
}

fn count_freedoms(part: &mut Part) -> Option<usize> {
    Some(Decomposed::of(&part.calc_jacobian())?.kernel().len())
}

/// Moves the part as far as its holds allow, several times, and looks whether as many directions are locked there.
fn stays_locked(part: &mut Part, held: &mut Part, n_locked: usize) -> bool {
    (0..N_EXCURSIONS).all(|k| {
        let moved = go_away(held, k).is_some();
        part.values.copy_from_slice(&held.values);
        moved && find_locked(part).is_some_and(|locked| locked.n == n_locked)
    })
}

/// Moves a part in a direction that follows no pattern, and then back onto its equations; `None` if they cannot be
/// reached.
fn go_away(held: &mut Part, turn: usize) -> Option<()> {
    let g = Decomposed::of(&held.calc_jacobian())?;
    let factors = spread_numbers(g.kernel().len(), turn);
    if factors.is_empty() {
        return Some(());
    }
    let direction = combine(g.kernel(), &factors);
    let largest = direction.iter().fold(0.0, |m: f64, x| x.abs().max(m));
    let displacement: Vec<f64> = direction.iter().map(|x| x * EXCURSION / largest).collect();
    held.displace(&displacement);
    for _ in 0..MOST_ITERATIONS {
        let residual = held.calc_residual();
        if residual.iter().all(|x| x.abs() < SATISFIED) {
            return Some(());
        }
        let back: Vec<f64> = Decomposed::of(&held.calc_jacobian())?.solve(&residual).iter().map(|x| -x).collect();
        held.displace(&back);
    }
    None
}
