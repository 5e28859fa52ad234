//! Whether a program made for the model pays: its making against what it saves, by counts alone, so that the same input
//! gives the same bits on any machine.

use super::{ChosenMethods, Plan};
use crate::methods::{FormulationKind, StabilizationKind};
use crate::model::{Model, Space};
use crate::symbolic::{NO_BALLAST, NO_FEEDBACK};

/// Time of making a program, for every body (s), in the plane and in space. Measured by `bench specialize`.
const MAKING_PER_BODY: [f64; 2] = [0.6e-3, 6e-3];
/// Time that a program saves in an evaluation, for every body (s), in the plane and in space. Measured by `bench
/// specialize`.
const SAVED_PER_BODY: [f64; 2] = [0.15e-6, 0.25e-6];
/// Programs for more bodies save less than they are worth: their code no longer fits the caches.
pub(super) const MOST_BODIES: usize = 50;

impl Plan {
    /// Whether methods go with programs made for the model.
    ///
    /// # Errors
    /// Why they do not, in the user's words.
    pub fn check_specializable(&self) -> Result<(), String> {
        let ChosenMethods { formulation, stabilization, integrator, .. } = self.chosen;
        if formulation != FormulationKind::Cartesian {
            return Err(format!("programs are made for `cartesian`, not for `{formulation}`"));
        }
        if self.is_implicit() {
            return Err(format!("`{integrator}` carries coordinates of force elements, which programs do not read"));
        }
        if stabilization == StabilizationKind::Baumgarte {
            return Err(NO_FEEDBACK.into());
        }
        if self.replaced.as_ref().is_some_and(|replaced| !replaced.ballast.is_empty()) {
            return Err(NO_BALLAST.into());
        }
        if self.held.is_some() {
            return Err("the mechanism starts locked, in a position that programs leave to other methods".into());
        }
        Ok(())
    }

    /// Whether a program for the model is made in less time than it saves over the whole run, of so many evaluations;
    /// asked for where it matters, with the number from which on it does.
    pub fn specialization_pays(&self, model: &Model, evaluations: impl FnOnce(f64) -> f64) -> bool {
        let per_body = match model.space {
            Space::Planar => 0,
            Space::Spatial => 1,
        };
        let least = MAKING_PER_BODY[per_body] / SAVED_PER_BODY[per_body];
        self.check_specializable().is_ok()
            && model.n_joints() > 0
            && model.n_bodies() <= MOST_BODIES
            && evaluations(least) > least
    }
}

#[cfg(test)]
mod tests {
    use crate::methods::{FormulationKind, StabilizationKind};
    use crate::{Model, Plan, Settings, Simulation, gallery};

    fn pays(name: &str, settings: Settings) -> bool {
        let model = Model::parse(&gallery::find(name).unwrap(), "model.toml").unwrap();
        let plan = Plan::choose(&model, &settings).unwrap();
        plan.specialization_pays(&model, |least| Simulation::expect_evaluations(&model, &plan, least))
    }

    #[test]
    fn programs_pay_in_long_runs() {
        let with = |integrator: &str, end: f64, step: f64| Settings {
            integrator: integrator.parse().unwrap(),
            end,
            step,
            ..Settings::default()
        };
        assert!(!pays("four-bar", with("dopri5", 1.0, 1e-3)));
        assert!(pays("four-bar", with("dopri5", 1000.0, 1e-3)));
        assert!(pays("slider-crank", with("rk4", 5.0, 1e-4)));
        assert!(!pays("slider-crank", with("rk4", 0.5, 1e-3)));
        // However long, what moves without joints has nothing to save, and other coordinates no programs.
        assert!(!pays("free-body", with("rk4", 100.0, 1e-4)));
        let recursive = Settings { formulation: FormulationKind::Recursive.into(), ..with("rk4", 100.0, 1e-4) };
        assert!(!pays("four-bar", recursive));
    }

    #[test]
    fn methods_that_do_not_go_with_programs_say_so() {
        let model = Model::parse(&gallery::find("four-bar").unwrap(), "model.toml").unwrap();
        let settings = Settings { stabilization: StabilizationKind::Baumgarte.into(), ..Settings::default() };
        let message = Plan::choose(&model, &settings).unwrap().check_specializable().unwrap_err();
        assert!(message.contains("`baumgarte`"), "{message}");
    }
}
