//! `spring`: spring, damper and actuator along the line between two points, from the law in the length l.

use super::Attachment;
use super::law::Law;
use crate::ids::BodyId;
use crate::spatial::{Pose, Vec3, Wrench};

/// The line between the two points.
pub(super) struct Line {
    from: Vec3,
    to: Vec3,
    direction: Vec3,
    pub(super) length: f64,
    pub(super) rate: f64,
}

impl Line {
    /// Between points on bodies in these poses; `None` where they coincide: there the line has no direction, and
    /// there is no force.
    pub(super) fn between([first, second]: [&Attachment; 2], [a, b]: [&Pose; 2]) -> Option<Line> {
        let (from, to) = (a.point(first.point), b.point(second.point));
        let length = (to - from).norm();
        if length == 0.0 {
            return None;
        }
        let direction = 1.0 / length * (to - from);
        let rate = direction.dot(b.velocity_at(to) - a.velocity_at(from));
        Some(Line { from, to, direction, length, rate })
    }
}

/// Adds the force on both bodies.
pub(super) fn add_wrenches(
    law: Law,
    [first, second]: [&Attachment; 2],
    pose: impl Fn(BodyId) -> Pose,
    mut add: impl FnMut(BodyId, Wrench),
) {
    let (a, b) = (pose(first.body), pose(second.body));
    let Some(line) = Line::between([first, second], [&a, &b]) else { return };
    let force = law.load(line.length, line.rate) * line.direction;
    add(second.body, b.wrench_of(force, line.to));
    add(first.body, a.wrench_of(-force, line.from));
}

/// ½ k (l − l₀)²
pub(super) fn calc_potential(law: Law, [first, second]: [&Attachment; 2], pose: impl Fn(BodyId) -> Pose) -> f64 {
    law.potential((pose(second.body).point(second.point) - pose(first.body).point(first.point)).norm())
}
