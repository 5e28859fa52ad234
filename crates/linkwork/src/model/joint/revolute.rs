//! `revolute`: rotation about the axis. Five equations in space, two in the plane.

use super::{planar, spatial};

/// The points coincide and the axes stay parallel.
#[inline(always)]
pub(super) fn spatial(ends: &spatial::Ends, rows: &mut spatial::Rows) {
    ends.coincidence(rows);
    ends.parallel_axes(rows);
}

/// The points coincide.
#[inline(always)]
pub(super) fn planar(ends: &planar::Ends, rows: &mut planar::Rows) {
    ends.coincidence(rows);
}
