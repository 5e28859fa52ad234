//! Tables of contacts: which elements they make, columns, parts, files, threads; and what is said of wrong ones.

use super::{ball, with};
use crate::motion::{assert_close, parse, run};
use crate::wrong_models::{case, check};
use linkwork::model::{Inputs, file};
use linkwork::{Model, Plan, Settings};

fn named(contacts: &str) -> String {
    let body = |name: &str, x: f64, shapes: &str| {
        format!(
            "[[bodies]]\nname = \"{name}\"\nmass = 1.0\ninertia = 0.1\nposition = [{x}, 1.0]\nshapes = [{shapes}]\n"
        )
    };
    let sphere = "{ kind = \"sphere\", radius = 0.1 }";
    let two = "{ kind = \"sphere\", radius = 0.1 }, { kind = \"box\", size = [0.1, 0.3] }";
    String::from("space = \"planar\"\n[ground]\nshapes = [{ kind = \"plane\", normal = [0, 1] }]\n")
        + &body("a", 0.0, sphere)
        + &body("b", 1.0, two)
        + &body("c", 2.0, sphere)
        + "[[joints]]\nname = \"j\"\ntype = \"revolute\"\nbodies = [\"a\", \"c\"]\npoint = [1.0, 1.0]\n"
        + contacts
}

fn names(contacts: &str) -> Vec<String> {
    parse(&named(contacts)).forces.iter().map(|force| force.name().to_string()).collect()
}

#[test]
fn every_two_shapes_are_an_element_with_a_name() {
    assert_eq!(names("[[contacts]]\nname = \"k\"\nbetween = [\"a\", \"ground\"]\nstiffness = 1e5"), ["k"]);
    assert_eq!(
        names("[[contacts]]\nbetween = [[\"a\", \"c\"], \"ground\"]\nstiffness = 1e5"),
        ["contact1.a.ground", "contact1.c.ground"]
    );
    // Bodies that a joint connects touch only where they are named.
    assert_eq!(
        names("[[contacts]]\nbetween = \"all\"\nstiffness = 1e5"),
        [
            "contact1.ground.a",
            "contact1.ground.b.pair1",
            "contact1.ground.b.pair2",
            "contact1.ground.c",
            "contact1.a.b.pair1",
            "contact1.a.b.pair2",
            "contact1.b.c.pair1",
            "contact1.b.c.pair2",
        ]
    );
    assert_eq!(names("[[contacts]]\nbetween = [\"a\", \"c\"]\nstiffness = 1e5"), ["contact1"]);
    let all = names("[[contacts]]\nname = \"n\"\nbetween = [\"a\", \"all\"]\nstiffness = 1e5");
    assert_eq!(all, ["n.a.ground", "n.a.b.pair1", "n.a.b.pair2"]);
    let own = "[[contacts]]\nbetween = [\"a\", \"b\"]\nstiffness = 1e5\n\
               second = [{ kind = \"capsule\", from = [0, 0], to = [1, 0], radius = 0.1 }]";
    assert_eq!(names(own), ["contact1"]);
}

#[test]
fn columns_are_left_out_where_pairs_are_many_or_on_demand() {
    let count = |contacts: &str| {
        let model = parse(&named(contacts));
        let all = linkwork::recorder::channels(&model);
        all.iter().filter(|name| name.starts_with("contact1.") && name.ends_with(".depth")).count()
    };
    let contact = "[[contacts]]\nbetween = \"all\"\nstiffness = 1e5\n";
    assert_eq!(count(contact), 8);
    assert_eq!(count(&format!("{contact}columns = false")), 0);
    let mut many = named("");
    for k in 0..11 {
        many += &format!(
            "[[bodies]]\nname = \"m{k}\"\nmass = 1.0\ninertia = 0.1\nposition = [{k}, 5]\n\
             shapes = [{{ kind = \"sphere\", radius = 0.1 }}]\n"
        );
    }
    let of = |contact: &str| linkwork::recorder::channels(&parse(&format!("{many}{contact}"))).len();
    assert_eq!(of(contact), of(""));
    assert!(of(&format!("{contact}columns = true")) > of("") + 250);
}

/// Expressions read the force, the depth and the place of a contact.
#[test]
fn expressions_read_contacts() {
    let text = ball(0.0999, [0.0; 3], "stiffness = 1e6\ndamping = 200")
        + "[[outputs]]\nname = \"load\"\nvalue = \"floor.fz + 1000*floor.depth\"\n\
           [[contacts]]\nname = \"b\"\nbetween = [\"ball\", \"ground\"]\nstiffness = 1.0\n";
    let motion = run(&parse(&text), &with(0.5, 1e-9));
    assert_close(motion.last("load"), motion.last("floor.fz") + 1e3 * motion.last("floor.depth"), 1e-12, "output");
    // The second contact is the same the other way round.
    assert!(motion.last("b.fz") < 0.0 && motion.last("b.depth") == motion.last("floor.depth"));
}

/// Thirteen balls and a floor: enough pairs for several tasks.
#[test]
fn threads_change_no_bit() {
    let mut text =
        String::from("gravity = [0, 0, -9.81]\n[ground]\nshapes = [{ kind = \"plane\", normal = [0, 0, 1] }]\n");
    for k in 0..13 {
        let (x, y, z) = (0.15 * f64::from(k % 3), 0.14 * f64::from(k % 4), 0.1 + 0.17 * f64::from(k / 3));
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\nmass = 1.0\ninertia = [4e-3, 4e-3, 4e-3]\nposition = [{x}, {y}, {z}]\n\
             shapes = [{{ kind = \"sphere\", radius = 0.1 }}]\n"
        );
    }
    text += "[[contacts]]\nbetween = \"all\"\nstiffness = 1e5\nrestitution = 0.5\n\
             friction = { dynamic = 0.3, speed = 0.02 }\ncolumns = true\n";
    let model = parse(&text);
    assert!(model.forces.len() > 80);
    let state = |threads: usize| run(&model, &Settings { threads, ..with(0.03, 1e-6) }).memory.rows;
    let one = state(1);
    for threads in [2, 3] {
        let bits = |rows: &[Vec<f64>]| rows.iter().flatten().map(|x| x.to_bits()).collect::<Vec<u64>>();
        assert_eq!(bits(&one), bits(&state(threads)));
    }
}

/// A part brings its contacts and its ground, moved, turned and mirrored.
#[test]
fn parts_bring_their_contacts() {
    let part = r#"
        space = "planar"
        [ground]
        shapes = [{ kind = "plane", normal = [0.6, 0.8] }, { kind = "box", size = [0.4, 0.2], position = [-0.8, 0.6] }]
        [[bodies]]
        name = "ball"
        mass = 1.0
        inertia = 4e-3
        position = [0.3, 0.2]
        shapes = [{ kind = "sphere", radius = 0.1, position = [0.01, 0.0] }]
        [[contacts]]
        between = ["ball", "ground"]
        stiffness = 1e4
    "#;
    let assembly = |place: &str| {
        format!("space = \"planar\"\ngravity = [0, -9.81]\n[[parts]]\nname = \"p\"\nfile = \"part.toml\"\n{place}")
    };
    let motion = |place: &str| {
        let open = |path: &str| if path == "part.toml" { Ok(part.as_bytes().to_vec()) } else { Err("no".into()) };
        let inputs = Inputs { parameters: &[], files: Some(&open) };
        let loaded = Model::load(&assembly(place), "m.toml", &inputs).unwrap_or_else(|faults| panic!("{faults}"));
        // The model that is written out is the same one.
        let resolved = loaded.resolved.expect("it has a part");
        assert_eq!(parse(&resolved).hash(), loaded.model.hash());
        run(&loaded.model, &Settings { output_step: 0.02, ..with(0.4, 1e-10) })
    };
    let plain = motion("position = [0.0, 0.0]");
    assert!(plain.column("p.contact1.p.ball.ground.pair1.depth").iter().any(|depth| *depth > -0.1));
    let moved = motion("position = [1.0, -2.0]");
    assert_close(moved.last("p.ball.x"), plain.last("p.ball.x") + 1.0, 1e-9, "moved");
    let mirrored = motion("mirror = \"x\"");
    assert_close(mirrored.last("p.ball.x"), -plain.last("p.ball.x"), 1e-9, "mirrored");
    assert_close(mirrored.last("p.ball.y"), plain.last("p.ball.y"), 1e-9, "mirrored");
    assert!(plain.last("p.ball.x").abs() > 0.31, "it touched and left");
}

#[test]
fn a_model_with_contacts_is_written_and_read_back() {
    let text = named(
        "[[contacts]]\nname = \"k\"\nbetween = [[\"a\", \"c\"], \"all\"]\nstiffness = 1e5\nrestitution = 0.5\n\
         friction = { static = 0.5, dynamic = 0.4 }\ncolumns = true\n",
    );
    let written = file::read(&text, "m.toml").unwrap();
    for (again, name) in [(written.to_toml(), "m.toml"), (written.to_json(), "m.json")] {
        assert_eq!(file::read(&again, name).unwrap(), written, "{again}");
        assert_eq!(Model::parse(&again, name).unwrap().hash(), parse(&text).hash());
    }
}

const BASE: &str = r#"space = "planar"
[ground]
shapes = [{ kind = "plane", normal = [0, 1] }]
[[bodies]]
name = "ball"
mass = 1.0
inertia = 0.1
shapes = [{ kind = "sphere", radius = 0.1 }]
[[bodies]]
name = "rod"
mass = 1.0
inertia = 0.1
[[contacts]]
name = "floor"
between = ["ground", "ball"]
stiffness = 1e5
friction = { dynamic = 0.4 }
"#;

#[test]
fn wrong_contacts_are_told() {
    let at = "contacts[0].between";
    check(
        BASE,
        &[
            case("between = [\"ground\", \"ball\"]", "", 13, at, "missing `between`: two bodies"),
            case(
                "[\"ground\", \"ball\"]",
                "[\"ground\", \"bal\"]",
                15,
                at,
                "no body is called 'bal'; did you mean 'ball'?",
            ),
            case(
                "[\"ground\", \"ball\"]",
                "[\"ball\"]",
                15,
                at,
                "two lists of bodies, or \"all\", here it has 1 elements",
            ),
            case("[\"ground\", \"ball\"]", "\"both\"", 15, at, "expected two bodies such as"),
            case("[\"ground\", \"ball\"]", "[\"ball\", \"ball\"]", 15, at, "both sides are the same body"),
            case("[\"ground\", \"ball\"]", "[\"all\", \"all\"]", 15, at, "write between = \"all\""),
            case(
                "[\"ground\", \"ball\"]",
                "[\"rod\", \"ball\"]",
                15,
                at,
                "'rod' has no shapes to touch; give it `[[bodies.shapes]]`",
            ),
            case("stiffness = 1e5", "", 13, "contacts[0].stiffness", "missing `stiffness`"),
            case("stiffness = 1e5", "stiffness = 0", 16, "contacts[0].stiffness", "a positive finite number"),
            case(
                "stiffness = 1e5",
                "stiffness = 1e5\nexponent = 0.5",
                17,
                "contacts[0].exponent",
                "one or larger, found 0.5",
            ),
            case(
                "stiffness = 1e5",
                "stiffness = 1e5\ndamping = 1\nrestitution = 0.5",
                18,
                "contacts[0].restitution",
                "remove one of the two",
            ),
            case(
                "stiffness = 1e5",
                "stiffness = 1e5\nrestitution = 1.5",
                17,
                "contacts[0].restitution",
                "between 0 and 1, found 1.5",
            ),
            case(
                "stiffness = 1e5",
                "stiffness = 1e5\ndamping_depth = 1e-3",
                17,
                "contacts[0].damping_depth",
                "goes with `damping`",
            ),
            case(
                "stiffness = 1e5",
                "stiffness = 1e5\ndamping = \"2 m\"",
                17,
                "contacts[0].damping",
                "a damping such as 50 N*s/m",
            ),
            case("dynamic = 0.4", "static = 0.4", 17, "contacts[0].friction.dynamic", "missing `dynamic`"),
            case("dynamic = 0.4", "dynamic = 0.4, static = 0.3", 17, "contacts[0].friction.static", "below `dynamic`"),
            case("dynamic = 0.4", "dynamic = 0.4, sped = 1", 17, "contacts[0].friction.sped", "did you mean `speed`?"),
            case("friction = { dynamic = 0.4 }", "rolling = 0.1", 17, "contacts[0].rolling", "needs `friction`"),
            case(
                "radius = 0.1",
                "radius = -1",
                15,
                at,
                "shapes[0] of 'ball' cannot touch: a sphere needs its `radius`",
            ),
            case(
                "normal = [0, 1]",
                "normal = [0, 0]",
                15,
                at,
                "shapes[0] of 'ground' cannot touch: a plane needs its `normal`",
            ),
            case(
                "kind = \"sphere\", radius = 0.1",
                "kind = \"plane\", normal = [1, 0]",
                15,
                at,
                "a plane (body 'ground') and a plane (body 'ball') cannot touch",
            ),
            case(
                "kind = \"sphere\", radius = 0.1",
                "kind = \"mesh\", vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]]",
                15,
                at,
                "shapes[0] of 'ball' cannot touch: the plane of the model, z = 0, does not cut it",
            ),
            case(
                "radius = 0.1",
                "radius = 0.1, convex = true",
                8,
                "bodies[0].shapes[0].convex",
                "`convex` is for a mesh",
            ),
            case(
                "kind = \"sphere\", radius = 0.1",
                "kind = \"mesh\", vertices = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], \
                 triangles = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]], convex = 1",
                8,
                "bodies[0].shapes[0].convex",
                "true or false",
            ),
            case("name = \"floor\"", "name = \"ball\"", 14, "contacts[0].name", "a body is called 'ball' too"),
            case("kind = \"plane\"", "kind = \"plain\"", 3, "ground.shapes[0].kind", "unknown shape \"plain\""),
        ],
    );
}

/// The same model in Rust, and what is said where it is wrong.
#[test]
fn contacts_are_written_in_rust() {
    use file::{BodyEntry, ContactEntry};
    let shape = |text: &str| serde_json::from_str(text).unwrap();
    let model = |stiffness: f64| {
        Model::builder()
            .gravity([0.0, 0.0, -9.81])
            .ground(shape(r#"{ "kind": "plane", "normal": [0, 0, 1] }"#))
            .body(
                BodyEntry::new("ball")
                    .mass(1.0)
                    .inertia([4e-3, 4e-3, 4e-3])
                    .position([0.0, 0.0, 0.2])
                    .shape(shape(r#"{ "kind": "sphere", "radius": 0.1 }"#)),
            )
            .contact(ContactEntry { name: Some("floor".into()), ..ContactEntry::new("ground", "ball", stiffness) })
            .build()
    };
    let expected = parse(&ball(0.2, [0.0; 3], "stiffness = 1e5"));
    assert_eq!(model(1e5).unwrap().hash(), expected.hash());
    let faults = model(-1.0).unwrap_err().to_string();
    assert!(faults.contains("contacts[0].stiffness"), "{faults}");
}

/// More pairs with columns than memory has room for are refused before they are made.
#[test]
fn too_many_pairs_are_refused() {
    let mut text = String::from("space = \"planar\"\n");
    for k in 0..1100 {
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\nmass = 1\ninertia = 1\nposition = [{k}, 0]\n\
             shapes = [{{ kind = \"sphere\", radius = 0.1 }}]\n"
        );
    }
    text += "[[contacts]]\nbetween = \"all\"\nstiffness = 1e5\ncolumns = true\n";
    let faults = Model::parse(&text, "many.toml").unwrap_err().to_string();
    assert!(faults.contains("604450 pairs; a model has at most 500000"), "{faults}");
}

/// Programs and `multiscale` say that they are not made for contacts.
#[test]
fn methods_that_know_no_contacts_refuse_them() {
    let model = parse(&ball(0.2, [0.0; 3], "stiffness = 1e5"));
    let asked = Settings { formulation: "multiscale".parse().unwrap(), ..Settings::default() };
    let trouble = Plan::choose(&model, &asked).expect_err("multiscale knows no contacts").to_string();
    assert!(trouble.contains("contact") && trouble.contains("floor"), "{trouble}");
    let plan = Plan::choose(&model, &Settings::default()).unwrap();
    assert_eq!(plan.settings.formulation.to_string(), "cartesian");
}
