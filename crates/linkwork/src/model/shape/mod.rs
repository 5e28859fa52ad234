//! Shapes of bodies: what is drawn, and what a density fills.

mod gltf;
pub(super) mod mass;
mod mesh;
mod obj;
mod stl;

pub use mesh::Mesh;

use super::Shape;
use super::file::ReadFile;
use crate::spatial::{Quat, Vec3};
use serde_json::{Value, json};

/// The solid that a shape is, in body axes (m).
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// A block with its edges along its own axes.
    Box {
        /// Its middle.
        center: Vec3,
        /// Its axes to those of the body.
        orientation: Quat,
        /// Lengths of its edges.
        size: Vec3,
    },
    /// With flat ends.
    Cylinder {
        /// Middle of one end.
        from: Vec3,
        /// Middle of the other.
        to: Vec3,
        /// Radius of the section.
        radius: f64,
    },
    /// A cylinder with half a sphere at each end.
    Capsule {
        /// Where the axis begins.
        from: Vec3,
        /// Where it ends.
        to: Vec3,
        /// Radius of the section and the ends.
        radius: f64,
    },
    /// A ball.
    Sphere {
        /// Its middle.
        center: Vec3,
        /// Its radius.
        radius: f64,
    },
    /// A surface of triangles.
    Mesh(Mesh),
    /// The half-space behind a plane, which has no end.
    Plane {
        /// One of its points.
        point: Vec3,
        /// Unit normal, out of the solid.
        normal: Vec3,
    },
}

/// Reads the file of a mesh by the ending of its name; `open` reads files beside it.
pub(super) fn read_mesh(name: &str, bytes: &[u8], open: &ReadFile) -> Result<Mesh, String> {
    let ending = name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_ascii_lowercase());
    match ending.as_str() {
        "stl" => stl::read(bytes),
        "obj" => obj::read(bytes),
        "gltf" | "glb" => gltf::read(bytes, open),
        _ => Err("mesh files are STL, OBJ or glTF: .stl, .obj, .gltf, .glb".into()),
    }
}

/// Keys that hold points, in body axes.
const POINTS: [&str; 3] = ["position", "from", "to"];

impl Shape {
    /// The solid; `None` where its numbers make none, and for a mesh whose file was not read.
    pub fn geometry(&self) -> Option<Geometry> {
        let number = |key: &str| self.keys.get(key).and_then(Value::as_f64);
        let length = |key: &str| number(key).filter(|x| x.is_finite() && *x > 0.0);
        let center = || self.find_point("position").unwrap_or_default();
        let turned = || self.find_orientation().map_or(Quat::IDENTITY, |q| Quat(q).normalized());
        let ends = || match (self.find_point("from"), self.find_point("to")) {
            (Some(from), Some(to)) => Some([from, to]),
            _ => {
                // Along its own z axis, as in most programs.
                let half = turned().matrix() * Vec3([0.0, 0.0, 0.5 * length("length")?]);
                Some([center() - half, center() + half])
            }
        };
        Some(match self.kind.as_str() {
            "box" => {
                let size = self.find_point("size")?.map(f64::abs);
                Geometry::Box { center: center(), orientation: turned(), size }
            }
            "cylinder" => {
                ends().zip(length("radius")).map(|([from, to], radius)| Geometry::Cylinder { from, to, radius })?
            }
            "capsule" => {
                ends().zip(length("radius")).map(|([from, to], radius)| Geometry::Capsule { from, to, radius })?
            }
            "sphere" => Geometry::Sphere { center: center(), radius: length("radius")? },
            "plane" => Geometry::Plane { point: center(), normal: self.find_point("normal")?.unit()? },
            "mesh" => {
                let scale = if self.keys.contains_key("scale") { length("scale")? } else { 1.0 };
                let axes = self.keys.get("mirror").and_then(Value::as_str).unwrap_or_default();
                let signs = ["x", "y", "z"].map(|axis| if axes.contains(axis) { -scale } else { scale });
                let R = turned().matrix();
                let place = |v: Vec3| center() + R * Vec3([0, 1, 2].map(|k| signs[k] * v[k]));
                Geometry::Mesh(self.find_mesh()?.mapped(place, signs.iter().product::<f64>() < 0.0))
            }
            _ => return None,
        })
    }

    /// Whether a mesh touches others as its convex hull.
    pub(super) fn is_hull(&self) -> bool {
        self.keys.get("convex").and_then(Value::as_bool).unwrap_or(false)
    }

    /// The solid, or which of its numbers are missing.
    pub(super) fn checked_geometry(&self) -> Result<Geometry, String> {
        self.geometry().ok_or_else(|| match self.kind.as_str() {
            "box" => "a box needs its `size`, three lengths".into(),
            "sphere" => "a sphere needs its `radius`, a positive length".into(),
            "mesh" => "the file of the mesh was not read, or its `scale` is not positive".into(),
            "plane" => "a plane needs its `normal`, a direction".into(),
            kind => format!("a {kind} needs `radius`, and `length` or `from` and `to`"),
        })
    }

    /// The solid that can be filled, or why it cannot.
    pub(super) fn solid(&self) -> Result<Geometry, String> {
        let geometry = self.checked_geometry()?;
        if let Geometry::Plane { .. } = &geometry {
            return Err("the half-space behind a plane has no end".into());
        }
        if let Geometry::Mesh(mesh) = &geometry {
            match mesh.count_open_edges() {
                0 => {}
                n => return Err(format!("its surface is open at {n} edges; only a closed one bounds a volume")),
            }
        }
        Ok(geometry)
    }

    /// The triangles that are written in the shape itself.
    fn find_mesh(&self) -> Option<Mesh> {
        let rows = |key: &str| self.keys.get(key).and_then(Value::as_array);
        let vertex = |row: &Value| {
            let numbers: Vec<f64> = row.as_array()?.iter().filter_map(Value::as_f64).collect();
            Some(Vec3(numbers.try_into().ok()?))
        };
        let whole =
            |value: &Value| value.as_f64().filter(|x| x.fract() == 0.0 && (0.0..4e9).contains(x)).map(|x| x as u32);
        let triangle = |row: &Value| {
            let corners: Option<Vec<u32>> = row.as_array()?.iter().map(whole).collect();
            corners?.try_into().ok()
        };
        let vertices = rows("vertices")?.iter().map(vertex).collect::<Option<Vec<Vec3>>>()?;
        let triangles = rows("triangles")?.iter().map(triangle).collect::<Option<Vec<[u32; 3]>>>()?;
        Mesh { vertices, triangles }.checked().ok()
    }

    /// Writes the triangles of its file into the shape, so that the file is not needed any more.
    pub(super) fn keep_mesh(&mut self, mesh: &Mesh) {
        self.keys.insert("vertices".into(), mesh.vertices.iter().map(|v| json!(v.0)).collect());
        self.keys.insert("triangles".into(), mesh.triangles.iter().map(|t| json!(t)).collect());
    }

    /// A point under a key; in planar models it has two numbers and lies in the plane.
    pub(super) fn find_point(&self, key: &str) -> Option<Vec3> {
        let list = self.keys.get(key)?.as_array()?;
        let number = |k: usize| list.get(k).map_or(Some(0.0), Value::as_f64).filter(|x| x.is_finite());
        let is_point = matches!(list.len(), 2 | 3);
        is_point.then(|| Some(Vec3([number(0)?, number(1)?, number(2)?])))?
    }

    /// Whether the ends of its axis are given.
    pub(super) fn has_ends(&self) -> bool {
        self.find_point("from").is_some() && self.find_point("to").is_some()
    }

    /// Its orientation, if it has one.
    pub(super) fn find_orientation(&self) -> Option<[f64; 4]> {
        let list = self.keys.get("orientation")?.as_array()?;
        let numbers: Vec<f64> = list.iter().filter_map(Value::as_f64).filter(|x| x.is_finite()).collect();
        numbers.try_into().ok()
    }

    /// Mirrors its own geometry along an axis once more.
    pub(super) fn toggle_mirror(&mut self, axis: &str) {
        let mut axes: String = self.keys.get("mirror").and_then(Value::as_str).unwrap_or_default().into();
        axes = if axes.contains(axis) { axes.replace(axis, "") } else { axes + axis };
        self.keys.insert("mirror".into(), axes.into());
    }

    /// With its normal changed, where it is a plane.
    pub(super) fn with_normal(mut self, change: impl Fn(Vec3) -> Vec3) -> Shape {
        if let Some(normal) = self.find_point("normal") {
            self.keys.insert("normal".into(), change(normal).0.to_vec().into());
        }
        self
    }

    /// With its points changed.
    pub(super) fn with_points(&self, change: impl Fn(Vec3) -> Vec3) -> Shape {
        let mut shape = self.clone();
        for key in POINTS {
            if let Some(point) = self.find_point(key) {
                shape.keys.insert(key.into(), change(point).0.to_vec().into());
            }
        }
        shape
    }

    /// In body axes from the centre of mass, which is here.
    pub(super) fn seen_from(&self, center: Vec3) -> Shape {
        if center == Vec3::ZERO {
            return self.clone();
        }
        let mut placed = self.clone();
        if !self.has_ends() && !self.keys.contains_key("position") {
            placed.keys.insert("position".into(), [0.0; 3].to_vec().into());
        }
        placed.with_points(|point| point - center)
    }
}
