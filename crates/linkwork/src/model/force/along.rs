//! Loads along a coordinate of a joint: common to actuators, stops and friction.

use super::{Attachment, Drawing, Ends, Hold, JointMeasure, Loads, Row};
use crate::ids::JointId;
use crate::model::Joint;
use crate::spatial::{Real, Wrench};

/// The joint on whose coordinate something acts.
pub(super) struct Along(pub(super) JointId);

impl Along {
    /// It is where its joint is, which is drawn already.
    pub(super) const DRAWING: Drawing =
        Drawing { n_ends: 0, has_moment: true, axis: None, plane: None, hold: Hold::Nothing };

    pub(super) fn ends(&self, joints: &[Joint]) -> Ends {
        let Joint { first, second, .. } = &joints[self.0.index()];
        Ends { first: Attachment::of(first), second: Some(Attachment::of(second)) }
    }
}

/// The coordinate as a row, with this load.
pub(super) fn row<S: Real>(coordinate: &JointMeasure<S>, load: S) -> Row<S> {
    let JointMeasure { value, rate, bodies, wrenches } = *coordinate;
    Row { value, rate, load, bodies, wrenches }
}

/// Adds a load along a coordinate.
pub(super) fn add_load<S: Real>(coordinate: &JointMeasure<S>, load: S, loads: &mut impl Loads<S>) {
    let JointMeasure { bodies: [first, second], wrenches, .. } = coordinate;
    let [on_first, on_second] =
        wrenches.map(|Wrench { force, torque }| Wrench { force: force * load, torque: torque * load });
    loads.add(*second, on_second);
    loads.add(*first, on_first);
}
