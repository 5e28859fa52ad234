//! `q` and `qd` of joints: the mechanism starts there, in its branch, with the rates asked for, or it is said which
//! joint cannot.

use crate::motion::{assert_close, from_gallery, parse, run, tight};
use linkwork::model::{Model, ModelFile};
use linkwork::{Plan, Settings, SimulationError};

const LENGTHS: [f64; 4] = [0.4, 1.3, 0.9, 1.2];

/// Crank, coupler and rocker as closed with the crank along x; keys for the joints at the crank's and the rocker's
/// foot.
fn four_bar(crank: &str, rocker: &str) -> String {
    let [a, b, c, d] = LENGTHS;
    // The coupler's end from the circles about both feet.
    let tip = close(0.0);
    let bar = |name: &str, from: [f64; 2], to: [f64; 2], length: f64| {
        let (mid, angle) =
            ([0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])], (to[1] - from[1]).atan2(to[0] - from[0]));
        let inertia = length * length / 12.0;
        format!("[[bodies]]\nname = \"{name}\"\nmass = 1.0\ninertia = {inertia}\nposition = {mid:?}\nangle = {angle}\n")
    };
    let pin = |name: &str, bodies: [&str; 2], at: [f64; 2], more: &str| {
        format!("[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = {bodies:?}\npoint = {at:?}\n{more}\n")
    };
    [
        "space = \"planar\"\n".to_string(),
        bar("crank", [0.0, 0.0], [a, 0.0], a),
        bar("coupler", [a, 0.0], tip, b),
        bar("rocker", [d, 0.0], tip, c),
        pin("A", ["ground", "crank"], [0.0, 0.0], crank),
        pin("B", ["crank", "coupler"], [a, 0.0], ""),
        pin("C", ["coupler", "rocker"], tip, ""),
        pin("D", ["ground", "rocker"], [d, 0.0], rocker),
    ]
    .concat()
}

/// Where coupler and rocker meet, in the branch above the base.
fn close(crank: f64) -> [f64; 2] {
    let [a, b, c, d] = LENGTHS;
    let (x, y) = (a * crank.cos(), a * crank.sin());
    let (dx, dy) = (d - x, -y);
    let span = dx.hypot(dy);
    let along = (b * b - c * c + span * span) / (2.0 * span);
    let across = (b * b - along * along).sqrt();
    [x + (along * dx - across * dy) / span, y + (along * dy + across * dx) / span]
}

fn rocker_angle(crank: f64) -> f64 {
    let tip = close(crank);
    tip[1].atan2(tip[0] - LENGTHS[3])
}

fn all_formulations() -> [Settings; 3] {
    ["cartesian", "recursive", "natural"].map(|word| Settings { formulation: word.parse().unwrap(), ..tight(0.0, 1.0) })
}

/// The rocker follows the crank by the closed form, in the same branch, for any angle and rate of the crank.
#[test]
fn a_crank_given_an_angle_and_a_speed_starts_with_them() {
    for (q, qd) in [(0.5, 10.0), (2.0, -3.0), (-2.5, 1.0), (7.0, 10.0)] {
        let model = parse(&four_bar(&format!("q = {q:?}\nqd = {qd:?}"), ""));
        for settings in all_formulations() {
            let motion = run(&model, &settings);
            assert_close(motion.last("A.q"), q, 1e-13, "the crank's angle");
            assert_close(motion.last("A.qd"), qd, 1e-12, "the crank's rate");
            assert_close(motion.last("D.q"), rocker_angle(q) - rocker_angle(0.0), 1e-11, "the rocker's angle");
            let h = 1e-5;
            let rate = qd * (rocker_angle(q + h) - rocker_angle(q - h)) / (2.0 * h);
            assert_close(motion.last("D.qd"), rate, 1e-8 * qd.abs(), "the rocker's rate");
            assert!(motion.summary.warnings.is_empty(), "{:?}", motion.summary.warnings);
        }
    }
}

#[test]
fn a_rate_alone_leaves_the_positions() {
    let model = parse(&four_bar("qd = 10.0", ""));
    let motion = run(&model, &tight(0.0, 1.0));
    assert_close(motion.last("crank.w"), 10.0, 1e-12, "rate");
    assert_close(motion.last("crank.x"), 0.2, 1e-15, "position");
    assert!(motion.last("residual.velocity") < 1e-13);
}

#[test]
fn wishes_that_contradict_are_refused_by_name() {
    let right = rocker_angle(0.5) - rocker_angle(0.0);
    let both = |rocker: f64| parse(&four_bar("q = 0.5", &format!("q = {rocker:?}")));
    Plan::choose(&both(right), &Settings::default()).expect("both wishes fit together");
    let refused = |text: &str| Plan::choose(&parse(text), &Settings::default()).unwrap_err();
    match Plan::choose(&both(right + 0.1), &Settings::default()).unwrap_err() {
        SimulationError::InitialCoordinate { joint, key: "q", reached, others, .. } => {
            assert_eq!((joint.as_str(), others), ("D", vec!["A".to_string()]));
            assert_close(reached, right, 1e-6, "where the rocker is");
        }
        other => panic!("{other}"),
    }
    // The rocker swings between the crank's two dead centres.
    let trouble = refused(&four_bar("", "q = 3.0"));
    match &trouble {
        SimulationError::InitialCoordinate { joint, reached, others, .. } => {
            let farthest = (0..10_000).map(|k| rocker_angle(k as f64 * 1e-3)).fold(f64::MIN, f64::max);
            assert_close(*reached, farthest - rocker_angle(0.0), 1e-3, "the dead centre");
            assert!(joint == "D" && others.is_empty());
        }
        other => panic!("{other}"),
    }
    assert!(trouble.to_string().contains("joint 'D' cannot start with q = 3"), "{trouble}");
    match refused(&four_bar("qd = 1.0", "qd = 50.0")) {
        SimulationError::InitialCoordinate { joint, key: "qd", reached, others, .. } => {
            assert_eq!((joint.as_str(), others), ("D", vec!["A".to_string()]));
            let h = 1e-5;
            assert_close(reached, (rocker_angle(h) - rocker_angle(-h)) / (2.0 * h), 1e-8, "what the crank makes of it");
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_driven_joint_may_not_ask_for_something_else() {
    let text = |keys: &str| four_bar(&format!("motion = \"0.3 + 2*t\"\n{keys}"), "");
    parse(&text("q = 0.3\nqd = 2.0"));
    for (keys, key) in [("q = 0.4", "`q`"), ("qd = 1.0", "`qd`")] {
        let faults = Model::parse(&text(keys), "test.toml").unwrap_err().to_string();
        assert!(faults.contains(key) && faults.contains("motion"), "{faults}");
    }
    let ball = four_bar("", "").replace("type = \"revolute\"", "type = \"fixed\"\nq = 1.0");
    let faults = Model::parse(&ball, "test.toml").unwrap_err().to_string();
    assert!(faults.contains("a fixed joint has no `q`"), "{faults}");
}

/// An arm in space: every joint at its angle, however large, whichever body comes first, and all bodies behind it
/// moved.
#[test]
fn joints_of_a_tree_start_where_they_are_asked_to() {
    let text = r#"
[[bodies]]
name = "base"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
position = [0.0, 0.0, 0.5]
[[bodies]]
name = "arm"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
position = [0.5, 0.0, 1.0]
[[bodies]]
name = "hand"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
position = [1.5, 0.0, 1.0]
[[joints]]
name = "turn"
type = "revolute"
bodies = ["ground", "base"]
point = [0.0, 0.0, 0.0]
axis = [0.0, 0.0, 1.0]
q = 1.5707963267948966
qd = 2.0
[[joints]]
name = "lift"
type = "revolute"
bodies = ["arm", "base"]
point = [0.0, 0.0, 1.0]
axis = [0.0, 1.0, 0.0]
q = 1.5707963267948966
[[joints]]
name = "screw"
type = "screw"
bodies = ["arm", "hand"]
point = [1.0, 0.0, 1.0]
axis = [1.0, 0.0, 0.0]
pitch = 0.01
q = 20.0
"#;
    for settings in all_formulations() {
        let motion = run(&parse(text), &settings);
        for (joint, q) in [("turn", 0.5 * std::f64::consts::PI), ("lift", 0.5 * std::f64::consts::PI), ("screw", 20.0)]
        {
            assert_close(motion.last(&format!("{joint}.q")), q, 1e-13, joint);
        }
        // The base turns x to y; the arm, behind its second body, turns back about its axis: from x up to z.
        for (column, value) in [("arm.x", 0.0), ("arm.y", 0.0), ("arm.z", 1.5), ("hand.z", 2.7), ("hand.x", 0.0)] {
            assert_close(motion.last(column), value, 1e-13, column);
        }
        assert_close(motion.last("turn.qd"), 2.0, 1e-13, "rate");
        assert_close(motion.last("base.wz"), 2.0, 1e-13, "rate of the base");
    }
}

/// In chains a joint's rate alone moves what hangs behind it by the least change of all others; gears follow.
#[test]
fn gears_follow_the_joint_that_asks() {
    let text = r#"
space = "planar"
[[bodies]]
name = "wheel"
mass = 1.0
inertia = 0.1
position = [0.0, 0.0]
[[bodies]]
name = "pinion"
mass = 1.0
inertia = 0.1
position = [1.0, 0.0]
[[joints]]
name = "A"
type = "revolute"
bodies = ["ground", "wheel"]
point = [0.0, 0.0]
q = 5.0
qd = -2.0
[[joints]]
name = "B"
type = "revolute"
bodies = ["ground", "pinion"]
point = [1.0, 0.0]
[[joints]]
name = "mesh"
type = "gear"
joints = ["A", "B"]
ratio = -3.0
"#;
    for settings in all_formulations() {
        let motion = run(&parse(text), &settings);
        for (column, value) in [("A.q", 5.0), ("B.q", -15.0), ("A.qd", -2.0), ("B.qd", 6.0)] {
            assert_close(motion.last(column), value, 1e-12, column);
        }
    }
}

/// Mechanisms with redundant equations: the Bricard linkage, and a manipulator with more freedoms than wishes.
#[test]
fn redundant_mechanisms_start_where_they_are_asked_to() {
    for (name, joint, q, qd) in [("bricard", 0, 0.1, 0.7), ("manipulator", 0, 0.2, -0.5)] {
        let mut model = from_gallery(name);
        assert!(model.joints[joint].coordinate().is_some() && model.joints[joint].motion.is_none(), "{name}");
        model.joints[joint].initial = Some(Box::new(linkwork::model::Initial { q: Some(q), qd: Some(qd) }));
        let motion = run(&model, &tight(0.0, 1.0));
        let column = |end: &str| motion.last(&format!("{}.{end}", model.joints[joint].name));
        assert_close(column("q"), q, 1e-11, name);
        assert_close(column("qd"), qd, 1e-10, name);
        assert!(motion.last("residual.position") < 1e-10 && motion.last("residual.velocity") < 1e-10, "{name}");
    }
}

/// JSON and the builder know the keys too.
#[test]
fn wishes_are_written_in_rust_and_json_as_well() {
    use linkwork::model::file::JointEntry;
    let model = parse(&four_bar("q = 0.5\nqd = 10.0", ""));
    let entry = JointEntry::revolute("A", "ground", "crank").point([0.0, 0.0]).q(0.5).qd(10.0);
    assert_eq!((entry.q, entry.qd), (Some(0.5), Some(10.0)));
    assert_eq!((model.joints[0].wishes().q, model.joints[0].wishes().qd), (Some(0.5), Some(10.0)));
    let file = ModelFile { joints: vec![entry], ..ModelFile::default() };
    assert!(file.to_json().contains("\"qd\": 10.0"), "{}", file.to_json());
    // A distance without driver keeps the length it is asked for.
    let text = r#"
space = "planar"
[[bodies]]
name = "bob"
mass = 1.0
inertia = 0.1
position = [1.0, 0.0]
[[joints]]
name = "rod"
type = "distance"
bodies = ["ground", "bob"]
point = [0.0, 0.0]
point2 = [1.0, 0.0]
q = 1.25
"#;
    assert_close(run(&parse(text), &tight(0.0, 1.0)).last("rod.q"), 1.25, 1e-13, "length");
    let faults = Model::parse(&text.replace("q = 1.25", "qd = 1.0"), "test.toml").unwrap_err().to_string();
    assert!(faults.contains("`qd` asks for 1"), "{faults}");
}
