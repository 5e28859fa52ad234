//! Landmarks of a curve: some of its points, so that a straight line from each to the next is never farther from the
//! points between than a thousandth of the curve's range.
//!
//! An integrator looks at a curve in a few places of a step only. A step in which the curve's argument passes two
//! landmarks may have missed all that is between them, a bump of the road for instance; one that passes a single
//! landmark has seen the curve on both sides of it, which is enough for one that judges errors.

use super::curve::Outside;

/// Deviation from straight lines, relative to the range of all y, below which points are no landmarks. Smaller
/// features of a curve are left to the step control of integrators.
const STRAIGHT: f64 = 1e-3;

/// The landmarks of a curve, in ascending order.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Landmarks {
    /// Arguments; of a curve that repeats, those of its first period, without the end of it.
    places: Vec<f64>,
    period: Option<f64>,
}

impl Landmarks {
    /// Landmarks of a curve through at least two points with ascending x, in one pass: from the last landmark, all
    /// points so far leave a range of slopes for a line that is near enough; where none is left, the point before is
    /// a landmark.
    pub(super) fn of(points: &[[f64; 2]], outside: Outside) -> Landmarks {
        let extent =
            |pick: fn(f64, f64) -> f64, none: f64| points.iter().fold(none, |most, point| pick(most, point[1]));
        let tolerance = STRAIGHT * (extent(f64::max, f64::NEG_INFINITY) - extent(f64::min, f64::INFINITY));
        let (mut last, mut slopes) = (points[0], ANY_SLOPE);
        let mut places = vec![last[0]];
        for pair in points.windows(2) {
            let [before, [x, y]] = [pair[0], pair[1]];
            let slope = (y - last[1]) / (x - last[0]);
            if slope < slopes[0] || slope > slopes[1] {
                (last, slopes) = (before, ANY_SLOPE);
                places.push(last[0]);
            }
            let slope_to = |height: f64| (height - last[1]) / (x - last[0]);
            slopes = [slopes[0].max(slope_to(y - tolerance)), slopes[1].min(slope_to(y + tolerance))];
        }
        let end = points[points.len() - 1][0];
        let period = (outside == Outside::Repeat).then_some(end - places[0]);
        if period.is_none() {
            places.push(end);
        }
        Landmarks { places, period }
    }

    /// The first of the landmarks between two arguments, if there are so many.
    pub(super) fn first_of(&self, least: u32, from: f64, to: f64) -> Option<f64> {
        let [before, after] = [from, to].map(|x| self.count_up_to(x));
        if (after - before).abs() < f64::from(least) {
            return None;
        }
        Some(self.place(if after > before { before } else { before - 1.0 }))
    }

    /// Whether there is a landmark between two arguments.
    pub(super) fn are_between(&self, from: f64, to: f64) -> bool {
        self.count_up_to(from) != self.count_up_to(to)
    }

    /// How many landmarks there are up to x, from the first of the first period on; negative before that.
    fn count_up_to(&self, x: f64) -> f64 {
        let turns = self.period.map_or(0.0, |period| ((x - self.places[0]) / period).floor());
        let inside = x - self.period.map_or(0.0, |period| turns * period);
        turns * self.places.len() as f64 + self.places.partition_point(|place| *place <= inside) as f64
    }

    /// A landmark by its number.
    fn place(&self, number: f64) -> f64 {
        let n = self.places.len() as f64;
        let turns = self.period.map_or(0.0, |_| (number / n).floor());
        self.places[(number - turns * n) as usize] + self.period.map_or(0.0, |period| turns * period)
    }
}

const ANY_SLOPE: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

#[cfg(test)]
mod tests {
    use super::*;

    const BUMP: [[f64; 2]; 6] = [[0.0, 0.0], [5.0, 0.0], [12.0, 0.0], [12.1, 0.06], [12.2, 0.0], [30.0, 0.0]];

    #[test]
    fn points_on_a_line_are_no_landmarks() {
        assert_eq!(Landmarks::of(&BUMP, Outside::Hold).places, [0.0, 12.0, 12.1, 12.2, 30.0]);
        assert_eq!(Landmarks::of(&BUMP, Outside::Repeat).places, [0.0, 12.0, 12.1, 12.2]);
        let level = [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]];
        assert_eq!(Landmarks::of(&level, Outside::Hold).places, [0.0, 2.0]);
    }

    /// A wave of a thousand points has some dozen of landmarks, and lines between them are near all points.
    #[test]
    fn lines_between_landmarks_are_near_the_points() {
        let wave: Vec<[f64; 2]> = (0..=1000).map(|k| [0.01 * f64::from(k), (0.01 * f64::from(k)).sin()]).collect();
        let places = Landmarks::of(&wave, Outside::Hold).places;
        assert!((20..120).contains(&places.len()), "{}", places.len());
        for pair in places.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let slope = (to.sin() - from.sin()) / (to - from);
            let between = wave.iter().filter(|point| from <= point[0] && point[0] <= to);
            let farthest = between.map(|[x, y]| (y - from.sin() - slope * (x - from)).abs()).fold(0.0, f64::max);
            assert!(farthest <= 2.001 * STRAIGHT, "{from} … {to}: {farthest}");
        }
    }

    #[test]
    fn the_first_of_several_is_found_in_both_directions() {
        let marks = Landmarks::of(&BUMP, Outside::Hold);
        assert_eq!(marks.first_of(2, 11.0, 13.0), Some(12.0));
        assert_eq!(marks.first_of(2, 13.0, 11.0), Some(12.2));
        assert_eq!(marks.first_of(2, 12.05, 13.0), Some(12.1));
        assert_eq!(marks.first_of(2, 12.15, 13.0), None);
        assert_eq!(marks.first_of(1, 12.15, 13.0), Some(12.2));
        assert_eq!(marks.first_of(2, -5.0, 50.0), Some(0.0));
        assert_eq!(marks.first_of(2, f64::NAN, 1.0), None);
        let marks = Landmarks::of(&BUMP, Outside::Repeat);
        assert_eq!(marks.first_of(2, 41.0, 43.0), Some(42.0));
        assert_eq!(marks.first_of(2, -17.0, -19.0), Some(30.0 - 30.0 - 17.8));
        assert!(marks.are_between(29.0, 31.0) && !marks.are_between(31.0, 33.0));
    }
}
