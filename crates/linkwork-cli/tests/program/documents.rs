//! The documents show what the program prints: every block that opens with `$ linkwork …` is run, and its lines must come in the
//! same order. Lines may be left out (`…`), because later methods add some; numbers of `compare` are times and round-off, which
//! differ between machines, so there only the words count.

use std::path::Path;

use crate::harness::Desk;

/// Commands shown in the documents, with the lines below each.
fn shown() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = vec![root.join("README.md")];
    paths.extend(std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    let mut found = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "md")) {
        let text = std::fs::read_to_string(path).unwrap();
        for fence in text.split("```").skip(1).step_by(2) {
            let mut lines = fence.lines().skip(1).map(str::to_string);
            if let Some(command) = lines.next().as_deref().and_then(|line| line.strip_prefix("$ linkwork ")) {
                found.push((command.to_string(), lines.collect()));
            }
        }
    }
    found
}

/// The line without what differs from machine to machine.
fn words(line: &str, command: &str) -> String {
    if !command.starts_with("compare") {
        return line.trim_end().to_string();
    }
    let units = ["s", "ms", "µs", "ns"];
    let tokens = line.split_whitespace().filter(|token| !units.contains(token));
    tokens
        .map(|token| if token.contains(|c: char| c.is_ascii_digit()) { "#" } else { token })
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn what_the_documents_show_is_what_the_program_prints() {
    let desk = Desk::new("documents");
    let shown = shown();
    assert!(shown.iter().any(|(command, _)| command.starts_with("compare")));
    assert!(shown.iter().any(|(command, _)| command.starts_with("bench papers")));
    for (command, lines) in shown {
        let arguments: Vec<&str> = command.split_whitespace().collect();
        let printed = desk.succeed(&arguments).stdout;
        let mut rest = printed.lines().map(|line| words(line, &command));
        for line in lines.iter().filter(|line| line.as_str() != "…") {
            let wanted = words(line, &command);
            assert!(rest.any(|printed| printed == wanted), "linkwork {command} does not print, in this order:\n{line}");
        }
    }
}
