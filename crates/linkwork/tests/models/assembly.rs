//! Assembly: what is given apart is closed and reported, what cannot close is refused by name and gap, velocities are
//! made consistent with the least change, and drivers that contradict one another are refused.

use crate::motion::{assert_close, parse, run, tight};
use linkwork::{Model, Plan, Settings, SimulationError};

/// A four-bar by frames in each body's own axes, bars of these lengths on a base; bodies lie where they are put.
fn apart(bars: [f64; 3], base: f64, places: [[f64; 3]; 3]) -> String {
    let mut text = String::from("space = \"planar\"\n");
    for (name, (length, [x, y, angle])) in ["crank", "coupler", "rocker"].iter().zip(bars.iter().zip(places)) {
        let inertia = length * length / 12.0;
        text += &format!(
            "[[bodies]]\nname = \"{name}\"\nmass = 1.0\ninertia = {inertia}\nposition = [{x}, {y}]\nangle = {angle}\n"
        );
    }
    let [a, b, c] = bars.map(|l| 0.5 * l);
    let pins = [
        ("A", "ground", "crank", 0.0, -a),
        ("B", "crank", "coupler", a, -b),
        ("C", "coupler", "rocker", b, c),
        ("D", "ground", "rocker", base, -c),
    ];
    for (name, first, second, x1, x2) in pins {
        text += &format!(
            "[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = [\"{first}\", \"{second}\"]\nfirst = {{ point = [{x1}, 0.0] }}\nsecond = {{ point = [{x2}, 0.0] }}\n"
        );
    }
    text
}

fn plan(model: &Model) -> Result<Plan, SimulationError> {
    Plan::choose(model, &Settings::default())
}

#[test]
fn bodies_lying_apart_are_joined_and_the_way_is_reported() {
    let model = parse(&apart([0.4, 1.3, 0.9], 1.2, [[0.1, 0.3, 1.2], [0.5, 0.9, 0.2], [1.4, 0.5, 1.8]]));
    let plan = plan(&model).unwrap();
    let motion = run(&model, &tight(0.0, 1.0));
    // Round-off of lengths of a metre.
    assert!(motion.last("residual.position") < 1e-12, "{}", motion.last("residual.position"));
    for (name, given) in [("crank", [0.1, 0.3]), ("coupler", [0.5, 0.9]), ("rocker", [1.4, 0.5])] {
        let index = model.bodies.iter().position(|b| b.name == name).unwrap();
        let way = [motion.last(&format!("{name}.x")) - given[0], motion.last(&format!("{name}.y")) - given[1]];
        let moved = plan.assembly.position.iter().find(|m| m.body.index() == Some(index)).expect(name);
        assert_close(moved.linear, way[0].hypot(way[1]), 1e-12, name);
        assert!((0.001..0.5).contains(&moved.linear), "{name} was put near its place: {}", moved.linear);
    }
    let sentence = plan.assembly.sentences(&model).join("\n");
    assert!(["crank", "coupler", "rocker"].iter().all(|name| sentence.contains(name)), "{sentence}");
    assert_eq!(motion.summary.warnings, plan.assembly.sentences(&model));
}

#[test]
fn assembled_model_is_left_alone() {
    let model = crate::motion::from_gallery("four-bar");
    let plan = plan(&model).unwrap();
    assert!(plan.assembly.is_empty(), "{:?}", plan.assembly);
}

#[test]
fn bars_that_cannot_close_are_refused_with_joint_and_gap() {
    // Base 3 m, bars of 0.4, 1.3 and 0.9 m: 0.4 m are missing.
    let model = parse(&apart([0.4, 1.3, 0.9], 3.0, [[0.2, 0.0, 0.0], [1.1, 0.1, 0.0], [2.5, 0.0, 3.0]]));
    let trouble = plan(&model).unwrap_err();
    let message = trouble.to_string();
    let SimulationError::NotAssembled { joint, residual, level } = trouble else { panic!("{message}") };
    assert_eq!(level, "position");
    assert!(["A", "B", "C", "D"].contains(&joint.as_str()), "{message}");
    // The gap may be shared by the four joints, and the search may stop with it still larger.
    assert!((0.05..=0.5).contains(&residual), "{message}");
    assert!(message.contains(&format!("'{joint}'")), "{message}");
}

/// Two bodies of 1 and 3 kg on one straight slide, welded together, with these speeds.
fn train(first: f64, second: f64) -> String {
    format!(
        r#"
        space = "planar"
        [[bodies]]
        name = "light"
        mass = 1.0
        inertia = 1.0
        position = [0.0, 0.0]
        velocity = [{first}, 0.0]
        [[bodies]]
        name = "heavy"
        mass = 3.0
        inertia = 1.0
        position = [1.0, 0.0]
        velocity = [{second}, 0.0]
        [[joints]]
        name = "rail"
        type = "prismatic"
        bodies = ["ground", "light"]
        point = [0.0, 0.0]
        axis = [1.0, 0.0]
        [[joints]]
        name = "coupling"
        type = "fixed"
        bodies = ["light", "heavy"]
        point = [0.5, 0.0]
        "#
    )
}

#[test]
fn velocities_change_least_in_the_mass_metric() {
    // Least Σ m Δv² means that momentum is kept, as in a plastic impact: (1·5 + 3·1)/4 = 2.
    let model = parse(&train(5.0, 1.0));
    let motion = run(&model, &tight(0.0, 1.0));
    assert_close(motion.last("light.vx"), 2.0, 1e-12, "light");
    assert_close(motion.last("heavy.vx"), 2.0, 1e-12, "heavy");
    let plan = plan(&model).unwrap();
    let changes: Vec<f64> = plan.assembly.velocity.iter().map(|m| m.linear).collect();
    assert_close(changes[0], 3.0, 1e-12, "largest change first");
    assert_close(changes[1], 1.0, 1e-12, "then the other");
    assert!(plan.assembly.position.is_empty());
}

#[test]
fn velocities_follow_a_driver() {
    let text = train(0.0, 0.0).replace("axis = [1.0, 0.0]", "axis = [1.0, 0.0]\n        motion = \"0.5*sin(4*t)\"");
    let motion = run(&parse(&text), &tight(0.0, 1.0));
    assert_close(motion.last("heavy.vx"), 2.0, 1e-12, "speed of the driver");
    assert_close(motion.last("heavy.ax"), 0.0, 1e-12, "acceleration of the driver");
}

#[test]
fn drivers_that_contradict_are_refused() {
    let second = r#"
        [[joints]]
        name = "other"
        type = "prismatic"
        bodies = ["ground", "heavy"]
        point = [1.0, 0.0]
        axis = [1.0, 0.0]
        motion = "MOTION"
    "#;
    let first = train(0.0, 0.0).replace("axis = [1.0, 0.0]", "axis = [1.0, 0.0]\n        motion = \"0.1*t\"");
    // The same speed twice is redundant, another speed impossible, another place too.
    let agreed = parse(&(first.clone() + &second.replace("MOTION", "0.1*t")));
    assert!(plan(&agreed).is_ok());
    for (motion, level) in [("0.3*t", "velocity"), ("0.1*t + 0.2", "position")] {
        let model = parse(&(first.clone() + &second.replace("MOTION", motion)));
        let trouble = plan(&model).unwrap_err();
        let SimulationError::NotAssembled { level: found, ref joint, .. } = trouble else { panic!("{trouble}") };
        assert_eq!(found, level, "{motion}: {trouble}");
        assert!(["rail", "other", "coupling"].contains(&joint.as_str()), "{trouble}");
    }
}

#[test]
fn drivers_that_part_later_stop_the_run_when_they_do() {
    let first = train(0.0, 0.0).replace("axis = [1.0, 0.0]", "axis = [1.0, 0.0]\n        motion = \"0.1*t\"");
    let second = r#"
        [[joints]]
        name = "other"
        type = "prismatic"
        bodies = ["ground", "heavy"]
        point = [1.0, 0.0]
        axis = [1.0, 0.0]
        motion = "0.1*t + step(t, 0.5, 0.0, 1.0, 0.1)"
    "#;
    let model = parse(&(first + second));
    let plan = Plan::choose(&model, &tight(1.0, 0.1)).unwrap();
    let mut simulation = linkwork::Simulation::new(model.clone(), plan.clone()).unwrap();
    let mut memory = linkwork::recorder::Memory::default();
    let trouble = simulation.run(&mut memory).unwrap_err();
    let SimulationError::NotStabilized { time, .. } = trouble else { panic!("{trouble}") };
    assert!((0.5..0.51).contains(&time), "{trouble}");
    assert!(memory.rows.len() >= 5, "what was computed is kept");
    assert!(!simulation.summary().completed);
}

/// A crank of this length driven to an angle far from where the file has it.
fn far_driver(space: &str, length: f64, motion: &str) -> String {
    let half = 0.5 * length;
    let (inertia, at, zero, axis) = match space {
        "planar" => (format!("{}", length * length), format!("[{half}, 0.0]"), "[0.0, 0.0]", ""),
        _ => {
            let j = length * length;
            (format!("[{j}, {j}, {j}]"), format!("[{half}, 0.0, 0.0]"), "[0.0, 0.0, 0.0]", "axis = [0.0, 0.0, 1.0]")
        }
    };
    format!(
        "space = \"{space}\"\n[[bodies]]\nname = \"crank\"\nmass = 1.0\ninertia = {inertia}\nposition = {at}\n[[joints]]\nname = \"axle\"\ntype = \"revolute\"\nbodies = [\"ground\", \"crank\"]\npoint = {zero}\n{axis}\nmotion = \"{motion}\"\n"
    )
}

#[test]
fn drivers_far_from_the_file_are_reached_in_any_size() {
    for space in ["planar", "spatial"] {
        for length in [1.0, 0.01] {
            for start in [1.0, 4.0, -8.0] {
                let model = parse(&far_driver(space, length, &format!("{start} + t")));
                let motion = run(&model, &tight(2.0, 0.5));
                motion.assert_follows("axle.q", |t| start + t, 1e-11);
                motion.assert_follows("crank.x", |t| 0.5 * length * (start + t).cos(), 1e-11);
            }
        }
    }
}
