//! Pairs of all shapes: bodies that rest on, slide along and roll over what is given as a plane, a box, a cylinder or a
//! mesh, against closed forms.

use crate::motion::{G, Motion, assert_close, parse, run};
use linkwork::model::Inputs;
use linkwork::{Model, Settings};
use std::fmt::Write;

const STIFFNESS: f64 = 1e6;

/// A mesh of an outline in x and z, counterclockwise seen along y, drawn out along y; `ends` are triangles of the
/// outline.
fn extruded(profile: &[[f64; 2]], ends: &[[usize; 3]], half: f64) -> String {
    let n = profile.len();
    let mut vertices = String::new();
    for y in [-half, half] {
        profile.iter().for_each(|[x, z]| write!(vertices, "[{x:?}, {y:?}, {z:?}], ").unwrap());
    }
    let mut triangles = String::new();
    let mut add = |a: usize, b: usize, c: usize| write!(triangles, "[{a}, {b}, {c}], ").unwrap();
    for &[a, b, c] in ends {
        add(a, b, c);
        add(a + n, c + n, b + n);
    }
    for k in 0..n {
        let next = (k + 1) % n;
        add(next, k, k + n);
        add(next, k + n, next + n);
    }
    format!("{{ kind = \"mesh\", vertices = [{vertices}], triangles = [{triangles}] }}")
}

/// A block of these half lengths about a height.
fn block(x: f64, y: f64, z: f64, height: f64) -> String {
    let profile = [[-x, height - z], [x, height - z], [x, height + z], [-x, height + z]];
    extruded(&profile, &[[0, 1, 2], [0, 2, 3]], y)
}

/// A channel along y that is open above, with its bottom at z = 0.
fn channel() -> String {
    let profile =
        [[-0.5, -0.1], [0.5, -0.1], [0.5, 0.1], [0.4, 0.1], [0.4, 0.0], [-0.4, 0.0], [-0.4, 0.1], [-0.5, 0.1]];
    extruded(&profile, &[[0, 1, 4], [1, 2, 3], [1, 3, 4], [0, 4, 5], [0, 5, 6], [0, 6, 7]], 0.5)
}

/// An L of 0.2 by 0.15 m, with its bottom at z = −0.05.
fn bracket() -> String {
    let profile = [[-0.1, -0.05], [0.1, -0.05], [0.1, 0.0], [0.0, 0.0], [0.0, 0.1], [-0.1, 0.1]];
    extruded(&profile, &[[0, 1, 2], [0, 2, 3], [0, 3, 5], [3, 4, 5]], 0.05)
}

fn grounds() -> Vec<(&'static str, String)> {
    vec![
        ("plane", "{ kind = \"plane\", normal = [0, 0, 1] }".into()),
        ("box", "{ kind = \"box\", size = [1, 1, 0.1], position = [0, 0, -0.05] }".into()),
        ("cylinder", "{ kind = \"cylinder\", radius = 0.4, length = 0.1, position = [0, 0, -0.05] }".into()),
        ("convex mesh", block(0.5, 0.5, 0.05, -0.05)),
        ("channel", channel()),
    ]
}

/// Shapes that stand 0.05 m above their lowest points, and how many of these carry.
fn bodies() -> Vec<(&'static str, String, f64)> {
    let turned = "orientation = [0.7071067811865476, 0.7071067811865476, 0, 0]";
    vec![
        ("sphere", "{ kind = \"sphere\", radius = 0.05 }".into(), 1.0),
        ("box", "{ kind = \"box\", size = [0.1, 0.1, 0.1] }".into(), 4.0),
        ("capsule", format!("{{ kind = \"capsule\", radius = 0.05, length = 0.1, {turned} }}"), 2.0),
        ("cylinder", "{ kind = \"cylinder\", radius = 0.05, length = 0.1 }".into(), 2.0),
        ("rolling cylinder", format!("{{ kind = \"cylinder\", radius = 0.05, length = 0.1, {turned} }}"), 2.0),
        ("convex mesh", block(0.05, 0.05, 0.05, 0.0), 4.0),
        ("bracket", bracket(), 4.0),
    ]
}

fn scene(ground: &str, body: &str, velocity: f64, height: f64) -> String {
    format!(
        "gravity = [0, 0, -9.81]\n[ground]\nshapes = [{ground}]\n[[bodies]]\nname = \"b\"\nmass = 1.0\n\
         inertia = [0.002, 0.0022, 0.0025]\nposition = [0, 0, {height:?}]\nvelocity = [{velocity:?}, 0, 0]\n\
         shapes = [{body}]\n[[contacts]]\nname = \"c\"\nbetween = [\"ground\", \"b\"]\nstiffness = {STIFFNESS:?}\n\
         restitution = 0.3\nfriction = {{ dynamic = 0.4, speed = 0.01 }}\n"
    )
}

fn moved(ground: &str, body: &str, velocity: f64, height: f64, end: f64) -> Motion {
    let text = scene(ground, body, velocity, height);
    run(&parse(&text), &Settings { end, output_step: end, ..Settings::default() })
}

/// The depth of a body of 1 kg at rest on so many points, with ½ (1 + ε²) of the stiffness.
fn depth(n: f64) -> f64 {
    (G / (n * 0.5 * 1.09 * STIFFNESS)).powf(2.0 / 3.0)
}

/// A cylinder on a mesh that is not convex is a prism, which has other points.
fn is_prism(ground: &str, body: &str) -> bool {
    ground == "channel" && body.contains("cylinder")
}

#[test]
fn all_bodies_rest_on_all_grounds_as_deep_as_their_points_say() {
    for (under, ground) in grounds() {
        for (name, body, n) in bodies().into_iter().filter(|(name, ..)| !is_prism(under, name)) {
            let motion = moved(&ground, &body, 0.0, 0.051, 1.0);
            let what = format!("{name} on {under}");
            assert_close(motion.last("c.depth"), depth(n), 1e-7, &what);
            assert_close(motion.last("b.z"), 0.05 - depth(n), 1e-7, &what);
            assert_close(motion.last("c.fz"), G, 1e-4, &what);
            let balance = motion.summary.energy_balance;
            assert!(balance < 1e-5, "{what}: {balance:.1e}");
        }
    }
}

/// After 0.2 s at μ g = 3.92 m/s², or rolling without slip.
#[test]
fn all_bodies_slide_and_roll_alike_on_all_grounds() {
    for (name, body, n) in bodies() {
        let on = |ground: &str| moved(ground, &body, 1.0, 0.05 - depth(n), 0.15);
        let expected = on(&grounds()[0].1);
        for (under, ground) in grounds().into_iter().filter(|(under, _)| !is_prism(under, name)) {
            let (motion, what) = (on(&ground), format!("{name} on {under}"));
            let balance = motion.summary.energy_balance;
            assert!(balance < 1e-4, "{what}: {balance:.1e}");
            // Standing cylinders lean on two points, whose place along the rim is free as they begin to slide.
            let tolerance = if name == "cylinder" { 2e-3 } else { 2e-5 };
            assert_close(motion.last("b.x"), expected.last("b.x"), tolerance, &what);
            assert_close(motion.last("b.vx"), expected.last("b.vx"), 10.0 * tolerance, &what);
        }
    }
}

/// A prism with 48 sides carries a cylinder within its flatness of 0.2 % of the radius.
#[test]
fn a_cylinder_stands_in_a_channel() {
    let cylinder = "{ kind = \"cylinder\", radius = 0.05, length = 0.1 }";
    let motion = moved(&channel(), cylinder, 0.0, 0.051, 1.0);
    assert_close(motion.last("b.z"), 0.05 - depth(4.0), 1e-5, "four points by area");
    assert_close(motion.last("c.fz"), G, 1e-4, "weight");
}

/// In the plane a mesh is its section: a ball and a box rest on it as on a box.
#[test]
fn sections_of_meshes_touch_in_the_plane() {
    // The outline of the channel lies in x and y here.
    let turned = |mesh: &str| mesh.replace(" }", ", orientation = [0.7071067811865476, -0.7071067811865476, 0, 0] }");
    let convex = |mesh: String| mesh.replace(" }", ", convex = true }");
    for (ground, drop) in [(channel(), 0.0), (convex(channel()), 0.1), (block(0.5, 0.5, 0.05, -0.05), 0.0)] {
        for (body, n) in [
            ("{ kind = \"sphere\", radius = 0.05 }".into(), 1.0),
            ("{ kind = \"box\", size = [0.1, 0.1] }".into(), 2.0),
            ("{ kind = \"capsule\", radius = 0.05, from = [-0.1, 0], to = [0.1, 0] }".into(), 2.0),
            (turned(&block(0.05, 0.05, 0.05, 0.0)), 2.0),
            (turned(&bracket()), 2.0),
        ] {
            let text = format!(
                "space = \"planar\"\ngravity = [0, -9.81]\n[ground]\nshapes = [{}]\n[[bodies]]\nname = \"b\"\n\
                 mass = 1.0\ninertia = 0.002\nposition = [0, {:?}]\nshapes = [{body}]\n[[contacts]]\nname = \"c\"\n\
                 between = [\"ground\", \"b\"]\nstiffness = {STIFFNESS:?}\nrestitution = 0.3\n\
                 friction = {{ dynamic = 0.4, speed = 0.01 }}\n",
                turned(&ground),
                0.051 + drop
            );
            let motion = run(&parse(&text), &Settings { end: 1.0, output_step: 1.0, ..Settings::default() });
            let what = format!("{body} on {ground}");
            assert_close(motion.last("b.y"), 0.05 + drop - depth(n), 1e-7, &what);
            assert_close(motion.last("c.fy"), G, 1e-4, &what);
        }
    }
}

/// Files are read for the ground and for shapes that only a contact has.
#[test]
fn files_of_meshes_are_read_for_contacts() {
    let stl = "solid roof\n\
               facet normal 0 0 1\nouter loop\nvertex -1 -1 0\nvertex 1 -1 0\nvertex 1 1 0\nendloop\nendfacet\n\
               facet normal 0 0 1\nouter loop\nvertex -1 -1 0\nvertex 1 1 0\nvertex -1 1 0\nendloop\nendfacet\n\
               endsolid roof\n";
    let open = |path: &str| match path {
        "roof.stl" => Ok(stl.as_bytes().to_vec()),
        _ => Err("no such file".to_string()),
    };
    let load = |text: &str| Model::load(text, "m.toml", &Inputs { parameters: &[], files: Some(&open) });
    let sphere = "{ kind = \"sphere\", radius = 0.05 }";
    let roof = "{ kind = \"mesh\", file = \"roof.stl\" }";
    let on_ground = scene(roof, sphere, 0.0, 0.051);
    let of_contact = scene(sphere, sphere, 0.0, 0.051) + &format!("first = [{roof}]\n");
    for text in [on_ground.clone(), of_contact] {
        let model = load(&text).unwrap_or_else(|faults| panic!("{faults}")).model;
        let motion = run(&model, &Settings { end: 1.0, output_step: 1.0, ..Settings::default() });
        assert_close(motion.last("b.z"), 0.05 - depth(1.0), 1e-7, "a ball on a roof that is open below");
    }
    let faults = load(&on_ground.replace("roof.stl", "rof.stl")).unwrap_err().to_string();
    assert!(faults.contains("ground.shapes[0].file: cannot read 'rof.stl'"), "{faults}");
}
