//! Errors of a running simulation. Faults of a model file are [`Faults`](crate::Faults).
//!
//! Inside a step it is a [`StepError`]: a few numbers, because a shorter step may cure it and a step allocates nothing.
//! [`SimulationError`] ends a run, with names.

use crate::ids::JointId;
use crate::methods::UnknownWord;
use crate::model::Model;
use crate::model::expression::Jump;
use std::fmt;

/// Characters of a motion in a message.
const LONGEST_MOTION: usize = 60;

/// SimulationError inside a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepError {
    /// A rate is not finite.
    NotFinite {
        /// When.
        time: f64,
        /// Which of the state's values.
        index: usize,
    },
    /// The step is below the resolution of time.
    StepTooSmall {
        /// When.
        time: f64,
        /// The step (s).
        step: f64,
    },
    /// Positions or velocities could not be brought onto the constraints.
    NotStabilized {
        /// When.
        time: f64,
        /// The joint that stays open.
        joint: JointId,
        /// By how much.
        residual: f64,
    },
    /// A point has come to an end of the curve on which a joint keeps it.
    LeavesCurve {
        /// When.
        time: f64,
        /// The joint.
        joint: JointId,
    },
    /// Friction that follows reactions has no definite load: the more a joint resists, the harder it is pressed.
    Jams {
        /// When.
        time: f64,
        /// The joint.
        joint: JointId,
    },
    /// Windows of the micro system do not settle.
    NotBalanced {
        /// When.
        time: f64,
        /// The part of the loads that joints do not balance.
        unbalanced: f64,
    },
    /// Another process was lost.
    ProcessLost {
        /// When.
        time: f64,
    },
    /// The values or rates are not as many as the state's.
    WrongLength {
        /// How many it should be.
        expected: usize,
        /// How many they are.
        given: usize,
    },
    /// A multi-step method has no formula of this order.
    NoFormula {
        /// The order asked for.
        order: usize,
    },
}

impl StepError {
    /// Whether a shorter step may cure it.
    pub(crate) fn is_curable(&self) -> bool {
        !matches!(self, StepError::StepTooSmall { .. } | StepError::ProcessLost { .. })
    }
}

/// Numerical trouble: a value, never a silence.
#[derive(Clone, Debug, PartialEq)]
pub enum SimulationError {
    /// A number is not finite.
    NotFinite {
        /// When.
        time: f64,
        /// The quantity: the acceleration of a body, say.
        what: String,
    },
    /// Step control asked for a step below the resolution of time.
    StepTooSmall {
        /// When.
        time: f64,
        /// The step (s).
        step: f64,
    },
    /// Positions or velocities could not be brought onto the constraints.
    NotStabilized {
        /// When.
        time: f64,
        /// The joint that stays open.
        joint: String,
        /// By how much (m, rad, or per second).
        residual: f64,
    },
    /// A point has come to an end of the curve on which a joint keeps it.
    LeavesCurve {
        /// When.
        time: f64,
        /// The joint.
        joint: String,
    },
    /// Friction that follows a joint's reaction has no definite load: the more it resists, the harder it is pressed.
    Jams {
        /// When.
        time: f64,
        /// The joint.
        joint: String,
    },
    /// A load switches back and forth without end.
    Chatters {
        /// When.
        time: f64,
        /// The force element, or what is known of the expression.
        what: String,
    },
    /// The model cannot be assembled from the positions or velocities given.
    NotAssembled {
        /// The joint that stays open.
        joint: String,
        /// By how much.
        residual: f64,
        /// `position` or `velocity`.
        level: &'static str,
    },
    /// An equation that was left out because joints have play is needed along the motion.
    Opens {
        /// When.
        time: f64,
        /// The joint that opens.
        joint: String,
        /// By how much (m or rad).
        misfit: f64,
    },
    /// Joints that hold something more than once miss one another by more than the assembly tolerance.
    TooMuchPlay {
        /// The joint that stays open where the others hold.
        joint: String,
        /// By how much (m or rad).
        misfit: f64,
        /// The tolerance that would take it for play.
        tolerance: f64,
    },
    /// A body has no mass or moment of inertia, and nothing that has one moves with it.
    NoInertia {
        /// The body.
        body: String,
        /// `mass` or `inertia`.
        lacks: &'static str,
    },
    /// A joint cannot start as it is asked to.
    InitialCoordinate {
        /// The joint.
        joint: String,
        /// `q` or `qd`.
        key: &'static str,
        /// The requested value.
        wanted: f64,
        /// The nearest value that assembly reached.
        reached: f64,
        /// Joints that start as they are asked to, and may be in the way.
        others: Vec<String>,
    },
    /// The motion that drives a joint jumps in position or velocity.
    DriverJumps {
        /// The driven joint.
        joint: String,
        /// Its motion, as written.
        motion: String,
        /// When.
        time: f64,
        /// By how much.
        jump: Jump,
    },
    /// A method does not apply to this model.
    DoesNotApply {
        /// The method's word.
        method: &'static str,
        /// Why, and what would.
        reason: String,
    },
    /// A checkpoint cannot be gone on from: it is damaged, or of another model or other settings.
    BadCheckpoint {
        /// Why, and what would help.
        reason: String,
    },
    /// Windows of the micro system do not settle.
    NotBalanced {
        /// When.
        time: f64,
        /// The part of the loads that joints do not balance.
        unbalanced: f64,
    },
    /// Another process was lost.
    ProcessLost {
        /// When.
        time: f64,
    },
    /// A sink refused a sample: a full disk, say.
    Sink {
        /// Its message.
        message: String,
    },
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationError::NotFinite { time, what } => {
                write!(
                    f,
                    "at t = {time:.6} s {what} is not a finite number; look for a singular position, a very stiff spring, or an expression that overflows there"
                )
            }
            SimulationError::StepTooSmall { time, step } => {
                write!(
                    f,
                    "at t = {time:.6} s the step shrank to {step:.1e} s: the motion has a jump or a singular position there, or the tolerances are too tight"
                )
            }
            SimulationError::NotStabilized { time, joint, residual } => {
                write!(
                    f,
                    "at t = {time:.6} s joint '{joint}' stays open by {residual:.2e}: a smaller step may help; \
                     if the mechanism is stretched to the full here, start it folded a little \
                     or try `--formulation recursive`"
                )
            }
            SimulationError::LeavesCurve { time, joint } => {
                write!(
                    f,
                    "at t = {time:.6} s the point of joint '{joint}' leaves the curve, which ends there; \
                     make the curve longer, close it, or end the run earlier"
                )
            }
            SimulationError::Jams { time, joint } => {
                write!(
                    f,
                    "at t = {time:.6} s joint '{joint}' jams: the more its friction resists, the harder it is pressed, \
                     and no load balances that; give it a smaller `coefficient`, or a position from which it can move"
                )
            }
            SimulationError::Chatters { time, what } => {
                write!(
                    f,
                    "at t = {time:.6} s {what} switches back and forth without end, as where a load changes its sign \
                     with a velocity that it brings to rest; use `friction` of a joint, `smooth(x, width)` in the \
                     place of a sign or a comparison, or damping"
                )
            }
            SimulationError::NotAssembled { joint, residual, level: "velocity" } => {
                write!(
                    f,
                    "the initial velocities cannot satisfy joint '{joint}': {residual:.2e} remains; check its driver and the joints around it"
                )
            }
            SimulationError::NotAssembled { joint, residual, .. } => {
                write!(
                    f,
                    "the mechanism cannot be assembled: joint '{joint}' stays open by {residual:.2e}; check its points and axes, or start nearer to the assembled position"
                )
            }
            SimulationError::Opens { time, joint, misfit } => {
                write!(
                    f,
                    "at t = {time:.6} s joint '{joint}', which lacks equations because joints fit together with play \
                     only, opens by {misfit:.2e}: since a singular position that was passed before, an equation is \
                     needed that followed from the others where the mechanism starts; give the joints of the group \
                     exact numbers, or joints that hold nothing twice"
                )
            }
            SimulationError::TooMuchPlay { joint, misfit, tolerance } => {
                write!(
                    f,
                    "the mechanism cannot be assembled such that it moves: where the others hold, joint '{joint}' \
                     stays open by up to {misfit:.2e}, more than the assembly tolerance takes for play; check its \
                     points and axes, or allow it with `--assembly-tolerance {tolerance:.0e}`"
                )
            }
            SimulationError::NoInertia { body, lacks } => {
                let motion = if *lacks == "mass" { "move" } else { "turn" };
                write!(
                    f,
                    "body '{body}' has zero {lacks} and can {motion} without any mass moving with it, so its \
                     acceleration is not definite; give it a positive `{lacks}`, or joints to bodies that have one"
                )
            }
            SimulationError::InitialCoordinate { joint, key, wanted, reached, others } => {
                let (cause, remedy) = match &others[..] {
                    [] => ("the joints around it let".to_string(), "the wish"),
                    names => (format!("what '{}' ask for lets", names.join("', '")), "one of these wishes"),
                };
                write!(
                    f,
                    "joint '{joint}' cannot start with {key} = {wanted}: {cause} it come to {reached:.6} only; change or remove {remedy}"
                )
            }
            SimulationError::DriverJumps { joint, motion, time, jump } => {
                let what = if jump.order == 0 { "position" } else { "velocity" };
                let size = if jump.size == 0.0 {
                    "an amount that cannot be told, since it has no value or no rate there".into()
                } else if jump.size.is_finite() {
                    format!("{:.4e}", jump.size)
                } else {
                    "no finite number".to_string()
                };
                let short: String = motion.chars().take(LONGEST_MOTION).collect();
                let more = if short.len() < motion.len() { "…" } else { "" };
                write!(
                    f,
                    "the motion of joint '{joint}' (`{short}{more}`) jumps in {what} at t = {time:.6} s, by {size}, which would take an infinite force; let it change over some time, by step(t, t0, y0, t1, y1) with t1 > t0 or another smooth expression"
                )
            }
            SimulationError::DoesNotApply { method, reason } => write!(f, "'{method}' does not apply: {reason}"),
            SimulationError::BadCheckpoint { reason } => write!(f, "the checkpoint cannot be used: {reason}"),
            SimulationError::NotBalanced { time, unbalanced } => {
                write!(
                    f,
                    "at t = {time:.6} s the elastic joints of `multiscale` do not settle ({unbalanced:.1e} of their loads unbalanced): the mechanism is near a singular position there, or moves much faster than where it started; use `cartesian`"
                )
            }
            SimulationError::ProcessLost { time } => {
                write!(
                    f,
                    "at t = {time:.6} s another process was lost; a checkpoint, if there is one, can be gone on from"
                )
            }
            SimulationError::Sink { message } => write!(f, "results could not be written: {message}"),
        }
    }
}

impl std::error::Error for SimulationError {}

impl SimulationError {
    /// The message, where it is about a joint with the place of that joint in the model file.
    pub fn in_model(&self, model: &Model) -> String {
        let place = match self {
            SimulationError::DriverJumps { joint, .. } => model.find_place(joint, "motion"),
            SimulationError::InitialCoordinate { joint, key, .. } => model.find_place(joint, key),
            SimulationError::LeavesCurve { joint, .. } => model.find_place(joint, "curve"),
            SimulationError::Jams { joint, .. } => model.find_place(joint, "friction"),
            SimulationError::NotAssembled { joint, .. }
            | SimulationError::TooMuchPlay { joint, .. }
            | SimulationError::Opens { joint, .. }
            | SimulationError::NotStabilized { joint, .. } => model.find_place(joint, ""),
            SimulationError::NotFinite { .. }
            | SimulationError::NoInertia { .. }
            | SimulationError::Chatters { .. }
            | SimulationError::StepTooSmall { .. }
            | SimulationError::DoesNotApply { .. }
            | SimulationError::BadCheckpoint { .. }
            | SimulationError::NotBalanced { .. }
            | SimulationError::ProcessLost { .. }
            | SimulationError::Sink { .. } => None,
        };
        place.map_or_else(|| self.to_string(), |place| format!("{place}: {self}"))
    }
}

impl From<UnknownWord> for SimulationError {
    fn from(unknown: UnknownWord) -> SimulationError {
        SimulationError::DoesNotApply { method: unknown.setting, reason: unknown.to_string() }
    }
}
