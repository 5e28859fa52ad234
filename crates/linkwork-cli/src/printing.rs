//! Text for people, wrapped to the width of the terminal and in colour where that is wanted, and text for programs,
//! as it is. Standard output may be closed early, as by `head`. Colours follow `NO_COLOR`, `CLICOLOR` and
//! `CLICOLOR_FORCE`; what is no terminal gets none, and lines as long as they are.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use linkwork::is_hidden;
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use crate::failure::Failure;

/// Style of errors.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Style of warnings.
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// Style of success.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Style of headings.
pub const HEADING: Style = Style::new().bold();

/// The text in a style.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints text for people on standard output, with escapes in place of characters that a terminal would obey. A
/// reader who has seen enough is no fault.
///
/// # Errors
/// Anything else that keeps the text from arriving, a full disk say.
pub fn print(text: &str) -> Result<(), Failure> {
    print_plain(&wrap_for(output_width(), &harmless(text)))
}

/// Prints text on standard output without breaking its lines: files, tables, addresses.
///
/// # Errors
/// As [`print`].
pub fn print_plain(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Stopped(format!("cannot write to standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Prints one JSON object on standard output.
///
/// # Errors
/// As [`print`].
pub fn print_json(object: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(object);
    let text = text.map_err(|e| Failure::Stopped(format!("the summary cannot be written as JSON: {e}")))?;
    print_plain(&(escape_json(&text) + "\n"))
}

fn is_obeyed(c: char) -> bool {
    is_hidden(c) && c != '\n' && c != '\t'
}

/// The text with escapes in place of characters that a terminal would obey, but for the styles of this program.
fn harmless(text: &str) -> String {
    if !text.chars().any(is_obeyed) {
        return text.into();
    }
    let styles = [BAD, WARNING, GOOD, HEADING].map(|style| style.render().to_string());
    let reset = HEADING.render_reset().to_string();
    let (mut safe, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(c) = rest.chars().next() {
        let style = styles.iter().chain([&reset]).find(|style| rest.starts_with(style.as_str()));
        let taken = style.map_or(c.len_utf8(), String::len);
        match style.is_none() && is_obeyed(c) {
            true => safe.extend(c.escape_default()),
            false => safe.push_str(&rest[..taken]),
        }
        rest = &rest[taken..];
    }
    safe
}

/// The same object, with escapes of JSON in place of characters that a terminal would obey; they stand inside strings
/// only.
fn escape_json(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match is_obeyed(c) {
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped += &format!("\\u{unit:04x}")),
            false => escaped.push(c),
        }
    }
    escaped
}

/// Prints a note for people on standard error, if that is still open.
pub fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", wrap_for(error_width(), &harmless(text)));
}

/// Columns of the terminal on standard error; `None` where that is none.
pub fn error_width() -> Option<usize> {
    terminal_size_of(io::stderr()).map(|(Width(columns), _)| columns.into())
}

/// Columns of the terminal on standard output; `None` where that is none.
pub fn output_width() -> Option<usize> {
    terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns.into())
}

/// Paragraphs in lines as wide as the terminal, or of 120 letters where there is none.
pub fn fold(text: &str) -> String {
    wrap_for(Some(output_width().unwrap_or(120)), text)
}

fn wrap_for(width: Option<usize>, text: &str) -> String {
    // Narrower ones are no terminals for reading.
    let Some(width) = width.filter(|width| *width >= 30) else { return text.into() };
    text.split_inclusive('\n').map(|line| wrap(line, width)).collect()
}

/// Breaks a line at spaces. What follows is indented to where the line's last column begins, behind two spaces or
/// more, or two further than the line.
fn wrap(line: &str, width: usize) -> String {
    let hang = hang(line, width);
    let (mut wrapped, mut column) = (String::new(), 0);
    for word in line.split_inclusive(' ') {
        let length = visible_length(word.trim_end());
        if column + length > width && column > hang {
            wrapped.truncate(wrapped.trim_end_matches(' ').len());
            wrapped += &format!("\n{:hang$}", "");
            column = hang;
        }
        wrapped += word;
        column += visible_length(word);
    }
    wrapped
}

fn hang(line: &str, width: usize) -> usize {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let (mut hang, mut column, mut spaces) = (indent + 2, 0, 0);
    for word in line[indent..].split(' ') {
        // Between two spaces there is an empty word.
        spaces += 1;
        if !word.is_empty() {
            if spaces > 1 && column > 0 {
                hang = indent + column;
            }
            spaces = 0;
        }
        column += visible_length(word) + 1;
    }
    hang.min(width / 2)
}

/// Letters without those that change the colour, from an escape to an `m`.
pub fn visible_length(text: &str) -> usize {
    let mut is_hidden = false;
    let seen = text.chars().filter(|letter| {
        is_hidden |= *letter == '\u{1b}';
        let counts = !is_hidden && *letter != '\n';
        is_hidden &= *letter != 'm';
        counts
    });
    seen.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_stays_the_same_object_without_characters_that_terminals_obey() {
        let name = "a\u{1b}[2J\u{9b}\u{202e}\u{e0041}\n\"b\"";
        let text = escape_json(&serde_json::to_string_pretty(&[name]).unwrap());
        assert!(!text.chars().any(is_obeyed), "{text}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), [name]);
    }

    #[test]
    fn names_cannot_command_a_terminal() {
        let text = format!("{} a\u{1b}[2J\u{202e}b\n", styled(BAD, "error:"));
        assert_eq!(harmless(&text), format!("{} a\\u{{1b}}[2J\\u{{202e}}b\n", styled(BAD, "error:")));
    }

    #[test]
    fn long_lines_are_broken_at_spaces() {
        let wrapped = wrap_for(Some(30), "a line that is longer than thirty letters\nshort\n");
        assert_eq!(wrapped, "a line that is longer than\n  thirty letters\nshort\n");
        let columns = wrap_for(Some(40), "  solver   elimination  cost follows the joints of it\n");
        assert_eq!(columns, "  solver   elimination  cost follows the\n                    joints of it\n");
        let aligned = wrap_for(Some(40), "  bodies     with a reason that is too long\n");
        assert_eq!(aligned, "  bodies     with a reason that is too\n             long\n");
        let path = "x".repeat(50);
        assert_eq!(wrap_for(Some(30), &path), path, "there is no place to break it");
        assert_eq!(
            wrap_for(None, "a line that is longer than thirty letters"),
            "a line that is longer than thirty letters"
        );
    }

    #[test]
    fn colours_take_no_room() {
        let text = styled(BAD, "error:");
        assert_eq!((visible_length(&text), visible_length("größer\n")), (6, 6));
        let line = format!("{text} twenty-four letters in all\n");
        assert_eq!(wrap_for(Some(34), &line), line);
    }
}
