//! `compare`: what it prints for regular, redundant and planar models, its exit codes, and that it leaves no files.

use crate::harness::{Desk, PLANAR};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn a_regular_model_by_every_method() {
    let desk = Desk::new("compare-regular");
    let ended = desk.succeed(&["compare", "double-pendulum", "--end", "0.3"]);
    for word in [
        "Reference: cartesian + qr",
        "elimination",
        "dense",
        "baumgarte",
        "may differ by",
        "with baumgarte",
        "agrees",
        "agree.\n",
    ] {
        assert!(ended.stdout.contains(word), "'{word}' is missing in:\n{}", ended.stdout);
    }
    assert!(!ended.stdout.contains("not unique") && !ended.stdout.contains("DIFFERS"), "{}", ended.stdout);
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert!(lines.windows(2).all(|pair| pair[0] != pair[1]), "nothing is said twice:\n{}", ended.stdout);
    assert_eq!(ended.stderr, "", "no progress bar without a terminal");
    assert!(std::fs::read_dir(desk.path(".")).unwrap().next().is_none(), "compare writes no files");
}

#[test]
fn a_redundant_model_has_no_reactions_to_compare() {
    let desk = Desk::new("compare-redundant");
    let ended = desk.succeed(&["compare", "bricard", "--end", "0.3"]);
    assert!(ended.stdout.contains("not unique") && ended.stdout.contains("1 of 30 constraint equations redundant"));
    let told = json(&desk.succeed(&["compare", "bricard", "--end", "0.3", "--json"]).stdout);
    assert_eq!(
        (&told["redundant"], &told["reactions_unique"], &told["agree"]),
        (&1.into(), &false.into(), &true.into())
    );
    assert!(told["methods"].as_array().unwrap().iter().all(|m| m["reaction"].is_null()));
}

#[test]
fn json_is_one_object_with_a_row_a_method() {
    let desk = Desk::new("compare-json");
    let told = json(&desk.succeed(&["compare", desk.file("p.toml", PLANAR), "--json"]).stdout);
    assert_eq!((&told["model"], &told["end"], &told["agree"]), (&"pendulum".into(), &0.1.into(), &true.into()));
    let methods = told["methods"].as_array().unwrap();
    assert_eq!(methods.iter().filter(|m| m["verdict"] == "reference").count(), 1);
    let stabilization = &told["reference"]["stabilization"];
    for solver in ["elimination", "qr", "dense"] {
        assert!(methods.iter().any(|m| m["solver"] == solver && m["stabilization"] == *stabilization), "{solver}");
    }
    for stabilization in ["projection", "baumgarte", "none"] {
        assert!(methods.iter().any(|m| m["stabilization"] == stabilization), "{stabilization}");
    }
    for m in methods.iter().filter(|m| m["verdict"] == "agrees") {
        // Another stabilization errs by other amounts, and is given its own room.
        let alike = m["stabilization"] == *stabilization;
        assert_eq!((m["allowed"].is_null(), m["own_change"].is_null()), (alike, alike), "{m}");
        let allowed = if alike { &told["allowed"] } else { &m["allowed"] };
        for key in ["position", "velocity", "reaction"] {
            assert!(m[key].as_f64().unwrap() <= allowed[key].as_f64().unwrap(), "{key} of {m}");
            assert!(allowed[key].as_f64().unwrap() >= told["allowed"][key].as_f64().unwrap(), "{key} of {m}");
        }
        assert!(m["relative_time"].as_f64().unwrap() >= 1.0);
        assert!(m["evaluations"].as_u64().unwrap() > 0 && m["steps"].as_u64().unwrap() > 0);
        assert!(m["energy_drift"].as_f64().unwrap() < 1e-6 && m["max_residual"].as_f64().unwrap() < 1e-6);
    }
}

#[test]
fn methods_that_are_named_confine_the_comparison() {
    let desk = Desk::new("compare-named");
    desk.file("p.toml", PLANAR);
    let told =
        json(&desk.succeed(&["compare", "p.toml", "--solver", "dense", "--stabilization", "none", "--json"]).stdout);
    let methods = told["methods"].as_array().unwrap();
    assert!(methods.iter().all(|m| m["stabilization"] == "none"), "{methods:?}");
    assert!(methods.iter().all(|m| m["verdict"] == "reference" || m["solver"] == "dense"), "{methods:?}");
}

#[test]
fn the_first_second_is_compared_unless_an_end_is_given() {
    let desk = Desk::new("compare-end");
    let ends = [&["compare", "pendulum", "--json"][..], &["compare", "pendulum", "--json", "--end", "0"]];
    let [first, none] = ends.map(|arguments| json(&desk.succeed(arguments).stdout)["end"].as_f64().unwrap());
    assert_eq!((first, none), (1.0, 0.0));
}

/// Two bars of two meters in all, and a distance that begins with two meters and grows: it cannot be followed.
const STRETCHED: &str = include_str!("../../../linkwork-lab/tests/data/stretched.toml");

#[test]
fn methods_that_stop_end_the_program_with_one() {
    let desk = Desk::new("compare-stops");
    desk.file("stretched.toml", STRETCHED);
    for form in [None, Some("--json"), Some("--quiet")] {
        let arguments: Vec<&str> = ["compare", "stretched.toml", "--end", "1e-2", "--stabilization", "projection"]
            .into_iter()
            .chain(form)
            .collect();
        let ended = desk.run(&arguments);
        assert_eq!(ended.code, 1, "{form:?}: {}", ended.stderr);
        assert!(ended.stderr.contains("not agree with the reference"), "{}", ended.stderr);
        match form {
            None => {
                assert!(ended.stdout.contains("STOPPED") && ended.stdout.contains("stays open"), "{}", ended.stdout)
            }
            Some("--json") => assert_eq!(json(&ended.stdout)["agree"], false),
            Some(_) => assert_eq!(ended.stdout, ""),
        }
    }
}

#[test]
fn full_matrices_are_left_out_where_they_take_long() {
    let desk = Desk::new("compare-large");
    desk.file("c.toml", &desk.succeed(&["model", "generate", "chain", "--bodies", "250"]).stdout);
    let ended = desk.succeed(&["compare", "c.toml", "--end", "1e-3"]);
    assert!(ended.stdout.contains("full matrices take long with 1250 equations"), "{}", ended.stdout);
    assert!(ended.stdout.contains("Reference: cartesian + elimination"), "{}", ended.stdout);
    // Not `qr`, whose matrices are sparse.
    let left_out: Vec<&str> = ended.stdout.lines().filter(|line| line.contains("full matrices")).collect();
    assert!(left_out.iter().all(|line| !line.contains("qr")), "{left_out:?}");
}

#[test]
fn wrong_commands_are_refused() {
    let desk = Desk::new("compare-wrong");
    desk.file("p.toml", PLANAR);
    let wrong: [(&[&str], &str); 5] = [
        (&["p.toml", "--solver", "elimnation"], "did you mean 'elimination'"),
        (&["p.toml", "--limit", "0"], "greater than zero"),
        (&["p.toml", "--output", "p.toml"], "cannot make the folder"),
        (&["p.toml", "--end", "1e3", "--output-step", "1e-6"], "larger --output-step"),
        (&["nowhere.toml"], "no file 'nowhere.toml'"),
    ];
    for (arguments, fragment) in wrong {
        let ended = desk.run(&[&["compare"], arguments].concat());
        ended.assert_wrong(fragment);
        assert!(ended.stderr.contains(fragment), "{}", ended.stderr);
    }
}
