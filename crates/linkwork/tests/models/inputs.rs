//! Inputs: numbers that are set while a simulation runs, against closed forms; they belong to states and checkpoints.

use crate::motion::{assert_close, parse};
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation};

/// A mass on a rail, pushed by an input.
const CART: &str = r#"
    space = "planar"
    [[bodies]]
    name = "mass"
    mass = 2.0
    inertia = 1.0
    [[joints]]
    name = "rail"
    type = "prismatic"
    bodies = ["ground", "mass"]
    axis = [1, 0]
    [[inputs]]
    name = "push"
    value = 1.0
    [[inputs]]
    name = "trim"
    [[forces]]
    type = "actuator"
    name = "motor"
    joint = "rail"
    load = "push + trim"
"#;

const INTEGRATORS: [&str; 4] = ["dopri5", "rk4", "adams", "adams-bashforth"];

fn start(model: &Model, formulation: &str, integrator: &str) -> Simulation {
    let (formulation, integrator) = (formulation.parse().unwrap(), integrator.parse().unwrap());
    let settings = Settings { formulation, integrator, step: 0.01, end: 5.0, ..Settings::default() };
    Simulation::new(model.clone(), Plan::choose(model, &settings).unwrap()).unwrap()
}

fn advance(simulation: &mut Simulation, end: f64) {
    while simulation.state().time < end {
        simulation.step(end).unwrap();
    }
}

fn position(simulation: &mut Simulation) -> f64 {
    simulation.observe().unwrap().coordinates[0][0]
}

#[test]
fn inputs_act_from_the_instant_at_which_they_are_set() {
    let model = parse(CART);
    assert_eq!(model.signals.inputs().collect::<Vec<_>>(), [("push", 1.0), ("trim", 0.0)]);
    for formulation in ["cartesian", "recursive", "natural"] {
        for integrator in INTEGRATORS {
            let mut simulation = start(&model, formulation, integrator);
            advance(&mut simulation, 1.0);
            let what = format!("{formulation} {integrator}");
            assert_close(position(&mut simulation), 0.25, 1e-12, &what);
            simulation.set_input("push", -2.0).unwrap();
            simulation.set_input("trim", -1.0).unwrap();
            assert_eq!(simulation.inputs(), [-2.0, -1.0]);
            advance(&mut simulation, 2.0);
            // 1/4 + 1/2 − 3/4: no formula has seen both sides of the jump.
            assert_close(position(&mut simulation), 0.0, 1e-12, &what);
        }
    }
}

#[test]
fn checkpoints_have_inputs() {
    let model = parse(CART);
    for integrator in INTEGRATORS {
        let mut simulation = start(&model, "cartesian", integrator);
        advance(&mut simulation, 0.5);
        simulation.set_input("push", 4.0).unwrap();
        let text = simulation.checkpoint().to_text();
        let checkpoint = Checkpoint::parse(text.as_bytes()).unwrap();
        let mut restored = Simulation::restore(model.clone(), simulation.plan().clone(), &checkpoint).unwrap();
        assert_eq!(restored.inputs(), [4.0, 0.0]);
        for simulation in [&mut simulation, &mut restored] {
            advance(simulation, 1.5);
        }
        assert_eq!(simulation.state().hash(), restored.state().hash(), "{integrator}");
    }
}

#[test]
fn an_input_that_keeps_its_value_changes_no_bit() {
    let model = parse(CART);
    for integrator in INTEGRATORS {
        let [mut plain, mut set] = [start(&model, "cartesian", integrator), start(&model, "cartesian", integrator)];
        for k in 1..=20 {
            set.set_input("push", 1.0).unwrap();
            for simulation in [&mut plain, &mut set] {
                advance(simulation, 0.05 * k as f64);
            }
        }
        assert_eq!(plain.state().hash(), set.state().hash(), "{integrator}");
    }
}

#[test]
fn what_is_no_input_is_refused() {
    let model = parse(CART);
    let mut simulation = start(&model, "cartesian", "dopri5");
    let message = simulation.set_input("pull", 1.0).unwrap_err().to_string();
    assert!(message.contains("no input 'pull'; it has push, trim"), "{message}");
    assert!(simulation.set_input("push", f64::NAN).unwrap_err().to_string().contains("finite"));
    let faults = Model::parse(&CART.replace("name = \"trim\"", "name = \"push\""), "a.toml").unwrap_err();
    assert!(faults.to_string().contains("inputs[1].name: an input is called 'push' too"), "{faults}");
    let faults = Model::parse(&CART.replace("value = 1.0", "valu = 1.0"), "a.toml").unwrap_err();
    assert!(faults.to_string().contains("value"), "{faults}");
}

#[test]
fn markers_are_told_with_their_frames() {
    let text = format!("{CART}\n[[markers]]\nname = \"nose\"\nbody = \"mass\"\npoint = [0.25, 0.5]\n");
    let model = parse(&text);
    let (name, marker) = model.signals.markers().next().unwrap();
    assert_eq!((name, marker.point.0), ("nose", [0.25, 0.5, 0.0]));
}
