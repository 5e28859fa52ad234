//! Quantities of the motion in formulas: what a name measures, by its end and, for coordinates, by its owner.

use crate::model::file::dimension::{Along, Dimension, Exponents};
use crate::model::file::document::{Entry, Value};
use crate::model::file::keys::coordinate_of;
use std::collections::BTreeMap;

/// Names by which it is known what those of the motion measure.
#[derive(Clone, Debug, Default)]
pub(in crate::model::file) struct Owners {
    /// Coordinates of joints and of springs; `None` where two of one name differ.
    along: BTreeMap<String, Option<Dimension>>,
    /// Parts, in which there may be anything.
    parts: Vec<String>,
}

impl Owners {
    /// The owners among the tables of a file. Bodies and markers are not needed, since their names tell enough.
    pub(in crate::model::file) fn of(root: &[Entry]) -> Owners {
        let mut owners = Owners::default();
        for list in root {
            let Value::List(tables) = &list.node.value else { continue };
            for table in tables {
                let Value::Table(keys) = &table.value else { continue };
                let text = |key: &str| match keys.iter().find(|entry| entry.key == key).map(|entry| &entry.node.value) {
                    Some(Value::Text(text)) => Some(text.as_ref()),
                    _ => None,
                };
                let Some(name) = text("name") else { continue };
                match (list.key.as_ref(), text("type")) {
                    ("joints", Some(kind)) => owners.add(name, coordinate_of(kind)),
                    ("forces", Some("spring" | "plane_spring")) => owners.add(name, Some(Dimension::LENGTH)),
                    ("forces", Some("torsion")) => owners.add(name, Some(Dimension::ANGLE)),
                    ("parts", _) => owners.parts.push(format!("{name}.")),
                    _ => {}
                }
            }
        }
        owners
    }

    fn add(&mut self, name: &str, coordinate: Option<Dimension>) {
        let known = self.along.entry(name.to_string()).or_insert(coordinate);
        if *known != coordinate {
            *known = None;
        }
    }

    /// The dimension of a quantity; `None` where it is not known.
    pub(in crate::model::file) fn find(&self, name: &str) -> Option<Exponents> {
        let (owner, last) = name.rsplit_once('.')?;
        if self.parts.iter().any(|part| name.starts_with(part)) {
            return None;
        }
        let along = |what: Along| Some(what.dimension((*self.along.get(owner)?)?));
        let dimension = match last {
            "x" | "y" | "z" | "dx" | "dy" | "dz" | "travel" | "length" | "depth" => Dimension::LENGTH,
            "vx" | "vy" | "vz" | "traveld" | "speed" => Dimension::VELOCITY,
            "ax" | "ay" | "az" => Dimension::ACCELERATION,
            "angle" | "angle1" | "angle2" | "rx" | "ry" | "rz" => Dimension::ANGLE,
            "w" | "wx" | "wy" | "wz" | "angled" | "angle1d" | "angle2d" => Dimension::ANGULAR_VELOCITY,
            "fx" | "fy" | "fz" | "force" => Dimension::FORCE,
            "tx" | "ty" | "tz" | "torque" => Dimension::TORQUE,
            "kinetic" | "potential" | "total" | "work" if owner == "energy" => Dimension::TORQUE,
            "q" => along(Along::Value)?,
            "qd" | "rate" => along(Along::Rate)?,
            "drive" | "stop" | "friction" => along(Along::Load)?,
            _ => return None,
        };
        Some(dimension.exponents())
    }
}
