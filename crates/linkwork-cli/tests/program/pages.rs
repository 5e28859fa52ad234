//! `report` and `view`, and the page of `compare`: what is in the pages, and what is served to whom.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::harness::{Desk, PLANAR, SPATIAL};

/// The data inside a page.
fn data(html: &str) -> Value {
    assert!(html.starts_with("<!doctype html>"));
    let start = html.find("id=\"linkwork-data\">").unwrap() + "id=\"linkwork-data\">".len();
    let end = start + html[start..].find("</script>").unwrap();
    serde_json::from_str(&html[start..end]).unwrap()
}

fn names(data: &Value) -> Vec<&str> {
    data["runs"].as_array().unwrap().iter().map(|run| run["name"].as_str().unwrap()).collect()
}

#[test]
fn several_runs_share_a_page() {
    let desk = Desk::new("report");
    desk.file("m.toml", SPATIAL);
    for (folder, more) in [("a", "csv"), ("b", "parquet")] {
        desk.succeed(&["run", "m.toml", "--output", folder, "--format", more, "--quiet", "--no-report"]);
    }
    let told = desk.succeed(&["report", "a", "b", "--output", "both.html"]);
    assert_eq!(told.stdout.trim(), "both.html");
    let both = data(&std::fs::read_to_string(desk.path("both.html")).unwrap());
    assert_eq!((names(&both), &both["title"]), (vec!["a", "b"], &"two links".into()));
    assert_eq!(both["runs"][0]["summary"]["model"], "two links");
    assert_eq!(both["runs"][0]["columns"], both["runs"][1]["columns"], "either format has the same rows");
    // A run alone has the name of its model, and the page that `run` itself writes.
    desk.succeed(&["run", "m.toml", "--output", "c", "--quiet"]);
    desk.succeed(&["report", "c", "--output", "one.html"]);
    let [ours, theirs] =
        ["one.html", "c/report.html"].map(|name| data(&std::fs::read_to_string(desk.path(name)).unwrap()));
    assert_eq!(ours, theirs);
    desk.run(&["report", "a", "nowhere"]).assert_wrong("one folder is missing");
    desk.run(&["report", "a", "--output", "no/such/page.html"]).assert_wrong("a folder that is not there");
}

#[test]
fn a_comparison_has_a_page() {
    let desk = Desk::new("compare-page");
    desk.file("m.toml", PLANAR);
    let ended = desk.succeed(&["compare", "m.toml", "--end", "0.05", "--output", "pages"]);
    assert!(ended.stdout.ends_with("Page: pages/compare.html\n"), "{}", ended.stdout);
    let html = std::fs::read_to_string(desk.path("pages/compare.html")).unwrap();
    for part in [
        "<title>pendulum by every method",
        ">cartesian<br>",
        "reference",
        "agrees",
        "relative to the fastest method",
        "Other stabilizations",
        "baumgarte",
    ] {
        assert!(html.contains(part), "'{part}' is missing");
    }
    assert!(!html.contains("http://") || !html.contains("src=\"http"), "a page asks no network");
    desk.run(&["compare", "m.toml", "--end", "0.01", "--quiet", "--output", "m.toml"])
        .assert_wrong("a file in the way");
}

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

    /// Status and body.
    fn get(&self, path: &str, host: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
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

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_serving() {
    let desk = Desk::new("view-interrupt");
    let mut serving = Serving::start(&desk, &["--live", "pendulum"]);
    let ended = std::process::Command::new("kill").args(["-INT", &serving.child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    assert!(serving.child.wait().unwrap().success());
}

#[test]
fn a_live_simulation_tells_its_news_once() {
    let desk = Desk::new("view-live");
    desk.file("m.toml", PLANAR);
    let serving = Serving::start(&desk, &["--live", "m.toml"]);
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
