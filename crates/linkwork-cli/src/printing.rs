//! Standard output that may be closed early, as by `head`, and notes on standard error.

use std::io::{self, Write};

use linkwork::{is_hidden, shown_lines};
use serde::Serialize;

use crate::failure::Failure;

/// Prints text on standard output, with escapes in place of characters that a terminal would obey. A reader who has seen enough is no
/// fault.
///
/// # Errors
/// Anything else that keeps the text from arriving, a full disk say.
pub fn print(text: &str) -> Result<(), Failure> {
    match text.chars().any(is_obeyed) {
        true => write(&shown_lines(text)),
        false => write(text),
    }
}

/// Prints one JSON object on standard output.
///
/// # Errors
/// As [`print`].
pub fn print_json(object: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(object);
    let text = text.map_err(|e| Failure::Stopped(format!("the summary cannot be written as JSON: {e}")))?;
    write(&(escape_json(&text) + "\n"))
}

fn write(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Stopped(format!("cannot write to standard output: {e}")))
        }
        _ => Ok(()),
    }
}

fn is_obeyed(c: char) -> bool {
    is_hidden(c) && c != '\n' && c != '\t'
}

/// The same object, with escapes of JSON in place of characters that a terminal would obey; they stand inside strings only.
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

/// Prints a note on standard error, if that is still open.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", shown_lines(text));
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
}
