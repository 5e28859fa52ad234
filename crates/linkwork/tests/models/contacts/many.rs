//! Contacts of so many pairs that they are a group: the motion is that of single elements, momentum is conserved,
//! threads and restarts change no bit, and a thousand spheres run.

use super::with;
use crate::motion::{Motion, assert_close, parse, run, tight};
use linkwork::{Model, Plan, Settings, Simulation};

/// A sphere of 50 mm and half a kilogram.
fn sphere(name: &str, position: [f64; 3], velocity: [f64; 3]) -> String {
    format!(
        "[[bodies]]\nname = \"{name}\"\nmass = 0.5\ninertia = [5e-4, 5e-4, 5e-4]\nposition = {position:?}\n\
         velocity = {velocity:?}\nangular_velocity = [1.0, -2.0, 0.5]\n\
         shapes = [{{ kind = \"sphere\", radius = 0.05 }}]\n"
    )
}

/// A number in −1 … 1 that nothing else is like.
fn noise(k: usize) -> f64 {
    (12.9898 * k as f64 + 4.1414).sin()
}

/// Spheres in a cube that fly towards its middle, n a side.
fn cloud(n: usize, more: &str) -> Model {
    let mut text = String::new();
    for k in 0..n * n * n {
        let cell = [k % n, k / n % n, k / n / n].map(|i| i as f64 - 0.5 * (n as f64 - 1.0));
        let position = [0, 1, 2].map(|i| 0.115 * cell[i] + 0.003 * noise(3 * k + i));
        let velocity = [0, 1, 2].map(|i| -2.0 * position[i] + 0.2 * noise(5 * k + i));
        text += &sphere(&format!("b{k}"), position, velocity);
    }
    text += "[[contacts]]\nname = \"touch\"\nbetween = \"all\"\nstiffness = 1e5\nrestitution = 0.6\n\
             friction = { dynamic = 0.3, speed = 0.02 }\n";
    parse(&(text + more))
}

fn implicit(end: f64, tolerance: f64) -> Settings {
    Settings { rtol: tolerance, atol: tolerance, ..tight(end, 0.5 * end) }
}

fn bits(motion: &Motion) -> Vec<u64> {
    motion.memory.rows.iter().flatten().map(|x| x.to_bits()).collect()
}

/// The sum of the momenta of all spheres in a row.
fn momentum(model: &Model, motion: &Motion, row: usize) -> [f64; 3] {
    let velocities = model.bodies.iter().map(|body| motion.vectors(&format!("{}.v", body.name))[row]);
    velocities.fold([0.0; 3], |sum, v| [0, 1, 2].map(|k| sum[k] + 0.5 * v[k]))
}

#[test]
fn spheres_that_collide_keep_their_momentum() {
    let model = cloud(3, "");
    assert!(model.forces.is_empty(), "the pairs are a group");
    for settings in [implicit(0.08, 1e-5), with(0.08, 1e-6)] {
        let motion = run(&model, &settings);
        let last = motion.times().len() - 1;
        let [before, after] = [0, last].map(|row| momentum(&model, &motion, row));
        (0..3).for_each(|k| assert_close(after[k], before[k], 1e-10, "momentum"));
        let changed = |name: &str| {
            let v = motion.vectors(&format!("{name}.v"));
            (0..3).map(|k| (v[last][k] - v[0][k]).abs()).sum::<f64>() > 0.01
        };
        assert!(model.bodies.iter().all(|body| changed(&body.name)), "every sphere meets another");
        assert!(motion.summary.energy_balance < 1e-2, "{}", motion.summary.energy_balance);
    }
}

#[test]
fn threads_change_no_bit_of_many_contacts() {
    let model = cloud(3, "");
    for settings in [implicit(0.05, 1e-4), with(0.05, 1e-5)] {
        let on = |threads: usize| bits(&run(&model, &Settings { threads, ..settings.clone() }));
        assert_eq!(on(1), on(2));
    }
}

/// Explicit steps add the same loads in the same order, and end at the same events.
#[test]
fn a_group_moves_bodies_as_single_elements_do() {
    let (group, elements) = (cloud(3, ""), cloud(3, "columns = true\n"));
    assert_eq!((group.forces.len(), elements.forces.len()), (0, 27 * 26 / 2));
    let [a, b] = [&group, &elements].map(|model| run(model, &with(0.05, 1e-6)));
    let places = |motion: &Motion| (0..27).map(|k| motion.vectors(&format!("b{k}.v"))).collect::<Vec<_>>();
    assert_eq!(places(&a), places(&b));
    assert_close(a.last("energy.work"), b.last("energy.work"), 1e-12, "work");

    let [a, b] = [&group, &elements].map(|model| run(model, &implicit(0.05, 1e-6)));
    for k in 0..27 {
        let [a, b] = [&a, &b].map(|motion| *motion.vectors(&format!("b{k}.v")).last().unwrap());
        (0..3).for_each(|k| assert_close(a[k], b[k], 1e-3, "velocity"));
    }
}

#[test]
fn many_contacts_go_on_from_a_checkpoint_with_the_same_bits() {
    let model = cloud(3, "");
    for settings in [implicit(0.06, 1e-4), with(0.06, 1e-5)] {
        let plan = Plan::choose(&model, &settings).unwrap();
        let mut whole = Simulation::new(model.clone(), plan.clone()).unwrap();
        while whole.state().time < 0.03 {
            whole.step(0.06).unwrap();
        }
        let mut rest = Simulation::restore(model.clone(), plan, &whole.checkpoint()).unwrap();
        for _ in 0..8 {
            [&mut whole, &mut rest].into_iter().for_each(|simulation| simulation.step(0.06).unwrap());
        }
        assert_eq!(whole.state(), rest.state());
    }
}

/// Half a million pairs: they were refused when each was an element of its own. The lowest layer meets the floor.
#[test]
fn a_thousand_spheres_run() {
    let mut text =
        String::from("gravity = [0, 0, -9.81]\n[ground]\nshapes = [{ kind = \"plane\", normal = [0, 0, 1] }]\n");
    for k in 0..1000 {
        let [x, y, z] = [k % 10, k / 10 % 10, k / 100].map(|i| 0.12 * f64::from(i));
        text += &sphere(&format!("b{k}"), [x, y, 0.0502 + z], [0.0, 0.0, -1.0]);
    }
    text += "[[contacts]]\nbetween = \"all\"\nstiffness = 1e5\ndamping = 10\n";
    let model = parse(&text);
    let motion = run(&model, &implicit(2e-3, 1e-5));
    let height = |k: usize| motion.last(&format!("b{k}.z"));
    for k in 0..100 {
        assert!(height(k) < 0.0498 && height(k) > 0.0482, "sphere {k} sinks in: {}", height(k));
    }
    for k in 100..1000 {
        let fallen = 2e-3 + 0.5 * 9.81 * 4e-6;
        assert_close(height(k), 0.0502 + 0.12 * (k / 100) as f64 - fallen, 1e-12, "height");
    }
}

/// Two lists of bodies, one of them with a body of several shapes, and a joint between two that may touch elsewhere.
#[test]
fn lists_of_bodies_touch_across_only() {
    let mut text = String::new();
    for k in 0..8 {
        let x = 0.09 * f64::from(k);
        text += &sphere(&format!("a{k}"), [x, 0.0, 0.0], [0.0; 3]);
        text += &sphere(&format!("b{k}"), [x, 0.0, 0.5], [0.0; 3]);
    }
    let side = |word: &str| (0..8).map(|k| format!("\"{word}{k}\"")).collect::<Vec<_>>().join(", ");
    text += &format!("[[contacts]]\nbetween = [[{}], [{}]]\nstiffness = 1e5\n", side("a"), side("b"));
    let model = parse(&text);
    assert!(model.forces.is_empty());
    // Spheres of one list overlap, but are not on different sides.
    let motion = run(&model, &implicit(0.1, 1e-6));
    assert!((0..8).all(|k| motion.last(&format!("a{k}.vx")).abs() < 1e-12));
}
