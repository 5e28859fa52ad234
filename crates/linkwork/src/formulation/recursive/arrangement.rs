//! How a model is arranged for `recursive`, settled once per plan: the forest, what it leaves over, and the assembled
//! motion from which joint coordinates start.

use super::neighbors::Border;
use super::tree::Carried;
use super::{Forest, LoopConstraints, Recursive, Tree, group_trees};
use crate::error::SimulationError;
use crate::exchange::{Alone, Exchange, Halo, stretches};
use crate::formulation::Formulation;
use crate::formulation::bodies::placed::{Limits, Reader};
use crate::formulation::bodies::{Blocks, Bodies, PlanarBodies, SpatialBodies};
use crate::ids::JointId;
use crate::model::{Model, Space};
use crate::reduced::Pattern;
use crate::solver::{PartShare, Place};
use crate::spatial::BodyMotion;
use crate::state::State;
use crate::topology::Graph;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Forest and start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Arrangement {
    pub(super) forest: Forest,
    pub(super) loop_constraints: LoopConstraints,
    /// By body; `None` where they are those of the file, which are not kept twice.
    pub(super) motions: Option<Vec<BodyMotion>>,
    pub(super) unwrapped_angles: Vec<f64>,
    /// Where it is that of one rank among several.
    pub(super) border: Option<Border>,
}

/// The shares of the parts in a division, and the equations left between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// By part: bodies, and those of them along which responses of handles are computed.
    pub sizes: Vec<[usize; 2]>,
    /// Blocks of the reduced system: joints that are cut or close loops, and drivers.
    pub blocks: usize,
    /// Numbers in the responses of the handles of all parts.
    pub responses: usize,
    /// Numbers in the loads on all handles.
    pub loads: usize,
    /// Numbers that tell of all equations: G, a measure and a right side.
    pub equations: usize,
    /// Velocities of a handle.
    pub width: usize,
}

impl Arrangement {
    /// For a model that was assembled to these motions and joint angles; joints in `cuts` stay constraint equations.
    pub(crate) fn new(
        model: &Model,
        cuts: &[JointId],
        motions: Vec<BodyMotion>,
        unwrapped_angles: Vec<f64>,
    ) -> Arrangement {
        let forest = Forest::grow(model, cuts);
        let loop_constraints = LoopConstraints::of(model, &forest);
        Arrangement { forest, loop_constraints, motions: Some(motions), unwrapped_angles, border: None }
    }

    /// For a model whose joints in the forest hold where the file places the bodies, up to round-off relative to its
    /// lengths and speeds; `None` where one does not. What is left over may be violated there.
    pub(crate) fn as_placed(model: &Model, cuts: &[JointId], round_off: f64) -> Option<Arrangement> {
        let forest = Forest::grow(model, cuts);
        let unwrapped_angles = match model.space {
            Space::Planar => find_unwrapped_angles::<PlanarBodies, 3>(model, &forest, round_off),
            Space::Spatial => find_unwrapped_angles::<SpatialBodies, 6>(model, &forest, round_off),
        };
        let loop_constraints = LoopConstraints::of(model, &forest);
        Some(Arrangement { forest, loop_constraints, motions: None, unwrapped_angles: unwrapped_angles?, border: None })
    }

    /// Whether the forest holds every equation, so that nothing is left over.
    pub(crate) fn is_complete(&self) -> bool {
        self.loop_constraints.joints().is_empty()
    }

    /// The same with further cuts, so that there are this many parts; see [`Forest::divide`].
    pub(crate) fn divide(&self, model: &Model, n_parts: usize) -> Arrangement {
        let forest = self.forest.divide(model, n_parts);
        Arrangement { loop_constraints: LoopConstraints::of(model, &forest), forest, ..self.clone() }
    }

    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the trees would have more handles than there is memory for.
    pub(crate) fn check_memory(&self, model: &Model) -> Result<(), SimulationError> {
        self.loop_constraints.check_memory(model.freedoms_per_body())
    }

    /// The work of each part.
    pub(crate) fn share(&self, model: &Model) -> Shares {
        let width = model.freedoms_per_body();
        let orders = self.loop_constraints.count_handles().iter().map(|count| count * width);
        let equations =
            self.loop_constraints.touched().iter().map(|(n_rows, touched)| n_rows * (width * touched.len() + 2));
        Shares {
            sizes: self.forest.sizes(model),
            blocks: self.loop_constraints.joints().len(),
            responses: orders.clone().map(|order| order * order).sum(),
            loads: orders.sum(),
            equations: equations.sum(),
            width,
        }
    }

    /// Number of parts: trees of the forest.
    pub(crate) fn n_parts(&self) -> usize {
        self.forest.n_trees
    }

    /// How many parts, and why; `asked` is how many were asked for, zero for none in particular, `smallest` how many
    /// bodies a part must have on average.
    pub(crate) fn explain_parts(&self, asked: usize, smallest: usize) -> String {
        let why = match asked {
            0 => "one for each tree of joints, without further cuts".to_string(),
            n if n == self.n_parts() => "as asked".into(),
            n if n < self.n_parts() => "one for each tree of joints, which is more than asked for".into(),
            _ if smallest > 1 => format!(
                "more of them would have fewer than {smallest} bodies each, and cost more time than they save; --smallest-part 1 makes them"
            ),
            _ => "one for each body, the most there can be".into(),
        };
        match self.n_parts() {
            1 => format!("1 part: {why}"),
            n => format!("{n} parts: {why}"),
        }
    }

    /// Branches of each part that is computed by itself.
    pub(super) fn groups(&self, model: &Model) -> Vec<Range<usize>> {
        self.border.as_ref().map_or_else(|| group_trees(model, &self.forest), |border| border.parts.clone())
    }

    /// Equations that joints of the forest satisfy by themselves, those of all processes.
    pub(super) fn count_satisfied(&self, model: &Model) -> usize {
        let carriers = self.forest.branches.iter().filter_map(|branch| branch.joint);
        let here = || carriers.map(|joint| model.joints[joint.index()].kind.n_equations(model.space)).sum();
        self.border.as_ref().map_or_else(here, |border| border.n_satisfied)
    }

    /// The graph in whose terms orders of elimination are found: trees are its bodies, cut joints and drivers its
    /// edges.
    pub(crate) fn graph(&self) -> Graph {
        self.border.as_ref().map_or(&self.loop_constraints, |border| &border.whole).graph()
    }

    /// The contribution of each part here to sums over equations and handles. An equation belongs to the part of the
    /// first handle that it touches.
    pub(crate) fn part_shares(&self, model: &Model, pattern: &Pattern) -> Vec<PartShare> {
        let groups = self.groups(model);
        let mut part_of = vec![None; model.n_bodies()];
        for (part, branches) in groups.iter().enumerate() {
            self.forest.branches[branches.clone()].iter().for_each(|branch| part_of[branch.body] = Some(part));
        }
        let part_of_handle = |handle: usize| part_of[self.loop_constraints.body(handle)];
        let mut shares = vec![PartShare::default(); groups.len()];
        for handle in 0..self.loop_constraints.n_handles() {
            if let Some(part) = part_of_handle(handle) {
                let handles = &mut shares[part].handles;
                *handles = if handles.start == handles.end { handle..handle + 1 } else { handles.start..handle + 1 };
            }
        }
        for (block, (_, touched)) in self.loop_constraints.touched().iter().enumerate() {
            // An equation that touches nothing is the first rank's, which alone has it.
            if let Some(part) = touched.first().map_or(Some(0), |&handle| part_of_handle(handle)) {
                shares[part].rows.push(pattern.rows(block));
            }
        }
        shares
    }

    /// For a rank among several: where its equations stand among those of all, and what it sees of handles of others.
    pub(crate) fn place(&self, width: usize) -> Option<(Place, Halo)> {
        let border = self.border.as_ref().filter(|border| border.n_nodes.len() > 1)?;
        let Border { owners, blocks, n_nodes, nodes, whole, .. } = border.clone();
        let place = Place { pattern: whole.pattern(width), owners, blocks, n_nodes, nodes };
        Some((place, border.halo_of_handles(&self.loop_constraints, width)))
    }

    /// By row here: its number in the whole, and whether this rank tells of it; of all processes where it is the only
    /// one.
    pub(crate) fn rows_in_whole(&self) -> Vec<(usize, bool)> {
        let Some(border) = &self.border else { return Vec::new() };
        let of_whole = stretches(border.whole.touched().iter().map(|(n_rows, _)| *n_rows));
        let rows = |&block: &u32| {
            let is_own = border.owners[block as usize] == border.process as u32;
            of_whole[block as usize].clone().map(move |row| (row, is_own))
        };
        border.blocks.iter().flat_map(rows).collect()
    }

    /// Has ranks tell one another how handles answer to loads: a solver of theirs needs it.
    pub(crate) fn show_responses(&mut self) {
        self.border.iter_mut().for_each(|border| border.shows_responses = true);
    }

    /// An order of all joints as an order of those that are edges of the graph.
    pub(crate) fn restrict_order(&self, joints: &[usize]) -> Vec<usize> {
        joints.iter().filter_map(|&joint| self.loop_constraints.find_block(joint)).collect()
    }

    /// The forest.
    pub(crate) fn forest(&self) -> &Forest {
        &self.forest
    }

    /// The formulation, with memory for the model.
    pub(crate) fn make(&self, model: &Model) -> Box<dyn Formulation> {
        self.make_on(model, Box::new(Alone))
    }

    /// The formulation of a rank with its line to the others.
    pub(crate) fn make_on(&self, model: &Model, line: Box<dyn Exchange>) -> Box<dyn Formulation> {
        match model.space {
            Space::Planar => self.make_of::<PlanarBodies, 3>(model, line),
            Space::Spatial => self.make_of::<SpatialBodies, 6>(model, line),
        }
    }

    fn make_of<B: Tree<W>, const W: usize>(&self, model: &Model, line: Box<dyn Exchange>) -> Box<dyn Formulation> {
        let made = match &self.motions {
            Some(motions) => Recursive::<B, W>::new(model, self, motions, line),
            None => {
                let mut reader = Reader::new(model);
                let motions: Vec<BodyMotion> = (0..model.n_bodies()).map(|body| reader.motion::<B>(body)).collect();
                Recursive::<B, W>::new(model, self, &motions, line)
            }
        };
        Box::new(made)
    }

    /// The state from which the formulation starts, without memory for the rest of it.
    pub(crate) fn initial_state(&self, model: &Model) -> State {
        match model.space {
            Space::Planar => self.initial_state_of::<PlanarBodies, 3>(model),
            Space::Spatial => self.initial_state_of::<SpatialBodies, 6>(model),
        }
    }

    fn initial_state_of<B: Tree<W>, const W: usize>(&self, model: &Model) -> State {
        let mut reader = Reader::new(model);
        let mut motion = |body: usize| self.motions.as_ref().map_or_else(|| reader.motion::<B>(body), |all| all[body]);
        let (mut q, mut u) = (Vec::new(), Vec::new());
        for branch in &self.forest.branches {
            let parent = self.forest.parent_body(branch).index();
            let carried = Carried {
                joint: branch.joint,
                parent: &parent.map_or_else(BodyMotion::default, &mut motion),
                body: &motion(branch.body),
                index: branch.body,
                unwrapped_angle: branch.joint.map_or(0.0, |joint| self.unwrapped_angles[joint.index()]),
            };
            B::read(&B::joint(model, &carried), &carried, &mut q, &mut u);
        }
        State { unwrapped_angles: self.unwrapped_angles.clone(), ..State::new(0.0, &q, &u) }
    }
}

/// The angles of all joints as placed; `None` where a joint of the forest does not hold there.
fn find_unwrapped_angles<B: Bodies<W>, const W: usize>(
    model: &Model,
    forest: &Forest,
    round_off: f64,
) -> Option<Vec<f64>> {
    let (mut reader, limits) = (Reader::new(model), Limits::of(model, round_off));
    let mut joints = model.joints.iter().zip(&forest.carries).filter(|(_, carries)| **carries);
    if !joints.all(|(joint, _)| reader.holds::<B>(joint, limits)) {
        return None;
    }
    Some(reader.unwrapped_angles::<B>())
}
