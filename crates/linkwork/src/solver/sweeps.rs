//! Sweeps over neighbours in the place of a solver: what closes joints after a step where no linear system is to be
//! solved.
//!
//! Each joint pulls on its bodies in proportion to what it still violates, D⁻¹ (b − E x), again and again, with the
//! momentum of the sweep before: artificial dynamics [Valášek and Mráz, section 4] of second order [Polyak 1964]. With
//! all eigenvalues of D⁻¹E between m and k the momentum below leaves of an error about (1 − √(m/k))/(1 + √(m/k)) in
//! each sweep.

use super::{RankReport, Solver};
use crate::methods::SolverKind;
use crate::parallel::Team;
use crate::reduced::{InverseDiagonal, Pattern, ReducedSystem};

/// Sweeps end when this part of the right-hand side is left: one correction then takes the drift of a step to
/// round-off.
const LEFT: f64 = 1e-8;
/// How often it is seen whether sweeps still help, in units of √(k/m): if m is right, they leave e⁻⁸ of a violation in
/// that time.
const PATIENCE: f64 = 4.0;
/// They do not where more than this is left of its square: equations contradict one another by round-off, as redundant
/// ones do, or m is wrong by far.
const STAGNANT: f64 = 0.01;
/// They end after so many times that.
const MOST_LOOKS: usize = 20;

/// The sweeps with their memory.
pub(crate) struct Sweeps {
    masses: InverseDiagonal,
    /// Weight of what is violated, and of the sweep before.
    weights: [f64; 2],
    /// Sweeps after which it is seen whether they help.
    patience: usize,
    report: RankReport,
    /// The change made by the last sweep.
    change: Vec<f64>,
    solution: Vec<f64>,
    left: Vec<f64>,
    pull: Vec<f64>,
    loads: Vec<f64>,
    responses: Vec<f64>,
}

impl Sweeps {
    /// For systems of this pattern and rank; `spread` is √(k/m).
    pub(crate) fn new(pattern: &Pattern, rank: usize, spread: f64) -> Sweeps {
        let degree = pattern.n_most_blocks_at_a_node();
        let (largest, spread) = ((degree.max(1) as f64).sqrt(), spread.max(1.0));
        let smallest = largest / spread;
        let rows = vec![0.0; pattern.n_rows()];
        let handles = vec![0.0; pattern.n_handles() * pattern.width()];
        Sweeps {
            masses: InverseDiagonal::new(pattern),
            weights: [(2.0 / (largest + smallest)).powi(2), ((largest - smallest) / (largest + smallest)).powi(2)],
            patience: (PATIENCE * spread) as usize,
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
    fn kind(&self) -> SolverKind {
        SolverKind::None
    }

    /// Nothing is kept from one system to the next.
    fn factor(&mut self, _system: &ReducedSystem, _team: &Team) {}

    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        let Sweeps { masses, change, solution, left, pull, loads, responses, .. } = self;
        let [weight, momentum] = self.weights;
        masses.update(system);
        change.fill(0.0);
        solution.fill(0.0);
        left.copy_from_slice(rows);
        let (mut first, mut looked) = (0.0, f64::INFINITY);
        for sweep in 0..MOST_LOOKS * self.patience {
            masses.mul(&system.pattern, left, pull, team);
            let square = left.iter().zip(&*pull).map(|(x, y)| x * y).sum::<f64>();
            if sweep == 0 {
                first = square;
            }
            let is_look = sweep % self.patience == 0;
            let is_done = square <= LEFT * LEFT * first || square.is_nan();
            if is_done || (is_look && square > STAGNANT * looked) {
                break;
            }
            if is_look {
                looked = square;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduced::InverseMass;

    /// Points in a row, the first held to the ground: E is 1 on the diagonal for the first and 2 for the others, −1
    /// beside it.
    fn row(n: usize) -> ReducedSystem {
        let blocks: Vec<(usize, Vec<usize>)> =
            (0..n).map(|k| (2, if k == 0 { vec![0] } else { vec![k - 1, k] })).collect();
        let mut system =
            ReducedSystem::new(Pattern::new(3, &vec![1; n], &blocks), InverseMass::Planar(vec![[1.0, 1.0]; n]));
        for block in 0..n {
            for i in system.pattern.incidences(block).to_vec() {
                let sign = if i.handle == block { 1.0 } else { -1.0 };
                // Transposed: by velocity, then by equation.
                system.jacobian[i.start..i.start + 4].copy_from_slice(&[sign, 0.0, 0.0, sign]);
            }
        }
        system
    }

    #[test]
    fn sweeps_leave_as_little_as_they_say() {
        let (n, team) = (20, Team::alone());
        let system = row(n);
        let b: Vec<f64> = (0..2 * n).map(|k| (k as f64).sin()).collect();
        // The smallest eigenvalue of a row is about (π/2n)² of the largest, 4, with blocks of 2 on the diagonal.
        let mut sweeps = Sweeps::new(&system.pattern, 2 * n, 4.0 * n as f64 / std::f64::consts::PI);
        let mut x = b.clone();
        sweeps.solve_in_place(&system, &mut x, &team);
        let (mut loads, mut responses, mut left) = (vec![0.0; 3 * n], vec![0.0; 3 * n], vec![0.0; 2 * n]);
        system.respond(&x, &mut loads, &mut responses, &team);
        system.project_minus(&responses, &b, &mut left, &team);
        let size = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        // The diagonal is 1 or 2, by which the square that is watched may differ from this one.
        assert!(size(&left) < 2.0 * LEFT * size(&b), "{:.1e}", size(&left) / size(&b));
    }
}
