//! Force elements and pairs of contact groups, for whom it makes no difference which of them something is.

use super::{Force, PairId, Row, SolidPair, Surroundings};
use crate::ids::BodyId;
use crate::model::{Joint, Model, Space};

/// A force element of the model, or a pair of one of its contact groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElementId {
    /// By its number.
    Force(usize),
    /// By its solids.
    Pair(PairId),
}

/// One of them, with what it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Element<'a> {
    /// A force element.
    Force(&'a Force),
    /// Two solids that may touch.
    Pair(SolidPair<'a>),
}

impl Model {
    /// The element with this identity.
    pub(crate) fn element(&self, id: ElementId) -> Element<'_> {
        match id {
            ElementId::Force(force) => Element::Force(&self.forces[force]),
            ElementId::Pair(pair) => Element::Pair(self.pair(pair)),
        }
    }

    /// A pair of a contact group.
    pub(crate) fn pair(&self, PairId { group, members }: PairId) -> SolidPair<'_> {
        self.contact_groups[group as usize].pair(members)
    }

    /// The name of an element, for messages.
    pub(crate) fn element_name(&self, id: ElementId) -> String {
        match id {
            ElementId::Force(force) => self.forces[force].name().to_string(),
            ElementId::Pair(pair) => {
                let [first, second] = self.pair(pair).bodies.map(|body| self.body_name(body));
                format!("{}.{first}.{second}", self.contact_groups[pair.group as usize].name)
            }
        }
    }
}

impl Element<'_> {
    /// The bodies on which it acts; the ground where there is one only.
    pub(crate) fn bodies(&self, joints: &[Joint]) -> [BodyId; 2] {
        match self {
            Element::Force(force) => force.ends(joints).bodies(),
            Element::Pair(pair) => pair.bodies,
        }
    }

    /// How many of these coordinates, from the first on, are best eliminated together.
    pub(crate) fn rows_together(&self, space: Space) -> usize {
        match self {
            Element::Force(force) => force.rows_together(space),
            Element::Pair(pair) => pair.rows_together(),
        }
    }

    /// Two solids that may touch, where it is a contact.
    pub(crate) fn solid_pair(&self) -> Option<SolidPair<'_>> {
        match self {
            Element::Force(Force::Contact(contact)) => Some(contact.pair()),
            Element::Force(_) => None,
            Element::Pair(pair) => Some(*pair),
        }
    }

    /// Whether its tangents are turned by [`turn_along`](super::turn_along).
    pub(crate) fn turns_tangents(&self) -> bool {
        self.solid_pair().is_some_and(|pair| pair.slides_in_space())
    }

    /// Tells these coordinates with the loads along them, always as many.
    pub(crate) fn rows(&self, space: Space, now: &impl Surroundings<f64>, mut tell: impl FnMut(Row)) {
        match self {
            Element::Force(force) => force.rows(space, now, tell),
            Element::Pair(pair) => pair.rows(now, &mut tell),
        }
    }

    /// Tells the rates of these coordinates alone.
    pub(crate) fn rates(&self, space: Space, now: &impl Surroundings<f64>, mut tell: impl FnMut(f64)) {
        match self {
            Element::Force(force) => force.rates(space, now, tell),
            Element::Pair(pair) => pair.rates(now, &mut tell),
        }
    }

    /// Tells these coordinates with the derivatives of their loads by s and ṡ.
    pub(crate) fn tangents(&self, space: Space, now: &impl Surroundings<f64>, mut tell: impl FnMut(Row, [f64; 2])) {
        match self {
            Element::Force(force) => force.tangents(space, now, tell),
            Element::Pair(pair) => pair.tangents_of_rows(now, &mut tell),
        }
    }

    /// Tells the distances that are left before an element that only pushes begins to act, always as many.
    pub(crate) fn gaps(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        match self {
            Element::Force(force) => force.gaps(now, tell),
            Element::Pair(pair) => pair.gaps(now, tell),
        }
    }
}
