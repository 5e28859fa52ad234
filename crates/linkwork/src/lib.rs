//! Linkwork: dynamics of mechanisms of rigid bodies and joints, closed loops and redundant constraints included.
#![allow(non_snake_case)] // Matrices and frames keep their letters of the theory: M, G, E, R_WB, w_WB.

pub mod analysis;
pub mod error;
pub mod formulation;
pub mod gallery;
pub mod ids;
pub mod integrator;
pub mod model;
pub mod plan;
pub mod recorder;
pub mod reduced;
pub mod settings;
pub mod simulation;
pub mod solver;
pub mod spatial;
pub mod stabilization;
pub mod state;
pub mod stats;
pub mod topology;
pub mod workspace;

pub use error::Trouble;
pub use ids::{BodyId, JointId};
pub use model::{Faults, Model, ModelFile, Space};
pub use plan::Plan;
pub use settings::Settings;
pub use simulation::Simulation;
pub use state::State;
pub use stats::Summary;
