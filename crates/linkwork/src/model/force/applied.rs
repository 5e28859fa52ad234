//! Vectors given as functions of time or of the state, in world axes or in a body's own: common to `force` and
//! `torque`.

use super::{Expression, Parameter, Surroundings};
use crate::model::file::Scalar;
use crate::spatial::{Pose, Real, Vec3};

/// Axes in which a vector's components are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Frame {
    /// World axes.
    World,
    /// The body's own axes.
    Body,
}

impl Frame {
    /// The words for `frame`.
    pub(in crate::model) const WORDS: &'static [&'static str] = &["world", "body"];

    fn word(self) -> &'static str {
        match self {
            Frame::World => "world",
            Frame::Body => "body",
        }
    }
}

/// A component that is left out.
pub(super) const ZERO: Scalar = Scalar::Number(0.0);

/// The components now.
pub(super) fn components<S: Real>(value: &[Expression; 3], now: &impl Surroundings<S>) -> Vec3<S> {
    Vec3(value.each_ref().map(|component| now.value(component)))
}

/// The vector in world axes.
pub(super) fn in_world<S: Real>(components: Vec3<S>, frame: Frame, pose: &Pose<S>) -> Vec3<S> {
    match frame {
        Frame::World => components,
        Frame::Body => pose.R * components,
    }
}

/// Shows components and frame.
pub(super) fn parameters(value: &mut [Expression; 3], frame: Frame, visit: &mut dyn FnMut(Parameter)) {
    value.iter_mut().for_each(|component| visit(Parameter::Expression(Some(component))));
    visit(Parameter::Word(frame.word()));
}
