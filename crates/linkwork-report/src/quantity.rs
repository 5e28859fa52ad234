//! What a column of a trajectory measures, told from its name: the quantity and its unit.

use linkwork::Model;
use linkwork::model::Coordinate;

/// A quantity with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// In words.
    pub name: &'static str,
    /// SI; empty for pure numbers, and where it depends on the model.
    pub unit: &'static str,
}

impl Quantity {
    /// What a column measures; `None` for names that no trajectory has.
    pub fn of(column: &str) -> Option<Quantity> {
        let (owner, last) = column.rsplit_once('.').unwrap_or(("", column));
        let (name, unit) = match (owner, last) {
            ("", "time") => ("time", "s"),
            ("", _) => return None,
            ("energy", "kinetic" | "potential" | "total") => ("energy", "J"),
            ("residual", "position" | "velocity") => ("residual", ""),
            (_, "x" | "y" | "z") => ("position", "m"),
            (_, "qw" | "qx" | "qy" | "qz") => ("orientation", ""),
            (_, "angle") => ("angle", "rad"),
            (_, "vx" | "vy" | "vz") => ("velocity", "m/s"),
            (_, "w" | "wx" | "wy" | "wz") => ("angular velocity", "rad/s"),
            (_, "ax" | "ay" | "az") => ("acceleration", "m/s²"),
            (_, "alpha" | "alphax" | "alphay" | "alphaz") => ("angular acceleration", "rad/s²"),
            (_, "fx" | "fy" | "fz") => ("force", "N"),
            (_, "tx" | "ty" | "tz") => ("torque", "N·m"),
            // An angle or a travel, as the joint has it.
            (_, "q") => ("joint coordinate", ""),
            (_, "qd") => ("joint rate", ""),
            _ => return None,
        };
        Some(Quantity { name, unit })
    }

    /// The same where the model is known: the coordinate of a joint is an angle or a travel, by its type.
    pub fn in_model(column: &str, model: &Model) -> Option<Quantity> {
        let (owner, last) = column.rsplit_once('.').unwrap_or(("", column));
        let joint = model.joints.iter().find(|joint| joint.name == owner);
        let (name, unit) = match (last, joint.and_then(|joint| joint.coordinate())) {
            ("q", Some(Coordinate::Angle)) => ("angle", "rad"),
            ("q", Some(Coordinate::Travel)) => ("travel", "m"),
            ("qd", Some(Coordinate::Angle)) => ("angular velocity", "rad/s"),
            ("qd", Some(Coordinate::Travel)) => ("velocity", "m/s"),
            _ => return Quantity::of(column),
        };
        Some(Quantity { name, unit })
    }

    /// `force (N)`.
    pub fn label(&self) -> String {
        if self.unit.is_empty() { self.name.into() } else { format!("{} ({})", self.name, self.unit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every column that a model can have is known.
    #[test]
    fn every_column_of_a_model_has_a_quantity() {
        for name in ["four-bar", "andrews", "bricard"] {
            let text = linkwork::gallery::find(name).unwrap();
            let model = linkwork::Model::parse(&text, "model.toml").unwrap();
            for column in linkwork::recorder::channels(&model) {
                assert!(Quantity::of(&column).is_some(), "{name}: {column}");
            }
        }
        assert_eq!(Quantity::of("a.b.fx").unwrap().label(), "force (N)");
        assert_eq!(Quantity::of("rod.color"), None);
    }
}
