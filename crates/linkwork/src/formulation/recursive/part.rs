//! A part: some trees of the forest with the memory of their recursion. Parts share nothing that they write, so that
//! threads, or machines, work on them side by side; they meet in the reduced system over their handles.

use super::forest::{Branch, Forest};
use super::loop_constraints::LoopConstraints;
use super::poses::Poses;
use super::responses::Responses;
use super::tree::{Carried, ChainGroup, Freedom, GROUND, Link, NO_ANGLE, PLAIN, Placing, Tree};
use crate::ids::JointId;
use crate::lanes::{Lanes, Processor, Work};
use crate::model::Model;
use crate::model::joint::spatial::unwrap;
use crate::spatial::BodyMotion;
use std::ops::Range;

/// The recursion of some trees; "by body" is by position in the part.
pub(super) struct Part<B: Tree<W>, const W: usize> {
    pub links: Vec<Link>,
    /// By four bodies: constants of them and of the joints that carry them.
    pub lane_groups: Vec<B::Four>,
    /// The same for the sweep inward.
    pub weights: Vec<B::Weights>,
    /// Lane groups whose bodies hang one on the other.
    pub chain_groups: Vec<Option<ChainGroup>>,
    /// Joints that are more than their four says.
    pub joints: Vec<B::Joint>,
    /// By body: the joint that carries it.
    pub carriers: Vec<Option<JointId>>,
    /// Coordinates and velocities among those of the state.
    pub q: Range<usize>,
    pub u: Range<usize>,
    /// Nodes and handles among those of the reduced system.
    pub nodes: Range<usize>,
    pub handles: Range<usize>,
    /// Stage 1, by body.
    pub poses: B::Poses,
    /// Axes in stage 1, the rest in stage 3; by velocity.
    pub freedoms: Vec<Freedom<W>>,
    /// Stage 1, by body: c.
    pub biases: Vec<[f64; W]>,
    /// Stage 1, by body: from the parent's centre of mass.
    pub arms: Vec<B::Arm>,
    /// Positions on which bodies hang that do not come next.
    pub forks: Vec<u32>,
    /// Stage 3, by body, forks only: what the bodies it carries weigh, by their freedoms lightened.
    pub inertias: Vec<B::Inertia>,
    /// Memory of a sweep, by body: p inward, a or v outward.
    pub along: Vec<[f64; W]>,
    /// By velocity: ε of the last loads on handles.
    pub pushes: Vec<f64>,
    /// By velocity: what these loads change.
    pub changes: Vec<f64>,
    pub responses: Responses<W>,
    /// Coordinates that count turns of their joints.
    turning: Vec<Turning>,
}

/// A coordinate that is the angle of a joint with one axis.
struct Turning {
    joint: usize,
    /// Among the coordinates of the part.
    coordinate: usize,
    toward: f64,
}

/// Where the last part ended.
#[derive(Clone, Copy, Default)]
pub(super) struct Ends {
    pub q: usize,
    pub u: usize,
    pub nodes: usize,
    pub handles: usize,
}

impl<B: Tree<W>, const W: usize> Part<B, W> {
    /// The branches in a range, whole trees, as assembled to these motions with these joint angles; appends their
    /// coordinates and velocities.
    pub(super) fn new(
        (model, forest, loop_constraints): (&Model, &Forest, &LoopConstraints),
        branches: Range<usize>,
        start: Ends,
        (motions, unwrapped_angles): (&[BodyMotion], &[f64]),
        (q, u): (&mut Vec<f64>, &mut Vec<f64>),
    ) -> Self {
        let (mut links, joints) =
            list_links::<B, W>(model, forest, branches.clone(), (motions, unwrapped_angles), (q, u));
        let branches = &forest.branches[branches];
        let trees: Vec<usize> = branches.iter().map(|branch| branch.tree).collect();
        let is_handle: Vec<bool> = branches.iter().map(|branch| loop_constraints.is_handle(branch.body)).collect();
        let lane_groups: Vec<B::Four> = joints.chunks(4).map(B::four).collect();
        let weights = joints.chunks(4).map(B::weights).collect();
        let turning = list_turning::<B, W>(model, branches, &links, &joints);
        let joints = keep_joints::<B, W>(&mut links, &lane_groups, joints);
        let responses = Responses::new(&links, &trees, &is_handle);
        let (n, n_u) = (links.len(), u.len() - start.u);
        Part {
            chain_groups: find_chain_groups::<B, W>(&links, &lane_groups),
            lane_groups,
            weights,
            carriers: branches.iter().map(|branch| branch.joint).collect(),
            q: start.q..q.len(),
            u: start.u..u.len(),
            nodes: start.nodes..start.nodes + responses.n_nodes(),
            handles: start.handles..start.handles + responses.handles.len(),
            poses: B::Poses::new(n),
            freedoms: vec![Freedom::NONE; n_u],
            biases: vec![[0.0; W]; n],
            arms: vec![B::Arm::default(); n],
            forks: (0..n as u32).filter(|&k| links[k as usize].is_fork).collect(),
            inertias: if links.iter().any(|link| link.is_fork) { vec![B::NO_INERTIA; n] } else { Vec::new() },
            along: vec![[0.0; W]; n],
            pushes: vec![0.0; n_u],
            changes: vec![0.0; n_u],
            turning,
            links,
            joints,
            responses,
        }
    }

    /// Where the next part begins.
    pub(super) fn ends(&self) -> Ends {
        Ends { q: self.q.end, u: self.u.end, nodes: self.nodes.end, handles: self.handles.end }
    }

    /// Takes unwrapped angles, of which only the turns may be wrong, at the turns of these coordinates.
    pub(super) fn count_turns(&self, q: &[f64], unwrapped_angles: &mut [f64]) {
        for Turning { joint, coordinate, toward } in &self.turning {
            let angle = &mut unwrapped_angles[*joint];
            *angle = unwrap(*angle, toward * q[*coordinate]);
        }
    }

    /// The pose of the body on which another hangs.
    fn parent_pose(&self, link: &Link) -> B::Pose {
        if link.hangs_on_ground() { B::GROUND } else { self.poses.at(link.parent as usize) }
    }

    /// Stage 1.
    pub(super) fn place(&mut self, q: &[f64], u: &[f64]) {
        Processor::detect().run(Place { part: self, q, u });
    }

    /// Moves coordinates by the last changes.
    pub(super) fn displace(&self, q: &mut [f64]) {
        for link in &self.links {
            let (q, changes) = (&mut q[link.coordinates()], &self.changes[link.freedoms()]);
            match self.joints.get(link.joint as usize) {
                Some(joint) => B::move_joint(joint, &self.parent_pose(link), q, changes),
                None => q.iter_mut().zip(changes).for_each(|(q, change)| *q += change),
            }
        }
    }
}

struct Place<'a, B: Tree<W>, const W: usize> {
    part: &'a mut Part<B, W>,
    q: &'a [f64],
    u: &'a [f64],
}

impl<B: Tree<W>, const W: usize> Work for Place<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Part { links, joints, lane_groups, chain_groups, poses, freedoms, biases, arms, .. } = self.part;
        let (q, u) = (self.q, self.u);
        B::place(lanes, Placing { links, joints, lane_groups, chain_groups, q, u, poses, freedoms, biases, arms });
    }
}

/// The joints that are more than their four says, and where the links find them.
fn keep_joints<B: Tree<W>, const W: usize>(
    links: &mut [Link],
    lane_groups: &[B::Four],
    all: Vec<B::Joint>,
) -> Vec<B::Joint> {
    let mut kept = Vec::new();
    for (_, (link, joint)) in links.iter_mut().zip(all).enumerate().filter(|(k, _)| !B::is_plain(&lane_groups[k / 4])) {
        link.joint = kept.len() as u32;
        kept.push(joint);
    }
    kept
}

/// Lane groups whose bodies hang one on the other.
fn find_chain_groups<B: Tree<W>, const W: usize>(links: &[Link], lane_groups: &[B::Four]) -> Vec<Option<ChainGroup>> {
    let mut chain_groups: Vec<Option<ChainGroup>> = Vec::with_capacity(lane_groups.len());
    for (n, (of_four, four)) in links.chunks(4).zip(lane_groups).enumerate() {
        let mut group = if B::is_plain(four) { ChainGroup::find(of_four, 4 * n) } else { None };
        if let (Some(group), Some(Some(_))) = (&mut group, chain_groups.last()) {
            group.goes_on = group.parent() == Some(4 * n - 1);
        }
        chain_groups.push(group);
    }
    chain_groups
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

/// Coordinates that are angles of their joints. Joints with two angles are not among them: theirs are counted on by
/// rates.
fn list_turning<B: Tree<W>, const W: usize>(
    model: &Model,
    branches: &[Branch],
    links: &[Link],
    joints: &[B::Joint],
) -> Vec<Turning> {
    let turning = |((branch, link), joint): ((&Branch, &Link), &B::Joint)| {
        let carrier = branch.joint.filter(|_| link.angle != NO_ANGLE)?;
        let has_one = !model.joints[carrier.index()].has_two_angles();
        let toward = B::toward(joint);
        has_one.then(|| Turning { joint: carrier.index(), coordinate: link.angle as usize, toward })
    };
    branches.iter().zip(links).zip(joints).filter_map(turning).collect()
}

/// The constants of all bodies, and the coordinates and velocities of an assembled motion.
fn list_links<B: Tree<W>, const W: usize>(
    model: &Model,
    forest: &Forest,
    branches: Range<usize>,
    (motions, unwrapped_angles): (&[BodyMotion], &[f64]),
    (q, u): (&mut Vec<f64>, &mut Vec<f64>),
) -> (Vec<Link>, Vec<B::Joint>) {
    let (mut links, mut joints) = (Vec::with_capacity(branches.len()), Vec::with_capacity(branches.len()));
    let (first, first_q, first_u, ground) = (branches.start, q.len(), u.len(), BodyMotion::default());
    for branch in &forest.branches[branches] {
        let parent_body = branch.parent.map(|parent| forest.branches[parent].body);
        let carried = Carried {
            joint: branch.joint,
            parent: parent_body.map_or(&ground, |body| &motions[body]),
            body: &motions[branch.body],
            index: branch.body,
            unwrapped_angle: branch.joint.map_or(0.0, |joint| unwrapped_angles[joint.index()]),
        };
        let joint = B::joint(model, &carried);
        let (n_q, n_u) = B::count(&joint);
        let q_start = q.len() - first_q;
        links.push(Link {
            body: branch.body as u32,
            parent: branch.parent.map_or(GROUND, |parent| (parent - first) as u32),
            carries_next: false,
            is_fork: false,
            first_q: q_start as u32,
            n_q: n_q as u32,
            first_u: (u.len() - first_u) as u32,
            n_u: n_u as u32,
            joint: PLAIN,
            angle: B::angle(&joint).map_or(NO_ANGLE, |k| (q_start + k) as u32),
        });
        B::read(&joint, &carried, q, u);
        joints.push(joint);
    }
    mark_forks(&mut links);
    (links, joints)
}
