//! The gallery and the generators: what they print is a model file that the program itself takes.

use crate::harness::Desk;

#[test]
fn every_built_in_model_can_be_shown_and_evaluated() {
    let desk = Desk::new("gallery");
    let list = desk.succeed(&["model", "list"]).stdout;
    assert!(list.lines().count() >= 5, "a gallery, not a corner:\n{list}");
    for line in list.lines() {
        let name = line.split_whitespace().next().unwrap();
        for (form, file) in [(None, "m.toml"), (Some("--json"), "m.json")] {
            let arguments: Vec<&str> = ["model", "show", name].into_iter().chain(form).collect();
            desk.file(file, &desk.succeed(&arguments).stdout);
            desk.succeed(&["run", file, "--end", "0", "--output", file.split_once('.').unwrap().1, "--quiet"]);
        }
        let rows = ["toml", "json"].map(|folder| desk.table(&format!("{folder}/trajectory.csv")).rows);
        assert_eq!(rows[0], rows[1], "{name}: TOML and JSON are the same model");
        let by_name = desk.succeed(&["run", name, "--end", "0", "--output", "named", "--json"]).stdout;
        let summary: serde_json::Value = serde_json::from_str(&by_name).unwrap();
        assert!(summary["bodies"].as_u64().unwrap() > 0, "{name}");
    }
}

#[test]
fn a_folder_does_not_hide_the_built_in_model_of_its_name() {
    let desk = Desk::new("hidden");
    for folder in ["pendulum", "elsewhere"] {
        std::fs::create_dir(desk.path(folder)).unwrap();
    }
    desk.succeed(&["run", "pendulum", "--end", "0", "--output", "out", "--quiet"]);
    assert_eq!(desk.table("out/trajectory.csv").rows.len(), 1);
    let wrong = desk.run(&["run", "elsewhere"]);
    wrong.assert_wrong("a folder");
    assert!(wrong.stderr.contains("'elsewhere' is a folder"), "{}", wrong.stderr);
}

#[test]
fn every_generator_prints_a_model() {
    let desk = Desk::new("generators");
    let kinds: [&[&str]; 9] = [
        &["chain", "--bodies", "3"],
        &["chain", "--bodies", "3", "--space", "planar"],
        &["star", "--arms", "3"],
        &["net", "--size", "3"],
        &["four-bars", "--count", "3"],
        &["four-bars", "--count", "3", "--space", "planar"],
        &["track", "--links", "12"],
        &["insulator", "--rods", "4"],
        &["pendulums", "--count", "3"],
    ];
    for kind in kinds {
        for (form, file) in [(None, "g.toml"), (Some("--json"), "g.json")] {
            let arguments: Vec<&str> = ["model", "generate"].iter().chain(kind).copied().chain(form).collect();
            desk.file(file, &desk.succeed(&arguments).stdout);
            desk.succeed(&["run", file, "--end", "0", "--quiet", "--output", "r"]);
            assert_eq!(desk.table("r/trajectory.csv").rows.len(), 1, "{arguments:?}");
        }
    }
}

#[test]
fn sizes_and_names_without_a_model_are_refused() {
    let desk = Desk::new("sizes");
    for size in ["0", "-2", "many", "1.5"] {
        desk.run(&["model", "generate", "chain", "--bodies", size]).assert_wrong(size);
    }
    let ended = desk.run(&["model", "show", "no-such-mechanism"]);
    ended.assert_wrong("unknown name");
    assert!(ended.stderr.contains("linkwork model list"), "{}", ended.stderr);
}

/// Its first row is taut between two pins: the run holds it, and says so.
#[test]
fn a_flat_net_runs_to_its_end() {
    let desk = Desk::new("flat-net");
    desk.file("net.toml", &desk.succeed(&["model", "generate", "net", "--size", "4"]).stdout);
    let ended = desk.succeed(&["run", "net.toml", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(summary["completed"], true);
    assert!(summary["max_residual"].as_f64().is_some_and(|r| r < 1e-9), "{}", summary["max_residual"]);
    let warnings = summary["warnings"].as_array().expect("a list of warnings");
    assert!(warnings.iter().any(|w| w.as_str().is_some_and(|w| w.contains("'pin_left'") && w.contains("taut"))));
}
