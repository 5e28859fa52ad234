//! How clearly the equations of a mechanism are independent: what a solver can be asked for.
//!
//! Chance brings mechanisms near singular positions, where digits are lost whatever the method: round-off over the
//! smallest pivot of the best order.

/// Squared length below which nothing is left of a unit row but round-off.
const NOTHING: f64 = 1e-24;

/// The smallest square of what is left of a row by those taken before it, where something is left and the row of which
/// most is left comes next. Rows have unit length.
pub fn weakest_pivot(rows: &[Vec<f64>]) -> f64 {
    let mut rest = rows.to_vec();
    let mut weakest = 1.0_f64;
    while let Some(next) = (0..rest.len()).max_by(|&a, &b| dot(&rest[a], &rest[a]).total_cmp(&dot(&rest[b], &rest[b])))
    {
        let mut unit = rest.swap_remove(next);
        let left = dot(&unit, &unit);
        if left <= NOTHING {
            break;
        }
        weakest = weakest.min(left);
        unit.iter_mut().for_each(|x| *x /= left.sqrt());
        for row in &mut rest {
            remove(row, &unit);
            remove(row, &unit);
        }
    }
    weakest
}

/// Makes a vector orthogonal to a unit vector.
fn remove(x: &mut [f64], unit: &[f64]) {
    let along = dot(x, unit);
    x.iter_mut().zip(unit).for_each(|(x, u)| *x -= along * u);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
