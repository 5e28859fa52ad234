//! A joint's coordinates, as forces read them.

use crate::ids::BodyId;
use crate::spatial::{Vec3, Wrench};

/// The angle of a joint, and what a torque on it acts on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turning<S = f64> {
    /// q (rad), counted through full turns.
    pub angle: S,
    /// q̇ (rad/s).
    pub rate: S,
    /// Unit vector about which q turns the second body, world axes.
    pub axis: Vec3<S>,
    /// The same in the axes of the first body, in which it is fixed.
    pub axis_in_first: Vec3,
    /// The joint's first body.
    pub first: BodyId,
    /// The joint's second body.
    pub second: BodyId,
}

/// A coordinate of a joint, and what a load along it acts on.
#[derive(Clone, Copy, Debug)]
pub struct JointMeasure<S = f64> {
    /// In m or rad.
    pub value: S,
    /// In m/s or rad/s.
    pub rate: S,
    /// First and second body.
    pub bodies: [BodyId; 2],
    /// A unit load along the coordinate is these wrenches on the bodies, about their centres of mass, world axes.
    pub wrenches: [Wrench<S>; 2],
}
