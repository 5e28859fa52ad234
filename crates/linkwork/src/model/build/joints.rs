//! Joints: each type's keys, its markers, its driver; couplings of two joints last, when all others are known.

use super::placement::{Asked, PERPENDICULAR, Placed, Side, Written, across};
use super::{Draft, names_unsure};
use crate::ids::{BodyId, JointId};
use crate::model::check::{Checker, Item};
use crate::model::file::{JointEntry, ModelFile, suggest};
use crate::model::joint::{Facts, Frames, Gear, JointType};
use crate::model::{Coordinate, Expression, Initial, Joint, JointKind};
use crate::spatial::Vec3;

/// How far from what a driver starts with `q` and `qd` may be, relative or absolute: what is left of nine digits.
const SAME: f64 = 1e-9;

/// The source of a joint type's parameters, and the place for its faults.
pub(crate) struct Reading<'a> {
    item: Item<'a>,
    /// As written.
    pub entry: &'a JointEntry,
    /// The vector from the first point to the second in the file's configuration; `None` where the place is faulty.
    pub gap: Option<Vec3>,
    /// The two joints and the ratio of a coupling.
    coupled: Option<([JointId; 2], f64)>,
    check: &'a mut Checker,
}

impl Reading<'_> {
    /// Whether the model is planar.
    pub(crate) fn is_planar(&self) -> bool {
        self.check.planar()
    }

    /// The two joints and the ratio of a coupling, which have been checked.
    pub(crate) fn coupled(&self) -> Option<([JointId; 2], f64)> {
        self.coupled
    }

    /// Reports a fault.
    pub(crate) fn fault(&mut self, key: &str, message: impl Into<String>) {
        self.check.fault(self.item, key, message);
    }

    /// Reports that a key is missing.
    pub(crate) fn missing(&mut self, key: &str, remedy: &str) {
        self.check.missing(self.item, key, remedy);
    }

    /// A number that must be finite.
    pub(crate) fn finite(&mut self, key: &str, value: Option<f64>) -> Option<f64> {
        self.check.finite(self.item, key, value)
    }
}

impl Draft {
    /// Adds every joint; faulty ones leave `None` in their place.
    pub(super) fn add_joints(&mut self, file: &ModelFile) {
        self.joints_unsure = names_unsure(&file.lines, "joints", file.joints.iter().map(|j| (&j.name, &j.lines)));
        for entry in &file.joints {
            let i = self.joints.len();
            let path = entry.lines.path("joints", i);
            let item = Item { lines: &entry.lines, path: &path };
            self.source.add_joint(&entry.lines, self.lines_before);
            let name = self.joint_name(item, entry, JointId::new(i), file);
            let kind = self.joint_kind(item, entry);
            if let Some(kind) = kind {
                self.check_keys(item, entry, kind);
            }
            if let Some(kind) = kind {
                self.add_joint_forces(item, entry, kind, (&name, JointId::new(i)));
            }
            let joint = match kind {
                // Whatever it is meant to be, its bodies and its driver can be checked.
                None => {
                    if entry.bodies.is_some() {
                        self.find_pair(item, entry.bodies.as_ref());
                    }
                    if let Some(motion) = &entry.motion {
                        self.driver(item, motion);
                    }
                    None
                }
                Some(kind) if kind.couples() => {
                    self.couplings.push((i, entry.clone()));
                    None
                }
                Some(kind) => self.make_joint(item, entry, kind, &name),
            };
            self.joints.push(joint);
        }
    }

    /// Adds gears and racks, when all other joints are known. None of them sees another one, so that their order does
    /// not matter.
    pub(super) fn add_couplings(&mut self) {
        let couplings = std::mem::take(&mut self.couplings);
        let make = |&(i, ref entry): &(usize, JointEntry)| {
            let path = entry.lines.path("joints", i);
            let item = Item { lines: &entry.lines, path: &path };
            self.make_coupling(item, entry, i, &couplings)
        };
        let made: Vec<Option<Joint>> = couplings.iter().map(make).collect();
        couplings.iter().zip(made).for_each(|((i, _), joint)| self.joints[*i] = joint);
    }

    fn joint_name(&mut self, item: Item, entry: &JointEntry, id: JointId, file: &ModelFile) -> String {
        let name = entry.name.clone().unwrap_or_else(|| default_name(id.index()));
        self.check.name(item, &name);
        if let Some(other) = self.joint_ids.insert(name.clone(), id) {
            let line = file.joints.get(other.index()).map_or(0, |other| other.lines.of("name").line);
            let place = if line > 0 { format!(" (line {line})") } else { String::new() };
            self.check.fault(
                item,
                "name",
                format!("another joint is called '{name}'{place}; every name must be unique"),
            );
        }
        name
    }

    fn joint_kind(&mut self, item: Item, entry: &JointEntry) -> Option<&'static Facts> {
        let Some(word) = &entry.kind else {
            self.check.missing(item, "type", &suggest::list(JointKind::WORDS, '"'));
            return None;
        };
        let Some(&facts) = JointKind::FACTS.iter().find(|facts| facts.word == word.as_str()) else {
            let word_elsewhere = word.to_ascii_lowercase();
            let meant = JointKind::FACTS.iter().find(|facts| facts.other_names.contains(&word_elsewhere.as_str()));
            let message = match meant {
                Some(ours) => format!("unknown joint type {word:?}; did you mean {:?}?", ours.word),
                None => suggest::unknown("joint type", word, JointKind::WORDS),
            };
            self.check.fault(item, "type", message);
            return None;
        };
        match facts.planar {
            Err(remedy) if self.check.planar() => {
                let message = format!("there is no {:?} joint in a planar model; {remedy}", facts.word);
                self.check.fault(item, "type", message);
                None
            }
            Ok(_) | Err(_) => Some(facts),
        }
    }

    /// Keys which the type does not use.
    fn check_keys(&mut self, item: Item, entry: &JointEntry, facts: &Facts) {
        let keys = facts.keys_in(self.check.space);
        for key in given_keys(entry) {
            let placed = matches!(key, "bodies" | "first" | "second") && !facts.couples();
            if !placed && !keys.contain(key) {
                let message = unused_key(key, facts, self.check.planar());
                self.check.fault(item, key, message);
            }
        }
    }

    fn make_joint(&mut self, item: Item, entry: &JointEntry, facts: &Facts, name: &str) -> Option<Joint> {
        let bodies = self.find_pair(item, entry.bodies.as_ref());
        let motion = entry.motion.as_ref().map(|m| self.driver(item, m));
        // Without its bodies the place is still checked, as if it were on the ground.
        let placed = self.place_joint(item, entry, facts, bodies.unwrap_or([BodyId::GROUND; 2]));
        let gap = bodies.and(placed.as_ref()).map(|placed| placed.gap);
        let mut reading = Reading { item, entry, gap, coupled: None, check: &mut self.check };
        let kind = JointKind::read(facts.word, &mut reading);
        let (Some(_), Some(placed), Some(kind)) = (bodies, placed, kind) else { return None };
        // Travel is counted from where the file puts the joint, unless both normals say that it is absolute.
        let relative = facts.travels && entry.first.is_some() && !placed.absolute;
        let travel = if relative { placed.gap.dot(placed.direction) } else { 0.0 };
        let offset = kind.offset(self.see_from_first(&placed)).unwrap_or(travel);
        let initial = self.find_initial(item, entry, &kind, motion.as_ref());
        Some(Joint {
            name: name.to_string(),
            kind,
            between: Joint::between(&placed.first, &placed.second),
            first: placed.first,
            second: placed.second,
            motion,
            offset,
            initial,
            left_out: 0,
        })
    }

    /// The second point in the frame of the first marker, in the file's configuration.
    fn see_from_first(&self, placed: &Placed) -> Vec3 {
        let (R_WB, _) = self.pose(placed.first.body);
        placed.first.axes.tr_mul(R_WB.tr_mul(placed.gap))
    }

    /// The initial `q` and `qd` that the entry asks for, checked against a driver or the length of a `distance`.
    fn find_initial(
        &mut self,
        item: Item,
        entry: &JointEntry,
        kind: &JointKind,
        motion: Option<&Expression>,
    ) -> Option<Box<Initial>> {
        let wished = Initial { q: self.check.finite(item, "q", entry.q), qd: self.check.finite(item, "qd", entry.qd) };
        let (given, by) = match (motion, kind.kept_length()) {
            (Some(motion), _) => (motion.jet(0.0), "`motion` starts with"),
            (None, Some(length)) => ([length, 0.0, 0.0], "without `motion` its length stays, which is"),
            (None, None) => return (wished != Initial::default()).then(|| Box::new(wished)),
        };
        for (key, wish, given) in [("q", wished.q, given[0]), ("qd", wished.qd, given[1])] {
            if let Some(wish) = wish.filter(|wish| (wish - given).abs() > SAME * given.abs().max(1.0)) {
                let which = if key == "q" { "" } else { "; its rate is that of this length or motion" };
                let message =
                    format!("`{key}` asks for {wish}, but {by} {given}{which}; remove `{key}` or make it the same");
                self.check.fault(item, key, message);
            }
        }
        None
    }

    fn place_joint(&mut self, item: Item, entry: &JointEntry, facts: &Facts, bodies: [BodyId; 2]) -> Option<Placed> {
        let keys = facts.keys_in(self.check.space);
        // Keys the type does not use have been reported; here they count as not given.
        let only = |key: &str, value: &'_ Option<Vec<f64>>| value.clone().filter(|_| keys.contain(key));
        let (point, point2) = (only("point", &entry.point), only("point2", &entry.point2));
        let (axis, axis2) = (only("axis", &entry.axis), only("axis2", &entry.axis2));
        let normal = only("normal", &entry.normal);
        let written = Written {
            point: point.as_ref(),
            point2: point2.as_ref(),
            axis: axis.as_ref(),
            axis2: axis2.as_ref(),
            normal: normal.as_ref(),
            first: entry.first.as_ref(),
            second: entry.second.as_ref(),
        };
        let title = format!("a {} joint", facts.word);
        let second_axis = !matches!(facts.frames, Frames::FirstAxis | Frames::Curve);
        let asked = Asked { title: &title, must: keys.must, may: keys.may, second_axis };
        let mut sides = self.find_sides(item, &written, bodies, &asked)?;
        if facts.frames == Frames::Crossed {
            if let (Some(a), Some(b)) = (&entry.axis, &entry.axis2) {
                self.check_perpendicular(item, a, b);
            }
            self.face_axes(&mut sides);
        }
        if facts.frames == Frames::Curve && entry.first.is_some() {
            sides[0].take_body_axes(self.check.planar());
        }
        // A point that could not be read has been reported; no length can be measured without it.
        let measurable = facts.frames != Frames::Points || sides.iter().all(|s| s.point.is_some());
        measurable.then(|| self.place(sides))
    }

    /// Angles of a universal joint are measured between each axis and the normal on the other body: unless both
    /// normals are given, these are the axes where the file places them.
    fn face_axes(&self, sides: &mut [Side; 2]) {
        let [Side { axis: Some(a), normal: n, .. }, Side { axis: Some(b), normal: m, .. }] = *sides else { return };
        if n.is_some() && m.is_some() {
            return;
        }
        let [(R1, _), (R2, _)] = [sides[0].body, sides[1].body].map(|body| self.pose(body));
        sides[0].normal = Some(across(R1.tr_mul(R2 * b), a));
        sides[1].normal = Some(across(R2.tr_mul(R1 * a), b));
    }

    fn check_perpendicular(&mut self, item: Item, axis: &[f64], axis2: &[f64]) {
        let direction = |v: &[f64]| v.try_into().ok().and_then(|v| Vec3(v).unit());
        let (Some(a), Some(b)) = (direction(axis), direction(axis2)) else { return };
        let cosine = a.dot(b);
        if cosine.abs() > PERPENDICULAR {
            let message = format!("`axis2` must be perpendicular to `axis`; the cosine between them is {cosine}");
            self.check.fault(item, "axis2", message);
        }
    }

    /// A gear or a rack and pinion: two joints with one coordinate each. `couplings` are all gears and racks, by
    /// their index.
    fn make_coupling(
        &mut self,
        item: Item,
        entry: &JointEntry,
        index: usize,
        couplings: &[(usize, JointEntry)],
    ) -> Option<Joint> {
        let ratio = self.check.finite(item, "ratio", entry.ratio);
        match ratio {
            None if entry.ratio.is_none() => {
                self.check.missing(item, "ratio", "the second coordinate per unit of the first")
            }
            Some(0.0) => self.check.fault(item, "ratio", "must not be zero: the second joint would not move at all"),
            _ => {}
        }
        let ids = self.coupled_joints(item, entry, index)?;
        let gear = entry.kind.as_deref() == Some(Gear::FACTS.word);
        if let Some(k) = ids.iter().find_map(|id| couplings.binary_search_by_key(&id.index(), |c| c.0).ok()) {
            let (i, other) = &couplings[k];
            let name = other.name.clone().unwrap_or_else(|| default_name(*i));
            let word = other.kind.as_deref().unwrap_or_default();
            let message =
                format!("'{name}' is a {word}, which has no coordinate of its own; name the joints that it couples");
            self.check.fault(item, "joints", message);
            return None;
        }
        // A faulty joint has its own message.
        let pair = ids.map(|id| self.joints[id.index()].clone());
        let [Some(a), Some(b)] = pair else { return None };
        let (joints, last) = match (gear, a.coordinate(), b.coordinate()) {
            (true, Some(p), Some(q)) if p == q => (ids, b),
            (false, Some(Coordinate::Angle), Some(Coordinate::Travel)) => (ids, b),
            (false, Some(Coordinate::Travel), Some(Coordinate::Angle)) => ([ids[1], ids[0]], a),
            _ => {
                let rule = if gear {
                    "a gear couples two angles (revolute, screw) or two travels (prismatic)"
                } else {
                    "a rack_pinion couples an angle (revolute, screw) and a travel (prismatic)"
                };
                let found = format!("'{}' is {} and '{}' is {}", a.name, a.kind.word(), b.name, b.kind.word());
                self.check.fault(item, "joints", format!("{rule}; {found}"));
                return None;
            }
        };
        let coupled = Some((joints, ratio?));
        let mut reading = Reading { item, entry, gap: None, coupled, check: &mut self.check };
        let kind = JointKind::read(entry.kind.as_deref()?, &mut reading)?;
        let name = entry.name.clone().unwrap_or_else(|| default_name(index));
        Some(Joint {
            name,
            kind,
            between: Joint::between(&last.first, &last.second),
            first: last.first,
            second: last.second,
            motion: None,
            offset: 0.0,
            initial: None,
            left_out: 0,
        })
    }

    fn coupled_joints(&mut self, item: Item, entry: &JointEntry, index: usize) -> Option<[JointId; 2]> {
        let Some(names) = &entry.joints else {
            self.check.missing(item, "joints", "the names of the two joints to couple");
            return None;
        };
        let [first, second] = &names[..] else {
            self.check.fault(item, "joints", format!("`joints` needs 2 names, found {}", names.len()));
            return None;
        };
        let ids = [self.find_joint(item, "joints", first), self.find_joint(item, "joints", second)];
        let [Some(a), Some(b)] = ids else { return None };
        if a == b || a.index() == index || b.index() == index {
            self.check.fault(item, "joints", "a joint cannot be coupled with itself; name two different joints");
            return None;
        }
        Some([a, b])
    }
}

fn default_name(index: usize) -> String {
    format!("joint{}", index + 1)
}

fn unused_key(key: &str, facts: &Facts, planar: bool) -> String {
    let kind = facts.word;
    match key {
        "motion" => format!("a {kind} joint has no `motion`; {} joints can be driven", list_types_with(key)),
        "q" | "qd" => format!("a {kind} joint has no `{key}`; {} joints have one", list_types_with(key)),
        "axis" if planar && facts.keys.contain("axis") => {
            format!("a planar {kind} joint has no `axis`: it is always z")
        }
        "bodies" | "first" | "second" => {
            format!("a {kind} joint has no `{key}`; it couples two joints: joints = [\"A\", \"B\"]")
        }
        _ => format!("a {kind} joint has no `{key}`; remove it"),
    }
}

/// The words of all types that may have a key.
fn list_types_with(key: &str) -> String {
    let words: Vec<&str> = JointKind::FACTS.iter().filter(|f| f.keys.contain(key)).map(|f| f.word).collect();
    match words.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "no".to_string(),
    }
}

/// The keys besides name and type that were given.
fn given_keys(entry: &JointEntry) -> impl Iterator<Item = &'static str> {
    let keys = [
        ("bodies", entry.bodies.is_some()),
        ("joints", entry.joints.is_some()),
        ("point", entry.point.is_some()),
        ("point2", entry.point2.is_some()),
        ("axis", entry.axis.is_some()),
        ("axis2", entry.axis2.is_some()),
        ("normal", entry.normal.is_some()),
        ("length", entry.length.is_some()),
        ("pitch", entry.pitch.is_some()),
        ("ratio", entry.ratio.is_some()),
        ("curve", entry.curve.is_some()),
        ("motion", entry.motion.is_some()),
        ("limits", entry.limits.is_some()),
        ("friction", entry.friction.is_some()),
        ("q", entry.q.is_some()),
        ("qd", entry.qd.is_some()),
        ("first", entry.first.is_some()),
        ("second", entry.second.is_some()),
    ];
    keys.into_iter().filter(|(_, given)| *given).map(|(key, _)| key)
}
