//! A results folder read back: the model as it was written, the summary, the trajectory.

use std::fs;
use std::path::{Path, PathBuf};

use linkwork::Model;
use serde_json::Value;

use crate::folder::MODELS;
use crate::read::{ReadError, Trajectory};

/// The results of a run that has ended, or goes on.
#[derive(Debug)]
pub struct Results {
    directory: PathBuf,
    /// The model that was simulated.
    pub model: Model,
    /// `summary.json`; null where a run has none yet.
    pub summary: Value,
    /// Its rows.
    pub trajectory: Trajectory,
}

impl Results {
    /// Reads what a folder holds, but for the rows.
    ///
    /// # Errors
    /// When something is missing or damaged.
    pub fn open(directory: &Path) -> Result<Results, ReadError> {
        // This one tells best what is wrong with a folder that is none of ours.
        let trajectory = Trajectory::find(directory)?;
        let directory = trajectory.path().parent().unwrap_or(directory).to_path_buf();
        let results =
            Results { model: read_model(&directory)?, summary: read_summary(&directory)?, trajectory, directory };
        results.check_columns()?;
        Ok(results)
    }

    /// The name that tells this run from others: that of the folder.
    pub fn name(&self) -> String {
        let name = self.directory.canonicalize().ok().and_then(|path| path.file_name().map(|n| n.to_owned()));
        name.map_or_else(|| self.model.name.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// The rows must be those of the model.
    fn check_columns(&self) -> Result<(), ReadError> {
        let expected = linkwork::recorder::channels(&self.model);
        if self.trajectory.columns() == expected {
            return Ok(());
        }
        let mut all = expected.iter();
        let message = match self.trajectory.columns().iter().all(|name| all.any(|other| other == name)) {
            true => {
                "it has only the columns chosen by --columns, but all are needed here; run the model again without it"
            }
            false => "its columns are not those of the model in the folder; run the model again",
        };
        Err(ReadError::new(self.trajectory.path(), message))
    }
}

impl Trajectory {
    /// The model that lies beside the rows, if it can be read.
    pub fn find_model(&self) -> Option<Model> {
        read_model(self.path().parent()?).ok()
    }
}

fn read_model(directory: &Path) -> Result<Model, ReadError> {
    for name in MODELS {
        let path = directory.join(name);
        if !path.is_file() {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(ReadError::io(&path))?;
        return Model::parse(&text, name).map_err(|faults| ReadError::new(&path, faults.to_string()));
    }
    let message = "it has no model.toml or model.json, which `linkwork run` leaves there; run the model again";
    Err(ReadError::new(directory, message))
}

fn read_summary(directory: &Path) -> Result<Value, ReadError> {
    let path = directory.join("summary.json");
    match fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|e| ReadError::new(&path, format!("it is damaged ({e})"))),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Value::Null),
        Err(e) => Err(ReadError::io(&path)(e)),
    }
}
