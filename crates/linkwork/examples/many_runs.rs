//! The same model many times, on all cores: each thread has its own simulation, and the model is shared.
//!
//! `cargo run --release --example many_runs -- 1000 2` runs the four-bar to 1 s a thousand times on two threads.

use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, SimulationError, gallery};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let n_runs = arguments.next().transpose()?.unwrap_or(20);
    let n_threads = arguments.next().transpose()?.unwrap_or(2);
    let text = gallery::find("four-bar").ok_or("it is in the gallery")?;
    let model = Arc::new(Model::parse(&text, "four-bar.toml")?);

    let (begin, next) = (Instant::now(), AtomicUsize::new(0));
    let work = || -> Result<usize, SimulationError> {
        let mut n_rows = 0;
        while next.fetch_add(1, Ordering::Relaxed) < n_runs {
            n_rows += run(&model)?;
        }
        Ok(n_rows)
    };
    let n_rows = std::thread::scope(|scope| -> Result<usize, SimulationError> {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no run panics")).sum()
    })?;
    assert_eq!(n_rows, n_runs * 101);
    println!("{n_runs} runs on {n_threads} threads in {:.3} s", begin.elapsed().as_secs_f64());
    Ok(())
}

/// One run; returns how many rows it has.
fn run(model: &Arc<Model>) -> Result<usize, SimulationError> {
    let settings = Settings { end: 1.0, threads: 1, ..Settings::of_model(model) };
    let plan = Plan::choose(model, &settings)?;
    let mut rows = Memory::default();
    Simulation::new(model.clone(), plan)?.run(&mut rows)?;
    Ok(rows.rows.len())
}
