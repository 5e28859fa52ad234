//! STL, binary and ASCII: triangles one by one, whose corners are put together by their places.

use super::mesh::Mesh;
use crate::spatial::Vec3;

/// Header and number of triangles.
const HEAD: usize = 84;
/// Normal, three corners, two more bytes.
const TRIANGLE: usize = 50;

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<Mesh, String> {
    // Some binary files begin with the word `solid`, too: their length tells.
    match binary_count(bytes) {
        Some(n) if bytes.len() >= HEAD + n * TRIANGLE && !is_text(bytes) => Mesh::merged(corners(bytes, n)).checked(),
        _ if bytes.trim_ascii_start().starts_with(b"solid") => read_text(&String::from_utf8_lossy(bytes)),
        Some(n) => Err(format!("it ends within its {n} triangles")),
        None => Err("it is no STL file".into()),
    }
}

fn is_text(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"solid")
        && bytes.iter().take(1000).all(|b| b.is_ascii_graphic() || b.is_ascii_whitespace())
}

fn binary_count(bytes: &[u8]) -> Option<usize> {
    let count: [u8; 4] = bytes.get(80..HEAD)?.try_into().ok()?;
    Some(u32::from_le_bytes(count) as usize)
}

fn corners(bytes: &[u8], n: usize) -> impl Iterator<Item = Vec3> {
    bytes[HEAD..].chunks_exact(TRIANGLE).take(n).flat_map(|triangle| {
        [12, 24, 36].map(|start| {
            Vec3([0, 4, 8].map(|k| {
                let at = start + k;
                f64::from(f32::from_le_bytes([triangle[at], triangle[at + 1], triangle[at + 2], triangle[at + 3]]))
            }))
        })
    })
}

fn read_text(text: &str) -> Result<Mesh, String> {
    let mut corners = Vec::new();
    for (k, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace();
        if words.next() == Some("vertex") {
            let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
            let corner = <[f64; 3]>::try_from(numbers);
            corners.push(Vec3(corner.map_err(|_| format!("line {} is no vertex with three numbers", k + 1))?));
        }
    }
    Mesh::merged(corners).checked()
}
