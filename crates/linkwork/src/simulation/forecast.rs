//! How often a run will evaluate the rates: known where steps are given, tried where the integrator chooses them.

use super::Simulation;
use crate::methods::IntegratorKind;
use crate::model::Model;
use crate::plan::Plan;

/// Steps that are tried. The first half is left to the integrator, which begins with a short step and finds out.
const STEPS: u64 = 40;

impl Simulation {
    /// How often the rates will be evaluated until the plan's end, about: from the first steps, where steps are not
    /// given. The same number for the same input.
    pub fn expect_evaluations(model: &Model, plan: &Plan) -> f64 {
        let settings = &plan.settings;
        let steps = settings.end / settings.step;
        match plan.chosen().integrator {
            IntegratorKind::Rk4 => 4.0 * steps,
            IntegratorKind::Adams => 2.0 * steps,
            IntegratorKind::AdamsBashforth => steps,
            IntegratorKind::Dopri5 | IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => try_steps(model, plan),
        }
    }
}

/// As many evaluations for every second as the second half of the first steps took. Runs that end in trouble, or nearly
/// at once, are none to prepare for.
fn try_steps(model: &Model, plan: &Plan) -> f64 {
    let Ok(mut simulation) = Simulation::new(model.clone(), plan.clone()) else { return 0.0 };
    let end = plan.settings.end;
    let mut half = (0, 0.0);
    for step in 0..STEPS {
        if simulation.state().time >= end || simulation.step(end).is_err() {
            return 0.0;
        }
        if step + 1 == STEPS / 2 {
            half = (simulation.workspace().counters.evaluations, simulation.state().time);
        }
    }
    let (evaluations, time) = (simulation.workspace().counters.evaluations, simulation.state().time);
    (evaluations - half.0) as f64 / (time - half.1) * end
}

#[cfg(test)]
mod tests {
    use crate::recorder::Memory;
    use crate::{Model, Plan, Settings, Simulation, gallery};

    /// Within a factor of three of what the run takes, which is a few hundred to ten thousand evaluations.
    #[test]
    fn evaluations_are_foreseen() {
        for (name, end) in [("andrews", 0.02), ("four-bar", 2.0), ("slider-crank", 1.0)] {
            let model = Model::parse(&gallery::find(name).unwrap(), "model.toml").unwrap();
            let plan = Plan::choose(&model, &Settings { end, ..Settings::default() }).unwrap();
            let expected = Simulation::expect_evaluations(&model, &plan);
            let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
            simulation.run(&mut Memory::default()).unwrap();
            let taken = simulation.workspace().counters.evaluations as f64;
            assert!((0.33..3.0).contains(&(expected / taken)), "{name}: {expected} expected, {taken} taken");
        }
    }

    #[test]
    fn runs_that_end_at_once_are_nothing_to_prepare_for() {
        let model = Model::parse(&gallery::find("four-bar").unwrap(), "model.toml").unwrap();
        let plan = Plan::choose(&model, &Settings { end: 1e-3, ..Settings::default() }).unwrap();
        assert_eq!(Simulation::expect_evaluations(&model, &plan), 0.0);
    }
}
