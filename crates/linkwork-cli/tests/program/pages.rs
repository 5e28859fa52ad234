//! `report`, and the page of `compare`: what is in the pages.

use serde_json::Value;

use crate::harness::{Desk, PLANAR, SPATIAL};

/// The data inside a page.
pub fn data(html: &str) -> Value {
    assert!(html.starts_with("<!doctype html>"));
    let start = html.find("id=\"linkwork-data\">").unwrap() + "id=\"linkwork-data\">".len();
    let end = start + html[start..].find("</script>").unwrap();
    serde_json::from_str(&html[start..end]).unwrap()
}

pub fn names(data: &Value) -> Vec<&str> {
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
