//! HTTP/1.1 for one client: reads the head of a request, answers it, closes. Bodies are never read, heads and time
//! are limited, so a client can harm nobody but itself.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Bytes of a request's head; browsers send about one kilobyte.
const MOST_BYTES: usize = 16 << 10;
/// Time for a request to arrive.
const ASKING: Duration = Duration::from_secs(5);
/// Time for an answer to be taken: ten megabytes at most, on the same machine.
const TAKING: Duration = Duration::from_secs(30);
/// Time for the rest of a refused request to arrive: closing a connection with bytes unread would take the answer
/// from the client.
const LINGERING: Duration = Duration::from_millis(500);

/// The answer to a request for a path.
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

/// Answers one request that names this machine and `port`; `answer` is asked by path.
///
/// # Errors
/// A client that has gone away, or is too slow.
pub fn attend(stream: &TcpStream, port: u16, answer: &dyn Fn(&str) -> Answer) -> io::Result<()> {
    let mut limit = Limit { end: Instant::now() + ASKING };
    let reply = match read_head(stream, &limit)? {
        Some(head) => reply(&head, port, answer),
        None => Reply::refusal("431 Request Header Fields Too Large", "the head of the request is too long\n"),
    };
    limit.end = Instant::now() + TAKING;
    write_limited(stream, &reply.to_bytes(), &limit)?;
    stream.shutdown(Shutdown::Write)?;
    limit.end = Instant::now() + LINGERING;
    let mut rest = [0; 4 << 10];
    while limit.read(stream, &mut rest)? > 0 {}
    Ok(())
}

/// The time by which something must be done.
struct Limit {
    end: Instant,
}

impl Limit {
    fn left(&self) -> io::Result<Duration> {
        let left = self.end.saturating_duration_since(Instant::now());
        // Sockets take no timeout of zero.
        if left < Duration::from_millis(1) { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    fn read(&self, mut stream: &TcpStream, bytes: &mut [u8]) -> io::Result<usize> {
        stream.set_read_timeout(Some(self.left()?))?;
        stream.read(bytes)
    }
}

fn write_limited(mut stream: &TcpStream, mut bytes: &[u8], limit: &Limit) -> io::Result<()> {
    while !bytes.is_empty() {
        stream.set_write_timeout(Some(limit.left()?))?;
        match stream.write(bytes)? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            n => bytes = &bytes[n..],
        }
    }
    Ok(())
}

/// Everything before the empty line; `None` if that does not come soon enough.
fn read_head(stream: &TcpStream, limit: &Limit) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    let mut bytes = [0; 1 << 10];
    loop {
        let n = limit.read(stream, &mut bytes)?;
        if n == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // The end may have begun in the piece before.
        let from = head.len().saturating_sub(3);
        head.extend_from_slice(&bytes[..n]);
        if let Some(end) = head[from..].windows(4).position(|four| four == b"\r\n\r\n") {
            head.truncate(from + end);
            return Ok(Some(head));
        }
        if head.len() > MOST_BYTES {
            return Ok(None);
        }
    }
}

/// A status with its text.
struct Reply {
    status: &'static str,
    kind: &'static str,
    text: String,
    /// Whether only the head is wanted.
    is_bare: bool,
}

impl Reply {
    fn refusal(status: &'static str, text: &str) -> Reply {
        Reply { status, kind: "text/plain", text: text.into(), is_bare: false }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let Reply { status, kind, text, is_bare } = self;
        let length = text.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nAllow: GET, HEAD\r\nConnection: close\r\n\r\n"
        );
        [head.as_bytes(), if *is_bare { b"" } else { text.as_bytes() }].concat()
    }
}

fn reply(head: &[u8], port: u16, answer: &dyn Fn(&str) -> Answer) -> Reply {
    let bad = || Reply::refusal("400 Bad Request", "this is no request\n");
    let Ok(head) = std::str::from_utf8(head) else { return bad() };
    let mut lines = head.split("\r\n");
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, path, version] = words[..] else { return bad() };
    if !version.starts_with("HTTP/1.") {
        return bad();
    }
    if !["GET", "HEAD"].contains(&method) {
        return Reply::refusal("405 Method Not Allowed", "pages can only be read here\n");
    }
    let answer = if is_ours(lines, port) { answer(path) } else { Answer::Unknown };
    let (status, kind, text) = match answer {
        Answer::Html(text) => ("200 OK", "text/html; charset=utf-8", text),
        Answer::Json(text) => ("200 OK", "application/json", text),
        Answer::Nothing => ("204 No Content", "text/plain", String::new()),
        Answer::Unknown => ("404 Not Found", "text/plain", "not found\n".to_string()),
    };
    Reply { status, kind, text, is_bare: method == "HEAD" }
}

/// Another site's page may lead its own name here; only requests that name this machine are answered.
fn is_ours<'a>(headers: impl Iterator<Item = &'a str>, port: u16) -> bool {
    let mut hosts =
        headers.filter_map(|line| line.split_once(':')).filter(|(name, _)| name.eq_ignore_ascii_case("host"));
    let host = hosts.next().map(|(_, host)| host.trim().to_ascii_lowercase());
    host.is_some_and(|host| ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{port}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(head: &str) -> &'static str {
        reply(head.as_bytes(), 80, &|path| if path == "/" { Answer::Html("page".into()) } else { Answer::Unknown })
            .status
    }

    #[test]
    fn only_readers_of_this_machine_are_answered() {
        assert_eq!(status("GET / HTTP/1.1\r\nHost: localhost:80"), "200 OK");
        assert_eq!(status("HEAD / HTTP/1.1\r\naccept: x\r\nhOST:127.0.0.1:80"), "200 OK");
        assert_eq!(status("GET / HTTP/1.1\r\nHost: evil.example:80"), "404 Not Found");
        assert_eq!(status("GET / HTTP/1.1"), "404 Not Found");
        assert_eq!(status("PUT / HTTP/1.1\r\nHost: localhost:80"), "405 Method Not Allowed");
        for garbage in ["", "GET", "GET /", "GET / FTP/9", "GET  / HTTP/1.1", "\0\0\0"] {
            assert_eq!(status(garbage), "400 Bad Request", "{garbage:?}");
        }
    }
}
