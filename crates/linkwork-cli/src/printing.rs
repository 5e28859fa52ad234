//! Standard output that may be closed early, as by `head`, and notes on standard error.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Prints text on standard output. A reader who has seen enough is no fault.
///
/// # Errors
/// Anything else that keeps the text from arriving, a full disk say.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
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
    print(&(text + "\n"))
}

/// Prints a note on standard error, if that is still open.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
