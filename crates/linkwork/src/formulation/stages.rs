//! One evaluation, where stages come in their usual order: 1 kinematics, 2 forces, 3 assemble, 4 solve, 5 rates.

use super::bodies::{PowerMeter, SignalMemory};
use super::{Angles, Equations, Formulation, Level, Moment, Now, Variables};
use crate::error::StepError;
use crate::model::Model;
use crate::observation::Observation;
use crate::parallel::Team;
use crate::singular::is_accurate;
use crate::workspace::{Switches, Workspace};

/// A formulation with the stages in this order, each a call.
pub(crate) trait Stages: Variables {
    /// Stage 1: where the bodies are and how they move.
    fn update_kinematics(&mut self, model: &Model, values: &[f64], team: &Team);

    /// Stage 2: applied forces, and from them the accelerations of the handles without constraints. Needs stage 1.
    fn update_forces(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team);

    /// Stage 3: Φ, G, ν, τ and M⁻¹. Needs stage 1; after stage 2 also b = G M⁻¹ f − τ.
    fn assemble(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], equations: &mut Equations, team: &Team);

    /// Stages 1 to 3 where nothing but weight acts, sharing passes over the bodies.
    fn fall(&mut self, model: &Model, now: Now, workspace: &mut Workspace);

    /// Stage 5: rates of all values, given the effect of the constraints on the handles: a = M⁻¹ (f − Gᵀ λ).
    fn write_rates(&mut self, values: &[f64], effect: &[f64], rates: &mut [f64], team: &Team);

    /// Has the next evaluations at one state find the motion without ballast.
    fn begin_removal(&mut self);

    /// Whether another evaluation is needed for it, after one with these rates.
    fn advance_removal(&mut self, model: &Model, rates: &[f64]) -> bool;

    /// Has the next evaluations at one state find the friction that follows reactions.
    fn begin_friction(&mut self);

    /// Whether another evaluation is needed for it, to this relative tolerance, after one that left this behind.
    ///
    /// # Errors
    /// Where it does not settle.
    fn advance_friction(&mut self, model: &Model, now: &Moment, tolerance: f64) -> Result<bool, StepError>;

    /// The power of loads at the last stage 2, and which drivers there are.
    fn power_meter(&self) -> &PowerMeter;

    /// Functions at the sign of which loads switch, where bodies are since stage 2.
    fn write_switches(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], switches: &mut Switches);

    /// Memory of the model's expressions in stage 2: their values, and the states that they read.
    fn signals(&mut self) -> &mut SignalMemory;

    /// Takes the joint angles of stage 1, which was at these values, as the new unwrapped angles, nearest to the old
    /// ones moved on.
    fn update_unwrapped_angles(&mut self, model: &Model, values: &[f64], angles: Angles);

    /// Stage 8, after stages 1 to 5.
    fn write_observation(&mut self, model: &Model, now: &Moment, seen: &mut Observation);
}

impl<S: Stages> Formulation for S {
    fn evaluate(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        rates: &mut [f64],
    ) -> Result<(), StepError> {
        // 1 kinematics, 2 forces, 3 assemble.
        self.signals().take_states(now.states);
        self.signals().take_soft(now.soft);
        self.begin_removal();
        self.begin_friction();
        if workspace.looks_for_switches {
            write_switches(self, model, now, workspace);
            return Ok(());
        }
        prepare(self, model, now, workspace);

        // 4 solve: E λ = b.
        workspace.solve(now.time);
        if workspace.projects && workspace.is_nearly_singular() {
            return evaluate_settled(self, model, now, workspace, rates);
        }

        // 5 rates: a = M⁻¹ (f − Gᵀ λ).
        write_rates(self, now, workspace, rates);
        remove_ballast(self, model, now, workspace, rates);
        let outcome = settle_friction(self, model, now, workspace, rates);
        write_companions(self, model, workspace);
        outcome
    }

    fn update_constraints(&mut self, model: &Model, now: Now, workspace: &mut Workspace) {
        update_constraints(self, model, now, workspace);
    }

    fn observe(
        &mut self,
        model: &Model,
        now: Now,
        workspace: &mut Workspace,
        seen: &mut Observation,
    ) -> Result<(), StepError> {
        let outcome = evaluate_in_place(self, model, now, workspace);
        settle_imbalance(self, now, workspace);
        observe(self, model, now, workspace, seen);
        outcome
    }

    fn normalize(&self, _values: &mut [f64]) {
        // Displacements do that.
    }

    fn forget_impulses(&mut self, _values: &mut [f64], _rates: &mut [f64]) {
        // Velocities have none in them.
    }

    fn follow_angles(&mut self, model: &Model, values: &[f64], angles: Angles, team: &Team) {
        self.update_kinematics(model, values, team);
        self.update_unwrapped_angles(model, values, angles);
    }
}

/// Stages 1 to 3: b = G M⁻¹ f − τ, and Baumgarte's feedback where asked for.
pub(super) fn prepare(stages: &mut dyn Stages, model: &Model, now: Now, workspace: &mut Workspace) {
    if model.only_weight_acts() {
        stages.fall(model, now, workspace);
        add_feedback(stages, now, workspace);
    } else {
        stages.update_kinematics(model, now.values, &workspace.team);
        load(stages, model, now, workspace);
    }
}

/// Stages 2 and 3, where bodies are since stage 1.
fn load(stages: &mut dyn Stages, model: &Model, now: Now, workspace: &mut Workspace) {
    let Workspace { equations, unwrapped_angles, team, .. } = workspace;
    stages.update_forces(model, now.time, unwrapped_angles, team);
    stages.assemble(model, now.time, unwrapped_angles, equations, team);
    add_feedback(stages, now, workspace);
}

fn add_feedback(stages: &mut dyn Stages, now: Now, workspace: &mut Workspace) {
    if workspace.feedback > 0.0 {
        workspace.update_velocity_residual(stages.handle_velocities(now.values));
        workspace.add_feedback();
    }
}

/// Stage 5.
pub(super) fn write_rates(stages: &mut dyn Stages, now: Now, workspace: &mut Workspace, rates: &mut [f64]) {
    workspace.respond();
    stages.write_rates(now.values, workspace.effect(), rates, &workspace.team);
}

/// Near a singular position σ → 0 accelerations amplify what violates G v = ν by 1/σ. Inside a step values violate it a
/// little; there the rates are those of the nearest velocities that do not. The factor stays valid.
fn evaluate_settled(
    stages: &mut dyn Stages,
    model: &Model,
    now: Now,
    workspace: &mut Workspace,
    rates: &mut [f64],
) -> Result<(), StepError> {
    // Taken out while it is an argument; put back below.
    let mut settled = std::mem::take(&mut workspace.settled);
    settled.copy_from_slice(now.values);
    workspace.update_velocity_residual(stages.handle_velocities(&settled));
    stages.displace(Level::Velocity, &mut settled, workspace.calc_velocity_correction());
    let now = Now { values: &settled, ..now };
    prepare(stages, model, now, workspace);
    workspace.solve_again();
    write_rates(stages, now, workspace, rates);
    remove_ballast(stages, model, now, workspace, rates);
    let outcome = settle_friction(stages, model, now, workspace, rates);
    write_companions(stages, model, workspace);
    workspace.settled = settled;
    outcome
}

/// Where bodies have ballast: evaluates, with the factor at hand, until rates are those without.
fn remove_ballast(stages: &mut dyn Stages, model: &Model, now: Now, workspace: &mut Workspace, rates: &mut [f64]) {
    while !model.ballast.is_empty() && stages.advance_removal(model, rates) {
        prepare(stages, model, now, workspace);
        workspace.solve_again();
        workspace.refine();
        write_rates(stages, now, workspace, rates);
    }
}

/// Where friction follows reactions: evaluates, with the factor at hand, until reactions are those with their own
/// friction.
fn settle_friction(
    stages: &mut dyn Stages,
    model: &Model,
    now: Now,
    workspace: &mut Workspace,
    rates: &mut [f64],
) -> Result<(), StepError> {
    let Some(tolerance) = workspace.friction_tolerance else { return Ok(()) };
    loop {
        workspace.minimize_norm();
        let moment = Moment { rates, ..Moment::of(now, workspace) };
        if !stages.advance_friction(model, &moment, tolerance)? {
            return Ok(());
        }
        stages.begin_removal();
        load(stages, model, now, workspace);
        workspace.solve_again();
        write_rates(stages, now, workspace, rates);
        remove_ballast(stages, model, now, workspace, rates);
    }
}

/// Stages 1 and 2 are all that switching functions depend on: equations, factor and reactions stay as they are.
pub(super) fn write_switches(stages: &mut dyn Stages, model: &Model, now: Now, workspace: &mut Workspace) {
    let Workspace { unwrapped_angles, team, switches, .. } = workspace;
    stages.update_kinematics(model, now.values, team);
    if !model.signals.program.is_empty() {
        // Expressions are values of stage 2; what else switches depends on poses alone.
        stages.update_forces(model, now.time, unwrapped_angles, team);
    }
    stages.write_switches(model, now.time, unwrapped_angles, switches);
}

/// At the values last evaluated: rates of the model's states, and the power of drivers and loads where it is asked for.
pub(super) fn write_companions(stages: &mut dyn Stages, model: &Model, workspace: &mut Workspace) {
    let Workspace { equations, multipliers, power, state_rates, .. } = workspace;
    stages.signals().write_state_rates(model, state_rates);
    if !power.is_empty() {
        stages.power_meter().measure(|row| -multipliers[row] * equations.velocity[row], power);
    }
}

/// Stages 1 and 3.
pub(super) fn update_constraints(stages: &mut dyn Stages, model: &Model, now: Now, workspace: &mut Workspace) {
    let Workspace { equations, unwrapped_angles, team, .. } = workspace;
    stages.update_kinematics(model, now.values, team);
    stages.assemble(model, now.time, unwrapped_angles, equations, team);
}

/// Stage 8, after an evaluation with rates in the workspace.
pub(super) fn observe(
    stages: &mut dyn Stages,
    model: &Model,
    now: Now,
    workspace: &mut Workspace,
    seen: &mut Observation,
) {
    workspace.minimize_norm();
    stages.write_observation(model, &Moment::of(now, workspace), seen);
    stages.power_meter().sum_stored(&seen.stored, &mut workspace.stored);
    workspace.update_velocity_residual(stages.handle_velocities(now.values));
}

/// Looks how far the accelerations of the last evaluation miss the constraints. Where round-off has spoiled them, rows
/// of results get refined ones.
fn settle_imbalance(stages: &mut dyn Stages, now: Now, workspace: &mut Workspace) {
    workspace.update_imbalance();
    if !is_accurate(workspace.imbalance.size) && !workspace.is_nearly_singular() {
        workspace.refine();
        // Taken out while it is written; put back below.
        let mut rates = std::mem::take(&mut workspace.rates);
        write_rates(stages, now, workspace, &mut rates);
        workspace.rates = rates;
    }
}

/// Evaluates with rates in the workspace.
pub(super) fn evaluate_in_place(
    formulation: &mut dyn Formulation,
    model: &Model,
    now: Now,
    workspace: &mut Workspace,
) -> Result<(), StepError> {
    // Taken out while it is written; put back below.
    let mut rates = std::mem::take(&mut workspace.rates);
    let outcome = formulation.evaluate(model, now, workspace, &mut rates);
    workspace.rates = rates;
    outcome
}
