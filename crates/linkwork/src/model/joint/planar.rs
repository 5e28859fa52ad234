//! Constraint equations in the plane: as in space, with two coordinates and one angle a body.
//!
//! ẑ×s = (−s_y, s_x) takes the place of ω×s. Angles of bodies are counted through full turns by the state itself, so no
//! unwrapped_angle is needed: the full turns between two bodies in the file are the joint's offset. The x column of a
//! marker is the direction in which `prismatic` and `point_line` slide.

use super::{Coordinate, Joint, JointKind, rows};

/// A vector in the plane.
pub type Vec2 = [f64; 2];

/// Where a body is and how it moves in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of the centre of mass.
    pub r: Vec2,
    /// Cosine and sine of the angle.
    pub turn: Vec2,
    /// Rotation about z, full turns included.
    pub angle: f64,
    /// Velocity of the centre of mass.
    pub v: Vec2,
    /// Angular velocity.
    pub w: f64,
}

impl Pose {
    /// The ground.
    pub const GROUND: Pose = Pose { r: [0.0; 2], turn: [1.0, 0.0], angle: 0.0, v: [0.0; 2], w: 0.0 };

    /// Where the file places a body and how it moves there.
    pub fn of_file(body: &crate::model::Body) -> Pose {
        let (s, c) = body.angle.sin_cos();
        let (r, v) = (body.position, body.velocity);
        Pose { r: [r[0], r[1]], turn: [c, s], angle: body.angle, v: [v[0], v[1]], w: body.angular_velocity[2] }
    }

    #[inline(always)]
    fn rotate(&self, p: Vec2) -> Vec2 {
        let [c, s] = self.turn;
        [c * p[0] - s * p[1], s * p[0] + c * p[1]]
    }
}

/// Equations of a joint in the plane.
pub type Rows = rows::Rows<3>;
/// A scalar measured between two bodies in the plane.
pub type Measure = rows::Measure<3>;

/// Both ends of a joint in the plane.
#[derive(Debug)]
pub struct Ends<'a> {
    joint: &'a Joint,
    p1: &'a Pose,
    p2: &'a Pose,
    s1: Vec2,
    s2: Vec2,
    d: Vec2,
}

impl<'a> Ends<'a> {
    /// The markers of `joint` on bodies in these poses.
    #[inline(always)]
    pub fn new(joint: &'a Joint, p1: &'a Pose, p2: &'a Pose) -> Ends<'a> {
        let (q1, q2) = (joint.first.point, joint.second.point);
        let (s1, s2) = (p1.rotate([q1[0], q1[1]]), p2.rotate([q2[0], q2[1]]));
        let d = [p2.r[0] + s2[0] - p1.r[0] - s1[0], p2.r[1] + s2[1] - p1.r[1] - s1[1]];
        Ends { joint, p1, p2, s1, s2, d }
    }

    /// The direction in which the joint slides: the x column of the first marker.
    #[inline(always)]
    pub fn direction(&self) -> Vec2 {
        let x = self.joint.first.axes.column(0);
        self.p1.rotate([x[0], x[1]])
    }

    #[inline(always)]
    fn d_rate(&self) -> Vec2 {
        let (p1, p2, s1, s2) = (self.p1, self.p2, self.s1, self.s2);
        [p2.v[0] - p2.w * s2[1] - p1.v[0] + p1.w * s1[1], p2.v[1] + p2.w * s2[0] - p1.v[1] - p1.w * s1[0]]
    }

    /// ω₁² s₁ − ω₂² s₂, the part of d̈ without accelerations.
    #[inline(always)]
    fn d_bias(&self) -> Vec2 {
        let (a, b) = (self.p1.w * self.p1.w, self.p2.w * self.p2.w);
        [a * self.s1[0] - b * self.s2[0], a * self.s1[1] - b * self.s2[1]]
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
        let u_rate = [-w1 * u[1], w1 * u[0]];
        let arm = [d[0] + s1[0], d[1] + s1[1]];
        Measure {
            value: dot(u, d),
            rate: dot(u_rate, d) + dot(u, d_rate),
            first: [-u[0], -u[1], cross(u, arm)],
            second: [u[0], u[1], cross(s2, u)],
            bias: -w1 * w1 * dot(u, d) + 2.0 * dot(u_rate, d_rate) + dot(u, bias),
        }
    }

    /// The second point stays on the line through the first along [`direction`](Ends::direction).
    #[inline(always)]
    pub fn stays_on_line(&self, rows: &mut Rows) {
        let u = self.direction();
        rows.push(&self.along([-u[1], u[0]]), [0.0; 3]);
    }

    /// |d|; where the points coincide the slide direction stands in for d/|d|.
    pub fn length(&self) -> Measure {
        let length = self.d[0].hypot(self.d[1]);
        let e = if length > 0.0 { [self.d[0] / length, self.d[1] / length] } else { self.direction() };
        let d_rate = self.d_rate();
        let rate = dot(e, d_rate);
        let sideways = if length > 0.0 { (dot(d_rate, d_rate) - rate * rate) / length } else { 0.0 };
        Measure {
            value: length,
            rate,
            first: [-e[0], -e[1], cross(e, self.s1)],
            second: [e[0], e[1], cross(self.s2, e)],
            bias: dot(e, self.d_bias()) + sideways,
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
        [self.p2.r[0] + self.s2[0], self.p2.r[1] + self.s2[1]]
    }
}

#[inline(always)]
fn dot(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
fn cross(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[1] - a[1] * b[0]
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
