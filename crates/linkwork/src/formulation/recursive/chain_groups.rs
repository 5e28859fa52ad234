//! Runs in space: four bodies that hang one on the other by revolute joints. Chains are made of them.
//!
//! All that is not handed from body to body is done for four at once, component by component, as in `lane_groups`;
//! rotations are handed on column by column, spins, positions and velocities as sums along the run. What only sweeps
//! need, axes, biases and arms, is not computed in stage 1 but right before the sweep inward uses it.

use super::lane_groups::{self, SpatialFour, SpatialWeights};
use super::poses::{Each, SpatialPoses};
use super::space::{SpatialInertia, cross_plus, halves, turns, whole};
use super::tree::{Acting, ChainGroup, Freedom};
use super::vectors::{self, Four, Triple};
use crate::lanes::Lanes;
use crate::spatial::{Pose, Vec3};

/// How the body moves on which a run hangs.
#[derive(Clone, Copy)]
pub(super) struct Base<V: Lanes> {
    /// Columns of R.
    columns: [V::F4; 3],
    /// ω, r and v, which are sums along a run; the body is the last of four.
    sums: [V::F4; 9],
}

impl<V: Lanes> Base<V> {
    #[inline(always)]
    pub(super) fn new(lanes: V, pose: &Pose) -> Self {
        let R = &pose.R.0;
        let mut base = Base { columns: [lanes.splat(0.0); 3], sums: [lanes.splat(0.0); 9] };
        for j in 0..3 {
            base.columns[j] = lanes.load([R[0][j], R[1][j], R[2][j], 0.0]);
            base.sums[j] = lanes.splat(pose.w[j]);
            base.sums[3 + j] = lanes.splat(pose.r[j]);
            base.sums[6 + j] = lanes.splat(pose.v[j]);
        }
        base
    }

    /// Sums along a run, from those of its base, which become those of its last body.
    #[inline(always)]
    fn sum_up(&mut self, lanes: V, first: usize, steps: Triple<Four<V>>) -> Triple<Four<V>> {
        for n in 0..3 {
            let before = lanes.last(self.sums[first + n]);
            self.sums[first + n] = lanes.add(lanes.running_sums(steps[n]), before);
        }
        [self.sums[first], self.sums[first + 1], self.sums[first + 2]]
    }

    /// R of the four bodies, row by row: each that of the one before times Rel.
    #[inline(always)]
    fn turn(&mut self, lanes: V, rel: &[Each; 9]) -> [V::F4; 9] {
        let mut columns = [[lanes.splat(0.0); 4]; 3];
        for lane in 0..4 {
            let [x, y, z] = self.columns;
            for j in 0..3 {
                let sum = lanes.mul_add(y, lanes.splat(rel[3 + j][lane]), lanes.mul(x, lanes.splat(rel[j][lane])));
                self.columns[j] = lanes.mul_add(z, lanes.splat(rel[6 + j][lane]), sum);
                columns[j][lane] = self.columns[j];
            }
        }
        let mut R = [lanes.splat(0.0); 9];
        for j in 0..3 {
            let [x, y, z, _] = lanes.transposed(columns[j]);
            (R[j], R[3 + j], R[6 + j]) = (x, y, z);
        }
        R
    }
}

/// (1) to (3) of stage 1 for the run with this number; `base` becomes its last body.
#[inline(always)]
pub(super) fn place<V: Lanes>(
    lanes: V,
    four: &SpatialFour,
    (q, u): (&Each, &Each),
    base: &mut Base<V>,
    (poses, n): (&mut SpatialPoses, usize),
) {
    let m = Four(lanes);
    let rel = four.turn(lanes, *q);
    let R = base.turn(lanes, &rel);
    // R_P p is R_B Relᵀ p.
    let back = vectors::mul_transposed(m, &m.load(&rel), m.load(&four.inner_point));
    let (s, e) = (vectors::mul(m, &R, back), vectors::mul(m, &R, m.load(&four.to_center)));
    let spin = vectors::scale(m, lanes.load(*u), vectors::mul(m, &R, m.load(&four.axis)));
    let w = base.sum_up(lanes, 0, spin);
    let parent_w = [lanes.sub(w[0], spin[0]), lanes.sub(w[1], spin[1]), lanes.sub(w[2], spin[2])];
    let r = base.sum_up(lanes, 3, vectors::add(m, s, e));
    let v = base.sum_up(lanes, 6, vectors::cross_plus(m, parent_w, s, vectors::cross(m, w, e)));
    let (turned, moved) = (&mut poses.turned[n].0, &mut poses.moved[n].0);
    for k in 0..9 {
        turned[k] = lanes.array(R[k]);
    }
    for k in 0..3 {
        turned[9 + k] = lanes.array(w[k]);
        moved[k] = lanes.array(r[k]);
        moved[3 + k] = lanes.array(v[k]);
    }
}

/// Quantities of the bodies of a group: written inward, read outward.
pub(super) struct RunMemory<'a> {
    /// By body.
    pub freedoms: &'a mut [Freedom<6>; 4],
    /// By body.
    pub biases: &'a mut [[f64; 6]; 4],
    /// By body.
    pub arms: &'a mut [Vec3; 4],
}

/// Inertia of a body by itself: C column by column, and ω × J ω.
#[derive(Clone, Copy)]
struct Own {
    columns: [[f64; 4]; 3],
    torque: [f64; 4],
}

/// The sweep inward over the run with this number. `passed` is what the last body carries, and becomes what the base
/// does.
#[inline(always)]
pub(super) fn sweep<V: Lanes>(
    lanes: V,
    (weights, run, n): (&SpatialWeights, &ChainGroup, usize),
    poses: &SpatialPoses,
    memory: &mut RunMemory,
    acting: Acting<6>,
    passed: &mut (SpatialInertia, [f64; 6]),
) {
    let own = open(lanes, (weights, run, n), poses, memory);
    let (mut inertia, mut p) = (passed.0, halves(lanes, &passed.1));
    for lane in [3, 2, 1, 0] {
        let (own, mass) = (&own[lane], weights.mass[lane]);
        inertia.add_body(lanes, mass, &own.columns);
        let act = match &acting {
            Acting::Weight(g) => {
                let weight = lanes.load([-mass * g[0], -mass * g[1], -mass * g[2], 0.0]);
                [weight, lanes.load(own.torque)]
            }
            Acting::Loads(loads) => halves(lanes, &loads[lane]),
        };
        p = [lanes.add(p[0], act[0]), lanes.add(p[1], act[1])];
        let biased = inertia.times(lanes, &memory.biases[lane]);
        p = [lanes.add(p[0], biased[0]), lanes.add(p[1], biased[1])];
        release(lanes, &mut memory.freedoms[lane], &mut inertia, &mut p);
        inertia.shift(lanes, &memory.arms[lane]);
        p[1] = cross_plus(lanes, turns(lanes, &memory.arms[lane]), p[0], p[1]);
    }
    *passed = (inertia, whole(lanes, p));
}

/// a·b of motions and wrenches.
#[inline(always)]
fn dot<V: Lanes>(lanes: V, a: [V::F4; 2], b: [V::F4; 2]) -> f64 {
    lanes.total(lanes.mul_add(a[1], b[1], lanes.mul(a[0], b[0])))
}

/// (2) of the sweeps.
#[inline(always)]
fn release<V: Lanes>(lanes: V, freedom: &mut Freedom<6>, inertia: &mut SpatialInertia, p: &mut [V::F4; 2]) {
    let axis = halves(lanes, &freedom.axis);
    let reach = inertia.times(lanes, &freedom.axis);
    let inverse = 1.0 / dot(lanes, axis, reach);
    let load = -dot(lanes, axis, *p);
    inertia.release(lanes, reach, inverse);
    let push = lanes.splat(inverse * load);
    *p = [lanes.mul_add(push, reach[0], p[0]), lanes.mul_add(push, reach[1], p[1])];
    let by_d = lanes.splat(inverse);
    let gain = whole(lanes, [lanes.mul(by_d, reach[0]), lanes.mul(by_d, reach[1])]);
    *freedom = Freedom { axis: freedom.axis, gain, inverse, rate: inverse * load };
}

/// Axes, biases and arms, (4) of stage 1, and what the bodies weigh.
#[inline(always)]
fn open<V: Lanes>(
    lanes: V,
    (weights, run, n): (&SpatialWeights, &ChainGroup, usize),
    poses: &SpatialPoses,
    memory: &mut RunMemory,
) -> [Own; 4] {
    let (m, nil) = (Four(lanes), lanes.splat(0.0));
    let [Turned { R, w }, Turned { R: parent_R, w: parent_w }] = Turned::of(lanes, run, poses, n);
    let (axis, e) = (vectors::mul(m, &R, m.load(&weights.axis)), vectors::mul(m, &R, m.load(&weights.to_center)));
    let s = vectors::mul(m, &parent_R, m.load(&weights.inner_point));
    let bias_w = vectors::cross(m, parent_w, w);
    let (swing, whirl) = (vectors::cross(m, parent_w, s), vectors::cross(m, w, e));
    let bias_v = vectors::cross_plus(m, w, whirl, vectors::cross(m, bias_w, e));
    let bias_v = vectors::cross_plus(m, parent_w, swing, bias_v);
    let (arm, lever) = (vectors::add(m, s, e), vectors::cross(m, axis, e));
    let arms = lanes.transposed([arm[0], arm[1], arm[2], nil]);
    let axes = motions(lanes, lever, axis);
    let biases = motions(lanes, bias_v, bias_w);
    for k in 0..4 {
        memory.freedoms[k].axis = axes[k];
        memory.biases[k] = biases[k];
        memory.arms[k].0.copy_from_slice(&lanes.array(arms[k])[..3]);
    }
    weigh(lanes, weights, &R, w)
}

/// R, row by row, and ω of four bodies.
struct Turned<V: Lanes> {
    R: [V::F4; 9],
    w: Triple<Four<V>>,
}

impl<V: Lanes> Turned<V> {
    /// Inertias of the bodies, and of those on which they hang.
    #[inline(always)]
    fn of(lanes: V, run: &ChainGroup, poses: &SpatialPoses, n: usize) -> [Turned<V>; 2] {
        let (nil, turned) = (lanes.splat(0.0), &poses.turned[n].0);
        let mut base = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        if let Some(parent) = run.parent() {
            let of_four = &poses.turned[parent / 4].0;
            for k in 0..12 {
                base[k] = of_four[k][parent % 4];
            }
        }
        let [mut bodies, mut parents] = [Turned { R: [nil; 9], w: [nil; 3] }, Turned { R: [nil; 9], w: [nil; 3] }];
        for k in 0..9 {
            bodies.R[k] = lanes.load(turned[k]);
            parents.R[k] = lanes.moved_on(bodies.R[k], lanes.splat(base[k]));
        }
        for k in 0..3 {
            bodies.w[k] = lanes.load(turned[9 + k]);
            parents.w[k] = lanes.moved_on(bodies.w[k], lanes.splat(base[9 + k]));
        }
        [bodies, parents]
    }
}

/// The motions of four bodies, given by components.
#[inline(always)]
fn motions<V: Lanes>(lanes: V, v: Triple<Four<V>>, w: Triple<Four<V>>) -> [[f64; 6]; 4] {
    let (linear, angular) = (lanes.transposed([v[0], v[1], v[2], w[0]]), lanes.transposed([w[1], w[2], w[1], w[2]]));
    let mut motions = [[0.0; 6]; 4];
    for k in 0..4 {
        motions[k][..4].copy_from_slice(&lanes.array(linear[k]));
        motions[k][4..].copy_from_slice(&lanes.array(angular[k])[..2]);
    }
    motions
}

/// J in world axes, and ω × J ω.
#[inline(always)]
fn weigh<V: Lanes>(lanes: V, weights: &SpatialWeights, R: &[V::F4; 9], w: Triple<Four<V>>) -> [Own; 4] {
    let nil = lanes.splat(0.0);
    let ([xx, yy, zz, xy, xz, yz], [x, y, z]) = lane_groups::weigh(lanes, weights, R, w);
    let columns =
        [lanes.transposed([xx, xy, xz, nil]), lanes.transposed([xy, yy, yz, nil]), lanes.transposed([xz, yz, zz, nil])];
    let torques = lanes.transposed([x, y, z, nil]);
    let mut own = [Own { columns: [[0.0; 4]; 3], torque: [0.0; 4] }; 4];
    for k in 0..4 {
        for j in 0..3 {
            own[k].columns[j] = lanes.array(columns[j][k]);
        }
        own[k].torque = lanes.array(torques[k]);
    }
    own
}
