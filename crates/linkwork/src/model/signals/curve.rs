//! Curves y(x) through points: characteristics of springs, torques of motors, tables of measurements.
//!
//! Every stretch between two points is a cubic polynomial in the distance from its beginning; so are the two beyond
//! the ends. `linear` has kinks at the points, `monotone` has none and never leaves the range between neighbors
//! (slopes are weighted harmonic means, \[Fritsch, Butland 1984\]), `cubic` has a continuous second derivative.

use super::landmarks::Landmarks;
use crate::model::joint::curve::{find_bends, hermite};
use crate::spatial::Real;

/// How a curve goes from point to point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Interpolation {
    /// Straight.
    #[default]
    Linear,
    /// A spline with continuous second derivative, without one at the ends.
    Cubic,
    /// Smooth, and rising or falling only where the points do.
    Monotone,
}

/// The continuation of a curve beyond its first and last point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Outside {
    /// The value there.
    #[default]
    Hold,
    /// The tangent there.
    Extend,
    /// It begins again.
    Repeat,
    /// Not a number, which ends a run.
    Fault,
}

impl Interpolation {
    /// The words for `interpolation`.
    pub(crate) const WORDS: &'static [&'static str] = &["linear", "cubic", "monotone"];
    /// In the order of the words.
    pub(crate) const ALL: [Interpolation; 3] = [Interpolation::Linear, Interpolation::Cubic, Interpolation::Monotone];
}

impl Outside {
    /// The words for `outside`.
    pub(crate) const WORDS: &'static [&'static str] = &["hold", "extend", "repeat", "fault"];
    /// In the order of the words.
    pub(crate) const ALL: [Outside; 4] = [Outside::Hold, Outside::Extend, Outside::Repeat, Outside::Fault];
}

/// A curve.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Curve {
    /// Where the pieces after the first begin.
    starts: Vec<f64>,
    pieces: Vec<Piece>,
    /// From the first point to the last, and the integral over it, of a curve that repeats.
    period: Option<[f64; 2]>,
    landmarks: Landmarks,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Piece {
    /// Where its polynomial has its zero.
    origin: f64,
    coefficients: [f64; 4],
    /// Integral of the curve from its first point up to the origin.
    before: f64,
}

impl Piece {
    fn value<S: Real>(&self, x: S) -> S {
        let (d, [a, b, c, e]) = (x - self.origin, self.coefficients);
        ((d * e + c) * d + b) * d + a
    }

    fn integral<S: Real>(&self, x: S) -> S {
        let (d, [a, b, c, e]) = (x - self.origin, self.coefficients);
        (((d * (0.25 * e) + c / 3.0) * d + 0.5 * b) * d + a) * d + self.before
    }

    fn slope<S: Real>(&self, x: S) -> S {
        let (d, [_, b, c, e]) = (x - self.origin, self.coefficients);
        (d * (3.0 * e) + 2.0 * c) * d + b
    }

    fn bend<S: Real>(&self, x: S) -> S {
        (x - self.origin) * (6.0 * self.coefficients[3]) + 2.0 * self.coefficients[2]
    }
}

impl Curve {
    /// Through at least two points with ascending x; where it repeats, the last y must be the first.
    pub(crate) fn through(points: &[[f64; 2]], interpolation: Interpolation, outside: Outside) -> Curve {
        let widths: Vec<f64> = points.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        let coefficients = match interpolation {
            Interpolation::Linear => straight(points, &widths),
            Interpolation::Cubic if points.len() > 2 => spline(points, &widths, outside == Outside::Repeat),
            Interpolation::Cubic => straight(points, &widths),
            Interpolation::Monotone => monotone(points, &widths),
        };
        let mut before = 0.0;
        let mut pieces = Vec::with_capacity(points.len() + 1);
        for (point, (coefficients, width)) in points.iter().zip(coefficients.into_iter().zip(&widths)) {
            let piece = Piece { origin: point[0], coefficients, before };
            before = piece.integral(point[0] + width);
            pieces.push(piece);
        }
        let (first, last) = (pieces[0], pieces[pieces.len() - 1]);
        let end = points[points.len() - 1];
        let beyond = |inside: &Piece, [x, y]: [f64; 2], before: f64| {
            let coefficients = match outside {
                Outside::Hold | Outside::Repeat => [y, 0.0, 0.0, 0.0],
                Outside::Extend => [y, inside.slope(x), 0.0, 0.0],
                Outside::Fault => [f64::NAN; 4],
            };
            Piece { origin: x, coefficients, before }
        };
        pieces.insert(0, beyond(&first, points[0], 0.0));
        pieces.push(beyond(&last, end, before));
        let mut starts: Vec<f64> = points.iter().map(|point| point[0]).collect();
        // The last point itself is inside.
        starts[points.len() - 1] = end[0].next_up();
        let period = (outside == Outside::Repeat).then_some([end[0] - points[0][0], before]);
        Curve { starts, pieces, period, landmarks: Landmarks::of(points, outside) }
    }

    /// All that it is made of, for hashes of models.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let pieces = self.pieces.iter().flat_map(|piece| [&[piece.origin][..], &piece.coefficients].concat());
        self.starts.iter().copied().chain(pieces).chain(self.period.into_iter().flatten()).collect()
    }

    /// y(x).
    pub(crate) fn value<S: Real>(&self, x: S) -> S {
        let x = self.period.map_or(x, |[period, _]| x - self.turns(x, period) * period);
        self.on_piece(x, |piece| piece.value(x))
    }

    /// y, its slope and its second derivative.
    pub(crate) fn jet<S: Real>(&self, x: S) -> [S; 3] {
        let x = self.period.map_or(x, |[period, _]| x - self.turns(x, period) * period);
        let derivatives = [Piece::value::<S>, Piece::slope::<S>, Piece::bend::<S>];
        derivatives.map(|derivative| self.on_piece(x, |piece| derivative(piece, x)))
    }

    /// A number that is the same on the same piece.
    pub(crate) fn branch(&self, x: f64) -> f64 {
        let turns = self.period.map_or(0.0, |[period, _]| self.turns(x, period));
        let at = self.period.map_or(x, |[period, _]| x - turns * period);
        turns * self.pieces.len() as f64 + self.starts.partition_point(|start| *start <= at) as f64
    }

    /// The first of the landmarks between two arguments, if there are so many.
    pub(crate) fn first_landmark_of(&self, least: u32, from: f64, to: f64) -> Option<f64> {
        self.landmarks.first_of(least, from, to)
    }

    /// Whether there is a landmark between two arguments.
    pub(crate) fn has_landmark(&self, from: f64, to: f64) -> bool {
        self.landmarks.are_between(from, to)
    }

    /// Bounds of y from `low` to `high`.
    pub(crate) fn bounds(&self, low: f64, high: f64) -> [f64; 2] {
        if self.branch(low) != self.branch(high) {
            return [f64::NEG_INFINITY, f64::INFINITY];
        }
        let shift = self.period.map_or(0.0, |[period, _]| period * self.turns(low, period));
        let piece = &self.pieces[self.starts.partition_point(|start| *start <= low - shift)];
        let (from, to) = (low - shift - piece.origin, high - shift - piece.origin);
        let [a, b, c, e] = piece.coefficients;
        // Horner's scheme, with products by the corners of both intervals.
        [e, c, b, a].into_iter().fold([0.0, 0.0], |[least, most]: [f64; 2], coefficient| {
            let corners = [least * from, least * to, most * from, most * to];
            let (low, high) =
                corners.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (x.min(low), x.max(high)));
            [low + coefficient, high + coefficient]
        })
    }

    /// The integral of y from zero to x.
    pub(crate) fn integral<S: Real>(&self, x: S) -> S {
        self.integral_from_start(x) - self.integral_from_start(S::from(0.0))
    }

    fn integral_from_start<S: Real>(&self, x: S) -> S {
        let Some([period, over_period]) = self.period else {
            return self.on_piece(x, |piece| piece.integral(x));
        };
        let turns = self.turns(x, period);
        let x = x - turns * period;
        turns * over_period + self.on_piece(x, |piece| piece.integral(x))
    }

    /// Whole periods between the first point and x.
    fn turns<S: Real>(&self, x: S, period: f64) -> S {
        ((x - self.starts[0]) / period).floor()
    }

    /// A function of the piece at x; where x is known as a term only, of all pieces, of which one is selected.
    fn on_piece<S: Real>(&self, x: S, f: impl Fn(&Piece) -> S) -> S {
        match x.primal() {
            Some(value) => f(&self.pieces[self.starts.partition_point(|start| *start <= value)]),
            None => {
                let later = self.starts.iter().zip(&self.pieces[1..]);
                later.fold(f(&self.pieces[0]), |y, (start, piece)| x.select_below(S::from(*start), y, f(piece)))
            }
        }
    }
}

fn straight(points: &[[f64; 2]], widths: &[f64]) -> Vec<[f64; 4]> {
    let rise = |(pair, width): (&[[f64; 2]], &f64)| [pair[0][1], (pair[1][1] - pair[0][1]) / width, 0.0, 0.0];
    points.windows(2).zip(widths).map(rise).collect()
}

fn spline(points: &[[f64; 2]], widths: &[f64], closed: bool) -> Vec<[f64; 4]> {
    let heights: Vec<[f64; 3]> = points.iter().map(|point| [point[1], 0.0, 0.0]).collect();
    let bends = find_bends(&heights, widths, closed);
    let piece = |(k, width): (usize, &f64)| {
        hermite([heights[k], heights[k + 1]], [bends[k], bends[k + 1]], *width).map(|coefficient| coefficient[0])
    };
    widths.iter().enumerate().map(piece).collect()
}

fn monotone(points: &[[f64; 2]], widths: &[f64]) -> Vec<[f64; 4]> {
    let rises: Vec<f64> =
        points.windows(2).zip(widths).map(|(pair, width)| (pair[1][1] - pair[0][1]) / width).collect();
    let last = rises.len() - 1;
    let inner = |k: usize| {
        let ([a, b], [before, after]) = ([widths[k - 1], widths[k]], [rises[k - 1], rises[k]]);
        if before * after <= 0.0 {
            return 0.0;
        }
        let weight = (a + 2.0 * b) / (3.0 * (a + b));
        before * after / (weight * after + (1.0 - weight) * before)
    };
    let slope = |k: usize| match k {
        0 => rises[0],
        k if k > last => rises[last],
        k => inner(k),
    };
    let piece = |(k, width): (usize, &f64)| {
        let ([from, to], rise) = ([slope(k), slope(k + 1)], rises[k]);
        let (bend, twist) = (3.0 * rise - 2.0 * from - to, from + to - 2.0 * rise);
        [points[k][1], from, bend / width, twist / (width * width)]
    };
    widths.iter().enumerate().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Dual;

    const POINTS: [[f64; 2]; 5] = [[-1.0, 2.0], [0.0, 1.0], [0.5, 1.0], [2.0, 3.0], [3.0, 2.0]];

    fn curves(outside: Outside) -> [Curve; 3] {
        Interpolation::ALL.map(|interpolation| Curve::through(&POINTS, interpolation, outside))
    }

    #[test]
    fn curves_pass_through_their_points_and_have_exact_derivatives_and_integrals() {
        for outside in Outside::ALL {
            for curve in curves(outside) {
                for [x, y] in POINTS {
                    assert!((curve.value(x) - y).abs() < 1e-14, "{outside:?} {x}");
                }
                for x in [-0.7, 0.2, 1.1, 2.4, 2.9] {
                    let h = 1e-6;
                    let slope = (curve.value(x + h) - curve.value(x - h)) / (2.0 * h);
                    let found = curve.value(Dual::<1>::variable(x, 0));
                    assert!((found.rates[0] - slope).abs() < 1e-8, "{outside:?} {x}: {found:?} {slope}");
                    let growth = (curve.integral(x + h) - curve.integral(x - h)) / (2.0 * h);
                    assert!((growth - curve.value(x)).abs() < 1e-8, "{outside:?} {x}: {growth}");
                }
                assert_eq!(curve.integral(0.0), 0.0);
                for x in [-0.71, 0.23, 1.1, 2.41] {
                    let [value, slope, bend] = curve.jet(x);
                    let h = 1e-5;
                    assert_eq!(value, curve.value(x));
                    assert!((curve.jet(x + h)[0] - curve.jet(x - h)[0] - 2.0 * h * slope).abs() < 1e-12);
                    assert!((curve.jet(x + h)[1] - curve.jet(x - h)[1] - 2.0 * h * bend).abs() < 1e-12);
                    let [least, most] = curve.bounds(x, x + 0.08);
                    let inside = (0..=20).map(|k| curve.value(x + 0.004 * f64::from(k)));
                    assert!(inside.into_iter().all(|y| least <= y + 1e-14 && y <= most + 1e-14), "{outside:?} {x}");
                    assert!(most - least < 0.5, "{least} {most}");
                }
            }
        }
    }

    #[test]
    fn beyond_their_ends_curves_do_as_they_are_told() {
        for curve in curves(Outside::Hold) {
            assert_eq!([curve.value(-5.0), curve.value(9.0)], [2.0, 2.0]);
            assert!((curve.integral(9.0) - curve.integral(4.0) - 10.0).abs() < 1e-12);
        }
        for curve in curves(Outside::Extend) {
            let slope = curve.value(5.0) - curve.value(4.0);
            assert!((curve.value(4.0) - (2.0 + slope)).abs() < 1e-12 && slope < 0.0);
        }
        for curve in curves(Outside::Repeat) {
            for x in [-0.9, 0.3, 1.7] {
                assert!((curve.value(x + 8.0) - curve.value(x)).abs() < 1e-12);
                let [a, b] = [curve.integral(x + 8.0) - curve.integral(x), curve.integral(x + 4.0) - curve.integral(x)];
                assert!((a - 2.0 * b).abs() < 1e-12);
            }
        }
        for curve in curves(Outside::Fault) {
            assert!(curve.value(3.1).is_nan() && curve.value(-1.1).is_nan());
            assert!((curve.value(3.0) - 2.0).abs() < 1e-14);
        }
    }

    /// A spline has the second derivative of its neighbor at every point, and none at its ends.
    #[test]
    fn splines_bend_continuously_and_monotone_curves_stay_between_their_points() {
        let curve = Curve::through(&POINTS, Interpolation::Cubic, Outside::Hold);
        let bend = |x: f64, side: f64| {
            let slope = |x: f64| curve.value(Dual::<1>::variable(x, 0)).rates[0];
            (slope(x + side * 2e-6) - slope(x + side * 1e-6)) / (side * 1e-6)
        };
        for x in [0.0, 0.5, 2.0] {
            assert!((bend(x, 1.0) - bend(x, -1.0)).abs() < 1e-3, "{x}");
        }
        assert!(bend(-1.0, 1.0).abs() < 1e-3 && bend(3.0, -1.0).abs() < 1e-3);
        let curve = Curve::through(&POINTS, Interpolation::Monotone, Outside::Hold);
        for k in 0..100 {
            let part = f64::from(k) / 100.0;
            assert_eq!(curve.value(0.5 * part), 1.0);
            let y = curve.value(0.5 + 1.5 * part);
            assert!((1.0..=3.0).contains(&y) && y <= curve.value(0.51 + 1.5 * part) + 1e-12);
        }
    }
}
