//! Contact of two bodies: one element for a pair of solids fixed on them, or a group for many pairs.
//!
//! A pair has a fixed number of points ([`touch`]), each with a load across the surfaces and friction along them
//! ([`law`]). Its coordinates are, point by point, the gap, and, where there is friction, one (planar) or two
//! (spatial) velocities of sliding, which are derivatives of no coordinate.

mod against_sphere;
mod blocks;
mod capsules;
mod convex;
mod group;
mod law;
mod meshes;
mod on_plane;
mod on_surface;
mod pair;
mod round;
mod slots;
mod solid;
mod solid_pair;
mod surface;
mod touch;

#[cfg(test)]
mod tests;

pub use group::ContactGroup;
pub(in crate::model) use group::Member;
pub(crate) use group::PairId;
pub use law::{ContactLaw, Loss, Sliding};
pub use solid::{Block, Capsule, Cylinder, Plane, Solid, Sphere};
pub(crate) use solid_pair::{SolidPair, turn_along};
pub use surface::Surface;

use super::{Attachment, Drawing, Ends, ForceType, Hold, Loads, Measured, Parameter, Row, Surroundings};
use super::{Variation, Varied};
use crate::ids::BodyId;
use crate::model::{Joint, Space};
use crate::spatial::Real;
use pair::Ordered;

/// Pairs whose bounding spheres are farther apart than this part of their radii are not looked at. The margin is for
/// integrators that carry gaps beside the motion.
const MARGIN: f64 = 0.1;

/// Contact between a solid on one body and a solid on another.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Contact {
    /// Unique.
    pub name: String,
    /// First and second body.
    pub bodies: [BodyId; 2],
    /// The solid on each.
    pub solids: [Solid; 2],
    /// Loads.
    pub law: ContactLaw,
    /// Whether bodies move in the plane.
    pub is_planar: bool,
    /// Whether results have its columns.
    pub has_columns: bool,
}

impl Contact {
    /// Whether contact between two such solids is known.
    pub(in crate::model) fn is_known(solids: [&Solid; 2]) -> bool {
        Ordered::find(solids).is_some()
    }

    /// Its solids with its law.
    pub(super) fn pair(&self) -> SolidPair<'_> {
        SolidPair { bodies: self.bodies, solids: self.solids.each_ref(), law: &self.law, is_planar: self.is_planar }
    }
}

impl ForceType for Contact {
    const WORD: &'static str = "contact";

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        self.bodies.iter_mut().for_each(|body| visit(Parameter::Body(body)));
        self.solids.iter_mut().for_each(|solid| solid.parameters(visit));
        self.law.parameters(visit);
        visit(Parameter::Flag(self.has_columns));
    }

    fn ends(&self, _: &[Joint]) -> Ends {
        let [first, second] = [0, 1].map(|k| Attachment { body: self.bodies[k], point: self.solids[k].middle() });
        Ends { first, second: Some(second) }
    }

    /// Always: loads of boxes on boxes are no gradients of the energy that they store.
    fn may_change_energy(&self) -> bool {
        true
    }

    fn drawing(&self) -> Drawing {
        let on_ground = |k: &usize| self.bodies[*k].is_ground();
        let plane = (0..2).filter(on_ground).find_map(|k| match self.solids[k] {
            Solid::Plane(Plane { point, normal }) => Some([point, normal]),
            Solid::Block(_) | Solid::Cylinder(_) | Solid::Capsule(_) | Solid::Sphere(_) | Solid::Surface(_) => None,
        });
        Drawing { plane, ..Drawing::new(usize::from(plane.is_some()), Hold::Nothing) }
    }

    fn quantities(space: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[
            Measured::new("fx", "force", "N"),
            Measured::new("fy", "force", "N"),
            Measured::new("fz", "force", "N"),
            Measured::new("depth", "depth", "m"),
            Measured::new("x", "position", "m"),
            Measured::new("y", "position", "m"),
            Measured::new("z", "position", "m"),
        ];
        const PLANAR: &[Measured] = &[ALL[0], ALL[1], ALL[3], ALL[4], ALL[5]];
        match space {
            Space::Planar => PLANAR,
            Space::Spatial => ALL,
        }
    }

    fn is_measured(&self) -> bool {
        self.has_columns
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        self.pair().add_wrenches(now, loads);
    }

    fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        self.pair().potential(now)
    }

    fn n_switches(&self) -> usize {
        self.pair().n_switches()
    }

    fn switches(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        self.pair().switches(now, tell);
    }

    fn n_rows(&self, _: Space) -> usize {
        self.pair().n_rows()
    }

    fn rows<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        self.pair().rows(now, tell);
    }

    fn rates(&self, _: Space, now: &impl Surroundings<f64>, tell: &mut impl FnMut(f64)) {
        self.pair().rates(now, tell);
    }

    fn tangents(&self, _: Space, now: &impl Surroundings<f64>, tell: &mut impl FnMut(Row, [f64; 2])) {
        self.pair().tangents_of_rows(now, tell);
    }

    /// Rows of one point.
    fn rows_together(&self, _: Space) -> usize {
        self.pair().rows_together()
    }

    fn n_gaps(&self) -> usize {
        self.pair().n_gaps()
    }

    fn gaps(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        self.pair().gaps(now, tell);
    }

    fn measure<S: Real>(&self, space: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        self.pair().measure(space, now, tell);
    }
}
