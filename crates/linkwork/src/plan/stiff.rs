//! Stiff models: tolerances of implicit methods, and what they apply to.

use super::Plan;
use crate::compliance::{Fastest, find_fastest};
use crate::error::SimulationError;
use crate::methods::{Choice, FormulationKind, IntegratorKind, Specialize, StabilizationKind, Word};
use crate::model::Model;
use crate::settings::Settings;

/// Relative and absolute tolerance of implicit methods where none are asked for. Those of `dopri5` would make them
/// follow oscillations that nobody sees; a tenth of this is a hundredth of what contacts give way.
const TOLERANCES: [f64; 2] = [1e-6, 1e-7];

/// Tolerances that are asked for; where they are those that settings have by themselves, those of implicit methods.
pub(super) fn tolerances(settings: &Settings) -> [f64; 2] {
    let usual = Settings::default();
    let [rtol, atol] = TOLERANCES;
    [
        if settings.rtol == usual.rtol { rtol } else { settings.rtol },
        if settings.atol == usual.atol { atol } else { settings.atol },
    ]
}

/// Explicit steps are no longer than about this over the fastest rate of the model, whatever the tolerances.
const EXPLICIT_LIMIT: f64 = 3.3;
/// From so many explicit steps on, which nothing but stability asks for, implicit ones are taken. Those cost five to
/// ten times as much, and keep to coarser tolerances: a fast oscillation is worth following while it is not a matter of
/// seconds.
const MANY_STEPS: f64 = 6000.0;

impl Plan {
    /// Takes an implicit integrator where force elements are so stiff that an explicit one would crawl.
    pub(super) fn foresee_stiffness(&mut self, model: &Model) {
        let Settings { integrator, formulation, stabilization, specialize, cuts, end, rtol, .. } = &self.settings;
        let may_be_cartesian = matches!(formulation, Choice::Auto | Choice::Given(FormulationKind::Cartesian));
        let may_project = matches!(stabilization, Choice::Auto | Choice::Given(StabilizationKind::Projection));
        let is_free = *integrator == Choice::Auto && *specialize != Specialize::On && cuts.is_empty();
        if !(is_free && may_be_cartesian && may_project) {
            return;
        }
        // Who asks for more digits than usual wants every oscillation followed.
        if *rtol < Settings::default().rtol {
            return;
        }
        if model.find_contact().is_some() {
            self.chosen.integrator = IntegratorKind::Rosenbrock;
            self.stiffness = Some("follows contacts, which are stiff, at steps of the slow motion".into());
            return;
        }
        let Some(Fastest { element, rate }) = find_fastest(model) else { return };
        let n_steps = end * rate / EXPLICIT_LIMIT;
        if n_steps > MANY_STEPS {
            self.chosen.integrator = IntegratorKind::Rosenbrock;
            self.stiffness = Some(format!(
                "takes steps of the slow motion: '{}' is so stiff that explicit ones would be {:.0e} s long at most",
                model.element_name(element),
                EXPLICIT_LIMIT / rate
            ));
        }
    }

    /// The integrator, and why.
    pub(super) fn advise_integrator(&self) -> (IntegratorKind, String) {
        match &self.stiffness {
            Some(reason) => (IntegratorKind::Rosenbrock, reason.clone()),
            None => (IntegratorKind::Dopri5, "adapts its step to the tolerances".into()),
        }
    }

    /// Whether the integrator takes force elements as joints with compliance.
    pub(crate) fn is_implicit(&self) -> bool {
        match self.chosen.integrator {
            IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => true,
            IntegratorKind::Dopri5 | IntegratorKind::Rk4 => false,
            IntegratorKind::Adams | IntegratorKind::AdamsBashforth => false,
        }
    }

    /// Whether the integrator takes steps of one length.
    pub(crate) fn has_fixed_steps(&self) -> bool {
        match self.chosen.integrator {
            IntegratorKind::Dopri5 | IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => false,
            IntegratorKind::Rk4 | IntegratorKind::Adams | IntegratorKind::AdamsBashforth => true,
        }
    }

    /// Whether an implicit integrator can treat what was chosen beside it.
    pub(super) fn check_implicit(&self) -> Result<(), SimulationError> {
        if !self.is_implicit() {
            return Ok(());
        }
        let method = self.chosen.integrator.word();
        let refuse = |reason: String| Err(SimulationError::DoesNotApply { method, reason });
        match self.chosen.formulation {
            FormulationKind::Cartesian | FormulationKind::Recursive | FormulationKind::Natural => {}
            FormulationKind::Multiscale => {
                let reason = "it needs the motion of every body; use `cartesian` in the place of `multiscale`";
                return refuse(reason.into());
            }
        }
        match self.chosen.stabilization {
            StabilizationKind::Projection | StabilizationKind::None => Ok(()),
            StabilizationKind::Partitioning | StabilizationKind::Baumgarte => {
                let reason = "it projects joints and force elements together; use `projection` in the place of";
                refuse(format!("{reason} `{}`", self.chosen.stabilization))
            }
        }
    }
}
