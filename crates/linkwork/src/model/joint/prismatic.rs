//! `prismatic`: translation along the axis. Five equations in space, two in the plane.

use super::{planar, spatial};

/// The second point stays on the axis, and the frames keep their orientation.
#[inline(always)]
pub(super) fn spatial(ends: &spatial::Ends, rows: &mut spatial::Rows) {
    ends.stays_on(ends.first(0), rows);
    ends.stays_on(ends.first(1), rows);
    ends.parallel_axes(rows);
    ends.perpendicular(ends.first(0), ends.second(1), rows);
}

/// The second point stays on the line, and the frames keep their angle.
pub(super) fn planar(ends: &planar::Ends, rows: &mut planar::Rows) {
    ends.stays_on_line(rows);
    ends.same_angle(rows);
}
