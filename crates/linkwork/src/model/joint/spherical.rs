//! `spherical`: rotation about a point. Three equations.

use super::spatial::{Ends, Rows};

/// The points coincide.
#[inline(always)]
pub(super) fn spatial(ends: &Ends, rows: &mut Rows) {
    ends.coincidence(rows);
}
