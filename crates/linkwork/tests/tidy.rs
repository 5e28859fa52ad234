//! House rules, read from the source tree: how files open, how long they may be, who may import whom, who may print and
//! open files, and that documents name paths that exist. A rule is a test, so that it holds without being remembered.

#[path = "tidy/imports.rs"]
mod imports;

use std::fs;
use std::path::{Path, PathBuf};

/// No file is longer; most are much shorter.
const MOST_LINES: usize = 800;
/// Public items of the engine. When there are fewer, this becomes less.
const MOST_PUBLIC: usize = 615;

fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in crates/");
    crates.parent().expect("crates/ lies in the workspace").to_path_buf()
}

/// A source file: its path from the root of the workspace, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Whether it lies in this folder or is this file.
    fn is_in(&self, place: &str) -> bool {
        self.path == place || self.path.starts_with(&format!("{place}/"))
    }

    /// The code without comments and without unit tests.
    fn code(&self) -> String {
        if self.path.ends_with("/tests.rs") {
            return String::new();
        }
        let before_tests = self.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = before_tests.lines().map(|line| line.split("//").next().unwrap_or_default());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Every path of the code that starts with `crate::`, groups in braces taken apart.
    fn crate_paths(&self) -> Vec<String> {
        let code = self.code();
        let mut paths = Vec::new();
        for (start, _) in code.match_indices("crate::") {
            expand("", &code[start + "crate::".len()..], &mut paths);
        }
        paths
    }
}

/// Reads one path of a `use` tree; returns what follows it.
fn expand<'a>(prefix: &str, text: &'a str, paths: &mut Vec<String>) -> &'a str {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let end = text.find(|c: char| !is_path(c)).unwrap_or(text.len());
    let (path, mut rest) = (format!("{prefix}{}", &text[..end]), &text[end..]);
    if !(path.ends_with("::") && rest.starts_with('{')) {
        paths.push(path.trim_end_matches(':').to_string());
        return rest;
    }
    rest = rest[1..].trim_start();
    while !rest.is_empty() && !rest.starts_with('}') {
        let after = expand(&path, rest, paths);
        // Past a comma, or past something that is no path, such as `*` or `as name`.
        let next = after.find([',', '}']).unwrap_or(after.len());
        rest = after[next..].trim_start_matches(',').trim_start();
    }
    rest.strip_prefix('}').unwrap_or(rest)
}

/// All files below a folder, those made by building excluded.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| entry.ok().map(|e| e.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && name != "node_modules" && !name.starts_with('.') {
            files_below(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

fn files_with(extension: &str) -> Vec<Source> {
    let root = root();
    let mut found = Vec::new();
    files_below(&root, &mut found);
    found.retain(|path| path.extension().is_some_and(|e| e == extension));
    found.sort();
    let read = |path: &PathBuf| Source {
        path: path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/"),
        text: fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
    };
    found.iter().map(read).collect()
}

/// The source files of all crates, without tests, benchmarks and examples.
fn sources() -> Vec<Source> {
    let all: Vec<Source> = files_with("rs").into_iter().filter(|s| s.path.split('/').nth(2) == Some("src")).collect();
    assert!(all.len() > 50, "the source tree was not found: {} files", all.len());
    all
}

/// The source files of the engine.
fn engine() -> Vec<Source> {
    sources().into_iter().filter(|s| s.is_in("crates/linkwork/src")).collect()
}

/// Fails with all faults at once.
fn report(rule: &str, faults: &[String]) {
    assert!(faults.is_empty(), "{rule}:\n  {}", faults.join("\n  "));
}

#[test]
fn files_open_with_what_they_are_about_and_are_short() {
    let mut faults = Vec::new();
    for source in files_with("rs") {
        let n = source.text.lines().count();
        if !source.text.starts_with("//!") {
            faults.push(format!("{} does not open with `//!`", source.path));
        }
        if n > MOST_LINES {
            faults.push(format!("{} has {n} lines", source.path));
        }
    }
    report("Every file says in its first line what it is about and has at most 800 lines", &faults);
}

#[test]
fn nothing_unfinished_is_left_behind() {
    // Written in two parts, so that this file does not find itself.
    let words = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("to", "do!"),
        concat!("unimpl", "emented!"),
        concat!("db", "g!"),
    ];
    let mut faults = Vec::new();
    for source in files_with("rs") {
        for (k, line) in source.text.lines().enumerate() {
            faults
                .extend(words.iter().filter(|w| line.contains(*w)).map(|w| format!("{}:{}: {w}", source.path, k + 1)));
        }
    }
    report("Unfinished work is written down where work is planned", &faults);
}

#[test]
fn rooms_have_names_that_say_something() {
    let vague = ["utils", "util", "misc", "common", "helpers", "helper"];
    let names = |s: &Source| s.path.trim_end_matches(".rs").split('/').map(str::to_string).collect::<Vec<_>>();
    let faults: Vec<String> = sources()
        .iter()
        .filter(|s| names(s).iter().any(|n| vague.contains(&n.as_str())))
        .map(|s| s.path.clone())
        .collect();
    report("A name says what lives there", &faults);
}

/// Imports run one way: each room with what it must not know.
#[test]
fn imports_run_one_way() {
    let above_model = ["formulation", "reduced", "solver", "topology", "stabilization", "integrator", "simulation"];
    let machinery = ["formulation", "stabilization", "integrator", "workspace", "plan", "simulation"];
    let rules: [(&str, Vec<&str>); 7] = [
        ("exchange", [&machinery[..], &["model", "topology", "reduced", "solver", "recorder"]].concat()),
        ("spatial", [&above_model[..], &["model"]].concat()),
        ("model", [&above_model[..], &["plan", "workspace", "recorder", "gallery"]].concat()),
        ("topology", [&machinery[..], &["solver"]].concat()),
        ("reduced", [&machinery[..], &["model", "solver"]].concat()),
        ("solver", [&machinery[..], &["model"]].concat()),
        ("integrator", vec!["model", "formulation", "topology", "reduced", "solver", "workspace", "ids"]),
    ];
    let mut faults = Vec::new();
    for source in engine() {
        for (room, forbidden) in rules.iter().filter(|(room, _)| source.is_in(&format!("crates/linkwork/src/{room}"))) {
            for path in source.crate_paths() {
                if forbidden.contains(&path.split("::").next().unwrap_or_default()) {
                    faults.push(format!("{}: {room} must not know `{path}`", source.path));
                }
            }
        }
    }
    report("Imports run one way", &faults);
}

#[test]
fn formulations_do_not_import_one_another() {
    let rooms = "crates/linkwork/src/formulation";
    let own = |path: &str| path.strip_prefix(rooms)?.strip_prefix('/')?.split(['/', '.']).next().map(str::to_string);
    // `bodies`, `body_motions`, `differential` and `stages` are no formulations but shared by them.
    let is_one = |room: &String| !["mod", "bodies", "body_motions", "differential", "stages"].contains(&room.as_str());
    let all: Vec<String> = engine().iter().filter_map(|s| own(&s.path)).filter(is_one).collect();
    let mut faults = Vec::new();
    for source in engine() {
        let Some(mine) = own(&source.path).filter(|room| room != "mod") else { continue };
        for path in source.crate_paths() {
            let other = path.strip_prefix("formulation::").and_then(|p| p.split("::").next()).unwrap_or_default();
            if other != mine && all.iter().any(|room| room == other) {
                faults.push(format!("{}: `{path}`", source.path));
            }
        }
    }
    report("Formulations do not import one another", &faults);
}

#[test]
fn only_the_plan_names_implementations() {
    let open_sets: [(&str, &[&str]); 4] = [
        (
            "solver",
            &[
                "Cyclic",
                "Elimination",
                "Dense",
                "Pcg",
                "Qr",
                "Relaxation",
                "cyclic",
                "elimination",
                "dense",
                "pcg",
                "qr",
                "relaxation",
            ],
        ),
        ("integrator", &["Adams", "Dopri5", "RungeKutta4", "Corrector"]),
        ("stabilization", &["Projection", "Baumgarte", "Unstabilized"]),
        ("formulation", &["cartesian", "recursive", "natural"]),
    ];
    let mut faults = Vec::new();
    for source in engine().iter().filter(|s| !s.is_in("crates/linkwork/src/plan")) {
        for (room, names) in open_sets {
            if source.is_in(&format!("crates/linkwork/src/{room}")) {
                continue;
            }
            let inside = |path: &String| path.strip_prefix(&format!("{room}::")).map(str::to_string);
            let named = source.crate_paths().iter().filter_map(inside).collect::<Vec<_>>();
            let is_one = |path: &&String| names.contains(&path.split("::").next().unwrap_or_default());
            faults.extend(named.iter().filter(is_one).map(|path| format!("{}: {room}::{path}", source.path)));
        }
    }
    report("Only the plan names solvers, integrators, stabilizations and formulations", &faults);
}

#[test]
fn one_room_says_what_is_singular() {
    let words = ["SINGULAR", "DEPENDENT", "PIVOT", "RANK", "REDUNDANT"];
    let is_limit =
        |line: &&str| line.contains("const ") && line.contains(": f64") && words.iter().any(|w| line.contains(w));
    let mut faults = Vec::new();
    for source in engine().iter().filter(|s| s.path != "crates/linkwork/src/singular.rs") {
        faults.extend(source.code().lines().filter(is_limit).map(|line| format!("{}: {line}", source.path)));
    }
    report("Limits of rank and singularity are in `singular.rs`", &faults);
}

#[test]
fn the_public_surface_does_not_grow() {
    let kinds = ["fn", "struct", "enum", "trait", "const", "type", "mod", "static"];
    let is_public = |line: &&str| {
        let mut words = line.split_whitespace();
        words.next() == Some("pub") && words.next().is_some_and(|word| kinds.contains(&word))
    };
    let count: usize = engine().iter().map(|s| s.text.lines().filter(is_public).count()).sum();
    assert!(count <= MOST_PUBLIC, "{count} public items in the engine, {MOST_PUBLIC} before; is each needed outside?");
}

#[test]
fn the_engine_opens_no_files_and_libraries_do_not_print() {
    let mut faults = Vec::new();
    for source in sources() {
        let code = source.code();
        let mut forbid = |words: &[&str]| {
            faults.extend(words.iter().filter(|w| code.contains(*w)).map(|w| format!("{}: {w}", source.path)));
        };
        if source.is_in("crates/linkwork/src") {
            forbid(&["std::fs", "std::net", "std::process", "std::env"]);
        }
        if !source.is_in("crates/linkwork-cli") {
            forbid(&["println!", "eprintln!", " print!", "eprint!"]);
        }
    }
    report("Only the leaves open files, only the program prints", &faults);
}

#[test]
fn unsafe_code_is_where_it_cannot_be_done_without() {
    // The compiler refuses it where it is not allowed; so this looks for where it is.
    let allowed: Vec<String> =
        sources().into_iter().filter(|s| s.code().contains("unsafe_code")).map(|s| s.path).collect();
    let wanted = [
        "crates/linkwork/src/large_pages.rs",
        "crates/linkwork/src/parallel/team.rs",
        "crates/linkwork-jit/src/memory.rs",
    ];
    assert_eq!(allowed, wanted);
}

/// Paths in backquotes which the text claims to exist in the workspace.
fn named_paths(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let ours = |p: &&str| ["crates/", "docs/", "fuzz/", "scripts/"].iter().any(|room| p.starts_with(room));
    // Patterns such as `docs/*.md` and commands with arguments name no single path.
    quoted.filter(ours).filter(|p| !p.contains(['*', ' ', '\n', '<', '{', '…'])).collect()
}

#[test]
fn documents_name_paths_that_exist() {
    let mut faults = Vec::new();
    for document in files_with("md") {
        for path in named_paths(&document.text) {
            if !root().join(path.trim_end_matches('/')).exists() {
                faults.push(format!("{}: `{path}`", document.path));
            }
        }
    }
    report("Paths named in documents exist", &faults);
}

/// Files that the code of a source includes, from the root of the workspace, dots and all.
fn included(source: &Source) -> Vec<PathBuf> {
    let folder = Path::new(&source.path).parent().expect("a file lies in a folder");
    let calls = ["include_str!(\"", "include_bytes!(\"", "#[path = \""];
    let arguments = calls.iter().flat_map(|call| source.text.split(call).skip(1));
    arguments.filter_map(|rest| rest.split('"').next()).map(|file| folder.join(file)).collect()
}

/// Whether a path leaves the first two folders of a file, that is, its crate.
fn leaves_its_crate(path: &Path) -> bool {
    let mut depth = 0_isize;
    path.components().any(|part| {
        depth += if part.as_os_str() == ".." { -1 } else { 1 };
        depth < 2 && part.as_os_str() == ".."
    })
}

#[test]
fn every_crate_builds_from_its_package() {
    let mut faults = Vec::new();
    for source in sources() {
        let outside = included(&source).into_iter().filter(|path| leaves_its_crate(path));
        faults.extend(outside.map(|path| format!("{} includes {}", source.path, path.display())));
    }
    let crates: Vec<PathBuf> =
        fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(crates.len() >= 6, "the crates were not found");
    for folder in crates.iter().chain([&root()]) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        let unversioned = |line: &&str| line.contains("{ path = \"") && !line.contains("version = \"");
        faults.extend(manifest.lines().filter(unversioned).map(|line| format!("{}: {line}", folder.display())));
        let missing = |file: &&&str| !folder.join(file).is_file();
        let licences = ["LICENSE-MIT", "LICENSE-APACHE"];
        faults.extend(licences.iter().filter(missing).map(|file| format!("{}: no {file}", folder.display())));
        if !["readme.workspace = true", "readme = \"README.md\""].iter().any(|key| manifest.contains(key)) {
            faults.push(format!("{}: no readme", folder.display()));
        }
    }
    report("A package holds all that its crate is built of, with licences, and names versions", &faults);
}

#[test]
fn the_rules_see_what_they_look_for() {
    let text = "//! x\nuse crate::a::{b::C, d::{E, F as G}, self};\nlet x = crate::h::i(1); // crate::no\n";
    let source = Source { path: "crates/x/src/a.rs".into(), text: text.into() };
    assert_eq!(source.crate_paths(), ["a::b::C", "a::d::E", "a::d::F", "a::self", "h::i"]);
    assert_eq!(
        named_paths("see `crates/a/b.rs`, `cargo x`, ```crates/c```, `docs/*.md`"),
        ["crates/a/b.rs", "crates/c"]
    );
    let text = concat!("include_", "str!(\"../../../f\"), include_", "bytes!(\"../b\")");
    let source = Source { text: text.into(), ..source };
    assert_eq!(included(&source).iter().map(|p| leaves_its_crate(p)).collect::<Vec<_>>(), [true, false]);
    assert!(source.is_in("crates/x/src") && !source.is_in("crates/x/sr"));
}
