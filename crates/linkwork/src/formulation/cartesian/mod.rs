//! `cartesian`: every body by its centre of mass and orientation, every joint by constraint equations \[Negrut\].
//!
//! Values: coordinates of all bodies, then velocities of all bodies. In space a body has position and Euler parameters
//! (7 coordinates) and velocities (ṙ, ω) in world axes (6); in the plane (x, y, angle) and their rates. World axes for
//! ω differ from the paper's body axes: rows of G need no rotation that way, and only J⁻¹ does, once per body. The mass
//! matrix is block-diagonal, so a body is a node of the reduced system, with one handle at its centre of mass.

mod body_motions;
mod differential;

use super::bodies::{AllJoints, Bodies, Mechanism, Moved, PowerMeter, SignalMemory};
use super::body_motions::BodyMotions;
use super::differential::Differentiable;
use super::stages::Stages;
use super::{Angles, Coordinates, Effect, Equations, Facts, Level, Moment, Now, Variables};
use crate::error::StepError;
use crate::ids::JointId;
use crate::methods::FormulationKind;
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::Team;
use crate::reduced::{InverseMass, ReducedSystem};
use crate::state::State;
use crate::workspace::{Switches, Workspace};
use std::ops::Range;

/// The formulation with the memory of its stages.
pub(crate) struct Cartesian<B: Bodies<W>, const W: usize> {
    mechanism: Mechanism<B, W>,
    /// Stage 2, W by body: M⁻¹ f.
    free: Vec<f64>,
}

/// Bodies that are treated at a time where stages share a pass: all that is computed of them stays at hand.
const AT_ONCE: usize = 32;

impl<B: Bodies<W>, const W: usize> Cartesian<B, W> {
    /// Memory for this model.
    pub(crate) fn new(model: &Model) -> Self {
        let mut mechanism = Mechanism::new(model);
        mechanism.power_meter = PowerMeter::new(model, &AllJoints, &AllJoints::pattern(model), |_| Some(0));
        Cartesian { mechanism, free: vec![0.0; model.n_bodies() * W] }
    }

    fn n_bodies(&self) -> usize {
        self.mechanism.n_bodies()
    }

    /// Stages 1 and 2 where nothing but weight acts, and M⁻¹: some bodies at a time, whose poses are then still at
    /// hand.
    fn fall_freely(&mut self, model: &Model, values: &[f64], inverse: &mut InverseMass, team: &Team) {
        let n = self.n_bodies();
        let (q, v) = values.split_at(n * B::COORDINATES);
        let Mechanism { bodies: constants, poses, chunks, .. } = &mut self.mechanism;
        let (mut poses, mut free) = (&mut poses[..n], self.free.as_chunks_mut::<W>().0);
        let mut inverses = B::inverses(inverse);
        let task = |bodies: &Range<usize>| {
            let poses = poses.split_off_mut(..bodies.len()).unwrap_or_default();
            let free = free.split_off_mut(..bodies.len()).unwrap_or_default();
            (bodies.start, poses, free, inverses.split_off_mut(..bodies.len()).unwrap_or_default())
        };
        team.for_each_task(chunks.iter().map(task), |(first, poses, free, mut inverses)| {
            let starts = (first..).step_by(AT_ONCE);
            for ((first, poses), free) in starts.zip(poses.chunks_mut(AT_ONCE)).zip(free.chunks_mut(AT_ONCE)) {
                for (body, pose) in (first..).zip(poses.iter_mut()) {
                    *pose = B::pose(&q[body * B::COORDINATES..][..B::COORDINATES], &v[body * W..][..W]);
                }
                for ((body, pose), free) in (first..).zip(poses.iter()).zip(free) {
                    *free = constants.fall(body, pose, model.gravity);
                }
                let inverses = inverses.split_off_mut(..poses.len()).unwrap_or_default();
                for ((body, pose), inverse) in (first..).zip(poses.iter()).zip(inverses) {
                    constants.update_inverse(body, pose, inverse);
                }
            }
        });
    }
}

impl<B: Moved<W>, const W: usize> Variables for Cartesian<B, W> {
    fn facts(&self) -> Facts {
        let coordinates = if W == 3 { Coordinates::Planar } else { Coordinates::Spatial };
        let ballast_error = self.mechanism.removal_error();
        Facts { coordinates: Some(coordinates), ballast_error, ..Facts::new(FormulationKind::Cartesian) }
    }

    fn initial_state(&self, model: &Model) -> State {
        let (mut coordinates, mut velocities) = (Vec::new(), Vec::new());
        for index in 0..model.n_bodies() {
            B::initial(model, index, &mut coordinates, &mut velocities);
        }
        let mut state = State::new(0.0, &coordinates, &velocities);
        state.unwrapped_angles = vec![0.0; model.n_angles()];
        state
    }

    fn equations(&self, model: &Model) -> Equations {
        let pattern = AllJoints::pattern(model);
        let joints = (0..model.n_joints()).map(JointId::new).collect();
        Equations::new(ReducedSystem::new(pattern, self.mechanism.bodies.inverse_mass()), joints, Effect::Motion)
    }

    fn handle_velocities<'a>(&'a mut self, values: &'a [f64]) -> &'a [f64] {
        &values[self.n_bodies() * B::COORDINATES..]
    }

    fn displace(&mut self, level: Level, values: &mut [f64], effect: &[f64]) {
        let (q, v) = values.split_at_mut(self.n_bodies() * B::COORDINATES);
        match level {
            Level::Position => {
                q.chunks_exact_mut(B::COORDINATES).zip(effect.chunks_exact(W)).for_each(|(q, d)| B::displace(q, d));
            }
            Level::Velocity => v.iter_mut().zip(effect).for_each(|(v, change)| *v += change),
        }
    }

    fn describe(&self, model: &Model, index: usize) -> String {
        let split = self.n_bodies() * B::COORDINATES;
        let (what, body) =
            if index < split { ("velocity", index / B::COORDINATES) } else { ("acceleration", (index - split) / W) };
        format!("the {what} of body '{}'", model.bodies[body].name)
    }

    fn body_motions(&mut self) -> Option<&mut dyn BodyMotions> {
        Some(self)
    }

    fn differentiable(&self) -> Option<&dyn Differentiable> {
        Some(self)
    }
}

impl<B: Moved<W>, const W: usize> Stages for Cartesian<B, W> {
    fn update_kinematics(&mut self, _model: &Model, values: &[f64], team: &Team) {
        let n = self.n_bodies();
        let (q, v) = values.split_at(n * B::COORDINATES);
        let Mechanism { poses, chunks, .. } = &mut self.mechanism;
        team.for_ranges(chunks, (&mut poses[..n], 1), |bodies, poses| {
            for (body, pose) in bodies.zip(poses) {
                *pose = B::pose(&q[body * B::COORDINATES..][..B::COORDINATES], &v[body * W..][..W]);
            }
        });
    }

    fn update_forces(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team) {
        self.mechanism.update_loads(model, time, unwrapped_angles, team);
        let Mechanism { bodies: constants, poses, loads, chunks, .. } = &self.mechanism;
        team.for_ranges(chunks, (&mut self.free, W), |bodies, free| {
            for (body, free) in bodies.zip(free.as_chunks_mut::<W>().0) {
                *free = constants.accelerate(body, &poses[body], &loads[body * W..][..W]);
            }
        });
    }

    fn assemble(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], equations: &mut Equations, team: &Team) {
        self.mechanism.update_inverse_mass(&mut equations.system.inverse_mass, team);
        let Cartesian { mechanism, free } = self;
        mechanism.assemble_joints(model, (time, unwrapped_angles), (&AllJoints, free), equations, team);
    }

    fn fall(&mut self, model: &Model, now: Now, workspace: &mut Workspace) {
        let Workspace { equations, unwrapped_angles, team, .. } = workspace;
        self.fall_freely(model, now.values, &mut equations.system.inverse_mass, team);
        let Cartesian { mechanism, free } = self;
        mechanism.assemble_joints(model, (now.time, unwrapped_angles), (&AllJoints, free), equations, team);
    }

    fn write_rates(&mut self, values: &[f64], constraint_accelerations: &[f64], rates: &mut [f64], team: &Team) {
        let split = self.n_bodies() * B::COORDINATES;
        let ((q, v), (mut q_rates, mut v_rates)) = (values.split_at(split), rates.split_at_mut(split));
        let task = |bodies: &Range<usize>| {
            let of_q = q_rates.split_off_mut(..bodies.len() * B::COORDINATES).unwrap_or_default();
            let of_v = v_rates.split_off_mut(..bodies.len() * W).unwrap_or_default();
            (bodies.clone(), of_q, of_v)
        };
        team.for_each_task(self.mechanism.chunks.iter().map(task), |(bodies, q_rates, v_rates)| {
            for (body, rates) in bodies.clone().zip(q_rates.chunks_exact_mut(B::COORDINATES)) {
                let q = &q[body * B::COORDINATES..][..B::COORDINATES];
                B::write_coordinate_rates(q, &v[body * W..][..W], rates);
            }
            let of = bodies.start * W..bodies.end * W;
            let accelerations = self.free[of.clone()].iter().zip(&constraint_accelerations[of]);
            for (a, (free, constraint)) in v_rates.iter_mut().zip(accelerations) {
                *a = free - constraint;
            }
        });
    }

    fn begin_removal(&mut self) {
        self.mechanism.begin_removal();
    }

    fn advance_removal(&mut self, model: &Model, rates: &[f64]) -> bool {
        let accelerations = rates[self.n_bodies() * B::COORDINATES..].as_chunks::<W>().0;
        self.mechanism.advance_removal(model, |body| accelerations[body])
    }

    fn begin_friction(&mut self) {
        self.mechanism.begin_friction();
    }

    fn advance_friction(&mut self, model: &Model, now: &Moment, tolerance: f64) -> Result<bool, StepError> {
        let reactions = self.mechanism.take_reactions();
        self.mechanism.advance_friction(model, now, &AllJoints, (reactions, tolerance))
    }

    fn power_meter(&self) -> &PowerMeter {
        &self.mechanism.power_meter
    }

    fn write_switches(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], switches: &mut Switches) {
        self.mechanism.write_switches(model, time, unwrapped_angles, switches);
    }

    fn signals(&mut self) -> &mut SignalMemory {
        self.mechanism.signals()
    }

    fn update_unwrapped_angles(&mut self, model: &Model, _values: &[f64], angles: Angles) {
        self.mechanism.wind_on(model, angles.elapsed, angles.unwrapped);
    }

    fn write_observation(&mut self, model: &Model, now: &Moment, seen: &mut Observation) {
        let accelerations = &now.rates[self.n_bodies() * B::COORDINATES..];
        seen.bodies.resize(self.n_bodies(), Default::default());
        for (i, motion) in seen.bodies.iter_mut().enumerate() {
            let q = &now.values[i * B::COORDINATES..(i + 1) * B::COORDINATES];
            B::write_motion(q, &self.mechanism.poses[i], &accelerations[i * W..(i + 1) * W], motion);
        }
        self.mechanism.observe(model, now, &AllJoints, seen);
    }
}
