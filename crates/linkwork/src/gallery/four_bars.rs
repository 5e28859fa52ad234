//! N four-bar linkages in a row: a mechanism with one degree of freedom and singular positions.

use super::parts::{body, check_size, finish, model, moving, planar_body, revolute, rod_shape};
use crate::Space;
use crate::model::ModelFile;
use crate::model::file::BodyEntry;
use crate::spatial::{Quat, Vec3};

/// `n` four-bars: uprights i = 0 … n from (i, 0) to (i, 1), couplers from tip to tip; uniform rods of 1 m and 1 kg; all
/// uprights turning clockwise at 1 rad/s; gravity (0, −9.81, 0). Body axes are those of the world at the start.
///
/// In space all joints turn about z, so 3 n of the equations are redundant. Rods are slender, not thin: the moment of
/// inertia about their length is 0.0001 kg·m². Where uprights and couplers lie along one line the motion can branch.
///
/// # Errors
/// When `n` is zero or too large.
pub fn four_bars(n: usize, space: Space) -> Result<ModelFile, String> {
    check_size("the number of four-bars", n, 1, n.checked_mul(2).and_then(|b| b.checked_add(1)))?;
    let mut row = model("four-bars", space, Vec3([0.0, -9.81, 0.0]));
    let axis = Vec3([0.0, 0.0, 1.0]);
    for i in 0..=n {
        let x = i as f64;
        let upright = format!("upright{i}");
        let turning = rod(upright.clone(), space, Vec3([x, 0.5, 0.0]), Vec3([0.0, 1.0, 0.0]));
        row.bodies.push(moving(turning, space, Vec3([0.5, 0.0, 0.0]), Vec3([0.0, 0.0, -1.0])));
        row.joints.push(revolute(format!("base{i}"), space, ["ground", &upright], Vec3([x, 0.0, 0.0]), axis));
        if i == 0 {
            continue;
        }

        // The coupler that ends at this upright.
        let coupler = format!("coupler{i}");
        let previous = format!("upright{}", i - 1);
        let shifting = rod(coupler.clone(), space, Vec3([x - 0.5, 1.0, 0.0]), Vec3([1.0, 0.0, 0.0]));
        row.bodies.push(moving(shifting, space, Vec3([1.0, 0.0, 0.0]), Vec3::ZERO));
        row.joints.push(revolute(format!("left{i}"), space, [&previous, &coupler], Vec3([x - 1.0, 1.0, 0.0]), axis));
        row.joints.push(revolute(format!("right{i}"), space, [&coupler, &upright], Vec3([x, 1.0, 0.0]), axis));
    }
    Ok(finish(row))
}

/// A uniform rod of 1 m and 1 kg along a coordinate axis.
fn rod(name: String, space: Space, position: Vec3, along: Vec3) -> BodyEntry {
    let mut rod = match space {
        Space::Planar => planar_body(name, 1.0, 1.0 / 12.0, position, 0.0),
        Space::Spatial => {
            let inertia = along.map(|a| if a == 0.0 { 1.0 / 12.0 } else { 1e-4 });
            body(name, 1.0, inertia, position, Quat::IDENTITY)
        }
    };
    rod.shapes = vec![rod_shape(-0.5 * along, 0.5 * along, 0.02)];
    rod
}
