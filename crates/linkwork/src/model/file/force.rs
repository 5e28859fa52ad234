//! The keys of `[[forces]]`: a line for each, from which the table as written, its reading, its schema and its setters
//! follow. Which keys go with which type is said by the type.

use super::dimension::Dimension;
use super::keys::{Key, Sort, Words, key};
use super::read::{At, Readable, Reader};
use super::{FrameEntry, Law, Lines, Place, Scalar, Values};
use serde::Serialize;

macro_rules! force_keys {
    ($($name:ident: $type:ty, $sort:expr $(=> $dimension:expr)?, $about:literal;)*) => {
        /// One `[[forces]]` table.
        #[derive(Clone, Debug, Default, PartialEq, Serialize)]
        pub struct ForceEntry {
            /// Unique; `force1`, `force2`, … by position when left out.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
            /// The force type's word: the key `type`.
            #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
            pub kind: Option<String>,
            $(#[doc = $about]
            #[serde(skip_serializing_if = "Option::is_none")]
            pub $name: Option<$type>,)*
            /// Where the keys stand.
            #[serde(skip)]
            pub lines: Lines,
        }

        /// Keys of a force.
        pub(crate) const FORCE: &[Key] = &[
            key("name", Sort::Text, "For messages. Default: force1, force2, … by place in the list."),
            key("type", Sort::Word(Words::Forces), "What sort of force."),
            $(key(stringify!($name), $sort, $about)$(.of($dimension))?),*
        ];

        impl ForceEntry {
            /// Reads the value of a key.
            pub(super) fn read_key(&mut self, key: &str, reader: &mut Reader, at: &At) {
                match key {
                    "name" => self.name = Readable::read(reader, at),
                    "type" => self.kind = Readable::read(reader, at),
                    $(stringify!($name) => self.$name = Readable::read(reader, at),)*
                    _ => unreachable!("`{key}` is not among the keys of a force"),
                }
            }

            /// The keys besides name and type that were given.
            pub(in crate::model) fn given_keys(&self) -> impl Iterator<Item = &'static str> {
                let keys = [$((stringify!($name), self.$name.is_some())),*];
                keys.into_iter().filter(|(_, given)| *given).map(|(key, _)| key)
            }

            /// For messages and columns of results.
            pub fn name(mut self, name: impl Into<String>) -> Self {
                self.name = Some(name.into());
                self
            }

            $(#[doc = $about]
            pub fn $name(mut self, $name: impl Into<$type>) -> Self {
                self.$name = Some($name.into());
                self
            })*
        }
    };
}

force_keys! {
    bodies: Vec<String>, Sort::Texts, "First and second body of a spring or bushing.";
    body: String, Sort::Text, "The body acted upon by a force, torque, plane_spring or drag.";
    joint: String, Sort::Text, "The joint which a torsion spring turns or an actuator drives.";
    coordinate: String, Sort::Text, "Which coordinate an actuator drives, of a joint that has two.";
    load: Scalar, Sort::Scalar,
        "Of an actuator, N or N·m along the coordinate: a number or an expression; positive drives it up.";
    point: Vec<f64>, Sort::Numbers => Dimension::LENGTH,
        "Of a force, plane_spring or drag in body axes, of a bushing in the world, m.";
    axis: Vec<f64>, Sort::Numbers, "z of a bushing's frame, in the world. Default: world z.";
    normal: Vec<f64>, Sort::Numbers, "x of a bushing's frame, in the world. Default: world x.";
    value: Values, Sort::Values => Dimension::FORCE,
        "Components of a force (N) or torque (N·m): numbers or expressions; a planar torque is one.";
    frame: String, Sort::Word(Words::Frames), "Axes of value: world (default) or body.";
    stiffness: Law, Sort::Law => Dimension::STIFFNESS,
        "N/m or N·m/rad; of a bushing six numbers, along and about x, y, z (planar three); of a spring also a curve.";
    damping: Law, Sort::Law => Dimension::DAMPING,
        "N·s/m or N·m·s/rad; of a bushing six numbers (planar three); of a spring also a curve. Default: zero.";
    acts: String, Sort::Word(Words::Acts),
        "Whether a spring acts both ways (default), or can only push or only pull.";
    coefficient: f64, Sort::Number => Dimension::DRAG, "Of a drag, N·s²/m²: the force is −c |v| v.";
    length: f64, Sort::Number => Dimension::LENGTH, "Free length of a spring, m. Default: that of the file.";
    angle: f64, Sort::Number => Dimension::ANGLE, "Free angle of a torsion spring, rad. Default: 0.";
    force: Scalar, Sort::Scalar => Dimension::FORCE,
        "Of a spring with an actuator, N: a number or an expression; positive pushes apart.";
    torque: Scalar, Sort::Scalar => Dimension::TORQUE,
        "Of a torsion spring with a motor, N·m: a number or an expression.";
    unilateral: bool, Sort::Truth, "Whether a plane_spring only pushes. Default: true.";
    first: Place, Sort::Place => Dimension::LENGTH,
        "Point of a spring, or frame of a bushing, on the first body in its own axes.";
    second: Place, Sort::Place => Dimension::LENGTH,
        "Point of a spring, or frame of a bushing, on the second body in its own axes.";
    plane: FrameEntry, Sort::Plane, "Plane of a plane_spring, in the world.";
}

impl ForceEntry {
    /// A force of the type with this word.
    pub(in crate::model) fn new(kind: &str) -> Self {
        ForceEntry { kind: Some(kind.into()), ..ForceEntry::default() }
    }
}
