//! The surface of a mesh that can touch: convex facets with the edges and corners between them, made of the triangles
//! once, when the model is built.
//!
//! Triangles in one plane are merged, so that a plate is one facet however finely it is meshed. A closed mesh that is
//! convex, or is meant to be taken as its convex hull, has facets of the hull, and touches others as one solid; any
//! other touches facet by facet, from outside, to half of the thickness behind each facet.

mod facets;
mod hull;
mod section;
mod thickness;
mod tree;

use super::Parameter;
use super::solid::{Block, Bound, Cylinder};
use crate::model::Mesh;
use crate::spatial::{Mat3, Vec3};
use tree::Tree;

/// Facets keep at most so many corners; those of a larger polygon are thinned out evenly.
pub(super) const MOST_CORNERS: usize = 16;
/// A cylinder that touches facets one by one is a prism with so many sides: flat to 0.2 % of its radius.
const SIDES: u32 = 48;
/// Half of the thickness of a surface that stands for a section in the plane, by its size.
const SLICE: f64 = 1.0;

/// The surface of a mesh, in body axes from the centre of mass.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(from = "Source", into = "Source")]
pub struct Surface {
    /// The mesh that it is made of.
    source: Source,
    pub(super) facets: Vec<Facet>,
    pub(super) edges: Vec<Edge>,
    pub(super) corners: Vec<Corner>,
    /// Directions of edges away from corners, listed by corner.
    spokes: Vec<Vec3>,
    tree: Tree,
    pub(super) bound: Bound,
}

/// Parts of a surface.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Source {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    is_convex: bool,
    is_flat: bool,
}

/// A convex polygon, seen counterclockwise from outside.
#[derive(Clone, Debug)]
pub(super) struct Facet {
    pub(super) normal: Vec3,
    /// n·x of its points.
    pub(super) offset: f64,
    pub(super) corners: Vec<Vec3>,
    /// Area of all facets in this plane that hang together.
    pub(super) area: f64,
    /// Deepest that others count as being outside of it.
    pub(super) limit: f64,
}

/// A convex edge between two facets, or where a surface ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    /// Outward normals: of the facet that has the edge in this direction, counterclockwise, and of the other one.
    pub(super) normals: [Vec3; 2],
}

/// A corner where edges meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) at: Vec3,
    spokes: [usize; 2],
}

/// A part of a surface, by its place in the list of its kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Feature {
    Facet(usize),
    Edge(usize),
    Corner(usize),
}

impl Feature {
    /// A number to tell it from its neighbours.
    pub(super) fn number(self) -> usize {
        match self {
            Feature::Facet(k) | Feature::Edge(k) | Feature::Corner(k) => k,
        }
    }
}

impl Edge {
    /// Whether a direction from the edge points out of the solid between both facets, with some margin for rounding.
    pub(super) fn sees(&self, away: Vec3) -> bool {
        self.sine_beyond(away) <= ROUNDING
    }

    /// Sine of the angle by which a direction from the edge leans over one of both facets; negative between them.
    pub(super) fn sine_beyond(&self, away: Vec3) -> f64 {
        let along = self.to - self.from;
        let inward = [self.normals[0].cross(along), along.cross(self.normals[1])];
        let sine = |side: &Vec3| away.dot(*side) / (away.norm() * side.norm());
        if away.dot(self.normals[0] + self.normals[1]) < 0.0 { 1.0 } else { sine(&inward[0]).max(sine(&inward[1])) }
    }
}

impl Facet {
    /// Whether a point is in the facet, seen along its normal, or outside by less than this.
    pub(super) fn contains(&self, point: Vec3, margin: f64) -> bool {
        let n = self.corners.len();
        (0..n).all(|k| {
            let [a, b] = [self.corners[k], self.corners[(k + 1) % n]];
            self.normal.dot((b - a).cross(point - a)) >= -margin * (b - a).norm()
        })
    }
}

/// Sines below this are zero.
pub(super) const ROUNDING: f64 = 1e-9;

impl From<Surface> for Source {
    fn from(surface: Surface) -> Source {
        surface.source
    }
}

impl From<Source> for Surface {
    fn from(source: Source) -> Surface {
        let Source { vertices, triangles, is_convex, is_flat } = source;
        Surface::assemble(vertices, triangles, is_convex, is_flat)
    }
}

impl Surface {
    /// The surface of a mesh in space, or why it has none.
    pub(super) fn new(mesh: &Mesh, is_hull: bool) -> Result<Surface, String> {
        let welded = mesh.welded();
        if is_hull || is_convex(&welded) {
            let triangles = hull::find(&welded.vertices).ok_or(FLAT)?;
            return Ok(Surface::assemble(welded.vertices, triangles, true, false));
        }
        Ok(Surface::assemble(welded.vertices, welded.triangles, false, false))
    }

    /// The section of a mesh with the plane of a planar model, as a slice of some thickness.
    pub(super) fn in_plane(mesh: &Mesh, is_hull: bool) -> Result<Surface, String> {
        let welded = mesh.welded();
        let outline = section::find(&welded)?;
        let half = SLICE * outline.size();
        if is_hull || outline.is_convex() {
            let points = outline.prism_points(half);
            let triangles = hull::find(&points).ok_or(FLAT)?;
            return Ok(Surface::assemble(points, triangles, true, true));
        }
        let walls = outline.walls(half);
        Ok(Surface::assemble(walls.vertices, walls.triangles, false, true))
    }

    fn assemble(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>, is_convex: bool, is_flat: bool) -> Surface {
        let source = Source { vertices, triangles, is_convex, is_flat };
        let facets::Parts { mut facets, edges, corners, spokes } = facets::find(&source);
        let bound = bound_of(&source);
        let tree = Tree::new(&facets, &edges, &corners);
        thickness::write_limits(&mut facets, &tree, is_convex, bound.radius);
        Surface { source, facets, edges, corners, spokes, tree, bound }
    }

    /// A box, facet by facet.
    pub(super) fn of_block(block: &Block) -> Surface {
        let flat = block.is_flat();
        let half = if flat { Vec3([block.half[0], block.half[1], SLICE * block.half.norm()]) } else { block.half };
        let signs = |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { 1.0 } else { -1.0 });
        let corner = |k: usize| block.center + block.axes * Vec3([0, 1, 2].map(|axis| signs(k)[axis] * half[axis]));
        let points: Vec<Vec3> = (0..8).map(corner).collect();
        let triangles = hull::find(&points).unwrap_or_default();
        Surface::assemble(points, triangles, true, flat)
    }

    /// A prism in the place of a cylinder.
    pub(super) fn of_cylinder(cylinder: &Cylinder) -> Surface {
        let x = cylinder.axis.perpendicular();
        let axes = Mat3::from_columns(x, cylinder.axis.cross(x), cylinder.axis);
        // Corners lie outside and middles of sides inside, as far as each other.
        let half_side = std::f64::consts::PI / f64::from(SIDES);
        let radius = 2.0 * cylinder.radius / (1.0 + half_side.cos());
        let point = |k: u32, height: f64| {
            let (sin, cos) = (2.0 * half_side * f64::from(k)).sin_cos();
            cylinder.center + axes * Vec3([radius * cos, radius * sin, height])
        };
        let rim = |height: f64| (0..SIDES).map(move |k| (k, height));
        let points: Vec<Vec3> =
            rim(-cylinder.half).chain(rim(cylinder.half)).map(|(k, height)| point(k, height)).collect();
        let triangles = hull::find(&points).unwrap_or_default();
        Surface::assemble(points, triangles, true, false)
    }

    /// Whether it bounds a convex solid.
    pub(super) fn is_convex(&self) -> bool {
        self.source.is_convex
    }

    /// Whether it is a slice that stands for a section in the plane.
    pub(super) fn is_flat(&self) -> bool {
        self.source.is_flat
    }

    /// Directions of edges away from a corner.
    pub(super) fn spokes(&self, corner: &Corner) -> &[Vec3] {
        &self.spokes[corner.spokes[0]..corner.spokes[1]]
    }

    /// Tells the corners, in a slice those above and below the plane.
    pub(super) fn tips(&self, tell: &mut dyn FnMut(Vec3)) {
        match self.is_flat() {
            false => self.corners.iter().for_each(|corner| tell(corner.at)),
            true => self.edges.iter().for_each(|edge| [edge.from, edge.to].into_iter().for_each(&mut *tell)),
        }
    }

    /// A box around it.
    pub(super) fn extent(&self) -> [Vec3; 2] {
        self.tree.extent()
    }

    /// Tells the features that a box may touch, each once, in an order of their own.
    pub(super) fn find_near(&self, least: Vec3, most: Vec3, tell: &mut dyn FnMut(Feature)) {
        self.tree.find(least, most, tell);
    }

    pub(super) fn parameters(&self, visit: &mut dyn FnMut(Parameter)) {
        for vertex in &self.source.vertices {
            visit(Parameter::Numbers(&vertex.0));
        }
        for triangle in &self.source.triangles {
            visit(Parameter::Numbers(&triangle.map(f64::from)));
        }
        visit(Parameter::Flag(self.source.is_convex));
        visit(Parameter::Flag(self.source.is_flat));
    }
}

const FLAT: &str = "its corners lie in one plane, so that it has no convex hull";

/// A sphere about the middle of its extent.
fn bound_of(source: &Source) -> Bound {
    let used = source.triangles.iter().flatten().map(|k| source.vertices[*k as usize]);
    let mut extent = [Vec3([f64::INFINITY; 3]), Vec3([f64::NEG_INFINITY; 3])];
    for v in used.clone() {
        extent = [Vec3([0, 1, 2].map(|k| extent[0][k].min(v[k]))), Vec3([0, 1, 2].map(|k| extent[1][k].max(v[k])))];
    }
    let center = 0.5 * (extent[0] + extent[1]);
    Bound { center, radius: used.map(|v| (v - center).norm()).fold(0.0, f64::max) }
}

/// Whether a mesh is closed, and nowhere bent inwards by more than a millionth of its size.
fn is_convex(mesh: &Mesh) -> bool {
    if mesh.count_open_edges() > 0 {
        return false;
    }
    let size = mesh.vertices.iter().map(|v| (*v - mesh.vertices[0]).norm()).fold(0.0, f64::max);
    mesh.triangles.iter().all(|triangle| {
        let [a, b, c] = triangle.map(|k| mesh.vertices[k as usize]);
        let Some(normal) = (b - a).cross(c - a).unit() else { return true };
        mesh.vertices.iter().all(|v| normal.dot(*v - a) < 1e-6 * size)
    })
}

#[cfg(test)]
mod tests;
