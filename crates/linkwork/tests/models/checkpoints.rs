//! Checkpoints: taken after any step, as text, and gone on from by a new simulation, they lead to the same bits as the
//! run that was not interrupted, for every solver, integrator and stabilization; taking them changes nothing.

use crate::motion::{Keeping, from_gallery, parse};
use linkwork::hash::Hash;
use linkwork::recorder::Memory;
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, Space, Summary, gallery};
use std::f64::consts::PI;

const SOLVERS: [&str; 5] = ["elimination", "pcg", "relaxation", "qr", "dense"];
const INTEGRATORS: [&str; 4] = ["dopri5", "rk4", "adams", "adams-bashforth"];
const STABILIZATIONS: [&str; 4] = ["partitioning", "projection", "baumgarte", "none"];

/// Results that must not depend on interruptions: rows by their bits, the final state with all its memories, what was
/// counted and seen.
#[derive(Debug, PartialEq)]
struct Trace {
    rows: Vec<Vec<u64>>,
    state: linkwork::State,
    counts: [u64; 4],
    iterations: [Option<u64>; 3],
    drift: [u64; 2],
    warnings: Vec<String>,
}

fn trace(rows: &Memory, simulation: &Simulation) -> Trace {
    let s: Summary = simulation.summary();
    Trace {
        rows: rows.rows.iter().map(|row| row.iter().map(|x| x.to_bits()).collect()).collect(),
        state: simulation.state().clone(),
        counts: [s.steps, s.rejected, s.evaluations, s.repartitions],
        iterations: [s.solver_solves, s.solver_iterations, s.solver_refreshes],
        drift: [s.energy_drift.to_bits(), s.max_residual.to_bits()],
        warnings: s.warnings,
    }
}

fn plan(model: &Model, settings: &Settings) -> Plan {
    Plan::choose(model, settings).unwrap_or_else(|t| panic!("{}: {t}", model.name))
}

fn run(model: &Model, plan: &Plan, wanted: bool) -> (Trace, Vec<String>) {
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    let mut sink = Keeping { wanted, ..Keeping::default() };
    simulation.run(&mut sink).unwrap_or_else(|t| panic!("{}, {:?}: {t}", model.name, plan.settings));
    (trace(&sink.rows, &simulation), sink.checkpoints.iter().map(Checkpoint::to_text).collect())
}

fn read(text: &str) -> Checkpoint {
    Checkpoint::parse(text.as_bytes()).unwrap_or_else(|t| panic!("{t}"))
}

/// Goes on from a checkpoint in a new simulation, and puts the rows up to it, taken from the whole run, in front.
fn go_on(model: &Model, plan: &Plan, text: &str, whole: &Trace) -> Trace {
    let checkpoint = read(text);
    let mut simulation =
        Simulation::restore(model.clone(), plan.clone(), &checkpoint).unwrap_or_else(|t| panic!("{t}"));
    assert_eq!(simulation.state(), &checkpoint.state);
    assert_eq!(simulation.checkpoint().last_row, checkpoint.last_row, "nothing was recorded since");
    let mut rows = Memory::default();
    simulation.run(&mut rows).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    let mut found = trace(&rows, &simulation);
    let before = whole.rows.iter().filter(|row| f64::from_bits(row[0]) <= checkpoint.state.time);
    found.rows = before.cloned().chain(found.rows).collect();
    assert_eq!(simulation.summary().restarted_at, Some(checkpoint.state.time));
    found
}

/// The whole run, and those that go on from its first, a middle and its last but one checkpoint.
fn check(model: &Model, settings: &Settings) {
    let what = format!("{}, {}, {}, {}", model.name, settings.solver, settings.integrator, settings.stabilization);
    let plan = plan(model, settings);
    let (whole, none) = run(model, &plan, false);
    assert!(none.is_empty());
    let (watched, texts) = run(model, &plan, true);
    assert!(watched == whole, "{what}: checkpoints change the run");
    let n = texts.len();
    assert!(n >= 3, "{what}: {n} steps");
    assert_eq!(n as u64, whole.counts[0], "one after each step");
    for k in [0, n / 2, n - 2] {
        let found = go_on(model, &plan, &texts[k], &whole);
        assert!(found.state == whole.state, "{what}: the state from step {} of {n} on", k + 1);
        assert!(found == whole, "{what}: rows or counts from step {} of {n} on", k + 1);
    }
}

fn check_all_methods(model: &Model, end: f64) {
    for solver in SOLVERS {
        for integrator in INTEGRATORS {
            for stabilization in STABILIZATIONS {
                check(
                    model,
                    &Settings {
                        solver: solver.parse().unwrap(),
                        integrator: integrator.parse().unwrap(),
                        stabilization: stabilization.parse().unwrap(),
                        end,
                        // No multiple of the step nor part of the end: rows fall between steps, and the last one is
                        // short.
                        output_step: 0.0137,
                        step: 2e-3,
                        rtol: 1e-6,
                        atol: 1e-8,
                        ..Settings::default()
                    },
                );
            }
        }
    }
}

/// A restart takes up earlier rows only where the last of them is the checkpoint's, whatever was observed since.
#[test]
fn a_checkpoint_knows_the_last_row_although_something_else_was_observed() {
    let model = from_gallery("four-bar");
    let plan = plan(&model, &Settings { end: 0.1, output_step: 0.03, ..Settings::default() });
    let mut simulation = Simulation::new(model, plan).unwrap();
    assert_eq!(simulation.checkpoint().last_row, "", "no row yet");
    let mut rows = Memory::default();
    simulation.run(&mut rows).unwrap();
    let end = Hash::of_numbers(rows.rows.last().unwrap()).text();
    assert_eq!(simulation.checkpoint().last_row, end);
    simulation.step(0.2).unwrap();
    simulation.observe().unwrap();
    assert_eq!(simulation.checkpoint().last_row, end);
}

#[test]
fn a_spatial_chain_goes_on() {
    check_all_methods(&from_gallery("double-pendulum-spherical"), 0.3);
}

/// A loop with redundant joints.
#[test]
fn a_redundant_loop_goes_on() {
    check_all_methods(&from_gallery("four-bar"), 0.2);
}

/// A driver, sliding, and angles counted through turns.
#[test]
fn a_driven_loop_goes_on() {
    check_all_methods(&from_gallery("slider-crank"), 0.2);
}

/// Multipliers of earlier evaluations, from which `pcg` starts, are part of the state.
#[test]
fn first_guesses_are_remembered() {
    let models = [("chain16-spatial", "recursive", "joint5,joint9,joint13"), ("four-bar", "cartesian", "")];
    for (name, formulation, cuts) in models {
        let model = from_gallery(name);
        for (preconditioner, start) in [("factor", "quadratic"), ("jacobi", "quadratic"), ("block-jacobi", "linear")] {
            for (integrator, stabilization) in [("dopri5", "projection"), ("rk4", "projection"), ("adams", "none")] {
                check(
                    &model,
                    &Settings {
                        formulation: formulation.parse().unwrap(),
                        cuts: cuts.into(),
                        solver: "pcg".parse().unwrap(),
                        preconditioner: preconditioner.parse().unwrap(),
                        start: start.parse().unwrap(),
                        integrator: integrator.parse().unwrap(),
                        stabilization: stabilization.parse().unwrap(),
                        end: 0.15,
                        output_step: 0.0137,
                        step: 4e-3,
                        rtol: 1e-6,
                        atol: 1e-8,
                        ..Settings::default()
                    },
                );
            }
        }
    }
}

/// Three four-bars in a row pass positions in which equations become dependent: rank, choice of coordinates and steps
/// change there, and what is remembered of it must be in the checkpoint. Fixed steps and such positions do not go
/// together.
#[test]
fn singular_positions_are_passed_in_the_same_way() {
    let model = from_gallery("four-bars");
    for solver in SOLVERS {
        for stabilization in ["partitioning", "projection"] {
            let (solver, stabilization) = (solver.parse().unwrap(), stabilization.parse().unwrap());
            check(&model, &Settings { solver, stabilization, end: 3.0, output_step: 0.1, ..Settings::default() });
        }
    }
}

/// Every step of a motion that chooses its coordinates anew is a place to go on from.
#[test]
fn every_step_is_a_place_to_go_on_from() {
    let model = from_gallery("bricard");
    for solver in ["elimination", "pcg"] {
        let settings = Settings { solver: solver.parse().unwrap(), end: 2.0, output_step: 0.3, ..Settings::default() };
        let plan = plan(&model, &settings);
        let (whole, texts) = run(&model, &plan, true);
        assert!(whole.counts[3] > 0, "coordinates are chosen anew");
        for text in texts.iter().take(texts.len() - 1) {
            assert!(go_on(&model, &plan, text, &whole) == whole, "{solver}, at {} s", read(text).state.time);
        }
    }
}

/// A parallelogram that starts flat, where one equation depends on the others, and turns through the other flat
/// position at t = π: whether a position is singular is told from the rank before.
const FLAT: &str = r#"
name = "flat parallelogram"
space = "planar"
bodies = [
    { name = "crank", mass = 1.0, inertia = 0.1, position = [0.5, 0.0], velocity = [0.0, 0.5], angular_velocity = 1.0 },
    { name = "coupler", mass = 1.0, inertia = 0.4, position = [2.0, 0.0], velocity = [0.0, 1.0] },
    { name = "rocker", mass = 1.0, inertia = 0.1, position = [2.5, 0.0], velocity = [0.0, 0.5], angular_velocity = 1.0 },
]
joints = [
    { name = "A", type = "revolute", bodies = ["ground", "crank"], point = [0.0, 0.0] },
    { name = "B", type = "revolute", bodies = ["crank", "coupler"], point = [1.0, 0.0] },
    { name = "C", type = "revolute", bodies = ["coupler", "rocker"], point = [3.0, 0.0] },
    { name = "D", type = "revolute", bodies = ["ground", "rocker"], point = [2.0, 0.0] },
]
"#;

#[test]
fn ranks_are_remembered() {
    let model = parse(FLAT);
    // Adaptive steps avoid the flat position, where the last one is to end; of the others one ends there, or nearly
    // there.
    for (integrator, step, end) in
        [("dopri5", 0.1, PI), ("rk4", PI / 100.0, 3.5), ("adams", PI / 100.0, 3.5), ("adams-bashforth", 0.004, 3.2)]
    {
        for solver in SOLVERS {
            for stabilization in ["partitioning", "projection"] {
                let settings = Settings {
                    solver: solver.parse().unwrap(),
                    integrator: integrator.parse().unwrap(),
                    stabilization: stabilization.parse().unwrap(),
                    end,
                    output_step: PI / 100.0,
                    step,
                    ..Settings::default()
                };
                let plan = plan(&model, &settings);
                let (whole, texts) = run(&model, &plan, true);
                // From just before the flat position on.
                for text in &texts[texts.len() * 19 / 20 - 5..texts.len() - 1] {
                    let time = read(text).state.time;
                    let found = go_on(&model, &plan, text, &whole);
                    assert!(found == whole, "{solver}, {integrator}, {stabilization}, at {time} s");
                }
            }
        }
    }
}

/// A model in parts; saved with one number of threads, gone on from with others.
#[test]
fn threads_are_no_matter() {
    let file = gallery::chain(1200, Space::Planar).unwrap_or_else(|f| panic!("{f}"));
    let model = file.build().unwrap_or_else(|f| panic!("{f}"));
    for solver in ["elimination", "pcg"] {
        let settings = |threads| Settings {
            threads,
            solver: solver.parse().unwrap(),
            integrator: "rk4".parse().unwrap(),
            end: 5e-3,
            output_step: 2e-3,
            ..Settings::default()
        };
        let plans = [1, 2, 3].map(|threads| plan(&model, &settings(threads)));
        let (whole, texts) = run(&model, &plans[0], true);
        for plan in &plans[1..] {
            assert!(go_on(&model, plan, &texts[2], &whole) == whole, "{solver}, {} threads", plan.threads);
        }
    }
}

/// A longer end: far from the old one, steps are those of a run that had it from the beginning.
#[test]
fn the_end_may_be_later() {
    let model = from_gallery("slider-crank");
    let settings =
        |end, integrator: &str| Settings { end, integrator: integrator.parse().unwrap(), ..Settings::default() };
    for integrator in INTEGRATORS {
        let (short, long) = (plan(&model, &settings(0.2, integrator)), plan(&model, &settings(0.3, integrator)));
        let (whole, _) = run(&model, &long, false);
        let (_, texts) = run(&model, &short, true);
        assert!(go_on(&model, &long, &texts[texts.len() / 2], &whole) == whole, "{integrator}");
        let last = texts.last().unwrap();
        // At the old end nothing is left to do, and with a later one there is.
        let refused = Simulation::restore(model.clone(), short.clone(), &read(last)).err().unwrap().to_string();
        assert!(refused.contains("0.2 s") && refused.contains("larger --end"), "{refused}");
        let found = go_on(&model, &long, last, &whole);
        assert_eq!(
            found.rows.iter().map(|row| row[0]).collect::<Vec<_>>(),
            whole.rows.iter().map(|row| row[0]).collect::<Vec<_>>()
        );
    }
}
