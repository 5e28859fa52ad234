//! Initial coordinates and rates that joints ask for (`q` and `qd` in a model file).
//!
//! Bodies behind a joint that closes no loop are turned or moved with it as one. Joints in loops are driven to where
//! they are to be from where the file places the mechanism, in small steps with all joints closed, so that the
//! mechanism stays in its branch; one joint after the other, those before it held. Rates are found by one projection:
//! the least change of all other velocities.

use super::Plan;
use super::bundles;
use super::elimination::{self, Division};
use super::make;
use super::words;
use crate::error::SimulationError;
use crate::ids::JointId;
use crate::model::{Body, Coordinate, Expression, Joint, Model, Space};
use crate::multibody::Multibody;
use crate::observation::Observation;
use crate::spatial::{Quat, Vec3};
use crate::stabilization::{ASSEMBLED, assemble_positions, assemble_velocities};
use crate::state::State;
use crate::system::Constrained;
use crate::topology::{Graph, Step, Walk};

/// How far a coordinate is driven at a time (rad, or relative to the mechanism's size): Newton's method stays in the
/// branch.
const LONGEST_STEP: f64 = 0.2;
/// Where shorter steps do not succeed either, the joint goes no further.
const SHORTEST_STEP: f64 = 1e-7;

impl Plan {
    /// Equations of all joints of a model, and a solver for them.
    pub(super) fn make_assembler<'m>(&self, model: &'m Model) -> Result<Multibody<'m>, SimulationError> {
        let request = words::elimination_request(model, 0, &self.settings)?;
        let (elimination, schedule) =
            elimination::arrange_elimination(&Graph::of_model(model), &request, Division::of(&self.settings));
        Ok(Multibody::new(model, make::make_cartesian(model), |_, equations| {
            bundles::make_first_solver(model, &equations.system.pattern, &elimination, &schedule)
        }))
    }

    /// Brings an assembled state to what joints ask for.
    ///
    /// # Errors
    /// [`SimulationError::InitialCoordinate`] with the joint that cannot start so.
    pub(super) fn take_initial_coordinates(&mut self, model: &Model) -> Result<(), SimulationError> {
        let mut state = self.initial.clone();
        let (mut held, mut in_loops) = (with_drivers_at_rest(model), Vec::new());
        let (seen, first) = (self.look_at(model, &state)?, model.first_coordinates());
        let wanted = wished(model, |joint| joint.wishes().q);
        let limit = |j: usize, q: f64| ASSEMBLED * scale_of(model, j).max(q.abs());
        for &(j, q) in wanted.iter().filter(|&&(j, q)| (seen.coordinates[first[j]][0] - q).abs() <= limit(j, q)) {
            held.joints[j].motion = Some(Expression::constant(q));
        }
        for &(j, q) in wanted.iter().filter(|&&(j, q)| (seen.coordinates[first[j]][0] - q).abs() > limit(j, q)) {
            let from = self.look_at(model, &state)?.coordinates[first[j]][0];
            self.drive(&mut held, &mut state, (j, from, q)).map_err(|reached| {
                let (joint, others) = (model.joints[j].name.clone(), names(model, &in_loops));
                reached.unwrap_or_else(|reached| SimulationError::InitialCoordinate {
                    joint,
                    key: "q",
                    wanted: q,
                    reached,
                    others,
                })
            })?;
            held.joints[j].motion = Some(Expression::constant(q));
            in_loops.push(j);
        }
        state.time = self.initial.time;
        self.take_rates(model, &mut state)?;
        self.initial = state;
        Ok(())
    }

    /// Drives a joint from one coordinate to another while the pseudo-time of the state goes from 0 to 1.
    ///
    /// # Errors
    /// How far it comes, or what else is wrong.
    fn drive(
        &self,
        model: &mut Model,
        state: &mut State,
        (joint, from, to): (usize, f64, f64),
    ) -> Result<(), Result<SimulationError, f64>> {
        let way = to - from;
        // Exact at the end.
        model.joints[joint].motion = driver(&format!("({to:?}) - ({way:?})*(1 - t)"));
        let mut workspace = self.make_assembler(model).map_err(Ok)?;
        workspace.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
        let unit = scale_of(model, joint) / way.abs();
        let (mut at, mut step) = (0.0, (LONGEST_STEP * unit).min(1.0));
        while at < 1.0 {
            let mut trial = State { time: (at + step).min(1.0), ..state.clone() };
            if assemble_positions(&mut workspace, &mut trial).is_ok() {
                at = trial.time;
                *state = trial;
                step = (2.0 * step).min(LONGEST_STEP * unit);
            } else {
                step *= 0.5;
                workspace.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
                if step < SHORTEST_STEP * unit {
                    return Err(Err(to - way * (1.0 - at)));
                }
            }
        }
        Ok(())
    }

    /// Velocities with the rates that joints ask for.
    fn take_rates(&self, model: &Model, state: &mut State) -> Result<(), SimulationError> {
        let wanted = wished(model, |joint| joint.wishes().qd);
        let Err(trouble) = self.settle_wanted(model, state, &wanted) else { return Ok(()) };
        // Which of them it was: each in turn, with those before it.
        for n in 0..wanted.len() {
            if self.settle_wanted(model, state, &wanted[..=n]).is_ok() {
                continue;
            }
            let (joint, rate) = wanted[n];
            self.settle_wanted(model, state, &wanted[..n])?;
            let reached = self.look_at(model, state)?.coordinates[model.first_coordinates()[joint]][1];
            let others = names(model, &wanted[..n].iter().map(|&(j, _)| j).collect::<Vec<_>>());
            let joint = model.joints[joint].name.clone();
            return Err(SimulationError::InitialCoordinate { joint, key: "qd", wanted: rate, reached, others });
        }
        Err(trouble)
    }

    fn settle_wanted(&self, model: &Model, state: &mut State, rates: &[(usize, f64)]) -> Result<(), SimulationError> {
        let (seen, first) = (self.look_at(model, state)?, model.first_coordinates());
        let mut driven = model.clone();
        for &(j, rate) in rates {
            driven.joints[j].motion = driver(&format!("({:?}) + ({rate:?})*t", seen.coordinates[first[j]][0]));
        }
        let mut workspace = self.make_assembler(&driven)?;
        workspace.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
        let mut trial = state.clone();
        assemble_velocities(&mut workspace, &mut trial)?;
        *state = trial;
        Ok(())
    }

    /// Observes a state; its accelerations need not be finite.
    fn look_at(&self, model: &Model, state: &State) -> Result<Observation, SimulationError> {
        let mut workspace = self.make_assembler(model)?;
        workspace.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
        let mut seen = Observation::default();
        match workspace.observe(self.initial.time, &state.values, &mut seen) {
            Ok(()) | Err(SimulationError::NotFinite { .. }) => Ok(seen),
            Err(other) => Err(other),
        }
    }
}

/// Joints with a wish, and the wish.
fn wished(model: &Model, wish: impl Fn(&Joint) -> Option<f64>) -> Vec<(usize, f64)> {
    model.joints.iter().enumerate().filter_map(|(j, joint)| Some((j, wish(joint)?))).collect()
}

fn names(model: &Model, joints: &[usize]) -> Vec<String> {
    joints.iter().map(|&j| model.joints[j].name.clone()).collect()
}

/// Scale of a joint's coordinate: one radian, or the mechanism's size.
fn scale_of(model: &Model, joint: usize) -> f64 {
    if model.joints[joint].coordinate() == Some(Coordinate::Travel) { model.length_scale() } else { 1.0 }
}

/// A driver along this text; of numbers that are none, one that nothing follows.
fn driver(text: &str) -> Option<Expression> {
    Some(Expression::parse(text).unwrap_or_else(|_| Expression::constant(f64::NAN)))
}

/// The model with drivers that stay where they start.
fn with_drivers_at_rest(model: &Model) -> Model {
    let mut model = model.clone();
    for motion in model.joints.iter_mut().filter_map(|joint| joint.motion.as_mut()) {
        *motion = Expression::constant(motion.value(0.0));
    }
    model
}

/// Bodies behind joints that close no loop, moved to where these joints are to start.
pub(super) struct Placed {
    /// With the bodies there.
    pub model: Model,
    /// The joints, and their coordinates.
    pub joints: Vec<(usize, f64)>,
}

impl Placed {
    /// Prepares the placement for this model. Joints that gears couple are left as they are.
    pub(super) fn of(model: &Model) -> Placed {
        let ground = model.n_bodies();
        let edges: Vec<[usize; 2]> = model
            .joints
            .iter()
            .map(|joint| match joint.kind.coupled() {
                Some(_) => [ground; 2],
                None => [joint.first.body, joint.second.body].map(|body| body.index().unwrap_or(ground)),
            })
            .collect();
        let mut is_coupled = vec![false; model.n_joints()];
        let coupled = model.joints.iter().filter_map(|joint| joint.kind.coupled());
        coupled.flat_map(|(pair, _)| pair).for_each(|id| is_coupled[id.index()] = true);
        let walk = Walk::from_last(ground + 1, &edges);
        let mut placed = Placed { model: model.clone(), joints: Vec::new() };
        let mut moves = vec![Move::NONE; ground + 1];
        for &Step { node, parent, edge } in &walk.steps {
            let joint = &model.joints[edge];
            let wish = joint.wishes().q.filter(|_| walk.bridges[edge] && !is_coupled[edge]);
            moves[node] = moves[parent];
            if let (Some(q), Some(from)) = (wish, model.calc_file_coordinate(JointId::new(edge))) {
                // The first body moves the other way.
                let sign = if joint.second.body.index() == Some(node) { 1.0 } else { -1.0 };
                moves[node] = moves[parent].after(&Move::along(model, joint, sign * (q - from)));
                placed.joints.push((edge, q));
            }
        }
        placed.model.bodies.iter_mut().zip(&moves).for_each(|(body, by)| by.apply(body));
        placed
    }
}

/// A displacement of a rigid whole: x becomes R x + t.
#[derive(Clone, Copy)]
struct Move {
    R: Quat,
    t: Vec3,
    /// About z, full turns included.
    angle: f64,
}

impl Move {
    const NONE: Move = Move { R: Quat::IDENTITY, t: Vec3::ZERO, angle: 0.0 };

    /// Motion of the second body for a change of the joint's coordinate, where the file places the first one.
    fn along(model: &Model, joint: &Joint, by: f64) -> Move {
        let pose = joint.first.body.index().map_or(crate::spatial::Pose::GROUND, |index| model.bodies[index].pose());
        let axis = pose.R * joint.first.axes.column(2);
        let direction = if model.space == Space::Planar { pose.R * joint.first.axes.column(0) } else { axis };
        let (angle, travel) = match joint.coordinate() {
            // A screw travels as it turns.
            Some(Coordinate::Angle) => (by, joint.kind.pitch() * by),
            Some(Coordinate::Travel) => (0.0, by),
            // No other joint is moved by its coordinate.
            None => (0.0, 0.0),
        };
        let (R, point) = (Quat::about(axis, angle), pose.point(joint.first.point));
        let t = point - R.matrix() * point + travel * direction;
        Move { R, t, angle }
    }

    /// The other one first.
    fn after(&self, other: &Move) -> Move {
        let t = self.R.matrix() * other.t + self.t;
        Move { R: self.R * other.R, t, angle: self.angle + other.angle }
    }

    fn apply(&self, body: &mut Body) {
        if self.R == Quat::IDENTITY && self.t == Vec3::ZERO {
            return;
        }
        let R = self.R.matrix();
        body.position = R * body.position + self.t;
        body.orientation = (self.R * body.orientation).normalized();
        body.angle += self.angle;
        body.velocity = R * body.velocity;
        body.angular_velocity = R * body.angular_velocity;
    }
}
