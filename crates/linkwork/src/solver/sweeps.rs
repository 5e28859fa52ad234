//! Sweeps over neighbours in the place of a solver: what closes joints after a step where no linear system is to be solved.
//!
//! Each joint pulls on its bodies in proportion to what it still violates, D⁻¹ (b − E x), again and again, with the momentum of the
//! sweep before: artificial dynamics [Valášek and Mráz, section 4] of second order [Polyak 1964]. With all eigenvalues of D⁻¹E between m
//! and k the momentum below leaves of an error about (1 − √(m/k))/(1 + √(m/k)) in each sweep.

use super::{RankReport, Solver};
use crate::parallel::Team;
use crate::reduced::{InverseDiagonal, Pattern, ReducedSystem};

/// Sweeps end when this part of the right-hand side is left: one correction then takes the drift of a step to round-off.
const LEFT: f64 = 1e-8;
/// Sweeps end after so many times √(k/m), nine times what it takes if m is right.
const PATIENCE: f64 = 80.0;

/// The sweeps with their memory.
pub struct Sweeps {
    masses: InverseDiagonal,
    /// Weight of what is violated, and of the sweep before.
    weights: [f64; 2],
    most: usize,
    report: RankReport,
    /// What the last sweep changed.
    change: Vec<f64>,
    solution: Vec<f64>,
    left: Vec<f64>,
    pull: Vec<f64>,
    loads: Vec<f64>,
    responses: Vec<f64>,
}

impl Sweeps {
    /// For systems of this pattern and rank; `spread` is √(k/m).
    pub fn new(pattern: &Pattern, rank: usize, spread: f64) -> Sweeps {
        let degree = (0..pattern.n_nodes()).map(|node| pattern.at_node(node).count()).max().unwrap_or(0);
        let (largest, spread) = ((degree.max(1) as f64).sqrt(), spread.max(1.0));
        let smallest = largest / spread;
        let rows = vec![0.0; pattern.n_rows()];
        let handles = vec![0.0; pattern.n_handles() * pattern.width()];
        Sweeps {
            masses: InverseDiagonal::new(pattern),
            weights: [(2.0 / (largest + smallest)).powi(2), ((largest - smallest) / (largest + smallest)).powi(2)],
            most: (PATIENCE * spread) as usize,
            report: RankReport { rank, weakest: 1.0, ..RankReport::default() },
            change: rows.clone(),
            solution: rows.clone(),
            left: rows.clone(),
            pull: rows,
            loads: handles.clone(),
            responses: handles,
        }
    }
}

impl Solver for Sweeps {
    fn name(&self) -> &'static str {
        "none"
    }

    fn factor(&mut self, system: &ReducedSystem, _team: &Team) {
        self.masses.update(system);
    }

    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        let Sweeps { masses, change, solution, left, pull, loads, responses, .. } = self;
        let [weight, momentum] = self.weights;
        change.fill(0.0);
        solution.fill(0.0);
        left.copy_from_slice(rows);
        let mut first = 0.0;
        for sweep in 0..self.most {
            masses.mul(&system.pattern, left, pull, team);
            let square = left.iter().zip(&*pull).map(|(x, y)| x * y).sum::<f64>();
            if sweep == 0 {
                first = square;
            }
            // Written such that what is no number ends it.
            if !(square > LEFT * LEFT * first) {
                break;
            }
            for ((change, x), pull) in change.iter_mut().zip(&mut *solution).zip(&*pull) {
                *change = weight * pull + momentum * *change;
                *x += *change;
            }
            system.respond(solution, loads, responses, team);
            // E x − b.
            system.project_minus(responses, rows, left, team);
            left.iter_mut().for_each(|x| *x = -*x);
        }
        rows.copy_from_slice(solution);
    }

    fn rank_report(&self) -> &RankReport {
        &self.report
    }
}
