//! Planes and spheres on the surface of a mesh. The point of a surface that is nearest to the middle of a sphere lies
//! in a facet, on a convex edge or at a corner; each of these counts where it is nearest among its neighbours, so that
//! a sphere rolls from one to the next without a jump, and lies in a groove on both of its sides.

use super::slots::{Meeting, Slots};
use super::solid::{Plane, Sphere};
use super::surface::{Corner, Edge, Facet, Feature, ROUNDING, Surface};
use super::touch::{Touch, value, values};
use super::{MARGIN, round};
use crate::spatial::{Pose, Real, Vec3};

/// Corners of a mesh that touch a plane at the same time; those of finer meshes are the lowest.
pub(super) const ON_PLANE: usize = 64;
/// Places at which a sphere touches a surface that is not convex.
pub(super) const OF_SPHERE: usize = 4;

/// How many points of contact there are with a plane.
pub(super) fn n_on_plane(surface: &Surface) -> usize {
    surface.corners.len().min(ON_PLANE)
}

/// Corners above a plane: all, or the lowest.
pub(super) fn plane<S: Real>(
    plane: &Plane,
    a: &Pose<S>,
    surface: &Surface,
    b: &Pose<S>,
    tell: &mut dyn FnMut(Touch<S>),
) {
    let (point, normal) = (a.point(Vec3::constant(plane.point)), a.R * Vec3::constant(plane.normal));
    let touch = |corner: &Corner| {
        let place = b.point(Vec3::constant(corner.at));
        let gap = normal.dot(place - point);
        Touch::new(place - normal * gap, normal, gap)
    };
    if surface.corners.len() <= ON_PLANE {
        return surface.corners.iter().for_each(|corner| tell(touch(corner)));
    }
    let down = values(b.R.tr_mul(-normal));
    let mut lowest: [Option<usize>; ON_PLANE] = [None; ON_PLANE];
    let mut n = 0;
    let depth = |k: usize| down.dot(surface.corners[k].at);
    for k in 0..surface.corners.len() {
        let deeper = |other: &Option<usize>| other.is_some_and(|other| depth(other) >= depth(k));
        let place = lowest[..n].partition_point(deeper);
        if place < ON_PLANE {
            n = (n + 1).min(ON_PLANE);
            lowest[place..n].rotate_right(1);
            lowest[place] = Some(k);
        }
    }
    // Each in the slot of its number or behind it, those below the plane first, so that most keep their slot.
    lowest.sort_unstable();
    let mut slots: [Option<usize>; ON_PLANE] = [None; ON_PLANE];
    let height = values(b.R.tr_mul(point - b.r));
    for is_below in [true, false] {
        let chosen = lowest.iter().flatten().filter(|k| (depth(**k) > down.dot(height)) == is_below);
        for k in chosen {
            if let Some(slot) = (0..ON_PLANE).map(|step| (k + step) % ON_PLANE).find(|slot| slots[*slot].is_none()) {
                slots[slot] = Some(*k);
            }
        }
    }
    slots.iter().flatten().for_each(|k| tell(touch(&surface.corners[*k])));
}

/// How many points of contact there are with a sphere.
pub(super) fn n_of_sphere(surface: &Surface) -> usize {
    if surface.is_convex() { 1 } else { OF_SPHERE }
}

pub(super) fn sphere<S: Real>(
    surface: &Surface,
    a: &Pose<S>,
    sphere: &Sphere,
    b: &Pose<S>,
    tell: &mut dyn FnMut(Touch<S>),
) {
    let ball = Ball { center: b.point(Vec3::constant(sphere.center)), radius: sphere.radius };
    match surface.is_convex() {
        true => tell(ball.on_convex(surface, a)),
        false => {
            ball.slots(surface, a).tell(tell);
        }
    }
}

/// A sphere in the world.
pub(super) struct Ball<S> {
    pub(super) center: Vec3<S>,
    pub(super) radius: f64,
}

impl<S: Real> Ball<S> {
    /// Its middle in the axes of a body.
    fn local(&self, pose: &Pose<S>) -> Vec3 {
        values(pose.R.tr_mul(self.center - pose.r))
    }

    /// The touch with a point of a surface, or the line along an edge of it.
    fn beyond(&self, nearest: Vec3<S>) -> Touch<S> {
        round::balls([nearest, self.center], [0.0, self.radius])
    }

    fn on_facet(&self, facet: &Facet, pose: &Pose<S>) -> Touch<S> {
        let normal = pose.R * Vec3::constant(facet.normal);
        let distance = normal.dot(self.center - pose.r) - S::from(facet.offset);
        Touch::new(self.center - normal * distance, normal, distance - self.radius)
    }

    fn on_edge(&self, edge: &Edge, pose: &Pose<S>) -> Touch<S> {
        let [from, to] = [edge.from, edge.to].map(|end| pose.point(Vec3::constant(end)));
        let along = to - from;
        let part = (self.center - from).dot(along) / along.dot(along);
        self.beyond(from + along * part)
    }

    fn on_corner(&self, corner: &Corner, pose: &Pose<S>) -> Touch<S> {
        self.beyond(pose.point(Vec3::constant(corner.at)))
    }

    /// The touch with a feature, where it is nearest among its neighbours.
    fn on(&self, feature: Feature, surface: &Surface, pose: &Pose<S>, local: Vec3) -> Option<Touch<S>> {
        let margin = ROUNDING * surface.bound.radius;
        match feature {
            Feature::Facet(k) => {
                let facet = &surface.facets[k];
                let height = facet.normal.dot(local) - facet.offset;
                let counts = height > -facet.limit && facet.contains(local, margin);
                counts.then(|| self.on_facet(facet, pose))
            }
            Feature::Edge(k) => {
                let edge = &surface.edges[k];
                let (along, away) = (edge.to - edge.from, local - edge.from);
                let part = away.dot(along) / along.dot(along);
                let from_edge = away - part * along;
                let slack = margin / along.norm();
                let is_within = -slack <= part && part <= 1.0 + slack;
                let counts = is_within && from_edge != Vec3::ZERO && edge.sees(from_edge);
                counts.then(|| self.on_edge(edge, pose))
            }
            Feature::Corner(k) => {
                let corner = &surface.corners[k];
                let (away, spokes) = (local - corner.at, surface.spokes(corner));
                let sees = |spoke: &Vec3| away.dot(*spoke) <= ROUNDING * away.norm();
                let counts = away != Vec3::ZERO && !spokes.is_empty() && spokes.iter().all(sees);
                counts.then(|| self.on_corner(corner, pose))
            }
        }
    }

    /// Its touches with a surface that may not be convex.
    pub(super) fn slots(&self, surface: &Surface, pose: &Pose<S>) -> Slots<S, OF_SPHERE> {
        let mut slots = Slots::new(self.apart(surface, pose), Meeting::Same, self.radius);
        let local = self.local(pose);
        let reach = Vec3([(1.0 + MARGIN) * self.radius; 3]);
        surface.find_near(local - reach, local + reach, &mut |feature| {
            if let Some(touch) = self.on(feature, surface, pose, local) {
                slots.add(touch, feature.number());
            }
        });
        slots
    }

    /// The only touch with a convex one: from outside, that with the nearest feature; from inside, with the nearest
    /// facet.
    pub(super) fn on_convex(&self, surface: &Surface, pose: &Pose<S>) -> Touch<S> {
        let local = self.local(pose);
        let height = |facet: &Facet| facet.normal.dot(local) - facet.offset;
        let facets = &surface.facets;
        let highest =
            (0..facets.len()).fold(0, |best, k| if height(&facets[k]) > height(&facets[best]) { k } else { best });
        if height(&facets[highest]) <= 0.0 {
            return self.on_facet(&facets[highest], pose);
        }
        let mut nearest: Option<Touch<S>> = None;
        let mut consider = |touch: Option<Touch<S>>| {
            if let Some(touch) = touch.filter(|touch| nearest.is_none_or(|best| value(touch.gap) > value(best.gap))) {
                nearest = Some(touch);
            }
        };
        // One of them is in front of the surface, all others are behind their facets.
        (0..facets.len()).for_each(|k| consider(self.on(Feature::Facet(k), surface, pose, local)));
        (0..surface.edges.len()).for_each(|k| consider(self.on(Feature::Edge(k), surface, pose, local)));
        (0..surface.corners.len()).for_each(|k| consider(self.on(Feature::Corner(k), surface, pose, local)));
        nearest.unwrap_or_else(|| self.on_facet(&facets[highest], pose))
    }

    /// For a ball that is not near the surface: a gap that is not larger than its distance.
    pub(super) fn apart(&self, surface: &Surface, pose: &Pose<S>) -> Touch<S> {
        let center = pose.point(Vec3::constant(surface.bound.center));
        let between = values(self.center - center);
        let direction = between.unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
        Touch::new(self.center, Vec3::constant(direction), S::from(MARGIN * self.radius))
    }
}
