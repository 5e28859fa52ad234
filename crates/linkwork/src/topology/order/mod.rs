//! Orders of elimination.
//!
//! **Problem.** Eliminating a joint couples all joints it was coupled to; find an order that couples few. The best is
//! out of reach in general (it is NP-hard), so there are several methods, and their results are compared by what they
//! cost ([`choose_elimination`](super::choose_elimination)).
//!
//! An order *must* name every joint once and be the same on every machine. It *should* bring no fill where that is
//! possible, as on trees, and come close to the best known order elsewhere.
//!
//! * [`minimum_degree()`]: good everywhere, for any size;
//! * `minimum_fill`: often a little better, slower;
//! * `nested_dissection`: best on large nets, with wide elimination trees;
//! * `odd_even`: levels of independent joints, for a depth that grows with the logarithm;
//! * `natural` and `find_joints`: as the file or somebody lists them;
//! * `balance`: turns the elimination tree of an order so that it splits its work evenly, at the same cost.

mod balance;
mod bisection;
mod cliques;
mod given;
mod minimum_degree;
mod minimum_fill;
mod nested_dissection;
mod odd_even;
mod separators;

pub(crate) use balance::balance;
pub(crate) use given::{find_joints, natural};
pub use minimum_degree::minimum_degree;
pub(crate) use minimum_fill::minimum_fill;
pub(crate) use nested_dissection::nested_dissection;
pub(crate) use odd_even::odd_even;
pub(crate) use separators::find_separators;
