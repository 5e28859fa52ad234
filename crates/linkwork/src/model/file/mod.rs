//! The model as written: a model file's tables and keys, before anything is known about their meaning.
//!
//! [`read`] turns the text of a TOML or JSON file into a [`ModelFile`]; the builder makes one in Rust; `build` turns
//! either into a [`Model`](crate::Model). Keys that may be left out are options. Every table remembers where its keys
//! stand, so that faults found later can still name the line.

mod chunks;
pub(crate) mod contacts;
mod curve_files;
pub(crate) mod dimension;
mod document;
mod fault;
pub(crate) mod force;
mod formula;
pub(crate) mod keys;
mod meshes;
mod nesting;
mod parameters;
mod part_mirror;
mod part_names;
mod part_placement;
pub(crate) mod parts;
mod path;
mod read;
mod shapes;
pub(crate) mod signals;
pub(crate) mod suggest;
mod tables;
mod tokens;
pub(crate) mod units;
mod whole;
mod write;

pub(crate) use chunks::{Piece, Pieces};
pub use contacts::{Between, Bodies, ContactEntry, GroundEntry, SlidingEntry};
pub(in crate::model) use fault::UNREPORTED;
pub use fault::{Fault, Faults};
pub use force::ForceEntry;
pub use parameters::Assignment;
pub use signals::{
    FrictionEntry, InputEntry, LimitsEntry, MarkerEntry, OutputEntry, SignalEntry, StateEntry, TableEntry,
};
pub use whole::{Inputs, ReadFile, read};
pub(in crate::model) use whole::{Whole, read_from_outside};

use super::Shape;
use serde::Serialize;
use std::sync::Arc;

/// The kinds of shapes.
pub(crate) const SHAPE_KINDS: &[&str] = &["box", "cylinder", "capsule", "sphere", "mesh", "plane"];

/// A whole model file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModelFile {
    /// Name of the file, for messages; empty when built in Rust.
    #[serde(skip)]
    pub file: FileName,
    /// Name of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `spatial` (default) or `planar`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// Acceleration of free fall, world axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Vec<f64>>,
    /// The `[simulation]` table.
    #[serde(skip_serializing_if = "SimulationEntry::is_empty")]
    pub simulation: SimulationEntry,
    /// The body that does not move.
    #[serde(skip_serializing_if = "GroundEntry::is_empty")]
    pub ground: GroundEntry,
    /// The moving bodies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<BodyEntry>,
    /// The joints.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointEntry>,
    /// The forces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forces: Vec<ForceEntry>,
    /// Contacts between bodies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<ContactEntry>,
    /// Points and frames on bodies, which expressions read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<MarkerEntry>,
    /// Named expressions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<SignalEntry>,
    /// Differential equations beside the mechanism.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<StateEntry>,
    /// Numbers that are set from outside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputEntry>,
    /// Functions y(x) through points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<TableEntry>,
    /// Columns of one's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<OutputEntry>,
    /// Where the keys stand.
    #[serde(skip)]
    pub lines: Lines,
}

/// One `[[bodies]]` table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BodyEntry {
    /// Unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// In kg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    /// In kg/m³: fills the shapes, in the place of mass, inertia and centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// Three or six numbers; planar: one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Numbers>,
    /// Position of the centre of mass, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Vec<f64>>,
    /// Centre of mass, in body axes from the body's own origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub center: Option<Vec<f64>>,
    /// Quaternion `[w, x, y, z]`, body to world; spatial models only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Vec<f64>>,
    /// Rotation about z; planar models only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angle: Option<f64>,
    /// Velocity of the centre of mass, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Vec<f64>>,
    /// In world axes; planar: one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<Numbers>,
    /// For the eye only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// Where the keys stand.
    #[serde(skip)]
    pub lines: Lines,
}

/// One `[[joints]]` table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JointEntry {
    /// Unique; `joint1`, `joint2`, … by position when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The joint type's word: the key `type`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// First and second body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bodies: Option<Vec<String>>,
    /// The two joints which a `gear` or `rack_pinion` couples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joints: Option<Vec<String>>,
    /// World.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Vec<f64>>,
    /// On the second body, world: `distance` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point2: Option<Vec<f64>>,
    /// World.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Vec<f64>>,
    /// On the second body, world: `universal` and `perpendicular`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis2: Option<Vec<f64>>,
    /// World, perpendicular to the axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<Vec<f64>>,
    /// The length of a `distance` joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// The pitch of a `screw` joint, metres per radian.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f64>,
    /// The ratio of a `gear` or `rack_pinion`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// The curve of a `point_curve`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curve: Option<CurveEntry>,
    /// Driver: q as a function of t.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<Scalar>,
    /// Wanted initial coordinate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub q: Option<f64>,
    /// Wanted initial rate of the coordinate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qd: Option<f64>,
    /// Stops at the ends of the coordinate's range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsEntry>,
    /// Friction on the coordinate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<FrictionEntry>,
    /// Frame on the first body, in its own axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Place>,
    /// Frame on the second body, in its own axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Place>,
    /// Where the keys stand.
    #[serde(skip)]
    pub lines: Lines,
}

/// The `[simulation]` table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SimulationEntry {
    /// End time (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<f64>,
    /// Time between rows of the results (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_step: Option<f64>,
    /// Condition that ends the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Scalar>,
    /// Step of fixed-step integrators (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// By how much redundant joints may miss one another, relative to the size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assembly_tolerance: Option<f64>,
    /// Relative tolerance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rtol: Option<f64>,
    /// Absolute tolerance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atol: Option<f64>,
    /// A formulation's word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formulation: Option<String>,
    /// A solver's word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
    /// An integrator's word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integrator: Option<String>,
    /// A stabilization's word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stabilization: Option<String>,
    /// Where the keys stand.
    #[serde(skip)]
    pub lines: Lines,
}

/// A frame: `{ point = [..], axis = [..], normal = [..] }`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FrameEntry {
    /// Origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Vec<f64>>,
    /// Axis z of the frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Vec<f64>>,
    /// Axis x of the frame; of a plane, its normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<Vec<f64>>,
    /// Where the keys stand.
    #[serde(skip)]
    pub lines: Lines,
}

/// A curve: `{ radius = 0.2 }` or `{ points = [[..], ..], closed = true }`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CurveEntry {
    /// The radius of a circle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// The points of a spline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<Vec<f64>>>,
    /// Whether the spline goes on from its last point to its first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
}

impl SimulationEntry {
    /// Whether nothing is asked for, so that the table need not be written.
    pub(crate) fn is_empty(&self) -> bool {
        *self == SimulationEntry::default()
    }
}

/// One number, or a list of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Numbers {
    /// `0.1`
    One(f64),
    /// `[0.1, 0.2, 0.3]`
    Many(Vec<f64>),
}

/// Coefficients of a spring or damper, or the name of its curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Law {
    /// `100.0` or a list.
    Numbers(Numbers),
    /// `"bump_stop"`
    Curve(String),
}

/// A number, or an expression of `t`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Scalar {
    /// `0.1`
    Number(f64),
    /// `"sin(t)"`
    Text(String),
}

/// One scalar, or a list of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Values {
    /// `"sin(t)"`
    One(Scalar),
    /// `["sin(t)", 0.0, 0.0]`
    Many(Vec<Scalar>),
}

/// A point, or a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Place {
    /// `[1.0, 0.0, 0.0]`
    Point(Vec<f64>),
    /// `{ point = [1.0, 0.0, 0.0] }`
    Frame(FrameEntry),
}

/// The name of the file a model was read from. It says nothing about the model: all names are equal.
#[derive(Clone, Debug, Default)]
pub struct FileName(pub String);

impl PartialEq for FileName {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Where in the file something stands; zeros when it was built in Rust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

/// Where a table and its keys stand. This says nothing about the model: all are equal.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Place of the table itself.
    pub table: Spot,
    /// Place of each key that was seen, readable or not.
    pub keys: Vec<(&'static str, Spot)>,
    /// Where a table of a part stands.
    pub(crate) part: Option<Box<PartPlace>>,
}

/// The place of a table that was read from the file of a part.
#[derive(Clone, Debug)]
pub(crate) struct PartPlace {
    /// Name of the file.
    pub file: Arc<str>,
    /// Position in its list there.
    pub index: usize,
}

impl Lines {
    /// Where the key stands; where the table stands if the key is not there.
    pub fn of(&self, key: &str) -> Spot {
        self.find(key).unwrap_or(self.table)
    }

    /// Whether the key was seen in the file, even if its value could not be read.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// With other keys where this one stands, so that they are not missing as well.
    pub(in crate::model) fn with_keys_at(&self, key: &str, others: &[&'static str]) -> Lines {
        let mut lines = self.clone();
        lines.keys.extend(others.iter().map(|other| (*other, self.of(key))));
        lines
    }

    /// The file: that of the part it came from, or of the model.
    pub(crate) fn file<'a>(&'a self, model: &'a str) -> &'a str {
        self.part.as_ref().map_or(model, |part| &part.file)
    }

    /// `bodies[2]`, by the place in the file that it came from.
    pub(crate) fn path(&self, list: &str, index: usize) -> String {
        format!("{list}[{}]", self.part.as_ref().map_or(index, |part| part.index))
    }

    fn find(&self, key: &str) -> Option<Spot> {
        self.keys.iter().find(|(k, _)| *k == key).map(|(_, spot)| *spot)
    }
}

impl PartialEq for Lines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
