//! Memory follows the share of a process.

use linkwork::{Space, gallery};

use crate::harness::Desk;

const METHODS: [&str; 6] = ["--integrator", "rk4", "--step", "1e-3", "--output-step", "1"];

#[test]
fn memory_of_each_rank_shrinks_with_their_number() {
    let desk = Desk::new("memory");
    desk.model("chain", &gallery::chain(40_000, Space::Spatial).unwrap().to_toml());
    let memory = [1, 2, 4].map(|n_processes| {
        let folder = format!("on{n_processes}");
        let run =
            ["chain.toml", "--parts", "8", "--smallest-part", "1", "--end", "0.002", "--quiet", "--output", &folder];
        desk.succeed(n_processes, &[&run[..], &METHODS[..]].concat());
        let bytes = &desk.summary(&folder)["memory_per_rank"];
        bytes.as_array().unwrap().iter().map(|b| b.as_f64().unwrap() / 1e6).collect::<Vec<f64>>()
    });
    let [alone, two, four] = &memory;
    // Process 0 also keeps the model and what was observed of the whole, the others their share only; MPI takes some 20
    // MB on each. What the system counts includes what was freed and may be used again, a few MB more or less.
    assert!(two[0] < 0.9 * alone[0] && four[0] < 0.9 * two[0], "{memory:?}");
    assert!(two[1] < 0.6 * alone[0], "{memory:?}");
    assert!(four[1..].iter().all(|process| *process < two[1]), "{memory:?}");
    assert!(four[1..].iter().sum::<f64>() / 3.0 < 0.85 * two[1], "{memory:?}");
}
