//! `actuator`: a load along or about a joint's coordinate, given as a function of time or of the state.

use super::along::{Along, add_load, row};
use super::{Drawing, Ends, Expression, ForceReader, ForceType, Loads, Measured, Parameter, Row, Surroundings};
use crate::ids::JointId;
use crate::model::file::dimension::Measure;
use crate::model::file::{ForceEntry, Scalar};
use crate::model::{Joint, Space};
use crate::spatial::Real;

/// A generalised force on a coordinate of a joint: N along a travel or length, N·m about an angle.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Actuator {
    /// Unique.
    pub name: String,
    /// A joint that has a coordinate.
    pub joint: JointId,
    /// Which of the joint's coordinates.
    pub which: usize,
    /// Positive where it drives the coordinate up.
    pub load: Expression,
}

impl ForceType for Actuator {
    const WORD: &'static str = "actuator";
    const KEYS: &'static [&'static str] = &["joint", "coordinate", "load"];
    // By the joint, which is known later only.
    const OWN_MEASURES: &'static [(&'static str, Measure)] = &[("load", Measure::Any)];

    fn read(r: &mut ForceReader) -> Option<Self> {
        let load = match &r.entry.load {
            Some(load) => r.expression("load", load),
            None => {
                r.missing("load", "a number or an expression, N along the coordinate or N·m about it");
                Expression::constant(0.0)
            }
        };
        let Some(name) = &r.entry.joint else {
            r.missing("joint", "the name of a joint that has a coordinate, such as a revolute");
            return None;
        };
        let (joint, kind) = r.joint(name)?;
        let which = r.coordinate(name, &kind)?;
        Some(Actuator { name: r.name(), joint, which, load })
    }

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Joint(&mut self.joint));
        visit(Parameter::Numbers(&[self.which as f64]));
        visit(Parameter::Expression(Some(&mut self.load)));
    }

    fn ends(&self, joints: &[Joint]) -> Ends {
        Along(self.joint).ends(joints)
    }

    fn joint(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn may_change_energy(&self) -> bool {
        true
    }

    fn drawing(&self) -> Drawing {
        Along::DRAWING
    }

    fn quantities(_: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[Measured::new("load", "load of an actuator", "")];
        ALL
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        add_load(&now.coordinate(self.joint, self.which), now.value(&self.load), loads);
    }

    fn potential<S: Real>(&self, _: &impl Surroundings<S>) -> S {
        S::from(0.0)
    }

    /// A load that reads the motion may be that of a stiff controller.
    fn n_rows(&self, _: Space) -> usize {
        usize::from(self.load.slot().is_some())
    }

    /// How the load depends on the coordinate is known where expressions are differentiated.
    fn rows<S: Real>(&self, space: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        if self.n_rows(space) > 0 {
            tell(row(&now.coordinate(self.joint, self.which), now.value(&self.load)));
        }
    }

    fn measure<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        tell(&[now.value(&self.load)]);
    }
}

impl ForceEntry {
    /// A load on the coordinate of a joint.
    pub fn actuator(joint: impl Into<String>, load: impl Into<Scalar>) -> Self {
        ForceEntry::new(Actuator::WORD).joint(joint).load(load)
    }
}
