//! The convex hull of points, one point after the other [Clarkson, Shor 1989, without their graph of conflicts]: faces
//! that see a new point give way to those between it and their horizon.

use crate::spatial::Vec3;
use std::collections::BTreeSet;

/// Points nearer to a face than this part of the size are on it.
const ON_FACE: f64 = 1e-10;
/// A hull that is thinner than this part of its size is flat.
const FLAT: f64 = 1e-7;

struct Face {
    corners: [u32; 3],
    normal: Vec3,
    offset: f64,
}

impl Face {
    fn new(points: &[Vec3], corners: [u32; 3]) -> Face {
        let [a, b, c] = corners.map(|k| points[k as usize]);
        // A face without area sees nothing.
        let normal = (b - a).cross(c - a).unit().unwrap_or(Vec3::ZERO);
        Face { corners, normal, offset: normal.dot(a) }
    }

    fn edges(&self) -> [[u32; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }
}

/// Triangles of the hull, counterclockwise from outside; `None` if the points lie in a plane.
pub(super) fn find(points: &[Vec3]) -> Option<Vec<[u32; 3]>> {
    let (first, size) = find_first(points)?;
    let [a, b, c, d] = first;
    let mut faces: Vec<Face> =
        [[a, b, c], [a, d, b], [b, d, c], [c, d, a]].map(|corners| Face::new(points, corners)).into();
    for k in (0..points.len() as u32).filter(|k| !first.contains(k)) {
        let point = points[k as usize];
        let sees = |face: &Face| face.normal.dot(point) - face.offset > ON_FACE * size;
        let seen: BTreeSet<[u32; 2]> = faces.iter().filter(|face| sees(face)).flat_map(Face::edges).collect();
        if seen.is_empty() {
            continue;
        }
        faces.retain(|face| !sees(face));
        let horizon = seen.iter().filter(|[from, to]| !seen.contains(&[*to, *from]));
        faces.extend(horizon.map(|[from, to]| Face::new(points, [*from, *to, k])));
    }
    Some(faces.into_iter().filter(|face| face.normal != Vec3::ZERO).map(|face| face.corners).collect())
}

/// Four points that span a volume, so that the first three are seen counterclockwise from outside, and the size.
fn find_first(points: &[Vec3]) -> Option<([u32; 4], f64)> {
    let farthest = |measure: &dyn Fn(Vec3) -> f64| {
        let better = |best: usize, k: usize| if measure(points[k]) > measure(points[best]) { k } else { best };
        (0..points.len()).fold(0, better)
    };
    let a = farthest(&|p| -p[0]);
    let b = farthest(&|p| (p - points[a]).norm());
    let [pa, pb] = [*points.get(a)?, points[b]];
    let size = (pb - pa).norm();
    let c = farthest(&|p| (p - pa).cross(pb - pa).norm());
    let normal = (pb - pa).cross(points[c] - pa);
    let d = farthest(&|p| normal.dot(p - pa).abs());
    let volume = normal.dot(points[d] - pa);
    if volume.abs() <= FLAT * size * normal.norm() || size == 0.0 {
        return None;
    }
    let corners = if volume > 0.0 { [a, c, b, d] } else { [a, b, c, d] };
    Some((corners.map(|k| k as u32), size))
}
