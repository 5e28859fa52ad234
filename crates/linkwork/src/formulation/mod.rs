//! Formulations: which coordinates describe the mechanism, and how rates follow from them.
//!
//! A formulation owns the evaluation from a state to its rates. It fills the reduced system, has it solved, and turns
//! multipliers into rates; it also turns a state into what users see. `cartesian` and `recursive` share the list of
//! stages in [`stages`]; `natural` and `multiscale` have their own.

pub(crate) mod bodies;
mod body_motions;
pub(crate) mod cartesian;
mod differential;
pub(crate) mod multiscale;
pub(crate) mod natural;
pub(crate) mod recursive;
pub(crate) mod stages;

pub(crate) use crate::workspace::{Effect, Equations, Level};
pub(crate) use differential::{Differential, Evaluated};

use crate::error::StepError;
use crate::methods::FormulationKind;
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::Team;
use crate::singular::is_accurate;
use crate::state::State;
use crate::workspace::Workspace;
use body_motions::BodyMotions;
use differential::Differentiable;
use std::ops::Range;

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

/// The values that describe a mechanism, and what they are to others.
pub trait Variables: Send {
    /// The method that this is, and what else others need to know of it.
    fn facts(&self) -> Facts;

    /// The state that the model file describes, assembled or not.
    fn initial_state(&self, model: &Model) -> State;

    /// The equations' pattern with zeros in it.
    fn equations(&self, model: &Model) -> Equations;

    /// Velocities of the handles that belong to the velocities in `values`, as G acts on them, at the positions of the
    /// last stage 1.
    fn handle_velocities<'a>(&'a mut self, values: &'a [f64]) -> &'a [f64];

    /// Moves coordinates by small displacements of the handles, or changes velocities by those of the handles; where
    /// the equations' [`Effect`] are loads, by what loads on the handles would do.
    fn displace(&mut self, level: Level, values: &mut [f64], effect: &[f64]);

    /// Names the value at this position, for messages: "the acceleration of body 'crank'".
    fn describe(&self, model: &Model, index: usize) -> String;

    /// Values as motions of bodies, where implicit methods can have them.
    fn body_motions(&mut self) -> Option<&mut dyn BodyMotions> {
        None
    }

    /// Values whose accelerations can be differentiated, where they are such.
    fn differentiable(&self) -> Option<&dyn Differentiable> {
        None
    }
}

/// A choice of coordinates: it owns the evaluation from values to their rates.
pub trait Formulation: Variables {
    /// Stages 1 to 5: from values to their rates. The angles are those of the workspace.
    ///
    /// # Errors
    /// When the multipliers cannot be found.
    fn evaluate(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        rates: &mut [f64],
    ) -> Result<(), StepError>;

    /// Stages 1 and 3 alone: Φ, G, ν and M⁻¹.
    fn update_constraints(&mut self, model: &Model, now: Now, workspace: &mut Workspace);

    /// Has coordinates satisfy the equations that they have among themselves, where feedback alone would do that in
    /// time.
    fn normalize(&self, values: &mut [f64]);

    /// Where values are momenta: takes the impulses that constraints have given so far out of the values last
    /// evaluated, and out of their rates. The motion stays the same.
    fn forget_impulses(&mut self, values: &mut [f64], rates: &mut [f64]);

    /// Stage 1, and the joint angles there as the new unwrapped angles, nearest to the old ones moved on by `elapsed`
    /// seconds.
    fn follow_angles(&mut self, model: &Model, values: &[f64], angles: Angles, team: &Team);

    /// Stages 1 to 5, rates into the workspace, then stage 8: motion, reactions and energies as users see them. Leaves
    /// Φ and G v − ν of what is seen in the workspace.
    ///
    /// # Errors
    /// When the multipliers cannot be found; what was seen is then not reliable.
    fn observe(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        seen: &mut Observation,
    ) -> Result<(), StepError>;
}

/// Facts about a formulation that others need to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// The method.
    pub kind: FormulationKind,
    /// The coordinates of each handle, where each has its own; `None` where they are shared.
    pub coordinates: Option<Coordinates>,
    /// By part of the mechanism: two stretches of the values, its coordinates and its velocities. None where it has one
    /// part only.
    pub parts: Vec<[Range<usize>; 2]>,
    /// Whether values hold momenta with impulses of constraints in them: what constraints alone could have changed of
    /// these has no effect on the motion, so errors there do not count.
    pub has_impulses: bool,
    /// Work done on a scale of time below that of the steps, where there is one.
    pub micro: Option<MicroStats>,
    /// Work done by a program made for the model, where there is one.
    pub program: Option<ProgramStats>,
    /// The largest error, relative to them, in motions of bodies with ballast.
    pub(crate) ballast_error: f64,
}

impl Facts {
    /// Facts of a method with one part, coordinates that are shared, and nothing else to tell.
    pub fn new(kind: FormulationKind) -> Facts {
        Facts {
            kind,
            coordinates: None,
            parts: Vec::new(),
            has_impulses: false,
            micro: None,
            program: None,
            ballast_error: 0.0,
        }
    }

    /// Says so, if accelerations of light bodies were inaccurate.
    pub(crate) fn ballast_warning(&self) -> Option<String> {
        (!is_accurate(self.ballast_error)).then(|| {
            format!(
                "accelerations of bodies that are very light beside others were off by up to {:.0e} of them: where such \
                 a body moves nearly alone, its own mass decides; give it more, or use `recursive`",
                self.ballast_error
            )
        })
    }
}

/// The argument of the rates: a time, and values at it.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a> {
    /// In s.
    pub time: f64,
    /// Coordinates and velocities.
    pub values: &'a [f64],
    /// Values of the model's own states.
    pub states: &'a [f64],
    /// Coordinates of force elements that are carried beside the motion; none where all are those of the values.
    pub soft: &'a [f64],
}

/// Unwrapped angles on their way to a later or earlier time.
#[derive(Debug)]
pub struct Angles<'a> {
    /// By how much later (s).
    pub elapsed: f64,
    /// The state's unwrapped angles.
    pub unwrapped: &'a mut [f64],
}

/// Results of one evaluation, for observing it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'a> {
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

impl<'a> Moment<'a> {
    /// The results of an evaluation with rates in the workspace.
    pub(crate) fn of(now: Now<'a>, workspace: &'a Workspace) -> Moment<'a> {
        let Workspace { rates, unwrapped_angles, multipliers, equations, .. } = workspace;
        Moment { time: now.time, values: now.values, rates, unwrapped_angles, multipliers, equations }
    }
}

/// Work done so far by a formulation with micro steps, and how well.
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

/// Work done so far by a program made for the model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProgramStats {
    /// Operations an evaluation.
    pub n_operations: usize,
    /// Evaluations that it left to the stages.
    pub n_left: u64,
}
