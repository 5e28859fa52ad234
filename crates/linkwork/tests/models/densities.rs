//! Bodies with a density: mass, centre and inertia of their shapes, against closed forms of mechanics and against
//! meshes of the same solids in every format; surfaces that bound nothing are faults.

use linkwork::model::{Inputs, Loaded};
use linkwork::spatial::Vec3;
use linkwork::{Faults, Model};
use std::f64::consts::PI;

fn body(shapes: &str) -> String {
    format!("[[bodies]]\nname = \"b\"\ndensity = \"2 g/cm^3\"\nposition = [1, 2, 3]\nshapes = [{shapes}]\n")
}

fn load(text: &str, files: &[(&str, Vec<u8>)]) -> Result<Loaded, Faults> {
    let open = |path: &str| match files.iter().find(|(name, _)| *name == path) {
        Some((_, bytes)) => Ok(bytes.clone()),
        None => Err("no such file".to_string()),
    };
    Model::load(text, "m.toml", &Inputs { parameters: &[], files: Some(&open) })
}

fn model(text: &str, files: &[(&str, Vec<u8>)]) -> Model {
    load(text, files).unwrap_or_else(|faults| panic!("{faults}")).model
}

/// Mass, centre in the world less the body's origin, inertia.
struct Expected {
    mass: f64,
    center: [f64; 3],
    inertia: [f64; 6],
}

fn check(model: &Model, expected: &Expected, tolerance: f64, what: &str) {
    let body = &model.bodies[0];
    let j = body.inertia.0;
    let inertia = [j[0][0], j[1][1], j[2][2], j[0][1], j[0][2], j[1][2]];
    let scale = expected.inertia.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!((body.mass - expected.mass).abs() < tolerance * expected.mass, "{what}: mass {}", body.mass);
    let center = body.position - Vec3([1.0, 2.0, 3.0]);
    assert!((center - Vec3(expected.center)).norm() < tolerance, "{what}: centre {center:?}");
    for (found, expected) in inertia.iter().zip(expected.inertia) {
        assert!((found - expected).abs() < tolerance * scale, "{what}: inertia {inertia:?} instead of {expected}");
    }
}

#[test]
fn solids_have_the_mass_of_the_textbook() {
    let rho = 2000.0;
    let block = Expected {
        mass: rho * 0.024,
        center: [0.1, 0.0, -0.2],
        inertia: [0.25, 0.2, 0.13, 0.0, 0.0, 0.0].map(|x| rho * 0.024 / 12.0 * x),
    };
    let text = "{ kind = \"box\", size = [0.2, 0.3, 0.4], position = [0.1, 0, -0.2] }";
    check(&model(&body(text), &[]), &block, 1e-14, "box");

    let (r, h) = (0.1, 0.5);
    let m = rho * PI * r * r * h;
    let across = m * (3.0 * r * r + h * h) / 12.0;
    let cylinder =
        Expected { mass: m, center: [0.25, 0.0, 0.0], inertia: [m * r * r / 2.0, across, across, 0.0, 0.0, 0.0] };
    let text = "{ kind = \"cylinder\", radius = 0.1, from = [0, 0, 0], to = [0.5, 0, 0] }";
    check(&model(&body(text), &[]), &cylinder, 1e-14, "cylinder");
    // The same along its own z, turned to x.
    let text = "{ kind = \"cylinder\", radius = 0.1, length = 0.5, position = [0.25, 0, 0], orientation = [0.5, 0.5, 0.5, 0.5] }";
    check(&model(&body(text), &[]), &cylinder, 1e-14, "turned cylinder");

    // By the book: a capsule about its axis and across it.
    let (mc, ms) = (rho * PI * r * r * h, rho * 4.0 / 3.0 * PI * r.powi(3));
    let along = mc * r * r / 2.0 + ms * 2.0 * r * r / 5.0;
    let across = mc * (h * h / 12.0 + r * r / 4.0) + ms * (2.0 * r * r / 5.0 + h * h / 4.0 + 3.0 * h * r / 8.0);
    let capsule = Expected { mass: mc + ms, center: [0.25, 0.0, 0.0], inertia: [along, across, across, 0.0, 0.0, 0.0] };
    let text = "{ kind = \"capsule\", radius = 0.1, from = [0, 0, 0], to = [0.5, 0, 0] }";
    check(&model(&body(text), &[]), &capsule, 1e-14, "capsule");

    let m = rho * 4.0 / 3.0 * PI * 0.027;
    let sphere =
        Expected { mass: m, center: [0.0, 0.0, 1.0], inertia: [m * 0.036, m * 0.036, m * 0.036, 0.0, 0.0, 0.0] };
    check(&model(&body("{ kind = \"sphere\", radius = 0.3, position = [0, 0, 1] }"), &[]), &sphere, 1e-14, "sphere");

    // Two balls, by the theorem of Steiner: the one at the origin is as heavy as the other.
    let a = 0.4 * 0.01 * (rho * 4.0 / 3.0 * PI * 0.001);
    let m = rho * 4.0 / 3.0 * PI * 0.001;
    let d = [0.5, 0.25, 0.0];
    let two = Expected {
        mass: 2.0 * m,
        center: [0.5, 0.25, 0.0],
        inertia: [
            2.0 * (a + m * d[1] * d[1]),
            2.0 * (a + m * d[0] * d[0]),
            2.0 * (a + m * (d[0] * d[0] + d[1] * d[1])),
            -2.0 * m * d[0] * d[1],
            0.0,
            0.0,
        ],
    };
    let text = "{ kind = \"sphere\", radius = 0.1 }, { kind = \"sphere\", radius = 0.1, position = [1, 0.5, 0] }";
    check(&model(&body(text), &[]), &two, 1e-14, "two balls");
}

#[test]
fn a_planar_body_has_the_inertia_about_z() {
    let text = "space = \"planar\"\n[[bodies]]\nname = \"b\"\ndensity = 1000\nshapes = [{ kind = \"box\", size = [1, 2, 0.1], position = [0.5, 0] }]\n";
    let model = model(text, &[]);
    assert!((model.bodies[0].mass - 200.0).abs() < 1e-12);
    assert!((model.bodies[0].inertia.0[2][2] - 200.0 * 5.0 / 12.0).abs() < 1e-11);
    assert_eq!(model.bodies[0].position, Vec3([0.5, 0.0, 0.0]));
}

/// Corners and triangles of a block of 0.2 × 0.3 × 0.4 about (0.1, 0, −0.2), in units of 1/1000.
fn block() -> (Vec<[f64; 3]>, Vec<[usize; 3]>) {
    let corner = |k: usize| [[0.0, 200.0][k & 1], [-150.0, 150.0][k >> 1 & 1], [-400.0, 0.0][k >> 2 & 1]];
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]]).collect();
    ((0..8).map(corner).collect(), triangles)
}

fn ascii_stl(triangles: &[[usize; 3]]) -> Vec<u8> {
    let (corners, _) = block();
    let mut text = String::from("solid block\n");
    for triangle in triangles {
        text += "facet normal 0 0 0\nouter loop\n";
        triangle
            .iter()
            .for_each(|k| text += &format!("vertex {} {} {}\n", corners[*k][0], corners[*k][1], corners[*k][2]));
        text += "endloop\nendfacet\n";
    }
    (text + "endsolid block\n").into_bytes()
}

fn binary_stl() -> Vec<u8> {
    let (corners, triangles) = block();
    let mut bytes = vec![b' '; 80];
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in &triangles {
        bytes.extend([0; 12]);
        triangle.iter().for_each(|k| corners[*k].iter().for_each(|x| bytes.extend((*x as f32).to_le_bytes())));
        bytes.extend([0; 2]);
    }
    bytes
}

fn obj() -> Vec<u8> {
    let (corners, _) = block();
    let mut text = String::from("# block\n");
    corners.iter().for_each(|[x, y, z]| text += &format!("v {x} {y} {z}\n"));
    // Squares, some by numbers from the end.
    text += "f 1 3 4 2\nf 5//1 6//1 8//1 7//1\nf 1 2 6 5\nf 3 7 8 4\nf -8 -4 -2 -6\nf 2/1 4/1 8/1 6/1\n";
    text.into_bytes()
}

/// The buffer and the JSON of a file, whose node makes metres of millimetres, away from the middle of a larger block.
fn gltf(uri: Option<&str>) -> (Vec<u8>, String) {
    let (corners, triangles) = block();
    let mut buffer = Vec::new();
    corners.iter().flatten().for_each(|x| buffer.extend((*x as f32).to_le_bytes()));
    triangles.iter().flatten().for_each(|k| buffer.extend((*k as u16).to_le_bytes()));
    let mut entry = serde_json::json!({ "byteLength": buffer.len() });
    if let Some(uri) = uri {
        entry["uri"] = uri.into();
    }
    let json = serde_json::json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }],
        "nodes": [{ "children": [1], "scale": [2, 2, 2] }, { "mesh": 0, "scale": [0.5, 0.5, 0.5] }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR" }],
        "bufferViews": [
            { "buffer": 0, "byteLength": 96 }, { "buffer": 0, "byteOffset": 96, "byteLength": 72 }],
        "buffers": [entry],
    });
    (buffer, json.to_string())
}

fn glb() -> Vec<u8> {
    let (buffer, mut json) = gltf(None);
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let mut bytes = b"glTF".to_vec();
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend((12 + 8 + json.len() as u32 + 8 + buffer.len() as u32).to_le_bytes());
    for (name, data) in [(b"JSON", json.as_bytes()), (b"BIN\0", &buffer[..])] {
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(name);
        bytes.extend(data);
    }
    bytes
}

#[test]
fn a_mesh_in_any_format_has_the_mass_of_its_solid() {
    let block_of_shapes = model(&body("{ kind = \"box\", size = [0.2, 0.3, 0.4], position = [0.1, 0, -0.2] }"), &[]);
    let (_, triangles) = block();
    let reversed: Vec<[usize; 3]> = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let (buffer, json) = gltf(Some("block.bin"));
    let files = [
        ("a.stl", ascii_stl(&triangles)),
        ("inside_out.stl", ascii_stl(&reversed)),
        ("b.stl", binary_stl()),
        ("c.OBJ", obj()),
        ("d.gltf", json.into_bytes()),
        ("block.bin", buffer),
        ("e.glb", glb()),
    ];
    for (name, _) in files.iter().filter(|(name, _)| *name != "block.bin") {
        let text = body(&format!("{{ kind = \"mesh\", file = \"{name}\", scale = 1e-3 }}"));
        let loaded = load(&text, &files).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let [a, b] = [&block_of_shapes.bodies[0], &loaded.model.bodies[0]];
        // Round-off only: all corners are numbers of single precision.
        assert!((a.mass - b.mass).abs() < 1e-13 * a.mass, "{name}: {} {}", a.mass, b.mass);
        assert!((a.position - b.position).norm() < 1e-13, "{name}");
        let size = a.inertia.0[0][0];
        let off = |i: usize, j: usize| (a.inertia.0[i][j] - b.inertia.0[i][j]).abs();
        assert!((0..9).all(|k| off(k / 3, k % 3) < 1e-13 * size), "{name}: {:?} {:?}", a.inertia, b.inertia);
        // The copy needs no file.
        let copy = Model::parse(&loaded.resolved.unwrap(), "copy.toml").unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(copy.hash(), loaded.model.hash(), "{name}");
        assert!(copy.bodies[0].shapes[0].geometry().is_some());
    }
}

#[test]
fn a_mirrored_mesh_has_its_centre_on_the_other_side() {
    let part = body("{ kind = \"mesh\", file = \"b.stl\", scale = 1e-3 }");
    let assembly = "[[parts]]\nname = \"p\"\nfile = \"part.toml\"\nmirror = \"x\"\n";
    let files = [("part.toml", part.into_bytes()), ("b.stl", binary_stl())];
    let mirrored = model(assembly, &files);
    // The block is about x = 0.1 of a body at 1.
    assert!((mirrored.bodies[0].position - Vec3([-1.1, 2.0, 2.8])).norm() < 1e-12, "{:?}", mirrored.bodies[0].position);
}

#[test]
fn what_cannot_be_filled_is_a_fault() {
    let (_, triangles) = block();
    let files = [
        ("open.stl", ascii_stl(&triangles[1..])),
        ("cut.stl", binary_stl()[..200].to_vec()),
        ("wrong.obj", b"v 1 2\n".to_vec()),
        ("far.obj", b"v 0 0 0\nf 1 2 3\n".to_vec()),
        ("empty.glb", b"glTF".to_vec()),
        ("a.step", Vec::new()),
    ];
    for (shapes, message) in [
        (
            "{ kind = \"mesh\", file = \"open.stl\" }",
            "shapes: shapes[0] cannot be filled: its surface is open at 3 edges",
        ),
        (
            "{ kind = \"mesh\", file = \"cut.stl\" }",
            "m.toml:5: bodies[0].shapes[0].file: cannot use 'cut.stl': it ends within",
        ),
        ("{ kind = \"mesh\", file = \"wrong.obj\" }", "line 1 is no vertex with three numbers"),
        ("{ kind = \"mesh\", file = \"far.obj\" }", "line 2 is no face of known corners"),
        ("{ kind = \"mesh\", file = \"empty.glb\" }", "it ends within its head"),
        ("{ kind = \"mesh\", file = \"a.step\" }", "mesh files are STL, OBJ or glTF"),
        ("{ kind = \"mesh\", file = \"none.stl\" }", "cannot read 'none.stl': no such file"),
        ("{ kind = \"box\" }", "a box needs its `size`"),
        ("{ kind = \"sphere\", radius = -1 }", "a sphere needs its `radius`"),
        ("{ kind = \"capsule\", radius = 1 }", "a capsule needs `radius`, and `length` or `from` and `to`"),
        ("{ kind = \"box\", size = [1, 1, 0] }", "the shapes have no volume"),
        ("", "the shapes have no volume"),
    ] {
        let text = match shapes {
            "" => body("{ kind = \"box\", size = [1, 1] }"),
            shapes => body(shapes),
        };
        let faults = load(&text, &files).map(|_| ()).expect_err(shapes).to_string();
        assert!(faults.contains(message), "{shapes}: {faults}");
    }
    let ball = "{ kind = \"sphere\", radius = 1 }";
    for (more, message) in [
        ("mass = 1", "bodies[0].mass: `density` already gives the mass of the shapes; remove one of the two"),
        ("inertia = [1, 1, 1]", "already gives the inertia"),
        ("center = [1, 1, 1]", "already gives the center"),
        ("mas = 1", "did you mean `mass`"),
    ] {
        let faults = load(&body(ball).replace("position", &format!("{more}\nposition")), &[]).map(|_| ());
        let faults = faults.expect_err(more).to_string();
        assert!(faults.contains(message), "{more}: {faults}");
    }
    let none = load("[[bodies]]\nname = \"b\"\ndensity = 1\n", &[]).map(|_| ()).expect_err("no shapes").to_string();
    assert!(none.contains("missing `shapes`: `density` fills shapes"), "{none}");
    let negative = load(&body(ball).replace("2 g/cm^3", "-1"), &[]).map(|_| ()).expect_err("negative").to_string();
    assert!(negative.contains("bodies[0].density: must be a positive finite number"), "{negative}");
    // For the eye only, a mesh that is not there is not drawn.
    let text = body("{ kind = \"mesh\", file = \"none.stl\" }")
        .replace("density = \"2 g/cm^3\"", "mass = 1\ninertia = [1, 1, 1]");
    assert!(model(&text, &files).bodies[0].shapes[0].geometry().is_none());
}
