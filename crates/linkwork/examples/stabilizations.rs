//! Compares the ways to stay on the constraints: how far joints open, how energy drifts, how far the motion is from an
//! accurate one, and what it costs. Prints a table in Markdown; names of gallery models as arguments replace the usual
//! ones.
//!
//! ```text
//! cargo run -p linkwork --example stabilizations
//! ```

use linkwork::methods::{FormulationKind, StabilizationKind, Word};
use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, Summary, gallery};
use std::error::Error;

const MODELS: [&str; 6] = ["four-bar", "four-bars", "bricard", "chain16-spatial", "star", "net"];
/// Costs are the least of so many runs: other work on the machine only adds.
const RUNS: usize = 3;

fn run(model: &Model, settings: &Settings) -> Result<(Memory, Summary), Box<dyn Error>> {
    let plan = Plan::choose(model, settings)?;
    let mut simulation = Simulation::new(model.clone(), plan)?;
    let mut rows = Memory::default();
    simulation.run(&mut rows)?;
    Ok((rows, simulation.summary()))
}

/// Largest difference of any position of a body.
fn difference(a: &Memory, b: &Memory) -> f64 {
    let ends = [".x", ".y", ".z"];
    let positions = (0..a.channels.len()).filter(|&c| ends.iter().any(|end| a.channels[c].ends_with(end)));
    let pairs = positions.flat_map(|c| a.rows.iter().zip(&b.rows).map(move |(a, b)| (a[c] - b[c]).abs()));
    pairs.fold(0.0, f64::max)
}

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let usual = MODELS.map(String::from);
    println!("| model | stabilization | residual (m) | energy drift | error (m) | evaluations | ms | repartitions |");
    println!("|---|---|---|---|---|---|---|---|");
    for name in if asked.is_empty() { &usual[..] } else { &asked } {
        let text = gallery::find(name).ok_or_else(|| format!("no model '{name}' in the gallery"))?;
        let model = Model::parse(&text, "gallery.toml")?;
        // All of them apply to it, whatever the model.
        let formulation = FormulationKind::Cartesian.into();
        let settings = Settings { formulation, end: 10.0, output_step: 0.1, ..Settings::of_model(&model) };
        let stabilization = StabilizationKind::Projection.into();
        let tight = Settings { rtol: 1e-12, atol: 1e-13, stabilization, ..settings.clone() };
        let (reference, _) = run(&model, &tight)?;
        for &kind in StabilizationKind::ALL {
            let settings = Settings { stabilization: kind.into(), ..settings.clone() };
            let (rows, summary) = run(&model, &settings)?;
            let mut seconds = summary.step_seconds;
            for _ in 1..RUNS {
                seconds = seconds.min(run(&model, &settings)?.1.step_seconds);
            }
            println!(
                "| {name} | {kind} | {:.0e} | {:.0e} | {:.0e} | {} | {:.1} | {} |",
                summary.max_residual,
                summary.energy_drift,
                difference(&rows, &reference),
                summary.evaluations,
                1e3 * seconds,
                summary.repartitions,
            );
        }
    }
    Ok(())
}
