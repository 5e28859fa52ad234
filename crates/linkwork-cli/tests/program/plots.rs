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

/// Lengths of the sides of what a figure's only curve fills.
fn extent(svg: &str) -> [f64; 2] {
    let path = svg.split("class=\"curve\"").nth(1).and_then(|rest| rest.split(" d=\"M").nth(1)).unwrap();
    let points: Vec<Vec<f64>> = path[..path.find('"').unwrap()]
        .split('L')
        .map(|point| point.split(' ').map(|x| x.parse().unwrap()).collect())
        .collect();
    [0, 1].map(|axis| {
        let values = points.iter().map(|point| point[axis]);
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    })
}

#[test]
fn a_circle_is_drawn_as_a_circle() {
    let desk = with_results();
    // The crank of the four-bar goes round and round.
    desk.succeed(&["run", "four-bar", "--end", "3", "--quiet"]);
    desk.succeed(&["plot", "results/four-bar", "crank.y", "--against", "crank.x", "-o", "path.svg"]);
    let [width, height] = extent(&std::fs::read_to_string(desk.path("path.svg")).unwrap());
    let table = desk.table("results/four-bar/trajectory.csv");
    let [x, y] = ["crank.x", "crank.y"].map(|name| {
        let column = table.column(name);
        column.iter().copied().fold(f64::MIN, f64::max) - column.iter().copied().fold(f64::MAX, f64::min)
    });
    assert!((width / height - x / y).abs() < 0.01 && height > 100.0, "{width} × {height} for {x} × {y}");
}

#[test]
fn coordinates_of_joints_have_their_unit() {
    let desk = with_results();
    desk.succeed(&["run", "slider-crank", "--end", "0.1", "--quiet"]);
    let names = desk.table("results/slider-crank/trajectory.csv").names;
    let coordinates: Vec<&str> = names.iter().filter(|name| name.ends_with(".q")).map(|name| name.as_str()).collect();
    let mut units = Vec::new();
    for name in &coordinates {
        desk.succeed(&["plot", "results/slider-crank", name, "-o", "q.svg"]);
        let text = std::fs::read_to_string(desk.path("q.svg")).unwrap();
        units.extend(["rad", "m"].into_iter().filter(|unit| text.contains(&format!(">{name} ({unit})<"))));
    }
    assert_eq!(units.len(), coordinates.len(), "{coordinates:?} have {units:?}");
    assert!(units.contains(&"rad") && units.contains(&"m"), "{coordinates:?} have {units:?}");
}

#[test]
fn columns_of_different_units_have_a_panel_each() {
    let desk = with_results();
    desk.succeed(&["plot", "r", "pivot.fx", "rod.x", "pivot.fy", "rod.w", "-o", "three.svg"]);
    let text = std::fs::read_to_string(desk.path("three.svg")).unwrap();
    for part in [">force (N)<", ">rod.x (m)<", ">rod.w (rad/s)<", ">time (s)<"] {
        assert_eq!(text.matches(part).count(), 1, "'{part}' in {text}");
    }
    assert_eq!(text.matches("<clipPath ").count(), 3);
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
    wrong(&["rod.y", "pivot.fx", "rod.w", "-o", "a.svg", "--size", "400x200"], "3 units have a panel each");
    wrong(&["rod.y", "pivot.fx", "-o", "a.svg", "--label", "x"], "--label is for one axis");
    wrong(&["-o", "a.svg"], "COLUMNS");
    wrong(&["rod.y", "-o", "no/such/a.svg"], "a.svg");
    assert!(!desk.path("a.svg").exists());
}
