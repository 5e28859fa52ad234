//! The quantity of a column of a trajectory and its unit, told from the column's name.

use linkwork::Model;
use linkwork::model::joint::Quantity as Measures;
use linkwork::model::{Coordinate, Force};

/// A quantity with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// In words.
    pub name: &'static str,
    /// SI; empty for pure numbers, and where it depends on the model.
    pub unit: &'static str,
}

impl Quantity {
    /// The quantity in a column; `None` for names that no trajectory has.
    pub fn of(column: &str) -> Option<Quantity> {
        let (owner, last) = column.rsplit_once('.').unwrap_or(("", column));
        let (name, unit) = match (owner, last) {
            ("", "time") => ("time", "s"),
            ("", _) => return None,
            ("energy", "kinetic" | "potential" | "total") => ("energy", "J"),
            ("energy", "work") => ("work", "J"),
            ("residual", "position" | "velocity") => ("residual", ""),
            (_, "x" | "y" | "z") => ("position", "m"),
            (_, "qw" | "qx" | "qy" | "qz") => ("orientation", ""),
            (_, "angle" | "angle1" | "angle2") => ("angle", "rad"),
            (_, "vx" | "vy" | "vz" | "traveld") => ("velocity", "m/s"),
            (_, "w" | "wx" | "wy" | "wz" | "angled" | "angle1d" | "angle2d") => ("angular velocity", "rad/s"),
            (_, "ax" | "ay" | "az" | "traveldd") => ("acceleration", "m/s²"),
            (_, "alpha" | "alphax" | "alphay" | "alphaz" | "angledd" | "angle1dd" | "angle2dd") => {
                ("angular acceleration", "rad/s²")
            }
            (_, "fx" | "fy" | "fz" | "force") => ("force", "N"),
            (_, "tx" | "ty" | "tz" | "torque") => ("torque", "N·m"),
            (_, "travel") => ("travel", "m"),
            // The unit is that of an angle, a travel or a length, depending on the joint or spring.
            (_, "q") => ("joint coordinate", ""),
            (_, "qd") => ("joint rate", ""),
            (_, "qdd") => ("joint acceleration", ""),
            (_, "drive") => ("load of a driver", ""),
            (_, "rate") => ("rate", ""),
            (_, last) => {
                let measured = Force::all_quantities().find(|measured| measured.name == last)?;
                (measured.quantity, measured.unit)
            }
        };
        Some(Quantity { name, unit })
    }

    /// The same where the model is known: a coordinate, its derivatives and the load of its driver are along or about
    /// an axis, by the type of the joint; a force tells the quantities it has.
    pub fn in_model(column: &str, model: &Model) -> Option<Quantity> {
        let (owner, last) = column.rsplit_once('.').unwrap_or(("", column));
        let joint = model.joints.iter().find(|joint| joint.name == owner);
        if model.signals.output_names().iter().any(|name| name == column) {
            return Some(Quantity { name: "output", unit: "" });
        }
        let Some(joint) = joint else {
            let force = model.forces.iter().find(|force| force.name() == owner);
            if let Some(Force::Actuator(actuator)) = force {
                let quantities = model.joints[actuator.joint.index()].kind.quantities();
                return Some(load_along(quantities.get(actuator.which).copied()));
            }
            let measured = force.and_then(|force| force.quantities(model.space).iter().find(|one| one.name == last));
            return match measured {
                Some(measured) => Some(Quantity { name: measured.quantity, unit: measured.unit }),
                None => Quantity::of(column),
            };
        };
        let turns = joint.coordinate() == Some(Coordinate::Angle);
        let (name, unit) = match (last, turns) {
            ("q", true) => ("angle", "rad"),
            ("q", false) if joint.coordinate().is_none() => ("length", "m"),
            ("q", false) => ("travel", "m"),
            ("qd", true) => ("angular velocity", "rad/s"),
            ("qd", false) => ("velocity", "m/s"),
            ("qdd", true) => ("angular acceleration", "rad/s²"),
            ("qdd", false) => ("acceleration", "m/s²"),
            ("drive" | "stop" | "friction", true) => ("torque", "N·m"),
            ("drive" | "stop" | "friction", false) => ("force", "N"),
            _ => return Quantity::of(column),
        };
        Some(Quantity { name, unit })
    }

    /// `force (N)`.
    pub fn label(&self) -> String {
        if self.unit.is_empty() { self.name.into() } else { format!("{} ({})", self.name, self.unit) }
    }
}

/// The load on a coordinate that measures this.
fn load_along(measures: Option<Measures>) -> Quantity {
    match measures {
        Some(Measures::Travel | Measures::Length | Measures::Arc) => Quantity { name: "force", unit: "N" },
        Some(Measures::Angle | Measures::FirstCrossAngle | Measures::SecondCrossAngle) => {
            Quantity { name: "torque", unit: "N·m" }
        }
        None => Quantity { name: "load", unit: "" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every column that a model can have is known.
    #[test]
    fn every_column_of_a_model_has_a_quantity() {
        let mut known = std::collections::BTreeSet::new();
        for entry in linkwork::gallery::list() {
            let name = entry.name;
            let text = linkwork::gallery::find(name).unwrap();
            let model = linkwork::Model::parse(&text, "model.toml").unwrap();
            for column in linkwork::recorder::channels(&model) {
                let quantity = Quantity::in_model(&column, &model);
                assert!(quantity.is_some(), "{name}: {column}");
                let has_unit = !quantity.unwrap().unit.is_empty();
                let is_without = ["orientation", "residual", "output"].contains(&quantity.unwrap().name);
                assert!(has_unit || is_without, "{column}");
                known.extend(column.rsplit_once('.').map(|(_, last)| last.to_string()));
            }
        }
        for kind in ["length", "torque", "drive", "qdd"] {
            assert!(known.contains(kind), "no model of the gallery has {kind}");
        }
        assert_eq!(Quantity::of("a.b.fx").unwrap().label(), "force (N)");
        assert_eq!(Quantity::of("rod.color"), None);
    }
}
