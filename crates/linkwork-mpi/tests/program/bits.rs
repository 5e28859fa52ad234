//! The same files on any number of processes.

use linkwork::{Settings, Space, gallery};

use crate::harness::{Desk, told};

/// Runs a model here and on 1, 2 and 4 processes.
fn check(desk: &Desk, name: &str, text: &str, settings: &Settings) {
    let model = desk.model(name, text);
    let hash = desk.run_here(&model, settings, "here", None);
    let (file, parts) = (format!("{name}.toml"), settings.parts.to_string());
    let (end, output_step) = (settings.end.to_string(), settings.output_step.to_string());
    for n_processes in [1, 2, 4] {
        let folder = format!("on{n_processes}");
        let times = ["--end", &end, "--output-step", &output_step];
        let methods = [
            "--parts",
            &parts,
            "--smallest-part",
            "1",
            "--solver",
            settings.solver.word(),
            "--quiet",
            "--output",
            &folder,
        ];
        desk.succeed(n_processes, &[&[&file[..]], &times[..], &methods[..]].concat());
        assert!(desk.trajectory(&folder) == desk.trajectory("here"), "{name} on {n_processes} processes");
        let summary = desk.summary(&folder);
        assert_eq!(summary["state_hash"], hash.as_str(), "{name} on {n_processes} processes");
        assert_eq!(summary["ranks"], n_processes);
        assert_eq!(summary["memory_per_rank"].as_array().unwrap().len(), n_processes);
    }
}

fn settings(parts: usize, end: f64) -> Settings {
    let formulation = "recursive".parse().unwrap();
    Settings { formulation, parts, smallest_part: 1, end, output_step: end / 4.0, ..Settings::default() }
}

#[test]
fn chains_trees_and_loops_have_the_bits_of_one_process() {
    let desk = Desk::new("bits");
    let chain = gallery::chain(300, Space::Spatial).unwrap().to_toml();
    check(&desk, "chain", &chain, &settings(5, 0.2));
    check(&desk, "chain", &chain, &Settings { solver: "pcg".parse().unwrap(), ..settings(8, 0.1) });
    for (name, parts, end) in [("hmmwv", 6, 0.05), ("manipulator", 6, 0.05), ("track", 4, 0.01)] {
        check(&desk, name, &gallery::find(name).unwrap(), &settings(parts, end));
    }
}

#[test]
fn what_is_wrong_is_said_once_with_a_remedy() {
    let desk = Desk::new("wrong");
    for (arguments, words) in [
        (vec!["chain16", "--parts", "3", "--smallest-part", "1"], ["3 parts", "--parts 4"]),
        (vec!["chain16", "--formulation", "cartesian"], ["cartesian", "recursive"]),
        (vec!["chain61"], ["chain61", "did you mean"]),
        (
            vec!["chain16", "--parts", "4", "--smallest-part", "1", "--restart", "nowhere.json"],
            ["cannot read", "nowhere.json"],
        ),
        (vec!["chain16", "--parts", "4", "--smallest-part", "1", "--output", "/proc/here"], ["/proc/here", ""]),
        (vec!["chain16", "--steps", "4"], ["--steps", "--step"]),
    ] {
        let output = desk.run(4, &arguments);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(words.iter().all(|word| told.contains(word)), "{arguments:?}: {told}");
        assert_eq!(told.matches("error:").count(), 1, "{arguments:?}: {told}");
    }
}
