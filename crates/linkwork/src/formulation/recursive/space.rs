//! Trees in space: motions and wrenches of six components, inertias in 3 × 3 blocks.
//!
//! An inertia is [A B; Bᵀ C], A acting on accelerations of the centre of mass, C on angular ones, A and C symmetric. With d
//! from the parent's centre of mass to the body's, X = [1 −d̃; 0 1] gives the parent's motion at the body, and
//!
//! ```text
//! I X = [A B′; Bᵀ C″],   B′ = B − A d̃,   C″ = C − Bᵀ d̃                                                         (1)
//! Xᵀ I X = [A B′; Bᵀ + d̃ A, C″ + d̃ B′]                                                                        (2)
//! ```
//!
//! Columns of three numbers are kept as four, the last of which is zero: what is done to a column is one instruction. Entries that are equal
//! *must* have the same bits: what one side of the diagonal leaves of a freedom that the other has released would grow from body to body.

use super::fours::{self, SpatialFour};
use super::joint::{SpatialJoint, join};
use super::tree::{Carried, Placing, Tree};
use crate::formulation::bodies::SpatialBodies;
use crate::lanes::{Lanes, Row};
use crate::model::Model;
use crate::spatial::{self, BodyMotion, Pose, Quat, Vec3, add};

/// A column of three, and a zero.
type Column = [f64; 4];

/// A symmetric 6 × 6 matrix, all of it, column by column.
#[derive(Clone, Copy, Debug)]
pub struct SpatialInertia {
    a: [Column; 3],
    b_transposed: [Column; 3],
    b: [Column; 3],
    c: [Column; 3],
}

/// What four bodies weigh by themselves, one in each place.
pub struct OwnWeight {
    mass: [f64; 4],
    /// About the centre of mass: xx, yy, zz, xy, xz, yz.
    inertia: [[f64; 4]; 6],
    /// ω × J ω
    torque: [[f64; 4]; 3],
}

#[inline(always)]
fn split(x: &[f64; 6]) -> (Vec3, Vec3) {
    ([x[0], x[1], x[2]], [x[3], x[4], x[5]])
}

/// Row and column of each number that is kept of a symmetric matrix.
pub(super) const PLACES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// Where entry (i, j) of a symmetric matrix is among the numbers that are kept.
const KEPT: [[usize; 3]; 3] = [[0, 3, 4], [3, 1, 5], [4, 5, 2]];

/// Both halves of a motion or wrench.
#[inline(always)]
fn halves<V: Lanes>(lanes: V, x: &[f64; 6]) -> [V::F4; 2] {
    [lanes.load([x[0], x[1], x[2], 0.0]), lanes.load([x[3], x[4], x[5], 0.0])]
}

#[inline(always)]
fn whole<V: Lanes>(lanes: V, [v, w]: [V::F4; 2]) -> [f64; 6] {
    let (v, w) = (lanes.array(v), lanes.array(w));
    [v[0], v[1], v[2], w[0], w[1], w[2]]
}

/// d × a + c, with d as second, third, first component and as third, first, second.
#[inline(always)]
fn cross_plus<V: Lanes>(lanes: V, [next, last]: [V::F4; 2], a: V::F4, c: V::F4) -> V::F4 {
    lanes.mul_sub(last, lanes.turned(a), lanes.mul_add(next, lanes.turned_back(a), c))
}

/// start + a times one column − b times another.
#[inline(always)]
fn combine<V: Lanes>(
    lanes: V,
    columns: &[Column; 3],
    start: Column,
    (a, one): (V::F4, usize),
    (b, other): (V::F4, usize),
) -> V::F4 {
    let sum = lanes.mul_add(a, lanes.load(columns[one]), lanes.load(start));
    lanes.mul_sub(b, lanes.load(columns[other]), sum)
}

impl Tree<6> for SpatialBodies {
    type Joint = SpatialJoint;
    type Four = SpatialFour;
    type Own = OwnWeight;
    type Inertia = SpatialInertia;
    type Arm = Vec3;
    const NO_INERTIA: SpatialInertia =
        SpatialInertia { a: [[0.0; 4]; 3], b_transposed: [[0.0; 4]; 3], b: [[0.0; 4]; 3], c: [[0.0; 4]; 3] };

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

    fn is_plain(four: &SpatialFour) -> bool {
        four.is_plain
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

    fn turn(joint: Option<&SpatialJoint>, (four, lane): (&SpatialFour, usize), parent: &Quat, q: &[f64]) -> Quat {
        joint.map_or_else(|| four.orient(lane, parent, q), |joint| joint.turn(parent, q))
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
    fn add_own<V: Lanes>(lanes: V, sum: &mut SpatialInertia, own: &OwnWeight, lane: usize) {
        for j in 0..3 {
            sum.a[j][j] += own.mass[lane];
            let [x, y, z] = KEPT[j];
            let column = [own.inertia[x][lane], own.inertia[y][lane], own.inertia[z][lane], 0.0];
            sum.c[j] = lanes.array(lanes.add(lanes.load(sum.c[j]), lanes.load(column)));
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
        let add = |sum: &mut [Column; 3], other: &[Column; 3]| {
            sum.as_flattened_mut().iter_mut().zip(other.as_flattened()).for_each(|(sum, x)| *sum += x);
        };
        add(&mut sum.a, &other.a);
        add(&mut sum.b_transposed, &other.b_transposed);
        add(&mut sum.b, &other.b);
        add(&mut sum.c, &other.c);
    }

    #[inline(always)]
    fn apply<V: Lanes>(lanes: V, inertia: &SpatialInertia, motion: &[f64; 6]) -> [f64; 6] {
        // Two sums side by side for each half: one alone would wait for each of its additions.
        let mut sums = [[lanes.splat(0.0); 2]; 2];
        for j in 0..3 {
            let (v, w) = (lanes.splat(motion[j]), lanes.splat(motion[j + 3]));
            sums[0][0] = lanes.mul_add(v, lanes.load(inertia.a[j]), sums[0][0]);
            sums[1][0] = lanes.mul_add(v, lanes.load(inertia.b_transposed[j]), sums[1][0]);
            sums[0][1] = lanes.mul_add(w, lanes.load(inertia.b[j]), sums[0][1]);
            sums[1][1] = lanes.mul_add(w, lanes.load(inertia.c[j]), sums[1][1]);
        }
        whole(lanes, [lanes.add(sums[0][0], sums[0][1]), lanes.add(sums[1][0], sums[1][1])])
    }

    #[inline(always)]
    fn release<V: Lanes>(lanes: V, inertia: &mut SpatialInertia, reach: &[f64; 6], k: f64) {
        let mut scaled = *reach;
        for n in 0..6 {
            scaled[n] *= k;
        }
        let [f, t] = halves(lanes, &scaled);
        for j in 0..3 {
            let (v, w) = (lanes.splat(scaled[j]), lanes.splat(scaled[j + 3]));
            inertia.a[j] = lanes.array(lanes.mul_sub(v, f, lanes.load(inertia.a[j])));
            inertia.b_transposed[j] = lanes.array(lanes.mul_sub(v, t, lanes.load(inertia.b_transposed[j])));
            inertia.b[j] = lanes.array(lanes.mul_sub(w, f, lanes.load(inertia.b[j])));
            inertia.c[j] = lanes.array(lanes.mul_sub(w, t, lanes.load(inertia.c[j])));
        }
    }

    #[inline(always)]
    fn shift<V: Lanes>(lanes: V, inertia: &SpatialInertia, arm: &Vec3) -> SpatialInertia {
        let d = lanes.load([arm[0], arm[1], arm[2], 0.0]);
        let (d, mut shifted) = ([lanes.turned(d), lanes.turned_back(d)], *inertia);
        for j in 0..3 {
            // (1): column j of −M d̃ is d of the next times the column after it, less the other way round.
            let (n, m) = ((j + 1) % 3, (j + 2) % 3);
            let (plus, minus) = ((lanes.splat(arm[n]), m), (lanes.splat(arm[m]), n));
            let b = combine(lanes, &inertia.a, inertia.b[j], plus, minus);
            let c = combine(lanes, &inertia.b_transposed, inertia.c[j], plus, minus);
            // (2)
            let (a, below) = (lanes.load(inertia.a[j]), lanes.load(inertia.b_transposed[j]));
            shifted.b_transposed[j] = lanes.array(cross_plus(lanes, d, a, below));
            shifted.b[j] = lanes.array(b);
            shifted.c[j] = lanes.array(cross_plus(lanes, d, b, c));
        }
        let [x, y, z] = shifted.c;
        shifted.c = [x, [x[1], y[1], y[2], 0.0], [x[2], y[2], z[2], 0.0]];
        shifted
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
