//! glTF 2.0, as JSON with buffers in it or beside it, or as one binary file (`.glb`): the triangles of its scene, each
//! node placed by its matrix or by translation, rotation and scale.

use super::mesh::Mesh;
use crate::model::file::ReadFile;
use crate::spatial::{Mat3, Quat, Vec3};
use serde_json::Value;

/// Levels of nodes below nodes.
const DEPTH: usize = 64;
/// Corners of a whole file; nodes that name a mesh many times could ask for any number.
const MOST_CORNERS: usize = 50_000_000;

/// Reads a file; `open` reads buffers beside it.
pub(super) fn read(bytes: &[u8], open: &ReadFile) -> Result<Mesh, String> {
    let (json, binary) = if bytes.starts_with(b"glTF") { chunks(bytes)? } else { (bytes, None) };
    let root: Value = serde_json::from_slice(json).map_err(|error| format!("its JSON is damaged: {error}"))?;
    let mut buffers = Vec::new();
    for buffer in list(&root, "buffers") {
        buffers.push(match (buffer["uri"].as_str(), binary) {
            (None, Some(binary)) => binary.to_vec(),
            (Some(uri), _) => match uri.split_once(";base64,") {
                Some((_, data)) => decode(data).ok_or("a buffer is not base64")?,
                None => open(uri).map_err(|error| format!("cannot read '{uri}': {error}"))?,
            },
            (None, None) => return Err("a buffer has no `uri`".into()),
        });
    }
    let mut scene = Scene { root: &root, buffers, corners: Vec::new() };
    let chosen = root["scene"].as_u64().unwrap_or(0) as usize;
    match list(&root, "scenes").get(chosen) {
        Some(first) => list(first, "nodes").iter().try_for_each(|node| scene.add_node(node, Frame::IDENTITY, 0))?,
        None => (0..list(&root, "meshes").len()).try_for_each(|mesh| scene.add_mesh(mesh, Frame::IDENTITY))?,
    }
    Mesh::merged(scene.corners).checked()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The JSON and the first binary chunk.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let mut rest = bytes.get(12..).ok_or("it ends within its head")?;
    let (mut json, mut binary) = (None, None);
    while rest.len() >= 8 {
        let length = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]) as usize;
        let data = rest.get(8..8 + length).ok_or("it ends within a chunk")?;
        match &rest[4..8] {
            b"JSON" if json.is_none() => json = Some(data),
            b"BIN\0" if binary.is_none() => binary = Some(data),
            _ => {}
        }
        rest = &rest[8 + length..];
    }
    Ok((json.ok_or("it has no JSON")?, binary))
}

/// x → A x + p.
#[derive(Clone, Copy)]
struct Frame {
    linear: Mat3,
    position: Vec3,
}

impl Frame {
    const IDENTITY: Frame = Frame { linear: Mat3::IDENTITY, position: Vec3::ZERO };

    fn of(node: &Value) -> Frame {
        let numbers = |key: &str| -> Vec<f64> { list(node, key).iter().filter_map(Value::as_f64).collect() };
        if let Ok(m) = <[f64; 16]>::try_from(numbers("matrix")) {
            let column = |k: usize| Vec3([m[4 * k], m[4 * k + 1], m[4 * k + 2]]);
            return Frame { linear: Mat3::from_columns(column(0), column(1), column(2)), position: column(3) };
        }
        let three = |key: &str, usual: f64| <[f64; 3]>::try_from(numbers(key)).unwrap_or([usual; 3]);
        let [x, y, z, w] = <[f64; 4]>::try_from(numbers("rotation")).unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let R = Quat([w, x, y, z]).normalized().matrix();
        let scale = three("scale", 1.0);
        let column = |k: usize| scale[k] * R.column(k);
        let linear = Mat3::from_columns(column(0), column(1), column(2));
        Frame { linear, position: Vec3(three("translation", 0.0)) }
    }

    fn then(self, inner: Frame) -> Frame {
        Frame { linear: self.linear * inner.linear, position: self.position + self.linear * inner.position }
    }

    fn mirrors(self) -> bool {
        let m = self.linear;
        m.column(0).cross(m.column(1)).dot(m.column(2)) < 0.0
    }
}

struct Scene<'a> {
    root: &'a Value,
    buffers: Vec<Vec<u8>>,
    /// Corners of triangles, three by three.
    corners: Vec<Vec3>,
}

impl Scene<'_> {
    fn add_node(&mut self, node: &Value, outer: Frame, depth: usize) -> Result<(), String> {
        let root = self.root;
        let node = node.as_u64().and_then(|k| list(root, "nodes").get(k as usize)).ok_or("a node is not there")?;
        if depth > DEPTH {
            return Err("its nodes are nested too deeply".into());
        }
        let frame = outer.then(Frame::of(node));
        if let Some(mesh) = node["mesh"].as_u64() {
            self.add_mesh(mesh as usize, frame)?;
        }
        list(node, "children").iter().try_for_each(|child| self.add_node(child, frame, depth + 1))
    }

    fn add_mesh(&mut self, mesh: usize, frame: Frame) -> Result<(), String> {
        let root = self.root;
        let mesh = list(root, "meshes").get(mesh).ok_or("a mesh is not there")?;
        for primitive in list(mesh, "primitives") {
            // Mode 4 are triangles; points and lines bound nothing.
            if primitive["mode"].as_u64().unwrap_or(4) != 4 {
                continue;
            }
            let vertices = self.vectors(&primitive["attributes"]["POSITION"])?;
            let order: Vec<usize> = match primitive.get("indices") {
                Some(indices) => self.indices(indices)?,
                None => (0..vertices.len()).collect(),
            };
            if self.corners.len() + order.len() > MOST_CORNERS {
                return Err("it has too many triangles".into());
            }
            for triangle in order.chunks_exact(3) {
                let places = if frame.mirrors() { [0, 2, 1] } else { [0, 1, 2] };
                for place in places {
                    let vertex = vertices.get(triangle[place]).ok_or("a triangle names a corner that is not there")?;
                    self.corners.push(frame.position + frame.linear * *vertex);
                }
            }
        }
        Ok(())
    }

    fn vectors(&self, accessor: &Value) -> Result<Vec<Vec3>, String> {
        let (accessor, bytes) = self.find(accessor)?;
        if accessor["componentType"].as_u64() != Some(5126) || accessor["type"].as_str() != Some("VEC3") {
            return Err("corners must be three numbers of single precision each".into());
        }
        let number = |b: &[u8]| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let elements = self.elements(accessor, bytes, 12)?;
        Ok(elements.map(|e| Vec3([number(&e[0..4]), number(&e[4..8]), number(&e[8..12])])).collect())
    }

    fn indices(&self, accessor: &Value) -> Result<Vec<usize>, String> {
        let (accessor, bytes) = self.find(accessor)?;
        let size = match accessor["componentType"].as_u64() {
            Some(5121) => 1,
            Some(5123) => 2,
            Some(5125) => 4,
            _ => return Err("indices must be whole numbers without a sign".into()),
        };
        let whole = |e: &[u8]| e.iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte));
        Ok(self.elements(accessor, bytes, size)?.map(whole).collect())
    }

    /// An accessor with the bytes from its beginning on.
    fn find(&self, index: &Value) -> Result<(&Value, &[u8]), String> {
        let at = |list: &'static str, index: &Value| {
            let found = index.as_u64().and_then(|k| self::list(self.root, list).get(k as usize));
            found.ok_or_else(|| format!("one of its `{list}` is not there"))
        };
        let accessor = at("accessors", index)?;
        let view = at("bufferViews", &accessor["bufferView"])?;
        let buffer =
            view["buffer"].as_u64().and_then(|k| self.buffers.get(k as usize)).ok_or("a buffer is not there")?;
        let offset = |value: &Value| value["byteOffset"].as_u64().unwrap_or(0) as usize;
        let start = offset(view).saturating_add(offset(accessor));
        Ok((accessor, buffer.get(start..).ok_or("a buffer is too short")?))
    }

    fn elements<'b>(
        &self,
        accessor: &Value,
        bytes: &'b [u8],
        size: usize,
    ) -> Result<impl Iterator<Item = &'b [u8]> + use<'b>, String> {
        let view = accessor["bufferView"].as_u64().and_then(|k| list(self.root, "bufferViews").get(k as usize));
        let stride = view.and_then(|view| view["byteStride"].as_u64()).map_or(size, |stride| stride as usize);
        let count = accessor["count"].as_u64().unwrap_or(0) as usize;
        let needed = count.saturating_sub(1).saturating_mul(stride).saturating_add(if count > 0 { size } else { 0 });
        if needed > bytes.len() || stride < size {
            return Err("a buffer is too short".into());
        }
        Ok((0..count).map(move |k| &bytes[k * stride..k * stride + size]))
    }
}

/// Base64.
fn decode(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut held) = (Vec::with_capacity(3 * text.len() / 4), 0_u32, 0);
    for c in text.bytes().filter(|c| *c != b'=') {
        let digit = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
}
