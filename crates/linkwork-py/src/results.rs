//! Results folders and pages, as the program writes them.

use crate::core::Core;
use crate::errors::file_error;
use crate::run::Run;
use linkwork::Model;
use linkwork::recorder::{ModelChannels, Sink};
use linkwork_report::{Budget, Format, PageData, PageRun, Results, ResultsFolder, Rows, Trajectory};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

/// Writes the results folder of a run.
#[pyfunction]
pub(crate) fn save(
    py: Python<'_>,
    core: &Core,
    run: &Run,
    rows: PyReadonlyArray2<'_, f64>,
    directory: PathBuf,
    parquet: bool,
) -> PyResult<()> {
    check_width(&core.model, &rows)?;
    let (values, width) = (rows.as_slice()?, rows.shape()[1]);
    let format = if parquet { Format::Parquet } else { Format::Csv };
    let write = || -> Result<(), String> {
        let mut folder = ResultsFolder::create(&directory, format).map_err(|error| error.to_string())?;
        folder.keep_model(core.text.as_bytes(), core.is_json).map_err(|error| error.to_string())?;
        folder.set_page(Some(PageRun::new(&core.model.name, &core.model, Budget::shared_by(1))));
        folder.sink().begin(&ModelChannels(&core.model)).map_err(|error| error.to_string())?;
        for row in values.chunks_exact(width) {
            folder.sink().record(&row).map_err(|error| error.to_string())?;
        }
        folder.finish(&run.summary).map_err(|error| error.to_string())
    };
    py.detach(write).map_err(file_error)
}

/// The page of a run: one self-contained HTML document.
#[pyfunction]
pub(crate) fn page(
    py: Python<'_>,
    core: &Core,
    rows: PyReadonlyArray2<'_, f64>,
    summary: &str,
    title: &str,
) -> PyResult<String> {
    check_width(&core.model, &rows)?;
    let (values, width) = (rows.as_slice()?, rows.shape()[1]);
    let summary: Value = serde_json::from_str(summary).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let draw = || {
        let mut run = PageRun::new(title, &core.model, Budget::shared_by(1));
        // A page takes every row.
        values.chunks_exact(width).try_for_each(|row| run.record(&row))?;
        run.set_summary(&summary);
        Ok(PageData { title: title.into(), runs: vec![run] }.to_html())
    };
    py.detach(draw).map_err(|error: linkwork::SimulationError| file_error(error))
}

/// Columns, rows and summary of a results folder, and its model where all columns are there.
#[pyfunction]
#[allow(clippy::type_complexity)] // It is taken apart where it is called, in Python.
pub(crate) fn read_results(
    py: Python<'_>,
    directory: PathBuf,
) -> PyResult<(Vec<String>, Bound<'_, PyArray2<f64>>, String, Option<Core>)> {
    let read = || -> Result<_, String> {
        let trajectory = Trajectory::find(&directory).map_err(|error| error.to_string())?;
        let all: Vec<usize> = (0..trajectory.columns().len()).collect();
        let mut values = Vec::new();
        let mut take = |row: &[f64]| {
            values.extend_from_slice(row);
            true
        };
        trajectory.for_each_row(&all, &Rows::ALL, &mut take).map_err(|error| error.to_string())?;
        let text = std::fs::read_to_string(directory.join("summary.json"));
        let core = Results::open(&directory).ok().and_then(|results| keep(results, &directory));
        Ok((trajectory.columns().to_vec(), values, text.unwrap_or_else(|_| "{}".into()), core))
    };
    let (columns, values, summary, core) = py.detach(read).map_err(file_error)?;
    let shape = [values.len() / columns.len().max(1), columns.len()];
    Ok((columns, PyArray1::from_vec(py, values).reshape(shape)?, summary, core))
}

/// The model of a folder, with its text.
fn keep(results: Results, directory: &std::path::Path) -> Option<Core> {
    let find = |name: &&'static str| Some((std::fs::read_to_string(directory.join(name)).ok()?, *name));
    let (text, name) = linkwork_report::MODELS.iter().find_map(find)?;
    Some(Core { model: Arc::new(results.model), text, is_json: name.ends_with(".json") })
}

/// Pages and folders need all columns of a model.
fn check_width(model: &Model, rows: &PyReadonlyArray2<'_, f64>) -> PyResult<()> {
    let (given, expected) = (rows.shape()[1], linkwork::recorder::channels(model).len());
    if given == expected {
        return Ok(());
    }
    let told = format!("the results have {given} of {expected} columns");
    Err(PyValueError::new_err(format!("{told}, and all are needed here; run the model without `columns`")))
}
