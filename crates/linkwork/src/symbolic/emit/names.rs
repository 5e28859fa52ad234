//! What the numbers of an evaluation are, in the words of the results: values of the state, rates, multipliers, and what tells whether to trust them.

use crate::model::{Model, Space};
use crate::symbolic::generate::{Procedure, Specialized};

/// Coordinates, velocities and accelerations of a body, as in the results.
const PLANAR: [&[&str]; 3] = [&["x", "y", "angle"], &["vx", "vy", "w"], &["ax", "ay", "alpha"]];
const SPATIAL: [&[&str]; 3] = [
    &["x", "y", "z", "qw", "qx", "qy", "qz"],
    &["vx", "vy", "vz", "wx", "wy", "wz"],
    &["ax", "ay", "az", "alphax", "alphay", "alphaz"],
];

/// The evaluation of a model as a procedure, every number with its name.
pub fn name_evaluation(model: &Model, made: &Specialized) -> Procedure {
    let [coordinates, velocities, accelerations] = match model.space {
        Space::Planar => PLANAR,
        Space::Spatial => SPATIAL,
    };
    let of_bodies = |words: &[&str]| -> Vec<String> {
        model.bodies.iter().flat_map(|body| words.iter().map(|word| format!("{}.{word}", body.name))).collect()
    };
    let mut inputs = vec!["time".to_string()];
    inputs.extend([coordinates, velocities].into_iter().flat_map(of_bodies));
    inputs.extend(model.joints.iter().map(|joint| format!("{}: its angle, whole turns counted", joint.name)));

    let rows = name_rows(model);
    let mut outputs: Vec<String> = of_bodies(coordinates).iter().map(|name| format!("rate of {name}")).collect();
    outputs.extend(of_bodies(accelerations));
    outputs.extend(rows.iter().map(|row| format!("multiplier of {row}")));
    let pivots = made.kept.iter().zip(&made.least_pivots);
    outputs.extend(pivots.map(|(&row, least)| format!("pivot of {}, trusted from {least:.3e} on", rows[row])));
    outputs
        .extend(made.left_out.iter().map(|&row| format!("what is left of {}, zero where it is redundant", rows[row])));
    Procedure {
        name: "evaluate",
        purpose: "Rates of the state and multipliers of all joints. Near singular positions, where a pivot is smaller than said, do not trust them.",
        inputs,
        outputs,
        program: made.evaluation.clone(),
    }
}

/// Every equation by its joint.
fn name_rows(model: &Model) -> Vec<String> {
    let of_joint = |joint: &crate::model::Joint| {
        let name = joint.name.clone();
        (1..=joint.n_equations(model.space)).map(move |k| format!("{name}, equation {k}")).collect::<Vec<_>>()
    };
    model.joints.iter().flat_map(of_joint).collect()
}
