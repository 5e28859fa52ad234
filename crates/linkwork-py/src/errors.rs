//! Errors of the engine as exceptions of the Python package.

use linkwork::model::Faults;
use linkwork::{Model, SimulationError};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;

/// The module that defines the exceptions.
const MODULE: &str = "linkwork._errors";

/// `linkwork.ModelError` with all faults of a model.
pub(crate) fn model_error(py: Python<'_>, faults: &Faults) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let module = py.import(MODULE)?;
        let fault = module.getattr("Fault")?;
        let told = faults.0.iter().map(|f| fault.call1((&f.message, &f.file, f.line, f.column, &f.key)));
        let told = told.collect::<PyResult<Vec<_>>>()?;
        Ok(PyErr::from_value(module.getattr("ModelError")?.call1((told,))?))
    };
    make().unwrap_or_else(|error| error)
}

/// `linkwork.SimulationError` without results.
pub(crate) fn simulation_error(py: Python<'_>, message: &str) -> PyErr {
    let make = || Ok(PyErr::from_value(py.import(MODULE)?.getattr("SimulationError")?.call1((message,))?));
    make().unwrap_or_else(|error: PyErr| error)
}

/// An error of a model that is about to move, or moves: a fault of the model, of an argument, or of the simulation.
pub(crate) fn engine_error(py: Python<'_>, error: &SimulationError, model: &Model) -> PyErr {
    let message = error.in_model(model);
    match error {
        SimulationError::NotAssembled { .. }
        | SimulationError::TooMuchPlay { .. }
        | SimulationError::NoInertia { .. }
        | SimulationError::InitialCoordinate { .. }
        | SimulationError::DriverJumps { .. } => one_fault(py, &message),
        SimulationError::DoesNotApply { .. } | SimulationError::BadCheckpoint { .. } => PyValueError::new_err(message),
        SimulationError::NotFinite { .. }
        | SimulationError::StepTooSmall { .. }
        | SimulationError::Opens { .. }
        | SimulationError::NotStabilized { .. }
        | SimulationError::Chatters { .. }
        | SimulationError::LeavesCurve { .. }
        | SimulationError::Jams { .. }
        | SimulationError::NotBalanced { .. }
        | SimulationError::ProcessLost { .. }
        | SimulationError::Sink { .. } => simulation_error(py, &message),
    }
}

/// A file that could not be read or written.
pub(crate) fn file_error(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

fn one_fault(py: Python<'_>, message: &str) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let module = py.import(MODULE)?;
        let fault = module.getattr("Fault")?.call1((message,))?;
        Ok(PyErr::from_value(module.getattr("ModelError")?.call1((vec![fault],))?))
    };
    make().unwrap_or_else(|error| error)
}
