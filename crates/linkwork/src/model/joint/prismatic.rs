//! `prismatic`: translation along the axis. Five equations in space, two in the plane.

use super::{Facts, Freedom, JointType, Keys, Quantity, planar, spatial};
use crate::model::build::joints::Reading;
use crate::spatial::Real;

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
        keys: Keys { must: &["axis"], may: &["point", "normal", "motion", "q", "qd"] },
        ..Facts::PLAIN
    };

    fn read(_: &mut Reading) -> Option<Self> {
        Some(Prismatic)
    }

    /// The second point stays on the axis, and the frames keep their orientation.
    #[inline(always)]
    fn spatial<S: Real>(&self, ends: &spatial::Ends<S>, _: Option<[S; 3]>, rows: &mut spatial::Rows<S>) {
        ends.stays_on(ends.first(0), rows);
        ends.stays_on(ends.first(1), rows);
        ends.parallel_axes(rows);
        ends.perpendicular(ends.first(0), ends.second(1), rows);
    }

    /// The second point stays on the line, and the frames keep their angle.
    fn planar<S: Real>(&self, ends: &planar::Ends<S>, _: Option<[S; 3]>, rows: &mut planar::Rows<S>) {
        ends.stays_on_line(rows);
        ends.same_angle(rows);
    }
}
