//! Products with the derivative of the accelerations, exact to round-off: what analyses, controllers and implicit
//! methods ask of a mechanism.

use super::Multibody;
use crate::error::SimulationError;
use crate::formulation::{Differential, Evaluated, Now};
use crate::system::{Change, Direction, System};
use crate::workspace::Workspace;

impl Multibody<'_> {
    /// How accelerations, multipliers and rates of the model's own states change where a state changes in a direction.
    /// Directions that joints allow give the derivatives of the motion; along others, the joints' equations are
    /// differentiated as they stand. One evaluation, one pass over bodies and joints with dual numbers, and one solution
    /// with the factor at hand; takes memory, so it does not belong into a time step.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] where the coordinates are not those of `cartesian`, friction follows reactions,
    /// bodies have no mass of their own, or the mechanism is spread over processes; errors of the evaluation.
    pub fn linearize(&mut self, time: f64, values: &[f64], direction: &Direction) -> Result<Change, SimulationError> {
        self.check_linearizable(direction)?;
        let mut rates = vec![0.0; values.len()];
        self.evaluate(time, values, &mut rates).map_err(|error| self.name(error))?;

        let Multibody { formulation, workspace, model, n_coordinates, .. } = self;
        let Workspace { equations, solver, multipliers, unwrapped_angles, team, .. } = workspace;
        let n_own = workspace.rates.len();
        let n_states = workspace.state_rates.len();
        let (own, states) = (&values[..n_own], &values[n_own..n_own + n_states]);
        let accelerations = &rates[*n_coordinates..n_own];
        let pattern = &equations.system.pattern;
        let at = Evaluated { time, states, unwrapped_angles, accelerations, multipliers, pattern };
        let now = Now { time, values: own, states, soft: &[] };
        let mut differential = Differential::default();
        let Some(differentiable) = formulation.differentiable() else { return Err(refuse(ONLY_CARTESIAN)) };
        differentiable.write_differential(model, now, &at, direction, &mut differential);

        // E λ′ = G M⁻¹ (f − M a − Gᵀ λ)′ − (τ − G a)′, and a′ from it.
        let Differential { mut loads, rows, state_rates } = differential;
        let mut acceleration = vec![0.0; loads.len()];
        equations.system.accelerate(&loads, &mut acceleration);
        let mut multipliers = vec![0.0; rows.len()];
        equations.system.project_minus(&acceleration, &rows, &mut multipliers, team);
        solver.solve_in_place(&equations.system, &mut multipliers, team);
        let mut responses = vec![0.0; acceleration.len()];
        equations.system.respond(&multipliers, &mut loads, &mut responses, team);
        acceleration.iter_mut().zip(&responses).for_each(|(a, response)| *a -= response);
        Ok(Change { acceleration, multipliers, state_rates })
    }

    fn check_linearizable(&mut self, direction: &Direction) -> Result<(), SimulationError> {
        if self.formulation.differentiable().is_none() {
            return Err(refuse(ONLY_CARTESIAN));
        }
        if !self.model.ballast.is_empty() {
            return Err(refuse("bodies have no mass, or are very light beside others"));
        }
        if self.model.has_friction_by_reaction() {
            return Err(refuse("friction of a joint follows its reaction"));
        }
        if self.feedback > 0.0 || self.collective.n_processes() > 1 {
            return Err(refuse("`baumgarte` changes the accelerations, or the mechanism is spread over processes"));
        }
        let n = self.rates.len() - self.n_coordinates;
        let given = [direction.displacement.len(), direction.velocity.len(), direction.states.len()];
        if given != [n, n, self.state_rates.len()] {
            let reason = format!("the direction has {given:?} numbers, not {:?}", [n, n, self.state_rates.len()]);
            return Err(refuse(reason));
        }
        Ok(())
    }
}

const ONLY_CARTESIAN: &str = "derivatives are those of `cartesian`, without a program in its place";

fn refuse(reason: impl Into<String>) -> SimulationError {
    SimulationError::DoesNotApply { method: "linearize", reason: reason.into() }
}
