//! The documents keep step with the program: every model file shown in them runs, every page is in the table of
//! contents, every link leads somewhere, the manual of model files mentions every word that the reader knows, its table
//! of joints counts equations as the engine does, every joint and every method has its page, and messages that are
//! explained are messages of the program.

use linkwork::methods::{FormulationKind, IntegratorKind, SolverKind, StabilizationKind, Word};
use linkwork::model::JointKind;
use linkwork::model::expression;
use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, Space};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Files below a folder whose names end so, in the order of their paths.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == extension) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// README.md and all pages of docs/ and its folders.
fn documents() -> Vec<(PathBuf, String)> {
    let mut paths = files(&root().join("docs"), "md");
    paths.push(root().join("README.md"));
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
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

/// How long models of the documents are simulated (s): enough for some steps, driven and free, of all of them.
const A_SHORT_TIME: f64 = 0.05;

#[test]
fn model_files_in_the_documents_run() {
    let mut found = 0;
    for (path, text) in documents() {
        for (language, snippet) in parts(&text).1 {
            if language != "toml" || !snippet.contains("[[bodies]]") {
                continue;
            }
            found += 1;
            let wrong = |e: &dyn std::fmt::Display| -> ! { panic!("{}: {e}\n{snippet}", path.display()) };
            let model = Model::parse(&snippet, "snippet.toml").unwrap_or_else(|e| wrong(&e));
            let settings = Settings { end: A_SHORT_TIME, ..Settings::of_model(&model) };
            let plan = Plan::choose(&model, &settings).unwrap_or_else(|e| wrong(&e));
            let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap_or_else(|e| wrong(&e));
            simulation.run(&mut Memory::default()).unwrap_or_else(|e| wrong(&e));
        }
    }
    assert!(found >= 30, "the README, the tutorial and the pages of joints and forces show model files; found {found}");
}

/// What is linked to in a page, as written.
fn links(text: &str) -> Vec<String> {
    let prose = parts(text).0;
    // In inline code brackets are data.
    let prose: String = prose.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let ends = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    ends.map(|(link, _)| link.to_string()).filter(|link| !link.contains("://")).collect()
}

/// The name by which a heading is linked to.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn links_lead_somewhere() {
    for (path, text) in documents() {
        let folder = path.parent().expect("a file is in a folder");
        for link in links(&text) {
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(target.exists(), "{}: nothing is at {link}", path.display());
            if !heading.is_empty() {
                let headings = parts(&read(&target)).0;
                let mut headings = headings.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line.trim_start_matches('#')) == heading);
                assert!(found, "{}: no heading for {link}", path.display());
            }
        }
    }
}

/// Names that scripts of mdBook 0.5 look up as global variables. A browser finds an element by its id under such a
/// name: a heading "Exports" made the libraries for searching and copying believe that they were in Node.js, and
/// neither worked on its page.
const NAMES_OF_SCRIPTS: [&str; 11] = [
    "exports",
    "module",
    "define",
    "require",
    "search",
    "ace",
    "editors",
    "elasticlunr",
    "hljs",
    "playground_copyable",
    "playground_line_numbers",
];

#[test]
fn no_heading_hides_what_search_and_copy_of_the_manual_use() {
    for (path, text) in documents() {
        for line in parts(&text).0.lines().filter(|line| line.starts_with('#')) {
            let heading = line.trim_start_matches('#');
            let id =
                heading.split_once("{#").map_or_else(|| anchor(heading), |(_, id)| id.trim_end_matches('}').into());
            assert!(
                !NAMES_OF_SCRIPTS.contains(&id.as_str()),
                "{}: choose another heading than{heading}",
                path.display()
            );
        }
    }
}

#[test]
fn the_table_of_contents_has_every_page_once() {
    let docs = root().join("docs");
    let mut listed = links(&read(&docs.join("SUMMARY.md")));
    listed.sort();
    let pages = files(&docs, "md").into_iter().map(|path| path.strip_prefix(&docs).expect("in docs").to_path_buf());
    let mut pages: Vec<String> = pages.map(|path| path.display().to_string().replace('\\', "/")).collect();
    pages.retain(|page| page != "SUMMARY.md");
    pages.sort();
    assert_eq!(listed, pages);
}

#[test]
fn every_picture_is_shown() {
    let docs = documents();
    for picture in files(&root().join("docs/pictures"), "svg") {
        let picture = picture.canonicalize().expect("a file that was listed");
        let shows = |(path, text): &(PathBuf, String)| {
            let folder = path.parent().expect("a file is in a folder");
            links(text).iter().any(|link| folder.join(link).canonicalize().is_ok_and(|shown| shown == picture))
        };
        assert!(docs.iter().any(shows), "{} is shown nowhere", picture.display());
    }
}

/// Everything the program says: its source without comments, line breaks inside texts, and marks of code.
fn sentences_of_the_program() -> String {
    let sources = files(&root().join("crates"), "rs").into_iter().filter(|path| path.iter().any(|room| room == "src"));
    let text: String = sources.map(|path| read(&path)).collect();
    let text: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|l| [l, "\n"]).collect();
    let lines = text.split("\\\n").map(str::trim_start).collect::<Vec<_>>().concat();
    lines.replace("\\\"", "\"").replace('`', "")
}

#[test]
fn messages_that_are_explained_are_those_of_the_program() {
    let said = sentences_of_the_program();
    let page = read(&root().join("docs/troubleshooting.md"));
    let headings = page.lines().filter_map(|line| line.strip_prefix("### "));
    let mut found = 0;
    for message in headings.flat_map(|heading| heading.split('`').skip(1).step_by(2)) {
        for piece in message.split('…').map(|piece| piece.trim_matches(|c: char| " ?;:".contains(c))) {
            assert!(said.contains(piece), "the program does not say '{piece}' of '{message}'");
        }
        found += 1;
    }
    assert!(found > 30, "most of the page is messages; found {found}");
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
    let options = [FormulationKind::WORDS, SolverKind::WORDS, IntegratorKind::WORDS, StabilizationKind::WORDS].concat();
    let words = words_of_the_reader().into_iter().chain(options.iter().map(|w| w.to_string()));
    let words = words.chain(expression::language().map(str::to_string));
    let missing: Vec<String> = words.filter(|w| !mentioned.contains(w)).collect();
    assert!(missing.is_empty(), "docs/model-file.md does not mention {missing:?}");
}

#[test]
fn the_manual_counts_equations_as_the_engine_does() {
    let manual = read(&root().join("docs/model-file.md"));
    for word in JointKind::WORDS {
        let page = read(&root().join(format!("docs/joints/{word}.md")));
        assert!(page.starts_with(&format!("# {word}\n")), "a page for every joint");
        let start = format!("| `{word}` |");
        let row = manual.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("no row for {word}"));
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        // A dash marks types that do not exist in the plane.
        let told = [Space::Spatial, Space::Planar].map(|space| JointKind::n_equations_of(word, space));
        assert_eq!([cells[2], cells[3]], told.map(|n| n.map_or("–".into(), |n| n.to_string())), "{row}");
    }
}

#[test]
fn every_method_has_its_page() {
    let words = [FormulationKind::WORDS, SolverKind::WORDS, IntegratorKind::WORDS, StabilizationKind::WORDS].concat();
    for word in words.into_iter().filter(|word| *word != "auto") {
        let page = read(&root().join(format!("docs/methods/{word}.md")));
        assert!(page.starts_with(&format!("# {word}\n")), "docs/methods/{word}.md opens with its word");
        for part in ["\n**Source.** ", "\n**Code.** `crates/", "\n## Limits\n", "\n## Measured cost\n"] {
            assert!(page.contains(part), "docs/methods/{word}.md has no {}", part.trim());
        }
        // What another page has of it is said there.
        let elsewhere = ["none", "adams-bashforth"].contains(&word);
        assert!(elsewhere || page.contains("\n## Equations\n"), "docs/methods/{word}.md has no equations");
    }
}
