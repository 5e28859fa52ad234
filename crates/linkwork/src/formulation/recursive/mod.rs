//! `recursive`: joint coordinates over a forest of joints, accelerations by recursion, loops by constraint equations
//! \[Duan and Anderson\].
//!
//! Values: coordinates of all joints in the [`Forest`], then their velocities, in its order; quaternions for spherical
//! joints and free bases. Joints of the forest hold by themselves. What is left, cut joints and drivers, acts on bodies
//! of the trees, their *handles*, by the same rows of G as everywhere: a tree is a node of the reduced system, and Λ of
//! its handles is its M⁻¹. Without such equations an evaluation is one sweep inward and one outward, and the reduced
//! system is empty.
//!
//! Differs from the paper, which works in local frames from joint to joint, in using world axes and each body's own
//! centre of mass: nothing is rotated on the way from body to body, and no digits are lost far from the origin.

mod arrangement;
mod body_motions;
mod boundary_exchange;
mod chain_groups;
mod division;
mod forest;
mod joint;
mod lane_groups;
mod loop_constraints;
mod neighbors;
mod observe;
mod part;
mod plane;
mod poses;
mod responses;
mod share;
mod space;
mod sweeps;
mod tree;
mod vectors;

pub(crate) use arrangement::Arrangement;
pub use arrangement::Shares;
pub(crate) use forest::Forest;
pub(crate) use loop_constraints::LoopConstraints;
pub(crate) use neighbors::Neighbor;
pub use neighbors::Owners;
pub(crate) use share::{Dealing, Share};
pub(crate) use tree::Tree;

use super::bodies::{Blocks, Mechanism, PowerMeter, SignalMemory};
use super::body_motions::BodyMotions;
use super::stages::Stages;
use super::{Angles, Effect, Equations, Facts, Level, Moment, Now, Variables};
use crate::error::StepError;
use crate::exchange::Exchange;
use crate::lanes::Portable;
use crate::methods::FormulationKind;
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::{MOST_TASKS, Team, divide};
use crate::reduced::{InverseMass, ReducedSystem};
use crate::spatial::BodyMotion;
use crate::state::State;
use crate::workspace::{Switches, Workspace};
use body_motions::Frozen;
use boundary_exchange::BoundaryExchange;
use part::{Ends, Part};
use poses::Poses;
use std::ops::Range;

/// Bodies that make it worth to hand parts to other threads: some ten microseconds of the cheapest stage.
const LEAST_BODIES: usize = 800;

/// The formulation with the memory of its stages.
pub(crate) struct Recursive<B: Tree<W>, const W: usize> {
    /// Where equations and forces look for bodies.
    mechanism: Mechanism<B, W>,
    /// Masses of the bodies that are handles.
    masses: B,
    parts: Vec<Part<B, W>>,
    loop_constraints: LoopConstraints,
    part_of_handle: Vec<u32>,
    initial: State,
    /// Stage 3, W by handle: accelerations without constraints.
    free: Vec<f64>,
    /// W by handle: the last velocities asked for.
    velocities: Vec<f64>,
    /// By body, where some have ballast.
    accelerations: Vec<[f64; W]>,
    /// Equations that joints of the forest satisfy, those of all processes.
    n_satisfied: usize,
    boundary_exchange: BoundaryExchange,
    /// By part, where implicit steps were taken.
    frozen: Vec<Frozen<B, W>>,
}

impl<B: Tree<W>, const W: usize> Recursive<B, W> {
    /// Memory for this model as it is arranged and was assembled to these motions; of a rank with this line to the
    /// others, for its own parts.
    pub(crate) fn new(
        model: &Model,
        arrangement: &Arrangement,
        motions: &[BodyMotion],
        line: Box<dyn Exchange>,
    ) -> Self {
        let Arrangement { forest, loop_constraints, unwrapped_angles, .. } = arrangement;
        let mut boundary_exchange = BoundaryExchange::new(arrangement, line, [W, B::POSE]);
        let (mut q, mut u) = (Vec::new(), Vec::new());
        let start =
            Ends { nodes: boundary_exchange.nodes.start, handles: boundary_exchange.handles.start, ..Ends::default() };
        let (mut parts, mut ends) = (Vec::new(), start);
        for branches in arrangement.groups(model) {
            let part: Part<B, W> = Part::new(
                (model, forest, loop_constraints),
                branches,
                ends,
                (motions, unwrapped_angles),
                (&mut q, &mut u),
            );
            ends = part.ends();
            parts.push(part);
        }
        for (n, part) in parts.iter().enumerate() {
            boundary_exchange.find_own(n, part.links.iter().map(|link| link.body));
        }
        let mut initial = State::new(0.0, &q, &u);
        initial.unwrapped_angles = unwrapped_angles.to_vec();
        let n_handles = loop_constraints.n_handles() * W;
        let of_part = |(n, part): (usize, &Part<B, W>)| std::iter::repeat_n(n as u32, part.handles.len());
        let mut part_of_body = vec![None; model.n_bodies()];
        for (n, part) in parts.iter().enumerate() {
            part.links.iter().for_each(|link| part_of_body[link.body as usize] = Some(n));
        }
        let mut mechanism = match model.only_weight_acts() {
            true => Mechanism::without_masses(model),
            false => Mechanism::new(model),
        };
        let pattern = loop_constraints.pattern(W);
        mechanism.power_meter = PowerMeter::new(model, loop_constraints, &pattern, |body| part_of_body[body]);
        let weighed =
            (0..loop_constraints.n_handles()).map(|handle| model.bodies[loop_constraints.body(handle)].clone());
        Recursive {
            mechanism,
            masses: B::new(&weighed.collect::<Vec<_>>()),
            part_of_handle: parts.iter().enumerate().flat_map(of_part).collect(),
            parts,
            loop_constraints: loop_constraints.clone(),
            initial,
            free: vec![0.0; n_handles],
            velocities: vec![0.0; n_handles],
            accelerations: vec![[0.0; W]; if model.ballast.is_empty() { 0 } else { model.n_bodies() }],
            n_satisfied: arrangement.count_satisfied(model),
            boundary_exchange,
            frozen: Vec::new(),
        }
    }

    fn has_equations(&self) -> bool {
        !self.loop_constraints.joints().is_empty()
    }

    /// Tells the mechanism where all bodies are.
    fn publish(&mut self) {
        for part in &self.parts {
            for (k, link) in part.links.iter().enumerate() {
                self.mechanism.poses[link.body as usize] = part.poses.at(k);
            }
        }
    }

    /// Tells the mechanism where the handles are, for the equations.
    fn publish_handles(&mut self) {
        for part in &self.parts {
            for &k in &part.responses.handles {
                self.mechanism.poses[part.links[k as usize].body as usize] = part.poses.at(k as usize);
            }
        }
    }

    /// Shows other processes where bodies are that they see, and looks where theirs are.
    fn share_poses(&mut self) {
        let Recursive { mechanism, parts, boundary_exchange, .. } = self;
        for &[part, k] in &boundary_exchange.own_shown {
            let (part, k) = (&parts[part as usize], k as usize);
            mechanism.poses[part.links[k].body as usize] = part.poses.at(k);
        }
        boundary_exchange.share_poses::<B, W>(&mut mechanism.poses);
    }

    /// Stage 3 by part: articulated inertias, free accelerations of the handles, and Λ; stage 1 before, where a state
    /// is given.
    fn update_parts(&mut self, model: &Model, state: Option<&[f64]>, equations: &mut Equations, team: &Team) {
        let Recursive { mechanism, parts, free, boundary_exchange, .. } = self;
        let ReducedSystem { pattern, inverse_mass, .. } = &mut equations.system;
        let InverseMass::Handles(starts, values) = inverse_mass else {
            unreachable!("made for handles by `equations`")
        };
        let only_weight = model.only_weight_acts().then_some(model.gravity);
        let (end, nodes, handles) = (values.len(), &boundary_exchange.nodes, &boundary_exchange.handles);
        let mut first = starts.get(nodes.start).copied().unwrap_or(end);
        let (mut free, mut values) = (&mut free[handles.start * W..], &mut values[first..]);
        let is_small = mechanism.n_bodies() < LEAST_BODIES;
        let tasks = parts.iter_mut().map(|part| {
            let next = starts.get(part.nodes.end).copied().unwrap_or(end);
            let mine = values.split_off_mut(..next - first).expect("nodes of the parts follow one another");
            let of_handles = free.split_off_mut(..part.handles.len() * W).expect("so do handles");
            first = next;
            (part, of_handles, mine)
        });
        let state = state.map(|values| values.split_at(self.initial.n_coordinates));
        for_parts(is_small, team, tasks, |(part, free, values)| {
            if let Some((q, u)) = state {
                part.place(&q[part.q.clone()], &u[part.u.clone()]);
            }
            part.sweep_inward(&mechanism.loads, only_weight);
            part.respond(pattern, free, values);
        });
        boundary_exchange.share_responses(&mut self.free, &mut equations.system.inverse_mass);
    }

    /// G M⁻¹Gᵀ of each row by itself, were all bodies free.
    fn update_measure(&self, system: &mut ReducedSystem) {
        let mut measure = std::mem::take(&mut system.measure);
        measure.fill(0.0);
        for block in 0..system.pattern.n_blocks() {
            for i in system.pattern.incidences(block) {
                let body = self.loop_constraints.body(i.handle);
                for (n, row) in system.pattern.rows(block).enumerate() {
                    let g: [f64; W] = std::array::from_fn(|c| system.g(i, n, c));
                    let a = self.masses.accelerate(i.handle, &self.mechanism.poses[body], &g);
                    measure[row] += tree::dot(Portable, &g, &a);
                }
            }
        }
        system.measure = measure;
    }

    /// Stage 3 of the equations, after that of the parts.
    fn assemble_equations(&mut self, model: &Model, moment: (f64, &[f64]), equations: &mut Equations, team: &Team) {
        if self.has_equations() {
            self.mechanism.assemble_joints(model, moment, (&self.loop_constraints, &self.free), equations, team);
            self.update_measure(&mut equations.system);
        }
    }

    /// Loads on the handles, as changes of all joint velocities.
    fn update_changes(&mut self, loads: &[f64]) {
        for part in &mut self.parts {
            part.sweep_loads(&loads[part.handles.start * W..part.handles.end * W], 1.0);
            part.spread_loads();
        }
    }
}

/// Does the work of every part: side by side, unless there is little to do. Lists stand in the caller's frame: made
/// here, stage 3 of 10 000 bodies took 51 ns per body on two threads instead of 28.
#[inline(always)]
fn for_parts<T: Send>(is_small: bool, team: &Team, tasks: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    if is_small { tasks.for_each(work) } else { team.for_each_task(tasks, work) }
}

/// Branches of each part, alike however many ranks they are dealt to: whole trees, in groups of about equal work, one
/// tree each where there are few.
fn group_trees(model: &Model, forest: &Forest) -> Vec<Range<usize>> {
    let works = forest.works(model);
    let least = works.iter().sum::<u64>() as usize / MOST_TASKS;
    let groups = match works.len() <= MOST_TASKS {
        true => (0..works.len()).map(|tree| tree..tree + 1).collect(),
        false => divide(works.len(), |tree| works[tree] as usize, least),
    };
    let first = |tree: usize| forest.branches.partition_point(|branch| branch.tree < tree);
    groups.into_iter().map(|trees| first(trees.start)..first(trees.end)).collect()
}

impl<B: Tree<W>, const W: usize> Variables for Recursive<B, W> {
    fn facts(&self) -> Facts {
        let split = self.initial.n_coordinates;
        let of_part = |part: &Part<B, W>| [part.q.clone(), split + part.u.start..split + part.u.end];
        let (parts, ballast_error) = (self.parts.iter().map(of_part).collect(), self.mechanism.removal_error());
        Facts { parts, ballast_error, ..Facts::new(FormulationKind::Recursive) }
    }

    /// Not what the file says but the assembled state from which this was made: joints of the forest have no other.
    fn initial_state(&self, _model: &Model) -> State {
        self.initial.clone()
    }

    fn equations(&self, _model: &Model) -> Equations {
        let pattern = self.loop_constraints.pattern(W);
        let inverse_mass = InverseMass::of_handles(&pattern);
        let measure = vec![0.0; pattern.n_rows()];
        let system = ReducedSystem { measure, ..ReducedSystem::new(pattern, inverse_mass) };
        let (n_satisfied, own_handles) = (self.n_satisfied, self.boundary_exchange.handles.clone());
        Equations {
            n_satisfied,
            own_handles,
            ..Equations::new(system, self.loop_constraints.joints().to_vec(), Effect::Load)
        }
    }

    fn handle_velocities<'a>(&'a mut self, values: &'a [f64]) -> &'a [f64] {
        let u = &values[self.initial.n_coordinates..];
        for part in &mut self.parts {
            let of_part = part.handles.start * W..part.handles.end * W;
            part.update_handle_velocities(&u[part.u.clone()], &mut self.velocities[of_part]);
        }
        self.boundary_exchange.share_handles(&mut self.velocities);
        &self.velocities
    }

    fn displace(&mut self, level: Level, values: &mut [f64], effect: &[f64]) {
        self.update_changes(effect);
        let (q, u) = values.split_at_mut(self.initial.n_coordinates);
        for part in &self.parts {
            match level {
                Level::Position => part.displace(&mut q[part.q.clone()]),
                Level::Velocity => {
                    u[part.u.clone()].iter_mut().zip(&part.changes).for_each(|(u, change)| *u += change);
                }
            }
        }
    }

    fn describe(&self, model: &Model, index: usize) -> String {
        let split = self.initial.n_coordinates;
        // The part that has the value, and the body in it.
        let (what, part, k) = if index < split {
            let part = &self.parts[self.parts.partition_point(|part| part.q.end <= index)];
            let in_part = index - part.q.start;
            ("velocity", part, part.links.partition_point(|link| link.coordinates().end <= in_part))
        } else {
            let part = &self.parts[self.parts.partition_point(|part| part.u.end <= index - split)];
            let in_part = index - split - part.u.start;
            ("acceleration", part, part.links.partition_point(|link| link.freedoms().end <= in_part))
        };
        match part.carriers[k] {
            Some(joint) => format!("the {what} of joint '{}'", model.joints[joint.index()].name),
            None => format!("the {what} of body '{}'", model.bodies[part.links[k].body as usize].name),
        }
    }

    fn body_motions(&mut self) -> Option<&mut dyn BodyMotions> {
        Some(self)
    }
}

impl<B: Tree<W>, const W: usize> Stages for Recursive<B, W> {
    fn update_kinematics(&mut self, _model: &Model, values: &[f64], team: &Team) {
        let (q, u) = values.split_at(self.initial.n_coordinates);
        let is_small = self.mechanism.n_bodies() < LEAST_BODIES;
        for_parts(is_small, team, self.parts.iter_mut(), |part| part.place(&q[part.q.clone()], &u[part.u.clone()]));
        self.publish_handles();
        self.share_poses();
    }

    fn update_forces(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team) {
        if !model.only_weight_acts() {
            self.publish();
            self.mechanism.update_loads(model, time, unwrapped_angles, team);
        }
    }

    fn assemble(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], equations: &mut Equations, team: &Team) {
        self.update_parts(model, None, equations, team);
        self.assemble_equations(model, (time, unwrapped_angles), equations, team);
    }

    /// Parts go from stage 1 to 3 without waiting for one another: which of them has more to do differs by stage.
    fn fall(&mut self, model: &Model, now: Now, workspace: &mut Workspace) {
        let Workspace { equations, unwrapped_angles, team, .. } = workspace;
        self.update_parts(model, Some(now.values), equations, team);
        self.publish_handles();
        self.share_poses();
        self.assemble_equations(model, (now.time, unwrapped_angles), equations, team);
    }

    fn write_rates(&mut self, values: &[f64], constraints: &[f64], rates: &mut [f64], team: &Team) {
        let split = self.initial.n_coordinates;
        let ((q, u), (mut q_rates, mut u_rates)) = (values.split_at(split), rates.split_at_mut(split));
        let is_small = self.mechanism.n_bodies() < LEAST_BODIES;
        let tasks = self.parts.iter_mut().map(|part| {
            let of_q = q_rates.split_off_mut(..part.q.len()).expect("a rate for every coordinate");
            let of_u = u_rates.split_off_mut(..part.u.len()).expect("a rate for every velocity");
            (part, of_q, of_u)
        });
        for_parts(is_small, team, tasks, |(part, q_rates, u_rates)| {
            part.sweep_loads(&constraints[part.handles.start * W..part.handles.end * W], -1.0);
            part.sweep_outward((&q[part.q.clone()], &u[part.u.clone()]), (q_rates, u_rates));
        });
    }

    fn begin_removal(&mut self) {
        self.mechanism.begin_removal();
    }

    fn advance_removal(&mut self, model: &Model, rates: &[f64]) -> bool {
        let u_rates = &rates[self.initial.n_coordinates..];
        for part in &mut self.parts {
            part.update_accelerations(&u_rates[part.u.clone()]);
            for (link, a) in part.links.iter().zip(&part.along) {
                self.accelerations[link.body as usize] = *a;
            }
        }
        self.mechanism.advance_removal(model, |body| self.accelerations[body])
    }

    fn begin_friction(&mut self) {
        self.mechanism.begin_friction();
    }

    fn advance_friction(&mut self, model: &Model, now: &Moment, tolerance: f64) -> Result<bool, StepError> {
        let mut reactions = self.mechanism.take_reactions();
        self.update_accelerations(now);
        self.fill_demands(model, now);
        self.write_carrier_reactions(model, now, &mut reactions);
        self.mechanism.advance_friction(model, now, &self.loop_constraints, (reactions, tolerance))
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

    fn update_unwrapped_angles(&mut self, model: &Model, values: &[f64], angles: Angles) {
        self.publish();
        self.mechanism.wind_on(model, angles.elapsed, angles.unwrapped);
        // Rates tell turns of steps that are not much longer than one; coordinates count them however long steps are.
        self.parts.iter().for_each(|part| part.count_turns(&values[part.q.clone()], angles.unwrapped));
    }

    fn write_observation(&mut self, model: &Model, now: &Moment, seen: &mut Observation) {
        self.observe_bodies(model, now, seen);
        self.fill_demands(model, now);
        self.publish();
        self.mechanism.observe(model, now, &self.loop_constraints, seen);
        self.write_carrier_reactions(model, now, &mut seen.reactions);
    }
}
