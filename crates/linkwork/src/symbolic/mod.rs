//! A program written for the model: expressions with all constant data folded in, each computed once, without indices or zeros.

pub mod emit;
pub mod interpret;
pub mod pieces;
pub mod program;

pub use interpret::Interpreter;
pub use pieces::{Piece, Pieces};
pub use program::{Function, Operation, Program, Value};
