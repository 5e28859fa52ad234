//! How often a run will evaluate the rates: known where steps are given, tried where the integrator chooses them.

use super::Simulation;
use crate::methods::IntegratorKind;
use crate::model::Model;
use crate::plan::Plan;

/// Steps that are tried, after the first ones, which are left to the integrator: it begins with a short step and finds
/// out. After the first half of them a number that is far from the one in question is told, which is all that matters.
const FIRST: u64 = 6;
const STEPS: u64 = 34;
/// Far is this many times as large, or as small.
const FAR: f64 = 2.0;

impl Simulation {
    /// How often the rates will be evaluated until the plan's end, about: from the first steps, where steps are not
    /// given. The better the nearer it is to the number in question. The same number for the same input.
    pub fn expect_evaluations(model: &Model, plan: &Plan, in_question: f64) -> f64 {
        let settings = &plan.settings;
        let steps = settings.end / settings.step;
        match plan.chosen().integrator {
            IntegratorKind::Rk4 => 4.0 * steps,
            IntegratorKind::Adams => 2.0 * steps,
            IntegratorKind::AdamsBashforth => steps,
            IntegratorKind::Dopri5 | IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => {
                try_steps(model, plan, in_question).unwrap_or(0.0)
            }
        }
    }
}

/// As many evaluations for every second as the steps took that were tried. Runs that end in trouble, or nearly at once,
/// are none to prepare for.
fn try_steps(model: &Model, plan: &Plan, in_question: f64) -> Option<f64> {
    let mut simulation = Simulation::new(model.clone(), plan.clone()).ok()?;
    let end = plan.settings.end;
    let mut advance = |steps: u64| {
        for _ in 0..steps {
            if simulation.state().time >= end {
                return None;
            }
            simulation.step(end).ok()?;
        }
        Some((simulation.workspace().counters.evaluations, simulation.state().time))
    };
    let (before, start) = advance(FIRST)?;
    let mut expected = 0.0;
    for _ in 0..2 {
        let (evaluations, time) = advance(STEPS / 2)?;
        expected = (evaluations - before) as f64 / (time - start) * end;
        if !(in_question / FAR..in_question * FAR).contains(&expected) {
            break;
        }
    }
    Some(expected)
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
            let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
            simulation.run(&mut Memory::default()).unwrap();
            let taken = simulation.workspace().counters.evaluations as f64;
            for in_question in [0.01 * taken, taken, 100.0 * taken] {
                let expected = Simulation::expect_evaluations(&model, &plan, in_question);
                assert!((0.33..3.0).contains(&(expected / taken)), "{name}: {expected} expected, {taken} taken");
            }
        }
    }

    #[test]
    fn runs_that_end_at_once_are_nothing_to_prepare_for() {
        let model = Model::parse(&gallery::find("four-bar").unwrap(), "model.toml").unwrap();
        let plan = Plan::choose(&model, &Settings { end: 1e-3, ..Settings::default() }).unwrap();
        assert_eq!(Simulation::expect_evaluations(&model, &plan, 1000.0), 0.0);
    }
}
