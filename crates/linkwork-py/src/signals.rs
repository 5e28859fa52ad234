//! Signals of the operating system: Ctrl-C while the interpreter's lock is released.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Often enough that Ctrl-C seems to act at once, seldom enough to cost nothing, and never in short runs.
const EVERY: Duration = Duration::from_millis(50);

/// Looks for signals now and then, and calls back.
pub(crate) struct Watch {
    looked: Instant,
    callback: Option<Py<PyAny>>,
    /// The exception that ends the work.
    pub(crate) exception: Option<PyErr>,
}

impl Watch {
    /// With a function of time and steps that is told how far the work is.
    pub(crate) fn new(callback: Option<Py<PyAny>>) -> Watch {
        Watch { looked: Instant::now(), callback, exception: None }
    }

    /// Whether the work goes on.
    pub(crate) fn goes_on(&mut self, time: f64, steps: u64) -> bool {
        if self.exception.is_none() && self.looked.elapsed() >= EVERY {
            self.exception = Python::attach(|py| self.look(py, time, steps)).err();
            self.looked = Instant::now();
        }
        self.exception.is_none()
    }

    fn look(&self, py: Python<'_>, time: f64, steps: u64) -> PyResult<()> {
        py.check_signals()?;
        match &self.callback {
            Some(callback) => callback.call1(py, (time, steps)).map(drop),
            None => Ok(()),
        }
    }
}
