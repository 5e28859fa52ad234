//! Vectors, rotations, poses and spatial pairs, over the numbers of [`Real`].
//!
//! Names carry frames: `R_WB` turns components in B into components in W. A [`Motion`] is a velocity or acceleration
//! of a body (linear part at the centre of mass), a [`Wrench`] a force with its torque. The number type is `f64` where
//! none is named.

mod dual;
mod number;
mod pose;
mod rotation;
mod sin_cos;
mod vector;

pub use dual::Dual;
pub use number::Real;
pub use pose::{BodyMotion, Motion, PlanarPose, Pose, Wrench};
pub use rotation::{Mat3, Quat};
pub(crate) use sin_cos::sin_cos;
pub use vector::{Vec2, Vec3};
