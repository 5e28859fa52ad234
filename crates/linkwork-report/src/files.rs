//! Files that get their names when they are complete: the name until then, the exchange, and what is removed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use linkwork::Summary;
use serde::Serialize;

use crate::error::WriteError;

/// The name of a file while it is written.
pub(crate) fn partial(path: &Path) -> PathBuf {
    with_ending(path, ".partial")
}

/// The path with something after it.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Creates a file that is not complete yet. One that an earlier run left is removed first; a symbolic link of that
/// name is removed too and never followed, so that nothing outside the folder can be overwritten through it.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => OpenOptions::new().write(true).create_new(true).open(path),
    }
}

/// The summary of a run with where its model came from.
#[derive(Serialize)]
pub struct SourcedSummary<'a> {
    /// How the run went.
    #[serde(flatten)]
    pub summary: &'a Summary,
    /// The model file as seen from the results folder; `None` for models that came from no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_file: Option<&'a str>,
}

/// The summary as JSON, for people too.
pub(crate) fn write_summary(path: &Path, summary: &SourcedSummary) -> Result<(), WriteError> {
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(create_new(path)?);
        serde_json::to_writer_pretty(&mut file, summary)?;
        file.write_all(b"\n")?;
        file.flush()
    };
    write().map_err(WriteError::at(path))
}

/// Gives a file that is complete its name.
pub(crate) fn put_in_place(path: &Path) -> Result<(), WriteError> {
    fs::rename(partial(path), path).map_err(WriteError::at(path))
}

/// Removes a file that may be there.
pub(crate) fn remove_if_present(path: &Path) -> Result<(), WriteError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(WriteError { path: path.to_path_buf(), cause: e }),
        _ => Ok(()),
    }
}
