//! A program written for the model: expressions with all constant data folded in, each computed once, without indices
//! or zeros.
//!
//! [`Specialized::of`] turns a model into straight-line [`Program`]s. They are made as a `graph` of expressions, in
//! which equal ones are kept once and known ones are numbers (`simplify`); what is left is put in order (`compile`) and
//! counted (`count`).

mod by_program;
pub(crate) mod compile;
pub(crate) mod count;
pub mod emit;
pub(crate) mod finish;
pub mod fuse;
pub(crate) mod graph;
pub(crate) mod interpret;
pub mod pieces;
pub(crate) mod program;
mod real;
pub(crate) mod simplify;
mod specialized;
pub(crate) mod vectors;
pub(crate) mod witness;

pub(crate) use by_program::ByProgram;
pub(crate) use by_program::{NO_BALLAST, NO_FEEDBACK};
pub use count::Count;
pub use interpret::Interpreter;
pub use pieces::{Piece, Pieces};
pub use program::{Function, Operation, Program, Value};
pub use specialized::{Procedure, Specialized};

/// A program that is ready to run: interpreted, or compiled to machine code.
pub trait Executor: Send {
    /// From inputs to outputs, as many as the program has.
    fn run(&self, inputs: &[f64], outputs: &mut [f64]);
}
