//! Rules by which expressions are made: what is known is computed, zeros and ones vanish, operands that may change
//! places have one order, and signs are drawn outward, where a sum takes them up.
//!
//! Numbers are real ones to these rules: 0·a is 0, a − a is 0, and a division by a number is the product with its
//! inverse. Results differ from those of the unsimplified expression by round-off; where an operand is not finite, they
//! may be finite.

use super::graph::Graph;
use super::program::{Function, Operation, Value};

use Operation::{Add, Call, Call2, Constant, Divide, Multiply, Negate, Select, Subtract};

impl Graph {
    /// The number, if it is one.
    pub(super) fn known(&self, a: Value) -> Option<f64> {
        match self.operation(a) {
            Constant(x) => Some(x),
            _ => None,
        }
    }

    /// The value that is negated, where one is.
    fn negated(&self, a: Value) -> Option<Value> {
        match self.operation(a) {
            Negate(inner) => Some(inner),
            _ => None,
        }
    }

    /// −a
    pub(super) fn negate(&self, a: Value) -> Value {
        match self.operation(a) {
            Constant(x) => self.constant(-x),
            Negate(inner) => inner,
            // The difference the other way round costs nothing where it is there already.
            Subtract(x, y) => self.find(Subtract(y, x)).unwrap_or_else(|| self.insert(Negate(a))),
            _ => self.insert(Negate(a)),
        }
    }

    /// a + b
    pub(super) fn sum(&self, a: Value, b: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => return self.constant(x + y),
            (Some(0.0), _) => return b,
            (_, Some(0.0)) => return a,
            _ if a == b => return self.product(self.constant(2.0), a),
            _ => {}
        }
        match (self.negated(a), self.negated(b)) {
            (Some(x), Some(y)) => self.negate(self.sum(x, y)),
            (Some(x), None) => self.difference(b, x),
            (None, Some(y)) => self.difference(a, y),
            (None, None) => self.insert(Add(a.min(b), a.max(b))),
        }
    }

    /// a − b
    pub(super) fn difference(&self, a: Value, b: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => return self.constant(x - y),
            (Some(0.0), _) => return self.negate(b),
            (_, Some(0.0)) => return a,
            _ if a == b => return self.constant(0.0),
            _ => {}
        }
        // A point is found from the center of mass, and the way back to it: (r + s) − r is s.
        match self.operation(a) {
            Add(x, y) if x == b => return y,
            Add(x, y) if y == b => return x,
            Subtract(x, y) if x == b => return self.negate(y),
            _ => {}
        }
        match (self.negated(a), self.negated(b)) {
            (Some(x), Some(y)) => self.difference(y, x),
            (Some(x), None) => self.negate(self.sum(x, b)),
            (None, Some(y)) => self.sum(a, y),
            (None, None) => match self.find(Subtract(b, a)) {
                Some(opposite) => self.negate(opposite),
                None => self.insert(Subtract(a, b)),
            },
        }
    }

    /// a · b
    pub(super) fn product(&self, a: Value, b: Value) -> Value {
        if let (Some(x), Some(y)) = (self.negated(a), self.negated(b)) {
            return self.product(x, y);
        }
        if let Some(x) = self.negated(a) {
            return self.negate(self.product(x, b));
        }
        if let Some(y) = self.negated(b) {
            return self.negate(self.product(a, y));
        }
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.constant(x * y),
            (Some(x), None) => self.scaled(x, b),
            (None, Some(y)) => self.scaled(y, a),
            (None, None) => self.insert(Multiply(a.min(b), a.max(b))),
        }
    }

    /// x a for a number x, which stands first.
    fn scaled(&self, x: f64, a: Value) -> Value {
        if x == 0.0 {
            return self.constant(0.0);
        }
        if x < 0.0 {
            return self.negate(self.scaled(-x, a));
        }
        if x == 1.0 {
            return a;
        }
        match self.operation(a) {
            Multiply(k, b) if self.known(k).is_some() => {
                // Two numbers are one, but for what would overflow.
                let y = x * self.known(k).unwrap_or(1.0);
                if y.is_normal() { self.scaled(y, b) } else { self.insert(Multiply(self.constant(x), a)) }
            }
            _ => self.insert(Multiply(self.constant(x), a)),
        }
    }

    /// a / b
    pub(super) fn quotient(&self, a: Value, b: Value) -> Value {
        if let Some(y) = self.known(b)
            && (1.0 / y).is_normal()
        {
            return match self.known(a) {
                Some(x) => self.constant(x / y),
                None => self.product(self.constant(1.0 / y), a),
            };
        }
        match (self.negated(a), self.negated(b)) {
            (Some(x), Some(y)) => return self.quotient(x, y),
            (Some(x), None) => return self.negate(self.quotient(x, b)),
            (None, Some(y)) => return self.negate(self.quotient(a, y)),
            (None, None) => {}
        }
        match self.known(a) {
            Some(0.0) => a,
            Some(x) if x < 0.0 => self.negate(self.insert(Divide(self.constant(-x), b))),
            _ if a == b => self.constant(1.0),
            _ => self.insert(Divide(a, b)),
        }
    }

    /// A function of one number.
    pub(super) fn call(&self, function: Function, a: Value) -> Value {
        let even = matches!(function, Function::Cos | Function::Cosh | Function::Abs);
        let odd = matches!(
            function,
            Function::Sin | Function::Tan | Function::Asin | Function::Atan | Function::Sinh | Function::Tanh
        );
        match (self.known(a), self.negated(a)) {
            (Some(x), _) => self.constant(function.calc(x, 0.0)),
            (None, Some(inner)) if even => self.call(function, inner),
            (None, Some(inner)) if odd => self.negate(self.call(function, inner)),
            _ => self.insert(Call(function, a)),
        }
    }

    /// A function of two numbers.
    pub(super) fn call2(&self, function: Function, a: Value, b: Value) -> Value {
        match (function, self.known(a), self.known(b)) {
            (_, Some(x), Some(y)) => self.constant(function.calc(x, y)),
            (Function::Power, _, Some(0.0)) => self.constant(1.0),
            (Function::Power, _, Some(1.0)) => a,
            (Function::Power, _, Some(2.0)) => self.product(a, a),
            (Function::Power, _, Some(-1.0)) => self.quotient(self.constant(1.0), a),
            (Function::Min | Function::Max, ..) if a == b => a,
            (Function::Min | Function::Max, ..) => self.insert(Call2(function, a.min(b), a.max(b))),
            _ => self.insert(Call2(function, a, b)),
        }
    }

    /// a < b ? c : d
    pub(super) fn choose(&self, a: Value, b: Value, c: Value, d: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => {
                if x < y {
                    c
                } else {
                    d
                }
            }
            _ if c == d => c,
            _ => self.insert(Select(a, b, c, d)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::symbolic::graph::Graph;

    #[test]
    fn zeros_and_ones_vanish() {
        let g = Graph::new();
        let (a, zero, one) = (g.input(0), g.number(0.0), g.number(1.0));
        assert!((a * zero).is_zero() && (zero / a).is_zero() && (a - a).is_zero());
        assert_eq!([a + zero, a - zero, a * one, a / one, -(-a), zero - (-a)], [a; 6]);
        assert_eq!(a / a, one);
        assert_eq!(a + a, a * 2.0);
    }

    #[test]
    fn operands_have_one_order_and_signs_go_outward() {
        let g = Graph::new();
        let (a, b, c) = (g.input(0), g.input(1), g.input(2));
        assert_eq!((a + b, a * b), (b + a, b * a));
        assert_eq!((-a) * b, -(a * b));
        assert_eq!((-a) * (-b), a * b);
        assert_eq!(c + (-a) * b, c - a * b);
        assert_eq!((-a) - b, -(a + b));
        // The difference is there once, either way.
        let difference = a - b;
        assert_eq!(b - a, -difference);
        assert_eq!(c - (b - a), c + difference);
    }

    #[test]
    fn numbers_are_folded() {
        let g = Graph::new();
        let a = g.input(0);
        assert_eq!(2.0 * (3.0 * a), 6.0 * a);
        assert_eq!(-2.0 * a, -(2.0 * a));
        assert_eq!(a / 4.0, 0.25 * a);
        assert_eq!((g.number(2.0) * 3.0 + 1.0).as_number(), Some(7.0));
        assert_eq!(g.number(9.0).sqrt().as_number(), Some(3.0));
        // Not where it would overflow.
        assert!((1e200 * (1e200 * a)).as_number().is_none());
        assert_ne!(1e200 * (1e200 * a), 1e300 * (1e100 * a) * 2.0);
    }

    #[test]
    fn choices_that_are_known_are_made() {
        let g = Graph::new();
        let (a, b) = (g.input(0), g.input(1));
        assert_eq!(g.select(g.number(1.0), g.number(2.0), a, b), a);
        assert_eq!(g.select(g.number(2.0), g.number(2.0), a, b), b);
        assert_eq!(g.select(a, b, a, a), a);
    }
}
