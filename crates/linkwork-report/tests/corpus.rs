//! Inputs that fuzzing found worth keeping, in `fuzz/corpus`, go through the same functions as there: none panics or
//! takes long. `LINKWORK_SEEDS=1` in the environment has first inputs written there, as this version makes them;
//! `scripts/fuzz.sh` asks for that.

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::PathBuf;

fn fuzz() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// Feeds every file of the corpus to a target, and all that once failed. Of those that this version makes itself, at
/// least one is accepted, so that the target is seen to do something.
fn replay(name: &str, target: fn(&[u8]) -> bool) {
    let [corpus, found] = ["corpus", "found"].map(|folder| fuzz().join(folder).join(name));
    let seeds = targets::seeds(name);
    if std::env::var_os("LINKWORK_SEEDS").is_some() {
        fs::create_dir_all(&corpus).unwrap();
        for (k, seed) in seeds.iter().enumerate() {
            fs::write(corpus.join(format!("seed-{k}")), seed).unwrap();
        }
    }
    assert!(seeds.iter().any(|seed| target(seed)), "no seed of `{name}` is accepted");
    let files_in = |folder: &PathBuf| fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = [corpus, found].iter().flat_map(files_in).collect();
    files.sort();
    assert!(!files.is_empty(), "there is no corpus of `{name}`");
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

/// A seed that is refused for a slip shows nothing of its keys.
#[test]
fn every_model_among_the_seeds_is_accepted() {
    for seed in targets::seeds("parse") {
        assert!(targets::parse(&seed), "{}", String::from_utf8_lossy(&seed));
    }
}

#[test]
fn checkpoints_of_the_corpus_are_taken_up_or_refused() {
    replay("checkpoint", targets::checkpoint);
}

#[test]
fn results_of_the_corpus_are_read_or_refused() {
    replay("results", targets::results);
}

#[test]
fn a_parquet_file_with_negative_offsets_is_refused() {
    assert!(!targets::results(&fs::read(fuzz().join("found/results/negative-offset")).unwrap()));
}

/// Its list has two thousand million numbers, all behind the end of the file, and was read for many minutes.
#[test]
fn a_parquet_header_with_a_list_behind_the_end_is_refused() {
    assert!(!targets::results(&fs::read(fuzz().join("found/results/list-behind-the-end")).unwrap()));
}
