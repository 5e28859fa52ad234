//! The model: bodies, joints and forces as physical facts, frozen once built.
//!
//! Three forms, one way: [`ModelFile`] is what was written (in TOML, in JSON, or by the builder), `build` turns it
//! into what was meant, and `check` collects every fault on the way. The [`Model`] holds no coordinates and no
//! algorithm; formulations read it and never change it.
//!
//! A planar model is stored in three dimensions, in the plane z = 0, so that forces, results and pictures need not
//! know the difference; only formulations do.

pub mod expression;
pub mod file;
pub mod force;
pub mod joint;
pub(crate) mod signals;

mod build;
mod builder;
mod check;
mod hash;
mod schema;
mod shape;
mod source;

pub use builder::ModelBuilder;
pub use expression::Expression;
use file::Whole;
pub use file::{Assignment, Fault, Faults, Inputs, ModelFile};
use force::ContactGroup;
pub use force::{Attachment, Force, Frame};
use joint::Vocabulary;
pub use joint::{Coordinate, Initial, Joint, JointKind};
pub use schema::schema;
pub use shape::{Geometry, Mesh};
pub use signals::Signals;
pub use source::{Filled, Source};

use crate::ids::{BodyId, JointId};
use crate::methods::{Choice, FormulationKind, IntegratorKind, SolverKind, StabilizationKind};
use crate::spatial::{Mat3, PlanarPose, Pose, Quat, Vec2, Vec3};

/// Whether bodies move in space or in the x-y plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Space {
    /// Motion in the x-y plane, rotation about z: three freedoms a body.
    Planar,
    /// Six freedoms a body.
    Spatial,
}

/// A mechanism: what is simulated. Made by [`Model::parse`] or [`Model::builder`], immutable afterwards.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Model {
    /// As written in the file.
    pub name: String,
    /// Planar or spatial.
    pub space: Space,
    /// Acceleration of free fall, world axes (m/s²).
    pub gravity: Vec3,
    /// The moving bodies; the ground is not among them.
    pub bodies: Vec<Body>,
    /// The joints, gears included.
    pub joints: Vec<Joint>,
    /// Springs, bushings, applied loads, contacts with columns of their own.
    pub forces: Vec<Force>,
    /// Contacts between so many bodies that they have no columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contact_groups: Vec<ContactGroup>,
    /// Shapes of the ground, in the world.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<Shape>,
    /// The settings in the file's `[simulation]` table.
    pub simulation: SimulationDefaults,
    /// Warnings for the user though nothing is wrong (a zero moment of inertia was replaced, say).
    pub warnings: Vec<String>,
    /// Mass that bodies have beyond their own, in models that a plan has made; none in a model as built.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ballast: Vec<Ballast>,
    /// Expressions of the motion.
    #[serde(default, skip_serializing_if = "Signals::is_empty")]
    pub signals: Signals,
    /// Where its joints stand in the file; nothing by default.
    #[serde(skip)]
    pub source: Source,
}

/// A rigid body with its state at time zero, as the file gives it.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Body {
    /// Unique.
    pub name: String,
    /// In kg, not negative.
    pub mass: f64,
    /// About the centre of mass, body axes (kg·m²); in planar models only the zz entry counts.
    pub inertia: Mat3,
    /// Position of the centre of mass, world axes.
    pub position: Vec3,
    /// Body to world.
    pub orientation: Quat,
    /// Rotation about z as written, full turns included; planar models only.
    pub angle: f64,
    /// Velocity of the centre of mass, world axes.
    pub velocity: Vec3,
    /// World axes.
    pub angular_velocity: Vec3,
    /// For the eye; contacts are made from them when the model is built.
    pub shapes: Vec<Shape>,
}

impl Body {
    /// Where the file places the body and how it moves there.
    pub fn pose(&self) -> Pose {
        Pose { r: self.position, R: self.orientation.matrix(), v: self.velocity, w: self.angular_velocity }
    }

    /// The same in the plane.
    pub(crate) fn planar_pose(&self) -> PlanarPose {
        let (s, c) = self.angle.sin_cos();
        let [r, v] = [self.position, self.velocity].map(Vec3::in_plane);
        PlanarPose { r, turn: Vec2([c, s]), angle: self.angle, v, w: self.angular_velocity[2] }
    }
}

/// Mass that was added to a body which is too light, or massless, beside what it moves. Formulations take back whatever
/// it does, so that the motion is that of the body's own mass.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Ballast {
    /// The body, by its number.
    pub(crate) body: usize,
    /// Added to its mass (kg).
    pub(crate) mass: f64,
    /// Added to its inertia, body axes (kg·m²).
    pub(crate) inertia: Mat3,
    /// Its own mass (kg).
    pub(crate) own_mass: f64,
    /// Its own inertia, body axes (kg·m²).
    pub(crate) own_inertia: Mat3,
}

/// A shape of a body: what is drawn, and what others touch.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// `box`, `cylinder`, `capsule`, `sphere`, `mesh` or `plane`.
    pub kind: String,
    /// The other keys, as written: sizes, `from` and `to` points, `position`, `orientation`, `color`, `file`.
    #[serde(flatten)]
    pub keys: std::collections::BTreeMap<String, serde_json::Value>,
}

/// A frame fixed on a body.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Marker {
    /// The body that carries it; for the ground, coordinates are those of the world.
    pub body: BodyId,
    /// Origin, in body axes from the centre of mass.
    pub point: Vec3,
    /// Columns: normal (x), binormal (y) and axis (z), in body axes.
    pub axes: Mat3,
}

/// The `[simulation]` table of a model file: wishes that the command line may override.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SimulationDefaults {
    /// End time (s).
    pub end: Option<f64>,
    /// Time between two rows of the results (s).
    pub output_step: Option<f64>,
    /// Step of fixed-step integrators (s).
    pub step: Option<f64>,
    /// By how much redundant joints may miss one another, relative to the size.
    pub assembly_tolerance: Option<f64>,
    /// Relative tolerance of adaptive integrators.
    pub rtol: Option<f64>,
    /// Absolute tolerance of adaptive integrators.
    pub atol: Option<f64>,
    /// Coordinates and equations.
    pub formulation: Option<Choice<FormulationKind>>,
    /// Solver of the reduced system.
    pub solver: Option<Choice<SolverKind>>,
    /// Method in time.
    pub integrator: Option<Choice<IntegratorKind>>,
    /// How joints are kept closed.
    pub stabilization: Option<Choice<StabilizationKind>>,
}

/// A model that was read with more than its text.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The model.
    pub model: Model,
    /// A TOML file that gives the same model by itself, where the text alone does not.
    pub resolved: Option<String>,
}

impl Model {
    /// Reads a model file; `name` ends in `.toml` or `.json` and appears in messages.
    ///
    /// ```
    /// let text = r#"
    ///     space = "planar"
    ///     gravity = [0.0, -9.81]
    ///     [[bodies]]
    ///     name = "rod"
    ///     mass = 1.0
    ///     inertia = 0.0833
    ///     position = [0.5, 0.0]
    ///     [[joints]]
    ///     name = "pivot"
    ///     type = "revolute"
    ///     bodies = ["ground", "rod"]
    ///     point = [0.0, 0.0]
    /// "#;
    /// let model = linkwork::Model::parse(text, "pendulum.toml").unwrap();
    /// assert_eq!(model.n_bodies(), 1);
    /// ```
    ///
    /// # Errors
    /// Every fault of the file, each with its line, key and remedy.
    pub fn parse(text: &str, name: &str) -> Result<Model, Faults> {
        // Faults are told of the whole text.
        match build::build_pieces(text, name) {
            Some(model) => Ok(model),
            None => file::read(text, name)?.build(),
        }
    }

    /// As [`Model::parse`], with values for its parameters, and with the files that it names.
    ///
    /// # Errors
    /// Every fault of the file, and values for parameters that it does not have.
    pub fn load(text: &str, name: &str, inputs: &Inputs) -> Result<Loaded, Faults> {
        if inputs.parameters.is_empty()
            && let Some(model) = build::build_pieces(text, name)
        {
            return Ok(Loaded { model, resolved: None });
        }
        let Whole { file, is_composed, .. } = file::read_from_outside(text, name, inputs)?;
        let resolved = (is_composed || !inputs.parameters.is_empty()).then(|| file.to_toml());
        Ok(Loaded { model: file.build()?, resolved })
    }

    /// Starts a model written in Rust instead of a file.
    pub fn builder() -> ModelBuilder {
        ModelBuilder::default()
    }

    /// Number of moving bodies.
    pub fn n_bodies(&self) -> usize {
        self.bodies.len()
    }

    /// Number of joints, gears included.
    pub fn n_joints(&self) -> usize {
        self.joints.len()
    }

    /// Number of joint angles that are counted through full turns: one by joint and, where any joint has two, a second
    /// by joint after all first ones.
    pub(crate) fn n_angles(&self) -> usize {
        let lists = if self.joints.iter().any(Joint::has_two_angles) { 2 } else { 1 };
        lists * self.joints.len()
    }

    /// By joint: how many coordinates the joints before it have.
    pub fn first_coordinates(&self) -> Vec<usize> {
        let count = |count: &mut usize, joint: &Joint| {
            let first = *count;
            *count += joint.coordinates().len();
            Some(first)
        };
        self.joints.iter().scan(0, count).collect()
    }

    /// The angles of this model out of those of a larger one, in which its joints have these numbers.
    pub(crate) fn pick_angles(&self, of_whole: &[f64], numbers: &[u32]) -> Vec<f64> {
        let lists = if self.n_angles() > self.n_joints() { vec![0, of_whole.len() / 2] } else { vec![0] };
        lists.iter().flat_map(|first| numbers.iter().map(move |&joint| of_whole[first + joint as usize])).collect()
    }

    /// Number of constraint equations of all joints.
    pub fn n_equations(&self) -> usize {
        self.joints.iter().map(|j| j.n_equations(self.space)).sum()
    }

    /// Number of freedoms of a body without joints: 3 or 6.
    pub fn freedoms_per_body(&self) -> usize {
        match self.space {
            Space::Planar => 3,
            Space::Spatial => 6,
        }
    }

    /// The name of a body, `ground` included.
    pub fn body_name(&self, body: BodyId) -> &str {
        body.index().map_or("ground", |i| &self.bodies[i].name)
    }

    /// The coordinate q of a joint where the file places its bodies; `None` for joints without exactly one.
    pub(crate) fn calc_file_coordinate(&self, joint: JointId) -> Option<f64> {
        let joint = &self.joints[joint.index()];
        let bodies = [joint.first.body, joint.second.body].map(|id| id.index().map(|i| &self.bodies[i]));
        match self.space {
            Space::Planar => {
                let poses = bodies.map(|b| b.map_or(PlanarPose::GROUND, Body::planar_pose));
                Some(joint::planar::Ends::new(joint, &poses[0], &poses[1], 0.0).coordinate()?.value)
            }
            Space::Spatial => {
                let poses = bodies.map(|b| b.map_or(Pose::GROUND, Body::pose));
                Some(joint::spatial::Ends::new(joint, &poses[0], &poses[1], 0.0).coordinate()?.value)
            }
        }
    }

    /// Whether a joint asks for a coordinate or a rate to start from.
    pub(crate) fn has_initial_coordinates(&self) -> bool {
        self.joints.iter().any(|joint| joint.wishes() != Initial::default())
    }

    /// Whether nothing acts on the bodies but their weight, and no states follow their motion.
    pub(crate) fn only_weight_acts(&self) -> bool {
        !self.has_loads() && self.ballast.is_empty()
    }

    /// How many functions there are at the sign of which loads that depend on the state switch.
    pub(crate) fn n_switches(&self) -> usize {
        self.signals.program.n_switches() + self.forces.iter().map(Force::n_switches).sum::<usize>()
    }

    /// The force element that this switching function belongs to; none where it is one of an expression.
    pub(crate) fn find_switching(&self, function: usize) -> Option<&Force> {
        let mut first = self.signals.program.n_switches();
        self.forces.iter().find(|force| {
            let own = first..first + force.n_switches();
            first = own.end;
            own.contains(&function)
        })
    }

    /// Whether there are force elements, or expressions of the motion that are evaluated with them.
    pub(crate) fn has_loads(&self) -> bool {
        self.n_stores() > 0 || !self.signals.program.is_empty()
    }

    /// How many elements may store energy: force elements, then contact groups.
    pub(crate) fn n_stores(&self) -> usize {
        self.forces.len() + self.contact_groups.len()
    }

    /// The name of the first contact, for methods that know none.
    pub(crate) fn find_contact(&self) -> Option<&str> {
        let element = self.forces.iter().find(|force| matches!(force, Force::Contact(_))).map(Force::name);
        element.or_else(|| self.contact_groups.first().map(|group| &group.name[..]))
    }

    /// Point and normal of the planes on the ground that bodies of contacts without columns touch.
    pub fn touched_planes(&self) -> Vec<[Vec3; 2]> {
        self.contact_groups.iter().flat_map(ContactGroup::ground_planes).collect()
    }

    /// Whether a joint's friction follows its reaction.
    pub(crate) fn has_friction_by_reaction(&self) -> bool {
        self.forces.iter().any(Force::follows_reaction)
    }

    /// Whether drivers, dampers, actuators or given loads may change the energy.
    pub fn may_change_energy(&self) -> bool {
        let driven = self.joints.iter().any(|joint| joint.motion.is_some());
        let by_force = self.forces.iter().any(Force::may_change_energy);
        driven || by_force || !self.contact_groups.is_empty()
    }

    /// The bodies with their own masses.
    pub(crate) fn bodies_without_ballast(&self) -> Vec<Body> {
        let mut bodies = self.bodies.clone();
        for Ballast { body, own_mass, own_inertia, .. } in &self.ballast {
            (bodies[*body].mass, bodies[*body].inertia) = (*own_mass, *own_inertia);
        }
        bodies
    }

    /// A length typical of the mechanism: the largest distance from a centre of mass to a joint point on it, or 1.
    pub fn length_scale(&self) -> f64 {
        let arms = self.joints.iter().flat_map(|j| [&j.first, &j.second]);
        let largest = arms.filter(|m| !m.body.is_ground()).map(|m| m.point.norm()).fold(0.0, f64::max);
        if largest > 0.0 { largest } else { 1.0 }
    }

    /// Energies below this are taken for round-off (J): a millionth of what the bodies' weight does along the
    /// mechanism's size, and of the kinetic energy with which they cross it in a second. Sums of energies are exact
    /// to about 10⁻¹⁵ of these.
    pub(crate) fn least_energy(&self) -> f64 {
        let (mass, size) = (self.bodies.iter().map(|body| body.mass).sum::<f64>(), self.length_scale());
        1e-6 * mass * size * (self.gravity.norm() + size)
    }
}
