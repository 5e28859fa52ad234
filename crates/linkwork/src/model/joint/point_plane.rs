//! `point_plane`: the second body's point stays in a plane of the first. One equation.

use super::spatial::{Ends, Rows};

/// No distance along the normal.
pub(super) fn spatial(ends: &Ends, rows: &mut Rows) {
    ends.stays_on(ends.first(2), rows);
}
