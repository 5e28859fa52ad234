//! Serves a page on loopback: to this machine only, on a free port, until the user has seen enough.

use std::process::{Command, Stdio};
use std::time::Duration;

use tiny_http::{Header, Request, Response, Server};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::printing::{note, print};

/// How long an interrupt may wait.
const PATIENCE: Duration = Duration::from_millis(100);

/// What is answered to a request for a path.
pub enum Answer {
    /// A page.
    Html(String),
    /// An object.
    Json(String),
    /// Nothing has changed.
    Nothing,
    /// There is no such thing.
    Unknown,
}

/// Serves until the user interrupts. The address is printed, and opened in a browser where that is wanted.
///
/// # Errors
/// When no port can be had.
pub fn serve(interrupt: &Interrupt, opens: bool, answer: impl Fn(&str) -> Answer) -> Result<(), Failure> {
    let wrong = |e: &dyn std::fmt::Display| Failure::Stopped(format!("cannot serve the page on this machine: {e}"));
    let server = Server::http("127.0.0.1:0").map_err(|e| wrong(&e))?;
    let port = server.server_addr().to_ip().map(|address| address.port()).ok_or_else(|| wrong(&"no address"))?;
    let address = format!("http://127.0.0.1:{port}/");
    print(&format!("{address}\n"))?;
    note("Ctrl-C ends it");
    if opens {
        open_browser(&address);
    }
    while !interrupt.is_asked() {
        if let Some(request) = server.recv_timeout(PATIENCE).map_err(|e| wrong(&e))? {
            let answer = if is_ours(&request, port) { answer(request.url()) } else { Answer::Unknown };
            respond(request, answer);
        }
    }
    Ok(())
}

/// Another site's page may lead its own name here; only requests that name this machine are answered.
fn is_ours(request: &Request, port: u16) -> bool {
    let host = request.headers().iter().find(|header| header.field.equiv("Host"));
    let host = host.map(|header| header.value.as_str().to_ascii_lowercase());
    host.is_some_and(|host| ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{port}")))
}

fn respond(request: Request, answer: Answer) {
    let (code, kind, text) = match answer {
        Answer::Html(text) => (200, "text/html; charset=utf-8", text),
        Answer::Json(text) => (200, "application/json", text),
        Answer::Nothing => (204, "text/plain", String::new()),
        Answer::Unknown => (404, "text/plain", "not found\n".to_string()),
    };
    let headers = [("Content-Type", kind), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")];
    // Its length is known; there is no reason to send it in pieces.
    let mut response = Response::from_string(text).with_status_code(code).with_chunked_threshold(usize::MAX);
    for header in headers.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok()) {
        response.add_header(header);
    }
    // A browser that has gone away needs no answer.
    let _ = request.respond(response);
}

/// Asks the system to show the address; whoever has no browser has the address in print.
fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        note("no browser was found; open the address above in one");
    }
}
