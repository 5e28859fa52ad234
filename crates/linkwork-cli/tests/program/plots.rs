//! `plot`: figures of columns, as SVG and PNG.

use crate::harness::{Desk, PLANAR};

fn with_results() -> Desk {
    let desk = Desk::new("plot");
    desk.file("m.toml", PLANAR);
    desk.succeed(&["run", "m.toml", "--output", "r", "--quiet"]);
    desk
}

#[test]
fn columns_become_figures() {
    let desk = with_results();
    let told = desk.succeed(&["plot", "r", "pivot.f?", "-o", "forces.svg", "--title", "Forces", "--from", "0.02"]);
    assert_eq!(told.stdout.trim(), "forces.svg");
    let text = std::fs::read_to_string(desk.path("forces.svg")).unwrap();
    for part in ["pivot.fx", "pivot.fy", "force (N)", "time (s)", ">Forces<", ">0.02<", ">0.10<"] {
        assert!(text.contains(part), "'{part}' is missing in {text}");
    }
    assert!(!text.contains(">0.00<") && text.matches("class=\"curve\"").count() == 2);
    desk.succeed(&["plot", "r", "rod.y", "energy.total", "-o", "two.png", "--size", "400x300", "--against", "rod.x"]);
    let bytes = std::fs::read(desk.path("two.png")).unwrap();
    assert_eq!((&bytes[1..4], &bytes[16..24]), (&b"PNG"[..], &[0, 0, 3, 32, 0, 0, 2, 88][..]));
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let desk = with_results();
    let wrong = |arguments: &[&str], said: &str| {
        let ended = desk.run(&[&["plot", "r"], arguments].concat());
        ended.assert_wrong(said);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    };
    wrong(&["rod.angl", "-o", "a.svg"], "did you mean 'rod.angle'");
    wrong(&["nothing*", "-o", "a.svg"], "no column matches 'nothing*'");
    wrong(&["rod.y", "-o", "a.jpg"], "must end in .svg or .png");
    wrong(&["rod.y", "-o", "a.svg", "--from", "3"], "there are no rows");
    wrong(&["rod.y", "-o", "a.svg", "--from", "3", "--to", "2"], "before they begin at 3");
    wrong(&["rod.y", "-o", "a.svg", "--size", "7"], "WIDTHxHEIGHT");
    wrong(&["-o", "a.svg"], "COLUMNS");
    wrong(&["rod.y", "-o", "no/such/a.svg"], "a.svg");
    assert!(!desk.path("a.svg").exists());
}
