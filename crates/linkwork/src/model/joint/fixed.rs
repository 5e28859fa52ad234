//! `fixed`: no relative motion. Six equations in space, three in the plane.

use super::{planar, spatial};

/// The points coincide and the two frames agree: z₁ ⟂ x₂, z₁ ⟂ y₂, x₁ ⟂ y₂.
#[inline(always)]
pub(super) fn spatial(ends: &spatial::Ends, rows: &mut spatial::Rows) {
    ends.coincidence(rows);
    ends.parallel_axes(rows);
    ends.perpendicular(ends.first(0), ends.second(1), rows);
}

/// The points coincide and the frames have the same angle.
pub(super) fn planar(ends: &planar::Ends, rows: &mut planar::Rows) {
    ends.coincidence(rows);
    ends.same_angle(rows);
}
