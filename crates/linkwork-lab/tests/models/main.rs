//! Whole models by several methods: comparisons find what differs, and nothing that does not.

mod comparison;
mod natural;

// Shared with the tests of the engine, which need more of it.
#[allow(dead_code)]
#[path = "../../../linkwork/tests/models/motion/mod.rs"]
mod motion;
