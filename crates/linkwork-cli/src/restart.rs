//! `--restart`: reads a checkpoint; what does not fit is a fault of the input.

use std::fs;
use std::path::Path;

use linkwork::Checkpoint;
use linkwork_report::{CHECKPOINT, shown};

use crate::failure::Failure;

/// The checkpoint in this file.
///
/// # Errors
/// A file that cannot be read, or is damaged.
pub fn read(file: &Path) -> Result<Checkpoint, Failure> {
    let text = fs::read(file).map_err(|error| {
        let hint =
            if file.is_dir() { format!("; it is a folder: name the file '{CHECKPOINT}' in it") } else { String::new() };
        Failure::Wrong(format!("cannot read the checkpoint '{}': {error}{hint}", shown(file)))
    })?;
    Checkpoint::parse(&text).map_err(|trouble| name(file, Failure::before_run(trouble)))
}

/// The message begins with the file, as those on model files do.
pub fn name(file: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Wrong(message) => Failure::Wrong(format!("'{}': {message}", shown(file))),
        other => other,
    }
}
