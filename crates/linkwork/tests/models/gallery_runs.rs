//! Every model of the gallery runs to its end as `linkwork run` would run it, and has the equations, rank and degrees of
//! freedom that the literature or a count by hand gives: 6 (or 3) a body, minus what the joints take independently.

use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, gallery};

/// Name, equations, independent ones, degrees of freedom.
const COUNTS: [(&str, usize, usize, usize); 43] = [
    ("pendulum", 5, 5, 1),
    ("double-pendulum", 10, 10, 2),
    ("double-pendulum-spherical", 6, 6, 6),
    ("free-body", 0, 0, 6),
    ("heavy-top", 3, 3, 3),
    ("slider-crank", 9, 9, 0),
    ("four-bar", 20, 17, 1),
    ("four-bars", 20, 20, 1),
    ("bricard", 30, 29, 1),
    ("flyball-governor", 22, 22, 2),
    ("andrews", 20, 20, 1),
    ("manipulator", 51, 39, 3),
    ("hmmwv", 69, 69, 15),
    ("quarter-car", 4, 4, 2),
    ("cart-pole", 4, 4, 2),
    ("motor-four-bar", 8, 8, 1),
    ("arm-pid", 15, 15, 3),
    ("door-closer", 2, 2, 1),
    ("excavator", 4, 4, 2),
    ("clutch", 8, 8, 4),
    ("scissor-lift", 11, 11, 1),
    ("geneva", 4, 4, 2),
    ("planetary-gear", 14, 14, 1),
    ("stewart", 6, 6, 0),
    ("walker-leg", 12, 12, 0),
    ("box-slope", 3, 3, 3),
    ("ball-tray", 6, 6, 6),
    ("dominoes", 0, 0, 15),
    ("rocking-block", 0, 0, 3),
    ("newtons-cradle", 10, 10, 5),
    ("cam-follower", 5, 5, 1),
    ("gripper", 16, 16, 8),
    ("geneva-contact", 5, 5, 1),
    ("track-link", 4, 4, 8),
    ("engine-mounts", 0, 0, 30),
    ("flexible-beam", 0, 0, 30),
    ("pendulums", 20, 20, 10),
    ("chain16", 32, 32, 16),
    ("chain16-spatial", 80, 80, 16),
    ("insulator", 36, 36, 15),
    ("star", 45, 45, 9),
    ("net", 78, 78, 18),
    ("track", 84, 84, 42),
];

fn plan(name: &str) -> (Model, Plan) {
    let text = gallery::find(name).unwrap_or_else(|| panic!("no model '{name}'"));
    let model = Model::parse(&text, "gallery.toml").unwrap_or_else(|faults| panic!("{name}: {faults}"));
    let plan = Plan::choose(&model, &Settings::of_model(&model)).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
    (model, plan)
}

#[test]
fn the_list_is_complete() {
    let names: Vec<&str> = gallery::list().iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), COUNTS.len());
    assert!(COUNTS.iter().all(|(name, ..)| names.contains(name)), "{names:?}");
}

#[test]
fn equations_rank_and_freedoms_are_right() {
    for (name, equations, rank, dof) in COUNTS {
        let (model, plan) = plan(name);
        assert_eq!((model.n_equations(), plan.rank, plan.dof), (equations, rank, dof), "{name}");
        let redundant: usize = plan.redundant_groups.iter().map(|group| group.redundant).sum();
        assert_eq!(redundant, equations - rank, "{name}");
    }
}

#[test]
fn redundant_equations_are_named_by_group() {
    let (model, plan) = plan("manipulator");
    let groups: Vec<String> = plan.redundant_groups.iter().map(|group| group.describe(&model)).collect();
    assert_eq!(groups.len(), 4, "{groups:?}");
    for (group, part) in groups.iter().zip(["column", "motor", "wrist", "gripper"]) {
        let expected = format!("3 of the 9 equations of joints '{part}_a', '{part}_b', '{part}_c' are redundant");
        assert_eq!(group, &expected);
    }
}

#[test]
fn every_model_runs_to_its_end() {
    for entry in gallery::list() {
        let (model, plan) = plan(entry.name);
        assert!(plan.assembly.is_empty(), "{}: {:?}", entry.name, plan.assembly.sentences(&model));
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        let mut rows = Memory::default();
        simulation.run(&mut rows).unwrap_or_else(|trouble| panic!("{}: {trouble}", entry.name));
        let summary = simulation.summary();
        assert!(summary.completed && summary.time == plan.settings.end, "{}", entry.name);
        assert!(rows.rows.iter().flatten().all(|x| x.is_finite()), "{}", entry.name);
        // Projection leaves round-off of coordinates that are metres, in chains some tens of metres.
        assert!(summary.max_residual < 1e-12, "{}: {:.1e}", entry.name, summary.max_residual);
    }
}
