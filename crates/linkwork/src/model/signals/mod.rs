//! Signals: everything in a model that is computed from its motion by expressions.
//!
//! Loads, signals and rates of states may read coordinates of joints, motions of bodies and markers, and what force
//! elements measure. All these expressions of a model are compiled once, when it is built, into one flat [`Program`]
//! without branches or allocation, which runs once in each evaluation, at the beginning of stage 2. Loads read their
//! slot among its results. Outputs are a second program, which runs where a row is observed, so that it may also read
//! reactions, accelerations and energies.

mod compile;
mod curve;
mod landmarks;
mod names;
mod program;
mod readings;
mod slice;

#[cfg(test)]
mod tests;

pub(in crate::model) use compile::Compiler;
pub(crate) use curve::{Curve, Interpolation, Outside};
pub(crate) use names::{AUDIT, Component, DERIVATIVES, Owner, PLANAR, REACTION, SPATIAL, components};
pub(crate) use program::{Program, Readings, Source};
pub(crate) use readings::Moving;
pub(crate) use slice::Slice;

use super::{Expression, Marker};

/// The expressions of a model that read its motion, with the markers and curves they are written in.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Signals {
    /// Values of loads and rates of states.
    pub(crate) program: Program,
    /// Expressions of time inside of those of the state: their switches are instants that are known beforehand.
    pub(crate) of_time: Vec<Expression>,
    /// Differential equations beside the mechanism, then inputs: these change only where they are set.
    pub(crate) states: Vec<StateEquation>,
    /// How many of them, the last ones, are inputs.
    #[serde(default)]
    pub(crate) n_inputs: usize,
    /// Points and frames on bodies.
    pub(crate) markers: Vec<NamedMarker>,
    /// Columns of one's own.
    pub(crate) outputs: Outputs,
}

/// A differential equation of first order.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct StateEquation {
    /// Unique among signals, states, inputs and curves.
    pub name: String,
    /// Value at time zero.
    pub initial: f64,
    /// Where its rate is among the results of the program.
    pub slot: usize,
}

/// A marker with its name.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct NamedMarker {
    /// Unique among bodies, joints, forces and markers.
    pub name: String,
    /// The frame.
    pub frame: Marker,
}

/// Columns of one's own.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Outputs {
    /// Names of the columns: signals, outputs, states.
    pub names: Vec<String>,
    /// How many of the columns are results of the program; the others are states.
    pub n_results: usize,
    /// Computes them.
    pub program: Program,
    /// When a run is to end.
    pub stop: Option<Stop>,
}

/// A condition that ends a run.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Stop {
    /// As written.
    pub text: String,
    /// Its place among the results of the outputs' program.
    pub slot: usize,
}

impl Signals {
    /// Names of the columns that the model adds to its results.
    pub fn output_names(&self) -> &[String] {
        &self.outputs.names
    }

    /// Names of the inputs, each with its value at time zero.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = (&str, f64)> {
        self.states[self.n_states()..].iter().map(|input| (input.name.as_str(), input.initial))
    }

    /// Names of the markers, each with its frame.
    pub fn markers(&self) -> impl ExactSizeIterator<Item = (&str, &Marker)> {
        self.markers.iter().map(|marker| (marker.name.as_str(), &marker.frame))
    }

    /// How many differential equations there are beside the mechanism.
    pub(crate) fn n_states(&self) -> usize {
        self.states.len() - self.n_inputs
    }

    /// The condition that ends a run, as written; empty without.
    pub fn stop_condition(&self) -> &str {
        self.outputs.stop.as_ref().map_or("", |stop| &stop.text)
    }

    /// Whether no load, state or output depends on the motion.
    pub(crate) fn is_empty(&self) -> bool {
        self.program.is_empty() && self.outputs.program.is_empty() && self.states.is_empty()
    }
}
