//! Stops and friction: force elements that joints make from their keys `limits` and `friction`.

use super::Draft;
use crate::ids::JointId;
use crate::model::Force;
use crate::model::check::Item;
use crate::model::file::{FrictionEntry, JointEntry, LimitsEntry};
use crate::model::force::{Friction, Limits};

/// Creep of a joint that friction holds (m/s or rad/s), where the file does not say.
const SPEED: f64 = 1e-3;

impl Draft {
    /// Adds the stops and the friction of a joint.
    pub(super) fn add_joint_forces(&mut self, item: Item, entry: &JointEntry, name: &str, joint: JointId) {
        let path = |key: &str| format!("{}.{key}", item.path);
        if let Some(limits) = &entry.limits {
            let made = self.make_limits(Item { lines: &limits.lines, path: &path("limits") }, limits, name, joint);
            self.joint_forces.push(Force::Limits(made));
        }
        if let Some(friction) = &entry.friction {
            let item = Item { lines: &friction.lines, path: &path("friction") };
            let made = self.make_friction(item, friction, name, joint);
            self.joint_forces.push(Force::Friction(made));
        }
    }

    fn make_limits(&mut self, item: Item, entry: &LimitsEntry, name: &str, joint: JointId) -> Limits {
        let check = &mut self.check;
        let lower = check.finite(item, "lower", entry.lower);
        let upper = check.finite(item, "upper", entry.upper);
        if entry.stiffness.is_none() {
            check.missing(item, "stiffness", "of the stops, in N·m/rad or N/m");
        }
        let stiffness = check.positive(item, "stiffness", entry.stiffness).unwrap_or(1.0);
        let damping = check.not_negative(item, "damping", entry.damping).unwrap_or(0.0);
        match (lower, upper) {
            (None, None) if !item.lines.has("lower") && !item.lines.has("upper") => {
                check.missing(item, "lower", "give `lower`, `upper` or both");
            }
            (Some(lower), Some(upper)) if lower > upper => {
                check.fault(
                    item,
                    "lower",
                    format!("`lower` is {lower}, above `upper`, which is {upper}; exchange them"),
                );
            }
            _ => {}
        }
        Limits { name: name.to_string(), joint, lower, upper, stiffness, damping }
    }

    fn make_friction(&mut self, item: Item, entry: &FrictionEntry, name: &str, joint: JointId) -> Friction {
        let check = &mut self.check;
        if entry.coulomb.is_none() {
            check.missing(item, "coulomb", "the load of sliding, in N·m or N");
        }
        let coulomb = check.not_negative(item, "coulomb", entry.coulomb).unwrap_or(0.0);
        let sticking = check.not_negative(item, "static", entry.sticking).unwrap_or(coulomb);
        let viscous = check.not_negative(item, "viscous", entry.viscous).unwrap_or(0.0);
        let speed = check.positive(item, "speed", entry.speed).unwrap_or(SPEED);
        if sticking < coulomb {
            let message =
                format!("`static` is {sticking}, below `coulomb`, which is {coulomb}; it is at least as large");
            check.fault(item, "static", message);
        }
        Friction { name: name.to_string(), joint, coulomb, sticking, viscous, speed }
    }
}
