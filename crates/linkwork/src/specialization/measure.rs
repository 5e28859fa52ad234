//! The scalars between two bodies that joints are made of, as expressions: gradient, and second derivative along given
//! accelerations.
//!
//! These are the equations of [`model::joint::spatial`](crate::model::joint::spatial) for velocities (ṙ, ω̄). With ū on
//! the first body and w̄ on the second, d between the joint points, s̄ from centers of mass to them:
//!
//! ```text
//! u·w    ρ̄₁ = ū × R₁ᵀw,          ρ̄₂ = w̄ × R₂ᵀu        (u·w)¨ = W̄₁ū·R₁ᵀw + 2 u̇·ẇ + R₂ᵀu·W̄₂w̄              (1)
//! d_k    ρ̄₁ = −s̄₁ × R₁ᵀe_k,      ρ̄₂ = s̄₂ × R₂ᵀe_k     d̈ = a₂ + R₂W̄₂s̄₂ − a₁ − R₁W̄₁s̄₁                    (2)
//! u·d    ρ̄₁ = ū × (R₁ᵀd + s̄₁),   ρ̄₂ = s̄₂ × R₂ᵀu       (u·d)¨ = W̄₁ū·R₁ᵀd + 2 u̇·ḋ + u·d̈                   (3)
//! |d|    as (2) along e = d/|d|                        |d|¨ = e·d̈ + (ḋ·ḋ − (e·ḋ)²)/|d|                   (4)
//! ```

use super::motion::{Moving, Pose};
use crate::model::Joint;
use crate::model::joint::{PlanarVocabulary, SpatialVocabulary, Vocabulary};
use crate::spatial::Vec3;
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::program::Function;
use crate::symbolic::vectors::{Vector, add, cross, dot, known, negate, scale, sub};

/// A scalar that the motion of bodies determines.
#[derive(Clone, Debug)]
pub(super) struct Measure<'g> {
    /// By velocity of the mechanism: six numbers a body, also in the plane. No zeros.
    pub gradient: Vec<(usize, Term<'g>)>,
    /// The same with ṙ in the axes of each body's frame.
    pub own: Vec<(usize, Term<'g>)>,
    /// Second derivative along the accelerations of the bodies it was made with.
    pub second: Term<'g>,
}

impl<'g> Measure<'g> {
    /// Zero, whatever the motion.
    pub(super) fn nothing(g: &'g Graph) -> Measure<'g> {
        Measure { gradient: Vec::new(), own: Vec::new(), second: g.number(0.0) }
    }

    /// a self + b other
    pub(super) fn combine(&self, a: Term<'g>, other: &Measure<'g>, b: Term<'g>) -> Measure<'g> {
        let gradient = combine(a, &self.gradient, b, &other.gradient);
        let own = combine(a, &self.own, b, &other.own);
        Measure { gradient, own, second: a * self.second + b * other.second }
    }
}

/// a x + b y of sparse vectors.
fn combine<'g>(a: Term<'g>, x: &[(usize, Term<'g>)], b: Term<'g>, y: &[(usize, Term<'g>)]) -> Vec<(usize, Term<'g>)> {
    let mut sum: Vec<(usize, Term)> = x.iter().map(|(place, x)| (*place, a * *x)).collect();
    for (place, y) in y.iter().map(|(place, y)| (*place, b * *y)) {
        match sum.iter_mut().find(|(there, _)| *there == place) {
            Some((_, x)) => *x += y,
            None => sum.push((place, y)),
        }
    }
    sum.retain(|(_, x)| !x.is_zero());
    sum
}

/// Both ends of a joint.
#[derive(Debug)]
pub(super) struct Ends<'a, 'g> {
    g: &'g Graph,
    joint: &'a Joint,
    first: &'a Moving<'g>,
    second: &'a Moving<'g>,
    /// Joint points from the centers of mass, body axes.
    s1: Vector<'g>,
    s2: Vector<'g>,
    /// The same in world axes.
    arms: [Vector<'g>; 2],
    /// From the first joint point to the second.
    d: Vector<'g>,
    /// In whose axes the translations of each body are, beside those of the world.
    frames: [Pose<'g>; 2],
}

impl<'a, 'g> Ends<'a, 'g> {
    /// The markers of a joint on these bodies.
    pub(super) fn new(g: &'g Graph, joint: &'a Joint, bodies: [&'a Moving<'g>; 2], frames: [Pose<'g>; 2]) -> Self {
        let [first, second] = bodies;
        let (s1, s2) = (known(g, joint.first.point), known(g, joint.second.point));
        let arms = [first.pose.turn(s1), second.pose.turn(s2)];
        let d = sub(add(second.pose.r, arms[1]), add(first.pose.r, arms[0]));
        Ends { g, joint, first, second, s1, s2, arms, d, frames }
    }

    /// Gradients by body: along translations in the axes of the world and of the body, and along rotations.
    fn measure(&self, first: [Vector<'g>; 3], second: [Vector<'g>; 3], bend: Term<'g>) -> Measure<'g> {
        let (mut gradient, mut own) = (Vec::new(), Vec::new());
        for (body, [in_world, in_body, about]) in [(self.first, first), (self.second, second)] {
            let Some(index) = body.pose.index else { continue };
            for (along, places) in [(in_world, &mut gradient), (in_body, &mut own)] {
                let numbered = along.into_iter().chain(about).enumerate().map(|(k, x)| (6 * index + k, x));
                places.extend(numbered.filter(|(_, x)| !x.is_zero()));
            }
        }
        Measure { gradient, own, second: bend }
    }

    /// Gradients of a distance along the unit vector e of the world.
    fn measure_along(&self, e: Vector<'g>, bend: Term<'g>) -> Measure<'g> {
        let [g1, g2] = [(self.first, self.s1), (self.second, self.s2)].map(|(body, s)| cross(s, body.pose.see(e)));
        let [own_1, own_2] = self.frames.map(|frame| frame.see(e));
        self.measure([e, own_1, g1].map(negate), [e, own_2, g2], bend)
    }

    fn zero(&self) -> Vector<'g> {
        known(self.g, Vec3::ZERO)
    }

    fn d_rate(&self) -> Vector<'g> {
        sub(self.second.pose.velocity_at(self.arms[1]), self.first.pose.velocity_at(self.arms[0]))
    }

    fn d_second(&self) -> Vector<'g> {
        let end = |body: &Moving<'g>, s: Vector<'g>| add(body.linear, body.second(s));
        sub(end(self.second, self.s2), end(self.first, self.s1))
    }

    /// Value and rate of the angle, and the axis in world axes.
    pub(super) fn turning(&self, unwrapped_angle: Term<'g>) -> [Term<'g>; 2] {
        if self.first.pose.is_planar {
            let Joint { between, offset, .. } = self.joint;
            let value = self.second.pose.angle - self.first.pose.angle + (between - offset);
            return [value, self.second.pose.w[2] - self.first.pose.w[2]];
        }
        let Angle { x, y, values, kx, ky } = self.parts_of_angle();
        let turn = std::f64::consts::TAU;
        let angle = values[1].call2(Function::Atan2, values[0]);
        let turns = ((unwrapped_angle - angle) / turn + 0.5).call(Function::Floor);
        [angle + turn * turns, kx * self.rate(&x) + ky * self.rate(&y)]
    }

    fn parts_of_angle(&self) -> Angle<'g> {
        let n = self.second(0);
        let seen = self.first.pose.see(self.second.pose.turn(n));
        let values = [dot(&self.first(0), &seen), dot(&self.first(1), &seen)];
        let [x, y] = [self.dot(self.first(0), n), self.dot(self.first(1), n)];
        let inverse = dot(&values, &values).inverse();
        Angle { x, y, values, kx: -(values[1] * inverse), ky: values[0] * inverse }
    }

    /// How fast a measure that depends on rotations only changes.
    fn rate(&self, measure: &Measure<'g>) -> Term<'g> {
        let mut rate = self.g.number(0.0);
        for (place, x) in &measure.gradient {
            let body = [self.first, self.second].into_iter().find(|b| b.pose.index == Some(place / 6));
            // Gradients are by velocities of these two bodies.
            let Some(body) = body else { continue };
            rate += *x * body.pose.w_B[place % 6 - 3];
        }
        rate
    }
}

impl<'g> Vocabulary for Ends<'_, 'g> {
    type Number = Term<'g>;
    /// In the axes of its body.
    type Direction = Vector<'g>;
    type Measure = Measure<'g>;
    type Rows = Vec<Measure<'g>>;

    fn joint(&self) -> &Joint {
        self.joint
    }

    fn leave_out(&self, mask: u8, rows: &mut Self::Rows) {
        let mut k = 0..;
        rows.retain(|_| k.next().is_some_and(|k| mask >> k & 1 == 0));
        if rows.is_empty() {
            rows.push(Measure::nothing(self.g));
        }
    }

    fn first(&self, k: usize) -> Vector<'g> {
        known(self.g, self.joint.first.axes.column(k))
    }

    fn in_first(&self, components: &[Term<'g>; 3]) -> Vector<'g> {
        let along = |k: usize| scale(components[k], self.first(k));
        add(add(along(0), along(1)), along(2))
    }

    fn relative(&self) -> [[Term<'g>; 3]; 2] {
        let pose = &self.first.pose;
        let rate = sub(self.d_rate(), cross(pose.w, self.d));
        [self.d, rate].map(|vector| {
            let seen = pose.see(vector);
            [0, 1, 2].map(|k| dot(&self.first(k), &seen))
        })
    }

    /// Programs have no equation that needs it.
    fn remembered(&self) -> Term<'g> {
        self.g.number(0.0)
    }

    /// d, along the axes of the world (2).
    fn coincidence(&self, rows: &mut Vec<Measure<'g>>) {
        let bend = self.d_second();
        for k in 0..if self.first.pose.is_planar { 2 } else { 3 } {
            let mut e = self.zero();
            e[k] = self.g.number(1.0);
            rows.push(self.measure_along(e, bend[k]));
        }
    }

    /// u·d for ū on the first body (3).
    fn along(&self, u_B: Vector<'g>) -> Measure<'g> {
        let (a, b) = (&self.first.pose, &self.second.pose);
        let u = a.turn(u_B);
        let (d_1, u_2) = (a.see(self.d), b.see(u));
        // u·d̈, each body's part in its own axes.
        let of_points = dot(&u, &sub(self.second.linear, self.first.linear)) + dot(&u_2, &self.second.bend(self.s2))
            - dot(&u_B, &self.first.bend(self.s1));
        let turning = dot(&self.first.bend(u_B), &d_1) + 2.0 * dot(&cross(a.w, u), &self.d_rate());
        let g1 = cross(u_B, add(d_1, self.s1));
        // Where it is the first body's frame, the direction is known.
        let [own_1, own_2] = self.frames.map(|frame| if frame.index == a.index { u_B } else { frame.see(u) });
        self.measure([negate(u), negate(own_1), g1], [u, own_2, cross(self.s2, u_2)], turning + of_points)
    }

    /// |d| (4). Where the points coincide it is not a number.
    fn length(&self) -> Measure<'g> {
        let length = dot(&self.d, &self.d).sqrt();
        let e = scale(length.inverse(), self.d);
        let rate = self.d_rate();
        let along = dot(&e, &rate);
        let sideways = (dot(&rate, &rate) - along * along) / length;
        self.measure_along(e, dot(&e, &self.d_second()) + sideways)
    }

    /// The angle of rotation about the axis; in the plane that of the bodies.
    fn angle(&self) -> Measure<'g> {
        if self.first.pose.is_planar {
            let mut e = self.zero();
            e[2] = self.g.number(1.0);
            let bend = self.second.angular[2] - self.first.angular[2];
            let none = self.zero();
            return self.measure([none, none, negate(e)], [none, none, e], bend);
        }
        let Angle { x, y, kx, ky, .. } = self.parts_of_angle();
        let (x_rate, y_rate) = (self.rate(&x), self.rate(&y));
        let rate = kx * x_rate + ky * y_rate;
        // 2 (x ẋ + y ẏ)/(x² + y²), with k = (−y, x)/(x² + y²).
        let growth = 2.0 * (ky * x_rate - kx * y_rate);
        let mut angle = x.combine(kx, &y, ky);
        angle.second -= growth * rate;
        angle
    }

    fn travel(&self) -> Measure<'g> {
        self.along(self.first(if self.first.pose.is_planar { 0 } else { 2 }))
    }

    fn less(a: Measure<'g>, k: f64, b: &Measure<'g>) -> Measure<'g> {
        a.combine(1.0.into(), b, (-k).into())
    }

    fn follow(measure: &Measure<'g>, target: [Term<'g>; 3], rows: &mut Vec<Measure<'g>>) {
        rows.push(Measure { second: measure.second - target[2], ..measure.clone() });
    }
}

impl PlanarVocabulary for Ends<'_, '_> {
    fn same_angle(&self, rows: &mut Self::Rows) {
        Self::hold(&self.angle(), rows);
    }
}

impl<'g> SpatialVocabulary for Ends<'_, 'g> {
    fn second(&self, k: usize) -> Vector<'g> {
        known(self.g, self.joint.second.axes.column(k))
    }

    /// u·w for ū on the first and w̄ on the second body (1).
    fn dot(&self, u_B: Vector<'g>, w_B: Vector<'g>) -> Measure<'g> {
        let (a, b) = (&self.first.pose, &self.second.pose);
        let (u, w) = (a.turn(u_B), b.turn(w_B));
        let (w_1, u_2) = (a.see(w), b.see(u));
        let rates = dot(&cross(a.w, u), &cross(b.w, w));
        let bend = dot(&self.first.bend(u_B), &w_1) + 2.0 * rates + dot(&u_2, &self.second.bend(w_B));
        let none = self.zero();
        self.measure([none, none, cross(u_B, w_1)], [none, none, cross(w_B, u_2)], bend)
    }
}

/// The terms of an angle: θ = atan2(y, x), with x = n₁·n₂, y = b₁·n₂ and θ̇ = k_x ẋ + k_y ẏ.
struct Angle<'g> {
    x: Measure<'g>,
    y: Measure<'g>,
    values: [Term<'g>; 2],
    kx: Term<'g>,
    ky: Term<'g>,
}
