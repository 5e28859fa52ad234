//! The results folder: columns and times by contract, both formats alike, rows kept when a run fails.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::harness::{Desk, PLANAR, SPATIAL};

const AUDIT: &str = "energy.kinetic energy.potential energy.total residual.position residual.velocity";

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
