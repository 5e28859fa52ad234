//! `spherical`: rotation about a point. Three equations.

use super::{Asked, Facts, Freedom, JointType, Keys, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// Rotation about a point.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spherical;

impl JointType for Spherical {
    const FACTS: Facts = Facts {
        word: "spherical",
        other_names: &["ball", "point_point"],
        equations: 3,
        planar: Err("use \"revolute\""),
        holds_point: true,
        carries: Some(&[Freedom::Ball]),
        keys: Keys { must: &["point"], may: &[] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Spherical)
    }

    /// The points coincide.
    #[inline(always)]
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.coincidence(rows);
    }
}
