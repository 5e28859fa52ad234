//! Refinement of a solution: λ += E⁻¹ (b − E λ) with the factor at hand, and E λ by its factors G M⁻¹ Gᵀ.
//!
//! Where equations are redundant, those eliminated first may be nearly dependent among themselves though all together are
//! not. Their pivots then hold few digits, and so does what substitution gives; what is missing shows in the residual.

use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::singular::RankReport;

/// One repairs what round-off in doubtful pivots does; the other what it leaves near the limit of what counts as independent.
pub(super) const REFINEMENTS: usize = 2;

/// Its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Refinement {
    /// Whether the last factor had a doubtful pivot.
    pub(super) needed: bool,
    /// b.
    pub(super) right_side: Vec<f64>,
    /// b − E λ.
    pub(super) residual: Vec<f64>,
    loads: Vec<f64>,
    accelerations: Vec<f64>,
}

impl Refinement {
    pub(super) fn new(pattern: &Pattern) -> Refinement {
        let rows = vec![0.0; pattern.n_rows()];
        let handles = vec![0.0; pattern.n_handles() * pattern.width()];
        let (loads, accelerations) = (handles.clone(), handles);
        Refinement { needed: false, right_side: rows.clone(), residual: rows, loads, accelerations }
    }

    pub(super) fn update_residual(&mut self, system: &ReducedSystem, multipliers: &[f64], team: &Team) {
        system.respond(multipliers, &mut self.loads, &mut self.accelerations, team);
        system.project(&self.accelerations, &mut self.residual, team);
        self.residual.iter_mut().zip(&self.right_side).for_each(|(r, b)| *r = b - *r);
    }

    /// Whether the last residual does not matter.
    pub(super) fn is_small(&self, report: &RankReport) -> bool {
        let largest = |x: &[f64]| x.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        report.tolerates(largest(&self.residual), largest(&self.right_side))
    }
}
