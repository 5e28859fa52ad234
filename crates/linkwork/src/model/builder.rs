//! Models written in Rust: a thin layer over [`ModelFile`], with the same keys, the same defaults and the same checks.
//!
//! ```
//! use linkwork::Model;
//! use linkwork::model::file::{BodyEntry, ForceEntry, JointEntry};
//!
//! let model = Model::builder()
//!     .name("pendulum")
//!     .gravity([0.0, -9.81, 0.0])
//!     .body(BodyEntry::new("rod").mass(1.0).inertia([0.01, 0.09, 0.09]).position([0.5, 0.0, 0.0]))
//!     .joint(JointEntry::revolute("pivot", "ground", "rod").point([0.0, 0.0, 0.0]).axis([0.0, 0.0, 1.0]))
//!     .force(ForceEntry::torsion("pivot").stiffness(2.0).damping(0.1))
//!     .build()?;
//! assert_eq!(model.n_equations(), 5);
//! # Ok::<(), linkwork::Faults>(())
//! ```

use super::file::{
    Between, Bodies, BodyEntry, ContactEntry, CurveEntry, FileName, ForceEntry, FrameEntry, JointEntry, Law, Numbers,
    Place, Scalar, Values,
};
use super::{Faults, Model, ModelFile, Shape};

/// Gathers a model part by part; [`build`](ModelBuilder::build) checks it as if it came from a file.
#[derive(Clone, Debug, Default)]
pub struct ModelBuilder {
    file: ModelFile,
}

impl ModelBuilder {
    /// Names the model.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.file.name = Some(name.into());
        self
    }

    /// Bodies move in the x-y plane and turn about z.
    pub fn planar(mut self) -> Self {
        self.file.space = Some("planar".into());
        self
    }

    /// Acceleration of free fall, world axes (m/s²).
    pub fn gravity(mut self, gravity: impl Into<Vec<f64>>) -> Self {
        self.file.gravity = Some(gravity.into());
        self
    }

    /// Adds a body.
    pub fn body(mut self, body: BodyEntry) -> Self {
        self.file.bodies.push(body);
        self
    }

    /// Adds a joint.
    pub fn joint(mut self, joint: JointEntry) -> Self {
        self.file.joints.push(joint);
        self
    }

    /// Adds a force.
    pub fn force(mut self, force: ForceEntry) -> Self {
        self.file.forces.push(force);
        self
    }

    /// Adds a contact.
    pub fn contact(mut self, contact: ContactEntry) -> Self {
        self.file.contacts.push(contact);
        self
    }

    /// Adds a shape to the ground, in the world.
    pub fn ground(mut self, shape: Shape) -> Self {
        self.file.ground.shapes.get_or_insert_default().push(shape);
        self
    }

    /// End time of a run and time between rows of its results (s).
    pub fn simulate(mut self, end: f64, output_step: f64) -> Self {
        self.file.simulation.end = Some(end);
        self.file.simulation.output_step = Some(output_step);
        self
    }

    /// The model as it would stand in a file.
    pub fn into_file(self) -> ModelFile {
        self.file
    }

    /// Checks everything and freezes it.
    ///
    /// # Errors
    /// Every fault of the model, each with its key and remedy.
    pub fn build(mut self) -> Result<Model, Faults> {
        self.file.file = FileName(self.file.name.clone().unwrap_or_default());
        self.file.build()
    }
}

/// Methods that set one key each.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $type:ty => $field:ident = $make:expr;)*) => {
        $(
            $(#[$doc])*
            pub fn $name(mut self, value: $type) -> Self {
                self.$field = Some($make(value.into()));
                self
            }
        )*
    };
}

fn same<T>(value: T) -> T {
    value
}

impl BodyEntry {
    /// A body of this name, which must be unique.
    pub fn new(name: impl Into<String>) -> Self {
        BodyEntry { name: Some(name.into()), ..BodyEntry::default() }
    }

    setters! {
        /// Mass (kg).
        mass: f64 => mass = same;
        /// Fills the shapes (kg/m³), in the place of mass, inertia and centre.
        density: f64 => density = same;
        /// Three or six numbers, or in the plane one (kg·m²).
        inertia: impl Into<Numbers> => inertia = same;
        /// Position of the centre of mass, in the world.
        position: impl Into<Vec<f64>> => position = same;
        /// Centre of mass from the body's own origin, in its axes; the position is then that of the origin.
        center: impl Into<Vec<f64>> => center = same;
        /// Quaternion `[w, x, y, z]`, body to world.
        orientation: impl Into<Vec<f64>> => orientation = same;
        /// Rotation about z in the plane (rad).
        angle: f64 => angle = same;
        /// Velocity of the centre of mass, in the world.
        velocity: impl Into<Vec<f64>> => velocity = same;
        /// World axes; in the plane one number.
        angular_velocity: impl Into<Numbers> => angular_velocity = same;
    }

    /// Adds a shape for the eye.
    pub fn shape(mut self, shape: Shape) -> Self {
        self.shapes.push(shape);
        self
    }
}

impl ContactEntry {
    /// A contact of two bodies with this stiffness (N/mⁿ), elastic and without friction; its other keys are fields.
    pub fn new(first: impl Into<String>, second: impl Into<String>, stiffness: f64) -> Self {
        let sides = vec![Bodies::One(first.into()), Bodies::One(second.into())];
        let between = Some(Between::Sides(sides));
        ContactEntry { between, stiffness: Some(stiffness), ..ContactEntry::default() }
    }
}

/// Constructors by type, each with the joint's name and its two bodies.
macro_rules! joint_types {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $(
            $(#[$doc])*
            pub fn $name(name: impl Into<String>, first: impl Into<String>, second: impl Into<String>) -> Self {
                JointEntry::new(stringify!($name), name, first, second)
            }
        )*
    };
}

impl JointEntry {
    /// A joint of the type with this word, between two bodies.
    pub fn new(
        kind: impl Into<String>,
        name: impl Into<String>,
        first: impl Into<String>,
        second: impl Into<String>,
    ) -> Self {
        JointEntry {
            name: Some(name.into()),
            kind: Some(kind.into()),
            bodies: Some(vec![first.into(), second.into()]),
            ..JointEntry::default()
        }
    }

    joint_types! {
        /// No relative motion.
        fixed
        /// Rotation about an axis.
        revolute
        /// Translation along an axis.
        prismatic
        /// Rotation about and translation along an axis.
        cylindrical
        /// Rotation about two perpendicular axes.
        universal
        /// Rotation about a point.
        spherical
        /// Two planes in contact.
        plane_plane
        /// A point of the second body on a line of the first.
        point_line
        /// A point of the second body on a plane of the first.
        point_plane
        /// A point of the second body on a curve of the first.
        point_curve
        /// Two points at a constant distance.
        distance
        /// Two parallel axes.
        parallel
        /// Two perpendicular axes.
        perpendicular
        /// Travel proportional to the angle.
        screw
    }

    /// The second joint's coordinate is `ratio` times the first's.
    pub fn gear(name: impl Into<String>, first: impl Into<String>, second: impl Into<String>, ratio: f64) -> Self {
        JointEntry::coupling("gear", name.into(), [first.into(), second.into()], ratio)
    }

    /// The travel of one joint is `ratio` times the angle of the other.
    pub fn rack_pinion(
        name: impl Into<String>,
        first: impl Into<String>,
        second: impl Into<String>,
        ratio: f64,
    ) -> Self {
        JointEntry::coupling("rack_pinion", name.into(), [first.into(), second.into()], ratio)
    }

    fn coupling(kind: &str, name: String, joints: [String; 2], ratio: f64) -> Self {
        JointEntry {
            name: Some(name),
            kind: Some(kind.into()),
            joints: Some(joints.into()),
            ratio: Some(ratio),
            ..JointEntry::default()
        }
    }

    setters! {
        /// In the world.
        point: impl Into<Vec<f64>> => point = same;
        /// The second body's point of a `distance`, in the world.
        point2: impl Into<Vec<f64>> => point2 = same;
        /// In the world.
        axis: impl Into<Vec<f64>> => axis = same;
        /// The second body's axis, in the world.
        axis2: impl Into<Vec<f64>> => axis2 = same;
        /// In the world, perpendicular to the axis.
        normal: impl Into<Vec<f64>> => normal = same;
        /// The curve of a `point_curve`.
        curve: CurveEntry => curve = same;
        /// The length of a `distance`.
        length: f64 => length = same;
        /// The pitch of a `screw`: metres per radian.
        pitch: f64 => pitch = same;
        /// Driver: a number or an expression of `t`.
        motion: impl Into<Scalar> => motion = same;
        /// Wanted initial coordinate.
        q: f64 => q = same;
        /// Wanted initial rate of the coordinate.
        qd: f64 => qd = same;
        /// Frame on the first body, in its axes.
        first: FrameEntry => first = Place::Frame;
        /// Frame on the second body, in its axes.
        second: FrameEntry => second = Place::Frame;
    }
}

impl CurveEntry {
    /// A circle about the axis of the first frame.
    pub fn circle(radius: f64) -> Self {
        CurveEntry { radius: Some(radius), ..CurveEntry::default() }
    }

    /// A smooth open curve through points.
    pub fn through(points: impl Into<Vec<Vec<f64>>>) -> Self {
        CurveEntry { points: Some(points.into()), ..CurveEntry::default() }
    }

    setters! {
        /// Whether it goes on from its last point to its first.
        closed: bool => closed = same;
    }
}

impl FrameEntry {
    /// A frame with its origin at this point.
    pub fn at(point: impl Into<Vec<f64>>) -> Self {
        FrameEntry { point: Some(point.into()), ..FrameEntry::default() }
    }

    setters! {
        /// Axis z of the frame.
        axis: impl Into<Vec<f64>> => axis = same;
        /// Axis x of the frame; of a plane, its normal.
        normal: impl Into<Vec<f64>> => normal = same;
    }
}

impl From<f64> for Numbers {
    fn from(value: f64) -> Self {
        Numbers::One(value)
    }
}

impl<const N: usize> From<[f64; N]> for Numbers {
    fn from(values: [f64; N]) -> Self {
        Numbers::Many(values.into())
    }
}

impl<T: Into<Numbers>> From<T> for Law {
    fn from(values: T) -> Self {
        Law::Numbers(values.into())
    }
}

impl From<&str> for Law {
    fn from(name: &str) -> Self {
        Law::Curve(name.into())
    }
}

impl From<f64> for Scalar {
    fn from(value: f64) -> Self {
        Scalar::Number(value)
    }
}

impl From<&str> for Scalar {
    fn from(text: &str) -> Self {
        Scalar::Text(text.into())
    }
}

impl<T: Into<Scalar>> From<T> for Values {
    fn from(value: T) -> Self {
        Values::One(value.into())
    }
}

impl<T: Into<Scalar>, const N: usize> From<[T; N]> for Values {
    fn from(values: [T; N]) -> Self {
        Values::Many(values.into_iter().map(Into::into).collect())
    }
}
