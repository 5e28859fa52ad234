//! Files of meshes: read with the model, and kept in its shapes, so that nobody needs the files any more.

use super::ModelFile;
use super::parts::Files;
use super::read::Reader;
use crate::model::shape::read_mesh;
use serde_json::Value;

/// Reads the meshes of all shapes that name a file. Without a way to read files, shapes stay as they are, and so does
/// one without density whose file is not there: it is not drawn. Returns whether a mesh was read.
pub(super) fn read_all(file: &mut ModelFile, reader: &mut Reader, files: &Files) -> bool {
    let mut any = false;
    for (i, body) in file.bodies.iter_mut().enumerate() {
        for (j, shape) in body.shapes.iter_mut().enumerate().filter(|(_, shape)| shape.kind == "mesh") {
            let Some(name) = shape.keys.get("file").and_then(Value::as_str) else { continue };
            if shape.keys.contains_key("triangles") {
                continue;
            }
            let open = |path: &str| files.open(path).unwrap_or_else(|| Err("files cannot be read here".into()));
            let bytes = match files.open(name) {
                Some(Ok(bytes)) => bytes,
                Some(Err(_)) if body.density.is_none() => continue,
                Some(Err(error)) => {
                    let path = format!("bodies[{i}].shapes[{j}].file");
                    reader.fault_at(body.lines.of("shapes"), &path, format!("cannot read '{name}': {error}"));
                    continue;
                }
                None => continue,
            };
            match read_mesh(name, &bytes, &open) {
                Ok(mesh) => {
                    shape.keep_mesh(&mesh);
                    any = true;
                }
                Err(error) => {
                    let path = format!("bodies[{i}].shapes[{j}].file");
                    reader.fault_at(body.lines.of("shapes"), &path, format!("cannot use '{name}': {error}"));
                }
            }
        }
    }
    any
}
