//! A square net of bodies: as many independent loops as meshes.

use super::parts::{body, box_shape, check_size, finish, joint, model, simulation};
use crate::Space;
use crate::model::ModelFile;
use crate::spatial::{Quat, Vec3};

/// A net of `k` by `k` bodies: body (i, j) at (i, j, 0), 1 kg, inertia 0.1 · identity; neighbors joined half-way by
/// spherical joints; body (0, 0) pinned to the ground at (−0.5, 0, 0) and body (k−1, 0) at (k−0.5, 0, 0) likewise;
/// gravity (0, 0, −9.81). It starts flat and at rest.
///
/// This position is singular for k ≥ 2: the net is stretched to the full, and its first row is taut between the pins.
/// The equations lose rank there. A run holds the row, see `locks`, and the other rows swing like a curtain; for a
/// motion in all directions take the gallery's `net`, which starts folded.
///
/// # Errors
/// When `k` is zero or too large.
pub fn net(k: usize) -> Result<ModelFile, String> {
    check_size("the size of the net", k, 1, k.checked_mul(k))?;
    Ok(weave(k, 0.0))
}

/// A net of four by four bodies that can sag: as [`net`], but folded, with its pins closer together.
pub(super) fn folded_net() -> ModelFile {
    ModelFile { simulation: simulation(3.0, 0.01), ..weave(4, 0.4) }
}

/// The net with its bodies turned about z by ±`fold`, alternating like the squares of a chess board, and its rows then
/// tilted about x by ∓`fold`, alternating too. Columns move together by cos(fold), rows by cos²(fold), and all joints
/// still fit.
fn weave(k: usize, fold: f64) -> ModelFile {
    let mut net = model("net", Space::Spatial, Vec3([0.0, 0.0, -9.81]));
    let name = |i: usize, j: usize| format!("body_{i}_{j}");
    let sign = |n: usize| if n.is_multiple_of(2) { fold } else { -fold };
    let orientation = |i: usize, j: usize| {
        Quat::about(Vec3([1.0, 0.0, 0.0]), -sign(j)) * Quat::about(Vec3([0.0, 0.0, 1.0]), sign(i + j))
    };
    let center = |i: usize, j: usize| Vec3([fold.cos() * i as f64, fold.cos().powi(2) * j as f64, 0.0]);
    let point = |i: usize, j: usize, p_B: Vec3| center(i, j) + orientation(i, j).matrix() * p_B;
    let spherical = |name: String, bodies: [&str; 2], at: Vec3| joint(name, "spherical", bodies, at.0.to_vec());
    let (left, right, up) = (Vec3([-0.5, 0.0, 0.0]), Vec3([0.5, 0.0, 0.0]), Vec3([0.0, 0.5, 0.0]));

    net.joints.push(spherical("pin_left".into(), ["ground", &name(0, 0)], point(0, 0, left)));
    net.joints.push(spherical("pin_right".into(), ["ground", &name(k - 1, 0)], point(k - 1, 0, right)));
    for j in 0..k {
        for i in 0..k {
            let mut square = body(name(i, j), 1.0, Vec3([0.1; 3]), center(i, j), orientation(i, j));
            square.shapes = vec![box_shape(Vec3([0.6, 0.6, 0.05]))];
            net.bodies.push(square);
            if i + 1 < k {
                net.joints.push(spherical(format!("x_{i}_{j}"), [&name(i, j), &name(i + 1, j)], point(i, j, right)));
            }
            if j + 1 < k {
                net.joints.push(spherical(format!("y_{i}_{j}"), [&name(i, j), &name(i, j + 1)], point(i, j, up)));
            }
        }
    }
    finish(net)
}
