//! `torsion`: torsion spring, damper and motor about a joint's axis, from the law in the joint's angle q.

use super::along::Along;
use super::law::Law;
use super::turning::Turning;
use super::{Drawing, Ends, Expression, ForceReader, ForceType, Loads, Measured, Parameter, Row, Surroundings};
use crate::ids::JointId;
use crate::model::file::ForceEntry;
use crate::model::file::dimension::{Dimension, Measure};
use crate::model::{Joint, Space};
use crate::spatial::{Real, Vec3, Wrench};

/// Torsion spring, damper and motor on a joint's angle q, acting on the second body about the axis:
/// −k (q − q₀) − c q̇ + torque.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Torsion {
    /// Unique.
    pub name: String,
    /// A revolute, cylindrical or screw joint.
    pub joint: JointId,
    /// k (N·m/rad).
    pub stiffness: f64,
    /// c (N·m·s/rad).
    pub damping: f64,
    /// Free angle q₀ (rad).
    pub angle: f64,
    /// Motor torque (N·m).
    pub torque: Option<Expression>,
}

impl Torsion {
    fn load<S: Real>(&self, now: &impl Surroundings<S>, joint: &Turning<S>) -> S {
        self.law(now).load(now.stretch(0, joint.angle), now.stretch_rate(0, joint.rate))
    }

    fn law<S: Real>(&self, now: &impl Surroundings<S>) -> Law<'static, S> {
        Law::new(self.stiffness, self.damping, self.angle).with_actuator(self.torque.as_ref(), now)
    }
}

impl ForceType for Torsion {
    const WORD: &'static str = "torsion";
    const KEYS: &'static [&'static str] = &["joint", "stiffness", "damping", "angle", "torque"];
    const OWN_MEASURES: &'static [(&'static str, Measure)] = &[
        ("stiffness", Measure::One(Dimension::TORSIONAL_STIFFNESS)),
        ("damping", Measure::One(Dimension::TORSIONAL_DAMPING)),
    ];

    fn read(r: &mut ForceReader) -> Option<Self> {
        let stiffness = r.coefficient("stiffness", &r.entry.stiffness);
        let damping = r.coefficient("damping", &r.entry.damping);
        let angle = r.finite("angle", r.entry.angle).unwrap_or(0.0);
        let torque = r.entry.torque.as_ref().map(|torque| r.expression("torque", torque));
        let Some(name) = &r.entry.joint else {
            r.missing("joint", "the name of a revolute, cylindrical or screw joint");
            return None;
        };
        let (joint, kind) = r.joint(name)?;
        if !kind.turns() {
            let message = format!(
                "joint '{name}' is {}; a torsion spring turns about a revolute, cylindrical or screw joint",
                kind.word()
            );
            r.fault("joint", message);
        }
        Some(Torsion { name: r.name(), joint, stiffness, damping, angle, torque })
    }

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Joint(&mut self.joint));
        visit(Parameter::Numbers(&[self.stiffness, self.damping, self.angle]));
        visit(Parameter::Expression(self.torque.as_mut()));
    }

    fn ends(&self, joints: &[Joint]) -> Ends {
        Along(self.joint).ends(joints)
    }

    fn joint(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn may_change_energy(&self) -> bool {
        self.damping != 0.0 || self.torque.is_some()
    }

    fn drawing(&self) -> Drawing {
        Along::DRAWING
    }

    fn quantities(_: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[
            Measured::new("angle", "angle", "rad"),
            Measured::new("rate", "angular velocity", "rad/s"),
            Measured::new("torque", "torque", "N·m"),
        ];
        ALL
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let joint = now.turning(self.joint);
        let load = self.load(now, &joint);
        loads.add(joint.second, Wrench { force: Vec3::zero(), torque: joint.axis * load });
        loads.add_torque(joint.first, joint.axis * -load, Vec3::constant(joint.axis_in_first) * -load);
    }

    /// ½ k (q − q₀)²
    fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        self.law(now).potential(now.turning(self.joint).angle)
    }

    fn n_rows(&self, _: Space) -> usize {
        1
    }

    fn rows<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        let joint = now.turning(self.joint);
        let wrenches = [-joint.axis, joint.axis].map(|torque| Wrench { force: Vec3::zero(), torque });
        let bodies = [joint.first, joint.second];
        tell(Row { value: joint.angle, rate: joint.rate, load: self.load(now, &joint), bodies, wrenches });
    }

    fn measure<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        let joint = now.turning(self.joint);
        tell(&[joint.angle, joint.rate, self.load(now, &joint)]);
    }
}

impl ForceEntry {
    /// A torsion spring, damper or motor on the angle of a joint.
    pub fn torsion(joint: impl Into<String>) -> Self {
        ForceEntry::new(Torsion::WORD).joint(joint)
    }
}
