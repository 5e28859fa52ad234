//! Stops and friction: force elements that joints make from their keys `limits` and `friction`.

use super::Draft;
use crate::ids::JointId;
use crate::model::Force;
use crate::model::check::Item;
use crate::model::file::{FrictionEntry, JointEntry, LimitsEntry};
use crate::model::force::{Friction, Limits, Surfaces};
use crate::model::joint::{Facts, Quantity};

/// Creep of a joint that friction holds (m/s or rad/s), where the file does not say.
const SPEED: f64 = 1e-3;

impl Draft {
    /// Adds the stops and the friction of a joint.
    pub(super) fn add_joint_forces(
        &mut self,
        item: Item,
        entry: &JointEntry,
        kind: &Facts,
        (name, joint): (&str, JointId),
    ) {
        let path = |key: &str| format!("{}.{key}", item.path);
        if let Some(limits) = &entry.limits {
            let made = self.make_limits(Item { lines: &limits.lines, path: &path("limits") }, limits, name, joint);
            self.joint_forces.push(Force::Limits(made));
        }
        if let Some(friction) = &entry.friction {
            let item = Item { lines: &friction.lines, path: &path("friction") };
            let made = self.start_friction(item, friction, name, joint);
            let made = match friction.coefficient {
                None => self.limit_by_loads(item, friction, made),
                Some(_) => self.limit_by_reaction(item, friction, kind, made),
            };
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

    /// Friction with the keys of both sorts, without limits.
    fn start_friction(&mut self, item: Item, entry: &FrictionEntry, name: &str, joint: JointId) -> Friction {
        let viscous = self.check.not_negative(item, "viscous", entry.viscous).unwrap_or(0.0);
        let speed = self.check.positive(item, "speed", entry.speed).unwrap_or(SPEED);
        Friction { name: name.to_string(), joint, coulomb: 0.0, sticking: 0.0, viscous, speed, surfaces: None }
    }

    fn limit_by_loads(&mut self, item: Item, entry: &FrictionEntry, friction: Friction) -> Friction {
        let of_coefficients =
            [("static_coefficient", entry.static_coefficient), ("radius", entry.radius), ("length", entry.length)];
        let strange = of_coefficients.into_iter().find(|(_, value)| value.is_some()).map(|(key, _)| key);
        // A coefficient that cannot be read was told.
        match strange.filter(|_| !item.lines.has("coefficient")) {
            Some(key) => {
                let message = format!("`{key}` goes with a `coefficient`; add one, or remove it and give `coulomb`");
                self.check.fault(item, key, message);
            }
            None if entry.coulomb.is_none() && !item.lines.has("coefficient") => {
                self.check.missing(item, "coulomb", "the load of sliding, in N·m or N; or give a `coefficient`");
            }
            None => {}
        }
        let coulomb = self.check.not_negative(item, "coulomb", entry.coulomb).unwrap_or(0.0);
        let sticking = self.check.not_negative(item, "static", entry.sticking).unwrap_or(coulomb);
        self.check_sticking(item, ["static", "coulomb"], [sticking, coulomb]);
        Friction { coulomb, sticking, ..friction }
    }

    fn limit_by_reaction(&mut self, item: Item, entry: &FrictionEntry, kind: &Facts, friction: Friction) -> Friction {
        for (key, value, instead) in
            [("coulomb", entry.coulomb, "coefficient"), ("static", entry.sticking, "static_coefficient")]
        {
            if value.is_some() {
                let message = format!(
                    "`{key}` is a load, and the friction is given by a coefficient; remove it, or use `{instead}`"
                );
                self.check.fault(item, key, message);
            }
        }
        let coulomb = self.check.not_negative(item, "coefficient", entry.coefficient).unwrap_or(0.0);
        let sticking = self.check.not_negative(item, "static_coefficient", entry.static_coefficient).unwrap_or(coulomb);
        self.check_sticking(item, ["static_coefficient", "coefficient"], [sticking, coulomb]);
        let surfaces = Some(self.make_surfaces(item, entry, kind));
        Friction { coulomb, sticking, surfaces, ..friction }
    }

    fn make_surfaces(&mut self, item: Item, entry: &FrictionEntry, kind: &Facts) -> Surfaces {
        let (word, turns) = (kind.word, kind.quantities.contains(&Quantity::Angle));
        let check = &mut self.check;
        let mut radius = check.positive(item, "radius", entry.radius);
        let mut length = check.positive(item, "length", entry.length);
        if turns && entry.radius.is_none() {
            check.missing(item, "radius", "of the pin or thread, in m: the load is coefficient · radius · normal load");
        }
        if !turns && radius.take().is_some() {
            let message = format!("a {word} joint slides and has no radius; remove `radius`");
            check.fault(item, "radius", message);
        }
        // A pin in the plane, and a point on a curve, have no moment across their axis.
        let has_moments = if turns { !check.planar() } else { kind.quantities.contains(&Quantity::Travel) };
        if !has_moments && length.take().is_some() {
            let message = format!("no moment tilts a {word} joint here, so there is nothing for `length`; remove it");
            check.fault(item, "length", message);
        }
        // A pin without a radius was told.
        Surfaces { radius: radius.or(turns.then_some(1.0)), length }
    }

    fn check_sticking(&mut self, item: Item, [key, least]: [&str; 2], [sticking, coulomb]: [f64; 2]) {
        if sticking < coulomb {
            let message =
                format!("`{key}` is {sticking}, below `{least}`, which is {coulomb}; it is at least as large");
            self.check.fault(item, key, message);
        }
    }
}
