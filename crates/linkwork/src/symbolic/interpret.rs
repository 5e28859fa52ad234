//! Straight-line programs, computed one operation after the other: the yardstick for everything that is generated from
//! them. Some fifty times slower than machine code, and the same bits: both use the operations of IEEE 754 and, for
//! everything else, the functions here.

use super::Executor;
use super::pieces::check;
use super::program::{Function, Operation, Program, Value};
use std::cell::RefCell;

impl Function {
    /// Whether it takes two numbers.
    pub fn takes_two(self) -> bool {
        matches!(self, Function::Atan2 | Function::Power | Function::Min | Function::Max)
    }

    /// Its value; functions of two numbers take the second one from `b`, which the others do not look at.
    pub fn calc(self, a: f64, b: f64) -> f64 {
        match self {
            Function::Sqrt => a.sqrt(),
            Function::Abs => a.abs(),
            Function::Floor => a.floor(),
            Function::Sin => a.sin(),
            Function::Cos => a.cos(),
            Function::Tan => a.tan(),
            Function::Asin => a.asin(),
            Function::Acos => a.acos(),
            Function::Atan => a.atan(),
            Function::Sinh => a.sinh(),
            Function::Cosh => a.cosh(),
            Function::Tanh => a.tanh(),
            Function::Exp => a.exp(),
            Function::Ln => a.ln(),
            Function::Log10 => a.log10(),
            Function::Atan2 => a.atan2(b),
            Function::Power => a.powf(b),
            Function::Min => a.min(b),
            Function::Max => a.max(b),
        }
    }
}

/// A program with memory for its values.
#[derive(Clone, Debug)]
pub struct Interpreter {
    program: Program,
    /// All values of the last run; taken once, so that a run takes no memory.
    values: RefCell<Vec<f64>>,
}

impl Interpreter {
    /// Takes memory.
    ///
    /// # Errors
    /// The fault of a program that cannot be run.
    pub fn new(program: &Program) -> Result<Interpreter, String> {
        check(program)?;
        Ok(Interpreter { program: program.clone(), values: RefCell::new(vec![0.0; program.operations.len()]) })
    }

    /// From inputs to outputs.
    ///
    /// # Panics
    /// When there are not as many of them as the program has.
    pub fn run(&self, inputs: &[f64], outputs: &mut [f64]) {
        let Program { n_inputs, operations, outputs: handed_out } = &self.program;
        assert_eq!((inputs.len(), outputs.len()), (*n_inputs, handed_out.len()), "numbers in and out");
        let mut values = self.values.borrow_mut();
        for (k, operation) in operations.iter().enumerate() {
            values[k] = calc(*operation, inputs, &values);
        }
        for (output, value) in outputs.iter_mut().zip(handed_out) {
            *output = values[value.0 as usize];
        }
    }
}

impl Executor for Interpreter {
    fn run(&self, inputs: &[f64], outputs: &mut [f64]) {
        Interpreter::run(self, inputs, outputs);
    }
}

fn calc(operation: Operation, inputs: &[f64], values: &[f64]) -> f64 {
    let at = |value: Value| values[value.0 as usize];
    match operation {
        Operation::Input(number) => inputs[number as usize],
        Operation::Constant(x) => x,
        Operation::Negate(a) => -at(a),
        Operation::Add(a, b) => at(a) + at(b),
        Operation::Subtract(a, b) => at(a) - at(b),
        Operation::Multiply(a, b) => at(a) * at(b),
        Operation::Divide(a, b) => at(a) / at(b),
        Operation::MultiplyAdd(a, b, c) => at(a).mul_add(at(b), at(c)),
        Operation::MultiplySubtract(a, b, c) => (-at(a)).mul_add(at(b), at(c)),
        Operation::Call(function, a) => function.calc(at(a), 0.0),
        Operation::Call2(function, a, b) => function.calc(at(a), at(b)),
        Operation::Select(a, b, c, d) => {
            if at(a) < at(b) {
                at(c)
            } else {
                at(d)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(operations: Vec<Operation>, inputs: &[f64]) -> f64 {
        let outputs = vec![Value(operations.len() as u32 - 1)];
        let program = Program { n_inputs: inputs.len(), operations, outputs };
        let mut output = [0.0];
        Interpreter::new(&program).unwrap().run(inputs, &mut output);
        output[0]
    }

    #[test]
    fn every_operation_does_what_it_says() {
        use Operation::*;
        let (a, b, two) = (Value(0), Value(1), [Input(0), Input(1)]);
        let of = |operation| run([&two[..], &[operation]].concat(), &[6.0, 1.5]);
        let calculated = [Negate(a), Add(a, b), Subtract(a, b), Multiply(a, b), Divide(a, b), Constant(7.5)].map(of);
        assert_eq!(calculated, [-6.0, 7.5, 4.5, 9.0, 4.0, 7.5]);
        assert_eq!([Select(a, b, a, b), Select(b, a, a, b), Select(a, a, a, b)].map(of), [1.5, 6.0, 1.5]);
        assert_eq!(of(Call2(Function::Power, a, b)), 6f64.powf(1.5));
        assert_eq!(of(Call2(Function::Atan2, a, b)), 6f64.atan2(1.5));
        assert_eq!([Function::Min, Function::Max].map(|f| of(Call2(f, a, b))), [1.5, 6.0]);
        assert_eq!([Function::Sqrt, Function::Floor].map(|f| of(Call(f, b))), [1.5f64.sqrt(), 1.0]);
    }

    #[test]
    #[should_panic(expected = "numbers in and out")]
    fn slices_of_other_lengths_are_refused() {
        let program = Program { n_inputs: 1, operations: vec![Operation::Input(0)], outputs: vec![Value(0)] };
        Interpreter::new(&program).unwrap().run(&[], &mut [0.0]);
    }
}
