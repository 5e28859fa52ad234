//! Products that one sum alone needs become one operation with it, rounded once instead of twice: many processors have
//! an instruction for that, and half of the operations of a factorization are such pairs. Other bits than those of the
//! program as it was, and the same ones wherever it is run.

use super::pieces::operands;
use super::program::{Operation, Program, Value};

/// The program with fused operations. Numbers of values stay; products that were fused are still there, and nobody
/// needs them.
pub fn fuse(program: &Program) -> Program {
    let mut uses = vec![0u32; program.operations.len()];
    let needed = program.operations.iter().flat_map(|operation| operands(*operation));
    needed.chain(program.outputs.iter().copied()).for_each(|value| uses[value.0 as usize] += 1);
    let product = |value: Value| match program.operations[value.0 as usize] {
        Operation::Multiply(a, b) if uses[value.0 as usize] == 1 => Some((a, b)),
        _ => None,
    };
    let fused = |operation: &Operation| match *operation {
        Operation::Add(c, d) => match (product(d), product(c)) {
            (Some((a, b)), _) => Operation::MultiplyAdd(a, b, c),
            (None, Some((a, b))) => Operation::MultiplyAdd(a, b, d),
            (None, None) => *operation,
        },
        Operation::Subtract(c, d) => match product(d) {
            Some((a, b)) => Operation::MultiplySubtract(a, b, c),
            None => *operation,
        },
        other => other,
    };
    Program { operations: program.operations.iter().map(fused).collect(), ..program.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Operation::*;

    #[test]
    fn products_with_one_use_go_into_sums() {
        let [x, y, z] = [0, 1, 2].map(Value);
        let mut program = Program { n_inputs: 3, operations: vec![Input(0), Input(1), Input(2)], outputs: vec![] };
        // Value 3, needed twice: by 4, and by 6.
        program.operations.extend([Multiply(x, y), Add(Value(3), z), Multiply(y, z), Subtract(Value(3), Value(5))]);
        program.operations.extend([Multiply(x, x), Add(Value(7), z), Multiply(z, z), Add(z, Value(9))]);
        program.outputs = vec![Value(4), Value(6), Value(8), Value(9), Value(10)];
        let fused = fuse(&program).operations;
        assert_eq!(fused[4], Add(Value(3), z));
        assert_eq!(fused[6], MultiplySubtract(y, z, Value(3)));
        assert_eq!(fused[8], MultiplyAdd(x, x, z));
        assert_eq!(fused[10], Add(z, Value(9)), "an output is a use");
    }
}
