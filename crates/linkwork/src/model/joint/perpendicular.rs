//! `perpendicular`: the two axes stay perpendicular. One equation.

use super::spatial::{Ends, Rows};

/// a₁·a₂ = 0
pub(super) fn spatial(ends: &Ends, rows: &mut Rows) {
    ends.perpendicular(ends.first(2), ends.second(2), rows);
}
