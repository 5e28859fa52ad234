//! Bodies with an origin of their own, and models made of parts: what is moved, turned or mirrored moves as it did,
//! seen from there; what does not fit together is a fault in the file that says it.

use linkwork::model::{Inputs, Loaded};
use linkwork::recorder::Memory;
use linkwork::spatial::{Quat, Vec3};
use linkwork::{Faults, Model, Plan, Settings, Simulation};

fn parse(text: &str) -> Model {
    Model::parse(text, "test.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

/// Reads a model with files beside it.
fn load(text: &str, files: &[(&str, &str)]) -> Result<Loaded, Faults> {
    let open = |path: &str| match files.iter().find(|(name, _)| *name == path) {
        Some((_, text)) => Ok(text.as_bytes().to_vec()),
        None => Err("no such file".to_string()),
    };
    Model::load(text, "dir/assembly.toml", &Inputs { parameters: &[], files: Some(&open) })
}

fn load_good(text: &str, files: &[(&str, &str)]) -> Loaded {
    load(text, files).unwrap_or_else(|faults| panic!("{faults}"))
}

fn simulate(model: &Model) -> Memory {
    let settings = Settings { end: 0.3, output_step: 0.1, rtol: 1e-10, atol: 1e-12, ..Settings::of_model(model) };
    let plan = Plan::choose(model, &settings).unwrap_or_else(|error| panic!("{error}"));
    let mut rows = Memory::default();
    Simulation::new(model.clone(), plan).unwrap().run(&mut rows).unwrap_or_else(|error| panic!("{error}"));
    rows
}

#[test]
fn a_body_with_a_center_is_measured_from_its_own_origin() {
    let model = |body: &str, frame: &str, points: [&str; 2], shapes: &str| {
        parse(&format!(
            r#"
            gravity = [0, -9.81, 0]
            [[bodies]]
            name = "arm"
            mass = 2
            inertia = [0.25, 0.5, 0.5]
            orientation = [0.5, 0.5, 0.5, 0.5]
            velocity = [1, 0, 0]
            {body}
            {shapes}
            [[joints]]
            name = "ball"
            type = "spherical"
            bodies = ["ground", "arm"]
            first = {{ point = [1, 2, 3] }}
            second = {{ point = {frame} }}
            [[forces]]
            type = "spring"
            bodies = ["ground", "arm"]
            first = [0, 0, 0]
            second = {}
            stiffness = 10
            length = 1
            [[forces]]
            type = "force"
            body = "arm"
            point = {}
            value = [1, 0, 0]
            [[forces]]
            type = "torque"
            body = "arm"
            value = [1, 0, 0]
            "#,
            points[0], points[1]
        ))
    };
    // The orientation takes x to y, y to z and z to x.
    let plain = model(
        "position = [1, 2.5, 3.25]",
        "[-0.5, -0.25, 0]",
        ["[0.25, 0, 0]", "[0, 0.5, 0]"],
        "shapes = [{ kind = \"box\", size = [1, 1, 1], position = [-0.5, -0.25, 0] }, \
         { kind = \"capsule\", radius = 0.1, from = [0, 0, 0], to = [0.5, 0, 0] }]",
    );
    let centered = model(
        "position = [1, 2, 3]\ncenter = [0.5, 0.25, 0]",
        "[0, 0, 0]",
        ["[0.75, 0.25, 0]", "[0.5, 0.75, 0]"],
        "shapes = [{ kind = \"box\", size = [1, 1, 1] }, \
         { kind = \"capsule\", radius = 0.1, from = [0.5, 0.25, 0], to = [1, 0.25, 0] }]",
    );
    assert_eq!(plain.bodies[0].position, centered.bodies[0].position);
    assert_eq!(plain.hash(), centered.hash());
    let drawn = |model: &Model| serde_json::to_string(&model.bodies[0].shapes).unwrap().replace(".0", "");
    assert_eq!(drawn(&plain), drawn(&centered));
}

/// Joints and forces of many types, some driven; where each vector stands, and how it follows a reflection, matters.
const MACHINE: &str = r#"
gravity = [7, 7, 7]
[parameters]
speed = 2
[[bodies]]
name = "arm"
mass = 2
inertia = [0.2, 0.3, 0.4, 0.05, -0.03, 0.02]
position = [0.5, 0.1, -0.2]
orientation = [0.8, 0.0, 0.36, 0.48]
center = [0.05, -0.02, 0.03]
[[bodies]]
name = "slide"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [1.0, 0.3, 0.1]
[[bodies]]
name = "nut"
mass = 0.5
inertia = [0.02, 0.03, 0.03]
position = [0.2, 0.9, 0.3]
velocity = [0, 0, 0]
[[bodies]]
name = "fork"
mass = 0.7
inertia = [0.03, 0.02, 0.04, 0.005, 0, 0]
position = [-0.5, 0.4, 0.2]
[[bodies]]
name = "bead"
mass = 0.3
inertia = [0.01, 0.01, 0.01]
position = [0.0, -0.7, 0.0]
velocity = [0.0, 0.0, 0.2]
[[bodies]]
name = "free"
mass = 1
inertia = [0.1, 0.2, 0.25]
position = [2, 0, 0]
velocity = [0.3, 0.2, -0.1]
angular_velocity = [1, -2, 0.5]
[[joints]]
name = "hinge"
type = "revolute"
bodies = ["ground", "arm"]
point = [0.1, 0, 0]
axis = [0, 0.6, 0.8]
motion = "speed*t + 0.1*sin(5*t)"
[[joints]]
name = "rail"
type = "prismatic"
bodies = ["arm", "slide"]
axis = [0.6, 0, 0.8]
q = 0.05
qd = -0.3
[[joints]]
type = "screw"
name = "thread"
bodies = ["ground", "nut"]
point = [0.2, 0.9, 0]
axis = [0, 0.28, 0.96]
pitch = 0.07
qd = 3
[[joints]]
name = "cross"
type = "universal"
bodies = ["ground", "fork"]
first = { point = [-0.6, 0.4, 0.2], axis = [0, 0, 1] }
second = { point = [-0.1, 0, 0], axis = [0, 1, 0] }
[[joints]]
name = "wire"
type = "point_curve"
bodies = ["ground", "bead"]
point = [0, -0.7, -0.5]
point2 = [0, -0.7, 0]
curve = { points = [[-0.1, 0.1, -0.2], [0, 0, 0.5], [0.05, 0.1, 0.8], [0.0, 0.4, 1.2]] }
[[forces]]
name = "coil"
type = "spring"
bodies = ["ground", "fork"]
first = [-1, 0.1, 0.3]
second = [0.1, 0.2, 0]
stiffness = 30
damping = 1
[[forces]]
name = "twist"
type = "torsion"
joint = "thread"
stiffness = 0.2
angle = 0.5
torque = "0.1*t"
[[forces]]
name = "push"
type = "force"
body = "free"
point = [0.1, 0.2, 0.3]
value = ["1 + t", 0.5, "cos(3*t)"]
[[forces]]
name = "jet"
type = "force"
body = "free"
frame = "body"
point = [0.0, 0.2, 0.0]
value = [0.2, "t", 0.7]
[[forces]]
name = "motor"
type = "torque"
body = "free"
value = [0.3, "0.1*t", -0.2]
[[forces]]
name = "gyro"
type = "torque"
body = "free"
frame = "body"
value = [0.1, 0, "0.4*t"]
[[forces]]
name = "mount"
type = "bushing"
bodies = ["arm", "free"]
first = { point = [0.2, 0, 0] }
second = { point = [-1, 0, 0] }
stiffness = [1, 2, 3, 0.4, 0.5, 0.6]
damping = [0.1, 0.2, 0.3, 0.04, 0.05, 0.06]
[[forces]]
name = "rubber"
type = "bushing"
bodies = ["ground", "bead"]
point = [0.1, -0.7, 0]
stiffness = [1, 2, 3, 0.4, 0.5, 0.6]
[[forces]]
name = "floor"
type = "plane_spring"
body = "free"
point = [0, -0.1, 0]
plane = { normal = [0.6, 0.8, 0] }
stiffness = 5
unilateral = false
[simulation]
end = 1
"#;

/// A map of positions and of axial vectors from the part's world to that of the assembly.
struct View {
    mirror: Option<usize>,
    orientation: Quat,
    position: Vec3,
}

impl View {
    fn polar(&self, mut v: Vec3) -> Vec3 {
        self.mirror.into_iter().for_each(|k| v[k] = -v[k]);
        self.orientation.matrix() * v
    }

    fn axial(&self, v: Vec3) -> Vec3 {
        if self.mirror.is_some() { -self.polar(v) } else { self.polar(v) }
    }
}

fn vectors(rows: &Memory, body: &str, names: [&str; 3]) -> Vec<Vec3> {
    let columns = names.map(|name| rows.column(&format!("{body}.{name}")).unwrap_or_else(|| panic!("{body}.{name}")));
    (0..rows.rows.len()).map(|k| Vec3([0, 1, 2].map(|i| columns[i][k]))).collect()
}

fn assert_near(found: &[Vec3], expected: &[Vec3], what: &str) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        // Tolerances of the integration and of the assembly, over a third of a second.
        assert!((*a - *b).norm() < 1e-7 * (1.0 + b.norm()), "{what}: {a:?} instead of {b:?}");
    }
}

#[test]
fn a_part_moves_as_its_file_does_seen_from_where_it_is() {
    let machine = MACHINE.replace("gravity = [7, 7, 7]", "gravity = [0.5, -1, -9.81]");
    let alone = simulate(&parse(&machine));
    let g = Vec3([0.5, -1.0, -9.81]);
    for (mirror, turned) in [(None, true), (Some(0), false), (Some(1), false), (Some(2), false), (Some(1), true)] {
        let orientation = if turned { Quat([0.8, 0.36, 0.0, 0.48]) } else { Quat::IDENTITY };
        let position = if turned { Vec3([1.0, -2.0, 0.5]) } else { Vec3::ZERO };
        let view = View { mirror, orientation, position };
        let gravity = view.polar(g);
        let mirrored = mirror.map_or(String::new(), |k| format!("mirror = \"{}\"\n", ["x", "y", "z"][k]));
        let assembly = format!(
            "gravity = {:?}\n[[parts]]\nfile = \"machine.toml\"\nname = \"m\"\nposition = {:?}\norientation = {:?}\n{mirrored}",
            gravity.0, position.0, orientation.0
        );
        let loaded = load_good(&assembly, &[("machine.toml", MACHINE)]);
        let rows = simulate(&loaded.model);
        let case = format!("mirror {mirror:?}, turned {turned}");
        for body in ["arm", "slide", "nut", "fork", "bead", "free"] {
            let of = |rows: &Memory, prefix: &str, names| vectors(rows, &format!("{prefix}{body}"), names);
            let place = |v: &Vec3| view.polar(*v) + view.position;
            let positions: Vec<Vec3> = of(&alone, "", ["x", "y", "z"]).iter().map(place).collect();
            assert_near(&of(&rows, "m.", ["x", "y", "z"]), &positions, &format!("{case}: position of {body}"));
            let spins: Vec<Vec3> = of(&alone, "", ["wx", "wy", "wz"]).iter().map(|w| view.axial(*w)).collect();
            assert_near(&of(&rows, "m.", ["wx", "wy", "wz"]), &spins, &format!("{case}: spin of {body}"));
            let speeds: Vec<Vec3> = of(&alone, "", ["ax", "ay", "az"]).iter().map(|a| view.polar(*a)).collect();
            assert_near(&of(&rows, "m.", ["ax", "ay", "az"]), &speeds, &format!("{case}: acceleration of {body}"));
        }
        // Coordinates of joints keep their sense.
        for joint in ["hinge", "rail", "thread"] {
            let [found, expected] = [(&rows, "m."), (&alone, "")].map(|(rows, prefix)| {
                let q = rows.column(&format!("{prefix}{joint}.q")).unwrap();
                q.into_iter().map(|q| Vec3([q, 0.0, 0.0])).collect::<Vec<_>>()
            });
            assert_near(&found, &expected, &format!("{case}: coordinate of {joint}"));
        }
        // The copy without parts is the same model.
        assert_eq!(parse(&loaded.resolved.unwrap()).hash(), loaded.model.hash());
    }
}

const FLAT: &str = r#"
space = "planar"
[[bodies]]
name = "crank"
mass = 1
inertia = 0.1
position = [0.5, 0.1]
angle = 0.2
[[bodies]]
name = "rack"
mass = 2
inertia = 0.1
position = [0.3, -0.4]
[[bodies]]
name = "bob"
mass = 0.5
inertia = 0.05
position = [1.2, 0.3]
angular_velocity = 0.7
[[bodies]]
name = "bead"
mass = 0.2
inertia = 0.01
position = [0, 1]
[[joints]]
name = "pivot"
type = "revolute"
bodies = ["ground", "crank"]
point = [0, 0]
qd = 2
[[joints]]
name = "guide"
type = "prismatic"
bodies = ["ground", "rack"]
axis = [0.8, 0.6]
[[joints]]
name = "teeth"
type = "rack_pinion"
joints = ["pivot", "guide"]
ratio = 0.3
[[joints]]
name = "drive"
type = "revolute"
bodies = ["crank", "bob"]
point = [1, 0.2]
motion = "sin(2*t)"
[[joints]]
name = "wire"
type = "point_curve"
bodies = ["ground", "bead"]
point = [0, 0.5]
point2 = [0, 1]
curve = { points = [[-0.5, 0.1], [0, 0.5], [0.3, 0.4], [0.8, 0.0]] }
[[forces]]
type = "torsion"
joint = "pivot"
stiffness = 3
angle = 0.4
torque = "t"
[[forces]]
name = "spin"
type = "torque"
body = "bob"
value = "0.3 + t"
[[forces]]
name = "wind"
type = "force"
body = "rack"
value = ["2*t", 1]
[[forces]]
name = "pad"
type = "bushing"
bodies = ["ground", "bead"]
point = [0, 1.1]
stiffness = [3, 5, 0.2]
"#;

#[test]
fn a_planar_part_is_mirrored_too() {
    let alone = simulate(&parse(&format!("gravity = [1, -9.81]\n{FLAT}")));
    for (k, axis) in ["x", "y"].into_iter().enumerate() {
        let mut g = [1.0, -9.81];
        g[k] = -g[k];
        let (s, c) = 0.3_f64.sin_cos();
        let gravity = [c * g[0] - s * g[1], s * g[0] + c * g[1]];
        let assembly = format!(
            "space = \"planar\"\ngravity = {gravity:?}\n[[parts]]\nfile = \"flat.toml\"\nname = \"m\"\n\
             angle = 0.3\nposition = [1, 2]\nmirror = \"{axis}\"\n"
        );
        let loaded = load_good(&assembly, &[("flat.toml", FLAT)]);
        let rows = simulate(&loaded.model);
        for body in ["crank", "rack", "bob", "bead"] {
            let column = |rows: &Memory, name: &str| rows.column(name).unwrap();
            let [x, y] = ["x", "y"].map(|name| column(&alone, &format!("{body}.{name}")));
            let image = |i: usize| {
                let mut r = [x[i], y[i]];
                r[k] = -r[k];
                Vec3([1.0 + c * r[0] - s * r[1], 2.0 + s * r[0] + c * r[1], 0.0])
            };
            let [x, y] = ["x", "y"].map(|name| column(&rows, &format!("m.{body}.{name}")));
            let found: Vec<Vec3> = (0..x.len()).map(|i| Vec3([x[i], y[i], 0.0])).collect();
            let expected: Vec<Vec3> = (0..x.len()).map(image).collect();
            assert_near(&found, &expected, &format!("{axis}: {body}"));
            let turn = |rows: &Memory, name: &str, sign: f64| -> Vec<Vec3> {
                column(rows, name).into_iter().map(|w| Vec3([sign * w, 0.0, 0.0])).collect()
            };
            let expected = turn(&alone, &format!("{body}.w"), -1.0);
            assert_near(&turn(&rows, &format!("m.{body}.w"), 1.0), &expected, &format!("{axis}: {body}.w"));
        }
    }
}

const WHEEL: &str = r#"
[parameters]
radius = "300 mm"
m = "10 kg"
[[bodies]]
name = "hub"
mass = "m"
inertia = ["m*radius^2/4", "m*radius^2/4", "m*radius^2/2"]
[[joints]]
type = "revolute"
bodies = ["ground", "hub"]
point = [0, 0, 0]
axis = [0, 0, 1]
"#;

#[test]
fn parts_have_names_parameters_and_parts_of_their_own() {
    let axle = "[[parts]]\nfile = \"wheel.toml\"\nname = \"left\"\nposition = [0, 0, 1]\nparameters = { radius = \"r\" }\n\
                [[parts]]\nfile = \"../lib/wheel.toml\"\nname = \"right\"\nmirror = \"z\"\nposition = [0, 0, -1]\n\
                [parameters]\nr = \"20 cm\"\n";
    let car = "units = { length = \"mm\" }\n[parameters]\nsize = 250\n\
               [[parts]]\nfile = \"parts/axle.toml\"\nname = \"front\"\nposition = [2000, 0, 0]\nparameters = { r = \"size\" }\n\
               [[joints]]\nname = \"tie\"\ntype = \"distance\"\nbodies = [\"front.left.hub\", \"ground\"]\n\
               first = { point = [100, 0, 0] }\nsecond = { point = [2000, 0, 0] }\n";
    let files = [("parts/axle.toml", axle), ("parts/wheel.toml", WHEEL), ("lib/wheel.toml", WHEEL)];
    let model = load_good(car, &files).model;
    let names: Vec<&str> = model.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["front.left.hub", "front.right.hub"]);
    let joints: Vec<&str> = model.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(joints, ["tie", "front.left.joint1", "front.right.joint1"]);
    assert_eq!(model.bodies[0].position, Vec3([2.0, 0.0, 1.0]));
    // A plain 250 is in the units of the file in which it stands: mm.
    assert_eq!(model.bodies[0].inertia.0[2][2], 10.0 * 0.25_f64.powi(2) / 2.0);
    assert_eq!(model.bodies[1].inertia.0[2][2], 10.0 * 0.3_f64.powi(2) / 2.0);
}

#[test]
fn wrong_parts_are_faults_where_they_are_written() {
    let part = |lines: &str| format!("[[parts]]\nfile = \"wheel.toml\"\nname = \"w\"\n{lines}\n");
    let wheel = |old: &str, new: &str| {
        assert!(WHEEL.contains(old));
        WHEEL.replace(old, new)
    };
    let cases = [
        (part("mirror = \"w\""), WHEEL.into(), "dir/assembly.toml:4: parts[0].mirror: unknown mirror \"w\""),
        (part("angle = 1"), WHEEL.into(), "parts[0].angle: a spatial part has no `angle`"),
        (part("position = [1, 2]"), WHEEL.into(), "parts[0].position: `position` needs 3 numbers, found 2"),
        (part("orientation = [2, 0, 0, 0]"), WHEEL.into(), "parts[0].orientation: the quaternion has length 2"),
        (
            part("parameters = { radios = 1 }"),
            WHEEL.into(),
            "'wheel.toml' has no parameter `radios`; did you mean `radius`?",
        ),
        (
            part("parameters = { radius = \"1 kg\" }"),
            WHEEL.into(),
            "dir/wheel.toml:8: bodies[0].inertia[0]: expected a moment",
        ),
        (part("parameters = 3"), WHEEL.into(), "expected a table such as { radius = 0.3 }"),
        (part("").replace("wheel", "weel"), WHEEL.into(), "parts[0].file: cannot read 'weel.toml': no such file"),
        (part("").replace("file", "fil"), WHEEL.into(), "did you mean `file`?"),
        (part("").replace("name = \"w\"", ""), WHEEL.into(), "missing `name`"),
        (part("") + &part(""), WHEEL.into(), "parts[1].name: another part has this name"),
        (part(""), wheel("mass = \"m\"", "mass = -1"), "dir/wheel.toml:7: bodies[0].mass: must be zero or a positive"),
        (part(""), wheel("mass = \"m\"", "mas = 1"), "dir/wheel.toml:7: bodies[0].mas: unknown key"),
        (
            part(""),
            wheel("\"hub\"]", "\"hob\"]"),
            "dir/wheel.toml:11: joints[0].bodies: no body is called 'w.hob'; did you mean 'w.hub'?",
        ),
        (
            part(""),
            format!("space = \"planar\"\n{WHEEL}"),
            "'wheel.toml' is a planar model and this one spatial; they must agree",
        ),
        (part(""), part("").replace("wheel", "assembly"), "in a circle: assembly.toml → wheel.toml → assembly.toml"),
        ("parts = 3".into(), WHEEL.into(), "expected a list of tables"),
    ];
    for (assembly, wheel, message) in cases {
        let faults = match load(&assembly, &[("wheel.toml", &wheel), ("assembly.toml", &part(""))]) {
            Ok(_) => panic!("accepted: {assembly}"),
            Err(faults) => faults.to_string(),
        };
        assert!(faults.contains(message), "{assembly}\nshould say {message}:\n{faults}");
    }
    let alone = Model::parse(&part(""), "assembly.toml").unwrap_err().to_string();
    assert!(alone.contains("files of parts cannot be read here"), "{alone}");
}

/// A robot as URDF files have it: frames on both sides of each joint, and no positions.
const ROBOT: &str = r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "tool"
mass = 1
inertia = [0.01, 0.01, 0.01]
center = [0, 0, 0.1]
[[bodies]]
name = "forearm"
mass = 2
inertia = [0.02, 0.02, 0.01]
center = [0.1, 0, 0]
[[bodies]]
name = "upper"
mass = 3
inertia = [0.03, 0.03, 0.01]
center = [0, 0, 0.2]
[[joints]]
name = "wrist"
type = "prismatic"
bodies = ["tool", "forearm"]
first = { point = [0, 0, 0], axis = [0, 0, 1], normal = [1, 0, 0] }
second = { point = [0.4, 0, 0], axis = [1, 0, 0], normal = [0, 0, 1] }
q = "-0.2 m"
[[joints]]
name = "elbow"
type = "revolute"
bodies = ["upper", "forearm"]
first = { point = [0, 0, 0.5], axis = [0, 1, 0], normal = [0, 0, 1] }
second = { point = [0, 0, 0], axis = [0, 1, 0], normal = [1, 0, 0] }
q = "60 deg"
[[joints]]
name = "shoulder"
type = "revolute"
bodies = ["ground", "upper"]
first = { point = [0.5, 0, 1], axis = [0, 1, 0], normal = [0, 0, 1] }
second = { point = [0, 0, 0], axis = [0, 1, 0], normal = [0, 0, 1] }
motion = "0.51 + t"
"#;

#[test]
fn joints_with_frames_place_bodies() {
    let model = parse(ROBOT);
    // Shoulder at (0.5, 0, 1), arm leaning by 0.51 rad about y; the forearm by another 60 degrees; the tool slides
    // along.
    let point = |angle: f64, along: f64| Vec3([along * f64::sin(angle), 0.0, along * f64::cos(angle)]);
    let (a, b) = (0.51, 0.51 + 60_f64.to_radians());
    let shoulder = Vec3([0.5, 0.0, 1.0]);
    let elbow = shoulder + point(a, 0.5);
    let expected = [elbow + point(b, 0.4 + 0.2 + 0.1), elbow + point(b, 0.1), shoulder + point(a, 0.2)];
    for (body, expected) in model.bodies.iter().zip(expected) {
        assert!((body.position - expected).norm() < 1e-12, "{}: {:?} {expected:?}", body.name, body.position);
    }
    // Nothing is left for the assembly: no warning that bodies were moved.
    let plan = Plan::choose(&model, &Settings::of_model(&model)).unwrap_or_else(|error| panic!("{error}"));
    assert!(plan.notes(&model).iter().all(|note| !note.contains("moved")), "{:?}", plan.notes(&model));
    // As a part that is moved and mirrored, the same.
    let loaded = load_good(
        "[[parts]]\nname = \"r\"\nfile = \"robot.toml\"\nmirror = \"x\"\nposition = [1, 2, 0]\n",
        &[("robot.toml", ROBOT)],
    );
    for (body, expected) in loaded.model.bodies.iter().zip(expected) {
        let image = Vec3([1.0 - expected[0], 2.0, expected[2]]);
        assert!((body.position - image).norm() < 1e-12, "{}: {:?} {image:?}", body.name, body.position);
    }
}

#[test]
fn open_bodies_in_the_plane_follow_their_joints() {
    let text = r#"
        space = "planar"
        [[bodies]]
        name = "crank"
        mass = 1
        inertia = 0.1
        [[bodies]]
        name = "slider"
        mass = 1
        inertia = 0.1
        [[bodies]]
        name = "alone"
        mass = 1
        inertia = 0.1
        [[bodies]]
        name = "beside"
        mass = 1
        inertia = 0.1
        [[joints]]
        name = "a"
        type = "revolute"
        bodies = ["crank", "ground"]
        first = { point = [-0.5, 0], normal = [1, 0] }
        second = { point = [1, 1], normal = [0, 1] }
        q = "30 deg"
        [[joints]]
        name = "b"
        type = "prismatic"
        bodies = ["crank", "slider"]
        first = { point = [0.5, 0], axis = [1, 0] }
        second = { point = [0, 0], axis = [0, 1] }
        q = 0.25
        [[joints]]
        name = "c"
        type = "revolute"
        bodies = ["alone", "beside"]
        first = { point = [1, 0] }
        second = { point = [-1, 0] }
    "#;
    let model = parse(text);
    let angle = 60_f64.to_radians();
    let along = Vec3([angle.cos(), angle.sin(), 0.0]);
    let hub = Vec3([1.0, 1.0, 0.0]);
    assert!((model.bodies[0].angle - angle).abs() < 1e-14, "{}", model.bodies[0].angle);
    assert!((model.bodies[0].position - (hub + 0.5 * along)).norm() < 1e-14);
    assert!((model.bodies[1].position - (hub + 1.25 * along)).norm() < 1e-14, "{:?}", model.bodies[1].position);
    assert!((model.bodies[1].angle - (angle - 90_f64.to_radians())).abs() < 1e-14);
    assert_eq!(model.bodies[2].position, Vec3::ZERO);
    assert_eq!(model.bodies[3].position, Vec3([2.0, 0.0, 0.0]));
}
