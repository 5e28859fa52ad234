//! How a model is arranged for `recursive`, settled once per plan: the forest, what it leaves over, and the assembled motion from which
//! joint coordinates start.

use super::share::{Border, Dealing};
use super::{Forest, Leftover, Recursive, group_trees};
use crate::error::Trouble;
use crate::exchange::{Alone, Exchange};
use crate::formulation::Formulation;
use crate::formulation::bodies::{Blocks, PlanarBodies, SpatialBodies};
use crate::ids::JointId;
use crate::model::{Model, Space};
use crate::spatial::BodyMotion;
use crate::topology::Graph;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Forest and start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Arrangement {
    pub(super) forest: Forest,
    pub(super) leftover: Leftover,
    pub(super) motions: Vec<BodyMotion>,
    pub(super) windings: Vec<f64>,
    /// Where it is that of one rank among several.
    pub(super) border: Option<Border>,
}

/// What a division gives to each of its parts, and what is left between them.
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
}

impl Arrangement {
    /// For a model that was assembled to these motions and joint angles; joints in `cuts` stay constraint equations.
    pub fn new(model: &Model, cuts: &[JointId], motions: Vec<BodyMotion>, windings: Vec<f64>) -> Arrangement {
        let forest = Forest::grow(model, cuts);
        let leftover = Leftover::of(model, &forest);
        Arrangement { forest, leftover, motions, windings, border: None }
    }

    /// The same with further cuts, so that there are this many parts; see [`Forest::divide`].
    pub fn divide(&self, model: &Model, n_parts: usize) -> Arrangement {
        let forest = self.forest.divide(model, n_parts);
        Arrangement { leftover: Leftover::of(model, &forest), forest, ..self.clone() }
    }

    /// # Errors
    /// [`Trouble::DoesNotApply`] when the trees would have more handles than there is memory for.
    pub fn check_memory(&self, model: &Model) -> Result<(), Trouble> {
        self.leftover.check_memory(model.freedoms_per_body())
    }

    /// What each part has to do.
    pub fn share(&self, model: &Model) -> Shares {
        let orders = self.leftover.count_handles().iter().map(|count| count * model.freedoms_per_body());
        Shares {
            sizes: self.forest.sizes(model),
            blocks: self.leftover.joints().len(),
            responses: orders.clone().map(|order| order * order).sum(),
            loads: orders.sum(),
        }
    }

    /// Number of parts: trees of the forest.
    pub fn n_parts(&self) -> usize {
        self.forest.n_trees
    }

    /// How many parts, and why; `asked` is how many were asked for, zero for none in particular.
    pub fn explain_parts(&self, asked: usize) -> String {
        let why = match asked {
            0 => "one for each tree of joints, without further cuts",
            n if n == self.n_parts() => "as asked",
            n if n < self.n_parts() => "one for each tree of joints, which is more than asked for",
            _ => "one for each body, the most there can be",
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

    /// Equations that joints of the forest satisfy by themselves, those of all ranks.
    pub(super) fn count_satisfied(&self, model: &Model) -> usize {
        let carriers = self.forest.branches.iter().filter_map(|branch| branch.joint);
        let here = || carriers.map(|joint| model.joints[joint.index()].kind.n_equations(model.space)).sum();
        self.border.as_ref().map_or_else(here, |border| border.n_satisfied)
    }

    /// The graph in whose terms orders of elimination are found: trees are its bodies, cut joints and drivers its edges.
    pub fn graph(&self) -> Graph {
        self.leftover.graph()
    }

    /// An order of all joints as an order of those that are edges of the graph.
    pub fn restrict_order(&self, joints: &[usize]) -> Vec<usize> {
        joints.iter().filter_map(|&joint| self.leftover.find_block(joint)).collect()
    }

    /// The forest.
    pub fn forest(&self) -> &Forest {
        &self.forest
    }

    /// The formulation, with memory for the model.
    pub fn make(&self, model: &Model) -> Box<dyn Formulation> {
        self.make_on(model, Box::new(Alone))
    }

    /// The formulation of a rank with its line to the others.
    pub fn make_on(&self, model: &Model, line: Box<dyn Exchange>) -> Box<dyn Formulation> {
        match model.space {
            Space::Planar => Box::new(Recursive::<PlanarBodies, 3>::new(model, self, line)),
            Space::Spatial => Box::new(Recursive::<SpatialBodies, 6>::new(model, self, line)),
        }
    }

    /// The same dealt to ranks.
    ///
    /// # Errors
    /// [`Trouble::DoesNotApply`] when there are fewer parts than ranks.
    pub fn deal<'a>(&'a self, model: &'a Model, n_ranks: usize) -> Result<Dealing<'a>, Trouble> {
        Dealing::new(model, self, n_ranks)
    }
}
