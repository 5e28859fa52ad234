//! Natural coordinates in space: s = (r, a, b, c), three axes fixed on the body, inner equations a·a = 1, a·b = 0 and so on.
//!
//! Loads of constraints are those of `model::joint::spatial`; here is what the motion of the bodies makes of them while μ is held. With
//! d from the first joint point to the second, arms s, u on the first body and w on the second:
//!
//! ```text
//! coincidence, m     (−m, −s₁×m)            (m, s₂×m)            rate  (0, −ṡ₁×m)                        (0, ṡ₂×m)            (1)
//! dot u·w            (0, u×w)               (0, −u×w)            rate  (0, u̇×w + u×ẇ)                   (0, −u̇×w − u×ẇ)    (2)
//! along u            (−u, u×(d+s₁))         (u, s₂×u)            rate  (−u̇, u̇×(d+s₁) + u×(ḋ+ṡ₁))     (u̇, ṡ₂×u + s₂×u̇)   (3)
//! ```
//!
//! They are linear in u and in w, so equations that differ by these only are taken together, with u = Σ μ_k u_k. A distance is along
//! e = d/|d|, since e×d vanishes. The angle θ = atan2(y, x) with x = n₁·n₂ and y = b₁·n₂ is (2) with u = (x b₁ − y n₁)/(x² + y²) and w = n₂.

use super::axes::{Axes, Loads, sum};
use crate::formulation::bodies::{Bodies, Ends, SpatialBodies};
use crate::model::{Body, Coordinate, JointKind};
use crate::spatial::{BodyMotion, Mat3, Pose, Quat, Vec3};

impl Axes<6> for SpatialBodies {
    const COUNT: usize = 12;
    const TURNS: usize = 4;

    #[inline(always)]
    fn at_rest(s: &[f64]) -> Pose {
        let [r, a, b, c] = vectors(s);
        Pose { r, R: Mat3::from_columns(a, b, c), v: Vec3::ZERO, w: Vec3::ZERO }
    }

    #[inline(always)]
    fn set_velocity(pose: &mut Pose, w: &[f64; 6]) {
        (pose.v, pose.w) = (Vec3([w[0], w[1], w[2]]), Vec3([w[3], w[4], w[5]]));
    }

    #[inline(always)]
    fn write_rates(s: &[f64], w: &[f64; 6], feedback: f64, rates: &mut [f64]) {
        let [_, a, b, c] = vectors(s);
        let (spin, k) = (Vec3([w[3], w[4], w[5]]), -0.5 * feedback);
        rates[..3].copy_from_slice(&w[..3]);
        let rates = rates[3..].as_chunks_mut::<3>().0;
        // Ȧ = ω̃ A − ½ α A (AᵀA − 1), A = [a b c]
        for (rate, axis) in rates.iter_mut().zip([a, b, c]) {
            let along = a.dot(axis) * a + b.dot(axis) * b + c.dot(axis) * c;
            *rate = (spin.cross(axis) + k * (along - axis)).0;
        }
    }

    fn coordinates(motion: &BodyMotion) -> Vec<f64> {
        let R = motion.orientation.matrix();
        [motion.position, R.column(0), R.column(1), R.column(2)].into_iter().flatten().collect()
    }

    fn momentum(body: &Body, motion: &BodyMotion) -> [f64; 6] {
        let (R, velocity) = (motion.orientation.matrix(), motion.velocity);
        let spin = R * (body.inertia * R.tr_mul(velocity.angular));
        SpatialBodies::load(body.mass * velocity.linear, spin)
    }

    fn turns(motion: &BodyMotion) -> Vec<f64> {
        motion.orientation.0.to_vec()
    }

    fn count_on(_: &mut Pose, _: &[f64]) {
        // Poses in space have no angle.
    }

    fn follow(pose: &Pose, _: f64, turns: &mut [f64]) {
        turns.copy_from_slice(&quaternion(pose, turns).0);
    }

    fn square(pose: &Pose) -> Pose {
        // The nearest rotation, to second order; then one to the last digit.
        let [x, y, z] = pose.R.transposed().0;
        let mut s = [[0.0; 3], x, y, z];
        <SpatialBodies as Axes<6>>::displace(s.as_flattened_mut(), &[0.0; 6]);
        Pose { R: Quat::from_matrix(&Mat3([s[1], s[2], s[3]]).transposed()).matrix(), ..*pose }
    }

    fn observe(pose: &Pose, turns: &[f64], acceleration: &[f64; 6], out: &mut BodyMotion) {
        let (Vec3([x, y, z]), [qw, qx, qy, qz]) = (pose.r, quaternion(pose, turns).0);
        SpatialBodies::write_motion(&[x, y, z, qw, qx, qy, qz], pose, acceleration, out);
    }

    #[inline(always)]
    fn load_rates(ends: Ends<'_, Pose>, m: &[f64]) -> Loads<6> {
        let pair = Pair::new(&ends);
        let axis = |m: f64| Vec3([0.0, 0.0, m]);
        let across = |m: &[f64]| Vec3([m[0], m[1], 0.0]);
        let point = |m: &[f64]| pair.coincidence(Vec3([m[0], m[1], m[2]]));
        let parallel = |m: &[f64]| dot_rates(pair.first(axis(1.0)), pair.second(across(m)));
        let axes = |m: f64| dot_rates(pair.first(axis(m)), pair.second(axis(1.0)));
        let twist = |m: f64| dot_rates(pair.first(Vec3([m, 0.0, 0.0])), pair.second(Vec3([0.0, 1.0, 0.0])));
        let along = |u: Vec3| pair.along(pair.first(u));
        let rates = match ends.joint.kind {
            JointKind::Fixed => sum(point(m), sum(parallel(&m[3..]), twist(m[5]))),
            JointKind::Revolute => sum(point(m), parallel(&m[3..])),
            JointKind::Prismatic => sum(along(across(m)), sum(parallel(&m[2..]), twist(m[4]))),
            JointKind::Cylindrical => sum(along(across(m)), parallel(&m[2..])),
            JointKind::Universal => sum(point(m), axes(m[3])),
            JointKind::Spherical => point(m),
            JointKind::PlanePlane => sum(parallel(m), along(axis(m[2]))),
            JointKind::PointLine => along(across(m)),
            JointKind::PointPlane => along(axis(m[0])),
            JointKind::Distance { .. } => pair.along(pair.line(m[0])),
            JointKind::Parallel => parallel(m),
            JointKind::Perpendicular => axes(m[0]),
            JointKind::Screw { pitch } => {
                sum(along(Vec3([m[0], m[1], m[4]])), sum(parallel(&m[2..]), pair.angle(-pitch * m[4])))
            }
            // Taken by the coordinates of the joints that they couple.
            JointKind::Gear { .. } | JointKind::RackPinion { .. } => NONE,
        };
        match ends.joint.motion.as_ref().and(m.last()) {
            Some(&last) => sum(rates, Self::coordinate_load_rates(ends, last)),
            None => rates,
        }
    }

    fn coordinate_load_rates(ends: Ends<'_, Pose>, multiplier: f64) -> Loads<6> {
        let pair = Pair::new(&ends);
        match ends.joint.coordinate() {
            Some(Coordinate::Angle) => pair.angle(multiplier),
            Some(Coordinate::Travel) => pair.along(pair.first(Vec3([0.0, 0.0, multiplier]))),
            None => NONE,
        }
    }
}

const NONE: Loads<6> = [[0.0; 6]; 2];

/// s as four vectors.
#[inline(always)]
fn vectors(s: &[f64]) -> [Vec3; 4] {
    let v = |k: usize| Vec3([s[k], s[k + 1], s[k + 2]]);
    [v(0), v(3), v(6), v(9)]
}

/// The orientation, with the sign nearest to a quaternion.
fn quaternion(pose: &Pose, near: &[f64]) -> Quat {
    let q = Quat::from_matrix(&pose.R);
    let same: f64 = q.0.iter().zip(near).map(|(a, b)| a * b).sum();
    if same < 0.0 { Quat(q.0.map(|x| -x)) } else { q }
}

/// A vector and its rate.
type Moving = [Vec3; 2];

/// Both ends of a joint, each vector with its rate.
struct Pair<'a> {
    ends: &'a Ends<'a, Pose>,
    s1: Moving,
    s2: Moving,
    d: Moving,
}

impl<'a> Pair<'a> {
    #[inline(always)]
    fn new(ends: &'a Ends<'a, Pose>) -> Pair<'a> {
        let (p1, p2) = (ends.first, ends.second);
        let (s1, s2) = (carry(p1, ends.joint.first.point), carry(p2, ends.joint.second.point));
        let d = [p2.r + s2[0] - (p1.r + s1[0]), p2.v + s2[1] - (p1.v + s1[1])];
        Pair { ends, s1, s2, d }
    }

    /// A vector with these components along normal, binormal and axis of the first marker.
    #[inline(always)]
    fn first(&self, u: Vec3) -> Moving {
        carry(self.ends.first, self.ends.joint.first.axes * u)
    }

    /// Likewise of the second marker.
    #[inline(always)]
    fn second(&self, w: Vec3) -> Moving {
        carry(self.ends.second, self.ends.joint.second.axes * w)
    }

    /// So much of e = d/|d|; where the points coincide the first axis stands in for it.
    fn line(&self, factor: f64) -> Moving {
        let [d, d_rate] = self.d;
        let length = d.norm();
        if length == 0.0 {
            return self.first(Vec3([0.0, 0.0, factor]));
        }
        let e = 1.0 / length * d;
        [factor * e, factor / length * (d_rate - e.dot(d_rate) * e)]
    }

    /// (1)
    #[inline(always)]
    fn coincidence(&self, m: Vec3) -> Loads<6> {
        [SpatialBodies::load(Vec3::ZERO, m.cross(self.s1[1])), SpatialBodies::load(Vec3::ZERO, self.s2[1].cross(m))]
    }

    /// (3)
    #[inline(always)]
    fn along(&self, [u, u_rate]: Moving) -> Loads<6> {
        let [arm, arm_rate] = [0, 1].map(|k| self.d[k] + self.s1[k]);
        let [s2, s2_rate] = self.s2;
        let first = u_rate.cross(arm) + u.cross(arm_rate);
        let second = s2_rate.cross(u) + s2.cross(u_rate);
        [SpatialBodies::load(-u_rate, first), SpatialBodies::load(u_rate, second)]
    }

    /// The angle about the first axis, from the first normal to the second: (2) with u = (x b₁ − y n₁)/(x² + y²).
    fn angle(&self, factor: f64) -> Loads<6> {
        let ([n1, n1_rate], [b1, b1_rate]) = (self.first(Vec3([1.0, 0.0, 0.0])), self.first(Vec3([0.0, 1.0, 0.0])));
        let [n2, n2_rate] = self.second(Vec3([1.0, 0.0, 0.0]));
        let (x, y) = (n1.dot(n2), b1.dot(n2));
        let (x_rate, y_rate) = (n1_rate.dot(n2) + n1.dot(n2_rate), b1_rate.dot(n2) + b1.dot(n2_rate));
        let k = factor / (x * x + y * y);
        let growth = 2.0 * (x * x_rate + y * y_rate) / (x * x + y * y);
        let (to_b, to_n) = (k * x, -k * y);
        let (to_b_rate, to_n_rate) = (k * (x_rate - growth * x), -k * (y_rate - growth * y));
        let u = to_b * b1 + to_n * n1;
        let turned = to_b * b1_rate + to_n * n1_rate;
        let u_rate = turned + (to_b_rate * b1 + to_n_rate * n1);
        dot_rates([u, u_rate], [n2, n2_rate])
    }
}

/// (2)
#[inline(always)]
fn dot_rates([u, u_rate]: Moving, [w, w_rate]: Moving) -> Loads<6> {
    let rate = u_rate.cross(w) + u.cross(w_rate);
    [SpatialBodies::load(Vec3::ZERO, rate), SpatialBodies::load(Vec3::ZERO, -rate)]
}

/// A vector fixed on a body, in the world.
#[inline(always)]
fn carry(pose: &Pose, p: Vec3) -> Moving {
    let u = pose.R * p;
    [u, pose.w.cross(u)]
}
