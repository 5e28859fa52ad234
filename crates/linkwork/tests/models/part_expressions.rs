//! Expressions of the motion in parts: names mean what they mean in the part alone, faults stand where they were
//! written, and a mirrored part is the mirror image of one on the other side.

use linkwork::model::{Inputs, Loaded};
use linkwork::recorder::Memory;
use linkwork::{Faults, Model, Plan, Settings, Simulation};

/// Reads an assembly with one file beside it.
fn load(assembly: &str, part: &str) -> Result<Loaded, Faults> {
    let open = |path: &str| match path {
        "part.toml" => Ok(part.as_bytes().to_vec()),
        _ => Err("no such file".to_string()),
    };
    Model::load(assembly, "assembly.toml", &Inputs { parameters: &[], files: Some(&open) })
}

fn simulate(loaded: &Loaded) -> Memory {
    let model = &loaded.model;
    let settings = Settings { end: 0.3, output_step: 0.1, rtol: 1e-10, atol: 1e-12, ..Settings::of_model(model) };
    let plan = Plan::choose(model, &settings).unwrap_or_else(|error| panic!("{error}"));
    let mut rows = Memory::default();
    Simulation::new(model.clone(), plan).unwrap().run(&mut rows).unwrap_or_else(|error| panic!("{error}"));
    rows
}

/// Expressions of all that can be mirrored.
const LIMB: &str = r#"
[[bodies]]
name = "arm"
mass = 2
inertia = [0.3, 0.35, 0.4, 0.01, 0.02, 0.03]
position = [0.5, 0.2, 0]
[[bodies]]
name = "slide"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [1, 0.5, 0.3]
[[bodies]]
name = "free"
mass = 3
inertia = [0.3, 0.2, 0.4]
position = [0, 1, 2]
velocity = [0.3, -0.2, 0.1]
angular_velocity = [1, 2, -1]
[[joints]]
name = "hip"
type = "revolute"
bodies = ["ground", "arm"]
point = [0, 0.1, 0]
axis = [0.1, 0.2, 1]
qd = 0.5
[[joints]]
name = "rail"
type = "prismatic"
bodies = ["arm", "slide"]
axis = [1, 0.5, 0.2]
[[markers]]
name = "tip"
body = "arm"
point = [0.4, 0.1, 0.2]
[[markers]]
name = "eye"
body = "free"
point = [0.1, -0.2, 0.3]
[[signals]]
name = "error"
value = "0.3*sin(t) - hip.q + 0.1*arm.wx^2 - 0.2*arm.wz + tip.vy"
[[states]]
name = "sum"
rate = "error + rail.qd"
[[forces]]
name = "motor"
type = "actuator"
joint = "hip"
load = "5*error - hip.qd + sum"
[[forces]]
name = "drive"
type = "actuator"
joint = "rail"
load = "-20*rail.q + strut.rate"
[[forces]]
name = "strut"
type = "spring"
bodies = ["arm", "free"]
first = [0, 0.1, 0]
second = [0, 0, 0.1]
stiffness = 50
force = "2*eye.y - distance(tip, eye)"
[[forces]]
type = "force"
body = "free"
point = [0, 0.1, 0]
value = ["-3*free.vx", "-3*free.vy + 2*free.y", "-3*free.vz"]
[[forces]]
type = "torque"
body = "free"
frame = "body"
value = ["-0.1*free.wx", "-0.1*free.wy + motor.load", "-0.1*free.wz*abs(free.y)"]
[[outputs]]
name = "reach"
value = "arm.ay + hip.tz - hip.fy + hip.qdd"
"#;

fn assert_images(rows: &Memory, names: &[&str], sign: f64) {
    for name in names {
        let column = |side: &str| rows.column(&format!("{side}.{name}")).unwrap_or_else(|| panic!("{name}"));
        for (left, right) in column("left").into_iter().zip(column("right")) {
            // Tolerances of the integration.
            assert!((sign * left - right).abs() < 1e-7 * (1.0 + left.abs()), "{name}: {left} and {right}");
        }
    }
}

/// A part with any expression of the motion could not be mirrored.
#[test]
fn a_mirrored_part_with_expressions_is_the_image_of_the_other_side() {
    // On the right the placement of the left one, reflected: S p and S A S.
    let assembly = "gravity = [0.5, 0, -9.81]\n\
                    [[parts]]\nfile = \"part.toml\"\nname = \"left\"\nposition = [1, 2, 0.5]\n\
                    orientation = [0.8, 0.36, 0.0, 0.48]\n\
                    [[parts]]\nfile = \"part.toml\"\nname = \"right\"\nposition = [1, -2, 0.5]\n\
                    orientation = [0.8, -0.36, 0.0, -0.48]\nmirror = \"y\"\n";
    let rows = simulate(&load(assembly, LIMB).unwrap_or_else(|faults| panic!("{faults}")));
    let same =
        ["hip.q", "rail.q", "error", "sum", "reach", "motor.load", "drive.load", "strut.force", "free.x", "arm.vz"];
    assert_images(&rows, &same, 1.0);
    assert_images(&rows, &["free.wy", "arm.wy", "slide.z"], 1.0);
    assert_images(&rows, &["free.y", "free.vy", "free.wx", "arm.wz", "slide.ay", "slide.y"], -1.0);
}

const FLAT: &str = r#"space = "planar"
[[bodies]]
name = "arm"
mass = 2
inertia = 0.1
position = [0.5, 0.2]
[[joints]]
name = "hip"
type = "revolute"
bodies = ["ground", "arm"]
point = [0, 0]
qd = 0.5
[[signals]]
name = "error"
value = "0.3 - hip.q + arm.vy*arm.x - 0.1*arm.w*arm.angle^2"
[[forces]]
name = "motor"
type = "actuator"
joint = "hip"
load = "5*error - hip.qd"
[[forces]]
name = "coil"
type = "torsion"
joint = "hip"
stiffness = 1
torque = "-0.2*coil.rate + 0.1*error"
[[forces]]
type = "force"
body = "arm"
value = ["-arm.vx", "-2*arm.y"]
"#;

#[test]
fn a_mirrored_planar_part_with_expressions_is_the_image_too() {
    let assembly = "space = \"planar\"\ngravity = [0, -9.81]\n\
                    [[parts]]\nfile = \"part.toml\"\nname = \"left\"\nposition = [-1, 2]\nangle = 0.3\n\
                    [[parts]]\nfile = \"part.toml\"\nname = \"right\"\nposition = [1, 2]\nangle = -0.3\n\
                    mirror = \"x\"\n";
    let rows = simulate(&load(assembly, FLAT).unwrap_or_else(|faults| panic!("{faults}")));
    assert_images(&rows, &["error", "arm.y", "arm.vy"], 1.0);
    assert_images(&rows, &["hip.q", "hip.qd", "arm.x", "arm.w", "arm.angle", "motor.load", "coil.torque"], -1.0);
}

#[test]
fn an_expression_that_cannot_be_mirrored_is_named() {
    let mirrored = "[[parts]]\nfile = \"part.toml\"\nname = \"p\"\nmirror = \"y\"\n";
    let part = LIMB.replace("\"revolute\"", "\"cylindrical\"").replace("qd = 0.5\n", "").replace("hip.q", "hip.angle");
    let faults = load(mirrored, &part).unwrap_err().to_string();
    assert!(faults.contains("assembly.toml:4: parts[0].mirror: "), "{faults}");
    assert!(faults.contains("reads `hip.angled`, which is not mirrored"), "{faults}");
}

/// A force called `t` took the time from the expressions of its part.
#[test]
fn words_of_the_language_keep_their_meaning_in_parts() {
    let part = "[[bodies]]\nname = \"pi\"\nmass = 1\ninertia = [1, 1, 1]\n\
                [[joints]]\nname = \"j\"\ntype = \"revolute\"\nbodies = [\"ground\", \"pi\"]\npoint = [0, 0, 0]\n\
                axis = [0, 0, 1]\n\
                [[forces]]\nname = \"t\"\ntype = \"torsion\"\njoint = \"j\"\nstiffness = 1\n\
                [[forces]]\ntype = \"torque\"\nbody = \"pi\"\nvalue = [0, 0, \"0.02*t + pi - t.angle + pi.x\"]\n";
    let loaded = load("[[parts]]\nfile = \"part.toml\"\nname = \"fl\"\n", part);
    let rows = simulate(&loaded.unwrap_or_else(|faults| panic!("{faults}")));
    let alone = simulate(&load(part, "").unwrap_or_else(|faults| panic!("{faults}")));
    assert_eq!(rows.column("fl.j.q"), alone.column("j.q"));
    assert!(alone.column("j.q").is_some_and(|q| q.last() > Some(&0.1)));
}

/// They were told of the assembly's file, with the line of the part's.
#[test]
fn faults_in_expressions_of_a_part_name_its_file() {
    let assembly = "[[parts]]\nfile = \"part.toml\"\nname = \"p\"\n";
    for (old, new, fault) in [
        ("-3*free.vz", "nope.x", "part.toml:67: forces[3].value: no body, joint, force or marker is called `nope`"),
        ("error + rail.qd", "rail.qe", "part.toml:44: states[0].rate: 'p.rail' has no `qe`"),
        ("arm.ay + hip.tz", "eror", "part.toml:75: outputs[0].value: no signal, state or word"),
    ] {
        let faults = load(assembly, &LIMB.replace(old, new)).unwrap_err().to_string();
        assert!(faults.starts_with(fault), "{faults}\n should begin with {fault}");
    }
}
