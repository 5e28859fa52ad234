//! The cost of a program: operations by kind. Flops are counted as the literature does: each +, −, ×, ÷ and √ is one; a
//! change of sign is counted too, though it is nearly free; functions such as sine are not, and are told separately.

use super::program::{Function, Operation, Program};

/// Operations by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// + and −.
    pub additions: usize,
    /// ×
    pub multiplications: usize,
    /// ÷
    pub divisions: usize,
    /// √
    pub roots: usize,
    /// Changes of sign.
    pub negations: usize,
    /// Other functions, and choices between two numbers.
    pub others: usize,
}

impl Count {
    /// All of a program.
    pub fn of(program: &Program) -> Count {
        let mut count = Count::default();
        for operation in &program.operations {
            match operation {
                Operation::Input(_) | Operation::Constant(_) => {}
                Operation::Negate(_) => count.negations += 1,
                Operation::Add(..) | Operation::Subtract(..) => count.additions += 1,
                Operation::Multiply(..) => count.multiplications += 1,
                Operation::MultiplyAdd(..) | Operation::MultiplySubtract(..) => {
                    count.multiplications += 1;
                    count.additions += 1;
                }
                Operation::Divide(..) => count.divisions += 1,
                Operation::Call(Function::Sqrt, _) => count.roots += 1,
                Operation::Call(..) | Operation::Call2(..) | Operation::Select(..) => count.others += 1,
            }
        }
        count
    }

    /// + − × ÷ √ and changes of sign.
    pub fn flops(&self) -> usize {
        self.additions + self.multiplications + self.divisions + self.roots + self.negations
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::graph::Graph;

    #[test]
    fn each_operation_counts_once() {
        let g = Graph::new();
        let (a, b) = (g.input(0), g.input(1));
        let length = (a * a + b * b).sqrt();
        let program = g.program(2, &[length, a / length, -length, a.call(Function::Sin)]);
        let count = Count::of(&program);
        let expected = Count { additions: 1, multiplications: 2, divisions: 1, roots: 1, negations: 1, others: 1 };
        assert_eq!((count, count.flops()), (expected, 6));
    }
}
