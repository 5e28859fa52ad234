//! Trees in space: motions and wrenches of six components, inertias of 21 numbers in 3 × 3 blocks.
//!
//! An inertia is [A B; Bᵀ C], A acting on accelerations of the centre of mass, C on angular ones, A and C symmetric. With d
//! from the parent's centre of mass to the body's, X = [1 −d̃; 0 1] gives the parent's motion at the body, and
//!
//! ```text
//! Xᵀ I X = [A B′; B′ᵀ C′],   B′ = B − A d̃,   C′ = C + (d̃ B)ᵀ + d̃ B′                                           (1)
//! ```

use super::fours::{self, SpatialFour};
use super::joint::{SpatialJoint, join};
use super::tree::{Carried, Placing, Tree};
use super::vectors::{One, cross_plus, dot, dot_plus};
use crate::formulation::bodies::SpatialBodies;
use crate::lanes::{Lanes, Row};
use crate::model::Model;
use crate::spatial::{self, BodyMotion, Pose, Quat, Vec3, add};

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

/// What four bodies weigh by themselves, one in each place.
pub struct OwnWeight {
    mass: [f64; 4],
    /// About the centre of mass: xx, yy, zz, xy, xz, yz.
    inertia: [[f64; 4]; 6],
    /// ω × J ω
    torque: [[f64; 4]; 3],
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

/// Entry (i, j) of d̃ M, component i of d × column j of M, plus c.
#[inline(always)]
fn turn<V: Lanes>(lanes: V, d: Vec3, m: &[Vec3; 3], (i, j): (usize, usize), c: f64) -> f64 {
    let (p, q) = ((i + 1) % 3, (i + 2) % 3);
    lanes.madd(d[p], m[q][j], lanes.madd(-d[q], m[p][j], c))
}

/// Row and column of each number that is kept of a symmetric matrix.
pub(super) const PLACES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// m −= k a aᵀ, m symmetric.
#[inline(always)]
fn subtract_square<V: Lanes>(lanes: V, m: &mut [f64; 6], k: f64, a: Vec3) {
    let scaled = [-k * a[0], -k * a[1], -k * a[2]];
    for n in 0..6 {
        let (i, j) = PLACES[n];
        m[n] = lanes.madd(scaled[i], a[j], m[n]);
    }
}

impl Tree<6> for SpatialBodies {
    type Joint = SpatialJoint;
    type Four = SpatialFour;
    type Own = OwnWeight;
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

    fn four(joints: &[SpatialJoint]) -> SpatialFour {
        SpatialFour::new(joints)
    }

    fn angle(joint: &SpatialJoint) -> Option<usize> {
        joint.angle()
    }

    #[inline(always)]
    fn place<V: Lanes>(lanes: V, stage: Placing<SpatialBodies, 6>) {
        fours::place(lanes, stage);
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

    #[inline(always)]
    fn own<V: Lanes>(lanes: V, four: &SpatialFour, poses: &[Pose]) -> OwnWeight {
        let (inertia, torque) = fours::own(lanes, four, poses);
        OwnWeight { mass: four.mass, inertia, torque }
    }

    /// A = m 1, C = R J̄ Rᵀ.
    #[inline(always)]
    fn add_own(sum: &mut SpatialInertia, own: &OwnWeight, lane: usize) {
        for n in 0..3 {
            sum.a[n] += own.mass[lane];
        }
        for n in 0..6 {
            sum.c[n] += own.inertia[n][lane];
        }
    }

    /// −m g and ω × J ω.
    #[inline(always)]
    fn own_wrench(own: &OwnWeight, lane: usize, g: Vec3) -> [f64; 6] {
        let (m, torque) = (-own.mass[lane], &own.torque);
        join([m * g[0], m * g[1], m * g[2]], [torque[0][lane], torque[1][lane], torque[2][lane]])
    }

    #[inline(always)]
    fn add(sum: &mut SpatialInertia, other: &SpatialInertia) {
        for n in 0..6 {
            sum.a[n] += other.a[n];
            sum.c[n] += other.c[n];
        }
        for i in 0..3 {
            sum.b[i] = add(sum.b[i], other.b[i]);
        }
    }

    #[inline(always)]
    fn apply<V: Lanes>(lanes: V, inertia: &SpatialInertia, motion: &[f64; 6]) -> [f64; 6] {
        let (n, (v, w)) = (One(lanes), split(motion));
        let (a, b, c) = (rows(&inertia.a), &inertia.b, rows(&inertia.c));
        let mut wrench = [0.0; 6];
        for i in 0..3 {
            wrench[i] = dot_plus(n, a[i], v, dot(n, b[i], w));
            wrench[i + 3] = dot_plus(n, [b[0][i], b[1][i], b[2][i]], v, dot(n, c[i], w));
        }
        wrench
    }

    #[inline(always)]
    fn release<V: Lanes>(lanes: V, inertia: &mut SpatialInertia, reach: &[f64; 6], k: f64) {
        let (f, t) = split(reach);
        subtract_square(lanes, &mut inertia.a, k, f);
        subtract_square(lanes, &mut inertia.c, k, t);
        for i in 0..3 {
            let factor = -k * f[i];
            for j in 0..3 {
                inertia.b[i][j] = lanes.madd(factor, t[j], inertia.b[i][j]);
            }
        }
    }

    /// (1)
    #[inline(always)]
    fn shift<V: Lanes>(lanes: V, inertia: &SpatialInertia, d: &Vec3) -> SpatialInertia {
        let (a, before, d) = (rows(&inertia.a), &inertia.b, *d);
        // Row i of −A d̃ is d × row i of A.
        let (mut b, mut c) = ([[0.0; 3]; 3], inertia.c);
        for i in 0..3 {
            b[i] = cross_plus(One(lanes), d, a[i], before[i]);
        }
        for n in 0..6 {
            let (i, j) = PLACES[n];
            c[n] = turn(lanes, d, before, (j, i), turn(lanes, d, &b, (i, j), c[n]));
        }
        SpatialInertia { a: inertia.a, b, c }
    }

    #[inline(always)]
    fn carry(motion: &[f64; 6], d: &Vec3) -> [f64; 6] {
        let (v, w) = split(motion);
        join(add(v, spatial::cross(w, *d)), w)
    }

    #[inline(always)]
    fn transmit(wrench: &[f64; 6], d: &Vec3) -> [f64; 6] {
        let (f, t) = split(wrench);
        join(f, add(t, spatial::cross(*d, f)))
    }

    #[inline(always)]
    fn transmit_columns<V: Lanes>(lanes: V, columns: &mut [Row<V>; 6], d: &Vec3) {
        let [x, y, z, ..] = *columns;
        columns[3] = columns[3].plus::<6>(lanes, d[1], z).minus::<6>(lanes, d[2], y);
        columns[4] = columns[4].plus::<6>(lanes, d[2], x).minus::<6>(lanes, d[0], z);
        columns[5] = columns[5].plus::<6>(lanes, d[0], y).minus::<6>(lanes, d[1], x);
    }
}
