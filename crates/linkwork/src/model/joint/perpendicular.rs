//! `perpendicular`: the two axes stay perpendicular. One equation.

use super::{Asked, Facts, JointType, Keys, SpatialVocabulary};
use crate::model::build::joints::Reading;

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
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.perpendicular(ends.first(2), ends.second(2), rows);
    }
}
