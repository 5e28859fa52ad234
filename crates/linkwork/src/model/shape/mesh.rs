//! Triangle meshes: corners, and three of them a triangle. A closed one bounds a volume.

use crate::spatial::Vec3;
use std::collections::HashMap;

/// A surface of triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<Vec3>,
    /// Three corners each, counterclockwise from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Corners at the same place made one; triangles that shrink to a line by that are left out.
    pub(in crate::model) fn merged(corners: impl IntoIterator<Item = Vec3>) -> Mesh {
        let mut mesh = Mesh::default();
        let mut known: HashMap<[u64; 3], u32> = HashMap::new();
        let mut places = Vec::new();
        for corner in corners {
            // Zero has two signs and one place.
            let bits = corner.0.map(|x| (x + 0.0).to_bits());
            places.push(*known.entry(bits).or_insert_with(|| {
                mesh.vertices.push(corner);
                mesh.vertices.len() as u32 - 1
            }));
        }
        let triangles = places.chunks_exact(3).map(|t| [t[0], t[1], t[2]]);
        mesh.triangles = triangles.filter(|[a, b, c]| a != b && b != c && a != c).collect();
        mesh
    }

    /// With corners at the same place made one.
    pub(in crate::model) fn welded(&self) -> Mesh {
        Mesh::merged(self.corners())
    }

    /// The corners of triangles one after the other.
    fn corners(&self) -> impl Iterator<Item = Vec3> {
        self.triangles.iter().flatten().map(|corner| self.vertices[*corner as usize])
    }

    /// How many edges do not have two triangles that go along them in opposite directions: none in a closed surface.
    pub(in crate::model) fn count_open_edges(&self) -> usize {
        let mut balance: HashMap<[u32; 2], i32> = HashMap::new();
        for &[a, b, c] in &Mesh::merged(self.corners()).triangles {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                *balance.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
            }
        }
        balance.values().filter(|balance| **balance != 0).count()
    }

    /// With its corners changed; a change that mirrors turns the triangles over.
    pub(super) fn mapped(&self, change: impl Fn(Vec3) -> Vec3, mirrors: bool) -> Mesh {
        let vertices = self.vertices.iter().map(|v| change(*v)).collect();
        let turn = |&[a, b, c]: &[u32; 3]| if mirrors { [a, c, b] } else { [a, b, c] };
        Mesh { vertices, triangles: self.triangles.iter().map(turn).collect() }
    }

    /// A check of numbers that came from a file.
    pub(super) fn checked(self) -> Result<Mesh, String> {
        let n = self.vertices.len() as u32;
        if self.vertices.iter().any(|v| v.iter().any(|x| !x.is_finite())) {
            return Err("a corner is not a finite number".into());
        }
        if self.triangles.iter().flatten().any(|corner| *corner >= n) {
            return Err("a triangle names a corner that is not there".into());
        }
        if self.triangles.is_empty() { Err("it has no triangles".into()) } else { Ok(self) }
    }
}
