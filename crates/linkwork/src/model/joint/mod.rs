//! Joints: one file a type with its constraint equations, and the enum of all.
//!
//! A joint ties a marker on its first body to a marker on its second. Its equations Φ = 0 are written in terms of
//! where the two bodies are and how they move (world axes), so every formulation can use them: rows of
//! G = [η ρ] act on (ṙ, ω) of each body, G v = ν is the velocity equation, G a = τ the acceleration equation.

mod cylindrical;
mod distance;
mod fixed;
pub mod gear;
mod parallel;
mod perpendicular;
mod plane_plane;
mod point_line;
mod point_plane;
mod prismatic;
pub mod rack_pinion;
mod revolute;
mod screw;
mod spherical;
mod universal;

pub mod planar;
pub mod rows;
pub mod spatial;

use super::{Expression, Marker, Space};
use crate::ids::JointId;

/// A joint between two bodies, or a coupling of two joints.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Joint {
    /// Unique.
    pub name: String,
    /// What it holds.
    pub kind: JointKind,
    /// Frame on the first body. A gear or rack carries the frames of its second joint, where its reaction is reported.
    pub first: Marker,
    /// Frame on the second body.
    pub second: Marker,
    /// Driver: q(t), or the length of a `distance` joint.
    pub motion: Option<Expression>,
    /// Travel along the axis (prismatic, cylindrical, screw) where the coordinate is zero; in the plane the full
    /// turns between the bodies of a revolute as the file gives their angles; of a gear or rack, q₂ − ratio · q₁ as
    /// the file places it.
    pub offset: f64,
    /// Where the joint is to start; boxed, as few joints ask for it.
    #[serde(default)]
    pub initial: Option<Box<Initial>>,
}

/// Where an undriven joint with one coordinate starts, as far as the model asks for it: the other bodies are moved
/// accordingly.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Initial {
    /// The coordinate.
    pub q: Option<f64>,
    /// Its rate.
    pub qd: Option<f64>,
}

/// The types of joint, with what only they need.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum JointKind {
    /// No relative motion.
    Fixed,
    /// Rotation about the axis.
    Revolute,
    /// Translation along the axis.
    Prismatic,
    /// Rotation about and translation along the axis.
    Cylindrical,
    /// Rotation about the first body's axis and the second body's, which stay perpendicular.
    Universal,
    /// Rotation about the point.
    Spherical,
    /// Two planes stay in contact: normals parallel, one coincidence.
    PlanePlane,
    /// The second body's point stays on a line of the first.
    PointLine,
    /// The second body's point stays on a plane of the first.
    PointPlane,
    /// The two points keep their distance.
    Distance {
        /// The distance (m), positive.
        length: f64,
    },
    /// The two axes stay parallel.
    Parallel,
    /// The two axes stay perpendicular.
    Perpendicular,
    /// Travel along the axis is pitch times the angle about it.
    Screw {
        /// Metres per radian.
        pitch: f64,
    },
    /// The angle of the second joint is `ratio` times that of the first.
    Gear {
        /// The coupled joints.
        joints: [JointId; 2],
        /// q₂ / q₁.
        ratio: f64,
    },
    /// The travel is `ratio` times the angle.
    RackPinion {
        /// The joint with the angle, then the joint with the travel.
        joints: [JointId; 2],
        /// Metres per radian.
        ratio: f64,
    },
}

/// What a joint's coordinate q measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// Angle about the axis from the first normal to the second (rad), counted through full turns.
    Angle,
    /// Travel of the second point along the first axis (m).
    Travel,
}

impl Joint {
    /// Where it is to start; nothing is asked for by default.
    pub fn wishes(&self) -> Initial {
        self.initial.as_deref().copied().unwrap_or_default()
    }

    /// Number of constraint equations, driver included.
    pub fn n_equations(&self, space: Space) -> usize {
        // A driven `distance` prescribes the length it would otherwise keep: no further equation.
        let driven = self.motion.is_some() && !matches!(self.kind, JointKind::Distance { .. });
        self.kind.n_equations(space) + usize::from(driven)
    }

    /// What q measures, for joints with one coordinate.
    pub fn coordinate(&self) -> Option<Coordinate> {
        match self.kind {
            JointKind::Revolute | JointKind::Screw { .. } => Some(Coordinate::Angle),
            JointKind::Prismatic => Some(Coordinate::Travel),
            JointKind::Fixed
            | JointKind::Cylindrical
            | JointKind::Universal
            | JointKind::Spherical
            | JointKind::PlanePlane
            | JointKind::PointLine
            | JointKind::PointPlane
            | JointKind::Distance { .. }
            | JointKind::Parallel
            | JointKind::Perpendicular
            | JointKind::Gear { .. }
            | JointKind::RackPinion { .. } => None,
        }
    }

    /// The names of its coordinates in results; rates have `d` appended, accelerations `dd`.
    pub fn coordinates(&self) -> &'static [&'static str] {
        match self.kind {
            JointKind::Revolute | JointKind::Screw { .. } | JointKind::Prismatic | JointKind::Distance { .. } => &["q"],
            JointKind::Cylindrical => &["angle", "travel"],
            JointKind::Universal => &["angle1", "angle2"],
            JointKind::Fixed
            | JointKind::Spherical
            | JointKind::PlanePlane
            | JointKind::PointLine
            | JointKind::PointPlane
            | JointKind::Parallel
            | JointKind::Perpendicular
            | JointKind::Gear { .. }
            | JointKind::RackPinion { .. } => &[],
        }
    }
}

impl JointKind {
    /// The two joints that a gear or rack couples, and the ratio q₂/q₁.
    pub fn coupled(&self) -> Option<([JointId; 2], f64)> {
        match *self {
            JointKind::Gear { joints, ratio } | JointKind::RackPinion { joints, ratio } => Some((joints, ratio)),
            _ => None,
        }
    }

    /// Number of constraint equations without a driver. Types that have no meaning in the plane count as in space;
    /// `check` refuses them there.
    pub fn n_equations(&self, space: Space) -> usize {
        let planar = space == Space::Planar;
        match self {
            JointKind::Fixed => {
                if planar {
                    3
                } else {
                    6
                }
            }
            JointKind::Revolute | JointKind::Prismatic => {
                if planar {
                    2
                } else {
                    5
                }
            }
            JointKind::Screw { .. } => 5,
            JointKind::Cylindrical | JointKind::Universal => 4,
            JointKind::Spherical | JointKind::PlanePlane => 3,
            JointKind::PointLine => {
                if planar {
                    1
                } else {
                    2
                }
            }
            JointKind::Parallel => 2,
            JointKind::PointPlane
            | JointKind::Distance { .. }
            | JointKind::Perpendicular
            | JointKind::Gear { .. }
            | JointKind::RackPinion { .. } => 1,
        }
    }

    /// Whether the joint holds two points together: then its first equations say so, axis by axis, and the others do not
    /// see translations.
    pub fn holds_point(&self) -> bool {
        match self {
            JointKind::Fixed | JointKind::Revolute | JointKind::Universal | JointKind::Spherical => true,
            JointKind::Prismatic
            | JointKind::Cylindrical
            | JointKind::PlanePlane
            | JointKind::PointLine
            | JointKind::PointPlane
            | JointKind::Distance { .. }
            | JointKind::Parallel
            | JointKind::Perpendicular
            | JointKind::Screw { .. }
            | JointKind::Gear { .. }
            | JointKind::RackPinion { .. } => false,
        }
    }

    /// The word of the model file.
    pub fn word(&self) -> &'static str {
        match self {
            JointKind::Fixed => "fixed",
            JointKind::Revolute => "revolute",
            JointKind::Prismatic => "prismatic",
            JointKind::Cylindrical => "cylindrical",
            JointKind::Universal => "universal",
            JointKind::Spherical => "spherical",
            JointKind::PlanePlane => "plane_plane",
            JointKind::PointLine => "point_line",
            JointKind::PointPlane => "point_plane",
            JointKind::Distance { .. } => "distance",
            JointKind::Parallel => "parallel",
            JointKind::Perpendicular => "perpendicular",
            JointKind::Screw { .. } => "screw",
            JointKind::Gear { .. } => "gear",
            JointKind::RackPinion { .. } => "rack_pinion",
        }
    }
}
