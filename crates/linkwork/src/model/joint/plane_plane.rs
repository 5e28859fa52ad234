//! `plane_plane`: two planes stay in contact, the usual mate of CAD assemblies. Three equations.

use super::spatial::{Ends, Rows};

/// Normals stay parallel, and the second point stays in the first plane.
pub(super) fn spatial(ends: &Ends, rows: &mut Rows) {
    ends.parallel_axes(rows);
    ends.stays_on(ends.first(2), rows);
}
