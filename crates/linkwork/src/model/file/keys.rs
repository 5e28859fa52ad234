//! The keys of a model file: which each table has, what sort of value each takes, and what it means.
//!
//! The reader looks keys up here, and the schema for editors is made from the same tables.

use super::dimension::{Along, Dimension, Measure};
use crate::model::joint::Quantity;
use crate::model::{Force, JointKind};
use std::sync::LazyLock;

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    /// As written.
    pub name: &'static str,
    /// The sort of value that may stand behind it.
    pub sort: Sort,
    /// The quantity that its numbers measure.
    pub measure: Measure,
    /// For people: meaning, unit, default.
    pub about: &'static str,
}

impl Key {
    /// With numbers of a dimension.
    pub(crate) const fn of(self, dimension: Dimension) -> Key {
        self.measuring(Measure::One(dimension))
    }

    /// With numbers that measure something.
    pub(crate) const fn measuring(self, measure: Measure) -> Key {
        Key { measure, ..self }
    }

    /// The quantity that its numbers measure in a table of this type, of a joint with this coordinate or inside of one.
    pub(super) fn measure_in(&self, kind: Option<&str>, coordinate: Option<Dimension>) -> Measure {
        match self.measure {
            Measure::Coordinate(along) => {
                coordinate.map_or(Measure::Any, |coordinate| Measure::One(along.dimension(coordinate)))
            }
            Measure::Pure | Measure::One(_) | Measure::Split { .. } | Measure::Any => {
                let own = |kind| {
                    let joint = JointKind::FACTS.iter().find(|facts| facts.word == kind);
                    let of_joint = joint.and_then(|facts| facts.own_keys.iter().find(|key| key.name == self.name));
                    of_joint.map(|key| key.measure).or_else(|| Force::own_measure(kind, self.name))
                };
                let has_numbers = !matches!(self.sort, Sort::Text | Sort::Texts | Sort::Word(_) | Sort::Truth);
                kind.filter(|_| has_numbers).and_then(own).unwrap_or(self.measure)
            }
        }
    }
}

/// The dimension of the coordinate of a type of joints; of the first, where it has two.
pub(super) fn coordinate_of(kind: &str) -> Option<Dimension> {
    let facts = JointKind::FACTS.iter().find(|facts| facts.word == kind)?;
    Some(match facts.quantities.first()? {
        Quantity::Angle | Quantity::FirstCrossAngle | Quantity::SecondCrossAngle => Dimension::ANGLE,
        Quantity::Travel | Quantity::Length | Quantity::Arc => Dimension::LENGTH,
    })
}

/// The sort of value that a key takes. Only the form; what a value may be besides depends on other keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A string.
    Text,
    /// One of some words.
    Word(Words),
    /// True or false.
    Truth,
    /// A number.
    Number,
    /// A list of numbers.
    Numbers,
    /// A number or a list of numbers.
    OneOrMany,
    /// A number, a list of numbers, or the name of a curve.
    Law,
    /// A list of strings.
    Texts,
    /// A number, or an expression of `t`.
    Scalar,
    /// A scalar or a list of scalars.
    Values,
    /// A point, or a frame: a table of [`FRAME`].
    Place,
    /// A table of [`PLANE`].
    Plane,
    /// A table of [`CURVE`].
    Curve,
    /// A list of points.
    Points,
    /// A table of [`SIMULATION`].
    Simulation,
    /// A list of tables of [`BODY`].
    Bodies,
    /// A list of tables of [`JOINT`].
    Joints,
    /// A list of tables of [`FORCE`].
    Forces,
    /// A list of tables of [`SHAPE`].
    Shapes,
    /// A list of tables of [`PART`].
    Parts,
    /// A table of units by quantity.
    Units,
    /// A table of values by name.
    Parameters,
    /// A list of tables of [`CONTACT`](super::contacts::CONTACT).
    Contacts,
    /// A table of [`GROUND`](super::contacts::GROUND).
    Ground,
    /// A table of [`SLIDING`](super::contacts::SLIDING).
    Sliding,
    /// Two bodies, two lists of bodies, or all.
    Between,
    /// A list of tables of [`MARKER`](super::signals::MARKER).
    Markers,
    /// A list of tables of [`SIGNAL`](super::signals::SIGNAL).
    Signals,
    /// A list of tables of [`STATE`](super::signals::STATE).
    States,
    /// A list of tables of [`INPUT`](super::signals::INPUT).
    Inputs,
    /// A list of tables of [`TABLE`](super::signals::TABLE).
    Tables,
    /// A table of [`LIMITS`](super::signals::LIMITS).
    Limits,
    /// A table of [`FRICTION`](super::signals::FRICTION).
    Friction,
    /// A list of tables of [`OUTPUT`](super::signals::OUTPUT).
    Outputs,
}

/// Lists of words, kept where they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    /// `spatial`, `planar`.
    Spaces,
    /// Types of joints.
    Joints,
    /// Types of forces.
    Forces,
    /// Kinds of shapes.
    Shapes,
    /// Axes along which parts are mirrored.
    Mirrors,
    /// `world`, `body`.
    Frames,
    /// `both`, `push`, `pull`.
    Acts,
    /// How curves go from point to point.
    Interpolations,
    /// The continuations of curves beyond their points.
    Outsides,
    /// Formulations.
    Formulations,
    /// Solvers.
    Solvers,
    /// Integrators.
    Integrators,
    /// Stabilizations.
    Stabilizations,
}

pub(crate) const fn key(name: &'static str, sort: Sort, about: &'static str) -> Key {
    Key { name, sort, measure: Measure::Pure, about }
}

/// Keys of the whole file.
pub(crate) const MODEL: &[Key] = &[
    key("name", Sort::Text, "Name of the model; appears in results. Default: model."),
    key("space", Sort::Word(Words::Spaces), "spatial (default), or planar: motion in the x-y plane, rotation about z."),
    key("units", Sort::Units, "Units of plain numbers: length, mass, time, force, angle. Default: SI and radians."),
    key(
        "parameters",
        Sort::Parameters,
        "Named values: numbers, quantities with a unit such as \"40 mm\", or expressions of other parameters.",
    ),
    key("gravity", Sort::Numbers, "Acceleration of free fall in world axes, m/s². Default: none.")
        .of(Dimension::ACCELERATION),
    key("bodies", Sort::Bodies, "The moving bodies; at least one. The body \"ground\" is fixed and always exists."),
    key("joints", Sort::Joints, "The joints between bodies."),
    key("forces", Sort::Forces, "Springs, loads, bushings."),
    key("contacts", Sort::Contacts, "Bodies that touch each other, and how."),
    key("ground", Sort::Ground, "The body that does not move: its shapes, which others touch."),
    key("parts", Sort::Parts, "Other model files as parts of this one; their names get that of the part before them."),
    key("markers", Sort::Markers, "Points and frames on bodies, which expressions read."),
    key("signals", Sort::Signals, "Named expressions of time and the motion, in any order."),
    key("states", Sort::States, "Differential equations beside the mechanism: controllers, motors, filters."),
    key("inputs", Sort::Inputs, "Named numbers that expressions read, and that can be set while a simulation runs."),
    key("curves", Sort::Tables, "Functions through points: characteristics, measured tables."),
    key("outputs", Sort::Outputs, "Columns of one's own in the results."),
    key("simulation", Sort::Simulation, "Wishes for a run; the command line overrides them."),
    key("$schema", Sort::Text, "Where an editor finds the schema of this file; of no other meaning."),
];

/// Keys of a body.
pub(crate) const BODY: &[Key] = &[
    key("name", Sort::Text, "Unique among bodies; not \"ground\". Becomes part of the names of columns."),
    key("mass", Sort::Number, "kg, zero or positive.").of(Dimension::MASS),
    key("density", Sort::Number, "kg/m³: mass, inertia and centre are those of the shapes, filled with it.")
        .of(Dimension::DENSITY),
    key(
        "inertia",
        Sort::OneOrMany,
        "About the centre of mass in body axes, kg·m²: [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]; planar: one number, about z.",
    ).of(Dimension::INERTIA),
    key(
        "center",
        Sort::Numbers,
        "Centre of mass in body axes, m; then position, points and shapes are measured from the body's own origin.",
    )
    .of(Dimension::LENGTH),
    key("position", Sort::Numbers, "Of the centre of mass, world, m. Default: where joints with frames place it, or the origin.").of(Dimension::LENGTH),
    key(
        "orientation",
        Sort::Numbers,
        "Unit quaternion [w, x, y, z], body to world; spatial models only. Default: identity.",
    ),
    key("angle", Sort::Number, "Rotation about z, rad; planar models only. Default: 0.").of(Dimension::ANGLE),
    key("velocity", Sort::Numbers, "Of the centre of mass in the world, m/s. Default: zero.").of(Dimension::VELOCITY),
    key("angular_velocity", Sort::OneOrMany, "In world axes, rad/s; planar: one number. Default: zero.").of(Dimension::ANGULAR_VELOCITY),
    key("shapes", Sort::Shapes, "What is drawn, and what contacts touch. Default: a shape through the joints."),
];

/// Keys of a joint: those of all types, then those that few types have.
pub(crate) static JOINT: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut keys = COMMON_TO_JOINTS.to_vec();
    for key in JointKind::FACTS.iter().flat_map(|facts| facts.own_keys) {
        if keys.iter().all(|known| known.name != key.name) {
            keys.push(*key);
        }
    }
    keys
});

const COMMON_TO_JOINTS: &[Key] = &[
    key("name", Sort::Text, "Unique among joints. Default: joint1, joint2, … by place in the list."),
    key("type", Sort::Word(Words::Joints), "What the joint holds."),
    key("bodies", Sort::Texts, "First and second body; \"ground\" is the fixed one."),
    key("point", Sort::Numbers, "Where the joint is, in the world, m; of a distance, its end on the first body.")
        .of(Dimension::LENGTH),
    key("point2", Sort::Numbers, "End of a distance on the second body, in the world, m.").of(Dimension::LENGTH),
    key("axis", Sort::Numbers, "Direction in the world: of rotation, of travel, or normal of a plane."),
    key("axis2", Sort::Numbers, "Direction on the second body, in the world: universal and perpendicular."),
    key("normal", Sort::Numbers, "Direction perpendicular to the axis that completes the frame, in the world."),
    key(
        "motion",
        Sort::Scalar,
        "Driver: the coordinate (angle, travel or length) as a number or an expression of t and curves.",
    )
    .measuring(Measure::Coordinate(Along::Value)),
    key("q", Sort::Number, "Wanted initial coordinate, rad or m: bodies are moved accordingly.")
        .measuring(Measure::Coordinate(Along::Value)),
    key("qd", Sort::Number, "Wanted initial rate of the coordinate, rad/s or m/s.")
        .measuring(Measure::Coordinate(Along::Rate)),
    key("limits", Sort::Limits, "Stops of a joint with one coordinate that is free."),
    key("friction", Sort::Friction, "Friction in a joint with one coordinate that is free."),
    key(
        "first",
        Sort::Place,
        "Frame on the first body in its own axes from its centre of mass (ground: world), instead of point and axis.",
    ),
    key("second", Sort::Place, "Frame on the second body in its own axes from its centre of mass (ground: world)."),
];

/// Keys of a part.
pub(crate) const PART: &[Key] = &[
    key("name", Sort::Text, "Stands before the names of the part's bodies, joints and forces, with a dot."),
    key("file", Sort::Text, "The model file, relative to this one; its gravity and settings do not count."),
    key("position", Sort::Numbers, "Of the part's origin, m. Default: the origin.").of(Dimension::LENGTH),
    key("orientation", Sort::Numbers, "Unit quaternion [w, x, y, z], part to world; spatial models only."),
    key("angle", Sort::Number, "Rotation about z, rad; planar models only. Default: 0.").of(Dimension::ANGLE),
    key("mirror", Sort::Word(Words::Mirrors), "Mirrors the part along this axis of its own. Default: not mirrored."),
    key("parameters", Sort::Parameters, "Values for the parameters of the part's file."),
];

/// Keys of `[simulation]`.
pub(crate) const SIMULATION: &[Key] = &[
    key("end", Sort::Number, "End time, s; 0 evaluates the initial state only. Default: 5.").of(Dimension::TIME),
    key("output_step", Sort::Number, "Time between rows of the results, s. Default: 0.01.").of(Dimension::TIME),
    key(
        "stop",
        Sort::Scalar,
        "Condition, such as slider.x > 0.5, that ends the run as soon as it holds. Default: none.",
    )
    .measuring(Measure::Any),
    key("step", Sort::Number, "Largest step of rk4, adams and adams-bashforth, s. Default: 0.001.").of(Dimension::TIME),
    key(
        "assembly_tolerance",
        Sort::Number,
        "By how much redundant joints may miss one another, relative to the mechanism's size. Default: 1e-4.",
    ),
    key("rtol", Sort::Number, "Relative tolerance of dopri5. Default: 1e-8."),
    key("atol", Sort::Number, "Absolute tolerance of dopri5. Default: 1e-10."),
    key("formulation", Sort::Word(Words::Formulations), "Coordinates and equations. Default: auto."),
    key("solver", Sort::Word(Words::Solvers), "Solver of the reduced system. Default: auto."),
    key("integrator", Sort::Word(Words::Integrators), "Method in time. Default: auto."),
    key("stabilization", Sort::Word(Words::Stabilizations), "How joints are kept closed. Default: auto."),
];

/// Keys of a frame.
pub(crate) const FRAME: &[Key] = &[
    key("point", Sort::Numbers, "Origin, in the body's own axes from its centre of mass, m.").of(Dimension::LENGTH),
    key("axis", Sort::Numbers, "z of the frame."),
    key("normal", Sort::Numbers, "x of the frame, perpendicular to the axis."),
];

/// Keys of the plane of a `plane_spring`.
pub(crate) const PLANE: &[Key] = &[
    key("point", Sort::Numbers, "A point of the plane, in the world, m. Default: the origin.").of(Dimension::LENGTH),
    key("normal", Sort::Numbers, "Direction out of the plane towards the free side."),
];

/// Keys of the curve of a `point_curve`.
pub(crate) const CURVE: &[Key] = &[
    key("radius", Sort::Number, "Of a circle about the frame's axis, m.").of(Dimension::LENGTH),
    key("points", Sort::Points, "Points in the frame, m, through which a smooth curve goes; three or more.")
        .of(Dimension::LENGTH),
    key("closed", Sort::Truth, "Whether the curve goes on from the last point to the first. Default: false."),
];

/// Keys of a shape; others are kept as written.
pub(crate) const SHAPE: &[Key] = &[
    key("kind", Sort::Word(Words::Shapes), "What is drawn."),
    key("size", Sort::Numbers, "Edges of a box, m.").of(Dimension::LENGTH),
    key("radius", Sort::Number, "Of a sphere, cylinder or capsule, m.").of(Dimension::LENGTH),
    key("length", Sort::Number, "Of a cylinder or capsule along its own z, m; or give from and to.")
        .of(Dimension::LENGTH),
    key("from", Sort::Numbers, "Where the axis of a cylinder or capsule begins, body axes, m.").of(Dimension::LENGTH),
    key("to", Sort::Numbers, "Where the axis of a cylinder or capsule ends, m.").of(Dimension::LENGTH),
    key(
        "position",
        Sort::Numbers,
        "Of its middle, or a point of a plane, body axes from the centre of mass, m. Default: there.",
    )
    .of(Dimension::LENGTH),
    key("orientation", Sort::Numbers, "Quaternion [w, x, y, z], its axes to those of the body. Default: identity."),
    key("normal", Sort::Numbers, "Of a plane, body axes: the direction out of the solid behind it."),
    key("color", Sort::Text, "As #rrggbb. Default: one for each body."),
    key("file", Sort::Text, "Of a mesh: STL, OBJ or glTF, relative to this file."),
    key("scale", Sort::Number, "Of a mesh: metres by unit of its file. Default: 1."),
    key("mirror", Sort::Text, "Of a mesh: axes along which it is mirrored, such as x or xz. Default: none."),
    key("convex", Sort::Truth, "Of a mesh: whether it touches others as its convex hull. Default: false."),
    key("vertices", Sort::Points, "Of a mesh without a file: its corners.").of(Dimension::LENGTH),
    key("triangles", Sort::Points, "Of a mesh without a file: three corners each, by number from 0."),
];

/// Names alone, for lists in messages.
pub(crate) fn names(keys: &'static [Key]) -> Vec<&'static str> {
    keys.iter().map(|key| key.name).collect()
}
