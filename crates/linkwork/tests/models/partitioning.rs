//! Coordinate partitioning: as many dependent coordinates as independent equations, independent ones that stay where
//! they were, new choices when the mechanism has turned, singular positions, redundant joints, and the motion of
//! `projection` throughout.

use crate::motion::{Motion, from_gallery, largest_difference, parse, run, tight};
use linkwork::model::ModelFile;
use linkwork::system::Constrained;
use linkwork::{Model, Plan, Settings, Space, State, gallery};

fn with(stabilization: &str, settings: Settings) -> Settings {
    Settings { stabilization: stabilization.parse().unwrap(), ..settings }
}

/// Largest difference of positions and angles of two motions.
fn difference(a: &Motion, b: &Motion) -> f64 {
    let ends = [".x", ".y", ".z", ".angle"];
    let names = a.memory.channels.iter().filter(|c| ends.iter().any(|end| c.ends_with(end)));
    names.map(|c| largest_difference(&a.column(c), &b.column(c))).fold(0.0, f64::max)
}

fn generated(model: Result<ModelFile, String>) -> Model {
    parse(&model.unwrap_or_else(|e| panic!("{e}")).to_toml())
}

/// The state at time zero with its choice of coordinates.
fn chosen(model: &Model) -> State {
    let plan = Plan::choose(model, &with("partitioning", Settings::default()))
        .unwrap_or_else(|t| panic!("{}: {t}", model.name));
    linkwork::Simulation::new(model.clone(), plan.clone())
        .unwrap_or_else(|t| panic!("{}: {t}", model.name))
        .state()
        .clone()
}

#[test]
fn there_are_as_many_dependent_coordinates_as_independent_equations() {
    let models = gallery::list().iter().map(|entry| from_gallery(entry.name)).filter(|m| m.n_equations() > 0);
    let large = [gallery::chain(300, Space::Spatial), gallery::four_bars(200, Space::Planar)].map(generated);
    for model in models.chain(large) {
        let plan = Plan::choose(&model, &Settings::default()).unwrap_or_else(|t| panic!("{}: {t}", model.name));
        let found = is_dependent(&chosen(&model)).into_iter().filter(|is_dependent| *is_dependent).count();
        // In space each body has the equation of its Euler parameters besides.
        let of_parameters = if model.space == Space::Spatial { model.n_bodies() } else { 0 };
        assert_eq!(found, plan.rank + of_parameters, "{}", model.name);
    }
}

/// A crank on a tilted axis, with a flap on it: as both turn, each Euler parameter gets its turn to be the independent
/// one.
const CRANK: &str = r#"
    gravity = [0.0, 0.0, -9.81]
    [[bodies]]
    name = "crank"
    mass = 1.0
    inertia = [0.1, 0.2, 0.15]
    position = [0.5, 0.1, 0.0]
    velocity = [-0.9, 4.5, -2.7]
    angular_velocity = [0.0, 5.4, 9.0]
    [[bodies]]
    name = "flap"
    mass = 0.5
    inertia = [0.02, 0.05, 0.04]
    position = [1.2, 0.3, 0.2]
    [[joints]]
    name = "A"
    type = "revolute"
    bodies = ["ground", "crank"]
    point = [0.0, 0.0, 0.0]
    axis = [0.0, 0.6, 1.0]
    [[joints]]
    name = "B"
    type = "revolute"
    bodies = ["crank", "flap"]
    point = [1.0, 0.2, 0.0]
    axis = [1.0, 0.3, 0.2]
"#;

#[test]
fn a_crank_through_full_turns_gets_new_choices() {
    let model = parse(CRANK);
    let [a, b] = ["partitioning", "projection"].map(|word| run(&model, &with(word, tight(3.0, 0.05))));
    let turned = largest_difference(&a.column("A.q"), &vec![a.column("A.q")[0]; a.times().len()]);
    assert!(turned > 2.0 * std::f64::consts::PI, "the crank turns by {turned} only");
    assert!(a.summary.repartitions >= 1 && b.summary.repartitions == 0, "{}", a.summary.repartitions);
    // A relative tolerance of 1e-12 and three seconds of a motion that forgets little of its errors.
    let off = difference(&a, &b);
    assert!(off < 1e-8, "motions differ by {off:.1e}");
    assert!(a.summary.max_residual < 1e-14, "{:.1e}", a.summary.max_residual);
}

#[test]
fn four_bars_pass_their_singular_positions() {
    for (count, space) in [(1, Space::Planar), (1, Space::Spatial), (3, Space::Planar), (40, Space::Planar)] {
        let model = generated(gallery::four_bars(count, space));
        let settings = Settings { end: 6.0, output_step: 0.1, rtol: 1e-10, atol: 1e-12, ..Settings::default() };
        let [a, b] = ["partitioning", "projection"].map(|word| run(&model, &with(word, settings.clone())));
        let what = format!("{count} four-bars, {space:?}");
        // Errors of 1e-10 a step are amplified by some hundreds at each of the singular positions.
        let off = difference(&a, &b);
        assert!(off < 1e-5, "{what}: motions differ by {off:.1e}");
        assert!(a.summary.energy_drift < 1e-7, "{what}: {:.1e}", a.summary.energy_drift);
        assert!(a.summary.max_residual < 1e-12, "{what}: {:.1e}", a.summary.max_residual);
        assert!(count > 1 || a.summary.repartitions >= 1, "{what}: the choice never changed");
    }
}

/// Coordinates that may change, by their place in the values: true for dependent ones.
fn is_dependent(state: &State) -> Vec<bool> {
    state.memories.stabilization.per_value[0][..state.n_coordinates].iter().map(|flag| *flag == 1.0).collect()
}

#[test]
fn independent_coordinates_stay() {
    for name in ["four-bar", "chain16", "chain16-spatial", "bricard", "andrews"] {
        let model = from_gallery(name);
        let settings = with("partitioning", Settings::default());
        let plan = Plan::choose(&model, &settings).unwrap_or_else(|t| panic!("{name}: {t}"));
        let mut workspace = plan.make_workspace(&model).unwrap();
        let mut stabilization = plan.make_stabilization(&workspace).unwrap();
        let mut state = plan.initial.clone();
        stabilization.start(&mut workspace, &mut state);
        let mut moved = state.clone();
        let (n, push) = (state.n_coordinates, 1e-6);
        for (k, x) in moved.values[..n].iter_mut().enumerate() {
            *x += push * (k as f64 * 0.7).sin();
        }
        // Orientations of unit length, as they come from a step.
        if model.space == Space::Spatial {
            for q in moved.values[..n].chunks_exact_mut(7) {
                let length = q[3..].iter().map(|x| x * x).sum::<f64>().sqrt();
                q[3..].iter_mut().for_each(|x| *x /= length);
            }
        }
        let before = moved.values.clone();
        stabilization.stabilize(&mut workspace, 0.0, &mut moved.values, &mut state.memories.stabilization).unwrap();
        let dependent = is_dependent(&state);
        let largest = |which: bool| {
            let changes = (0..n).filter(|&k| dependent[k] == which).map(|k| (moved.values[k] - before[k]).abs());
            changes.fold(0.0, f64::max)
        };
        // Euler parameters are normalized after each correction, which changes independent ones to second order
        // (1e-12), and in the ratio of the weights (1e-5).
        assert!(largest(true) > 1e-7, "{name}: nothing was corrected");
        assert!(largest(false) < 1e-3 * largest(true), "{name}: {:.1e} {:.1e}", largest(false), largest(true));
        assert!(workspace.update_constraints(0.0, &moved.values) < 1e-13, "{name}");
    }
}

#[test]
fn redundant_mechanisms_move_as_with_projection_whatever_the_solver() {
    for (name, end) in [("bricard", 0.5), ("manipulator", 0.1), ("four-bar", 0.5)] {
        let model = from_gallery(name);
        let projected = run(&model, &with("projection", tight(end, end / 10.0)));
        assert!(projected.summary.redundant > 0);
        for solver in ["elimination", "dense", "qr"] {
            let settings = Settings { solver: solver.parse().unwrap(), ..with("partitioning", tight(end, end / 10.0)) };
            let motion = run(&model, &settings);
            assert_eq!(motion.summary.stabilization, "partitioning");
            // Differences of round-off size, grown with the motion.
            let off = difference(&motion, &projected);
            assert!(off < 1e-9, "{name}, {solver}: motions differ by {off:.1e}");
        }
    }
}

#[test]
fn long_runs_stay_on_the_constraints_at_loose_tolerances() {
    for name in ["double-pendulum", "four-bar", "star", "net", "chain16-spatial"] {
        let settings = Settings { end: 10.0, output_step: 0.1, rtol: 1e-5, atol: 1e-7, ..Settings::default() };
        let motion = run(&from_gallery(name), &with("partitioning", settings));
        // Steps drift by up to 1e-5; what is left is round-off.
        assert!(motion.summary.max_residual < 1e-12, "{name}: {:.1e}", motion.summary.max_residual);
        let velocity = motion.column("residual.velocity").into_iter().fold(0.0, f64::max);
        assert!(velocity < 1e-9, "{name}: {velocity:.1e}");
    }
}

#[test]
fn rows_leave_no_trace_in_the_motion() {
    let model = parse(CRANK);
    let hash = |output_step: f64| {
        let settings = Settings { end: 2.0, output_step, ..Settings::default() };
        let summary = run(&model, &with("partitioning", settings)).summary;
        assert!(summary.repartitions > 0);
        summary.state_hash
    };
    assert_eq!(hash(2.0), hash(0.01));
}

/// A state without a choice, as from a run with another method, is taken up all the same.
#[test]
fn a_state_without_a_choice_gets_one() {
    let model = parse(CRANK);
    let plan = Plan::choose(&model, &with("partitioning", Settings::default())).unwrap();
    let mut simulation = linkwork::Simulation::new(model.clone(), plan.clone()).unwrap();
    simulation.set_state(&plan.initial).unwrap();
    let count = |state: &State| is_dependent(state).into_iter().filter(|is_dependent| *is_dependent).count();
    assert_eq!(count(simulation.state()), 0);
    simulation.step(1.0).unwrap();
    assert_eq!(count(simulation.state()), plan.rank + model.n_bodies());
}

/// The rank that is watched is that of the motion, not that of the weighted matrix.
#[test]
fn fixed_steps_warn_of_no_change_of_rank() {
    for name in ["bricard", "chain16-spatial", "star"] {
        let settings = Settings { integrator: "rk4".parse().unwrap(), step: 2e-3, end: 1.0, ..Settings::default() };
        let motion = run(&from_gallery(name), &with("partitioning", settings));
        let changes = motion.summary.warnings.iter().filter(|w| w.contains("changed along the motion"));
        assert_eq!(changes.count(), 0, "{name}: {:?}", motion.summary.warnings);
        assert!(motion.summary.max_residual < 1e-12, "{name}: {:.1e}", motion.summary.max_residual);
    }
}
