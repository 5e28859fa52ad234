//! Assembly: from positions and velocities that violate the constraints to ones that satisfy them.
//!
//! Positions by Newton's method in the mass metric with a limited step, since the start may be far away; velocities by
//! one projection. What moved is reported by body; what cannot be closed is refused with the joint that stays open.

use crate::error::SimulationError;
use crate::ids::BodyId;
use crate::model::Model;
use crate::observation::Observation;

use crate::state::State;
use crate::system::Constrained;
use crate::workspace::Level;
use std::fmt;

/// Constraint violation, relative to the mechanism's size, below which a position counts as assembled.
pub(crate) const ASSEMBLED: f64 = 1e-10;
/// A violation this small is left as it is: moving bodies would not reduce it.
pub(crate) const ROUND_OFF: f64 = 1e-14;
/// No body moves further in one iteration, relative to the mechanism's size (and in radians).
const LONGEST_MOVE: f64 = 0.3;
/// A mechanism that closes does so in some ten iterations; crossing its own size in small moves takes more.
const MOST_ITERATIONS: usize = 200;

/// How far a body was moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// The body.
    pub body: BodyId,
    /// Distance (m), or change of speed (m/s).
    pub linear: f64,
    /// Angle (rad), or change of angular speed (rad/s).
    pub angular: f64,
}

/// The corrections made by assembling.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assembly {
    /// Bodies whose position changed, furthest first.
    pub position: Vec<Moved>,
    /// Bodies whose velocity changed, most first.
    pub velocity: Vec<Moved>,
}

/// Assembles the state in place.
///
/// # Errors
/// [`SimulationError::NotAssembled`] with the joint that stays open.
pub(crate) fn assemble(system: &mut dyn Constrained, state: &mut State) -> Result<Assembly, SimulationError> {
    let before = look(system, state)?;
    assemble_positions(system, state)?;
    follow_unwrapped_angles(system, state);
    assemble_velocities(system, state)?;
    let after = look(system, state)?;

    let scale = system.model().length_scale();
    let mut report = Assembly::default();
    for (index, (a, b)) in before.bodies.iter().zip(&after.bodies).enumerate() {
        let body = BodyId::new(index);
        let turn = (b.orientation * a.orientation.conjugate()).rotation_vector();
        let moved = Moved { body, linear: (b.position - a.position).norm(), angular: turn.norm() };
        if moved.linear > ASSEMBLED * scale || moved.angular > ASSEMBLED {
            report.position.push(moved);
        }
        let (v, w) = (b.velocity.linear - a.velocity.linear, b.velocity.angular - a.velocity.angular);
        let changed = Moved { body, linear: v.norm(), angular: w.norm() };
        if changed.linear > ASSEMBLED * scale || changed.angular > ASSEMBLED {
            report.velocity.push(changed);
        }
    }
    let size = |m: &Moved| m.linear + scale * m.angular;
    for list in [&mut report.position, &mut report.velocity] {
        list.sort_by(|a, b| size(b).total_cmp(&size(a)));
    }
    Ok(report)
}

fn look(system: &mut dyn Constrained, state: &State) -> Result<Observation, SimulationError> {
    let mut seen = Observation::default();
    // Accelerations may well be undefined before the mechanism is assembled; only positions are compared.
    match system.observe(state.time, &state.values, &mut seen) {
        Ok(()) | Err(SimulationError::NotFinite { .. }) => Ok(seen),
        Err(other) => Err(other),
    }
}

/// Positions alone, at the state's time.
///
/// # Errors
/// [`SimulationError::NotAssembled`] with the joint that stays open.
pub(crate) fn assemble_positions(system: &mut dyn Constrained, state: &mut State) -> Result<(), SimulationError> {
    let scale = system.model().length_scale();
    let limit = [LONGEST_MOVE * scale, LONGEST_MOVE];
    let mut best = (f64::INFINITY, state.clone());
    for _ in 0..MOST_ITERATIONS {
        let residual = system.update_constraints(state.time, &state.values);
        // Once within the tolerance, go on only while it still helps: round-off is within reach.
        let stalled = best.0 <= ASSEMBLED * scale && residual > 0.5 * best.0;
        if residual < best.0 {
            best = (residual, state.clone());
        }
        if stalled || residual <= ROUND_OFF * scale {
            break;
        }
        system.factor();
        system.correct_positions(&mut state.values, limit);
        follow_unwrapped_angles(system, state);
    }
    *state = best.1;
    system.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
    system.update_constraints(state.time, &state.values);
    if best.0 <= ASSEMBLED * scale || calc_misfit(system, scale) <= ASSEMBLED {
        return Ok(());
    }
    Err(not_assembled(system, Level::Position))
}

/// The largest violation where the constraints were last computed, of equations with rows of unit length, displacements
/// being in units of the size: angles count by their effect at that size.
pub(crate) fn calc_misfit(system: &dyn Constrained, size: f64) -> f64 {
    let lengths = system.equations.system.row_lengths(size);
    let relative = system.equations.residual.iter().zip(&lengths).map(|(x, length)| (x / length).abs());
    relative.fold(0.0, |most, x| if x.is_nan() { f64::INFINITY } else { x.max(most) })
}

fn not_assembled(system: &mut dyn Constrained, level: Level) -> SimulationError {
    let (joint, residual) = system.worst_joint(level);
    let level = match level {
        Level::Position => "position",
        Level::Velocity => "velocity",
    };
    SimulationError::NotAssembled { joint: system.model().joints[joint.index()].name.clone(), residual, level }
}

/// Takes the joint angles at these positions, nearest to the last ones: a driver may ask for more than half a turn.
fn follow_unwrapped_angles(system: &mut dyn Constrained, state: &mut State) {
    system.follow_angles(&state.values, 0.0, &mut state.unwrapped_angles);
    system.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
}

/// Velocities alone, where positions are assembled.
///
/// # Errors
/// [`SimulationError::NotAssembled`] with the joint whose equations they violate.
pub(crate) fn assemble_velocities(system: &mut dyn Constrained, state: &mut State) -> Result<(), SimulationError> {
    system.update_constraints(state.time, &state.values);
    let first = system.calc_velocity_residual(&state.values);
    let speed = state.velocities().iter().chain(&system.equations.velocity).fold(1.0, |m: f64, v| v.abs().max(m));
    if first > ROUND_OFF * speed {
        system.factor();
        system.correct_velocities(&mut state.values);
        // Once more, for the digits that the first solution lost.
        system.calc_velocity_residual(&state.values);
        system.correct_velocities(&mut state.values);
    }
    if system.calc_velocity_residual(&state.values) <= ASSEMBLED * speed {
        return Ok(());
    }
    Err(not_assembled(system, Level::Velocity))
}

impl Assembly {
    /// Whether anything was changed.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty() && self.velocity.is_empty()
    }

    /// One sentence for each level that changed, with the bodies that moved most.
    pub fn sentences(&self, model: &Model) -> Vec<String> {
        let list = |moved: &[Moved], linear: &str, angular: &str| {
            let some: Vec<String> = moved.iter().take(3).map(|m| m.describe(model, linear, angular)).collect();
            let more = if moved.len() > 3 { format!(" and {} more", moved.len() - 3) } else { String::new() };
            format!("{}{more}", some.join(", "))
        };
        let mut sentences = Vec::new();
        if !self.position.is_empty() {
            sentences.push(format!("assembled by moving {}", list(&self.position, "m", "rad")));
        }
        if !self.velocity.is_empty() {
            sentences.push(format!("initial velocities made consistent: {}", list(&self.velocity, "m/s", "rad/s")));
        }
        sentences
    }
}

impl Moved {
    fn describe(&self, model: &Model, linear: &str, angular: &str) -> String {
        let parts = [(self.linear, linear), (self.angular, angular)].into_iter().filter(|(size, _)| *size > 0.0);
        let parts: Vec<String> = parts.map(|(size, unit)| format!("{} {unit}", Short(size))).collect();
        format!("'{}' by {}", model.body_name(self.body), parts.join(" and "))
    }
}

/// Three digits; with an exponent where the number would have many zeros otherwise.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            x @ 0.01..0.1 => write!(f, "{x:.4}"),
            x @ 0.1..1.0 => write!(f, "{x:.3}"),
            x @ 1.0..10.0 => write!(f, "{x:.2}"),
            x @ 10.0..100.0 => write!(f, "{x:.1}"),
            x @ 100.0..10_000.0 => write!(f, "{x:.0}"),
            x => write!(f, "{x:.2e}"),
        }
    }
}
