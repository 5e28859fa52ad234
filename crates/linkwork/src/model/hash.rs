//! The hash of a model as built: everything that the motion depends on, and the names that results carry.
//!
//! It is taken of numbers and programs, not of the file: another layout, order of keys, spelling of a number or comment
//! changes nothing. Not in it: the model's own name, shapes, and the `[simulation]` table.

use super::force::{ContactGroup, Parameter};
use super::{Body, Expression, Force, Initial, Joint, Marker, Model, Signals, Space, expression::Op};
use crate::hash::Hash;
use crate::ids::BodyId;

impl Model {
    /// The hash of the bits of everything that the motion depends on: equal models have equal hashes, whatever their
    /// files look like.
    pub fn hash(&self) -> Hash {
        let mut hash = Hash::default();
        hash.add_text(match self.space {
            Space::Planar => "planar",
            Space::Spatial => "spatial",
        });
        hash.add_numbers(&self.gravity);
        hash.add_count(self.bodies.len());
        self.bodies.iter().for_each(|body| add_body(&mut hash, body));
        hash.add_count(self.joints.len());
        self.joints.iter().for_each(|joint| add_joint(&mut hash, joint));
        hash.add_count(self.forces.len());
        self.forces.iter().for_each(|force| add_force(&mut hash, force));
        self.contact_groups.iter().for_each(|group| add_group(&mut hash, group));
        add_signals(&mut hash, &self.signals);
        hash
    }
}

fn add_body(hash: &mut Hash, body: &Body) {
    // Taken apart without a rest, so that a new field is thought of here.
    let Body { name, mass, inertia, position, orientation, angle, velocity, angular_velocity, shapes: _ } = body;
    hash.add_text(name);
    hash.add_numbers([mass, angle]);
    hash.add_numbers(inertia.0.as_flattened());
    hash.add_numbers(&orientation.0);
    [position, velocity, angular_velocity].into_iter().for_each(|vector| hash.add_numbers(vector));
}

fn add_joint(hash: &mut Hash, joint: &Joint) {
    // The angle between the frames follows from them.
    let Joint { name, kind, first, second, motion, offset, between: _, initial, left_out } = joint;
    hash.add_text(name);
    hash.add_text(kind.word());
    hash.add_numbers(&kind.parameters());
    if let Some((joints, ratio)) = kind.coupled() {
        joints.iter().for_each(|joint| hash.add_count(joint.index()));
        hash.add_numbers([&ratio]);
    }
    add_marker(hash, first);
    add_marker(hash, second);
    add_expression(hash, motion.as_ref());
    hash.add_numbers([offset]);
    if *left_out != 0 {
        hash.add_count(usize::from(*left_out));
    }
    let Initial { q, qd } = initial.as_deref().copied().unwrap_or_default();
    for wish in [q, qd] {
        hash.add_count(usize::from(wish.is_some()));
        hash.add_numbers(wish.as_slice());
    }
}

/// Nothing where there are none, so that models without signals have the hashes they had before there were any.
fn add_signals(hash: &mut Hash, signals: &Signals) {
    if signals.is_empty() {
        return;
    }
    let Signals { program, of_time: _, states, n_inputs, markers, outputs } = signals;
    hash.add_text(&program.describe());
    for state in states {
        hash.add_text(&state.name);
        hash.add_numbers([&state.initial]);
        hash.add_count(state.slot);
    }
    if *n_inputs > 0 {
        hash.add_count(*n_inputs);
    }
    markers.iter().for_each(|marker| add_marker(hash, &marker.frame));
    outputs.names.iter().for_each(|name| hash.add_text(name));
    hash.add_text(&outputs.program.describe());
    outputs.stop.iter().for_each(|stop| hash.add_text(&stop.text));
}

fn add_force(hash: &mut Hash, force: &Force) {
    hash.add_text(force.name());
    hash.add_text(force.word());
    force.clone().parameters(&mut |parameter| add_parameter(hash, parameter));
}

fn add_group(hash: &mut Hash, group: &ContactGroup) {
    hash.add_text(&group.name);
    hash.add_count(group.n_members());
    group.clone().parameters(&mut |parameter| add_parameter(hash, parameter));
}

fn add_parameter(hash: &mut Hash, parameter: Parameter) {
    match parameter {
        Parameter::Body(body) => add_body_id(hash, *body),
        Parameter::Joint(joint) => hash.add_count(joint.index()),
        Parameter::Vector(vector) => hash.add_numbers(&*vector),
        Parameter::Numbers(numbers) => hash.add_numbers(numbers),
        Parameter::Expression(expression) => add_expression(hash, expression.as_deref()),
        Parameter::Word(word) => hash.add_text(word),
        Parameter::Flag(flag) => hash.add_count(usize::from(flag)),
    }
}

fn add_marker(hash: &mut Hash, marker: &Marker) {
    let Marker { body, point, axes } = marker;
    add_body_id(hash, *body);
    hash.add_numbers(point.iter().chain(axes.0.as_flattened()));
}

fn add_body_id(hash: &mut Hash, body: BodyId) {
    // The ground is no position in the list.
    hash.add_count(body.index().map_or(0, |index| index + 1));
}

/// The program, not its text: blanks and brackets that change nothing do not count.
fn add_expression(hash: &mut Hash, expression: Option<&Expression>) {
    let program = expression.map_or(&[][..], Expression::program);
    hash.add_count(program.len());
    for op in program {
        match op {
            Op::Number(x) => {
                hash.add_text("number");
                hash.add_numbers([x]);
            }
            Op::Time => hash.add_text("t"),
            Op::Negate => hash.add_text("negate"),
            Op::Add => hash.add_text("+"),
            Op::Subtract => hash.add_text("-"),
            Op::Multiply => hash.add_text("*"),
            Op::Divide => hash.add_text("/"),
            Op::Power => hash.add_text("^"),
            Op::Compare(comparison) => hash.add_text(comparison.word()),
            Op::And => hash.add_text("and"),
            Op::Or => hash.add_text("or"),
            Op::Not => hash.add_text("not"),
            Op::Call(function) => hash.add_text(function.word()),
            Op::Curve(curve) => {
                hash.add_text("curve");
                let curves = expression.map_or(&[][..], Expression::curves);
                hash.add_numbers(&curves[*curve as usize].numbers());
            }
        }
    }
}
