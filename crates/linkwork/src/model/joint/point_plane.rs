//! `point_plane`: the second body's point stays in a plane of the first. One equation.

use super::{Facts, Frames, JointType, Keys, spatial};
use crate::model::build::joints::Reading;
use crate::spatial::Real;

/// The second body's point stays in a plane of the first.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PointPlane;

impl JointType for PointPlane {
    const FACTS: Facts = Facts {
        word: "point_plane",
        equations: 1,
        planar: Err("use \"point_line\""),
        holds_direction: true,
        frames: Frames::FirstAxis,
        keys: Keys { must: &["point", "axis"], may: &["normal"] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(PointPlane)
    }

    /// No distance along the normal.
    fn spatial<S: Real>(&self, ends: &spatial::Ends<S>, _: Option<[S; 3]>, rows: &mut spatial::Rows<S>) {
        ends.stays_on(ends.first(2), rows);
    }
}
