//! Trees in space: motions and wrenches of six components, inertias of 21 numbers in 3 × 3 blocks.
//!
//! An inertia is [A B; Bᵀ C], A acting on accelerations of the centre of mass, C on angular ones, A and C symmetric. With d
//! from the parent's centre of mass to the body's, X = [1 −d̃; 0 1] gives the parent's motion at the body, and
//!
//! ```text
//! Xᵀ I X = [A B′; B′ᵀ C′],   B′ = B − A d̃,   C′ = C + (d̃ B)ᵀ + d̃ B′                                           (1)
//! ```

use super::joint::{SpatialJoint, join};
use super::tree::{Carried, Freedom, Placed, Tree};
use crate::formulation::bodies::SpatialBodies;
use crate::model::Model;
use crate::spatial::{BodyMotion, Pose, Quat, Vec3, add, cross, dot, sub};

/// A symmetric 6 × 6 matrix.
#[derive(Clone, Copy, Debug)]
pub struct SpatialInertia {
    /// A: xx, yy, zz, xy, xz, yz.
    a: [f64; 6],
    /// B, row by row.
    b: [Vec3; 3],
    /// C: xx, yy, zz, xy, xz, yz.
    c: [f64; 6],
}

/// The rows of a symmetric 3 × 3 matrix.
#[inline(always)]
fn rows(&[xx, yy, zz, xy, xz, yz]: &[f64; 6]) -> [Vec3; 3] {
    [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
}

#[inline(always)]
fn split(x: &[f64; 6]) -> (Vec3, Vec3) {
    ([x[0], x[1], x[2]], [x[3], x[4], x[5]])
}

/// m −= k a aᵀ, m symmetric.
#[inline(always)]
fn subtract_square(m: &mut [f64; 6], k: f64, a: Vec3) {
    let [x, y, z] = [k * a[0], k * a[1], k * a[2]];
    m[0] -= x * a[0];
    m[1] -= y * a[1];
    m[2] -= z * a[2];
    m[3] -= x * a[1];
    m[4] -= x * a[2];
    m[5] -= y * a[2];
}

impl Tree<6> for SpatialBodies {
    type Joint = SpatialJoint;
    type Inertia = SpatialInertia;
    type Arm = Vec3;
    const NO_INERTIA: SpatialInertia = SpatialInertia { a: [0.0; 6], b: [[0.0; 3]; 3], c: [0.0; 6] };

    fn joint(model: &Model, carried: &Carried) -> SpatialJoint {
        SpatialJoint::new(model, carried)
    }

    fn count(joint: &SpatialJoint) -> (usize, usize) {
        joint.count()
    }

    fn read(joint: &SpatialJoint, carried: &Carried, q: &mut Vec<f64>, u: &mut Vec<f64>) {
        joint.read(carried, q, u);
    }

    #[inline(always)]
    fn place(
        joint: &SpatialJoint,
        parent: &Pose,
        q: &[f64],
        u: &[f64],
        freedoms: &mut [Freedom<6>],
    ) -> Placed<Pose, 6> {
        joint.place(parent, q, u, freedoms)
    }

    #[inline(always)]
    fn arm(parent: &Pose, body: &Pose) -> Vec3 {
        sub(body.r, parent.r)
    }

    #[inline(always)]
    fn write_rates(joint: &SpatialJoint, parent: &Pose, q: &[f64], u: &[f64], rates: &mut [f64]) {
        joint.write_rates(parent, q, u, rates);
    }

    fn move_joint(joint: &SpatialJoint, parent: &Pose, q: &mut [f64], displacement: &[f64]) {
        joint.move_joint(parent, q, displacement);
    }

    fn turn(joint: &SpatialJoint, parent: &Quat, q: &[f64]) -> Quat {
        joint.turn(parent, q)
    }

    fn write_position(pose: &Pose, orientation: &Quat, out: &mut BodyMotion) {
        out.position = pose.r;
        out.orientation = *orientation;
        out.velocity.linear = pose.v;
        out.velocity.angular = pose.w;
    }

    /// A = m 1, C = R J̄ Rᵀ.
    #[inline(always)]
    fn inertia(joint: &SpatialJoint, pose: &Pose) -> SpatialInertia {
        let (R, j) = (&pose.R.0, rows(&joint.inertia));
        let t = [0, 1, 2].map(|i| [dot(R[i], j[0]), dot(R[i], j[1]), dot(R[i], j[2])]);
        let entry = |i: usize, k: usize| dot(t[i], R[k]);
        let m = joint.mass;
        SpatialInertia {
            a: [m, m, m, 0.0, 0.0, 0.0],
            b: [[0.0; 3]; 3],
            c: [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)],
        }
    }

    #[inline(always)]
    fn apply(inertia: &SpatialInertia, motion: &[f64; 6]) -> [f64; 6] {
        let (v, w) = split(motion);
        let (a, b, c) = (rows(&inertia.a), &inertia.b, rows(&inertia.c));
        let force = [0, 1, 2].map(|i| dot(a[i], v) + dot(b[i], w));
        let torque = [0, 1, 2].map(|i| b[0][i] * v[0] + b[1][i] * v[1] + b[2][i] * v[2] + dot(c[i], w));
        join(force, torque)
    }

    #[inline(always)]
    fn release(inertia: &mut SpatialInertia, reach: &[f64; 6], k: f64) {
        let (f, t) = split(reach);
        subtract_square(&mut inertia.a, k, f);
        subtract_square(&mut inertia.c, k, t);
        for i in 0..3 {
            let factor = k * f[i];
            for j in 0..3 {
                inertia.b[i][j] -= factor * t[j];
            }
        }
    }

    /// (1)
    #[inline(always)]
    fn add_shifted(sum: &mut SpatialInertia, inertia: &SpatialInertia, d: &Vec3) {
        let (a, b, d) = (rows(&inertia.a), &inertia.b, *d);
        // Row i of −A d̃ is d × row i of A.
        let shifted = [0, 1, 2].map(|i| add(b[i], cross(d, a[i])));
        let column = |m: &[Vec3; 3], k: usize| [m[0][k], m[1][k], m[2][k]];
        // Columns of d̃ B and of d̃ B′.
        let before = [0, 1, 2].map(|k| cross(d, column(b, k)));
        let after = [0, 1, 2].map(|k| cross(d, column(&shifted, k)));
        for i in 0..3 {
            sum.b[i] = add(sum.b[i], shifted[i]);
        }
        for (n, (i, j)) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            sum.a[n] += inertia.a[n];
            sum.c[n] += inertia.c[n] + before[i][j] + after[j][i];
        }
    }

    #[inline(always)]
    fn carry(motion: &[f64; 6], d: &Vec3) -> [f64; 6] {
        let (v, w) = split(motion);
        join(add(v, cross(w, *d)), w)
    }

    #[inline(always)]
    fn transmit(wrench: &[f64; 6], d: &Vec3) -> [f64; 6] {
        let (f, t) = split(wrench);
        join(f, add(t, cross(*d, f)))
    }
}
