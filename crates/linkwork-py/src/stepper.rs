//! A simulation that is moved step by step.

use crate::core::{Core, Words};
use crate::errors::engine_error;
use crate::run::prepare;
use crate::signals::Watch;
use crate::snapshot::Snapshot;
use linkwork::recorder::{ObservedRow, Row, channels};
use linkwork::{Model, Simulation, SimulationError};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// After so many steps of the integrator signals are looked for.
const STEPS_BETWEEN_LOOKS: u64 = 64;

/// A model in motion. Threads that use the same one wait for each other.
#[pyclass(frozen, subclass, module = "linkwork._linkwork")]
pub(crate) struct Stepper {
    simulation: Mutex<Simulation>,
    model: Arc<Model>,
    /// Numbers of columns by name.
    columns: OnceLock<HashMap<String, usize>>,
}

impl Stepper {
    fn lock(&self) -> MutexGuard<'_, Simulation> {
        self.simulation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the simulation without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut Simulation) -> Result<T, SimulationError> + Send,
    ) -> PyResult<T> {
        let outcome = py.detach(|| act(&mut self.lock()));
        outcome.map_err(|error| engine_error(py, &error, &self.model))
    }

    fn columns(&self) -> &HashMap<String, usize> {
        let number = || channels(&self.model).into_iter().enumerate().map(|(k, name)| (name, k)).collect();
        self.columns.get_or_init(number)
    }

    fn observe(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        self.with(py, |simulation| {
            let seen = simulation.observe()?;
            let mut row = Vec::new();
            ObservedRow { model: &self.model, seen }.for_each(&mut |numbers| row.extend_from_slice(numbers));
            Ok(row)
        })
    }
}

#[pymethods]
impl Stepper {
    #[new]
    fn new(py: Python<'_>, core: &Core, words: Words) -> PyResult<Stepper> {
        let prepared = py.detach(|| prepare(core, &words)).map_err(|failure| failure.raise(py, &core.model))?;
        let model = core.model.clone();
        Ok(Stepper { simulation: Mutex::new(prepared.simulation), model, columns: OnceLock::new() })
    }

    /// Moves on by `n` times `dt` seconds, each end being hit exactly.
    #[pyo3(signature = (dt, n=1))]
    fn step(&self, py: Python<'_>, dt: f64, n: u64) -> PyResult<()> {
        if !(dt > 0.0 && dt.is_finite()) {
            return Err(PyValueError::new_err(format!("dt is {dt}, and must be a finite number greater than zero")));
        }
        let exception = self.with(py, |simulation| {
            let (start, mut watch, mut steps) = (simulation.state().time, Watch::new(None), 0);
            for k in 1..=n {
                let end = start + k as f64 * dt;
                while simulation.state().time < end {
                    simulation.step(end)?;
                    steps += 1;
                    if steps % STEPS_BETWEEN_LOOKS == 0 && !watch.goes_on(end, steps) {
                        return Ok(watch.exception);
                    }
                }
            }
            Ok(None)
        })?;
        exception.map_or(Ok(()), Err)
    }

    #[getter]
    fn time(&self) -> f64 {
        self.lock().state().time
    }

    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.lock().state().coordinates())
    }

    #[getter]
    fn qd<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.lock().state().velocities())
    }

    /// Goes on from other coordinates and velocities at another time; the rest is as in a saved state.
    fn set_motion(
        &self,
        py: Python<'_>,
        saved: &Snapshot,
        time: f64,
        q: PyReadonlyArray1<'_, f64>,
        v: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<()> {
        let mut state = saved.state.clone();
        let (q, v) = (q.as_slice()?, v.as_slice()?);
        let expected = [state.coordinates().len(), state.velocities().len()];
        if expected != [q.len(), v.len()] {
            let told = format!("there are {} coordinates and {} velocities", expected[0], expected[1]);
            return Err(PyValueError::new_err(format!("{told}, and {} and {} were given", q.len(), v.len())));
        }
        state.time = time;
        state.values[..q.len()].copy_from_slice(q);
        state.values[q.len()..q.len() + v.len()].copy_from_slice(v);
        self.with(py, |simulation| simulation.set_state(&state))
    }

    #[getter]
    fn state(&self) -> Snapshot {
        Snapshot { state: self.lock().state().clone() }
    }

    #[setter]
    fn set_state(&self, py: Python<'_>, state: &Snapshot) -> PyResult<()> {
        self.with(py, |simulation| simulation.set_state(&state.state))
    }

    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.lock().inputs())
    }

    fn set_input(&self, py: Python<'_>, name: &str, value: f64) -> PyResult<()> {
        let outcome = self.lock().set_input(name, value);
        outcome.map_err(|error| engine_error(py, &error, &self.model))
    }

    /// All columns of results at the present state.
    fn row<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_vec(py, self.observe(py)?))
    }

    /// Some of them.
    fn read<'py>(&self, py: Python<'py>, numbers: Vec<usize>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let row = self.observe(py)?;
        let outside = || PyValueError::new_err("there is no column of this number");
        let picked = numbers.into_iter().map(|k| row.get(k).copied().ok_or_else(outside));
        Ok(PyArray1::from_vec(py, picked.collect::<PyResult<Vec<f64>>>()?))
    }

    /// The number of a column; `None` where there is none of this name.
    fn find_column(&self, name: &str) -> Option<usize> {
        self.columns().get(name).copied()
    }

    /// Whether the model's condition to stop holds at the present state.
    fn wants_stop(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |simulation| Ok(simulation.observe()?.wants_stop))
    }

    /// The summary so far, as JSON.
    fn summary(&self) -> String {
        serde_json::to_string(&self.lock().summary()).unwrap_or_default()
    }
}
