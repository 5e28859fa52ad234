//! Experiments with Linkwork, none of which a simulation enters: analysis of a model before it moves, one model by
//! every method, published tables recomputed, costs measured on the machine at hand.

#![allow(non_snake_case)] // Matrices keep their letters of the theory, as in the engine.

pub mod analysis;
pub mod automatic;
pub mod comparison;
pub mod crossover;
pub mod papers;
mod processor_time;
pub mod scale;
