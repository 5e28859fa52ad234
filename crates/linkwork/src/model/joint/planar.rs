//! Constraint equations in the plane: as in space, with two coordinates and one angle a body.
//!
//! ẑ×s = (−s_y, s_x) takes the place of ω×s. Angles of bodies are counted through full turns by the state itself, so
//! only lengths along curves are remembered: the full turns between two bodies in the file are the joint's offset. The
//! x column of a marker is the direction in which `prismatic` and `point_line` slide.

use super::vocabulary::{PlanarVocabulary, Vocabulary};
use super::{Joint, Quantity, point_curve, rows};
use crate::spatial::{PlanarPose, Real, Vec2};

/// Equations of a joint in the plane.
pub(crate) type Rows<S = f64> = rows::Rows<3, S>;
/// A scalar measured between two bodies in the plane.
pub(crate) type Measure<S = f64> = rows::Measure<3, S>;

/// Both ends of a joint in the plane.
#[derive(Debug)]
pub(crate) struct Ends<'a, S = f64> {
    joint: &'a Joint,
    p1: &'a PlanarPose<S>,
    p2: &'a PlanarPose<S>,
    /// A number near the joint's coordinate.
    remembered: S,
    s1: Vec2<S>,
    s2: Vec2<S>,
    d: Vec2<S>,
}

impl<'a, S: Real> Ends<'a, S> {
    /// The markers of `joint` on bodies in these poses, and a number near its coordinate.
    #[inline(always)]
    pub(crate) fn new(joint: &'a Joint, p1: &'a PlanarPose<S>, p2: &'a PlanarPose<S>, remembered: S) -> Self {
        let (q1, q2) = (joint.first.point, joint.second.point);
        let (s1, s2) = (p1.rotate(Vec2::constant(q1.in_plane())), p2.rotate(Vec2::constant(q2.in_plane())));
        let d = p2.r + s2 - p1.r - s1;
        Ends { joint, p1, p2, remembered, s1, s2, d }
    }

    #[inline(always)]
    fn d_rate(&self) -> Vec2<S> {
        let (p1, p2, s1, s2) = (self.p1, self.p2, self.s1, self.s2);
        p2.v + s2.across() * p2.w - p1.v - s1.across() * p1.w
    }

    /// ω₁² s₁ − ω₂² s₂, the part of d̈ without accelerations.
    #[inline(always)]
    fn d_bias(&self) -> Vec2<S> {
        let (a, b) = (self.p1.w * self.p1.w, self.p2.w * self.p2.w);
        self.s1 * a - self.s2 * b
    }

    /// The angle from the first normal to the second, as counted by the bodies' own angles.
    #[inline(always)]
    fn turned(&self) -> Measure<S> {
        let (zero, one) = (S::from(0.0), S::from(1.0));
        Measure {
            value: self.p2.angle - self.p1.angle + self.joint.between,
            rate: self.p2.w - self.p1.w,
            first: [zero, zero, -one],
            second: [zero, zero, one],
            bias: zero,
        }
    }

    /// The length along the joint's curve.
    fn arc(&self) -> Measure<S> {
        let Some(curve) = self.joint.kind.curve() else {
            unreachable!("only joints with a curve have this coordinate")
        };
        point_curve::measure(curve, self)
    }

    /// The measure of a quantity, from where it is zero.
    pub(crate) fn measure(&self, quantity: Quantity) -> Measure<S> {
        match quantity {
            Quantity::Angle => self.angle(),
            Quantity::Travel => self.travel(),
            Quantity::Length => self.length(),
            Quantity::Arc => self.arc(),
            Quantity::FirstCrossAngle | Quantity::SecondCrossAngle => {
                unreachable!("joints with crossing axes are refused in planar models")
            }
        }
    }

    /// All its coordinates, in the order of [`Joint::coordinates`].
    pub(crate) fn coordinates(&self) -> [Option<Measure<S>>; 2] {
        let quantities = self.joint.kind.quantities();
        [0, 1].map(|k| quantities.get(k).map(|quantity| self.measure(*quantity)))
    }

    /// The joint point on the second body.
    pub(crate) fn point(&self) -> Vec2<S> {
        self.p2.r + self.s2
    }
}

impl<S: Real> Vocabulary for Ends<'_, S> {
    type Number = S;
    type Direction = Vec2<S>;
    type Measure = Measure<S>;
    type Rows = Rows<S>;

    fn leave_out(&self, mask: u8, rows: &mut Rows<S>) {
        rows.leave_out(mask);
    }

    #[inline(always)]
    fn joint(&self) -> &Joint {
        self.joint
    }

    /// The x column of the marker, or the direction across it.
    #[inline(always)]
    fn first(&self, k: usize) -> Vec2<S> {
        let x = self.p1.rotate(Vec2::constant(self.joint.first.axes.column(0).in_plane()));
        if k == 0 { x } else { x.across() }
    }

    #[inline(always)]
    fn in_first(&self, components: &[S; 3]) -> Vec2<S> {
        self.first(0) * components[0] + self.first(1) * components[1]
    }

    #[inline(always)]
    fn relative(&self) -> [[S; 3]; 2] {
        let (axes, rate) = ([0, 1].map(|k| self.first(k)), self.d_rate() - self.d.across() * self.p1.w);
        let seen = |v: Vec2<S>| [axes[0].dot(v), axes[1].dot(v), S::from(0.0)];
        [seen(self.d), seen(rate)]
    }

    #[inline(always)]
    fn remembered(&self) -> S {
        self.remembered
    }

    /// d = 0: two equations.
    #[inline(always)]
    fn coincidence(&self, rows: &mut Rows<S>) {
        let (s1, s2, bias) = (self.s1, self.s2, self.d_bias());
        let (zero, one) = (S::from(0.0), S::from(1.0));
        let x = Measure {
            value: self.d[0],
            rate: zero,
            first: [-one, zero, s1[1]],
            second: [one, zero, -s2[1]],
            bias: bias[0],
        };
        let y = Measure {
            value: self.d[1],
            rate: zero,
            first: [zero, -one, -s1[0]],
            second: [zero, one, s2[0]],
            bias: bias[1],
        };
        Self::hold(&x, rows);
        Self::hold(&y, rows);
    }

    /// u·d for u on the first body.
    #[inline(always)]
    fn along(&self, u: Vec2<S>) -> Measure<S> {
        let (w1, d, s1, s2) = (self.p1.w, self.d, self.s1, self.s2);
        let (d_rate, bias) = (self.d_rate(), self.d_bias());
        let (u_rate, arm) = (u.across() * w1, d + s1);
        Measure {
            value: u.dot(d),
            rate: u_rate.dot(d) + u.dot(d_rate),
            first: [-u[0], -u[1], u.cross(arm)],
            second: [u[0], u[1], s2.cross(u)],
            bias: -w1 * w1 * u.dot(d) + u_rate.dot(d_rate) * 2.0 + u.dot(bias),
        }
    }

    /// |d|; where the points coincide the slide direction stands in for d/|d|.
    fn length(&self) -> Measure<S> {
        let (length, zero) = (self.d[0].hypot(self.d[1]), S::from(0.0));
        let (along, slide) = (self.d.map(|x| x / length), self.first(0));
        let e = Vec2([0, 1].map(|k| zero.select_below(length, along[k], slide[k])));
        let d_rate = self.d_rate();
        let rate = e.dot(d_rate);
        let sideways = zero.select_below(length, (d_rate.dot(d_rate) - rate * rate) / length, zero);
        Measure {
            value: length,
            rate,
            first: [-e[0], -e[1], e.cross(self.s1)],
            second: [e[0], e[1], self.s2.cross(e)],
            bias: e.dot(self.d_bias()) + sideways,
        }
    }

    #[inline(always)]
    fn angle(&self) -> Measure<S> {
        self.turned().counted_from(self.joint.offset)
    }

    #[inline(always)]
    fn travel(&self) -> Measure<S> {
        self.along(self.first(0)).counted_from(self.joint.offset)
    }

    #[inline(always)]
    fn less(a: Measure<S>, k: f64, b: &Measure<S>) -> Measure<S> {
        a.less(k, b)
    }

    #[inline(always)]
    fn follow(measure: &Measure<S>, target: [S; 3], rows: &mut Rows<S>) {
        rows.push(measure, target);
    }
}

impl<S: Real> PlanarVocabulary for Ends<'_, S> {
    fn same_angle(&self, rows: &mut Rows<S>) {
        let mut m = self.turned();
        m.value = super::spatial::unwrap(m.value, S::from(0.0));
        Self::hold(&m, rows);
    }
}
