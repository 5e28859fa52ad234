//! Constraint equations in the plane: as in space, with two coordinates and one angle a body.
//!
//! ẑ×s = (−s_y, s_x) takes the place of ω×s. Angles of bodies are counted through full turns by the state itself, so no
//! unwrapped_angle is needed: the full turns between two bodies in the file are the joint's offset. The x column of a
//! marker is the direction in which `prismatic` and `point_line` slide.

use super::{Coordinate, Joint, JointKind, rows};
use crate::spatial::{PlanarPose, Vec2};

/// Equations of a joint in the plane.
pub type Rows = rows::Rows<3>;
/// A scalar measured between two bodies in the plane.
pub type Measure = rows::Measure<3>;

/// Both ends of a joint in the plane.
#[derive(Debug)]
pub struct Ends<'a> {
    joint: &'a Joint,
    p1: &'a PlanarPose,
    p2: &'a PlanarPose,
    s1: Vec2,
    s2: Vec2,
    d: Vec2,
}

impl<'a> Ends<'a> {
    /// The markers of `joint` on bodies in these poses.
    #[inline(always)]
    pub fn new(joint: &'a Joint, p1: &'a PlanarPose, p2: &'a PlanarPose) -> Ends<'a> {
        let (q1, q2) = (joint.first.point, joint.second.point);
        let (s1, s2) = (p1.rotate(q1.in_plane()), p2.rotate(q2.in_plane()));
        let d = p2.r + s2 - p1.r - s1;
        Ends { joint, p1, p2, s1, s2, d }
    }

    /// The direction in which the joint slides: the x column of the first marker.
    #[inline(always)]
    pub fn direction(&self) -> Vec2 {
        self.p1.rotate(self.joint.first.axes.column(0).in_plane())
    }

    #[inline(always)]
    fn d_rate(&self) -> Vec2 {
        let (p1, p2, s1, s2) = (self.p1, self.p2, self.s1, self.s2);
        p2.v + s2.across() * p2.w - p1.v - s1.across() * p1.w
    }

    /// ω₁² s₁ − ω₂² s₂, the part of d̈ without accelerations.
    #[inline(always)]
    fn d_bias(&self) -> Vec2 {
        let (a, b) = (self.p1.w * self.p1.w, self.p2.w * self.p2.w);
        a * self.s1 - b * self.s2
    }

    /// d = 0: two equations.
    #[inline(always)]
    pub fn coincidence(&self, rows: &mut Rows) {
        let (s1, s2, bias) = (self.s1, self.s2, self.d_bias());
        let x = Measure {
            value: self.d[0],
            rate: 0.0,
            first: [-1.0, 0.0, s1[1]],
            second: [1.0, 0.0, -s2[1]],
            bias: bias[0],
        };
        let y = Measure {
            value: self.d[1],
            rate: 0.0,
            first: [0.0, -1.0, -s1[0]],
            second: [0.0, 1.0, s2[0]],
            bias: bias[1],
        };
        rows.push(&x, [0.0; 3]);
        rows.push(&y, [0.0; 3]);
    }

    /// u·d for u on the first body.
    #[inline(always)]
    pub fn along(&self, u: Vec2) -> Measure {
        let (w1, d, s1, s2) = (self.p1.w, self.d, self.s1, self.s2);
        let (d_rate, bias) = (self.d_rate(), self.d_bias());
        let (u_rate, arm) = (u.across() * w1, d + s1);
        Measure {
            value: u.dot(d),
            rate: u_rate.dot(d) + u.dot(d_rate),
            first: [-u[0], -u[1], u.cross(arm)],
            second: [u[0], u[1], s2.cross(u)],
            bias: -w1 * w1 * u.dot(d) + 2.0 * u_rate.dot(d_rate) + u.dot(bias),
        }
    }

    /// The second point stays on the line through the first along [`direction`](Ends::direction).
    #[inline(always)]
    pub fn stays_on_line(&self, rows: &mut Rows) {
        let u = self.direction();
        rows.push(&self.along(u.across()), [0.0; 3]);
    }

    /// |d|; where the points coincide the slide direction stands in for d/|d|.
    pub fn length(&self) -> Measure {
        let length = self.d[0].hypot(self.d[1]);
        let e = if length > 0.0 { self.d.map(|x| x / length) } else { self.direction() };
        let d_rate = self.d_rate();
        let rate = e.dot(d_rate);
        let sideways = if length > 0.0 { (d_rate.dot(d_rate) - rate * rate) / length } else { 0.0 };
        Measure {
            value: length,
            rate,
            first: [-e[0], -e[1], e.cross(self.s1)],
            second: [e[0], e[1], self.s2.cross(e)],
            bias: e.dot(self.d_bias()) + sideways,
        }
    }

    /// The angle from the first normal to the second, as counted by the bodies' own angles.
    #[inline(always)]
    pub fn angle(&self) -> Measure {
        let (x1, x2) = (self.joint.first.axes.column(0), self.joint.second.axes.column(0));
        let between = x2[1].atan2(x2[0]) - x1[1].atan2(x1[0]);
        Measure {
            value: self.p2.angle - self.p1.angle + between,
            rate: self.p2.w - self.p1.w,
            first: [0.0, 0.0, -1.0],
            second: [0.0, 0.0, 1.0],
            bias: 0.0,
        }
    }

    /// No relative rotation.
    pub fn same_angle(&self, rows: &mut Rows) {
        let mut m = self.angle();
        m.value = super::spatial::unwrap(m.value, 0.0);
        rows.push(&m, [0.0; 3]);
    }

    /// The joint's coordinate q; `None` for joints without exactly one.
    pub fn coordinate(&self) -> Option<Measure> {
        let mut m = match self.joint.coordinate()? {
            Coordinate::Angle => self.angle(),
            Coordinate::Travel => self.along(self.direction()),
        };
        m.value -= self.joint.offset;
        Some(m)
    }

    /// All its coordinates, in the order of [`Joint::coordinates`].
    pub fn coordinates(&self) -> [Option<Measure>; 2] {
        match self.joint.kind {
            JointKind::Distance { .. } => [Some(self.length()), None],
            JointKind::Fixed
            | JointKind::Revolute
            | JointKind::Prismatic
            | JointKind::Cylindrical
            | JointKind::Universal
            | JointKind::Spherical
            | JointKind::PlanePlane
            | JointKind::PointLine
            | JointKind::PointPlane
            | JointKind::Parallel
            | JointKind::Perpendicular
            | JointKind::Screw { .. }
            | JointKind::Gear { .. }
            | JointKind::RackPinion { .. } => [self.coordinate(), None],
        }
    }

    /// The joint point on the second body.
    pub fn point(&self) -> Vec2 {
        self.p2.r + self.s2
    }
}

/// Writes the equations of a joint between two bodies, driver last. Types that have no meaning in the plane are
/// refused when the model is built.
#[inline(always)]
pub fn write_equations(ends: &Ends, time: f64, rows: &mut Rows) {
    match ends.joint.kind {
        JointKind::Fixed => super::fixed::planar(ends, rows),
        JointKind::Revolute => super::revolute::planar(ends, rows),
        JointKind::Prismatic => super::prismatic::planar(ends, rows),
        JointKind::PointLine => super::point_line::planar(ends, rows),
        JointKind::Distance { length } => super::distance::planar(ends, ends.joint.distance(length, time), rows),
        JointKind::Gear { .. } | JointKind::RackPinion { .. } => {}
        JointKind::Cylindrical
        | JointKind::Universal
        | JointKind::Spherical
        | JointKind::PlanePlane
        | JointKind::PointPlane
        | JointKind::Parallel
        | JointKind::Perpendicular
        | JointKind::Screw { .. } => unreachable!("refused in planar models by `check`"),
    }
    if let Some(motion) = &ends.joint.motion
        && let Some(q) = ends.coordinate()
    {
        rows.push(&q, motion.jet(time));
    }
}
