//! Rotations: 3×3 matrices and unit quaternions (Euler parameters) `[w, x, y, z]`, body to world.

use super::{Real, Vec3};
use std::ops::Mul;

/// A 3×3 matrix, row by row.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Mat3<S = f64>(pub [[S; 3]; 3]);

impl Mat3 {
    /// The unit matrix.
    pub const IDENTITY: Mat3 = Mat3([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
}

impl<S: Real> Mat3<S> {
    /// A matrix known in numbers.
    #[inline(always)]
    pub fn constant(m: &Mat3) -> Self {
        Mat3(m.0.map(|row| row.map(S::from)))
    }

    /// The matrix with these columns.
    #[inline]
    pub fn from_columns(x: Vec3<S>, y: Vec3<S>, z: Vec3<S>) -> Self {
        Mat3([[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]])
    }

    /// Row k.
    #[inline(always)]
    pub fn row(&self, k: usize) -> Vec3<S> {
        Vec3(self.0[k])
    }

    /// Column k.
    #[inline(always)]
    pub fn column(&self, k: usize) -> Vec3<S> {
        Vec3([self.0[0][k], self.0[1][k], self.0[2][k]])
    }

    /// Aᵀ v
    #[inline(always)]
    pub fn tr_mul(&self, v: Vec3<S>) -> Vec3<S> {
        Vec3([self.column(0).dot(v), self.column(1).dot(v), self.column(2).dot(v)])
    }

    /// Aᵀ
    #[inline]
    pub fn transposed(&self) -> Self {
        Mat3::from_columns(self.row(0), self.row(1), self.row(2))
    }

    /// The inverse, by cofactors; entries are not finite when A is singular.
    pub fn inverse(&self) -> Self {
        let (a, b, c) = (self.row(0), self.row(1), self.row(2));
        let (bc, ca, ab) = (b.cross(c), c.cross(a), a.cross(b));
        let k = S::from(1.0) / a.dot(bc);
        Mat3::from_columns(bc * k, ca * k, ab * k)
    }
}

/// A v
impl<S: Real> Mul<Vec3<S>> for Mat3<S> {
    type Output = Vec3<S>;
    #[inline(always)]
    fn mul(self, v: Vec3<S>) -> Vec3<S> {
        Vec3([self.row(0).dot(v), self.row(1).dot(v), self.row(2).dot(v)])
    }
}

/// A B
impl<S: Real> Mul for Mat3<S> {
    type Output = Self;
    #[inline]
    fn mul(self, b: Self) -> Self {
        Mat3([b.tr_mul(self.row(0)).0, b.tr_mul(self.row(1)).0, b.tr_mul(self.row(2)).0])
    }
}

/// A unit quaternion `[w, x, y, z]`: the orientation of a body in the world.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Quat<S = f64>(pub [S; 4]);

impl Quat {
    /// No rotation.
    pub const IDENTITY: Quat = Quat([1.0, 0.0, 0.0, 0.0]);

    /// The same direction in quaternion space with length one; identity if the length is zero.
    pub fn normalized(&self) -> Quat {
        let n = self.0.iter().map(|x| x * x).sum::<f64>().sqrt();
        if n > 0.0 { Quat(self.0.map(|x| x / n)) } else { Quat::IDENTITY }
    }
}

/// Below this angle, or half of it, φ² vanishes against 1 and the first terms of series are exact.
const SMALL: f64 = 1e-8;

impl<S: Real> Quat<S> {
    /// Rotation by `angle` about the unit vector `axis`.
    pub fn about(axis: Vec3<S>, angle: S) -> Self {
        let (s, c) = (angle * 0.5).sin_cos();
        Quat([c, s * axis[0], s * axis[1], s * axis[2]])
    }

    /// Rotation by the rotation vector `v` (axis times angle).
    pub fn from_rotation_vector(v: Vec3<S>) -> Self {
        let square = v.dot(v);
        let angle = square.sqrt();
        let half = angle * 0.5;
        let (small, one) = (S::from(SMALL), S::from(1.0));
        let k = angle.select_below(small, S::from(0.5), half.sin() / angle);
        let w = angle.select_below(small, one - square * 0.125, half.cos());
        Quat([w, k * v[0], k * v[1], k * v[2]])
    }

    /// The quaternion of a rotation matrix [Shepperd's choice of the largest component].
    pub fn from_matrix(m: &Mat3<S>) -> Self {
        let m = &m.0;
        let trace = m[0][0] + m[1][1] + m[2][2];
        let [x, y, z] = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
        let [xy, xz, yz] = [m[0][1] + m[1][0], m[0][2] + m[2][0], m[1][2] + m[2][1]];
        let square = |k: usize| m[k][k] * 2.0 + 1.0 - trace;
        let others =
            [(m[0][0], [x, square(0), xy, xz]), (m[1][1], [y, xy, square(1), yz]), (m[2][2], [z, xz, yz, square(2)])];
        let (mut largest, mut q) = (trace, [trace + 1.0, x, y, z]);
        for (size, candidate) in others {
            q = std::array::from_fn(|k| largest.select_below(size, candidate[k], q[k]));
            largest = largest.max(size);
        }
        let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
        Quat(q.map(|x| x / length))
    }

    /// The rotation vector (axis times angle, angle in [0, π]) of this rotation.
    pub fn rotation_vector(&self) -> Vec3<S> {
        let [w, x, y, z] = self.0;
        let sign = w.select_below(S::from(0.0), S::from(-1.0), S::from(1.0));
        let v = Vec3([sign * x, sign * y, sign * z]);
        let s = v.norm();
        v * s.select_below(S::from(SMALL), S::from(2.0), s.atan2(sign * w) * 2.0 / s)
    }

    /// The opposite rotation.
    pub fn conjugate(&self) -> Self {
        let [w, x, y, z] = self.0;
        Quat([w, -x, -y, -z])
    }

    /// R_WB. The quaternion need not be normalised: the result is a rotation for any length but zero.
    #[inline]
    pub fn matrix(&self) -> Mat3<S> {
        let [w, x, y, z] = self.0;
        let one = S::from(1.0);
        let k = S::from(2.0) / (w * w + x * x + y * y + z * z);
        let (kx, ky, kz) = (k * x, k * y, k * z);
        let (wx, wy, wz) = (kx * w, ky * w, kz * w);
        let (xx, xy, xz) = (kx * x, kx * y, kx * z);
        let (yy, yz, zz) = (ky * y, ky * z, kz * z);
        Mat3([[one - yy - zz, xy - wz, xz + wy], [xy + wz, one - xx - zz, yz - wx], [xz - wy, yz + wx, one - xx - yy]])
    }

    /// q̇ = ½ ω ∘ q for the angular velocity ω in world axes.
    #[inline]
    pub fn rate(&self, w_WB: Vec3<S>) -> [S; 4] {
        let [a, b, c, d] = self.0;
        let [x, y, z] = w_WB.0;
        [
            (-x * b - y * c - z * d) * 0.5,
            (x * a + y * d - z * c) * 0.5,
            (y * a + z * b - x * d) * 0.5,
            (z * a + x * c - y * b) * 0.5,
        ]
    }
}

/// Hamilton product: first the right rotation, then the left.
impl<S: Real> Mul for Quat<S> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Quat([
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrix_and_quaternion_agree_both_ways() {
        for v in [[0.1, 0.2, -0.3], [3.0, 0.1, 0.0], [0.0, -3.1, 0.2], [0.0, 0.3, 3.1], [0.0; 3]].map(Vec3) {
            let q = Quat::from_rotation_vector(v);
            let back = Quat::from_matrix(&q.matrix());
            let same: f64 = q.0.iter().zip(back.0).map(|(a, b)| a * b).sum();
            assert!((same.abs() - 1.0).abs() < 1e-14, "{v:?}");
            let w = q.rotation_vector();
            for k in 0..3 {
                assert!((w[k] - v[k]).abs() < 1e-13, "{v:?} {w:?}");
            }
        }
    }

    #[test]
    fn rate_is_the_derivative_of_a_steady_rotation() {
        let (w, h) = (Vec3([0.4, -1.1, 0.7]), 1e-6);
        let q = Quat::from_rotation_vector(Vec3([0.3, 0.2, 0.9]));
        let turn = |s: f64| Quat::from_rotation_vector(s * w) * q;
        let (ahead, behind) = (turn(h), turn(-h));
        let rate = q.rate(w);
        for k in 0..4 {
            assert!(((ahead.0[k] - behind.0[k]) / (2.0 * h) - rate[k]).abs() < 1e-9);
        }
    }

    #[test]
    fn inverse_times_matrix_is_identity() {
        let a = Mat3([[2.0, 0.3, -0.1], [0.3, 1.5, 0.2], [-0.1, 0.2, 3.0]]);
        let p = a * a.inverse();
        for i in 0..3 {
            for j in 0..3 {
                assert!((p.0[i][j] - Mat3::IDENTITY.0[i][j]).abs() < 1e-15);
            }
        }
    }
}
