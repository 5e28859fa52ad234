//! `plane_plane`: two planes stay in contact, the usual mate of CAD assemblies. Three equations.

use super::{Asked, Facts, Freedom, JointType, Keys, SpatialVocabulary};
use crate::model::build::joints::Reading;

/// Two planes stay in contact.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PlanePlane;

impl JointType for PlanePlane {
    const FACTS: Facts = Facts {
        word: "plane_plane",
        other_names: &["planar"],
        equations: 3,
        planar: Err("leave it out: planar bodies stay in the x-y plane anyway"),
        holds_direction: true,
        carries: Some(&[Freedom::Slide(0), Freedom::Slide(1), Freedom::Turn]),
        keys: Keys { must: &["point", "axis"], may: &["normal"] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(PlanePlane)
    }

    /// Normals stay parallel, and the second point stays in the first plane.
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        ends.parallel_axes(rows);
        ends.stays_on(ends.first(2), rows);
    }
}
