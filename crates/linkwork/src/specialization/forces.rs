//! Applied forces as expressions: what each does to its bodies, by the laws of [`model::force`](crate::model::force). The plane needs no laws of its own.

use super::expression::calc_value;
use super::joints::Mechanism;
use super::motion::Pose;
use crate::ids::BodyId;
use crate::model::{Attachment, Expression, Force, Frame, Marker};
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::program::Function;
use crate::symbolic::vectors::{
    Matrix, Vector, add, column, cross, dot, known, known_matrix, mul, mul_transposed, negate, scale, sub,
};

/// Below it a rotation has no axis; as in [`Quat::rotation_vector`](crate::spatial::Quat::rotation_vector).
const NO_AXIS: f64 = 1e-8;

/// Loads on bodies about their centers of mass.
pub(super) struct Loads<'g> {
    /// By body, world axes.
    force: Vec<Vector<'g>>,
    /// By body, world axes and body axes; both count.
    torques: Vec<[Vector<'g>; 2]>,
}

impl<'g> Loads<'g> {
    /// The loads of all forces; bodies need no accelerations yet. Unwrapped angles follow the state in the inputs.
    pub(super) fn of(mechanism: &Mechanism<'_, 'g>, unwrapped_angles: &dyn Fn(usize) -> Term<'g>) -> Loads<'g> {
        let (n, zero) = (mechanism.bodies.len(), known(mechanism.g, [0.0; 3]));
        let mut loads = Loads { force: vec![zero; n], torques: vec![[zero; 2]; n] };
        for force in &mechanism.model.forces {
            loads.add(mechanism, force, unwrapped_angles);
        }
        loads
    }

    /// Force in world axes, torque in body axes.
    pub(super) fn on(&self, pose: &Pose<'g>, body: usize) -> [Vector<'g>; 2] {
        let [in_world, in_body] = self.torques[body];
        [self.force[body], add(in_body, pose.see(in_world))]
    }

    fn push(&mut self, body: BodyId, force: Vector<'g>, arm: Vector<'g>) {
        let Some(index) = body.index() else { return };
        self.force[index] = add(self.force[index], force);
        self.torques[index][0] = add(self.torques[index][0], cross(arm, force));
    }

    fn twist(&mut self, body: BodyId, torque: Vector<'g>, frame: Frame) {
        let Some(index) = body.index() else { return };
        let place = &mut self.torques[index][usize::from(frame == Frame::Body)];
        *place = add(*place, torque);
    }

    fn add(&mut self, m: &Mechanism<'_, 'g>, force: &Force, unwrapped_angles: &dyn Fn(usize) -> Term<'g>) {
        let (g, pose) = (m.g, |body: BodyId| m.body(body).pose);
        match force {
            Force::Spring { first, second, stiffness, damping, length, force, .. } => {
                let law = Law::new(m, [*stiffness, *damping, *length], force.as_ref());
                self.add_spring(&law, [first, second].map(|at| (at.body, arm(g, &pose(at.body), at), pose(at.body))));
            }
            Force::Torsion { joint, stiffness, damping, angle, torque, .. } => {
                let law = Law::new(m, [*stiffness, *damping, *angle], torque.as_ref());
                let (number, joint) = (joint.index(), &m.model.joints[joint.index()]);
                let [value, rate] = m.ends(joint).turning(unwrapped_angles(number));
                let (load, axis) = (law.load(value, rate), known(g, joint.first.axes.column(2)));
                let axis = if pose(joint.first.body).is_planar { known(g, [0.0, 0.0, 1.0]) } else { axis };
                // The axis is known in the first body's own axes.
                self.twist(joint.first.body, scale(-load, axis), Frame::Body);
                self.twist(joint.second.body, scale(load, pose(joint.first.body).turn(axis)), Frame::World);
            }
            Force::Force { at, value, frame, .. } => {
                let vector = world(&pose(at.body), components(m, value), *frame);
                self.push(at.body, vector, arm(g, &pose(at.body), at));
            }
            Force::Torque { body, value, frame, .. } => self.twist(*body, components(m, value), *frame),
            Force::Bushing { first, second, stiffness, damping, .. } => {
                self.add_bushing(m, [first, second], [stiffness, damping]);
            }
            Force::PlaneSpring { at, plane_point, plane_normal, stiffness, damping, unilateral, .. } => {
                let (law, normal) = (Law::new(m, [*stiffness, *damping, 0.0], None), known(g, *plane_normal));
                let (body, arm) = (pose(at.body), arm(g, &pose(at.body), at));
                let height = dot(&normal, &sub(add(body.r, arm), known(g, *plane_point)));
                let (load, zero) = (law.load(height, dot(&normal, &body.velocity_at(arm))), g.number(0.0));
                let pushing = height.below(zero, load.below(zero, zero, load), zero);
                self.push(at.body, scale(if *unilateral { pushing } else { load }, normal), arm);
            }
        }
    }

    /// Along the line between two points. Where they coincide it is not a number.
    fn add_spring(&mut self, law: &Law<'g>, ends: [(BodyId, Vector<'g>, Pose<'g>); 2]) {
        let [(first, from, a), (second, to, b)] = ends;
        let d = sub(add(b.r, to), add(a.r, from));
        let length = dot(&d, &d).sqrt();
        let direction = scale(length.inverse(), d);
        let rate = dot(&direction, &sub(b.velocity_at(to), a.velocity_at(from)));
        let force = scale(law.load(length, rate), direction);
        self.push(second, force, to);
        self.push(first, negate(force), from);
    }

    /// Six springs and dampers, by the equations (1) to (3) of the model's `bushing`.
    fn add_bushing(&mut self, m: &Mechanism<'_, 'g>, ends: [&Marker; 2], laws: [&[f64; 6]; 2]) {
        let g = m.g;
        let [(a, s1, R1), (b, s2, R2)] = ends.map(|marker| {
            let (pose, axes) = (m.body(marker.body).pose, known_matrix(g, &marker.axes));
            (pose, pose.turn(known(g, marker.point)), product(&pose.R, &axes))
        });
        let point = add(b.r, s2);
        let (d, arm) = (mul_transposed(&R1, sub(point, add(a.r, s1))), sub(point, a.r));
        let theta = rotation_vector(&product(&transposed(&R1), &R2));
        let rate = mul_transposed(&R1, sub(b.velocity_at(s2), a.velocity_at(arm)));
        let w = mul_transposed(&R1, sub(b.w, a.w));

        let [stiffness, damping] = laws.map(|six| six.map(|x| g.number(x)));
        let times = |six: &[Term<'g>], x: Vector<'g>| -> Vector<'g> { std::array::from_fn(|k| six[k] * x[k]) };
        let force = add(times(&stiffness[..3], d), times(&damping[..3], rate));
        let spring = mul_inverse_jacobian_transposed(theta, times(&stiffness[3..], theta));
        let torque = mul(&R1, negate(add(spring, times(&damping[3..], w))));
        let force = mul(&R1, negate(force));
        self.push(ends[1].body, force, s2);
        self.push(ends[0].body, negate(force), arm);
        self.twist(ends[1].body, torque, Frame::World);
        self.twist(ends[0].body, negate(torque), Frame::World);
    }
}

/// Load −k (x − x₀) − c ẋ + actuator.
struct Law<'g> {
    stiffness: Term<'g>,
    damping: Term<'g>,
    free: Term<'g>,
    actuator: Term<'g>,
}

impl<'g> Law<'g> {
    fn new(m: &Mechanism<'_, 'g>, numbers: [f64; 3], actuator: Option<&Expression>) -> Law<'g> {
        let [stiffness, damping, free] = numbers.map(|x| m.g.number(x));
        let actuator = actuator.map_or(m.g.number(0.0), |load| calc_value(load, m.time));
        Law { stiffness, damping, free, actuator }
    }

    fn load(&self, x: Term<'g>, rate: Term<'g>) -> Term<'g> {
        self.actuator - self.stiffness * (x - self.free) - self.damping * rate
    }
}

fn arm<'g>(g: &'g Graph, pose: &Pose<'g>, at: &Attachment) -> Vector<'g> {
    pose.turn(known(g, at.point))
}

fn components<'g>(m: &Mechanism<'_, 'g>, value: &[Expression; 3]) -> Vector<'g> {
    value.each_ref().map(|component| calc_value(component, m.time))
}

fn world<'g>(pose: &Pose<'g>, vector: Vector<'g>, frame: Frame) -> Vector<'g> {
    match frame {
        Frame::World => vector,
        Frame::Body => pose.turn(vector),
    }
}

fn transposed<'g>(m: &Matrix<'g>) -> Matrix<'g> {
    std::array::from_fn(|k| column(m, k))
}

fn product<'g>(a: &Matrix<'g>, b: &Matrix<'g>) -> Matrix<'g> {
    a.map(|row| mul_transposed(b, row))
}

/// Axis times angle of a rotation, through the quaternion with the largest component first [Shepperd].
fn rotation_vector<'g>(m: &Matrix<'g>) -> Vector<'g> {
    let trace = m[0][0] + m[1][1] + m[2][2];
    let candidates = [
        (trace, [1.0 + trace, m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]]),
        (m[0][0], [m[2][1] - m[1][2], 1.0 + 2.0 * m[0][0] - trace, m[0][1] + m[1][0], m[0][2] + m[2][0]]),
        (m[1][1], [m[0][2] - m[2][0], m[0][1] + m[1][0], 1.0 + 2.0 * m[1][1] - trace, m[1][2] + m[2][1]]),
        (m[2][2], [m[1][0] - m[0][1], m[0][2] + m[2][0], m[1][2] + m[2][1], 1.0 + 2.0 * m[2][2] - trace]),
    ];
    let (mut most, mut q) = candidates[0];
    for (size, candidate) in &candidates[1..] {
        q = std::array::from_fn(|k| most.below(*size, candidate[k], q[k]));
        most = most.call2(Function::Max, *size);
    }
    let (zero, inverse) = (trace.number(0.0), dot(&q, &q).sqrt().inverse());
    let q = scale(inverse, q);
    // The shorter way round.
    let [w, x, y, z] = q.map(|c| q[0].below(zero, -c, c));
    let v = [x, y, z];
    let s = dot(&v, &v).sqrt();
    let k = s.below(s.number(NO_AXIS), s.number(2.0), 2.0 * s.call2(Function::Atan2, w) / s);
    scale(k, v)
}

/// J⁻ᵀ x = x + ½ θ × x + c θ × (θ × x)
fn mul_inverse_jacobian_transposed<'g>(theta: Vector<'g>, x: Vector<'g>) -> Vector<'g> {
    let square = dot(&theta, &theta);
    // As in the model: below 0.1 rad by its series.
    let series = 1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1209600.0));
    let half = 0.5 * square.sqrt();
    let c = square.below(square.number(0.01), series, (1.0 - half / half.call(Function::Tan)) / square);
    let once = cross(theta, x);
    add(add(x, scale(square.number(0.5), once)), scale(c, cross(theta, once)))
}
