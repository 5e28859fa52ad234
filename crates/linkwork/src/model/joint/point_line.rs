//! `point_line`: the second body's point stays on a line of the first. Two equations in space, one in the plane.

use super::{Asked, Facts, Frames, JointType, Keys, PlanarVocabulary, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// The second body's point stays on a line of the first.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PointLine;

impl JointType for PointLine {
    const FACTS: Facts = Facts {
        word: "point_line",
        equations: 2,
        planar: Ok(1),
        holds_direction: true,
        frames: Frames::FirstAxis,
        keys: Keys { must: &["point", "axis"], may: &["normal"] },
        planar_keys: Some(Keys { must: &["point", "axis"], may: &[] }),
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(PointLine)
    }

    /// No distance from the line in either direction across it.
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.stays_on(ends.first(0), rows);
        ends.stays_on(ends.first(1), rows);
    }

    /// No distance across the line.
    fn planar<E: PlanarVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.stays_on(ends.first(1), rows);
    }
}
