//! Joints that carry bodies in space: how a body stands and moves, seen from its parent.
//!
//! The marker on the parent's side is called *inner*, that on the body *outer*; which of them is the model's first does
//! not matter. What follows from what a joint shows of the outer marker is computed for four bodies at once, in
//! `lane_groups`.
//!
//! Joint equations hold for axes that point the same way and opposite ways; which it is was settled when the mechanism
//! was assembled, and the outer marker is turned such that they agree.

use super::tree::{self, Carried};
use crate::model::joint::{Freedom, spatial::unwrap};
use crate::model::{Marker, Model, Space};
use crate::spatial::{BodyMotion, Mat3, Pose, Quat, Vec3};
use std::ops::Mul;

/// Constants of a body and of the joint that carries it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpatialJoint {
    /// Seen from the inner marker. Those of a body without a joint are seen from the world: position and quaternion,
    /// (ṙ, ω). u of a ball is ω_rel in world axes.
    pub(super) freedoms: &'static [Freedom],
    /// Whether the body turns about and travels along one axis at most, which both bodies hold.
    pub(super) has_one_axis: bool,
    /// Travel per radian of a screw; zero for other joints.
    pitch: f64,
    /// Travel of a screw at angle zero.
    offset: f64,
    /// The inner marker, in the parent's axes.
    inner: Mat3,
    inner_point: Vec3,
    /// The body's axes in the outer marker, and from its point to the centre of mass, in the body's axes.
    to_marker: Mat3,
    to_center: Vec3,
    pub(super) mass: f64,
    /// xx, yy, zz, xy, xz, yz in the body's axes.
    pub(super) inertia: [f64; 6],
    /// Sign of the body's quaternion, such that it is the assembled one.
    sign: f64,
    /// Whether angles grow like the model's, or the other way.
    pub(super) toward: f64,
}

/// Rotation of the outer axis in the inner marker when both angles of a universal joint are zero: z to x, x to y, y to
/// z.
const CROSSED: Mat3 = Mat3([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
const Z: Vec3 = Vec3([0.0, 0.0, 1.0]);
const NOTHING: Vec3 = Vec3::ZERO;
/// The freedoms of a body that no joint carries.
const FREE: &[Freedom] = &[Freedom::Slide(0), Freedom::Slide(1), Freedom::Slide(2), Freedom::Ball];

impl SpatialJoint {
    /// For a body as assembled.
    pub(super) fn new(model: &Model, carried: &Carried) -> SpatialJoint {
        let body = &model.bodies[carried.index];
        let j = &body.inertia.0;
        let free = SpatialJoint {
            freedoms: FREE,
            has_one_axis: false,
            pitch: 0.0,
            offset: 0.0,
            inner: Mat3::IDENTITY,
            inner_point: Vec3::ZERO,
            to_marker: Mat3::IDENTITY,
            to_center: Vec3::ZERO,
            mass: body.mass,
            inertia: [j[0][0], j[1][1], j[2][2], j[0][1], j[0][2], j[1][2]],
            sign: 1.0,
            toward: 1.0,
        };
        let carrier = carried.joint.map(|id| &model.joints[id.index()]);
        let freedoms = carrier.and_then(|joint| joint.kind.carries(Space::Spatial));
        let (Some(joint), Some(freedoms)) = (carrier, freedoms) else { return free };
        let is_second = joint.second.body.index() == Some(carried.index);
        let (inner, outer) = if is_second { (joint.first, joint.second) } else { (joint.second, joint.first) };
        let rest = relative_rotation(&inner, carried, &outer.axes);
        let flips = find_flips(freedoms, &rest);
        // Seen from the other end angle and travel change their signs; with the axis turned round they do so once more.
        let toward = if is_second { 1.0 } else { -flips[2] };
        let columns = [0, 1, 2].map(|k| flips[k] * outer.axes.column(k));
        let turned = Mat3::from_columns(columns[0], columns[1], columns[2]);
        let is_along = |freedom: &Freedom| matches!(freedom, Freedom::Turn | Freedom::Screw | Freedom::Slide(2));
        let mut made = SpatialJoint {
            freedoms,
            has_one_axis: freedoms.iter().all(is_along),
            pitch: joint.kind.pitch(),
            offset: toward * joint.offset,
            toward,
            inner: inner.axes,
            inner_point: inner.point,
            to_marker: turned.transposed(),
            to_center: -outer.point,
            ..free
        };
        let (mut q, mut u) = (Vec::new(), Vec::new());
        made.read(carried, &mut q, &mut u);
        let orientation = made.turn(&carried.parent.orientation, &q);
        let same: f64 = orientation.0.iter().zip(carried.body.orientation.0).map(|(a, b)| a * b).sum();
        made.sign = if same < 0.0 { -1.0 } else { 1.0 };
        made
    }

    pub(super) fn count(&self) -> (usize, usize) {
        let count = |of: fn(Freedom) -> usize| self.freedoms.iter().map(|freedom| of(*freedom)).sum();
        (count(Freedom::n_coordinates), count(Freedom::n_velocities))
    }

    /// Coordinates and velocities of the assembled motion.
    pub(super) fn read(&self, carried: &Carried, q: &mut Vec<f64>, u: &mut Vec<f64>) {
        let (parent, body) = (pose_of(carried.parent), pose_of(carried.body));
        if carried.joint.is_none() {
            q.extend(carried.body.position.into_iter().chain(carried.body.orientation.0));
            u.extend(body.v.into_iter().chain(body.w));
            return;
        }
        let frame = parent.R * self.inner;
        let outer = self.to_marker.transposed();
        let rel = frame.transposed() * (body.R * outer);
        let (from, to) = (parent.point(self.inner_point), body.point(-self.to_center));
        let t = frame.tr_mul(to - from);
        let w = body.w - parent.w;
        // ṫ seen from the parent.
        let slide = frame.tr_mul(body.velocity_at(to) - parent.velocity_at(to));
        // Where there is a second axis across the first: rel z = (cos q₁, sin q₁, 0), and its third row is (sin q₂, cos
        // q₂, 0).
        let angle = match self.freedoms.contains(&Freedom::TurnAcross) {
            true => rel.0[1][2].atan2(rel.0[0][2]),
            false => unwrap(rel.0[1][0].atan2(rel.0[0][0]), self.toward * carried.unwrapped_angle),
        };
        for freedom in self.freedoms {
            match *freedom {
                Freedom::Turn | Freedom::Screw => {
                    q.push(angle);
                    u.push(frame.column(2).dot(w));
                }
                Freedom::TurnAcross => {
                    q.push(rel.0[2][0].atan2(rel.0[2][1]));
                    u.push((body.R * outer.column(2)).dot(w));
                }
                Freedom::Slide(k) => {
                    q.push(t[k]);
                    u.push(slide[k]);
                }
                Freedom::Ball => {
                    q.extend(Quat::from_matrix(&rel).0);
                    u.extend(w);
                }
            }
        }
    }

    /// The coordinate that is the angle about the axis.
    pub(super) fn angle(&self) -> Option<usize> {
        self.freedoms.iter().position(|freedom| matches!(freedom, Freedom::Turn | Freedom::Screw))
    }

    /// For joints with one axis: spin about it, travel along it, and the rate of that.
    #[inline(always)]
    pub(super) fn along_axis(&self, q: &[f64], u: &[f64]) -> [f64; 3] {
        let [mut spin, mut travel, mut slide] = [0.0; 3];
        for ((freedom, q), u) in self.freedoms.iter().zip(q).zip(u) {
            match freedom {
                Freedom::Turn => spin = *u,
                Freedom::Screw => [spin, travel, slide] = [*u, self.pitch * q + self.offset, self.pitch * u],
                Freedom::Slide(_) => [travel, slide] = [*q, *u],
                Freedom::TurnAcross | Freedom::Ball => {}
            }
        }
        [spin, travel, slide]
    }

    /// The body's axes in the parent's at rest, and the axis of the outer marker in the body's.
    pub(super) fn rest(&self) -> (Mat3, Vec3) {
        (self.inner * self.to_marker, self.to_marker.row(2))
    }

    /// The sign of the body's quaternion where it is the parent's times that of [`rest`](Self::rest) times the turn
    /// about the axis.
    pub(super) fn rest_sign(&self) -> f64 {
        let product = Quat::from_matrix(&self.inner) * Quat::from_matrix(&self.to_marker);
        let same: f64 = product.0.iter().zip(Quat::from_matrix(&self.rest().0).0).map(|(a, b)| a * b).sum();
        if same < 0.0 { -self.sign } else { self.sign }
    }

    /// Joint point on the parent, in its axes, and from the joint point on the body to its centre of mass, in its axes.
    pub(super) fn points(&self) -> [Vec3; 2] {
        [self.inner_point, self.to_center]
    }

    /// The product of the rotations in the order of the freedoms; `None` without any.
    #[inline(always)]
    fn rotation<R: Mul<Output = R> + Copy>(
        &self,
        q: &[f64],
        crossed: R,
        about_z: impl Fn(f64) -> R,
        ball: impl Fn(Quat) -> R,
    ) -> Option<R> {
        let (mut product, mut at): (Option<R>, usize) = (None, 0);
        for freedom in self.freedoms {
            let q = &q[at..];
            at += freedom.n_coordinates();
            let factor = match freedom {
                Freedom::Turn | Freedom::Screw => about_z(q[0]),
                Freedom::TurnAcross => {
                    product = Some(product.map_or(crossed, |product| product * crossed));
                    about_z(q[0])
                }
                Freedom::Ball => ball(Quat([q[0], q[1], q[2], q[3]])),
                Freedom::Slide(_) => continue,
            };
            product = Some(product.map_or(factor, |product| product * factor));
        }
        product
    }

    /// The body's axes in the parent's, of joints that turn about more than one axis.
    pub(super) fn relative(&self, q: &[f64]) -> Option<Mat3> {
        if !self.freedoms.iter().any(|freedom| matches!(freedom, Freedom::TurnAcross | Freedom::Ball)) {
            return None;
        }
        let about_z = |angle: f64| {
            let (s, c) = angle.sin_cos();
            Mat3([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        };
        let rel = self.rotation(q, CROSSED, about_z, |ball| ball.matrix())?;
        Some(self.inner * rel * self.to_marker)
    }

    /// The outer marker, whose axis is `outer`, as seen in joints with more than one axis; and the axes of their
    /// freedoms, where the centre of mass is at e from it.
    pub(super) fn see(
        &self,
        parent: &Pose,
        (mut q, mut u): (&[f64], &[f64]),
        [outer, e]: [Vec3; 2],
        freedoms: &mut [tree::Freedom<6>],
    ) -> Seen {
        let frame = parent.R * self.inner;
        let (z, mut spin, mut seen) = (frame.column(2), 0.0, Seen::NOTHING);
        let mut axes = freedoms.iter_mut().map(|freedom| &mut freedom.axis);
        for freedom in self.freedoms {
            let mut write = |axis| axes.next().into_iter().for_each(|out| *out = axis);
            match *freedom {
                Freedom::Turn | Freedom::Screw => {
                    write(about(z, e));
                    spin = u[0];
                    seen.w += spin * z;
                }
                Freedom::TurnAcross => {
                    write(about(outer, e));
                    seen.w += u[0] * outer;
                    // The outer axis turns with the inner angle: ω̇_rel has its rate beyond ω_P × ω_rel.
                    seen.w_bias += spin * u[0] * z.cross(outer);
                }
                Freedom::Slide(k) => {
                    let a = frame.column(k);
                    write(join(a, NOTHING));
                    seen.t += q[0] * a;
                    seen.t_rate += u[0] * a;
                }
                Freedom::Ball => {
                    Mat3::IDENTITY.0.into_iter().for_each(|a| write(about(Vec3(a), e)));
                    // u is in world axes: ω̇_rel = u̇, so that ω_P × ω_rel is taken back.
                    let w = Vec3([u[0], u[1], u[2]]);
                    seen.w += w;
                    seen.w_bias += w.cross(parent.w);
                }
            }
            (q, u) = (&q[freedom.n_coordinates()..], &u[freedom.n_velocities()..]);
        }
        seen
    }

    /// s of each freedom of joints with one axis: rotations about z move the centre of mass by z × e.
    #[inline(always)]
    pub(super) fn write_axes(&self, [z, swing]: [Vec3; 2], freedoms: &mut [tree::Freedom<6>]) {
        if !self.has_one_axis {
            return;
        }
        for (freedom, out) in self.freedoms.iter().zip(freedoms) {
            out.axis = match freedom {
                Freedom::Screw => join(swing + self.pitch * z, z),
                Freedom::Slide(_) => join(z, NOTHING),
                Freedom::Turn | Freedom::TurnAcross | Freedom::Ball => join(swing, z),
            };
        }
    }

    #[inline]
    pub(super) fn write_rates(&self, parent: &Pose, q: &[f64], u: &[f64], rates: &mut [f64]) {
        // Most joints have one freedom: a move, where copying a slice is a call.
        if let ([rate], [u]) = (&mut *rates, u) {
            *rate = *u;
            return;
        }
        let n = self.n_plain();
        rates[..n].copy_from_slice(&u[..n]);
        if let ([w, x, y, z], [_, _, _]) = (&q[n..], &u[n..]) {
            rates[n..].copy_from_slice(&Quat([*w, *x, *y, *z]).rate(self.seen_from_inner(parent, &u[n..])));
        }
    }

    pub(super) fn move_joint(&self, parent: &Pose, q: &mut [f64], d: &[f64]) {
        let n = self.n_plain();
        q[..n].iter_mut().zip(d).for_each(|(q, d)| *q += d);
        if let [w, x, y, z] = &mut q[n..] {
            let turn = Quat::from_rotation_vector(self.seen_from_inner(parent, &d[n..]));
            [*w, *x, *y, *z] = (turn * Quat([*w, *x, *y, *z])).normalized().0;
        }
    }

    /// Number of freedoms with one coordinate and one velocity; a ball comes after them.
    fn n_plain(&self) -> usize {
        self.freedoms.iter().filter(|freedom| **freedom != Freedom::Ball).count()
    }

    /// A rotation given in world axes, in those of the inner marker.
    fn seen_from_inner(&self, parent: &Pose, w: &[f64]) -> Vec3 {
        (parent.R * self.inner).tr_mul(Vec3([w[0], w[1], w[2]]))
    }

    /// The body's quaternion, which changes its sign with every full turn of the joint, as it does where bodies are
    /// integrated.
    pub(super) fn turn(&self, parent: &Quat, q: &[f64]) -> Quat {
        let rel = self.rotation(q, Quat::from_matrix(&CROSSED), |angle| Quat::about(Z, angle), |ball| ball);
        let outer = Quat::from_matrix(&self.to_marker);
        let turned = (*parent * Quat::from_matrix(&self.inner) * rel.unwrap_or(Quat::IDENTITY) * outer).normalized();
        Quat(turned.0.map(|x| self.sign * x))
    }
}

/// The outer marker as seen in a joint, world axes.
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
fn find_flips(freedoms: &[Freedom], rest: &Mat3) -> [f64; 3] {
    let sign = |k: usize| if rest.0[k][k] < 0.0 { -1.0 } else { 1.0 };
    let mut turns = freedoms.iter().filter(|freedom| !matches!(freedom, Freedom::Slide(_)));
    match (turns.next(), turns.next()) {
        (None, _) => [sign(0), sign(1), sign(2)],
        (Some(Freedom::Turn | Freedom::Screw), None) => [1.0, sign(2), sign(2)],
        _ => [1.0; 3],
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
