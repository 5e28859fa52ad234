//! Bodies in space: position and Euler parameters, velocities (ṙ, ω) in world axes, inertia of any shape.

use super::{Bodies, Ends};
use crate::model::joint::spatial::{self, Measure, Rows};
use crate::model::joint::{SpatialVocabulary, Vocabulary};
use crate::model::{Body, Model};
use crate::reduced::InverseMass;
use crate::spatial::{BodyMotion, Mat3, Pose, Quat, Vec3, Wrench};

/// Constants of one body.
struct Constants {
    mass: f64,
    inverse_mass: f64,
    inertia: Mat3,
    inverse_inertia: Mat3,
}

/// Mass and inertia by body.
pub(crate) struct SpatialBodies {
    bodies: Vec<Constants>,
}

#[inline(always)]
fn ends<'a>(e: Ends<'a, Pose>) -> spatial::Ends<'a> {
    spatial::Ends::new(e.joint, e.first, e.second, e.unwrapped_angle)
}

impl Bodies<6> for SpatialBodies {
    const COORDINATES: usize = 7;
    type Pose = Pose;
    const GROUND: Pose = Pose::GROUND;
    const POSE: usize = 18;
    type Inverse = [f64; 7];

    fn new(bodies: &[Body]) -> Self {
        let constants = |b: &Body| Constants {
            mass: b.mass,
            inverse_mass: 1.0 / b.mass,
            inertia: b.inertia,
            inverse_inertia: b.inertia.inverse(),
        };
        SpatialBodies { bodies: bodies.iter().map(constants).collect() }
    }

    fn inverse_mass(&self) -> InverseMass {
        InverseMass::Spatial(self.bodies.iter().map(|b| [b.inverse_mass, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]).collect())
    }

    fn inverses(inverse: &mut InverseMass) -> &mut [[f64; 7]] {
        let InverseMass::Spatial(inverses) = inverse else { unreachable!("made by `inverse_mass` above") };
        inverses
    }

    /// J⁻¹ = R J̄⁻¹ Rᵀ.
    #[inline]
    fn update_inverse(&self, index: usize, pose: &Pose, inverse: &mut [f64; 7]) {
        let (R, body) = (&pose.R, &self.bodies[index]);
        let t = *R * body.inverse_inertia;
        let entry = |i: usize, j: usize| t.0[i][0] * R.0[j][0] + t.0[i][1] * R.0[j][1] + t.0[i][2] * R.0[j][2];
        *inverse = [body.inverse_mass, entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
    }

    /// g, and R J̄⁻¹ (J̄ω̄ × ω̄) with ω̄ = Rᵀω.
    #[inline]
    fn fall(&self, index: usize, pose: &Pose, g: Vec3) -> [f64; 6] {
        let body = &self.bodies[index];
        let w = pose.R.tr_mul(pose.w);
        let turn = pose.R * (body.inverse_inertia * (body.inertia * w).cross(w));
        [g[0], g[1], g[2], turn[0], turn[1], turn[2]]
    }

    #[inline]
    fn accelerate(&self, index: usize, pose: &Pose, l: &[f64]) -> [f64; 6] {
        let body = &self.bodies[index];
        let linear = body.inverse_mass * Vec3([l[0], l[1], l[2]]);
        let local = pose.R.tr_mul(Vec3([l[3], l[4], l[5]]));
        let angular = pose.R * (body.inverse_inertia * local);
        [linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]]
    }

    #[inline]
    fn pose(q: &[f64], v: &[f64]) -> Pose {
        let orientation = Quat([q[3], q[4], q[5], q[6]]);
        Pose {
            r: Vec3([q[0], q[1], q[2]]),
            R: orientation.matrix(),
            v: Vec3([v[0], v[1], v[2]]),
            w: Vec3([v[3], v[4], v[5]]),
        }
    }

    /// m g, and −ω × J ω.
    #[inline]
    fn own_load(&self, index: usize, pose: &Pose, gravity: Vec3) -> [f64; 6] {
        let body = &self.bodies[index];
        let momentum = pose.R * (body.inertia * pose.R.tr_mul(pose.w));
        let t = momentum.cross(pose.w);
        let m = body.mass;
        [m * gravity[0], m * gravity[1], m * gravity[2], t[0], t[1], t[2]]
    }

    fn write_pose(p: &Pose, numbers: &mut [f64]) {
        let [x, y, z] = p.R.0;
        numbers.as_chunks_mut::<3>().0.copy_from_slice(&[p.r.0, x, y, z, p.v.0, p.w.0]);
    }

    fn read_pose(numbers: &[f64]) -> Pose {
        let row = |k: usize| std::array::from_fn(|c| numbers[3 * k + c]);
        Pose { r: Vec3(row(0)), R: Mat3([1, 2, 3].map(row)), v: Vec3(row(4)), w: Vec3(row(5)) }
    }

    fn pose_in_space(pose: &Pose) -> Pose {
        *pose
    }

    fn write_motion(q: &[f64], p: &Pose, a: &[f64], out: &mut BodyMotion) {
        out.position = Vec3([q[0], q[1], q[2]]);
        out.orientation = Quat([q[3], q[4], q[5], q[6]]).normalized();
        out.velocity.linear = p.v;
        out.velocity.angular = p.w;
        out.acceleration.linear = Vec3([a[0], a[1], a[2]]);
        out.acceleration.angular = Vec3([a[3], a[4], a[5]]);
    }

    fn load(force: Vec3, torque: Vec3) -> [f64; 6] {
        [force[0], force[1], force[2], torque[0], torque[1], torque[2]]
    }

    fn velocity(pose: &Pose) -> [f64; 6] {
        Self::load(pose.v, pose.w)
    }

    fn wrench(l: &[f64; 6]) -> Wrench {
        Wrench { force: Vec3([l[0], l[1], l[2]]), torque: Vec3([l[3], l[4], l[5]]) }
    }

    #[inline]
    fn write_coordinate_rates(q: &[f64], v: &[f64], rates: &mut [f64]) {
        let turn = Quat([q[3], q[4], q[5], q[6]]).rate(Vec3([v[3], v[4], v[5]]));
        rates.copy_from_slice(&[v[0], v[1], v[2], turn[0], turn[1], turn[2], turn[3]]);
    }

    fn displace(q: &mut [f64], d: &[f64]) {
        let position = Vec3([q[0], q[1], q[2]]) + Vec3([d[0], d[1], d[2]]);
        let turn = Quat::from_rotation_vector(Vec3([d[3], d[4], d[5]]));
        let orientation = (turn * Quat([q[3], q[4], q[5], q[6]])).normalized();
        q[..3].copy_from_slice(&position.0);
        q[3..].copy_from_slice(&orientation.0);
    }

    fn initial(model: &Model, index: usize, q: &mut Vec<f64>, v: &mut Vec<f64>) {
        let b = &model.bodies[index];
        q.extend(b.position);
        q.extend(b.orientation.0);
        v.extend(b.velocity);
        v.extend(b.angular_velocity);
    }

    #[inline(always)]
    fn write_joint(e: Ends<'_, Pose>, rows: &mut Rows) {
        let (ends, asked) = (ends(e), e.asked());
        rows.n = 0;
        ends.write(asked, rows);
    }

    fn pose_of(motion: &BodyMotion) -> Pose {
        let BodyMotion { position, orientation, velocity, .. } = motion;
        Pose { r: *position, R: orientation.matrix(), v: velocity.linear, w: velocity.angular }
    }

    fn measures(e: Ends<'_, Pose>, second_angle: f64) -> [Option<Measure>; 2] {
        ends(e).coordinates(second_angle)
    }

    fn measure(e: Ends<'_, Pose>) -> Option<Measure> {
        ends(e).coordinate()
    }

    fn planar_angle(_: &Pose) -> f64 {
        0.0
    }

    fn turning(e: Ends<'_, Pose>) -> (f64, f64, Vec3) {
        let ends = ends(e);
        let m = ends.angle();
        (m.value, m.rate, ends.first(2))
    }

    fn second_point(e: Ends<'_, Pose>) -> Vec3 {
        ends(e).point()
    }
}
