//! An animated scene as binary glTF 2.0 (`.glb`), which Blender and others open: a node a body, moved by samplers of
//! translation and rotation, linear between rows.
//!
//! glTF has y upwards; a node above all bodies turns the world so that gravity points down. Positions are in single
//! precision, as the format has them.

mod glb;
mod mesh;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use linkwork::spatial::{Quat, Vec3};
use linkwork::{Model, Space};
use serde_json::{Value, json};

use super::{ExportError, write_whole};
use crate::error::WriteError;
use crate::figure::COLORS;
use crate::read::{ReadError, Rows, Trajectory};
use crate::shapes::{Drawn, Solid, solids};
use glb::Buffer;
use mesh::Mesh;

/// A file holds no more than 4 GB.
const MOST_BYTES: u64 = 4_000_000_000;

/// Writes the motion of a model's bodies.
///
/// # Errors
/// When the trajectory cannot be read or is not of this model, or the file cannot be written or would be too large.
pub fn write_gltf(model: &Model, trajectory: &Trajectory, rows: &Rows, path: &Path) -> Result<(), ExportError> {
    let n = trajectory.count(rows)? as u64;
    // Seven numbers of four bytes for each body and row.
    if n * 28 * model.n_bodies() as u64 > MOST_BYTES {
        return Err(ExportError::TooLarge(format!(
            "{n} rows of {} bodies are too much for glTF (4 GB); choose fewer with --every, --from or --until",
            model.n_bodies()
        )));
    }
    let motion = Motion::read(model, trajectory, rows)?;
    let mut scene = Scene::default();
    scene.add_bodies(model, &motion);
    scene.add_ground(model);
    let (json, buffer) = scene.finish(model);
    let failed = |cause: io::Error| ExportError::Write(WriteError { path: path.to_path_buf(), cause });
    write_whole(path, |file| buffer.write(&json, file as &mut dyn Write).map_err(failed))
}

/// Where all bodies are at all rows.
struct Motion {
    times: Vec<f32>,
    /// By body, rows one after the other.
    positions: Vec<Vec<[f32; 3]>>,
    /// By body: x, y, z, w, as glTF has them.
    rotations: Vec<Vec<[f32; 4]>>,
}

impl Motion {
    fn read(model: &Model, trajectory: &Trajectory, rows: &Rows) -> Result<Motion, ReadError> {
        let columns = find_columns(model, trajectory)?;
        let width = pose_names(model.space).len();
        let n = model.n_bodies();
        let mut motion = Motion { times: Vec::new(), positions: vec![Vec::new(); n], rotations: vec![Vec::new(); n] };
        trajectory.for_each_row(&columns, rows, &mut |row| {
            // Times must ascend in single precision too; what is not finite ended the run.
            let time = row[0] as f32;
            let is_later = motion.times.last().is_none_or(|last| time > *last);
            if is_later && row.iter().all(|x| x.is_finite()) {
                motion.times.push(time);
                row[1..].chunks(width).enumerate().for_each(|(body, pose)| motion.add(body, pose));
            }
            true
        })?;
        if motion.times.is_empty() {
            return Err(ReadError::new(trajectory.path(), "it has no row among those that are asked for"));
        }
        Ok(motion)
    }

    fn add(&mut self, body: usize, pose: &[f64]) {
        let (position, mut q) = match *pose {
            [x, y, angle] => ([x, y, 0.0], Quat::about(Vec3([0.0, 0.0, 1.0]), angle).0),
            [x, y, z, qw, qx, qy, qz] => ([x, y, z], Quat([qw, qx, qy, qz]).normalized().0),
            // Poses have three or seven numbers.
            _ => ([0.0; 3], Quat::IDENTITY.0),
        };
        // An orientation has two quaternions; players go the straight way between them, so take the one near the last.
        if let Some(last) = self.rotations[body].last() {
            let [x, y, z, w] = last.map(f64::from);
            if w * q[0] + x * q[1] + y * q[2] + z * q[3] < 0.0 {
                q = q.map(|x| -x);
            }
        }
        self.positions[body].push(position.map(|x| x as f32));
        self.rotations[body].push(to_gltf(q));
    }
}

fn pose_names(space: Space) -> &'static [&'static str] {
    match space {
        Space::Planar => &["x", "y", "angle"],
        Space::Spatial => &["x", "y", "z", "qw", "qx", "qy", "qz"],
    }
}

/// Time, then the pose of each body.
fn find_columns(model: &Model, trajectory: &Trajectory) -> Result<Vec<usize>, ReadError> {
    let places: HashMap<&str, usize> = trajectory.columns().iter().enumerate().map(|(k, n)| (n.as_str(), k)).collect();
    let mut columns = vec![0];
    for body in &model.bodies {
        for name in pose_names(model.space) {
            let name = format!("{}.{name}", body.name);
            let missing =
                || ReadError::new(trajectory.path(), format!("it has no column '{name}': it is not of this model"));
            columns.push(*places.get(name.as_str()).ok_or_else(missing)?);
        }
    }
    Ok(columns)
}

fn to_gltf([w, x, y, z]: [f64; 4]) -> [f32; 4] {
    [x, y, z, w].map(|x| x as f32)
}

/// The parts of the file.
#[derive(Default)]
struct Scene {
    buffer: Buffer,
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    /// Bodies that look alike share one, by what they look like.
    known: HashMap<String, usize>,
    materials: Vec<String>,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl Scene {
    fn add_bodies(&mut self, model: &Model, motion: &Motion) {
        let all: Vec<usize> = (0..model.n_bodies()).collect();
        let time = self.buffer.add_times(&motion.times);
        for (i, drawn) in solids(model, &all).iter().enumerate() {
            let mesh = self.mesh(drawn, COLORS[i % COLORS.len()]);
            let (positions, rotations) = (&motion.positions[i], &motion.rotations[i]);
            self.nodes.push(json!({
                "name": model.bodies[i].name, "mesh": mesh, "translation": positions[0], "rotation": rotations[0],
            }));
            let outputs = [self.buffer.add(positions.as_flattened(), 3), self.buffer.add(rotations.as_flattened(), 4)];
            for (output, path) in outputs.into_iter().zip(["translation", "rotation"]) {
                let target = json!({ "node": self.nodes.len() - 1, "path": path });
                self.channels.push(json!({ "sampler": self.samplers.len(), "target": target }));
                self.samplers.push(json!({ "input": time, "output": output, "interpolation": "LINEAR" }));
            }
        }
    }

    /// Small balls where the ground holds joints.
    fn add_ground(&mut self, model: &Model) {
        let radius = 0.03 * model.length_scale();
        let markers = model.joints.iter().flat_map(|joint| [&joint.first, &joint.second]);
        let on_ground = markers.filter(|marker| marker.body.is_ground()).map(|marker| marker.point);
        let ball = |center: Vec3| Drawn { solid: Solid::Sphere { center, radius }, color: None };
        let balls: Vec<Drawn> = on_ground.map(ball).collect();
        if !balls.is_empty() {
            let mesh = self.mesh(&balls, "#888888");
            self.nodes.push(json!({ "name": "ground", "mesh": mesh }));
        }
    }

    fn mesh(&mut self, drawn: &[Drawn], color: &str) -> usize {
        let key = format!("{color} {drawn:?}");
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let primitive = |part: &Drawn| {
            let mesh = Mesh::of(&part.solid);
            let [positions, normals] = [&mesh.positions, &mesh.normals].map(|list| list.as_flattened());
            let position = self.buffer.add_positions(positions);
            let normal = self.buffer.add_vertices(normals);
            let indices = self.buffer.add_indices(&mesh.indices);
            let color = part.color.as_deref().unwrap_or(color);
            let known = self.materials.iter().position(|material| material == color);
            let material = known.unwrap_or_else(|| {
                self.materials.push(color.to_string());
                self.materials.len() - 1
            });
            json!({ "attributes": { "POSITION": position, "NORMAL": normal }, "indices": indices, "material": material })
        };
        let primitives: Vec<Value> = drawn.iter().map(primitive).collect();
        self.meshes.push(json!({ "primitives": primitives }));
        self.known.insert(key, self.meshes.len() - 1);
        self.meshes.len() - 1
    }

    fn finish(mut self, model: &Model) -> (Value, Buffer) {
        let children: Vec<usize> = (0..self.nodes.len()).collect();
        self.nodes.push(json!({ "name": model.name, "rotation": to_gltf(upright(model)), "children": children }));
        let (views, accessors) = self.buffer.describe();
        let material = |color: &String| json!({ "pbrMetallicRoughness": { "baseColorFactor": linear(color), "metallicFactor": 0.0, "roughnessFactor": 0.6 } });
        let json = json!({
            "asset": { "version": "2.0", "generator": concat!("linkwork ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "name": model.name, "nodes": [self.nodes.len() - 1] }],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials.iter().map(material).collect::<Vec<_>>(),
            "animations": [{ "name": "motion", "samplers": self.samplers, "channels": self.channels }],
            "accessors": accessors,
            "bufferViews": views,
            "buffers": [{ "byteLength": self.buffer.len() }],
        });
        (json, self.buffer)
    }
}

/// The rotation after which gravity points down, −y. Without gravity a plane is seen from the front, and z of space is
/// up.
fn upright(model: &Model) -> [f64; 4] {
    let default = if model.space == Space::Planar { Vec3([0.0, 1.0, 0.0]) } else { Vec3([0.0, 0.0, 1.0]) };
    let up = (-model.gravity).unit().unwrap_or(default);
    let y = Vec3([0.0, 1.0, 0.0]);
    let cosine = up.dot(y);
    if cosine < -1.0 + 1e-12 {
        let Vec3([a, b, c]) = y.perpendicular();
        return [0.0, a, b, c];
    }
    let Vec3([a, b, c]) = up.cross(y);
    Quat([1.0 + cosine, a, b, c]).normalized().0
}

/// `#rgb` or `#rrggbb` as glTF has colours: linear, with opacity.
fn linear(color: &str) -> [f64; 4] {
    let digits: Vec<u32> = color.chars().skip(1).filter_map(|c| c.to_digit(16)).collect();
    let parts = match digits[..] {
        [r, g, b] => [17 * r, 17 * g, 17 * b],
        [a, b, c, d, e, f] => [16 * a + b, 16 * c + d, 16 * e + f],
        _ => [128; 3],
    };
    // The transfer function of sRGB (IEC 61966-2-1).
    let value = |part: u32| match f64::from(part) / 255.0 {
        x if x <= 0.04045 => x / 12.92,
        x => ((x + 0.055) / 1.055).powf(2.4),
    };
    [value(parts[0]), value(parts[1]), value(parts[2]), 1.0]
}
