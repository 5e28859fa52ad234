//! Where equations that nearly depend on others are damped: in mid-run, where a step failed that no other method would
//! pass. Near a singular position elimination has to call equations dependent or not by what round-off leaves of their
//! pivots, the rank flickers and steps are rejected. Damped equations need no such decision.

use super::Plan;
use crate::methods::{FormulationKind, SolverKind};
use crate::solver::Damped;

impl Plan {
    /// The plan with damped equations, of which so many are independent among those that are solved; what else the user
    /// asked for stays. `None` where they are damped already, or the state or the solver would be another one than
    /// asked for.
    pub(crate) fn find_damped(&self, rank: usize) -> Option<Plan> {
        let has_same_state = match self.chosen.formulation {
            FormulationKind::Cartesian | FormulationKind::Recursive => true,
            FormulationKind::Natural | FormulationKind::Multiscale => false,
        };
        let may_eliminate = self.left_open.solver || eliminates(self.chosen.solver);
        if !has_same_state || !may_eliminate || self.is_damped() {
            return None;
        }
        let mut plan = Plan { damped: Some(Damped { rank }), ..self.clone() };
        if !eliminates(plan.chosen.solver) {
            plan.chosen.solver = SolverKind::Elimination;
            plan.settings.solver = plan.chosen.solver.into();
        }
        Some(plan)
    }

    /// Whether nearly dependent equations are damped.
    pub(crate) fn is_damped(&self) -> bool {
        self.damped.is_some()
    }
}

fn eliminates(solver: SolverKind) -> bool {
    match solver {
        SolverKind::Elimination | SolverKind::Cyclic => true,
        SolverKind::Dense | SolverKind::Qr | SolverKind::Pcg | SolverKind::Relaxation | SolverKind::None => false,
    }
}
