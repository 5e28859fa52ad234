//! `torque`: a torque on a body given as a function of time or of the state, in world axes or in the body's own.

use super::applied::{self, Frame, ZERO};
use super::{
    Attachment, Drawing, Ends, Expression, ForceReader, ForceType, Hold, Loads, Measured, Parameter, Surroundings,
};
use crate::ids::BodyId;
use crate::model::file::dimension::{Dimension, Measure};
use crate::model::file::{ForceEntry, Scalar, Values};
use crate::model::{Joint, Space};
use crate::spatial::{Real, Vec3, Wrench};

/// A given torque on a body.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct AppliedTorque {
    /// Unique.
    pub name: String,
    /// The body.
    pub body: BodyId,
    /// Components (N·m).
    pub value: [Expression; 3],
    /// Axes of the components.
    pub frame: Frame,
}

impl AppliedTorque {
    /// The three components as written; faults if there are not as many as the space has rotations.
    fn find_components<'a>(r: &mut ForceReader<'a>) -> Option<[&'a Scalar; 3]> {
        let planar = r.planar();
        match &r.entry.value {
            None if planar => r.missing("value", "one number or expression, about z"),
            None => r.missing("value", "three, about x, y and z"),
            Some(Values::One(z)) if planar => return Some([&ZERO, &ZERO, z]),
            Some(Values::Many(list)) => match (planar, &list[..]) {
                (true, [z]) => return Some([&ZERO, &ZERO, z]),
                (true, [x, y, z]) if *x == ZERO && *y == ZERO => return Some([x, y, z]),
                (false, [x, y, z]) => return Some([x, y, z]),
                (true, _) => r.fault("value", "in a planar model the value of a torque is one number, about z"),
                (false, list) => r.fault("value", format!("`value` needs 3 components, found {}", list.len())),
            },
            Some(Values::One(_)) => r.fault("value", "`value` needs 3 components, found one"),
        }
        None
    }
}

impl ForceType for AppliedTorque {
    const WORD: &'static str = "torque";
    const KEYS: &'static [&'static str] = &["body", "value", "frame"];
    const OWN_MEASURES: &'static [(&'static str, Measure)] = &[("value", Measure::One(Dimension::TORQUE))];

    fn read(r: &mut ForceReader) -> Option<Self> {
        let body = r.body();
        let frame = r.frame();
        let value = AppliedTorque::find_components(r)?.map(|component| r.expression("value", component));
        Some(AppliedTorque { name: r.name(), body: body?, value, frame })
    }

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Body(&mut self.body));
        applied::parameters(&mut self.value, self.frame, visit);
    }

    fn ends(&self, _: &[Joint]) -> Ends {
        Ends::one(Attachment { body: self.body, point: Vec3::ZERO })
    }

    fn may_change_energy(&self) -> bool {
        true
    }

    fn drawing(&self) -> Drawing {
        Drawing { has_moment: true, ..Drawing::new(1, Hold::Nothing) }
    }

    fn quantities(_: Space) -> &'static [Measured] {
        &[]
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let components = applied::components(&self.value, now);
        match self.frame {
            Frame::World => loads.add(self.body, Wrench { force: Vec3::zero(), torque: components }),
            Frame::Body => loads.add_torque(self.body, now.pose(self.body).R * components, components),
        }
    }

    fn potential<S: Real>(&self, _: &impl Surroundings<S>) -> S {
        S::from(0.0)
    }

    fn measure<S: Real>(&self, _: Space, _: &impl Surroundings<S>, _: &mut impl FnMut(&[S])) {}
}

impl ForceEntry {
    /// A given torque on a body.
    pub fn torque_on(body: impl Into<String>, value: impl Into<Values>) -> Self {
        ForceEntry::new(AppliedTorque::WORD).body(body).value(value)
    }
}
