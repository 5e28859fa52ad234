//! `parallel`: the two axes stay parallel. Two equations.

use super::spatial::{Ends, Rows};

/// The second normal and binormal stay perpendicular to the first axis.
pub(super) fn spatial(ends: &Ends, rows: &mut Rows) {
    ends.parallel_axes(rows);
}
