//! One run at a time writes into a results folder.
//!
//! Where the system can lock a folder, the folder itself is locked and no lock file is left in it; elsewhere a file
//! `.lock` is. The system releases the lock when the process ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::WriteError;

/// A results folder into which nobody else writes as long as this lives.
#[derive(Debug)]
pub struct FolderLock {
    directory: PathBuf,
    /// `None` on file systems that know no locks.
    _file: Option<File>,
    /// Folders that did not exist before, the deepest first.
    made: Vec<PathBuf>,
}

impl FolderLock {
    /// Makes the folder, parents included, and locks it.
    ///
    /// # Errors
    /// When the folder cannot be made, or another run writes into it.
    pub fn claim(directory: &Path) -> Result<FolderLock, WriteError> {
        let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
        let made = directory.ancestors().take_while(is_missing).map(Path::to_path_buf).collect();
        fs::create_dir_all(directory).map_err(WriteError::at(directory))?;
        let file = match open(directory).map(|file| (file.try_lock(), file)) {
            Ok((Ok(()), file)) => Some(file),
            Ok((Err(TryLockError::WouldBlock), _)) => {
                let cause = io::Error::new(io::ErrorKind::ResourceBusy, "another run is writing into it");
                return Err(WriteError { path: directory.to_path_buf(), cause });
            }
            // Some network file systems know no locks; results are written there nevertheless.
            Ok((Err(TryLockError::Error(_)), _)) | Err(_) => None,
        };
        Ok(FolderLock { directory: directory.to_path_buf(), _file: file, made })
    }

    /// The folder.
    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

/// A run that wrote nothing leaves no empty folders.
impl Drop for FolderLock {
    fn drop(&mut self) {
        // Only empty folders can be removed.
        let _ = self.made.iter().try_for_each(fs::remove_dir);
    }
}

#[cfg(unix)]
fn open(directory: &Path) -> io::Result<File> {
    File::open(directory)
}

#[cfg(not(unix))]
fn open(directory: &Path) -> io::Result<File> {
    File::options().create(true).truncate(false).write(true).open(directory.join(".lock"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestFolder, files};

    #[test]
    fn two_runs_cannot_write_into_one_folder() {
        let test = TestFolder::new("lock");
        let directory = test.path("deep/er");
        let lock = FolderLock::claim(&directory).unwrap();
        let message = FolderLock::claim(&directory).unwrap_err().to_string();
        assert!(message.contains("er' (another run is writing into it)") && message.contains("--output"), "{message}");
        fs::write(directory.join("summary.json"), "").unwrap();
        drop(lock);
        FolderLock::claim(&directory).unwrap();
        assert_eq!(files(&directory), ["summary.json"], "a lock leaves no file");
    }

    #[test]
    fn a_run_that_wrote_nothing_leaves_no_folders() {
        let test = TestFolder::new("empty");
        drop(FolderLock::claim(&test.path("deep/er")).unwrap());
        assert!(!test.path("deep").exists());
        fs::create_dir(test.path("mine")).unwrap();
        drop(FolderLock::claim(&test.path("mine")).unwrap());
        assert!(test.path("mine").exists());
    }
}
