//! A flat program over numbers of any kind: registers, each written once, in order.
//!
//! Register 0 is `t`, the next ones are the states. An instruction reads registers before its own and writes its own;
//! one that reads the motion writes several. Constants are written once, when registers are made. Nothing branches but
//! on the kind of an instruction, so a run costs a few nanoseconds an instruction, and its derivatives are exact where
//! it runs over dual numbers.

use super::curve::Curve;
use super::names::AUDIT;
use crate::ids::{BodyId, JointId};
use crate::model::Space;
use crate::model::expression::{Function, Given, Op, choose, value_of};
use crate::spatial::Real;

/// Register of time.
pub(super) const TIME: u32 = 0;

/// Something that a program reads from the motion: several numbers at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub(crate) enum Source {
    /// Value and rate of a joint's coordinate, the first or the second.
    Coordinate { joint: JointId, which: usize },
    /// Position and velocity of a body: in space r, v, ω, in the plane x, y, angle and their rates.
    Body(BodyId),
    /// Position and velocity of a marker.
    Marker(usize),
    /// All that a force element measures, read before its own expressions are known: its loads are not valid.
    Geometry(usize),
    /// All that a force element measures.
    Force(usize),
    /// Force and torque of a joint on its second body. Outputs only, as all that follow.
    Reaction(JointId),
    /// Second derivative of a joint's coordinate.
    Growth { joint: JointId, which: usize },
    /// Load of a joint's driver.
    Drive(JointId),
    /// Linear and angular acceleration of a body.
    Acceleration(BodyId),
    /// Unit quaternion of a body.
    Orientation(BodyId),
    /// Kinetic, potential and total energy, work, residuals of positions and velocities.
    Audit,
}

impl Source {
    /// How many numbers it has; `measured` tells this of a force element.
    pub(super) fn count(self, space: Space, measured: impl Fn(usize) -> usize) -> usize {
        let planar = space == Space::Planar;
        match self {
            Source::Coordinate { .. } => 2,
            Source::Body(_) if planar => 6,
            Source::Body(_) => 9,
            Source::Marker(_) | Source::Reaction(_) => 6,
            Source::Geometry(force) | Source::Force(force) => measured(force),
            Source::Growth { .. } | Source::Drive(_) => 1,
            Source::Acceleration(_) if planar => 3,
            Source::Acceleration(_) => 6,
            Source::Orientation(_) => 4,
            Source::Audit => AUDIT.len(),
        }
    }

    /// Whether it needs the solved system.
    pub(crate) fn is_solved(self) -> bool {
        match self {
            Source::Coordinate { .. } | Source::Body(_) | Source::Marker(_) => false,
            Source::Geometry(_) | Source::Force(_) => false,
            Source::Reaction(_) | Source::Growth { .. } | Source::Drive(_) | Source::Acceleration(_) => true,
            Source::Orientation(_) | Source::Audit => true,
        }
    }
}

/// The motion, as programs read it.
pub(crate) trait Readings<S> {
    /// Writes the numbers of a source; `registers` are those known so far.
    fn read(&self, source: Source, registers: &[S], into: &mut [S]);
}

/// Writes one register, or several from a source.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Instruction {
    pub(super) action: Action,
    /// The first register that it writes.
    pub(super) to: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) enum Action {
    /// An operation of at most three operands; the rest of the list is zero.
    Op { op: Op, operands: [u32; 3] },
    /// A source of so many numbers.
    Read { source: Source, count: u32 },
}

/// The argument of a curve.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Argument {
    pub(super) register: u32,
    pub(super) curve: u32,
}

/// A compiled list of expressions.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Program {
    pub(super) n_registers: usize,
    pub(super) n_states: usize,
    /// Registers that never change, with their values.
    pub(super) constants: Vec<(u32, f64)>,
    pub(super) instructions: Vec<Instruction>,
    pub(super) curves: Vec<Curve>,
    /// The register of each result.
    pub(super) slots: Vec<u32>,
    /// Pairs of registers whose difference decides a branch where it changes its sign.
    pub(super) switching: Vec<[u32; 2]>,
    /// Curves with the registers of their arguments.
    pub(super) arguments: Vec<Argument>,
}

impl Program {
    /// Whether it has no results.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether it reads anything but time and states.
    pub(crate) fn reads_motion(&self) -> bool {
        self.instructions.iter().any(|instruction| matches!(instruction.action, Action::Read { .. }))
    }

    /// Memory for a run.
    pub(crate) fn make_registers<S: Real>(&self) -> Vec<S> {
        let mut registers = vec![S::from(0.0); self.n_registers];
        self.constants.iter().for_each(|&(to, value)| registers[to as usize] = S::from(value));
        registers
    }

    /// Computes all registers from time, states and the motion.
    pub(crate) fn run<S: Real>(&self, time: S, states: &[S], registers: &mut [S], motion: &impl Readings<S>) {
        if registers.is_empty() {
            return;
        }
        registers[TIME as usize] = time;
        registers[1..=self.n_states].copy_from_slice(states);
        let given = Given { time, curves: &self.curves };
        self.instructions.iter().for_each(|instruction| execute(instruction, given, registers, motion));
    }

    /// The same for some of the instructions, in order; all that they read are among them.
    pub(super) fn run_some<S: Real>(
        &self,
        some: &[u32],
        (time, states): (S, &[f64]),
        registers: &mut [S],
        motion: &impl Readings<S>,
    ) {
        registers[TIME as usize] = time;
        registers[1..=self.n_states].iter_mut().zip(states).for_each(|(to, state)| *to = S::from(*state));
        let given = Given { time, curves: &self.curves };
        some.iter().for_each(|&k| execute(&self.instructions[k as usize], given, registers, motion));
    }

    /// A result of the last run.
    #[inline]
    pub(crate) fn result<S: Copy>(&self, slot: usize, registers: &[S]) -> S {
        registers[self.slots[slot] as usize]
    }

    /// How many differences decide branches.
    pub(crate) fn n_switches(&self) -> usize {
        self.switching.len()
    }

    /// The differences that decide branches, after a run: where one changes its sign, a result may have a kink or jump.
    pub(crate) fn switching<S: Real>(&self, registers: &[S]) -> impl Iterator<Item = S> {
        self.switching.iter().map(|&[a, b]| registers[a as usize] - registers[b as usize])
    }

    /// How many arguments of curves there are.
    pub(crate) fn n_arguments(&self) -> usize {
        self.arguments.len()
    }

    /// The arguments of curves, after a run.
    pub(crate) fn arguments<S: Real>(&self, registers: &[S]) -> impl Iterator<Item = S> {
        self.arguments.iter().map(|argument| registers[argument.register as usize])
    }

    /// The curve that has this argument.
    pub(crate) fn curve_of(&self, argument: usize) -> &Curve {
        &self.curves[self.arguments[argument].curve as usize]
    }

    /// All its parts as numbers, for hashes of models.
    pub(crate) fn describe(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[inline(always)]
fn execute<S: Real>(
    Instruction { action, to }: &Instruction,
    given: Given<S>,
    registers: &mut [S],
    motion: &impl Readings<S>,
) {
    let to = *to as usize;
    let value = |register: u32| registers[register as usize];
    registers[to] = match *action {
        // The most frequent ones without a detour by way of memory, which would take twice the time. All others are
        // written where expressions are.
        Action::Op { op: Op::Add, operands: [a, b, _] } => value(a) + value(b),
        Action::Op { op: Op::Subtract, operands: [a, b, _] } => value(a) - value(b),
        Action::Op { op: Op::Multiply, operands: [a, b, _] } => value(a) * value(b),
        Action::Op { op: Op::Divide, operands: [a, b, _] } => value(a) / value(b),
        Action::Op { op: Op::Call(Function::If), operands } => choose(operands.map(value)),
        Action::Op { op, operands } => value_of(op, &operands.map(value), given),
        Action::Read { source, count } => {
            let (known, rest) = registers.split_at_mut(to);
            return motion.read(source, known, &mut rest[..count as usize]);
        }
    };
}
