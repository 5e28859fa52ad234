//! Matrices column by column, and markers.

use super::probe::Probe;
use linkwork::recorder::Observation;
use linkwork::spatial::{Mat3, Vec3};
use linkwork::{Model, SimulationError};

/// Position, velocity, rotation matrix.
pub(super) const PER_MARKER: usize = 15;

/// Everything that is linear in the velocities, but for a constant.
#[derive(Clone, Default)]
struct Linear {
    /// By body: √m v, and ω in body axes.
    linear: Vec<Vec3>,
    angular: Vec<Vec3>,
    /// G v − ν.
    constraints: Vec<f64>,
    /// Rates of joint coordinates.
    joints: Vec<f64>,
}

impl Linear {
    fn of(model: &Model, seen: &Observation, residual: &[f64]) -> Linear {
        let turned = seen.bodies.iter().map(|body| body.orientation.matrix().tr_mul(body.velocity.angular));
        let moved = model.bodies.iter().zip(&seen.bodies).map(|(body, seen)| seen.velocity.linear * body.mass.sqrt());
        Linear {
            linear: moved.collect(),
            angular: turned.collect(),
            constraints: residual.to_vec(),
            joints: seen.coordinates.iter().map(|[_, rate, _]| *rate).collect(),
        }
    }

    /// Difference to another matrix.
    fn less(mut self, rest: &Linear) -> Linear {
        let numbers = [(&mut self.constraints, &rest.constraints), (&mut self.joints, &rest.joints)];
        for (own, other) in numbers {
            own.iter_mut().zip(other).for_each(|(x, at_rest)| *x -= at_rest);
        }
        let vectors = [(&mut self.linear, &rest.linear), (&mut self.angular, &rest.angular)];
        for (own, other) in vectors {
            own.iter_mut().zip(other).for_each(|(x, at_rest)| *x -= *at_rest);
        }
        self
    }
}

impl Probe {
    /// M, G and the Jacobian of joint coordinates, by rows, one behind the other.
    pub(super) fn write_matrices(&mut self, model: &Model, into: &mut [f64]) -> Result<(), SimulationError> {
        let first = self.state.n_coordinates;
        let n = self.state.velocities().len();
        let kept = self.state.values.clone();
        self.state.values[first..first + n].fill(0.0);
        let at_rest = self.look(model)?;
        let mut columns = Vec::with_capacity(n);
        for k in 0..n {
            self.state.values[first + k] = 1.0;
            columns.push(self.look(model)?.less(&at_rest));
            self.state.values[first + k] = 0.0;
        }
        self.state.values = kept;
        let (mass, rest) = into.split_at_mut(n * n);
        let (constraints, joints) = rest.split_at_mut(at_rest.constraints.len() * n);
        write_mass(model, &columns, mass);
        for (k, column) in columns.iter().enumerate() {
            for (row, value) in column.constraints.iter().enumerate() {
                constraints[row * n + k] = *value;
            }
            for (row, value) in column.joints.iter().enumerate() {
                joints[row * n + k] = *value;
            }
        }
        Ok(())
    }

    fn look(&mut self, model: &Model) -> Result<Linear, SimulationError> {
        self.apply()?;
        let seen = self.simulation.observe()?.clone();
        Ok(Linear::of(model, &seen, &self.simulation.workspace().velocity_residual))
    }

    /// By marker: position and velocity of its point, and its axes as a rotation matrix.
    pub(super) fn write_markers(&mut self, model: &Model, into: &mut [f64]) -> Result<(), SimulationError> {
        let seen = self.simulation.observe()?;
        for ((_, marker), into) in model.signals.markers().zip(into.chunks_exact_mut(PER_MARKER)) {
            let (point, velocity, axes) = match marker.body.index() {
                None => (marker.point, Vec3([0.0; 3]), marker.axes),
                Some(body) => {
                    let body = &seen.bodies[body];
                    let R_WB = body.orientation.matrix();
                    let arm = R_WB * marker.point;
                    (body.position + arm, body.velocity.linear + body.velocity.angular.cross(arm), R_WB * marker.axes)
                }
            };
            into[..3].copy_from_slice(&point.0);
            into[3..6].copy_from_slice(&velocity.0);
            write_matrix(&axes, &mut into[6..]);
        }
        Ok(())
    }
}

/// Σ over bodies of m vᵢ·vⱼ + ωᵢ·J ωⱼ: symmetric to the last bit.
fn write_mass(model: &Model, columns: &[Linear], mass: &mut [f64]) {
    let n = columns.len();
    for i in 0..n {
        for j in i..n {
            let of_body = |body: usize| {
                let (a, b) = (&columns[i], &columns[j]);
                let turning = a.angular[body].dot(model.bodies[body].inertia * b.angular[body]);
                a.linear[body].dot(b.linear[body]) + turning
            };
            let sum = (0..model.n_bodies()).map(of_body).sum();
            mass[i * n + j] = sum;
            mass[j * n + i] = sum;
        }
    }
}

fn write_matrix(matrix: &Mat3, into: &mut [f64]) {
    for (k, row) in into.chunks_exact_mut(3).enumerate() {
        row.copy_from_slice(&matrix.row(k).0);
    }
}
