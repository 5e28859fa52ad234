//! Mechanics of a model at given coordinates and velocities: accelerations, mass matrix, constraint Jacobian, rates of
//! joint coordinates, places of markers, and everything that results show; for many states at once, on several threads.
//!
//! Motions of bodies, rates of joint coordinates and G v are linear in the velocities v, so that their matrices are
//! found column by column, exactly: what is observed with a unit velocity, less what is observed at rest. With B for
//! the bodies, the mass matrix is Bᵀ M_b B.

mod matrices;
mod probe;

use crate::core::{Core, Words};
use crate::errors::engine_error;
use linkwork::recorder::{ObservedRow, Row, channels};
use linkwork::{Model, Plan, Simulation, SimulationError};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use probe::{Probe, Requests};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Handing states to threads costs about as much as so many evaluations of a small model.
const LEAST_STATES: usize = 64;

/// Mechanics of a model by one plan. Threads may share it.
#[pyclass(frozen, module = "linkwork._linkwork")]
pub(crate) struct Mechanics {
    model: Arc<Model>,
    plan: Arc<Plan>,
    /// Memory of evaluations that nobody uses at the moment.
    spare: Mutex<Vec<Probe>>,
}

impl Mechanics {
    /// A probe that is free, or a new one.
    fn take(&self) -> Result<Probe, SimulationError> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.map_or_else(|| Ok(Probe::new(Simulation::new(self.model.clone(), self.plan.clone())?)), Ok)
    }

    fn put_back(&self, probe: Probe) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(probe);
    }

    /// Writes `width` numbers for each state, on some threads. Which thread treats a state makes no difference.
    fn map(
        &self,
        requests: &Requests,
        width: usize,
        act: impl Fn(&mut Probe, &mut [f64]) -> Result<(), SimulationError> + Sync,
    ) -> Result<Vec<f64>, SimulationError> {
        let n = requests.len();
        let mut values = vec![0.0; n * width];
        let n_threads = requests.threads.min(n / LEAST_STATES).max(1);
        let share = n.div_ceil(n_threads).max(1);
        let work = |first: usize, values: &mut [f64]| -> Result<(), SimulationError> {
            let mut probe = self.take()?;
            for (k, into) in (first..).zip(values.chunks_exact_mut(width.max(1))) {
                requests.set(k, &mut probe)?;
                act(&mut probe, into)?;
            }
            self.put_back(probe);
            Ok(())
        };
        if n_threads == 1 {
            work(0, &mut values)?;
            return Ok(values);
        }
        std::thread::scope(|scope| {
            let parts = values.chunks_mut(share * width.max(1)).enumerate();
            let threads: Vec<_> = parts.map(|(part, values)| scope.spawn(move || work(part * share, values))).collect();
            // A thread that panicked has a bug of ours; its message is on standard error.
            threads.into_iter().try_for_each(|thread| thread.join().expect("no evaluation panics"))
        })?;
        Ok(values)
    }

    fn n_coordinates(&self) -> usize {
        self.plan.initial.coordinates().len()
    }

    fn n_velocities(&self) -> usize {
        self.plan.initial.velocities().len()
    }

    /// Does something for all states without the interpreter's lock; one row for each.
    fn compute<'py>(
        &self,
        py: Python<'py>,
        states: &States<'_>,
        width: usize,
        act: impl Fn(&mut Probe, &mut [f64]) -> Result<(), SimulationError> + Sync + Send,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let requests =
            states.requests([self.n_coordinates(), self.n_velocities(), self.model.signals.inputs().len()])?;
        let n = requests.len();
        let outcome = py.detach(|| self.map(&requests, width, act));
        let values = outcome.map_err(|error| engine_error(py, &error, &self.model))?;
        PyArray1::from_vec(py, values).reshape([n, width])
    }
}

/// States as Python hands them over: a row for each.
#[derive(FromPyObject)]
struct States<'py> {
    time: PyReadonlyArray1<'py, f64>,
    q: PyReadonlyArray2<'py, f64>,
    v: PyReadonlyArray2<'py, f64>,
    inputs: PyReadonlyArray2<'py, f64>,
    threads: usize,
}

impl States<'_> {
    /// Checked against the numbers of coordinates, velocities and inputs.
    fn requests(&self, widths: [usize; 3]) -> PyResult<Requests<'_>> {
        let n = self.time.len();
        let arrays = [("q", &self.q), ("v", &self.v), ("inputs", &self.inputs)];
        for ((name, array), width) in arrays.into_iter().zip(widths) {
            if array.shape() != [n, width] {
                let shape = array.shape();
                let told = format!("{name} has the shape ({}, {})", shape[0], shape[1]);
                return Err(PyValueError::new_err(format!("{told}, and should have ({n}, {width})")));
            }
        }
        Ok(Requests {
            time: self.time.as_slice()?,
            q: self.q.as_slice()?,
            v: self.v.as_slice()?,
            inputs: self.inputs.as_slice()?,
            widths,
            threads: self.threads,
        })
    }
}

#[pymethods]
impl Mechanics {
    #[new]
    fn new(py: Python<'_>, core: &Core, words: Words) -> PyResult<Mechanics> {
        let made = py.detach(|| -> Result<Mechanics, SimulationError> {
            let plan = Arc::new(core.plan(&words)?);
            let first = Probe::new(Simulation::new(core.model.clone(), plan.clone())?);
            Ok(Mechanics { model: core.model.clone(), plan, spare: Mutex::new(vec![first]) })
        });
        made.map_err(|error| engine_error(py, &error, &core.model))
    }

    /// Coordinates of the assembled initial state.
    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.plan.initial.coordinates())
    }

    /// Velocities of the assembled initial state.
    #[getter]
    fn v<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.plan.initial.velocities())
    }

    /// By value, coordinates first: whose it is, `joint 'A'` or `body 'B'`.
    #[getter]
    fn owners(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let probe = self.take().map_err(|error| engine_error(py, &error, &self.model))?;
        let names = (0..self.n_coordinates() + self.n_velocities()).map(|k| probe.owner(k)).collect();
        self.put_back(probe);
        Ok(names)
    }

    /// Number of constraint equations.
    #[getter]
    fn n_equations(&self, py: Python<'_>) -> PyResult<usize> {
        let probe = self.take().map_err(|error| engine_error(py, &error, &self.model))?;
        let n = probe.n_equations();
        self.put_back(probe);
        Ok(n)
    }

    /// Names of joint coordinates: `A.q`, `A.angle`.
    #[getter]
    fn joint_coordinates(&self) -> Vec<String> {
        let names = |joint: &linkwork::model::Joint| {
            joint.coordinates().iter().map(|name| format!("{}.{name}", joint.name)).collect::<Vec<_>>()
        };
        self.model.joints.iter().flat_map(names).collect()
    }

    /// Rates of the coordinates, then accelerations.
    fn rates<'py>(&self, py: Python<'py>, states: States<'_>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let n = self.n_coordinates() + self.n_velocities();
        self.compute(py, &states, n, |probe, into| {
            into.copy_from_slice(&probe.evaluate()?[..into.len()]);
            Ok(())
        })
    }

    /// All columns of results.
    fn rows<'py>(&self, py: Python<'py>, states: States<'_>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.compute(py, &states, channels(&self.model).len(), |probe, into| {
            let (seen, mut rest) = (probe.simulation.observe()?, into);
            ObservedRow { model: &self.model, seen }.for_each(&mut |numbers| {
                let (here, later) = std::mem::take(&mut rest).split_at_mut(numbers.len());
                here.copy_from_slice(numbers);
                rest = later;
            });
            Ok(())
        })
    }

    /// The mass matrix, the constraint Jacobian and that of joint coordinates, one behind the other, each by rows.
    fn matrices<'py>(&self, py: Python<'py>, states: States<'_>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (n, n_joint) = (self.n_velocities(), self.joint_coordinates().len());
        let width = (n + self.n_equations(py)? + n_joint) * n;
        self.compute(py, &states, width, |probe, into| probe.write_matrices(&self.model, into))
    }

    /// By marker: position, velocity, and rotation matrix by rows.
    fn markers<'py>(&self, py: Python<'py>, states: States<'_>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let width = self.model.signals.markers().len() * matrices::PER_MARKER;
        self.compute(py, &states, width, |probe, into| probe.write_markers(&self.model, into))
    }
}
