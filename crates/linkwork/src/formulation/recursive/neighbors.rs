//! Who sees what of whom: which equations a process assembles, which bodies of others it needs for that, and from whom
//! it hears of them.
//!
//! A process *must* have all equations that touch its own trees, since their multipliers load them; it *should* have no
//! others. Of a block between two processes both have the same numbers, since both compute them from the same poses.
//! Bodies of other processes that these equations touch, or that are at the other end of a force, are all that a
//! process sees of its neighbours.

use super::forest::Forest;
use super::loop_constraints::LoopConstraints;
use crate::formulation::bodies::Blocks;
use crate::ids::BodyId;
use crate::model::Model;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;

/// The boundary of a process: bodies shared with neighbors, and its place in the reduced system of the whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Border {
    /// Which process this is.
    pub process: usize,
    /// Branches of each part, as they are in the whole.
    pub parts: Vec<Range<usize>>,
    /// Own bodies that others see, in the order of the forest.
    pub shown: Vec<u32>,
    /// From whom it hears of what.
    pub neighbors: Vec<Neighbor>,
    /// Whether it hears also how handles of others answer to loads.
    pub shows_responses: bool,
    /// Own nodes and handles among those that it has.
    pub nodes: Range<usize>,
    /// See `nodes`.
    pub handles: Range<usize>,
    /// Blocks of the whole: their sizes and what they touch.
    pub whole: LoopConstraints,
    /// By block of the whole: the process that tells of it.
    pub owners: Vec<u32>,
    /// By block: its number in the whole.
    pub blocks: Vec<u32>,
    /// By process: its nodes of the reduced system.
    pub n_nodes: Vec<usize>,
    /// Equations that the forest of the whole satisfies.
    pub n_satisfied: usize,
}

/// Which process reports on what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Owners {
    /// By body.
    pub bodies: Vec<u32>,
    /// By joint: the process of the body it carries, or of the first that its equations touch.
    pub joints: Vec<u32>,
    /// By force: the process of the first body it acts on.
    pub forces: Vec<u32>,
    /// By row of the reduced system: the process of the first body that it touches.
    pub rows: Vec<u32>,
}

/// Bodies that two processes see of each other, as one of them numbers them; in the order of the forest, so that both
/// list the same bodies alike.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Neighbor {
    /// The other one.
    pub process: usize,
    /// Own bodies that it sees, and bodies of its own.
    pub bodies: [Vec<u32>; 2],
    /// The same for those that equations of the other side touch.
    pub handles: [Vec<u32>; 2],
}

/// By process: what it has and sees, in numbers of the whole.
pub(super) struct Views {
    /// By block: the process that tells of it, and all that have it.
    pub owners: Vec<u32>,
    has: Vec<Vec<u32>>,
    /// By process: positions in the forest of bodies of others that its equations touch, and these with the ends of
    /// forces.
    handles: Vec<BTreeSet<u32>>,
    bodies: Vec<BTreeSet<u32>>,
}

impl Views {
    pub(super) fn new(
        model: &Model,
        (forest, loop_constraints): (&Forest, &LoopConstraints),
        owners: &Owners,
        n_processes: usize,
    ) -> Views {
        let mut position = vec![0; model.n_bodies()];
        forest.branches.iter().enumerate().for_each(|(k, branch)| position[branch.body] = k as u32);
        let owner = |body: usize| owners.bodies[body];
        let mut views = Views {
            owners: Vec::new(),
            has: Vec::new(),
            handles: vec![BTreeSet::new(); n_processes],
            bodies: vec![BTreeSet::new(); n_processes],
        };
        for (_, touched) in loop_constraints.touched() {
            let bodies = || touched.iter().map(|&handle| loop_constraints.body(handle));
            // A block that touches no body belongs to the first process.
            let mut has: Vec<u32> = bodies().map(owner).collect();
            views.owners.push(has.first().copied().unwrap_or(0));
            if has.is_empty() {
                has.push(0);
            }
            has.sort_unstable();
            has.dedup();
            for &process in &has {
                views.handles[process as usize].extend(bodies().filter(|&b| owner(b) != process).map(|b| position[b]));
            }
            views.has.push(has);
        }
        views.bodies.clone_from(&views.handles);
        for force in &model.forces {
            if let [Some(a), Some(b)] = force.ends(&model.joints).bodies().map(BodyId::index)
                && owner(a) != owner(b)
            {
                views.bodies[owner(a) as usize].insert(position[b]);
                views.bodies[owner(b) as usize].insert(position[a]);
            }
        }
        views
    }

    /// Whether a process has a block.
    pub(super) fn has(&self, process: usize, block: usize) -> bool {
        self.has[block].contains(&(process as u32))
    }

    /// Bodies of others that a process sees.
    pub(super) fn guests(&self, process: usize, forest: &Forest) -> Vec<usize> {
        let mut guests: Vec<usize> = self.bodies[process].iter().map(|&k| forest.branches[k as usize].body).collect();
        guests.sort_unstable();
        guests
    }

    /// Own bodies that others see, in the order of the forest.
    pub(super) fn shown(&self, process: usize, forest: &Forest, owners: &Owners) -> Vec<usize> {
        let seen: BTreeSet<u32> = self.bodies.iter().flatten().copied().collect();
        let bodies = seen.into_iter().map(|k| forest.branches[k as usize].body);
        bodies.filter(|&body| owners.bodies[body] == process as u32).collect()
    }

    /// Who sees what of whom, by numbers that this process gives to bodies.
    pub(super) fn neighbors(&self, process: usize, forest: &Forest, owners: &Owners, numbers: &[u32]) -> Vec<Neighbor> {
        let pick = |seen: &[BTreeSet<u32>], [by, of]: [usize; 2]| -> Vec<u32> {
            let bodies = seen[by].iter().map(|&k| forest.branches[k as usize].body);
            bodies.filter(|&body| owners.bodies[body] == of as u32).map(|body| numbers[body]).collect()
        };
        let neighbor = |other: usize| Neighbor {
            process: other,
            bodies: [[other, process], [process, other]].map(|who| pick(&self.bodies, who)),
            handles: [[other, process], [process, other]].map(|who| pick(&self.handles, who)),
        };
        let others = (0..self.bodies.len()).filter(|&other| other != process).map(neighbor);
        others.filter(|neighbor| neighbor.bodies.iter().any(|list| !list.is_empty())).collect()
    }
}
