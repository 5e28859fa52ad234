//! `spring`: spring, damper and actuator along the line between two points, from the law in the length l.

use super::Attachment;
use super::law::Law;
use crate::ids::BodyId;
use crate::spatial::{Pose, Wrench, dot, norm, scale, sub};

/// Adds the force on both bodies. Where the points coincide the line has no direction, and there is no force.
pub(super) fn add_wrenches(
    law: Law,
    [first, second]: [&Attachment; 2],
    pose: impl Fn(BodyId) -> Pose,
    mut add: impl FnMut(BodyId, Wrench),
) {
    let (a, b) = (pose(first.body), pose(second.body));
    let (from, to) = (a.point(first.point), b.point(second.point));
    let length = norm(sub(to, from));
    if length == 0.0 {
        return;
    }
    let direction = scale(1.0 / length, sub(to, from));
    let rate = dot(direction, sub(b.velocity_at(to), a.velocity_at(from)));

    let force = scale(law.load(length, rate), direction);
    add(second.body, b.wrench_of(force, to));
    add(first.body, a.wrench_of(scale(-1.0, force), from));
}

/// ½ k (l − l₀)²
pub(super) fn calc_potential(law: Law, [first, second]: [&Attachment; 2], pose: impl Fn(BodyId) -> Pose) -> f64 {
    law.potential(norm(sub(pose(second.body).point(second.point), pose(first.body).point(first.point))))
}
