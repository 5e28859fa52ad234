//! The area that two solids share, seen along the normal, as points with shares of the load.
//!
//! A face carries the part of the other's face or stretch that lies above it: a polygon has its load at its corners,
//! each with half of the triangles between the middle and both sides there, and a stretch at both ends. So the load
//! changes steadily where corners come and go. Two stretches have a point where they cross, or both ends of what they
//! share if they lie along each other.

use super::axis::{Axis, Kind};
use super::shape::{Loop, Shape};
use crate::model::force::contact::surface::{Facet, MOST_CORNERS};
use crate::spatial::Vec3;

/// As many as a plane box has corners: shares of points on faces add up to this.
const CORNERS: f64 = 4.0;
/// In the plane a polygon is a slice, with each corner twice.
const SLICED: f64 = 0.5;
/// Stretches with a sine much smaller lie along each other.
const ALONG: f64 = 0.01;
/// Points lie on one line across the normal to within this part of the size.
const LEVEL: f64 = 1e-9;
/// Corners of a polygon while it is clipped: each side of the face adds one at most.
const MOST_CLIPPED: usize = 2 * MOST_CORNERS;

/// A point of contact in the world, with all that is fixed on the bodies.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Frozen {
    /// From the first solid to the second.
    pub(in super::super) normal: Vec3,
    /// The body on which the normal is fixed.
    pub(in super::super) owner: usize,
    /// A point on each solid, one above the other.
    pub(in super::super) points: [Vec3; 2],
    pub(in super::super) share: f64,
}

/// Some points of contact, each in the slot that its label names, or the next free one, so that most keep their slot
/// while others come and go: integrators carry gaps by slot.
#[derive(Debug)]
pub(super) struct Patches {
    all: [Option<Frozen>; MOST_CORNERS],
    /// How many slots there are.
    n: usize,
}

impl Patches {
    pub(super) fn new(n: usize) -> Self {
        Patches { all: [None; MOST_CORNERS], n: n.min(MOST_CORNERS) }
    }

    pub(super) fn get(&self, k: usize) -> Option<&Frozen> {
        self.all.get(k)?.as_ref()
    }

    fn add(&mut self, frozen: Frozen, label: usize) {
        if let Some(slot) = (0..self.n).map(|step| (label + step) % self.n).find(|slot| self.all[*slot].is_none()) {
            self.all[slot] = Some(frozen);
        }
    }
}

pub(super) fn find(shapes: [&Shape; 2], axis: &Axis, patches: &mut Patches) {
    match axis.kind {
        Kind::Point => patches.add(axis.nearest, patches.n - 1),
        Kind::Side { of } => along_side(shapes, of, axis, patches),
        Kind::Face { of, number } => {
            let outward = if of == 0 { axis.nearest.normal } else { -axis.nearest.normal };
            let (face, other) = (shapes[of].face(number), shapes[1 - of].facing(-outward));
            let reference = Reference { face: &face, outward, of };
            let is_flat = matches!(shapes[of], Shape::Facets { surface, .. } if surface.is_flat());
            reference.carry(&other, if is_flat { SLICED } else { 1.0 }, &mut |frozen, label| {
                patches.add(frozen, label);
            });
        }
    }
}

/// A face that carries.
struct Reference<'a> {
    face: &'a Loop,
    outward: Vec3,
    /// Which of both solids has it.
    of: usize,
}

impl Reference<'_> {
    fn frozen(&self, point: Vec3, share: f64) -> Frozen {
        let below = point - self.outward.dot(point - self.face.corners[0]) * self.outward;
        let (points, normal) =
            if self.of == 0 { ([below, point], self.outward) } else { ([point, below], -self.outward) };
        Frozen { normal, owner: self.of, points, share }
    }

    fn carry(&self, other: &Loop, factor: f64, tell: &mut dyn FnMut(Frozen, usize)) {
        let clipped = clip(self.face.points(), self.outward, other);
        let points = clipped.points();
        if points.len() == 2 {
            (0..2).for_each(|k| tell(self.frozen(points[k], 1.0), clipped.labels[k]));
            return;
        }
        let (areas, whole) = corner_areas(points, self.outward);
        if whole > 0.0 {
            let share = |k: usize| CORNERS * factor * areas[k] / whole;
            (0..points.len()).for_each(|k| tell(self.frozen(points[k], share(k)), clipped.labels[k]));
        }
    }
}

/// The part of the area of a polygon, seen along a normal, that belongs to each corner, and all of it.
fn corner_areas(points: &[Vec3], normal: Vec3) -> ([f64; MOST_CORNERS], f64) {
    let mut areas = [0.0; MOST_CORNERS];
    if points.is_empty() {
        return (areas, 0.0);
    }
    let n = points.len();
    let middle = 1.0 / n as f64 * points.iter().fold(Vec3::ZERO, |sum, point| sum + *point);
    for k in 0..n {
        let next = (k + 1) % n;
        let area = 0.5 * normal.dot((points[k] - middle).cross(points[next] - middle)).abs();
        areas[k] += 0.5 * area;
        areas[next] += 0.5 * area;
    }
    (areas, areas.iter().sum())
}

/// A polygon or stretch that has been clipped. Labels are numbers of its corners, and behind them two for each side of
/// the face, where the outline leaves and enters.
#[derive(Clone, Copy)]
struct Clipped {
    corners: [Vec3; MOST_CLIPPED],
    labels: [usize; MOST_CLIPPED],
    n: usize,
}

impl Clipped {
    const NONE: Self = Clipped { corners: [Vec3::ZERO; MOST_CLIPPED], labels: [0; MOST_CLIPPED], n: 0 };

    fn points(&self) -> &[Vec3] {
        &self.corners[..self.n]
    }

    fn add(&mut self, point: Vec3, label: usize) {
        if self.n < MOST_CLIPPED {
            (self.corners[self.n], self.labels[self.n]) = (point, label);
            self.n += 1;
        }
    }

    /// With some of its corners all around, if there are too many.
    fn thinned(self) -> Clipped {
        let n = self.n.min(MOST_CORNERS);
        let mut thin = Clipped::NONE;
        (0..n).map(|k| k * self.n / n).for_each(|k| thin.add(self.corners[k], self.labels[k]));
        thin
    }
}

/// The part of a polygon or stretch above a face, seen along its normal [Sutherland, Hodgman 1974].
fn clip(face: &[Vec3], outward: Vec3, other: &Loop) -> Clipped {
    let mut from = Clipped::NONE;
    other.points().iter().enumerate().for_each(|(k, point)| from.add(*point, k));
    // A stretch has one side, a polygon as many as corners.
    let is_stretch = other.n == 2;
    for side in 0..face.len() {
        let [a, b] = [face[side], face[(side + 1) % face.len()]];
        let inward = outward.cross(b - a);
        let mut to = Clipped::NONE;
        for i in 0..from.n {
            let (p, q) = (from.corners[i], from.corners[(i + 1) % from.n]);
            let [at, next] = [p, q].map(|point| inward.dot(point - a));
            if at >= 0.0 {
                to.add(p, from.labels[i]);
            }
            if (at >= 0.0) != (next >= 0.0) && !(is_stretch && i == 1) {
                to.add(p + at / (at - next) * (q - p), other.n + 2 * side + usize::from(at < 0.0));
            }
        }
        from = to;
    }
    from.thinned()
}

/// Tells where one facet carries another one, with the areas in the place of shares; and how deep.
pub(in super::super) fn clip_facets(
    facets: [&Facet; 2],
    loops: [&[Vec3]; 2],
    normals: [Vec3; 2],
    of: usize,
    tell: &mut dyn FnMut(Frozen, usize),
) {
    let (face, other) = (Loop::of(loops[of]), Loop::of(loops[1 - of]));
    let reference = Reference { face: &face, outward: normals[of], of };
    let clipped = clip(face.points(), normals[of], &other);
    let (areas, whole) = corner_areas(clipped.points(), normals[of]);
    let least = facets[0].area.min(facets[1].area);
    if whole > 0.0 && clipped.n > 2 {
        for (k, point) in clipped.points().iter().enumerate() {
            tell(reference.frozen(*point, CORNERS * areas[k] / least), clipped.labels[k]);
        }
    }
}

/// The side of a cylinder on an edge, a corner, or another side.
fn along_side(shapes: [&Shape; 2], of: usize, axis: &Axis, patches: &mut Patches) {
    let Frozen { normal, points, .. } = axis.nearest;
    let outward = if of == 0 { normal } else { -normal };
    let Shape::Round(round) = shapes[of] else { return };
    let Some([from, to]) = level_stretch(shapes[1 - of], -outward, points[1 - of]) else {
        return patches.add(axis.nearest, patches.n - 1);
    };
    let [start, end] = round.stretch(outward);
    let (d, e, r) = (end - start, to - from, start - from);
    let (dd, ee, de, dr, er) = (d.dot(d), e.dot(e), d.dot(e), d.dot(r), e.dot(r));
    let square = 1.0 - de * de / (dd * ee);
    let crossing = square / (square + ALONG * ALONG);
    let mut add = |own: Vec3, other: Vec3, share: f64, label: usize| {
        let points = if of == 0 { [own, other] } else { [other, own] };
        patches.add(Frozen { normal, owner: of, points, share }, label);
    };
    let whole = square * dd * ee;
    if whole > 0.0 {
        let [s, t] = [(de * er - dr * ee) / whole, (dd * er - dr * de) / whole];
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            add(start + s * d, from + t * e, crossing, 2);
        }
    }
    // The stretch that both share, along the cylinder.
    let place = |point: Vec3| (point - start).dot(d) / dd;
    let (first, last) = (place(from), place(to));
    let (low, high) = (first.min(last).max(0.0), first.max(last).min(1.0));
    if low < high {
        for (label, s) in [low, high].into_iter().enumerate() {
            let t = (s - first) / (last - first);
            add(start + s * d, from + t * e, 1.0 - crossing, label);
        }
    }
}

/// The stretch of a solid that is farthest along a direction; `None` if that is a single point.
fn level_stretch(shape: &Shape, n: Vec3, farthest: Vec3) -> Option<[Vec3; 2]> {
    let level = LEVEL * shape.reach();
    match shape {
        Shape::Round(round) => (round.axis.dot(n).abs() < LEVEL).then(|| round.stretch(n)),
        Shape::Facets { surface, pose } => {
            let height = n.dot(farthest) - level;
            let mut other = farthest;
            surface.tips(&mut |at| {
                let point = pose.point(at);
                if n.dot(point) >= height && (point - farthest).norm() > (other - farthest).norm() {
                    other = point;
                }
            });
            ((other - farthest).norm() > level).then_some([farthest, other])
        }
    }
}
