//! Nanoseconds per body of one evaluation of the rates, stages 1 to 5, over the sizes and shapes of the gallery's generators.
//!
//! `cargo bench -p linkwork` measures everything; `cargo bench -p linkwork -- net` only what has `net` in its name. Printed is
//! the best of several batches: what the machine can do when nothing else disturbs it.

use linkwork::model::ModelFile;
use linkwork::{Plan, Settings, Simulation, Space, gallery};
use std::time::{Duration, Instant};

/// One line of the table.
struct Case {
    name: String,
    solver: &'static str,
    make: Box<dyn Fn() -> Result<ModelFile, String>>,
}

/// A batch takes about this long, so that reading the clock costs nothing against it.
const BATCH: Duration = Duration::from_millis(50);
/// Enough that one of them is undisturbed.
const BATCHES: usize = 7;

fn main() {
    // Cargo adds `--bench` on its own; what does not begin with a dash is a filter.
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    println!(
        "{:<28} {:<12} {:>8} {:>10} {:>12} {:>12}",
        "model", "solver", "bodies", "equations", "ns/body", "µs/evaluation"
    );
    for case in cases().iter().filter(|c| format!("{} {}", c.name, c.solver).contains(&filter)) {
        match measure(case) {
            Ok(line) => println!("{line}"),
            Err(why) => println!("{:<28} {:<12} {why}", case.name, case.solver),
        }
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, solver, make: Box<dyn Fn() -> Result<ModelFile, String>>| {
        cases.push(Case { name, solver, make });
    };
    for n in [100, 1000, 10_000, 100_000] {
        add(format!("chain {n} spatial"), "elimination", Box::new(move || gallery::chain(n, Space::Spatial)));
        add(format!("chain {n} planar"), "elimination", Box::new(move || gallery::chain(n, Space::Planar)));
    }
    for n in [16, 64, 256, 1000] {
        add(format!("star {n}"), "elimination", Box::new(move || gallery::star(n)));
    }
    for k in [5, 10, 20, 30] {
        add(format!("net {k}"), "elimination", Box::new(move || gallery::net(k)));
    }
    for n in [10, 100, 1000, 10_000] {
        add(format!("four-bars {n} planar"), "elimination", Box::new(move || gallery::four_bars(n, Space::Planar)));
    }
    for solver in ["qr", "dense"] {
        for n in [4, 16, 32] {
            add(format!("chain {n} spatial"), solver, Box::new(move || gallery::chain(n, Space::Spatial)));
        }
        add("net 4".into(), solver, Box::new(|| gallery::net(4)));
        // Redundant from the start: all couplers are horizontal.
        add("four-bars 10 planar".into(), solver, Box::new(|| gallery::four_bars(10, Space::Planar)));
    }
    cases
}

fn measure(case: &Case) -> Result<String, String> {
    let model = (case.make)()?.build().map_err(|faults| faults.to_string())?;
    let settings = Settings { solver: case.solver.into(), ..Settings::default() };
    let plan = Plan::choose(&model, &settings).map_err(|trouble| trouble.to_string())?;
    let mut simulation = Simulation::new(&model, &plan).map_err(|trouble| trouble.to_string())?;
    let mut rates = vec![0.0; simulation.state().values.len()];

    let mut batch = |n: u32| -> Result<Duration, String> {
        let start = Instant::now();
        for _ in 0..n {
            simulation.evaluate(&mut rates).map_err(|trouble| trouble.to_string())?;
        }
        Ok(start.elapsed() / n)
    };
    let once = batch(1)?.max(Duration::from_nanos(100));
    let n = (BATCH.as_nanos() / once.as_nanos()).clamp(1, 100_000) as u32;
    let mut best = Duration::MAX;
    for _ in 0..BATCHES {
        best = best.min(batch(n)?);
    }
    let nanoseconds = best.as_secs_f64() * 1e9;
    Ok(format!(
        "{:<28} {:<12} {:>8} {:>10} {:>12.1} {:>12.2}",
        case.name,
        case.solver,
        model.n_bodies(),
        model.n_equations(),
        nanoseconds / model.n_bodies() as f64,
        nanoseconds / 1e3
    ))
}
