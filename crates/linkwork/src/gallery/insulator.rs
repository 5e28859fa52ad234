//! The double insulator chain of Vlasenko & Kasper: two chains of insulators side by side carry a holder with a power
//! line, and wind blows at them.

use super::parts::{check_size, finish, force, model, planar_body, revolute, rod_shape, simulation};
use crate::Space;
use crate::model::file::ModelFile;
use crate::spatial::Vec3;

/// Length of an insulator (m) and its mass (kg).
const ROD: (f64, f64) = (0.3, 4.0);
/// Half the distance between the two chains (m).
const HALF_WIDTH: f64 = 0.2;
/// From the holder's upper edge to its lower corner (m), and its mass (kg).
const HOLDER: (f64, f64) = (0.3, 8.0);
/// Pull of the line at the holder's lower corner (N), down.
const LINE: f64 = 400.0;
/// Wind on each body (N), along y, as in the paper.
const WIND: f64 = 10.0;

/// Two chains of `m` insulators in the plane, hung from the ground at y = ∓0.2 m, and a triangular holder between their
/// lower ends: 2 m + 1 bodies, 2 (m + 1) revolute joints, 4 (m + 1) equations, 2 m − 1 degrees of freedom.
///
/// The paper's wind of 10 N acts along y on every body, so x points down: gravity is (9.81, 0). Sizes and masses are
/// ours, since the paper omits them: rods of 0.3 m and 4 kg, a holder of 8 kg (an isosceles triangle 0.4 m wide and
/// 0.3 m high), a line that pulls it down by 400 N. The chains start at rest, hanging straight.
///
/// # Errors
/// When `m` is zero or too large.
pub fn insulator(m: usize) -> Result<ModelFile, String> {
    check_size("the number of insulators in a chain", m, 1, m.checked_mul(2).and_then(|b| b.checked_add(1)))?;
    let mut chains = model("insulator", Space::Planar, Vec3([9.81, 0.0, 0.0]));
    let (length, mass) = ROD;
    for (side, y) in [("left", -HALF_WIDTH), ("right", HALF_WIDTH)] {
        for i in 0..=m {
            let upper = if i == 0 { "ground".into() } else { format!("{side}{i}") };
            let lower = if i == m { "holder".into() } else { format!("{side}{}", i + 1) };
            let x = length * i as f64;
            let name = format!("{side}_joint{}", i + 1);
            chains.joints.push(revolute(
                name,
                Space::Planar,
                [&upper, &lower],
                Vec3([x, y, 0.0]),
                Vec3([0.0, 0.0, 1.0]),
            ));
            if i < m {
                let center = Vec3([x + 0.5 * length, y, 0.0]);
                let mut rod = planar_body(lower, mass, mass * length * length / 12.0, center, 0.0);
                rod.shapes = vec![rod_shape(Vec3([-0.5 * length, 0.0, 0.0]), Vec3([0.5 * length, 0.0, 0.0]), 0.02)];
                chains.bodies.push(rod);
            }
        }
    }
    hang_holder(&mut chains, length * m as f64);
    for body in &chains.bodies {
        // Every body of this model has a name: it was given one above.
        let name = body.name.as_deref().unwrap_or_default();
        chains.forces.push(force(format!("wind_{name}"), name, vec![0.0, WIND]));
    }
    chains.simulation = simulation(5.0, 0.01);
    Ok(finish(chains))
}

/// Adds the holder, its upper edge at x, and the line.
fn hang_holder(chains: &mut ModelFile, x: f64) {
    let (height, mass) = HOLDER;
    // A triangle with sides a, b, c has the moment of inertia m (a² + b² + c²)/36 about its centroid, which lies a third
    // of the height below the edge.
    let squares = 4.0 * HALF_WIDTH * HALF_WIDTH + 2.0 * (HALF_WIDTH * HALF_WIDTH + height * height);
    let mut holder = planar_body("holder".into(), mass, mass * squares / 36.0, Vec3([x + height / 3.0, 0.0, 0.0]), 0.0);
    let corners = [[-height / 3.0, -HALF_WIDTH, 0.0], [-height / 3.0, HALF_WIDTH, 0.0], [2.0 * height / 3.0, 0.0, 0.0]];
    holder.shapes = (0..3).map(|k| rod_shape(Vec3(corners[k]), Vec3(corners[(k + 1) % 3]), 0.02)).collect();
    chains.bodies.push(holder);

    let mut line = force("line".into(), "holder", vec![LINE, 0.0]);
    line.point = Some(vec![2.0 * height / 3.0, 0.0]);
    chains.forces.push(line);
}
