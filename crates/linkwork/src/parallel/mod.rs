//! Threads: a team that works through lists of independent tasks, and the division of a model into such tasks.
//!
//! How work is divided depends on the model and the plan only, never on the number of threads or on who is first, and
//! tasks share no memory that they write. So the bits of all results are the same for any number of threads.

mod tasks;
mod team;

pub(crate) use tasks::{MOST_TASKS, divide, divide_evenly};
pub use team::Team;
