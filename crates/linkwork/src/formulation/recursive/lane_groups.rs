//! Stage 1 in space: where bodies are and how they move, four at a time.
//!
//! With P₁ and P₂ the points of a joint's markers, t = P₂ − P₁, e from P₂ to the body's centre of mass and s from the
//! parent's to P₁,
//!
//! ```text
//! R_B = R_P Rel(q)                                                                                              (1)
//! ω_B = ω_P + ω_rel                                                                                             (2)
//! r_B = r_P + s + t + e                  v_B = v_P + ω_P×(s + t) + ṫ + ω_B×e                                    (3)
//! c_ω = ω_P×ω_rel + bias of the joint    c_v = ω_P×(ω_P×(s + t)) + 2 ω_P×ṫ + c_ω×e + ω_B×(ω_B×e)               (4)
//! ```
//!
//! Only (1), (2) and the sums of (3) run from parent to child. All else is the same for each body by itself, so it is
//! done for four bodies that are next to each other in the forest, whoever carries them. Joints with one axis, which
//! most are, are part of that; what others show is put in body by body. Bodies that hang one on the other by revolute
//! joints are left to `runs`.

use super::chain_groups::{self, Base};
use super::joint::{SpatialJoint, join};
use super::poses::{Each, Poses};
use super::space::PLACES;
use super::tree::{Link, NO_ANGLE, Placing};
use super::vectors::{self, Four, One};
use crate::formulation::bodies::SpatialBodies;
use crate::lanes::Lanes;
use crate::model::joint::Freedom;
use crate::spatial::{Mat3, Pose, Quat, Vec3, sin_cos};
use std::ops::Range;

/// Constants of four bodies that stage 1 reads, component by component. Fours with fewer bodies repeat the last.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct SpatialFour {
    /// Rel where the angle is zero, row by row.
    rest: [Each; 9],
    /// The joint's axis in the body's axes.
    pub(super) axis: [Each; 3],
    pub(super) inner_point: [Each; 3],
    pub(super) to_center: [Each; 3],
    /// Signs of the bodies' quaternions, such that they are the assembled ones; for lane groups that are no chains.
    signs: Each,
    /// Whether all joints turn about their axis, and nothing else.
    pub(super) is_plain: bool,
    /// Whether some joint has more than one axis.
    has_odd: bool,
}

/// The data that the sweep inward reads: all of it, so that memory is read in one stream.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct SpatialWeights {
    /// As in [`SpatialFour`].
    pub(super) axis: [Each; 3],
    pub(super) inner_point: [Each; 3],
    pub(super) to_center: [Each; 3],
    pub(super) mass: Each,
    /// xx, yy, zz, xy, xz, yz in the body's axes.
    pub(super) inertia: [Each; 6],
}

impl SpatialWeights {
    /// Weights of four joints at most.
    pub(crate) fn new(joints: &[SpatialJoint]) -> SpatialWeights {
        let at = |lane: usize| &joints[lane.min(joints.len() - 1)];
        let SpatialFour { axis, inner_point, to_center, .. } = SpatialFour::new(joints);
        let mass = std::array::from_fn(|lane| at(lane).mass);
        SpatialWeights { axis, inner_point, to_center, mass, inertia: spread(|lane, n| at(lane).inertia[n]) }
    }
}

fn spread<const N: usize>(component: impl Fn(usize, usize) -> f64) -> [Each; N] {
    std::array::from_fn(|n| std::array::from_fn(|lane| component(lane, n)))
}

impl SpatialFour {
    /// Data of four joints at most.
    pub(crate) fn new(joints: &[SpatialJoint]) -> SpatialFour {
        let at = |lane: usize| &joints[lane.min(joints.len() - 1)];
        SpatialFour {
            rest: spread(|lane, n| at(lane).rest().0.0[n / 3][n % 3]),
            axis: spread(|lane, n| at(lane).rest().1[n]),
            inner_point: spread(|lane, n| at(lane).points()[0][n]),
            to_center: spread(|lane, n| at(lane).points()[1][n]),
            signs: std::array::from_fn(|lane| at(lane).rest_sign()),
            is_plain: joints.iter().all(|joint| *joint.freedoms == [Freedom::Turn]),
            has_odd: !joints.iter().all(|joint| joint.has_one_axis),
        }
    }

    /// The quaternion of a body on a revolute joint, which changes its sign with every full turn.
    pub(super) fn orient(&self, lane: usize, parent: &Quat, q: &[f64]) -> Quat {
        let entry = |n: usize| self.rest[n][lane];
        let rest = Mat3([0, 3, 6].map(|row| [entry(row), entry(row + 1), entry(row + 2)]));
        let turned = Quat::from_matrix(&rest) * Quat::about(pick(&self.axis, lane), q[0]);
        Quat((*parent * turned).normalized().0.map(|x| self.signs[lane] * x))
    }

    /// Rel of joints with one axis, Rel₀ times the rotation about it: cos 1 + sin ã + (1 − cos) a aᵀ.
    #[inline(always)]
    pub(super) fn turn<V: Lanes>(&self, lanes: V, angles: Each) -> [Each; 9] {
        let n = Four(lanes);
        let turns = sin_cos(lanes, angles);
        let (mut sin, mut cos) = ([0.0; 4], [0.0; 4]);
        for lane in 0..4 {
            [sin[lane], cos[lane]] = turns[lane];
        }
        let (s, c, a) = (lanes.load(sin), lanes.load(cos), n.load(&self.axis));
        let along = vectors::scale(n, lanes.sub(lanes.splat(1.0), c), a);
        let across = vectors::scale(n, s, a);
        let [xy, xz, yz] = [lanes.mul(along[0], a[1]), lanes.mul(along[0], a[2]), lanes.mul(along[1], a[2])];
        let rotation = [
            lanes.mul_add(along[0], a[0], c),
            lanes.sub(xy, across[2]),
            lanes.add(xz, across[1]),
            lanes.add(xy, across[2]),
            lanes.mul_add(along[1], a[1], c),
            lanes.sub(yz, across[0]),
            lanes.sub(xz, across[1]),
            lanes.add(yz, across[0]),
            lanes.mul_add(along[2], a[2], c),
        ];
        n.store(vectors::mul_mat(n, &n.load(&self.rest), &rotation))
    }
}

/// Kinematics of four bodies in the course of stage 1.
#[derive(Clone, Copy)]
struct Course {
    /// Rel
    rel: [Each; 9],
    /// The axis of the outer marker.
    axis: [Each; 3],
    e: [Each; 3],
    s: [Each; 3],
    /// ω_rel
    spin: [Each; 3],
    /// ω_B
    w: [Each; 3],
    t: [Each; 3],
    t_rate: [Each; 3],
    /// Bias of the joint.
    w_bias: [Each; 3],
}

const NOTHING: Course = {
    let nil = [[0.0; 4]; 3];
    let rel = [[0.0; 4]; 9];
    Course { rel, axis: nil, e: nil, s: nil, spin: nil, w: nil, t: nil, t_rate: nil, w_bias: nil }
};

#[inline(always)]
fn pick(x: &[Each; 3], lane: usize) -> Vec3 {
    Vec3([x[0][lane], x[1][lane], x[2][lane]])
}

#[inline(always)]
fn put(x: &mut [Each; 3], lane: usize, value: Vec3) {
    for n in 0..3 {
        x[n][lane] = value[n];
    }
}

/// Entries of a rotation, row by row.
#[inline(always)]
pub(super) fn flat(Mat3([x, y, z]): &Mat3) -> [f64; 9] {
    [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]]
}

/// Stage 1 for all bodies of a part.
#[inline(always)]
pub(super) fn place<V: Lanes>(lanes: V, mut stage: Placing<SpatialBodies, 6>) {
    let mut base = Base::new(lanes, &Pose::GROUND);
    let mut course = NOTHING;
    for n in 0..stage.lane_groups.len() {
        if stage.chain_groups[n].is_some() {
            stage.place_run(lanes, n, &mut base);
            continue;
        }
        let bodies = 4 * n..stage.links.len().min(4 * n + 4);
        stage.turn(lanes, bodies.clone(), &mut course);
        stage.chain_rotations(lanes, bodies.clone(), &course);
        stage.extend(lanes, bodies.clone(), &mut course);
        stage.chain_spins(bodies.clone(), &mut course);
        stage.finish(lanes, bodies.clone(), &mut course);
        stage.chain_positions(bodies, &course);
    }
}

impl Placing<'_, SpatialBodies, 6> {
    /// A run of bodies; `base` is the last body of the run before, and becomes that of this one.
    #[inline(always)]
    fn place_run<V: Lanes>(&mut self, lanes: V, n: usize, base: &mut Base<V>) {
        let Some(run) = self.chain_groups[n] else { return };
        if !run.goes_on {
            *base = Base::new(lanes, &run.parent().map_or(Pose::GROUND, |parent| self.poses.at(parent)));
        }
        let (q, u) = (&self.q[run.first_q as usize..], &self.u[run.first_u as usize..]);
        if let (Some(q), Some(u)) = (q.first_chunk(), u.first_chunk()) {
            chain_groups::place(lanes, &self.lane_groups[n], (q, u), base, (self.poses, n));
        }
    }

    /// Rel of each joint.
    #[inline(always)]
    fn turn<V: Lanes>(&self, lanes: V, bodies: Range<usize>, course: &mut Course) {
        let four = &self.lane_groups[bodies.start / 4];
        let mut angles = [0.0; 4];
        for (angle, link) in angles.iter_mut().zip(&self.links[bodies.clone()]) {
            if link.angle != NO_ANGLE {
                *angle = self.q[link.angle as usize];
            }
        }
        course.rel = four.turn(lanes, angles);
        if four.has_odd {
            for (lane, link) in self.links[bodies].iter().enumerate() {
                let Some(rel) = self.joint(link).relative(&self.q[link.coordinates()]) else { continue };
                course.rel.iter_mut().zip(flat(&rel)).for_each(|(entries, x)| entries[lane] = x);
            }
        }
    }

    /// The parent's pose, as far as it is known.
    #[inline(always)]
    fn parent(&self, link: &Link) -> Pose {
        if link.hangs_on_ground() { Pose::GROUND } else { self.poses.at(link.parent as usize) }
    }

    /// The joint of a body that is not part of a plain four.
    #[inline(always)]
    fn joint(&self, link: &Link) -> &SpatialJoint {
        &self.joints[link.joint as usize]
    }

    /// (1)
    #[inline(always)]
    fn chain_rotations<V: Lanes>(&mut self, lanes: V, bodies: Range<usize>, course: &Course) {
        for (lane, k) in bodies.enumerate() {
            let mut of_body = [0.0; 9];
            for n in 0..9 {
                of_body[n] = course.rel[n][lane];
            }
            let parent = flat(&self.parent(&self.links[k]).R);
            self.poses.set_rotation(k, &vectors::mul_mat(One(lanes), &parent, &of_body));
        }
    }

    /// Axes and levers in the world: e, s and what joints with one axis show.
    #[inline(always)]
    fn extend<V: Lanes>(&mut self, lanes: V, bodies: Range<usize>, course: &mut Course) {
        let n = Four(lanes);
        let four = &self.lane_groups[bodies.start / 4];
        let R = rotations(lanes, &self.poses.turned[bodies.start / 4].0);
        // R_P p is R_B Relᵀ p: the parent need not be looked up.
        let back = vectors::mul_transposed(n, &n.load(&course.rel), n.load(&four.inner_point));
        let axis = vectors::mul(n, &R, n.load(&four.axis));
        course.s = n.store(vectors::mul(n, &R, back));
        course.e = n.store(vectors::mul(n, &R, n.load(&four.to_center)));
        course.axis = n.store(axis);
        let (mut spin, mut travel, mut slide) = ([0.0; 4], [0.0; 4], [0.0; 4]);
        for (lane, k) in bodies.enumerate() {
            let link = &self.links[k];
            if four.is_plain {
                spin[lane] = self.u[link.first_u as usize];
            } else {
                let (q, u) = (&self.q[link.coordinates()], &self.u[link.freedoms()]);
                [spin[lane], travel[lane], slide[lane]] = self.joint(link).along_axis(q, u);
            }
        }
        course.spin = n.store(vectors::scale(n, lanes.load(spin), axis));
        if !four.is_plain {
            course.t = n.store(vectors::scale(n, lanes.load(travel), axis));
            course.t_rate = n.store(vectors::scale(n, lanes.load(slide), axis));
            course.w_bias = [[0.0; 4]; 3];
        }
    }

    /// (2), and what joints with more axes show.
    #[inline(always)]
    fn chain_spins(&mut self, bodies: Range<usize>, course: &mut Course) {
        let has_odd = self.lane_groups[bodies.start / 4].has_odd;
        for (lane, k) in bodies.enumerate() {
            let (link, parent) = (&self.links[k], self.parent(&self.links[k]));
            if has_odd && !self.joint(link).has_one_axis {
                let marker = [pick(&course.axis, lane), pick(&course.e, lane)];
                let coordinates = (&self.q[link.coordinates()], &self.u[link.freedoms()]);
                let freedoms = &mut self.freedoms[link.freedoms()];
                let seen = self.joints[link.joint as usize].see(&parent, coordinates, marker, freedoms);
                put(&mut course.t, lane, seen.t);
                put(&mut course.t_rate, lane, seen.t_rate);
                put(&mut course.spin, lane, seen.w);
                put(&mut course.w_bias, lane, seen.w_bias);
            }
            let w = parent.w + pick(&course.spin, lane);
            put(&mut course.w, lane, w);
            self.poses.set_spin(k, w);
        }
    }

    /// (4), and what (3) adds to the parent's: it takes the place of `s` and `t_rate`.
    #[inline(always)]
    fn finish<V: Lanes>(&mut self, lanes: V, bodies: Range<usize>, course: &mut Course) {
        let (n, four) = (Four(lanes), &self.lane_groups[bodies.start / 4]);
        let (axis, e, w, spin) = (n.load(&course.axis), n.load(&course.e), n.load(&course.w), n.load(&course.spin));
        let mut from = n.load(&course.s);
        let parent_w = [lanes.sub(w[0], spin[0]), lanes.sub(w[1], spin[1]), lanes.sub(w[2], spin[2])];
        let mut bias_w = vectors::cross(n, parent_w, spin);
        if !four.is_plain {
            from = vectors::add(n, from, n.load(&course.t));
            bias_w = vectors::add(n, bias_w, n.load(&course.w_bias));
        }
        let swing = vectors::cross(n, parent_w, from);
        let whirl = vectors::cross(n, w, e);
        let (mut sliding, mut change) = (swing, vectors::add(n, swing, whirl));
        if !four.is_plain {
            let rate = n.load(&course.t_rate);
            sliding = vectors::scale_plus(n, lanes.splat(2.0), rate, swing);
            change = vectors::add(n, change, rate);
        }
        let bias_v = vectors::cross_plus(n, w, whirl, vectors::cross(n, bias_w, e));
        let bias_v = vectors::cross_plus(n, parent_w, sliding, bias_v);
        course.s = n.store(vectors::add(n, from, e));
        course.t_rate = n.store(change);
        let swing = n.store(vectors::cross(n, axis, e));
        self.write(bodies, course, [n.store(bias_v), n.store(bias_w)], swing);
    }

    /// Biases, arms and the axes of joints with one of them, body by body.
    #[inline(always)]
    fn write(&mut self, bodies: Range<usize>, course: &Course, bias: [[Each; 3]; 2], swing: [Each; 3]) {
        let is_plain = self.lane_groups[bodies.start / 4].is_plain;
        for (lane, k) in bodies.enumerate() {
            self.biases[k] = join(pick(&bias[0], lane), pick(&bias[1], lane));
            self.arms[k] = pick(&course.s, lane);
            let (z, link) = (pick(&course.axis, lane), &self.links[k]);
            if is_plain {
                self.freedoms[link.first_u as usize].axis = join(pick(&swing, lane), z);
            } else {
                self.joints[link.joint as usize]
                    .write_axes([z, pick(&swing, lane)], &mut self.freedoms[link.freedoms()]);
            }
        }
    }

    /// (3)
    #[inline(always)]
    fn chain_positions(&mut self, bodies: Range<usize>, course: &Course) {
        for (lane, k) in bodies.enumerate() {
            let parent = self.parent(&self.links[k]);
            let moved = [parent.r + pick(&course.s, lane), parent.v + pick(&course.t_rate, lane)];
            self.poses.set_moved(k, moved);
        }
    }
}

/// R of four bodies.
#[inline(always)]
fn rotations<V: Lanes>(lanes: V, turned: &[Each; 12]) -> [V::F4; 9] {
    let mut R = [lanes.splat(0.0); 9];
    for k in 0..9 {
        R[k] = lanes.load(turned[k]);
    }
    R
}

/// J in world axes (xx, yy, zz, xy, xz, yz) and ω × J ω of four bodies.
#[inline(always)]
pub(super) fn own<V: Lanes>(lanes: V, weights: &SpatialWeights, turned: &[Each; 12]) -> ([Each; 6], [Each; 3]) {
    let n = Four(lanes);
    let w = [lanes.load(turned[9]), lanes.load(turned[10]), lanes.load(turned[11])];
    let (inertia, torque) = weigh(lanes, weights, &rotations(lanes, turned), w);
    (n.store(inertia), n.store(torque))
}

/// The same of bodies with these R and ω.
#[inline(always)]
pub(super) fn weigh<V: Lanes>(
    lanes: V,
    weights: &SpatialWeights,
    R: &[V::F4; 9],
    w: [V::F4; 3],
) -> ([V::F4; 6], [V::F4; 3]) {
    let n = Four(lanes);
    let [xx, yy, zz, xy, xz, yz] = n.load(&weights.inertia);
    let half = vectors::mul_mat(n, R, &[xx, xy, xz, xy, yy, yz, xz, yz, zz]);
    let mut c = [lanes.splat(0.0); 6];
    for m in 0..6 {
        let (i, j) = (3 * PLACES[m].0, 3 * PLACES[m].1);
        c[m] = vectors::dot(n, [half[i], half[i + 1], half[i + 2]], [R[j], R[j + 1], R[j + 2]]);
    }
    let [xx, yy, zz, xy, xz, yz] = c;
    let momentum = vectors::mul(n, &[xx, xy, xz, xy, yy, yz, xz, yz, zz], w);
    (c, vectors::cross(n, w, momentum))
}
