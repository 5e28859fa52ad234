//! The columns of a trajectory: which there are, that no two have one name, and that what they tell fits together:
//! loads of springs from their lengths and rates, powers of drivers, accelerations of coordinates, angles through
//! full turns.

use crate::motion::{Motion, assert_close, from_gallery, parse, run, tight};
use linkwork::recorder::channels;
use linkwork::{Model, Settings, gallery};
use std::collections::BTreeSet;
use std::f64::consts::PI;

const PLANAR: &str = r#"
space = "planar"
gravity = [0.0, -9.81]
[[bodies]]
name = "cart"
mass = 2.0
inertia = 0.1
position = [0.3, 0.0]
velocity = [0.8, 0.6]
[[bodies]]
name = "rod"
mass = 1.0
inertia = 0.05
position = [0.3, -0.5]
velocity = [0.8, 0.6]
[[bodies]]
name = "wheel"
mass = 1.0
inertia = 0.02
position = [2.0, 1.0]
[[bodies]]
name = "pinion"
mass = 1.0
inertia = 0.02
position = [3.0, 1.0]
[[bodies]]
name = "ball"
mass = 1.0
inertia = 0.02
position = [5.0, 0.01]
velocity = [0.1, -0.2]
[[joints]]
name = "rail"
type = "prismatic"
bodies = ["ground", "cart"]
axis = [0.8, 0.6]
[[joints]]
name = "hinge"
type = "revolute"
bodies = ["cart", "rod"]
point = [0.3, 0.0]
[[joints]]
name = "motor"
type = "revolute"
bodies = ["ground", "wheel"]
point = [2.0, 1.0]
motion = "0.5*t^2 + 0.2*t"
[[joints]]
name = "axle"
type = "revolute"
bodies = ["ground", "pinion"]
point = [3.0, 1.0]
[[joints]]
name = "mesh"
type = "gear"
joints = ["motor", "axle"]
ratio = -2.0
[[joints]]
name = "string"
type = "distance"
bodies = ["ground", "ball"]
point = [4.0, 0.5]
point2 = [5.0, 0.01]
motion = "1.113597772986279 + 0.1*t + 0.05*t^2"
[[forces]]
name = "buffer"
type = "spring"
bodies = ["ground", "cart"]
first = [0.0, 0.2]
second = [0.0, 0.0]
stiffness = 50.0
damping = 3.0
length = 0.25
[[forces]]
name = "coil"
type = "torsion"
joint = "hinge"
stiffness = 4.0
damping = 0.3
angle = 0.2
[[forces]]
name = "floor"
type = "plane_spring"
body = "ball"
plane = { point = [0.0, 0.0], normal = [0.0, 1.0] }
stiffness = 1000.0
damping = 5.0
[[forces]]
name = "mount"
type = "bushing"
bodies = ["ground", "rod"]
point = [0.3, -1.0]
stiffness = [10.0, 20.0, 3.0]
[[forces]]
name = "air"
type = "drag"
body = "rod"
coefficient = 0.3
[[forces]]
type = "force"
body = "rod"
value = [1.0, 0.0]
"#;

fn column_names(model: &Model, owner: &str) -> String {
    let prefix = format!("{owner}.");
    let of_owner: Vec<String> =
        channels(model).iter().filter_map(|name| name.strip_prefix(&prefix).map(String::from)).collect();
    of_owner.join(" ")
}

#[test]
fn planar_models_have_no_columns_that_are_always_zero() {
    let model = parse(PLANAR);
    let expected = [
        ("rail", "fx fy tz q qd qdd"),
        ("hinge", "fx fy q qd qdd"),
        ("motor", "fx fy tz q qd qdd drive"),
        ("mesh", "tz"),
        ("string", "fx fy q qd qdd drive"),
        ("buffer", "length rate force"),
        ("coil", "angle rate torque"),
        ("floor", "depth rate force"),
        ("mount", "dx dy rz fx fy tz"),
        ("air", "speed force"),
        ("force6", ""),
    ];
    for (owner, names) in expected {
        assert_eq!(column_names(&model, owner), names, "{owner}");
    }
    let motion = run(&model, &tight(1.0, 0.05));
    // Wheels on their centres carry no force in this motion; others would.
    let of_wheels = ["motor.fx", "motor.fy", "axle."];
    let told = |name: &&String| expected.iter().any(|(owner, _)| name.starts_with(&format!("{owner}.")));
    let names = motion.memory.channels.iter().filter(told);
    for name in names.filter(|name| !of_wheels.iter().any(|wheel| name.starts_with(wheel))) {
        assert!(motion.column(name).iter().any(|x| *x != 0.0), "{name} is always zero");
    }
}

/// All models of the gallery, and models whose bodies and joints share names.
#[test]
fn no_two_columns_have_one_name() {
    let unique = |model: &Model| {
        let names = channels(model);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{}: {names:?}", model.name);
    };
    gallery::list().iter().for_each(|entry| unique(&from_gallery(entry.name)));
    let same = PLANAR.replace("\"hinge\"", "\"rod\"").replace("\"motor\"", "\"energy\"");
    unique(&parse(&same));
    for kind in ["revolute", "prismatic", "cylindrical", "spherical"] {
        let text = SPATIAL.replace("cylindrical", kind).replace("\"sleeve\"", "\"tube\"");
        let text = if kind == "spherical" { text.replace("axis = [0.0, 0.0, 1.0]\n", "") } else { text };
        let text = text.split("[[forces]]").next().unwrap().to_string();
        unique(&parse(&text));
    }
}

#[test]
fn forces_with_a_name_that_is_taken_are_faults() {
    for (old, taken, by) in
        [("coil", "buffer", "another force"), ("coil", "rod", "a body"), ("coil", "hinge", "a joint")]
    {
        let text = PLANAR.replace(&format!("name = \"{old}\""), &format!("name = \"{taken}\""));
        let faults = Model::parse(&text, "test.toml").unwrap_err().to_string();
        assert!(faults.contains(by) && faults.contains(taken) && faults.contains("forces[1].name"), "{faults}");
    }
    let text = PLANAR.replace("name = \"rail\"", "name = \"force6\"");
    let faults = Model::parse(&text, "test.toml").unwrap_err().to_string();
    assert!(faults.contains("give this force a `name`"), "{faults}");
}

const SPATIAL: &str = r#"
[[bodies]]
name = "tube"
mass = 2.0
inertia = [0.1, 0.2, 0.3]
position = [0.0, 0.0, 0.5]
velocity = [0.0, 0.0, 0.4]
angular_velocity = [0.0, 0.0, 9.0]
[[joints]]
name = "sleeve"
type = "cylindrical"
bodies = ["ground", "tube"]
point = [0.0, 0.0, 0.0]
axis = [0.0, 0.0, 1.0]
[[forces]]
name = "brake"
type = "torsion"
joint = "sleeve"
damping = 0.01
torque = "sin(t)"
[[forces]]
name = "mount"
type = "bushing"
bodies = ["ground", "tube"]
point = [0.1, 0.0, 0.2]
stiffness = [1.0, 2.0, 3.0, 0.0, 0.0, 0.0]
"#;

/// Loads from what forces measure: −k (x − x₀) − c ẋ.
#[test]
fn loads_of_springs_follow_from_their_lengths_and_rates() {
    let motion = run(&parse(PLANAR), &tight(1.0, 0.02));
    let law = |names: [&str; 3], load: &dyn Fn(f64, f64) -> f64| {
        for [x, rate, found] in motion.columns(names) {
            assert_close(found, load(x, rate), 1e-11 * (1.0 + found.abs()), names[2]);
        }
    };
    law(["buffer.length", "buffer.rate", "buffer.force"], &|x, rate| -50.0 * (x - 0.25) - 3.0 * rate);
    law(["coil.angle", "coil.rate", "coil.torque"], &|x, rate| -4.0 * (x - 0.2) - 0.3 * rate);
    law(["floor.depth", "floor.rate", "floor.force"], &|depth, rate| {
        let force = 1000.0 * depth + 5.0 * rate;
        if depth <= 0.0 { 0.0 } else { force.max(0.0) }
    });
    law(["air.speed", "air.speed", "air.force"], &|speed, _| 0.3 * speed * speed);
    law(["mount.dx", "mount.dy", "mount.fx"], &|x, _| -10.0 * x);
    law(["mount.dy", "mount.dx", "mount.fy"], &|y, _| -20.0 * y);
    law(["mount.rz", "mount.dx", "mount.tz"], &|angle, _| -3.0 * angle);
    // The spring's line from the file's points, and the torsion's joint.
    for [x, y, length, q, angle] in motion.columns(["cart.x", "cart.y", "buffer.length", "hinge.q", "coil.angle"]) {
        assert_close(length, x.hypot(y - 0.2), 1e-12, "length");
        assert_eq!(q, angle);
    }
    let depths = motion.columns(["ball.y", "floor.depth"]);
    assert!(depths.iter().all(|[y, depth]| (y + depth).abs() < 1e-12) && depths.iter().any(|[_, depth]| *depth > 0.0));
}

/// drive · q̇ is the power of a driver: what the energy changes by beyond dampers and loads.
#[test]
fn loads_of_drivers_times_rates_are_their_powers() {
    let motion = run(&parse(PLANAR), &tight(1.0, 0.05));
    // The motor turns wheel and pinion, J = 0.02 + 4 · 0.02, at 1 rad/s²; the gear is on the axle.
    motion.assert_follows("motor.q", |t| 0.5 * t * t + 0.2 * t, 1e-10);
    motion.assert_follows("motor.qdd", |_| 1.0, 1e-10);
    motion.assert_follows("motor.drive", |_| 0.1, 1e-9);
    motion.assert_follows("axle.qdd", |_| -2.0, 1e-10);
    // The string pulls along its line: what it gives the ball beyond weight and floor.
    motion.assert_follows("string.qd", |t| 0.1 + 0.1 * t, 1e-10);
    let names = ["string.drive", "string.fx", "string.fy", "ball.x", "ball.y", "string.q"];
    for [drive, fx, fy, x, y, q] in motion.columns(names) {
        let along = (fx * (x - 4.0) + fy * (y - 0.5)) / q;
        assert_close(drive, along, 1e-9 * (1.0 + along.abs()), "force of the string");
        assert_close(fx.hypot(fy), drive.abs(), 1e-9 * (1.0 + along.abs()), "the string acts along its line");
    }
}

fn slopes(motion: &Motion, of: &str, rate: &str, tolerance: f64) {
    let (x, v, t) = (motion.column(of), motion.column(rate), motion.times());
    for k in 1..x.len() - 1 {
        let slope = (x[k + 1] - x[k - 1]) / (t[k + 1] - t[k - 1]);
        assert_close(v[k], slope, tolerance, &format!("{rate} at {}", t[k]));
    }
}

/// The sleeve makes several turns: nothing jumps at ±π, and rates are those of the values.
#[test]
fn the_angle_of_a_cylindrical_joint_counts_full_turns() {
    for formulation in ["cartesian", "recursive", "natural"] {
        let settings = Settings { formulation: formulation.parse().unwrap(), ..tight(4.0, 0.002) };
        let motion = run(&parse(SPATIAL), &settings);
        assert_eq!(
            column_names(&parse(SPATIAL), "sleeve"),
            "fx fy fz tx ty tz angle angled angledd travel traveld traveldd"
        );
        assert!(motion.last("sleeve.angle") > 4.0 * 2.0 * PI, "{}", motion.last("sleeve.angle"));
        // Differences err by h²/6 of a third derivative.
        for (of, rate) in [("angle", "angled"), ("angled", "angledd"), ("travel", "traveld"), ("traveld", "traveldd")] {
            slopes(&motion, &format!("sleeve.{of}"), &format!("sleeve.{rate}"), 1e-4);
        }
        assert_eq!(motion.column("sleeve.angle")[0], 0.0);
        assert_eq!(motion.column("brake.angle"), motion.column("sleeve.angle"));
        for [load, rate, t] in motion.columns(["brake.torque", "brake.rate", "time"]) {
            assert_close(load, t.sin() - 0.01 * rate, 1e-12, "torque");
        }
    }
}

/// Both angles are zero where the file places the bodies, and turn the second body about the two axes one after the
/// other.
#[test]
fn angles_of_a_universal_joint_are_those_about_its_axes() {
    let text = r#"
[[bodies]]
name = "yoke"
mass = 1.0
inertia = [0.01, 0.02, 0.03]
position = [0.2, 0.1, -0.3]
angular_velocity = [0.6, 0.8, 0.0]
[[joints]]
name = "cross"
type = "universal"
bodies = ["ground", "yoke"]
point = [0.2, 0.1, -0.3]
axis = [1.0, 0.0, 0.0]
axis2 = [0.0, 1.0, 0.0]
"#;
    // Exact zeros are those of `cartesian`; the test below compares with joint coordinates.
    let formulation = "cartesian".parse().unwrap();
    let motion = run(&parse(text), &Settings { formulation, ..tight(2.0, 0.002) });
    let first = |name: &str| motion.column(name)[0];
    assert_eq!([first("cross.angle1"), first("cross.angle2")], [0.0, 0.0]);
    assert_close(first("cross.angle1d"), 0.6, 1e-14, "about the first axis");
    assert_close(first("cross.angle2d"), 0.8, 1e-14, "about the second axis");
    for (of, rate) in [("angle1", "angle1d"), ("angle1d", "angle1dd"), ("angle2", "angle2d"), ("angle2d", "angle2dd")] {
        slopes(&motion, &format!("cross.{of}"), &format!("cross.{rate}"), 1e-5);
    }
    // R = R_x(angle1) R_y(angle2): the third column tells both.
    for [a, b, w, x, y, z] in
        motion.columns(["cross.angle1", "cross.angle2", "yoke.qw", "yoke.qx", "yoke.qy", "yoke.qz"])
    {
        let column = [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)];
        let expected = [b.sin(), -a.sin() * b.cos(), a.cos() * b.cos()];
        for k in 0..3 {
            assert_close(column[k], expected[k], 1e-10, "orientation");
        }
    }
}

/// A shaft is driven through three turns, and a ball on it turns backwards about a pin as often; a universal joint
/// between ground and ball has both as its angles. Equal moments of inertia leave the ball's rate as it is.
const CARDAN: &str = r#"
[[bodies]]
name = "shaft"
mass = 1.0
inertia = [0.01, 0.02, 0.03]
[[bodies]]
name = "ball"
mass = 1.0
inertia = [0.02, 0.02, 0.02]
angular_velocity = [6.283185307179586, -6.283185307179586, 0.0]
[[joints]]
name = "motor"
type = "revolute"
bodies = ["ground", "shaft"]
point = [0.0, 0.0, 0.0]
axis = [1.0, 0.0, 0.0]
motion = "2*pi*t"
[[joints]]
name = "pin"
type = "revolute"
bodies = ["shaft", "ball"]
point = [0.0, 0.0, 0.0]
axis = [0.0, 1.0, 0.0]
[[joints]]
name = "cardan"
type = "universal"
bodies = ["ground", "ball"]
point = [0.0, 0.0, 0.0]
axis = [1.0, 0.0, 0.0]
axis2 = [0.0, 1.0, 0.0]
"#;

#[test]
fn both_angles_of_a_universal_joint_count_full_turns() {
    let model = parse(CARDAN);
    // Rows many to a step, and nearly a turn from row to row; the universal joint closes a loop, or carries the ball.
    let cases = [("cartesian", ""), ("natural", ""), ("recursive", "cardan"), ("recursive", "pin")];
    for ((formulation, cuts), output_step) in cases.into_iter().flat_map(|case| [(case, 0.01), (case, 0.9)]) {
        let (formulation, cuts) = (formulation.parse().unwrap(), cuts.into());
        let settings = Settings { formulation, cuts, ..tight(3.0, output_step) };
        // The second angle turns freely: errors of the steps add up in it.
        let follow = |motion: &Motion| {
            motion.assert_follows("cardan.angle1", |t| 2.0 * PI * t, 1e-8);
            motion.assert_follows("cardan.angle2", |t| -2.0 * PI * t, 1e-7);
        };
        follow(&run(&model, &settings));
        // On from the middle.
        let plan = linkwork::Plan::choose(&model, &settings).unwrap();
        let mut first = linkwork::Simulation::new(model.clone(), plan.clone()).unwrap();
        while first.state().time < 1.3 {
            first.step(3.0).unwrap();
        }
        let text = first.checkpoint().to_text();
        let checkpoint = linkwork::Checkpoint::parse(text.as_bytes()).unwrap();
        let mut second = linkwork::Simulation::restore(model.clone(), plan.clone(), &checkpoint).unwrap();
        let mut memory = linkwork::recorder::Memory::default();
        second.run(&mut memory).unwrap();
        let rest = Motion { memory, summary: second.summary() };
        follow(&rest);
        assert_close(rest.last("cardan.angle1"), 6.0 * PI, 1e-8, "three turns");
    }
}
