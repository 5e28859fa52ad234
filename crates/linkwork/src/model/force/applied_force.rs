//! `force`: a force on a body given as a function of time or of the state, at a point, in world axes or in the body's
//! own.

use super::applied::{self, Frame};
use super::{
    Attachment, Drawing, Ends, Expression, ForceReader, ForceType, Hold, Loads, Measured, Parameter, Surroundings,
};
use crate::model::file::{ForceEntry, Values};
use crate::model::{Joint, Space};
use crate::spatial::{Real, Vec3};

/// A given force at a point of a body.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct AppliedForce {
    /// Unique.
    pub name: String,
    /// Where it acts.
    pub at: Attachment,
    /// Components (N).
    pub value: [Expression; 3],
    /// Axes of the components.
    pub frame: Frame,
}

impl ForceType for AppliedForce {
    const WORD: &'static str = "force";
    const KEYS: &'static [&'static str] = &["body", "value", "point", "frame"];

    fn read(r: &mut ForceReader) -> Option<Self> {
        let at = r.attachment();
        let frame = r.frame();
        let value = match &r.entry.value {
            None => {
                r.missing("value", "a list of numbers or expressions");
                return None;
            }
            Some(Values::One(_)) => {
                let count = if r.planar() { 2 } else { 3 };
                r.fault("value", format!("the value of a force is a list of {count}, found one"));
                return None;
            }
            Some(Values::Many(list)) => match (r.planar(), &list[..]) {
                (true, [x, y]) => [x, y, &applied::ZERO],
                (true, [x, y, z]) if *z == applied::ZERO => [x, y, z],
                (false, [x, y, z]) => [x, y, z],
                (planar, list) => {
                    let count = if planar { "2 components in a planar model" } else { "3 components" };
                    r.fault("value", format!("`value` needs {count}, found {}", list.len()));
                    return None;
                }
            },
        };
        let value = value.map(|component| r.expression("value", component));
        Some(AppliedForce { name: r.name(), at: at?, value, frame })
    }

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        self.at.parameters(visit);
        applied::parameters(&mut self.value, self.frame, visit);
    }

    fn ends(&self, _: &[Joint]) -> Ends {
        Ends::one(self.at)
    }

    fn may_change_energy(&self) -> bool {
        true
    }

    fn drawing(&self) -> Drawing {
        Drawing::new(1, Hold::Point)
    }

    fn quantities(_: Space) -> &'static [Measured] {
        &[]
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let pose = now.pose(self.at.body);
        let vector = applied::in_world(applied::components(&self.value, now), self.frame, &pose);
        loads.add(self.at.body, pose.wrench_of(vector, pose.point(Vec3::constant(self.at.point))));
    }

    fn potential<S: Real>(&self, _: &impl Surroundings<S>) -> S {
        S::from(0.0)
    }

    fn measure<S: Real>(&self, _: Space, _: &impl Surroundings<S>, _: &mut impl FnMut(&[S])) {}
}

impl ForceEntry {
    /// A given force on a body.
    pub fn force_on(body: impl Into<String>, value: impl Into<Values>) -> Self {
        ForceEntry::new(AppliedForce::WORD).body(body).value(value)
    }
}
