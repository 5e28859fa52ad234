//! OBJ: lines `v x y z` and `f a b c …`; faces with more corners are fans of triangles, other lines are passed over.

use super::mesh::Mesh;
use crate::spatial::Vec3;

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<Mesh, String> {
    let text = String::from_utf8_lossy(bytes);
    let mut mesh = Mesh::default();
    for (k, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {} is no {what}", k + 1);
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let numbers: Vec<f64> = words.take(3).filter_map(|word| word.parse().ok()).collect();
                let vertex = <[f64; 3]>::try_from(numbers).map_err(|_| wrong("vertex with three numbers"))?;
                mesh.vertices.push(Vec3(vertex));
            }
            Some("f") => {
                let corners: Option<Vec<u32>> = words.map(|word| find_corner(word, mesh.vertices.len())).collect();
                let corners =
                    corners.filter(|corners| corners.len() >= 3).ok_or_else(|| wrong("face of known corners"))?;
                mesh.triangles.extend(corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]));
            }
            Some(_) | None => {}
        }
    }
    mesh.checked()
}

/// `7`, `7/1/2` or `-1`: from 1, or from the last one backwards.
fn find_corner(word: &str, n: usize) -> Option<u32> {
    let number: i64 = word.split('/').next()?.parse().ok()?;
    let index = if number < 0 { n as i64 + number } else { number - 1 };
    u32::try_from(index).ok().filter(|index| (*index as usize) < n)
}
