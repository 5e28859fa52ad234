//! `perpendicular`: the two axes stay perpendicular. One equation.

use super::{Facts, JointType, Keys, spatial};
use crate::model::build::joints::Reading;
use crate::spatial::Real;

/// The two axes stay perpendicular.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Perpendicular;

impl JointType for Perpendicular {
    const FACTS: Facts = Facts {
        word: "perpendicular",
        equations: 1,
        planar: Err("use \"prismatic\", which keeps the angle too"),
        keys: Keys { must: &["axis", "axis2"], may: &["normal"] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Perpendicular)
    }

    /// a₁·a₂ = 0
    fn spatial<S: Real>(&self, ends: &spatial::Ends<S>, _: Option<[S; 3]>, rows: &mut spatial::Rows<S>) {
        ends.perpendicular(ends.first(2), ends.second(2), rows);
    }
}
