//! Files of text that belong together: all of them are written before the first gets its name.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::error::WriteError;
use crate::files::{create_new, partial, put_in_place};

/// Writes files, each with its name and text, into a folder, which is made where it is missing.
///
/// # Errors
/// When something cannot be written; files of that name are then still as they were, unless renaming failed.
pub fn write_files(directory: &Path, files: &[(&str, &str)]) -> Result<(), WriteError> {
    fs::create_dir_all(directory).map_err(WriteError::at(directory))?;
    for (name, text) in files {
        let path = partial(&directory.join(name));
        let write = || create_new(&path)?.write_all(text.as_bytes());
        write().map_err(WriteError::at(&path))?;
    }
    files.iter().try_for_each(|(name, _)| put_in_place(&directory.join(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestFolder, files};

    #[test]
    fn files_are_replaced_when_all_are_whole() {
        let test = TestFolder::new("sources");
        let directory = test.path("deep/er");
        write_files(&directory, &[("a.c", "1"), ("b.h", "2")]).unwrap();
        assert_eq!(files(&directory), ["a.c", "b.h"]);
        fs::create_dir(directory.join("b.h.partial")).unwrap();
        assert!(write_files(&directory, &[("a.c", "3"), ("b.h", "4")]).is_err());
        assert_eq!(fs::read_to_string(directory.join("a.c")).unwrap(), "1");
    }
}
