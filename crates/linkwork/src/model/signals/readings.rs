//! The motion as forces read it, for programs: over any kind of number.

use super::program::{Readings, Source};
use crate::ids::{BodyId, JointId};
use crate::model::force::{JointMeasure, Surroundings, Turning};
use crate::model::{Model, Space};
use crate::spatial::{Pose, Real, Vec3, Wrench};
use std::marker::PhantomData;

/// Bodies in motion, as a program of this model reads them.
pub(crate) struct Moving<'a, S, N> {
    model: &'a Model,
    now: &'a N,
    number: PhantomData<S>,
}

impl<'a, S: Real, N: Surroundings<S>> Moving<'a, S, N> {
    /// The readings in these surroundings.
    pub(crate) fn new(model: &'a Model, now: &'a N) -> Self {
        Moving { model, now, number: PhantomData }
    }

    fn read_body(&self, body: BodyId, into: &mut [S]) {
        let Pose { r, v, w, .. } = self.now.pose(body);
        let numbers = match self.model.space {
            Space::Planar => [r[0], r[1], self.now.planar_angle(body), v[0], v[1], w[2], w[2], w[2], w[2]],
            Space::Spatial => [r[0], r[1], r[2], v[0], v[1], v[2], w[0], w[1], w[2]],
        };
        into.copy_from_slice(&numbers[..into.len()]);
    }

    fn read_marker(&self, marker: usize, into: &mut [S]) {
        let frame = &self.model.signals.markers[marker].frame;
        let pose = self.now.pose(frame.body);
        let point = pose.point(Vec3::constant(frame.point));
        into.copy_from_slice([point, pose.velocity_at(point)].map(|vector| vector.0).as_flattened());
    }
}

impl<S: Real, N: Surroundings<S>> Readings<S> for Moving<'_, S, N> {
    fn read(&self, source: Source, registers: &[S], into: &mut [S]) {
        match source {
            Source::Coordinate { joint, which } => {
                let JointMeasure { value, rate, .. } = self.now.coordinate(joint, which);
                into.copy_from_slice(&[value, rate]);
            }
            Source::Body(body) => self.read_body(body, into),
            Source::Marker(marker) => self.read_marker(marker, into),
            Source::Geometry(force) | Source::Force(force) => {
                let now = WithResults { moving: self, registers };
                self.model.forces[force].measure(self.model.space, &now, |numbers| into.copy_from_slice(numbers));
            }
            Source::Reaction(_) | Source::Growth { .. } | Source::Drive(_) | Source::Acceleration(_) => {
                unreachable!("{source:?} needs the solved system; only outputs read it")
            }
            Source::Orientation(_) | Source::Audit => unreachable!("only outputs read {source:?}"),
        }
    }
}

/// The same with the results that a run has had so far.
struct WithResults<'a, S, N> {
    moving: &'a Moving<'a, S, N>,
    registers: &'a [S],
}

impl<S: Real, N: Surroundings<S>> Surroundings<S> for WithResults<'_, S, N> {
    fn time(&self) -> S {
        self.moving.now.time()
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose<S> {
        self.moving.now.pose_of_moving(body)
    }

    fn planar_angle(&self, body: BodyId) -> S {
        self.moving.now.planar_angle(body)
    }

    fn turning(&self, joint: JointId) -> Turning<S> {
        self.moving.now.turning(joint)
    }

    fn coordinate(&self, joint: JointId, which: usize) -> JointMeasure<S> {
        self.moving.now.coordinate(joint, which)
    }

    fn reaction(&self, joint: JointId) -> Wrench<S> {
        self.moving.now.reaction(joint)
    }

    /// Zero for results that come later: a source that reads lengths and rates alone asks for loads as well.
    fn signal(&self, slot: usize) -> S {
        let register = self.moving.model.signals.program.slots[slot] as usize;
        self.registers.get(register).copied().unwrap_or(S::from(0.0))
    }
}
