//! `revolute`: rotation about the axis. Five equations in space, two in the plane.

use super::{Asked, Facts, Freedom, JointType, Keys, PlanarVocabulary, Quantity, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// Rotation about the axis.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Revolute;

impl JointType for Revolute {
    const FACTS: Facts = Facts {
        word: "revolute",
        other_names: &["hinge", "pin", "rotational"],
        equations: 5,
        planar: Ok(2),
        holds_point: true,
        coordinates: &["q"],
        quantities: &[Quantity::Angle],
        carries: Some(&[Freedom::Turn]),
        carries_in_plane: Some(&[Freedom::Turn]),
        keys: Keys { must: &["point", "axis"], may: &["normal", "motion", "q", "qd", "limits", "friction"] },
        planar_keys: Some(Keys { must: &["point"], may: &["normal", "motion", "q", "qd", "limits", "friction"] }),
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Revolute)
    }

    /// The points coincide and the axes stay parallel.
    #[inline(always)]
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.coincidence(rows);
        ends.parallel_axes(rows);
    }

    /// The points coincide.
    #[inline(always)]
    fn planar<E: PlanarVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.coincidence(rows);
    }
}
