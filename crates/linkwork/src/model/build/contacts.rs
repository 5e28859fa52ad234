//! Contacts: which bodies may touch, with which of their shapes, and by which law. Every two shapes become a force
//! element, or all shapes of a contact without columns a group.

use super::Draft;
use crate::ids::BodyId;
use crate::model::check::Item;
use crate::model::file::contacts::ALL;
use crate::model::file::{self, Bodies, ContactEntry, ModelFile, SHAPE_KINDS, SlidingEntry};
use crate::model::force::{Contact, ContactGroup, ContactLaw, Loss, Member, Sliding, Solid};
use crate::model::{Force, Shape};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Hertz's law of round bodies.
const EXPONENT: f64 = 1.5;
/// Depth from which a damper acts fully (m), where the file does not say: about that of steel parts in light contact.
const DAMPING_DEPTH: f64 = 1e-4;
/// Impacts much faster than this have the restitution (m/s), where the file does not say.
const RESTITUTION_SPEED: f64 = 0.01;
/// Creep of a body that friction holds (m/s), where the file does not say.
const CREEP: f64 = 1e-3;
/// Pairs of shapes of a contact that are elements of their own, with columns; more become a group.
const MOST_WITH_COLUMNS: usize = 50;
/// Pairs of shapes of a model that are elements of their own: some hundred megabytes.
const MOST_PAIRS: usize = 500_000;

/// A body that touches others, by its number from 1, the ground being 0: in the order in which pairs are made.
type Number = usize;

/// Bodies that may touch: every one of the first side with every one of the second.
struct Between {
    sides: [Vec<Number>; 2],
    /// Pairs that do not, each in ascending order.
    apart: BTreeSet<[Number; 2]>,
}

impl Between {
    /// Whether two bodies of different sides may touch.
    fn joins(&self, [a, b]: [Number; 2]) -> bool {
        a != b && !self.apart.contains(&[a.min(b), a.max(b)])
    }

    /// The pairs of bodies, each once.
    fn pairs(&self) -> impl Iterator<Item = [Number; 2]> {
        let [first, second] = &self.sides;
        let mut seen = HashSet::new();
        let all = first.iter().flat_map(|a| second.iter().map(|b| [*a, *b]));
        all.filter(move |&[a, b]| self.joins([a, b]) && seen.insert([a.min(b), a.max(b)]))
    }

    /// The number of pairs of bodies, joined ones among them.
    fn count_bodies(&self) -> usize {
        let [first, second] = &self.sides;
        if first == second { first.len() * first.len().saturating_sub(1) / 2 } else { first.len() * second.len() }
    }
}

/// Solids of the bodies of both sides.
#[derive(Default)]
struct BothSolids([BTreeMap<Number, Vec<Solid>>; 2]);

impl BothSolids {
    /// The number of pairs of solids of two bodies.
    fn count(&self, pair: [Number; 2]) -> usize {
        [0, 1].map(|k| self.0[k].get(&pair[k]).map_or(0, Vec::len)).iter().product()
    }

    /// Whether there are more pairs of solids than have columns.
    fn are_many(&self, between: &Between) -> bool {
        let mut n = 0;
        between.pairs().any(|pair| {
            n += self.count(pair);
            n > MOST_WITH_COLUMNS
        })
    }
}

impl Draft {
    /// Makes the elements of every contact that has no fault.
    pub(super) fn add_contacts(&mut self, file: &ModelFile) {
        let mut taken = HashSet::new();
        for (i, entry) in file.contacts.iter().enumerate() {
            let path = entry.lines.path("contacts", i);
            let item = Item { lines: &entry.lines, path: &path };
            let name = entry.name.clone().unwrap_or_else(|| format!("contact{}", i + 1));
            self.check.name(item, &name);
            self.check_contact_name(item, entry, &name, &taken);
            let law = self.make_contact_law(item, entry);
            let Some(between) = self.find_between(item, entry) else { continue };
            let Some(solids) = self.make_all_solids(item, entry, &between) else { continue };
            let has_own = entry.first.is_some() || entry.second.is_some();
            let is_group = !has_own && entry.columns != Some(true) && solids.are_many(&between);
            if is_group {
                self.add_group(item, &name, law, (&between, &solids));
                taken.insert(name);
                continue;
            }
            let Some(elements) = self.make_contacts(item, &between, &solids) else { continue };
            let names = name_elements(&name, &elements, |number| self.name_of(number));
            taken.extend(names.iter().cloned().chain([name]));
            let has_columns = entry.columns.unwrap_or(elements.len() <= MOST_WITH_COLUMNS);
            let is_planar = self.check.planar();
            self.contacts.extend(elements.into_iter().zip(names).map(|(Element { pair, solids, .. }, name)| {
                Force::Contact(Contact { name, bodies: pair.map(body_of), solids, law, is_planar, has_columns })
            }));
        }
    }

    /// A group of all solids of a contact.
    fn add_group(&mut self, item: Item, name: &str, law: ContactLaw, (between, solids): (&Between, &BothSolids)) {
        let numbers: BTreeSet<Number> = between.sides.iter().flatten().copied().collect();
        let mut members = Vec::new();
        let mut planes: Vec<(Number, &Solid)> = Vec::new();
        for number in numbers {
            let sides = [0, 1].map(|k| solids.0[k].contains_key(&number));
            let Some(own) = solids.0.iter().find_map(|side| side.get(&number)) else { continue };
            planes.extend(own.iter().filter(|solid| matches!(solid, Solid::Plane(_))).map(|plane| (number, plane)));
            members.extend(own.iter().map(|solid| Member::new(body_of(number), solid.clone(), sides)));
        }
        let pairs = planes.iter().enumerate().flat_map(|(k, a)| planes[k + 1..].iter().map(move |b| [*a, *b]));
        let is_on = |side: usize, number: Number| solids.0[side].contains_key(&number);
        let are_opposite = |a: Number, b: Number| is_on(0, a) && is_on(1, b) || is_on(1, a) && is_on(0, b);
        if let Some([a, b]) = pairs.into_iter().find(|[a, b]| between.joins([a.0, b.0]) && are_opposite(a.0, b.0)) {
            self.refuse_pair(item, [a.0, b.0], [a.1, b.1]);
            return;
        }
        let apart = between.apart.iter().map(|pair| pair.map(body_of)).collect();
        let group = ContactGroup::new(name.to_string(), law, self.check.planar(), members, apart);
        self.contact_groups.push(group);
    }

    /// Adds the elements behind all other forces, where expressions find them by their names.
    pub(super) fn append_contacts(&mut self) {
        let first = self.n_forces;
        self.n_forces += self.contacts.len();
        let names = self.contacts.iter().enumerate().map(|(k, force)| (force.name().to_string(), first + k));
        self.force_ids.extend(names);
        self.forces.append(&mut self.contacts);
    }

    fn check_contact_name(&mut self, item: Item, entry: &ContactEntry, name: &str, taken: &HashSet<String>) {
        let other = match () {
            () if self.body_ids.contains_key(name) => "a body",
            () if self.joint_ids.contains_key(name) => "a joint",
            () if self.force_ids.contains_key(name) => "a force",
            () if taken.contains(name) => "another contact",
            () => return,
        };
        let remedy = if entry.name.is_some() { "another name" } else { "a `name`" };
        let message =
            format!("{other} is called '{name}' too, and columns of results begin with it; give this contact {remedy}");
        self.check.fault(item, "name", message);
    }

    fn make_contact_law(&mut self, item: Item, entry: &ContactEntry) -> ContactLaw {
        let check = &mut self.check;
        if entry.stiffness.is_none() {
            check.missing(item, "stiffness", "k of the load k p^n at depth p, in N/m^n");
        }
        let stiffness = check.positive(item, "stiffness", entry.stiffness).unwrap_or(1.0);
        let exponent = check.finite(item, "exponent", entry.exponent).unwrap_or(EXPONENT);
        if exponent < 1.0 {
            check.fault(item, "exponent", format!("must be one or larger, found {exponent}"));
        }
        let rolling = check.not_negative(item, "rolling", entry.rolling).unwrap_or(0.0);
        if rolling > 0.0 && entry.friction.is_none() && !item.lines.has("friction") {
            check.fault(item, "rolling", "resistance to rolling needs `friction`, whose `speed` it shares");
        }
        let loss = self.make_loss(item, entry);
        let friction = entry.friction.as_ref().map(|friction| {
            let path = format!("{}.friction", item.path);
            self.make_sliding(Item { lines: &friction.lines, path: &path }, friction)
        });
        ContactLaw { stiffness, exponent, loss, friction, rolling }
    }

    fn make_loss(&mut self, item: Item, entry: &ContactEntry) -> Loss {
        let check = &mut self.check;
        let damping = check.not_negative(item, "damping", entry.damping);
        let depth = check.positive(item, "damping_depth", entry.damping_depth).unwrap_or(DAMPING_DEPTH);
        let restitution = check.not_negative(item, "restitution", entry.restitution);
        let speed = check.positive(item, "restitution_speed", entry.restitution_speed).unwrap_or(RESTITUTION_SPEED);
        for (key, of, given) in [
            ("damping_depth", "damping", entry.damping.is_some()),
            ("restitution_speed", "restitution", entry.restitution.is_some()),
        ] {
            if item.lines.has(key) && !given && !item.lines.has(of) {
                check.fault(item, key, format!("`{key}` goes with `{of}`, which is not there; add it or remove this"));
            }
        }
        match (damping, restitution) {
            (Some(_), Some(_)) => {
                let message = "`damping` and `restitution` both say how energy is lost; remove one of the two";
                check.fault(item, "restitution", message);
                Loss::Nothing
            }
            (_, Some(coefficient)) if coefficient > 1.0 => {
                check.fault(item, "restitution", format!("must be between 0 and 1, found {coefficient}"));
                Loss::Nothing
            }
            (None, Some(coefficient)) if coefficient < 1.0 => Loss::Restitution { coefficient, speed },
            (Some(coefficient), None) if coefficient > 0.0 => Loss::Damping { coefficient, depth },
            (None, Some(_)) | (Some(_), None) | (None, None) => Loss::Nothing,
        }
    }

    fn make_sliding(&mut self, item: Item, entry: &SlidingEntry) -> Sliding {
        let check = &mut self.check;
        if entry.dynamic.is_none() {
            check.missing(item, "dynamic", "the coefficient of sliding");
        }
        let dynamic = check.not_negative(item, "dynamic", entry.dynamic).unwrap_or(0.0);
        let sticking = check.not_negative(item, "static", entry.sticking).unwrap_or(dynamic);
        let speed = check.positive(item, "speed", entry.speed).unwrap_or(CREEP);
        if sticking < dynamic {
            let message =
                format!("`static` is {sticking}, below `dynamic`, which is {dynamic}; it is at least as large");
            check.fault(item, "static", message);
        }
        Sliding { sticking, dynamic, speed }
    }

    /// The bodies that may touch; `None` where names are wrong.
    fn find_between(&mut self, item: Item, entry: &ContactEntry) -> Option<Between> {
        let sides = match &entry.between {
            None => {
                self.check.missing(item, "between", "two bodies such as [\"ball\", \"tray\"], or \"all\"");
                return None;
            }
            Some(file::Between::All(_)) => {
                let all = self.with_shapes();
                let between = Between { sides: [all.clone(), all], apart: self.jointed() };
                if between.pairs().next().is_none() {
                    self.check.fault(item, "between", "no two bodies with shapes are free to touch; give them shapes");
                }
                return Some(between);
            }
            Some(file::Between::Sides(sides)) => sides,
        };
        let [first, second] = &sides[..] else {
            self.check.fault(item, "between", format!("`between` needs two sides, found {}", sides.len()));
            return None;
        };
        let named = [first, second].map(|side| self.find_contact_side(item, side));
        let [first, second] = named;
        let all = self.with_shapes();
        let others = |of: &[Number]| all.iter().copied().filter(|body| !of.contains(body)).collect::<Vec<Number>>();
        let (sides, is_open) = match (first?, second?) {
            (Side::Named(a), Side::Named(b)) => ([a, b], false),
            (Side::All, Side::Named(b)) => ([others(&b), b], true),
            (Side::Named(a), Side::All) => ([a.clone(), others(&a)], true),
            (Side::All, Side::All) => {
                self.check.fault(item, "between", "both sides are \"all\"; write between = \"all\"");
                return None;
            }
        };
        let between = Between { sides, apart: if is_open { self.jointed() } else { BTreeSet::new() } };
        if between.pairs().next().is_none() {
            self.check.fault(item, "between", "both sides are the same body, or one has none; name two different ones");
        }
        Some(between)
    }

    /// Whether so many pairs are not too many.
    fn check_number(&mut self, item: Item, n_pairs: usize) -> Option<()> {
        if self.contacts.len() + n_pairs > MOST_PAIRS {
            let message = format!("{n_pairs} pairs; a model has at most {MOST_PAIRS}, so name fewer bodies");
            self.check.fault(item, "between", message);
            return None;
        }
        Some(())
    }

    fn find_contact_side(&mut self, item: Item, side: &Bodies) -> Option<Side> {
        if *side == Bodies::One(ALL.into()) && !self.body_ids.contains_key(ALL) {
            return Some(Side::All);
        }
        let found: Vec<Option<BodyId>> =
            side.names().iter().map(|name| self.find_body(item, "between", name)).collect();
        let found: Option<Vec<BodyId>> = found.into_iter().collect();
        Some(Side::Named(found?.into_iter().map(number_of).collect()))
    }

    /// Bodies that have shapes, the ground among them.
    fn with_shapes(&self) -> Vec<Number> {
        let ground = (!self.ground.is_empty()).then_some(0);
        let bodies = self.bodies.iter().enumerate().filter(|(_, body)| !body.shapes.is_empty()).map(|(i, _)| i + 1);
        ground.into_iter().chain(bodies).collect()
    }

    /// Bodies that a joint connects, in ascending order.
    fn jointed(&self) -> BTreeSet<[Number; 2]> {
        let joints = self.joints.iter().flatten().filter(|joint| joint.kind.coupled().is_none());
        let pair = joints.map(|joint| [joint.first.body, joint.second.body].map(number_of));
        pair.map(|[a, b]| [a.min(b), a.max(b)]).collect()
    }

    fn name_of(&self, number: Number) -> &str {
        number.checked_sub(1).map_or("ground", |index| &self.bodies[index].name)
    }

    /// The solids of all bodies; `None` where shapes are missing or wrong.
    fn make_all_solids(&mut self, item: Item, entry: &ContactEntry, between: &Between) -> Option<BothSolids> {
        let own = [("first", &entry.first), ("second", &entry.second)];
        for (key, shapes) in &own {
            let n_pairs = if shapes.is_some() { between.pairs().count() } else { 1 };
            if n_pairs != 1 {
                let message = format!("`{key}` gives shapes to one body, but here are {n_pairs} pairs");
                self.check.fault(item, key, message);
                return None;
            }
        }
        let (before, has_own) = (self.check.faults.len(), own.iter().any(|(_, shapes)| shapes.is_some()));
        let mut solids = BothSolids::default();
        for k in 0..2 {
            let partners = &between.sides[1 - k];
            for &number in &between.sides[k] {
                if !partners.iter().any(|&other| between.joins([number, other])) {
                    continue;
                }
                let known = solids.0[0].get(&number).filter(|_| k == 1 && !has_own).cloned();
                let made = known.unwrap_or_else(|| self.make_solids(item, own[k].0, own[k].1.as_ref(), number));
                solids.0[k].insert(number, made);
            }
        }
        (self.check.faults.len() == before).then_some(solids)
    }

    /// One for each two shapes of each pair; `None` where they cannot touch, or are too many.
    fn make_contacts(&mut self, item: Item, between: &Between, solids: &BothSolids) -> Option<Vec<Element>> {
        let before = self.check.faults.len();
        self.check_number(item, between.count_bodies())?;
        let pairs: Vec<[Number; 2]> = between.pairs().collect();
        self.check_number(item, pairs.iter().map(|pair| solids.count(*pair)).sum())?;
        let mut elements = Vec::new();
        let mut unknown: BTreeSet<[&str; 2]> = BTreeSet::new();
        for pair in pairs {
            let [first, second] = [0, 1].map(|k| &solids.0[k][&pair[k]][..]);
            let is_only = first.len() * second.len() == 1;
            for (index, (a, b)) in first.iter().flat_map(|a| second.iter().map(move |b| (a, b))).enumerate() {
                let solids = Solid::paired([a, b]);
                if !Contact::is_known(solids.each_ref()) && unknown.insert([a.word(), b.word()]) {
                    self.refuse_pair(item, pair, [a, b]);
                }
                elements.push(Element { pair, index: (!is_only).then_some(index), solids });
            }
        }
        (self.check.faults.len() == before).then_some(elements)
    }

    /// Says that two solids cannot touch.
    fn refuse_pair(&mut self, item: Item, pair: [Number; 2], [a, b]: [&Solid; 2]) {
        let names = pair.map(|number| self.name_of(number).to_string());
        let message = format!(
            "a {} (body '{}') and a {} (body '{}') cannot touch: a plane has no end, so that two of them always \
             overlap; give one body another shape, or name one under `first` or `second`",
            a.word(),
            names[0],
            b.word(),
            names[1]
        );
        self.check.fault(item, "between", message);
    }

    /// The solids of a body: those of the contact, or its own.
    fn make_solids(&mut self, item: Item, key: &str, own: Option<&Vec<Shape>>, number: Number) -> Vec<Solid> {
        let body = number.checked_sub(1);
        let shapes: Vec<Shape> = match (own, body) {
            // Points in body axes are measured from where the file does.
            (Some(own), Some(body)) => own.iter().map(|shape| shape.seen_from(self.centers[body])).collect(),
            (Some(own), None) => own.clone(),
            (None, Some(body)) => self.bodies[body].shapes.clone(),
            (None, None) => self.ground.clone(),
        };
        let name = self.name_of(number).to_string();
        if shapes.is_empty() {
            let place = if body.is_some() { "`[[bodies.shapes]]`" } else { "`shapes` in `[ground]`" };
            let message = format!("'{name}' has no shapes to touch; give it {place}, or this contact `{key}`");
            self.check.fault(item, "between", message);
        }
        let mut solids = Vec::new();
        // Kinds that are unknown in a file have been told there.
        let is_told = |shape: &Shape| item.lines.table.line > 0 && !SHAPE_KINDS.contains(&shape.kind.as_str());
        for (j, shape) in shapes.iter().enumerate().filter(|(_, shape)| !is_told(shape)) {
            let solid = shape.checked_geometry().and_then(|geometry| match self.check.planar() {
                true => Solid::in_plane(&geometry, shape.is_hull()),
                false => Solid::in_space(&geometry, shape.is_hull()),
            });
            match (solid, own) {
                (Ok(solid), _) => solids.push(solid),
                (Err(reason), Some(_)) => self.check.fault(item, key, format!("{key}[{j}] cannot touch: {reason}")),
                (Err(reason), None) => {
                    let message = format!("shapes[{j}] of '{name}' cannot touch: {reason}");
                    self.check.fault(item, "between", message);
                }
            }
        }
        solids
    }
}

/// A side of a contact.
enum Side {
    Named(Vec<Number>),
    All,
}

/// Two shapes that may touch.
struct Element {
    pair: [Number; 2],
    /// Which of several shapes of the pair.
    index: Option<usize>,
    solids: [Solid; 2],
}

fn number_of(body: BodyId) -> Number {
    body.index().map_or(0, |index| index + 1)
}

fn body_of(number: Number) -> BodyId {
    number.checked_sub(1).map_or(BodyId::GROUND, BodyId::new)
}

/// The contact's name for a single pair of shapes; otherwise with the names of both bodies behind it, and the number
/// of the pair where these have several.
fn name_elements<'a>(name: &str, elements: &[Element], of: impl Fn(Number) -> &'a str) -> Vec<String> {
    if elements.len() == 1 {
        return vec![name.to_string()];
    }
    let full = |Element { pair, index, .. }: &Element| {
        let [a, b] = pair.map(&of);
        match index {
            None => format!("{name}.{a}.{b}"),
            Some(index) => format!("{name}.{a}.{b}.pair{}", index + 1),
        }
    };
    elements.iter().map(full).collect()
}
