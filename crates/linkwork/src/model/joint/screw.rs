//! `screw`: travel along the axis is pitch times the angle about it. Five equations.

use super::cylindrical::Cylindrical;
use super::spatial::Measure;
use super::{Facts, Freedom, JointType, Keys, Quantity, spatial};
use crate::model::build::joints::Reading;
use crate::model::file::keys::{Sort, key};
use crate::spatial::Real;

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
        keys: Keys { must: &["point", "axis", "pitch"], may: &["normal", "motion", "q", "qd"] },
        own_keys: &[key("pitch", Sort::Number, "Of a screw: travel in m per rad.")],
        ..Facts::PLAIN
    };

    fn read(reading: &mut Reading) -> Option<Self> {
        if reading.entry.pitch.is_none() {
            reading.missing("pitch", "travel in metres per radian");
        }
        Some(Screw { pitch: reading.finite("pitch", reading.entry.pitch)? })
    }

    /// As `cylindrical`, and travel − pitch · angle keeps its first value.
    fn spatial<S: Real>(&self, ends: &spatial::Ends<S>, _: Option<[S; 3]>, rows: &mut spatial::Rows<S>) {
        Cylindrical.spatial(ends, None, rows);
        let (travel, angle, pitch) = (ends.travel(), ends.angle(), self.pitch);
        let mut m = Measure {
            value: travel.value - angle.value * pitch,
            rate: travel.rate - angle.rate * pitch,
            bias: travel.bias - angle.bias * pitch,
            ..travel
        };
        for c in 0..6 {
            m.first[c] -= angle.first[c] * pitch;
            m.second[c] -= angle.second[c] * pitch;
        }
        rows.hold(&m);
    }

    fn pitch(&self) -> f64 {
        self.pitch
    }

    fn parameters(&self) -> Vec<f64> {
        vec![self.pitch]
    }
}
