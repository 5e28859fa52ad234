//! The documents keep step with the program: every model file shown in them can be read and assembled, the manual of model
//! files mentions every word that the reader knows, and its table of joints counts equations as the engine does.

use linkwork::model::JointKind;
use linkwork::model::expression::Function;
use linkwork::{JointId, Model, Plan, Settings, Space, plan};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// README.md and docs/*.md, by name.
fn documents() -> Vec<(String, String)> {
    let folder = std::fs::read_dir(root().join("docs")).expect("the documents are in docs/");
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "md"));
    paths.push(root().join("README.md"));
    paths.sort();
    paths.iter().map(|path| (path.file_name().unwrap_or_default().display().to_string(), read(path))).collect()
}

/// A text cut into what is prose and what stands in fences, these with what follows their opening.
fn parts(text: &str) -> (String, Vec<(String, String)>) {
    let (mut prose, mut fences): (String, Vec<(String, String)>) = Default::default();
    let mut inside = false;
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), inside) {
            (Some(_), true) => inside = false,
            (Some(language), false) => {
                inside = true;
                fences.push((language.trim().to_string(), String::new()));
            }
            (None, true) => fences.last_mut().expect("inside a fence").1 += &format!("{line}\n"),
            (None, false) => prose += &format!("{line}\n"),
        }
    }
    assert!(!inside, "a fence does not close");
    (prose, fences)
}

#[test]
fn model_files_in_the_documents_can_be_assembled() {
    let mut found = 0;
    for (name, text) in documents() {
        for (language, snippet) in parts(&text).1 {
            if language != "toml" || !snippet.contains("[[bodies]]") {
                continue;
            }
            found += 1;
            let model = Model::parse(&snippet, "snippet.toml").unwrap_or_else(|e| panic!("{name}: {e}\n{snippet}"));
            Plan::choose(&model, &Settings::of_model(&model)).unwrap_or_else(|e| panic!("{name}: {e}\n{snippet}"));
        }
    }
    assert!(found >= 3, "the README and the manual show model files; found {found}");
}

/// Whole words inside inline code of the manual of model files.
fn mentioned() -> HashSet<String> {
    let (prose, _) = parts(&read(&root().join("docs/model-file.md")));
    let code = prose.split('`').skip(1).step_by(2);
    let words = code.flat_map(|c| c.split(|x: char| !x.is_alphanumeric() && x != '_').chain([c]));
    words.filter(|w| !w.is_empty()).map(str::to_string).collect()
}

/// What the reader itself lists when it meets a key that is like no other, or a joint or force without a type.
fn words_of_the_reader() -> Vec<String> {
    let text =
        ["", "[[bodies]]", "[[joints]]", "[[forces]]", "[simulation]"].map(|head| format!("{head}\nqqqqqqqq = 1\n"));
    let faults = Model::parse(&text.concat(), "wrong.toml").expect_err("no such key").0;
    let lists = faults.iter().filter_map(|fault| {
        let (_, list) = fault.message.split_once("its keys are ").or(fault.message.split_once("missing `type`: "))?;
        Some(list.split(['`', '"']).skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>())
    });
    let lists: Vec<Vec<String>> = lists.collect();
    assert_eq!(lists.len(), 7, "keys of five tables, types of joints and of forces: {faults:?}");
    lists.concat()
}

#[test]
fn the_manual_mentions_every_word() {
    let mentioned = mentioned();
    let options = [plan::FORMULATIONS, plan::SOLVERS, plan::INTEGRATORS, plan::STABILIZATIONS].concat();
    let words = words_of_the_reader().into_iter().chain(options.iter().map(|w| w.to_string()));
    let words = words.chain(Function::ALL.iter().map(|f| f.word().to_string()));
    let missing: Vec<String> = words.filter(|w| !mentioned.contains(w)).collect();
    assert!(missing.is_empty(), "docs/model-file.md does not mention {missing:?}");
}

#[test]
fn the_manual_counts_equations_as_the_engine_does() {
    let joints = [JointId::new(0), JointId::new(1)];
    let kinds = [
        JointKind::Fixed,
        JointKind::Revolute,
        JointKind::Prismatic,
        JointKind::Cylindrical,
        JointKind::Universal,
        JointKind::Spherical,
        JointKind::PlanePlane,
        JointKind::PointLine,
        JointKind::PointPlane,
        JointKind::Distance { length: 1.0 },
        JointKind::Parallel,
        JointKind::Perpendicular,
        JointKind::Screw { pitch: 1.0 },
        JointKind::Gear { joints, ratio: 1.0 },
        JointKind::RackPinion { joints, ratio: 1.0 },
    ];
    let manual = read(&root().join("docs/model-file.md"));
    for kind in kinds {
        let start = format!("| `{}` |", kind.word());
        let row = manual.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("no row for {}", kind.word()));
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[2], kind.n_equations(Space::Spatial).to_string(), "{row}");
        // A dash marks types that do not exist in the plane.
        if cells[3] != "–" {
            assert_eq!(cells[3], kind.n_equations(Space::Planar).to_string(), "{row}");
        }
    }
}
