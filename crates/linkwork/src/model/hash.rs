//! The hash of a model as built: everything that the motion depends on, and the names that results carry.
//!
//! It is taken of numbers and programs, not of the file: another layout, order of keys, spelling of a number or comment changes
//! nothing. Not in it: the model's own name, shapes, and the `[simulation]` table.

use super::{Attachment, Body, Expression, Force, Frame, Joint, Marker, Model, Space, expression::Op};
use crate::hash::Hash;
use crate::ids::BodyId;

impl Model {
    /// Of the bits of everything that the motion depends on: equal models have equal hashes, whatever their files look like.
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
    let Joint { name, kind, first, second, motion, offset, initial } = joint;
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
    for wish in [initial.q, initial.qd] {
        hash.add_count(usize::from(wish.is_some()));
        hash.add_numbers(wish.as_slice());
    }
}

fn add_force(hash: &mut Hash, force: &Force) {
    hash.add_text(force.name());
    match force {
        Force::Spring { name: _, first, second, stiffness, damping, length, force } => {
            hash.add_text("spring");
            add_attachment(hash, first);
            add_attachment(hash, second);
            hash.add_numbers([stiffness, damping, length]);
            add_expression(hash, force.as_ref());
        }
        Force::Torsion { name: _, joint, stiffness, damping, angle, torque } => {
            hash.add_text("torsion");
            hash.add_count(joint.index());
            hash.add_numbers([stiffness, damping, angle]);
            add_expression(hash, torque.as_ref());
        }
        Force::Force { name: _, at, value, frame } => {
            hash.add_text("force");
            add_attachment(hash, at);
            add_load(hash, value, *frame);
        }
        Force::Torque { name: _, body, value, frame } => {
            hash.add_text("torque");
            add_body_id(hash, *body);
            add_load(hash, value, *frame);
        }
        Force::Bushing { name: _, first, second, stiffness, damping } => {
            hash.add_text("bushing");
            add_marker(hash, first);
            add_marker(hash, second);
            hash.add_numbers(stiffness.iter().chain(damping));
        }
        Force::PlaneSpring { name: _, at, plane_point, plane_normal, stiffness, damping, unilateral } => {
            hash.add_text("plane_spring");
            add_attachment(hash, at);
            hash.add_numbers(plane_point.iter().chain(plane_normal).chain([stiffness, damping]));
            hash.add_count(usize::from(*unilateral));
        }
    }
}

fn add_load(hash: &mut Hash, value: &[Expression; 3], frame: Frame) {
    value.iter().for_each(|component| add_expression(hash, Some(component)));
    hash.add_text(match frame {
        Frame::World => "world",
        Frame::Body => "body",
    });
}

fn add_attachment(hash: &mut Hash, at: &Attachment) {
    add_body_id(hash, at.body);
    hash.add_numbers(&at.point);
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
            Op::Call(function) => hash.add_text(function.word()),
        }
    }
}
