//! Forces: names, types and keys. Each type reads its own keys by means of a [`ForceReader`].

use super::Draft;
use super::placement::{Asked, Written, across};
use crate::ids::{BodyId, JointId};
use crate::model::check::{Checker, Item};
use crate::model::file::{ForceEntry, Law, ModelFile, Numbers, Place, Scalar, suggest};
use crate::model::force::Acts;
use crate::model::signals::Curve;
use crate::model::{Attachment, Expression, Force, Frame, JointKind, Marker};
use crate::spatial::Vec3;

impl Draft {
    /// Adds every force that has no fault.
    pub(super) fn add_forces(&mut self, file: &ModelFile) {
        for entry in &file.forces {
            let i = self.n_forces;
            self.n_forces += 1;
            let path = entry.lines.path("forces", i);
            let item = Item { lines: &entry.lines, path: &path };
            let name = entry.name.clone().unwrap_or_else(|| format!("force{}", i + 1));
            self.check.name(item, &name);
            self.check_force_name(item, entry, &name, i);
            let before = self.check.pending.len();
            let force = self.make_force(item, entry, name);
            self.check.pending[before..].iter_mut().for_each(|load| load.force = i);
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
            self.check.missing(item, "type", &suggest::list(Force::WORDS, '"'));
            return None;
        };
        if !Force::WORDS.contains(&word.as_str()) {
            self.check.fault(item, "type", suggest::unknown("force type", word, Force::WORDS));
            // Whatever it is meant to be, its bodies can be checked.
            if entry.bodies.is_some() {
                self.find_pair(item, entry.bodies.as_ref());
            }
            if let Some(body) = &entry.body {
                self.find_body(item, "body", body);
            }
            return None;
        }
        for key in entry.given_keys().filter(|key| !Force::keys_of(word).contains(key)) {
            self.check.fault(item, key, format!("a {word} has no `{key}`; remove it"));
        }
        Force::read(word, &mut ForceReader { draft: self, item, entry, name })
    }
}

/// A `[[forces]]` table on its way to a force: its values are checked, and faults are told with their keys.
pub(in crate::model) struct ForceReader<'a> {
    draft: &'a mut Draft,
    pub(in crate::model) item: Item<'a>,
    pub(in crate::model) entry: &'a ForceEntry,
    name: String,
}

impl ForceReader<'_> {
    /// The force's name.
    pub(in crate::model) fn name(&mut self) -> String {
        std::mem::take(&mut self.name)
    }

    /// Whether the model is planar.
    pub(in crate::model) fn planar(&self) -> bool {
        self.draft.check.planar()
    }

    /// Checks of values in other tables than the force's own.
    pub(in crate::model) fn check(&mut self) -> &mut Checker {
        &mut self.draft.check
    }

    /// Tells a fault.
    pub(in crate::model) fn fault(&mut self, key: &str, message: impl Into<String>) {
        self.draft.check.fault(self.item, key, message);
    }

    /// Tells that a key is missing.
    pub(in crate::model) fn missing(&mut self, key: &str, remedy: &str) {
        self.draft.check.missing(self.item, key, remedy);
    }

    /// A number or an expression, of `t` or of the state.
    pub(in crate::model) fn expression(&mut self, key: &str, written: &Scalar) -> Expression {
        self.draft.check.expression(self.item, key, written)
    }

    /// A number that is neither negative nor infinite.
    pub(in crate::model) fn not_negative(&mut self, key: &str, written: Option<f64>) -> Option<f64> {
        self.draft.check.not_negative(self.item, key, written)
    }

    /// A finite number.
    pub(in crate::model) fn finite(&mut self, key: &str, written: Option<f64>) -> Option<f64> {
        self.draft.check.finite(self.item, key, written)
    }

    /// One coefficient, zero by default.
    pub(in crate::model) fn coefficient(&mut self, key: &str, written: &Option<Law>) -> f64 {
        match written {
            None => 0.0,
            Some(Law::Numbers(Numbers::One(value))) => self.not_negative(key, Some(*value)).unwrap_or(0.0),
            Some(Law::Numbers(Numbers::Many(list))) => {
                self.fault(key, format!("`{key}` is one number, found a list of {}", list.len()));
                0.0
            }
            Some(Law::Curve(name)) => {
                self.fault(key, format!("`{key}` is one number here, found {name:?}; only springs have curves"));
                0.0
            }
        }
    }

    /// One coefficient, or a curve in its place.
    pub(in crate::model) fn coefficient_or_curve(&mut self, key: &str, written: &Option<Law>) -> (f64, Option<Curve>) {
        let Some(Law::Curve(name)) = written else { return (self.coefficient(key, written), None) };
        let curve = self.draft.tables.find_curve(name);
        if let Err(message) = &curve {
            self.fault(key, message);
        }
        (0.0, curve.ok())
    }

    /// `acts`
    pub(in crate::model) fn acts(&mut self) -> Acts {
        match self.draft.check.word(self.item, "acts", &self.entry.acts, Acts::WORDS) {
            Some("push") => Acts::Push,
            Some("pull") => Acts::Pull,
            Some("both") | None => Acts::Both,
            Some(other) => unreachable!("{other:?} is none of the words that were checked"),
        }
    }

    /// `body`: one that moves.
    pub(in crate::model) fn body(&mut self) -> Option<BodyId> {
        let Some(name) = &self.entry.body else {
            self.missing("body", "the name of the body it acts on");
            return None;
        };
        let body = self.draft.find_body(self.item, "body", name)?;
        if body.is_ground() {
            self.fault("body", "the ground cannot be moved by a force; name a moving body");
            return None;
        }
        Some(body)
    }

    /// `body` and `point`, by default its centre of mass.
    pub(in crate::model) fn attachment(&mut self) -> Option<Attachment> {
        let body = self.body();
        let point = self.draft.check.vector(self.item, "point", self.entry.point.as_ref());
        let body = body?;
        let point = point.map(|point| self.draft.relative_to_center(body, point)).unwrap_or_default();
        Some(Attachment { body, point })
    }

    /// `bodies` with the points `first` and `second`.
    pub(in crate::model) fn attachments(&mut self) -> Option<[Attachment; 2]> {
        let bodies = self.draft.find_pair(self.item, self.entry.bodies.as_ref());
        let first = self.attachment_point("first", &self.entry.first);
        let second = self.attachment_point("second", &self.entry.second);
        let [(a, first), (b, second)] = [(bodies?[0], first?), (bodies?[1], second?)];
        let [first, second] = [self.draft.relative_to_center(a, first), self.draft.relative_to_center(b, second)];
        Some([Attachment { body: a, point: first }, Attachment { body: b, point: second }])
    }

    fn attachment_point(&mut self, key: &str, place: &Option<Place>) -> Option<Vec3> {
        let check = &mut self.draft.check;
        match place {
            None => {
                check.missing(self.item, key, "the attachment point, in body axes from the centre of mass");
                None
            }
            Some(Place::Point(point)) => check.vector(self.item, key, Some(point)),
            Some(Place::Frame(frame)) => {
                let path = format!("{}.{key}", self.item.path);
                let item = Item { lines: &frame.lines, path: &path };
                for (key, given) in [("axis", frame.axis.is_some()), ("normal", frame.normal.is_some())] {
                    if given {
                        check.fault(item, key, format!("a spring has no `{key}`; remove it"));
                    }
                }
                if frame.point.is_none() {
                    check.missing(item, "point", "the attachment point, in body axes from the centre of mass");
                }
                check.vector(item, "point", frame.point.as_ref())
            }
        }
    }

    /// Where the file places a point, in the world.
    pub(in crate::model) fn place_of(&self, at: Attachment) -> Vec3 {
        let (R_WB, p_WB) = self.draft.pose(at.body);
        p_WB + R_WB * at.point
    }

    /// `bodies` with frames at a point of the world, or given one by one; their x and z directions are the world's
    /// wherever the file leaves them open.
    pub(in crate::model) fn frames(&mut self, title: &'static str) -> Option<[Marker; 2]> {
        let entry = self.entry;
        let bodies = self.draft.find_pair(self.item, entry.bodies.as_ref());
        let written = Written {
            point: entry.point.as_ref(),
            point2: None,
            axis: entry.axis.as_ref(),
            axis2: None,
            normal: entry.normal.as_ref(),
            first: entry.first.as_ref(),
            second: entry.second.as_ref(),
        };
        let planar = self.planar();
        let may: &[&str] = if planar { &["normal"] } else { &["axis", "normal"] };
        let asked = Asked { title, must: &["point"], may, second_axis: false };
        if planar && entry.axis.is_some() {
            self.fault("axis", "a planar bushing has no `axis`: it is always z; use `normal` for its x");
            return None;
        }
        let mut sides = self.draft.find_sides(self.item, &written, bodies?, &asked)?;
        let (R_WB, _) = self.draft.pose(sides[0].body);
        if let (Some(axis), None, None) = (sides[0].axis, sides[0].normal, sides[1].normal) {
            sides[0].normal = Some(across(R_WB.tr_mul(Vec3([1.0, 0.0, 0.0])), axis));
        }
        let placed = self.draft.place(sides);
        Some([placed.first, placed.second])
    }

    /// A joint by its name, and its type; `None` where it has faults of its own.
    pub(in crate::model) fn joint(&mut self, name: &str) -> Option<(JointId, JointKind)> {
        let joint = self.draft.find_joint(self.item, "joint", name)?;
        Some((joint, self.draft.joints[joint.index()].as_ref()?.kind.clone()))
    }

    /// Which coordinate of a joint of this kind is meant: the only one, or that of `coordinate`.
    pub(in crate::model) fn coordinate(&mut self, joint: &str, kind: &JointKind) -> Option<usize> {
        let (names, asked) = (kind.facts().coordinates, self.entry.coordinate.as_deref());
        let listed = suggest::list(names, '"');
        let (key, message) = match (names, asked) {
            ([], _) => ("joint", format!("joint '{joint}' is {}, which has no coordinate to act on", kind.word())),
            ([_], None) => return Some(0),
            (_, None) => {
                let remedy = format!("joint '{joint}' has several: {listed}");
                self.missing("coordinate", &remedy);
                return None;
            }
            (names, Some(asked)) => match names.iter().position(|name| *name == asked) {
                Some(which) => return Some(which),
                None => ("coordinate", format!("joint '{joint}' has no coordinate {asked:?}; it is {listed}")),
            },
        };
        self.fault(key, message);
        None
    }

    /// `frame`
    pub(in crate::model) fn frame(&mut self) -> Frame {
        match self.draft.check.word(self.item, "frame", &self.entry.frame, Frame::WORDS) {
            Some("body") => Frame::Body,
            _ => Frame::World,
        }
    }
}
