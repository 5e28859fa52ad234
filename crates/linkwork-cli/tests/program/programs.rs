//! `codegen` and `run --specialize`: sources that compile and pass their own tests, runs by machine code, and what is
//! said where there can be none.

use crate::harness::{Desk, PLANAR};
use std::process::Command;

#[test]
fn codegen_writes_c_that_compiles_and_passes_its_test() {
    let desk = Desk::new("codegen-c");
    let told = desk.succeed(&["codegen", "four-bar", "--output", "code"]).stdout;
    assert!(told.contains("operations") && told.contains("four_bar.c"), "{told}");
    let mut files: Vec<_> = std::fs::read_dir(desk.path("code")).unwrap().map(|e| e.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["Makefile", "README.md", "four_bar.c", "four_bar.h", "test.c"]);
    let header = std::fs::read_to_string(desk.path("code/four_bar.h")).unwrap();
    for words in ["body coupler", "joint A: revolute", "crank.qw", "rate of coupler.wz", "multiplier: A, equation 1"] {
        assert!(header.contains(words), "{words} is missing in {header}");
    }
    let flags = "-std=c99 -Wall -Wextra -Wpedantic -Werror -O2 test.c four_bar.c -lm -o tested";
    let compiled = match Command::new("cc").args(flags.split(' ')).current_dir(desk.path("code")).output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            println!("skipped: this machine has no C compiler named `cc`");
            return;
        }
        other => other.unwrap(),
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(desk.path("code/tested")).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && said.contains("evaluation: 3 compared"), "{said}");
    // The end in numbers too: the mechanism has three equations too many.
    assert!(header.contains("int four_bar_finish(") && said.contains("finish: 3 compared"), "{said}");
}

/// Nothing was said of them.
#[test]
fn codegen_says_what_it_leaves_out() {
    let desk = Desk::new("codegen-left-out");
    let model = desk.succeed(&["model", "show", "four-bar"]).stdout;
    let stop = model.replace("[simulation]", "[simulation]\nstop = \"t > 0.5\"");
    assert_ne!(stop, model);
    desk.file("m.toml", &format!("{stop}\n[[outputs]]\nname = \"energy\"\nvalue = \"energy.kinetic\"\n"));
    let told = desk.succeed(&["codegen", "m.toml", "--output", "code"]).stdout;
    assert!(told.contains("Not in the code: the columns energy; the condition that ends a run, `t > 0.5`"), "{told}");
}

#[test]
fn codegen_writes_rust_that_compiles_and_passes_its_test() {
    let desk = Desk::new("codegen-rust");
    desk.file("p.toml", PLANAR);
    desk.succeed(&["codegen", "p.toml", "--language", "rust", "--quiet"]);
    let folder = desk.path("results/pendulum");
    let compiler = std::env::var("RUSTC").unwrap_or("rustc".into());
    let arguments = ["--edition", "2024", "-D", "warnings", "--test", "pendulum.rs", "-o", "tested"];
    let compiled = Command::new(compiler).args(arguments).current_dir(&folder).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(folder.join("tested")).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}

#[test]
fn models_without_programs_are_told_apart() {
    let desk = Desk::new("codegen-wrong");
    // Larger than programs are.
    let net = desk.succeed(&["model", "generate", "chain", "--bodies", "12000"]).stdout;
    desk.file("c.toml", &net);
    let ended = desk.run(&["codegen", "c.toml"]);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(ended.stderr.contains("no code for") && ended.stderr.contains("12000 bodies"), "{}", ended.stderr);
    assert!(!desk.path("results").exists());
    let ended = desk.run(&["run", "four-bar", "--formulation", "recursive", "--specialize", "on"]);
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("programs are made for `cartesian`, not for `recursive`"), "{}", ended.stderr);
    let ended = desk.run(&["run", "four-bar", "--specialize", "yes"]);
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("auto, on, off"), "{}", ended.stderr);
}

#[test]
fn runs_say_whether_a_program_evaluated() {
    let desk = Desk::new("specialize");
    let run = |folder: &str, more: &[&str]| {
        desk.succeed(&[&["run", "four-bar", "--end", "0.2", "--output", folder][..], more].concat()).stdout
    };
    let told = run("on", &["--specialize"]);
    assert!(told.contains("Evaluated by a program of") && told.contains("made in"), "{told}");
    let summary = desk.json("on/summary.json");
    assert_eq!(summary["specialized"], true);
    assert!(summary["operations"].as_u64().unwrap() > 100, "{summary}");
    assert!(summary["compile_seconds"].as_f64().unwrap() > 0.0, "{summary}");
    assert_eq!(summary["unspecialized_evaluations"], 0);
    // Too short to pay.
    assert!(!run("auto", &[]).contains("Evaluated by"));
    assert_eq!(desk.json("auto/summary.json")["specialized"], false);
    let [on, auto] = ["on", "auto"].map(|folder| desk.table(&format!("{folder}/trajectory.csv")).column("coupler.x"));
    let off = on.iter().zip(&auto).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
    // The tolerances of the steps.
    assert!(on.len() == auto.len() && off < 1e-7, "off by {off:e}");
}

/// A longer end would make a program pay; the run goes on without, as it began.
#[test]
fn a_restart_goes_on_in_the_way_in_which_the_run_began() {
    let desk = Desk::new("specialize-restart");
    for (word, as_it_began, end) in [("auto", "off", "3"), ("on", "on", "0.6")] {
        let run = |folder: &str, more: &[&str]| {
            let common = ["run", "slider-crank", "--quiet", "--integrator", "rk4", "--output", folder];
            desk.succeed(&[&common[..], more].concat())
        };
        run("r", &["--specialize", word, "--end", "0.2", "--checkpoint", "0.1"]);
        assert_eq!(desk.json("r/checkpoint.json")["settings"]["specialize"], as_it_began);
        run("r", &["--end", end, "--restart", "r/checkpoint.json"]);
        run("whole", &["--specialize", as_it_began, "--end", end]);
        assert_eq!(desk.json("r/summary.json")["specialized"], as_it_began == "on");
        assert_eq!(desk.json("r/summary.json")["state_hash"], desk.json("whole/summary.json")["state_hash"]);
    }
    run_wrong(&desk);
    let paid = desk.succeed(&["run", "slider-crank", "--integrator", "rk4", "--end", "3"]).stdout;
    assert!(paid.contains("Evaluated by a program"), "{paid}");
}

fn run_wrong(desk: &Desk) {
    let methods = ["run", "slider-crank", "--integrator", "rk4", "--end", "1"];
    let ended = desk.run(&[&methods[..], &["--specialize", "off", "--restart", "r/checkpoint.json"]].concat());
    assert!(ended.code == 2 && ended.stderr.contains("--specialize on"), "{}", ended.stderr);
}
