//! The seam between a mechanism and the methods that move it: what integrators see of it, and what stabilizations and
//! assembly see of its constraints.

use crate::error::{SimulationError, StepError};
use crate::ids::JointId;
use crate::model::Model;
use crate::observation::Observation;
use crate::workspace::{Level, Workspace};
use std::ops::{DerefMut, Range};

/// Something that has rates: ẏ = f(t, y).
pub trait System {
    /// Writes the rates of `values` at `time`.
    ///
    /// # Errors
    /// When they cannot be computed: numbers that are not finite, a reduced system that cannot be solved.
    fn evaluate(&mut self, time: f64, values: &[f64], rates: &mut [f64]) -> Result<(), StepError>;

    /// Takes out of an error estimate, laid out as these values, which were evaluated last, what stabilization takes
    /// out of the values themselves. Near singular positions that is nearly all of it.
    fn reduce_error(&mut self, _time: f64, _values: &[f64], _error: &mut [f64]) {}

    /// The mean of some quantity over all values, `n` of which are here; `sum` adds it up over stretches of these. Sums
    /// are taken part by part of a mechanism, then over the parts in order, so that it does not matter where a part is
    /// computed.
    fn mean(&mut self, n: usize, sum: &dyn Fn(&[Range<usize>]) -> f64) -> f64 {
        sum(std::slice::from_ref(&(0..n))) / n.max(1) as f64
    }

    /// How many of the values, the last ones, watch the motion without having an effect on it.
    fn n_watching(&self) -> usize {
        0
    }

    /// Whether drivers prescribe some of the motion.
    fn is_driven(&self) -> bool {
        false
    }

    /// The system as one with stiff force elements, where it is one.
    fn compliant(&mut self) -> Option<&mut dyn Compliant> {
        None
    }

    /// Whether the values last evaluated are a singular position: fewer independent equations than where the step
    /// began, or one that is nearly none beside what the step's stages met.
    fn is_singular(&self) -> bool {
        false
    }

    /// Whether the attempt at a step comes much nearer to a singular position than it was: then what its stages differ
    /// by tells of that position, and little of the step's error.
    fn is_passing(&self) -> bool {
        false
    }
}

/// A direction in which a state changes. Numbers of bodies are in the order of the model: three each in the plane,
/// (x, y, angle), and six in space, (ṙ, ω) in world axes.
#[derive(Clone, Copy, Debug)]
pub struct Direction<'a> {
    /// Displacements of the bodies.
    pub displacement: &'a [f64],
    /// Changes of their velocities.
    pub velocity: &'a [f64],
    /// Changes of the model's own states.
    pub states: &'a [f64],
}

/// The derivative of an evaluation along a [`Direction`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// Change of the accelerations of all bodies.
    pub acceleration: Vec<f64>,
    /// Change of the multipliers of all equations.
    pub multipliers: Vec<f64>,
    /// Change of the rates of the model's own states.
    pub state_rates: Vec<f64>,
}

/// A system with force elements that may be stiff: rows with coordinates s(q), loads F(s, ṡ) along them, and a linear
/// system in which they are joints with compliance. Rows are those of all elements in order; an element that is far
/// from acting is not carried, and its s is not a number. Of contacts in groups only those that are carried have rows,
/// so that their number changes from step to step.
pub trait Compliant {
    /// Rates of values at a time, with laws evaluated at these coordinates.
    ///
    /// # Errors
    /// As [`System::evaluate`].
    fn evaluate_with(&mut self, time: f64, values: &[f64], soft: &[f64], rates: &mut [f64]) -> Result<(), StepError>;

    /// Writes ṡ = G_s v. Returns whether these values with these coordinates have run into an element, as
    /// [`calc_landing`](Compliant::calc_landing) does.
    fn write_soft_rates(&mut self, time: f64, values: &[f64], soft: &[f64], rates: &mut [f64]) -> Landing;

    /// Freezes rows, stiffness K and damping D at these values, and factors the matrix with S = η D + η² K. Writes s and
    /// ṡ, as many as there are rows until the next call.
    ///
    /// # Errors
    /// As [`System::evaluate`], where loads follow reactions.
    fn linearize(&mut self, time: f64, values: &[f64], eta: f64, soft: [&mut Vec<f64>; 2]) -> Result<(), StepError>;

    /// Makes coordinates no numbers that the last steps follow anyway: between the ends of a step, laws there are more
    /// accurate at the position itself. Of stiff elements, coordinates are known better than positions.
    fn drop_slow(&self, soft: &mut [f64]);

    /// Solves the equations of a stage, see [`Stage`].
    fn solve_stage(&mut self, stage: Stage);

    /// Projects values onto the constraints, and to coordinates of force elements near these: the stiffer, the nearer.
    ///
    /// # Errors
    /// [`StepError::NotStabilized`] when the constraints cannot be reached.
    fn settle(&mut self, time: f64, values: &mut [f64], soft: &[f64]) -> Result<(), StepError>;

    /// Whether these values with these coordinates have run into elements which did not act at the linearized values.
    fn calc_landing(&mut self, time: f64, values: &[f64], soft: &[f64]) -> Landing;

    /// Where values are momenta: errors of velocities in the place of those of momenta, at values that a step arrived
    /// at.
    fn measure_error(&mut self, time: f64, values: &[f64], error: &mut [f64]);
}

/// Parts of a step at which elements begin to act that did not at its beginning; one where none does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// Where the step has run into one so deep that it would not see what it owes to it.
    pub deep: f64,
    /// Where the first one begins.
    pub first: f64,
}

impl Default for Landing {
    fn default() -> Landing {
        Landing { deep: 1.0, first: 1.0 }
    }
}

impl Landing {
    /// The earlier ones of both.
    pub(crate) fn and(self, other: Landing) -> Landing {
        Landing { deep: self.deep.min(other.deep), first: self.first.min(other.first) }
    }
}

/// Right-hand sides and results of one stage of a linearly implicit method, with the matrices frozen where the step
/// began, q̇ = H v, and N δq the change of ṡ with the position:
///
/// ```text
/// z = η N x
/// ⎡ G M⁻¹Gᵀ    G M⁻¹G_sᵀ         ⎤ ⎡λ⎤   ⎡ 0                                   ⎤
/// ⎣ G_s M⁻¹Gᵀ  G_s M⁻¹G_sᵀ + S⁻¹ ⎦ ⎣μ⎦ = ⎣ η G_s b + S⁻¹ (η² K (y + z) + η D z) ⎦
/// u_v = η b − M⁻¹ (Gᵀλ + G_sᵀμ),   u_q = η (x + H u_v),   u_s = η (y + z + G_s u_v)
/// ```
///
/// Where loads are expressions of the motion, they add w φ to the loads, see `compliance/coupling.rs`. What they owe to
/// time itself is in z or φ, with the weight of the stage: they would follow a moving target late.
///
/// In coordinates of a formulation, b and u_v are spread over the bodies and gathered from them. Where values are
/// momenta π with impulses of constraints in them, velocities follow from them: joints get G M⁻¹ η b on the right-hand
/// side, and u_π = η b − G_sᵀμ.
#[derive(Debug)]
pub struct Stage<'a> {
    /// η.
    pub eta: f64,
    /// Weight of the derivatives of loads by time (s).
    pub lag: f64,
    /// By coordinate.
    pub x: &'a [f64],
    /// By velocity.
    pub b: &'a [f64],
    /// By row of the force elements.
    pub y: &'a [f64],
    /// By coordinate.
    pub u_q: &'a mut [f64],
    /// By velocity.
    pub u_v: &'a mut [f64],
    /// By row of the force elements.
    pub u_s: &'a mut [f64],
}

/// A system whose values are subject to constraints. Equations, factor and multipliers of the last call are in its
/// workspace.
pub trait Constrained: System + DerefMut<Target = Workspace> {
    /// The model that moves.
    fn model(&self) -> &Model;

    /// Stages 1 and 3 only: the constraints at these values. Returns the largest |Φ|.
    fn update_constraints(&mut self, time: f64, values: &[f64]) -> f64;

    /// The largest |G v − ν| at the last constraints.
    fn calc_velocity_residual(&mut self, values: &[f64]) -> f64;

    /// The largest velocity of a handle, of a point or an angle.
    fn calc_largest_velocity(&mut self, values: &[f64]) -> f64;

    /// The joint whose equation is violated most, and by how much, on position or velocity level. Of several processes
    /// the first that has it will name it.
    fn worst_joint(&mut self, level: Level) -> (JointId, f64);

    /// How the handles should move, −M⁻¹Gᵀ E⁻¹ Φ, none further than `limit`, in metres and in radians, or change their
    /// velocities, −M⁻¹Gᵀ E⁻¹ (G v − ν) with the residual last computed; where the formulation asks for loads, the
    /// loads that do this. The factor is the one at hand.
    fn calc_correction(&mut self, level: Level, limit: [f64; 2]) -> &[f64];

    /// Moves coordinates, or changes velocities, by what is in the form of a correction.
    fn displace(&mut self, level: Level, values: &mut [f64], effect: &[f64]);

    /// Moves coordinates by −M⁻¹Gᵀ E⁻¹ Φ, the shortest way in the mass metric to satisfy the linearized constraints; no
    /// body further than `limit`, in metres and in radians.
    fn correct_positions(&mut self, values: &mut [f64], limit: [f64; 2]);

    /// Changes velocities by −M⁻¹Gᵀ E⁻¹ (G v − ν), the residual being that last computed.
    fn correct_velocities(&mut self, values: &mut [f64]);

    /// Has coordinates satisfy the equations that they have among themselves.
    fn normalize(&self, values: &mut [f64]);

    /// Takes the joint angles at these values as the new unwrapped angles, nearest to the old ones moved on by
    /// `elapsed` seconds.
    fn follow_angles(&mut self, values: &[f64], elapsed: f64, unwrapped: &mut [f64]);

    /// Stages 1–5 at a state, then stage 8: what users see of it. Not counted as an evaluation.
    ///
    /// # Errors
    /// When an acceleration is not finite, or the values are not as many as a state's.
    fn observe(&mut self, time: f64, values: &[f64], seen: &mut Observation) -> Result<(), SimulationError>;
}
