//! `screw`: travel along the axis is pitch times the angle about it. Five equations.

use super::cylindrical::Cylindrical;
use super::{Asked, Facts, Freedom, JointType, Keys, Quantity, SpatialVocabulary};
use crate::model::build::joints::Reading;
use crate::model::file::dimension::Dimension;
use crate::model::file::keys::{Sort, key};

/// Travel along the axis is pitch times the angle about it.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Screw {
    /// Metres per radian.
    pub pitch: f64,
}

impl JointType for Screw {
    const FACTS: Facts = Facts {
        word: "screw",
        equations: 5,
        planar: Err("use \"rack_pinion\" between a revolute and a prismatic joint"),
        holds_direction: true,
        travels: true,
        coordinates: &["q"],
        quantities: &[Quantity::Angle],
        carries: Some(&[Freedom::Screw]),
        keys: Keys { must: &["point", "axis", "pitch"], may: &["normal", "motion", "q", "qd", "limits", "friction"] },
        own_keys: &[key("pitch", Sort::Number, "Of a screw: travel in m per rad.").of(Dimension::PITCH)],
        ..Facts::PLAIN
    };

    fn read(reading: &mut Reading) -> Option<Self> {
        if reading.entry.pitch.is_none() {
            reading.missing("pitch", "travel in metres per radian");
        }
        Some(Screw { pitch: reading.finite("pitch", reading.entry.pitch)? })
    }

    /// As `cylindrical`, and travel − pitch · angle keeps its first value.
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, _: Asked<E>, rows: &mut E::Rows) {
        Cylindrical.spatial(ends, None, rows);
        E::hold(&E::less(ends.travel(), self.pitch, &ends.angle()), rows);
    }

    fn pitch(&self) -> f64 {
        self.pitch
    }

    fn parameters(&self) -> Vec<f64> {
        vec![self.pitch]
    }
}
