//! Tables of a model file, filled: the few forms of body, joint and force that the generators need.

use crate::Space;
use crate::model::Shape;
use crate::model::file::{BodyEntry, ForceEntry, JointEntry, ModelFile, Numbers, Scalar, SimulationEntry, Values};
use crate::spatial::{Quat, Vec3};
use serde_json::json;

/// More than this many bodies are written without shapes: they would double the file, and nobody can tell them apart
/// in a picture.
const SHAPES_UP_TO: usize = 1000;

/// Above this many bodies a model is refused: its text alone would be half a gigabyte.
const MOST_BODIES: usize = 2_000_000;

/// Refuses sizes outside the range; `n_bodies` is the number of bodies the size leads to.
pub(super) fn check_size(what: &str, size: usize, least: usize, n_bodies: Option<usize>) -> Result<(), String> {
    if size < least {
        return Err(format!("{what} is {size}, but must be at least {least}"));
    }
    match n_bodies {
        Some(n) if n <= MOST_BODIES => Ok(()),
        _ => Err(format!(
            "{what} is {size}, which makes more than {MOST_BODIES} bodies; ask for a smaller model, or write the file with a program of your own"
        )),
    }
}

/// An empty model with a name and gravity.
pub(super) fn model(name: &str, space: Space, gravity: Vec3) -> ModelFile {
    let word = match space {
        Space::Planar => "planar",
        Space::Spatial => "spatial",
    };
    ModelFile {
        name: Some(name.into()),
        space: Some(word.into()),
        gravity: Some(components(space, gravity)),
        ..ModelFile::default()
    }
}

/// The vector as a file of this space writes it.
pub(super) fn components(space: Space, v: Vec3) -> Vec<f64> {
    match space {
        Space::Planar => v.0[..2].to_vec(),
        Space::Spatial => v.0.to_vec(),
    }
}

/// A body in space.
pub(super) fn body(name: String, mass: f64, inertia: Vec3, position: Vec3, orientation: Quat) -> BodyEntry {
    let turned = orientation != Quat::IDENTITY;
    BodyEntry {
        name: Some(name),
        mass: Some(mass),
        inertia: Some(Numbers::Many(inertia.0.to_vec())),
        position: Some(position.0.to_vec()),
        orientation: turned.then(|| orientation.0.to_vec()),
        ..BodyEntry::default()
    }
}

/// A body in the plane; the third component of its position is not written.
pub(super) fn planar_body(name: String, mass: f64, inertia: f64, position: Vec3, angle: f64) -> BodyEntry {
    BodyEntry {
        name: Some(name),
        mass: Some(mass),
        inertia: Some(Numbers::One(inertia)),
        position: Some(components(Space::Planar, position)),
        angle: (angle != 0.0).then_some(angle),
        ..BodyEntry::default()
    }
}

/// Gives a body its velocities; in the plane only the components that exist there are written.
pub(super) fn moving(mut body: BodyEntry, space: Space, velocity: Vec3, angular_velocity: Vec3) -> BodyEntry {
    body.velocity = Some(components(space, velocity));
    body.angular_velocity = Some(match space {
        Space::Planar => Numbers::One(angular_velocity[2]),
        Space::Spatial => Numbers::Many(angular_velocity.0.to_vec()),
    });
    body
}

/// A joint at a point of the world.
pub(super) fn joint(name: String, kind: &str, bodies: [&str; 2], point: Vec<f64>) -> JointEntry {
    JointEntry {
        name: Some(name),
        kind: Some(kind.into()),
        bodies: Some(bodies.map(String::from).to_vec()),
        point: Some(point),
        ..JointEntry::default()
    }
}

/// A revolute joint at a point of the world; in the plane its axis goes without saying.
pub(super) fn revolute(name: String, space: Space, bodies: [&str; 2], point: Vec3, axis: Vec3) -> JointEntry {
    let entry = joint(name, "revolute", bodies, components(space, point));
    match space {
        Space::Planar => entry,
        Space::Spatial => JointEntry { axis: Some(axis.0.to_vec()), ..entry },
    }
}

/// A constant force on a body, world axes.
pub(super) fn force(name: String, body: &str, value: Vec<f64>) -> ForceEntry {
    ForceEntry {
        name: Some(name),
        kind: Some("force".into()),
        body: Some(body.into()),
        value: Some(Values::Many(value.into_iter().map(Scalar::Number).collect())),
        ..ForceEntry::default()
    }
}

/// A rod for the eye, between two points in body axes.
pub(super) fn rod_shape(from: Vec3, to: Vec3, radius: f64) -> Shape {
    shape("capsule", [("from", json!(from)), ("to", json!(to)), ("radius", json!(radius))])
}

/// A box for the eye, around the centre of mass.
pub(super) fn box_shape(size: Vec3) -> Shape {
    shape("box", [("size", json!(size))])
}

/// A wheel or disc for the eye: a cylinder between two points in body axes.
pub(super) fn disc_shape(from: Vec3, to: Vec3, radius: f64) -> Shape {
    shape("cylinder", [("from", json!(from)), ("to", json!(to)), ("radius", json!(radius))])
}

fn shape<const N: usize>(kind: &str, keys: [(&str, serde_json::Value); N]) -> Shape {
    Shape { kind: kind.into(), keys: keys.into_iter().map(|(key, value)| (key.into(), value)).collect() }
}

/// Leaves the shapes out of models too large for a picture.
pub(super) fn finish(mut model: ModelFile) -> ModelFile {
    if model.bodies.len() > SHAPES_UP_TO {
        for body in &mut model.bodies {
            body.shapes = Vec::new();
        }
    }
    model
}

/// The `[simulation]` table with an end and an output step.
pub(super) fn simulation(end: f64, output_step: f64) -> SimulationEntry {
    SimulationEntry { end: Some(end), output_step: Some(output_step), ..SimulationEntry::default() }
}
