//! Parameters, quantities with units and the units of plain numbers: a model written with them is, to the bit, the one
//! that is written in SI numbers; whatever does not fit is a fault that names the place and what would be right.

use linkwork::model::{Assignment, Fault, Inputs, Loaded};
use linkwork::{Faults, Model};

const PLAIN: &str = r#"
gravity = [0, -9.81, 0]
[[bodies]]
name = "arm"
mass = 7.8500000000000005
inertia = [0.01, 0.02, 0.02]
position = [0.04, 0, 0.012]
[[joints]]
name = "hip"
type = "revolute"
bodies = ["ground", "arm"]
point = [0, 0, 0.012]
axis = [0, 0, 1]
q = 0.5235987755982988
[[joints]]
name = "drive"
type = "distance"
bodies = ["ground", "arm"]
point = [0, 0.08, 0.012]
point2 = [0.08, 0, 0.012]
motion = "0.11313708498984762+0.04/2*sin(0.5*t)"
[[forces]]
name = "coil"
type = "spring"
bodies = ["ground", "arm"]
first = [0, -0.08, 0.012]
second = [0.04, 0, 0]
stiffness = 20000
damping = 50
length = 0.07
[[forces]]
name = "mount"
type = "bushing"
bodies = ["ground", "arm"]
point = [0, 0, 0.012]
stiffness = [1e3, 1e3, 1e3, 10, 10, 10]
[[forces]]
type = "torsion"
joint = "hip"
stiffness = 3
angle = 0.5235987755982988
[[forces]]
type = "torque"
body = "arm"
value = [0, 0, "2.5*t"]
[simulation]
end = 0.25
output_step = 0.01
rtol = 1e-9
"#;

const WITH_UNITS: &str = r#"
gravity = [0, "-9.81 m/s^2", 0]
[parameters]
lever = "2*stroke"
stroke = "40 mm"
k = 2.0e4
rho = "7850 kg/m^3"
V = "1e-3 m^3"
[[bodies]]
name = "arm"
mass = "rho*V"
inertia = ["1e-2 kg*m^2", "200 kg*cm²", 0.02]
position = ["lever/2", 0, "12 mm"]
[[joints]]
name = "hip"
type = "revolute"
bodies = ["ground", "arm"]
point = [0, 0, "12 mm"]
axis = [0, 0, 1]
q = "30 deg"
[[joints]]
name = "drive"
type = "distance"
bodies = ["ground", "arm"]
point = [0, "lever", "12 mm"]
point2 = ["lever", 0, "12 mm"]
motion = "hypot0 + stroke/2*sin(0.5*t)"
[[forces]]
name = "coil"
type = "spring"
bodies = ["ground", "arm"]
first = [0, "-lever", "12 mm"]
second = ["stroke", 0, 0]
stiffness = "k"
damping = "50 N*s/m"
length = "lever - 1 cm"
[[forces]]
name = "mount"
type = "bushing"
bodies = ["ground", "arm"]
point = [0, 0, "12 mm"]
stiffness = ["1 N/mm", "1 N/mm", 1e3, "10 N*m/rad", 10, "10 Nm"]
[[forces]]
type = "torsion"
joint = "hip"
stiffness = "3 N*m/rad"
angle = "30 deg"
[[forces]]
type = "torque"
body = "arm"
value = [0, 0, "2.5 N*m/s*t"]
[simulation]
end = "250 ms"
output_step = "10 ms"
rtol = "1/1e9"
"#;

fn parse(text: &str) -> Model {
    Model::parse(text, "test.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

fn faults(text: &str) -> Vec<Fault> {
    match Model::parse(text, "test.toml") {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(Faults(faults)) => faults,
    }
}

#[test]
fn units_and_parameters_give_the_bits_of_plain_numbers() {
    let written = WITH_UNITS.replace("hypot0", "0.11313708498984762 m");
    let [plain, with_units] = [parse(PLAIN), parse(&written)];
    assert_eq!(plain.hash(), with_units.hash());
    assert_eq!(plain.simulation, with_units.simulation);
    // The driver may use functions of parameters as well.
    let computed = parse(&WITH_UNITS.replace("hypot0", "sqrt(lever^2 + lever^2)"));
    let [given, computed] = [plain, computed].map(|model| model.joints[1].motion.clone().unwrap().value(0.0));
    // One unit in the last place.
    assert!((given - computed).abs() < 2e-17, "{given} {computed}");
}

#[test]
fn plain_numbers_are_in_the_units_of_the_model() {
    let si = parse(
        r#"
        gravity = [0, -9.81, 0]
        [[bodies]]
        name = "arm"
        mass = 0.002
        inertia = [1e-6, 2e-6, 2e-6]
        position = [0.05, 0, 0.012]
        angular_velocity = [0, 0, 3.141592653589793]
        shapes = [{ kind = "sphere", radius = 0.01 }]
        [[joints]]
        type = "revolute"
        name = "hip"
        bodies = ["ground", "arm"]
        point = [0, 0, 0.012]
        axis = [0, 0, 1]
        motion = "((30*t)*3.141592653589793/180.0)"
        [[forces]]
        type = "spring"
        bodies = ["ground", "arm"]
        first = [0, 0.1, 0]
        second = [0.01, 0, 0]
        stiffness = 3e6
        force = "0.02*1000.0/1.0"
        [simulation]
        end = 0.25
        "#,
    );
    let chosen = parse(
        r#"
        units = { length = "mm", angle = "deg", mass = "g", time = "ms", force = "kN" }
        gravity = [0, -9.81e-3, 0]
        [[bodies]]
        name = "arm"
        mass = 2
        inertia = [1e3, 2e3, "2e3"]
        position = [50, 0, "1.2 cm"]
        angular_velocity = [0, 0, 0.18]
        shapes = [{ kind = "sphere", radius = 10 }]
        [[joints]]
        type = "revolute"
        name = "hip"
        bodies = ["ground", "arm"]
        point = [0, 0, 12]
        axis = [0, 0, 1]
        motion = "30*t"
        [[forces]]
        type = "spring"
        bodies = ["ground", "arm"]
        first = [0, 100, 0]
        second = [10, 0, 0]
        stiffness = 3
        force = 0.02
        [simulation]
        end = 250
        "#,
    );
    // Round-off of the units themselves: 0.18 deg/ms is no number that has the bits of π.
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 4e-16 * b.abs(), "{a} {b}");
    let [a, b] = [&si.bodies[0], &chosen.bodies[0]];
    near(b.mass, a.mass);
    near(chosen.gravity[1], si.gravity[1]);
    near(b.angular_velocity[2], a.angular_velocity[2]);
    (0..3).for_each(|k| near(b.inertia.0[k][k], a.inertia.0[k][k]));
    (0..3).for_each(|k| near(b.position[k], a.position[k]));
    assert_eq!(b.shapes, a.shapes);
    near(chosen.joints[0].motion.as_ref().unwrap().value(2.0), std::f64::consts::FRAC_PI_3);
    assert_eq!(chosen.simulation.end, Some(0.25));
    let stiffness = |model: &Model| format!("{:?}", model.forces).contains("stiffness: 3000000.0");
    assert!(stiffness(&si) && stiffness(&chosen));
}

#[test]
fn plain_numbers_beside_quantities_take_the_unit_of_the_key() {
    let model = |position: &str, motion: &str| {
        parse(&format!(
            "units = {{ length = \"mm\", angle = \"deg\" }}\n[parameters]\na = \"1 cm\"\nturn = \"0.5 rad\"\n\
             speed = \"90 deg/s\"\n[[bodies]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n\
             position = [\"{position}\", 0, 0]\n[[joints]]\ntype = \"revolute\"\nname = \"j\"\n\
             bodies = [\"ground\", \"b\"]\npoint = [0, 0, 0]\naxis = [0, 0, 1]\nmotion = \"{motion}\"\n"
        ))
    };
    assert_eq!(model("a + 5", "t").bodies[0].position[0], 0.015);
    assert_eq!(model("max(a, 15)", "t").bodies[0].position[0], 0.015);
    assert_eq!(model("5*a", "t").bodies[0].position[0], 0.05);
    let at = |motion: &str| model("0", motion).joints[0].motion.clone().unwrap().value(2.0);
    let near = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-15, "{value} {expected}");
    near(at("turn + 30*t"), 0.5 + 60_f64.to_radians());
    near(at("speed*t + 30"), 210_f64.to_radians());
    near(at("turn*sin(2*pi*t/8) + 30"), 0.5 + 30_f64.to_radians());
    near(at("step(t, 0.5 s, 0, 1 s, turn)"), 0.5);
    near(at("step(t, 0, 0, 1, 90)"), 90_f64.to_radians());
    near(at("atan2(1, 1)*t"), 90_f64.to_radians());
}

fn set(text: &str, values: &[(&str, &str)]) -> Result<Loaded, Faults> {
    let values: Vec<Assignment> =
        values.iter().map(|(name, value)| Assignment { name: (*name).into(), value: (*value).into() }).collect();
    Model::load(text, "test.toml", &Inputs { parameters: &values, files: None })
}

#[test]
fn values_from_outside_replace_those_of_the_file() {
    let text = WITH_UNITS.replace("hypot0", "0.11313708498984762 m");
    let by_hand = text.replace("stroke = \"40 mm\"", "stroke = \"50 mm\"").replace("k = 2.0e4", "k = 3e4");
    let given = set(&text, &[("stroke", "50 mm"), ("k", "3e4")]).unwrap();
    assert_eq!(given.model.hash(), parse(&by_hand).hash());
    // A plain number has the dimension that the file gives the parameter.
    assert_eq!(set(&text, &[("stroke", "0.05"), ("k", "3e4")]).unwrap().model.hash(), given.model.hash());
    let expression = set(&text, &[("stroke", "0.05*V/(1e-3 m^3)"), ("k", "1.5e4*2")]).unwrap();
    assert_eq!(expression.model.hash(), given.model.hash());
    // The resolved file is the same model without parameters.
    let resolved = given.resolved.unwrap();
    assert!(!resolved.contains("stroke"), "{resolved}");
    assert_eq!(parse(&resolved).hash(), given.model.hash());
    assert_eq!(parse(&resolved).simulation, given.model.simulation);
    assert!(set(&text, &[]).unwrap().resolved.is_none());
    for (name, value, message) in [
        ("strokes", "1", "--set: strokes: no parameter is called 'strokes'; did you mean 'stroke'?"),
        ("xyz", "1", "--set: xyz: no parameter is called 'xyz'; there are 'V', 'k', 'lever', 'rho', 'stroke'"),
        ("k", "1 +", "--set: k: the expression ends too early"),
        ("stroke", "3 kg", "expected a length such as 12 mm, found kg"),
        ("stroke", "2*lever", "in a circle: lever → stroke → lever"),
    ] {
        let faults = set(&text, &[(name, value)]).unwrap_err();
        assert!(faults.to_string().contains(message), "{name}={value}: {faults}");
    }
    let none = set(PLAIN, &[("k", "1")]).unwrap_err();
    assert!(none.to_string().contains("the model has no parameter 'k', nor any other"), "{none}");
}

/// One body, whose third line is to be replaced, with parameters above it.
fn with(parameters: &str, line: &str) -> String {
    format!(
        "[[bodies]]\nname = \"b\"\ninertia = [1, 1, 1]\n{line}\n[[joints]]\nname = \"j\"\ntype = \"revolute\"\n\
         bodies = [\"ground\", \"b\"]\npoint = [0, 0, 0]\naxis = [0, 0, 1]\n[parameters]\n{parameters}\n"
    )
}

#[test]
fn numbers_that_do_not_fit_are_faults() {
    let parameters = "lever = \"40 mm\"\nn = 3";
    for (line, key, message) in [
        ("mass = \"12 mm\"", "bodies[0].mass", "expected a mass such as 2 kg, found m"),
        ("mass = \"7850 kg/m^3\"", "bodies[0].mass", "found kg/m^3"),
        ("mass = 1\nposition = [0, \"3 kg\", 0]", "bodies[0].position[1]", "expected a length such as 12 mm, found kg"),
        ("mass = 1\nvelocity = [\"1 m\", 0, 0]", "bodies[0].velocity[0]", "expected a velocity such as 2 m/s"),
        ("mass = 1\nangular_velocity = [\"10 Hz\", 0, 0]", "bodies[0].angular_velocity[0]", "such as 3 rad/s"),
        (
            "mass = 1\norientation = [\"1 rad\", 0, 0, 0]",
            "bodies[0].orientation[0]",
            "expected a plain number, found rad",
        ),
        ("mass = \"2 kgs\"", "bodies[0].mass", "unknown unit `kgs`; did you mean `kg`? (column 3 of the expression)"),
        ("mass = \"levr\"", "bodies[0].mass", "no parameter is called `levr`; did you mean `lever`? (column 1"),
        ("mass = \"2*quux\"", "bodies[0].mass", "no parameter is called `quux`; add it to `[parameters]`"),
        ("mass = \"kg\"", "bodies[0].mass", "a unit stands behind a number, as in `1 kg`"),
        ("mass = \"1 kg + lever\"", "bodies[0].mass", "kg and m cannot be added or compared (column 6"),
        ("mass = \"n kg\"", "bodies[0].mass", "expected an operator here, or the end (column 3"),
        ("mass = \"2 n\"", "bodies[0].mass", "write `*` to multiply"),
        ("mass = \"t\"", "bodies[0].mass", "must be the same at all times"),
        ("mass = \"1/0\"", "bodies[0].mass", "`1/0` is inf, which is not a finite number"),
        ("mass = \"(1 + n\"", "bodies[0].mass", "a `)` is missing at the end"),
        ("mass = \"sinn(n)\"", "bodies[0].mass", "`sinn` is not a function; did you mean `sin`?"),
        ("mass = \"min(n)\"", "bodies[0].mass", "`min` takes 2 operands, found 1"),
        ("mass = \"n*sin(lever)\"", "bodies[0].mass", "expected an angle or a plain number, found m (column 7"),
        ("mass = \"n^lever\"", "bodies[0].mass", "an exponent is a plain number, found m"),
        ("mass = \"2 kg^99\"", "bodies[0].mass", "the power of a unit is a small whole number"),
        ("mass = \"\"", "bodies[0].mass", "the expression ends too early"),
        ("mass = \"'left arm'.q\"", "bodies[0].mass", "expected a number, a parameter or `(`"),
    ] {
        let found = faults(&with(parameters, line));
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        assert!(found[0].key == key && found[0].message.contains(message), "{line}: {}", found[0]);
        assert_eq!(found[0].line, 3 + line.lines().count(), "{line}");
    }
    for (motion, message) in [
        ("3 m", "expected an angle such as 30 deg, found m"),
        ("lever*t", "expected an angle such as 30 deg, found m"),
        ("2*leverr*t", "no parameter is called `leverr`; did you mean `lever`? (column 3"),
        ("lever + n*t + 1 kg", "m and kg cannot be added"),
        ("sin(2*t", "a `)` is missing at the end (column 8"),
        ("n*sinn(t)", "unknown word `sinn`"),
    ] {
        let text = with(parameters, "mass = 1")
            .replace("axis = [0, 0, 1]", &format!("axis = [0, 0, 1]\nmotion = \"{motion}\""));
        let found = faults(&text);
        assert!(found.len() == 1 && found[0].key == "joints[0].motion", "{motion}: {found:?}");
        assert!(found[0].message.contains(message), "{motion}: {}", found[0]);
    }
}

#[test]
fn wrong_parameters_and_units_are_faults() {
    for (parameters, key, message) in [
        ("a = \"b\"\nb = \"2*c\"\nc = \"a\"", "parameters.a", "in a circle: a → b → c → a"),
        ("a = \"a + 1\"", "parameters.a", "in a circle: a → a"),
        ("a = true", "parameters.a", "expected a number, a quantity such as \"40 mm\" or an expression, found true"),
        ("a = inf", "parameters.a", "must be a finite number"),
        ("a = \"2 mmm\"", "parameters.a", "unknown unit `mmm`"),
        ("sin = 3", "parameters.sin", "has another meaning in expressions"),
        ("t = 3", "parameters.t", "has another meaning in expressions"),
        ("a-b = 3", "parameters.a-b", "has letters, digits and `_` only"),
        ("a = \"2 m\"\nb = \"a + 3 s\"", "parameters.b", "m and s cannot be added"),
        ("a = \"sqrt(-1)\"", "parameters.a", "not a finite number"),
    ] {
        let found = faults(&with(parameters, "mass = 1"));
        assert!(found.len() == 1 && found[0].key == key, "{parameters}: {found:?}");
        assert!(found[0].message.contains(message), "{parameters}: {}", found[0]);
    }
    for (units, message) in [
        ("{ length = \"mmm\" }", "test.toml:1: units.length: unknown unit `mmm`; did you mean `mm`?"),
        ("{ length = \"kg\" }", "`kg` is no unit of length; one is that of 12 mm"),
        ("{ lenght = \"mm\" }", "unknown quantity \"lenght\"; did you mean \"length\"?"),
        ("{ mass = 3 }", "units.mass: expected a unit in quotes, found a number"),
        ("\"mm\"", "units: expected a table such as { length = \"mm\" }, found a string"),
    ] {
        let found = faults(&format!("units = {units}\n{}", with("", "mass = 1")));
        assert!(found.len() == 1 && found[0].to_string().contains(message), "{units}: {found:?}");
    }
    let mixed = "units = { force = \"kN\" }\n".to_string() + &with("F = \"2 N\"\nG = \"F + 3\"", "mass = 1");
    assert!(faults(&mixed)[0].message.contains("stands beside a quantity in m*kg/s^2: give it a unit"));
    let list = faults(&with("", "mass = 1").replace("[parameters]", "[[parameters]]"));
    assert!(list[0].message.contains("expected a table of names and values"), "{list:?}");
}

#[test]
fn long_chains_of_parameters_are_read_in_any_order() {
    let chain: String = (0..20_000).map(|k| format!("p{k} = \"p{} + 1\"\n", k + 1)).collect();
    let model = parse(&with(&format!("{chain}p20000 = 1"), "mass = \"p0\""));
    assert_eq!(model.bodies[0].mass, 20_001.0);
    let nested = format!("a = \"{}1{}\"", "(".repeat(5000), ")".repeat(5000));
    assert!(faults(&with(&nested, "mass = 1"))[0].message.contains("levels deep"));
}

/// They were no functions here, and a function without its operands was told to be spelled as it was.
#[test]
fn functions_of_others_are_functions_in_parameters_too() {
    let values = "a = \"clamp(3 mm, 0, 1 mm)\"\nb = \"smooth(2, 1)\"\nc = \"pulse(1, 0, 2)\"";
    let model = parse(&with(values, "mass = \"1000*a/(1 m) + b + c\""));
    assert!((model.bodies[0].mass - (2.0 + 2.0_f64.tanh())).abs() < 1e-12, "{}", model.bodies[0].mass);
    let found = faults(&with("a = \"2*sqrt\"", "mass = 1"));
    assert!(found.len() == 1 && found[0].message.contains("`sqrt` is a function: write `sqrt(…)`"), "{found:?}");
}
