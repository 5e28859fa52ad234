//! Runs that end before their time: interrupted, or because a rank was lost.

use std::time::Duration;

use linkwork::{Settings, Space, gallery};

use crate::harness::{Desk, is_there, ranks_of, signal, told, wait_for, wait_for_end, wait_until};

const METHODS: [&str; 8] = ["--parts", "4", "--integrator", "rk4", "--step", "1e-3", "--output-step", "0.005"];
const RANKS: usize = 4;

fn settings(end: f64) -> Settings {
    Settings {
        formulation: "recursive".into(),
        integrator: "rk4".into(),
        parts: 4,
        step: 1e-3,
        output_step: 0.005,
        end,
        ..Settings::default()
    }
}

/// Starts a run of hours of simulated time, and waits until it has kept a checkpoint.
fn start(desk: &Desk, folder: &str) -> std::process::Child {
    let run = ["chain.toml", "--end", "1e4", "--checkpoint", "0.01", "--output", folder, "--quiet"];
    let mut child = desk.spawn(RANKS, &[&run[..], &METHODS[..]].concat());
    let checkpoint = desk.path(folder).join("checkpoint.json");
    wait_until(&mut child, || checkpoint.exists());
    child
}

#[test]
fn a_lost_rank_ends_all_and_a_restart_has_the_bits_of_a_run_that_lost_none() {
    let desk = Desk::new("lost");
    let model = desk.model("chain", &gallery::chain(1000, Space::Spatial).unwrap().to_toml());
    let child = start(&desk, "lost");
    let ranks = ranks_of(child.id());
    assert_eq!(ranks.len(), RANKS);
    signal("-KILL", ranks[2]);
    let (output, took) = wait_for_end(child);
    let told = told(&output);
    assert!(!output.status.success() && took < Duration::from_secs(20), "{took:?}");
    assert!(told.contains("rank 2 was lost") && told.contains("--restart"), "{told}");
    wait_for("no rank stays behind", || !ranks.iter().any(|&rank| is_there(rank)));
    let summary = desk.summary("lost");
    assert_eq!(summary["completed"], false);
    assert!(summary["error"].as_str().unwrap().contains("rank 2 was lost"), "{summary}");

    // The run goes on to some steps after the checkpoint, on as many ranks, on fewer, and in one process.
    let checkpoint = desk.path("lost/checkpoint.json");
    let text = std::fs::read(&checkpoint).unwrap();
    let time = linkwork::Checkpoint::parse(&text).unwrap().state.time;
    let end = ((time / 0.005).round() + 4.0) * 0.005;
    let hash = desk.run_here(&model, &settings(end), "whole", None);
    assert_eq!(desk.run_here(&model, &settings(end), "here", Some(&checkpoint)), hash);
    for n_ranks in [RANKS, 2] {
        let (folder, end) = (format!("again{n_ranks}"), end.to_string());
        std::fs::create_dir(desk.path(&folder)).unwrap();
        for file in ["checkpoint.json", "trajectory.csv"] {
            std::fs::copy(desk.path("lost").join(file), desk.path(&folder).join(file)).unwrap();
        }
        let kept = format!("{folder}/checkpoint.json");
        let run = ["chain.toml", "--end", &end, "--restart", &kept, "--output", &folder, "--quiet"];
        desk.succeed(n_ranks, &[&run[..], &METHODS[..]].concat());
        assert_eq!(desk.summary(&folder)["state_hash"], hash.as_str(), "on {n_ranks} ranks");
        assert!(desk.trajectory(&folder) == desk.trajectory("whole"), "rows on {n_ranks} ranks");
    }
}

#[test]
fn an_interrupted_run_ends_in_good_order_on_all_ranks() {
    let desk = Desk::new("interrupt");
    desk.model("chain", &gallery::chain(200, Space::Spatial).unwrap().to_toml());
    // Whoever is asked; what `mpirun` returns when it is itself is its own affair.
    for folder in ["first", "third", "mpirun"] {
        let child = start(&desk, folder);
        let ranks = ranks_of(child.id());
        let asked = match folder {
            "first" => ranks[0],
            "third" => ranks[2],
            _ => child.id(),
        };
        signal("-INT", asked);
        let (output, took) = wait_for_end(child);
        assert!(took < Duration::from_secs(20), "{took:?}");
        let told = told(&output);
        assert!(told.contains("stopped by the user") && told.contains("--restart"), "{told}");
        if folder != "mpirun" {
            assert_eq!(output.status.code(), Some(130), "{told}");
        }
        let summary = desk.summary(folder);
        assert_eq!(summary["completed"], false);
        assert!(summary["time"].as_f64().unwrap() > 0.0);
        assert!(!desk.path(folder).join("trajectory.csv.partial").exists());
    }
}
