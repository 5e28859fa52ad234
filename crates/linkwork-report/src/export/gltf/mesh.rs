//! Solids as triangles, with normals, in body axes from the centre of mass.

use linkwork::spatial::{Mat3, Quat, Vec3};

use crate::shapes::Solid;

/// Around a round solid.
const AROUND: u32 = 24;
/// From the equator to a pole.
const UPWARDS: u32 = 6;

/// Triangles, seen from outside counterclockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners.
    pub positions: Vec<[f32; 3]>,
    /// As many unit vectors.
    pub normals: Vec<[f32; 3]>,
    /// Three corners a triangle.
    pub indices: Vec<u32>,
}

impl Mesh {
    /// The surface of a solid.
    pub fn of(solid: &Solid) -> Mesh {
        let mut mesh = Mesh::default();
        match *solid {
            Solid::Mesh { ref vertices, ref triangles } => {
                for triangle in triangles {
                    mesh.add_face(&triangle.map(|k| Vec3(vertices[k as usize].map(f64::from))));
                }
            }
            Solid::Box { center, orientation, size } => mesh.add_box(center, Quat(orientation).matrix(), size),
            Solid::Cylinder { from, to, radius } | Solid::Gear { from, to, radius, .. } => {
                mesh.add_cylinder(from, to, radius)
            }
            Solid::Capsule { from, to, radius } => mesh.add_round(from, to, radius),
            Solid::Sphere { center, radius } => mesh.add_round(center, center, radius),
            Solid::Plate { corners, thickness } => mesh.add_plate(corners, thickness),
        }
        mesh
    }

    fn push(&mut self, position: Vec3, normal: Vec3) -> u32 {
        self.positions.push(position.0.map(|x| x as f32));
        self.normals.push(normal.0.map(|x| x as f32));
        self.positions.len() as u32 - 1
    }

    /// A flat face; its corners counterclockwise from outside.
    fn add_face(&mut self, corners: &[Vec3]) {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
        let places: Vec<u32> = corners.iter().map(|corner| self.push(*corner, normal)).collect();
        for k in 1..places.len() - 1 {
            self.indices.extend([places[0], places[k], places[k + 1]]);
        }
    }

    fn add_box(&mut self, center: Vec3, axes: Mat3, size: Vec3) {
        let corner = |signs: [f64; 3]| center + axes * Vec3([0, 1, 2].map(|k| 0.5 * signs[k] * size[k]));
        for k in 0..3 {
            for sign in [-1.0, 1.0] {
                // On the side k, the other two axes turned so that the face looks outward.
                let at = |a: f64, b: f64| {
                    let mut signs = [0.0; 3];
                    (signs[k], signs[(k + 1) % 3], signs[(k + 2) % 3]) = (sign, a, sign * b);
                    corner(signs)
                };
                self.add_face(&[at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]);
            }
        }
    }

    fn add_cylinder(&mut self, from: Vec3, to: Vec3, radius: f64) {
        let axes = along(from, to);
        let out = |k: u32| axes * direction(k, 0.0);
        let ring = |center: Vec3, k: u32| center + radius * out(k);
        for k in 0..AROUND {
            let side = [(from, k), (from, k + 1), (to, k + 1), (to, k)];
            let places = side.map(|(center, k)| self.push(ring(center, k), out(k)));
            self.indices.extend([places[0], places[1], places[2], places[0], places[2], places[3]]);
        }
        let top: Vec<Vec3> = (0..AROUND).map(|k| ring(to, k)).collect();
        let bottom: Vec<Vec3> = (0..AROUND).rev().map(|k| ring(from, k)).collect();
        self.add_face(&top);
        self.add_face(&bottom);
    }

    /// A capsule, or a ball where both ends are one point: rings from pole to pole, the equator twice.
    fn add_round(&mut self, from: Vec3, to: Vec3, radius: f64) {
        let axes = along(from, to);
        let rings = 2 * UPWARDS + 2;
        let start = self.positions.len() as u32;
        for ring in 0..rings {
            let (center, step) = if ring <= UPWARDS { (from, ring as i32) } else { (to, ring as i32 - 1) };
            let latitude = std::f64::consts::FRAC_PI_2 * (f64::from(step) / f64::from(UPWARDS) - 1.0);
            for k in 0..=AROUND {
                let out = axes * direction(k, latitude);
                self.push(center + radius * out, out);
            }
        }
        let width = AROUND + 1;
        for ring in 0..rings - 1 {
            for k in 0..AROUND {
                let (a, b) = (start + ring * width + k, start + (ring + 1) * width + k);
                self.indices.extend([a, a + 1, b + 1, a, b + 1, b]);
            }
        }
    }

    fn add_plate(&mut self, [a, b, c]: [Vec3; 3], thickness: f64) {
        let up = (b - a).cross(c - a).unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
        let half = 0.5 * thickness * up;
        let (top, bottom) = ([a, b, c].map(|p| p + half), [a, b, c].map(|p| p - half));
        self.add_face(&top);
        self.add_face(&[bottom[2], bottom[1], bottom[0]]);
        for k in 0..3 {
            let next = (k + 1) % 3;
            self.add_face(&[bottom[k], bottom[next], top[next], top[k]]);
        }
    }
}

/// Axes whose z points from one point to the other.
fn along(from: Vec3, to: Vec3) -> Mat3 {
    let z = (to - from).unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
    let x = z.perpendicular();
    Mat3::from_columns(x, z.cross(x), z)
}

/// The k-th direction around z, raised by an angle.
fn direction(k: u32, latitude: f64) -> Vec3 {
    let (sine, cosine) = (std::f64::consts::TAU * f64::from(k % AROUND) / f64::from(AROUND)).sin_cos();
    Vec3([cosine * latitude.cos(), sine * latitude.cos(), latitude.sin()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(mesh: &Mesh, index: u32) -> Vec3 {
        Vec3(mesh.positions[index as usize].map(f64::from))
    }

    /// By the theorem of Gauss; it comes out only if every triangle looks outward and the surface is closed.
    fn volume(mesh: &Mesh) -> f64 {
        let of = |t: &[u32]| {
            let [a, b, c] = [0, 1, 2].map(|k| corner(mesh, t[k]));
            a.dot(b.cross(c)) / 6.0
        };
        mesh.indices.chunks(3).map(of).sum()
    }

    #[test]
    fn surfaces_are_closed_and_look_outward() {
        use std::f64::consts::PI;
        let (from, to) = (Vec3([0.2, -0.1, 0.3]), Vec3([0.5, 0.4, -0.6]));
        let length = (to - from).norm();
        let turned = Quat([0.5, 0.5, -0.5, 0.5]).0;
        let [a, b, c] = Mat3::IDENTITY.0.map(Vec3);
        let cases = [
            (Solid::Box { center: from, orientation: turned, size: Vec3([0.1, 0.2, 0.3]) }, 0.006, 1e-5),
            // A polygon of 24 corners has 1.2 % less than a circle, a ball of such rings about twice as much less.
            (Solid::Cylinder { from, to, radius: 0.2 }, PI * 0.04 * length, 0.012),
            (Solid::Capsule { from, to, radius: 0.2 }, PI * 0.04 * (length + 0.8 / 3.0), 0.03),
            (Solid::Sphere { center: to, radius: 0.5 }, PI / 6.0, 0.03),
            (Solid::Plate { corners: [a, b, c], thickness: 0.1 }, 0.1 * 0.75f64.sqrt(), 1e-5),
        ];
        for (solid, expected, tolerance) in cases {
            let mesh = Mesh::of(&solid);
            let found = volume(&mesh);
            assert!((found / expected - 1.0).abs() < tolerance, "{solid:?}: {found} instead of {expected}");
            for t in mesh.indices.chunks(3) {
                let [a, b, c] = [0, 1, 2].map(|k| corner(&mesh, t[k]));
                let face = (b - a).cross(c - a);
                let normal = Vec3(mesh.normals[t[0] as usize].map(f64::from));
                assert!(face.dot(normal) > -1e-9, "{solid:?}: a normal looks inward");
            }
            assert_eq!(mesh.normals.len(), mesh.positions.len());
        }
    }
}
