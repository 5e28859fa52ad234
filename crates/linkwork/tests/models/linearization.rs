//! Derivatives of the accelerations of machines in motion: controllers with states, actuators, redundant joints.
//! They are compared with central differences along the motion itself, which joints allow; a closed form pins the sign.

use crate::motion::parse;
use linkwork::methods::FormulationKind;
use linkwork::recorder::Memory;
use linkwork::system::Direction;
use linkwork::{Model, Plan, Settings, Simulation, State, gallery};

/// Differences err by its square times third derivatives of the motion, some 10⁴, and by round-off over it.
const STEP: f64 = 1e-6;

fn cartesian(end: f64) -> Settings {
    Settings { formulation: FormulationKind::Cartesian.into(), end, ..Settings::default() }
}

/// A simulation that has run for a while.
fn after(model: &Model, end: f64) -> Simulation {
    let plan = Plan::choose(model, &cartesian(end)).unwrap_or_else(|error| panic!("{}: {error}", model.name));
    let mut simulation = Simulation::new(model.clone(), plan).expect("it applies");
    simulation.run(&mut Memory::default()).unwrap_or_else(|error| panic!("{}: {error}", model.name));
    simulation
}

/// The state moved along its own rates, its time held.
fn moved(simulation: &mut Simulation, state: &State, rates: &[f64], h: f64) -> Vec<f64> {
    let mut moved = state.clone();
    moved.values.iter_mut().zip(rates).for_each(|(x, rate)| *x += h * rate);
    simulation.set_state(&moved).expect("it is a state of this model");
    let mut found = vec![0.0; rates.len()];
    simulation.evaluate(&mut found).expect("accelerations are definite");
    found
}

#[test]
fn derivatives_along_the_motion_are_those_of_differences() {
    // None has a driver: its equation would be violated where the time is held.
    for name in ["four-bar", "arm-pid", "quarter-car", "flyball-governor", "cart-pole"] {
        let text = gallery::find(name).expect("it is in the gallery");
        let model = Model::parse(&text, "model.toml").expect("it is right");
        if model.joints.iter().any(|joint| joint.motion.is_some()) {
            panic!("{name} has a driver");
        }
        let mut simulation = after(&model, 0.3);
        let state = simulation.state().clone();
        let mut rates = vec![0.0; state.values.len()];
        simulation.evaluate(&mut rates).expect("accelerations are definite");
        let n = state.velocities().len();
        let first = state.n_coordinates;
        let n_states = text.matches("[[states]]").count();
        let direction = Direction {
            displacement: state.velocities(),
            velocity: &rates[first..first + n],
            states: &rates[first + n..first + n + n_states],
        };
        let change = simulation.linearize(&direction).unwrap_or_else(|error| panic!("{name}: {error}"));
        let [behind, ahead] = [-STEP, STEP].map(|h| moved(&mut simulation, &state, &rates, h));
        let found = [change.acceleration, change.state_rates].concat();
        let size = found.iter().chain(&rates).fold(1.0, |most: f64, x| most.max(x.abs()));
        for (k, exact) in found.iter().enumerate() {
            let difference = (ahead[first + k] - behind[first + k]) / (2.0 * STEP);
            assert!((exact - difference).abs() < 1e-6 * size, "{name}: {k}: {exact} {difference} of {size}");
        }
    }
}

/// θ̈ = −m g l sin θ / (m l² + I) at l = 1: its derivative by θ is −m g / (m + I) where the pendulum hangs.
#[test]
fn a_pendulum_has_the_frequency_of_the_closed_form() {
    let model = parse(
        "space = 'planar'\ngravity = [0, -9.81]\n[[bodies]]\nname = 'bob'\nmass = 2\ninertia = 0.5\nposition = [0, -1]
         [[joints]]\nname = 'pivot'\ntype = 'revolute'\nbodies = ['ground', 'bob']\npoint = [0, 0]",
    );
    let plan = Plan::choose(&model, &cartesian(1.0)).expect("it applies");
    let mut simulation = Simulation::new(model, plan).expect("it applies");
    // The motion that the joint allows: the bob moves to the right where it turns.
    let direction = Direction { displacement: &[1.0, 0.0, 1.0], velocity: &[0.0; 3], states: &[] };
    let change = simulation.linearize(&direction).expect("it is `cartesian`");
    let expected = -9.81 * 2.0 / (2.0 + 0.5);
    // The bob moves to the right as fast as it turns.
    for k in [0, 2] {
        assert!((change.acceleration[k] - expected).abs() < 1e-12, "{} {expected}", change.acceleration[k]);
    }
}

#[test]
fn it_is_refused_where_it_would_be_another_derivative() {
    let model = Model::parse(&gallery::find("four-bar").expect("it is in the gallery"), "four-bar.toml").unwrap();
    let settings = Settings { formulation: FormulationKind::Recursive.into(), ..Settings::default() };
    let mut simulation = Simulation::new(model.clone(), Plan::choose(&model, &settings).unwrap()).unwrap();
    let direction = Direction { displacement: &[0.0; 18], velocity: &[0.0; 18], states: &[] };
    let message = simulation.linearize(&direction).unwrap_err().to_string();
    assert!(message.contains("those of `cartesian`"), "{message}");
    let friction = Model::parse(&gallery::find("planetary-gear").expect("it is in the gallery"), "gear.toml").unwrap();
    let n = 3 * friction.n_bodies();
    let of_gear = Direction { displacement: &vec![0.0; n], velocity: &vec![0.0; n], states: &[] };
    let message = after(&friction, 0.01).linearize(&of_gear).unwrap_err().to_string();
    assert!(message.contains("friction of a joint follows its reaction"), "{message}");
    let mut simulation = after(&model, 0.1);
    let message = simulation.linearize(&Direction { states: &[1.0], ..direction }).unwrap_err().to_string();
    assert!(message.contains("[18, 18, 1] numbers, not [18, 18, 0]"), "{message}");
}
