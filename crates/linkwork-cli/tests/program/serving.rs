//! `view`: what is served to whom, whatever clients do, and how a live simulation goes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::harness::{Desk, PLANAR};
use crate::pages::{data, names};

/// Nothing on this machine takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program while it serves; ended when dropped.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(desk: &Desk, arguments: &[&str]) -> Serving {
        let mut command = desk.command(&[&["view", "--no-open"], arguments].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|a| a.strip_suffix('/')).unwrap_or_default();
        assert!(address.starts_with("127.0.0.1:"), "{line:?}");
        Serving { address: address.to_string(), child }
    }

    /// A client that has sent this much.
    fn say(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// Status and body.
    fn get(&self, path: &str, host: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: keep-alive\r\n\r\n"))
    }

    /// Status and body of the answer to any request.
    fn ask(&self, request: &str) -> (u16, String) {
        let mut bytes = Vec::new();
        self.say(request).read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(!head.to_ascii_lowercase().contains("transfer-encoding: chunked") || body.is_empty(), "{head}");
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_string())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn results_are_served_to_this_machine_alone() {
    let desk = Desk::new("view");
    desk.file("m.toml", PLANAR);
    desk.succeed(&["run", "m.toml", "--output", "r", "--quiet"]);
    let serving = Serving::start(&desk, &["r"]);
    let (status, page) = serving.get("/", &serving.address);
    assert_eq!((status, names(&data(&page))), (200, vec!["pendulum"]));
    assert_eq!(serving.get("/etc/passwd", &serving.address).0, 404);
    assert_eq!(serving.get("/", "elsewhere.example").0, 404, "another name leads here");
    desk.run(&["view"]).assert_wrong("nothing to view");
    desk.run(&["view", "nowhere", "--no-open"]).assert_wrong("no such folder");
    desk.run(&["view", "r", "--live", "m.toml"]).assert_wrong("both at once");
}

impl Serving {
    /// Ctrl-C, once: the program ends in good order within a second.
    #[cfg(unix)]
    fn interrupt(mut self) {
        let asked = Instant::now();
        let kill = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        while self.child.try_wait().unwrap().is_none() && asked.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(asked.elapsed() < Duration::from_secs(1), "it ended after {:?}", asked.elapsed());
        assert!(self.child.wait().unwrap().success());
    }

    /// A normal client gets its page at once.
    fn assert_well(&self, what: &str) {
        let asked = Instant::now();
        let (status, page) = self.get("/", &self.address);
        assert_eq!((status, names(&data(&page))), (200, vec!["pendulum"]), "{what}");
        assert!(asked.elapsed() < Duration::from_secs(3), "{what}: the page took {:?}", asked.elapsed());
    }
}

/// The page of a short run, served.
fn served() -> (Desk, Serving) {
    let desk = Desk::new("view-hostile");
    desk.file("m.toml", PLANAR);
    desk.succeed(&["run", "m.toml", "--output", "r", "--quiet"]);
    let serving = Serving::start(&desk, &["r"]);
    (desk, serving)
}

#[test]
fn a_request_with_a_huge_body_is_refused_and_harms_nobody() {
    let (_desk, serving) = served();
    let head = format!("Host: {}\r\nContent-Length: 1000000000000\r\n\r\n", serving.address);
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let (status, _) = serving.ask(&format!("{method} / HTTP/1.1\r\n{head}some of the body"));
        assert_eq!(status, 405, "{method}");
    }
    // A body that nobody asked for is not read either.
    assert_eq!(serving.ask(&format!("GET / HTTP/1.1\r\n{head}")).0, 200);
    let (status, body) = serving.ask(&format!("HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n", serving.address));
    assert_eq!((status, body.as_str()), (200, ""));
    serving.assert_well("after huge bodies");
}

#[test]
fn clients_that_do_not_read_or_do_not_finish_keep_nobody_waiting() {
    let (_desk, serving) = served();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", serving.address);
    let mut clients: Vec<TcpStream> = (0..5).map(|_| serving.say(&request)).collect();
    clients.extend((0..5).map(|_| serving.say("GET / HTTP/1.1\r\nHost: 127.0")));
    clients.extend((0..5).map(|_| serving.say("")));
    serving.assert_well("beside slow readers and slow writers");
    // Far more than have a place at a time.
    clients.extend((0..200).map(|_| serving.say("GET")));
    serving.assert_well("beside two hundred connections");
    #[cfg(unix)]
    serving.interrupt();
    drop(clients);
}

#[test]
fn garbage_is_told_to_be_no_request() {
    let (_desk, serving) = served();
    for garbage in ["\r\n\r\n", "\u{1}\u{2}ä\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9\r\n\r\n"] {
        assert_eq!(serving.ask(garbage).0, 400, "{garbage:?}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: {}\r\n\r\n", "x".repeat(40_000), serving.address);
    assert_eq!(serving.ask(&long).0, 431);
    serving.assert_well("after garbage");
}

/// Nobody has opened the page.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_serving() {
    let desk = Desk::new("view-interrupt");
    Serving::start(&desk, &["--live", "pendulum"]).interrupt();
}

#[test]
fn a_live_simulation_tells_its_news_once() {
    let desk = Desk::new("view-live");
    desk.file("m.toml", PLANAR);
    let serving = Serving::start(&desk, &["--live", "m.toml", "--pace", "max"]);
    let (status, page) = serving.get("/", &serving.address);
    assert!(status == 200 && page.contains("window.LINKWORK_LIVE"));
    let news = (0..200).find_map(|_| {
        let (status, text) = serving.get("/rows?-1", &serving.address);
        assert_eq!(status, 200);
        let told: Value = serde_json::from_str(&text).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(10));
        (told["live"]["over"] == true).then_some(told)
    });
    let news = news.expect("eleven rows take no two seconds");
    assert_eq!((&news["live"]["state"], &news["live"]["error"]), (&"11over".into(), &Value::Null));
    assert_eq!(news["runs"][0]["summary"]["completed"], true);
    assert_eq!(serving.get("/rows?11over", &serving.address).0, 204);
}

#[test]
fn a_live_simulation_waits_for_its_page_and_goes_by_the_clock() {
    let desk = Desk::new("view-pace");
    desk.file("m.toml", PLANAR);
    for (pace, least) in [(&[][..], 1.0), (&["--pace", "2"], 0.5)] {
        let serving = Serving::start(&desk, &[&["--live", "m.toml", "--end", "1"], pace].concat());
        // Long enough for all of it, were it not for the page.
        std::thread::sleep(Duration::from_millis(200));
        let (asked, mut times) = (Instant::now(), Vec::new());
        while times.last().is_none_or(|(_, over)| !over) {
            let told: Value = serde_json::from_str(&serving.get("/rows?-1", &serving.address).1).unwrap();
            let live = &told["live"];
            assert_eq!(live["end"], 1.0);
            times.push((live["time"].as_f64().unwrap(), live["over"] == true));
            assert!(asked.elapsed() < PATIENCE, "{times:?}");
        }
        let took = asked.elapsed().as_secs_f64();
        assert_eq!(times[0].0, 0.0, "it began before anybody looked");
        assert!(times.len() > 5 && took >= least - 0.01, "{took} s, {times:?}");
    }
    desk.run(&["view", "--live", "m.toml", "--pace", "0"]).assert_wrong("no pace");
}
