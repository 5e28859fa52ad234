//! Programs of models: machine code gives the bits of the interpreter, both the accelerations of other methods; runs
//! are the same motion, through singular positions too; steps allocate nothing, and restored runs go on to the same
//! bits.

use crate::allocations;
use linkwork::recorder::Memory;
use linkwork::symbolic::{Executor, Interpreter, Specialized};
use linkwork::{Model, Plan, Settings, Simulation, Summary, gallery};

fn from_gallery(name: &str) -> Model {
    Model::parse(&gallery::find(name).unwrap(), "model.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

fn settings() -> Settings {
    Settings { formulation: "cartesian".parse().unwrap(), rtol: 1e-9, atol: 1e-11, ..Settings::default() }
}

/// A simulation by machine code.
fn specialized(model: &Model, plan: &Plan) -> Simulation {
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    set_to_work(&mut simulation, model, plan);
    simulation
}

fn set_to_work(simulation: &mut Simulation, model: &Model, plan: &Plan) {
    let program = Specialized::of(model, plan).unwrap_or_else(|reason| panic!("{}: {reason}", model.name));
    let code = linkwork_jit::compile(&program.evaluation).unwrap();
    simulation.specialize(program, Box::new(code)).unwrap();
}

#[test]
fn machine_code_interpreter_and_other_methods_agree() {
    for name in ["four-bar", "slider-crank", "andrews", "manipulator", "flyball-governor", "hmmwv", "heavy-top", "star"]
    {
        let model = from_gallery(name);
        let plan = Plan::choose(&model, &settings()).unwrap();
        let program = Specialized::of(&model, &plan).unwrap();
        let interpreter = Interpreter::new(&linkwork_jit::adapt(&program.evaluation).unwrap()).unwrap();
        let code = linkwork_jit::compile(&program.evaluation).unwrap();
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        for _ in 0..4 {
            simulation.step(f64::MAX).unwrap();
            let state = simulation.state().clone();
            let inputs = [&[state.time], state.coordinates(), state.velocities(), &state.unwrapped_angles[..]].concat();
            let [mut wanted, mut found] = [0, 1].map(|_| vec![0.0; program.evaluation.outputs.len()]);
            interpreter.run(&inputs, &mut wanted);
            code.run(&inputs, &mut found);
            let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&found), bits(&wanted), "{name}");
            assert!(program.is_trusted(&found), "{name} at {}", state.time);

            let mut rates = vec![0.0; state.values.len()];
            simulation.evaluate(&mut rates).unwrap();
            // The program has no rate of the work that a simulation watches.
            rates.truncate(program.n_rates);
            let largest = rates.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let off = rates.iter().zip(&found).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
            // Round-off, times the condition of E: up to 1e6 for redundant joints of a long arm.
            assert!(off < 1e-9 * largest, "{name}: {off:e} of {largest:e}");
        }
    }
}

fn run(mut simulation: Simulation) -> (Vec<Vec<f64>>, Summary) {
    let mut memory = Memory::default();
    simulation.run(&mut memory).unwrap_or_else(|trouble| panic!("{trouble}"));
    // Positions and velocities: what is integrated.
    let wanted: Vec<usize> = (0..memory.channels.len())
        .filter(|k| {
            let name = &memory.channels[*k];
            [".x", ".y", ".z", ".angle", ".vx", ".vy", ".vz", ".w"].iter().any(|end| name.ends_with(end))
        })
        .collect();
    let rows = memory.rows.iter().map(|row| wanted.iter().map(|k| row[*k]).collect()).collect();
    (rows, simulation.summary())
}

#[test]
fn runs_by_programs_are_the_same_motion() {
    for (name, end) in [("four-bar", 1.0), ("manipulator", 0.5), ("bricard", 1.0), ("four-bars", 2.0)] {
        let model = from_gallery(name);
        let plan = Plan::choose(&model, &Settings { end, output_step: 0.05, ..settings() }).unwrap();
        let (without, _) = run(Simulation::new(model.clone(), plan.clone()).unwrap());
        let (with, summary) = run(specialized(&model, &plan));
        let all = || with.iter().flatten().zip(without.iter().flatten());
        let off = all().fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
        let left = summary.unspecialized_evaluations.unwrap();
        println!("{name}: off by {off:e}, {left} of {} evaluations without", summary.evaluations);
        assert_eq!((with.len(), all().count()), (without.len(), without.len() * without[0].len()), "{name}");
        // Both are as exact as their tolerances, over a second or so.
        assert!(off < 1e-7, "{name}: off by {off:e}");
        assert!(summary.specialized && left < summary.evaluations, "{name}");
    }
}

/// Two bodies in a loop, one of which rests on a spring that only pushes and lifts off again: switching functions are
/// read while a program has the rates.
#[test]
fn programs_of_models_that_lift_off_are_the_same_motion() {
    let bar = |name: &str, x: f64, angle: f64| {
        format!("[[bodies]]\nname = \"{name}\"\nmass = 1.0\ninertia = 0.1\nposition = [{x}, 0.25]\nangle = {angle}\n")
    };
    let pin = |name: &str, bodies: &str, point: &str| {
        format!("[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = [{bodies}]\npoint = {point}\n")
    };
    let text = [
        "space = \"planar\"\ngravity = [0.0, -9.81]\n".to_string(),
        bar("left", 0.25, std::f64::consts::FRAC_PI_4) + &bar("right", 0.75, -std::f64::consts::FRAC_PI_4),
        pin("a", "\"ground\", \"left\"", "[0.0, 0.0]") + &pin("b", "\"left\", \"right\"", "[0.5, 0.5]"),
        "[[joints]]\nname = \"c\"\ntype = \"point_line\"\nbodies = [\"ground\", \"right\"]\n".to_string(),
        "point = [1.0, 0.0]\naxis = [1.0, 0.0]\n".to_string(),
        "[[forces]]\nname = \"stop\"\ntype = \"plane_spring\"\nbody = \"left\"\npoint = [0.3, 0.0]\n".to_string(),
        "plane = { point = [0.0, 0.2], normal = [0.0, 1.0] }\nstiffness = 2000.0\nunilateral = true\n".to_string(),
    ];
    let model = Model::parse(&text.concat(), "lifts.toml").unwrap_or_else(|faults| panic!("{faults}"));
    let plan = Plan::choose(&model, &Settings { end: 1.0, output_step: 0.05, ..settings() }).unwrap();
    let (without, _) = run(Simulation::new(model.clone(), plan.clone()).unwrap());
    let (with, summary) = run(specialized(&model, &plan));
    let all = || with.iter().flatten().zip(without.iter().flatten());
    let off = all().fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
    assert_eq!(all().count(), without.len() * without[0].len());
    assert!(summary.specialized && off < 1e-7, "off by {off:e}");
}

/// The manipulator with one rigid joint in the place of every three mates.
fn welded_manipulator() -> Model {
    let text = gallery::find("manipulator").unwrap();
    let weld = |joint: &str| match joint.split_once("plane_plane") {
        None => format!("[[joints]]{joint}"),
        Some((head, rest)) => {
            // What follows the joint's own lines belongs to others.
            let (joint, others) = rest.split_once("\n\n").unwrap_or((rest, ""));
            let kept: Vec<&str> = joint.lines().filter(|line| !line.starts_with("axis")).collect();
            let joint = format!("[[joints]]{head}fixed{}", kept.join("\n"));
            format!("{}\n\n{others}", if head.contains("_a\"") { joint } else { String::new() })
        }
    };
    let (bodies, joints) = text.split_once("[[joints]]").unwrap();
    let text: String = std::iter::once(bodies.to_string()).chain(joints.split("[[joints]]").map(weld)).collect();
    Model::parse(&text, "welded.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn mates_hold_like_welds() {
    let [mates, welds] = [from_gallery("manipulator"), welded_manipulator()];
    let tight = Settings { rtol: 1e-12, atol: 1e-13, end: 1.0, output_step: 0.05, ..settings() };
    let [a, b] = [&mates, &welds].map(|model| Plan::choose(model, &tight).unwrap());
    assert_eq!((mates.n_equations(), a.rank, welds.n_equations(), b.rank), (51, 39, 39, 39));
    let [by_mates, by_welds] = [(&mates, &a), (&welds, &b)].map(|(model, plan)| run(specialized(model, plan)));
    assert!(by_mates.1.unspecialized_evaluations < Some(by_mates.1.evaluations));
    let all = by_mates.0.iter().flatten().zip(by_welds.0.iter().flatten());
    let off = all.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
    assert!(off < 1e-9, "off by {off:e}");
}

#[test]
fn steps_by_programs_allocate_nothing() {
    for (name, stabilization) in [("four-bar", "partitioning"), ("manipulator", "projection"), ("slider-crank", "none")]
    {
        for integrator in ["dopri5", "rk4", "adams"] {
            let model = from_gallery(name);
            let (integrator, stabilization) = (integrator.parse().unwrap(), stabilization.parse().unwrap());
            let plan = Plan::choose(&model, &Settings { integrator, stabilization, ..settings() }).unwrap();
            let mut simulation = specialized(&model, &plan);
            simulation.step(10.0).unwrap();
            let n = allocations(|| (0..10).for_each(|_| simulation.step(10.0).unwrap()));
            assert_eq!(n, 0, "{name}, {}", plan.settings.integrator);
        }
    }
}

#[test]
fn restored_runs_by_programs_go_on_with_the_same_bits() {
    for name in ["four-bar", "four-bars"] {
        let model = from_gallery(name);
        let plan = Plan::choose(&model, &Settings { specialize: "on".parse().unwrap(), ..settings() }).unwrap();
        let mut whole = specialized(&model, &plan);
        (0..15).for_each(|_| whole.step(10.0).unwrap());
        let checkpoint = whole.checkpoint();
        (0..15).for_each(|_| whole.step(10.0).unwrap());
        let mut restored = Simulation::restore(model.clone(), plan.clone(), &checkpoint).unwrap();
        set_to_work(&mut restored, &model, &plan);
        (0..15).for_each(|_| restored.step(10.0).unwrap());
        assert_eq!(restored.state(), whole.state(), "{name}");
        assert_eq!(restored.summary().evaluations, whole.summary().evaluations, "{name}");
    }
}

#[test]
fn programs_of_other_models_and_feedback_are_refused() {
    let (model, other) = (from_gallery("four-bar"), from_gallery("slider-crank"));
    let plans = [&model, &other].map(|model| Plan::choose(model, &settings()).unwrap());
    let program = Specialized::of(&other, &plans[1]).unwrap();
    let machine = || Box::new(linkwork_jit::compile(&program.evaluation).unwrap());
    let mut simulation = Simulation::new(model.clone(), plans[0].clone()).unwrap();
    let refused = simulation.specialize(program.clone(), machine()).unwrap_err().to_string();
    assert!(refused.contains("another model"), "{refused}");
    let plan = Plan::choose(&other, &Settings { stabilization: "baumgarte".parse().unwrap(), ..settings() }).unwrap();
    let mut simulation = Simulation::new(other.clone(), plan.clone()).unwrap();
    let refused = simulation.specialize(program.clone(), machine()).unwrap_err().to_string();
    assert!(refused.contains("baumgarte"), "{refused}");
}
