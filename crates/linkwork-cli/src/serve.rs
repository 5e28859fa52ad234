//! Serves a page on loopback: to this machine only, on a free port, until the user has seen enough. Each client has a
//! thread of its own, so one that is slow keeps neither others nor Ctrl-C waiting.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;
use crate::http::{self, Answer};
use crate::interrupt::Interrupt;
use crate::printing::{note, print_plain};

/// How long a client or an interrupt may wait to be seen.
const PATIENCE: Duration = Duration::from_millis(10);
/// Clients at a time; a browser opens six connections at most. The oldest one makes room for a new one.
const MOST_CLIENTS: usize = 32;

/// Serves until the user interrupts. The address is printed, and opened in a browser where that is wanted. Threads
/// that still answer somebody then end with the program.
///
/// # Errors
/// When no port can be had.
pub fn serve(
    interrupt: &Interrupt,
    opens: bool,
    answer: impl Fn(&str) -> Answer + Send + Sync + 'static,
) -> Result<(), Failure> {
    let wrong = |e: io::Error| Failure::Stopped(format!("cannot serve the page on this machine: {e}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(wrong)?;
    listener.set_nonblocking(true).map_err(wrong)?;
    let port = listener.local_addr().map_err(wrong)?.port();
    let address = format!("http://127.0.0.1:{port}/");
    print_plain(&format!("{address}\n"))?;
    note("Ctrl-C ends it");
    if opens {
        open_browser(&address);
    }
    let (answer, mut clients) = (Arc::new(answer), Clients::default());
    while !interrupt.is_asked() {
        match listener.accept() {
            Ok((stream, _)) => clients.admit(stream, port, answer.clone()),
            // Nobody is there, or the system is out of something for a while.
            Err(_) => thread::sleep(PATIENCE),
        }
    }
    Ok(())
}

/// Connections that may be open, the oldest one first.
#[derive(Default)]
struct Clients(VecDeque<Weak<TcpStream>>);

impl Clients {
    /// Attends to a client in a thread of its own. One for whom there is no thread has to come back.
    fn admit(&mut self, stream: TcpStream, port: u16, answer: Arc<impl Fn(&str) -> Answer + Send + Sync + 'static>) {
        if stream.set_nonblocking(false).is_err() {
            return;
        }
        self.0.retain(|client| client.strong_count() > 0);
        if self.0.len() >= MOST_CLIENTS {
            // Its thread wakes up and ends.
            let _ =
                self.0.pop_front().and_then(|oldest| oldest.upgrade()).map(|oldest| oldest.shutdown(Shutdown::Both));
        }
        let stream = Arc::new(stream);
        self.0.push_back(Arc::downgrade(&stream));
        // A client that has gone away or is too slow needs no answer.
        let _ = thread::Builder::new().spawn(move || http::attend(&stream, port, &*answer));
    }
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
