//! Solids that stand for bodies in pictures: the shapes of the model file, or where it has none, solids made from the
//! joints and forces that hold the body ([`automatic`]). All in body axes from the centre of mass.

mod automatic;
mod gears;

use linkwork::Model;
use linkwork::model::force::Hold;
use linkwork::model::{Geometry, Joint, Shape};
use linkwork::spatial::{Quat, Vec3};
use serde::Serialize;
use serde_json::Value;

/// A simple solid, in body axes from the centre of mass (m).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Solid {
    /// A block with its edges along its own axes.
    Box {
        /// Its middle.
        center: Vec3,
        /// Its axes to those of the body, `[w, x, y, z]`.
        orientation: [f64; 4],
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
    /// A wheel with teeth; exports leave these out.
    Gear {
        /// Middle of one side.
        from: Vec3,
        /// Middle of the other.
        to: Vec3,
        /// Pitch radius.
        radius: f64,
        /// How many teeth.
        teeth: u32,
        /// Direction from the middle to the middle of a tooth.
        tooth: Vec3,
    },
    /// A surface of triangles.
    Mesh {
        /// Corners.
        vertices: Vec<[f32; 3]>,
        /// Three corners each, counterclockwise from outside.
        triangles: Vec<[u32; 3]>,
    },
    /// A triangular plate.
    Plate {
        /// Corners of the middle surface.
        corners: [Vec3; 3],
        /// Across it.
        thickness: f64,
    },
}

/// A solid with the colour which the model file asks for, as `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drawn {
    /// The solid.
    #[serde(flatten)]
    pub solid: Solid,
    /// Where there is none, the body's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
}

impl Drawn {
    /// A solid in the color of its body.
    fn plain(solid: Solid) -> Drawn {
        Drawn { solid, color: None }
    }
}

/// A body is made of no more points than this, evenly chosen among those it has: nobody could tell more of them apart.
const MOST_POINTS: usize = 48;

/// Larger meshes would make pages of many megabytes.
const MOST_TRIANGLES: usize = 200_000;

/// Solids of some bodies of a model; their positions among the bodies come in ascending order.
pub fn solids(model: &Model, bodies: &[usize]) -> Vec<Vec<Drawn>> {
    let typical = typical_length(model);
    let gears = gears::find(model);
    let of = |(&b, held): (&usize, &Held)| {
        let body = &model.bodies[b];
        let mut given: Vec<Drawn> = body.shapes.iter().filter_map(read).collect();
        if given.is_empty() {
            let wheels = gears.iter().filter(|gear| gear.body == b).map(|gear| Drawn::plain(gear.solid.clone()));
            given.extend(wheels);
        }
        match given.is_empty() {
            true => automatic::solids(model.space, body, held, typical).into_iter().map(Drawn::plain).collect(),
            false => connected(given, &held.points, typical),
        }
    };
    bodies.iter().zip(&held_by_body(model, bodies, 1e-6 * typical)).map(of).collect()
}

/// The arm of a joint or, where all joints sit in centres of mass, of a force or a radius of gyration (m).
fn typical_length(model: &Model) -> f64 {
    let arms =
        |joint: &Joint| [joint.first, joint.second].map(|m| if m.body.is_ground() { 0.0 } else { m.point.norm() });
    let arm = model.joints.iter().flat_map(arms).fold(0.0, f64::max);
    let gyration = model.bodies.iter().map(|body| {
        let moment = (0..3).map(|k| body.inertia.0[k][k]).fold(0.0, f64::max);
        (2.0 * moment / body.mass).sqrt()
    });
    let size = if arm > 0.0 { arm } else { gyration.filter(|x| x.is_finite()).fold(0.0, f64::max) };
    if size > 0.0 { size } else { 1.0 }
}

/// How many shapes of these bodies are not drawn: meshes without their files, and those whose numbers make no solid.
pub fn count_undrawn(model: &Model, bodies: &[usize]) -> usize {
    bodies.iter().flat_map(|&b| &model.bodies[b].shapes).filter(|shape| read(shape).is_none()).count()
}

/// Solids of the ground, in the world; its planes have no end, and are drawn with what touches them.
pub fn ground_solids(model: &Model) -> Vec<Drawn> {
    model.ground.iter().filter_map(read).collect()
}

/// Joints and forces on a body, in its axes.
#[derive(Clone, Debug, Default)]
struct Held {
    /// Points of joints and forces, near ones only once.
    points: Vec<Vec3>,
    /// Axes about which it turns, each through a point.
    hinges: Vec<Hinge>,
    /// Whether a joint or an elastic element holds it, not given loads and planes alone.
    is_mounted: bool,
    /// Whether it touches planes.
    touches: bool,
}

/// An axis of rotation, in body axes.
#[derive(Clone, Copy, Debug)]
struct Hinge {
    point: Vec3,
    axis: Vec3,
}

fn held_by_body(model: &Model, bodies: &[usize], near: f64) -> Vec<Held> {
    let mut all = vec![Held::default(); bodies.len()];
    let mut put = |body: linkwork::BodyId, point: Vec3, change: &dyn Fn(&mut Held)| {
        if let Some(slot) = body.index().and_then(|i| bodies.binary_search(&i).ok()) {
            all[slot].points.push(point);
            change(&mut all[slot]);
        }
    };
    for joint in model.joints.iter().filter(|joint| has_place(joint)) {
        for marker in [&joint.first, &joint.second] {
            let hinge = Hinge { point: marker.point, axis: marker.axes.column(2) };
            put(marker.body, marker.point, &|held| {
                held.is_mounted = true;
                held.hinges.extend(turns(joint).then_some(hinge));
            });
        }
    }
    for force in &model.forces {
        let change: &dyn Fn(&mut Held) = match force.drawing().hold {
            Hold::Mount => &|held| held.is_mounted = true,
            Hold::Touch => &|held| held.touches = true,
            Hold::Point => &|_| {},
            Hold::Nothing => continue,
        };
        let ends = force.ends(&model.joints);
        [Some(ends.first), ends.second].into_iter().flatten().for_each(|at| put(at.body, at.point, change));
    }
    all.iter_mut().for_each(|held| held.points = distinct(std::mem::take(&mut held.points), near));
    all
}

/// Whether a joint is somewhere: couplings have no point of their own, and directions none that matters.
fn has_place(joint: &Joint) -> bool {
    joint.kind.has_point()
}

/// Whether a joint lets its bodies turn about its axis.
fn turns(joint: &Joint) -> bool {
    joint.kind.turns()
}

/// Some of the points, none of them near another.
fn distinct(points: Vec<Vec3>, near: f64) -> Vec<Vec3> {
    let mut kept: Vec<Vec3> = Vec::new();
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    for point in points.into_iter().step_by(step) {
        if kept.iter().all(|p| (*p - point).norm() > near) {
            kept.push(point);
        }
    }
    kept
}

/// A shape of the model file; `None` where its numbers make no solid, and for meshes whose files were not read or that
/// are too large for a page.
fn read(shape: &Shape) -> Option<Drawn> {
    let solid = match shape.geometry()? {
        Geometry::Box { center, orientation, size } => {
            Solid::Box { center, orientation: orientation.0, size: thickened(size) }
        }
        Geometry::Cylinder { from, to, radius } => Solid::Cylinder { from, to, radius },
        Geometry::Capsule { from, to, radius } => Solid::Capsule { from, to, radius },
        Geometry::Sphere { center, radius } => Solid::Sphere { center, radius },
        // A plane has no end; those of the ground are drawn with the contacts that touch them.
        Geometry::Plane { .. } => return None,
        Geometry::Mesh(mesh) if mesh.triangles.len() > MOST_TRIANGLES => return None,
        Geometry::Mesh(mesh) => Solid::Mesh {
            vertices: mesh.vertices.iter().map(|v| v.0.map(|x| x as f32)).collect(),
            triangles: mesh.triangles,
        },
    };
    Some(Drawn { solid, color: shape.keys.get("color").and_then(Value::as_str).and_then(color) })
}

/// A colour that is written as in style sheets, `#rgb` or `#rrggbb`; others are the viewer's choice.
fn color(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#')?;
    let is_color = matches!(digits.len(), 3 | 6) && digits.chars().all(|c| c.is_ascii_hexdigit());
    is_color.then(|| text.to_ascii_lowercase())
}

/// The solids and thin rods to the points at which others hold on to the body beyond them.
fn connected(mut given: Vec<Drawn>, points: &[Vec3], typical: f64) -> Vec<Drawn> {
    let radius = 0.012 * typical;
    let is_beyond = |p: &&Vec3| given.iter().all(|drawn| drawn.solid.distance(**p) > 2.0 * radius);
    let ends: Vec<Vec3> = points.iter().filter(is_beyond).copied().collect();
    let rod = |to: Vec3| Drawn::plain(Solid::Capsule { from: Vec3::ZERO, to, radius });
    given.extend(ends.into_iter().map(rod));
    given
}

impl Solid {
    /// How far a point is outside; for plates and meshes, about.
    fn distance(&self, p: Vec3) -> f64 {
        match self {
            Solid::Box { center, orientation, size } => {
                let inside = Quat(*orientation).matrix().tr_mul(p - *center);
                Vec3([0, 1, 2].map(|k| (inside[k].abs() - 0.5 * size[k]).max(0.0))).norm()
            }
            Solid::Cylinder { from, to, radius }
            | Solid::Capsule { from, to, radius }
            | Solid::Gear { from, to, radius, .. } => (distance_to_segment(*from - p, *to - p) - radius).max(0.0),
            Solid::Sphere { center, radius } => ((p - *center).norm() - radius).max(0.0),
            Solid::Mesh { vertices, .. } => {
                let [mut least, mut most] = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
                for vertex in vertices {
                    least = std::array::from_fn(|k| least[k].min(f64::from(vertex[k])));
                    most = std::array::from_fn(|k| most[k].max(f64::from(vertex[k])));
                }
                Vec3([0, 1, 2].map(|k| (least[k] - p[k]).max(p[k] - most[k]).max(0.0))).norm()
            }
            Solid::Plate { corners, .. } => corners.iter().map(|c| (p - *c).norm()).fold(f64::INFINITY, f64::min),
        }
    }
}

/// How far the origin is from the segment between two points.
fn distance_to_segment(a: Vec3, b: Vec3) -> f64 {
    let along = b - a;
    let k = (-a.dot(along) / along.dot(along).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (a + k * along).norm()
}

/// A rectangle of the plane as a plate that is as thick as its shorter side.
fn thickened(size: Vec3) -> Vec3 {
    let Vec3([x, y, z]) = size;
    if z == 0.0 { Vec3([x, y, x.min(y)]) } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solids_of(text: &str) -> Vec<Vec<Drawn>> {
        solids(&Model::parse(text, "test.toml").unwrap(), &[0])
    }

    const BODY: &str = "[[bodies]]\nname = 'b'\nmass = 1.0\ninertia = [0.1, 0.1, 0.1]\n";

    fn hung(points: &[&str]) -> Vec<Drawn> {
        let joint = |(k, p): (usize, &&str)| {
            format!("[[joints]]\nname = 'j{k}'\ntype = 'spherical'\nbodies = ['ground', 'b']\npoint = {p}\n")
        };
        solids_of(&(BODY.to_string() + &points.iter().enumerate().map(joint).collect::<String>())).remove(0)
    }

    /// Sides without thickness would have no light on them.
    #[test]
    fn a_rectangle_is_drawn_as_a_plate() {
        let text = "space = 'planar'\n[[bodies]]\nname = 'b'\nmass = 1\ninertia = 1\n\
                    shapes = [{ kind = 'box', size = [0.02, 0.1] }]";
        let Solid::Box { size, .. } = solids_of(text)[0][0].solid else { panic!("no box") };
        assert_eq!(size, Vec3([0.02, 0.1, 0.02]));
    }

    #[test]
    fn bodies_without_shapes_are_made_of_their_points() {
        let kinds = |drawn: &[Drawn]| {
            drawn
                .iter()
                .map(|d| match d.solid {
                    Solid::Box { .. } => 'b',
                    Solid::Cylinder { .. } => 'y',
                    Solid::Capsule { .. } => 'c',
                    Solid::Sphere { .. } => 's',
                    Solid::Gear { .. } => 'g',
                    Solid::Plate { .. } => 'p',
                    Solid::Mesh { .. } => 'm',
                })
                .collect::<String>()
        };
        assert_eq!(kinds(&hung(&[])), "b");
        assert_eq!(kinds(&hung(&["[1, 0, 0]"])), "cs");
        assert_eq!(kinds(&hung(&["[1, 0, 0]", "[-1, 0, 0]"])), "c");
        assert_eq!(kinds(&hung(&["[1, 0, 0]", "[1, 1, 0]"])), "p");
        // The hull of a square with a point inside has four corners: two triangles.
        assert_eq!(kinds(&hung(&["[1, 1, 0]", "[-1, 1, 0]", "[0.1, 0, 0]", "[-1, -1, 0]", "[1, -1, 0]"])), "pp");
        assert_eq!(kinds(&hung(&["[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]", "[-1, -1, -1]"])), "ccccs");
        // Half of a rim and the hub, as of a wheel under a track.
        let rim: Vec<String> =
            (0..9).map(|k| f64::from(k) * 0.39).map(|a| format!("[{}, {}, 0]", a.cos(), a.sin())).collect();
        let points: Vec<&str> = rim.iter().map(String::as_str).chain(["[0, 0, 0]"]).collect();
        let Solid::Cylinder { from, to, radius } = hung(&points)[0].solid else { panic!("no wheel") };
        assert!(
            (radius - 1.0).abs() < 1e-12
                && (from + to).norm() < 1e-12
                && (to - to[2] * Vec3([0.0, 0.0, 1.0])).norm() < 1e-12
        );
    }

    /// A cube of edge 1 and mass 1 has moments 1/6.
    #[test]
    fn a_free_body_is_a_block_of_its_inertia() {
        let text = "[[bodies]]\nname = 'b'\nmass = 1.0\ninertia = [0.16666666666666666, 0.16666666666666666, 0.16666666666666666]\n";
        let Solid::Box { size, .. } = solids_of(text)[0][0].solid else { panic!("no box") };
        assert!(size.iter().all(|x| (x - 1.0).abs() < 1e-12), "{size:?}");
    }

    /// A joint point one metre from a small ball gets a rod, one on its surface does not.
    #[test]
    fn joint_points_beyond_the_shapes_are_connected() {
        let ball = format!("{BODY}[[bodies.shapes]]\nkind = 'sphere'\nradius = 0.1\n");
        let joint = |x: f64| {
            format!("[[joints]]\nname = 'j{x}'\ntype = 'spherical'\nbodies = ['ground', 'b']\npoint = [{x:?}, 0, 0]\n")
        };
        let drawn = solids_of(&(ball + &joint(0.1) + &joint(1.0))).remove(0);
        assert_eq!(drawn.len(), 2);
        assert_eq!(drawn[1].solid, Solid::Capsule { from: Vec3::ZERO, to: Vec3([1.0, 0.0, 0.0]), radius: 0.012 });
    }

    #[test]
    fn shapes_of_the_file_win_and_wrong_ones_are_left_out() {
        let shape = |keys: &str| solids_of(&format!("{BODY}[[bodies.shapes]]\n{keys}\n")).remove(0);
        let ball = shape("kind = 'sphere'\nradius = 0.5\ncolor = '#FFaa00'");
        assert_eq!(ball[0].solid, Solid::Sphere { center: Vec3::ZERO, radius: 0.5 });
        assert_eq!(ball[0].color.as_deref(), Some("#ffaa00"));
        let rod = shape("kind = 'cylinder'\nlength = 2.0\nradius = 0.1");
        assert_eq!(
            rod[0].solid,
            Solid::Cylinder { from: Vec3([0.0, 0.0, -1.0]), to: Vec3([0.0, 0.0, 1.0]), radius: 0.1 }
        );
        for wrong in ["kind = 'sphere'\nradius = -1.0", "kind = 'box'\nsize = 'large'", "kind = 'mesh'\nfile = 'a.stl'"]
        {
            assert!(matches!(shape(wrong)[0].solid, Solid::Box { .. }), "{wrong}");
            let model = Model::parse(&format!("{BODY}[[bodies.shapes]]\n{wrong}\n"), "test.toml").unwrap();
            assert_eq!(count_undrawn(&model, &[0]), 1, "{wrong}");
        }
        assert_eq!(shape("kind = 'sphere'\nradius = 1.0\ncolor = 'red;}'")[0].color, None);
        let mesh =
            shape("kind = 'mesh'\nscale = 0.5\nvertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]\ntriangles = [[0, 1, 2]]");
        let vertices = vec![[0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.5, 0.0]];
        assert_eq!(mesh[0].solid, Solid::Mesh { vertices, triangles: vec![[0, 1, 2]] });
    }
}
