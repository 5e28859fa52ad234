//! Derivatives of the equations of motion along one direction, by dual numbers.
//!
//! Accelerations a and multipliers λ satisfy
//!
//! ```text
//! M a + Gᵀ λ = f        G a = τ                                                                        (1)
//! ```
//!
//! Along a direction in which bodies are displaced and velocities change, with ′ for the derivative,
//!
//! ```text
//! M a′ + Gᵀ λ′ = (f − M a − Gᵀ λ)′        G a′ = (τ − G a)′        a and λ held on the right           (2)
//! ```
//!
//! The right sides are computed here. On the left stands the system that was solved for a, with its factor.

use super::near::NearPairs;
use super::{Bodies, PlanarBodies, SpatialBodies};
use crate::formulation::{Differential, Evaluated};
use crate::ids::{BodyId, JointId};
use crate::model::force::{JointMeasure, Surroundings, Turning};
use crate::model::joint::rows::{Measure, Rows};
use crate::model::joint::{PlanarVocabulary, SpatialVocabulary, Vocabulary, planar, spatial};
use crate::model::signals::Moving;
use crate::model::{Body, Joint, Model};
use crate::reduced::Pattern;
use crate::spatial::{Dual, Mat3, PlanarPose, Pose, Vec2, Vec3, Wrench};
use crate::system::Direction;

/// A number with its derivative along the direction.
type Along = Dual<1>;

fn along(value: f64, rate: f64) -> Along {
    Dual { value, rates: [rate] }
}

fn vector(value: Vec3, rate: Vec3) -> Vec3<Along> {
    Vec3([0, 1, 2].map(|k| along(value[k], rate[k])))
}

fn rate(v: &Vec3<Along>) -> Vec3 {
    Vec3([0, 1, 2].map(|k| v[k].rates[0]))
}

/// A joint between two displaced bodies, with the unwrapped angles near its own.
pub(crate) struct MovedEnds<'a, P> {
    joint: &'a Joint,
    bodies: [&'a P; 2],
    angles: [f64; 2],
}

/// Bodies with poses that carry their derivative.
pub(crate) trait Moved<const W: usize>: Bodies<W> {
    /// A pose with its derivative.
    type MovedPose: Copy;

    /// The pose displaced by d, and its velocity changed by w.
    fn moved(pose: &Self::Pose, d: &[f64; W], w: &[f64; W]) -> Self::MovedPose;
    /// The pose in space.
    fn moved_in_space(pose: &Self::MovedPose) -> Pose<Along>;
    /// The angle of a body in the plane; zero in space.
    fn moved_angle(pose: &Self::MovedPose) -> Along;
    /// The equations of a joint that is no gear; `asked` is the coordinate that its driver asks for.
    fn write_moved_joint(ends: &MovedEnds<Self::MovedPose>, asked: Option<[Along; 3]>, rows: &mut Rows<W, Along>);
    /// All coordinates of a joint.
    fn moved_measures(ends: &MovedEnds<Self::MovedPose>) -> [Option<Measure<W, Along>>; 2];
    /// The coordinate q of a joint.
    fn moved_measure(ends: &MovedEnds<Self::MovedPose>) -> Option<Measure<W, Along>>;
    /// The angle of a joint that turns, its rate, and its axis in the world.
    fn moved_turning(ends: &MovedEnds<Self::MovedPose>) -> (Along, Along, Vec3<Along>);
    /// A load as a wrench.
    fn moved_wrench(load: &[Along; W]) -> Wrench<Along>;
    /// The derivative of weight and gyroscopic torque less M a.
    fn inertia_rate(body: &Body, pose: &Self::MovedPose, acceleration: &[f64; W]) -> [f64; W];
}

fn in_space<'a>(ends: &MovedEnds<'a, Pose<Along>>) -> spatial::Ends<'a, Along> {
    let [first, second] = ends.bodies;
    spatial::Ends::new(ends.joint, first, second, ends.angles[0].into())
}

impl Moved<6> for SpatialBodies {
    type MovedPose = Pose<Along>;

    fn moved(pose: &Pose, &[x, y, z, a, b, c]: &[f64; 6], &[vx, vy, vz, wx, wy, wz]: &[f64; 6]) -> Pose<Along> {
        let axis = |k: usize| vector(pose.R.column(k), Vec3([a, b, c]).cross(pose.R.column(k)));
        Pose {
            r: vector(pose.r, Vec3([x, y, z])),
            R: Mat3::from_columns(axis(0), axis(1), axis(2)),
            v: vector(pose.v, Vec3([vx, vy, vz])),
            w: vector(pose.w, Vec3([wx, wy, wz])),
        }
    }

    fn moved_in_space(pose: &Pose<Along>) -> Pose<Along> {
        *pose
    }

    fn moved_angle(_: &Pose<Along>) -> Along {
        0.0.into()
    }

    fn write_moved_joint(ends: &MovedEnds<Pose<Along>>, asked: Option<[Along; 3]>, rows: &mut Rows<6, Along>) {
        in_space(ends).write(asked, rows);
    }

    fn moved_measures(ends: &MovedEnds<Pose<Along>>) -> [Option<Measure<6, Along>>; 2] {
        in_space(ends).coordinates(ends.angles[1].into())
    }

    fn moved_measure(ends: &MovedEnds<Pose<Along>>) -> Option<Measure<6, Along>> {
        in_space(ends).coordinate()
    }

    fn moved_turning(ends: &MovedEnds<Pose<Along>>) -> (Along, Along, Vec3<Along>) {
        let ends = in_space(ends);
        let m = ends.angle();
        (m.value, m.rate, ends.first(2))
    }

    fn moved_wrench(&[x, y, z, a, b, c]: &[Along; 6]) -> Wrench<Along> {
        Wrench { force: Vec3([x, y, z]), torque: Vec3([a, b, c]) }
    }

    /// (J ω × ω − J α)′ with J = R J̄ Rᵀ; the weight is constant.
    fn inertia_rate(body: &Body, pose: &Pose<Along>, &[_, _, _, a, b, c]: &[f64; 6]) -> [f64; 6] {
        let J = |x: Vec3<Along>| pose.R * (Mat3::constant(&body.inertia) * pose.R.tr_mul(x));
        let torque = J(pose.w).cross(pose.w) - J(Vec3::constant(Vec3([a, b, c])));
        let Vec3([x, y, z]) = rate(&torque);
        [0.0, 0.0, 0.0, x, y, z]
    }
}

fn in_plane<'a>(ends: &MovedEnds<'a, PlanarPose<Along>>) -> planar::Ends<'a, Along> {
    let [first, second] = ends.bodies;
    planar::Ends::new(ends.joint, first, second, ends.angles[0].into())
}

impl Moved<3> for PlanarBodies {
    type MovedPose = PlanarPose<Along>;

    fn moved(pose: &PlanarPose, &[x, y, turn]: &[f64; 3], &[vx, vy, w]: &[f64; 3]) -> PlanarPose<Along> {
        let with = |value: Vec2, rate: Vec2| Vec2([0, 1].map(|k| along(value[k], rate[k])));
        PlanarPose {
            r: with(pose.r, Vec2([x, y])),
            turn: with(pose.turn, turn * pose.turn.across()),
            angle: along(pose.angle, turn),
            v: with(pose.v, Vec2([vx, vy])),
            w: along(pose.w, w),
        }
    }

    fn moved_in_space(pose: &PlanarPose<Along>) -> Pose<Along> {
        let (zero, one) = (Along::from(0.0), Along::from(1.0));
        let ([x, y], [vx, vy], [c, s]) = (pose.r.0, pose.v.0, pose.turn.0);
        Pose {
            r: Vec3([x, y, zero]),
            R: Mat3([[c, -s, zero], [s, c, zero], [zero, zero, one]]),
            v: Vec3([vx, vy, zero]),
            w: Vec3([zero, zero, pose.w]),
        }
    }

    fn moved_angle(pose: &PlanarPose<Along>) -> Along {
        pose.angle
    }

    fn write_moved_joint(ends: &MovedEnds<PlanarPose<Along>>, asked: Option<[Along; 3]>, rows: &mut Rows<3, Along>) {
        in_plane(ends).write(asked, rows);
    }

    fn moved_measures(ends: &MovedEnds<PlanarPose<Along>>) -> [Option<Measure<3, Along>>; 2] {
        in_plane(ends).coordinates()
    }

    fn moved_measure(ends: &MovedEnds<PlanarPose<Along>>) -> Option<Measure<3, Along>> {
        in_plane(ends).coordinate()
    }

    fn moved_turning(ends: &MovedEnds<PlanarPose<Along>>) -> (Along, Along, Vec3<Along>) {
        let m = in_plane(ends).angle();
        (m.value, m.rate, Vec3::constant(Vec3([0.0, 0.0, 1.0])))
    }

    fn moved_wrench(&[x, y, turn]: &[Along; 3]) -> Wrench<Along> {
        let zero = Along::from(0.0);
        Wrench { force: Vec3([x, y, zero]), torque: Vec3([zero, zero, turn]) }
    }

    /// Everything is constant.
    fn inertia_rate(_: &Body, _: &PlanarPose<Along>, _: &[f64; 3]) -> [f64; 3] {
        [0.0; 3]
    }
}

/// Displaced bodies, as forces and expressions read them.
struct MovedBodies<'a, B: Moved<W>, const W: usize> {
    model: &'a Model,
    time: f64,
    /// By body, and the ground last.
    poses: &'a [B::MovedPose],
    unwrapped_angles: &'a [f64],
    /// Registers of the model's program; empty while it runs.
    registers: &'a [Along],
}

impl<B: Moved<W>, const W: usize> MovedBodies<'_, B, W> {
    fn pose_of(&self, body: BodyId) -> &B::MovedPose {
        &self.poses[body.index().unwrap_or(self.model.n_bodies())]
    }

    fn ends(&self, joint: usize) -> MovedEnds<'_, B::MovedPose> {
        let (angles, n) = (self.unwrapped_angles, self.model.n_joints());
        let second_angle = angles.get(n + joint).copied().unwrap_or(0.0);
        let joint_of = &self.model.joints[joint];
        let bodies = [joint_of.first.body, joint_of.second.body].map(|body| self.pose_of(body));
        MovedEnds { joint: joint_of, bodies, angles: [angles[joint], second_angle] }
    }
}

impl<B: Moved<W>, const W: usize> Surroundings<Along> for MovedBodies<'_, B, W> {
    fn time(&self) -> Along {
        self.time.into()
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose<Along> {
        B::moved_in_space(self.pose_of(body))
    }

    fn turning(&self, joint: JointId) -> Turning<Along> {
        let ends = self.ends(joint.index());
        let Joint { first, second, .. } = ends.joint;
        let (angle, rate, axis) = B::moved_turning(&ends);
        Turning { angle, rate, axis, axis_in_first: first.axes.column(2), first: first.body, second: second.body }
    }

    fn coordinate(&self, joint: JointId, which: usize) -> JointMeasure<Along> {
        let ends = self.ends(joint.index());
        let bodies = [ends.joint.first.body, ends.joint.second.body];
        let zero = Along::from(0.0);
        let none = Measure { value: zero, rate: zero, first: [zero; W], second: [zero; W], bias: zero };
        let Measure { value, rate, first, second, .. } = B::moved_measures(&ends)[which].unwrap_or(none);
        JointMeasure { value, rate, bodies, wrenches: [B::moved_wrench(&first), B::moved_wrench(&second)] }
    }

    fn planar_angle(&self, body: BodyId) -> Along {
        B::moved_angle(self.pose_of(body))
    }

    /// Friction that follows reactions is refused before.
    fn reaction(&self, _: JointId) -> Wrench<Along> {
        Wrench { force: Vec3::zero(), torque: Vec3::zero() }
    }

    fn signal(&self, slot: usize) -> Along {
        self.model.signals.program.result(slot, self.registers)
    }
}

/// The right sides of (2) for a model whose bodies have these poses, the ground last.
pub(crate) fn write_differential<B: Moved<W>, const W: usize>(
    model: &Model,
    poses: &[B::Pose],
    at: &Evaluated,
    direction: &Direction,
    out: &mut Differential,
) {
    let (displacements, changes) = (direction.displacement.as_chunks::<W>().0, direction.velocity.as_chunks::<W>().0);
    let at_rest = [0.0; W];
    let moved = |(k, pose): (usize, &B::Pose)| {
        B::moved(pose, displacements.get(k).unwrap_or(&at_rest), changes.get(k).unwrap_or(&at_rest))
    };
    let (present, poses) = (poses, poses.iter().enumerate().map(moved).collect::<Vec<B::MovedPose>>());
    let (time, unwrapped_angles) = (at.time, at.unwrapped_angles);

    // The model's own expressions, which loads read.
    let mut registers: Vec<Along> = model.signals.program.make_registers();
    let states: Vec<Along> = at.states.iter().zip(direction.states).map(|(&x, &change)| along(x, change)).collect();
    let before = MovedBodies::<B, W> { model, time, poses: &poses, unwrapped_angles, registers: &[] };
    model.signals.program.run(time.into(), &states, &mut registers, &Moving::new(model, &before));
    let bodies = MovedBodies::<B, W> { registers: &registers, ..before };
    out.state_rates.clear();
    out.state_rates.extend(model.signals.states.iter().map(|state| bodies.signal(state.slot).rates[0]));

    // (f − M a)′
    out.loads.clear();
    let accelerations = at.accelerations.as_chunks::<W>().0;
    for ((body, pose), acceleration) in model.bodies.iter().zip(&poses).zip(accelerations) {
        out.loads.extend(B::inertia_rate(body, pose, acceleration));
    }
    let loads = out.loads.as_chunks_mut::<W>().0;
    let mut add_load = |body: BodyId, wrench: Wrench<Along>| {
        if let Some(index) = body.index() {
            let change = B::load(rate(&wrench.force), rate(&wrench.torque));
            loads[index].iter_mut().zip(change).for_each(|(load, change)| *load += change);
        }
    };
    model.forces.iter().for_each(|force| force.add_wrenches(&bodies, &mut add_load));

    let mut near = NearPairs::new(model);
    near.update(model, &|body: BodyId| B::pose_in_space(&present[body.index().unwrap_or(model.n_bodies())]));
    for &pair in near.all() {
        model.pair(pair).add_wrenches(&bodies, &mut add_load);
    }

    // −(Gᵀ λ)′ and (τ − G a)′
    out.rows.clear();
    out.rows.resize(at.multipliers.len(), 0.0);
    let mut sums = Sums { accelerations, multipliers: at.multipliers, loads, rows: &mut out.rows };
    for joint in 0..model.n_joints() {
        add_joint(&bodies, at.pattern, joint, &mut sums);
    }
}

/// Where joints add their part.
struct Sums<'a, const W: usize> {
    accelerations: &'a [[f64; W]],
    multipliers: &'a [f64],
    loads: &'a mut [[f64; W]],
    rows: &'a mut [f64],
}

impl<const W: usize> Sums<'_, W> {
    /// The part of a row with this derivative of its gradient by a body.
    fn add(&mut self, row: usize, body: BodyId, gradient: impl Fn(usize) -> f64) {
        let Some(index) = body.index() else { return };
        for k in 0..W {
            self.rows[row] -= gradient(k) * self.accelerations[index][k];
            self.loads[index][k] -= gradient(k) * self.multipliers[row];
        }
    }
}

fn add_joint<B: Moved<W>, const W: usize>(
    bodies: &MovedBodies<B, W>,
    pattern: &Pattern,
    index: usize,
    sums: &mut Sums<W>,
) {
    let joint = &bodies.model.joints[index];
    let first_row = pattern.rows(index).start;
    if let Some((pair, ratio)) = joint.kind.coupled() {
        // A gear or rack: q₂ − ratio q₁ = offset, unless it is left out.
        let pair = pair.map(|id| bodies.ends(id.index()));
        let [Some(q1), Some(q2)] =
            [0, 1].map(|k| B::moved_measure(&pair[k])).map(|q| q.filter(|_| joint.left_out == 0))
        else {
            return;
        };
        sums.rows[first_row] += ratio * q1.bias.rates[0] - q2.bias.rates[0];
        for (q, ends, factor) in [(&q1, &pair[0], -ratio), (&q2, &pair[1], 1.0)] {
            sums.add(first_row, ends.joint.first.body, |k| factor * q.first[k].rates[0]);
            sums.add(first_row, ends.joint.second.body, |k| factor * q.second[k].rates[0]);
        }
        return;
    }
    let asked = joint.motion.as_ref().map(|motion| motion.jet(bodies.time).map(Along::from));
    let mut rows = Rows::default();
    B::write_moved_joint(&bodies.ends(index), asked, &mut rows);
    for (k, row) in pattern.rows(index).enumerate() {
        sums.rows[row] += rows.acceleration[k].rates[0];
        sums.add(row, joint.first.body, |c| rows.first[c][k].rates[0]);
        sums.add(row, joint.second.body, |c| rows.second[c][k].rates[0]);
    }
}
