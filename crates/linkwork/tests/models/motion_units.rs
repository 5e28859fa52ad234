//! Units in expressions of the motion: one that contradicts what stands beside it, or the key, is a fault; plain
//! numbers and names without units are never one.

use linkwork::Model;

const MODEL: &str = r#"space = "planar"
parameters = { k = "200 N/m", ang = "30 deg", kt = "3 N*m/rad", plain = 7, m = "2 kg", period = "20 ms" }
[[bodies]]
name = "b"
mass = 2
inertia = 0.1
position = [0.3, 0]
[[joints]]
name = "slide"
type = "prismatic"
bodies = ["ground", "b"]
axis = [1, 0]
[[bodies]]
name = "c"
mass = 2
inertia = 0.1
position = [0.3, 0]
[[joints]]
name = "hinge"
type = "revolute"
bodies = ["b", "c"]
point = [0.3, 0]
[[forces]]
name = "coil"
type = "torsion"
joint = "hinge"
stiffness = 1
torque = "TORQUE"
[[forces]]
name = "push"
type = "force"
body = "b"
value = ["FORCE", 0]
[[markers]]
name = "tip"
body = "c"
[[signals]]
name = "slide.signal"
value = "0.1 - slide.q"
"#;

fn parse(force: &str, torque: &str) -> Result<Model, String> {
    let text = MODEL.replace("FORCE", force).replace("TORQUE", torque);
    Model::parse(&text, "m.toml").map_err(|faults| faults.to_string())
}

#[test]
fn units_that_contradict_quantities_of_the_motion_are_faults() {
    for (force, message) in [
        ("5 mm + 2 kg*b.x", "m and m*kg cannot be added or compared (column 6"),
        ("100 N*b.x", "expected a force such as 2 kN, found m^2*kg/s^2"),
        ("if(b.x > 3 kg, 5 N, 0)", "m and kg cannot be added or compared (column 8"),
        ("if(b.x > 3 mm, 5 N, 1 m)", "m*kg/s^2 and m cannot be added or compared"),
        ("-k*(b.x - ang)", "m and rad cannot be added or compared (column 9"),
        ("5 N*smooth(b.vx, 1 kg)", "m/s and kg cannot be added or compared"),
        ("pulse(t, 0, 1 m)", "`t` is a time, and cannot be compared with m"),
        ("5 N*(t > 1 m)", "`t` is a time, and cannot be compared with m"),
        ("step(t, 0, 0, ang, 1)", "`t` is a time, and cannot be compared with rad"),
        ("k*b.vx", "expected a force such as 2 kN, found m*kg/s^3"),
        ("k*sqrt(b.x)", "expected a force"),
        ("k*b.x^2", "expected a force"),
        ("k*'b'.x/0.1 m", "expected a force"),
        ("k*(distance(tip, tip) - m)", "m and kg cannot be added or compared"),
        ("max(m*slide.qd, 0)", "expected a force"),
        ("k*(slide.q - hinge.q*1 m/rad) + m", "m*kg/s^2 and kg cannot"),
        ("clamp(b.x, -1 kg, 1 kg)", "m and kg cannot be added or compared"),
    ] {
        let faults = parse(force, "0").expect_err(force);
        assert!(faults.contains("m.toml:33: forces[1].value[0]: "), "{force}: {faults}");
        assert!(faults.contains(message), "{force}\nshould say {message}\n{faults}");
    }
    let faults = parse("0", "-kt*coil.rate").unwrap_err();
    assert!(faults.contains("expected a torque such as 3 N*m, found m^2*kg/s^3"), "{faults}");
}

#[test]
fn plain_numbers_and_names_fit_beside_units() {
    for force in [
        "-k*b.x",
        "-k*(b.x - 0.1) - 30*b.vx",
        "-k*(b.x - 0.1*sin(t)) + 5 N",
        "-slide.qd - hinge.qd + b.x",
        "b.x + b.vx > 0",
        "-100*(b.x - t)",
        "k*slide.signal + slide.signal",
        "2 N/m*(b.x + plain)",
        "k*(b.x - 3 mm)*if(t > 1, 2, 3)",
        "k*(b.x + 0.5*b.vx)",
        "m*b.vx^2/0.1 m",
        "m*b.vx*slide.qd/distance(tip, tip)",
        "k*(b.x - hinge.q*0.1 m/rad)",
        "m*hinge.qd^2*0.1 m",
        "m*b.vx/period",
        "5 N*smooth(b.vx, 0.01)*pulse(t, 0, period)",
        "5 N*(t > 20 ms and b.x > 3 mm)",
        "k*sqrt(b.x^2 + b.y^2)",
        "k*hypot(b.x, b.y)*cos(hinge.q + ang)",
        "mod(t, period)/period*k*b.x",
        "5 N*exp(-t/0.1 s)*atan2(b.y, b.x)",
        "coil.torque/0.1 m",
        "m*step(b.x, 0, 0, 1 m, 9.81 m/s^2)",
    ] {
        if let Err(faults) = parse(force, "0") {
            panic!("{force}: {faults}");
        }
    }
    for torque in ["-kt*hinge.q", "-kt*(coil.angle - ang) - 0.1*coil.rate", "-hinge.qd", "0.1 N*m*hinge.qd/(2 rad/s)"] {
        if let Err(faults) = parse("0", torque) {
            panic!("{torque}: {faults}");
        }
    }
}
