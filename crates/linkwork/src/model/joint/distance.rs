//! `distance`: two points keep their distance, or follow a given one. One equation.

use super::{Joint, planar, spatial};

impl Joint {
    /// The length asked for at a time, with its two derivatives.
    pub(super) fn distance(&self, length: f64, time: f64) -> [f64; 3] {
        self.motion.as_ref().map_or([length, 0.0, 0.0], |motion| motion.jet(time))
    }
}

/// |d| = l
pub(super) fn spatial(ends: &spatial::Ends, length: [f64; 3], rows: &mut spatial::Rows) {
    rows.push(&ends.length(), length);
}

/// |d| = l
pub(super) fn planar(ends: &planar::Ends, length: [f64; 3], rows: &mut planar::Rows) {
    rows.push(&ends.length(), length);
}
