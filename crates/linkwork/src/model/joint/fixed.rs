//! `fixed`: no relative motion. Six equations in space, three in the plane.

use super::{Facts, JointType, Keys, planar, spatial};
use crate::model::build::joints::Reading;
use crate::spatial::Real;

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
    fn spatial<S: Real>(&self, ends: &spatial::Ends<S>, _: Option<[S; 3]>, rows: &mut spatial::Rows<S>) {
        ends.coincidence(rows);
        ends.parallel_axes(rows);
        ends.perpendicular(ends.first(0), ends.second(1), rows);
    }

    /// The points coincide and the frames have the same angle.
    fn planar<S: Real>(&self, ends: &planar::Ends<S>, _: Option<[S; 3]>, rows: &mut planar::Rows<S>) {
        ends.coincidence(rows);
        ends.same_angle(rows);
    }
}
