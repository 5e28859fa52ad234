//! Recording: an observation of the mechanism becomes a row of numbers, a sink takes the rows.

mod channel;
mod output_times;

pub use channel::{Channels, JointChannels, ModelChannels, ObservedRow, Row, channels};
pub use output_times::OutputTimes;

use crate::checkpoint::Checkpoint;
use crate::error::SimulationError;
use crate::model::Model;
use crate::spatial::{BodyMotion, Wrench};

/// What users see of a state: computed once per output time, reused from row to row.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// In s.
    pub time: f64,
    /// By body.
    pub bodies: Vec<BodyMotion>,
    /// By joint: on its second body, about the joint point on that body.
    pub reactions: Vec<Wrench>,
    /// By joint: the angle near which its angle is meant, then second angles; see [`State::unwrapped_angles`](crate::State).
    pub unwrapped_angles: Vec<f64>,
    /// Joint by joint, its coordinates in the order of [`Joint::coordinates`](crate::model::Joint::coordinates), each
    /// with its rate and its acceleration; [`Model::first_coordinates`] tells where those of a joint begin. Several
    /// processes have those of the whole only.
    pub coordinates: Vec<[f64; 3]>,
    /// By joint: the load of its driver along q (N or N·m), positive where it drives q up; zero without driver.
    pub drives: Vec<f64>,
    /// Force by force, what it [measures](crate::model::Force::measure). Several processes have those of the whole
    /// only.
    pub measures: Vec<f64>,
    /// ½ Σ m v² + ωᵀJω.
    pub kinetic: f64,
    /// Gravity and springs.
    pub potential: f64,
    /// By body: its part of the kinetic energy, and its potential energy in the field of gravity.
    pub energies: Vec<[f64; 2]>,
    /// By force: the energy stored in its springs.
    pub stored: Vec<f64>,
    /// Largest |Φ| of any constraint equation.
    pub residual_position: f64,
    /// Largest |G v − ν| of any constraint equation.
    pub residual_velocity: f64,
}

impl Observation {
    /// Memory for a model.
    pub(crate) fn resize(&mut self, model: &Model) {
        self.bodies.resize(model.n_bodies(), BodyMotion::default());
        self.energies.resize(model.n_bodies(), [0.0; 2]);
        self.reactions.resize(model.n_joints(), Wrench::default());
        self.unwrapped_angles.resize(model.n_angles(), 0.0);
        self.drives.resize(model.n_joints(), 0.0);
        self.stored.resize(model.forces.len(), 0.0);
    }

    /// The energies of the whole: bodies in their order, then springs in theirs.
    pub(crate) fn sum_energies(&mut self) {
        (self.kinetic, self.potential) = (0.0, 0.0);
        for [kinetic, potential] in &self.energies {
            self.kinetic += kinetic;
            self.potential += potential;
        }
        self.potential += self.stored.iter().sum::<f64>();
    }
}

/// Takes the rows of a run: a file, a buffer, a plot.
pub trait Sink {
    /// Told once, before the first row.
    ///
    /// # Errors
    /// [`SimulationError::Sink`] when it cannot take results.
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError>;

    /// One output time.
    ///
    /// # Errors
    /// [`SimulationError::Sink`] when it cannot take the row.
    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError>;

    /// Called after every accepted step, between rows: progress bars and interrupts. Returning false ends the run in
    /// good order.
    fn progress(&mut self, _time: f64, _steps: u64) -> bool {
        true
    }

    /// Asked after every accepted step, once its rows are recorded: whether a checkpoint is wanted now.
    fn is_checkpoint_due(&mut self, _time: f64) -> bool {
        false
    }

    /// The checkpoint that was wanted.
    ///
    /// # Errors
    /// [`SimulationError::Sink`] when it cannot be kept.
    fn keep(&mut self, _checkpoint: &Checkpoint) -> Result<(), SimulationError> {
        Ok(())
    }
}

/// A sink that keeps all rows in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Channel names.
    pub channels: Vec<String>,
    /// One row per output time.
    pub rows: Vec<Vec<f64>>,
}

impl Memory {
    /// The values of one channel over time; `None` if there is no such channel.
    pub fn column(&self, channel: &str) -> Option<Vec<f64>> {
        let k = self.channels.iter().position(|c| c == channel)?;
        Some(self.rows.iter().map(|row| row[k]).collect())
    }
}

impl Sink for Memory {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.channels.clear();
        channels.for_each(&mut |name| self.channels.push(name.to_string()));
        Ok(())
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        let mut kept = Vec::with_capacity(row.count());
        row.for_each(&mut |numbers| kept.extend_from_slice(numbers));
        self.rows.push(kept);
        Ok(())
    }
}
