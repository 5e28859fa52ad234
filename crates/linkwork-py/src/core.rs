//! A model as the engine has it, made from a text and frozen.

use crate::errors::{engine_error, model_error};
use linkwork::model::{Assignment, Inputs, Loaded};
use linkwork::recorder::channels;
use linkwork::{Model, Plan, Settings, SimulationError, Space};
use pyo3::prelude::*;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// Settings by name, with values as on the command line.
pub(crate) type Words = Vec<(String, String)>;

/// A frozen model, with the text that gives it once more.
#[pyclass(frozen, module = "linkwork._linkwork")]
pub(crate) struct Core {
    pub(crate) model: Arc<Model>,
    pub(crate) text: String,
    pub(crate) is_json: bool,
}

impl Core {
    /// The settings of the model file, overridden by these.
    pub(crate) fn settings(&self, words: &Words) -> Result<Settings, SimulationError> {
        let mut settings = Settings::of_model(&self.model);
        words.iter().try_for_each(|(name, value)| settings.set(name, value))?;
        Ok(settings)
    }

    /// The plan for these settings.
    pub(crate) fn plan(&self, words: &Words) -> Result<Plan, SimulationError> {
        Plan::choose(&self.model, &self.settings(words)?)
    }
}

#[pymethods]
impl Core {
    /// Reads a model file: its text, its name for messages, the folder from which it names other files, and values for
    /// its parameters.
    #[new]
    #[pyo3(signature = (text, label, folder=None, parameters=None))]
    fn new(
        py: Python<'_>,
        text: String,
        label: &str,
        folder: Option<PathBuf>,
        parameters: Option<Words>,
    ) -> PyResult<Core> {
        let assign = |(name, value): (String, String)| Assignment { name, value };
        let parameters: Vec<Assignment> = parameters.unwrap_or_default().into_iter().map(assign).collect();
        let loaded = py.detach(|| {
            let folder = folder.unwrap_or_default();
            let read = |path: &str| fs::read(folder.join(path)).map_err(|error| error.to_string());
            Model::load(&text, label, &Inputs { parameters: &parameters, files: Some(&read) })
        });
        let Loaded { model, resolved } = loaded.map_err(|faults| model_error(py, &faults))?;
        let is_json = resolved.is_none() && label.ends_with(".json");
        Ok(Core { model: Arc::new(model), text: resolved.unwrap_or(text), is_json })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.model.name
    }

    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    #[getter]
    fn is_json(&self) -> bool {
        self.is_json
    }

    #[getter]
    fn is_planar(&self) -> bool {
        self.model.space == Space::Planar
    }

    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.model.bodies.iter().map(|body| body.name.as_str()).collect()
    }

    /// Names and types.
    #[getter]
    fn joints(&self) -> Vec<(&str, &str)> {
        self.model.joints.iter().map(|joint| (joint.name.as_str(), joint.kind.word())).collect()
    }

    /// Names and types.
    #[getter]
    fn forces(&self) -> Vec<(&str, &str)> {
        self.model.forces.iter().map(|force| (force.name(), force.word())).collect()
    }

    #[getter]
    fn markers(&self) -> Vec<&str> {
        self.model.signals.markers().map(|(name, _)| name).collect()
    }

    /// Names and values at time zero.
    #[getter]
    fn inputs(&self) -> Vec<(&str, f64)> {
        self.model.signals.inputs().collect()
    }

    /// Names of the columns of results.
    #[getter]
    fn columns(&self) -> Vec<String> {
        channels(&self.model)
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.model.warnings.clone()
    }

    /// Summary as JSON and printed plan of a run with these settings, before it starts.
    fn analyze(&self, py: Python<'_>, words: Words) -> PyResult<(String, String)> {
        let plan = py.detach(|| self.plan(&words)).map_err(|error| engine_error(py, &error, &self.model))?;
        let summary = serde_json::to_string(&plan.summary(&self.model)).unwrap_or_default();
        Ok((summary, plan.to_string()))
    }
}
