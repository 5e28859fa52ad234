//! `pcg` over whole motions: the gallery moves as with `elimination`, at few iterations a solution and with factors
//! that serve several; singular positions and redundant joints are passed alike.

use crate::motion::{Motion, from_gallery, largest_difference, run};
use linkwork::model::{Force, ModelFile};
use linkwork::{Model, Settings, Space, gallery};

/// The model with both solvers, `elimination` first. Stabilized by `projection`: `partitioning` chooses coordinates,
/// and round-off decides where two choices are equally good, so that its steps would differ for another reason than the
/// solver.
fn run_both(model: &Model, settings: &Settings) -> [Motion; 2] {
    let stabilization = "projection".parse().unwrap();
    let settings = Settings { stabilization, ..settings.clone() };
    ["elimination", "pcg"].map(|solver| run(model, &Settings { solver: solver.parse().unwrap(), ..settings.clone() }))
}

/// The largest distance of a body's place in one motion from that in the other, along an axis.
fn distance(a: &Motion, b: &Motion) -> f64 {
    let places = a.memory.channels.iter().filter(|c| [".x", ".y", ".z"].iter().any(|end| c.ends_with(end)));
    places.map(|c| largest_difference(&a.column(c), &b.column(c))).fold(0.0, f64::max)
}

/// Solutions, iterations and factors.
fn counts(motion: &Motion) -> [u64; 3] {
    let s = &motion.summary;
    [s.solver_solves, s.solver_iterations, s.solver_refreshes].map(|n| n.expect("pcg counts"))
}

#[test]
fn the_gallery_moves_as_with_elimination_at_few_iterations() {
    let mut all = [0; 3];
    let mut lines = Vec::new();
    for entry in gallery::list() {
        let model = from_gallery(entry.name);
        // Impacts magnify differences of round-off without bound.
        if model.forces.iter().any(|force| matches!(force, Force::Contact(_))) {
            continue;
        }
        let settings = Settings::of_model(&model);
        let settings = Settings { end: settings.end.min(2.0), ..settings };
        let [direct, iterated] = run_both(&model, &settings);
        let off = distance(&direct, &iterated);
        // Counted with the stabilization that users get.
        let [solves, iterations, refreshes] =
            counts(&run(&model, &Settings { solver: "pcg".parse().unwrap(), ..settings }));
        lines.push(format!(
            "{:<26} {solves:>6} solutions, {:.2} iterations and {:.2} factors each, off by {off:.1e} m",
            entry.name,
            iterations as f64 / solves as f64,
            refreshes as f64 / solves as f64
        ));
        // Round-off makes steps differ in a few mechanisms, with `qr` as with `pcg`; both motions are then within
        // `rtol`, 10⁻⁸, of the one of metres.
        assert!(off < 2e-8, "{}", lines[lines.len() - 1]);
        let [a, b] = [&direct.summary, &iterated.summary];
        assert!(b.steps.abs_diff(a.steps) <= 1 + a.steps / 10, "{}: {} and {} steps", entry.name, a.steps, b.steps);
        assert!(b.max_residual < 1e-12, "{}: residual {:.1e}", entry.name, b.max_residual);
        assert_eq!(a.warnings.len(), b.warnings.len(), "{}: {:?} {:?}", entry.name, a.warnings, b.warnings);
        all = [all[0] + solves, all[1] + iterations, all[2] + refreshes];
    }
    let average = all[1] as f64 / all[0] as f64;
    println!("{}\naverage over the gallery: {average:.2} iterations", lines.join("\n"));
    assert!(average <= 3.0, "{average:.2} iterations a solution\n{}", lines.join("\n"));
}

#[test]
fn a_factor_serves_many_solutions_of_a_smooth_motion() {
    for (name, integrator) in [("chain16-spatial", "dopri5"), ("hmmwv", "dopri5"), ("star", "rk4"), ("net", "adams")] {
        // `partitioning` needs a factor of its own matrix in every step.
        let settings = Settings {
            solver: "pcg".parse().unwrap(),
            integrator: integrator.parse().unwrap(),
            stabilization: "projection".parse().unwrap(),
            end: 0.5,
            ..Settings::default()
        };
        let [solves, iterations, refreshes] = counts(&run(&from_gallery(name), &settings));
        assert!(3 * refreshes < solves, "{name}: {refreshes} factors for {solves} solutions");
        assert!(iterations < 5 * solves, "{name}: {iterations} iterations for {solves} solutions");
    }
}

/// All links of N four-bars lie in one line twice in a turn: there one equation of each loop depends on the others.
#[test]
fn singular_positions_are_passed_as_with_elimination() {
    let made = |file: Result<ModelFile, String>| file.unwrap().build().unwrap_or_else(|faults| panic!("{faults}"));
    for count in [1, 4, 10] {
        let model = made(gallery::four_bars(count, Space::Planar));
        let [direct, iterated] = run_both(&model, &Settings { end: 2.0, output_step: 0.02, ..Settings::default() });
        let lowest = direct.column("upright0.y").into_iter().fold(f64::INFINITY, f64::min);
        assert!(lowest < -0.4, "the first upright passes the horizontal: its centre comes down to {lowest:.2} m");
        let off = distance(&direct, &iterated);
        // The position amplifies round-off by 1/σ; with weakest pivots σ² down to 10⁻⁸ that is 10⁴ times the tolerance
        // of the solution, 10⁻¹¹, and no more than ten times that of the steps.
        assert!(off < 1e-7, "{count}: {off:.1e} m");
        let [a, b] = [&direct.summary, &iterated.summary];
        assert!(b.max_residual < 1e-12 && b.energy_drift < 2.0 * a.energy_drift + 1e-9, "{count}: {b:?}");
    }
}

/// Factors of earlier steps are not used: rows, which ask for solutions of their own, do not change the motion.
#[test]
fn more_rows_do_not_change_the_motion() {
    let model = from_gallery("hmmwv");
    let hash = |output_step: f64| {
        let settings = Settings { solver: "pcg".parse().unwrap(), end: 0.2, output_step, ..Settings::default() };
        run(&model, &settings).summary.state_hash
    };
    assert_eq!(hash(0.2), hash(1e-3));
}
