//! Three-component vectors and matrices with fused products and sums, for the sweeps. Loops are written out with indices: what is
//! passed to `map` is compiled by itself, without the instructions of the machine.

use crate::lanes::Lanes;
use crate::spatial::{Mat3, Vec3};

/// a·b + c
#[inline(always)]
pub fn dot<V: Lanes>(lanes: V, a: Vec3, b: Vec3, c: f64) -> f64 {
    lanes.madd(a[0], b[0], lanes.madd(a[1], b[1], lanes.madd(a[2], b[2], c)))
}

/// a × b + c
#[inline(always)]
pub fn cross<V: Lanes>(lanes: V, a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    [
        lanes.madd(a[1], b[2], lanes.madd(-a[2], b[1], c[0])),
        lanes.madd(a[2], b[0], lanes.madd(-a[0], b[2], c[1])),
        lanes.madd(a[0], b[1], lanes.madd(-a[1], b[0], c[2])),
    ]
}

/// k a + c
#[inline(always)]
pub fn scale<V: Lanes>(lanes: V, k: f64, a: Vec3, c: Vec3) -> Vec3 {
    [lanes.madd(k, a[0], c[0]), lanes.madd(k, a[1], c[1]), lanes.madd(k, a[2], c[2])]
}

/// A v + c
#[inline(always)]
pub fn mul<V: Lanes>(lanes: V, a: &Mat3, v: Vec3, c: Vec3) -> Vec3 {
    [dot(lanes, a.0[0], v, c[0]), dot(lanes, a.0[1], v, c[1]), dot(lanes, a.0[2], v, c[2])]
}

/// A B
#[inline(always)]
pub fn mul_mat<V: Lanes>(lanes: V, a: &Mat3, b: &Mat3) -> Mat3 {
    let mut product = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let first = a.0[i][0] * b.0[0][j];
            product[i][j] = lanes.madd(a.0[i][2], b.0[2][j], lanes.madd(a.0[i][1], b.0[1][j], first));
        }
    }
    Mat3(product)
}

/// The columns of a matrix.
#[inline(always)]
pub fn columns(a: &Mat3) -> [Vec3; 3] {
    [a.column(0), a.column(1), a.column(2)]
}
