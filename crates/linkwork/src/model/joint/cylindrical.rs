//! `cylindrical`: rotation about and translation along the axis. Four equations.

use super::spatial::{Ends, Rows};

/// The second point stays on the axis and the axes stay parallel.
#[inline(always)]
pub(super) fn spatial(ends: &Ends, rows: &mut Rows) {
    ends.stays_on(ends.first(0), rows);
    ends.stays_on(ends.first(1), rows);
    ends.parallel_axes(rows);
}
