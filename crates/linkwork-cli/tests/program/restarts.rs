//! `--checkpoint` and `--restart`: a run that is killed or interrupted goes on to the same files as one that was not,
//! and checkpoints that do not fit are refused.

use crate::harness::{Desk, PLANAR, SPATIAL};

fn bytes(desk: &Desk, name: &str) -> Vec<u8> {
    std::fs::read(desk.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Keys of the summary that do not depend on the clock or on interruptions.
fn lasting(desk: &Desk, folder: &str) -> serde_json::Value {
    let mut summary = desk.json(&format!("{folder}/summary.json"));
    let object = summary.as_object_mut().unwrap();
    for key in
        ["wall_seconds", "step_seconds", "seconds_per_evaluation", "compile_seconds", "restarted_at", "rows_kept"]
    {
        object.remove(key);
    }
    summary
}

#[test]
fn checkpoints_change_nothing_and_are_readable() {
    let desk = Desk::new("checkpoint");
    desk.file("s.toml", SPATIAL);
    desk.succeed(&["run", "s.toml", "--output", "without", "--quiet"]);
    desk.succeed(&["run", "s.toml", "--output", "with", "--quiet", "--checkpoint", "0.03"]);
    assert_eq!(bytes(&desk, "with/trajectory.csv"), bytes(&desk, "without/trajectory.csv"));
    assert_eq!(lasting(&desk, "with"), lasting(&desk, "without"));
    let mut files: Vec<_> = std::fs::read_dir(desk.path("with")).unwrap().map(|e| e.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["checkpoint.json", "model.toml", "report.html", "summary.json", "trajectory.csv"]);
    let checkpoint = desk.json("with/checkpoint.json");
    assert_eq!(checkpoint["model"], "two links");
    let time = checkpoint["state"]["time"].as_f64().unwrap();
    // The first step that ends at 0.09 s or later.
    assert!((0.09..=0.1).contains(&time), "{time}");
}

/// Goes on in the folder of the earlier run, whose trajectory is complete: rows up to the checkpoint are kept, others
/// replaced.
#[test]
fn a_restart_continues_the_trajectory_in_both_formats() {
    let desk = Desk::new("restart");
    desk.file("s.toml", SPATIAL);
    for (format, file) in [("csv", "trajectory.csv"), ("parquet", "trajectory.parquet")] {
        let run = |folder: &str, more: &[&str]| {
            desk.succeed(&[&["run", "s.toml", "--format", format, "--output", folder][..], more].concat())
        };
        run("whole", &["--end", "0.4"]);
        // 0.155 s is no output time of the longer run.
        run("r", &["--end", "0.155", "--checkpoint", "0.1"]);
        let told = run("r", &["--end", "0.4", "--restart", "r/checkpoint.json"]).stdout;
        assert!(told.contains("Restarted at t = 0.1") && told.contains("rows are kept"), "{told}");
        assert_eq!(bytes(&desk, &format!("r/{file}")), bytes(&desk, &format!("whole/{file}")), "{format}");
        assert_eq!(lasting(&desk, "r"), lasting(&desk, "whole"));
        let summary = desk.json("r/summary.json");
        assert!(summary["restarted_at"].as_f64().unwrap() >= 0.1);
        assert!(summary["rows_kept"].as_u64().unwrap() >= 11);

        // Elsewhere there is nothing to keep.
        let told = run("elsewhere", &["--end", "0.4", "--restart", "r/checkpoint.json"]).stdout;
        assert!(told.contains("not found in the folder"), "{told}");
        assert_eq!(desk.json("elsewhere/summary.json")["rows_kept"], 0);
        assert_eq!(lasting(&desk, "elsewhere"), lasting(&desk, "whole"));
        if format == "csv" {
            let (whole, part) = (desk.table("whole/trajectory.csv").rows, desk.table("elsewhere/trajectory.csv").rows);
            assert!(!part.is_empty() && part.len() < whole.len() && whole.ends_with(&part));
        }
    }
}

#[test]
fn rows_of_another_run_are_not_kept() {
    let desk = Desk::new("another");
    desk.file("p.toml", PLANAR);
    desk.succeed(&["run", "p.toml", "--output", "r", "--quiet", "--checkpoint", "0.05"]);
    std::fs::rename(desk.path("r/checkpoint.json"), desk.path("c.json")).unwrap();
    // The same columns and times, but other numbers.
    desk.succeed(&["run", "p.toml", "--output", "r", "--quiet", "--rtol", "1e-4"]);
    let told = desk.succeed(&["run", "p.toml", "--output", "r", "--end", "0.2", "--restart", "c.json"]).stdout;
    assert!(told.contains("not found in the folder"), "{told}");
    assert!(desk.table("r/trajectory.csv").column("time").iter().all(|t| *t > 0.05));
}

/// Damaged files and those of other models or settings end with code 2 and say what to do; the results stay as they
/// were.
#[test]
fn what_does_not_fit_is_refused() {
    let desk = Desk::new("refused");
    desk.file("p.toml", PLANAR);
    desk.file("heavy.toml", &PLANAR.replace("mass = 1.0", "mass = 2.0"));
    desk.succeed(&["run", "p.toml", "--output", "r", "--quiet", "--checkpoint", "0.05"]);
    let before = bytes(&desk, "r/trajectory.csv");
    let text = bytes(&desk, "r/checkpoint.json");
    desk.file("half.json", std::str::from_utf8(&text[..text.len() / 2]).unwrap());
    let mut changed = text.clone();
    changed[text.len() / 3] ^= 1;
    std::fs::write(desk.path("changed.json"), &changed).unwrap();
    desk.file("empty.json", "");

    let good = "r/checkpoint.json";
    let cases: [(&str, &str, &[&str], &[&str]); 9] = [
        ("p.toml", "half.json", &[], &["half.json", "damaged or cut off"]),
        ("p.toml", "changed.json", &[], &["damaged or cut off"]),
        ("p.toml", "empty.json", &[], &["damaged or cut off"]),
        ("p.toml", "p.toml", &[], &["no checkpoint at all"]),
        ("p.toml", "nowhere.json", &[], &["cannot read", "nowhere.json"]),
        ("p.toml", "r", &[], &["folder", "checkpoint.json"]),
        ("heavy.toml", good, &["--end", "1"], &["another model", "'pendulum'"]),
        ("p.toml", good, &["--rtol", "1e-5"], &["rtol 1e-8 instead of 1e-5", "--rtol 1e-8"]),
        ("p.toml", good, &["--end", "0.01"], &["larger --end"]),
    ];
    for (model, file, more, words) in cases {
        let ended = desk.run(&[&["run", model, "--output", "r", "--restart", file][..], more].concat());
        ended.assert_wrong(file);
        assert_eq!(ended.stderr.lines().count(), 1, "one sentence: {}", ended.stderr);
        for word in words {
            assert!(ended.stderr.contains(word), "{file}: '{word}' is missing in {}", ended.stderr);
        }
    }
    for every in ["0", "-1", "nan", "often"] {
        desk.run(&["run", "p.toml", "--output", "r", "--checkpoint", every]).assert_wrong(every);
    }
    assert_eq!(bytes(&desk, "r/trajectory.csv"), before);
    assert_eq!(bytes(&desk, good), text);
}

#[cfg(unix)]
mod signals {
    use std::process::{Child, Command, Stdio};

    use super::{bytes, lasting};
    use crate::harness::{Desk, SPATIAL};
    use crate::interrupts::{wait_for_end, wait_until};

    /// Some seconds of work: enough to be stopped in the midst of.
    const LONG: [&str; 8] = ["--end", "20", "--output-step", "0.005", "--integrator", "adams", "--step", "1e-4"];

    fn start(desk: &Desk, folder: &str, more: &[&str]) -> Child {
        let arguments = [&["run", "s.toml", "--checkpoint", "0.5", "--output", folder][..], &LONG, more].concat();
        desk.command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits for another checkpoint than this one, and says which.
    fn wait_for_checkpoint(child: &mut Child, desk: &Desk, before: &[u8]) -> Vec<u8> {
        let path = desk.path("r/checkpoint.json");
        let read = || std::fs::read(&path).unwrap_or_default();
        wait_until(child, || !read().is_empty() && read() != before);
        read()
    }

    /// Killed twice, in the first run and in the second, which has rows of the first.
    #[test]
    fn a_killed_run_goes_on_to_the_same_bits() {
        let desk = Desk::new("kill");
        desk.file("s.toml", SPATIAL);
        desk.succeed(&[&["run", "s.toml", "--output", "whole", "--quiet"][..], &LONG].concat());

        let mut seen = Vec::new();
        for more in [&[][..], &["--restart", "r/checkpoint.json"]] {
            let mut child = start(&desk, "r", more);
            seen = wait_for_checkpoint(&mut child, &desk, &seen);
            child.kill().unwrap();
            assert_eq!(wait_for_end(&mut child), None, "ended by the signal, not by itself");
        }
        assert!(desk.path("r/trajectory.csv.partial").exists() && !desk.path("r/trajectory.csv").exists());
        desk.succeed(&[&["run", "s.toml", "--output", "r", "--restart", "r/checkpoint.json"][..], &LONG].concat());
        assert_eq!(bytes(&desk, "r/trajectory.csv"), bytes(&desk, "whole/trajectory.csv"));
        assert_eq!(lasting(&desk, "r"), lasting(&desk, "whole"));
        assert!(desk.json("r/summary.json")["rows_kept"].as_u64().unwrap() > 100);
        assert!(!desk.path("r/trajectory.csv.partial").exists());
    }

    /// Ctrl-C leaves a checkpoint of where the run was stopped, and says how to go on.
    #[test]
    fn an_interrupted_run_goes_on_to_the_same_bits() {
        let desk = Desk::new("interrupt-restart");
        desk.file("s.toml", SPATIAL);
        desk.succeed(&[&["run", "s.toml", "--output", "whole", "--quiet"][..], &LONG].concat());
        let mut child = start(&desk, "r", &[]);
        wait_for_checkpoint(&mut child, &desk, &[]);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(wait_for_end(&mut child), Some(130));
        let said = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert!(said.contains("--restart r/checkpoint.json goes on from there"), "{said}");
        let (stopped, kept) = (desk.json("r/summary.json"), desk.json("r/checkpoint.json"));
        assert_eq!(stopped["time"], kept["state"]["time"]);
        desk.succeed(&[&["run", "s.toml", "--output", "r", "--restart", "r/checkpoint.json"][..], &LONG].concat());
        assert_eq!(bytes(&desk, "r/trajectory.csv"), bytes(&desk, "whole/trajectory.csv"));
        assert_eq!(lasting(&desk, "r"), lasting(&desk, "whole"));
    }
}
