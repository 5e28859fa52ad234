//! A direction that separates two convex solids wherever there is one: along the line between their nearest points,
//! which a simplex of differences of points of both closes in on [Gilbert, Johnson, Keerthi 1988]. Solids without flat
//! faces or with rims need no list of directions for it.

use super::shape::Shape;
use crate::spatial::Vec3;

/// Rounds of the search: solids with flat faces need about ten, rims up to twice as many.
const ROUNDS: usize = 32;
/// The search ends where the distance is known to within this part of itself.
const CLOSE: f64 = 1e-9;
/// Solids that are nearer than this part of their size touch.
const TOUCHING: f64 = 1e-13;
/// Triangles and tetrahedra with a smaller squared sine between their edges are too thin for weights.
const THIN: f64 = 1e-20;

/// The direction along which two solids are found to be farthest apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closest {
    /// From the first solid to the second.
    pub(super) normal: Vec3,
    /// Extreme points of both along it; nearest points where the solids are apart.
    pub(super) points: [Vec3; 2],
    separation: f64,
}

/// Searches from a direction, for solids that are scaled about their middles.
pub(super) fn find(shapes: [&Shape; 2], scale: f64, start: Vec3) -> Closest {
    let scaled = |shape: &Shape, n: Vec3| shape.center() + scale * (shape.support(n) - shape.center());
    let touching = TOUCHING * (shapes[0].reach() + shapes[1].reach());
    let mut simplex = Simplex::EMPTY;
    let (mut normal, mut distance) = (start, f64::INFINITY);
    let mut best = Closest { normal, points: [Vec3::ZERO; 2], separation: f64::NEG_INFINITY };
    for _ in 0..ROUNDS {
        let points = [scaled(shapes[0], normal), scaled(shapes[1], -normal)];
        let separation = normal.dot(points[1] - points[0]);
        if separation > best.separation {
            best = Closest { normal, points, separation };
        }
        if separation >= (1.0 - CLOSE) * distance {
            return Closest { points: simplex.nearest(), ..best };
        }
        if simplex.has(points) {
            return best;
        }
        simplex.add(points);
        if !simplex.reduce() {
            return best;
        }
        let [a, b] = simplex.nearest();
        distance = (b - a).norm();
        if distance <= touching {
            return best;
        }
        normal = 1.0 / distance * (b - a);
    }
    best
}

/// Up to four pairs of points, with the weights of the differences nearest to zero.
#[derive(Clone, Copy)]
struct Simplex {
    pairs: [[Vec3; 2]; 4],
    weights: [f64; 4],
    n: usize,
}

impl Simplex {
    const EMPTY: Self = Simplex { pairs: [[Vec3::ZERO; 2]; 4], weights: [0.0; 4], n: 0 };

    fn difference(&self, k: usize) -> Vec3 {
        self.pairs[k][1] - self.pairs[k][0]
    }

    fn has(&self, points: [Vec3; 2]) -> bool {
        self.pairs[..self.n].contains(&points)
    }

    fn add(&mut self, points: [Vec3; 2]) {
        if self.n < self.pairs.len() {
            self.pairs[self.n] = points;
            self.n += 1;
        }
    }

    fn nearest(&self) -> [Vec3; 2] {
        [0, 1].map(|of| (0..self.n).fold(Vec3::ZERO, |sum, k| sum + self.weights[k] * self.pairs[k][of]))
    }

    /// Keeps the corners that the point nearest to zero lies between; false where zero is inside of all four.
    fn reduce(&mut self) -> bool {
        let mut best = Simplex::EMPTY;
        let mut least = f64::INFINITY;
        for chosen in 1..1_usize << self.n {
            let mut part = Simplex::EMPTY;
            (0..self.n).filter(|k| chosen >> k & 1 == 1).for_each(|k| part.add(self.pairs[k]));
            if !part.weigh() {
                continue;
            }
            let [a, b] = part.nearest();
            let squared = (b - a).dot(b - a);
            if part.n == 4 || squared < least {
                (best, least) = (part, squared);
            }
        }
        *self = best;
        (1..4).contains(&self.n)
    }

    /// The weights of the point nearest to zero on the line, plane or space of its corners; false where it does not lie
    /// between them.
    fn weigh(&mut self) -> bool {
        let p = self.difference(0);
        let edge = |k: usize| self.difference(k) - p;
        let parts = match self.n {
            1 => [0.0; 3],
            2 => [-p.dot(edge(1)) / edge(1).dot(edge(1)), 0.0, 0.0],
            3 => in_triangle(p, edge(1), edge(2)),
            4 => in_tetrahedron(p, [edge(1), edge(2), edge(3)]),
            n => unreachable!("a simplex of {n} corners"),
        };
        self.weights = [1.0 - parts.iter().sum::<f64>(), parts[0], parts[1], parts[2]];
        // Weights of corners that are too near to each other are not numbers, and not between them.
        self.weights[..self.n].iter().all(|weight| *weight > 0.0)
    }
}

fn in_triangle(p: Vec3, e: Vec3, f: Vec3) -> [f64; 3] {
    let (ee, ef, ff, pe, pf) = (e.dot(e), e.dot(f), f.dot(f), p.dot(e), p.dot(f));
    let square = ee * ff - ef * ef;
    if square <= THIN * ee * ff {
        return [f64::NAN; 3];
    }
    [(pf * ef - pe * ff) / square, (pe * ef - pf * ee) / square, 0.0]
}

fn in_tetrahedron(p: Vec3, [e, f, g]: [Vec3; 3]) -> [f64; 3] {
    let volume = e.dot(f.cross(g));
    if volume * volume <= THIN * e.dot(e) * f.dot(f) * g.dot(g) {
        return [f64::NAN; 3];
    }
    [-p.dot(f.cross(g)) / volume, -e.dot(p.cross(g)) / volume, -e.dot(f.cross(p)) / volume]
}
