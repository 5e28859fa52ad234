//! Programs made for models and for tests, against one another: interpreter, machine code, C and Rust as the system's compilers make them of
//! what is written.

mod sources;
