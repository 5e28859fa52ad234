//! The part of a model's program on which one result depends, for its derivatives.

use super::program::{Action, Program, Readings, Source};
use crate::ids::BodyId;
use crate::model::Model;
use crate::spatial::Real;

/// Instructions that lead to one result, and the moving bodies that they read.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    slot: usize,
    instructions: Vec<u32>,
    /// Each once, ascending.
    pub bodies: Vec<BodyId>,
}

impl Slice {
    /// The slice that belongs to a result of this model's program.
    pub(crate) fn of(model: &Model, slot: usize) -> Slice {
        let Program { instructions, slots, n_registers, .. } = &model.signals.program;
        let mut is_needed = vec![false; *n_registers];
        is_needed[slots[slot] as usize] = true;
        let (mut kept, mut bodies) = (Vec::new(), Vec::new());
        for (k, instruction) in instructions.iter().enumerate().rev() {
            let to = instruction.to as usize;
            let n_written = match instruction.action {
                Action::Op { .. } => 1,
                Action::Read { count, .. } => count as usize,
            };
            if !is_needed[to..to + n_written].contains(&true) {
                continue;
            }
            kept.push(k as u32);
            match instruction.action {
                Action::Op { operands, .. } => operands.iter().for_each(|&x| is_needed[x as usize] = true),
                Action::Read { source, .. } => {
                    bodies.extend(bodies_of(model, source));
                    // An element's own expressions are read from registers before.
                    for slot in forces_of(source).flat_map(|force| model.forces[force].slots()) {
                        is_needed[slots[slot] as usize] = true;
                    }
                }
            }
        }
        kept.reverse();
        bodies.retain(|body| !body.is_ground());
        bodies.sort_unstable();
        bodies.dedup();
        Slice { slot, instructions: kept, bodies }
    }

    /// The result, over any kind of number.
    pub(crate) fn calc<S: Real>(
        &self,
        program: &Program,
        now: (S, &[f64]),
        registers: &mut [S],
        motion: &impl Readings<S>,
    ) -> S {
        program.run_some(&self.instructions, now, registers, motion);
        program.result(self.slot, registers)
    }
}

fn forces_of(source: Source) -> impl Iterator<Item = usize> {
    match source {
        Source::Geometry(force) | Source::Force(force) => Some(force),
        Source::Coordinate { .. } | Source::Body(_) | Source::Marker(_) | Source::Reaction(_) => None,
        Source::Growth { .. } | Source::Drive(_) | Source::Acceleration(_) => None,
        Source::Orientation(_) | Source::Audit => None,
    }
    .into_iter()
}

fn bodies_of(model: &Model, source: Source) -> Vec<BodyId> {
    match source {
        Source::Coordinate { joint, .. } => {
            let joint = &model.joints[joint.index()];
            vec![joint.first.body, joint.second.body]
        }
        Source::Body(body) => vec![body],
        Source::Marker(marker) => vec![model.signals.markers[marker].frame.body],
        Source::Geometry(force) | Source::Force(force) => model.forces[force].ends(&model.joints).bodies().to_vec(),
        // Outputs alone read these.
        Source::Reaction(_) | Source::Growth { .. } | Source::Drive(_) | Source::Acceleration(_) => Vec::new(),
        Source::Orientation(_) | Source::Audit => Vec::new(),
    }
}
