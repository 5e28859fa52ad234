//! `cylindrical`: rotation about and translation along the axis. Four equations.

use super::{Asked, Facts, Freedom, JointType, Keys, Quantity, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// Rotation about and translation along the axis.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Cylindrical;

impl JointType for Cylindrical {
    const FACTS: Facts = Facts {
        word: "cylindrical",
        equations: 4,
        planar: Err("use \"prismatic\", which keeps the angle too"),
        holds_direction: true,
        travels: true,
        coordinates: &["angle", "travel"],
        quantities: &[Quantity::Angle, Quantity::Travel],
        carries: Some(&[Freedom::Turn, Freedom::Slide(2)]),
        keys: Keys { must: &["point", "axis"], may: &["normal"] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Cylindrical)
    }

    /// The second point stays on the axis and the axes stay parallel.
    #[inline(always)]
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.stays_on(ends.first(0), rows);
        ends.stays_on(ends.first(1), rows);
        ends.parallel_axes(rows);
    }
}
