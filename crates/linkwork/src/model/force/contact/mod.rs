//! Contact of two bodies: one element for a pair of solids fixed on them.
//!
//! A pair has a fixed number of points ([`touch`]), each with a load across the surfaces and friction along them
//! ([`law`]). Its coordinates are, point by point, the gap, and, where there is friction, one (planar) or two
//! (spatial) velocities of sliding, which are derivatives of no coordinate.

mod against_sphere;
mod blocks;
mod capsules;
mod convex;
mod law;
mod meshes;
mod on_plane;
mod on_surface;
mod pair;
mod round;
mod slots;
mod solid;
mod surface;
mod touch;

#[cfg(test)]
mod tests;

pub use law::{ContactLaw, Loss, Sliding};
pub use solid::{Block, Capsule, Cylinder, Plane, Solid, Sphere};
pub use surface::Surface;

use super::{Attachment, Drawing, Ends, ForceType, Hold, Loads, Measured, Parameter, Row, Surroundings};
use crate::ids::BodyId;
use crate::model::{Joint, Space};
use crate::spatial::{Pose, Real, Vec3, Wrench};
use pair::Ordered;
use touch::{Touch, across, value, values};

/// Pairs whose bounding spheres are farther apart than this part of their radii are not looked at. The margin is for
/// integrators that carry gaps beside the motion.
const MARGIN: f64 = 0.1;

/// Contact between a solid on one body and a solid on another.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Contact {
    /// Unique.
    pub name: String,
    /// First and second body.
    pub bodies: [BodyId; 2],
    /// The solid on each.
    pub solids: [Solid; 2],
    /// Loads.
    pub law: ContactLaw,
    /// Whether bodies move in the plane.
    pub is_planar: bool,
    /// Whether results have its columns.
    pub has_columns: bool,
}

/// A point of contact with its loads.
struct Acting<S> {
    touch: Touch<S>,
    /// ṡ.
    rate: S,
    /// Along the direction of the point.
    load: S,
    /// Size of the direction: the pressure is that times the load.
    length: S,
    tangents: [Vec3<S>; 2],
    /// Velocity of sliding along these.
    slip: [S; 2],
}

impl<S: Real> Acting<S> {
    /// The pressure between the surfaces.
    fn pressure(&self) -> S {
        self.load * self.length
    }
}

impl Contact {
    /// Whether contact between two such solids is known.
    pub(in crate::model) fn is_known(solids: [&Solid; 2]) -> bool {
        Ordered::find(solids).is_some()
    }

    fn poses<S: Real>(&self, now: &impl Surroundings<S>) -> [Pose<S>; 2] {
        self.bodies.map(|body| now.pose(body))
    }

    /// Whether the solids are too far apart to touch, by spheres around them.
    #[inline]
    fn is_far<S: Real>(&self, poses: &[Pose<S>; 2]) -> bool {
        self.distance_of_bounds(poses) > 0.0
    }

    /// How far spheres around the solids are apart, beyond a margin; negative where they may be near, or where a solid
    /// has no such sphere and is no plane.
    #[inline]
    fn distance_of_bounds<S: Real>(&self, poses: &[Pose<S>; 2]) -> f64 {
        let center = |k: usize, center: Vec3| values(poses[k].point(Vec3::constant(center)));
        match [self.solids[0].bound(), self.solids[1].bound()] {
            [Some(a), Some(b)] => {
                let (between, reach) = (center(1, b.center) - center(0, a.center), a.radius + b.radius);
                between.norm() - (1.0 + MARGIN) * reach
            }
            [Some(bound), None] | [None, Some(bound)] => {
                let k = usize::from(self.solids[0].bound().is_some());
                let Solid::Plane(plane) = &self.solids[k] else { return -1.0 };
                let normal = values(poses[k].R * Vec3::constant(plane.normal));
                let height = normal.dot(center(1 - k, bound.center) - center(k, plane.point));
                height - (1.0 + MARGIN) * bound.radius
            }
            [None, None] => -1.0,
        }
    }

    /// Rows of a point.
    fn rows_per_point(&self) -> usize {
        match (self.law.friction, self.is_planar) {
            (None, _) => 1,
            (Some(_), true) => 2,
            (Some(_), false) => 3,
        }
    }

    fn n_points(&self) -> usize {
        Ordered::find([&self.solids[0], &self.solids[1]]).map_or(0, |ordered| ordered.pair.n_points())
    }

    fn touches<S: Real>(&self, poses: &[Pose<S>; 2], tell: &mut dyn FnMut(Touch<S>)) {
        if let Some(ordered) = Ordered::find([&self.solids[0], &self.solids[1]]) {
            ordered.touches([&poses[0], &poses[1]], tell);
        }
    }

    /// Tells all points with their loads.
    fn points<S: Real>(&self, now: &impl Surroundings<S>, poses: &[Pose<S>; 2], mut tell: impl FnMut(Acting<S>)) {
        let (n, mut row) = (self.rows_per_point(), 0);
        self.touches(poses, &mut |touch| {
            let relative = poses[1].velocity_at(touch.point) - poses[0].velocity_at(touch.point);
            let rate = touch.direction.dot(relative);
            let load = self.law.load(now.stretch(row, touch.gap), now.stretch_rate(row, rate)) * touch.share;
            let length = touch.direction.norm();
            let mut tangents = [Vec3::zero(); 2];
            let mut slip = [S::from(0.0); 2];
            if n > 1 {
                tangents = self.tangents(touch.direction * (S::from(1.0) / length));
                slip = [0, 1].map(|k| tangents[k].dot(relative));
                (0..n - 1).for_each(|k| slip[k] = now.stretch_rate(row + 1 + k, slip[k]));
            }
            row += n;
            tell(Acting { touch, rate, load, length, tangents, slip });
        });
    }

    /// Unit vectors along the surfaces; in the plane the second one does not count.
    fn tangents<S: Real>(&self, normal: Vec3<S>) -> [Vec3<S>; 2] {
        if self.is_planar {
            return [Vec3([-normal[1], normal[0], S::from(0.0)]), Vec3::zero()];
        }
        across(normal)
    }

    /// The force of a point on the second body.
    fn force<S: Real>(&self, acting: &Acting<S>) -> Vec3<S> {
        let force = acting.touch.direction * acting.load;
        let Some(sliding) = &self.law.friction else { return force };
        let [first, second] = sliding.force(acting.pressure(), acting.slip);
        force + acting.tangents[0] * first + acting.tangents[1] * second
    }

    /// The torque against rolling on the second body.
    fn rolling_torque<S: Real>(&self, acting: &Acting<S>, poses: &[Pose<S>; 2]) -> Vec3<S> {
        let Some(sliding) = self.law.friction.as_ref().filter(|_| self.law.rolling > 0.0) else { return Vec3::zero() };
        let relative = poses[1].w - poses[0].w;
        let normal = acting.touch.direction * (S::from(1.0) / acting.length);
        let along = relative - normal * normal.dot(relative);
        sliding.torque(acting.pressure(), self.law.rolling, along)
    }
}

impl ForceType for Contact {
    const WORD: &'static str = "contact";

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        self.bodies.iter_mut().for_each(|body| visit(Parameter::Body(body)));
        self.solids.iter_mut().for_each(|solid| solid.parameters(visit));
        self.law.parameters(visit);
        visit(Parameter::Flag(self.has_columns));
    }

    fn ends(&self, _: &[Joint]) -> Ends {
        let [first, second] = [0, 1].map(|k| Attachment { body: self.bodies[k], point: self.solids[k].middle() });
        Ends { first, second: Some(second) }
    }

    /// Always: loads of boxes on boxes are no gradients of the energy that they store.
    fn may_change_energy(&self) -> bool {
        true
    }

    fn drawing(&self) -> Drawing {
        let on_ground = |k: &usize| self.bodies[*k].is_ground();
        let plane = (0..2).filter(on_ground).find_map(|k| match self.solids[k] {
            Solid::Plane(Plane { point, normal }) => Some([point, normal]),
            Solid::Block(_) | Solid::Cylinder(_) | Solid::Capsule(_) | Solid::Sphere(_) | Solid::Surface(_) => None,
        });
        Drawing { plane, ..Drawing::new(usize::from(plane.is_some()), Hold::Nothing) }
    }

    fn quantities(space: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[
            Measured::new("fx", "force", "N"),
            Measured::new("fy", "force", "N"),
            Measured::new("fz", "force", "N"),
            Measured::new("depth", "depth", "m"),
            Measured::new("x", "position", "m"),
            Measured::new("y", "position", "m"),
            Measured::new("z", "position", "m"),
        ];
        const PLANAR: &[Measured] = &[ALL[0], ALL[1], ALL[3], ALL[4], ALL[5]];
        match space {
            Space::Planar => PLANAR,
            Space::Spatial => ALL,
        }
    }

    fn is_measured(&self) -> bool {
        self.has_columns
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let poses = self.poses(now);
        if self.is_far(&poses) {
            return;
        }
        let none = Wrench { force: Vec3::zero(), torque: Vec3::zero() };
        let mut sums: Option<[Wrench<S>; 2]> = None;
        self.points(now, &poses, |acting| {
            if acting.load.is_zero() {
                return;
            }
            let (force, point) = (self.force(&acting), acting.touch.point);
            let torque = self.rolling_torque(&acting, &poses);
            let sums = sums.get_or_insert([none; 2]);
            for (k, sign) in [(0, -1.0), (1, 1.0)] {
                let Wrench { force, torque: about } = poses[k].wrench_of(force * S::from(sign), point);
                sums[k] += Wrench { force, torque: about + torque * S::from(sign) };
            }
        });
        if let Some([first, second]) = sums {
            loads.add(self.bodies[1], second);
            loads.add(self.bodies[0], first);
        }
    }

    /// The integral of the load of bodies at rest.
    fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        let (poses, mut stored) = (self.poses(now), S::from(0.0));
        if !self.is_far(&poses) {
            self.touches(&poses, &mut |touch| stored += self.law.potential(touch.gap) * touch.share);
        }
        stored
    }

    fn n_switches(&self) -> usize {
        let Some(ordered) = Ordered::find([&self.solids[0], &self.solids[1]]) else { return 0 };
        match (ordered.pair.has_lasting_points(), self.law.is_clipped()) {
            (false, _) => 1,
            (true, false) => self.n_points(),
            (true, true) => 2 * self.n_points(),
        }
    }

    fn switches(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        let (poses, n) = (self.poses(now), self.n_switches());
        if self.is_far(&poses) {
            (0..n).for_each(|_| tell(1.0));
            return;
        }
        if n < self.n_points() {
            return self.gaps(now, tell);
        }
        self.points(now, &poses, |Acting { touch: Touch { gap, .. }, rate, .. }| {
            tell(gap);
            if self.law.is_clipped() {
                tell(self.law.unclipped(gap, rate));
            }
        });
    }

    fn n_rows(&self, _: Space) -> usize {
        self.n_points() * self.rows_per_point()
    }

    /// Friction depends on the pressure and on both velocities of sliding; here each row depends on its own alone, the
    /// others are numbers.
    fn rows<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        let poses = self.poses(now);
        let n = self.rows_per_point();
        let fixed = |x: S| S::from(value(x));
        self.points(now, &poses, |acting| {
            let Acting { touch: Touch { gap, direction, point, .. }, rate, load, .. } = acting;
            let row = |value: S, rate: S, load: S, along: Vec3<S>| Row {
                value,
                rate,
                load,
                bodies: self.bodies,
                wrenches: [poses[0].wrench_of(-along, point), poses[1].wrench_of(along, point)],
            };
            tell(row(gap, rate, load, direction));
            let Some(sliding) = &self.law.friction else { return };
            let relative = poses[1].velocity_at(point) - poses[0].velocity_at(point);
            for k in 0..n - 1 {
                let mut slip = acting.slip.map(fixed);
                slip[k] = acting.slip[k];
                let friction = sliding.force(fixed(acting.pressure()), slip)[k];
                let along = acting.tangents[k];
                tell(row(S::from(0.0), along.dot(relative), friction, along));
            }
        });
    }

    /// Rows of one point.
    fn rows_together(&self, _: Space) -> usize {
        self.rows_per_point()
    }

    fn n_gaps(&self) -> usize {
        let ordered = Ordered::find([&self.solids[0], &self.solids[1]]);
        ordered.map_or(0, |ordered| if ordered.pair.has_lasting_points() { ordered.pair.n_points() } else { 1 })
    }

    /// The gap of each point; where points come and go, the least gap of those that have a share, or that of the last
    /// one. Solids whose bounding spheres are apart have the distance of these, which is not more than theirs.
    fn gaps(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        let Some(ordered) = Ordered::find([&self.solids[0], &self.solids[1]]) else { return };
        let (n, lasting, poses) = (self.rows_per_point(), ordered.pair.has_lasting_points(), self.poses(now));
        let apart = self.distance_of_bounds(&poses);
        if apart > 0.0 {
            (0..self.n_gaps()).for_each(|_| tell(apart));
            return;
        }
        let (mut row, mut least, mut last) = (0, f64::INFINITY, f64::INFINITY);
        ordered.touches([&poses[0], &poses[1]], &mut |touch| {
            last = now.stretch(row, touch.gap);
            row += n;
            if lasting {
                tell(last);
            } else if touch.share > 0.0 {
                least = least.min(last);
            }
        });
        if !lasting {
            tell(if least.is_finite() { least } else { last });
        }
    }

    /// The force on the second body, the largest depth, and where the force acts; without one, where the solids are
    /// nearest.
    fn measure<S: Real>(&self, space: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        let poses = self.poses(now);
        let (mut force, mut pressures, mut place) = (Vec3::zero(), S::from(0.0), Vec3::zero());
        let mut nearest: Option<Touch<S>> = None;
        self.points(now, &poses, |acting| {
            force += self.force(&acting);
            pressures += acting.pressure();
            place += acting.touch.point * acting.pressure();
            // Points without a share count only where no other does.
            let order = |touch: &Touch<S>| (value(touch.share) <= 0.0, value(touch.gap));
            if nearest.is_none_or(|other| order(&acting.touch) < order(&other)) {
                nearest = Some(acting.touch);
            }
        });
        let (depth, near) = nearest.map_or((S::from(0.0), Vec3::zero()), |touch| (-touch.gap, touch.point));
        let place = if value(pressures) > 0.0 { place * (S::from(1.0) / pressures) } else { near };
        match space {
            Space::Planar => tell(&[force[0], force[1], depth, place[0], place[1]]),
            Space::Spatial => tell(&[force[0], force[1], force[2], depth, place[0], place[1], place[2]]),
        }
    }
}
