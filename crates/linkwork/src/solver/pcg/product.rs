//! E d = G M⁻¹ Gᵀ d, body by body and without E [Negrut, eq. (34)]: loads on each body, their accelerations, what each
//! joint sees of them. One product with G and one with Gᵀ, so its cost is linear in the equations at each body,
//! whatever the loops.

use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::solver::parts::{Parts, Terms, dot};

/// Its memory.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Product {
    /// Constraint force and torque on every handle.
    loads: Vec<f64>,
    /// Accelerations due to them.
    pub(in crate::solver) accelerations: Vec<f64>,
}

impl Product {
    pub(in crate::solver) fn new(pattern: &Pattern) -> Product {
        let handles = vec![0.0; pattern.n_handles() * pattern.width()];
        Product { loads: handles.clone(), accelerations: handles }
    }

    /// Writes E d and returns dᵀE d = Σ f·a over the bodies, which needs no further product.
    pub(in crate::solver) fn multiply(
        &mut self,
        system: &ReducedSystem,
        d: &[f64],
        out: &mut [f64],
        team: &Team,
    ) -> f64 {
        let curvature = self.accelerate(system, d, team);
        system.project(&self.accelerations, out, team);
        curvature
    }

    /// The same where equations touch handles of other processes, whose accelerations these tell.
    pub(super) fn multiply_in_parts(
        &mut self,
        system: &ReducedSystem,
        d: &[f64],
        out: &mut [f64],
        (parts, team): (&mut Parts, &Team),
    ) -> f64 {
        self.accelerate_in_parts(system, d, (parts, team));
        system.project(&self.accelerations, out, team);
        let [curvature] = parts.sum([Terms::Handles(&self.loads, &self.accelerations)]);
        curvature
    }

    /// The first half of it: how multipliers d accelerate the handles. Returns dᵀE d.
    fn accelerate(&mut self, system: &ReducedSystem, d: &[f64], team: &Team) -> f64 {
        system.gather_loads(d, &mut self.loads, team);
        system.accelerate(&self.loads, &mut self.accelerations);
        dot(&self.loads, &self.accelerations)
    }

    /// The same, those of other processes included.
    pub(super) fn accelerate_in_parts(
        &mut self,
        system: &ReducedSystem,
        d: &[f64],
        (parts, team): (&mut Parts, &Team),
    ) {
        system.gather_loads(d, &mut self.loads, team);
        system.accelerate(&self.loads, &mut self.accelerations);
        parts.complete(&mut self.accelerations);
    }
}
