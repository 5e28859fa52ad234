//! The plan to go on with where a method that `auto` chose has failed: the same state and equations, with methods that
//! see more of a singular position at a higher price.

use super::Plan;
use crate::methods::{Choice, FormulationKind, IntegratorKind, SolverKind, StabilizationKind};
use crate::model::Model;
use crate::settings::Settings;

/// Methods that the user left to the plan, so that they may be replaced in mid-run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeftOpen {
    pub(super) solver: bool,
    stabilization: bool,
    integrator: bool,
}

impl LeftOpen {
    /// By the settings as the user gives them.
    pub(super) fn of(settings: &Settings) -> LeftOpen {
        let stabilization = settings.stabilization == Choice::Auto;
        // Who asks for more digits than usual wants every oscillation followed.
        let integrator = settings.integrator == Choice::Auto && settings.rtol >= Settings::default().rtol;
        LeftOpen { solver: settings.solver == Choice::Auto, stabilization, integrator }
    }
}

impl Plan {
    /// The plan with `qr` in the place of another solver, which sees nearly dependent equations at the square root of
    /// what a factor of E can see, and `projection` in the place of `partitioning`, which needs no choice of
    /// coordinates. What the user asked for stays. `model` is the one that moves. `None` where nothing is left to be
    /// replaced, it does not apply, or equations are damped already.
    pub(crate) fn find_sturdier(&self, model: &Model) -> Option<Plan> {
        let has_same_state = match self.chosen.formulation {
            FormulationKind::Cartesian | FormulationKind::Recursive => true,
            FormulationKind::Natural | FormulationKind::Multiscale => false,
        };
        let mut plan = self.clone();
        if self.left_open.solver {
            plan.chosen.solver = SolverKind::Qr;
        }
        if self.left_open.stabilization && self.chosen.stabilization == StabilizationKind::Partitioning {
            plan.chosen.stabilization = StabilizationKind::Projection;
        }
        if !has_same_state || self.is_damped() || plan.chosen == self.chosen {
            return None;
        }
        plan.settings.solver = plan.chosen.solver.into();
        plan.settings.stabilization = plan.chosen.stabilization.into();
        let (n, widest) = plan.count_coupled(self.n_blocks(model));
        plan.check_methods(n, widest).ok().map(|()| plan)
    }

    /// The plan with an implicit integrator in the place of another one, where that was left open, and with what it
    /// needs beside it.
    pub(crate) fn find_implicit(&self) -> Option<Plan> {
        let mut plan = self.clone();
        plan.chosen.integrator = IntegratorKind::Rosenbrock;
        if self.left_open.stabilization {
            plan.chosen.stabilization = StabilizationKind::Projection;
        }
        plan.settings.integrator = plan.chosen.integrator.into();
        plan.settings.stabilization = plan.chosen.stabilization.into();
        (self.left_open.integrator && plan.check_implicit().is_ok()).then_some(plan)
    }
}
