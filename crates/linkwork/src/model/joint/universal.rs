//! `universal`: rotation about two crossing axes, one on each body. Four equations.

use super::spatial::{Ends, Rows};

/// The points coincide and the two axes stay perpendicular.
pub(super) fn spatial(ends: &Ends, rows: &mut Rows) {
    ends.coincidence(rows);
    ends.perpendicular(ends.first(2), ends.second(2), rows);
}
