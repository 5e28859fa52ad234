//! Nanoseconds that ten operations of an expression of the motion cost in an evaluation: interpreted, as all models
//! have them.
//!
//! `cargo bench -p linkwork --bench expressions`. A pendulum is evaluated with a thousand states whose rates have ten
//! operations, and with as many that have none; no two have anything in common, and the constants in them are not
//! folded. Printed is the best of several batches.

use linkwork::{Model, Plan, Settings, Simulation};
use std::time::{Duration, Instant};

const N_STATES: usize = 1000;
/// Evaluations of a batch, and how many batches: some tenths of a second.
const EVALUATIONS: u32 = 500;
const BATCHES: usize = 20;

/// An expression with constants of its own; of `count` operations.
struct Sort {
    name: &'static str,
    count: usize,
    write: fn(f64) -> String,
}

const SORTS: [Sort; 5] = [
    Sort { name: "sums and products", count: 10, write: |k| chain(k, 5, "*", "+") },
    Sort { name: "quotients and differences", count: 10, write: |k| chain(k, 5, "/", "-") },
    Sort { name: "comparisons, counted", count: 20, write: |k| chain(k, 10, "<", "+") },
    Sort {
        name: "if",
        count: 10,
        write: |k| (0..10).fold("pin.q".into(), |x, n| format!("if(pin.qd, {x}, {})", k + 0.1 * f64::from(n))),
    },
    Sort { name: "sin", count: 10, write: |k| (0..10).fold(format!("pin.q + {k}"), |x, _| format!("sin({x})")) },
];

/// pin.q, then so many times `outer (pin.qd inner constant)`.
fn chain(k: f64, n: u8, inner: &str, outer: &str) -> String {
    (0..n).fold("pin.q".into(), |x, n| format!("{x} {outer} (pin.qd {inner} {})", k + 0.1 * f64::from(n)))
}

fn main() {
    let without = time(&vec!["pin.qd".to_string(); N_STATES]);
    println!("{:<30} {:>18}", "operations", "ns for ten of them");
    for sort in &SORTS {
        let rates: Vec<String> = (0..N_STATES).map(|k| (sort.write)(1.0 + k as f64)).collect();
        let cost = (time(&rates) - without) / N_STATES as f64;
        println!("{:<30} {:>18.1}", sort.name, 10.0 * cost / sort.count as f64);
    }
}

/// Nanoseconds of an evaluation with states that have these rates.
fn time(rates: &[String]) -> f64 {
    let table = |(k, rate): (usize, &String)| format!("[[states]]\nname = \"s{k}\"\nrate = \"{rate}\"\n");
    let text = format!(
        "space = \"planar\"\n[[bodies]]\nname = \"rod\"\nmass = 1\ninertia = 1\n[[joints]]\nname = \"pin\"\n\
         type = \"revolute\"\nbodies = [\"ground\", \"rod\"]\npoint = [0, 0]\nqd = 0.5\n{}",
        rates.iter().enumerate().map(table).collect::<String>()
    );
    let model = Model::parse(&text, "bench.toml").unwrap_or_else(|faults| panic!("{faults}"));
    let plan = Plan::choose(&model, &Settings::default()).expect("a plan for a pendulum");
    let mut simulation = Simulation::new(model, plan).expect("a simulation of a pendulum");
    let mut rates = vec![0.0; simulation.state().values.len()];
    let mut best = Duration::MAX;
    for _ in 0..BATCHES {
        let start = Instant::now();
        (0..EVALUATIONS).for_each(|_| simulation.evaluate(&mut rates).expect("rates of a pendulum"));
        best = best.min(start.elapsed() / EVALUATIONS);
    }
    best.as_secs_f64() * 1e9
}
