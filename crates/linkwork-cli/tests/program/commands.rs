//! The command line: exit codes, purity of `--json` and `--quiet`, options checked one by one, sources of models.

use std::io::Write;
use std::process::Stdio;

use crate::harness::{Desk, Ended, PLANAR, SPATIAL};

#[test]
fn a_run_tells_people_what_it_did() {
    let desk = Desk::new("tells");
    let ended = desk.succeed(&["run", desk.file("p.toml", PLANAR)]);
    for word in ["pendulum", "1 body", "1 joint", "1 degree of freedom", "solver", "Energy drift", "trajectory.csv"] {
        assert!(ended.stdout.contains(word), "'{word}' is missing in:\n{}", ended.stdout);
    }
    assert_eq!(ended.stderr, "", "no progress bar without a terminal");
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let desk = Desk::new("json");
    for (model, text) in [("p.toml", PLANAR), ("s.toml", SPATIAL)] {
        let ended = desk.succeed(&["run", desk.file(model, text), "--json"]);
        let summary: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
        let keys = [
            "model",
            "bodies",
            "joints",
            "equations",
            "rank",
            "dof",
            "redundant",
            "formulation",
            "solver",
            "integrator",
            "stabilization",
            "threads",
            "parts",
            "steps",
            "rejected",
            "evaluations",
            "wall_seconds",
            "seconds_per_evaluation",
            "step_seconds",
            "max_residual",
            "energy_drift",
            "warnings",
            "state_hash",
        ];
        for key in keys {
            assert!(summary.get(key).is_some(), "{key} is missing");
        }
        assert_eq!(summary["completed"], true);
    }
}

#[test]
fn analyze_json_is_one_object() {
    let desk = Desk::new("analyze");
    let ended = desk.succeed(&["analyze", desk.file("s.toml", SPATIAL), "--json"]);
    let analysis: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    // Revolute 5 and spherical 3 equations; 12 freedoms without joints.
    for (key, value) in [("bodies", 2), ("joints", 2), ("equations", 8), ("rank", 8), ("dof", 4), ("redundant", 0)] {
        assert_eq!(analysis[key], value, "{key}");
    }
    for key in ["loops", "topology_index", "orders", "plan"] {
        assert!(analysis.get(key).is_some(), "{key} is missing");
    }
    assert!(desk.succeed(&["analyze", "s.toml"]).stdout.contains("freedom"));
    assert!(!desk.path("results").exists(), "analyze writes no files");
}

#[test]
fn analyze_speaks_of_the_mechanism_first_and_counts_for_those_who_ask() {
    let desk = Desk::new("analyze-words");
    let told = desk.succeed(&["analyze", "four-bar"]).stdout;
    let places =
        ["degrees of freedom    1", "closed loops", "3 redundant", "'A', 'B', 'C', 'D'", "How it will be simulated"];
    let places = places.map(|part| told.find(part).unwrap_or_else(|| panic!("'{part}' is missing in {told}")));
    assert!(places.is_sorted(), "{places:?} in {told}");
    assert!(!told.contains("NNZ") && !told.contains("flops"), "{told}");
    let verbose = desk.succeed(&["analyze", "four-bar", "-v"]).stdout;
    assert!(verbose.contains("NNZ blocks of the upper half") && verbose.contains("* minimum-degree"), "{verbose}");
    let levels = ["analyze", "chain16", "--solver", "cyclic", "--cyclic-limit", "1", "--verbose"];
    assert!(desk.succeed(&levels).stdout.contains("cyclic: 4 levels, down to 1 joint"));
    let free = desk.succeed(&["analyze", "free-body"]).stdout;
    assert!(free.contains("no joint to the ground") && free.contains("1 body, 0 joints"), "{free}");
}

/// Output to a pipe has no colours and unbroken lines, whatever width the environment claims.
#[test]
fn pipes_get_neither_colours_nor_broken_lines() {
    let desk = Desk::new("colours");
    desk.file("p.toml", PLANAR);
    for arguments in [&["analyze", "four-bar"][..], &["run", "p.toml"], &["run", "none.toml"], &["model", "list"]] {
        let ended = Ended::from(desk.command(arguments).env("COLUMNS", "40").output().unwrap());
        assert!(!ended.stdout.contains('\u{1b}') && !ended.stderr.contains('\u{1b}'), "{arguments:?}");
        let forced = desk.command(arguments).env("CLICOLOR_FORCE", "1").output().unwrap();
        let shown = [forced.stdout, forced.stderr].concat();
        assert_eq!(shown.contains(&0x1b), arguments[0] != "model", "{arguments:?}");
    }
    let plain = desk.command(&["run", "none.toml"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
    assert!(!plain.stderr.contains(&0x1b));
}

#[test]
fn old_names_of_options_still_work() {
    let desk = Desk::new("old-names");
    desk.succeed(&["run", desk.file("p.toml", PLANAR), "-o", "r", "--quiet"]);
    desk.succeed(&["plot", "r", "rod.y", "--to", "0.05", "-o", "a.svg"]);
    desk.succeed(&["plot", "r", "rod.y", "--until", "0.05", "-o", "b.svg"]);
    assert_eq!(std::fs::read(desk.path("a.svg")).unwrap(), std::fs::read(desk.path("b.svg")).unwrap());
    desk.succeed(&["export", "r", "--to", "npz", "-o", "a.npz"]);
    desk.succeed(&["export", "r", "--format", "npz", "-o", "b.npz"]);
    for command in ["plot", "export"] {
        assert!(!desk.succeed(&[command, "--help"]).stdout.contains("--to "), "{command}");
    }
}

#[test]
fn quiet_is_silent() {
    let desk = Desk::new("quiet");
    for command in ["run", "analyze"] {
        let ended = desk.succeed(&[command, desk.file("p.toml", PLANAR), "--quiet"]);
        assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), ("", ""), "{command}");
    }
}

#[test]
fn wrong_options_are_refused_with_a_sentence() {
    let desk = Desk::new("options");
    desk.file("p.toml", PLANAR);
    let wrong = [
        ("--formulation", "naturel", "did you mean 'natural'"),
        ("--stabilization", "projektion", "did you mean 'projection'"),
        ("--solver", "elimnation", "did you mean 'elimination'"),
        ("--integrator", "magic", "available: auto"),
        ("--end", "-1", "zero or greater"),
        ("--end", "soon", "not a number"),
        ("--end", "1e300", "--output-step"),
        ("--step", "0", "greater than zero"),
        ("--rtol", "nan", "finite"),
        ("--atol", "-1e-9", "greater than zero"),
        ("--output-step", "inf", "finite"),
        ("--output-step", "0", "greater than zero"),
        ("--adams-order", "6", "1 to 5"),
        ("--order", "nested", "unknown joints: 'nested'; missing joints: "),
        ("--order", "4", "--adams-order"),
        ("--split", "often", "available: auto, always, never"),
        ("--threads", "0", "1 or greater"),
        ("--parts", "-3", "1 or greater"),
        ("--smallest-part", "0", "1 or greater"),
        ("--format", "xml", "csv, parquet"),
    ];
    for (option, value, fragment) in wrong {
        let ended = desk.run(&["run", "p.toml", "--json", option, value]);
        ended.assert_wrong(&format!("{option} {value}"));
        assert!(ended.stderr.contains(fragment), "{option} {value}: {}", ended.stderr);
    }
    assert!(!desk.path("results").exists(), "a wrong command leaves no files");
}

/// Huge and tiny values either do no harm, or are refused at once, or end the run with a message; none panics, none
/// hangs.
#[test]
fn huge_and_tiny_values_neither_panic_nor_hang() {
    let desk = Desk::new("extremes");
    let run = |arguments: &[&str]| desk.run(&[&["run", "chain16", "--end", "0.02", "--json"], arguments].concat());
    let harmless: [&[&str]; 7] = [
        &["--parts", "18446744073709551615"],
        &["--parts", "1000000000"],
        &["--formulation", "recursive", "--parts", "18446744073709551615"],
        &["--solver", "cyclic", "--parts", "18446744073709551615", "--cyclic-limit", "18446744073709551615"],
        &["--threads", "99999999999"],
        &["--rtol", "1e-300"],
        &["--step", "1e-300"],
    ];
    for arguments in harmless {
        let ended = run(arguments);
        assert_eq!(ended.code, 0, "{arguments:?}: {}", ended.stderr);
    }
    let refused: [(&[&str], &str); 3] = [
        (
            &["--integrator", "rk4", "--step", "1e-300"],
            "steps of 1e-300 s would take 2.0e298 of them; take larger ones",
        ),
        (&["--integrator", "adams", "--step", "1e-15"], "take larger ones"),
        (&["--output-step", "1e-300"], "take a larger --output-step"),
    ];
    for (arguments, fragment) in refused {
        let ended = run(arguments);
        ended.assert_wrong(&format!("{arguments:?}"));
        assert!(ended.stderr.contains(fragment), "{arguments:?}: {}", ended.stderr);
    }
    // Joint coordinates of a chain, which `auto` takes, need no feedback.
    let feedback = ["--formulation", "cartesian", "--stabilization", "baumgarte", "--baumgarte-rate", "1e300"];
    let stopped: [&[&str]; 2] = [&["--atol", "1e-300"], &feedback];
    for arguments in stopped {
        let ended = run(arguments);
        assert_eq!(ended.code, 1, "{arguments:?}: {}", ended.stderr);
        assert!(!ended.stderr.contains("panicked"), "{arguments:?}: {}", ended.stderr);
    }
    let text = PLANAR.replace("[simulation]", "[simulation]\nintegrator = \"rk4\"\nstep = 1e-300");
    let ended = desk.run(&["run", desk.file("p.toml", &text)]);
    ended.assert_wrong("a step in the file");
    assert!(ended.stderr.contains("take larger ones"), "{}", ended.stderr);
}

#[test]
fn orders_of_elimination_can_be_asked_for() {
    let desk = Desk::new("orders");
    let chosen = |arguments: &[&str]| -> serde_json::Value {
        let ended = desk.succeed(&[&["analyze", "four-bar", "--json"], arguments].concat());
        let analysis: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
        let orders = analysis["orders"].as_array().cloned().unwrap_or_default();
        orders.into_iter().find(|order| order["chosen"] == true).expect("one order is chosen")
    };
    // A chain from A to D, for the ground couples nothing: B couples A to C, then C couples A to D.
    let given = chosen(&["--order", "B,C, A,D"]);
    assert_eq!((&given["name"], given["F"].as_u64()), (&"given".into(), Some(2)));
    assert_eq!(chosen(&["--order", "file"])["F"], 0);
    assert_eq!(chosen(&["--order", "minimum-fill", "--split", "always"])["name"], "minimum-fill");
    let ended = desk.run(&["analyze", "four-bar", "--order", "A,B,B,X"]);
    ended.assert_wrong("an order with faults");
    assert!(
        ended.stderr.contains("unknown joints: 'X'; missing joints: 'C', 'D'; joints listed twice: 'B'"),
        "{}",
        ended.stderr
    );
}

#[test]
fn joints_can_be_cut_by_name_and_by_number_of_parts() {
    let desk = Desk::new("cuts");
    let run = |arguments: &[&str]| -> serde_json::Value {
        let chain =
            ["run", "chain16-spatial", "--formulation", "recursive", "--end", "0.1", "--json", "--smallest-part", "1"];
        serde_json::from_str(&desk.succeed(&[&chain, arguments].concat()).stdout).unwrap()
    };
    let whole = run(&[]);
    assert_eq!((&whole["parts"], &whole["stabilization"]), (&1.into(), &"none".into()));
    for (arguments, parts) in [
        (&["--parts", "4"][..], 4),
        (&["--cut", "joint5, joint9,joint13"], 4),
        (&["--cut", "joint2", "--parts", "5"], 5),
        (&["--parts", "100"], 16),
    ] {
        let cut = run(arguments);
        assert_eq!((&cut["parts"], &cut["stabilization"]), (&parts.into(), &"projection".into()), "{arguments:?}");
        let note = cut["warnings"].to_string().contains("parts were asked for; 16 parts: one for each body");
        assert_eq!(note, parts == 16, "{arguments:?}: {}", cut["warnings"]);
    }
    let ended = desk.run(&["analyze", "chain16-spatial", "--formulation", "recursive", "--cut", "jiont3,hinge,joint4"]);
    ended.assert_wrong("unknown joints");
    for sentence in ["there is no joint 'jiont3'; did you mean 'joint3'?", "there is no joint 'hinge' in the model"] {
        assert!(ended.stderr.contains(sentence), "{}", ended.stderr);
    }
    let ended = desk.succeed(&["analyze", "chain16-spatial", "--cut", "joint3"]);
    assert!(ended.stdout.contains("joint coordinates, since joints are to be cut"), "{}", ended.stdout);
    let ended = desk.succeed(&["analyze", "chain16-spatial", "--formulation", "cartesian", "--cut", "joint3"]);
    assert!(ended.stdout.contains("joints are cut by `recursive` only"), "{}", ended.stdout);
    let analyze = ["analyze", "chain16-spatial", "--formulation", "recursive", "--parts", "3", "--smallest-part", "1"];
    let ended = desk.succeed(&analyze);
    let parts = |line: &str| line.split_whitespace().eq(["parts", "3", "as", "asked"]);
    assert!(ended.stdout.lines().any(parts), "{}", ended.stdout);
}

/// Two parts of a chain of 16, 64 or 256 bodies on two threads took up to twice the time of the whole on one.
#[test]
fn parts_that_cost_more_than_they_save_are_not_made_unasked() {
    let desk = Desk::new("small-parts");
    let run = |arguments: &[&str]| -> serde_json::Value {
        let chain = ["run", "chain16", "--formulation", "recursive", "--end", "0.1", "--json", "--parts", "2"];
        serde_json::from_str(&desk.succeed(&[&chain, arguments].concat()).stdout).unwrap()
    };
    // The same on any number of threads, since parts decide about bits.
    for threads in ["1", "2"] {
        let whole = run(&["--threads", threads]);
        assert_eq!((&whole["parts"], &whole["stabilization"]), (&1.into(), &"none".into()));
        let note = whole["warnings"].to_string();
        assert!(note.contains("2 parts were asked for; 1 part: ") && note.contains("--smallest-part 1"), "{note}");
        let divided = run(&["--threads", threads, "--smallest-part", "8"]);
        assert_eq!((&divided["parts"], &divided["warnings"]), (&2.into(), &serde_json::json!([])));
    }
}

/// Times differ from run to run, what they are for does not.
#[test]
fn scale_is_computed_for_more_processors_than_there_are() {
    let desk = Desk::new("scale");
    let given = ["--scale", "--latency", "2e-6", "--bandwidth", "1e10"];
    let ended = desk.succeed(&[&["analyze", "chain16-spatial", "--json"], &given[..]].concat());
    let analysis: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    let (costs, lines) = (&analysis["scale"]["costs"], analysis["scale"]["lines"].as_array().unwrap());
    assert_eq!((costs["latency"].as_f64(), costs["bandwidth"].as_f64()), (Some(2e-6), Some(1e10)));
    for (k, line) in lines.iter().enumerate() {
        let numbers = ["processors", "parts", "blocks"].map(|key| line[key].as_u64().unwrap());
        assert_eq!(numbers, [1 << k, 1 << k, (1 << k) - 1]);
        assert!(line["total"].as_f64() >= line["work"].as_f64() && line["work"].as_f64() > Some(0.0), "{line}");
    }
    assert_eq!(lines.len(), 5, "a part has one body at least");
    assert!(costs["body"].as_f64() > Some(0.0) && costs["iteration"]["iterations"].as_f64() > Some(0.0), "{costs}");
    let shown = desk.succeed(&["analyze", "four-bar", "--scale"]).stdout;
    assert!(shown.contains("scale on paper") && shown.contains("speedup"), "{shown}");
    assert!(!desk.succeed(&["analyze", "four-bar"]).stdout.contains("scale on paper"));
    desk.run(&["analyze", "four-bar", "--latency", "1e-6"]).assert_wrong("a latency for nothing");
}

#[test]
fn wrong_usage_ends_with_two_and_help_with_zero() {
    let desk = Desk::new("usage");
    for arguments in [&["fly"][..], &["run"], &["run", "p.toml", "--fly"], &["model"], &["model", "generate", "cube"]] {
        assert_eq!(desk.run(arguments).code, 2, "{arguments:?}");
    }
    for arguments in [&["--help"][..], &["--version"], &["run", "--help"], &["model", "generate", "chain", "--help"]] {
        assert!(!desk.succeed(arguments).stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_missing_file_lists_near_names() {
    let desk = Desk::new("missing");
    desk.file("pendulum.toml", PLANAR);
    let ended = desk.run(&["run", "pendulm.toml"]);
    ended.assert_wrong("missing file");
    assert!(ended.stderr.contains("'pendulum.toml'"), "{}", ended.stderr);
    desk.run(&["run", "."]).assert_wrong("a folder");
    std::fs::write(desk.path("binary.toml"), [0xff, 0xfe, 0x00]).unwrap();
    desk.run(&["run", "binary.toml"]).assert_wrong("not a text");
}

#[test]
fn a_model_may_come_from_standard_input() {
    let desk = Desk::new("stdin");
    let mut child = desk.command(&["run", "-", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(PLANAR.as_bytes()).unwrap();
    let ended = Ended::from(child.wait_with_output().unwrap());
    assert_eq!(ended.code, 0);
    let summary: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(summary["model"], "pendulum");
}

#[test]
fn a_reader_that_leaves_early_is_no_fault() {
    let desk = Desk::new("pipe");
    // Far more than a pipe holds, so that writing meets the closed end.
    let arguments = ["model", "generate", "chain", "--bodies", "5000"];
    let mut child = desk.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_output_folder_that_cannot_be_made_is_a_wrong_command() {
    let desk = Desk::new("in-the-way");
    desk.file("taken", "");
    let ended = desk.run(&["run", desk.file("p.toml", PLANAR), "--output", "taken"]);
    ended.assert_wrong("a file in the way");
    assert!(ended.stderr.contains("'taken'") && ended.stderr.contains("choose another"), "{}", ended.stderr);
}
