//! Joints that carry bodies in space: how a body stands and moves, seen from its parent.
//!
//! The marker on the parent's side is called *inner*, that on the body *outer*; which of them is the model's first does not
//! matter. What follows from what a joint shows of the outer marker is computed for four bodies at once, in
//! `lane_groups`.
//!
//! Joint equations hold for axes that point the same way and opposite ways; which it is was settled when the mechanism was
//! assembled, and the outer marker is turned such that they agree.

use super::tree::{Carried, Freedom};
use crate::model::joint::Pair;
use crate::model::{Marker, Model};
use crate::spatial::{BodyMotion, Mat3, Pose, Quat, Vec3};

/// Kinds of joint that carry bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// q: angle.
    Revolute,
    /// Nothing.
    Fixed,
    /// q: travel.
    Prismatic,
    /// q: angle; travel is pitch times angle plus offset.
    Screw { pitch: f64, offset: f64 },
    /// q: angle, travel.
    Cylindrical,
    /// q: angle about the inner axis, angle about the outer axis.
    Universal,
    /// q: quaternion from the inner to the outer marker; u: ω_rel in world axes.
    Spherical,
    /// q: travel along the inner normal and binormal, angle.
    PlanePlane,
    /// q: position and quaternion in the world; u: (ṙ, ω).
    Free,
}

/// Constants of a body and of the joint that carries it.
#[derive(Clone, Copy, Debug)]
pub struct SpatialJoint {
    pub(super) kind: Kind,
    /// The inner marker, in the parent's axes.
    inner: Mat3,
    inner_point: Vec3,
    /// The body's axes in the outer marker, and from its point to the centre of mass, in the body's axes.
    to_marker: Mat3,
    to_center: Vec3,
    pub(super) mass: f64,
    /// xx, yy, zz, xy, xz, yz in the body's axes.
    pub(super) inertia: [f64; 6],
    /// Of the body's quaternion, such that it is the assembled one.
    sign: f64,
    /// Whether angles grow like the model's, or the other way.
    toward: f64,
}

/// Of the outer axis in the inner marker when both angles of a universal joint are zero: z to x, x to y, y to z.
const CROSSED: Mat3 = Mat3([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
const Z: Vec3 = Vec3([0.0, 0.0, 1.0]);
const NOTHING: Vec3 = Vec3::ZERO;

impl SpatialJoint {
    /// For a body as assembled.
    pub(super) fn new(model: &Model, carried: &Carried) -> SpatialJoint {
        let body = &model.bodies[carried.index];
        let j = &body.inertia.0;
        let free = SpatialJoint {
            kind: Kind::Free,
            inner: Mat3::IDENTITY,
            inner_point: Vec3::ZERO,
            to_marker: Mat3::IDENTITY,
            to_center: Vec3::ZERO,
            mass: body.mass,
            inertia: [j[0][0], j[1][1], j[2][2], j[0][1], j[0][2], j[1][2]],
            sign: 1.0,
            toward: 1.0,
        };
        let Some((joint, pair)) = carried.pair(model) else { return free };
        let is_second = joint.second.body.index() == Some(carried.index);
        let (inner, outer) = if is_second { (joint.first, joint.second) } else { (joint.second, joint.first) };
        let rest = relative_rotation(&inner, carried, &outer.axes);
        let flips = find_flips(pair, &rest);
        // Seen from the other end angle and travel change their signs; with the axis turned round they do so once more.
        let toward = if is_second { 1.0 } else { -flips[2] };
        let kind = match pair {
            Pair::Fixed => Kind::Fixed,
            Pair::Revolute => Kind::Revolute,
            Pair::Prismatic => Kind::Prismatic,
            Pair::Screw { pitch } => Kind::Screw { pitch, offset: toward * joint.offset },
            Pair::Cylindrical => Kind::Cylindrical,
            Pair::Universal => Kind::Universal,
            Pair::Spherical => Kind::Spherical,
            Pair::PlanePlane => Kind::PlanePlane,
        };
        let columns = [0, 1, 2].map(|k| flips[k] * outer.axes.column(k));
        let turned = Mat3::from_columns(columns[0], columns[1], columns[2]);
        let markers = SpatialJoint { kind, toward, inner: inner.axes, inner_point: inner.point, ..free };
        let mut made = SpatialJoint { to_marker: turned.transposed(), to_center: -outer.point, ..markers };
        let (mut q, mut u) = (Vec::new(), Vec::new());
        made.read(carried, &mut q, &mut u);
        let orientation = made.turn(&carried.parent.orientation, &q);
        let same: f64 = orientation.0.iter().zip(carried.body.orientation.0).map(|(a, b)| a * b).sum();
        made.sign = if same < 0.0 { -1.0 } else { 1.0 };
        made
    }

    pub(super) fn count(&self) -> (usize, usize) {
        match self.kind {
            Kind::Fixed => (0, 0),
            Kind::Revolute | Kind::Prismatic | Kind::Screw { .. } => (1, 1),
            Kind::Cylindrical | Kind::Universal => (2, 2),
            Kind::Spherical => (4, 3),
            Kind::PlanePlane => (3, 3),
            Kind::Free => (7, 6),
        }
    }

    /// Coordinates and velocities of the assembled motion.
    pub(super) fn read(&self, carried: &Carried, q: &mut Vec<f64>, u: &mut Vec<f64>) {
        let (parent, body) = (pose_of(carried.parent), pose_of(carried.body));
        let frame = parent.R * self.inner;
        let outer = self.to_marker.transposed();
        let rel = frame.transposed() * (body.R * outer);
        let (from, to) = (parent.point(self.inner_point), body.point(-self.to_center));
        let t = frame.tr_mul(to - from);
        let w = body.w - parent.w;
        // ṫ seen from the parent.
        let slide = frame.tr_mul(body.velocity_at(to) - parent.velocity_at(to));
        let angle =
            crate::model::joint::spatial::unwrap(rel.0[1][0].atan2(rel.0[0][0]), self.toward * carried.unwrapped_angle);
        let spin = frame.column(2).dot(w);
        match self.kind {
            Kind::Fixed => {}
            Kind::Revolute | Kind::Screw { .. } => {
                q.push(angle);
                u.push(spin);
            }
            Kind::Prismatic => {
                q.push(t[2]);
                u.push(slide[2]);
            }
            Kind::Cylindrical => {
                q.extend([angle, t[2]]);
                u.extend([spin, slide[2]]);
            }
            Kind::PlanePlane => {
                q.extend([t[0], t[1], angle]);
                u.extend([slide[0], slide[1], spin]);
            }
            Kind::Universal => {
                // Rel z = (cos q₁, sin q₁, 0), and its third row is (sin q₂, cos q₂, 0).
                q.extend([rel.0[1][2].atan2(rel.0[0][2]), rel.0[2][0].atan2(rel.0[2][1])]);
                u.extend([spin, (body.R * outer.column(2)).dot(w)]);
            }
            Kind::Spherical => {
                q.extend(Quat::from_matrix(&rel).0);
                u.extend(w);
            }
            Kind::Free => {
                q.extend(carried.body.position);
                q.extend(carried.body.orientation.0);
                u.extend(body.v);
                u.extend(body.w);
            }
        }
    }

    /// The coordinate that is the angle about the axis.
    pub(super) fn angle(&self) -> Option<usize> {
        match self.kind {
            Kind::Revolute | Kind::Screw { .. } | Kind::Cylindrical | Kind::Universal => Some(0),
            Kind::PlanePlane => Some(2),
            Kind::Fixed | Kind::Prismatic | Kind::Spherical | Kind::Free => None,
        }
    }

    /// Whether the body turns about and travels along one axis at most, which both bodies hold.
    pub(super) fn has_one_axis(&self) -> bool {
        match self.kind {
            Kind::Revolute | Kind::Fixed | Kind::Prismatic | Kind::Screw { .. } | Kind::Cylindrical => true,
            Kind::Universal | Kind::Spherical | Kind::PlanePlane | Kind::Free => false,
        }
    }

    /// Of joints with one axis: spin about it, travel along it, and the rate of that.
    #[inline(always)]
    pub(super) fn along_axis(&self, q: &[f64], u: &[f64]) -> [f64; 3] {
        match self.kind {
            Kind::Revolute => [u[0], 0.0, 0.0],
            Kind::Prismatic => [0.0, q[0], u[0]],
            Kind::Screw { pitch, offset } => [u[0], pitch * q[0] + offset, pitch * u[0]],
            Kind::Cylindrical => [u[0], q[1], u[1]],
            _ => [0.0; 3],
        }
    }

    /// The body's axes in the parent's at rest, and the axis of the outer marker in the body's.
    pub(super) fn rest(&self) -> (Mat3, Vec3) {
        (self.inner * self.to_marker, self.to_marker.row(2))
    }

    /// The sign of the body's quaternion where it is the parent's times that of [`rest`](Self::rest) times the turn about the axis.
    pub(super) fn rest_sign(&self) -> f64 {
        let product = Quat::from_matrix(&self.inner) * Quat::from_matrix(&self.to_marker);
        let same: f64 = product.0.iter().zip(Quat::from_matrix(&self.rest().0).0).map(|(a, b)| a * b).sum();
        if same < 0.0 { -self.sign } else { self.sign }
    }

    /// Joint point on the parent, in its axes, and from the joint point on the body to its centre of mass, in its axes.
    pub(super) fn points(&self) -> [Vec3; 2] {
        [self.inner_point, self.to_center]
    }

    /// The body's axes in the parent's, of joints that turn about more than one axis.
    pub(super) fn relative(&self, q: &[f64]) -> Option<Mat3> {
        let about_z = |angle: f64| {
            let (s, c) = angle.sin_cos();
            Mat3([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        };
        let rel = match self.kind {
            Kind::Universal => about_z(q[0]) * CROSSED * about_z(q[1]),
            Kind::Spherical => Quat([q[0], q[1], q[2], q[3]]).matrix(),
            Kind::Free => Quat([q[3], q[4], q[5], q[6]]).matrix(),
            _ => return None,
        };
        Some(self.inner * rel * self.to_marker)
    }

    /// What joints with more than one axis show of the outer marker, whose axis is `outer`; and the axes of their freedoms, where
    /// the centre of mass is at e from it.
    pub(super) fn see(
        &self,
        parent: &Pose,
        (q, u): (&[f64], &[f64]),
        [outer, e]: [Vec3; 2],
        freedoms: &mut [Freedom<6>],
    ) -> Seen {
        let frame = parent.R * self.inner;
        let [x, y, z] = [frame.column(0), frame.column(1), frame.column(2)];
        match self.kind {
            Kind::PlanePlane => {
                let axes = [join(x, NOTHING), join(y, NOTHING), about(z, e)];
                freedoms.iter_mut().zip(axes).for_each(|(freedom, axis)| freedom.axis = axis);
                let [t, t_rate] = [q, u].map(|k| k[0] * x + k[1] * y);
                Seen { t, t_rate, w: u[2] * z, ..Seen::NOTHING }
            }
            Kind::Universal => {
                freedoms[0].axis = about(z, e);
                freedoms[1].axis = about(outer, e);
                // The outer axis turns with the inner angle: ω̇_rel has its rate beyond ω_P × ω_rel.
                let w_bias = u[0] * u[1] * z.cross(outer);
                Seen { w: u[0] * z + u[1] * outer, w_bias, ..Seen::NOTHING }
            }
            Kind::Spherical => {
                for k in 0..3 {
                    let mut a = NOTHING;
                    a[k] = 1.0;
                    freedoms[k].axis = about(a, e);
                }
                // u is in world axes: ω̇_rel = u̇, so that ω_P × ω_rel is taken back.
                let w = Vec3([u[0], u[1], u[2]]);
                Seen { w, w_bias: w.cross(parent.w), ..Seen::NOTHING }
            }
            Kind::Free => {
                for k in 0..6 {
                    freedoms[k].axis = [0.0; 6];
                    freedoms[k].axis[k] = 1.0;
                }
                Seen {
                    t: Vec3([q[0], q[1], q[2]]),
                    t_rate: Vec3([u[0], u[1], u[2]]),
                    w: Vec3([u[3], u[4], u[5]]),
                    ..Seen::NOTHING
                }
            }
            _ => Seen::NOTHING,
        }
    }

    /// s of each freedom of joints with one axis: rotations about z move the centre of mass by z × e.
    #[inline(always)]
    pub(super) fn write_axes(&self, [z, swing]: [Vec3; 2], freedoms: &mut [Freedom<6>]) {
        match self.kind {
            Kind::Revolute => freedoms[0].axis = join(swing, z),
            Kind::Prismatic => freedoms[0].axis = join(z, NOTHING),
            Kind::Screw { pitch, .. } => freedoms[0].axis = join(swing + pitch * z, z),
            Kind::Cylindrical => {
                freedoms[0].axis = join(swing, z);
                freedoms[1].axis = join(z, NOTHING);
            }
            _ => {}
        }
    }

    #[inline]
    pub(super) fn write_rates(&self, parent: &Pose, q: &[f64], u: &[f64], rates: &mut [f64]) {
        // Most joints have one freedom: a move, where copying a slice is a call.
        if let ([rate], [u]) = (&mut *rates, u) {
            *rate = *u;
            return;
        }
        match self.kind {
            Kind::Spherical => {
                let w = (parent.R * self.inner).tr_mul(Vec3([u[0], u[1], u[2]]));
                rates.copy_from_slice(&Quat([q[0], q[1], q[2], q[3]]).rate(w));
            }
            Kind::Free => {
                rates[..3].copy_from_slice(&u[..3]);
                rates[3..].copy_from_slice(&Quat([q[3], q[4], q[5], q[6]]).rate(Vec3([u[3], u[4], u[5]])));
            }
            _ => rates.copy_from_slice(u),
        }
    }

    pub(super) fn move_joint(&self, parent: &Pose, q: &mut [f64], d: &[f64]) {
        let turned =
            |q: &[f64], v: Vec3| (Quat::from_rotation_vector(v) * Quat([q[0], q[1], q[2], q[3]])).normalized().0;
        match self.kind {
            Kind::Spherical => {
                let v = (parent.R * self.inner).tr_mul(Vec3([d[0], d[1], d[2]]));
                q.copy_from_slice(&turned(q, v));
            }
            Kind::Free => {
                let orientation = turned(&q[3..], Vec3([d[3], d[4], d[5]]));
                q[..3].iter_mut().zip(d).for_each(|(q, d)| *q += d);
                q[3..].copy_from_slice(&orientation);
            }
            _ => q.iter_mut().zip(d).for_each(|(q, d)| *q += d),
        }
    }

    /// The body's quaternion, which changes its sign with every full turn of the joint, as it does where bodies are integrated.
    pub(super) fn turn(&self, parent: &Quat, q: &[f64]) -> Quat {
        let rel = match self.kind {
            Kind::Free => return Quat([q[3], q[4], q[5], q[6]]).normalized(),
            Kind::Fixed | Kind::Prismatic => Quat::IDENTITY,
            Kind::Revolute | Kind::Screw { .. } | Kind::Cylindrical => Quat::about(Z, q[0]),
            Kind::PlanePlane => Quat::about(Z, q[2]),
            Kind::Universal => Quat::about(Z, q[0]) * Quat::from_matrix(&CROSSED) * Quat::about(Z, q[1]),
            Kind::Spherical => Quat([q[0], q[1], q[2], q[3]]),
        };
        let outer = Quat::from_matrix(&self.to_marker);
        let turned = (*parent * Quat::from_matrix(&self.inner) * rel * outer).normalized();
        Quat(turned.0.map(|x| self.sign * x))
    }
}

/// What a joint shows of its outer marker, world axes.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// t and ṫ, the latter seen from the parent.
    pub t: Vec3,
    pub t_rate: Vec3,
    /// ω_rel
    pub w: Vec3,
    /// ω̇_rel at u̇ = 0, beyond ω_P × ω_rel.
    pub w_bias: Vec3,
}

impl Seen {
    const NOTHING: Seen = Seen { t: NOTHING, t_rate: NOTHING, w: NOTHING, w_bias: NOTHING };
}

/// A rotation about the axis a through P₂.
fn about(a: Vec3, e: Vec3) -> [f64; 6] {
    join(a.cross(e), a)
}

/// The outer marker seen from the inner one, as assembled.
fn relative_rotation(inner: &Marker, carried: &Carried, outer: &Mat3) -> Mat3 {
    let [parent, body] = [carried.parent, carried.body].map(|motion| motion.orientation.matrix());
    (parent * inner.axes).transposed() * (body * *outer)
}

/// Signs of the outer marker's axes such that what the joint keeps parallel points the same way.
fn find_flips(pair: Pair, rest: &Mat3) -> [f64; 3] {
    let sign = |k: usize| if rest.0[k][k] < 0.0 { -1.0 } else { 1.0 };
    match pair {
        Pair::Fixed | Pair::Prismatic => [sign(0), sign(1), sign(2)],
        Pair::Revolute | Pair::Screw { .. } | Pair::Cylindrical | Pair::PlanePlane => [1.0, sign(2), sign(2)],
        Pair::Universal | Pair::Spherical => [1.0; 3],
    }
}

fn pose_of(motion: &BodyMotion) -> Pose {
    let (v, w) = (motion.velocity.linear, motion.velocity.angular);
    Pose { r: motion.position, R: motion.orientation.matrix(), v, w }
}

/// (linear, angular)
#[inline(always)]
pub(super) fn join(a: Vec3, b: Vec3) -> [f64; 6] {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}
