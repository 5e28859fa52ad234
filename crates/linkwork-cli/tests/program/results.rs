//! The results folder: columns and times by contract, both formats alike, rows kept when a run fails.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::harness::{Desk, PLANAR, SPATIAL};
#[cfg(unix)]
use crate::interrupts::wait_until;

const AUDIT: &str = "energy.kinetic energy.potential energy.total energy.work residual.position residual.velocity";

#[test]
fn columns_of_a_planar_model() {
    let desk = Desk::new("planar");
    desk.succeed(&["run", desk.file("p.toml", PLANAR), "--quiet"]);
    let body = "rod.x rod.y rod.angle rod.vx rod.vy rod.w rod.ax rod.ay rod.alpha";
    let joint = "pivot.fx pivot.fy pivot.q pivot.qd pivot.qdd";
    let table = desk.table("results/pendulum/trajectory.csv");
    assert_eq!(table.names.join(" "), format!("time {body} {joint} {AUDIT}"));
}

#[test]
fn columns_of_a_spatial_model() {
    let desk = Desk::new("spatial");
    desk.succeed(&["run", desk.file("s.toml", SPATIAL), "--quiet"]);
    let of_body = "x y z qw qx qy qz vx vy vz wx wy wz ax ay az alphax alphay alphaz";
    let of_joint = "fx fy fz tx ty tz";
    let mut names = vec!["time".to_string()];
    for (item, channels) in [("rod", of_body), ("bob", of_body), ("pivot", of_joint), ("ball", of_joint)] {
        names.extend(channels.split(' ').map(|c| format!("{item}.{c}")));
        // A revolute joint has one coordinate, a spherical one has not.
        names.extend(["pivot.q", "pivot.qd", "pivot.qdd"].iter().filter(|_| item == "pivot").map(|c| c.to_string()));
    }
    names.extend(AUDIT.split(' ').map(String::from));
    // The model's name holds a space, which the folder's name does not.
    assert_eq!(desk.table("results/two-links/trajectory.csv").names, names);
}

#[test]
fn an_end_of_zero_gives_the_initial_state_with_accelerations_and_reactions() {
    let desk = Desk::new("zero");
    desk.succeed(&["run", desk.file("p.toml", PLANAR), "--end", "0", "--output", "r", "--quiet"]);
    let table = desk.table("r/trajectory.csv");
    assert_eq!(table.rows.len(), 1);
    assert_eq!(table.column("time"), [0.0]);
    // A horizontal rod at rest: α = −m g l / (J + m l²), and the pivot carries what gravity and a leave over.
    let alpha = -9.81 * 0.5 / (0.0833 + 0.25);
    let a = alpha * 0.5;
    for (channel, expected) in [("rod.alpha", alpha), ("rod.ay", a), ("pivot.fy", 9.81 + a), ("pivot.fx", 0.0)] {
        let found = table.column(channel)[0];
        // A few roundings of numbers near ten.
        assert!((found - expected).abs() < 1e-12, "{channel}: {found} instead of {expected}");
    }
}

#[test]
fn output_times_are_exact() {
    let desk = Desk::new("times");
    desk.file("p.toml", PLANAR);
    for (end, step, last) in [("1", "0.1", 10), ("0.25", "0.1", 3), ("0.3", "0.1", 3), ("0.05", "0.1", 1)] {
        for integrator in ["dopri5", "rk4", "adams"] {
            let times = ["--end", end, "--output-step", step, "--integrator", integrator];
            desk.succeed(&[&["run", "p.toml", "--output", "r", "--quiet"][..], &times].concat());
            let (end, step): (f64, f64) = (end.parse().unwrap(), step.parse().unwrap());
            let mut expected: Vec<f64> = (0..last).map(|i| i as f64 * step).collect();
            expected.push(end);
            assert_eq!(desk.table("r/trajectory.csv").column("time"), expected, "{integrator}, end {end}");
        }
    }
}

#[test]
fn parquet_equals_csv_bit_for_bit() {
    let desk = Desk::new("parquet");
    desk.file("s.toml", SPATIAL);
    for format in ["csv", "parquet"] {
        desk.succeed(&["run", "s.toml", "--format", format, "--output", format, "--quiet"]);
    }
    let table = desk.table("csv/trajectory.csv");
    let reader = SerializedFileReader::new(File::open(desk.path("parquet/trajectory.parquet")).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), 11);
    assert_eq!(table.rows.len(), rows.len());
    for (expected, row) in table.rows.iter().zip(&rows) {
        let names: Vec<&String> = row.get_column_iter().map(|(name, _)| name).collect();
        assert_eq!(names, table.names.iter().collect::<Vec<_>>());
        for ((name, field), x) in row.get_column_iter().zip(expected) {
            let Field::Double(y) = field else { panic!("{name} is not a number") };
            assert_eq!(x.to_bits(), y.to_bits(), "{name}");
        }
    }
}

#[test]
fn the_summary_file_says_what_json_says() {
    let desk = Desk::new("summary");
    let ended = desk.succeed(&["run", desk.file("p.toml", PLANAR), "--output", "r", "--json"]);
    let mut told: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(told.as_object_mut().unwrap().remove("results").unwrap(), "r");
    assert_eq!(told, desk.json("r/summary.json"));
    assert!(told["max_residual"].as_f64().unwrap() < 1e-9);
    assert!(told["energy_drift"].as_f64().unwrap() < 1e-6);
}

#[test]
fn a_failing_run_keeps_its_rows_and_says_why_and_when() {
    let desk = Desk::new("failing");
    // No number is the root of a negative one: the run cannot pass 0.05 s.
    let force = "[[forces]]\ntype = \"force\"\nbody = \"rod\"\nvalue = [\"sqrt(0.05 - t)\", \"0\"]\n";
    let model = desk.file("f.toml", &format!("{PLANAR}{force}"));
    for integrator in ["dopri5", "rk4"] {
        let ended = desk.run(&["run", model, "--output", "r", "--json", "--integrator", integrator]);
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        assert!(ended.stderr.contains("at t = 0.0") && ended.stderr.contains("'r'"), "{}", ended.stderr);
        let times = desk.table("r/trajectory.csv").column("time");
        assert_eq!(times[..4], [0.0, 0.01, 0.02, 0.03]);
        assert!(*times.last().unwrap() <= 0.05, "{times:?}");
        let told: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!(told["completed"], false);
        for summary in [told, desk.json("r/summary.json")] {
            assert!(summary["error"].as_str().unwrap().contains("at t = 0.0"), "{summary}");
        }
        let page = std::fs::read_to_string(desk.path("r/report.html")).unwrap();
        assert!(page.contains("at t = 0.0"), "the page tells why the run ended");
    }
}

#[test]
fn a_second_run_replaces_the_first() {
    let desk = Desk::new("again");
    desk.file("p.toml", PLANAR);
    desk.succeed(&["run", "p.toml", "--output", "r", "--quiet"]);
    desk.succeed(&["run", "p.toml", "--output", "r", "--quiet", "--format", "parquet", "--end", "0.02"]);
    let mut files: Vec<_> = std::fs::read_dir(desk.path("r")).unwrap().map(|e| e.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["model.toml", "report.html", "summary.json", "trajectory.parquet"]);
    assert_eq!(desk.json("r/summary.json")["time"], 0.02);
}

/// The page is one file that asks for nothing else; without it, that of an earlier run does not stay.
#[test]
fn a_run_leaves_a_page_and_its_model() {
    let desk = Desk::new("page");
    desk.file("p.toml", PLANAR);
    let ended = desk.succeed(&["run", "p.toml", "--output", "r"]);
    assert!(ended.stdout.contains("open r/report.html"), "{}", ended.stdout);
    let page = std::fs::read_to_string(desk.path("r/report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(!page.contains("src=\"http") && !page.contains("<link rel=\"stylesheet"));
    assert_eq!(std::fs::read_to_string(desk.path("r/model.toml")).unwrap(), PLANAR);
    let ended = desk.succeed(&["run", "r/model.toml", "--output", "r", "--no-report"]);
    assert!(!ended.stdout.contains("report.html"), "{}", ended.stdout);
    assert!(!desk.path("r/report.html").exists() && desk.path("r/model.toml").exists());
}

/// The second run ends before it computes anything, and a lock does not survive a run that was killed.
#[cfg(unix)]
#[test]
fn two_runs_into_one_folder_do_not_mix() {
    let desk = Desk::new("two-runs");
    desk.file("p.toml", PLANAR);
    let mut first = desk.command(&["run", "p.toml", "-o", "r", "--quiet", "--end", "1e5"]).spawn().unwrap();
    wait_until(&mut first, || desk.path("r/trajectory.csv.partial").exists());
    let ended = desk.run(&["run", "p.toml", "-o", "r", "--end", "0.02"]);
    ended.assert_wrong("a second run");
    assert!(ended.stderr.contains("another run is writing into it") && ended.stderr.contains("--output"));
    assert!(!desk.path("r/summary.json").exists());
    first.kill().unwrap();
    first.wait().unwrap();
    desk.succeed(&["run", "p.toml", "-o", "r", "--quiet", "--end", "0.02"]);
    assert_eq!(desk.table("r/trajectory.csv").column("time"), [0.0, 0.01, 0.02]);
    assert_eq!(desk.json("r/summary.json")["time"], 0.02);
}

/// Files of one name in different folders have the same usual folder for their results. An edited file replaces its
/// own.
#[test]
fn results_of_another_model_file_are_not_replaced_unasked() {
    let desk = Desk::new("another-file");
    for folder in ["a", "b"] {
        std::fs::create_dir(desk.path(folder)).unwrap();
    }
    desk.file("a/arm.toml", PLANAR);
    let heavy = PLANAR.replace("mass = 1.0", "mass = 2.0");
    desk.file("b/arm.toml", &heavy);
    desk.succeed(&["run", "a/arm.toml", "--quiet"]);
    let before = std::fs::read(desk.path("results/pendulum/trajectory.csv")).unwrap();
    assert_eq!(desk.json("results/pendulum/summary.json")["model_file"], "../../a/arm.toml");
    // Neither another file nor a built-in model.
    for model in ["b/arm.toml", "pendulum"] {
        let ended = desk.run(&["run", model]);
        ended.assert_wrong(model);
        assert!(ended.stderr.contains("'a/arm.toml'") && ended.stderr.contains("--output"), "{}", ended.stderr);
    }
    assert_eq!(std::fs::read(desk.path("results/pendulum/trajectory.csv")).unwrap(), before);
    // Where the user names the folder, or the text is the same, or the file was edited, results are replaced.
    desk.succeed(&["run", "results/pendulum/model.toml", "--quiet"]);
    desk.succeed(&["run", "b/arm.toml", "--quiet", "--output", "results/pendulum"]);
    desk.file("b/arm.toml", &heavy.replace("mass = 2.0", "mass = 3.0"));
    desk.succeed(&["run", "b/arm.toml", "--quiet"]);
    desk.run(&["run", "a/arm.toml"]).assert_wrong("the first file, now");
    // Results of a built-in model can be had again at any time.
    desk.succeed(&["run", "four-bar", "--quiet", "--end", "0.1"]);
    desk.file("my.toml", &PLANAR.replace("name = \"pendulum\"", "name = \"four-bar\""));
    desk.succeed(&["run", "my.toml", "--quiet"]);
}

#[test]
fn a_command_that_fails_before_the_run_leaves_no_folder() {
    let desk = Desk::new("no-folder");
    desk.run(&[
        "run",
        desk.file("p.toml", PLANAR),
        "--formulation",
        "natural",
        "--solver",
        "dense",
        "--columns",
        "no.x",
    ])
    .assert_wrong("columns");
    assert!(!desk.path("results").exists());
    desk.run(&["run", "p.toml", "--restart", "p.toml"]).assert_wrong("a checkpoint that is none");
    assert!(!desk.path("results").exists());
}

#[test]
fn columns_of_the_trajectory_can_be_chosen() {
    let desk = Desk::new("columns");
    desk.file("p.toml", PLANAR);
    desk.succeed(&["run", "p.toml", "-o", "all", "--quiet"]);
    desk.succeed(&["run", "p.toml", "-o", "some", "--quiet", "--columns", "*.q,rod.v?,energy.total"]);
    let (all, some) = (desk.table("all/trajectory.csv"), desk.table("some/trajectory.csv"));
    assert_eq!(some.names, ["time", "rod.vx", "rod.vy", "pivot.q", "energy.total"]);
    for name in &some.names {
        assert_eq!(some.column(name), all.column(name), "{name}");
    }
    // The page needs more, and has it.
    let data = |page: &str| std::fs::read_to_string(desk.path(page)).unwrap();
    assert!(data("some/report.html").contains("pivot.fx"));
    desk.succeed(&["plot", "some", "*.q", "-o", "q.svg"]);
    let ended = desk.run(&["report", "some", "-o", "page.html"]);
    ended.assert_wrong("a page of some columns");
    assert!(ended.stderr.contains("--columns"), "{}", ended.stderr);
    let ended = desk.run(&["run", "p.toml", "--columns", "pivot.z,rod.*"]);
    ended.assert_wrong("no such column");
    assert!(ended.stderr.contains("no column matches 'pivot.z'; did you mean 'pivot."), "{}", ended.stderr);
    desk.run(&["run", "p.toml", "--columns", "*.q", "--checkpoint", "0.05"])
        .assert_wrong("checkpoints need all columns");
}

/// Neither names in a model nor names of files make a terminal do anything.
#[cfg(unix)]
#[test]
fn control_characters_do_not_reach_the_terminal() {
    let desk = Desk::new("terminal");
    desk.file("p.toml", PLANAR);
    desk.file("evil.toml", &PLANAR.replace("\"rod\"", "\"\\u001b[2Jrod\""));
    desk.file("title.toml", &PLANAR.replace("\"pendulum\"", "\"pend\\u202eulum\""));
    desk.file("half.csv", "time,\"\u{1b}[31mred\"\n0.0,1.0\n");
    let evil = "a\u{1b}]0;title\u{7}\u{202e}";
    let results = desk.run(&["run", "p.toml", "-o", evil]);
    assert_eq!(results.code, 0, "{}", results.stderr);
    assert!(results.stdout.contains("a\\u{1b}]0;title\\u{7}\\u{202e}/trajectory.csv"), "{}", results.stdout);
    let json = desk.run(&["run", "p.toml", "-o", evil, "--json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json.stdout).unwrap()["results"], evil);
    let wrong: [&[&str]; 6] = [
        &["run", "evil.toml"],
        &["run", "title.toml"],
        &["run", "p\u{1b}\n.toml"],
        &["report", "no\u{1b}\nwhere"],
        &["plot", "half.csv", "zzz", "-o", "f.svg"],
        &["run", "p.toml", "--restart", "c\u{1b}.json"],
    ];
    for arguments in wrong {
        let ended = desk.run(arguments);
        ended.assert_wrong(&format!("{arguments:?}"));
        assert!(ended.stderr.contains("\\u{1b}") || ended.stderr.contains("\\u{202e}"), "{}", ended.stderr);
        assert!(!ended.stderr.contains(['\u{1b}', '\u{202e}']), "{}", ended.stderr);
        assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    }
}
