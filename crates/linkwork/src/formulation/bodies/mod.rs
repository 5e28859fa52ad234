//! Bodies in motion, for every formulation that has them: where they are, what acts on them, and the equations of their
//! joints.
//!
//! Which coordinates describe the motion is none of this room's business: a formulation writes the poses, and gets
//! loads by body and rows of G that act on (ṙ, ω) in world axes from them. It says by [`Blocks`] which equations it
//! wants, and in which order.

mod all_joints;
mod ballast;
mod contacts;
mod couplings;
mod differential;
mod forces;
mod friction;
mod joints;
mod near;
mod observe;
mod outputs;
pub(crate) mod placed;
mod planar;
mod power;
mod signals;
mod slopes;
mod soft;
mod spatial;

pub(crate) use all_joints::AllJoints;
pub(crate) use differential::{Moved, write_differential};
pub(crate) use observe::observe_measures;
pub(crate) use planar::PlanarBodies;
pub(crate) use power::PowerMeter;
pub(crate) use signals::SignalMemory;
pub(crate) use slopes::Gradient;
pub(crate) use soft::{CarriedPair, Instant, first_rows};
pub(crate) use spatial::SpatialBodies;

use crate::ids::BodyId;
use crate::model::force::Turning;
use crate::model::joint::rows::{Measure, Rows};
use crate::model::{Body, Joint, Model};
use crate::parallel::{Team, divide_evenly};
use crate::reduced::InverseMass;
use crate::spatial::{BodyMotion, Pose, Vec3};
use ballast::Removal;
use contacts::Contacts;
use couplings::Coupling;
use forces::Applied;
use friction::Pressed;
use slopes::Slopes;
use std::ops::Range;

/// Bodies that make a task worth handing to another thread: some microseconds of the cheapest stage.
const LEAST_BODIES: usize = 150;

/// Differences between bodies in the plane (W = 3 velocities) and in space (W = 6).
pub(crate) trait Bodies<const W: usize>: Send + Sync + Sized + 'static {
    /// Coordinates of a body.
    const COORDINATES: usize;
    /// Where a body is and how it moves.
    type Pose: Copy + Send + Sync + std::fmt::Debug;
    /// The pose of the ground.
    const GROUND: Self::Pose;
    /// Numbers in a pose.
    const POSE: usize;
    /// The part of a body's M⁻¹ that depends on its pose.
    type Inverse: Send;

    /// Constants of these bodies.
    fn new(bodies: &[Body]) -> Self;
    /// M⁻¹ with what does not change filled in.
    fn inverse_mass(&self) -> InverseMass;
    /// The part of M⁻¹ that depends on poses, by body; empty where nothing does.
    fn inverses(inverse: &mut InverseMass) -> &mut [Self::Inverse];
    /// Brings it to this pose.
    fn update_inverse(&self, index: usize, pose: &Self::Pose, inverse: &mut Self::Inverse);
    /// M⁻¹ f of body `index`, without assembling M⁻¹.
    fn accelerate(&self, index: usize, pose: &Self::Pose, load: &[f64]) -> [f64; W];
    /// Stage 1 for one body.
    fn pose(coordinates: &[f64], velocities: &[f64]) -> Self::Pose;
    /// M⁻¹ f of body `index` where nothing but its weight acts.
    fn fall(&self, index: usize, pose: &Self::Pose, gravity: Vec3) -> [f64; W];
    /// Weight and gyroscopic torque of body `index`.
    fn own_load(&self, index: usize, pose: &Self::Pose, gravity: Vec3) -> [f64; W];
    /// A pose as numbers, for other processes.
    fn write_pose(pose: &Self::Pose, numbers: &mut [f64]);
    /// The angle of a body in the plane, counted through full turns; zero in space.
    fn planar_angle(pose: &Self::Pose) -> f64;
    /// The opposite of [`write_pose`](Bodies::write_pose).
    fn read_pose(numbers: &[f64]) -> Self::Pose;
    /// The pose in space.
    fn pose_in_space(pose: &Self::Pose) -> Pose;
    /// Position and orientation in the terms users see.
    fn write_motion(coordinates: &[f64], pose: &Self::Pose, acceleration: &[f64], out: &mut BodyMotion);
    /// A vector (force, torque) in space as a load of this width.
    fn load(force: Vec3, torque: Vec3) -> [f64; W];
    /// The velocity on which a load gives power: their product.
    fn velocity(pose: &Self::Pose) -> [f64; W];
    /// The opposite of [`load`](Bodies::load).
    fn wrench(load: &[f64; W]) -> crate::spatial::Wrench;
    /// q̇ from q and v.
    fn write_coordinate_rates(coordinates: &[f64], velocities: &[f64], rates: &mut [f64]);
    /// q moved by a small displacement (v times a short time).
    fn displace(coordinates: &mut [f64], displacement: &[f64]);
    /// q and v of the model's body.
    fn initial(model: &Model, index: usize, coordinates: &mut Vec<f64>, velocities: &mut Vec<f64>);
    /// The equations of a joint that is not a gear, in the place of those before.
    fn write_joint(ends: Ends<'_, Self::Pose>, rows: &mut Rows<W>);
    /// The pose of a body whose motion was observed.
    fn pose_of(motion: &BodyMotion) -> Self::Pose;
    /// All coordinates of a joint, in the order of [`Joint::coordinates`]; where two are angles, the second is meant
    /// near `second_angle`.
    fn measures(ends: Ends<'_, Self::Pose>, second_angle: f64) -> [Option<Measure<W>>; 2];
    /// The coordinate q of a joint.
    fn measure(ends: Ends<'_, Self::Pose>) -> Option<Measure<W>>;
    /// The joint's angle about its axis, for joints that turn (cylindrical ones too), with its rate and world axis.
    fn turning(ends: Ends<'_, Self::Pose>) -> (f64, f64, Vec3);
    /// The joint point on the second body.
    fn second_point(ends: Ends<'_, Self::Pose>) -> Vec3;
}

/// A joint with its bodies' poses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends<'a, P> {
    /// The joint.
    pub joint: &'a Joint,
    /// The first body.
    pub first: &'a P,
    /// The second body.
    pub second: &'a P,
    /// In s.
    pub time: f64,
    /// An angle near the present one.
    pub unwrapped_angle: f64,
}

/// The joint's angle, as forces read it.
fn turning<B: Bodies<W>, const W: usize>(ends: Ends<'_, B::Pose>) -> Turning {
    let Joint { first, second, .. } = ends.joint;
    let (angle, rate, axis) = B::turning(ends);
    Turning { angle, rate, axis, axis_in_first: first.axes.column(2), first: first.body, second: second.body }
}

impl<P> Ends<'_, P> {
    /// Value that the joint's driver prescribes, with its two derivatives.
    #[inline(always)]
    pub(crate) fn asked(&self) -> Option<[f64; 3]> {
        self.joint.motion.as_ref().map(|motion| motion.jet(self.time))
    }
}

/// Which equations of which joints are the blocks of a reduced system, and which handle a body is touched by.
pub(crate) trait Blocks: Sync {
    /// The joint of a block.
    fn joint(&self, block: usize) -> usize;
    /// The block of a joint; `None` where none of its equations is in the system.
    fn find_block(&self, joint: usize) -> Option<usize>;
    /// Whether the block is the joint's driver alone: the last of its equations.
    fn is_driver(&self, block: usize) -> bool;
    /// The handle of a body that equations touch.
    fn handle(&self, body: usize) -> usize;
    /// The body of a handle.
    fn body(&self, handle: usize) -> usize;
}

/// Bodies with the memory of what is computed of them.
pub(crate) struct Mechanism<B: Bodies<W>, const W: usize> {
    n_bodies: usize,
    /// Constants of the bodies.
    pub bodies: B,
    /// Which poses each joint reads; the ground's pose comes after those of the bodies.
    ends: Vec<[usize; 2]>,
    couplings: Vec<Coupling>,
    /// Stage 1, by body and then the ground; written by the formulation, read by all later stages.
    pub poses: Vec<B::Pose>,
    /// Stage 2, W by body: applied forces, weight and gyroscopic torques about the centre of mass.
    pub loads: Vec<f64>,
    applied: Applied<W>,
    contacts: Contacts<W>,
    /// Power of loads and drivers; the formulation says which rows and parts it has.
    pub power_meter: PowerMeter,
    removal: Removal<W>,
    pressed: Pressed,
    signals: SignalMemory,
    slopes: Slopes,
    /// Ranges of bodies with about equal work.
    pub chunks: Vec<Range<usize>>,
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Memory for this model.
    pub(crate) fn new(model: &Model) -> Self {
        Mechanism::with(model, B::new(&model.bodies))
    }

    /// The same without masses: for models without forces, whose formulation knows what bodies weigh.
    pub(crate) fn without_masses(model: &Model) -> Self {
        Mechanism::with(model, B::new(&[]))
    }

    fn with(model: &Model, bodies: B) -> Self {
        let n = model.n_bodies();
        let place = |body: BodyId| body.index().unwrap_or(n);
        Mechanism {
            n_bodies: n,
            bodies,
            ends: model.joints.iter().map(|j| [place(j.first.body), place(j.second.body)]).collect(),
            couplings: couplings::list(model),
            poses: vec![B::GROUND; n + 1],
            loads: vec![0.0; n * W],
            applied: Applied::new(model),
            contacts: Contacts::new(model),
            power_meter: PowerMeter::default(),
            removal: Removal::new(model),
            pressed: Pressed::new(model),
            signals: SignalMemory::new(model),
            slopes: Slopes::new(model),
            chunks: divide_evenly(n, |_| 1, LEAST_BODIES),
        }
    }

    /// A joint with the poses of its bodies.
    #[inline(always)]
    pub(crate) fn ends<'a>(
        &'a self,
        model: &'a Model,
        joint: usize,
        time: f64,
        unwrapped_angles: &[f64],
    ) -> Ends<'a, B::Pose> {
        let [a, b] = self.ends[joint];
        let unwrapped_angle = unwrapped_angles[joint];
        Ends { joint: &model.joints[joint], first: &self.poses[a], second: &self.poses[b], time, unwrapped_angle }
    }

    /// Memory of the model's expressions in stage 2: their values, and the states that they read.
    pub(crate) fn signals(&mut self) -> &mut SignalMemory {
        &mut self.signals
    }

    /// Number of moving bodies.
    pub(crate) fn n_bodies(&self) -> usize {
        self.n_bodies
    }

    /// Brings M⁻¹ to the poses.
    pub(crate) fn update_inverse_mass(&self, inverse: &mut InverseMass, team: &Team) {
        let inverses = B::inverses(inverse);
        if inverses.is_empty() {
            return;
        }
        team.for_ranges(&self.chunks, (inverses, 1), |bodies, inverses| {
            for (body, inverse) in bodies.zip(inverses) {
                self.bodies.update_inverse(body, &self.poses[body], inverse);
            }
        });
    }

    /// Stage 2: weight, gyroscopic torques and the force elements, less what ballast does.
    pub(crate) fn update_loads(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team) {
        let Mechanism { bodies: constants, poses, loads, .. } = self;
        team.for_ranges(&self.chunks, (loads, W), |bodies, loads| {
            for (body, load) in bodies.zip(loads.as_chunks_mut::<W>().0) {
                *load = constants.own_load(body, &poses[body], model.gravity);
            }
        });
        if model.has_loads() {
            self.add_applied_forces(model, time, unwrapped_angles, team);
        }
        if !model.ballast.is_empty() {
            self.remove_ballast(model);
        }
    }
}

fn add_to<const W: usize>(sum: &mut [f64; W], load: &[f64; W]) {
    for (sum, load) in sum.iter_mut().zip(load) {
        *sum += load;
    }
}

/// The moving bodies that a joint's equations touch, each once: those of both joints for a gear.
pub(crate) fn touched_bodies(model: &Model, joint: usize) -> Vec<usize> {
    let joint = &model.joints[joint];
    let of = |j: &Joint| [j.first.body, j.second.body];
    let bodies: Vec<BodyId> = match joint.kind.coupled() {
        Some((pair, _)) => pair.iter().flat_map(|id| of(&model.joints[id.index()])).collect(),
        None => of(joint).to_vec(),
    };
    let mut touched = Vec::new();
    for index in bodies.into_iter().filter_map(BodyId::index) {
        if !touched.contains(&index) {
            touched.push(index);
        }
    }
    touched
}
