//! `rack_pinion`: the travel of one joint is `ratio` times the angle of another. The equation is that of
//! [`gear`](super::gear), with the joint of the angle first.

use super::gear::JOINTS;
use super::{Asked, Facts, JointType, Keys, PlanarVocabulary, SpatialVocabulary};
use crate::model::build::joints::Reading;
use crate::ids::JointId;
use crate::model::file::dimension::Dimension;
use crate::model::file::keys::{Sort, key};

/// The travel is `ratio` times the angle.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RackPinion {
    /// The joint with the angle, then the joint with the travel.
    pub joints: [JointId; 2],
    /// Metres per radian.
    pub ratio: f64,
}

impl JointType for RackPinion {
    const FACTS: Facts = Facts {
        word: "rack_pinion",
        other_names: &["rack"],
        equations: 1,
        planar: Ok(1),
        holds_angle: true,
        keys: Keys { must: &["joints", "ratio"], may: &[] },
        own_keys: &[
            JOINTS,
            key("ratio", Sort::Number, "Of a rack_pinion: travel of one joint by angle of the other, m per rad.")
                .of(Dimension::PITCH),
        ],
        ..Facts::PLAIN
    };

    fn read(reading: &mut Reading) -> Option<Self> {
        let (joints, ratio) = reading.coupled()?;
        Some(RackPinion { joints, ratio })
    }

    /// Its equation is over the coordinates of the joints that it couples: see [`couple`](super::gear::couple).
    fn spatial<E: SpatialVocabulary>(&self, _: &E, _: Asked<E>, _: &mut E::Rows) {
    }

    /// As in space.
    fn planar<E: PlanarVocabulary>(&self, _: &E, _: Asked<E>, _: &mut E::Rows) {
    }

    fn coupled(&self) -> Option<([JointId; 2], f64)> {
        Some((self.joints, self.ratio))
    }

    fn coupled_joints(&mut self) -> Option<&mut [JointId; 2]> {
        Some(&mut self.joints)
    }
}
