//! Runs that end before their time: interrupted, or because a process was lost.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use linkwork::{Checkpoint, Model, Settings, Space, gallery};

use crate::harness::{Desk, is_there, ranks_of, signal, told, wait_for, wait_for_end, wait_until};

const RANKS: usize = 4;

/// A chain in mid-run, of which rows and checkpoints are kept ever so often.
struct Run {
    n_bodies: usize,
    /// Steps from row to row, and from checkpoint to checkpoint.
    every: [usize; 2],
}

impl Run {
    const STEP: f64 = 1e-3;

    fn write_model(&self, desk: &Desk) -> Model {
        desk.model("chain", &gallery::chain(self.n_bodies, Space::Spatial).unwrap().to_toml())
    }

    fn settings(&self, end: f64) -> Settings {
        Settings {
            formulation: "recursive".parse().unwrap(),
            integrator: "rk4".parse().unwrap(),
            parts: 4,
            smallest_part: 1,
            step: Self::STEP,
            output_step: self.every[0] as f64 * Self::STEP,
            end,
            ..Settings::default()
        }
    }

    /// The same for the program.
    fn arguments(&self, end: f64, folder: &str) -> Vec<String> {
        let settings = self.settings(end);
        let (step, output_step) = (settings.step.to_string(), settings.output_step.to_string());
        let methods = [
            "--parts",
            "4",
            "--smallest-part",
            "1",
            "--integrator",
            "rk4",
            "--step",
            &step,
            "--output-step",
            &output_step,
        ];
        let run = ["chain.toml", "--quiet", "--end", &end.to_string(), "--output", folder];
        run.iter().chain(&methods).map(|word| word.to_string()).collect()
    }

    /// Starts to simulate hours, and waits until there is a checkpoint.
    fn start(&self, desk: &Desk, folder: &str) -> Child {
        let every = (self.every[1] as f64 * Self::STEP).to_string();
        let mut child = desk.spawn(RANKS, &[self.arguments(1e4, folder), vec!["--checkpoint".into(), every]].concat());
        let checkpoint = desk.path(folder).join("checkpoint.json");
        wait_until(&mut child, || checkpoint.exists());
        child
    }

    /// Has process 2 killed, which ends the run with results that are whole as far as they go.
    fn lose_a_rank(&self, desk: &Desk, folder: &str) {
        let child = self.start(desk, folder);
        let processes = ranks_of(child.id());
        assert_eq!(processes.len(), RANKS);
        signal("-KILL", processes[2]);
        let (output, took) = wait_for_end(child);
        let told = told(&output);
        assert!(!output.status.success() && took < Duration::from_secs(20), "{took:?}");
        assert!(told.contains("process 2 was lost") && told.contains("--restart"), "{told}");
        wait_for("no process stays behind", || !processes.iter().any(|&process| is_there(process)));
        let summary = desk.summary(folder);
        assert_eq!(summary["completed"], false);
        assert!(summary["error"].as_str().unwrap().contains("process 2 was lost"), "{summary}");
    }

    /// Some rows after the checkpoint.
    fn choose_end(&self, checkpoint: &Path, n_rows: usize) -> f64 {
        let time = Checkpoint::parse(&fs::read(checkpoint).unwrap()).unwrap().state.time;
        let between = self.every[0] as f64 * Self::STEP;
        ((time / between).round() + n_rows as f64) * between
    }

    /// Goes on from a copy of what was kept in `folder`, to the bits of the run that lost none.
    fn go_on(&self, desk: &Desk, folder: &str, n_processes: usize, end: f64, hash: &str) {
        let again = format!("again{n_processes}");
        fs::create_dir(desk.path(&again)).unwrap();
        for file in ["checkpoint.json", "trajectory.csv"] {
            fs::copy(desk.path(folder).join(file), desk.path(&again).join(file)).unwrap();
        }
        let restart = vec!["--restart".into(), format!("{again}/checkpoint.json")];
        desk.succeed(n_processes, &[self.arguments(end, &again), restart].concat());
        assert_eq!(desk.summary(&again)["state_hash"], hash, "on {n_processes} processes");
        assert!(desk.trajectory(&again) == desk.trajectory("whole"), "rows on {n_processes} processes");
    }
}

#[test]
fn a_lost_rank_ends_all_and_a_restart_has_the_bits_of_a_run_that_lost_none() {
    let (desk, run) = (Desk::new("lost"), Run { n_bodies: 1000, every: [5, 10] });
    let model = run.write_model(&desk);
    run.lose_a_rank(&desk, "lost");
    let checkpoint = desk.path("lost/checkpoint.json");
    // To some rows after the checkpoint: in one process, on as many processes, and on fewer.
    let end = run.choose_end(&checkpoint, 4);
    let hash = desk.run_here(&model, &run.settings(end), "whole", None);
    assert_eq!(desk.run_here(&model, &run.settings(end), "here", Some(&checkpoint)), hash);
    for n_processes in [RANKS, 2] {
        run.go_on(&desk, "lost", n_processes, end, &hash);
    }
}

#[test]
fn a_hundred_thousand_bodies_on_four_processes_have_the_bits_of_one_process_though_a_rank_is_lost() {
    // Rows of so many bodies are long: the first one, and one at the end.
    let (desk, run) = (Desk::new("lost-large"), Run { n_bodies: 100_000, every: [8, 2] });
    let model = run.write_model(&desk);
    run.lose_a_rank(&desk, "lost");
    let end = run.choose_end(&desk.path("lost/checkpoint.json"), 1);
    let hash = desk.run_here(&model, &run.settings(end), "whole", None);
    drop(model);
    run.go_on(&desk, "lost", RANKS, end, &hash);
}

#[test]
fn an_interrupted_run_ends_in_good_order_on_all_ranks() {
    let (desk, run) = (Desk::new("interrupt"), Run { n_bodies: 200, every: [5, 10] });
    run.write_model(&desk);
    // Whoever is asked; what `mpirun` returns when it is itself is its own affair.
    for folder in ["first", "third", "mpirun"] {
        let child = run.start(&desk, folder);
        let processes = ranks_of(child.id());
        let asked = match folder {
            "first" => processes[0],
            "third" => processes[2],
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
