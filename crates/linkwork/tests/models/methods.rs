//! Methods by name: the one that ran is the one that was asked for, in every combination, and the summary says so.

use crate::motion::from_gallery;
use linkwork::methods::{FormulationKind, IntegratorKind, SolverKind, StabilizationKind, Word};
use linkwork::recorder::Memory;
use linkwork::{Plan, Settings, Simulation, SimulationError, Summary};

/// Asked for by name; `None` where the plan says that the methods do not go together.
fn run(words: [&str; 4]) -> Option<Summary> {
    let model = from_gallery("pendulum");
    let mut settings = Settings { end: 2e-3, output_step: 1e-3, ..Settings::default() };
    for (name, word) in ["formulation", "solver", "integrator", "stabilization"].into_iter().zip(words) {
        settings.set(name, word).unwrap();
    }
    let refused = |trouble: &SimulationError| match trouble {
        SimulationError::DoesNotApply { .. } => {}
        other => panic!("{words:?}: {other}"),
    };
    let plan = Plan::choose(&model, &settings).inspect_err(refused).ok()?;
    let mut simulation = Simulation::new(model.clone(), plan.clone()).inspect_err(refused).ok()?;
    simulation.run(&mut Memory::default()).unwrap_or_else(|trouble| panic!("{words:?}: {trouble}"));
    Some(simulation.summary())
}

/// A word that is known but not made used to run as another method, under its own name.
#[test]
fn the_method_that_ran_is_the_one_named() {
    let mut n = 0;
    for formulation in FormulationKind::ALL.iter().map(|kind| kind.word()) {
        let solvers = if formulation == "multiscale" { &["none"] } else { &SolverKind::WORDS[1..] };
        for solver in solvers {
            for integrator in &IntegratorKind::WORDS[1..] {
                for stabilization in &StabilizationKind::WORDS[1..] {
                    let words = [formulation, solver, integrator, stabilization];
                    let Some(ran) = run(words) else { continue };
                    assert_eq!(words, [&*ran.formulation, &*ran.solver, &*ran.integrator, &*ran.stabilization]);
                    n += 1;
                }
            }
        }
    }
    // Among the four stabilizations, `partitioning` applies to `cartesian` alone; the two implicit integrators apply to
    // three formulations with `projection` or `none`.
    assert_eq!(n, 4 * (6 * (4 + 3 + 3) + 3) + 2 * 6 * 2 * 3);
}

#[test]
fn nothing_is_solved_by_multiscale_alone() {
    let model = from_gallery("pendulum");
    let settings = Settings { solver: SolverKind::None.into(), ..Settings::default() };
    let message = Plan::choose(&model, &settings).unwrap_err().to_string();
    assert!(message.contains("there is no solver 'none'"), "{message}");
    assert!(message.contains("available: auto, elimination, cyclic, pcg, relaxation, qr, dense"), "{message}");
}
