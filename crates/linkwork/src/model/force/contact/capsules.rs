//! Capsules on surfaces and cylinders. Both ends touch as spheres do, so that a capsule lies on a face as it lies on a
//! plane. Between them its axis crosses edges and passes corners of a surface, or comes nearest to a cylinder at one
//! place; the load there fades towards the ends, whose own points take over.

use super::on_surface::{Ball, OF_SPHERE};
use super::slots::{Meeting, Slots};
use super::solid::{Capsule, Cylinder, Sphere};
use super::surface::{Corner, Edge, Feature, ROUNDING, Surface};
use super::touch::{Touch, value, values};
use super::{MARGIN, against_sphere, round};
use crate::spatial::{Pose, Real, Vec3};

/// Loads between the ends fade over this part of the radius.
const FADE: f64 = 0.2;
/// An axis whose sine to an edge or a face is much smaller lies along it: its ends carry it.
const ALONG: f64 = 0.01;
/// Edges carry an axis that leans over one of their facets up to this sine.
const LEANING: f64 = 0.05;
/// Edges and corners under an axis at the same time.
const BETWEEN: usize = 4;
/// Points with a cylinder: both ends, the nearest place, and both ends of a stretch along it.
pub(super) const ON_CYLINDER: usize = 5;

/// How many points of contact there are with a surface.
pub(super) fn n_on_surface(surface: &Surface) -> usize {
    if surface.is_convex() { 2 + BETWEEN } else { 2 * OF_SPHERE + BETWEEN }
}

pub(super) fn on_surface<S: Real>(
    surface: &Surface,
    a: &Pose<S>,
    capsule: &Capsule,
    b: &Pose<S>,
    tell: &mut dyn FnMut(Touch<S>),
) {
    let [from, along] = round::axis(capsule, b);
    let ball = |center: Vec3<S>| Ball { center, radius: capsule.radius };
    let apart = ball(from).apart(surface, a);
    for end in [ball(from), ball(from + along)] {
        if surface.is_convex() {
            tell(end.on_convex(surface, a));
            continue;
        }
        end.slots(surface, a).tell(tell);
    }
    let mut slots: Slots<S, BETWEEN> = Slots::new(apart, Meeting::Same, capsule.radius);
    let axis = Axis { from, along, radius: capsule.radius };
    axis.between_ends(surface, a, &mut |touch, number| slots.add(touch, number));
    slots.tell(tell);
}

/// The axis of a capsule in the world.
struct Axis<S> {
    from: Vec3<S>,
    along: Vec3<S>,
    radius: f64,
}

impl<S: Real> Axis<S> {
    /// The share of a place on the axis, zero at its ends.
    fn share(&self, part: f64) -> f64 {
        let length = values(self.along).norm();
        fade(part.min(1.0 - part) * length / (FADE * self.radius))
    }

    /// Tells where the axis passes edges and corners.
    fn between_ends(&self, surface: &Surface, pose: &Pose<S>, tell: &mut dyn FnMut(Touch<S>, usize)) {
        let local = |point: Vec3<S>| values(pose.R.tr_mul(point - pose.r));
        let ends = [local(self.from), local(self.from + self.along)];
        let reach = (1.0 + MARGIN) * self.radius;
        let least = Vec3([0, 1, 2].map(|k| ends[0][k].min(ends[1][k]) - reach));
        let most = Vec3([0, 1, 2].map(|k| ends[0][k].max(ends[1][k]) + reach));
        let margin = ROUNDING * surface.bound.radius;
        surface.find_near(least, most, &mut |feature| {
            let touch = match feature {
                Feature::Facet(_) => None,
                Feature::Edge(k) => self.across(&surface.edges[k], pose, ends, margin),
                Feature::Corner(k) => {
                    let corner = &surface.corners[k];
                    self.past(corner, surface.spokes(corner), pose, ends)
                }
            };
            if let Some(touch) = touch.filter(|touch| value(touch.share) > 0.0) {
                tell(touch, feature.number());
            }
        });
    }

    /// Where it crosses an edge, if the nearest points of both lie within them.
    fn across(&self, edge: &Edge, pose: &Pose<S>, [from, to]: [Vec3; 2], margin: f64) -> Option<Touch<S>> {
        let (d, e, r) = (to - from, edge.to - edge.from, from - edge.from);
        let (dd, ee, de, dr, er) = (d.dot(d), e.dot(e), d.dot(e), d.dot(r), e.dot(r));
        let square = (dd * ee - de * de) / (dd * ee);
        if square < ROUNDING * ROUNDING {
            return None;
        }
        let (s, t) = ((de * er - dr * ee) / (square * dd * ee), (dd * er - dr * de) / (square * dd * ee));
        let slack = margin / ee.sqrt();
        let away = r + s * d - t * e;
        if !(0.0..=1.0).contains(&s) || t < -slack || t > 1.0 + slack || away == Vec3::ZERO {
            return None;
        }
        // Over a face that is tilted a little, the axis is carried by both edges that it crosses.
        let leaning = fade(1.0 - edge.sine_beyond(away) / LEANING);
        // The same once more with its derivatives.
        let q = pose.point(Vec3::constant(edge.from));
        let e = pose.R * Vec3::constant(e);
        let (d, r) = (self.along, self.from - q);
        let (dd, ee, de, dr, er) = (d.dot(d), e.dot(e), d.dot(e), d.dot(r), e.dot(r));
        let whole = dd * ee - de * de;
        let [s_now, t_now] = [(de * er - dr * ee) / whole, (dd * er - dr * de) / whole];
        let touch = round::balls([q + e * t_now, self.from + d * s_now], [0.0, self.radius]);
        let share = leaning * self.share(s) * square / (square + ALONG * ALONG);
        Some(Touch { share: S::from(share), ..touch })
    }

    /// Where it passes a corner, if that is nearest among its neighbours.
    fn past(&self, corner: &Corner, spokes: &[Vec3], pose: &Pose<S>, [from, to]: [Vec3; 2]) -> Option<Touch<S>> {
        let along = to - from;
        let part = (corner.at - from).dot(along) / along.dot(along);
        let away = from + part * along - corner.at;
        let sees = |spoke: &Vec3| away.dot(*spoke) <= ROUNDING * away.norm();
        if !(0.0..=1.0).contains(&part) || spokes.is_empty() || away == Vec3::ZERO || !spokes.iter().all(sees) {
            return None;
        }
        let place = pose.point(Vec3::constant(corner.at));
        let now = (place - self.from).dot(self.along) / self.along.dot(self.along);
        let touch = round::balls([place, self.from + self.along * now], [0.0, self.radius]);
        Some(Touch { share: S::from(self.share(part)), ..touch })
    }
}

/// x² (3 − 2x) between 0 and 1.
fn fade(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// A capsule and a cylinder: spheres of the capsule against the cylinder.
pub(super) fn on_cylinder<S: Real>(cylinder: &Cylinder, a: &Pose<S>, capsule: &Capsule, b: &Pose<S>) -> [Touch<S>; 5] {
    let axis = capsule.to - capsule.from;
    let at = |part: f64, share: f64| {
        let sphere = Sphere { center: capsule.from + part * axis, radius: capsule.radius };
        Touch { share: S::from(share), ..against_sphere::cylinder(cylinder, a, &sphere, b) }
    };
    let line = Line::new(cylinder, a, capsule, b);
    let nearest = line.nearest();
    let share = |part: f64| fade(part.min(1.0 - part) * line.along.norm() / (FADE * capsule.radius));
    let (stretch, sine) = line.stretch(nearest);
    let crossing = sine * sine / (sine * sine + ALONG * ALONG);
    let [first, last] = stretch.map(|part| at(part, share(part) * (1.0 - crossing)));
    [at(0.0, 1.0), at(1.0, 1.0), at(nearest, share(nearest) * crossing), first, last]
}

/// The axis of a capsule in the axes of a cylinder, whose middle is the origin.
struct Line {
    from: Vec3,
    along: Vec3,
    axis: Vec3,
    half: f64,
    radius: f64,
}

impl Line {
    fn new<S: Real>(cylinder: &Cylinder, a: &Pose<S>, capsule: &Capsule, b: &Pose<S>) -> Self {
        let local = |point: Vec3| values(a.R.tr_mul(b.point(Vec3::constant(point)) - a.r)) - cylinder.center;
        let [from, to] = [local(capsule.from), local(capsule.to)];
        let Cylinder { axis, half, radius, .. } = *cylinder;
        Line { from, along: to - from, axis, half, radius }
    }

    /// How the distance from the cylinder grows along the line, times the distance; inside, where the way out is
    /// shorter through the end or the side.
    fn slope(&self, part: f64) -> f64 {
        let place = self.from + part * self.along;
        let height = self.axis.dot(place);
        let away = place - height * self.axis;
        let (above, beside) = (height.abs() - self.half, away.norm() - self.radius);
        let upward = height.signum() * self.axis;
        let outward = away.unit().unwrap_or(Vec3::ZERO);
        let direction = match (above > 0.0, beside > 0.0) {
            (true, true) => above * upward + beside * outward,
            (true, false) => upward,
            (false, true) => outward,
            (false, false) if above > beside => upward,
            (false, false) => outward,
        };
        direction.dot(self.along)
    }

    /// Where the line is nearest to the cylinder, by bisection: the distance from a convex solid is convex along it.
    /// Where it is the same along a stretch, in the middle of that.
    fn nearest(&self) -> f64 {
        let find = |is_before: &dyn Fn(f64) -> bool| {
            let (mut low, mut high) = (0.0, 1.0);
            while high - low > f64::EPSILON {
                let middle = 0.5 * (low + high);
                if middle <= low || middle >= high {
                    break;
                }
                if is_before(self.slope(middle)) { low = middle } else { high = middle }
            }
            0.5 * (low + high)
        };
        let level = ROUNDING * self.along.norm();
        0.5 * (find(&|slope| slope < -level) + find(&|slope| slope <= level))
    }

    /// The stretch over the end, or along the side, where the line is nearest, and the sine of its tilt there.
    fn stretch(&self, nearest: f64) -> ([f64; 2], f64) {
        let place = self.from + nearest * self.along;
        let (height, rise) = (self.axis.dot(place), self.axis.dot(self.along));
        let away = place - height * self.axis;
        let length = self.along.norm();
        let clamped = |ends: [f64; 2]| ends.map(|part| part.clamp(0.0, 1.0));
        if height.abs() - self.half > away.norm() - self.radius {
            // Over an end: within the circle.
            let (p, d) = (self.from - self.axis.dot(self.from) * self.axis, self.along - rise * self.axis);
            let (dd, dp) = (d.dot(d), d.dot(p));
            let root = (dp * dp - dd * (p.dot(p) - self.radius * self.radius)).max(0.0).sqrt();
            let ends = if dd > 0.0 { [(-dp - root) / dd, (-dp + root) / dd] } else { [nearest; 2] };
            return (clamped(ends), rise.abs() / length);
        }
        let start = self.axis.dot(self.from);
        let ends = if rise == 0.0 { [nearest; 2] } else { [-1.0, 1.0].map(|sign| (sign * self.half - start) / rise) };
        let ends = if rise < 0.0 { [ends[1], ends[0]] } else { ends };
        (clamped(ends), (self.along - rise * self.axis).norm() / length)
    }
}
