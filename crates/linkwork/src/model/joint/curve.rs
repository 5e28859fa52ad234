//! Curves on which a point of another body stays: circles, and C² cubic splines through given points.
//!
//! A curve is in the frame of the joint's first marker. Near it a point p has a foot c(σ) with (p − c)·t = 0, t = c_σ.
//! With the curvature vector k = c_σσ there, e = p − c, and normals n of a frame that does not turn about t, each
//! distance n·e has
//!
//! ```text
//! (n·e)˙ = n·ṗ                                    σ̇ = t·ṗ/(1 − k·e)                                (1)
//! (n·e)¨ = n·p̈ − n·k (t·ṗ)²/(1 − k·e)             σ̈ = (t·p̈ + 2σ̇ k·ṗ)/(1 − k·e) + O(e)             (2)
//! ```
//!
//! since t·ṗ = σ̇ (1 − k·e) is the rate of (p − c)·t = 0. Open splines are natural ones: they have no curvature at
//! their ends, and go on straight from there as smoothly as they are, so that a trial step beyond an end meets nothing
//! worse than the end.

use super::spatial::unwrap;
use crate::spatial::Real;

/// A vector in the frame of the first marker.
type Vector<S> = [S; 3];

/// A curve.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Curve {
    /// About the marker's axis, from its normal on.
    Circle {
        /// m, positive.
        radius: f64,
    },
    /// Through points.
    Spline(Box<Spline>),
}

/// Where a point is nearest to a curve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foot<S> {
    /// c
    pub point: Vector<S>,
    /// t
    pub tangent: Vector<S>,
    /// k, perhaps with a part along t.
    pub curvature: Vector<S>,
    /// The first is in the plane, where the curve is.
    pub normals: [Vector<S>; 2],
    /// σ, from the start of the curve.
    pub length: S,
}

impl<S: Real> Foot<S> {
    /// t·ṗ
    #[inline(always)]
    pub(super) fn speed(&self, velocity: &Vector<S>) -> S {
        dot(&self.tangent, velocity)
    }

    /// 1 − k·e: how much faster the foot of a point on the inner side of a bend is than the point.
    #[inline(always)]
    pub(super) fn stretch(&self, p: &Vector<S>) -> S {
        let e = plus(*p, S::from(-1.0), self.point);
        -dot(&self.curvature, &e) + 1.0
    }

    /// The part of a velocity across the curve.
    pub(super) fn across(&self, velocity: &Vector<S>) -> Vector<S> {
        plus(*velocity, -self.speed(velocity), self.tangent)
    }
}

/// a · b
#[inline(always)]
pub(crate) fn dot<S: Real>(a: &Vector<S>, b: &Vector<S>) -> S {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a + k b
fn plus<S: Real>(a: Vector<S>, k: S, b: Vector<S>) -> Vector<S> {
    [0, 1, 2].map(|i| a[i] + k * b[i])
}

fn cross<S: Real>(a: &Vector<S>, b: &Vector<S>) -> Vector<S> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

impl Curve {
    /// The foot of a point, where the length is nearest to `near`.
    pub(crate) fn foot<S: Real>(&self, p: &Vector<S>, near: S) -> Foot<S> {
        match self {
            Curve::Circle { radius } => circle_foot(*radius, p, near),
            Curve::Spline(spline) => spline.foot(p, near),
        }
    }

    /// The length at the foot of a point that may be anywhere: that of the nearest point of the curve.
    pub(crate) fn find_length(&self, p: &Vector<f64>) -> f64 {
        match self {
            Curve::Circle { .. } => self.foot(p, 0.0).length,
            Curve::Spline(spline) => spline.foot(p, spline.find_near(p)).length,
        }
    }

    /// The lengths between which an open curve is; `None` for closed ones.
    pub(crate) fn ends(&self) -> Option<[f64; 2]> {
        match self {
            Curve::Circle { .. } => None,
            Curve::Spline(spline) => (!spline.closed).then(|| [0.0, spline.length()]),
        }
    }

    /// Whether its curvature has kinks: that of a cubic spline has them at its points.
    pub(crate) fn has_kinks(&self) -> bool {
        matches!(self, Curve::Spline(_))
    }

    /// Points along the curve, close enough for the eye; the last one of a closed curve is its first.
    pub fn sketch(&self) -> Vec<[f64; 3]> {
        match self {
            Curve::Circle { radius } => (0..=CIRCLE_SKETCH)
                .map(|k| (std::f64::consts::TAU * k as f64 / CIRCLE_SKETCH as f64).sin_cos())
                .map(|(s, c)| [radius * c, radius * s, 0.0])
                .collect(),
            Curve::Spline(spline) => spline.sketch(),
        }
    }

    /// Its numbers, for the model's hash.
    pub(crate) fn parameters(&self) -> Vec<f64> {
        match self {
            Curve::Circle { radius } => vec![*radius],
            Curve::Spline(spline) => {
                let numbers = spline.pieces.iter().flat_map(|piece| piece.coefficients).flatten();
                numbers.chain([f64::from(u8::from(spline.closed))]).collect()
            }
        }
    }
}

/// Straight lines by which a circle is drawn.
const CIRCLE_SKETCH: usize = 96;
/// Straight lines by which a piece of a spline is drawn, and places of it at which the nearest point is looked for.
const PIECE_SKETCH: usize = 8;

/// In closed form. On the axis every direction is as near; the normal stands in for it.
fn circle_foot<S: Real>(radius: f64, p: &Vector<S>, near: S) -> Foot<S> {
    let (zero, one) = (S::from(0.0), S::from(1.0));
    let distance = (p[0] * p[0] + p[1] * p[1]).sqrt();
    let radial = [(0, one), (1, zero)].map(|(k, otherwise)| zero.select_below(distance, p[k] / distance, otherwise));
    let n = [radial[0], radial[1], zero];
    Foot {
        point: n.map(|x| x * radius),
        tangent: [-n[1], n[0], zero],
        curvature: n.map(|x| x * (-1.0 / radius)),
        normals: [n, [zero, zero, one]],
        length: unwrap(n[1].atan2(n[0]), near / radius) * radius,
    }
}

/// A C² cubic spline through points, with their distances as differences of its parameter.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spline {
    closed: bool,
    /// Those of an open curve begin and end with its straight continuations.
    pieces: Vec<Piece>,
    /// Mean width of its pieces.
    reach: f64,
}

/// c(x) = Σ a_k xᵏ from x = 0 on, as far as `width`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Piece {
    coefficients: [[f64; 3]; 4],
    /// Difference of the parameter from end to end; zero of a continuation.
    width: f64,
    /// Length of the curve before it and on it.
    start: f64,
    length: f64,
    /// Directions near the first normal at its ends.
    normals: [[f64; 3]; 2],
}

/// c and its first two derivatives by the parameter.
struct Jet<S> {
    c: Vector<S>,
    first: Vector<S>,
    second: Vector<S>,
}

impl Piece {
    #[inline(always)]
    fn at<S: Real>(&self, x: S) -> Jet<S> {
        let [a, b, c, d] = self.coefficients;
        Jet {
            c: [0, 1, 2].map(|k| ((x * d[k] + c[k]) * x + b[k]) * x + a[k]),
            first: [0, 1, 2].map(|k| (x * (3.0 * d[k]) + 2.0 * c[k]) * x + b[k]),
            second: [0, 1, 2].map(|k| x * (6.0 * d[k]) + 2.0 * c[k]),
        }
    }

    fn tangent(&self, x: f64) -> [f64; 3] {
        let first = self.at(x).first;
        first.map(|value| value / norm(&first))
    }

    /// Length of the curve from x = 0 on, by Gauss–Legendre quadrature with five points on each half.
    fn length_until(&self, x: f64) -> f64 {
        let speed = |x: f64| dot(&self.at(x).first, &self.at(x).first).sqrt();
        let half = |from: f64, to: f64| {
            let (middle, reach) = (0.5 * (from + to), 0.5 * (to - from));
            reach * GAUSS.iter().map(|[place, weight]| weight * speed(middle + reach * place)).sum::<f64>()
        };
        half(0.0, 0.5 * x) + half(0.5 * x, x)
    }

    /// Perpendicular to the tangent, between the directions at the ends.
    fn normals<S: Real>(&self, x: S, tangent: &Vector<S>) -> [Vector<S>; 2] {
        let part = if self.width > 0.0 { x / self.width } else { S::from(0.0) };
        let [from, to] = self.normals;
        let near = [0, 1, 2].map(|k| part * (to[k] - from[k]) + from[k]);
        let across = plus(near, -dot(&near, tangent), *tangent);
        let size = dot(&across, &across).sqrt();
        let normal = across.map(|x| x / size);
        [normal, cross(tangent, &normal)]
    }
}

/// Places and weights of the quadrature on [−1, 1].
const GAUSS: [[f64; 2]; 5] = [
    [0.0, 0.568_888_888_888_888_9],
    [0.538_469_310_105_683_1, 0.478_628_670_499_366_47],
    [-0.538_469_310_105_683_1, 0.478_628_670_499_366_47],
    [0.906_179_845_938_664, 0.236_926_885_056_189_08],
    [-0.906_179_845_938_664, 0.236_926_885_056_189_08],
];

/// A place on a spline: which piece, and x on it.
#[derive(Clone, Copy)]
struct Spot {
    piece: usize,
    x: f64,
}

/// Newton's method finds a foot in a handful of iterations; more mean that there is none, at a center of curvature.
const MOST_ITERATIONS: usize = 50;
/// Corrections below this part of a piece are round-off.
const ROUND_OFF: f64 = 4.0 * f64::EPSILON;

impl Spline {
    /// Through at least three points, no two neighbors of which coincide.
    pub(crate) fn through(points: &[[f64; 3]], closed: bool) -> Spline {
        let mut points = points.to_vec();
        if closed {
            points.push(points[0]);
        }
        let widths: Vec<f64> = points.windows(2).map(|pair| distance(&pair[0], &pair[1])).collect();
        let bends = find_bends(&points, &widths, closed);
        let mut pieces: Vec<Piece> = (0..widths.len())
            .map(|i| {
                let coefficients = hermite([points[i], points[i + 1]], [bends[i], bends[i + 1]], widths[i]);
                Piece { coefficients, width: widths[i], start: 0.0, length: 0.0, normals: [[0.0; 3]; 2] }
            })
            .collect();
        let mut length = 0.0;
        for piece in &mut pieces {
            (piece.start, piece.length) = (length, piece.length_until(piece.width));
            length += piece.length;
        }
        carry_normals(&mut pieces, closed);
        if !closed {
            let (before, after) = (go_straight(&pieces[0], 0.0), go_straight(&pieces[pieces.len() - 1], 1.0));
            pieces.insert(0, before);
            pieces.push(after);
        }
        Spline { closed, pieces, reach: widths.iter().sum::<f64>() / widths.len() as f64 }
    }

    /// The whole length.
    fn length(&self) -> f64 {
        self.pieces.last().map_or(0.0, |piece| piece.start + piece.length)
    }

    fn foot<S: Real>(&self, p: &Vector<S>, near: S) -> Foot<S> {
        let (Some(near), [Some(x), Some(y), Some(z)]) = (near.primal(), p.map(S::primal)) else {
            unreachable!("specialized programs are not made for splines")
        };
        let Spot { piece, x } = self.descend(&[x, y, z], self.spot(near));
        let piece = &self.pieces[piece];
        // One more iteration in numbers that have derivatives gives these to x: the root depends on p.
        let Jet { c, first, second } = piece.at(S::from(x));
        let e = plus(*p, S::from(-1.0), c);
        let shift = dot(&e, &first) / (dot(&first, &first) - dot(&e, &second));
        let at = shift + x;
        let Jet { c, first, second } = piece.at(at);
        let square = dot(&first, &first);
        let speed = square.sqrt();
        let tangent = first.map(|x| x / speed);
        let length = piece.start + piece.length_until(x);
        let turns = if self.closed { ((near - length) / self.length()).round() * self.length() } else { 0.0 };
        Foot {
            point: c,
            tangent,
            curvature: second.map(|x| x / square),
            normals: piece.normals(at, &tangent),
            length: shift * speed + (length + turns),
        }
    }

    /// The place at this length, nearly: where lengths of a piece are proportional to its parameter.
    fn spot(&self, length: f64) -> Spot {
        let length = if self.closed { length.rem_euclid(self.length()) } else { length };
        let k = self.pieces.partition_point(|piece| piece.start <= length).saturating_sub(1);
        let piece = &self.pieces[k];
        let scale = if piece.width > 0.0 { piece.width / piece.length } else { 1.0 / norm(&piece.coefficients[1]) };
        Spot { piece: k, x: (length - piece.start) * scale }
    }

    /// The foot of p by Newton's method, downhill; no step is longer than a piece.
    fn descend(&self, p: &[f64; 3], mut spot: Spot) -> Spot {
        for _ in 0..MOST_ITERATIONS {
            let Jet { c, first, second } = self.pieces[spot.piece].at(spot.x);
            let e = plus(*p, -1.0, c);
            let square = dot(&first, &first);
            // Where the distance has no minimum nearby, as that of a straight line.
            let bent = (square - dot(&e, &second)).max(0.25 * square);
            let step = (dot(&e, &first) / bent).clamp(-self.reach, self.reach);
            spot.x += step;
            self.carry_on(&mut spot);
            if step.abs() <= ROUND_OFF * self.reach {
                break;
            }
        }
        spot
    }

    /// Brings x into its piece, or into that which it has reached.
    fn carry_on(&self, spot: &mut Spot) {
        let n = self.pieces.len();
        loop {
            let piece = &self.pieces[spot.piece];
            let is_first = !self.closed && spot.piece == 0;
            let is_last = !self.closed && spot.piece + 1 == n;
            if spot.x < 0.0 && !is_first {
                spot.piece = (spot.piece + n - 1) % n;
                spot.x += self.pieces[spot.piece].width;
            } else if spot.x > piece.width && !is_last {
                spot.x -= piece.width;
                spot.piece = (spot.piece + 1) % n;
            } else {
                return;
            }
        }
    }

    /// The length at the nearest of many places.
    fn find_near(&self, p: &[f64; 3]) -> f64 {
        let mut best = (f64::INFINITY, 0.0);
        for piece in self.pieces.iter().filter(|piece| piece.width > 0.0) {
            for k in 0..=PIECE_SKETCH {
                let part = k as f64 / PIECE_SKETCH as f64;
                let far = distance(&piece.at(part * piece.width).c, p);
                if far < best.0 {
                    best = (far, piece.start + part * piece.length);
                }
            }
        }
        best.1
    }

    fn sketch(&self) -> Vec<[f64; 3]> {
        let inner: Vec<&Piece> = self.pieces.iter().filter(|piece| piece.width > 0.0).collect();
        let places = (0..PIECE_SKETCH).map(|k| k as f64 / PIECE_SKETCH as f64);
        let mut points: Vec<[f64; 3]> =
            inner.iter().flat_map(|piece| places.clone().map(|part| piece.at(part * piece.width).c)).collect();
        points.extend(inner.last().map(|piece| piece.at(piece.width).c));
        points
    }
}

fn norm(a: &[f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    norm(&plus(*a, -1.0, *b))
}

/// The cubic between two points with these second derivatives at its ends.
pub(in crate::model) fn hermite([from, to]: [[f64; 3]; 2], [bend, next]: [[f64; 3]; 2], width: f64) -> [[f64; 3]; 4] {
    let slope = |k: usize| (to[k] - from[k]) / width - width * (2.0 * bend[k] + next[k]) / 6.0;
    let cubic = |k: usize| (next[k] - bend[k]) / (6.0 * width);
    [from, [0, 1, 2].map(slope), bend.map(|x| 0.5 * x), [0, 1, 2].map(cubic)]
}

/// Second derivatives at all points: continuous slopes make a tridiagonal system of them, which is periodic for closed
/// curves.
pub(in crate::model) fn find_bends(points: &[[f64; 3]], widths: &[f64], closed: bool) -> Vec<[f64; 3]> {
    let n = widths.len();
    let slope = |i: usize| [0, 1, 2].map(|k| (points[i + 1][k] - points[i][k]) / widths[i]);
    let jump = |before: usize, after: usize| plus(slope(after), -1.0, slope(before)).map(|x| 6.0 * x);
    if !closed {
        let rows = (1..n).map(|i| [widths[i - 1], 2.0 * (widths[i - 1] + widths[i]), widths[i]]).collect::<Vec<_>>();
        let right: Vec<[f64; 3]> = (1..n).map(|i| jump(i - 1, i)).collect();
        let inner = solve_tridiagonal(&rows, &right);
        return [vec![[0.0; 3]], inner, vec![[0.0; 3]]].concat();
    }
    // The last unknown is taken to the right side: M = x + m y, and its own equation settles m.
    let row = |i: usize| {
        let before = widths[(i + n - 1) % n];
        [before, 2.0 * (before + widths[i]), widths[i]]
    };
    let rows: Vec<[f64; 3]> = (0..n - 1).map(row).collect();
    let right: Vec<[f64; 3]> = (0..n - 1).map(|i| jump((i + n - 1) % n, i)).collect();
    let mut corner = vec![[0.0; 3]; n - 1];
    corner[0] = [-rows[0][0]; 3];
    corner[n - 2] = plus(corner[n - 2], -rows[n - 2][2], [1.0; 3]);
    let (x, y) = (solve_tridiagonal(&rows, &right), solve_tridiagonal(&rows, &corner));
    let ([a, b, c], r) = (row(n - 1), jump(n - 2, n - 1));
    let last = [0, 1, 2].map(|k| (r[k] - a * x[n - 2][k] - c * x[0][k]) / (b + a * y[n - 2][k] + c * y[0][k]));
    let mut bends: Vec<[f64; 3]> = (0..n - 1).map(|i| [0, 1, 2].map(|k| x[i][k] + last[k] * y[i][k])).collect();
    bends.push(last);
    bends.push(bends[0]);
    bends
}

/// Rows are (left, diagonal, right), with a dominant diagonal: no pivots are needed.
fn solve_tridiagonal(rows: &[[f64; 3]], right: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let mut x = right.to_vec();
    let mut above = vec![0.0; rows.len()];
    for i in 0..rows.len() {
        let [a, b, c] = rows[i];
        let (before, earlier) = if i > 0 { (above[i - 1], x[i - 1]) } else { (0.0, [0.0; 3]) };
        let pivot = b - a * before;
        above[i] = c / pivot;
        x[i] = plus(x[i], -a, earlier).map(|value| value / pivot);
    }
    for i in (1..rows.len()).rev() {
        x[i - 1] = plus(x[i - 1], -above[i - 1], x[i]);
    }
    x
}

/// Directions across the curve at the ends of all pieces, each carried to the next by the least rotation; along a
/// closed curve what is left of a turn is spread evenly.
fn carry_normals(pieces: &mut [Piece], closed: bool) {
    let mut t = pieces[0].tangent(0.0);
    // In the plane of the first two axes, where a planar curve is.
    let flat = [-t[1], t[0], 0.0];
    let start = if norm(&flat) > 1e-6 { flat.map(|x| x / norm(&flat)) } else { [1.0, 0.0, 0.0] };
    let mut normal = start;
    for piece in pieces.iter_mut() {
        let next = piece.tangent(piece.width);
        piece.normals[0] = normal;
        let sum = plus(t, 1.0, next);
        // The rotation from t to the next tangent takes the normal along: reflections at t and at t + t'.
        let twice = 2.0 * dot(&sum, &normal) / dot(&sum, &sum).max(f64::MIN_POSITIVE);
        normal = plus(normal, -twice, sum);
        let across = plus(normal, -dot(&normal, &next), next);
        normal = across.map(|x| x / norm(&across));
        piece.normals[1] = normal;
        t = next;
    }
    if closed {
        untwist(pieces, &start, &normal);
    }
}

/// Turns all normals about the tangents, so that the last one is the first.
fn untwist(pieces: &mut [Piece], start: &[f64; 3], last: &[f64; 3]) {
    let total = pieces.last().map_or(1.0, |piece| piece.start + piece.length);
    let twist = dot(&cross(last, start), &pieces[0].tangent(0.0)).atan2(dot(last, start));
    for piece in pieces {
        for (k, (x, at)) in [(0.0, piece.start), (piece.width, piece.start + piece.length)].into_iter().enumerate() {
            let (normal, (s, c)) = (piece.normals[k], (twist * at / total).sin_cos());
            piece.normals[k] = plus(normal.map(|value| c * value), s, cross(&piece.tangent(x), &normal));
        }
    }
}

/// The straight continuation of a piece from one of its ends.
fn go_straight(piece: &Piece, part: f64) -> Piece {
    let Jet { c, first, .. } = piece.at(part * piece.width);
    let normal = piece.normals[part as usize];
    Piece {
        coefficients: [c, first, [0.0; 3], [0.0; 3]],
        width: 0.0,
        start: piece.start + part * piece.length,
        length: 0.0,
        normals: [normal; 2],
    }
}
