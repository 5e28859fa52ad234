//! `prismatic`: translation along the axis. Five equations in space, two in the plane.

use super::{Asked, Facts, Freedom, JointType, Keys, PlanarVocabulary, Quantity, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// Translation along the axis.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Prismatic;

impl JointType for Prismatic {
    const FACTS: Facts = Facts {
        word: "prismatic",
        other_names: &["slider", "translational", "slide"],
        equations: 5,
        planar: Ok(2),
        holds_direction: true,
        holds_angle: true,
        travels: true,
        coordinates: &["q"],
        quantities: &[Quantity::Travel],
        carries: Some(&[Freedom::Slide(2)]),
        carries_in_plane: Some(&[Freedom::Slide(0)]),
        keys: Keys { must: &["axis"], may: &["point", "normal", "motion", "q", "qd", "limits", "friction"] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Prismatic)
    }

    /// The second point stays on the axis, and the frames keep their orientation.
    #[inline(always)]
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.stays_on(ends.first(0), rows);
        ends.stays_on(ends.first(1), rows);
        ends.parallel_axes(rows);
        ends.perpendicular(ends.first(0), ends.second(1), rows);
    }

    /// The second point stays on the line, and the frames keep their angle.
    fn planar<E: PlanarVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.stays_on(ends.first(1), rows);
        ends.same_angle(rows);
    }
}
