//! Where a run starts: whether the joints hold where the file places the bodies, what assembling changes where they do
//! not, and how many equations are independent there.
//!
//! `recursive` needs none of the equations that its joint coordinates satisfy, neither to assemble a model that fits as
//! it is placed, nor to count: equations of the joints that carry bodies are independent of one another. What such a
//! forest leaves over is counted in the reduced system of these few. So nothing is made whose size is that of all
//! equations, unless a joint is open or the groups of redundant equations are to be named.

use super::bundles::make_first_solver;
use super::elimination::{self, Division};
use super::make;
use super::wanted::Placed;
use super::{Plan, words};
use crate::error::SimulationError;
use crate::formulation::bodies::placed::Limits;
use crate::formulation::recursive::{Arrangement, Forest};
use crate::ids::JointId;
use crate::methods::FormulationKind;
use crate::model::Model;
use crate::multibody::Multibody;
use crate::observation::Observation;
use crate::play::{self, Found, Play, TooMuch};
use crate::spatial::BodyMotion;
use crate::stabilization::{ROUND_OFF, assemble, calc_misfit};
use crate::state::State;
use crate::system::Constrained;
use crate::topology::{Graph, Group, Redundancy, redundancy};
use std::sync::Arc;

/// Rate at which a mechanism at rest and in balance may still move later (1/s).
const SLOWEST: f64 = 1.0;
/// A misfit of so many times the assembly tolerance is near it: a larger tolerance may be what is wanted.
const NEAR_TOLERANCE: f64 = 1e3;
/// The same, relative to the size: what is open by more is no play.
const MOST_NEEDED: f64 = 1e-2;

impl Plan {
    /// For `recursive`, where all joints hold as the file places the bodies: takes that as it is; says whether.
    ///
    /// # Errors
    /// When a cut is no joint, or there is not enough memory for all that is left over.
    pub(super) fn take_placed(&mut self, model: &Model) -> Result<bool, SimulationError> {
        let cuts = self.settings.find_cuts(model)?;
        if model.has_initial_coordinates() {
            return Ok(false);
        }
        let Some(whole) = Arrangement::as_placed(model, &cuts, ROUND_OFF) else { return Ok(false) };
        let is_whole_rank = whole.is_complete();
        // Which joints share redundant equations is told of models of moderate size, and found from all equations.
        let n_columns = model.n_bodies() * model.freedoms_per_body();
        if !is_whole_rank && redundancy::is_affordable(model.n_equations(), n_columns) {
            return Ok(false);
        }
        self.rank = model.n_equations();
        if !is_whole_rank {
            self.take_arrangement(model, whole.clone())?;
            let Some(rank) = self.find_rank_left_over(model) else { return Ok(false) };
            self.rank = rank;
        }
        let n_parts = self.parts_to_make(model);
        let is_divided = n_parts > whole.n_parts();
        self.take_arrangement(model, if is_divided { whole.divide(model, n_parts) } else { whole })?;
        Ok(true)
    }

    /// The rank from the equations that the forest leaves over; `None` where they are violated.
    fn find_rank_left_over(&self, model: &Model) -> Option<usize> {
        let formulation = self.make_formulation(model).ok()?;
        let mut workspace = Multibody::new(model, formulation, |_, equations| {
            make_first_solver(model, &equations.system.pattern, &self.elimination, &self.schedule)
        });
        let State { time, values, .. } = &self.initial;
        let limits = Limits::of(model, ROUND_OFF);
        let farthest = model.bodies.iter().fold(0.0, |most: f64, body| body.position.norm().max(most));
        let open = workspace.update_constraints(*time, values);
        // Written such that what is no number does not hold.
        let holds = open <= limits.at(farthest) && workspace.calc_velocity_residual(values) <= limits.velocity;
        holds.then(|| {
            workspace.factor();
            workspace.solver.rank_report().rank + workspace.equations.n_satisfied
        })
    }

    /// Assembles the model with equations for all its joints, and counts them; where joints have play, what moves is
    /// the mechanism meant. The plan then has the elimination of all of them, but for `recursive`.
    ///
    /// # Errors
    /// When a joint cannot be closed.
    pub(super) fn take_assembled(&mut self, model: &Model) -> Result<(), SimulationError> {
        let mut workspace = self.arrange(model)?;
        let mut outcome = Ok(());
        self.place(model, &mut workspace);
        self.play = self.find_play(model, &mut workspace)?;
        if self.play.is_none() {
            self.refuse_more_play(model, &mut workspace)?;
            outcome = self.assemble_all(model, &mut workspace);
            self.play = self.find_play(model, &mut workspace)?;
        }
        let play = self.play.clone();
        let meant = play.as_ref().map_or(model, |play| &play.model);
        if play.is_some() {
            workspace = self.arrange(meant)?;
            outcome = self.assemble_all(meant, &mut workspace);
        }
        outcome?;
        (self.rank, self.redundant_groups) = find_rank(&mut workspace, &self.initial, self.length_scale);
        if let Some(play) = &play {
            self.redundant_groups.clone_from(&play.groups);
            self.misfit = play.size;
        }
        self.hold_locked(meant, &mut workspace)?;
        let needs_motions = match self.chosen.formulation {
            FormulationKind::Recursive | FormulationKind::Natural => true,
            FormulationKind::Cartesian => self.may_be_recursive(meant),
            FormulationKind::Multiscale => false,
        };
        if !needs_motions {
            return Ok(());
        }
        let motions = look(&mut workspace, &self.initial)?;
        drop(workspace);
        let held = self.held.clone();
        let moving = held.as_ref().map_or(meant, |held| &held.model);
        match self.chosen.formulation {
            FormulationKind::Recursive => return self.take_joint_coordinates(moving, motions),
            FormulationKind::Cartesian => return self.compare_formulations(moving, motions),
            FormulationKind::Natural | FormulationKind::Multiscale => {}
        }
        self.pace = calc_pace(&motions, self.length_scale);
        self.initial = make::calc_natural_state(moving, &motions, &self.initial.unwrapped_angles);
        Ok(())
    }

    /// The elimination of the equations of all joints, and memory for them.
    fn arrange<'m>(&mut self, model: &'m Model) -> Result<Multibody<'m>, SimulationError> {
        let request = words::elimination_request(model, 0, &self.settings)?;
        (self.elimination, self.schedule) =
            elimination::arrange_elimination(&Graph::of_model(model), &request, Division::of(&self.settings));
        Ok(Multibody::new(model, make::make_cartesian(model), |_, equations| {
            make_first_solver(model, &equations.system.pattern, &self.elimination, &self.schedule)
        }))
    }

    /// The state as the file places the bodies, moved to initial coordinates where that needs no assembling.
    fn place(&mut self, model: &Model, workspace: &mut Multibody) {
        if model.has_initial_coordinates() {
            let placed = Placed::of(model);
            self.initial = workspace.formulation.initial_state(&placed.model);
            placed.joints.iter().for_each(|&(joint, q)| self.initial.unwrapped_angles[joint] = q);
            workspace.unwrapped_angles.copy_from_slice(&self.initial.unwrapped_angles);
        } else {
            self.initial = workspace.formulation.initial_state(model);
        }
    }

    /// Closes all joints from where the bodies are placed.
    ///
    /// # Errors
    /// When a joint cannot be closed, or does not start as it is to; the state is then the best that was found.
    fn assemble_all(&mut self, model: &Model, workspace: &mut Multibody) -> Result<(), SimulationError> {
        self.place(model, workspace);
        self.assembly = assemble(workspace, &mut self.initial)?;
        if model.has_initial_coordinates() {
            self.take_initial_coordinates(model)?;
            workspace.unwrapped_angles.copy_from_slice(&self.initial.unwrapped_angles);
        }
        Ok(())
    }

    /// The mechanism meant, where the present state is nearly closed and equations miss one another by a little.
    ///
    /// # Errors
    /// When it has more play than the tolerance.
    fn find_play(&mut self, model: &Model, workspace: &mut Multibody) -> Result<Option<Arc<Play>>, SimulationError> {
        let tolerance = self.settings.assembly_tolerance;
        let n_rows = workspace.equations.system.pattern.n_rows();
        if n_rows > play::MOST_EQUATIONS || n_rows == 0 {
            return Ok(None);
        }
        workspace.update_constraints(self.initial.time, &self.initial.values);
        let open = calc_misfit(workspace, self.length_scale);
        if open > play::MOST_MISFIT_AT_START * tolerance {
            return Ok(None);
        }
        let rows = workspace.equations.system.scaled_rows(self.length_scale);
        let is_doubtful = || Redundancy::find(&rows, &joints_of(workspace)).is_some_and(|r| r.is_doubtful);
        if open <= play::EXACT_MISFIT && !is_doubtful() {
            return Ok(None);
        }
        let carries = Forest::grow(model, &self.settings.find_cuts(model)?).carries;
        let motions = look(workspace, &self.initial)?;
        match play::find(model, &motions, &carries, &make::make_bodies, tolerance) {
            Found::Nothing => Ok(None),
            Found::Play(play) => Ok(Some(Arc::new(play))),
            Found::TooMuch(too_much) => Err(refuse_play(model, too_much)),
            Found::Rigid(too_much) => {
                self.nearly_movable = Some(too_much);
                Ok(None)
            }
        }
    }

    /// Where joints are open by more than the tolerance allows, but not by much: refuses what is meant to have play.
    /// Assembled as it is, such a mechanism would be locked, if it can be assembled at all.
    ///
    /// # Errors
    /// When it has more play than the tolerance.
    fn refuse_more_play(&self, model: &Model, workspace: &mut Multibody) -> Result<(), SimulationError> {
        let tolerance = self.settings.assembly_tolerance;
        let n_rows = workspace.equations.system.pattern.n_rows();
        if n_rows > play::MOST_EQUATIONS || n_rows == 0 {
            return Ok(());
        }
        workspace.update_constraints(self.initial.time, &self.initial.values);
        let open = calc_misfit(workspace, self.length_scale);
        let is_near =
            open > play::MOST_MISFIT_AT_START * tolerance && open <= MOST_NEEDED && open <= NEAR_TOLERANCE * tolerance;
        if !is_near {
            return Ok(());
        }
        let carries = Forest::grow(model, &self.settings.find_cuts(model)?).carries;
        let motions = look(workspace, &self.initial)?;
        let too_much = play::find_too_much(model, &motions, &carries, &make::make_bodies, [tolerance, open]);
        too_much.map_or(Ok(()), |too_much| Err(refuse_play(model, too_much)))
    }

    /// For `recursive`: forest, initial state and elimination in joint coordinates. What was found of the mechanism
    /// stays.
    fn take_joint_coordinates(&mut self, model: &Model, motions: Vec<BodyMotion>) -> Result<(), SimulationError> {
        let whole = self.arrange_joint_coordinates(model, motions)?;
        self.take_arrangement(model, whole)
    }

    /// For `recursive`: the forest, divided as asked for, where the bodies move like this.
    pub(super) fn arrange_joint_coordinates(
        &self,
        model: &Model,
        motions: Vec<BodyMotion>,
    ) -> Result<Arrangement, SimulationError> {
        let cuts = self.settings.find_cuts(model)?;
        let whole = Arrangement::new(model, &cuts, motions, self.initial.unwrapped_angles.clone());
        Ok(whole.divide(model, self.parts_to_make(model)))
    }
}

/// How fast a mechanism of this size moves (1/s), by the speeds and accelerations of its bodies; never slower than
/// [`SLOWEST`].
fn calc_pace(motions: &[BodyMotion], length_scale: f64) -> f64 {
    let of_body = |m: &BodyMotion| {
        let (linear, angular) = (m.acceleration.linear.norm() / length_scale, m.acceleration.angular.norm());
        [m.velocity.angular.norm(), angular.sqrt(), linear.sqrt()]
    };
    // Accelerations that are not finite say nothing.
    motions.iter().flat_map(of_body).filter(|x| x.is_finite()).fold(SLOWEST, f64::max)
}

/// Where the bodies are and how they move; accelerations need not be finite.
pub(super) fn look(workspace: &mut Multibody, state: &State) -> Result<Vec<BodyMotion>, SimulationError> {
    let mut seen = Observation::default();
    match workspace.observe(state.time, &state.values, &mut seen) {
        Ok(()) | Err(SimulationError::NotFinite { .. }) => Ok(seen.bodies),
        Err(other) => Err(other),
    }
}

fn refuse_play(model: &Model, TooMuch { joint, misfit, tolerance }: TooMuch) -> SimulationError {
    SimulationError::TooMuchPlay { joint: model.joints[joint.index()].name.clone(), misfit, tolerance }
}

/// Rank and redundant groups at a state: exactly for models of moderate size, by elimination for large ones.
pub(super) fn find_rank(workspace: &mut Multibody, state: &State, length_scale: f64) -> (usize, Vec<Group>) {
    workspace.update_constraints(state.time, &state.values);
    let system = &workspace.equations.system;
    let n_columns = system.pattern.n_handles() * system.pattern.width();
    if redundancy::is_affordable(system.pattern.n_rows(), n_columns)
        && let Some(found) = Redundancy::find(&system.scaled_rows(length_scale), &joints_of(workspace))
    {
        return (found.rank, found.groups);
    }
    workspace.factor();
    (workspace.solver.rank_report().rank, Vec::new())
}

/// By row: its joint.
fn joints_of(workspace: &Multibody) -> Vec<JointId> {
    (0..workspace.equations.system.pattern.n_rows()).map(|row| workspace.equations.joint_of_row(row)).collect()
}
