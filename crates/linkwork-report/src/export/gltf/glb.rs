//! The binary part of a glTF file: numbers one after the other, each list aligned, with what describes them; and the
//! container (`.glb`).

use serde_json::{Value, json};
use std::io::{self, Write};

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Lists of numbers.
#[derive(Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    lists: Vec<List>,
}

struct List {
    at: usize,
    length: usize,
    /// Numbers in an element.
    width: usize,
    kind: u32,
    target: Option<u32>,
    /// Least and greatest elements, where the format wants them.
    bounds: Option<(Vec<f32>, Vec<f32>)>,
}

impl Buffer {
    /// Elements of so many numbers; returns the list's number.
    pub fn add(&mut self, numbers: &[f32], width: usize) -> usize {
        let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.push(&bytes, width, FLOAT)
    }

    /// Vectors of the corners of triangles.
    pub fn add_vertices(&mut self, numbers: &[f32]) -> usize {
        let list = self.add(numbers, 3);
        self.lists[list].target = Some(VERTICES);
        list
    }

    /// Corners of triangles.
    pub fn add_positions(&mut self, numbers: &[f32]) -> usize {
        let list = self.add_vertices(numbers);
        self.lists[list].bounds = Some(bounds(numbers, 3));
        list
    }

    /// Times of rows.
    pub fn add_times(&mut self, times: &[f32]) -> usize {
        let list = self.add(times, 1);
        self.lists[list].bounds = Some(bounds(times, 1));
        list
    }

    /// Which corners make triangles.
    pub fn add_indices(&mut self, indices: &[u32]) -> usize {
        let bytes: Vec<u8> = indices.iter().flat_map(|x| x.to_le_bytes()).collect();
        let list = self.push(&bytes, 1, UNSIGNED_INT);
        self.lists[list].target = Some(INDICES);
        list
    }

    /// Every number has four bytes, so that lists stay aligned by themselves.
    fn push(&mut self, bytes: &[u8], width: usize, kind: u32) -> usize {
        let at = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.lists.push(List { at, length: bytes.len(), width, kind, target: None, bounds: None });
        self.lists.len() - 1
    }

    /// How many bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// `bufferViews` and `accessors`, one of each a list.
    pub fn describe(&self) -> (Vec<Value>, Vec<Value>) {
        let view = |list: &List| {
            let mut view = json!({ "buffer": 0, "byteOffset": list.at, "byteLength": list.length });
            if let Some(target) = list.target {
                view["target"] = target.into();
            }
            view
        };
        let accessor = |(k, list): (usize, &List)| {
            let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"][list.width - 1];
            let count = list.length / (4 * list.width);
            let mut accessor = json!({ "bufferView": k, "componentType": list.kind, "count": count, "type": kind });
            if let Some((least, most)) = &list.bounds {
                (accessor["min"], accessor["max"]) = (json!(least), json!(most));
            }
            accessor
        };
        (self.lists.iter().map(view).collect(), self.lists.iter().enumerate().map(accessor).collect())
    }

    /// The whole file: head, the text padded with spaces, the numbers.
    pub fn write(&self, json: &Value, out: &mut dyn Write) -> io::Result<()> {
        let mut text = json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let too_large = |_| io::Error::new(io::ErrorKind::FileTooLarge, "the file would be too large");
        let size = |n: usize| u32::try_from(n).map(u32::to_le_bytes).map_err(too_large);
        out.write_all(b"glTF\x02\0\0\0")?;
        out.write_all(&size(12 + 8 + text.len() + 8 + self.bytes.len())?)?;
        out.write_all(&size(text.len())?)?;
        out.write_all(b"JSON")?;
        out.write_all(&text)?;
        out.write_all(&size(self.bytes.len())?)?;
        out.write_all(b"BIN\0")?;
        out.write_all(&self.bytes)
    }
}

fn bounds(numbers: &[f32], width: usize) -> (Vec<f32>, Vec<f32>) {
    let (mut least, mut most) = (vec![f32::INFINITY; width], vec![f32::NEG_INFINITY; width]);
    for element in numbers.chunks(width) {
        for (k, x) in element.iter().enumerate() {
            (least[k], most[k]) = (least[k].min(*x), most[k].max(*x));
        }
    }
    (least, most)
}
