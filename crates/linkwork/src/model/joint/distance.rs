//! `distance`: two points keep their distance, or follow a given one. One equation.

use super::{Asked, Facts, Frames, JointType, Keys, PlanarVocabulary, Quantity, SpatialVocabulary};
use crate::model::build::joints::Reading;
use crate::model::file::dimension::Dimension;
use crate::model::file::keys::{Sort, key};
use crate::spatial::Vec3;

/// The two points keep their distance.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Distance {
    /// The distance (m), positive.
    pub length: f64,
}

impl JointType for Distance {
    const FACTS: Facts = Facts {
        word: "distance",
        equations: 1,
        planar: Ok(1),
        coordinates: &["q"],
        quantities: &[Quantity::Length],
        frames: Frames::Points,
        keys: Keys { must: &["point", "point2"], may: &["length", "motion", "q", "qd"] },
        own_keys: &[key(
            "length",
            Sort::Number,
            "Of a distance, m. Default: that between the points as the file places them.",
        )
        .of(Dimension::LENGTH)],
        ..Facts::PLAIN
    };

    fn read(reading: &mut Reading) -> Option<Self> {
        let entry = reading.entry;
        if entry.motion.is_some() && entry.length.is_some() {
            reading.fault("length", "`motion` already gives the length of this driven joint; remove `length`");
        }
        let given = entry.length.or(entry.q.filter(|_| entry.motion.is_none()));
        let length = given.or(reading.gap.map(Vec3::norm))?;
        if length > 0.0 && length.is_finite() {
            return Some(Distance { length });
        }
        let (key, found) = match (entry.length, entry.q) {
            (Some(_), _) => ("length", format!("the length is {length}")),
            (None, Some(_)) => ("q", format!("the length is {length}")),
            (None, None) => ("type", "the two points coincide".to_string()),
        };
        let joint = if reading.is_planar() { "revolute" } else { "spherical" };
        reading.fault(key, format!("{found}; a distance must be positive; to keep two points together use {joint:?}"));
        None
    }

    /// |d| = l
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, asked: Asked<E>, rows: &mut E::Rows) {
        E::follow(&ends.length(), asked.unwrap_or_else(|| self.kept()), rows);
    }

    /// |d| = l
    fn planar<E: PlanarVocabulary>(&self, ends: &E, asked: Asked<E>, rows: &mut E::Rows) {
        E::follow(&ends.length(), asked.unwrap_or_else(|| self.kept()), rows);
    }

    fn kept_length(&self) -> Option<f64> {
        Some(self.length)
    }

    fn parameters(&self) -> Vec<f64> {
        vec![self.length]
    }
}

impl Distance {
    /// The length without a driver, with its two derivatives.
    fn kept<S: From<f64>>(&self) -> [S; 3] {
        [self.length, 0.0, 0.0].map(S::from)
    }
}
