//! Wrong models: each must be refused with one clear fault that names the line, the key, what is wrong and what would
//! be right. Most cases change one thing in a small correct model and expect exactly one fault, so follow-up faults
//! that would only confuse are caught too.

use linkwork::model::Fault;
use linkwork::{Faults, Model};

const SPATIAL: &str = r#"name = "base"
gravity = [0, -9.81, 0]

[[bodies]]
name = "crank"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
position = [0.5, 0, 0]

[[joints]]
name = "A"
type = "revolute"
bodies = ["ground", "crank"]
point = [0, 0, 0]
axis = [0, 0, 1]

[[forces]]
type = "force"
body = "crank"
value = [0, "sin(t)", 0]

[simulation]
end = 5.0
solver = "auto"
"#;

const PLANAR: &str = r#"space = "planar"
gravity = [0, -9.81]

[[bodies]]
name = "cart"
mass = 1.0
inertia = 0.1
position = [0.5, 0]

[[joints]]
name = "A"
type = "prismatic"
bodies = ["ground", "cart"]
axis = [1, 0]

[[forces]]
type = "torque"
body = "cart"
value = 1.0
"#;

fn faults(text: &str, name: &str) -> Vec<Fault> {
    match Model::parse(text, name) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(Faults(faults)) => faults,
    }
}

/// One change to a correct model, and the one fault it must give.
pub(crate) struct Case {
    /// The text to replace, and what to put there.
    change: (&'static str, &'static str),
    line: usize,
    key: &'static str,
    message: &'static str,
}

pub(crate) const fn case(
    old: &'static str,
    new: &'static str,
    line: usize,
    key: &'static str,
    message: &'static str,
) -> Case {
    Case { change: (old, new), line, key, message }
}

pub(crate) fn check(base: &str, cases: &[Case]) {
    assert!(Model::parse(base, "base.toml").is_ok());
    for Case { change: (old, new), line, key, message } in cases {
        assert_eq!(base.matches(old).count(), 1, "{old:?} must occur once in the base model");
        let found = faults(&base.replace(old, new), "base.toml");
        let shown = Faults(found.clone()).to_string();
        assert_eq!(found.len(), 1, "{new:?} gives {} faults:\n{shown}", found.len());
        assert_eq!((found[0].line, found[0].key.as_str()), (*line, *key), "{new:?}: {shown}");
        assert!(found[0].message.contains(message), "{new:?} should say {message:?}: {shown}");
        assert!(found[0].column >= 1 && found[0].file == "base.toml");
    }
}

#[test]
fn keys_and_types_of_values() {
    check(
        SPATIAL,
        &[
            case("mass =", "mas =", 6, "bodies[0].mas", "unknown key `mas` in body 'crank'; did you mean `mass`?"),
            case("position =", "colour = 1\nposition =", 8, "bodies[0].colour", "its keys are `name`, `mass`"),
            case("end =", "ende =", 23, "simulation.ende", "did you mean `end`?"),
            case("gravity =", "gravty =", 2, "gravty", "did you mean `gravity`?"),
            case("mass = 1.0", "mass = \"heavy\"", 6, "bodies[0].mass", "no parameter is called `heavy`"),
            case("mass = 1.0", "mass = inf", 6, "bodies[0].mass", "finite"),
            case("mass = 1.0", "mass = nan", 6, "bodies[0].mass", "finite"),
            case("mass = 1.0", "mass = true", 6, "bodies[0].mass", "expected a number, found true or false"),
            case("mass = 1.0", "mass = 1979-05-27", 6, "bodies[0].mass", "found a date or time"),
            case("name = \"A\"", "name = 7", 11, "joints[0].name", "expected a string, found a number"),
            case("[0.5, 0, 0]", "[0.5, 0]", 8, "bodies[0].position", "`position` needs 3 numbers, found 2"),
            case("[0.5, 0, 0]", "[0.5, 0, 0, 0]", 8, "bodies[0].position", "needs 3 numbers, found 4"),
            case("[0.5, 0, 0]", "[0.5, \"x\", 0]", 8, "bodies[0].position[1]", "no parameter is called `x`"),
            case("[0.5, 0, 0]", "0.5", 8, "bodies[0].position", "expected a list of numbers, found a number"),
            case(
                "[simulation]\nend = 5.0\nsolver = \"auto\"",
                "[[simulation]]\nend = 1",
                22,
                "simulation",
                "must be a table",
            ),
            case("mass = 1.0", "mass = 1.0\nmass = 2.0", 7, "", "duplicate key `mass`"),
            case("mass = 1.0", "mass = ", 6, "", "not valid TOML"),
            case("mass = 1.0", "mass = 1.0 kg", 6, "", "a number with its unit stands in quotes"),
            case("mass = 1.0", "mass = \"1 km\"", 6, "bodies[0].mass", "expected a mass such as 2 kg, found m"),
            case("mass = 1.0", "mass = 1,0", 6, "", "write a decimal point, not a comma"),
            case("[0.5, 0, 0]", "[0.5 0 0]", 8, "", "numbers in a list are separated by commas"),
            case("name = \"base\"", "name = \"base", 1, "", "not valid TOML"),
            case("value = [0, \"sin(t)\", 0]", "value = true", 20, "forces[0].value", "a number or an expression"),
        ],
    );
}

#[test]
fn bodies_that_cannot_be() {
    check(
        SPATIAL,
        &[
            case("mass = 1.0", "mass = -2", 6, "bodies[0].mass", "must be zero or a positive finite number, found -2"),
            case("mass = 1.0\n", "", 4, "bodies[0].mass", "missing `mass`"),
            case("inertia = [0.1, 0.1, 0.1]\n", "", 4, "bodies[0].inertia", "missing `inertia`: 3 numbers"),
            case("[0.1, 0.1, 0.1]", "[0.1, 0.1, 0.3]", 7, "bodies[0].inertia", "triangle inequality"),
            case("[0.1, 0.1, 0.1]", "[0.1, 0.1, 0.1, 0.2, 0, 0]", 7, "bodies[0].inertia", "negative"),
            case("[0.1, 0.1, 0.1]", "[0, 0, 1]", 7, "bodies[0].inertia", "small sphere"),
            case("[0.1, 0.1, 0.1]", "0.1", 7, "bodies[0].inertia", "3 numbers (xx yy zz) or 6"),
            case("[0.1, 0.1, 0.1]", "[1, 1, 1, 1]", 7, "bodies[0].inertia", "found 4"),
            case("position =", "angle = 1\nposition =", 8, "bodies[0].angle", "use `orientation"),
            case("position =", "orientation = [0, 0, 0, 0]\nposition =", 8, "bodies[0].orientation", "unit quaternion"),
            case("position =", "orientation = [1, 1, 0, 0]\nposition =", 8, "bodies[0].orientation", "length 1.41"),
            case("position =", "orientation = [1, 0, 0]\nposition =", 8, "bodies[0].orientation", "needs 4 numbers"),
            case("position =", "angular_velocity = 3\nposition =", 8, "bodies[0].angular_velocity", "needs 3 numbers"),
            case(
                "position =",
                "shapes = [{ kind = \"bx\" }]\nposition =",
                8,
                "bodies[0].shapes[0].kind",
                "did you mean \"box\"",
            ),
            case("position =", "shapes = [{ size = 1 }]\nposition =", 8, "bodies[0].shapes[0].kind", "missing `kind`"),
        ],
    );
}

#[test]
fn names_that_cannot_be() {
    let second = "[[bodies]]\nname = \"crank\"\nmass = 1\ninertia = [1, 1, 1]\n\n[[joints]]";
    let ground = "[[bodies]]\nname = \"ground\"\nmass = 1\ninertia = [1, 1, 1]\n\n[[joints]]";
    let nobody = "[[bodies]]\nmass = 1\ninertia = [1, 1, 1]\n\n[[joints]]";
    check(
        SPATIAL,
        &[
            case("[[joints]]", second, 11, "bodies[1].name", "another body is called 'crank'"),
            case("[[joints]]", ground, 11, "bodies[1].name", "\"ground\" is the fixed body"),
            case("[[joints]]", nobody, 10, "bodies[1].name", "missing `name`"),
            case("name = \"A\"", "name = \"\"", 11, "joints[0].name", "empty"),
            case("name = \"A\"", "name = \"A,B\"", 11, "joints[0].name", "comma"),
            case("name = \"A\"", "name = \"A\\n\"", 11, "joints[0].name", "control character"),
            case("[\"ground\", \"crank\"]", "[\"ground\", \"crnk\"]", 13, "joints[0].bodies", "did you mean 'crank'?"),
            case(
                "[\"ground\", \"crank\"]",
                "[\"ground\", \"wheel\"]",
                13,
                "joints[0].bodies",
                "the bodies are 'crank', 'ground'",
            ),
            case(
                "[\"ground\", \"crank\"]",
                "[\"ground\", \"ground\"]",
                13,
                "joints[0].bodies",
                "both bodies are the ground",
            ),
            case("[\"ground\", \"crank\"]", "[\"crank\", \"crank\"]", 13, "joints[0].bodies", "two different ones"),
            case("[\"ground\", \"crank\"]", "[\"crank\"]", 13, "joints[0].bodies", "needs 2 names, found 1"),
            case("bodies = [\"ground\", \"crank\"]\n", "", 10, "joints[0].bodies", "missing `bodies`"),
            case("body = \"crank\"", "body = \"ground\"", 19, "forces[0].body", "moving body"),
        ],
    );
}

/// Neither terminals nor spreadsheets obey a name; names that merely begin with a sign stay as they are.
#[test]
fn names_with_control_characters_or_formulas_are_refused() {
    check(
        SPATIAL,
        &[
            case("name = \"A\"", "name = \"A\\u001b[2J\"", 11, "joints[0].name", r#"the name "A\u{1b}[2J" holds"#),
            case("name = \"A\"", "name = \"A\\u202eB\"", 11, "joints[0].name", r#"the name "A\u{202e}B" holds"#),
            case("name = \"A\"", "name = \"=1+1\"", 11, "joints[0].name", "\"=1+1\" is a formula to spreadsheets"),
            case("name = \"A\"", "name = \"-cmd|' /C calc'!A0\"", 11, "joints[0].name", "is a formula"),
            case("name = \"base\"", "name = \"ba\\u001bse\"", 1, "name", r#""ba\u{1b}se" holds a control character"#),
        ],
    );
    for name in ["-x side", "+y", "a = b", "می\u{200c}خواهم"] {
        assert!(Model::parse(&SPATIAL.replace("\"A\"", &format!("\"{name}\"")), "model.toml").is_ok(), "{name}");
    }
}

#[test]
fn joints_that_cannot_be() {
    let placed = "point = [0, 0, 0]\naxis = [0, 0, 1]";
    check(
        SPATIAL,
        &[
            case(
                "\"revolute\"",
                "\"revolut\"",
                12,
                "joints[0].type",
                "unknown joint type \"revolut\"; did you mean \"revolute\"?",
            ),
            case("\"revolute\"", "\"hinge\"", 12, "joints[0].type", "did you mean \"revolute\"?"),
            case("\"revolute\"", "\"zzz\"", 12, "joints[0].type", "it must be \"fixed\", \"revolute\""),
            case("type = \"revolute\"\n", "", 10, "joints[0].type", "missing `type`"),
            case("axis = [0, 0, 1]", "axis = [0, 0, 0]", 15, "joints[0].axis", "is zero"),
            case("axis = [0, 0, 1]\n", "", 10, "joints[0].axis", "a revolute joint needs it"),
            case("point = [0, 0, 0]\n", "", 10, "joints[0].point", "missing `point`"),
            case("\"revolute\"", "\"spherical\"", 15, "joints[0].axis", "a spherical joint has no `axis`"),
            case("\"revolute\"", "\"screw\"", 10, "joints[0].pitch", "missing `pitch`"),
            case("axis = [0, 0, 1]", "axis = [0, 0, 1]\nnormal = [0, 1, 1]", 16, "joints[0].normal", "perpendicular"),
            case(
                "axis = [0, 0, 1]",
                "axis = [0, 0, 1]\npitch = 1",
                16,
                "joints[0].pitch",
                "a revolute joint has no `pitch`",
            ),
            case(
                "\"revolute\"",
                "\"universal\"\naxis2 = [0, 1, 1]",
                13,
                "joints[0].axis2",
                "`axis2` must be perpendicular to `axis`",
            ),
            case(
                "\"revolute\"",
                "\"cylindrical\"\nmotion = \"t\"",
                13,
                "joints[0].motion",
                "revolute, prismatic, distance and screw",
            ),
            case("\"revolute\"", "\"revolute\"\nmotion = \"sin(t\"", 13, "joints[0].motion", "`)` is missing"),
            case("\"revolute\"", "\"revolute\"\nmotion = \"1/0\"", 13, "joints[0].motion", "not a finite number"),
            case("\"revolute\"", "\"revolute\"\nmotion = \"sinn(t)\"", 13, "joints[0].motion", "did you mean `sin`?"),
            case(
                placed,
                "axis = [0, 0, 1]\nfirst = { point = [0, 0, 0], axis = [0, 0, 1] }\nsecond = { point = [0, 0, 0], axis = [0, 0, 1] }",
                14,
                "joints[0].axis",
                "cannot be mixed",
            ),
            case(
                placed,
                "first = { point = [0, 0, 0], axis = [0, 0, 1] }",
                10,
                "joints[0].second",
                "both bodies need a frame",
            ),
            case(
                placed,
                "first = { point = [0, 0, 0], axis = [0, 0, 1] }\nsecond = { point = [0, 0, 0] }",
                15,
                "joints[0].second.axis",
                "needs it in both frames",
            ),
            case(
                placed,
                "first = { point = [0, 0, 0], axes = [0, 0, 1] }\nsecond = { point = [0, 0, 0], axis = [0, 0, 1] }",
                14,
                "joints[0].first.axes",
                "did you mean `axis`?",
            ),
            case(
                placed,
                "first = [0, 0, 0]\nsecond = { point = [0, 0, 0], axis = [0, 0, 1] }",
                14,
                "joints[0].first",
                "is a frame",
            ),
        ],
    );
}

#[test]
fn distances_and_couplings_that_cannot_be() {
    let old = "type = \"revolute\"\nbodies = [\"ground\", \"crank\"]\npoint = [0, 0, 0]\naxis = [0, 0, 1]";
    let distance = "type = \"distance\"\nbodies = [\"ground\", \"crank\"]\npoint = [0, 0, 0]\npoint2 = [0, 0, 0]";
    let zero =
        "type = \"distance\"\nbodies = [\"ground\", \"crank\"]\npoint = [0, 0, 0]\npoint2 = [1, 0, 0]\nlength = 0";
    let twice = "type = \"distance\"\nbodies = [\"ground\", \"crank\"]\npoint = [0, 0, 0]\npoint2 = [1, 0, 0]\nlength = 1\nmotion = \"1+t\"";
    let gear = |keys: &str| {
        let text = format!("[[joints]]\nname = \"G\"\n{keys}\n\n[[forces]]");
        &*Box::leak(text.into_boxed_str())
    };
    check(
        SPATIAL,
        &[
            case(old, distance, 12, "joints[0].type", "use \"spherical\""),
            case(old, zero, 16, "joints[0].length", "must be positive"),
            case(old, twice, 16, "joints[0].length", "remove `length`"),
            case(
                "[[forces]]",
                gear("type = \"gear\"\njoints = [\"A\", \"A\"]\nratio = 1"),
                20,
                "joints[1].joints",
                "itself",
            ),
            case(
                "[[forces]]",
                gear("type = \"gear\"\njoints = [\"A\", \"B\"]\nratio = 1"),
                20,
                "joints[1].joints",
                "no joint is called 'B'",
            ),
            case(
                "[[forces]]",
                gear("type = \"gear\"\njoints = [\"A\"]\nratio = 1"),
                20,
                "joints[1].joints",
                "needs 2 names",
            ),
            case("[[forces]]", gear("type = \"gear\"\nratio = 1"), 17, "joints[1].joints", "missing `joints`"),
            case(
                "[[forces]]",
                gear("type = \"gear\"\njoints = [\"A\", \"G\"]\nratio = 1"),
                20,
                "joints[1].joints",
                "itself",
            ),
        ],
    );
    let two = "[[joints]]\nname = \"B\"\ntype = \"fixed\"\nbodies = [\"ground\", \"crank\"]\n\n[[forces]]";
    let base = SPATIAL.replace("[[forces]]", two);
    check(
        &base,
        &[case(
            "[[forces]]",
            gear("type = \"gear\"\njoints = [\"A\", \"B\"]\nratio = 1"),
            25,
            "joints[2].joints",
            "'B' is fixed",
        )],
    );
    let wrong = base.replace("name = \"B\"", "name = \"A\"");
    let found = faults(&wrong, "base.toml");
    assert_eq!((found.len(), found[0].line, found[0].key.as_str()), (1, 18, "joints[1].name"));
    assert!(found[0].message.contains("another joint is called 'A' (line 11)"), "{}", found[0]);
}

#[test]
fn forces_and_simulation_that_cannot_be() {
    let old = "type = \"force\"\nbody = \"crank\"\nvalue = [0, \"sin(t)\", 0]";
    check(
        SPATIAL,
        &[
            case("\"force\"", "\"forse\"", 18, "forces[0].type", "did you mean \"force\"?"),
            case("value = [0, \"sin(t)\", 0]\n", "", 17, "forces[0].value", "missing `value`"),
            case("[0, \"sin(t)\", 0]", "[0, \"sin(t)\"]", 20, "forces[0].value", "needs 3 components, found 2"),
            case("[0, \"sin(t)\", 0]", "[0, \"2x\", 0]", 20, "forces[0].value", "write `*` to multiply"),
            case(
                "body = \"crank\"",
                "body = \"crank\"\nframe = \"local\"",
                20,
                "forces[0].frame",
                "\"world\" or \"body\"",
            ),
            case("body = \"crank\"", "body = \"crank\"\nlength = 1", 20, "forces[0].length", "a force has no `length`"),
            case(
                old,
                "type = \"spring\"\nbodies = [\"ground\", \"crank\"]\nfirst = [0, 0, 0]",
                17,
                "forces[0].second",
                "missing `second`",
            ),
            case(
                old,
                "type = \"spring\"\nbodies = [\"ground\", \"crank\"]\nfirst = [0, 0, 0]\nsecond = [0, 0, 0]\nstiffness = -1",
                22,
                "forces[0].stiffness",
                "zero or a positive",
            ),
            case(old, "type = \"torsion\"\njoint = \"B\"", 19, "forces[0].joint", "no joint is called 'B'"),
            case(
                old,
                "type = \"bushing\"\nbodies = [\"ground\", \"crank\"]\npoint = [0, 0, 0]\nstiffness = [1, 2]",
                21,
                "forces[0].stiffness",
                "needs 6 numbers",
            ),
            case(
                old,
                "type = \"plane_spring\"\nbody = \"crank\"\nstiffness = 1\nplane = { normal = [0, 0, 0] }",
                21,
                "forces[0].plane.normal",
                "is zero",
            ),
            case(
                old,
                "type = \"plane_spring\"\nbody = \"crank\"\nstiffness = 1",
                17,
                "forces[0].plane",
                "missing `plane`",
            ),
            case("end = 5.0", "end = -1", 23, "simulation.end", "zero or a positive"),
            case("end = 5.0", "end = 1\noutput_step = 0", 24, "simulation.output_step", "positive"),
            case("\"auto\"", "\"eliminaton\"", 24, "simulation.solver", "did you mean \"elimination\"?"),
            case("\"auto\"", "\"lu\"", 24, "simulation.solver", "it must be \"auto\", \"elimination\", \"cyclic\""),
        ],
    );
}

#[test]
fn planar_models_that_cannot_be() {
    check(
        PLANAR,
        &[
            case("\"planar\"", "\"flat\"", 1, "space", "it must be \"spatial\" or \"planar\""),
            case("position = [0.5, 0]", "position = [0.5, 0, 1]", 8, "bodies[0].position", "z must be 0"),
            case(
                "position = [0.5, 0]",
                "position = [0.5]",
                8,
                "bodies[0].position",
                "needs 2 numbers in a planar model",
            ),
            case("inertia = 0.1", "inertia = [0.1, 0.1, 0.1]", 7, "bodies[0].inertia", "one number"),
            case("inertia = 0.1", "inertia = -1", 7, "bodies[0].inertia", "positive"),
            case(
                "inertia = 0.1",
                "inertia = 0.1\norientation = [1, 0, 0, 0]",
                8,
                "bodies[0].orientation",
                "use `angle`",
            ),
            case("\"prismatic\"", "\"spherical\"", 12, "joints[0].type", "use \"revolute\""),
            case("\"prismatic\"", "\"plane_plane\"", 12, "joints[0].type", "leave it out"),
            case("axis = [1, 0]\n", "", 10, "joints[0].axis", "missing `axis`"),
            case("\"prismatic\"", "\"revolute\"\npoint = [0, 0]", 15, "joints[0].axis", "always z"),
            case("value = 1.0", "value = [1, 0, 0]", 19, "forces[0].value", "one number, about z"),
        ],
    );
}

/// The same schema in JSON: lines and keys likewise.
#[test]
fn json_models_that_cannot_be() {
    let base = r#"{
  "bodies": [
    {
      "name": "crank", "mass": 1.0,
      "inertia": [0.1, 0.1, 0.1]
    }
  ],
  "joints": [
    { "type": "spherical", "bodies": ["ground", "crank"], "point": [0, 0, 0] }
  ]
}
"#;
    assert!(Model::parse(base, "base.json").is_ok());
    let cases = [
        ("\"mass\": 1.0", "\"mas\": 1.0", 4, "bodies[0].mas", "did you mean `mass`?"),
        ("\"mass\": 1.0", "\"mass\": null", 4, "bodies[0].mass", "expected a number, found null"),
        ("\"mass\": 1.0", "\"mass\": 1e999", 4, "bodies[0].mass", "finite"),
        ("\"mass\": 1.0", "\"mass\": 1.0, \"mass\": 2", 4, "bodies[0].mass", "duplicate key `mass`"),
        ("\"mass\": 1.0", "\"mass\": 1.0,,", 4, "", "not valid JSON"),
        ("\"mass\": 1.0", "\"mass\": 1.0 // kg", 4, "", "comments are not allowed"),
        ("0.1, 0.1, 0.1]", "0.1, 0.1, 0.1],", 5, "", "railing commas are not allowed"),
        ("[0.1, 0.1, 0.1]", "[1, 2, 5]", 5, "bodies[0].inertia", "triangle"),
        ("\"spherical\"", "\"sferical\"", 9, "joints[0].type", "did you mean \"spherical\"?"),
        ("[0, 0, 0]", "[0, 0]", 9, "joints[0].point", "needs 3 numbers"),
        ("\"joints\"", "\"bodies\"", 8, "bodies", "duplicate key"),
        ("\n}\n", "\n", 1, "", "not valid JSON"),
    ];
    for (old, new, line, key, message) in cases {
        assert_eq!(base.matches(old).count(), 1, "{old:?}");
        let found = faults(&base.replace(old, new), "base.json");
        let shown = Faults(found.clone()).to_string();
        assert_eq!(found.len(), 1, "{new:?}:\n{shown}");
        assert_eq!((found[0].line, found[0].key.as_str()), (line, key), "{new:?}: {shown}");
        assert!(found[0].message.contains(message), "{new:?}: {shown}");
    }
    for (text, message) in
        [("", "empty"), ("[1]", "must be a table"), ("3", "must be a table"), ("{}", "missing `bodies`")]
    {
        assert!(faults(text, "x.json")[0].message.contains(message), "{text:?}");
    }
}

#[test]
fn files_that_are_no_models() {
    let found = faults(SPATIAL, "base.yaml");
    assert!(found[0].message.contains(".toml or .json") && found.len() == 1);
    assert_eq!(found[0].to_string().split(':').next(), Some("base.yaml"));
    assert!(faults(SPATIAL, "toml")[0].message.contains(".toml or .json"));
    assert!(faults("", "x.toml")[0].message.contains("missing `bodies`"));
    assert!(faults(&format!("a = {}", "[".repeat(100_000)), "x.toml")[0].message.contains("nested too deeply"));
    assert!(faults(&"{\"a\":".repeat(100_000), "x.json")[0].message.contains("nested too deeply"));
}

/// All faults at once, those of form and those of meaning, in the order of the file.
#[test]
fn every_fault_is_reported_at_once() {
    let text = SPATIAL
        .replace("mass = 1.0", "mass = -1")
        .replace("[0.1, 0.1, 0.1]", "[1, 1, \"x\"]")
        .replace("\"revolute\"", "\"revolut\"")
        .replace("body = \"crank\"", "body = \"crnk\"")
        .replace("end = 5.0", "end = \"late\"");
    let found = faults(&text, "base.toml");
    let keys: Vec<(usize, &str)> = found.iter().map(|f| (f.line, f.key.as_str())).collect();
    let expected = [
        (6, "bodies[0].mass"),
        (7, "bodies[0].inertia[2]"),
        (12, "joints[0].type"),
        (19, "forces[0].body"),
        (23, "simulation.end"),
    ];
    assert_eq!(keys, expected);
    let shown = Faults(found).to_string();
    assert_eq!(shown.lines().count(), 5);
    assert_eq!(
        shown.lines().nth(2),
        Some("base.toml:12: joints[0].type: unknown joint type \"revolut\"; did you mean \"revolute\"?")
    );
}

/// An unknown type does not hide what else is wrong with the joint or force.
#[test]
fn an_unknown_type_hides_nothing() {
    let text = SPATIAL
        .replace("\"revolute\"", "\"revolut\"\nmotion = \"sin(t\"")
        .replace("[\"ground\", \"crank\"]", "[\"ground\", \"crnk\"]")
        .replace("type = \"force\"", "type = \"forze\"")
        .replace("body = \"crank\"", "body = \"krank\"");
    let found = faults(&text, "base.toml");
    let keys: Vec<&str> = found.iter().map(|f| f.key.as_str()).collect();
    let expected = ["joints[0].type", "joints[0].motion", "joints[0].bodies", "forces[0].type", "forces[0].body"];
    assert_eq!(keys, expected, "{}", Faults(found.clone()));
}

/// An unreadable name must not make every reference to it a fault of its own.
#[test]
fn one_fault_does_not_bring_others() {
    let found = faults(&SPATIAL.replace("name = \"crank\"", "name = 5"), "base.toml");
    assert_eq!(found.iter().map(|f| f.key.as_str()).collect::<Vec<_>>(), ["bodies[0].name"]);
    let found = faults(&SPATIAL.replace("name = \"crank\"", "nam = \"crank\""), "base.toml");
    assert_eq!(found.iter().map(|f| f.key.as_str()).collect::<Vec<_>>(), ["bodies[0].nam"]);
}

/// Suggestions are searched among all names; a large model in which every name is wrong must not take hours.
#[test]
fn many_unknown_names_in_a_large_model_are_reported_quickly() {
    let mut text = String::new();
    for i in 0..20_000 {
        text += &format!("[[bodies]]\nname = \"b{i}\"\nmass = 1\ninertia = [1, 1, 1]\n");
        text += "[[joints]]\ntype = \"fixed\"\nbodies = [\"grund\", \"nobody\"]\n";
    }
    let start = std::time::Instant::now();
    let found = faults(&text, "large.toml");
    assert_eq!(found.len(), 40_000);
    assert!(found[0].message.contains("did you mean 'ground'?"));
    // A few seconds at most; searching 20 000 names for each of 40 000 faults takes many minutes.
    assert!(start.elapsed().as_secs_f64() < 30.0);
}

/// That something was missing was told before what was wrong.
#[test]
fn values_that_cannot_be_read_are_not_missing_as_well() {
    let inertia = "mass = 1.0\ninertia = [0.1, 0.1, 0.1]";
    check(
        SPATIAL,
        &[
            case(inertia, "density = \"7850 kg\"", 6, "bodies[0].density", "expected a density"),
            case(
                "[simulation]",
                "[[curves]]\nname = \"c\"\nfile = \"c.csv\"\n[simulation]",
                24,
                "curves[0].file",
                "files cannot be read here",
            ),
        ],
    );
}
