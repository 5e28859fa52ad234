//! Quantities of the motion in formulas: the dimension behind a name, by the type of its owner, or by its end.

use crate::model::file::dimension::{Along, Dimension, Exponents};
use crate::model::file::document::{Entry, Value};
use crate::model::file::keys::coordinate_of;
use crate::model::file::units::Unit;
use crate::model::force::Force;
use std::collections::BTreeMap;

/// The owners of quantities by which the dimension of a name is known. Nothing is known of the others.
#[derive(Clone, Debug, Default)]
pub(in crate::model::file) struct Owners {
    /// Coordinates of joints.
    coordinates: BTreeMap<String, Option<Dimension>>,
    /// Types of forces.
    forces: BTreeMap<String, String>,
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
                let Some(name) = table.find_text("name") else { continue };
                match (list.key.as_ref(), table.find_text("type")) {
                    ("joints", Some(kind)) => drop(owners.coordinates.insert(name.into(), coordinate_of(kind))),
                    ("forces", Some(kind)) => drop(owners.forces.insert(name.into(), kind.into())),
                    ("parts", _) => owners.parts.push(format!("{name}.")),
                    // Lists without owners, and tables whose type is missing, which is a fault.
                    (_, _) => {}
                }
            }
        }
        owners
    }

    /// The dimension of a quantity; `None` where it is not known.
    pub(in crate::model::file) fn find(&self, name: &str) -> Option<Exponents> {
        let (owner, last) = name.rsplit_once('.')?;
        if self.parts.iter().any(|part| name.starts_with(part)) {
            return None;
        }
        let quantities = self.forces.get(owner).map_or(&[][..], |kind| Force::quantities_of(kind));
        if let Some(measured) = quantities.iter().find(|measured| measured.name == last) {
            return Unit::dimension_of(measured.unit);
        }
        let along = |what: Along| Some(what.dimension((*self.coordinates.get(owner)?)?));
        let dimension = match last {
            "x" | "y" | "z" | "travel" | "depth" => Dimension::LENGTH,
            "vx" | "vy" | "vz" | "traveld" => Dimension::VELOCITY,
            "ax" | "ay" | "az" => Dimension::ACCELERATION,
            "angle" | "angle1" | "angle2" => Dimension::ANGLE,
            "w" | "wx" | "wy" | "wz" | "angled" | "angle1d" | "angle2d" => Dimension::ANGULAR_VELOCITY,
            "fx" | "fy" | "fz" => Dimension::FORCE,
            "tx" | "ty" | "tz" => Dimension::TORQUE,
            "kinetic" | "potential" | "total" | "work" if owner == "energy" => Dimension::TORQUE,
            "q" => along(Along::Value)?,
            "qd" => along(Along::Rate)?,
            "drive" | "stop" | "friction" => along(Along::Load)?,
            // Others are judged by nobody: only what is known can be contradicted.
            _ => return None,
        };
        Some(dimension.exponents())
    }
}
