//! Recording: an observation of the mechanism becomes a row of numbers, a sink takes the rows.

mod channel;
mod output_times;

pub use crate::observation::Observation;
pub use channel::{Channels, JointChannels, ModelChannels, ObservedRow, Row, channels};
pub use output_times::OutputTimes;

use crate::checkpoint::Checkpoint;
use crate::error::SimulationError;

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
    /// By row: whether its reactions are definite.
    pub definite: Vec<bool>,
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
        self.definite.push(row.is_definite());
        Ok(())
    }
}
