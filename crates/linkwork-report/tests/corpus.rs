//! Inputs that fuzzing found worth keeping, in `fuzz/corpus`, go through the same functions as there: none panics or takes long. `LINKWORK_SEEDS=1` in the environment has
//! first inputs written there, as this version makes them; `scripts/fuzz.sh` asks for that.

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::PathBuf;

/// Feeds every file to a target. Of those that this version makes itself, at least one is accepted, so that it is seen to do something.
fn replay(name: &str, target: fn(&[u8]) -> bool) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let seeds = targets::seeds(name);
    if std::env::var_os("LINKWORK_SEEDS").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for (k, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{k}")), seed).unwrap();
        }
    }
    assert!(seeds.iter().filter(|seed| target(seed)).count() > 0, "no seed of `{name}` is accepted");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for file in files {
        // The name is printed where a test fails.
        println!("{}", file.display());
        target(&fs::read(&file).unwrap());
    }
}

#[test]
fn models_of_the_corpus_are_read_or_refused() {
    replay("parse", targets::parse);
}

#[test]
fn runs_of_the_corpus_end_well_or_with_an_error() {
    replay("step", targets::step);
}

#[test]
fn checkpoints_of_the_corpus_are_taken_up_or_refused() {
    replay("checkpoint", targets::checkpoint);
}

#[test]
fn results_of_the_corpus_are_read_or_refused() {
    replay("results", targets::results);
}
