//! Names in expressions: which quantity each one means, and the nearest known name where it means none.

use super::tables::{Plain, Tables};
use super::{Complaint, Draft, Node, Unresolved};
use crate::model::check::Pending;
use crate::model::expression::{ExpressionError, Item, language};
use crate::model::file::suggest;
use crate::model::signals::{AUDIT, Component, Owner, Source, components};
use crate::model::{Force, Space};

/// Names that are listed in a message at most.
const MOST_LISTED: usize = 16;

/// The message where a name means something that has faults of its own, which are told.
const TOLD: &str = "";

/// The meaning of a name in an expression.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// The value of another expression.
    Node(usize),
    State(usize),
    /// A number of the motion, and the expressions it depends on.
    Component {
        component: Component,
        after: Vec<usize>,
    },
    Curve(usize),
    Marker(Source),
}

impl Node {
    /// The nodes that must be known before.
    pub(super) fn dependencies(&self) -> Vec<usize> {
        let of = |meaning: &Meaning| match meaning {
            Meaning::Node(node) => vec![*node],
            Meaning::Component { after, .. } => after.clone(),
            Meaning::State(_) | Meaning::Curve(_) | Meaning::Marker(_) => Vec::new(),
        };
        self.meanings.iter().flat_map(of).collect()
    }
}

/// Where a name is used.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    Value,
    Function,
    Marker,
}

/// All that names may mean.
pub(super) struct Lookup<'a> {
    pub draft: &'a Draft,
    pub tables: &'a Tables,
    /// Loads that are expressions of the state.
    pub loads: &'a [Pending],
    /// The node of the first of these.
    pub first_load: usize,
}

impl Lookup<'_> {
    /// Looks up the names of expressions; one with a name that is not known has none.
    pub(super) fn resolve_all(&self, all: Vec<Unresolved>, solved: bool, complaints: &mut Vec<Complaint>) -> Vec<Node> {
        let resolve = |Unresolved { parsed, place, title }: Unresolved| {
            let uses = find_uses(&parsed.items, parsed.names.len());
            let found: Result<Vec<Meaning>, ExpressionError> = parsed
                .names
                .iter()
                .zip(uses)
                .map(|(name, used)| {
                    self.find(&name.text, used, solved)
                        .map_err(|message| ExpressionError { column: name.column, message })
                })
                .collect();
            let meanings = found.unwrap_or_else(|error| {
                if error.message != TOLD {
                    complaints.push(Complaint { place: place.clone(), message: error.to_string() });
                }
                Vec::new()
            });
            Node { parsed, meanings, place, title }
        };
        all.into_iter().map(resolve).collect()
    }

    fn find(&self, name: &str, used: Use, solved: bool) -> Result<Meaning, String> {
        match used {
            Use::Marker => match self.tables.marker_ids.get(name) {
                Some(marker) => Ok(Meaning::Marker(Source::Marker(*marker))),
                None => {
                    let known = self.tables.marker_ids.keys().map(String::as_str).collect();
                    Err(unknown("marker", name, Vec::new(), known))
                }
            },
            Use::Function => match self.tables.plain.get(name) {
                Some(Plain::Curve(curve)) => Ok(Meaning::Curve(*curve)),
                Some(other) => Err(format!("`{name}` is {}, not a function; write `{name}*(…)`", other.with_article())),
                None => {
                    let curves = self.tables.plain.iter().filter(|(_, plain)| matches!(plain, Plain::Curve(_)));
                    let known = curves.map(|(name, _)| name.as_str()).collect();
                    Err(unknown("function or curve", name, language().collect(), known))
                }
            },
            Use::Value => match self.tables.plain.get(name) {
                Some(Plain::Signal(signal)) => Ok(Meaning::Node(*signal)),
                Some(Plain::State(state) | Plain::Input(state)) => Ok(Meaning::State(*state)),
                Some(Plain::Curve(_)) => Err(format!("`{name}` is a curve: write `{name}(…)`")),
                None => self.find_component(name, solved),
            },
        }
    }

    /// A quantity of a body, joint, marker or force, or of the whole.
    fn find_component(&self, name: &str, solved: bool) -> Result<Meaning, String> {
        let component = match AUDIT.iter().position(|known| *known == name) {
            Some(index) => Component { source: Source::Audit, index },
            None => self.find_owned(name)?,
        };
        if component.source.is_solved() && !solved {
            return Err(match component.source {
                Source::Orientation(_) => format!(
                    "`{name}` has no definite sign while loads are computed; use markers, or read it in `outputs`"
                ),
                Source::Reaction(_)
                | Source::Growth { .. }
                | Source::Drive(_)
                | Source::Acceleration(_)
                | Source::Audit => {
                    format!("`{name}` follows from the loads, so that no load can depend on it; only `outputs` read it")
                }
                Source::Coordinate { .. }
                | Source::Body(_)
                | Source::Marker(_)
                | Source::Geometry(_)
                | Source::Force(_) => unreachable!("{:?} is known before the system is solved", component.source),
            });
        }
        let Component { source, index } = component;
        let Source::Force(force) = source else {
            return Ok(Meaning::Component { component, after: Vec::new() });
        };
        if !solved && self.draft.forces[force].follows_reaction() {
            return Err(format!(
                "`{name}` follows the joint's reaction, and that from the loads, so that no load can depend on it; only \
                 `outputs` read it"
            ));
        }
        // Lengths and rates are known before the element's own expressions.
        let is_load = self.draft.forces[force].quantities(self.draft.check.space)[index].is_load();
        let of_force = self.loads.iter().enumerate().filter(|(_, load)| load.force == force);
        let after: Vec<usize> = of_force.map(|(slot, _)| self.first_load + slot).collect();
        Ok(match is_load || after.is_empty() {
            true => Meaning::Component { component, after: if solved { Vec::new() } else { after } },
            false => {
                let component = Component { source: Source::Geometry(force), index };
                Meaning::Component { component, after: Vec::new() }
            }
        })
    }

    /// The owner of the quantity of this name, which nothing else may have.
    pub(super) fn find_owner(&self, name: &str) -> Option<String> {
        if AUDIT.contains(&name) {
            return Some("the whole model".into());
        }
        // Most names belong to nobody, and need no search for what they could be meant to be.
        let (owner, _) = name.rsplit_once('.')?;
        let draft = self.draft;
        let is_known = draft.body_ids.contains_key(owner) || draft.joint_ids.contains_key(owner);
        if !is_known && !draft.force_ids.contains_key(owner) && !self.tables.marker_ids.contains_key(owner) {
            return None;
        }
        let what = match self.find_owned(name).ok()?.source {
            Source::Coordinate { .. } | Source::Reaction(_) | Source::Growth { .. } | Source::Drive(_) => "joint",
            Source::Body(_) | Source::Orientation(_) | Source::Acceleration(_) => "body",
            Source::Marker(_) => "marker",
            Source::Geometry(_) | Source::Force(_) => "force",
            Source::Audit => return Some("the whole model".into()),
        };
        Some(format!("{what} '{owner}'"))
    }

    fn find_owned(&self, name: &str) -> Result<Component, String> {
        let Some((owner, last)) = name.rsplit_once('.') else { return Err(self.unknown_word(name)) };
        let all: Vec<(String, Component)> = self.components_of(owner)?;
        if let Some((_, component)) = all.iter().find(|(known, _)| known == last) {
            return Ok(*component);
        }
        let mut known: Vec<&str> = all.iter().map(|(known, _)| known.as_str()).collect();
        let near = suggest::nearest(last, known.iter().copied());
        known.truncate(MOST_LISTED);
        Err(match near {
            _ if known.is_empty() => format!("'{owner}' has no quantities to read, so no `{last}`"),
            Some(near) => format!("'{owner}' has no `{last}`; did you mean `{owner}.{near}`?"),
            None => {
                format!("'{owner}' has no `{last}`; it has {}", suggest::list(&known, '`').replace(" or ", " and "))
            }
        })
    }

    /// All that bodies, joints, markers and forces of this name have.
    fn components_of(&self, owner: &str) -> Result<Vec<(String, Component)>, String> {
        let (draft, space) = (self.draft, self.draft.check.space);
        let mut owners = Vec::new();
        owners.extend(draft.body_ids.get(owner).map(|body| Owner::Body(*body)));
        owners.extend(self.tables.marker_ids.get(owner).map(|marker| Owner::Marker(*marker)));
        if let Some(id) = draft.joint_ids.get(owner) {
            match &draft.joints[id.index()] {
                Some(joint) => owners.push(Owner::Joint(*id, joint)),
                None => return Err(TOLD.into()),
            }
        }
        let quantities;
        if let Some(&index) = draft.force_ids.get(owner) {
            let Some(force) = draft.forces.get(index).filter(|force| force.name() == owner) else {
                return Err(TOLD.into());
            };
            quantities = names_of(force, space);
            owners.push(Owner::Force(index, &quantities));
        }
        // Stops and friction have the name of their joint.
        let of_joint = draft
            .forces
            .iter()
            .enumerate()
            .filter(|(_, force)| matches!(force, Force::Limits(_) | Force::Friction(_)) && force.name() == owner);
        let of_joint: Vec<(usize, Vec<&str>)> =
            of_joint.map(|(index, force)| (index, names_of(force, space))).collect();
        owners.extend(of_joint.iter().map(|(index, names)| Owner::Force(*index, names)));
        if owners.is_empty() && (draft.bodies_unsure || draft.joints_unsure) {
            return Err(TOLD.into());
        }
        if owners.is_empty() {
            let bodies = draft.body_ids.keys().chain(draft.joint_ids.keys()).chain(draft.force_ids.keys());
            let known = bodies.chain(self.tables.marker_ids.keys()).map(String::as_str);
            return Err(unknown("body, joint, force or marker", owner, Vec::new(), known.collect()));
        }
        Ok(owners.into_iter().flat_map(|owner| components(owner, space)).collect())
    }

    fn unknown_word(&self, name: &str) -> String {
        // People write this first for `t`.
        if name.eq_ignore_ascii_case("time") {
            return format!("unknown word `{name}`; did you mean `t`?");
        }
        let known = self.tables.plain.keys().map(String::as_str).collect();
        unknown("signal, state or word", name, language().collect(), known)
    }
}

/// Words of the language are looked at first, then names of the model.
fn unknown(what: &str, name: &str, words: Vec<&str>, mut known: Vec<&str>) -> String {
    // In order of their letters, equal distances always give the same word.
    known.sort_unstable();
    match suggest::nearest(name, words.into_iter().chain(known)) {
        Some(near) => format!("no {what} is called `{name}`; did you mean `{near}`?"),
        None => format!("no {what} is called `{name}`; see \"Names in expressions\" in the manual"),
    }
}

fn names_of(force: &Force, space: Space) -> Vec<&'static str> {
    force.quantities(space).iter().map(|measured| measured.name).collect()
}

/// How each name is used.
fn find_uses(items: &[Item], n_names: usize) -> Vec<Use> {
    let mut uses = vec![Use::Value; n_names];
    for item in items {
        match item {
            Item::Apply(name) => uses[*name] = Use::Function,
            Item::Distance(name) => uses[*name..*name + 2].fill(Use::Marker),
            Item::Op(_) | Item::Name(_) => {}
        }
    }
    uses
}
