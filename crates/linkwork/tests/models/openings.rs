//! Equations that are left out for play are watched along the motion: where one of them is needed behind a position in
//! which the others depend on one another, the run ends with the joint that opens, in every formulation and any size.

use crate::motion::{G, parse};
use crate::play::{disturbed, enlarged};
use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, SimulationError};

/// A plate on three parallel cranks whose feet are in no line. Where two cranks and the plate between them lie in one
/// line, the third one carries the plate across; the exact mechanism does not branch anywhere.
fn coupling() -> Model {
    let (crank, feet) = ([0.209, 0.2152], [[0.0, 0.0], [1.0, 0.0], [0.4, 0.8]]);
    let center = [1.4 / 3.0, 0.8 / 3.0];
    let mut text = format!(
        "gravity = [1.0, -{G}, 0.5]\n[[bodies]]\nname = \"plate\"\nmass = 3.0\ninertia = [0.2, 0.2, 0.4]\n\
         position = [{:?}, {:?}, 0.0]\n",
        center[0] + crank[0],
        center[1] + crank[1]
    );
    let half = [0.5 * crank[0], 0.5 * crank[1]];
    for (k, foot) in feet.iter().enumerate() {
        let start = if k == 0 { "qd = 4.0\n" } else { "" };
        text += &format!(
            "[[bodies]]\nname = \"k{k}\"\nmass = 1.0\ninertia = [0.01, 0.01, 0.01]\nposition = [{:?}, {:?}, 0.0]\n\
             [[joints]]\nname = \"g{k}\"\ntype = \"revolute\"\nbodies = [\"ground\", \"k{k}\"]\n\
             first = {{ point = [{:?}, {:?}, 0.0], axis = [0, 0, 1] }}\n\
             second = {{ point = [{:?}, {:?}, 0.0], axis = [0, 0, 1] }}\n{start}\
             [[joints]]\nname = \"t{k}\"\ntype = \"revolute\"\nbodies = [\"k{k}\", \"plate\"]\n\
             first = {{ point = [{:?}, {:?}, 0.0], axis = [0, 0, 1] }}\n\
             second = {{ point = [{:?}, {:?}, 0.0], axis = [0, 0, 1] }}\n",
            foot[0] + half[0],
            foot[1] + half[1],
            foot[0],
            foot[1],
            -half[0],
            -half[1],
            half[0],
            half[1],
            foot[0] - center[0],
            foot[1] - center[1],
        );
    }
    parse(&text)
}

fn settings(size: f64, formulation: &str) -> Settings {
    Settings {
        end: 1.0,
        output_step: 0.05,
        atol: 1e-8 * size,
        formulation: formulation.parse().unwrap(),
        ..Settings::default()
    }
}

/// Rows of a run with its outcome, and the warnings.
fn go(model: &Model, settings: &Settings) -> (Memory, Result<(), SimulationError>, String) {
    let plan = Plan::choose(model, settings).unwrap();
    let mut simulation = Simulation::new(model.clone(), plan).unwrap();
    let mut memory = Memory::default();
    let outcome = simulation.run(&mut memory);
    (memory, outcome, simulation.summary().warnings.join("\n"))
}

#[test]
fn a_joint_that_lacks_equations_never_opens_silently() {
    let exact = coupling();
    let (expected, outcome, _) = go(&exact, &settings(1.0, "cartesian"));
    outcome.unwrap();
    let formulations =
        [("cartesian", 1.0), ("recursive", 1.0), ("natural", 1.0), ("cartesian", 1e-3), ("cartesian", 1e3)];
    for (k, misfit) in [1e-9, 1e-6].into_iter().enumerate() {
        for (seed, (formulation, size)) in formulations.into_iter().enumerate() {
            let model = enlarged(&disturbed(&exact, misfit, (31 + 10 * k + seed) as u64), size);
            let what = format!("{formulation}, {misfit:e}, {size} m");
            let (rows, outcome, warnings) = go(&model, &settings(size, formulation));
            if let Err(trouble) = &outcome {
                let SimulationError::Opens { time, joint, .. } = trouble else { panic!("{what}: {trouble}") };
                assert!(joint.starts_with('t') || joint.starts_with('g'), "{what}: {trouble}");
                assert!((0.1..1.0).contains(time) && rows.rows.len() > 2, "{what}: {trouble}");
            }
            // Rows that were told are those of the mechanism meant, up to what the warnings say of the last ones.
            let places = 1..4;
            for (row, expected) in rows.rows.iter().zip(&expected.rows) {
                for c in places.clone() {
                    let apart = (row[c] / size - expected[c]).abs();
                    assert!(apart < 5e-3, "{what}: {apart:e} at t = {}; {warnings}", row[0]);
                }
            }
        }
    }
}

/// Before the singular position nothing is told but the play itself.
#[test]
fn play_that_stays_small_is_told_once() {
    let model = disturbed(&coupling(), 1e-6, 5);
    let (_, outcome, warnings) = go(&model, &Settings { end: 0.2, ..settings(1.0, "cartesian") });
    outcome.unwrap();
    assert!(warnings.contains("play only") && !warnings.contains("opened by"), "{warnings}");
}
