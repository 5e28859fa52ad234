//! Straight-line programs as machine code, made in the process by Cranelift.
//!
//! A program becomes functions of about two thousand operations each, since the time to compile one grows faster than
//! its length. They are called in order, with four addresses: inputs, constants, values left between functions,
//! outputs. The operations are those of IEEE 754, products and sums fused as [`adapt`] says and never otherwise, and
//! everything else is done by the functions of [`linkwork::symbolic::Function`], so that the bits are those of the
//! [`Interpreter`](linkwork::symbolic::Interpreter) for the same program.
//!
//! Nothing but a checked program reaches the code generator. The code can reach the four arrays only, at places that
//! are known when it is made and lie inside; the lengths of what callers lend are compared before every run.

mod code;
mod functions;
mod memory;
mod residence;
mod specialize;

use code::Generator;
use linkwork::symbolic::fuse::fuse;
use linkwork::symbolic::pieces::{Pieces, USUAL_LENGTH, check};
use linkwork::symbolic::{Executor, Operation, Program};
use memory::Code;
use std::cell::RefCell;

pub use specialize::{Made, settle};

/// The most operations that are compiled: a few seconds, and some 100 MB of machine code.
pub const MOST_OPERATIONS: usize = 2_000_000;

/// The most inputs, and the most outputs: instructions have 31 bits for the distance of a number from the beginning
/// of its array.
pub const MOST_NUMBERS: usize = 1 << 28;

/// A program as machine code.
pub struct Compiled {
    code: Code,
    constants: Vec<f64>,
    /// Values left between functions; taken once, so that a run takes no memory.
    places: RefCell<Vec<f64>>,
}

/// Makes machine code of a program.
///
/// # Errors
/// When the program is too long, has too many inputs or outputs, or cannot be run, when there is no code generator
/// for this processor, or when the system gives no memory for code.
pub fn compile(program: &Program) -> Result<Compiled, String> {
    let n = program.operations.len();
    if n > MOST_OPERATIONS {
        return Err(format!("the program has {n} operations, more than are compiled ({MOST_OPERATIONS})"));
    }
    let n = program.n_inputs.max(program.outputs.len());
    if n > MOST_NUMBERS {
        return Err(format!("the program has {n} inputs or outputs, more than are compiled ({MOST_NUMBERS})"));
    }
    compile_pieces(&adapt(program)?, USUAL_LENGTH)
}

/// The program as it is compiled here: with fused operations, where the processor has them.
///
/// # Errors
/// When the program cannot be run, or there is no code generator for this processor.
pub fn adapt(program: &Program) -> Result<Program, String> {
    check(program)?;
    Ok(if code::has_fused_operations()? { fuse(program) } else { program.clone() })
}

fn compile_pieces(program: &Program, length: usize) -> Result<Compiled, String> {
    let Pieces { pieces, n_places } = Pieces::of(program, length)?;
    let mut generator = Generator::new(program, n_places)?;
    for piece in &pieces {
        generator.add(piece)?;
    }
    let constant = |operation: &Operation| match operation {
        Operation::Constant(x) => Some(*x),
        _ => None,
    };
    let n_places = generator.most_places();
    let constants: Vec<f64> = program.operations.iter().filter_map(constant).collect();
    let lengths = [program.n_inputs, constants.len(), n_places, program.outputs.len()];
    Ok(Compiled { code: generator.finish(lengths)?, constants, places: RefCell::new(vec![0.0; n_places]) })
}

impl Executor for Compiled {
    /// From inputs to outputs.
    ///
    /// # Panics
    /// When there are not as many of them as the program has.
    fn run(&self, inputs: &[f64], outputs: &mut [f64]) {
        self.code.run(inputs, &self.constants, &mut self.places.borrow_mut(), outputs);
    }
}

impl Compiled {
    /// Bytes of machine code.
    pub fn n_bytes(&self) -> usize {
        self.code.n_bytes()
    }
}

#[cfg(test)]
mod tests;
