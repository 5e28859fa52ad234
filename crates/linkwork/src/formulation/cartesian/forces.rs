//! Stage 2, the model's force elements: their wrenches on bodies, and the energy they store.

use super::{Bodies, Cartesian};
use crate::ids::{BodyId, JointId};
use crate::model::Model;
use crate::model::force::Turning;
use crate::spatial::Pose;

impl<B: Bodies<W>, const W: usize> Cartesian<B, W> {
    /// Adds the wrench of every force element to the loads.
    pub(super) fn add_applied_forces(&mut self, model: &Model, time: f64, windings: &[f64]) {
        let mut loads = std::mem::take(&mut self.loads);
        let by_body = loads.as_chunks_mut::<W>().0;
        for force in &model.forces {
            force.add_wrenches(
                time,
                |body| self.pose_of(body),
                |joint| self.turning(model, joint, windings),
                |body, wrench| {
                    let Some(index) = body.index() else { return };
                    let load = B::load(wrench.force, wrench.torque);
                    for k in 0..W {
                        by_body[index][k] += load[k];
                    }
                },
            );
        }
        self.loads = loads;
    }

    /// Energy stored in springs.
    pub(super) fn elastic_energy(&self, model: &Model, windings: &[f64]) -> f64 {
        let energy = |force: &crate::model::Force| {
            force.potential(|body| self.pose_of(body), |joint| self.turning(model, joint, windings))
        };
        model.forces.iter().map(energy).sum()
    }

    fn pose_of(&self, body: BodyId) -> Pose {
        B::pose_in_space(&self.poses[body.index().unwrap_or(self.n_bodies())])
    }

    fn turning(&self, model: &Model, joint: JointId, windings: &[f64]) -> Turning {
        let (angle, rate, axis) = B::turning(self.ends(model, joint.index(), 0.0, windings));
        let j = &model.joints[joint.index()];
        Turning { angle, rate, axis, first: j.first.body, second: j.second.body }
    }
}
