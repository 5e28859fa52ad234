//! Natural coordinates in space: s = (r, a, b, c), three axes fixed on the body, inner equations a·a = 1, a·b = 0 and
//! so on.
//!
//! The rates of constraint loads with μ held come from the rows of `model::joint` along the motion, in dual numbers.

use super::axes::{Axes, Loads, moving, scale_load_rates, sum_load_rates};
use crate::formulation::bodies::{Bodies, Ends, SpatialBodies};
use crate::model::Body;
use crate::model::joint::{SpatialVocabulary, Vocabulary, spatial};
use crate::spatial::{BodyMotion, Dual, Mat3, Pose, Quat, Vec3};

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
        let poses = [moving_pose(ends.first), moving_pose(ends.second)];
        let moving = spatial::Ends::new(ends.joint, &poses[0], &poses[1], ends.unwrapped_angle.into());
        let mut rows = spatial::Rows::default();
        // Whatever a driver asks for, G does not depend on it.
        moving.write(ends.joint.motion.as_ref().map(|_| [Dual::from(0.0); 3]), &mut rows);
        sum_load_rates(&rows, m)
    }

    fn coordinate_load_rates(ends: Ends<'_, Pose>, multiplier: f64) -> Loads<6> {
        let poses = [moving_pose(ends.first), moving_pose(ends.second)];
        let moving = spatial::Ends::new(ends.joint, &poses[0], &poses[1], ends.unwrapped_angle.into());
        moving.coordinate().map_or([[0.0; 6]; 2], |q| scale_load_rates(&q, multiplier))
    }
}

/// The pose with its rates: ṙ = v, and ω× of the axes. Rows of G do not depend on velocities.
#[inline(always)]
fn moving_pose(pose: &Pose) -> Pose<Dual<1>> {
    let with = |x: Vec3, rate: Vec3| Vec3([0, 1, 2].map(|k| moving(x[k], rate[k])));
    let axis = |k: usize| with(pose.R.column(k), pose.w.cross(pose.R.column(k)));
    let R = Mat3::from_columns(axis(0), axis(1), axis(2));
    Pose { r: with(pose.r, pose.v), R, v: Vec3::constant(pose.v), w: Vec3::constant(pose.w) }
}

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
