//! Columns of the model's own: expressions of what was observed.

use super::Bodies;
use crate::ids::{BodyId, JointId};
use crate::model::signals::{Readings, Source};
use crate::model::{Model, Space};
use crate::observation::Observation;
use crate::spatial::{BodyMotion, Quat, Vec3, Wrench};
use std::marker::PhantomData;

/// Computes the outputs of an observation that has everything else.
pub(super) fn observe<B: Bodies<W>, const W: usize>(model: &Model, seen: &mut Observation) {
    let outputs = &model.signals.outputs;
    if outputs.names.is_empty() && outputs.stop.is_none() {
        return;
    }
    let mut registers = std::mem::take(&mut seen.output_registers);
    if registers.is_empty() {
        registers = outputs.program.make_registers();
    }
    let row = Row::<B, W> { model, seen, width: PhantomData };
    outputs.program.run(seen.time, &seen.states, &mut registers, &row);
    seen.outputs.clear();
    seen.outputs.extend((0..outputs.n_results).map(|slot| outputs.program.result(slot, &registers)));
    seen.outputs.extend_from_slice(&seen.states);
    seen.wants_stop = outputs.stop.as_ref().is_some_and(|stop| outputs.program.result(stop.slot, &registers) != 0.0);
    seen.output_registers = registers;
}

/// An observation, as programs read it.
struct Row<'a, B, const W: usize> {
    model: &'a Model,
    seen: &'a Observation,
    width: PhantomData<B>,
}

impl<B: Bodies<W>, const W: usize> Row<'_, B, W> {
    fn motion(&self, body: BodyId) -> &BodyMotion {
        // Names of bodies never mean the ground.
        &self.seen.bodies[body.index().unwrap_or(0)]
    }

    /// Value, rate and acceleration of a coordinate.
    fn coordinate(&self, joint: JointId, which: usize) -> [f64; 3] {
        let before = self.model.joints[..joint.index()].iter().map(|joint| joint.coordinates().len()).sum::<usize>();
        self.seen.coordinates[before + which]
    }

    fn measures(&self, force: usize, into: &mut [f64]) {
        let space = self.model.space;
        let before = self.model.forces[..force].iter().map(|force| force.quantities(space).len()).sum::<usize>();
        into.copy_from_slice(&self.seen.measures[before..before + into.len()]);
    }

    fn read_body(&self, body: BodyId, into: &mut [f64]) {
        let BodyMotion { position: r, angle, velocity: v, .. } = self.motion(body);
        let (linear, angular) = (v.linear, v.angular);
        match self.model.space {
            Space::Planar => into.copy_from_slice(&[r[0], r[1], *angle, linear[0], linear[1], angular[2]]),
            Space::Spatial => into.copy_from_slice([r.0, linear.0, angular.0].as_flattened()),
        }
    }

    fn read_marker(&self, marker: usize, into: &mut [f64]) {
        let frame = &self.model.signals.markers[marker].frame;
        let pose = frame.body.index().map_or(B::GROUND, |index| B::pose_of(&self.seen.bodies[index]));
        let pose = B::pose_in_space(&pose);
        let point = pose.point(frame.point);
        into.copy_from_slice([point.0, pose.velocity_at(point).0].as_flattened());
    }
}

impl<B: Bodies<W>, const W: usize> Readings<f64> for Row<'_, B, W> {
    fn read(&self, source: Source, _: &[f64], into: &mut [f64]) {
        let seen = self.seen;
        match source {
            Source::Coordinate { joint, which } => into.copy_from_slice(&self.coordinate(joint, which)[..2]),
            Source::Growth { joint, which } => into.copy_from_slice(&self.coordinate(joint, which)[2..]),
            Source::Body(body) => self.read_body(body, into),
            Source::Marker(marker) => self.read_marker(marker, into),
            Source::Geometry(force) | Source::Force(force) => self.measures(force, into),
            Source::Reaction(joint) => {
                let Wrench { force, torque } = seen.reactions[joint.index()];
                into.copy_from_slice([force.0, torque.0].as_flattened());
            }
            Source::Drive(joint) => into.copy_from_slice(&[seen.drives[joint.index()]]),
            Source::Acceleration(body) => {
                let a = &self.motion(body).acceleration;
                let (Vec3(linear), Vec3(angular)) = (a.linear, a.angular);
                match self.model.space {
                    Space::Planar => into.copy_from_slice(&[linear[0], linear[1], angular[2]]),
                    Space::Spatial => into.copy_from_slice([linear, angular].as_flattened()),
                }
            }
            Source::Orientation(body) => {
                let Quat(e) = self.motion(body).orientation;
                into.copy_from_slice(&e);
            }
            Source::Audit => {
                let [kinetic, potential] = [seen.kinetic, seen.potential];
                let residuals = [seen.residual_position, seen.residual_velocity];
                let total = kinetic + potential;
                into.copy_from_slice(&[kinetic, potential, total, seen.work, residuals[0], residuals[1]]);
            }
        }
    }
}
