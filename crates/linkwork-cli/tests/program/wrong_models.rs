//! Wrong models: each small slip in a sound model ends with code 2 and a message that names the place.

use crate::harness::{Desk, PLANAR, SPATIAL};

/// What is replaced in the sound model, by what, and what the message must mention.
type Slip = (&'static str, &'static str, &'static str);

const PLANAR_SLIPS: &[Slip] = &[
    ("space = \"planar\"", "space = \"flat\"", "space"),
    ("space = \"planar\"", "space = 2", "space"),
    ("gravity = [0.0, -9.81]", "gravity = 9.81", "gravity"),
    ("gravity = [0.0, -9.81]", "gravity = [0.0, nan]", "gravity"),
    ("gravity = [0.0, -9.81]", "gravity = [0.0]", "gravity"),
    ("gravity = [0.0, -9.81]", "gravty = [0.0, -9.81]", "gravity"),
    ("name = \"rod\"", "name = \"\"", "name"),
    ("name = \"rod\"", "name = \"ground\"", "ground"),
    ("name = \"rod\"\nmass", "mass", "name"),
    ("name = \"rod\"", "name = \"bar\"", "rod"),
    ("mass = 1.0\ninertia = 0.0833", "mass = 0.0\ninertia = 0.0", "body 'rod' has zero mass"),
    ("mass = 1.0", "mass = -1.0", "mass"),
    ("mass = 1.0", "mass = inf", "mass"),
    ("mass = 1.0", "mass = nan", "mass"),
    ("mass = 1.0", "mass = \"heavy\"", "mass"),
    ("mass = 1.0\n", "", "mass"),
    ("mass = 1.0", "mass = 1.0\nmas = 1.0", "mas"),
    ("mass = 1.0", "mass = 1.0\nmass = 2.0", "mass"),
    ("inertia = 0.0833", "inertia = -0.0833", "inertia"),
    ("inertia = 0.0833", "inertia = [1.0, 1.0]", "inertia"),
    ("position = [0.5, 0.0]", "position = [0.5, inf]", "position"),
    ("position = [0.5, 0.0]", "position = [0.5, 0.0, 1.0]", "position"),
    ("position = [0.5, 0.0]", "position = \"there\"", "position"),
    ("position = [0.5, 0.0]", "position = [0.5, 0.0]\norientation = [1.0, 0.0, 0.0, 0.0]", "orientation"),
    ("type = \"revolute\"", "type = \"revolut\"", "revolute"),
    ("type = \"revolute\"", "type = \"spherical\"", "spherical"),
    ("type = \"revolute\"\n", "", "type"),
    ("bodies = [\"ground\", \"rod\"]", "bodies = [\"ground\", \"rood\"]", "rood"),
    ("bodies = [\"ground\", \"rod\"]", "bodies = [\"rod\", \"rod\"]", "rod"),
    ("bodies = [\"ground\", \"rod\"]", "bodies = [\"ground\", \"ground\"]", "ground"),
    ("bodies = [\"ground\", \"rod\"]", "bodies = [\"rod\"]", "bodies"),
    ("bodies = [\"ground\", \"rod\"]\n", "", "bodies"),
    ("point = [0.0, 0.0]", "point = [0.0]", "point"),
    ("point = [0.0, 0.0]", "point = [nan, 0.0]", "point"),
    ("point = [0.0, 0.0]\n", "", "point"),
    ("point = [0.0, 0.0]", "point = [0.0, 0.0]\nmotion = \"sin(\"", "motion"),
    ("point = [0.0, 0.0]", "point = [0.0, 0.0]\nmotion = \"2 * omega\"", "omega"),
    (
        "point = [0.0, 0.0]",
        "point = [0.0, 0.0]\nmotion = \"0.01*floor(50*t)\"",
        "p.toml:17: joints[0].motion: the motion of joint",
    ),
    ("point = [0.0, 0.0]", "point = [0.0, 0.0]\nmotion = \"abs(t - 0.05)\"", "jumps in velocity at t = 0.05"),
    ("end = 0.1", "end = -0.1", "end"),
    ("end = 0.1", "end = nan", "end"),
    ("output_step = 0.01", "output_step = 0.0", "output_step"),
    ("output_step = 0.01", "solver = \"magic\"", "magic"),
    ("output_step = 0.01", "formulation = \"multscale\"", "multiscale"),
    ("output_step = 0.01", "speed = 3.0", "speed"),
    ("[[bodies]]", "[[bodies]", "p.toml"),
    ("[[joints]]", "[[joint]]", "joints"),
    ("[[joints]]", "[joints]", "joints"),
];

const SPATIAL_SLIPS: &[Slip] = &[
    ("inertia = [0.02, 0.03, 0.04]", "inertia = [0.02, 0.03, 0.4]", "inertia"),
    ("inertia = [0.02, 0.03, 0.04]", "inertia = [0.02, 0.03]", "inertia"),
    ("inertia = [0.02, 0.03, 0.04]", "inertia = [0.02, 0.03, -0.04]", "inertia"),
    ("name = \"bob\"", "name = \"rod\"", "rod"),
    ("name = \"ball\"", "name = \"pivot\"", "pivot"),
    ("axis = [0.0, 0.0, 1.0]", "axis = [0.0, 0.0, 0.0]", "axis"),
    ("axis = [0.0, 0.0, 1.0]\n", "", "axis"),
    ("axis = [0.0, 0.0, 1.0]", "axis = [0.0, 0.0, 1.0]\nnormal = [0.0, 0.0, 1.0]", "normal"),
    ("angular_velocity = [1.0, 0.0, 0.0]", "orientation = [0.0, 0.0, 0.0, 0.0]", "orientation"),
    ("angular_velocity = [1.0, 0.0, 0.0]", "angular_velocity = 1.0", "angular_velocity"),
    ("angular_velocity = [1.0, 0.0, 0.0]", "angle = 0.3", "angle"),
    ("type = \"spherical\"", "type = \"distance\"\npoint2 = [1.5, 0.0, 0.0]\nlength = -1.0", "length"),
    ("type = \"spherical\"", "type = \"screw\"\naxis = [1.0, 0.0, 0.0]", "pitch"),
    ("type = \"spherical\"", "type = \"gear\"\njoints = [\"pivot\", \"nothing\"]\nratio = 1.0", "nothing"),
];

fn refuse(desk: &Desk, sound: &str, slips: &[Slip]) {
    for (from, to, fragment) in slips {
        assert!(sound.contains(from), "'{from}' is not in the sound model");
        let model = desk.file("p.toml", &sound.replacen(from, to, 1));
        let what = format!("'{from}' replaced by '{to}'");
        for command in ["run", "analyze"] {
            let ended = desk.run(&[command, model, "--json"]);
            ended.assert_wrong(&what);
            assert!(ended.stderr.contains(fragment), "{what}: '{fragment}' is not in: {}", ended.stderr);
        }
    }
    assert!(!desk.path("results").exists(), "a wrong model leaves no files");
}

#[test]
fn slips_in_a_planar_model() {
    refuse(&Desk::new("planar-slips"), PLANAR, PLANAR_SLIPS);
}

#[test]
fn slips_in_a_spatial_model() {
    refuse(&Desk::new("spatial-slips"), SPATIAL, SPATIAL_SLIPS);
}

#[test]
fn texts_that_are_no_models() {
    let desk = Desk::new("no-models");
    let deep = format!("x = {}1{}", "[".repeat(50_000), "]".repeat(50_000));
    let texts = [
        ("empty.toml", ""),
        ("prose.toml", "This is not a model."),
        ("list.json", "[1, 2, 3]"),
        ("half.json", "{\"name\": \"p\", \"bodies\": ["),
        ("number.json", "7"),
        ("toml.json", PLANAR),
        ("deep.toml", &deep),
        ("model.txt", PLANAR),
    ];
    for (name, text) in texts {
        desk.run(&["run", desk.file(name, text), "--json"]).assert_wrong(name);
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let desk = Desk::new("all-faults");
    let text = PLANAR.replace("mass = 1.0", "mass = -1.0").replace("\"revolute\"", "\"revolut\"");
    let ended = desk.run(&["run", desk.file("p.toml", &text)]);
    ended.assert_wrong("two slips");
    assert!(ended.stderr.contains("mass") && ended.stderr.contains("revolut"), "{}", ended.stderr);
    assert!(ended.stderr.lines().count() >= 2 && ended.stderr.lines().all(|l| l.starts_with("error: ")));
}

#[test]
fn a_mechanism_that_cannot_be_assembled_is_a_wrong_model() {
    let desk = Desk::new("unassembled");
    // The rod reaches half a metre from its pivot; the second pivot would need it to reach three.
    let far = "[[joints]]\nname = \"far\"\ntype = \"revolute\"\nbodies = [\"ground\", \"rod\"]\n\
        first = { point = [3.0, 0.0] }\nsecond = { point = [0.5, 0.0] }\n";
    let ended = desk.run(&["run", desk.file("p.toml", &format!("{PLANAR}{far}")), "--json"]);
    ended.assert_wrong("a joint out of reach");
    assert!(ended.stderr.contains("assembled"), "{}", ended.stderr);
}

/// Before a run not all of so many kinks are looked at.
#[test]
fn a_driver_that_jumps_late_ends_the_run_and_its_rows_are_kept() {
    let desk = Desk::new("late-jump");
    let motion = "motion = \"1e-6*max(0, sin(6283*t))^2 + step(t, 4.5, 0, 4.5, 0.1)\"";
    let text = PLANAR.replacen("point = [0.0, 0.0]", &format!("point = [0.0, 0.0]\n{motion}"), 1);
    let ended = desk.run(&["run", desk.file("p.toml", &text), "--end", "5", "--quiet", "--output", "out"]);
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    assert!(ended.stderr.contains("jumps in position at t = 4.5"), "{}", ended.stderr);
    let rows = std::fs::read_to_string(desk.path("out/trajectory.csv")).unwrap();
    assert!(rows.lines().last().is_some_and(|row| row.starts_with("4.4")), "{:?}", rows.lines().last());
}
