//! Rotations: 3×3 matrices and unit quaternions (Euler parameters) `[w, x, y, z]`, body to world.

use super::vector::{Vec3, cross, dot, norm, scale};

/// A 3×3 matrix, row by row.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Mat3(pub [Vec3; 3]);

impl Mat3 {
    /// The unit matrix.
    pub const IDENTITY: Mat3 = Mat3([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    /// The matrix with these columns.
    #[inline]
    pub fn from_columns(x: Vec3, y: Vec3, z: Vec3) -> Mat3 {
        Mat3([[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]])
    }

    /// Column k.
    #[inline(always)]
    pub fn column(&self, k: usize) -> Vec3 {
        [self.0[0][k], self.0[1][k], self.0[2][k]]
    }

    /// A v
    #[inline(always)]
    pub fn mul(&self, v: Vec3) -> Vec3 {
        [dot(self.0[0], v), dot(self.0[1], v), dot(self.0[2], v)]
    }

    /// Aᵀ v
    #[inline(always)]
    pub fn mul_transposed(&self, v: Vec3) -> Vec3 {
        let [a, b, c] = self.0;
        [
            a[0] * v[0] + b[0] * v[1] + c[0] * v[2],
            a[1] * v[0] + b[1] * v[1] + c[1] * v[2],
            a[2] * v[0] + b[2] * v[1] + c[2] * v[2],
        ]
    }

    /// A B
    #[inline]
    pub fn mul_mat(&self, b: &Mat3) -> Mat3 {
        Mat3([b.mul_transposed(self.0[0]), b.mul_transposed(self.0[1]), b.mul_transposed(self.0[2])])
    }

    /// Aᵀ
    #[inline]
    pub fn transposed(&self) -> Mat3 {
        Mat3::from_columns(self.0[0], self.0[1], self.0[2])
    }

    /// The inverse, by cofactors; entries are not finite when A is singular.
    pub fn inverse(&self) -> Mat3 {
        let [a, b, c] = self.0;
        let (bc, ca, ab) = (cross(b, c), cross(c, a), cross(a, b));
        let k = 1.0 / dot(a, bc);
        Mat3::from_columns(scale(k, bc), scale(k, ca), scale(k, ab))
    }
}

/// A unit quaternion `[w, x, y, z]`: the orientation of a body in the world.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Quat(pub [f64; 4]);

impl Quat {
    /// No rotation.
    pub const IDENTITY: Quat = Quat([1.0, 0.0, 0.0, 0.0]);

    /// Rotation by `angle` about the unit vector `axis`.
    pub fn about(axis: Vec3, angle: f64) -> Quat {
        let (s, c) = (0.5 * angle).sin_cos();
        Quat([c, s * axis[0], s * axis[1], s * axis[2]])
    }

    /// Rotation by the rotation vector `v` (axis times angle).
    pub fn from_rotation_vector(v: Vec3) -> Quat {
        let angle = norm(v);
        // sin(φ/2)/φ by its series where φ² vanishes against 1.
        let k = if angle < 1e-8 { 0.5 } else { (0.5 * angle).sin() / angle };
        Quat([(0.5 * angle).cos(), k * v[0], k * v[1], k * v[2]])
    }

    /// The rotation vector (axis times angle, angle in [0, π]) of this rotation.
    pub fn rotation_vector(&self) -> Vec3 {
        let [w, x, y, z] = self.0;
        let sign = if w < 0.0 { -1.0 } else { 1.0 };
        let v = [sign * x, sign * y, sign * z];
        let s = norm(v);
        let k = if s < 1e-8 { 2.0 } else { 2.0 * s.atan2(sign * w) / s };
        scale(k, v)
    }

    /// Hamilton product: first `other`, then `self`.
    pub fn mul(&self, other: &Quat) -> Quat {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Quat([
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ])
    }

    /// The opposite rotation.
    pub fn conjugate(&self) -> Quat {
        let [w, x, y, z] = self.0;
        Quat([w, -x, -y, -z])
    }

    /// The same direction in quaternion space with length one; identity if the length is zero.
    pub fn normalized(&self) -> Quat {
        let n = self.0.iter().map(|x| x * x).sum::<f64>().sqrt();
        if n > 0.0 { Quat(self.0.map(|x| x / n)) } else { Quat::IDENTITY }
    }

    /// R_WB. The quaternion need not be normalised: the result is a rotation for any length but zero.
    #[inline]
    pub fn matrix(&self) -> Mat3 {
        let [w, x, y, z] = self.0;
        let k = 2.0 / (w * w + x * x + y * y + z * z);
        let (kx, ky, kz) = (k * x, k * y, k * z);
        let (wx, wy, wz) = (kx * w, ky * w, kz * w);
        let (xx, xy, xz) = (kx * x, kx * y, kx * z);
        let (yy, yz, zz) = (ky * y, ky * z, kz * z);
        Mat3([[1.0 - yy - zz, xy - wz, xz + wy], [xy + wz, 1.0 - xx - zz, yz - wx], [xz - wy, yz + wx, 1.0 - xx - yy]])
    }

    /// The quaternion of a rotation matrix [Shepperd's choice of the largest component].
    pub fn from_matrix(m: &Mat3) -> Quat {
        let m = &m.0;
        let trace = m[0][0] + m[1][1] + m[2][2];
        let candidates = [trace, m[0][0], m[1][1], m[2][2]];
        let mut k = 0;
        for i in 1..4 {
            if candidates[i] > candidates[k] {
                k = i;
            }
        }
        let q = match k {
            0 => [1.0 + trace, m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]],
            1 => [m[2][1] - m[1][2], 1.0 + 2.0 * m[0][0] - trace, m[0][1] + m[1][0], m[0][2] + m[2][0]],
            2 => [m[0][2] - m[2][0], m[0][1] + m[1][0], 1.0 + 2.0 * m[1][1] - trace, m[1][2] + m[2][1]],
            _ => [m[1][0] - m[0][1], m[0][2] + m[2][0], m[1][2] + m[2][1], 1.0 + 2.0 * m[2][2] - trace],
        };
        Quat(q).normalized()
    }

    /// q̇ = ½ ω ∘ q for the angular velocity ω in world axes.
    #[inline]
    pub fn rate(&self, w_WB: Vec3) -> [f64; 4] {
        let [a, b, c, d] = self.0;
        let [x, y, z] = w_WB;
        [
            0.5 * (-x * b - y * c - z * d),
            0.5 * (x * a + y * d - z * c),
            0.5 * (y * a + z * b - x * d),
            0.5 * (z * a + x * c - y * b),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrix_and_quaternion_agree_both_ways() {
        for v in [[0.1, 0.2, -0.3], [3.0, 0.1, 0.0], [0.0, -3.1, 0.2], [0.0, 0.3, 3.1], [0.0, 0.0, 0.0]] {
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
        let (w, h) = ([0.4, -1.1, 0.7], 1e-6);
        let q = Quat::from_rotation_vector([0.3, 0.2, 0.9]);
        let turn = |s: f64| Quat::from_rotation_vector(scale(s, w)).mul(&q);
        let (ahead, behind) = (turn(h), turn(-h));
        let rate = q.rate(w);
        for k in 0..4 {
            assert!(((ahead.0[k] - behind.0[k]) / (2.0 * h) - rate[k]).abs() < 1e-9);
        }
    }

    #[test]
    fn inverse_times_matrix_is_identity() {
        let a = Mat3([[2.0, 0.3, -0.1], [0.3, 1.5, 0.2], [-0.1, 0.2, 3.0]]);
        let p = a.mul_mat(&a.inverse());
        for i in 0..3 {
            for j in 0..3 {
                assert!((p.0[i][j] - Mat3::IDENTITY.0[i][j]).abs() < 1e-15);
            }
        }
    }
}
