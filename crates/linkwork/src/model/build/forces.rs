//! Forces: springs, torsion springs, applied loads, bushings and springs against a plane.

use super::Draft;
use super::placement::{Asked, Written, across};
use crate::ids::BodyId;
use crate::model::check::Item;
use crate::model::file::{ForceEntry, ModelFile, Numbers, Place, Scalar, Values, suggest};
use crate::model::{Attachment, Expression, Force, Frame};
use crate::spatial::Vec3;

/// The words for `type`.
pub(in crate::model) const KINDS: &[&str] = &["spring", "torsion", "force", "torque", "bushing", "plane_spring"];

/// The words for `frame`.
pub(in crate::model) const FRAMES: &[&str] = &["world", "body"];

/// Keys a type may have besides `name` and `type`.
pub(in crate::model) fn keys_of(kind: &str) -> &'static [&'static str] {
    match kind {
        "spring" => &["bodies", "first", "second", "stiffness", "damping", "length", "force"],
        "torsion" => &["joint", "stiffness", "damping", "angle", "torque"],
        "force" => &["body", "value", "point", "frame"],
        "torque" => &["body", "value", "frame"],
        "bushing" => &["bodies", "point", "axis", "normal", "first", "second", "stiffness", "damping"],
        _ => &["body", "point", "plane", "stiffness", "damping", "unilateral"],
    }
}

impl Draft {
    /// Adds every force that has no fault.
    pub(super) fn add_forces(&mut self, file: &ModelFile) {
        for entry in &file.forces {
            let i = self.n_forces;
            self.n_forces += 1;
            let path = format!("forces[{i}]");
            let item = Item { lines: &entry.lines, path: &path };
            let name = entry.name.clone().unwrap_or_else(|| format!("force{}", i + 1));
            self.check.name(item, &name);
            self.check_force_name(item, entry, &name, i);
            let force = self.make_force(item, entry, name);
            self.forces.extend(force);
        }
    }

    /// Columns of results begin with the name, and some are those of bodies and joints: it must be unique among all
    /// of them.
    fn check_force_name(&mut self, item: Item, entry: &ForceEntry, name: &str, index: usize) {
        let other = match self.force_ids.insert(name.to_string(), index) {
            Some(other) => format!("another force, forces[{other}],"),
            None if self.body_ids.contains_key(name) => "a body".to_string(),
            None if self.joint_ids.contains_key(name) => "a joint".to_string(),
            None => return,
        };
        let remedy = if entry.name.is_some() { "another name" } else { "a `name`" };
        let message =
            format!("{other} is called '{name}' too, and columns of results begin with it; give this force {remedy}");
        self.check.fault(item, "name", message);
    }

    fn make_force(&mut self, item: Item, entry: &ForceEntry, name: String) -> Option<Force> {
        let Some(word) = &entry.kind else {
            self.check.missing(item, "type", &suggest::list(KINDS, '"'));
            return None;
        };
        let Some(kind) = KINDS.iter().find(|k| **k == word.as_str()) else {
            self.check.fault(item, "type", suggest::unknown("force type", word, KINDS));
            // Whatever it is meant to be, its bodies can be checked.
            if entry.bodies.is_some() {
                self.find_pair(item, entry.bodies.as_ref());
            }
            if let Some(body) = &entry.body {
                self.find_body(item, "body", body);
            }
            return None;
        };
        for key in given_keys(entry).filter(|k| !keys_of(kind).contains(k)) {
            self.check.fault(item, key, format!("a {kind} has no `{key}`; remove it"));
        }
        match *kind {
            "spring" => self.spring(item, entry, name),
            "torsion" => self.torsion(item, entry, name),
            "force" => self.applied_force(item, entry, name),
            "torque" => self.applied_torque(item, entry, name),
            "bushing" => self.bushing(item, entry, name),
            _ => self.plane_spring(item, entry, name),
        }
    }

    fn spring(&mut self, item: Item, entry: &ForceEntry, name: String) -> Option<Force> {
        let stiffness = self.coefficient(item, "stiffness", &entry.stiffness);
        let damping = self.coefficient(item, "damping", &entry.damping);
        let length = self.check.not_negative(item, "length", entry.length);
        let force = entry.force.as_ref().map(|f| self.check.expression(item, "force", f));
        let [a, b] = self.attachments(item, entry)?;
        let length = length.unwrap_or_else(|| {
            let at = |a: Attachment| {
                let (R_WB, p_WB) = self.pose(a.body);
                p_WB + R_WB * a.point
            };
            (at(b) - at(a)).norm()
        });
        Some(Force::Spring { name, first: a, second: b, stiffness, damping, length, force })
    }

    fn attachments(&mut self, item: Item, entry: &ForceEntry) -> Option<[Attachment; 2]> {
        let bodies = self.find_pair(item, entry.bodies.as_ref());
        let first = self.attachment_point(item, "first", &entry.first);
        let second = self.attachment_point(item, "second", &entry.second);
        let [a, b] = bodies?;
        Some([Attachment { body: a, point: first? }, Attachment { body: b, point: second? }])
    }

    fn attachment_point(&mut self, item: Item, key: &str, place: &Option<Place>) -> Option<Vec3> {
        match place {
            None => {
                self.check.missing(item, key, "the attachment point, in body axes from the centre of mass");
                None
            }
            Some(Place::Point(point)) => self.check.vector(item, key, Some(point)),
            Some(Place::Frame(frame)) => {
                let path = format!("{}.{key}", item.path);
                let item = Item { lines: &frame.lines, path: &path };
                for (key, given) in [("axis", frame.axis.is_some()), ("normal", frame.normal.is_some())] {
                    if given {
                        self.check.fault(item, key, format!("a spring has no `{key}`; remove it"));
                    }
                }
                if frame.point.is_none() {
                    self.check.missing(item, "point", "the attachment point, in body axes from the centre of mass");
                }
                self.check.vector(item, "point", frame.point.as_ref())
            }
        }
    }

    fn torsion(&mut self, item: Item, entry: &ForceEntry, name: String) -> Option<Force> {
        let stiffness = self.coefficient(item, "stiffness", &entry.stiffness);
        let damping = self.coefficient(item, "damping", &entry.damping);
        let angle = self.check.finite(item, "angle", entry.angle).unwrap_or(0.0);
        let torque = entry.torque.as_ref().map(|t| self.check.expression(item, "torque", t));
        let Some(joint_name) = &entry.joint else {
            self.check.missing(item, "joint", "the name of a revolute, cylindrical or screw joint");
            return None;
        };
        let joint = self.find_joint(item, "joint", joint_name)?;
        let kind = &self.joints[joint.index()].as_ref()?.kind;
        if !kind.turns() {
            let message = format!(
                "joint '{joint_name}' is {}; a torsion spring turns about a revolute, cylindrical or screw joint",
                kind.word()
            );
            self.check.fault(item, "joint", message);
        }
        Some(Force::Torsion { name, joint, stiffness, damping, angle, torque })
    }

    fn applied_force(&mut self, item: Item, entry: &ForceEntry, name: String) -> Option<Force> {
        let body = self.acted_body(item, entry);
        let point = self.check.vector(item, "point", entry.point.as_ref()).unwrap_or_default();
        let frame = self.frame(item, entry);
        let written = match &entry.value {
            None => {
                self.check.missing(item, "value", "a list of numbers or expressions of `t`");
                return None;
            }
            Some(Values::One(_)) => {
                let count = if self.check.planar() { 2 } else { 3 };
                self.check.fault(item, "value", format!("the value of a force is a list of {count}, found one"));
                return None;
            }
            Some(Values::Many(list)) => list,
        };
        let value = match (self.check.planar(), &written[..]) {
            (true, [x, y]) => [x, y, &ZERO],
            (true, [x, y, z]) if *z == ZERO => [x, y, &ZERO],
            (false, [x, y, z]) => [x, y, z],
            (planar, list) => {
                let count = if planar { "2 components in a planar model" } else { "3 components" };
                self.check.fault(item, "value", format!("`value` needs {count}, found {}", list.len()));
                return None;
            }
        };
        let value = value.map(|v| self.check.expression(item, "value", v));
        Some(Force::Force { name, at: Attachment { body: body?, point }, value, frame })
    }

    fn applied_torque(&mut self, item: Item, entry: &ForceEntry, name: String) -> Option<Force> {
        let body = self.acted_body(item, entry);
        let frame = self.frame(item, entry);
        let planar = self.check.planar();
        let value: [Expression; 3] = match &entry.value {
            None => {
                let what = if planar { "one number or expression of `t`, about z" } else { "three, about x, y and z" };
                self.check.missing(item, "value", what);
                return None;
            }
            Some(Values::One(z)) if planar => [&ZERO, &ZERO, z],
            Some(Values::Many(list)) => match (planar, &list[..]) {
                (true, [z]) => [&ZERO, &ZERO, z],
                (true, [x, y, z]) if *x == ZERO && *y == ZERO => [x, y, z],
                (false, [x, y, z]) => [x, y, z],
                (true, _) => {
                    self.check.fault(item, "value", "in a planar model the value of a torque is one number, about z");
                    return None;
                }
                (false, list) => {
                    self.check.fault(item, "value", format!("`value` needs 3 components, found {}", list.len()));
                    return None;
                }
            },
            Some(Values::One(_)) => {
                self.check.fault(item, "value", "`value` needs 3 components, found one");
                return None;
            }
        }
        .map(|v| self.check.expression(item, "value", v));
        Some(Force::Torque { name, body: body?, value, frame })
    }

    fn bushing(&mut self, item: Item, entry: &ForceEntry, name: String) -> Option<Force> {
        let stiffness = self.six(item, "stiffness", &entry.stiffness);
        if entry.stiffness.is_none() {
            self.check.missing(item, "stiffness", "six numbers: along x, y, z and about x, y, z");
        }
        let damping = self.six(item, "damping", &entry.damping);
        let bodies = self.find_pair(item, entry.bodies.as_ref());
        let written = Written {
            point: entry.point.as_ref(),
            point2: None,
            axis: entry.axis.as_ref(),
            axis2: None,
            normal: entry.normal.as_ref(),
            first: entry.first.as_ref(),
            second: entry.second.as_ref(),
        };
        let planar = self.check.planar();
        let may: &[&str] = if planar { &["normal"] } else { &["axis", "normal"] };
        let asked = Asked { title: "a bushing", must: &["point"], may, second_axis: false };
        if planar && entry.axis.is_some() {
            self.check.fault(item, "axis", "a planar bushing has no `axis`: it is always z; use `normal` for its x");
            return None;
        }
        let mut sides = self.find_sides(item, &written, bodies?, &asked)?;
        // Its x direction is the world's wherever the file leaves it open.
        let (R_WB, _) = self.pose(sides[0].body);
        if let (Some(axis), None, None) = (sides[0].axis, sides[0].normal, sides[1].normal) {
            sides[0].normal = Some(across(R_WB.tr_mul(Vec3([1.0, 0.0, 0.0])), axis));
        }
        let placed = self.place(sides);
        Some(Force::Bushing { name, first: placed.first, second: placed.second, stiffness, damping })
    }

    fn plane_spring(&mut self, item: Item, entry: &ForceEntry, name: String) -> Option<Force> {
        let body = self.acted_body(item, entry);
        let point = self.check.vector(item, "point", entry.point.as_ref()).unwrap_or_default();
        if entry.stiffness.is_none() {
            self.check.missing(item, "stiffness", "in N/m");
        }
        let stiffness = self.coefficient(item, "stiffness", &entry.stiffness);
        let damping = self.coefficient(item, "damping", &entry.damping);
        let Some(plane) = &entry.plane else {
            self.check.missing(item, "plane", "{ point = [..], normal = [..] }, in the world");
            return None;
        };
        let path = format!("{}.plane", item.path);
        let plane_item = Item { lines: &plane.lines, path: &path };
        if plane.axis.is_some() {
            self.check.fault(plane_item, "axis", "a plane has no `axis`; its direction is `normal`");
        }
        if plane.normal.is_none() {
            self.check.missing(plane_item, "normal", "the direction out of the plane, towards the free side");
        }
        let plane_point = self.check.vector(plane_item, "point", plane.point.as_ref()).unwrap_or_default();
        let plane_normal = self.check.direction(plane_item, "normal", plane.normal.as_ref())?;
        let at = Attachment { body: body?, point };
        let unilateral = entry.unilateral.unwrap_or(true);
        Some(Force::PlaneSpring { name, at, plane_point, plane_normal, stiffness, damping, unilateral })
    }

    /// `body`: one that moves.
    fn acted_body(&mut self, item: Item, entry: &ForceEntry) -> Option<BodyId> {
        let Some(name) = &entry.body else {
            self.check.missing(item, "body", "the name of the body it acts on");
            return None;
        };
        let body = self.find_body(item, "body", name)?;
        if body.is_ground() {
            self.check.fault(item, "body", "the ground cannot be moved by a force; name a moving body");
            return None;
        }
        Some(body)
    }

    fn frame(&mut self, item: Item, entry: &ForceEntry) -> Frame {
        match self.check.word(item, "frame", &entry.frame, FRAMES) {
            Some("body") => Frame::Body,
            _ => Frame::World,
        }
    }

    /// One coefficient, zero by default.
    fn coefficient(&mut self, item: Item, key: &str, written: &Option<Numbers>) -> f64 {
        match written {
            None => 0.0,
            Some(Numbers::One(value)) => self.check.not_negative(item, key, Some(*value)).unwrap_or(0.0),
            Some(Numbers::Many(list)) => {
                self.check.fault(item, key, format!("`{key}` is one number, found a list of {}", list.len()));
                0.0
            }
        }
    }

    /// Six coefficients of a bushing; in the plane three: x, y and rotation.
    fn six(&mut self, item: Item, key: &str, written: &Option<Numbers>) -> [f64; 6] {
        let planar = self.check.planar();
        let list: &[f64] = match written {
            None => return [0.0; 6],
            Some(Numbers::One(_)) => &[],
            Some(Numbers::Many(list)) => list,
        };
        if let Some(wrong) = list.iter().find(|v| !(v.is_finite() && **v >= 0.0)) {
            self.check.fault(item, key, format!("all its numbers must be zero or positive and finite, found {wrong}"));
            return [0.0; 6];
        }
        match (planar, list) {
            (true, &[x, y, rotation]) => [x, y, 0.0, 0.0, 0.0, rotation],
            (true, &[x, y, _, _, _, rotation]) => [x, y, 0.0, 0.0, 0.0, rotation],
            (false, &[a, b, c, d, e, f]) => [a, b, c, d, e, f],
            (_, list) => {
                let found = if list.is_empty() { "none in a list".into() } else { list.len().to_string() };
                let count = if planar { "3 numbers (x, y, rotation)" } else { "6 numbers (along and about x, y, z)" };
                self.check.fault(item, key, format!("`{key}` of a bushing needs {count}, found {found}"));
                [0.0; 6]
            }
        }
    }
}

const ZERO: Scalar = Scalar::Number(0.0);

/// The keys besides name and type that were given.
fn given_keys(entry: &ForceEntry) -> impl Iterator<Item = &'static str> {
    let keys = [
        ("bodies", entry.bodies.is_some()),
        ("body", entry.body.is_some()),
        ("joint", entry.joint.is_some()),
        ("point", entry.point.is_some()),
        ("axis", entry.axis.is_some()),
        ("normal", entry.normal.is_some()),
        ("value", entry.value.is_some()),
        ("frame", entry.frame.is_some()),
        ("stiffness", entry.stiffness.is_some()),
        ("damping", entry.damping.is_some()),
        ("length", entry.length.is_some()),
        ("angle", entry.angle.is_some()),
        ("force", entry.force.is_some()),
        ("torque", entry.torque.is_some()),
        ("unilateral", entry.unilateral.is_some()),
        ("first", entry.first.is_some()),
        ("second", entry.second.is_some()),
        ("plane", entry.plane.is_some()),
    ];
    keys.into_iter().filter(|(_, given)| *given).map(|(key, _)| key)
}
