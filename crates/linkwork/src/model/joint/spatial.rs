//! Constraint equations in space: the ends of a joint in the world, and the few equations all joints are made of.
//!
//! With d = P₂ − P₁ between the joint points, arms s from the centres of mass, and vectors u fixed on the first body
//! and w on the second, there are four equations, each differentiated twice here and nowhere else:
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

use super::vocabulary::{SpatialVocabulary, Vocabulary};
use super::{Joint, Quantity, point_curve, rows};
use crate::spatial::{Pose, Real, Vec3};

/// Equations of a joint in space.
pub(crate) type Rows<S = f64> = rows::Rows<6, S>;
/// A scalar measured between two bodies in space.
pub(crate) type Measure<S = f64> = rows::Measure<6, S>;

/// Both ends of a joint in the world.
#[derive(Debug)]
pub(crate) struct Ends<'a, S = f64> {
    joint: &'a Joint,
    p1: &'a Pose<S>,
    p2: &'a Pose<S>,
    /// A number near the joint's angle, which says how many full turns it has made.
    unwrapped_angle: S,
    /// Arms from the centres of mass to the joint points.
    s1: Vec3<S>,
    s2: Vec3<S>,
    /// From the first joint point to the second.
    d: Vec3<S>,
}

impl<'a, S: Real> Ends<'a, S> {
    /// The markers of `joint` on bodies in these poses, and an angle near the present one.
    #[inline(always)]
    pub(crate) fn new(joint: &'a Joint, p1: &'a Pose<S>, p2: &'a Pose<S>, unwrapped_angle: S) -> Self {
        let (s1, s2) = (p1.R * Vec3::constant(joint.first.point), p2.R * Vec3::constant(joint.second.point));
        let d = p2.r + s2 - (p1.r + s1);
        Ends { joint, p1, p2, unwrapped_angle, s1, s2, d }
    }

    /// ḋ
    #[inline(always)]
    fn d_rate(&self) -> Vec3<S> {
        let (p1, p2) = (self.p1, self.p2);
        p2.v + p2.w.cross(self.s2) - (p1.v + p1.w.cross(self.s1))
    }

    /// The part of d̈ that does not depend on accelerations: ω₂×(ω₂×s₂) − ω₁×(ω₁×s₁).
    #[inline(always)]
    fn d_bias(&self) -> Vec3<S> {
        let (w1, w2) = (self.p1.w, self.p2.w);
        w2.cross(w2.cross(self.s2)) - w1.cross(w1.cross(self.s1))
    }

    /// How far the second axis has turned about the first one from the first normal, counted through full turns.
    fn first_cross_angle(&self) -> Measure<S> {
        let axis = self.second(2);
        calc_angle(&self.dot(self.first(0), axis), &self.dot(self.first(1), axis), self.unwrapped_angle)
    }

    /// How far the second normal has turned about the second axis from the first axis, nearest to `unwrapped_angle`.
    fn second_cross_angle(&self, unwrapped_angle: S) -> Measure<S> {
        let axis = self.first(2);
        calc_angle(&self.dot(axis, self.second(0)), &self.dot(axis, -self.second(1)), unwrapped_angle)
    }

    /// The length along the joint's curve.
    fn arc(&self) -> Measure<S> {
        let Some(curve) = self.joint.kind.curve() else {
            unreachable!("only joints with a curve have this coordinate")
        };
        point_curve::measure(curve, self)
    }

    /// The value of a coordinate; a second angle is the one nearest to `second_angle`.
    pub(crate) fn measure(&self, quantity: Quantity, second_angle: S) -> Measure<S> {
        match quantity {
            Quantity::Angle => self.angle(),
            Quantity::Travel => self.travel(),
            Quantity::Length => self.length(),
            Quantity::Arc => self.arc(),
            Quantity::FirstCrossAngle => self.first_cross_angle(),
            Quantity::SecondCrossAngle => self.second_cross_angle(second_angle),
        }
    }

    /// All its coordinates, in the order of [`Joint::coordinates`].
    pub(crate) fn coordinates(&self, second_angle: S) -> [Option<Measure<S>>; 2] {
        let quantities = self.joint.kind.quantities();
        [0, 1].map(|k| quantities.get(k).map(|quantity| self.measure(*quantity, second_angle)))
    }

    /// The joint point on the second body.
    pub(crate) fn point(&self) -> Vec3<S> {
        self.p2.r + self.s2
    }
}

impl<S: Real> Vocabulary for Ends<'_, S> {
    type Number = S;
    type Direction = Vec3<S>;
    type Measure = Measure<S>;
    type Rows = Rows<S>;

    fn leave_out(&self, mask: u8, rows: &mut Rows<S>) {
        rows.leave_out(mask);
    }

    #[inline(always)]
    fn joint(&self) -> &Joint {
        self.joint
    }

    #[inline(always)]
    fn first(&self, k: usize) -> Vec3<S> {
        self.p1.R * Vec3::constant(self.joint.first.axes.column(k))
    }

    #[inline(always)]
    fn in_first(&self, components: &[S; 3]) -> Vec3<S> {
        self.first(0) * components[0] + self.first(1) * components[1] + self.first(2) * components[2]
    }

    #[inline(always)]
    fn relative(&self) -> [[S; 3]; 2] {
        let (axes, rate) = ([0, 1, 2].map(|k| self.first(k)), self.d_rate() - self.p1.w.cross(self.d));
        [axes.map(|axis| axis.dot(self.d)), axes.map(|axis| axis.dot(rate))]
    }

    #[inline(always)]
    fn remembered(&self) -> S {
        self.unwrapped_angle
    }

    /// d = 0: three equations (1).
    #[inline(always)]
    fn coincidence(&self, rows: &mut Rows<S>) {
        let bias = self.d_bias();
        let (s1, s2, zero) = (self.s1, self.s2, S::from(0.0));
        // Rows of −s̃ and s̃: ω × s = −s̃ ω.
        let g2 = [[zero, s2[2], -s2[1]], [-s2[2], zero, s2[0]], [s2[1], -s2[0], zero]];
        let g1 = [[zero, -s1[2], s1[1]], [s1[2], zero, -s1[0]], [-s1[1], s1[0], zero]];
        for k in 0..3 {
            let mut e = [zero; 3];
            e[k] = S::from(1.0);
            let m = Measure {
                value: self.d[k],
                rate: zero,
                first: [-e[0], -e[1], -e[2], g1[k][0], g1[k][1], g1[k][2]],
                second: [e[0], e[1], e[2], g2[k][0], g2[k][1], g2[k][2]],
                bias: bias[k],
            };
            Self::hold(&m, rows);
        }
    }

    /// u·d for u on the first body (3).
    #[inline(always)]
    fn along(&self, u: Vec3<S>) -> Measure<S> {
        let w1 = self.p1.w;
        let (u_rate, d_rate) = (w1.cross(u), self.d_rate());
        let g1 = u.cross(self.d + self.s1);
        let g2 = self.s2.cross(u);
        Measure {
            value: u.dot(self.d),
            rate: u_rate.dot(self.d) + u.dot(d_rate),
            first: [-u[0], -u[1], -u[2], g1[0], g1[1], g1[2]],
            second: [u[0], u[1], u[2], g2[0], g2[1], g2[2]],
            bias: w1.cross(u_rate).dot(self.d) + u_rate.dot(d_rate) * 2.0 + u.dot(self.d_bias()),
        }
    }

    /// |d| (4). Where the points coincide the direction is undefined; the first axis stands in for it.
    fn length(&self) -> Measure<S> {
        let (length, zero) = (self.d.norm(), S::from(0.0));
        let (along, axis) = (self.d * (S::from(1.0) / length), self.first(2));
        let e = Vec3([0, 1, 2].map(|k| zero.select_below(length, along[k], axis[k])));
        let d_rate = self.d_rate();
        let rate = e.dot(d_rate);
        let (g1, g2) = (e.cross(self.s1), self.s2.cross(e));
        let sideways = zero.select_below(length, (d_rate.dot(d_rate) - rate * rate) / length, zero);
        Measure {
            value: length,
            rate,
            first: [-e[0], -e[1], -e[2], g1[0], g1[1], g1[2]],
            second: [e[0], e[1], e[2], g2[0], g2[1], g2[2]],
            bias: e.dot(self.d_bias()) + sideways,
        }
    }

    /// (5)
    fn angle(&self) -> Measure<S> {
        let n2 = self.second(0);
        calc_angle(&self.dot(self.first(0), n2), &self.dot(self.first(1), n2), self.unwrapped_angle)
    }

    fn travel(&self) -> Measure<S> {
        self.along(self.first(2)).counted_from(self.joint.offset)
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

impl<S: Real> SpatialVocabulary for Ends<'_, S> {
    #[inline(always)]
    fn second(&self, k: usize) -> Vec3<S> {
        self.p2.R * Vec3::constant(self.joint.second.axes.column(k))
    }

    /// (2)
    #[inline(always)]
    fn dot(&self, u: Vec3<S>, w: Vec3<S>) -> Measure<S> {
        let (w1, w2) = (self.p1.w, self.p2.w);
        let n = u.cross(w);
        let n_rate = w1.cross(u).cross(w) + u.cross(w2.cross(w));
        let (relative, zero) = (w1 - w2, S::from(0.0));
        Measure {
            value: u.dot(w),
            rate: relative.dot(n),
            first: [zero, zero, zero, n[0], n[1], n[2]],
            second: [zero, zero, zero, -n[0], -n[1], -n[2]],
            bias: relative.dot(n_rate),
        }
    }
}

/// The angle atan2(y, x) of two products of directions, nearest to `unwrapped_angle`.
fn calc_angle<S: Real>(x: &Measure<S>, y: &Measure<S>, unwrapped_angle: S) -> Measure<S> {
    let square = x.value * x.value + y.value * y.value;
    let (kx, ky) = (-y.value / square, x.value / square);
    let rate = kx * x.rate + ky * y.rate;
    let growth = (x.value * x.rate + y.value * y.rate) * 2.0 / square;
    let mut m = Measure {
        value: unwrap(y.value.atan2(x.value), unwrapped_angle),
        rate,
        first: [S::from(0.0); 6],
        second: [S::from(0.0); 6],
        bias: kx * x.bias + ky * y.bias - growth * rate,
    };
    for c in 3..6 {
        m.first[c] = kx * x.first[c] + ky * y.first[c];
        m.second[c] = kx * x.second[c] + ky * y.second[c];
    }
    m
}

/// The angle that differs from `angle` by full turns and lies nearest to `near`.
pub(crate) fn unwrap<S: Real>(angle: S, near: S) -> S {
    let turn = std::f64::consts::TAU;
    angle + ((near - angle) / turn).round() * turn
}
