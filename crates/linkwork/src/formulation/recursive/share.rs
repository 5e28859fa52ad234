//! The share of a process: which trees it computes, and all it must know for that, as a model of its own.
//!
//! Trees are dealt to processes in contiguous groups of about equally many bodies, so that a process's values are two
//! stretches of those of the whole. Its model *must* hold its own bodies, the joints that carry them and the forces on
//! them; and all joints that are left over and touch its own trees, with the bodies they touch. Of bodies of other
//! processes it holds as few as that takes, its
//! *guests*: handles, and what is at the other end of forces that cross a border. Everything keeps the order it has in
//! the whole, so that sums are the same ones, bit for bit.

#[cfg(test)]
mod tests;

use super::arrangement::Arrangement;
use super::forest::{Branch, Forest};
use super::neighbors::{Border, Owners, Views};
use crate::error::SimulationError;
use crate::ids::{BodyId, JointId};
use crate::model::force::AppliedTorque;
use crate::model::{Body, Expression, Force, Frame, Joint, Model};
use crate::parallel::MOST_TASKS;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Marks a body that has no number here.
const NONE: u32 = u32::MAX;

/// The part of the model that a process computes with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Share {
    /// Own bodies, then guests.
    pub model: Model,
    /// The forest of the own bodies, all that is left over, and where they start.
    pub arrangement: Arrangement,
    /// How many bodies are its own.
    pub n_bodies: usize,
    /// Joints on which it reports.
    pub joints: Vec<u32>,
    /// Forces on whose energy it reports.
    pub forces: Vec<u32>,
    /// By joint: its number in the whole.
    pub whole_joints: Vec<u32>,
}

/// A model dealt to processes.
pub(crate) struct Dealing<'a> {
    model: &'a Model,
    whole: &'a Arrangement,
    /// By part, and by process: positions in the forest.
    parts: Vec<Range<usize>>,
    branches: Vec<Range<usize>>,
    owners: Owners,
    views: Views,
}

impl Arrangement {
    /// The same dealt to processes.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when there are fewer parts than processes.
    pub(crate) fn deal<'a>(&'a self, model: &'a Model, n_processes: usize) -> Result<Dealing<'a>, SimulationError> {
        Dealing::new(model, self, n_processes)
    }
}

impl<'a> Dealing<'a> {
    /// Deals the trees of an arrangement.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when there are fewer trees than processes.
    pub(crate) fn new(
        model: &'a Model,
        whole: &'a Arrangement,
        n_processes: usize,
    ) -> Result<Dealing<'a>, SimulationError> {
        let forest = &whole.forest;
        let parts = whole.groups(model);
        check_number(parts.len(), n_processes)?;
        let sizes: Vec<usize> = parts.iter().map(Range::len).collect();
        let groups = deal(&sizes, n_processes);
        let branches =
            groups.iter().map(|group| parts[group.start].start..parts[group.end - 1].end).collect::<Vec<_>>();
        let mut owners = find_owners(model, forest, &branches);
        let views = Views::new(model, (forest, &whole.loop_constraints), &owners, n_processes);
        for (joint, &process) in whole.loop_constraints.joints().iter().zip(&views.owners) {
            if !forest.carries[joint.index()] {
                owners.joints[joint.index()] = process;
            }
        }
        let n_rows = whole.loop_constraints.touched().iter().map(|(n_rows, _)| *n_rows);
        owners.rows = n_rows.zip(&views.owners).flat_map(|(n, &process)| std::iter::repeat_n(process, n)).collect();
        Ok(Dealing { model, whole, parts, branches, owners, views })
    }

    /// Which process reports on what.
    pub(crate) fn owners(&self) -> &Owners {
        &self.owners
    }

    /// The share of one process.
    pub(crate) fn share(&self, process: usize) -> Share {
        let Dealing { model, whole, owners, .. } = self;
        let is_own = |body: &usize| owners.bodies[*body] == process as u32;
        let own = (0..model.n_bodies()).filter(is_own);
        let bodies = Numbers::new(model.n_bodies(), own.chain(self.views.guests(process, &whole.forest)));
        let joints = Numbers::new(model.n_joints(), self.list_joints(process));
        let touches =
            |force: &Force| force.ends(&model.joints).bodies().iter().any(|b| b.index().is_some_and(|b| is_own(&b)));
        let forces = Numbers::new(model.forces.len(), (0..model.forces.len()).filter(|&f| touches(&model.forces[f])));
        let reported =
            |of: &Numbers, owners: &[u32]| of.filter(|&k| owners[k] == process as u32).map(|k| of.of(k)).collect();
        let n_bodies = (0..model.n_bodies()).filter(is_own).count();
        let loop_constraints =
            whole.loop_constraints.restricted(&self.own_blocks(process), &bodies.numbers, &joints.numbers);
        let border = self.border(process, &bodies, loop_constraints.find_own(n_bodies));
        let own_model = restrict(model, &bodies, &joints, &forces);
        let whole_joints: Vec<u32> = joints.all.iter().map(|&joint| joint as u32).collect();
        Share {
            arrangement: Arrangement {
                forest: self.own_forest(process, &bodies, &joints),
                loop_constraints,
                motions: whole.motions.as_ref().map(|all| bodies.all.iter().map(|&body| all[body]).collect()),
                unwrapped_angles: own_model.pick_angles(&whole.unwrapped_angles, &whole_joints),
                border: Some(border),
            },
            n_bodies,
            joints: reported(&joints, &owners.joints),
            forces: reported(&forces, &owners.forces),
            whole_joints,
            model: own_model,
        }
    }

    /// Blocks that a process has.
    fn own_blocks(&self, process: usize) -> Vec<usize> {
        (0..self.whole.loop_constraints.joints().len()).filter(|&block| self.views.has(process, block)).collect()
    }

    fn border(&self, process: usize, bodies: &Numbers, [nodes, handles]: [Range<usize>; 2]) -> Border {
        let Dealing { whole, owners, views, .. } = self;
        let shown = views.shown(process, &whole.forest, owners);
        // Trees with handles are nodes.
        let n_nodes = |stretch: &Range<usize>| {
            let own = whole.forest.branches[stretch.clone()].iter();
            let mut trees: Vec<usize> =
                own.filter(|branch| whole.loop_constraints.is_handle(branch.body)).map(|branch| branch.tree).collect();
            trees.dedup();
            trees.len()
        };
        Border {
            process,
            parts: self.own_parts(process),
            shown: shown.into_iter().map(|body| bodies.of(body)).collect(),
            neighbors: views.neighbors(process, &whole.forest, owners, &bodies.numbers),
            shows_responses: false,
            nodes,
            handles,
            whole: whole.loop_constraints.outline(),
            owners: views.owners.clone(),
            blocks: self.own_blocks(process).into_iter().map(|block| block as u32).collect(),
            n_nodes: self.branches.iter().map(n_nodes).collect(),
            n_satisfied: whole.count_satisfied(self.model),
        }
    }

    /// Joints that carry own bodies, those that are left over and touch them, and those that gears among them couple.
    fn list_joints(&self, process: usize) -> impl Iterator<Item = usize> {
        let mut is_needed = vec![false; self.model.n_joints()];
        for branch in &self.whole.forest.branches[self.branches[process].clone()] {
            branch.joint.into_iter().for_each(|joint| is_needed[joint.index()] = true);
        }
        for joint in self.own_blocks(process).into_iter().map(|block| self.whole.loop_constraints.joints()[block]) {
            is_needed[joint.index()] = true;
            let coupled = self.model.joints[joint.index()].kind.coupled();
            coupled.into_iter().flat_map(|(pair, _)| pair).for_each(|joint| is_needed[joint.index()] = true);
        }
        (0..is_needed.len()).filter(move |&joint| is_needed[joint])
    }

    /// The process's stretch of the forest.
    fn own_forest(&self, process: usize, bodies: &Numbers, joints: &Numbers) -> Forest {
        let (forest, stretch) = (&self.whole.forest, self.branches[process].clone());
        let branches = &forest.branches[stretch.clone()];
        let first = branches.first().map_or(0, |branch| branch.tree);
        let renumber = |branch: &Branch| Branch {
            body: bodies.of(branch.body) as usize,
            joint: branch.joint.map(|joint| joints.joint(joint)),
            parent: branch.parent.map(|parent| parent - stretch.start),
            tree: branch.tree - first,
        };
        Forest {
            branches: branches.iter().map(renumber).collect(),
            carries: joints.all.iter().map(|&joint| forest.carries[joint]).collect(),
            n_trees: branches.last().map_or(0, |branch| branch.tree + 1 - first),
        }
    }

    /// Its parts, by positions in its own forest.
    fn own_parts(&self, process: usize) -> Vec<Range<usize>> {
        let own = &self.branches[process];
        let inside = self.parts.iter().filter(|part| own.start <= part.start && part.end <= own.end);
        inside.map(|part| part.start - own.start..part.end - own.start).collect()
    }
}

/// Whether there is something to do for each process.
fn check_number(n_parts: usize, n_processes: usize) -> Result<(), SimulationError> {
    let reason = if n_processes > MOST_TASKS {
        format!("{n_processes} processes are too many, a mechanism is computed on {MOST_TASKS} at most; start fewer")
    } else if n_parts < n_processes {
        let parts = if n_parts == 1 { "1 part".to_string() } else { format!("{n_parts} parts") };
        format!(
            "the mechanism has {parts}, too few for {n_processes} processes; \
             give --parts {n_processes} or more (with --smallest-part 1 where they are small), or start fewer processes"
        )
    } else {
        return Ok(());
    };
    Err(SimulationError::DoesNotApply { method: "recursive", reason })
}

/// Contiguous groups of about equal size, one a process, each with something in it; there are as many items as
/// processes at least.
fn deal(sizes: &[usize], n_processes: usize) -> Vec<Range<usize>> {
    let total: usize = sizes.iter().sum();
    let (mut next, mut dealt) = (0, 0);
    let group = |process: usize| {
        let start = next;
        let last = sizes.len() - (n_processes - 1 - process);
        // The next item is taken while at least half of it lies before the process's border.
        while next < last && (next == start || 2 * dealt + sizes[next] <= 2 * total * (process + 1) / n_processes) {
            dealt += sizes[next];
            next += 1;
        }
        if process + 1 == n_processes {
            next = sizes.len();
        }
        start..next
    };
    (0..n_processes).map(group).collect()
}

fn find_owners(model: &Model, forest: &Forest, branches: &[Range<usize>]) -> Owners {
    let mut owners =
        Owners { bodies: vec![0; model.n_bodies()], joints: vec![0; model.n_joints()], ..Owners::default() };
    for (process, stretch) in branches.iter().enumerate() {
        for branch in &forest.branches[stretch.clone()] {
            owners.bodies[branch.body] = process as u32;
            branch.joint.into_iter().for_each(|joint| owners.joints[joint.index()] = process as u32);
        }
    }
    let owner = |force: &Force| {
        let first = force.ends(&model.joints).bodies().into_iter().find_map(BodyId::index);
        first.map_or(0, |body| owners.bodies[body])
    };
    owners.forces = model.forces.iter().map(owner).collect();
    owners
}

/// Some of many, and their numbers among themselves.
struct Numbers {
    all: Vec<usize>,
    numbers: Vec<u32>,
}

impl Numbers {
    fn new(n: usize, chosen: impl Iterator<Item = usize>) -> Numbers {
        let all: Vec<usize> = chosen.collect();
        let mut numbers = vec![NONE; n];
        all.iter().enumerate().for_each(|(k, &whole)| numbers[whole] = k as u32);
        Numbers { all, numbers }
    }

    fn of(&self, whole: usize) -> u32 {
        self.numbers[whole]
    }

    fn filter(&self, keep: impl Fn(&usize) -> bool) -> impl Iterator<Item = usize> {
        self.all.iter().copied().filter(move |k| keep(k))
    }

    fn body(&self, body: BodyId) -> BodyId {
        body.index().map_or(BodyId::GROUND, |body| BodyId::new(self.of(body) as usize))
    }

    fn joint(&self, joint: JointId) -> JointId {
        JointId::new(self.of(joint.index()) as usize)
    }
}

/// The model with these bodies, joints and forces only, numbered anew. Shapes are for the eye and stay behind.
fn restrict(model: &Model, bodies: &Numbers, joints: &Numbers, forces: &Numbers) -> Model {
    let body = |&k: &usize| Body { shapes: Vec::new(), ..model.bodies[k].clone() };
    let mut chosen: Vec<Force> = forces.all.iter().map(|&k| renumber_force(&model.forces[k], bodies, joints)).collect();
    if chosen.is_empty() && !model.forces.is_empty() {
        // Loads are computed otherwise where a model has no forces at all, to other last bits. This one acts on
        // nothing.
        let value = [0.0; 3].map(Expression::constant);
        let nothing = AppliedTorque { name: String::new(), body: BodyId::GROUND, value, frame: Frame::World };
        chosen.push(Force::AppliedTorque(nothing));
    }
    Model {
        name: model.name.clone(),
        space: model.space,
        gravity: model.gravity,
        bodies: bodies.all.iter().map(body).collect(),
        joints: joints.all.iter().map(|&k| renumber_joint(&model.joints[k], bodies, joints)).collect(),
        forces: chosen,
        contact_groups: Vec::new(),
        ground: Vec::new(),
        simulation: model.simulation.clone(),
        warnings: Vec::new(),
        ballast: Vec::new(),
        signals: Default::default(),
        source: Default::default(),
    }
}

fn renumber_joint(joint: &Joint, bodies: &Numbers, joints: &Numbers) -> Joint {
    let mut joint = joint.clone();
    for end in [&mut joint.first, &mut joint.second] {
        end.body = bodies.body(end.body);
    }
    if let Some(pair) = joint.kind.coupled_joints() {
        *pair = pair.map(|id| joints.joint(id));
    }
    joint
}

fn renumber_force(force: &Force, bodies: &Numbers, joints: &Numbers) -> Force {
    let mut force = force.clone();
    force.renumber(|body| bodies.body(body), |joint| joints.joint(joint));
    force
}
