//! Force elements as rows: coordinates, rates, loads and their derivatives where bodies are now, for methods that treat
//! stiff elements as joints with compliance.

use super::forces::Seen;
use super::{Bodies, Mechanism};
use crate::ids::{BodyId, JointId};
use crate::model::Model;
use crate::model::force::{JointMeasure, Row, Surroundings, Turning};
use crate::spatial::{Dual, Pose, Real, Vec3, Wrench};

/// A time, and angles near the present ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instant<'a> {
    /// In s.
    pub time: f64,
    /// The state's unwrapped angles.
    pub unwrapped_angles: &'a [f64],
}

/// First row of each force element, and their number at the end.
pub(crate) fn first_rows(model: &Model) -> Vec<usize> {
    let mut starts = vec![0];
    for force in &model.forces {
        starts.push(starts[starts.len() - 1] + force.n_rows(model.space));
    }
    starts
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Takes poses of all bodies, as numbers, and runs the model's expressions there.
    pub(crate) fn place(&mut self, model: &Model, now: Instant, poses: &[f64]) {
        for (pose, numbers) in self.poses.iter_mut().zip(poses.chunks_exact(B::POSE)) {
            *pose = B::read_pose(numbers);
        }
        self.run_signals(model, now);
    }

    /// Runs the model's expressions where bodies are.
    pub(crate) fn run_signals(&mut self, model: &Model, now: Instant) {
        if !model.signals.program.is_empty() {
            self.update_signals(model, now.time, now.unwrapped_angles);
        }
    }

    /// Tells the rows of a force element.
    pub(crate) fn rows(&self, model: &Model, now: Instant, force: usize, tell: impl FnMut(Row)) {
        model.forces[force].rows(model.space, &self.seen(model, now.time, now.unwrapped_angles), tell);
    }

    /// Tells the rows of a force element, loads with their derivatives by s and ṡ.
    pub(crate) fn tangents(&self, model: &Model, now: Instant, force: usize, tell: impl FnMut(Row<Dual<2>>)) {
        let seen = self.seen(model, now.time, now.unwrapped_angles);
        model.forces[force].rows(model.space, &Tangent(seen), tell);
    }

    /// Tells the distances that are left before a force element acts, with these coordinates of its rows.
    pub(crate) fn gaps(&self, model: &Model, now: Instant, force: usize, soft: &[f64], tell: &mut dyn FnMut(f64)) {
        model.forces[force].gaps(&self.seen(model, now.time, now.unwrapped_angles).with(soft), tell);
    }
}

/// Bodies in motion, where only coordinates of rows and their rates vary: in the first and in the second direction.
struct Tangent<'a, B: Bodies<W>, const W: usize>(Seen<'a, B, W>);

impl<B: Bodies<W>, const W: usize> Surroundings<Dual<2>> for Tangent<'_, B, W> {
    fn time(&self) -> Dual<2> {
        self.0.time().into()
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose<Dual<2>> {
        Pose::constant(&self.0.pose_of_moving(body))
    }

    fn turning(&self, joint: JointId) -> Turning<Dual<2>> {
        let Turning { angle, rate, axis, axis_in_first, first, second } = self.0.turning(joint);
        let axis = Vec3::constant(axis);
        Turning { angle: angle.into(), rate: rate.into(), axis, axis_in_first, first, second }
    }

    fn coordinate(&self, joint: JointId, which: usize) -> JointMeasure<Dual<2>> {
        let JointMeasure { value, rate, bodies, wrenches } = self.0.coordinate(joint, which);
        JointMeasure { value: value.into(), rate: rate.into(), bodies, wrenches: wrenches.map(constant) }
    }

    fn reaction(&self, joint: JointId) -> Wrench<Dual<2>> {
        constant(self.0.reaction(joint))
    }

    fn planar_angle(&self, body: BodyId) -> Dual<2> {
        self.0.planar_angle(body).into()
    }

    fn signal(&self, slot: usize) -> Dual<2> {
        self.0.signal(slot).into()
    }

    fn stretch(&self, _row: usize, of_motion: Dual<2>) -> Dual<2> {
        of_motion + Dual::variable(0.0, 0)
    }

    fn stretch_rate(&self, _row: usize, of_motion: Dual<2>) -> Dual<2> {
        of_motion + Dual::variable(0.0, 1)
    }
}

fn constant(wrench: Wrench) -> Wrench<Dual<2>> {
    let [force, torque] = [wrench.force, wrench.torque].map(Vec3::constant);
    Wrench { force, torque }
}

/// The value of a wrench with derivatives.
pub(crate) fn primal_wrench(Wrench { force, torque }: &Wrench<Dual<2>>) -> Wrench {
    let value = |v: &Vec3<Dual<2>>| Vec3([0, 1, 2].map(|k| v[k].primal().unwrap_or(v[k].value)));
    Wrench { force: value(force), torque: value(torque) }
}
