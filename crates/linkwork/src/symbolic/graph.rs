//! Expressions as a graph: every one is kept once, however often it occurs, and what can be known beforehand is
//! computed at once (see [`simplify`](super::simplify)). What nobody asks for is left out when a
//! [`Program`](super::Program) is made.
//!
//! A [`Term`] stands for an expression and has the operators of arithmetic, so that mechanics reads as it is written.

use super::program::{Function, Operation, Value};
use super::witness::{Identity, STATES, Witness, Witnesses};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An arena of expressions. It only grows; what is no longer asked for does no harm.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    arena: RefCell<Arena>,
}

#[derive(Debug, Default)]
struct Arena {
    operations: Vec<Operation>,
    known: HashMap<Key, Value>,
    /// Where identities are looked for.
    witnesses: Option<Witnesses>,
}

impl Arena {
    /// A new expression, unless it is another one.
    fn push(&mut self, operation: Operation) -> Result<Value, Identity> {
        if let Some(witnesses) = &mut self.witnesses {
            let witness = witnesses.identify(operation)?;
            witnesses.push(operation, witness);
        }
        let value = Value(self.operations.len() as u32);
        self.operations.push(operation);
        self.known.insert(key(operation), value);
        Ok(value)
    }
}

/// An operation by its bits: equal keys are equal expressions.
type Key = (u8, u64, u32, u32, u32);

/// An expression of a graph, or a plain number, which is of no graph until it meets an expression.
#[derive(Clone, Copy, Debug)]
pub struct Term<'g>(Kind<'g>);

#[derive(Clone, Copy, Debug)]
enum Kind<'g> {
    Number(f64),
    Of(&'g Graph, Value),
}

impl Graph {
    /// An empty one.
    pub(crate) fn new() -> Graph {
        Graph::default()
    }

    /// One that finds identities of its expressions in numbers; its first inputs depend on one another as these do, the
    /// others on nothing.
    pub(crate) fn with_witnesses(inputs: Vec<Witness>) -> Graph {
        let arena = Arena { witnesses: Some(Witnesses::with_inputs(inputs)), ..Arena::default() };
        Graph { arena: RefCell::new(arena) }
    }

    /// Expressions made meanwhile are not looked at for identities: laws of forces may have numbers of any size, beside
    /// which others seem to vanish.
    pub(crate) fn apart<T>(&self, make: impl FnOnce() -> T) -> T {
        let before = self.rest(true);
        let made = make();
        self.rest(before);
        made
    }

    /// Whether witnesses are taken from now on; returns what it was.
    fn rest(&self, is_resting: bool) -> bool {
        let witnesses = &mut self.arena.borrow_mut().witnesses;
        witnesses.as_mut().is_some_and(|witnesses| std::mem::replace(&mut witnesses.is_resting, is_resting))
    }

    /// A number known beforehand.
    pub(crate) fn number(&self, x: f64) -> Term<'_> {
        self.term(self.constant(x))
    }

    /// The same as a place in the graph.
    pub(super) fn constant(&self, x: f64) -> Value {
        self.insert(Operation::Constant(without_sign_of_zero(x)))
    }

    /// The input of this number.
    pub(crate) fn input(&self, number: usize) -> Term<'_> {
        self.term(self.insert(Operation::Input(number as u32)))
    }

    /// a < b ? c : d
    pub(crate) fn select<'g>(&'g self, a: Term<'g>, b: Term<'g>, c: Term<'g>, d: Term<'g>) -> Term<'g> {
        let [a, b, c, d] = [a, b, c, d].map(|term| self.value_of(term));
        self.term(self.choose(a, b, c, d))
    }

    /// How an expression comes about.
    pub(super) fn operation(&self, value: Value) -> Operation {
        self.arena.borrow().operations[value.0 as usize]
    }

    /// All expressions, operands first.
    pub(super) fn operations(&self) -> Vec<Operation> {
        self.arena.borrow().operations.clone()
    }

    /// The expression, which may be there already.
    pub(super) fn insert(&self, operation: Operation) -> Value {
        let key = key(operation);
        if let Some(value) = self.arena.borrow().known.get(&key) {
            return *value;
        }
        // Not borrowed any more when what it is instead is inserted.
        let pushed = self.arena.borrow_mut().push(operation);
        match pushed {
            Ok(value) => value,
            Err(identity) => {
                let value = match identity {
                    Identity::Number(x) => self.constant(x),
                    Identity::Same(value) => value,
                    Identity::Opposite(value) => self.negate(value),
                };
                self.arena.borrow_mut().known.insert(key, value);
                value
            }
        }
    }

    /// The expression, if it is there.
    pub(super) fn find(&self, operation: Operation) -> Option<Value> {
        self.arena.borrow().known.get(&key(operation)).copied()
    }

    pub(super) fn term(&self, value: Value) -> Term<'_> {
        Term(Kind::Of(self, value))
    }

    /// The term's place in this graph.
    pub(super) fn value_of(&self, term: Term) -> Value {
        match term.0 {
            Kind::Number(x) => self.constant(x),
            Kind::Of(_, value) => value,
        }
    }
}

/// There is one zero: signs of zeros decide nothing here.
fn without_sign_of_zero(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x }
}

fn key(operation: Operation) -> Key {
    match operation {
        Operation::Input(number) => (0, 0, number, 0, 0),
        Operation::Constant(x) => (1, x.to_bits(), 0, 0, 0),
        Operation::Negate(a) => (2, 0, a.0, 0, 0),
        Operation::Add(a, b) => (3, 0, a.0, b.0, 0),
        Operation::Subtract(a, b) => (4, 0, a.0, b.0, 0),
        Operation::Multiply(a, b) => (5, 0, a.0, b.0, 0),
        Operation::Divide(a, b) => (6, 0, a.0, b.0, 0),
        Operation::Call(function, a) => (7, function as u64, a.0, 0, 0),
        Operation::Call2(function, a, b) => (8, function as u64, a.0, b.0, 0),
        Operation::MultiplyAdd(a, b, c) => (10, 0, a.0, b.0, c.0),
        Operation::MultiplySubtract(a, b, c) => (11, 0, a.0, b.0, c.0),
        Operation::Select(a, b, c, d) => (9, u64::from(a.0), b.0, c.0, d.0),
    }
}

impl<'g> Term<'g> {
    /// The number, if it is known beforehand.
    pub(crate) fn as_number(self) -> Option<f64> {
        match self.0 {
            Kind::Number(x) => Some(x),
            Kind::Of(graph, value) => graph.known(value),
        }
    }

    /// The expression's place in its graph; plain numbers have none.
    pub fn value(self) -> Option<Value> {
        match self.0 {
            Kind::Number(_) => None,
            Kind::Of(_, value) => Some(value),
        }
    }

    /// Its values at some states; numbers only where the graph looks for identities.
    pub(crate) fn witness(self) -> Witness {
        match self.0 {
            Kind::Number(x) => [x; STATES],
            Kind::Of(graph, value) => {
                graph.arena.borrow().witnesses.as_ref().map_or([f64::NAN; STATES], |witnesses| witnesses.of(value))
            }
        }
    }

    /// The same, taken for a variable of its own where identities are looked for.
    pub(crate) fn as_any(self) -> Term<'g> {
        if let (Kind::Of(graph, value), None) = (self.0, self.as_number())
            && let Some(witnesses) = &mut graph.arena.borrow_mut().witnesses
        {
            witnesses.free(value);
        }
        self
    }

    /// Whether it is known to be zero.
    pub(crate) fn is_zero(self) -> bool {
        self.as_number() == Some(0.0)
    }

    /// The term without a change of sign, and 1 or −1.
    pub(crate) fn without_sign(self) -> (Term<'g>, f64) {
        if let Kind::Of(graph, value) = self.0
            && let Operation::Negate(inner) = graph.operation(value)
        {
            return (graph.term(inner), -1.0);
        }
        (self, 1.0)
    }

    /// A number of the same graph.
    pub fn number(self, x: f64) -> Term<'g> {
        match self.0 {
            Kind::Number(_) => Term::from(x),
            Kind::Of(graph, _) => graph.number(x),
        }
    }

    /// A function of it.
    pub fn call(self, function: Function) -> Term<'g> {
        match self.0 {
            Kind::Number(x) => Term::from(function.calc(x, 0.0)),
            Kind::Of(graph, value) => graph.term(graph.call(function, value)),
        }
    }

    /// A function of it and another one.
    pub(crate) fn call2(self, function: Function, other: Term<'g>) -> Term<'g> {
        self.join(other, |x, y| function.calc(x, y), |graph, a, b| graph.call2(function, a, b))
    }

    /// Two plain numbers make one; otherwise the graph of either has a rule.
    fn join(
        self,
        other: Term<'g>,
        of_numbers: impl Fn(f64, f64) -> f64,
        rule: impl Fn(&Graph, Value, Value) -> Value,
    ) -> Term<'g> {
        match (self.0, other.0) {
            (Kind::Number(x), Kind::Number(y)) => Term::from(of_numbers(x, y)),
            (Kind::Of(graph, _), _) | (_, Kind::Of(graph, _)) => {
                graph.term(rule(graph, graph.value_of(self), graph.value_of(other)))
            }
        }
    }

    /// √a
    pub fn sqrt(self) -> Term<'g> {
        self.call(Function::Sqrt)
    }

    /// 1/a
    pub(crate) fn inverse(self) -> Term<'g> {
        1.0 / self
    }

    /// self < other ? yes : no
    pub fn below(self, other: Term<'g>, yes: Term<'g>, no: Term<'g>) -> Term<'g> {
        let all = [self, other, yes, no];
        let of_graph = |term: Term<'g>| if let Kind::Of(graph, _) = term.0 { Some(graph) } else { None };
        match (all.into_iter().find_map(of_graph), self.as_number() < other.as_number()) {
            (Some(graph), _) => graph.select(self, other, yes, no),
            (None, true) => yes,
            (None, false) => no,
        }
    }
}

impl From<f64> for Term<'_> {
    fn from(x: f64) -> Self {
        Term(Kind::Number(without_sign_of_zero(x)))
    }
}

impl PartialEq for Term<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Kind::Of(_, a), Kind::Of(_, b)) => a == b,
            _ => self.as_number().is_some_and(|x| other.as_number() == Some(x)),
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $rule:ident) => {
        impl<'g> $trait for Term<'g> {
            type Output = Term<'g>;
            fn $method(self, other: Term<'g>) -> Term<'g> {
                self.join(other, |x, y| $trait::$method(x, y), Graph::$rule)
            }
        }

        impl<'g> $trait<f64> for Term<'g> {
            type Output = Term<'g>;
            fn $method(self, other: f64) -> Term<'g> {
                $trait::$method(self, Term::from(other))
            }
        }

        impl<'g> $trait<Term<'g>> for f64 {
            type Output = Term<'g>;
            fn $method(self, other: Term<'g>) -> Term<'g> {
                $trait::$method(Term::from(self), other)
            }
        }
    };
}

operator!(Add, add, sum);
operator!(Sub, sub, difference);
operator!(Mul, mul, product);
operator!(Div, div, quotient);

impl<'g> Neg for Term<'g> {
    type Output = Term<'g>;
    fn neg(self) -> Term<'g> {
        match self.0 {
            Kind::Number(x) => Term::from(-x),
            Kind::Of(graph, value) => graph.term(graph.negate(value)),
        }
    }
}
