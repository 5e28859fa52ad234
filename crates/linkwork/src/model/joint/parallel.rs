//! `parallel`: the two axes stay parallel. Two equations.

use super::{Asked, Facts, JointType, Keys, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// The two axes stay parallel.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Parallel;

impl JointType for Parallel {
    const FACTS: Facts = Facts {
        word: "parallel",
        equations: 2,
        planar: Err("use \"prismatic\", which keeps the angle too"),
        keys: Keys { must: &["axis"], may: &["normal"] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Parallel)
    }

    /// The second normal and binormal stay perpendicular to the first axis.
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.parallel_axes(rows);
    }
}
