//! The tables of markers, signals, states, inputs, curves and outputs, and those of limits and friction in joints: a
//! line for each key, from which the table as written, its reading and its schema follow.

use super::dimension::{Along, Dimension, Measure};
use super::keys::{Key, Sort, Words, key};
use super::read::{At, Entry, Readable, Reader};
use super::tables::{key, tables};
use super::{Lines, Scalar};
use serde::Serialize;

tables! {
    /// One `[[markers]]` table.
    MarkerEntry, MARKER, "marker" {
        name: String, Sort::Text, "Unique among bodies, joints, forces and markers.";
        body: String, Sort::Text, "The body that carries it, or \"ground\".";
        point: Vec<f64>, Sort::Numbers => Measure::One(Dimension::LENGTH),
            "In body axes from the centre of mass (ground: world), m. Default: the centre of mass.";
        axis: Vec<f64>, Sort::Numbers, "z of its frame, in body axes. Default: that of the body.";
        normal: Vec<f64>, Sort::Numbers, "x of its frame, in body axes, perpendicular to the axis.";
    }

    /// One `[[signals]]` table.
    SignalEntry, SIGNAL, "signal" {
        name: String, Sort::Text, "Its name in expressions; unique among signals, states, inputs and curves.";
        value: Scalar, Sort::Scalar => Measure::Any, "A number or an expression of time, the motion and other signals.";
    }

    /// One `[[states]]` table.
    StateEntry, STATE, "state" {
        name: String, Sort::Text, "Its name in expressions; unique among signals, states, inputs and curves.";
        initial: f64, Sort::Number => Measure::Any, "Value at time zero. Default: 0.";
        rate: Scalar, Sort::Scalar => Measure::Any,
            "Its derivative: a number or an expression of time, the motion, signals, states.";
    }

    /// One `[[inputs]]` table.
    InputEntry, INPUT, "input" {
        name: String, Sort::Text, "Its name in expressions; unique among signals, states, inputs and curves.";
        value: f64, Sort::Number => Measure::Any, "Its value until it is set while a simulation runs. Default: 0.";
    }

    /// One `[[curves]]` table.
    TableEntry, TABLE, "curve" {
        name: String, Sort::Text, "Its name as a function in expressions; unique among signals, states, inputs and curves.";
        points: Vec<Vec<f64>>, Sort::Points => Measure::Any, "Pairs [x, y], two or more, with ascending x.";
        file: String, Sort::Text, "CSV file beside the model, instead of points; its first line names the columns.";
        columns: Vec<String>, Sort::Texts, "Names of the columns of x and y. Default: the only two.";
        interpolation: String, Sort::Word(Words::Interpolations),
            "Between points: linear (default), cubic (continuous second derivative) or monotone.";
        outside: String, Sort::Word(Words::Outsides),
            "Beyond the points: hold (default) the last value, extend the tangent, repeat, or fault.";
    }

    /// One `[[outputs]]` table.
    OutputEntry, OUTPUT, "output" {
        name: String, Sort::Text, "Of its column in the results.";
        value: Scalar, Sort::Scalar => Measure::Any,
            "A number or an expression, also of reactions, accelerations and energies.";
    }

    /// Stops of a joint: `limits = { lower = -0.5, upper = 1.2, stiffness = 1e5, damping = 1e2 }`.
    LimitsEntry, LIMITS, "joint's limits" {
        lower: f64, Sort::Number => Measure::Coordinate(Along::Value),
            "Least free value of the coordinate, rad or m. Default: none.";
        upper: f64, Sort::Number => Measure::Coordinate(Along::Value),
            "Largest free value of the coordinate, rad or m. Default: none.";
        stiffness: f64, Sort::Number => Measure::Coordinate(Along::Stiffness), "Of the stops, N·m/rad or N/m.";
        damping: f64, Sort::Number => Measure::Coordinate(Along::Damping),
            "Of the stops, N·m·s/rad or N·s/m. Default: 0.";
    }

    /// Friction in a joint: `friction = { coulomb = 2.0, static = 2.5, viscous = 0.1, speed = 1e-3 }`, or `friction =
    /// { coefficient = 0.15, radius = 0.01, speed = 1e-3 }`.
    FrictionEntry, FRICTION, "joint's friction" {
        coulomb: f64, Sort::Number => Measure::Coordinate(Along::Load), "Load of sliding, N·m or N.";
        sticking as "static": f64, Sort::Number => Measure::Coordinate(Along::Load),
            "Largest load that is held, N·m or N. Default: that of sliding.";
        coefficient: f64, Sort::Number,
            "Coefficient of sliding, instead of `coulomb`: the load follows the joint's own reaction.";
        static_coefficient: f64, Sort::Number, "Coefficient up to which it is held. Default: that of sliding.";
        radius: f64, Sort::Number => Measure::One(Dimension::LENGTH),
            "With a coefficient, of a joint that turns: radius of the pin or thread, m.";
        length: f64, Sort::Number => Measure::One(Dimension::LENGTH),
            "With a coefficient: distance of the two bearings or pads that carry moments, m. Default: moments do not count.";
        viscous: f64, Sort::Number => Measure::Coordinate(Along::Damping),
            "Load by rate, N·m·s/rad or N·s/m. Default: 0.";
        speed: f64, Sort::Number => Measure::Coordinate(Along::Rate),
            "Below this rate a joint that is held creeps, rad/s or m/s. Default: 1e-3.";
    }
}
