//! `recursive`: joint coordinates over a forest of joints, accelerations by recursion, loops by constraint equations
//! \[Duan and Anderson\].
//!
//! Values: coordinates of all joints in the [`Forest`], then their velocities, in its order; quaternions for spherical joints and free bases.
//! Joints of the forest hold by themselves. What is left, cut joints and drivers, acts on bodies of the trees, their *handles*,
//! by the same rows of G as everywhere: a tree is a node of the reduced system, and Λ of its handles is its M⁻¹. Without such equations
//! an evaluation is one sweep inward and one outward, and the reduced system is empty.
//!
//! Differs from the paper, which works in local frames from joint to joint, in using world axes and each body's own centre of mass:
//! nothing is rotated on the way from body to body, and no digits are lost far from the origin.

mod arrangement;
mod division;
mod forest;
mod joint;
mod leftover;
mod observe;
mod plane;
mod responses;
mod space;
mod sweeps;
mod tree;
mod vectors;

pub use arrangement::{Arrangement, Shares};
pub use forest::{Branch, Forest, freedoms};
pub use leftover::Leftover;
pub use tree::Tree;

use super::bodies::{Blocks, Mechanism};
use super::{Effect, Equations, Formulation, Moment};
use crate::ids::JointId;
use crate::lanes::{Machine, Portable};
use crate::model::Model;
use crate::parallel::Team;
use crate::recorder::Observation;
use crate::reduced::{InverseMass, ReducedSystem};
use crate::spatial::BodyMotion;
use crate::state::State;
use responses::{Respond, Responses};
use std::ops::Range;
use tree::{Carried, Freedom};

/// The parent of bodies that hang on none.
const GROUND: u32 = u32::MAX;

/// Who carries a body, in the order of the forest.
struct Link {
    body: u32,
    /// Position of the parent; [`GROUND`] without.
    parent: u32,
    /// Pose of the parent, the ground's being the last.
    parent_pose: u32,
    /// Whether the next position hangs on this body.
    carries_next: bool,
    /// Whether others do: what they pass inward is gathered.
    is_fork: bool,
    /// First coordinate and their number.
    first_q: u32,
    n_q: u32,
    /// First velocity and their number.
    first_u: u32,
    n_u: u32,
    /// The coordinate that is an angle; [`NO_ANGLE`] without.
    angle: u32,
}

/// The angle of joints that have none.
const NO_ANGLE: u32 = u32::MAX;

impl Link {
    #[inline(always)]
    fn coordinates(&self) -> Range<usize> {
        self.first_q as usize..(self.first_q + self.n_q) as usize
    }

    #[inline(always)]
    fn freedoms(&self) -> Range<usize> {
        self.first_u as usize..(self.first_u + self.n_u) as usize
    }
}

/// The formulation with the memory of its stages; "by body" is by position in the forest.
pub struct Recursive<B: Tree<W>, const W: usize> {
    mechanism: Mechanism<B, W>,
    links: Vec<Link>,
    /// By body: constants of it and of the joint that carries it.
    joints: Vec<B::Joint>,
    /// By body: the joint that carries it.
    carriers: Vec<Option<JointId>>,
    leftover: Leftover,
    initial: State,
    /// Stage 1, by body: sine and cosine of the joint's angle.
    turns: Vec<[f64; 2]>,
    /// Axes in stage 1, the rest in stage 3; by velocity.
    freedoms: Vec<Freedom<W>>,
    /// Stage 1, by body: c.
    biases: Vec<[f64; W]>,
    /// Stage 1, by body: from the parent's centre of mass.
    arms: Vec<B::Arm>,
    /// Positions on which bodies hang that do not come next.
    forks: Vec<u32>,
    /// Stage 3, by body, forks only: what the bodies it carries weigh, by their freedoms lightened.
    inertias: Vec<B::Inertia>,
    /// Memory of the sweeps inward, by body: p.
    wrenches: Vec<[f64; W]>,
    /// Memory of the sweeps outward, by body; after stage 5 its acceleration.
    motions: Vec<[f64; W]>,
    /// By velocity: ε of the last loads on handles.
    pushes: Vec<f64>,
    /// By velocity: what these loads change.
    changes: Vec<f64>,
    /// Stage 3, W by handle: accelerations without constraints.
    free: Vec<f64>,
    /// W by handle: the last velocities asked for.
    velocities: Vec<f64>,
    responses: Responses<W>,
}

impl<B: Tree<W>, const W: usize> Recursive<B, W> {
    /// Memory for this model with this forest, which starts from an assembled motion with these joint angles.
    pub fn new(model: &Model, forest: &Forest, motions: &[BodyMotion], windings: &[f64]) -> Self {
        let (mut links, joints, q, u) = list_links::<B, W>(model, forest, motions, windings);
        mark_forks(&mut links);
        let leftover = Leftover::of(model, forest);
        let trees: Vec<usize> = forest.branches.iter().map(|branch| branch.tree).collect();
        let is_handle: Vec<bool> = forest.branches.iter().map(|branch| leftover.is_handle(branch.body)).collect();
        let responses = Responses::new(&links, &trees, &is_handle);
        let mut initial = State::new(0.0, &q, &u);
        initial.windings = windings.to_vec();
        let (n, n_handles) = (links.len(), leftover.n_handles() * W);
        Recursive {
            mechanism: Mechanism::new(model),
            forks: (0..n as u32).filter(|&k| links[k as usize].is_fork).collect(),
            links,
            joints,
            turns: vec![[0.0, 1.0]; n],
            carriers: forest.branches.iter().map(|branch| branch.joint).collect(),
            leftover,
            initial,
            freedoms: vec![Freedom::NONE; u.len()],
            biases: vec![[0.0; W]; n],
            arms: vec![B::Arm::default(); n],
            inertias: vec![B::NO_INERTIA; n],
            wrenches: vec![[0.0; W]; n],
            motions: vec![[0.0; W]; n],
            pushes: vec![0.0; u.len()],
            changes: vec![0.0; u.len()],
            free: vec![0.0; n_handles],
            velocities: vec![0.0; n_handles],
            responses,
        }
    }

    fn has_equations(&self) -> bool {
        !self.leftover.joints().is_empty()
    }

    /// G M⁻¹Gᵀ of each row by itself, were all bodies free.
    fn update_measure(&self, system: &mut ReducedSystem) {
        let mut measure = std::mem::take(&mut system.measure);
        measure.fill(0.0);
        for block in 0..system.pattern.n_blocks() {
            for i in system.pattern.incidences(block) {
                let body = self.leftover.body(i.handle);
                for (n, row) in system.pattern.rows(block).enumerate() {
                    let g: [f64; W] = std::array::from_fn(|c| system.g(i, n, c));
                    let a = self.mechanism.bodies.accelerate(body, &self.mechanism.poses[body], &g);
                    measure[row] += tree::dot(Portable, &g, &a);
                }
            }
        }
        system.measure = measure;
    }

    /// Loads on the handles, as changes of all joint velocities.
    fn update_changes(&mut self, loads: &[f64]) {
        self.sweep_loads(loads, 1.0);
        self.spread_loads();
    }
}

/// Who passes what to whom.
fn mark_forks(links: &mut [Link]) {
    for k in 0..links.len() {
        if links[k].parent == GROUND {
            continue;
        }
        let parent = links[k].parent as usize;
        match parent + 1 == k {
            true => links[parent].carries_next = true,
            false => links[parent].is_fork = true,
        }
    }
}

/// The constants of all bodies, and the coordinates and velocities of an assembled motion.
fn list_links<B: Tree<W>, const W: usize>(
    model: &Model,
    forest: &Forest,
    motions: &[BodyMotion],
    windings: &[f64],
) -> (Vec<Link>, Vec<B::Joint>, Vec<f64>, Vec<f64>) {
    let (mut links, mut joints) = (Vec::with_capacity(model.n_bodies()), Vec::with_capacity(model.n_bodies()));
    let (mut q, mut u) = (Vec::new(), Vec::new());
    let ground = BodyMotion::default();
    for branch in &forest.branches {
        let parent_body = branch.parent.map(|parent| forest.branches[parent].body);
        let carried = Carried {
            joint: branch.joint,
            parent: parent_body.map_or(&ground, |body| &motions[body]),
            body: &motions[branch.body],
            index: branch.body,
            winding: branch.joint.map_or(0.0, |joint| windings[joint.index()]),
        };
        let joint = B::joint(model, &carried);
        let (n_q, n_u) = B::count(&joint);
        links.push(Link {
            body: branch.body as u32,
            parent: branch.parent.map_or(GROUND, |parent| parent as u32),
            parent_pose: parent_body.unwrap_or(model.n_bodies()) as u32,
            carries_next: false,
            is_fork: false,
            first_q: q.len() as u32,
            n_q: n_q as u32,
            first_u: u.len() as u32,
            n_u: n_u as u32,
            angle: B::angle(&joint).map_or(NO_ANGLE, |k| (q.len() + k) as u32),
        });
        B::read(&joint, &carried, &mut q, &mut u);
        joints.push(joint);
    }
    (links, joints, q, u)
}

impl<B: Tree<W>, const W: usize> Formulation for Recursive<B, W> {
    fn name(&self) -> &'static str {
        "recursive"
    }

    fn effect(&self) -> Effect {
        Effect::Load
    }

    /// Not what the file says but the assembled state from which this was made: joints of the forest have no other.
    fn initial_state(&self, _model: &Model) -> State {
        self.initial.clone()
    }

    fn equations(&self, model: &Model) -> Equations {
        let pattern = self.leftover.pattern(W);
        let inverse_mass = InverseMass::of_handles(&pattern);
        let joints = self.carriers.iter().flatten().map(|joint| &model.joints[joint.index()]);
        let n_satisfied = joints.map(|joint| joint.kind.n_equations(model.space)).sum();
        let measure = vec![0.0; pattern.n_rows()];
        let system = ReducedSystem { measure, ..ReducedSystem::new(pattern, inverse_mass) };
        Equations { n_satisfied, ..Equations::new(system, self.leftover.joints().to_vec()) }
    }

    fn update_kinematics(&mut self, _model: &Model, values: &[f64], _team: &Team) {
        Machine::detect().run(sweeps::Place { recursive: self, values });
    }

    fn update_forces(&mut self, model: &Model, time: f64, windings: &[f64], team: &Team) {
        if !model.forces.is_empty() {
            self.mechanism.update_loads(model, time, windings, team);
        }
    }

    fn assemble(&mut self, model: &Model, time: f64, windings: &[f64], equations: &mut Equations, team: &Team) {
        self.sweep_inward(model);
        if !self.has_equations() {
            return;
        }
        self.free_handles();
        let Recursive { links, freedoms, arms, responses, .. } = self;
        let ReducedSystem { pattern, inverse_mass, .. } = &mut equations.system;
        Machine::detect().run(Respond::<B, W> { responses, links, freedoms, arms, pattern, inverse_mass });
        let moment = (time, windings);
        self.mechanism.assemble_joints(model, moment, (&self.leftover, &self.free), equations, team);
        self.mechanism.assemble_couplings(model, moment, (&self.leftover, &self.free), equations);
        self.update_measure(&mut equations.system);
    }

    fn handle_velocities<'a>(&'a mut self, values: &'a [f64]) -> &'a [f64] {
        self.update_handle_velocities(&values[self.initial.n_coordinates..]);
        &self.velocities
    }

    fn write_rates(&mut self, values: &[f64], constraints: &[f64], rates: &mut [f64], _team: &Team) {
        if self.has_equations() {
            self.sweep_loads(constraints, -1.0);
        }
        let split = self.initial.n_coordinates;
        let ((q, u), (q_rates, u_rates)) = (values.split_at(split), rates.split_at_mut(split));
        self.sweep_outward((q, u), (q_rates, u_rates));
    }

    fn displace(&mut self, values: &mut [f64], effect: &[f64]) {
        self.update_changes(effect);
        for (link, joint) in self.links.iter().zip(&self.joints) {
            let parent = &self.mechanism.poses[link.parent_pose as usize];
            B::move_joint(joint, parent, &mut values[link.coordinates()], &self.changes[link.freedoms()]);
        }
    }

    fn push(&mut self, values: &mut [f64], effect: &[f64]) {
        self.update_changes(effect);
        let u = &mut values[self.initial.n_coordinates..];
        u.iter_mut().zip(&self.changes).for_each(|(u, change)| *u += change);
    }

    fn update_windings(&mut self, model: &Model, elapsed: f64, windings: &mut [f64]) {
        self.mechanism.wind_on(model, elapsed, windings);
    }

    fn observe(&mut self, model: &Model, now: &Moment, seen: &mut Observation) {
        self.observe_bodies(model, now, seen);
        self.mechanism.observe(model, now, &self.leftover, seen);
        self.observe_carriers(model, now, seen);
    }

    fn describe(&self, model: &Model, index: usize) -> String {
        let split = self.initial.n_coordinates;
        let (what, k) = match index < split {
            true => ("velocity", self.links.partition_point(|link| link.coordinates().end <= index)),
            false => ("acceleration", self.links.partition_point(|link| link.freedoms().end <= index - split)),
        };
        match self.carriers[k] {
            Some(joint) => format!("the {what} of joint '{}'", model.joints[joint.index()].name),
            None => format!("the {what} of body '{}'", model.bodies[self.links[k].body as usize].name),
        }
    }
}
