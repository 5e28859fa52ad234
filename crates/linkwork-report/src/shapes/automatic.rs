//! Solids for a body without shapes, from the joints and forces that hold it.
//!
//! A body that turns about an axis through its centre of mass is a wheel of the same inertia. One that hangs on one
//! point is a rod from there to its centre of mass, or a block of the same inertia if the point lies well inside of
//! it; one with two points is a rod between them, or a leaf if both are hinges of a door. One with more is a wheel if
//! they lie on a circle about the centre of mass, a plate through them if they lie in a plane and a star of rods if
//! not. One that only touches a plane is a ball, and a free one a block or a cylinder of the same inertia.

use linkwork::Space;
use linkwork::model::Body;
use linkwork::spatial::{Mat3, Quat, Vec3};

use super::{Held, Hinge, Solid, distance_to_segment};

/// A point this far out, relative to the surface of a block, is still inside of it.
const INSIDE: f64 = 0.8;

/// Solids from what holds the body; `typical` is a length of the mechanism.
pub(super) fn solids(space: Space, body: &Body, held: &Held, typical: f64) -> Vec<Solid> {
    let points = &held.points[..];
    let reach = points.iter().map(|p| p.norm()).fold(0.0, f64::max);
    // Slender, but neither lost beside larger bodies nor a lump beside smaller ones.
    let radius = (0.05 * reach).clamp(0.012 * typical, 0.04 * typical);
    let thickness = 1.6 * radius;
    let rod = |from: Vec3, to: Vec3| Solid::Capsule { from, to, radius };
    let center = Solid::Sphere { center: Vec3::ZERO, radius: 1.8 * radius };
    if let Some(wheel) = flywheel(space, body, held, typical) {
        return vec![wheel];
    }
    match points {
        [point] if held.touches && !held.is_mounted => vec![Solid::Sphere { center: Vec3::ZERO, radius: point.norm() }],
        _ if reach < 1e-3 * typical || !(held.is_mounted || held.touches) => vec![equal_inertia(space, body, typical)],
        [end] if is_inside(*end, space, body) => vec![equal_inertia(space, body, typical)],
        [end] => vec![rod(*end, Vec3::ZERO), center],
        [a, b] if distance_to_segment(*a, *b) < 2.0 * radius => vec![rod(*a, *b)],
        [a, b] if is_door(&held.hinges, *b - *a) => fan(&[*a, *b, -*a, -*b], thickness),
        [a, b] => vec![Solid::Plate { corners: [*a, *b, Vec3::ZERO], thickness }],
        many => match outline(many) {
            Some(corners) if is_round(&corners) => vec![wheel(&corners, thickness.max(0.04 * reach))],
            Some(corners) => fan(&corners, thickness),
            None => many.iter().map(|p| rod(Vec3::ZERO, *p)).chain([center]).collect(),
        },
    }
}

/// A disc of the body's inertia about a hinge through its centre of mass, if that reaches as far as what holds the
/// body.
fn flywheel(space: Space, body: &Body, held: &Held, typical: f64) -> Option<Solid> {
    let Hinge { axis, .. } = *held.hinges.iter().find(|h| h.point.cross(h.axis).norm() < 1e-3 * typical)?;
    let axis = axis.unit()?;
    let moment = axis.dot(body.inertia * axis);
    let radius = (2.0 * moment / body.mass).sqrt();
    let reach = held.points.iter().map(|p| p.cross(axis).norm()).fold(0.0, f64::max);
    let across = (0..3).map(|k| body.inertia.0[k][k]).sum::<f64>() - moment;
    let thickness = match space {
        Space::Planar => 0.2 * radius,
        // About an axis across it, a disc has m (3 r² + h²) / 12.
        Space::Spatial => (6.0 * across / body.mass - 3.0 * radius * radius).max(0.0).sqrt(),
    };
    let half = 0.5 * thickness.max(0.12 * radius) * axis;
    let is_wheel = radius.is_finite() && radius > 1e-3 * typical && radius >= reach && thickness < 2.0 * radius;
    is_wheel.then_some(Solid::Cylinder { from: -half, to: half, radius })
}

/// Whether a point lies well inside the block of the body's inertia.
fn is_inside(point: Vec3, space: Space, body: &Body) -> bool {
    let size = block_size(space, body);
    (0..3).all(|k| 2.0 * point[k].abs() <= INSIDE * size[k])
}

/// Whether all hinges lie along the line through the two points that hold a body.
fn is_door(hinges: &[Hinge], line: Vec3) -> bool {
    !hinges.is_empty() && hinges.iter().all(|hinge| hinge.axis.cross(line).norm() < 0.02 * line.norm())
}

/// Whether corners are as far from the origin as one another, and so many that they mean a circle.
fn is_round(corners: &[Vec3]) -> bool {
    let rim: Vec<f64> = corners.iter().map(|p| p.norm()).filter(|r| *r > 0.0).collect();
    let radius = rim.iter().copied().fold(0.0, f64::max);
    rim.len() >= 8 && rim.iter().all(|r| *r > 0.99 * radius)
}

/// A disc about the origin through corners in a plane with it.
fn wheel(corners: &[Vec3], thickness: f64) -> Solid {
    let radius = corners.iter().map(|p| p.norm()).fold(0.0, f64::max);
    let normals = corners.windows(2).map(|pair| pair[0].cross(pair[1]));
    // Two neighbours on a rim never lie opposite one another everywhere, so the longest product has a direction.
    let longest =
        normals.max_by(|a, b| a.norm().total_cmp(&b.norm())).and_then(Vec3::unit).unwrap_or(Vec3([0.0, 0.0, 1.0]));
    let half = 0.5 * thickness * longest;
    Solid::Cylinder { from: -half, to: half, radius }
}

/// A block with the body's mass and moments of inertia; a cylinder where two of three moments are equal.
fn equal_inertia(space: Space, body: &Body, typical: f64) -> Solid {
    let moment = |k: usize| body.inertia.0[k][k];
    let is_equal = |i: usize, j: usize| (moment(i) - moment(j)).abs() < 1e-6 * moment(i);
    let alone = (0..3).find(|&k| is_equal((k + 1) % 3, (k + 2) % 3) && !is_equal(k, (k + 1) % 3));
    let is_diagonal = (0..3).all(|k| body.inertia.0[k][(k + 1) % 3].abs() < 1e-9 * moment(k));
    match alone.filter(|_| space == Space::Spatial && is_diagonal && body.mass > 0.0) {
        Some(k) => {
            let radius = (2.0 * moment(k) / body.mass).sqrt().max(0.02 * typical);
            let square = 12.0 * moment((k + 1) % 3) / body.mass - 3.0 * radius * radius;
            let mut half = Vec3::ZERO;
            half[k] = 0.5 * square.max(0.0).sqrt().max(0.02 * typical);
            Solid::Cylinder { from: -half, to: half, radius }
        }
        None => {
            let size = block_size(space, body).map(|x| x.max(0.02 * typical));
            Solid::Box { center: Vec3::ZERO, orientation: Quat::IDENTITY.0, size }
        }
    }
}

/// Edges of a block with the body's mass and moments of inertia; in the plane its thickness means nothing.
fn block_size(space: Space, body: &Body) -> Vec3 {
    let moment = |k: usize| body.inertia.0[k][k];
    let edge = |square: f64| if body.mass > 0.0 { (6.0 * square / body.mass).max(0.0).sqrt() } else { 0.0 };
    match space {
        Space::Planar => {
            let side = edge(moment(2));
            Vec3([side, side, 0.2 * side])
        }
        Space::Spatial => Vec3([0, 1, 2].map(|k| edge(moment((k + 1) % 3) + moment((k + 2) % 3) - moment(k)))),
    }
}

/// The corners, in order, of the convex hull of points in a plane; `None` for points that are not, or lie in a line.
fn outline(points: &[Vec3]) -> Option<Vec<Vec3>> {
    let origin = *points.first()?;
    let arms: Vec<Vec3> = points.iter().map(|p| *p - origin).collect();
    let longest = *arms.iter().max_by(|a, b| (**a).norm().total_cmp(&(**b).norm()))?;
    let x = longest.unit()?;
    let widest = *arms.iter().max_by(|a, b| x.cross(**a).norm().total_cmp(&x.cross(**b).norm()))?;
    let z = x.cross(widest).unit().filter(|_| x.cross(widest).norm() > 1e-3 * longest.norm())?;
    if arms.iter().any(|arm| arm.dot(z).abs() > 0.02 * longest.norm()) {
        return None;
    }
    let axes = Mat3::from_columns(x, z.cross(x), z);
    let mut flat: Vec<(Vec3, Vec3)> = arms.iter().zip(points).map(|(arm, p)| (axes.tr_mul(*arm), *p)).collect();
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
            if (b.0 - a.0).cross(point.0 - b.0)[2] > 0.0 {
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
    use crate::shapes::{Drawn, Solid, solids};
    use linkwork::Model;
    use linkwork::spatial::Vec3;

    fn drawn(text: &str) -> Vec<Vec<Drawn>> {
        let model = Model::parse(text, "test.toml").unwrap();
        solids(&model, &(0..model.n_bodies()).collect::<Vec<_>>())
    }

    const PLANE: &str = "space = 'planar'\n";

    fn hinged(name: &str, inertia: f64, x: f64) -> String {
        let at = format!("[{x:?}, 0.0]");
        format!(
            "[[bodies]]\nname = '{name}'\nmass = 20.0\ninertia = {inertia:?}\nposition = {at}\n\
             [[joints]]\nname = 'on {name}'\ntype = 'revolute'\nbodies = ['ground', '{name}']\npoint = {at}\n"
        )
    }

    #[test]
    fn a_flywheel_is_a_disc_of_its_inertia() {
        let Solid::Cylinder { radius, .. } = drawn(&(PLANE.to_string() + &hinged("wheel", 0.9, 0.0)))[0][0].solid
        else {
            panic!("no disc")
        };
        assert!((0.5 * 20.0 * radius * radius - 0.9).abs() < 1e-12, "{radius}");
    }

    /// Pitch radii add up to the distance of the axes and are to one another as the angles are, the other way round.
    #[test]
    fn gears_are_wheels_whose_teeth_mesh() {
        let gear = "[[joints]]\nname = 'mesh'\ntype = 'gear'\njoints = ['on a', 'on b']\nratio = -0.5\n";
        let all = drawn(&(PLANE.to_string() + gear + &hinged("a", 0.01, 0.0) + &hinged("b", 0.16, 0.3)));
        let [(r_a, n_a, tooth_a), (r_b, n_b, tooth_b)] = [&all[0], &all[1]].map(|drawn| match drawn[0].solid {
            Solid::Gear { radius, teeth, tooth, .. } => (radius, teeth, tooth),
            _ => panic!("no gear"),
        });
        assert!((r_a + r_b - 0.3).abs() < 1e-12 && (r_a - 0.5 * r_b).abs() < 1e-12, "{r_a} {r_b}");
        assert_eq!(n_b, 2 * n_a);
        // A tooth of the first towards the second, whose next tooth is half a pitch from there.
        assert!((tooth_a[0] - 1.0).abs() < 1e-12 && (tooth_b.norm() - 1.0).abs() < 1e-12);
        assert!((tooth_b[0] + (std::f64::consts::PI / f64::from(n_b)).cos()).abs() < 1e-12, "{tooth_b:?}");
    }

    #[test]
    fn a_free_body_on_a_plane_is_a_ball_and_a_slender_one_a_cylinder() {
        let ball = "[[bodies]]\nname = 'ball'\nmass = 0.6\ninertia = 0.002\n[[forces]]\nname = 'floor'\ntype = 'plane_spring'\n\
                    body = 'ball'\npoint = [0.0, -0.12]\nplane = { point = [0.0, 0.0], normal = [0.0, 1.0] }\nstiffness = 2e4\n";
        let sphere = Solid::Sphere { center: Vec3::ZERO, radius: 0.12 };
        assert_eq!(drawn(&(PLANE.to_string() + ball))[0][0].solid, sphere);
        let rocket = "[[bodies]]\nname = 'r'\nmass = 10.0\ninertia = [3.0, 3.0, 0.1]\n";
        let Solid::Cylinder { to, radius, .. } = drawn(rocket)[0][0].solid else { panic!("no cylinder") };
        assert!((0.5 * 10.0 * radius * radius - 0.1).abs() < 1e-12);
        assert!((10.0 / 12.0 * (3.0 * radius * radius + 4.0 * to[2] * to[2]) - 3.0).abs() < 1e-12);
    }

    /// The leaf of a door is as wide behind its centre of mass as before it: a rectangle of two triangles.
    #[test]
    fn a_door_between_two_hinges_is_a_rectangle() {
        let hinge = |z: f64| {
            format!(
                "[[joints]]\nname = 'h{z}'\ntype = 'revolute'\nbodies = ['ground', 'b']\npoint = [-0.4, 0, {z:?}]\naxis = [0, 0, 1]\n"
            )
        };
        let door = "[[bodies]]\nname = 'b'\nmass = 1.0\ninertia = [0.1, 0.1, 0.1]\n".to_string();
        let leaf = drawn(&(door + &hinge(0.9) + &hinge(-0.9))).remove(0);
        assert_eq!(leaf.len(), 2);
        let Solid::Plate { corners, .. } = leaf[1].solid else { panic!("no plate") };
        assert!(corners.iter().any(|c| (c[0] - 0.4).abs() < 1e-12));
    }
}
