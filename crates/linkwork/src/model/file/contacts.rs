//! The tables of contacts and of the ground.

use super::dimension::{Dimension, Measure};
use super::document::Value;
use super::keys::{Key, Sort, key};
use super::read::{At, Entry, Readable, Reader};
use super::tables::{key, tables};
use super::{Lines, Shape};
use serde::Serialize;

tables! {
    /// One `[[contacts]]` table.
    ContactEntry, CONTACT, "contact" {
        name: String, Sort::Text,
            "Unique among bodies, joints and forces. Default: contact1, contact2, … by place in the list.";
        between: Between, Sort::Between,
            "Two bodies, two lists of bodies, or \"all\": every two bodies with shapes that no joint connects.";
        first: Vec<Shape>, Sort::Shapes, "Shapes of the first body for this contact. Default: those of the body.";
        second: Vec<Shape>, Sort::Shapes, "Shapes of the second body for this contact. Default: those of the body.";
        stiffness: f64, Sort::Number => Measure::Any, "k in N/m^n: the load at depth p is k p^n. Always in SI units.";
        exponent: f64, Sort::Number, "n, one or larger. Default: 1.5.";
        damping: f64, Sort::Number => Measure::One(Dimension::DAMPING),
            "N·s/m: load by the rate of the depth. Default: 0. Not together with restitution.";
        damping_depth: f64, Sort::Number => Measure::One(Dimension::LENGTH),
            "Depth from which damping acts fully, m. Default: 1e-4.";
        restitution: f64, Sort::Number,
            "Speed after an impact by that before, 0 to 1. Default: 1 where there is no damping.";
        restitution_speed: f64, Sort::Number => Measure::One(Dimension::VELOCITY),
            "Impacts that are not much faster than this lose less, m/s. Default: 0.01.";
        friction: SlidingEntry, Sort::Sliding, "Friction along the surfaces. Default: none.";
        rolling: f64, Sort::Number => Measure::One(Dimension::LENGTH),
            "Arm of the torque against rolling, m; needs friction. Default: 0.";
        columns: bool, Sort::Truth, "Whether results have columns of it. Default: up to 50 pairs have.";
    }

    /// Friction of a contact: `friction = { static = 0.6, dynamic = 0.5, speed = 1e-3 }`.
    SlidingEntry, SLIDING, "contact's friction" {
        sticking as "static": f64, Sort::Number, "Coefficient of a body that is held. Default: that of sliding.";
        dynamic: f64, Sort::Number, "Coefficient of sliding.";
        speed: f64, Sort::Number => Measure::One(Dimension::VELOCITY),
            "Below this speed a body that is held creeps, m/s. Default: 1e-3.";
    }

    /// The `[ground]` table.
    GroundEntry, GROUND, "ground" {
        shapes: Vec<Shape>, Sort::Shapes, "What others touch, in the world.";
    }
}

/// The bodies of a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Between {
    /// `"all"`
    All(String),
    /// `["ball", "tray"]`, each a body, `"all"`, or a list of bodies.
    Sides(Vec<Bodies>),
}

/// One side of a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Bodies {
    /// `"ball"` or `"all"`
    One(String),
    /// `["ball", "cube"]`
    Many(Vec<String>),
}

impl Bodies {
    /// Names, one or several.
    pub(in crate::model) fn names(&self) -> &[String] {
        match self {
            Bodies::One(name) => std::slice::from_ref(name),
            Bodies::Many(names) => names,
        }
    }

    /// The same, to change them.
    pub(super) fn names_mut(&mut self) -> &mut [String] {
        match self {
            Bodies::One(name) => std::slice::from_mut(name),
            Bodies::Many(names) => names,
        }
    }
}

impl Between {
    /// All names of bodies in it.
    pub(super) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let sides = match self {
            Between::All(_) => &mut [],
            Between::Sides(sides) => &mut sides[..],
        };
        sides.iter_mut().flat_map(Bodies::names_mut)
    }
}

impl ContactEntry {
    /// Whether it is between all bodies, or one side is.
    pub(super) fn is_among_all(&mut self) -> bool {
        match &mut self.between {
            Some(Between::All(_)) => true,
            Some(sides @ Between::Sides(_)) => sides.names_mut().any(|name| name == ALL),
            None => false,
        }
    }
}

impl GroundEntry {
    /// Adds the shapes of another one.
    pub(super) fn append(&mut self, other: GroundEntry) {
        if let Some(shapes) = other.shapes {
            self.shapes.get_or_insert_default().extend(shapes);
        }
    }

    /// Whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.shapes.as_ref().is_none_or(Vec::is_empty)
    }
}

impl Readable for Between {
    fn read(reader: &mut Reader, at: &At) -> Option<Self> {
        match &at.node.value {
            Value::Text(word) if *word == ALL => Some(Between::All(ALL.into())),
            Value::List(sides) if sides.len() == 2 => {
                reader.list(at, SIDES, |reader, at| Bodies::read(reader, at)).map(Between::Sides)
            }
            Value::List(sides) => reader.expected(at, &format!("{SIDES}, here it has {} elements", sides.len())),
            Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Table(_) | Value::Other(_) => {
                reader.expected(at, SIDES)
            }
        }
    }
}

/// The word for every body with shapes.
pub(in crate::model) const ALL: &str = "all";
const SIDES: &str = "two bodies such as [\"ball\", \"tray\"], two lists of bodies, or \"all\"";

impl Readable for Bodies {
    fn read(reader: &mut Reader, at: &At) -> Option<Self> {
        match &at.node.value {
            Value::List(_) => reader.list(at, "a list of names", Reader::text).map(Bodies::Many),
            Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Table(_) | Value::Other(_) => {
                reader.text(at).map(Bodies::One)
            }
        }
    }
}

impl Readable for Vec<Shape> {
    fn read(reader: &mut Reader, at: &At) -> Option<Self> {
        let key = at.path.last();
        Some(reader.each(at, &key, Reader::shape))
    }
}

impl Readable for SlidingEntry {
    fn read(reader: &mut Reader, at: &At) -> Option<Self> {
        Some(reader.entry(At { node: at.node, path: at.path, measure: at.measure }))
    }
}
