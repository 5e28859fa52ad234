//! `torsion`: torsion spring, damper and motor about a joint's axis, from the law in the joint's angle q.

use super::Turning;
use super::law::Law;
use crate::ids::BodyId;
use crate::spatial::{Vec3, Wrench};

/// Adds the torque on the second body, and its opposite on the first.
pub(super) fn add_wrenches(law: Law, joint: Turning, mut add: impl FnMut(BodyId, Wrench)) {
    let load = law.load(joint.angle, joint.rate);
    add(joint.second, Wrench { force: Vec3::ZERO, torque: load * joint.axis });
    add(joint.first, Wrench { force: Vec3::ZERO, torque: -load * joint.axis });
}
