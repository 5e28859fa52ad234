//! `cartesian`: every body by its centre of mass and orientation, every joint by constraint equations \[Negrut\].
//!
//! Values: coordinates of all bodies, then velocities of all bodies. In space a body has position and Euler parameters
//! (7 coordinates) and velocities (ṙ, ω) in world axes (6); in the plane (x, y, angle) and their rates. World axes for ω
//! differ from the paper's body axes: rows of G need no rotation that way, and only J⁻¹ does, once per body.
//! The mass matrix is block-diagonal, so a body is a node of the reduced system, with one handle at its centre of mass.

mod couplings;
mod forces;
mod joints;
mod observe;
mod planar;
mod spatial;

pub use planar::PlanarBodies;
pub use spatial::SpatialBodies;

use super::{Coordinates, Equations, Formulation, Moment};
use crate::ids::BodyId;
use crate::model::joint::rows::{Measure, Rows};
use crate::model::{Joint, Model};
use crate::parallel::{Team, divide};
use crate::recorder::Observation;
use crate::reduced::{Form, InverseMass, Pattern, ReducedSystem};
use crate::spatial::{BodyMotion, Pose, Vec3};
use crate::state::State;
use couplings::Coupling;
use forces::Applied;
use std::ops::Range;

/// Bodies that make a task worth handing to another thread: some microseconds of the cheapest stage.
const LEAST_BODIES: usize = 400;

/// What differs between bodies in the plane (W = 3 velocities) and in space (W = 6).
pub trait Bodies<const W: usize>: Send + Sync + Sized + 'static {
    /// Coordinates of a body.
    const COORDINATES: usize;
    /// Where a body is and how it moves.
    type Pose: Copy + Send + Sync + std::fmt::Debug;
    /// The pose of the ground.
    const GROUND: Self::Pose;

    /// Constants of the model's bodies.
    fn new(model: &Model) -> Self;
    /// M⁻¹ with what does not change filled in.
    fn inverse_mass(&self) -> InverseMass;
    /// Brings M⁻¹ to these poses.
    fn update_inverse_mass(
        &self,
        poses: &[Self::Pose],
        inverse: &mut InverseMass,
        chunks: &[Range<usize>],
        team: &Team,
    );
    /// M⁻¹ f of body `index`, without assembling M⁻¹.
    fn accelerate(&self, index: usize, pose: &Self::Pose, load: &[f64]) -> [f64; W];
    /// Stage 1 for one body.
    fn pose(coordinates: &[f64], velocities: &[f64]) -> Self::Pose;
    /// Weight and gyroscopic torque of body `index`.
    fn own_load(&self, index: usize, pose: &Self::Pose, gravity: Vec3) -> [f64; W];
    /// The pose in space.
    fn pose_in_space(pose: &Self::Pose) -> Pose;
    /// Position and orientation in the terms users see.
    fn write_motion(coordinates: &[f64], pose: &Self::Pose, acceleration: &[f64], out: &mut BodyMotion);
    /// A vector (force, torque) in space as a load of this width.
    fn load(force: Vec3, torque: Vec3) -> [f64; W];
    /// The opposite of [`load`](Bodies::load).
    fn wrench(load: &[f64; W]) -> crate::spatial::Wrench;
    /// q̇ from q and v.
    fn write_coordinate_rates(coordinates: &[f64], velocities: &[f64], rates: &mut [f64]);
    /// q moved by a small displacement (v times a short time).
    fn displace(coordinates: &mut [f64], displacement: &[f64]);
    /// q and v of the model's body.
    fn initial(model: &Model, index: usize, coordinates: &mut Vec<f64>, velocities: &mut Vec<f64>);
    /// The equations of a joint that is not a gear.
    fn write_joint(ends: Ends<'_, Self::Pose>, rows: &mut Rows<W>);
    /// The coordinate q of a joint.
    fn measure(ends: Ends<'_, Self::Pose>) -> Option<Measure<W>>;
    /// The joint's angle about its axis, for joints that turn (cylindrical ones too), with its rate and world axis.
    fn turning(ends: Ends<'_, Self::Pose>) -> (f64, f64, Vec3);
    /// The joint point on the second body.
    fn second_point(ends: Ends<'_, Self::Pose>) -> Vec3;
}

/// A joint with its bodies' poses.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'a, P> {
    /// The joint.
    pub joint: &'a Joint,
    /// The first body.
    pub first: &'a P,
    /// The second body.
    pub second: &'a P,
    /// In s.
    pub time: f64,
    /// An angle near the present one.
    pub winding: f64,
}

/// The formulation with the memory of its stages.
pub struct Cartesian<B: Bodies<W>, const W: usize> {
    bodies: B,
    /// Which poses each joint reads; the ground's pose comes after those of the bodies.
    ends: Vec<[usize; 2]>,
    couplings: Vec<Coupling>,
    /// Stage 1, by body and then the ground; written by `update_kinematics`, read by all later stages.
    poses: Vec<B::Pose>,
    /// Stage 2, W by body: applied forces, weight and gyroscopic torques about the centre of mass.
    loads: Vec<f64>,
    /// Stage 2, W by body: M⁻¹ f.
    free: Vec<f64>,
    applied: Applied<W>,
    /// Ranges of bodies with about equal work.
    chunks: Vec<Range<usize>>,
}

impl<B: Bodies<W>, const W: usize> Cartesian<B, W> {
    /// Memory for this model.
    pub fn new(model: &Model) -> Self {
        let n = model.n_bodies();
        let place = |body: BodyId| body.index().unwrap_or(n);
        Cartesian {
            bodies: B::new(model),
            ends: model.joints.iter().map(|j| [place(j.first.body), place(j.second.body)]).collect(),
            couplings: couplings::list(model),
            poses: vec![B::GROUND; n + 1],
            loads: vec![0.0; n * W],
            free: vec![0.0; n * W],
            applied: Applied::new(model),
            chunks: divide(n, |_| 1, LEAST_BODIES),
        }
    }

    #[inline(always)]
    fn ends<'a>(&'a self, model: &'a Model, joint: usize, time: f64, windings: &[f64]) -> Ends<'a, B::Pose> {
        let [a, b] = self.ends[joint];
        let winding = windings[joint];
        Ends { joint: &model.joints[joint], first: &self.poses[a], second: &self.poses[b], time, winding }
    }

    fn n_bodies(&self) -> usize {
        self.poses.len() - 1
    }

    /// M⁻¹ f of a body.
    #[inline(always)]
    fn free_of(&self, body: usize) -> &[f64; W] {
        &self.free.as_chunks::<W>().0[body]
    }
}

impl<B: Bodies<W>, const W: usize> Formulation for Cartesian<B, W> {
    fn name(&self) -> &'static str {
        "cartesian"
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(if W == 3 { Coordinates::Planar } else { Coordinates::Spatial })
    }

    fn initial_state(&self, model: &Model) -> State {
        let (mut coordinates, mut velocities) = (Vec::new(), Vec::new());
        for index in 0..model.n_bodies() {
            B::initial(model, index, &mut coordinates, &mut velocities);
        }
        let mut state = State::new(0.0, &coordinates, &velocities);
        state.windings = vec![0.0; model.n_joints()];
        state
    }

    fn equations(&self, model: &Model) -> Equations {
        let blocks: Vec<(usize, Vec<(usize, Form)>)> = (0..model.n_joints())
            .map(|j| (model.joints[j].n_equations(model.space), touched_bodies(model, j)))
            .collect();
        let pattern = Pattern::with_forms(W, &vec![1; model.n_bodies()], &blocks);
        Equations::new(ReducedSystem::new(pattern, self.bodies.inverse_mass()))
    }

    fn update_kinematics(&mut self, _model: &Model, values: &[f64], team: &Team) {
        let n = self.n_bodies();
        let (q, v) = values.split_at(n * B::COORDINATES);
        team.for_ranges(&self.chunks, (&mut self.poses[..n], 1), |bodies, poses| {
            for (body, pose) in bodies.zip(poses) {
                *pose = B::pose(&q[body * B::COORDINATES..][..B::COORDINATES], &v[body * W..][..W]);
            }
        });
    }

    fn update_forces(&mut self, model: &Model, time: f64, windings: &[f64], team: &Team) {
        let Cartesian { bodies: constants, poses, loads, .. } = self;
        team.for_ranges(&self.chunks, (loads, W), |bodies, loads| {
            for (body, load) in bodies.zip(loads.as_chunks_mut::<W>().0) {
                *load = constants.own_load(body, &poses[body], model.gravity);
            }
        });
        if !model.forces.is_empty() {
            self.add_applied_forces(model, time, windings, team);
        }
        let Cartesian { bodies: constants, poses, loads, free, .. } = self;
        team.for_ranges(&self.chunks, (free, W), |bodies, free| {
            for (body, free) in bodies.zip(free.as_chunks_mut::<W>().0) {
                *free = constants.accelerate(body, &poses[body], &loads[body * W..][..W]);
            }
        });
    }

    fn assemble(&mut self, model: &Model, time: f64, windings: &[f64], equations: &mut Equations, team: &Team) {
        self.bodies.update_inverse_mass(&self.poses, &mut equations.system.inverse_mass, &self.chunks, team);
        self.assemble_joints(model, time, windings, equations, team);
        self.assemble_couplings(model, time, windings, equations);
    }

    fn handle_velocities<'a>(&'a self, values: &'a [f64]) -> &'a [f64] {
        &values[self.n_bodies() * B::COORDINATES..]
    }

    fn write_rates(&mut self, values: &[f64], constraint_accelerations: &[f64], rates: &mut [f64], team: &Team) {
        let split = self.n_bodies() * B::COORDINATES;
        let ((q, v), (q_rates, v_rates)) = (values.split_at(split), rates.split_at_mut(split));
        team.for_ranges(&self.chunks, (q_rates, B::COORDINATES), |bodies, rates| {
            for (body, rates) in bodies.zip(rates.chunks_exact_mut(B::COORDINATES)) {
                let q = &q[body * B::COORDINATES..][..B::COORDINATES];
                B::write_coordinate_rates(q, &v[body * W..][..W], rates);
            }
        });
        team.for_ranges(&self.chunks, (v_rates, W), |bodies, rates| {
            let of = bodies.start * W..bodies.end * W;
            let accelerations = self.free[of.clone()].iter().zip(&constraint_accelerations[of]);
            for (a, (free, constraint)) in rates.iter_mut().zip(accelerations) {
                *a = free - constraint;
            }
        });
    }

    fn displace(&mut self, values: &mut [f64], displacements: &[f64]) {
        let split = self.n_bodies() * B::COORDINATES;
        let bodies = values[..split].chunks_exact_mut(B::COORDINATES).zip(displacements.chunks_exact(W));
        for (q, d) in bodies {
            B::displace(q, d);
        }
    }

    fn push(&mut self, values: &mut [f64], velocities: &[f64]) {
        let split = self.n_bodies() * B::COORDINATES;
        for (v, change) in values[split..].iter_mut().zip(velocities) {
            *v += change;
        }
    }

    fn update_windings(&mut self, model: &Model, elapsed: f64, windings: &mut [f64]) {
        self.wind_on(model, elapsed, windings);
    }

    fn observe(&mut self, model: &Model, now: &Moment, seen: &mut Observation) {
        self.observe_bodies(model, now, seen);
        self.observe_joints(model, now, seen);
    }

    fn describe(&self, model: &Model, index: usize) -> String {
        let split = self.n_bodies() * B::COORDINATES;
        let (what, body) =
            if index < split { ("velocity", index / B::COORDINATES) } else { ("acceleration", (index - split) / W) };
        format!("the {what} of body '{}'", model.bodies[body].name)
    }
}

/// The moving bodies that a joint's equations touch, each once: those of both joints for a gear. Equations of points see the
/// second body minus the first.
fn touched_bodies(model: &Model, joint: usize) -> Vec<(usize, Form)> {
    let joint = &model.joints[joint];
    let of = |j: &Joint| [j.first.body, j.second.body];
    let bodies: Vec<BodyId> = match joint.kind.coupled() {
        Some((pair, _)) => pair.iter().flat_map(|id| of(&model.joints[id.index()])).collect(),
        None => of(joint).to_vec(),
    };
    let forms = if joint.kind.holds_point() { [Form::Minus, Form::Plus] } else { [Form::Full; 2] };
    let mut touched: Vec<(usize, Form)> = Vec::new();
    for (body, form) in bodies.into_iter().zip(forms.into_iter().cycle()) {
        if let Some(index) = body.index()
            && touched.iter().all(|(other, _)| *other != index)
        {
            touched.push((index, form));
        }
    }
    touched
}
