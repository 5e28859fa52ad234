//! Evaluations by a program made for the model, in the place of stages 1 to 5 of a formulation. Near singular positions
//! the program does not trust what it computed, and the formulation evaluates after all; so it does for everything that
//! is not an evaluation for the integrator: what users see, and stabilization.

use super::{Executor, Specialized};
use crate::error::{SimulationError, StepError};
use crate::formulation::{Angles, Equations, Facts, Formulation, Level, Now, ProgramStats, Variables};
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::Team;
use crate::state::State;
use crate::workspace::Workspace;

/// Why programs are not made for light and massless bodies.
pub(crate) const NO_BALLAST: &str =
    "bodies have no mass, or are very light beside others, which programs leave to other methods";

/// Why programs do not go with `baumgarte`.
pub(crate) const NO_FEEDBACK: &str =
    "programs do not draw back violations; take another stabilization than `baumgarte`";

/// A formulation with a program at work in its place.
pub(crate) struct ByProgram {
    formulation: Box<dyn Formulation>,
    program: Specialized,
    executor: Box<dyn Executor>,
    /// [t, values, unwrapped angles] of the last evaluation.
    inputs: Vec<f64>,
    /// [rates, multipliers, pivots, violations, power] of the last evaluation.
    outputs: Vec<f64>,
    n_left: u64,
    drivers: Vec<Driver>,
}

/// A joint with a driver, and the driver's row.
struct Driver {
    joint: usize,
    row: usize,
}

impl ByProgram {
    /// A program in the place of this formulation's stages.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when it is not a program for this workspace, or constraints pull by feedback,
    /// which programs do not know.
    pub(crate) fn new(
        formulation: Box<dyn Formulation>,
        program: Specialized,
        executor: Box<dyn Executor>,
        model: &Model,
        workspace: &Workspace,
    ) -> Result<ByProgram, SimulationError> {
        let n_inputs = 1 + workspace.rates.len() + workspace.unwrapped_angles.len();
        let refuse = |reason: &str| Err(SimulationError::DoesNotApply { method: "specialize", reason: reason.into() });
        if program.n_rates != workspace.rates.len() || program.evaluation.n_inputs != n_inputs {
            return refuse("the program was made for another model or other coordinates");
        }
        if workspace.feedback > 0.0 {
            return refuse(NO_FEEDBACK);
        }
        let (inputs, outputs) = (vec![0.0; n_inputs], vec![0.0; program.evaluation.outputs.len()]);
        let pattern = &workspace.equations.system.pattern;
        let driver = |joint: usize| {
            model.joints[joint].motion.as_ref()?;
            Some(Driver { joint, row: pattern.rows(joint).next_back()? })
        };
        let drivers = (0..model.n_joints()).filter_map(driver).collect();
        Ok(ByProgram { formulation, program, executor, inputs, outputs, n_left: 0, drivers })
    }
}

impl Variables for ByProgram {
    fn facts(&self) -> Facts {
        let program = ProgramStats { n_operations: self.program.evaluation.operations.len(), n_left: self.n_left };
        Facts { program: Some(program), ..self.formulation.facts() }
    }

    fn initial_state(&self, model: &Model) -> State {
        self.formulation.initial_state(model)
    }

    fn equations(&self, model: &Model) -> Equations {
        self.formulation.equations(model)
    }

    fn handle_velocities<'a>(&'a mut self, values: &'a [f64]) -> &'a [f64] {
        self.formulation.handle_velocities(values)
    }

    fn displace(&mut self, level: Level, values: &mut [f64], effect: &[f64]) {
        self.formulation.displace(level, values, effect);
    }

    fn describe(&self, model: &Model, index: usize) -> String {
        self.formulation.describe(model, index)
    }
}

impl Formulation for ByProgram {
    fn evaluate(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        rates: &mut [f64],
    ) -> Result<(), StepError> {
        if workspace.looks_for_switches {
            // Programs have rates, and no switching functions.
            return self.formulation.evaluate(model, now, workspace, rates);
        }
        let (first, unwrapped_angles) = self.inputs.split_at_mut(1 + now.values.len());
        first[0] = now.time;
        first[1..].copy_from_slice(now.values);
        unwrapped_angles.copy_from_slice(&workspace.unwrapped_angles);
        self.executor.run(&self.inputs, &mut self.outputs);
        workspace.is_behind = self.program.is_trusted(&self.outputs);
        if !workspace.is_behind {
            self.n_left += 1;
            return self.formulation.evaluate(model, now, workspace, rates);
        }
        rates.copy_from_slice(&self.outputs[..rates.len()]);
        if let [power] = &mut workspace.power[..] {
            *power = self.program.power_of_forces(&self.outputs);
            let (multipliers, joints) = (&self.outputs[rates.len()..], &model.joints);
            // −λν, where ν is what the driver asks for.
            let velocity = |joint: usize| joints[joint].motion.as_ref().map_or(0.0, |motion| motion.jet(now.time)[1]);
            *power -= self.drivers.iter().map(|driver| multipliers[driver.row] * velocity(driver.joint)).sum::<f64>();
        }
        // Equations that are kept are independent here, and the others follow from them.
        workspace.evaluated_rank = self.program.kept.len();
        Ok(())
    }

    fn update_constraints(&mut self, model: &Model, now: Now, workspace: &mut Workspace) {
        self.formulation.update_constraints(model, now, workspace);
    }

    fn normalize(&self, values: &mut [f64]) {
        self.formulation.normalize(values);
    }

    fn forget_impulses(&mut self, values: &mut [f64], rates: &mut [f64]) {
        self.formulation.forget_impulses(values, rates);
    }

    fn follow_angles(&mut self, model: &Model, values: &[f64], angles: Angles, team: &Team) {
        self.formulation.follow_angles(model, values, angles, team);
    }

    fn observe(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        seen: &mut Observation,
    ) -> Result<(), StepError> {
        workspace.is_behind = false;
        self.formulation.observe(model, now, workspace, seen)
    }
}
