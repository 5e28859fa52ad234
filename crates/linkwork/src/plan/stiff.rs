//! Stiff models: tolerances of implicit methods, and what they apply to.

use super::Plan;
use crate::error::SimulationError;
use crate::methods::{FormulationKind, IntegratorKind, StabilizationKind, Word};
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

impl Plan {
    /// Whether the integrator takes force elements as joints with compliance.
    pub(crate) fn is_implicit(&self) -> bool {
        match self.chosen.integrator {
            IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => true,
            IntegratorKind::Dopri5 | IntegratorKind::Rk4 => false,
            IntegratorKind::Adams | IntegratorKind::AdamsBashforth => false,
        }
    }

    /// Whether an implicit integrator can treat what was chosen beside it.
    pub(super) fn check_implicit(&self) -> Result<(), SimulationError> {
        if !self.is_implicit() {
            return Ok(());
        }
        let method = self.chosen.integrator.word();
        let refuse = |reason: String| Err(SimulationError::DoesNotApply { method, reason });
        if self.chosen.formulation != FormulationKind::Cartesian {
            return refuse(format!(
                "it needs the coordinates of every body; use `cartesian` in the place of `{}`",
                self.chosen.formulation
            ));
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
