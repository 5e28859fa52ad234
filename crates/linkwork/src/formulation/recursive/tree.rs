//! The recursion's demands on bodies in the plane (W = 3) and in space (W = 6): how a joint places a body, and how
//! motions, wrenches and inertias are moved from one centre of mass to another. World axes throughout; motions are (ṙ,
//! ω) of a centre of mass.

use super::poses::Poses;
use crate::formulation::bodies::Bodies;
use crate::ids::JointId;
use crate::lanes::{Lanes, Row};
use crate::model::Model;
use crate::spatial::{BodyMotion, Quat, Vec3};
use std::ops::Range;

/// A freedom of a joint, as the recursion meets it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Freedom<const W: usize> {
    /// s: the motion of the body for a unit of this velocity. Stage 1.
    pub axis: [f64; W],
    /// D⁻¹ U, U = I s being the wrench that accelerating it takes: how accelerations of the parent slow it down. Stage
    /// 3.
    pub gain: [f64; W],
    /// 1/D, D = sᵀ I s. Stage 3.
    pub inverse: f64,
    /// D⁻¹ ε, ε = −sᵀ p: its acceleration where neither the parent accelerates nor constraints act. Stage 3.
    pub rate: f64,
}

impl<const W: usize> Freedom<W> {
    /// Before any stage.
    pub(crate) const NONE: Freedom<W> = Freedom { axis: [0.0; W], gain: [0.0; W], inverse: 0.0, rate: 0.0 };
}

/// The parent of bodies that hang on none.
pub(super) const GROUND: u32 = u32::MAX;
/// The angle of joints that have none.
pub(super) const NO_ANGLE: u32 = u32::MAX;

/// The joint of bodies whose four says it all.
pub(super) const PLAIN: u32 = u32::MAX;

/// Who carries a body; bodies, coordinates and velocities are counted within the part.
pub(crate) struct Link {
    /// The model's body.
    pub body: u32,
    /// Position of the parent; [`GROUND`] without.
    pub parent: u32,
    /// Whether the next position hangs on this body.
    pub carries_next: bool,
    /// Whether others do: what they pass inward is gathered.
    pub is_fork: bool,
    /// First coordinate and their number.
    pub first_q: u32,
    /// See there.
    pub n_q: u32,
    /// First velocity and their number.
    pub first_u: u32,
    /// See there.
    pub n_u: u32,
    /// The coordinate that is an angle; [`NO_ANGLE`] without.
    pub angle: u32,
    /// Its joint in the list of those that are more than their four says; [`PLAIN`] where it is not.
    pub joint: u32,
}

impl Link {
    #[inline(always)]
    pub(super) fn coordinates(&self) -> Range<usize> {
        self.first_q as usize..(self.first_q + self.n_q) as usize
    }

    #[inline(always)]
    pub(super) fn freedoms(&self) -> Range<usize> {
        self.first_u as usize..(self.first_u + self.n_u) as usize
    }

    #[inline(always)]
    pub(super) fn hangs_on_ground(&self) -> bool {
        self.parent == GROUND
    }
}

/// Four bodies that are next to each other, each hanging on the one before by a joint that their four says all of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainGroup {
    /// On which the first hangs; [`GROUND`] without.
    pub parent: u32,
    /// Coordinate of the first; one each follow.
    pub first_q: u32,
    /// Its velocity.
    pub first_u: u32,
    /// Whether the four before are a run on the last of which this one hangs.
    pub goes_on: bool,
    /// Whether the body after the last hangs on it.
    pub carries_next: bool,
}

impl ChainGroup {
    /// Where there is one: four bodies at these links.
    pub(super) fn find(links: &[Link], first: usize) -> Option<ChainGroup> {
        let [one, rest @ ..] = links.first_chunk::<4>()?;
        let hang = rest.iter().enumerate().all(|(k, link)| link.parent as usize == first + k);
        let (parent, first_q, first_u, carries_next) = (one.parent, one.first_q, one.first_u, rest[2].carries_next);
        let is_run = hang && !links.iter().any(|link| link.is_fork);
        is_run.then_some(ChainGroup { parent, first_q, first_u, goes_on: false, carries_next })
    }

    #[inline(always)]
    pub(super) fn parent(&self) -> Option<usize> {
        (self.parent != GROUND).then_some(self.parent as usize)
    }
}

/// Loads on the bodies of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Acting<const W: usize> {
    /// Nothing but their weight: the acceleration of free fall.
    Weight(Vec3),
    /// −f of each, its weight and its gyroscopic torque among them.
    Loads([[f64; W]; 4]),
}

/// Inputs and results of stage 1 for a part.
pub(crate) struct Placing<'a, B: Tree<W>, const W: usize> {
    /// By body.
    pub links: &'a [Link],
    /// Those that are more than their four says.
    pub joints: &'a [B::Joint],
    /// By four bodies.
    pub lane_groups: &'a [B::Four],
    /// By four bodies: chain groups among them.
    pub chain_groups: &'a [Option<ChainGroup>],
    /// Coordinates of the part.
    pub q: &'a [f64],
    /// Its velocities.
    pub u: &'a [f64],
    /// By body.
    pub poses: &'a mut B::Poses,
    /// By velocity; only axes are written. Those of chain groups, their biases and their arms come with the sweep
    /// inward.
    pub freedoms: &'a mut [Freedom<W>],
    /// By body: c, its acceleration where neither the parent nor the joint accelerates.
    pub biases: &'a mut [[f64; W]],
    /// By body.
    pub arms: &'a mut [B::Arm],
}

/// Both ends of a joint that carries a body, as assembled: the side of the parent and that of the body.
pub(crate) struct Carried<'a> {
    /// The joint; `None` for a free base.
    pub joint: Option<JointId>,
    /// The parent, or the ground.
    pub parent: &'a BodyMotion,
    /// The body.
    pub body: &'a BodyMotion,
    /// Its number.
    pub index: usize,
    /// The joint's angle, counted through full turns.
    pub unwrapped_angle: f64,
}

/// Bodies in trees.
pub(crate) trait Tree<const W: usize>: Bodies<W> {
    /// Constants of a body and of the joint that carries it.
    type Joint: Copy + Send + Sync;
    /// The same of four bodies that are next to each other, as stage 1 wants them.
    type Four: Send + Sync;
    /// The same as the sweep inward wants them.
    type Weights: Send + Sync;
    /// Inertia of four bodies by themselves, at some pose.
    type Own;
    /// Symmetric, W × W.
    type Inertia: Copy + Send + Sync;
    /// From the parent's centre of mass to the body's.
    type Arm: Copy + Send + Sync + Default;
    /// Poses of the bodies of a part.
    type Poses: Poses<Self::Pose>;
    /// No inertia.
    const NO_INERTIA: Self::Inertia;

    /// The constants, such that the joint's coordinates give the assembled position.
    fn joint(model: &Model, carried: &Carried) -> Self::Joint;
    /// The constants of four joints at most.
    fn four(joints: &[Self::Joint]) -> Self::Four;
    /// The same, for the sweep inward.
    fn weights(joints: &[Self::Joint]) -> Self::Weights;
    /// Whether that says all of these joints.
    fn is_plain(four: &Self::Four) -> bool;
    /// Number of coordinates and of velocities.
    fn count(joint: &Self::Joint) -> (usize, usize);
    /// Appends the coordinates and velocities that the assembled motion has.
    fn read(joint: &Self::Joint, carried: &Carried, q: &mut Vec<f64>, u: &mut Vec<f64>);

    /// The coordinate that is the angle about the joint's axis.
    fn angle(joint: &Self::Joint) -> Option<usize>;
    /// Its sign: minus one where it is minus the joint's own angle.
    fn toward(joint: &Self::Joint) -> f64;
    /// Stage 1: poses, axes, biases and arms of all bodies, parents before children.
    fn place<V: Lanes>(lanes: V, stage: Placing<Self, W>);
    /// q̇ from u.
    fn write_rates(joint: &Self::Joint, parent: &Self::Pose, q: &[f64], u: &[f64], rates: &mut [f64]);
    /// q moved by a small displacement: u times a short time.
    fn move_joint(joint: &Self::Joint, parent: &Self::Pose, q: &mut [f64], displacement: &[f64]);
    /// The body's orientation from its parent's, counted on through full turns; in the plane not asked for. The joint
    /// is `None` where its four says it all.
    fn turn(joint: Option<&Self::Joint>, four: (&Self::Four, usize), parent: &Quat, q: &[f64]) -> Quat;
    /// Position, orientation and velocity in the terms users see.
    fn write_position(pose: &Self::Pose, orientation: &Quat, out: &mut BodyMotion);

    /// Inertia and wrench of four bodies alone.
    fn own<V: Lanes>(lanes: V, weights: &Self::Weights, poses: (&Self::Poses, usize)) -> Self::Own;
    /// The sweep inward over the run with this number: axes, biases and arms, and all of the freedoms. `passed` is what
    /// the last body carries, and becomes what the base of the run does. Only asked for where lane groups are plain.
    fn sweep_chain_group<V: Lanes>(
        lanes: V,
        run: (&Self::Weights, &ChainGroup, usize),
        poses: &Self::Poses,
        memory: (&mut [Freedom<W>], &mut [[f64; W]], &mut [Self::Arm]),
        acting: Acting<W>,
        passed: &mut (Self::Inertia, [f64; W]),
    );
    /// I + that of one of four bodies alone, about its centre of mass.
    fn add_own<V: Lanes>(lanes: V, sum: &mut Self::Inertia, own: &Self::Own, lane: usize);
    /// 1/m and tr J⁻¹ of one of four bodies alone.
    fn ease(weights: &Self::Weights, lane: usize) -> [f64; 2];
    /// −f of the weight and the gyroscopic torque of one of four bodies.
    fn own_wrench(own: &Self::Own, lane: usize, gravity: Vec3) -> [f64; W];
    /// I + another.
    fn add(sum: &mut Self::Inertia, other: &Self::Inertia);
    /// I a
    fn apply<V: Lanes>(lanes: V, inertia: &Self::Inertia, motion: &[f64; W]) -> [f64; W];
    /// I − U D⁻¹ Uᵀ
    fn release<V: Lanes>(lanes: V, inertia: &mut Self::Inertia, reach: &[f64; W], inverse: f64);
    /// Xᵀ I X: what the parent feels of it.
    fn shift<V: Lanes>(lanes: V, inertia: &mut Self::Inertia, arm: &Self::Arm);
    /// X a: the parent's motion at the body.
    fn carry(motion: &[f64; W], arm: &Self::Arm) -> [f64; W];
    /// Xᵀ w: the body's wrench at the parent.
    fn transmit(wrench: &[f64; W], arm: &Self::Arm) -> [f64; W];
    /// Φ X, given by its columns: each row is moved like a wrench.
    fn transmit_columns<V: Lanes>(lanes: V, columns: &mut [Row<V>; W], arm: &Self::Arm);
}

/// a·b
#[inline(always)]
pub(super) fn dot<V: Lanes, const W: usize>(lanes: V, a: &[f64; W], b: &[f64; W]) -> f64 {
    // In two sums side by side: one alone would wait for each of its additions.
    let mut sums = [a[0] * b[0], a[1] * b[1]];
    for k in 2..W {
        sums[k % 2] = lanes.madd(a[k], b[k], sums[k % 2]);
    }
    sums[0] + sums[1]
}

/// a += k b
#[inline(always)]
pub(super) fn add_to<V: Lanes, const W: usize>(lanes: V, a: &mut [f64; W], k: f64, b: &[f64; W]) {
    for n in 0..W {
        a[n] = lanes.madd(k, b[n], a[n]);
    }
}

/// a + b
#[inline(always)]
pub(super) fn sum<const W: usize>(a: &[f64; W], b: &[f64; W]) -> [f64; W] {
    let mut sum = [0.0; W];
    for n in 0..W {
        sum[n] = a[n] + b[n];
    }
    sum
}

/// −a
#[inline(always)]
pub(super) fn opposite<const W: usize>(a: &[f64; W]) -> [f64; W] {
    let mut opposite = [0.0; W];
    for n in 0..W {
        opposite[n] = -a[n];
    }
    opposite
}
