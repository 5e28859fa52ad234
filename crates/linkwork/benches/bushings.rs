//! Microseconds per body of one step of `rosenbrock` for hanging chains of bodies on bushings, and how much faster two
//! threads are.
//!
//! `cargo bench -p linkwork --bench bushings` measures 100 to 10 000 bodies. Printed is the best of several batches, with
//! one and two threads in turns; both end with the same bits.

use linkwork::{LargePages, Model, Plan, Settings, Simulation};
use std::fmt::Write;
use std::time::Instant;

/// The program's.
#[global_allocator]
static MEMORY: LargePages = LargePages;

/// Bodies × steps of a batch: long enough that reading the clock costs nothing.
const WORK: usize = 20_000;
/// Enough that one of them is undisturbed.
const BATCHES: usize = 5;
/// Length of a step (s).
const STEP: f64 = 1e-3;

fn main() {
    println!("{:>8} {:>14} {:>14} {:>8}", "bodies", "µs/body, one", "µs/body, two", "ratio");
    for n in [100, 300, 1000, 3000, 10_000] {
        let model = Model::parse(&chain(n), "chain.toml").unwrap_or_else(|faults| panic!("{faults}"));
        let mut runs = [1, 2].map(|threads| start(&model, threads));
        let steps = (WORK / n).max(2);
        let mut best = [f64::INFINITY; 2];
        for _ in 0..BATCHES {
            for (best, run) in best.iter_mut().zip(&mut runs) {
                let begin = Instant::now();
                (0..steps).for_each(|_| advance(run));
                *best = best.min(begin.elapsed().as_secs_f64() / (steps * n) as f64);
            }
        }
        let [one, two] = best.map(|seconds| 1e6 * seconds);
        println!("{n:>8} {one:>14.2} {two:>14.2} {:>8.2}", one / two);
        let [a, b] = runs.map(|run| run.summary().state_hash);
        assert_eq!(a, b, "threads must not change a bit");
    }
}

fn start(model: &Model, threads: usize) -> Simulation {
    let mut settings = Settings { threads, end: 1e3, rtol: 1e6, atol: 1e6, ..Settings::default() };
    settings.set("integrator", "rosenbrock").expect("it is the name of an integrator");
    let plan = Plan::choose(model, &settings).unwrap_or_else(|trouble| panic!("{trouble}"));
    let mut run = Simulation::new(model.clone(), plan).unwrap_or_else(|trouble| panic!("{trouble}"));
    // The first steps take memory and are shorter.
    (0..3).for_each(|_| advance(&mut run));
    run
}

/// To the next multiple of the step.
fn advance(run: &mut Simulation) {
    let limit = STEP * (run.state().time / STEP + 1.0).round();
    while run.state().time < limit {
        run.step(limit).unwrap_or_else(|trouble| panic!("{trouble}"));
    }
}

/// Links of 0.1 m and 0.1 kg on bushings that hardly stretch and bend easily.
fn chain(n: usize) -> String {
    let mut text = String::from("name = \"chain\"\ngravity = [0.0, 0.0, -9.81]\n");
    for k in 0..n {
        let (at, first) = (0.1 * k as f64, if k == 0 { "ground".into() } else { format!("b{}", k - 1) });
        let middle = at + 0.05;
        let _ = write!(
            text,
            "[[bodies]]\nname = \"b{k}\"\nmass = 0.1\ninertia = [1e-4, 1e-4, 1e-4]\nposition = [{middle}, 0, 0]\n\
             [[forces]]\nname = \"s{k}\"\ntype = \"bushing\"\nbodies = [\"{first}\", \"b{k}\"]\npoint = [{at}, 0, 0]\n\
             stiffness = [1e7, 1e7, 1e7, 10, 10, 10]\ndamping = [1e2, 1e2, 1e2, 0.01, 0.01, 0.01]\n"
        );
    }
    text
}
