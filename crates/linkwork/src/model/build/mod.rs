//! From what was written to what was meant: names become ids, placements become markers, defaults are filled in.
//!
//! All faults are collected; a model is handed out only if there are none.

mod bodies;
mod contacts;
pub(super) mod forces;
mod inertia;
mod joint_forces;
pub(super) mod joints;
pub(super) mod placement;
mod signals;
#[cfg(test)]
mod tests;
pub(super) mod unplaced;

use super::check::{Checker, Item};
use super::file::{Fault, JointEntry, Lines, ModelFile, Piece, Pieces, SimulationEntry, UNREPORTED, suggest};
use super::force::ContactGroup;
use super::joint::spatial::unwrap;
use super::{Body, Coordinate, Faults, Force, Joint, Model, Shape, Signals, SimulationDefaults, Source, Space};
use crate::ids::{BodyId, JointId};
use crate::spatial::{Mat3, Vec3};
use signals::Tables;
use std::collections::HashMap;

pub(super) const SPACES: &[&str] = &["spatial", "planar"];

/// Names that may be searched for a near one, over all faults of a model: a second's work. In a large model full of
/// unknown names nobody waits for a suggestion to each.
const SEARCHED_NAMES: usize = 1_000_000;

impl ModelFile {
    /// Checks everything and freezes it into a [`Model`].
    ///
    /// # Errors
    /// Every fault of the model, each with its place, key and remedy.
    pub fn build(self) -> Result<Model, Faults> {
        let mut draft = Draft::new(&self).map_err(Faults)?;
        draft.add_bodies(&self);
        if self.bodies.is_empty() {
            let item = Item { lines: &self.lines, path: "" };
            draft.check.missing(item, "bodies", "a model needs at least one body (`[[bodies]]` in TOML), or parts");
        }
        draft.add_curves(&self);
        draft.place_open_bodies(&self);
        draft.add_joints(&self);
        draft.add_couplings();
        draft.add_forces(&self);
        draft.add_contacts(&self);
        draft.add_signals(&self);
        draft.finish(self.name, &self.simulation)
    }
}

/// The model of a long text, read and built piece by piece; `None` for other texts, and where anything is wrong.
pub(super) fn build_pieces(text: &str, name: &str) -> Option<Model> {
    let pieces = Pieces::cut(text, name)?;
    let head = pieces.read_head()?;
    let mut draft = Draft::new(&head).ok()?;
    let add_list = |draft: &mut Draft, list, add: fn(&mut Draft, &ModelFile)| {
        for piece in pieces.read_list(list) {
            let Piece { lines_before, file } = piece?;
            // Joints may have to say where a body is, and are in other pieces.
            if file.bodies.iter().any(|body| body.position.is_none()) {
                return None;
            }
            draft.lines_before = lines_before;
            add(draft, &file);
            if !draft.check.faults.is_empty() {
                return None;
            }
        }
        Some(())
    };
    add_list(&mut draft, "bodies", Draft::add_bodies)?;
    add_list(&mut draft, "joints", Draft::add_joints)?;
    draft.add_couplings();
    add_list(&mut draft, "forces", Draft::add_forces)?;
    draft.add_signals(&head);
    // A model without bodies has a fault.
    draft.bodies.first()?;
    draft.finish(head.name, &head.simulation).ok()
}

/// In the plane a joint's angle is the difference of the bodies' angles, full turns included; q is at most half a turn
/// where the file places the bodies, however often they have turned before.
fn forget_full_turns(model: &mut Model) {
    if model.space == Space::Spatial {
        return;
    }
    for j in 0..model.n_joints() {
        if model.joints[j].coordinate() == Some(Coordinate::Angle) {
            let angle = model.calc_file_coordinate(JointId::new(j)).unwrap_or(0.0);
            model.joints[j].offset = angle - unwrap(angle, 0.0);
        }
    }
}

/// Gears and racks mesh as the file places them: q₂ − ratio · q₁ keeps the value it has there.
fn mesh_gears(model: &mut Model) {
    for j in 0..model.n_joints() {
        let Some(([a, b], ratio)) = model.joints[j].kind.coupled() else { continue };
        let q = [a, b].map(|id| model.calc_file_coordinate(id).unwrap_or(0.0));
        model.joints[j].offset = q[1] - ratio * q[0];
    }
}

/// A model on its way: what is known so far, faulty parts replaced by harmless ones.
struct Draft {
    check: Checker,
    gravity: Vec3,
    bodies: Vec<Body>,
    /// By body: the centre of mass from the body's own origin, in its axes.
    centers: Vec<Vec3>,
    body_ids: HashMap<String, BodyId>,
    /// Some bodies' names could not be read: an unknown name may well be one of them.
    bodies_unsure: bool,
    /// `None` where a joint is faulty.
    joints: Vec<Option<Joint>>,
    joint_ids: HashMap<String, JointId>,
    joints_unsure: bool,
    /// Gears and racks, and their places among the joints: they wait for all other joints.
    couplings: Vec<(usize, JointEntry)>,
    forces: Vec<Force>,
    /// By name, faulty ones included.
    force_ids: HashMap<String, usize>,
    n_forces: usize,
    /// Stops and friction of joints, which come after all other forces.
    joint_forces: Vec<Force>,
    /// Contacts, which come after these.
    contacts: Vec<Force>,
    /// Those without columns.
    contact_groups: Vec<ContactGroup>,
    /// Shapes of the ground.
    ground: Vec<Shape>,
    /// Names in expressions; curves are known before forces.
    tables: Tables,
    signals: Signals,
    warnings: Vec<String>,
    source: Source,
    /// Lines of the file before the text that is being added.
    lines_before: u32,
}

impl Draft {
    /// With what concerns the whole model.
    ///
    /// # Errors
    /// Where the space is not known, on which everything else depends: there is nothing more to check.
    fn new(file: &ModelFile) -> Result<Draft, Vec<Fault>> {
        let item = Item { lines: &file.lines, path: "" };
        let mut check =
            Checker { file: file.file.0.clone(), space: Space::Spatial, faults: Vec::new(), pending: Vec::new() };
        match check.word(item, "space", &file.space, SPACES) {
            Some("planar") => check.space = Space::Planar,
            None if file.lines.has("space") || !check.faults.is_empty() => return Err(check.faults),
            _ => {}
        }
        let gravity = check.vector(item, "gravity", file.gravity.as_ref()).unwrap_or_default();
        check.title(item, file.name.as_deref().unwrap_or_default());
        Ok(Draft {
            check,
            gravity,
            bodies: Vec::new(),
            centers: Vec::new(),
            body_ids: HashMap::new(),
            bodies_unsure: false,
            joints: Vec::new(),
            joint_ids: HashMap::new(),
            joints_unsure: false,
            couplings: Vec::new(),
            forces: Vec::new(),
            force_ids: HashMap::new(),
            n_forces: 0,
            joint_forces: Vec::new(),
            contacts: Vec::new(),
            contact_groups: Vec::new(),
            ground: file.ground.shapes.clone().unwrap_or_default(),
            tables: Tables::default(),
            signals: Signals::default(),
            warnings: Vec::new(),
            source: Source::new(&file.file.0),
            lines_before: 0,
        })
    }

    /// The model, if it has no fault.
    fn finish(mut self, name: Option<String>, asked: &SimulationEntry) -> Result<Model, Faults> {
        let simulation = self.make_simulation(asked);
        self.check_complete();
        if !self.check.faults.is_empty() {
            return Err(Faults::sorted(self.check.faults));
        }
        // Nobody asks for names any more; in a large model they take room.
        drop((self.body_ids, self.joint_ids, self.force_ids));
        let mut model = Model {
            name: name.unwrap_or_else(|| "model".into()),
            space: self.check.space,
            gravity: self.gravity,
            bodies: self.bodies,
            // Without faults every joint is there.
            joints: self.joints.into_iter().flatten().collect(),
            forces: self.forces,
            contact_groups: self.contact_groups,
            ground: self.ground,
            simulation,
            warnings: self.warnings,
            ballast: Vec::new(),
            signals: self.signals,
            source: self.source,
        };
        forget_full_turns(&mut model);
        mesh_gears(&mut model);
        Ok(model)
    }

    /// A joint or a force that is missing shifts the others: without a fault that tells why, this is one.
    fn check_complete(&mut self) {
        if !self.check.faults.is_empty() {
            return;
        }
        let absent = self.joints.iter().enumerate().filter(|(_, joint)| joint.is_none());
        let absent: Vec<String> = absent.map(|(i, _)| format!("joints[{i}]")).collect();
        for path in &absent {
            self.check.fault(Item { lines: &Lines::default(), path }, "type", UNREPORTED);
        }
        if self.forces.len() < self.n_forces {
            self.check.fault(Item { lines: &Lines::default(), path: "forces" }, "type", UNREPORTED);
        }
    }

    /// The body of this name; a fault if there is none.
    fn find_body(&mut self, item: Item, key: &str, name: &str) -> Option<BodyId> {
        if name == "ground" {
            return Some(BodyId::GROUND);
        }
        if let Some(id) = self.body_ids.get(name) {
            return Some(*id);
        }
        if !self.bodies_unsure {
            let known = self.body_ids.keys().map(String::as_str).chain(["ground"]);
            let affordable = self.body_ids.len() * self.check.faults.len() < SEARCHED_NAMES;
            let message = unknown_name("body", "bodies", name, affordable.then(|| known.collect()));
            self.check.fault(item, key, message);
        }
        None
    }

    /// The joint of this name; a fault if there is none.
    fn find_joint(&mut self, item: Item, key: &str, name: &str) -> Option<JointId> {
        let found = self.joint_ids.get(name).copied();
        if found.is_none() && !self.joints_unsure {
            let known = self.joint_ids.keys().map(String::as_str);
            let affordable = self.joint_ids.len() * self.check.faults.len() < SEARCHED_NAMES;
            let message = unknown_name("joint", "joints", name, affordable.then(|| known.collect()));
            self.check.fault(item, key, message);
        }
        found
    }

    /// R_WB and p_WB; of the ground, those of the world.
    fn pose(&self, body: BodyId) -> (Mat3, Vec3) {
        match body.index() {
            Some(i) => (self.bodies[i].orientation.matrix(), self.bodies[i].position),
            None => (Mat3::IDENTITY, Vec3::ZERO),
        }
    }

    /// A point of a body as the file measures it, from the centre of mass.
    fn relative_to_center(&self, body: BodyId, point: Vec3) -> Vec3 {
        body.index().map_or(point, |i| point - self.centers[i])
    }

    /// `bodies = [first, second]`: two that exist and differ.
    fn find_pair(&mut self, item: Item, names: Option<&Vec<String>>) -> Option<[BodyId; 2]> {
        let Some(names) = names else {
            self.check.missing(item, "bodies", "give two names, such as [\"ground\", \"crank\"]");
            return None;
        };
        let [first, second] = &names[..] else {
            self.check.fault(item, "bodies", format!("`bodies` needs 2 names, found {}", names.len()));
            return None;
        };
        let ids = [self.find_body(item, "bodies", first), self.find_body(item, "bodies", second)];
        let [Some(a), Some(b)] = ids else { return None };
        if a == b && a.is_ground() {
            self.check.fault(item, "bodies", "both bodies are the ground, so nothing is connected; name a moving body");
            return None;
        }
        if a == b {
            self.check.fault(item, "bodies", format!("both bodies are '{first}'; name two different ones"));
            return None;
        }
        Some([a, b])
    }

    fn make_simulation(&mut self, asked: &SimulationEntry) -> SimulationDefaults {
        let item = Item { lines: &asked.lines, path: "simulation" };
        let check = &mut self.check;
        SimulationDefaults {
            end: check.not_negative(item, "end", asked.end),
            output_step: check.positive(item, "output_step", asked.output_step),
            step: check.positive(item, "step", asked.step),
            assembly_tolerance: check.positive(item, "assembly_tolerance", asked.assembly_tolerance),
            rtol: check.positive(item, "rtol", asked.rtol),
            atol: check.positive(item, "atol", asked.atol),
            formulation: check.choice(item, &asked.formulation),
            solver: check.choice(item, &asked.solver),
            integrator: check.choice(item, &asked.integrator),
            stabilization: check.choice(item, &asked.stabilization),
        }
    }
}

/// "no body is called 'crnk'; did you mean 'crank'?" The known names are left out where searching them takes too long.
fn unknown_name(what: &str, plural: &str, name: &str, known: Option<Vec<&str>>) -> String {
    let mut known = known.unwrap_or_default();
    // In order of their letters, equal distances always give the same word.
    known.sort_unstable();
    match suggest::nearest(name, known.iter().copied()) {
        Some(near) => format!("no {what} is called '{name}'; did you mean '{near}'?"),
        None if (1..=12).contains(&known.len()) => {
            format!("no {what} is called '{name}'; the {plural} are '{}'", known.join("', '"))
        }
        None => format!("no {what} is called '{name}'; add it to `[[{plural}]]` or correct the name"),
    }
}

/// Whether any table's name was written but not readable, so that references to it cannot be judged.
fn names_unsure<'a>(whole: &Lines, key: &str, tables: impl Iterator<Item = (&'a Option<String>, &'a Lines)>) -> bool {
    let mut tables = tables.peekable();
    (tables.peek().is_none() && whole.has(key)) || tables.any(|(name, lines)| name.is_none() && lines.has("name"))
}
