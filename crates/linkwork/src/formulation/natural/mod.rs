//! `natural`: every body by its centre of mass and unit vectors fixed on it, its partner a modified momentum \[Valášek
//! & Mráz\].
//!
//! With coordinates s, constraints f(s, t) = 0, J = ∂f/∂s and multipliers μ whose rate are the constraint loads, λ =
//! μ̇, the modified momentum p* = M ṡ + Jᵀμ \[eq. (11)\] takes the place of velocities:
//!
//! ```text
//! M ṡ + Jᵀμ = p*,  J ṡ = −∂f/∂t − α f         [eqs. (14), (15)]       ṗ* = F(s, ṡ) + J̇ᵀμ         [eq. (12)]
//! ```
//!
//! Velocities satisfy the constraints by themselves, positions are drawn to them by α, and no constraint is
//! differentiated twice.
//!
//! The inner constraints, that the vectors of a body are perpendicular and of length one, are eliminated body by body.
//! Whatever the vectors' lengths, ṡ = T w with ȧ = ω×a for each of them satisfies these, so with G = J T, π = Tᵀp* and
//! the body's own inertia TᵀMT = 𝓜
//!
//! ```text
//! 𝓜 w + Gᵀμ = π,  G w = ν − α f   ⇒   G 𝓜⁻¹ Gᵀ μ = G 𝓜⁻¹ π − ν + α f                                     (1)
//! π̇ = F + (Gᵀμ)˙ − γ Gᵀμ                                                                                    (2)
//! ```
//!
//! which is the reduced system of `cartesian` with other right-hand sides: F are forces and torques, π momentum and
//! angular momentum about the centre of mass, each with the impulse of constraints so far. Multipliers of inner
//! constraints drop out of Tᵀṗ*, since their loads A S and the rates Ȧ S of these, S symmetric, have no torque
//! together. Masses of single vectors are never needed, so zero second moments are no special case. There is no
//! gyroscopic torque.
//!
//! The last term of (2) is not the paper's. Constant loads make μ grow for ever, and errors with it; with it λ = μ̇ + γ
//! μ, so that impulses are forgotten at the rate γ while the motion stays the same.
//!
//! Values: s of all bodies, then π of all. Stages come in another order, for velocities are known only when the system
//! is solved: stage 1 places the bodies, stage 3 makes (1), stage 5 finds velocities, then applied forces, then (2).
//! Stage 2 has nothing to do.

mod accelerations;
mod axes;
mod body_motions;
mod friction;
mod load_rates;
mod plane;
mod power;
mod space;
#[cfg(test)]
mod tests;

use super::bodies::placed::Reader;
use super::bodies::{AllJoints, Mechanism, PowerMeter};
use super::body_motions::BodyMotions;
use super::{Angles, Effect, Equations, Facts, Formulation, Level, Moment, Now, Variables, stages};
use crate::error::StepError;
use crate::ids::JointId;
use crate::methods::FormulationKind;
use crate::model::{Force, Model};
use crate::observation::Observation;
use crate::parallel::{Team, divide_evenly};
use crate::reduced::{ReducedSystem, n_axes};
use crate::spatial::{BodyMotion, Vec3};
use crate::state::State;
use crate::workspace::Workspace;
use axes::Axes;
use body_motions::Frozen;
use friction::WithoutFriction;
use load_rates::LoadRates;
use std::ops::Range;

/// Rows that make a task worth handing to another thread: some microseconds.
const LEAST_ROWS: usize = 4000;

/// How fast violations and impulses vanish.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Decay {
    /// α, of violations (1/s).
    pub violations: f64,
    /// γ, of impulses of constraints (1/s).
    pub impulses: f64,
}

/// The formulation with the memory of its stages.
pub(crate) struct Natural<B: Axes<W>, const W: usize> {
    mechanism: Mechanism<B, W>,
    decay: Decay,
    /// Whether angles of bodies in the plane are asked for by equations or forces.
    counts: bool,
    driven: Vec<usize>,
    row_chunks: Vec<Range<usize>>,
    load_rates: LoadRates<W>,
    /// Stage 1, W by body: 𝓜⁻¹π, velocities if there were no constraints. When observing: accelerations likewise.
    free: Vec<f64>,
    /// Stage 3, by row: ν̇ of drivers.
    driver_accelerations: Vec<f64>,
    /// Stage 5, W by body: w.
    velocities: Vec<f64>,
    /// Stage 5, W by body: Gᵀμ.
    impulses: Vec<f64>,
    /// Velocities that were asked for.
    asked: Vec<f64>,
    /// Stage 8, W by body.
    accelerations: Vec<f64>,
    /// Where bodies have ballast: values with its momenta.
    loaded: Vec<f64>,
    without_friction: WithoutFriction<B::Pose>,
    frozen: Frozen<B::Pose>,
}

impl<B: Axes<W>, const W: usize> Natural<B, W> {
    /// Memory for this model.
    pub(crate) fn new(model: &Model, decay: Decay) -> Self {
        let pattern = AllJoints::pattern(model);
        let numbers = vec![0.0; model.n_bodies() * W];
        let mut mechanism = Mechanism::new(model);
        mechanism.power_meter = PowerMeter::new(model, &AllJoints, &pattern, |_| Some(0));
        Natural {
            without_friction: WithoutFriction::of(model, &mechanism.poses, &mechanism.loads, pattern.n_rows()),
            mechanism,
            driver_accelerations: vec![0.0; pattern.n_rows()],
            decay,
            counts: asks_for_angles(model),
            driven: (0..model.n_joints()).filter(|&j| model.joints[j].motion.is_some()).collect(),
            row_chunks: divide_evenly(pattern.n_rows(), |_| 1, LEAST_ROWS),
            load_rates: LoadRates::new(model, &pattern),
            free: numbers.clone(),
            velocities: numbers.clone(),
            impulses: numbers.clone(),
            asked: numbers.clone(),
            accelerations: numbers,
            frozen: Frozen::none(),
            loaded: vec![0.0; if model.ballast.is_empty() { 0 } else { model.n_bodies() * (B::COUNT + W) }],
        }
    }

    /// The state of bodies that move like this, whose joints have these angles; no impulse has been given yet.
    pub(crate) fn state_of(model: &Model, motions: &[BodyMotion], unwrapped_angles: &[f64]) -> State {
        let coordinates: Vec<f64> = motions.iter().flat_map(B::coordinates).collect();
        let momenta: Vec<f64> =
            model.bodies_without_ballast().iter().zip(motions).flat_map(|(body, m)| B::momentum(body, m)).collect();
        let mut state = State::new(0.0, &coordinates, &momenta);
        state.unwrapped_angles = unwrapped_angles.to_vec();
        state.unwrapped_angles.extend(motions.iter().flat_map(B::turns));
        state
    }

    fn n_bodies(&self) -> usize {
        self.mechanism.n_bodies()
    }

    /// Where the momenta begin.
    fn split(&self) -> usize {
        self.n_bodies() * B::COUNT
    }

    /// Where the full turns of the bodies begin, after the unwrapped angles of the joints.
    fn first_turn(&self, unwrapped_angles: &[f64]) -> usize {
        unwrapped_angles.len() - self.n_bodies() * B::TURNS
    }

    /// Has poses count full turns from those of the state, which come after the unwrapped angles of the joints.
    fn count_on(&mut self, unwrapped_angles: &[f64]) {
        let turns = unwrapped_angles[self.first_turn(unwrapped_angles)..].chunks_exact(B::TURNS);
        for (pose, turns) in self.mechanism.poses.iter_mut().zip(turns) {
            B::count_on(pose, turns);
        }
    }

    fn set_velocities(&mut self) {
        let velocities = self.velocities.as_chunks::<W>().0;
        self.mechanism.poses.iter_mut().zip(velocities).for_each(|(pose, w)| B::set_velocity(pose, w));
    }

    /// G, 𝓜⁻¹ and Φ, and in place of the right-hand side G times what is in `free`, less second derivatives of drivers;
    /// poses at rest have no others.
    fn assemble_all(&mut self, model: &Model, moment: (f64, &[f64]), equations: &mut Equations, team: &Team) {
        self.mechanism.update_inverse_mass(&mut equations.system.inverse_mass, team);
        self.mechanism.assemble_joints(model, moment, (&AllJoints, &self.free), equations, team);
    }

    /// The right-hand side of (1) for a driven joint: G 𝓜⁻¹π once more, now without second derivatives, and less ν.
    fn write_driven(&mut self, joint: usize, equations: &mut Equations) {
        let Equations { system, right_side, velocity, .. } = equations;
        for (k, row) in system.pattern.rows(joint).enumerate() {
            let with_acceleration = std::mem::replace(&mut right_side[row], -velocity[row]);
            for i in system.pattern.incidences(joint) {
                let free = &self.free[i.handle * W..][..W];
                right_side[row] += free.iter().enumerate().map(|(c, free)| system.g(i, k, c) * free).sum::<f64>();
            }
            self.driver_accelerations[row] = right_side[row] + velocity[row] - with_acceleration;
        }
    }

    /// Weights and applied forces at the velocities of the poses.
    fn update_loads(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team) {
        let Mechanism { loads, chunks, .. } = &mut self.mechanism;
        team.for_ranges(chunks, (loads, W), |bodies, loads| {
            for (body, load) in model.bodies[bodies].iter().zip(loads.as_chunks_mut::<W>().0) {
                *load = B::load(body.mass * model.gravity, Vec3::ZERO);
            }
        });
        if model.has_loads() {
            self.mechanism.add_applied_forces(model, time, unwrapped_angles, team);
        }
        self.mechanism.remove_ballast_weight(model);
    }
}

impl<B: Axes<W>, const W: usize> Variables for Natural<B, W> {
    fn facts(&self) -> Facts {
        let ballast_error = self.mechanism.removal_error();
        Facts { has_impulses: true, ballast_error, ..Facts::new(FormulationKind::Natural) }
    }

    fn initial_state(&self, model: &Model) -> State {
        let mut reader = Reader::new(model);
        let motions: Vec<BodyMotion> = (0..model.n_bodies()).map(|body| reader.motion::<B>(body)).collect();
        Natural::<B, W>::state_of(model, &motions, &vec![0.0; model.n_angles()])
    }

    fn equations(&self, model: &Model) -> Equations {
        let joints = (0..model.n_joints()).map(JointId::new).collect();
        Equations::new(
            ReducedSystem::new(AllJoints::pattern(model), self.mechanism.bodies.inverse_mass()),
            joints,
            Effect::Load,
        )
    }

    /// 𝓜⁻¹π: velocities if there were no impulses in the momenta.
    fn handle_velocities<'a>(&'a mut self, values: &'a [f64]) -> &'a [f64] {
        let (split, Mechanism { bodies: constants, poses, .. }) = (self.split(), &self.mechanism);
        let momenta = values[split..].as_chunks::<W>().0;
        for (body, (w, momentum)) in self.asked.as_chunks_mut::<W>().0.iter_mut().zip(momenta).enumerate() {
            *w = constants.accelerate(body, &poses[body], momentum);
        }
        &self.asked
    }

    fn displace(&mut self, level: Level, values: &mut [f64], loads: &[f64]) {
        let (s, momenta) = values.split_at_mut(self.split());
        match level {
            Level::Position => {
                let Mechanism { bodies: constants, poses, .. } = &self.mechanism;
                for (body, (s, load)) in s.chunks_exact_mut(B::COUNT).zip(loads.chunks_exact(W)).enumerate() {
                    <B as Axes<W>>::displace(s, &constants.accelerate(body, &poses[body], load));
                }
            }
            Level::Velocity => momenta.iter_mut().zip(loads).for_each(|(momentum, load)| *momentum += load),
        }
    }

    fn describe(&self, model: &Model, index: usize) -> String {
        let (what, body) = match index.checked_sub(self.split()) {
            None => ("velocity", index / B::COUNT),
            Some(index) if index % W < n_axes(W) => ("rate of the momentum", index / W),
            Some(index) => ("rate of the angular momentum", index / W),
        };
        format!("the {what} of body '{}'", model.bodies[body].name)
    }

    fn body_motions(&mut self) -> Option<&mut dyn BodyMotions> {
        Some(self)
    }
}

impl<B: Axes<W>, const W: usize> Formulation for Natural<B, W> {
    /// Stages in the order 1, 3, 4, 5, with forces in the last one, where velocities are known.
    fn evaluate(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        rates: &mut [f64],
    ) -> Result<(), StepError> {
        self.mechanism.signals().take_states(now.states);
        self.mechanism.signals().take_soft(now.soft);
        self.mechanism.begin_friction();
        if model.ballast.is_empty() {
            self.evaluate_with_ballast(model, now, workspace, rates);
            return self.add_friction_rates(model, now, workspace, rates);
        }
        // Taken out while it is an argument; put back below.
        let mut loaded = std::mem::take(&mut self.loaded);
        self.mechanism.begin_removal();
        loop {
            loaded.copy_from_slice(now.values);
            self.mechanism.add_ballast_momenta(model, &mut loaded[self.split()..]);
            self.evaluate_with_ballast(model, Now { values: &loaded, ..now }, workspace, rates);
            let velocities = self.velocities.as_chunks::<W>().0;
            if !self.mechanism.advance_removal(model, |body| velocities[body]) {
                break;
            }
        }
        self.loaded = loaded;
        self.add_friction_rates(model, now, workspace, rates)
    }

    fn update_constraints(&mut self, model: &Model, now: Now, workspace: &mut Workspace) {
        let Workspace { equations, unwrapped_angles, team, .. } = workspace;
        self.update_kinematics(now.values, team);
        self.assemble(model, (now.time, unwrapped_angles), equations, team);
    }

    /// Multipliers and rates of an evaluation are no loads and accelerations here, nor momenta velocities: these are
    /// found first.
    fn observe(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        seen: &mut Observation,
    ) -> Result<(), StepError> {
        let outcome = stages::evaluate_in_place(self, model, now, workspace);
        self.solve_accelerations(model, now.time, workspace);
        workspace.update_imbalance();
        workspace.minimize_norm();
        self.write_observation(model, &Moment::of(now, workspace), seen);
        self.mechanism.power_meter.sum_stored(&seen.stored, &mut workspace.stored);

        // Taken out while it is an argument; put back below.
        let mut settled = std::mem::take(&mut workspace.settled);
        settled.copy_from_slice(if model.ballast.is_empty() { now.values } else { &self.loaded });
        let momenta = &mut settled[self.split()..];
        momenta.iter_mut().zip(&self.impulses).for_each(|(momentum, impulse)| *momentum -= impulse);
        workspace.update_velocity_residual(self.handle_velocities(&settled));
        workspace.settled = settled;
        outcome
    }

    fn normalize(&self, values: &mut [f64]) {
        let split = self.split();
        values[..split].chunks_exact_mut(B::COUNT).for_each(|s| <B as Axes<W>>::displace(s, &[0.0; W]));
    }

    fn forget_impulses(&mut self, values: &mut [f64], rates: &mut [f64]) {
        let (split, gamma) = (self.split(), self.decay.impulses);
        let bodies = values[split..].as_chunks_mut::<W>().0.iter_mut().zip(rates[split..].as_chunks_mut::<W>().0);
        for (body, ((momentum, rate), impulse)) in bodies.zip(self.impulses.as_chunks::<W>().0).enumerate() {
            let mut turned = [0.0; W];
            self.load_rates.add_to(body, &mut turned);
            for c in 0..W {
                momentum[c] -= impulse[c];
                rate[c] -= turned[c] - gamma * impulse[c];
            }
        }
    }

    fn follow_angles(&mut self, model: &Model, values: &[f64], angles: Angles, team: &Team) {
        let Angles { elapsed, unwrapped } = angles;
        self.update_kinematics(values, team);
        // Rates only tell where to look for the next angle: those of the last stage 5 are near enough.
        self.set_velocities();
        let (joints, turns) = unwrapped.split_at_mut(self.first_turn(unwrapped));
        for (pose, turns) in self.mechanism.poses.iter_mut().zip(turns.chunks_exact_mut(B::TURNS)) {
            B::follow(pose, elapsed, turns);
            B::count_on(pose, turns);
        }
        self.mechanism.wind_on(model, elapsed, joints);
    }
}

impl<B: Axes<W>, const W: usize> Natural<B, W> {
    /// An evaluation where momenta are those of bodies with their ballast.
    fn evaluate_with_ballast(&mut self, model: &Model, now: Now, workspace: &mut Workspace, rates: &mut [f64]) {
        // 1 kinematics, 3 assemble, 4 solve, and velocities of stage 5: (1).
        self.solve_velocities(model, now, workspace, rates);

        // 5 rates: forces, then (2).
        let Workspace { multipliers, unwrapped_angles, team, .. } = &*workspace;
        self.add_force_rates(model, (now.time, unwrapped_angles), multipliers, rates, team);

        self.mechanism.signals().write_state_rates(model, &mut workspace.state_rates);
        if workspace.looks_for_switches {
            let Workspace { unwrapped_angles, switches, .. } = workspace;
            self.mechanism.write_switches(model, now.time, unwrapped_angles, switches);
        }
        self.write_power(workspace);

        // Round-off in the impulses grows like 1/σ near a singular position; it has no effect on the motion except
        // by its size.
        if workspace.is_nearly_singular() {
            let reduction = workspace.calc_reduction(self.handle_velocities(rates));
            self.displace(Level::Velocity, rates, reduction);
            self.add_reduced_power(workspace);
        }
    }

    /// Stage 1: where the bodies are, and velocities if there were no constraints.
    fn update_kinematics(&mut self, values: &[f64], team: &Team) {
        let (n, (s, momenta)) = (self.n_bodies(), values.split_at(self.split()));
        let Mechanism { bodies: constants, poses, chunks, .. } = &mut self.mechanism;
        let (mut poses, mut free) = (&mut poses[..n], &mut self.free[..]);
        let task = |bodies: &Range<usize>| Places {
            bodies: bodies.clone(),
            poses: poses.split_off_mut(..bodies.len()).unwrap_or_default(),
            free: free.split_off_mut(..bodies.len() * W).unwrap_or_default(),
        };
        team.for_each_task(chunks.iter().map(task), |task| {
            for ((body, pose), free) in task.bodies.zip(task.poses).zip(task.free.as_chunks_mut::<W>().0) {
                *pose = B::at_rest(&s[body * B::COUNT..][..B::COUNT]);
                *free = constants.accelerate(body, pose, &momenta[body * W..][..W]);
            }
        });
    }

    /// Stage 3: (1).
    fn assemble(
        &mut self,
        model: &Model,
        (time, unwrapped_angles): (f64, &[f64]),
        equations: &mut Equations,
        team: &Team,
    ) {
        if self.counts {
            self.count_on(unwrapped_angles);
        }
        self.assemble_all(model, (time, unwrapped_angles), equations, team);
        for k in 0..self.driven.len() {
            self.write_driven(self.driven[k], equations);
        }
        let (alpha, residual) = (self.decay.violations, &equations.residual);
        team.for_ranges(&self.row_chunks, (&mut equations.right_side, 1), |rows, right_side| {
            right_side.iter_mut().zip(&residual[rows]).for_each(|(b, f)| *b += alpha * f);
        });
    }

    /// Stage 5, first half: velocities, and what they and the decay of impulses make of rates.
    fn write_rates(&mut self, values: &[f64], loads: &[f64], rates: &mut [f64], team: &Team) {
        let (split, n, decay) = (self.split(), self.n_bodies(), self.decay);
        self.impulses.copy_from_slice(loads);
        let ((s, momenta), (mut s_rates, mut p_rates)) = (values.split_at(split), rates.split_at_mut(split));
        let Mechanism { bodies: constants, poses, chunks, .. } = &mut self.mechanism;
        let (mut poses, mut velocities) = (&mut poses[..n], &mut self.velocities[..]);
        let task = |bodies: &Range<usize>| Moves {
            bodies: bodies.clone(),
            poses: poses.split_off_mut(..bodies.len()).unwrap_or_default(),
            velocities: velocities.split_off_mut(..bodies.len() * W).unwrap_or_default(),
            s_rates: s_rates.split_off_mut(..bodies.len() * B::COUNT).unwrap_or_default(),
            p_rates: p_rates.split_off_mut(..bodies.len() * W).unwrap_or_default(),
        };
        team.for_each_task(chunks.iter().map(task), |task| {
            let of_s = task.s_rates.chunks_exact_mut(B::COUNT);
            let of_bodies = task.velocities.as_chunks_mut::<W>().0.iter_mut().zip(task.p_rates.as_chunks_mut::<W>().0);
            for (((body, pose), (w, p_rate)), s_rate) in task.bodies.zip(task.poses).zip(of_bodies).zip(of_s) {
                // w = 𝓜⁻¹ (π − Gᵀμ)
                let (p, load) = (&momenta[body * W..][..W], &loads[body * W..][..W]);
                let own: [f64; W] = std::array::from_fn(|c| p[c] - load[c]);
                *w = constants.accelerate(body, pose, &own);
                B::set_velocity(pose, w);
                B::write_rates(&s[body * B::COUNT..][..B::COUNT], w, decay.violations, s_rate);
                // The rest of (2) follows when forces are known.
                *p_rate = std::array::from_fn(|c| -decay.impulses * load[c]);
            }
        });
    }

    /// Stage 5, second half, where velocities are known: adds what forces and multipliers make of momenta.
    fn add_force_rates(
        &mut self,
        model: &Model,
        (time, unwrapped_angles): (f64, &[f64]),
        multipliers: &[f64],
        rates: &mut [f64],
        team: &Team,
    ) {
        self.update_loads(model, time, unwrapped_angles, team);
        self.load_rates.update(&self.mechanism, model, (time, unwrapped_angles), multipliers, team);
        let (split, Mechanism { loads, chunks, .. }) = (self.split(), &self.mechanism);
        team.for_ranges(chunks, (&mut rates[split..], W), |bodies, rates| {
            for (body, rate) in bodies.zip(rates.as_chunks_mut::<W>().0) {
                rate.iter_mut().zip(&loads[body * W..][..W]).for_each(|(rate, load)| *rate += load);
                self.load_rates.add_to(body, rate);
            }
        });
    }
}

/// Results of stage 1 for some bodies.
struct Places<'a, P> {
    bodies: Range<usize>,
    poses: &'a mut [P],
    free: &'a mut [f64],
}

/// Results of stage 5 for some bodies.
struct Moves<'a, P> {
    bodies: Range<usize>,
    poses: &'a mut [P],
    velocities: &'a mut [f64],
    s_rates: &'a mut [f64],
    p_rates: &'a mut [f64],
}

/// Whether an equation or a force in the plane is about an angle; points, lines and distances are not.
fn asks_for_angles(model: &Model) -> bool {
    let of_force = |force: &Force| force.joint().is_some() || !model.signals.program.is_empty();
    model.joints.iter().any(|j| j.kind.holds_angle() || j.motion.is_some()) || model.forces.iter().any(of_force)
}
