//! Equations that are left out, watched along the motion: how far they are open where the bodies are.
//!
//! Which equations are meant to follow from others is settled where the mechanism starts. Elsewhere one of them may be
//! needed: behind a position in which those kept depend on one another, the mechanism may go another way than the one
//! meant, and the joint that lacks the equation opens. Looking at Φ of these joints tells. It takes the bodies as users
//! see them, so that all formulations and processes say the same.

use super::MOST_MISFIT_ANYWHERE;
use crate::formulation::bodies::{Bodies, Ends, PlanarBodies, SpatialBodies};
use crate::ids::{BodyId, JointId};
use crate::model::joint::gear::couple;
use crate::model::joint::rows::{Measure, Rows};
use crate::model::{Joint, Model, Space};
use crate::observation::Observation;
use crate::reduced::n_axes;

/// So many times what excursions may show is granted to the motion itself, which goes further.
const MOST_BEYOND_EXCURSIONS: f64 = 2.0;
/// Joints that are open by so many times what was told of them are worth a warning,
const MORE_THAN_TOLD: f64 = 4.0;
/// if it is more than stabilization leaves open of any joint, relative to the size.
const LEAST_TOLD: f64 = 1e-8;

/// A joint that lacks equations.
#[derive(Clone, Debug)]
struct Lacking {
    joint: JointId,
    /// The joint with all of them.
    complete: Joint,
    /// Those left out, as bits.
    left_out: u8,
}

/// The joints that lack equations, with the limits of their play.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    lacking: Vec<Lacking>,
    /// The mechanism's size (m).
    length: f64,
    /// What was told of play before the motion, relative to the size.
    told: f64,
    /// The most that may open, relative to the size.
    limit: f64,
}

/// The joint that is open most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened {
    /// Which.
    pub joint: JointId,
    /// By how much (m, or rad).
    pub misfit: f64,
    /// The same of a row of unit length, relative to the size.
    pub relative: f64,
}

impl Watch {
    /// For the equations of the whole model that `meant` lacks.
    pub(super) fn new(whole: &Model, meant: &Model, [told, tolerance]: [f64; 2]) -> Watch {
        let joints = whole.joints.iter().zip(&meant.joints).enumerate();
        let lacking = joints.filter(|(_, (_, meant))| meant.left_out != 0).map(|(j, (complete, meant))| Lacking {
            joint: JointId::new(j),
            complete: complete.clone(),
            left_out: meant.left_out,
        });
        let limit = MOST_BEYOND_EXCURSIONS * MOST_MISFIT_ANYWHERE * tolerance;
        Watch { lacking: lacking.collect(), length: whole.length_scale(), told, limit }
    }

    /// The joint that is open most in what was observed.
    pub(crate) fn look(&self, model: &Model, seen: &Observation) -> Option<Opened> {
        let of_joint = |lacking: &Lacking| match model.space {
            Space::Planar => self.measure::<PlanarBodies, 3>(lacking, model, seen),
            Space::Spatial => self.measure::<SpatialBodies, 6>(lacking, model, seen),
        };
        self.lacking.iter().filter_map(of_joint).reduce(|a, b| if b.relative > a.relative { b } else { a })
    }

    /// Whether a joint that is open so far still moves like the one meant; what is no number does not.
    pub(crate) fn grants(&self, opened: &Opened) -> bool {
        opened.relative <= self.limit
    }

    /// Whether it is more than was told.
    pub(crate) fn is_news(&self, relative: f64) -> bool {
        relative > MORE_THAN_TOLD * self.told && relative > LEAST_TOLD
    }

    fn measure<B: Bodies<W>, const W: usize>(
        &self,
        Lacking { joint, complete, left_out }: &Lacking,
        model: &Model,
        seen: &Observation,
    ) -> Option<Opened> {
        let pose = |body: BodyId| body.index().map_or(B::GROUND, |index| B::pose_of(&seen.bodies[index]));
        let [first, second] = [complete.first.body, complete.second.body];
        let open = |residual: f64, length: f64| {
            let misfit = if residual.is_nan() { f64::INFINITY } else { residual.abs() };
            Opened { joint: *joint, misfit, relative: misfit / if length > 0.0 { length } else { 1.0 } }
        };
        if let Some((pair, ratio)) = complete.kind.coupled() {
            let measure = |id: JointId| {
                let joint = &model.joints[id.index()];
                let [first, second] = [pose(joint.first.body), pose(joint.second.body)];
                let unwrapped_angle = seen.unwrapped_angles[id.index()];
                B::measure(Ends { joint, first: &first, second: &second, time: seen.time, unwrapped_angle })
            };
            let [Some(q1), Some(q2)] = pair.map(measure) else { return None };
            let (residual, _) = couple((q1.value, 0.0), (q2.value, 0.0), ratio, complete.offset);
            let square = |q: &Measure<W>| self.square(q.first) + self.square(q.second);
            return Some(open(residual, (square(&q2) + ratio * ratio * square(&q1)).sqrt()));
        }
        let (joint, unwrapped_angle) = (complete, seen.unwrapped_angles[joint.index()]);
        let mut rows = Rows::default();
        B::write_joint(
            Ends { joint, first: &pose(first), second: &pose(second), time: seen.time, unwrapped_angle },
            &mut rows,
        );
        let is_left_out = |k: &usize| left_out >> k & 1 == 1;
        let of_row = |k: usize| {
            let part = |body: BodyId, gradient: &[[f64; 6]; W]| {
                if body.is_ground() { 0.0 } else { self.square(gradient.map(|of_rows| of_rows[k])) }
            };
            open(rows.residual[k], (part(first, &rows.first) + part(second, &rows.second)).sqrt())
        };
        let opened = (0..rows.n).filter(is_left_out).map(of_row);
        opened.reduce(|a, b| if b.relative > a.relative { b } else { a })
    }

    /// The square of a gradient, displacements being in units of the size.
    fn square<const W: usize>(&self, gradient: [f64; W]) -> f64 {
        let unit = |c: usize| if c < n_axes(W) { self.length } else { 1.0 };
        gradient.iter().enumerate().map(|(c, x)| (unit(c) * x).powi(2)).sum()
    }
}
