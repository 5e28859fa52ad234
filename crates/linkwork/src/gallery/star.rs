//! A star: many bodies on one. Its reduced matrix is full until the hub is split, whatever the elimination order.

use super::parts::{body, check_size, disc_shape, finish, model, moving, revolute, rod_shape};
use crate::Space;
use crate::model::ModelFile;
use crate::spatial::{Quat, Vec3};
use std::f64::consts::TAU;

/// Spin of the whole star at the start (rad/s).
const SPIN: Vec3 = Vec3([0.0, 3.0, 0.0]);

/// A carousel with `n` arms: a hub (disc of 5 kg) turns about the vertical, y, on a revolute joint at the origin, and
/// rods of 1 m and 1 kg are hinged to its rim by revolute joints with horizontal, tangential axes.
///
/// The rim has a radius of 0.3 m, or 0.1 m of rim for each arm where that is more. Everything starts spinning at
/// 3 rad/s; arm i = 0, 1, … points outward, raised by 0.2 sin(1 + i). Gravity is (0, −9.81, 0).
///
/// # Errors
/// When `n` is zero or too large.
pub fn star(n: usize) -> Result<ModelFile, String> {
    check_size("the number of arms of the star", n, 1, n.checked_add(1))?;
    let rim = (0.1 * n as f64 / TAU).max(0.3);
    let mut star = model("star", Space::Spatial, Vec3([0.0, -9.81, 0.0]));

    let across = 5.0 * rim * rim / 4.0;
    let mut hub = body("hub".into(), 5.0, Vec3([across, 2.0 * across, across]), Vec3::ZERO, Quat::IDENTITY);
    hub.shapes = vec![disc_shape(Vec3([0.0, -0.05, 0.0]), Vec3([0.0, 0.05, 0.0]), rim)];
    star.bodies.push(moving(hub, Space::Spatial, Vec3::ZERO, SPIN));
    star.joints.push(revolute("axle".into(), Space::Spatial, ["ground", "hub"], Vec3::ZERO, Vec3([0.0, 1.0, 0.0])));

    for i in 0..n {
        // R_WH: axes at the hinge, x outward, y up, z along the rim; the arm is raised by a turn about that z.
        let R_WH = Quat::about(Vec3([0.0, 1.0, 0.0]), TAU * i as f64 / n as f64);
        let orientation = (R_WH * (Quat::about(Vec3([0.0, 0.0, 1.0]), 0.2 * (1.0 + i as f64).sin()))).normalized();
        let hinge = rim * R_WH.matrix().column(0);
        let position = hinge + orientation.matrix() * Vec3([0.5, 0.0, 0.0]);
        let name = format!("arm{}", i + 1);
        star.joints.push(revolute(
            format!("hinge{}", i + 1),
            Space::Spatial,
            ["hub", &name],
            hinge,
            R_WH.matrix().column(2),
        ));
        let mut arm = body(name, 1.0, Vec3([2e-4, 1.0 / 12.0, 1.0 / 12.0]), position, orientation);
        arm.shapes = vec![rod_shape(Vec3([-0.5, 0.0, 0.0]), Vec3([0.5, 0.0, 0.0]), 0.02)];
        star.bodies.push(moving(arm, Space::Spatial, SPIN.cross(position), SPIN));
    }
    Ok(finish(star))
}
