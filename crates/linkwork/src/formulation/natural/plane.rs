//! Natural coordinates in the plane: s = (x, y, v_x, v_y), v a unit vector fixed on the body, inner equation v·v = 1.
//!
//! The rates of constraint loads with μ held come from the rows of `model::joint` along the motion, in dual numbers.

use super::axes::{Axes, Loads, moving, scale_load_rates, sum_load_rates};
use crate::formulation::bodies::{Bodies, Ends, PlanarBodies};
use crate::model::Body;
use crate::model::joint::{PlanarVocabulary, Vocabulary, planar, spatial::unwrap};

use crate::spatial::{BodyMotion, Dual, PlanarPose as Pose, Vec2};

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
        let poses = [moving_pose(ends.first), moving_pose(ends.second)];
        let mut rows = planar::Rows::default();
        // Whatever a driver asks for, G does not depend on it.
        let asked = ends.joint.motion.as_ref().map(|_| [Dual::from(0.0); 3]);
        planar::Ends::new(ends.joint, &poses[0], &poses[1], ends.unwrapped_angle.into()).write(asked, &mut rows);
        sum_load_rates(&rows, m)
    }

    fn coordinate_load_rates(ends: Ends<'_, Pose>, multiplier: f64) -> Loads<3> {
        let poses = [moving_pose(ends.first), moving_pose(ends.second)];
        let q = planar::Ends::new(ends.joint, &poses[0], &poses[1], ends.unwrapped_angle.into()).coordinate();
        q.map_or([[0.0; 3]; 2], |q| scale_load_rates(&q, multiplier))
    }
}

/// The pose with its rates: ṙ = v, and ω ẑ× of the axis. Rows of G do not depend on velocities.
#[inline(always)]
fn moving_pose(pose: &Pose) -> Pose<Dual<1>> {
    let with = |x: Vec2, rate: Vec2| Vec2([0, 1].map(|k| moving(x[k], rate[k])));
    Pose {
        r: with(pose.r, pose.v),
        turn: with(pose.turn, pose.w * pose.turn.across()),
        angle: moving(pose.angle, pose.w),
        v: Vec2::constant(pose.v),
        w: pose.w.into(),
    }
}
