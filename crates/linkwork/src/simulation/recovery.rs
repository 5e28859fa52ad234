//! How a run goes on where a step failed for good, from the last good state: with sturdier methods in the place of
//! those that `auto` chose, or with equations damped that nearly depend on others, and then with joints a little more
//! open than they should be. The summary tells of each.

use super::Simulation;
use super::events::Events;
use crate::error::SimulationError;
use crate::methods::Word;
use crate::multibody::Multibody;
use crate::plan::Plan;
use crate::singular::VIOLATION_PARDONED;
use crate::stabilization::Stabilization;
use crate::state::State;
use std::sync::Arc;

/// The joint that stayed open most where it was pardoned.
#[derive(Clone, Debug)]
pub(super) struct Pardon {
    joint: String,
    residual: f64,
    time: f64,
}

/// The state after the step that gave the last row: of what followed nothing was told, and a run may go back to it.
#[derive(Clone, Debug)]
pub(super) struct Told {
    time: f64,
    values: Vec<f64>,
    unwrapped_angles: Vec<f64>,
}

impl Told {
    pub(super) fn of(state: &State) -> Told {
        let State { time, values, unwrapped_angles, .. } = state.clone();
        Told { time, values, unwrapped_angles }
    }

    pub(super) fn keep(&mut self, state: &State) {
        self.time = state.time;
        self.values.copy_from_slice(&state.values);
        self.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
    }
}

/// Tells a system how violations are treated.
pub(super) fn equip(system: &mut Multibody, stabilization: &dyn Stabilization) {
    system.feedback = stabilization.feedback_rate();
    system.projects = stabilization.projects();
}

impl Simulation {
    /// Makes another attempt possible after a step that failed for good; the state is that of the last good step.
    ///
    /// # Errors
    /// The same error, where nothing is left to be tried.
    pub(super) fn recover(&mut self, error: SimulationError) -> Result<(), SimulationError> {
        let is_numerical = matches!(
            error,
            SimulationError::NotFinite { .. }
                | SimulationError::StepTooSmall { .. }
                | SimulationError::NotStabilized { .. }
        );
        if !is_numerical || self.post.is_some() {
            return Err(error);
        }
        if let Some(plan) = self.find_other_plan() {
            return self.switch(plan, &format!("the methods that were chosen for it failed: {error}"));
        }
        if self.system.pardoned > 0.0 {
            return Err(error);
        }
        self.pardon(error)?;
        self.system.pardoned = VIOLATION_PARDONED;
        self.restart_methods();
        Ok(())
    }

    /// The methods to go on with. Where equations are redundant, no solver tells those that nearly depend on others
    /// from those that do, and damping them comes first.
    fn find_other_plan(&self) -> Option<Plan> {
        let system = &self.system;
        let damped = || self.plan.find_damped(system.rank.saturating_sub(system.equations.n_satisfied));
        let sturdier = || self.plan.find_sturdier(&system.model);
        if system.rank < system.model.n_equations() { damped().or_else(sturdier) } else { sturdier().or_else(damped) }
    }

    /// Takes it that a joint stays open, if that is by little.
    ///
    /// # Errors
    /// The same error, where it is another one or the joint is open too far.
    pub(super) fn pardon(&mut self, error: SimulationError) -> Result<(), SimulationError> {
        // Processes would have to agree on it.
        let limit = if self.post.is_some() { 0.0 } else { VIOLATION_PARDONED * self.model.length_scale() };
        match error {
            SimulationError::NotStabilized { time, joint, residual } if residual <= limit => {
                let worst = self.pardoned.as_ref().map_or(0.0, |pardon| pardon.residual);
                if residual > worst {
                    self.pardoned = Some(Pardon { joint, residual, time });
                }
                Ok(())
            }
            other => Err(other),
        }
    }

    /// A sentence about joints that stayed open.
    pub(super) fn warn_of_pardon(&self) -> Option<String> {
        let Pardon { joint, residual, time } = self.pardoned.as_ref()?;
        Some(format!(
            "next to a singular position at t = {time:.6} s joint '{joint}' could not be closed better than to \
             {residual:.2e}; the run went on"
        ))
    }

    /// Goes back to the last row, where nothing switched since: the steps that failed have felt their way up to a
    /// singular position, and velocities across the way have few digits there.
    fn step_back(&mut self) {
        let Simulation { state, told, plan, events, .. } = self;
        let is_smooth = plan.switching.is_empty() && events.is_none();
        if let Some(told) = told.as_ref().filter(|told| is_smooth && told.time < state.time) {
            state.time = told.time;
            state.values.copy_from_slice(&told.values);
            state.unwrapped_angles.copy_from_slice(&told.unwrapped_angles);
        }
    }

    /// Goes on from the present state by another plan with the same coordinates and equations; with damped equations
    /// from the last row.
    pub(super) fn switch(&mut self, plan: Plan, reason: &str) -> Result<(), SimulationError> {
        let (old, new) = (self.plan.chosen(), plan.chosen());
        let new_damping = plan.is_damped() && !self.plan.is_damped();
        if new_damping {
            self.step_back();
        }
        let mut system = plan.make_workspace(self.plan.share_moving(&self.model))?;
        (system.rank, system.counters) = (self.system.rank, self.system.counters);
        system.unwrapped_angles.copy_from_slice(&self.state.unwrapped_angles);
        system.expect_companions(self.plan.changes_energy);
        self.integrator = plan.make_integrator();
        self.stabilization = plan.make_stabilization(&system)?;
        equip(&mut system, &*self.stabilization);
        self.system = system;
        self.events = Events::of(&plan, &self.state, &mut self.system);
        self.plan = Arc::new(plan);
        self.restart_methods();
        let damps = new_damping.then(|| "nearly dependent equations damped".to_string());
        let replaced: Vec<String> = [
            (old.integrator != new.integrator, old.integrator.word(), new.integrator.word()),
            (old.solver != new.solver, old.solver.word(), new.solver.word()),
            (old.stabilization != new.stabilization, old.stabilization.word(), new.stabilization.word()),
        ]
        .iter()
        .filter(|(differs, ..)| *differs)
        .map(|(_, old, new)| format!("`{new}` in the place of `{old}`"))
        .chain(damps)
        .collect();
        let time = self.state.time;
        self.notes
            .push(format!("from t = {time:.6} s on the run goes on with {}, because {reason}", replaced.join(" and ")));
        Ok(())
    }

    /// Lets all methods start anew from the present state.
    fn restart_methods(&mut self) {
        let Simulation { state, system, integrator, stabilization, spare, .. } = self;
        integrator.start(state);
        state.memories.stabilization = Default::default();
        stabilization.start(system, state);
        state.memories.solver.copy_from(&system.guesses.memory);
        *spare = state.memories.stabilization.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery;
    use crate::model::Model;
    use crate::recorder::Memory;
    use crate::settings::Settings;

    fn start(name: &str, settings: &Settings) -> Simulation {
        let text = gallery::find(name).expect("a model of the gallery");
        let model = Model::parse(&text, "model.toml").expect("a sound model");
        let plan = Plan::choose(&model, settings).expect("a plan");
        Simulation::new(model, plan).expect("a simulation")
    }

    /// As `step` says it, of a joint that is open by so much.
    fn fail(residual: f64) -> SimulationError {
        SimulationError::NotStabilized { time: 0.25, joint: "left".into(), residual }
    }

    #[test]
    fn methods_of_auto_are_replaced_from_the_last_good_state_on() {
        let settings = Settings { end: 0.5, ..Settings::default() };
        let mut whole = start("walker-leg", &settings);
        whole.run(&mut Memory::default()).expect("a motion");

        let mut simulation = start("walker-leg", &settings);
        let old = simulation.plan().chosen();
        while simulation.state().time < 0.2 {
            simulation.step(0.5).expect("a step");
        }
        let before = simulation.state().clone();
        simulation.recover(fail(1.0)).expect("other methods");
        assert_eq!((before.time, &before.values), (simulation.state().time, &simulation.state().values));
        simulation.run(&mut Memory::default()).expect("a motion");

        let (summary, new) = (simulation.summary(), simulation.plan().chosen());
        assert_ne!(old, new);
        assert_eq!(summary.solver, new.solver.word());
        assert_eq!(summary.stabilization, new.stabilization.word());
        let words = format!("goes on with `{}` in the place of `{}`", new.solver.word(), old.solver.word());
        assert!(summary.warnings.iter().any(|warning| warning.contains(&words)), "{:?}", summary.warnings);
        // Steps are others from there on; both keep to the tolerances of 10⁻⁸.
        let values = whole.state().values.iter().zip(&simulation.state().values);
        let apart = values.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-6, "{apart:e}");
        // Then damping is left to be tried, and nothing else.
        simulation.recover(fail(1.0)).expect("damped equations");
        assert!(simulation.plan().is_damped());
        assert_eq!(simulation.recover(fail(1.0)), Err(fail(1.0)));
    }

    #[test]
    fn redundant_equations_are_damped_where_a_step_failed() {
        let settings = Settings { end: 0.5, ..Settings::default() };
        let mut whole = start("four-bar", &settings);
        whole.run(&mut Memory::default()).expect("a motion");

        let mut simulation = start("four-bar", &settings);
        while simulation.state().time < 0.2 {
            simulation.step(0.5).expect("a step");
        }
        let chosen = simulation.plan().chosen();
        simulation.recover(fail(1.0)).expect("damped equations");
        assert_eq!((simulation.plan().chosen(), simulation.plan().is_damped()), (chosen, true));
        simulation.run(&mut Memory::default()).expect("a motion");
        let warnings = simulation.summary().warnings;
        let says = |words: &str| warnings.iter().any(|warning| warning.contains(words));
        assert!(says("goes on with nearly dependent equations damped"), "{warnings:?}");
        assert!(!says("the number of independent constraint equations changed"), "{warnings:?}");
        assert!(!says("the energy changed"), "{warnings:?}");
        let values = whole.state().values.iter().zip(&simulation.state().values);
        let apart = values.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-6, "{apart:e}");
        assert_eq!(simulation.recover(fail(1.0)), Err(fail(1.0)));
    }

    #[test]
    fn methods_of_the_user_stay_and_a_small_residual_is_a_warning() {
        let mut settings = Settings { end: 0.5, ..Settings::default() };
        settings.set("solver", "dense").expect("a solver");
        settings.set("stabilization", "partitioning").expect("a stabilization");
        let mut simulation = start("four-bar", &settings);
        let chosen = simulation.plan().chosen();
        assert_eq!(simulation.recover(fail(1.0)), Err(fail(1.0)));
        simulation.recover(fail(2e-6)).expect("a pardon");
        simulation.run(&mut Memory::default()).expect("a motion");
        assert_eq!(chosen, simulation.plan().chosen());
        let warnings = simulation.summary().warnings;
        let says = |words: &str| warnings.iter().any(|warning| warning.contains(words));
        assert!(says("joint 'left' could not be closed better than to 2.00e-6"), "{warnings:?}");
        assert_eq!(simulation.recover(fail(2e-6)), Err(fail(2e-6)));
    }

    #[test]
    fn what_no_method_can_change_is_no_case_for_another_one() {
        let mut simulation = start("four-bar", &Settings::default());
        let end = SimulationError::LeavesCurve { time: 0.0, joint: "left".into() };
        assert_eq!(simulation.recover(end.clone()), Err(end));
    }
}
