//! Joints: one file a type, which holds everything of the type, and the list of all.
//!
//! A joint ties a marker on its first body to a marker on its second. Its equations Φ = 0 are written in terms of
//! where the two bodies are and how they move (world axes), so every formulation can use them: rows of
//! G = [η ρ] act on (ṙ, ω) of each body, G v = ν is the velocity equation, G a = τ the acceleration equation.
//! They are written once, in the words of `vocabulary.rs`.
//!
//! A type is a struct with its parameters that implements `JointType`; one line in the list `joint_types!` makes it
//! known.

pub mod curve;
mod freedom;
pub(crate) mod planar;
pub(crate) mod rows;
pub(crate) mod spatial;
pub(crate) mod vocabulary;

#[cfg(test)]
mod tests;

pub(crate) use freedom::Freedom;

use super::build::joints::Reading;
use super::file::keys::Key;
use super::{Expression, Marker, Space};
use crate::ids::JointId;
use crate::spatial::Vec3;
pub(crate) use vocabulary::{PlanarVocabulary, SpatialVocabulary, Vocabulary};

/// A joint between two bodies, or a coupling of two joints.
// In this order in memory: every evaluation walks over all joints, and reads the first fields of each.
#[repr(C)]
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Joint {
    /// Its type, with the parameters of the type.
    pub kind: JointKind,
    /// Equations that are left out, bit k for the k-th in the order in which they are written: others imply them up to
    /// play. A model as built has none of these; see `play`.
    #[serde(default)]
    pub left_out: u8,
    /// Driver: q(t), or the length of a `distance` joint.
    pub motion: Option<Expression>,
    /// Travel along the axis (prismatic, cylindrical, screw) or length along the curve where the coordinate is zero; in
    /// the plane the full turns between the bodies of a revolute as the file gives their angles; of a gear or rack, q₂
    /// − ratio · q₁ as the file places it.
    pub offset: f64,
    /// In the plane: the angle from the first x axis to the second where the angles of both bodies are zero.
    pub between: f64,
    /// Frame on the first body. A gear or rack carries the frames of its second joint, where its reaction is reported.
    pub first: Marker,
    /// Frame on the second body.
    pub second: Marker,
    /// Where the joint is to start; boxed, as few joints ask for it.
    #[serde(default)]
    pub initial: Option<Box<Initial>>,
    /// Unique.
    pub name: String,
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

/// The quantity that a joint's coordinate q measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// Angle about the axis from the first normal to the second (rad), counted through full turns.
    Angle,
    /// Travel of the second point along the first axis (m).
    Travel,
}

/// The quantity that a coordinate in the results measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// As [`Coordinate::Angle`].
    Angle,
    /// As [`Coordinate::Travel`].
    Travel,
    /// Distance between the joint points (m).
    Length,
    /// Length along the curve from where the file places the second point (m).
    Arc,
    /// Angle of the second axis about the first one, from the first normal (rad).
    FirstCrossAngle,
    /// Angle of the second normal about the second axis, from the first axis (rad).
    SecondCrossAngle,
}

/// Which frames a type needs on its bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frames {
    /// Alike on both.
    Both,
    /// The second body needs a point only.
    FirstAxis,
    /// The two axes are perpendicular, and each normal is along the other axis where the file places the bodies.
    Crossed,
    /// The second body needs a point only; the frame on the first has that body's axes unless it says others.
    Curve,
    /// Two points, the distance between which is known before the joint is.
    Points,
}

/// Keys a type must and may have besides `name`, `type`, `bodies`, `first` and `second`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    pub must: &'static [&'static str],
    pub may: &'static [&'static str],
}

impl Keys {
    pub(crate) fn contain(&self, key: &str) -> bool {
        self.must.contains(&key) || self.may.contains(&key)
    }
}

/// Everything that is to be known of a type beside its equations.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The word of the model file.
    pub word: &'static str,
    /// Names in other programs.
    pub other_names: &'static [&'static str],
    /// Number of equations in space, without a driver.
    pub equations: usize,
    /// The same in the plane, or what to use there instead of this type.
    pub planar: Result<usize, &'static str>,
    /// Whether the joint holds two points together: then its first equations say so, axis by axis, and the others do
    /// not see translations.
    pub holds_point: bool,
    /// Whether the joint holds the second point along directions of the first body.
    pub holds_direction: bool,
    /// Whether the joint, without a driver, holds an angle between its bodies in the plane.
    pub holds_angle: bool,
    /// Whether its offset is a travel along the axis.
    pub travels: bool,
    /// Names of its coordinates in results; rates have `d` appended, accelerations `dd`.
    pub coordinates: &'static [&'static str],
    /// The quantities that these measure.
    pub quantities: &'static [Quantity],
    /// The freedoms of a body that it carries in space; `None` where it cannot carry one.
    pub carries: Option<&'static [Freedom]>,
    /// The same in the plane, where a travel is one along the inner normal.
    pub carries_in_plane: Option<&'static [Freedom]>,
    pub frames: Frames,
    pub keys: Keys,
    /// In the plane, where these are others.
    pub planar_keys: Option<Keys>,
    /// Keys that it shares with few other types or none.
    pub own_keys: &'static [Key],
}

impl Facts {
    /// A type that holds nothing and has nothing.
    pub(crate) const PLAIN: Facts = Facts {
        word: "",
        other_names: &[],
        equations: 0,
        planar: Ok(0),
        holds_point: false,
        holds_direction: false,
        holds_angle: false,
        travels: false,
        coordinates: &[],
        quantities: &[],
        carries: None,
        carries_in_plane: None,
        frames: Frames::Both,
        keys: Keys { must: &[], may: &[] },
        planar_keys: None,
        own_keys: &[],
    };

    /// Whether it couples two joints instead of two bodies.
    pub(crate) fn couples(&self) -> bool {
        self.keys.must.contains(&"joints")
    }

    /// Keys in a model of this space.
    pub(crate) fn keys_in(&self, space: Space) -> Keys {
        match space {
            Space::Spatial => self.keys,
            Space::Planar => self.planar_keys.unwrap_or(self.keys),
        }
    }
}

/// The coordinate asked for by a driver, with its two derivatives.
pub(crate) type Asked<E> = Option<[<E as Vocabulary>::Number; 3]>;

/// A type of joint.
pub(crate) trait JointType: Sized {
    const FACTS: Facts;

    /// The joint's parameters from its entry in the model file; faults are reported there.
    fn read(reading: &mut Reading) -> Option<Self>;

    /// The equations in space. `asked` is what a driver asks for; where it adds an equation, that is not written here.
    fn spatial<E: SpatialVocabulary>(&self, ends: &E, asked: Asked<E>, rows: &mut E::Rows);

    /// The equations in the plane.
    fn planar<E: PlanarVocabulary>(&self, _: &E, _: Asked<E>, _: &mut E::Rows) {
        unreachable!("a {} joint is refused when a planar model is built", Self::FACTS.word)
    }

    /// The length that it keeps without a driver.
    fn kept_length(&self) -> Option<f64> {
        None
    }

    /// The curve on which it keeps a point.
    fn curve(&self) -> Option<&curve::Curve> {
        None
    }

    /// Where its coordinate is zero, for a second point that the file places here in the frame of the first marker.
    fn offset(&self, _: Vec3) -> Option<f64> {
        None
    }

    /// The two joints that it couples, and the ratio q₂/q₁.
    fn coupled(&self) -> Option<([JointId; 2], f64)> {
        None
    }

    /// Travel along the axis for each radian about it.
    fn pitch(&self) -> f64 {
        0.0
    }

    /// The numbers of these joints, where they are to be others.
    fn coupled_joints(&mut self) -> Option<&mut [JointId; 2]> {
        None
    }

    /// Its parameters, for the model's hash.
    fn parameters(&self) -> Vec<f64> {
        Vec::new()
    }
}

macro_rules! joint_types {
    ($($(#[$doc:meta])* $module:ident::$name:ident,)*) => {
        $(pub mod $module;
        pub use $module::$name;)*

        /// The types of joint, with what only they need.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum JointKind {
            $($(#[$doc])* $name($name),)*
        }

        $(impl From<$name> for JointKind {
            fn from(kind: $name) -> JointKind {
                JointKind::$name(kind)
            }
        })*

        impl JointKind {
            /// The words of all types.
            pub const WORDS: &'static [&'static str] = &[$($name::FACTS.word),*];

            pub(crate) const FACTS: &'static [&'static Facts] = &[$(&$name::FACTS),*];

            pub(crate) fn facts(&self) -> &'static Facts {
                match self {
                    $(JointKind::$name(_) => const { &$name::FACTS },)*
                }
            }

            /// A joint of the type with this word.
            pub(in crate::model) fn read(word: &str, reading: &mut Reading) -> Option<JointKind> {
                $(if word == $name::FACTS.word {
                    return $name::read(reading).map(JointKind::$name);
                })*
                None
            }

            #[inline(always)]
            fn write_spatial<E: SpatialVocabulary>(&self, ends: &E, asked: Asked<E>, rows: &mut E::Rows) {
                match self {
                    $(JointKind::$name(kind) => kind.spatial(ends, asked, rows),)*
                }
            }

            #[inline(always)]
            fn write_planar<E: PlanarVocabulary>(&self, ends: &E, asked: Asked<E>, rows: &mut E::Rows) {
                match self {
                    $(JointKind::$name(kind) => kind.planar(ends, asked, rows),)*
                }
            }

            /// The two joints that a gear or rack couples, and the ratio q₂/q₁.
            #[inline(always)]
            pub fn coupled(&self) -> Option<([JointId; 2], f64)> {
                match self {
                    $(JointKind::$name(kind) => kind.coupled(),)*
                }
            }

            pub(crate) fn pitch(&self) -> f64 {
                match self {
                    $(JointKind::$name(kind) => kind.pitch(),)*
                }
            }

            pub(crate) fn coupled_joints(&mut self) -> Option<&mut [JointId; 2]> {
                match self {
                    $(JointKind::$name(kind) => kind.coupled_joints(),)*
                }
            }

            /// The curve on which the joint keeps a point of the second body, in the frame of the first marker.
            #[inline(always)]
            pub fn curve(&self) -> Option<&curve::Curve> {
                match self {
                    $(JointKind::$name(kind) => kind.curve(),)*
                }
            }

            pub(in crate::model) fn offset(&self, seen: Vec3) -> Option<f64> {
                match self {
                    $(JointKind::$name(kind) => kind.offset(seen),)*
                }
            }

            pub(in crate::model) fn kept_length(&self) -> Option<f64> {
                match self {
                    $(JointKind::$name(kind) => kind.kept_length(),)*
                }
            }

            pub(in crate::model) fn parameters(&self) -> Vec<f64> {
                match self {
                    $(JointKind::$name(kind) => kind.parameters(),)*
                }
            }
        }
    };
}

joint_types! {
    /// No relative motion.
    fixed::Fixed,
    /// Rotation about the axis.
    revolute::Revolute,
    /// Translation along the axis.
    prismatic::Prismatic,
    /// Rotation about and translation along the axis.
    cylindrical::Cylindrical,
    /// Rotation about the first body's axis and the second body's, which stay perpendicular.
    universal::Universal,
    /// Rotation about the point.
    spherical::Spherical,
    /// Two planes stay in contact: normals parallel, one coincidence.
    plane_plane::PlanePlane,
    /// The second body's point stays on a line of the first.
    point_line::PointLine,
    /// The second body's point stays on a plane of the first.
    point_plane::PointPlane,
    /// The second body's point stays on a curve of the first.
    point_curve::PointCurve,
    /// The two points keep their distance.
    distance::Distance,
    /// The two axes stay parallel.
    parallel::Parallel,
    /// The two axes stay perpendicular.
    perpendicular::Perpendicular,
    /// Travel along the axis is pitch times the angle about it.
    screw::Screw,
    /// The angle of the second joint is `ratio` times that of the first.
    gear::Gear,
    /// The travel is `ratio` times the angle.
    rack_pinion::RackPinion,
}

impl Joint {
    /// The angle from the first x axis to the second where both bodies' angles are zero; of no use in space.
    pub fn between(first: &Marker, second: &Marker) -> f64 {
        let [a, b] = [first, second].map(|marker| marker.axes.column(0));
        b[1].atan2(b[0]) - a[1].atan2(a[0])
    }

    /// Whether two angles of it are counted through full turns.
    pub(crate) fn has_two_angles(&self) -> bool {
        self.kind.quantities().contains(&Quantity::SecondCrossAngle)
    }

    /// Where it is to start; nothing is asked for by default.
    pub fn wishes(&self) -> Initial {
        self.initial.as_deref().copied().unwrap_or_default()
    }

    /// Number of constraint equations, driver included.
    pub fn n_equations(&self, space: Space) -> usize {
        let all = self.kind.n_equations(space) + usize::from(self.has_driver_equation());
        // A joint that is left out has an equation without coefficients: no solver sees a joint without any.
        (all - self.left_out.count_ones() as usize).max(1)
    }

    /// Whether its last equation is that of its driver. A driven `distance` prescribes the length it would otherwise
    /// keep: no further equation.
    pub(crate) fn has_driver_equation(&self) -> bool {
        self.motion.is_some() && self.coordinate().is_some()
    }

    /// Whether it holds two points together by its first equations, one for each axis.
    pub(crate) fn holds_point(&self) -> bool {
        self.kind.holds_point() && self.left_out == 0
    }

    /// The quantity that q measures, for joints with one coordinate.
    pub fn coordinate(&self) -> Option<Coordinate> {
        match self.kind.quantities() {
            [Quantity::Angle] => Some(Coordinate::Angle),
            [Quantity::Travel] => Some(Coordinate::Travel),
            _ => None,
        }
    }

    /// The names of its coordinates in results; rates have `d` appended, accelerations `dd`.
    pub fn coordinates(&self) -> &'static [&'static str] {
        self.kind.facts().coordinates
    }
}

impl JointKind {
    /// Number of constraint equations without a driver. Types that have no meaning in the plane count as in space;
    /// they are refused there.
    pub fn n_equations(&self, space: Space) -> usize {
        let facts = self.facts();
        match space {
            Space::Spatial => facts.equations,
            Space::Planar => facts.planar.unwrap_or(facts.equations),
        }
    }

    /// The same of the type with this word; `None` where there is none.
    pub fn n_equations_of(word: &str, space: Space) -> Option<usize> {
        let facts = JointKind::FACTS.iter().find(|facts| facts.word == word)?;
        match space {
            Space::Spatial => Some(facts.equations),
            Space::Planar => facts.planar.ok(),
        }
    }

    /// The freedoms of a body that the joint carries; `None` where it cannot carry one.
    pub(crate) fn carries(&self, space: Space) -> Option<&'static [Freedom]> {
        match space {
            Space::Spatial => self.facts().carries,
            Space::Planar => self.facts().carries_in_plane,
        }
    }

    /// Whether the joint holds two points together: then its first equations say so, axis by axis, and the others do
    /// not see translations.
    pub(crate) fn holds_point(&self) -> bool {
        self.facts().holds_point
    }

    /// Whether the joint holds the second point along directions of the first body.
    pub fn holds_direction(&self) -> bool {
        self.facts().holds_direction
    }

    /// Whether the joint, without a driver, holds an angle between its bodies in the plane.
    pub(crate) fn holds_angle(&self) -> bool {
        self.facts().holds_angle
    }

    /// Whether the joint has an angle about its axis, counted through full turns.
    pub fn turns(&self) -> bool {
        self.quantities().contains(&Quantity::Angle)
    }

    /// Whether the joint is at a point.
    pub fn has_point(&self) -> bool {
        self.facts().keys.contain("point")
    }

    /// The quantities that its coordinates measure.
    pub fn quantities(&self) -> &'static [Quantity] {
        self.facts().quantities
    }

    /// The word of the model file.
    pub fn word(&self) -> &'static str {
        self.facts().word
    }
}
