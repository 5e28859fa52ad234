//! A saved state: everything that a simulation depends on from there on. It can be pickled.

use linkwork::State;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The state of a simulation at some time.
#[pyclass(frozen, module = "linkwork._linkwork")]
pub(crate) struct Snapshot {
    pub(crate) state: State,
}

#[pymethods]
impl Snapshot {
    #[new]
    fn new(text: &str) -> PyResult<Snapshot> {
        let refuse = |error| PyValueError::new_err(format!("this is no saved state ({error})"));
        Ok(Snapshot { state: serde_json::from_str(text).map_err(refuse)? })
    }

    /// In s.
    #[getter]
    fn time(&self) -> f64 {
        self.state.time
    }

    /// All numbers of the state as JSON, which read back to the same bits.
    fn to_text(&self) -> String {
        serde_json::to_string(&self.state).unwrap_or_default()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.to_text(),)
    }

    fn __eq__(&self, other: &Snapshot) -> bool {
        self.state == other.state
    }

    fn __hash__(&self) -> u64 {
        self.state.hash()
    }

    fn __repr__(&self) -> String {
        format!("<state at t = {:?} s>", self.state.time)
    }
}
