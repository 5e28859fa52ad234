//! Names of the inputs and outputs of programs, in the model's own words.

use super::motion::widths;
use crate::model::{Model, Space};

/// Time, values of the state, and angles of joints near the present ones.
pub(super) fn name_inputs(model: &Model) -> Vec<String> {
    let mut names = vec!["t".to_string()];
    names.extend(name_values(model, ""));
    let angles = ["angle", "second angle"].into_iter().take(model.n_angles() / model.n_joints().max(1));
    names.extend(
        angles.flat_map(|what| model.joints.iter().map(move |joint| format!("{what} near that of {}", joint.name))),
    );
    names
}

/// The values of the state, or their rates.
pub(super) fn name_values(model: &Model, of: &str) -> Vec<String> {
    let (q, v): (&[&str], &[&str]) = match model.space {
        Space::Planar => (&["x", "y", "angle"], &["vx", "vy", "w"]),
        Space::Spatial => (&["x", "y", "z", "qw", "qx", "qy", "qz"], &["vx", "vy", "vz", "wx", "wy", "wz"]),
    };
    debug_assert_eq!([q.len(), v.len()], widths(model.space));
    let of_all = |words: &'static [&'static str]| {
        model.bodies.iter().flat_map(move |body| words.iter().map(move |word| format!("{of}{}.{word}", body.name)))
    };
    of_all(q).chain(of_all(v)).collect()
}

/// The rows of all joints.
pub(super) fn name_rows(model: &Model) -> Vec<String> {
    let of_joint = |joint: &crate::model::Joint| {
        let name = joint.name.clone();
        (1..=joint.n_equations(model.space)).map(move |k| format!("{name}, equation {k}"))
    };
    model.joints.iter().flat_map(of_joint).collect()
}

/// Velocities (ṙ, ω̄) that the mechanism has, by place: six to a body, of which the plane has three.
pub(super) fn list_places(model: &Model) -> Vec<usize> {
    let of_body: &[usize] = match model.space {
        Space::Planar => &[0, 1, 5],
        Space::Spatial => &[0, 1, 2, 3, 4, 5],
    };
    (0..model.n_bodies()).flat_map(|body| of_body.iter().map(move |c| 6 * body + c)).collect()
}

/// A velocity.
pub(super) fn name_place(model: &Model, place: usize) -> String {
    let word = ["vx", "vy", "vz", "wx in its own axes", "wy in its own axes", "wz in its own axes"][place % 6];
    format!("{}.{word}", model.bodies[place / 6].name)
}
