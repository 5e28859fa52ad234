//! The model file from which results were made. It is recorded as seen from the results folder, so that both can be
//! moved together, and results of one model file are not replaced unasked by those of another with the same name.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::folder::MODELS;

/// The path that leads from a results folder to a model file. `None` for a file in the folder itself, which is a
/// copy, and for paths that JSON cannot hold.
pub fn model_file(directory: &Path, file: &Path) -> Option<String> {
    let (from, to) = (directory.canonicalize().ok()?, file.canonicalize().ok()?);
    if to.starts_with(&from) {
        return None;
    }
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    // Another drive cannot be reached by going up.
    let up = if shared == 0 { 0 } else { from.components().count() - shared };
    let path = (0..up).map(|_| Component::ParentDir).chain(to.components().skip(shared)).collect::<PathBuf>();
    path.to_str().map(|path| path.replace(std::path::MAIN_SEPARATOR, "/"))
}

/// The model file whose results a folder holds, if that is not `file` and its text was not `text`.
pub fn other_model_file(directory: &Path, file: Option<&Path>, text: &[u8]) -> Option<PathBuf> {
    let summary: Value = serde_json::from_slice(&fs::read(directory.join("summary.json")).ok()?).ok()?;
    let recorded = without_detours(&directory.canonicalize().ok()?.join(summary["model_file"].as_str()?));
    let is_copy = |file: &Path| file.starts_with(directory.canonicalize().unwrap_or_default());
    if file.and_then(|file| file.canonicalize().ok()).is_some_and(|file| file == recorded || is_copy(&file)) {
        return None;
    }
    if MODELS.iter().any(|name| fs::read(directory.join(name)).is_ok_and(|kept| kept == text)) {
        return None;
    }
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    Some(recorded.strip_prefix(here).map(Path::to_path_buf).unwrap_or(recorded))
}

/// The path without `..`, which needs no file to be there.
fn without_detours(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                straight.pop();
            }
            other => straight.push(other),
        }
    }
    straight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestFolder;

    #[test]
    fn results_know_their_model_file_even_when_both_were_moved() {
        let test = TestFolder::new("origin");
        let results = test.path("project/results/arm");
        for folder in ["project/a", "project/b", "project/results/arm"] {
            fs::create_dir_all(test.path(folder)).unwrap();
        }
        let [a, b] = ["project/a/arm.toml", "project/b/arm.toml"].map(|name| test.path(name));
        fs::write(&a, "one").unwrap();
        fs::write(&b, "two").unwrap();
        let recorded = model_file(&results, &a).unwrap();
        assert_eq!(recorded, "../../a/arm.toml");
        fs::write(results.join("summary.json"), serde_json::json!({ "model_file": recorded }).to_string()).unwrap();
        fs::write(results.join("model.toml"), "one").unwrap();
        let other = |file: Option<&Path>, text: &str| other_model_file(&results, file, text.as_bytes());
        assert_eq!(other(Some(&a), "edited"), None, "the same file");
        assert_eq!(other(Some(&b), "one"), None, "the same text");
        assert_eq!(other(None, "one"), None);
        assert_eq!(other(Some(&results.join("model.toml")), "changed"), None, "the copy in the folder");
        assert_eq!(other(Some(&b), "two"), Some(a.canonicalize().unwrap()));
        assert_eq!(other(None, "two"), Some(a.canonicalize().unwrap()));
        assert_eq!(model_file(&results, &results.join("model.toml")), None);

        fs::rename(test.path("project"), test.path("moved")).unwrap();
        let [results, a] = ["moved/results/arm", "moved/a/arm.toml"].map(|name| test.path(name));
        assert_eq!(other_model_file(&results, Some(&a), b"edited"), None);
    }
}
