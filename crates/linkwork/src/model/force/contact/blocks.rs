//! Boxes with boxes. The axis along which they overlap least [Gottschalk, Lin, Manocha: OBBTree, 1996] is the normal of
//! a face, or across an edge of each.
//!
//! On a face, that of the other box which looks at it is cut with it: seen along the normal n, what both cover is a
//! polygon whose sides are parts of the four edges of either face. Each such part has a point of contact at both ends,
//! with a share of the load by the area between it and the middle. So the load changes steadily with the motion, also
//! where corners of the polygon come and go. The gap of a point is measured along n, up to the other face; it grows
//! with g·(v₂ − v₁), where
//!
//! ```text
//! g = n                                a corner of the other face, above this one
//! g = m/(m·n)                          a corner of this face, below the other with normal m
//! g = n − σ (n·e)/(σ·e)                an edge e of the other face, above an edge with normal σ in this one
//! ```
//!
//! Edges that cross have one point, on their common perpendicular. In the plane, faces are edges, and the stretch that
//! both cover has two ends.

use super::solid::{Block, PlacedBlock};
use super::touch::{Touch, value};
use crate::spatial::{Pose, Real, Vec3};

/// Ends of the parts of eight edges.
const ON_FACES: usize = 16;
/// As many as a plane box has corners: shares of points on faces add up to this.
const CORNERS: f64 = 4.0;
/// Edges count only where they overlap less than faces by this part of the boxes' sizes.
const PREFERENCE: f64 = 1e-3;
/// Faces of the second box count only where they overlap less than those of the first by this part of the boxes' sizes:
/// faces that lie on one another overlap alike, and round-off must not decide which of them carries.
const ROUNDED: f64 = 1e-9;
/// Edges with a smaller squared sine of their angle are parallel: their faces count.
const PARALLEL: f64 = 1e-6;

/// How many points of contact there are.
pub(super) fn n_points(first: &Block) -> usize {
    if first.is_flat() { 2 } else { ON_FACES + 1 }
}

pub(super) fn touches<S: Real>(
    first: &Block,
    a: &Pose<S>,
    second: &Block,
    b: &Pose<S>,
    tell: &mut dyn FnMut(Touch<S>),
) {
    let boxes = [first.at(a), second.at(b)];
    match find_axis(&boxes, first.is_flat()) {
        Axis::Face { of, axis } => {
            let reference = Face::towards(&boxes[of], axis, &boxes[1 - of]);
            let other = Face::facing(&boxes[1 - of], reference.normal, first.is_flat());
            let mut told = |touch: Touch<S>| tell(if of == 0 { touch } else { touch.exchanged() });
            match first.is_flat() {
                true => reference.tell_in_plane(&other, &mut told),
                false => reference.tell(&other, &mut told),
            }
        }
        Axis::Edges(pair) => {
            let touch = cross_edges(&boxes, pair);
            (0..ON_FACES).for_each(|_| tell(Touch { share: S::from(0.0), ..touch }));
            tell(touch);
        }
    }
}

/// The axis along which boxes overlap least.
#[derive(Clone, Copy, Debug)]
enum Axis {
    /// The normal of a face of one of them.
    Face { of: usize, axis: usize },
    /// Across an edge of each.
    Edges([usize; 2]),
}

fn find_axis<S: Real>(boxes: &[PlacedBlock<S>; 2], is_flat: bool) -> Axis {
    let numbers = |placed: &PlacedBlock<S>| placed.axes.map(|axis| axis.map(value));
    let (axes, between) = ([0, 1].map(|k| numbers(&boxes[k])), (boxes[1].center - boxes[0].center).map(value));
    let reach = |k: usize, along: Vec3| (0..3).map(|i| boxes[k].half[i] * along.dot(axes[k][i]).abs()).sum::<f64>();
    let apart = |along: Vec3| between.dot(along).abs() - reach(0, along) - reach(1, along);
    let (mut best, mut largest) = (Axis::Face { of: 0, axis: 0 }, f64::NEG_INFINITY);
    let size = boxes.iter().map(|placed| placed.half.norm()).sum::<f64>();
    for of in 0..2 {
        largest += if of == 1 { ROUNDED * size } else { 0.0 };
        for axis in 0..if is_flat { 2 } else { 3 } {
            let distance = apart(axes[of][axis]);
            if distance > largest {
                (best, largest) = (Axis::Face { of, axis }, distance);
            }
        }
    }
    if is_flat {
        return best;
    }
    largest += PREFERENCE * size;
    for i in 0..3 {
        for j in 0..3 {
            let across = axes[0][i].cross(axes[1][j]);
            let squared = across.dot(across);
            if squared < PARALLEL {
                continue;
            }
            let distance = apart(1.0 / squared.sqrt() * across);
            if distance > largest {
                (best, largest) = (Axis::Edges([i, j]), distance);
            }
        }
    }
    best
}

/// The nearest points of the edges that look at each other.
fn cross_edges<S: Real>(boxes: &[PlacedBlock<S>; 2], pair: [usize; 2]) -> Touch<S> {
    let [d, e] = [boxes[0].axes[pair[0]], boxes[1].axes[pair[1]]];
    let across = d.cross(e);
    let between = boxes[1].center - boxes[0].center;
    let sign = if value(across.dot(between)) < 0.0 { -1.0 } else { 1.0 };
    let normal = across * (S::from(sign) / across.norm());
    let middle = |k: usize, towards: Vec3<S>| {
        let signs = [0, 1, 2].map(|axis| match axis == pair[k] {
            true => 0.0,
            false if value(boxes[k].axes[axis].dot(towards)) < 0.0 => -1.0,
            false => 1.0,
        });
        boxes[k].corner(signs)
    };
    let (p, q) = (middle(0, normal), middle(1, -normal));
    let (r, de) = (q - p, d.dot(e));
    let along = (r.dot(d) - r.dot(e) * de) / (S::from(1.0) - de * de);
    Touch::new(p + d * along, normal, normal.dot(r))
}

/// A face of a box.
struct Face<S> {
    center: Vec3<S>,
    normal: Vec3<S>,
    /// Unit vectors along its edges, and half of their lengths.
    sides: [Vec3<S>; 2],
    half: [f64; 2],
}

/// A point of the polygon.
#[derive(Clone, Copy)]
struct Corner<S> {
    point: Vec3<S>,
    direction: Vec3<S>,
    /// In the reference face.
    place: [S; 2],
}

/// The part of an edge inside a face, from the first parameter to the second. Each end is one of the edge, or where it
/// crosses a side of the face, along the face's axis of that number.
struct Part<S> {
    ends: [S; 2],
    crossed: [Option<usize>; 2],
}

impl<S: Real> Face<S> {
    fn of(placed: &PlacedBlock<S>, axis: usize, sign: f64) -> Self {
        let normal = placed.axes[axis] * S::from(sign);
        let others = [(axis + 1) % 3, (axis + 2) % 3];
        Face {
            center: placed.center + normal * S::from(placed.half[axis]),
            normal,
            sides: others.map(|k| placed.axes[k]),
            half: others.map(|k| placed.half[k]),
        }
    }

    /// That across an axis, on the side of another box.
    fn towards(placed: &PlacedBlock<S>, axis: usize, other: &PlacedBlock<S>) -> Self {
        let height = value(placed.axes[axis].dot(other.center - placed.center));
        Face::of(placed, axis, if height < 0.0 { -1.0 } else { 1.0 })
    }

    /// The face whose normal is most opposed to a given one.
    fn facing(placed: &PlacedBlock<S>, normal: Vec3<S>, is_flat: bool) -> Self {
        let along = |k: usize| value(placed.axes[k].dot(normal));
        let n = if is_flat { 2 } else { 3 };
        let axis = (0..n).fold(0, |best, k| if along(k).abs() > along(best).abs() { k } else { best });
        Face::of(placed, axis, if along(axis) < 0.0 { 1.0 } else { -1.0 })
    }

    /// Its corners, one after the other.
    fn corners(&self) -> [Vec3<S>; 4] {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| {
            self.center + self.sides[0] * S::from(x * self.half[0]) + self.sides[1] * S::from(y * self.half[1])
        })
    }

    fn place(&self, point: Vec3<S>) -> [S; 2] {
        self.sides.map(|side| side.dot(point - self.center))
    }

    /// The point of this face's plane on the line from a point along a direction.
    fn lift(&self, point: Vec3<S>, along: Vec3<S>) -> Vec3<S> {
        point + along * (self.normal.dot(self.center - point) / self.normal.dot(along))
    }

    /// The part of the edge from a point that is inside; nothing where that has no length.
    fn clip(&self, from: Vec3<S>, edge: Vec3<S>) -> Option<Part<S>> {
        let (start, step) = (self.place(from), self.sides.map(|side| side.dot(edge)));
        let mut part = Part { ends: [S::from(0.0), S::from(1.0)], crossed: [None; 2] };
        for k in 0..2 {
            for sign in [-1.0, 1.0] {
                let (room, rate) = (S::from(self.half[k]) - start[k] * sign, step[k] * sign);
                if value(rate) == 0.0 {
                    if value(room) < 0.0 {
                        return None;
                    }
                    continue;
                }
                let (at, end) = (room / rate, usize::from(value(rate) > 0.0));
                let is_inside = match end {
                    0 => value(at) > value(part.ends[0]),
                    _ => value(at) < value(part.ends[1]),
                };
                if is_inside {
                    (part.ends[end], part.crossed[end]) = (at, Some(k));
                }
            }
        }
        (value(part.ends[0]) < value(part.ends[1])).then_some(part)
    }

    /// g where an edge e is above an edge with normal σ.
    fn above_edge(&self, sigma: Vec3<S>, edge: Vec3<S>) -> Vec3<S> {
        let across = sigma.dot(edge);
        if value(across).abs() < PARALLEL.sqrt() * value(edge.norm()) {
            return self.normal;
        }
        self.normal - sigma * (self.normal.dot(edge) / across)
    }

    /// The sides of the polygon that this face and the other one cover: parts of edges of the other, then of this one.
    fn polygon(&self, other: &Face<S>) -> [Option<[Corner<S>; 2]>; 8] {
        let (own, others) = (self.corners(), other.corners());
        let corner = |point: Vec3<S>, direction: Vec3<S>| Corner { point, direction, place: self.place(point) };
        let on_corner = other.normal * (S::from(1.0) / other.normal.dot(self.normal));
        std::array::from_fn(|k| {
            let next = (k + 1) % 4;
            if k < 4 {
                let (from, edge) = (others[k], others[next] - others[k]);
                let Part { ends, crossed } = self.clip(from, edge)?;
                return Some([0, 1].map(|end| {
                    let direction = match crossed[end] {
                        None => self.normal,
                        Some(axis) => self.above_edge(self.sides[axis], edge),
                    };
                    corner(from + edge * ends[end], direction)
                }));
            }
            let [from, to] = [own[k - 4], own[next]].map(|point| other.lift(point, self.normal));
            let Part { ends, crossed } = other.clip(from, to - from)?;
            let sigma = self.sides[1 - k % 2];
            Some([0, 1].map(|end| {
                let direction = match crossed[end] {
                    None => on_corner,
                    Some(axis) => self.above_edge(sigma, other.sides[1 - axis]),
                };
                corner(from + (to - from) * ends[end], direction)
            }))
        })
    }

    fn gap(&self, point: Vec3<S>) -> S {
        self.normal.dot(point - self.center)
    }

    /// The lowest corner of the other face, which has no load of its own.
    fn lowest(&self, other: &Face<S>) -> Touch<S> {
        let corners = other.corners();
        let point = corners.into_iter().fold(corners[0], |lowest, corner| {
            if value(self.gap(corner)) < value(self.gap(lowest)) { corner } else { lowest }
        });
        Touch { gap: self.gap(point), direction: self.normal, point, share: S::from(0.0) }
    }

    fn tell(&self, other: &Face<S>, tell: &mut dyn FnMut(Touch<S>)) {
        let (polygon, lowest) = (self.polygon(other), self.lowest(other));
        let present = || polygon.iter().flatten();
        let n = 2.0 * present().count() as f64;
        let zero = S::from(0.0);
        let middle = present().flatten().fold([zero; 2], |sum, corner| [0, 1].map(|k| sum[k] + corner.place[k] / n));
        let area = |[a, b]: &[Corner<S>; 2]| {
            let [[x, y], [u, v]] = [a, b].map(|corner| [0, 1].map(|k| corner.place[k] - middle[k]));
            let twice = x * v - y * u;
            if value(twice) < 0.0 { -twice } else { twice }
        };
        let whole = present().fold(zero, |sum, side| sum + area(side));
        for side in &polygon {
            match side {
                Some(ends) if value(whole) > 0.0 => {
                    let share = area(ends) * (0.5 * CORNERS) / whole;
                    for Corner { point, direction, .. } in *ends {
                        tell(Touch { gap: self.gap(point), direction, point, share });
                    }
                }
                Some(_) | None => (0..2).for_each(|_| tell(lowest)),
            }
        }
        tell(lowest);
    }

    /// Both ends of the stretch that the edges cover; where there is none, the lowest corner.
    fn tell_in_plane(&self, other: &Face<S>, tell: &mut dyn FnMut(Touch<S>)) {
        // A rectangle has no extent along z, which is one of the sides.
        let side = usize::from(self.half[0] == 0.0);
        let across = usize::from(other.half[0] == 0.0);
        let along = self.sides[side];
        let mut ends = [-1.0, 1.0].map(|sign| other.center + other.sides[across] * S::from(sign * other.half[across]));
        if value(along.dot(ends[1] - ends[0])) < 0.0 {
            ends.swap(0, 1);
        }
        let on_corner = other.normal * (S::from(1.0) / other.normal.dot(self.normal));
        let corners = [(0, -1.0), (1, 1.0)].map(|(k, sign)| {
            let limit = self.half[side] * sign;
            let is_inside = value(along.dot(ends[k] - self.center)) * sign <= self.half[side];
            match is_inside {
                true => (ends[k], self.normal),
                false => (other.lift(self.center + along * S::from(limit), self.normal), on_corner),
            }
        });
        let [left, right] = corners.map(|(point, _)| value(along.dot(point - self.center)));
        let share = S::from(if left < right { 1.0 } else { 0.0 });
        for (point, direction) in corners {
            tell(Touch { gap: self.gap(point), direction, point, share });
        }
    }
}
