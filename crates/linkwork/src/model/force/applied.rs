//! `force` and `torque`: loads on a body given as functions of time, in world axes or in the body's own.

use super::{Attachment, Expression};
use crate::spatial::{Pose, Vec3, Wrench};

/// Axes in which a vector's components are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Frame {
    /// World axes.
    World,
    /// The body's own axes.
    Body,
}

/// The wrench of a given force at a point of the body.
pub(super) fn calc_force(time: f64, value: &[Expression; 3], frame: Frame, at: &Attachment, pose: Pose) -> Wrench {
    pose.wrench_of(calc_vector(time, value, frame, pose), pose.point(at.point))
}

/// The wrench of a given torque.
pub(super) fn calc_torque(time: f64, value: &[Expression; 3], frame: Frame, pose: Pose) -> Wrench {
    Wrench { force: Vec3::ZERO, torque: calc_vector(time, value, frame, pose) }
}

/// The given vector at this time, world axes.
fn calc_vector(time: f64, value: &[Expression; 3], frame: Frame, pose: Pose) -> Vec3 {
    let components = Vec3(value.each_ref().map(|component| component.value(time)));
    match frame {
        Frame::World => components,
        Frame::Body => pose.R * components,
    }
}
