//! A program written for the model: expressions with all constant data folded in, each computed once, without indices or zeros.

pub mod program;

pub use program::{Function, Operation, Program, Value};
