//! The balance of work: kinetic and potential energy change by what drivers, dampers and loads do, in every
//! formulation, with every integrator, in programs, parts and restarted runs.

use crate::motion::{Motion, assert_close, from_gallery, has_contacts, parse, run, tight};
use linkwork::recorder::Memory;
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation};

/// Every kind of load that changes energy: two drivers in a tree, springs with dampers, given loads, drag.
const WORKED_ON: &str = r#"
    name = "worked-on"
    gravity = [0.0, -9.81, 0.0]
    [[bodies]]
    name = "a"
    mass = 1.0
    inertia = [0.1, 0.02, 0.1]
    position = [0.5, 0.0, 0.0]
    [[bodies]]
    name = "b"
    mass = 2.0
    inertia = [0.1, 0.2, 0.15]
    position = [1.5, 0.0, 0.3]
    [[bodies]]
    name = "c"
    mass = 0.7
    inertia = [0.03, 0.02, 0.01]
    position = [1.5, -0.8, 0.3]
    [[joints]]
    name = "A"
    type = "revolute"
    bodies = ["ground", "a"]
    point = [0.0, 0.0, 0.0]
    axis = [0, 0, 1]
    motion = "0.4*sin(3*t) + 0.2*t^2"
    [[joints]]
    name = "B"
    type = "spherical"
    bodies = ["a", "b"]
    point = [1.0, 0.0, 0.0]
    [[joints]]
    name = "C"
    type = "prismatic"
    bodies = ["b", "c"]
    point = [1.5, -0.4, 0.3]
    axis = [0, 1, 0]
    motion = "0.1*sin(7*t)"
    [[forces]]
    type = "spring"
    bodies = ["ground", "b"]
    first = [1, -1, 0.2]
    second = [0.1, 0.2, 0]
    stiffness = 400
    damping = 3
    length = 0.9
    force = "10*cos(4*t)"
    [[forces]]
    type = "spring"
    bodies = ["a", "c"]
    first = [0, 0.1, 0.2]
    second = [0.1, 0.2, 0]
    stiffness = 90
    length = 1.1
    [[forces]]
    type = "torsion"
    joint = "A"
    stiffness = 20
    damping = 1
    [[forces]]
    type = "force"
    body = "b"
    value = ["3*sin(5*t)", 0, 1]
    frame = "body"
    [[forces]]
    type = "torque"
    body = "c"
    value = [0, "0.3*t", 0.1]
    [[forces]]
    type = "drag"
    body = "a"
    coefficient = 0.5
"#;

fn settings(formulation: &str, integrator: &str) -> Settings {
    let (formulation, integrator) = (formulation.parse().unwrap(), integrator.parse().unwrap());
    Settings { formulation, integrator, rtol: 1e-10, atol: 1e-11, step: 5e-4, ..tight(1.5, 0.05) }
}

fn check(model: &Model, settings: &Settings, most: f64) -> Motion {
    let motion = run(model, settings);
    let balance = motion.summary.energy_balance;
    let how = format!("{} {} {}", model.name, settings.formulation, settings.integrator);
    assert!(motion.summary.completed && balance < most, "{how}: {balance:.1e}");
    motion
}

#[test]
fn energy_changes_by_the_work_done_in_every_formulation_and_integrator() {
    let model = parse(WORKED_ON);
    let mut works = Vec::new();
    for formulation in ["cartesian", "recursive", "natural"] {
        for integrator in ["dopri5", "adams", "rk4"] {
            let motion = check(&model, &settings(formulation, integrator), 1e-8);
            // The check can fail: without the work, energy would have changed by this much.
            assert!(motion.summary.energy_drift > 0.1);
            works.push(motion.last("energy.work"));
        }
    }
    // About forty joules are done in all.
    works.iter().for_each(|work| assert_close(*work, works[0], 1e-6, "work"));
}

#[test]
fn worked_on_models_of_the_gallery_balance() {
    let all = linkwork::gallery::list().iter().map(|entry| from_gallery(entry.name));
    let mut n_models = 0;
    for model in all.filter(|model| model.may_change_energy() && model.n_bodies() < 30) {
        let end = if has_contacts(&model) { 0.2 } else { 1.0 };
        check(&model, &tight(end, 0.1), 1e-8);
        n_models += 1;
    }
    assert!(n_models > 3, "{n_models} models");
}

#[test]
fn the_balance_has_the_order_of_the_motion() {
    let model = parse(WORKED_ON);
    let balance = |step: f64| {
        let rk4 = Settings { step, ..settings("cartesian", "rk4") };
        run(&model, &rk4).summary.energy_balance
    };
    let (coarse, fine) = (balance(0.01), balance(0.005));
    // Fourth order: a factor of 16, and more where errors of higher order matter.
    assert!((10.0..40.0).contains(&(coarse / fine)), "{coarse:.1e} {fine:.1e}");
}

/// A motor lifts a rod of 2 kg and 1 m by half a turn, from rest to rest: the work is m g l.
#[test]
fn a_motor_that_lifts_a_rod_does_the_work_of_its_weight() {
    let text = r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [[bodies]]
        name = "rod"
        mass = 2.0
        inertia = 0.1666
        position = [0.0, -0.5]
        [[joints]]
        name = "motor"
        type = "revolute"
        bodies = ["ground", "rod"]
        point = [0.0, 0.0]
        motion = "step(t, 0, 0, 2, pi)"
    "#;
    for formulation in ["cartesian", "recursive", "natural"] {
        let settings = Settings { formulation: formulation.parse().unwrap(), ..tight(2.0, 0.1) };
        let motion = run(&parse(text), &settings);
        assert_close(motion.last("energy.work"), 2.0 * 9.81, 1e-9, formulation);
    }
}

/// A damped spring at rest in the end has lost what gravity gave.
#[test]
fn dampers_take_what_gravity_gives() {
    let text = r#"
        space = "planar"
        gravity = [0.0, -10.0]
        [[bodies]]
        name = "weight"
        mass = 1.0
        inertia = 0.1
        position = [0.0, -1.0]
        [[joints]]
        name = "guide"
        type = "prismatic"
        bodies = ["ground", "weight"]
        point = [0.0, 0.0]
        axis = [0.0, 1.0]
        [[forces]]
        type = "spring"
        bodies = ["ground", "weight"]
        first = [0.0, 0.0]
        second = [0.0, 0.0]
        stiffness = 100.0
        damping = 20.0
        length = 1.0
    "#;
    // At rest it hangs by 0.1 m: 1 J was given by gravity, 0.5 J are in the spring.
    let motion = run(&parse(text), &tight(10.0, 0.1));
    assert_close(motion.last("energy.work"), -0.5, 1e-9, "work of the damper");
}

#[test]
fn restarted_runs_go_on_with_their_work() {
    let model = parse(WORKED_ON);
    for formulation in ["cartesian", "natural"] {
        let plan = Plan::choose(&model, &settings(formulation, "dopri5")).unwrap();
        let mut whole = Simulation::new(model.clone(), plan.clone()).unwrap();
        while whole.state().time < 0.4 {
            whole.step(1.5).unwrap();
        }
        let text = whole.checkpoint().to_text();
        let checkpoint = Checkpoint::parse(text.as_bytes()).unwrap();
        let mut later = Simulation::restore(model.clone(), plan, &checkpoint).unwrap();
        let [first, second] = [&mut whole, &mut later].map(|simulation| {
            simulation.run(&mut Memory::default()).unwrap();
            simulation.observe().unwrap().work.to_bits()
        });
        assert_eq!(first, second, "{formulation}");
    }
}
