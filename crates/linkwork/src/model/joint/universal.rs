//! `universal`: rotation about two crossing axes, one on each body. Four equations.

use super::{Asked, Facts, Freedom, Frames, JointType, Keys, Quantity, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// Rotation about two crossing axes, one on each body.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Universal;

impl JointType for Universal {
    const FACTS: Facts = Facts {
        word: "universal",
        other_names: &["hooke", "cardan"],
        equations: 4,
        planar: Err("use \"revolute\""),
        holds_point: true,
        coordinates: &["angle1", "angle2"],
        quantities: &[Quantity::FirstCrossAngle, Quantity::SecondCrossAngle],
        carries: Some(&[Freedom::Turn, Freedom::TurnAcross]),
        frames: Frames::Crossed,
        keys: Keys { must: &["point", "axis", "axis2"], may: &["normal"] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Universal)
    }

    /// The points coincide and the two axes stay perpendicular.
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.coincidence(rows);
        ends.perpendicular(ends.first(2), ends.second(2), rows);
    }
}
