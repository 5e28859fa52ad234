//! Errors of writing results: always with the path and what the user can do about it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use linkwork::SimulationError;

/// A path as it is shown to people: with escapes in place of characters that would move the cursor or hide what is
/// there.
pub fn shown(path: &Path) -> String {
    linkwork::shown(&path.display().to_string())
}

/// A file or folder that could not be written.
#[derive(Debug)]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the operating system.
    pub cause: io::Error,
}

impl WriteError {
    /// For use with `map_err`: remembers the path.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> WriteError + '_ {
        |cause| WriteError { path: path.to_path_buf(), cause }
    }

    /// The same once more; what the operating system said can be told only once.
    pub(crate) fn copy(&self) -> WriteError {
        let cause = io::Error::new(self.cause.kind(), self.cause.to_string());
        WriteError { path: self.path.clone(), cause }
    }

    fn remedy(&self) -> &'static str {
        match self.cause.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "choose a folder in which you may write"
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "free some space, or record fewer rows with a larger output step"
            }
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory => {
                "something else of that name is in the way; move it, or choose another folder"
            }
            io::ErrorKind::ResourceBusy => "wait until that run has ended, or choose another folder with --output",
            _ => "check that the folder still exists, or choose another",
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write '{}' ({}): {}", shown(&self.path), self.cause, self.remedy())
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

impl From<WriteError> for SimulationError {
    fn from(error: WriteError) -> SimulationError {
        SimulationError::Sink { message: error.to_string() }
    }
}
