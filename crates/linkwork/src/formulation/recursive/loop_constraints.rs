//! Which equations are left for the reduced system: all of the joints outside the forest, and the drivers of those in
//! it. The bodies they touch are the handles of their trees.

use super::forest::Forest;
use crate::error::SimulationError;
use crate::exchange::stretches;
use crate::formulation::bodies::{Blocks, touched_bodies};
use crate::ids::{BodyId, JointId};
use crate::model::Model;
use crate::reduced::Pattern;
use crate::topology::{Edge, Graph};
use std::ops::Range;

/// Memory for responses of handles and for the reduced matrix (bytes) beyond which other coordinates serve better:
/// filling it takes a good part of a second per evaluation.
const MOST_MEMORY: f64 = 400e6;

const NONE: u32 = u32::MAX;

/// Blocks of the reduced system and the handles they touch.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct LoopConstraints {
    /// By block.
    joints: Vec<JointId>,
    /// By block: whether it is a driver alone.
    drivers: Vec<bool>,
    /// By joint: its block.
    blocks: Vec<u32>,
    /// By body: its handle.
    handles: Vec<u32>,
    /// By handle, tree after tree.
    bodies: Vec<u32>,
    /// By node (tree with handles): number of handles.
    n_handles: Vec<usize>,
    /// By block: number of equations and handles.
    touched: Vec<(usize, Vec<usize>)>,
}

impl LoopConstraints {
    /// The constraints that the forest leaves.
    pub(crate) fn of(model: &Model, forest: &Forest) -> LoopConstraints {
        let mut left = LoopConstraints {
            joints: Vec::new(),
            drivers: Vec::new(),
            blocks: vec![NONE; model.n_joints()],
            handles: vec![NONE; model.n_bodies()],
            bodies: Vec::new(),
            n_handles: Vec::new(),
            touched: Vec::new(),
        };
        let mut is_touched = vec![false; model.n_bodies()];
        for (j, joint) in model.joints.iter().enumerate() {
            let driver = forest.carries[j];
            let n_rows = if driver { usize::from(joint.motion.is_some()) } else { joint.n_equations(model.space) };
            if n_rows == 0 {
                continue;
            }
            left.blocks[j] = left.joints.len() as u32;
            left.joints.push(JointId::new(j));
            left.drivers.push(driver);
            let bodies = touched_bodies(model, j);
            bodies.iter().for_each(|&body| is_touched[body] = true);
            left.touched.push((n_rows, bodies));
        }
        left.number_handles(forest, &is_touched);
        for (_, touched) in &mut left.touched {
            touched.iter_mut().for_each(|body| *body = left.handles[*body] as usize);
        }
        left
    }

    fn number_handles(&mut self, forest: &Forest, is_touched: &[bool]) {
        let mut last = None;
        for branch in forest.branches.iter().filter(|branch| is_touched[branch.body]) {
            if last != Some(branch.tree) {
                last = Some(branch.tree);
                self.n_handles.push(0);
            }
            // There is one at least: it was just pushed, or before.
            if let Some(count) = self.n_handles.last_mut() {
                *count += 1;
            }
            self.handles[branch.body] = self.bodies.len() as u32;
            self.bodies.push(branch.body as u32);
        }
    }

    /// Some of the blocks, in a model that has only some of the bodies and joints, by the numbers they have there.
    /// Handles are those that these blocks touch.
    pub(super) fn restricted(&self, kept: &[usize], bodies: &[u32], joints: &[u32]) -> LoopConstraints {
        let n = |numbers: &[u32]| numbers.iter().filter(|&&k| k != NONE).count();
        let mut numbers = vec![NONE; self.bodies.len()];
        kept.iter().flat_map(|&block| &self.touched[block].1).for_each(|&handle| numbers[handle] = 0);
        let mut left = LoopConstraints {
            blocks: vec![NONE; n(joints)],
            handles: vec![NONE; n(bodies)],
            ..LoopConstraints::default()
        };
        let mut handle = 0;
        for &count in &self.n_handles {
            let before = left.bodies.len();
            for whole in handle..handle + count {
                if numbers[whole] != NONE {
                    numbers[whole] = left.bodies.len() as u32;
                    left.bodies.push(bodies[self.bodies[whole] as usize]);
                }
            }
            handle += count;
            left.n_handles.extend(Some(left.bodies.len() - before).filter(|&n| n > 0));
        }
        for &block in kept {
            let (n_rows, touched) = &self.touched[block];
            left.joints.push(JointId::new(joints[self.joints[block].index()] as usize));
            left.drivers.push(self.drivers[block]);
            left.touched.push((*n_rows, touched.iter().map(|&handle| numbers[handle] as usize).collect()));
        }
        left.joints.iter().enumerate().for_each(|(block, joint)| left.blocks[joint.index()] = block as u32);
        left.bodies.iter().enumerate().for_each(|(handle, &body)| left.handles[body as usize] = handle as u32);
        left
    }

    /// The same without bodies and joints: what blocks there are, and which handles they touch.
    pub(super) fn outline(&self) -> LoopConstraints {
        LoopConstraints {
            n_handles: self.n_handles.clone(),
            touched: self.touched.clone(),
            ..LoopConstraints::default()
        }
    }

    /// Nodes and handles of the first so many bodies: they follow one another.
    pub(super) fn find_own(&self, n_bodies: usize) -> [Range<usize>; 2] {
        let is_own = |handle: &usize| (self.bodies[*handle] as usize) < n_bodies;
        let first = (0..self.bodies.len()).find(is_own).unwrap_or(0);
        let handles = first..first + (first..self.bodies.len()).take_while(is_own).count();
        let ends = stretches(self.n_handles.iter().copied());
        let node_of = |handle: usize| ends.partition_point(|node| node.end <= handle);
        let nodes = if handles.is_empty() { 0..0 } else { node_of(handles.start)..node_of(handles.end - 1) + 1 };
        [nodes, handles]
    }

    /// By block: number of equations, and handles.
    pub(super) fn touched(&self) -> &[(usize, Vec<usize>)] {
        &self.touched
    }

    /// The joint of each block.
    pub(crate) fn joints(&self) -> &[JointId] {
        &self.joints
    }

    /// Number of handles.
    pub(crate) fn n_handles(&self) -> usize {
        self.bodies.len()
    }

    /// Handles of each node.
    pub(crate) fn count_handles(&self) -> &[usize] {
        &self.n_handles
    }

    /// Whether equations touch a body.
    pub(crate) fn is_handle(&self, body: usize) -> bool {
        self.handles[body] != NONE
    }

    /// The pattern of the reduced system: trees are its nodes.
    pub(crate) fn pattern(&self, width: usize) -> Pattern {
        Pattern::new(width, &self.n_handles, &self.touched)
    }

    /// The graph in whose terms orders of elimination are found: trees are its bodies, blocks its edges.
    pub(crate) fn graph(&self) -> Graph {
        let nodes = self.n_handles.iter().enumerate();
        let node_of: Vec<usize> = nodes.flat_map(|(node, &count)| std::iter::repeat_n(node, count)).collect();
        let edge = |(n_rows, touched): &(usize, Vec<usize>)| {
            let mut bodies = [BodyId::GROUND; 4];
            bodies.iter_mut().zip(touched).for_each(|(body, &handle)| *body = BodyId::new(node_of[handle]));
            Edge::gear(bodies, *n_rows)
        };
        Graph::new(self.n_handles.len(), &self.touched.iter().map(edge).collect::<Vec<Edge>>())
    }

    /// # Errors
    /// [`SimulationError::DoesNotApply`] where equations touch a tree at so many bodies that all their responses would
    /// need too much memory.
    pub(crate) fn check_memory(&self, width: usize) -> Result<(), SimulationError> {
        let mut rows = vec![0.0; self.n_handles.len()];
        let graph = self.graph();
        for edge in graph.edges() {
            edge.moving().for_each(|node| rows[node] += edge.size() as f64);
        }
        let of_node = |(&count, rows): (&usize, &f64)| 1.5 * ((count * width) as f64).powi(2) + 0.5 * rows * rows;
        let bytes = 8.0 * self.n_handles.iter().zip(&rows).map(of_node).sum::<f64>();
        if bytes <= MOST_MEMORY {
            return Ok(());
        }
        let reason = format!(
            "so many loops close in one tree of joints that the responses of all its handles need {:.1} GB (limit {:.1}); use `cartesian`",
            1e-9 * bytes,
            1e-9 * MOST_MEMORY
        );
        Err(SimulationError::DoesNotApply { method: "recursive", reason })
    }
}

impl Blocks for LoopConstraints {
    #[inline(always)]
    fn joint(&self, block: usize) -> usize {
        self.joints[block].index()
    }
    fn find_block(&self, joint: usize) -> Option<usize> {
        Some(self.blocks[joint]).filter(|&block| block != NONE).map(|block| block as usize)
    }
    #[inline(always)]
    fn is_driver(&self, block: usize) -> bool {
        self.drivers[block]
    }
    #[inline(always)]
    fn handle(&self, body: usize) -> usize {
        self.handles[body] as usize
    }
    #[inline(always)]
    fn body(&self, handle: usize) -> usize {
        self.bodies[handle] as usize
    }
}
