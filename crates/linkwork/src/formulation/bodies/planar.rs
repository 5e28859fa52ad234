//! Bodies in the plane: (x, y, angle), mass and one moment of inertia.

use super::{Bodies, Ends};
use crate::model::joint::planar::{self, Measure, Rows};
use crate::model::joint::{PlanarVocabulary, Vocabulary};
use crate::model::{Body, Model};
use crate::reduced::InverseMass;
use crate::spatial::{self, BodyMotion, Mat3, PlanarPose as Pose, Quat, Vec2, Vec3, Wrench};

/// 1/m and 1/I by body, and the mass.
pub(crate) struct PlanarBodies {
    inverse: Vec<[f64; 2]>,
    mass: Vec<f64>,
}

#[inline(always)]
fn ends<'a>(e: Ends<'a, Pose>) -> planar::Ends<'a> {
    planar::Ends::new(e.joint, e.first, e.second, e.unwrapped_angle)
}

impl Bodies<3> for PlanarBodies {
    const COORDINATES: usize = 3;
    type Pose = Pose;
    const GROUND: Pose = Pose::GROUND;
    const POSE: usize = 8;
    type Inverse = ();

    fn new(bodies: &[Body]) -> Self {
        PlanarBodies {
            inverse: bodies.iter().map(|b| [1.0 / b.mass, 1.0 / b.inertia.0[2][2]]).collect(),
            mass: bodies.iter().map(|b| b.mass).collect(),
        }
    }

    fn inverse_mass(&self) -> InverseMass {
        InverseMass::Planar(self.inverse.clone())
    }

    fn inverses(_: &mut InverseMass) -> &mut [()] {
        // In the plane it is constant.
        &mut []
    }

    fn update_inverse(&self, _: usize, _: &Pose, (): &mut ()) {}

    #[inline]
    fn fall(&self, _: usize, _: &Pose, gravity: Vec3) -> [f64; 3] {
        [gravity[0], gravity[1], 0.0]
    }

    #[inline]
    fn accelerate(&self, index: usize, _pose: &Pose, l: &[f64]) -> [f64; 3] {
        let [w, i] = self.inverse[index];
        [w * l[0], w * l[1], i * l[2]]
    }

    #[inline]
    fn pose(q: &[f64], v: &[f64]) -> Pose {
        let (s, c) = q[2].sin_cos();
        Pose { r: Vec2([q[0], q[1]]), turn: Vec2([c, s]), angle: q[2], v: Vec2([v[0], v[1]]), w: v[2] }
    }

    #[inline]
    fn own_load(&self, index: usize, _pose: &Pose, gravity: Vec3) -> [f64; 3] {
        [self.mass[index] * gravity[0], self.mass[index] * gravity[1], 0.0]
    }

    fn write_pose(p: &Pose, numbers: &mut [f64]) {
        numbers.copy_from_slice(&[p.r[0], p.r[1], p.turn[0], p.turn[1], p.angle, p.v[0], p.v[1], p.w]);
    }

    fn read_pose(n: &[f64]) -> Pose {
        Pose { r: Vec2([n[0], n[1]]), turn: Vec2([n[2], n[3]]), angle: n[4], v: Vec2([n[5], n[6]]), w: n[7] }
    }

    fn pose_in_space(p: &Pose) -> spatial::Pose {
        let Vec2([c, s]) = p.turn;
        spatial::Pose {
            r: Vec3([p.r[0], p.r[1], 0.0]),
            R: Mat3([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]),
            v: Vec3([p.v[0], p.v[1], 0.0]),
            w: Vec3([0.0, 0.0, p.w]),
        }
    }

    fn write_motion(q: &[f64], p: &Pose, a: &[f64], out: &mut BodyMotion) {
        out.position = Vec3([q[0], q[1], 0.0]);
        out.angle = q[2];
        out.orientation = Quat::about(Vec3([0.0, 0.0, 1.0]), q[2]);
        out.velocity.linear = Vec3([p.v[0], p.v[1], 0.0]);
        out.velocity.angular = Vec3([0.0, 0.0, p.w]);
        out.acceleration.linear = Vec3([a[0], a[1], 0.0]);
        out.acceleration.angular = Vec3([0.0, 0.0, a[2]]);
    }

    fn load(force: Vec3, torque: Vec3) -> [f64; 3] {
        [force[0], force[1], torque[2]]
    }

    fn velocity(pose: &Self::Pose) -> [f64; 3] {
        [pose.v.0[0], pose.v.0[1], pose.w]
    }

    fn wrench(load: &[f64; 3]) -> Wrench {
        Wrench { force: Vec3([load[0], load[1], 0.0]), torque: Vec3([0.0, 0.0, load[2]]) }
    }

    #[inline]
    fn write_coordinate_rates(_q: &[f64], v: &[f64], rates: &mut [f64]) {
        rates.copy_from_slice(v);
    }

    fn displace(q: &mut [f64], d: &[f64]) {
        for k in 0..3 {
            q[k] += d[k];
        }
    }

    fn initial(model: &Model, index: usize, q: &mut Vec<f64>, v: &mut Vec<f64>) {
        let b = &model.bodies[index];
        q.extend([b.position[0], b.position[1], b.angle]);
        v.extend([b.velocity[0], b.velocity[1], b.angular_velocity[2]]);
    }

    #[inline(always)]
    fn write_joint(e: Ends<'_, Pose>, rows: &mut Rows) {
        let (ends, asked) = (ends(e), e.asked());
        rows.n = 0;
        ends.write(asked, rows);
    }

    fn pose_of(motion: &BodyMotion) -> Pose {
        let BodyMotion { position: r, angle, velocity: v, .. } = motion;
        Self::pose(&[r[0], r[1], *angle], &[v.linear[0], v.linear[1], v.angular[2]])
    }

    fn measures(e: Ends<'_, Pose>, _second_angle: f64) -> [Option<Measure>; 2] {
        ends(e).coordinates()
    }

    fn measure(e: Ends<'_, Pose>) -> Option<Measure> {
        ends(e).coordinate()
    }

    fn planar_angle(pose: &Pose) -> f64 {
        pose.angle
    }

    fn turning(e: Ends<'_, Pose>) -> (f64, f64, Vec3) {
        let m = ends(e).angle();
        (m.value, m.rate, Vec3([0.0, 0.0, 1.0]))
    }

    fn second_point(e: Ends<'_, Pose>) -> Vec3 {
        let Vec2([x, y]) = ends(e).point();
        Vec3([x, y, 0.0])
    }
}
