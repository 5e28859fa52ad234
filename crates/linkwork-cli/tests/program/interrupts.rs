//! Ctrl-C: the step is finished, what was computed is kept, the exit code is 130.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Desk, PLANAR};

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn an_interrupted_run_keeps_its_rows() {
    let desk = Desk::new("interrupt");
    desk.file("p.toml", PLANAR);
    for (format, file) in [("csv", "trajectory.csv"), ("parquet", "trajectory.parquet")] {
        // Hours of simulated time: nobody waits for the end.
        let arguments = ["run", "p.toml", "--end", "1e5", "--format", format, "--output", format];
        let mut child = desk.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let partial = desk.path(&format!("{format}/{file}.partial"));
        wait_until(&mut child, || partial.metadata().is_ok_and(|m| m.len() > 1000));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let code = wait_for_end(&mut child);
        assert_eq!(code, Some(130), "{format}");
        assert!(!partial.exists() && desk.path(&format!("{format}/{file}")).exists());
        let summary = desk.json(&format!("{format}/summary.json"));
        assert_eq!(summary["completed"], false);
        assert!(summary["error"].as_str().unwrap().contains("stopped by the user"), "{summary}");
        assert!(summary["time"].as_f64().unwrap() > 0.0);
    }
    let times = desk.table("csv/trajectory.csv").column("time");
    assert!(times.len() > 2);
    assert!(times.iter().enumerate().all(|(i, &t)| t == i as f64 * 0.01), "rows up to the interrupt, none missing");
}

#[test]
fn an_interrupted_comparison_tells_what_it_has() {
    let desk = Desk::new("interrupt-compare");
    desk.file("p.toml", PLANAR);
    let arguments = ["compare", "p.toml", "--end", "1e5", "--limit", "1e5", "--json"];
    let mut child = desk.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // Nothing outside shows that a run in memory goes on; a signal before it listens would end it at once.
    std::thread::sleep(Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(wait_for_end(&mut child), Some(130));
    let told: serde_json::Value = serde_json::from_reader(child.stdout.take().unwrap()).unwrap();
    let methods = told["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 1, "the reference, as far as it came");
    assert!(methods[0]["completed"] == false && methods[0]["time"].as_f64().unwrap() > 0.0, "{methods:?}");
}

pub fn wait_until(child: &mut Child, mut reached: impl FnMut() -> bool) {
    let start = Instant::now();
    while !reached() {
        let early = child.try_wait().unwrap();
        if early.is_some() || start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the run wrote nothing: {early:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub fn wait_for_end(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the run did not end after the interrupt");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
