//! Where equations that nearly depend on others are damped: from the start, for bundles of joints between two bodies,
//! and in mid-run, where a step failed that no other method would pass.
//!
//! Of a thousand equations that say the same, elimination keeps the first and has to call all others dependent, each by
//! what round-off leaves of its pivot. Sooner or later one is taken for independent, the rank flickers and steps
//! are rejected. Damped equations need no such decision.

use super::Plan;
use crate::methods::{FormulationKind, SolverKind};
use crate::model::Model;
use crate::singular::MOST_DEPENDENT;
use crate::solver::Damped;
use std::collections::BTreeMap;

impl Plan {
    /// Damps equations from the start where one pair of bodies has more than elimination can tell apart.
    pub(super) fn damp_bundles(&mut self, model: &Model, n: usize) {
        let Some(bundle) = find_bundle(model).filter(|_| eliminates(self.chosen.solver)) else { return };
        self.damped = Some(Damped { rank: (self.moving_rank() + n).saturating_sub(model.n_equations()) });
        self.reasons[1] += &format!("; damped, since two bodies share {bundle} equations");
    }

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

/// The most equations that one pair of bodies has, where these are more than can be left out one by one.
fn find_bundle(model: &Model) -> Option<usize> {
    let mut shared = BTreeMap::new();
    for joint in model.joints.iter().filter(|joint| joint.kind.coupled().is_none()) {
        let mut pair = [joint.first.body, joint.second.body];
        pair.sort_unstable();
        *shared.entry(pair).or_insert(0) += joint.n_equations(model.space);
    }
    let most = shared.into_values().max()?;
    (most > MOST_DEPENDENT + model.freedoms_per_body()).then_some(most)
}
