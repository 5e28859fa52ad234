//! The order in which a file defines joints has no meaning: every order gives the same model, or the same fault.

use crate::motion::{parse, run, tight};
use linkwork::Model;
use linkwork::model::file::{BodyEntry, ForceEntry, JointEntry};

/// Four wheels, on the ground at different places.
fn bodies() -> Vec<BodyEntry> {
    let wheel = |k: usize| BodyEntry::new(["P", "Q", "R", "S"][k]).mass(1.0).inertia(0.1 + 0.05 * k as f64);
    (0..4).map(|k| wheel(k).position([k as f64, 0.0])).collect()
}

fn axle(name: &str, body: &str, x: f64) -> JointEntry {
    JointEntry::revolute(name, "ground", body).point([x, 0.0])
}

fn axles() -> Vec<JointEntry> {
    vec![axle("p", "P", 0.0), axle("q", "Q", 1.0), axle("r", "R", 2.0), axle("s", "S", 3.0)]
}

/// The same model by the builder, with joints in this order.
fn build(joints: &[JointEntry]) -> Result<Model, String> {
    let mut builder = Model::builder().planar();
    for body in bodies() {
        builder = builder.body(body);
    }
    for joint in joints {
        builder = builder.joint(joint.clone());
    }
    let torque = ForceEntry::torsion("r").torque("0.3");
    builder.force(torque).force(ForceEntry::torque_on("P", 0.2)).build().map_err(|faults| faults.to_string())
}

/// Every order of these.
fn permutations<T: Clone>(of: &[T]) -> Vec<Vec<T>> {
    let Some((first, rest)) = of.split_first() else { return vec![Vec::new()] };
    let insert = |mut others: Vec<T>, at: usize| {
        others.insert(at, first.clone());
        others
    };
    permutations(rest).into_iter().flat_map(|p| (0..=p.len()).map(move |at| insert(p.clone(), at))).collect()
}

/// Angles of all wheels at the end.
fn angles(model: &Model) -> [f64; 4] {
    let motion = run(model, &tight(1.0, 1.0));
    ["P.angle", "Q.angle", "R.angle", "S.angle"].map(|channel| motion.last(channel))
}

#[test]
fn every_order_of_joints_and_gears_gives_the_same_motion() {
    let mut joints = axles();
    joints.push(JointEntry::gear("g", "p", "q", -2.0));
    joints.push(JointEntry::gear("h", "q", "s", 0.5));
    // P, Q and S turn together under 0.2 N·m on P; 0.3 N·m turn R alone.
    let turned = 0.5 * 0.2 / (0.1 + 4.0 * 0.15 + 0.25);
    let expected = [turned, -2.0 * turned, 0.5 * 0.3 / 0.2, -turned];
    for (k, order) in permutations(&joints).iter().enumerate() {
        let model = build(order).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(model.joints.iter().zip(order).all(|(made, asked)| Some(&made.name) == asked.name.as_ref()));
        // All are built; some are run.
        if k % 24 == 0 {
            let found = angles(&model);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} instead of {expected:?}");
        }
    }
}

/// The gear `g` names the gear `h`, which was dropped without a word where it came later, and with it the joints
/// after it shifted.
#[test]
fn a_gear_on_a_gear_is_one_fault_in_every_order() {
    let mut joints = axles();
    joints.push(JointEntry::gear("g", "p", "h", 1.0));
    joints.push(JointEntry::gear("h", "p", "q", 1.0));
    for order in permutations(&joints) {
        let fault = build(&order).expect_err("a gear on a gear is no model");
        let place = order.iter().position(|joint| joint.name.as_deref() == Some("g")).unwrap();
        assert_eq!(fault.lines().count(), 1, "{fault}");
        assert!(fault.contains(&format!("joints[{place}].joints")), "{fault}");
        assert!(fault.ends_with("'h' is a gear, which has no coordinate of its own; name the joints that it couples"));
    }
}

/// Forces before joints, joints before the bodies and gears before the joints they name; racks too.
#[test]
fn tables_may_stand_in_any_order_in_toml_and_json() {
    let tables = [
        "[[joints]]\nname = \"mesh\"\ntype = \"rack_pinion\"\njoints = [\"p\", \"x\"]\nratio = 0.1\n",
        "[[forces]]\ntype = \"torsion\"\njoint = \"p\"\ntorque = \"0.2\"\n",
        "[[joints]]\nname = \"x\"\ntype = \"prismatic\"\nbodies = [\"ground\", \"Q\"]\naxis = [1.0, 0.0]\n",
        "[[joints]]\nname = \"p\"\ntype = \"revolute\"\nbodies = [\"ground\", \"P\"]\npoint = [0.0, 0.0]\n",
        "[[bodies]]\nname = \"Q\"\nmass = 2.0\ninertia = 0.1\n[[bodies]]\nname = \"P\"\nmass = 1.0\ninertia = 0.1\n",
    ];
    let turned = 0.5 * 0.2 / (0.1 + 0.1 * 0.1 * 2.0);
    let check = |model: &Model| {
        let motion = run(model, &tight(1.0, 1.0));
        assert!((motion.last("P.angle") - turned).abs() < 1e-9 && (motion.last("Q.x") - 0.1 * turned).abs() < 1e-9);
    };
    for order in permutations(&tables) {
        check(&parse(&format!("space = \"planar\"\n{}", order.concat())));
    }
    let json = r#"{"forces": [{"type": "torsion", "joint": "p", "torque": "0.2"}], "space": "planar",
        "joints": [{"name": "mesh", "type": "rack_pinion", "joints": ["x", "p"], "ratio": 0.1},
            {"name": "x", "type": "prismatic", "bodies": ["ground", "Q"], "axis": [1, 0]},
            {"name": "p", "type": "revolute", "bodies": ["ground", "P"], "point": [0, 0]}],
        "bodies": [{"name": "P", "mass": 1, "inertia": 0.1}, {"name": "Q", "mass": 2, "inertia": 0.1}]}"#;
    check(&Model::parse(json, "model.json").unwrap_or_else(|faults| panic!("{faults}")));
    let nested = json.replace(
        r#"{"name": "x""#,
        r#"{"name": "g", "type": "gear", "joints": ["p", "mesh"], "ratio": 1}, {"name": "x""#,
    );
    let faults = Model::parse(&nested, "model.json").expect_err("a gear on a rack").to_string();
    assert!(faults.lines().count() == 1 && faults.contains("'mesh' is a rack_pinion"), "{faults}");
}
