//! A model written in Rust instead of a file: a crank driven at constant speed, a connecting rod, a slider. What torque
//! does the motor need?
//!
//! `cargo run --example build_in_rust`

use linkwork::model::file::{BodyEntry, JointEntry};
use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Keys, defaults and checks are those of a model file. Only the position is given here: the velocities which the
    // driver asks for are found when the model is assembled.
    let model = Model::builder()
        .name("slider-crank")
        .planar()
        .gravity([0.0, -9.81])
        .body(BodyEntry::new("crank").mass(0.5).inertia(5e-4).position([0.05, 0.0]))
        .body(BodyEntry::new("rod").mass(1.0).inertia(7.5e-3).position([0.25, 0.0]))
        .body(BodyEntry::new("slider").mass(2.0).inertia(1e-3).position([0.4, 0.0]))
        .joint(JointEntry::revolute("motor", "ground", "crank").point([0.0, 0.0]).motion("10*t"))
        .joint(JointEntry::revolute("pin", "crank", "rod").point([0.1, 0.0]))
        .joint(JointEntry::revolute("wrist", "rod", "slider").point([0.4, 0.0]))
        .joint(JointEntry::prismatic("guide", "ground", "slider").axis([1.0, 0.0]))
        .simulate(1.0, 1e-3)
        .build()?;

    let plan = Plan::choose(&model, &Settings::of_model(&model))?;
    let mut rows = Memory::default();
    let mut simulation = Simulation::new(model, plan)?;
    simulation.run(&mut rows)?;

    for warning in simulation.summary().warnings {
        println!("note: {warning}");
    }
    let torque = rows.column("motor.tz").ok_or("there is no column 'motor.tz'")?;
    let largest = torque.iter().fold(0.0_f64, |m, t| m.max(t.abs()));
    println!("{} degrees of freedom; the motor must give up to {largest:.3} N·m", simulation.plan().dof);
    Ok(())
}
