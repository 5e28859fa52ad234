//! Expressions → a flat program: equal operations are computed once, and those of constants beforehand.

use super::curve::Curve;
use super::program::{Action, Argument, Instruction, Program, Source, TIME};
use crate::model::Space;
use crate::model::expression::{Comparison, Function, Given, Op, value_of};
use std::collections::HashMap;

/// An operation with its operands: equal keys are equal values.
type Key = (u32, [u32; 3]);

/// A program on its way.
pub(in crate::model) struct Compiler {
    program: Program,
    space: Space,
    /// Numbers that each force element measures.
    measured: Vec<usize>,
    known: HashMap<Key, u32>,
    constants: HashMap<u64, u32>,
    values: HashMap<u32, f64>,
    sources: HashMap<Source, u32>,
}

impl Compiler {
    /// An empty program for a model with so many states, whose forces measure so many numbers each.
    pub(in crate::model) fn new(space: Space, n_states: usize, measured: Vec<usize>, curves: Vec<Curve>) -> Self {
        let program = Program { n_registers: 1 + n_states, n_states, curves, ..Program::default() };
        Compiler {
            program,
            space,
            measured,
            known: HashMap::new(),
            constants: HashMap::new(),
            values: HashMap::new(),
            sources: HashMap::new(),
        }
    }

    /// A number.
    pub(in crate::model) fn constant(&mut self, value: f64) -> u32 {
        if let Some(register) = self.constants.get(&value.to_bits()) {
            return *register;
        }
        let register = self.next();
        self.program.constants.push((register, value));
        self.constants.insert(value.to_bits(), register);
        self.values.insert(register, value);
        register
    }

    /// A state.
    pub(in crate::model) fn state(&self, state: usize) -> u32 {
        1 + state as u32
    }

    /// One of the numbers of a source.
    pub(in crate::model) fn read(&mut self, source: Source, component: usize) -> u32 {
        if let Some(first) = self.sources.get(&source) {
            return first + component as u32;
        }
        let (first, count) = (self.next(), source.count(self.space, |force| self.measured[force]));
        self.program.n_registers += count - 1;
        self.push(Action::Read { source, count: count as u32 }, first);
        self.sources.insert(source, first);
        first + component as u32
    }

    /// An operation on registers, as many as it takes.
    pub(in crate::model) fn op(&mut self, op: Op, operands: &[u32]) -> u32 {
        match (op, operands) {
            (Op::Time, _) => return TIME,
            (Op::Number(value), _) => return self.constant(value),
            (Op::Call(Function::Step), &[x, x0, y0, x1, y1]) => return self.step([x, x0, y0, x1, y1]),
            (Op::Call(Function::If), &[condition, yes, no]) => {
                if let Some(value) = self.values.get(&condition) {
                    return if *value != 0.0 { yes } else { no };
                }
            }
            _ => {}
        }
        let mut padded = [0; 3];
        padded[..operands.len()].copy_from_slice(operands);
        let numbers: Option<Vec<f64>> = operands.iter().map(|x| self.values.get(x).copied()).collect();
        if let Some(numbers) = numbers {
            let value = value_of(op, &numbers, Given { time: 0.0, curves: &self.program.curves });
            return self.constant(value);
        }
        let key = (code(op), padded);
        if !self.known.contains_key(&key) {
            self.note_switching(op, operands);
        }
        self.once(key, Action::Op { op, operands: padded })
    }

    /// y0 + (y1 − y0) Δ² (3 − 2Δ) between x0 and x1, Δ = (x − x0)/(x1 − x0).
    fn step(&mut self, [x, x0, y0, x1, y1]: [u32; 5]) -> u32 {
        let (two, three) = (self.constant(2.0), self.constant(3.0));
        let (covered, width) = (self.op(Op::Subtract, &[x, x0]), self.op(Op::Subtract, &[x1, x0]));
        let d = self.op(Op::Divide, &[covered, width]);
        let twice = self.op(Op::Multiply, &[two, d]);
        let slope = self.op(Op::Subtract, &[three, twice]);
        let rise = self.op(Op::Subtract, &[y1, y0]);
        let product = [d, d, slope].into_iter().fold(rise, |product, factor| self.op(Op::Multiply, &[product, factor]));
        let between = self.op(Op::Add, &[y0, product]);
        let [before, after] = [[x, x0, x0], [x1, x, x]];
        let is_after = self.op(Op::Compare(Comparison::LessOrEqual), &after[..2]);
        let later = self.op(Op::Call(Function::If), &[is_after, y1, between]);
        let is_before = self.op(Op::Compare(Comparison::Less), &before[..2]);
        self.op(Op::Call(Function::If), &[is_before, y0, later])
    }

    /// Adds a result.
    pub(in crate::model) fn add_result(&mut self, register: u32) -> usize {
        self.program.slots.push(register);
        self.program.slots.len() - 1
    }

    /// The program.
    pub(in crate::model) fn finish(self) -> Program {
        self.program
    }

    fn note_switching(&mut self, op: Op, x: &[u32]) {
        let pair = match op {
            Op::Compare(_) | Op::Call(Function::Min | Function::Max) => [x[0], x[1]],
            Op::Call(Function::Abs | Function::Sign) => [x[0], self.constant(0.0)],
            Op::Number(_) | Op::Time | Op::Negate | Op::Add | Op::Subtract | Op::Multiply | Op::Divide => return,
            Op::Curve(curve) => return self.program.arguments.push(Argument { register: x[0], curve }),
            Op::Power | Op::And | Op::Or | Op::Not | Op::Call(_) => return,
        };
        self.program.switching.push(pair);
    }

    /// The register of an action that is new, or was there before.
    fn once(&mut self, key: Key, action: Action) -> u32 {
        if let Some(register) = self.known.get(&key) {
            return *register;
        }
        let register = self.next();
        self.push(action, register);
        self.known.insert(key, register);
        register
    }

    fn push(&mut self, action: Action, to: u32) {
        self.program.instructions.push(Instruction { action, to });
    }

    fn next(&mut self) -> u32 {
        self.program.n_registers += 1;
        self.program.n_registers as u32 - 1
    }
}

/// A number for each operation that has operands.
fn code(op: Op) -> u32 {
    match op {
        Op::Number(_) | Op::Time => 0,
        Op::Negate => 1,
        Op::Add => 2,
        Op::Subtract => 3,
        Op::Multiply => 4,
        Op::Divide => 5,
        Op::Power => 6,
        Op::And => 7,
        Op::Or => 8,
        Op::Not => 9,
        Op::Compare(comparison) => 10 + comparison as u32,
        Op::Call(function) => 100 + function as u32,
        Op::Curve(curve) => 1000 + curve,
    }
}
