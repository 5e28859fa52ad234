//! Where bodies are and how they move, as expressions of the state; the plane is the part of space in which z is zero,
//! which folding knows.
//!
//! Velocities here are (ṙ, ω̄): of the center of mass in world axes, and angular in the body's own [Negrut, whose
//! choice makes M constant]. A vector ū fixed on a body is u = Rū in the world, and changes by
//!
//! ```text
//! u̇ = ω × u,   ü = R W̄ ū,   W̄ = ᾱ~ + ω̄~ ω̄~                                                         (1)
//! ```
//!
//! with ᾱ the angular acceleration: that of the body without constraints, or zero.

use crate::model::{Body, Model, Space};
use crate::spatial::Vec3;
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::program::Function;
use crate::symbolic::vectors::{Matrix, Vector, add, cross, known, known_matrix, mul, mul_transposed, scale};

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pose<'g> {
    /// Which body; `None` for the ground.
    pub index: Option<usize>,
    /// Whether it stays in the plane.
    pub is_planar: bool,
    /// Position of the center of mass.
    pub r: Vector<'g>,
    /// Body to world.
    pub R: Matrix<'g>,
    /// Rotation about z, in the plane.
    pub angle: Term<'g>,
    /// Velocity of the center of mass.
    pub v: Vector<'g>,
    /// Angular velocity, world axes.
    pub w: Vector<'g>,
    /// Angular velocity, body axes.
    pub w_B: Vector<'g>,
}

/// A pose with accelerations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<'g> {
    /// Where it is.
    pub pose: Pose<'g>,
    /// Velocity of the centre of mass, world axes.
    pub linear: Vector<'g>,
    /// Body axes.
    pub angular: Vector<'g>,
    /// W̄ of (1).
    pub spin: Matrix<'g>,
}

/// Coordinates and velocities of a body in the state.
pub(super) fn widths(space: Space) -> [usize; 2] {
    match space {
        Space::Planar => [3, 3],
        Space::Spatial => [7, 6],
    }
}

/// The pose of every body, from inputs [t, coordinates, velocities].
pub(super) fn poses<'g>(g: &'g Graph, model: &Model) -> Vec<Pose<'g>> {
    let [of_q, of_v] = widths(model.space);
    let n = model.n_bodies();
    let pose = |body: usize| {
        let (q, v) = (|k: usize| g.input(1 + body * of_q + k), |k: usize| g.input(1 + n * of_q + body * of_v + k));
        match model.space {
            Space::Planar => planar(g, body, [q(0), q(1), q(2)], [v(0), v(1), v(2)]),
            Space::Spatial => spatial(body, std::array::from_fn(q), std::array::from_fn(v)),
        }
    };
    (0..n).map(pose).collect()
}

fn planar<'g>(g: &'g Graph, body: usize, q: [Term<'g>; 3], v: [Term<'g>; 3]) -> Pose<'g> {
    let (s, c, zero, one) = (q[2].call(Function::Sin), q[2].call(Function::Cos), g.number(0.0), g.number(1.0));
    Pose {
        index: Some(body),
        is_planar: true,
        r: [q[0], q[1], zero],
        R: [[c, -s, zero], [s, c, zero], [zero, zero, one]],
        angle: q[2],
        v: [v[0], v[1], zero],
        w: [zero, zero, v[2]],
        w_B: [zero, zero, v[2]],
    }
}

fn spatial<'g>(body: usize, q: [Term<'g>; 7], v: [Term<'g>; 6]) -> Pose<'g> {
    let [w, x, y, z] = [q[3], q[4], q[5], q[6]];
    // The quaternion need not have length one: inside a step it has not.
    let k = 2.0 / (w * w + x * x + y * y + z * z);
    let (kx, ky, kz) = (k * x, k * y, k * z);
    let (wx, wy, wz) = (kx * w, ky * w, kz * w);
    let (xx, xy, xz) = (kx * x, kx * y, kx * z);
    let (yy, yz, zz) = (ky * y, ky * z, kz * z);
    let (not_x, not_z) = (1.0 - xx, 1.0 - zz);
    let R = [[not_z - yy, xy - wz, xz + wy], [xy + wz, not_x - zz, yz - wx], [xz - wy, yz + wx, not_x - yy]];
    let w = [v[3], v[4], v[5]];
    Pose {
        index: Some(body),
        is_planar: false,
        r: [q[0], q[1], q[2]],
        R,
        angle: k.number(0.0),
        v: [v[0], v[1], v[2]],
        w,
        w_B: mul_transposed(&R, w),
    }
}

impl<'g> Pose<'g> {
    /// The ground.
    pub(super) fn ground(g: &'g Graph, space: Space) -> Pose<'g> {
        let zero = known(g, Vec3::ZERO);
        let R = known_matrix(g, &crate::spatial::Mat3::IDENTITY);
        let (index, is_planar, angle) = (None, space == Space::Planar, g.number(0.0));
        Pose { index, is_planar, r: zero, R, angle, v: zero, w: zero, w_B: zero }
    }

    /// A vector fixed on the body, world axes.
    pub(super) fn turn(&self, u_B: Vector<'g>) -> Vector<'g> {
        mul(&self.R, u_B)
    }

    /// A vector of the world, body axes.
    pub(super) fn see(&self, u: Vector<'g>) -> Vector<'g> {
        mul_transposed(&self.R, u)
    }

    /// Velocity of the end of an arm from the center of mass, all in world axes.
    pub(super) fn velocity_at(&self, arm: Vector<'g>) -> Vector<'g> {
        add(self.v, cross(self.w, arm))
    }

    /// With these accelerations, the angular one in body axes.
    pub(super) fn accelerated(self, linear: Vector<'g>, angular: Vector<'g>) -> Moving<'g> {
        let ([x, y, z], [a, b, c]) = (self.w_B, angular);
        let (xx, yy, zz, xy, xz, yz) = (x * x, y * y, z * z, x * y, x * z, y * z);
        let spin = [[-(yy + zz), xy - c, xz + b], [xy + c, -(xx + zz), yz - a], [xz - b, yz + a, -(xx + yy)]];
        Moving { pose: self, linear, angular, spin }
    }

    /// Without accelerations.
    pub(super) fn coasting(self, g: &'g Graph) -> Moving<'g> {
        self.accelerated(known(g, Vec3::ZERO), known(g, Vec3::ZERO))
    }
}

impl<'g> Moving<'g> {
    /// The second derivative of a vector fixed on the body, body axes: W̄ū.
    pub(super) fn bend(&self, u_B: Vector<'g>) -> Vector<'g> {
        mul(&self.spin, u_B)
    }

    /// The second derivative of a vector fixed on the body, world axes.
    pub(super) fn second(&self, u_B: Vector<'g>) -> Vector<'g> {
        if !self.pose.is_planar {
            return self.pose.turn(self.bend(u_B));
        }
        // α ẑ×u − ω² u: the vector in the world is needed anyway.
        let ([x, y, zero], alpha) = (self.pose.turn(u_B), self.angular[2]);
        let square = self.pose.w[2] * self.pose.w[2];
        [-(alpha * y) - square * x, alpha * x - square * y, zero]
    }
}

/// Mass and inertia of a body as known numbers, in whose terms loads become accelerations.
#[derive(Clone, Debug)]
pub(super) struct Inertia {
    mass: f64,
    tensor: crate::spatial::Mat3,
    is_principal: bool,
}

impl Inertia {
    /// The inertia of a body; in the plane only the moment about z counts.
    pub(super) fn of(body: &Body) -> Inertia {
        let off = [(0, 1), (0, 2), (1, 2)].map(|(i, j)| body.inertia.0[i][j]);
        let tensor = crate::spatial::Mat3([0, 1, 2].map(|i| crate::symbolic::vectors::clean(body.inertia.row(i)).0));
        Inertia { mass: body.mass, tensor, is_principal: off == [0.0; 3] }
    }

    /// g + F/m, and J̄⁻¹(n̄ + J̄ω̄ × ω̄).
    pub(super) fn fall<'g>(
        &self,
        g: &'g Graph,
        gravity: Vector<'g>,
        load: [Vector<'g>; 2],
        pose: &Pose<'g>,
    ) -> [Vector<'g>; 2] {
        let [force, torque_B] = load;
        let linear = add(gravity, scale(g.number(1.0 / self.mass), force));
        if pose.is_planar {
            return [linear, scale(g.number(1.0 / self.tensor.0[2][2]), torque_B)];
        }
        let w = pose.w_B;
        if self.is_principal {
            let j = [0, 1, 2].map(|k| self.tensor.0[k][k]);
            let angular = std::array::from_fn(|k| {
                let (a, b) = ((k + 1) % 3, (k + 2) % 3);
                (1.0 / j[k]) * torque_B[k] + ((j[a] - j[b]) / j[k]) * (w[a] * w[b])
            });
            return [linear, angular];
        }
        let (tensor, inverse) = (known_matrix(g, &self.tensor), known_matrix(g, &self.tensor.inverse()));
        [linear, mul(&inverse, add(torque_B, cross(mul(&tensor, w), w)))]
    }

    /// The moment about z.
    pub(super) fn about_z(&self) -> f64 {
        self.tensor.0[2][2]
    }

    /// L⁻¹ of M = L Lᵀ for (ṙ, ω̄): 1/√m, and the inverse of the inertia's Cholesky factor, by rows.
    pub(super) fn inverse_root(&self) -> (f64, [[f64; 3]; 3]) {
        let j = &self.tensor.0;
        let a = j[0][0].sqrt();
        let (b, c) = (j[1][0] / a, j[2][0] / a);
        let d = (j[1][1] - b * b).sqrt();
        let e = (j[2][1] - c * b) / d;
        let f = (j[2][2] - c * c - e * e).sqrt();
        let rows =
            [[1.0 / a, 0.0, 0.0], [-b / (a * d), 1.0 / d, 0.0], [(b * e - c * d) / (a * d * f), -e / (d * f), 1.0 / f]];
        (1.0 / self.mass.sqrt(), rows)
    }
}
