//! `plane_spring`: spring and damper between a point of a body and a plane of the world, along the plane's normal n.
//!
//! The coordinate of the law is the height h = n·(P − P₀) of the point above the plane, so the force along n is
//! k·depth + c·(rate of depth). A unilateral spring acts below the plane only, and never pulls: a damper would do so
//! while the point leaves.

use super::law::Law;
use super::{Attachment, Drawing, Ends, ForceReader, ForceType, Hold, Loads, Measured, Parameter, Row, Surroundings};
use crate::ids::BodyId;
use crate::model::check::Item;
use crate::model::file::{ForceEntry, FrameEntry};
use crate::model::{Joint, Space};
use crate::spatial::{Pose, Real, Vec3, Wrench};

/// A spring and damper between a point of a body and a plane in the world, along the plane's normal.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct PlaneSpring {
    /// Unique.
    pub name: String,
    /// The point.
    pub at: Attachment,
    /// A point of the plane, in the world.
    pub plane_point: Vec3,
    /// Unit normal, towards the free side.
    pub plane_normal: Vec3,
    /// N/m.
    pub stiffness: f64,
    /// N·s/m.
    pub damping: f64,
    /// Only pushes, and only while the point is below the plane.
    pub unilateral: bool,
}

impl PlaneSpring {
    /// Height of the point above the plane, its rate, and the force along the normal.
    fn calc_load<S: Real>(&self, now: &impl Surroundings<S>, pose: &Pose<S>) -> [S; 3] {
        let (point, zero) = (self.point(pose), S::from(0.0));
        let (height, rate) = (self.height(point), self.normal().dot(pose.velocity_at(point)));
        let (depth, speed) = (now.stretch(0, height), now.stretch_rate(0, rate));
        let load = Law::<S>::new(self.stiffness, self.damping, 0.0).load(depth, speed);
        let pushing = || zero.select_up_to(depth, zero, load.select_below(zero, zero, load));
        [height, rate, if self.unilateral { pushing() } else { load }]
    }

    fn point<S: Real>(&self, pose: &Pose<S>) -> Vec3<S> {
        pose.point(Vec3::constant(self.at.point))
    }

    fn normal<S: Real>(&self) -> Vec3<S> {
        Vec3::constant(self.plane_normal)
    }

    fn height<S: Real>(&self, point: Vec3<S>) -> S {
        self.normal().dot(point - Vec3::constant(self.plane_point))
    }
}

impl ForceType for PlaneSpring {
    const WORD: &'static str = "plane_spring";
    const KEYS: &'static [&'static str] = &["body", "point", "plane", "stiffness", "damping", "unilateral"];

    fn read(r: &mut ForceReader) -> Option<Self> {
        let at = r.attachment();
        if r.entry.stiffness.is_none() {
            r.missing("stiffness", "in N/m");
        }
        let stiffness = r.coefficient("stiffness", &r.entry.stiffness);
        let damping = r.coefficient("damping", &r.entry.damping);
        let Some(plane) = &r.entry.plane else {
            r.missing("plane", "{ point = [..], normal = [..] }, in the world");
            return None;
        };
        let path = format!("{}.plane", r.item.path);
        let item = Item { lines: &plane.lines, path: &path };
        let check = r.check();
        if plane.axis.is_some() {
            check.fault(item, "axis", "a plane has no `axis`; its direction is `normal`");
        }
        if plane.normal.is_none() {
            check.missing(item, "normal", "the direction out of the plane, towards the free side");
        }
        let plane_point = check.vector(item, "point", plane.point.as_ref()).unwrap_or_default();
        let plane_normal = check.direction(item, "normal", plane.normal.as_ref())?;
        let unilateral = r.entry.unilateral.unwrap_or(true);
        Some(PlaneSpring { name: r.name(), at: at?, plane_point, plane_normal, stiffness, damping, unilateral })
    }

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        self.at.parameters(visit);
        visit(Parameter::Vector(&mut self.plane_point));
        visit(Parameter::Vector(&mut self.plane_normal));
        visit(Parameter::Numbers(&[self.stiffness, self.damping]));
        visit(Parameter::Flag(self.unilateral));
    }

    fn ends(&self, _: &[Joint]) -> Ends {
        Ends::one(self.at)
    }

    fn may_change_energy(&self) -> bool {
        self.damping != 0.0
    }

    /// One that pulls too is a spring, no floor.
    fn drawing(&self) -> Drawing {
        let plane = self.unilateral.then_some([self.plane_point, self.plane_normal]);
        Drawing { plane, ..Drawing::new(1, Hold::Touch) }
    }

    fn quantities(_: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[
            Measured::new("depth", "depth", "m"),
            Measured::new("rate", "velocity", "m/s"),
            Measured::new("force", "force", "N"),
        ];
        ALL
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let pose = now.pose(self.at.body);
        let [_, _, force] = self.calc_load(now, &pose);
        let wrench = match force.is_zero() {
            true => Wrench { force: Vec3::zero(), torque: Vec3::zero() },
            false => pose.wrench_of(self.normal() * force, self.point(&pose)),
        };
        loads.add(self.at.body, wrench);
    }

    /// ½ k h² where the spring acts.
    fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        let height = self.height(self.point(&now.pose(self.at.body)));
        let (stored, zero) = (Law::<S>::new(self.stiffness, self.damping, 0.0).potential(height), S::from(0.0));
        if self.unilateral { zero.select_up_to(height, zero, stored) } else { stored }
    }

    fn n_switches(&self) -> usize {
        if self.unilateral { 2 } else { 0 }
    }

    fn switches(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        if self.unilateral {
            let pose = now.pose(self.at.body);
            let point = self.point(&pose);
            let (height, rate) = (self.height(point), self.normal().dot(pose.velocity_at(point)));
            let load = Law::<f64>::new(self.stiffness, self.damping, 0.0).load(height, rate);
            tell(height);
            tell(if height < 0.0 { load } else { 1.0 });
        }
    }

    fn n_rows(&self, _: Space) -> usize {
        1
    }

    fn rows<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        let pose = now.pose(self.at.body);
        let [value, rate, load] = self.calc_load(now, &pose);
        let still = Wrench { force: Vec3::zero(), torque: Vec3::zero() };
        let wrenches = [pose.wrench_of(self.normal(), self.point(&pose)), still];
        tell(Row { value, rate, load, bodies: [self.at.body, BodyId::GROUND], wrenches });
    }

    fn n_gaps(&self) -> usize {
        usize::from(self.unilateral)
    }

    fn gaps(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        if self.unilateral {
            tell(now.stretch(0, self.height(self.point(&now.pose(self.at.body)))));
        }
    }

    fn measure<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        let [height, rate, force] = self.calc_load(now, &now.pose(self.at.body));
        tell(&[-height, -rate, force]);
    }
}

impl ForceEntry {
    /// A spring between a body and a plane of the world.
    pub fn plane_spring(body: impl Into<String>, point: impl Into<Vec<f64>>, normal: impl Into<Vec<f64>>) -> Self {
        ForceEntry::new(PlaneSpring::WORD).body(body).plane(FrameEntry::at(point).normal(normal))
    }
}
