//! Mass, centre and inertia of solids of one density: sums of integrals over their volume.
//!
//! With V = ∫dV, s = ∫x dV and C = ∫x xᵀ dV about the body's origin, the centre is c = s/V, and the inertia about it is
//! ρ (tr(C′) 1 − C′) with C′ = C − V c cᵀ. A closed mesh is the sum of tetrahedra between a point and its triangles,
//! each with the sign of its volume (the divergence theorem for a surface of triangles): ∫x xᵀ dV = V/20 (Σ vᵢ vᵢᵀ + (Σ
//! vᵢ)(Σ vᵢ)ᵀ) over its four corners.

use super::Geometry;
use super::mesh::Mesh;
use crate::spatial::{Mat3, Vec3};
use std::f64::consts::PI;

/// Mass properties of a rigid body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::model) struct MassProperties {
    /// kg
    pub mass: f64,
    /// From the body's origin (m).
    pub center: Vec3,
    /// About the centre, body axes (kg·m²).
    pub inertia: Mat3,
}

/// Integrals over a volume.
#[derive(Clone, Copy, Debug)]
struct Moments {
    volume: f64,
    first: Vec3,
    second: Mat3,
}

fn outer(a: Vec3, b: Vec3, factor: f64) -> Mat3 {
    Mat3(a.0.map(|x| b.0.map(|y| factor * x * y)))
}

fn sum(a: Mat3, b: Mat3) -> Mat3 {
    Mat3(std::array::from_fn(|i| std::array::from_fn(|j| a.0[i][j] + b.0[i][j])))
}

impl Moments {
    const NONE: Moments = Moments { volume: 0.0, first: Vec3::ZERO, second: Mat3([[0.0; 3]; 3]) };

    fn plus(self, other: Moments) -> Moments {
        Moments {
            volume: self.volume + other.volume,
            first: self.first + other.first,
            second: sum(self.second, other.second),
        }
    }

    /// A volume about its own centre.
    fn centered(volume: f64, second: Mat3) -> Moments {
        Moments { volume, first: Vec3::ZERO, second }
    }

    /// The same volume elsewhere.
    fn moved(self, by: Vec3) -> Moments {
        let Moments { volume, first, second } = self;
        let shifted = sum(sum(second, outer(first, by, 1.0)), sum(outer(by, first, 1.0), outer(by, by, volume)));
        Moments { volume, first: first + volume * by, second: shifted }
    }

    fn of(geometry: &Geometry) -> Moments {
        match geometry {
            Geometry::Box { center, orientation, size } => {
                let volume = size[0] * size[1] * size[2];
                let R = orientation.matrix();
                let axes = (0..3).map(|k| outer(R.column(k), R.column(k), volume * size[k] * size[k] / 12.0));
                Moments::centered(volume, axes.fold(Mat3([[0.0; 3]; 3]), sum)).moved(*center)
            }
            Geometry::Sphere { center, radius } => {
                let volume = 4.0 / 3.0 * PI * radius.powi(3);
                round(volume, volume * radius * radius / 5.0, volume * radius * radius / 5.0, Vec3::ZERO).moved(*center)
            }
            Geometry::Cylinder { from, to, radius } => cylinder(*from, *to, *radius),
            Geometry::Capsule { from, to, radius } => {
                let (r, h) = (*radius, (*to - *from).norm());
                let volume = 4.0 / 3.0 * PI * r.powi(3);
                let along = volume * (h * h / 4.0 + 3.0 * h * r / 8.0 + r * r / 5.0);
                let ends = round(volume, along, volume * r * r / 5.0, *to - *from).moved(0.5 * (*from + *to));
                cylinder(*from, *to, r).plus(ends)
            }
            Geometry::Mesh(mesh) => of_mesh(mesh),
            // Nobody fills it: it has no end.
            Geometry::Plane { .. } => Moments::NONE,
        }
    }
}

/// A volume that is round about an axis through its centre.
fn round(volume: f64, along: f64, across: f64, axis: Vec3) -> Moments {
    let all = Mat3([[across, 0.0, 0.0], [0.0, across, 0.0], [0.0, 0.0, across]]);
    let axis = axis.unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
    Moments::centered(volume, sum(all, outer(axis, axis, along - across)))
}

fn cylinder(from: Vec3, to: Vec3, r: f64) -> Moments {
    let h = (to - from).norm();
    let volume = PI * r * r * h;
    round(volume, volume * h * h / 12.0, volume * r * r / 4.0, to - from).moved(0.5 * (from + to))
}

/// Tetrahedra from a point near the surface, so that little is lost where it is far from the origin.
fn of_mesh(mesh: &Mesh) -> Moments {
    let near = mesh.vertices.first().copied().unwrap_or_default();
    let tetrahedron = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|k| mesh.vertices[k as usize] - near);
        let volume = a.dot(b.cross(c)) / 6.0;
        let s = a + b + c;
        let squares = [a, b, c, s].into_iter().map(|v| outer(v, v, volume / 20.0));
        Moments { volume, first: volume / 4.0 * s, second: squares.fold(Mat3([[0.0; 3]; 3]), sum) }
    };
    let whole = mesh.triangles.iter().map(tetrahedron).fold(Moments::NONE, Moments::plus);
    // A surface that was written inside out bounds the same volume.
    let sign = if whole.volume < 0.0 { -1.0 } else { 1.0 };
    let second = Mat3(whole.second.0.map(|row| row.map(|x| sign * x)));
    Moments { volume: sign * whole.volume, first: sign * whole.first, second }.moved(near)
}

/// Mass properties of solids filled with a density; they are not supposed to overlap.
pub(in crate::model) fn fill(solids: &[Geometry], density: f64) -> MassProperties {
    let whole = solids.iter().map(Moments::of).fold(Moments::NONE, Moments::plus);
    let center = if whole.volume > 0.0 { 1.0 / whole.volume * whole.first } else { Vec3::ZERO };
    let about = whole.moved(-center).second;
    let trace = about.0[0][0] + about.0[1][1] + about.0[2][2];
    let entry =
        |i: usize, j: usize| density * (if i == j { trace } else { 0.0 } - 0.5 * (about.0[i][j] + about.0[j][i]));
    let inertia = Mat3(std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j))));
    MassProperties { mass: density * whole.volume, center, inertia }
}
