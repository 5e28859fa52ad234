//! `spring`: spring, damper and actuator along the line between two points, from the law in the length l.

use super::law::Law;
use super::{
    Attachment, Characteristic, Drawing, Ends, Expression, ForceReader, ForceType, Hold, Loads, Measured, Parameter,
    Row, Surroundings,
};
use crate::model::file::{ForceEntry, Place};
use crate::model::{Joint, Space};
use crate::spatial::{Pose, Real, Vec3, Wrench};

/// Spring, damper and actuator along the line between two points. Positive force pushes the points apart:
/// −k (l − l₀) − c l̇ + force.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Spring {
    /// Unique.
    pub name: String,
    /// Point on the first body.
    pub first: Attachment,
    /// Point on the second body.
    pub second: Attachment,
    /// k (N/m).
    pub stiffness: f64,
    /// c (N·s/m).
    pub damping: f64,
    /// Free length l₀ (m).
    pub length: f64,
    /// Actuator force (N).
    pub force: Option<Expression>,
    /// A law that is not linear, or acts in one direction only.
    #[serde(default)]
    pub characteristic: Option<Box<Characteristic>>,
}

/// The line between the two points.
struct Line<S> {
    poses: [Pose<S>; 2],
    from: Vec3<S>,
    to: Vec3<S>,
    direction: Vec3<S>,
    length: S,
    rate: S,
}

impl Spring {
    /// `None` where the points coincide: there the line has no direction, and there is no force.
    fn find_line<S: Real>(&self, now: &impl Surroundings<S>) -> Option<Line<S>> {
        let poses = [now.pose(self.first.body), now.pose(self.second.body)];
        let [from, to] = self.points(&poses);
        let length = (to - from).norm();
        if length.is_zero() {
            return None;
        }
        let direction = (to - from) * (S::from(1.0) / length);
        let rate = direction.dot(poses[1].velocity_at(to) - poses[0].velocity_at(from));
        Some(Line { poses, from, to, direction, length, rate })
    }

    fn points<S: Real>(&self, [a, b]: &[Pose<S>; 2]) -> [Vec3<S>; 2] {
        [a.point(Vec3::constant(self.first.point)), b.point(Vec3::constant(self.second.point))]
    }

    fn load<S: Real>(&self, now: &impl Surroundings<S>, line: &Line<S>) -> S {
        self.law(now).load(now.stretch(0, line.length), now.stretch_rate(0, line.rate))
    }

    fn law<S: Real>(&self, now: &impl Surroundings<S>) -> Law<'_, S> {
        let linear = Law::new(self.stiffness, self.damping, self.length);
        linear.with(self.characteristic.as_deref()).with_actuator(self.force.as_ref(), now)
    }
}

impl ForceType for Spring {
    const WORD: &'static str = "spring";
    const KEYS: &'static [&'static str] =
        &["bodies", "first", "second", "stiffness", "damping", "length", "force", "acts"];

    fn read(r: &mut ForceReader) -> Option<Self> {
        let (stiffness, spring) = r.coefficient_or_curve("stiffness", &r.entry.stiffness);
        let (damping, damper) = r.coefficient_or_curve("damping", &r.entry.damping);
        let acts = r.acts();
        let other = Characteristic { spring, damper, acts };
        let characteristic = (!other.is_linear()).then(|| Box::new(other));
        let length = r.not_negative("length", r.entry.length);
        let force = r.entry.force.as_ref().map(|force| r.expression("force", force));
        let [first, second] = r.attachments()?;
        let length = length.unwrap_or_else(|| (r.place_of(second) - r.place_of(first)).norm());
        Some(Spring { name: r.name(), first, second, stiffness, damping, length, force, characteristic })
    }

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        self.first.parameters(visit);
        self.second.parameters(visit);
        visit(Parameter::Numbers(&[self.stiffness, self.damping, self.length]));
        visit(Parameter::Expression(self.force.as_mut()));
        if let Some(characteristic) = &self.characteristic {
            characteristic.parameters(visit);
        }
    }

    fn ends(&self, _: &[Joint]) -> Ends {
        Ends { first: self.first, second: Some(self.second) }
    }

    fn may_change_energy(&self) -> bool {
        let has_damper = self.characteristic.as_ref().is_some_and(|other| other.damper.is_some());
        self.damping != 0.0 || has_damper || self.force.is_some()
    }

    fn drawing(&self) -> Drawing {
        Drawing::new(2, Hold::Mount)
    }

    fn quantities(_: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[
            Measured::new("length", "length", "m"),
            Measured::new("rate", "velocity", "m/s"),
            Measured::new("force", "force", "N"),
        ];
        ALL
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let Some(line) = self.find_line(now) else { return };
        let [a, b] = line.poses;
        let force = line.direction * self.load(now, &line);
        loads.add(self.second.body, b.wrench_of(force, line.to));
        loads.add(self.first.body, a.wrench_of(-force, line.from));
    }

    /// ½ k (l − l₀)², or the integral of the characteristic.
    fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        let [from, to] = self.points(&[now.pose(self.first.body), now.pose(self.second.body)]);
        self.law(now).potential((to - from).norm())
    }

    fn n_switches(&self) -> usize {
        self.characteristic.as_ref().map_or(0, |characteristic| characteristic.n_switches())
    }

    fn switches(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        if let Some(characteristic) = &self.characteristic {
            let line = self.find_line(now).map(|line| [line.length - self.length, line.rate]);
            characteristic.switches([self.stiffness, self.damping], line.unwrap_or_default(), tell);
        }
    }

    fn n_rows(&self, _: Space) -> usize {
        1
    }

    fn rows<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        let (bodies, zero) = ([self.first.body, self.second.body], S::from(0.0));
        let still = Wrench { force: Vec3::zero(), torque: Vec3::zero() };
        let none = Row { value: zero, rate: zero, load: zero, bodies, wrenches: [still; 2] };
        tell(self.find_line(now).map_or(none, |line| {
            let [a, b] = line.poses;
            let wrenches = [a.wrench_of(-line.direction, line.from), b.wrench_of(line.direction, line.to)];
            Row { value: line.length, rate: line.rate, load: self.load(now, &line), bodies, wrenches }
        }));
    }

    fn n_gaps(&self) -> usize {
        self.characteristic.as_ref().map_or(0, |other| other.n_gaps())
    }

    fn gaps(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
        if let Some(other) = &self.characteristic {
            let length = self.find_line(now).map_or(0.0, |line| now.stretch(0, line.length));
            other.gaps(length - self.length, tell);
        }
    }

    fn measure<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        let line = self.find_line(now).map(|line| [line.length, line.rate, self.load(now, &line)]);
        tell(&line.unwrap_or([S::from(0.0); 3]));
    }
}

impl ForceEntry {
    /// A spring, damper or actuator between points of two bodies, each in its body's axes.
    pub fn spring(
        first: impl Into<String>,
        first_point: impl Into<Vec<f64>>,
        second: impl Into<String>,
        second_point: impl Into<Vec<f64>>,
    ) -> Self {
        let [first_point, second_point] = [first_point.into(), second_point.into()].map(Place::Point);
        ForceEntry::new(Spring::WORD).bodies([first.into(), second.into()]).first(first_point).second(second_point)
    }
}
