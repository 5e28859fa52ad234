//! `gear`: the coordinates of two joints stay in a fixed ratio. One equation over up to four bodies.

use super::{Asked, Facts, JointType, Keys, PlanarVocabulary, SpatialVocabulary};
use crate::model::build::joints::Reading;
use crate::ids::JointId;
use crate::model::file::keys::{Key, Sort, key};

/// The coordinate of the second joint is `ratio` times that of the first.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Gear {
    /// The coupled joints.
    pub joints: [JointId; 2],
    /// q₂ / q₁.
    pub ratio: f64,
}

impl JointType for Gear {
    const FACTS: Facts = Facts {
        word: "gear",
        equations: 1,
        planar: Ok(1),
        holds_angle: true,
        keys: Keys { must: &["joints", "ratio"], may: &[] },
        own_keys: RATIO,
        ..Facts::PLAIN
    };

    fn read(reading: &mut Reading) -> Option<Self> {
        let (joints, ratio) = reading.coupled()?;
        Some(Gear { joints, ratio })
    }

    /// Its equation is over the coordinates of the joints that it couples: see [`couple`].
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

/// The joints of a coupling.
pub(super) const JOINTS: Key = key("joints", Sort::Texts, "The two joints which a gear or rack_pinion couples.");

/// The keys of gears.
const RATIO: &[Key] = &[
    JOINTS,
    key("ratio", Sort::Number, "Of a gear or rack_pinion: the second coordinate per unit of the first; of a rack_pinion in m per rad."),
];

/// Φ = q₂ − ratio · q₁ − offset and its τ, from value and bias (second derivative at zero accelerations) of both
/// coordinates; G is the second joint's gradient minus ratio times the first's.
#[inline]
pub fn couple(q1: (f64, f64), q2: (f64, f64), ratio: f64, offset: f64) -> (f64, f64) {
    let ((value1, bias1), (value2, bias2)) = (q1, q2);
    (value2 - ratio * value1 - offset, ratio * bias1 - bias2)
}
