//! The section of a closed mesh with the plane of a planar model: straight pieces, with the solid on their left.

use crate::model::Mesh;
use crate::spatial::Vec3;

/// Bends inwards of less than this part of the size do not count.
const STRAIGHT: f64 = 1e-6;

/// Pieces of an outline.
pub(super) struct Outline {
    pieces: Vec<[Vec3; 2]>,
}

/// The outline of a mesh, or why it has none.
pub(super) fn find(mesh: &Mesh) -> Result<Outline, String> {
    let cut = |a: Vec3, b: Vec3| {
        let part = a[2] / (a[2] - b[2]);
        Vec3([a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), 0.0])
    };
    let mut pieces = Vec::new();
    for triangle in &mesh.triangles {
        let corners = triangle.map(|k| mesh.vertices[k as usize]);
        let Some(normal) = (corners[1] - corners[0]).cross(corners[2] - corners[0]).unit() else { continue };
        // The same order of ends for both triangles of an edge, so that pieces meet to the last bit.
        let ends: Vec<Vec3> = (0..3)
            .map(|k| [triangle[k], triangle[(k + 1) % 3]])
            .map(|[a, b]| [a.min(b), a.max(b)].map(|k| mesh.vertices[k as usize]))
            .filter(|[a, b]| (a[2] >= 0.0) != (b[2] >= 0.0))
            .map(|[a, b]| cut(a, b))
            .collect();
        let [from, to] = ends[..] else { continue };
        let is_forward = Vec3([-normal[1], normal[0], 0.0]).dot(to - from) > 0.0;
        let piece = if is_forward { [from, to] } else { [to, from] };
        if from != to {
            pieces.push(piece);
        }
    }
    if pieces.is_empty() {
        return Err("the plane of the model, z = 0, does not cut it".into());
    }
    Ok(Outline { pieces })
}

impl Outline {
    pub(super) fn size(&self) -> f64 {
        let from = self.pieces[0][0];
        self.pieces.iter().flatten().map(|point| (*point - from).norm()).fold(0.0, f64::max)
    }

    /// Whether no point is in front of a piece.
    pub(super) fn is_convex(&self) -> bool {
        let margin = STRAIGHT * self.size();
        self.pieces.iter().all(|[from, to]| {
            let Some(along) = (*to - *from).unit() else { return true };
            let outward = Vec3([along[1], -along[0], 0.0]);
            self.pieces.iter().flatten().all(|point| outward.dot(*point - *from) < margin)
        })
    }

    /// Its points at both heights.
    pub(super) fn prism_points(&self, half: f64) -> Vec<Vec3> {
        let heights = [-half, half];
        let starts = self.pieces.iter().flatten();
        starts.flat_map(|point| heights.map(|height| Vec3([point[0], point[1], height]))).collect()
    }

    /// A wall above and below every piece.
    pub(super) fn walls(&self, half: f64) -> Mesh {
        let walls = self.pieces.iter().flat_map(|[from, to]| {
            let at = |point: &Vec3, height: f64| Vec3([point[0], point[1], height]);
            let [a, b, c, d] = [at(from, -half), at(to, -half), at(to, half), at(from, half)];
            [a, b, c, a, c, d]
        });
        Mesh::merged(walls)
    }
}
