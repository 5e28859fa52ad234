//! Trees in space: motions and wrenches of six components, inertias in 3 × 3 blocks.
//!
//! An inertia is [A B; Bᵀ C], A acting on accelerations of the centre of mass, C on angular ones, A and C symmetric.
//! With d from the parent's centre of mass to the body's, X = [1 −d̃; 0 1] gives the parent's motion at the body, and
//!
//! ```text
//! I X = [A B′; Bᵀ C″],   B′ = B − A d̃,   C″ = C − Bᵀ d̃                                                         (1)
//! Xᵀ I X = [A B′; Bᵀ + d̃ A, C″ + d̃ B′]                                                                        (2)
//! ```
//!
//! Columns of three numbers are kept as four, the last of which is zero: what is done to a column is one instruction.
//! Entries that are equal *must* have the same bits: what one side of the diagonal leaves of a freedom that the other
//! has released would grow from body to body.

use super::chain_groups::{self, RunMemory};
use super::joint::{SpatialJoint, join};
use super::lane_groups::{self, SpatialFour, SpatialWeights};
use super::poses::SpatialPoses;
use super::tree::{Acting, Carried, ChainGroup, Freedom, Placing, Tree};
use crate::formulation::bodies::SpatialBodies;
use crate::lanes::{Lanes, Row};
use crate::model::Model;
use crate::spatial::{BodyMotion, Pose, Quat, Vec3};

/// A column of three, and a zero.
type Column = [f64; 4];

/// A symmetric 6 × 6 matrix, all of it, column by column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpatialInertia {
    a: [Column; 3],
    b_transposed: [Column; 3],
    b: [Column; 3],
    c: [Column; 3],
}

/// Inertia of four bodies by themselves, one in each place.
pub(crate) struct OwnWeight {
    mass: [f64; 4],
    /// About the centre of mass: xx, yy, zz, xy, xz, yz.
    inertia: [[f64; 4]; 6],
    /// ω × J ω
    torque: [[f64; 4]; 3],
}

#[inline(always)]
fn split(x: &[f64; 6]) -> (Vec3, Vec3) {
    (Vec3([x[0], x[1], x[2]]), Vec3([x[3], x[4], x[5]]))
}

/// Row and column of each number that is kept of a symmetric matrix.
pub(super) const PLACES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// Where entry (i, j) of a symmetric matrix is among the numbers that are kept.
const KEPT: [[usize; 3]; 3] = [[0, 3, 4], [3, 1, 5], [4, 5, 2]];

/// Both halves of a motion or wrench.
#[inline(always)]
pub(super) fn halves<V: Lanes>(lanes: V, x: &[f64; 6]) -> [V::F4; 2] {
    [lanes.load([x[0], x[1], x[2], 0.0]), lanes.load([x[3], x[4], x[5], 0.0])]
}

#[inline(always)]
pub(super) fn whole<V: Lanes>(lanes: V, [v, w]: [V::F4; 2]) -> [f64; 6] {
    let (v, w) = (lanes.array(v), lanes.array(w));
    [v[0], v[1], v[2], w[0], w[1], w[2]]
}

/// d × a + c, with d as second, third, first component and as third, first, second.
#[inline(always)]
pub(super) fn cross_plus<V: Lanes>(lanes: V, [next, last]: [V::F4; 2], a: V::F4, c: V::F4) -> V::F4 {
    lanes.mul_sub(last, lanes.turned(a), lanes.mul_add(next, lanes.turned_back(a), c))
}

/// The components of d, as second, third, first and as third, first, second.
#[inline(always)]
pub(super) fn turns<V: Lanes>(lanes: V, d: &Vec3) -> [V::F4; 2] {
    let d = lanes.load([d[0], d[1], d[2], 0.0]);
    [lanes.turned(d), lanes.turned_back(d)]
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

impl SpatialInertia {
    /// I + that of a body alone: A = m 1, and C by its columns.
    #[inline(always)]
    pub(super) fn add_body<V: Lanes>(&mut self, lanes: V, mass: f64, columns: &[Column; 3]) {
        for j in 0..3 {
            self.a[j][j] += mass;
            self.c[j] = lanes.array(lanes.add(lanes.load(self.c[j]), lanes.load(columns[j])));
        }
    }

    /// I a
    #[inline(always)]
    pub(super) fn times<V: Lanes>(&self, lanes: V, motion: &[f64; 6]) -> [V::F4; 2] {
        // Two sums side by side for each half: one alone would wait for each of its additions.
        let (v, w) = (lanes.splat(motion[0]), lanes.splat(motion[3]));
        let mut force = [lanes.mul(v, lanes.load(self.a[0])), lanes.mul(w, lanes.load(self.b[0]))];
        let mut torque = [lanes.mul(v, lanes.load(self.b_transposed[0])), lanes.mul(w, lanes.load(self.c[0]))];
        for j in 1..3 {
            let (v, w) = (lanes.splat(motion[j]), lanes.splat(motion[j + 3]));
            force[0] = lanes.mul_add(v, lanes.load(self.a[j]), force[0]);
            torque[0] = lanes.mul_add(v, lanes.load(self.b_transposed[j]), torque[0]);
            force[1] = lanes.mul_add(w, lanes.load(self.b[j]), force[1]);
            torque[1] = lanes.mul_add(w, lanes.load(self.c[j]), torque[1]);
        }
        [lanes.add(force[0], force[1]), lanes.add(torque[0], torque[1])]
    }

    /// I − U D⁻¹ Uᵀ. Products of components of U are the same whichever comes first, and do not wait for D⁻¹.
    #[inline(always)]
    pub(super) fn release<V: Lanes>(&mut self, lanes: V, [force, torque]: [V::F4; 2], inverse: f64) {
        let (inverse, by_force, by_torque) = (lanes.splat(inverse), lanes.array(force), lanes.array(torque));
        for j in 0..3 {
            let (f, t) = (lanes.splat(by_force[j]), lanes.splat(by_torque[j]));
            lessen(lanes, &mut self.a[j], inverse, lanes.mul(f, force));
            lessen(lanes, &mut self.b_transposed[j], inverse, lanes.mul(f, torque));
            lessen(lanes, &mut self.b[j], inverse, lanes.mul(t, force));
            lessen(lanes, &mut self.c[j], inverse, lanes.mul(t, torque));
        }
    }

    /// Xᵀ I X
    #[inline(always)]
    pub(super) fn shift<V: Lanes>(&mut self, lanes: V, arm: &Vec3) {
        let (d, inertia) = (turns(lanes, arm), *self);
        for j in 0..3 {
            // (1): column j of −M d̃ is d of the next times the column after it, less the other way round.
            let (n, m) = ((j + 1) % 3, (j + 2) % 3);
            let (plus, minus) = ((lanes.splat(arm[n]), m), (lanes.splat(arm[m]), n));
            let b = combine(lanes, &inertia.a, inertia.b[j], plus, minus);
            let c = combine(lanes, &inertia.b_transposed, inertia.c[j], plus, minus);
            // (2)
            let (a, below) = (lanes.load(inertia.a[j]), lanes.load(inertia.b_transposed[j]));
            self.b_transposed[j] = lanes.array(cross_plus(lanes, d, a, below));
            self.b[j] = lanes.array(b);
            self.c[j] = lanes.array(cross_plus(lanes, d, b, c));
        }
        let [x, y, z] = self.c;
        self.c = [x, [x[1], y[1], y[2], 0.0], [x[2], y[2], z[2], 0.0]];
    }
}

/// column − k x
#[inline(always)]
fn lessen<V: Lanes>(lanes: V, column: &mut Column, k: V::F4, x: V::F4) {
    *column = lanes.array(lanes.mul_sub(k, x, lanes.load(*column)));
}

impl Tree<6> for SpatialBodies {
    type Joint = SpatialJoint;
    type Four = SpatialFour;
    type Weights = SpatialWeights;
    type Own = OwnWeight;
    type Inertia = SpatialInertia;
    type Arm = Vec3;
    type Poses = SpatialPoses;
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

    fn weights(joints: &[SpatialJoint]) -> SpatialWeights {
        SpatialWeights::new(joints)
    }

    fn is_plain(four: &SpatialFour) -> bool {
        four.is_plain
    }

    fn angle(joint: &SpatialJoint) -> Option<usize> {
        joint.angle()
    }

    fn toward(joint: &SpatialJoint) -> f64 {
        joint.toward
    }

    #[inline(always)]
    fn place<V: Lanes>(lanes: V, stage: Placing<SpatialBodies, 6>) {
        lane_groups::place(lanes, stage);
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
    fn own<V: Lanes>(lanes: V, weights: &SpatialWeights, (poses, n): (&SpatialPoses, usize)) -> OwnWeight {
        let (inertia, torque) = lane_groups::own(lanes, weights, &poses.turned[n].0);
        OwnWeight { mass: weights.mass, inertia, torque }
    }

    #[inline(always)]
    fn sweep_chain_group<V: Lanes>(
        lanes: V,
        (weights, run, n): (&SpatialWeights, &ChainGroup, usize),
        poses: &SpatialPoses,
        (freedoms, biases, arms): (&mut [Freedom<6>], &mut [[f64; 6]], &mut [Vec3]),
        acting: Acting<6>,
        passed: &mut (SpatialInertia, [f64; 6]),
    ) {
        let (Some(freedoms), Some(biases), Some(arms)) =
            (freedoms.first_chunk_mut(), biases.first_chunk_mut(), arms.first_chunk_mut())
        else {
            unreachable!("four bodies of one freedom each")
        };
        chain_groups::sweep(lanes, (weights, run, n), poses, &mut RunMemory { freedoms, biases, arms }, acting, passed);
    }

    /// A = m 1, C = R J̄ Rᵀ.
    #[inline(always)]
    fn add_own<V: Lanes>(lanes: V, sum: &mut SpatialInertia, own: &OwnWeight, lane: usize) {
        let mut columns = [[0.0; 4]; 3];
        for j in 0..3 {
            let [x, y, z] = KEPT[j];
            columns[j] = [own.inertia[x][lane], own.inertia[y][lane], own.inertia[z][lane], 0.0];
        }
        sum.add_body(lanes, own.mass[lane], &columns);
    }

    /// By cofactors: those of the diagonal, and the first row of J times its own.
    #[inline(always)]
    fn ease(weights: &SpatialWeights, lane: usize) -> [f64; 2] {
        let [xx, yy, zz, xy, xz, yz] = weights.inertia.map(|of_four| of_four[lane]);
        let of_xx = yy * zz - yz * yz;
        let determinant = xx * of_xx - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
        [1.0 / weights.mass[lane], (of_xx + (xx * zz - xz * xz) + (xx * yy - xy * xy)) / determinant]
    }

    /// −m g and ω × J ω.
    #[inline(always)]
    fn own_wrench(own: &OwnWeight, lane: usize, g: Vec3) -> [f64; 6] {
        let (m, torque) = (-own.mass[lane], &own.torque);
        join(Vec3([m * g[0], m * g[1], m * g[2]]), Vec3([torque[0][lane], torque[1][lane], torque[2][lane]]))
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
        whole(lanes, inertia.times(lanes, motion))
    }

    #[inline(always)]
    fn release<V: Lanes>(lanes: V, inertia: &mut SpatialInertia, reach: &[f64; 6], inverse: f64) {
        inertia.release(lanes, halves(lanes, reach), inverse);
    }

    #[inline(always)]
    fn shift<V: Lanes>(lanes: V, inertia: &mut SpatialInertia, arm: &Vec3) {
        inertia.shift(lanes, arm);
    }

    #[inline(always)]
    fn carry(motion: &[f64; 6], d: &Vec3) -> [f64; 6] {
        let (v, w) = split(motion);
        join(v + w.cross(*d), w)
    }

    #[inline(always)]
    fn transmit(wrench: &[f64; 6], d: &Vec3) -> [f64; 6] {
        let (f, t) = split(wrench);
        join(f, t + d.cross(f))
    }

    #[inline(always)]
    fn transmit_columns<V: Lanes>(lanes: V, columns: &mut [Row<V>; 6], d: &Vec3) {
        let [x, y, z, ..] = *columns;
        columns[3] = columns[3].plus::<6>(lanes, d[1], z).minus::<6>(lanes, d[2], y);
        columns[4] = columns[4].plus::<6>(lanes, d[2], x).minus::<6>(lanes, d[0], z);
        columns[5] = columns[5].plus::<6>(lanes, d[0], y).minus::<6>(lanes, d[1], x);
    }
}
