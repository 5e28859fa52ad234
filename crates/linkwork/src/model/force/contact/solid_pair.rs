//! Two solids on two bodies with the law of their contact: points, loads, rows and gaps of a pair, whether it is an
//! element of its own or one of a [group](super::ContactGroup).

use super::law::ContactLaw;
use super::pair::Ordered;
use super::solid::Solid;
use super::touch::{Touch, across, value, values};
use super::{Loads, MARGIN, Row, Surroundings, Variation, Varied};
use crate::ids::BodyId;
use crate::model::Space;
use crate::spatial::{Dual, Pose, Real, Vec3, Wrench};
use std::ops::{Add, Mul, Sub};

/// Directions along the surfaces in which sliding is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tangents {
    /// They follow from the normal.
    OfNormal,
    /// In space, the first one is that of the sliding: friction along each then depends on sliding along it alone.
    OfSliding,
}

/// Two solids that may touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidPair<'a> {
    /// First and second body.
    pub(crate) bodies: [BodyId; 2],
    /// The solid on each.
    pub(super) solids: [&'a Solid; 2],
    /// Loads.
    pub(super) law: &'a ContactLaw,
    /// Whether bodies move in the plane.
    pub(super) is_planar: bool,
}

/// Rows of a point of contact with friction in space: across the surfaces, and twice along them.
const SLIDING_IN_SPACE: usize = 3;

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

impl SolidPair<'_> {
    fn poses<S: Real>(&self, now: &impl Surroundings<S>) -> [Pose<S>; 2] {
        // One by one: through `map` they would be copied several times.
        [now.pose(self.bodies[0]), now.pose(self.bodies[1])]
    }

    /// Whether the solids are too far apart to touch, by spheres around them.
    #[inline]
    pub(super) fn is_far<S: Real>(&self, poses: &[Pose<S>; 2]) -> bool {
        self.distance_of_bounds(poses) > 0.0
    }

    /// How far spheres around the solids are apart, beyond a margin; negative where they may be near, or where a solid
    /// has no such sphere and is no plane.
    #[inline]
    pub(crate) fn distance_of_bounds<S: Real>(&self, poses: &[Pose<S>; 2]) -> f64 {
        let center = |k: usize, center: Vec3| values(poses[k].point(Vec3::constant(center)));
        match [self.solids[0].bound(), self.solids[1].bound()] {
            [Some(a), Some(b)] => {
                let (between, reach) = (center(1, b.center) - center(0, a.center), a.radius + b.radius);
                between.norm() - (1.0 + MARGIN) * reach
            }
            [Some(bound), None] | [None, Some(bound)] => {
                let k = usize::from(self.solids[0].bound().is_some());
                let Solid::Plane(plane) = self.solids[k] else { return -1.0 };
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
            (Some(_), false) => SLIDING_IN_SPACE,
        }
    }

    pub(super) fn n_points(&self) -> usize {
        Ordered::find(self.solids).map_or(0, |ordered| ordered.pair.n_points())
    }

    fn touches<S: Real>(&self, poses: &[Pose<S>; 2], tell: &mut dyn FnMut(Touch<S>)) {
        if let Some(ordered) = Ordered::find(self.solids) {
            ordered.touches([&poses[0], &poses[1]], tell);
        }
    }

    /// Tells all points with their loads.
    fn points<S: Real>(&self, now: &impl Surroundings<S>, poses: &[Pose<S>; 2], tell: impl FnMut(Acting<S>)) {
        self.points_along(Tangents::OfNormal, now, poses, tell);
    }

    fn points_along<S: Real>(
        &self,
        along: Tangents,
        now: &impl Surroundings<S>,
        poses: &[Pose<S>; 2],
        mut tell: impl FnMut(Acting<S>),
    ) {
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
                if n == SLIDING_IN_SPACE && along == Tangents::OfSliding {
                    let turn = direction_of(slip.map(value)).map(S::from);
                    tangents = turned(tangents, turn);
                    slip = turned(slip, turn);
                }
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

    /// Adds the wrenches of its loads.
    pub(crate) fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
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
    pub(crate) fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        let (poses, mut stored) = (self.poses(now), S::from(0.0));
        if !self.is_far(&poses) {
            self.touches(&poses, &mut |touch| stored += self.law.potential(touch.gap) * touch.share);
        }
        stored
    }

    /// How many functions [`switches`](Self::switches) tells.
    pub(crate) fn n_switches(&self) -> usize {
        let Some(ordered) = Ordered::find(self.solids) else { return 0 };
        match (ordered.pair.has_lasting_points(), self.law.is_clipped()) {
            (false, _) => 1,
            (true, false) => self.n_points(),
            (true, true) => 2 * self.n_points(),
        }
    }

    /// Tells functions at the sign of which its load switches.
    pub(crate) fn switches(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
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

    /// How many rows [`rows`](Self::rows) tells.
    pub(crate) fn n_rows(&self) -> usize {
        self.n_points() * self.rows_per_point()
    }

    /// Tells the rows of all points.
    pub(crate) fn rows<S: Real>(&self, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        self.rows_along(Tangents::OfNormal, now, tell);
    }

    /// Friction depends on the pressure and on both velocities of sliding; here each row depends on its own alone, the
    /// others are numbers.
    fn rows_along<S: Real>(&self, along: Tangents, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        let poses = self.poses(now);
        let n = self.rows_per_point();
        self.points_along(along, now, &poses, |acting| {
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
                let friction = sliding.component(value(acting.pressure()), acting.slip, k);
                let along = acting.tangents[k];
                tell(row(S::from(0.0), along.dot(relative), friction, along));
            }
        });
    }

    /// Tells the rates of these rows alone, without their loads.
    pub(crate) fn rates(&self, now: &impl Surroundings<f64>, tell: &mut impl FnMut(f64)) {
        let (poses, n) = (self.poses(now), self.rows_per_point());
        self.touches(&poses, &mut |Touch { point, direction, .. }| {
            let relative = poses[1].velocity_at(point) - poses[0].velocity_at(point);
            tell(direction.dot(relative));
            if n > 1 {
                let tangents = self.tangents(direction * (1.0 / direction.norm()));
                tangents[..n - 1].iter().for_each(|tangent| tell(tangent.dot(relative)));
            }
        });
    }

    /// Tells these rows with the derivatives of their loads by s and ṡ. In space, those of friction are turned as by
    /// [`turn_along`].
    pub(crate) fn tangents_of_rows(&self, now: &impl Surroundings<f64>, tell: &mut impl FnMut(Row, [f64; 2])) {
        let now = Varied { now, variation: Variation::Rows, apart: None };
        self.rows_along(Tangents::OfSliding, &now, &mut |row: Row<Dual<2>>| tell(row.primal(), row.load.rates));
    }

    /// Whether a point has two rows along the surfaces.
    pub(crate) fn slides_in_space(&self) -> bool {
        self.rows_per_point() == SLIDING_IN_SPACE
    }

    /// The depth down to which the load takes a part of the energy with which surfaces meet at this speed, the inverse
    /// of whose mass is given.
    pub(crate) fn depth_of(&self, part: f64, speed: f64, inverse_mass: f64) -> f64 {
        self.law.depth_of(part * 0.5 * speed * speed / inverse_mass, speed)
    }

    /// Rows of one point.
    pub(crate) fn rows_together(&self) -> usize {
        self.rows_per_point()
    }

    /// How many gaps [`gaps`](Self::gaps) tells.
    pub(crate) fn n_gaps(&self) -> usize {
        let ordered = Ordered::find(self.solids);
        ordered.map_or(0, |ordered| if ordered.pair.has_lasting_points() { ordered.pair.n_points() } else { 1 })
    }

    /// The gap of each point; where points come and go, the least gap of those that have a share, or that of the last
    /// one. Solids whose bounding spheres are apart have the distance of these, which is not more than theirs.
    pub(crate) fn gaps(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        let Some(ordered) = Ordered::find(self.solids) else { return };
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
    pub(super) fn measure<S: Real>(&self, space: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
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

/// Turns numbers by row of a contact with friction in space, point by point: those along the surfaces become those
/// along the sliding and across it. `rates` are the velocities of all rows.
pub(crate) fn turn_along(rates: &[f64], by_row: &mut [f64]) {
    for (point, rates) in by_row.as_chunks_mut().0.iter_mut().zip(rates.as_chunks().0) {
        let ([_, first, second], [_, x, y]): (&mut [f64; SLIDING_IN_SPACE], &[f64; SLIDING_IN_SPACE]) = (point, rates);
        [*first, *second] = turned([*first, *second], direction_of([*x, *y]));
    }
}

/// The unit vector along another one; the first axis where that is zero.
fn direction_of([x, y]: [f64; 2]) -> [f64; 2] {
    let length = x.hypot(y);
    if length > 0.0 { [x / length, y / length] } else { [1.0, 0.0] }
}

/// Parts along a direction and across it.
fn turned<S: Copy, T>([a, b]: [T; 2], [cos, sin]: [S; 2]) -> [T; 2]
where
    T: Copy + Mul<S, Output = T> + Add<Output = T> + Sub<Output = T>,
{
    [a * cos + b * sin, b * cos - a * sin]
}
