//! Formulations: which coordinates describe the mechanism, and how they produce G, M⁻¹, f and τ.
//!
//! A formulation turns a state into the pieces of the reduced system and multipliers into rates, and it turns a
//! state into what users see. It owns the memory of its stages; each stage is one call, in the order of one evaluation.

pub mod bodies;
pub mod cartesian;
pub mod multiscale;
pub mod natural;
pub mod recursive;

use crate::error::StepError;
use crate::ids::JointId;
use crate::methods::FormulationKind;
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::Team;
use crate::reduced::ReducedSystem;
use crate::state::State;
use std::ops::Range;

/// The constraint equations of one evaluation (stage 3).
#[derive(Clone, Debug)]
pub struct Equations {
    /// G and M⁻¹.
    pub system: ReducedSystem,
    /// The joint of each block.
    pub joints: Vec<JointId>,
    /// How many further equations, independent ones, the coordinates satisfy by themselves.
    pub n_satisfied: usize,
    /// Handles whose motion is computed here; that of the others is known from other processes.
    pub own_handles: Range<usize>,
    /// Φ by row.
    pub residual: Vec<f64>,
    /// ν by row, in G v = ν.
    pub velocity: Vec<f64>,
    /// b = G M⁻¹ f − τ by row, in E λ = b, and Baumgarte's feedback before it is solved; valid when forces are those of the same values.
    pub right_side: Vec<f64>,
}

impl Equations {
    /// Zeros for this system.
    pub fn new(system: ReducedSystem, joints: Vec<JointId>) -> Equations {
        let n = system.pattern.n_rows();
        let rows = vec![0.0; n];
        let (residual, velocity, own_handles) = (rows.clone(), rows.clone(), 0..system.pattern.n_handles());
        Equations { system, joints, n_satisfied: 0, own_handles, residual, velocity, right_side: rows }
    }

    /// The joint to which a row belongs.
    pub fn joint_of_row(&self, row: usize) -> JointId {
        self.joints[self.system.pattern.block_of_row(row)]
    }
}

/// Coordinates of the handles, one handle after the other at the front of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// x, y and an angle.
    Planar,
    /// x, y, z and four Euler parameters.
    Spatial,
}

impl Coordinates {
    /// Coordinates of one handle.
    pub fn count(self) -> usize {
        match self {
            Coordinates::Planar => 3,
            Coordinates::Spatial => 7,
        }
    }
}

/// In which form a formulation wants to know what constraint loads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// M⁻¹Gᵀλ: how each handle moves, where its motion is that of its own coordinates.
    Motion,
    /// Gᵀλ: the load on each handle, where a handle's motion is that of many coordinates, and theirs of many handles.
    Load,
}

/// A choice of coordinates.
pub trait Formulation: Send {
    /// The method that this is.
    fn kind(&self) -> FormulationKind;

    /// The coordinates of each handle, where each has its own; `None` where they are shared.
    fn coordinates(&self) -> Option<Coordinates> {
        None
    }

    /// What `write_rates`, `displace` and `push` are given.
    fn effect(&self) -> Effect {
        Effect::Motion
    }

    /// By part of the mechanism: two stretches of the values, its coordinates and its velocities. None where it has one part only.
    fn parts(&self) -> Vec<[Range<usize>; 2]> {
        Vec::new()
    }

    /// The state that the model file describes, assembled or not.
    fn initial_state(&self, model: &Model) -> State;

    /// The equations' pattern with zeros in it.
    fn equations(&self, model: &Model) -> Equations;

    /// Stage 1: where the bodies are and how they move.
    fn update_kinematics(&mut self, model: &Model, values: &[f64], team: &Team);

    /// Stage 2: applied forces, and from them the accelerations of the handles without constraints. Needs stage 1.
    fn update_forces(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team);

    /// Stage 3: Φ, G, ν, τ and M⁻¹. Needs stage 1; after stage 2 also b.
    fn assemble(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], equations: &mut Equations, team: &Team);

    /// Stages 1 to 3 at this time, with these values and unwrapped angles; stages may share passes over the bodies.
    fn prepare(&mut self, model: &Model, now: (f64, &[f64], &[f64]), equations: &mut Equations, team: &Team) {
        self.prepare_by_stages(model, now, equations, team);
    }

    /// The same, one stage after the other.
    fn prepare_by_stages(
        &mut self,
        model: &Model,
        (time, values, unwrapped_angles): (f64, &[f64], &[f64]),
        equations: &mut Equations,
        team: &Team,
    ) {
        // 1 kinematics: where the bodies are and how they move.
        self.update_kinematics(model, values, team);

        // 2 forces: applied forces and the accelerations they alone would cause.
        self.update_forces(model, time, unwrapped_angles, team);

        // 3 assemble: Φ, G, ν, τ, M⁻¹ and b = G M⁻¹ f − τ.
        self.assemble(model, time, unwrapped_angles, equations, team);
    }

    /// Whether stage 4 is the formulation's own, by [`find_multipliers`](Formulation::find_multipliers), and no solver's.
    fn finds_multipliers(&self) -> bool {
        false
    }

    /// Stage 4 where it is the formulation's own: λ, found without solving E λ = b.
    ///
    /// # Errors
    /// When they cannot be found.
    fn find_multipliers(
        &mut self,
        _model: &Model,
        _now: &Unsolved,
        _multipliers: &mut [f64],
        _team: &Team,
    ) -> Result<(), StepError> {
        Ok(())
    }

    /// What was done on a scale of time below that of the steps; `None` where there is no such scale.
    fn micro_stats(&self) -> Option<MicroStats> {
        None
    }

    /// Velocities of the handles that belong to the velocities in `values`, as G acts on them, at the positions of the last
    /// stage 1.
    fn handle_velocities<'a>(&'a mut self, values: &'a [f64]) -> &'a [f64];

    /// Stage 5: rates of all values, given the [`Effect`] of the constraints on the handles, Gᵀλ or M⁻¹Gᵀλ.
    fn write_rates(&mut self, values: &[f64], constraints: &[f64], rates: &mut [f64], team: &Team);

    /// Stage 5, second half, where velocities are known after the first half only: adds what forces and multipliers make of momenta.
    fn add_force_rates(&mut self, _: &Model, _: (f64, &[f64]), _multipliers: &[f64], _rates: &mut [f64], _: &Team) {}

    /// Whether values hold momenta with impulses of constraints in them: what constraints alone could have changed of these has no
    /// effect on the motion, so errors there do not count.
    fn has_impulses(&self) -> bool {
        false
    }

    /// Takes the impulses that constraints have given so far out of the values last evaluated, and out of their rates.
    fn forget_impulses(&mut self, _values: &mut [f64], _rates: &mut [f64]) {}

    /// Where multipliers and rates are no loads and accelerations: stage 3 again for these, b = G M⁻¹ f − τ at the velocities of the last
    /// stage 5. Says whether there is something to solve. Like the above it is given time and unwrapped angles.
    fn assemble_accelerations(&mut self, _: &Model, _: (f64, &[f64]), _: &mut Equations, _: &Team) -> bool {
        false
    }

    /// The [`Effect`] of the solution.
    fn take_accelerations(&mut self, _constraints: &[f64]) {}

    /// Moves coordinates by small displacements of the handles, or by what loads on them would move: the [`Effect`] of the
    /// multipliers of a projection.
    fn displace(&mut self, values: &mut [f64], effect: &[f64]);

    /// Has coordinates satisfy the equations that they have among themselves, where feedback alone would do that in time.
    fn normalize(&self, _values: &mut [f64]) {}

    /// Adds velocities of the handles, or those that impulsive loads on them would cause: see [`Effect`].
    fn push(&mut self, values: &mut [f64], effect: &[f64]);

    /// Takes the joint angles of stage 1 as the new unwrapped angles, nearest to the old ones moved on by `elapsed`
    /// seconds.
    fn update_unwrapped_angles(&mut self, model: &Model, elapsed: f64, unwrapped_angles: &mut [f64]);

    /// Stage 8: motion, reactions and energies as users see them, after stages 1–5. Residuals are the workspace's.
    fn observe(&mut self, model: &Model, now: &Moment, seen: &mut Observation);

    /// Names the value at this position, for messages: "the acceleration of body 'crank'".
    fn describe(&self, model: &Model, index: usize) -> String;
}

/// What stages 1 to 3 know when a formulation finds λ by itself.
#[derive(Clone, Copy, Debug)]
pub struct Unsolved<'a> {
    /// In s.
    pub time: f64,
    /// The state's values.
    pub values: &'a [f64],
    /// The state's unwrapped angles.
    pub unwrapped_angles: &'a [f64],
    /// G, Φ, and b with feedback.
    pub equations: &'a Equations,
    /// G v − ν, by row.
    pub rate: &'a [f64],
    /// Rate α of Baumgarte's feedback; zero without.
    pub feedback: f64,
}

/// What one evaluation left behind, for observing it.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// In s.
    pub time: f64,
    /// The state's values.
    pub values: &'a [f64],
    /// Their rates.
    pub rates: &'a [f64],
    /// The state's unwrapped angles.
    pub unwrapped_angles: &'a [f64],
    /// λ.
    pub multipliers: &'a [f64],
    /// G and Φ.
    pub equations: &'a Equations,
}

/// What a formulation with micro steps has done so far, and how well.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MicroStats {
    /// Micro steps.
    pub steps: u64,
    /// Windows.
    pub windows: u64,
    /// Times the multipliers were found.
    pub evaluations: u64,
    /// The largest part of the loads that was left unbalanced: ‖E λ − b‖ over ‖b‖.
    pub unbalanced: f64,
}
