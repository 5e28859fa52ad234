//! `bench`: the list of subjects, and published tables recomputed, as text and JSON.

use crate::harness::Desk;
use serde_json::Value;

#[test]
fn bench_alone_lists_what_there_is() {
    let desk = Desk::new("bench-list");
    let list = desk.succeed(&["bench"]).stdout;
    for word in [
        "linkwork bench papers",
        "linkwork bench cyclic",
        "linkwork bench specialize",
        "linkwork bench auto",
        "negrut-1",
        "negrut-2",
        "negrut-3",
        "HMMWV",
        "mraz-1",
    ] {
        assert!(list.contains(word), "'{word}' is missing in:\n{list}");
    }
}

/// The words of a line, so that alignment may change.
fn has_line(text: &str, words: &str) -> bool {
    text.lines().any(|line| line.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(words))
}

#[test]
fn the_tables_are_met() {
    let desk = Desk::new("bench-papers");
    let ended = desk.succeed(&["bench", "papers", "--output", "pages"]);
    // As printed in the paper, and ours below.
    for words in [
        "star of 16 printed 920 920 136 – 136 = 920 = 140",
        "ours 920 920 136 0 136",
        "star of 16, divided printed 140 140 71 – 71",
        "ours 140 140 71 0 71",
        "4 2 3 5 6 9 1 7 8 10 printed 111 130 40 19 – ≤ 35 ≤ 35",
        "ours 111 130 40 19 21",
        "Bad printed 1240 1336 195 96 99 ≤ 469 ≤ 233",
        "ours 1240 1336 195 96 99",
        "ours 223 233 85 10 75",
        "spatial, jacobi, zero reference 5 15 28 51",
        "factor bound ≤ 0.100",
        "spatial, jacobi, linear ours 4.99 14.5",
        "1000 bodies, odd–even bound = 10",
        "100000 bodies, odd–even, L = 1000 bound = 7",
        "s in sequence, o odd–even, c odd–even, L = 100",
        "All 18 rows that must be exact are, and what the program finds by itself keeps every bound.",
    ] {
        assert!(has_line(&ended.stdout, words), "'{words}' is missing in:\n{}", ended.stdout);
    }
    assert!(ended.stdout.contains("contradicts itself") && !ended.stdout.contains("NOT MET"), "{}", ended.stdout);
    assert_eq!(ended.stderr, "");
    let html = std::fs::read_to_string(desk.path("pages/papers.html")).unwrap();
    for part in ["<h3 id=\"negrut-1\">", ">exact</td>", "HMMWV", "odd–even, L = 100", "operations", "µs per evaluation"]
    {
        assert!(html.contains(part), "'{part}' is missing in the page");
    }
    // Three plots of one paper, and those of tables whose columns are sizes.
    assert!(html.matches("<svg ").count() >= 6 && !html.contains("not met"), "{}", html.matches("<svg ").count());
    assert_eq!(desk.succeed(&["bench", "papers", "--only", "negrut", "--quiet"]).stdout, "");
}

fn bound(most: u64) -> Value {
    serde_json::json!({ "at_most": most })
}

#[test]
fn one_table_or_one_paper_can_be_chosen() {
    let desk = Desk::new("bench-only");
    let told = |only: &str| -> Value {
        serde_json::from_str(&desk.succeed(&["bench", "papers", "--only", only, "--json"]).stdout).unwrap()
    };
    let one = told("negrut-2");
    assert_eq!(one["met"], true);
    assert_eq!(one["tables"].as_array().unwrap().len(), 1);
    let row = &one["tables"][0]["rows"][0];
    assert_eq!(row["printed"], serde_json::json!([35, 35, 21, 0, null]));
    assert_eq!(row["ours"], serde_json::json!([35, 35, 21, 0, 21]));
    assert_eq!((&row["demand"], &row["missed"]), (&"exact".into(), &serde_json::json!([])));
    // Flops without a bound, M with one, and operations that no sequence of the paper undercuts.
    let bounds = &row["bounds"];
    assert_eq!((&bounds[0], &bounds[1], &bounds[2]), (&Value::Null, &bound(35), &bound(35)));
    let (found, fewest) = (row["beside"][3].as_u64().unwrap(), bounds[3]["at_most"].as_u64().unwrap());
    assert!(found <= fewest && fewest <= row["beside"][0].as_u64().unwrap(), "{row}");
    assert_eq!(told("negrut")["tables"].as_array().unwrap().len(), 3);

    let chain = told("duan");
    let names: Vec<&Value> = chain["tables"].as_array().unwrap().iter().map(|table| &table["name"]).collect();
    assert_eq!(names, ["duan-1", "duan-2", "duan-3"]);
    let growth = &chain["tables"][2]["rows"];
    assert_eq!(
        (&growth[0]["label"], &growth[0]["bounds"][0]),
        (&"factor".into(), &serde_json::json!({ "at_most": 0.1 }))
    );
    let exponent = |row: usize| growth[row]["beside"][0].as_f64().unwrap();
    assert!(exponent(0) < 0.1 && exponent(1) > 0.3 && exponent(2) > 0.1, "{growth}");
}

#[test]
fn a_table_that_does_not_exist_is_a_wrong_command() {
    let desk = Desk::new("bench-wrong");
    let ended = desk.run(&["bench", "papers", "--only", "negrut-7"]);
    ended.assert_wrong("unknown table");
    assert!(ended.stderr.contains("did you mean 'negrut-1'"), "{}", ended.stderr);
    desk.run(&["bench", "papers", "--fast"]).assert_wrong("unknown option");
    desk.run(&["bench", "cyclic", "--threads", "0"]).assert_wrong("1 or greater");
    desk.run(&["bench", "paper"]).assert_wrong("unknown subject");
}

#[test]
fn choices_of_models_that_there_are_can_be_judged() {
    let desk = Desk::new("bench-auto");
    let ended = desk.run(&["bench", "auto", "--only", "no such model"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("'no such model'") && ended.stderr.contains("arm with a rod"), "{}", ended.stderr);
}
