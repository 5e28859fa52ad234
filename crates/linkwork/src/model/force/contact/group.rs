//! Contacts between many bodies by one law. The model keeps the bodies with their solids, not the pairs, whose number
//! grows with the square of theirs: which of these are near each other is found where bodies are.

use super::law::ContactLaw;
use super::solid::Solid;
use super::solid_pair::SolidPair;
use super::{MARGIN, Parameter, Plane};
use crate::ids::BodyId;
use crate::spatial::Vec3;

/// Two solids of a contact group, by their numbers in it, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PairId {
    /// The group's number in the model.
    pub(crate) group: u32,
    /// The solids' numbers in the group.
    pub(crate) members: [u32; 2],
}

/// Contacts between every two solids of some bodies, or between those of two lists.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ContactGroup {
    /// Unique.
    pub(crate) name: String,
    law: ContactLaw,
    is_planar: bool,
    /// In the order of the bodies, the ground first.
    members: Vec<Member>,
    /// Pairs of bodies that do not touch, ascending, each in the order of the members.
    apart: Vec<[BodyId; 2]>,
}

/// A solid of a group.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Member {
    body: BodyId,
    solid: Solid,
    /// The same solid where it touches others facet by facet.
    surface: Option<Solid>,
    /// Whether it is on the first side of the group, and on the second: solids on different sides touch.
    sides: [bool; 2],
}

impl Member {
    /// A solid on a body.
    pub(in crate::model) fn new(body: BodyId, solid: Solid, sides: [bool; 2]) -> Member {
        Member { body, solid, surface: None, sides }
    }

    /// The solid with which it touches another one.
    fn solid_against(&self, other: &Member) -> &Solid {
        let surface = self.surface.as_ref().filter(|_| self.solid.needs_surface(&other.solid));
        surface.unwrap_or(&self.solid)
    }
}

impl ContactGroup {
    /// With members in the order of their bodies, the ground first, and with pairs of bodies that do not touch.
    pub(in crate::model) fn new(
        name: String,
        law: ContactLaw,
        is_planar: bool,
        mut members: Vec<Member>,
        mut apart: Vec<[BodyId; 2]>,
    ) -> ContactGroup {
        let touches_facets = |of: &Member| members.iter().any(|other| of.solid.needs_surface(&other.solid));
        let surfaces: Vec<Option<Solid>> =
            members.iter().map(|of| touches_facets(of).then(|| of.solid.surface()).flatten()).collect();
        members.iter_mut().zip(surfaces).for_each(|(member, surface)| member.surface = surface);
        apart.sort_unstable();
        ContactGroup { name, law, is_planar, members, apart }
    }

    /// Number of solids.
    pub(crate) fn n_members(&self) -> usize {
        self.members.len()
    }

    /// The body of a solid.
    pub(crate) fn body(&self, member: usize) -> BodyId {
        self.members[member].body
    }

    /// Centre, in body axes, and radius of a sphere such that solids whose spheres are apart have no load; none of a
    /// half-space.
    pub(crate) fn sphere(&self, member: usize) -> Option<(Vec3, f64)> {
        self.members[member].solid.bound().map(|bound| (bound.center, (1.0 + MARGIN) * bound.radius))
    }

    /// Whether two solids may touch at all.
    pub(crate) fn may_touch(&self, members: [usize; 2]) -> bool {
        let [a, b] = members.map(|member| &self.members[member]);
        let are_opposite = a.sides[0] && b.sides[1] || a.sides[1] && b.sides[0];
        are_opposite && a.body != b.body && self.apart.binary_search(&[a.body, b.body]).is_err()
    }

    /// Two solids with the law of their contact.
    pub(crate) fn pair(&self, members: [u32; 2]) -> SolidPair<'_> {
        let [a, b] = members.map(|member| &self.members[member as usize]);
        let solids = [a.solid_against(b), b.solid_against(a)];
        SolidPair { bodies: [a.body, b.body], solids, law: &self.law, is_planar: self.is_planar }
    }

    /// Point and normal of every half-space on the ground.
    pub(crate) fn ground_planes(&self) -> impl Iterator<Item = [Vec3; 2]> {
        self.members.iter().filter(|member| member.body.is_ground()).filter_map(|member| match member.solid {
            Solid::Plane(Plane { point, normal }) => Some([point, normal]),
            Solid::Block(_) | Solid::Cylinder(_) | Solid::Capsule(_) | Solid::Sphere(_) | Solid::Surface(_) => None,
        })
    }

    /// Shows every parameter but the name, always in the same order.
    pub(crate) fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        for member in &mut self.members {
            visit(Parameter::Body(&mut member.body));
            member.solid.parameters(visit);
            member.sides.into_iter().for_each(|side| visit(Parameter::Flag(side)));
        }
        self.apart.as_flattened_mut().iter_mut().for_each(|body| visit(Parameter::Body(body)));
        self.law.parameters(visit);
    }
}
