//! A whole run: rows go into one list of numbers, which becomes a NumPy array without a copy.

use crate::core::{Core, Words};
use crate::errors::engine_error;
use crate::signals::Watch;
use linkwork::recorder::{Channels, Row, Sink};
use linkwork::{Model, Simulation, SimulationError, Summary};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Instant;

/// A run that has ended, well or not.
#[pyclass(frozen, module = "linkwork._linkwork")]
pub(crate) struct Run {
    pub(crate) summary: Summary,
    rows: Py<PyArray2<f64>>,
    exception: Option<Py<PyAny>>,
}

#[pymethods]
impl Run {
    /// One row per output time, one column per quantity.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        self.rows.bind(py).clone()
    }

    /// `summary.json`.
    #[getter]
    fn summary(&self) -> String {
        serde_json::to_string(&self.summary).unwrap_or_default()
    }

    /// The exception of a signal or of the callback that ended the run.
    #[getter]
    fn exception(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.exception.as_ref().map(|exception| exception.clone_ref(py))
    }
}

/// Simulates a model. `columns` are the numbers of those to keep, all by default; `progress` is called now and then
/// with time and steps.
#[pyfunction]
#[pyo3(signature = (core, words, columns=None, progress=None))]
pub(crate) fn run(
    py: Python<'_>,
    core: &Core,
    words: Words,
    columns: Option<Vec<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Run> {
    let mut rows = Rows { columns, values: Vec::new(), picked: Vec::new(), width: 0, watch: Watch::new(progress) };
    let outcome = py.detach(|| simulate(core, &words, &mut rows));
    let summary = outcome.map_err(|failure| failure.raise(py, &core.model))?;
    let shape = [rows.values.len() / rows.width.max(1), rows.width];
    let array = PyArray1::from_vec(py, rows.values).reshape(shape)?;
    let exception = rows.watch.exception.map(|error| error.into_value(py).into_any());
    Ok(Run { summary, rows: array.unbind(), exception })
}

/// Why a simulation could not begin.
pub(crate) enum Failure {
    /// As the engine says it.
    Engine(SimulationError),
    /// A program that is asked for cannot be made.
    NotSpecialized(String),
}

impl Failure {
    /// The exception.
    pub(crate) fn raise(&self, py: Python<'_>, model: &Model) -> PyErr {
        match self {
            Failure::Engine(error) => engine_error(py, error, model),
            Failure::NotSpecialized(reason) => PyValueError::new_err(format!("specialize: {reason}")),
        }
    }
}

impl From<SimulationError> for Failure {
    fn from(error: SimulationError) -> Failure {
        Failure::Engine(error)
    }
}

/// A simulation, with the seconds that a program for it took to make.
pub(crate) struct Prepared {
    pub(crate) simulation: Simulation,
    compile_seconds: Option<f64>,
}

/// A simulation of the model at its initial state, with machine code where that is wanted.
pub(crate) fn prepare(core: &Core, words: &Words) -> Result<Prepared, Failure> {
    let mut plan = core.plan(words)?;
    let made = linkwork_jit::settle(&core.model, &mut plan, None).map_err(Failure::NotSpecialized)?;
    let mut simulation = Simulation::new(core.model.clone(), Arc::new(plan))?;
    let compile_seconds = made.as_ref().map(linkwork_jit::Made::seconds);
    if let Some(made) = made {
        made.set_to_work(&mut simulation)?;
    }
    Ok(Prepared { simulation, compile_seconds })
}

fn simulate(core: &Core, words: &Words, rows: &mut Rows) -> Result<Summary, Failure> {
    let start = Instant::now();
    let Prepared { mut simulation, compile_seconds } = prepare(core, words)?;
    let prepared = start.elapsed();
    let outcome = simulation.run(rows);
    let mut summary = simulation.summary();
    summary.compile_seconds = compile_seconds;
    // Planning counts too: it is what the user waited for.
    summary.wall_seconds += prepared.as_secs_f64();
    if let Err(error) = outcome {
        summary.completed = false;
        summary.error = Some(error.in_model(&core.model));
    }
    Ok(summary)
}

/// Rows, one behind the other.
struct Rows {
    /// Numbers of the columns that are kept; `None` for all.
    columns: Option<Vec<usize>>,
    values: Vec<f64>,
    /// A whole row, where some columns are kept only.
    picked: Vec<f64>,
    width: usize,
    watch: Watch,
}

impl Sink for Rows {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.width = self.columns.as_ref().map_or(channels.count(), Vec::len);
        Ok(())
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        let Rows { columns, values, picked, .. } = self;
        let Some(columns) = columns else {
            row.for_each(&mut |numbers| values.extend_from_slice(numbers));
            return Ok(());
        };
        picked.clear();
        row.for_each(&mut |numbers| picked.extend_from_slice(numbers));
        values.extend(columns.iter().map(|&column| picked[column]));
        Ok(())
    }

    fn progress(&mut self, time: f64, steps: u64) -> bool {
        self.watch.goes_on(time, steps)
    }
}
