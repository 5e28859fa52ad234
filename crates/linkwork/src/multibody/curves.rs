//! The ends of open curves, beyond which no motion goes on.

use super::Multibody;
use crate::error::StepError;
use crate::ids::JointId;
use crate::model::Model;
use crate::system::Constrained;

/// Lengths beyond an end below this part of the curve are round-off.
const ROUND_OFF: f64 = 1e-9;

/// Joints with open curves.
pub(super) struct OpenCurves {
    /// Each with the least and the largest coordinate.
    ranges: Vec<(JointId, [f64; 2])>,
    /// Coordinates of all joints.
    coordinates: Vec<f64>,
    /// Whether any process has one.
    exist: bool,
}

impl OpenCurves {
    pub(super) fn of(model: &Model, n_angles: usize) -> OpenCurves {
        let mut ranges = Vec::new();
        for (k, joint) in model.joints.iter().enumerate() {
            if let Some([first, last]) = joint.kind.curve().and_then(|curve| curve.ends()) {
                let margin = ROUND_OFF * (last - first);
                ranges.push((JointId::new(k), [first - margin - joint.offset, last + margin - joint.offset]));
            }
        }
        let exist = !ranges.is_empty();
        OpenCurves { ranges, coordinates: vec![0.0; n_angles], exist }
    }
}

impl Multibody<'_> {
    /// Learns whether other processes have open curves.
    pub(super) fn share_curves(&mut self) {
        self.curves.exist = self.collective.most(f64::from(u8::from(self.curves.exist))) > 0.0;
    }

    /// Whether all points on open curves are between the ends, after some time from where their coordinates were
    /// `unwrapped`.
    ///
    /// # Errors
    /// [`StepError::LeavesCurve`] of the one that is farthest beyond.
    pub(crate) fn check_curves(
        &mut self,
        time: f64,
        values: &[f64],
        elapsed: f64,
        unwrapped: &[f64],
    ) -> Result<(), StepError> {
        if !self.curves.exist {
            return Ok(());
        }
        let mut coordinates = std::mem::take(&mut self.curves.coordinates);
        coordinates.copy_from_slice(unwrapped);
        self.follow_angles(values, elapsed, &mut coordinates);
        let beyond = |(joint, [least, most]): &(JointId, [f64; 2])| {
            let q = coordinates[joint.index()];
            (*joint, (least - q).max(q - most))
        };
        let worst = self.curves.ranges.iter().map(beyond).max_by(|a, b| a.1.total_cmp(&b.1));
        self.curves.coordinates = coordinates;
        let (joint, here) = worst.unwrap_or((JointId::new(0), f64::NEG_INFINITY));
        let most = self.collective.most(here.max(0.0));
        if most <= 0.0 {
            return Ok(());
        }
        let process = if here == most { self.collective.process() as f64 } else { f64::INFINITY };
        self.namer = self.collective.least(process) as usize;
        Err(StepError::LeavesCurve { time, joint })
    }
}
