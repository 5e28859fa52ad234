//! `qr`: A = L⁻¹Gᵀ = Q R, where M = LLᵀ and so E = AᵀA = RᵀR [Vlasenko & Kasper, eqs. (10)–(15)].
//!
//! E is never formed, so a nearly dependent equation shows at the square root of what elimination can see.
//!
//! * `pivoted`: few equations, A as a full matrix, always the equation next of which most is left;
//! * `fronts`: many equations, along an order of elimination of the joints, at a cost that follows its fill;
//! * `roots`: the factors of M⁻¹ by node.

mod fronts;
mod pivoted;
mod roots;

use super::{RankReport, Solver};
use crate::methods::SolverKind;
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use fronts::Fronts;
use pivoted::Pivoted;

/// Up to so many equations A is a full matrix.
const MOST_PIVOTED: usize = 200;

/// The factor and its memory.
pub(crate) struct Qr(Form);

enum Form {
    Pivoted(Box<Pivoted>),
    Fronts(Box<Fronts>),
}

impl Qr {
    /// Symbolic work for a pattern. The order names all blocks, and possibly welds, which are left out.
    pub(crate) fn analyze(pattern: &Pattern, order: &[usize]) -> Qr {
        if pattern.n_rows() > MOST_PIVOTED { Qr::by_fronts(pattern, order) } else { Qr::pivoted(pattern) }
    }

    /// With A as a full matrix, whatever its size.
    pub(crate) fn pivoted(pattern: &Pattern) -> Qr {
        Qr(Form::Pivoted(Box::new(Pivoted::analyze(pattern))))
    }

    /// Along the order, whatever the size.
    pub(crate) fn by_fronts(pattern: &Pattern, order: &[usize]) -> Qr {
        Qr(Form::Fronts(Box::new(Fronts::analyze(pattern, order))))
    }
}

impl Solver for Qr {
    fn kind(&self) -> SolverKind {
        SolverKind::Qr
    }

    fn factor(&mut self, system: &ReducedSystem, _team: &Team) {
        match &mut self.0 {
            Form::Pivoted(pivoted) => pivoted.factor(system),
            Form::Fronts(fronts) => fronts.factor(system),
        }
    }

    fn solve_in_place(&mut self, _system: &ReducedSystem, rows: &mut [f64], _team: &Team) {
        match &mut self.0 {
            Form::Pivoted(pivoted) => pivoted.solve_in_place(rows),
            Form::Fronts(fronts) => fronts.solve_in_place(rows),
        }
    }

    fn minimize_norm(&mut self, _system: &ReducedSystem, rows: &mut [f64], _team: &Team) {
        if let Form::Fronts(fronts) = &mut self.0 {
            fronts.minimize_norm(rows);
        }
    }

    fn rank_report(&self) -> &RankReport {
        match &self.0 {
            Form::Pivoted(pivoted) => pivoted.report(),
            Form::Fronts(fronts) => fronts.report(),
        }
    }
}
