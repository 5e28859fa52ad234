//! Which joint holds a body where locked directions leave it: from how the body can move against the body or ground
//! that carries the locked part, in one position. Whether the joint is right elsewhere too is the caller's question.

use super::part::Part;
use crate::ids::BodyId;
use crate::model::joint::{Fixed, Parallel, Prismatic, Revolute, Spherical};
use crate::model::{Joint, JointKind, Marker, Space};
use crate::reduced::n_axes;
use crate::singular::NO_MOTION;
use crate::spatial::{Mat3, Vec3};

/// The body against which the locked part is held: the ground where it touches it, otherwise the body with most of its
/// joints.
pub(super) fn find_carrier(part: &Part) -> BodyId {
    let ends = || part.model.joints.iter().flat_map(|joint| [joint.first.body, joint.second.body]);
    if ends().any(BodyId::is_ground) {
        return BodyId::GROUND;
    }
    let count = |body: &BodyId| ends().filter(|end| end == body).count();
    let bodies = (0..part.model.n_bodies()).map(BodyId::new);
    // The first of the busiest.
    bodies.rev().max_by_key(count).unwrap_or(BodyId::GROUND)
}

/// The joints that hold all bodies of the part but its carrier so that these motions remain, as far as there are such
/// joints.
pub(super) fn find_joints(part: &Part, allowed: &[Vec<f64>]) -> Vec<Joint> {
    let carrier = find_carrier(part);
    let others = (0..part.model.n_bodies()).map(BodyId::new).filter(|&body| body != carrier);
    let joint = |body: BodyId| {
        let motions: Vec<Twist> = allowed.iter().map(|v| Twist::between(part, v, [carrier, body])).collect();
        let (kind, point, axis) = find_kind(part.model.space, &motions)?;
        let place = position(part, body) + point;
        let column = match (part.model.space, axis) {
            (_, None) => Mat3::IDENTITY,
            // In the plane the direction of a slide is the x column.
            (Space::Planar, Some(axis)) => {
                Mat3::from_columns(axis, Vec3([0.0, 0.0, 1.0]).cross(axis), Vec3([0.0, 0.0, 1.0]))
            }
            (Space::Spatial, Some(axis)) => {
                let normal = axis.perpendicular();
                Mat3::from_columns(normal, axis.cross(normal), axis)
            }
        };
        let [first, second] = [carrier, body].map(|body| mark(part, body, place, &column));
        let name = format!("lock of '{}'", part.model.body_name(body));
        let initial = Default::default();
        Some(Joint {
            name,
            kind,
            between: Joint::between(&first, &second),
            first,
            second,
            motion: None,
            offset: 0.0,
            initial,
            left_out: 0,
        })
    };
    others.filter_map(joint).collect()
}

/// How a body moves against another, with units: at its centre of mass, world axes.
struct Twist {
    v: Vec3,
    w: Vec3,
}

impl Twist {
    fn between(part: &Part, velocities: &[f64], [carrier, body]: [BodyId; 2]) -> Twist {
        let (a, b) = (Twist::of(part, velocities, carrier), Twist::of(part, velocities, body));
        let arm = position(part, body) - position(part, carrier);
        Twist { v: b.v - (a.v + a.w.cross(arm)), w: b.w - a.w }
    }

    fn of(part: &Part, velocities: &[f64], body: BodyId) -> Twist {
        let Some(index) = body.index() else { return Twist { v: Vec3::ZERO, w: Vec3::ZERO } };
        let (moves, turns) = velocities[index * part.width()..][..part.width()].split_at(n_axes(part.width()));
        match (moves, turns) {
            (&[x, y], &[w]) => Twist { v: part.length * Vec3([x, y, 0.0]), w: Vec3([0.0, 0.0, w]) },
            (&[x, y, z], &[a, b, c]) => Twist { v: part.length * Vec3([x, y, z]), w: Vec3([a, b, c]) },
            _ => unreachable!("bodies have three velocities in the plane and six in space"),
        }
    }
}

fn position(part: &Part, body: BodyId) -> Vec3 {
    body.index().map_or(Vec3::ZERO, |index| part.model.bodies[index].position)
}

/// A frame of the world, on a body.
fn mark(part: &Part, body: BodyId, place: Vec3, axes: &Mat3) -> Marker {
    let R_WB = body.index().map_or(Mat3::IDENTITY, |index| part.model.bodies[index].orientation.matrix());
    let point = R_WB.tr_mul(place - position(part, body));
    Marker { body, point, axes: R_WB.transposed() * *axes }
}

/// The joint that allows all these motions, and where it is: its point from the centre of mass, and its axis. `None`
/// where there is none that would forbid anything.
fn find_kind(space: Space, motions: &[Twist]) -> Option<(JointKind, Vec3, Option<Vec3>)> {
    let scale_of = |vectors: &dyn Fn(&Twist) -> Vec3| motions.iter().map(|m| vectors(m).norm()).fold(0.0, f64::max);
    let length = scale_of(&|m| m.v);
    if scale_of(&|m| m.w) < NO_MOTION {
        return match find_line(motions.iter().map(|m| m.v)) {
            _ if length < NO_MOTION => Some((JointKind::Fixed(Fixed), Vec3::ZERO, None)),
            Some(axis) => Some((JointKind::Prismatic(Prismatic), Vec3::ZERO, Some(axis))),
            None => None,
        };
    }
    let axis = find_line(motions.iter().map(|m| m.w));
    let point = find_point(motions, axis).filter(|p| motions.iter().all(|m| (m.v + m.w.cross(*p)).norm() < NO_MOTION));
    match (space, axis, point) {
        (Space::Planar, _, Some(p)) => Some((JointKind::Revolute(Revolute), p, None)),
        (Space::Planar, _, None) => None,
        (Space::Spatial, Some(axis), Some(p)) => Some((JointKind::Revolute(Revolute), p, Some(axis))),
        (Space::Spatial, Some(axis), None) => Some((JointKind::Parallel(Parallel), Vec3::ZERO, Some(axis))),
        (Space::Spatial, None, Some(p)) => Some((JointKind::Spherical(Spherical), p, None)),
        (Space::Spatial, None, None) => None,
    }
}

/// The direction that all these vectors share, if there is one.
fn find_line(vectors: impl Iterator<Item = Vec3> + Clone) -> Option<Vec3> {
    let longest = vectors.clone().reduce(|a, b| if b.norm() > a.norm() { b } else { a })?;
    let axis = 1.0 / longest.norm() * longest;
    let is_aside = |v: Vec3| axis.cross(v).norm() > NO_MOTION;
    (!vectors.clone().any(is_aside)).then_some(axis)
}

/// The point that rests, or rests best, in all motions: Σ (|ω|² − ω ωᵀ) p = Σ ω×v; the one nearest to the centre of
/// mass where all turn about one axis.
fn find_point(motions: &[Twist], axis: Option<Vec3>) -> Option<Vec3> {
    let right = motions.iter().fold(Vec3::ZERO, |sum, m| sum + m.w.cross(m.v));
    let total: f64 = motions.iter().map(|m| m.w.dot(m.w)).sum();
    let point = match axis {
        Some(_) => 1.0 / total * right,
        None => {
            let entry = |i: usize, j: usize| {
                let unit = if i == j { total } else { 0.0 };
                unit - motions.iter().map(|m| m.w[i] * m.w[j]).sum::<f64>()
            };
            Mat3(std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))).inverse() * right
        }
    };
    point.iter().all(|x| x.is_finite()).then_some(point)
}
