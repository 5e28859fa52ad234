//! What a body looks like: the shapes of the model file, or where it has none, solids made from its joint points.
//!
//! A body that hangs on one point is a rod from there to its centre of mass, one with two points a rod between them, one with
//! more a wheel if they lie on a circle about the centre of mass, a plate through them if they lie in a plane and a star of rods if
//! not, and one with none a box of the same inertia.
//! All in body axes from the centre of mass.

use linkwork::model::{Body, Force, Shape};
use linkwork::spatial::{Mat3, Quat, Vec3, add, cross, dot, norm, scale, sub, unit};
use linkwork::{Model, Space};
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
        /// Of the section.
        radius: f64,
    },
    /// A cylinder with half a sphere at each end.
    Capsule {
        /// Where the axis begins.
        from: Vec3,
        /// Where it ends.
        to: Vec3,
        /// Of the section and the ends.
        radius: f64,
    },
    /// A ball.
    Sphere {
        /// Its middle.
        center: Vec3,
        /// Its radius.
        radius: f64,
    },
    /// A triangular plate.
    Plate {
        /// Of the middle surface.
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

/// A body is made of no more points than this, evenly chosen among those it has: nobody could tell more of them apart.
const MOST_POINTS: usize = 48;

/// What some bodies of a model look like; their positions among the bodies come in ascending order.
pub fn solids(model: &Model, bodies: &[usize]) -> Vec<Vec<Drawn>> {
    let typical = model.length_scale();
    let of = |(body, points): (&usize, &Vec<Vec3>)| {
        let body = &model.bodies[*body];
        let given: Vec<Drawn> = body.shapes.iter().filter_map(read).collect();
        if given.is_empty() { automatic(model.space, body, points, typical) } else { connected(given, points, typical) }
    };
    bodies.iter().zip(&points_by_body(model, bodies, 1e-6 * typical)).map(of).collect()
}

/// How many shapes of these bodies are not drawn: meshes, and those whose numbers make no solid.
pub fn count_undrawn(model: &Model, bodies: &[usize]) -> usize {
    bodies.iter().flat_map(|&b| &model.bodies[b].shapes).filter(|shape| read(shape).is_none()).count()
}

/// The points of joints and forces on these bodies, near ones only once.
fn points_by_body(model: &Model, bodies: &[usize], near: f64) -> Vec<Vec<Vec3>> {
    let mut points: Vec<Vec<Vec3>> = vec![Vec::new(); bodies.len()];
    let mut put = |body: linkwork::BodyId, point: Vec3| {
        if let Some(slot) = body.index().and_then(|i| bodies.binary_search(&i).ok()) {
            points[slot].push(point);
        }
    };
    for joint in model.joints.iter().filter(|joint| joint.kind.coupled().is_none()) {
        put(joint.first.body, joint.first.point);
        put(joint.second.body, joint.second.point);
    }
    for force in &model.forces {
        match force {
            Force::Spring { first, second, .. } => [first, second].into_iter().for_each(|at| put(at.body, at.point)),
            Force::Bushing { first, second, .. } => [first, second].into_iter().for_each(|m| put(m.body, m.point)),
            Force::Force { at, .. } | Force::PlaneSpring { at, .. } => put(at.body, at.point),
            Force::Torsion { .. } | Force::Torque { .. } => {}
        }
    }
    points.into_iter().map(|points| distinct(points, near)).collect()
}

/// Some of the points, none of them near another.
fn distinct(points: Vec<Vec3>, near: f64) -> Vec<Vec3> {
    let mut kept: Vec<Vec3> = Vec::new();
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    for point in points.into_iter().step_by(step) {
        if kept.iter().all(|p| norm(sub(*p, point)) > near) {
            kept.push(point);
        }
    }
    kept
}

/// A shape of the model file; `None` where its numbers make no solid, and for meshes, whose files are elsewhere.
fn read(shape: &Shape) -> Option<Drawn> {
    let number = |key: &str| shape.keys.get(key).and_then(Value::as_f64).filter(|x| x.is_finite());
    let length = |key: &str| number(key).filter(|x| *x > 0.0);
    let center = || numbers(shape, "position").unwrap_or([0.0; 3]);
    let turned = || numbers(shape, "orientation").map_or(Quat::IDENTITY, |q| Quat(q).normalized());
    let ends = || match (numbers(shape, "from"), numbers(shape, "to")) {
        (Some(from), Some(to)) => Some((from, to)),
        _ => {
            // Along its own z axis, as in most programs.
            let half = turned().matrix().mul([0.0, 0.0, 0.5 * length("length")?]);
            Some((sub(center(), half), add(center(), half)))
        }
    };
    let solid = match shape.kind.as_str() {
        "box" => {
            let size = numbers(shape, "size")?;
            Solid::Box { center: center(), orientation: turned().0, size: size.map(f64::abs) }
        }
        "cylinder" => ends().zip(length("radius")).map(|((from, to), radius)| Solid::Cylinder { from, to, radius })?,
        "capsule" => ends().zip(length("radius")).map(|((from, to), radius)| Solid::Capsule { from, to, radius })?,
        "sphere" => Solid::Sphere { center: center(), radius: length("radius")? },
        _ => return None,
    };
    Some(Drawn { solid, color: shape.keys.get("color").and_then(Value::as_str).and_then(color) })
}

/// So many finite numbers under a key; in planar models points have two, and lie in the plane.
fn numbers<const N: usize>(shape: &Shape, key: &str) -> Option<[f64; N]> {
    let list = shape.keys.get(key)?.as_array()?;
    let mut numbers = [0.0; N];
    if list.len() != N && !(N == 3 && list.len() == 2) {
        return None;
    }
    for (number, value) in numbers.iter_mut().zip(list) {
        *number = value.as_f64().filter(|x| x.is_finite())?;
    }
    Some(numbers)
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
    let rod = |to: Vec3| Drawn { solid: Solid::Capsule { from: [0.0; 3], to, radius }, color: None };
    given.extend(ends.into_iter().map(rod));
    given
}

impl Solid {
    /// How far a point is outside; for plates, about.
    fn distance(&self, p: Vec3) -> f64 {
        match self {
            Solid::Box { center, orientation, size } => {
                let inside = Quat(*orientation).matrix().mul_transposed(sub(p, *center));
                norm([0, 1, 2].map(|k| (inside[k].abs() - 0.5 * size[k]).max(0.0)))
            }
            Solid::Cylinder { from, to, radius } | Solid::Capsule { from, to, radius } => {
                (distance_to_segment(sub(*from, p), sub(*to, p)) - radius).max(0.0)
            }
            Solid::Sphere { center, radius } => (norm(sub(p, *center)) - radius).max(0.0),
            Solid::Plate { corners, .. } => corners.iter().map(|c| norm(sub(p, *c))).fold(f64::INFINITY, f64::min),
        }
    }
}

/// Solids from the points at which the body is held.
fn automatic(space: Space, body: &Body, points: &[Vec3], typical: f64) -> Vec<Drawn> {
    let reach = points.iter().map(|p| norm(*p)).fold(0.0, f64::max);
    // Slender, but neither lost beside larger bodies nor a lump beside smaller ones.
    let radius = (0.05 * reach).clamp(0.012 * typical, 0.04 * typical);
    let rod = |from: Vec3, to: Vec3| Solid::Capsule { from, to, radius };
    let center = Solid::Sphere { center: [0.0; 3], radius: 1.8 * radius };
    let solids = match points {
        _ if reach < 1e-3 * typical => vec![equal_inertia(space, body, typical)],
        [] => vec![equal_inertia(space, body, typical)],
        [end] => vec![rod(*end, [0.0; 3]), center],
        [a, b] if distance_to_segment(*a, *b) < 2.0 * radius => vec![rod(*a, *b)],
        [a, b] => vec![Solid::Plate { corners: [*a, *b, [0.0; 3]], thickness: 1.6 * radius }],
        many => match outline(many) {
            Some(corners) if is_round(&corners) => vec![wheel(&corners, (1.6 * radius).max(0.04 * reach))],
            Some(corners) => fan(&corners, 1.6 * radius),
            None => many.iter().map(|p| rod([0.0; 3], *p)).chain([center]).collect(),
        },
    };
    solids.into_iter().map(|solid| Drawn { solid, color: None }).collect()
}

/// Whether corners are as far from the origin as one another, and so many that they mean a circle.
fn is_round(corners: &[Vec3]) -> bool {
    let rim: Vec<f64> = corners.iter().map(|p| norm(*p)).filter(|r| *r > 0.0).collect();
    let radius = rim.iter().copied().fold(0.0, f64::max);
    rim.len() >= 8 && rim.iter().all(|r| *r > 0.99 * radius)
}

/// A disc about the origin through corners in a plane with it.
fn wheel(corners: &[Vec3], thickness: f64) -> Solid {
    let radius = corners.iter().map(|p| norm(*p)).fold(0.0, f64::max);
    let normals = corners.windows(2).map(|pair| cross(pair[0], pair[1]));
    // Two neighbours on a rim never lie opposite one another everywhere, so the longest product has a direction.
    let longest = normals.max_by(|a, b| norm(*a).total_cmp(&norm(*b))).and_then(unit).unwrap_or([0.0, 0.0, 1.0]);
    let half = scale(0.5 * thickness, longest);
    Solid::Cylinder { from: scale(-1.0, half), to: half, radius }
}

/// How far the origin is from the segment between two points.
fn distance_to_segment(a: Vec3, b: Vec3) -> f64 {
    let along = sub(b, a);
    let k = (-dot(a, along) / dot(along, along).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    norm(add(a, scale(k, along)))
}

/// A block with the body's mass and moments of inertia, no larger than the mechanism suggests.
fn equal_inertia(space: Space, body: &Body, typical: f64) -> Solid {
    let moment = |k: usize| body.inertia.0[k][k];
    let edge = |square: f64| (6.0 * square / body.mass).max(0.0).sqrt();
    let size = match space {
        Space::Planar => {
            let side = edge(moment(2));
            [side, side, 0.2 * side]
        }
        Space::Spatial => [0, 1, 2]
            .map(|k| edge(moment((k + 1) % 3) + moment((k + 2) % 3) - moment(k)))
            .map(|x| x.max(0.02 * typical)),
    };
    Solid::Box { center: [0.0; 3], orientation: Quat::IDENTITY.0, size }
}

/// The corners, in order, of the convex hull of points in a plane; `None` for points that are not, or lie in a line.
fn outline(points: &[Vec3]) -> Option<Vec<Vec3>> {
    let origin = *points.first()?;
    let arms: Vec<Vec3> = points.iter().map(|p| sub(*p, origin)).collect();
    let longest = *arms.iter().max_by(|a, b| norm(**a).total_cmp(&norm(**b)))?;
    let x = unit(longest)?;
    let widest = *arms.iter().max_by(|a, b| norm(cross(x, **a)).total_cmp(&norm(cross(x, **b))))?;
    let z = unit(cross(x, widest)).filter(|_| norm(cross(x, widest)) > 1e-3 * norm(longest))?;
    if arms.iter().any(|arm| dot(*arm, z).abs() > 0.02 * norm(longest)) {
        return None;
    }
    let axes = Mat3::from_columns(x, cross(z, x), z);
    let mut flat: Vec<(Vec3, Vec3)> = arms.iter().zip(points).map(|(arm, p)| (axes.mul_transposed(*arm), *p)).collect();
    flat.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let mut corners = half_hull(flat.iter());
    corners.extend(half_hull(flat.iter().rev()));
    Some(corners)
}

/// One side of the convex hull of sorted points, its last point left to the other side (Andrew's monotone chain).
fn half_hull<'a>(points: impl Iterator<Item = &'a (Vec3, Vec3)>) -> Vec<Vec3> {
    let mut hull: Vec<&(Vec3, Vec3)> = Vec::new();
    for point in points {
        while let [.., a, b] = hull[..] {
            if cross(sub(b.0, a.0), sub(point.0, b.0))[2] > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    hull.pop();
    hull.iter().map(|(_, p)| *p).collect()
}

/// A plate as triangles about its first corner.
fn fan(corners: &[Vec3], thickness: f64) -> Vec<Solid> {
    let triangles = corners.windows(2).skip(1);
    triangles.map(|pair| Solid::Plate { corners: [corners[0], pair[0], pair[1]], thickness }).collect()
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
                    Solid::Plate { .. } => 'p',
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
                && norm(add(from, to)) < 1e-12
                && norm(sub(to, scale(to[2], [0.0, 0.0, 1.0]))) < 1e-12
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
        assert_eq!(drawn[1].solid, Solid::Capsule { from: [0.0; 3], to: [1.0, 0.0, 0.0], radius: 0.012 });
    }

    #[test]
    fn shapes_of_the_file_win_and_wrong_ones_are_left_out() {
        let shape = |keys: &str| solids_of(&format!("{BODY}[[bodies.shapes]]\n{keys}\n")).remove(0);
        let ball = shape("kind = 'sphere'\nradius = 0.5\ncolor = '#FFaa00'");
        assert_eq!(ball[0].solid, Solid::Sphere { center: [0.0; 3], radius: 0.5 });
        assert_eq!(ball[0].color.as_deref(), Some("#ffaa00"));
        let rod = shape("kind = 'cylinder'\nlength = 2.0\nradius = 0.1");
        assert_eq!(rod[0].solid, Solid::Cylinder { from: [0.0, 0.0, -1.0], to: [0.0, 0.0, 1.0], radius: 0.1 });
        for wrong in ["kind = 'sphere'\nradius = -1.0", "kind = 'box'\nsize = 'large'", "kind = 'mesh'\nfile = 'a.stl'"]
        {
            assert!(matches!(shape(wrong)[0].solid, Solid::Box { .. }), "{wrong}");
            let model = Model::parse(&format!("{BODY}[[bodies.shapes]]\n{wrong}\n"), "test.toml").unwrap();
            assert_eq!(count_undrawn(&model, &[0]), 1, "{wrong}");
        }
        assert_eq!(shape("kind = 'sphere'\nradius = 1.0\ncolor = 'red;}'")[0].color, None);
    }
}
