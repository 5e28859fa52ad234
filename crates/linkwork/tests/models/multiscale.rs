//! `multiscale` beside rigid joints: accelerations, errors against stiffness, bits, checkpoints, and what is refused.
//! Whole motions of four mechanisms are held in `papers/multiscale.rs`.

use crate::motion::{Motion, from_gallery, parse, run};
use linkwork::recorder::Memory;
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, State};

fn elastic(end: f64) -> Settings {
    let formulation = "multiscale".parse().unwrap();
    Settings { formulation, end, output_step: end / 4.0, rtol: 1e-6, atol: 1e-8, threads: 1, ..Settings::default() }
}

/// The same with rigid joints, closely.
fn rigid(end: f64) -> Settings {
    Settings { formulation: "cartesian".parse().unwrap(), rtol: 1e-10, atol: 1e-12, ..elastic(end) }
}

fn plan(model: &Model, settings: &Settings) -> Plan {
    Plan::choose(model, settings).unwrap_or_else(|trouble| panic!("{}: {trouble}", model.name))
}

/// Rates at a state with these settings.
fn rates(model: &Model, settings: &Settings, state: &State) -> Vec<f64> {
    let plan = plan(model, settings);
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    simulation.set_state(state).unwrap();
    let mut rates = vec![0.0; state.values.len()];
    simulation.evaluate(&mut rates).unwrap_or_else(|trouble| panic!("{}: {trouble}", model.name));
    rates
}

/// The state that rigid joints reach.
fn reach(model: &Model, time: f64) -> State {
    let plan = plan(model, &rigid(time));
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    simulation.run(&mut Memory::default()).unwrap();
    simulation.state().clone()
}

fn largest(x: impl Iterator<Item = f64>) -> f64 {
    x.fold(0.0, |most, x| if x.is_nan() { f64::INFINITY } else { x.abs().max(most) })
}

/// The largest difference of a position between two runs.
fn distance(a: &Motion, b: &Motion) -> f64 {
    let places = a.memory.channels.iter().filter(|c| [".x", ".y", ".z"].iter().any(|end| c.ends_with(end)));
    largest(places.flat_map(|c| a.column(c).into_iter().zip(b.column(c)).map(|(a, b)| a - b)))
}

/// Trees and loops, plane and space, redundant equations, a driver, a rack, springs: in mid-motion all accelerations
/// are those of rigid joints, up to what the run says of itself and the factor that errors grow by from loads to
/// accelerations of light bodies.
#[test]
fn accelerations_are_those_of_rigid_joints() {
    for (name, time) in [
        ("double-pendulum-spherical", 0.3),
        ("heavy-top", 0.1),
        ("slider-crank", 0.2),
        ("four-bar", 0.3),
        ("four-bars", 0.3),
        ("bricard", 0.3),
        ("manipulator", 0.2),
        ("hmmwv", 0.1),
        ("chain16-spatial", 0.3),
        ("insulator", 0.2),
    ] {
        let model = from_gallery(name);
        let state = reach(&model, time);
        let (found, exact) = (rates(&model, &elastic(1.0), &state), rates(&model, &rigid(1.0), &state));
        let size = largest(exact[state.n_coordinates..].iter().copied());
        let off = largest(found.iter().zip(&exact).map(|(a, b)| a - b)) / size;
        assert!(off < 1e-4, "{name}: {off:.1e}");
    }
}

/// Springs without averages are the physical model behind it all: four times as stiff, a quarter of the error. Errors
/// are those of positions after a fifth of a second; oscillations of the first instants add some, so the ratio is not
/// four to the digit.
#[test]
fn direct_springs_approach_rigid_joints_like_one_over_k() {
    for name in ["pendulum", "four-bar"] {
        let model = from_gallery(name);
        let exact = run(&model, &rigid(0.2));
        let stiffness = plan(&model, &elastic(0.2)).tuning.unwrap().stiffness();
        let errors = [256.0, 64.0, 16.0].map(|part| {
            let settings =
                Settings { multiscale: "direct".parse().unwrap(), stiffness: stiffness / part, ..elastic(0.2) };
            let motion = run(&model, &Settings { rtol: 1e-9, atol: 1e-11, ..settings });
            assert_eq!((motion.summary.solver.as_str(), motion.summary.stabilization.as_str()), ("none", "none"));
            distance(&motion, &exact)
        });
        for pair in errors.windows(2) {
            let ratio = pair[0] / pair[1];
            assert!((3.0..5.0).contains(&ratio), "{name}: {errors:?}");
        }
    }
}

/// 500 double pendulums, enough for several tasks of every stage.
fn many_pendulums() -> Model {
    let mut text = String::from("name = \"many\"\nspace = \"planar\"\ngravity = [0, -9.81]\n");
    for k in 0..500 {
        let x = 0.01 * f64::from(k);
        for (body, first, place) in [("a", "ground".to_string(), 0.0), ("b", format!("a{k}"), 1.0)] {
            text += &format!(
                "[[bodies]]\nname = \"{body}{k}\"\nmass = 1\ninertia = 0.1\nposition = [{}, {}]\nangular_velocity = 0\n\
                 [[joints]]\nname = \"{body}{k}\"\ntype = \"revolute\"\nbodies = [\"{first}\", \"{body}{k}\"]\npoint = [{}, 0]\n",
                x + place + 0.5,
                0.0,
                x + place
            );
        }
    }
    parse(&text)
}

#[test]
fn bits_do_not_depend_on_threads() {
    let model = many_pendulums();
    let hashes = [1, 2, 3, 8].map(|threads| {
        let plan = plan(&model, &Settings { threads, integrator: "rk4".parse().unwrap(), step: 0.01, ..elastic(0.04) });
        assert_eq!(plan.threads, threads);
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        simulation.step(0.01).unwrap();
        simulation.observe().unwrap();
        simulation.summary().state_hash
    });
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}

#[test]
fn a_run_goes_on_from_a_checkpoint_with_the_same_bits() {
    let model = from_gallery("double-pendulum-spherical");
    for (scales, stabilization) in [("averaged", "projection"), ("averaged", "baumgarte"), ("direct", "none")] {
        let settings = Settings {
            multiscale: scales.parse().unwrap(),
            stabilization: stabilization.parse().unwrap(),
            ..elastic(0.1)
        };
        let plan = plan(&model, &settings);
        let mut whole = Simulation::new(model.clone(), plan.clone()).unwrap();
        (0..2).for_each(|_| whole.step(0.1).unwrap());
        let text = serde_json::to_string(&whole.checkpoint()).unwrap();
        let checkpoint: Checkpoint = serde_json::from_str(&text).unwrap();
        let mut restored = Simulation::restore(model.clone(), plan.clone(), &checkpoint).unwrap();
        for simulation in [&mut whole, &mut restored] {
            simulation.step(0.1).unwrap();
        }
        assert_eq!(whole.state().hash(), restored.state().hash(), "{scales}, {stabilization}");
    }
}

#[test]
fn joints_stay_closed_by_sweeps_and_nearly_so_by_feedback() {
    for (name, end) in [("double-pendulum-spherical", 0.5), ("four-bar", 0.3)] {
        let model = from_gallery(name);
        // Feedback leaves open what accelerations err by over α²: less than 1e-4 of some 40 m/s² over 400/s².
        for (stabilization, most) in [("projection", 1e-14), ("baumgarte", 1e-5)] {
            let motion = run(&model, &Settings { stabilization: stabilization.parse().unwrap(), ..elastic(end) });
            let open = motion.summary.max_residual;
            assert!(open < most, "{name}, {stabilization}: {open:.1e}");
        }
    }
}

#[test]
fn the_plan_and_the_summary_say_how_stiff_how_long_and_how_well() {
    let model = from_gallery("four-bar");
    let settings = elastic(0.2);
    let plan = plan(&model, &settings);
    let told = plan.to_string();
    for word in ["springs of", "dampers of", "micro steps of", "windows", "of the mechanism's size"] {
        assert!(told.contains(word), "{word}: {told}");
    }
    let scales = run(&model, &settings).summary.scales.unwrap();
    assert!(scales.micro_steps > 0 && scales.micro_windows > 0);
    assert!(scales.step_ratio > 20.0, "{}", scales.step_ratio);
    assert!(scales.unbalanced > 0.0 && scales.unbalanced < 1e-3, "{:.1e}", scales.unbalanced);
    // Asked for, it is taken.
    let softer = Settings { stiffness: 1e7, ..settings };
    let found = Plan::choose(&model, &softer).unwrap().tuning.unwrap().stiffness();
    assert!((found / 1e7 - 1.0).abs() < 1e-12, "{found}");
}

#[test]
fn what_cannot_work_is_refused() {
    let model = from_gallery("pendulum");
    let refused = |settings: Settings| Plan::choose(&model, &settings).map(|_| ()).unwrap_err().to_string();
    let told = refused(Settings { solver: "qr".parse().unwrap(), ..elastic(1.0) });
    assert!(told.contains("solves no linear system"), "{told}");
    let told = refused(Settings { stabilization: "partitioning".parse().unwrap(), ..elastic(1.0) });
    assert!(told.contains("projection"), "{told}");
    let told = refused(Settings {
        stabilization: "projection".parse().unwrap(),
        multiscale: "direct".parse().unwrap(),
        ..elastic(1.0)
    });
    assert!(told.contains("use `none`"), "{told}");
    let told =
        refused(Settings { multiscale: "direct".parse().unwrap(), integrator: "rk4".parse().unwrap(), ..elastic(1.0) });
    assert!(told.contains("or less, or `dopri5`"), "{told}");
    let told = refused(Settings { stiffness: 10.0, ..elastic(1.0) });
    assert!(told.contains("too soft"), "{told}");
    let told = elastic(1.0).set("multiscale", "triple").unwrap_err().to_string();
    assert!(told.contains("averaged, direct"), "{told}");
}
