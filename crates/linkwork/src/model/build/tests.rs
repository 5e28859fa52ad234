//! The meaning of models once built: markers, coordinates, defaults, warnings; and that they can be written and read
//! back.

use crate::model::file::{self, BodyEntry, ForceEntry, FrameEntry, JointEntry};
use crate::model::force::{AppliedTorque, Bushing};
use crate::model::joint::{Distance, RackPinion};
use crate::model::{Force, Joint, JointKind, Marker, Model, ModelFile, Space};
use crate::spatial::{Mat3, Quat, Vec3};

/// Round-off of a rotation there and back on numbers of order one.
const ROUND: f64 = 1e-15;

const BODIES: &str = r#"
gravity = [0, -9.81, 0]
[[bodies]]
name = "a"
mass = 2
inertia = [1.0, 1.0, 1.0]
position = [1.0, 2.0, 3.0]
orientation = [0.8, 0.0, 0.6, 0.0]
[[bodies]]
name = "b"
mass = 1
inertia = [1.0, 1.1, 1.2, 0.1, 0.0, 0.0]
position = [-1.0, 0.5, 0.0]
orientation = [0.5, 0.5, 0.5, 0.5]
"#;

fn model(joints: &str) -> Model {
    Model::parse(&format!("{BODIES}{joints}"), "test.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

fn joint(keys: &str) -> (Model, Joint) {
    let model = model(&format!("[[joints]]\nname = \"J\"\nbodies = [\"a\", \"b\"]\n{keys}"));
    let joint = model.joints[0].clone();
    (model, joint)
}

/// Origin and axes of a marker in the world.
fn in_world(model: &Model, marker: &Marker) -> (Vec3, Mat3) {
    match marker.body.index() {
        None => (marker.point, marker.axes),
        Some(i) => {
            let (R_WB, p_WB) = (model.bodies[i].orientation.matrix(), model.bodies[i].position);
            (p_WB + R_WB * marker.point, R_WB * marker.axes)
        }
    }
}

fn assert_near(a: Vec3, b: Vec3) {
    assert!((a - b).norm() < 10.0 * ROUND * (1.0 + b.norm()), "{a:?} is not {b:?}");
}

#[test]
fn a_world_placement_makes_markers_that_coincide() {
    for kind in ["revolute", "cylindrical", "prismatic", "plane_plane", "point_line", "point_plane", "fixed"] {
        let (model, joint) = joint(&format!("type = \"{kind}\"\npoint = [0.1, 0.2, 0.3]\naxis = [0, 3, 4]"));
        assert_eq!(joint.kind.word(), kind);
        let (p1, R1) = in_world(&model, &joint.first);
        let (p2, R2) = in_world(&model, &joint.second);
        assert_near(p1, Vec3([0.1, 0.2, 0.3]));
        assert_near(p2, p1);
        assert_near(R1.column(2), Vec3([0.0, 0.6, 0.8]));
        (0..3).for_each(|k| assert_near(R1.column(k), R2.column(k)));
        assert_near(R1.column(0).cross(R1.column(1)), R1.column(2));
        assert_eq!(joint.offset, 0.0);
    }
}

#[test]
fn a_given_normal_is_the_x_column_on_both_sides() {
    let (model, joint) = joint("type = \"revolute\"\npoint = [0, 0, 0]\naxis = [0, 0, 2]\nnormal = [0, 5, 0]");
    for marker in [&joint.first, &joint.second] {
        assert_near(in_world(&model, marker).1.column(0), Vec3([0.0, 1.0, 0.0]));
    }
}

#[test]
fn frames_are_in_body_axes_and_one_normal_serves_both() {
    let (model, joint) = joint(
        "type = \"revolute\"\nfirst = { point = [1, 0, 0], axis = [0, 0, 1], normal = [1, 0, 0] }\n\
         second = { point = [0, 1, 0], axis = [1, 0, 0] }",
    );
    assert_eq!(joint.first.point, Vec3([1.0, 0.0, 0.0]));
    assert_eq!(joint.first.axes, Mat3::IDENTITY);
    assert_eq!(joint.second.axes.column(2), Vec3([1.0, 0.0, 0.0]));
    // The second normal has no component across the first normal and its own axis: the angle is zero here.
    let (_, R1) = in_world(&model, &joint.first);
    let (_, R2) = in_world(&model, &joint.second);
    let sideways = R2.column(2).cross(R1.column(0));
    assert!(R2.column(0).dot(sideways).abs() < 10.0 * ROUND && R2.column(0).dot(R1.column(0)) > 0.0);
}

#[test]
fn travel_is_counted_from_the_file_unless_both_normals_are_given() {
    let frames = |normal: &str| {
        format!(
            "type = \"prismatic\"\nfirst = {{ point = [0, 0, 0], axis = [1, 0, 0]{normal} }}\n\
             second = {{ point = [0, 0, 0], axis = [0, 1, 0]{} }}",
            normal.replace("[0, 0, 1]", "[1, 0, 0]")
        )
    };
    let (model, relative) = joint(&frames(""));
    let axis = in_world(&model, &relative.first).1.column(2);
    let travel = (model.bodies[1].position - model.bodies[0].position).dot(axis);
    assert!(travel.abs() > 0.1 && (relative.offset - travel).abs() < 10.0 * ROUND);
    let (_, absolute) = joint(&frames(", normal = [0, 0, 1]"));
    assert_eq!(absolute.offset, 0.0);
}

#[test]
fn fixed_without_axis_keeps_the_orientation_of_the_file() {
    let (model, joint) = joint("type = \"fixed\"");
    let (p1, R1) = in_world(&model, &joint.first);
    let (p2, R2) = in_world(&model, &joint.second);
    assert_near(p1, model.bodies[1].position);
    assert_near(p2, p1);
    (0..3).for_each(|k| {
        assert_near(R1.column(k), Mat3::IDENTITY.column(k));
        assert_near(R2.column(k), Mat3::IDENTITY.column(k));
    });
}

#[test]
fn universal_has_an_axis_on_each_body() {
    let (model, joint) = joint("type = \"universal\"\npoint = [0, 0, 0]\naxis = [1, 0, 0]\naxis2 = [0, 1, 0]");
    assert_near(in_world(&model, &joint.first).1.column(2), Vec3([1.0, 0.0, 0.0]));
    assert_near(in_world(&model, &joint.second).1.column(2), Vec3([0.0, 1.0, 0.0]));
}

#[test]
fn distance_has_the_initial_length_by_default() {
    let (_, joint) = joint("type = \"distance\"\npoint = [0, 0, 0]\npoint2 = [3, 4, 0]");
    let JointKind::Distance(Distance { length }) = joint.kind else { panic!("{:?}", joint.kind) };
    assert!((length - 5.0).abs() < 10.0 * ROUND);
}

#[test]
fn a_rack_stores_the_angle_first_and_may_come_before_its_joints() {
    let text = r#"
[[joints]]
name = "R"
type = "rack_pinion"
joints = ["slide", "turn"]
ratio = 0.1
[[joints]]
name = "turn"
type = "revolute"
bodies = ["ground", "a"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[joints]]
name = "slide"
type = "prismatic"
bodies = ["ground", "b"]
axis = [1, 0, 0]
"#;
    let model = model(text);
    let JointKind::RackPinion(RackPinion { joints, ratio }) = model.joints[0].kind else { panic!() };
    assert_eq!((joints.map(|j| j.index()), ratio), ([1, 2], 0.1));
    assert_eq!(model.joints[0].second.body, model.joints[2].second.body);
}

#[test]
fn planar_models_lie_in_the_plane() {
    let text = r#"
space = "planar"
gravity = [0, -9.81]
[[bodies]]
name = "cart"
mass = 1
inertia = 0.1
position = [1, 2]
angle = 7.0
angular_velocity = 0.5
velocity = [1, 0, 0]
[[joints]]
type = "prismatic"
bodies = ["ground", "cart"]
axis = [3, 4]
[[forces]]
type = "torque"
body = "cart"
value = "sin(t)"
[[forces]]
type = "bushing"
bodies = ["ground", "cart"]
point = [1, 2]
stiffness = [1, 2, 3]
"#;
    let model = Model::parse(text, "cart.toml").unwrap_or_else(|f| panic!("{f}"));
    let body = &model.bodies[0];
    assert_eq!(model.space, Space::Planar);
    assert_eq!((body.position, body.angle, body.angular_velocity), (Vec3([1.0, 2.0, 0.0]), 7.0, Vec3([0.0, 0.0, 0.5])));
    let joint = &model.joints[0];
    assert_eq!(joint.name, "joint1");
    for marker in [&joint.first, &joint.second] {
        let (p, R) = in_world(&model, marker);
        assert_near(p, Vec3([1.0, 2.0, 0.0]));
        assert_near(R.column(0), Vec3([0.6, 0.8, 0.0]));
        assert_near(R.column(2), Vec3([0.0, 0.0, 1.0]));
    }
    let Force::AppliedTorque(AppliedTorque { value, .. }) = &model.forces[0] else { panic!() };
    assert_eq!((value[0].value(1.0), value[2].value(1.0)), (0.0, 1.0_f64.sin()));
    let Force::Bushing(Bushing { stiffness, damping, .. }) = &model.forces[1] else { panic!() };
    assert_eq!((*stiffness, *damping), ([1.0, 2.0, 0.0, 0.0, 0.0, 3.0], [0.0; 6]));
}

#[test]
fn a_thin_rod_is_legal_and_warned_about() {
    let rod = BodyEntry::new("rod").mass(1.0).inertia([0.0, 0.1, 0.1]);
    let model = Model::builder().body(rod).build().unwrap();
    assert!(model.warnings.len() == 1 && model.warnings[0].contains("'rod'"), "{:?}", model.warnings);
    assert!((model.bodies[0].inertia.0[0][0] - 1e-9).abs() < 1e-24);
}

#[test]
fn a_bushing_has_the_world_axes_by_default() {
    let (mut model, _) = joint("type = \"spherical\"\npoint = [0, 0, 0]");
    let text =
        "[[forces]]\ntype = \"bushing\"\nbodies = [\"a\", \"b\"]\npoint = [0, 0, 0]\nstiffness = [1, 1, 1, 1, 1, 1]";
    model.forces = self::model(text).forces;
    let Force::Bushing(Bushing { first, second, .. }) = &model.forces[0] else { panic!() };
    for marker in [first, second] {
        let (_, R) = in_world(&model, marker);
        (0..3).for_each(|k| assert_near(R.column(k), Mat3::IDENTITY.column(k)));
    }
}

/// A model with every sort of key, numbers that are hard to print among them.
fn rich() -> ModelFile {
    let frame = |x: f64| FrameEntry::at([x, 0.1 + 0.2, -0.0]).axis([0.0, 0.0, 1.0]);
    let [w, x, y, z] = Quat::from_rotation_vector(Vec3([0.1, 0.2, 0.3])).0;
    let mut file = Model::builder()
        .name("rich \"quoted\" naïve")
        .gravity([0.0, -9.806_65, 1e-300])
        .body(BodyEntry::new("a").mass(1.0 / 3.0).inertia([1.0, 1.0, 1.0]).orientation([w, x, y, z]))
        .body(BodyEntry::new("b").mass(1e21).inertia([1e20, 1e20, 1e20, 0.0, 0.0, 5e-324]).velocity([1.0, 2.0, 3.0]))
        .joint(JointEntry::revolute("J", "a", "b").first(frame(1e22)).second(frame(f64::MIN_POSITIVE)).motion("2*t"))
        .joint(JointEntry::revolute("K", "ground", "a").point([0.0; 3]).axis([1.0, 0.0, 0.0]).motion(0.25))
        .joint(JointEntry::gear("G", "J", "K", -2.5))
        .force(ForceEntry::spring("a", [0.0; 3], "b", [1.0; 3]).stiffness(100.0).force("sin(t)"))
        .force(ForceEntry::force_on("a", ["t", "0", "step(t, 0, 0, 1, 1)"]).frame("body"))
        .force(ForceEntry::plane_spring("b", [0.0; 3], [0.0, 1.0, 0.0]).stiffness(1e4).unilateral(false))
        .force(ForceEntry::bushing("a", "b", [0.0; 3]).stiffness([1.0; 6]))
        .force(ForceEntry::drag("b", 0.1 + 0.2).point([0.0, 0.5, 0.0]))
        .simulate(5.0, 0.01)
        .into_file();
    let keys = [("size".to_string(), serde_json::json!([1.5, 2.0, 3.0])), ("color".into(), "red".into())];
    file.bodies[0].shapes.push(crate::model::Shape { kind: "box".into(), keys: keys.into() });
    file
}

#[test]
fn written_files_read_back_to_the_same_model() {
    let file = rich();
    for (text, name) in [(file.to_toml(), "rich.toml"), (file.to_json(), "rich.json")] {
        let back = file::read(&text, name).unwrap_or_else(|f| panic!("{f}\n{text}"));
        assert_eq!(back, file, "{text}");
        // PartialEq takes −0 for 0; its sign must survive as well.
        let Some(file::Place::Frame(frame)) = &back.joints[0].first else { panic!("{name}") };
        assert!(frame.point.as_ref().is_some_and(|p| p[2].to_bits() == (-0.0_f64).to_bits()), "{name}");
    }
}

#[test]
fn a_hundred_thousand_bodies_are_read_in_seconds() {
    let mut builder = Model::builder();
    for i in 0..100_000 {
        let before = if i == 0 { "ground".to_string() } else { format!("b{}", i - 1) };
        let body = BodyEntry::new(format!("b{i}")).mass(1.0).inertia([1.0, 1.0, 1.0]).position([i as f64, 0.0, 0.0]);
        let joint = JointEntry::spherical(format!("j{i}"), before, format!("b{i}")).point([i as f64 - 0.5, 0.0, 0.0]);
        builder = builder.body(body).joint(joint);
    }
    let file = builder.into_file();
    for (text, name) in [(file.to_toml(), "long.toml"), (file.to_json(), "long.json")] {
        // One line is the hardest case for finding lines and columns.
        let text = if name.ends_with("json") { text.replace('\n', " ") } else { text };
        let start = std::time::Instant::now();
        let model = Model::parse(&text, name).unwrap_or_else(|f| panic!("{}", f.0[0]));
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(model.n_joints(), 100_000);
        // About one second on a small machine; a quadratic step would take minutes.
        assert!(seconds < 20.0, "{name}: {seconds} s");
    }
}
