//! `fixed`: no relative motion. Six equations in space, three in the plane.

use super::{Asked, Facts, JointType, Keys, PlanarVocabulary, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// No relative motion.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Fixed;

impl JointType for Fixed {
    const FACTS: Facts = Facts {
        word: "fixed",
        other_names: &["weld", "rigid"],
        equations: 6,
        planar: Ok(3),
        holds_point: true,
        holds_angle: true,
        carries: Some(&[]),
        carries_in_plane: Some(&[]),
        keys: Keys { must: &[], may: &["point", "axis", "normal"] },
        planar_keys: Some(Keys { must: &[], may: &["point", "normal"] }),
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Fixed)
    }

    /// The points coincide and the two frames agree: z₁ ⟂ x₂, z₁ ⟂ y₂, x₁ ⟂ y₂.
    #[inline(always)]
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.coincidence(rows);
        ends.parallel_axes(rows);
        ends.perpendicular(ends.first(0), ends.second(1), rows);
    }

    /// The points coincide and the frames have the same angle.
    fn planar<E: PlanarVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.coincidence(rows);
        ends.same_angle(rows);
    }
}
