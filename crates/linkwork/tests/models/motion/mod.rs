//! Runs a model and looks at its motion: what the whole-motion tests share.

use linkwork::recorder::{Channels, Memory, Row, Sink};
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, SimulationError, Summary, gallery};

/// Acceleration of free fall in all tests (m/s²).
pub const G: f64 = 9.81;

/// A finished run: rows by output time, and the summary.
pub struct Motion {
    pub memory: Memory,
    pub summary: Summary,
}

/// Rows, and a checkpoint after each step, if wanted.
#[derive(Default)]
pub struct Keeping {
    pub rows: Memory,
    pub wanted: bool,
    pub checkpoints: Vec<Checkpoint>,
}

impl Sink for Keeping {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.rows.begin(channels)
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        self.rows.record(row)
    }

    fn is_checkpoint_due(&mut self, _time: f64) -> bool {
        self.wanted
    }

    fn keep(&mut self, checkpoint: &Checkpoint) -> Result<(), SimulationError> {
        self.checkpoints.push(checkpoint.clone());
        Ok(())
    }
}

/// The model in this TOML text; a text with faults fails the test with all of them.
pub fn parse(text: &str) -> Model {
    Model::parse(text, "test.toml").unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// A model of the gallery.
pub fn from_gallery(name: &str) -> Model {
    parse(&gallery::find(name).unwrap_or_else(|| panic!("no model '{name}' in the gallery")))
}

/// Whether bodies touch: impacts take many short steps at tight tolerances.
pub fn has_contacts(model: &Model) -> bool {
    model.forces.iter().any(|force| matches!(force, linkwork::model::Force::Contact(_)))
}

/// Settings for comparison with closed forms: errors of integration stay near 1e-11 over some seconds.
pub fn tight(end: f64, output_step: f64) -> Settings {
    Settings { end, output_step, rtol: 1e-12, atol: 1e-13, ..Settings::default() }
}

/// Plans and runs.
pub fn run(model: &Model, settings: &Settings) -> Motion {
    let plan = Plan::choose(model, settings).unwrap_or_else(|trouble| panic!("{}: {trouble}", model.name));
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    let mut memory = Memory::default();
    simulation.run(&mut memory).unwrap_or_else(|trouble| panic!("{}: {trouble}", model.name));
    Motion { memory, summary: simulation.summary() }
}

/// The TOML text at tight tolerances.
pub fn run_tight(text: &str, end: f64, output_step: f64) -> Motion {
    run(&parse(text), &tight(end, output_step))
}

impl Motion {
    /// One channel over time.
    pub fn column(&self, channel: &str) -> Vec<f64> {
        self.memory.column(channel).unwrap_or_else(|| panic!("no channel '{channel}' in {:?}", self.memory.channels))
    }

    /// Several channels, one array per output time.
    pub fn columns<const N: usize>(&self, channels: [&str; N]) -> Vec<[f64; N]> {
        let columns = channels.map(|c| self.column(c));
        (0..self.memory.rows.len()).map(|k| std::array::from_fn(|c| columns[c][k])).collect()
    }

    /// Three channels that differ in their last letter: `base` + x, y, z.
    pub fn vectors(&self, base: &str) -> Vec<[f64; 3]> {
        // In the plane there is no column for what is always zero.
        let columns = ["x", "y", "z"].map(|c| self.memory.column(&format!("{base}{c}")));
        assert!(columns[0].is_some(), "no channel '{base}x' in {:?}", self.memory.channels);
        let value = |c: usize, k: usize| columns[c].as_ref().map_or(0.0, |column| column[k]);
        (0..self.memory.rows.len()).map(|k| [0, 1, 2].map(|c| value(c, k))).collect()
    }

    /// One channel at the last output time.
    pub fn last(&self, channel: &str) -> f64 {
        self.column(channel)[self.memory.rows.len() - 1]
    }

    /// Output times.
    pub fn times(&self) -> Vec<f64> {
        self.column("time")
    }

    /// Compares a channel with a function of time.
    pub fn assert_follows(&self, channel: &str, expected: impl Fn(f64) -> f64, tolerance: f64) {
        for (t, actual) in self.times().into_iter().zip(self.column(channel)) {
            assert_close(actual, expected(t), tolerance, &format!("{channel} at t = {t}"));
        }
    }
}

/// |actual − expected| ≤ tolerance, with everything in the message.
#[track_caller]
pub fn assert_close(actual: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (actual - expected).abs();
    assert!(
        error <= tolerance,
        "{what}: {actual} instead of {expected}, off by {error:.2e} (tolerance {tolerance:.0e})"
    );
}

/// Largest difference of two channels over all rows.
pub fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |m, (a, b)| (a - b).abs().max(m))
}

/// Spread of values: largest minus smallest.
pub fn spread(values: impl IntoIterator<Item = f64>) -> f64 {
    let (low, high) = values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (x.min(l), x.max(h)));
    high - low
}
