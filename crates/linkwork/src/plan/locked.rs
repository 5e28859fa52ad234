//! The model that moves in place of one that starts with locked directions; see [`locks`].

use super::bundles;
use super::elimination::{self, Division};
use super::make;
use super::{Plan, initial, words};
use crate::error::SimulationError;
use crate::locks::{self, Held};
use crate::model::Model;
use crate::multibody::Multibody;
use crate::stabilization::assemble;
use crate::topology::Graph;
use std::sync::Arc;

impl Plan {
    /// The model that moves: the model with ballast where bodies are too light, without equations that follow from
    /// others up to play, and with further joints after its own ones where it starts in a position that locks some
    /// directions; see `ballast`, `play` and `locks`.
    pub fn moving<'m>(&'m self, model: &'m Model) -> &'m Model {
        self.replacement().map_or(model, |replacement| replacement)
    }

    /// The model that moves, where it is not the model itself.
    pub(super) fn replacement(&self) -> Option<&Arc<Model>> {
        self.held.as_ref().map(|held| &held.model).or(self.replaced.as_ref())
    }

    /// The same, shared.
    pub(crate) fn share_moving(&self, model: &Arc<Model>) -> Arc<Model> {
        self.replacement().unwrap_or(model).clone()
    }

    /// Independent equations of what moves, in the initial configuration.
    pub(crate) fn moving_rank(&self) -> usize {
        self.held.as_ref().map_or(self.rank, |held| held.rank)
    }

    pub(super) fn n_holds(&self) -> usize {
        self.held.as_ref().map_or(0, |held| held.n_holds())
    }

    /// Looks for directions that are locked where the mechanism starts, and has them held: another elimination, and
    /// velocities that respect it. Only for a motion: what is asked of a single instant are the equations as they are.
    pub(super) fn hold_locked(&mut self, model: &Model, workspace: &mut Multibody) -> Result<(), SimulationError> {
        if self.rank == model.n_equations() || self.settings.end <= 0.0 {
            return Ok(());
        }
        let motions = initial::look(workspace, &self.initial)?;
        let found = locks::find(model, &motions, &self.redundant_groups, &make::make_bodies);
        if found.is_empty() {
            return Ok(());
        }
        let mut held = Held::new(model, found);
        let request = words::elimination_request(&held.model, held.n_holds(), &self.settings)?;
        let graph = Graph::of_model(&held.model);
        let (elimination, schedule) = elimination::arrange_elimination(&graph, &request, Division::of(&self.settings));
        let mut workspace = Multibody::new(&*held.model, make::make_cartesian(&held.model), |_, equations| {
            bundles::make_first_solver(&held.model, &equations.system.pattern, &elimination, &schedule)
        });
        // Joints that hold are at angle zero where they were made.
        let mut initial = self.initial.clone();
        let angles = initial.unwrapped_angles.chunks(model.n_joints());
        let with_holds = angles.flat_map(|of_joints| of_joints.iter().copied().chain((0..held.n_holds()).map(|_| 0.0)));
        initial.unwrapped_angles = with_holds.collect();
        workspace.unwrapped_angles.copy_from_slice(&initial.unwrapped_angles);
        let rank = initial::find_rank(&mut workspace, &initial, self.length_scale).0;
        if rank == self.rank {
            // Other joints of the model hold already what these would.
            return Ok(());
        }
        self.assembly.velocity.extend(assemble(&mut workspace, &mut initial)?.velocity);
        drop(workspace);
        held.rank = rank;
        (self.initial, self.elimination, self.schedule) = (initial, elimination, schedule);
        self.held = Some(Arc::new(held));
        Ok(())
    }
}
