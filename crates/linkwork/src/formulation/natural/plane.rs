//! Natural coordinates in the plane: s = (x, y, v_x, v_y), v a unit vector fixed on the body, inner equation v·v = 1.
//!
//! Loads of constraints are those of `model::joint::planar`; here is what the motion of the bodies makes of them while μ is held. With
//! d from the first joint point to the second, arms s, and a×b the number a_x b_y − a_y b_x:
//!
//! ```text
//! coincidence, m     (−m, −s₁×m)            (m, s₂×m)            rate  (0, −ṡ₁×m)                        (0, ṡ₂×m)            (1)
//! along u            (−u, u×(d+s₁))         (u, s₂×u)            rate  (−u̇, u̇×(d+s₁) + u×(ḋ+ṡ₁))     (u̇, ṡ₂×u + s₂×u̇)   (2)
//! angle              (0, −1)                (0, 1)               rate  0                                                      (3)
//! ```
//!
//! A distance is along e = d/|d|, since e×d vanishes, with ė = (ḋ − e (e·ḋ))/|d|.

use super::axes::{Axes, Loads, sum};
use crate::formulation::bodies::{Bodies, Ends, PlanarBodies};
use crate::model::joint::spatial::unwrap;
use crate::model::{Body, Coordinate, JointKind};
use crate::spatial::{BodyMotion, PlanarPose as Pose, Vec2};
use std::f64::consts::FRAC_PI_2;

impl Axes<3> for PlanarBodies {
    const COUNT: usize = 4;
    const TURNS: usize = 1;

    #[inline(always)]
    fn at_rest(s: &[f64]) -> Pose {
        Pose { r: Vec2([s[0], s[1]]), turn: Vec2([s[2], s[3]]), ..Pose::GROUND }
    }

    #[inline(always)]
    fn set_velocity(pose: &mut Pose, w: &[f64; 3]) {
        (pose.v, pose.w) = (Vec2([w[0], w[1]]), w[2]);
    }

    #[inline(always)]
    fn write_rates(s: &[f64], w: &[f64; 3], feedback: f64, rates: &mut [f64]) {
        let [c, s] = [s[2], s[3]];
        // v̇ = ω ẑ×v − ½ α (v·v − 1) v
        let k = -0.5 * feedback * (c * c + s * s - 1.0);
        rates.copy_from_slice(&[w[0], w[1], k * c - w[2] * s, k * s + w[2] * c]);
    }

    fn coordinates(motion: &BodyMotion) -> Vec<f64> {
        let (s, c) = motion.angle.sin_cos();
        vec![motion.position[0], motion.position[1], c, s]
    }

    fn momentum(body: &Body, motion: &BodyMotion) -> [f64; 3] {
        let (v, w) = (motion.velocity.linear, motion.velocity.angular[2]);
        [body.mass * v[0], body.mass * v[1], body.inertia.0[2][2] * w]
    }

    fn turns(motion: &BodyMotion) -> Vec<f64> {
        vec![motion.angle]
    }

    fn count_on(pose: &mut Pose, turns: &[f64]) {
        pose.angle = unwrap(pose.turn[1].atan2(pose.turn[0]), turns[0]);
    }

    fn follow(pose: &Pose, elapsed: f64, turns: &mut [f64]) {
        turns[0] = unwrap(pose.turn[1].atan2(pose.turn[0]), turns[0] + pose.w * elapsed);
    }

    fn square(pose: &Pose) -> Pose {
        let length = pose.turn[0].hypot(pose.turn[1]);
        Pose { turn: pose.turn.map(|x| x / length), ..*pose }
    }

    fn observe(pose: &Pose, _turns: &[f64], acceleration: &[f64; 3], out: &mut BodyMotion) {
        PlanarBodies::write_motion(&[pose.r[0], pose.r[1], pose.angle], pose, acceleration, out);
    }

    #[inline(always)]
    fn load_rates(ends: Ends<'_, Pose>, m: &[f64]) -> Loads<3> {
        let pair = Pair::new(&ends);
        let rates = match ends.joint.kind {
            JointKind::Fixed | JointKind::Revolute => pair.coincidence(Vec2([m[0], m[1]])),
            JointKind::Prismatic | JointKind::PointLine => pair.along(pair.direction(FRAC_PI_2, m[0])),
            JointKind::Distance { .. } => pair.along(pair.line(m[0])),
            // Gears are taken by their coordinates, other types are refused in the plane.
            _ => NONE,
        };
        match ends.joint.motion.as_ref().and(m.last()) {
            Some(&last) => sum(rates, Self::coordinate_load_rates(ends, last)),
            None => rates,
        }
    }

    fn coordinate_load_rates(ends: Ends<'_, Pose>, multiplier: f64) -> Loads<3> {
        let pair = Pair::new(&ends);
        match ends.joint.coordinate() {
            Some(Coordinate::Travel) => pair.along(pair.direction(0.0, multiplier)),
            Some(Coordinate::Angle) | None => NONE,
        }
    }
}

const NONE: Loads<3> = [[0.0; 3]; 2];

/// A vector and its rate.
type Moving = [Vec2; 2];

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
        let (s1, s2) = (carry(p1, ends.joint.first.point.in_plane()), carry(p2, ends.joint.second.point.in_plane()));
        Pair { ends, s1, s2, d: [p2.r + s2[0] - p1.r - s1[0], p2.v + s2[1] - p1.v - s1[1]] }
    }

    /// So much of the direction in which the joint slides, turned by an angle.
    #[inline(always)]
    fn direction(&self, angle: f64, length: f64) -> Moving {
        let x = self.ends.joint.first.axes.column(0).in_plane();
        carry(self.ends.first, length * if angle == 0.0 { x } else { x.across() })
    }

    /// So much of e = d/|d|; where the points coincide the slide direction stands in for it.
    fn line(&self, factor: f64) -> Moving {
        let [d, d_rate] = self.d;
        let length = d[0].hypot(d[1]);
        if length == 0.0 {
            return self.direction(0.0, factor);
        }
        let e = d.map(|x| x / length);
        [factor * e, (factor * (d_rate - e * e.dot(d_rate))).map(|x| x / length)]
    }

    /// (1)
    #[inline(always)]
    fn coincidence(&self, m: Vec2) -> Loads<3> {
        [[0.0, 0.0, -self.s1[1].cross(m)], [0.0, 0.0, self.s2[1].cross(m)]]
    }

    /// (2)
    #[inline(always)]
    fn along(&self, [u, u_rate]: Moving) -> Loads<3> {
        let [arm, arm_rate] = [0, 1].map(|k| self.d[k] + self.s1[k]);
        let [s2, s2_rate] = self.s2;
        let first = u_rate.cross(arm) + u.cross(arm_rate);
        let second = s2_rate.cross(u) + s2.cross(u_rate);
        [[-u_rate[0], -u_rate[1], first], [u_rate[0], u_rate[1], second]]
    }
}

/// A vector fixed on a body, in the world.
#[inline(always)]
fn carry(pose: &Pose, p: Vec2) -> Moving {
    let u = pose.rotate(p);
    [u, pose.w * u.across()]
}
