//! Statements of a straight-line program, as a tree that every language can spell.

use super::remark;
use crate::symbolic::Procedure;
use crate::symbolic::pieces::Piece;
use crate::symbolic::program::{Function, Operation, Value};
use std::collections::HashMap;

/// The arrays of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Array {
    Inputs,
    Outputs,
    /// Values that functions leave to one another.
    Places,
}

impl Array {
    pub(super) fn name(self) -> char {
        match self {
            Array::Inputs => 'x',
            Array::Outputs => 'y',
            Array::Places => 's',
        }
    }
}

/// Something with a value.
#[derive(Clone, Copy, Debug)]
enum Atom {
    Local(Value),
    Element(Array, usize),
    Number(f64),
}

/// One line.
#[derive(Clone, Debug)]
enum Statement {
    /// A value by its operation.
    Compute(Value, Expression),
    /// Into an array, with a remark.
    Store(Array, usize, Atom, Option<String>),
}

/// The expression that a line computes.
#[derive(Clone, Copy, Debug)]
enum Expression {
    Same(Atom),
    Negate(Atom),
    Between(Atom, char, Atom),
    /// a · b + c or c − a · b, rounded once.
    Fused([Atom; 3], Sign),
    Call(Function, Atom),
    Call2(Function, Atom, Atom),
    Select([Atom; 4]),
}

/// Whether a product is added or subtracted.
#[derive(Clone, Copy, Debug)]
enum Sign {
    Plus,
    Minus,
}

/// How a language spells it.
pub(super) trait Syntax {
    /// A number, so that it reads back to the same bits.
    fn number(&self, x: f64) -> String;
    /// A name for a value that does not change.
    fn bind(&self, name: &str, expression: &str) -> String;
    /// a · b + c, rounded once.
    fn fuse(&self, given: [String; 3]) -> String;
    /// A function of one or two numbers.
    fn call(&self, function: Function, given: &[String]) -> String;
    /// a < b ? c : d
    fn select(&self, given: [String; 4]) -> String;
    /// A remark at the end of a line.
    fn remark(&self, text: &str) -> String;
}

/// The lines of one function.
#[derive(Clone, Debug)]
pub(super) struct Body {
    statements: Vec<Statement>,
    /// Inputs, places and outputs, if they occur.
    used: Vec<Array>,
}

impl Body {
    pub(super) fn of(procedure: &Procedure, piece: &Piece) -> Body {
        let mut writer = Writer {
            operations: &procedure.program.operations,
            fetched: piece.fetched.iter().copied().collect(),
            used: Vec::new(),
        };
        let mut statements = Vec::new();
        for value in &piece.computed {
            statements.push(Statement::Compute(*value, writer.express(*value)));
        }
        for (value, place) in &piece.kept {
            statements.push(writer.store(Array::Places, *place, *value, None));
        }
        for (number, value) in &piece.outputs {
            statements.push(writer.store(Array::Outputs, *number, *value, Some(remark(&procedure.outputs[*number]))));
        }
        let used = [Array::Inputs, Array::Places, Array::Outputs].into_iter();
        Body { statements, used: used.filter(|array| writer.used.contains(array)).collect() }
    }

    /// The arrays that it needs, in the order in which functions take them.
    pub(super) fn used(&self) -> &[Array] {
        &self.used
    }

    /// Lines that compute something.
    pub(super) fn n_computed(&self) -> usize {
        self.statements.iter().filter(|statement| matches!(statement, Statement::Compute(..))).count()
    }

    /// The lines, indented.
    pub(super) fn text(&self, syntax: &dyn Syntax) -> String {
        self.statements.iter().map(|statement| format!("    {}\n", spell(statement, syntax))).collect()
    }
}

struct Writer<'a> {
    operations: &'a [Operation],
    fetched: HashMap<Value, usize>,
    used: Vec<Array>,
}

impl Writer<'_> {
    fn atom(&mut self, value: Value) -> Atom {
        let atom = match (self.operations[value.0 as usize], self.fetched.get(&value)) {
            (Operation::Input(number), _) => Atom::Element(Array::Inputs, number as usize),
            (Operation::Constant(x), _) => Atom::Number(x),
            (_, Some(place)) => Atom::Element(Array::Places, *place),
            _ => Atom::Local(value),
        };
        if let Atom::Element(array, _) = atom {
            self.used.push(array);
        }
        atom
    }

    fn express(&mut self, value: Value) -> Expression {
        let operation = self.operations[value.0 as usize];
        let mut between = |a, operator, b| Expression::Between(self.atom(a), operator, self.atom(b));
        match operation {
            Operation::Add(a, b) => between(a, '+', b),
            Operation::Subtract(a, b) => between(a, '-', b),
            Operation::Multiply(a, b) => between(a, '*', b),
            Operation::Divide(a, b) => between(a, '/', b),
            Operation::Negate(a) => Expression::Negate(self.atom(a)),
            Operation::MultiplyAdd(a, b, c) => Expression::Fused([a, b, c].map(|value| self.atom(value)), Sign::Plus),
            Operation::MultiplySubtract(a, b, c) => {
                Expression::Fused([a, b, c].map(|value| self.atom(value)), Sign::Minus)
            }
            Operation::Call(function, a) => Expression::Call(function, self.atom(a)),
            Operation::Call2(function, a, b) => Expression::Call2(function, self.atom(a), self.atom(b)),
            Operation::Select(a, b, c, d) => Expression::Select([a, b, c, d].map(|value| self.atom(value))),
            Operation::Input(_) | Operation::Constant(_) => Expression::Same(self.atom(value)),
        }
    }

    fn store(&mut self, array: Array, place: usize, value: Value, remark: Option<String>) -> Statement {
        self.used.push(array);
        Statement::Store(array, place, self.atom(value), remark)
    }
}

fn spell(statement: &Statement, syntax: &dyn Syntax) -> String {
    let atom = |atom: Atom| match atom {
        Atom::Local(value) => format!("v{}", value.0),
        Atom::Element(array, place) => format!("{}[{place}]", array.name()),
        Atom::Number(x) => syntax.number(x),
    };
    match statement {
        Statement::Store(array, place, value, remark) => {
            let remark = remark.as_ref().map_or(String::new(), |text| format!(" {}", syntax.remark(text)));
            format!("{}[{place}] = {};{remark}", array.name(), atom(*value))
        }
        Statement::Compute(value, expression) => {
            let expression = match *expression {
                Expression::Same(a) => atom(a),
                // Two signs without a space mean something else in C.
                Expression::Negate(a) => format!("- {}", atom(a)),
                Expression::Between(a, operator, b) => format!("{} {operator} {}", atom(a), atom(b)),
                Expression::Fused(all, Sign::Plus) => syntax.fuse(all.map(atom)),
                Expression::Fused(all, Sign::Minus) => {
                    let [a, b, c] = all.map(atom);
                    syntax.fuse([format!("(- {a})"), b, c])
                }
                Expression::Call(function, a) => syntax.call(function, &[atom(a)]),
                Expression::Call2(function, a, b) => syntax.call(function, &[a, b].map(atom)),
                Expression::Select(all) => syntax.select(all.map(atom)),
            };
            syntax.bind(&format!("v{}", value.0), &expression)
        }
    }
}
