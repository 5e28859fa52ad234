//! Files of meshes: read with the model, and kept in its shapes, so that nobody needs the files any more.

use super::parts::Files;
use super::read::Reader;
use super::{Lines, ModelFile};
use crate::model::Shape;
use crate::model::shape::read_mesh;
use serde_json::Value;

/// Some shapes of a file.
struct Shapes<'a> {
    shapes: &'a mut [Shape],
    lines: &'a Lines,
    /// The table that has them, and their key in it.
    table: String,
    key: &'static str,
    /// Whether they do nothing but to be drawn.
    is_drawing: bool,
}

/// Reads the meshes of all shapes that name a file. Without a way to read files, shapes stay as they are, and so does
/// one of a body without density whose file is not there: it is not drawn. Returns whether a mesh was read.
pub(super) fn read_all(file: &mut ModelFile, reader: &mut Reader, files: &Files) -> bool {
    let mut any = false;
    for (i, body) in file.bodies.iter_mut().enumerate() {
        let (table, is_drawing) = (format!("bodies[{i}]"), body.density.is_none());
        let shapes = Shapes { shapes: &mut body.shapes, lines: &body.lines, table, key: "shapes", is_drawing };
        any |= read_shapes(shapes, reader, files);
    }
    let ground = &mut file.ground;
    let shapes = ground.shapes.as_deref_mut().unwrap_or_default();
    let (table, lines) = ("ground".into(), &ground.lines);
    any |= read_shapes(Shapes { shapes, lines, table, key: "shapes", is_drawing: false }, reader, files);
    for (i, contact) in file.contacts.iter_mut().enumerate() {
        for (key, shapes) in [("first", &mut contact.first), ("second", &mut contact.second)] {
            let shapes = shapes.as_deref_mut().unwrap_or_default();
            let (table, lines) = (format!("contacts[{i}]"), &contact.lines);
            any |= read_shapes(Shapes { shapes, lines, table, key, is_drawing: false }, reader, files);
        }
    }
    any
}

fn read_shapes(all: Shapes, reader: &mut Reader, files: &Files) -> bool {
    let Shapes { shapes, lines, table, key, is_drawing } = all;
    let mut any = false;
    for (j, shape) in shapes.iter_mut().enumerate().filter(|(_, shape)| shape.kind == "mesh") {
        let Some(name) = shape.keys.get("file").and_then(Value::as_str) else { continue };
        if shape.keys.contains_key("triangles") {
            continue;
        }
        let mut fault = |message: String| {
            reader.fault_at(lines.of(key), &format!("{table}.{key}[{j}].file"), message);
        };
        let open = |path: &str| files.open(path).unwrap_or_else(|| Err("files cannot be read here".into()));
        let bytes = match files.open(name) {
            Some(Ok(bytes)) => bytes,
            Some(Err(_)) if is_drawing => continue,
            Some(Err(error)) => {
                fault(format!("cannot read '{name}': {error}"));
                continue;
            }
            None => continue,
        };
        match read_mesh(name, &bytes, &open) {
            Ok(mesh) => {
                shape.keep_mesh(&mesh);
                any = true;
            }
            Err(error) => fault(format!("cannot use '{name}': {error}")),
        }
    }
    any
}
