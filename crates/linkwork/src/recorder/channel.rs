//! The channels of a model: names and order of the columns of a trajectory.

use super::Observation;
use crate::model::{Model, Space};

const SPATIAL: [&str; 19] = [
    "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az", "alphax", "alphay",
    "alphaz",
];
const PLANAR: [&str; 9] = ["x", "y", "angle", "vx", "vy", "w", "ax", "ay", "alpha"];
const REACTION: [&str; 6] = ["fx", "fy", "fz", "tx", "ty", "tz"];
const AUDIT: [&str; 5] =
    ["energy.kinetic", "energy.potential", "energy.total", "residual.position", "residual.velocity"];

/// Column names in order: `time`, bodies, joints, energies and residuals.
pub fn channels(model: &Model) -> Vec<String> {
    let of_body: &[&str] = match model.space {
        Space::Planar => &PLANAR,
        Space::Spatial => &SPATIAL,
    };
    let mut names = vec!["time".to_string()];
    for body in &model.bodies {
        names.extend(of_body.iter().map(|c| format!("{}.{c}", body.name)));
    }
    for joint in &model.joints {
        names.extend(REACTION.iter().map(|c| format!("{}.{c}", joint.name)));
        if joint.coordinate().is_some() {
            names.extend(["q", "qd"].iter().map(|c| format!("{}.{c}", joint.name)));
        }
    }
    names.extend(AUDIT.iter().map(|s| s.to_string()));
    names
}

/// Writes the observation as one row in the order of [`channels`]; allocates only while `row` grows.
pub fn write_row(model: &Model, seen: &Observation, row: &mut Vec<f64>) {
    row.clear();
    row.push(seen.time);
    for b in &seen.bodies {
        let (v, a) = (&b.velocity, &b.acceleration);
        match model.space {
            Space::Planar => {
                row.extend([b.position[0], b.position[1], b.angle]);
                row.extend([v.linear[0], v.linear[1], v.angular[2], a.linear[0], a.linear[1], a.angular[2]]);
            }
            Space::Spatial => {
                row.extend(b.position);
                row.extend(b.orientation.0);
                for part in [v.linear, v.angular, a.linear, a.angular] {
                    row.extend(part);
                }
            }
        }
    }
    for (j, joint) in model.joints.iter().enumerate() {
        row.extend(seen.reactions[j].force);
        row.extend(seen.reactions[j].torque);
        if joint.coordinate().is_some() {
            row.extend(seen.coordinates[j]);
        }
    }
    row.extend([seen.kinetic, seen.potential, seen.kinetic + seen.potential]);
    row.extend([seen.residual_position, seen.residual_velocity]);
}
