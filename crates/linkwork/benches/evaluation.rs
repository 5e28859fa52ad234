//! Nanoseconds per body of one evaluation of the rates, stages 1 to 5, over the sizes and shapes of the gallery's
//! generators.
//!
//! `cargo bench -p linkwork` measures everything; `cargo bench -p linkwork -- net` only what has `net` in its name.
//! Printed is the best of several batches: what the machine can do when nothing else disturbs it.
//!
//! Direct solvers cost the same at every evaluation, so one state serves. `pcg` and `relaxation` live on what an
//! earlier evaluation left, so they and `elimination` beside them are measured in motion, over steps of `rk4`.

use linkwork::model::ModelFile;
use linkwork::{LargePages, Plan, Settings, Simulation, Space, gallery};
use std::time::{Duration, Instant};

/// The program's.
#[global_allocator]
static MEMORY: LargePages = LargePages;

/// One line of the table.
struct Case {
    name: String,
    formulation: &'static str,
    solver: &'static str,
    threads: usize,
    /// Parts requested of `recursive`; zero without a request.
    parts: usize,
    /// Whether bodies may be divided.
    split: &'static str,
    /// Whether the mechanism moves while it is measured.
    moving: bool,
    make: Box<dyn Fn() -> Result<ModelFile, String>>,
}

/// A batch takes about this long, so that reading the clock costs nothing against it.
const BATCH: Duration = Duration::from_millis(50);
/// Enough that one of them is undisturbed.
const BATCHES: usize = 7;
/// Steps of a batch in motion, and their length (s).
const STEPS: usize = 5;
const STEP: f64 = 1e-3;

fn main() {
    // Cargo adds `--bench` on its own; what does not begin with a dash is a filter.
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    println!(
        "{:<50} {:<12} {:>8} {:>10} {:>12} {:>12}",
        "model", "solver", "bodies", "equations", "ns/body", "µs/evaluation"
    );
    for case in cases().iter().filter(|c| format!("{} {}", c.name, c.solver).contains(&filter)) {
        match measure(case) {
            Ok(line) => println!("{line}"),
            Err(why) => println!("{:<50} {:<12} {why}", case.name, case.solver),
        }
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, solver, make: Box<dyn Fn() -> Result<ModelFile, String>>| {
        let moving = name.ends_with("moving");
        let threads = if name.ends_with("two threads") { 2 } else { 1 };
        let split = if name.ends_with("undivided") { "never" } else { "auto" };
        let formulation = if name.starts_with("recursive") { "recursive" } else { "cartesian" };
        let asked = name.split(" in ").nth(1).and_then(|words| words.split(' ').next()?.parse().ok());
        let parts = asked.unwrap_or(if formulation == "recursive" && threads > 1 { threads } else { 0 });
        cases.push(Case { name, formulation, solver, threads, parts, split, moving, make });
    };
    for n in [64, 100, 1000, 10_000, 100_000] {
        add(format!("chain {n} spatial"), "elimination", Box::new(move || gallery::chain(n, Space::Spatial)));
        add(format!("chain {n} planar"), "elimination", Box::new(move || gallery::chain(n, Space::Planar)));
    }
    for n in [64, 1000, 10_000, 100_000] {
        add(format!("recursive chain {n} spatial"), "elimination", Box::new(move || gallery::chain(n, Space::Spatial)));
        add(format!("recursive chain {n} planar"), "elimination", Box::new(move || gallery::chain(n, Space::Planar)));
    }
    // Two parts on two threads beside the whole on one.
    for (n, threads) in [1000, 10_000, 100_000].into_iter().flat_map(|n| ["one thread", "two threads"].map(|t| (n, t)))
    {
        let name = format!("recursive chain {n}, {threads}");
        add(name, "elimination", Box::new(move || gallery::chain(n, Space::Spatial)));
    }
    for k in [5, 10] {
        add(format!("recursive net {k}"), "elimination", Box::new(move || gallery::net(k)));
    }
    // One beside the other, so that what disturbs the machine disturbs both.
    for (n, threads) in
        [100, 300, 1000, 10_000, 100_000].into_iter().flat_map(|n| ["one thread", "two threads"].map(|t| (n, t)))
    {
        add(
            format!("chain {n} spatial, {threads}"),
            "elimination",
            Box::new(move || gallery::chain(n, Space::Spatial)),
        );
    }
    // In the coarse form, for two threads.
    for (n, threads) in [1000, 10_000, 100_000].into_iter().flat_map(|n| ["one thread", "two threads"].map(|t| (n, t)))
    {
        add(format!("chain {n} spatial, {threads}"), "cyclic", Box::new(move || gallery::chain(n, Space::Spatial)));
    }
    for n in [16, 64, 256, 1000, 10_000] {
        add(format!("star {n}"), "elimination", Box::new(move || gallery::star(n)));
    }
    for n in [16, 64, 256] {
        add(format!("star {n} undivided"), "elimination", Box::new(move || gallery::star(n)));
    }
    for k in [5, 10, 20, 30, 50, 100] {
        add(format!("net {k}"), "elimination", Box::new(move || gallery::net(k)));
    }
    for threads in ["one thread", "two threads"] {
        add(format!("net 30, {threads}"), "elimination", Box::new(move || gallery::net(30)));
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
    let beside = ["elimination", "pcg", "relaxation"];
    for (n, solver) in [5, 10, 1000].into_iter().flat_map(|n| beside.map(|solver| (n, solver))) {
        add(format!("pendulums {n} moving"), solver, Box::new(move || gallery::pendulums(n)));
    }
    for (n, solver) in [100, 1000, 10_000].into_iter().flat_map(|n| beside.map(|solver| (n, solver))) {
        add(format!("chain {n} spatial moving"), solver, Box::new(move || gallery::chain(n, Space::Spatial)));
    }
    for solver in beside {
        add("chain 1000 planar moving".into(), solver, Box::new(|| gallery::chain(1000, Space::Planar)));
    }
    for (n, solver) in [16, 64, 256].into_iter().flat_map(|n| beside.map(|solver| (n, solver))) {
        add(format!("star {n} moving"), solver, Box::new(move || gallery::star(n)));
    }
    // A chain whole and in parts, side by side; below the size where threads pay, two take as long as one.
    for n in [16, 64, 256, 1000, 10_000, 100_000, 1_000_000] {
        for words in
            ["in 1 part, one thread", "in 2 parts, one thread", "in 2 parts, two threads", "in 4 parts, one thread"]
        {
            let make = Box::new(move || gallery::chain(n, Space::Spatial));
            add(format!("recursive chain {n} {words}"), "elimination", make);
        }
    }
    cases
}

fn measure(case: &Case) -> Result<String, String> {
    let model = (case.make)()?.build().map_err(|faults| faults.to_string())?;
    let integrator = if case.moving { "rk4" } else { "auto" };
    let defaults = Settings::default();
    let settings = Settings {
        // What is evaluated at rest are the equations as they are, also where a mechanism is locked.
        end: if case.moving { defaults.end } else { 0.0 },
        formulation: case.formulation.parse().unwrap(),
        solver: case.solver.parse().unwrap(),
        integrator: integrator.parse().unwrap(),
        split_bodies: case.split.parse().unwrap(),
        threads: case.threads,
        parts: case.parts,
        smallest_part: 1,
        ..defaults
    };
    let plan = Plan::choose(&model, &settings).map_err(|trouble| trouble.to_string())?;
    let mut simulation = Simulation::new(model.clone(), plan.clone()).map_err(|trouble| trouble.to_string())?;
    let best = if case.moving { time_in_motion(&mut simulation)? } else { time_at_rest(&mut simulation)? };
    let nanoseconds = best.as_secs_f64() * 1e9;
    Ok(format!(
        "{:<50} {:<12} {:>8} {:>10} {:>12.1} {:>12.2}",
        case.name,
        case.solver,
        model.n_bodies(),
        model.n_equations(),
        nanoseconds / model.n_bodies() as f64,
        nanoseconds / 1e3
    ))
}

/// One evaluation at the first state.
fn time_at_rest(simulation: &mut Simulation) -> Result<Duration, String> {
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
    Ok(best)
}

/// One evaluation of some steps.
fn time_in_motion(simulation: &mut Simulation) -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..BATCHES {
        let before = simulation.workspace().counters;
        for _ in 0..STEPS {
            let end = simulation.state().time + STEP;
            simulation.step(end).map_err(|trouble| trouble.to_string())?;
        }
        let after = simulation.workspace().counters;
        best = best.min((after.time - before.time) / (after.evaluations - before.evaluations) as u32);
    }
    Ok(best)
}
