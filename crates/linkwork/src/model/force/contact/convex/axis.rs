//! The axis along which two convex solids overlap least, or are farthest apart. It is the normal of a face of one of
//! them; or across an edge of each [Gregorius: The separating axis test between convex polyhedra, GDC 2013]; or across
//! the side of a cylinder, or the edge that its rim leans on, where the overlap is least on a circle of directions.
//! Rims of two cylinders have a search over all directions from the best of these. Directions between a rim and a corner
//! are not among them, since solids that overlap have a better one: so where a cylinder seems to overlap, a search for
//! nearest points has the last word ([`closest`]).

use super::closest;
use super::patch::Frozen;
use super::shape::{Ridge, Round, Shape};
use crate::spatial::Vec3;

/// Others count only where the overlap is less than that of faces by this part of the size, so that solids that lie on
/// each other keep their normal.
const PREFERENCE: f64 = 1e-3;
/// A face of the smaller solid counts where the overlap is less than that of faces of the larger one by this part of the
/// size: solids that lie flat on each other do not change from one to the other all the time, and it is corners and
/// rims of the smaller one that the load acts at.
const TIE: f64 = 1e-4;
/// Edges with a smaller squared sine of their angle are parallel: their faces count.
const PARALLEL: f64 = 1e-6;
/// Directions around the side of a cylinder that are tried first, over half a turn.
const TRIES: usize = 16;
/// A cylinder stands on the axis if the sine of its tilt is smaller: its direction of descent is rounding then.
const UPRIGHT: f64 = 1e-6;
/// Rounds of the search for the normal between rims.
const ROUNDS: usize = 8;
/// Searches for a normal between rims that start from cylinders made so small that they are apart.
const SHRUNK: usize = 2;
/// Cylinders are not made smaller than this.
const SMALLEST: f64 = 0.1;

/// How the normal was found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A face of one solid, by its number.
    Face { of: usize, number: usize },
    /// Edges that cross: the point is known.
    Point,
    /// The side of a cylinder, which may lie along an edge or another side.
    Side { of: usize },
}

/// The axis with the place where it was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) kind: Kind,
    /// From the first solid to the second, with the extreme points of both.
    pub(super) nearest: Frozen,
    separation: f64,
}

impl Axis {
    fn new(kind: Kind, owner: usize, normal: Vec3, points: [Vec3; 2]) -> Axis {
        let separation = normal.dot(points[1] - points[0]);
        Axis { kind, nearest: Frozen { normal, owner, points, share: 1.0 }, separation }
    }
}

pub(super) fn find(shapes: [&Shape; 2]) -> Axis {
    let size = shapes[0].reach().min(shapes[1].reach());
    let start = (shapes[1].center() - shapes[0].center()).unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
    let supports = |n: Vec3| [shapes[0].support(n), shapes[1].support(-n)];
    let none = Axis { separation: f64::NEG_INFINITY, ..Axis::new(Kind::Point, 0, start, supports(start)) };
    let larger = usize::from(shapes[1].reach() > shapes[0].reach());
    let [first, second] = [larger, 1 - larger].map(|of| across_faces(shapes, of, none));
    let mut best = if second.separation > first.separation + TIE * size { second } else { first };
    best.separation += PREFERENCE * size;
    let mut consider = |axis: Axis| {
        if axis.separation > best.separation {
            best = axis;
        }
    };
    match shapes {
        [Shape::Facets { .. }, Shape::Facets { .. }] => across_edges(shapes, &mut consider),
        [Shape::Round(round), _] | [_, Shape::Round(round)] => {
            let of = usize::from(!matches!(shapes[0], Shape::Round(_)));
            consider(across_side(shapes, of, round));
            match shapes[1 - of] {
                Shape::Round(other) => consider(across_side(shapes, 1 - of, other)),
                Shape::Facets { .. } => across_rim(shapes, 1 - of, &mut consider),
            }
        }
    }
    match shapes {
        [Shape::Facets { .. }, Shape::Facets { .. }] => best,
        [Shape::Round(_), Shape::Facets { .. }] | [Shape::Facets { .. }, Shape::Round(_)] => unless_apart(shapes, best),
        [Shape::Round(first), Shape::Round(second)] => {
            let best = unless_apart(shapes, best);
            if best.separation > 0.0 { best } else { between_rims(shapes, best, first.inner() + second.inner()) }
        }
    }
}

/// The best axis, unless another one shows that the solids do not overlap, or overlap less.
fn unless_apart(shapes: [&Shape; 2], best: Axis) -> Axis {
    let Frozen { normal, owner, points, .. } = best.nearest;
    if normal.dot(points[1] - points[0]) > 0.0 {
        return best;
    }
    let closest = closest::find(shapes, 1.0, normal);
    let axis = Axis::new(Kind::Point, owner, closest.normal, closest.points);
    if axis.separation > best.separation { axis } else { best }
}

/// The best normal of a face of one of both.
fn across_faces(shapes: [&Shape; 2], of: usize, none: Axis) -> Axis {
    let mut best = none;
    shapes[of].faces(&mut |normal, height, number| {
        let other = shapes[1 - of].support(-normal);
        let separation = normal.dot(other) - height;
        if separation > best.separation {
            let own = other - separation * normal;
            let (normal, points) = if of == 0 { (normal, [own, other]) } else { (-normal, [other, own]) };
            best = Axis::new(Kind::Face { of, number }, of, normal, points);
        }
    });
    best
}

/// Edges that cross, where neighbouring faces of both leave room for their common perpendicular.
fn across_edges(shapes: [&Shape; 2], consider: &mut dyn FnMut(Axis)) {
    let near = |k: usize| (shapes[k].center(), shapes[k].reach());
    let ((center, reach), (other_center, other_reach)) = (near(1), near(0));
    shapes[0].ridges(center, reach, &mut |first| {
        shapes[1].ridges(other_center, other_reach, &mut |second| {
            if let Some(axis) = across(&first, &second) {
                consider(axis);
            }
        });
    });
}

fn across(first: &Ridge, second: &Ridge) -> Option<Axis> {
    // The arcs between the normals of either edge, one of them turned over, must meet.
    let ([a, b], [c, d]) = (first.normals, second.normals.map(|normal| -normal));
    let (ba, dc) = (b.cross(a), d.cross(c));
    let (cba, dba, adc, bdc) = (c.dot(ba), d.dot(ba), a.dot(dc), b.dot(dc));
    if cba * dba >= 0.0 || adc * bdc >= 0.0 || cba * bdc <= 0.0 {
        return None;
    }
    let (p, q) = (first.ends[0], second.ends[0]);
    let [e, f] = [first, second].map(|ridge| ridge.ends[1] - ridge.ends[0]);
    let along = [e.norm(), f.norm()];
    let [e, f] = [1.0 / along[0] * e, 1.0 / along[1] * f];
    let across = e.cross(f);
    let squared = across.dot(across);
    if squared < PARALLEL {
        return None;
    }
    let normal = 1.0 / squared.sqrt() * across;
    let normal = if normal.dot(a + b) < 0.0 { -normal } else { normal };
    let (r, ef) = (q - p, e.dot(f));
    let s = ((r.dot(e) - r.dot(f) * ef) / squared).clamp(0.0, along[0]);
    let t = ((r.dot(e) * ef - r.dot(f)) / squared).clamp(0.0, along[1]);
    Some(Axis::new(Kind::Point, 0, normal, [p + s * e, q + t * f]))
}

/// Directions across the side of a cylinder.
fn across_side(shapes: [&Shape; 2], of: usize, round: &Round) -> Axis {
    let other = shapes[1 - of];
    let between = other.center() - round.center;
    let flat = between - round.axis.dot(between) * round.axis;
    let x = flat.unit().unwrap_or(round.axis.perpendicular());
    // Twice, since the first direction may be the rounding error of a solid above the other one.
    let y = round.axis.cross(x).unit().unwrap_or(round.axis.perpendicular());
    let x = y.cross(round.axis);
    let at = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        [cos * x + sin * y, cos * y - sin * x]
    };
    let distance = |angle: f64| {
        let [n, _] = at(angle);
        n.dot(other.support(-n) - round.center)
    };
    let step = std::f64::consts::PI / TRIES as f64;
    let tried = |k: usize| (k as f64 - 0.5 * TRIES as f64) * step;
    let best = (0..=TRIES).fold(0, |best, k| if distance(tried(k)) > distance(tried(best)) { k } else { best });
    let grows = |angle: f64| {
        let [n, turned] = at(angle);
        turned.dot(other.support(-n) - round.center) > 0.0
    };
    let [n, _] = at(bisect(tried(best) - step, tried(best) + step, grows));
    let (own, far) = (round.center + round.radius * n, other.support(-n));
    let height = round.axis.dot(far - own).clamp(-round.half, round.half);
    let own = own + height * round.axis;
    let (normal, points) = if of == 0 { (n, [own, far]) } else { (-n, [far, own]) };
    Axis::new(Kind::Side { of }, of, normal, points)
}

/// Where a condition that holds at first ends.
fn bisect(low: f64, high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (low, high);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high || high - low < 1e-16 {
            return middle;
        }
        if holds(middle) { low = middle } else { high = middle }
    }
}

/// Edges of facets that the rim of a cylinder leans on: between the normals of both faces.
fn across_rim(shapes: [&Shape; 2], of: usize, consider: &mut dyn FnMut(Axis)) {
    let round = shapes[1 - of];
    shapes[of].ridges(round.center(), round.reach(), &mut |ridge| {
        let [a, b] = ridge.normals;
        let normal = |part: f64| ((1.0 - part) * a + part * b).unit().unwrap_or(a);
        let grows = |part: f64| {
            let turned = b - a;
            let n = normal(part);
            (turned - n.dot(turned) * n).dot(round.support(-n) - ridge.ends[0]) > 0.0
        };
        if !grows(0.0) || grows(1.0) {
            return;
        }
        let n = normal(bisect(0.0, 1.0, grows));
        let far = round.support(-n);
        let along = ridge.ends[1] - ridge.ends[0];
        let part = (far - ridge.ends[0]).dot(along) / along.dot(along);
        if !(0.0..=1.0).contains(&part) {
            return;
        }
        let own = ridge.ends[0] + part * along;
        let (normal, points) = if of == 0 { (n, [own, far]) } else { (-n, [far, own]) };
        consider(Axis::new(Kind::Point, of, normal, points));
    });
}

/// From the best axis to a better one between the rims; or from one that separates smaller cylinders.
fn between_rims(shapes: [&Shape; 2], best: Axis, inner: f64) -> Axis {
    let Frozen { normal: start, owner, points, .. } = best.nearest;
    let along = |n: Vec3| Axis::new(Kind::Point, owner, n, [shapes[0].support(n), shapes[1].support(-n)]);
    let Shape::Round(round) = shapes[owner] else { return best };
    let mut found = along(turned(shapes, round, start));
    for _ in 0..SHRUNK {
        let scale = (1.0 + found.separation / inner).clamp(SMALLEST, 1.0);
        let axis = along(turned(shapes, round, closest::find(shapes, scale, found.nearest.normal).normal));
        if axis.separation <= found.separation {
            break;
        }
        found = axis;
    }
    let preference = PREFERENCE * shapes[0].reach().min(shapes[1].reach());
    if found.separation > start.dot(points[1] - points[0]) + preference { found } else { best }
}

/// A better direction by turns about two directions across it.
fn turned(shapes: [&Shape; 2], round: &Round, start: Vec3) -> Vec3 {
    let supports = |n: Vec3| [shapes[0].support(n), shapes[1].support(-n)];
    let separation = |n: Vec3| {
        let [own, other] = supports(n);
        n.dot(other - own)
    };
    let mut n = start;
    for k in 0..ROUNDS {
        let flat = round.axis.cross(n);
        let x = flat.unit().filter(|_| flat.norm() > UPRIGHT).unwrap_or(n.perpendicular());
        let across = if k % 2 == 0 { n.cross(x) } else { x };
        let turned = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            [cos * n + sin * across, cos * across - sin * n]
        };
        let grows = |angle: f64| {
            let [n, turned] = turned(angle);
            let [own, other] = supports(n);
            turned.dot(other - own) > 0.0
        };
        let quarter = std::f64::consts::FRAC_PI_4;
        let [next, _] = turned(bisect(-quarter, quarter, grows));
        if separation(next) > separation(n) {
            n = next.unit().unwrap_or(n);
        }
    }
    n
}
