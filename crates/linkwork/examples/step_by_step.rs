//! The three doors: `evaluate` gives the rates at a state, `step` advances it, `run` does everything to the end.
//!
//! `cargo run --example step_by_step`

use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, gallery};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = gallery::find("pendulum").ok_or("the gallery has no pendulum")?;
    let model = Model::parse(&text, "pendulum.toml")?;
    let plan = Plan::choose(&model, &Settings { end: 1.0, ..Settings::default() })?;
    print!("{plan}");
    let mut simulation = Simulation::new(model.clone(), plan)?;

    // Evaluate: rates of all coordinates and velocities, in the layout of `State::values`.
    let mut rates = vec![0.0; simulation.state().values.len()];
    simulation.evaluate(&mut rates)?;
    println!("angular acceleration at release: {:.4} rad/s²", rates[rates.len() - 1]);

    // Observe: the same state as users see it. A rod released from the horizontal pulls at its pivot with a quarter of
    // its weight only.
    let pivot = model.joints.iter().position(|j| j.name == "pivot").ok_or("the pendulum has no pivot")?;
    let carried = simulation.observe()?.reactions[pivot].force[1];
    println!("the pivot carries {carried:.4} N of {:.4} N", 9.81 * model.bodies[0].mass);

    // Step: as long as the integrator likes, but not past the limit. A clone of the state is a checkpoint.
    let start = simulation.state().clone();
    while simulation.state().time < 0.1 {
        simulation.step(0.1)?;
    }
    println!("after {} s: state {:016x}", simulation.state().time, simulation.state().hash());

    // Run: from the checkpoint to the end, a row at every output time.
    simulation.set_state(&start)?;
    let mut rows = Memory::default();
    simulation.run(&mut rows)?;
    let drift = simulation.summary().energy_drift;
    println!("{} rows of {} columns; energy drift {drift:.1e}", rows.rows.len(), rows.channels.len());
    Ok(())
}
