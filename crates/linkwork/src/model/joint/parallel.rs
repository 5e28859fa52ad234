//! `parallel`: the two axes stay parallel. Two equations.

use super::{Facts, JointType, Keys, spatial};
use crate::model::build::joints::Reading;
use crate::spatial::Real;

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
    fn spatial<S: Real>(&self, ends: &spatial::Ends<S>, _: Option<[S; 3]>, rows: &mut spatial::Rows<S>) {
        ends.parallel_axes(rows);
    }
}
