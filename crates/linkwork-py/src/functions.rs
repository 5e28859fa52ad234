//! Functions without a model: the gallery, the generators, the schema, names of settings.

use linkwork::{Settings, Space, gallery};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The version of the engine.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Names and summaries of the built-in models.
#[pyfunction]
pub(crate) fn gallery_list() -> Vec<(&'static str, &'static str)> {
    gallery::list().iter().map(|entry| (entry.name, entry.summary)).collect()
}

/// The file of a built-in model, in TOML; `None` where there is none of this name.
#[pyfunction]
pub(crate) fn gallery_text(name: &str) -> Option<String> {
    gallery::find(name)
}

/// The file of a model of any size, in TOML.
#[pyfunction]
pub(crate) fn generate(kind: &str, size: usize, planar: bool) -> PyResult<String> {
    let space = if planar { Space::Planar } else { Space::Spatial };
    let file = match kind {
        "chain" => gallery::chain(size, space),
        "star" => gallery::star(size),
        "net" => gallery::net(size),
        "four-bars" => gallery::four_bars(size, space),
        "track" => gallery::track(size),
        "insulator" => gallery::insulator(size),
        "pendulums" => gallery::pendulums(size),
        other => {
            let known = "chain, star, net, four-bars, track, insulator, pendulums";
            return Err(PyValueError::new_err(format!("there is no generator '{other}'; available: {known}")));
        }
    };
    file.map(|file| file.to_toml()).map_err(PyValueError::new_err)
}

/// JSON Schema of model files.
#[pyfunction]
pub(crate) fn schema() -> String {
    linkwork::model::schema().to_string()
}

/// Names of all settings of a run.
#[pyfunction]
pub(crate) fn setting_names() -> Vec<&'static str> {
    Settings::NAMES.to_vec()
}

/// A text in TOML as JSON.
#[pyfunction]
pub(crate) fn to_json(text: &str) -> PyResult<String> {
    let refuse = |message: String| PyValueError::new_err(message);
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| refuse(error.to_string()))?;
    serde_json::to_string(&table).map_err(|error| refuse(error.to_string()))
}
