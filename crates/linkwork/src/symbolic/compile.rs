//! From a graph to a straight-line program: only what the outputs need, each value shortly before it is used.
//!
//! Values are computed in the order in which a walk from the outputs meets them, operands with the longer way first: of
//! two operands the one that needs more numbers at a time is computed while the other one does not yet occupy a place.
//! Machine code then keeps more of them in registers.

use super::graph::{Graph, Term};
use super::interpret::Interpreter;
use super::pieces::operands;
use super::program::{Operation, Program, Value};

/// A value that has not got its place yet.
const NOWHERE: u32 = u32::MAX;

impl Graph {
    /// The program that hands out these terms.
    pub(crate) fn program(&self, n_inputs: usize, outputs: &[Term]) -> Program {
        let outputs: Vec<Value> = outputs.iter().map(|term| self.value_of(*term)).collect();
        let mut operations = self.operations();
        turn_signs(&mut operations, &outputs);
        let need = calc_need(&operations);
        let mut places = vec![NOWHERE; operations.len()];
        let mut program = Program { n_inputs, ..Program::default() };
        let mut waiting: Vec<(Value, bool)> = Vec::new();
        for &output in &outputs {
            waiting.push((output, false));
            while let Some((value, is_ready)) = waiting.pop() {
                let k = value.0 as usize;
                if places[k] != NOWHERE {
                    continue;
                }
                if is_ready {
                    places[k] = program.operations.len() as u32;
                    program.operations.push(map(operations[k], |operand| Value(places[operand.0 as usize])));
                    continue;
                }
                waiting.push((value, true));
                let first = waiting.len();
                waiting.extend(operands(operations[k]).map(|operand| (operand, false)));
                // The last one of them is the first one computed.
                waiting[first..].sort_by_key(|(operand, _)| need[operand.0 as usize]);
            }
        }
        program.outputs = outputs.iter().map(|value| Value(places[value.0 as usize])).collect();
        program
    }

    /// Terms as numbers, given the inputs.
    ///
    /// # Errors
    /// When there are fewer inputs than the terms need.
    pub(crate) fn evaluate(&self, inputs: &[f64], terms: &[Term]) -> Result<Vec<f64>, String> {
        let mut outputs = vec![0.0; terms.len()];
        Interpreter::new(&self.program(inputs.len(), terms))?.run(inputs, &mut outputs);
        Ok(outputs)
    }
}

/// Changes of sign that nobody but one difference or one product with a number takes are done there.
fn turn_signs(operations: &mut [Operation], outputs: &[Value]) {
    let mut uses = vec![0u32; operations.len()];
    let live = find_live(operations, outputs);
    for (operation, _) in operations.iter().zip(&live).filter(|(_, live)| **live) {
        operands(*operation).for_each(|operand| uses[operand.0 as usize] += 1);
    }
    outputs.iter().for_each(|output| uses[output.0 as usize] += 1);
    for k in 0..operations.len() {
        let Operation::Negate(a) = operations[k] else { continue };
        if uses[a.0 as usize] == 1
            && let Operation::Subtract(x, y) = operations[a.0 as usize]
        {
            operations[k] = Operation::Subtract(y, x);
        }
    }
}

fn find_live(operations: &[Operation], outputs: &[Value]) -> Vec<bool> {
    let mut live = vec![false; operations.len()];
    outputs.iter().for_each(|output| live[output.0 as usize] = true);
    for k in (0..operations.len()).rev() {
        if live[k] {
            operands(operations[k]).for_each(|operand| live[operand.0 as usize] = true);
        }
    }
    live
}

/// Numbers that are needed at a time to compute each value, were none of them shared [Sethi and Ullman].
fn calc_need(operations: &[Operation]) -> Vec<u32> {
    let mut need: Vec<u32> = Vec::with_capacity(operations.len());
    for &operation in operations {
        let (mut of_operands, mut n) = ([0; 4], 0);
        for operand in operands(operation) {
            of_operands[n] = need[operand.0 as usize];
            n += 1;
        }
        of_operands[..n].sort_unstable_by(|a, b| b.cmp(a));
        let most = of_operands[..n].iter().enumerate().map(|(k, need)| need + k as u32).max();
        need.push(match operation {
            Operation::Constant(_) => 0,
            _ => most.unwrap_or(1).max(1),
        });
    }
    need
}

fn map(operation: Operation, to: impl Fn(Value) -> Value) -> Operation {
    match operation {
        Operation::Input(_) | Operation::Constant(_) => operation,
        Operation::Negate(a) => Operation::Negate(to(a)),
        Operation::Call(function, a) => Operation::Call(function, to(a)),
        Operation::Add(a, b) => Operation::Add(to(a), to(b)),
        Operation::Subtract(a, b) => Operation::Subtract(to(a), to(b)),
        Operation::Multiply(a, b) => Operation::Multiply(to(a), to(b)),
        Operation::Divide(a, b) => Operation::Divide(to(a), to(b)),
        Operation::Call2(function, a, b) => Operation::Call2(function, to(a), to(b)),
        Operation::MultiplyAdd(a, b, c) => Operation::MultiplyAdd(to(a), to(b), to(c)),
        Operation::MultiplySubtract(a, b, c) => Operation::MultiplySubtract(to(a), to(b), to(c)),
        Operation::Select(a, b, c, d) => Operation::Select(to(a), to(b), to(c), to(d)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_asked_for_is_computed_and_operands_come_first() {
        let g = Graph::new();
        let (a, b) = (g.input(0), g.input(1));
        let _unused = (a / b).sqrt();
        let difference = a - b;
        let program = g.program(2, &[difference * difference + a, -(b - 3.0 * a)]);
        assert!(!program.operations.iter().any(|o| matches!(o, Operation::Divide(..) | Operation::Call(..))));
        // The sign is turned in the difference.
        assert!(!program.operations.iter().any(|o| matches!(o, Operation::Negate(_))));
        for (k, operation) in program.operations.iter().enumerate() {
            assert!(operands(*operation).all(|operand| (operand.0 as usize) < k));
        }
        let found = g.evaluate(&[5.0, 2.0], &[difference * difference + a, -(b - 3.0 * a)]);
        assert_eq!(found, Ok(vec![14.0, 13.0]));
    }

    #[test]
    fn depth_is_no_limit() {
        let g = Graph::new();
        let x = g.input(0);
        let mut sum = g.number(0.0);
        for k in 0..200_000 {
            sum = (sum + x) * (1.0 + 1e-9 * f64::from(k));
        }
        assert!(g.program(1, &[sum]).operations.len() > 300_000);
    }
}
