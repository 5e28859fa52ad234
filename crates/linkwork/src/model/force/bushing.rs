//! `bushing`: six springs and dampers between a frame F₁ on the first body and a frame F₂ on the second.
//!
//! With the displacement d = R₁ᵀ(P₂ − P₁) and the rotation vector θ of R₁ᵀR₂, both in F₁, the potential is
//!
//! ```text
//! V = ½ dᵀ K_d d + ½ θᵀ K_θ θ                                                                   (1)
//! ```
//!
//! for any rotation up to a half turn. The relative velocities in F₁ are ḋ = R₁ᵀ(v₂ − v₁) at the point P₂, and
//! ω = R₁ᵀ(ω₂ − ω₁); since d(R₁ᵀR₂)/dt = ω̃ R₁ᵀR₂, the rotation vector changes by θ̇ = J⁻¹ω with
//!
//! ```text
//! J⁻¹ = 1 − ½ θ̃ + c θ̃²,   c = (1 − ½φ cot ½φ) / φ²,   φ = |θ|                                   (2)
//! ```
//!
//! so the load on the second body, in F₁ and at P₂, that has (1) as its potential is
//!
//! ```text
//! force −K_d d − C_d ḋ,   torque −J⁻ᵀ K_θ θ − C_θ ω                                             (3)
//! ```
//!
//! and the first body gets the opposite, at P₂ as well: the two are in balance for any displacement. Beyond a half turn
//! θ changes to the shorter way round, and with it the torque.

use super::Marker;
use crate::ids::BodyId;
use crate::spatial::{Mat3, Pose, Quat, Vec3, Wrench};

/// Adds load (3) on the second body and its opposite on the first.
pub(super) fn add_wrenches(
    [first, second]: [&Marker; 2],
    stiffness: &[f64; 6],
    damping: &[f64; 6],
    pose: impl Fn(BodyId) -> Pose,
    mut add: impl FnMut(BodyId, Wrench),
) {
    let (a, b) = (pose(first.body), pose(second.body));
    let offset = Offset::between([first, second], a, b);
    let [force, torque] = offset.calc_load(stiffness, damping, [&a, &b]).map(|load| offset.R1 * load);

    let mut apply = |body: BodyId, pose: Pose, sign: f64| {
        let at_center = pose.wrench_of(sign * force, offset.point);
        add(body, Wrench { torque: at_center.torque + sign * torque, ..at_center });
    };
    apply(second.body, b, 1.0);
    apply(first.body, a, -1.0);
}

/// Displacement and rotation vector, and load (3) on the second body, all in the first frame.
pub(super) fn measure(
    [first, second]: [&Marker; 2],
    stiffness: &[f64; 6],
    damping: &[f64; 6],
    pose: impl Fn(BodyId) -> Pose,
) -> [Vec3; 4] {
    let (a, b) = (pose(first.body), pose(second.body));
    let offset = Offset::between([first, second], a, b);
    let [force, torque] = offset.calc_load(stiffness, damping, [&a, &b]);
    [offset.d, offset.theta, force, torque]
}

/// The potential (1).
pub(super) fn calc_potential(
    [first, second]: [&Marker; 2],
    stiffness: &[f64; 6],
    pose: impl Fn(BodyId) -> Pose,
) -> f64 {
    let Offset { d, theta, .. } = Offset::between([first, second], pose(first.body), pose(second.body));
    0.5 * d.dot(times(along(stiffness), d)) + 0.5 * theta.dot(times(about(stiffness), theta))
}

/// Where the second frame is, seen from the first.
struct Offset {
    /// First frame to world.
    R1: Mat3,
    /// P₂, in the world.
    point: Vec3,
    /// Displacement, in the first frame.
    d: Vec3,
    /// Rotation vector, in the first frame.
    theta: Vec3,
}

impl Offset {
    fn between([first, second]: [&Marker; 2], a: Pose, b: Pose) -> Offset {
        let (R1, R2) = (a.R * first.axes, b.R * second.axes);
        let point = b.point(second.point);
        let d = R1.tr_mul(point - a.point(first.point));
        let theta = Quat::from_matrix(&(R1.transposed() * R2)).rotation_vector();
        Offset { R1, point, d, theta }
    }

    /// Force and torque (3), in the first frame.
    fn calc_load(&self, stiffness: &[f64; 6], damping: &[f64; 6], [a, b]: [&Pose; 2]) -> [Vec3; 2] {
        let rate = self.R1.tr_mul(b.velocity_at(self.point) - a.velocity_at(self.point));
        let w = self.R1.tr_mul(b.w - a.w);
        let spring = [times(along(stiffness), self.d), times(about(stiffness), self.theta)];
        let torque = mul_inverse_jacobian_transposed(self.theta, spring[1]) + times(about(damping), w);
        [-(spring[0] + times(along(damping), rate)), -torque]
    }
}

/// J⁻ᵀ x = x + ½ θ × x + c θ × (θ × x), see (2).
fn mul_inverse_jacobian_transposed(theta: Vec3, x: Vec3) -> Vec3 {
    let square = theta.dot(theta);
    // Below 0.1 rad the quotient loses digits; there the next term of its series is 2e-16.
    let c = if square < 0.01 {
        1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1209600.0))
    } else {
        let half = 0.5 * square.sqrt();
        (1.0 - half / half.tan()) / square
    };
    let once = theta.cross(x);
    x + 0.5 * once + c * theta.cross(once)
}

/// The numbers for the three translations.
fn along(six: &[f64; 6]) -> Vec3 {
    Vec3([six[0], six[1], six[2]])
}

/// The numbers for the three rotations.
fn about(six: &[f64; 6]) -> Vec3 {
    Vec3([six[3], six[4], six[5]])
}

/// The product with a diagonal matrix.
fn times(diagonal: Vec3, x: Vec3) -> Vec3 {
    Vec3([diagonal[0] * x[0], diagonal[1] * x[1], diagonal[2] * x[2]])
}
