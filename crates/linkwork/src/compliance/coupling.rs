//! Loads that are expressions of the motion, coupled implicitly: a correction of low rank to the symmetric matrix.
//!
//! Where a load F_a along w_a is an expression of the motion, a step adds w_a φ_a to the loads of its linear system,
//!
//! ```text
//! φ_a = k_a u_q + d_a u_v = η k_a x + (η k_a + d_a) u_v,     k_a = ∂F_a/∂q,  d_a = ∂F_a/∂v                      (1)
//! ```
//!
//! which makes it unsymmetric. With u⁰ the solution without these loads and R_a that for a load η w_a alone,
//! u_v = u⁰ + Σ R_a φ_a, and (1) is a small system for φ:
//!
//! ```text
//! (1 − B R) φ = η k x + B u⁰ + δ ∂F/∂t,     B_a = η k_a + d_a                                                   (2)
//! ```
//!
//! with the stage's weight δ of derivatives by time. So each solver serves unchanged, for one more substitution a load
//! and step. Joints and stiff elements only lessen what a load does, in the measure of M: |B_a R_b| ≤ η |B_a| |w_b|,
//! |x|² = x M⁻¹ xᵀ. Loads with η |B_a| |w_a| below a limit are left out: explicit steps are long enough for these.
//!
//! The part of an actuator's load that follows its own coordinate is a row of the matrix, and left out here.

use super::At;
use super::matrix::Matrix;
use crate::formulation::bodies::{Bodies, Gradient, Mechanism};
use crate::model::Model;
use crate::model::force::Place;
use crate::model::signals::Slice;
use crate::parallel::Team;
use crate::workspace::Equations;

/// Loads below this bound stay explicit. Explicit steps are stable to about η |B| |w| = 1/2; the bound is safe where
/// joints lessen nothing.
const LEAST_COUPLING: f64 = 0.05;

/// One result of the model's expressions in the law of an element.
struct Signal {
    force: usize,
    slot: usize,
    slice: Slice,
    /// The coordinate whose part is in the matrix.
    apart: Option<Place>,
}

/// A load that is coupled in the present step.
struct Coupled<P, const W: usize> {
    gradient: Vec<Gradient<W>>,
    /// ∂F/∂t, as far as it is not in the matrix.
    drift: f64,
    /// Poses of the bodies of the gradient where the step begins.
    poses: Vec<P>,
    /// w: loads on bodies by a unit of it.
    loads: Vec<(usize, [f64; W])>,
    /// R: motions of all bodies.
    response: Vec<f64>,
    /// Loads on all bodies that belong to it, where velocities follow from momenta: those of elements less η w.
    momenta: Vec<f64>,
}

/// All such loads of a model.
pub(super) struct Coupling<B: Bodies<W>, const W: usize> {
    signals: Vec<Signal>,
    /// Memory for as many as there are signals; the first `n_coupled` are in use.
    coupled: Vec<Coupled<B::Pose, W>>,
    n_coupled: usize,
    /// 1 − B R, row by row, then its factors.
    matrix: Vec<f64>,
    pivots: Vec<usize>,
    /// k x, then φ.
    increments: Vec<f64>,
    /// Rows of the joints' equations.
    hard: Vec<f64>,
}

impl<B: Bodies<W>, const W: usize> Coupling<B, W> {
    /// Memory for the loads of this model that read its motion.
    pub(super) fn new(model: &Model, n_hard: usize) -> Self {
        let signals: Vec<Signal> = (0..model.forces.len())
            .flat_map(|force| {
                let apart = model.forces[force].driven_place();
                model.forces[force].slots().into_iter().map(move |slot| (force, slot, apart))
            })
            .map(|(force, slot, apart)| Signal { force, slot, slice: Slice::of(model, slot), apart })
            .filter(|signal| !signal.slice.bodies.is_empty())
            .collect();
        let (n, n_motion) = (signals.len(), model.n_bodies() * W);
        let coupled = signals.iter().map(|signal| Coupled {
            gradient: Vec::with_capacity(signal.slice.bodies.len()),
            drift: 0.0,
            poses: Vec::with_capacity(signal.slice.bodies.len()),
            loads: Vec::with_capacity(2),
            response: vec![0.0; n_motion],
            momenta: vec![0.0; n_motion],
        });
        Coupling {
            coupled: coupled.collect(),
            signals,
            n_coupled: 0,
            matrix: vec![0.0; n * n],
            pivots: vec![0; n],
            increments: vec![0.0; n],
            hard: vec![0.0; n_hard],
        }
    }

    /// Whether a load is coupled in the present step.
    pub(super) fn is_active(&self) -> bool {
        self.n_coupled > 0
    }

    /// Chooses the loads to be coupled where bodies are, and differentiates them.
    pub(super) fn choose(&mut self, mechanism: &mut Mechanism<B, W>, at: At, eta: f64) {
        let Coupling { signals, coupled, n_coupled, .. } = self;
        *n_coupled = 0;
        for Signal { force, slot, slice, apart } in signals {
            let Coupled { gradient, drift, poses, loads, .. } = &mut coupled[*n_coupled];
            *drift = mechanism.write_gradient(at.model, at.now, (slice, *apart), gradient);
            if mechanism.gives_way(*force) {
                *drift = 0.0;
            }
            loads.clear();
            mechanism.unit_loads(at.model, at.now, (*force, *slot), |body, load| {
                loads.extend(body.index().map(|body| (body, load)));
            });
            let parts = gradient.iter().filter_map(|part| Some((part.body.index()?, part.row(eta))));
            let read: f64 = parts.map(|(body, row)| mechanism.square(body, &row)).sum();
            let acted: f64 = loads.iter().map(|(body, load)| mechanism.square(*body, load)).sum();
            if eta * (read * acted).sqrt() > LEAST_COUPLING {
                poses.clear();
                poses.extend(gradient.iter().filter_map(|part| part.body.index()).map(|body| mechanism.poses[body]));
                *n_coupled += 1;
            }
        }
    }

    /// Responses R, and the factors of (2). `row` gives the right-hand side of an element's row for motions.
    pub(super) fn factor(
        &mut self,
        (mechanism, equations, eta): (&Mechanism<B, W>, &Equations, f64),
        matrix: &mut Matrix,
        row: impl Fn(usize, &[f64]) -> f64 + Sync,
        team: &Team,
    ) {
        let n = self.n_coupled;
        for Coupled { loads, response, momenta, .. } in &mut self.coupled[..n] {
            response.fill(0.0);
            for (body, load) in loads.iter() {
                let motion = mechanism.bodies.accelerate(*body, &mechanism.poses[*body], load);
                response[body * W..][..W].iter_mut().zip(motion).for_each(|(to, x)| *to += eta * x);
            }
            equations.system.project(response, &mut self.hard, team);
            let by_rows = matrix.respond(Some(&self.hard), |k| row(k, response), team);
            response.iter_mut().zip(by_rows).for_each(|(to, x)| *to -= x);
            matrix.write_soft_loads(momenta, team);
            for (body, load) in loads.iter() {
                momenta[body * W..][..W].iter_mut().zip(load).for_each(|(to, x)| *to -= eta * x);
            }
        }
        for (a, of_row) in self.coupled[..n].iter().enumerate() {
            for (b, of_column) in self.coupled[..n].iter().enumerate() {
                let unit = f64::from(u8::from(a == b));
                self.matrix[a * n + b] = unit - of_row.read(eta, &of_column.response);
            }
        }
        factor(&mut self.matrix[..n * n], &mut self.pivots[..n]);
    }

    /// Takes k x, for bodies that were moved so many times x away.
    pub(super) fn bend(&mut self, mechanism: &Mechanism<B, W>, distance: f64) {
        for (increment, coupled) in self.increments.iter_mut().zip(&self.coupled[..self.n_coupled]) {
            let parts = coupled.gradient.iter().zip(&coupled.poses);
            let moved = parts.filter_map(|(part, pose)| {
                Some(dot(&part.by_position, &mechanism.moved_from(part.body.index()?, pose)))
            });
            *increment = moved.sum::<f64>() / distance;
        }
    }

    /// For bodies that are not moved at all.
    pub(super) fn straighten(&mut self) {
        self.increments.fill(0.0);
    }

    /// u_v from u⁰, and the loads that belong to it.
    pub(super) fn correct(&mut self, [eta, lag]: [f64; 2], motions: &mut [f64], momenta: Option<&mut [f64]>) {
        let n = self.n_coupled;
        let (coupled, increments) = (&self.coupled[..n], &mut self.increments[..n]);
        for (increment, coupled) in increments.iter_mut().zip(coupled) {
            *increment = eta * *increment + lag * coupled.drift + coupled.read(eta, motions);
        }
        substitute(&self.matrix[..n * n], &self.pivots[..n], increments);
        for (increment, coupled) in increments.iter().zip(coupled) {
            motions.iter_mut().zip(&coupled.response).for_each(|(to, x)| *to += increment * x);
        }
        if let Some(momenta) = momenta {
            for (increment, coupled) in increments.iter().zip(coupled) {
                momenta.iter_mut().zip(&coupled.momenta).for_each(|(to, x)| *to += increment * x);
            }
        }
    }
}

impl<const W: usize> Gradient<W> {
    /// η k + d
    fn row(&self, eta: f64) -> [f64; W] {
        std::array::from_fn(|k| eta * self.by_position[k] + self.by_velocity[k])
    }
}

impl<P, const W: usize> Coupled<P, W> {
    /// B u for motions of all bodies.
    fn read(&self, eta: f64, motions: &[f64]) -> f64 {
        let parts = self.gradient.iter().filter_map(|part| Some((part.body.index()?, part.row(eta))));
        parts.map(|(body, row)| dot(&row, &motions[body * W..][..W])).sum()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Factors of a full matrix, row by row, with exchange of rows: few loads are coupled in a model.
fn factor(matrix: &mut [f64], pivots: &mut [usize]) {
    let n = pivots.len();
    for k in 0..n {
        let size = |row: &usize| matrix[row * n + k].abs();
        let pivot = (k..n).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(k);
        pivots[k] = pivot;
        (0..n).for_each(|column| matrix.swap(k * n + column, pivot * n + column));
        for row in k + 1..n {
            let factor = matrix[row * n + k] / matrix[k * n + k];
            matrix[row * n + k] = factor;
            for column in k + 1..n {
                matrix[row * n + column] -= factor * matrix[k * n + column];
            }
        }
    }
}

fn substitute(factors: &[f64], pivots: &[usize], x: &mut [f64]) {
    let n = pivots.len();
    pivots.iter().enumerate().for_each(|(k, &pivot)| x.swap(k, pivot));
    for row in 0..n {
        x[row] -= dot(&factors[row * n..][..row], &x[..row]);
    }
    for row in (0..n).rev() {
        let rest = dot(&factors[row * n + row + 1..(row + 1) * n], &x[row + 1..]);
        x[row] = (x[row] - rest) / factors[row * n + row];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_solve_a_matrix_that_needs_exchange() {
        let matrix = [0.0, 2.0, -1.0, 3.0, 1.0, 4.0, -6.0, 0.5, 1.0];
        let x = [1.0, -2.0, 0.5];
        let mut found: Vec<f64> = (0..3).map(|row| dot(&matrix[row * 3..][..3], &x)).collect();
        let (mut factors, mut pivots) = (matrix, [0; 3]);
        factor(&mut factors, &mut pivots);
        substitute(&factors, &pivots, &mut found);
        for (found, x) in found.iter().zip(x) {
            assert!((found - x).abs() < 1e-14, "{found} {x}");
        }
    }
}
