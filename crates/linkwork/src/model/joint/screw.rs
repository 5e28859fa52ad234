//! `screw`: travel along the axis is pitch times the angle about it. Five equations.

use super::spatial::{Ends, Measure, Rows};

/// As `cylindrical`, and travel − pitch · angle keeps its first value.
pub(super) fn spatial(ends: &Ends, pitch: f64, unwrapped_angle: f64, rows: &mut Rows) {
    super::cylindrical::spatial(ends, rows);
    let (travel, angle) = (ends.travel(), ends.angle(unwrapped_angle));
    let mut m = Measure {
        value: travel.value - pitch * angle.value,
        rate: travel.rate - pitch * angle.rate,
        bias: travel.bias - pitch * angle.bias,
        ..travel
    };
    for c in 0..6 {
        m.first[c] -= pitch * angle.first[c];
        m.second[c] -= pitch * angle.second[c];
    }
    rows.push(&m, [0.0; 3]);
}
