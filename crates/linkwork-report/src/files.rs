//! Files that get their names when they are complete: the name until then, the exchange, and what is removed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use linkwork::Summary;

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

/// The summary as JSON, for people too.
pub(crate) fn write_summary(path: &Path, summary: &Summary) -> Result<(), WriteError> {
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
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
