//! The shortest way from a model to a number: read it, plan, run, look.
//!
//! `cargo run --example first_steps`

use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation};

/// A rod of 1 m and 1 kg, held at one end and released from the horizontal.
const PENDULUM: &str = r#"
    name = "pendulum"
    space = "planar"
    gravity = [0.0, -9.81]

    [[bodies]]
    name = "rod"
    mass = 1.0
    inertia = 0.08333333333333333
    position = [0.5, 0.0]

    [[joints]]
    name = "pivot"
    type = "revolute"
    bodies = ["ground", "rod"]
    point = [0.0, 0.0]
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::parse(PENDULUM, "pendulum.toml")?;
    let plan = Plan::choose(&model, &Settings { end: 1.0, ..Settings::default() })?;
    let mut rows = Memory::default();
    Simulation::new(model, plan)?.run(&mut rows)?;

    let angle = rows.column("pivot.q").and_then(|q| q.last().copied()).ok_or("there is no column 'pivot.q'")?;
    println!("after one second the rod has turned by {angle:.6} rad");
    Ok(())
}
