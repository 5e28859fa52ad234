//! The reduced system E λ = b with E = G M⁻¹ Gᵀ: the seam between formulations and solvers.
//!
//! A *block* is the set of equations of one joint. A *node* is what carries inertia: a body, or a subsystem of
//! bodies. A node is touched through *handles*: a body has one, a subsystem one for each point where a joint
//! attaches. An *incidence* is a block touching a handle; it owns one block of G (equations × handle width, stored
//! transposed). [`Pattern`] says who touches whom and is made once; [`ReducedSystem`] holds the numbers of one
//! evaluation: G by incidence and M⁻¹ by node. E itself is formed only by the solvers that want it.

mod diagonal;
pub(crate) mod inverse_mass;
mod pattern;
mod products;
mod system;

pub(crate) use diagonal::InverseDiagonal;
pub use inverse_mass::InverseMass;
pub use pattern::Pattern;
pub(crate) use pattern::{Form, Incidence, n_axes};
pub(crate) use system::FullScratch;
pub use system::ReducedSystem;
