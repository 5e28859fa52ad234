//! The documents show what the program prints: every block that opens with `$ linkwork …` is run, and its lines must
//! come in the same order. Lines may be left out (`…`), because later methods add some; numbers of `compare` are times
//! and round-off, which differ between machines, so there only the words count. Models of a page lie beside the program
//! as files, `name.toml`. Other commands are shown without what they print: the program must know them with their
//! options, and those of the tutorial and of the page about looking at results are run.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::Desk;

/// README.md and all pages of docs/ and its folders.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = vec![root.join("README.md")];
    for folder in ["docs", "docs/joints", "docs/methods"] {
        paths.extend(std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|e| e == "md"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// What stands in fences: the language, and the lines.
fn fences(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("```").skip(1).step_by(2).map(|fence| fence.split_once('\n').unwrap_or((fence, "")))
}

/// Words of a command line as a shell would pass them, without the program itself, comments and redirections.
fn arguments(line: &str) -> Vec<&str> {
    let words = line.split_whitespace().skip(1).take_while(|word| !word.starts_with(['#', '>', '|']));
    words.map(|word| word.trim_matches('\'')).collect()
}

/// Writes the models of a page beside the program.
fn lay_out_models(desk: &Desk, page: &str) {
    for (_, model) in fences(page).filter(|(language, text)| *language == "toml" && text.contains("[[bodies]]")) {
        let head = model.split("[[").next().unwrap_or_default();
        if let Some(name) = head.lines().find_map(|line| line.strip_prefix("name = ")) {
            std::fs::write(desk.path(&format!("{}.toml", name.trim_matches('"'))), model).unwrap();
        }
    }
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

/// The arguments of a command as a shell splits them: at spaces outside of quotes.
fn split_arguments(command: &str) -> Vec<String> {
    let mut arguments = vec![String::new()];
    for (k, piece) in command.split('"').enumerate() {
        let mut words = if k % 2 == 0 { piece.split(' ').collect() } else { vec![piece] }.into_iter();
        if let (Some(last), Some(word)) = (arguments.last_mut(), words.next()) {
            last.push_str(word);
        }
        arguments.extend(words.map(String::from));
    }
    arguments.retain(|argument| !argument.is_empty());
    arguments
}

/// Runs `$ linkwork …` and compares what it prints with the lines below; gives back the command.
fn show<'a>(desk: &Desk, block: &'a str) -> Option<&'a str> {
    let mut lines = block.lines();
    let command = lines.next()?.strip_prefix("$ linkwork ")?;
    let arguments = split_arguments(command);
    let printed = desk.succeed(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).stdout;
    let mut rest = printed.lines().map(|line| words(line, command));
    for line in lines.filter(|line| *line != "…") {
        let wanted = words(line, command);
        assert!(rest.any(|printed| printed == wanted), "linkwork {command} does not print, in this order:\n{line}");
    }
    Some(command)
}

#[test]
fn what_the_documents_show_is_what_the_program_prints() {
    let pages = pages();
    let mut shown = Vec::new();
    for (_, page) in &pages {
        let desk = Desk::new("documents");
        lay_out_models(&desk, page);
        shown.extend(fences(page).filter_map(|(_, block)| show(&desk, block)));
    }
    for start in ["compare", "bench papers", "run", "analyze"] {
        assert!(shown.iter().any(|command| command.starts_with(start)), "no '{start}' in the documents");
    }
}

#[test]
fn commands_in_the_documents_are_known() {
    let desk = Desk::new("known-commands");
    let mut found = 0;
    for (path, page) in &pages() {
        let blocks = fences(page).filter(|(language, _)| *language == "sh").flat_map(|(_, block)| block.lines());
        for line in blocks.filter(|line| line.starts_with("linkwork ")) {
            found += 1;
            let mut arguments = arguments(line);
            // Help is printed if all before it was understood.
            arguments.push("--help");
            let ended = desk.run(&arguments);
            assert_eq!(ended.code, 0, "{}: {line}: {}", path.display(), ended.stderr);
        }
    }
    assert!(found >= 10, "the tutorial alone has as many; found {found}");
}

#[test]
fn options_in_the_documents_are_known() {
    let desk = Desk::new("known-options");
    for (path, page) in &pages() {
        // In fences, inline code would be something else.
        let prose: String = page.split("```").step_by(2).collect();
        for code in prose.split('`').skip(1).step_by(2).filter(|code| code.starts_with("linkwork ")) {
            let arguments = arguments(code);
            if arguments[0].starts_with('-') {
                continue;
            }
            let depth = if ["model", "bench"].contains(&arguments[0]) { 2 } else { 1 };
            let mut asked: Vec<&str> = arguments.iter().take(depth).copied().collect();
            asked.push("--help");
            let help = desk.succeed(&asked).stdout;
            for option in arguments.iter().filter(|word| word.starts_with("--")) {
                let known = help.split_whitespace().any(|word| word.trim_end_matches([',', ';']) == *option);
                assert!(known, "{}: `{code}`: no option {option}", path.display());
            }
        }
    }
}

/// Runs every command and all lines of Python of a page, in their order, in one folder; tells how many commands.
fn follow(name: &str) -> usize {
    let pages = pages();
    let (_, page) = pages.iter().find(|(path, _)| path.ends_with(name)).unwrap();
    let desk = Desk::new(name);
    lay_out_models(&desk, page);
    let mut done = 0;
    for (language, block) in fences(page) {
        match language {
            "text" => done += usize::from(show(&desk, block).is_some()),
            "sh" => {
                for line in block.lines().filter(|line| line.starts_with("linkwork ")) {
                    let arguments = arguments(line);
                    // `view` serves its page until it is interrupted.
                    if arguments[0] != "view" {
                        desk.succeed(&arguments);
                        done += 1;
                    }
                }
            }
            "python" => follow_python(&desk, page, block),
            _ => {}
        }
    }
    done
}

/// Where there is no Python, or not what the lines import, they are not tried.
fn follow_python(desk: &Desk, page: &str, block: &str) {
    let python = |lines: &str| Command::new("python3").args(["-c", lines]).current_dir(desk.path("")).output();
    let imports: Vec<&str> = block.lines().filter(|line| line.starts_with("import ")).collect();
    if !python(&imports.join("\n")).is_ok_and(|ended| ended.status.success()) {
        return;
    }
    let ended = python(block).unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let printed = String::from_utf8(ended.stdout).unwrap();
    // Long lists are not repeated in a page.
    let told = printed.lines().count() > 1 || page.contains(&format!("`{}`", printed.trim()));
    assert!(told, "the page does not say: {printed}");
}

#[test]
fn every_command_of_the_tutorial_works_as_printed() {
    let done = follow("tutorial.md");
    assert!(done >= 8, "commands of the tutorial that were run: {done}");
}

#[test]
fn every_command_about_results_works_as_printed() {
    let done = follow("viewing.md");
    assert!(done >= 10, "commands that were run: {done}");
}
