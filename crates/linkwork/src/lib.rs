//! Linkwork: dynamics of mechanisms of rigid bodies and joints, closed loops and redundant constraints included.
//!
//! A [`Model`] holds bodies, joints and forces; a [`Plan`] what was chosen for it, and why; a [`Simulation`] one
//! [`State`] and the memory to move it. A [`Sink`](recorder::Sink) takes the rows of a run.
//!
//! ```
//! use linkwork::recorder::Memory;
//! use linkwork::{Model, Plan, Settings, Simulation, gallery};
//!
//! let text = gallery::find("four-bar").expect("it is in the gallery");    // or any model file
//! let model = Model::parse(&text, "four-bar.toml")?;
//! let plan = Plan::choose(&model, &Settings { end: 0.5, ..Settings::default() })?;
//! assert_eq!((plan.dof, plan.rank, model.n_equations()), (1, 17, 20));
//!
//! let mut rows = Memory::default();
//! let mut simulation = Simulation::new(model, plan)?;
//! simulation.run(&mut rows)?;
//! assert_eq!(rows.rows.len(), 51);
//! assert!(simulation.summary().max_residual < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! There are three doors, each built from the next: [`Simulation::run`], [`Simulation::step`] and
//! [`Simulation::evaluate`]; [`Simulation::observe`] shows a state as users see it, reactions included. Models come
//! from TOML or JSON ([`Model::parse`]), from Rust ([`Model::builder`]) or from the [`gallery`]. The library opens no
//! files and prints nothing.
//!
//! Whoever wants to read the code starts with [`simulation`] (the step), then [`system`] (what it moves) and
//! `formulation::stages` (one evaluation, stages 1 to 5), `formulation::cartesian` (the equations), [`reduced`]
//! (their form) and `solver::elimination`.

#![warn(unreachable_pub)]
#![allow(non_snake_case)] // Matrices and frames keep their letters of the theory: M, G, E, R_WB, w_WB.

mod checkpoint;
mod compliance;
pub mod error;
pub mod exchange;
mod formulation;
pub mod gallery;
pub mod hash;
pub mod ids;
mod integrator;
mod lanes;
mod large_pages;
mod locks;
pub mod methods;
pub mod model;
pub mod multibody;
mod observation;
pub mod parallel;
pub mod plan;
mod play;
pub mod recorder;
pub mod reduced;
pub mod settings;
mod shown;
pub mod simulation;
mod singular;
pub mod solver;
pub mod spatial;
mod specialization;
mod stabilization;
pub mod state;
pub mod stats;
pub mod symbolic;
pub mod system;
pub mod topology;
pub mod workspace;

pub use checkpoint::Checkpoint;
pub use error::SimulationError;
pub use ids::{BodyId, JointId};
pub use large_pages::LargePages;
pub use model::{Faults, Model, ModelFile, Space};
pub use plan::Plan;
pub use settings::Settings;
pub use shown::{is_hidden, shown};
pub use simulation::Simulation;
pub use state::State;
pub use stats::Summary;
