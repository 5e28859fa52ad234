//! Processes exchange only the values that neighbors need, and the summary counts them.

use linkwork::{Settings, Space, gallery};
use serde_json::Value;

use crate::harness::Desk;

const METHODS: [&str; 8] = ["--integrator", "rk4", "--step", "1e-3", "--output-step", "1", "--stabilization", "none"];

/// A number that every process tells of its traffic.
fn told(summary: &Value, what: &str) -> Vec<u64> {
    let processes = summary["traffic_per_rank"].as_array().unwrap();
    processes.iter().map(|process| process[what].as_u64().unwrap_or_else(|| panic!("{what} in {summary}"))).collect()
}

#[test]
fn a_rank_of_a_chain_hears_from_two_neighbours_as_much_on_four_ranks_as_on_eight() {
    let desk = Desk::new("traffic");
    let model = desk.model("chain", &gallery::chain(400, Space::Spatial).unwrap().to_toml());
    let by_neighbors = ["--solver", "pcg", "--preconditioner", "block-jacobi"];
    let run = |n_processes: usize, solver: &[&str]| {
        let folder = format!("{}on{n_processes}", solver.len());
        let run =
            ["chain.toml", "--parts", "8", "--smallest-part", "1", "--end", "0.005", "--quiet", "--output", &folder];
        desk.succeed(n_processes, &[&run[..], &METHODS[..], solver].concat());
        desk.summary(&folder)
    };
    let [four, eight] = [4, 8].map(|n_processes| run(n_processes, &by_neighbors));
    let settings = Settings {
        formulation: "recursive".parse().unwrap(),
        parts: 8,
        smallest_part: 1,
        end: 0.005,
        integrator: "rk4".parse().unwrap(),
        step: 1e-3,
        output_step: 1.0,
        stabilization: "none".parse().unwrap(),
        solver: "pcg".parse().unwrap(),
        preconditioner: "block-jacobi".parse().unwrap(),
        ..Settings::default()
    };
    let here = desk.run_here(&model, &settings, "here", None);
    assert_eq!([&four["state_hash"], &eight["state_hash"]], [&here[..]; 2]);
    assert_eq!(told(&four, "neighbors"), [1, 2, 2, 1]);
    assert_eq!(told(&eight, "neighbors"), [1, 2, 2, 2, 2, 2, 2, 1]);
    // One cut on either side, whoever is beyond.
    for what in ["messages", "message_bytes", "reductions"] {
        let (four, eight) = (told(&four, what), told(&eight, what));
        assert!(four[1] > 0 && eight[1..7].iter().all(|n| *n == four[1]), "{what}: {four:?} and {eight:?}");
    }
    // Sums are one number a part, and there are eight parts; least values are one number. A factor of all is made once
    // a step.
    let (reductions, bytes) = (told(&eight, "reductions"), told(&eight, "reduction_bytes"));
    assert!(reductions.iter().zip(&bytes).all(|(n, bytes)| *bytes <= 3 * 8 * 7 * n), "{reductions:?} {bytes:?}");
    let [steps, evaluations] = ["steps", "evaluations"].map(|what| eight[what].as_u64().unwrap());
    let gathers = told(&eight, "gathers");
    // Besides those at the start and of the rows.
    assert!(gathers.iter().all(|n| *n <= steps + 6) && evaluations >= 4 * steps, "{gathers:?} in {steps} steps");

    // A direct solution gathers the equations of all processes in every evaluation.
    let direct = run(4, &[]);
    assert!(told(&direct, "gathers").iter().all(|n| *n >= evaluations));
    assert_eq!(told(&direct, "neighbors"), [1, 2, 2, 1]);
}
