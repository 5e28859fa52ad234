//! `point_plane`: the second body's point stays in a plane of the first. One equation.

use super::{Asked, Facts, Frames, JointType, Keys, SpatialVocabulary};
use crate::model::build::joints::Reading;

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
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.stays_on(ends.first(2), rows);
    }
}
