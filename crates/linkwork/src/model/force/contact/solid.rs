//! Solids that can touch, fixed on bodies, in body axes from the centre of mass.
//!
//! In planar models a sphere is a circle, a box a rectangle and a plane a half-plane.

use super::Parameter;
use super::surface::Surface;
use crate::model::Geometry;
use crate::spatial::{Mat3, Pose, Real, Vec3};
use std::sync::Arc;

/// The half-space behind a plane.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Plane {
    /// One of its points.
    pub point: Vec3,
    /// Unit normal, out of the solid.
    pub normal: Vec3,
}

/// A box.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Block {
    /// Its middle.
    pub center: Vec3,
    /// Its own axes, as columns.
    pub axes: Mat3,
    /// Half of its edges; the last one is zero for a rectangle in the plane.
    pub half: Vec3,
}

/// A cylinder with flat ends.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Cylinder {
    /// Its middle.
    pub center: Vec3,
    /// Unit vector along it.
    pub axis: Vec3,
    /// Half of its length.
    pub half: f64,
    /// Radius of its section (m).
    pub radius: f64,
}

/// A cylinder with half a sphere at each end.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Capsule {
    /// Where its axis begins.
    pub from: Vec3,
    /// Where its axis ends.
    pub to: Vec3,
    /// Radius of its section and ends (m).
    pub radius: f64,
}

/// A ball.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Sphere {
    /// Its middle.
    pub center: Vec3,
    /// Its radius.
    pub radius: f64,
}

/// A solid that can touch others.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum Solid {
    /// A half-space.
    Plane(Plane),
    /// A box.
    Block(Block),
    /// A cylinder.
    Cylinder(Cylinder),
    /// A capsule.
    Capsule(Capsule),
    /// A sphere.
    Sphere(Sphere),
    /// Bounded by the surface of a mesh.
    Surface(Arc<Surface>),
}

/// A sphere around a solid, in body axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) center: Vec3,
    pub(super) radius: f64,
}

impl Solid {
    /// The word of its shape.
    pub(in crate::model) fn word(&self) -> &'static str {
        match self {
            Solid::Plane(_) => "plane",
            Solid::Block(_) => "box",
            Solid::Cylinder(_) => "cylinder",
            Solid::Capsule(_) => "capsule",
            Solid::Sphere(_) => "sphere",
            Solid::Surface(_) => "mesh",
        }
    }

    /// The solid of a shape in a spatial model, or why there is none.
    pub(in crate::model) fn in_space(geometry: &Geometry, is_hull: bool) -> Result<Solid, String> {
        Ok(match *geometry {
            Geometry::Mesh(ref mesh) => Solid::Surface(Arc::new(Surface::new(mesh, is_hull)?)),
            Geometry::Plane { point, normal } => Solid::Plane(Plane { point, normal }),
            Geometry::Box { center, orientation, size } => {
                if size.iter().any(|edge| *edge <= 0.0) {
                    return Err("a box that touches others needs three positive edges".into());
                }
                Solid::Block(Block { center, axes: orientation.matrix(), half: 0.5 * size })
            }
            Geometry::Cylinder { from, to, radius } => {
                let axis = (to - from).unit().ok_or("a cylinder that touches others needs a length")?;
                let [center, half] = [0.5 * (from + to), 0.5 * (to - from)];
                Solid::Cylinder(Cylinder { center, axis, half: half.norm(), radius })
            }
            Geometry::Capsule { from, to, radius } if from == to => Solid::Sphere(Sphere { center: from, radius }),
            Geometry::Capsule { from, to, radius } => Solid::Capsule(Capsule { from, to, radius }),
            Geometry::Sphere { center, radius } => Solid::Sphere(Sphere { center, radius }),
        })
    }

    /// Its section with the plane of a planar model, or why it has none that is known.
    pub(in crate::model) fn in_plane(geometry: &Geometry, is_hull: bool) -> Result<Solid, String> {
        let flat = |v: Vec3| Vec3([v[0], v[1], 0.0]);
        if let Geometry::Mesh(mesh) = geometry {
            return Ok(Solid::Surface(Arc::new(Surface::in_plane(mesh, is_hull)?)));
        }
        Ok(match Solid::in_space(&thickened(geometry), is_hull)? {
            surface @ Solid::Surface(_) => surface,
            Solid::Plane(Plane { point, normal }) => {
                let normal = flat(normal).unit().ok_or("its normal does not lie in the plane of the model")?;
                Solid::Plane(Plane { point: flat(point), normal })
            }
            Solid::Block(Block { center, axes, half }) => {
                if axes.column(2)[2] < 1.0 - 1e-9 {
                    return Err("in a planar model a box is turned about z only".into());
                }
                Solid::Block(Block { center: flat(center), axes, half: flat(half) })
            }
            Solid::Cylinder(Cylinder { center, axis, half, radius }) if axis[2] == 0.0 => {
                // Seen from the side it is a rectangle.
                let axes = Mat3::from_columns(axis, Vec3([-axis[1], axis[0], 0.0]), Vec3([0.0, 0.0, 1.0]));
                Solid::Block(Block { center: flat(center), axes, half: Vec3([half, radius, 0.0]) })
            }
            Solid::Cylinder(Cylinder { center, axis, radius, .. }) if axis[2].abs() > 1.0 - 1e-9 => {
                Solid::Sphere(Sphere { center: flat(center), radius })
            }
            Solid::Cylinder(_) => return Err("in a planar model a cylinder lies in the plane, or along z".into()),
            Solid::Capsule(Capsule { from, to, radius }) => match flat(to) == flat(from) {
                true => Solid::Sphere(Sphere { center: flat(from), radius }),
                false => Solid::Capsule(Capsule { from: flat(from), to: flat(to), radius }),
            },
            Solid::Sphere(Sphere { center, radius }) => Solid::Sphere(Sphere { center: flat(center), radius }),
        })
    }

    /// A sphere around it; none around a half-space.
    pub(super) fn bound(&self) -> Option<Bound> {
        Some(match self {
            Solid::Plane(_) => return None,
            Solid::Block(Block { center, half, .. }) => Bound { center: *center, radius: half.norm() },
            Solid::Cylinder(Cylinder { center, half, radius, .. }) => {
                Bound { center: *center, radius: half.hypot(*radius) }
            }
            Solid::Capsule(Capsule { from, to, radius }) => {
                Bound { center: 0.5 * (*from + *to), radius: 0.5 * (*to - *from).norm() + radius }
            }
            Solid::Sphere(Sphere { center, radius }) => Bound { center: *center, radius: *radius },
            Solid::Surface(surface) => surface.bound,
        })
    }

    /// A point of it near which it acts, for the eye.
    pub(super) fn middle(&self) -> Vec3 {
        match self {
            Solid::Plane(Plane { point, .. }) => *point,
            Solid::Block(Block { center, .. }) | Solid::Cylinder(Cylinder { center, .. }) => *center,
            Solid::Capsule(Capsule { from, to, .. }) => 0.5 * (*from + *to),
            Solid::Sphere(Sphere { center, .. }) => *center,
            Solid::Surface(surface) => surface.bound.center,
        }
    }

    pub(super) fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Word(self.word()));
        match self {
            Solid::Plane(Plane { point, normal }) => {
                visit(Parameter::Vector(point));
                visit(Parameter::Vector(normal));
            }
            Solid::Block(Block { center, axes, half }) => {
                visit(Parameter::Vector(center));
                visit(Parameter::Numbers(axes.0.as_flattened()));
                visit(Parameter::Numbers(&half.0));
            }
            Solid::Cylinder(Cylinder { center, axis, half, radius }) => {
                visit(Parameter::Vector(center));
                visit(Parameter::Vector(axis));
                visit(Parameter::Numbers(&[*half, *radius]));
            }
            Solid::Capsule(Capsule { from, to, radius }) => {
                visit(Parameter::Vector(from));
                visit(Parameter::Vector(to));
                visit(Parameter::Numbers(&[*radius]));
            }
            Solid::Sphere(Sphere { center, radius }) => {
                visit(Parameter::Vector(center));
                visit(Parameter::Numbers(&[*radius]));
            }
            Solid::Surface(surface) => surface.parameters(visit),
        }
    }

    /// The surface that it has where it touches others facet by facet, if it has one.
    pub(super) fn surface(&self) -> Option<Solid> {
        match self {
            Solid::Block(block) => Some(Solid::Surface(Arc::new(Surface::of_block(block)))),
            Solid::Cylinder(cylinder) => Some(Solid::Surface(Arc::new(Surface::of_cylinder(cylinder)))),
            Solid::Plane(_) | Solid::Capsule(_) | Solid::Sphere(_) | Solid::Surface(_) => None,
        }
    }

    /// Whether it touches another solid facet by facet: a box does where it meets a cylinder, a capsule or a mesh, and
    /// a cylinder where it meets a mesh that is not convex.
    pub(super) fn needs_surface(&self, other: &Solid) -> bool {
        match (self, other) {
            (Solid::Block(_), Solid::Cylinder(_) | Solid::Capsule(_) | Solid::Surface(_)) => true,
            (Solid::Cylinder(_), Solid::Surface(surface)) => !surface.is_convex(),
            (Solid::Block(_), Solid::Plane(_) | Solid::Block(_) | Solid::Sphere(_)) => false,
            (Solid::Cylinder(_), Solid::Plane(_) | Solid::Block(_) | Solid::Cylinder(_)) => false,
            (Solid::Cylinder(_), Solid::Capsule(_) | Solid::Sphere(_)) => false,
            (Solid::Plane(_) | Solid::Capsule(_) | Solid::Sphere(_) | Solid::Surface(_), _) => false,
        }
    }

    /// Two solids as they touch each other.
    pub(in crate::model) fn paired([a, b]: [&Solid; 2]) -> [Solid; 2] {
        let made = |of: &Solid, other: &Solid| of.needs_surface(other).then(|| of.surface()).flatten();
        [made(a, b).unwrap_or_else(|| a.clone()), made(b, a).unwrap_or_else(|| b.clone())]
    }
}

/// A rectangle may be written without thickness.
fn thickened(geometry: &Geometry) -> Geometry {
    match geometry {
        Geometry::Box { center, orientation, size } => {
            Geometry::Box { center: *center, orientation: *orientation, size: Vec3([size[0], size[1], 1.0]) }
        }
        Geometry::Plane { .. }
        | Geometry::Cylinder { .. }
        | Geometry::Capsule { .. }
        | Geometry::Sphere { .. }
        | Geometry::Mesh(_) => geometry.clone(),
    }
}

/// A box in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedBlock<S> {
    pub(super) center: Vec3<S>,
    pub(super) axes: [Vec3<S>; 3],
    pub(super) half: Vec3,
}

impl Block {
    pub(super) fn at<S: Real>(&self, pose: &Pose<S>) -> PlacedBlock<S> {
        let axes = [0, 1, 2].map(|k| pose.R * Vec3::constant(self.axes.column(k)));
        PlacedBlock { center: pose.point(Vec3::constant(self.center)), axes, half: self.half }
    }

    /// Whether it is a rectangle in the plane.
    pub(super) fn is_flat(&self) -> bool {
        self.half[2] == 0.0
    }
}

impl<S: Real> PlacedBlock<S> {
    /// The corner with these signs.
    pub(super) fn corner(&self, signs: [f64; 3]) -> Vec3<S> {
        (0..3).fold(self.center, |corner, k| corner + self.axes[k] * S::from(signs[k] * self.half[k]))
    }
}
