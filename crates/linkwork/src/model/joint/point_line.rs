//! `point_line`: the second body's point stays on a line of the first. Two equations in space, one in the plane.

use super::{planar, spatial};

/// No distance from the line in either direction across it.
pub(super) fn spatial(ends: &spatial::Ends, rows: &mut spatial::Rows) {
    ends.stays_on(ends.first(0), rows);
    ends.stays_on(ends.first(1), rows);
}

/// No distance across the line.
pub(super) fn planar(ends: &planar::Ends, rows: &mut planar::Rows) {
    ends.stays_on_line(rows);
}
