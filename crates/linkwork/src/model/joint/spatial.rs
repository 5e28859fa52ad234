//! Constraint equations in space: the ends of a joint in the world, and the few equations all joints are made of.
//!
//! With d = P₂ − P₁ between the joint points, arms s from the centres of mass, and vectors u fixed on the first body and
//! w on the second, there are four equations, each differentiated twice here and nowhere else:
//!
//! ```text
//! coincidence    Φ = d                     d̈ = a₂ + α₂×s₂ + ω₂×(ω₂×s₂) − (the same of 1)              (1)
//! perpendicular  Φ = u·w                   Φ̇ = (ω₁ − ω₂)·(u×w)                                        (2)
//! along          Φ = u·d − c               Φ̇ = ω₁·(u×d) + u·ḋ                                         (3)
//! distance       Φ = |d| − l               Φ̇ = e·ḋ,  e = d/|d|                                        (4)
//! angle          Φ = θ − c, θ = atan2(y, x), x = n₁·n₂, y = (a₁×n₁)·n₂    θ̇ = (x ẏ − y ẋ)/(x² + y²)   (5)
//! ```
//!
//! Rows of G act on (ṙ, ω) of the first and of the second body; G v = ν and G a = τ.

use super::{Joint, JointKind, rows};
use crate::spatial::{Pose, Vec3};

/// Equations of a joint in space.
pub type Rows = rows::Rows<6>;
/// A scalar measured between two bodies in space.
pub type Measure = rows::Measure<6>;

/// Both ends of a joint in the world.
#[derive(Debug)]
pub struct Ends<'a> {
    joint: &'a Joint,
    p1: &'a Pose,
    p2: &'a Pose,
    /// Arms from the centres of mass to the joint points.
    s1: Vec3,
    s2: Vec3,
    /// From the first joint point to the second.
    d: Vec3,
}

impl<'a> Ends<'a> {
    /// The markers of `joint` on bodies in these poses.
    #[inline(always)]
    pub fn new(joint: &'a Joint, p1: &'a Pose, p2: &'a Pose) -> Ends<'a> {
        let (s1, s2) = (p1.R * joint.first.point, p2.R * joint.second.point);
        let d = p2.r + s2 - (p1.r + s1);
        Ends { joint, p1, p2, s1, s2, d }
    }

    /// Axis k (0 normal, 1 binormal, 2 axis) of the first marker.
    #[inline(always)]
    pub fn first(&self, k: usize) -> Vec3 {
        self.p1.R * self.joint.first.axes.column(k)
    }

    /// Axis k of the second marker.
    #[inline(always)]
    pub fn second(&self, k: usize) -> Vec3 {
        self.p2.R * self.joint.second.axes.column(k)
    }

    /// ḋ
    #[inline(always)]
    fn d_rate(&self) -> Vec3 {
        let (p1, p2) = (self.p1, self.p2);
        p2.v + p2.w.cross(self.s2) - (p1.v + p1.w.cross(self.s1))
    }

    /// The part of d̈ that does not depend on accelerations: ω₂×(ω₂×s₂) − ω₁×(ω₁×s₁).
    #[inline(always)]
    fn d_bias(&self) -> Vec3 {
        let (w1, w2) = (self.p1.w, self.p2.w);
        w2.cross(w2.cross(self.s2)) - w1.cross(w1.cross(self.s1))
    }

    /// d = 0: three equations (1).
    #[inline(always)]
    pub fn coincidence(&self, rows: &mut Rows) {
        let bias = self.d_bias();
        let (s1, s2) = (self.s1, self.s2);
        // Rows of −s̃ and s̃: ω × s = −s̃ ω.
        let g2 = [[0.0, s2[2], -s2[1]], [-s2[2], 0.0, s2[0]], [s2[1], -s2[0], 0.0]];
        let g1 = [[0.0, -s1[2], s1[1]], [s1[2], 0.0, -s1[0]], [-s1[1], s1[0], 0.0]];
        for k in 0..3 {
            let mut e = [0.0; 3];
            e[k] = 1.0;
            let m = Measure {
                value: self.d[k],
                rate: 0.0,
                first: [-e[0], -e[1], -e[2], g1[k][0], g1[k][1], g1[k][2]],
                second: [e[0], e[1], e[2], g2[k][0], g2[k][1], g2[k][2]],
                bias: bias[k],
            };
            rows.push(&m, [0.0; 3]);
        }
    }

    /// u·w for u on the first and w on the second body (2).
    #[inline(always)]
    pub fn dot(&self, u: Vec3, w: Vec3) -> Measure {
        let (w1, w2) = (self.p1.w, self.p2.w);
        let n = u.cross(w);
        let n_rate = w1.cross(u).cross(w) + u.cross(w2.cross(w));
        let relative = w1 - w2;
        Measure {
            value: u.dot(w),
            rate: relative.dot(n),
            first: [0.0, 0.0, 0.0, n[0], n[1], n[2]],
            second: [0.0, 0.0, 0.0, -n[0], -n[1], -n[2]],
            bias: relative.dot(n_rate),
        }
    }

    /// u·w = 0.
    #[inline(always)]
    pub fn perpendicular(&self, u: Vec3, w: Vec3, rows: &mut Rows) {
        rows.push(&self.dot(u, w), [0.0; 3]);
    }

    /// The second body's axis stays parallel to the first's: its normal and binormal stay perpendicular to that axis.
    #[inline(always)]
    pub fn parallel_axes(&self, rows: &mut Rows) {
        let axis = self.first(2);
        self.perpendicular(axis, self.second(0), rows);
        self.perpendicular(axis, self.second(1), rows);
    }

    /// u·d for u on the first body (3).
    #[inline(always)]
    pub fn along(&self, u: Vec3) -> Measure {
        let w1 = self.p1.w;
        let (u_rate, d_rate) = (w1.cross(u), self.d_rate());
        let g1 = u.cross(self.d + self.s1);
        let g2 = self.s2.cross(u);
        Measure {
            value: u.dot(self.d),
            rate: u_rate.dot(self.d) + u.dot(d_rate),
            first: [-u[0], -u[1], -u[2], g1[0], g1[1], g1[2]],
            second: [u[0], u[1], u[2], g2[0], g2[1], g2[2]],
            bias: w1.cross(u_rate).dot(self.d) + 2.0 * u_rate.dot(d_rate) + u.dot(self.d_bias()),
        }
    }

    /// u·d = 0.
    #[inline(always)]
    pub fn stays_on(&self, u: Vec3, rows: &mut Rows) {
        rows.push(&self.along(u), [0.0; 3]);
    }

    /// |d| (4). Where the points coincide the direction is undefined; the first axis stands in for it.
    pub fn length(&self) -> Measure {
        let length = self.d.norm();
        let e = if length > 0.0 { 1.0 / length * self.d } else { self.first(2) };
        let d_rate = self.d_rate();
        let rate = e.dot(d_rate);
        let (g1, g2) = (e.cross(self.s1), self.s2.cross(e));
        let sideways = if length > 0.0 { (d_rate.dot(d_rate) - rate * rate) / length } else { 0.0 };
        Measure {
            value: length,
            rate,
            first: [-e[0], -e[1], -e[2], g1[0], g1[1], g1[2]],
            second: [e[0], e[1], e[2], g2[0], g2[1], g2[2]],
            bias: e.dot(self.d_bias()) + sideways,
        }
    }

    /// The angle from the first normal to the second about the first axis, nearest to `unwrapped_angle` (5).
    pub fn angle(&self, unwrapped_angle: f64) -> Measure {
        let n2 = self.second(0);
        calc_angle(&self.dot(self.first(0), n2), &self.dot(self.first(1), n2), unwrapped_angle)
    }

    /// How far the second axis has turned about the first one from the first normal, and the second normal about the
    /// second axis from the first one; each nearest to its unwrapped angle.
    fn cross_angles(&self, unwrapped_angles: [f64; 2]) -> [Measure; 2] {
        let (axis1, axis2) = (self.first(2), self.second(2));
        let back = -self.second(1);
        [
            calc_angle(&self.dot(self.first(0), axis2), &self.dot(self.first(1), axis2), unwrapped_angles[0]),
            calc_angle(&self.dot(axis1, self.second(0)), &self.dot(axis1, back), unwrapped_angles[1]),
        ]
    }

    /// Travel of the second point along the first axis, from where q is zero.
    pub fn travel(&self) -> Measure {
        let mut m = self.along(self.first(2));
        m.value -= self.joint.offset;
        m
    }

    /// The joint's coordinate q; `None` for joints without exactly one.
    pub fn coordinate(&self, unwrapped_angle: f64) -> Option<Measure> {
        Some(match self.joint.coordinate()? {
            super::Coordinate::Angle => self.angle(unwrapped_angle),
            super::Coordinate::Travel => self.travel(),
        })
    }

    /// All its coordinates, in the order of [`Joint::coordinates`].
    pub fn coordinates(&self, unwrapped_angles: [f64; 2]) -> [Option<Measure>; 2] {
        let unwrapped_angle = unwrapped_angles[0];
        match self.joint.kind {
            JointKind::Distance { .. } => [Some(self.length()), None],
            JointKind::Cylindrical => [Some(self.angle(unwrapped_angle)), Some(self.travel())],
            JointKind::Universal => self.cross_angles(unwrapped_angles).map(Some),
            JointKind::Fixed
            | JointKind::Revolute
            | JointKind::Prismatic
            | JointKind::Spherical
            | JointKind::PlanePlane
            | JointKind::PointLine
            | JointKind::PointPlane
            | JointKind::Parallel
            | JointKind::Perpendicular
            | JointKind::Screw { .. }
            | JointKind::Gear { .. }
            | JointKind::RackPinion { .. } => [self.coordinate(unwrapped_angle), None],
        }
    }

    /// The joint point on the second body, and the first axis.
    pub fn point_and_axis(&self) -> (Vec3, Vec3) {
        (self.p2.r + self.s2, self.first(2))
    }
}

/// The angle atan2(y, x) of two products of directions, nearest to `unwrapped_angle`.
fn calc_angle(x: &Measure, y: &Measure, unwrapped_angle: f64) -> Measure {
    let square = x.value * x.value + y.value * y.value;
    let (kx, ky) = (-y.value / square, x.value / square);
    let rate = kx * x.rate + ky * y.rate;
    let growth = 2.0 * (x.value * x.rate + y.value * y.rate) / square;
    let mut m = Measure {
        value: unwrap(y.value.atan2(x.value), unwrapped_angle),
        rate,
        first: [0.0; 6],
        second: [0.0; 6],
        bias: kx * x.bias + ky * y.bias - growth * rate,
    };
    for c in 3..6 {
        m.first[c] = kx * x.first[c] + ky * y.first[c];
        m.second[c] = kx * x.second[c] + ky * y.second[c];
    }
    m
}

/// The angle that differs from `angle` by full turns and lies nearest to `near`.
pub fn unwrap(angle: f64, near: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    angle + turn * ((near - angle) / turn).round()
}

/// Writes the equations of a joint between two bodies, driver last. `unwrapped_angle` is an angle near the present one.
///
/// Gears and racks couple two joints: see [`super::gear`] and [`super::rack_pinion`].
#[inline(always)]
pub fn write_equations(ends: &Ends, time: f64, unwrapped_angle: f64, rows: &mut Rows) {
    match ends.joint.kind {
        JointKind::Fixed => super::fixed::spatial(ends, rows),
        JointKind::Revolute => super::revolute::spatial(ends, rows),
        JointKind::Prismatic => super::prismatic::spatial(ends, rows),
        JointKind::Cylindrical => super::cylindrical::spatial(ends, rows),
        JointKind::Universal => super::universal::spatial(ends, rows),
        JointKind::Spherical => super::spherical::spatial(ends, rows),
        JointKind::PlanePlane => super::plane_plane::spatial(ends, rows),
        JointKind::PointLine => super::point_line::spatial(ends, rows),
        JointKind::PointPlane => super::point_plane::spatial(ends, rows),
        JointKind::Distance { length } => super::distance::spatial(ends, ends.joint.distance(length, time), rows),
        JointKind::Parallel => super::parallel::spatial(ends, rows),
        JointKind::Perpendicular => super::perpendicular::spatial(ends, rows),
        JointKind::Screw { pitch } => super::screw::spatial(ends, pitch, unwrapped_angle, rows),
        JointKind::Gear { .. } | JointKind::RackPinion { .. } => {}
    }
    if let Some(motion) = &ends.joint.motion
        && let Some(q) = ends.coordinate(unwrapped_angle)
    {
        rows.push(&q, motion.jet(time));
    }
}
