//! Results in the formats of other programs, written whole or not at all.

mod gltf;
mod npz;
mod zip;

pub use gltf::write_gltf;
pub use npz::write_npz;

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::error::WriteError;
use crate::files::{create_new, partial, put_in_place};
use crate::read::ReadError;

/// Why there is no export.
#[derive(Debug)]
pub enum ExportError {
    /// The results cannot be read.
    Read(ReadError),
    /// The file cannot be written.
    Write(WriteError),
    /// The format does not hold so much; what to do about it.
    TooLarge(String),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Read(error) => error.fmt(f),
            ExportError::Write(error) => error.fmt(f),
            ExportError::TooLarge(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<ReadError> for ExportError {
    fn from(error: ReadError) -> ExportError {
        ExportError::Read(error)
    }
}

/// Writes a file under another name and gives it its own when it is whole.
///
/// # Errors
/// When it cannot be written, or `write` finds another reason.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let failed = |cause: io::Error| ExportError::Write(WriteError { path: path.to_path_buf(), cause });
    let unfinished = partial(path);
    let mut file = BufWriter::new(create_new(&unfinished).map_err(failed)?);
    let written = write(&mut file).and_then(|()| file.flush().map_err(failed));
    drop(file);
    if let Err(error) = written {
        // Half a file is of no use to anybody.
        let _ = fs::remove_file(&unfinished);
        return Err(error);
    }
    put_in_place(path).map_err(ExportError::Write)
}

/// Writes a file whose content is there, whole or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    let failed = |cause: io::Error| ExportError::Write(WriteError { path: path.to_path_buf(), cause });
    write_whole(path, |file| file.write_all(bytes).map_err(failed))
}
